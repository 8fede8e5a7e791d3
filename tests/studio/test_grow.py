"""Land by chance: the same everywhere, always playable, as the published sections are, and as one wishes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest

from kingdom import tiled
from kingdom.__main__ import main
from kingdom.map_check import cells_of
from kingdom.rules.board import Grid
from kingdom.rules.registry import BOXES, SECTIONS, TERRAINS, BadSetup
from kingdom.rules.setup import Setup, new_game
from kingdom.studio.ground import ground_of
from kingdom.studio.grow import AMOUNTS, LITTLE, MUCH, USUAL, Wishes, grow, grow_like
from kingdom.studio.share import read_code, write_code
from kingdom.studio.statistics import Figures, figures, mean

PUBLISHED = tuple(box.name for box in BOXES.values() if not box.own_design)
LAND = ("grass", "canyon", "desert", "flower", "forest")
MANY = 16
GOLDEN = (
    "K1-1T7ZVWJC4CEWC54B6FH0WPW2PAQA4564XWM1XTTAW212N285QFT4NGG7PP66835B254A74J0QKWSM21H4KESZ4BMVPBME"
    "AQH0CVB1ZBSX4BS82YJXR3EG16JVK5YWCYGF88VEXBKC9KTJWG02MMQW322N1FVM6YCX7DZ8AT01MCAD89"
)


@cache
def grown() -> list[Grid]:
    return [grow(seed, PUBLISHED) for seed in range(MANY)]


@cache
def dealt() -> list[Grid]:
    """Boards of published sections."""
    return [new_game(Setup(boxes=PUBLISHED, seed=seed)).board.grid for seed in range(MANY)]


@cache
def counted(lands: Callable[[], list[Grid]]) -> list[dict[str, Figures]]:
    return [figures(land) for land in lands()]


def test_a_seed_gives_the_same_land_everywhere() -> None:
    assert grow(1) == grow(1)
    assert len({grow(seed).rows for seed in range(4)}) == 4
    assert write_code(grow(2026)) == GOLDEN


def test_grown_land_can_be_coded_and_played() -> None:
    for seed in range(3):
        land = grow(seed, tuple(BOXES))
        assert read_code(write_code(land)) == land
        game = new_game(Setup(players=4, boxes=tuple(BOXES), grid=land, seed=seed))
        assert game.decision().cells


@pytest.mark.parametrize("wishes", [Wishes(*three) for three in product((LITTLE, MUCH), repeat=3)])
def test_whatever_is_wished_a_map_has_no_mistake(wishes: Wishes, tmp_path: Path) -> None:
    for seed, boxes in enumerate((("base",), tuple(BOXES))):
        tiled.write(grow(seed, boxes, wishes), tmp_path / "grown.tmx", {})
        assert tiled.check(tmp_path / "grown.tmx") == []


@pytest.mark.parametrize("terrain", LAND)
def test_areas_are_as_on_boards_of_published_sections(terrain: str) -> None:
    """Hexes, number of areas, their size, and the largest one: on average within a quarter of the boxes'."""
    ours, theirs = ([found[terrain] for found in counted(lands)] for lands in (grown, dealt))
    for what in ("hexes", "areas", "largest"):
        one, other = (
            mean(len(found.areas) if what == "areas" else getattr(found, what) for found in lands)
            for lands in (ours, theirs)
        )
        assert 0.7 < one / other < 1.35, f"{what}: {one} grown, {other} published"
    assert min(found.hexes for found in ours) > 40
    assert all(size > 1 for found in ours for size in found.areas), "no lone hex"


@pytest.mark.parametrize(("terrain", "spread"), [("water", (4, 34)), ("mountain", (0, 15))])
def test_water_and_mountains_are_as_in_the_published_sections(terrain: str, spread: tuple[int, int]) -> None:
    published = [figures(grid)[terrain].hexes for box in PUBLISHED for grid in BOXES[box].sections.values()]
    assert (min(published), max(published)) == spread
    ours, theirs = ([found[terrain] for found in counted(lands)] for lands in (grown, dealt))
    for found in ours:
        assert 4 * spread[0] <= found.hexes <= 4 * spread[1]
    assert 0.8 < mean(found.hexes for found in ours) / mean(found.hexes for found in theirs) < 1.25
    assert 0.6 < mean(found.largest for found in ours) / mean(found.largest for found in theirs) < 1.6


