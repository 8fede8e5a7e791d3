"""Brush for the card and UI art. It takes coordinates in final pixels, draws on a supersampled image, and
provides the light effects that both sheets share."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from kit import SCALE, canvas, downsample
from PIL import Image, ImageDraw, ImageFilter

Color = tuple[int, int, int]
Point = tuple[float, float]

INK: Color = (58, 34, 16)
GOLD: Color = (226, 172, 52)
GOLD_LIGHT: Color = (255, 226, 132)
GOLD_DARK: Color = (148, 96, 20)
PARCHMENT: Color = (240, 228, 200)
WALNUT: Color = (74, 47, 30)


class Brush:
    """Draws shapes in final pixels on an image that is SCALE times larger, which makes every edge smooth."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.draw = ImageDraw.Draw(image)

    @classmethod
    def blank(cls, width: int, height: int) -> Brush:
        """A brush on an empty image of this final size."""
        return cls(canvas(width, height))

    @classmethod
    def mask(cls, size: tuple[int, int]) -> Brush:
        """A brush on an empty grayscale mask; `size` is the supersampled size."""
        return cls(Image.new("L", size, 0))

    def polygon(self, points: Sequence[Point], fill: Color | int) -> None:
        self.draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=fill)

    def ellipse(self, x: float, y: float, half_width: float, half_height: float, fill: Color | int) -> None:
        """Draws an ellipse from its center and half axes."""
        self.draw.ellipse(
            [
                (x - half_width) * SCALE,
                (y - half_height) * SCALE,
                (x + half_width) * SCALE,
                (y + half_height) * SCALE,
            ],
            fill=fill,
        )

    def disc(self, x: float, y: float, radius: float, fill: Color | int) -> None:
        self.ellipse(x, y, radius, radius, fill)

    def box(
        self, left: float, top: float, right: float, bottom: float, fill: Color | int, radius: float = 0
    ) -> None:
        """Draws a rectangle that excludes `right` and `bottom`, with rounded corners if a radius is given."""
        corners = [left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1]
        self.draw.rounded_rectangle(corners, radius * SCALE, fill=fill)

    def line(self, points: Sequence[Point], width: float, fill: Color | int) -> None:
        """Draws a line with round joints and ends."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self.draw.line(scaled, fill=fill, width=max(1, round(width * SCALE)), joint="curve")
        radius = width * SCALE / 2
        for x, y in (scaled[0], scaled[-1]):
            self.draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=fill)

    def arc(
        self, x: float, y: float, radius: float, start: float, end: float, width: float, fill: Color | int
    ) -> None:
        """Draws a circular arc with round ends; angles are in degrees, clockwise from the right."""
        self.line(circle(x, y, radius, start, end), width, fill)

    def downsampled(self) -> Image.Image:
        return downsample(self.image)


def circle(
    x: float, y: float, radius: float, start: float = 0, end: float = 360, steps: int = 48
) -> list[Point]:
    """Points on a circle between two angles, in degrees clockwise from the right."""
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def hexagon(x: float, y: float, width: float) -> list[Point]:
    """The corners of a pointy-top hex, clockwise from the top."""
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
    """Blurs a mask by a radius in final pixels."""
    return mask.filter(ImageFilter.GaussianBlur(radius * SCALE))


def values(mask: Image.Image) -> np.ndarray:
    """A grayscale image as an array of values from 0 to 1."""
    return np.asarray(mask, dtype=np.float32) / 255


def to_mask(numbers: np.ndarray) -> Image.Image:
    """An array as a grayscale image; values are clipped to 0..1."""
    return Image.fromarray((np.clip(numbers, 0, 1) * 255).astype(np.uint8), "L")


def tint(image: Image.Image, color: Color, mask: Image.Image, strength: float = 1.0) -> None:
    """Blends a color over the image through a mask, in place."""
    image.paste(color, (0, 0), mask.point(lambda a: int(a * strength)))


def mix(first: Color, second: Color, fraction: float) -> Color:
    """A color between two others; `fraction` 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * fraction) for a, b in zip(first, second, strict=True))
    return red, green, blue


def ground_shadows(brush: Brush, *feet: tuple[float, float, float]) -> None:
    """Draws soft shadows on the ground; each foot is (x, y, half its width)."""
    mask = Brush.mask(brush.image.size)
    for x, y, half in feet:
        mask.ellipse(x + half * 0.25, y, half, half * 0.4, 200)
    tint(brush.image, (24, 12, 4), blur(mask.image, 1.2))


def coin(brush: Brush, x: float, y: float, radius: float) -> None:
    """Draws a gold coin with a thick rim and an embossed crown."""
    brush.disc(x + radius * 0.08, y + radius * 0.1, radius * 1.13, (58, 32, 6))
    brush.disc(x, y, radius, GOLD_DARK)
    brush.disc(x - radius * 0.04, y - radius * 0.05, radius * 0.92, GOLD)
    brush.arc(x, y, radius * 0.8, 175, 285, radius * 0.16, GOLD_LIGHT)
    brush.disc(x, y, radius * 0.64, (208, 148, 34))
    brush.disc(x + radius * 0.03, y + radius * 0.04, radius * 0.6, (250, 208, 92))
    crown(brush, x, y + radius * 0.02, radius * 0.74, (150, 96, 16), (150, 96, 16))


def crown(brush: Brush, x: float, y: float, width: float, fill: Color | int, dark: Color | int) -> None:
    """Draws a centered crown with three points."""
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
