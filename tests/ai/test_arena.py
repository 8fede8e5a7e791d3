"""The arena: the same seed gives the same results, however many processes share the work."""

from __future__ import annotations

from typing import Any

from kingdom.ai.arena import bouts, interval, run
from kingdom.ai.player import Budget


def without_clock(found: dict[str, Any]) -> dict[str, Any]:
    return {
        "games": found["games"],
        "seats": [
            {key: value for key, value in seat.items() if not key.startswith("ms_")}
            for seat in found["seats"]
        ],
    }


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    seats, budget = ["expert", "hard"], Budget(evaluations=60)
    one = run(seats, 2, ["base"], 4, jobs=1, budget=budget)
    two = run(seats, 2, ["base"], 4, jobs=2, budget=budget)
    assert without_clock(one) == without_clock(two)
    assert sum(seat["wins"] for seat in one["seats"]) == 2
    assert all(seat["ms_mean"] > 0 for seat in one["seats"])


def test_seats_rotate_over_the_same_table() -> None:
    found = bouts(["a", "b", "c"], 6, ["base"], 1)
    assert [bout.seats for bout in found[:3]] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert found[0].setup == found[2].setup != found[3].setup
    assert len({bout.seed for bout in found}) == 6


def test_interval() -> None:
    low, high = interval(130, 200)
    assert 0.58 < low < 0.65 < high < 0.72
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(10, 10)[1] == 1.0


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    run(["random", "random"], 3, ["base"], 1, progress=lambda done, games: seen.append((done, games)))
    assert seen == [(1, 3), (2, 3), (3, 3)]
