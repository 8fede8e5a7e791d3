"""The log: the story in words, newest below; pointing at a line tells which hexes it is about. Where lines
can be clicked, the one that is spoken of is tinted."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.text import Texts
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.panels.narration import Line
from kingdom.ui.widgets.widget import Widget

TALL = 1 << 20
"""Pixels: as many lines as there are."""
STILL_GROWING = 2
"""The last lines may have grown by what happened since: three builds become one line."""


class LogPanel(Widget):
    """The lines, scrolled by wheel or bar. `lines` are put in by the table."""

    def __init__(self, ground: Callable[[], TableTop]) -> None:
        super().__init__()
        self.ground = ground
        self.lines: list[tuple[Line, str, str, str]] = []
        """Line, colour and name of the player, and words."""
        self.back = 0
        """How many lines the view is scrolled up from the newest."""
        self.pointed: int | None = None
        self.chosen: Callable[[Line], object] | None = None
        """What a click on a line does; None: nothing."""
        self.current: int | None = None
        """The line that is spoken of."""
        self.names: list[str] = []
        self._version = 0
        self._kept = Painted()
        self._look: Look | None = None
        self._shown: list[tuple[int, str, bool]] = []
        """The lines as they are broken to its width: which line, words, and whether the line begins here."""
        self._row = 20
        self._pad = 8

    def take(
        self, lines: list[Line], texts: Texts, names: list[str], colours: list[str], anew: bool = False
    ) -> None:
        """Show these lines; the newest come into view. Only the end is put into words again, unless all is to
        be told anew."""
        same = 0
        while not anew and same < min(len(lines), len(self.lines)) and self.lines[same][0] is lines[same]:
            same += 1
        same = max(0, same - STILL_GROWING)
        self.lines[same:] = [
            (
                line,
                "" if line.player is None else colours[line.player],
                "" if line.player is None else names[line.player],
                line.say(texts),
            )
            for line in lines[same:]
        ]
        self.names = names
        self.back = 0
        self.pointed = None
        self._version += 1
        self._break()

    def _break(self) -> None:
        """Break the lines to the width there is."""
        look = self._look
        if look is None:
            return
        self._shown = []
        rooms = self._rooms(look)
        for number, (line, _, _, words) in enumerate(self.lines):
            wide = rooms[line.player is not None][1]
            parts = look.lettering.set(words, "small", wide, TALL, not line.heading).lines
            self._shown += [(number, part, place == 0) for place, part in enumerate(parts)]

    def _rooms(self, look: Look) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where the words of a line begin, and how wide they may be: of nobody's line, and of a player's."""
        left, wide = look.px(12), self.rect.width - look.px(34)
        widest = max((look.measure(name, "bold")[0] for name in self.names), default=0)
        names = min(widest + look.px(8), self.rect.width // 4) + look.px(18)
        return (left, wide), (left + names, max(1, wide - names))

    def lit(self) -> int:
        """The hexes of the line that is pointed at."""
        if not self.hovered or self.pointed is None or self.pointed >= len(self.lines):
            return 0
        return self.lines[self.pointed][0].hexes

    def place(self, rect: pygame.Rect, look: Look) -> None:
        """Where it is, and how high a line is."""
        self.rect, self._look = rect, look
        self._row, self._pad = look.line_height("small") + look.px(2), look.px(8)

    @property
    def rows(self) -> int:
        """How many lines can be seen."""
        return max(1, (self.rect.height - 2 * self._pad) // self._row)

    def scroll(self, lines: int) -> bool:
        """Go back (or on) by so many lines."""
        before = self.back
        self.back = max(0, min(len(self._shown) - self.rows, self.back + lines))
        return before != self.back

    def speak_of(self, line: int | None) -> None:
        """Point out a line, and bring it into view."""
        if line == self.current:
            return
        self.current = line
        places = [place for place, (number, _, _) in enumerate(self._shown) if number == line]
        if places and not self._first() <= places[0] <= places[-1] < self._first() + self.rows:
            self.back = 0
            self.scroll(len(self._shown) - places[0] - (self.rows + 1) // 2)

    def _first(self) -> int:
        return max(0, len(self._shown) - self.rows - self.back)

    def row_of(self, line: int) -> pygame.Rect:
        """Where a line begins, if it is in sight."""
        place = next(place for place, (number, _, _) in enumerate(self._shown) if number == line)
        top = self.rect.top + self._pad + (place - self._first()) * self._row
        return pygame.Rect(self.rect.left, top, self.rect.width, self._row)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before = self.pointed
            row = (event.pos[1] - self.rect.top - self._pad) // self._row
            inside = (
                self.rect.collidepoint(event.pos)
                and 0 <= row < self.rows
                and self._first() + row < len(self._shown)
            )
            self.pointed = self._shown[self._first() + row][0] if inside else None
            return before != self.pointed
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.chosen is not None:
            if self.pointed is None or not self.rect.collidepoint(event.pos):
                return False
            self.chosen(self.lines[self.pointed][0])
            return True
        return False

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        pointed = self.pointed if self.hovered else None
        key = (self._version, self.back, pointed, self.current, len(self.lines))
        self._kept.show(
            surface, self.ground(), self.rect, key, lambda on, rect: self._paint(on, rect, look, pointed)
        )

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look, pointed: int | None) -> None:
        look.nine(surface, "panel_parchment", rect)
        self.cut.clear()
        first, rooms = self._first(), self._rooms(look)
        for place, (number, words, begins) in enumerate(self._shown[first : first + self.rows]):
            line, colour, name, _ = self.lines[number]
            left, wide = rooms[line.player is not None]
            top = rect.top + self._pad + place * self._row
            row = pygame.Rect(rect.left + left, top, wide, self._row)
            whole = pygame.Rect(rect.left + look.px(8), top, rect.width - look.px(24), self._row)
            if number == pointed and (line.hexes or self.chosen is not None):
                look.shade(surface, whole, 90, "gold")
            if number == self.current:
                look.shade(surface, whole, 60, "burnt_orange")
            if line.heading:
                self.write(surface, look, words, row, "tiny", "text_accent", "center")
                continue
            if line.player is not None and begins:
                start = rect.left + look.px(12)
                dot = pygame.Rect(start, 0, look.px(9), look.px(9))
                dot.centery = row.centery
                pygame.draw.rect(surface, look.colour(f"player_{colour}"), dot, border_radius=look.px(2))
                pygame.draw.rect(surface, look.colour("walnut_light"), dot, 1, border_radius=look.px(2))
                called = pygame.Rect(start + look.px(14), top, row.left - start - look.px(18), self._row)
                self.write(surface, look, name, called, "bold", "text_accent")
            ink = "ink" if line.player is not None else "ink_soft"
            self.write(surface, look, words, row, "small", ink)
        if len(self._shown) > self.rows:
            self._paint_bar(surface, rect, look)

    def _paint_bar(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        track = pygame.Rect(
            rect.right - look.px(14), rect.top + look.px(8), look.px(8), rect.height - look.px(16)
        )
        tall = max(look.px(16), track.height * self.rows // len(self._shown))
        top = track.top + (track.height - tall) * self._first() // max(1, len(self._shown) - self.rows)
        look.nine(surface, "scrollbar_track", track)
        look.nine(surface, "scrollbar_thumb", pygame.Rect(track.left, top, track.width, tall))
