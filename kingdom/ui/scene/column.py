"""Widgets below each other: what a tab of a page is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Label, Toggle
from kingdom.ui.widgets.widget import Widget

RADIO = ("radio_off", "radio_on")
TICK = ("checkbox_off", "checkbox_on")

Entry = tuple[str, bool, Callable[[bool], object], str]
"""A box to tick: words, state, what a change does, and tooltip."""


class Column:
    """As wide as the room."""

    def __init__(self, app: Host, room: pygame.Rect, row: int) -> None:
        self.app, self.room, self.row = app, room, row
        self.top = room.top
        self.widgets: list[Widget] = []

    @property
    def height(self) -> int:
        """How high it is so far."""
        return self.top - self.room.top

    def line(self, parts: int = 1) -> list[pygame.Rect]:
        """The places of the next line, side by side."""
        gap = self.app.look.px(8)
        wide = (self.room.width - gap * (parts - 1)) // parts
        left, tall = self.room.left, self.row - self.app.look.px(6)
        places = [pygame.Rect(left + n * (wide + gap), self.top, wide, tall) for n in range(parts)]
        self.top += self.row
        return places

    def add(self, widget: Widget, height: int) -> None:
        """A widget that has its place already, and how high it is."""
        self.widgets.append(widget)
        self.top += height

    def gap(self, design: float) -> None:
        """Some free room."""
        self.top += self.app.look.px(design)

    def words(
        self, text: str, style: str = "body", colour: str = "text_soft", indent: float = 0
    ) -> pygame.Rect:
        """Words over the whole width, as high as they are."""
        look = self.app.look
        left = self.room.left + look.px(indent)
        wide = self.room.right - left
        place = pygame.Rect(left, self.top, wide, look.measure(text, style, wide)[1])
        self.widgets.append(Label(text, place, style, colour, valign="top", wrap=True))
        self.top = place.bottom
        return place

    def toggles(
        self,
        entries: Sequence[Entry],
        icons: tuple[str, str] = TICK,
    ) -> list[Toggle]:
        """Boxes to tick: side by side if all of them fit, else below each other."""
        look = self.app.look
        widest = max(look.measure(words, "name")[0] for words, *_ in entries) + look.px(48)
        parts = len(entries) if widest * len(entries) < self.room.width else 1
        made = []
        for number, (words, value, change, tip) in enumerate(entries):
            if number % parts == 0:
                places = self.line(parts)
            made.append(Toggle(words, value, change, places[number % parts], tip, "name", icons=icons))
        self.widgets += made
        return made
