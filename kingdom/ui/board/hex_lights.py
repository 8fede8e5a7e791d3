"""Hexagons of light: outline and faint fill, drawn once for each kind, width and strength."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.ui.draw.geometry import CORNERS
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.pixel_cache import PixelCache

Tone = tuple[int, int, int, int]
"""A colour with its alpha."""
GLOW_STEPS = 6
"""In so many steps the legal hexes begin to glow."""
SHADE = (70, 40, 10)
"""The thin line that sets lights off from bright land."""
BRIGHT = (255, 250, 235)
MARK = "mark_"
"""Begins the names of marks; the player's colour follows."""
MARK_REACH = (0.99, 0.95, 0.89, 0.785, 0.745)
"""How far the parts of a mark go, in hex widths: dark, bright, the player's colour, dark, nothing."""
CACHE_BYTES = 4_000_000
"""More than is used at one size of the largest window."""


class HexLights:
    """The pictures of all lights, at every width that is asked for."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._made = PixelCache[tuple[str, int, int]](CACHE_BYTES)

    def get(self, name: str, hex_width: float, step: int = GLOW_STEPS) -> pygame.Surface:
        """A light for hexes of this width; the glow in one of its steps."""
        width = round(hex_width)
        key = (name, step, width)
        found = self._made.get(key)
        if found is None:
            made = self._mark(name, width) if name.startswith(MARK) else self._light(*key)
            found = self._made.keep(key, made)
        return found

    def clear(self) -> None:
        """Forget them all."""
        self._made.clear()

    def _light(self, name: str, step: int, width: int) -> pygame.Surface:
        colour, fill, outline, thick, inside = self._kind(name)
        share = step / GLOW_STEPS
        return _hexagon(width, colour, round(fill * share), round(outline * share), thick, inside)

    def _mark(self, name: str, width: int) -> pygame.Surface:
        """A ring in a player's colour between a bright and a dark line: one of the three is seen on any land
        and beside any piece."""
        own = self.look.colour(f"player_{name.removeprefix(MARK)}")
        tones = (*SHADE, 255), (*BRIGHT, 255), (*own, 255), (*SHADE, 255), (*own, 0)
        return _rings(width, list(zip(tones, MARK_REACH, strict=True)))

    def _kind(self, name: str) -> tuple[tuple[int, int, int], int, int, float, float]:
        """Colour, alpha of fill and outline, thickness of the outline and reach, both in hex widths."""
        colour = self.look.colour
        kinds = {
            "glow": (colour("glow_legal"), 52, 255, 0.065, 0.98),
            "bright": (
                (255, 255, 255),
                255,
                0,
                0.0,
                1.04,
            ),  # not a light, but the shape of a hex that is seen in one
            "lit": (colour("glow_earned"), 28, 255, 0.09, 0.95),
            "hint": (colour("glow_hint"), 150, 255, 0.2, 1.02),
            "footprint": (colour("glow_hover"), 110, 255, 0.05, 0.97),
            "chosen": (colour("glow_source"), 28, 255, 0.08, 0.95),
            "cursor": (colour("glow_hover"), 84, 255, 0.075, 1.02),
            "pointed": (colour("glow_hover"), 0, 110, 0.03, 0.96),
        }
        return kinds[name]


def _hexagon(
    width: int, colour: tuple[int, int, int], fill: int, outline: int, thick: float, inside: float
) -> pygame.Surface:
    """Outline and fill of one colour. A dark line on both sides of the bright one lets it be seen on sand and
    beside sandy rims as well."""
    rings: list[tuple[Tone, float]] = [((*colour, fill), inside)] if fill else []
    if outline:
        for tone, alpha, depth in (
            (SHADE, outline * 2 // 3, 0.0),
            (colour, outline, 0.4),
            (SHADE, outline // 3, 1.5),
            (colour, fill, 1.9),
        ):
            rings.append(((*tone, alpha), inside - depth * thick * 1.1547))
    return _rings(width, rings, colour)


def _rings(
    width: int, rings: Sequence[tuple[Tone, float]], around: tuple[int, int, int] = SHADE
) -> pygame.Surface:
    """Hexagons in one another, from the outside in, each with its reach in hex widths. Drawn large and
    reduced, so that their edges are soft."""
    scale = 3
    size = (round(width * 1.16) * scale, round(width * 1.1547 * 1.12) * scale)
    large = pygame.Surface(size, pygame.SRCALPHA)
    large.fill((*around, 0))
    middle = size[0] / 2, size[1] / 2
    for tone, inside in rings:
        reach = inside * width * scale
        pygame.draw.polygon(
            large, tone, [(middle[0] + dx * reach, middle[1] + dy * reach) for dx, dy in CORNERS]
        )
    return pygame.transform.smoothscale(large, (size[0] // scale, size[1] // scale))
