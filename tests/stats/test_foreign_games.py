"""Tests finished games whose files were made by someone else. The program does not trust anything in such a
file that cannot be derived from the answers."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kingdom.learn.daily_challenge import HUMAN_SEAT, challenge_for_day, challenge_seats, daily_result
from kingdom.learn.daily_history import load_daily_history
from kingdom.match.save_store import SAVE_SUFFIX, SaveStore
from kingdom.match.seats import write_seats
from kingdom.record import Record, make_result, read_record, write_record
from kingdom.rules.game import play_random_answers
from kingdom.rules.rng import Rng
from kingdom.rules.setup import new_game
from kingdom.stats.database import DATABASE_FILE_NAME, StatsDatabase
from kingdom.stats.export import FORMULA_PREFIXES, csv_text
from kingdom.stats.queries import GameFilter, list_games

TODAY = datetime.now(UTC).date()


@pytest.fixture(scope="module")
def daily_record() -> Record:
    """Returns the record of a random daily challenge, finished today."""
    challenge = challenge_for_day(TODAY)
    record = Record(challenge.setup, write_seats(challenge_seats(challenge, "Ann")), game_id="daily")
    game, rng = new_game(challenge.setup), Rng(1)
    record.answers = play_random_answers(game, rng)
    record.result = make_result(game)
    record.date = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return record


@pytest.fixture
def save(tmp_path: Path) -> Callable[..., None]:
    def save_record(record: Record, **changes: Any) -> None:
        changed = replace(read_record(write_record(record)), **changes)
        (tmp_path / "saves").mkdir(exist_ok=True)
        (tmp_path / "saves" / f"foreign{SAVE_SUFFIX}").write_text(write_record(changed), encoding="utf-8")

    return save_record


def scan(tmp_path: Path) -> StatsDatabase:
    stats_db = StatsDatabase(tmp_path / DATABASE_FILE_NAME)
    list(stats_db.scan(sorted((tmp_path / "saves").iterdir())))
    return stats_db


@pytest.mark.parametrize(
    "changes",
    [
        {"date": "9999-12-31T23:59:59Z"},
        {"date": "2026-99-99T99:99:99Z"},
        {"date": "0000-00-00T00:00:00Z"},
        {"result": {}},
        {"result": {"gold": [999, 0, 0, 0], "winners": [0]}},
        {"result": {"gold": "much"}},
    ],
    ids=str,
)
def test_daily_page_survives_and_replays_a_foreign_game(
    tmp_path: Path, daily_record: Record, save: Callable[..., None], changes: dict[str, Any]
) -> None:
    save(daily_record, **changes)
    with scan(tmp_path) as stats_db:
        (entry,) = list_games(stats_db, GameFilter())
        assert entry.ended_at[:10] <= TODAY.isoformat()
        history = load_daily_history(stats_db, "Ann", TODAY, [], TODAY)
    assert daily_record.result is not None
    expected = daily_result(daily_record.result["gold"])
    assert [(result.gold, result.lead, result.rank) for result in history.results] == [tuple(expected)]


def test_daily_challenge_with_changed_seats_has_no_result(
    tmp_path: Path, daily_record: Record, save: Callable[..., None]
) -> None:
    save(daily_record, seats_changed=True)
    with scan(tmp_path) as stats_db:
        assert len(list_games(stats_db, GameFilter())) == 1
        assert load_daily_history(stats_db, "Ann", TODAY, [], TODAY).results == []


def test_far_future_in_an_old_database_does_not_empty_the_daily_page(
    tmp_path: Path, daily_record: Record, save: Callable[..., None]
) -> None:
    save(daily_record)
    with scan(tmp_path) as stats_db:
        stats_db.connection.execute("UPDATE games SET ended = '9999-12-31T23:59:59Z'")
        assert load_daily_history(stats_db, "Ann", TODAY, [], TODAY).results == []


@pytest.mark.parametrize(
    "seat",
    [
        {"name": "Ann", "kind": "person", "colour": "=1+1"},
        {"name": "Ann", "kind": "@SUM(1)", "colour": "orange"},
        {"name": "Ann", "kind": "person"},
        {"name": "", "kind": "person", "colour": "orange"},
        {},
    ],
    ids=str,
)
def test_list_and_statistics_agree(
    tmp_path: Path, daily_record: Record, save: Callable[..., None], seat: dict[str, Any]
) -> None:
    save(daily_record, seats=[seat, *daily_record.seats[HUMAN_SEAT + 1 :]])
    (entry,) = SaveStore(tmp_path / "saves").iter_saves()
    with scan(tmp_path) as stats_db:
        assert bool(list_games(stats_db, GameFilter())) == (entry.game is not None)


def test_no_field_of_the_csv_export_is_a_formula(
    tmp_path: Path, daily_record: Record, save: Callable[..., None]
) -> None:
    save(daily_record, game_id="=cmd|' /C calc'!A0")
    with scan(tmp_path) as stats_db:
        stats_db.connection.execute("UPDATE seats SET name = '\uff1d1', kind = '+1', colour = ' @1'")
        stats_db.connection.execute("UPDATE games SET ended = '-1', boxes = ',=1,', cards = ',-2,+3,'")
        rows = list(csv.reader(io.StringIO(csv_text(stats_db))))
    assert len(rows) == 1 + daily_record.setup.player_count
    for row in rows[1:]:
        texts = [cell for cell in row if not cell.lstrip("-").replace(".", "").isdigit()]
        assert len(texts) >= 7
        assert not [cell for cell in texts if cell.lstrip().startswith(FORMULA_PREFIXES)]
