"""Glicko-2 against the example its author published, and what must hold for any rating."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kingdom.profile.glicko import (
    LEAST_DEVIATION,
    MOST_DEVIATION,
    RatedResult,
    Rating,
    after,
    expected,
)

RATINGS = some.builds(
    Rating,
    some.floats(200, 3000),
    some.floats(LEAST_DEVIATION, MOST_DEVIATION),
    some.floats(0.03, 0.1),
)
RESULTS = some.lists(some.builds(RatedResult, RATINGS, some.sampled_from([0.0, 0.5, 1.0])), max_size=6)


def test_the_published_example() -> None:
    """A player of 1500, 200, 0.06 wins against 1400 (30), loses against 1550 (100) and 1700 (300)."""
    own = Rating(1500, 200, 0.06)
    results = [
        RatedResult(Rating(1400, 30), 1),
        RatedResult(Rating(1550, 100), 0),
        RatedResult(Rating(1700, 300), 0),
    ]
    found = after(own, results)
    assert found.points == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)
    shares = [expected(own, result.other) for result in results]
    assert shares == pytest.approx([0.639, 0.432, 0.303], abs=0.0005)


def test_who_does_not_play_is_less_sure_and_no_weaker() -> None:
    own = Rating(1600, 80, 0.06)
    assert after(own, []) == pytest.approx(Rating(1600, 80.68, 0.06), abs=0.01)


@given(RATINGS, RESULTS)
def test_a_better_result_never_costs(own: Rating, results: list[RatedResult]) -> None:
    found = after(own, results)
    assert LEAST_DEVIATION <= found.deviation <= MOST_DEVIATION
    for number, (other, score) in enumerate(results):
        if score == 1:
            continue
        better = [*results[:number], RatedResult(other, 1.0), *results[number + 1 :]]
        assert after(own, better).points > found.points - 1e-6


@given(RATINGS, RATINGS)
def test_a_win_lifts_and_a_loss_lowers(own: Rating, other: Rating) -> None:
    assert (
        after(own, [RatedResult(other, 1)]).points > own.points > after(own, [RatedResult(other, 0)]).points
    )


def test_a_surprise_makes_the_play_look_less_steady() -> None:
    own = Rating(1500, 50, 0.06)
    weak = Rating(900, 30)
    assert (
        after(own, [RatedResult(weak, 0)] * 6).volatility > after(own, [RatedResult(weak, 1)] * 6).volatility
    )
