"""A part of the window that is painted once and then only shown, until what it shows changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import pygame

MOST_PAINTED = 1
"""Panels that one frame paints anew at most: an answer changes many at once, and a frame or two later is soon
enough."""


Paint = Callable[[pygame.Surface, tuple[int, int]], None]
"""Paints what of the window begins at a point."""


class TableTop:
    """The table under everything: wood, and the shadows and frames that never change. Panels are painted on
    copies of its parts. Only what is seen of it is kept: all of a large window would be 33 megabytes."""

    def __init__(
        self,
        paint: Paint,
        shown: Sequence[tuple[pygame.Surface, pygame.Rect]] = (),
        rects: Sequence[pygame.Rect] = (),
    ) -> None:
        """`shown` are the parts that are seen themselves, not under panels; they may as well be told by their
        rects alone, and are then painted when they are drawn."""
        self.painted = 0
        """Panels painted in this frame."""
        self.behind = False
        """Whether some panel still shows what it showed before, because the frame had enough to do."""
        self.panels: dict[Painted, pygame.Surface] = {}
        """The pictures of the panels that lie on it: they go with it."""
        self._paint, self._shown, self._rects = paint, shown, rects

    @classmethod
    def cut(cls, picture: pygame.Surface, rects: Iterable[pygame.Rect]) -> TableTop:
        """These parts of a picture of the whole window; the rest of it is forgotten."""
        shown = [(picture.subsurface(rect).copy(), rect) for rect in rects]

        def paint(part: pygame.Surface, corner: tuple[int, int]) -> None:
            part.blits([(piece, place.move(-corner[0], -corner[1])) for piece, place in shown], False)

        return cls(paint, shown)

    @classmethod
    def made_of(cls, paint: Paint, rects: Iterable[pygame.Rect]) -> TableTop:
        """These parts are painted when they are first drawn, others when they are asked for."""
        return cls(paint, rects=list(rects))

    def forget_pictures(self) -> None:
        """Nobody sees it for a while: forget what can be painted again."""
        self.panels.clear()
        if self._rects:
            self._shown = ()

    def begin_frame(self) -> None:
        """A new frame may paint panels again."""
        self.painted, self.behind = 0, False

    def draw(self, surface: pygame.Surface) -> None:
        """What is seen of it."""
        if self._rects and not self._shown:
            self._shown = [(_part(self._paint, rect), rect) for rect in self._rects]
        surface.blits(self._shown, False)

    def part(self, rect: pygame.Rect) -> pygame.Surface:
        """What lies under a rect."""
        return _part(self._paint, rect)


def _part(paint: Paint, rect: pygame.Rect) -> pygame.Surface:
    picture = pygame.Surface(rect.size)  # in the window's own format
    paint(picture, rect.topleft)
    return picture


def nothing() -> TableTop:
    """The ground of a scene that is not seen yet, or no more."""
    return TableTop(lambda picture, corner: None)


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
    """One painted panel and what it was painted for; the ground keeps its picture."""

    def __init__(self) -> None:
        self._key: object = None
        self._place = pygame.Rect(0, 0, 0, 0)

    def show(
        self,
        surface: pygame.Surface,
        ground: TableTop,
        rect: pygame.Rect,
        key: object,
        paint: Callable[[pygame.Surface, pygame.Rect], None],
    ) -> None:
        """Blit the panel; paint it first if it is not for this key at this place yet. `paint` gets a surface
        and the rect on it."""
        if rect.width <= 0 or rect.height <= 0:
            return
        picture = ground.panels.get(self)
        if picture is None or self._place != rect or (self._key != key and ground.painted < MOST_PAINTED):
            picture = ground.panels[self] = ground.part(rect)
            paint(picture, picture.get_rect())
            self._key, self._place = key, rect.copy()
            ground.painted += 1
        elif self._key != key:
            ground.behind = True
        surface.blit(picture, rect)
