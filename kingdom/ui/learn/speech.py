"""Where a lesson speaks: a panel that never covers what it is about."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.ui.draw.look import Look

WIDTHS = (480, 620, 380)
"""Design pixels of the panel, the best first."""
STEPS = 9
"""Places that are tried across and down."""
COVERED, DISTANCE, UNUSUAL = 1000.0, 1.0, 40.0
"""What it costs to cover a hundredth of something, to be far from it by a hundredth of the window, and to
have another width."""


def place_speech(
    look: Look,
    window: pygame.Rect,
    heights: Sequence[tuple[int, int]],
    about: Sequence[pygame.Rect],
    keep_free: Sequence[pygame.Rect],
    home: tuple[int, int] | None = None,
) -> pygame.Rect:
    """The best of the places for a panel of one of these sizes: nothing that it is `about` is covered, of
    what to `keep_free` as little as can be, and the way there is short. What is about nothing lies near its
    `home`."""
    room = window.inflate(-2 * look.px(10), -2 * look.px(10))
    middle = _middle(about) or home or room.center
    best, least = pygame.Rect(room.topleft, heights[0]), float("inf")
    whole = room.width * room.height
    for number, (width, height) in enumerate(heights):
        width, height = min(width, room.width), min(height, room.height)
        for down in range(STEPS):
            for across in range(STEPS):
                rect = pygame.Rect(
                    room.left + (room.width - width) * across // (STEPS - 1),
                    room.top + (room.height - height) * down // (STEPS - 1),
                    width,
                    height,
                )
                far = abs(rect.centerx - middle[0]) / room.width + abs(rect.centery - middle[1]) / room.height
                cost = COVERED * 100 * _covered(rect, about) / whole * 20
                cost += COVERED * 100 * _covered(rect, keep_free) / whole
                cost += DISTANCE * 100 * far + UNUSUAL * number
                if cost < least:
                    best, least = rect, cost
    return best


def _middle(rects: Sequence[pygame.Rect]) -> tuple[int, int] | None:
    if not rects:
        return None
    return (
        sum(rect.centerx for rect in rects) // len(rects),
        sum(rect.centery for rect in rects) // len(rects),
    )


def _covered(rect: pygame.Rect, others: Sequence[pygame.Rect]) -> int:
    """Pixels of others that a rect lies over."""
    found = 0
    for number in rect.collidelistall(list(others)):
        seen = rect.clip(others[number])
        found += seen.width * seen.height
    return found
