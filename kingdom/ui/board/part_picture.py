"""A part of a board that fills a picture to its edges, with what stands there and its lights: for examples.

More of the board is shown than must be seen where the picture has room for it; beyond the board's edge lies
parchment.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import pygame

from kingdom.rules.board import Grid
from kingdom.rules.game import Game
from kingdom.rules.hexes import PLACE_OF, hexes_of
from kingdom.ui.board.errand import Wanted, always
from kingdom.ui.board.hex_lights import HexLights
from kingdom.ui.board.inventory import things_on
from kingdom.ui.board.lights import ALL, LAND, NOTHING, Lights
from kingdom.ui.board.painter import GROUND, PROPS, BoardPainter, layout
from kingdom.ui.board.stage import DIM
from kingdom.ui.board.things import BoardThing, put_things, spot
from kingdom.ui.draw.geometry import HEIGHT, ROW_STEP, HexGrid
from kingdom.ui.draw.look import Look

LARGEST_HEX = 112.0
"""Pixels; larger art would be blurred."""
LARGE = 2_000_000
"""Pixels of land from which on what it was painted with is let go: it takes as much room."""
EDGE = 0.35
"""Hex widths of parchment that are seen beyond the edge of the board."""


class Cutout(NamedTuple):
    """Rows and columns that must be seen."""

    row: int
    column: int
    rows: int
    columns: int


def paint_part(
    look: Look,
    game: Game,
    colours: Sequence[str],
    lights: Lights,
    part: Cutout,
    size: tuple[int, int],
    wanted: Wanted = always,
) -> pygame.Surface:
    """The part in the middle of a picture of this size."""
    board = game.board.grid
    grid = _framed(part, size, (len(board.rows), len(board.rows[0])))
    picture = pygame.Surface(size).convert() if pygame.display.get_surface() else pygame.Surface(size)
    look.fill(picture, picture.get_rect(), "parchment")
    _put_land(look, picture, board, grid, wanted)
    seen = [thing for thing in things_on(look, game, colours) if len(PLACE_OF[thing.hex]) == 2]
    _light(look, picture, grid, lights, seen)
    return picture


def _framed(part: Cutout, size: tuple[int, int], board: tuple[int, int]) -> HexGrid:
    """Where the hexes of the whole board are in the picture: the part as large as it fits, in the middle, and
    as little as possible of what lies beyond the board."""
    across, down = HexGrid(part.rows, part.columns, 1.0).size
    room = 2 * EDGE
    width = min(LARGEST_HEX, size[0] / (across + room), size[1] / (down + room))
    left = size[0] / 2 - (part.column + across / 2) * width
    top = size[1] / 2 - (part.row * ROW_STEP + down / 2) * width
    whole = HexGrid(*board, width)
    return HexGrid(
        *board, width, _kept(left, whole.size[0], size[0], width), _kept(top, whole.size[1], size[1], width)
    )


def _kept(at: float, board: float, room: float, width: float) -> float:
    """Where the board begins so that a picture of this room shows no more than its edge; in the middle, if it
    is smaller than the room."""
    edge = EDGE * width
    if board + 2 * edge <= room:
        return (room - board) / 2
    return min(edge, max(at, room - board - edge))


def _put_land(look: Look, picture: pygame.Surface, board: Grid, grid: HexGrid, wanted: Wanted) -> None:
    """The land that is seen; with a little more around it, whose edge is not."""
    width = grid.width
    first = max(0, math.floor((-grid.top / width - HEIGHT) / ROW_STEP) - 1) & ~1
    last = min(grid.rows, math.ceil((picture.get_height() - grid.top) / width / ROW_STEP) + 2)
    begin = max(0, math.floor(-grid.left / width - 0.5) - 1)
    end = min(grid.columns, math.ceil((picture.get_width() - grid.left) / width) + 2)
    rows = [row[begin:end] for row in board.rows[first:last]]
    land = BoardPainter(look.sheets, wanted).paint(rows, width)
    if land.get_width() * land.get_height() > LARGE:
        look.sheets.forget((GROUND, PROPS), width)
    margin = layout(len(rows), len(rows[0]), width).left
    x = grid.left + begin * width - margin
    y = grid.top + first * ROW_STEP * width - margin
    picture.blit(land, (round(x), round(y)))


def _light(
    look: Look, picture: pygame.Surface, grid: HexGrid, lights: Lights, things: list[BoardThing]
) -> None:
    """The rest in the shade, as at the table, and a light on each hex that matters."""
    glow = HexLights(look)
    if lights.shade == LAND:
        _dim(picture, grid, lights.bright, glow)
    put_things(look, picture, things, grid, ())
    if lights.shade == ALL:
        _dim(picture, grid, lights.bright, glow)
    if lights.shade == NOTHING:
        return
    for name, hexes in (("glow", lights.glowing), ("lit", lights.lit), ("chosen", lights.chosen)):
        for number in hexes_of(hexes):
            if len(PLACE_OF[number]) == 2:
                light = glow.get(name, grid.width)
                x, y = grid.centre(*spot(number))
                picture.blit(light, light.get_rect(center=(round(x), round(y))))
    if lights.shade == LAND:  # pieces stand in the light, not under it
        put_things(look, picture, things, grid, ())


def _dim(picture: pygame.Surface, grid: HexGrid, bright: int, glow: HexLights) -> None:
    """Everything darker but these hexes."""
    shape = glow.get("bright", grid.width)
    kept = []
    for number in hexes_of(bright):
        if len(PLACE_OF[number]) == 2:
            x, y = grid.centre(*spot(number))
            place = shape.get_rect(center=(round(x), round(y)))
            spot_light = pygame.Surface(shape.get_size(), pygame.SRCALPHA)
            spot_light.blit(picture, (0, 0), place)
            spot_light.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            kept.append((spot_light, place))
    veil = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    veil.fill((30, 18, 6, DIM))
    picture.blit(veil, (0, 0))
    picture.blits(kept, False)
