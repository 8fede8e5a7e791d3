"""expert-1: the expert as it was when the master came, kept for measuring what is better.

Its numbers and weights are written down here and never change with those of the expert; that it gives the
same answers as ever is tested (tests/ai/test_same_answers.py).
"""

from __future__ import annotations

from kingdom.ai.evaluation import Weights
from kingdom.ai.expert import ExpertPlayer, SearchStage
from kingdom.ai.player import Budget
from kingdom.ai.turns import Width

WEIGHTS: Weights = {
    "building": 0.7956,
    "moving": 0.4971,
    "other": 0.4394,
    "kept": 1.9435,
    "promise": 0.5506,
    "tile_ahead": 0.1511,
    "open": 2.4851,
    "room": 0.0,
    "balance": 0.8629,
    "links": 0.6752,
    "rivals": 0.7,
}


class Expert1(ExpertPlayer):
    """A yardstick."""

    width = Width(kept=48, hexes=30, inner=8, origins=8)
    budget_of_level = Budget(evaluations=24_000)
    share = 0.4
    stages = (
        SearchStage(10, Width(kept=1, hexes=12, inner=2, origins=3)),
        SearchStage(5, Width(kept=4, hexes=14, inner=3, origins=4)),
    )
    cards = 5
    rivals = 0.35
    now = 0.5

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        super().__init__(seed, budget, WEIGHTS)
