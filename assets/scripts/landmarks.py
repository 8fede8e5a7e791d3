"""The landmarks of the board: castle, capitol, palace, silo, nomad camp and cave. Each can be recognized
by its silhouette alone."""

from __future__ import annotations

import math

import kit
import numpy as np
import solids
from solids import (
    Array,
    Camera,
    Material,
    Part,
    Solid,
    Texture,
    arch,
    ball,
    box,
    cone,
    pennant,
    pyramid,
    ramp,
    soft_max,
)

CAMERA = Camera(yaw=-12, height=30)

TEXTURES: dict[str, Texture] = {
    "castle stone": solids.masonry(5.5, 9),
    "tower stone": solids.masonry(5.5, 9),
    "slate": solids.shingles(4.5),
    "plaster": solids.roughness(0.10),
    "copper": solids.shingles(5, 0.08),
    "boards": solids.planks(4.2, upright=True),
    "thatch": solids.shingles(5, 0.12),
    "sheaf": solids.roughness(0.5, 4),
    "earth": solids.roughness(0.35, 2),
    "rock": solids.roughness(0.65, 1.1),
    "felt": solids.roughness(0.16, 2),
}

MATERIALS = {
    "castle stone": Material(((104, 100, 104), (204, 198, 190), (240, 236, 228), (255, 253, 246))),
    "tower stone": Material(((112, 107, 110), (216, 210, 200), (248, 244, 236), (255, 253, 246))),
    "slate": Material(ramp((76, 92, 124)), gloss=0.1),
    "plaster": Material(((150, 124, 104), (236, 218, 186), (252, 242, 222), (255, 255, 246))),
    "copper": Material(((20, 84, 84), (52, 156, 146), (124, 206, 190), (226, 250, 240)), gloss=0.3),
    "gold": Material(((126, 78, 14), (226, 170, 48), (255, 222, 110), (255, 252, 220)), gloss=0.6),
    "banner": Material(ramp((204, 42, 40), light=0.15)),
    "oak": Material(ramp((136, 88, 48))),
    "boards": Material(ramp((178, 96, 60))),
    "thatch": Material(ramp((206, 160, 76), light=0.25)),
    "sheaf": Material(ramp((232, 186, 70))),
    "twine": Material(ramp((150, 84, 40))),
    "dark": Material(((14, 9, 8), (36, 24, 18), (58, 40, 30), (80, 60, 44))),
    "night": Material(((8, 6, 10), (18, 14, 20), (34, 28, 36), (50, 44, 54))),
    "glass": Material(((214, 150, 66), (255, 206, 104), (255, 232, 160), (255, 250, 220))),
    "felt": Material(((142, 116, 92), (234, 218, 188), (252, 244, 226), (255, 255, 248))),
    "trim": Material(ramp((186, 58, 44))),
    "teal": Material(ramp((44, 128, 132))),
    "fire": Material(((232, 84, 20), (255, 150, 30), (255, 214, 80), (255, 250, 200))),
    "earth": Material(ramp((150, 130, 96))),
    "rock": Material(((54, 50, 60), (126, 122, 130), (184, 182, 188), (236, 236, 242))),
    "snow": Material(((148, 164, 194), (226, 234, 244), (252, 253, 255), (255, 255, 255))),
}


def battlements(radius: float, height: float, count: int, turn: float = 0) -> list[Part]:
    """A ring of merlons on top of a round tower."""
    width = 2 * math.pi * radius / count * 0.56
    merlon = box(3.6, width, 6.5, 0.8)
    parts = []
    for index in range(count):
        angle = 360 / count * index + turn
        across, along = radius * math.cos(math.radians(angle)), radius * math.sin(math.radians(angle))
        parts.append(Part(merlon.rotated("z", angle).moved(across, along, height), "tower stone"))
    return parts


