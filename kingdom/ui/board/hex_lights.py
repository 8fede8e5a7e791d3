"""Hexagons of light: outline and faint fill, drawn once for each kind, width and strength."""

from __future__ import annotations

import pygame

from kingdom.ui.draw.geometry import CORNERS
from kingdom.ui.draw.look import Look

GLOW_STEPS = 6
"""In so many steps the legal hexes begin to glow."""
SHADE = (70, 40, 10)
"""The thin line that sets lights off from bright land."""
KEPT = 200
"""Pictures; more than are used at one size of the window."""


class HexLights:
    """The pictures of all lights, at every width that is asked for."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._made: dict[tuple[str, int, int], pygame.Surface] = {}

    def get(self, name: str, hex_width: float, step: int = GLOW_STEPS) -> pygame.Surface:
        """A light for hexes of this width; the glow in one of its steps."""
        width = round(hex_width)
        key = (name, step, width)
        if key not in self._made:
            if len(self._made) > KEPT:
                self._made.clear()
            colour, fill, outline, thick, inside = self._kind(name)
            share = step / GLOW_STEPS
            self._made[key] = _hexagon(
                width, colour, round(fill * share), round(outline * share), thick, inside
            )
        return self._made[key]

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
            "hint": (colour("glow_hint"), 60, 255, 0.14, 0.97),
            "recent": (colour("glow_last_move"), 0, 190, 0.03, 0.9),
            "footprint": (colour("glow_hover"), 110, 255, 0.05, 0.97),
            "chosen": (colour("glow_source"), 28, 255, 0.08, 0.95),
            "cursor": (colour("glow_hover"), 84, 255, 0.075, 1.02),
            "pointed": (colour("glow_hover"), 0, 110, 0.03, 0.96),
        }
        return kinds[name]


def _hexagon(
    width: int, colour: tuple[int, int, int], fill: int, outline: int, thick: float, inside: float
) -> pygame.Surface:
    """Drawn large and reduced, so that its edge is soft."""
    scale = 3
    size = (round(width * 1.16) * scale, round(width * 1.1547 * 1.12) * scale)
    large = pygame.Surface(size, pygame.SRCALPHA)
    large.fill((*colour, 0))
    middle = size[0] / 2, size[1] / 2
    reach = inside * width * scale
    corners = [(middle[0] + dx * reach, middle[1] + dy * reach) for dx, dy in CORNERS]
    if fill:
        pygame.draw.polygon(large, (*colour, fill), corners)
    if outline:
        # a dark line on both sides of the bright one, so that it is seen on sand and beside sandy rims as
        # well
        edge = max(1, round(thick * width * scale))
        for tone, alpha, depth in (
            (SHADE, outline * 2 // 3, 0.0),
            (colour, outline, 0.4),
            (SHADE, outline // 3, 1.5),
            (colour, fill, 1.9),
        ):
            inner = reach - depth * edge * 1.1547
            pygame.draw.polygon(
                large,
                (*tone, alpha),
                [(middle[0] + dx * inner, middle[1] + dy * inner) for dx, dy in CORNERS],
            )
    return pygame.transform.smoothscale(large, (size[0] // scale, size[1] // scale))
