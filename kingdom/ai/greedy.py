"""greedy: of all answers to the waiting decision, the one with the most gold now; ties are broken by tiles
held, then at random.

It looks one answer ahead and no further, so it is the least a better player must beat.
"""

from __future__ import annotations

from kingdom.ai.player import Player
from kingdom.rules.frames import DECLINE, DONE_OPTION, END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.rules.scoring import total

_LAST_RESORT = (END_TURN, DECLINE, DONE_OPTION)


class GreedyPlayer(Player):
    """Takes what pays most at once."""

    def answer(self, view: Game) -> Answer:
        decision = view.decision()
        answers: list[Answer] = [*hexes_of(decision.cells), *decision.options]
        if len(answers) == 1:
            return answers[0]
        before = total(view, decision.player)
        ranked = []
        for answer in answers:
            after = view.copy()
            after.push(answer)
            gain = total(after, decision.player) - before
            tiles = len(after.tiles[decision.player]) - len(view.tiles[decision.player])
            # an option that has not paid yet (using a tile) is tried before the turn is ended
            ranked.append(
                (
                    gain,
                    tiles,
                    answer not in _LAST_RESORT and isinstance(answer, str),
                    self.chance.below(1 << 30),
                    answer,
                )
            )
        return max(ranked, key=lambda entry: entry[:4])[4]
