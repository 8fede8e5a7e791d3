"""A medallion for each location tile: a gold rim, parchment, and a pictogram of the tile's action.

The pictograms share a small visual language: a house with a red roof is the owner's, a slate one an
opponent's, and a pale one with a dashed outline shows where a house can go. A green plus means build, an
arrow means move, and a card with a six-colored hex is the terrain card just played.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import kit
import numpy as np
from PIL import Image, ImageDraw, ImageFilter

Point = tuple[float, float]
Color = tuple[int, int, int]

SIZE = 116
"""Width and height of a frame: the medallion is 104 px wide, the rest is for its shadow."""
MIDDLE = SIZE / 2
RADIUS = 51.0
FACE = 42.0

INK: Color = (62, 36, 18)
PAPER: Color = (248, 236, 206)
ROOF: Color = (190, 48, 36)
WALL: Color = (255, 246, 222)
OPPONENT: Color = (66, 92, 132)
GREEN: Color = (44, 142, 52)
GOLD: Color = (236, 178, 52)
STONE: Color = (150, 148, 146)
WOOD: Color = (156, 100, 52)
EMPTY: Color = (226, 206, 162)

TERRAIN: dict[str, Color] = {
    "grass": (122, 176, 62),
    "forest": (44, 112, 58),
    "desert": (240, 200, 96),
    "flower": (176, 200, 104),
    "canyon": (176, 88, 54),
    "water": (58, 136, 214),
    "swamp": (104, 122, 70),
    "mountain": (142, 140, 150),
    "empty": EMPTY,
    "target": (255, 218, 112),
}
"""Hex colors in pictograms; `empty` is any terrain, `target` a hex of any terrain that can be chosen."""


class Pen:
    """Draws on a supersampled image with the origin at the center of the medallion; shapes get an inked
    edge."""

    def __init__(self) -> None:
        self.image = kit.canvas(SIZE, SIZE)
        self.draw = ImageDraw.Draw(self.image)

    def to_pixels(self, x: float, y: float) -> Point:
        return (x + MIDDLE) * kit.SCALE, (y + MIDDLE) * kit.SCALE

    def line(self, points: Sequence[Point], color: Color, width: float) -> None:
        """Draws a line with round joints and ends."""
        pixels = [self.to_pixels(*point) for point in points]
        self.draw.line(pixels, fill=color, width=round(width * kit.SCALE), joint="curve")
        for x, y in (points[0], points[-1]):
            self.disc(x, y, width / 2, color, 0)

    def fill(self, points: Sequence[Point], color: Color) -> None:
        self.draw.polygon([self.to_pixels(*point) for point in points], fill=color)

    def polygon(self, points: Sequence[Point], color: Color, edge: float = 1.6) -> None:
        if edge:
            closed = [*points, points[0], points[1]]
            self.line(closed, INK, edge * 2)
            for x, y in points:
                self.disc(x, y, edge, INK, 0)
        self.fill(points, color)

    def disc(self, x: float, y: float, radius: float, color: Color, edge: float = 1.6) -> None:
        if edge:
            self.disc(x, y, radius + edge, INK, 0)
        left, top = self.to_pixels(x - radius, y - radius)
        right, bottom = self.to_pixels(x + radius, y + radius)
        self.draw.ellipse([left, top, right, bottom], fill=color)

    def oval(self, x: float, y: float, across: float, down: float, color: Color, edge: float = 1.6) -> None:
        if edge:
            self.oval(x, y, across + edge, down + edge, INK, 0)
        self.draw.ellipse(
            [*self.to_pixels(x - across, y - down), *self.to_pixels(x + across, y + down)], fill=color
        )


def transform(
    points: Sequence[Point], x: float, y: float, size: float = 1, degrees: float = 0
) -> list[Point]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(x + size * (cos * px - sin * py), y + size * (sin * px + cos * py)) for px, py in points]


def hex_points(x: float, y: float, half: float) -> list[Point]:
    """Corners of a pointy-top hex; `half` is half its width."""
    tall = half * 2 / math.sqrt(3)
    return [
        (x + tall * math.sin(math.radians(60 * k)), y - tall * math.cos(math.radians(60 * k)))
        for k in range(6)
    ]


def neighbor_center(x: float, y: float, half: float, direction: int, steps: float = 1) -> Point:
    """The center of an adjacent hex; directions count counterclockwise from the right."""
    angle = math.radians(60 * direction)
    return x + 2 * half * steps * math.cos(angle), y - 2 * half * steps * math.sin(angle)


# --- elements of the pictograms


def hexagon(pen: Pen, x: float, y: float, half: float, terrain: str) -> None:
    """Draws a hex with a few details of its terrain."""
    color = TERRAIN[terrain]
    pen.polygon(hex_points(x, y, half), color)
    tall = half * 2 / math.sqrt(3)
    lower = ((x - half, y + tall / 2), (x, y + tall), (x + half, y + tall / 2), (x, y + tall * 0.72))
    pen.fill(lower, kit.shade(color, -0.22))
    if terrain in DECORATIONS:
        DECORATIONS[terrain](pen, x, y, half)


def grass_details(pen: Pen, x: float, y: float, half: float) -> None:
    for dx, dy in ((-0.55, -0.25), (0.5, -0.4), (-0.05, -0.75), (0.6, 0.3), (-0.6, 0.4)):
        for lean in (-0.09, 0, 0.09):
            foot = (x + dx * half, y + dy * half)
            pen.line([foot, (foot[0] + lean * half * 1.4, foot[1] - 0.2 * half)], (60, 112, 34), half * 0.07)


def tree(pen: Pen, x: float, y: float, size: float) -> None:
    """Draws a rounded fir with its base at (x, y)."""
    pen.polygon(transform([(-1, 0), (0, -2.3), (1, 0)], x, y, size), (28, 84, 44), min(1.4, size * 0.22))
    pen.fill(transform([(-0.8, -0.1), (0, -2.1), (0.05, -0.1)], x, y, size), (66, 146, 74))


def forest_details(pen: Pen, x: float, y: float, half: float) -> None:
    for dx, dy in ((-0.05, -0.3), (-0.56, 0.1), (0.52, 0.1), (-0.3, 0.62), (0.3, 0.62)):
        tree(pen, x + dx * half, y + dy * half, half * 0.27)


def desert_details(pen: Pen, x: float, y: float, half: float) -> None:
    for dx, dy in ((-0.35, -0.5), (-0.5, 0.15), (0.55, 0.35), (0.05, 0.75)):
        dune = transform([(-0.3, 0), (0, -0.14), (0.3, 0)], x + dx * half, y + dy * half, half)
        pen.line(dune, (200, 148, 54), half * 0.1)
    palm(pen, x + 0.48 * half, y + 0.12 * half, half * 0.38)


def palm(pen: Pen, x: float, y: float, size: float) -> None:
    """Draws a palm tree with its base at (x, y)."""
    trunk = [(x, y), (x - 0.06 * size, y - 0.9 * size), (x + 0.12 * size, y - 1.7 * size)]
    pen.line(trunk, INK, size * 0.42)
    pen.line(trunk, WOOD, size * 0.22)
    top = trunk[-1]
    for width, color in ((size * 0.42, INK), (size * 0.24, (52, 140, 60))):
        for dx, dy in ((-0.95, -0.05), (-0.7, -0.6), (0.05, -0.75), (0.75, -0.55), (0.95, 0.0)):
            middle = (top[0] + dx * 0.55 * size, top[1] + (dy - 0.28) * 0.6 * size)
            pen.line([top, middle, (top[0] + dx * size, top[1] + (dy + 0.18) * size)], color, width)


def flower_details(pen: Pen, x: float, y: float, half: float) -> None:
    colors: tuple[Color, ...] = ((240, 84, 130), (255, 236, 96), (252, 252, 252), (178, 96, 214))
    positions = (
        (-0.64, -0.36),
        (0, -0.82),
        (0.66, -0.32),
        (-0.72, 0.16),
        (0.72, 0.12),
        (0.36, -0.6),
        (-0.33, -0.62),
        (-0.45, 0.6),
        (0, 0.86),
    )
    for index, (dx, dy) in enumerate(positions):
        blossom(pen, x + dx * half, y + dy * half, half * 0.13, colors[index % 4])


def blossom(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    petals = [
        (x + size * math.sin(math.radians(72 * k)), y - size * math.cos(math.radians(72 * k)))
        for k in range(5)
    ]
    for inked in (True, False):
        for px, py in petals:
            pen.disc(px, py, size * (0.95 if inked else 0.68), (70, 84, 30) if inked else color, 0)
    pen.disc(x, y, size * 0.5, (226, 150, 30), 0)


def canyon_details(pen: Pen, x: float, y: float, half: float) -> None:
    for dx, dy, size in ((-0.35, -0.12, 0.42), (0.45, -0.2, 0.36), (-0.6, 0.42, 0.3), (0.5, 0.5, 0.34)):
        mesa(pen, x + dx * half, y + dy * half, size * half)


def mesa(pen: Pen, x: float, y: float, size: float) -> None:
    """Draws a mesa in three layers with its base at y."""
    pen.polygon(
        transform([(-1, 0), (-0.6, -1.3), (0.6, -1.3), (1, 0)], x, y, size),
        (142, 62, 38),
        min(1.2, size * 0.16),
    )
    for level, color in ((0.12, (206, 120, 76)), (0.52, (176, 88, 54)), (0.92, (232, 156, 106))):
        wide, narrow = 1 - 0.31 * level, 1 - 0.31 * (level + 0.26)
        stratum = [
            (-wide, -level),
            (-narrow, -level - 0.26),
            (narrow * 0.4, -level - 0.26),
            (wide * 0.5, -level),
        ]
        pen.fill(transform(stratum, x, y, size), color)


def water_details(pen: Pen, x: float, y: float, half: float) -> None:
    for dx, dy in ((-0.1, -0.45), (0.08, 0.05), (-0.1, 0.55)):
        wave = [
            (x + (dx + 0.11 * k - 0.5) * half, y + dy * half - half * 0.09 * math.sin(k * math.pi / 2))
            for k in range(10)
        ]
        pen.line(wave, (206, 234, 252), half * 0.1)


def swamp_details(pen: Pen, x: float, y: float, half: float) -> None:
    for dx in (-0.5, 0.0, 0.5):
        pen.line(
            [(x + dx * half, y + 0.4 * half), (x + dx * half, y - 0.3 * half)], (54, 70, 34), half * 0.09
        )
        pen.line(
            [(x + dx * half, y - 0.2 * half), (x + dx * half, y - 0.5 * half)], (112, 64, 34), half * 0.18
        )


def peak(pen: Pen, x: float, y: float, size: float) -> None:
    """Draws a snow-capped mountain with its base at y."""
    pen.polygon(transform([(-1, 0), (-0.1, -1.7), (1, 0)], x, y, size), (112, 110, 122))
    pen.fill(transform([(-1, 0), (-0.1, -1.7), (0.05, 0)], x, y, size), (168, 166, 176))
    snow = [(-0.42, -1.1), (-0.1, -1.7), (0.28, -1.1), (0.05, -0.95), (-0.1, -1.15)]
    pen.fill(transform(snow, x, y, size), (255, 255, 255))


def mountain_details(pen: Pen, x: float, y: float, half: float) -> None:
    peak(pen, x, y + 0.55 * half, half * 0.72)


DECORATIONS: dict[str, Callable[[Pen, float, float, float], None]] = {
    "grass": grass_details,
    "forest": forest_details,
    "desert": desert_details,
    "flower": flower_details,
    "canyon": canyon_details,
    "water": water_details,
    "swamp": swamp_details,
    "mountain": mountain_details,
}


def house(pen: Pen, x: float, y: float, size: float = 10, roof: Color = ROOF, wall: Color = WALL) -> None:
    """Draws a house centered at (x, y); `size` is half its width."""
    body = transform([(-0.72, -0.1), (0.72, -0.1), (0.72, 0.95), (-0.72, 0.95)], x, y, size)
    top = transform([(-1.08, 0), (0, -1.05), (1.08, 0)], x, y, size)
    edge = max(1.2, size * 0.16)
    pen.polygon(body, wall, edge)
    pen.polygon(top, roof, edge)
    pen.fill(
        transform([(0.2, 0.05), (0.72, 0.05), (0.72, 0.95), (0.2, 0.95)], x, y, size), kit.shade(wall, -0.16)
    )
    pen.fill(transform([(-0.92, -0.06), (0, -0.95), (0.05, -0.06)], x, y, size), kit.shade(roof, 0.18))
    pen.fill(transform([(-0.26, 0.35), (0.2, 0.35), (0.2, 0.95), (-0.26, 0.95)], x, y, size), INK)


def opponent_house(pen: Pen, x: float, y: float, size: float = 10) -> None:
    house(pen, x, y, size, OPPONENT, (206, 216, 230))


def target_house(pen: Pen, x: float, y: float, size: float = 10) -> None:
    """Draws a place where a house can go: a dashed outline of a house, filled with white."""
    outline = transform(
        [
            (-0.8, 0.95),
            (-0.8, 0.05),
            (-1.1, 0.05),
            (0, -1.1),
            (1.1, 0.05),
            (0.8, 0.05),
            (0.8, 0.95),
            (-0.8, 0.95),
        ],
        x,
        y,
        size,
    )
    pen.fill(outline, (255, 252, 240))
    dashed_line(pen, outline, max(2.2, size * 0.24), size * 0.42)


def dashed_line(pen: Pen, points: Sequence[Point], width: float, dash: float, color: Color = GREEN) -> None:
    """Draws a dashed line along a path."""
    drawn_length = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        steps = max(1, round(length / 0.5))
        for step in range(steps):
            if (drawn_length + step * length / steps) % (2 * dash) < dash * 1.15:
                pen.disc(x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps, width / 2, color, 0)
        drawn_length += length


def plus(pen: Pen, x: float, y: float, size: float = 9) -> None:
    """Draws a green plus badge, which means build."""
    pen.disc(x, y, size, GREEN, 1.8)
    for across, down in ((0.62, 0.2), (0.2, 0.62)):
        left, top = pen.to_pixels(x - across * size, y - down * size)
        right, bottom = pen.to_pixels(x + across * size, y + down * size)
        pen.draw.rectangle([left, top, right, bottom], fill=(255, 255, 255))


def arrow(
    pen: Pen, points: Sequence[Point], width: float = 5.5, color: Color = INK, halo: bool = True
) -> None:
    """Draws an arrow along a path, with its tip at the last point; a light halo separates it from what is
    below."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
    tip = transform([(1.1, 0), (-0.75, -1.25), (-0.75, 1.25)], x1, y1, width * 1.1, turn)
    shaft = [*points[:-1], transform([(-0.6, 0)], x1, y1, width * 1.1, turn)[0]]
    if halo:
        pen.line(shaft, PAPER, width + 3.4)
        closed = [*tip, tip[0]]
        pen.line(closed, PAPER, 3.4)
    pen.line(shaft, color, width)
    pen.fill(tip, color)


