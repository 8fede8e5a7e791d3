"""The grid, the land and the words of RULES.md section 1."""

from __future__ import annotations

import subprocess
import sys

import pytest
from scenario import cells, gold, places, play, scenario

from kingdom.rules import hexes
from kingdom.rules.board import Board, Grid, assemble
from kingdom.rules.chance import Chance
from kingdom.rules.hexes import BIT, HEX_AT, NEXT_TO, PLACE_OF, hexes_of
from kingdom.rules.registry import SECTIONS, BadSetup
from kingdom.rules.scoring import settlement_areas


def offset_neighbours(row: int, column: int) -> set[tuple[int, int]]:
    """R-GRID-2, word for word."""
    shifted = (-1, 0) if row % 2 == 0 else (0, 1)
    around = {(row, column - 1), (row, column + 1)}
    around |= {(row + step, column + shift) for step in (-1, 1) for shift in shifted}
    return {(r, c) for r, c in around if 0 <= r < 20 and 0 <= c < 20}


def test_main_board_has_400_hexes_and_neighbours() -> None:
    """R-GRID-1, R-GRID-2: all neighbours of all hexes, also over the seams between sections."""
    assert hexes.MAIN.bit_count() == 400
    for row in range(20):
        for column in range(20):
            assert places(NEXT_TO[HEX_AT[(row, column)]]) == offset_neighbours(row, column)
            assert places(hexes.neighbours(BIT[HEX_AT[(row, column)]])) == offset_neighbours(row, column)


def test_lines_follow_three_axes() -> None:
    """R-GRID-3: six directions on three axes; from a middle hex each axis gives two opposite neighbours, none
    is straight above."""
    middle = BIT[HEX_AT[(10, 10)]]
    ahead = [places(middle << axis) for axis in hexes.AXES]
    back = [places(middle >> axis) for axis in hexes.AXES]
    assert ahead == [{(10, 11)}, {(11, 10)}, {(11, 9)}]
    assert back == [{(10, 9)}, {(9, 9)}, {(9, 10)}]


def test_rows_go_through_both_sections() -> None:
    """R-GRID-4: 20 lines of 20 hexes, and 5 more of the island."""
    assert [row.bit_count() for row in hexes.ROW_MASKS] == [20] * 20 + [5] * 5
    assert places(hexes.ROW_MASKS[3]) == {(3, c) for c in range(20)}
    assert {hexes.row_of(h) for h in hexes_of(hexes.ROW_MASKS[22])} == {22}


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ((0, 0), (0, 0), 0),
        ((5, 5), (5, 9), 4),
        ((0, 0), (19, 19), 29),
        ((5, 5), (7, 5), 2),
        ((5, 5), (7, 6), 2),
        ((5, 5), (7, 7), 3),
    ],
)
def test_distance(one: tuple[int, int], other: tuple[int, int], steps: int) -> None:
    """R-GRID-5: the smallest number of steps."""
    assert hexes.distance(HEX_AT[one], HEX_AT[other]) == steps
    assert BIT[HEX_AT[other]] & hexes.within(BIT[HEX_AT[one]], steps)
    assert not steps or not BIT[HEX_AT[other]] & hexes.within(BIT[HEX_AT[one]], steps - 1)


def test_sections_and_rotation() -> None:
    """R-GRID-6: 10x10 blocks; turning maps (r, c) to (9-r, 9-c) and keeps who is whose neighbour."""
    assert places(hexes.SECTION_MASKS[1]) == {(r, c) for r in range(10) for c in range(10, 20)}
    assert sum(hexes.SECTION_MASKS) == hexes.MAIN
    oracle = SECTIONS["oracle"]
    turned = oracle.turned()
    assert all(turned.rows[9 - r][9 - c] == oracle.rows[r][c] for r in range(10) for c in range(10))
    inside = {(r, c) for r in range(10) for c in range(10)}
    for place in inside:
        there = {(9 - r, 9 - c) for r, c in offset_neighbours(*place) & inside}
        assert there == offset_neighbours(9 - place[0], 9 - place[1]) & inside


def test_board_edges_and_inner_edges() -> None:
    """R-GRID-7, R-GRID-8: 76 hexes each; a corner lies on two edges; seams are no board edges."""
    assert hexes.EDGE.bit_count() == 76 == hexes.INNER_EDGE.bit_count()
    assert sum(bool(edge & BIT[HEX_AT[(0, 0)]]) for edge in hexes.EDGE_MASKS) == 2
    assert not hexes.EDGE & BIT[HEX_AT[(9, 9)]]
    assert places(hexes.INNER_EDGE) == {
        (r, c) for r in range(20) for c in range(20) if r in (9, 10) or c in (9, 10)
    }


def test_suitable_terrain() -> None:
    """R-TERR-1, R-TERR-2: what may be built on, and that nothing ever stands on a landmark."""
    game = scenario(
        land={(0, 0): "D", (0, 1): "W", (0, 2): "M", (0, 3): "S", (0, 4): "1"}, locations={"1": "farm"}
    )
    board = game.board
    assert places(board.cells & ~board.suitable) == {(0, 1), (0, 2), (0, 3), (0, 4)}
    with pytest.raises(BadSetup, match="R-TERR-2"):
        scenario(land={(0, 3): "S"}, own=[(0, 3)])


def test_landmarks_stay_landmarks_without_tiles() -> None:
    """R-TERR-3, D-16: locations and castles are landmarks; a location without tiles still counts for
    Workers."""
    game = scenario(
        land={(5, 5): "1", (9, 9): "S"},
        locations={"1": "farm"},
        own=[(5, 4), (9, 8)],
        cards=["workers"],
        location_tiles=[[[5, 5], 0]],
    )
    assert places(game.board.landmarks) == {(5, 5), (9, 9)}
    assert gold(game, "workers") == 2


