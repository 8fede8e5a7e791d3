"""Puzzles made from the player's own games. Each puzzle is a turn that the analysis judged to be a mistake.
It must be possible to prove which play was best.

A child process searches the games one by one. A file stores the puzzles found and the turns that yielded
none, so that no turn is searched twice."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from kingdom.files import JsonError, parse_json, read_text, write_atomic
from kingdom.json_codec import from_json_file, to_json
from kingdom.learn.puzzle import (
    GOLD,
    VIEW_SEED,
    WIN,
    Puzzle,
    levels_that_miss,
    make_puzzle_tags,
    summarize_outcomes,
)
from kingdom.learn.puzzle_library import PERSONAL_ID_PREFIX
from kingdom.learn.turn_solver import NotEnumerable, TurnOutcomes, enumerate_turn
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import HUMAN
from kingdom.record import read_record
from kingdom.review import analysis_file
from kingdom.review.analysis import BLUNDER, MISTAKE, TurnAnalysis
from kingdom.review.branching import setup_hiding_cards
from kingdom.review.timeline import Timeline, TurnSpan, build_timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.scoring import winners
from kingdom.rules.setup import GameSetup
from kingdom.worker.child_process import SharedState, run_worker
from kingdom.worker.client import Job, Target, WorkerClient
from kingdom.worker.messages import ProcessError

FORMAT = "kingdom-own-puzzles/1"
PUZZLES_FILE_NAME = "own-puzzles.json"
MAX_SOLUTIONS = 12
"""Maximum number of outcomes that may solve a personal puzzle. With more, the puzzle would be too easy."""


# --- finding puzzles


def human_mistakes(
    timeline: Timeline, analyses: list[TurnAnalysis]
) -> Iterator[tuple[TurnSpan, TurnAnalysis]]:
    """Yields human players' turns that the analysis judged to be mistakes."""
    turns = {turn.index: turn for turn in timeline.turns}
    for analysis in analyses:
        is_human = (
            timeline.record.seats[analysis.player].get("kind") == HUMAN if timeline.record.seats else False
        )
        if is_human and analysis.judgment in (MISTAKE, BLUNDER):
            yield turns[analysis.turn_index], analysis


def personal_puzzle_id(timeline: Timeline, turn: TurnSpan) -> str:
    game = timeline.record.game_id or analysis_file.game_fingerprint(timeline.record, turn.start)
    return f"{PERSONAL_ID_PREFIX}{game}-{turn.index}"


def puzzle_setup(timeline: Timeline, turn: TurnSpan) -> GameSetup:
    """Returns the setup of the puzzle made from a turn. It hides the cards of a running game."""
    return setup_hiding_cards(timeline, turn.start, turn.player, VIEW_SEED)


def puzzle_from_mistake(timeline: Timeline, turn: TurnSpan, analysis: TurnAnalysis) -> Puzzle | None:
    """Returns the puzzle made from a mistake. Returns None if the best turn cannot be proved, was not missed,
    or does not make a good puzzle."""
    game = timeline.game_at(turn.start)
    view = game.observe(turn.player, VIEW_SEED)
    try:
        outcomes = enumerate_turn(view)
    except NotEnumerable:
        return None
    kind = _puzzle_kind(timeline, outcomes, turn, analysis)
    if kind is None:
        return None
    best_gold, second_best_gold, solution_count, near_miss_count, solution = summarize_outcomes(
        kind, outcomes
    )
    if solution_count > MAX_SOLUTIONS or not near_miss_count:
        return None
    answers = tuple(timeline.record.answers[: turn.start])
    return Puzzle(
        personal_puzzle_id(timeline, turn),
        kind,
        puzzle_setup(timeline, turn),
        answers,
        best_gold,
        second_best_gold,
        solution_count,
        near_miss_count,
        solution,
        make_puzzle_tags(view, solution),
        levels_that_miss(kind, view, best_gold),
        outcomes.positions_searched,
    )


def _puzzle_kind(
    timeline: Timeline, outcomes: TurnOutcomes, turn: TurnSpan, analysis: TurnAnalysis
) -> str | None:
    """Returns the kind of puzzle: WIN if the player missed a win, otherwise GOLD if the player could have
    gained more gold."""
    won = timeline.is_over and winners(timeline.game_at(timeline.total_answers)) == (turn.player,)
    if outcomes.winning and len(outcomes.winning) < len(outcomes.all) and not won:
        return WIN
    return GOLD if analysis.gold < outcomes.best_gold else None


# --- storing puzzles


@dataclass(frozen=True)
class _PersonalPuzzleFile:
    turns: dict[str, tuple[str, Puzzle | None]]


def load_personal_puzzles(path: Path) -> dict[str, tuple[str, Puzzle | None]]:
    """Loads all searched turns: the player name and the puzzle (None if the turn yielded none), by puzzle ID.
    A damaged file counts as empty and is rebuilt."""
    return _read_puzzle_file(path) or {}


def _read_puzzle_file(path: Path) -> dict[str, tuple[str, Puzzle | None]] | None:
    """Returns the content of the file, or None if there is none or it is damaged."""
    try:
        return from_json_file(_PersonalPuzzleFile, parse_json(read_text(path)), FORMAT).turns
    except (OSError, JsonError, ValidationError):
        return None


