"""HexGrid: pixel geometry of a grid of pointy-top hexes. Odd rows are shifted right by half a hex."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Point = tuple[float, float]
FloatRect = tuple[float, float, float, float]
"""A rect with fractional coordinates: left, top, width, height."""
Coord = tuple[int, int] | tuple[str, int, int]
"""A hex: (row, column) on the board, or ("i", row, column) on the island."""

HEX_HEIGHT = 2 / sqrt(3)
"""Height of a hex with width 1."""
ROW_STEP = HEX_HEIGHT * 3 / 4
"""Vertical distance between the centers of two rows, for hexes with width 1."""

DIRECTION_NAMES = ("east", "southeast", "southwest", "west", "northwest", "northeast")
"""The six directions, clockwise on the screen. `neighbors` and `HexGrid.edge` use this order."""

EVEN_ROW_NEIGHBORS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))
ODD_ROW_NEIGHBORS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1))

NEIGHBOR_DIRECTIONS: tuple[Point, ...] = (
    (1.0, 0.0),
    (0.5, ROW_STEP),
    (-0.5, ROW_STEP),
    (-1.0, 0.0),
    (-0.5, -ROW_STEP),
    (0.5, -ROW_STEP),
)
"""Offsets of the six neighbors' centers, for hexes with width 1."""

HEX_CORNERS: tuple[Point, ...] = (
    (0.5, -HEX_HEIGHT / 4),
    (0.5, HEX_HEIGHT / 4),
    (0.0, HEX_HEIGHT / 2),
    (-0.5, HEX_HEIGHT / 4),
    (-0.5, -HEX_HEIGHT / 4),
    (0.0, -HEX_HEIGHT / 2),
)
"""Corners of a hex with width 1, relative to its center. Edge d runs from corner d to corner d + 1 and faces
direction d."""


def neighbors(row: int, column: int) -> list[tuple[int, int]]:
    """Returns the six neighbors in the order of DIRECTION_NAMES, including those outside the grid."""
    return [(row + dr, column + dc) for dr, dc in (ODD_ROW_NEIGHBORS if row & 1 else EVEN_ROW_NEIGHBORS)]


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A hex grid on the screen. (left, top) is the top left corner of its bounding box.

    Methods also accept rows and columns outside the grid.
    """

    rows: int
    columns: int
    hex_width: float
    left: float = 0.0
    top: float = 0.0

    @property
    def size(self) -> Point:
        """Width and height of the bounding box of all hexes."""
        half_hex = 0.5 if self.rows > 1 else 0.0
        return (self.columns + half_hex) * self.hex_width, (
            (self.rows - 1) * ROW_STEP + HEX_HEIGHT
        ) * self.hex_width

    def center(self, row: int, column: int) -> Point:
        x = column + 0.5 + (0.5 if row & 1 else 0.0)
        y = row * ROW_STEP + HEX_HEIGHT / 2
        return self.left + x * self.hex_width, self.top + y * self.hex_width

    def corners(self, row: int, column: int) -> list[Point]:
        x, y = self.center(row, column)
        return [(x + dx * self.hex_width, y + dy * self.hex_width) for dx, dy in HEX_CORNERS]

    def zoomed_and_moved(self, zoom: float, left: float, top: float) -> HexGrid:
        """Returns the grid enlarged by `zoom` and then moved by (left, top)."""
        return HexGrid(
            self.rows, self.columns, self.hex_width * zoom, left + self.left * zoom, top + self.top * zoom
        )

    def edge(self, row: int, column: int, direction: int) -> tuple[Point, Point]:
        """Returns the side of a hex that faces a direction."""
        corners = self.corners(row, column)
        return corners[direction], corners[(direction + 1) % 6]

    def hex_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Returns the hex whose center is nearest to a point, or None if that hex is outside the grid."""
        nearest_row = round(((y - self.top) / self.hex_width - HEX_HEIGHT / 2) / ROW_STEP)
        best, best_distance = (0, 0), float("inf")
        for row in (nearest_row - 1, nearest_row, nearest_row + 1):
            column = round((x - self.left) / self.hex_width - 0.5 - (0.5 if row & 1 else 0.0))
            cx, cy = self.center(row, column)
            distance = (cx - x) ** 2 + (cy - y) ** 2
            if distance < best_distance:
                best, best_distance = (row, column), distance
        row, column = best
        return best if 0 <= row < self.rows and 0 <= column < self.columns else None


def fit_hex_width(rows: int, columns: int, area: Point, margin: float) -> float:
    """Returns the largest hex width at which a grid fits into an area. `margin` is the space to leave on
    every side, in hex widths."""
    unit_width, unit_height = HexGrid(rows, columns, 1.0).size
    return min(area[0] / (unit_width + 2 * margin), area[1] / (unit_height + 2 * margin))


def centered_grid(
    rows: int, columns: int, area: FloatRect, margin: float, max_hex_width: float = float("inf")
) -> HexGrid:
    """Returns the largest grid that fits into an area, centered. Its hexes are at most `max_hex_width`
    wide."""
    left, top, width, height = area
    hex_width = min(max_hex_width, fit_hex_width(rows, columns, (width, height), margin))
    grid_width, grid_height = HexGrid(rows, columns, hex_width).size
    return HexGrid(
        rows, columns, hex_width, left + (width - grid_width) / 2, top + (height - grid_height) / 2
    )
