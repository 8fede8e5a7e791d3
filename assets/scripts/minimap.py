"""A small painted map: ground, rims, props, houses, landmarks and coins. The card drawings and terrain cards are made of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from brush import GOLD, GOLD_LIGHT, INK, Brush, Colour, Point, blur, coin, hexagon, mix, to_mask, values
from kit import COLOURS, SCALE, chance, octaves, reduce, shade
from PIL import Image, ImageChops

Hex = tuple[int, int]

LETTERS = {
    "G": "grass",
    "C": "canyon",
    "D": "desert",
    "L": "flower",
    "F": "forest",
    "U": "swamp",
    "A": "farmland",
    "W": "water",
    "M": "mountain",
}
"""Terrain by the letters of the board files."""

LANDMARKS = "SPN1"
"""Castle, palace, nomad camp and location, as in the board files; they stand on sand."""

OUTSIDE = "."
"""A hex beyond the board's edge."""

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
    return dark + (light - dark) * tone


@cache
def wobble() -> np.ndarray:
    """Noise that makes the rims of regions irregular, in -0.5..0.5."""
    return octaves(TEXTURE[1] * SCALE, TEXTURE[0] * SCALE, (40, 14), "wobble").astype(np.float32) - 0.5


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
    """A short row of ears."""
    for step in range(-3, 4):
        ear = x + step * u * 0.055
        brush.line([(ear, y), (ear + u * 0.012, y - u * 0.1)], u * 0.02, (150, 104, 34))
        brush.line(
            [(ear + u * 0.012, y - u * 0.1), (ear + u * 0.02, y - u * 0.15)],
            u * 0.044,
            (250, 218, 116) if (step + int(tone * 4)) % 2 else (232, 188, 80),
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
    """How a prop covers a hex: rings of places by count, and how dark its shadow is."""

    prop: Prop
    count: int
    shadow: float
    spread: float = 0.4


GROWTH = {
    "grass": Growth(tuft, 6, 0),
    "canyon": Growth(mesa, 2, 0.5, 0.26),
    "desert": Growth(dune, 2, 0, 0.26),
    "flower": Growth(blossom, 30, 0, 0.42),
    "forest": Growth(tree, 12, 0.5, 0.44),
    "swamp": Growth(reed, 3, 0.2, 0.3),
    "farmland": Growth(wheat, 6, 0.15, 0.3),
    "water": Growth(wave, 3, 0, 0.3),
    "mountain": Growth(peak, 2, 0.5, 0.2),
}


def places(terrain: str, x: float, y: float, u: float, seed: object) -> Iterator[tuple[float, float, float]]:
    """Where the props of a hex stand, spread evenly by a sunflower spiral with a little chance, and a tone for each."""
    growth, dice = GROWTH[terrain], chance("places", terrain, seed)
    turn = dice.random_sample() * 6.283
    for number in range(growth.count):
        reach = math.sqrt((number + 0.5) / growth.count) * growth.spread * u
        angle = turn + number * 2.39996
        stray = (dice.random_sample(2) - 0.5) * u * 0.08
        yield x + reach * math.cos(angle) + stray[0], y + reach * math.sin(angle) * 1.05 + stray[1], float(dice.random_sample())


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
    brush.disc(x, y, u * 0.4, GOLD_DARKER)
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


GOLD_DARKER: Colour = (150, 104, 28)
BUILDINGS: dict[str, Callable[[Brush, float, float, float], None]] = {"S": castle, "P": palace, "N": camp, "1": location}

PIECES = {"o": "orange", "H": "orange", "$": "orange", "b": "blue", "k": "black", "w": "white"}
"""Letters of the piece grid that put a house: o plain, H lit, $ lit and earning; b, k, w rivals."""
LIT = "H$*+"
EARNING = "$+"


@dataclass(frozen=True)
class Scene:
    """What a card shows: the land and what stands on it, two letter grids of the same shape, and marks drawn on top.

    Pieces: see PIECES; `*` lights an empty hex or a landmark, `+` does the same with a coin on it. With `dim` all that is not lit darkens.
    """

    land: tuple[str, ...]
    pieces: tuple[str, ...]
    hex: float = 34
    dim: bool = False
    marks: tuple[Callable[[MapPainter], None], ...] = ()


class MapPainter:
    """Paints one scene over a whole picture; hexes beyond the grid repeat the nearest ones, so the map bleeds off every edge."""

    def __init__(self, scene: Scene, width: int, height: int, seed: object) -> None:
        self.scene, self.u, self.seed = scene, scene.hex, seed
        self.width, self.height = width, height
        self.rows, self.columns = len(scene.land), len(scene.land[0])
        self.size = (width * SCALE, height * SCALE)

    def centre(self, hex_: Hex) -> Point:
        row, column = hex_
        x = self.width / 2 + (column + 0.5 * (row % 2) - (self.columns - 0.5) / 2) * self.u
        return x, self.height / 2 + (row - (self.rows - 1) / 2) * self.u * math.sqrt(0.75)

    def land(self, hex_: Hex) -> str:
        row = min(max(hex_[0], 0), self.rows - 1)
        return self.scene.land[row][min(max(hex_[1], 0), self.columns - 1)]

    def piece(self, hex_: Hex) -> str:
        return self.scene.pieces[hex_[0]][hex_[1]]

    def hexes(self, beyond: int = 0) -> Iterator[Hex]:
        """All hexes from top left to bottom right, and so many more on every side."""
        for row in range(-beyond, self.rows + beyond):
            for column in range(-beyond, self.columns + beyond):
                yield row, column

    def area(self, hexes: Iterable[Hex], grow: float = 0.6) -> Image.Image:
        """A mask of hexes; grown a little, so that neighbours melt together."""
        brush = Brush.mask(self.size)
        for hex_ in hexes:
            brush.polygon(hexagon(*self.centre(hex_), self.u + grow), 255)
        return brush.picture

    def paint(self) -> Image.Image:
        """The finished picture at its final size, square corners."""
        picture = self.paint_ground()
        self.paint_grid(picture)
        self.paint_props(picture)
        self.paint_light(picture)
        self.paint_pieces(picture)
        self.brush = Brush(picture)
        for mark in self.scene.marks:
            mark(self)
        self.paint_coins()
        return reduce(picture)

    def terrain(self, hex_: Hex) -> str:
        letter = self.land(hex_)
        return "outside" if letter == OUTSIDE else LETTERS.get(letter, "sand")

    def texture(self, terrain: str) -> np.ndarray:
        return ground(terrain)[: self.size[1], : self.size[0]]

    def paint_ground(self) -> Image.Image:
        """Every region inset a little on sand, with an irregular rim; water with a line of foam."""
        result = self.texture("sand").copy()
        regions: dict[str, list[Hex]] = {}
        for hex_ in self.hexes(beyond=2):
            regions.setdefault(self.terrain(hex_), []).append(hex_)
        for terrain, hexes in sorted(regions.items()):
            if terrain != "sand":
                self.lay(result, terrain, self.area(hexes))
        return Image.fromarray(np.clip(result, 0, 255).astype(np.uint8), "RGB")

    def lay(self, result: np.ndarray, terrain: str, mask: Image.Image) -> None:
        inner = values(blur(mask, self.u * 0.09)) + wobble()[: self.size[1], : self.size[0]] * 0.16
        cover = np.clip((inner - 0.62) * 14, 0, 1)[..., None]
        depth = np.clip((inner - 0.62) / 0.36, 0, 1)[..., None]
        colour = self.texture(terrain)
        if terrain == "water":
            far = np.clip(values(blur(mask, self.u * 0.5)) * 2 - 0.9, 0, 1)[..., None]
            foam = np.clip(1 - np.abs(inner - 0.74) * 12, 0, 1)[..., None]
            colour = colour * (1.12 - 0.24 * far)
            colour = colour + (np.array((206, 232, 250), dtype=np.float32) - colour) * (0.75 * foam)
        elif terrain != "outside":
            colour = colour * (0.8 + 0.22 * depth)
        result += (colour - result) * cover

    def paint_grid(self, picture: Image.Image) -> None:
        lines = Brush.mask(self.size)
        for hex_ in self.hexes(beyond=1):
            if self.land(hex_) != OUTSIDE:
                corners = hexagon(*self.centre(hex_), self.u)
                lines.line([*corners, corners[0]], 0.7, 255)
        picture.paste((36, 24, 10), (0, 0), lines.picture.point(lambda a: int(a * 0.24)))

    def paint_props(self, picture: Image.Image) -> None:
        """Props sorted by their feet; a hex with a piece keeps only low ones, so that the piece is seen."""
        standing: list[tuple[float, float, float, str]] = []
        for hex_ in self.hexes(beyond=1):
            terrain = self.terrain(hex_)
            if terrain not in GROWTH:
                continue
            x, y = self.centre(hex_)
            for px, py, tone in places(terrain, x, y + self.u * 0.12 * (GROWTH[terrain].shadow > 0), self.u, (self.seed, hex_)):
                if not (self.occupied(hex_) and math.hypot(px - x, (py - y)) < self.u * (0.5 if GROWTH[terrain].shadow else 0.2)):
                    standing.append((py, px, tone, terrain))
        shadows, brush = Brush.mask(self.size), Brush(picture)
        for y, x, _, terrain in standing:
            if GROWTH[terrain].shadow:
                shadows.ellipse(x + self.u * 0.08, y, self.u * 0.17, self.u * 0.07, int(255 * GROWTH[terrain].shadow))
        picture.paste((16, 14, 10), (0, 0), blur(shadows.picture, self.u * 0.025))
        for y, x, tone, terrain in sorted(standing):
            GROWTH[terrain].prop(brush, x, y, self.u, tone)

    def occupied(self, hex_: Hex) -> bool:
        row, column = hex_
        return 0 <= row < self.rows and 0 <= column < self.columns and self.piece(hex_) in PIECES

    def lit(self) -> list[Hex]:
        return [h for h in self.hexes() if self.piece(h) in LIT]

    def paint_light(self, picture: Image.Image) -> None:
        """A warm outline and faint fill around what earns; the rest darkens if the scene says so."""
        lit = self.lit()
        if not lit:
            return
        mask = self.area(lit)
        soft = blur(mask, self.u * 0.03)
        if self.scene.dim:
            picture.paste((30, 22, 34), (0, 0), ImageChops.invert(soft).point(lambda a: int(a * 0.4)))
        halo = values(blur(mask, self.u * 0.12))
        edge = values(soft)
        ring = np.clip(1.35 - np.abs(edge - 0.5) * 3.0, 0, 1)
        picture.paste((255, 214, 96), (0, 0), to_mask(halo * 0.15 + np.clip(0.5 - np.abs(halo - 0.5), 0, 1) * 0.9))
        picture.paste((255, 240, 178), (0, 0), to_mask(ring))

    def paint_pieces(self, picture: Image.Image) -> None:
        """Houses and landmarks with their shadows, from back to front."""
        shadows, brush = Brush.mask(self.size), Brush(picture)
        standing = [h for h in self.hexes(beyond=1) if self.land(h) in LANDMARKS or self.occupied(h)]
        for hex_ in standing:
            x, y = self.centre(hex_)
            shadows.ellipse(x + self.u * 0.13, y + self.u * 0.24, self.u * 0.36, self.u * 0.17, 190)
        picture.paste((16, 10, 4), (0, 0), blur(shadows.picture, self.u * 0.05))
        for hex_ in standing:
            x, y = self.centre(hex_)
            letter = self.land(hex_)
            if letter in BUILDINGS:
                BUILDINGS[letter](brush, x, y, self.u)
            else:
                house(brush, x, y, self.u, COLOURS[PIECES[self.piece(hex_)]])

    def paint_coins(self) -> None:
        """A coin at the upper right of each hex that earns."""
        for hex_ in self.hexes():
            if self.piece(hex_) in EARNING:
                x, y = self.centre(hex_)
                coin(self.brush, x + self.u * 0.27, y - self.u * 0.26, max(6.0, self.u * 0.21))
