"""The players' wooden pieces, the neutral stone wall and scout, the marks for color-blind players and the
Mayors banners."""

from __future__ import annotations

import math
from collections.abc import Sequence

import kit
import numpy as np
import solids
from PIL import ImageDraw
from solids import (
    Array,
    Camera,
    Color,
    Material,
    Part,
    Point,
    Solid,
    Texture,
    arch,
    ball,
    box,
    cone,
    gable,
    pennant,
    pyramid,
    ramp,
    ring,
    soft_max,
)

CAMERA = Camera(yaw=-36, height=31)
"""Most pieces are seen from the same side: the long side and the gable of a house."""
FRONT_CAMERA = Camera(yaw=-14, height=34)
"""Figures and the city hall face the viewer more directly."""

TEXTURES: dict[str, Texture] = {
    "main": solids.wood_grain(0.20),
    "pale": solids.wood_grain(0.14),
    "deep": solids.wood_grain(0.20),
    "roof": solids.shingles(5.5, 0.10),
    "oak": solids.wood_grain(0.30),
    "beech": solids.wood_grain(0.30),
    "stone": solids.roughness(0.30),
    "hat": solids.roughness(0.12),
    "base": solids.roughness(0.12),
    "paving": solids.cobbles(9),
    "leaves": solids.roughness(0.5, 2.0),
}

WOOD: Color = (150, 98, 54)
STONE: Color = (150, 146, 140)
GOLD: Color = (226, 174, 58)


def player_ramp(name: str) -> tuple[Color, Color, Color, Color]:
    """White needs gray shades and black needs light edges; the other ramps follow from the player color."""
    if name == "white":
        return (138, 132, 130), (214, 210, 202), (247, 245, 239), (255, 255, 255)
    if name == "black":
        return (15, 15, 19), (48, 48, 55), (98, 98, 108), (200, 200, 212)
    return ramp(kit.COLORS[name], deep=0.58, light=0.22, glint=0.8)


PALE: dict[str, Color] = {"white": (226, 214, 188), "black": (96, 95, 102)}
"""Sails and covers of players whose color has no suitable tint."""
DEEP: dict[str, Color] = {"orange": (206, 88, 20), "white": (206, 202, 194), "black": (36, 36, 42)}
"""Roofs and trims: darkened orange would be brown, darkened white gray."""


def player_materials(name: str) -> dict[str, Material]:
    """The materials of one player's pieces."""
    main = player_ramp(name)
    deep = ramp(DEEP.get(name, kit.shade(kit.COLORS[name], -0.26)), light=0.2)
    return {
        "main": Material(main, gloss=0.30),
        "pale": Material(ramp(PALE.get(name, kit.shade(kit.COLORS[name], 0.26)), deep=0.5), gloss=0.10),
        "deep": Material(deep, gloss=0.25),
        "roof": Material(deep, gloss=0.15),
        "hollow": Material(ramp(kit.shade(main[0], -0.35), light=0.1)),
        **NEUTRAL,
    }


NEUTRAL = {
    "oak": Material(ramp(WOOD), gloss=0.10),
    "beech": Material(ramp((222, 180, 122)), gloss=0.2),
    "stone": Material(ramp(STONE)),
    "steel": Material(((70, 76, 90), (150, 158, 172), (222, 228, 236), (255, 255, 255)), gloss=0.5),
    "gold": Material(((120, 74, 16), GOLD, (255, 224, 120), (255, 250, 214)), gloss=0.5),
    "dark": Material(((20, 12, 8), (44, 30, 22), (70, 50, 36), (90, 70, 50))),
    "glass": Material(((226, 170, 76), (255, 214, 118), (255, 236, 170), (255, 250, 220))),
    "dial": Material(ramp((250, 244, 226), deep=0.25)),
    "skin": Material(ramp((226, 178, 134)), gloss=0.1),
    "hat": Material(ramp((74, 122, 58))),
    "feather": Material(ramp((214, 58, 44))),
    "base": Material(ramp((196, 184, 160))),
    "paving": Material(ramp((178, 164, 138))),
    "leaves": Material(ramp((66, 128, 54))),
}
"""Materials that are the same for all players."""


