"""Single hexes in the colours of the real painter: what a stroke shows at once, and what the palette has."""

from __future__ import annotations

import pygame

from kingdom.map_check import grid_of
from kingdom.studio.canvas import Cell
from kingdom.ui.board.board_picture import paint_land
from kingdom.ui.draw.geometry import HexGrid
from kingdom.ui.draw.sheets import Sheets

AROUND = 3
"""Hexes to a side of the small land that a stamp is cut from."""
SHARP = 3
"""The mask of a stamp is drawn this much larger and then reduced: smooth edges."""


class Stamps:
    """A picture for each word at a width of hexes; made once."""

    def __init__(self, sheets: Sheets) -> None:
        self.sheets = sheets
        self._width = 0.0
        self._made: dict[Cell, pygame.Surface] = {}

    def stamp(self, cell: Cell, width: float) -> pygame.Surface:
        """One hex of this word, as large as the box around it."""
        if width != self._width:
            self._width = width
            self._made.clear()
        if cell not in self._made:
            self._made[cell] = self._cut(cell, width)
        return self._made[cell]

    def _cut(self, cell: Cell, width: float) -> pygame.Surface:
        ground = (cell[0], "") if not cell[1] else ("grass", "")
        cells = {(r, c): ground for r in range(AROUND) for c in range(AROUND)}
        cells[1, 1] = cell
        land, hexes = paint_land(self.sheets, grid_of(cells, (AROUND, AROUND)), width)
        x, y = hexes.centre(1, 1)
        one = HexGrid(1, 1, width)
        size = round(one.size[0]), round(one.size[1])
        found = pygame.Surface(size, pygame.SRCALPHA)
        found.blit(land, (round(size[0] / 2 - x), round(size[1] / 2 - y)))
        found.blit(_mask(size), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
        return found


def _mask(size: tuple[int, int]) -> pygame.Surface:
    large = pygame.Surface((size[0] * SHARP, size[1] * SHARP), pygame.SRCALPHA)
    points = HexGrid(1, 1, size[0] * SHARP).corners(0, 0)
    pygame.draw.polygon(large, (255, 255, 255, 255), points)
    return pygame.transform.smoothscale(large, size)
