"""TerrainGrid stores a map as rows of letters, and Board is an assembled board that stores its hexes by
terrain and landmark.

Each expansion registers the letters of its terrains and landmarks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import LOCATION
from kingdom.rules.hexes import (
    BIT,
    COLUMNS,
    COORD_OF,
    HEX_AT,
    ISLAND_COLUMNS,
    ISLAND_MASK,
    ISLAND_ROWS,
    MAIN_BOARD_MASK,
    NEIGHBOR_TUPLES,
    NEIGHBORS,
    ROW_STRIDE,
    ROWS,
    Hex,
    connected_areas,
    iter_hexes,
    neighbors,
)
from kingdom.rules.registry import LANDMARKS, NAME_BY_LETTER, TERRAINS, registry_cache

LOCATION_SYMBOL, NEUTRAL_PIECE_SYMBOL = "+", "#"


def render_hexes(symbol_of: Callable[[Hex], str], island: bool) -> str:
    """Renders one symbol per hex. Odd rows are shifted half a hex to the right, and the island is below the
    main board."""
    lines = [
        " " * (row % 2) + " ".join(symbol_of(HEX_AT[(row, column)]) for column in range(COLUMNS))
        for row in range(ROWS)
    ]
    if island:
        lines.append("")
        lines += [
            " " * (row % 2)
            + " ".join(symbol_of(HEX_AT[("i", row, column)]) for column in range(ISLAND_COLUMNS))
            for row in range(ISLAND_ROWS)
        ]
    return "\n".join(lines)


def format_hexes(hex_set: int) -> str:
    """Renders a set of hexes as a map, with "o" for each member and a dot for every other hex."""
    return render_hexes(lambda hex_id: "o" if hex_set & BIT[hex_id] else ".", bool(hex_set & ISLAND_MASK))


def terrain_letter(board: Board, hex_id: Hex) -> str:
    """Returns the letter of a hex's terrain or landmark, or a plus sign for a location."""
    kind = board.kind_at[hex_id]
    if kind == LOCATION:
        return LOCATION_SYMBOL
    return TERRAINS[kind].letter if kind in TERRAINS else LANDMARKS[kind].letter or "?"


def format_board(board: Board) -> str:
    """Renders the terrain and landmarks of a board."""
    return render_hexes(lambda hex_id: terrain_letter(board, hex_id), board.island is not None)


SECTION_SIZE = 10
ROTATED_SUFFIX = " turned"
"""Suffix for the name of a section that is rotated by 180 degrees (R-GRID-6)."""


def strip_rotation(section: str) -> str:
    """Returns a section's name without the rotation suffix."""
    return section.removesuffix(ROTATED_SUFFIX)


def is_rotated(section: str) -> bool:
    """Returns True if a section is rotated by 180 degrees."""
    return section.endswith(ROTATED_SUFFIX)


def toggle_rotation(section: str) -> str:
    """Returns the name of the same section rotated by 180 degrees."""
    return strip_rotation(section) if is_rotated(section) else section + ROTATED_SUFFIX


@dataclass(frozen=True)
class TerrainGrid:
    """A map as rows of letters. Digits mark location hexes. `locations` pairs each digit with the name of its
    tile."""

    rows: tuple[str, ...]
    locations: tuple[tuple[str, str], ...] = ()

    @classmethod
    def from_text(cls, text: str, **locations: str) -> TerrainGrid:
        """Parses a multi-line string with one row of the map per line. Spaces are ignored. Locations are
        keyword arguments such as `_1="farm"`."""
        rows = tuple(line.replace(" ", "") for line in text.split("\n") if line.strip())
        return cls(rows, tuple(sorted((digit.strip("_"), tile) for digit, tile in locations.items())))

    def rotated(self) -> TerrainGrid:
        """Returns the grid rotated by 180 degrees."""
        return TerrainGrid(tuple(row[::-1] for row in self.rows[::-1]), self.locations)

    def tile_name(self, digit: str) -> str | None:
        """Returns the name of the location tile that a digit stands for."""
        return dict(self.locations).get(digit)


def assemble_grid(sections: Sequence[TerrainGrid]) -> TerrainGrid:
    """Combines four sections (2 x 2) into one grid of 20 x 20. Renumbers the digits so that each kind of
    location has its own digit."""
    tile_names = sorted({tile for section in sections for _, tile in section.locations})
    digit_by_tile = {tile: str(index + 1) for index, tile in enumerate(tile_names)}
    section_rows = []
    for section in sections:
        translation = {ord(digit): digit_by_tile[tile] for digit, tile in section.locations}
        section_rows.append([row.translate(translation) for row in section.rows])
    top = [left + right for left, right in zip(section_rows[0], section_rows[1], strict=True)]
    bottom = [left + right for left, right in zip(section_rows[2], section_rows[3], strict=True)]
    return TerrainGrid(tuple(top + bottom), tuple((digit, tile) for tile, digit in digit_by_tile.items()))


