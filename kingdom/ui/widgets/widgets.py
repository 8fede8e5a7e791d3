"""Things to click, drag and type into. Input comes from event fields only, so a test plays by posting events.

A widget draws itself and handles the events that a `Group` routes to it; the group knows the mouse, the
keyboard focus and tooltips. All rects are in window pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pygame

from kingdom.ui.draw.look import Look

Told = str | Callable[[], str] | None
"""A text, or what makes it at the moment it is needed."""

WHEEL_STEP = 60
"""Design pixels that one notch of the wheel scrolls."""
CONFIRM = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


def told(text: Told) -> str:
    """The words of a text that may have to be made first."""
    return text() if callable(text) else text or ""


class Widget:
    """Something with a place in the window. By itself it shows nothing and takes no focus."""

    focusable = False
    pointable = True
    """Whether the mouse notices it."""

    def __init__(self, rect: pygame.Rect | None = None, tooltip: Told = None, key: int | None = None) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0) if rect is None else pygame.Rect(rect)
        self.tooltip = tooltip
        self.key = key
        """The key that does the same as a click, from wherever the focus is."""
        self.enabled = True
        self.why: Told = None
        """Why it is disabled: shown instead of the tooltip."""
        self.visible = True
        self.hovered = False
        self.focused = False
        self.pressed = False
        self.children: list[Widget] = []

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Show it; changes nothing."""

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        """What lies over all other widgets, such as an open list."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take a mouse event meant for it, or a key while it has the focus; whether it did."""
        return False

    def activate(self) -> bool:
        """What a click, its key, or Enter with the focus does; whether there is such a thing."""
        return False

    def grabs(self, pos: tuple[int, int]) -> bool:
        """Whether it wants the mouse at a point, also outside its rect."""
        return False

    def reveal(self, child: Widget) -> None:
        """Bring a child into view."""

    def tip(self) -> str:
        """The words to show when it is pointed at."""
        return told(self.why) if not self.enabled and self.why else told(self.tooltip)

    def walk(self) -> Iterator[Widget]:
        """Itself and everything in it that can be seen, in the order of the Tab key."""
        if self.visible:
            yield self
            for child in self.children:
                yield from child.walk()


class Label(Widget):
    """Words that cannot be clicked."""

    def __init__(
        self,
        text: Told,
        rect: pygame.Rect | None = None,
        style: str = "body",
        colour: str = "ink",
        align: str = "left",
        valign: str = "middle",
        wrap: bool = False,
        tooltip: Told = None,
    ) -> None:
        super().__init__(rect, tooltip)
        self.text, self.style, self.colour, self.align, self.valign, self.wrap = (
            text,
            style,
            colour,
            align,
            valign,
            wrap,
        )

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        look.text(
            surface, told(self.text), self.rect, self.style, self.colour, self.align, self.valign, self.wrap
        )


class Picture(Widget):
    """A picture of a sheet."""

    def __init__(self, sheet: str, name: str, rect: pygame.Rect | None = None, tooltip: Told = None) -> None:
        super().__init__(rect, tooltip)
        self.sheet, self.name = sheet, name

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        look.picture(surface, self.sheet, self.name, self.rect)


