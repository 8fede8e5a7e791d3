"""Things that stand on a map, and how they are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pygame

from kingdom.rules.hexes import PLACE_OF, Hex
from kingdom.rules.registry import MARKER, Token
from kingdom.ui.draw.geometry import HexGrid
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.sheets import Sprite

USED_UP = "medallion_used_up"
"""A faint empty medallion over the one of a location without tiles."""


class BoardThing(NamedTuple):
    """Something that stands on the board: its picture, and the hex it is drawn on."""

    sheet: str
    name: str
    hex: Hex
    order: int = 0
    """Where things stand on one hex, the higher lies on top."""
    beside: bool = False
    """A mark beside the map, at the end of the hex's row."""


def spot(number: Hex) -> tuple[int, int]:
    """Row and column of a hex on its own map."""
    place = PLACE_OF[number]
    return int(place[-2]), int(place[-1])


def in_the_open(token: Token) -> bool:
    """Whether what lies there stands on its hex like a landmark; the rest is a small tile on top of one."""
    return token.kind == MARKER


def sprite_of(look: Look, thing: BoardThing, width: float) -> Sprite:
    """The picture of a thing on hexes of this width."""
    name = "medallion_empty" if thing.name == USED_UP else thing.name
    return look.sheets.for_hex(thing.sheet, name, width)


def box_of(look: Look, thing: BoardThing, grid: HexGrid) -> pygame.Rect:
    """All that a thing may cover."""
    x, y, width = _point(thing, grid)
    sprite = sprite_of(look, thing, width)
    return pygame.Rect(sprite.place(x, y), sprite.surface.get_size()).inflate(2, 2)


def put_things(
    look: Look,
    picture: pygame.Surface,
    things: Iterable[BoardThing],
    grid: HexGrid,
    marked: Sequence[str],
    patch: pygame.Rect | None = None,
) -> None:
    """Draw things in order; only within a patch if one is given. Pieces of the marked colours wear their
    player's mark."""
    picture.set_clip(patch)
    for thing in things:
        x, y, width = _point(thing, grid)
        sprite = sprite_of(look, thing, width)
        left, top = sprite.place(x, y)
        if patch is not None and not patch.colliderect((left, top, *sprite.surface.get_size())):
            continue
        if thing.name == USED_UP:
            veil = sprite.surface.copy()
            veil.fill((255, 255, 255, 150), special_flags=pygame.BLEND_RGBA_MULT)
            picture.blit(veil, (left, top))
            continue
        picture.blit(sprite.surface, (left, top))
        colour = thing.name.rsplit("_", 1)[-1]
        if colour in marked and thing.sheet == "pieces" and "mark" in sprite.points:
            mark = sprite.points["mark"]
            sign = look.sheets.for_hex("pieces", f"mark_{colour}", width)
            sign.draw(picture, left + mark[0], top + mark[1])
    picture.set_clip(None)


def _point(thing: BoardThing, grid: HexGrid) -> tuple[float, float, float]:
    """Where a thing is drawn: point and hex width."""
    x, y = grid.centre(*spot(thing.hex))
    if thing.beside:
        return grid.left + grid.size[0] + grid.width * 0.26, y, grid.width * 0.8
    return x, y, grid.width
