"""WorkerClient: runs requests in a child process, one at a time, and returns futures.

A thread per client starts the process, exchanges messages with it, repeats failed requests in a new process
and kills a process that hangs. The UI thread never blocks, not even if the process sends half a message."""

from __future__ import annotations

import json
import multiprocessing
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from kingdom.rules.decision_frames import Answer
from kingdom.rules.json_values import write_answer
from kingdom.rules.registry import EXTERNAL_EXPANSIONS
from kingdom.worker.child_process import CLEANUP_SECONDS, SharedState
from kingdom.worker.future import Future, wake_ui
from kingdom.worker.messages import MAX_MESSAGE_BYTES, ProcessError, ProcessTimeout, read_message

SPAWN_CONTEXT = multiprocessing.get_context("spawn")
EXIT_CODE_WAIT_S = 0.2
"""Seconds to wait for the exit code of a process that has closed its pipe."""
KILL_CHECK_S = 0.1
"""Seconds between checks for a killed process while the thread waits for a reply."""

ReplyT = TypeVar("ReplyT")
Target = Callable[..., None]
"""Entry point of a child process. Must be defined at module level, so that it can be pickled."""


@dataclass(frozen=True)
class Session:
    """Data shared by consecutive requests: fixed data, such as the setup of a game, and a growing list of
    answers. The client sends only what the process does not know yet."""

    data: Mapping[str, Any] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()

    def changes_since(self, old: Session | None) -> dict[str, Any]:
        """Returns the part of a message that turns the old session into this one."""
        if old is None or old.data != self.data:
            return {
                "session": self.data,
                "kept": 0,
                "answers": [write_answer(answer) for answer in self.answers],
            }
        kept = 0
        for known, answer in zip(old.answers, self.answers, strict=False):
            if known != answer:
                break
            kept += 1
        return {"kept": kept, "answers": [write_answer(answer) for answer in self.answers[kept:]]}


EMPTY_SESSION = Session()


class Job(Future[ReplyT], Generic[ReplyT]):
    """The future reply to a request."""

    def __init__(
        self,
        client: WorkerClient,
        request: Mapping[str, Any] | None,
        parse: Callable[[dict[str, Any]], ReplyT],
        session: Session,
        timeout_s: float,
        retries: int,
        accepts_late_reply: bool = False,
        start_at: float = 0.0,
    ) -> None:
        super().__init__()
        self.error: ProcessError | None = None
        self._client = client
        self.request, self.parse, self.session = request, parse, session
        self.timeout_s, self.retries, self.start_at = timeout_s, retries, start_at
        self.accepts_late_reply = accepts_late_reply
        self.number = 0
        """Number of the last message sent."""
        self.failures = 0
        self.stops_early = self.has_timed_out = False
        self.is_overdue = False
        """True if the last attempt has exceeded the timeout and a late reply is still accepted."""

    @property
    def progress(self) -> float:
        return 1.0 if self.is_done else self._client.current_progress if self.is_running else 0.0

    @property
    def is_running(self) -> bool:
        """True while the process works on the request, even if the job was canceled."""
        return self._client.current_job is self

    def finish_early(self) -> None:
        """Asks the process to reply as quickly as possible."""
        self._client.stop_job(self)

    def cancel(self) -> None:
        """Drops the result. If the process does not stop soon, it is killed."""
        super().cancel()
        self._client.drop_job(self)

    def reject(self, reason: str) -> None:
        """Rejects the result, which counts as a failure: the request is repeated in a new process, or the
        job fails."""
        self.failures += 1
        self._client.kill_process()
        self.result = None
        if self.failures > self.retries:
            self.error = ProcessError(reason)
        else:
            self._done.clear()
            self._client.enqueue(self, urgent=True)


class ChildProcess:
    """A running child process and the pipe to it."""

    def __init__(self, target: Target, shared: SharedState) -> None:
        self._pipe, child_pipe = SPAWN_CONTEXT.Pipe()
        self._process: Any = SPAWN_CONTEXT.Process(target=target, args=(child_pipe, shared), daemon=True)
        self._is_killed = self._is_sending = False
        self._process.start()
        child_pipe.close()
        self.session: Session | None = None
        """The session that the process knows."""

    @property
    def pid(self) -> int:
        return int(self._process.pid)

    def is_alive(self) -> bool:
        """Returns True while the process is running and has not been killed."""
        return not self._is_killed and bool(self._process.is_alive())

    def exchange(self, message: bytes) -> bytes:
        """Sends a message and waits for the reply. Raises ProcessError if the process ends or is killed."""
        try:
            self._is_sending = True
            self._pipe.send_bytes(message)
            self._is_sending = False
            while not self._pipe.poll(KILL_CHECK_S):
                if self._is_killed:
                    raise ProcessError("the process was stopped")
            return self._pipe.recv_bytes(MAX_MESSAGE_BYTES)
        except (EOFError, OSError) as error:  # the process died, or the reply is too long
            self._process.join(EXIT_CODE_WAIT_S)
            raise ProcessError(f"the process ended with code {self._process.exitcode}") from error

    def kill(self) -> None:
        """Ends the process without waiting for it. A process that takes too long to clean up is killed."""
        if self._is_killed:
            return
        self._is_killed = True
        self._process.terminate()
        if sys.platform == "win32" and self._is_sending:
            # a process that is killed before it has opened its end of the pipe leaves that end open
            self._pipe.close()
        reaper = threading.Thread(target=self._reap, name="reap worker", daemon=True)
        try:
            reaper.start()
            _reapers.append(reaper)
        except RuntimeError:  # no thread is available
            self._process.kill()

    def _reap(self) -> None:
        self._process.join(CLEANUP_SECONDS)
        self._process.kill()
        self._process.join()


