"""Small pictures of lands for lists, painted one after another by a thread beside the window."""

from __future__ import annotations

import queue
import threading

import pygame

from kingdom.rules.board import Grid
from kingdom.ui.board.board_picture import FINEST_HEX, hex_width_for, paint_land
from kingdom.ui.draw.sheets import Sheets

MOST = 160
"""Pictures that are kept; a hundred small ones take a few megabytes."""

Wanted = tuple[Grid, tuple[int, int]]


class Thumbnails:
    """Pictures by land and size, painted in the order in which they are asked for."""

    def __init__(self, sheets: Sheets) -> None:
        self.sheets = sheets
        self._painted: dict[Wanted, pygame.Surface] = {}
        self._told = 0
        self._asked: set[Wanted] = set()
        self._queue: queue.Queue[Wanted | None] = queue.Queue()
        self._thread: threading.Thread | None = None

    def want(self, grid: Grid, space: tuple[int, int]) -> None:
        """Have a land painted as large as fits into a space, unless it was."""
        wanted = grid, space
        if wanted not in self._painted and wanted not in self._asked:
            self._asked.add(wanted)
            self._queue.put(wanted)
            if self._thread is None:
                self._thread = threading.Thread(target=self._paint_all, daemon=True)
                self._thread.start()

    def seen(self, grid: Grid, space: tuple[int, int]) -> pygame.Surface | None:
        """The picture of a land; None until it is painted."""
        return self._painted.get((grid, space))

    def update(self) -> bool:
        """Whether there are new ones, or some still to come."""
        new, self._told = len(self._painted) != self._told, len(self._painted)
        return new or bool(self._asked)

    def stop(self) -> None:
        """Paint no more; what was painted stays."""
        while not self._queue.empty():
            self._queue.get_nowait()
        self.finish()
        self._asked.clear()

    def finish(self) -> None:
        """Wait until all are painted."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None

    def _paint_all(self) -> None:
        while (wanted := self._queue.get()) is not None:
            try:
                if len(self._painted) >= MOST:
                    self._painted.clear()
                self._painted[wanted] = paint_small(self.sheets, *wanted)
            finally:
                self._asked.discard(wanted)


def paint_small(sheets: Sheets, grid: Grid, space: tuple[int, int]) -> pygame.Surface:
    """A land as large as fits into a space."""
    width = hex_width_for(grid, space)
    picture, _ = paint_land(sheets, grid, max(width, FINEST_HEX))
    if width < FINEST_HEX:
        shrink = width / FINEST_HEX
        size = round(picture.get_width() * shrink), round(picture.get_height() * shrink)
        picture = pygame.transform.smoothscale(picture, size)
    return picture
