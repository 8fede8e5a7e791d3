"""The states of a match, the triggers, and the transitions between the states, all defined as data.

Only `StateMachine.fire` changes the state. If the current state has no transition for a trigger, `fire`
raises InvalidTransition and changes nothing. Otherwise it publishes the transition as an Update to all
subscribers. tests/tools/state_diagram.py draws the transitions as a diagram."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from kingdom.rules.events import Event


class MatchState(Enum):
    """The state of a match. The values are the labels in the diagram."""

    SETTING_UP = "setting up"
    HANDOFF = "handoff"
    """Pass-and-play: the match waits until the next human has taken over the screen."""
    HUMAN_TURN = "human turn"
    OUT_OF_TURN = "out-of-turn decision"
    """A human decides during another player's turn."""
    AFTER_LAST_TURN = "after the last turn"
    """A human decides after the last turn of the game."""
    WAITING_FOR_HINT = "waiting for a hint"
    """The AI is computing a hint. The human may answer without waiting for it."""
    TUTOR_WARNING = "tutor warning"
    """The player is asked to confirm the answer that ends the turn, by the tutor or because an unused action
    would earn gold."""
    ON_HOLD = "on hold"
    """The learner has to continue the lesson before anyone may answer."""
    AI_TURN = "AI turn"
    AI_FAILED = "AI failed"
    """The AI has crashed or hangs. The player has to choose a replacement."""
    PLAYBACK = "playback"
    """The UI animates the latest events."""
    GAME_OVER = "game over"
    """The game is over, but the final scoring has not been shown yet."""
    SCORED = "scored"
    """The UI has started to show the final scoring."""
    CLOSED = "closed"


class Trigger(Enum):
    """Events that change the state: calls from the UI, and results from the AI."""

    BEGIN = "begin"
    CONFIRM_HANDOFF = "confirm handoff"
    SUBMIT = "submit answer"
    PLAYBACK_DONE = "playback done"
    UNDO = "undo"
    REQUEST_HINT = "request hint"
    TUTOR_WARNS = "tutor warns"
    CONFIRM_WARNED_ANSWER = "confirm answer"
    UNDO_WARNED_TURN = "undo turn"
    CANCEL_WARNED_ANSWER = "cancel answer"
    HINT_RESOLVED = "hint arrives or fails"
    AI_ANSWERS = "AI answers"
    AI_FAILS = "AI fails"
    BOT_WITHDRAWS = "bot withdraws"
    ANSWER_NOW = "answer now"
    REASSIGN_SEAT = "reassign seat"
    HOLD_CHANGES = "hold begins or ends"
    RESTART = "restart from an earlier position"
    SCORING_SHOWN = "scoring shown"
    CLOSE = "close"


POSITION_TRIGGERS = (
    Trigger.BEGIN,
    Trigger.SUBMIT,
    Trigger.CONFIRM_WARNED_ANSWER,
    Trigger.AI_ANSWERS,
    Trigger.UNDO,
    Trigger.UNDO_WARNED_TURN,
    Trigger.REASSIGN_SEAT,
    Trigger.BOT_WITHDRAWS,
    Trigger.RESTART,
)
"""Triggers that change the position or its players."""


class Guard(Enum):
    """Conditions for transitions, evaluated by the match."""

    CAN_UNDO = "an answer can be undone"
    NO_HINT_YET = "there is no hint yet"
    NOT_WARNED_YET = "the tutor has not warned about this turn yet"
    GAME_OVER = "the game is over"
    GAME_NOT_OVER = "the game is not over"
    ON_HOLD = "a lesson holds the match"
    AI_DECIDES = "an AI player decides"
    AFTER_LAST_TURN = "the last turn is over"
    HANDOFF_NEEDED = "a handoff is needed"
    NOT_OWN_TURN = "it is another player's turn"


@dataclass(frozen=True)
class ConditionalTarget:
    """Leads to the state that belongs to the first guard that holds, or to the default state if none does."""

    cases: tuple[tuple[Guard, MatchState], ...]
    default: MatchState


