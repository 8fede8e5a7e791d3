"""MapPane: one map (board or island) inside a rect in the window, with its terrain, pieces, highlights and
camera.

Everything that does not move is part of one image, which is redrawn only where something has changed. After
zooming, a thread repaints the terrain. Until it finishes, the old image is shown scaled, so the UI never
freezes. Highlights are drawn into a cached image of the visible part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from kingdom.rules.board import TerrainGrid
from kingdom.rules.hexes import Hex
from kingdom.ui.board.camera import MapCamera
from kingdom.ui.board.highlights import Highlights, HighlightSprites
from kingdom.ui.board.layers import StaticLayer, TerrainLayer, TerrainLayerPainter, TerrainViewKey
from kingdom.ui.board.sprites import BoardSprite, row_column
from kingdom.ui.board.viewport_cache import Viewport, ViewportCache
from kingdom.ui.draw.hex_grid import HexGrid, Point
from kingdom.ui.draw.renderer import Renderer

REPAINT_DELAY_S = 0.18
"""Seconds without zooming after which the terrain is repainted sharply."""


class MapPane:
    """Shows one map inside a rect in the window."""

    def __init__(
        self,
        renderer: Renderer,
        terrain_grid: TerrainGrid,
        hexes: int,
        highlight_sprites: HighlightSprites,
        is_island: bool,
    ) -> None:
        self.renderer, self.hexes, self.is_island = renderer, hexes, is_island
        self.camera = MapCamera(HexGrid(len(terrain_grid.rows), len(terrain_grid.rows[0]), 1.0))
        self.painter = TerrainLayerPainter(renderer, terrain_grid, is_island)
        self._symbol_colors: tuple[str, ...] = ()
        self._grid_lines_visible = False
        self._board_sprites: list[BoardSprite] = []
        self._terrain_layer: TerrainLayer | None = None
        self._static_layer: StaticLayer | None = None
        self._viewport_cache = ViewportCache(renderer, hexes, highlight_sprites)
        self._idle_seconds = 0.0
        self._is_released = False
        """True if all images have been released. The terrain is not repainted until the pane is drawn again.
        """
        self._just_restored = False
        """True right after a released pane is drawn again. Its terrain will be repainted soon."""

    def set_board_sprites(self, board_sprites: Iterable[BoardSprite]) -> None:
        """Replaces the sprites on the map. Sprites that belong to other maps are ignored."""
        self._board_sprites = [
            board_sprite for board_sprite in board_sprites if self.hexes >> board_sprite.hex & 1
        ]

    def show_grid_lines(self, visible: bool) -> None:
        """Shows or hides the lines between hexes."""
        if visible != self._grid_lines_visible:
            self._grid_lines_visible, self._static_layer = visible, None
            self._viewport_cache.clear()

    # --- layout and camera

    @property
    def rect(self) -> pygame.Rect:
        """The pane's area in the window."""
        return self.camera.rect

    @property
    def unzoomed_grid(self) -> HexGrid:
        """Positions of the hexes in the rect when fully zoomed out."""
        return self.camera.unzoomed_grid

    def layout(
        self,
        rect: pygame.Rect,
        unzoomed_grid: HexGrid,
        origin: tuple[int, int] | None,
        symbol_colors: Sequence[str],
    ) -> None:
        """Places the pane. The camera keeps its position.

        The parchment texture starts at `origin`, so two panes can share one continuous sheet. If `origin` is
        None, the surroundings are open sea.
        """
        if rect.size != self.rect.size:
            self._idle_seconds = 0.0
            self.painter.cancel()  # its terrain would be replaced again right away
        self.camera.place(rect.copy(), unzoomed_grid)
        self.painter.texture_origin = origin
        if tuple(symbol_colors) != self._symbol_colors:
            self._symbol_colors, self._static_layer = tuple(symbol_colors), None
        self._viewport_cache.clear()

    @property
    def hex_width(self) -> float:
        return self.camera.hex_width

    def zoom(self, factor: float, point: Point | None = None) -> None:
        """Zooms by a factor. The given point in the window stays fixed."""
        self.camera.zoom_by(factor, point)
        self._idle_seconds = 0.0

    def pan(self, dx: float, dy: float) -> None:
        """Moves the map by an offset in pixels."""
        self.camera.pan(dx, dy)

    def reset_camera(self) -> None:
        """Zooms out completely."""
        self.camera.reset()
        self._idle_seconds = 0.0

    def scroll_to_hex(self, hex_id: Hex) -> None:
        """Scrolls until a hex is well inside the pane."""
        self.camera.scroll_to_hex(*row_column(hex_id), margin=1.5)

    def window_grid(self) -> HexGrid:
        return self.camera.hex_grid

    def hex_center(self, hex_id: Hex) -> Point:
        return self.window_grid().center(*row_column(hex_id))

    def row_column_at(self, point: tuple[int, int]) -> tuple[int, int] | None:
        return self.window_grid().hex_at(*point) if self.rect.collidepoint(point) else None

    # --- updates and memory

    def update(self, seconds: float) -> bool:
        """Advances time. Returns True if a redraw is due soon."""
        self._just_restored = False
        if self._is_released:
            return False
        if (layer := self.painter.take_result()) is not None:
            self._set_terrain(layer)
            return True
        if self.painter.is_busy:
            if self.painter.has_failed:
                self.render_now()  # Background painting failed. Painting in this thread raises the error.
            return True
        if self.is_sharp or self._terrain_layer is None:  # `draw` paints the first terrain.
            return False
        self._idle_seconds += seconds
        if self._idle_seconds >= REPAINT_DELAY_S:
            self._viewport_cache.release_memory()  # The painter needs a lot of memory.
            self.renderer.shrink_cache()
            self.painter.start_in_background(self._view_key, list(self._board_sprites))
        return True

    def release_view(self) -> None:
        """Releases the rendered viewport. For callers that keep their own copy of it."""
        self._viewport_cache.clear()

    def release_memory(self) -> None:
        """Releases everything except the terrain. The next frame rebuilds it."""
        self._static_layer = None
        self._viewport_cache.clear()

    def release_all_memory(self) -> None:
        """Releases all images of a hidden pane except a downscaled terrain image. That image is shown first
        when the pane becomes visible again."""
        self.release_memory()
        self.painter.cancel()
        if self._terrain_layer is not None and not self._is_released:
            self._terrain_layer = self._terrain_layer.downscaled()
        self._is_released = True

    def close(self) -> None:
        """Stops background painting. Also releases all images, because references to this pane may remain for
        a while."""
        self.painter.cancel()
        self._terrain_layer = self._static_layer = None
        self._viewport_cache.clear()

    def render_now(self) -> None:
        """Paints pending terrain immediately. Used for the first frame and where there is no frame loop."""
        self.painter.cancel()
        if not self.is_sharp:
            self._set_terrain(self.painter.paint(self._view_key))

    @property
    def _view_key(self) -> TerrainViewKey:
        return TerrainViewKey(
            self.rect.size, self.camera.zoom, self.unzoomed_grid, self.renderer.high_contrast
        )

    @property
    def is_sharp(self) -> bool:
        """True if the terrain was painted for the current zoom, not scaled."""
        return self._terrain_layer is not None and self._terrain_layer.view_key.matches(self._view_key)

    def _set_terrain(self, layer: TerrainLayer) -> None:
        self._terrain_layer, self._static_layer = layer, None
        self._viewport_cache.clear()

    # --- drawing

    @property
    def has_pending_redraw(self) -> bool:
        """True if the next frame must be drawn immediately, because the board has changed or restored terrain
        must be repainted."""
        return self._viewport_cache.has_pending_render or self._just_restored

    def draw(self, surface: pygame.Surface, highlights: Highlights) -> None:
        if self._is_released:
            self._is_released, self._just_restored, self._idle_seconds = False, True, REPAINT_DELAY_S
        surface.blit(
            self._viewport_cache.render(
                self._current_static_layer(),
                self._viewport(),
                highlights.restricted_to(self.hexes),
                highlights.dim_mode,
            ),
            self.rect,
        )

    def draw_highlight(self, surface: pygame.Surface, name: str, hexes: int) -> None:
        """Draws a highlight directly onto the window, limited to hexes of this map."""
        self._viewport_cache.draw_highlight(surface, self.window_grid(), name, hexes & self.hexes)

    def _current_static_layer(self) -> StaticLayer:
        """Returns the static layer, updated to the current sprites."""
        if self._terrain_layer is None:
            self.render_now()
        assert self._terrain_layer is not None
        if self._static_layer is None:
            outlined_hexes = self.hexes if self._grid_lines_visible else 0
            self._static_layer = StaticLayer(
                self.renderer, self._terrain_layer, self._board_sprites, self._symbol_colors, outlined_hexes
            )
            self._viewport_cache.invalidate_static_layer()
        else:
            self._viewport_cache.add_dirty_rects(self._static_layer.update(self._board_sprites))
        return self._static_layer

    def _viewport(self) -> Viewport:
        camera = self.camera
        corner = round(camera.x), round(camera.y)
        grid = self.unzoomed_grid.zoomed_and_moved(camera.zoom, -camera.x, -camera.y)
        return Viewport(self.rect.size, camera.zoom, corner, grid, self.is_sharp)
