"""A small painted map: ground, rims, props, houses, landmarks and coins. The card drawings and terrain cards
are made of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from brush import Brush, Point, blur, coin, hexagon, to_mask, values
from kit import SCALE, octaves, reduce
from PIL import Image, ImageChops
from scenery import GROWTH, TEXTURE, building, ground, house, places

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


@cache
def wobble() -> np.ndarray:
    """Noise that makes the rims of regions irregular, in -0.5..0.5."""
    return octaves(TEXTURE[1] * SCALE, TEXTURE[0] * SCALE, (40, 14), "wobble").astype(np.float32) - 0.5


PIECES = {"o": "orange", "H": "orange", "$": "orange", "k": "black"}
"""Letters of the piece grid that put a house: o plain, H lit, $ lit and earning; k a rival's, black because
blue is as dark as orange."""
LIT = "H$*+"
EARNING = "$+"


@dataclass(frozen=True)
class Scene:
    """What a card shows: the land and what stands on it, two letter grids of the same shape, and marks drawn
    on top.

    Pieces: see PIECES; `*` lights an empty hex or a landmark, `+` does the same with a coin on it. With `dim`
    all that is not lit darkens.
    """

    land: tuple[str, ...]
    pieces: tuple[str, ...]
    hex: float = 34
    dim: bool = False
    marks: tuple[Callable[[MapPainter], None], ...] = ()


class MapPainter:
    """Paints one scene over a whole picture; hexes beyond the grid repeat the nearest ones, so the map bleeds
    off every edge."""

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
        """Only as far as the region, its blurred edge included, reaches."""
        left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
        reach = math.ceil(self.u * SCALE * (2 if terrain == "water" else 0.4))
        box = max(0, left - reach), max(0, top - reach), right + reach, bottom + reach
        box = (*box[:2], min(box[2], self.size[0]), min(box[3], self.size[1]))
        part = slice(box[1], box[3]), slice(box[0], box[2])
        mask, result = mask.crop(box), result[part]
        inner = values(blur(mask, self.u * 0.09)) + wobble()[part] * 0.16
        cover = np.clip((inner - 0.62) * 14, 0, 1)[..., None]
        colour = self.texture(terrain)[part]
        if terrain == "water":
            far = np.clip(values(blur(mask, self.u * 0.5)) * 2 - 0.9, 0, 1)[..., None]
            foam = np.clip(1 - np.abs(inner - 0.74) * 12, 0, 1)[..., None]
            colour = colour * (1.12 - 0.24 * far)
            colour += (np.array((206, 232, 250), dtype=np.float32) - colour) * (0.75 * foam)
        elif terrain != "outside":
            depth = np.clip((inner - 0.62) / 0.36, 0, 1)[..., None]
            colour = colour * (0.8 + 0.22 * depth)
        colour = colour - result
        colour *= cover
        result += colour

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
            growth = GROWTH[terrain]
            for px, py, tone in places(
                terrain, x, y + self.u * 0.12 * growth.tall, self.u, (self.seed, hex_)
            ):
                if not (
                    self.occupied(hex_)
                    and math.hypot(px - x, py - y) < self.u * (0.5 if growth.tall else 0.2)
                ):
                    standing.append((py, px, tone, terrain))
        brush = Brush(picture)
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
            outside = self.area(h for h in self.hexes(beyond=2) if self.land(h) == OUTSIDE)
            bright = ImageChops.lighter(soft, blur(outside, self.u * 0.03))
            picture.paste((30, 22, 34), (0, 0), ImageChops.invert(bright).point(lambda a: int(a * 0.35)))
        halo = values(blur(mask, self.u * 0.12))
        edge = values(soft)
        ring = np.clip(1.35 - np.abs(edge - 0.5) * 3.0, 0, 1)
        picture.paste(
            (255, 214, 96), (0, 0), to_mask(halo * 0.15 + np.clip(0.5 - np.abs(halo - 0.5), 0, 1) * 0.9)
        )
        picture.paste((255, 240, 178), (0, 0), to_mask(ring))

    def paint_pieces(self, picture: Image.Image) -> None:
        """Houses and landmarks with their shadows, from back to front."""
        brush = Brush(picture)
        for hex_ in self.hexes(beyond=1):
            x, y = self.centre(hex_)
            if self.land(hex_) in LANDMARKS:
                building(brush, self.land(hex_), x, y, self.u)
            elif self.occupied(hex_):
                house(brush, x, y, self.u, PIECES[self.piece(hex_)])

    def paint_coins(self) -> None:
        """A coin at the upper right of each hex that earns."""
        for hex_ in self.hexes():
            if self.piece(hex_) in EARNING:
                x, y = self.centre(hex_)
                coin(self.brush, x + self.u * 0.27, y - self.u * 0.26, max(6.0, self.u * 0.21))
