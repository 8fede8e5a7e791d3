"""Where hexes are on the screen: pointy-top hexes, odd rows half a hex to the right, any size, and the island beside the board."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Point = tuple[float, float]
Place = tuple[int, int] | tuple[str, int, int]
"""A hex as the rest of the program writes it: (row, column), or ("i", row, column) on the island."""

HEIGHT = 2 / sqrt(3)
"""Height of a hex whose width is 1."""
ROW_STEP = HEIGHT * 3 / 4
"""From the centre of one row to the next, for hexes of width 1."""

DIRECTIONS = ("east", "southeast", "southwest", "west", "northwest", "northeast")
"""Clockwise on the screen; `neighbours` and `HexGrid.edge` follow this order."""

EVEN_ROW = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))
ODD_ROW = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1))

NORMALS: tuple[Point, ...] = ((1.0, 0.0), (0.5, ROW_STEP), (-0.5, ROW_STEP), (-1.0, 0.0), (-0.5, -ROW_STEP), (0.5, -ROW_STEP))
"""Unit steps toward the six neighbours."""

CORNERS: tuple[Point, ...] = (
    (0.5, -HEIGHT / 4),
    (0.5, HEIGHT / 4),
    (0.0, HEIGHT / 2),
    (-0.5, HEIGHT / 4),
    (-0.5, -HEIGHT / 4),
    (0.0, -HEIGHT / 2),
)
"""Corners of a hex of width 1 around its centre; edge d runs from corner d to corner d + 1 and faces direction d."""


def neighbours(row: int, column: int) -> list[tuple[int, int]]:
    """The six neighbours in the order of DIRECTIONS, whether or not they are on the board."""
    return [(row + dr, column + dc) for dr, dc in (ODD_ROW if row & 1 else EVEN_ROW)]


@dataclass(frozen=True, slots=True)
class HexGrid:
    """One board on the screen. (left, top) is the corner of the box around all hexes; rows and columns may be asked outside too."""

    rows: int
    columns: int
    width: float
    left: float = 0.0
    top: float = 0.0

    @property
    def size(self) -> Point:
        """Width and height of the box around all hexes."""
        half = 0.5 if self.rows > 1 else 0.0
        return (self.columns + half) * self.width, ((self.rows - 1) * ROW_STEP + HEIGHT) * self.width

    def centre(self, row: int, column: int) -> Point:
        x = column + 0.5 + (0.5 if row & 1 else 0.0)
        y = row * ROW_STEP + HEIGHT / 2
        return self.left + x * self.width, self.top + y * self.width

    def corners(self, row: int, column: int) -> list[Point]:
        x, y = self.centre(row, column)
        return [(x + dx * self.width, y + dy * self.width) for dx, dy in CORNERS]

    def edge(self, row: int, column: int, direction: int) -> tuple[Point, Point]:
        """The side of the hex that faces a direction."""
        corners = self.corners(row, column)
        return corners[direction], corners[(direction + 1) % 6]

    def at(self, x: float, y: float) -> tuple[int, int] | None:
        """The hex under a point: the one with the nearest centre, if the board has it."""
        near = round(((y - self.top) / self.width - HEIGHT / 2) / ROW_STEP)
        best, best_distance = (0, 0), float("inf")
        for row in (near - 1, near, near + 1):
            column = round((x - self.left) / self.width - 0.5 - (0.5 if row & 1 else 0.0))
            cx, cy = self.centre(row, column)
            distance = (cx - x) ** 2 + (cy - y) ** 2
            if distance < best_distance:
                best, best_distance = (row, column), distance
        row, column = best
        return best if 0 <= row < self.rows and 0 <= column < self.columns else None


def fit(rows: int, columns: int, space: Point, margin: float) -> float:
    """The widest hex with which a board and its margin (in hex widths, on every side) fit into the space."""
    across, down = HexGrid(rows, columns, 1.0).size
    return min(space[0] / (across + 2 * margin), space[1] / (down + 2 * margin))


@dataclass(frozen=True, slots=True)
class Table:
    """The board and, if the game has one, the island beside it."""

    board: HexGrid
    island: HexGrid | None = None

    def centre(self, place: Place) -> Point:
        if len(place) == 2:
            return self.board.centre(*place)
        if self.island is None:
            raise ValueError(f"no island on this table: {place}")
        return self.island.centre(place[1], place[2])

    def at(self, x: float, y: float) -> Place | None:
        """The hex of the board or the island under a point."""
        if self.island is not None and (hit := self.island.at(x, y)) is not None:
            return ("i", *hit)
        return self.board.at(x, y)


WORTH_IT = 1.05
"""How much larger the hexes must become for the island to move below the board."""


def lay_out(space: tuple[float, float, float, float], island: bool, margin: float, island_margin: float) -> Table:
    """The largest table that fits into (left, top, width, height), centred.

    The 5x5 island has the same hex size and stands to the right, in a tall space below.
    """
    left, top, width, height = space
    across, down = HexGrid(20, 20, 1.0).size
    island_across, island_down = HexGrid(5, 5, 1.0).size
    beside = island_across + 2 * island_margin if island else 0.0
    hex_width = min(width / (across + 2 * margin + beside), height / (down + 2 * margin))
    if island:
        below = down + 2 * margin + island_down + 2 * island_margin
        narrow = min(width / (across + 2 * margin), height / below)
        if narrow > hex_width * WORTH_IT:
            y = top + (height - below * narrow) / 2
            board = HexGrid(20, 20, narrow, left + (width - across * narrow) / 2, y + margin * narrow)
            island_top = y + (down + 2 * margin + island_margin) * narrow
            return Table(board, HexGrid(5, 5, narrow, left + (width - island_across * narrow) / 2, island_top))
    x = left + (width - (across + 2 * margin + beside) * hex_width) / 2
    y = top + (height - down * hex_width) / 2
    board = HexGrid(20, 20, hex_width, x + margin * hex_width, y)
    if not island:
        return Table(board)
    island_left = x + (across + 2 * margin + island_margin) * hex_width
    return Table(board, HexGrid(5, 5, hex_width, island_left, top + (height - island_down * hex_width) / 2))
