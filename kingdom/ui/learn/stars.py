"""Stars: a row of stars, some of which are earned."""

from __future__ import annotations

import pygame

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.panels.symbols import draw_stars, stars_width
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.layout import Size, Sizing


class Stars(Widget):
    """A row of stars. `size` is the size of a star in design pixels."""

    sizing = Sizing(shrink=False)

    def __init__(self, earned: int, size: float) -> None:
        super().__init__()
        self.earned, self.size = earned, size

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return stars_width(renderer.px(self.size)), renderer.px(self.size)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        draw_stars(surface, renderer, self.earned, self.rect.center, renderer.px(self.size))
