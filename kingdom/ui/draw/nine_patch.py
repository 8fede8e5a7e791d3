"""Nine-patches: panels and buttons of any size, made from one small image. The corners keep their size, the
edges are stretched, and the middle is filled with a single color."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.ui.draw.sprite_sheets import Sprite

PatchSpan = tuple[int, int, int, int]
"""One of the three parts of an axis: start and length in the source image, then start and length in the
target."""


class NinePatch:
    """A nine-patch image stretched to a given size."""

    def __init__(self, sprite: Sprite, size: tuple[int, int], scale: float) -> None:
        self.source = sprite.surface
        inset_x, inset_y = (int(inset) for inset in sprite.points["inset"])
        width, height = self.source.get_size()
        # If there is too little space, the corners shrink.
        factor = min(scale, size[0] / (2 * inset_x), size[1] / (2 * inset_y))
        edge_x, edge_y = max(1, round(inset_x * factor)), max(1, round(inset_y * factor))
        self._columns = _spans(width, size[0], inset_x, min(edge_x, size[0] // 2))
        self._rows = _spans(height, size[1], inset_y, min(edge_y, size[1] // 2))

    @property
    def center_color(self) -> pygame.Color:
        return self.source.get_at((self._columns[1][0], self._rows[1][0]))

    @property
    def center_rect(self) -> pygame.Rect:
        """The rect of the middle in the stretched image."""
        (_, _, left, width), (_, _, top, height) = self._columns[1], self._rows[1]
        return pygame.Rect(left, top, width, height)

    def render(self) -> pygame.Surface:
        return self._render_part(self._columns, self._rows)

    def render_edges(self) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """Renders the four edges and returns them with their positions. Used for large panels, because their
        middle would take megabytes for a single color."""
        columns, rows = self._columns, self._rows
        parts = ((columns, rows[:1]), (columns[:1], rows[1:2]), (columns[2:], rows[1:2]), (columns, rows[2:]))
        return [(self._render_part(*part), (part[0][0][2], part[1][0][2])) for part in parts]

    def _render_part(self, columns: Sequence[PatchSpan], rows: Sequence[PatchSpan]) -> pygame.Surface:
        size = sum(column[3] for column in columns), sum(row[3] for row in rows)
        surface = pygame.Surface(size, pygame.SRCALPHA, 32)
        for top, height, to_top, to_height in rows:
            for left, width, to_left, to_width in columns:
                if to_width > 0 and to_height > 0:
                    part = self.source.subsurface((left, top, width, height))
                    position = to_left - columns[0][2], to_top - rows[0][2]
                    surface.blit(pygame.transform.smoothscale(part, (to_width, to_height)), position)
        return surface


def _spans(length: int, target_length: int, inset: int, edge: int) -> tuple[PatchSpan, PatchSpan, PatchSpan]:
    return (
        (0, inset, 0, edge),
        (inset, length - 2 * inset, edge, target_length - 2 * edge),
        (length - inset, inset, target_length - edge, edge),
    )
