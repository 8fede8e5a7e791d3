"""Smooth edges by supersampling: shapes are drawn enlarged and then scaled down."""

from __future__ import annotations

from collections.abc import Callable

import pygame

RGBA = tuple[int, int, int, int]


def render_supersampled(
    size: tuple[int, int], factor: int, background: RGBA, draw: Callable[[pygame.Surface], object]
) -> pygame.Surface:
    """Draws on a surface enlarged by `factor` and returns it scaled down to `size`. The background color
    blends into the edges even if it is transparent."""
    large = pygame.Surface((size[0] * factor, size[1] * factor), pygame.SRCALPHA, 32)
    large.fill(background)
    draw(large)
    return pygame.transform.smoothscale(large, size)
