"""The controller's machine as data: the states of a match, what can happen, and where that leads.

`Machine.happening` is the only way along it. What the table does not know is at the wrong moment: it raises
WrongMoment and changes nothing. tests/tools/draw_machine.py draws the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum


class State(Enum):
    """Where a match is, in words for a drawing."""

    SETTING_UP = "setting up"
    CURTAIN = "curtain"
    """The next person has not said yet that the others look away."""
    PERSONS_TURN = "a person's turn"
    INTERRUPT = "interrupt"
    """A person decides in another player's turn."""
    AFTER_TURNS = "after the turns"
    """A person decides in the phase after the last turn."""
    HINTING = "a hint is thought of"
    """For the person who is asked, who may answer without waiting for it."""
    TUTORED = "the tutor asks"
    """Whether the answer that ends a person's turn shall stand."""
    PROGRAMS_TURN = "a program's turn"
    TROUBLE = "a program in trouble"
    """It crashed or hangs, and somebody has to say who plays on."""
    PLAYBACK = "playback"
    """The window shows what happened."""
    OVER = "over"
    """The end has not been shown yet."""
    COUNTED = "counted"
    """The end has been shown."""
    CLOSED = "closed"


class Happening(Enum):
    """What moves a match: calls of the window, and what comes from the programs."""

    BEGIN = "begin"
    READY = "ready"
    ANSWER = "answer"
    PLAYED = "played"
    UNDO = "undo"
    ASK_HINT = "ask hint"
    OBJECT = "the tutor objects"
    TAKE_BACK = "take the turn back"
    HINT_ENDS = "the hint comes, or there is none"
    PROGRAM_ANSWERS = "the program answers"
    TROUBLE_COMES = "the program fails"
    HURRY = "hurry"
    HAND_OVER = "hand over"
    COUNT = "counted"
    CLOSE = "close"


class Guard(Enum):
    """What has to hold for a move; the match knows whether it does."""

    CAN_UNDO = "an answer can be taken back"
    NO_HINT = "there is no hint yet"
    GAME_OVER = "the game is over"
    PROGRAM_DECIDES = "a program decides"
    TURNS_OVER = "the turns are over"
    ANOTHER_LOOKS_ON = "another person looks on"
    OTHERS_TURN = "it is another player's turn"


@dataclass(frozen=True)
class Fork:
    """Leads on to the state of the first guard that holds, or else to the last."""

    ways: tuple[tuple[Guard, State], ...]
    otherwise: State


@dataclass(frozen=True)
class Row:
    """From any of these states something leads to another, if its guard holds."""

    states: tuple[State, ...]
    happening: Happening
    target: State | Fork
    guard: Guard | None = None


ASKED = (State.PERSONS_TURN, State.INTERRUPT, State.AFTER_TURNS)
"""A person is asked."""
WAITING = (*ASKED, State.HINTING)
"""A person may answer."""

WHO_IS_ASKED = Fork(
    (
        (Guard.GAME_OVER, State.OVER),
        (Guard.PROGRAM_DECIDES, State.PROGRAMS_TURN),
        (Guard.TURNS_OVER, State.AFTER_TURNS),  # no hand matters any more, so there is nothing to hide
        (Guard.ANOTHER_LOOKS_ON, State.CURTAIN),
        (Guard.OTHERS_TURN, State.INTERRUPT),
    ),
    State.PERSONS_TURN,
)

TABLE: tuple[Row, ...] = (
    Row((State.SETTING_UP,), Happening.BEGIN, WHO_IS_ASKED),
    Row((State.CURTAIN,), Happening.READY, WHO_IS_ASKED),
    Row((*WAITING, State.TUTORED), Happening.ANSWER, State.PLAYBACK),
    Row((State.PERSONS_TURN, State.HINTING), Happening.OBJECT, State.TUTORED),
    Row((State.TUTORED,), Happening.TAKE_BACK, WHO_IS_ASKED),
    Row((State.PLAYBACK,), Happening.PLAYED, WHO_IS_ASKED),
    Row((*WAITING, State.PLAYBACK), Happening.UNDO, WHO_IS_ASKED, Guard.CAN_UNDO),
    Row(ASKED, Happening.ASK_HINT, State.HINTING, Guard.NO_HINT),
    Row((State.HINTING,), Happening.HINT_ENDS, WHO_IS_ASKED),
    Row((State.PROGRAMS_TURN, State.TROUBLE), Happening.PROGRAM_ANSWERS, State.PLAYBACK),
    Row((State.PROGRAMS_TURN,), Happening.TROUBLE_COMES, State.TROUBLE),
    Row((State.PROGRAMS_TURN,), Happening.HURRY, State.PROGRAMS_TURN),
    Row(
        (*WAITING, State.CURTAIN, State.PROGRAMS_TURN, State.TROUBLE),
        Happening.HAND_OVER,
        WHO_IS_ASKED,
    ),
    Row((State.OVER,), Happening.COUNT, State.COUNTED),
    Row(tuple(State), Happening.CLOSE, State.CLOSED),
)

MOVES = {(state, row.happening): row for row in TABLE for state in row.states}


class WrongMoment(Exception):
    """Something was asked of a match that it cannot do in this state; nothing has changed."""

    def __init__(self, state: State, happening: Happening, guard: Guard | None = None) -> None:
        unless = f" unless {guard.value}" if guard is not None else ""
        super().__init__(f"no {happening.value!r} in the state {state.value!r}{unless}")
        self.state, self.happening, self.guard = state, happening, guard


class Machine:
    """Holds the state and moves it along the table."""

    def __init__(self, holds: Callable[[Guard], bool]) -> None:
        self.state = State.SETTING_UP
        self._holds = holds

    def allows(self, happening: Happening) -> bool:
        """Whether this can happen now."""
        row = MOVES.get((self.state, happening))
        return row is not None and (row.guard is None or self._holds(row.guard))

    @contextmanager
    def happening(self, happening: Happening) -> Iterator[None]:
        """Move along the table. What is done inside comes between the look whether it may be and the move;
        an error in it leaves the state as it was."""
        row = MOVES.get((self.state, happening))
        if row is None or (row.guard is not None and not self._holds(row.guard)):
            raise WrongMoment(self.state, happening, row.guard if row is not None else None)
        yield
        target = row.target
        if isinstance(target, Fork):
            target = next((state for guard, state in target.ways if self._holds(guard)), target.otherwise)
        self.state = target
