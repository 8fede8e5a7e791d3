"""Hex highlights and the sprites that draw them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from kingdom.ui.draw.hex_grid import HEX_CORNERS
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.supersampling import RGBA, render_supersampled
from kingdom.ui.draw.surface_cache import SurfaceCache

DIM_ALPHA = 100
"""Opacity, from 0 to 255, of the dimming outside the highlighted hexes."""
SUPERSAMPLING = 3
FADE_STEPS = 6
"""Number of steps in which the glow of legal hexes fades in and the dots on changed hexes fade out."""
RING_PREFIX, DOT_PREFIX = "ring_", "dot_"
"""Prefixes for the sprite names of rings and dots on changed hexes. The player's color follows them."""
RING_SIZES = (0.99, 0.95, 0.89, 0.785, 0.745)
"""Sizes of a ring's nested hexagons in hex widths: dark, light, player color, dark, transparent."""
DOT_CENTER, DOT_RADIUS = (0.3, 0.28), 0.1
"""Position of a dot relative to the center of its hex, and its radius. Both are in hex widths."""
MIN_DOT_RADIUS_PX = 2.5
DOT_CIRCLE_SCALES = (1.4, 1.15, 0.9)
"""Sizes of a dot's nested circles as multiples of its radius: dark, light, player color."""
STRONG_HIGHLIGHTS = ("glow", "hint")
"""Highlights that must stand out from everything else: the hexes to choose from, and the hint."""
MIN_OUTLINE_PX = 2.6
"""Minimum thickness of their outlines in pixels, for small hexes."""
HIGH_CONTRAST_THICKNESS = 1.4
"""In high contrast, outlines are this many times as thick."""
BULB_CENTER, BULB_SIZE, MIN_BULB_PX = (0.24, -0.26), 0.5, 13
"""Position and size of the bulb on a hinted hex in hex widths, and its minimum size in pixels."""
MAX_CACHE_BYTES = 4_000_000
"""Memory limit of the sprite cache. It is enough for all highlights at one hex size in the largest window."""


