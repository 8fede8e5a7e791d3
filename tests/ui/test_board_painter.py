"""The terrain painter paints every kind of map at every size, deterministically and without seams."""

from __future__ import annotations

import pygame
import pytest

import kingdom.rules  # noqa: F401  (fills the registries)
from kingdom.rules.board import TerrainGrid
from kingdom.rules.registry import TERRAINS
from kingdom.ui.board.board_geometry import BOARD_MARGIN, SEA_MARGIN, painted_grid
from kingdom.ui.board.board_rendering import apply_patches, render_map, render_map_changes
from kingdom.ui.board.terrain_map import MAX_PROP_REACH, InvalidMapError, parse_terrain_map, props_on_hex
from kingdom.ui.board.terrain_painter import (
    FIELD_HEX_PX,
    GROUND_SHEET,
    PROPS_SHEET,
    TerrainPainter,
    chunk_sizes,
)
from kingdom.ui.draw.hex_grid import neighbors
from kingdom.ui.draw.sprite_sheets import Sprite, SpriteSheets, resize_sprite

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


def parse_rows(text: str) -> list[str]:
    return ["".join(line.split()) for line in text.split("\n") if line]


def full_board() -> list[str]:
    """Returns a 20 x 20 board with every terrain."""
    upper = [left + right for left, right in zip(parse_rows(TEMPLE), parse_rows(MILL), strict=True)]
    return upper + [right + left for left, right in zip(parse_rows(TEMPLE), parse_rows(MILL), strict=True)]


@pytest.fixture(scope="module")
def sprite_sheets() -> SpriteSheets:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    return SpriteSheets()


@pytest.fixture(scope="module")
def painter(sprite_sheets: SpriteSheets) -> TerrainPainter:
    return TerrainPainter(sprite_sheets)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


# --- Reading a map


def test_landmark_takes_the_most_common_terrain_of_its_neighbors() -> None:
    terrain_map = parse_terrain_map(["GGG", "GSC", "GCC"])
    assert terrain_map.terrain[1, 1] == "grass"
    assert terrain_map.landmarks == {(1, 1)}


def test_landmarks_avoid_water_and_mountain() -> None:
    assert parse_terrain_map(["WWW", "WSW", "MMD"]).terrain[1, 1] == "desert"
    assert parse_terrain_map(["WWW", "WSW", "WWW"]).terrain[1, 1] == "water"


def test_landmarks_next_to_landmarks() -> None:
    assert parse_terrain_map(["1SNPO", "1SNPO", "FFFFF"]).terrain[0, 0] == "forest"
    assert parse_terrain_map(["S"]).terrain == {(0, 0): "grass"}


def test_island_is_surrounded_by_sea() -> None:
    terrain_map = parse_terrain_map(ISLAND, sea=True)
    for row in range(5):
        for column in range(5):
            assert all(neighbor in terrain_map.terrain for neighbor in neighbors(row, column))
    assert terrain_map.terrain[-1, 2] == terrain_map.terrain[5, 5] == "water"
    assert not terrain_map.contains((-1, 2))


@pytest.mark.parametrize("grid", [[], [""], ["GG", "G"], ["GX"], ["g"]])
def test_invalid_maps_are_rejected(grid: list[str]) -> None:
    with pytest.raises(InvalidMapError):
        parse_terrain_map(grid)


# --- Painting


@pytest.mark.parametrize("width", [20, 33.3, 46, 100])
def test_image_size_matches_the_grid(painter: TerrainPainter, width: float) -> None:
    image = painter.paint(parse_rows(TEMPLE), width)
    hex_grid = painted_grid(10, 10, width)
    assert hex_grid.left == BOARD_MARGIN * width
    assert abs(image.get_width() - hex_grid.size[0] - 2 * hex_grid.left) < 1
    assert abs(image.get_height() - hex_grid.size[1] - 2 * hex_grid.top) < 1


