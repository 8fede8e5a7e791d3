"""A match for one turn of one seat: a mistake that is tried again, a puzzle. Nobody else plays in it."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom.match.match import Match
from kingdom.match.thinker import Thinker
from kingdom.record import Record


class Nobody(Thinker):
    """No program plays here, and none gives the answer away."""

    def ask(self, record: Record, seat: int, level: str) -> None:
        pass

    def ask_hint(self, record: Record, seat: int) -> None:
        pass


@dataclass
class OneTurn(Match):
    """A game in which one seat plays one turn. Whoever else sits there never gets to play, and nobody has to
    look away."""

    _trying: int = -1

    def begin(self) -> None:
        self._trying = self.decider
        super().begin()

    @property
    def people(self) -> list[int]:
        return [self._trying]