class HighlightSprites:
    """Renders and caches highlight sprites for any hex width."""

    def __init__(self, renderer: Renderer) -> None:
        self.renderer = renderer
        self._cache = SurfaceCache[tuple[str, int, int]](MAX_CACHE_BYTES)

    def get(self, name: str, hex_width: float, step: int = FADE_STEPS) -> pygame.Surface:
        """Returns a highlight for hexes of this width. `step` is how far it has faded in."""
        width = round(hex_width)
        key = (name, step, width)
        image = self._cache.get(key)
        if image is None:
            if name.startswith(RING_PREFIX):
                image = self._render_ring(name.removeprefix(RING_PREFIX), width)
            elif name.startswith(DOT_PREFIX):
                image = self._render_dot(name.removeprefix(DOT_PREFIX), width, step / FADE_STEPS)
            else:
                image = self._render_highlight(name, width, step / FADE_STEPS)
            self._cache.put(key, image)
        return image

    def clear(self) -> None:
        """Drops all cached sprites."""
        self._cache.clear()

    def _render_highlight(self, name: str, width: int, strength: float) -> pygame.Surface:
        """Renders a hexagon whose fill and outline have the same color. Dark lines on both sides of the
        outline and a light line inside it keep it visible on sand."""
        color, fill, outline, thickness, size = self._style(name)
        if self.renderer.high_contrast:
            outline, thickness = min(255, 2 * outline), thickness * HIGH_CONTRAST_THICKNESS
        fill, outline = round(fill * strength), round(outline * strength)
        thickness = max(thickness, MIN_OUTLINE_PX / width) if name in STRONG_HIGHLIGHTS else thickness
        dark, light = self.renderer.color("outline_dark"), self.renderer.color("outline_light")
        rings: list[tuple[RGBA, float]] = [((*color, fill), size)] if fill else []
        if outline:
            layers = [(dark, outline * 2 // 3, 0.0), (color, outline, 0.4), (dark, outline // 3, 1.5)]
            if name in STRONG_HIGHLIGHTS:
                layers[2:2] = [(light, outline, 0.7), (color, outline, 1.15)]
            for ring_color, alpha, depth in (*layers, (color, fill, 1.9)):
                rings.append(((*ring_color, alpha), size - depth * thickness * 1.1547))
        image = _rings(width, rings, color)
        if name == "hint":
            bulb_size = max(MIN_BULB_PX, round(BULB_SIZE * width))
            self.renderer.draw_icon(image, "hint", _position(image, BULB_CENTER, width), bulb_size)
        return image

    def _render_ring(self, player_color: str, width: int) -> pygame.Surface:
        """Renders a ring in a player's color between a light and a dark line, which keep it visible on any
        terrain and around any piece."""
        color = self.renderer.color
        dark, player_rgb = color("outline_dark"), color(f"player_{player_color}")
        colors = (
            (*dark, 255),
            (*color("outline_light"), 255),
            (*player_rgb, 255),
            (*dark, 255),
            (*player_rgb, 0),
        )
        return _rings(width, list(zip(colors, RING_SIZES, strict=True)), dark)

    def _render_dot(self, player_color: str, width: int, strength: float) -> pygame.Surface:
        """Renders a dot in a player's color, with a light and a dark line around it."""
        color, alpha = self.renderer.color, round(255 * strength)
        radius = max(MIN_DOT_RADIUS_PX, DOT_RADIUS * width) * SUPERSAMPLING

        def draw(large: pygame.Surface) -> None:
            center = _position(large, DOT_CENTER, width * SUPERSAMPLING)
            names = "outline_dark", "outline_light", f"player_{player_color}"
            for name, scale in zip(names, DOT_CIRCLE_SCALES, strict=True):
                pygame.draw.circle(large, (*color(name), alpha), center, radius * scale)

        return render_supersampled(_image_size(width), SUPERSAMPLING, (*color("outline_dark"), 0), draw)

    def _style(self, name: str) -> tuple[tuple[int, int, int], int, int, float, float]:
        """Returns a highlight's color, fill alpha, outline alpha, outline thickness and size. Thickness and
        size are in hex widths."""
        color = self.renderer.color
        styles = {
            "glow": (color("glow_legal"), 80, 255, 0.09, 1.0),
            # Not a highlight: the shape used to cut out undimmed hexes.
            "bright": ((255, 255, 255), 255, 0, 0.0, 1.04),
            "lit": (color("glow_earned"), 28, 255, 0.09, 0.95),
            "hint": (color("glow_hint"), 165, 255, 0.13, 1.04),
            "footprint": (color("glow_hover"), 110, 255, 0.05, 0.97),
            "chosen": (color("glow_source"), 28, 255, 0.08, 0.95),
            "cursor": (color("glow_hover"), 84, 255, 0.075, 1.02),
            "pointed": (color("glow_hover"), 0, 110, 0.03, 0.96),
        }
        return styles[name]


def _image_size(width: int) -> tuple[int, int]:
    """Returns the size of a highlight image, which is slightly larger than its hex."""
    return round(width * 1.16), round(width * 1.1547 * 1.12)


def _position(image: pygame.Surface, offset: tuple[float, float], width: int) -> tuple[int, int]:
    """Returns the position at an offset from the center of an image. The offset is in hex widths."""
    return (
        round(image.get_width() / 2 + offset[0] * width),
        round(image.get_height() / 2 + offset[1] * width),
    )


def _rings(
    width: int, rings: Sequence[tuple[RGBA, float]], background: tuple[int, int, int]
) -> pygame.Surface:
    """Renders nested hexagons from the outside in. Each ring has a color and a size in hex widths."""

    def draw(large: pygame.Surface) -> None:
        center = large.get_width() / 2, large.get_height() / 2
        for color, ring_size in rings:
            radius = ring_size * width * SUPERSAMPLING
            pygame.draw.polygon(
                large, color, [(center[0] + dx * radius, center[1] + dy * radius) for dx, dy in HEX_CORNERS]
            )

    return render_supersampled(_image_size(width), SUPERSAMPLING, (*background, 0), draw)


DIM_NOTHING, DIM_TERRAIN, DIM_ALL = "nothing", "land", "all"
"""How much is dimmed outside the highlighted hexes: nothing, only the terrain (pieces keep their colors), or
everything."""


@dataclass(frozen=True)
class Highlights:
    """The highlights drawn over the static board image."""

    legal_hexes: int = 0
    """Hexes the player can click."""
    highlighted_hexes: int = 0
    """Hexes that score gold for a card or belong to a log line."""
    ringed_hexes: tuple[tuple[str, int], ...] = ()
    """Hexes with a ring in a player's color, grouped by color."""
    dotted_hexes: tuple[tuple[str, int], ...] = ()
    """Hexes with a small dot in a player's color, grouped by color."""
    hint_hexes: int = 0
    """Hexes suggested by the hint."""
    origin_hexes: int = 0
    """Hexes where an unfinished action starts."""
    glow_step: int = FADE_STEPS
    """Fade-in step of the glow."""
    dot_step: int = FADE_STEPS
    """Fade-out step of the dots, down to 0."""

    @property
    def dim_mode(self) -> str:
        """How much is dimmed: one of the `DIM_` constants."""
        return DIM_ALL if self.highlighted_hexes else DIM_TERRAIN if self.legal_hexes else DIM_NOTHING

    @property
    def undimmed_hexes(self) -> int:
        """Hexes that keep their brightness while the rest is dimmed."""
        return self.legal_hexes | self.highlighted_hexes | self.origin_hexes | self.hint_hexes

    @property
    def sprites(self) -> list[tuple[str, int, int]]:
        """The name of each sprite with its hexes and its fade step, from the faintest to the strongest."""
        ringed_hexes = sum(hexes for _, hexes in self.ringed_hexes)
        return [
            *((DOT_PREFIX + color, hexes, self.dot_step) for color, hexes in self.dotted_hexes),
            ("lit", self.highlighted_hexes & ~ringed_hexes, FADE_STEPS),
            *((RING_PREFIX + color, hexes, FADE_STEPS) for color, hexes in self.ringed_hexes),
            ("chosen", self.origin_hexes, FADE_STEPS),
            ("glow", self.legal_hexes & ~self.hint_hexes, self.glow_step),
            ("hint", self.hint_hexes, FADE_STEPS),
        ]

    def restricted_to(self, hexes: int) -> Highlights:
        """Returns only the highlights on these hexes."""
        legal_hexes = self.legal_hexes & hexes
        return replace(
            self,
            legal_hexes=legal_hexes,
            highlighted_hexes=self.highlighted_hexes & hexes,
            ringed_hexes=tuple((color, mask & hexes) for color, mask in self.ringed_hexes),
            dotted_hexes=tuple((color, mask & hexes) for color, mask in self.dotted_hexes),
            hint_hexes=self.hint_hexes & hexes,
            origin_hexes=self.origin_hexes & hexes,
            # Without legal hexes there is no glow to fade in.
            glow_step=self.glow_step if legal_hexes else FADE_STEPS,
        )
