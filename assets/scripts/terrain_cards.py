"""Terrain cards: a landscape of each terrain, the swamp doubles, the card back, and the small round
terrain icons."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from brush import (
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    PARCHMENT,
    Brush,
    Color,
    blur,
    circle,
    crown,
    hexagon,
    tint,
    to_mask,
)
from kit import SCALE, Sprite, noise, seeded_rng
from PIL import Image
from scenery import PROP_COVER, ground, ground_color, plain_house

WIDTH, HEIGHT = 128, 176
CARD_TERRAINS = ("grass", "canyon", "desert", "flower", "forest")
ICON = 48

SKY: dict[str, tuple[Color, Color]] = {
    "grass": ((104, 166, 218), (232, 238, 220)),
    "canyon": ((120, 160, 196), (250, 214, 168)),
    "desert": ((112, 172, 214), (252, 234, 190)),
    "flower": ((128, 176, 222), (250, 232, 226)),
    "forest": ((96, 150, 186), (222, 234, 214)),
    "swamp": ((112, 138, 140), (214, 214, 176)),
}
"""Color of the sky at the top and at the horizon."""

LAYERS = 5
HORIZON = 0.3
DENSITY = {"grass": 15, "canyon": 3, "desert": 2, "flower": 13, "forest": 20, "swamp": 5}
"""Number of props on the nearest hill."""


SHEEP_POSITIONS = {1: ((92, 9), (104, 13)), 2: ((30, 16), (46, 12), (41, 24)), 3: ((98, 20),)}
"""Positions of grazing sheep by hill: distance from the left, and distance below the crest."""


def sky(terrain: str) -> Image.Image:
    """A vertical gradient with a soft sun at the upper left."""
    top, low = (np.array(c, dtype=np.float32) for c in SKY[terrain])
    fraction = np.clip(
        np.arange(HEIGHT * SCALE, dtype=np.float32) / (HEIGHT * SCALE * (HORIZON + 0.12)), 0, 1
    )[:, None, None]
    column = np.broadcast_to(top + (low - top) * fraction, (HEIGHT * SCALE, WIDTH * SCALE, 3))
    image = Image.fromarray(column.astype(np.uint8), "RGB")
    sun = Brush.mask(image.size)
    sun.disc(WIDTH * 0.26, HEIGHT * 0.13, 11, 255)
    tint(image, (255, 246, 206), blur(sun.image, 9), 0.9)
    tint(image, (255, 252, 232), blur(sun.image, 0.6), 0.95)
    clouds = Brush.mask(image.size)
    for x, y, across in ((88, 22, 17), (100, 25, 13), (76, 25, 11), (16, 40, 12), (27, 38, 9)):
        clouds.ellipse(x, y, across, across * 0.26, 255)
    tint(image, (255, 253, 246), blur(clouds.image, 1.6), 0.75)
    return image


def crest(terrain: str, layer: int) -> np.ndarray:
    """The y coordinate of a hill's crest for every supersampled column."""
    roll = noise(8, WIDTH * SCALE, 190, ("crest", terrain, layer))[0]
    base = HEIGHT * (HORIZON + (1 - HORIZON) * (layer / LAYERS) ** 1.35)
    return np.asarray((base + (roll - 0.5) * (20 + 9 * layer)) * SCALE)


def paint_hill(image: Image.Image, terrain: str, layer: int, top: np.ndarray) -> None:
    """Paints one hill: bright along its crest, darker down the slope, and paler the farther away it is."""
    rows = np.arange(image.height, dtype=np.float32)[:, None]
    depth = rows - top[None, :]
    color = (
        ground(terrain)[: image.height, : image.width]
        * (1.22 - 0.46 * np.sqrt(np.clip(depth / (44 * SCALE), 0, 1)))[..., None]
    )
    haze = 0.5 * (1 - layer / (LAYERS - 1)) ** 1.5
    color = color + (np.array(SKY[terrain][1], dtype=np.float32) - color) * haze
    image.paste(
        Image.fromarray(np.clip(color, 0, 255).astype(np.uint8), "RGB"), (0, 0), to_mask(depth / 3 + 0.5)
    )


def plant_hill(image: Image.Image, terrain: str, layer: int, top: np.ndarray) -> None:
    """Draws props on one hill, from its crest down to the next hill; nearer ones are larger."""
    cover, rng = PROP_COVER[terrain], seeded_rng("plant", terrain, layer)
    u = 26 + 13 * layer
    count = round(DENSITY[terrain] * (1 + 0.35 * (LAYERS - 1 - layer)))
    props = []
    for index in range(count):
        x = (index + 0.2 + 0.6 * rng.random_sample()) / count * WIDTH
        below = rng.random_sample() ** 0.8 * (14 + 9 * layer) + 2
        props.append(
            (top[min(int(x * SCALE), WIDTH * SCALE - 1)] / SCALE + below, x, float(rng.random_sample()))
        )
    brush = Brush(image)
    for y, x, tone in sorted(props):
        cover.prop(brush, x, y, u, tone)


