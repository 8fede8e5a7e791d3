"""Page: base class of the scenes outside a match. A page has a title, a parchment panel and a footer with a
Back button. FormColumn stacks form widgets on a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import WidgetScene
from kingdom.ui.widgets.base import Widget, resolve_text
from kingdom.ui.widgets.controls import CHECKBOX_ICONS, Button, Checkbox, Image, Label

FOOTER_HEIGHT = 50
"""Height of the footer buttons, in design pixels."""
EMPTY_TEXT_WIDTH = 720
"""Maximum width of the text in the middle of an empty page, in design pixels."""


class Page(WidgetScene):
    """A scene with a title and a Back button. Subclasses set the title and place their widgets in the
    body."""

    title = ""
    max_width: float | None = None
    """Maximum width of the page, in design pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.body = pygame.Rect(0, 0, 0, 0)
        self.footer = pygame.Rect(0, 0, 0, 0)
        self.title_label = Label("", style="title", color="text_on_walnut")
        self.back_button = Button("", self.go_back, icon="arrow_left")

    def on_escape(self) -> None:
        self.go_back()

    def go_back(self) -> None:
        """Returns to the previous scene."""
        self.app.pop(self)

    def build_body(self) -> list[Widget]:
        """Returns the widgets of the body, positioned inside `self.body`."""
        return []

    def build_footer(self, area: pygame.Rect) -> list[Widget]:
        """Returns the footer widgets, which go to the right of the Back button."""
        return []

    def layout(self, size: tuple[int, int]) -> None:
        renderer = self.app.renderer
        margin, gap = renderer.px(24), renderer.px(14)
        width = size[0] - 2 * margin
        if self.max_width is not None:
            width = min(width, renderer.text_px(self.max_width))
        left = (size[0] - width) // 2
        title_height = max(renderer.px(52), renderer.line_height("title"))
        footer_height = max(renderer.px(FOOTER_HEIGHT), renderer.line_height("button") + renderer.px(8))
        self.title_label.text = self.app.tr(self.title)
        self.title_label.rect = pygame.Rect(left + renderer.px(6), gap, width - renderer.px(12), title_height)
        self.footer = pygame.Rect(left, size[1] - gap - footer_height, width, footer_height)
        top = self.title_label.rect.bottom + gap // 2
        self.body = pygame.Rect(left, top, width, self.footer.top - gap - top)
        self.back_button.text = self.app.tr("ui.back")
        self.back_button.rect = pygame.Rect(
            left, self.footer.top, self.button_width(self.back_button), footer_height
        )
        footer_area = pygame.Rect(
            self.back_button.rect.right + gap,
            self.footer.top,
            self.footer.right - self.back_button.rect.right - gap,
            footer_height,
        )
        body_widgets = self.build_body()
        self.group.replace_widgets(
            [self.title_label, *body_widgets, self.back_button, *self.build_footer(footer_area)]
        )

    def button_width(self, button: Button) -> int:
        """Returns the width that a button needs for its label."""
        renderer = self.app.renderer
        icon = renderer.px(36) if button.icon else 0
        return max(
            renderer.px(150),
            renderer.measure(resolve_text(button.text), "button")[0] + icon + renderer.px(44),
        )

    def build_empty_state(self, area: pygame.Rect, text: str, button: Button) -> list[Widget]:
        """Builds the content of an empty page: the logo as large as fits, a message that explains how to get
        started, and a button for the first step."""
        renderer, gap = self.app.renderer, self.app.renderer.px(18)
        text_width = min(area.width, renderer.text_px(EMPTY_TEXT_WIDTH))
        button_height = max(renderer.px(FOOTER_HEIGHT), renderer.line_height("button") + renderer.px(8))
        text_height = min(renderer.measure(text, "reading", text_width)[1], area.height - button_height)
        logo_height = max(0, min(area.height // 2, area.height - text_height - button_height - 2 * gap))
        top = area.centery - (logo_height + text_height + button_height + 2 * gap) // 2
        logo_rect = pygame.Rect(area.left, top, area.width, logo_height)
        text_rect = pygame.Rect(
            area.centerx - text_width // 2, max(area.top, logo_rect.bottom + gap), text_width, text_height
        )
        button_width = min(area.width, self.button_width(button))
        button_top = min(text_rect.bottom + gap, area.bottom - button_height)
        button.rect = pygame.Rect(area.centerx - button_width // 2, button_top, button_width, button_height)
        label = Label(text, text_rect, "reading", "ink_soft", "center", wrap=True)
        return [
            *([Image("interface", "logo", logo_rect)] if logo_height > button_height else []),
            label,
            button,
        ]

    def draw(self, surface: pygame.Surface) -> None:
        renderer = self.app.renderer
        renderer.fill_texture(surface, surface.get_rect(), "table")
        self.draw_body(surface)
        self.group.draw(surface, renderer)

    def draw_body(self, surface: pygame.Surface) -> None:
        """Draws the background of the body, behind the widgets."""
        self.app.renderer.draw_panel(surface, self.body)


CheckboxSpec = tuple[str, bool, Callable[[bool], object], str]
"""Text, state, change handler and tooltip of a checkbox."""


class FormColumn:
    """Stacks widgets vertically. Each row has the full width of the area."""

    def __init__(self, app: App, area: pygame.Rect, row_height: int) -> None:
        self.app, self.area, self.row_height = app, area, row_height
        self.top = area.top
        self.widgets: list[Widget] = []

    @property
    def height(self) -> int:
        """Height used so far."""
        return self.top - self.area.top

    def next_row(self, columns: int = 1) -> list[pygame.Rect]:
        """Adds a row and returns the rects of its columns."""
        gap = self.app.renderer.px(8)
        width = (self.area.width - gap * (columns - 1)) // columns
        left, height = self.area.left, self.row_height - self.app.renderer.px(6)
        rects = [pygame.Rect(left + n * (width + gap), self.top, width, height) for n in range(columns)]
        self.top += self.row_height
        return rects

    def add(self, widget: Widget, height: int) -> None:
        """Adds a widget that is already positioned. The next widget is placed below it."""
        self.widgets.append(widget)
        self.top += height

    def add_space(self, design_px: float) -> None:
        """Adds vertical space."""
        self.top += self.app.renderer.px(design_px)

    def add_text(
        self, text: str, style: str = "body", color: str = "text_soft", indent: float = 0
    ) -> pygame.Rect:
        """Adds wrapped text at the full width and returns its rect."""
        renderer = self.app.renderer
        left = self.area.left + renderer.px(indent)
        width = self.area.right - left
        rect = pygame.Rect(left, self.top, width, renderer.measure(text, style, width)[1])
        self.widgets.append(Label(text, rect, style, color, valign="top", wrap=True))
        self.top = rect.bottom
        return rect

    def add_checkboxes(
        self,
        entries: Sequence[CheckboxSpec],
        icons: tuple[str, str] = CHECKBOX_ICONS,
    ) -> list[Checkbox]:
        """Adds checkboxes, side by side if they all fit, otherwise one per row."""
        renderer = self.app.renderer
        max_width = max(renderer.measure(text, "name")[0] for text, *_ in entries) + renderer.px(48)
        columns = len(entries) if max_width * len(entries) < self.area.width else 1
        checkboxes = []
        for index, (text, value, on_change, tooltip) in enumerate(entries):
            if index % columns == 0:
                rects = self.next_row(columns)
            checkboxes.append(
                Checkbox(text, value, on_change, rects[index % columns], tooltip, "name", icons=icons)
            )
        self.widgets += checkboxes
        return checkboxes
