"""Props of the nine terrains, which stand on the ground and hide the grid. The anchor is the point where a
prop touches the ground."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import numpy as np
import terrain_relief as relief
from kit import SCALE, Sprite, canvas, downsample, seeded_rng, shade
from PIL import Image, ImageDraw, ImageFilter
from terrain_ground import BLOSSOMS, blend

Color = tuple[int, int, int]
Rng = np.random.RandomState


# --- stone, sand and snow: reliefs


def stone(name: str, width: int, tall: float, colors: list[Color], planes: int) -> Sprite:
    """A faceted rock."""
    depth = width
    x, y = relief.ground_plan(width, depth)
    shape = relief.facets(x, y * 0.8, planes, width * 0.3, name)
    body = np.clip(np.minimum(shape * 1.7, 0.9 + shape * 0.15), 0, None)
    height = tall * body * (1 + 0.12 * relief.signed_noise(x.shape, 4, name))
    tint = blend(colors, (relief.signed_noise(x.shape, 5, (name, "tint")) + 1) / 2)
    image = relief.render(height, tint, np.clip(shape * 9, 0, 1), contrast=1.3)
    return Sprite(name, image, relief.anchor_point(image, depth))


def peak(name: str, width: int, tall: float, snow_line: float) -> Sprite:
    """A mountain of uneven planes with gullies and snow."""
    depth = width + 8
    x, y = relief.ground_plan(width, depth)
    crooked = relief.signed_noise(x.shape, 14, (name, "crooked"))
    shape = relief.facets(
        x + crooked * 3.5,
        y * 0.85 + relief.signed_noise(x.shape, 12, (name, "bent")) * 3.5,
        6,
        width * 0.33,
        name,
    )
    gully = (
        relief.signed_noise(x.shape, 7, (name, "gully")) * 0.6
        + relief.signed_noise(x.shape, 3, (name, "chip")) * 0.3
    )
    inside = np.clip(shape, 0, 1)
    height = tall * np.clip(inside**1.12 + gully * 0.07 * np.minimum(1, inside * 4), 0, None)
    rock = blend([(106, 104, 110), (130, 126, 128), (152, 146, 140)], (gully + 1) / 2)
    earth = np.clip(1 - inside * 3.2, 0, 0.6)[..., None]
    rock = rock * (1 - earth) + np.array((122, 114, 96.0)) * earth
    snow = np.clip((height / tall - snow_line + gully * 0.16) * 16, 0, 1)[..., None]
    colors = rock * (1 - snow) + np.array((247, 250, 255.0)) * snow
    image = relief.render(height, colors, np.clip(shape * 10, 0, 1), shadow=0.5, contrast=1.1)
    return Sprite(name, image, relief.anchor_point(image, depth))


STRATA: list[Color] = [
    (124, 56, 40),
    (178, 94, 62),
    (148, 68, 46),
    (218, 140, 98),
    (168, 82, 54),
    (136, 62, 44),
    (226, 156, 114),
    (188, 102, 70),
]


def mesa(name: str, width: int, tall: float) -> Sprite:
    """A mesa: layered cliffs, one or two steps, and a flat light top."""
    rng = seeded_rng("mesa", name)
    depth = int(width * 1.05)
    x, y = relief.ground_plan(width, depth)
    turn, narrowing = rng.uniform(-0.5, 0.5), rng.uniform(1.0, 1.5)
    along, across = x * cos(turn) + y * sin(turn), (y * cos(turn) - x * sin(turn)) * narrowing
    chip = (
        relief.signed_noise(x.shape, 5, name) * 0.7 + relief.signed_noise(x.shape, 2.4, (name, "chip")) * 0.3
    )
    off_x, off_y = rng.uniform(-0.08, 0.08) * width, rng.uniform(-0.07, 0.0) * width
    low = width * 0.37 - relief.uneven_distance(along, across, (name, "low"), 0.34) + chip * 3.2
    high = (
        width * rng.uniform(0.2, 0.29)
        - relief.uneven_distance(along - off_x, across - off_y, (name, "high"), 0.4)
        + chip * 3.2
    )
    step = rng.uniform(0.4, 0.6)
    height = (
        tall * (step * np.clip(low / 6, 0, 1) + (1 - step) * np.clip(high / 5, 0, 1))
        + np.clip(low, 0, 1) * chip * 0.9
    )
    layer = height / tall * 7 + chip * 0.3
    colors = np.array(STRATA, float)[np.clip(layer, 0, 7).astype(int)]
    top = np.clip((high - 4.5) * 1.5, 0, 1)[..., None]
    ledge = (np.clip(low - 5.5, 0, 1) * np.clip(-high * 2, 0, 1))[..., None]
    colors = colors * (1 - top) + np.array((236, 168, 124.0)) * top
    colors = colors * (1 - ledge) + np.array((212, 134, 94.0)) * ledge
    image = relief.render(
        height, colors + chip[..., None] * 10, np.clip(low * 1.2, 0, 1), shadow=0.5, contrast=1.1
    )
    return Sprite(name, image, relief.anchor_point(image, depth))


# --- plants: drawn shapes


class Brush:
    """Draws in final pixels, relative to the anchor, on a supersampled canvas."""

    def __init__(self, width: int, height: int, anchor: tuple[float, float]) -> None:
        self.anchor = anchor
        self.image = canvas(width, height)
        self.draw = ImageDraw.Draw(self.image)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return (x + self.anchor[0]) * SCALE, (y + self.anchor[1]) * SCALE

    def oval(self, x: float, y: float, across: float, down: float, color: tuple[int, ...]) -> None:
        (left, top), (right, bottom) = self._at(x - across, y - down), self._at(x + across, y + down)
        self.draw.ellipse((left, top, right, bottom), fill=color)

    def shape(self, points: list[tuple[float, float]], color: tuple[int, ...]) -> None:
        self.draw.polygon([self._at(*point) for point in points], fill=color)

    def line(self, points: list[tuple[float, float]], width: float, color: tuple[int, ...]) -> None:
        self.draw.line(
            [self._at(*point) for point in points],
            fill=color,
            width=max(1, round(width * SCALE)),
            joint="curve",
        )

    def blade(
        self, x: float, y: float, lean: float, tall: float, wide: float, color: tuple[int, ...]
    ) -> None:
        """Draws a leaf that is broad at the base and bends to a point."""
        left = [(x - wide / 2, y), (x - wide / 3 + lean * 0.3, y - tall * 0.55), (x + lean, y - tall)]
        self.shape([*left, (x + wide / 3 + lean * 0.3, y - tall * 0.5), (x + wide / 2, y)], color)

    def soft_shadow(
        self, x: float, y: float, across: float, down: float, strength: int, blur: float = 1.6
    ) -> None:
        """Draws a shadow below everything drawn so far."""
        below = Image.new("RGBA", self.image.size, (20, 14, 6, 0))
        spot = Image.new("L", self.image.size, 0)
        (left, top), (right, bottom) = self._at(x - across, y - down), self._at(x + across, y + down)
        ImageDraw.Draw(spot).ellipse((left, top, right, bottom), fill=strength)
        below.putalpha(spot.filter(ImageFilter.GaussianBlur(blur * SCALE)))
        self.image = Image.alpha_composite(below, self.image)
        self.draw = ImageDraw.Draw(self.image)

    def sprite(self, name: str) -> Sprite:
        return trim(Sprite(name, downsample(self.image), self.anchor))


def trim(sprite: Sprite) -> Sprite:
    """Removes empty borders."""
    left, top, right, bottom = sprite.image.getchannel("A").point(
        lambda a: 255 if a > 2 else 0
    ).getbbox() or (0, 0, 1, 1)
    return Sprite(
        sprite.name,
        sprite.image.crop((left, top, right, bottom)),
        (sprite.anchor[0] - left, sprite.anchor[1] - top),
    )


LEAVES: list[list[Color]] = [
    [(18, 50, 30), (30, 80, 40), (52, 112, 52), (96, 154, 70)],
    [(20, 58, 28), (36, 92, 38), (66, 126, 46), (122, 170, 66)],
    [(16, 48, 36), (26, 76, 48), (46, 106, 62), (88, 148, 86)],
]


def crown(
    brush: Brush,
    rng: Rng,
    center: tuple[float, float],
    size: tuple[float, float],
    leaves: list[Color],
    clumps: int,
) -> None:
    """Draws a mass of leaf clumps, dark at the lower right, light at the upper left."""
    cx, cy = center
    brush.oval(cx + 0.5, cy + 0.8, size[0] * 0.96, size[1] * 0.96, leaves[0])
    positions = []
    for _ in range(clumps):
        angle, distance = rng.uniform(0, 2 * pi), rng.uniform(0, 1) ** 0.6
        positions.append((cos(angle) * distance * 0.82, sin(angle) * distance * 0.82))
    for px, py in sorted(positions, key=lambda p: -(-p[0] * 0.55 - p[1] * 0.84)):
        light = (-px * 0.55 - py * 0.84) * 0.5 + 0.5
        radius = size[0] * rng.uniform(0.24, 0.36)
        tone = blend(
            [leaves[0], leaves[1], leaves[2], leaves[3]],
            np.array(np.clip(light * 0.95 + rng.uniform(-0.08, 0.08), 0, 1)),
        )
        x, y = cx + px * size[0], cy + py * size[1]
        color = tuple(int(c) for c in tone)
        brush.oval(
            x + radius * 0.2, y + radius * 0.28, radius, radius * 0.9, tuple(int(c * 0.74) for c in tone)
        )
        brush.oval(x, y, radius * 0.94, radius * 0.84, color)
        brush.oval(
            x - radius * 0.3,
            y - radius * 0.34,
            radius * 0.42,
            radius * 0.34,
            tuple(min(255, int(c * 1.16 + 6)) for c in tone),
        )


def tree(name: str) -> Sprite:
    rng = seeded_rng("tree", name)
    brush = Brush(64, 64, (28, 50))
    wide, tall = rng.uniform(14.0, 17.5), rng.uniform(15.5, 19)
    brush.line([(0, 0), (0, -9)], 4, (70, 48, 30))
    brush.line([(-1, 0), (-1, -9)], 1.4, (112, 80, 50))
    crown(brush, rng, (0, -4.5 - tall), (wide, tall), LEAVES[rng.randint(len(LEAVES))], 34)
    brush.soft_shadow(6, 1, wide, wide * 0.45, 112)
    return brush.sprite(name)


def pine(name: str) -> Sprite:
    rng = seeded_rng("pine", name)
    brush = Brush(60, 72, (26, 60))
    tall, wide = rng.uniform(44, 52), rng.uniform(12.5, 15)
    green = [(20, 62, 44), (26, 74, 48), (30, 78, 40)][rng.randint(3)]
    brush.line([(0, 1), (0, -8)], 4, (66, 44, 28))
    tiers = 5
    for tier in range(tiers):
        base = -5 - tier * (tall - 8) / tiers * 0.92
        half = wide * (1 - tier / tiers * 0.78)
        top = base - tall * 0.34
        count = 6
        fringe = [
            (half * (2 * k / count - 1), base + (1.8 if k % 2 else -0.6) + rng.uniform(-0.8, 0.8))
            for k in range(count + 1)
        ]
        brush.shape([(0, top), *reversed(fringe)], shade(green, -0.34 + tier * 0.04))
        middle = half * -0.04
        left = [point for point in fringe if point[0] <= middle + 0.1] + [(middle, base + 0.5)]
        brush.shape([(0, top), *reversed(left)], shade(green, 0.05 + tier * 0.04))
        brush.shape(
            [(-0.2, top), (middle - half * 0.34, base - 1), (-half * 0.92, base - 0.5)],
            shade(green, 0.24 + tier * 0.04),
        )
    brush.soft_shadow(6, 1, wide, wide * 0.4, 112)
    return brush.sprite(name)


def bush(name: str) -> Sprite:
    rng = seeded_rng("bush", name)
    brush = Brush(40, 32, (18, 22))
    crown(brush, rng, (0, -6), (9.5, 7.5), [(38, 84, 32), (58, 112, 42), (90, 144, 56), (142, 184, 84)], 20)
    brush.soft_shadow(3, 0, 10, 4.5, 120)
    return brush.sprite(name)


def tuft(name: str) -> Sprite:
    rng = seeded_rng("tuft", name)
    brush = Brush(36, 30, (18, 24))
    count = rng.randint(6, 10)
    for index in range(count):
        spread = (index + 0.5) / count * 2 - 1
        color = [(54, 108, 36), (78, 136, 46), (124, 176, 68), (164, 202, 92)][rng.randint(4)]
        brush.blade(
            spread * 4.5,
            rng.uniform(-1, 1),
            spread * 6 + rng.uniform(-1.5, 1.5),
            rng.uniform(8, 15),
            2.4,
            color,
        )
    brush.soft_shadow(2.5, 0, 7, 2.6, 90, 1.2)
    return brush.sprite(name)


def blossom(brush: Brush, x: float, y: float, size: float, colors: list[Color], rng: Rng) -> None:
    """Draws five petals, the upper left ones lit, around a center."""
    petal, light, center_color = colors
    turn = rng.uniform(0, pi)
    for k in range(5):
        angle = turn + k * 2 * pi / 5
        px, py = x + cos(angle) * size * 0.62, y + sin(angle) * size * 0.5
        bright = -cos(angle) * 0.55 - sin(angle) * 0.84 > 0.1
        brush.oval(px, py, size * 0.56, size * 0.48, light if bright else petal)
    brush.oval(x, y, size * 0.36, size * 0.32, center_color)


def flowers(name: str, families: list[str]) -> Sprite:
    """A clump of leaves with blossoms of one or two families."""
    rng = seeded_rng("flowers", name)
    brush = Brush(64, 52, (30, 34))
    for _ in range(20):
        x, y = rng.uniform(-17, 17), rng.uniform(-11, 9)
        color = [(88, 140, 50), (116, 168, 64), (150, 192, 84)][rng.randint(3)]
        brush.blade(x, y + 2, rng.uniform(-5, 5), rng.uniform(5, 9), 3.2, color)
    positions: list[tuple[float, float]] = []
    while len(positions) < 9:
        x, y = rng.uniform(-18, 18), rng.uniform(-16, 6)
        if all((x - a) ** 2 + (y - b) ** 2 > 36 for a, b in positions):
            positions.append((x, y))
    for x, y in sorted(positions, key=lambda p: p[1]):
        family = families[rng.randint(len(families))]
        main, light, center_color = BLOSSOMS[family]
        center_color = (250, 210, 80) if family != "gold" else (214, 122, 30)
        colors = (
            [light, (255, 252, 250), center_color] if rng.uniform() < 0.16 else [main, light, center_color]
        )
        size = rng.uniform(2.4, 3.9)
        brush.oval(x + 1.0, y + 1.4, size, size * 0.8, (58, 92, 34, 130))
        blossom(brush, x, y, size, colors, rng)
    brush.soft_shadow(2, 0, 15, 8, 56, 3)
    return brush.sprite(name)


def daisies(name: str) -> Sprite:
    rng = seeded_rng("daisies", name)
    brush = Brush(40, 30, (18, 20))
    for _ in range(5):
        x, y = rng.uniform(-10, 10), rng.uniform(-8, 4)
        brush.oval(x + 0.8, y + 1, 2.2, 1.8, (44, 84, 30, 140))
        blossom(brush, x, y, 2.2, [(232, 232, 220), (255, 255, 250), (244, 196, 60)], rng)
    return brush.sprite(name)


def reeds(name: str) -> Sprite:
    rng = seeded_rng("reeds", name)
    brush = Brush(48, 56, (22, 46))
    for _ in range(11):
        x = rng.uniform(-8, 8)
        color = [(58, 78, 36), (92, 108, 50), (136, 144, 70), (164, 160, 90)][rng.randint(4)]
        brush.blade(x, rng.uniform(-2, 2), x * 0.5 + rng.uniform(-4, 4), rng.uniform(16, 30), 2.6, color)
    for _ in range(rng.randint(2, 4)):
        x, tall = rng.uniform(-7, 7), rng.uniform(24, 34)
        top = x * 1.4
        brush.line([(x, 0), (top, -tall)], 1.2, (118, 116, 62))
        brush.line([(top, -tall), (top + (top - x) * 0.2, -tall - 7)], 3.6, (84, 50, 28))
        brush.line([(top - 0.6, -tall), (top + (top - x) * 0.2 - 0.6, -tall - 6.5)], 1.2, (140, 92, 54))
    brush.soft_shadow(3, 0, 11, 3.6, 120)
    return brush.sprite(name)


def lily(name: str) -> Sprite:
    """Lily pads on a dark pool."""
    rng = seeded_rng("lily", name)
    brush = Brush(64, 44, (32, 22))
    for _ in range(4):
        x, y = rng.uniform(-8, 8), rng.uniform(-3, 3)
        brush.oval(x, y, rng.uniform(12, 17), rng.uniform(7, 10), (30, 54, 56, 255))
    brush.oval(-5, -4, 9, 2.2, (70, 106, 104, 150))
    brush.image = brush.image.filter(ImageFilter.GaussianBlur(1.2 * SCALE))
    brush.draw = ImageDraw.Draw(brush.image)
    for index in range(rng.randint(3, 5)):
        x, y, size = rng.uniform(-13, 13), rng.uniform(-6, 6), rng.uniform(3.4, 5.4)
        brush.oval(x + 1, y + 1, size, size * 0.62, (16, 32, 30, 190))
        brush.oval(x, y, size, size * 0.62, (74, 128, 62))
        brush.oval(x - size * 0.2, y - size * 0.14, size * 0.6, size * 0.34, (116, 166, 84))
        brush.shape([(x, y), (x + size, y - size * 0.3), (x + size, y + size * 0.2)], (34, 60, 58))
        if index == 0:
            blossom(brush, x - 1, y - 1.6, 2.8, [(232, 150, 190), (255, 226, 240), (252, 220, 120)], rng)
    return brush.sprite(name)


def snag(name: str) -> Sprite:
    """A dead tree in the swamp."""
    rng = seeded_rng("snag", name)
    brush = Brush(56, 64, (26, 54))
    bend = rng.uniform(-4, 4)
    trunk = [(0.0, 0.0), (bend * 0.4, -16.0), (bend, -34.0)]
    brush.line(trunk, 5.0, (62, 52, 42))
    for root in (-4.0, 5.0):
        brush.line([(0.0, 1.0), (root, 3.0)], 3.0, (62, 52, 42))
    for side in (-1, 1):
        for low in (14, 24):
            start = (bend * low / 34, -low)
            tip = (start[0] + side * rng.uniform(7, 12), -low - rng.uniform(7, 13))
            middle = ((start[0] + tip[0]) / 2, (start[1] + tip[1]) / 2 + 2)
            brush.line([start, middle, tip], 2.2, (62, 52, 42))
            brush.line(
                [(start[0] - 0.6, start[1] - 0.6), (middle[0] - 0.6, middle[1] - 0.7), tip],
                0.8,
                (134, 118, 98),
            )
    brush.line([(x - 1.3, y) for x, y in trunk], 1.5, (140, 124, 104))
    brush.soft_shadow(5, 1, 11, 4, 130)
    return brush.sprite(name)


def cactus(name: str) -> Sprite:
    rng = seeded_rng("cactus", name)
    brush = Brush(40, 48, (18, 40))
    tall, side = rng.uniform(20, 27), [-1, 1][rng.randint(2)]
    parts: list[list[tuple[float, float]]] = [
        [(0, 0), (0, -tall)],
        [(0, -8), (side * 6, -9), (side * 6.5, -15)],
        [(0, -12), (-side * 5.5, -13), (-side * 6, -20)],
    ]
    for tone, width, offset in (
        ((40, 84, 48), 5.6, 0.0),
        ((70, 124, 66), 3.6, -0.8),
        ((134, 176, 104), 1.1, -1.5),
    ):
        for part in parts:
            points = [(x + offset, y) for x, y in part]
            brush.line(points, width if part is parts[0] else width * 0.72, tone)
            for x, y in (points[-1], points[1]):
                radius = width / 2 if part is parts[0] else width * 0.36
                brush.oval(x, y, radius, radius, tone)
    brush.oval(-0.5, -tall - 2.4, 1.7, 1.4, (236, 110, 140))
    brush.soft_shadow(6, 1, 9, 3, 110)
    return brush.sprite(name)


def scrub(name: str) -> Sprite:
    """Dry desert grass."""
    rng = seeded_rng("scrub", name)
    brush = Brush(32, 24, (14, 18))
    for _ in range(rng.randint(8, 13)):
        color = [(134, 110, 52), (164, 138, 66), (186, 168, 92), (122, 126, 62)][rng.randint(4)]
        brush.blade(
            rng.uniform(-2.5, 2.5),
            rng.uniform(-0.8, 0.8),
            rng.uniform(-6.5, 6.5),
            rng.uniform(4, 9),
            1.5,
            color,
        )
    brush.soft_shadow(2.5, 0.3, 6, 2.2, 90, 1.1)
    return brush.sprite(name)


SLOPE = 0.433
"""Slope of the rows of a field, rising to the right; the terrain painter places the props along the same
slope."""


def wheat(name: str) -> Sprite:
    """A section of a row of ripe wheat."""
    rng = seeded_rng("wheat", name)
    brush = Brush(64, 64, (32, 40))
    stalks = sorted(
        ((rng.uniform(-18, 18), rng.uniform(-5.5, 4.5)) for _ in range(120)),
        key=lambda p: p[1] - p[0] * SLOPE,
    )
    for x, rise in stalks:
        y = rise - x * SLOPE
        tall, lean = rng.uniform(7.5, 11.5), rng.uniform(-1.5, 3)
        ripe = rng.uniform()
        brush.line(
            [(x, y), (x + lean * 0.5, y - tall * 0.7)], 1.3, (146, 106, 38) if ripe < 0.5 else (176, 134, 52)
        )
        head = blend([(196, 146, 44), (226, 180, 70), (246, 212, 108)], np.array(ripe))
        color = tuple(int(c) for c in head)
        brush.line([(x + lean * 0.5, y - tall * 0.6), (x + lean, y - tall - 2)], 2.2, color)
        brush.line(
            [(x + lean * 0.5 - 0.6, y - tall * 0.7), (x + lean - 0.5, y - tall - 2)], 0.9, (255, 234, 152)
        )
    brush.soft_shadow(2, 2, 15, 5, 60, 2.5)
    return brush.sprite(name)


def greens(name: str) -> Sprite:
    """A section of a row of cabbages."""
    rng = seeded_rng("greens", name)
    brush = Brush(64, 64, (32, 36))
    for x in (13.0, 4.5, -4.5, -13.0):
        y = -x * SLOPE + rng.uniform(-0.8, 0.8)
        size = rng.uniform(5.2, 6.4)
        brush.oval(x + 1.4, y + 1.6, size, size * 0.72, (54, 44, 20, 150))
        leaves = (
            ((66, 118, 50), 1.0, 0.0),
            ((96, 152, 66), 0.8, 0.8),
            ((140, 186, 90), 0.55, 1.6),
            ((186, 214, 128), 0.3, 2.2),
        )
        for tone, part, lift in leaves:
            brush.oval(x - (1 - part) * 1.2, y - lift, size * part, size * 0.74 * part, tone)
        for _ in range(5):
            angle = rng.uniform(0, 2 * pi)
            brush.line(
                [(x, y - 1), (x + cos(angle) * size * 0.85, y - 0.6 + sin(angle) * size * 0.6)],
                0.6,
                (190, 216, 140, 190),
            )
    return brush.sprite(name)


def wave(name: str) -> Sprite:
    rng = seeded_rng("wave", name)
    brush = Brush(48, 24, (24, 12))
    for row in range(rng.randint(1, 3)):
        x, y, wide = rng.uniform(-5, 5) + row * 7, row * 6 - 3, rng.uniform(9, 15)
        for part in range(12):
            near, far = part / 12 * 2 - 1, (part + 1) / 12 * 2 - 1
            # thick in the middle, thin at both ends
            swell = 1 - (near + far) ** 2 / 4
            ends = [(x + wide * at, y - 1.6 * cos(at * 4.2)) for at in (near, far)]
            brush.line([(a, b + 1.7) for a, b in ends], 0.6 + swell, (12, 56, 122, 80))
            brush.line(ends, 0.5 + swell, (206, 234, 250, int(70 + 110 * swell)))
    return brush.sprite(name)


# --- all props

GRAY: list[Color] = [(112, 110, 112), (136, 132, 130), (158, 152, 146)]
TAN: list[Color] = [(176, 140, 88), (196, 160, 104), (214, 182, 128)]
RED: list[Color] = [(164, 86, 58), (190, 108, 74), (212, 136, 98)]
PEAKS = ((154, 84), (142, 90), (162, 80), (148, 94), (156, 86), (138, 82))
CRAGS = ((96, 50), (84, 46), (102, 54), (78, 42))
MESAS = ((104, 22), (92, 27), (116, 20), (86, 24), (100, 29), (96, 20), (110, 25), (90, 31))
BUTTES = ((54, 16), (48, 20), (62, 14), (46, 12), (52, 24), (58, 18))
"""Width of the ground plan and height, in pixels."""
FLOWER_MIXES = [["pink"], ["pink", "gold"], ["lilac"], ["lilac", "pink"], ["gold"], ["poppy"]]


def variants(make: Callable[[str], Sprite], name: str, count: int) -> list[Sprite]:
    return [make(f"{name}_{index}") for index in range(count)]


def sprites() -> list[Sprite]:
    all_sprites = [
        *variants(tree, "tree", 10),
        *variants(pine, "pine", 5),
        *variants(bush, "bush", 2),
        *variants(tuft, "tuft", 8),
        *variants(daisies, "daisies", 2),
        *variants(reeds, "reeds", 7),
        *variants(lily, "lily", 3),
        *variants(snag, "snag", 2),
        *variants(cactus, "cactus", 3),
        *variants(scrub, "scrub", 4),
        *variants(wheat, "wheat", 6),
        *variants(greens, "greens", 6),
        *variants(wave, "wave", 4),
        *[flowers(f"flowers_{index}", FLOWER_MIXES[index % 6]) for index in range(18)],
        *[mesa(f"mesa_{index}", *size) for index, size in enumerate(MESAS)],
        *[mesa(f"butte_{index}", *size) for index, size in enumerate(BUTTES)],
        *[peak(f"peak_{index}", *size, 0.42) for index, size in enumerate(PEAKS)],
        *[peak(f"crag_{index}", *size, 0.6) for index, size in enumerate(CRAGS)],
        *[stone(f"rock_{index}", 24 + index * 5, 6.0 + index, GRAY, 6) for index in range(3)],
        *[stone(f"boulder_{index}", 22 + index * 5, 6.0 + index, RED, 6) for index in range(3)],
        stone("stone_0", 22, 5.0, GRAY, 6),
        stone("stone_1", 24, 5.0, TAN, 6),
    ]
    return [trim(sprite) for sprite in all_sprites]
