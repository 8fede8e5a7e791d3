"""What stands in a landscape: grounds, props of each terrain, wooden houses and landmarks, drawn with a brush at any size."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from brush import GOLD, GOLD_DARK, GOLD_LIGHT, INK, Brush, Colour, mix
from kit import SCALE, chance, octaves, shade

GROUND: dict[str, tuple[Colour, Colour]] = {
    "grass": ((92, 146, 54), (122, 174, 72)),
    "canyon": ((122, 62, 40), (168, 98, 64)),
    "desert": ((212, 168, 84), (238, 206, 124)),
    "flower": ((134, 156, 84), (172, 186, 116)),
    "forest": ((20, 66, 38), (38, 92, 52)),
    "swamp": ((74, 86, 58), (112, 120, 78)),
    "farmland": ((196, 150, 58), (226, 186, 84)),
    "water": ((30, 88, 154), (62, 130, 196)),
    "mountain": ((104, 102, 112), (142, 138, 146)),
    "sand": ((206, 188, 142), (228, 212, 170)),
    "outside": ((208, 190, 150), (222, 206, 168)),
}
"""Dark and light shade of each ground."""

TEXTURE = (248, 200)
"""Largest picture that is painted with a ground, in final pixels."""


@cache
def ground(terrain: str) -> np.ndarray:
    """The bare ground of a terrain as supersampled colours, with noise at three scales."""
    width, height = TEXTURE[0] * SCALE, TEXTURE[1] * SCALE
    cells = (96, 36, 10) if terrain != "desert" else (150, 60, 40)
    tone = octaves(height, width, cells, ("ground", terrain)).astype(np.float32)
    tone = np.clip((tone - 0.5) * 1.9 + 0.5, 0, 1)[..., None]
    dark, light = (np.array(c, dtype=np.float32) for c in GROUND[terrain])
    return np.asarray(dark + (light - dark) * tone)


# Props. Each stands with its foot at (x, y); `u` is the width of a hex.


def tree(brush: Brush, x: float, y: float, u: float, tone: float) -> None:
    """A round conifer: dark skirt, middle, lit top on the left."""
    across, tall = u * 0.115, u * 0.36
    dark = mix((14, 54, 30), (26, 72, 40), tone)
    brush.box(x - u * 0.02, y - u * 0.06, x + u * 0.02, y, (70, 44, 24))
    brush.ellipse(x, y - tall * 0.36, across, tall * 0.34, dark)
    brush.ellipse(x - u * 0.012, y - tall * 0.5, across * 0.84, tall * 0.32, mix((30, 92, 48), (48, 112, 52), tone))
    brush.ellipse(x - u * 0.03, y - tall * 0.66, across * 0.56, tall * 0.24, mix((54, 132, 66), (84, 152, 66), tone))
    brush.ellipse(x - u * 0.045, y - tall * 0.76, across * 0.26, tall * 0.1, (124, 186, 100))


def peak(brush: Brush, x: float, y: float, u: float, tone: float) -> None:
    """A rocky peak with a jagged cap of snow, lit from the left."""
    half, tall = u * 0.29, u * (0.5 + 0.16 * tone)
    lean = x - u * 0.03
    ridge = [(lean, y - tall), (lean + half * 0.22, y - tall * 0.62), (lean + half * 0.06, y - tall * 0.34), (lean + half * 0.2, y)]
    brush.polygon([(x - half, y), (x - half * 0.55, y - tall * 0.46), *ridge], (158, 154, 164))
    brush.polygon([*ridge, (x + half, y), (x + half * 0.6, y - tall * 0.42)], (94, 90, 104))
    brush.polygon(
        [(x - half, y), (x - half * 0.55, y - tall * 0.46), (x - half * 0.35, y - tall * 0.3), (x - half * 0.5, y)], (180, 176, 184)
    )
    snow = y - tall * 0.56
    brush.polygon(
        [
            (lean, y - tall),
            (lean - half * 0.45, snow - tall * 0.02),
            (lean - half * 0.24, snow + tall * 0.02),
            (lean - half * 0.08, snow - tall * 0.1),
            (lean + half * 0.08, snow + tall * 0.06),
            (lean + half * 0.22, y - tall * 0.62),
        ],
        (250, 252, 255),
    )
    brush.polygon(
        [
            (lean, y - tall),
            (lean + half * 0.22, y - tall * 0.62),
            (lean + half * 0.3, snow + tall * 0.05),
            (lean + half * 0.48, snow - tall * 0.02),
        ],
        (192, 204, 224),
    )


def mesa(brush: Brush, x: float, y: float, u: float, tone: float) -> None:
    """A table mountain with strata."""
    half, tall = u * (0.2 + 0.04 * tone), u * 0.24
    layers = 5
    for layer in range(layers):
        low, high = layer / layers, (layer + 1) / layers
        wide, narrow = half * (1 - 0.4 * low), half * (1 - 0.4 * high)
        ink = (176, 92, 58) if layer % 2 else (150, 72, 46)
        brush.polygon(
            [(x - wide, y - tall * low), (x - narrow, y - tall * high), (x + narrow, y - tall * high), (x + wide, y - tall * low)], ink
        )
        brush.polygon(
            [
                (x + wide * 0.25, y - tall * low),
                (x + narrow * 0.25, y - tall * high),
                (x + narrow, y - tall * high),
                (x + wide, y - tall * low),
            ],
            shade(ink, -0.3),
        )
    brush.ellipse(x, y - tall, half * 0.6, u * 0.035, (222, 146, 98))


def blossom(brush: Brush, x: float, y: float, u: float, tone: float) -> None:
    """One flower with a bright heart."""
    petals = ((238, 128, 158), (250, 222, 104), (250, 214, 222), (212, 164, 226), (252, 250, 240))[int(tone * 4.99)]
    radius = u * 0.046
    brush.disc(x + radius * 0.3, y + radius * 0.5, radius, (96, 116, 58))
    brush.disc(x, y, radius, petals)
    brush.disc(x - radius * 0.15, y - radius * 0.15, radius * 0.42, (255, 248, 190) if petals[1] < 200 else (240, 170, 60))


def tuft(brush: Brush, x: float, y: float, u: float, tone: float) -> None:
    """Three blades of grass."""
    ink = (60, 112, 34) if tone < 0.6 else (152, 200, 92)
    for lean in (-0.05, 0.0, 0.05):
        brush.line([(x, y), (x + lean * u, y - u * (0.1 - abs(lean) * 0.6))], u * 0.024, ink)


def dune(brush: Brush, x: float, y: float, u: float, tone: float) -> None:
    """The crest of a dune: a lit back over a shaded hollow."""
    half = u * (0.2 + 0.08 * tone)
    crest = [(x - half, y), (x - half * 0.4, y - u * 0.07), (x + half * 0.1, y - u * 0.075), (x + half * 0.55, y - u * 0.03), (x + half, y)]
    brush.polygon([*crest, (x + half * 0.3, y + u * 0.045), (x - half * 0.3, y + u * 0.03)], (196, 148, 70))
    brush.polygon([*crest[:4], (x + half * 0.15, y - u * 0.01), (x - half * 0.35, y - u * 0.012)], (250, 224, 152))


def reed(brush: Brush, x: float, y: float, u: float, tone: float) -> None:
    """Reeds with brown heads beside a pool."""
    brush.ellipse(x, y, u * 0.16, u * 0.06, (48, 78, 84))
    brush.ellipse(x - u * 0.02, y - u * 0.012, u * 0.11, u * 0.03, (98, 136, 138))
    for number, lean in enumerate((-0.07, 0.0, 0.06)):
        tall = u * (0.2 + 0.07 * ((number + tone * 3) % 2))
        head = (x + lean * u * 1.5, y - tall)
        brush.line([(x + lean * u, y), head], u * 0.02, (150, 162, 84) if number else (62, 84, 40))
        brush.line([head, (head[0], head[1] + u * 0.06)], u * 0.042, (104, 62, 30))


def wheat(brush: Brush, x: float, y: float, u: float, tone: float) -> None:
    """A short row of ears over its furrow."""
    brush.line([(x - u * 0.19, y), (x + u * 0.19, y)], u * 0.035, (168, 118, 40))
    for step in range(-3, 4):
        ear = x + step * u * 0.06
        light = (step + int(tone * 4)) % 2
        brush.line([(ear, y), (ear + u * 0.015, y - u * 0.07)], u * 0.022, (178, 130, 44))
        brush.line(
            [(ear + u * 0.015, y - u * 0.07), (ear + u * 0.025, y - u * 0.125)], u * 0.046, (252, 224, 124) if light else (236, 194, 84)
        )


def wave(brush: Brush, x: float, y: float, u: float, tone: float) -> None:
    """A light ripple."""
    half = u * (0.08 + 0.06 * tone)
    brush.line(
        [(x - half, y), (x - half * 0.3, y - u * 0.025), (x + half * 0.4, y - u * 0.02), (x + half, y + u * 0.01)],
        u * 0.02,
        (118, 176, 226),
    )


Prop = Callable[[Brush, float, float, float, float], None]


@dataclass(frozen=True)
class Growth:
    """How a prop covers a hex: how many, how dark their shadows, how far from the middle (in hex widths), and whether in sown rows."""

    prop: Prop
    count: int
    shadow: float
    spread: float = 0.4
    sown: bool = False


GROWTH = {
    "grass": Growth(tuft, 6, 0),
    "canyon": Growth(mesa, 2, 0.5, 0.26),
    "desert": Growth(dune, 2, 0, 0.26),
    "flower": Growth(blossom, 30, 0, 0.42),
    "forest": Growth(tree, 12, 0.5, 0.44),
    "swamp": Growth(reed, 3, 0.2, 0.3),
    "farmland": Growth(wheat, 10, 0, sown=True),
    "water": Growth(wave, 3, 0, 0.3),
    "mountain": Growth(peak, 2, 0.5, 0.2),
}


def places(terrain: str, x: float, y: float, u: float, seed: object) -> Iterator[tuple[float, float, float]]:
    """Where the props of a hex stand, and a tone for each: sown in rows, or spread evenly by a sunflower spiral with a little chance."""
    growth, dice = GROWTH[terrain], chance("places", terrain, seed)
    turn = dice.random_sample() * 6.283
    for number in range(growth.count):
        stray, tone = (dice.random_sample(2) - 0.5) * u * 0.08, float(dice.random_sample())
        if growth.sown:
            row, half = number // 2, number % 2 - 0.5
            yield x + half * u * (0.4 if row in (1, 2, 3) else 0.2), y + (row - 1.6) * u * 0.19, tone
        else:
            reach = math.sqrt((number + 0.5) / growth.count) * growth.spread * u
            angle = turn + number * 2.39996
            yield x + reach * math.cos(angle) + stray[0], y + reach * math.sin(angle) * 1.05 + stray[1], tone


# Pieces and landmarks, centred on their hex.


def house(brush: Brush, x: float, y: float, u: float, colour: Colour) -> None:
    """The wooden settlement: lit roof, bright front, dark side."""
    w, h = u * 0.34, u * 0.3
    x, y = x - u * 0.02, y + u * 0.04
    front = [(x - w * 0.78, y - h * 0.1), (x - w * 0.78, y + h * 0.75), (x + w * 0.08, y + h), (x + w * 0.08, y + h * 0.16)]
    side = [
        (x + w * 0.08, y + h * 0.16),
        (x + w * 0.08, y + h),
        (x + w * 0.86, y + h * 0.64),
        (x + w * 0.86, y - h * 0.2),
        (x + w * 0.42, y - h * 0.8),
    ]
    roof = [(x - w * 0.4, y - h * 1.08), (x + w * 0.44, y - h * 0.84), (x + w * 0.14, y + h * 0.28), (x - w, y + h * 0.02)]
    eaves = [(x + w * 0.44, y - h * 0.84), (x + w, y - h * 0.12), (x + w * 0.84, y - h * 0.02), (x + w * 0.38, y - h * 0.58)]
    brush.polygon(front, shade(colour, -0.14))
    brush.polygon(side, shade(colour, -0.42))
    brush.polygon(roof, shade(colour, 0.2))
    brush.polygon([roof[0], roof[1], (x + w * 0.39, y - h * 0.68), (x - w * 0.46, y - h * 0.94)], shade(colour, 0.45))
    brush.polygon(eaves, shade(colour, -0.2))


def castle(brush: Brush, x: float, y: float, u: float) -> None:
    """Three towers, a gate and a red flag."""
    y += u * 0.3
    for left, right, tall in ((-0.34, -0.14, 0.46), (0.14, 0.34, 0.46), (-0.15, 0.15, 0.62)):
        top = y - u * tall
        brush.box(x + left * u, top, x + right * u, y, (206, 198, 188))
        brush.box(x + (left + (right - left) * 0.6) * u, top, x + right * u, y, (158, 148, 142))
        tooth = (right - left) * u / 5
        for number in (0, 2, 4):
            brush.box(
                x + left * u + number * tooth,
                top - u * 0.06,
                x + left * u + (number + 1) * tooth,
                top + 0.5,
                (222, 216, 206) if number < 4 else (158, 148, 142),
            )
    brush.box(x - u * 0.07, y - u * 0.2, x + u * 0.07, y, (74, 44, 26), u * 0.06)
    brush.line([(x, y - u * 0.68), (x, y - u * 0.86)], u * 0.03, INK)
    brush.polygon([(x, y - u * 0.87), (x + u * 0.2, y - u * 0.8), (x, y - u * 0.72)], (206, 44, 44))


def location(brush: Brush, x: float, y: float, u: float) -> None:
    """The gold medallion of a location."""
    brush.disc(x, y, u * 0.4, GOLD_DARK)
    brush.disc(x - u * 0.01, y - u * 0.01, u * 0.37, GOLD)
    brush.arc(x, y, u * 0.35, 180, 290, u * 0.03, GOLD_LIGHT)
    brush.disc(x, y, u * 0.3, (246, 236, 212))
    brush.box(x - u * 0.13, y - u * 0.04, x + u * 0.13, y + u * 0.17, (226, 196, 150))
    brush.box(x - u * 0.04, y + u * 0.04, x + u * 0.04, y + u * 0.17, (96, 58, 34))
    brush.polygon([(x - u * 0.2, y - u * 0.02), (x, y - u * 0.21), (x + u * 0.2, y - u * 0.02)], (178, 58, 42))


def palace(brush: Brush, x: float, y: float, u: float) -> None:
    """White walls under two teal domes."""
    y += u * 0.28
    brush.box(x - u * 0.34, y - u * 0.3, x + u * 0.34, y, (240, 232, 218))
    brush.box(x + u * 0.12, y - u * 0.3, x + u * 0.34, y, (196, 184, 170))
    for dome, size in ((-0.22, 0.11), (0.22, 0.11), (0.0, 0.17)):
        brush.disc(x + dome * u, y - u * 0.32, size * u, (36, 116, 122))
        brush.disc(x + dome * u - size * u * 0.25, y - u * 0.32 - size * u * 0.25, size * u * 0.6, (84, 170, 168))
        brush.box(x + (dome - size) * u, y - u * 0.32, x + (dome + size) * u, y - u * 0.2, (240, 232, 218))
        brush.line([(x + dome * u, y - (0.32 + size) * u), (x + dome * u, y - (0.42 + size) * u)], u * 0.03, GOLD)
    brush.disc(x, y - u * 0.1, u * 0.08, (92, 60, 44))
    brush.box(x - u * 0.08, y - u * 0.1, x + u * 0.08, y, (92, 60, 44))


def camp(brush: Brush, x: float, y: float, u: float) -> None:
    """A nomad tent in red and cream."""
    y += u * 0.26
    top = (x, y - u * 0.56)
    edges = [x + share * u for share in (-0.38, -0.22, -0.06, 0.12, 0.26, 0.38)]
    for number, (left, right) in enumerate(pairwise(edges)):
        cloth = (194, 60, 44) if number % 2 == 0 else (246, 232, 200)
        brush.polygon([top, (left, y - u * 0.02 * (number % 2)), (right, y)], shade(cloth, -0.08 * number))
    brush.polygon([(x - u * 0.06, y), (x + 0.03 * u, y - u * 0.3), (x + u * 0.12, y)], (66, 34, 22))
    brush.line([top, (x, y - u * 0.68)], u * 0.03, INK)


BUILDINGS: dict[str, Callable[[Brush, float, float, float], None]] = {"S": castle, "P": palace, "N": camp, "1": location}
