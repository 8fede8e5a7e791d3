"""A map read for painting: what ground lies on every hex, and which hexes hold landmarks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kingdom.rules.registry import LETTERS, TERRAINS
from kingdom.ui.draw.geometry import neighbours

Cell = tuple[int, int]
"""Row and column of a hex."""


class BadGrid(ValueError):
    """The map is not rows of equal length with known letters."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What lies where: the terrain of every hex (landmarks already have the ground they stand on) and which
    hexes hold landmarks."""

    rows: int
    columns: int
    terrain: dict[Cell, str]
    landmarks: frozenset[Cell]

    def holds(self, place: Cell) -> bool:
        """Whether a hex is on the map itself, not in the sea around it."""
        return 0 <= place[0] < self.rows and 0 <= place[1] < self.columns

    def of(self, terrain: str) -> list[Cell]:
        return [place for place, kind in self.terrain.items() if kind == terrain]


def survey(grid: Sequence[str], sea: bool = False) -> Survey:
    """Read a map: the letters of the boxes, and digits for locations. With `sea`, open water lies around it,
    two hexes wide."""
    return _survey(tuple("".join(row.split()) for row in grid), sea)


@lru_cache(maxsize=4)  # a stroke asks for the land before and after it, and for each part that it changes
def _survey(rows: tuple[str, ...], sea: bool) -> Survey:
    if not rows or any(len(row) != len(rows[0]) or not row for row in rows):
        raise BadGrid("a map needs rows of equal length")
    terrain: dict[Cell, str] = {}
    landmarks: set[Cell] = set()
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            kind = LETTERS.get(letter)
            if kind in TERRAINS:
                terrain[r, c] = kind
            elif kind is not None or letter.isdigit():
                landmarks.add((r, c))
            else:
                raise BadGrid(f"unknown letter {letter!r} in row {r}, column {c}")
    _settle_landmarks(terrain, landmarks)
    if sea:
        for r in range(-2, len(rows) + 2):
            for c in range(-2, len(rows[0]) + 2):
                terrain.setdefault((r, c), "water")
    return Survey(len(rows), len(rows[0]), terrain, frozenset(landmarks))


def _settle_landmarks(terrain: dict[Cell, str], landmarks: set[Cell]) -> None:
    """Give each landmark the ground that most of its neighbours have; water and mountain only where there is
    nothing else."""
    waiting = sorted(landmarks)
    while waiting:
        settled = {place: ground for place in waiting if (ground := _common_ground(terrain, place))}
        if not settled:
            settled = dict.fromkeys(waiting, "grass")
        terrain.update(settled)
        waiting = [place for place in waiting if place not in settled]


def _common_ground(terrain: dict[Cell, str], place: Cell) -> str | None:
    around = Counter(terrain[near] for near in neighbours(*place) if near in terrain)
    if not around:
        return None
    return max(around, key=lambda kind: (kind not in ("water", "mountain"), around[kind], kind))
