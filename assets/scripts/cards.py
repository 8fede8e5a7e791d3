"""Makes the sheet "cards": images of the Kingdom Builder and task cards, terrain cards and icons, nomad
and bonus tiles."""

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


def card_image(name: str) -> Image.Image:
    """The map of a card with rounded corners, a thin dark edge and slight shading along it, as if set into
    the card."""
    image = MapPainter(SCENES[name], WIDTH, HEIGHT, name).paint()
    outer, inner = rounded_mask(0), rounded_mask(1)
    tint(image, (30, 18, 8), ImageChops.invert(blur(inner, 1)), 0.55)
    tint(image, (46, 28, 14), ImageChops.invert(inner), 0.8)
    image.putalpha(outer)
    return image


def rounded_mask(inset: float) -> Image.Image:
    """A mask of the card image with rounded corners, in final pixels."""
    brush = Brush.mask((WIDTH * SCALE, HEIGHT * SCALE))
    brush.box(inset, inset, WIDTH - inset, HEIGHT - inset, 255, CORNER - inset)
    return brush.downsampled()


def make() -> None:
    card_sprites = [Sprite(name, card_image(name), (WIDTH / 2, HEIGHT / 2)) for name in SCENES]
    pack("cards", card_sprites + terrain_cards.sprites() + nomad_tiles.sprites())
