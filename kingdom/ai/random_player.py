"""random: any legal answer, all alike. For measuring, and for tests that must reach every corner of the
rules."""

from __future__ import annotations

from kingdom.ai.player import Player, random_answer
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game


class RandomPlayer(Player):
    """Answers at random."""

    def answer(self, view: Game) -> Answer:
        return random_answer(view, self.chance)
