"""Renders boards as plain images: maps, games, crops and thumbnails."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pygame

from kingdom.rules.board import TerrainGrid
from kingdom.rules.game import Game
from kingdom.rules.hexes import COORD_OF, iter_hexes
from kingdom.rules.registry import LANDMARKS
from kingdom.ui.board.board_geometry import BOARD_MARGIN, SEA_MARGIN, painted_grid
from kingdom.ui.board.camera import MAX_SHARP_HEX_PX
from kingdom.ui.board.highlights import (
    DIM_ALL,
    DIM_ALPHA,
    DIM_NOTHING,
    DIM_TERRAIN,
    Highlights,
    HighlightSprites,
)
from kingdom.ui.board.sprites import (
    BoardSprite,
    collect_board_sprites,
    draw_board_sprites,
    is_landmark_token,
    row_column,
)
from kingdom.ui.board.terrain_map import RowColumn
from kingdom.ui.board.terrain_painter import GROUND_SHEET, PROPS_SHEET, terrain_painter
from kingdom.ui.draw.hex_grid import HEX_HEIGHT, ROW_STEP, Coord, HexGrid, fit_hex_width
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.worker.executor import IsNeeded, always_needed

MIN_HEX_PX = 2.0
MIN_PAINTED_HEX_PX = 22.0
"""Images with smaller hexes are painted at this hex width and then scaled down. If painted directly, their
grid lines and props would turn into noise."""


def fitting_hex_width(grid: TerrainGrid, max_size: tuple[int, int], sea: bool = False) -> float:
    """Returns the largest hex width at which a painted map fits into `max_size`."""
    return max(
        MIN_HEX_PX,
        fit_hex_width(len(grid.rows), len(grid.rows[0]), max_size, SEA_MARGIN if sea else BOARD_MARGIN)
        * 0.999,
    )


def render_map(
    sheets: SpriteSheets,
    grid: TerrainGrid,
    hex_width: float,
    sea: bool = False,
    is_needed: IsNeeded = always_needed,
) -> tuple[pygame.Surface, HexGrid]:
    """Renders a map with its landmarks and location medallions. Also returns the image's hex grid."""
    image = terrain_painter(sheets, is_needed).paint(grid.rows, hex_width, sea)
    hex_grid = painted_grid(len(grid.rows), len(grid.rows[0]), hex_width, sea)
    for coord, (sheet, name) in _landmark_sprites(grid).items():
        _draw_on_hex(sheets, image, sheet, name, hex_grid, coord)
    return image, hex_grid


def render_map_region(
    sheets: SpriteSheets,
    grid: TerrainGrid,
    hex_width: float,
    area: pygame.Rect,
    is_needed: IsNeeded = always_needed,
) -> pygame.Surface:
    """Renders one area of a map, with exactly the same pixels as `render_map`."""
    image = terrain_painter(sheets, is_needed).paint_area(grid.rows, hex_width, area)
    hex_grid = painted_grid(len(grid.rows), len(grid.rows[0]), hex_width).zoomed_and_moved(
        1, -area.left, -area.top
    )
    for coord, (sheet, name) in _landmark_sprites(grid).items():
        _draw_on_hex(sheets, image, sheet, name, hex_grid, coord)
    return image


Patch = tuple[pygame.Surface, pygame.Rect]
"""Part of an image and its rect in the whole image."""


def render_map_changes(
    sheets: SpriteSheets,
    before: TerrainGrid,
    after: TerrainGrid,
    hex_width: float,
    is_needed: IsNeeded = always_needed,
) -> list[Patch]:
    """Renders patches that turn the image of one map into the image of another map of the same size.

    Outside the patches, the two images are identical. Inside them, the pixels are the same as in an image
    from `render_map`.
    """
    painter = terrain_painter(sheets)
    hex_grid = painted_grid(len(after.rows), len(after.rows[0]), hex_width)
    areas = painter.changed_areas(before.rows, after.rows, hex_width)
    old_sprites, new_sprites = _landmark_sprites(before), _landmark_sprites(after)
    for coord in old_sprites.keys() | new_sprites.keys():
        if old_sprites.get(coord) != new_sprites.get(coord):
            for sprites in (old_sprites, new_sprites):
                if coord in sprites:
                    sprite = sheets.scaled_for_hex(*sprites[coord], hex_width)
                    areas.append(
                        pygame.Rect(sprite.top_left(*hex_grid.center(*coord)), sprite.surface.get_size())
                    )
    return [
        (render_map_region(sheets, after, hex_width, area, is_needed), area) for area in _merge_rects(areas)
    ]


def apply_patches(image: pygame.Surface, patches: Iterable[Patch]) -> None:
    for patch, area in patches:
        image.fill((0, 0, 0, 0), area)
        image.blit(patch, area, special_flags=pygame.BLEND_RGBA_ADD)


def _merge_rects(areas: list[pygame.Rect]) -> list[pygame.Rect]:
    """Merges pairs of rects as long as a pair's union has no more pixels than the two rects combined."""
    merged: list[pygame.Rect] = []
    for area in areas:
        was_merged = True
        while was_merged:
            was_merged = False
            for other in merged:
                union = area.union(other)
                if _pixel_count(union) <= _pixel_count(area) + _pixel_count(other):
                    merged.remove(other)
                    area, was_merged = union, True
                    break
        merged.append(area)
    return merged


