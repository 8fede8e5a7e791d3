"""The board painter: every kind of map at every size, the same each time, without seams."""

from __future__ import annotations

import pygame
import pytest

import kingdom.rules  # noqa: F401  (fills the registries)
from kingdom.rules.board import Grid
from kingdom.rules.registry import TERRAINS
from kingdom.ui.board.board_picture import paint_land, put_patches, repaint_land
from kingdom.ui.board.painter import FIELD_HEX, GROUND, PROPS, BoardPainter, layout, tile_sizes
from kingdom.ui.board.planting import LEAN, plant
from kingdom.ui.board.survey import BadGrid, survey
from kingdom.ui.draw.geometry import MARGIN, SEA_MARGIN, neighbours
from kingdom.ui.draw.sheets import Sheets, Sprite, resize

TEMPLE = """
D D U U U U W L L L
D D M M U W F F L L
D D D 1 U W F F C C
D D G G U W C C C C
G D D G W W L C G G
G D G W M L 1 G G F
U G G W L L L L F F
U U W W P L L F M F
U U W W C C M F W W
U W W C C C F F W W
"""
MILL = """
M F F F F A C C C G
F F F F F A C C G G
W W F 1 A A O M M G
D W L L L L M W W G
D D W W L L L L G G
D D D W L L L L A G
C D D W 2 A F M A A
C C W G A A F F F M
C C W W G G G D D M
C C C W W G D D M M
"""
ISLAND = ["DDDFF", "DGGFF", "C1GWW", "CCGSL", "MCLLL"]


def rows(text: str) -> list[str]:
    return ["".join(line.split()) for line in text.split("\n") if line]


def whole_board() -> list[str]:
    """Twenty by twenty, with every terrain."""
    upper = [left + right for left, right in zip(rows(TEMPLE), rows(MILL), strict=True)]
    return upper + [right + left for left, right in zip(rows(TEMPLE), rows(MILL), strict=True)]


@pytest.fixture(scope="module")
def sheets() -> Sheets:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    return Sheets()


@pytest.fixture(scope="module")
def painter(sheets: Sheets) -> BoardPainter:
    return BoardPainter(sheets)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


# --- Reading a map


def test_landmarks_stand_on_the_ground_of_most_neighbours() -> None:
    land = survey(["GGG", "GSC", "GCC"])
    assert land.terrain[1, 1] == "grass"
    assert land.landmarks == {(1, 1)}


def test_landmarks_avoid_water_and_mountain() -> None:
    assert survey(["WWW", "WSW", "MMD"]).terrain[1, 1] == "desert"
    assert survey(["WWW", "WSW", "WWW"]).terrain[1, 1] == "water"


def test_landmarks_among_landmarks() -> None:
    assert survey(["1SNPO", "1SNPO", "FFFFF"]).terrain[0, 0] == "forest"
    assert survey(["S"]).terrain == {(0, 0): "grass"}


def test_an_island_lies_in_the_sea() -> None:
    land = survey(ISLAND, sea=True)
    for row in range(5):
        for column in range(5):
            assert all(near in land.terrain for near in neighbours(row, column))
    assert land.terrain[-1, 2] == land.terrain[5, 5] == "water"
    assert not land.holds((-1, 2))


@pytest.mark.parametrize("grid", [[], [""], ["GG", "G"], ["GX"], ["g"]])
def test_bad_maps_are_refused(grid: list[str]) -> None:
    with pytest.raises(BadGrid):
        survey(grid)


# --- Painting


@pytest.mark.parametrize("width", [20, 33.3, 46, 100])
def test_size_follows_the_layout(painter: BoardPainter, width: float) -> None:
    picture = painter.paint(rows(TEMPLE), width)
    hexes = layout(10, 10, width)
    assert hexes.left == MARGIN * width
    assert abs(picture.get_width() - hexes.size[0] - 2 * hexes.left) < 1
    assert abs(picture.get_height() - hexes.size[1] - 2 * hexes.top) < 1


@pytest.mark.parametrize("grid", [["G"], ["W"], ["S"], ["GFDLCWMUA"], ["GFD", "LCW", "MUA"], ISLAND])
def test_small_maps(painter: BoardPainter, grid: list[str]) -> None:
    picture = painter.paint(grid, 46)
    hexes = layout(len(grid), len(grid[0]), 46)
    for row in range(len(grid)):
        for column in range(len(grid[0])):
            x, y = hexes.centre(row, column)
            assert picture.get_at((round(x), round(y))).a == 255


def test_same_map_same_picture(painter: BoardPainter) -> None:
    assert pixels(painter.paint(ISLAND, 46)) == pixels(painter.paint([" ".join(row) for row in ISLAND], 46))


def test_board_is_transparent_at_its_corners(painter: BoardPainter) -> None:
    picture = painter.paint(rows(TEMPLE), 46)
    assert picture.get_at((0, 0)).a == 0
    assert picture.get_at((picture.get_width() - 1, picture.get_height() - 1)).a < 40, "nothing but shadow"


def test_sea_melts_away(painter: BoardPainter) -> None:
    picture = painter.paint(ISLAND, 46, sea=True)
    hexes = layout(5, 5, 46, sea=True)
    assert hexes.left == SEA_MARGIN * 46
    x, y = hexes.centre(-1, 2)
    assert picture.get_at((round(x), round(y))).b > 120
    assert all(picture.get_at((x, 0)).a < 60 for x in range(picture.get_width()))


