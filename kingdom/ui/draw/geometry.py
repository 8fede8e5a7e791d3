"""Where hexes are on the screen: pointy-top hexes, odd rows half a hex to the right, any size, and how board
and island share a space."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Point = tuple[float, float]
Space = tuple[float, float, float, float]
"""Left, top, width, height."""
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

NORMALS: tuple[Point, ...] = (
    (1.0, 0.0),
    (0.5, ROW_STEP),
    (-0.5, ROW_STEP),
    (-1.0, 0.0),
    (-0.5, -ROW_STEP),
    (0.5, -ROW_STEP),
)
"""Unit steps toward the six neighbours."""

CORNERS: tuple[Point, ...] = (
    (0.5, -HEIGHT / 4),
    (0.5, HEIGHT / 4),
    (0.0, HEIGHT / 2),
    (-0.5, HEIGHT / 4),
    (-0.5, -HEIGHT / 4),
    (0.0, -HEIGHT / 2),
)
"""Corners of a hex of width 1 around its centre; edge d runs from corner d to corner d + 1 and faces
direction d."""


def neighbours(row: int, column: int) -> list[tuple[int, int]]:
    """The six neighbours in the order of DIRECTIONS, whether or not they are on the board."""
    return [(row + dr, column + dc) for dr, dc in (ODD_ROW if row & 1 else EVEN_ROW)]


@dataclass(frozen=True, slots=True)
class HexGrid:
    """One board on the screen. (left, top) is the corner of the box around all hexes; rows and columns may be
    asked outside too."""

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

    def spread(self, zoom: float, left: float, top: float) -> HexGrid:
        """The same enlarged, and its origin elsewhere."""
        return HexGrid(
            self.rows, self.columns, self.width * zoom, left + self.left * zoom, top + self.top * zoom
        )

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


def centred(rows: int, columns: int, space: Space, margin: float, most: float = float("inf")) -> HexGrid:
    """The largest board in the middle of a space, its hexes at most so wide."""
    left, top, width, height = space
    hex_width = min(most, fit(rows, columns, (width, height), margin))
    across, down = HexGrid(rows, columns, hex_width).size
    return HexGrid(rows, columns, hex_width, left + (width - across) / 2, top + (height - down) / 2)


MARGIN = 0.5
"""Empty space around the board in hex widths: room for shadows and for props that lean over the edge."""
SEA_MARGIN = 1.2
"""The same around a painted island, where the sea takes it up."""
BESIDE = 0.95
"""What of that is left free on the board's own sheet: less than is painted, as the sea's rim is all but
clear;"""
FRAMED = 0.5
"""and in a frame of the island's own, where the sea goes on to the edge."""
LEAST = 22.0
"""Pixels; with narrower hexes the island could hardly be played."""
SMALLER = 0.7
"""How wide the island's hexes are at least beside the board's: what they give up makes the board larger."""


def share(space: Space, least: float = LEAST) -> tuple[Space, Space]:
    """A space divided into one for the board and one for the 5x5 island, to the right or below, so that the
    board is as large as can be.

    The island's hexes are not narrower than `least` pixels, unless the board's are.
    """
    left, top, width, height = space
    across, down = (side + 2 * MARGIN for side in HexGrid(20, 20, 1.0).size)
    island_across, island_down = (side + 2 * BESIDE for side in HexGrid(5, 5, 1.0).size)
    beside = min(height / down, _with_island(width, across, island_across, least))
    below = min(width / across, _with_island(height, down, island_down, least))
    if beside >= below:
        cut = round(_cut(width, beside * across, beside * island_across))
        return (left, top, cut, height), (left + cut, top, width - cut, height)
    cut = round(_cut(height, below * down, below * island_down))
    return (left, top, width, cut), (left, top + cut, width, height - cut)


def _with_island(length: float, board: float, island: float, least: float) -> float:
    """How wide the board's hexes can be in a length that takes board and island, which are so many hexes
    long."""
    small = length / (board + SMALLER * island)
    if small * SMALLER >= least:
        return small
    return max((length - least * island) / board, length / (board + island))


def _cut(length: float, board: float, island: float) -> float:
    """Where a length is divided: the island takes no more than it can use, and what is left over goes to
    both."""
    spare = length - board
    return board + max(0.0, spare - island) / 2
