"""The strip above the players: round, piles, and the small buttons for the board and the menu."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pygame

from kingdom.match.match import Match
from kingdom.text import times
from kingdom.ui.panels.header import Header, looking
from kingdom.ui.scene.host import Host
from kingdom.ui.table.banner import last_round
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.tooltip import Tip


class TableHeader(Header):
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
        self.menu = Button("", menu, icon="menu")
        recapping = Button("", recap, icon="clock", key=pygame.K_r)
        super().__init__({**looking(zoom, fit), "recap": recapping, "menu": self.menu})

    def place(self, app: Host, rect: pygame.Rect) -> None:
        super().place(app, rect)
        self.figures.tooltip = lambda: self._note(app)

    def _note(self, app: Host) -> Tip:
        game, say = self.match.game, app.say
        piles = say("ui.table.piles.does", deck=len(game.deck), discard=len(game.discard))
        counted = Counter(game.unseen(self.match.viewer))
        cards = ", ".join(
            times(number, str(app.texts.names({"card": card})["card"]))
            for card, number in counted.most_common()
        )
        unseen = say("ui.table.piles.unseen", cards=cards) if cards else ""
        last = last_round(self.match, app.texts)
        does = f"{last}\n{piles}" if last else piles
        return Tip(self.round_words(app), does, unseen, ("interface", "icon_cards"))

    def round_words(self, app: Host) -> str:
        """Which round it is, and whether it is the last."""
        key = "ui.table.round.last" if last_round(self.match, app.texts) else "ui.table.round"
        return app.say(key, round=self.match.game.round)

    def words(self, app: Host) -> tuple[str, str]:
        game = self.match.game
        piles = app.say("ui.table.piles", deck=len(game.deck), discard=len(game.discard))
        return self.round_words(app), piles

    def fewer(self, app: Host) -> str:
        return app.say("ui.table.piles.deck", deck=len(self.match.game.deck))

    def stands_out(self, app: Host) -> bool:
        return bool(last_round(self.match, app.texts))
