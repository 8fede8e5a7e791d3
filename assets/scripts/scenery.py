"""Grounds, props, houses and landmarks for the cards, stamped from the board's sprite sheets at any size.

The cards show the board as it looks in the game, so they use frames of the other sheets, which must be made
first.
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
from brush import Brush, Color
from kit import HEX, SCALE, octaves, seeded_rng, shade
from PIL import Image

COMMITTED_SHEETS = Path(__file__).resolve().parents[1] / "sheets"
"""The committed sheets, used when the other sheets were not made in the same run."""

MAX_GROUND_SIZE = (248, 200)
"""Size of the largest image that is painted with a ground, in final pixels."""
GROUND_HEX = 34
"""Hex width for which the grounds are scaled; most maps on cards use about this width."""


@dataclass(frozen=True)
class Stamp:
    """A frame of another sheet, with the point that is placed at the stamped position."""

    image: Image.Image
    anchor: tuple[float, float]

    @cached_property
    def colors(self) -> Image.Image:
        """The colors without transparency."""
        return self.image.convert("RGB")

    def resized(self, factor: float) -> Stamp:
        size = max(1, round(self.image.width * factor)), max(1, round(self.image.height * factor))
        # premultiplied, so that the color of transparent pixels does not bleed into the edge
        image = self.image.convert("RGBa").resize(size, Image.Resampling.LANCZOS).convert("RGBA")
        return Stamp(image, (self.anchor[0] * factor, self.anchor[1] * factor))


@cache
def load_sheet(name: str) -> dict[str, Stamp]:
    """All frames of another sheet by name."""
    folder = kit.SHEETS if (kit.SHEETS / f"{name}.json").is_file() else COMMITTED_SHEETS
    atlas = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    with Image.open(folder / atlas["image"]) as image:
        sheet_image = image.convert("RGBA")
    frames = {}
    for frame, entry in atlas["frames"].items():
        left, top, width, height = entry["rect"]
        frames[frame] = Stamp(
            sheet_image.crop((left, top, left + width, top + height)), tuple(entry["anchor"])
        )
    return frames


@cache
def scaled(name: str, frame: str, factor: float) -> Stamp:
    return load_sheet(name)[frame].resized(factor)


def stamp(brush: Brush, name: str, frame: str, x: float, y: float, u: float) -> None:
    """Draws a frame of another sheet at a position, scaled as on hexes of width `u`."""
    scaled_stamp = scaled(name, frame, round(u * SCALE / HEX, 3))
    corner = round(x * SCALE - scaled_stamp.anchor[0]), round(y * SCALE - scaled_stamp.anchor[1])
    brush.image.paste(scaled_stamp.colors, corner, scaled_stamp.image)


@cache
def ground(terrain: str) -> np.ndarray:
    """The bare ground of a terrain as supersampled colors."""
    width, height = MAX_GROUND_SIZE[0] * SCALE, MAX_GROUND_SIZE[1] * SCALE
    if terrain == "outside":
        tone = octaves(height, width, (96, 36, 10), ("ground", terrain)).astype(np.float32)[..., None]
        dark, light = (np.array(c, dtype=np.float32) for c in OUTSIDE)
        return np.asarray(dark + (light - dark) * tone)
    texture = np.asarray(
        scaled("terrain_ground", f"ground_{terrain}", GROUND_HEX * SCALE / HEX).image.convert("RGB"),
        dtype=np.float32,
    )
    rows, columns = np.arange(height) % texture.shape[0], np.arange(width) % texture.shape[1]
    return np.asarray(texture[rows][:, columns])


def ground_color(terrain: str) -> Color:
    """The average color of a ground."""
    red, green, blue = (int(channel) for channel in ground(terrain).mean(axis=(0, 1)))
    return red, green, blue


OUTSIDE: tuple[Color, Color] = ((208, 190, 150), (222, 206, 168))
"""Dark and light shade of the area outside the board."""


def numbered_frames(*kinds: tuple[str, int]) -> tuple[str, ...]:
    return tuple(f"{name}_{index}" for name, count in kinds for index in range(count))


@dataclass(frozen=True)
class PropCover:
    """The props that cover a hex: frames, count, distance from the center (in hex widths), whether they are
    tall enough to hide a piece, and whether they stand in rows."""

    frames: tuple[str, ...]
    count: int
    spread: float = 0.4
    tall: bool = False
    in_rows: bool = False

    def prop(self, brush: Brush, x: float, y: float, u: float, tone: float) -> None:
        """Draws one prop with its base at (x, y); `tone`, 0..1, selects the frame."""
        stamp(
            brush,
            "terrain_props",
            self.frames[min(int(tone * len(self.frames)), len(self.frames) - 1)],
            x,
            y,
            u,
        )


PROP_COVER = {
    "grass": PropCover(numbered_frames(("tuft", 8)), 5),
    "canyon": PropCover(numbered_frames(("mesa", 8), ("butte", 3)), 2, 0.24, tall=True),
    "desert": PropCover(numbered_frames(("scrub", 4), ("cactus", 1)), 1, 0.26),
    "flower": PropCover(numbered_frames(("flowers", 18)), 7, 0.4),
    "forest": PropCover(numbered_frames(("tree", 10), ("pine", 3)), 11, 0.42, tall=True),
    "swamp": PropCover(numbered_frames(("reeds", 7), ("lily", 3)), 5, 0.34),
    "farmland": PropCover(numbered_frames(("wheat", 6)), 16, in_rows=True),
    "water": PropCover(numbered_frames(("wave", 4)), 2, 0.3),
    "mountain": PropCover(numbered_frames(("peak", 6)), 1, 0.06, tall=True),
}

ROW_POSITIONS = tuple(
    (across / 4, row * math.sqrt(0.75) / 4 - across / 4 * math.sqrt(0.75) / 2)
    for across in range(-2, 2)
    for row in range(-3, 4)
    if abs(row * math.sqrt(0.75) / 4 - across / 4 * math.sqrt(0.75) / 2) < 0.5 - abs(across / 4) * 0.4
)
"""Positions in sloping rows that continue from hex to hex, as on the board."""


def prop_positions(
    terrain: str, x: float, y: float, u: float, seed: object
) -> Iterator[tuple[float, float, float]]:
    """Positions of the props of a hex, with a tone for each: in rows, or spread evenly along a sunflower
    spiral with slight random offsets."""
    cover, rng = PROP_COVER[terrain], seeded_rng("places", terrain, seed)
    if cover.in_rows:
        for right, down in ROW_POSITIONS:
            yield x + right * u, y + down * u, float(rng.random_sample())
        return
    turn = rng.random_sample() * 6.283
    for index in range(cover.count):
        offset, tone = (rng.random_sample(2) - 0.5) * u * 0.08, float(rng.random_sample())
        radius = math.sqrt((index + 0.5) / cover.count) * cover.spread * u
        angle = turn + index * 2.39996
        yield x + radius * math.cos(angle) + offset[0], y + radius * math.sin(angle) * 1.05 + offset[1], tone


# Pieces and landmarks, centered on their hex.

PIECE_SIZE = 1.08
"""Pieces and landmarks are drawn larger on cards than on the board, so that they stay readable."""


def house(brush: Brush, x: float, y: float, u: float, player: str) -> None:
    """Draws a settlement with its shadow."""
    stamp(brush, "pieces", f"settlement_{player}", x, y, u * PIECE_SIZE)


def plain_house(brush: Brush, x: float, y: float, u: float, color: Color) -> None:
    """Draws a settlement in a few flat shades, sharp at any size: lit roof, bright front, dark side."""
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
    brush.polygon(front, shade(color, -0.14))
    brush.polygon(side, shade(color, -0.42))
    brush.polygon(roof, shade(color, 0.2))
    brush.polygon(
        [roof[0], roof[1], (x + w * 0.39, y - h * 0.68), (x - w * 0.46, y - h * 0.94)], shade(color, 0.45)
    )
    brush.polygon(eaves, shade(color, -0.2))


def location(brush: Brush, x: float, y: float, u: float) -> None:
    """Draws a medallion with a house, for any location."""
    stamp(brush, "medallions", "medallion_blank", x, y, u)
    brush.box(x - u * 0.16, y - u * 0.04, x + u * 0.16, y + u * 0.2, (226, 196, 150))
    brush.box(x - u * 0.05, y + u * 0.05, x + u * 0.05, y + u * 0.2, (96, 58, 34))
    brush.polygon(
        [(x - u * 0.24, y - u * 0.02), (x, y - u * 0.25), (x + u * 0.24, y - u * 0.02)], (178, 58, 42)
    )


BUILDINGS = {"S": "castle", "P": "palace", "N": "nomad"}
"""Landmarks by the letters of the board files."""


def building(brush: Brush, letter: str, x: float, y: float, u: float) -> None:
    """Draws the landmark or location of a letter of the board files."""
    if letter in BUILDINGS:
        stamp(brush, "landmarks", BUILDINGS[letter], x, y, u)
    else:
        location(brush, x, y, u)
