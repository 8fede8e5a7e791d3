"""Waits for window events without using the CPU.

`pygame.event.wait` polls a thousand times per second. SDL itself can sleep until an event arrives, so its
function is called through ctypes, in the copy of SDL that pygame has already loaded."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable

import pygame
import pygame.event

from kingdom.ui.draw.display_lock import DISPLAY_LOCK

SLEEPING_DRIVERS = ("x11", "wayland", "windows", "cocoa")
"""Video drivers that wait for the operating system. SDL polls with all others."""
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
            function = _load_pygames_sdl().SDL_WaitEventTimeout
        except (OSError, AttributeError):
            return None
        function.argtypes, function.restype = (ctypes.c_void_p, ctypes.c_int), ctypes.c_int
        _sdl_wait = function
    return _sdl_wait


def _load_pygames_sdl() -> ctypes.CDLL:
    """Returns the SDL library that pygame uses. Never loads a second copy.

    On Linux and macOS, a symbol that is looked up in an extension module is also searched in the libraries
    that the module was linked with. Windows does not search there, but it finds loaded libraries by name.
    """
    if sys.platform == "win32":
        get_module_handle = ctypes.windll.kernel32.GetModuleHandleW
        get_module_handle.argtypes, get_module_handle.restype = (ctypes.c_wchar_p,), ctypes.c_void_p
        handle = get_module_handle("SDL2.dll")
        if not handle:
            raise OSError("SDL2.dll is not loaded")
        return ctypes.CDLL("SDL2.dll", handle=handle)
    module_file = pygame.event.__file__
    if module_file is None:  # pygame is linked statically
        raise OSError("pygame.event has no file")
    return ctypes.CDLL(module_file, mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
