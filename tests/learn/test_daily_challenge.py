"""The daily challenge is the same on every machine, and its star thresholds come from AI games."""

from __future__ import annotations

from datetime import date, timedelta

from kingdom.ai.player import Budget
from kingdom.learn.daily_challenge import (
    BENCHMARK_GAMES,
    challenge_date,
    challenge_for_day,
    current_streak,
    star_thresholds,
    stars_for_gold,
    week_plan,
)
from kingdom.record import position_hash
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import new_game
from kingdom.tournament.arena import GameSpec, play_game

MONDAY = date(2026, 11, 16)


def test_expansions_by_weekday() -> None:
    """Monday uses only the base game, Sunday uses every expansion, and each expansion appears on some
    weekday."""
    days = [challenge_for_day(MONDAY + timedelta(offset)) for offset in range(7)]
    assert days[0].setup.expansions == ("base",)
    assert set(days[6].setup.expansions) == set(EXPANSIONS)
    assert {expansion for day in days[:6] for expansion in day.setup.expansions} == set(EXPANSIONS)
    assert {day.setup.player_count for day in days} == {3}


def test_challenge_is_the_same_on_every_machine() -> None:
    """Compares the hash of one initial position, which must not depend on the machine, the Python version or
    the date."""
    assert position_hash(new_game(challenge_for_day(MONDAY).setup))[:16] == "44e29ac27f0e2d78"


def test_every_day_has_a_different_playable_game() -> None:
    seeds = set()
    for offset in range(60):
        challenge = challenge_for_day(MONDAY + timedelta(offset))
        seeds.add(challenge.setup.seed)
        new_game(challenge.setup)
    assert len(seeds) == 60


def test_challenge_date_of_a_setup() -> None:
    challenge = challenge_for_day(MONDAY)
    assert challenge_date(challenge.setup, MONDAY) == MONDAY
    assert challenge_date(challenge.setup, MONDAY + timedelta(1)) == MONDAY, "a game may end after midnight"
    assert challenge_date(challenge.setup, MONDAY + timedelta(5)) is None


def test_ai_games_are_reproducible() -> None:
    challenge = challenge_for_day(MONDAY)
    spec = GameSpec(("easy", *challenge.opponents), challenge.setup, 1, Budget(20))
    assert [seat.gold for seat in play_game(spec)] == [seat.gold for seat in play_game(spec)]


def test_star_thresholds_are_quantiles_of_the_benchmark_games() -> None:
    assert star_thresholds(range(1, BENCHMARK_GAMES + 1)) == (17, 29, 37)
    assert [stars_for_gold(gold, (40, 50, 60)) for gold in (39, 40, 55, 60, 90)] == [0, 1, 2, 3, 3]
    assert star_thresholds([30]) == (30, 30, 30)


def test_streaks() -> None:
    days = [MONDAY - timedelta(offset) for offset in (1, 2, 3, 5)]
    assert current_streak(days, MONDAY) == 3, "today's challenge can still be played"
    assert current_streak([*days, MONDAY], MONDAY) == 4
    assert current_streak(days, MONDAY + timedelta(1)) == 0
    assert current_streak([], MONDAY) == 0


def test_week_plan_has_seven_days() -> None:
    assert len(week_plan().expansions_by_weekday) == 7
