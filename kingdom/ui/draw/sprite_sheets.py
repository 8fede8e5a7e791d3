"""Sprite sheets: sprites by sheet and name, at their original size or scaled. A sheet's picture is decoded
when the first of its sprites is needed. Scaled copies are cached."""

from __future__ import annotations

import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from kingdom.paths import shipped_data_dir
from kingdom.ui.draw import placeholder_art
from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.hex_grid import Point
from kingdom.ui.draw.surface_cache import surface_bytes

if TYPE_CHECKING:
    from kingdom.ui.board.terrain_painter import TerrainPainter

ATLAS_FORMAT = "kingdom-atlas/1"
PNG_START, PNG_END = b"\x89PNG", b"IEND\xaeB`\x82"
MAX_CACHED_SCALES = 8
"""Maximum number of scales with cached copies. This is enough for one window size. Copies for previous window
sizes are soon dropped."""
MAX_SCALED_CACHE_BYTES = 8_000_000
"""Memory limit for scaled copies. The two most recently used scales are exempt. Each zoom level of a large
board takes 10 megabytes."""

CARD_SIZE, TOKEN_SIZE = (248, 136), (96, 96)
"""Sizes of card pictures and tokens in pixels."""


log = logging.getLogger(__name__)


class MissingAsset(LookupError):
    """Raised for a sheet or sprite that is missing or damaged."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """One image from a sheet. Its anchor is the point of the image that is placed at the drawing position."""

    name: str
    surface: pygame.Surface
    anchor: Point
    points: dict[str, Point] = field(default_factory=dict)

    def top_left(self, x: float, y: float) -> tuple[int, int]:
        """Returns where to blit the top left corner so that the anchor is at (x, y)."""
        return round(x - self.anchor[0]), round(y - self.anchor[1])

    def draw(self, target: pygame.Surface, x: float, y: float) -> pygame.Rect:
        """Blits the sprite with its anchor at (x, y)."""
        return target.blit(self.surface, self.top_left(x, y))


class SpriteSheets:
    """All sprite sheets in a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or shipped_data_dir("assets") / "sheets"
        self.folder = folder
        self.hex_width: dict[str, float] = {}
        """The hex width that each sheet's board art is drawn for."""
        self.requested_sprites: set[tuple[str, str]] = set()
        """All sprites requested so far. A test uses this to find unused sprites."""
        self.painter_type: type[TerrainPainter] | None = None
        """Paints maps with these sheets, instead of the usual painter."""
        self._atlases: dict[str, dict[str, Any]] = {}
        """The JSON file of each sheet."""
        self._sprites: dict[str, dict[str, Sprite]] = {}
        """The sprites of the sheets that have been decoded."""
        self._decode_lock = threading.Lock()
        self._placeholders: dict[tuple[str, str], Sprite] = {}
        """Placeholders rendered for names without art."""
        self._scaled: OrderedDict[float, dict[tuple[str, str], Sprite]] = OrderedDict()
        """Scaled copies by factor, least recently used first."""
        self._bytes_by_scale: dict[float, int] = {}
        self._lock = threading.Lock()
        """Guards the scaled copies, because painting threads use them too."""
        atlases = sorted(folder.glob("*.json"))
        if not atlases:
            raise MissingAsset(f"no sprite sheets in {folder}")
        for atlas in atlases:
            with self._reporting_damage(atlas):
                self._read_atlas(atlas)

    @contextmanager
    def _reporting_damage(self, path: Path) -> Iterator[None]:
        try:
            yield
        except (pygame.error, ValueError, KeyError, TypeError, AttributeError) as error:
            raise MissingAsset(f"{path} or its picture is damaged: {error}") from error

    def _read_atlas(self, path: Path) -> None:
        atlas = json.loads(path.read_text(encoding="utf-8"))
        if atlas.get("format") != ATLAS_FORMAT:
            raise MissingAsset(f"{path}: not a {ATLAS_FORMAT} atlas")
        image_path = path.with_name(atlas["image"])
        if not image_path.is_file():
            raise MissingAsset(f"{path}: its picture {atlas['image']} is missing")
        image = image_path.read_bytes()
        if not (image.startswith(PNG_START) and image.endswith(PNG_END)):
            raise ValueError(f"{atlas['image']} is not a complete PNG file")
        self.hex_width[path.stem] = atlas["hex"]
        self._atlases[path.stem] = atlas

    def decode_all(self) -> None:
        """Decodes the pictures that have not been needed yet."""
        for sheet in self._atlases:
            self._sheet(sheet)

    def _decode(self, sheet: str) -> dict[str, Sprite]:
        atlas = self._atlases[sheet]
        with self._reporting_damage(self.folder / f"{sheet}.json"):
            image = pygame.image.load(str(self.folder / atlas["image"]))
            if pygame.display.get_surface() is not None:
                image = image.convert_alpha()
            return {
                name: Sprite(
                    name,
                    image.subsurface(pygame.Rect(entry["rect"])),
                    (entry["anchor"][0], entry["anchor"][1]),
                    {point: (x, y) for point, (x, y) in entry.get("points", {}).items()},
                )
                for name, entry in atlas["frames"].items()
            }

    def sprite_names(self, sheet: str) -> list[str]:
        return sorted(self._sheet(sheet))

    def _sheet(self, sheet: str) -> dict[str, Sprite]:
        if sheet not in self._atlases:
            raise MissingAsset(f"no sheet {sheet!r} in {self.folder}; there are {', '.join(self._atlases)}")
        if sheet not in self._sprites:
            with self._decode_lock:
                if sheet not in self._sprites:  # Another thread may have been faster.
                    self._sprites[sheet] = self._decode(sheet)
        return self._sprites[sheet]

    def has_sprite(self, sheet: str, name: str) -> bool:
        """Returns whether a sprite with this name exists. Placeholders don't count."""
        return sheet in self._atlases and name in self._atlases[sheet]["frames"]

    def sprite(self, sheet: str, name: str) -> Sprite:
        """Returns a sprite at its original size. Game items without art get a placeholder."""
        sprites = self._sheet(sheet)
        if name in sprites:
            self.requested_sprites.add((sheet, name))
            return sprites[name]
        if (sheet, name) not in self._placeholders:
            placeholder = self._render_placeholder(sheet, name)
            if placeholder is None:
                raise MissingAsset(f"sheet {sheet!r} has no sprite {name!r}")
            log.info("sheet %r has no sprite %r: a neutral one is drawn", sheet, name)
            self._placeholders[sheet, name] = Sprite(name, *placeholder)
        return self._placeholders[sheet, name]

    def _render_placeholder(self, sheet: str, name: str) -> placeholder_art.PlaceholderImage | None:
        """Renders a placeholder for a game item. Returns None for sprites that belong to the UI."""
        prefix, _, game_name = name.partition("_")
        if sheet == "medallions" and prefix == "medallion":
            return placeholder_art.render_medallion(game_name, self.sprite(sheet, "medallion_blank").surface)
        if sheet == "cards":
            if prefix in ("card", "task"):
                return placeholder_art.render_card(game_name, CARD_SIZE)
            if prefix == "terrain":
                return placeholder_art.render_terrain_card(
                    game_name, self.sprite(sheet, "terrain_back").surface.get_size()
                )
            return placeholder_art.render_token(game_name or name, TOKEN_SIZE)
        if sheet == "landmarks":
            return placeholder_art.render_landmark(name)
        if sheet == "pieces":
            color = name.rpartition("_")[2]
            return placeholder_art.render_piece(self._player_color(color))
        if sheet == "terrain_ground" and prefix == "ground":
            return placeholder_art.PlaceholderImage(
                placeholder_art.render_terrain_texture(game_name), (0, 0), {}
            )
        if sheet == "interface" and name.startswith("card_frame_"):
            frame = self.sprite(sheet, "card_frame_base")
            return placeholder_art.PlaceholderImage(
                placeholder_art.render_card_frame(frame.surface), frame.anchor, frame.points
            )
        return None

    def _player_color(self, color: str) -> RGB | None:
        """Returns a player's color, taken from the roof of that player's settlement. Returns None if there is
        no such color."""
        settlement = self._sheet("pieces").get(f"settlement_{color}")
        if settlement is None:
            return None
        x, y = settlement.points["mark"]
        roof = settlement.surface.get_at((round(x), round(y)))
        return roof.r, roof.g, roof.b

    def scaled(self, sheet: str, name: str, factor: float) -> Sprite:
        """Returns a sprite scaled by a factor, with its anchor and points."""
        factor, key = round(factor, 4), (sheet, name)
        with self._lock:
            cached = self._scaled.get(factor, {}).get(key)
            if cached is not None:
                self._scaled.move_to_end(factor)
                return cached
        sprite = resize_sprite(self.sprite(sheet, name), factor)  # Slow, so not under the lock.
        with self._lock:
            copies = self._scaled.setdefault(factor, {})
            self._scaled.move_to_end(factor)
            if key not in copies:  # Another thread may have been faster.
                copies[key] = sprite
                self._bytes_by_scale[factor] = self._bytes_by_scale.get(factor, 0) + surface_bytes(
                    sprite.surface
                )
            while len(self._scaled) > MAX_CACHED_SCALES or (
                len(self._scaled) > 2 and sum(self._bytes_by_scale.values()) > MAX_SCALED_CACHE_BYTES
            ):
                self._bytes_by_scale.pop(self._scaled.popitem(last=False)[0], None)
            return copies[key]

    def scaled_for_hex(self, sheet: str, name: str, hex_width: float) -> Sprite:
        """Returns a sprite from the board art, scaled for hexes of this width."""
        self._sheet(sheet)
        return self.scaled(sheet, name, hex_width / self.hex_width[sheet])

    def drop_scaled(self, sheets: Iterable[str], hex_width: float) -> None:
        """Drops the cached copies of these sheets for this hex width. Used for terrain sheets, which are not
        needed until the terrain is repainted."""
        for sheet in sheets:
            factor = round(hex_width / self.hex_width[sheet], 4)
            with self._lock:
                copies = self._scaled.get(factor, {})
                for key in [key for key in copies if key[0] == sheet]:
                    self._bytes_by_scale[factor] -= surface_bytes(copies.pop(key).surface)


