"""The library of shipped puzzles, puzzle filters, and the selection of the next puzzle by rating.

Files that cannot be read are reported and skipped."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kingdom.json_codec import from_json_file, load_json_folder
from kingdom.learn.puzzle import FORMAT, Puzzle
from kingdom.paths import PACKAGE_DIR
from kingdom.rules.errors import ValidationError


@dataclass(frozen=True)
class PuzzleLibrary:
    """The puzzles, easiest first, and the errors of files that could not be read."""

    puzzles: tuple[Puzzle, ...]
    errors: dict[str, str]

    def get(self, puzzle_id: str) -> Puzzle | None:
        """Returns the puzzle with this ID, if there is one."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == puzzle_id), None)


@dataclass(frozen=True)
class _PuzzleFile:
    puzzles: tuple[Puzzle, ...]


def load_puzzles(folder: Path) -> PuzzleLibrary:
    puzzles_by_id: dict[str, Puzzle] = {}

    def add_puzzles(_: str, data: Any) -> None:
        file_puzzles = from_json_file(_PuzzleFile, data, FORMAT).puzzles
        duplicates = [puzzle.id for puzzle in file_puzzles if puzzle.id in puzzles_by_id]
        if duplicates:
            raise ValidationError(f"{duplicates[0]} appears twice")
        puzzles_by_id.update((puzzle.id, puzzle) for puzzle in file_puzzles)

    _, errors = load_json_folder(folder, add_puzzles)
    return PuzzleLibrary(
        tuple(sorted(puzzles_by_id.values(), key=lambda puzzle: (puzzle.rating, puzzle.id))), errors
    )


def puzzles_folder() -> Path:
    return PACKAGE_DIR / "learn" / "puzzles"


@cache
def shipped_puzzles() -> PuzzleLibrary:
    """Returns the shipped puzzles, loaded once."""
    return load_puzzles(puzzles_folder())


BASE, MIXED, PERSONAL = "base", "mixed", "own"
PERSONAL_ID_PREFIX = "own-"
"""Prefix of the IDs of puzzles made from the player's own games."""
MIXED_MIN_EXPANSIONS = 3
"""Minimum number of expansions, counting the base game, for a puzzle to be listed as mixed."""


@dataclass(frozen=True)
class PuzzleFilter:
    """Selects puzzles. A field that is None matches any puzzle."""

    expansion: str | None = None
    """The name of an expansion, MIXED or PERSONAL."""
    kind: str | None = None
    tag: str | None = None
    """A Kingdom Builder card, or an action used by the solution."""
    solved: bool | None = None

    def matches(self, puzzle: Puzzle, solved: Collection[str]) -> bool:
        """Returns True if the puzzle passes the filter."""
        return (
            (self.expansion is None or self._matches_expansion(puzzle))
            and (self.kind is None or puzzle.kind == self.kind)
            and (self.tag is None or self.tag in puzzle.tags)
            and (self.solved is None or (puzzle.id in solved) == self.solved)
        )

    def _matches_expansion(self, puzzle: Puzzle) -> bool:
        if self.expansion == PERSONAL:
            return puzzle.id.startswith(PERSONAL_ID_PREFIX)
        if self.expansion == MIXED:
            return len(puzzle.expansions) >= MIXED_MIN_EXPANSIONS
        if self.expansion == BASE:
            return puzzle.expansions == (BASE,)
        return self.expansion in puzzle.expansions and len(puzzle.expansions) < MIXED_MIN_EXPANSIONS


def next_puzzle(
    puzzles: Sequence[Puzzle],
    player_rating: float,
    deviation: float,
    solved: Collection[str],
    tried: Collection[str],
    puzzle_ratings: Mapping[str, float],
    exclude: str = "",
) -> Puzzle | None:
    """Returns the puzzle closest to the player's rating. Untried puzzles come first, then failed ones, then
    solved ones.

    A high deviation lowers the target rating, so players with an uncertain rating start with easier puzzles.
    The puzzle `exclude` is returned only if there is no other puzzle.
    """
    target = player_rating - deviation / 2

    def sort_key(puzzle: Puzzle) -> tuple[bool, int, float, str]:
        progress = 2 if puzzle.id in solved else 1 if puzzle.id in tried else 0
        return (
            puzzle.id == exclude,
            progress,
            abs(puzzle_ratings.get(puzzle.id, puzzle.rating) - target),
            puzzle.id,
        )

    return min(puzzles, key=sort_key, default=None)
