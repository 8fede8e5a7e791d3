"""Calm colours with patterns for the sources of gold: told apart by tone, by pattern and, in grey, by
both."""

from __future__ import annotations

from functools import lru_cache

import pygame

from kingdom.ui.draw.lettering import Colour

COLOURS: tuple[Colour, ...] = (
    (84, 118, 156), (226, 188, 112), (142, 84, 66), (162, 178, 120), (112, 86, 128), (232, 208, 172),
    (72, 118, 104), (214, 148, 116), (100, 100, 108), (196, 186, 206), (128, 132, 64),
)  # fmt: skip
"""Dark and light take turns, so that neighbours differ without colour, too."""
PATTERNS = (
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
INK: Colour = (46, 28, 14)
PAPER: Colour = (255, 250, 238)


def colour_of(number: int) -> Colour:
    """The colour of the n-th source."""
    return COLOURS[number % len(COLOURS)]


def ink_on(colour: Colour) -> Colour:
    """What can be read on a colour."""
    return INK if brightness(colour) > 130 else PAPER


def brightness(colour: Colour) -> float:
    """How bright a colour looks, from 0 to 255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


@lru_cache(maxsize=128)
def swatch(number: int, size: tuple[int, int], step: int) -> pygame.Surface:
    """A rectangle in the n-th colour and pattern; the pattern repeats every few pixels."""
    base, pattern = colour_of(number), PATTERNS[number % len(PATTERNS)]
    picture = pygame.Surface(size)
    picture.fill(base)
    bright = brightness(base) > 130
    line: Colour = tuple(
        max(0, round(part * 0.8)) if bright else min(255, round(part + (255 - part) * 0.24)) for part in base
    )  # type: ignore[assignment]
    width, height = size
    thick = max(1, step // 5)
    if pattern in ("rising", "falling"):
        lean = height if pattern == "rising" else -height
        for x in range(-height - height % step, width + height + step, step):
            pygame.draw.line(picture, line, (x, height), (x + lean, 0), thick + 1)
    elif pattern == "level":
        for y in range(step // 2, height, step):
            pygame.draw.line(picture, line, (0, y), (width, y), thick)
    elif pattern == "upright":
        for x in range(step // 2, width, step):
            pygame.draw.line(picture, line, (x, 0), (x, height), thick)
    elif pattern == "dots":
        for row, y in enumerate(range(step // 2, height + step, step)):
            for x in range(step // 2 if row % 2 else 0, width + step, step):
                pygame.draw.circle(picture, line, (x, y), max(1, round(step * 0.22)))
    return picture
