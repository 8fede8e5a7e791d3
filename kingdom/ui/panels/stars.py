"""Stars: what a lesson or a day has earned, and what is liked best."""

from __future__ import annotations

import math

import pygame

from kingdom.learn.progress import MOST_STARS
from kingdom.ui.draw.look import Look

FINER = 3
"""Stars are drawn larger and reduced, so that their edges are soft."""
INNER = 0.44
"""How far in the inner corners are."""


def _star(look: Look, size: int, earned: bool, dull: str) -> pygame.Surface:
    large = pygame.Surface((size * FINER, size * FINER), pygame.SRCALPHA)
    middle, reach = size * FINER / 2, size * FINER * 0.49
    edge = look.colour("gold_dark" if earned else dull)
    fill = look.colour("gold" if earned else "parchment")
    large.fill((*edge, 0))

    def corners(scale: float) -> list[tuple[float, float]]:
        return [
            (
                middle + math.sin(turn * math.pi / 5) * reach * scale * (INNER if turn % 2 else 1.0),
                middle * 1.04 - math.cos(turn * math.pi / 5) * reach * scale * (INNER if turn % 2 else 1.0),
            )
            for turn in range(10)
        ]

    pygame.draw.polygon(large, edge, corners(1.0))
    pygame.draw.polygon(large, fill, corners(0.8))
    if earned:
        pygame.draw.polygon(large, look.colour("gold_light"), corners(0.42))
    return pygame.transform.smoothscale(large, (size, size))


def draw_star(
    surface: pygame.Surface,
    look: Look,
    shines: bool,
    centre: tuple[int, int],
    size: int,
    dull: str = "parchment_dark",
) -> None:
    """A single one; `dull` is the colour of its edge while it does not shine."""
    surface.blit(_star(look, size, shines, dull), (centre[0] - size // 2, centre[1] - size // 2))


def stars_width(size: int) -> int:
    """How wide a row of stars is."""
    return MOST_STARS * size + (MOST_STARS - 1) * (size // 6)


def draw_stars(surface: pygame.Surface, look: Look, stars: int, centre: tuple[int, int], size: int) -> None:
    """All stars that there are in a row; those that were earned shine."""
    left = centre[0] - stars_width(size) // 2
    for number in range(MOST_STARS):
        draw_star(
            surface, look, number < stars, (left + number * (size + size // 6) + size // 2, centre[1]), size
        )
