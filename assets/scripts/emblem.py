"""The emblem of the game (a castle on terrain hexes within a laurel wreath), the application icon, the
crown and the laurel wreath."""

from __future__ import annotations

import math
from collections.abc import Iterator

from brush import GOLD, GOLD_DARK, GOLD_LIGHT, INK, Brush, Color, Point, blur, crown, hexagon, mix, tint
from kit import ASSETS, COLORS, Sprite, shade, shadow
from PIL import Image
from scenery import PROP_COVER, ground_color, plain_house, prop_positions, stamp
from terrain_cards import ground_patch

WIDTH, HEIGHT = 512, 320
TILT = 0.6
"""Vertical foreshortening of the ground in the emblem."""

ICONS = ASSETS / "icons"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
MAX_SIMPLE_ICON_PX = 32
"""Up to this size in pixels, the application icon shows only the house."""


def leaf(brush: Brush, x: float, y: float, angle: float, length: float, light: float) -> None:
    """Draws a laurel leaf in two halves, starting from its stem at (x, y)."""
    dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    half = length * 0.2

    def at(along: float, across: float) -> Point:
        return x + dx * along * length - dy * across * half, y + dy * along * length + dx * across * half

    upper = [at(0, 0), at(0.25, -0.85), at(0.5, -1), at(0.75, -0.7), at(1, 0)]
    lower = [at(1, 0), at(0.75, 0.7), at(0.5, 1), at(0.25, 0.85), at(0, 0)]
    brush.line([*upper, *lower], 2.0, INK)
    brush.polygon(upper, mix(GOLD, GOLD_LIGHT, light))
    brush.polygon(lower, mix(GOLD_DARK, GOLD, 0.35 + 0.3 * light))


def branch(
    brush: Brush, x: float, y: float, across: float, down: float, side: int, leaves: int, length: float
) -> None:
    """Draws half of a laurel wreath, from the bottom up one side (`side` -1 is the left)."""

    def at(fraction: float) -> Point:
        angle = math.radians(90 - side * (8 + 132 * fraction))
        return x + across * math.cos(angle), y + down * math.sin(angle)

    brush.line([at(step / 40) for step in range(41)], length * 0.1, INK)
    brush.line([at(step / 40) for step in range(41)], length * 0.06, GOLD_DARK)
    for index in range(leaves):
        fraction = (index + 0.4) / leaves
        (x0, y0), (x1, y1) = at(fraction), at(fraction + 0.02)
        along = math.degrees(math.atan2(y1 - y0, x1 - x0))
        size = length * (1 - 0.3 * fraction)
        light = 0.75 if side < 0 else 0.35
        for spread in (-42, 42):
            leaf(brush, x0, y0, along + spread, size, light)
    leaf(
        brush,
        *at(1.0),
        math.degrees(math.atan2(at(1.0)[1] - at(0.97)[1], at(1.0)[0] - at(0.97)[0])),
        length * 0.75,
        0.8,
    )


def tilted_hexagon(x: float, y: float, width: float) -> list[Point]:
    """The corners of a hex lying on the tilted ground."""
    return [(px, y + (py - y) * TILT) for px, py in hexagon(x, y, width)]


def prism(brush: Brush, terrain: str, x: float, y: float, width: float, tall: float) -> None:
    """Draws a block of ground: two sides of soil and a top of one terrain."""
    top = tilted_hexagon(x, y, width)
    earth = mix(ground_color(terrain), (112, 74, 44), 0.55)
    for (first, second), light in (((3, 4), -0.12), ((2, 3), -0.42)):
        (x0, y0), (x1, y1) = top[first], top[second]
        for layer, strip in enumerate((0.0, 0.3, 0.62)):
            brush.polygon(
                [(x0, y0 + tall * strip), (x1, y1 + tall * strip), (x1, y1 + tall), (x0, y0 + tall)],
                shade(earth, light - 0.12 * layer),
            )
    mask = Brush.mask(brush.image.size)
    mask.polygon(top, 255)
    field = Image.new("RGB", brush.image.size, ground_color(terrain))
    ground_patch(field, terrain, mask.image)
    brush.image.paste(field, (0, 0), mask.image)
    brush.line([top[4], top[5], top[0], top[1]], 1.0, shade(ground_color(terrain), 0.45))


