"""Renderer: theme colors, sprites, fonts, the UI scale, and the basic drawing operations.

Scenes specify sizes in design pixels and convert them with `Renderer.px`. One design pixel is one pixel of a
1600 x 1000 window.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pygame

from kingdom.paths import shipped_data_dir
from kingdom.ui.draw.fonts import RGB, TEXT_STYLES, Fonts
from kingdom.ui.draw.nine_patch import NinePatch
from kingdom.ui.draw.sprite_sheets import MissingAsset, Sprite, SpriteSheets, resize_sprite
from kingdom.ui.draw.supersampling import render_supersampled
from kingdom.ui.draw.surface_cache import SurfaceCache

DESIGN_SIZE = (1600, 1000)
"""The window size scenes are designed for."""
MIN_DESIGN_SIZE = (1120, 700)
"""Minimum size of a window in design pixels, regardless of the UI scale. Every scene must fit into it."""
MAX_CACHE_BYTES = 15_000_000
"""Memory limit of the surface cache. A match in a 3840 x 2160 window needs 13 megabytes; with a smaller
cache, every frame would rebuild its surfaces."""
LARGE_PANEL_PIXELS = 120_000
"""Minimum number of pixels of a large panel. Only the edges of large panels are cached."""

INTERFACE_SHEET = "interface"
COLOR_ALIASES = {"ink": "text", "ink_soft": "text_soft", "on_walnut": "text_on_walnut"}
"""Alternative names of theme colors."""
FALLBACK_COLORS = {"card_": "text_soft", "text_on_": "text_on_base"}
"""Fallback colors by name prefix, for expansions without their own colors."""
PANEL_SPRITES = {
    "parchment": "panel_parchment",
    "walnut": "panel_walnut",
    "active": "panel_active",
    "tooltip": "tooltip",
}
PANEL_TEXTURES = {"panel_parchment": "parchment", "panel_walnut": "table"}
"""Texture names by panel sprite, for panels that have a texture."""
DEFAULT_CARD_FRAME = "card_frame_base"
"""Frame whose box in high contrast is used for expansions without one of their own."""
TEXTURE_COLORS = {"parchment": "parchment", "table": "walnut_dark"}
"""Colors that replace the textures in high contrast."""
BOX_RADIUS_PX, BOX_OUTLINE_PX, BOX_SUPERSAMPLING = 6, 2, 4
"""Shape of the boxes that replace nine-patches in high contrast, in pixels of the sprite."""

log = logging.getLogger(__name__)


class Theme(NamedTuple):
    """The colors of the UI by name, and what differs in high contrast."""

    colors: dict[str, RGB]
    high_contrast_colors: dict[str, RGB]
    high_contrast_boxes: dict[str, tuple[str, str]]
    """Nine-patches that become plain boxes, with the names of their fill and outline colors."""


def load_theme(path: Path) -> Theme:
    """Loads the theme."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        high_contrast = data["high_contrast"]
        colors, strong_colors = (
            {name: (rgb[0], rgb[1], rgb[2]) for name, rgb in part["colours"].items()}
            for part in (data, high_contrast)
        )
        boxes = {name: (box[0], box[1]) for name, box in high_contrast["boxes"].items()}
        return Theme(colors, colors | strong_colors, boxes)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise MissingAsset(f"{path} is damaged: {error}") from error


