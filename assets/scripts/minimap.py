"""A small painted map with ground, region borders, props, houses, landmarks and coins. The images on cards
and terrain cards are made with it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from brush import Brush, Point, blur, coin, hexagon, to_mask, values
from kit import SCALE, downsample, octaves
from PIL import Image, ImageChops
from scenery import MAX_GROUND_SIZE, PROP_COVER, building, ground, house, prop_positions

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
"""Terrains by the letters of the board files."""

LANDMARKS = "SPN1"
"""Castle, palace, nomad camp and location, as in the board files; they are drawn on sand."""

OUTSIDE = "."
"""A hex outside the board."""


@cache
def border_noise() -> np.ndarray:
    """Noise that makes the borders of regions irregular, in -0.5..0.5."""
    return (
        octaves(MAX_GROUND_SIZE[1] * SCALE, MAX_GROUND_SIZE[0] * SCALE, (40, 14), "wobble").astype(np.float32)
        - 0.5
    )


PIECES = {"o": "orange", "H": "orange", "$": "orange", "k": "black"}
"""Letters of the piece grid that place a house: o plain, H highlighted, $ highlighted with a coin; k an
opponent's house, black because blue is as dark as orange."""
HIGHLIGHTED = "H$*+"
WITH_COIN = "$+"


@dataclass(frozen=True)
class Scene:
    """The map on a card: terrain and pieces as two letter grids of the same shape, and marks drawn on top.

    For the letters of `pieces` see PIECES; `*` highlights an empty hex or a landmark, `+` also puts a coin on
    it. With `dim`, everything that is not highlighted is darkened.
    """

    terrain_rows: tuple[str, ...]
    pieces: tuple[str, ...]
    hex: float = 34
    dim: bool = False
    marks: tuple[Callable[[MapPainter], None], ...] = ()


