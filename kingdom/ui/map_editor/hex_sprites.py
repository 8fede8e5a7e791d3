"""Sprites of single hexes, for new strokes and the palette. They look like hexes on the board. Also contains
the names of hexes."""

from __future__ import annotations

import pygame

from kingdom.map_editor.document import Cell
from kingdom.maps.tiled import contents_to_grid
from kingdom.rules.expansion import LOCATION
from kingdom.rules.registry import TERRAINS
from kingdom.text.translator import Translator
from kingdom.ui.board.board_rendering import render_map
from kingdom.ui.draw.hex_grid import HexGrid
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.ui.draw.supersampling import render_supersampled

PALETTE_HEX_SIZE = 62
"""Size of a hex in the palette, in design pixels."""


SAMPLE_MAP_SIDE_HEXES = 3
"""Number of rows and columns of the small map from which a sprite is cut."""


class HexSprites:
    """Renders and caches a sprite for each terrain, landmark or location at the current hex width."""

    def __init__(self, sprite_sheets: SpriteSheets) -> None:
        self.sprite_sheets = sprite_sheets
        self._width = 0.0
        self._cache: dict[Cell, pygame.Surface] = {}

    def get_sprite(self, cell: Cell, width: float) -> pygame.Surface:
        """Returns the sprite of a hex. It is as large as the hex's bounding box."""
        if width != self._width:
            self._width = width
            self._cache.clear()
        if cell not in self._cache:
            self._cache[cell] = self._render(cell, width)
        return self._cache[cell]

    def _render(self, cell: Cell, width: float) -> pygame.Surface:
        surrounding = (cell[0], "") if not cell[1] else ("grass", "")
        cells = {
            (r, c): surrounding for r in range(SAMPLE_MAP_SIDE_HEXES) for c in range(SAMPLE_MAP_SIDE_HEXES)
        }
        cells[1, 1] = cell
        image, image_grid = render_map(
            self.sprite_sheets, contents_to_grid(cells, (SAMPLE_MAP_SIDE_HEXES, SAMPLE_MAP_SIDE_HEXES)), width
        )
        x, y = image_grid.center(1, 1)
        hex_grid = HexGrid(1, 1, width)
        size = round(hex_grid.size[0]), round(hex_grid.size[1])
        sprite = pygame.Surface(size, pygame.SRCALPHA, 32)
        sprite.blit(image, (round(size[0] / 2 - x), round(size[1] / 2 - y)))
        sprite.blit(_mask(size), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
        return sprite


def _mask(size: tuple[int, int]) -> pygame.Surface:
    def draw(large: pygame.Surface) -> None:
        pygame.draw.polygon(large, (255, 255, 255), HexGrid(1, 1, large.get_width()).corners(0, 0))

    return render_supersampled(size, 3, (0, 0, 0, 0), draw)


def cell_name(translator: Translator, cell: Cell) -> str:
    """Returns the translated name of a terrain, landmark or location."""
    name, tile = cell
    if name == LOCATION:
        return translator.tr(f"tile.{tile}")
    return translator.tr(f"terrain.{name}" if name in TERRAINS else f"landmark.{name}")
