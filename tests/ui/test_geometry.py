"""Hexes on the screen."""

from __future__ import annotations

from math import dist, isclose

import pytest

from kingdom.ui.draw.geometry import (
    BESIDE,
    HEIGHT,
    LEAST,
    MARGIN,
    SMALLER,
    HexGrid,
    centred,
    fit,
    neighbours,
    share,
)

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
    for point in (
        (-1, down / 2),
        (across + 1, down / 2),
        (across / 2, -1),
        (across / 2, down + 1),
        (1, 1),
        (across - 1, 1),
    ):
        assert grid.at(*point) is None
    assert grid.at(across - 2, grid.centre(0, 0)[1]) is None, (
        "beside an even row, which ends half a hex earlier"
    )


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


def test_a_board_is_centred_as_large_as_fits_or_as_is_wanted() -> None:
    grid = centred(20, 20, (40, 30, 1100, 800), 0.5)
    assert isclose(grid.width, fit(20, 20, (1100, 800), 0.5))
    assert isclose(grid.left - 40, 1140 - grid.left - grid.size[0])
    assert isclose(grid.top - 30, 830 - grid.top - grid.size[1])
    assert centred(5, 5, (0, 0, 1100, 800), 0.5, most=30).width == 30


def test_an_enlarged_board_has_its_hexes_where_they_belong() -> None:
    grid = HexGrid(20, 20, 30, 12, 8)
    x, y = grid.centre(7, 3)
    assert grid.spread(2, -100, 50).centre(7, 3) == pytest.approx((2 * x - 100, 2 * y + 50))


SPACES = [
    (0, 0, 1600, 1000),
    (40, 30, 1100, 800),
    (0, 0, 900, 1400),
    (5, 5, 500, 620),
    (0, 0, 779, 761),
    (0, 0, 1274, 922),
]


@pytest.mark.parametrize("space", SPACES)
def test_board_and_island_share_a_space_without_loss(space: tuple[int, int, int, int]) -> None:
    left, top, width, height = space
    board, island = share(space)
    assert isclose(board[2] * board[3] + island[2] * island[3], width * height)
    assert (island[0], island[1]) in ((left + board[2], top), (left, top + board[3]))
    assert left + width == island[0] + island[2]
    assert top + height == island[1] + island[3]


@pytest.mark.parametrize("space", SPACES)
def test_the_island_may_have_smaller_hexes_but_not_too_small(space: tuple[int, int, int, int]) -> None:
    board, island = share(space)
    main = centred(20, 20, board, MARGIN).width
    small = centred(5, 5, island, BESIDE, main).width
    assert small >= SMALLER * main - 0.2
    assert small >= min(LEAST, main) - 0.2


def test_the_island_goes_where_the_board_stays_large() -> None:
    assert share((0, 0, 1600, 1000))[1][0] > 0
    assert share((0, 0, 500, 620))[1][1] > 0
    # with hexes of one size the board's would be 45.1 wide here
    assert centred(20, 20, share((0, 0, 1274, 922))[0], MARGIN).width > 47


def test_what_neither_needs_is_divided_between_them() -> None:
    board, island = share((0, 0, 4000, 500))
    main = centred(20, 20, board, MARGIN)
    small = centred(5, 5, island, BESIDE, main.width)
    assert small.width == main.width
    assert isclose(
        board[2] - main.size[0], island[2] - small.size[0] - (2 * BESIDE - 2 * MARGIN) * main.width, abs_tol=2
    )
