"""Widgets that are painted once and repainted only when their content or rect changes."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.draw.cached_panels import CachedPanel, SceneBackground
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.base import TooltipSource, Widget, resolve_text
from kingdom.ui.widgets.controls import Label
from kingdom.ui.widgets.layout import Item, Size, VBox


class CachedWidget(Widget):
    """Base class of cached widgets. The image is stored in the background of the scene and repainted when
    `cache_key` changes."""

    def __init__(self, background: Callable[[], SceneBackground], tooltip: TooltipSource = None) -> None:
        super().__init__(tooltip=tooltip)
        self.background = background
        self._cached_panel = CachedPanel()

    def cache_key(self) -> object:
        """Returns everything that the image depends on, apart from the size and the UI scale."""
        raise NotImplementedError

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        """Paints the widget. `rect` is its rect on the surface."""
        raise NotImplementedError

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        key = (self.cache_key(), renderer.scale)

        def repaint(image: pygame.Surface, rect: pygame.Rect) -> None:
            self.truncated_texts.clear()
            self.paint(image, rect, renderer)

        self._cached_panel.draw(surface, self.background(), self.rect, key, repaint)


class CachedContainer(CachedWidget):
    """A panel with a layout. Its text and pictures are painted once, and its focusable widgets are drawn on
    top of them."""

    padding: tuple[float, float] = (14, 9)
    """Horizontal and vertical padding in design pixels."""

    @property
    def panel(self) -> str:
        """Nine-patch behind the content."""
        return "panel_parchment"

    def __init__(self, background: Callable[[], SceneBackground], tooltip: TooltipSource = None) -> None:
        super().__init__(background, tooltip)
        self.show(VBox())

    def show(self, content: Item) -> None:
        """Replaces the content. If the panel has already been placed, the new content is placed
        immediately."""
        self.content = content
        self.children = [widget for widget in content.widgets() if widget.focusable]
        self._parts = [widget for widget in content.widgets() if not widget.focusable]
        """Widgets that are painted once, with rects relative to the panel's top left corner."""
        if self.rect.size != (0, 0):
            self.place(self.renderer, self.rect)

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        pad_x, pad_y = (2 * renderer.px(padding) for padding in self.padding)
        return width, self.content.measure_height(renderer, width - pad_x) + pad_y

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        super().place(renderer, rect)
        pad_x, pad_y = (2 * renderer.px(padding) for padding in self.padding)
        self.content.place_in(renderer, self.rect.inflate(-pad_x, -pad_y))
        for part in self._parts:
            part.rect.move_ip(-self.rect.left, -self.rect.top)

    def get_truncated_texts(self) -> list[str]:
        return [text for part in self._parts for text in part.get_truncated_texts()]

    def cache_key(self) -> object:
        labels = [part for part in self._parts if isinstance(part, Label)]
        return self.panel, [(resolve_text(label.text), label.color, label.rect.topleft) for label in labels]

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        renderer.draw_nine_patch(surface, self.panel, rect)
        for part in self._parts:
            part.draw(surface, renderer)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        super().draw(surface, renderer)
        for child in self.children:
            if child.visible:
                child.draw(surface, renderer)
