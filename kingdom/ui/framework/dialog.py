"""Modal dialogs with a title, text and buttons, such as messages and confirmations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from kingdom.ui.framework.scene import OverlayScene
from kingdom.ui.widgets.controls import Button, Icon, Label
from kingdom.ui.widgets.layout import HBox, Item, Share, Spacer, VBox, place_centered
from kingdom.ui.widgets.scroll_area import ScrollArea

if TYPE_CHECKING:
    from kingdom.ui.framework.app import App


DIALOG_WIDTH, PADDING = 620, 28
"""Minimum width and padding of a dialog, in design pixels."""


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
        if self.icon == "warning":
            app.play_sound("not_allowed")

    def _close_and_run(self, button: DialogButton) -> None:
        self.app.pop(self)
        if button.on_click is not None:
            button.on_click()

    def compose(self) -> list[Item]:
        """Returns the content that a subclass adds between the text and the buttons."""
        return []

    def layout(self, size: tuple[int, int]) -> None:
        renderer = self.app.renderer
        buttons = HBox(
            Spacer(), *(button.sized(min_width=130, min_height=46) for button in self.buttons), gap=16
        )
        box = VBox(
            HBox(Icon(self.icon, 48), Share(self.title_label), gap=16) if self.icon else self.title_label,
            self.scroll_area.show(self.text_label),
            *self.compose(),
            buttons,
            gap=16,
            padding=PADDING,
        )
        buttons_width = buttons.measure(renderer, size[0])[0] / renderer.scale
        width = max(DIALOG_WIDTH, buttons_width + 2 * PADDING)
        self.panel = place_centered(renderer, box, size, width, margin=16)
        self.group.replace_widgets(box.widgets())

    def on_escape(self) -> None:
        self.buttons[-1].activate()


def show_message(
    app: App, title: str, text: str, icon: str | None = None, on_close: Callable[[], object] | None = None
) -> Dialog:
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
