"""Collects the sprites of everything on a board, and draws them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pygame

from kingdom.rules.expansion import MARKER, Token
from kingdom.rules.game import Game
from kingdom.rules.hexes import COORD_OF, ROWS, Hex, iter_hexes
from kingdom.rules.registry import card_terrains
from kingdom.ui.draw.hex_grid import HexGrid
from kingdom.ui.draw.renderer import Renderer, sprite_ref
from kingdom.ui.draw.sprite_sheets import Sprite

DEPLETED_MEDALLION = "medallion_used_up"
"""Faint, empty medallion that is drawn over a location with no tiles left."""


class BoardSprite(NamedTuple):
    sheet: str
    name: str
    hex: Hex
    order: int = 0
    """Drawing order on the same hex. Higher values are on top."""
    at_row_end: bool = False
    """True for a marker outside the map, next to the end of the hex's row."""


def row_column(hex_id: Hex) -> tuple[int, int]:
    """Returns the row and column of a hex on its map (board or island)."""
    coord = COORD_OF[hex_id]
    return int(coord[-2]), int(coord[-1])


def is_landmark_token(token: Token) -> bool:
    """True if a token fills its hex like a landmark. Other tokens are small tiles on top of a landmark."""
    return token.kind == MARKER


def scaled_sprite(renderer: Renderer, board_sprite: BoardSprite, hex_width: float) -> Sprite:
    name = "medallion_empty" if board_sprite.name == DEPLETED_MEDALLION else board_sprite.name
    return renderer.sprites.scaled_for_hex(board_sprite.sheet, name, hex_width)


def sprite_rect(renderer: Renderer, board_sprite: BoardSprite, grid: HexGrid) -> pygame.Rect:
    """Returns the area a sprite may cover."""
    x, y, hex_width = _draw_position(board_sprite, grid)
    sprite = scaled_sprite(renderer, board_sprite, hex_width)
    return pygame.Rect(sprite.top_left(x, y), sprite.surface.get_size()).inflate(2, 2)


def draw_board_sprites(
    renderer: Renderer,
    surface: pygame.Surface,
    board_sprites: Iterable[BoardSprite],
    grid: HexGrid,
    symbol_colors: Sequence[str],
    patch: pygame.Rect | None = None,
) -> None:
    """Draws sprites in order, optionally only within a patch. Pieces in one of the `symbol_colors` also get
    the player's symbol."""
    surface.set_clip(patch)
    for board_sprite in board_sprites:
        x, y, hex_width = _draw_position(board_sprite, grid)
        sprite = scaled_sprite(renderer, board_sprite, hex_width)
        left, top = sprite.top_left(x, y)
        if patch is not None and not patch.colliderect((left, top, *sprite.surface.get_size())):
            continue
        if board_sprite.name == DEPLETED_MEDALLION:
            faded_image = sprite.surface.copy()
            faded_image.fill((255, 255, 255, 150), special_flags=pygame.BLEND_RGBA_MULT)
            surface.blit(faded_image, (left, top))
            continue
        surface.blit(sprite.surface, (left, top))
        color = board_sprite.name.rsplit("_", 1)[-1]
        if color in symbol_colors and board_sprite.sheet == "pieces" and "mark" in sprite.points:
            symbol_point = sprite.points["mark"]
            symbol = renderer.sprites.scaled_for_hex("pieces", f"mark_{color}", hex_width)
            symbol.draw(surface, left + symbol_point[0], top + symbol_point[1])
    surface.set_clip(None)


def _draw_position(board_sprite: BoardSprite, grid: HexGrid) -> tuple[float, float, float]:
    """Returns the x and y at which a sprite is drawn, and the hex width it is scaled for."""
    x, y = grid.center(*row_column(board_sprite.hex))
    if board_sprite.at_row_end:
        return grid.left + grid.size[0] + grid.hex_width * 0.26, y, grid.hex_width * 0.8
    return x, y, grid.hex_width


def collect_board_sprites(
    renderer: Renderer, game: Game, colors: Sequence[str], hidden_hexes: int = 0
) -> list[BoardSprite]:
    """Returns all sprites, ordered from back to front. Pieces on `hidden_hexes` are omitted because they are
    being animated."""
    return sorted(_iter_board_sprites(renderer, game, colors, hidden_hexes), key=_drawing_order)


def _iter_board_sprites(
    renderer: Renderer, game: Game, colors: Sequence[str], hidden_hexes: int
) -> Iterable[BoardSprite]:
    board, tokens = game.board, game.tokens()
    covered_hexes = {token.hex_id for token in tokens if is_landmark_token(token)}
    for landmark, mask in board.hexes_by_landmark.items():
        for hex_id in iter_hexes(mask):
            if hex_id in board.location_at:
                yield from _location_sprites(game, hex_id)
            elif hex_id not in covered_hexes:
                yield BoardSprite("landmarks", landmark, hex_id)
    for token in tokens:
        yield BoardSprite(*sprite_ref(token.kind, token.name), token.hex_id, 1)
    for piece, owner, mask in game.visible_pieces():
        name = piece if owner is None else f"{piece}_{colors[owner]}"
        for hex_id in piece_positions(renderer, name, mask & ~hidden_hexes):
            yield BoardSprite("pieces", name, hex_id, 2)
    for row, row_owner in game.row_markers():
        yield BoardSprite(
            "pieces", f"mayor_mark_{colors[row_owner]}", _ROW_START_HEXES[row], row_owner, at_row_end=True
        )


def piece_positions(renderer: Renderer, name: str, hexes: int) -> list[Hex]:
    """Returns the hexes at which to draw a piece's sprite. A sprite that spans several hexes is drawn at the
    middle hex, any other sprite at each of the given hexes."""
    hex_ids = list(iter_hexes(hexes))
    sprite = renderer.sprites.sprite("pieces", name)
    if hex_ids and sprite.surface.get_width() > 2 * renderer.sprites.hex_width["pieces"]:
        return [hex_ids[len(hex_ids) // 2]]
    return hex_ids


def _location_sprites(game: Game, hex_id: Hex) -> Iterable[BoardSprite]:
    tiles_left = game.tiles_left(hex_id)
    yield BoardSprite("medallions", f"medallion_{game.board.location_at[hex_id]}", hex_id)
    if not tiles_left:
        yield BoardSprite("medallions", DEPLETED_MEDALLION, hex_id, 1)
    yield BoardSprite("medallions", f"tiles_{tiles_left}", hex_id, 2)


_ROW_START_HEXES: dict[int, Hex] = {
    int(coord[-2]) + (ROWS if len(coord) == 3 else 0): hex_id
    for hex_id, coord in COORD_OF.items()
    if coord[-1] == 0
}
"""First hex of every row. The island's rows come after the board's rows."""


def _drawing_order(board_sprite: BoardSprite) -> tuple[int, int, int]:
    return int(COORD_OF[board_sprite.hex][-2]), board_sprite.order, board_sprite.hex


CARD_BACK_SPRITE = "terrain_back"
"""Sprite name of a terrain card that is face down."""
TERRAIN_CARD_SIZE = (128, 176)
"""Width and height of a terrain card sprite in pixels."""


def terrain_card_sprite(card: str) -> str:
    """Returns the sprite name of a terrain card. The name of a double card contains both terrains."""
    return "_".join(["terrain", *card_terrains(card)])
