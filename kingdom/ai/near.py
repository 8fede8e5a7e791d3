"""A program of any strength between the levels, for somebody whose strength is known: it plays some turns as
the level below and some as the one above."""

from __future__ import annotations

from collections.abc import Callable

from kingdom.ai.player import Player
from kingdom.rules.chance import seeded
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game

_PARTS = 1000


class NearPlayer(Player):
    """Two players in one seat; which of them plays a turn is left to chance."""

    def __init__(self, seed: int, lower: Player, higher: Player, share: float) -> None:
        super().__init__(seed)
        self.lower, self.higher = lower, higher
        self.share = share
        """The part of the turns that the higher one plays."""

    def answer(self, view: Game) -> Answer:
        return self._of_this_round(view).answer(view)

    def ponder(self, view: Game, stopped: Callable[[], bool]) -> None:
        self._of_this_round(view).ponder(view, stopped)

    def _of_this_round(self, view: Game) -> Player:
        luck = (seeded(self.seed + 8191 * view.round) >> 8) % _PARTS
        return self.higher if luck < self.share * _PARTS else self.lower
