"""Small pictures of lands for lists, painted beside the window."""

from __future__ import annotations

import pygame

from kingdom.rules.board import Grid
from kingdom.ui.board.aside import Aside
from kingdom.ui.board.board_picture import FINEST_HEX, hex_width_for, paint_land
from kingdom.ui.board.errand import Wanted, always
from kingdom.ui.draw.sheets import Sheets

MOST = 160
"""Pictures that are kept; a hundred small ones take a few megabytes."""

WantedLand = tuple[Grid, tuple[int, int]]


class Thumbnails(Aside[WantedLand]):
    """Pictures by land and size."""

    def __init__(self, sheets: Sheets) -> None:
        super().__init__(lambda land, wanted: paint_small(sheets, *land, wanted), MOST)

    def want(self, grid: Grid, space: tuple[int, int]) -> None:
        """Have a land painted as large as fits into a space, unless it was."""
        self.ask((grid, space))

    def seen(self, grid: Grid, space: tuple[int, int]) -> pygame.Surface | None:
        """The picture of a land; None until it is painted."""
        return self.get((grid, space))


def paint_small(
    sheets: Sheets, grid: Grid, space: tuple[int, int], wanted: Wanted = always
) -> pygame.Surface:
    """A land as large as fits into a space."""
    width = hex_width_for(grid, space)
    picture, _ = paint_land(sheets, grid, max(width, FINEST_HEX), False, wanted)
    if width < FINEST_HEX:
        shrink = width / FINEST_HEX
        size = round(picture.get_width() * shrink), round(picture.get_height() * shrink)
        picture = pygame.transform.smoothscale(picture, size)
    return picture
