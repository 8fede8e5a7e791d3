"""The strip above the players: round, piles, and the small buttons for the board and the menu."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pygame

from kingdom.match.match import Match
from kingdom.ui.draw.painted import Ground, Painted
from kingdom.ui.scene.host import Host
from kingdom.ui.table.banner import last_round
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

BUTTON = 34


class Header:
    """Tells where the game is."""

    def __init__(
        self,
        match: Match,
        zoom: Callable[[int], object],
        fit: Callable[[], object],
        recap: Callable[[], object],
        menu: Callable[[], object],
    ) -> None:
        self.match = match
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.menu = Button("", menu, icon="menu")
        self.buttons = {
            "zoom_in": Button("", lambda: zoom(1), icon="zoom_in"),
            "zoom_out": Button("", lambda: zoom(-1), icon="zoom_out"),
            "fit": Button("", fit, icon="fit"),
            "recap": Button("", recap, icon="clock", key=pygame.K_r),
            "menu": self.menu,
        }
        self.figures = Widget()
        """Round and piles, to be pointed at."""
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
            button.tooltip = self._telling(app, name)
            right -= size + gap
        left = rect.left + look.px(10)
        self.figures.rect = pygame.Rect(left, rect.top, right - gap - left, rect.height)
        self.figures.tooltip = lambda: self._note(app)

    def _telling(self, app: Host, name: str) -> Tip:
        picture = ("interface", f"icon_{self.buttons[name].icon}")
        return Tip(app.say(f"ui.table.{name}"), app.say(f"ui.table.{name}.does"), picture=picture)

    def _note(self, app: Host) -> Tip:
        game, say = self.match.game, app.say
        piles = say("ui.table.piles.does", deck=len(game.deck), discard=len(game.discard))
        counted = Counter(game.unseen(self.match.viewer))
        cards = ", ".join(f"{number} × {app.texts.name(card)}" for card, number in counted.most_common())
        unseen = say("ui.table.piles.unseen", cards=cards) if cards else ""
        last = last_round(self.match, app.texts)
        does = f"{last}\n{piles}" if last else piles
        return Tip(self.round_words(app), does, unseen, ("interface", "icon_cards"))

    def round_words(self, app: Host) -> str:
        """Which round it is, and whether it is the last."""
        key = "ui.table.round.last" if last_round(self.match, app.texts) else "ui.table.round"
        return app.say(key, round=self.match.game.round)

    def draw(self, surface: pygame.Surface, app: Host, ground: Ground) -> None:
        """All but the widgets."""
        game = self.match.game
        key = game.round, game.ending, len(game.deck), len(game.discard), app.settings.language
        self._kept.show(surface, ground, self.rect, key, lambda on, rect: self._paint(on, rect, app))

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, app: Host) -> None:
        look, say, game = app.look, app.say, self.match.game
        look.nine(surface, "panel_walnut", rect)
        self.figures.cut.clear()
        room = self.figures.rect.move(-self.rect.left, -self.rect.top)
        colour = "text_accent_on_walnut" if last_round(self.match, app.texts) else "on_walnut"
        written = self.figures.write(surface, look, self.round_words(app), room, "heading", colour)
        room.width, room.left = room.right - written.right - look.px(12), written.right + look.px(12)
        piles = say("ui.table.piles", deck=len(game.deck), discard=len(game.discard))
        self.figures.write(surface, look, piles, room, "small", "text_soft_on_walnut", "right")