def draw_props(brush: Brush, terrain: str, x: float, y: float, width: float) -> None:
    """Draws the props of a block from back to front."""
    feet = sorted(
        (y + (py - y) * TILT, px, tone) for px, py, tone in prop_positions(terrain, x, y, width, "emblem")
    )
    for py, px, tone in feet:
        PROP_COVER[terrain].prop(brush, px, py + (4 if PROP_COVER[terrain].tall else 0), width * 0.92, tone)


STONE: tuple[Color, Color, Color] = ((236, 228, 214), (204, 194, 180), (146, 134, 128))


def tower(brush: Brush, x: float, foot: float, half: float, tall: float, roof: Color | None) -> None:
    """Draws a round tower with battlements or with a pointed roof."""
    top = foot - tall
    brush.box(x - half, top, x + half, foot, STONE[1])
    brush.box(x - half, top, x - half * 0.45, foot, STONE[0])
    brush.box(x + half * 0.25, top, x + half, foot, STONE[2])
    brush.box(x - half * 1.16, top - half * 0.3, x + half * 1.16, top + half * 0.2, STONE[1])
    brush.box(x + half * 0.25, top - half * 0.3, x + half * 1.16, top + half * 0.2, STONE[2])
    if roof:
        peak = (x, top - half * 2.5)
        brush.polygon(
            [(x - half * 1.35, top - half * 0.25), peak, (x + half * 1.35, top - half * 0.25)], roof
        )
        brush.polygon(
            [(x + half * 0.1, top - half * 0.25), peak, (x + half * 1.35, top - half * 0.25)],
            shade(roof, -0.35),
        )
        brush.polygon(
            [(x - half * 1.35, top - half * 0.25), peak, (x - half * 0.75, top - half * 0.25)],
            shade(roof, 0.25),
        )
    else:
        for index in (-1, 0, 1):
            left = x + (index * 0.8 - 0.28) * half
            brush.box(
                left,
                top - half * 0.75,
                left + half * 0.56,
                top - half * 0.2,
                STONE[0] if index < 1 else STONE[2],
            )
    brush.box(x - half * 0.18, top + half * 0.7, x + half * 0.18, top + half * 1.5, (70, 50, 44), half * 0.18)


def flag(brush: Brush, x: float, foot: float, tall: float, color: Color) -> None:
    brush.line([(x, foot), (x, foot - tall)], tall * 0.1, INK)
    brush.line([(x, foot), (x, foot - tall)], tall * 0.05, GOLD)
    brush.polygon([(x, foot - tall), (x + tall * 0.8, foot - tall * 0.78), (x, foot - tall * 0.52)], color)
    brush.polygon(
        [(x, foot - tall * 0.76), (x + tall * 0.8, foot - tall * 0.78), (x, foot - tall * 0.52)],
        shade(color, -0.25),
    )


