"""Analyzes a game turn by turn in a child process; contains both the worker and its client.

The client never blocks. The worker saves every analyzed turn next to the record. If the worker dies or sends
an invalid reply, a new process gets the same request. After a second failure, the analysis stops with an
error."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from ctypes import c_longlong
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from kingdom.files import error_message, sanitize_line
from kingdom.record import read_record, write_record
from kingdom.review import analysis_file
from kingdom.review.analysis import TurnAnalysis, analyze_turn, compare_answers, complete_turns
from kingdom.review.timeline import Timeline, build_timeline
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.json_values import read_answer, write_answer
from kingdom.rules.registry import EXTERNAL_EXPANSIONS
from kingdom.worker.child_process import run_worker
from kingdom.worker.messages import ProcessError, read_message
from kingdom.worker.worker_process import SPAWN_CONTEXT, ProcessExit, WorkerProcess


def worker_main(pipe: Connection, stop_below: c_longlong) -> None:
    """Answers requests until the parent closes the pipe or kills the process."""
    run_worker(pipe, AnalysisWorker().handle_request)


class AnalysisWorker:
    """Analyzes turns in the child process. Holds the current game and its finished analyses."""

    def __init__(self) -> None:
        self._record_text = ""
        self._timeline: Timeline | None = None
        self._analyses: dict[int, TurnAnalysis] = {}

    def handle_request(self, request: dict[str, Any]) -> dict[str, Any]:
        """Analyzes a turn, or compares a retried turn with the best one."""
        file = None if request["file"] is None else Path(request["file"])
        timeline = self._open(request["record"], file)
        if request["turn"] is None:
            answer_count, answers = request["tried"]
            comparison = compare_answers(
                timeline, answer_count, [read_answer(answer, "answer") for answer in answers]
            )
            assert comparison is not None  # a comparison without `should_stop` always finishes
            return {"error": round(comparison.loss, 2)}
        turn = next(turn for turn in complete_turns(timeline) if turn.index == request["turn"])
        analysis = analyze_turn(timeline, turn)
        assert analysis is not None
        self._analyses[analysis.turn_index] = analysis
        return {"turn": analysis_file.write_turn(analysis), "unkept": self._save(file, timeline)}

    def _open(self, text: str, file: Path | None) -> Timeline:
        if self._timeline is None or text != self._record_text:
            self._record_text, self._timeline = text, build_timeline(read_record(text))
            self._analyses = (
                {}
                if file is None
                else {
                    analysis.turn_index: analysis
                    for analysis in analysis_file.load_analysis(file, self._timeline)
                }
            )
        return self._timeline

    def _save(self, file: Path | None, timeline: Timeline) -> str | None:
        """Saves the finished analyses; returns the error if that fails."""
        if file is None:
            return None
        try:
            analysis_file.save_analysis(file, timeline, self._analyses.values())
        except OSError as error:
            return sanitize_line(error_message(error))
        return None


MAX_ERROR_CHARS = 200


@dataclass(frozen=True)
class AnalysisRequest:
    """A request to the process: either a turn to analyze, or a retry (start and answers) to compare with the
    best turn."""

    turn_index: int | None
    retry: tuple[int, tuple[Answer, ...]] | None = None


class AnalysisClient:
    """Controls the child process that analyzes one game. The process starts when it is first needed."""

    def __init__(
        self,
        timeline: Timeline,
        file: Path | None = None,
        priority_seats: Iterable[int] = (),
        only_seats: Iterable[int] | None = None,
        target: Callable[..., None] = worker_main,
    ) -> None:
        """Turns of `priority_seats` are analyzed first. With `only_seats`, the turns of all other seats are
        skipped."""
        self.timeline, self.file = timeline, file
        self.analyses: dict[int, TurnAnalysis] = {}
        """The finished analyses by turn index."""
        self.last_error: str | None = None
        """Reason why the analysis stopped, if it failed."""
        self.save_error: str | None = None
        """Reason why the analysis could not be saved."""
        self.is_running = False
        priority, allowed_seats = set(priority_seats), None if only_seats is None else set(only_seats)
        turns = [
            turn for turn in complete_turns(timeline) if allowed_seats is None or turn.player in allowed_seats
        ]
        self._queue = sorted(turns, key=lambda turn: (turn.player not in priority, turn.index))
        self._record = write_record(timeline.record)
        self.target = target
        self._process: WorkerProcess | None = None
        self._current_request: AnalysisRequest | None = None
        self._is_retry = False
        self._request_number = 0
        self._retry_request: AnalysisRequest | None = None
        """The retry whose result is pending."""
        self._retry_loss: float | None = None
        if file is not None:
            turn_indices = {turn.index for turn in turns}
            self.analyses = {
                turn.turn_index: turn
                for turn in analysis_file.load_analysis(file, timeline)
                if turn.turn_index in turn_indices
            }

    # --- the analysis

    @property
    def turn_count(self) -> int:
        """Number of turns to analyze."""
        return len(self._queue)

    @property
    def is_done(self) -> bool:
        """True if all turns are analyzed."""
        return len(self.analyses) >= self.turn_count

    def start(self) -> None:
        """Starts or resumes the analysis."""
        self.is_running, self.last_error = not self.is_done, None
        self._send()

    def stop(self) -> None:
        """Stops the analysis and discards the turn in progress."""
        self.is_running = False
        if self._current_request is not None and self._current_request.turn_index is not None:
            self._kill_process()
            self._send()

    # --- retries

    def request_comparison(self, answer_count: int, answers: Sequence[Answer]) -> None:
        """Requests how much gold these answers lose compared with the best turn. This request takes priority
        over turns waiting to be analyzed."""
        self._retry_request, self._retry_loss, self.last_error = (
            AnalysisRequest(None, (answer_count, tuple(answers))),
            None,
            None,
        )
        self._send()

    @property
    def is_comparing(self) -> bool:
        """True while the result of a retry is pending."""
        return self._retry_request is not None

    @property
    def retry_loss(self) -> float | None:
        """Gold lost by the last retry compared with the best turn; None until known."""
        return self._retry_loss

    # --- messages

    def _next_request(self) -> AnalysisRequest | None:
        if self._retry_request is not None:
            return self._retry_request
        if not self.is_running:
            return None
        turn_index = next((turn.index for turn in self._queue if turn.index not in self.analyses), None)
        return None if turn_index is None else AnalysisRequest(turn_index)

    def _send(self) -> None:
        pending = self._next_request()
        if self._current_request is not None or pending is None:
            return
        self._request_number += 1
        try:
            if self._process is None:
                self._process = WorkerProcess(self.target, SPAWN_CONTEXT.RawValue("q", 0))
        except (OSError, RuntimeError) as error:
            self._fail(str(error))
            return
        self._current_request = pending
        self._process.send(self._serialize(pending))

    def _serialize(self, pending: AnalysisRequest) -> bytes:
        retry = None
        if pending.retry is not None:
            retry = [pending.retry[0], [write_answer(answer) for answer in pending.retry[1]]]
        file = None if self.file is None else str(self.file.absolute())
        request = {
            "number": self._request_number,
            "record": self._record,
            "file": file,
            "turn": pending.turn_index,
            "tried": retry,
            "brought": list(EXTERNAL_EXPANSIONS),
        }
        return json.dumps(request).encode()

    def poll(self) -> bool:
        """Handles a reply if one has arrived; returns True if anything changed."""
        message = self._process.poll_reply() if self._process is not None else None
        if message is None:
            return False
        pending, self._current_request = self._current_request, None
        if isinstance(message, ProcessExit):
            self._process = None
        if pending is None:
            return False
        try:
            if isinstance(message, ProcessExit):
                raise ProcessError(f"the process ended with code {message.exit_code}")
            self._handle_reply(read_message(message), pending)
        except ProcessError as error:
            self._kill_process()
            if self._is_retry:
                self._fail(str(error))
                return True
            self._is_retry = True
        else:
            self._is_retry = False
        self._send()
        self.is_running = self.is_running and not self.is_done
        return True

    def _handle_reply(self, reply: dict[str, Any], pending: AnalysisRequest) -> None:
        if "trouble" in reply:
            raise ProcessError(
                str(reply["trouble"]).strip().splitlines()[-1] if reply["trouble"] else "trouble"
            )
        if reply.get("number") != self._request_number:
            raise ProcessError("a reply to something else")
        if pending.turn_index is None:
            error = reply.get("error")
            if not isinstance(error, int | float) or not 0 <= error < 10_000:
                raise ProcessError("no verdict")
            if pending is self._retry_request:
                self._retry_request, self._retry_loss = None, float(error)
            return
        try:
            analysis = analysis_file.read_turn(reply.get("turn"), "turn")
        except ValidationError as error:
            raise ProcessError(f"not a good turn: {error}") from error
        if analysis.turn_index != pending.turn_index:
            raise ProcessError("another turn")
        self.analyses[analysis.turn_index] = analysis
        save_error = reply.get("unkept")
        self.save_error = save_error[:MAX_ERROR_CHARS] if isinstance(save_error, str) else None

    def _fail(self, error: str) -> None:
        self.is_running, self._retry_request, self._is_retry = False, None, False
        self.last_error = error[-MAX_ERROR_CHARS:]

    def close(self) -> None:
        """Kills the process without waiting for it to exit."""
        self.is_running, self._retry_request = False, None
        self._kill_process()

    def _kill_process(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._process = self._current_request = None
