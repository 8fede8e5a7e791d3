"""What stands in a landscape: grounds, props, houses and landmarks of the board's own sheets, stamped with a
brush at any size.

The cards show the board as it is, so their land is made of the frames of the other sheets; those are made
before.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import kit
import numpy as np
from brush import Brush, Colour
from kit import HEX, SCALE, chance, octaves, shade
from PIL import Image

COMMITTED = Path(__file__).resolve().parents[1] / "sheets"
"""Where the other sheets are, if they were not made anew in the same run."""

TEXTURE = (248, 200)
"""Largest picture that is painted with a ground, in final pixels."""
GROUND_HEX = 34
"""The hex width for which grounds are scaled; most maps on cards have about this one."""


@dataclass(frozen=True)
class Stamp:
    """A frame of another sheet, with the point that goes to where it is stamped."""

    picture: Image.Image
    anchor: tuple[float, float]

    @cached_property
    def colours(self) -> Image.Image:
        """Its colours without its outline."""
        return self.picture.convert("RGB")

    def sized(self, factor: float) -> Stamp:
        size = max(1, round(self.picture.width * factor)), max(1, round(self.picture.height * factor))
        # premultiplied, or the colour of empty pixels would creep into the outline
        picture = self.picture.convert("RGBa").resize(size, Image.Resampling.LANCZOS).convert("RGBA")
        return Stamp(picture, (self.anchor[0] * factor, self.anchor[1] * factor))


@cache
def sheet(name: str) -> dict[str, Stamp]:
    """All frames of another sheet by name."""
    folder = kit.SHEETS if (kit.SHEETS / f"{name}.json").is_file() else COMMITTED
    atlas = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    with Image.open(folder / atlas["image"]) as picture:
        whole = picture.convert("RGBA")
    found = {}
    for frame, entry in atlas["frames"].items():
        left, top, width, height = entry["rect"]
        found[frame] = Stamp(whole.crop((left, top, left + width, top + height)), tuple(entry["anchor"]))
    return found


@cache
def scaled(name: str, frame: str, factor: float) -> Stamp:
    return sheet(name)[frame].sized(factor)


def stamp(brush: Brush, name: str, frame: str, x: float, y: float, u: float) -> None:
    """Put a frame of another sheet on a place, as large as it is on hexes of width u."""
    found = scaled(name, frame, round(u * SCALE / HEX, 3))
    corner = round(x * SCALE - found.anchor[0]), round(y * SCALE - found.anchor[1])
    brush.picture.paste(found.colours, corner, found.picture)


@cache
def ground(terrain: str) -> np.ndarray:
    """The bare ground of a terrain as supersampled colours."""
    width, height = TEXTURE[0] * SCALE, TEXTURE[1] * SCALE
    if terrain == "outside":
        tone = octaves(height, width, (96, 36, 10), ("ground", terrain)).astype(np.float32)[..., None]
        dark, light = (np.array(c, dtype=np.float32) for c in OUTSIDE)
        return np.asarray(dark + (light - dark) * tone)
    texture = np.asarray(
        scaled("terrain_ground", f"ground_{terrain}", GROUND_HEX * SCALE / HEX).picture.convert("RGB"),
        dtype=np.float32,
    )
    rows, columns = np.arange(height) % texture.shape[0], np.arange(width) % texture.shape[1]
    return np.asarray(texture[rows][:, columns])


def ground_colour(terrain: str) -> Colour:
    """The average colour of a ground."""
    red, green, blue = (int(channel) for channel in ground(terrain).mean(axis=(0, 1)))
    return red, green, blue


OUTSIDE: tuple[Colour, Colour] = ((208, 190, 150), (222, 206, 168))
"""Dark and light shade of what is beyond the board."""


def numbered(*kinds: tuple[str, int]) -> tuple[str, ...]:
    return tuple(f"{name}_{number}" for name, count in kinds for number in range(count))


@dataclass(frozen=True)
class Growth:
    """How props cover a hex: which, how many, how far from the middle (in hex widths), whether they hide a
    piece, whether sown in rows."""

    frames: tuple[str, ...]
    count: int
    spread: float = 0.4
    tall: bool = False
    sown: bool = False

    def prop(self, brush: Brush, x: float, y: float, u: float, tone: float) -> None:
        """One prop with its foot at (x, y); the tone, 0..1, chooses which."""
        stamp(
            brush,
            "terrain_props",
            self.frames[min(int(tone * len(self.frames)), len(self.frames) - 1)],
            x,
            y,
            u,
        )


GROWTH = {
    "grass": Growth(numbered(("tuft", 8)), 5),
    "canyon": Growth(numbered(("mesa", 8), ("butte", 3)), 2, 0.24, tall=True),
    "desert": Growth(numbered(("scrub", 4), ("cactus", 1)), 1, 0.26),
    "flower": Growth(numbered(("flowers", 18)), 7, 0.4),
    "forest": Growth(numbered(("tree", 10), ("pine", 3)), 11, 0.42, tall=True),
    "swamp": Growth(numbered(("reeds", 7), ("lily", 3)), 5, 0.34),
    "farmland": Growth(numbered(("wheat", 6)), 16, sown=True),
    "water": Growth(numbered(("wave", 4)), 2, 0.3),
    "mountain": Growth(numbered(("peak", 6)), 1, 0.06, tall=True),
}

ROWS = tuple(
    (across / 4, row * math.sqrt(0.75) / 4 - across / 4 * math.sqrt(0.75) / 2)
    for across in range(-2, 2)
    for row in range(-3, 4)
    if abs(row * math.sqrt(0.75) / 4 - across / 4 * math.sqrt(0.75) / 2) < 0.5 - abs(across / 4) * 0.4
)
"""Sloping rows that go on from hex to hex, as on the board."""


def places(terrain: str, x: float, y: float, u: float, seed: object) -> Iterator[tuple[float, float, float]]:
    """Where the props of a hex stand, and a tone for each: sown in rows, or spread evenly by a sunflower
    spiral with a little chance."""
    growth, dice = GROWTH[terrain], chance("places", terrain, seed)
    if growth.sown:
        for right, down in ROWS:
            yield x + right * u, y + down * u, float(dice.random_sample())
        return
    turn = dice.random_sample() * 6.283
    for number in range(growth.count):
        stray, tone = (dice.random_sample(2) - 0.5) * u * 0.08, float(dice.random_sample())
        reach = math.sqrt((number + 0.5) / growth.count) * growth.spread * u
        angle = turn + number * 2.39996
        yield x + reach * math.cos(angle) + stray[0], y + reach * math.sin(angle) * 1.05 + stray[1], tone


# Pieces and landmarks, centred on their hex.

PIECE_SIZE = 1.08
"""Pieces and landmarks are larger on cards than on the board, because cards are read from farther away."""


def house(brush: Brush, x: float, y: float, u: float, player: str) -> None:
    """A settlement with its shadow."""
    stamp(brush, "pieces", f"settlement_{player}", x, y, u * PIECE_SIZE)


def plain_house(brush: Brush, x: float, y: float, u: float, colour: Colour) -> None:
    """A settlement of a few flat shades, sharp at any size: lit roof, bright front, dark side."""
    w, h = u * 0.34, u * 0.3
    x, y = x - u * 0.02, y + u * 0.04
    front = [
        (x - w * 0.78, y - h * 0.1),
        (x - w * 0.78, y + h * 0.75),
        (x + w * 0.08, y + h),
        (x + w * 0.08, y + h * 0.16),
    ]
    side = [
        (x + w * 0.08, y + h * 0.16),
        (x + w * 0.08, y + h),
        (x + w * 0.86, y + h * 0.64),
        (x + w * 0.86, y - h * 0.2),
        (x + w * 0.42, y - h * 0.8),
    ]
    roof = [
        (x - w * 0.4, y - h * 1.08),
        (x + w * 0.44, y - h * 0.84),
        (x + w * 0.14, y + h * 0.28),
        (x - w, y + h * 0.02),
    ]
    eaves = [
        (x + w * 0.44, y - h * 0.84),
        (x + w, y - h * 0.12),
        (x + w * 0.84, y - h * 0.02),
        (x + w * 0.38, y - h * 0.58),
    ]
    brush.polygon(front, shade(colour, -0.14))
    brush.polygon(side, shade(colour, -0.42))
    brush.polygon(roof, shade(colour, 0.2))
    brush.polygon(
        [roof[0], roof[1], (x + w * 0.39, y - h * 0.68), (x - w * 0.46, y - h * 0.94)], shade(colour, 0.45)
    )
    brush.polygon(eaves, shade(colour, -0.2))


def location(brush: Brush, x: float, y: float, u: float) -> None:
    """A medallion with a house, for any location."""
    stamp(brush, "medallions", "medallion_blank", x, y, u)
    brush.box(x - u * 0.16, y - u * 0.04, x + u * 0.16, y + u * 0.2, (226, 196, 150))
    brush.box(x - u * 0.05, y + u * 0.05, x + u * 0.05, y + u * 0.2, (96, 58, 34))
    brush.polygon(
        [(x - u * 0.24, y - u * 0.02), (x, y - u * 0.25), (x + u * 0.24, y - u * 0.02)], (178, 58, 42)
    )


BUILDINGS = {"S": "castle", "P": "palace", "N": "nomad"}
"""The landmarks on the letters of the board files."""


def building(brush: Brush, letter: str, x: float, y: float, u: float) -> None:
    """What stands on a letter of the board files that is no terrain."""
    if letter in BUILDINGS:
        stamp(brush, "landmarks", BUILDINGS[letter], x, y, u)
    else:
        location(brush, x, y, u)
