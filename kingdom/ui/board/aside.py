"""Pictures that a thread beside the window paints, one after another, in the order they are asked for."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import pygame

from kingdom.ui.board.errand import NotWanted, Wanted
from kingdom.ui.draw.pixel_cache import bytes_of

Asked = TypeVar("Asked", bound=Hashable)

log = logging.getLogger(__name__)


class Aside(Generic[Asked]):
    """Keeps what was painted, up to a number of pictures."""

    def __init__(
        self, make: Callable[[Asked, Wanted], pygame.Surface], most: int, most_bytes: int | None = None
    ) -> None:
        """`make` may ask now and then whether anything is still wanted."""
        self._make, self._most, self._most_bytes = make, most, most_bytes
        self._painted: dict[Asked, pygame.Surface] = {}
        self._done = self._told = 0
        """How many were painted, and how many of them were told."""
        self._asked: set[Asked] = set()
        self._failed: set[Asked] = set()
        self._queue: queue.Queue[Asked | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        self._gone = threading.Event()
        """Whether nobody wants anything of what the thread paints."""

    def ask(self, wanted: Asked) -> None:
        """Have something painted, unless it was, or could not be."""
        if wanted in self._painted or wanted in self._asked or wanted in self._failed:
            return
        self._asked.add(wanted)
        self._queue.put(wanted)
        if self._thread is None:
            self._gone = threading.Event()
            self._thread = threading.Thread(
                target=self._paint_all, args=(self._painted, self._gone), daemon=True
            )
            self._thread.start()

    def get(self, wanted: Asked) -> pygame.Surface | None:
        """What was painted; None until it is."""
        return self._painted.get(wanted)

    def failed(self, wanted: Asked) -> bool:
        """Whether it cannot be painted."""
        return wanted in self._failed

    def update(self) -> bool:
        """Whether there are new ones, or some still to come."""
        behind, self._told = self.behind, self._done
        return behind

    @property
    def behind(self) -> bool:
        """Whether there are some that nobody was told of, or some to come."""
        return self._told != self._done or bool(self._asked)

    def forget_asked(self) -> None:
        """What is not begun yet is not wanted any more."""
        while True:
            try:
                wanted = self._queue.get_nowait()
            except queue.Empty:
                return
            if wanted is not None:
                self._asked.discard(wanted)

    def stop(self) -> None:
        """Paint no more; what was painted stays."""
        self.forget_asked()
        self.finish()
        self._asked.clear()

    def let_go(self) -> None:
        """Nobody looks any more: paint no more and keep nothing, without waiting for what is being
        painted."""
        self.forget_asked()
        self._gone.set()
        if self._thread is not None:
            self._queue.put(None)
            self._thread = None
        self._painted = {}  # what comes late goes with the old ones

    def finish(self) -> None:
        """Wait until all are painted."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None

    def _paint_all(self, painted: dict[Asked, pygame.Surface], gone: threading.Event) -> None:
        while (wanted := self._queue.get()) is not None:
            try:
                made = self._make(wanted, lambda: not gone.is_set())
                while self._crowded(painted, made):  # the oldest goes: others may be in view
                    painted.pop(next(iter(painted), wanted), None)
                painted[wanted] = made
            except NotWanted:
                return
            except Exception:  # one bad picture costs its place, not the others
                log.exception("a picture cannot be painted")
                self._failed.add(wanted)
            finally:
                self._done += 1
                self._asked.discard(wanted)

    def _crowded(self, painted: dict[Asked, pygame.Surface], made: pygame.Surface) -> bool:
        """Whether there is no room for one more."""
        if not painted:
            return False
        together = sum(bytes_of(picture) for picture in (*painted.values(), made))
        return len(painted) >= self._most or (self._most_bytes is not None and together > self._most_bytes)
