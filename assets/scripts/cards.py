"""The sheet "cards": drawings of the Kingdom Builder and task cards, terrain cards and icons, nomad and bonus
tiles."""

from __future__ import annotations

import nomad_tiles
import terrain_cards
from brush import Brush, blur, tint
from card_scenes import SCENES
from kit import SCALE, Sprite, pack
from minimap import MapPainter
from PIL import Image, ImageChops

WIDTH, HEIGHT = 248, 136
CORNER = 7


def drawing(name: str) -> Image.Image:
    """A card's map with round corners, a thin dark edge and a little shade along it, like a picture let into
    the card."""
    picture = MapPainter(SCENES[name], WIDTH, HEIGHT, name).paint()
    outer, inner = rounded(0), rounded(1)
    tint(picture, (30, 18, 8), ImageChops.invert(blur(inner, 1)), 0.55)
    tint(picture, (46, 28, 14), ImageChops.invert(inner), 0.8)
    picture.putalpha(outer)
    return picture


def rounded(inset: float) -> Image.Image:
    """A mask of the drawing with round corners, in final pixels."""
    brush = Brush.mask((WIDTH * SCALE, HEIGHT * SCALE))
    brush.box(inset, inset, WIDTH - inset, HEIGHT - inset, 255, CORNER - inset)
    return brush.done()


def make() -> None:
    drawings = [Sprite(name, drawing(name), (WIDTH / 2, HEIGHT / 2)) for name in SCENES]
    pack("cards", drawings + terrain_cards.sprites() + nomad_tiles.sprites())