class GridContents(NamedTuple):
    """The content of a grid that is placed at a specific position on the board."""

    hexes_by_kind: tuple[tuple[str, int], ...]
    """Each terrain or kind of landmark in the grid, with its hexes."""
    location_at: dict[Hex, str]
    """The name of the location tile on each location hex."""


@registry_cache(512)
def parse_grid(grid: TerrainGrid, part: str, first_hex: Hex, rows: int, columns: int) -> GridContents:
    """Returns the content of a grid with the given number of rows and columns. Its top left corner is
    `first_hex`, which is in an even row. `part` names the grid in error messages."""
    if len(grid.rows) != rows:
        raise ValidationError(f"the {part} has {len(grid.rows)} rows, not {rows}")
    tiles = dict(grid.locations)
    hexes_by_kind: dict[str, int] = {}
    location_at: dict[Hex, str] = {}
    for r, line in enumerate(grid.rows):
        if len(line) != columns:
            raise ValidationError(f"row {r} of the {part} has {len(line)} hexes, not {columns}")
        for hex_id, letter in enumerate(line, first_hex + ROW_STRIDE * r - r // 2):
            if letter.isdigit():
                if letter not in tiles:
                    raise ValidationError(f"location {letter} at {list(COORD_OF[hex_id])} has no name")
                location_at[hex_id] = tiles[letter]
                kind = LOCATION
            elif letter in NAME_BY_LETTER:
                kind = NAME_BY_LETTER[letter]
            else:
                raise ValidationError(f"unknown letter {letter!r} at {list(COORD_OF[hex_id])}")
            hexes_by_kind[kind] = hexes_by_kind.get(kind, 0) | BIT[hex_id]
    return GridContents(tuple(hexes_by_kind.items()), location_at)


FIRST_HEX_OF_SECTION = tuple(
    [HEX_AT[(row, column)] for row in (0, SECTION_SIZE) for column in (0, SECTION_SIZE)]
)
ISLAND_SHORE = sum([BIT[h] for h in iter_hexes(ISLAND_MASK) if NEIGHBORS[h].bit_count() < 6])
"""The island's hexes next to the sea. The sea counts as water but has no hexes (Q-ISLAND-5)."""


class TerrainNeighbors(dict[str, int]):
    """The hexes of a board next to each terrain, computed when first needed."""

    def __init__(self, hexes_by_terrain: dict[str, int], all_hexes: int) -> None:
        super().__init__()
        self.hexes_by_terrain, self.all_hexes = hexes_by_terrain, all_hexes

    def __missing__(self, terrain: str) -> int:
        hexes = neighbors(self.hexes_by_terrain[terrain]) & self.all_hexes
        if terrain == "water":
            hexes |= ISLAND_SHORE & self.all_hexes
        self[terrain] = hexes
        return hexes


class Board:
    """An assembled board. It is immutable and shared by all copies of a game. Data that few games need is
    computed when first needed."""

    __slots__ = (
        "_all_terrain_areas",
        "_grid",
        "_kind_at",
        "_terrain_areas",
        "all_hexes",
        "castle_neighbors",
        "feature_names",
        "hexes_by_landmark",
        "hexes_by_terrain",
        "island",
        "landmark_hexes",
        "location_at",
        "location_hexes",
        "next_to_landmarks",
        "next_to_locations",
        "next_to_terrain",
        "next_to_tile_spaces",
        "next_to_tile_spaces_set",
        "sections",
        "suitable_hexes",
        "terrain_names",
    )  # fmt: skip

    def __init__(
        self, grid: TerrainGrid | tuple[TerrainGrid, ...], island: TerrainGrid | None = None
    ) -> None:
        """Assembles a board from a whole grid or four sections, from top left to bottom right."""
        self.sections = grid if isinstance(grid, tuple) else None
        self._grid = None if isinstance(grid, tuple) else grid
        self.island = island
        self.all_hexes = MAIN_BOARD_MASK | (ISLAND_MASK if island else 0)
        """All hexes of the board, including the island."""
        if isinstance(grid, tuple):
            contents = [
                parse_grid(section, "section", first_hex, SECTION_SIZE, SECTION_SIZE)
                for section, first_hex in zip(grid, FIRST_HEX_OF_SECTION, strict=True)
            ]
        else:
            contents = [parse_grid(grid, "main board", 0, ROWS, COLUMNS)]
        if island:
            contents.append(
                parse_grid(island, "island board", HEX_AT[("i", 0, 0)], ISLAND_ROWS, ISLAND_COLUMNS)
            )
        hexes_by_kind = {**dict.fromkeys(TERRAINS, 0), **dict.fromkeys(LANDMARKS, 0)}
        locations: list[tuple[Hex, str]] = []
        for part_hexes_by_kind, part_location_at in contents:
            for kind, mask in part_hexes_by_kind:
                hexes_by_kind[kind] |= mask
            locations += part_location_at.items()
        locations.sort()
        self.location_at: dict[Hex, str] = dict(locations)
        """The name of the location tile on each location hex."""
        self.hexes_by_terrain: dict[str, int] = {name: hexes_by_kind[name] for name in TERRAINS}
        """The hexes of each terrain."""
        self.hexes_by_landmark: dict[str, int] = {name: hexes_by_kind[name] for name in LANDMARKS}
        """The hexes of each kind of landmark (R-TERR-3)."""
        self.suitable_hexes = 0
        """Hexes that may be built on (R-TERR-1)."""
        self.landmark_hexes = tile_spaces = 0
        for name, mask in self.hexes_by_terrain.items():
            if mask and TERRAINS[name].suitable:
                self.suitable_hexes |= mask
        for name, mask in self.hexes_by_landmark.items():
            self.landmark_hexes |= mask
            if mask and (name == LOCATION or LANDMARKS[name].holds_tiles):
                tile_spaces |= mask
        self.location_hexes = self.hexes_by_landmark[LOCATION]
        self.terrain_names = frozenset([name for name, mask in self.hexes_by_terrain.items() if mask])
        """The names of all terrains on the board."""
        self.feature_names = self.terrain_names.union(
            [name for name, mask in self.hexes_by_landmark.items() if mask], self.location_at.values()
        )
        """The names of all terrains, landmarks and location tiles on the board."""
        self.castle_neighbors: tuple[int, ...] = tuple(
            [NEIGHBORS[h] for h in iter_hexes(self.hexes_by_landmark["castle"])]
        )
        """For each castle, the hexes around it."""
        self.next_to_landmarks = neighbors(self.landmark_hexes)
        self.next_to_locations = neighbors(self.location_hexes)
        self.next_to_tile_spaces = neighbors(tile_spaces)
        """Hexes where a piece may gain a tile from an adjacent tile space or location."""
        self.next_to_tile_spaces_set = frozenset(
            chain.from_iterable([NEIGHBOR_TUPLES[h] for h in iter_hexes(tile_spaces)])
        )
        """The same hexes as a frozenset, for a fast test of whether a given hex is one of them."""
        self.next_to_terrain = TerrainNeighbors(self.hexes_by_terrain, self.all_hexes)
        """The hexes next to each terrain."""
        self._kind_at: dict[Hex, str] = {}
        self._terrain_areas: dict[str, tuple[int, ...]] = {}
        self._all_terrain_areas: tuple[int, ...] = ()

    def __repr__(self) -> str:
        location_names = ", ".join(sorted(set(self.location_at.values())))
        return f"<Board with {location_names or 'no locations'}{' and an island' if self.island else ''}>"

    def __str__(self) -> str:
        return format_board(self)

    @property
    def grid(self) -> TerrainGrid:
        """The main board as a grid."""
        if self._grid is None:
            assert self.sections is not None
            self._grid = assemble_grid(self.sections)
        return self._grid

    @property
    def kind_at(self) -> dict[Hex, str]:
        """The terrain or kind of landmark of each hex."""
        if not self._kind_at:
            kinds = {**self.hexes_by_terrain, **self.hexes_by_landmark}
            self._kind_at = dict(
                sorted([(h, kind) for kind, mask in kinds.items() for h in iter_hexes(mask)])
            )
        return self._kind_at

    def terrain_areas(self, terrain: str) -> tuple[int, ...]:
        """Returns the connected areas of a terrain (R-TERR-4)."""
        if terrain not in self._terrain_areas:
            self._terrain_areas[terrain] = tuple(connected_areas(self.hexes_by_terrain[terrain]))
        return self._terrain_areas[terrain]

    def all_terrain_areas(self) -> tuple[int, ...]:
        """Returns the connected areas of all terrains."""
        if not self._all_terrain_areas:
            areas = [self.terrain_areas(terrain) for terrain in self.hexes_by_terrain]
            self._all_terrain_areas = tuple(chain.from_iterable(areas))
        return self._all_terrain_areas


@registry_cache(256)
def get_board(grid: TerrainGrid | tuple[TerrainGrid, ...], island: TerrainGrid | None) -> Board:
    """Returns the Board for a whole grid or four sections and an island. Boards are cached because they are
    immutable."""
    return Board(grid, island)
