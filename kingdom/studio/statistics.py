"""A land in numbers, to be held beside the sections of the boxes: hexes and areas of each terrain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kingdom.map_check import cells_of
from kingdom.rules.board import Grid
from kingdom.rules.registry import TERRAINS
from kingdom.studio.ground import ground_of


@dataclass(frozen=True)
class Figures:
    """What a land has of one terrain."""

    hexes: int
    areas: tuple[int, ...]
    """The sizes of its areas, the largest first."""

    @property
    def largest(self) -> int:
        """Hexes of the largest area."""
        return self.areas[0] if self.areas else 0


def figures(grid: Grid) -> dict[str, Figures]:
    """What a land has of each terrain; terrains that are not there too."""
    side, cells = len(grid.rows), cells_of(grid)
    ground = ground_of(side)
    found = {}
    for terrain in TERRAINS:
        places = [r * side + c for (r, c), cell in cells.items() if cell[0] == terrain]
        sizes = sorted((len(area) for area in ground.areas(places)), reverse=True)
        found[terrain] = Figures(len(places), tuple(sizes))
    return found


def mean(numbers: Iterable[float]) -> float:
    """The mean; 0 of nothing."""
    every = list(numbers)
    return sum(every) / len(every) if every else 0.0
