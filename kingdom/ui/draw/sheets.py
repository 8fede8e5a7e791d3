"""The sprite sheets: every sprite by sheet and name, at its own size or scaled (scaled copies are kept)."""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from kingdom.paths import data_folder
from kingdom.ui.draw import neutral
from kingdom.ui.draw.geometry import Point
from kingdom.ui.draw.lettering import Colour

FORMAT = "kingdom-atlas/1"
SIZES_KEPT = 8
"""How many different scales keep their copies; enough for one window, small enough to forget old window
sizes."""
BYTES_KEPT = 8_000_000
"""What the copies of all scales but the two used last may take: each zoom of a large board is ten
megabytes."""

CARD_SIZE, TOKEN_SIZE = (248, 136), (96, 96)
"""Pixels of the drawings of cards, and of tokens."""


log = logging.getLogger(__name__)


class MissingAsset(LookupError):
    """A sheet or a sprite that the program asks for does not exist."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """One picture of a sheet. The anchor is the point of the picture that goes to the place where it is
    drawn."""

    name: str
    surface: pygame.Surface
    anchor: Point
    points: dict[str, Point] = field(default_factory=dict)

    def place(self, x: float, y: float) -> tuple[int, int]:
        """The top left corner at which to blit so that the anchor lies on (x, y)."""
        return round(x - self.anchor[0]), round(y - self.anchor[1])

    def draw(self, target: pygame.Surface, x: float, y: float) -> pygame.Rect:
        """Blit so that the anchor lies on (x, y)."""
        return target.blit(self.surface, self.place(x, y))


class Sheets:
    """All sheets of a folder, loaded at once."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or data_folder("assets") / "sheets"
        self.folder = folder
        self.hex_width: dict[str, float] = {}
        """The hex width that each sheet's board art is drawn for."""
        self.asked: set[tuple[str, str]] = set()
        """What was ever asked for, so that a test can find sprites that nobody uses."""
        self._sprites: dict[str, dict[str, Sprite]] = {}
        self._neutral: dict[tuple[str, str], Sprite] = {}
        """What was drawn for words without art."""
        self._scaled: OrderedDict[float, dict[tuple[str, str], Sprite]] = OrderedDict()
        self._bytes: dict[float, int] = {}
        atlases = sorted(folder.glob("*.json"))
        if not atlases:
            raise MissingAsset(f"no sprite sheets in {folder}")
        for atlas in atlases:
            self._load(atlas)

    def _load(self, path: Path) -> None:
        try:
            self._read(path)
        except (pygame.error, ValueError, KeyError, TypeError, AttributeError) as error:
            raise MissingAsset(f"{path} or its picture is damaged: {error}") from error

    def _read(self, path: Path) -> None:
        atlas = json.loads(path.read_text(encoding="utf-8"))
        if atlas.get("format") != FORMAT:
            raise MissingAsset(f"{path}: not a {FORMAT} atlas")
        picture_path = path.with_name(atlas["image"])
        if not picture_path.is_file():
            raise MissingAsset(f"{path}: its picture {atlas['image']} is missing")
        picture = pygame.image.load(str(picture_path))
        if pygame.display.get_surface() is not None:
            picture = picture.convert_alpha()
        self.hex_width[path.stem] = atlas["hex"]
        self._sprites[path.stem] = {
            name: Sprite(
                name,
                picture.subsurface(pygame.Rect(entry["rect"])),
                (entry["anchor"][0], entry["anchor"][1]),
                {point: (x, y) for point, (x, y) in entry.get("points", {}).items()},
            )
            for name, entry in atlas["frames"].items()
        }

    def names(self, sheet: str) -> list[str]:
        """The sprites of a sheet, sorted."""
        return sorted(self._sheet(sheet))

    def _sheet(self, sheet: str) -> dict[str, Sprite]:
        if sheet not in self._sprites:
            raise MissingAsset(f"no sheet {sheet!r} in {self.folder}; there are {', '.join(self._sprites)}")
        return self._sprites[sheet]

    def has(self, sheet: str, name: str) -> bool:
        """Whether there is a picture of this name, and not only a neutral one."""
        return name in self._sprites.get(sheet, ())

    def sprite(self, sheet: str, name: str) -> Sprite:
        """A sprite at the size it was drawn; a neutral one for a word of the game that has no art."""
        sprites = self._sheet(sheet)
        if name in sprites:
            self.asked.add((sheet, name))
            return sprites[name]
        if (sheet, name) not in self._neutral:
            drawn = self._drawn(sheet, name)
            if drawn is None:
                raise MissingAsset(f"sheet {sheet!r} has no sprite {name!r}")
            log.info("sheet %r has no sprite %r: a neutral one is drawn", sheet, name)
            self._neutral[sheet, name] = Sprite(name, *drawn)
        return self._neutral[sheet, name]

    def _drawn(self, sheet: str, name: str) -> neutral.Drawn | None:
        """What stands for a word of the game; None for what is part of the window itself."""
        family, _, word = name.partition("_")
        if sheet == "medallions" and family == "medallion":
            return neutral.medallion(word, self.sprite(sheet, "medallion_blank").surface)
        if sheet == "cards":
            if family in ("card", "task"):
                return neutral.card(word, CARD_SIZE)
            if family == "terrain":
                return neutral.terrain_card(word, self.sprite(sheet, "terrain_back").surface.get_size())
            return neutral.token(word or name, TOKEN_SIZE)
        if sheet == "landmarks":
            return neutral.landmark(name)
        if sheet == "pieces":
            colour = name.rpartition("_")[2]
            return neutral.piece(self._paint_of(colour))
        if sheet == "terrain_ground" and family == "ground":
            return neutral.Drawn(neutral.ground(word), (0, 0), {})
        if sheet == "interface" and name.startswith("card_frame_"):
            frame = self.sprite(sheet, "card_frame_base")
            return neutral.Drawn(neutral.card_frame(frame.surface), frame.anchor, frame.points)
        return None

    def _paint_of(self, colour: str) -> Colour | None:
        """The colour of a player's pieces, as roofs have it; None if it is nobody's."""
        house = self._sprites["pieces"].get(f"settlement_{colour}")
        if house is None:
            return None
        x, y = house.points["mark"]
        roof = house.surface.get_at((round(x), round(y)))
        return roof.r, roof.g, roof.b

    def scaled(self, sheet: str, name: str, factor: float) -> Sprite:
        """A sprite scaled by a factor, with its anchor and points."""
        factor = round(factor, 4)
        copies = self._scaled.pop(factor, None) or {}  # a painter beside the window asks, too
        self._scaled[factor] = copies
        if (sheet, name) not in copies:
            made = copies[sheet, name] = resize(self.sprite(sheet, name), factor)
            width, height = made.surface.get_size()
            self._bytes[factor] = self._bytes.get(factor, 0) + width * height * 4
            while len(self._scaled) > SIZES_KEPT or (
                len(self._scaled) > 2 and sum(self._bytes.values()) > BYTES_KEPT
            ):
                self._bytes.pop(self._scaled.popitem(last=False)[0], None)
        return copies[sheet, name]

    def for_hex(self, sheet: str, name: str, hex_width: float) -> Sprite:
        """A sprite of board art, scaled for hexes of this width."""
        self._sheet(sheet)
        return self.scaled(sheet, name, hex_width / self.hex_width[sheet])

    def forget(self, sheets: Iterable[str], hex_width: float) -> None:
        """Let go of art that was scaled for hexes of this width, and is not needed until it is painted with
        again."""
        for sheet in sheets:
            factor = round(hex_width / self.hex_width[sheet], 4)
            copies = self._scaled.get(factor, {})
            for key in [key for key in list(copies) if key[0] == sheet]:
                width, height = copies.pop(key).surface.get_size()
                self._bytes[factor] = max(0, self._bytes.get(factor, 0) - width * height * 4)