def curve(start: Point, end: Point, rise: float, steps: int = 16) -> list[Point]:
    """A curved path that deviates from the straight line by `rise` in the middle (upward if positive)."""
    path = []
    for step in range(steps + 1):
        t = step / steps
        path.append(
            (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t - 4 * rise * t * (1 - t))
        )
    return path


WEDGES = ("grass", "forest", "canyon", "desert", "flower", "water")


def card(
    pen: Pen,
    x: float,
    y: float,
    size: float = 20,
    degrees: float = 0,
    terrain: str | None = None,
    back: bool = False,
) -> None:
    """Draws a terrain card: the played one shows a six-colored hex, any other its terrain, a hidden one
    its back."""
    pen.polygon(
        transform([(-0.7, -1), (0.7, -1), (0.7, 1), (-0.7, 1)], x, y, size, degrees),
        (122, 66, 38) if back else (255, 250, 234),
    )
    if back:
        pen.fill(
            transform([(-0.5, -0.8), (0.5, -0.8), (0.5, 0.8), (-0.5, 0.8)], x, y, size, degrees),
            (160, 94, 54),
        )
        pen.fill(transform([(0, -0.6), (0.36, 0), (0, 0.6), (-0.36, 0)], x, y, size, degrees), GOLD)
        return
    corners = transform(hex_points(0, 0, 0.52), x, y, size, degrees)
    pen.polygon(corners, TERRAIN[terrain or "grass"], 1.0)
    if terrain:
        DECORATIONS[terrain](pen, x, y, size * 0.5)
    else:
        for index, name in enumerate(WEDGES):
            wedge = [(x, y), corners[index], corners[(index + 1) % 6]]
            pen.fill(wedge, TERRAIN[name])


