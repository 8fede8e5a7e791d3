"""Hex highlights and the sprites that draw them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from kingdom.ui.draw.hex_grid import HEX_CORNERS
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.supersampling import RGBA, render_supersampled
from kingdom.ui.draw.surface_cache import SurfaceCache

DIM_ALPHA = 66
"""Opacity, from 0 to 255, of the dimming outside the highlighted hexes."""
SUPERSAMPLING = 3
GLOW_STEPS = 6
"""Number of steps in which the glow of legal hexes fades in."""
DARK_OUTLINE_COLOR = (70, 40, 10)
"""Color of the thin line that separates highlights from bright terrain."""
LIGHT_OUTLINE_COLOR = (255, 250, 235)
CHANGE_MARK_PREFIX = "mark_"
"""Prefix for the sprite names of change marks. The player's color follows it."""
CHANGE_MARK_RING_SIZES = (0.99, 0.95, 0.89, 0.785, 0.745)
"""Sizes of a mark's nested rings in hex widths: dark, light, player color, dark, transparent."""
MAX_CACHE_BYTES = 4_000_000
"""Memory limit of the sprite cache. It is enough for all highlights at one hex size in the largest window."""


class HighlightSprites:
    """Renders and caches highlight sprites for any hex width."""

    def __init__(self, renderer: Renderer) -> None:
        self.renderer = renderer
        self._cache = SurfaceCache[tuple[str, int, int]](MAX_CACHE_BYTES)

    def get(self, name: str, hex_width: float, step: int = GLOW_STEPS) -> pygame.Surface:
        """Returns a highlight for hexes of this width. `step` is the glow's fade-in step."""
        width = round(hex_width)
        key = (name, step, width)
        image = self._cache.get(key)
        if image is None:
            rendered = (
                self._render_mark(name, width)
                if name.startswith(CHANGE_MARK_PREFIX)
                else self._render_highlight(*key)
            )
            image = self._cache.put(key, rendered)
        return image

    def clear(self) -> None:
        """Drops all cached sprites."""
        self._cache.clear()

    def _render_highlight(self, name: str, step: int, width: int) -> pygame.Surface:
        color, fill, outline, thickness, size = self._style(name)
        strength = step / GLOW_STEPS
        return _hexagon(width, color, round(fill * strength), round(outline * strength), thickness, size)

    def _render_mark(self, name: str, width: int) -> pygame.Surface:
        """Renders a ring in a player's color between a light and a dark line, which keep it visible on any
        terrain and around any piece."""
        player_color = self.renderer.color(f"player_{name.removeprefix(CHANGE_MARK_PREFIX)}")
        colors = (
            (*DARK_OUTLINE_COLOR, 255),
            (*LIGHT_OUTLINE_COLOR, 255),
            (*player_color, 255),
            (*DARK_OUTLINE_COLOR, 255),
            (*player_color, 0),
        )
        return _rings(width, list(zip(colors, CHANGE_MARK_RING_SIZES, strict=True)))

    def _style(self, name: str) -> tuple[tuple[int, int, int], int, int, float, float]:
        """Returns a highlight's color, fill alpha, outline alpha, outline thickness and size. Thickness and
        size are in hex widths."""
        color = self.renderer.color
        styles = {
            "glow": (color("glow_legal"), 52, 255, 0.065, 0.98),
            # Not a highlight: the shape used to cut out undimmed hexes.
            "bright": ((255, 255, 255), 255, 0, 0.0, 1.04),
            "lit": (color("glow_earned"), 28, 255, 0.09, 0.95),
            "hint": (color("glow_hint"), 150, 255, 0.2, 1.02),
            "footprint": (color("glow_hover"), 110, 255, 0.05, 0.97),
            "chosen": (color("glow_source"), 28, 255, 0.08, 0.95),
            "cursor": (color("glow_hover"), 84, 255, 0.075, 1.02),
            "pointed": (color("glow_hover"), 0, 110, 0.03, 0.96),
        }
        return styles[name]


def _hexagon(
    width: int, color: tuple[int, int, int], fill: int, outline: int, thickness: float, size: float
) -> pygame.Surface:
    """Renders a hexagon whose fill and outline have the same color. Dark lines on both sides of the outline
    keep it visible on sand."""
    rings: list[tuple[RGBA, float]] = [((*color, fill), size)] if fill else []
    if outline:
        for ring_color, alpha, depth in (
            (DARK_OUTLINE_COLOR, outline * 2 // 3, 0.0),
            (color, outline, 0.4),
            (DARK_OUTLINE_COLOR, outline // 3, 1.5),
            (color, fill, 1.9),
        ):
            rings.append(((*ring_color, alpha), size - depth * thickness * 1.1547))
    return _rings(width, rings, color)


def _rings(
    width: int, rings: Sequence[tuple[RGBA, float]], background: tuple[int, int, int] = DARK_OUTLINE_COLOR
) -> pygame.Surface:
    """Renders nested hexagons from the outside in. Each ring has a color and a size in hex widths."""

    def draw(large: pygame.Surface) -> None:
        center = large.get_width() / 2, large.get_height() / 2
        for color, ring_size in rings:
            radius = ring_size * width * SUPERSAMPLING
            pygame.draw.polygon(
                large, color, [(center[0] + dx * radius, center[1] + dy * radius) for dx, dy in HEX_CORNERS]
            )

    size = round(width * 1.16), round(width * 1.1547 * 1.12)
    return render_supersampled(size, SUPERSAMPLING, (*background, 0), draw)


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
    recent_changes: tuple[tuple[str, int], ...] = ()
    """Hexes changed since the player's last turn, grouped by the color of the player who changed them."""
    hint_hexes: int = 0
    """Hexes suggested by the hint."""
    origin_hexes: int = 0
    """Hexes where an unfinished action starts."""
    glow_step: int = GLOW_STEPS
    """Fade-in step of the glow."""

    @property
    def dim_mode(self) -> str:
        """How much is dimmed: one of the `DIM_` constants."""
        return DIM_ALL if self.highlighted_hexes else DIM_TERRAIN if self.legal_hexes else DIM_NOTHING

    @property
    def undimmed_hexes(self) -> int:
        """Hexes that keep their brightness while the rest is dimmed."""
        return self.legal_hexes | self.highlighted_hexes | self.origin_hexes | self.hint_hexes

    def restricted_to(self, hexes: int) -> Highlights:
        """Returns only the highlights on these hexes."""
        legal_hexes = self.legal_hexes & hexes
        # Without legal hexes there is no glow to fade in.
        glow_step = self.glow_step if legal_hexes else GLOW_STEPS
        return replace(
            self,
            legal_hexes=legal_hexes,
            highlighted_hexes=self.highlighted_hexes & hexes,
            hint_hexes=self.hint_hexes & hexes,
            origin_hexes=self.origin_hexes & hexes,
            glow_step=glow_step,
            recent_changes=tuple((color, mask & hexes) for color, mask in self.recent_changes),
        )
