"""A rush: as many puzzles as somebody can solve in five minutes, harder and harder."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from kingdom.learn.puzzle import Puzzle
from kingdom.rules.chance import Chance

SECONDS = 300.0
STEP = 5
"""Of so many puzzles of about the same rating one is taken, before harder ones come."""


def rush_order(puzzles: Sequence[Puzzle], seed: int) -> list[Puzzle]:
    """The puzzles of a rush, easiest first; the seed says which of those that are as hard come first. After
    the hardest come those that were left out."""
    chance, ranked = Chance(seed), sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    groups = [chance.shuffled(ranked[start : start + STEP]) for start in range(0, len(ranked), STEP)]
    return [group[place] for place in range(STEP) for group in groups if place < len(group)]


class Rush:
    """One rush. The clock can be another one in a test."""

    def __init__(
        self, puzzles: Sequence[Puzzle], seed: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._waiting = rush_order(puzzles, seed)
        self._clock, self._end = clock, clock() + SECONDS
        self.solved = self.tried = 0

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return max(0.0, self._end - self._clock())

    @property
    def over(self) -> bool:
        """Whether time is up, or there is nothing more to solve."""
        return not self.left or not self._waiting

    @property
    def puzzle(self) -> Puzzle:
        """What is to be solved now."""
        return self._waiting[0]

    def note(self, solved: bool) -> None:
        """The puzzle was tried; the next one comes."""
        self.tried += 1
        self.solved += solved
        del self._waiting[0]
