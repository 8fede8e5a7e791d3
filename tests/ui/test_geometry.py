"""Hexes on the screen."""

from __future__ import annotations

from math import dist, isclose

import pytest

from kingdom.ui.geometry import HEIGHT, HexGrid, Table, fit, lay_out, neighbours

SIZES = (20, 46, 61.7, 112)


@pytest.mark.parametrize("width", SIZES)
def test_every_hex_is_found_at_its_centre_and_near_its_corners(width: float) -> None:
    grid = HexGrid(20, 20, width, 13, 7)
    for row in range(20):
        for column in range(20):
            x, y = grid.centre(row, column)
            assert grid.at(x, y) == (row, column)
            for cx, cy in grid.corners(row, column):
                assert grid.at(x + (cx - x) * 0.98, y + (cy - y) * 0.98) == (row, column)


@pytest.mark.parametrize("width", SIZES)
def test_points_outside_are_no_hex(width: float) -> None:
    grid = HexGrid(20, 20, width)
    across, down = grid.size
    for point in ((-1, down / 2), (across + 1, down / 2), (across / 2, -1), (across / 2, down + 1), (1, 1), (across - 1, 1)):
        assert grid.at(*point) is None
    assert grid.at(across - 2, grid.centre(0, 0)[1]) is None, "beside an even row, which ends half a hex earlier"


def test_neighbours_are_the_six_nearest_centres() -> None:
    grid = HexGrid(20, 20, 50)
    for row, column in ((4, 4), (5, 4), (-1, 3)):
        here = grid.centre(row, column)
        assert len(set(neighbours(row, column))) == 6
        assert all(isclose(dist(here, grid.centre(*near)), 50) for near in neighbours(row, column))


def test_an_edge_lies_between_two_neighbours() -> None:
    grid = HexGrid(20, 20, 50)
    for place in ((4, 4), (5, 4)):
        for direction, near in enumerate(neighbours(*place)):
            (x1, y1), (x2, y2) = grid.edge(*place, direction)
            (ax, ay), (bx, by) = grid.centre(*place), grid.centre(*near)
            assert dist(((x1 + x2) / 2, (y1 + y2) / 2), ((ax + bx) / 2, (ay + by) / 2)) < 1e-9


def test_box_around_all_hexes() -> None:
    grid = HexGrid(20, 20, 40, 5, 6)
    corners = [corner for row in range(20) for column in range(20) for corner in grid.corners(row, column)]
    assert isclose(min(x for x, _ in corners), 5)
    assert isclose(max(x for x, _ in corners), 5 + grid.size[0])
    assert isclose(min(y for _, y in corners), 6)
    assert isclose(max(y for _, y in corners), 6 + grid.size[1])
    assert isclose(HexGrid(1, 1, 40).size[1], 40 * HEIGHT)
    assert HexGrid(1, 3, 40).size[0] == 120


def test_fit_fills_one_side() -> None:
    width = fit(20, 20, (1000, 5000), 0.5)
    assert isclose(HexGrid(20, 20, width).size[0] + width, 1000)


@pytest.mark.parametrize("island", [False, True])
@pytest.mark.parametrize("space", [(0, 0, 1600, 1000), (40, 30, 1100, 800), (0, 0, 900, 1400)])
def test_table_stays_inside_its_space(space: tuple[int, int, int, int], island: bool) -> None:
    table = lay_out(space, island, 0.5, 1.2)
    left, top, width, height = space
    for grid in filter(None, (table.board, table.island)):
        assert left <= grid.left
        assert grid.left + grid.size[0] <= left + width
        assert top <= grid.top
        assert grid.top + grid.size[1] <= top + height
    assert (table.island is not None) == island


def test_the_island_goes_where_the_hexes_stay_large() -> None:
    beside, below = lay_out((0, 0, 1600, 1000), True, 0.5, 1.2), lay_out((0, 0, 500, 620), True, 0.5, 1.2)
    assert beside.island is not None
    assert below.island is not None
    assert beside.island.left > beside.board.left + beside.board.size[0]
    assert below.island.top > below.board.top + below.board.size[1]
    assert below.board.width > 500 / 28


def test_table_tells_board_from_island() -> None:
    table = lay_out((0, 0, 1600, 1000), True, 0.5, 1.2)
    assert table.at(*table.centre((3, 17))) == (3, 17)
    assert table.at(*table.centre(("i", 4, 0))) == ("i", 4, 0)
    assert table.at(-50, -50) is None
    with pytest.raises(ValueError, match="no island"):
        Table(table.board).centre(("i", 0, 0))
