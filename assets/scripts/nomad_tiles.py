"""Nomad tiles (hexagons of striped tent cloth) and the Marshlands bonus tiles (round, with a mossy rim)."""

from __future__ import annotations

import math

from brush import (
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    Brush,
    Color,
    Point,
    blur,
    circle,
    coin,
    ground_shadows,
    hexagon,
    mix,
    tint,
)
from kit import Sprite, shade, shadow
from PIL import Image
from scenery import ground_color, house, stamp
from terrain_cards import ground_patch, terrain_emblem

SIZE = 96
MIDDLE = SIZE / 2
OWN_COLOR = "orange"
DONATIONS = ("grass", "canyon", "desert", "flower", "forest", "water", "mountain")

CLOTH: tuple[Color, Color] = ((186, 52, 40), (246, 230, 196))
MOSS: tuple[Color, Color] = ((84, 104, 58), (122, 144, 84))
LINEN: Color = (244, 232, 204)
MEADOW: Color = (156, 182, 98)
TARGET: Color = (255, 208, 80)


def rounded_hexagon(width: float, corner: float) -> list[Point]:
    """Outline of a pointy-top hex with rounded corners in the center of the tile."""
    corners = hexagon(MIDDLE, MIDDLE, width)
    outline: list[Point] = []
    for index, (x, y) in enumerate(corners):
        for (ox, oy), forward in ((corners[index - 1], False), (corners[(index + 1) % 6], True)):
            fraction = corner / math.hypot(ox - x, oy - y)
            near = (x + (ox - x) * fraction, y + (oy - y) * fraction)
            outline += (
                [interpolate(near, (x, y), 0.36), near]
                if forward
                else [near, interpolate(near, (x, y), 0.36)]
            )
    return outline


def interpolate(start: Point, end: Point, fraction: float) -> Point:
    return start[0] + (end[0] - start[0]) * fraction, start[1] + (end[1] - start[1]) * fraction


def cloth_tile() -> Brush:
    """A hexagon of red and cream stripes like a tent seen from above, with a golden hem."""
    stripes = Brush.blank(SIZE, SIZE)
    for index in range(24):
        arc = circle(MIDDLE, MIDDLE, 70, index * 15 - 7.5, index * 15 + 7.5, 4)
        light = -0.16 if 0 <= index < 12 else 0.06
        stripes.polygon([(MIDDLE, MIDDLE), *arc], shade(CLOTH[index % 2], light))
    inner = Brush.mask(stripes.image.size)
    inner.polygon(rounded_hexagon(76.5, 7), 255)
    tile = Brush.blank(SIZE, SIZE)
    tile.polygon(rounded_hexagon(82.5, 8), INK)
    tile.polygon(rounded_hexagon(81, 8), GOLD)
    tile.polygon(rounded_hexagon(78, 7), GOLD_DARK)
    tile.image.paste(stripes.image, (0, 0), inner.image)
    return tile


def moss_tile() -> Brush:
    """A round token with a mossy rim."""
    tile = Brush.blank(SIZE, SIZE)
    for radius, ink in ((43.5, INK), (42.5, shade(MOSS[0], -0.3)), (41.5, MOSS[0])):
        tile.disc(MIDDLE, MIDDLE, radius, ink)
    for index in range(40):
        x, y = circle(MIDDLE, MIDDLE, 37.5 + (index * 7 % 5) * 0.6, index * 9, index * 9, 1)[0]
        tile.disc(x, y, 2.0 + (index * 5 % 4) * 0.35, mix(MOSS[0], MOSS[1], (index * 3 % 7) / 6))
    return tile


