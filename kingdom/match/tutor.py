"""Checks of a human's turn before its last answer is played: the tutor warns if the turn loses too much gold,
and `UnusedActionCheck` if an unused action would earn gold.

The tutor runs in its own process while the human plays. It first searches for the best turn. As soon as the
turn could end, it evaluates the turn as it stands. There is no warning if the turn ends before the
evaluation is done, or if the process dies, hangs or sends malformed replies. The tutor uses only information
that the seat can see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from kingdom.ai.hint import Hint, explain_difference, gold_by_source
from kingdom.ai.turn_comparison import PreparedComparison, TurnComparer
from kingdom.match.ai_worker import MAX_GOLD, AIWorker, read_hint, run_ai_worker, write_hint
from kingdom.match.seats import Seat
from kingdom.record import Record, read_setup, write_setup
from kingdom.rules.decision_frames import END_TURN, Answer
from kingdom.rules.events import REVEALING_EVENTS
from kingdom.rules.game import Game
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.json_values import read_answer, write_answer
from kingdom.rules.registry import ACTIONS
from kingdom.rules.rng import state_from_seed
from kingdom.rules.scoring import total_gold
from kingdom.worker.child_process import SharedState
from kingdom.worker.client import Job, Session, Target, WorkerClient
from kingdom.worker.messages import ProcessError

OFF, GENTLE, STRICT = TUTOR_MODES = ("off", "gentle", "strict")
MIN_WARNING_LOSS = {GENTLE: 4.0, STRICT: 2.0}
"""Minimum gold loss that causes a warning, for each mode; docs/REVIEW.md explains the values."""
TUTOR_TIMEOUT_S = 30.0
"""Seconds after which the process is considered hung."""
POSITIONS_PER_POLL, POSITIONS_AT_TURN_END = 100, 500
"""Number of positions that are searched for unused actions in one frame, and before the turn ends. A position
takes about 25 µs."""
MAX_TUTOR_FAILURES = 2
"""Number of failures after which the tutor stays off for the rest of the game."""


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


class TurnEndings:
    """Finds the legal answers that would end the turn or that could not be undone, END_TURN first. Caches the
    answers of one position."""

    def __init__(self) -> None:
        self._key: object = None
        self._answers: list[Answer] = []

    def find(self, game: Game, key: object) -> list[Answer]:
        """Returns the answers. The key identifies the position of the game."""
        if key != self._key:
            self._key, self._answers = key, _find_turn_ending_answers(game)
        return self._answers


def _find_turn_ending_answers(game: Game) -> list[Answer]:
    seat, _, cells, options = game.decision()
    ending_answers = list[Answer]()
    answers: list[Answer] = [*options, *iter_hexes(cells)]
    for answer in answers:
        after = game.copy()
        reveals_hidden = any(isinstance(event, REVEALING_EVENTS) for event in after.play(answer))
        if reveals_hidden or after.deciding_player != seat:
            ending_answers.append(answer)
    return sorted(ending_answers, key=lambda answer: answer != END_TURN)


# --- actions left unused


class UnusedAction(NamedTuple):
    """An action that would still earn gold when a player ends the turn."""

    name: str


class UnusedActionCheck:
    """Finds an action that would earn gold, before a player ends the turn without it. Searches only a few
    positions at a time, so the UI never waits. A search that isn't done when the turn ends finds nothing."""

    def __init__(self) -> None:
        self.enabled = False
        self._key: object = None
        """Identifies the position that is searched."""
        self._search: Iterator[str | None] = iter(())
        self._found: str | None = None
        self._asked_turn: tuple[int, int] | None = None
        """Round and seat of the turn in which the player was last asked."""

    def update(self, game: Game, key: object, max_positions: int = POSITIONS_PER_POLL) -> None:
        """Continues the search. The key identifies the position of the game."""
        if key != self._key:
            self._key, self._found, self._search = key, None, search_action_for_gold(game.copy())
        if self._found is None:
            self._found = next(filter(None, islice(self._search, max_positions)), None)

    def warning_for(self, game: Game, key: object) -> UnusedAction | None:
        """Returns the warning before the turn ends, at most once per turn."""
        self.update(game, key, POSITIONS_AT_TURN_END)
        turn = (game.round, game.active_player)
        if self._found is None or turn == self._asked_turn:
            return None
        self._asked_turn = turn
        return UnusedAction(self._found)


