"""Sets of hexes as plain ints, one bit a hex.

The main board is 20x20 pointy-top hexes, odd rows half a hex to the right (R-GRID-1). Row r starts at bit 22
* r - r // 2, so each of the six directions is one constant shift for every hex, and the two or one unused
bits behind each row swallow what leaves the board. The island is a 5x5 board of its own in rows 22 to 26 of
the same int: the two empty rows between keep the boards apart.
"""

from __future__ import annotations

from collections.abc import Iterator

ROWS = COLUMNS = 20
ISLAND_ROWS = ISLAND_COLUMNS = 5
ISLAND_TOP = 22
"""The row of the int in which the island's first row lies; even, so that the island's rows are offset like
the main board's."""

STRIDE = 22
EAST, SOUTH_EAST, SOUTH_WEST = 1, STRIDE, STRIDE - 1
"""Shift to the left by these to go in a direction, to the right to go in the opposite one."""

AXES = (EAST, SOUTH_EAST, SOUTH_WEST)
"""The three axes of R-GRID-3. There is no vertical one."""

Hex = int
"""A hex: the number of its bit."""

Place = tuple[int, int] | tuple[str, int, int]
"""A hex as people write it: (row, column) from the top left, or ("i", row, column) on the island."""


def _bit_number(row: int, column: int) -> Hex:
    return STRIDE * row - row // 2 + column


HEX_AT: dict[Place, Hex] = {(r, c): _bit_number(r, c) for r in range(ROWS) for c in range(COLUMNS)}
HEX_AT.update(
    {("i", r, c): _bit_number(ISLAND_TOP + r, c) for r in range(ISLAND_ROWS) for c in range(ISLAND_COLUMNS)}
)
"""From a place to its hex."""

PLACE_OF: dict[Hex, Place] = {number: place for place, number in HEX_AT.items()}
"""From a hex to its place."""

BITS = 1 + max(PLACE_OF)
BIT: tuple[int, ...] = tuple(1 << number for number in range(BITS))
"""BIT[h] is the set that holds only h; quicker than shifting."""

MAIN = sum(BIT[number] for place, number in HEX_AT.items() if len(place) == 2)
ISLAND = sum(BIT[number] for place, number in HEX_AT.items() if len(place) == 3)
ALL = MAIN | ISLAND


def neighbours(hexes: int) -> int:
    """All hexes next to a hex of the set (R-GRID-2); members of the set are included when they touch another
    member."""
    return ((hexes << 1) | (hexes >> 1) | (hexes << 22) | (hexes >> 22) | (hexes << 21) | (hexes >> 21)) & ALL


NEXT_TO: tuple[int, ...] = tuple(
    neighbours(BIT[number]) if number in PLACE_OF else 0 for number in range(BITS)
)
"""NEXT_TO[h] is the set of h's neighbours."""


def beside(hexes: int) -> int:
    """The same as `neighbours`; quicker for a set that mostly holds one hex."""
    number = hexes.bit_length() - 1
    return NEXT_TO[number] if hexes == BIT[number] else neighbours(hexes)


