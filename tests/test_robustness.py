"""Runs the tools in tests/tools/stress for a short time. They corrupt files and kill processes."""

from __future__ import annotations

import os

import pytest
from tools.stress import file_fuzzer, save_crash_safety, stats_crash_safety

COUNTS = {"saves": 25, "settings": 150, "records": 25, "positions": 25, "maps": 40}


@pytest.mark.parametrize("kind", file_fuzzer.FUZZERS)
def test_corrupt_files_are_read_or_rejected(kind: str) -> None:
    outcomes = file_fuzzer.run_fuzzer(kind, COUNTS[kind], seed=7)
    assert outcomes.total() == COUNTS[kind]
    assert outcomes["rejected"]


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX system calls")
def test_failing_disk_loses_no_data() -> None:
    kinds, failures_seen = save_crash_safety.try_all_failures()
    assert kinds == 21
    assert failures_seen > kinds // 2


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_killed_process_loses_no_data() -> None:
    killed, games = save_crash_safety.kill_repeatedly(3, seed=2)
    assert killed == 3
    assert games


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_killed_process_loses_no_finished_game_or_achievement() -> None:
    result = stats_crash_safety.kill_repeatedly(1, seed=2)
    assert result.killed == 1
    assert 0 < result.reported_games <= result.games
    assert result.reported_achievements <= result.achievements