@dataclass(frozen=True)
class Transition:
    """Leads from any of the source states to the target if the guard holds."""

    sources: tuple[MatchState, ...]
    trigger: Trigger
    target: MatchState | ConditionalTarget
    guard: Guard | None = None


HUMAN_DECIDES = (MatchState.HUMAN_TURN, MatchState.OUT_OF_TURN, MatchState.AFTER_LAST_TURN)
"""States in which a human has to decide."""
HUMAN_MAY_ANSWER = (*HUMAN_DECIDES, MatchState.WAITING_FOR_HINT)
"""States in which a human may answer, including the state in which a hint is being computed."""

NEXT_DECISION = ConditionalTarget(
    (
        (Guard.GAME_OVER, MatchState.GAME_OVER),
        (Guard.ON_HOLD, MatchState.ON_HOLD),
        (Guard.AI_DECIDES, MatchState.AI_TURN),
        # hands no longer matter, so no handoff is needed
        (Guard.AFTER_LAST_TURN, MatchState.AFTER_LAST_TURN),
        (Guard.HANDOFF_NEEDED, MatchState.HANDOFF),
        (Guard.NOT_OWN_TURN, MatchState.OUT_OF_TURN),
    ),
    MatchState.HUMAN_TURN,
)

TRANSITIONS: tuple[Transition, ...] = (
    Transition((MatchState.SETTING_UP,), Trigger.BEGIN, NEXT_DECISION),
    Transition((MatchState.HANDOFF,), Trigger.CONFIRM_HANDOFF, NEXT_DECISION),
    Transition(HUMAN_MAY_ANSWER, Trigger.SUBMIT, MatchState.PLAYBACK),
    Transition(
        (MatchState.HUMAN_TURN, MatchState.WAITING_FOR_HINT),
        Trigger.TUTOR_WARNS,
        MatchState.TUTOR_WARNING,
        Guard.NOT_WARNED_YET,
    ),
    Transition((MatchState.TUTOR_WARNING,), Trigger.CONFIRM_WARNED_ANSWER, MatchState.PLAYBACK),
    Transition((MatchState.TUTOR_WARNING,), Trigger.UNDO_WARNED_TURN, NEXT_DECISION),
    Transition((MatchState.TUTOR_WARNING,), Trigger.CANCEL_WARNED_ANSWER, NEXT_DECISION),
    Transition((MatchState.PLAYBACK,), Trigger.PLAYBACK_DONE, NEXT_DECISION),
    Transition(
        (*HUMAN_MAY_ANSWER, MatchState.PLAYBACK, MatchState.ON_HOLD),
        Trigger.UNDO,
        NEXT_DECISION,
        Guard.CAN_UNDO,
    ),
    Transition(HUMAN_DECIDES, Trigger.REQUEST_HINT, MatchState.WAITING_FOR_HINT, Guard.NO_HINT_YET),
    Transition(HUMAN_MAY_ANSWER, Trigger.HINT_RESOLVED, NEXT_DECISION),
    Transition((MatchState.AI_TURN, MatchState.AI_FAILED), Trigger.AI_ANSWERS, MatchState.PLAYBACK),
    Transition((MatchState.AI_TURN,), Trigger.AI_FAILS, MatchState.AI_FAILED),
    Transition((MatchState.AI_TURN, MatchState.AI_FAILED), Trigger.BOT_WITHDRAWS, NEXT_DECISION),
    Transition((MatchState.AI_TURN,), Trigger.ANSWER_NOW, MatchState.AI_TURN),
    Transition(
        (*HUMAN_MAY_ANSWER, MatchState.HANDOFF, MatchState.AI_TURN, MatchState.AI_FAILED),
        Trigger.REASSIGN_SEAT,
        NEXT_DECISION,
    ),
    Transition((MatchState.PLAYBACK,), Trigger.REASSIGN_SEAT, MatchState.PLAYBACK, Guard.GAME_NOT_OVER),
    Transition(
        (*HUMAN_MAY_ANSWER, MatchState.AI_TURN, MatchState.ON_HOLD), Trigger.HOLD_CHANGES, NEXT_DECISION
    ),
    Transition(
        (
            *HUMAN_MAY_ANSWER,
            MatchState.ON_HOLD,
            MatchState.AI_TURN,
            MatchState.PLAYBACK,
            MatchState.GAME_OVER,
            MatchState.SCORED,
        ),
        Trigger.RESTART,
        NEXT_DECISION,
    ),
    Transition((MatchState.GAME_OVER,), Trigger.SCORING_SHOWN, MatchState.SCORED),
    Transition(tuple(MatchState), Trigger.CLOSE, MatchState.CLOSED),
)

