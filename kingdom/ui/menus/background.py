"""The painted board behind the main menu. It takes a second, so a thread paints it beside the window, and it
fades in when it is there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import pygame

from kingdom.match.choices import first_game, in_order
from kingdom.rules.board import assemble
from kingdom.rules.registry import BOXES, SECTIONS
from kingdom.ui.board.board_picture import paint_part_of_land
from kingdom.ui.board.errand import Errand, Wanted, always
from kingdom.ui.board.painter import GROUND, PROPS, layout
from kingdom.ui.draw.geometry import HexGrid
from kingdom.ui.draw.sheets import Sheets

QUIET = 0.15
"""Seconds after which it is painted: a window being resized does not stutter."""
FADE = 0.6
LARGEST_HEX = 128.0
"""Pixels; on larger windows the picture is enlarged."""
VEIL = 160
"""How dark the board lies behind the menu."""
COARSE = 2_000_000
"""Pixels, eight megabytes, from which on it is kept coarse while nobody sees it."""
BAND = 256
"""Rows of pixels that are painted at a time."""


class Background:
    """One picture for the size of the window, made anew when that has been another one for a moment."""

    def __init__(self, sheets: Sheets, dark: Sequence[int]) -> None:
        self.sheets, self.dark = sheets, tuple(dark)
        self.picture: pygame.Surface | None = None
        self._size = (0, 0)
        self._quiet = self._fade = 0.0
        self._errand: Errand[tuple[tuple[int, int], pygame.Surface]] | None = None

    def layout(self, size: tuple[int, int]) -> None:
        """The window has this size."""
        if size != self._size:
            self._size, self.picture, self._quiet, self._fade = size, None, 0.0, 0.0

    def forget(self) -> None:
        """Let the picture go, and the one that is being painted."""
        if self._errand is not None:
            self._errand.drop()
        self.picture = self._errand = None
        self._size = (0, 0)

    def save_room(self) -> None:
        """Nobody sees it for a while: of a large window half as many rows and columns are enough to begin
        with."""
        if self.picture is not None and self._size[0] * self._size[1] > COARSE:
            half = self._size[0] // 2, self._size[1] // 2
            if self.picture.get_width() > half[0]:
                self.picture = pygame.transform.smoothscale(self.picture, half)

    def finish(self) -> None:
        """Wait for what is being painted."""
        if self._errand is not None:
            self._errand.join()

    def update(self, seconds: float) -> bool:
        """Let time pass; whether it still changes."""
        if self.picture is None:
            self._take()
            self._quiet += seconds
            if self.picture is None and self._errand is None and self._quiet >= QUIET:
                self._errand = Errand(partial(self._paint, self._size))
            return True
        self._fade += seconds
        return self._fade - seconds < FADE

    def _take(self) -> None:
        """What the thread has painted, if the window is still as large."""
        if self._errand is not None and not self._errand.is_alive():
            painted, self._errand = self._errand.made, None
            if painted is not None and painted[0] == self._size:
                self.picture = painted[1]

    def _paint(self, size: tuple[int, int], wanted: Wanted) -> tuple[tuple[int, int], pygame.Surface]:
        return size, paint_background(self.sheets, size, self.dark, wanted)

    def draw(self, surface: pygame.Surface) -> None:
        """As far as it has faded in."""
        if self.picture is not None:
            if self.picture.get_size() != self._size:
                self.picture = pygame.transform.smoothscale(self.picture, self._size)
            self.picture.set_alpha(round(255 * self._fade / FADE) if self._fade < FADE else None)
            surface.blit(self.picture, (0, 0))


def paint_background(
    sheets: Sheets, size: tuple[int, int], dark: tuple[int, ...], wanted: Wanted = always
) -> pygame.Surface:
    """A board larger than the window."""
    names = first_game()["sections"]  # and two from other boxes, for their terrains
    more = [name for box in in_order() for name in BOXES[box].sections if name not in names]
    grid = assemble([SECTIONS[name] for name in (names[0], more[len(more) // 2], more[-1], names[3])])
    across, _ = HexGrid(20, 20, 1.0).size
    hex_width = max(size[0] / (across - 2.0), size[1] / ((across - 2.0) * math.sqrt(3) / 2))
    enlarged = max(1.0, hex_width / LARGEST_HEX)
    width, height = math.ceil(size[0] / enlarged), math.ceil(size[1] / enlarged)
    picture = pygame.Surface((width, height))
    veil = pygame.Surface((width, BAND), pygame.SRCALPHA)
    veil.fill((*dark, VEIL))
    hexes = layout(20, 20, hex_width / enlarged)
    left, top = (
        round((side + 2 * edge - seen) / 2)
        for side, edge, seen in zip(hexes.size, (hexes.left, hexes.top), (width, height), strict=True)
    )
    for row in range(0, height, BAND):  # all of the land at once would be as large as the window
        band = pygame.Rect(left, top + row, width, min(BAND, height - row))
        picture.blit(paint_part_of_land(sheets, grid, hexes.width, band, wanted), (0, row))
        picture.blit(veil, (0, row))
    sheets.forget((GROUND, PROPS), hexes.width)
    return pygame.transform.smoothscale(picture, size) if enlarged > 1 else picture
