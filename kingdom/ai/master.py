"""master: the expert with more time. It looks at more turns, in three stages, each with more care than the
one before, and meets the others' answers in several deals where it comes to the last few turns."""

from __future__ import annotations

from kingdom.ai.expert import ExpertPlayer, Stage
from kingdom.ai.player import Budget
from kingdom.ai.turns import Width


class MasterPlayer(ExpertPlayer):
    """Broader and surer than the expert."""

    width = Width(kept=96, hexes=40, inner=12, origins=12)
    budget_of_level = Budget(evaluations=120_000)
    share = 0.25
    stages = (
        Stage(24, Width(kept=1, hexes=12, inner=2, origins=3)),
        Stage(10, Width(kept=4, hexes=14, inner=3, origins=4)),
        Stage(4, Width(kept=8, hexes=18, inner=4, origins=5), deals=2),
    )
