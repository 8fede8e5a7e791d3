"""StatsService: a thread that owns the statistics database, so the UI never waits for the disk or for another
instance.

Callers submit a query (a function that takes the database) and get a future. Between queries, the thread
scans records one at a time, so a query waits for at most one record."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

from kingdom.ai.levels import RATED_PLAYER_PREFIX, split_ai_player_name
from kingdom.files import error_message
from kingdom.stats.activity_log import sync_log
from kingdom.stats.database import StatsDatabase
from kingdom.stats.finished_game import FinishedGame
from kingdom.stats.queries import ratings_by_name
from kingdom.worker.executor import Executor, Task
from kingdom.worker.future import wake_ui

ResultT = TypeVar("ResultT")
CLOSE_TIMEOUT_S = 5.0
"""Seconds that `close` waits for pending writes before it gives up. The database can be rebuilt."""
SCAN_PAUSE_S = 0.01
"""Seconds that the thread pauses after each record to leave CPU time for the UI."""

log = logging.getLogger(__name__)


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
        self._executor = Executor("stats", self._scan_next)
        self._notifications: list[StatsNotification] = []
        self._lock = threading.Lock()
        self._scan_iterator: Iterator[FinishedGame | None] | None = None
        self._stats_db: StatsDatabase | None = None
        self._rating_follower: str | None = None
        """The player who last faced an adaptive opponent."""
        self.ratings_by_name: dict[str, int] = {}
        """Ratings by casefolded player name. The dict is always replaced as a whole, so any thread may read
        it."""

    def scan(self) -> None:
        """Starts importing new results. Must be called at startup and after every game, lesson or
        analysis."""
        self._executor.submit(lambda is_needed: self._run_scan_step(self._start_scan))

    def submit_query(self, query: Callable[[StatsDatabase], ResultT]) -> Task[ResultT]:
        return self._executor.submit(lambda is_needed: self._run_query(query))

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
        self._executor.wait()

    def close(self, timeout_s: float = CLOSE_TIMEOUT_S) -> None:
        """Finishes pending queries and closes the database. An unfinished scan is abandoned."""
        self._executor.submit(lambda is_needed: self._close_database())
        self._executor.close(timeout_s)

    # --- in the service's thread

    def _run_query(self, query: Callable[[StatsDatabase], ResultT]) -> ResultT:
        try:
            return query(self._open_database())
        except (sqlite3.Error, OSError):
            self._close_database()  # the next query reopens the database and detects damage
            raise

    def _close_database(self) -> None:
        if self._stats_db is not None:
            self._stats_db.close()
            self._stats_db = None

    def _scan_next(self) -> bool:
        """Scans one file. Returns False if there is no scan in progress."""
        if self._scan_iterator is not None:
            self._run_scan_step(self._scan_one)
        return self._scan_iterator is not None

    def _run_scan_step(self, step: Callable[[StatsDatabase], None]) -> None:
        """Runs a step of a scan. An error ends the scan and is reported."""
        try:
            self._run_query(step)
        except Exception as error:
            log.exception("the scan for new results failed")
            self._scan_iterator = None
            self._notify(StatsNotification(error=error_message(error)))

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
