"""Worker clients that compute their replies in the test process."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from kingdom.rules.json_values import write_answer
from kingdom.worker.client import EMPTY_SESSION, ChildProcess, Job, Session, WorkerClient
from kingdom.worker.messages import ProcessError


class InProcessJob(Job[Any]):
    """A job that is computed the first time its owner looks at it and counts as done the second time. One job
    at a time is therefore in progress, as with a real process."""

    @property
    def is_done(self) -> bool:
        client = self._client
        assert isinstance(client, InProcessClient)
        if not super().is_done and client.waiting[:1] == [self]:
            client.compute(self)
            return False
        if super().is_done and self in client.waiting:
            client.waiting.remove(self)
        return super().is_done


class InProcessClient(WorkerClient):
    """Calls `handle` instead of using a process. Replies may contain an exception text as `trouble`."""

    def __init__(
        self,
        handle: Callable[[dict[str, Any]], dict[str, Any]],
        timeout_s: float = 60.0,
        **options: Any,
    ) -> None:
        super().__init__(lambda: None, timeout_s=timeout_s, **options)
        self.handle = handle
        self.waiting: list[InProcessJob] = []

    def submit(
        self,
        request: Mapping[str, Any],
        parse: Callable[[dict[str, Any]], Any],
        session: Session = EMPTY_SESSION,
        *,
        urgent: bool = False,
        timeout_s: float | None = None,
        retries: int | None = None,
        accepts_late_reply: bool = False,
        start_delay_s: float = 0.0,
    ) -> Job[Any]:
        job = InProcessJob(self, request, parse, session, timeout_s or self.timeout_s, 0)
        self.waiting.insert(0 if urgent else len(self.waiting), job)
        return job

    def drop_job(self, job: Job[Any]) -> None:
        self.waiting = [other for other in self.waiting if other is not job]

    def stop(self) -> None:
        for job in self.waiting:
            job.is_cancelled = True
        self.waiting = []

    def compute(self, job: InProcessJob) -> None:
        assert job.request is not None
        answers = [write_answer(answer) for answer in job.session.answers]
        reply = self.handle({**job.session.data, "answers": answers, **job.request})
        try:
            if "trouble" in reply:
                raise ProcessError(reply["trouble"])
            job.result = job.parse(reply)
        except ProcessError as error:
            job.error = error
        job._done.set()


class NoReply(BaseException):
    """Raised instead of a reply that never comes."""


ReplyFunction = Callable[[dict[str, Any]], bytes | None]
"""Takes a request with its number and session, and returns the raw reply or, if there is none, None. May
raise ProcessError."""


class FakeChild(ChildProcess):
    """Replies immediately with the result of a function, without starting a process."""

    def __init__(self, reply_to: ReplyFunction) -> None:
        self.reply_to = reply_to
        self.session: Session | None = None
        self.messages: list[dict[str, Any]] = []
        self.killed = False
        self._data: dict[str, Any] = {}
        self._answers: list[Any] = []

    @property
    def pid(self) -> int:
        return 0

    def is_alive(self) -> bool:
        return not self.killed

    def exchange(self, message: bytes) -> bytes:
        request = json.loads(message)
        self.messages.append(request)
        self._data = request.get("session", self._data)
        self._answers = [*self._answers[: request["kept"]], *request["answers"]]
        reply = self.reply_to(
            {"number": request["number"], **self._data, "answers": self._answers, **request["request"]}
        )
        if reply is None:
            raise NoReply
        return reply

    def kill(self) -> None:
        self.killed = True


class SyncWorkerClient(WorkerClient):
    """Runs every job immediately on the calling thread. A job without a reply stays pending."""

    def __init__(self, reply_to: ReplyFunction) -> None:
        super().__init__(lambda: None, timeout_s=60.0, stop_grace_s=60.0)
        self.reply_to = reply_to
        self.children: list[FakeChild] = []

    def enqueue(self, job: Job[Any], urgent: bool = False) -> None:
        self.current_job = job
        try:
            self._run_job(job)
        except NoReply:
            return
        self.current_job = None

    def _start_child(self) -> ChildProcess:
        self.children.append(FakeChild(self.reply_to))
        self.child = self.children[-1]
        return self.child

    def _start_timer(self, seconds: float, job: Job[Any]) -> None:
        pass


def no_reply(request: dict[str, Any]) -> None:
    """Never replies."""
