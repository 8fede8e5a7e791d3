"""The log: the story in words, newest below; pointing at a line tells which hexes it is about."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.text import Texts
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Ground, Painted
from kingdom.ui.table.narration import Line
from kingdom.ui.widgets.widget import Widget

STILL_GROWING = 2
"""The last lines may have grown by what happened since: three builds become one line."""


class LogPanel(Widget):
    """The lines, scrolled by wheel or bar. `lines` are put in by the table."""

    def __init__(self, ground: Callable[[], Ground]) -> None:
        super().__init__()
        self.ground = ground
        self.lines: list[tuple[Line, str, str, str]] = []
        """Line, colour and name of the player, and words."""
        self.back = 0
        """How many lines the view is scrolled up from the newest."""
        self.pointed: int | None = None
        self.names: list[str] = []
        self._version = 0
        self._kept = Painted()
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

    def lit(self) -> int:
        """The hexes of the line that is pointed at."""
        if not self.hovered or self.pointed is None or self.pointed >= len(self.lines):
            return 0
        return self.lines[self.pointed][0].hexes

    def place(self, rect: pygame.Rect, look: Look) -> None:
        """Where it is, and how high a line is."""
        self.rect = rect
        self._row, self._pad = look.line_height("small") + look.px(2), look.px(8)

    @property
    def rows(self) -> int:
        """How many lines can be seen."""
        return max(1, (self.rect.height - 2 * self._pad) // self._row)

    def scroll(self, lines: int) -> bool:
        """Go back (or on) by so many lines."""
        before = self.back
        self.back = max(0, min(len(self.lines) - self.rows, self.back + lines))
        return before != self.back

    def _first(self) -> int:
        return max(0, len(self.lines) - self.rows - self.back)

    def row_of(self, line: int) -> pygame.Rect:
        """Where a line is, if it is in sight."""
        top = self.rect.top + self._pad + (line - self._first()) * self._row
        return pygame.Rect(self.rect.left, top, self.rect.width, self._row)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before = self.pointed
            row = (event.pos[1] - self.rect.top - self._pad) // self._row
            inside = (
                self.rect.collidepoint(event.pos)
                and 0 <= row < self.rows
                and self._first() + row < len(self.lines)
            )
            self.pointed = self._first() + row if inside else None
            return before != self.pointed
        return False

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        pointed = self.pointed if self.hovered else None
        key = (self._version, self.back, pointed, len(self.lines))
        self._kept.show(
            surface, self.ground(), self.rect, key, lambda on, rect: self._paint(on, rect, look, pointed)
        )

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look, pointed: int | None) -> None:
        look.nine(surface, "panel_parchment", rect)
        first = self._first()
        shown = self.lines[first : first + self.rows]
        widest = max((look.measure(name, "bold")[0] for name in self.names), default=0)
        names = min(widest + look.px(8), rect.width // 4)
        bar = look.px(10) if len(self.lines) > self.rows else 0
        for number, (line, colour, name, words) in enumerate(shown):
            row = self.row_of(first + number).move(rect.left - self.rect.left, rect.top - self.rect.top)
            row.left, row.width = rect.left + look.px(12), rect.width - look.px(20) - bar
            if first + number == pointed and line.hexes:
                look.shade(surface, row.inflate(look.px(8), 0), 90, "gold")
            if line.heading:
                look.text(surface, words, row, "tiny", "text_accent", "center", "middle")
                continue
            if line.player is not None:
                dot = pygame.Rect(row.left, 0, look.px(9), look.px(9))
                dot.centery = row.centery
                pygame.draw.rect(surface, look.colour(f"player_{colour}"), dot, border_radius=look.px(2))
                pygame.draw.rect(surface, look.colour("walnut_light"), dot, 1, border_radius=look.px(2))
                place = pygame.Rect(row.left + look.px(14), row.top, names, row.height)
                look.text(surface, name, place, "bold", "text_accent", valign="middle")
                row.left += names + look.px(18)
                row.width -= names + look.px(18)
            look.text(
                surface,
                words,
                row,
                "small",
                "ink" if line.player is not None else "ink_soft",
                valign="middle",
            )
        if bar:
            self._paint_bar(surface, rect, look)

    def _paint_bar(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        track = pygame.Rect(
            rect.right - look.px(14), rect.top + look.px(8), look.px(8), rect.height - look.px(16)
        )
        tall = max(look.px(16), track.height * self.rows // len(self.lines))
        top = track.top + (track.height - tall) * self._first() // max(1, len(self.lines) - self.rows)
        look.nine(surface, "scrollbar_track", track)
        look.nine(surface, "scrollbar_thumb", pygame.Rect(track.left, top, track.width, tall))
