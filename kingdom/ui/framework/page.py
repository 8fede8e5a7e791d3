"""Page: base class of the scenes outside a match. A page has a title, a parchment panel and a footer with a
Back button. FormColumn stacks form widgets on a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import WidgetScene
from kingdom.ui.widgets.controls import CHECKBOX_ICONS, Button, Checkbox, Image, Label
from kingdom.ui.widgets.layout import Columns, Grid, HBox, Item, Spacer, VBox

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
        self.title_label = Label("", style="title", color="text_on_walnut")
        self.back_button = Button("", self.go_back, icon="arrow_left")

    def on_escape(self) -> None:
        self.go_back()

    def go_back(self) -> None:
        """Returns to the previous scene."""
        self.app.pop(self)

    def compose_body(self) -> Item:
        """Returns the layout between the title and the footer."""
        raise NotImplementedError

    def compose_footer(self) -> Sequence[Item]:
        """Returns the content at the right end of the footer. The Back button is at the left end."""
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
        label = Label(text, "reading", "ink_soft", "center", wrap=True)
        return VBox(
            Spacer(),
            Image("interface", "logo").sized(stretch=2),
            label.sized(max_width=EMPTY_TEXT_WIDTH, align="center"),
            button.sized(min_width=150, min_height=FOOTER_HEIGHT, align="center"),
            Spacer(),
            gap=18,
        )

    def draw(self, surface: pygame.Surface) -> None:
        renderer = self.app.renderer
        renderer.fill_texture(surface, surface.get_rect(), "table")
        self.group.draw(surface, renderer)


def _footer_sizes(item: Item) -> dict[str, float]:
    if not isinstance(item, Button):
        return {}
    return {"min_width": max(150, item.sizing.min_width), "min_height": FOOTER_HEIGHT}


CheckboxSpec = tuple[str, bool, Callable[[bool], object], str]
"""Text, state, change handler and tooltip of a checkbox."""


class FormColumn:
    """Collects the items of a form, which stacks them."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.items: list[Item] = []

    def content(self) -> Item:
        return VBox(*self.items, gap=6)

    def add(self, *items: Item) -> None:
        """Adds items, each in its own row."""
        self.items += items

    def add_row(self, *items: Item) -> None:
        """Adds a row of items of the same width."""
        self.items.append(Grid((1,) * len(items), *items, gap=8))

    def add_space(self, size: float) -> None:
        self.items.append(Spacer(size))

    def add_text(self, text: str, style: str = "body", color: str = "text_soft", indent: float = 0) -> None:
        """Adds wrapped text at the full width."""
        label = Label(text, style, color, valign="top", wrap=True)
        self.items.append(HBox(Spacer(indent), label.sized(stretch=1)) if indent else label)

    def add_checkboxes(
        self,
        entries: Sequence[CheckboxSpec],
        icons: tuple[str, str] = CHECKBOX_ICONS,
    ) -> None:
        """Adds checkboxes, side by side if they fit."""
        checkboxes = [
            Checkbox(text, value, on_change, tooltip, "name", icons=icons)
            for text, value, on_change, tooltip in entries
        ]
        self.items.append(Columns(*(box.sized(height=42) for box in checkboxes), gap=8))
