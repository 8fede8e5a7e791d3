"""The painted board behind the main menu. It takes a second, so a thread paints it beside the window, and it
fades in when it is there."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence

import pygame

from kingdom.match.choices import first_game, in_order
from kingdom.rules.board import assemble
from kingdom.rules.registry import BOXES, SECTIONS
from kingdom.ui.board.board_picture import paint_land
from kingdom.ui.draw.geometry import HexGrid
from kingdom.ui.draw.sheets import Sheets

QUIET = 0.15
"""Seconds after which it is painted: a window being resized does not stutter."""
FADE = 0.6
LARGEST_HEX = 128.0
"""Pixels; on larger windows the picture is enlarged."""
VEIL = 160
"""How dark the board lies behind the menu."""


class Background:
    """One picture for the size of the window, made anew when that has been another one for a moment."""

    def __init__(self, sheets: Sheets, dark: Sequence[int]) -> None:
        self.sheets, self.dark = sheets, tuple(dark)
        self.picture: pygame.Surface | None = None
        self._size = (0, 0)
        self._quiet = self._fade = 0.0
        self._thread: threading.Thread | None = None
        self._painted: tuple[tuple[int, int], pygame.Surface] | None = None

    def layout(self, size: tuple[int, int]) -> None:
        """The window has this size."""
        if size != self._size:
            self._size, self.picture, self._quiet, self._fade = size, None, 0.0, 0.0

    def forget(self) -> None:
        """Let the picture go."""
        self.picture = self._painted = None
        self._size = (0, 0)

    def finish(self) -> None:
        """Wait for what is being painted."""
        if self._thread is not None:
            self._thread.join()

    def update(self, seconds: float) -> bool:
        """Let time pass; whether it still changes."""
        if self.picture is None:
            self._take()
            self._quiet += seconds
            if self.picture is None and self._thread is None and self._quiet >= QUIET:
                self._thread = threading.Thread(target=self._paint, args=(self._size,), daemon=True)
                self._thread.start()
            return True
        self._fade += seconds
        return self._fade - seconds < FADE

    def _take(self) -> None:
        """What the thread has painted, if the window is still as large."""
        if self._thread is not None and not self._thread.is_alive():
            painted, self._painted, self._thread = self._painted, None, None
            if painted is not None and painted[0] == self._size:
                self.picture = painted[1]

    def _paint(self, size: tuple[int, int]) -> None:
        self._painted = size, paint_background(self.sheets, size, self.dark)

    def draw(self, surface: pygame.Surface) -> None:
        """As far as it has faded in."""
        if self.picture is not None:
            self.picture.set_alpha(round(255 * self._fade / FADE) if self._fade < FADE else None)
            surface.blit(self.picture, (0, 0))


def paint_background(sheets: Sheets, size: tuple[int, int], dark: tuple[int, ...]) -> pygame.Surface:
    """A board larger than the window."""
    names = first_game()["sections"]  # and two from other boxes, for their terrains
    more = [name for box in in_order() for name in BOXES[box].sections if name not in names]
    grid = assemble([SECTIONS[name] for name in (names[0], more[len(more) // 2], more[-1], names[3])])
    across, _ = HexGrid(20, 20, 1.0).size
    hex_width = max(size[0] / (across - 2.0), size[1] / ((across - 2.0) * math.sqrt(3) / 2))
    enlarged = max(1.0, hex_width / LARGEST_HEX)
    land, _ = paint_land(sheets, grid, hex_width / enlarged)
    picture = pygame.Surface((math.ceil(size[0] / enlarged), math.ceil(size[1] / enlarged)))
    picture.blit(land, land.get_rect(center=picture.get_rect().center))
    del land  # as large as the window
    veil = pygame.Surface((picture.get_width(), 64), pygame.SRCALPHA)
    veil.fill((*dark, VEIL))
    for top in range(0, picture.get_height(), 64):
        picture.blit(veil, (0, top))
    return pygame.transform.smoothscale(picture, size) if enlarged > 1 else picture
