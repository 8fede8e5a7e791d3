"""Saved games, read, painted and deleted beside the window: a disk may be slow, and each game is played
through."""

from __future__ import annotations

import queue
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pygame

from kingdom.match.saves import Keeper, Save
from kingdom.rules.game import Game
from kingdom.ui.board.board_picture import paint_game
from kingdom.ui.draw.sheets import Sheets


class SaveReader:
    """One thread reads all saves, then paints what is asked for; another deletes, also after the list is
    left."""

    def __init__(self, keeper: Keeper, sheets: Sheets) -> None:
        self.keeper, self.sheets = keeper, sheets
        self._found: queue.SimpleQueue[Save] = queue.SimpleQueue()
        self._stopped = False
        self._worker, self._bin = ThreadPoolExecutor(1, "saves"), ThreadPoolExecutor(1, "bin")
        self._reading = self._worker.submit(self._read)

    def _read(self) -> None:
        for save in self.keeper.saves():
            if self._stopped:
                return
            self._found.put(save)

    @property
    def reading(self) -> bool:
        """Whether more saves may come; a folder that cannot be read is an error here."""
        if self._reading.done():
            self._reading.result()
        return not self._reading.done() or not self._found.empty()

    def fresh(self) -> list[Save]:
        """What was read since the last time."""
        found = []
        while not self._found.empty():
            found.append(self._found.get())
        return found

    def finish(self) -> None:
        """Wait until all is read, painted and deleted."""
        for worker in (self._worker, self._bin):
            worker.submit(lambda: None).result()

    def paint(self, game: Game, colours: list[str], size: tuple[int, int]) -> Future[pygame.Surface]:
        """The small board of a game, some time later."""
        return self._worker.submit(paint_game, self.sheets, game, colours, size)

    def delete(self, path: Path) -> Future[None]:
        """Remove a save for good, some time later."""
        return self._bin.submit(self.keeper.delete, path)

    def stop(self) -> None:
        """Read and paint no more."""
        self._stopped = True
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._bin.shutdown(wait=False)

    def wait(self) -> None:
        """After `stop`: until nothing goes on any more."""
        for worker in (self._worker, self._bin):
            worker.shutdown()
