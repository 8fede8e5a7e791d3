"""Match controls one local game: who decides, what can be undone, and what the UI does next.

The UI submits the human players' answers (`submit`), polls for AI players' answers (`poll`), animates the
events and then calls `finish_playback`. The UI reads `game` but never changes it.

`state` determines what the UI does; state_machine.py defines the states and transitions. A call that is not
allowed in the current state raises InvalidTransition.

SingleTurnMatch is a variant for puzzles and retried mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kingdom.ai.hint import Hint
from kingdom.bots.player import FALLBACK_LEVEL
from kingdom.match.ai_client import AIClient, AIFailure
from kingdom.match.ai_worker import PREDICT_TURN
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import Seat, read_seats, write_seats
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, Guard, MatchState, StateMachine, Trigger
from kingdom.match.tutor import Tutor, TutorWarning
from kingdom.record import OnProgress, Record, ignore_progress, make_result, replay_steps
from kingdom.rules.decision_frames import END_TURN, PHASE_AFTER_LAST_TURN, Answer, Decision
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import (
    REVEALING_EVENTS,
    Event,
)
from kingdom.rules.game import Game
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.setup import GameSetup, new_game, replay_answer


@dataclass(frozen=True)
class MatchStep:
    """One answer of a player and the events that it caused."""

    player: int
    answer: Answer
    events: tuple[Event, ...]

    @property
    def reveals_hidden(self) -> bool:
        """True if the answer revealed hidden information and therefore can't be undone."""
        return any(isinstance(event, REVEALING_EVENTS) for event in self.events)