def sheep(brush: Brush, x: float, y: float, u: float) -> None:
    """Draws a grazing sheep, so that the meadow is not empty."""
    for leg in (-0.5, -0.2, 0.3, 0.55):
        brush.line([(x + leg * u, y - u * 0.3), (x + leg * u, y)], u * 0.14, (60, 50, 46))
    brush.ellipse(x, y - u * 0.5, u * 0.78, u * 0.42, (206, 200, 188))
    brush.ellipse(x - u * 0.06, y - u * 0.58, u * 0.7, u * 0.36, (250, 248, 240))
    brush.ellipse(x - u * 0.78, y - u * 0.46, u * 0.24, u * 0.2, (60, 50, 46))


@cache
def landscape(terrain: str) -> Image.Image:
    """A supersampled view over rolling hills of one terrain."""
    image = sky(terrain)
    for layer in range(LAYERS):
        top = crest(terrain, layer)
        paint_hill(image, terrain, layer, top)
        plant_hill(image, terrain, layer, top)
        if terrain == "grass" and layer in SHEEP_POSITIONS:
            for x, below in SHEEP_POSITIONS[layer]:
                sheep(Brush(image), x, top[int(x * SCALE)] / SCALE + below, 5 + 1.6 * layer)
    return image


def double_landscape(terrain: str) -> Image.Image:
    """Swamp below and the other terrain above, separated by a diagonal ribbon."""
    image = landscape(terrain).copy()
    lower = Brush.mask(image.size)
    lower.polygon([(WIDTH, HEIGHT * 0.18), (WIDTH, HEIGHT), (0, HEIGHT), (0, HEIGHT * 0.82)], 255)
    image.paste(landscape("swamp"), (0, 0), lower.image)
    brush = Brush(image)
    ends = [(-4, HEIGHT * 0.82 + 2.5), (WIDTH + 4, HEIGHT * 0.18 - 2.5)]
    for width, ink in ((5.5, INK), (4.0, PARCHMENT), (1.2, GOLD)):
        brush.line(ends, width, ink)
    return image


def frame_card(image: Image.Image, radius: float = 9) -> Image.Image:
    """A card with rounded corners, an ivory edge with a thin dark line, and slight shading along it."""
    width, height = image.width // SCALE, image.height // SCALE
    inside = Brush.mask(image.size)
    inside.box(4, 4, width - 4, height - 4, 255, radius - 3)
    shaded = image.copy()
    tint(shaded, (24, 14, 6), blur(inside.image, 5).point(lambda a: 255 - a), 0.6)
    card = Brush.blank(width, height)
    card.box(0, 0, width, height, INK, radius)
    card.box(1, 1, width - 1, height - 1, PARCHMENT, radius - 1)
    card.box(3, 3, width - 3, height - 3, GOLD_DARK, radius - 2.5)
    card.image.paste(shaded, (0, 0), inside.image)
    return card.downsampled()


def card_back() -> Image.Image:
    """Dark walnut with a lattice of hexes, and a crowned house in a gold ring."""
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), (88, 50, 30))
    brush = Brush(image)
    for row in range(-1, 13):
        for column in range(-1, 9):
            x, y = (column + 0.5 * (row % 2)) * 18 + 1, row * 15.6 + 2
            brush.polygon(hexagon(x, y, 16.4), (104, 62, 38) if (row + column) % 3 else (116, 72, 44))
            brush.polygon(hexagon(x, y + 0.8, 13.0), (94, 55, 33))
    x, y = WIDTH / 2, HEIGHT / 2
    brush.disc(x + 1, y + 2, 42, (44, 24, 12))
    for radius, ink in ((41, GOLD_DARK), (39.5, GOLD), (36, GOLD_DARK), (34.5, (70, 40, 26))):
        brush.disc(x, y, radius, ink)
    brush.arc(x, y, 37.8, 180, 280, 1.6, GOLD_LIGHT)
    for tick in range(12):
        brush.disc(*circle(x, y, 37.8, tick * 30, tick * 30, 1)[0], 1.3, GOLD_DARK)
    plain_house(brush, x, y + 9, 46, (226, 172, 52))
    crown(brush, x + 0.7, y - 17.4, 25, (44, 24, 12), (44, 24, 12))
    crown(brush, x, y - 18.5, 25, GOLD_LIGHT, GOLD)
    return frame_card(image)


DISC_POSITIONS = tuple(
    (math.sqrt((n + 0.4) / 9) * 0.4 * math.cos(n * 2.4), math.sqrt((n + 0.4) / 9) * 0.4 * math.sin(n * 2.4))
    for n in range(9)
)
"""Nine positions spread evenly over a disc."""

