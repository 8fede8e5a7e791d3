"""Who will think for the programs of the next game. Its process is started while a page is looked at from
which a game may begin: on a busy machine that alone takes seconds, which nobody shall wait for a program that
begins."""

from __future__ import annotations

import time

from kingdom.match.thinker import Thinker

A_MOMENT = 0.5
"""Seconds that the page must have been looked at: who only passes by needs no process."""


class SpareThinker:
    """A thinker for whoever begins a game."""

    def __init__(self) -> None:
        self._thinker = Thinker()
        self._since: float | None = None
        """Since when such a page is looked at."""
        self._tried = False

    def looked_at(self) -> None:
        """Such a page is looked at. The clock counts, not the time of the frames: a page on which nothing
        moves has few of them."""
        now = time.monotonic()
        if self._since is None:
            self._since = now
        if not self._tried and now - self._since >= A_MOMENT:
            self._tried = True
            self._thinker.warm_up()

    def take(self) -> Thinker:
        """Hand it out; the next one is another."""
        taken, self._thinker, self._since, self._tried = self._thinker, Thinker(), None, False
        return taken

    def drop(self) -> None:
        """No game begins from here: the process is not needed."""
        if self._since is not None:
            self.take().drop()
