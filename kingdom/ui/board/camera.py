"""How near a map is looked at, and which part of it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from kingdom.ui.draw.geometry import Point


@dataclass
class Camera:
    """How the map is looked at: 1 shows all of it; the offset is in pixels at that zoom."""

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def closer(self, factor: float, at: Point, most: float) -> None:
        """Zoom by a factor; the point of what is seen stays where it is."""
        new = max(1.0, min(most, self.zoom * factor))
        ratio = new / self.zoom
        self.zoom = new
        self.x, self.y = (self.x + at[0]) * ratio - at[0], (self.y + at[1]) * ratio - at[1]

    def move(self, dx: float, dy: float) -> None:
        """The map moves by so many pixels."""
        self.x -= dx
        self.y -= dy

    def move_into(self, inner: pygame.Rect, x: float, y: float) -> None:
        """Move the map until a point is in a rect, both as they are seen now; a map that is seen whole
        stays."""
        if self.zoom > 1 and inner.width > 0 and inner.height > 0:
            self.move(
                max(inner.left - x, 0) or min(inner.right - x, 0),
                max(inner.top - y, 0) or min(inner.bottom - y, 0),
            )

    def keep_inside(self, size: tuple[int, int], most: float) -> None:
        """Show nothing beyond the map, which has this size while all of it is seen."""
        self.zoom = min(self.zoom, most)
        room = self.zoom - 1
        self.x = max(0.0, min(self.x, room * size[0]))
        self.y = max(0.0, min(self.y, room * size[1]))
