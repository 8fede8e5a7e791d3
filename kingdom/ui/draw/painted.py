"""A part of the window that is painted once and then only shown, until what it shows changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import pygame

MOST_PAINTED = 1
"""Panels that one frame paints anew at most: an answer changes many at once, and a frame or two later is soon
enough."""


class Ground:
    """The table under everything: wood, and the shadows and frames that never change. Panels are painted on
    copies of its parts. Only what is asked for is kept: all of a large window would be 33 megabytes."""

    def __init__(
        self,
        picture: pygame.Surface,
        shown: Sequence[pygame.Rect] | None = None,
        under: Sequence[pygame.Rect] = (),
    ) -> None:
        """`shown` are the parts that are seen themselves, by default all; `under` those below panels."""
        self.painted = 0
        """Panels painted in this frame."""
        self.behind = False
        """Whether some panel still shows what it showed before, because the frame had enough to do."""
        whole = picture.get_rect()
        if shown is None:
            self._shown = self._pieces = [(picture, whole)]
            return
        seen, hidden = (
            [(picture.subsurface(part).copy(), part) for rect in rects if (part := rect.clip(whole))]
            for rects in (shown, under)
        )
        self._shown, self._pieces = seen, [*seen, *hidden]

    def begin_frame(self) -> None:
        """A new frame may paint panels again."""
        self.painted, self.behind = 0, False

    def draw(self, surface: pygame.Surface) -> None:
        """What is seen of it."""
        surface.blits(self._shown, False)

    def part(self, rect: pygame.Rect) -> pygame.Surface:
        """A copy of what lies under a rect."""
        copy = pygame.Surface(rect.size, 0, self._pieces[0][0]) if self._pieces else pygame.Surface(rect.size)
        copy.blits([(piece, (at.left - rect.left, at.top - rect.top)) for piece, at in self._pieces], False)
        return copy


def gaps(size: tuple[int, int], covered: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """The parts of a window that none of these rects covers, as few rects."""
    window = pygame.Rect((0, 0), size)
    rects = [rect.clip(window) for rect in covered]
    edges = sorted({0, size[1], *(rect.top for rect in rects), *(rect.bottom for rect in rects)})
    found: list[pygame.Rect] = []
    for top, bottom in pairwise(edges):
        x = 0
        inside = sorted(
            (rect.left, rect.right) for rect in rects if rect.top <= top and rect.bottom >= bottom
        )
        for left, right in [*inside, (size[0], size[0])]:
            if left > x:
                found.append(pygame.Rect(x, top, left - x, bottom - top))
            x = max(x, right)
    return found


class Painted:
    """One painted panel and what it was painted for."""

    def __init__(self) -> None:
        self._key: object = None
        self._place: object = None
        self._picture: pygame.Surface | None = None

    def show(
        self,
        surface: pygame.Surface,
        ground: Ground,
        rect: pygame.Rect,
        key: object,
        paint: Callable[[pygame.Surface, pygame.Rect], None],
    ) -> None:
        """Blit the panel; paint it first if it is not for this key at this place yet. `paint` gets a surface
        and the rect on it."""
        if rect.width <= 0 or rect.height <= 0:
            return
        here = (tuple(rect), id(ground))
        if (
            self._picture is None
            or self._place != here
            or (self._key != key and ground.painted < MOST_PAINTED)
        ):
            self._picture = ground.part(rect)
            paint(self._picture, self._picture.get_rect())
            self._key, self._place = key, here
            ground.painted += 1
        elif self._key != key:
            ground.behind = True
        surface.blit(self._picture, rect)
