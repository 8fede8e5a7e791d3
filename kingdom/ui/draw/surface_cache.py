"""SurfaceCache, a cache of surfaces with a limit in bytes, and functions that return freed memory to the
system.

On Linux, glibc keeps freed memory for reuse. Without these functions, painting a zoomed board would leave 70
megabytes of unused memory behind.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

import pygame

Key = TypeVar("Key", bound=Hashable)


class SurfaceCache(Generic[Key]):
    """A cache that evicts the least recently used surfaces."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.used_bytes = 0
        self._surfaces: OrderedDict[Key, pygame.Surface] = OrderedDict()

    def get(self, key: Key) -> pygame.Surface | None:
        """Returns a cached surface, or None."""
        surface = self._surfaces.get(key)
        if surface is not None:
            self._surfaces.move_to_end(key)
        return surface

    def put(self, key: Key, surface: pygame.Surface) -> pygame.Surface:
        if (previous := self._surfaces.pop(key, None)) is not None:
            self.used_bytes -= surface_bytes(previous)
        self._surfaces[key] = surface
        self.used_bytes += surface_bytes(surface)
        self.shrink(self.max_bytes)
        return surface

    def shrink(self, max_bytes: int) -> None:
        """Evicts the least recently used surfaces until at most `max_bytes` are used."""
        while self.used_bytes > max_bytes and len(self._surfaces) > 1:
            self.used_bytes -= surface_bytes(self._surfaces.popitem(last=False)[1])

    def clear(self) -> None:
        self._surfaces.clear()
        self.used_bytes = 0


def surface_bytes(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * surface.get_bytesize()


M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Parameters of mallopt(3): the free memory kept at the top of the heap, the minimum size of allocations that
use mmap, and the number of arenas."""
MMAP_THRESHOLD_BYTES = 1 << 18
TRIM_THRESHOLD_BYTES = 1 << 22
"""Value for M_TRIM_THRESHOLD: about as much temporary memory as painting a few chunks needs. Returning that
memory to the system every time would take as long as the painting itself."""


_is_configured = False


def configure_malloc() -> None:
    """Makes glibc return large surfaces to the system as soon as they are freed.

    By default, glibc raises its mmap threshold (up to 32 megabytes) whenever a large block is freed. From
    then on, it keeps the memory of freed blocks below the threshold.
    """
    global _is_configured
    _is_configured = True
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            libc = ctypes.CDLL(None)
            libc.mallopt(M_TRIM_THRESHOLD, TRIM_THRESHOLD_BYTES)
            libc.mallopt(M_MMAP_THRESHOLD, MMAP_THRESHOLD_BYTES)
            libc.mallopt(M_ARENA_MAX, 1)


def trim_malloc() -> None:
    """Returns freed memory to the system. Only has an effect on Linux, and after `configure_malloc`."""
    if _is_configured and sys.platform == "linux":
        # C libraries other than glibc have no malloc_trim.
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