def search_action_for_gold(game: Game) -> Iterator[str | None]:
    """Searches all ways to use one of the actions that are possible now. Yields None for each position
    searched, and the name of an action as soon as a way to use it is found that increases the player's gold.
    Ignores ways that depend on hidden cards or on another player's answer."""
    player, gold = game.active_player, total_gold(game, game.active_player)
    for action in [option for option in game.legal_answers()[1] if option in ACTIONS]:
        pending: list[tuple[Game, Answer]] = [(game, action)]
        while pending:
            position, answer = pending.pop()
            after = position.copy()
            after.push(answer)
            if after.deciding_player != player or after.draw_pile != game.draw_pile:
                yield None
            elif not after.at_turn_decision:
                cells, options = after.legal_answers()
                pending += [(after, hex_id) for hex_id in iter_hexes(cells)]
                pending += [(after, option) for option in options]
                yield None
            else:
                yield action if total_gold(after, player) > gold else None


# --- child process


def worker_main(pipe: Connection, shared: SharedState) -> None:
    """Entry point of the tutor process."""
    run_ai_worker(pipe, shared, TutorWorker)


class TutorWorker(AIWorker):
    """Evaluates turns in the tutor process. Caches the search result for the start of the turn."""

    def __init__(self, should_stop: Callable[[], bool]) -> None:
        super().__init__(should_stop)
        self._prepared_position: tuple[object, PreparedComparison] | None = None

    def handle(self, request: dict[str, Any]) -> dict[str, Any]:
        """Returns the loss of a turn and the better turn, or no result if the request only prepares the
        position."""
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
        better = Hint(list(comparison.best_answers), gold_now, gold_after, *reason, {})
        return {"said": {"error": round(comparison.loss, 2), "better": write_hint(better)}}


# --- parent side


class Tutor:
    """Checks the turns of humans who have enabled the tutor. Never blocks."""

    def __init__(self, target: Target = worker_main, timeout_s: float = TUTOR_TIMEOUT_S) -> None:
        self.min_loss_by_seat: dict[int, float] = {}
        """Warning thresholds by seat; the tutor is off for all other seats."""
        self.worker_client = WorkerClient(target, timeout_s=timeout_s, retries=0, stop_grace_s=timeout_s)
        self._failures = 0
        self._job: Job[TutorWarning | None] | None = None
        self._played: tuple[Answer, ...] | None = None
        """The turn that the current job evaluates; None if it prepares the position."""
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
        self._collect_result()
        if not self.is_active(seat):
            return
        if start != self._turn_start:
            self.stop_current_request()
            self._turn_start, self._is_prepared = start, False
            self._results.clear()
        played = tuple(record.answers[start:])
        unchecked_turns = [
            (*played, ending) for ending in ending_answers if (*played, ending) not in self._results
        ]
        to_check: list[tuple[Answer, ...] | None] = [*unchecked_turns] if self._is_prepared else [None]
        if self._job is not None and self._played is not None and self._played not in to_check:
            self.stop_current_request()
        if self._job is None and to_check:
            self._send_request(record, seat, to_check[0])

    def _send_request(self, record: Record, seat: int, played: tuple[Answer, ...] | None) -> None:
        self._played = played
        request = {
            "seat": seat,
            "played": None if played is None else [write_answer(answer) for answer in played],
        }
        session = Session({"setup": write_setup(record.setup)}, tuple(record.answers[: self._turn_start]))
        self._job = self.worker_client.submit(request, _read_warning, session)

    def _collect_result(self) -> None:
        job = self._job
        if job is None or not job.is_done:
            return
        self._job = None
        if job.error is not None:
            self._failures += 1
            self._is_prepared = False
        elif self._played is None:
            self._is_prepared = True
        else:
            self._results[self._played] = job.result

    @property
    def is_busy(self) -> bool:
        """True while a request is in progress."""
        return self._job is not None

    def stop_current_request(self) -> None:
        """Stops the current request early and drops its result."""
        if self._job is not None:
            self._job.cancel()
        self._job = None

    def warning_for(self, seat: int, start: int, turn: Sequence[Answer]) -> TutorWarning | None:
        """Returns the warning for a turn if the loss is already known and reaches the threshold for the
        seat."""
        self._collect_result()
        warning = self._results.get(tuple(turn)) if start == self._turn_start else None
        if warning is None or not self.is_active(seat) or warning.loss < self.min_loss_by_seat[seat]:
            return None
        return warning

    def stop(self) -> None:
        """Kills the process without waiting."""
        self._job = None
        self.worker_client.stop()


def _read_warning(reply: dict[str, Any]) -> TutorWarning | None:
    """Parses a reply strictly; raises ProcessError or ValidationError."""
    if "said" not in reply:
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
