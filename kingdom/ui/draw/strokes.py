"""Lines that charts draw."""

from __future__ import annotations

import math

import pygame

from kingdom.ui.draw.geometry import Point


def thick_line(
    surface: pygame.Surface, tone: tuple[int, int, int], begin: Point, end: Point, thick: int
) -> None:
    """With round ends, so that one goes on where another ends."""
    angle = math.atan2(end[1] - begin[1], end[0] - begin[0]) + math.pi / 2
    dx, dy = math.cos(angle) * thick / 2, math.sin(angle) * thick / 2
    corners = [
        (begin[0] + dx, begin[1] + dy), (end[0] + dx, end[1] + dy),
        (end[0] - dx, end[1] - dy), (begin[0] - dx, begin[1] - dy),
    ]  # fmt: skip
    # whole pixels: pygame cuts the rest off, which moves what lies left of the surface to the right
    pygame.draw.polygon(surface, tone, [(round(x), round(y)) for x, y in corners])
    for x, y in (begin, end):
        pygame.draw.circle(surface, tone, (round(x), round(y)), thick // 2)
