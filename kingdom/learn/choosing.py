"""Which puzzle comes next: what is wanted, and what fits a rating."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from kingdom.learn.puzzle import Puzzle

BASE, MIXED, OWN = "base", "mixed", "own"
OWN_ID = "own-"
"""Begins the names of puzzles from one's own games."""
SEVERAL = 3
"""Boxes on a table that is mixed: the base game and at least two others."""


@dataclass(frozen=True)
class WantedPuzzles:
    """Which puzzles are wanted; what is None does not matter."""

    box: str | None = None
    """A box, MIXED or OWN."""
    kind: str | None = None
    tag: str | None = None
    """A card, or an action of the solution."""
    solved: bool | None = None

    def holds(self, puzzle: Puzzle, solved: Collection[str]) -> bool:
        """Whether a puzzle is wanted."""
        return (
            (self.box is None or self._in_box(puzzle))
            and (self.kind is None or puzzle.kind == self.kind)
            and (self.tag is None or self.tag in puzzle.tags)
            and (self.solved is None or (puzzle.id in solved) == self.solved)
        )

    def _in_box(self, puzzle: Puzzle) -> bool:
        if self.box == OWN:
            return puzzle.id.startswith(OWN_ID)
        if self.box == MIXED:
            return len(puzzle.boxes) >= SEVERAL
        if self.box == BASE:
            return puzzle.boxes == (BASE,)
        return self.box in puzzle.boxes and len(puzzle.boxes) < SEVERAL


def next_puzzle(
    puzzles: Sequence[Puzzle],
    points: float,
    deviation: float,
    solved: Collection[str],
    tried: Collection[str],
    ratings: Mapping[str, float],
    but: str = "",
) -> Puzzle | None:
    """The puzzle that fits somebody best: new ones first, then those that were missed, then any. Whoever is
    not well known yet begins with easier ones. `but` is left out if there is another."""
    target = points - deviation / 2

    def strangeness(puzzle: Puzzle) -> tuple[bool, int, float, str]:
        known = 2 if puzzle.id in solved else 1 if puzzle.id in tried else 0
        return puzzle.id == but, known, abs(ratings.get(puzzle.id, puzzle.rating) - target), puzzle.id

    return min(puzzles, key=strangeness, default=None)