class Renderer:
    """Draws everything on the screen."""

    def __init__(
        self,
        sprites: SpriteSheets | None = None,
        size: tuple[int, int] = DESIGN_SIZE,
        interface_scale: float = 1.0,
        high_contrast: bool = False,
    ) -> None:
        assets = shipped_data_dir("assets")
        self.sprites = sprites or SpriteSheets(assets / "sheets")
        self.theme = load_theme(assets / "theme.json")
        self.high_contrast = high_contrast
        self.missing_assets: list[str] = []
        """Requested sprites that do not exist."""
        self.scale = 1.0
        self.max_interface_scale = 1.0
        """The largest UI scale that has an effect in a window of this size."""
        self.size = size
        self.fonts = Fonts()
        self._cache = SurfaceCache[tuple[object, ...]](MAX_CACHE_BYTES)
        self._textures: dict[str, pygame.Surface] = {}
        self._boxes: dict[str, Sprite] = {}
        """The plain boxes that replace nine-patches in high contrast."""
        self.resize(size, interface_scale, high_contrast)

    @property
    def colors(self) -> dict[str, RGB]:
        """The colors in use by name."""
        return self.theme.high_contrast_colors if self.high_contrast else self.theme.colors

    def resize(
        self, size: tuple[int, int], interface_scale: float = 1.0, high_contrast: bool = False
    ) -> None:
        """Adapts to a new window size, the player's UI scale and the contrast."""
        if high_contrast != self.high_contrast:
            self.high_contrast = high_contrast
            self._textures.clear()
        width, height = size
        natural_scale = min(width / DESIGN_SIZE[0], height / DESIGN_SIZE[1])
        max_scale = max(natural_scale, min(width / MIN_DESIGN_SIZE[0], height / MIN_DESIGN_SIZE[1]))
        self.scale = max(0.4, min(natural_scale * interface_scale, max_scale))
        self.max_interface_scale = max_scale / natural_scale
        self.size = size
        self.fonts.rescale(self.scale)
        self._cache.clear()

    def shrink_cache(self) -> None:
        """Drops all but the most recently used surfaces, to free memory before something large is created."""
        self._cache.shrink(MAX_CACHE_BYTES // 3)

    # --- sizes and colors

    def px(self, design_px: float) -> int:
        """Converts design pixels to real pixels. Any size above zero becomes at least one pixel."""
        pixels = round(design_px * self.scale)
        return 1 if pixels == 0 and design_px > 0 else pixels

    def text_px(self, design_px: float) -> int:
        """Converts design pixels to real pixels for an area that contains text. Such an area shrinks only as
        far as its font does."""
        style = "body"
        return round(design_px * max(self.scale, self.fonts.font_size_px(style) / TEXT_STYLES[style].size))

    def color(self, name: str) -> RGB:
        """Returns a theme color by name. Players' colors have names like `player_orange`."""
        name = COLOR_ALIASES.get(name, name)
        if name not in self.colors:
            name = next(
                (fallback for prefix, fallback in FALLBACK_COLORS.items() if name.startswith(prefix)), name
            )
        return self.colors[name]

    # --- text

    def measure(
        self, text: str, style: str = "body", width: int | None = None, pixels: int | None = None
    ) -> tuple[int, int]:
        """Returns the width and height of the text. If a width is given, the text is wrapped."""
        return self.fonts.measure(text, style, width, pixels)

    def line_height(self, style: str = "body") -> int:
        return self.fonts.font(style).get_linesize()

    def fit_font_size(self, style: str, slots: Iterable[tuple[str, pygame.Rect]], wrap: bool = False) -> int:
        """Returns the largest font size at which every string fits into its rect, but at least the readable
        minimum."""
        return self.fonts.fit_font_size(style, [(text, *rect.size, wrap) for text, rect in slots if text])

    def is_truncated(
        self, text: str, rect: pygame.Rect, style: str, wrap: bool = False, pixels: int | None = None
    ) -> bool:
        return bool(text) and self.fonts.layout(text, style, *rect.size, wrap, pixels).truncated

    def draw_text(
        self,
        surface: pygame.Surface,
        text: str,
        rect: pygame.Rect,
        style: str = "body",
        color: str | RGB = "ink",
        align: str = "left",
        valign: str = "top",
        wrap: bool = False,
        pixels: int | None = None,
    ) -> pygame.Rect:
        """Draws text into a rect and truncates it if necessary. By default, the font has the style's normal
        size. Returns the rect that the text covers."""
        if not text or rect.width <= 0 or rect.height <= 0:
            return pygame.Rect(rect.topleft, (0, 0))
        rgb = self.color(color) if isinstance(color, str) else color
        text_layout = self.fonts.layout(text, style, *rect.size, wrap, pixels)
        line_height = self.fonts.font(style, text_layout.pixels).get_linesize()
        block = pygame.Rect((0, 0), text_layout.size)
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
        for index, line in enumerate(text_layout.lines):
            if line:
                line_surface = self.fonts.render_line(line, style, text_layout.pixels, rgb)
                spare_width = block.width - line_surface.get_width()
                offset = {"left": 0, "center": spare_width // 2, "right": spare_width}[align]
                surface.blit(line_surface, (block.left + offset, block.top + index * line_height))
        surface.set_clip(clip)
        return block.clip(rect)

    # --- sprites

    def find_sprite(self, sheet: str, name: str) -> Sprite | None:
        """Returns a sprite, or None if this installation lacks it. Each missing sprite is logged once."""
        try:
            return self.sprites.sprite(sheet, name)
        except MissingAsset as error:
            if str(error) not in self.missing_assets:
                self.missing_assets.append(str(error))
                log.error("%s", error)
            return None

    def scaled_surface(self, sheet: str, name: str, size: tuple[int, int]) -> pygame.Surface:
        """Returns a sprite scaled to a size, or a gray box with a cross if the sprite is missing."""
        key = (sheet, name, size)
        scaled = self._cache.get(key)
        if scaled is None:
            sprite = self.find_sprite(sheet, name)
            scaled = self._cache.put(key, _missing_image(size) if sprite is None else _resized(sprite, size))
        return scaled

    def draw_sprite(self, surface: pygame.Surface, sheet: str, name: str, rect: pygame.Rect) -> pygame.Rect:
        """Draws a sprite in the center of a rect, as large as fits. Returns the rect that the sprite
        covers."""
        sprite = self.find_sprite(sheet, name)
        width, height = sprite.surface.get_size() if sprite else rect.size
        factor = min(rect.width / width, rect.height / height)
        size = max(1, round(width * factor)), max(1, round(height * factor))
        target_rect = pygame.Rect((0, 0), size)
        target_rect.center = rect.center
        surface.blit(self.scaled_surface(sheet, name, size), target_rect)
        return target_rect

    def draw_icon(
        self, surface: pygame.Surface, name: str, center: tuple[int, int], size: int, faded: bool = False
    ) -> None:
        """Draws a sprite from the interface sheet into a square. The prefix `icon_` of its name may be
        omitted."""
        sprite_name = name if not self.has_sprite(INTERFACE_SHEET, f"icon_{name}") else f"icon_{name}"
        square = pygame.Rect(0, 0, size, size)
        square.center = center
        if faded:
            key = ("faded", sprite_name, size)
            image = self._cache.get(key)
            if image is None:
                image = self.scaled_surface(INTERFACE_SHEET, sprite_name, (size, size)).copy()
                image.fill((255, 255, 255, 110), special_flags=pygame.BLEND_RGBA_MULT)
                self._cache.put(key, image)
            surface.blit(image, square)
            return
        self.draw_sprite(surface, INTERFACE_SHEET, sprite_name, square)

    def has_sprite(self, sheet: str, name: str) -> bool:
        return self.sprites.has_sprite(sheet, name)

    def draw_piece(
        self,
        surface: pygame.Surface,
        piece: str,
        color: str | None,
        center: tuple[int, int],
        size: int,
        with_symbol: bool = False,
    ) -> pygame.Rect:
        """Draws a game piece as large as fits into a square around a point. `with_symbol` adds the player's
        symbol on its roof."""
        name = piece if color is None else f"{piece}_{color}"
        square = pygame.Rect(0, 0, size, size)
        square.center = center
        piece_rect = self.draw_sprite(surface, "pieces", name, square)
        sprite = self.find_sprite("pieces", name)
        if with_symbol and sprite is not None and "mark" in sprite.points:
            symbol = self.find_sprite("pieces", f"mark_{color}")
            factor = piece_rect.width / sprite.surface.get_width()
            if symbol is not None:
                width, height = (max(1, round(side * factor)) for side in symbol.surface.get_size())
                x, y = (point * factor for point in sprite.points["mark"])
                left, top = x - symbol.anchor[0] * factor, y - symbol.anchor[1] * factor
                surface.blit(
                    self.scaled_surface("pieces", f"mark_{color}", (width, height)),
                    (piece_rect.left + round(left), piece_rect.top + round(top)),
                )
        return piece_rect

    # --- frames, panels and textures

    def draw_nine_patch(
        self, surface: pygame.Surface, sprite: str, rect: pygame.Rect, skip_center: bool = False
    ) -> None:
        """Draws a nine-patch from the interface sheet, stretched to fill a rect. Its corners keep their size.
        `skip_center` omits the middle, for panels whose middle gets covered anyway."""
        if rect.width <= 0 or rect.height <= 0 or not rect.colliderect(surface.get_clip()):
            # Nothing to draw. This happens often: scene backgrounds draw every shadow for each of their many
            # regions.
            return
        if rect.width * rect.height < LARGE_PANEL_PIXELS:
            surface.blit(self._nine_patch_surface(sprite, rect.size), rect)
        else:
            self._draw_large_panel(surface, sprite, rect, skip_center)

    def _nine_patch_surface(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        key = ("nine", name, size)
        stretched = self._cache.get(key)
        if stretched is None:
            sprite = self._find_nine_patch(name)
            stretched = (
                _missing_image(size) if sprite is None else NinePatch(sprite, size, self.scale).render()
            )
            if sprite is not None and self._has_texture(name):
                self._apply_texture(stretched, PANEL_TEXTURES[name])
            self._cache.put(key, stretched)
        return stretched

    def _find_nine_patch(self, name: str) -> Sprite | None:
        """Returns the sprite of a nine-patch. In high contrast, most are plain boxes with an outline."""
        sprite, boxes = self.find_sprite(INTERFACE_SHEET, name), self.theme.high_contrast_boxes
        box_name = DEFAULT_CARD_FRAME if name.startswith("card_frame_") and name not in boxes else name
        if not self.high_contrast or sprite is None or box_name not in boxes:
            return sprite
        if name not in self._boxes:
            self._boxes[name] = self._box_sprite(sprite, *boxes[box_name])
        return self._boxes[name]

    def _box_sprite(self, sprite: Sprite, fill: str, outline: str) -> Sprite:
        """Returns a plain box of the same size, or a ring visible on any background if there is no fill."""
        line = (*self.color(outline), 255)
        layers = [(line, 0.0), ((*self.color(fill or outline), 255), BOX_OUTLINE_PX)]
        if not fill:
            layers = [((*self.color("outline_dark"), 255), 0.0), (line, 1.5), ((*line[:3], 0), 4.0)]

        def draw(large: pygame.Surface) -> None:
            rect = large.get_rect()
            radius = min(BOX_RADIUS_PX * BOX_SUPERSAMPLING, min(rect.size) // 2)
            for color, depth_px in layers:
                depth = round(depth_px * BOX_SUPERSAMPLING)
                layer_rect = rect.inflate(-2 * depth, -2 * depth)
                pygame.draw.rect(large, color, layer_rect, border_radius=max(0, radius - depth))

        size = sprite.surface.get_size()
        surface = render_supersampled(size, BOX_SUPERSAMPLING, (*layers[0][0][:3], 0), draw)
        return replace(sprite, surface=surface)

    def _has_texture(self, name: str) -> bool:
        return name in PANEL_TEXTURES and not self.high_contrast

    def _draw_large_panel(
        self, surface: pygame.Surface, name: str, rect: pygame.Rect, skip_center: bool
    ) -> None:
        """Draws a large panel, caching only its edges."""
        sprite = self._find_nine_patch(name)
        if sprite is None:
            surface.blit(_missing_image(rect.size), rect)
            return
        patch = NinePatch(sprite, rect.size, self.scale)
        keys = [("side", name, rect.size, index) for index in range(4)]
        edges = [edge for key in keys if (edge := self._cache.get(key)) is not None]
        if len(edges) < len(keys):
            edges = []
            for key, (edge, position) in zip(keys, patch.render_edges(), strict=True):
                if self._has_texture(name):
                    self._apply_texture(edge, PANEL_TEXTURES[name], position)
                self._cache.put(key, edge)
                # Don't reread the edges from the cache: in a small cache, storing one edge may evict another.
                edges.append(edge)
        top, left, right, bottom = edges
        center_rect = patch.center_rect.move(rect.topleft)
        surface.blits(
            [
                (top, rect.topleft),
                (left, (rect.left, center_rect.top)),
                (right, (center_rect.right, center_rect.top)),
                (bottom, (rect.left, center_rect.bottom)),
            ],
            False,
        )
        if not skip_center and patch.center_color.a:
            self._draw_tiles(surface, self._center_tile(name, patch.center_color), rect, center_rect)

    def _center_tile(self, name: str, color: pygame.Color) -> pygame.Surface:
        """Returns the tile that fills the middle of large panels."""
        if name not in self._textures:
            tile = pygame.Surface((256, 256), pygame.SRCALPHA, 32)
            if self._has_texture(name):
                tile = pygame.Surface(self._texture(PANEL_TEXTURES[name]).get_size(), pygame.SRCALPHA, 32)
            tile.fill(color)
            if self._has_texture(name):
                self._apply_texture(tile, PANEL_TEXTURES[name])
            self._textures[name] = tile.convert(32, 0) if color.a == 255 else tile
        return self._textures[name]

    def _apply_texture(self, panel: pygame.Surface, texture: str, offset: tuple[int, int] = (0, 0)) -> None:
        """Applies a texture to a panel, or to the part of one at `offset`. Parchment can only darken the
        panel and wood only lighten it, so the panel's edge and outline remain visible."""
        overlay = pygame.Surface(panel.get_size(), pygame.SRCALPHA, 32)
        x, y = offset
        self.fill_texture(
            overlay, pygame.Rect(-x, -y, panel.get_width() + x, panel.get_height() + y), texture
        )
        if texture == "parchment":
            panel.blit(overlay, (0, 0), special_flags=pygame.BLEND_RGB_MIN)
        else:
            overlay.fill((150, 150, 150, 255), special_flags=pygame.BLEND_RGBA_MULT)
            panel.blit(overlay, (0, 0), special_flags=pygame.BLEND_RGB_ADD)

    def draw_panel(
        self, surface: pygame.Surface, rect: pygame.Rect, kind: str = "parchment", shadow: bool = True
    ) -> None:
        """Draws a panel, by default with a shadow."""
        if shadow:
            self.draw_shadow(surface, rect)
        self.draw_nine_patch(surface, PANEL_SPRITES[kind], rect)

    def draw_shadow(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draws the shadow of an element that will cover a rect."""
        margin = self.px(14)
        shadow_rect = rect.inflate(2 * margin, 2 * margin).move(self.px(2), self.px(4))
        self.draw_nine_patch(surface, "panel_shadow", shadow_rect, skip_center=True)

    def fill_texture(self, surface: pygame.Surface, rect: pygame.Rect, texture: str) -> None:
        """Fills a rect with a texture: `table` or `parchment`."""
        self._draw_tiles(surface, self._texture(texture), rect, rect)

    def _draw_tiles(
        self, surface: pygame.Surface, tile: pygame.Surface, rect: pygame.Rect, part: pygame.Rect
    ) -> None:
        """Fills part of a rect with tiles. The tiles are aligned to the rect's top left corner."""
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
            sprite = self.find_sprite(INTERFACE_SHEET, name)
            tile = pygame.Surface((512, 512), 0, 32) if sprite is None else sprite.surface.copy()
            if self.high_contrast:
                tile.fill(self.color(TEXTURE_COLORS[name]))
            self._textures[name] = tile.convert(32, 0)
        return self._textures[name]

    def draw_tint(
        self, surface: pygame.Surface, rect: pygame.Rect, alpha: int, color: str = "shadow"
    ) -> None:
        """Darkens or tints what is already drawn."""
        key = ("veil", color, alpha)
        tint = self._cache.get(key)
        if tint is None:  # Tiled, because one surface as large as the window would take megabytes.
            tint = self._cache.put(key, pygame.Surface((256, 256), pygame.SRCALPHA, 32))
            tint.fill((*self.color(color), alpha))
        self._draw_tiles(surface, tint, rect, rect)


def _resized(sprite: Sprite, size: tuple[int, int]) -> pygame.Surface:
    width = sprite.surface.get_width()
    scaled = resize_sprite(sprite, size[0] / width).surface
    return scaled if scaled.get_size() == size else pygame.transform.smoothscale(scaled, size)


def _missing_image(size: tuple[int, int]) -> pygame.Surface:
    box = pygame.Surface(size, pygame.SRCALPHA, 32)
    box.fill((120, 112, 104, 160))
    pygame.draw.line(box, (60, 50, 40), (0, 0), size)
    pygame.draw.line(box, (60, 50, 40), (0, size[1]), (size[0], 0))
    return box


SPRITE_PATTERNS = {
    "tile": ("medallions", "medallion_{}"),
    "action": ("medallions", "medallion_{}"),
    "terrain": ("cards", "icon_{}"),
    "landmark": ("landmarks", "{}"),
    "marker": ("landmarks", "{}"),
    "belonging": ("interface", "{}"),
}
"""Sheet and sprite name pattern by kind of game item. Items of any other kind are on the cards sheet, with
the kind as the prefix of their sprite name."""


def sprite_ref(kind: str, game_name: str) -> tuple[str, str]:
    """Returns the sheet and sprite name of a game item, even if that sprite does not exist."""
    sheet, pattern = SPRITE_PATTERNS.get(kind, ("cards", f"{kind}_{{}}"))
    return sheet, pattern.format(game_name)


def sprite_ref_or_placeholder(renderer: Renderer, kind: str, game_name: str) -> tuple[str, str]:
    """Returns the sheet and sprite name of a game item, or of a placeholder medallion if the item has no
    sprite."""
    ref = sprite_ref(kind, game_name)
    return ref if renderer.has_sprite(*ref) else ("medallions", f"medallion_{game_name}")
