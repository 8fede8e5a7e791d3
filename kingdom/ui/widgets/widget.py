"""What every widget is. Input comes from event fields only, so a test plays by posting events.

A widget draws itself and handles the events that a `Group` routes to it; the group knows the mouse, the
keyboard focus and tooltips. All rects are in window pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pygame

from kingdom.ui.draw.lettering import Colour
from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.tooltip import Tip

Told = str | Callable[[], str] | None
"""A text, or what makes it at the moment it is needed."""
Telling = Tip | str | Callable[[], Tip | str] | None
"""A note, or what makes it at the moment it is needed."""

Pictured = tuple[str, str]
"""A picture: its sheet and name."""

CONFIRM = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
"""Keys that do what a click does."""


def told(text: Told) -> str:
    """The words of a text that may have to be made first."""
    return text() if callable(text) else text or ""


class Widget:
    """Something with a place in the window. By itself it shows nothing and takes no focus."""

    focusable = False
    pointable = True
    """Whether the mouse notices it."""
    tab_stop = True
    """Whether the Tab key stops at it; of many that are one choice it stops only at the chosen one, and the
    arrows lead to the others."""

    def __init__(
        self, rect: pygame.Rect | None = None, tooltip: Telling = None, key: int | None = None
    ) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0) if rect is None else pygame.Rect(rect)
        self.tooltip = tooltip
        self.key = key
        """The key that does the same as a click, from wherever the focus is."""
        self.enabled = True
        self.why: Telling = None
        """Why it is disabled: shown instead of the tooltip."""
        self.visible = True
        self.hovered = False
        self.focused = False
        self.pressed = False
        self.children: list[Widget] = []
        self.cut: list[str] = []
        """Texts that had no room to be shown whole when it was drawn: its note tells them."""
        self.pictured: list[tuple[pygame.Rect, Pictured]] = []
        """Pictures of things of the game that it has drawn, and where, from its own corner."""

    def write(
        self,
        surface: pygame.Surface,
        look: Look,
        text: str,
        rect: pygame.Rect,
        style: str = "body",
        colour: str | Colour = "ink",
        align: str = "left",
        valign: str = "middle",
        wrap: bool = False,
        pixels: int | None = None,
    ) -> pygame.Rect:
        """Write a text of its own; one that has to be cut short is told whole by its note."""
        if look.is_cut(text, rect, style, wrap, pixels):
            self.cut.append(text)
        return look.text(surface, text, rect, style, colour, align, valign, wrap, pixels)

    def show_thing(
        self,
        surface: pygame.Surface,
        look: Look,
        picture: Pictured,
        rect: pygame.Rect,
        corner: tuple[int, int] | None = None,
    ) -> pygame.Rect:
        """Draw a picture of a thing of the game, so that pointing at it leads to its page; the rect it takes.
        On another surface than the window, `corner` is where the widget begins."""
        place = look.picture(surface, *picture, rect)
        x, y = self.rect.topleft if corner is None else corner
        self.pictured.append((place.move(-x, -y), picture))
        return place

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

    def note(self) -> Tip:
        """What it tells when it is pointed at, with whatever had no room on it."""
        telling = self.why if not self.enabled and self.why else self.tooltip
        found = telling() if callable(telling) else telling or ""
        if isinstance(found, str):
            found = self.headed(found) if found else Tip()
        return found.saying(*self.cut)

    def looked_up(self, pos: tuple[int, int] | None) -> Tip:
        """The note whose page F1 opens: about the picture at a point, or else what its own note is about; the
        keyboard points at the first picture."""
        for place, picture in self.pictured:
            if pos is not None and place.move(self.rect.topleft).collidepoint(pos):
                return Tip(picture=picture)
        note = self.note()
        if self.pictured and not note.leads and (pos is None or len(self.pictured) == 1):
            return Tip(picture=self.pictured[0][1])
        return note

    def headed(self, words: str) -> Tip:
        """Plain words as a note, with what it is called and looks like; by itself, the first line is the
        title."""
        title, _, rest = words.partition("\n")
        return Tip(title, rest)

    def tip(self) -> str:
        """The words of its note."""
        return self.note().words

    def walk(self) -> Iterator[Widget]:
        """Itself and everything in it that can be seen, in the order of the Tab key."""
        if self.visible:
            yield self
            for child in self.children:
                yield from child.walk()


class Clickable(Widget):
    """Something that a click or a key with the focus sets off: `activate` says what."""

    focusable = True

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            return self.activate()
        if event.type == pygame.KEYDOWN and event.key in CONFIRM:
            return self.activate()
        return False


class Laid(NamedTuple):
    """Widgets one below the other, and how tall they are together."""

    widgets: list[Widget]
    tall: int