def roundel(tile: Brush, terrain: str | None, radius: float = 31) -> None:
    """Draws the field in the center: linen, or the ground of a terrain."""
    tile.disc(MIDDLE, MIDDLE, radius + 2.6, INK)
    tile.disc(MIDDLE, MIDDLE, radius + 1.8, GOLD)
    tile.disc(MIDDLE, MIDDLE, radius + 0.4, GOLD_DARK)
    mask = Brush.mask(tile.image.size)
    mask.disc(MIDDLE, MIDDLE, radius, 255)
    field = Image.new("RGB", tile.image.size, ground_color(terrain) if terrain else LINEN)
    if terrain:
        ground_patch(field, terrain, mask.image)
        terrain_emblem(Brush(field), terrain, MIDDLE, MIDDLE - 6, radius * 1.75)
    else:
        tint(field, (150, 112, 64), blur(mask.image, 4).point(lambda a: 255 - a), 0.9)
    tile.image.paste(field, (0, 0), mask.image)


def draw_houses(tile: Brush, *positions: tuple[float, float, float], player: str = OWN_COLOR) -> None:
    """Draws houses; each position is (x, y, hex width)."""
    for x, y, u in positions:
        house(tile, MIDDLE + x, MIDDLE + y, u, player)


def draw_hex(tile: Brush, x: float, y: float, width: float, fill: Color = MEADOW) -> None:
    """Draws a hex at an offset from the center of the tile."""
    tile.polygon(hexagon(MIDDLE + x, MIDDLE + y, width), shade(fill, -0.45))
    tile.polygon(hexagon(MIDDLE + x, MIDDLE + y, width - 1.6), fill)


