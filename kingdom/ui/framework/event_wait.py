"""Waits for window events without using the CPU.

`pygame.event.wait` polls a thousand times per second. SDL itself can sleep until an event arrives, so its
function is called instead."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable

import pygame
import pygame.event

from kingdom.ui.draw.display_lock import DISPLAY_LOCK
from kingdom.ui.framework.sdl_library import load_sdl

SLEEPING_DRIVERS = ("x11", "wayland", "windows", "cocoa")
"""Video drivers with which SDL waits for the operating system. With all others, SDL polls."""
POLL_MS = 10
"""Interval in milliseconds between checks for events where SDL cannot wait, or while a thread paints."""

_sdl_wait: Callable[[None, int], int] | None = None
_is_loaded = False


def wait_for_events(timeout_s: float) -> list[pygame.event.Event]:
    """Waits for the next events and returns them; returns an empty list after the timeout."""
    if pygame.display.get_init() and pygame.display.get_driver() in SLEEPING_DRIVERS:
        sdl_wait = _find_sdl_wait()
        if sdl_wait is not None:
            with DISPLAY_LOCK.sleeping() as may_sleep:
                if may_sleep:
                    sdl_wait(None, max(0, round(timeout_s * 1000)))
            if may_sleep:
                return pygame.event.get()
    deadline = time.monotonic() + timeout_s
    while not (events := pygame.event.get()) and time.monotonic() < deadline:
        pygame.time.wait(POLL_MS)
    return events


def _find_sdl_wait() -> Callable[[None, int], int] | None:
    """Returns SDL_WaitEventTimeout, or None if it cannot be found."""
    global _sdl_wait, _is_loaded
    if not _is_loaded:
        _is_loaded = True
        try:
            function = load_sdl().SDL_WaitEventTimeout
        except (OSError, AttributeError):
            return None
        function.argtypes, function.restype = (ctypes.c_void_p, ctypes.c_int), ctypes.c_int
        _sdl_wait = function
    return _sdl_wait