def settlement() -> list[Part]:
    """A plain wooden house with a slightly overhanging roof and a door at the front."""
    parts = [
        Part(box(34, 38, 28, 2.4), "main"),
        Part(gable(44, 46, 20, 2.8, 2.0).moved(z=25), "main"),
        Part(arch(9.5, 16, 3).moved(y=-18.4, z=0.5), "hollow"),
    ]
    return solids.scale_parts(parts, 1.14)


def warrior() -> list[Part]:
    """A pawn with helmet, spear and a round shield."""
    parts = [
        Part(cone(18, 16, 6, 2.5), "main"),
        Part(cone(15.5, 8, 30, 2.5).moved(z=5), "main"),
        Part(ball(21, 21, 21).moved(z=41), "skin"),
        Part(ball(24, 24, 24).moved(z=43).cut(box(60, 60, 30, 0).moved(z=13.5), 0.8), "steel"),
        *[Part(ball(2.6, 2, 3.6).moved(x, -10, 39.5), "dark") for x in (-6.5, 1.5)],
        Part(ball(6, 16, 13).moved(z=55), "main"),
        Part(cone(1.9, 1.9, 58, 0.5).moved(x=18, y=-7), "oak"),
        Part(cone(5.2, 0.3, 15, 0.6).moved(x=18, y=-7, z=56), "steel"),
        Part(cone(13.5, 12.5, 4, 1.6).rotated("x", 82).moved(x=-7, y=-13, z=21), "main"),
        Part(ring(12, 1.9).rotated("x", -8).moved(x=-7, y=-16.5, z=21.5), "deep"),
        Part(ball(8, 5, 8).moved(x=-7, y=-17.5, z=21.5), "gold"),
    ]
    return solids.scale_parts(parts, 1.12)


def wheel(x: float, y: float, radius: float) -> list[Part]:
    spokes = [box(2.2, 1.8, 2 * radius, 0.6).moved(z=-radius).rotated("y", angle) for angle in (0, 60, 120)]
    parts = [Part(spoke.moved(x, y, radius), "oak") for spoke in spokes]
    return [
        *parts,
        Part(ring(radius - 1.8, 2.1).moved(x, y, radius), "oak"),
        Part(ball(5, 5, 5).moved(x, y - 1, radius), "gold"),
    ]


def canvas_cover(length: float, radius: float) -> Solid:
    """The canvas cover of a wagon: half a barrel along x, slightly open at the ends."""
    barrel = cone(radius, radius, length, 1.6).moved(z=-length / 2).rotated("y", 90)
    inside = ball(16, radius * 1.5, radius * 1.5).moved(x=-length / 2)
    return barrel.cut(box(200, 200, 100, 0).moved(z=-100), 1.2).cut(inside, 1.0)


def wagon() -> list[Part]:
    """A covered wagon, wheels toward the viewer."""
    parts = [
        Part(box(52, 24, 11, 1.8).moved(z=9), "deep"),
        Part(box(55, 27, 2.6, 1.0).moved(z=18), "main"),
        Part(canvas_cover(48, 15.5).moved(z=20), "pale"),
    ]
    parts += [Part(canvas_cover(3.2, 16.4).moved(x=x, z=20), "main") for x in (-22.5, 0, 22.5)]
    for x, radius in ((-16, 10.5), (17, 10.5)):
        parts += wheel(x, -14.5, radius)
    return parts


def hull() -> Solid:
    """The hull of a ship: pointed at both ends, wider at the top."""
    half = 35.0

    def distance(x: Array, y: Array, z: Array) -> Array:
        along = (x / half) * (x / half)
        side = np.abs(y) - (1 - along) * (7.5 + 0.32 * z)
        return soft_max(soft_max(side * 0.75, z - (15 + along * 10), 1.6), 1.5 + along * 6 - z, 1.5)

    return Solid(distance, (-half, -14, 0), (half, 14, 27))


