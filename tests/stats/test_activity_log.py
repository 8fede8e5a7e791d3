"""The activity log stores what game records do not contain, and the stats database is updated from the
log."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from kingdom.stats.activity_log import (
    LOG_FILE_NAME,
    Activity,
    DailyFinish,
    DailyStart,
    DailyThresholds,
    PuzzleAttempt,
    RushResult,
    append_activity,
    read_activity,
    read_log,
    record_daily_finish,
    record_daily_start,
    sync_log,
    timestamp_now,
    write_activity,
)
from kingdom.stats.database import DATABASE_FILE_NAME, StatsDatabase
from kingdom.stats.export import stats_report
from kingdom.stats.glicko import Rating
from kingdom.stats.queries import (
    INITIAL_PLAYER_RATING,
    NEW_PUZZLE_DEVIATION,
    counted_daily_game_id,
    daily_players,
    daily_results,
    daily_thresholds,
    load_puzzle_stats,
    puzzle_players,
    puzzle_rating,
)
from kingdom.stats.stats_service import StatsService


def attempt(
    puzzle: str,
    solved: bool = True,
    hints: int = 0,
    rush: bool = False,
    player_name: str = "Ann",
    practice: bool = False,
) -> PuzzleAttempt:
    return PuzzleAttempt(
        player_name, timestamp_now(), puzzle, 1300, 5 if solved else 3, 5, solved, hints, rush, practice
    )


SAMPLE_ACTIVITIES: tuple[Activity, ...] = (
    attempt("base-1"),
    RushResult("Ann", timestamp_now(), 7, 9),
    DailyStart("Ann", timestamp_now(), "2026-11-16", "0123456789abcdef"),
    DailyFinish("Ann", timestamp_now(), "2026-11-16", 74, 6, 1),
    DailyThresholds("2026-11-16", 50, 60, 70),
)


@pytest.mark.parametrize(
    "activity",
    [*SAMPLE_ACTIVITIES, attempt("base-2", practice=True)],
    ids=lambda activity: type(activity).__name__,
)
def test_activity_round_trip(activity: Activity) -> None:
    assert read_activity(write_activity(activity)) == activity
    assert "\n" not in write_activity(activity)


@pytest.mark.parametrize("line", ["{", "[]", '{"what":"feat"}', '{"what":"rush","person":"Ann"}'])
def test_invalid_line_is_rejected(line: str) -> None:
    with pytest.raises(ValueError, match=r"activity|line"):
        read_activity(line)


def test_only_first_puzzle_attempt_is_rated(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        assert load_puzzle_stats(stats_db, "Ann").rating == INITIAL_PLAYER_RATING
        append_activity(stats_db, attempt("base-1"))
        after_success = load_puzzle_stats(stats_db, "Ann")
        assert after_success.rating.points > INITIAL_PLAYER_RATING.points
        assert after_success.last_change == after_success.rating.points - INITIAL_PLAYER_RATING.points
        assert puzzle_rating(stats_db, "base-1", 1300).points < 1300
        append_activity(stats_db, attempt("base-1", solved=False))
        append_activity(stats_db, attempt("base-3", solved=False, rush=True))
        assert load_puzzle_stats(stats_db, "Ann").rating == after_success.rating
        append_activity(stats_db, attempt("base-2", solved=False))
        assert load_puzzle_stats(stats_db, "Ann").rating.points < after_success.rating.points
        assert load_puzzle_stats(stats_db, "ann").solved == {"base-1"}
        assert load_puzzle_stats(stats_db, "Ann").tried == {"base-1", "base-2", "base-3"}
        assert puzzle_rating(stats_db, "base-9", 1700) == Rating(1700, NEW_PUZZLE_DEVIATION)


def test_first_puzzles_are_practice(tmp_path: Path) -> None:
    """Until three puzzles are solved, neither rating changes. Practiced puzzles are never rated later."""
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        append_activity(stats_db, attempt("base-0", solved=False, practice=True))
        for puzzle in ("base-1", "base-2", "base-3"):
            assert load_puzzle_stats(stats_db, "Ann").is_practicing
            append_activity(stats_db, attempt(puzzle, practice=True))
        stats = load_puzzle_stats(stats_db, "Ann")
        assert not stats.is_practicing
        assert (stats.rating, stats.puzzle_ratings) == (INITIAL_PLAYER_RATING, ())
        append_activity(stats_db, attempt("base-0"))
        assert load_puzzle_stats(stats_db, "Ann").rating == INITIAL_PLAYER_RATING
        append_activity(stats_db, attempt("base-4"))
        assert load_puzzle_stats(stats_db, "Ann").rating.points > INITIAL_PLAYER_RATING.points


def test_rated_player_does_not_practice(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        append_activity(stats_db, attempt("base-1", solved=False))
        assert not load_puzzle_stats(stats_db, "Ann").is_practicing


def test_solving_with_hint_scores_half(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        for player_name, hints in (("Ann", 0), ("Ben", 1)):
            append_activity(stats_db, attempt(f"base-{player_name}", hints=hints, player_name=player_name))
        ann, ben = load_puzzle_stats(stats_db, "Ann"), load_puzzle_stats(stats_db, "Ben")
        assert ann.rating.points > ben.rating.points == pytest.approx(INITIAL_PLAYER_RATING.points)
        assert (ann.streak, ben.streak) == (1, 0)


def test_streak_ends_with_a_failure(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        for index, solved in enumerate((True, True, True, False, True)):
            append_activity(stats_db, attempt(f"base-{index}", solved))
        stats = load_puzzle_stats(stats_db, "Ann")
        assert (stats.streak, stats.longest_streak) == (1, 3)


def test_attempt_in_the_future_does_not_freeze_the_rating(tmp_path: Path) -> None:
    """If the clock was wrong for a while, an attempt can have a date in the future. Later attempts still
    change the rating and extend the streak."""
    future = replace(attempt("base-0", solved=False), timestamp="9031-01-01T00:00:00.000000Z")
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        append_activity(stats_db, future)
        ratings = [load_puzzle_stats(stats_db, "Ann").rating.points]
        for index in range(1, 4):
            last = attempt(f"base-{index}")
            append_activity(stats_db, last)
            stats = load_puzzle_stats(stats_db, "Ann")
            assert (stats.streak, stats.last_rated_at) == (index, last.timestamp)
            assert stats.last_change == stats.rating.points - ratings[-1] > 0
            ratings.append(stats.rating.points)
    assert ratings == sorted(ratings)
    (tmp_path / DATABASE_FILE_NAME).unlink()
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        sync_log(stats_db)
        assert load_puzzle_stats(stats_db, "Ann") == stats


def test_only_first_result_of_a_day_counts(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        append_activity(stats_db, DailyFinish("Ann", timestamp_now(), "2026-11-16", 74, 6, 1))
        append_activity(stats_db, DailyFinish("Ann", timestamp_now(), "2026-11-16", 99, 30, 1))
        assert [(entry.gold, entry.star_thresholds) for entry in daily_results(stats_db, "Ann")] == [
            (74, None)
        ]
        append_activity(stats_db, DailyThresholds("2026-11-16", 50, 60, 70))
        assert [entry.star_thresholds for entry in daily_results(stats_db, "Ann")] == [(50, 60, 70)]
        assert daily_thresholds(stats_db, "2026-11-16") == (50, 60, 70)
        assert daily_thresholds(stats_db, "2026-11-17") is None
        assert daily_results(stats_db, "Ben") == []


def test_only_first_started_game_of_a_day_counts(tmp_path: Path) -> None:
    day = "2026-11-16"
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        for game in ("first", "second"):
            record_daily_start(stats_db, DailyStart("Ann", timestamp_now(), day, game))
        record_daily_finish(stats_db, DailyFinish("Ann", timestamp_now(), day, 99, 40, 1), "second")
        assert daily_results(stats_db, "Ann") == []
        record_daily_finish(stats_db, DailyFinish("Ann", timestamp_now(), day, 61, 3, 1), "first")
        record_daily_finish(stats_db, DailyFinish("Ann", timestamp_now(), day, 62, 4, 1), "first")
        record_daily_finish(
            stats_db, DailyFinish("Ben", timestamp_now(), day, 40, -9, 3), "of before this was written down"
        )
        assert [entry.gold for entry in daily_results(stats_db, "Ann")] == [61]
        assert [entry.gold for entry in daily_results(stats_db, "Ben")] == [40]
    (tmp_path / DATABASE_FILE_NAME).unlink()
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        sync_log(stats_db)
        assert [entry.gold for entry in daily_results(stats_db, "Ann")] == [61]
        assert counted_daily_game_id(stats_db, "Ann", day) == "first"


def test_database_is_rebuilt_from_the_log(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        for activity in SAMPLE_ACTIVITIES:
            append_activity(stats_db, activity)
        before = load_puzzle_stats(stats_db, "Ann"), daily_results(stats_db, "Ann")
    (tmp_path / DATABASE_FILE_NAME).write_bytes(b"nothing of use" * 1000)
    stats_service = StatsService(tmp_path / DATABASE_FILE_NAME, list)
    stats_service.scan()
    query = stats_service.submit_query(
        lambda stats_db: (load_puzzle_stats(stats_db, "Ann"), daily_results(stats_db, "Ann"))
    )
    stats_service.flush()
    stats_service.close()
    assert query.result == before
    assert before[0].best_rush == 7


@pytest.mark.skipif(os.name != "posix", reason="Windows has no file modes")
def test_other_users_can_access_neither_database_nor_log(tmp_path: Path) -> None:
    """Checks new files and files written by an earlier version."""
    old_umask = os.umask(0)
    try:
        for _ in range(2):
            with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
                for activity in SAMPLE_ACTIVITIES:
                    append_activity(stats_db, activity)
                modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
                assert len(modes) == 4, "database, two files of its journal, activity log"
                assert set(modes.values()) == {0o600}
            for path in tmp_path.iterdir():
                path.chmod(0o644)
    finally:
        os.umask(old_umask)


def test_report_includes_puzzles_and_days(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        for activity in SAMPLE_ACTIVITIES:
            append_activity(stats_db, activity)
        exported = stats_report(stats_db)
    (puzzle_entry,), (day,) = exported["puzzles"], exported["days"]
    assert (puzzle_entry["name"], puzzle_entry["solved"], puzzle_entry["best_rush"]) == ("Ann", ["base-1"], 7)
    assert (day["name"], day["day"], day["gold"], day["marks"]) == ("Ann", "2026-11-16", 74, (50, 60, 70))


def test_truncated_line_does_not_affect_others(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        append_activity(stats_db, SAMPLE_ACTIVITIES[1])
        path = tmp_path / LOG_FILE_NAME
        path.write_bytes(path.read_bytes() + b'\n{"what":"rush","per')
        append_activity(stats_db, SAMPLE_ACTIVITIES[3])
        assert read_log(path)[0] == [SAMPLE_ACTIVITIES[1], SAMPLE_ACTIVITIES[3]]
        for _ in range(2):
            sync_log(stats_db)
        assert load_puzzle_stats(stats_db, "Ann").best_rush == 7
        assert len(daily_results(stats_db, "Ann")) == 1


def test_names_that_differ_in_case_are_one_player(tmp_path: Path) -> None:
    """Names that differ only in case belong to the same player, even if they contain non-ASCII letters.
    SQLite itself ignores the case of ASCII letters only."""
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        for index, name in enumerate(("Jörg", "JÖRG", "jörg")):
            append_activity(stats_db, attempt(f"base-{index}", player_name=name))
        append_activity(stats_db, DailyStart("jÖrg", timestamp_now(), "2026-11-16", "a game"))
        append_activity(stats_db, DailyFinish("JÖRG", timestamp_now(), "2026-11-16", 74, 6, 1))
        assert puzzle_players(stats_db) == daily_players(stats_db) == ["Jörg"]
        for name in ("Jörg", "JÖRG"):
            assert load_puzzle_stats(stats_db, name).streak == 3
            assert len(daily_results(stats_db, name)) == 1
            assert counted_daily_game_id(stats_db, name, "2026-11-16") == "a game"


def test_players_stored_twice_are_merged(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        for number, name in enumerate(("Jörg", "JÖRG", "Ann"), 1):
            stats_db.connection.execute("INSERT INTO people VALUES (?, ?)", (number, name))
            stats_db.connection.execute(
                "INSERT INTO rushes VALUES (?, ?, ?, 9)", (number, f"2026-11-1{number}", number)
            )
            stats_db.connection.execute("INSERT INTO tries VALUES (?, '2026-11-16', 'a game')", (number,))
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        people = [name for (name,) in stats_db.connection.execute("SELECT name FROM people ORDER BY id")]
        assert people == ["Jörg", "Ann"]
        assert load_puzzle_stats(stats_db, "jörg").best_rush == 2
        assert stats_db.connection.execute("SELECT COUNT(*) FROM rushes").fetchone() == (3,)
        assert stats_db.connection.execute("SELECT COUNT(*) FROM tries").fetchone() == (2,)
