"""A game as panels see it: a match that is played, or a moment of a game that is looked at again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kingdom.match.machine import State
from kingdom.match.seats import Seat
from kingdom.rules.events import Event
from kingdom.rules.frames import Decision
from kingdom.rules.game import Game


class Happened(Protocol):
    """One answer, as far as it is told."""

    @property
    def player(self) -> int:
        """Who gave it."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What it brought about."""


class Shown(Protocol):
    """What panels ask for."""

    @property
    def game(self) -> Game:
        """The game as it stands."""

    @property
    def seats(self) -> Sequence[Seat]:
        """Who sits where."""

    @property
    def history(self) -> Sequence[Happened]:
        """All answers so far."""

    @property
    def state(self) -> State:
        """Whether somebody may answer now."""

    @property
    def decider(self) -> int:
        """The seat that decides; -1 when the game is over."""

    def decision(self) -> Decision:
        """What the game waits for."""
