"""Small windows over a scene: a message, a question; and toasts, which go away by themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from kingdom.ui.scene.host import Host
from kingdom.ui.scene.overlay import Overlay
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.widget import Widget

WIDTH = 620
BUTTON_HEIGHT = 46


@dataclass(frozen=True)
class Reply:
    """A button of a dialog."""

    text: str
    do: Callable[[], object] | None = None
    kind: str = "plain"


class Dialog(Overlay):
    """A title, a text and buttons; Esc takes the last one."""

    def __init__(
        self, title: str, text: str, replies: Sequence[Reply], focus: int = 0, icon: str | None = None
    ) -> None:
        super().__init__()
        self.title, self.text, self.replies, self.icon = title, text, list(replies), icon
        self.buttons = [Button(reply.text, self._taking(reply), kind=reply.kind) for reply in self.replies]
        self.heading = Label(title, style="title", wrap=True)
        self.words = Label(text, wrap=True, valign="top")
        self.area = ScrollArea()
        self._focus = focus

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.layout(app.size)
        self.group.set_focus(self.buttons[self._focus])

    def _taking(self, reply: Reply) -> Callable[[], None]:
        def take() -> None:
            self.app.pop(self)
            if reply.do is not None:
                reply.do()

        return take

    def layout(self, size: tuple[int, int]) -> None:
        look = self.app.look
        pad, gap = look.px(28), look.px(16)
        wide = min(look.px(WIDTH) + self._extra_width(), size[0] - 2 * gap)
        inner = wide - 2 * pad
        mark = look.px(48) + gap if self.icon else 0
        title_height = min(look.measure(self.title, "title", inner - mark)[1], size[1] // 4)
        title_height = max(title_height, mark - gap) if self.icon else title_height
        text_height = look.measure(self.text, "body", inner - look.px(14))[1]
        extra = self._extra_height()
        buttons = look.px(BUTTON_HEIGHT)
        room = size[1] - 2 * gap - 2 * pad - title_height - 2 * gap - buttons - extra
        shown = min(text_height, room)
        self.panel = pygame.Rect(0, 0, wide, 2 * pad + title_height + gap + shown + extra + gap + buttons)
        self.panel.center = (size[0] // 2, size[1] // 2)
        left, top = self.panel.left + pad, self.panel.top + pad
        self.heading.rect = pygame.Rect(left + mark, top, inner - mark, title_height)
        self.area.rect = pygame.Rect(left, top + title_height + gap, inner, shown)
        self.area.bar = look.px(12)
        self.words.rect = pygame.Rect(left, self.area.rect.top, inner - look.px(14), text_height)
        self.area.lay([self.words], text_height)
        more = self._lay_extra(pygame.Rect(left, self.area.rect.bottom, inner, extra))
        self._lay_buttons(pygame.Rect(left, self.panel.bottom - pad - buttons, inner, buttons), gap)
        self.group.replace([self.heading, self.area, *more, *self.buttons])

    def _lay_buttons(self, row: pygame.Rect, gap: int) -> None:
        """Buttons stand on the right, in a row."""
        look = self.app.look
        count = len(self.buttons)
        widths = [
            max(look.px(130), look.measure(button_text(button), "button")[0] + look.px(40))
            for button in self.buttons
        ]
        if sum(widths) + gap * (count - 1) > row.width:
            widths = [(row.width - gap * (count - 1)) // count] * count
        right = row.right
        for button, width in zip(reversed(self.buttons), reversed(widths), strict=True):
            button.rect = pygame.Rect(right - width, row.top, width, row.height)
            right -= width + gap

    def _extra_height(self) -> int:
        """Room that a kind of dialog needs between text and buttons."""
        return 0

    def _extra_width(self) -> int:
        return 0

    def _lay_extra(self, room: pygame.Rect) -> list[Widget]:
        return []

    def escape(self) -> None:
        self.buttons[-1].activate()

    def draw_panel(self, surface: pygame.Surface) -> None:
        if self.icon:
            look = self.app.look
            size = look.px(48)
            look.icon(surface, self.icon, (self.area.rect.left + size // 2, self.heading.rect.centery), size)


def button_text(button: Button) -> str:
    """The words on a button."""
    return button.text() if callable(button.text) else button.text or ""


def message(
    app: Host, title: str, text: str, icon: str | None = None, done: Callable[[], object] | None = None
) -> Dialog:
    """Tell something."""
    dialog = Dialog(title, text, [Reply(app.say("ui.ok"), done, "primary")], icon=icon)
    app.push(dialog)
    return dialog


def question(
    app: Host, title: str, text: str, yes: str, on_yes: Callable[[], object], no: str | None = None
) -> Dialog:
    """Ask before something that cannot be taken back; the harmless reply has the focus."""
    dialog = Dialog(title, text, [Reply(yes, on_yes, "primary"), Reply(no or app.say("ui.cancel"))], focus=1)
    app.push(dialog)
    return dialog
