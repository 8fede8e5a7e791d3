"""Runs AI players in a child process so that the UI never blocks.

Callers request an answer, poll, and take the answer once it has arrived. The client sends the next request
only after the process has replied to the current one. Crashes, hangs, malformed replies and illegal answers
all count as failures. When a request fails, a new process silently retries it; a second failure is reported.

While no answer is awaited, the next AI player ponders its reply to the expected or predicted end of the
current turn. A request for a different position stops the pondering; a request for the pondered position lets
it finish.

Starting the process takes seconds on a busy machine, so it starts shortly after the human begins to think.
AIPrewarmer starts it even earlier, when the player opens a page from which a game can be started."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from kingdom.ai.hint import Hint
from kingdom.match.ai_worker import AIRequest, BotWithdrawal, build_request, read_reply, worker_main
from kingdom.match.seats import BOT_PREFIX, is_bot
from kingdom.record import Record
from kingdom.rules.decision_frames import Answer
from kingdom.worker.messages import ProcessError
from kingdom.worker.worker_process import SPAWN_CONTEXT, ProcessExit, WorkerProcess

AI_TIMEOUT_S = 45.0
"""An AI player counts as hanging after this many seconds in total. Each of the two tries gets half of this
time. Even the slowest AI thinks for only a few seconds."""
BOT_TIMEOUT_FACTOR = 2.0
"""The timeout for bots is longer by this factor, because BotPlayer has its own timeouts."""

STOP_GRACE_S = 2.0
"""A canceled request gets this many seconds to finish before the process is killed."""

PONDER_DELAY_S = 0.5
"""If there is no process yet, one is started for pondering after a human has thought for this many
seconds."""

CRASH, HANG = "crash", "hang"


@dataclass(frozen=True)
class AIFailure:
    """A crash or hang of an AI player."""

    seat: int
    kind: str
    details: str


class AIClient:
    """Controls the child process that runs all AI players of a match. The process starts when it is first
    needed.

    In deterministic mode, AI players always use their full evaluation budget and can't be stopped early, so
    they play the same on every machine.
    """

    def __init__(
        self,
        target: Callable[..., None] = worker_main,
        timeout_s: float = AI_TIMEOUT_S,
        bot_commands: Mapping[str, str] | None = None,
        deterministic: bool = False,
    ) -> None:
        self.timeout_s, self.deterministic = timeout_s, deterministic
        self.bot_commands = bot_commands or {}
        """Command lines of bots by name."""
        self.target = target
        """The function that runs in the process."""
        self._process: WorkerProcess | None = None
        self._stop_below = SPAWN_CONTEXT.RawValue("q", 0)
        """Requests numbered up to this value finish early. The value has no lock, because a killed process
        could hold the lock forever."""
        self._last_number = 0
        self._current_request: AIRequest | None = None
        """The request that the process is working on, whether or not its reply is awaited."""
        self._awaited_request: AIRequest | None = None
        """The request whose reply is awaited: the current one, or the next one to send."""
        self._waiting_since = 0.0
        """Monotonic time at which the current wait began."""
        self._is_retry = False
        """True during the second try of the awaited request."""
        self._last_taken_request: AIRequest | None = None
        """The request that produced the answer or hint taken last."""
        self._answer: tuple[AIRequest, Answer] | None = None
        self._hint: tuple[AIRequest, Hint] | None = None
        self._withdrawal: tuple[AIRequest, BotWithdrawal] | None = None
        self._crash_reason: str | None = None
        self._queued_pondering: AIRequest | None = None
        """The pondering request to send when there is nothing else to do."""
        self._last_pondered_answers: tuple[Answer, ...] | None = None
        """The answers that lead to the last pondered position; None after a new request."""

    # --- state

    @property
    def worker_process(self) -> WorkerProcess | None:
        """The AI process; None until it is needed."""
        return self._process

    @property
    def current_request(self) -> AIRequest | None:
        """The request that the process is working on, even if its reply is no longer awaited."""
        return self._current_request

    def is_stopping(self, request: AIRequest) -> bool:
        """Returns True if the process was asked to finish this request early."""
        return bool(request.number <= self._stop_below.value)

    # --- requests

    def request_answer(self, record: Record, seat: int, level: str) -> None:
        """Requests an AI player's answer to the current decision."""
        self._request(record, seat, level)

    def request_hint(self, record: Record, seat: int) -> None:
        """Requests a hint for a human's decision."""
        self._request(record, seat, None)

    @property
    def is_hint_pending(self) -> bool:
        """True while a hint is being computed."""
        return self._awaited_request is not None and self._awaited_request.level is None

    def _request(self, record: Record, seat: int, level: str | None) -> None:
        answer_count, awaited = len(record.answers), self._awaited_request
        if awaited is not None and (awaited.answer_count, awaited.seat, awaited.level) == (
            answer_count,
            seat,
            level,
        ):
            return
        self.cancel()
        if not self._is_being_pondered(record, seat, level):
            self.finish_early()
        self._last_pondered_answers = None
        self._last_number += 1
        deterministic = self.deterministic and level is not None
        self._awaited_request = build_request(
            self._last_number,
            record,
            seat,
            level,
            self._bot_command(level),
            deterministic,
            asked_at=time.monotonic(),
        )
        if self._current_request is None:
            self._send()

    def ponder(self, record: Record, seat: int, level: str, expected_answer: Answer) -> None:
        """Lets an AI player ponder its reply to the expected answer. If the answer is PREDICT_TURN, the AI
        player ponders its reply to a predicted end of the turn. Does nothing while an answer is awaited."""
        answers = (*record.answers, expected_answer)
        if self._awaited_request is not None or is_bot(level) or self._last_pondered_answers == answers:
            return
        self.finish_early()
        self._last_pondered_answers = answers
        self._last_number += 1
        self._queued_pondering = build_request(
            self._last_number, record, seat, level, None, self.deterministic, expected_answer
        )
        if self._process is None:
            self._waiting_since = time.monotonic()
        elif self._current_request is None:
            self._send()

    def _is_being_pondered(self, record: Record, seat: int, level: str | None) -> bool:
        """Returns True if the process is pondering exactly this position."""
        current = self._current_request
        return (
            current is not None
            and current.pondered_answers == tuple(record.answers)
            and (current.seat, current.level) == (seat, level)
        )

    def _bot_command(self, level: str | None) -> str | None:
        """Returns the command line of a bot, or None for other AI players. The command line of an unknown bot
        is empty; the bot player then reports the problem."""
        return self.bot_commands.get(level.removeprefix(BOT_PREFIX), "") if level and is_bot(level) else None

    def _send(self) -> None:
        request, self._queued_pondering = self._awaited_request or self._queued_pondering, None
        if request is None:
            return
        if self._process is not None and not self._process.is_alive():  # the process died while idle
            self._kill_process()
        try:
            if self._process is None:
                self._process = self.start_process()
        except (OSError, RuntimeError) as error:  # the process or the thread could not be started
            self._fail(str(error))
        else:
            self._process.send(request.payload)
            self._current_request = request
            if request.pondered_answers is not None:
                self._waiting_since = time.monotonic()

    def prewarm(self) -> None:
        """Starts the process before the first request, because starting takes seconds on a busy machine. A
        failure is reported only once the process is needed."""
        if self._process is None:
            with suppress(OSError, RuntimeError):
                self._process = self.start_process()

    def start_process(self) -> WorkerProcess:
        """Starts a new AI process."""
        return WorkerProcess(self.target, self._stop_below)

    @property
    def _timeout_per_try_s(self) -> float:
        level = self._awaited_request.level if self._awaited_request is not None else None
        return self.timeout_s / 2 * (BOT_TIMEOUT_FACTOR if level and is_bot(level) else 1.0)

    # --- replies

    def poll(self) -> None:
        """Receives replies and checks for timeouts."""
        reply = self._process.poll_reply() if self._process is not None else None
        if reply is not None:
            self._on_reply(reply)
        waited_s = time.monotonic() - self._waiting_since
        if self._current_request is not None and self._current_request is not self._awaited_request:
            if waited_s > (
                STOP_GRACE_S if self.is_stopping(self._current_request) else self._timeout_per_try_s
            ):
                self._kill_process()
                self._send()
        elif (
            self._awaited_request is not None
            and waited_s > self._timeout_per_try_s
            and (not self._is_retry or self.is_hint_pending)
        ):
            self._fail("no answer")
        elif self._process is None and self._queued_pondering is not None and waited_s > PONDER_DELAY_S:
            self._send()

    def _on_reply(self, raw_reply: bytes | ProcessExit) -> None:
        request, self._current_request = self._current_request, None
        if isinstance(raw_reply, ProcessExit):
            self._process = None
        if request is None or request is not self._awaited_request:
            # this reply is no longer awaited: send the next request
            self._send()
            return
        try:
            if isinstance(raw_reply, ProcessExit):
                raise ProcessError(f"the process of the programs ended with code {raw_reply.exit_code}")
            reply = read_reply(raw_reply, request)
        except ProcessError as error:
            self._fail(str(error))
            return
        self._awaited_request = None
        if isinstance(reply, BotWithdrawal):
            self._withdrawal = request, reply
        elif isinstance(reply, Hint):
            self._hint = request, reply
        else:
            self._answer = request, reply

    def reject_reply(self, reason: str) -> None:
        """Rejects the last answer or hint as illegal, which counts as a failure."""
        self._awaited_request = self._last_taken_request
        self._fail(reason)

    def _fail(self, reason: str) -> None:
        """Handles a failure of the awaited request. After the first failure, a new process retries the
        request. After the second, the failure of an AI player is reported, and a failed hint is dropped."""
        self._kill_process()
        self._waiting_since = time.monotonic()
        if not self._is_retry:
            self._is_retry = True
            self._send()
        elif self.is_hint_pending:
            self._awaited_request = None
        else:
            self._crash_reason = reason

    @property
    def pending_answer(self) -> Answer | None:
        """The answer that has arrived but has not been taken yet."""
        return None if self._answer is None else self._answer[1]

    def take_answer(self, answer_count: int) -> Answer | None:
        """Returns the answer to the decision after `answer_count` answers if it has arrived, and removes
        it."""
        if self._answer is None or self._answer[0].answer_count != answer_count:
            return None
        (self._last_taken_request, answer), self._answer = self._answer, None
        return answer

    def take_hint(self, answer_count: int) -> Hint | None:
        """Returns the hint for the decision after `answer_count` answers if it has arrived, and removes
        it."""
        if self._hint is None or self._hint[0].answer_count != answer_count:
            return None
        (self._last_taken_request, hint), self._hint = self._hint, None
        return hint

    def take_withdrawal(self, answer_count: int) -> str | None:
        """If the bot has withdrawn after `answer_count` answers, returns the reason and removes it."""
        if self._withdrawal is None or self._withdrawal[0].answer_count != answer_count:
            return None
        (self._last_taken_request, withdrawal), self._withdrawal = self._withdrawal, None
        return withdrawal.reason

    def get_failure(self) -> AIFailure | None:
        """Returns the failure of the awaited AI player, if any."""
        if self._awaited_request is None or self.is_hint_pending:
            return None
        if self._crash_reason is not None:
            return AIFailure(self._awaited_request.seat, CRASH, self._crash_reason)
        if self._is_retry and time.monotonic() - self._waiting_since > self._timeout_per_try_s:
            return AIFailure(
                self._awaited_request.seat, HANG, f"no answer for {round(self.timeout_s)} seconds"
            )
        return None

    # --- stopping

    def finish_early(self) -> None:
        """Makes the process finish all requests sent so far as quickly as possible."""
        self._stop_below.value = self._last_number

    def cancel(self) -> None:
        """Cancels the awaited request. Pondering continues, because its position may be requested next."""
        self._awaited_request = self._last_taken_request = self._answer = self._hint = self._withdrawal = (
            self._crash_reason
        ) = None
        self._waiting_since, self._is_retry, self._queued_pondering = time.monotonic(), False, None
        if self._current_request is None or self._current_request.pondered_answers is None:
            self.finish_early()

    def stop(self) -> None:
        """Kills the process without waiting; the next request starts a new one."""
        self.cancel()
        self._kill_process()

    def close(self) -> None:
        """Kills the process and waits until it has ended."""
        process = self._process
        self.stop()
        if process is not None:
            process.join(5)

    def _kill_process(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._process = self._current_request = None


PREWARM_DELAY_S = 0.5
"""The process is started after a page has been visible for this many seconds."""


class AIPrewarmer:
    """Starts the AI process for the next game early, while the player is on a page from which a game can be
    started."""

    def __init__(self) -> None:
        self._client = AIClient()
        self._visible_since: float | None = None
        """Monotonic time at which the page became visible."""
        self._prewarm_attempted = False

    def on_page_visible(self) -> None:
        """Starts the process after a delay. Must be called repeatedly while the page is visible. Uses the
        clock instead of frame times because an idle page draws few frames."""
        now = time.monotonic()
        if self._visible_since is None:
            self._visible_since = now
        if not self._prewarm_attempted and now - self._visible_since >= PREWARM_DELAY_S:
            self._prewarm_attempted = True
            self._client.prewarm()

    def take_client(self) -> AIClient:
        """Returns the client and replaces it with a new one."""
        client, self._client, self._visible_since, self._prewarm_attempted = (
            self._client,
            AIClient(),
            None,
            False,
        )
        return client

    def discard(self) -> None:
        """Stops the process. Called when the player is no longer on a page from which a game can be
        started."""
        if self._visible_since is not None:
            self.take_client().stop()


class NoAIClient(AIClient):
    """An AI client that provides no answers and no hints."""

    def request_answer(self, record: Record, seat: int, level: str) -> None:
        pass

    def request_hint(self, record: Record, seat: int) -> None:
        pass
