"""What every art script shares: repeatable noise, supersampling, shadows, and packing sprites into a sheet
with an atlas.

Everything here is repeatable: the same scripts give the same pixels (a test compares them with what is
committed). So no clock, no unseeded chance, and `RandomState`, whose streams numpy has frozen for good.
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

SMALL_FILES = True
"""Whether to take the time to press the files; for a comparison of pixels that is time lost."""

HEX = 112
"""Width in pixels of a pointy-top hex that all board art is drawn for; its height is HEX * 2 / sqrt(3), about
129."""

COLOURS = {
    "orange": (238, 122, 34),
    "blue": (46, 106, 222),
    "white": (240, 238, 230),
    "black": (52, 52, 58),
    "purple": (178, 62, 162),
}
"""The five player colours (main shade)."""

SCALE = 4
"""Supersampling: draw this many times larger, then `reduce`."""


def chance(*words: object) -> np.random.RandomState:
    """A generator seeded by words, so that adding a sprite never changes the others."""
    return np.random.RandomState(zlib.crc32(" ".join(map(str, words)).encode()))


def noise(height: int, width: int, cell: int, seed: object) -> np.ndarray:
    """Smooth value noise in 0..1 that repeats without a seam when `cell` divides both sides."""
    rows, columns = max(1, height // cell), max(1, width // cell)
    grid = chance("noise", seed, cell).random_sample((rows, columns))
    y, x = np.arange(height) / cell, np.arange(width) / cell
    y0, x0 = np.floor(y).astype(int), np.floor(x).astype(int)
    fy, fx = y - y0, x - x0
    fy, fx = (fy * fy * (3 - 2 * fy))[:, None], (fx * fx * (3 - 2 * fx))[None, :]
    # across first, for the few rows of the grid; then down, for all of the picture
    rough = grid[:, x0 % columns] * (1 - fx) + grid[:, (x0 + 1) % columns] * fx
    mixed: np.ndarray = rough[y0 % rows] * (1 - fy) + rough[(y0 + 1) % rows] * fy
    return mixed


def octaves(height: int, width: int, cells: Iterable[int], seed: object) -> np.ndarray:
    """Noise at several scales, each half as strong as the one before, in 0..1."""
    total, weight, sum_of_weights = np.zeros((height, width)), 1.0, 0.0
    for number, cell in enumerate(cells):
        total += weight * noise(height, width, cell, (seed, number))
        sum_of_weights += weight
        weight /= 2
    return total / sum_of_weights


def canvas(width: int, height: int) -> Image.Image:
    """An empty picture, SCALE times larger than it will be."""
    return Image.new("RGBA", (width * SCALE, height * SCALE), (0, 0, 0, 0))


def reduce(picture: Image.Image) -> Image.Image:
    """From supersampled to final size."""
    return picture.resize((picture.width // SCALE, picture.height // SCALE), Image.Resampling.LANCZOS)


def shade(colour: tuple[int, int, int], light: float) -> tuple[int, int, int]:
    """Lighter (light > 0, toward white) or darker (light < 0, toward black)."""
    target = 255 if light > 0 else 0
    red, green, blue = (round(c + (target - c) * abs(light)) for c in colour)
    return red, green, blue


def shadow(picture: Image.Image, dx: int, dy: int, blur: float, strength: float) -> Image.Image:
    """The picture with a soft shadow of its own shape beneath it (light comes from the upper left)."""
    dark = Image.new("RGBA", picture.size, (20, 12, 4, 0))
    alpha = Image.new("L", picture.size, 0)
    alpha.paste(picture.getchannel("A").point(lambda a: int(a * strength)), (dx, dy))
    dark.putalpha(alpha.filter(ImageFilter.GaussianBlur(blur)))
    return Image.alpha_composite(dark, picture)


def save_png(picture: Image.Image, path: Path) -> None:
    if SMALL_FILES:
        picture.save(path, optimize=True)
    else:
        picture.save(path, compress_level=0)


@dataclass
class Sprite:
    """One frame of a sheet. The anchor is the point that is put on the place where it belongs (the hex
    centre, for board art)."""

    name: str
    image: Image.Image
    anchor: tuple[float, float]
    points: dict[str, tuple[float, float]] = field(default_factory=dict)


def pack(sheet: str, sprites: list[Sprite], width: int = 2048, padding: int = 2) -> None:
    """Write sheets/<sheet>.png and its atlas sheets/<sheet>.json; shelves by height, so the result depends on
    the sprites only."""
    names = [s.name for s in sprites]
    if len(set(names)) != len(names):
        raise ValueError(f"{sheet}: a name is used twice")
    x = y = padding
    shelf = 0
    places: dict[str, tuple[int, int]] = {}
    for sprite in sorted(sprites, key=lambda s: (-s.image.height, s.name)):
        if x + sprite.image.width + padding > width:
            x, y, shelf = padding, y + shelf + padding, 0
        places[sprite.name] = (x, y)
        x += sprite.image.width + padding
        shelf = max(shelf, sprite.image.height)
    picture = Image.new("RGBA", (width, y + shelf + padding), (0, 0, 0, 0))
    frames = {}
    for sprite in sorted(sprites, key=lambda s: s.name):
        left, top = places[sprite.name]
        picture.paste(sprite.image.convert("RGBA"), (left, top))
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
    save_png(picture, SHEETS / f"{sheet}.png")
    atlas = {"format": "kingdom-atlas/1", "image": f"{sheet}.png", "hex": HEX, "frames": frames}
    (SHEETS / f"{sheet}.json").write_text(
        json.dumps(atlas, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
