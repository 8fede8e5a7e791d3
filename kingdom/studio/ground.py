"""The hexes of a land of any size, numbered row by row: neighbours, distances, quarters. Odd rows lie half a
hex to the right (R-GRID-1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from kingdom.map_check import SIZES

QUARTER = SIZES["section"]
"""Hexes to each side of a section: a board has four quarters of this size."""


class Ground:
    """What depends on nothing but the size of a land."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.places = range(side * side)
        self.near: tuple[tuple[int, ...], ...] = tuple(self._neighbours(place) for place in self.places)
        """The neighbours of each hex."""
        self.edge: tuple[bool, ...] = tuple(
            place // side in (0, side - 1) or place % side in (0, side - 1) for place in self.places
        )
        """Whether a hex is on the edge."""
        self.quarter: tuple[int, ...] = tuple(
            place // side // QUARTER * 2 + place % side // QUARTER for place in self.places
        )
        """The quarter each hex is in; a section and an island have only one."""
        self._axial = tuple((place % side - place // side // 2, place // side) for place in self.places)

    def _neighbours(self, place: int) -> tuple[int, ...]:
        row, column = divmod(place, self.side)
        slant = column - 1 + row % 2
        around = (
            (row - 1, slant), (row - 1, slant + 1), (row, column - 1), (row, column + 1),
            (row + 1, slant), (row + 1, slant + 1),
        )  # fmt: skip
        return tuple(r * self.side + c for r, c in around if 0 <= r < self.side and 0 <= c < self.side)

    def distance(self, one: int, other: int) -> int:
        """Steps from one hex to another."""
        (q1, r1), (q2, r2) = self._axial[one], self._axial[other]
        return max(abs(q1 - q2), abs(r1 - r2), abs(q1 - q2 + r1 - r2))

    def areas(self, places: Iterable[int]) -> list[list[int]]:
        """The connected groups of some hexes, each in the order of the hexes' numbers."""
        left, found = set(places), []
        for first in sorted(left):
            if first not in left:
                continue
            left.remove(first)
            area = [first]
            for place in area:
                more = [other for other in self.near[place] if other in left]
                left.difference_update(more)
                area += more
            found.append(sorted(area))
        return found

    def touching(self, places: Collection[int]) -> set[int]:
        """The hexes beside some hexes."""
        return {other for place in places for other in self.near[place]}.difference(places)


@cache
def ground_of(side: int) -> Ground:
    """The ground of a size; made once."""
    return Ground(side)
