"""Writes files on a background thread so the UI never waits for the disk.

Only the newest content for each name is queued. A failed write is retried until it succeeds or newer content
replaces it. A write that hangs is treated as failed after a timeout, and the other writes continue without
waiting for it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import NamedTuple

from kingdom.files import error_message
from kingdom.worker.future import wake_ui

RETRY_INTERVAL_S = 3.0
"""Seconds until a failed write is retried."""

WRITE_TIMEOUT_S = 8.0
"""Seconds after which a write that has not returned is reported as failed and abandoned."""
FLUSH_TIMEOUT_S = 10.0
"""Maximum time that `flush` and `close` wait, in seconds."""
MAX_STUCK_WRITES = 4
"""Number of stuck writes at which no other write is started."""
JOB_THREAD_NAME = "write job"

WriteJob = Callable[[], None]
"""Performs a write. Raises OSError on failure."""

log = logging.getLogger(__name__)


class WriteResult(NamedTuple):
    """A completed write, or the first failure of a write that will be retried."""

    name: str
    error: str | None = None


class _Attempt:
    """One execution of a job. It has its own thread because it may never return."""

    def __init__(self, name: str, job: WriteJob) -> None:
        self.name, self.job = name, job
        self.is_done = False


class FileWriter:
    """Runs write jobs one after another in the background. Its threads exist only while there is something to
    write."""

    def __init__(self) -> None:
        self._pending_jobs: dict[str, WriteJob] = {}
        self._failed_jobs: dict[str, WriteJob] = {}
        self._errors: dict[str, str] = {}
        """Error messages of writes that have not succeeded yet."""
        self._notify_names: dict[str, str] = {}
        """For each job that reports its results, the name used in the results."""
        self._results: list[WriteResult] = []
        self._passes = self._passes_requested = 0
        """The number of completed passes over all jobs, and the pass up to which the retry delay is skipped
        because `flush` is waiting."""
        self._stuck_attempts: list[_Attempt] = []
        """Attempts that timed out and have not returned yet."""
        self._jobs_since_stuck: dict[str, WriteJob] = {}
        """For each name, the newest job that was started while an attempt was stuck."""
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
        """Returns the results that have arrived since the last call."""
        with self._condition:
            results, self._results = self._results, []
            return results

    def write_async(self, name: str, job: WriteJob, notify_as: str | None = None) -> None:
        """Queues a job, replacing a pending job with the same name. Never waits for the disk.

        If `notify_as` is given, `take_results` reports the first failure and the eventual success under that
        name.
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
            if self._start_thread():
                return
            del self._pending_jobs[name]  # No thread is available: write synchronously.
        self._run_job(name, job)

    def _start_thread(self) -> bool:
        """Starts the thread unless it is already running. Returns False if the thread cannot start. The
        caller must hold the lock."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
            try:
                self._thread.start()
            except RuntimeError:
                self._thread = None
        return self._thread is not None

    def flush(self, timeout_s: float | None = None) -> None:
        """Waits until every job has succeeded or has been retried. If a job failed, `last_error` then
        contains the reason. Gives up after the timeout, which is FLUSH_TIMEOUT_S by default."""
        with self._condition:
            target_pass = self._passes + 1
            self._passes_requested = max(self._passes_requested, target_pass)
            self._condition.notify_all()
            self._condition.wait_for(
                lambda: self._thread is None or self._passes >= target_pass,
                FLUSH_TIMEOUT_S if timeout_s is None else timeout_s,
            )

    def close(self, timeout_s: float | None = None) -> None:
        """Flushes, then drops the jobs that still fail."""
        self.flush(timeout_s)
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
        """Runs a job, but waits no longer than WRITE_TIMEOUT_S for it."""
        timeout_error = TimeoutError(f"the disk did not answer within {WRITE_TIMEOUT_S:.0f} seconds")
        with self._condition:
            if len(self._stuck_attempts) >= MAX_STUCK_WRITES:
                self._is_writing = False
                self._record_failure(name, timeout_error)
                self._retry_later(name, job)
                return
            if self._stuck_attempts:
                self._jobs_since_stuck[name] = job
        attempt = _Attempt(name, job)
        thread = threading.Thread(
            target=self._run_attempt, args=(attempt,), name=JOB_THREAD_NAME, daemon=True
        )
        try:
            thread.start()
        except RuntimeError:  # No thread is available.
            self._run_attempt(attempt)
            return
        thread.join(WRITE_TIMEOUT_S)
        with self._condition:
            if not attempt.is_done:
                self._is_writing = False
                log.warning("writing %s: %s", name, timeout_error)
                self._stuck_attempts.append(attempt)
                self._record_failure(name, timeout_error)
        wake_ui()

    def _run_attempt(self, attempt: _Attempt) -> None:
        error: Exception | None = None
        try:
            attempt.job()
        except Exception as caught:  # The writer must survive any error and report it.
            error = caught
            if not isinstance(error, OSError):
                log.exception("writing %s", attempt.name)
        with self._condition:
            attempt.is_done = True
            is_late = attempt in self._stuck_attempts
            if not is_late or not self._has_newer_job(attempt.name):
                self._record_outcome(attempt, error)
            if is_late:
                self._stuck_attempts.remove(attempt)
                self._repeat_newer_jobs()
            else:
                self._is_writing = False
        wake_ui()

    def _has_newer_job(self, name: str) -> bool:
        return name in self._pending_jobs or name in self._failed_jobs or name in self._jobs_since_stuck

    def _repeat_newer_jobs(self) -> None:
        """Repeats the jobs that failed or were started while an attempt was stuck. The disk is responding
        again, and the late attempt may have replaced newer content."""
        if not self._closed:
            self._pending_jobs = {**self._jobs_since_stuck, **self._failed_jobs, **self._pending_jobs}
            self._failed_jobs = {}
        if not self._stuck_attempts:
            self._jobs_since_stuck.clear()
        if self._pending_jobs:
            self._condition.notify_all()
            self._start_thread()

    def _record_outcome(self, attempt: _Attempt, error: Exception | None) -> None:
        if error is not None:
            self._record_failure(attempt.name, error)
            self._retry_later(attempt.name, attempt.job)
            return
        self._errors.pop(attempt.name, None)
        if attempt.name in self._notify_names and attempt.name not in self._pending_jobs:
            self._results.append(WriteResult(self._notify_names.pop(attempt.name)))

    def _record_failure(self, name: str, error: Exception) -> None:
        prefix = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
        if name in self._notify_names and name not in self._errors:
            self._results.append(WriteResult(self._notify_names[name], prefix + error_message(error)))
        self._errors[name] = prefix + error_message(error)

    def _retry_later(self, name: str, job: WriteJob) -> None:
        if name not in self._pending_jobs and not self._closed:
            self._failed_jobs[name] = job