EMBLEMS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "grass": (
        (-0.2, -0.12, 1.9, 0.9),
        (0.16, -0.06, 1.9, 0.3),
        (-0.06, 0.12, 1.9, 0.3),
        (0.26, 0.18, 1.9, 0.9),
        (-0.26, 0.24, 1.9, 0.3),
        (0.04, 0.34, 1.9, 0.9),
    ),
    "canyon": ((0.14, -0.06, 0.8, 0.2), (-0.08, 0.2, 1.1, 0.5)),
    "desert": ((-0.04, 0.3, 2.0, 0.95), (0.26, 0.02, 2.0, 0.3), (-0.28, -0.02, 2.0, 0.5)),
    "flower": tuple((x, y, 1.3, (index * 0.37) % 1) for index, (x, y) in enumerate(DISC_POSITIONS)),
    "forest": (
        (0.2, 0.08, 1.25, 0.8),
        (-0.22, 0.12, 1.25, 0.2),
        (0.32, 0.3, 1.25, 0.3),
        (-0.02, 0.36, 1.25, 0.6),
        (-0.3, 0.36, 1.25, 0.5),
    ),
    "swamp": (
        (0.12, -0.1, 1.5, 0.85),
        (-0.22, 0.04, 1.7, 0.1),
        (0.26, 0.2, 1.7, 0.3),
        (-0.06, 0.34, 1.7, 0.5),
    ),
    "farmland": tuple(
        (side * 0.34, row * 0.17 - side * 0.15 + 0.06, 1.0, row * 0.26 % 1)
        for row in range(-3, 4)
        for side in (-1, 0, 1)
    ),
    "water": (
        (-0.16, -0.2, 1.7, 0.5),
        (0.16, -0.04, 1.7, 0.1),
        (-0.14, 0.14, 1.7, 0.8),
        (0.14, 0.28, 1.7, 0.5),
    ),
    "mountain": ((0.2, 0.12, 0.62, 0.3), (-0.12, 0.24, 0.8, 0.9)),
}
"""The few props that represent a terrain on a small tile: right, down, size and tone, in widths of the
tile's field."""


def terrain_emblem(brush: Brush, terrain: str, x: float, y: float, u: float) -> None:
    """Draws the emblem of a terrain around a point; `u` is the width of the field."""
    for right, down, size, tone in EMBLEMS[terrain]:
        PROP_COVER[terrain].prop(brush, x + right * u, y + down * u, u * size, tone)


def ground_patch(image: Image.Image, terrain: str, mask: Image.Image) -> None:
    """Paints bare ground through a mask, darker toward its edge."""
    box = mask.getbbox()
    if box is None:
        return
    part = mask.crop(box)
    color = ground(terrain)[: part.height, : part.width]
    shade = np.asarray(blur(mask, 2.2).crop(box), dtype=np.float32)[..., None] / 255
    patch = np.clip(color * (0.55 + 0.5 * np.clip(shade * 2 - 1, 0, 1)), 0, 255).astype(np.uint8)
    image.paste(Image.fromarray(patch, "RGB"), box[:2], part)


def icon(terrain: str) -> Image.Image:
    """A small round image of a terrain in a gold rim."""
    middle = ICON / 2
    brush = Brush.blank(ICON, ICON)
    for radius, ink in ((23.5, INK), (22.5, GOLD_DARK), (22, GOLD), (19.6, GOLD_DARK)):
        brush.disc(middle, middle, radius, ink)
    brush.arc(middle, middle, 20.9, 180, 280, 1.2, GOLD_LIGHT)
    mask = Brush.mask(brush.image.size)
    mask.disc(middle, middle, 18.8, 255)
    scene = Image.new("RGB", brush.image.size, ground_color(terrain))
    ground_patch(scene, terrain, mask.image)
    terrain_emblem(Brush(scene), terrain, middle, middle, 36)
    brush.image.paste(scene, (0, 0), mask.image)
    return brush.downsampled()


def sprites() -> list[Sprite]:
    """All terrain cards and terrain icons."""
    middle = (WIDTH / 2, HEIGHT / 2)
    result = [
        Sprite(f"terrain_{terrain}", frame_card(landscape(terrain)), middle) for terrain in CARD_TERRAINS
    ]
    result += [
        Sprite(f"terrain_swamp_{terrain}", frame_card(double_landscape(terrain)), middle)
        for terrain in CARD_TERRAINS
    ]
    result.append(Sprite("terrain_back", card_back(), middle))
    result += [Sprite(f"icon_{terrain}", icon(terrain), (ICON / 2, ICON / 2)) for terrain in PROP_COVER]
    return result
