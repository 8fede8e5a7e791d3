"""The stats database agrees with the records and can be rebuilt from them."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kingdom.files import read_text
from kingdom.record import Record, make_result, write_record
from kingdom.review import analysis_file
from kingdom.review.analysis import TurnAnalysis
from kingdom.review.timeline import build_timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import play_random_answers
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.stats import database, queries
from kingdom.stats.activity_log import sync_log
from kingdom.stats.database import DATABASE_FILE_NAME, StatsDatabase
from kingdom.stats.export import json_text
from kingdom.stats.finished_game import FinishedGame, FinishedSeat, make_finished_game
from kingdom.stats.glicko import Rating
from kingdom.stats.schema import MIGRATIONS, NewerDatabaseError, migrate

VERSION_BEFORE_MEANS = next(number for number, step in enumerate(MIGRATIONS) if "TABLE means" in step)


def finished_record(seed: int = 1, expansions: tuple[str, ...] = ("base",)) -> Record:
    """Returns the record of a random game with Ann, Ben and a Hard AI player."""
    setup = GameSetup(player_count=3, expansions=expansions, seed=seed)
    game, rng = new_game(setup), Rng(seed)
    seats = [
        {"name": "Ann", "colour": "orange", "kind": "person"},
        {"name": "Ben", "colour": "blue", "kind": "person"},
        {"name": "Frank", "colour": "white", "kind": "hard"},
    ]
    record = Record(setup, seats, game_id=f"game {seed}", date=f"2026-11-{seed:02}T20:15:07Z")
    record.answers = play_random_answers(game, rng)
    record.result = make_result(game)
    return record


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Returns the records of three games. The last game uses all expansions."""
    return [finished_record(1), finished_record(2), finished_record(3, tuple(EXPANSIONS))]


@pytest.fixture
def folder(tmp_path: Path, records: list[Record]) -> Path:
    """Returns a folder with the records of the three games."""
    for record in records:
        (tmp_path / f"{record.game_id}.kingdom.json").write_text(write_record(record), encoding="utf-8")
    return tmp_path


def record_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.kingdom.json"))


def sample_game(seed: int, ann_gold: int, frank_gold: int, kind: str = "hard") -> FinishedGame:
    """Returns a finished game in which only the gold matters."""
    gold = (ann_gold, frank_gold)
    return FinishedGame(
        f"made up {seed}",
        ("base",),
        ("knights",),
        "",
        9,
        100,
        tuple(
            FinishedSeat(
                name,
                seat_kind,
                color,
                gold[seat],
                1 + (max(gold) > gold[seat]),
                float(gold[seat] > gold[1 - seat]) + 0.5 * (ann_gold == frank_gold),
                {"knights": gold[seat]},
                {"farm": 2},
            )
            for seat, (name, seat_kind, color) in enumerate(
                [("Ann", "person", "orange"), ("Frank", kind, "blue")]
            )
        ),
    )


def test_finished_game_agrees_with_its_record(records: list[Record]) -> None:
    for record in records:
        finished = make_finished_game(build_timeline(record))
        assert record.result is not None
        assert [seat.gold for seat in finished.seats] == record.result["gold"]
        assert [n for n, seat in enumerate(finished.seats) if seat.win] == record.result["winners"]
        assert [sum(seat.gold_by_source.values()) for seat in finished.seats] == record.result["gold"]
        assert sum(seat.win for seat in finished.seats) == 1
        assert {seat.rank for seat in finished.seats} >= {1}
        assert sum(sum(seat.tile_uses.values()) for seat in finished.seats) > 0


def test_unfinished_game_is_rejected(records: list[Record]) -> None:
    unfinished = replace(records[0], answers=records[0].answers[:30], result=None)
    with pytest.raises(ValidationError, match="not over"):
        make_finished_game(build_timeline(unfinished))
    with pytest.raises(ValidationError, match="seats"):
        make_finished_game(build_timeline(replace(records[0], seats=[])))


