"""A brush for the card and interface art: draws in final pixels on a supersampled picture, and the light
effects both sheets share."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from kit import SCALE, canvas, reduce
from PIL import Image, ImageDraw, ImageFilter

Colour = tuple[int, int, int]
Point = tuple[float, float]

INK: Colour = (58, 34, 16)
GOLD: Colour = (226, 172, 52)
GOLD_LIGHT: Colour = (255, 226, 132)
GOLD_DARK: Colour = (148, 96, 20)
PARCHMENT: Colour = (240, 228, 200)
WALNUT: Colour = (74, 47, 30)


class Brush:
    """Shapes in final pixels; the picture beneath is SCALE times larger, so every edge comes out smooth."""

    def __init__(self, picture: Image.Image) -> None:
        self.picture = picture
        self.pen = ImageDraw.Draw(picture)

    @classmethod
    def blank(cls, width: int, height: int) -> Brush:
        """A brush on an empty picture of this final size."""
        return cls(canvas(width, height))

    @classmethod
    def mask(cls, size: tuple[int, int]) -> Brush:
        """A brush on an empty grey mask; the size is the supersampled one."""
        return cls(Image.new("L", size, 0))

    def polygon(self, points: Sequence[Point], fill: Colour | int) -> None:
        self.pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=fill)

    def ellipse(self, x: float, y: float, across: float, down: float, fill: Colour | int) -> None:
        """An ellipse by its centre and half axes."""
        self.pen.ellipse(
            [(x - across) * SCALE, (y - down) * SCALE, (x + across) * SCALE, (y + down) * SCALE], fill=fill
        )

    def disc(self, x: float, y: float, radius: float, fill: Colour | int) -> None:
        self.ellipse(x, y, radius, radius, fill)

    def box(
        self, left: float, top: float, right: float, bottom: float, fill: Colour | int, radius: float = 0
    ) -> None:
        """A rectangle up to, not including, right and bottom; with round corners if a radius is given."""
        corners = [left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1]
        self.pen.rounded_rectangle(corners, radius * SCALE, fill=fill)

    def line(self, points: Sequence[Point], width: float, fill: Colour | int) -> None:
        """A line with round joints and ends."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self.pen.line(scaled, fill=fill, width=max(1, round(width * SCALE)), joint="curve")
        radius = width * SCALE / 2
        for x, y in (scaled[0], scaled[-1]):
            self.pen.ellipse([x - radius, y - radius, x + radius, y + radius], fill=fill)

    def arc(
        self, x: float, y: float, radius: float, start: float, end: float, width: float, fill: Colour | int
    ) -> None:
        """Part of a circle in degrees, clockwise from the right, with round ends."""
        self.line(circle(x, y, radius, start, end), width, fill)

    def done(self) -> Image.Image:
        return reduce(self.picture)


def circle(
    x: float, y: float, radius: float, start: float = 0, end: float = 360, steps: int = 48
) -> list[Point]:
    """Points on a circle from one angle to another, in degrees clockwise from the right."""
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def hexagon(x: float, y: float, width: float) -> list[Point]:
    """The corners of a pointy-top hex, from the top, clockwise."""
    half, side = width / 2, width / math.sqrt(3)
    return [
        (x, y - side),
        (x + half, y - side / 2),
        (x + half, y + side / 2),
        (x, y + side),
        (x - half, y + side / 2),
        (x - half, y - side / 2),
    ]


def blur(mask: Image.Image, radius: float) -> Image.Image:
    """A mask blurred by a radius in final pixels."""
    return mask.filter(ImageFilter.GaussianBlur(radius * SCALE))


def values(mask: Image.Image) -> np.ndarray:
    """A grey picture as numbers in 0..1."""
    return np.asarray(mask, dtype=np.float32) / 255


def to_mask(numbers: np.ndarray) -> Image.Image:
    """Numbers as a grey picture, cut to 0..1."""
    return Image.fromarray((np.clip(numbers, 0, 1) * 255).astype(np.uint8), "L")


def tint(picture: Image.Image, colour: Colour, mask: Image.Image, strength: float = 1.0) -> None:
    """Lay a colour over the picture through a mask, in place."""
    picture.paste(colour, (0, 0), mask.point(lambda a: int(a * strength)))


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two, `share` of the way to the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def cast(brush: Brush, *feet: tuple[float, float, float]) -> None:
    """Soft shadows on the ground: x, y of a foot and half its width."""
    mask = Brush.mask(brush.picture.size)
    for x, y, half in feet:
        mask.ellipse(x + half * 0.25, y, half, half * 0.4, 200)
    tint(brush.picture, (24, 12, 4), blur(mask.picture, 1.2))


def coin(brush: Brush, x: float, y: float, radius: float) -> None:
    """A gold coin with a thick rim and a crown's three points struck into it."""
    brush.disc(x + radius * 0.08, y + radius * 0.1, radius * 1.13, (58, 32, 6))
    brush.disc(x, y, radius, GOLD_DARK)
    brush.disc(x - radius * 0.04, y - radius * 0.05, radius * 0.92, GOLD)
    brush.arc(x, y, radius * 0.8, 175, 285, radius * 0.16, GOLD_LIGHT)
    brush.disc(x, y, radius * 0.64, (208, 148, 34))
    brush.disc(x + radius * 0.03, y + radius * 0.04, radius * 0.6, (250, 208, 92))
    crown(brush, x, y + radius * 0.02, radius * 0.74, (150, 96, 16), (150, 96, 16))


def crown(brush: Brush, x: float, y: float, width: float, fill: Colour | int, dark: Colour | int) -> None:
    """A crown with three points, centred."""
    half, height = width / 2, width * 0.7
    top, bottom = y - height / 2, y + height / 2
    points = [
        (x - half, top + height * 0.12),
        (x - half * 0.45, top + height * 0.48),
        (x, top),
        (x + half * 0.45, top + height * 0.48),
        (x + half, top + height * 0.12),
        (x + half * 0.8, bottom),
        (x - half * 0.8, bottom),
    ]
    brush.polygon(points, fill)
    brush.polygon(
        [
            (x, top),
            (x + half * 0.45, top + height * 0.48),
            (x + half, top + height * 0.12),
            (x + half * 0.8, bottom),
            (x, bottom),
        ],
        dark,
    )
