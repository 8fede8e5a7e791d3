"""Thumbnail: a small picture of a map, painted in the background."""

from __future__ import annotations

import pygame

from kingdom.rules.board import TerrainGrid
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.base import Widget


class Thumbnail(Widget):
    """A picture of a map, as large as fits. Without a map, it shows a placeholder icon."""

    def __init__(self, thumbnails: Thumbnails, grid: TerrainGrid | None, placeholder: str = "") -> None:
        super().__init__()
        self.thumbnails, self.grid, self.placeholder = thumbnails, grid, placeholder

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        """Places the widget and requests its picture at this size."""
        super().place(renderer, rect)
        if self.grid is not None and min(rect.size) > 0:
            self.thumbnails.request((self.grid, self.rect.size))

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        image = self.thumbnails.get((self.grid, self.rect.size)) if self.grid is not None else None
        if image is not None:
            surface.blit(image, image.get_rect(center=self.rect.center))
        elif self.placeholder:
            renderer.draw_icon(surface, self.placeholder, self.rect.center, renderer.px(40), faded=True)
