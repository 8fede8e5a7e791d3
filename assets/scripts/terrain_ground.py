"""Grounds of the nine terrains: large seamless textures, and the soft hexes from which the game's terrain
painter builds regions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi

import numpy as np
from kit import Sprite, noise, octaves, seeded_rng
from PIL import Image, ImageDraw

Color = tuple[int, int, int]
Array = np.ndarray

SIDE = 512
"""Size of the textures of open ground; those that are almost covered by props are half as large."""

SOFT_HEX_WIDTH = 30
"""Width of the soft hexes. With this width a row step is almost exactly 26 pixels, so soft hexes add up
without seams."""
SOFT_HEX_ROW_STEP = 26


def blend(stops: Sequence[Color], amount: Array) -> Array:
    """Colors along a gradient; amount 0 is the first color, 1 the last."""
    position = np.clip(amount, 0, 1) * (len(stops) - 1)
    stop_positions = np.arange(len(stops))
    table = np.array(stops, float)
    return np.stack([np.interp(position, stop_positions, table[:, channel]) for channel in range(3)], axis=-1)


def normalize_noise(amount: Array) -> Array:
    """Stretches noise to the whole range 0..1, because octaves cluster around the middle."""
    low, high = np.percentile(amount, (2, 98))
    spread: Array = np.clip((amount - low) / (high - low), 0, 1)
    return spread


def relief_light(height: Array, strength: float, step: int = 1) -> Array:
    """The amount by which a relief is lighter where it faces the upper left (wraps around)."""
    rise: Array = np.roll(height, (-step, -step), (0, 1)) - height
    return rise * strength


def warp(image: Array, down: Array, across: Array) -> Array:
    """The image with each pixel taken from a displaced position (wraps around)."""
    rows, columns = image.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns]
    warped: Array = image[(y + down).astype(int) % rows, (x + across).astype(int) % columns]
    return warped


def blur_wrapped(amount: Array, radius: float) -> Array:
    """Gaussian blur of an array that wraps around its edges."""
    reach = int(radius * 3) + 1
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / radius) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        padded = np.pad(amount, [(reach, reach) if axis == a else (0, 0) for a in (0, 1)], mode="wrap")
        size = amount.shape[axis]
        amount = sum(
            weight * padded.take(range(step, step + size), axis) for step, weight in enumerate(weights)
        )
    return amount


def to_image(colors: Array) -> Image.Image:
    return Image.fromarray(np.clip(colors, 0, 255).round().astype(np.uint8))


class Strokes:
    """Small shapes, drawn at twice the size on a texture and wrapped around its edges."""

    def __init__(self, side: int) -> None:
        self.side = side * 2
        self.layer = Image.new("RGBA", (self.side, self.side), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.layer)

    def _copies(self, x: float, y: float, reach: float) -> list[tuple[float, float]]:
        return [
            (across, down)
            for across in (0, self.side, -self.side)
            for down in (0, self.side, -self.side)
            if -reach < x + across < self.side + reach and -reach < y + down < self.side + reach
        ]

    def line(self, x: float, y: float, dx: float, dy: float, color: tuple[int, ...], width: int) -> None:
        for ox, oy in self._copies(x, y, 60):
            self.draw.line((x + ox, y + oy, x + ox + dx, y + oy + dy), fill=color, width=width)

    def dot(self, x: float, y: float, across: float, down: float, color: tuple[int, ...]) -> None:
        for ox, oy in self._copies(x, y, 60):
            self.draw.ellipse((x + ox - across, y + oy - down, x + ox + across, y + oy + down), fill=color)

    def over(self, ground: Image.Image) -> Image.Image:
        small = self.layer.resize(ground.size, Image.Resampling.BOX)
        return Image.alpha_composite(ground.convert("RGBA"), small).convert("RGB")


def grass() -> Image.Image:
    tone = normalize_noise(octaves(SIDE, SIDE, (128, 64, 32, 16), "grass"))
    fine = octaves(SIDE, SIDE, (8, 4, 2), "grass fine")
    colors = blend([(80, 132, 44), (98, 150, 50), (112, 163, 56), (132, 178, 68)], tone)
    colors += (relief_light(fine, 40) + relief_light(tone, 90, 4))[..., None] * (1, 1, 0.6)
    strokes = Strokes(SIDE)
    rng = seeded_rng("grass blades")
    for _ in range(5200):
        x, y = rng.random_sample(2) * strokes.side
        lean, length = rng.uniform(-5, 5), rng.uniform(7, 17)
        color = [(150, 196, 84, 110), (64, 116, 38, 110), (182, 206, 104, 90)][
            rng.choice(3, p=[0.45, 0.45, 0.1])
        ]
        strokes.line(x, y, lean, -length, color, 2)
    return strokes.over(to_image(colors))


BLOSSOMS: dict[str, list[Color]] = {
    "pink": [(242, 92, 152), (255, 156, 196), (255, 240, 246)],
    "poppy": [(230, 54, 40), (250, 104, 66), (252, 214, 96)],
    "lilac": [(142, 92, 222), (184, 142, 244), (246, 240, 255)],
    "gold": [(250, 192, 30), (255, 222, 92), (255, 250, 236)],
}
"""Colors of a flower field: each patch of flowers uses one family."""


def flower() -> Image.Image:
    tone = normalize_noise(octaves(SIDE, SIDE, (128, 64, 32, 8), "flower"))
    fine = octaves(SIDE, SIDE, (8, 4, 2), "flower fine")
    colors = blend([(146, 184, 78), (168, 202, 92), (186, 214, 106), (204, 224, 126)], tone)
    colors += (relief_light(fine, 46) + relief_light(tone, 60, 4))[..., None]
    patches = {
        family: normalize_noise(octaves(SIDE, SIDE, (64, 32, 16), ("drift", family))) for family in BLOSSOMS
    }
    for family, patch in patches.items():
        haze = np.clip((blur_wrapped(patch, 6) - 0.6) * 0.9, 0, 0.24)[..., None]
        colors = colors * (1 - haze) + np.array(BLOSSOMS[family][1], float) * haze
    strokes = Strokes(SIDE)
    rng = seeded_rng("flower specks")
    for _ in range(2600):
        x, y = rng.random_sample(2) * strokes.side
        strokes.line(
            x,
            y,
            rng.uniform(-4, 4),
            -rng.uniform(6, 13),
            [(98, 140, 58, 120), (206, 220, 140, 110)][rng.randint(2)],
            2,
        )
    families = list(BLOSSOMS)
    for _ in range(9500):
        x, y = rng.random_sample(2) * strokes.side
        family = families[rng.randint(len(families))]
        if patches[family][int(y) // 2, int(x) // 2] < rng.uniform(0.45, 0.95):
            continue
        color = BLOSSOMS[family][rng.choice(3, p=[0.4, 0.35, 0.25])]
        size = rng.uniform(2.2, 4.6)
        strokes.dot(x + 1.5, y + 2, size, size * 0.8, (70, 92, 44, 90))
        strokes.dot(x, y, size, size * 0.85, (*color, 255))
        strokes.dot(x - size * 0.3, y - size * 0.3, size * 0.45, size * 0.4, (255, 250, 236, 170))
    return strokes.over(to_image(colors))


def forest() -> Image.Image:
    side = SIDE // 2
    tone = normalize_noise(octaves(side, side, (64, 32, 16, 8), "forest"))
    colors = blend([(28, 58, 28), (40, 74, 34), (54, 90, 40), (70, 92, 44)], tone)
    colors += relief_light(octaves(side, side, (8, 4, 2), "litter"), 60)[..., None]
    return to_image(colors)


def canyon() -> Image.Image:
    large = normalize_noise(octaves(SIDE, SIDE, (128, 64, 32), "canyon"))
    rough = octaves(SIDE, SIDE, (16, 8, 4, 2), "canyon rough")
    height = large * 0.86 + rough * 0.14
    band = (np.sin(height * 2 * pi * 4.5) + 1) / 2
    ledge = blur_wrapped(np.floor(height * 9) / 9, 0.7)
    colors = blend([(172, 92, 62), (194, 110, 76), (214, 132, 92), (200, 116, 80)], band)
    colors += (relief_light(ledge, 150, 2) + relief_light(rough, 70))[..., None] * (1, 0.8, 0.7)
    colors += ((normalize_noise(noise(SIDE, SIDE, 128, "canyon sun")) - 0.5) * 16)[..., None] * (1, 0.8, 0.6)
    strokes = Strokes(SIDE)
    rng = seeded_rng("canyon pebbles")
    for _ in range(900):
        x, y = rng.random_sample(2) * strokes.side
        size = rng.uniform(1.5, 4.5)
        strokes.dot(x + 2, y + 2, size, size * 0.8, (74, 30, 20, 120))
        strokes.dot(x, y, size, size * 0.75, (206, 128, 90, 190))
    return strokes.over(to_image(colors))


def desert() -> Image.Image:
    """Long dunes, gentle toward the wind and steep behind, that fade in and out, with fine ripples between
    them."""
    y, x = np.mgrid[0:SIDE, 0:SIDE] / SIDE
    large = normalize_noise(octaves(SIDE, SIDE, (128, 64), "desert"))
    distortion = normalize_noise(octaves(SIDE, SIDE, (128, 64, 32), "desert wander"))
    phase = (y * 7 + x * 3 + distortion * 2.2) % 1
    strength = np.clip(normalize_noise(noise(SIDE, SIDE, 128, "desert dunes")) * 1.5 - 0.2, 0, 1) * np.clip(
        large * 1.4, 0.25, 1
    )
    dune = blur_wrapped(np.where(phase < 0.72, phase / 0.72, (1 - phase) / 0.28), 1.2) * strength
    ripple = np.sin(2 * pi * (y * 60 - x * 14 + distortion * 9)) * np.clip(
        normalize_noise(octaves(SIDE, SIDE, (64, 32), "calm")) * 1.6 - 0.5, 0, 1
    )
    grain = octaves(SIDE, SIDE, (4, 2), "desert grain")
    colors = blend(
        [(222, 178, 94), (234, 194, 108), (245, 209, 125), (253, 222, 146)], large * 0.6 + dune * 0.4
    )
    light = (
        relief_light(dune, 190, 3)
        + relief_light(large, 60, 6)
        + ripple * 3.5
        + relief_light(grain, 16)
        + (grain - 0.5) * 8
    )
    return to_image(colors + light[..., None] * (1, 0.95, 0.75))


def swamp() -> Image.Image:
    tone = normalize_noise(octaves(SIDE, SIDE, (128, 32, 16, 8), "swamp"))
    fine = octaves(SIDE, SIDE, (8, 4, 2), "swamp fine")
    colors = blend([(76, 92, 64), (94, 110, 74), (110, 126, 84), (128, 140, 96)], tone)
    colors += (relief_light(fine, 60) + relief_light(tone, 70, 3))[..., None]
    plain = octaves(SIDE, SIDE, (64, 32, 16), "swamp pools")
    depth = normalize_noise(
        warp(plain, noise(SIDE, SIDE, 64, "pools down") * 60, noise(SIDE, SIDE, 64, "pools across") * 60)
    )
    pool = np.clip((depth - 0.6) * 22, 0, 1)[..., None]
    bank = np.clip(1 - np.abs(depth - 0.6) * 34, 0, 1)[..., None]
    murk = blend([(72, 116, 132), (52, 94, 116), (38, 74, 98)], (depth - 0.6) * 2.8)
    gleam = (
        np.clip(
            normalize_noise(
                warp(noise(SIDE, SIDE, 32, "gleam"), noise(SIDE, SIDE, 64, "gleam bend") * 50, fine * 6)
            )
            - 0.8,
            0,
            1,
        )
        * 170
    )
    murk += gleam[..., None] * (0.6, 0.8, 0.7)
    colors = colors * (1 - pool) + murk * pool
    return to_image(colors + bank * np.array((-26, -22, -12.0)))


def farmland() -> Image.Image:
    y, x = np.mgrid[0:SIDE, 0:SIDE] / SIDE
    distortion = noise(SIDE, SIDE, 128, "farm wander")
    furrow = np.sin(2 * pi * (y * 21 + x * 9 + distortion * 0.5))
    tone = normalize_noise(octaves(SIDE, SIDE, (128, 64, 16), "farm"))
    rough = octaves(SIDE, SIDE, (8, 4, 2), "clods")
    colors = blend([(128, 92, 50), (150, 112, 62), (168, 130, 74)], tone * 0.5 + (furrow + 1) / 4)
    colors += (relief_light(rough, 70) + np.cos(2 * pi * (y * 21 + x * 9 + distortion * 0.5)) * 12)[..., None]
    green = np.clip(furrow * 1.6 - 0.5, 0, 0.55)[..., None]
    return to_image(colors * (1 - green) + np.array((138, 156, 62.0)) * green)


def water() -> Image.Image:
    large = normalize_noise(octaves(SIDE, SIDE, (128, 64, 32), "water"))
    colors = blend([(38, 102, 174), (44, 110, 182), (50, 117, 188), (57, 125, 194)], blur_wrapped(large, 8))
    down, across = noise(SIDE, SIDE, 64, "swell down") * 46, noise(SIDE, SIDE, 64, "swell across") * 46
    for cell, strength in ((64, 20), (32, 14)):
        net = warp(normalize_noise(noise(SIDE, SIDE, cell, ("caustic", cell))), down, across)
        line = np.clip(1 - np.abs(net - 0.5) * 16, 0, 1) * normalize_noise(
            noise(SIDE, SIDE, 64, ("caustic veil", cell))
        )
        colors += blur_wrapped(line, 0.8)[..., None] * strength * np.array((0.9, 1.1, 1.1))
    swell = octaves(SIDE, SIDE, (32, 16, 8), "swell")
    return to_image(colors + relief_light(swell, 60, 2)[..., None])


def mountain() -> Image.Image:
    side = SIDE // 2
    tone = normalize_noise(octaves(side, side, (64, 32, 16), "mountain"))
    rough = octaves(side, side, (32, 16, 8, 4, 2), "scree")
    colors = blend([(104, 102, 104), (126, 123, 122), (146, 142, 138), (160, 154, 146)], tone)
    colors += relief_light(rough, 190)[..., None]
    return to_image(colors)


def sand() -> Image.Image:
    """The border between two terrains."""
    side = SIDE // 2
    tone = normalize_noise(octaves(side, side, (64, 32, 8), "sand"))
    grain = octaves(side, side, (4, 2), "sand grain")
    return to_image(
        blend([(222, 204, 158), (234, 218, 176), (242, 230, 194)], tone)
        + (relief_light(grain, 30) + (grain - 0.5) * 14)[..., None]
    )


GROUNDS: dict[str, Callable[[], Image.Image]] = {
    "grass": grass,
    "flower": flower,
    "forest": forest,
    "canyon": canyon,
    "desert": desert,
    "swamp": swamp,
    "farmland": farmland,
    "water": water,
    "mountain": mountain,
    "sand": sand,
}


def white_with_alpha(alpha: Array) -> Image.Image:
    """The form in which the terrain painter adds up masks: white, with the value as alpha."""
    values = np.clip(alpha, 0, 255).round().astype(np.uint8)
    return Image.merge("RGBA", [Image.new("L", values.shape[::-1], 255)] * 3 + [Image.fromarray(values)])


def soft_hex(name: str, blur: float) -> Sprite:
    """A hex with a blurred edge. Blurring is linear, so soft hexes added on the hex grid give the blurred
    region, smooth across hex edges."""
    fine = 8
    reach = int(blur * 3.2) + 2
    side = (SOFT_HEX_WIDTH + SOFT_HEX_ROW_STEP // 3 + 2 * reach + 8) // 2 * 2
    image = Image.new("L", (side * fine, side * fine), 0)
    middle = side * fine / 2
    # The corners fit this grid exactly, unlike those of a regular hex: one third and two thirds of the row
    # step from the center.
    half, third = SOFT_HEX_WIDTH / 2 * fine, SOFT_HEX_ROW_STEP / 3 * fine
    corners = [
        (0, -2 * third),
        (half, -third),
        (half, third),
        (0, 2 * third),
        (-half, third),
        (-half, -third),
    ]
    ImageDraw.Draw(image).polygon([(middle + x, middle + y) for x, y in corners], fill=255)
    crisp = np.asarray(image.resize((side, side), Image.Resampling.BOX), float)
    return Sprite(name, white_with_alpha(blur_wrapped(crisp, blur)), (side / 2, side / 2))


def ragged() -> Sprite:
    """Noise that the terrain painter adds to a region before cutting it out, which makes its edge
    irregular."""
    amount = normalize_noise(octaves(240, 240, (12, 6, 3), "ragged"))
    return Sprite("ragged", white_with_alpha(amount * 255), (0, 0))


def weather() -> Sprite:
    """Large-scale light and shade over the whole board, which hides any visible repetition of a texture."""
    amount = normalize_noise(octaves(160, 160, (40, 20, 10), "weather"))
    return Sprite(
        "weather", to_image(blend([(226, 229, 238), (244, 244, 245), (255, 255, 250)], amount)), (0, 0)
    )


def sprites() -> list[Sprite]:
    grounds = [Sprite(f"ground_{name}", make(), (0, 0)) for name, make in GROUNDS.items()]
    return [*grounds, soft_hex("soft_near", 2.3), soft_hex("soft_wide", 9.0), ragged(), weather()]
