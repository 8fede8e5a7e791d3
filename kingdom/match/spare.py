"""Who will think for the programs of the next game. Its process is started while a page is looked at from
which a game may begin: on a busy machine that alone takes seconds, which nobody shall wait for a program that
begins."""

from __future__ import annotations

from collections.abc import Iterable

from kingdom.match.seats import PERSON
from kingdom.match.thinker import Thinker

A_MOMENT = 0.5
"""Seconds that the page must have been looked at: who only passes by needs no process."""


class SpareThinker:
    """A thinker for whoever begins a game."""

    def __init__(self) -> None:
        self._thinker = Thinker()
        self._seen = 0.0

    def looked_at(self, seconds: float, kinds: Iterable[str]) -> None:
        """The page has been looked at for so long; these would sit at the table. People need no process."""
        if self._seen < A_MOMENT <= self._seen + seconds and any(kind != PERSON for kind in kinds):
            self._thinker.warm_up()
        self._seen += seconds

    def take(self) -> Thinker:
        """Hand it out; the next one is another."""
        taken, self._thinker, self._seen = self._thinker, Thinker(), 0.0
        return taken

    def drop(self) -> None:
        """Nobody has taken it: its process is not needed."""
        self._thinker.drop()
