"""How near a map is looked at, and which part of it."""

from __future__ import annotations

from dataclasses import dataclass

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

    def keep_inside(self, size: tuple[int, int], most: float) -> None:
        """Show nothing beyond the map, which has this size while all of it is seen."""
        self.zoom = min(self.zoom, most)
        room = self.zoom - 1
        self.x = max(0.0, min(self.x, room * size[0]))
        self.y = max(0.0, min(self.y, room * size[1]))
