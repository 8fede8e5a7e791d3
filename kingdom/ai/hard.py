"""hard: the whole turn at once. A beam search over tiles and builds in every order, with the full
evaluation."""

from __future__ import annotations

from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget
from kingdom.ai.turns import Width


class HardPlayer(Planner):
    """The best turn by evaluation."""

    width = Width(kept=6, hexes=8, inner=3, origins=3)
    budget_of_level = Budget(evaluations=1800)
