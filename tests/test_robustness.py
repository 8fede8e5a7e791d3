"""Runs the tools in tests/tools/stress for a short time. They corrupt files, kill processes and play with
hostile bots."""

from __future__ import annotations

import os
import random
import sys
from xml.etree import ElementTree

import pytest
from tools.stress import bot_fuzzer, file_fuzzer, hostile_maps, save_crash_safety, stats_crash_safety
from tools.stress.hostile_names import random_name

from kingdom.record import MAX_PLAYER_NAME_LENGTH
from kingdom.rules.rng import Rng

COUNTS = {
    "saves": 25,
    "settings": 150,
    "records": 25,
    "positions": 25,
    "maps": 60,
    "names": 8,
    "games": 20,
}


@pytest.mark.parametrize("kind", file_fuzzer.FUZZERS)
def test_corrupt_files_are_read_or_rejected(kind: str) -> None:
    outcomes = file_fuzzer.run_fuzzer(kind, COUNTS[kind], seed=7)
    assert outcomes.total() == COUNTS[kind]
    assert outcomes["rejected"]


@pytest.mark.parametrize("kind", hostile_maps.ELEMENTS)
def test_hostile_map_elements_are_well_formed(kind: str) -> None:
    """An element that isn't well-formed XML would be rejected without testing anything."""
    element = hostile_maps.ELEMENTS[kind](Rng(1))
    assert ElementTree.fromstring(f"<x>{element}</x>") is not None


def test_hostile_names_are_as_long_as_allowed() -> None:
    rng = random.Random(1)
    names = [random_name(rng) for _ in range(300)]
    assert max(map(len, names)) == MAX_PLAYER_NAME_LENGTH
    assert max(len(name.encode()) for name in names) >= 3 * MAX_PLAYER_NAME_LENGTH


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="all processes of a bot are found only on Linux")
def test_hostile_bots_are_replaced_and_leave_no_process_behind() -> None:
    counts = bot_fuzzer.run_bots(3, seed=7)
    assert counts["bots"] == 3
    assert counts["failed"]
    assert counts["processes"] > 3


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX system calls")
def test_failing_disk_loses_no_data() -> None:
    kinds, failures_seen = save_crash_safety.try_all_failures()
    assert kinds == 21
    assert failures_seen > kinds // 2


def test_games_that_are_left_continued_and_branched_lose_no_data() -> None:
    test = save_crash_safety.restart_repeatedly(12, seed=1)
    assert len(test.records) > 1
    assert test.branch_count
    assert test.undo_count > 20


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