def tower(x: float, y: float, radius: float, height: float, roof: float = 0) -> list[Part]:
    """A round tower with battlements, and a pointed roof if `roof` is its height."""
    parts = [
        Part(cone(radius + 1.2, radius, height, 0.8), "tower stone"),
        Part(cone(radius, radius + 2.6, 4, 0.6).moved(z=height - 4), "tower stone"),
        Part(cone(radius + 2.6, radius + 2.6, 4, 0.8).moved(z=height), "tower stone"),
        *battlements(radius + 0.8, height + 3.5, 8, 22),
        Part(arch(4, 10, 3).moved(y=-radius - 0.2, z=height * 0.55), "dark"),
    ]
    if roof:
        parts.append(Part(cone(radius + 0.5, 0.3, roof, 0.8).moved(z=height + 4), "slate"))
    return [Part(part.solid.moved(x, y), part.material) for part in parts]


def flag(x: float, y: float, z: float, pole: float, length: float) -> list[Part]:
    return [
        Part(cone(1.2, 0.9, pole, 0.3).moved(x, y, z), "oak"),
        Part(pennant(length, length * 0.62).moved(x, y, z + pole - length * 0.34), "banner"),
    ]


def curtain_wall(width: float, x: float, y: float, height: float) -> list[Part]:
    """A wall with merlons, running from left to right."""
    count = max(2, round(width / 9))
    merlons = [
        box(5, 6, 6, 0.8).moved((index + 0.5) * width / count - width / 2, 0, height - 0.5)
        for index in range(count)
    ]
    parts = [
        Part(box(width, 7, height, 0.8), "castle stone"),
        *(Part(merlon, "castle stone") for merlon in merlons),
    ]
    return [Part(part.solid.moved(x, y), part.material) for part in parts]


def gatehouse(height: float) -> list[Part]:
    return [
        Part(box(30, 16, height, 1).moved(y=-30), "castle stone"),
        *curtain_wall(30, 0, -38, height)[1:],
        Part(arch(19, 26, 4).moved(y=-38.2), "tower stone"),
        Part(arch(14, 22, 6).moved(y=-38.4), "dark"),
    ]


def castle() -> list[Part]:
    """Four round towers, curtain walls, a gatehouse and a keep with a red pennant."""
    side = Part(box(7, 62, 27, 0.8), "castle stone")
    return [
        *tower(-36, 26, 9.5, 46),
        *tower(36, 26, 9.5, 46),
        *curtain_wall(66, 0, 28, 27),
        Part(side.solid.moved(x=-37), side.material),
        Part(side.solid.moved(x=37), side.material),
        Part(box(34, 30, 56, 1).moved(y=6), "tower stone"),
        *[Part(box(7, 5, 7, 0.8).moved(x, -8, 55), "tower stone") for x in (-13.5, 0, 13.5)],
        *[Part(box(7, 5, 7, 0.8).moved(x, 20, 55), "tower stone") for x in (-13.5, 0, 13.5)],
        *[Part(box(5, 7, 7, 0.8).moved(x, 6, 55), "tower stone") for x in (-14.5, 14.5)],
        Part(arch(5, 11, 3).moved(y=-9.5, z=38), "dark"),
        *flag(0, 8, 55, 32, 19),
        *curtain_wall(24, -26, -28, 27),
        *curtain_wall(24, 26, -28, 27),
        *gatehouse(33),
        *tower(-36, -28, 10.5, 40),
        *tower(36, -28, 10.5, 40),
    ]


def onion_dome(radius: float, height: float) -> Solid:
    """An onion dome, standing on z = 0."""

    def distance(x: Array, y: Array, z: Array) -> Array:
        up = np.clip(z / height, 0, 1)
        profile = radius * (0.80 + 1.5 * up - 3.0 * up * up + 0.72 * up * up * up)
        side = (solids.length(x, y) - profile) * 0.55
        return soft_max(side, np.abs(z - height / 2) - height / 2, 0.6)

    return Solid(distance, (-radius * 1.1, -radius * 1.1, 0), (radius * 1.1, radius * 1.1, height))


