"""Tests `MapDocument`: strokes with unlimited undo, fill, rotation and mirroring, and the errors and warnings
about a map."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kingdom.map_editor import map_checks
from kingdom.map_editor.document import BLANK_CELL, MapDocument
from kingdom.maps import library, tiled
from kingdom.maps.generator import generate_board
from kingdom.maps.tiled import grid_to_contents
from kingdom.maps.validation import ENGLISH_REASONS, find_terrain_problems
from kingdom.rules.board import TerrainGrid
from kingdom.rules.registry import ISLANDS, SECTIONS, TILES

WATER, CASTLE = ("water", ""), ("castle", "")
FARM = ("location", "farm")


def test_stroke_is_one_undo_step() -> None:
    document = MapDocument("section")
    document.begin_stroke()
    for column in range(4):
        assert document.paint((2, column), WATER)
    assert not document.paint((2, 0), WATER)
    assert not document.paint((10, 0), WATER)
    document.end_stroke()
    assert document.paint((5, 5), CASTLE)
    assert document.undo() == [(5, 5)]
    assert sorted(document.undo()) == [(2, 0), (2, 1), (2, 2), (2, 3)]
    assert set(document.cells.values()) == {BLANK_CELL}
    assert not document.can_undo
    assert document.undo() == []
    document.redo()
    assert document.cells[2, 3] == WATER
    document.paint((0, 0), CASTLE)
    assert not document.can_redo


@settings(max_examples=30, deadline=None)
@given(
    some.lists(
        some.tuples(some.integers(0, 6), some.integers(0, 99), some.sampled_from(range(4))), max_size=25
    )
)
def test_every_change_can_be_undone_and_redone(steps: list[tuple[int, int, int]]) -> None:
    document = MapDocument(SECTIONS["temple"])
    brushes = (WATER, CASTLE, FARM, BLANK_CELL)
    states = [dict(document.cells)]
    for operation, hex_index, brush in steps:
        coord, before = divmod(hex_index, 10), len(states)
        if operation == 0:
            changed: object = document.fill(coord, brushes[brush])
        elif operation == 1:
            changed = document.rotate()
        elif operation == 2:
            changed = document.mirror()
        else:
            changed = document.paint(coord, brushes[brush])
        if changed:
            states.append(dict(document.cells))
        assert len(states) - before == bool(changed)
    for state in reversed(states[:-1]):
        document.undo()
        assert document.cells == state
    assert not document.can_undo
    for state in states[1:]:
        document.redo()
        assert document.cells == state
    assert not document.can_redo


def test_fill_changes_one_area() -> None:
    document = MapDocument(SECTIONS["tavern"])
    before = dict(document.cells)
    changed = document.fill((0, 1), WATER)
    assert len(changed) == 7
    assert all(before[coord] == ("desert", "") for coord in changed)
    assert document.fill((0, 1), WATER) == []
    assert document.fill((0, 1), CASTLE) == [(0, 1)]


def test_rotate_and_mirror_twice_restore_the_map() -> None:
    for grid in (SECTIONS["oracle"], ISLANDS["tree_house"], generate_board(1)):
        document = MapDocument(grid)
        document.rotate()
        assert grid_to_contents(document.grid) == grid_to_contents(grid.rotated())
        document.rotate()
        document.mirror()
        assert grid_to_contents(document.grid) == grid_to_contents(
            TerrainGrid(tuple(row[::-1] for row in grid.rows), grid.locations)
        )
        document.mirror()
        assert grid_to_contents(document.grid) == grid_to_contents(grid)


def test_unsaved_changes_are_tracked() -> None:
    document = MapDocument("island")
    assert (document.kind, document.side, document.is_modified) == ("island", 5, False)
    document.paint((0, 0), WATER)
    assert document.is_modified
    document.mark_saved()
    assert not document.is_modified
    document.undo()
    assert document.is_modified
    document.redo()
    assert not document.is_modified
    document.undo()
    document.paint((1, 1), WATER)
    assert document.is_modified
    assert document.replace_map(ISLANDS["tree_house"])
    assert grid_to_contents(document.grid) == grid_to_contents(ISLANDS["tree_house"])


def test_at_most_nine_kinds_of_location() -> None:
    document = MapDocument("board")
    kinds = sorted(TILES)[:10]
    for column, kind in enumerate(kinds[:9]):
        assert document.paint((0, column), ("location", kind))
    assert not document.paint((1, 1), ("location", kinds[9]))
    assert document.paint((1, 1), ("location", kinds[0]))
    assert len(document.grid.locations) == 9


# --- errors and warnings


@pytest.mark.parametrize("name", sorted(SECTIONS))
def test_published_sections_have_no_errors_or_warnings(name: str) -> None:
    cells = grid_to_contents(SECTIONS[name])
    assert find_terrain_problems(cells, "section") == []
    assert not [
        problem for problem in map_checks.find_warnings(cells, "section") if problem.key != "location_on_edge"
    ]
    assert all(
        comparison.is_typical for comparison in map_checks.compare_with_sections(SECTIONS[name], "section")
    )


def test_errors_equal_those_of_the_command(tmp_path: Path) -> None:
    """The editor reports the same errors at the same hexes as the command, and there is a message for every
    error."""
    reported_keys = set()
    blank, crowded = MapDocument("board"), MapDocument("section")
    for index in range(4):
        crowded.paint((index, index), CASTLE)
    for index, kind in enumerate(("farm", "oasis", "tower")):
        crowded.paint((8, index), ("location", kind))
    for document in (blank, crowded):
        tiled.write_map(document.grid, tmp_path / "mine.tmx", {})
        map_problems = library.find_map_problems(tmp_path / "mine.tmx")
        editor_problems = find_terrain_problems(document.cells, document.kind)
        assert [map_problem.reason for map_problem in map_problems] == [
            ENGLISH_REASONS[problem.key].format(**problem.values) for problem in editor_problems
        ]
        for map_problem, problem in zip(map_problems, editor_problems, strict=True):
            if problem.coords:
                assert (map_problem.row, map_problem.column) == problem.coords[0]
        reported_keys |= {problem.key for problem in editor_problems}
    assert reported_keys | {"few_land"} == set(ENGLISH_REASONS)


def test_warnings_name_their_hexes() -> None:
    document = MapDocument(SECTIONS["tavern"])
    document.paint((0, 9), FARM)
    document.paint((4, 5), ("desert", ""))
    document.paint((3, 4), CASTLE)
    warnings = {problem.key: problem for problem in map_checks.find_warnings(document.cells, "section")}
    assert warnings.keys() == {"location_on_edge", "lone_hex", "close_landmarks"}
    assert warnings["location_on_edge"].coords == ((0, 9),)
    assert (4, 5) in warnings["lone_hex"].coords
    assert (3, 4) in warnings["close_landmarks"].coords
    missing_terrains = {
        problem.values.get("terrain")
        for problem in map_checks.find_warnings(MapDocument("section").cells, "section")
    }
    assert missing_terrains == {"canyon", "desert", "flower", "forest"}


def test_map_is_compared_with_published_sections() -> None:
    blank = {
        comparison.terrain: comparison
        for comparison in map_checks.compare_with_sections(MapDocument("section").grid, "section")
    }
    assert blank["grass"].stats.hex_count == 100
    assert not blank["grass"].is_typical
    grass_counts = [sum(row.count("G") for row in grid.rows) for grid in SECTIONS.values()]
    assert blank["grass"].typical_hex_count == (min(grass_counts), max(grass_counts))
    assert blank["grass"].typical_largest_area is not None
    assert blank["grass"].stats.largest_area > blank["grass"].typical_largest_area[1]
    assert not blank["water"].is_typical
    board = {
        comparison.terrain: comparison
        for comparison in map_checks.compare_with_sections(generate_board(1), "board")
    }
    water_counts = [sum(row.count("W") for row in grid.rows) for grid in SECTIONS.values()]
    assert board["water"].typical_hex_count == (4 * min(water_counts), 4 * max(water_counts))
    assert board["water"].typical_area_count is None
    assert board["water"].is_typical


def test_comparison_includes_areas() -> None:
    """A typical number of grass hexes still counts as unusual if the hexes are scattered."""
    document = MapDocument(SECTIONS["tavern"])
    for coord, cell in list(document.cells.items()):
        if cell == BLANK_CELL:
            document.paint(coord, WATER)
    scattered_coords = [(row, column) for row in range(0, 10, 2) for column in range(0, 10, 3)][:14]
    for coord in scattered_coords:
        document.paint(coord, BLANK_CELL)
    grass = {
        comparison.terrain: comparison
        for comparison in map_checks.compare_with_sections(document.grid, "section")
    }["grass"]
    assert grass.typical_hex_count is not None
    assert grass.typical_hex_count[0] <= grass.stats.hex_count <= grass.typical_hex_count[1]
    assert not grass.is_typical
