"""The curtain: with several people at one screen, it hides the next hand until the next person is ready."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.scene.host import Host
from kingdom.ui.scene.overlay import Overlay
from kingdom.ui.widgets.basic import Button

WIDTH, HEIGHT = 660, 390


class Curtain(Overlay):
    """Whose screen it is now, and the button to say so. Nothing but that takes it away; the menu opens over
    it."""

    darkness = 190

    def __init__(
        self, name: str, colour: str, ready: Callable[[], object], menu: Callable[[], object]
    ) -> None:
        super().__init__()
        self.name, self.colour, self._ready, self._menu = name, colour, ready, menu
        self.button = Button("", self.lift, kind="primary", key=pygame.K_SPACE)
        self.menu = Button("", self.open_menu, icon="menu")
        self.group.replace([self.button, self.menu])

    def enter(self, app: Host) -> None:
        super().enter(app)
        app.play("curtain")

    def lift(self) -> None:
        """The person is ready; the table takes the curtain away."""
        self._ready()

    def open_menu(self) -> None:
        """The menu of the table; after it Space says ready again."""
        self._take_focus()
        self._menu()

    def _take_focus(self) -> None:
        self.group.set_focus(self.button)
        self.group.keyboard = False

    def layout(self, size: tuple[int, int]) -> None:
        look = self.app.look
        self.panel = pygame.Rect(
            0, 0, min(look.px(WIDTH), size[0] * 9 // 10), min(look.px(HEIGHT), size[1] * 9 // 10)
        )
        self.panel.center = (size[0] // 2, size[1] // 2)
        self.button.text = self.app.say("ui.table.curtain.ready", player=self.name)
        self.button.hint = self.app.say("ui.key.space")
        wide = min(
            self.panel.width * 8 // 10,
            max(look.px(220), look.measure(str(self.button.text), "button")[0] + look.px(60)),
        )
        self.button.rect = pygame.Rect(0, 0, wide, look.px(66))
        self.button.rect.midbottom = (self.panel.centerx, self.panel.bottom - look.px(30))
        corner = look.px(34)
        self.menu.rect = pygame.Rect(0, 0, corner, corner)
        self.menu.rect.topright = (self.panel.right - look.px(14), self.panel.top + look.px(14))
        self.menu.tooltip = self.app.say("ui.table.menu")
        self._take_focus()

    def covers(self, pos: tuple[int, int]) -> bool:
        return True  # nothing of the table is to be seen

    def escape(self) -> None:
        self.open_menu()

    def draw_panel(self, surface: pygame.Surface) -> None:
        look = self.app.look
        size = look.px(104)
        centre = (self.panel.centerx, self.panel.top + look.px(86))
        look.piece(surface, "settlement", self.colour, centre, size, self.app.settings.marks)
        words = pygame.Rect(
            self.panel.left + look.px(30), centre[1] + size // 2, self.panel.width - look.px(60), 0
        )
        asked = self.app.say("ask.curtain", player=self.name)
        words.height = look.measure(asked, "title", words.width)[1]
        look.text(
            surface,
            asked,
            words,
            "title",
            align="center",
            valign="middle",
            wrap=True,
        )
        below = pygame.Rect(
            words.left, words.bottom, words.width, self.button.rect.top - words.bottom - look.px(8)
        )
        look.text(
            surface,
            self.app.say("ui.table.curtain.text"),
            below,
            "body",
            "ink_soft",
            "center",
            "middle",
            wrap=True,
        )
