"""The AI child process. It replays the game from the answers in a request and asks the AI player in a seat
for its answer. The AI player sees only what that seat may see.

This module also defines the JSON messages between the UI and this process. Replies are parsed strictly:
anything unexpected counts as a failure."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Annotated, Any

from kingdom.ai.hint import REASONS, Hint, compute_hint, continue_hint
from kingdom.ai.levels import create_ai_player
from kingdom.ai.planner import HardPlayer
from kingdom.ai.player import AIPlayer, Budget
from kingdom.bots.player import BotPlayer
from kingdom.files import sanitize_line
from kingdom.json_codec import Codec, Key, from_json, name_reader, to_json
from kingdom.match.seats import is_bot
from kingdom.record import Record, read_setup, write_setup
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import visible_events
from kingdom.rules.game import Game
from kingdom.rules.json_values import int_reader, read_answer, write_answer
from kingdom.rules.rng import state_from_seed
from kingdom.rules.setup import new_game, replay_answer
from kingdom.worker.child_process import CurrentRequest, SharedState, exit_on_sigterm, run_worker
from kingdom.worker.client import Session
from kingdom.worker.messages import MAX_STRING_LENGTH, ProcessError, read_untrusted_answer

PREDICT_TURN = "as likely"
"""Used in a request instead of an expected answer, to make the worker predict the rest of the turn."""
MAX_HINT_ANSWERS, MAX_GOLD = 500, 100_000
"""Limits for replies, far higher than any real turn or score needs."""
UntrustedAnswer = Annotated[Answer, Codec(read_untrusted_answer, write_answer)]
GoldBySource = dict[str, Annotated[int, int_reader(-MAX_GOLD, MAX_GOLD)]]


@dataclass(frozen=True)
class HintMessage:
    """A hint in a reply, with the fields of a Hint."""

    answers: list[UntrustedAnswer]
    gold_before: Annotated[GoldBySource, Key("now")]
    gold_after: Annotated[GoldBySource, Key("after")]
    reason: Annotated[str, name_reader(REASONS, "reason")]
    subject: str
    step_gains: Annotated[GoldBySource, Key("step")]

    def __post_init__(self) -> None:
        if not 1 <= len(self.answers) <= MAX_HINT_ANSWERS:
            raise ValidationError(f"answers: 1 to {MAX_HINT_ANSWERS} are needed")
        if any(
            len(text) > MAX_STRING_LENGTH
            for text in (self.subject, *self.gold_before, *self.gold_after, *self.step_gains)
        ):
            raise ValidationError("a word is too long")


@dataclass(frozen=True)
class BotWithdrawal:
    """Reply of a bot that can't continue, with a one-line reason."""

    reason: str


def game_session(record: Record) -> Session:
    """Returns the part of a request that describes the game after all answers of a record."""
    return Session({"setup": write_setup(record.setup)}, tuple(record.answers))


def build_request(
    seat: int,
    level: str | None,
    command: str | None = None,
    deterministic: bool = False,
    expected_answer: Answer | None = None,
    asked_at: float | None = None,
) -> dict[str, Any]:
    """Builds a request for the next answer of a seat, or for a hint if `level` is None.

    `command` starts the bot if the seat belongs to one. A deterministic request ignores time limits. With
    `expected_answer` (an answer that may come next, or `PREDICT_TURN`), the AI only ponders its reply to that
    answer. `asked_at` is the monotonic time at which the player began to wait.
    """
    return {
        "seat": seat, "level": level, "command": command, "exact": deterministic,
        "ahead": None if expected_answer is None else write_answer(expected_answer), "asked": asked_at,
    }  # fmt: skip


def write_hint(hint: Hint) -> dict[str, Any]:
    data: dict[str, Any] = to_json(HintMessage(*hint))
    return data