@pytest.mark.parametrize("width", [23, 46, 75.5])
def test_no_sand_inside_a_region(painter: BoardPainter, width: float) -> None:
    """All water: a rim inside it would show as sand, which is more red than blue."""
    picture = painter.paint(["W" * 20] * 20, width)
    hexes = layout(20, 20, width)
    for row in range(1, 19):
        for column in range(1, 18):
            for x, y in hexes.corners(row, column):
                red, _, blue, _ = picture.get_at((round(x), round(y)))
                assert blue > red


def test_rim_between_two_terrains(painter: BoardPainter) -> None:
    """Sand, lighter than both grounds, lies on the very border of every row, however its edges wander."""
    picture = painter.paint(["GGUU"] * 6, 60)
    hexes = layout(6, 4, 60)
    rim = []
    for row in range(1, 5):
        (x1, y1), (x2, y2) = hexes.edge(row, 1, 0)
        rim.append(min(picture.get_at((round((x1 + x2) / 2), round((y1 + y2) / 2)))[:2]))
    assert min(rim) > 160
    assert sorted(rim)[1] > 200, "but for one narrow place"


def test_terrains_differ_in_grey(painter: BoardPainter) -> None:
    """Grass and flower field must be told apart without colour."""

    def grey(letter: str) -> float:
        picture = painter.paint([letter * 6] * 6, 46)
        red, green, blue, _ = pygame.transform.average_color(picture, pygame.Rect(70, 70, 150, 150))
        return 0.299 * red + 0.587 * green + 0.114 * blue

    assert grey("L") - grey("G") > 20
    assert grey("D") - grey("A") > 20
    assert grey("G") - grey("F") > 30


def test_everything_in_the_sheets_is_used(sheets: Sheets, painter: BoardPainter) -> None:
    for terrain in TERRAINS.values():
        painter.paint([terrain.letter * 20] * 20, 20)
    for sheet in (GROUND, PROPS):
        assert {name for where, name in sheets.asked if where == sheet} == set(sheets.names(sheet))


def test_nothing_is_scaled_twice(painter: BoardPainter, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scaling is what takes long; how long painting takes is a figure of `kingdom bench` (paint_board)."""
    scaled: list[str] = []

    def noted(sprite: Sprite, factor: float) -> Sprite:
        scaled.append(sprite.name)
        return resize(sprite, factor)

    monkeypatch.setattr("kingdom.ui.draw.sheets.resize", noted)
    painter.paint(whole_board(), 47)
    assert len(scaled) == len(set(scaled)) > 20
    painter.paint(whole_board(), 47)
    assert len(scaled) == len(set(scaled))


# --- Painting a part


def shown(picture: pygame.Surface) -> bytes:
    """What is seen of a picture on a table."""
    table = pygame.Surface(picture.get_size())
    table.fill((190, 170, 130))
    table.blit(picture, (0, 0))
    return pygame.image.tobytes(table, "RGB")


@pytest.mark.parametrize("width", [14.3, 30, 36.7, 64.5, 95.2])
def test_a_part_has_the_pixels_of_the_whole(painter: BoardPainter, width: float) -> None:
    whole = painter.paint(rows(TEMPLE), width)
    across, down = whole.get_size()
    for area in (
        pygame.Rect(0, 0, 7, 5),
        pygame.Rect(across // 3, down // 4, across // 2, down // 3),
        pygame.Rect(across - 41, down - 67, 41, 67),
    ):
        part = painter.paint_part(rows(TEMPLE), width, area)
        assert shown(part) == shown(whole.subsurface(area))


@pytest.mark.parametrize("width", [24.0, 36.7, 83.1])
def test_what_changed_holds_all_that_differs(sheets: Sheets, width: float) -> None:
    """Also where a landmark takes the ground of its neighbours, and at the edge of the land."""
    before = Grid.of(TEMPLE, _1="temple")
    picture, _ = paint_land(sheets, before, width)
    for row, column, letter in ((0, 0, "M"), (4, 4, "L"), (4, 5, "S"), (3, 5, "D"), (9, 9, "1"), (7, 4, "W")):
        lines = [list(line) for line in before.rows]
        lines[row][column] = letter
        after = Grid(tuple("".join(line) for line in lines), before.locations)
        patches = repaint_land(sheets, before, after, width)
        put_patches(picture, patches)
        assert shown(picture) == shown(paint_land(sheets, after, width)[0])
        assert sum(area.width * area.height for _, area in patches) < 40 * width * width
        before = after


def test_no_prop_leans_too_far(sheets: Sheets) -> None:
    """A part is painted with the props of the hexes around it: none reaches it from farther away."""
    for terrain in TERRAINS.values():
        land = survey([terrain.letter * 12] * 12)
        for place in land.terrain:
            for name, x, y in plant(land, place):
                sprite = sheets.sprite(PROPS, name)
                (left, top), (wide, high) = sprite.anchor, sprite.surface.get_size()
                width = sheets.hex_width[PROPS]
                reach = max(left / width - x, (wide - left) / width + x, top / width - y)
                assert max(reach, (high - top) / width + y) < LEAN - 0.05


@pytest.mark.parametrize("width", [9.0, 24.0, 29.9, 30.1, 30.3, 47.7, 59.9, 112.0, 330.0])
def test_tiles_fit_hexes(width: float) -> None:
    tile, field = tile_sizes(width)
    assert abs(FIELD_HEX * tile / field / width - 1) < 0.01
    assert tile <= field or tile >= field + 2
