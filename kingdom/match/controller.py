"""Match controls one local game: who decides, what can be undone, and what the UI does next.

The UI subscribes to the match and submits the human players' answers (`submit`). Every transition arrives as
an Update, with the events of the answer that caused it. The UI animates them and then calls
`finish_playback`. It reads `game` but never changes it. `poll` looks for the answers of AI players.

state_machine.py defines the states and transitions. A call that is not allowed in the current state raises
InvalidTransition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kingdom.ai.hint import Hint
from kingdom.bots.player import FALLBACK_LEVEL
from kingdom.match.ai_client import AIClient, AIFailure
from kingdom.match.ai_worker import PREDICT_TURN
from kingdom.match.interface import Instructor, MatchStep, WarnedAnswer, Withdrawal
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import Seat, read_seats, write_seats
from kingdom.match.state_machine import (
    HUMAN_MAY_ANSWER,
    POSITION_TRIGGERS,
    Guard,
    Listener,
    MatchState,
    StateMachine,
    Trigger,
)
from kingdom.match.tutor import (
    TurnEndings,
    Tutor,
    TutorWarning,
    UnusedAction,
    UnusedActionCheck,
    min_loss_by_seat,
)
from kingdom.record import OnProgress, Record, ignore_progress, make_result, replay_steps
from kingdom.rules.decision_frames import END_TURN, PHASE_AFTER_LAST_TURN, Answer, Decision
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import Event
from kingdom.rules.game import Game, only_legal_answer
from kingdom.rules.setup import GameSetup, new_game, replay_answer


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
    unused_actions: UnusedActionCheck = field(default_factory=UnusedActionCheck)
    instructor: Instructor | None = None
    state_machine: StateMachine = field(init=False)
    _initial_game: Game = field(init=False)
    """The game before the first answer: the start of the record, or a custom position."""
    _undo_stack: list[Game] = field(default_factory=list)
    """The game before each answer that can still be undone."""
    _redo_answers: list[Answer] = field(default_factory=list)
    """The answers that have been undone and can be redone. The next one is last."""
    _warned_turn_start: int = -1
    """Answer count at the start of the turn with the last warning. There is only one warning per turn."""
    _turn_endings: TurnEndings = field(default_factory=TurnEndings)
    screen_seat: int | None = None
    """Seat of the human who last took over the screen; always None if there are fewer than two humans."""

    def __post_init__(self) -> None:
        self.state_machine = StateMachine(
            lambda guard: GUARD_PREDICATES[guard](self),
            {
                **dict.fromkeys(POSITION_TRIGGERS, self._on_position_changed),
                Trigger.REQUEST_HINT: lambda: self.ai_client.request_hint(self.record, self.deciding_seat),
                Trigger.HINT_RESOLVED: self._request_ai,
                Trigger.ANSWER_NOW: lambda: self.ai_client.finish_early(),
                Trigger.CLOSE: self._stop_workers,
            },
            {MatchState.WAITING_FOR_HINT: lambda: self.ai_client.cancel()},
        )
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
                seats_changed=record.seats_changed,
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
        self.state_machine.fire(Trigger.BEGIN)

    # --- state

    @property
    def state(self) -> MatchState:
        """The current state, which determines what the UI does."""
        return self.state_machine.state

    def can(self, trigger: Trigger) -> bool:
        """Returns True if the trigger is allowed now."""
        return self.state_machine.can_fire(trigger)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Calls the listener after every transition. Returns a function that ends the subscription."""
        return self.state_machine.subscribe(listener)

    def games_at(self, answer_counts: Iterable[int]) -> dict[int, Game]:
        """Maps each of the given answer counts to the game after that many answers. Hides the cards that have
        been redealt since then."""
        requested, games, game = set(answer_counts), {}, self._initial_game.copy()
        for answer_count, step in enumerate(self.history):
            if answer_count in requested:
                viewers = self.record.setup.secret_viewers(answer_count)
                viewer = next(iter(viewers)) if len(viewers) == 1 else None
                games[answer_count] = game.observe(viewer, answer_count) if viewers else game.copy()
            replay_answer(game, self.record.setup, answer_count, step.answer)
        return {**dict.fromkeys(requested, game), **games}

    def decision(self) -> Decision:
        return self.game.decision()

    @property
    def deciding_seat(self) -> int:
        """The seat that decides; -1 when the game is over."""
        return self.decision().player

    @property
    def human_seats(self) -> list[int]:
        return [index for index, seat in enumerate(self.seats) if seat.is_human]

    @property
    def human_decision(self) -> Decision | None:
        """The current decision if a human makes it now or once the match is no longer on hold."""
        is_human = self.state in HUMAN_MAY_ANSWER or (
            self.state is MatchState.ON_HOLD and self.seats[self.deciding_seat].is_human
        )
        return self.decision() if is_human else None

    @property
    def tutor_warning(self) -> WarnedAnswer | None:
        """The answer that there is a warning about now, from the tutor or about an unused action."""
        detail = self.state_machine.detail
        return detail if isinstance(detail, WarnedAnswer) else None

    @property
    def ai_failure(self) -> AIFailure | None:
        """The failure of the AI player whose answer is awaited."""
        detail = self.state_machine.detail
        return detail if isinstance(detail, AIFailure) else None

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
            return self.screen_seat if self.history[-1].player == self.screen_seat else None
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
    def save_error(self) -> str | None:
        """Reason why the last save failed; None if it succeeded."""
        return self.save_store.save_error if self.save_store is not None else None

    # --- answers

    def submit(self, answer: Answer) -> None:
        """Plays a human's answer, unless there is a warning about it. An illegal answer raises IllegalAnswer
        and changes nothing. Never blocks."""
        if self.instructor is not None:
            self.instructor.check_answer(answer)
        warning = self._warning_about(answer)
        if warning is not None:
            self.state_machine.fire(Trigger.TUTOR_WARNS, self._on_warning, WarnedAnswer(answer, warning))
        else:
            self._play(Trigger.SUBMIT, answer)

    def _warning_about(self, answer: Answer) -> TutorWarning | UnusedAction | None:
        if not self._is_own_turn or not self.can(Trigger.TUTOR_WARNS):
            return None
        warning, key, seat = None, self._turn_so_far, self.deciding_seat
        if self.tutor.is_active(seat) and answer in self._turn_endings.find(self.game, key):
            warning = self.tutor.warning_for(seat, self._turn_start, [*key[1], answer])
        if warning is None and answer == END_TURN and self.unused_actions.enabled:
            return self.unused_actions.warning_for(self.game, key)
        return warning

    def _on_warning(self) -> None:
        self._warned_turn_start, self.hint = self._turn_start, None

    def confirm_warned_answer(self) -> None:
        """Plays the answer despite the warning about it."""
        answer = "" if self.tutor_warning is None else self.tutor_warning.answer
        self._play(Trigger.CONFIRM_WARNED_ANSWER, answer)

    def undo_warned_turn(self) -> None:
        """Undoes the turn as far as possible instead of playing the answer that there is a warning about."""
        self.state_machine.fire(
            Trigger.UNDO_WARNED_TURN, lambda: self._rewind(self.game_before_turn, self._turn_start)
        )

    def cancel_warned_answer(self) -> None:
        """Returns to the decision without playing the answer that there is a warning about."""
        self.state_machine.fire(Trigger.CANCEL_WARNED_ANSWER)

    def set_tutor_modes(self, modes_by_name: Mapping[str, str], asks_about_actions: bool) -> None:
        """Enables the tutor for the humans whose mode is not OFF, and the question about unused actions for
        all humans. Games that are not saved, such as lessons, have neither."""
        if self.save_store is not None:
            self.tutor.min_loss_by_seat = min_loss_by_seat(self.seats, modes_by_name)
            self.unused_actions.enabled = asks_about_actions

    @property
    def _is_own_turn(self) -> bool:
        """True if a human is playing their own turn, outside a lesson."""
        return (
            self.state in (MatchState.HUMAN_TURN, MatchState.WAITING_FOR_HINT)
            and self.deciding_seat == self.game.active_player
            and self.instructor is None
        )

    @property
    def game_before_turn(self) -> Game:
        """The game at the earliest point to which the turn can be undone."""
        return self._undo_stack[0] if self._undo_stack else self.game

    @property
    def _turn_start(self) -> int:
        """Answer count at the earliest point to which the turn can be undone."""
        return len(self.record.answers) - len(self._undo_stack)

    @property
    def _turn_so_far(self) -> tuple[int, tuple[Answer, ...]]:
        """The start of the turn and the answers since then, which identify the current position."""
        return self._turn_start, tuple(self.record.answers[self._turn_start :])

    def _play(self, trigger: Trigger, answer: Answer) -> None:
        def play() -> tuple[Event, ...]:
            player, events = self.deciding_seat, self._play_answer(answer)
            while (forced := self._find_forced_answer()) is not None:
                events += self._play_answer(forced)
            self.hint = None
            if self.deciding_seat != player:
                self.tutor.stop_current_request()
            return events

        self.state_machine.fire(trigger, play)

    def _play_answer(self, answer: Answer) -> tuple[Event, ...]:
        player, game_before = self.deciding_seat, self.game.copy()
        events = self.game.play(answer)
        self._append_step(MatchStep(player, answer, events), game_before)
        return events

    def _find_forced_answer(self) -> Answer | None:
        """Returns the answer that is played automatically now: the only legal one, if it can be undone with
        the human's last answer. Ending the turn and the first build of a turn are left to the player, and
        lessons are played by hand."""
        if not self._undo_stack or self.instructor is not None:
            return None
        answer = only_legal_answer(self.game)
        if answer is None or answer in self._turn_endings.find(self.game, self._turn_so_far):
            return None
        return answer

    def _on_position_changed(self) -> None:
        """Saves the game and makes an AI player think about the new position."""
        self.ai_client.cancel()
        self._autosave()
        self._request_ai()

    def _append_step(self, step: MatchStep, game_before: Game) -> None:
        """Records a step and updates the undo stack. Answers can be undone back to another player's last
        answer, to the last revealed card, or to the point where this game branched from its original game.
        Every end of a turn reveals a card."""
        can_undo = (
            not step.reveals_hidden and self.deciding_seat == step.player and self.seats[step.player].is_human
        )
        if can_undo and self._undo_stack and self.instructor is None:
            step = replace(step, is_automatic=only_legal_answer(game_before) is not None)
        self.history.append(step)
        self.record.answers.append(step.answer)
        self._undo_stack.append(game_before)
        if step.answer == self.redo_answer:
            self._redo_answers.pop()
        else:
            self._redo_answers.clear()
        branch = self.record.branched_from
        if not can_undo or (branch is not None and len(self.record.answers) <= branch.answer_count):
            self._undo_stack.clear()
        if self.game.over:
            self.record.result = make_result(self.game)

    def poll(self) -> None:
        """Checks for an AI answer or a hint. Called every frame, in any state."""
        if self._is_own_turn and self.tutor.is_active(self.deciding_seat):
            ending_answers = self._turn_endings.find(self.game, self._turn_so_far)
            self.tutor.update(self.record, self.deciding_seat, self._turn_start, ending_answers)
        if self._is_own_turn and self.unused_actions.enabled and END_TURN in self.decision().options:
            self.unused_actions.update(self.game, self._turn_so_far)
        if self.state is MatchState.WAITING_FOR_HINT:
            self._poll_hint()
        elif self.state is MatchState.PLAYBACK and self.ai_client.pending_answer == END_TURN:
            self._ponder(END_TURN)
        elif self.state in (MatchState.AI_TURN, MatchState.AI_FAILED):
            self._poll_ai_answer()

    def _poll_hint(self) -> None:
        hint = self.ai_client.take_hint(len(self.record.answers))
        if hint is not None and not self.game.is_legal(hint.answers[0]):
            self.ai_client.reject_reply("the hint is not allowed")
            hint = None
        if hint is not None or not self.ai_client.is_hint_pending:
            self.give_hint(hint)

    def give_hint(self, hint: Hint | None) -> None:
        """Sets the hint for the current decision; None if there is none."""

        def set_hint() -> None:
            self.hint = hint

        self.state_machine.fire(Trigger.HINT_RESOLVED, set_hint)

    def _poll_ai_answer(self) -> None:
        if self.save_store and self.save_store.has_pending:  # AI players wait until the game is saved
            return
        answer_count, seat = len(self.record.answers), self.deciding_seat
        withdrawal = self.ai_client.take_withdrawal(answer_count)
        if withdrawal is not None:
            seats = [*self.seats]
            seats[seat] = replace(seats[seat], kind=FALLBACK_LEVEL)
            self.change_seats(seats, Trigger.BOT_WITHDRAWS, Withdrawal(seat, withdrawal))
            return
        answer = self.ai_client.take_answer(answer_count)
        if answer is not None:
            try:
                self._play(Trigger.AI_ANSWERS, answer)
                return
            except IllegalAnswer as error:  # an illegal answer counts as a failure of the AI
                self.ai_client.reject_reply(str(error))
        failure = self.ai_client.get_failure()
        if failure is not None and self.state is MatchState.AI_TURN:
            self.state_machine.fire(Trigger.AI_FAILS, detail=failure)

    def finish_playback(self) -> None:
        """Ends the playback. Called when the UI has animated the events. Does not wait for the save."""
        self.state_machine.fire(Trigger.PLAYBACK_DONE)

    def update_hold(self) -> None:
        """Called when the instructor starts or stops holding the match."""
        self.state_machine.fire(Trigger.HOLD_CHANGES)

    def confirm_handoff(self) -> None:
        """Ends the handoff. Called when the next human has taken over the screen."""

        def take_over_screen() -> None:
            self.screen_seat = self.deciding_seat

        self.state_machine.fire(Trigger.CONFIRM_HANDOFF, take_over_screen)

    def answer_now(self) -> None:
        """Makes the AI player stop thinking and play its best answer so far."""
        self.state_machine.fire(Trigger.ANSWER_NOW)

    def mark_scored(self) -> None:
        """Marks the game as scored. Called when the UI starts to show the final scoring."""
        self.state_machine.fire(Trigger.SCORING_SHOWN)

    # --- undo and redo

    def undo(self) -> None:
        """Undoes the last answer and the answers that followed from it automatically. It must belong to the
        current turn, and nothing hidden may have been revealed since."""
        steps = next((n for n, step in enumerate(reversed(self.history), 1) if not step.is_automatic), 0)
        self.state_machine.fire(
            Trigger.UNDO, lambda: self._rewind(self._undo_stack[-steps], len(self.history) - steps)
        )

    @property
    def redo_answer(self) -> Answer | None:
        """The answer that was undone last. Submitting it redoes it; any other answer ends redo."""
        return self._redo_answers[-1] if self._redo_answers else None

    def restart_from(self, game: Game, answer_count: int) -> None:
        """Goes back to an earlier position, given as the game and its number of answers."""

        def restart() -> None:
            self._rewind(game.copy(), answer_count)
            self._undo_stack.clear()
            self._redo_answers.clear()

        self.state_machine.fire(Trigger.RESTART, restart)

    def _rewind(self, game: Game, answer_count: int) -> None:
        """Replaces the game with the game after fewer answers."""
        del self._undo_stack[answer_count - self._turn_start :]
        self._redo_answers += reversed(self.record.answers[answer_count:])
        del self.history[answer_count:], self.record.answers[answer_count:]
        self.game, self.hint = game, None

    # --- AI players

    def request_hint(self) -> None:
        """Requests a hint for the current decision. `hint` is set when it arrives."""
        self.state_machine.fire(Trigger.REQUEST_HINT)

    def reassign_seat(self, seat: int, kind: str) -> None:
        """Reassigns a seat to a different AI level, a bot or a human."""
        self.change_seats([*self.seats[:seat], replace(self.seats[seat], kind=kind), *self.seats[seat + 1 :]])

    def change_seats(
        self, seats: Sequence[Seat], trigger: Trigger = Trigger.REASSIGN_SEAT, detail: object = None
    ) -> None:
        """Changes the names and kinds of the players. Unless an AI player has failed, the game does not count
        from then on. Invalid seats raise ValidationError and change nothing.

        The turn can still be undone if its player stays. The human at the screen stays there."""

        def change() -> None:
            humans, deciding_seat, old_seats = self.human_seats, self.deciding_seat, self.seats
            self.seats = read_seats(write_seats(seats), len(old_seats))
            self.record.seats = write_seats(self.seats)
            self.record.seats_changed |= trigger is Trigger.REASSIGN_SEAT and self.ai_failure is None
            self.hint = None
            at_screen = humans[0] if len(humans) == 1 else self.screen_seat
            stays = at_screen in self.human_seats and len(self.human_seats) > 1
            self.screen_seat = at_screen if stays else None
            if self.seats[deciding_seat].kind != old_seats[deciding_seat].kind:
                self._undo_stack.clear()
                self._redo_answers.clear()
            self.ai_client.stop()

        self.state_machine.fire(trigger, change, detail)

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
        """Makes the next AI player ponder its turn. The current turn is assumed to continue with this
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
        self.state_machine.fire(Trigger.CLOSE)

    def _stop_workers(self) -> None:
        self.ai_client.stop()
        self.tutor.stop()

    def close(self) -> None:
        """Closes the match and waits until it is saved. No other method waits for the disk."""
        self.close_nowait()
        if self.save_store:
            self.save_store.flush()


GUARD_PREDICATES: dict[Guard, Callable[[Match], bool]] = {
    Guard.CAN_UNDO: lambda match: (
        bool(match._undo_stack) and (match.instructor is None or match.instructor.allows_undo)
    ),
    Guard.NO_HINT_YET: lambda match: match.hint is None,
    Guard.NOT_WARNED_YET: lambda match: match._warned_turn_start != match._turn_start,
    Guard.GAME_OVER: lambda match: match.game.over,
    Guard.GAME_NOT_OVER: lambda match: not match.game.over,
    Guard.ON_HOLD: lambda match: match.instructor is not None and match.instructor.holds_match,
    Guard.AI_DECIDES: lambda match: not match.seats[match.deciding_seat].is_human,
    Guard.AFTER_LAST_TURN: lambda match: match.game.phase == PHASE_AFTER_LAST_TURN,
    Guard.HANDOFF_NEEDED: lambda match: (
        len(match.human_seats) > 1 and match.screen_seat != match.deciding_seat
    ),
    Guard.NOT_OWN_TURN: lambda match: match.deciding_seat != match.game.active_player,
}
"""Predicates that implement the guards of the state machine."""