TRANSITION_BY_STATE_AND_TRIGGER = {
    (state, transition.trigger): transition for transition in TRANSITIONS for state in transition.sources
}


class InvalidTransition(Exception):
    """The trigger is not allowed in the current state; nothing has changed."""

    def __init__(self, state: MatchState, trigger: Trigger, guard: Guard | None = None) -> None:
        condition = f" unless {guard.value}" if guard is not None else ""
        super().__init__(f"{trigger.value!r} is not allowed in state {state.value!r}{condition}")
        self.state, self.trigger, self.guard = state, trigger, guard


class Update(NamedTuple):
    """A transition of the match, as its subscribers receive it."""

    old: MatchState
    new: MatchState
    trigger: Trigger
    events: tuple[Event, ...] = ()
    """The events of the answer that caused the transition."""
    detail: object = None
    """Data of the trigger or the new state: a tutor's warning, an AI player's failure, a withdrawal."""


Listener = Callable[[Update], object]


class StateMachine:
    """Holds the current state, applies transitions and publishes them."""

    def __init__(
        self,
        guard_holds: Callable[[Guard], bool],
        effects: Mapping[Trigger, Callable[[], object]] | None = None,
        exit_effects: Mapping[MatchState, Callable[[], object]] | None = None,
    ) -> None:
        self.state = MatchState.SETTING_UP
        self.detail: object = None
        """Data of the current state; the next transition replaces it."""
        self._guard_holds = guard_holds
        self._effects, self._exit_effects = effects or {}, exit_effects or {}
        """Effects of each trigger, and effects of leaving each state. Both run after the state has
        changed."""
        self._listeners: list[Listener] = []
        self._unpublished: deque[Update] = deque()
        self._is_publishing = False

    def can_fire(self, trigger: Trigger) -> bool:
        """Returns True if the trigger is allowed now."""
        transition = TRANSITION_BY_STATE_AND_TRIGGER.get((self.state, trigger))
        return transition is not None and (transition.guard is None or self._guard_holds(transition.guard))

    def fire(
        self,
        trigger: Trigger,
        action: Callable[[], tuple[Event, ...] | None] | None = None,
        detail: object = None,
    ) -> None:
        """Checks that the transition is allowed, runs its action and changes the state. Then runs the effects
        of leaving the old state and of the trigger, and finally publishes an Update with the events that the
        action returned. If the action raises, nothing changes."""
        transition = TRANSITION_BY_STATE_AND_TRIGGER.get((self.state, trigger))
        if transition is None or (transition.guard is not None and not self._guard_holds(transition.guard)):
            raise InvalidTransition(self.state, trigger, transition.guard if transition is not None else None)
        events = (action() if action is not None else None) or ()
        target = transition.target
        if isinstance(target, ConditionalTarget):
            target = next(
                (state for guard, state in target.cases if self._guard_holds(guard)), target.default
            )
        old, self.state, self.detail = self.state, target, detail
        if old is not target and old in self._exit_effects:
            self._exit_effects[old]()
        if trigger in self._effects:
            self._effects[trigger]()
        self._publish(Update(old, target, trigger, events, detail))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Calls the listener after every transition. Returns a function that ends the subscription."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _publish(self, update: Update) -> None:
        """Passes an update to all listeners. If a listener causes another transition, that one is published
        next, so all listeners receive the updates in the same order."""
        self._unpublished.append(update)
        if self._is_publishing:
            return
        self._is_publishing = True
        try:
            while self._unpublished:
                update = self._unpublished.popleft()
                for listener in tuple(self._listeners):
                    listener(update)
        finally:
            self._is_publishing = False
