"""What is still wrong or odd with a land that is drawn, and how it compares with the sections of the boxes.

What is wrong comes from the same check as on the command line; what is odd can be played, but no section of
the boxes has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from kingdom.level_check import Cells, Problem, carded_terrains, land_problems
from kingdom.rules.board import Grid
from kingdom.rules.registry import BOXES, LANDMARKS, LOCATION, TERRAINS
from kingdom.studio.ground import ground_of
from kingdom.studio.statistics import Figures, figures

LONE_IS_FINE = ("water", "mountain")
CLOSE = 2
"""Steps between landmarks that are too few."""
MANY = {"section": 1, "board": 4}
"""Sections that a land is as large as; an island has none beside it."""


def wrong(cells: Cells, kind: str) -> list[Problem]:
    """What keeps a land from being played."""
    return land_problems(cells, kind)


def odd(cells: Cells, kind: str) -> list[Problem]:
    """What can be played but is unlike every section of the boxes."""
    side = round(len(cells) ** 0.5)
    ground = ground_of(side)
    found = []
    for terrain in TERRAINS:
        places = [r * side + c for (r, c), cell in cells.items() if cell[0] == terrain]
        lone = [divmod(area[0], side) for area in ground.areas(places) if len(area) == 1]
        if lone and terrain not in LONE_IS_FINE:
            found.append(Problem("lone_hex", {"terrain": terrain, "count": len(lone)}, tuple(lone)))
        if not places and terrain in carded_terrains() and kind == "section":
            found.append(Problem("missing_terrain", {"terrain": terrain}))
    marks = [r * side + c for (r, c), cell in cells.items() if cell[0] in LANDMARKS]
    edge = [divmod(place, side) for place in marks if ground.edge[place] and kind != "island"]
    edge = [place for place in edge if cells[place][0] == LOCATION]
    if edge:
        found.append(Problem("location_on_edge", {"count": len(edge)}, tuple(edge)))
    close = {
        place
        for pair in combinations(marks, 2)
        if ground.distance(*pair) <= CLOSE and kind != "island"
        for place in pair
    }
    if close:
        found.append(Problem("close_landmarks", {}, tuple(divmod(place, side) for place in sorted(close))))
    return found


@dataclass(frozen=True)
class Beside:
    """What a land has of a terrain, beside what the sections of the boxes have."""

    terrain: str
    here: Figures
    fewest: int
    most: int
    """Hexes of the sections that have the least and the most of it, times as many as the land is large."""

    @property
    def usual(self) -> bool:
        """Whether it has no less and no more than they have."""
        return self.fewest <= self.here.hexes <= self.most


def compare(grid: Grid, kind: str) -> list[Beside]:
    """The terrains that are on the land or on every section, each beside the published sections."""
    times = MANY.get(kind, 0)
    here, spread = figures(grid), _spread()
    found = []
    for terrain in TERRAINS:
        fewest, most = spread.get(terrain, (0, 0))
        if here[terrain].hexes or fewest:
            found.append(Beside(terrain, here[terrain], fewest * times, most * times))
    return found


@cache
def _spread() -> dict[str, tuple[int, int]]:
    """Fewest and most hexes of each terrain among the sections that have it."""
    sections = [grid for box in BOXES.values() for grid in box.sections.values()]
    found = {}
    for terrain in TERRAINS:
        counts = [figures(grid)[terrain].hexes for grid in sections]
        there = [count for count in counts if count]
        if there:
            found[terrain] = (min(counts), max(counts))
    return found
