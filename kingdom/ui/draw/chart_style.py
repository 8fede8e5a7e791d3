"""Colors, patterns and thick lines for charts.

The items of a chart can be told apart by color, by pattern and, in grayscale, by brightness.
"""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.hex_grid import Point

CHART_COLORS: tuple[RGB, ...] = (
    (84, 118, 156), (226, 188, 112), (142, 84, 66), (162, 178, 120), (112, 86, 128), (232, 208, 172),
    (72, 118, 104), (214, 148, 116), (100, 100, 108), (196, 186, 206), (128, 132, 64),
)  # fmt: skip
"""Colors of the items in a chart. Dark and light colors alternate, so adjacent bars differ even in grayscale.
"""
CHART_PATTERNS = (
    "plain",
    "rising",
    "dots",
    "falling",
    "plain",
    "level",
    "rising",
    "plain",
    "dots",
    "upright",
    "falling",
)
DARK_TEXT: RGB = (46, 28, 14)
LIGHT_TEXT: RGB = (255, 250, 238)


def chart_color(index: int) -> RGB:
    """Returns the color of the item at the given index. After the last color, the colors repeat."""
    return CHART_COLORS[index % len(CHART_COLORS)]


def text_color_on(color: RGB) -> RGB:
    return DARK_TEXT if brightness(color) > 130 else LIGHT_TEXT


def brightness(color: RGB) -> float:
    """Returns the perceived brightness of a color, from 0 to 255."""
    return 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]


@lru_cache(maxsize=128)
def pattern_fill(index: int, size: tuple[int, int], step: int) -> pygame.Surface:
    """Returns a surface filled with the color and pattern of the item at the given index. The pattern repeats
    every `step` pixels."""
    base, pattern = chart_color(index), CHART_PATTERNS[index % len(CHART_PATTERNS)]
    image = pygame.Surface(size, 0, 32)
    image.fill(base)
    is_bright = brightness(base) > 130
    line_color: RGB = tuple(
        max(0, round(channel * 0.8)) if is_bright else min(255, round(channel + (255 - channel) * 0.24))
        for channel in base
    )  # type: ignore[assignment]
    width, height = size
    line_width = max(1, step // 5)
    if pattern in ("rising", "falling"):
        slant = height if pattern == "rising" else -height
        for x in range(-height - height % step, width + height + step, step):
            pygame.draw.line(image, line_color, (x, height), (x + slant, 0), line_width + 1)
    elif pattern == "level":
        for y in range(step // 2, height, step):
            pygame.draw.line(image, line_color, (0, y), (width, y), line_width)
    elif pattern == "upright":
        for x in range(step // 2, width, step):
            pygame.draw.line(image, line_color, (x, 0), (x, height), line_width)
    elif pattern == "dots":
        for row, y in enumerate(range(step // 2, height + step, step)):
            for x in range(step // 2 if row % 2 else 0, width + step, step):
                pygame.draw.circle(image, line_color, (x, y), max(1, round(step * 0.22)))
    return image


def draw_thick_line(
    surface: pygame.Surface, color: tuple[int, int, int], start: Point, end: Point, width: int
) -> None:
    """Draws a line with round ends, which let consecutive segments join smoothly."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0]) + math.pi / 2
    dx, dy = math.cos(angle) * width / 2, math.sin(angle) * width / 2
    corners = [
        (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy),
        (end[0] - dx, end[1] - dy), (start[0] - dx, start[1] - dy),
    ]  # fmt: skip
    # Round explicitly: pygame truncates toward zero, which would shift points left of the surface to the
    # right.
    pygame.draw.polygon(surface, color, [(round(x), round(y)) for x, y in corners])
    for x, y in (start, end):
        pygame.draw.circle(surface, color, (round(x), round(y)), width // 2)