def coin(pen: Pen, x: float, y: float, radius: float) -> None:
    pen.disc(x, y, radius, GOLD)
    pen.disc(x - radius * 0.12, y - radius * 0.12, radius * 0.66, (255, 214, 104), 0)


def wall_piece(pen: Pen, x: float, y: float, size: float) -> None:
    """Draws a piece of stone wall with merlons, centered at (x, y)."""
    notches = [
        (-0.5, -0.85),
        (-0.5, -0.4),
        (-0.25, -0.4),
        (-0.25, -0.85),
        (0.25, -0.85),
        (0.25, -0.4),
        (0.5, -0.4),
        (0.5, -0.85),
    ]
    pen.polygon(
        transform([(-1, 0.8), (-1, -0.85), *notches, (1, -0.85), (1, 0.8)], x, y, size), (172, 168, 164)
    )
    beds = [((-1, 0), (1, 0)), ((-1, 0.4), (1, 0.4))]
    joints = [
        ((across, down), (across, down + 0.4))
        for across, down in ((-0.3, 0), (0.55, 0), (-0.6, 0.4), (0.4, 0.4))
    ]
    for start, end in beds + joints:
        pen.line(transform([start, end], x, y, size), (104, 100, 100), size * 0.11)


def scout(pen: Pen, x: float, y: float, size: float) -> None:
    """Draws a figure with a wide hat, centered at (x, y)."""
    pen.polygon(
        transform([(-0.75, 1.3), (-0.3, -0.1), (0.3, -0.1), (0.75, 1.3)], x, y, size), (214, 170, 110)
    )
    pen.disc(x, y - size * 0.35, size * 0.42, (240, 200, 158))
    pen.polygon(
        transform(
            [(-0.95, -0.5), (-0.45, -0.66), (-0.3, -1.2), (0.3, -1.2), (0.45, -0.66), (0.95, -0.5)],
            x,
            y,
            size,
        ),
        (74, 128, 60),
    )
    pen.line(transform([(0.3, -0.8), (0.8, -1.5)], x, y, size), ROOF, size * 0.26)


