"""The strip above the tabs: the round, when the game was likely to end, and the small buttons for the
board."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.review.outlook import outlook
from kingdom.rules.game import Game
from kingdom.ui.draw.painted import Ground, Painted
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

BUTTON = 34


class Header:
    """Tells where in the game the moment is."""

    def __init__(self, zoom: Callable[[int], object], fit: Callable[[], object]) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.buttons = {
            "zoom_in": Button("", lambda: zoom(1), icon="zoom_in"),
            "zoom_out": Button("", lambda: zoom(-1), icon="zoom_out"),
            "fit": Button("", fit, icon="fit"),
        }
        self.figures = Widget()
        self.round = self.end = ""
        self._kept = Painted()

    @property
    def widgets(self) -> list[Widget]:
        """Everything to click or point at."""
        return [self.figures, *self.buttons.values()]

    def place(self, app: Host, rect: pygame.Rect) -> None:
        """Another place, another language or scale."""
        look = app.look
        size, gap = look.px(BUTTON), look.px(4)
        self.rect = rect
        right = rect.right - look.px(6)
        for name, button in reversed(self.buttons.items()):
            button.rect = pygame.Rect(right - size, rect.centery - size // 2, size, size)
            picture = ("interface", f"icon_{button.icon}")
            button.tooltip = Tip(
                app.say(f"ui.table.{name}"), app.say(f"ui.table.{name}.does"), picture=picture
            )
            right -= size + gap
        left = rect.left + look.px(10)
        self.figures.rect = pygame.Rect(left, rect.top, right - gap - left, rect.height)

    def refresh(self, app: Host, game: Game) -> None:
        """Another moment."""
        self.round = app.say("ui.table.round", round=game.round)
        self.end = (
            app.say("ui.review.over")
            if game.over
            else app.say("ui.review.end", round=outlook(game).last_round)
        )

    def draw(self, surface: pygame.Surface, app: Host, ground: Ground) -> None:
        """All but the widgets."""
        key = (self.round, self.end, app.look.scale)
        self._kept.show(surface, ground, self.rect, key, lambda on, rect: self._paint(on, rect, app))

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, app: Host) -> None:
        look = app.look
        look.nine(surface, "panel_walnut", rect)
        self.figures.cut.clear()
        room = self.figures.rect.move(-self.rect.left, -self.rect.top)
        written = self.figures.write(surface, look, self.round, room, "heading", "on_walnut")
        room.width, room.left = room.right - written.right - look.px(12), written.right + look.px(12)
        self.figures.write(surface, look, self.end, room, "small", "text_soft_on_walnut", "right")
