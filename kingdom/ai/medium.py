"""medium: one step at a time. The most promising builds and every tile are tried, the best position is taken,
and nothing looked back at.

It plays sensibly and at once, but does not see that several builds together can do what none of them does
alone: neither within a turn nor (the weights it leaves out) over some turns.
"""

from __future__ import annotations

from kingdom.ai.evaluation import BALANCE, LINKS, Weights, weights
from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget
from kingdom.ai.turns import Width

UNSEEN = (BALANCE, LINKS)
"""The terms that are about builds of several turns."""


class MediumPlayer(Planner):
    """Greedy by evaluation."""

    width = Width(kept=1, hexes=4, inner=1, origins=2)
    budget_of_level = Budget(evaluations=300)

    @classmethod
    def own_weights(cls) -> Weights:
        return {**weights(), **dict.fromkeys(UNSEEN, 0.0)}
