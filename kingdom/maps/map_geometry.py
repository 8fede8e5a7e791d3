"""Neighbors, distances, quarters and connected areas for maps of any size, and statistics about terrains.

Hexes are numbered row by row. Odd rows are shifted half a hex to the right (R-GRID-1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

from kingdom.maps.tiled import MAP_SIZES, grid_to_contents
from kingdom.rules.board import TerrainGrid
from kingdom.rules.registry import TERRAINS

QUARTER_SIDE = MAP_SIZES["section"]
"""Side length of a section; a board has four quarters of this size."""


class MapGeometry:
    """The geometry of a map, which depends only on the size of the map."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.hexes = range(side * side)
        self.neighbors: tuple[tuple[int, ...], ...] = tuple(
            self._neighbors_of(hex_index) for hex_index in self.hexes
        )
        """The neighbors of each hex."""
        self.is_edge: tuple[bool, ...] = tuple(
            hex_index // side in (0, side - 1) or hex_index % side in (0, side - 1)
            for hex_index in self.hexes
        )
        """True for hexes on the edge of the map."""
        self.quarter_of: tuple[int, ...] = tuple(
            hex_index // side // QUARTER_SIDE * 2 + hex_index % side // QUARTER_SIDE
            for hex_index in self.hexes
        )
        """The quarter of each hex; sections and islands have only one."""
        self._axial = tuple(
            (hex_index % side - hex_index // side // 2, hex_index // side) for hex_index in self.hexes
        )

    def _neighbors_of(self, hex_index: int) -> tuple[int, ...]:
        row, column = divmod(hex_index, self.side)
        first_column = column - 1 + row % 2
        coords = (
            (row - 1, first_column), (row - 1, first_column + 1), (row, column - 1), (row, column + 1),
            (row + 1, first_column), (row + 1, first_column + 1),
        )  # fmt: skip
        return tuple(r * self.side + c for r, c in coords if 0 <= r < self.side and 0 <= c < self.side)

    def distance(self, first: int, second: int) -> int:
        """Returns the number of steps between two hexes."""
        (q1, r1), (q2, r2) = self._axial[first], self._axial[second]
        return max(abs(q1 - q2), abs(r1 - r2), abs(q1 - q2 + r1 - r2))

    def connected_areas(self, hexes: Iterable[int]) -> list[list[int]]:
        """Returns the connected areas of a set of hexes, each sorted."""
        remaining, areas = set(hexes), []
        for first in sorted(remaining):
            if first not in remaining:
                continue
            remaining.remove(first)
            area = [first]
            for hex_index in area:
                added = [other for other in self.neighbors[hex_index] if other in remaining]
                remaining.difference_update(added)
                area += added
            areas.append(sorted(area))
        return areas

    def hexes_next_to(self, hexes: Collection[int]) -> set[int]:
        return {other for hex_index in hexes for other in self.neighbors[hex_index]}.difference(hexes)


@cache
def geometry_for(side: int) -> MapGeometry:
    """Returns the geometry for a map size (cached)."""
    return MapGeometry(side)


@dataclass(frozen=True)
class TerrainStats:
    """Statistics about one terrain: the number of hexes and the areas."""

    hex_count: int
    area_sizes: tuple[int, ...]
    """Sizes of the areas, largest first."""

    @property
    def largest_area(self) -> int:
        """Size of the largest area."""
        return self.area_sizes[0] if self.area_sizes else 0


def terrain_stats(grid: TerrainGrid) -> dict[str, TerrainStats]:
    """Returns the statistics for every terrain, including terrains that are not on the map."""
    side, cells = len(grid.rows), grid_to_contents(grid)
    geometry = geometry_for(side)
    stats = {}
    for terrain in TERRAINS:
        hexes = [r * side + c for (r, c), cell in cells.items() if cell[0] == terrain]
        sizes = sorted((len(area) for area in geometry.connected_areas(hexes)), reverse=True)
        stats[terrain] = TerrainStats(len(hexes), tuple(sizes))
    return stats