def read_reply(level: str | None, reply: dict[str, Any]) -> Answer | Hint | BotWithdrawal:
    """Parses the requested answer or hint, or a bot's withdrawal; anything else raises ProcessError."""
    if len(reply) != 1:
        raise ProcessError("not a reply")
    if "told" in reply and level is not None and is_bot(level):
        return BotWithdrawal(sanitize_line(reply["told"]))
    kind = "hint" if level is None else "answer"
    if kind not in reply:
        raise ProcessError(f"no {kind}")
    try:
        return read_hint(reply[kind]) if kind == "hint" else read_untrusted_answer(reply[kind], kind)
    except ValidationError as error:
        raise ProcessError(f"not a good {kind}: {error}") from error


def read_hint(value: Any) -> Hint:
    """Parses a hint; raises ValidationError if it is malformed."""
    message = from_json(HintMessage, value, "hint")
    return Hint(
        message.answers,
        message.gold_before,
        message.gold_after,
        message.reason,
        message.subject,
        message.step_gains,
    )


MAX_THINK_MS = 2_000
"""Maximum thinking time of an AI player in milliseconds. Fast machines rarely reach it, and deterministic
games, such as the daily challenge, ignore it. A turn should take at most three seconds, so this limit leaves
some time for communication and for the other answers in the turn."""
MIN_THINK_MS = 500
"""Minimum thinking time in milliseconds, even if the player has already waited longer. On a busy machine,
starting the process takes several seconds, which count as waiting time."""


def worker_main(pipe: Connection, shared: SharedState) -> None:
    """Entry point of the AI process."""
    run_ai_worker(pipe, shared, AIWorker)


def run_ai_worker(
    pipe: Connection, shared: SharedState, create_worker: Callable[[Callable[[], bool]], AIWorker]
) -> None:
    """Handles requests until the pipe is closed or the process is terminated."""
    current_request = CurrentRequest(shared)
    worker = create_worker(current_request.should_stop)
    exit_on_sigterm()
    try:
        run_worker(pipe, worker.handle, current_request)
    finally:  # A bot may have started processes that only this one can find.
        worker.close()


