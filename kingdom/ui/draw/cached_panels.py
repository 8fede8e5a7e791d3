"""Panels that are painted once and reused until their content changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

import pygame

MAX_REPAINTS_PER_FRAME = 1
"""Maximum number of panels repainted per frame. One move can change many panels; those beyond the limit are
repainted in the following frames."""


PaintBackground = Callable[[pygame.Surface, tuple[int, int]], None]
"""Paints a part of the background onto a surface. The point is the top left corner of that part."""


class SceneBackground:
    """The background behind all panels: wood, shadows and frames that never change.

    Panels are painted on copies of its regions. Only the regions between the panels are stored, because the
    whole background of a large window would take 33 megabytes.
    """

    def __init__(self, paint: PaintBackground, rects: Iterable[pygame.Rect] = ()) -> None:
        """`rects` are the regions that no panel covers. They are painted on first use."""
        self.repaints_this_frame = 0
        """Number of panels repainted in the current frame."""
        self.has_pending_repaints = False
        """True if a panel still shows old content, because the frame's repaint limit was reached."""
        self.panel_surfaces: dict[CachedPanel, pygame.Surface] = {}
        """Cached images of the panels. They are released together with the background."""
        self._paint, self._region_rects = paint, list(rects)
        self._regions: list[tuple[pygame.Surface, pygame.Rect]] = []

    def release_memory(self) -> None:
        """Releases everything that can be repainted. Called when the scene is hidden."""
        self.panel_surfaces.clear()
        self._regions.clear()

    def begin_frame(self) -> None:
        """Resets the repaint count for a new frame."""
        self.repaints_this_frame, self.has_pending_repaints = 0, False

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the regions that no panel covers."""
        if not self._regions:
            self._regions = [(self.paint_region(rect), rect) for rect in self._region_rects]
        surface.blits(self._regions, False)

    def paint_region(self, rect: pygame.Rect) -> pygame.Surface:
        """Paints the background under a rect and returns it."""
        image = pygame.Surface(rect.size, 0, 32)  # In the usual pixel format of windows.
        self._paint(image, rect.topleft)
        return image


def empty_background() -> SceneBackground:
    """Returns an empty background for a scene that is not visible."""
    return SceneBackground(lambda image, corner: None)


def uncovered_rects(size: tuple[int, int], panels: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Divides the uncovered part of a window into rects."""
    window = pygame.Rect((0, 0), size)
    rects = [rect.clip(window) for rect in panels]
    edges = sorted({0, size[1], *(rect.top for rect in rects), *(rect.bottom for rect in rects)})
    uncovered: list[pygame.Rect] = []
    for top, bottom in pairwise(edges):
        x = 0
        spans = sorted((rect.left, rect.right) for rect in rects if rect.top <= top and rect.bottom >= bottom)
        for left, right in [*spans, (size[0], size[0])]:
            if left > x:
                uncovered.append(pygame.Rect(x, top, left - x, bottom - top))
            x = max(x, right)
    return uncovered


class CachedPanel:
    """A panel that is repainted only when its key or rect changes. Its image is stored in the background."""

    def __init__(self) -> None:
        self._key: object = None
        self._rect = pygame.Rect(0, 0, 0, 0)

    def draw(
        self,
        surface: pygame.Surface,
        background: SceneBackground,
        rect: pygame.Rect,
        key: object,
        paint: Callable[[pygame.Surface, pygame.Rect], None],
    ) -> None:
        """Draws the panel, after repainting it if its key or rect has changed. `paint` receives a surface and
        the panel's rect on it."""
        if rect.width <= 0 or rect.height <= 0:
            return
        image = background.panel_surfaces.get(self)
        if (
            image is None
            or self._rect != rect
            or (self._key != key and background.repaints_this_frame < MAX_REPAINTS_PER_FRAME)
        ):
            image = background.panel_surfaces[self] = background.paint_region(rect)
            paint(image, image.get_rect())
            self._key, self._rect = key, rect.copy()
            background.repaints_this_frame += 1
        elif self._key != key:
            background.has_pending_repaints = True
        surface.blit(image, rect)
