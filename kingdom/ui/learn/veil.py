"""The dark over the table with holes for what a lesson is about, and an arrow that leads there."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from kingdom.rules.hexes import hexes_of
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.draw.geometry import CORNERS
from kingdom.ui.draw.look import Look

TELLING, ASKING = 150, 70
"""How dark it is while something is told, and while something is asked for."""
RINGED = 24
"""Hexes that have a golden edge each; more of them only shine."""


class Veil:
    """Made once for what it shows."""

    def __init__(self) -> None:
        self._key: object = None
        self._picture: pygame.Surface | None = None

    def draw(
        self,
        surface: pygame.Surface,
        look: Look,
        view: BoardView,
        hexes: int,
        open_hexes: int,
        rects: Sequence[pygame.Rect],
        dark: int,
    ) -> None:
        """Over the table; nothing if there is nothing to look at. Open hexes stay in the light without being
        meant."""
        if not hexes and not rects:
            return
        size = surface.get_size()
        places = tuple(tuple(pane.rect) for pane in view.panes)
        key = (size, hexes, open_hexes, tuple(map(tuple, rects)), dark, view.cameras, places)
        if key != self._key or self._picture is None:
            self._picture = self._make(look, size, view, hexes, open_hexes, rects, dark)
            self._key = key
        surface.blit(self._picture, (0, 0))

    def _make(
        self,
        look: Look,
        size: tuple[int, int],
        view: BoardView,
        hexes: int,
        open_hexes: int,
        rects: Sequence[pygame.Rect],
        dark: int,
    ) -> pygame.Surface:
        tone, gold = look.colour("shadow"), look.colour("glow_earned")
        picture = pygame.Surface(size, pygame.SRCALPHA)
        picture.fill((*tone, dark))
        thick, reach = max(2, look.px(3)), look.px(5)
        for pane in view.panes:
            picture.set_clip(pane.rect)
            for number in hexes_of((hexes | open_hexes) & pane.hexes):
                pygame.draw.polygon(picture, (*tone, 0), _corners(view, number, 1.03))
            if hexes.bit_count() <= RINGED:
                for number in hexes_of(hexes & pane.hexes):
                    pygame.draw.polygon(picture, (*gold, 255), _corners(view, number, 0.97), thick)
        picture.set_clip(None)
        for rect in rects:
            hole = rect.inflate(2 * reach, 2 * reach)
            pygame.draw.rect(picture, (*tone, 0), hole, border_radius=look.px(8))
            pygame.draw.rect(picture, (*gold, 255), hole, thick, border_radius=look.px(8))
        return picture


def _corners(view: BoardView, number: int, scale: float) -> list[tuple[float, float]]:
    (x, y), reach = view.centre(number), view.width_at(number) * scale
    return [(x + dx * reach, y + dy * reach) for dx, dy in CORNERS]


def draw_arrow(
    surface: pygame.Surface, look: Look, start: tuple[float, float], end: tuple[float, float]
) -> None:
    """From the words to what they are about."""
    length = math.dist(start, end)
    if length < look.px(26):
        return
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    thick, head = look.px(5), look.px(15)

    def outline(grow: float) -> list[tuple[float, float]]:
        neck = (end[0] - dx * head * 1.3, end[1] - dy * head * 1.3)
        tip = (end[0] + dx * grow * 1.6, end[1] + dy * grow * 1.6)
        narrow, broad = thick / 2 + grow, head * 0.75 + grow * 1.4
        return [
            (start[0] - dy * narrow, start[1] + dx * narrow),
            (neck[0] - dy * narrow, neck[1] + dx * narrow),
            (neck[0] - dy * broad - dx * grow, neck[1] + dx * broad - dy * grow),
            tip,
            (neck[0] + dy * broad - dx * grow, neck[1] - dx * broad - dy * grow),
            (neck[0] + dy * narrow, neck[1] - dx * narrow),
            (start[0] + dy * narrow, start[1] - dx * narrow),
        ]

    pygame.draw.polygon(surface, look.colour("shadow"), outline(max(1.0, look.px(2))))
    pygame.draw.polygon(surface, look.colour("glow_earned"), outline(0))


def edge_toward(rect: pygame.Rect, point: tuple[float, float]) -> tuple[float, float]:
    """Where the way from the middle of a rect to a point leaves it."""
    dx, dy = point[0] - rect.centerx, point[1] - rect.centery
    if not dx and not dy:
        return float(rect.centerx), float(rect.centery)
    scale = min(rect.width / 2 / abs(dx) if dx else math.inf, rect.height / 2 / abs(dy) if dy else math.inf)
    return rect.centerx + dx * min(1.0, scale), rect.centery + dy * min(1.0, scale)