class AIWorker:
    """Holds the current game and the AI player of each seat."""

    def __init__(self, should_stop: Callable[[], bool]) -> None:
        self.budget = Budget(should_stop=lambda: should_stop() or self.is_overdue, hard_limit_ms=MAX_THINK_MS)
        self._asked_at: float | None = None
        """Monotonic time at which the player began to wait for the current request."""
        self._started_at = 0.0
        """Monotonic time at which the worker began processing the current request."""
        self.setup: Any = None
        self.answers: list[Any] = []
        self.game: Game | None = None
        self.players: dict[tuple[int, str], AIPlayer] = {}
        self.started_players: set[tuple[int, str]] = set()
        """Keys of the AI players that know the current game."""
        self._last_hint: tuple[Hint, Any, list[Any]] | None = None
        """The last hint that was not the rest of another, with the setup and the answers before it."""

    @property
    def is_overdue(self) -> bool:
        """True if the player has waited too long for the current request."""
        now = time.monotonic()
        return (
            self._asked_at is not None
            and now - self._asked_at >= MAX_THINK_MS / 1000
            and now - self._started_at >= MIN_THINK_MS / 1000
        )

    def handle(self, request: dict[str, Any]) -> dict[str, Any]:
        """Returns the answer of an AI player, or a hint for a human if the request has no level."""
        self._asked_at, self._started_at = request.get("asked"), time.monotonic()
        game, seat, level = (
            self.advance_to(request["setup"], request["answers"]),
            request["seat"],
            request["level"],
        )
        seed = read_setup(request["setup"]).seed
        view = _observe(game, seat, seed, len(request["answers"]))
        if level is None:
            return {"hint": write_hint(self._get_hint(view, state_from_seed(seed) >> 1))}
        budget, is_new = (
            None if request.get("exact") else self.budget,
            (seat, level) not in self.started_players,
        )
        player = self.get_player(
            seat, level, request.get("command"), state_from_seed(seed * 8 + seat) >> 1, view, budget
        )
        if request.get("exact") and is_new:
            self.replay_current_turn(player, seat, seed)
        if request.get("ahead") is not None:
            expected = request["ahead"]
            self.ponder(
                player, seat, view, None if expected == PREDICT_TURN else read_answer(expected, "ahead")
            )
            return {"pondered": seat}
        answer = player.decide(view)
        if isinstance(player, BotPlayer) and player.failure_reason is not None:
            return {"told": player.failure_reason}
        return {"answer": write_answer(answer)}

    def _get_hint(self, view: Game, seed: int) -> Hint:
        """Returns the rest of the last hint if the player has followed it so far, otherwise a new hint."""
        if self._last_hint is not None:
            hint, setup, answers = self._last_hint
            if setup == self.setup and answers == self.answers[: len(answers)]:
                played = [read_answer(answer, "answer") for answer in self.answers[len(answers) :]]
                rest = continue_hint(hint, played, view)
                if rest is not None:
                    return rest
        hint = compute_hint(view, seed, self.budget)
        self._last_hint = hint, self.setup, [*self.answers]
        return hint

    def ponder(self, player: AIPlayer, seat: int, view: Game, expected: Answer | None) -> None:
        """Makes an AI player think ahead about its next turn. The current turn is assumed to end with the
        expected answer or, if `expected` is None, as predicted. Uses only what the AI player's seat can
        see."""
        if expected is None:
            self._predict_turn(view, seat)
        else:
            view.play(expected)
        if not view.over and view.at_turn_decision and view.active_player == seat:
            player.ponder(view, self.budget.should_stop)

    def _predict_turn(self, view: Game, seat: int) -> None:
        """Has the Hard AI finish the turn, then plays until it is this seat's turn."""
        hard_player = HardPlayer(1, replace(HardPlayer.default_budget, should_stop=self.budget.should_stop))
        while not view.over and view.active_player != seat and not self.budget.should_stop():
            view.play(hard_player.decide(view))

    def replay_current_turn(self, player: AIPlayer, seat: int, seed: int) -> None:
        """Replays the current turn for an AI player that joins in the middle of it. The AI player then
        continues exactly as it would have if the game had never been closed."""
        setup = read_setup(self.setup)
        game, turn_starts = new_game(setup), [0]
        turn_keys = [(game.round, game.active_player)]
        for answer_count, answer in enumerate(self.answers, 1):
            replay_answer(game, setup, answer_count - 1, read_answer(answer, "answer"))
            if (game.round, game.active_player) != turn_keys[-1]:
                turn_keys.append((game.round, game.active_player))
                turn_starts.append(answer_count)
        if game.active_player != seat:
            return
        game = new_game(setup)
        for answer_count, answer in enumerate(self.answers):
            if answer_count >= turn_starts[-1] and game.decision().player == seat:
                player.decide(_observe(game, seat, seed, answer_count))
            replay_answer(game, setup, answer_count, read_answer(answer, "answer"))

    def get_player(
        self, seat: int, level: str, command: str | None, seed: int, view: Game, budget: Budget | None
    ) -> AIPlayer:
        key = seat, level
        if key not in self.players:
            self.players[key] = (
                create_ai_player(level, seed, budget) if command is None else BotPlayer(command, seed)
            )
        if key not in self.started_players:
            self.players[key].start_game(seat, view)
            self.started_players.add(key)
        return self.players[key]

    def close(self) -> None:
        for player in self.players.values():
            player.close()

    def advance_to(self, setup: Any, answers: list[Any]) -> Game:
        """Advances the game to the position after these answers. Starts from the current position if
        possible, otherwise from the beginning."""
        if self.game is None or self.setup != setup or self.answers != answers[: len(self.answers)]:
            self.setup, self.answers, self.game = setup, [], new_game(read_setup(setup))
            self.started_players.clear()
        game_setup = read_setup(setup)
        for answer in answers[len(self.answers) :]:
            events = replay_answer(self.game, game_setup, len(self.answers), read_answer(answer, "answer"))
            for seat, level in self.started_players:
                self.players[seat, level].on_events(visible_events(seat, events))
            self.answers.append(answer)
        return self.game


def _observe(game: Game, seat: int, seed: int, answer_count: int) -> Game:
    """Returns the game as a seat sees it after the given number of answers."""
    return game.observe(seat, state_from_seed(seed * 1_000_003 + answer_count) >> 1)
