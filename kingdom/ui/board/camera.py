"""Zoom and offset of a map on screen."""

from __future__ import annotations

import pygame

from kingdom.ui.draw.hex_grid import HexGrid, Point

MAX_ZOOM = 3.0
MAX_SHARP_HEX_PX = 112.0
"""Hex width that the art is drawn for. Wider hexes would look blurry."""


class MapCamera:
    """Shows a map inside a rect in the window. At zoom 1 the whole map is visible. The offset (x, y) is in
    pixels at the current zoom."""

    def __init__(self, unzoomed_grid: HexGrid) -> None:
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.unzoomed_grid = unzoomed_grid
        """Positions of the hexes in the rect when fully zoomed out."""
        self.reset()

    def reset(self) -> None:
        """Shows the whole map."""
        self.zoom, self.x, self.y = 1.0, 0.0, 0.0

    def place(self, rect: pygame.Rect, unzoomed_grid: HexGrid) -> None:
        """Sets the rect and the hex positions in it. The same part of the map stays visible."""
        if rect.size != self.rect.size:
            self.x *= rect.width / self.rect.width
            self.y *= rect.height / self.rect.height
        self.rect, self.unzoomed_grid = rect, unzoomed_grid
        self._clamp()

    @property
    def hex_width(self) -> float:
        return self.unzoomed_grid.hex_width * self.zoom

    @property
    def hex_grid(self) -> HexGrid:
        return self.unzoomed_grid.zoomed_and_moved(self.zoom, self.rect.left - self.x, self.rect.top - self.y)

    @property
    def max_zoom(self) -> float:
        """The highest zoom at which the art stays sharp."""
        return max(1.0, min(MAX_ZOOM, MAX_SHARP_HEX_PX / max(1.0, self.unzoomed_grid.hex_width)))

    def zoom_by(self, factor: float, point: Point | None = None) -> None:
        """Zooms by a factor. The given point in the window stays fixed. By default, this is the center of the
        rect."""
        x, y = point or self.rect.center
        x, y = x - self.rect.left, y - self.rect.top
        new_zoom = max(1.0, min(self.max_zoom, self.zoom * factor))
        ratio = new_zoom / self.zoom
        self.zoom = new_zoom
        self.x, self.y = (self.x + x) * ratio - x, (self.y + y) * ratio - y
        self._clamp()

    def pan(self, dx: float, dy: float) -> None:
        """Moves the map by an offset in pixels."""
        self.x -= dx
        self.y -= dy
        self._clamp()

    def scroll_to_hex(self, row: int, column: int, margin: float) -> None:
        """Scrolls until the center of a hex is at least `margin` hex widths away from the edges. Does nothing
        when fully zoomed out."""
        x, y = self.hex_grid.center(row, column)
        inner = self.rect.inflate(-2 * margin * self.hex_width, -2 * margin * self.hex_width)
        if self.zoom > 1 and inner.width > 0 and inner.height > 0:
            self.pan(
                max(inner.left - x, 0) or min(inner.right - x, 0),
                max(inner.top - y, 0) or min(inner.bottom - y, 0),
            )

    def _clamp(self) -> None:
        """Keeps the visible part inside the map."""
        self.zoom = min(self.zoom, self.max_zoom)
        overflow = self.zoom - 1
        self.x = max(0.0, min(self.x, overflow * self.rect.width))
        self.y = max(0.0, min(self.y, overflow * self.rect.height))