def _pixel_count(area: pygame.Rect) -> int:
    return area.width * area.height


def _landmark_sprites(grid: TerrainGrid) -> dict[tuple[int, int], tuple[str, str]]:
    """Returns the sheet and sprite name of every landmark and location on a map, keyed by row and column."""
    landmark_of = {landmark.letter: name for name, landmark in LANDMARKS.items() if landmark.letter}
    sprites = {}
    for row, line in enumerate(grid.rows):
        for column, letter in enumerate(line):
            if letter.isdigit():
                sprites[row, column] = ("medallions", f"medallion_{grid.tile_name(letter)}")
            elif letter in landmark_of:
                sprites[row, column] = ("landmarks", landmark_of[letter])
    return sprites


def hex_at_image_point(
    grid: TerrainGrid, image_rect: pygame.Rect, point: tuple[int, int], sea: bool = False
) -> RowColumn | None:
    """Returns the hex at a point in the window, or None. `image_rect` is the area in which the map's image is
    drawn."""
    hex_grid = painted_grid(len(grid.rows), len(grid.rows[0]), MIN_PAINTED_HEX_PX, sea)
    scale = (hex_grid.size[0] + 2 * hex_grid.left) / image_rect.width
    return hex_grid.hex_at((point[0] - image_rect.left) * scale, (point[1] - image_rect.top) * scale)


def render_game(
    sheets: SpriteSheets,
    game: Game,
    colors: Sequence[str],
    max_size: tuple[int, int],
    is_needed: IsNeeded = always_needed,
) -> pygame.Surface:
    """Renders a game's main board with all pieces, as large as fits into `max_size`."""
    grid = game.board.grid
    width = fitting_hex_width(grid, max_size)
    image, hex_grid = render_map(sheets, grid, max(width, MIN_PAINTED_HEX_PX), False, is_needed)
    for token in game.tokens():
        if is_landmark_token(token):  # All other tokens are too small to see.
            _draw_on_hex(sheets, image, "landmarks", token.name, hex_grid, COORD_OF[token.hex_id])
    for piece, owner, mask in game.visible_pieces():
        sprite_name = piece if owner is None else f"{piece}_{colors[owner]}"
        for hex_id in iter_hexes(mask):
            _draw_on_hex(sheets, image, "pieces", sprite_name, hex_grid, COORD_OF[hex_id])
    if width < MIN_PAINTED_HEX_PX:
        shrink = width / MIN_PAINTED_HEX_PX
        size = round(image.get_width() * shrink), round(image.get_height() * shrink)
        image = pygame.transform.smoothscale(image, size)
    return image


def _draw_on_hex(
    sheets: SpriteSheets, image: pygame.Surface, sheet: str, name: str, hex_grid: HexGrid, coord: Coord
) -> None:
    if len(coord) == 2:  # Island hexes are not part of the image.
        sheets.scaled_for_hex(sheet, name, hex_grid.hex_width).draw(image, *hex_grid.center(*coord))


RELEASE_SPRITES_FROM_PIXELS = 2_000_000
"""Scaled sprites are released after a terrain image with more pixels than this has been painted, because they
take as much memory as the image itself."""
MAX_CROP_EDGE = 0.35
"""Maximum width of the parchment visible beyond the edge of the board, in hex widths."""


class BoardCrop(NamedTuple):
    """The rows and columns that a cropped image must show."""

    row: int
    column: int
    rows: int
    columns: int


def render_crop(
    renderer: Renderer,
    game: Game,
    colors: Sequence[str],
    highlights: Highlights,
    crop: BoardCrop,
    size: tuple[int, int],
    is_needed: IsNeeded = always_needed,
) -> pygame.Surface:
    board = game.board.grid
    grid = _crop_grid(crop, size, (len(board.rows), len(board.rows[0])))
    image = pygame.Surface(size, 0, 32)
    renderer.fill_texture(image, image.get_rect(), "parchment")
    _draw_crop_terrain(renderer, image, board, grid, is_needed)
    board_sprites = [
        board_sprite
        for board_sprite in collect_board_sprites(renderer, game, colors)
        if len(COORD_OF[board_sprite.hex]) == 2
    ]
    _draw_highlighted_sprites(renderer, image, grid, highlights, board_sprites)
    return image


def _crop_grid(crop: BoardCrop, size: tuple[int, int], board_size: tuple[int, int]) -> HexGrid:
    """Returns the hex grid of the whole board, scaled and positioned so that the crop fills the image.

    The crop is centered unless that would show too much space beyond the edge of the board.
    """
    crop_width, crop_height = HexGrid(crop.rows, crop.columns, 1.0).size
    edges = 2 * MAX_CROP_EDGE
    hex_width = min(MAX_SHARP_HEX_PX, size[0] / (crop_width + edges), size[1] / (crop_height + edges))
    left = size[0] / 2 - (crop.column + crop_width / 2) * hex_width
    top = size[1] / 2 - (crop.row * ROW_STEP + crop_height / 2) * hex_width
    board_grid = HexGrid(*board_size, hex_width)
    return HexGrid(
        *board_size,
        hex_width,
        _clamp_offset(left, board_grid.size[0], size[0], hex_width),
        _clamp_offset(top, board_grid.size[1], size[1], hex_width),
    )


