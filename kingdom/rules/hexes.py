"""Sets of hexes as plain ints, one bit per hex.

The main board has 20x20 pointy-top hexes. Odd rows are shifted half a hex to the right (R-GRID-1). Row r
starts at bit 22 * r - r // 2. Each of the six directions is therefore a constant shift for every hex. The one
or two unused bits after each row absorb shifts that leave the board. The island is a separate 5x5 board in
rows 22 to 26 of the same int. The two empty rows in between keep the boards apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

ROWS = COLUMNS = 20
ISLAND_ROWS = ISLAND_COLUMNS = 5
ISLAND_TOP_ROW = 22
"""The row of the int where the island starts. The number is even, so the island's rows are offset like the
rows of the main board."""

ROW_STRIDE = 22
EAST, SOUTH_EAST, SOUTH_WEST = 1, ROW_STRIDE, ROW_STRIDE - 1
"""Shift a set left by one of these amounts to move it in that direction. Shift it right to move it in the
opposite direction."""

AXES = (EAST, SOUTH_EAST, SOUTH_WEST)
"""The directions of the three axes (R-GRID-3). None of them is vertical."""

Hex = int
"""A hex ID: the index of its bit."""

Coord = tuple[int, int] | tuple[str, int, int]
"""The coordinates of a hex: (row, column) from the top left, or ("i", row, column) on the island."""


def _bit_index(row: int, column: int) -> Hex:
    return ROW_STRIDE * row - row // 2 + column


HEX_AT: dict[Coord, Hex] = {(r, c): _bit_index(r, c) for r in range(ROWS) for c in range(COLUMNS)}
HEX_AT.update(
    {
        ("i", r, c): _bit_index(ISLAND_TOP_ROW + r, c)
        for r in range(ISLAND_ROWS)
        for c in range(ISLAND_COLUMNS)
    }
)
"""Maps coordinates to hex IDs."""

COORD_OF: dict[Hex, Coord] = {hex_id: coord for coord, hex_id in HEX_AT.items()}
"""Maps hex IDs to coordinates."""

BIT_LENGTH = 1 + max(COORD_OF)
BIT: Final[tuple[int, ...]] = tuple(1 << hex_id for hex_id in range(BIT_LENGTH))
"""BIT[h] is the set that contains only h. Looking it up is faster than computing a shift."""

MAIN_BOARD_MASK = sum(BIT[hex_id] for coord, hex_id in HEX_AT.items() if len(coord) == 2)
ISLAND_MASK = sum(BIT[hex_id] for coord, hex_id in HEX_AT.items() if len(coord) == 3)
ALL_HEXES_MASK: Final = MAIN_BOARD_MASK | ISLAND_MASK


def neighbors(hexes: int) -> int:
    """Returns all hexes adjacent to at least one hex of the set (R-GRID-2). Members of the set are included
    if they are adjacent to another member."""
    return (
        (hexes << 1) | (hexes >> 1) | (hexes << 22) | (hexes >> 22) | (hexes << 21) | (hexes >> 21)
    ) & ALL_HEXES_MASK


NEIGHBORS: Final[tuple[int, ...]] = tuple(
    neighbors(BIT[hex_id]) if hex_id in COORD_OF else 0 for hex_id in range(BIT_LENGTH)
)
"""NEIGHBORS[h] is the set of hexes adjacent to h."""


def neighbors_of_small_set(hexes: int) -> int:
    """Returns the same result as `neighbors`, but is faster for sets that usually contain a single hex."""
    hex_id = hexes.bit_length() - 1
    return NEIGHBORS[hex_id] if hexes == BIT[hex_id] else neighbors(hexes)


_ROW_COLUMN: dict[Hex, tuple[int, int]] = {
    hex_id: (coord[0], coord[1]) if len(coord) == 2 else (ISLAND_TOP_ROW + coord[1], coord[2])
    for coord, hex_id in HEX_AT.items()
}
_AXIAL: dict[Hex, tuple[int, int]] = {
    hex_id: (column - row // 2, row) for hex_id, (row, column) in _ROW_COLUMN.items()
}


def block_mask(rows: range, columns: range) -> int:
    """Returns the hexes in a rectangular block of the main board."""
    return sum(BIT[HEX_AT[(r, c)]] for r in rows for c in columns)


ROW_MASKS: tuple[int, ...] = tuple(block_mask(range(r, r + 1), range(COLUMNS)) for r in range(ROWS)) + tuple(
    sum(BIT[HEX_AT[("i", r, c)]] for c in range(ISLAND_COLUMNS)) for r in range(ISLAND_ROWS)
)
"""The rows (R-GRID-4): 20 on the main board, followed by the island's 5 (Q-ISLAND-6)."""

SECTION_MASKS: tuple[int, int, int, int] = (
    block_mask(range(0, 10), range(0, 10)),
    block_mask(range(0, 10), range(10, 20)),
    block_mask(range(10, 20), range(0, 10)),
    block_mask(range(10, 20), range(10, 20)),
)
"""The four sections (R-GRID-6): top left, top right, bottom left, bottom right."""

EDGE_MASKS: tuple[int, int, int, int] = (
    ROW_MASKS[0],
    ROW_MASKS[ROWS - 1],
    block_mask(range(ROWS), range(0, 1)),
    block_mask(range(ROWS), range(COLUMNS - 1, COLUMNS)),
)
"""The four board edges (R-GRID-7): top, bottom, left, right."""