def small_castle(pen: Pen, x: float, y: float, size: float) -> None:
    """Draws a small castle, centered at (x, y)."""
    wall: Color = (206, 202, 194)
    pen.polygon(transform([(-0.6, 1), (-0.6, -0.25), (0.6, -0.25), (0.6, 1)], x, y, size), wall)
    for side in (-0.78, 0.78):
        tower = [
            (-0.34, 1),
            (-0.34, -0.85),
            (-0.14, -0.85),
            (-0.14, -0.6),
            (0.14, -0.6),
            (0.14, -0.85),
            (0.34, -0.85),
            (0.34, 1),
        ]
        pen.polygon(transform(tower, x + side * size, y, size), wall if side < 0 else kit.shade(wall, -0.18))
    pen.line([(x, y - 0.3 * size), (x, y - 1.3 * size)], INK, size * 0.14)
    pen.polygon(transform([(0.05, -1.35), (0.75, -1.08), (0.05, -0.8)], x, y, size), ROOF, 1.0)
    pen.polygon(transform([(-0.26, 1), (-0.26, 0.45), (0, 0.2), (0.26, 0.45), (0.26, 1)], x, y, size), INK, 0)


def waves(pen: Pen, y: float, half: float, color: Color, depth: float) -> None:
    """Draws a strip of water with a wavy top."""
    top = [(x, y + 2.4 * math.sin(x * 0.42)) for x in np.arange(-half, half + 0.1, 1.0).tolist()]
    pen.polygon([*top, (half * 0.72, y + depth), (-half * 0.72, y + depth)], color)
    for row, width in ((5.5, 0.62), (11, 0.42)):
        wave = [
            (x, y + row + 1.5 * math.sin(x * 0.42))
            for x in np.arange(-half * width, half * width + 0.1, 1.0).tolist()
        ]
        pen.line(wave, (206, 234, 252), 2)


# --- pictograms


def build_on(terrain: str) -> Callable[[Pen], None]:
    """Build on this terrain: a house on its hex, and a plus."""

    def pictogram(pen: Pen) -> None:
        hexagon(pen, 0, 0, 33, terrain)
        house(pen, 0, 5, 15)
        plus(pen, 23, 22, 9.5)

    return pictogram


def move_to(terrain: str | None) -> Callable[[Pen], None]:
    """Move to this terrain or, with None, to the terrain of the played card: a house, an arrow and the
    destination."""

    def pictogram(pen: Pen) -> None:
        if terrain:
            hexagon(pen, 16, 8, 21, terrain)
        else:
            card(pen, 18, 7, 25, 6)
        house(pen, -22, 8, 12.5)
        arrow(pen, curve((-20, -12), (13, -11), 15), 6)

    return pictogram


def build_next_to(draw_neighbor: Callable[[Pen], None]) -> Callable[[Pen], None]:
    """Build next to something: the new house on the left, the neighbor on the right."""

    def pictogram(pen: Pen) -> None:
        hexagon(pen, -19, -6, 19, "empty")
        draw_neighbor(pen)
        house(pen, -18.5, -6, 13)
        plus(pen, -16, 23, 9.5)

    return pictogram


def oracle(pen: Pen) -> None:
    card(pen, 8, -4, 30, 8)
    house(pen, -13, 12, 14)
    plus(pen, 20, 24)


