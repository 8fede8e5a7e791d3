"""How everything looks: theme, sheets, fonts, the interface's scale, and the few ways in which things are
drawn.

Scenes measure in design pixels, those of a window of 1600 x 1000, and turn them into real ones with
`Look.px`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from pathlib import Path

import pygame

from kingdom.paths import data_folder
from kingdom.ui.draw.lettering import STYLES, Colour, Lettering
from kingdom.ui.draw.nine_patch import NinePatch
from kingdom.ui.draw.pixel_cache import PixelCache
from kingdom.ui.draw.sheets import MissingAsset, Sheets, Sprite, resize

DESIGN = (1600, 1000)
"""The window that scenes are designed for."""
TIGHTEST = (1120, 700)
"""Design pixels that a window always has, however large the interface is set: every scene has to fit into
these."""
CACHE_BYTES = 15_000_000
"""A table in a window of 3840 x 2160 needs thirteen of them: with less, every frame would make them anew."""
LARGE = 120_000
"""Pixels from which on a panel is put together from its sides."""

INTERFACE = "interface"
NAMES = {"ink": "text", "ink_soft": "text_soft", "on_walnut": "text_on_walnut"}
"""Short names of colours."""
NEUTRAL = {"card_": "text_soft", "text_on_": "text_on_base"}
"""Colours by box, for boxes that have none of their own."""
PANELS = {
    "parchment": "panel_parchment",
    "walnut": "panel_walnut",
    "active": "panel_active",
    "tooltip": "tooltip",
}
TEXTURED = {"panel_parchment": "parchment", "panel_walnut": "table"}
"""Panels that show a texture as well."""

log = logging.getLogger(__name__)


def load_theme(path: Path) -> dict[str, Colour]:
    """The colours by name."""
    try:
        return {
            name: (rgb[0], rgb[1], rgb[2])
            for name, rgb in json.loads(path.read_text(encoding="utf-8"))["colours"].items()
        }
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise MissingAsset(f"{path} is damaged: {error}") from error


class Look:
    """Everything on screen goes through this."""

    def __init__(
        self, sheets: Sheets | None = None, size: tuple[int, int] = DESIGN, interface_scale: float = 1.0
    ) -> None:
        assets = data_folder("assets")
        self.sheets = sheets or Sheets(assets / "sheets")
        self.colours = load_theme(assets / "theme.json")
        self.missing: list[str] = []
        """Pictures that were asked for and are not there."""
        self.scale = 1.0
        self.size = size
        self.lettering = Lettering()
        self._made = PixelCache[tuple[object, ...]](CACHE_BYTES)
        self._textures: dict[str, pygame.Surface] = {}
        self.resize(size, interface_scale)

    def resize(self, size: tuple[int, int], interface_scale: float = 1.0) -> None:
        """Fit the window's size and the player's wish for a larger or smaller interface."""
        width, height = size
        natural = min(width / DESIGN[0], height / DESIGN[1])
        largest = max(natural, min(width / TIGHTEST[0], height / TIGHTEST[1]))
        self.scale = max(0.4, min(natural * interface_scale, largest))
        self.size = size
        self.lettering.rescale(self.scale)
        self._made.clear()

    def make_room(self) -> None:
        """Something large is to be made: keep only the pictures used last."""
        self._made.shrink(CACHE_BYTES // 3)

    # --- measures and colours

    def px(self, design: float) -> int:
        """Design pixels to real ones; what is there at all is at least one pixel."""
        real = round(design * self.scale)
        return 1 if real == 0 and design > 0 else real

    def words_px(self, design: float) -> int:
        """Design pixels of a place that holds words: it shrinks no further than its letters do."""
        style = "body"
        return round(design * max(self.scale, self.lettering.pixels(style) / STYLES[style].size))

    def colour(self, name: str) -> Colour:
        """A colour of the theme, a player's as `player_orange`."""
        name = NAMES.get(name, name)
        if name not in self.colours:
            name = next((neutral for start, neutral in NEUTRAL.items() if name.startswith(start)), name)
        return self.colours[name]

    # --- text

    def measure(
        self, text: str, style: str = "body", width: int | None = None, pixels: int | None = None
    ) -> tuple[int, int]:
        """Width and height of a text, broken to a width if one is given."""
        return self.lettering.measure(text, style, width, pixels)

    def line_height(self, style: str = "body") -> int:
        """The height of one line."""
        return self.lettering.font(style).get_linesize()

    def one_size(self, style: str, places: Iterable[tuple[str, pygame.Rect]], wrap: bool = False) -> int:
        """The size in which all texts of a list or panel fit their rects, as far as they can be read."""
        return self.lettering.one_size(style, [(text, *rect.size, wrap) for text, rect in places if text])

    def is_cut(
        self, text: str, rect: pygame.Rect, style: str, wrap: bool = False, pixels: int | None = None
    ) -> bool:
        """Whether a text would not be seen whole in a rect."""
        return bool(text) and self.lettering.set(text, style, *rect.size, wrap, pixels).cut

    def text(
        self,
        surface: pygame.Surface,
        text: str,
        rect: pygame.Rect,
        style: str = "body",
        colour: str | Colour = "ink",
        align: str = "left",
        valign: str = "top",
        wrap: bool = False,
        pixels: int | None = None,
    ) -> pygame.Rect:
        """Write into a rect, at the style's size or the one that a panel has chosen for all its lines; what
        is too long is cut short. Answers the rect that was written on."""
        if not text or rect.width <= 0 or rect.height <= 0:
            return pygame.Rect(rect.topleft, (0, 0))
        tone = self.colour(colour) if isinstance(colour, str) else colour
        setting = self.lettering.set(text, style, *rect.size, wrap, pixels)
        step = self.lettering.font(style, setting.pixels).get_linesize()
        block = pygame.Rect((0, 0), setting.size)
        block.left = {
            "left": rect.left,
            "center": rect.centerx - block.width // 2,
            "right": rect.right - block.width,
        }[align]
        block.top = {
            "top": rect.top,
            "middle": rect.centery - block.height // 2,
            "bottom": rect.bottom - block.height,
        }[valign]
        clip = surface.get_clip()
        surface.set_clip(clip.clip(rect))
        for number, line in enumerate(setting.lines):
            if line:
                picture = self.lettering.drawn(line, style, setting.pixels, tone)
                free = block.width - picture.get_width()
                shift = {"left": 0, "center": free // 2, "right": free}[align]
                surface.blit(picture, (block.left + shift, block.top + number * step))
        surface.set_clip(clip)
        return block.clip(rect)

    # --- pictures

    def sprite(self, sheet: str, name: str) -> Sprite | None:
        """A picture of a sheet; None (told once) if it belongs to the window and this copy lacks it."""
        try:
            return self.sheets.sprite(sheet, name)
        except MissingAsset as error:
            if str(error) not in self.missing:
                self.missing.append(str(error))
                log.error("%s", error)
            return None

    def scaled(self, sheet: str, name: str, size: tuple[int, int]) -> pygame.Surface:
        """A picture at a size; a grey box with a cross instead of one that is missing."""
        key = (sheet, name, size)
        found = self._made.get(key)
        if found is None:
            sprite = self.sprite(sheet, name)
            found = self._made.keep(key, _no_picture(size) if sprite is None else _at_size(sprite, size))
        return found

    def picture(self, surface: pygame.Surface, sheet: str, name: str, rect: pygame.Rect) -> pygame.Rect:
        """A picture as large as fits into a rect, in its middle; the rect it takes."""
        sprite = self.sprite(sheet, name)
        width, height = sprite.surface.get_size() if sprite else rect.size
        factor = min(rect.width / width, rect.height / height)
        size = max(1, round(width * factor)), max(1, round(height * factor))
        place = pygame.Rect((0, 0), size)
        place.center = rect.center
        surface.blit(self.scaled(sheet, name, size), place)
        return place

    def icon(
        self, surface: pygame.Surface, name: str, centre: tuple[int, int], size: int, faded: bool = False
    ) -> None:
        """A small picture of the interface sheet, an `icon_...` or another, in a square."""
        full = name if not self.has(INTERFACE, f"icon_{name}") else f"icon_{name}"
        place = pygame.Rect(0, 0, size, size)
        place.center = centre
        if faded:
            key = ("faded", full, size)
            picture = self._made.get(key)
            if picture is None:
                picture = self.scaled(INTERFACE, full, (size, size)).copy()
                picture.fill((255, 255, 255, 110), special_flags=pygame.BLEND_RGBA_MULT)
                self._made.keep(key, picture)
            surface.blit(picture, place)
            return
        self.picture(surface, INTERFACE, full, place)

    def has(self, sheet: str, name: str) -> bool:
        """Whether there is such a picture."""
        return self.sheets.has(sheet, name)

    def piece(
        self,
        surface: pygame.Surface,
        piece: str,
        colour: str | None,
        centre: tuple[int, int],
        size: int,
        mark: bool = False,
    ) -> pygame.Rect:
        """A game piece that fits a square of this size around a point; with its player's mark on the roof if
        wished."""
        name = piece if colour is None else f"{piece}_{colour}"
        box = pygame.Rect(0, 0, size, size)
        box.center = centre
        place = self.picture(surface, "pieces", name, box)
        sprite = self.sprite("pieces", name)
        if mark and sprite is not None and "mark" in sprite.points:
            sign = self.sprite("pieces", f"mark_{colour}")
            factor = place.width / sprite.surface.get_width()
            if sign is not None:
                across, down = (max(1, round(side * factor)) for side in sign.surface.get_size())
                x, y = (point * factor for point in sprite.points["mark"])
                left, top = x - sign.anchor[0] * factor, y - sign.anchor[1] * factor
                surface.blit(
                    self.scaled("pieces", f"mark_{colour}", (across, down)),
                    (place.left + round(left), place.top + round(top)),
                )
        return place

    # --- frames, panels and textures

    def nine(self, surface: pygame.Surface, sprite: str, rect: pygame.Rect, hollow: bool = False) -> None:
        """A nine-patch of the interface sheet, stretched over a rect; corners keep their size. Where it is
        `hollow`, something else will cover its middle."""
        if rect.width <= 0 or rect.height <= 0 or not rect.colliderect(surface.get_clip()):
            return  # the ground asks for every shadow on each of its many parts
        if rect.width * rect.height < LARGE:
            surface.blit(self._stretched(sprite, rect.size), rect)
        else:
            self._large(surface, sprite, rect, hollow)

    def _stretched(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        key = ("nine", name, size)
        found = self._made.get(key)
        if found is None:
            sprite = self.sprite(INTERFACE, name)
            found = _no_picture(size) if sprite is None else NinePatch(sprite, size, self.scale).whole()
            if sprite is not None and name in TEXTURED:
                self._weave(found, TEXTURED[name])
            self._made.keep(key, found)
        return found

    def _large(self, surface: pygame.Surface, name: str, rect: pygame.Rect, hollow: bool) -> None:
        """Only the sides of a large panel are kept as pictures."""
        sprite = self.sprite(INTERFACE, name)
        if sprite is None:
            surface.blit(_no_picture(rect.size), rect)
            return
        patch = NinePatch(sprite, rect.size, self.scale)
        keys = [("side", name, rect.size, number) for number in range(4)]
        sides = [side for key in keys if (side := self._made.get(key)) is not None]
        if len(sides) < len(keys):
            sides = []
            for key, (side, place) in zip(keys, patch.sides(), strict=True):
                if name in TEXTURED:
                    self._weave(side, TEXTURED[name], place)
                self._made.keep(key, side)
                sides.append(side)  # where there is little room, one that is kept may push out another
        top, left, right, bottom = sides
        middle = patch.middle.move(rect.topleft)
        surface.blits(
            [
                (top, rect.topleft),
                (left, (rect.left, middle.top)),
                (right, (middle.right, middle.top)),
                (bottom, (rect.left, middle.bottom)),
            ],
            False,
        )
        if not hollow and patch.colour.a:
            self._tile(surface, self._middle(name, patch.colour), rect, middle)

    def _middle(self, name: str, colour: pygame.Color) -> pygame.Surface:
        """A tile of the middle of large panels."""
        if name not in self._textures:
            tile = pygame.Surface((256, 256), pygame.SRCALPHA)
            if name in TEXTURED:
                tile = pygame.Surface(self._texture(TEXTURED[name]).get_size(), pygame.SRCALPHA)
            tile.fill(colour)
            if name in TEXTURED:
                self._weave(tile, TEXTURED[name])
            self._textures[name] = tile.convert() if colour.a == 255 else tile
        return self._textures[name]

    def _weave(self, panel: pygame.Surface, texture: str, at: tuple[int, int] = (0, 0)) -> None:
        """Let a texture show on a panel, or on the part of one that begins there: only what is darker than
        the panel, so that its bright edge and its outline stay."""
        woven = pygame.Surface(panel.get_size(), pygame.SRCALPHA)
        x, y = at
        self.fill(woven, pygame.Rect(-x, -y, panel.get_width() + x, panel.get_height() + y), texture)
        if texture == "parchment":
            panel.blit(woven, (0, 0), special_flags=pygame.BLEND_RGB_MIN)
        else:
            woven.fill((150, 150, 150, 255), special_flags=pygame.BLEND_RGBA_MULT)
            panel.blit(woven, (0, 0), special_flags=pygame.BLEND_RGB_ADD)

    def panel(
        self, surface: pygame.Surface, rect: pygame.Rect, kind: str = "parchment", shadow: bool = True
    ) -> None:
        """A panel to put things on."""
        if shadow:
            self.drop_shadow(surface, rect)
        self.nine(surface, PANELS[kind], rect)

    def drop_shadow(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """The shadow of something that will cover a rect."""
        margin = self.px(14)
        place = rect.inflate(2 * margin, 2 * margin).move(self.px(2), self.px(4))
        self.nine(surface, "panel_shadow", place, hollow=True)

    def fill(self, surface: pygame.Surface, rect: pygame.Rect, texture: str) -> None:
        """Cover a rect with a texture, `table` or `parchment`."""
        self._tile(surface, self._texture(texture), rect, rect)

    def _tile(
        self, surface: pygame.Surface, tile: pygame.Surface, rect: pygame.Rect, part: pygame.Rect
    ) -> None:
        """Cover a part of a rect with tiles that begin at the rect's corner."""
        clip = surface.get_clip()
        surface.set_clip(clip.clip(part))
        surface.blits(
            [
                (tile, (x, y))
                for y in range(rect.top, rect.bottom, tile.get_height())
                for x in range(rect.left, rect.right, tile.get_width())
            ],
            False,
        )
        surface.set_clip(clip)

    def _texture(self, name: str) -> pygame.Surface:
        if name not in self._textures:
            sprite = self.sprite(INTERFACE, name)
            tile = pygame.Surface((512, 512)) if sprite is None else sprite.surface.copy()
            self._textures[name] = tile.convert() if pygame.display.get_surface() is not None else tile
        return self._textures[name]

    def shade(self, surface: pygame.Surface, rect: pygame.Rect, alpha: int, colour: str = "shadow") -> None:
        """Darken (or tint) what is already there."""
        key = ("veil", colour, alpha)
        veil = self._made.get(key)
        if veil is None:  # a small one many times: one as large as the window would be megabytes
            veil = self._made.keep(key, pygame.Surface((256, 256), pygame.SRCALPHA))
            veil.fill((*self.colour(colour), alpha))
        self._tile(surface, veil, rect, rect)


def _at_size(sprite: Sprite, size: tuple[int, int]) -> pygame.Surface:
    """The sprite resized; in steps of a half at most, because one long step would leave out pixels."""
    width = sprite.surface.get_width()
    small = resize(sprite, size[0] / width).surface
    return small if small.get_size() == size else pygame.transform.smoothscale(small, size)


def _no_picture(size: tuple[int, int]) -> pygame.Surface:
    box = pygame.Surface(size, pygame.SRCALPHA)
    box.fill((120, 112, 104, 160))
    pygame.draw.line(box, (60, 50, 40), (0, 0), size)
    pygame.draw.line(box, (60, 50, 40), (0, size[1]), (size[0], 0))
    return box
