"""A match that is played elsewhere: commands and updates travel through queues and arrive late."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from kingdom.ai.hint import Hint
from kingdom.match.ai_client import AIFailure
from kingdom.match.controller import Match
from kingdom.match.interface import MatchStep, WarnedAnswer
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import Seat
from kingdom.match.state_machine import InvalidTransition, Listener, MatchState, Trigger, Update
from kingdom.record import Record
from kingdom.rules.decision_frames import Answer, Decision
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.illegal_answers import explain_illegal


class MatchSnapshot(NamedTuple):
    """The state of a match as last reported to the screen."""

    state: MatchState
    game: Game
    seats: list[Seat]
    history: list[MatchStep]
    human_seats: list[int]
    human_decision: Decision | None
    viewer_seat: int | None
    handoff_seat: int | None
    hint: Hint | None
    tutor_warning: WarnedAnswer | None
    ai_failure: AIFailure | None
    game_before_turn: Game
    redo_answer: Answer | None
    allowed_triggers: frozenset[Trigger]


def take_snapshot(match: Match) -> MatchSnapshot:
    """Copies the parts of a match that the screen may read."""
    return MatchSnapshot(
        match.state,
        match.game.copy(),
        list(match.seats),
        list(match.history),
        match.human_seats,
        match.human_decision,
        match.viewer_seat,
        match.handoff_seat,
        match.hint,
        match.tutor_warning,
        match.ai_failure,
        match.game_before_turn.copy(),
        match.redo_answer,
        frozenset(trigger for trigger in Trigger if match.can(trigger)),
    )


class Message(NamedTuple):
    """An update on its way to the screen."""

    arrives_at: int
    update: Update | None
    """None if a command was refused."""
    snapshot: MatchSnapshot
    is_reply: bool
    """True if a command from the screen caused the update."""


class DelayedMatch:
    """Stands between a screen and a match. Each call of `poll` is one tick of the clock. Commands take effect
    `delay` ticks later, and their updates take just as long to return. Only one command can be in transit at
    a time."""

    def __init__(self, server: Match, delay: int = 2) -> None:
        self.server, self._delay, self._now = server, delay, 0
        self._commands: deque[tuple[int, Callable[[], object]]] = deque()
        self._messages: deque[Message] = deque()
        self._snapshot = take_snapshot(server)
        self._listeners: list[Listener] = []
        self._awaits_reply = self._runs_command = self._is_delivering = self._is_playback_done = False
        server.subscribe(self._send_update)

    # --- reading

    @property
    def state(self) -> MatchState:
        return self._snapshot.state

    @property
    def game(self) -> Game:
        return self._snapshot.game

    @property
    def seats(self) -> list[Seat]:
        return self._snapshot.seats

    @property
    def history(self) -> list[MatchStep]:
        return self._snapshot.history

    @property
    def opening_events(self) -> tuple[Event, ...]:
        return self.server.opening_events

    @property
    def record(self) -> Record:
        return self.server.record

    @property
    def save_store(self) -> SaveStore | None:
        return self.server.save_store

    @property
    def save_error(self) -> str | None:
        return self.server.save_error

    @property
    def human_seats(self) -> list[int]:
        return self._snapshot.human_seats

    @property
    def viewer_seat(self) -> int | None:
        return self._snapshot.viewer_seat

    @property
    def handoff_seat(self) -> int | None:
        return self._snapshot.handoff_seat

    @property
    def hint(self) -> Hint | None:
        return self._snapshot.hint

    @property
    def tutor_warning(self) -> WarnedAnswer | None:
        return self._snapshot.tutor_warning

    @property
    def ai_failure(self) -> AIFailure | None:
        return self._snapshot.ai_failure

    @property
    def game_before_turn(self) -> Game:
        return self._snapshot.game_before_turn

    @property
    def redo_answer(self) -> Answer | None:
        return self._snapshot.redo_answer

    @property
    def human_decision(self) -> Decision | None:
        return None if self._awaits_reply else self._snapshot.human_decision

    @property
    def deciding_seat(self) -> int:
        return self.decision().player

    def decision(self) -> Decision:
        return self.game.decision()

    def games_at(self, answer_counts: Iterable[int]) -> Mapping[int, Game]:
        return self.server.games_at(answer_counts)

    def can(self, trigger: Trigger) -> bool:
        if trigger is Trigger.PLAYBACK_DONE:
            return self.state is MatchState.PLAYBACK and not self._is_playback_done
        return trigger in self._snapshot.allowed_triggers and not self._awaits_reply

    # --- sending updates back

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _send_update(self, update: Update) -> None:
        snapshot = take_snapshot(self.server)
        self._messages.append(Message(self._now + self._delay, update, snapshot, self._runs_command))
        if self.server.can(Trigger.PLAYBACK_DONE):
            self.server.finish_playback()  # only the screen has something to animate

    def poll(self) -> None:
        self._now += 1
        while self._commands and self._commands[0][0] <= self._now:
            _, command = self._commands.popleft()
            self._runs_command = True
            try:
                command()
            except InvalidTransition:
                self._messages.append(
                    Message(self._now + self._delay, None, take_snapshot(self.server), True)
                )
            self._runs_command = False
        if self.server.state is not MatchState.CLOSED:
            self.server.poll()
        self._deliver()

    def _deliver(self) -> None:
        """Passes on what has arrived. Playback happens here, so the next message waits for its end."""
        if self._is_delivering:
            return
        self._is_delivering = True
        while self._messages and self._messages[0].arrives_at <= self._now:
            if self.can(Trigger.PLAYBACK_DONE):
                break
            message = self._messages.popleft()
            self._snapshot, self._is_playback_done = message.snapshot, False
            self._awaits_reply = self._awaits_reply and not message.is_reply
            for listener in tuple(self._listeners):
                if message.update is not None:
                    listener(message.update)
        self._is_delivering = False

    # --- commands

    def _send(self, trigger: Trigger, command: Callable[[], object]) -> None:
        if not self.can(trigger):
            raise InvalidTransition(self.state, trigger)
        self._awaits_reply = True
        self._commands.append((self._now + self._delay, command))

    def submit(self, answer: Answer) -> None:
        if not self.game.is_legal(answer):
            raise explain_illegal(self.game, answer)
        self._send(Trigger.SUBMIT, lambda: self.server.submit(answer))

    def confirm_warned_answer(self) -> None:
        self._send(Trigger.CONFIRM_WARNED_ANSWER, self.server.confirm_warned_answer)

    def undo_warned_turn(self) -> None:
        self._send(Trigger.UNDO_WARNED_TURN, self.server.undo_warned_turn)

    def cancel_warned_answer(self) -> None:
        self._send(Trigger.CANCEL_WARNED_ANSWER, self.server.cancel_warned_answer)

    def undo(self) -> None:
        self._send(Trigger.UNDO, self.server.undo)

    def request_hint(self) -> None:
        self._send(Trigger.REQUEST_HINT, self.server.request_hint)

    def give_hint(self, hint: Hint | None) -> None:
        self._send(Trigger.HINT_RESOLVED, lambda: self.server.give_hint(hint))

    def answer_now(self) -> None:
        self._send(Trigger.ANSWER_NOW, self.server.answer_now)

    def confirm_handoff(self) -> None:
        self._send(Trigger.CONFIRM_HANDOFF, self.server.confirm_handoff)

    def reassign_seat(self, seat: int, kind: str) -> None:
        self._send(Trigger.REASSIGN_SEAT, lambda: self.server.reassign_seat(seat, kind))

    def change_seats(self, seats: Sequence[Seat]) -> None:
        self._send(Trigger.REASSIGN_SEAT, lambda: self.server.change_seats(seats))

    def mark_scored(self) -> None:
        self._send(Trigger.SCORING_SHOWN, self.server.mark_scored)

    def set_tutor_modes(self, modes_by_name: Mapping[str, str], asks_about_actions: bool) -> None:
        def set_modes() -> None:
            self.server.set_tutor_modes(modes_by_name, asks_about_actions)

        self._commands.append((self._now + self._delay, set_modes))

    def finish_playback(self) -> None:
        if not self.can(Trigger.PLAYBACK_DONE):
            raise InvalidTransition(self.state, Trigger.PLAYBACK_DONE)
        self._is_playback_done = True
        self._deliver()

    def close_nowait(self) -> None:
        self.server.close_nowait()