EDGE_MASK = EDGE_MASKS[0] | EDGE_MASKS[1] | EDGE_MASKS[2] | EDGE_MASKS[3]
SEAM_MASK = block_mask(range(9, 11), range(COLUMNS)) | block_mask(range(ROWS), range(9, 11))
"""The hexes that touch a seam between sections (R-GRID-8)."""


def row_index(hex_id: Hex) -> int:
    """Returns the index in ROW_MASKS of the row that contains this hex."""
    row = _ROW_COLUMN[hex_id][0]
    return row if row < ROWS else row - ISLAND_TOP_ROW + ROWS


def iter_hexes(hexes: int) -> Iterator[Hex]:
    """Yields the members of a set in row order, starting at the top left."""
    while hexes:
        lowest_bit = hexes & -hexes
        yield lowest_bit.bit_length() - 1
        hexes ^= lowest_bit


NEIGHBOR_TUPLES: Final[tuple[tuple[Hex, ...], ...]] = tuple([tuple(iter_hexes(mask)) for mask in NEIGHBORS])
"""The same as `NEIGHBORS`, but as tuples of hex IDs."""


def first_hex(hexes: int) -> Hex:
    """Returns the first member of a non-empty set."""
    return (hexes & -hexes).bit_length() - 1


_LINEAR_SCAN_LIMIT: Final = 6
_HIGHEST_BIT: Final = (0, *BIT)
"""For each `bit_length` of a set, the set that contains only its highest member."""


def nth_hex(hexes: int, index: int) -> Hex:
    """Returns the member at this index, counted from 0 in row order."""
    return nth_hex_from_end(hexes, hexes.bit_count() - 1 - index)


def nth_hex_from_end(hexes: int, index_from_end: int) -> Hex:
    """Returns the member at this index, counted backward from 0 for the last member. Faster than `nth_hex` if
    the size of the set is already known."""
    offset = 0
    # Binary search: discard the half that does not contain the target.
    while index_from_end > _LINEAR_SCAN_LIMIT:
        half_length = hexes.bit_length() >> 1
        upper_half = hexes >> half_length
        upper_count = upper_half.bit_count()
        if upper_count > index_from_end:
            hexes = upper_half
            offset += half_length
        else:
            hexes ^= upper_half << half_length
            index_from_end -= upper_count
    while index_from_end:  # Creating a range would take longer than the few iterations.
        hexes ^= _HIGHEST_BIT[hexes.bit_length()]
        index_from_end -= 1
    return offset + hexes.bit_length() - 1


def connected_areas(hexes: int) -> list[int]:
    """Returns the maximal connected groups of a set (R-TERM-7, R-TERR-4)."""
    result = []
    while hexes:
        area = hexes & -hexes
        # Most areas are small, so the first step uses the lookup table.
        frontier = NEIGHBORS[area.bit_length() - 1] & hexes
        area |= frontier
        while frontier:
            frontier = (
                (
                    (frontier << 1)
                    | (frontier >> 1)
                    | (frontier << 22)
                    | (frontier >> 22)
                    | (frontier << 21)
                    | (frontier >> 21)
                )
                & hexes
                & ~area
            )
            area |= frontier
        hexes ^= area
        result.append(area)
    return result


def update_areas(known_areas: list[int], old_hexes: int, new_hexes: int) -> list[int]:
    """Returns the connected areas of a set, in no particular order. They are derived from the areas of a
    similar set: only areas that lost or gained a member are recomputed."""
    removed, added = old_hexes & ~new_hexes, new_hexes & ~old_hexes
    if removed:
        remaining = [area for area in known_areas if not area & removed]
        for area in known_areas:
            if area & removed:  # The area may split.
                remaining += connected_areas(area & ~removed)
        known_areas = remaining
    while added:
        bit = added & -added
        added ^= bit
        neighbor_mask = NEIGHBORS[bit.bit_length() - 1]
        separate = [area for area in known_areas if not area & neighbor_mask]
        if len(separate) < len(known_areas):
            for area in known_areas:
                if area & neighbor_mask:
                    bit |= area
        separate.append(bit)
        known_areas = separate
    return known_areas


def distance(first: Hex, second: Hex) -> int:
    """Returns the number of steps between two hexes of the same board, ignoring obstacles (R-GRID-5)."""
    (q1, r1), (q2, r2) = _AXIAL[first], _AXIAL[second]
    dq, dr = q1 - q2, r1 - r2
    return max(abs(dq), abs(dr), abs(dq + dr))


def hexes_within(hexes: int, steps: int) -> int:
    """Returns all hexes at most `steps` steps away from a member of the set."""
    for _ in range(steps):
        hexes |= neighbors(hexes)
    return hexes


def surrounded_hexes(hexes: int) -> int:
    """Returns the members of a set for which all six neighbors exist and are also in the set."""
    inner_hexes = hexes & hexes << EAST & hexes >> EAST
    if not inner_hexes:
        return 0
    return inner_hexes & hexes << SOUTH_EAST & hexes >> SOUTH_EAST & hexes << SOUTH_WEST & hexes >> SOUTH_WEST


def neighbor_counts(hexes: int) -> tuple[int, int, int]:
    """Returns three sets: the hexes adjacent to at least one, at least two and at least three members of a
    set. May include hexes off the board."""
    at_least_one = at_least_two = at_least_three = 0
    for axis in AXES:
        for shifted in (hexes << axis, hexes >> axis):
            at_least_three |= at_least_two & shifted
            at_least_two |= at_least_one & shifted
            at_least_one |= shifted
    return at_least_one, at_least_two, at_least_three
