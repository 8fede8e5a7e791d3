"""Short runs of what tries to break the files: the tools that are called here do longer ones."""

from __future__ import annotations

import os

import pytest
from tools import disk, fuzz, killed_chronicle

COUNTS = {"saves": 25, "settings": 150, "records": 25, "positions": 25, "maps": 40}


@pytest.mark.parametrize("kind", fuzz.KINDS)
def test_broken_files_are_read_or_refused(kind: str) -> None:
    found = fuzz.run(kind, COUNTS[kind], seed=7)
    assert found.total() == COUNTS[kind]
    assert found["refused"]


@pytest.mark.skipif(os.name != "posix", reason="calls of POSIX systems")
def test_a_failing_disk_loses_nothing() -> None:
    kinds, seen = disk.run_failing()
    assert kinds == 21
    assert seen > kinds // 2


@pytest.mark.skipif(os.name != "posix", reason="kills in the POSIX way")
def test_killed_programs_lose_nothing() -> None:
    killed, games = disk.run_kill(3, seed=2)
    assert killed == 3
    assert games


@pytest.mark.skipif(os.name != "posix", reason="kills in the POSIX way")
def test_killed_programs_lose_no_finished_game_and_no_achievement() -> None:
    tried = killed_chronicle.run(1, seed=2)
    assert tried.killed == 1
    assert 0 < tried.told_games <= tried.games
    assert tried.told_earned <= tried.earned
