"""A record laid out in time: every moment between two answers, gathered into turns and rounds.

Moment 0 is before the first answer, moment n after the n-th. A timeline keeps copies of the game on the way
(snapshots), so that any moment is a few answers from one of them, however long the game is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from kingdom.record import Record, steps
from kingdom.rules.events import CardDrawn, Event, TurnBegan, TurnEnded
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import new_game

SNAPSHOT_EVERY = 16
"""Answers between two snapshots: to play so many takes a few milliseconds at most."""
NOBODY = -1
MOST_ANSWERS = 100_000
"""More than any game can have; a longer record is no game."""


@dataclass(frozen=True)
class AnswerStep:
    """One answer: who gave it and what happened."""

    player: int
    answer: Answer
    events: tuple[Event, ...]


@dataclass(frozen=True)
class TurnSpan:
    """A turn: the answers from `first` up to, and without, `end`, others' interrupts included. What comes
    after the last turn (R-END-5) is a span as well, of nobody."""

    number: int
    player: int
    """NOBODY after the last turn."""
    round: int
    card: str | None
    """The card that was played; None as long as none was chosen, or if there was none."""
    first: int
    end: int
    over: bool
    """Whether it is complete."""


@dataclass(frozen=True)
class Timeline:
    """One record, ready to be looked at from any side. Made by `timeline`."""

    record: Record
    opening: tuple[Event, ...]
    """What happened before the first answer."""
    steps: tuple[AnswerStep, ...]
    turns: tuple[TurnSpan, ...]
    over: bool
    _snapshots: tuple[Game, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return self.record.setup.players

    @property
    def last(self) -> int:
        """The last moment."""
        return len(self.steps)

    def at(self, moment: int) -> Game:
        """The game at a moment, all cards open: a copy of its own. Moments before the first or after the last
        are those."""
        moment = max(0, min(moment, self.last))
        number = moment // SNAPSHOT_EVERY
        game = self._snapshots[number].copy()
        for step in self.steps[number * SNAPSHOT_EVERY : moment]:
            game.choose(step.answer)
        return game

    def seen(self, moment: int, viewer: int | None) -> Game:
        """The game as it may be shown. Of a finished game everything is; of one that goes on, what this seat
        could see then (nobody in particular: None sees what all can see)."""
        game = self.at(moment)
        if self.over:
            return game
        if viewer is not None:
            return game.observe(viewer, moment)
        seen = game.observe((game.player + 1) % self.players, moment)
        seen.hand = [()] * self.players
        if game.card is not None:  # it lies open
            seen.hand[game.player] = (game.card,)
        return seen

    def knows(self, viewer: int | None) -> Callable[[Event], bool]:
        """Which events a seat may be told in full: cards that were drawn are the drawer's own business while
        the game goes on."""
        return lambda event: self.over or not isinstance(event, CardDrawn) or event.player == viewer

    # --- ways through time

    def turn_at(self, moment: int) -> TurnSpan:
        """The turn that a moment belongs to; the moment between two turns belongs to the one that begins."""
        starts = [turn.first for turn in self.turns]
        return self.turns[max(0, bisect_right(starts, moment) - 1)]

    def next_turn(self, moment: int) -> int:
        """The beginning of the turn after this one, or the end."""
        return min((turn.first for turn in self.turns if turn.first > moment), default=self.last)

    def turn_before(self, moment: int) -> int:
        """The beginning of this turn or, from there, of the one before."""
        return max((turn.first for turn in self.turns if turn.first < moment), default=0)

    def rounds(self) -> tuple[int, ...]:
        """The moment at which each round begins; round 1 comes first."""
        found: list[int] = []
        for turn in self.turns:
            if turn.round > len(found):
                found.append(turn.first)
        return tuple(found)

    def next_round(self, moment: int) -> int:
        """The beginning of the round after this one, or the end."""
        return min((start for start in self.rounds() if start > moment), default=self.last)

    def round_before(self, moment: int) -> int:
        """The beginning of this round or, from there, of the one before."""
        return max((start for start in self.rounds() if start < moment), default=0)

    def events(self, turn: TurnSpan) -> tuple[Event, ...]:
        """All that happened in a turn."""
        return tuple(event for step in self.steps[turn.first : turn.end] for event in step.events)


def timeline(record: Record) -> Timeline:
    """Lay a record out; raises BadSetup, naming the answer, if it cannot have been played."""
    if len(record.answers) > MOST_ANSWERS:
        raise BadSetup(f"answers: {len(record.answers)} are more than a game can have")
    opening: list[Event] = []
    game = new_game(record.setup, opening)
    snapshots = [game.copy()]
    taken: list[AnswerStep] = []
    turns: list[TurnSpan] = []
    player, turn_round, card, first = game.player, game.round, game.card, 0
    for answer, decider, happened, game in steps(record):
        taken.append(AnswerStep(decider, answer, happened))
        if len(taken) % SNAPSHOT_EVERY == 0:
            snapshots.append(game.copy())
        if any(isinstance(event, TurnEnded) for event in happened):
            turns.append(TurnSpan(len(turns), player, turn_round, card, first, len(taken), True))
            began = any(isinstance(event, TurnBegan) for event in happened)
            player, turn_round, first = game.player if began else NOBODY, game.round, len(taken)
        card = game.card
    if record.result is not None and not game.over:
        raise BadSetup("result: the game is not over after all answers")
    if first < len(taken) or not game.over:
        turns.append(TurnSpan(len(turns), player, turn_round, card, first, len(taken), game.over))
    return Timeline(record, tuple(opening), tuple(taken), tuple(turns), game.over, tuple(snapshots))