def save_personal_puzzles(path: Path, entries: dict[str, tuple[str, Puzzle | None]]) -> None:
    """Saves the searched turns atomically."""
    write_atomic(path, json.dumps({"format": FORMAT, **to_json(_PersonalPuzzleFile(entries))}))


def personal_puzzles_of(path: Path, player_name: str) -> tuple[Puzzle, ...]:
    """Returns the puzzles made from one player's games."""
    return tuple(
        puzzle
        for name, puzzle in load_personal_puzzles(path).values()
        if puzzle is not None and name == player_name
    )


# --- the child process


def worker_main(pipe: Connection, shared: SharedState) -> None:
    """Entry point of the child process."""
    run_worker(pipe, PuzzleFinderWorker().handle_request)


class PuzzleFinderWorker:
    """Searches the saved games, one turn per request."""

    def __init__(self) -> None:
        self._search: Iterator[bool] | None = None

    def handle_request(self, request: dict[str, Any]) -> dict[str, Any]:
        """Searches the next turn. The reply states whether a puzzle was found, and whether the search is
        done."""
        if self._search is None:
            self._search = find_puzzles(Path(request["saves"]), Path(request["file"]))
        found = next(self._search, None)
        return {"done": found is None, "found": bool(found)}


def has_new_analyses(saves_folder: Path, puzzle_file: Path) -> bool:
    """Returns True if a game has been analyzed since the last complete search."""
    try:
        last_search_ns = _last_search_ns(puzzle_file)
        return any(
            analysis_file.analysis_mtime_ns(path) > last_search_ns
            for path in SaveStore(saves_folder).list_files()
        )
    except OSError:
        return False


def _last_search_ns(puzzle_file: Path) -> int:
    """Returns when the last complete search ended; 0 if the file is missing or damaged."""
    return 0 if _read_puzzle_file(puzzle_file) is None else puzzle_file.stat().st_mtime_ns


def find_puzzles(saves_folder: Path, puzzle_file: Path) -> Iterator[bool]:
    """Tries to make a puzzle from each new mistake. Yields, for each one, whether a puzzle was found."""
    last_search_ns = _last_search_ns(puzzle_file)
    for path in sorted(SaveStore(saves_folder).list_files()):
        if not analysis_file.analysis_mtime_ns(path):
            continue
        try:
            timeline = build_timeline(read_record(read_text(path)))
        except (OSError, ValueError):  # the list of saved games shows the error
            continue
        entries = load_personal_puzzles(puzzle_file)
        for turn, analysis in human_mistakes(timeline, analysis_file.load_analysis(path, timeline)):
            puzzle_id = personal_puzzle_id(timeline, turn)
            if puzzle_id not in entries:
                puzzle = puzzle_from_mistake(timeline, turn, analysis)
                entries[puzzle_id] = str(timeline.record.seats[turn.player].get("name")), puzzle
                save_personal_puzzles(puzzle_file, entries)
                os.utime(puzzle_file, ns=(last_search_ns, last_search_ns))
                yield puzzle is not None
    # the new modification time marks the search as complete
    save_personal_puzzles(puzzle_file, load_personal_puzzles(puzzle_file))


SEARCH_TIMEOUT_S = 120.0
"""Seconds after which the search in one turn is considered hung. It normally takes a few seconds."""


class SearchStep(NamedTuple):
    """Reply of the worker after one turn."""

    is_search_done: bool
    found: bool


def parse_search_step(reply: dict[str, Any]) -> SearchStep:
    """Parses a reply of the worker."""
    if type(reply.get("done")) is not bool or type(reply.get("found")) is not bool:
        raise ProcessError("not a good reply")
    return SearchStep(reply["done"], reply["found"])


class PersonalPuzzleClient:
    """Controls the child process that finds puzzles. Nothing here blocks."""

    def __init__(
        self,
        saves_folder: Path,
        puzzle_file: Path,
        target: Target = worker_main,
        timeout_s: float = SEARCH_TIMEOUT_S,
    ) -> None:
        self._client = WorkerClient(target, timeout_s=timeout_s)
        self._request = {"saves": str(saves_folder), "file": str(puzzle_file)}
        self._job: Job[SearchStep] | None = None
        self.last_error: ProcessError | None = None
        """Reason why the search stopped, if it failed."""

    @property
    def is_busy(self) -> bool:
        """True while the search is running."""
        return self._job is not None

    def start(self) -> None:
        """Starts the search unless it is already running."""
        if self._job is None:
            self.last_error = None
            self._job = self._client.submit(self._request, parse_search_step)

    def collect_result(self) -> bool:
        """Collects the result for a turn if it has arrived. Returns True if a new puzzle was found."""
        if self._job is None or not self._job.is_done:
            return False
        step, error = self._job.result, self._job.error
        self._job = None
        if step is None or step.is_search_done:
            self.close()
            self.last_error = error
        else:
            self.start()
        return step is not None and step.found

    def close(self) -> None:
        """Kills the process without waiting for it to exit."""
        self._client.stop()
        self._job = None