@pytest.mark.parametrize("name", ["temple", "bazaar", "barn"])
def test_a_section_takes_after_its_model(name: str) -> None:
    model, land = SECTIONS[name], grow_like(5, [SECTIONS[name]])
    ours, theirs = cells_of(land).values(), cells_of(model).values()
    marks = [sorted(cell for cell in cells if cell[0] not in TERRAINS) for cells in (ours, theirs)]
    assert marks[0] == marks[1]
    for terrain, found in figures(model).items():
        assert abs(figures(land)[terrain].hexes - found.hexes) <= 6, terrain
        assert (figures(land)[terrain].hexes > 0) == (found.hexes > 0), terrain


@pytest.mark.parametrize("kind", ["location", "castle"])
def test_landmarks_are_as_hard_to_reach_as_on_published_sections(kind: str) -> None:
    """If they lie open on all sides land is rich: they lie as on the sections."""
    ground, found = ground_of(20), []
    for lands in (grown(), dealt()):
        around = []
        for land in lands:
            cells = {20 * r + c: cell[0] for (r, c), cell in cells_of(land).items()}
            places = [place for place, word in cells.items() if word == kind]
            around += [[cells[other] for other in ground.near[place]] for place in places]
        closed = [sum(word in ("water", "mountain") for word in words) for words in around]
        found.append((mean(closed), mean(len(set(words) & set(LAND)) for words in around)))
    (ours, kinds), (theirs, usual) = found
    assert abs(ours - theirs) < 0.4
    assert abs(kinds - usual) < 0.4


def test_land_hangs_together_as_on_boards_of_published_sections() -> None:
    """As on the sections: rivers do not cut it into pieces."""
    ground, found = ground_of(20), []
    for lands in (grown(), dealt()):
        largest = []
        for land in lands:
            cells = {20 * r + c: cell[0] for (r, c), cell in cells_of(land).items()}
            dry = [place for place, word in cells.items() if word not in ("water", "mountain")]
            largest.append(max(len(area) for area in ground.areas(dry)))
        found.append(mean(largest))
    assert found[0] > 0.82 * found[1]


def test_mountains_of_grown_land_gather_as_in_the_sections() -> None:
    """If they lie all over the land miners are rich: they gather as on the sections."""
    ground, found = ground_of(20), []
    for lands in (
        [grow(seed) for seed in range(12)],
        [new_game(Setup(seed=s)).board.grid for s in range(12)],
    ):
        beside = []
        for land in lands:
            cells = {20 * r + c: cell[0] for (r, c), cell in cells_of(land).items()}
            stone = [place for place, word in cells.items() if word == "mountain"]
            beside.append(sum(cells[place] in LAND for place in ground.touching(stone)))
        found.append(mean(beside))
    assert 0.85 < found[0] / found[1] < 1.12


def test_landmarks_are_well_apart_and_not_on_the_edge() -> None:
    ground = ground_of(20)
    for land in grown():
        places = [20 * r + c for (r, c), cell in cells_of(land).items() if cell[0] not in TERRAINS]
        assert len(places) >= 8
        assert not any(ground.edge[place] for place in places)
        assert all(ground.distance(one, other) > 2 for one, other in combinations(places, 2))


@pytest.mark.parametrize(("wish", "terrain"), [("water", "water"), ("mountains", "mountain")])
def test_more_is_more(wish: str, terrain: str) -> None:
    amounts = [
        mean(figures(grow(seed, wishes=Wishes(**{wish: amount})))[terrain].hexes for seed in range(4))
        for amount in AMOUNTS
    ]
    assert list(AMOUNTS) == [LITTLE, USUAL, MUCH]
    assert amounts[0] * 1.4 < amounts[1] < amounts[2] / 1.1


def test_larger_areas_are_fewer() -> None:
    def count(size: str) -> int:
        lands = [figures(grow(seed, wishes=Wishes(areas=size))) for seed in range(3)]
        return sum(len(land[word].areas) for land in lands for word in LAND)

    small, usual, large = count(LITTLE), count(USUAL), count(MUCH)
    assert small > 1.15 * usual > 1.3 * large


def test_boxes_without_sections_grow_nothing() -> None:
    with pytest.raises(BadSetup, match="fewer than four sections"):
        grow(1, ("capitol",))


def test_the_command_grows_a_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "grown.tmx"
    assert main(["levels", "--grow", "2026", "--out", str(made)]) == 0
    assert write_code(tiled.read(made)) == GOLDEN
    assert main(["levels", "--grow", "1", "--sets", "moon", "--out", str(tmp_path / "more.tmx")]) == 2
    assert "no box 'moon'" in capsys.readouterr().err