def resize(sprite: Sprite, factor: float) -> Sprite:
    """The sprite at another size, with its anchor and points."""
    if factor == 1.0:
        return sprite
    width, height = sprite.surface.get_size()
    size = max(1, round(width * factor)), max(1, round(height * factor))
    across, down = size[0] / width, size[1] / height
    return Sprite(
        sprite.name,
        pygame.transform.smoothscale(_bleed(sprite.surface, factor), size),
        (sprite.anchor[0] * across, sprite.anchor[1] * down),
        {name: (x * across, y * down) for name, (x, y) in sprite.points.items()},
    )


def _bleed(picture: pygame.Surface, factor: float) -> pygame.Surface:
    """The same picture with its colours carried on into the fully transparent pixels around it.

    `smoothscale` averages colours without regard to alpha: without this, the black of empty pixels would
    creep into every outline.
    """
    reach = 1 if factor > 1 else max(1, round(1 / factor))
    spread = picture.copy()
    step = 1
    while step < 2 * reach:
        wider = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
        for shift in ((-step, 0), (step, 0), (0, -step), (0, step), (0, 0)):
            wider.blit(spread, shift)
        spread = wider
        step *= 2
    spread.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MULT)
    outline = picture.copy()
    outline.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    spread.blit(outline, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return spread
