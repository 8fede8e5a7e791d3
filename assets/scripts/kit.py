"""Shared helpers of the art scripts: reproducible noise, supersampling, shadows, and packing sprites into a
sheet with an atlas.

Everything here is reproducible: the same scripts always produce the same pixels, and a test compares these
with the committed files. The scripts must therefore not use the clock or an unseeded generator, and random
numbers come from `RandomState`, whose streams numpy guarantees not to change.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

ASSETS = Path(__file__).resolve().parent.parent
SHEETS = ASSETS / "sheets"

OPTIMIZE_PNG = True
"""True to spend time compressing the PNG files. A test that only compares pixels does not need this."""

HEX = 112
"""Width in pixels of the pointy-top hex that all board art is drawn for; its height is HEX * 2 / sqrt(3),
about 129."""

COLORS = {
    "orange": (238, 122, 34),
    "blue": (46, 106, 222),
    "white": (240, 238, 230),
    "black": (52, 52, 58),
    "purple": (178, 62, 162),
}
"""The main shade of the five player colors."""

SCALE = 4
"""Supersampling factor: shapes are drawn larger by this factor and then scaled down with `downsample`."""


def seeded_rng(*seed_parts: object) -> np.random.RandomState:
    """A random generator seeded by these values, so that adding a sprite never changes the others."""
    return np.random.RandomState(zlib.crc32(" ".join(map(str, seed_parts)).encode()))


def noise(height: int, width: int, cell: int, seed: object) -> np.ndarray:
    """Smooth value noise in 0..1 that tiles seamlessly when `cell` divides both sides."""
    rows, columns = max(1, height // cell), max(1, width // cell)
    grid = seeded_rng("noise", seed, cell).random_sample((rows, columns))
    y, x = np.arange(height) / cell, np.arange(width) / cell
    y0, x0 = np.floor(y).astype(int), np.floor(x).astype(int)
    fy, fx = y - y0, x - x0
    fy, fx = (fy * fy * (3 - 2 * fy))[:, None], (fx * fx * (3 - 2 * fx))[None, :]
    # First interpolate horizontally for the few rows of the grid, then vertically for the whole image.
    row_noise = grid[:, x0 % columns] * (1 - fx) + grid[:, (x0 + 1) % columns] * fx
    blended: np.ndarray = row_noise[y0 % rows] * (1 - fy) + row_noise[(y0 + 1) % rows] * fy
    return blended


def octaves(height: int, width: int, cells: Iterable[int], seed: object) -> np.ndarray:
    """Sum of noise at several scales, each half as strong as the previous one, in 0..1."""
    total, weight, total_weight = np.zeros((height, width)), 1.0, 0.0
    for index, cell in enumerate(cells):
        total += weight * noise(height, width, cell, (seed, index))
        total_weight += weight
        weight /= 2
    return total / total_weight


def canvas(width: int, height: int) -> Image.Image:
    """An empty image, SCALE times larger than the final one."""
    return Image.new("RGBA", (width * SCALE, height * SCALE), (0, 0, 0, 0))


def downsample(image: Image.Image) -> Image.Image:
    """Scales a supersampled image down to its final size."""
    return image.resize((image.width // SCALE, image.height // SCALE), Image.Resampling.LANCZOS)


def shade(color: tuple[int, int, int], light: float) -> tuple[int, int, int]:
    """A lighter color (light > 0, toward white) or a darker one (light < 0, toward black)."""
    target = 255 if light > 0 else 0
    red, green, blue = (round(c + (target - c) * abs(light)) for c in color)
    return red, green, blue


def shadow(image: Image.Image, dx: int, dy: int, blur: float, strength: float) -> Image.Image:
    """The image with a soft shadow below it; the light comes from the upper left."""
    dark = Image.new("RGBA", image.size, (20, 12, 4, 0))
    alpha = Image.new("L", image.size, 0)
    alpha.paste(image.getchannel("A").point(lambda a: int(a * strength)), (dx, dy))
    dark.putalpha(alpha.filter(ImageFilter.GaussianBlur(blur)))
    return Image.alpha_composite(dark, image)


def save_png(image: Image.Image, path: Path) -> None:
    if OPTIMIZE_PNG:
        image.save(path, optimize=True)
    else:
        image.save(path, compress_level=0)


@dataclass
class Sprite:
    """One frame of a sheet. The anchor is the point of the image that is placed at the drawing position
    (for board art, at the hex center)."""

    name: str
    image: Image.Image
    anchor: tuple[float, float]
    points: dict[str, tuple[float, float]] = field(default_factory=dict)


def pack(sheet: str, sprites: list[Sprite], width: int = 2048, padding: int = 2) -> None:
    """Writes sheets/<sheet>.png and its atlas sheets/<sheet>.json. Sprites are sorted by height and packed
    in shelves, so the result depends only on the sprites."""
    names = [s.name for s in sprites]
    if len(set(names)) != len(names):
        raise ValueError(f"{sheet}: a name is used twice")
    x = y = padding
    shelf_height = 0
    positions: dict[str, tuple[int, int]] = {}
    for sprite in sorted(sprites, key=lambda s: (-s.image.height, s.name)):
        if x + sprite.image.width + padding > width:
            x, y, shelf_height = padding, y + shelf_height + padding, 0
        positions[sprite.name] = (x, y)
        x += sprite.image.width + padding
        shelf_height = max(shelf_height, sprite.image.height)
    image = Image.new("RGBA", (width, y + shelf_height + padding), (0, 0, 0, 0))
    frames = {}
    for sprite in sorted(sprites, key=lambda s: s.name):
        left, top = positions[sprite.name]
        image.paste(sprite.image.convert("RGBA"), (left, top))
        frames[sprite.name] = {
            "rect": [left, top, sprite.image.width, sprite.image.height],
            "anchor": [round(sprite.anchor[0], 2), round(sprite.anchor[1], 2)],
            **(
                {"points": {k: [round(v[0], 2), round(v[1], 2)] for k, v in sorted(sprite.points.items())}}
                if sprite.points
                else {}
            ),
        }
    SHEETS.mkdir(exist_ok=True)
    save_png(image, SHEETS / f"{sheet}.png")
    atlas = {"format": "kingdom-atlas/1", "image": f"{sheet}.png", "hex": HEX, "frames": frames}
    (SHEETS / f"{sheet}.json").write_text(
        json.dumps(atlas, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
