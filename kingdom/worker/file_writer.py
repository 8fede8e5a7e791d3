"""Writes files on a background thread so the UI never waits for the disk.

For each name, only the newest content is queued. A failed write is retried until it succeeds or newer content
replaces it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import NamedTuple

from kingdom.files import error_message

RETRY_INTERVAL_S = 3.0
"""Seconds until a failed write is retried."""

WriteJob = Callable[[], None]
"""Writes something. Raises OSError on failure."""

log = logging.getLogger(__name__)


class WriteResult(NamedTuple):
    """A completed write, or the first failure of a write that will be retried."""

    name: str
    error: str | None = None


class FileWriter:
    """Runs write jobs on a thread. The thread exists only while there is something to write."""

    def __init__(self) -> None:
        self._pending_jobs: dict[str, WriteJob] = {}
        self._failed_jobs: dict[str, WriteJob] = {}
        self._errors: dict[str, str] = {}
        """Error messages of writes that have not succeeded yet."""
        self._notify_names: dict[str, str] = {}
        """The name used in the results, for each job that reports its results."""
        self._results: list[WriteResult] = []
        self._passes = self._passes_requested = 0
        """Number of completed passes over all jobs, and the number of the pass up to which `flush` skips the
        retry delay."""
        self._thread: threading.Thread | None = None
        self._is_writing = self._closed = False
        self._condition = threading.Condition()

    @property
    def last_error(self) -> str | None:
        """The latest error of a write that has not succeeded yet, or None."""
        with self._condition:
            return next(reversed(self._errors.values()), None)

    @property
    def has_pending(self) -> bool:
        """True while writes are pending. Failed writes that are waiting for a retry don't count."""
        with self._condition:
            return bool(self._pending_jobs) or self._is_writing

    @property
    def has_results(self) -> bool:
        """True if `take_results` has results to return. Never blocks."""
        return bool(self._results)

    def take_results(self) -> list[WriteResult]:
        """Returns the results since the last call."""
        with self._condition:
            results, self._results = self._results, []
            return results

    def write_async(self, name: str, job: WriteJob, notify_as: str | None = None) -> None:
        """Queues a job, replacing a pending job with the same name. Never waits for the disk.

        With `notify_as`, `take_results` reports the first failure and the success under that name.
        """
        with self._condition:
            self._notify_names.pop(name, None)
            if notify_as is not None:
                self._notify_names[name] = notify_as
            self._failed_jobs.pop(name, None)
            self._pending_jobs.pop(name, None)
            self._pending_jobs[name] = job
            self._closed = False
            self._condition.notify_all()
            if self._thread is not None:
                return
            self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
            try:
                self._thread.start()
            except RuntimeError:  # No thread is available, so write synchronously.
                self._thread = None
                del self._pending_jobs[name]
            else:
                return
        self._run_job(name, job)

    def flush(self) -> None:
        """Waits until every job has succeeded or has been retried. If a job failed again, `last_error`
        contains the reason."""
        with self._condition:
            target_pass = self._passes + 1
            self._passes_requested = max(self._passes_requested, target_pass)
            self._condition.notify_all()
            while self._thread is not None and self._passes < target_pass:
                self._condition.wait()

    def close(self) -> None:
        """Flushes, then gives up on jobs that still fail."""
        self.flush()
        with self._condition:
            self._closed = True
            self._pending_jobs.clear()
            self._failed_jobs.clear()
            self._condition.notify_all()

    def _run(self) -> None:
        while (entry := self._next_job()) is not None:
            self._run_job(*entry)

    def _next_job(self) -> tuple[str, WriteJob] | None:
        """Returns the next job, or None if nothing is left to do and the thread should end."""
        with self._condition:
            if not self._pending_jobs:
                self._passes += 1
                self._condition.notify_all()
                if self._failed_jobs and self._passes >= self._passes_requested:
                    self._condition.wait(RETRY_INTERVAL_S)
                self._pending_jobs = {**self._failed_jobs, **self._pending_jobs}
                self._failed_jobs = {}
            if not self._pending_jobs:
                self._thread = None
                self._condition.notify_all()
                return None
            name = next(iter(self._pending_jobs))
            self._is_writing = name not in self._errors
            return name, self._pending_jobs.pop(name)

    def _run_job(self, name: str, job: WriteJob) -> None:
        try:
            job()
        except Exception as error:  # The thread must survive any error and report it.
            if not isinstance(error, OSError):
                log.exception("writing %s", name)
            prefix = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
            with self._condition:
                self._is_writing = False
                if name in self._notify_names and name not in self._errors:
                    self._results.append(WriteResult(self._notify_names[name], prefix + error_message(error)))
                self._errors[name] = prefix + error_message(error)
                if name not in self._pending_jobs and not self._closed:
                    self._failed_jobs[name] = job
        else:
            with self._condition:
                self._is_writing = False
                self._errors.pop(name, None)
                if name in self._notify_names and name not in self._pending_jobs:
                    self._results.append(WriteResult(self._notify_names.pop(name)))
