"""Tests the grid, the terrain and the terms defined in RULES.md section 1."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.scenario import cells, coords, gold, play, scenario

from kingdom.rules import hexes
from kingdom.rules.board import Board, TerrainGrid, assemble_grid
from kingdom.rules.errors import ValidationError
from kingdom.rules.hexes import BIT, COORD_OF, HEX_AT, NEIGHBORS, iter_hexes
from kingdom.rules.registry import ISLANDS, SECTIONS, TERRAINS
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import settlement_areas


def offset_neighbors(row: int, column: int) -> set[tuple[int, int]]:
    """Returns the neighbors of a hex, implementing R-GRID-2 literally."""
    column_shifts = (-1, 0) if row % 2 == 0 else (0, 1)
    candidates = {(row, column - 1), (row, column + 1)}
    candidates |= {
        (row + row_step, column + column_shift) for row_step in (-1, 1) for column_shift in column_shifts
    }
    return {(r, c) for r, c in candidates if 0 <= r < 20 and 0 <= c < 20}


def test_main_board_hexes_and_neighbors() -> None:
    """R-GRID-1, R-GRID-2: all neighbors of all hexes are correct, including across the seams between
    sections."""
    assert hexes.MAIN_BOARD_MASK.bit_count() == 400
    for row in range(20):
        for column in range(20):
            assert coords(NEIGHBORS[HEX_AT[(row, column)]]) == offset_neighbors(row, column)
            assert coords(hexes.neighbors(BIT[HEX_AT[(row, column)]])) == offset_neighbors(row, column)


def test_directions_lie_on_three_axes() -> None:
    """R-GRID-3: the six directions lie on three axes. An inner hex has two opposite neighbors on each axis,
    and none straight above it."""
    middle = BIT[HEX_AT[(10, 10)]]
    forward = [coords(middle << axis) for axis in hexes.AXES]
    backward = [coords(middle >> axis) for axis in hexes.AXES]
    assert forward == [{(10, 11)}, {(11, 10)}, {(11, 9)}]
    assert backward == [{(10, 9)}, {(9, 9)}, {(9, 10)}]


def test_rows_span_both_sections() -> None:
    """R-GRID-4: the main board has 20 rows of 20 hexes, and the island has 5 rows of 5."""
    assert [row.bit_count() for row in hexes.ROW_MASKS] == [20] * 20 + [5] * 5
    assert coords(hexes.ROW_MASKS[3]) == {(3, c) for c in range(20)}
    assert {hexes.row_index(h) for h in iter_hexes(hexes.ROW_MASKS[22])} == {22}


@pytest.mark.parametrize(
    ("first", "second", "steps"),
    [
        ((0, 0), (0, 0), 0),
        ((5, 5), (5, 9), 4),
        ((0, 0), (19, 19), 29),
        ((5, 5), (7, 5), 2),
        ((5, 5), (7, 6), 2),
        ((5, 5), (7, 7), 3),
    ],
)
def test_distance(first: tuple[int, int], second: tuple[int, int], steps: int) -> None:
    """R-GRID-5: the distance is the smallest number of steps."""
    assert hexes.distance(HEX_AT[first], HEX_AT[second]) == steps
    assert BIT[HEX_AT[second]] & hexes.hexes_within(BIT[HEX_AT[first]], steps)
    assert not steps or not BIT[HEX_AT[second]] & hexes.hexes_within(BIT[HEX_AT[first]], steps - 1)


def test_sections_and_rotation() -> None:
    """R-GRID-6: sections are blocks of 10x10 hexes; rotation maps (r, c) to (9-r, 9-c) and preserves
    adjacency."""
    assert coords(hexes.SECTION_MASKS[1]) == {(r, c) for r in range(10) for c in range(10, 20)}
    assert sum(hexes.SECTION_MASKS) == hexes.MAIN_BOARD_MASK
    oracle = SECTIONS["oracle"]
    rotated = oracle.rotated()
    assert all(rotated.rows[9 - r][9 - c] == oracle.rows[r][c] for r in range(10) for c in range(10))
    inside = {(r, c) for r in range(10) for c in range(10)}
    for coord in inside:
        rotated_neighbors = {(9 - r, 9 - c) for r, c in offset_neighbors(*coord) & inside}
        assert rotated_neighbors == offset_neighbors(9 - coord[0], 9 - coord[1]) & inside


def test_board_edges_and_seams() -> None:
    """R-GRID-7, R-GRID-8: 76 hexes lie on board edges and 76 on seams. A corner lies on two edges, and a seam
    is not a board edge."""
    assert hexes.EDGE_MASK.bit_count() == 76 == hexes.SEAM_MASK.bit_count()
    assert sum(bool(edge & BIT[HEX_AT[(0, 0)]]) for edge in hexes.EDGE_MASKS) == 2
    assert not hexes.EDGE_MASK & BIT[HEX_AT[(9, 9)]]
    assert coords(hexes.SEAM_MASK) == {
        (r, c) for r in range(20) for c in range(20) if r in (9, 10) or c in (9, 10)
    }


def test_suitable_terrain() -> None:
    """R-TERR-1, R-TERR-2: only suitable terrain can be built on, and no piece ever stands on a landmark."""
    game = scenario(
        land={(0, 0): "D", (0, 1): "W", (0, 2): "M", (0, 3): "S", (0, 4): "1"}, locations={"1": "farm"}
    )
    board = game.board
    assert coords(board.all_hexes & ~board.suitable_hexes) == {(0, 1), (0, 2), (0, 3), (0, 4)}
    with pytest.raises(ValidationError, match="R-TERR-2"):
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
    assert coords(game.board.landmark_hexes) == {(5, 5), (9, 9)}
    assert gold(game, "workers") == 2


def test_terrain_areas_cross_seams() -> None:
    """R-TERR-4: a terrain area is a maximal connected group; here it spans the seam between columns 9 and
    10."""
    game = scenario(land={(4, 9): "D", (4, 10): "D", (7, 7): "D"})
    assert sorted(area.bit_count() for area in game.board.terrain_areas("desert")) == [1, 2]


def test_own_pieces_and_settlement_areas() -> None:
    """R-TERM-1, R-TERM-7: in this position, a player's own pieces are the settlements. Areas are connected
    groups, and a lone piece is an area of size 1."""
    game = scenario(own=[(4, 4), (4, 5), (9, 9)], other=[(4, 6)])
    assert coords(game.piece_hexes[0]) == {(4, 4), (4, 5), (9, 9)}
    assert sorted(area.bit_count() for area in hexes.connected_areas(game.piece_hexes[0])) == [1, 2]


def test_areas_are_ordered_from_the_top_left() -> None:
    """R-TERM-7: areas are ordered from the top left, even when they are updated after one piece was added or
    removed."""
    isolated = [
        BIT[HEX_AT[row, column]] for row, column in ((2, 4), (2, 9), (4, 1), (6, 6), (9, 2), (12, 17))
    ]
    for count in (2, 3, 6, 5, 1, 4):
        assert settlement_areas(sum(isolated[:count])) == tuple(isolated[:count])


def test_first_area_query_in_a_process() -> None:
    """R-TERM-7: the first query in a new process works, although there is no cached result to update."""
    code = "from kingdom.rules.scoring import settlement_areas as areas; print(areas(1 << 70 | 1 << 75))"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == str((1 << 70, 1 << 75))


def test_occupied_and_free() -> None:
    """R-TERM-3, R-TERM-5, R-BUILD-1: an occupied hex is not a legal target, no matter who owns the piece on
    it."""
    game = scenario(own=[(5, 5)], other=[(5, 6)], card="grass")
    assert coords(game.occupied_hexes) == {(5, 5), (5, 6)}
    assert cells(game) == offset_neighbors(5, 5) - {(5, 6)}


def test_build_takes_a_piece_from_the_supply() -> None:
    """R-TERM-8, R-TERM-9: a build takes a piece from the supply; a move does not."""
    game = scenario(own=[(5, 5)], card="grass")
    assert game.supply == [39, 40]
    play(game, (5, 6))
    assert game.supply == [38, 40]


def test_assembled_grids_keep_their_locations() -> None:
    """R-GRID-6: four sections become one board, and each location keeps its own tile."""
    grid = assemble_grid([SECTIONS["tavern"], SECTIONS["paddock"], SECTIONS["oasis"], SECTIONS["farm"]])
    board = Board(grid)
    tile_names = {COORD_OF[space]: tile_name for space, tile_name in board.location_at.items()}
    assert tile_names[(6, 2)] == "tavern"
    assert tile_names[(2, 18)] == "paddock"
    assert tile_names[(12, 7)] == "oasis"
    assert tile_names[(11, 17)] == "farm"


@pytest.mark.parametrize("seed", range(20))
def test_board_of_sections_equals_board_of_the_whole_grid(seed: int) -> None:
    """R-GRID-6: a board is the same whether it is made from four sections or from the assembled grid."""
    rng = Rng(seed)
    sections = [SECTIONS[name] for name in rng.shuffled(tuple(SECTIONS))[:4]]
    sections = [section.rotated() if rng.randrange(2) else section for section in sections]
    island = rng.choice((None, *ISLANDS.values()))
    boards = Board(tuple(sections), island), Board(assemble_grid(sections), island)
    assert boards[0].grid == boards[1].grid
    for board in boards:
        for terrain in TERRAINS:
            assert board.next_to_terrain[terrain] & ~board.all_hexes == 0
            board.terrain_areas(terrain)
        assert list(board.kind_at) == list(iter_hexes(board.all_hexes))
    values = [
        {name: getattr(board, name) for name in Board.__slots__ if name != "sections"} for board in boards
    ]
    assert values[0] == values[1]
    assert list(boards[0].location_at) == sorted(boards[0].location_at)


def test_sections_and_islands_of_a_wrong_size_are_rejected() -> None:
    """R-GRID-6: a section has 10 rows of 10 hexes, an island has 5 rows of 5."""
    section = TerrainGrid(("G" * 10,) * 10)
    with pytest.raises(ValidationError, match="the section has 9 rows"):
        Board((section, section, section, TerrainGrid(("G" * 10,) * 9)))
    with pytest.raises(ValidationError, match=r"'\?' at \[10, 10\]"):
        Board((section, section, section, TerrainGrid(("?" + "G" * 9,) + ("G" * 10,) * 9)))
    with pytest.raises(ValidationError, match=r"row 1 of the island board"):
        Board(TerrainGrid(("G" * 20,) * 20), TerrainGrid(("G" * 5, "G" * 6) + ("G" * 5,) * 3))


def test_bad_grids_are_rejected() -> None:
    """R-GRID-1: a grid that does not have 20 rows of 20 known letters is rejected."""
    with pytest.raises(ValidationError, match="19 rows"):
        Board(TerrainGrid(("G" * 20,) * 19))
    with pytest.raises(ValidationError, match="row 3"):
        Board(TerrainGrid(("G" * 20,) * 3 + ("G" * 21,) + ("G" * 20,) * 16))
    with pytest.raises(ValidationError, match=r"'\?' at \[0, 0\]"):
        Board(TerrainGrid(("?" + "G" * 19,) + ("G" * 20,) * 19))
    with pytest.raises(ValidationError, match="location 1"):
        Board(TerrainGrid(("1" + "G" * 19,) + ("G" * 20,) * 19))


def test_nth_member_of_a_set() -> None:
    """R-GRID-1: the members of a hex set of any size can be iterated and indexed from the top left."""
    for mask in (hexes.MAIN_BOARD_MASK, hexes.EDGE_MASK, hexes.ISLAND_MASK, hexes.ROW_MASKS[7]):
        members = list(iter_hexes(mask))
        assert [hexes.nth_hex(mask, index) for index in range(len(members))] == members
        assert hexes.first_hex(mask) == members[0]


def test_neighbors_of_one_hex_and_of_several() -> None:
    """R-GRID-2: the neighbors are the same whether looked up or computed."""
    for hex_coords in ((), ((0, 0),), ((19, 19),), ((4, 4), (4, 5)), ((0, 0), (9, 9), (19, 19))):
        mask = sum(BIT[HEX_AT[coord]] for coord in hex_coords)
        assert hexes.neighbors_of_small_set(mask) == hexes.neighbors(mask)
    assert all(
        hexes.neighbors_of_small_set(BIT[hex_id]) == hexes.neighbors(BIT[hex_id]) for hex_id in COORD_OF
    )


def test_incremental_area_update() -> None:
    rng = Rng(8)
    all_hexes = list(COORD_OF)
    before, known_areas = 0, hexes.connected_areas(0)
    for _ in range(300):
        after = before
        for _ in range(1 + rng.randrange(3)):
            after ^= BIT[rng.choice(all_hexes)]
        known_areas = hexes.update_areas(known_areas, before, after)
        assert sorted(known_areas) == sorted(hexes.connected_areas(after))
        before = after


def test_nth_member_of_random_sets() -> None:
    rng = Rng(9)
    for size in (1, 2, 30, 200, len(COORD_OF)):
        members = sorted(rng.shuffled(list(COORD_OF))[:size])
        mask = sum(BIT[index] for index in members)
        assert [hexes.nth_hex(mask, index) for index in range(size)] == members
