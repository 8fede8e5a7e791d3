"""TerrainGrid stores a map as rows of letters, and Board is an assembled board that stores its hexes by
terrain and landmark.

Each expansion registers the letters of its terrains and landmarks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kingdom.rules import hexes
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import LOCATION
from kingdom.rules.hexes import (
    BIT,
    COLUMNS,
    HEX_AT,
    ISLAND_COLUMNS,
    ISLAND_MASK,
    ISLAND_ROWS,
    NEIGHBORS,
    ROWS,
    Coord,
    Hex,
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


class Board:
    """An assembled board. It is immutable and shared by all copies of a game."""

    __slots__ = (
        "_terrain_areas",
        "all_hexes",
        "castle_neighbors",
        "feature_names",
        "grid",
        "hexes_by_landmark",
        "hexes_by_terrain",
        "island",
        "kind_at",
        "landmark_hexes",
        "location_at",
        "location_hexes",
        "next_to_landmarks",
        "next_to_locations",
        "next_to_terrain",
        "next_to_tile_spaces",
        "next_to_tile_spaces_set",
        "suitable_hexes",
    )  # fmt: skip

    def __init__(self, grid: TerrainGrid, island: TerrainGrid | None = None) -> None:
        self.grid, self.island = grid, island
        self.all_hexes = hexes.MAIN_BOARD_MASK | (hexes.ISLAND_MASK if island else 0)
        """All hexes of the board, including the island."""
        self.hexes_by_terrain: dict[str, int] = dict.fromkeys(TERRAINS, 0)
        """The hexes of each terrain."""
        self.hexes_by_landmark: dict[str, int] = dict.fromkeys(LANDMARKS, 0)
        """The hexes of each kind of landmark (R-TERR-3)."""
        self.kind_at: dict[Hex, str] = {}
        """The terrain or kind of landmark of each hex."""
        self.location_at: dict[Hex, str] = {}
        """The name of the location tile on each location hex."""
        self._read_grid(grid, "main", hexes.ROWS, hexes.COLUMNS)
        if island:
            self._read_grid(island, "island", hexes.ISLAND_ROWS, hexes.ISLAND_COLUMNS)
        self.feature_names = frozenset((*self.kind_at.values(), *self.location_at.values()))
        """The names of all terrains, landmarks and location tiles on the board."""
        self.suitable_hexes = sum(
            self.hexes_by_terrain[name] for name, terrain in TERRAINS.items() if terrain.suitable
        )
        """Hexes that may be built on (R-TERR-1)."""
        self.location_hexes = self.hexes_by_landmark[LOCATION]
        self.landmark_hexes = sum(self.hexes_by_landmark.values())
        self.castle_neighbors: tuple[int, ...] = tuple(
            NEIGHBORS[h] for h in hexes.iter_hexes(self.hexes_by_landmark["castle"])
        )
        """For each castle, the hexes around it."""
        self.next_to_landmarks = hexes.neighbors(self.landmark_hexes)
        self.next_to_locations = hexes.neighbors(self.location_hexes)
        self.next_to_tile_spaces = self.next_to_locations | hexes.neighbors(
            sum(mask for name, mask in self.hexes_by_landmark.items() if LANDMARKS[name].holds_tiles)
        )
        """Hexes where a piece may gain a tile from an adjacent tile space or location."""
        self.next_to_tile_spaces_set = frozenset(hexes.iter_hexes(self.next_to_tile_spaces))
        """The same hexes as a frozenset, for a fast test of whether a given hex is one of them."""
        self.next_to_terrain: dict[str, int] = {
            name: hexes.neighbors(mask) & self.all_hexes for name, mask in self.hexes_by_terrain.items()
        }
        """The hexes next to each terrain."""
        if island:  # The sea around the island counts as water but has no hexes (Q-ISLAND-5).
            self.next_to_terrain["water"] |= sum(
                BIT[h] for h in hexes.iter_hexes(hexes.ISLAND_MASK) if NEIGHBORS[h].bit_count() < 6
            )
        self._terrain_areas: dict[str, tuple[int, ...]] = {}

    def __repr__(self) -> str:
        location_names = ", ".join(sorted(set(self.location_at.values())))
        return f"<Board with {location_names or 'no locations'}{' and an island' if self.island else ''}>"

    def __str__(self) -> str:
        return format_board(self)

    def _read_grid(self, grid: TerrainGrid, board_name: str, rows: int, columns: int) -> None:
        if len(grid.rows) != rows:
            raise ValidationError(f"the {board_name} board has {len(grid.rows)} rows, not {rows}")
        tiles = dict(grid.locations)
        for r, line in enumerate(grid.rows):
            if len(line) != columns:
                raise ValidationError(
                    f"row {r} of the {board_name} board has {len(line)} hexes, not {columns}"
                )
            for c, letter in enumerate(line):
                coord: Coord = (r, c) if board_name == "main" else ("i", r, c)
                hex_id = HEX_AT[coord]
                if letter.isdigit():
                    if letter not in tiles:
                        raise ValidationError(f"location {letter} at {list(coord)} has no name")
                    self.location_at[hex_id] = tiles[letter]
                    self.hexes_by_landmark[LOCATION] |= BIT[hex_id]
                    self.kind_at[hex_id] = LOCATION
                elif letter in NAME_BY_LETTER:
                    kind = NAME_BY_LETTER[letter]
                    hexes_by_kind = self.hexes_by_terrain if kind in TERRAINS else self.hexes_by_landmark
                    hexes_by_kind[kind] |= BIT[hex_id]
                    self.kind_at[hex_id] = kind
                else:
                    raise ValidationError(f"unknown letter {letter!r} at {list(coord)}")

    def terrain_areas(self, terrain: str) -> tuple[int, ...]:
        """Returns the connected areas of a terrain (R-TERR-4)."""
        if terrain not in self._terrain_areas:
            self._terrain_areas[terrain] = tuple(hexes.connected_areas(self.hexes_by_terrain[terrain]))
        return self._terrain_areas[terrain]


@registry_cache(256)
def get_board(grid: TerrainGrid, island: TerrainGrid | None) -> Board:
    """Returns the Board for these grids. Boards are cached because they are immutable."""
    return Board(grid, island)
