"""StatsService: a thread that owns the statistics database, so the UI never waits for the disk or for another
instance.

Callers submit a named query (a function that takes the database) and poll for its result. Between queries,
the thread scans records one at a time, so a query waits for at most one record."""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kingdom.ai.levels import RATED_PLAYER_PREFIX, split_ai_player_name
from kingdom.files import error_message
from kingdom.stats.activity_log import sync_log
from kingdom.stats.database import StatsDatabase
from kingdom.stats.finished_game import FinishedGame
from kingdom.stats.queries import ratings_by_name
from kingdom.worker.future import wake_ui

Query = Callable[[StatsDatabase], Any]
CLOSE_TIMEOUT_S = 5.0
"""`close` waits this many seconds for pending writes before it gives up. The database can be rebuilt."""
SCAN = "look through"
"""Name used for background scans in the log."""
SCAN_PAUSE_S = 0.01
"""The thread pauses this many seconds after each record to leave CPU time for the UI."""

log = logging.getLogger(__name__)


class QueryResult(NamedTuple):
    """The result of a query, or the error if the query failed."""

    value: Any = None
    error: str | None = None


class StatsNotification(NamedTuple):
    """A notification for the player: a damaged database was quarantined, the database cannot be written, an
    achievement was earned for the first time, or the rating used by an adaptive opponent has changed."""

    quarantined_file: Path | None = None
    error: str | None = None
    new_achievements: tuple[tuple[str, str], ...] = ()
    """Pairs of player name and achievement name."""
    new_rating: tuple[str, int] | None = None
    """The player who faced an adaptive opponent, and their new rating."""