_ROW_COLUMN: dict[Hex, tuple[int, int]] = {
    number: (place[0], place[1]) if len(place) == 2 else (ISLAND_TOP + place[1], place[2])
    for place, number in HEX_AT.items()
}
_AXIAL: dict[Hex, tuple[int, int]] = {
    number: (column - row // 2, row) for number, (row, column) in _ROW_COLUMN.items()
}


def rows_of(rows: range, columns: range) -> int:
    """The hexes of a block of the main board."""
    return sum(BIT[HEX_AT[(r, c)]] for r in rows for c in columns)


ROW_MASKS: tuple[int, ...] = tuple(rows_of(range(r, r + 1), range(COLUMNS)) for r in range(ROWS)) + tuple(
    sum(BIT[HEX_AT[("i", r, c)]] for c in range(ISLAND_COLUMNS)) for r in range(ISLAND_ROWS)
)
"""The horizontal lines (R-GRID-4): 20 of the main board, then the island's 5 (Q-ISLAND-6)."""

SECTION_MASKS: tuple[int, int, int, int] = (
    rows_of(range(0, 10), range(0, 10)),
    rows_of(range(0, 10), range(10, 20)),
    rows_of(range(10, 20), range(0, 10)),
    rows_of(range(10, 20), range(10, 20)),
)
"""The four sections of R-GRID-6: top left, top right, bottom left, bottom right."""

EDGE_MASKS: tuple[int, int, int, int] = (
    ROW_MASKS[0],
    ROW_MASKS[ROWS - 1],
    rows_of(range(ROWS), range(0, 1)),
    rows_of(range(ROWS), range(COLUMNS - 1, COLUMNS)),
)
"""The four board edges of R-GRID-7: top, bottom, left, right."""

EDGE = EDGE_MASKS[0] | EDGE_MASKS[1] | EDGE_MASKS[2] | EDGE_MASKS[3]
INNER_EDGE = rows_of(range(9, 11), range(COLUMNS)) | rows_of(range(ROWS), range(9, 11))
"""The hexes that touch a seam between sections (R-GRID-8)."""


def row_of(number: Hex) -> int:
    """The index in ROW_MASKS of the line this hex lies in."""
    row = _ROW_COLUMN[number][0]
    return row if row < ROWS else row - ISLAND_TOP + ROWS


def hexes_of(hexes: int) -> Iterator[Hex]:
    """The members of a set, from the top left on."""
    while hexes:
        lowest = hexes & -hexes
        yield lowest.bit_length() - 1
        hexes ^= lowest


def lowest(hexes: int) -> Hex:
    """The first member of a set that is not empty."""
    return (hexes & -hexes).bit_length() - 1


_FEW = 6
_HIGHEST = (0, *BIT)
"""The highest member of a set, as a set of one, by the set's `bit_length`."""


def nth(hexes: int, number: int) -> Hex:
    """The member with this number, counted from the top left from 0 on."""
    return nth_last(hexes, hexes.bit_count() - 1 - number)


def nth_last(hexes: int, behind: int) -> Hex:
    """The member that has so many behind it: quicker than `nth` for those who have counted already."""
    start = 0
    while behind > _FEW:  # a long way is cut by halves: one of them has nothing to do with it
        middle = hexes.bit_length() >> 1
        rest = hexes >> middle
        inside = rest.bit_count()
        if inside > behind:
            hexes = rest
            start += middle
        else:
            hexes ^= rest << middle
            behind -= inside
    while behind:  # a plain loop: making a range would cost more than the few rounds
        hexes ^= _HIGHEST[hexes.bit_length()]
        behind -= 1
    return start + hexes.bit_length() - 1


def areas(hexes: int) -> list[int]:
    """The maximal connected groups of a set (R-TERM-7, R-TERR-4)."""
    found = []
    while hexes:
        area = hexes & -hexes
        grown = (
            NEXT_TO[area.bit_length() - 1] & hexes
        )  # most areas are small: the first step comes from the table
        area |= grown
        while grown:
            grown = (
                ((grown << 1) | (grown >> 1) | (grown << 22) | (grown >> 22) | (grown << 21) | (grown >> 21))
                & hexes
                & ~area
            )
            area |= grown
        hexes ^= area
        found.append(area)
    return found


def areas_again(known: list[int], before: int, now: int) -> list[int]:
    """The areas of a set, in any order, from those of one that is nearly the same: only areas that lost or
    gained a member are looked at."""
    gone, added = before & ~now, now & ~before
    if gone:
        kept = [area for area in known if not area & gone]
        for area in known:
            if area & gone:  # it may fall apart
                kept += areas(area & ~gone)
        known = kept
    while added:
        bit = added & -added
        added ^= bit
        near = NEXT_TO[bit.bit_length() - 1]
        apart = [area for area in known if not area & near]
        if len(apart) < len(known):
            for area in known:
                if area & near:
                    bit |= area
        apart.append(bit)
        known = apart
    return known


def distance(one: Hex, other: Hex) -> int:
    """The smallest number of steps between two hexes of the same board, whatever stands between
    (R-GRID-5)."""
    (q1, r1), (q2, r2) = _AXIAL[one], _AXIAL[other]
    dq, dr = q1 - q2, r1 - r2
    return max(abs(dq), abs(dr), abs(dq + dr))


def within(hexes: int, steps: int) -> int:
    """All hexes at most this many steps from a member of the set."""
    for _ in range(steps):
        hexes |= neighbours(hexes)
    return hexes