@pytest.mark.parametrize("grid", [["G"], ["W"], ["S"], ["GFDLCWMUA"], ["GFD", "LCW", "MUA"], ISLAND])
def test_small_maps(painter: TerrainPainter, grid: list[str]) -> None:
    image = painter.paint(grid, 46)
    hex_grid = painted_grid(len(grid), len(grid[0]), 46)
    for row in range(len(grid)):
        for column in range(len(grid[0])):
            x, y = hex_grid.center(row, column)
            assert image.get_at((round(x), round(y))).a == 255


def test_painting_is_deterministic(painter: TerrainPainter) -> None:
    assert pixels(painter.paint(ISLAND, 46)) == pixels(painter.paint([" ".join(row) for row in ISLAND], 46))


def test_corners_of_the_board_are_transparent(painter: TerrainPainter) -> None:
    image = painter.paint(parse_rows(TEMPLE), 46)
    assert image.get_at((0, 0)).a == 0
    assert image.get_at((image.get_width() - 1, image.get_height() - 1)).a < 40, (
        "only shadow is expected here"
    )


def test_sea_fades_out_at_the_edge(painter: TerrainPainter) -> None:
    image = painter.paint(ISLAND, 46, sea=True)
    hex_grid = painted_grid(5, 5, 46, sea=True)
    assert hex_grid.left == SEA_MARGIN * 46
    x, y = hex_grid.center(-1, 2)
    assert image.get_at((round(x), round(y))).b > 120
    assert all(image.get_at((x, 0)).a < 60 for x in range(image.get_width()))


@pytest.mark.parametrize("width", [23, 46, 75.5])
def test_no_sand_inside_a_terrain_area(painter: TerrainPainter, width: float) -> None:
    """On an all-water map, a rim between hexes would appear as sand, which has more red than blue."""
    image = painter.paint(["W" * 20] * 20, width)
    hex_grid = painted_grid(20, 20, width)
    for row in range(1, 19):
        for column in range(1, 18):
            for x, y in hex_grid.corners(row, column):
                red, _, blue, _ = image.get_at((round(x), round(y)))
                assert blue > red


def test_rim_between_two_terrains(painter: TerrainPainter) -> None:
    """In every row the border is painted as sand, which is lighter than both terrains."""
    image = painter.paint(["GGUU"] * 6, 60)
    hex_grid = painted_grid(6, 4, 60)
    rim = []
    for row in range(1, 5):
        (x1, y1), (x2, y2) = hex_grid.edge(row, 1, 0)
        rim.append(min(image.get_at((round((x1 + x2) / 2), round((y1 + y2) / 2)))[:2]))
    assert min(rim) > 160
    assert sorted(rim)[1] > 200, "only one place may be narrow"


def test_terrains_differ_in_brightness(painter: TerrainPainter) -> None:
    """Grass and flower field must be distinguishable without color."""

    def brightness(letter: str) -> float:
        image = painter.paint([letter * 6] * 6, 46)
        red, green, blue, _ = pygame.transform.average_color(image, pygame.Rect(70, 70, 150, 150))
        return 0.299 * red + 0.587 * green + 0.114 * blue

    assert brightness("L") - brightness("G") > 20
    assert brightness("D") - brightness("A") > 20
    assert brightness("G") - brightness("F") > 30


def test_every_terrain_sprite_is_used(sprite_sheets: SpriteSheets, painter: TerrainPainter) -> None:
    for terrain in TERRAINS.values():
        painter.paint([terrain.letter * 20] * 20, 20)
    for sheet in (GROUND_SHEET, PROPS_SHEET):
        assert {
            name for sprite_sheet, name in sprite_sheets.requested_sprites if sprite_sheet == sheet
        } == set(sprite_sheets.sprite_names(sheet))