def sail(width: float, height: float, belly: float, thick: float = 1.2) -> Solid:
    """A square sail that the wind fills toward the viewer, narrower at the top."""

    def distance(x: Array, y: Array, z: Array) -> Array:
        up, out = z / height * 2 - 1, x / width * 2
        sheet = np.abs(y + belly * (1 - up * up) * (1 - 0.4 * out * out)) - thick
        side = np.abs(x) - width / 2 * (0.86 - 0.14 * up)
        return soft_max(soft_max(sheet * 0.6, side, 1.0), np.abs(z - height / 2) - height / 2, 1.0)

    return Solid(distance, (-width / 2, -belly - 2, 0), (width / 2, thick + 1, height))


def ship() -> list[Part]:
    """A cog with one broad sail and a pennant."""
    cloth = sail(44, 36, 8)
    stripe = sail(44, 36, 8, 1.6).clipped_to(box(15, 60, 60, 0).moved(z=-10), 0.3)
    return [
        Part(hull(), "main"),
        Part(box(44, 10, 2.4, 0.8).moved(z=14.6), "oak"),
        Part(cone(2.1, 1.5, 60, 0.5).moved(z=12), "oak"),
        Part(cone(1.5, 1.5, 44, 0.5).rotated("y", 90).moved(x=-22, y=-2, z=61), "oak"),
        Part(cloth.moved(y=-2.5, z=25), "pale"),
        Part(stripe.moved(y=-2.5, z=25), "main"),
        Part(pennant(17, 10).moved(z=70), "main"),
        Part(box(10, 10, 8, 1.2).moved(x=-25, z=18), "deep"),
    ]


def windows(positions: list[tuple[float, float]], y: float, width: float, height: float) -> list[Part]:
    """Lit windows in a facade, each with a frame."""
    parts = []
    for x, z in positions:
        parts.append(Part(arch(width + 3, height + 2.5, 2).moved(x, y, z - 1), "pale"))
        parts.append(Part(arch(width, height, 2.6).moved(x, y, z), "glass"))
    return parts


def terrace(reach: float, height: float, yaw: float, tilt: float) -> Solid:
    """A slab in the shape of the seven hexes. The board shows hexes without foreshortening, so the slab is
    stretched in depth to compensate for the camera's tilt."""
    size = kit.HEX / 2 * reach
    slant, stretch = math.sqrt(0.75), math.sin(math.radians(tilt))
    spots = [(0.0, 0.0)] + [
        (2 * size * math.cos(math.radians(a)), 2 * size * math.sin(math.radians(a)))
        for a in range(0, 360, 60)
    ]

    def distance(x: Array, y: Array, z: Array) -> Array:
        inside = np.full_like(x, -kit.HEX)
        for cx, cy in spots:
            a, b = np.abs(x - cx), np.abs(y * stretch - cy)
            inside = soft_max(inside, -soft_max(a - size - 0.5, a * 0.5 + b * slant - size - 0.5, 2), 6)
        return soft_max(-inside, np.abs(z - height / 2) - height / 2, 2.5)

    wide, deep = 3 * size + 2, (2 * size * slant + size / slant + 2) / stretch
    whole = Solid(distance, (-wide, -deep, 0), (wide, deep, height))
    return Solid(whole.rotated("z", yaw).distance, (-deep, -deep, 0), (deep, deep, height))


def wing(x: float) -> list[Part]:
    """One of the two gabled wings of the city hall."""
    return [
        Part(box(48, 96, 66, 3).moved(x=x, y=6, z=8), "main"),
        Part(gable(60, 106, 36, 4, 2.2).moved(x=x, y=6, z=72), "roof"),
        Part(ball(9, 9, 9).moved(x=x, y=-46, z=112), "gold"),
        *windows([(x - 11, 44), (x + 11, 44), (x - 11, 18), (x + 11, 18)], -42, 10, 17),
        *windows([(x, 77)], -46.5, 10, 14),
    ]