def arrow(tile: Brush, points: list[Point], width: float, ink: Color) -> None:
    """Draws a line that ends in an arrowhead."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    length = math.hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    for grow, color in ((1.0, (255, 248, 228)), (0.0, ink)):
        tile.line(points, width + grow * 2, color)
        tip = (x1 + dx * (width * 2.1 + grow * 2), y1 + dy * (width * 2.1 + grow * 2))
        reach = width * 1.7 + grow * 1.6
        tile.polygon(
            [
                tip,
                (x1 - dy * reach - dx * grow, y1 + dx * reach - dy * grow),
                (x1 + dy * reach - dx * grow, y1 - dx * reach - dy * grow),
            ],
            color,
        )


def donation(terrain: str) -> Image.Image:
    """Three houses on the terrain where they can be built."""
    tile = cloth_tile()
    roundel(tile, terrain)
    draw_houses(tile, (0, -3, 28), (-14, 12, 28), (14, 12, 28))
    return tile.downsampled()


def resettlement() -> Image.Image:
    """A house that moves four steps from hex to hex."""
    tile = cloth_tile()
    roundel(tile, None)
    steps = [(-14.0, 12.0), (0.0, 12.0), (7.0, -0.1), (21.0, -0.1)]
    for index, (x, y) in enumerate(steps):
        draw_hex(tile, x, y, 13.6, TARGET if index == 3 else MEADOW)
    walk = [(MIDDLE + x, MIDDLE + y) for x, y in [(-14.0, 3.0), *steps]]
    walk[-1] = (walk[-1][0] - 3, walk[-1][1])
    draw_houses(tile, (-13, -7, 32))
    arrow(tile, walk, 2.6, (150, 60, 30))
    return tile.downsampled()


def outpost() -> Image.Image:
    """A house with a flag, away from two other houses."""
    tile = cloth_tile()
    roundel(tile, None)
    for x, y in ((-18, 17), (-8.5, 0.5), (0.5, 17), (9.5, 0.5)):
        draw_hex(tile, x, y, 18)
    draw_hex(tile, 18.5, -16, 18, TARGET)
    draw_houses(tile, (-18, 16, 20), (-9, 0, 20), (0, 16, 20))
    tile.line([(MIDDLE + 5, MIDDLE - 9), (MIDDLE + 5, MIDDLE - 29)], 2.0, INK)
    tile.polygon(
        [(MIDDLE + 5, MIDDLE - 29), (MIDDLE - 9, MIDDLE - 24.5), (MIDDLE + 5, MIDDLE - 20)], CLOTH[0]
    )
    draw_houses(tile, (15, -14, 30))
    return tile.downsampled()


def sword() -> Image.Image:
    """A sword over a house that is removed from the board."""
    tile = cloth_tile()
    roundel(tile, None)
    draw_houses(tile, (-11, 12, 28), player="blue")
    x, y = MIDDLE, MIDDLE
    blade = [(x - 17.5, y - 21.5), (x - 13.5, y - 21), (x + 10, y + 4.5), (x + 5.5, y + 9)]
    tile.polygon([(px + 1.2, py + 1.8) for px, py in [(x - 21, y - 25), *blade]], (92, 70, 48))
    tile.polygon(
        [(x - 21, y - 25), (x - 13.5, y - 21), (x + 10, y + 4.5), (x + 7.7, y + 6.8)], (236, 240, 246)
    )
    tile.polygon(
        [(x - 21, y - 25), (x - 18, y - 18.5), (x + 5.5, y + 9), (x + 7.7, y + 6.8)], (150, 158, 174)
    )
    tile.line([(x - 1, y + 13), (x + 14, y - 1)], 4.6, GOLD_DARK)
    tile.line([(x - 1.4, y + 12.4), (x + 13.6, y - 1.6)], 2.8, GOLD)
    tile.line([(x + 9, y + 8), (x + 15, y + 14.4)], 4.4, (104, 50, 26))
    tile.disc(x + 17, y + 16.6, 3.6, GOLD_DARK)
    tile.disc(x + 16.6, y + 16.2, 2.7, GOLD_LIGHT)
    return tile.downsampled()


def treasure() -> Image.Image:
    """An open chest with three coins."""
    tile = cloth_tile()
    roundel(tile, None)
    x, y = MIDDLE, MIDDLE + 4
    ground_shadows(tile, (x + 2, y + 17, 20))
    tile.polygon([(x - 18, y - 3), (x - 15, y - 17), (x + 15, y - 17), (x + 18, y - 3)], (98, 56, 28))
    tile.polygon([(x - 15, y - 4), (x - 12.6, y - 14), (x + 12.6, y - 14), (x + 15, y - 4)], (54, 28, 14))
    for dx, dy in ((-8, -5), (8, -5), (0, -9)):
        coin(tile, x + dx, y + dy, 7.4)
    tile.box(x - 18, y - 1, x + 18, y + 17, (140, 84, 42), 2)
    tile.box(x - 18, y + 8, x + 18, y + 17, (112, 64, 32), 2)
    for left in (-18, -9.5, 6.5, 15):
        tile.box(x + left, y - 1, x + left + 3, y + 17, GOLD_DARK)
        tile.box(x + left + 0.4, y - 1, x + left + 1.6, y + 17, GOLD)
    tile.box(x - 4, y + 1, x + 4, y + 9, GOLD, 1)
    tile.disc(x, y + 4.4, 1.5, INK)
    tile.polygon([(x - 0.8, y + 4), (x + 0.8, y + 4), (x + 1.2, y + 7.6), (x - 1.2, y + 7.6)], INK)
    return tile.downsampled()


def bonus_temple() -> Image.Image:
    """A temple, and a house that may be built anywhere."""
    tile = moss_tile()
    roundel(tile, "grass")
    x, y = MIDDLE - 3, MIDDLE - 2
    ground_shadows(tile, (x + 2, y + 14, 21))
    tile.polygon([(x - 21, y - 8), (x, y - 21), (x + 21, y - 8)], (232, 224, 208))
    tile.polygon([(x, y - 21), (x + 21, y - 8), (x, y - 8)], (196, 184, 166))
    tile.box(x - 20, y - 8, x + 20, y - 5, (166, 152, 134))
    for column in (-16, -6, 4, 14):
        tile.box(x + column - 2.6, y - 5, x + column + 2.6, y + 11, (240, 234, 220))
        tile.box(x + column + 0.6, y - 5, x + column + 2.6, y + 11, (190, 178, 160))
    tile.box(x - 22, y + 11, x + 22, y + 15, (206, 196, 178))
    draw_houses(tile, (12, 13, 27))
    return tile.downsampled()


def bonus_refuge() -> Image.Image:
    """A house that jumps over others in a straight line."""
    tile = moss_tile()
    roundel(tile, None)
    for x in (-16.8, 0, 16.8):
        draw_hex(tile, x, 11, 17.2, TARGET if x > 0 else MEADOW)
    draw_houses(tile, (0, 11, 21), player="blue")
    draw_houses(tile, (-16, 9, 27))
    arrow(tile, circle(MIDDLE + 1, MIDDLE + 2, 17, 205, 350, 14), 3.2, (150, 60, 30))
    return tile.downsampled()


def bonus_canoe() -> Image.Image:
    """A canoe that carries a house over water."""
    tile = moss_tile()
    roundel(tile, "water")
    draw_houses(tile, (0, -5, 32))
    x, y = MIDDLE, MIDDLE + 8
    tile.polygon(
        [
            (x - 25, y - 9),
            (x - 18, y - 1),
            (x + 18, y - 1),
            (x + 25, y - 9),
            (x + 17, y + 9),
            (x - 17, y + 9),
        ],
        (92, 50, 24),
    )
    tile.polygon(
        [(x - 24, y - 7), (x - 18, y), (x + 18, y), (x + 24, y - 7), (x + 19, y + 3), (x - 19, y + 3)],
        (182, 118, 62),
    )
    tile.line([(x - 22, y + 11), (x - 8, y + 9), (x + 6, y + 11), (x + 20, y + 9.4)], 1.8, (206, 232, 250))
    tile.line([(x + 9, y - 22), (x + 21, y + 10)], 2.0, (70, 38, 18))
    tile.ellipse(x + 21.4, y + 12, 2.8, 4.6, (150, 92, 46))
    return tile.downsampled()


def bonus_fountain() -> Image.Image:
    """A fountain, and a house on a mountain."""
    tile = moss_tile()
    roundel(tile, "grass")
    stamp(tile, "terrain_props", "peak_0", MIDDLE + 11, MIDDLE + 4, 44)
    draw_houses(tile, (13, 7, 25))
    x, y = MIDDLE - 9, MIDDLE + 12
    ground_shadows(tile, (x + 2, y + 8, 15))
    tile.ellipse(x, y + 3, 15, 7, (120, 112, 106))
    tile.ellipse(x, y, 15, 6.4, (214, 206, 196))
    tile.ellipse(x, y, 12.4, 4.8, (70, 140, 204))
    tile.box(x - 2, y - 13, x + 2, y + 1, (196, 188, 178))
    tile.ellipse(x, y - 12, 8, 3.2, (224, 218, 208))
    tile.ellipse(x, y - 12.4, 6.2, 2.2, (110, 176, 228))
    for side in (-1, 1):
        tile.line(
            [(x, y - 20), (x + side * 5, y - 19), (x + side * 9, y - 8), (x + side * 10, y - 1)],
            1.9,
            (190, 226, 250),
        )
    tile.line([(x, y - 22), (x, y - 12)], 1.9, (222, 242, 255))
    return tile.downsampled()


def sprites() -> list[Sprite]:
    """All nomad tiles and bonus tiles, each with its shadow."""
    images = {f"nomad_donation_{terrain}": donation(terrain) for terrain in DONATIONS}
    images |= {f"nomad_{paint.__name__}": paint() for paint in (resettlement, outpost, sword, treasure)}
    images |= {paint.__name__: paint() for paint in (bonus_temple, bonus_refuge, bonus_canoe, bonus_fountain)}
    return [Sprite(name, shadow(image, 1, 2, 1.4, 0.6), (MIDDLE, MIDDLE)) for name, image in images.items()]
