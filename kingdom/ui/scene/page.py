"""What the scenes around the game share: a title above, a sheet of parchment, and a way back below."""

from __future__ import annotations

import pygame

from kingdom.ui.scene.dialog import button_text
from kingdom.ui.scene.with_widgets import WithWidgets
from kingdom.ui.widgets.basic import Button, Label, Picture
from kingdom.ui.widgets.widget import Widget

FOOT = 50
"""Height of the buttons below, in design pixels."""
READ = 720
"""Width of words in the middle of an empty page, in design pixels."""


class Page(WithWidgets):
    """A scene with a title and a Back button. A kind of page says its title and places its widgets on the
    body."""

    title = ""
    widest: float | None = None
    """Design pixels beyond which the page does not grow wider."""

    def __init__(self) -> None:
        super().__init__()
        self.body = pygame.Rect(0, 0, 0, 0)
        self.foot = pygame.Rect(0, 0, 0, 0)
        self.heading = Label("", style="title", colour="text_on_walnut")
        self.back = Button("", self.leave_page, icon="arrow_left")

    def escape(self) -> None:
        self.leave_page()

    def leave_page(self) -> None:
        """Back to where the player came from."""
        self.app.pop(self)

    def build(self) -> list[Widget]:
        """The widgets of the body, placed in `self.body`."""
        return []

    def build_foot(self, free: pygame.Rect) -> list[Widget]:
        """Widgets beside the Back button."""
        return []

    def layout(self, size: tuple[int, int]) -> None:
        look = self.app.look
        margin, gap = look.px(24), look.px(14)
        wide = size[0] - 2 * margin
        if self.widest is not None:
            wide = min(wide, look.words_px(self.widest))
        left = (size[0] - wide) // 2
        title = max(look.px(52), look.line_height("title"))
        foot = max(look.px(FOOT), look.line_height("button") + look.px(8))
        self.heading.text = self.app.say(self.title)
        self.heading.rect = pygame.Rect(left + look.px(6), gap, wide - look.px(12), title)
        self.foot = pygame.Rect(left, size[1] - gap - foot, wide, foot)
        top = self.heading.rect.bottom + gap // 2
        self.body = pygame.Rect(left, top, wide, self.foot.top - gap - top)
        self.back.text = self.app.say("ui.back")
        self.back.rect = pygame.Rect(left, self.foot.top, self.button_width(self.back), foot)
        rest = pygame.Rect(
            self.back.rect.right + gap, self.foot.top, self.foot.right - self.back.rect.right - gap, foot
        )
        body = self.build()
        self.group.replace([self.heading, *body, self.back, *self.build_foot(rest)])

    def button_width(self, button: Button) -> int:
        """How wide a button has to be for its words."""
        look = self.app.look
        icon = look.px(36) if button.icon else 0
        return max(look.px(150), look.measure(button_text(button), "button")[0] + icon + look.px(44))

    def nothing_yet(self, room: pygame.Rect, words: str, way: Button) -> list[Widget]:
        """What a page shows that has nothing to show yet: the emblem of the game, how this begins, and the
        way there. The emblem is as large as there is room for."""
        look, gap = self.app.look, self.app.look.px(18)
        wide = min(room.width, look.words_px(READ))
        tall = max(look.px(FOOT), look.line_height("button") + look.px(8))
        high = min(look.measure(words, "reading", wide)[1], room.height - tall)
        emblem = max(0, min(room.height // 2, room.height - high - tall - 2 * gap))
        top = room.centery - (emblem + high + tall + 2 * gap) // 2
        shown = pygame.Rect(room.left, top, room.width, emblem)
        said = pygame.Rect(room.centerx - wide // 2, max(room.top, shown.bottom + gap), wide, high)
        across = min(room.width, self.button_width(way))
        low = min(said.bottom + gap, room.bottom - tall)
        way.rect = pygame.Rect(room.centerx - across // 2, low, across, tall)
        label = Label(words, said, "reading", "ink_soft", "center", wrap=True)
        return [*([Picture("interface", "logo", shown)] if emblem > tall else []), label, way]

    def draw(self, surface: pygame.Surface) -> None:
        look = self.app.look
        look.fill(surface, surface.get_rect(), "table")
        self.draw_body(surface)
        self.group.draw(surface, look)

    def draw_body(self, surface: pygame.Surface) -> None:
        """What lies under the widgets."""
        self.app.look.panel(surface, self.body)