def clock_tower() -> list[Part]:
    return [
        Part(box(50, 50, 114, 3).moved(y=-24, z=8), "main"),
        Part(box(57, 57, 6, 2).moved(y=-24, z=90), "pale"),
        Part(box(57, 57, 6, 2).moved(y=-24, z=120), "pale"),
        Part(pyramid(58, 58, 58, 2).moved(y=-24, z=126), "roof"),
        Part(ball(9, 9, 9).moved(y=-24, z=184), "gold"),
        Part(cone(1.8, 1.2, 20, 0.4).moved(y=-24, z=184), "gold"),
        Part(cone(14, 14, 3, 1).rotated("x", 90).moved(y=-48, z=108), "gold"),
        Part(cone(11, 11, 4, 1).rotated("x", 90).moved(y=-47.5, z=108), "dial"),
        Part(box(2.4, 1, 9, 0.3).moved(y=-52, z=107.5), "dark"),
        Part(box(2.4, 1, 7, 0.3).rotated("y", 65).moved(x=0.5, y=-52, z=108), "dark"),
        Part(arch(27, 38, 3).moved(y=-48.5, z=8), "pale"),
        Part(arch(19, 32, 4).moved(y=-49, z=8), "dark"),
        *windows([(0, 60)], -48.5, 13, 22),
    ]


def garden() -> list[Part]:
    """Round trees on the outer hexes of the city hall's terrace. Their positions are given as seen in the
    image, to the right of and below its center."""
    parts = []
    yaw, tilt = math.radians(FRONT_CAMERA.yaw), math.sin(math.radians(FRONT_CAMERA.height))
    for right, down in ((-79, 86), (-54, 107), (79, 84), (54, 107), (-78, -82), (-52, -104), (76, -96)):
        x, y = right, -down / tilt
        position = (x * math.cos(yaw) - y * math.sin(yaw), x * math.sin(yaw) + y * math.cos(yaw), 5.0)
        for solid, material in ((cone(2, 2, 10, 0.5), "oak"), (ball(21, 21, 23).moved(z=18), "leaves")):
            parts.append(Part(solid.moved(*position), material))
    return parts


def city_hall() -> list[Part]:
    """A town hall with two wings and a clock tower, on a terrace that extends into all seven hexes."""
    building = [
        Part(box(176, 76, 60, 3).moved(y=14, z=6), "main"),
        Part(gable(90, 190, 42, 4, 2.5).rotated("z", 90).moved(y=14, z=66), "roof"),
        *wing(-72),
        *wing(72),
        *clock_tower(),
        *windows([(-37, 44), (37, 44), (-37, 18), (37, 18)], -24.5, 10, 17),
        Part(box(36, 12, 4, 1).moved(y=-55, z=6), "base"),
        Part(box(46, 24, 3, 1).moved(y=-58, z=5), "base"),
    ]
    return [
        Part(terrace(0.87, 5, FRONT_CAMERA.yaw, FRONT_CAMERA.height), "deep"),
        Part(terrace(0.82, 3, FRONT_CAMERA.yaw, FRONT_CAMERA.height).moved(z=3.5), "paving"),
        *[Part(part.solid.scaled(1.08).moved(x=-14, y=-62), part.material) for part in building],
        *garden(),
    ]


def stone_wall() -> list[Part]:
    """Three courses of stone blocks, each slightly askew, with a broken top."""
    parts = []
    rng = kit.seeded_rng("stone wall")
    courses = (
        (0, (-22, 0, 22), 23),
        (14, (-29, -11, 11, 29), 21),
        (28, (-22, 0, 22), 23),
        (41, (-28, 28), 16),
        (41, (2,), 20),
    )
    for height, positions, size in courses:
        for x in positions:
            width = size - 0.5 + rng.random_sample() * 1.5
            if height == 14 and abs(x) == 29:
                width = 15
            block = box(width, 19, 14.5 if height < 41 else 11, 3.2).rotated(
                "z", (rng.random_sample() - 0.5) * 7
            )
            block = Solid(block.distance, (-14, -12, 0), (14, 12, 15))
            parts.append(Part(block.moved(x, rng.random_sample() * 1.6, height), "stone"))
    return parts


