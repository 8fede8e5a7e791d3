"""SingleTurnMatch: a match of one turn, for puzzles and retried mistakes."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom.match.controller import Match


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