def test_terrain_areas_cross_seams() -> None:
    """R-TERR-4: a maximal connected group, here over the seam between columns 9 and 10."""
    game = scenario(land={(4, 9): "D", (4, 10): "D", (7, 7): "D"})
    assert sorted(area.bit_count() for area in game.board.areas("desert")) == [1, 2]


def test_own_pieces_and_settlement_areas() -> None:
    """R-TERM-1, R-TERM-7: own pieces are the settlements here; areas are connected groups, a lone piece is
    one of size 1."""
    game = scenario(own=[(4, 4), (4, 5), (9, 9)], other=[(4, 6)])
    assert places(game.own[0]) == {(4, 4), (4, 5), (9, 9)}
    assert sorted(area.bit_count() for area in hexes.areas(game.own[0])) == [1, 2]


def test_areas_come_from_the_top_left_on() -> None:
    """R-TERM-7: also where they are worked out from those of a piece more or less."""
    alone = [BIT[HEX_AT[row, column]] for row, column in ((2, 4), (2, 9), (4, 1), (6, 6), (9, 2), (12, 17))]
    for many in (2, 3, 6, 5, 1, 4):
        assert settlement_areas(sum(alone[:many])) == tuple(alone[:many])


def test_the_first_areas_that_are_asked_for() -> None:
    """R-TERM-7: there are none before them to work from; in a process that has asked for no others."""
    asked = "from kingdom.rules.scoring import settlement_areas as areas; print(areas(1 << 70 | 1 << 75))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str((1 << 70, 1 << 75))


def test_occupied_and_free() -> None:
    """R-TERM-3, R-TERM-5, R-BUILD-1: an occupied hex is no target, whoever stands there."""
    game = scenario(own=[(5, 5)], other=[(5, 6)], card="grass")
    assert places(game.occupied) == {(5, 5), (5, 6)}
    assert cells(game) == offset_neighbours(5, 5) - {(5, 6)}


def test_build_takes_from_the_supply_of_40() -> None:
    """R-TERM-8, R-TERM-9: a build takes a piece from supply, a move does not."""
    game = scenario(own=[(5, 5)], card="grass")
    assert game.supply == [39, 40]
    play(game, (5, 6))
    assert game.supply == [38, 40]


def test_assembled_grids_keep_their_locations() -> None:
    """R-GRID-6: four sections become one board, each location with its own tile."""
    grid = assemble([SECTIONS["tavern"], SECTIONS["paddock"], SECTIONS["oasis"], SECTIONS["farm"]])
    board = Board(grid)
    kinds = {PLACE_OF[space]: kind for space, kind in board.location_at.items()}
    assert kinds[(6, 2)] == "tavern"
    assert kinds[(2, 18)] == "paddock"
    assert kinds[(12, 7)] == "oasis"
    assert kinds[(11, 17)] == "farm"


def test_bad_grids_are_refused() -> None:
    """R-GRID-1: 20 rows of 20 known letters."""
    with pytest.raises(BadSetup, match="19 rows"):
        Board(Grid(("G" * 20,) * 19))
    with pytest.raises(BadSetup, match="row 3"):
        Board(Grid(("G" * 20,) * 3 + ("G" * 21,) + ("G" * 20,) * 16))
    with pytest.raises(BadSetup, match=r"'\?' at \[0, 0\]"):
        Board(Grid(("?" + "G" * 19,) + ("G" * 20,) * 19))
    with pytest.raises(BadSetup, match="location 1"):
        Board(Grid(("1" + "G" * 19,) + ("G" * 20,) * 19))


def test_nth_member_of_a_set() -> None:
    """R-GRID-1: sets of hexes can be walked and counted from the top left on, whatever their size."""
    for mask in (hexes.MAIN, hexes.EDGE, hexes.ISLAND, hexes.ROW_MASKS[7]):
        members = list(hexes_of(mask))
        assert [hexes.nth(mask, number) for number in range(len(members))] == members
        assert hexes.lowest(mask) == members[0]


def test_hexes_beside_one_hex_and_beside_several() -> None:
    """R-GRID-2: the same as the neighbours, whether looked up or worked out."""
    for places_of in ((), ((0, 0),), ((19, 19),), ((4, 4), (4, 5)), ((0, 0), (9, 9), (19, 19))):
        some = sum(BIT[HEX_AT[place]] for place in places_of)
        assert hexes.beside(some) == hexes.neighbours(some)
    assert all(hexes.beside(BIT[number]) == hexes.neighbours(BIT[number]) for number in PLACE_OF)


def test_areas_from_those_of_a_set_that_is_nearly_the_same() -> None:
    chance = Chance(8)
    every = list(PLACE_OF)
    before, known = 0, hexes.areas(0)
    for _ in range(300):
        now = before
        for _ in range(1 + chance.below(3)):
            now ^= BIT[chance.pick(every)]
        known = hexes.areas_again(known, before, now)
        assert sorted(known) == sorted(hexes.areas(now))
        before = now


def test_a_member_by_its_number() -> None:
    chance = Chance(9)
    for size in (1, 2, 30, 200, len(PLACE_OF)):
        members = sorted(chance.shuffled(list(PLACE_OF))[:size])
        hexagons = sum(BIT[number] for number in members)
        assert [hexes.nth(hexagons, number) for number in range(size)] == members
