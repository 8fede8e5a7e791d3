"""Star thresholds are computed in a worker process, and a failing worker is reported."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date

import pytest
from support import fast_benchmark

from kingdom.learn import daily_challenge
from kingdom.learn.daily_challenge import (
    BENCHMARK_GAMES,
    DailyBenchmark,
    benchmark_gold,
    challenge_for_day,
    star_thresholds,
)
from kingdom.worker.messages import ProcessTimeout

DAY = date(2026, 11, 16)
TIMEOUT_S = 600.0


def wait_for_thresholds(benchmark: DailyBenchmark) -> tuple[date, tuple[int, int, int]] | None:
    deadline = time.monotonic() + TIMEOUT_S
    while benchmark.day is not None:
        thresholds = benchmark.take_thresholds()
        if thresholds is not None:
            return thresholds
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return None


def test_thresholds_of_a_day_are_computed() -> None:
    benchmark = DailyBenchmark(fast_benchmark.fast_benchmark)
    benchmark.start(DAY)
    benchmark.start(DAY)
    assert wait_for_thresholds(benchmark) == (DAY, star_thresholds(range(BENCHMARK_GAMES)))
    assert benchmark.day is None
    assert benchmark.take_thresholds() is None


@pytest.mark.parametrize("target", [fast_benchmark.dying_benchmark, fast_benchmark.malformed_benchmark])
def test_failing_worker_is_reported(target: Callable[..., None]) -> None:
    benchmark = DailyBenchmark(target)
    benchmark.start(DAY)
    assert wait_for_thresholds(benchmark) is None
    assert benchmark.last_error
    benchmark.close()


def test_hanging_worker_is_reported_and_can_be_retried() -> None:
    benchmark = DailyBenchmark(fast_benchmark.hanging_benchmark, timeout_s=0.1)
    benchmark.start(DAY)
    assert wait_for_thresholds(benchmark) is None
    assert isinstance(benchmark.last_error, ProcessTimeout)
    benchmark.start(DAY)
    assert benchmark.day == DAY
    assert benchmark.last_error is None
    benchmark.close()


def test_worker_plays_the_benchmark_game() -> None:
    assert daily_challenge.handle_request({"day": DAY.isoformat(), "game": 0}) == {
        "gold": benchmark_gold(challenge_for_day(DAY), 0)
    }
