"""Four sections (and the island) become one Board: all that never changes during a game, as sets of hexes.

Land is written as letter grids (see Grid). Which letters there are comes from the boxes: each registers its
terrains and landmarks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kingdom.rules import hexes
from kingdom.rules.hexes import BIT, HEX_AT, NEXT_TO, Hex, Place
from kingdom.rules.letter_map import board_map
from kingdom.rules.registry import LANDMARKS, LETTERS, LOCATION, TERRAINS, BadSetup, remembered

SECTION_SIZE = 10
TURNED = " turned"
"""Behind a section's name: rotated by 180 degrees (R-GRID-6)."""


def unturned(section: str) -> str:
    """A section's name without how it lies."""
    return section.removesuffix(TURNED)


def is_turned(section: str) -> bool:
    """Whether a section lies the other way around."""
    return section.endswith(TURNED)


def turned_around(section: str) -> str:
    """The same section, lying the other way around."""
    return unturned(section) if is_turned(section) else section + TURNED


@dataclass(frozen=True)
class Grid:
    """Land as rows of letters; digits are location hexes, named in `locations` as pairs of digit and tile."""

    rows: tuple[str, ...]
    locations: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, text: str, **locations: str) -> Grid:
        """From a text block with one row a line, spaces ignored; locations as _1="farm"."""
        rows = tuple(line.replace(" ", "") for line in text.split("\n") if line.strip())
        return cls(rows, tuple(sorted((digit.strip("_"), tile) for digit, tile in locations.items())))

    def turned(self) -> Grid:
        """Rotated by 180 degrees."""
        return Grid(tuple(row[::-1] for row in self.rows[::-1]), self.locations)

    def tile(self, digit: str) -> str | None:
        """The location tile a digit stands for."""
        return dict(self.locations).get(digit)


def assemble(sections: Sequence[Grid]) -> Grid:
    """Four sections, 2 x 2, as one grid of 20 x 20; the digits are numbered anew so that each kind of
    location has its own."""
    kinds = sorted({tile for section in sections for _, tile in section.locations})
    digit_of = {tile: str(number + 1) for number, tile in enumerate(kinds)}
    quarters = []
    for section in sections:
        anew = {ord(digit): digit_of[tile] for digit, tile in section.locations}
        quarters.append([row.translate(anew) for row in section.rows])
    top = [left + right for left, right in zip(quarters[0], quarters[1], strict=True)]
    bottom = [left + right for left, right in zip(quarters[2], quarters[3], strict=True)]
    return Grid(tuple(top + bottom), tuple((digit, tile) for tile, digit in digit_of.items()))


class Board:
    """One assembled board. Shared by all copies of a game, never changed."""

    __slots__ = (
        "_areas", "beside", "beside_locations", "beside_spaces", "castles", "cells", "grid", "island",
        "kind_at", "landmark", "landmarks", "location_at", "locations", "near_spaces", "suitable", "terrain",
        "words",
    )  # fmt: skip

    def __init__(self, grid: Grid, island: Grid | None = None) -> None:
        self.grid, self.island = grid, island
        self.cells = hexes.MAIN | (hexes.ISLAND if island else 0)
        """Every hex there is."""
        self.terrain: dict[str, int] = dict.fromkeys(TERRAINS, 0)
        """The hexes of each terrain."""
        self.landmark: dict[str, int] = dict.fromkeys(LANDMARKS, 0)
        """The hexes of each kind of landmark (R-TERR-3)."""
        self.kind_at: dict[Hex, str] = {}
        """Terrain or kind of landmark of each hex."""
        self.location_at: dict[Hex, str] = {}
        """The tile that lies on each location hex."""
        self._read(grid, "main", hexes.ROWS, hexes.COLUMNS)
        if island:
            self._read(island, "island", hexes.ISLAND_ROWS, hexes.ISLAND_COLUMNS)
        self.words = frozenset((*self.kind_at.values(), *self.location_at.values()))
        """All that lies on it: terrains, landmarks, tiles."""
        self.suitable = sum(self.terrain[name] for name, terrain in TERRAINS.items() if terrain.suitable)
        """Hexes that may be built on (R-TERR-1)."""
        self.locations = self.landmark[LOCATION]
        self.landmarks = sum(self.landmark.values())
        self.castles: tuple[int, ...] = tuple(NEXT_TO[h] for h in hexes.hexes_of(self.landmark["castle"]))
        """For each castle the hexes around it."""
        self.beside_locations = hexes.neighbours(self.locations)
        self.beside_spaces = self.beside_locations | hexes.neighbours(
            sum(mask for name, mask in self.landmark.items() if LANDMARKS[name].space)
        )
        """The hexes where a piece may gain something that lies on a space."""
        self.near_spaces = frozenset(hexes.hexes_of(self.beside_spaces))
        """The same, for asking about one hex."""
        self.beside: dict[str, int] = {
            name: hexes.neighbours(mask) & self.cells for name, mask in self.terrain.items()
        }
        """The hexes next to each terrain."""
        if island:  # the sea around the island is water without hexes (Q-ISLAND-5)
            self.beside["water"] |= sum(
                BIT[h] for h in hexes.hexes_of(hexes.ISLAND) if NEXT_TO[h].bit_count() < 6
            )
        self._areas: dict[str, tuple[int, ...]] = {}

    def __repr__(self) -> str:
        places = ", ".join(sorted(set(self.location_at.values())))
        return f"<Board with {places or 'no locations'}{' and an island' if self.island else ''}>"

    def __str__(self) -> str:
        return board_map(self)

    def _read(self, grid: Grid, board: str, rows: int, columns: int) -> None:
        if len(grid.rows) != rows:
            raise BadSetup(f"the {board} board has {len(grid.rows)} rows, not {rows}")
        tiles = dict(grid.locations)
        for r, line in enumerate(grid.rows):
            if len(line) != columns:
                raise BadSetup(f"row {r} of the {board} board has {len(line)} hexes, not {columns}")
            for c, letter in enumerate(line):
                place: Place = (r, c) if board == "main" else ("i", r, c)
                number = HEX_AT[place]
                if letter.isdigit():
                    if letter not in tiles:
                        raise BadSetup(f"location {letter} at {list(place)} has no name")
                    self.location_at[number] = tiles[letter]
                    self.landmark[LOCATION] |= BIT[number]
                    self.kind_at[number] = LOCATION
                elif letter in LETTERS:
                    kind = LETTERS[letter]
                    masks = self.terrain if kind in TERRAINS else self.landmark
                    masks[kind] |= BIT[number]
                    self.kind_at[number] = kind
                else:
                    raise BadSetup(f"unknown letter {letter!r} at {list(place)}")

    def areas(self, terrain: str) -> tuple[int, ...]:
        """The terrain areas of one kind (R-TERR-4)."""
        if terrain not in self._areas:
            self._areas[terrain] = tuple(hexes.areas(self.terrain[terrain]))
        return self._areas[terrain]


@remembered(256)
def board_of(grid: Grid, island: Grid | None) -> Board:
    """The Board of these grids; made once, as boards never change."""
    return Board(grid, island)
