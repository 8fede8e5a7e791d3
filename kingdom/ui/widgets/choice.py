"""One of a few: a list that unfolds, and tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.shares import shares
from kingdom.ui.widgets.widget import CONFIRM, Telling, Widget


class Choice(Widget):
    """One of a few: a click opens the list, the arrows and the wheel step through it."""

    focusable = True

    def __init__(
        self,
        options: Sequence[tuple[object, str]],
        value: object,
        on_change: Callable[[object], object] | None = None,
        rect: pygame.Rect | None = None,
        tooltip: Telling = None,
        icons: dict[object, str] | None = None,
    ) -> None:
        super().__init__(rect, tooltip)
        self.options = list(options)
        self.value, self.on_change, self.icons = value, on_change, icons or {}
        self.open = False
        self._pointed = -1
        self._top = 0
        self._window_height = 0
        self._list_width = 0
        """What the longest words need; as wide as the closed choice at least."""
        self._list_right = 0
        """How far to the right the list may go."""
        self._bar = 0
        """How wide the bar of a long list is."""

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
        wide = max(self.rect.width, self._list_width)
        place = pygame.Rect(self.rect.left, self.rect.bottom, wide, self._shown() * self.rect.height)
        if self._list_right and place.right > self._list_right:
            place.left = max(0, self._list_right - place.width)
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
            return self._key(event.key) or self._letter(event.unicode)
        if event.type == pygame.MOUSEWHEEL and self.open:
            self._top = max(0, min(len(self.options) - self._shown(), self._top - event.y))
            return True
        if event.type == pygame.MOUSEMOTION and self.open:
            self._pointed = self._row_at(event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.open:
            if self._scroll_to(event.pos):
                return True
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
            return False
        if self.open:
            self._point(max(0, min(len(self.options) - 1, self._pointed + step)))
        else:
            self.choose((self.index + step) % len(self.options))
        return True

    def _letter(self, letter: str) -> bool:
        """In an open list a letter leads to the next entry that begins with it; the list takes all keys."""
        if self.open and letter.strip():
            later = [
                place % len(self.options)
                for place in range(self._pointed + 1, self._pointed + 1 + len(self.options))
            ]
            for place in later:
                if self.options[place][1][:1].casefold() == letter.casefold():
                    self._point(place)
                    break
        return self.open

    def _point(self, place: int) -> None:
        """Lead to an entry of the open list, and bring it into view."""
        self._pointed = place
        self._top = min(max(self._top, place - self._shown() + 1), place)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        look.nine(surface, "field_focus" if self.hovered or self.focused or self.open else "field", self.rect)
        self.cut.clear()
        if self.options:
            self._entry(surface, look, self.index, self.rect, look.px(26))
        # the list is placed by the size of the window, which is known only here
        self._list_right, self._window_height = look.size[0] - look.px(4), look.size[1]
        self._bar = look.px(10)
        if self.open:
            words = max(look.measure(words, "body")[0] for _, words in self.options)
            self._list_width = min(words + look.px(80), self._list_right)
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
        self.write(surface, look, words, inner, "body", "ink" if self.enabled else "text_soft")

    def thumb(self) -> pygame.Rect | None:
        """Where on the bar beside the open list the rows on show are; None if all are."""
        shown, count = self._shown(), len(self.options)
        if shown == count:
            return None
        place = self.list_rect()
        tall = max(2 * self._bar, place.height * shown // count)
        top = place.top + (place.height - tall) * self._top // (count - shown)
        return pygame.Rect(place.right - self._bar, top, self._bar, tall)

    def _scroll_to(self, pos: tuple[int, int]) -> bool:
        """Bring into view what a place on the bar stands for; whether there is one."""
        thumb, place = self.thumb(), self.list_rect()
        if thumb is None or not place.collidepoint(pos) or pos[0] < thumb.left:
            return False
        most, room = len(self.options) - self._shown(), max(1, place.height - thumb.height)
        self._top = max(0, min(most, round((pos[1] - place.top - thumb.height / 2) * most / room)))
        return True

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        if not self.open:
            return
        place = self.list_rect()
        look.panel(surface, place.inflate(look.px(4), look.px(4)))
        thumb, wide = self.thumb(), place.width
        if thumb is not None:  # otherwise nobody would know that there is more
            look.nine(
                surface, "scrollbar_track", pygame.Rect(thumb.left, place.top, thumb.width, place.height)
            )
            look.nine(surface, "scrollbar_thumb", thumb)
            wide -= thumb.width
        for row in range(self._shown()):
            number = row + self._top
            line = pygame.Rect(place.left, place.top + row * self.rect.height, wide, self.rect.height)
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
        tooltip: Telling = None,
    ) -> None:
        super().__init__(rect, tooltip)
        self.options, self.value, self.on_change = list(options), value, on_change
        self._pointed = -1
        self._wishes: list[int] = []
        """What the words of each tab need; known once it was drawn."""

    def tab_rect(self, place: int) -> pygame.Rect:
        """The place of one tab: all are equally wide, unless that would cut words short."""
        known = len(self._wishes) == len(self.options)
        widths = shares(self.rect.width, self._wishes if known else [0] * len(self.options))
        left = self.rect.left + sum(widths[:place])
        return pygame.Rect(left, self.rect.top, widths[place] - 2, self.rect.height)

    def _wish(self, look: Look) -> list[int]:
        """How wide each tab must be for its words in the smallest letters."""
        least, edges = look.lettering.smallest("button"), 2 * look.px(8) + 3
        return [look.measure(words, "button", None, least)[0] + edges for _, words in self.options]

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
        self._wishes = self._wish(look)
        places = [self.tab_rect(place) for place in range(len(self.options))]
        rooms = [place.inflate(-2 * look.px(8), -2 * look.px(2)) for place in places]
        size = look.one_size(
            "button", [(words, room) for (_, words), room in zip(self.options, rooms, strict=True)]
        )
        self.cut.clear()
        for number, (value, words) in enumerate(self.options):
            active = value == self.value
            state = (
                "tab_active" if active else "tab_hover" if self.hovered and number == self._pointed else "tab"
            )
            look.nine(surface, state, places[number])
            colour = "ink" if active else "text_on_walnut"
            self.write(surface, look, words, rooms[number], "button", colour, "center", pixels=size)
