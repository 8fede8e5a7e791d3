"""Tests that AI players, reviews and tournaments do not depend on the Python version. Since Python 3.12, the
built-in `sum` rounds floats differently."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable
from typing import Any

import pytest
from support.review_games import finished_record
from support.sample_positions import sample_positions

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.float_sum import sum_floats
from kingdom.ai.hint import compute_hint
from kingdom.ai.levels import AI_PLAYER_FACTORIES
from kingdom.ai.player import Budget
from kingdom.ai.scoring_helpers import majority_shift_probabilities
from kingdom.ai.turn_comparison import TurnComparer
from kingdom.review.analysis import TurnAnalysis, summarize_analysis
from kingdom.review.gold_over_time import gold_history
from kingdom.review.timeline import build_timeline
from kingdom.tournament.arena import play_arena
from kingdom.tournament.ratings import PairScore, fit_ratings

MAX_EVALUATIONS = 400
ADDENDS = (1.0, 1e16, -1e16)
"""Numbers that reveal how floats are added: added from left to right, their sum is 0; a compensated sum is
1."""


@pytest.fixture(autouse=True)
def reject_float_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the built-in `sum` fail if our code adds floats with it."""
    original_sum = builtins.sum
    majority_shift_probabilities.cache_clear()

    def strict_sum(values: Iterable[Any], start: Any = 0) -> Any:
        values = list(values)
        if sys._getframe(1).f_globals["__name__"].startswith("kingdom."):
            assert not any(isinstance(value, float) for value in (start, *values)), "use sum_floats"
        return original_sum(values, start)

    monkeypatch.setattr(builtins, "sum", strict_sum)


def test_floats_are_added_from_left_to_right() -> None:
    assert sum_floats(ADDENDS) == 0.0
    assert sum_floats(reversed(ADDENDS)) == 1.0
    assert sum_floats([]) == 0.0


@pytest.mark.parametrize("level", AI_PLAYER_FACTORIES)
def test_ai_players_add_floats_from_left_to_right(level: str) -> None:
    for seed, game in enumerate(sample_positions(6, seed=41)):
        view = game.observe(game.decision().player, seed)
        AI_PLAYER_FACTORIES[level](seed, Budget(max_evaluations=MAX_EVALUATIONS)).decide(view)


def test_evaluations_and_hints_add_floats_from_left_to_right() -> None:
    for seed, game in enumerate(sample_positions(12, seed=41)):
        player = game.decision().player
        view = game.observe(player, seed)
        Evaluation(view, player).unweighted_terms(view)
        compute_hint(view, seed, Budget(max_evaluations=100))


def test_turn_comparison_adds_floats_from_left_to_right() -> None:
    for seed, game in enumerate(sample_positions(3, seed=41)):
        view = game.observe(game.decision().player, seed)
        TurnComparer(seed, Budget(max_evaluations=MAX_EVALUATIONS)).prepare_comparison(view)


def test_review_adds_floats_from_left_to_right() -> None:
    timeline = build_timeline(finished_record())
    gold_history(timeline)
    analysis = TurnAnalysis(0, 1, 0, "grass", 3, 0.1, 0.2, ("end_turn",), 0, {}, {}, "gold", "", 0.1)
    assert summarize_analysis(timeline, [analysis] * 3).players[0].loss == 0.3


def test_tournament_adds_floats_from_left_to_right() -> None:
    play_arena(["easy", "greedy"], 4, ["base"], 9, measure_luck=True)
    fit_ratings(3, [PairScore(0, 1, 0.6, 4), PairScore(1, 2, 0.4, 4), PairScore(0, 2, 0.7, 4)])