def tavern(pen: Pen) -> None:
    """The fourth house extends a line of three."""
    target_house(pen, 28, -16, 11)
    for x, y in ((9.5, -4), (-9, 6.5), (-27, 17)):
        house(pen, x, y, 10.8)


def tower(pen: Pen) -> None:
    """The board ends at a walnut frame; the house is in the outermost row."""
    for x, y in ((-16, -19), (6, -19), (-5, 0), (17, 0), (-16, 19), (6, 19)):
        hexagon(pen, x - 4, y, 11, "empty")
    pen.polygon([(20, -36), (30, -28), (30, 28), (20, 36)], (110, 66, 34))
    pen.line([(22.5, -31), (22.5, 31)], (196, 146, 86), 2.4)
    house(pen, 9, -1, 13.5)
    plus(pen, -17, 25, 9.5)


def paddock(pen: Pen) -> None:
    for x, terrain in ((-26, "empty"), (0, "empty"), (26, "target")):
        hexagon(pen, x, 11, 12.5, terrain)
    house(pen, -26, 10, 9)
    arrow(pen, curve((-25, -6), (25, -5), 24), 6)


def quarry(pen: Pen) -> None:
    wall_piece(pen, 3, -17, 16)
    wall_piece(pen, 18, 17, 16)
    house(pen, -20, 9, 14)


def caravan(pen: Pen) -> None:
    """Straight ahead until something is in the way."""
    for index in range(5):
        hexagon(pen, 14.4 * index - 28.8, 17, 7.2, "target" if index == 3 else "empty")
    peak(pen, 26, 17, 14)
    house(pen, -23, 0, 13.5)
    arrow(pen, [(-7, -1), (11, -1)], 8)
    for y, left in ((-19, -22), (-26, -14)):
        pen.line([(left, y), (left + 18, y)], WOOD, 3)


def village(pen: Pen) -> None:
    """The target hex has three of the owner's houses as neighbors."""
    x, y, half = 4.0, 0.0, 13.0
    for direction in (1, 3, 5):
        hexagon(pen, *neighbor_center(x, y, half, direction), half, "empty")
    hexagon(pen, x, y, half, "target")
    target_house(pen, x, y - 0.5, 9.8)
    for direction in (1, 3, 5):
        house(pen, *neighbor_center(x, y - 0.5, half, direction), 10.2)


def lighthouse(pen: Pen) -> None:
    """The owner's ship sails on water."""
    waves(pen, 13, 38, TERRAIN["water"], 18)
    pen.line([(2, 12), (2, -33)], INK, 3.4)
    pen.polygon([(6, -29), (25, 3), (6, 3)], WALL)
    pen.polygon([(-2, -24), (-2, 3), (-21, 3)], ROOF)
    pen.polygon([(-26, 8), (28, 8), (20, 20), (-18, 20)], WOOD)


def barracks(pen: Pen) -> None:
    """A warrior: helmet, shield and spear."""
    pen.line([(22, 33), (22, -18)], INK, 4.4)
    pen.polygon([(22, -36), (28, -20), (16, -20)], (204, 212, 222))
    pen.polygon([(-20, 34), (-11, -4), (9, -4), (17, 34)], ROOF)
    pen.disc(-1, -14, 12, (204, 212, 222))
    pen.polygon([(-10, -12), (8, -12), (8, -7), (-10, -7)], INK, 0)
    pen.polygon([(-4, -26), (3, -26), (3, -34), (-4, -34)], ROOF)
    pen.polygon([(-24, 4), (4, 4), (4, 18), (-10, 32), (-24, 18)], GOLD)
    pen.polygon([(-12.5, 8), (-7.5, 8), (-7.5, 26), (-12.5, 26)], INK, 0)
    pen.polygon([(-20, 11), (0, 11), (0, 15.5), (-20, 15.5)], INK, 0)


def crossroads(pen: Pen) -> None:
    """Two cards to choose from."""
    card(pen, -14, 1, 26, -14, "desert")
    card(pen, 14, 1, 26, 14, "grass")


def city_hall(pen: Pen) -> None:
    """One building on seven hexes."""
    for direction in range(6):
        hexagon(pen, *neighbor_center(0, 0, 13.2, direction), 13.2, "grass")
    hexagon(pen, 0, 0, 13.2, "grass")
    for x in (-15, 15):
        pen.polygon([(x - 8, 20), (x - 8, 0), (x + 8, 0), (x + 8, 20)], WALL)
        pen.polygon([(x - 10, 0), (x, -12), (x + 10, 0)], ROOF)
        pen.polygon([(x - 2.5, 6), (x + 2.5, 6), (x + 2.5, 13), (x - 2.5, 13)], INK, 0)
    pen.polygon([(-9, 20), (-9, -12), (9, -12), (9, 20)], WALL)
    pen.polygon([(-12, -12), (0, -32), (12, -12)], kit.shade(ROOF, -0.12))
    pen.disc(0, -5, 4.6, GOLD)
    pen.polygon([(-4.2, 20), (-4.2, 10), (0, 6), (4.2, 10), (4.2, 20)], INK, 0)


def fort(pen: Pen) -> None:
    """Draw a card, then build on its terrain."""
    card(pen, -20, -8, 22, 0, back=True)
    card(pen, -16, -12, 22, 0, back=True)
    house(pen, 20, 14, 14)
    arrow(pen, curve((-6, -20), (19, -7), 11), 6)
    plus(pen, -12, 25)


