"""Marks are found beside the window, and a broken process does no harm."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date

import made_up_marks
import pytest

from kingdom.learn import marking
from kingdom.learn.daily import GAMES, daily_land, gold_of, marks
from kingdom.learn.marking import Marking

DAY = date(2026, 11, 16)
PATIENCE = 600.0


def found(maker: Marking) -> tuple[date, tuple[int, int, int]] | None:
    end = time.monotonic() + PATIENCE
    while maker.day is not None:
        told = maker.poll()
        if told is not None:
            return told
        assert time.monotonic() < end
        time.sleep(0.005)
    return None


def test_the_marks_of_a_day_are_found() -> None:
    maker = Marking(made_up_marks.quick)
    maker.start(DAY)
    maker.start(DAY)
    assert found(maker) == (DAY, marks(range(GAMES)))
    assert maker.day is None
    assert maker.poll() is None


@pytest.mark.parametrize("target", [made_up_marks.dying, made_up_marks.babbling])
def test_a_broken_process_is_told(target: Callable[..., None]) -> None:
    maker = Marking(target)
    maker.start(DAY)
    assert found(maker) is None
    assert maker.problem
    maker.close()


def test_a_game_brings_what_the_programs_came_to() -> None:
    assert marking.reply({"day": DAY.isoformat(), "game": 0}) == {"gold": gold_of(daily_land(DAY), 0)}