def test_every_finished_game_is_imported_once(folder: Path) -> None:
    (folder / "broken.kingdom.json").write_text("{", encoding="utf-8")
    with StatsDatabase(folder / DATABASE_FILE_NAME) as stats_db:
        identities = [finished and finished.identity for finished in stats_db.scan(record_files(folder))]
        assert identities == [None, "game 1", "game 2", "game 3"]
        assert list(stats_db.scan(record_files(folder))) == []
        copied = folder / "copy.kingdom.json"
        copied.write_bytes((folder / "game 1.kingdom.json").read_bytes())
        assert list(stats_db.scan(record_files(folder))) == [None]
        assert queries.count_games(stats_db, queries.GameFilter()) == 3
        assert [entry.identity for entry in queries.list_games(stats_db, queries.GameFilter())] == [
            "game 3",
            "game 2",
            "game 1",
        ]


def test_unexpected_error_in_one_file_does_not_end_the_scan(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_for_game_2(path: Path) -> str:
        if path.name.startswith("game 2"):
            raise TypeError("object of type 'NoneType' has no len()")
        return read_text(path)

    monkeypatch.setattr(database, "read_text", fail_for_game_2)
    with StatsDatabase(folder / DATABASE_FILE_NAME) as stats_db:
        identities = [finished and finished.identity for finished in stats_db.scan(record_files(folder))]
    assert identities == ["game 1", None, "game 3"]


def test_game_filters(folder: Path, records: list[Record]) -> None:
    with StatsDatabase(folder / DATABASE_FILE_NAME) as stats_db:
        list(stats_db.scan(record_files(folder)))

        def matching_games(game_filter: queries.GameFilter) -> list[str]:
            entries = queries.list_games(stats_db, game_filter)
            assert len(entries) == queries.count_games(stats_db, game_filter)
            return [entry.identity for entry in entries]

        assert matching_games(queries.GameFilter(expansion="harvest")) == ["game 3"]
        assert matching_games(queries.GameFilter(player_count=2)) == []
        won = {record.game_id for record in records if 0 in (record.result or {})["winners"]}
        assert set(matching_games(queries.GameFilter("Ann", result=queries.WON))) == won
        assert (
            set(matching_games(queries.GameFilter("ann", result=queries.LOST)))
            == {r.game_id for r in records} - won
        )
        assert matching_games(queries.GameFilter("nobody")) == []
        assert len(queries.list_games(stats_db, queries.GameFilter(), 1, 1)) == 1


def test_query_results_add_up(folder: Path, records: list[Record]) -> None:
    with StatsDatabase(folder / DATABASE_FILE_NAME) as stats_db:
        list(stats_db.scan(record_files(folder)))
        gold_by_game = [(record.result or {})["gold"] for record in records]
        assert {player.name: player.games for player in queries.list_players(stats_db)} == {
            "Ann": 3,
            "Ben": 3,
        }
        assert queries.player_names(stats_db) == [player.name for player in queries.list_players(stats_db)]
        assert [point.gold for point in queries.progress_points(stats_db, "Ann")] == [
            gold[0] for gold in gold_by_game
        ]
        (level_stats,) = queries.stats_by_ai_level(stats_db, "Ann")
        assert (level_stats.level, level_stats.encounters) == ("hard", 3)
        assert level_stats.win_rate == pytest.approx(
            sum((gold[0] > gold[2]) + 0.5 * (gold[0] == gold[2]) for gold in gold_by_game) / 3
        )
        assert level_stats.gold == pytest.approx(sum(gold[0] for gold in gold_by_game) / 3)
        sources = queries.stats_by_gold_source(stats_db, "Ann")
        assert sum(entry.gold * entry.games for entry in sources) == pytest.approx(
            sum(g[0] for g in gold_by_game)
        )
        (head_to_head,) = queries.head_to_head_stats(stats_db)
        assert (head_to_head.first, head_to_head.second, head_to_head.games) == ("Ann", "Ben", 3)
        assert head_to_head.lead == pytest.approx(sum(gold[0] - gold[1] for gold in gold_by_game) / 3)
        games = [make_finished_game(build_timeline(record)) for record in records]
        uses = {entry.tile: entry.uses for entry in queries.stats_by_tile(stats_db, "Ann")}
        assert sum(uses.values()) == sum(sum(finished.seats[0].tile_uses.values()) for finished in games)


def test_board_record(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        for index, gold in enumerate([40, 61, 55]):
            stats_db.add_game(
                replace(sample_game(index, gold, 90), board_key="map:1"), f"2026-01-0{index + 1}"
            )
        stats_db.add_game(sample_game(9, 80, 3), "2026-02-01")
        assert queries.best_results_by_board(stats_db) == [
            queries.BoardStats("map:1", 3, 61, "Ann", "2026-01-02", "")
        ]


def test_analysis_is_imported_when_available(folder: Path, records: list[Record]) -> None:
    game_timeline = build_timeline(records[0])
    turn = game_timeline.turns[0]
    analysis = TurnAnalysis(
        turn.index, turn.round, turn.player, turn.card, 5, 2.5, -1.5, (), turn.start, {}, {}, "", "", 2.5
    )
    with StatsDatabase(folder / DATABASE_FILE_NAME) as stats_db:
        list(stats_db.scan(record_files(folder)))
        analysis_file.save_analysis(folder / "game 1.kingdom.json", game_timeline, [analysis])
        assert list(stats_db.scan(record_files(folder))) == [None]
        game = queries.list_games(stats_db, queries.GameFilter())[-1]
        seats = [(seat.accuracy is not None, seat.luck) for seat in game.seats]
        assert seats[turn.player] == (True, -1.5)
        assert seats.count((False, None)) == 2


# --- computing ratings


def test_beating_hard_ai_rates_higher_than_beating_easy_ai(tmp_path: Path) -> None:
    ratings = {}
    for kind in ("easy", "hard"):
        with StatsDatabase(tmp_path / kind) as stats_db:
            for index in range(12):
                stats_db.add_game(
                    sample_game(index, 60 - index % 2 * 20, 50, kind), f"2026-01-{index + 1:02}"
                )
            ratings[kind] = stats_db.player_rating(stats_db.get_or_create_player_id("Ann"))
    assert ratings["hard"].points == pytest.approx(1683, abs=60)
    assert ratings["easy"].points == pytest.approx(1000, abs=130)
    assert ratings["hard"].deviation < 120


def test_ratings_do_not_depend_on_import_order(tmp_path: Path) -> None:
    """Ratings are computed as if all records had been imported in chronological order."""
    games = [(sample_game(n, 60 if n % 3 else 30, 50, "medium"), f"2026-01-{n + 1:02}") for n in range(8)]
    progress = []
    for name, order in (("in order", games), ("backwards", games[::-1])):
        with StatsDatabase(tmp_path / name) as stats_db:
            for finished, ended in order:
                assert stats_db.add_game(finished, ended)
            progress.append(queries.progress_points(stats_db, "Ann"))
    assert progress[0] == progress[1]


def test_games_of_a_name_in_different_case_belong_to_one_player(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        for number, name in enumerate(("Jörg", "JÖRG"), 1):
            game = sample_game(number, 60, 50)
            seats = (replace(game.seats[0], name=name), game.seats[1])
            stats_db.add_game(replace(game, seats=seats), f"2026-01-0{number}")
        (player,) = queries.list_players(stats_db)
        assert (player.name, player.games) == ("Jörg", 2)
        for name in ("Jörg", "JÖRG", "jörg"):
            assert queries.count_games(stats_db, queries.GameFilter(player_name=name)) == 2
            assert len(queries.progress_points(stats_db, name)) == 2
            assert queries.stats_by_ai_level(stats_db, name)[0].encounters == 2
        assert list(queries.ratings_by_name(stats_db)) == ["jörg"]


def test_games_against_bots_are_not_rated(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        stats_db.add_game(sample_game(1, 60, 50, "cmd:other"), "2026-01-01")
        assert stats_db.player_rating(stats_db.get_or_create_player_id("Ann")) == Rating()
        assert queries.progress_points(stats_db, "Ann")[0].points is None


# --- handling damaged, older and locked databases


def test_game_with_changed_seats_is_only_listed(tmp_path: Path) -> None:
    path = tmp_path / "changed.kingdom.json"
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        for seats_changed in (True, False):
            record = replace(
                finished_record(6), seats_changed=seats_changed, game_id=f"changed {seats_changed}"
            )
            path.write_text(write_record(record), encoding="utf-8")
            finished = stats_db.import_file(path)
            assert finished is not None
            assert bool(finished.seats[0].achievements) != seats_changed
            assert (queries.ratings_by_name(stats_db) == {}) == seats_changed
            assert (queries.list_players(stats_db) == []) == seats_changed
            assert stats_db.stored_name("ann") == ("ann" if seats_changed else "Ann"), "no player is added"
            assert (queries.earned_achievements(stats_db, "Ann") == []) == seats_changed
            assert (queries.stats_by_ai_level(stats_db, "Ann") == []) == seats_changed
            entries = queries.list_games(stats_db, queries.GameFilter(player_name="Ann"))
            assert sorted(entry.counts for entry in entries) == ([False] if seats_changed else [False, True])
            assert len(json.loads(json_text(stats_db))["games"]) == len(entries)


def test_corrupt_database_is_quarantined_and_rebuilt(folder: Path) -> None:
    with StatsDatabase(folder / DATABASE_FILE_NAME) as stats_db:
        list(stats_db.scan(record_files(folder)))
    intact = (folder / DATABASE_FILE_NAME).read_bytes()
    for index, corrupt in enumerate((b"no database", intact[:5000], intact[:4096] + os.urandom(len(intact)))):
        (folder / DATABASE_FILE_NAME).write_bytes(corrupt)
        with StatsDatabase(folder / DATABASE_FILE_NAME) as stats_db:
            assert stats_db.quarantined_file is not None, index
            assert stats_db.quarantined_file.read_bytes() == corrupt
            assert len([finished for finished in stats_db.scan(record_files(folder)) if finished]) == 3


def test_full_disk_is_not_taken_for_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real_connect: Any = sqlite3.connect

    def connect_to_full_disk(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = real_connect(*arguments, **options)
        connection.execute("PRAGMA max_page_count = 4")
        return connection

    with monkeypatch.context() as full_disk:
        full_disk.setattr(sqlite3, "connect", connect_to_full_disk)
        for _ in range(2):
            with pytest.raises(sqlite3.OperationalError, match="full"):
                StatsDatabase(tmp_path / DATABASE_FILE_NAME)
    assert {path.name for path in tmp_path.iterdir()} <= {DATABASE_FILE_NAME}
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        assert stats_db.quarantined_file is None
        page_count = stats_db.connection.execute("PRAGMA page_count").fetchone()[0]
        stats_db.connection.execute(f"PRAGMA max_page_count = {page_count}")
        with pytest.raises(sqlite3.OperationalError, match="full"), stats_db.transaction():
            stats_db.connection.execute("INSERT INTO people (name) VALUES (?)", ("Ann" * 10_000,))


@pytest.mark.parametrize(
    "damage", ["DROP TABLE means", "DROP TABLE earned", "ALTER TABLE seats RENAME COLUMN luck TO fortune"]
)
def test_database_with_missing_tables_is_rebuilt(folder: Path, damage: str) -> None:
    with StatsDatabase(folder / DATABASE_FILE_NAME) as stats_db:
        list(stats_db.scan(record_files(folder)))
        stats_db.connection.execute(damage)
    with StatsDatabase(folder / DATABASE_FILE_NAME) as stats_db:
        assert stats_db.quarantined_file is not None
        assert len([finished for finished in stats_db.scan(record_files(folder)) if finished]) == 3


def test_database_with_version_but_no_tables_is_rebuilt(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / DATABASE_FILE_NAME)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.close()
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        assert stats_db.quarantined_file is not None
        assert queries.list_players(stats_db) == []


@pytest.mark.skipif(os.name != "posix", reason="only POSIX paths can be any bytes")
def test_folder_whose_name_is_not_utf8(folder: Path) -> None:
    odd_folder = folder / os.fsdecode(b"stra\xdfe")
    odd_folder.mkdir()
    for path in record_files(folder):
        path.rename(odd_folder / path.name)
    with StatsDatabase(odd_folder / DATABASE_FILE_NAME) as stats_db:
        sync_log(stats_db)
        assert len([finished for finished in stats_db.scan(record_files(odd_folder)) if finished]) == 3
        sync_log(stats_db)
        assert list(stats_db.scan(record_files(odd_folder))) == [], "unchanged files are skipped"
        games = queries.list_games(stats_db, queries.GameFilter())
        assert sorted(Path(game.file) for game in games) == record_files(odd_folder)
        files = [entry.file for entry in queries.earned_achievements(stats_db, "Ann")]
        files += [entry.file for entry in queries.best_results_by_board(stats_db)]
        assert {Path(file).parent for file in files} == {odd_folder}
        exported = json.loads(json_text(stats_db).encode("utf-8"))
        assert sorted(game["file"] for game in exported["games"]) == [
            str(p) for p in record_files(odd_folder)
        ]


def test_newer_database_is_left_alone(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / DATABASE_FILE_NAME)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    before = (tmp_path / DATABASE_FILE_NAME).read_bytes()
    with pytest.raises(NewerDatabaseError, match="version"):
        StatsDatabase(tmp_path / DATABASE_FILE_NAME)
    assert (tmp_path / DATABASE_FILE_NAME).read_bytes() == before


@pytest.mark.parametrize("version", range(len(MIGRATIONS)))
def test_older_database_is_migrated(tmp_path: Path, version: int) -> None:
    """The migrated database has the same tables as a new one, and its content is preserved."""
    old = sqlite3.connect(tmp_path / DATABASE_FILE_NAME, isolation_level=None)
    migrate(old, MIGRATIONS[:version])
    if version:
        old.execute("INSERT INTO people (name) VALUES ('Ann')")
    old.close()
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as migrated, StatsDatabase(tmp_path / "new") as new:
        query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        assert migrated.connection.execute(query).fetchall() == new.connection.execute(query).fetchall()
        people = migrated.connection.execute("SELECT name FROM people").fetchall()
        assert people == ([("Ann",)] if version else [])


def test_ai_averages_are_computed_on_migration(tmp_path: Path) -> None:
    """After the migration, the averages equal those in a database that has always stored them."""
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        for index in range(4):
            stats_db.add_game(sample_game(index, 60 + index, 50 + index), f"2026-01-0{index + 1}")
        expected = queries.stats_by_gold_source(stats_db, "Ann")
        stats_db.connection.executescript(
            "DROP INDEX uncounted_seats; DROP TABLE means; DROP TABLE tries;"
            f" PRAGMA user_version = {VERSION_BEFORE_MEANS}"
        )
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        assert queries.stats_by_gold_source(stats_db, "Ann") == expected
    assert [(entry.source, entry.gold, entry.ai_average) for entry in expected] == [("knights", 61.5, 51.5)]


def test_failed_migration_changes_nothing(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / DATABASE_FILE_NAME, isolation_level=None)
    migrate(connection)
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, (*MIGRATIONS, "CREATE TABLE another (x); CREATE TABLE games (y)"))
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert connection.execute("SELECT COUNT(*) FROM sqlite_master WHERE name = 'another'").fetchone() == (0,)
    migrate(connection, (*MIGRATIONS, "CREATE TABLE another (x)"))
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)


def test_opening_waits_for_another_writer(tmp_path: Path) -> None:
    """SQLite does not wait for locks when switching to WAL mode, so StatsDatabase does."""
    other = sqlite3.connect(tmp_path / DATABASE_FILE_NAME, isolation_level=None, check_same_thread=False)
    migrate(other)
    other.execute("BEGIN IMMEDIATE")
    commit_timer = threading.Timer(0.1, lambda: other.execute("COMMIT"))
    commit_timer.start()
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        commit_timer.join()
        assert stats_db.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()


def test_opening_fails_if_the_lock_is_never_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.stats.database.LOCK_TIMEOUT_S", 0.05)
    other = sqlite3.connect(tmp_path / DATABASE_FILE_NAME, isolation_level=None)
    migrate(other)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        StatsDatabase(tmp_path / DATABASE_FILE_NAME)
    other.close()
    assert [path.name for path in tmp_path.iterdir()] == [
        DATABASE_FILE_NAME
    ]  # the locked file was not mistaken for a corrupt one


def test_two_writers_at_once(tmp_path: Path) -> None:
    """Two connections write at the same time, and every game is stored exactly once."""
    games = [(sample_game(n, 60, 50), f"2026-01-{n + 1:02}") for n in range(20)]
    new: list[bool] = []

    def write(order: list[tuple[FinishedGame, str]]) -> None:
        with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
            new.extend(stats_db.add_game(finished, ended) for finished, ended in order)

    threads = [threading.Thread(target=write, args=(order,)) for order in (games, games[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(new) == [False] * 20 + [True] * 20
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        assert queries.count_games(stats_db, queries.GameFilter()) == 20