@dataclass
class Match:
    """The controller of one game."""

    game: Game
    seats: list[Seat]
    record: Record
    save_store: SaveStore | None = None
    ai_client: AIClient = field(default_factory=AIClient)
    opening_events: tuple[Event, ...] = ()
    """Events before the first answer, at the start of the first turn."""
    history: list[MatchStep] = field(default_factory=list)
    hint: Hint | None = None
    """The hint for the current decision."""
    tutor: Tutor = field(default_factory=Tutor)
    tutor_warning: tuple[Answer, TutorWarning] | None = None
    """The answer that would end the turn, and the tutor's warning about that turn."""
    ai_failure: AIFailure | None = None
    """The failure of the AI player whose answer is awaited."""
    bot_withdrawal: tuple[int, str] | None = None
    """Seat of a bot that had to withdraw, and the reason. The UI shows the message and resets this to
    None."""
    state_machine: StateMachine = field(init=False)
    _initial_game: Game = field(init=False)
    """The game before the first answer: the start of the record, or a custom position."""
    _undo_stack: list[Game] = field(default_factory=list)
    """The game before each answer that can still be undone."""
    _warned_turn_start: int = -1
    """Answer count at the start of the turn that the tutor last warned about. The tutor warns only once per
    turn."""
    _turn_ending_answers: tuple[int, list[Answer]] = (-1, [])
    """Cache: an answer count, and the answers that would end the turn at that point."""
    _confirmed_seat: int | None = None
    """Seat of the human who last took over the screen; always None if there are fewer than two humans."""

    def __post_init__(self) -> None:
        self.state_machine = StateMachine(self._guard_holds)
        self._initial_game = self.game.copy()

    @classmethod
    def new(
        cls,
        setup: GameSetup,
        seats: Sequence[Seat],
        save_store: SaveStore | None = None,
        ai_client: AIClient | None = None,
    ) -> Match:
        """Starts a new game."""
        record = Record(setup, write_seats(seats))
        opening_events: list[Event] = []
        game = new_game(setup, opening_events)
        match = cls(
            game,
            read_seats(record.seats, setup.player_count),
            record,
            save_store,
            ai_client or AIClient(),
            tuple(opening_events),
        )
        match.begin()
        return match

    @classmethod
    def from_record(
        cls, record: Record, save_store: SaveStore | None = None, ai_client: AIClient | None = None
    ) -> Match:
        """Resumes a recorded game; raises ValidationError if the record is invalid."""
        match = cls.restore(record, save_store, ai_client)
        match.begin()
        return match

    @classmethod
    def load(cls, path: Path, save_store: SaveStore, on_progress: OnProgress = ignore_progress) -> Match:
        """Loads a saved game and replays it. Blocks, so it should run on a background thread. The caller then
        sets `ai_client` and calls `begin`.

        Raises ValidationError with the reason, or OSError if the file can't be opened.
        """
        record = save_store.read(path)
        match = cls.restore(record, save_store, on_progress=on_progress)
        save_store.remember_file(path, record)
        return match

    @classmethod
    def restore(
        cls,
        record: Record,
        save_store: SaveStore | None = None,
        ai_client: AIClient | None = None,
        on_progress: OnProgress = ignore_progress,
    ) -> Match:
        """Replays a recorded game up to its last answer, without continuing it."""
        seats = read_seats(record.seats, record.setup.player_count)
        opening_events: list[Event] = []
        game = new_game(record.setup, opening_events)
        match = cls(
            game,
            seats,
            Record(
                record.setup,
                write_seats(seats),
                branched_from=record.branched_from,
                game_id=record.game_id,
                name=record.name,
            ),
            save_store,
            ai_client or AIClient(),
            tuple(opening_events),
        )
        before = game.copy()
        for answer, player, events in replay_steps(record, game, on_progress):
            match._append_step(MatchStep(player, answer, events), before)
            before = game.copy()
        return match

    def begin(self) -> None:
        """Starts play once the match is set up."""
        with self.state_machine.fire(Trigger.BEGIN):
            self._autosave()
            self._request_ai()

    # --- state

    def games_at(self, answer_counts: Iterable[int]) -> dict[int, Game]:
        """Maps each of the given answer counts to the game after that many answers. Hides the cards that were
        dealt anew since then."""
        requested, games, game = set(answer_counts), {}, self._initial_game.copy()
        for answer_count, step in enumerate(self.history):
            if answer_count in requested:
                viewers = self.record.setup.secret_viewers(answer_count)
                viewer = next(iter(viewers)) if len(viewers) == 1 else None
                games[answer_count] = game.observe(viewer, answer_count) if viewers else game.copy()
            replay_answer(game, self.record.setup, answer_count, step.answer)
        return {**dict.fromkeys(requested, game), **games}

    def decision(self) -> Decision:
        """Returns the current decision."""
        return self.game.decision()

    @property
    def deciding_seat(self) -> int:
        """The seat that decides; -1 when the game is over."""
        return self.decision().player

    @property
    def human_seats(self) -> list[int]:
        """Seats played by humans."""
        return [index for index, seat in enumerate(self.seats) if seat.is_human]

    @property
    def state(self) -> MatchState:
        """The current state, which determines what the UI does."""
        return self.state_machine.state

    def _guard_holds(self, guard: Guard) -> bool:
        return GUARD_PREDICATES[guard](self)

    @property
    def viewer_seat(self) -> int | None:
        """The seat whose hidden cards may be shown. With one human, this is the human's seat. With several
        humans, it is the seat of the human who is deciding or has just answered, otherwise None. Without
        humans, it is the active player's seat."""
        human_seats = self.human_seats
        if not human_seats:
            return self.game.active_player
        if len(human_seats) == 1:
            return human_seats[0]
        if self.state is MatchState.PLAYBACK:
            return self._confirmed_seat if self.history[-1].player == self._confirmed_seat else None
        return self.deciding_seat if self.state in (*HUMAN_MAY_ANSWER, MatchState.TUTOR_WARNING) else None

    @property
    def handoff_seat(self) -> int | None:
        """Seat of the human who decides next but has not taken over the screen yet; None if no handoff is
        needed. The log hides the terrain card of that turn until the handoff is confirmed."""
        needs_handoff = (
            not self.game.over
            and self.deciding_seat in self.human_seats
            and GUARD_PREDICATES[Guard.HANDOFF_NEEDED](self)
        )
        return self.deciding_seat if needs_handoff else None

    @property
    def is_ai_paused(self) -> bool:
        """True if the AI player whose turn it is has been paused deliberately."""
        return False

    @property
    def must_read_first(self) -> bool:
        """True if the player has to read a message before answering."""
        return False

    @property
    def save_error(self) -> str | None:
        """Reason why the last save failed; None if it succeeded."""
        return self.save_store.save_error if self.save_store is not None else None

    # --- answers

    def submit(self, answer: Answer) -> tuple[Event, ...]:
        """Plays a human's answer. An illegal answer raises IllegalAnswer and changes nothing."""
        return self._apply(Trigger.SUBMIT, answer)

    def check_with_tutor(self, answer: Answer) -> bool:
        """Returns True if the tutor warns about this answer; `tutor_warning` then holds the details.

        Must be called before a human's answer is submitted. Never blocks.
        """
        start = self._turn_start
        if (
            not self._is_tutor_active
            or start == self._warned_turn_start
            or answer not in self._find_turn_ending_answers()
        ):
            return False
        warning = self.tutor.warning_for(self.deciding_seat, start, [*self.record.answers[start:], answer])
        if warning is None:
            return False
        with self.state_machine.fire(Trigger.TUTOR_WARNS):
            self.tutor_warning, self._warned_turn_start = (answer, warning), start
            self.hint = None
            self.ai_client.cancel()
        return True

    def undo_warned_turn(self) -> None:
        """Undoes the turn as far as possible instead of playing the answer that the tutor warns about."""
        with self.state_machine.fire(Trigger.UNDO_WARNED_TURN):
            self.tutor_warning = None
            if self._undo_stack:
                self.game = self._undo_stack[0]
                del self.history[-len(self._undo_stack) :]
                del self.record.answers[-len(self._undo_stack) :]
                self._undo_stack.clear()
                self._autosave()

    def cancel_warned_answer(self) -> None:
        """Returns to the decision without playing the answer that the tutor warns about."""
        with self.state_machine.fire(Trigger.CANCEL_WARNED_ANSWER):
            self.tutor_warning = None

    @property
    def _is_tutor_active(self) -> bool:
        """True if the tutor is checking the current turn: a human with the tutor enabled is playing their own
        turn."""
        is_own_turn = (
            self.state in (MatchState.HUMAN_TURN, MatchState.WAITING_FOR_HINT)
            and self.deciding_seat == self.game.active_player
        )
        return is_own_turn and self.tutor.is_active(self.deciding_seat)

    @property
    def game_before_turn(self) -> Game:
        """The game at the earliest point to which the turn can be undone."""
        return self._undo_stack[0] if self._undo_stack else self.game

    @property
    def _turn_start(self) -> int:
        """Answer count at the earliest point to which the turn can be undone."""
        return len(self.record.answers) - len(self._undo_stack)

    def _find_turn_ending_answers(self) -> list[Answer]:
        """Returns the answers that would end the turn or that could not be undone."""
        answer_count = len(self.record.answers)
        if self._turn_ending_answers[0] != answer_count:
            seat, ending_answers = self.deciding_seat, list[Answer]()
            decision = self.decision()
            answers: list[Answer] = [*decision.options, *iter_hexes(decision.cells)]
            for answer in answers:
                game = self.game.copy()
                step = MatchStep(seat, answer, game.play(answer))
                if step.reveals_hidden or game.over or game.decision().player != seat:
                    ending_answers.append(answer)
            self._turn_ending_answers = (
                answer_count,
                sorted(ending_answers, key=lambda answer: answer != END_TURN),
            )
        return self._turn_ending_answers[1]

    def _apply(self, trigger: Trigger, answer: Answer) -> tuple[Event, ...]:
        with self.state_machine.fire(trigger):
            player, game_before = self.deciding_seat, self.game.copy()
            events = self.game.play(answer)
            self.hint = self.ai_failure = self.tutor_warning = None
            self.ai_client.cancel()
            self._append_step(MatchStep(player, answer, events), game_before)
            if self.deciding_seat != player:
                self.tutor.stop_current_request()
            self._autosave()
            self._request_ai()
        return events

    def _append_step(self, step: MatchStep, game_before: Game) -> None:
        """Records a step and updates the undo stack. Answers can be undone back to another player's last
        answer, to the last revealed card, or to the point where this game branched from its original game.
        Every end of a turn reveals a card."""
        self.history.append(step)
        self.record.answers.append(step.answer)
        self._undo_stack.append(game_before)
        branch = self.record.branched_from
        if (
            step.reveals_hidden
            or self.deciding_seat != step.player
            or not self.seats[step.player].is_human
            or (branch is not None and len(self.record.answers) <= branch.answer_count)
        ):
            self._undo_stack.clear()
        if self.game.over:
            self.record.result = make_result(self.game)

    def poll(self) -> tuple[Event, ...] | None:
        """Checks for an AI answer or a hint. Called every frame, in any state. If an AI answer has arrived,
        plays it and returns its events."""
        if self._is_tutor_active:
            self.tutor.update(
                self.record, self.deciding_seat, self._turn_start, self._find_turn_ending_answers()
            )
        if self.state is MatchState.WAITING_FOR_HINT:
            self._poll_hint()
        elif self.state is MatchState.PLAYBACK and self.ai_client.pending_answer == END_TURN:
            self._ponder(END_TURN)
        elif self.state in (MatchState.AI_TURN, MatchState.AI_FAILED):
            return self._poll_ai_answer()
        return None

    def _poll_hint(self) -> None:
        hint = self.ai_client.take_hint(len(self.record.answers))
        if hint is not None and not self.game.is_legal(hint.answers[0]):
            self.ai_client.reject_reply("the hint is not allowed")
            hint = None
        if hint is not None or not self.ai_client.is_hint_pending:
            with self.state_machine.fire(Trigger.HINT_RESOLVED):
                self.hint = hint
                self._request_ai()

    def _poll_ai_answer(self) -> tuple[Event, ...] | None:
        if self.save_store and self.save_store.has_pending:  # AI players wait until the game is saved
            return None
        withdrawal = self.ai_client.take_withdrawal(len(self.record.answers))
        if withdrawal is not None:
            self.bot_withdrawal = self.deciding_seat, withdrawal
            self.reassign_seat(self.deciding_seat, FALLBACK_LEVEL)
            return None
        answer = self.ai_client.take_answer(len(self.record.answers))
        if answer is not None:
            try:
                return self._apply(Trigger.AI_ANSWERS, answer)
            except IllegalAnswer as error:  # an illegal answer counts as a failure of the AI
                self.ai_client.reject_reply(str(error))
        failure = self.ai_client.get_failure()
        if failure is not None and self.state is MatchState.AI_TURN:
            with self.state_machine.fire(Trigger.AI_FAILS):
                self.ai_failure = failure
        return None

    def finish_playback(self) -> None:
        """Ends the playback. Called when the UI has animated the events. Does not wait for the save."""
        with self.state_machine.fire(Trigger.PLAYBACK_DONE):
            pass

    def confirm_handoff(self) -> None:
        """Ends the handoff. Called when the next human has taken over the screen."""
        with self.state_machine.fire(Trigger.CONFIRM_HANDOFF):
            self._confirmed_seat = self.deciding_seat

    def answer_now(self) -> None:
        """Makes the AI player stop thinking and play its best answer so far."""
        with self.state_machine.fire(Trigger.ANSWER_NOW):
            self.ai_client.finish_early()

    def mark_scored(self) -> None:
        """Marks the game as scored. Called when the UI starts to show the final scoring."""
        with self.state_machine.fire(Trigger.SCORING_SHOWN):
            pass

    # --- undo

    @property
    def can_undo(self) -> bool:
        """True if the last answer can be undone: it was given in the current turn, and nothing hidden has
        been revealed since."""
        return self.state_machine.can_fire(Trigger.UNDO)

    def undo(self) -> None:
        """Undoes the last answer."""
        with self.state_machine.fire(Trigger.UNDO):
            self.game = self._undo_stack.pop()
            self.history.pop()
            self.record.answers.pop()
            self.hint = None
            self.ai_client.cancel()
            self._autosave()
            self._request_ai()

    # --- AI players

    def request_hint(self) -> None:
        """Requests a hint for the current decision. `hint` is set when it arrives."""
        with self.state_machine.fire(Trigger.REQUEST_HINT):
            self.ai_client.request_hint(self.record, self.deciding_seat)

    def reassign_seat(self, seat: int, kind: str) -> None:
        """Reassigns a seat to a different AI level, a bot or a human. An invalid kind raises ValidationError
        and changes nothing."""
        with self.state_machine.fire(Trigger.REASSIGN_SEAT):
            seats = [*self.seats[:seat], replace(self.seats[seat], kind=kind), *self.seats[seat + 1 :]]
            self.seats = read_seats(write_seats(seats), len(seats))
            self.record.seats = write_seats(self.seats)
            self.ai_failure = self.hint = self._confirmed_seat = None
            self._undo_stack.clear()
            self.ai_client.stop()
            self._autosave()
            self._request_ai()

    def _request_ai(self) -> None:
        """Requests the answer of an AI player as soon as it has to decide, even during playback.

        While a human is thinking, the next AI player ponders its turn. If the human's turn may end now, the
        AI player starts from the current position. Otherwise, it starts from a predicted end of the turn,
        once the human's card is known.
        """
        if self.game.over:
            return
        if not self.seats[self.deciding_seat].is_human:
            self.ai_client.request_answer(
                self.record, self.deciding_seat, self.seats[self.deciding_seat].kind
            )
        elif END_TURN in self.decision().options:
            self._ponder(END_TURN)
        elif self.game.at_turn_decision and self.game.played_terrain is not None:
            self._ponder(PREDICT_TURN)

    def _ponder(self, expected_answer: Answer) -> None:
        """Lets the next AI player ponder its turn. The current turn is assumed to continue with this
        answer."""
        seat = (self.game.active_player + 1) % len(self.seats)
        if not self.seats[seat].is_human:
            self.ai_client.ponder(self.record, seat, self.seats[seat].kind, expected_answer)

    # --- saving

    def _autosave(self) -> None:
        """Saves the game in the background, without waiting for the disk."""
        if self.save_store:
            self.save_store.save_async(self.record)

    def close_nowait(self) -> None:
        """Closes the match and stops the workers. Pending saves continue in the background."""
        with self.state_machine.fire(Trigger.CLOSE):
            self.ai_client.stop()
            self.tutor.stop()

    def close(self) -> None:
        """Closes the match and waits until it is saved. No other method waits for the disk."""
        self.close_nowait()
        if self.save_store:
            self.save_store.flush()


GUARD_PREDICATES: dict[Guard, Callable[[Match], bool]] = {
    Guard.CAN_UNDO: lambda match: bool(match._undo_stack),
    Guard.NO_HINT_YET: lambda match: match.hint is None,
    Guard.GAME_OVER: lambda match: match.game.over,
    Guard.AI_DECIDES: lambda match: not match.seats[match.deciding_seat].is_human,
    Guard.AFTER_LAST_TURN: lambda match: match.game.phase == PHASE_AFTER_LAST_TURN,
    Guard.HANDOFF_NEEDED: lambda match: (
        len(match.human_seats) > 1 and match._confirmed_seat != match.deciding_seat
    ),
    Guard.NOT_OWN_TURN: lambda match: match.deciding_seat != match.game.active_player,
}
"""Predicates that implement the guards of the state machine."""


@dataclass
class SingleTurnMatch(Match):
    """A match in which one seat plays a single turn. Opponents never move, and there is no handoff."""

    _seat: int = -1

    def begin(self) -> None:
        self._seat = self.deciding_seat
        super().begin()

    @property
    def human_seats(self) -> list[int]:
        return [self._seat]
