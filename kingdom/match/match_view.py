"""MatchView: the read-only interface of a match, implemented by Match and by the review's ReplayView."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kingdom.match.seats import Seat
from kingdom.match.state_machine import MatchState
from kingdom.rules.decision_frames import Decision
from kingdom.rules.events import Event
from kingdom.rules.game import Game


class StepView(Protocol):
    """One answer and its events."""

    @property
    def player(self) -> int:
        """The player who gave the answer."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that the answer caused."""


class MatchView(Protocol):
    """The part of a match that UI panels read."""

    @property
    def game(self) -> Game:
        """The current game."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The players' seats in turn order."""

    @property
    def history(self) -> Sequence[StepView]:
        """All answers so far."""

    @property
    def state(self) -> MatchState:
        """The state of the match, which determines if an answer can be given now."""

    @property
    def deciding_seat(self) -> int:
        """The seat that decides; -1 when the game is over."""

    def decision(self) -> Decision:
        """Returns the decision that the game is waiting for."""