class MapPainter:
    """Paints a scene over a whole image. Hexes outside the grid repeat the nearest ones, so the map fills
    the image to every edge."""

    def __init__(self, scene: Scene, width: int, height: int, seed: object) -> None:
        self.scene, self.u, self.seed = scene, scene.hex, seed
        self.width, self.height = width, height
        self.rows, self.columns = len(scene.terrain_rows), len(scene.terrain_rows[0])
        self.size = (width * SCALE, height * SCALE)

    def center(self, hex_: Hex) -> Point:
        row, column = hex_
        x = self.width / 2 + (column + 0.5 * (row % 2) - (self.columns - 0.5) / 2) * self.u
        return x, self.height / 2 + (row - (self.rows - 1) / 2) * self.u * math.sqrt(0.75)

    def letter_at(self, hex_: Hex) -> str:
        row = min(max(hex_[0], 0), self.rows - 1)
        return self.scene.terrain_rows[row][min(max(hex_[1], 0), self.columns - 1)]

    def piece(self, hex_: Hex) -> str:
        return self.scene.pieces[hex_[0]][hex_[1]]

    def hexes(self, margin: int = 0) -> Iterator[Hex]:
        """All hexes from top left to bottom right, including `margin` more on every side."""
        for row in range(-margin, self.rows + margin):
            for column in range(-margin, self.columns + margin):
                yield row, column

    def area(self, hexes: Iterable[Hex], grow: float = 0.6) -> Image.Image:
        """A mask of these hexes, slightly enlarged so that adjacent hexes merge."""
        brush = Brush.mask(self.size)
        for hex_ in hexes:
            brush.polygon(hexagon(*self.center(hex_), self.u + grow), 255)
        return brush.image

    def paint(self) -> Image.Image:
        """The finished image at its final size, with square corners."""
        image = self.paint_ground()
        self.paint_grid(image)
        self.paint_props(image)
        self.paint_light(image)
        self.paint_pieces(image)
        self.brush = Brush(image)
        for mark in self.scene.marks:
            mark(self)
        self.paint_coins()
        return downsample(image)

    def terrain(self, hex_: Hex) -> str:
        letter = self.letter_at(hex_)
        return "outside" if letter == OUTSIDE else LETTERS.get(letter, "sand")

    def texture(self, terrain: str) -> np.ndarray:
        return ground(terrain)[: self.size[1], : self.size[0]]

    def paint_ground(self) -> Image.Image:
        """Every region on sand, slightly inset and with an irregular border; water has a line of foam."""
        result = self.texture("sand").copy()
        regions: dict[str, list[Hex]] = {}
        for hex_ in self.hexes(margin=2):
            regions.setdefault(self.terrain(hex_), []).append(hex_)
        for terrain, hexes in sorted(regions.items()):
            if terrain != "sand":
                self.blend_region(result, terrain, self.area(hexes))
        return Image.fromarray(np.clip(result, 0, 255).astype(np.uint8), "RGB")

    def blend_region(self, result: np.ndarray, terrain: str, mask: Image.Image) -> None:
        """Blends a region into the result, limited to the area that its blurred edge can reach."""
        left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
        reach = math.ceil(self.u * SCALE * (2 if terrain == "water" else 0.4))
        box = max(0, left - reach), max(0, top - reach), right + reach, bottom + reach
        box = (*box[:2], min(box[2], self.size[0]), min(box[3], self.size[1]))
        part = slice(box[1], box[3]), slice(box[0], box[2])
        mask, result = mask.crop(box), result[part]
        inner = values(blur(mask, self.u * 0.09)) + border_noise()[part] * 0.16
        cover = np.clip((inner - 0.62) * 14, 0, 1)[..., None]
        color = self.texture(terrain)[part]
        if terrain == "water":
            far = np.clip(values(blur(mask, self.u * 0.5)) * 2 - 0.9, 0, 1)[..., None]
            foam = np.clip(1 - np.abs(inner - 0.74) * 12, 0, 1)[..., None]
            color = color * (1.12 - 0.24 * far)
            color += (np.array((206, 232, 250), dtype=np.float32) - color) * (0.75 * foam)
        elif terrain != "outside":
            depth = np.clip((inner - 0.62) / 0.36, 0, 1)[..., None]
            color = color * (0.8 + 0.22 * depth)
        color = color - result
        color *= cover
        result += color

    def paint_grid(self, image: Image.Image) -> None:
        lines = Brush.mask(self.size)
        for hex_ in self.hexes(margin=1):
            if self.letter_at(hex_) != OUTSIDE:
                corners = hexagon(*self.center(hex_), self.u)
                lines.line([*corners, corners[0]], 0.7, 255)
        image.paste((36, 24, 10), (0, 0), lines.image.point(lambda a: int(a * 0.24)))

    def paint_props(self, image: Image.Image) -> None:
        """Draws the props from back to front; near a piece, props are left out so that the piece stays
        visible."""
        props: list[tuple[float, float, float, str]] = []
        for hex_ in self.hexes(margin=1):
            terrain = self.terrain(hex_)
            if terrain not in PROP_COVER:
                continue
            x, y = self.center(hex_)
            cover = PROP_COVER[terrain]
            for px, py, tone in prop_positions(
                terrain, x, y + self.u * 0.12 * cover.tall, self.u, (self.seed, hex_)
            ):
                if not (
                    self.has_piece(hex_)
                    and math.hypot(px - x, py - y) < self.u * (0.5 if cover.tall else 0.2)
                ):
                    props.append((py, px, tone, terrain))
        brush = Brush(image)
        for y, x, tone, terrain in sorted(props):
            PROP_COVER[terrain].prop(brush, x, y, self.u, tone)

    def has_piece(self, hex_: Hex) -> bool:
        row, column = hex_
        return 0 <= row < self.rows and 0 <= column < self.columns and self.piece(hex_) in PIECES

    def highlighted_hexes(self) -> list[Hex]:
        return [h for h in self.hexes() if self.piece(h) in HIGHLIGHTED]

    def paint_light(self, image: Image.Image) -> None:
        """A warm outline and a faint fill around highlighted hexes; the rest is darkened if the scene asks
        for it."""
        lit = self.highlighted_hexes()
        if not lit:
            return
        mask = self.area(lit)
        soft = blur(mask, self.u * 0.03)
        if self.scene.dim:
            outside = self.area(h for h in self.hexes(margin=2) if self.letter_at(h) == OUTSIDE)
            bright = ImageChops.lighter(soft, blur(outside, self.u * 0.03))
            image.paste((30, 22, 34), (0, 0), ImageChops.invert(bright).point(lambda a: int(a * 0.35)))
        halo = values(blur(mask, self.u * 0.12))
        edge = values(soft)
        ring = np.clip(1.35 - np.abs(edge - 0.5) * 3.0, 0, 1)
        image.paste(
            (255, 214, 96), (0, 0), to_mask(halo * 0.15 + np.clip(0.5 - np.abs(halo - 0.5), 0, 1) * 0.9)
        )
        image.paste((255, 240, 178), (0, 0), to_mask(ring))

    def paint_pieces(self, image: Image.Image) -> None:
        """Houses and landmarks with their shadows, from back to front."""
        brush = Brush(image)
        for hex_ in self.hexes(margin=1):
            x, y = self.center(hex_)
            if self.letter_at(hex_) in LANDMARKS:
                building(brush, self.letter_at(hex_), x, y, self.u)
            elif self.has_piece(hex_):
                house(brush, x, y, self.u, PIECES[self.piece(hex_)])

    def paint_coins(self) -> None:
        """A coin at the upper right of each hex that scores."""
        for hex_ in self.hexes():
            if self.piece(hex_) in WITH_COIN:
                x, y = self.center(hex_)
                coin(self.brush, x + self.u * 0.27, y - self.u * 0.26, max(6.0, self.u * 0.21))