def _clamp_offset(offset: float, board_length: float, image_length: float, hex_width: float) -> float:
    """Clamps the board's offset to limit how much is visible beyond its edge. Centers a board that is smaller
    than the image."""
    edge = MAX_CROP_EDGE * hex_width
    if board_length + 2 * edge <= image_length:
        return (image_length - board_length) / 2
    return min(edge, max(offset, image_length - board_length - edge))


def _draw_crop_terrain(
    renderer: Renderer, image: pygame.Surface, board: TerrainGrid, grid: HexGrid, is_needed: IsNeeded
) -> None:
    """Draws the visible terrain plus a small margin, so that its painted border falls outside the image."""
    width = grid.hex_width
    first_row = max(0, math.floor((-grid.top / width - HEX_HEIGHT) / ROW_STEP) - 1) & ~1
    end_row = min(grid.rows, math.ceil((image.get_height() - grid.top) / width / ROW_STEP) + 2)
    first_column = max(0, math.floor(-grid.left / width - 0.5) - 1)
    end_column = min(grid.columns, math.ceil((image.get_width() - grid.left) / width) + 2)
    rows = [row[first_column:end_column] for row in board.rows[first_row:end_row]]
    terrain_image = terrain_painter(renderer.sprites, is_needed).paint(rows, width)
    if terrain_image.get_width() * terrain_image.get_height() > RELEASE_SPRITES_FROM_PIXELS:
        renderer.sprites.drop_scaled((GROUND_SHEET, PROPS_SHEET), width)
    margin = painted_grid(len(rows), len(rows[0]), width).left
    x = grid.left + first_column * width - margin
    y = grid.top + first_row * ROW_STEP * width - margin
    image.blit(terrain_image, (round(x), round(y)))


def _draw_highlighted_sprites(
    renderer: Renderer,
    image: pygame.Surface,
    grid: HexGrid,
    highlights: Highlights,
    board_sprites: list[BoardSprite],
) -> None:
    """Draws the pieces and highlights. Dims the rest as in a match."""
    highlight_sprites = HighlightSprites(renderer)
    if highlights.dim_mode == DIM_TERRAIN:
        _dim_image(image, grid, highlights.undimmed_hexes, highlight_sprites)
    draw_board_sprites(renderer, image, board_sprites, grid, ())
    if highlights.dim_mode == DIM_ALL:
        _dim_image(image, grid, highlights.undimmed_hexes, highlight_sprites)
    if highlights.dim_mode == DIM_NOTHING:
        return
    for name, hexes in (
        ("glow", highlights.legal_hexes),
        ("lit", highlights.highlighted_hexes),
        ("chosen", highlights.origin_hexes),
    ):
        for hex_id in iter_hexes(hexes):
            if len(COORD_OF[hex_id]) == 2:
                highlight = highlight_sprites.get(name, grid.hex_width)
                x, y = grid.center(*row_column(hex_id))
                image.blit(highlight, highlight.get_rect(center=(round(x), round(y))))
    if highlights.dim_mode == DIM_TERRAIN:  # Pieces go on top of the highlights.
        draw_board_sprites(renderer, image, board_sprites, grid, ())


def _dim_image(
    image: pygame.Surface, grid: HexGrid, undimmed_hexes: int, highlight_sprites: HighlightSprites
) -> None:
    """Darkens everything except these hexes."""
    shape = highlight_sprites.get("bright", grid.hex_width)
    cutouts = []
    for hex_id in iter_hexes(undimmed_hexes):
        if len(COORD_OF[hex_id]) == 2:
            x, y = grid.center(*row_column(hex_id))
            rect = shape.get_rect(center=(round(x), round(y)))
            cutout = pygame.Surface(shape.get_size(), pygame.SRCALPHA, 32)
            cutout.blit(image, (0, 0), rect)
            cutout.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            cutouts.append((cutout, rect))
    overlay = pygame.Surface(image.get_size(), pygame.SRCALPHA, 32)
    overlay.fill((30, 18, 6, DIM_ALPHA))
    image.blit(overlay, (0, 0))
    image.blits(cutouts, False)


def render_thumbnail(
    sheets: SpriteSheets, grid: TerrainGrid, max_size: tuple[int, int], is_needed: IsNeeded = always_needed
) -> pygame.Surface:
    """Renders a map as large as fits into `max_size`."""
    width = fitting_hex_width(grid, max_size)
    image, _ = render_map(sheets, grid, max(width, MIN_PAINTED_HEX_PX), False, is_needed)
    if width < MIN_PAINTED_HEX_PX:
        shrink = width / MIN_PAINTED_HEX_PX
        size = round(image.get_width() * shrink), round(image.get_height() * shrink)
        image = pygame.transform.smoothscale(image, size)
    return image