def capitol() -> list[Part]:
    """A grander castle: a golden dome on a drum of columns, golden tower roofs and two banners."""
    columns = []
    for index in range(10):
        angle = math.radians(36 * index + 10)
        columns.append(
            Part(cone(2, 2, 16, 0.4).moved(19 * math.cos(angle), 8 + 19 * math.sin(angle), 52), "plaster")
        )
    roofed_towers = [(-36, 28, 9.5, 48), (36, 28, 9.5, 48), (-38, -28, 10.5, 42), (38, -28, 10.5, 42)]
    parts = [
        *curtain_wall(66, 0, 28, 30),
        Part(box(7, 62, 30, 0.8).moved(x=-37), "castle stone"),
        Part(box(7, 62, 30, 0.8).moved(x=37), "castle stone"),
        Part(box(56, 44, 46, 1.5).moved(y=8), "plaster"),
        Part(box(61, 49, 5, 1.2).moved(y=8, z=45), "plaster"),
        Part(cone(17, 17, 18, 1).moved(y=8, z=50), "dark"),
        *columns,
        Part(cone(22.5, 22.5, 4.5, 1).moved(y=8, z=67), "plaster"),
        Part(ball(43, 43, 46).moved(z=70).cut(box(99, 99, 70, 0), 0.6).moved(y=8), "gold"),
        Part(cone(5, 4, 7, 0.8).moved(y=8, z=91), "plaster"),
        Part(cone(5.5, 0.3, 9, 0.5).moved(y=8, z=98), "gold"),
        *flag(0, 8, 104, 16, 16),
        *curtain_wall(24, -26, -28, 30),
        *curtain_wall(24, 26, -28, 30),
        *gatehouse(37),
        *[part for x, y, radius, height in roofed_towers for part in tower(x, y, radius, height)],
        *[
            Part(cone(radius + 0.8, 0.3, 24, 0.8).moved(x, y, height + 4), "gold")
            for x, y, radius, height in roofed_towers
        ],
    ]
    for x in (-19, 19):
        parts.append(Part(box(9, 1.5, 19, 0.4).moved(x * 1.2, -32.6, 6), "banner"))
    return parts


def palace() -> list[Part]:
    """A wide, light building: an arcade, onion domes of green copper and two slim minarets."""
    parts = [
        Part(box(104, 58, 6, 1.5), "plaster"),
        Part(box(88, 40, 30, 1.5).moved(y=4, z=5), "plaster"),
        Part(box(93, 45, 4, 1).moved(y=4, z=33), "trim"),
        Part(box(40, 34, 20, 1.5).moved(y=6, z=36), "plaster"),
        Part(box(44, 38, 3.5, 1).moved(y=6, z=55), "trim"),
        Part(cone(15, 15, 6, 0.8).moved(y=6, z=58), "plaster"),
        Part(onion_dome(17, 34).moved(y=6, z=63), "copper"),
        Part(ball(6, 6, 6).moved(y=6, z=97), "gold"),
        Part(cone(1.2, 0.5, 12, 0.3).moved(y=6, z=98), "gold"),
        *[Part(arch(9.5, 20, 3).moved(x, -16.3, 7), "dark") for x in (-36, -22, 22, 36)],
        Part(arch(21, 31, 4).moved(y=-17, z=5), "plaster"),
        Part(arch(15, 26, 6).moved(y=-17, z=5), "dark"),
        *[Part(arch(6, 13, 3).moved(x, -11.3, 39), "glass") for x in (-12, 0, 12)],
    ]
    for x in (-31, 31):
        parts += [
            Part(cone(9, 9, 5, 0.8).moved(x, 4, 36), "plaster"),
            Part(onion_dome(10.5, 21).moved(x, 4, 40), "copper"),
            Part(ball(4.5, 4.5, 4.5).moved(x, 4, 61), "gold"),
        ]
    for x in (-49, 49):
        parts += [
            Part(cone(5, 4, 62, 0.8).moved(x, -14), "plaster"),
            Part(cone(6, 6, 3.5, 0.8).moved(x, -14, 50), "trim"),
            Part(onion_dome(5.5, 13).moved(x, -14, 61), "copper"),
            Part(ball(3.2, 3.2, 3.2).moved(x, -14, 74.5), "gold"),
        ]
    return parts


