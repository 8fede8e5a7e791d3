"""`StatsService` answers queries in a background thread, so the caller never blocks."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from unittest.mock import patch

from test_database import sample_game

from kingdom.stats import queries
from kingdom.stats.database import DATABASE_FILE_NAME, StatsDatabase
from kingdom.stats.finished_game import FinishedGame
from kingdom.stats.stats_service import StatsService


def make_stats_service(folder: Path) -> StatsService:
    return StatsService(folder / DATABASE_FILE_NAME, lambda: sorted(folder.glob("*.kingdom.json")))


def test_queries_are_answered_asynchronously(tmp_path: Path) -> None:
    stats_service = make_stats_service(tmp_path)
    gate = threading.Event()
    slow = stats_service.submit_query(lambda _: gate.wait() and "done")
    players = stats_service.submit_query(queries.list_players)
    assert not slow.is_done
    assert not players.is_done
    gate.set()
    stats_service.flush()
    assert (slow.result, slow.error) == ("done", None)
    assert (players.result, players.error) == ([], None)
    stats_service.close()


def test_cancelled_query_is_not_executed(tmp_path: Path) -> None:
    stats_service, gate = make_stats_service(tmp_path), threading.Event()
    executed: list[int] = []
    stats_service.submit_query(lambda _: gate.wait())
    first = stats_service.submit_query(lambda _: executed.append(1))
    stats_service.submit_query(lambda _: executed.append(2))
    first.cancel()
    gate.set()
    stats_service.flush()
    assert executed == [2]
    stats_service.close()


def test_failing_query_does_not_stop_the_next(tmp_path: Path) -> None:
    stats_service = make_stats_service(tmp_path)
    bad = stats_service.submit_query(lambda stats_db: stats_db.connection.execute("SELECT nonsense"))
    worse = stats_service.submit_query(lambda _: 1 // 0)
    players = stats_service.submit_query(queries.list_players)
    stats_service.flush()
    assert isinstance(bad.error, sqlite3.Error)
    assert isinstance(worse.error, ZeroDivisionError)
    assert players.result == []
    stats_service.close()


def test_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / DATABASE_FILE_NAME).mkdir()
    stats_service = make_stats_service(tmp_path)
    stats_service.scan()
    stats_service.flush()
    assert stats_service.has_notifications
    assert [bool(notification.error) for notification in stats_service.take_notifications()] == [True]
    stats_service.close()


def test_corrupt_database_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / DATABASE_FILE_NAME).write_text("no database")
    stats_service = make_stats_service(tmp_path)
    players = stats_service.submit_query(queries.list_players)
    stats_service.flush()
    assert [
        notification.quarantined_file is not None for notification in stats_service.take_notifications()
    ] == [True]
    assert stats_service.take_notifications() == [], "a problem is reported only once"
    assert players.result == []
    stats_service.close()


def test_thread_waits_for_another_writer(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as other_db:
        stats_service = make_stats_service(tmp_path)
        other_db.connection.execute("BEGIN IMMEDIATE")
        added = stats_service.submit_query(
            lambda stats_db: stats_db.add_game(sample_game(1, 60, 50), "2026-01-01")
        )
        assert not added.is_done
        other_db.connection.execute("COMMIT")
        stats_service.flush()
        assert added.result is True
        stats_service.close()


def test_ratings_follow_the_games(tmp_path: Path) -> None:
    stats_service = make_stats_service(tmp_path)
    stats_service.scan()
    stats_service.flush()
    assert stats_service.ratings_by_name == {}
    ratings = []
    for index, kind in enumerate(("hard", "hard/hermit", "near/1700", "near/x", "greedy")):
        with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
            stats_db.add_game(sample_game(index, 60, 40, kind), f"2026-11-0{index + 1}T10:00:00Z")
        stats_service.scan()
        stats_service.flush()
        ratings.append(stats_service.ratings_by_name["ann"])
    stats_service.close()
    assert 1500 < ratings[0] < ratings[1] < ratings[2] == ratings[3] == ratings[4], (
        "ratings must rise with each win and then stay the same"
    )


def test_query_does_not_wait_for_the_whole_scan(tmp_path: Path) -> None:
    """The query is answered as soon as the current file has been imported."""
    for index in range(3):
        (tmp_path / f"{index}.kingdom.json").write_text("{", encoding="utf-8")
    stats_service, order = make_stats_service(tmp_path), list[str]()
    scan_started = threading.Event()
    import_file = StatsDatabase.import_file

    def logged_import(stats_db: StatsDatabase, path: Path) -> FinishedGame | None:
        order.append(path.name[0])
        scan_started.set()
        query_sent.wait()
        return import_file(stats_db, path)

    query_sent = threading.Event()
    with patch.object(StatsDatabase, "import_file", logged_import):
        stats_service.scan()
        scan_started.wait()
        stats_service.submit_query(lambda _: order.append("page"))
        query_sent.set()
        stats_service.flush()
    assert order == ["0", "page", "1", "2"]
    stats_service.close()
