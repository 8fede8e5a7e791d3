"""DISPLAY_LOCK prevents background painting while the display mode changes or the main loop sleeps in SDL.

When the mode changes, pygame replaces the window's surface without holding the GIL. The same happens if the
window is resized while the main loop sleeps in SDL. SDL then updates every surface that was last drawn on the
old one, and a thread that uses such a surface crashes. For the same reason, surfaces are always created with
an explicit depth: without it, pygame reads the format of the window's surface.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MAX_WAIT_SECONDS = 2.0
"""Maximum time a mode change waits for painting threads, in case one hangs."""


class DisplayLock:
    """Any number of threads may paint at the same time, but none while the display mode changes or the main
    loop sleeps in SDL."""

    def __init__(self) -> None:
        self.wake_main_loop: Callable[[], object] = lambda: None
        """Wakes the main loop if it is sleeping in SDL."""
        self._condition = threading.Condition()
        self._painting_threads: set[int] = set()
        self._waiting_threads = 0
        """Number of threads that are about to paint."""
        self._is_mode_changing = self._is_sleeping = False

    @property
    def is_painting(self) -> bool:
        """True while a background thread is painting."""
        return bool(self._painting_threads)

    @contextmanager
    def sleeping(self) -> Iterator[bool]:
        """Yields True if the UI thread may sleep in SDL now. A thread that is about to paint wakes it."""
        with self._condition:
            self._is_sleeping = not self._painting_threads and not self._waiting_threads
        try:
            yield self._is_sleeping
        finally:
            with self._condition:
                self._is_sleeping = False
                self._condition.notify_all()

    @contextmanager
    def painting(self) -> Iterator[None]:
        """Marks the current background thread as painting. Long jobs must call `pause_point` regularly."""
        thread_id = threading.get_ident()
        self._start_painting(thread_id)
        try:
            yield
        finally:
            self._stop_painting(thread_id)

    def pause_point(self) -> None:
        """Waits here while the mode changes. Does nothing on threads that are not marked as painting."""
        thread_id = threading.get_ident()
        if self._is_mode_changing and thread_id in self._painting_threads:
            self._stop_painting(thread_id)
            self._start_painting(thread_id)

    @contextmanager
    def changing_mode(self) -> Iterator[None]:
        """Pauses all painting threads. For the UI thread."""
        with self._condition:
            self._is_mode_changing = True
            self._condition.wait_for(lambda: not self._painting_threads, MAX_WAIT_SECONDS)
        try:
            yield
        finally:
            with self._condition:
                self._is_mode_changing = False
                self._condition.notify_all()

    def _start_painting(self, thread_id: int) -> None:
        with self._condition:
            self._waiting_threads += 1
            if self._is_sleeping:
                self.wake_main_loop()
            self._condition.wait_for(lambda: not self._is_mode_changing and not self._is_sleeping)
            self._waiting_threads -= 1
            self._painting_threads.add(thread_id)

    def _stop_painting(self, thread_id: int) -> None:
        with self._condition:
            self._painting_threads.discard(thread_id)
            self._condition.notify_all()


DISPLAY_LOCK = DisplayLock()