_reapers: list[threading.Thread] = []
"""Threads that wait for killed processes to end."""


def wait_for_killed_processes(timeout_s: float = CLEANUP_SECONDS + 1) -> None:
    """Waits until all killed processes have ended. Must not be called on the UI thread of an open window."""
    deadline = time.monotonic() + timeout_s
    while _reapers:
        _reapers.pop().join(max(0.0, deadline - time.monotonic()))


class WorkerClient:
    """Runs requests in a child process, which starts when it is first needed. No method blocks.

    If the process dies, hangs or sends an invalid reply, a new process gets the same request. After `retries`
    repetitions, the job fails with a ProcessError, or with a ProcessTimeout if the process hangs. A process
    that reports progress does not count as hung. If the current job is canceled, the process has
    `stop_grace_s` seconds to stop before it is killed. Without `keeps_process`, the process ends as soon as
    there is nothing left to do.
    """

    def __init__(
        self,
        target: Target,
        *,
        timeout_s: float,
        retries: int = 1,
        stop_grace_s: float = 0.0,
        keeps_process: bool = True,
    ) -> None:
        self.target, self.timeout_s, self.retries = target, timeout_s, retries
        self._stop_grace_s, self._keeps_process = stop_grace_s, keeps_process
        self._shared: SharedState = SPAWN_CONTEXT.RawValue(SharedState)
        self._jobs: deque[Job[Any]] = deque()
        self.current_job: Job[Any] | None = None
        """The job that the process is working on, even if it was canceled."""
        self.child: ChildProcess | None = None
        """The running process, if any."""
        self._thread: threading.Thread | None = None
        self._timer = threading.Timer(0.0, wake_ui)
        """Ends the wait for the current reply."""
        self._last_number = self._stop_count = 0
        self._condition = threading.Condition()

    # --- on the UI thread

    def submit(
        self,
        request: Mapping[str, Any],
        parse: Callable[[dict[str, Any]], ReplyT],
        session: Session = EMPTY_SESSION,
        *,
        urgent: bool = False,
        timeout_s: float | None = None,
        retries: int | None = None,
        accepts_late_reply: bool = False,
        start_delay_s: float = 0.0,
    ) -> Job[ReplyT]:
        """Queues a request. An urgent request goes in front of all others.

        The worker gets the data and the answers of the session as part of the request. `parse` turns the
        reply into the result; it runs on the client's thread and raises an exception for an invalid reply.
        With `accepts_late_reply`, a process that hangs on the last attempt is not killed; the job is overdue
        until it is canceled or the reply arrives. If there is no process yet, the request waits
        `start_delay_s` seconds before starting one.
        """
        job = Job(
            self,
            request,
            parse,
            session,
            self.timeout_s if timeout_s is None else timeout_s,
            self.retries if retries is None else retries,
            accepts_late_reply,
            time.monotonic() + start_delay_s,
        )
        self.enqueue(job, urgent)
        return job

    def prewarm(self, delay_s: float = 0.0) -> None:
        """Starts the process before the first request, because starting takes seconds on a busy machine. A
        failure is reported only once the process is needed."""
        if not self._jobs and self.child is None:
            start_at = time.monotonic() + delay_s
            self.enqueue(
                Job(self, None, lambda reply: None, EMPTY_SESSION, self.timeout_s, 0, start_at=start_at)
            )

    def enqueue(self, job: Job[Any], urgent: bool = False) -> None:
        """Adds a job to the queue and starts the thread if necessary."""
        with self._condition:
            while self._jobs and self._jobs[0].request is None:  # the job starts the process anyway
                self._jobs.popleft()
            if urgent:
                self._jobs.appendleft(job)
            else:
                self._jobs.append(job)
            self._condition.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="worker client", daemon=True)
                try:
                    self._thread.start()
                except RuntimeError as error:
                    self._thread = None
                    self._jobs.remove(job)
                    job.finish(error=ProcessError(str(error)))

    def stop(self) -> None:
        """Cancels all jobs and kills the process without waiting. The next request starts a new process."""
        with self._condition:
            self._stop_count += 1
            for job in (*self._jobs, self.current_job):
                if job is not None:
                    job.is_cancelled = True
            self._jobs.clear()
            self.kill_process()
            self._condition.notify()

    def kill_process(self) -> None:
        """Kills the process, if there is one."""
        with self._condition:
            if self.child is not None:
                self.child.kill()
            self.child = None

    @property
    def current_progress(self) -> float:
        """Progress that the process has reported for the current job."""
        return float(self._shared.progress)

    def stop_job(self, job: Job[Any]) -> None:
        """Makes a job finish early."""
        with self._condition:
            job.stops_early = True
            if self.current_job is job:
                self._shared.stop_below = job.number

    def drop_job(self, job: Job[Any]) -> None:
        """Removes a canceled job from the queue. If it is running, asks the process to stop."""
        with self._condition:
            if job in self._jobs:
                self._jobs.remove(job)
                self._condition.notify()
            elif self.current_job is job:
                self._shared.stop_below = job.number
                if self._stop_grace_s > 0:
                    self._start_timer(self._stop_grace_s, job)
                else:
                    self.kill_process()

    # --- on the client's thread

    def _run(self) -> None:
        while (job := self._next_job()) is not None:
            self._run_job(job)
            with self._condition:
                self.current_job = None
            wake_ui()

    def _next_job(self) -> Job[Any] | None:
        """Waits for the next job and returns it. Returns None if there is neither a job nor a process, so
        that the thread ends."""
        with self._condition:
            while True:
                if self._jobs:
                    delay_s = self._jobs[0].start_at - time.monotonic() if self.child is None else 0.0
                    if delay_s <= 0:
                        self.current_job = self._jobs.popleft()
                        return self.current_job
                    self._condition.wait(delay_s)
                    continue
                if not self._keeps_process:
                    self.kill_process()
                if self.child is None:
                    self._thread = None
                    return None
                self._condition.wait()

    def _run_job(self, job: Job[Any]) -> None:
        """Tries a job until it succeeds, fails too often or is canceled."""
        while job.is_pending:
            try:
                reply = self._exchange(job)
                job.finish(None if reply is None else job.parse(reply))
            except Exception as error:  # any problem with the process or the reply
                self.kill_process()
                job.failures += 1
                if job.failures > job.retries:
                    job.finish(error=error if isinstance(error, ProcessError) else ProcessError(str(error)))

    def _exchange(self, job: Job[Any]) -> dict[str, Any] | None:
        """Sends a job to the process and returns the reply, or None if there is nothing to send."""
        child = self.child if self.child is not None and self.child.is_alive() else self._start_child()
        with self._condition:
            if job.request is None or job.is_cancelled:
                return None
            self._last_number += 1
            number = job.number = self._last_number
            job.has_timed_out, self._shared.progress = False, 0.0
            if job.stops_early:
                self._shared.stop_below = number
            self._start_timer(job.timeout_s, job)
        message = {"number": number, "brought": list(EXTERNAL_EXPANSIONS), "request": job.request}
        message |= job.session.changes_since(child.session)
        child.session = job.session
        try:
            raw_reply = child.exchange(json.dumps(message).encode())
        except ProcessError as error:
            if job.has_timed_out:
                raise ProcessTimeout(job.timeout_s) from error
            raise
        finally:
            self._timer.cancel()
        reply = read_message(raw_reply)
        reply_number = reply.pop("number", None)
        if type(reply_number) is not int or reply_number != number:
            raise ProcessError("a reply to something else")
        if "trouble" in reply:
            raise ProcessError(str(reply["trouble"]).strip() or "trouble")
        return reply

    def _start_child(self) -> ChildProcess:
        stop_count = self._stop_count
        child = ChildProcess(self.target, self._shared)
        with self._condition:
            if self._stop_count != stop_count:
                child.kill()
                raise ProcessError("the process was stopped")
            self.child = child
        return child

    def _start_timer(self, seconds: float, job: Job[Any]) -> None:
        self._timer.cancel()
        self._timer = threading.Timer(seconds, self._on_timeout, (job, job.number, self._shared.progress))
        self._timer.daemon = True
        self._timer.start()

    def _on_timeout(self, job: Job[Any], number: int, progress: float) -> None:
        """Kills the process if it is still working on this attempt at the job without making progress."""
        with self._condition:
            if self.current_job is not job or job.number != number:
                return
            if job.is_pending and self._shared.progress > progress:
                self._start_timer(job.timeout_s, job)
                return
            if job.accepts_late_reply and job.is_pending and job.failures == job.retries:
                job.is_overdue = True
            else:
                job.has_timed_out = True
                self.kill_process()
        wake_ui()
