"""Header above the right column: a title, a detail text and small icon buttons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import pygame

from kingdom.ui.draw.cached_panels import CachedPanel, SceneBackground
from kingdom.ui.framework.app import App
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button
from kingdom.ui.widgets.layout import HBox
from kingdom.ui.widgets.tooltip import Tooltip

HEADER_BUTTON_SIZE = 34


def make_zoom_buttons(
    on_zoom: Callable[[int], object], on_reset_view: Callable[[], object]
) -> dict[str, Button]:
    return {
        "zoom_in": Button("", lambda: on_zoom(1), icon="zoom_in"),
        "zoom_out": Button("", lambda: on_zoom(-1), icon="zoom_out"),
        "fit": Button("", on_reset_view, icon="fit"),
    }


class Header(ABC):
    """Base class of headers. Each header has a title, a detail text and buttons. The tooltip of a button
    comes from the translation key `ui.table.<name>`."""

    def __init__(self, buttons: dict[str, Button]) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.buttons = buttons
        self.text_widget = Widget()
        """Covers the title and the detail text, so that they can have a tooltip."""
        self._cached_panel = CachedPanel()

    @property
    def widgets(self) -> list[Widget]:
        """Everything that can be clicked or hovered over."""
        return [self.text_widget, *self.buttons.values()]

    @abstractmethod
    def title_and_detail(self, app: App) -> tuple[str, str]:
        """Returns the title and the smaller detail text."""

    def short_detail(self, app: App) -> str:
        """Returns a shorter detail text for narrow headers. In that case, the tooltip shows the full text."""
        return self.title_and_detail(app)[1]

    def is_highlighted(self, app: App) -> bool:
        """Returns True if the title should be drawn in an accent color."""
        return False

    def place(self, app: App, rect: pygame.Rect) -> None:
        """Places the header and its buttons and updates the tooltips for the current language."""
        self.rect = rect
        for name, button in self.buttons.items():
            button.tooltip = Tooltip(
                app.tr(f"ui.table.{name}"),
                app.tr(f"ui.table.{name}.does"),
                sprite=("interface", f"icon_{button.icon}"),
            )
        size = HEADER_BUTTON_SIZE
        buttons = [button.sized(width=size, height=size, valign="middle") for button in self.buttons.values()]
        HBox(self.text_widget.sized(stretch=1), *buttons, gap=4, padding=(7, 0)).place(app.renderer, rect)

    def draw(self, surface: pygame.Surface, app: App, background: SceneBackground) -> None:
        """Draws the panel and its text, but not the buttons."""
        key = (self.title_and_detail(app), self.is_highlighted(app), app.renderer.scale)
        self._cached_panel.draw(
            surface, background, self.rect, key, lambda target, rect: self._paint(target, rect, app)
        )

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, app: App) -> None:
        renderer, (title, detail) = app.renderer, self.title_and_detail(app)
        renderer.draw_nine_patch(surface, "panel_walnut", rect)
        self.text_widget.truncated_texts.clear()
        area = self.text_widget.rect.move(-self.rect.left, -self.rect.top)
        color = "text_accent_on_walnut" if self.is_highlighted(app) else "on_walnut"
        title_rect = self.text_widget.draw_text(surface, renderer, title, area, "heading", color)
        area.width, area.left = (
            area.right - title_rect.right - renderer.px(12),
            title_rect.right + renderer.px(12),
        )
        if renderer.is_truncated(detail, area, "small"):
            self.text_widget.truncated_texts.append(detail)
            detail = self.short_detail(app)
        self.text_widget.draw_text(surface, renderer, detail, area, "small", "text_soft_on_walnut", "right")
