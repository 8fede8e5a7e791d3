"""What is still wrong or odd with a land that is drawn, and how it compares with the sections of the boxes.

What is wrong comes from the same check as on the command line; what is odd can be played, but no section of
the boxes has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from kingdom.map_check import Cells, Problem, carded_terrains, land_problems
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


Usual = tuple[int, int]
"""The fewest and the most that sections of the boxes have of something."""


@dataclass(frozen=True)
class TerrainCompared:
    """What a land has of a terrain, beside what the sections of the boxes have."""

    terrain: str
    here: Figures
    hexes: Usual | None
    """On a board, that of four sections; on an island nothing is usual."""
    areas: Usual | None
    largest: Usual | None
    """Areas and the hexes of the largest one; not on a board, where those of sections join."""

    @property
    def usual(self) -> bool:
        """Whether it has no less and no more than they have."""
        here = (self.here.hexes, len(self.here.areas), self.here.largest)
        return all(
            usual is None or usual[0] <= many <= usual[1]
            for many, usual in zip(here, (self.hexes, self.areas, self.largest), strict=True)
        )


def compare(grid: Grid, kind: str) -> list[TerrainCompared]:
    """The terrains that are on the land or on every section, each beside the published sections."""
    times = MANY.get(kind, 0)
    here, spread = figures(grid), _spread()
    found = []
    for terrain in TERRAINS:
        hexes, areas, largest = spread.get(terrain, (None, None, None))
        if here[terrain].hexes or (hexes and hexes[0]):
            alike = kind == "section"
            found.append(
                TerrainCompared(
                    terrain,
                    here[terrain],
                    (hexes[0] * times, hexes[1] * times) if hexes and times else None,
                    areas if alike else None,
                    largest if alike else None,
                )
            )
    return found


@cache
def _spread() -> dict[str, tuple[Usual, Usual, Usual]]:
    """Of each terrain that a section has: fewest and most hexes, areas, and hexes of the largest area."""
    sections = [figures(grid) for box in BOXES.values() for grid in box.sections.values()]
    found = {}
    for terrain in TERRAINS:
        there = [section[terrain] for section in sections]
        if any(one.hexes for one in there):
            hexes, areas, largest = (
                (min(many), max(many))
                for many in (
                    [one.hexes for one in there],
                    [len(one.areas) for one in there],
                    [one.largest for one in there],
                )
            )
            found[terrain] = (hexes, areas, largest)
    return found