def scout() -> list[Part]:
    """A wanderer of plain wood with a wide feathered hat and a staff."""
    return [
        Part(cone(18, 16, 5, 2.2), "beech"),
        Part(cone(16, 7.5, 32, 2.5).moved(z=4), "beech"),
        Part(cone(14.6, 13.2, 5, 1.2).moved(z=14), "hat"),
        Part(ball(24, 24, 24).moved(z=42), "skin"),
        *[Part(ball(2.6, 2, 3.6).moved(x, -11.2, 43), "dark") for x in (-6.5, 1.5)],
        Part(cone(19, 17, 3.6, 1.6).rotated("x", -16).moved(y=3, z=50), "hat"),
        Part(cone(11.5, 7, 15, 3).rotated("x", -12).moved(y=3, z=52), "hat"),
        Part(cone(12.2, 11.2, 4, 0.8).rotated("x", -12).moved(y=3, z=53), "gold"),
        Part(ball(6, 4, 27).rotated("y", 28).moved(x=13, y=-1, z=68), "feather"),
        Part(cone(2, 1.8, 58, 0.5).moved(x=-19, y=-8), "oak"),
        Part(ball(8, 8, 8).moved(x=-19, y=-8, z=59), "gold"),
        Part(ball(10, 10, 11).moved(x=-16, y=-9, z=26), "skin"),
    ]


def sprite(
    name: str, shape: solids.LitModel, materials: dict[str, Material], center_point: Point, mark: Point | None
) -> kit.Sprite:
    """A finished frame; `middle` is the point of the model at the hex center."""
    image, (left, top) = solids.colorize(shape, materials)

    def to_frame(point: Point) -> tuple[float, float]:
        x, y = shape.project(point)
        return x - left, y - top

    return kit.Sprite(name, image, to_frame(center_point), {"mark": to_frame(mark)} if mark else {})


MODELS = {
    "settlement": (settlement, CAMERA, 4, (0.0, 0.0, 24.0), (-13.1, 0.0, 43.3)),
    "warrior": (warrior, FRONT_CAMERA, 4, (0.0, 0.0, 26.0), (-6.0, -18.0, 20.0)),
    "wagon": (
        lambda: solids.scale_parts(wagon(), 1.1),
        Camera(yaw=-24, height=30),
        4,
        (0.0, 0.0, 15.0),
        (-1.0, -10.0, 35.0),
    ),
    "ship": (ship, Camera(yaw=-22, height=28), 4, (0.0, 0.0, 26.0), (2.0, -4.0, 45.0)),
    "city_hall": (city_hall, FRONT_CAMERA, 3, (0.0, 0.0, 5.0), (-14.0, -100.0, 158.0)),
}
"""For each player piece: model, camera, supersampling, the point at the hex center and the point for the
mark."""


def star(points: int, outer: float, inner: float) -> list[tuple[float, float]]:
    turns = [(math.pi * i / points, outer if i % 2 == 0 else inner) for i in range(2 * points)]
    return [(radius * math.sin(turn), -radius * math.cos(turn)) for turn, radius in turns]


def mark_shape(color: str) -> list[tuple[float, float]]:
    """Five distinct outlines: disc, triangle, diamond, cross and star, with a radius of about 1."""
    cross = [
        (-0.34, -1),
        (0.34, -1),
        (0.34, -0.34),
        (1, -0.34),
        (1, 0.34),
        (0.34, 0.34),
        (0.34, 1),
        (-0.34, 1),
        (-0.34, 0.34),
    ]
    return {
        "orange": star(24, 0.88, 0.88),
        "blue": [(0, -1), (1.05, 0.82), (-1.05, 0.82)],
        "white": [(0, -1.12), (0.86, 0), (0, 1.12), (-0.86, 0)],
        "black": [*cross, (-1, 0.34), (-1, -0.34), (-0.34, -0.34)],
        "purple": star(5, 1.15, 0.48),
    }[color]


