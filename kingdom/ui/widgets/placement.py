"""Positions floating elements in the window: tooltips, banners and lesson panels.

They all follow one rule. A floating element moves until it covers nothing the player needs to see. If no
position works, it takes a smaller shape. If no shape works either, it covers as little as possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

POSITIONS_PER_AXIS = 25
"""Number of positions tried along each axis."""


def find_clear_rect(
    area: pygame.Rect,
    sizes: Sequence[tuple[int, int]],
    near: tuple[int, int],
    keep_clear: Sequence[pygame.Rect],
    prefer_clear: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Returns a rect inside `area` that covers none of the `keep_clear` rects and, if possible, none of the
    `prefer_clear` rects. The rect has the first of the sizes that fits, and its center is as close as
    possible to `near`. If nothing fits, returns the rect that covers the fewest pixels."""
    for obstacles in ([*keep_clear, *prefer_clear], list(keep_clear)) if prefer_clear else ([*keep_clear],):
        for size in sizes:
            for rect in _positions(area, size, near):
                if rect.collidelist(obstacles) < 0:
                    return rect
    return min(
        (rect for size in sizes for rect in _positions(area, size, near)),
        key=lambda rect: covered_pixels(rect, keep_clear),
    )


def _positions(area: pygame.Rect, size: tuple[int, int], near: tuple[int, int]) -> Iterator[pygame.Rect]:
    """Yields evenly spaced rects of a size inside an area, those closest to `near` first."""
    width, height = min(size[0], area.width), min(size[1], area.height)
    steps = POSITIONS_PER_AXIS - 1
    lefts = {area.left + (area.width - width) * step // steps for step in range(POSITIONS_PER_AXIS)}
    tops = {area.top + (area.height - height) * step // steps for step in range(POSITIONS_PER_AXIS)}
    x, y = near[0] - width // 2, near[1] - height // 2
    corners = sorted(
        (abs(left - x) * area.height + abs(top - y) * area.width, left, top) for left in lefts for top in tops
    )
    return (pygame.Rect(left, top, width, height) for _, left, top in corners)


def covered_pixels(rect: pygame.Rect, rects: Sequence[pygame.Rect]) -> int:
    """Returns how many pixels of other rects a rect covers."""
    overlaps = (rect.clip(rects[index]) for index in rect.collidelistall(list(rects)))
    return sum(overlap.width * overlap.height for overlap in overlaps)