def wagon(pen: Pen) -> None:
    pen.polygon([(-26, 8), (-27, -8), (-20, -23), (0, -27), (20, -23), (27, -8), (26, 8)], WALL)
    for x in (-13, 0, 13):
        pen.line([(x, 6), (x, -25 + abs(x) * 0.12)], (206, 184, 140), 2.4)
    pen.polygon([(-31, 6), (31, 6), (27, 18), (-27, 18)], ROOF)
    for x in (-17, 17):
        pen.disc(x, 21, 9.5, WOOD, 2)
        for turn in (0, 60, 120):
            pen.line(transform([(-8, 0), (8, 0)], x, 21, 1, turn), (232, 190, 128), 2)
        pen.disc(x, 21, 2.6, INK, 0)


def temple(pen: Pen) -> None:
    """A house leaves the board and waits: an upward arrow and an hourglass."""
    hexagon(pen, -14, 18, 16, "empty")
    house(pen, -14, -20, 13.5)
    arrow(pen, [(-14, 23), (-14, 5)], 7)
    pen.polygon([(8, -16), (30, -16), (21, 2), (30, 20), (8, 20), (17, 2)], (236, 244, 248))
    pen.polygon([(12.5, -9), (25.5, -9), (19, 2)], GOLD, 0)
    pen.polygon([(12, 17), (26, 17), (19, 9)], GOLD, 0)
    for y in (-18, 22):
        pen.line([(7, y), (31, y)], WOOD, 5)


def refuge(pen: Pen) -> None:
    """Move by one hex."""
    hexagon(pen, -19, 0, 19, "empty")
    hexagon(pen, 19, 0, 19, "target")
    house(pen, -20, -1, 12.5)
    arrow(pen, [(-2, 0), (19, 0)], 8)


def canoe(pen: Pen) -> None:
    waves(pen, 14, 38, TERRAIN["water"], 17)
    for x in (-28, -22):
        pen.line([(x, 6), (x - 1, -20 + (x + 28))], (70, 92, 42), 2.6)
        pen.line([(x - 1, -14 + (x + 28)), (x - 1, -24 + (x + 28))], (120, 66, 34), 5)
    pen.polygon(
        [(-33, 0), (-24, 6), (0, 9), (24, 6), (33, 0), (27, 14), (16, 20), (-16, 20), (-27, 14)],
        (186, 92, 44),
    )
    pen.line([(-23, 12), (23, 12)], (240, 190, 120), 2.6)
    pen.line([(24, -30), (0, 20)], INK, 6)
    pen.line([(24, -30), (0, 20)], (222, 176, 108), 3)
    pen.oval(26, -31, 5.5, 8, (222, 176, 108))
    house(pen, -6, -6, 10)


def fountain(pen: Pen) -> None:
    """The target hex has exactly one of the owner's houses as a neighbor; the other neighbors are empty."""
    half = 13.2
    for direction in range(1, 6):
        hexagon(pen, *neighbor_center(0, 0, half, direction), half, "empty")
    hexagon(pen, *neighbor_center(0, 0, half, 0), half, "empty")
    hexagon(pen, 0, 0, half, "target")
    target_house(pen, 0, -0.5, 10)
    x, y = neighbor_center(0, 0, half, 0)
    house(pen, x - 0.5, y - 0.5, 10)


def bazaar(pen: Pen) -> None:
    """Use again: two arrows chase each other around a medallion."""
    for turn in (0, 180):
        arc = [
            (27 * math.cos(math.radians(a + turn)), 27 * math.sin(math.radians(a + turn)))
            for a in range(200, 331, 10)
        ]
        arrow(pen, arc, 7.5, (30, 112, 128))
    pen.disc(0, 0, 16, GOLD, 2)
    pen.disc(0, 0, 12.5, PAPER, 1)
    house(pen, 0, 0, 8)


def water_mill_side(pen: Pen) -> None:
    hexagon(pen, 19, -6, 19, "water")


def mountain_side(pen: Pen) -> None:
    pen.polygon(hex_points(19, -6, 19), (196, 194, 200))
    peak(pen, 20, 9, 16)


def opponent_side(pen: Pen) -> None:
    hexagon(pen, 19, -6, 19, "empty")
    opponent_house(pen, 18.5, -6, 13)


def landmark_side(pen: Pen) -> None:
    hexagon(pen, 19, -6, 19, "empty")
    small_castle(pen, 19, -3, 15)


def scout_cabin(pen: Pen) -> None:
    """Two scouts in front of the owner's house."""
    house(pen, 0, -16, 14.5)
    scout(pen, -19, 11, 15)
    scout(pen, 19, 11, 15)


def cathedral(pen: Pen) -> None:
    """Counters grow from turn to turn and then become houses."""
    for column, height in enumerate((1, 2, 3)):
        for level in range(height):
            x, y = -25 + 18 * column, 24 - 8.5 * level
            pen.oval(x, y, 8.5, 5, kit.shade(GOLD, -0.25))
            pen.oval(x, y - 3.4, 8.5, 5, GOLD)
    house(pen, 18, -18, 11)
    house(pen, 29, 0, 11)
    arrow(pen, [(-28, 4), (-4, -20)], 7, GREEN)


def palisade(pen: Pen) -> None:
    """A house moves along its own group, behind a fence."""
    target_house(pen, 27, 1, 10.5)
    house(pen, -27, 1, 10.5)
    for x in (9.5, -9.5):
        house(pen, x, 9, 11)
    arrow(pen, curve((-24, -14), (23, -17), 14), 6)
    for index in range(7):
        x, foot = 7 * index - 21, 35 - abs(index - 3) * 1.8
        pen.polygon([(x - 2.8, foot), (x - 2.8, 22), (x, 18), (x + 2.8, 22), (x + 2.8, foot)], WOOD, 1.1)


