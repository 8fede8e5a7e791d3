"""Modal dialogs with a title, text and buttons, such as messages and confirmations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pygame

from kingdom.ui.framework.scene import OverlayScene
from kingdom.ui.widgets.base import Widget, resolve_text
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.scroll_area import ScrollArea

if TYPE_CHECKING:
    from kingdom.ui.framework.app import App


DIALOG_WIDTH = 620
BUTTON_HEIGHT = 46


@dataclass(frozen=True)
class DialogButton:
    """Text, action and kind of one button in a dialog."""

    text: str
    on_click: Callable[[], object] | None = None
    kind: str = "plain"


class Dialog(OverlayScene):
    """A modal dialog with a title, text and buttons. Esc presses the last button."""

    pauses_match = True

    def __init__(
        self, title: str, text: str, buttons: Sequence[DialogButton], focus: int = 0, icon: str | None = None
    ) -> None:
        super().__init__()
        self.title, self.text, self.button_specs, self.icon = title, text, list(buttons), icon
        self.buttons = [
            Button(button.text, partial(self._close_and_run, button), kind=button.kind)
            for button in self.button_specs
        ]
        self.title_label = Label(title, style="title", wrap=True)
        self.text_label = Label(text, wrap=True, valign="top")
        self.scroll_area = ScrollArea()
        self._focused_index = focus

    def enter(self, app: App) -> None:
        super().enter(app)
        self.layout(app.size)
        self.group.set_focus(self.buttons[self._focused_index])

    def _close_and_run(self, button: DialogButton) -> None:
        self.app.pop(self)
        if button.on_click is not None:
            button.on_click()

    def layout(self, size: tuple[int, int]) -> None:
        renderer = self.app.renderer
        pad, gap = renderer.px(28), renderer.px(16)
        panel_width = min(renderer.px(DIALOG_WIDTH) + self.extra_width(), size[0] - 2 * gap)
        inner_width = panel_width - 2 * pad
        icon_space = renderer.px(48) + gap if self.icon else 0
        title_height = min(renderer.measure(self.title, "title", inner_width - icon_space)[1], size[1] // 4)
        title_height = max(title_height, icon_space - gap) if self.icon else title_height
        text_height = renderer.measure(self.text, "body", inner_width - renderer.px(14))[1]
        extra_height = self.extra_height()
        button_height = renderer.px(BUTTON_HEIGHT)
        free_height = size[1] - 2 * gap - 2 * pad - title_height - 2 * gap - button_height - extra_height
        visible_height = min(text_height, free_height)
        self.panel = pygame.Rect(
            0,
            0,
            panel_width,
            2 * pad + title_height + gap + visible_height + extra_height + gap + button_height,
        )
        self.panel.center = (size[0] // 2, size[1] // 2)
        left, top = self.panel.left + pad, self.panel.top + pad
        self.title_label.rect = pygame.Rect(left + icon_space, top, inner_width - icon_space, title_height)
        self.scroll_area.rect = pygame.Rect(left, top + title_height + gap, inner_width, visible_height)
        self.scroll_area.scrollbar_width = renderer.px(12)
        self.text_label.rect = pygame.Rect(
            left, self.scroll_area.rect.top, inner_width - renderer.px(14), text_height
        )
        self.scroll_area.set_content([self.text_label], text_height)
        extra_widgets = self.layout_extra(
            pygame.Rect(left, self.scroll_area.rect.bottom, inner_width, extra_height)
        )
        self._layout_buttons(
            pygame.Rect(left, self.panel.bottom - pad - button_height, inner_width, button_height), gap
        )
        self.group.replace_widgets([self.title_label, self.scroll_area, *extra_widgets, *self.buttons])

    def _layout_buttons(self, row: pygame.Rect, gap: int) -> None:
        """Places the buttons in a row, aligned right."""
        renderer = self.app.renderer
        count = len(self.buttons)
        widths = [
            max(renderer.px(130), renderer.measure(resolve_text(button.text), "button")[0] + renderer.px(40))
            for button in self.buttons
        ]
        if sum(widths) + gap * (count - 1) > row.width:
            widths = [(row.width - gap * (count - 1)) // count] * count
        right = row.right
        for button, width in zip(reversed(self.buttons), reversed(widths), strict=True):
            button.rect = pygame.Rect(right - width, row.top, width, row.height)
            right -= width + gap

    def extra_height(self) -> int:
        """Returns the height that a subclass needs between the text and the buttons."""
        return 0

    def extra_width(self) -> int:
        return 0

    def layout_extra(self, area: pygame.Rect) -> list[Widget]:
        return []

    def on_escape(self) -> None:
        self.buttons[-1].activate()

    def draw_background(self, surface: pygame.Surface) -> None:
        if self.icon:
            renderer = self.app.renderer
            size = renderer.px(48)
            renderer.draw_icon(
                surface,
                self.icon,
                (self.scroll_area.rect.left + size // 2, self.title_label.rect.centery),
                size,
            )


def show_message(
    app: App, title: str, text: str, icon: str | None = None, on_close: Callable[[], object] | None = None
) -> Dialog:
    """Shows a message with an OK button."""
    dialog = Dialog(title, text, [DialogButton(app.tr("ui.ok"), on_close, "primary")], icon=icon)
    app.push(dialog)
    return dialog


def confirm(
    app: App, title: str, text: str, yes: str, on_yes: Callable[[], object], no: str | None = None
) -> Dialog:
    """Asks for confirmation before an action that cannot be undone. The focus starts on the harmless
    button."""
    dialog = Dialog(
        title, text, [DialogButton(yes, on_yes, "primary"), DialogButton(no or app.tr("ui.cancel"))], focus=1
    )
    app.push(dialog)
    return dialog
