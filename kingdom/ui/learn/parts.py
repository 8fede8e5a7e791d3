"""The table as a lesson knows it, and where the things are that a lesson points at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import pygame

from kingdom.learn.moments import idle_cards
from kingdom.learn.pointing import Point
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.widgets.tooltip import Tip


class LessonTable(Protocol):
    """What a lesson asks of the table it is played at."""

    view: BoardView

    def places(self, part: str, of: str) -> list[pygame.Rect]:
        """Where a part of the table is."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event."""

    def refresh(self) -> None:
        """The match has changed by itself."""

    def mouse_shape(self) -> str:
        """What the mouse looks like."""

    def asked_about(self) -> Tip | None:
        """A note about what is pointed at."""

    def clicked_about(self) -> Tip | None:
        """The same for a right click."""

    def keep_clear(self, read_above: list[pygame.Rect]) -> None:
        """Where the lesson is to be read: no note goes there."""

    def draw_hex_note(self, surface: pygame.Surface) -> None:
        """The note about a hex that is pointed at."""

    @property
    def notes(self) -> bool:
        """Whether it tells about one of its parts just now."""


def part_rects(table: LessonTable, game: Game, points: Sequence[Point]) -> list[pygame.Rect]:
    """Where the parts of the table are that are pointed at."""
    found: list[pygame.Rect] = []
    for point in points:
        if point.word == "idle_cards":
            found += [rect for card in idle_cards(game) for rect in table.places("card", card)]
        elif point.is_part:
            found += table.places(point.word, point.of)
    return [rect for rect in found if rect.width and rect.height]


def pointed_hexes(game: Game, points: Iterable[Point]) -> int:
    """The hexes that are pointed at."""
    found = 0
    for point in points:
        found |= point.hexes(game)
    return found


def hex_rects(view: BoardView, hexes: int) -> list[pygame.Rect]:
    """Where hexes are on the screen, as far as they are seen."""
    found = []
    for number in hexes_of(hexes):
        (x, y), width = view.centre(number), view.width_at(number)
        rect = pygame.Rect(0, 0, round(width), round(width * 1.15))
        rect.center = round(x), round(y)
        seen = rect.clip(view.pane_of(number).rect)
        if seen.width and seen.height:
            found.append(seen)
    return found