PICTOGRAMS: dict[str, Callable[[Pen], None]] = {
    "oracle": oracle,
    "farm": build_on("grass"),
    "tavern": tavern,
    "tower": tower,
    "harbor": move_to("water"),
    "paddock": paddock,
    "oasis": build_on("desert"),
    "barn": move_to(None),
    "quarry": quarry,
    "caravan": caravan,
    "village": village,
    "garden": build_on("flower"),
    "lighthouse": lighthouse,
    "foresters_lodge": build_on("forest"),
    "barracks": barracks,
    "crossroads": crossroads,
    "city_hall": city_hall,
    "fort": fort,
    "monastery": build_on("canyon"),
    "wagon": wagon,
    "temple": temple,
    "refuge": refuge,
    "canoe": canoe,
    "fountain": fountain,
    "bazaar": bazaar,
    "water_mill": build_next_to(water_mill_side),
    "mountain_station": build_next_to(mountain_side),
    "scout_cabin": scout_cabin,
    "cathedral": cathedral,
    "watchtower": build_next_to(opponent_side),
    "university": build_next_to(landmark_side),
    "palisade": palisade,
    "rope_bridge": move_to("canyon"),
    "tree_house": move_to("forest"),
}


# --- rim, parchment and overlays


def polar_grid() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Distance from the center and outward direction (x, y) of every pixel of a supersampled frame."""
    side = (np.arange(SIZE * kit.SCALE) + 0.5) / kit.SCALE - MIDDLE
    x, y = np.meshgrid(side, side)
    distance = np.maximum(np.sqrt(x * x + y * y), 1e-6)
    return distance, x / distance, y / distance


def disc_alpha(distance: np.ndarray, radius: float) -> np.ndarray:
    """1 inside a circle, 0 outside, with a soft edge one supersampled pixel wide."""
    return np.clip((radius - distance) * kit.SCALE + 0.5, 0, 1)


def blend_over(below: np.ndarray, color: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    return np.asarray(below + (color - below) * alpha[..., None])


def ramp_colors(light: np.ndarray, colors: Sequence[Color]) -> np.ndarray:
    """Colors along a ramp from 0 to 1."""
    stops = np.linspace(0, 1, len(colors))
    return np.stack([np.interp(light, stops, [c[channel] for c in colors]) for channel in range(3)], axis=-1)


def blank_medallion(rim: Sequence[Color], face: Sequence[Color], wear: float) -> Image.Image:
    """A medallion without a pictogram: a round rim lit from the upper left and a slightly hollow face;
    `wear` roughens both."""
    distance, out_x, out_y = polar_grid()
    extent = SIZE * kit.SCALE
    rough = kit.octaves(extent, extent, (116, 58, 29, 8), "medallion") - 0.5
    across = (distance - (FACE + RADIUS) / 2) / ((RADIUS - FACE) / 2)
    lit = -(out_x * 0.66 + out_y * 0.75)
    rim_light = np.clip(
        0.46
        + 0.50 * lit * across
        + 0.20 * (1 - across * across)
        + 0.10 * lit
        + 0.5 * beads(40, 1.7)
        + wear * rough,
        0,
        1,
    )
    face_light = np.clip(
        0.62 + 0.22 * (1 - distance / FACE) - 0.22 * lit * (distance / FACE) ** 2 + (0.16 + wear) * rough,
        0,
        1,
    )
    face_light -= 0.35 * np.clip((distance - FACE + 5) / 5, 0, 1) * np.clip(lit + 0.3, 0, 1)
    ink = np.array(INK, float)
    pixels = np.broadcast_to(ink, (extent, extent, 3)).copy()
    pixels = blend_over(pixels, ramp_colors(rim_light, rim), disc_alpha(distance, RADIUS))
    pixels = blend_over(pixels, ink, disc_alpha(distance, FACE + 1.1) * 0.8)
    pixels = blend_over(pixels, ramp_colors(face_light, face), disc_alpha(distance, FACE))
    alpha = disc_alpha(distance, RADIUS + 1) * 255
    return Image.fromarray(np.dstack([pixels, alpha]).clip(0, 255).astype(np.uint8))


GOLD_RIM: tuple[Color, ...] = (
    (112, 66, 12),
    (196, 134, 34),
    (240, 190, 74),
    (255, 228, 138),
    (255, 250, 214),
)
PARCHMENT: tuple[Color, ...] = ((188, 158, 108), (232, 212, 168), (250, 238, 208), (255, 249, 230))
STONE_RIM: tuple[Color, ...] = (
    (66, 64, 62),
    (124, 120, 116),
    (164, 160, 154),
    (200, 197, 190),
    (226, 224, 218),
)
WORN: tuple[Color, ...] = ((98, 95, 90), (138, 134, 127), (164, 160, 152), (182, 178, 170))


def beads(count: int, radius: float) -> np.ndarray:
    """The amount by which a ring of small beads brightens or darkens the rim. Each bead has a dark base and a
    bright top."""
    distance = (FACE + RADIUS) / 2
    layer = Image.new("L", (SIZE * kit.SCALE, SIZE * kit.SCALE), 128)
    draw = ImageDraw.Draw(layer)
    for size, shift, tone in ((radius * 1.25, 0.35, 70), (radius, 0.0, 150), (radius * 0.5, -0.4, 255)):
        for index in range(count):
            angle = 2 * math.pi * index / count
            x, y = (
                (MIDDLE + distance * math.cos(angle) + shift) * kit.SCALE,
                (MIDDLE + distance * math.sin(angle) + shift) * kit.SCALE,
            )
            reach = size * kit.SCALE
            draw.ellipse([x - reach, y - reach, x + reach, y + reach], fill=tone)
    return np.asarray(layer, float) / 255 - 0.5


def with_shadow(image: Image.Image) -> Image.Image:
    k = kit.SCALE
    return kit.downsample(kit.shadow(image, 2 * k, 3 * k, 1.6 * k, 0.5))


def centered_sprite(name: str, image: Image.Image) -> kit.Sprite:
    return kit.Sprite(name, image, (image.width / 2, image.height / 2))


def medallion(tile: str, base: Image.Image) -> kit.Sprite:
    """The base with the pictogram of one tile, which casts a faint shadow on the parchment."""
    pen = Pen()
    PICTOGRAMS[tile](pen)
    k = kit.SCALE
    painted = kit.shadow(hand_painted(pen.image), k, round(1.5 * k), 0.8 * k, 0.35)
    return centered_sprite(f"medallion_{tile}", with_shadow(Image.alpha_composite(base, painted)))


def hand_painted(image: Image.Image) -> Image.Image:
    """Makes the image look painted by hand: brighter toward the upper left, and slightly uneven."""
    extent = SIZE * kit.SCALE
    across = np.arange(extent) / extent - 0.5
    uneven = kit.octaves(extent, extent, (58, 16, 8, 4), "paint") - 0.5
    light = 1 - 0.20 * (across[None, :] + across[:, None]) + 0.16 * uneven
    pixels = np.asarray(image, float).copy()
    pixels[..., :3] = np.clip(pixels[..., :3] * light[..., None], 0, 255)
    return Image.fromarray(pixels.astype(np.uint8))


def used_overlay() -> kit.Sprite:
    """An overlay for a tile that has been used this turn: a gray veil with a check mark."""
    distance, _, _ = polar_grid()
    veil = np.zeros((*distance.shape, 4))
    veil[..., :3] = (120, 116, 110)
    veil[..., 3] = disc_alpha(distance, RADIUS + 1) * 150
    pen = Pen()
    pen.disc(28, 28, 14, (92, 88, 82), 2)
    pen.line([(21, 28), (26.5, 33.5), (36, 21.5)], (255, 252, 240), 4.6)
    return centered_sprite(
        "medallion_used",
        kit.downsample(Image.alpha_composite(Image.fromarray(veil.astype(np.uint8)), pen.image)),
    )


def empty_overlay() -> kit.Sprite:
    """An overlay for a location without tiles: a worn stone ring through which the pictogram is faintly
    visible."""
    stone = blank_medallion(STONE_RIM, WORN, 0.5)
    distance, _, _ = polar_grid()
    alpha = disc_alpha(distance, RADIUS + 1) * (255 - 75 * disc_alpha(distance, FACE - 0.5))
    stone.putalpha(Image.fromarray(alpha.astype(np.uint8)))
    pen = Pen()
    for path in (
        ((-24, -33), (-17, -22), (-20, -12), (-12, -4)),
        ((38, 10), (28, 14), (24, 23)),
        ((-8, 41), (-4, 31), (-9, 24)),
    ):
        pen.line(path, (84, 80, 76), 1.4)
    return centered_sprite("medallion_empty", kit.downsample(Image.alpha_composite(stone, pen.image)))


def tiles_left(count: int) -> kit.Sprite:
    """A badge with two coin slots for the lower edge of the medallion; its anchor is the medallion's
    center."""
    pen = Pen()
    pen.polygon([(-16, -10), (16, -10), (16, 10), (-16, 10)], (92, 54, 28), 0)
    for x in (-16, 16):
        pen.disc(x, 0, 10, (92, 54, 28), 0)
    for index, x in enumerate((-11, 11)):
        if index < count:
            coin(pen, x, 0, 8)
        else:
            pen.disc(x, 0, 7.5, (58, 34, 18), 1.2)
            pen.disc(x + 0.8, 0.8, 6.2, (72, 44, 24), 0)
    badge = Image.new("RGBA", pen.image.size, (*INK, 0))
    k = kit.SCALE
    badge.putalpha(
        pen.image.getchannel("A").filter(ImageFilter.GaussianBlur(k)).point(lambda a: min(255, a * 3))
    )
    image = kit.downsample(kit.shadow(Image.alpha_composite(badge, pen.image), k, 2 * k, k, 0.5))
    box = image.getbbox() or (0, 0, SIZE, SIZE)
    return kit.Sprite(f"tiles_{count}", image.crop(box), (MIDDLE - box[0], MIDDLE - box[1] - 48))


def glow() -> kit.Sprite:
    """A warm halo to draw below a medallion that can be used."""
    size, reach = 152, 75.0
    side = np.arange(size) + 0.5 - size / 2
    x, y = np.meshgrid(side, side)
    fall = np.clip((reach - np.sqrt(x * x + y * y)) / (reach - RADIUS + 3), 0, 1)
    pixels = np.zeros((size, size, 4))
    pixels[..., 0], pixels[..., 1], pixels[..., 2] = 255, 190 + 40 * fall, 70 + 90 * fall
    pixels[..., 3] = 235 * fall * fall
    return centered_sprite("medallion_glow", Image.fromarray(pixels.astype(np.uint8)))


def make() -> None:
    base = blank_medallion(GOLD_RIM, PARCHMENT, 0.06)
    sprites = [medallion(tile, base) for tile in PICTOGRAMS]
    sprites += [
        centered_sprite("medallion_blank", with_shadow(base)),
        used_overlay(),
        empty_overlay(),
        glow(),
        *(tiles_left(count) for count in (0, 1, 2)),
    ]
    kit.pack("medallions", sprites, width=1064)
