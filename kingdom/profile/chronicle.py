"""The chronicle itself: one SQLite file of what people have done.

It is an index and nothing more: everything in it comes from the records of finished games, which are kept as
files. So nothing is lost with it: a damaged one is put aside and made anew by looking through the records.
Whoever uses it may have to wait for the disk or for another program; the window therefore asks the clerk
(clerk.py), never the chronicle.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from kingdom.ai.roster import NEAR, POINTS, is_player, parts_of
from kingdom.files import put_aside, read_text, why
from kingdom.profile.achievements import fingerprint
from kingdom.profile.finished_game import FinishedGame, finished_game
from kingdom.profile.glicko import RatedResult, Rating, after
from kingdom.profile.schema import NewerChronicle, lead_on
from kingdom.record import read_record
from kingdom.review import store
from kingdom.review.analysis import PlayerSum, summary
from kingdom.review.timeline import timeline

NAME = "chronicle.sqlite"
TIME = "%Y-%m-%dT%H:%M:%SZ"
PATIENCE = 10.0
"""Seconds to wait for another program that writes."""
A_LITTLE = 0.01
"""Seconds from one try to the next where the waiting is ours."""
SURE, LESS_SURE = 30.0, 60.0
"""The deviations of the programs' ratings: of levels, and of what is made of two of them."""

log = logging.getLogger(__name__)


def strength_of(kind: str) -> Rating | None:
    """How strong a program is; people are rated against those of which it is known. A character does not
    change it."""
    level, rest = parts_of(kind)
    if level == NEAR:
        return Rating(float(rest), LESS_SURE) if is_player(kind) else None
    return Rating(POINTS[level], SURE) if level in POINTS else None


