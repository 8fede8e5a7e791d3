"""Zoom and offset of a map on screen."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from kingdom.map_editor.document import Coord
from kingdom.ui.board.geometry import BOARD_MARGIN
from kingdom.ui.draw.hex_grid import HexGrid, Point, centered_grid

MAX_ZOOM = 3.0
MAX_SHARP_HEX_PX = 112.0
"""Hex width the art is drawn for; larger hexes would look blurred."""


@dataclass
class Camera:
    """Zoom and offset of a map. At zoom 1 the whole map is visible. The offset is in pixels at the current
    zoom."""

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def zoom_by(self, factor: float, point: Point, max_zoom: float) -> None:
        """Zooms by a factor and keeps the given point of the viewport fixed."""
        new_zoom = max(1.0, min(max_zoom, self.zoom * factor))
        ratio = new_zoom / self.zoom
        self.zoom = new_zoom
        self.x, self.y = (self.x + point[0]) * ratio - point[0], (self.y + point[1]) * ratio - point[1]

    def pan(self, dx: float, dy: float) -> None:
        """Moves the map by this many pixels."""
        self.x -= dx
        self.y -= dy

    def scroll_point_into_rect(self, inner: pygame.Rect, x: float, y: float) -> None:
        """Scrolls until a point is inside a rect given in the same coordinates. Does nothing when fully
        zoomed out."""
        if self.zoom > 1 and inner.width > 0 and inner.height > 0:
            self.pan(
                max(inner.left - x, 0) or min(inner.right - x, 0),
                max(inner.top - y, 0) or min(inner.bottom - y, 0),
            )

    def clamp_to_map(self, size: tuple[int, int], max_zoom: float) -> None:
        """Keeps the viewport inside the map, which has the given size at zoom 1."""
        self.zoom = min(self.zoom, max_zoom)
        overflow = self.zoom - 1
        self.x = max(0.0, min(self.x, overflow * size[0]))
        self.y = max(0.0, min(self.y, overflow * size[1]))


class MapCamera:
    """Camera for a square map that is shown in a rectangle of the window."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.camera = Camera()
        self._fit_grid = HexGrid(1, 1, 1.0)
        """Positions of the hexes in the rectangle when the whole map is visible."""

    def set_viewport(self, rect: pygame.Rect, hexes_per_side: int) -> None:
        """Sets the rectangle and the number of hexes per side."""
        if rect.size != self.rect.size:
            self.camera.x *= rect.width / self.rect.width
            self.camera.y *= rect.height / self.rect.height
        self.rect = rect
        self._fit_grid = centered_grid(hexes_per_side, hexes_per_side, (0, 0, *rect.size), BOARD_MARGIN)
        self._clamp()

    @property
    def hex_grid(self) -> HexGrid:
        """Positions of the hexes in the window."""
        camera = self.camera
        return self._fit_grid.zoomed_and_moved(
            camera.zoom, self.rect.left - camera.x, self.rect.top - camera.y
        )

    @property
    def max_zoom(self) -> float:
        """The highest zoom at which the art stays sharp."""
        return max(1.0, min(MAX_ZOOM, MAX_SHARP_HEX_PX / max(1.0, self._fit_grid.hex_width)))

    def zoom(self, factor: float, anchor: Point | None = None) -> None:
        """Zooms by a factor and keeps the given point of the window fixed."""
        x, y = anchor or self.rect.center
        self.camera.zoom_by(factor, (x - self.rect.left, y - self.rect.top), self.max_zoom)
        self._clamp()

    def pan(self, dx: float, dy: float) -> None:
        """Moves the map by this many pixels."""
        self.camera.pan(dx, dy)
        self._clamp()

    def reset(self) -> None:
        """Shows the whole map."""
        self.camera = Camera()

    def scroll_to_hex(self, coord: Coord) -> None:
        """Scrolls until a hex is completely visible."""
        hex_grid = self.hex_grid
        x, y = hex_grid.center(*coord)
        inner_rect = self.rect.inflate(-2 * hex_grid.hex_width, -2 * hex_grid.hex_width)
        self.camera.scroll_point_into_rect(inner_rect, x, y)
        self._clamp()

    def _clamp(self) -> None:
        self.camera.clamp_to_map(self.rect.size, self.max_zoom)
