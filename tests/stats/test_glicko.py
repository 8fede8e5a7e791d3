"""Tests Glicko-2 with the example published by its author, and checks properties that hold for all
ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kingdom.stats.glicko import (
    MAX_DEVIATION,
    MIN_DEVIATION,
    RatedResult,
    Rating,
    expected_score,
    update_rating,
)

RATINGS = some.builds(
    Rating,
    some.floats(200, 3000),
    some.floats(MIN_DEVIATION, MAX_DEVIATION),
    some.floats(0.03, 0.1),
)
RESULTS = some.lists(some.builds(RatedResult, RATINGS, some.sampled_from([0.0, 0.5, 1.0])), max_size=6)


def test_published_example() -> None:
    """A player rated 1500 (deviation 200, volatility 0.06) wins against 1400 (30) and loses against 1550
    (100) and 1700 (300)."""
    own = Rating(1500, 200, 0.06)
    results = [
        RatedResult(Rating(1400, 30), 1),
        RatedResult(Rating(1550, 100), 0),
        RatedResult(Rating(1700, 300), 0),
    ]
    updated = update_rating(own, results)
    assert updated.points == pytest.approx(1464.06, abs=0.01)
    assert updated.deviation == pytest.approx(151.52, abs=0.01)
    assert updated.volatility == pytest.approx(0.05999, abs=0.00001)
    expected_scores = [expected_score(own, result.opponent) for result in results]
    assert expected_scores == pytest.approx([0.639, 0.432, 0.303], abs=0.0005)


def test_inactivity_increases_only_the_deviation() -> None:
    own = Rating(1600, 80, 0.06)
    assert update_rating(own, []) == pytest.approx(Rating(1600, 80.68, 0.06), abs=0.01)


@given(RATINGS, RESULTS)
def test_better_result_never_lowers_the_rating(own: Rating, results: list[RatedResult]) -> None:
    updated = update_rating(own, results)
    assert MIN_DEVIATION <= updated.deviation <= MAX_DEVIATION
    for index, (opponent, score) in enumerate(results):
        if score == 1:
            continue
        better = [*results[:index], RatedResult(opponent, 1.0), *results[index + 1 :]]
        assert update_rating(own, better).points > updated.points - 1e-6


@given(RATINGS, RATINGS)
def test_win_raises_and_loss_lowers_the_rating(own: Rating, opponent: Rating) -> None:
    assert (
        update_rating(own, [RatedResult(opponent, 1)]).points
        > own.points
        > update_rating(own, [RatedResult(opponent, 0)]).points
    )


def test_surprising_results_increase_volatility() -> None:
    own = Rating(1500, 50, 0.06)
    weak = Rating(900, 30)
    assert (
        update_rating(own, [RatedResult(weak, 0)] * 6).volatility
        > update_rating(own, [RatedResult(weak, 1)] * 6).volatility
    )