def great_castle(brush: Brush, x: float, foot: float, size: float) -> None:
    """Draws the castle of the emblem; `size` is its width."""
    roof = (184, 62, 44)
    shade_ = Brush.mask(brush.image.size)
    shade_.ellipse(x + size * 0.1, foot, size * 0.6, size * 0.12, 200)
    tint(brush.image, (20, 14, 8), blur(shade_.image, size * 0.03))
    tower(brush, x - size * 0.2, foot - size * 0.2, size * 0.09, size * 0.52, roof)
    tower(brush, x + size * 0.22, foot - size * 0.2, size * 0.09, size * 0.44, roof)
    brush.box(x - size * 0.16, foot - size * 0.62, x + size * 0.17, foot, STONE[1])
    brush.box(x + size * 0.04, foot - size * 0.62, x + size * 0.17, foot, STONE[2])
    tower(brush, x, foot - size * 0.3, size * 0.12, size * 0.54, roof)
    flag(brush, x, foot - size * 1.12, size * 0.26, COLORS["orange"])
    brush.box(x - size * 0.42, foot - size * 0.26, x + size * 0.42, foot, STONE[1])
    brush.box(x + size * 0.12, foot - size * 0.26, x + size * 0.42, foot, mix(STONE[1], STONE[2], 0.6))
    for index in range(-4, 5):
        left = x + index * size * 0.09 - size * 0.025
        brush.box(
            left,
            foot - size * 0.31,
            left + size * 0.05,
            foot - size * 0.25,
            STONE[0] if index < 2 else STONE[2],
        )
    tower(brush, x - size * 0.42, foot + size * 0.03, size * 0.1, size * 0.42, None)
    tower(brush, x + size * 0.42, foot + size * 0.03, size * 0.1, size * 0.42, None)
    brush.disc(x, foot - size * 0.13, size * 0.085, (62, 38, 26))
    brush.box(x - size * 0.085, foot - size * 0.13, x + size * 0.085, foot, (62, 38, 26))
    for bar in (-0.04, 0.0, 0.04):
        brush.line(
            [(x + bar * size, foot - size * 0.19), (x + bar * size, foot)], size * 0.012, (120, 84, 50)
        )


TERRAIN_BLOCKS = (
    (("forest", -0.5), ("mountain", 0.5)),
    (("water", -1.0), ("grass", 0.0), ("canyon", 1.0)),
    (("flower", -0.5), ("desert", 0.5)),
)
"""The seven blocks of the emblem from back to front, with their horizontal offsets in block widths."""


PIECES = (
    (-106, 2, "ship_white"),
    (118, 10, "settlement_blue"),
    (44, 54, "settlement_orange"),
    (-74, 56, "settlement_orange"),
    (-38, 68, "settlement_orange"),
    (72, 70, "settlement_orange"),
)
"""Pieces on the emblem from back to front, with their offsets to the right of and below its center."""


def blocks(x: float, y: float, width: float) -> Iterator[tuple[str, float, float]]:
    for row, line in enumerate(TERRAIN_BLOCKS):
        for terrain, offset in line:
            lift = 16 if terrain == "grass" else 0
            yield terrain, x + offset * width, y + (row - 1) * width * math.sqrt(0.75) * TILT - lift


def logo() -> Image.Image:
    """Castle, blocks and laurel wreath with a soft shadow."""
    brush = Brush.blank(WIDTH, HEIGHT)
    x, y, width = WIDTH / 2, 184, 112
    for side in (-1, 1):
        branch(brush, x, 150, 218, 148, side, 13, 34)
    for terrain, bx, by in blocks(x, y, width):
        prism(brush, terrain, bx, by, width, 34 if terrain == "grass" else 20)
        if terrain == "grass":
            great_castle(brush, bx, by + 10, 112)
        else:
            draw_props(brush, terrain, bx, by, width)
    for right, below, piece in PIECES:
        stamp(brush, "pieces", piece, x + right, y + below, 50)
    return shadow(brush.downsampled(), 2, 4, 4, 0.5)