def sheaf(x: float, y: float) -> list[Part]:
    """A sheaf of wheat, narrow where it is bound, with the ears spread out above."""
    parts = [
        Part(cone(6, 3.2, 9, 0.8), "thatch"),
        Part(cone(3.2, 5, 6, 0.8).moved(z=9), "thatch"),
        Part(cone(4.4, 4.4, 2.6, 0.8).moved(z=7.6), "twine"),
    ]
    for index in range(9):
        ear = ball(4.2, 4.2, 12).moved(z=17).rotated("y", 24 if index else 0).rotated("z", 45 * index)
        parts.append(Part(ear.moved(z=1 if index else 5), "sheaf"))
    return [Part(part.solid.scaled(1.1).moved(x, y), part.material) for part in parts]


def silo() -> list[Part]:
    """A tall round granary with a pointed thatched roof, a smaller one next to it, a ladder and sheaves."""
    rungs = [box(9, 1.6, 1.6, 0.3).moved(z=6 * index + 5) for index in range(9)]
    rails = [box(1.8, 1.8, 60, 0.4).moved(x=x) for x in (-4.5, 4.5)]
    return [
        Part(cone(17, 17, 38, 1).moved(x=26, y=12), "boards"),
        Part(cone(22, 0.5, 26, 1.2).moved(x=26, y=12, z=37), "thatch"),
        Part(cone(25, 24, 64, 1).moved(x=-10, y=4), "boards"),
        *[Part(cone(25.8, 25.6, 3, 0.8).moved(-10, 4, z), "twine") for z in (10, 33, 56)],
        Part(cone(31, 1, 38, 1.5).moved(x=-10, y=4, z=62), "thatch"),
        Part(ball(7, 7, 8).moved(x=-10, y=4, z=100), "gold"),
        Part(arch(13, 17, 3).moved(x=-10, y=-20.5, z=36), "dark"),
        *[Part(rung.rotated("x", -6).moved(x=-22, y=-28), "oak") for rung in rungs],
        *[Part(rail.rotated("x", -6).moved(x=-22, y=-28), "oak") for rail in rails],
        *sheaf(10, -27),
        *sheaf(25, -20),
        *sheaf(22, -36),
    ]


def yurt(x: float, y: float, size: float, band: str) -> list[Part]:
    """A round felt tent with a patterned band, a low roof and a smoke ring."""
    parts = [
        Part(cone(26, 25, 22, 2), "felt"),
        Part(cone(26.4, 26.2, 5, 0.8).moved(z=15), band),
        Part(cone(28, 6, 17, 2).moved(z=21), "felt"),
        Part(cone(28.6, 25.5, 3, 0.8).moved(z=20.5), band),
        Part(cone(7, 5.5, 4, 1).moved(z=36), "oak"),
        Part(arch(16, 22, 4).moved(y=-25, z=0), band),
        Part(arch(10.5, 18, 6).moved(y=-25.4, z=0), "dark"),
    ]
    return [Part(part.solid.scaled(size).moved(x, y), part.material) for part in parts]


def nomad_camp() -> list[Part]:
    """Two yurts, a pointed tent, a campfire between them and a pennant."""
    stones = []
    for index in range(8):
        angle = math.radians(45 * index)
        stones.append(
            Part(ball(7, 7, 6).moved(8 + 11 * math.cos(angle), -40 + 11 * math.sin(angle), 2), "rock")
        )
    logs = [
        cone(2.2, 2.2, 17, 0.6).moved(z=-8.5).rotated("y", 90).rotated("z", turn).moved(8, -40, 4)
        for turn in (30, -35, 95)
    ]
    return [
        *yurt(26, 22, 0.92, "teal"),
        Part(pyramid(38, 38, 50, 1.5).rotated("z", 38).moved(-36, 24), "trim"),
        Part(cone(1.3, 1.3, 10, 0.3).moved(-36, 24, 46), "oak"),
        *yurt(-17, -16, 1.0, "trim"),
        *stones,
        *[Part(log, "oak") for log in logs],
        Part(ball(11, 11, 22).moved(8, -40, 11), "fire"),
        Part(ball(7, 7, 15).moved(4, -42, 8), "fire"),
        Part(ball(7, 7, 14).moved(13, -41, 8), "fire"),
        *flag(-46, -26, 0, 56, 21),
    ]


