"""Page: base class of the scenes outside a match. A page has a title, a parchment panel and a footer with a
Back button. FormColumn stacks form widgets on a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import WidgetScene
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import CHECKBOX_ICONS, Button, Checkbox, Image, Label
from kingdom.ui.widgets.layout import HBox, Item, Sizing, Spacer, VBox

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
        self.title_label = Label("", style="title", color="text_on_walnut")
        self.back_button = Button("", self.go_back, icon="arrow_left")

    def on_escape(self) -> None:
        self.go_back()

    def go_back(self) -> None:
        """Returns to the previous scene."""
        self.app.pop(self)

    def compose_body(self) -> Item:
        """Returns the layout between the title and the footer."""
        return _ManualItem(self._place_body)

    def compose_footer(self) -> Sequence[Item]:
        """Returns what stands at the right end of the footer. The Back button is at the left end."""
        return [_ManualItem(self.build_footer)]

    def _place_body(self, rect: pygame.Rect) -> list[Widget]:
        self.body = rect
        return self.build_body()

    def build_body(self) -> list[Widget]:
        """Returns the widgets of the body, positioned inside `self.body`."""
        return []

    def build_footer(self, area: pygame.Rect) -> list[Widget]:
        """Returns the footer widgets, which go to the right of the Back button."""
        return []

    def layout(self, size: tuple[int, int]) -> None:
        renderer = self.app.renderer
        self.title_label.text, self.back_button.text = self.app.tr(self.title), self.app.tr("ui.back")
        footer = list(self.compose_footer())
        if not any(item.sizing.stretch for item in footer):
            footer.insert(0, Spacer())
        page = VBox(
            VBox(self.title_label, padding=(6, 0)).sized(min_height=52),
            VBox(
                self.compose_body().sized(stretch=1),
                HBox(*(item.sized(**_footer_sizes(item)) for item in (self.back_button, *footer)), gap=14),
                gap=14,
                stretch=1,
            ),
            gap=7,
        )
        area = pygame.Rect((0, 0), size).inflate(-2 * renderer.px(24), -2 * renderer.px(14))
        if self.max_width is not None:
            area.inflate_ip(min(0, renderer.text_px(self.max_width) - area.width), 0)
        page.place(renderer, area)
        self.group.replace_widgets(page.widgets())

    def compose_empty_state(self, text: str, button: Button) -> Item:
        """Returns the content of an empty page: the logo as large as fits, a message that explains how to get
        started, and a button for the first step."""
        label = Label(text, None, "reading", "ink_soft", "center", wrap=True)
        return VBox(
            Spacer(),
            Image("interface", "logo").sized(stretch=2),
            label.sized(max_width=EMPTY_TEXT_WIDTH, align="center"),
            button.sized(min_width=150, min_height=FOOTER_HEIGHT, align="center"),
            Spacer(),
            gap=18,
        )

    def button_width(self, button: Button) -> int:
        """Returns the width that a button needs for its label."""
        return max(self.app.renderer.px(150), button.measure(self.app.renderer, self.app.size[0])[0])

    def build_empty_state(self, area: pygame.Rect, text: str, button: Button) -> list[Widget]:
        """Places the content of an empty page."""
        content = self.compose_empty_state(text, button)
        content.place(self.app.renderer, area)
        return content.widgets()

    def draw(self, surface: pygame.Surface) -> None:
        renderer = self.app.renderer
        renderer.fill_texture(surface, surface.get_rect(), "table")
        self.draw_body(surface)
        self.group.draw(surface, renderer)

    def draw_body(self, surface: pygame.Surface) -> None:
        """Draws the background of the body, behind the widgets."""
        if self.body.width:
            self.app.renderer.draw_panel(surface, self.body)


class _ManualItem(Item):
    """Widgets that a page places by hand."""

    def __init__(self, place: Callable[[pygame.Rect], list[Widget]]) -> None:
        self._place, self._widgets = place, list[Widget]()
        self.sizing = Sizing(stretch=1)

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        self._widgets = self._place(rect)

    def widgets(self) -> list[Widget]:
        return self._widgets


def _footer_sizes(item: Item) -> dict[str, float]:
    return {"min_width": 150, "min_height": FOOTER_HEIGHT} if isinstance(item, Button) else {}


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
