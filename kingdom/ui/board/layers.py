"""Cached images of a map: one with only the terrain, and one that also includes everything on it that doesn't
move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from kingdom.rules.board import TerrainGrid
from kingdom.rules.hexes import iter_hexes
from kingdom.ui.board.board_geometry import BOARD_MARGIN, SEA_MARGIN, painted_grid
from kingdom.ui.board.sprites import BoardSprite, draw_board_sprites, row_column, scaled_sprite, sprite_rect
from kingdom.ui.board.terrain_painter import GROUND_SHEET, PROPS_SHEET, fill_open_sea, terrain_painter
from kingdom.ui.draw.display_lock import DISPLAY_LOCK
from kingdom.ui.draw.hex_grid import HexGrid
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.surface_cache import trim_malloc
from kingdom.worker.executor import BackgroundTask, IsNeeded, always_needed

ROW_MARKER_MARGIN = 0.7
"""Space in hex widths for the markers at the ends of rows."""
BANDED_FROM_PIXELS = 2_500_000
"""Minimum number of pixels (10 MB) of a map that is painted in bands."""
DOWNSCALE_FROM_PIXELS = 2_000_000
"""Minimum number of pixels (8 MB) of a map that is stored at half resolution while hidden."""
BAND_HEIGHT_PX = 512
"""Height of a band in pixels."""


@dataclass(frozen=True)
class TerrainViewKey:
    """Everything that painted terrain depends on: the pane's size, the zoom, the hex positions when fully
    zoomed out, and the contrast."""

    size: tuple[int, int]
    zoom: float
    unzoomed_grid: HexGrid
    high_contrast: bool = False
    """Affects the parchment around the map."""

    def matches(self, other: TerrainViewKey) -> bool:
        """True if terrain painted for the other key also looks sharp with this key."""
        return (
            self.size == other.size
            and self.unzoomed_grid == other.unzoomed_grid
            and self.high_contrast == other.high_contrast
            and abs(self.zoom - other.zoom) < 1e-6
        )


@dataclass(frozen=True)
class TerrainLayer:
    """Painted terrain and the positions of its hexes.

    The surroundings (parchment or open sea) are not stored. In a wide, zoomed window they would make up most
    of the image.
    """

    image: pygame.Surface
    view_key: TerrainViewKey
    grid: HexGrid
    """Positions of the hexes in the image."""
    offset: tuple[int, int]
    """Top left corner of the image, as a position on the whole map at this zoom."""
    paint_surroundings: Callable[[pygame.Surface, tuple[int, int]], None]
    """Paints the surroundings onto a surface. The given point is the surface's top left corner on the whole
    map."""

    def downscaled(self) -> TerrainLayer:
        """Returns the layer at half resolution, which takes a quarter of the memory. A small layer is
        returned unchanged."""
        width, height = self.image.get_size()
        if width * height < DOWNSCALE_FROM_PIXELS:
            return self
        view_key = replace(self.view_key, zoom=self.view_key.zoom / 2)
        image = pygame.transform.smoothscale(self.image, (width // 2, height // 2))
        offset = round(self.offset[0] / 2), round(self.offset[1] / 2)
        return TerrainLayer(
            image, view_key, self.grid.zoomed_and_moved(0.5, 0, 0), offset, self.paint_surroundings
        )


class TerrainLayerPainter:
    def __init__(self, renderer: Renderer, terrain_grid: TerrainGrid, has_sea: bool) -> None:
        self.renderer, self.terrain_grid, self.has_sea = renderer, terrain_grid, has_sea
        self.texture_origin: tuple[int, int] | None = (0, 0)
        """Origin of the parchment texture around the map, or None for open sea."""
        self._task: BackgroundTask[TerrainLayer] | None = None

    def paint(self, view_key: TerrainViewKey, is_needed: IsNeeded = always_needed) -> TerrainLayer:
        """Paints the layer immediately, in the calling thread."""
        map_rect = pygame.Rect(0, 0, *(round(side * view_key.zoom) for side in view_key.size))
        grid = view_key.unzoomed_grid.zoomed_and_moved(view_key.zoom, 0, 0)
        margin = (SEA_MARGIN if self.has_sea else BOARD_MARGIN) * grid.hex_width
        painted_margin = max(margin, ROW_MARKER_MARGIN * grid.hex_width)
        left, top, (width, height) = (
            round(grid.left - painted_margin),
            round(grid.top - painted_margin),
            grid.size,
        )
        painted_rect = pygame.Rect(
            left, top, round(width + 2 * painted_margin), round(height + 2 * painted_margin)
        ).clip(map_rect)
        image = opaque_surface(painted_rect.size)
        paint_surroundings = partial(_paint_surroundings, self.renderer, self.texture_origin, grid.hex_width)
        paint_surroundings(image, painted_rect.topleft)
        position = round(grid.left - margin) - painted_rect.left, round(grid.top - margin) - painted_rect.top
        self._draw_terrain(image, grid.hex_width, position, is_needed)
        # The scaled terrain sprites take up to half as much memory as the image.
        self.renderer.sprites.drop_scaled((GROUND_SHEET, PROPS_SHEET), grid.hex_width)
        image_grid = grid.zoomed_and_moved(1, -painted_rect.left, -painted_rect.top)
        return TerrainLayer(image, view_key, image_grid, painted_rect.topleft, paint_surroundings)

    def _draw_terrain(
        self, image: pygame.Surface, hex_width: float, position: tuple[int, int], is_needed: IsNeeded
    ) -> None:
        """Draws the terrain onto its image. Large maps are drawn in bands, so the terrain is never in memory
        twice."""
        rows, painter = self.terrain_grid.rows, terrain_painter(self.renderer.sprites, is_needed)
        hex_grid = painted_grid(len(rows), len(rows[0]), hex_width, self.has_sea)
        width, height = (
            round(side + 2 * edge)
            for side, edge in zip(hex_grid.size, (hex_grid.left, hex_grid.top), strict=True)
        )
        if self.has_sea or width * height < BANDED_FROM_PIXELS:
            image.blit(painter.paint(rows, hex_width, self.has_sea), position)
            return
        for top in range(0, height, BAND_HEIGHT_PX):
            band = pygame.Rect(0, top, width, min(BAND_HEIGHT_PX, height - top))
            image.blit(painter.paint_area(rows, hex_width, band), band.move(position))

    # --- background painting

    @property
    def is_busy(self) -> bool:
        """True if a layer is being painted or is ready to be taken."""
        return self._task is not None

    @property
    def has_failed(self) -> bool:
        """True if the thread ended without producing a result."""
        return self._task is not None and self._task.is_done and self._task.result is None

    def start_in_background(self, view_key: TerrainViewKey, board_sprites: Sequence[BoardSprite]) -> None:
        """Starts painting in a thread. The thread also scales the sprites, so the UI thread doesn't have
        to."""
        self._task = BackgroundTask(partial(self.paint_in_background, view_key, board_sprites))

    def paint_in_background(
        self, view_key: TerrainViewKey, board_sprites: Sequence[BoardSprite], is_needed: IsNeeded
    ) -> TerrainLayer:
        """Paints the layer and scales the sprites. Runs in the background thread."""
        with DISPLAY_LOCK.painting():
            trim_malloc()  # frees memory of the previous layer
            layer = self.paint(view_key, is_needed)
            trim_malloc()
            for board_sprite in board_sprites:
                scaled_sprite(self.renderer, board_sprite, view_key.unzoomed_grid.hex_width * view_key.zoom)
            return layer

    def take_result(self) -> TerrainLayer | None:
        """Returns the finished layer, or None if it is not ready or was already returned."""
        layer = None if self._task is None else self._task.result
        if layer is not None:
            self._task = None
        return layer

    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = None


def _paint_surroundings(
    renderer: Renderer,
    origin: tuple[int, int] | None,
    hex_width: float,
    surface: pygame.Surface,
    offset: tuple[int, int],
) -> None:
    """Fills a surface with parchment starting at the origin, or with open sea if there is no origin."""
    if origin is None:
        fill_open_sea(renderer.sprites, surface, hex_width, offset)
        return
    x, y = origin[0] - offset[0], origin[1] - offset[1]
    renderer.fill_texture(
        surface, pygame.Rect(x, y, surface.get_width() - x, surface.get_height() - y), "parchment"
    )


def opaque_surface(size: tuple[int, int]) -> pygame.Surface:
    """Returns a surface without alpha, in the usual pixel format of windows."""
    return pygame.Surface(size, 0, 32)


GRID_LINE_PX = 3
"""Total width of a hex outline in pixels, at any zoom. Its light core is one pixel wide."""

MAX_PATCHES_PER_UPDATE = 6
"""Maximum number of patches that are redrawn one by one. Each patch has to check all sprites, so with more
patches it is faster to redraw everything."""


class StaticLayer:
    """Image of the painted terrain with hex outlines and sprites."""

    def __init__(
        self,
        renderer: Renderer,
        terrain_layer: TerrainLayer,
        board_sprites: Sequence[BoardSprite],
        symbol_colors: Sequence[str],
        outlined_hexes: int = 0,
    ) -> None:
        self.renderer, self.terrain_layer, self.board_sprites, self.symbol_colors, self.outlined_hexes = (
            renderer,
            terrain_layer,
            board_sprites,
            symbol_colors,
            outlined_hexes,
        )
        self.image = terrain_layer.image.copy()
        self._draw_outlines(self.image.get_rect())
        draw_board_sprites(renderer, self.image, board_sprites, terrain_layer.grid, symbol_colors)

    def update(self, board_sprites: Sequence[BoardSprite]) -> list[pygame.Rect]:
        """Redraws the image with these sprites. Returns the changed rects."""
        if self.board_sprites is board_sprites:
            return []
        changed = set(self.board_sprites) ^ set(board_sprites)
        self.board_sprites = board_sprites
        grid, updated_rects = self.terrain_layer.grid, []
        patches = _merge_overlapping(
            [sprite_rect(self.renderer, board_sprite, grid) for board_sprite in changed]
        )
        for patch in patches if len(patches) <= MAX_PATCHES_PER_UPDATE else [self.image.get_rect()]:
            patch = patch.clip(self.image.get_rect())
            self.image.blit(self.terrain_layer.image, patch, patch)
            self._draw_outlines(patch)
            draw_board_sprites(self.renderer, self.image, board_sprites, grid, self.symbol_colors, patch)
            updated_rects.append(patch)
        return updated_rects

    def _draw_outlines(self, patch: pygame.Rect) -> None:
        """Draws dark outlines with a light core inside a patch. They are visible on both dark and bright
        terrain.

        The outlines are drawn whole and then cropped, because pygame 2.6 draws clipped lines differently.
        """
        if not self.outlined_hexes:
            return
        grid = self.terrain_layer.grid
        nearby_area = patch.inflate(3 * grid.hex_width, 3 * grid.hex_width)
        image_rect = self.image.get_rect()
        lines_rect = (
            image_rect if patch == image_rect else patch.inflate(6 * grid.hex_width, 6 * grid.hex_width)
        )
        lines_surface = (
            self.image if patch == image_rect else pygame.Surface(lines_rect.size, pygame.SRCALPHA, 32)
        )
        outlines = []
        for hex_id in iter_hexes(self.outlined_hexes):
            if nearby_area.collidepoint(grid.center(*row_column(hex_id))):
                corners = grid.corners(*row_column(hex_id))
                outlines.append([(round(x) - lines_rect.left, round(y) - lines_rect.top) for x, y in corners])
        for color, width in (
            (self.renderer.color("shadow"), GRID_LINE_PX),
            (self.renderer.color("parchment"), 1),
        ):
            for outline in outlines:
                pygame.draw.lines(lines_surface, color, True, outline, width)
        if lines_surface is not self.image:
            self.image.blit(lines_surface, patch, patch.move(-lines_rect.left, -lines_rect.top))


def _merge_overlapping(rects: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    merged: list[pygame.Rect] = []
    for rect in rects:
        while (index := rect.collidelist(merged)) >= 0:
            rect = rect.union(merged.pop(index))
        merged.append(rect)
    return merged
