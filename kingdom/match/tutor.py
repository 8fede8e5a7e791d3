"""The tutor checks a human's turn before its last answer is played, and warns if the turn loses too much
gold.

The tutor runs in its own process while the human plays. It first searches for the best turn. As soon as the
turn could end, it evaluates the turn as played. There is no warning if the turn ends before the evaluation is
done, or if the process dies, hangs or sends malformed replies. The tutor uses only information that the seat
can see."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from ctypes import c_longlong
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from kingdom.ai.hint import Hint, explain_difference, gold_by_source
from kingdom.ai.turn_comparison import PreparedComparison, TurnComparer
from kingdom.match.ai_worker import MAX_GOLD, AIWorker, read_hint, run_ai_worker, write_hint
from kingdom.match.seats import Seat
from kingdom.record import Record, read_setup, write_setup
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.json_values import read_answer, write_answer
from kingdom.rules.registry import EXTERNAL_EXPANSIONS
from kingdom.rules.rng import state_from_seed
from kingdom.worker.messages import ProcessError, read_message
from kingdom.worker.worker_process import SPAWN_CONTEXT, ProcessExit, WorkerProcess

OFF, GENTLE, STRICT = TUTOR_MODES = ("off", "gentle", "strict")
MIN_WARNING_LOSS = {GENTLE: 4.0, STRICT: 2.0}
"""Minimum gold loss that causes a warning, for each mode; docs/REVIEW.md explains the values."""
TUTOR_TIMEOUT_S = 30.0
"""The process counts as hanging after this many seconds."""
MAX_TUTOR_FAILURES = 2
"""After this many failures, the tutor stays off for the rest of the game."""


class TutorWarning(NamedTuple):
    """A turn that loses gold."""

    loss: float
    better_turn: Hint
    """The better turn from the same start, with reasons."""


def min_loss_by_seat(seats: Sequence[Seat], modes_by_name: Mapping[str, str]) -> dict[int, float]:
    """Returns the warning threshold of each human seat that has the tutor enabled."""
    return {
        index: MIN_WARNING_LOSS[modes_by_name[seat.name]]
        for index, seat in enumerate(seats)
        if seat.is_human and modes_by_name.get(seat.name, OFF) in MIN_WARNING_LOSS
    }


# --- child process


def worker_main(pipe: Connection, stop_below: c_longlong) -> None:
    """Entry point of the tutor process."""
    run_ai_worker(pipe, stop_below, TutorWorker)


class TutorWorker(AIWorker):
    """Evaluates turns in the tutor process. Caches the search result for the start of the turn."""

    def __init__(self, should_stop: Callable[[], bool]) -> None:
        super().__init__(should_stop)
        self._prepared_position: tuple[object, PreparedComparison] | None = None

    def handle(self, request: dict[str, Any]) -> dict[str, Any]:
        """Returns the loss of a turn and the better turn, or no result if the request only prepares the
        position."""
        self.request_number = request["number"]
        seat, key = request["seat"], (request["setup"], request["answers"])
        game = self.advance_to(request["setup"], list(request["answers"]))
        seed = read_setup(request["setup"]).seed
        view = game.observe(seat, state_from_seed(seed * 1_000_003 + len(request["answers"])) >> 1)
        comparer = TurnComparer(state_from_seed(seed) >> 1, self.budget)
        if self._prepared_position is None or self._prepared_position[0] != key:
            prepared = comparer.prepare_comparison(view)
            if prepared is None:
                return {"said": None}
            self._prepared_position = key, prepared
        if request["played"] is None:
            return {"said": None}
        played = [read_answer(answer, "played") for answer in request["played"]]
        comparison = comparer.compare_prepared(self._prepared_position[1], played)
        if comparison is None:
            return {"said": None}
        gold_now, gold_after = gold_by_source(view, seat), gold_by_source(comparison.best_position, seat)
        reason = explain_difference(
            comparison.played_position,
            comparison.best_position,
            seat,
            gold_by_source(comparison.played_position, seat),
            gold_after,
        )
        better = Hint(list(comparison.best_answers), gold_now, gold_after, *reason)
        return {"said": {"error": round(comparison.loss, 2), "better": write_hint(better)}}


# --- parent side


@dataclass(frozen=True)
class _TutorRequest:
    """A request to evaluate a turn. Without `played`, the request only prepares the position at the start of
    the turn."""

    number: int
    start: int
    played: tuple[Answer, ...] | None
    sent_at: float


class Tutor:
    """Checks the turns of humans who have enabled the tutor. Never blocks."""

    def __init__(self, target: Callable[..., None] = worker_main, timeout_s: float = TUTOR_TIMEOUT_S) -> None:
        self.min_loss_by_seat: dict[int, float] = {}
        """Warning thresholds by seat; the tutor is off for all other seats."""
        self.timeout_s = timeout_s
        self._target = target
        self._process: WorkerProcess | None = None
        self._stop_below = SPAWN_CONTEXT.RawValue("q", 0)
        self._last_number = self._failures = 0
        self._current_request: _TutorRequest | None = None
        self._turn_start = -1
        self._is_prepared = False
        """True once the position at the start of the turn has been searched."""
        self._results: dict[tuple[Answer, ...], TutorWarning | None] = {}
        """Results of the evaluated turns that begin at `_turn_start`."""

    def is_active(self, seat: int) -> bool:
        """Returns True if the tutor checks the turns of this seat."""
        return seat in self.min_loss_by_seat and self._failures < MAX_TUTOR_FAILURES

    def update(self, record: Record, seat: int, start: int, ending_answers: Sequence[Answer]) -> None:
        """Sends the next request if the tutor is idle.

        Must be called repeatedly during a human's turn, with the start of the turn and the answers that could
        end it now.
        """
        self._poll_reply()
        if not self.is_active(seat):
            return
        if start != self._turn_start:
            self._turn_start, self._is_prepared = start, False
            self._results.clear()
        played = tuple(record.answers[start:])
        unchecked_turns = [
            (*played, ending) for ending in ending_answers if (*played, ending) not in self._results
        ]
        to_check = [None] if not self._is_prepared else unchecked_turns
        if self._current_request is None:
            if to_check:
                self._send_request(record, seat, start, to_check[0])
        elif self._current_request.start != start or (
            self._current_request.played is not None and self._current_request.played not in to_check
        ):
            # a different request is needed now: stop the current one early
            self._stop_below.value = self._current_request.number
            if time.monotonic() - self._current_request.sent_at > self.timeout_s:
                self._fail()
        elif time.monotonic() - self._current_request.sent_at > self.timeout_s:
            self._fail()

    @property
    def is_busy(self) -> bool:
        """True while a request is in progress."""
        return self._current_request is not None

    def stop_current_request(self) -> None:
        """Stops the current request early."""
        if self._current_request is not None:
            self._stop_below.value = self._current_request.number

    def warning_for(self, seat: int, start: int, turn: Sequence[Answer]) -> TutorWarning | None:
        """Returns the warning for a turn if the loss is already known and reaches the threshold for the
        seat."""
        self._poll_reply()
        warning = self._results.get(tuple(turn)) if start == self._turn_start else None
        if warning is None or not self.is_active(seat) or warning.loss < self.min_loss_by_seat[seat]:
            return None
        return warning

    def close(self) -> None:
        """Kills the process and waits until it has ended."""
        process = self._process
        self._kill_process()
        if process is not None:
            process.join(5)

    # --- messages

    def _send_request(self, record: Record, seat: int, start: int, played: tuple[Answer, ...] | None) -> None:
        try:
            if self._process is None:
                self._process = WorkerProcess(self._target, self._stop_below)
        except (OSError, RuntimeError):  # the process or the thread could not be started
            self._fail()
            return
        self._last_number += 1
        self._current_request = _TutorRequest(self._last_number, start, played, time.monotonic())
        request = {
            "number": self._last_number, "setup": write_setup(record.setup), "seat": seat,
            "answers": [write_answer(answer) for answer in record.answers[:start]],
            "played": None if played is None else [write_answer(answer) for answer in played],
            "brought": list(EXTERNAL_EXPANSIONS),
        }  # fmt: skip
        self._process.send(json.dumps(request).encode())

    def _poll_reply(self) -> None:
        raw_reply = self._process.poll_reply() if self._process is not None else None
        if raw_reply is None:
            return
        request, self._current_request = self._current_request, None
        if isinstance(raw_reply, ProcessExit) or request is None:
            self._fail()
            return
        try:
            result = _parse_reply(raw_reply, request.number)
        except (ProcessError, ValidationError):
            self._fail()
            return
        if request.start != self._turn_start or request.number <= self._stop_below.value:
            return  # the reply is about a different turn, or the request was stopped early
        if request.played is None:
            self._is_prepared = True
        else:
            self._results[request.played] = result

    def _fail(self) -> None:
        self._failures += 1
        self._kill_process()

    def _kill_process(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._process = self._current_request = None
        self._is_prepared = False


def _parse_reply(raw: bytes, number: int) -> TutorWarning | None:
    """Parses a reply strictly; raises ProcessError or ValidationError."""
    reply = read_message(raw)
    if reply.get("number") != number or "said" not in reply:
        raise ProcessError("not a reply to what was asked")
    result = reply["said"]
    if result is None:
        return None
    if not isinstance(result, dict) or set(result) != {"error", "better"}:
        raise ProcessError("error and better are needed")
    loss = result["error"]
    if type(loss) not in (int, float) or not 0 <= loss <= MAX_GOLD:
        raise ProcessError("error: gold is needed")
    return TutorWarning(float(loss), read_hint(result["better"]))