def resize_sprite(sprite: Sprite, factor: float) -> Sprite:
    """Returns the sprite at a different size, including its anchor and points."""
    if factor == 1.0:
        return sprite
    width, height = sprite.surface.get_size()
    size = max(1, round(width * factor)), max(1, round(height * factor))
    scale_x, scale_y = size[0] / width, size[1] / height
    return Sprite(
        sprite.name,
        pygame.transform.smoothscale(_bleed_edges(sprite.surface, factor), size),
        (sprite.anchor[0] * scale_x, sprite.anchor[1] * scale_y),
        {name: (x * scale_x, y * scale_y) for name, (x, y) in sprite.points.items()},
    )


def _bleed_edges(picture: pygame.Surface, factor: float) -> pygame.Surface:
    """Extends the image's colors into the fully transparent pixels around it.

    `smoothscale` averages colors regardless of alpha. Without this, the black of transparent pixels would
    bleed into every outline.
    """
    radius = 1 if factor > 1 else max(1, round(1 / factor))
    bled = picture.copy()
    step = 1
    while step < 2 * radius:
        wider = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
        for shift in ((-step, 0), (step, 0), (0, -step), (0, step), (0, 0)):
            wider.blit(bled, shift)
        bled = wider
        step *= 2
    bled.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MULT)
    outline = picture.copy()
    outline.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    bled.blit(outline, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return bled
