"""Configures SDL, and uses ctypes to call SDL functions that pygame does not expose. The calls go to the copy
of SDL that pygame has already loaded."""

from __future__ import annotations

import ctypes
import os
import sys

import pygame
import pygame.event


def configure_sdl() -> None:
    """Sets options of SDL. Must be called before pygame opens the display."""
    # otherwise Windows scales up the finished picture on high-resolution screens, which blurs it
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    if sys.platform == "win32" and not getattr(sys, "frozen", False):
        # otherwise the taskbar shows the Python icon
        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID("Kingdom.Kingdom")


def load_sdl() -> ctypes.CDLL:
    """Returns the SDL library that pygame uses. Never loads a second copy. Raises OSError if it cannot be
    found.

    On Linux and macOS, looking up a symbol in an extension module also searches the libraries that the module
    is linked to. Windows does not search them, but it finds loaded libraries by name.
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


def display_bounds() -> tuple[pygame.Rect, pygame.Rect]:
    """Returns the area of the first display, and the part of it that is not covered by taskbars and menu
    bars."""
    display = pygame.Rect((0, 0), pygame.display.get_desktop_sizes()[0])
    bounds = []
    try:
        sdl = load_sdl()
        for function in (sdl.SDL_GetDisplayBounds, sdl.SDL_GetDisplayUsableBounds):
            function.argtypes, function.restype = (ctypes.c_int, ctypes.c_void_p), ctypes.c_int
            sides = (ctypes.c_int * 4)()
            if function(0, ctypes.byref(sides)) != 0:
                return display, display
            bounds.append(pygame.Rect(tuple(sides)))
    except (OSError, AttributeError):
        return display, display
    return bounds[0], bounds[1]


def window_frame_size() -> tuple[int, int]:
    """Returns the height of a window's title bar and the width of its border. Both are 0 except on Windows,
    because elsewhere the system keeps title bars on the screen."""
    if sys.platform != "win32":
        return 0, 0
    metric = ctypes.windll.user32.GetSystemMetrics
    caption_height, frame_width, padding = metric(4), metric(33), metric(92)  # SM_CYCAPTION and so on
    return caption_height + frame_width + padding, frame_width + padding