class Button(Widget):
    """A wooden button with words, an icon, or both. Kinds: plain, primary, quiet (no wood until pointed
    at)."""

    focusable = True

    def __init__(
        self,
        text: Told = "",
        on_click: Callable[[], object] | None = None,
        rect: pygame.Rect | None = None,
        icon: str | None = None,
        kind: str = "plain",
        hint: Told = None,
        tooltip: Told = None,
        key: int | None = None,
        style: str = "button",
    ) -> None:
        super().__init__(rect, tooltip, key)
        self.text, self.on_click, self.icon, self.kind, self.hint, self.style = (
            text,
            on_click,
            icon,
            kind,
            hint,
            style,
        )

    def activate(self) -> bool:
        if not self.enabled or self.on_click is None:
            return False
        self.on_click()
        return True

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            return self.activate()
        if event.type == pygame.KEYDOWN and event.key in CONFIRM:
            return self.activate()
        return False

    def frame(self) -> str:
        """The picture of its state."""
        base = "button_primary" if self.kind == "primary" else "button"
        if not self.enabled:
            return f"{base}_disabled"
        if self.pressed and self.hovered:
            return f"{base}_down"
        if self.hovered:
            return f"{base}_hover"
        return f"{base}_focus" if self.focused else base

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self.kind != "quiet" or self.hovered or self.focused:
            look.nine(surface, self.frame(), self.rect)
        shift = look.px(1) if self.pressed and self.hovered and self.enabled else 0
        inner = self.rect.inflate(-2 * look.px(8), -2 * look.px(3)).move(0, shift)
        words, colour = told(self.text), self._ink()
        if self.icon is not None:
            size = min(look.px(26), inner.height)
            if not words:
                look.icon(
                    surface,
                    self.icon,
                    inner.center,
                    min(max(size, inner.height * 3 // 4), inner.width),
                    not self.enabled,
                )
                return
            look.icon(
                surface,
                self.icon,
                (inner.left + size // 2 + look.px(4), inner.centery),
                size,
                not self.enabled,
            )
            inner.width -= size + look.px(10)
            inner.left += size + look.px(10)
        hint = told(self.hint)
        if hint and inner.height > look.px(38):
            upper, lower = inner.copy(), inner.copy()
            upper.height = inner.height * 3 // 5
            lower.top, lower.height = upper.bottom - look.px(2), inner.height - upper.height
            look.text(surface, words, upper, self.style, colour, "center", "middle")
            look.text(surface, hint, lower, "tiny", colour, "center", "middle")
            return
        look.text(surface, words, inner, self.style, colour, "center", "middle")

    def _ink(self) -> str:
        if not self.enabled:
            return "text_on_disabled"
        if self.kind == "quiet" and not (self.hovered or self.focused):
            return "text"
        return "text_on_primary" if self.kind == "primary" else "text_on_button"


class Toggle(Widget):
    """A box to tick, with words beside it."""

    focusable = True

    def __init__(
        self,
        text: Told,
        value: bool,
        on_change: Callable[[bool], object] | None = None,
        rect: pygame.Rect | None = None,
        tooltip: Told = None,
        style: str = "body",
        colour: str = "ink",
        icons: tuple[str, str] = ("checkbox_off", "checkbox_on"),
    ) -> None:
        super().__init__(rect, tooltip)
        self.text, self.value, self.on_change, self.style, self.colour, self.icons = (
            text,
            value,
            on_change,
            style,
            colour,
            icons,
        )

    def activate(self) -> bool:
        if not self.enabled:
            return False
        self.value = not self.value
        if self.on_change:
            self.on_change(self.value)
        return True

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            return self.activate()
        if event.type == pygame.KEYDOWN and event.key in CONFIRM:
            return self.activate()
        return False

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self.hovered and self.enabled:
            look.shade(surface, self.rect, 46, "gold")
        size = min(look.px(26), self.rect.height)
        look.icon(
            surface,
            self.icons[self.value],
            (self.rect.left + look.px(4) + size // 2, self.rect.centery),
            size,
            not self.enabled,
        )
        words = self.rect.copy()
        words.left += size + look.px(12)
        words.width = self.rect.right - words.left - look.px(2)
        look.text(
            surface,
            told(self.text),
            words,
            self.style,
            self.colour if self.enabled else "text_soft",
            valign="middle",
        )


class Slider(Widget):
    """A value between two ends, in steps."""

    focusable = True

    def __init__(
        self,
        value: float,
        low: float,
        high: float,
        step: float,
        on_change: Callable[[float], object] | None = None,
        rect: pygame.Rect | None = None,
        shown: Callable[[float], str] | None = None,
        on_release: Callable[[float], object] | None = None,
        tooltip: Told = None,
    ) -> None:
        super().__init__(rect, tooltip)
        self.value, self.low, self.high, self.step = value, low, high, step
        self.on_change, self.on_release, self.shown = on_change, on_release, shown
        self._track = pygame.Rect(0, 0, 0, 0)

    def set(self, value: float) -> bool:
        """Move to a value; whether it is another one."""
        steps = round((min(self.high, max(self.low, value)) - self.low) / self.step)
        value = round(min(self.high, self.low + steps * self.step), 6)
        if value == self.value:
            return False
        self.value = value
        if self.on_change:
            self.on_change(value)
        return True

    def track(self) -> pygame.Rect:
        """Where the knob can be: beside it stands the value."""
        words = self.rect.width // 5 if self.shown else 0
        return pygame.Rect(
            self.rect.left + self.rect.height // 2,
            self.rect.top,
            self.rect.width - words - self.rect.height,
            self.rect.height,
        )

    def handle(self, event: pygame.event.Event) -> bool:
        if not self.enabled:
            return False
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.set(self.value + (self.step if event.key == pygame.K_RIGHT else -self.step))
            if self.on_release:
                self.on_release(self.value)
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION) and self.pressed:
            track = self.track()
            self.set(self.low + (self.high - self.low) * (event.pos[0] - track.left) / max(1, track.width))
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            if self.on_release:
                self.on_release(self.value)
            return True
        return False

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        track = self.track()
        knob = min(look.px(26), self.rect.height)
        line = pygame.Rect(track.left, 0, track.width, max(4, look.px(11)))
        line.centery = track.centery
        look.nine(surface, "slider_track", line)
        x = track.left + round(track.width * (self.value - self.low) / (self.high - self.low))
        done = line.copy()
        done.width = max(line.height, x - line.left)
        if self.enabled:
            look.nine(surface, "slider_fill", done)
        lit = self.enabled and (self.hovered or self.pressed or self.focused)
        look.icon(
            surface,
            "slider_knob_hover" if lit else "slider_knob",
            (x, track.centery),
            knob,
            faded=not self.enabled,
        )
        if self.shown:
            words = pygame.Rect(track.right + knob * 2 // 3, self.rect.top, 0, self.rect.height)
            words.width = self.rect.right - words.left
            look.text(surface, self.shown(self.value), words, "bold", align="right", valign="middle")


class Choice(Widget):
    """One of a few: a click opens the list, the arrows and the wheel step through it."""

    focusable = True

    def __init__(
        self,
        options: Sequence[tuple[object, str]],
        value: object,
        on_change: Callable[[object], object] | None = None,
        rect: pygame.Rect | None = None,
        tooltip: Told = None,
        icons: dict[object, str] | None = None,
    ) -> None:
        super().__init__(rect, tooltip)
        self.options = list(options)
        self.value, self.on_change, self.icons = value, on_change, icons or {}
        self.open = False
        self._pointed = -1
        self._top = 0
        self._window_height = 0

    @property
    def index(self) -> int:
        """The place of the value in the list; 0 if it is not there."""
        return next((place for place, (value, _) in enumerate(self.options) if value == self.value), 0)

    def choose(self, place: int) -> None:
        """Take the option at a place."""
        value = self.options[place][0]
        if value != self.value:
            self.value = value
            if self.on_change:
                self.on_change(value)

    def activate(self) -> bool:
        if not self.enabled or not self.options:
            return False
        self.open = not self.open
        self._pointed = self.index if self.open else -1
        self._top = max(0, self.index - self._shown() + 1) if self.open else 0
        return True

    def close(self) -> None:
        """Fold the list up."""
        self.open = False

    def grabs(self, pos: tuple[int, int]) -> bool:
        return self.open

    def _shown(self) -> int:
        """How many rows the open list shows at a time."""
        room = max(self._window_height - self.rect.bottom, self.rect.top) - 4
        return max(1, min(len(self.options), room // max(1, self.rect.height)))

    def list_rect(self) -> pygame.Rect:
        """Where the open list is: below, or above where there is more room."""
        place = pygame.Rect(
            self.rect.left, self.rect.bottom, self.rect.width, self._shown() * self.rect.height
        )
        if self._window_height and place.bottom > self._window_height:
            place.bottom = self.rect.top
        return place

    def _row_at(self, pos: tuple[int, int]) -> int:
        place = self.list_rect()
        if not place.collidepoint(pos):
            return -1
        return min(len(self.options) - 1, (pos[1] - place.top) // self.rect.height + self._top)

    def handle(self, event: pygame.event.Event) -> bool:
        if not self.enabled:
            return False
        if event.type == pygame.KEYDOWN:
            return self._key(event.key)
        if event.type == pygame.MOUSEWHEEL and self.open:
            self._top = max(0, min(len(self.options) - self._shown(), self._top - event.y))
            return True
        if event.type == pygame.MOUSEMOTION and self.open:
            self._pointed = self._row_at(event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.open:
            row = self._row_at(event.pos)
            self.close()
            if row >= 0:
                self.choose(row)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            return self.activate()
        return False

    def _key(self, key: int) -> bool:
        if key == pygame.K_ESCAPE and self.open:
            self.close()
            return True
        if key in CONFIRM:
            if self.open and self._pointed >= 0:
                self.choose(self._pointed)
            return self.activate()
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key, 0)
        if self.open:
            step += {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(key, 0)
        if step == 0:
            return self.open
        if self.open:
            self._pointed = max(0, min(len(self.options) - 1, self._pointed + step))
            self._top = min(max(self._top, self._pointed - self._shown() + 1), self._pointed)
        else:
            self.choose((self.index + step) % len(self.options))
        return True

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        look.nine(surface, "field_focus" if self.hovered or self.focused or self.open else "field", self.rect)
        if self.options:
            self._entry(surface, look, self.index, self.rect, look.px(26))
        # the list is placed by the height of the window, which is known only here
        self._window_height = look.size[1]
        size = min(look.px(22), self.rect.height)
        look.icon(
            surface,
            "arrow_down",
            (self.rect.right - size // 2 - look.px(7), self.rect.centery),
            size,
            not self.enabled,
        )

    def _entry(self, surface: pygame.Surface, look: Look, place: int, rect: pygame.Rect, right: int) -> None:
        value, words = self.options[place]
        inner = pygame.Rect(rect.left + look.px(10), rect.top, rect.width - look.px(14) - right, rect.height)
        icon = self.icons.get(value)
        if icon:
            size = min(look.px(22), rect.height - 2)
            look.icon(surface, icon, (inner.left + size // 2, inner.centery), size, not self.enabled)
            inner.width -= size + look.px(6)
            inner.left += size + look.px(6)
        look.text(surface, words, inner, "body", "ink" if self.enabled else "text_soft", valign="middle")

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        if not self.open:
            return
        place = self.list_rect()
        look.panel(surface, place.inflate(look.px(4), look.px(4)))
        for row in range(self._shown()):
            number = row + self._top
            line = pygame.Rect(place.left, place.top + row * self.rect.height, place.width, self.rect.height)
            if number == self._pointed:
                look.shade(surface, line.inflate(-look.px(6), -2), 110, "gold")
            self._entry(surface, look, number, line, look.px(26))
            if number == self.index:
                size = min(look.px(18), line.height)
                look.icon(surface, "check", (line.right - size // 2 - look.px(8), line.centery), size)


class Tabs(Widget):
    """A row of tabs, one of them open."""

    focusable = True

    def __init__(
        self,
        options: Sequence[tuple[object, str]],
        value: object,
        on_change: Callable[[object], object] | None = None,
        rect: pygame.Rect | None = None,
        tooltip: Told = None,
    ) -> None:
        super().__init__(rect, tooltip)
        self.options, self.value, self.on_change = list(options), value, on_change
        self._pointed = -1

    def tab_rect(self, place: int) -> pygame.Rect:
        """The place of one tab."""
        count = len(self.options)
        left = self.rect.left + self.rect.width * place // count
        right = self.rect.left + self.rect.width * (place + 1) // count
        return pygame.Rect(left, self.rect.top, right - left - 2, self.rect.height)

    def choose(self, place: int) -> None:
        """Open a tab."""
        value = self.options[place % len(self.options)][0]
        if value != self.value:
            self.value = value
            if self.on_change:
                self.on_change(value)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            place = next(n for n, (value, _) in enumerate(self.options) if value == self.value)
            self.choose(place + (1 if event.key == pygame.K_RIGHT else -1))
            return True
        if event.type == pygame.MOUSEMOTION:
            before, self._pointed = self._pointed, self._at(event.pos)
            return before != self._pointed
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and (place := self._at(event.pos)) >= 0:
            self.choose(place)
            return True
        return False

    def _at(self, pos: tuple[int, int]) -> int:
        return next(
            (place for place in range(len(self.options)) if self.tab_rect(place).collidepoint(pos)), -1
        )

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        places = [self.tab_rect(place) for place in range(len(self.options))]
        rooms = [place.inflate(-2 * look.px(8), -2 * look.px(2)) for place in places]
        # all tabs in one size: that of the longest words
        fits = [
            look.lettering.set(words, "button", *room.size, False)
            for (_, words), room in zip(self.options, rooms, strict=True)
        ]
        size = min(fit.pixels for fit in fits)
        for number, (value, words) in enumerate(self.options):
            active = value == self.value
            state = (
                "tab_active" if active else "tab_hover" if self.hovered and number == self._pointed else "tab"
            )
            look.nine(surface, state, places[number])
            colour = "ink" if active else "text_on_walnut"
            look.text(surface, words, rooms[number], "button", colour, "center", "middle", most=size)


class ScrollArea(Widget):
    """A window onto more widgets than fit. Children are placed as if nothing were scrolled; `lay` takes them
    over."""

    focusable = False

    def __init__(self, rect: pygame.Rect | None = None) -> None:
        super().__init__(rect)
        self.offset = 0
        self.content = 0
        """The height of all that is in it."""
        self.bar = 12

    def lay(self, children: Sequence[Widget], content: int, offset: int | None = None) -> None:
        """Take children, placed for offset 0, and the height of the whole."""
        self.children = list(children)
        self.content = content
        wanted, self.offset = self.offset if offset is None else offset, 0
        self.scroll(wanted)

    @property
    def most(self) -> int:
        """The farthest it scrolls."""
        return max(0, self.content - self.rect.height)

    def scroll(self, to: int) -> bool:
        """Scroll to an offset; whether that changed anything."""
        to = max(0, min(self.most, to))
        moved, self.offset = self.offset - to, to
        for child in self.children:
            for widget in _all(child):
                widget.rect.move_ip(0, moved)
        return moved != 0

    def reveal(self, child: Widget) -> None:
        if child.rect.top < self.rect.top:
            self.scroll(self.offset - (self.rect.top - child.rect.top))
        elif child.rect.bottom > self.rect.bottom:
            self.scroll(self.offset + child.rect.bottom - self.rect.bottom)

    def thumb(self) -> pygame.Rect:
        """The part of the scroll bar to drag."""
        track = pygame.Rect(self.rect.right - self.bar, self.rect.top, self.bar, self.rect.height)
        tall = max(self.bar * 2, track.height * self.rect.height // max(1, self.content))
        top = track.top + (track.height - tall) * self.offset // max(1, self.most)
        return pygame.Rect(track.left, top, track.width, tall)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            return self.scroll(self.offset - event.y * WHEEL_STEP * self.bar // 12)
        if event.type == pygame.MOUSEMOTION and self.pressed and self.most:
            room = self.rect.height - self.thumb().height
            return self.scroll(
                (event.pos[1] - self.rect.top - self.thumb().height // 2) * self.most // max(1, room)
            )
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            return self.scroll(
                self.offset + (1 if event.key == pygame.K_PAGEDOWN else -1) * self.rect.height * 9 // 10
            )
        return False

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        for child in self.children:
            if child.visible and child.rect.colliderect(self.rect):
                child.draw(surface, look)
        surface.set_clip(clip)
        if self.most:
            track = pygame.Rect(self.rect.right - self.bar, self.rect.top, self.bar, self.rect.height)
            look.nine(surface, "scrollbar_track", track)
            lit = self.pressed or self.hovered
            look.nine(surface, "scrollbar_thumb_hover" if lit else "scrollbar_thumb", self.thumb())


def _all(widget: Widget) -> Iterator[Widget]:
    yield widget
    for child in widget.children:
        yield from _all(child)