class Chronicle:
    """An open chronicle. For one thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.put_aside: Path | None = None
        """Where a damaged one went, if there was one."""
        self.new: list[tuple[str, str]] = []
        """Who has earned which achievement for the first time since somebody looked."""
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self.database = _opened(path)
        except NewerChronicle:
            raise
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and not _damaged(error):
                raise
            log.warning("%s: %s", path, error)
            self.put_aside = put_aside(path)
            for beside in ("-wal", "-shm"):
                path.with_name(path.name + beside).unlink(missing_ok=True)
            self.database = _opened(path)

    def __enter__(self) -> Chronicle:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self.database.close()

    # --- looking through the records

    def look_through(self, files: Iterable[Path]) -> Iterator[FinishedGame | None]:
        """Take in every finished game that is not in it yet, and what its review has found since. Files
        that did not change are not read again; those that cannot be read are left to others. Yields for each
        file that was read the new game in it, or None."""
        known = dict(self.database.execute("SELECT path, stamp FROM files"))
        for path in files:
            try:
                stamp = _stamp(path)
            except OSError:
                continue
            if known.get(str(path)) == stamp:
                continue
            found = self.take(path)
            with self.writing():
                self.database.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (str(path), stamp))
            yield found

    def take(self, path: Path) -> FinishedGame | None:
        """Take in the game of one file; None if it is there already, not over, or cannot be read."""
        try:
            record = read_record(read_text(path))
            if record.result is None:
                return None
            line = timeline(record)
            finished = finished_game(line)
            ended = record.date or _time_of(path)
        except (OSError, ValueError) as error:  # the list of games tells it to the player
            log.info("%s: %s", path, why(error))
            return None
        new = self.add(finished, ended, str(path))
        reviews = store.load(path, line)
        if reviews:
            self.add_review(finished.identity, summary(line, reviews).players)
        return finished if new else None

    # --- taking in

    def add(self, finished: FinishedGame, ended: str, file: str = "") -> bool:
        """Take in a finished game; whether it was new. One that is there learns where its file is."""
        with self.writing():
            found = self.database.execute("SELECT id FROM games WHERE identity = ?", (finished.identity,))
            known = found.fetchone()
            if known is not None:
                self.database.execute("UPDATE games SET file = ? WHERE id = ?", (file, known[0]))
                self._add_earned(known[0], ended, finished)
                return False
            game = self.database.execute(
                "INSERT INTO games (identity, ended, boxes, cards, land, players, rounds, answers, file)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    finished.identity,
                    ended,
                    _words(finished.boxes),
                    _words(finished.cards),
                    finished.land,
                    len(finished.seats),
                    finished.rounds,
                    finished.answers,
                    file,
                ),
            ).lastrowid
            assert game is not None
            self._add_seats(game, ended, finished)
            self._add_earned(game, ended, finished)
            for seat in finished.seats:
                if seat.is_person:
                    self._rate(self.person(seat.name), ended)
        return True

    def _add_seats(self, game: int, ended: str, finished: FinishedGame) -> None:
        for number, seat in enumerate(finished.seats):
            person = self.person(seat.name) if seat.is_person else None
            self.database.execute(
                "INSERT INTO seats (game, seat, ended, name, person, kind, colour, gold, place, win)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    game,
                    number,
                    ended,
                    seat.name,
                    person,
                    seat.kind,
                    seat.colour,
                    seat.gold,
                    seat.place,
                    seat.win,
                ),
            )
            self.database.executemany(
                "INSERT INTO gold VALUES (?, ?, ?, ?)",
                [(game, number, source, gold) for source, gold in seat.by.items()],
            )
            if person is None:
                self.database.executemany(
                    "INSERT INTO means VALUES (?, 1, ?) ON CONFLICT (source) DO UPDATE"
                    " SET seats = seats + 1, gold = gold + excluded.gold",
                    list(seat.by.items()),
                )
            self.database.executemany(
                "INSERT INTO tiles VALUES (?, ?, ?, ?)",
                [(game, number, tile, uses) for tile, uses in seat.uses.items()],
            )

    def _add_earned(self, game: int, ended: str, finished: FinishedGame) -> None:
        for seat in finished.seats:
            if not seat.is_person:
                continue
            person = self.person(seat.name)
            for name in seat.earned:
                known = self.database.execute(
                    "SELECT 1 FROM earned WHERE person = ? AND achievement = ? LIMIT 1", (person, name)
                )
                if known.fetchone() is None:
                    self.new.append((seat.name, name))
                self.database.execute(
                    "INSERT OR IGNORE INTO earned VALUES (?, ?, ?, ?)", (person, name, game, ended)
                )

    def add_review(self, identity: str, players: Iterable[PlayerSum]) -> None:
        """Take in what the review of a game has found about each seat."""
        with self.writing():
            for seat, player in enumerate(players):
                if player.accuracy is not None:
                    self.database.execute(
                        "UPDATE seats SET error = ?, luck = ?, accuracy = ? WHERE seat = ?"
                        " AND game = (SELECT id FROM games WHERE identity = ?)",
                        (player.error, player.luck, player.accuracy, seat, identity),
                    )

    def note_lessons(self, stars: Mapping[str, int]) -> None:
        """Take in which lessons were done and how well; the day on which it was noticed counts."""
        now = datetime.now(UTC).strftime(TIME)
        with self.writing():
            self.database.executemany(
                "INSERT INTO lessons VALUES (?, ?, ?) ON CONFLICT (lesson) DO UPDATE"
                " SET stars = excluded.stars, ended = excluded.ended WHERE excluded.stars > stars",
                [(lesson, many, now) for lesson, many in stars.items() if many],
            )

    def person(self, name: str) -> int:
        """The number of a person, who is written down with the first thing done."""
        self.database.execute("INSERT OR IGNORE INTO people (name) VALUES (?)", (name,))
        found = self.database.execute("SELECT id FROM people WHERE name = ?", (name,)).fetchone()
        return int(found[0])

    # --- ratings

    def rating(self, person: int, before: str = "9999") -> Rating:
        """How strong a person was at a time, against programs; now if none is given."""
        found = self.database.execute(
            "SELECT points, deviation, volatility FROM seats"
            " WHERE person = ? AND ended < ? AND points IS NOT NULL ORDER BY ended DESC, game DESC LIMIT 1",
            (person, before),
        ).fetchone()
        return Rating(*found) if found else Rating()

    def _rate(self, person: int, ended: str) -> None:
        """The person's rating after a game that ended then, and after all later ones if it was found late."""
        rating = self.rating(person, ended)
        later = self.database.execute(
            "SELECT game, seat FROM seats WHERE person = ? AND ended >= ? ORDER BY ended, game",
            (person, ended),
        ).fetchall()
        for game, seat in later:
            results = self._results(game, seat)
            if results:
                rating = after(rating, results)
                self.database.execute(
                    "UPDATE seats SET points = ?, deviation = ?, volatility = ? WHERE game = ? AND seat = ?",
                    (*rating, game, seat),
                )

    def _results(self, game: int, seat: int) -> list[RatedResult]:
        """The results of a seat against each program of known strength at the table."""
        seats = self.database.execute("SELECT seat, kind, gold FROM seats WHERE game = ?", (game,)).fetchall()
        own = next(gold for number, _, gold in seats if number == seat)
        rated = [(strength_of(kind), gold) for _, kind, gold in seats]
        return [
            RatedResult(other, 1.0 if own > gold else 0.5 if own == gold else 0.0)
            for other, gold in rated
            if other is not None
        ]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All of it or nothing."""
        self.database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.database.execute("ROLLBACK")
            raise
        self.database.execute("COMMIT")


def _opened(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA foreign_keys = ON")
        lead_on(database)
        _write_ahead(database)
        database.execute("PRAGMA synchronous = NORMAL")
        (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)
    except BaseException:
        database.close()
        raise
    return database


def _write_ahead(database: sqlite3.Connection) -> None:
    """Readers and a writer need not wait for each other. SQLite gives up at once where another program makes
    the same change to a new file, whatever the timeout, so the waiting is done here."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(A_LITTLE)


def _damaged(error: sqlite3.OperationalError) -> bool:
    """Whether an error is about what is in the file, not about reaching it."""
    return error.sqlite_errorcode & 0xFF in (
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
    )


def _words(names: Iterable[str]) -> str:
    """Names as one text that can be searched for `,name,`."""
    return "," + ",".join(names) + ","


def _stamp(path: Path) -> str:
    """What changes when a record or its review is written, or when there is something else to earn."""
    own = path.stat()
    return f"{own.st_mtime_ns} {own.st_size} {store.kept_when(path)} {fingerprint()}"


def _time_of(path: Path) -> str:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC).strftime(TIME)