def crag(width: float, depth: float, height: float, turn: float, lean: float = 0) -> Solid:
    """A faceted rock: a pyramid cut by a few slanted planes."""
    slopes = ((20, 0.8), (95, 1.0), (160, 0.9), (235, 0.85), (300, 1.0))
    planes = [
        (math.cos(math.radians(angle + turn)), math.sin(math.radians(angle + turn)), steep)
        for angle, steep in slopes
    ]

    def distance(x: Array, y: Array, z: Array) -> Array:
        nearest = -z
        for cos, sin, steep in planes:
            side = (x - lean * z) / width * 2 * cos + y / depth * 2 * sin
            nearest = soft_max(nearest, (side + z / height * steep - 1) * min(width, depth) / 2 * 0.6, 1.2)
        return soft_max(nearest, z - height * 1.05, 1)

    reach = 1.5
    return Solid(
        distance,
        (-width / 2 * reach, -depth / 2 * reach, 0),
        (width / 2 * reach, depth / 2 * reach, height * 1.1),
    )


def cave() -> list[Part]:
    """A pile of rocks with a wide black cave mouth and boulders in front."""
    mouth = arch(42, 37, 90).moved(y=-40, z=-1)
    rocks = (
        (-27, 4, 62, 66, 62, 10),
        (28, 2, 60, 64, 68, 52),
        (0, 8, 74, 60, 84, 27),
        (-4, -16, 66, 40, 56, 75),
    )
    boulders = (
        (-33, -38, 20, 22),
        (35, -36, 24, 26),
        (-47, -22, 18, 20),
        (23, -46, 12, 11),
        (48, -18, 16, 20),
        (-21, -47, 10, 9),
    )
    snow = crag(74, 60, 84, 27).clipped_to(box(200, 200, 60, 0).moved(z=64), 1.5)
    return [
        *[
            Part(crag(width, depth, height, turn).moved(x, y).cut(mouth, 2.5), "rock")
            for x, y, width, depth, height, turn in rocks
        ],
        Part(Solid(lambda x, y, z: snow.distance(x, y, z) - 0.7, snow.low, snow.high).moved(0, 8), "snow"),
        Part(arch(44, 39, 8).moved(y=-6, z=0), "night"),
        Part(box(42, 46, 1.5, 0.5).moved(y=-24), "night"),
        *[
            Part(crag(width, width, height, width * 7).moved(x, y), "rock")
            for x, y, width, height in boulders
        ],
    ]


LANDMARKS = {
    "castle": (castle, 0.95, (0.0, 0.0, 14.0)),
    "capitol": (capitol, 1.0, (0.0, 0.0, 20.0)),
    "palace": (palace, 0.98, (0.0, 0.0, 16.0)),
    "silo": (silo, 1.0, (2.0, 0.0, 28.0)),
    "nomad": (nomad_camp, 0.96, (-2.0, 0.0, 12.0)),
    "cave": (cave, 0.92, (0.0, 0.0, 22.0)),
}
"""For each landmark: model, scale, and the point of the model at the hex center."""


def make() -> None:
    sprites = []
    for name, (build, size, center_point) in LANDMARKS.items():
        shape = solids.model(solids.scale_parts(build(), size), CAMERA, TEXTURES)
        image, (left, top) = solids.colorize(shape, MATERIALS)
        x, y = shape.project(center_point)
        sprites.append(kit.Sprite(name, image, (x - left, y - top)))
    kit.pack("landmarks", sprites, width=512)
