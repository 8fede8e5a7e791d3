"""The thread that writes: nobody who shows something waits for the disk.

Of each thing to be written only the newest state waits. What fails is kept and tried again until it is on
disk, or until something newer takes its place.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import NamedTuple

from kingdom.files import why

AGAIN = 3.0
"""Seconds after which a failed write is tried again."""

Job = Callable[[], None]
"""Writes something; raises OSError when that fails."""

log = logging.getLogger(__name__)


class News(NamedTuple):
    """Something is on disk, or failed for the first time and is tried again."""

    name: str
    problem: str | None = None


class Writer:
    """One thread, there only while something is to be written."""

    def __init__(self) -> None:
        self._waiting: dict[str, Job] = {}
        self._failed: dict[str, Job] = {}
        self._reasons: dict[str, str] = {}
        """Why something is not on disk; gone when it is."""
        self._asked: dict[str, str] = {}
        """Of what somebody wants to hear when it is on disk or fails, by what name they know it."""
        self._news: list[News] = []
        self._rounds = self._rounds_asked = 0
        """How often all was tried, and up to which of them nobody wants to wait in between."""
        self._thread: threading.Thread | None = None
        self._at_work = self._closed = False
        self._changed = threading.Condition()

    @property
    def problem(self) -> str | None:
        """Why something is not on disk; None when nothing failed."""
        with self._changed:
            return next(reversed(self._reasons.values()), None)

    @property
    def behind(self) -> bool:
        """Whether something is on its way to the disk. What failed is not on its way."""
        with self._changed:
            return bool(self._waiting) or self._at_work

    @property
    def has_news(self) -> bool:
        """Whether there is something to tell. Never waits."""
        return bool(self._news)

    def news(self) -> list[News]:
        """What was asked to be told and has not been yet."""
        with self._changed:
            news, self._news = self._news, []
            return news

    def put(self, name: str, job: Job, told_as: str | None = None) -> None:
        """Write this soon, in place of what waits under the same name. Never waits for the disk. With
        `told_as`, there will be news of it by this name: when it fails first, and when it is on disk."""
        with self._changed:
            self._asked.pop(name, None)
            if told_as is not None:
                self._asked[name] = told_as
            self._failed.pop(name, None)
            self._waiting.pop(name, None)
            self._waiting[name] = job
            self._closed = False
            self._changed.notify_all()
            if self._thread is not None:
                return
            self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
            try:
                self._thread.start()
            except RuntimeError:  # no thread to be had: then here and now
                self._thread = None
                del self._waiting[name]
            else:
                return
        self._try(name, job)

    def settle(self) -> None:
        """Wait until all is on disk, or was tried once more and `problem` tells why it is not."""
        with self._changed:
            asked = self._rounds + 1
            self._rounds_asked = max(self._rounds_asked, asked)
            self._changed.notify_all()
            while self._thread is not None and self._rounds < asked:
                self._changed.wait()

    def close(self) -> None:
        """Settle, and give up what cannot be written."""
        self.settle()
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._failed.clear()
            self._changed.notify_all()

    def _work(self) -> None:
        while (entry := self._next()) is not None:
            self._try(*entry)

    def _next(self) -> tuple[str, Job] | None:
        """What to write next; None when there is nothing left, and the thread ends."""
        with self._changed:
            if not self._waiting:
                self._rounds += 1
                self._changed.notify_all()
                if self._failed and self._rounds >= self._rounds_asked:
                    self._changed.wait(AGAIN)
                self._waiting = {**self._failed, **self._waiting}
                self._failed = {}
            if not self._waiting:
                self._thread = None
                self._changed.notify_all()
                return None
            name = next(iter(self._waiting))
            self._at_work = name not in self._reasons
            return name, self._waiting.pop(name)

    def _try(self, name: str, job: Job) -> None:
        try:
            job()
        except Exception as error:  # whatever it is, the thread must live and somebody must be told
            if not isinstance(error, OSError):
                log.exception("writing %s", name)
            file = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
            with self._changed:
                self._at_work = False
                if name in self._asked and name not in self._reasons:
                    self._news.append(News(self._asked[name], file + why(error)))
                self._reasons[name] = file + why(error)
                if name not in self._waiting and not self._closed:
                    self._failed[name] = job
        else:
            with self._changed:
                self._at_work = False
                self._reasons.pop(name, None)
                if name in self._asked and name not in self._waiting:
                    self._news.append(News(self._asked.pop(name)))
