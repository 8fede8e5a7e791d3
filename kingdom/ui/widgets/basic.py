"""Words, pictures, buttons and boxes to tick."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Clickable, Telling, Told, Widget, told


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
        tooltip: Telling = None,
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
        self.pixels: int | None = None
        """The size of the list or panel it is part of; None: its style's."""

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        self.write(
            surface,
            look,
            told(self.text),
            self.rect,
            self.style,
            self.colour,
            self.align,
            self.valign,
            self.wrap,
            self.pixels,
        )


class Picture(Widget):
    """A picture of a sheet."""

    def __init__(
        self, sheet: str, name: str, rect: pygame.Rect | None = None, tooltip: Telling = None
    ) -> None:
        super().__init__(rect, tooltip)
        self.sheet, self.name = sheet, name

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        look.picture(surface, self.sheet, self.name, self.rect)

    def looked_up(self, pos: tuple[int, int] | None) -> Tip:
        note = super().looked_up(pos)
        return note if note.leads else Tip(picture=(self.sheet, self.name))


class Button(Clickable):
    """A wooden button with words, an icon, or both. Kinds: plain, primary, quiet (no wood until pointed
    at)."""

    def __init__(
        self,
        text: Told = "",
        on_click: Callable[[], object] | None = None,
        rect: pygame.Rect | None = None,
        icon: str | None = None,
        kind: str = "plain",
        hint: Told = None,
        tooltip: Telling = None,
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

    def headed(self, words: str) -> Tip:
        picture = ("interface", f"icon_{self.icon}") if self.icon else None
        name = told(self.text)
        return Tip(name, words, picture=picture) if name else Tip(words, picture=picture)

    def wood(self) -> str:
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
        self.cut.clear()
        if self.kind != "quiet" or self.hovered or self.focused:
            look.nine(surface, self.wood(), self.rect)
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
            beside = pygame.Rect(inner.left + size + look.px(10), inner.top, 0, inner.height)
            beside.width = max(0, inner.right - beside.left)
            if look.is_cut(words, inner, self.style) or not look.is_cut(words, beside, self.style):
                centre = (inner.left + size // 2 + look.px(4), inner.centery)
                look.icon(surface, self.icon, centre, size, not self.enabled)
                inner = beside  # else the words need all the room
        hint = told(self.hint)
        above, below = look.line_height(self.style), look.line_height("small")
        spare = inner.height - above - below
        if hint and spare >= -(above + below) // 4:
            # the lines may share what is empty above and below their letters
            upper = pygame.Rect(inner.left, inner.top + spare // 2 - min(0, spare) // 4, inner.width, above)
            lower = pygame.Rect(inner.left, 0, inner.width, below)
            lower.bottom = inner.bottom - spare // 2 + min(0, spare) // 4
            self.write(surface, look, words, upper, self.style, colour, "center")
            self.write(surface, look, hint, lower, "small", colour, "center")
            return
        self.write(surface, look, words, inner, self.style, colour, "center")

    def width_of_words(self, look: Look, text: str | None = None) -> int:
        """How wide it has to be for its icon and its words, above all; or for other words."""
        name = told(self.text) if text is None else text
        words = max(look.measure(name, self.style)[0], look.measure(told(self.hint), "small")[0])
        return words + 2 * look.px(8) + (look.px(26) + look.px(10) if self.icon else 0) + look.px(6)

    def _ink(self) -> str:
        if not self.enabled:
            return "text_on_disabled"
        if self.kind == "quiet" and not (self.hovered or self.focused):
            return "text"
        return "text_on_primary" if self.kind == "primary" else "text_on_button"


class Toggle(Clickable):
    """A box to tick, with words beside it."""

    def __init__(
        self,
        text: Told,
        value: bool,
        on_change: Callable[[bool], object] | None = None,
        rect: pygame.Rect | None = None,
        tooltip: Telling = None,
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

    def headed(self, words: str) -> Tip:
        return Tip(told(self.text), words)

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
        self.cut.clear()
        self.write(
            surface,
            look,
            told(self.text),
            words,
            self.style,
            self.colour if self.enabled else "text_soft",
        )
