"""Widgets that contain a layout: panels, rows of lists, and tabbed panels."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.base import Clickable, SpriteRef, TooltipSource, Widget
from kingdom.ui.widgets.controls import TabBar
from kingdom.ui.widgets.layout import Item, Sizing, VBox


class Container(Widget):
    """A widget that contains a layout. Draws a background with the content on top."""

    padding: tuple[float, float] = (0, 0)
    """Horizontal and vertical padding in design pixels."""
    is_unit = False
    """True if hovering over text or a picture inside counts as hovering over the whole container. The tooltip
    then shows any truncated text inside, and F1 opens the rules pages of the pictures inside."""

    def __init__(
        self, content: Item, padding: float | tuple[float, float] | None = None, tooltip: TooltipSource = None
    ) -> None:
        super().__init__(tooltip=tooltip)
        if padding is not None:
            self.padding = padding if isinstance(padding, tuple) else (padding, padding)
        self.replace_content(content)

    def replace_content(self, content: Item) -> None:
        self.content = content
        self.children = content.widgets()
        for child in self.children if self.is_unit else ():
            child.hoverable = child.focusable

    def get_truncated_texts(self) -> list[str]:
        parts = self.children if self.is_unit else []
        return [text for part in parts for text in part.get_truncated_texts()]

    def linked_sprites(self) -> list[tuple[pygame.Rect, SpriteRef]]:
        return [linked for part in self.children if self.is_unit for linked in part.linked_sprites()]

    def natural_width(self, renderer: Renderer, width: int) -> int:
        padding = 2 * renderer.px(self.padding[0])
        return self.content.measure_width(renderer, width - padding) + padding

    def natural_height(self, renderer: Renderer, width: int) -> int:
        pad_x, pad_y = (2 * renderer.px(padding) for padding in self.padding)
        return self.content.measure_height(renderer, width - pad_x) + pad_y

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        super().place(renderer, rect)
        pad_x, pad_y = (2 * renderer.px(padding) for padding in self.padding)
        self.content.place_in(renderer, self.rect.inflate(-pad_x, -pad_y))

    def draw_background(self, surface: pygame.Surface, renderer: Renderer) -> None:
        """Draws the background. Does nothing by default."""

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.draw_background(surface, renderer)
        for child in self.children:
            if child.visible:
                child.draw(surface, renderer)


class Panel(Container):
    padding = (18, 18)

    def __init__(
        self,
        content: Item,
        kind: str = "parchment",
        padding: float | tuple[float, float] | None = None,
        shadow: bool = True,
    ) -> None:
        super().__init__(content, padding)
        self.kind, self.shadow = kind, shadow

    def draw_background(self, surface: pygame.Surface, renderer: Renderer) -> None:
        renderer.draw_panel(surface, self.rect, self.kind, self.shadow)


class ListRow(Container, Clickable):
    """A list row on its own piece of parchment, with text, pictures and buttons. The row itself may be
    clickable."""

    padding = (13, 12)
    is_unit = True

    def __init__(
        self,
        content: Item,
        on_click: Callable[[], object] | None = None,
        tooltip: TooltipSource = None,
        highlighted: bool = False,
    ) -> None:
        super().__init__(content, tooltip=tooltip)
        self.on_click, self.highlighted = on_click, highlighted
        self.focusable = on_click is not None

    def activate(self) -> bool:
        if self.on_click is not None:
            self.on_click()
        return self.on_click is not None

    def draw_background(self, surface: pygame.Surface, renderer: Renderer) -> None:
        is_active = self.hovered or self.focused or self.highlighted
        rect = self.rect.inflate(-renderer.px(6), -renderer.px(8))
        renderer.draw_panel(surface, rect, "active" if is_active else "parchment", shadow=self.hovered)


class HoverRow(ListRow):
    """A list row without its own parchment. It is tinted while the mouse is over it."""

    padding = (4, 4)

    def draw_background(self, surface: pygame.Surface, renderer: Renderer) -> None:
        if self.hovered and self.enabled:
            renderer.draw_tint(surface, self.rect, 46, "gold")


class TabbedPanel(Container):
    """A row of tabs above the parchment of the active tab."""

    sizing = Sizing(stretch=1)

    def __init__(self, tabs: TabBar, content: Item, padding: float = 14) -> None:
        self.tabs = tabs
        page = VBox(content, padding=padding, stretch=1)
        super().__init__(VBox(VBox(tabs, padding=(10, 0)), page, gap=-2))

    def draw_background(self, surface: pygame.Surface, renderer: Renderer) -> None:
        parchment = self.rect.copy()
        parchment.top = self.tabs.rect.bottom - renderer.px(2)
        parchment.height = self.rect.bottom - parchment.top
        renderer.draw_panel(surface, parchment)
