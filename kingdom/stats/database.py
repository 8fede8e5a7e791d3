"""StatsDatabase: one SQLite file with the statistics of all players.

The database is only an index. Everything in it comes from other files: the records of finished games, and the
activity log. A damaged database is quarantined and rebuilt from them. Access may block on the disk or on
another instance, so the UI uses the stats service and never the database itself."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from kingdom.ai.levels import LEVEL_RATINGS, RATED_PLAYER_PREFIX, is_known_ai_player, split_ai_player_name
from kingdom.files import error_message, quarantine, read_text, remove_file
from kingdom.match.seats import read_seats
from kingdom.record import Record, read_record
from kingdom.review import analysis_file
from kingdom.review.analysis import PlayerAnalysis, summarize_analysis
from kingdom.review.timeline import build_timeline
from kingdom.stats.achievements import achievement_definitions_hash
from kingdom.stats.finished_game import FinishedGame, make_finished_game
from kingdom.stats.glicko import RatedResult, Rating, update_rating
from kingdom.stats.schema import NewerDatabaseError, has_all_tables, migrate, roll_back

DATABASE_FILE_NAME = "chronicle.sqlite"
TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
LOCK_TIMEOUT_S = 10.0
"""Seconds to wait for another instance that is writing."""
LOCK_POLL_S = 0.01
"""Seconds between two attempts while waiting for another instance."""
LEVEL_DEVIATION, MIXED_LEVEL_DEVIATION = 30.0, 60.0
"""Rating deviation of AI levels, and of AI players that mix two levels."""

PLAYER_TABLES = ("seats", "attempts", "rushes", "days", "tries", "earned")
"""Tables whose column `person` refers to a player."""

log = logging.getLogger(__name__)


def ai_rating(kind: str) -> Rating | None:
    """Returns the rating of an AI player, or None if it is unknown. Humans are rated only against AI players
    with a known rating. The play style does not matter."""
    level, rest = split_ai_player_name(kind)
    if level == RATED_PLAYER_PREFIX:
        return Rating(float(rest), MIXED_LEVEL_DEVIATION) if is_known_ai_player(kind) else None
    return Rating(LEVEL_RATINGS[level], LEVEL_DEVIATION) if level in LEVEL_RATINGS else None


def path_value(path: Path) -> str | bytes:
    """Returns a path as stored in the database: as text, or as bytes if it is not UTF-8. `os.fsdecode` reads
    both."""
    try:
        return os.fsencode(path).decode("utf-8")
    except UnicodeDecodeError:
        return os.fsencode(path)


class StatsDatabase:
    """An open statistics database, for use by one thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.quarantined_file: Path | None = None
        """The file to which a damaged database was moved, if there was one."""
        self.new_achievements: list[tuple[str, str]] = []
        """Player name and achievement name of each achievement earned for the first time since this list was
        last cleared."""
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self.connection = _open(path)
        except NewerDatabaseError:
            raise
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and not _is_corrupt(error):
                raise
            log.warning("%s: %s", path, error)
            self.quarantined_file = quarantine(path)
            for suffix in ("-wal", "-shm"):
                remove_file(path.with_name(path.name + suffix))
            self.connection = _open(path)
        try:
            self._merge_players()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> StatsDatabase:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.connection.close()

    # --- scanning records

    def scan(self, files: Iterable[Path]) -> Iterator[FinishedGame | None]:
        """Imports all missing finished games, and all analyses made since the last scan.

        Skips unchanged and unreadable files. For each file read, yields the game if it is new, otherwise
        None.
        """
        stamps = dict(self.connection.execute("SELECT path, stamp FROM files"))
        for path in files:
            try:
                stamp = _file_stamp(path)
            except OSError:
                continue
            if stamps.get(path_value(path)) == stamp:
                continue
            new_game = self.import_file(path)
            with self.transaction():
                self.connection.execute(
                    "INSERT OR REPLACE INTO files VALUES (?, ?)", (path_value(path), stamp)
                )
            yield new_game

    def import_file(self, path: Path) -> FinishedGame | None:
        """Imports the game in a file. Returns None if the game is already known or unfinished, or if the file
        is unreadable."""
        try:
            record = read_record(read_text(path))
            if record.result is None:
                return None
            read_seats(record.seats, record.setup.player_count)  # as strict as the list of saved games
            timeline = build_timeline(record)
            finished = make_finished_game(timeline)
            ended_at = _end_time(record, path)
        except (OSError, ValueError) as error:  # the list of saved games shows the error
            log.info("%s: %s", path, error_message(error))
            return None
        except Exception:  # one file must not end the scan of all others
            log.exception("%s", path)
            return None
        is_new = self.add_game(finished, ended_at, path_value(path))
        analyses = analysis_file.load_analysis(path, timeline)
        if analyses:
            self.add_analysis(finished.identity, summarize_analysis(timeline, analyses).players)
        return finished if is_new else None

    # --- inserting

    def add_game(self, finished: FinishedGame, ended_at: str, file: str | bytes = "") -> bool:
        """Adds a finished game; returns True if it was new. For a known game, updates the file path."""
        with self.transaction():
            cursor = self.connection.execute("SELECT id FROM games WHERE identity = ?", (finished.identity,))
            existing = cursor.fetchone()
            if existing is not None:
                self.connection.execute("UPDATE games SET file = ? WHERE id = ?", (file, existing[0]))
                self._add_achievements(existing[0], ended_at, finished)
                return False
            game = self.connection.execute(
                "INSERT INTO games (identity, ended, boxes, cards, land, players, rounds, answers, file)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    finished.identity,
                    ended_at,
                    _join_names(finished.expansions),
                    _join_names(finished.cards),
                    finished.board_key,
                    len(finished.seats),
                    finished.rounds,
                    finished.answer_count,
                    file,
                ),
            ).lastrowid
            assert game is not None
            self._add_seats(game, ended_at, finished)
            self._add_achievements(game, ended_at, finished)
            for seat in finished.seats:
                if seat.is_human and finished.counts:
                    self._update_ratings(self.get_or_create_player_id(seat.name), ended_at)
        return True

    def _add_seats(self, game: int, ended_at: str, finished: FinishedGame) -> None:
        """Adds the seats of a game. If the game does not count, its humans are not linked to players, so that
        only the list of games shows it."""
        for seat_index, seat in enumerate(finished.seats):
            is_linked = seat.is_human and finished.counts
            player_id = self.get_or_create_player_id(seat.name) if is_linked else None
            self.connection.execute(
                "INSERT INTO seats (game, seat, ended, name, person, kind, colour, gold, place, win)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    game,
                    seat_index,
                    ended_at,
                    seat.name,
                    player_id,
                    seat.kind,
                    seat.color,
                    seat.gold,
                    seat.rank,
                    seat.win,
                ),
            )
            self.connection.executemany(
                "INSERT INTO gold VALUES (?, ?, ?, ?)",
                [(game, seat_index, source, gold) for source, gold in seat.gold_by_source.items()],
            )
            if not seat.is_human and finished.counts:
                self.connection.executemany(
                    "INSERT INTO means VALUES (?, 1, ?) ON CONFLICT (source) DO UPDATE"
                    " SET seats = seats + 1, gold = gold + excluded.gold",
                    list(seat.gold_by_source.items()),
                )
            self.connection.executemany(
                "INSERT INTO tiles VALUES (?, ?, ?, ?)",
                [(game, seat_index, tile, uses) for tile, uses in seat.tile_uses.items()],
            )

    def _add_achievements(self, game: int, ended_at: str, finished: FinishedGame) -> None:
        for seat in finished.seats:
            if not seat.achievements:
                continue
            player_id = self.get_or_create_player_id(seat.name)
            for name in seat.achievements:
                cursor = self.connection.execute(
                    "SELECT 1 FROM earned WHERE person = ? AND achievement = ? LIMIT 1", (player_id, name)
                )
                if cursor.fetchone() is None:
                    self.new_achievements.append((seat.name, name))
                self.connection.execute(
                    "INSERT OR IGNORE INTO earned VALUES (?, ?, ?, ?)", (player_id, name, game, ended_at)
                )

    def add_analysis(self, identity: str, players: Iterable[PlayerAnalysis]) -> None:
        """Stores the analysis totals for each seat in a game."""
        with self.transaction():
            for seat, player in enumerate(players):
                if player.accuracy is not None:
                    self.connection.execute(
                        "UPDATE seats SET error = ?, luck = ?, accuracy = ? WHERE seat = ?"
                        " AND game = (SELECT id FROM games WHERE identity = ?)",
                        (player.loss, player.luck, player.accuracy, seat, identity),
                    )

    def record_lessons(self, stars: Mapping[str, int]) -> None:
        """Stores the stars of finished lessons with the current date. An entry changes only if the number of
        stars has improved."""
        now = datetime.now(UTC).strftime(TIME_FORMAT)
        with self.transaction():
            self.connection.executemany(
                "INSERT INTO lessons VALUES (?, ?, ?) ON CONFLICT (lesson) DO UPDATE"
                " SET stars = excluded.stars, ended = excluded.ended WHERE excluded.stars > stars",
                [(lesson, count, now) for lesson, count in stars.items() if count],
            )

    def stored_name(self, name: str) -> str:
        """Returns a player's name as it is stored, or the given name if there is no such player. Case is
        ignored, as in the UI. The comparison is not left to SQLite, which ignores case only for ASCII
        letters."""
        folded = name.casefold()
        names = self.connection.execute("SELECT name FROM people ORDER BY id")
        return next((stored for (stored,) in names if stored.casefold() == folded), name)

    def get_or_create_player_id(self, name: str) -> int:
        name = self.stored_name(name)
        self.connection.execute("INSERT OR IGNORE INTO people (name) VALUES (?)", (name,))
        row = self.connection.execute("SELECT id FROM people WHERE name = ?", (name,)).fetchone()
        return int(row[0])

    def _merge_players(self) -> None:
        """Merges players whose names differ only in case. An older version stored them separately."""
        ids_by_name: dict[str, list[int]] = {}
        for player_id, name in self.connection.execute("SELECT id, name FROM people ORDER BY id"):
            ids_by_name.setdefault(name.casefold(), []).append(player_id)
        if all(len(ids) == 1 for ids in ids_by_name.values()):
            return
        with self.transaction():
            for kept_id, *other_ids in ids_by_name.values():
                for other_id in other_ids:
                    for table in PLAYER_TABLES:
                        self.connection.execute(
                            f"UPDATE OR IGNORE {table} SET person = ? WHERE person = ?", (kept_id, other_id)
                        )
                        self.connection.execute(f"DELETE FROM {table} WHERE person = ?", (other_id,))
                    self.connection.execute("DELETE FROM people WHERE id = ?", (other_id,))
                if other_ids:
                    self._update_ratings(kept_id, "")

    # --- ratings

    def player_rating(self, player_id: int, before: str = "9999") -> Rating:
        """Returns a player's rating against AI players before the given time; without a time, the current
        rating."""
        row = self.connection.execute(
            "SELECT points, deviation, volatility FROM seats"
            " WHERE person = ? AND ended < ? AND points IS NOT NULL ORDER BY ended DESC, game DESC LIMIT 1",
            (player_id, before),
        ).fetchone()
        return Rating(*row) if row else Rating()

    def _update_ratings(self, player_id: int, ended_at: str) -> None:
        """Updates a player's rating after a game that ended at this time. If the game was imported late, also
        updates the ratings after all later games."""
        rating = self.player_rating(player_id, ended_at)
        later_seats = self.connection.execute(
            "SELECT game, seat FROM seats WHERE person = ? AND ended >= ? ORDER BY ended, game",
            (player_id, ended_at),
        ).fetchall()
        for game, seat in later_seats:
            results = self._results_against_ai(game, seat)
            if results:
                rating = update_rating(rating, results)
                self.connection.execute(
                    "UPDATE seats SET points = ?, deviation = ?, volatility = ? WHERE game = ? AND seat = ?",
                    (*rating, game, seat),
                )

    def _results_against_ai(self, game: int, seat: int) -> list[RatedResult]:
        """Returns the results of a seat against each AI player in the game whose rating is known."""
        seats = self.connection.execute(
            "SELECT seat, kind, gold FROM seats WHERE game = ?", (game,)
        ).fetchall()
        own_gold = next(gold for other_seat, _, gold in seats if other_seat == seat)
        rated = [(ai_rating(kind), gold) for _, kind, gold in seats]
        return [
            RatedResult(opponent, 1.0 if own_gold > gold else 0.5 if own_gold == gold else 0.0)
            for opponent, gold in rated
            if opponent is not None
        ]

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Runs the block in one transaction."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            roll_back(self.connection)
            raise


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=LOCK_TIMEOUT_S, isolation_level=None, check_same_thread=False)
    _make_private(path)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        migrate(connection)
        if not has_all_tables(connection):
            raise sqlite3.DatabaseError("tables are missing")
        _enable_wal(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        (check_result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if check_result != "ok":
            raise sqlite3.DatabaseError(check_result)
    except BaseException:
        connection.close()
        raise
    return connection


def _make_private(path: Path) -> None:
    """Makes the database and its journal inaccessible to other users. SQLite gives new journals the same file
    mode as the database. The files are not opened here, because closing them would release SQLite's locks."""
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).chmod(0o600)


def _enable_wal(connection: sqlite3.Connection) -> None:
    """Switches to WAL mode so that readers and writers do not block each other.

    SQLite ignores the timeout if another instance is making the same change to a new file, so this function
    retries.
    """
    deadline = time.monotonic() + LOCK_TIMEOUT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(LOCK_POLL_S)


def _is_corrupt(error: sqlite3.OperationalError) -> bool:
    """Returns True if the error is caused by the file's content rather than by a problem with accessing the
    file."""
    return error.sqlite_errorcode & 0xFF in (
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
    )


def _join_names(names: Iterable[str]) -> str:
    """Joins names into one string that can be searched for `,name,`."""
    return "," + ",".join(names) + ","


def _file_stamp(path: Path) -> str:
    """Returns a stamp that changes if the record, its analysis or the achievement definitions change."""
    stat = path.stat()
    return (
        f"{stat.st_mtime_ns} {stat.st_size} {analysis_file.analysis_mtime_ns(path)} "
        f"{achievement_definitions_hash()}"
    )


def _end_time(record: Record, path: Path) -> str:
    """Returns when a game ended, but never a time in the future. If the record's date is invalid, uses the
    modification time of its file."""
    now = datetime.now(UTC)
    try:
        ended_at = datetime.strptime(record.date, TIME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        ended_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return min(ended_at, now).strftime(TIME_FORMAT)
