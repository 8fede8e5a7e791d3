"""Analyzes a game turn by turn in a child process; contains both the worker and its client.

The client never blocks. The worker saves every analyzed turn next to the record. If the worker dies or sends
an invalid reply, or if it hangs, a new process gets the same request. After a second failure, the analysis
stops with an error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from kingdom.files import error_message, sanitize_line
from kingdom.json_codec import from_json, to_json
from kingdom.record import read_record, write_record
from kingdom.review import analysis_file
from kingdom.review.analysis import TurnAnalysis, analyze_turn, compare_answers, complete_turns
from kingdom.review.timeline import Timeline, build_timeline
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.json_values import read_answer, write_answer
from kingdom.worker.child_process import SharedState, run_worker
from kingdom.worker.client import Job, Session, Target, WorkerClient
from kingdom.worker.messages import MAX_SUMMARY_CHARS, ProcessError


def worker_main(pipe: Connection, shared: SharedState) -> None:
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
        return {"turn": to_json(analysis), "unkept": self._save(file, timeline)}

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


ANALYSIS_TIMEOUT_S = 90.0
"""Seconds after which the analysis of a turn is considered hung. It normally takes a few seconds."""
MAX_LOSS = 10_000


class AnalysisClient:
    """Controls the child process that analyzes one game. The process starts when it is first needed."""

    def __init__(
        self,
        timeline: Timeline,
        file: Path | None = None,
        priority_seats: Iterable[int] = (),
        only_seats: Iterable[int] | None = None,
        target: Target = worker_main,
        timeout_s: float = ANALYSIS_TIMEOUT_S,
    ) -> None:
        """Turns of `priority_seats` are analyzed first. With `only_seats`, the turns of all other seats are
        skipped."""
        self.timeline = timeline
        self.analyses: dict[int, TurnAnalysis] = {}
        """The finished analyses by turn index."""
        self.last_error: ProcessError | None = None
        """Reason why the analysis stopped, if it failed."""
        self.save_error: str | None = None
        """Reason why the analysis could not be saved."""
        self.retry_loss: float | None = None
        """Gold lost by the last retry compared with the best turn; None until known."""
        priority, allowed_seats = set(priority_seats), None if only_seats is None else set(only_seats)
        turns = [
            turn for turn in complete_turns(timeline) if allowed_seats is None or turn.player in allowed_seats
        ]
        self._queue = sorted(turns, key=lambda turn: (turn.player not in priority, turn.index))
        self.worker_client = WorkerClient(target, timeout_s=timeout_s)
        self._session = Session(
            {
                "record": write_record(timeline.record),
                "file": None if file is None else str(file.absolute()),
            }
        )
        self._jobs: list[Job[_AnalyzedTurn]] = []
        """The turns that are being analyzed or waiting."""
        self._comparison: Job[float] | None = None
        """The retry whose result is pending."""
        if file is not None:
            turn_indices = {turn.index for turn in turns}
            self.analyses = {
                turn.turn_index: turn
                for turn in analysis_file.load_analysis(file, timeline)
                if turn.turn_index in turn_indices
            }

    @property
    def turn_count(self) -> int:
        return len(self._queue)

    @property
    def is_done(self) -> bool:
        """True if all turns are analyzed."""
        return len(self.analyses) >= self.turn_count

    @property
    def is_running(self) -> bool:
        """True while turns are being analyzed."""
        return bool(self._jobs)

    @property
    def is_comparing(self) -> bool:
        """True while the result of a retry is pending."""
        return self._comparison is not None

    def start(self) -> None:
        """Starts or resumes the analysis."""
        self.last_error = None
        if not self._jobs:
            self._jobs = [
                self.worker_client.submit(
                    {"turn": turn.index, "tried": None}, partial(_read_turn, turn.index), self._session
                )
                for turn in self._queue
                if turn.index not in self.analyses
            ]

    def stop(self) -> None:
        """Stops the analysis and discards the turn in progress."""
        jobs, self._jobs = self._jobs, []
        for job in jobs:
            job.cancel()

    def request_comparison(self, answer_count: int, answers: Sequence[Answer]) -> None:
        """Requests how much gold these answers lose compared with the best turn. This request takes priority
        over turns waiting to be analyzed."""
        if self._comparison is not None:
            self._comparison.cancel()
        self.retry_loss = self.last_error = None
        tried = [answer_count, [write_answer(answer) for answer in answers]]
        self._comparison = self.worker_client.submit(
            {"turn": None, "tried": tried}, _read_loss, self._session, urgent=True
        )

    def collect_results(self) -> bool:
        """Collects the results that have arrived; returns True if anything changed."""
        done_jobs = [job for job in self._jobs if job.is_done]
        comparison = self._comparison if self._comparison is not None and self._comparison.is_done else None
        for job in (*done_jobs, comparison):
            if job is not None and job.error is not None:
                self.close()
                self.last_error = job.error
                return True
        for job in done_jobs:
            assert job.result is not None
            self.analyses[job.result.analysis.turn_index] = job.result.analysis
            self.save_error = job.result.save_error
        self._jobs = [job for job in self._jobs if job not in done_jobs]
        if comparison is not None:
            self._comparison, self.retry_loss = None, comparison.result
        return bool(done_jobs) or comparison is not None

    def close(self) -> None:
        """Kills the process without waiting for it to exit."""
        self.worker_client.stop()
        self._jobs, self._comparison = [], None


class _AnalyzedTurn(NamedTuple):
    """An analyzed turn, and why it could not be saved."""

    analysis: TurnAnalysis
    save_error: str | None


def _read_turn(turn_index: int, reply: dict[str, Any]) -> _AnalyzedTurn:
    try:
        analysis = from_json(TurnAnalysis, reply.get("turn"), "turn")
    except ValidationError as error:
        raise ProcessError(f"not a good turn: {error}") from error
    if analysis.turn_index != turn_index:
        raise ProcessError("another turn")
    save_error = reply.get("unkept")
    return _AnalyzedTurn(analysis, save_error[:MAX_SUMMARY_CHARS] if isinstance(save_error, str) else None)


def _read_loss(reply: dict[str, Any]) -> float:
    loss = reply.get("error")
    if not isinstance(loss, int | float) or not 0 <= loss < MAX_LOSS:
        raise ProcessError("no verdict")
    return float(loss)