def mark(color: str) -> kit.Sprite:
    """A small mark: light with a dark rim, or dark with a light rim on white pieces."""
    size, radius = 28, 9.5
    image = kit.canvas(size, size)
    pen = ImageDraw.Draw(image)
    ink, edge = ((255, 252, 240), (24, 18, 14)) if color != "white" else ((46, 38, 34), (255, 253, 246))
    points = [
        ((x * radius + size / 2) * kit.SCALE, (y * radius + size / 2) * kit.SCALE)
        for x, y in mark_shape(color)
    ]
    pen.line([*points, *points[:2]], fill=(*edge, 235), width=5 * kit.SCALE, joint="curve")
    pen.polygon(points, fill=(*ink, 255))
    return kit.Sprite(f"mark_{color}", kit.downsample(image), (size / 2, size / 2))


def mayor_mark(color: str) -> kit.Sprite:
    """A banner with a mayor's chain on a pole, for the end of a row; the anchor is its center."""
    width, height = 48, 62
    image = kit.canvas(width, height)
    pen = ImageDraw.Draw(image)
    k = kit.SCALE
    shade, center_point, light, _ = player_ramp(color)

    def scaled(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x * k, y * k) for x, y in points]

    cloth = [(8, 11), (38, 11), (38, 45), (23, 55), (8, 45)]
    pen.line(scaled([*cloth, *cloth[:2]]), fill=(*solids.OUTLINE, 255), width=4 * k, joint="curve")
    pen.polygon(scaled(cloth), fill=center_point)
    pen.polygon(scaled([(8, 11), (18, 11), (18, 51.7), (8, 45)]), fill=light)
    pen.polygon(scaled([(31, 11), (38, 11), (38, 45), (31, 49.7)]), fill=shade)
    pen.line(
        scaled([(9.5, 13), (9.5, 44.2), (23, 53), (36.5, 44.2), (36.5, 13)]),
        fill=(*GOLD, 255),
        width=2 * k,
        joint="curve",
    )
    pen.rounded_rectangle([3 * k, 5 * k, 43 * k, 13 * k], 4 * k, fill=(*solids.OUTLINE, 255))
    pen.rounded_rectangle([4.5 * k, 6.5 * k, 41.5 * k, 11.5 * k], 2.5 * k, fill=(*WOOD, 255))
    pen.rounded_rectangle([5 * k, 6.8 * k, 41 * k, 8.4 * k], 1 * k, fill=(200, 148, 94, 255))
    pen.arc([12 * k, 8 * k, 34 * k, 36 * k], 15, 165, fill=(110, 66, 12, 255), width=5 * k)
    pen.arc([12.6 * k, 8 * k, 33.4 * k, 35.4 * k], 15, 165, fill=(255, 216, 110, 255), width=3 * k)
    pen.ellipse([17 * k, 31 * k, 29 * k, 43 * k], fill=(110, 66, 12, 255))
    pen.ellipse([18.3 * k, 32.3 * k, 27.7 * k, 41.7 * k], fill=(*GOLD, 255))
    pen.ellipse([19.6 * k, 33.2 * k, 24.6 * k, 38.2 * k], fill=(255, 236, 164, 255))
    image = kit.shadow(image, 2 * k, 3 * k, 2 * k, 0.45)
    return kit.Sprite(f"mayor_mark_{color}", kit.downsample(image), (23, 30), {"mark": (23, 37)})


def neutral_pieces() -> list[kit.Sprite]:
    wall_shape = solids.model(stone_wall(), Camera(yaw=-20, height=34), TEXTURES)
    scout_shape = solids.model(scout(), FRONT_CAMERA, TEXTURES)
    return [
        sprite("stone_wall", wall_shape, NEUTRAL, (0, 0, 22), None),
        sprite("scout", scout_shape, NEUTRAL, (0, 0, 27), None),
    ]


def make() -> None:
    sprites = neutral_pieces()
    for kind, (build, camera, scale, center_point, mark_point) in MODELS.items():
        shape = solids.model(build(), camera, TEXTURES, scale)
        sprites += [
            sprite(f"{kind}_{color}", shape, player_materials(color), center_point, mark_point)
            for color in kit.COLORS
        ]
    for color in kit.COLORS:
        sprites += [mark(color), mayor_mark(color)]
    kit.pack("pieces", sprites, width=1580)
