"""The daily land is the same everywhere, and its marks come from games."""

from __future__ import annotations

from datetime import date, timedelta

from kingdom.ai.arena import Bout, play
from kingdom.ai.player import Budget
from kingdom.learn.daily import GAMES, daily_land, day_of, golds, marks, stars, streak, week
from kingdom.record import digest
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import new_game

MONDAY = date(2026, 11, 16)


def test_boxes_by_weekday() -> None:
    """Monday base, Sunday everything, and every box has its day."""
    days = [daily_land(MONDAY + timedelta(number)) for number in range(7)]
    assert days[0].setup.boxes == ("base",)
    assert set(days[6].setup.boxes) == set(BOXES)
    assert {box for day in days[:6] for box in day.setup.boxes} == set(BOXES)
    assert {day.setup.players for day in days} == {3}


def test_a_day_is_the_same_on_every_machine() -> None:
    """A fingerprint of one table; another machine, Python or day must not change it."""
    assert digest(new_game(daily_land(MONDAY).setup))[:16] == "44e29ac27f0e2d78"


def test_every_day_is_another_and_can_be_played() -> None:
    seen = set()
    for number in range(60):
        land = daily_land(MONDAY + timedelta(number))
        seen.add(land.setup.seed)
        new_game(land.setup)
    assert len(seen) == 60


def test_a_game_knows_its_day() -> None:
    land = daily_land(MONDAY)
    assert day_of(land.setup, MONDAY) == MONDAY
    assert day_of(land.setup, MONDAY + timedelta(1)) == MONDAY, "played over midnight"
    assert day_of(land.setup, MONDAY + timedelta(5)) is None


def test_programs_play_the_same_game_again() -> None:
    land = daily_land(MONDAY)
    bout = Bout(("easy", *land.programs), land.setup, 1, Budget(20))
    assert [seat.gold for seat in play(bout)] == [seat.gold for seat in play(bout)]


def test_marks_come_from_the_games() -> None:
    """Each star is for doing as well as so many tenths of the programs' games."""
    assert marks(range(1, GAMES + 1)) == (17, 29, 37)
    assert [stars(gold, (40, 50, 60)) for gold in (39, 40, 55, 60, 90)] == [0, 1, 2, 3, 3]
    assert marks([30]) == (30, 30, 30)


def test_making_marks_can_be_stopped() -> None:
    assert list(golds(daily_land(MONDAY), lambda: True)) == []


def test_streaks() -> None:
    days = [MONDAY - timedelta(number) for number in (1, 2, 3, 5)]
    assert streak(days, MONDAY) == 3, "today can still be played"
    assert streak([*days, MONDAY], MONDAY) == 4
    assert streak(days, MONDAY + timedelta(1)) == 0
    assert streak([], MONDAY) == 0


def test_the_week_is_seven_days() -> None:
    assert len(week().days) == 7
