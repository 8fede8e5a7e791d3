"""medium: one step at a time. Every build and every tile is tried, the best position is taken, and nothing is looked back at.

It plays sensibly and at once, but does not see that three builds together can do what none of them does alone.
"""

from __future__ import annotations

from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget
from kingdom.ai.turns import Width


class MediumPlayer(Planner):
    """Greedy by evaluation."""

    width = Width(kept=1, hexes=6, inner=1, origins=2)
    budget_of_level = Budget(evaluations=300)