class StatsService:
    """Owns one statistics database. All methods may be called from the UI thread; only `flush` and `close`
    block. `files` and `lessons` are called in the service's thread."""

    def __init__(
        self,
        path: Path,
        files: Callable[[], Iterable[Path]],
        lessons: Callable[[], Mapping[str, int]] = dict,
    ) -> None:
        self._path, self._files, self._lessons = path, files, lessons
        self._queue: queue.SimpleQueue[tuple[str, Query] | threading.Event | _Command] = queue.SimpleQueue()
        self._results: dict[str, QueryResult] = {}
        self._notifications: list[StatsNotification] = []
        self._pending_queries: dict[str, Query] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._scan_iterator: Iterator[FinishedGame | None] | None = None
        self._flush_waiters: list[threading.Event] = []
        """Callers waiting until all records are scanned."""
        self._stats_db: StatsDatabase | None = None
        self._rating_follower: str | None = None
        """The player who last faced an adaptive opponent."""
        self.ratings_by_name: dict[str, int] = {}
        """Ratings by casefolded player name. The dict is always replaced as a whole, so any thread may read
        it."""

    def scan(self) -> None:
        """Starts importing new results. Must be called at startup and after every game, lesson or
        analysis."""
        self._enqueue(_SCAN)

    def submit_query(self, name: str, query: Query) -> None:
        """Submits a query. Replaces a pending query with the same name, and any result that was not taken."""
        with self._lock:
            self._results.pop(name, None)
            self._pending_queries[name] = query
        self._enqueue((name, query))

    def _enqueue(self, work: tuple[str, Query] | _Command) -> None:
        with self._lock:
            if self._thread is None and not self._closing:
                self._thread = threading.Thread(target=self._run, name="clerk", daemon=True)
                self._thread.start()
        self._queue.put(work)

    def take_result(self, name: str) -> QueryResult | None:
        """Returns the result of the last query with this name and removes it; None while the query is
        pending."""
        with self._lock:
            return self._results.pop(name, None)

    @property
    def has_notifications(self) -> bool:
        """True if there are notifications. Never blocks."""
        return bool(self._notifications)

    def take_notifications(self) -> list[StatsNotification]:
        """Returns the notifications since the last call."""
        with self._lock:
            notifications, self._notifications = self._notifications, []
            return notifications

    def flush(self) -> None:
        """Waits until all queries are answered and all records are scanned."""
        if self._thread is not None:
            done = threading.Event()
            self._queue.put(done)
            done.wait()

    def close(self, timeout_s: float = CLOSE_TIMEOUT_S) -> None:
        """Finishes pending queries and closes the database. An unfinished scan is abandoned."""
        self._closing = True
        thread = self._thread
        if thread is not None:
            self._queue.put(_CLOSE)
            thread.join(timeout_s)

    # --- in the service's thread

    def _run(self) -> None:
        while True:
            try:
                work = self._queue.get(block=self._scan_iterator is None)
            except queue.Empty:
                self._run_query(SCAN, self._scan_one)
                continue
            if work is _CLOSE:
                break
            if work is _SCAN:
                self._run_query(SCAN, self._start_scan)
            elif isinstance(work, threading.Event):
                self._flush_waiters.append(work)
            elif isinstance(work, tuple):
                self._answer_query(*work)
            self._release_waiters()
        if self._stats_db is not None:
            self._stats_db.close()
        self._scan_iterator = None
        self._release_waiters()

    def _release_waiters(self) -> None:
        if self._scan_iterator is None:
            for waiter in self._flush_waiters:
                waiter.set()
            self._flush_waiters.clear()

    def _answer_query(self, name: str, query: Query) -> None:
        if self._pending_queries.get(name) is not query:  # a newer query has replaced this one
            return
        result = self._run_query(name, query)
        with self._lock:
            if self._pending_queries.get(name) is query:
                del self._pending_queries[name]
                self._results[name] = result
        wake_ui()

    def _run_query(self, name: str, query: Query) -> QueryResult:
        """Runs a query and opens the database if necessary. An error becomes part of the result."""
        try:
            return QueryResult(query(self._open_database()))
        except (sqlite3.Error, OSError) as error:
            log.warning("chronicle, %s: %s", name, error)
            if self._stats_db is not None:
                self._stats_db.close()
                self._stats_db = None  # the next query reopens the database and detects damage
            reason = error_message(error)
        except Exception as error:
            log.exception("chronicle, %s", name)
            reason = error_message(error)
        if name == SCAN:
            self._scan_iterator = None
            self._release_waiters()
            self._notify(StatsNotification(error=reason))
        return QueryResult(error=reason)

    def _notify(self, notification: StatsNotification) -> None:
        with self._lock:
            self._notifications.append(notification)
        wake_ui()

    def _open_database(self) -> StatsDatabase:
        if self._stats_db is None:
            self._stats_db = StatsDatabase(self._path)
            quarantined_file = self._stats_db.quarantined_file
            if quarantined_file is not None:
                self._notify(StatsNotification(quarantined_file=quarantined_file))
                self._start_scan(self._stats_db)
        return self._stats_db

    def _start_scan(self, stats_db: StatsDatabase) -> None:
        sync_log(stats_db)
        stats_db.record_lessons(self._lessons())
        self._scan_iterator = stats_db.scan(self._files())

    def _scan_one(self, stats_db: StatsDatabase) -> None:
        """Scans one file. After the last file, reports new achievements and publishes the ratings."""
        assert self._scan_iterator is not None
        try:
            finished = next(self._scan_iterator)
        except StopIteration:
            self._publish_ratings(stats_db)
            self._scan_iterator = None
            if stats_db.new_achievements:
                self._notify(StatsNotification(new_achievements=tuple(stats_db.new_achievements)))
                stats_db.new_achievements.clear()
            self._release_waiters()
            return
        if finished is not None and any(
            split_ai_player_name(seat.kind)[0] == RATED_PLAYER_PREFIX for seat in finished.seats
        ):
            self._rating_follower = next((seat.name for seat in finished.seats if seat.is_human), None)
        time.sleep(SCAN_PAUSE_S)

    def _publish_ratings(self, stats_db: StatsDatabase) -> None:
        self.ratings_by_name = ratings_by_name(stats_db)
        name, self._rating_follower = self._rating_follower, None
        if name is not None and name.casefold() in self.ratings_by_name:
            self._notify(StatsNotification(new_rating=(name, self.ratings_by_name[name.casefold()])))


class _Command:
    """A command to the thread that is not a query."""


_SCAN, _CLOSE = _Command(), _Command()
