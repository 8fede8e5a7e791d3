"""List row for choosing a map: thumbnail, name and description."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.rules.board import TerrainGrid
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.base import resolve_text
from kingdom.ui.widgets.controls import RADIO_ICONS, Checkbox

THUMBNAIL_SIZE = (112, 94)
"""Maximum size of a thumbnail in design pixels."""
TRAILING_ICON_SIZE = 30
"""Size in design pixels of a small widget at the end of the row, such as a star."""


class MapRow(Checkbox):
    """A row in a list of maps. It is as tall as its thumbnail or its text, whichever is taller."""

    def __init__(
        self,
        name: str,
        description: str,
        grid: TerrainGrid | None,
        value: bool,
        on_change: Callable[[bool], object],
        tooltip: str,
        icons: tuple[str, str] = RADIO_ICONS,
    ) -> None:
        super().__init__(name, value, on_change, tooltip=tooltip, style="name", icons=icons)
        self.description, self.grid = description, grid
        self.thumbnails: Thumbnails | None = None

    def place_row(self, renderer: Renderer, thumbnails: Thumbnails, left: int, top: int, width: int) -> int:
        """Places the row, requests its thumbnail, and returns the row's height."""
        self.thumbnails = thumbnails
        self.rect = pygame.Rect(left, top, width, 0)
        text_rect = self._text_rect(renderer)
        text_height = renderer.measure(resolve_text(self.text), "name", text_rect.width)[1]
        text_height += (
            renderer.measure(self.description, "small", text_rect.width)[1] if self.description else 0
        )
        self.rect.height = max(
            renderer.px(THUMBNAIL_SIZE[1]) if self.grid else 0, text_height
        ) + 2 * renderer.px(6)
        for child in self.children:
            child.rect = pygame.Rect(0, 0, renderer.px(TRAILING_ICON_SIZE), renderer.px(TRAILING_ICON_SIZE))
            child.rect.midright = self.rect.midright
        if self.grid is not None:
            thumbnails.request((self.grid, self._thumbnail_size(renderer)))
        return self.rect.height

    def _thumbnail_size(self, renderer: Renderer) -> tuple[int, int]:
        return min(renderer.px(THUMBNAIL_SIZE[0]), self.rect.width // 3), renderer.px(THUMBNAIL_SIZE[1])

    def _text_rect(self, renderer: Renderer) -> pygame.Rect:
        left_width = renderer.px(40) + (
            self._thumbnail_size(renderer)[0] + renderer.px(12) if self.grid else 0
        )
        right_width = renderer.px(TRAILING_ICON_SIZE + 4) if self.children else renderer.px(4)
        return pygame.Rect(
            self.rect.left + left_width,
            self.rect.top,
            self.rect.width - left_width - right_width,
            self.rect.height,
        )

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        if self.hovered and self.enabled:
            renderer.draw_tint(surface, self.rect, 46, "gold")
        size = renderer.px(26)
        icon_center = self.rect.left + renderer.px(4) + size // 2, self.rect.centery
        renderer.draw_icon(surface, self.icons[self.value], icon_center, size, not self.enabled)
        text_rect = self._text_rect(renderer)
        if self.grid is not None and self.thumbnails is not None:
            thumbnail_rect = pygame.Rect((0, 0), self._thumbnail_size(renderer))
            thumbnail_rect.midleft = self.rect.left + renderer.px(38), self.rect.centery
            image = self.thumbnails.get((self.grid, self._thumbnail_size(renderer)))
            if image is not None:
                surface.blit(image, image.get_rect(center=thumbnail_rect.center))
        self.truncated_texts.clear()
        name, name_color = resolve_text(self.text), "ink" if self.enabled else "text_soft"
        name_height = renderer.measure(name, "name", text_rect.width)[1]
        description_height = (
            renderer.measure(self.description, "small", text_rect.width)[1] if self.description else 0
        )
        top = self.rect.centery - (name_height + description_height) // 2
        name_rect = pygame.Rect(text_rect.left, top, text_rect.width, name_height)
        self.draw_text(surface, renderer, name, name_rect, "name", name_color, valign="top", wrap=True)
        if self.description:
            description_rect = pygame.Rect(
                text_rect.left, name_rect.bottom, text_rect.width, description_height
            )
            description_color = "text_soft" if self.enabled else "text_error"
            self.draw_text(
                surface,
                renderer,
                self.description,
                description_rect,
                "small",
                description_color,
                valign="top",
                wrap=True,
            )
        for child in self.children:
            child.draw(surface, renderer)
