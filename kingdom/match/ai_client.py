"""Runs AI players in a child process so that the UI never blocks.

Callers request an answer and take it once it has arrived. Crashes, hangs, malformed replies and illegal
answers all count as failures. When a request fails, a new process silently retries it; a second failure is
reported.

While no answer is awaited, the next AI player ponders its reply to the expected or predicted end of the
current turn. A request for a different position stops the pondering; a request for the pondered position lets
it finish.

Starting the process takes seconds on a busy machine, so it starts shortly after the human begins to think.
AIPrewarmer starts it even earlier, when the player opens a page from which a game can be started."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from kingdom.ai.hint import Hint
from kingdom.match.ai_worker import BotWithdrawal, build_request, game_session, read_reply, worker_main
from kingdom.match.seats import BOT_PREFIX, is_bot
from kingdom.record import Record
from kingdom.rules.decision_frames import Answer
from kingdom.worker.client import Job, Target, WorkerClient
from kingdom.worker.messages import ProcessTimeout

AI_TIMEOUT_S = 45.0
"""Total number of seconds after which an AI player is considered hung. Each of the two attempts gets half of
this time. Even the slowest AI thinks for only a few seconds."""
BOT_TIMEOUT_FACTOR = 2.0
"""Factor by which the timeout for bots is longer, because BotPlayer has its own timeouts."""

STOP_GRACE_S = 2.0
"""Seconds that a canceled request has to finish before the process is killed."""

PONDER_DELAY_S = 0.5
"""Seconds that a human must have been thinking before a process is started for pondering. Used only if there
is no process yet."""

CRASH, HANG = "crash", "hang"


@dataclass(frozen=True)
class AIFailure:
    """A crash or hang of an AI player."""

    seat: int
    kind: str
    details: str


@dataclass(frozen=True)
class AIRequest:
    """A request for the next answer of a seat after some answers, or for a hint if `level` is None."""

    answers: tuple[Answer, ...]
    """The answers so far. In a pondering request, the last one is an expected answer or `PREDICT_TURN`."""
    seat: int
    level: str | None


class AIClient:
    """Controls the child process that runs all AI players of a match. The process starts when it is first
    needed.

    In deterministic mode, AI players always use their full evaluation budget and can't be stopped early, so
    they play the same on every machine.
    """

    def __init__(
        self,
        target: Target = worker_main,
        timeout_s: float = AI_TIMEOUT_S,
        bot_commands: Mapping[str, str] | None = None,
        deterministic: bool = False,
    ) -> None:
        self.timeout_s, self.deterministic = timeout_s, deterministic
        self.bot_commands = bot_commands or {}
        """Command lines of bots by name."""
        self.worker_client = WorkerClient(target, timeout_s=timeout_s / 2, stop_grace_s=STOP_GRACE_S)
        self._awaited: tuple[AIRequest, Job[Any]] | None = None
        """The request whose reply is awaited or has not been taken yet."""
        self._taken: tuple[AIRequest, Job[Any]] | None = None
        """The request whose reply was taken last."""
        self.pondering: tuple[AIRequest, Job[None]] | None = None
        """The last pondering request; None after a new request for an answer."""

    # --- requests

    def request_answer(self, record: Record, seat: int, level: str) -> None:
        """Requests an AI player's answer to the current decision."""
        self._request(record, AIRequest(tuple(record.answers), seat, level))

    def request_hint(self, record: Record, seat: int) -> None:
        """Requests a hint for a human's decision."""
        self._request(record, AIRequest(tuple(record.answers), seat, None))

    @property
    def is_hint_pending(self) -> bool:
        """True while a hint is being computed."""
        return self._awaited is not None and self._awaited[0].level is None and self._awaited[1].is_pending

    def _request(self, record: Record, request: AIRequest) -> None:
        if self._awaited is not None and self._awaited[0] == request and self._awaited[1].is_pending:
            return
        self.cancel()
        if self.pondering is not None and not (self.pondering[0] == request and self.pondering[1].is_running):
            self.pondering[1].cancel()
        self.pondering = None
        level = request.level
        timeout_s = self.timeout_s / 2 * (BOT_TIMEOUT_FACTOR if level is not None and is_bot(level) else 1.0)
        job = self.worker_client.submit(
            build_request(
                request.seat,
                level,
                self._bot_command(level),
                self.deterministic and level is not None,
                asked_at=time.monotonic(),
            ),
            partial(read_reply, level),
            game_session(record),
            timeout_s=timeout_s,
            accepts_late_reply=level is not None,
        )
        self._awaited = request, job

    def _bot_command(self, level: str | None) -> str | None:
        """Returns the command line of a bot, or None for other AI players. The command line of an unknown bot
        is empty; the bot player then reports the problem."""
        return self.bot_commands.get(level.removeprefix(BOT_PREFIX), "") if level and is_bot(level) else None

    def ponder(self, record: Record, seat: int, level: str, expected_answer: Answer) -> None:
        """Makes an AI player ponder its reply to the expected answer. If the answer is PREDICT_TURN, the AI
        player ponders its reply to a predicted end of the turn. Does nothing while an answer is awaited."""
        request = AIRequest((*record.answers, expected_answer), seat, level)
        is_awaiting = self._awaited is not None and self._awaited[1].result is None
        if is_awaiting or is_bot(level) or (self.pondering is not None and self.pondering[0] == request):
            return
        if self.pondering is not None:
            self.pondering[1].cancel()
        job = self.worker_client.submit(
            build_request(seat, level, None, self.deterministic, expected_answer),
            lambda reply: None,
            game_session(record),
            timeout_s=self.timeout_s / 2,
            retries=0,
            start_delay_s=PONDER_DELAY_S,
        )
        self.pondering = request, job

    def prewarm(self, delay_s: float = 0.0) -> None:
        """Starts the process before the first request, because starting takes seconds on a busy machine."""
        self.worker_client.prewarm(delay_s)

    # --- replies

    @property
    def pending_answer(self) -> Answer | None:
        """The answer that has arrived but has not been taken yet."""
        result = None if self._awaited is None else self._awaited[1].result
        return result if isinstance(result, int | str) else None

    def take_answer(self, answer_count: int) -> Answer | None:
        """Returns the answer to the decision after `answer_count` answers if it has arrived, and removes
        it."""
        answer: Answer | None = self._take(answer_count, int | str)
        return answer

    def take_hint(self, answer_count: int) -> Hint | None:
        """Returns the hint for the decision after `answer_count` answers if it has arrived, and removes
        it."""
        hint: Hint | None = self._take(answer_count, Hint)
        return hint

    def take_withdrawal(self, answer_count: int) -> str | None:
        """If the bot has withdrawn after `answer_count` answers, returns the reason and removes it."""
        withdrawal: BotWithdrawal | None = self._take(answer_count, BotWithdrawal)
        return None if withdrawal is None else withdrawal.reason

    def _take(self, answer_count: int, result_type: Any) -> Any:
        if self._awaited is None:
            return None
        request, job = self._awaited
        if len(request.answers) != answer_count or not isinstance(job.result, result_type):
            return None
        self._taken, self._awaited = self._awaited, None
        return job.result

    def reject_reply(self, reason: str) -> None:
        """Rejects the last answer or hint as illegal, which counts as a failure."""
        if self._taken is not None:
            self._awaited, self._taken = self._taken, None
            self._awaited[1].reject(reason)

    def get_failure(self) -> AIFailure | None:
        if self._awaited is None or self._awaited[0].level is None:
            return None
        request, job = self._awaited
        if job.is_overdue or isinstance(job.error, ProcessTimeout):
            return AIFailure(request.seat, HANG, f"no answer for {round(self.timeout_s)} seconds")
        return None if job.error is None else AIFailure(request.seat, CRASH, str(job.error))

    # --- stopping

    def finish_early(self) -> None:
        """Makes the AI player answer as quickly as possible."""
        for job in (self._awaited and self._awaited[1], self.worker_client.current_job):
            if job is not None:
                job.finish_early()

    def cancel(self) -> None:
        """Cancels the awaited request. Pondering continues, because its position may be requested next."""
        if self._awaited is not None:
            self._awaited[1].cancel()
        self._awaited = self._taken = None
        if self.pondering is not None and not self.pondering[1].is_running and not self.pondering[1].is_done:
            self.pondering[1].cancel()

    def stop(self) -> None:
        """Kills the process without waiting; the next request starts a new one."""
        self._awaited = self._taken = self.pondering = None
        self.worker_client.stop()


PREWARM_DELAY_S = 0.5
"""Seconds that a page must have been visible before the process is started."""


class AIPrewarmer:
    """Starts the AI process for the next game early, while the player is on a page from which a game can be
    started."""

    def __init__(self, delay_s: float = PREWARM_DELAY_S) -> None:
        self._delay_s = delay_s
        self._client = AIClient()
        self._is_page_visible = False

    def on_page_visible(self) -> None:
        """Starts the process after a delay. May be called repeatedly while the page is visible."""
        if not self._is_page_visible:
            self._is_page_visible = True
            self._client.prewarm(self._delay_s)

    def take_client(self) -> AIClient:
        """Returns the client and replaces it with a new one."""
        client, self._client, self._is_page_visible = self._client, AIClient(), False
        return client

    def discard(self) -> None:
        """Stops the process. Called when the player is no longer on a page from which a game can be
        started."""
        if self._is_page_visible:
            self.take_client().stop()


class NoAIClient(AIClient):
    """An AI client that provides no answers and no hints."""

    def request_answer(self, record: Record, seat: int, level: str) -> None:
        pass

    def request_hint(self, record: Record, seat: int) -> None:
        pass

    def ponder(self, record: Record, seat: int, level: str, expected_answer: Answer) -> None:
        pass
