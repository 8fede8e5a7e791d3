"""How near the land in the studio is looked at, and where its hexes are then."""

from __future__ import annotations

import pygame

from kingdom.studio.canvas import Place
from kingdom.ui.board.camera import Camera
from kingdom.ui.board.pane import LARGEST_HEX, MOST_ZOOM
from kingdom.ui.draw.geometry import MARGIN, HexGrid, Point, centred


class Sight:
    """Land inside a rect of the window."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.camera = Camera()
        self._whole = HexGrid(1, 1, 1.0)
        """Where the hexes are in the rect while all of them are seen."""

    def lay(self, rect: pygame.Rect, side: int) -> None:
        """Another place, or land of another size."""
        if rect.size != self.rect.size:
            self.camera.x *= rect.width / self.rect.width
            self.camera.y *= rect.height / self.rect.height
        self.rect = rect
        self._whole = centred(side, side, (0, 0, *rect.size), MARGIN)
        self._keep_inside()

    @property
    def hexes(self) -> HexGrid:
        """Where the hexes are in the window."""
        camera = self.camera
        return self._whole.spread(camera.zoom, self.rect.left - camera.x, self.rect.top - camera.y)

    @property
    def most(self) -> float:
        """As near as the art stays sharp."""
        return max(1.0, min(MOST_ZOOM, LARGEST_HEX / max(1.0, self._whole.width)))

    def zoom(self, factor: float, at: Point | None = None) -> None:
        """Closer or farther; the point (of the window) stays where it is."""
        x, y = at or self.rect.center
        self.camera.closer(factor, (x - self.rect.left, y - self.rect.top), self.most)
        self._keep_inside()

    def pan(self, dx: float, dy: float) -> None:
        """Move the land by so many pixels."""
        self.camera.move(dx, dy)
        self._keep_inside()

    def reset(self) -> None:
        """Show all of it."""
        self.camera = Camera()

    def reveal(self, place: Place) -> None:
        """Move the land until a hex is whole in the rect."""
        hexes = self.hexes
        x, y = hexes.centre(*place)
        inner = self.rect.inflate(-2 * hexes.width, -2 * hexes.width)
        self.camera.move_into(inner, x, y)
        self._keep_inside()

    def _keep_inside(self) -> None:
        self.camera.keep_inside(self.rect.size, self.most)
