"""Tests the pixel geometry of hex grids, and how an area is split between board and island."""

from __future__ import annotations

from math import dist, isclose

import pytest

from kingdom.ui.board.board_geometry import (
    BOARD_MARGIN,
    ISLAND_MARGIN,
    MIN_ISLAND_HEX_PX,
    MIN_ISLAND_SCALE,
    split_for_island,
)
from kingdom.ui.draw.hex_grid import HEX_HEIGHT, HexGrid, centered_grid, fit_hex_width, neighbors

SIZES = (20, 46, 61.7, 112)


@pytest.mark.parametrize("width", SIZES)
def test_hex_is_found_at_its_center_and_near_its_corners(width: float) -> None:
    grid = HexGrid(20, 20, width, 13, 7)
    for row in range(20):
        for column in range(20):
            x, y = grid.center(row, column)
            assert grid.hex_at(x, y) == (row, column)
            for cx, cy in grid.corners(row, column):
                assert grid.hex_at(x + (cx - x) * 0.98, y + (cy - y) * 0.98) == (row, column)


@pytest.mark.parametrize("width", SIZES)
def test_points_outside_the_grid_have_no_hex(width: float) -> None:
    grid = HexGrid(20, 20, width)
    grid_width, grid_height = grid.size
    for point in (
        (-1, grid_height / 2),
        (grid_width + 1, grid_height / 2),
        (grid_width / 2, -1),
        (grid_width / 2, grid_height + 1),
        (1, 1),
        (grid_width - 1, 1),
    ):
        assert grid.hex_at(*point) is None
    assert grid.hex_at(grid_width - 2, grid.center(0, 0)[1]) is None, "even rows end half a hex earlier"


def test_neighbors_are_the_six_nearest_centers() -> None:
    grid = HexGrid(20, 20, 50)
    for row, column in ((4, 4), (5, 4), (-1, 3)):
        center = grid.center(row, column)
        assert len(set(neighbors(row, column))) == 6
        assert all(isclose(dist(center, grid.center(*neighbor)), 50) for neighbor in neighbors(row, column))


def test_edge_lies_between_two_neighbors() -> None:
    grid = HexGrid(20, 20, 50)
    for coord in ((4, 4), (5, 4)):
        for direction, neighbor in enumerate(neighbors(*coord)):
            (x1, y1), (x2, y2) = grid.edge(*coord, direction)
            (ax, ay), (bx, by) = grid.center(*coord), grid.center(*neighbor)
            assert dist(((x1 + x2) / 2, (y1 + y2) / 2), ((ax + bx) / 2, (ay + by) / 2)) < 1e-9


def test_grid_size_is_the_bounding_box_of_all_hexes() -> None:
    grid = HexGrid(20, 20, 40, 5, 6)
    corners = [corner for row in range(20) for column in range(20) for corner in grid.corners(row, column)]
    assert isclose(min(x for x, _ in corners), 5)
    assert isclose(max(x for x, _ in corners), 5 + grid.size[0])
    assert isclose(min(y for _, y in corners), 6)
    assert isclose(max(y for _, y in corners), 6 + grid.size[1])
    assert isclose(HexGrid(1, 1, 40).size[1], 40 * HEX_HEIGHT)
    assert HexGrid(1, 3, 40).size[0] == 120


def test_fitted_grid_fills_one_dimension() -> None:
    width = fit_hex_width(20, 20, (1000, 5000), 0.5)
    assert isclose(HexGrid(20, 20, width).size[0] + width, 1000)


def test_board_is_centered_and_as_large_as_fits_or_allowed() -> None:
    grid = centered_grid(20, 20, (40, 30, 1100, 800), 0.5)
    assert isclose(grid.hex_width, fit_hex_width(20, 20, (1100, 800), 0.5))
    assert isclose(grid.left - 40, 1140 - grid.left - grid.size[0])
    assert isclose(grid.top - 30, 830 - grid.top - grid.size[1])
    assert centered_grid(5, 5, (0, 0, 1100, 800), 0.5, max_hex_width=30).hex_width == 30


def test_scaled_grid_moves_hexes_accordingly() -> None:
    grid = HexGrid(20, 20, 30, 12, 8)
    x, y = grid.center(7, 3)
    assert grid.zoomed_and_moved(2, -100, 50).center(7, 3) == pytest.approx((2 * x - 100, 2 * y + 50))


AREAS = [
    (0, 0, 1600, 1000),
    (40, 30, 1100, 800),
    (0, 0, 900, 1400),
    (5, 5, 500, 620),
    (0, 0, 779, 761),
    (0, 0, 1274, 922),
]


@pytest.mark.parametrize("area", AREAS)
def test_board_and_island_fill_the_whole_area(area: tuple[int, int, int, int]) -> None:
    left, top, width, height = area
    board, island = split_for_island(area)
    assert isclose(board[2] * board[3] + island[2] * island[3], width * height)
    assert (island[0], island[1]) in ((left + board[2], top), (left, top + board[3]))
    assert left + width == island[0] + island[2]
    assert top + height == island[1] + island[3]


@pytest.mark.parametrize("area", AREAS)
def test_island_hexes_have_a_minimum_size(area: tuple[int, int, int, int]) -> None:
    board, island = split_for_island(area)
    board_hex_width = centered_grid(20, 20, board, BOARD_MARGIN).hex_width
    island_hex_width = centered_grid(5, 5, island, ISLAND_MARGIN, board_hex_width).hex_width
    assert island_hex_width >= MIN_ISLAND_SCALE * board_hex_width - 0.2
    assert island_hex_width >= min(MIN_ISLAND_HEX_PX, board_hex_width) - 0.2


def test_island_is_placed_where_the_board_stays_large() -> None:
    assert split_for_island((0, 0, 1600, 1000))[1][0] > 0
    assert split_for_island((0, 0, 500, 620))[1][1] > 0
    # With hexes of the same size, the board's hexes would be only 45.1 pixels wide.
    assert centered_grid(20, 20, split_for_island((0, 0, 1274, 922))[0], BOARD_MARGIN).hex_width > 47


def test_spare_space_is_split_between_board_and_island() -> None:
    board, island = split_for_island((0, 0, 4000, 500))
    board_grid = centered_grid(20, 20, board, BOARD_MARGIN)
    island_grid = centered_grid(5, 5, island, ISLAND_MARGIN, board_grid.hex_width)
    assert island_grid.hex_width == board_grid.hex_width
    assert isclose(
        board[2] - board_grid.size[0],
        island[2] - island_grid.size[0] - (2 * ISLAND_MARGIN - 2 * BOARD_MARGIN) * board_grid.hex_width,
        abs_tol=2,
    )