def icon_background(brush: Brush, side: float) -> None:
    """Draws the background of the application icon: a gold-rimmed hex with sky above a meadow."""
    x = side / 2
    width = side * 0.85
    for fraction, ink in (
        (1.0, INK),
        (0.975, GOLD_DARK),
        (0.955, GOLD),
        (0.86, GOLD_DARK),
        (0.84, (104, 166, 218)),
    ):
        brush.polygon(hexagon(x, x, width * fraction), ink)
    brush.line(hexagon(x, x, width * 0.92)[4:6] + hexagon(x, x, width * 0.92)[:1], side * 0.012, GOLD_LIGHT)
    inside = Brush.mask(brush.image.size)
    inside.polygon(hexagon(x, x, width * 0.84), 255)
    scene = Brush(Image.new("RGB", brush.image.size, (98, 162, 216)))
    haze = Brush.mask(brush.image.size)
    haze.box(0, side * 0.4, side, side, 255)
    tint(scene.image, (236, 240, 222), blur(haze.image, side * 0.12))
    scene.ellipse(side * 0.3, side * 0.86, side * 0.62, side * 0.34, (84, 142, 56))
    scene.ellipse(side * 0.74, side * 0.92, side * 0.6, side * 0.34, (108, 170, 66))
    brush.image.paste(scene.image, (0, 0), inside.image)


def application_icon(simple: bool) -> Image.Image:
    """The application icon at 512 pixels: a castle and a house, or only the house for small sizes."""
    side = 512
    brush = Brush.blank(side, side)
    icon_background(brush, side)
    if simple:
        plain_house(brush, side * 0.5, side * 0.5, side * 0.94, COLORS["orange"])
    else:
        great_castle(brush, side * 0.5, side * 0.665, side * 0.44)
        brush.polygon(
            [
                (side * 0.465, side * 0.665),
                (side * 0.54, side * 0.665),
                (side * 0.57, side * 0.8),
                (side * 0.4, side * 0.8),
            ],
            (222, 196, 140),
        )
        plain_house(brush, side * 0.5, side * 0.75, side * 0.3, COLORS["orange"])
    return brush.downsampled()


def write_icons() -> None:
    """Writes the application icon in every size that packaging needs, and as .ico and .icns."""
    ICONS.mkdir(exist_ok=True)
    full, simple = application_icon(simple=False), application_icon(simple=True)
    images = {
        size: (simple if size <= MAX_SIMPLE_ICON_PX else full).resize((size, size), Image.Resampling.LANCZOS)
        for size in SIZES
    }
    for size, image in images.items():
        image.save(ICONS / f"kingdom-{size}.png", optimize=True)
    ordered = [images[size] for size in sorted(SIZES, reverse=True) if size <= 256]
    ordered[0].save(ICONS / "kingdom.ico", sizes=[p.size for p in ordered], append_images=ordered[1:])
    images[512].save(ICONS / "kingdom.icns", append_images=[images[size] for size in (16, 32, 64, 128, 256)])


def laurel() -> Image.Image:
    """A wreath for the winner, with space inside for a portrait or a number."""
    brush = Brush.blank(160, 160)
    for side in (-1, 1):
        branch(brush, 80, 80, 58, 58, side, 8, 30)
    brush.disc(80, 138, 6, INK)
    brush.disc(80, 138, 4.8, GOLD_LIGHT)
    return shadow(brush.downsampled(), 1, 2, 1.6, 0.5)


def crown_sprite() -> Image.Image:
    """A crown with three jewels."""
    brush = Brush.blank(48, 48)
    crown(brush, 24, 24, 42, INK, INK)
    crown(brush, 24, 24, 37.5, GOLD_LIGHT, GOLD)
    brush.box(9.4, 32, 38.6, 37.6, INK, 1.5)
    brush.box(10.4, 33, 37.6, 36.6, GOLD, 1)
    for x, y in ((6.6, 14), (24, 9.6), (41.4, 14)):
        brush.disc(x, y, 3.6, INK)
        brush.disc(x, y, 2.6, (206, 60, 48))
    return shadow(brush.downsampled(), 1, 1, 1, 0.5)


def sprites() -> list[Sprite]:
    return [
        Sprite("logo", logo(), (WIDTH / 2, HEIGHT / 2)),
        Sprite("laurel", laurel(), (80, 80)),
        Sprite("crown", crown_sprite(), (24, 24)),
    ]
