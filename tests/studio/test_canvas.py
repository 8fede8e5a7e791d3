"""Drawing land: strokes back and forth without end, fill, turn, mirror; what is wrong and what is odd."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kingdom import tiled
from kingdom.map_check import REASONS, cells_of
from kingdom.rules.board import Grid
from kingdom.rules.registry import ISLANDS, SECTIONS, TILES
from kingdom.studio import advice
from kingdom.studio.canvas import BLANK, Canvas
from kingdom.studio.grow import grow

WATER, CASTLE = ("water", ""), ("castle", "")
FARM = ("location", "farm")


def test_a_stroke_is_one_step_back() -> None:
    canvas = Canvas("section")
    canvas.begin()
    for column in range(4):
        assert canvas.paint((2, column), WATER)
    assert not canvas.paint((2, 0), WATER)
    assert not canvas.paint((10, 0), WATER)
    canvas.end()
    assert canvas.paint((5, 5), CASTLE)
    assert canvas.undo() == [(5, 5)]
    assert sorted(canvas.undo()) == [(2, 0), (2, 1), (2, 2), (2, 3)]
    assert set(canvas.cells.values()) == {BLANK}
    assert not canvas.can_undo
    assert canvas.undo() == []
    canvas.redo()
    assert canvas.cells[2, 3] == WATER
    canvas.paint((0, 0), CASTLE)
    assert not canvas.can_redo


@settings(max_examples=30, deadline=None)
@given(
    some.lists(
        some.tuples(some.integers(0, 6), some.integers(0, 99), some.sampled_from(range(4))), max_size=25
    )
)
def test_everything_can_be_taken_back_and_done_again(steps: list[tuple[int, int, int]]) -> None:
    canvas = Canvas(SECTIONS["temple"])
    words = (WATER, CASTLE, FARM, BLANK)
    seen = [dict(canvas.cells)]
    for deed, number, word in steps:
        place, before = divmod(number, 10), len(seen)
        if deed == 0:
            changed: object = canvas.fill(place, words[word])
        elif deed == 1:
            changed = canvas.turn()
        elif deed == 2:
            changed = canvas.mirror()
        else:
            changed = canvas.paint(place, words[word])
        if changed:
            seen.append(dict(canvas.cells))
        assert len(seen) - before == bool(changed)
    for state in reversed(seen[:-1]):
        canvas.undo()
        assert canvas.cells == state
    assert not canvas.can_undo
    for state in seen[1:]:
        canvas.redo()
        assert canvas.cells == state
    assert not canvas.can_redo


def test_fill_takes_one_area() -> None:
    canvas = Canvas(SECTIONS["tavern"])
    before = dict(canvas.cells)
    changed = canvas.fill((0, 1), WATER)
    assert len(changed) == 7
    assert all(before[place] == ("desert", "") for place in changed)
    assert canvas.fill((0, 1), WATER) == []
    assert canvas.fill((0, 1), CASTLE) == [(0, 1)]


def test_turn_and_mirror_twice_are_nothing() -> None:
    for land in (SECTIONS["oracle"], ISLANDS["tree_house"], grow(1)):
        canvas = Canvas(land)
        canvas.turn()
        assert cells_of(canvas.grid) == cells_of(land.turned())
        canvas.turn()
        canvas.mirror()
        assert cells_of(canvas.grid) == cells_of(Grid(tuple(row[::-1] for row in land.rows), land.locations))
        canvas.mirror()
        assert cells_of(canvas.grid) == cells_of(land)


def test_it_knows_whether_it_was_kept() -> None:
    canvas = Canvas("island")
    assert (canvas.kind, canvas.side, canvas.changed) == ("island", 5, False)
    canvas.paint((0, 0), WATER)
    assert canvas.changed
    canvas.saved()
    assert not canvas.changed
    canvas.undo()
    assert canvas.changed
    canvas.redo()
    assert not canvas.changed
    canvas.undo()
    canvas.paint((1, 1), WATER)
    assert canvas.changed
    assert canvas.replace(ISLANDS["tree_house"])
    assert cells_of(canvas.grid) == cells_of(ISLANDS["tree_house"])


def test_a_tenth_kind_of_location_does_not_fit() -> None:
    canvas = Canvas("board")
    kinds = sorted(TILES)[:10]
    for number, kind in enumerate(kinds[:9]):
        assert canvas.paint((0, number), ("location", kind))
    assert not canvas.paint((1, 1), ("location", kinds[9]))
    assert canvas.paint((1, 1), ("location", kinds[0]))
    assert len(canvas.grid.locations) == 9


# --- advice


@pytest.mark.parametrize("name", sorted(SECTIONS))
def test_sections_of_the_boxes_are_neither_wrong_nor_unusual(name: str) -> None:
    cells = cells_of(SECTIONS[name])
    assert advice.wrong(cells, "section") == []
    assert not [problem for problem in advice.odd(cells, "section") if problem.key != "location_on_edge"]
    assert all(beside.usual for beside in advice.compare(SECTIONS[name], "section"))


def test_what_is_wrong_is_what_the_command_tells(tmp_path: Path) -> None:
    """The same problems with the same hexes; each of them in words."""
    seen = set()
    blank, crowded = Canvas("board"), Canvas("section")
    for number in range(4):
        crowded.paint((number, number), CASTLE)
    for number, kind in enumerate(("farm", "oasis", "tower")):
        crowded.paint((8, number), ("location", kind))
    for canvas in (blank, crowded):
        tiled.write(canvas.grid, tmp_path / "mine.tmx", {})
        told = tiled.check(tmp_path / "mine.tmx")
        found = advice.wrong(canvas.cells, canvas.kind)
        assert [mistake.reason for mistake in told] == [
            REASONS[problem.key].format(**problem.values) for problem in found
        ]
        for mistake, problem in zip(told, found, strict=True):
            if problem.places:
                assert (mistake.row, mistake.column) == problem.places[0]
        seen |= {problem.key for problem in found}
    assert seen | {"few_land"} == set(REASONS)


def test_what_is_odd_is_told_with_its_hexes() -> None:
    canvas = Canvas(SECTIONS["tavern"])
    canvas.paint((0, 9), FARM)
    canvas.paint((4, 5), ("desert", ""))
    canvas.paint((3, 4), CASTLE)
    found = {problem.key: problem for problem in advice.odd(canvas.cells, "section")}
    assert found.keys() == {"location_on_edge", "lone_hex", "close_landmarks"}
    assert found["location_on_edge"].places == ((0, 9),)
    assert (4, 5) in found["lone_hex"].places
    assert (3, 4) in found["close_landmarks"].places
    blank = {problem.values.get("terrain") for problem in advice.odd(Canvas("section").cells, "section")}
    assert blank == {"canyon", "desert", "flower", "forest"}


def test_a_land_is_compared_with_the_sections() -> None:
    blank = {beside.terrain: beside for beside in advice.compare(Canvas("section").grid, "section")}
    assert blank["grass"].here.hexes == 100
    assert not blank["grass"].usual
    assert blank["grass"].hexes == (12, 20)
    assert blank["grass"].largest is not None
    assert blank["grass"].here.largest > blank["grass"].largest[1]
    assert not blank["water"].usual
    board = {beside.terrain: beside for beside in advice.compare(grow(1), "board")}
    assert board["water"].hexes == (16, 136)
    assert board["water"].areas is None
    assert board["water"].usual


def test_areas_are_compared_too() -> None:
    """As much grass as usual, but scattered hex by hex, is not usual."""
    canvas = Canvas(SECTIONS["tavern"])
    for place, cell in list(canvas.cells.items()):
        if cell == BLANK:
            canvas.paint(place, WATER)
    spots = [(row, column) for row in range(0, 10, 2) for column in range(0, 10, 3)][:14]
    for place in spots:
        canvas.paint(place, BLANK)
    grass = {beside.terrain: beside for beside in advice.compare(canvas.grid, "section")}["grass"]
    assert grass.hexes is not None
    assert grass.hexes[0] <= grass.here.hexes <= grass.hexes[1]
    assert not grass.usual
