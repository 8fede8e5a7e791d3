"""Panels and buttons of any size from one small picture: its corners keep their size, its sides are
stretched, and its middle is one colour."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.ui.draw.sheets import Sprite

Stretch = tuple[int, int, int, int]
"""Begin and length on the small picture, begin and length on the large one."""


class NinePatch:
    """One small picture, stretched to one size."""

    def __init__(self, sprite: Sprite, size: tuple[int, int], scale: float) -> None:
        self.picture = sprite.surface
        across, down = (int(inset) for inset in sprite.points["inset"])
        width, height = self.picture.get_size()
        # where there is too little room for the corners, they shrink
        factor = min(scale, size[0] / (2 * across), size[1] / (2 * down))
        edge_x, edge_y = max(1, round(across * factor)), max(1, round(down * factor))
        self._columns = _thirds(width, size[0], across, min(edge_x, size[0] // 2))
        self._rows = _thirds(height, size[1], down, min(edge_y, size[1] // 2))

    @property
    def colour(self) -> pygame.Color:
        """What the middle is filled with."""
        return self.picture.get_at((self._columns[1][0], self._rows[1][0]))

    @property
    def middle(self) -> pygame.Rect:
        """Where the middle is."""
        (_, _, left, width), (_, _, top, height) = self._columns[1], self._rows[1]
        return pygame.Rect(left, top, width, height)

    def whole(self) -> pygame.Surface:
        """All of it as one picture."""
        return self._part(self._columns, self._rows)

    def sides(self) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """Everything but the middle, with where it goes: for large panels, whose middle would be megabytes
        of one colour."""
        columns, rows = self._columns, self._rows
        parts = ((columns, rows[:1]), (columns[:1], rows[1:2]), (columns[2:], rows[1:2]), (columns, rows[2:]))
        return [(self._part(*part), (part[0][0][2], part[1][0][2])) for part in parts]

    def _part(self, columns: Sequence[Stretch], rows: Sequence[Stretch]) -> pygame.Surface:
        size = sum(column[3] for column in columns), sum(row[3] for row in rows)
        made = pygame.Surface(size, pygame.SRCALPHA)
        for top, tall, to_top, to_tall in rows:
            for left, wide, to_left, to_wide in columns:
                if to_wide > 0 and to_tall > 0:
                    part = self.picture.subsurface((left, top, wide, tall))
                    place = to_left - columns[0][2], to_top - rows[0][2]
                    made.blit(pygame.transform.smoothscale(part, (to_wide, to_tall)), place)
        return made


def _thirds(length: int, to: int, inset: int, edge: int) -> tuple[Stretch, Stretch, Stretch]:
    return (
        (0, inset, 0, edge),
        (inset, length - 2 * inset, edge, to - 2 * edge),
        (length - inset, inset, to - edge, edge),
    )
