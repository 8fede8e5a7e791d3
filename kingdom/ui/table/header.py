"""The strip above the players: round, piles, seed, and the small buttons for the board and the menu."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.match.match import Match
from kingdom.match.seeds import seed_text
from kingdom.ui.draw.painted import Ground, Painted
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.widget import Widget

BUTTON = 34


class Header:
    """Tells where the game is."""

    def __init__(
        self,
        match: Match,
        zoom: Callable[[int], object],
        fit: Callable[[], object],
        menu: Callable[[], object],
    ) -> None:
        self.match = match
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.menu = Button("", menu, icon="menu")
        self.buttons = {
            "ui.table.zoom_in": Button("", lambda: zoom(1), icon="zoom_in"),
            "ui.table.zoom_out": Button("", lambda: zoom(-1), icon="zoom_out"),
            "ui.table.fit": Button("", fit, icon="fit"),
            "ui.table.menu.tip": self.menu,
        }
        self._kept = Painted()

    @property
    def widgets(self) -> list[Widget]:
        """Everything to click."""
        return list(self.buttons.values())

    def place(self, app: Host, rect: pygame.Rect) -> None:
        """Another place, another language or scale."""
        look = app.look
        size, gap = look.px(BUTTON), look.px(4)
        self.rect = rect
        right = rect.right - look.px(6)
        for key, button in reversed(self.buttons.items()):
            button.rect = pygame.Rect(right - size, rect.centery - size // 2, size, size)
            button.tooltip = app.say(key)
            right -= size + gap

    def draw(self, surface: pygame.Surface, app: Host, ground: Ground) -> None:
        """All but the widgets."""
        game = self.match.game
        key = game.round, len(game.deck), len(game.discard), app.settings.language
        self._kept.show(surface, ground, self.rect, key, lambda on, rect: self._paint(on, rect, app))

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, app: Host) -> None:
        look, say, game = app.look, app.say, self.match.game
        look.nine(surface, "panel_walnut", rect)
        right = min(button.rect.left for button in self.buttons.values()) - self.rect.left - look.px(12)
        left = pygame.Rect(rect.left + look.px(16), rect.top, rect.width * 25 // 100, rect.height)
        look.text(
            surface, say("ui.table.round", round=game.round), left, "heading", "on_walnut", valign="middle"
        )
        seed = seed_text(self.match.record.setup.seed)
        words = say("ui.table.piles", deck=len(game.deck), discard=len(game.discard), seed=seed)
        room = pygame.Rect(left.right, rect.top, right - left.right, rect.height)
        look.text(surface, words, room, "small", "text_soft_on_walnut", "right", "middle")