def test_no_sprite_is_scaled_twice(painter: TerrainPainter, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scaling is the slowest part of painting, so each sprite is scaled only once. `kingdom bench`
    (paint_board) measures how long painting takes."""
    scaled: list[str] = []

    def recording_resize(sprite: Sprite, factor: float) -> Sprite:
        scaled.append(sprite.name)
        return resize_sprite(sprite, factor)

    monkeypatch.setattr("kingdom.ui.draw.sprite_sheets.resize_sprite", recording_resize)
    painter.paint(full_board(), 47)
    assert len(scaled) == len(set(scaled)) > 20
    painter.paint(full_board(), 47)
    assert len(scaled) == len(set(scaled))


# --- Painting an area


def composited_pixels(image: pygame.Surface) -> bytes:
    """Returns the pixels of an image drawn on a plain background."""
    background = pygame.Surface(image.get_size())
    background.fill((190, 170, 130))
    background.blit(image, (0, 0))
    return pygame.image.tobytes(background, "RGB")


@pytest.mark.parametrize("width", [14.3, 30, 36.7, 64.5, 95.2])
def test_painted_area_equals_the_full_image(painter: TerrainPainter, width: float) -> None:
    full_image = painter.paint(parse_rows(TEMPLE), width)
    image_width, image_height = full_image.get_size()
    for area in (
        pygame.Rect(0, 0, 7, 5),
        pygame.Rect(image_width // 3, image_height // 4, image_width // 2, image_height // 3),
        pygame.Rect(image_width - 41, image_height - 67, 41, 67),
    ):
        part = painter.paint_area(parse_rows(TEMPLE), width, area)
        assert composited_pixels(part) == composited_pixels(full_image.subsurface(area))


@pytest.mark.parametrize("width", [24.0, 36.7, 83.1])
def test_patches_cover_every_changed_pixel(sprite_sheets: SpriteSheets, width: float) -> None:
    """The changed hexes include landmarks, which are painted with the terrain of their neighbors, and hexes
    at the edge of the map."""
    before = TerrainGrid.from_text(TEMPLE, _1="temple")
    image, _ = render_map(sprite_sheets, before, width)
    for row, column, letter in ((0, 0, "M"), (4, 4, "L"), (4, 5, "S"), (3, 5, "D"), (9, 9, "1"), (7, 4, "W")):
        letters = [list(line) for line in before.rows]
        letters[row][column] = letter
        after = TerrainGrid(tuple("".join(line) for line in letters), before.locations)
        patches = render_map_changes(sprite_sheets, before, after, width)
        apply_patches(image, patches)
        assert composited_pixels(image) == composited_pixels(render_map(sprite_sheets, after, width)[0])
        assert sum(area.width * area.height for _, area in patches) < 40 * width * width
        before = after


def test_props_stay_within_their_maximum_reach(sprite_sheets: SpriteSheets) -> None:
    """An area is painted with the props of the surrounding hexes, so no prop from farther away may reach into
    the area."""
    for terrain in TERRAINS.values():
        terrain_map = parse_terrain_map([terrain.letter * 12] * 12)
        for coord in terrain_map.terrain:
            for name, x, y in props_on_hex(terrain_map, coord):
                sprite = sprite_sheets.sprite(PROPS_SHEET, name)
                (left, top), (sprite_width, sprite_height) = sprite.anchor, sprite.surface.get_size()
                width = sprite_sheets.hex_width[PROPS_SHEET]
                reach = max(left / width - x, (sprite_width - left) / width + x, top / width - y)
                assert max(reach, (sprite_height - top) / width + y) < MAX_PROP_REACH - 0.05


@pytest.mark.parametrize("width", [9.0, 24.0, 29.9, 30.1, 30.3, 47.7, 59.9, 112.0, 330.0])
def test_chunk_sizes_fit_the_hexes(width: float) -> None:
    chunk, field = chunk_sizes(width)
    assert abs(FIELD_HEX_PX * chunk / field / width - 1) < 0.01
    assert chunk <= field or chunk >= field + 2
