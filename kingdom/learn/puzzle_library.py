"""The puzzles that came with the game. A file that is broken is named and left out."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kingdom.files import NotJson, parse_json, read_text, why
from kingdom.learn.puzzle import FORMAT, Puzzle, read_puzzle
from kingdom.paths import PACKAGE
from kingdom.rules.json_values import read_dict, read_list
from kingdom.rules.registry import BadSetup

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Puzzles:
    """The puzzles, easiest first, and what is wrong with files that could not be read."""

    puzzles: tuple[Puzzle, ...]
    broken: dict[str, str]

    def named(self, name: str) -> Puzzle | None:
        """A puzzle by its name."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == name), None)


def read_puzzles(folder: Path) -> Puzzles:
    """All puzzles of a folder."""
    found: dict[str, Puzzle] = {}
    broken: dict[str, str] = {}
    for path in sorted(folder.glob("*.json")):
        try:
            data = read_dict(parse_json(read_text(path)), "puzzles", ("format", "puzzles"))
            if data.get("format") != FORMAT:
                raise BadSetup(f"format: {data.get('format')!r} is not {FORMAT!r}")
            entries = read_list(data.get("puzzles"), "puzzles")
            read = [read_puzzle(entry, f"puzzles[{number}]") for number, entry in enumerate(entries)]
            twice = [puzzle.id for puzzle in read if puzzle.id in found]
            if twice:
                raise BadSetup(f"{twice[0]} is there twice")
            found |= {puzzle.id: puzzle for puzzle in read}
        except (BadSetup, NotJson, OSError) as error:
            broken[path.name] = why(error)
            log.warning("puzzles %s: %s", path.name, error)
    return Puzzles(tuple(sorted(found.values(), key=lambda puzzle: (puzzle.rating, puzzle.id))), broken)


def row(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as `kingdom puzzles --json` lists it."""
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "boxes": list(puzzle.boxes),
        "tags": list(puzzle.tags),
        "gold": puzzle.gold,
        "second": puzzle.second,
        "ways": puzzle.ways,
        "steps": len(puzzle.solution),
        "missed": list(puzzle.missed),
        "rating": puzzle.rating,
    }


def sample(puzzles: Sequence[Puzzle], number: int | None) -> list[Puzzle]:
    """So many puzzles, spread evenly over all; all if no number is given."""
    if number is None or number >= len(puzzles):
        return list(puzzles)
    return [puzzles[place * len(puzzles) // number] for place in range(number)] if number > 0 else []


def puzzles_folder() -> Path:
    """Where the shipped puzzles are."""
    return PACKAGE / "learn" / "puzzles"


@cache
def shipped() -> Puzzles:
    """The puzzles that came with the game, read once."""
    return read_puzzles(puzzles_folder())
