"""InProcessClient: a WorkerClient that computes its replies in the test process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kingdom.rules.json_values import write_answer
from kingdom.worker.client import EMPTY_SESSION, Job, Session, WorkerClient
from kingdom.worker.messages import ProcessError


class InProcessJob(Job[Any]):
    """A job that is computed when its owner looks at it for the first time. It is done at the second look,
    so that one job at a time is in progress, as with a real process."""

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
    """Calls `handle` instead of a process. Replies may contain an exception text as `trouble`."""

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
        start_delay_s: float = 0.0,
    ) -> Job[Any]:
        job = InProcessJob(self, request, parse, session, timeout_s or self.timeout_s, 0.0)
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
