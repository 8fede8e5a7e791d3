"""Memory that was needed for a moment goes back to the system.

On Linux the C library would keep it for later: painting the board close up left seventy megabytes behind that
nobody used.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys

KEPT, THRESHOLD, POOLS = -1, -3, -8
"""The C library's numbers for: how much free memory at the end of what it has it keeps, from which size on
memory is asked of the system, and how many pools there are."""
LARGE = 1 << 18
WORKING = 1 << 22
"""What painting a few tiles needs for a moment: handed back and asked for again with every picture, it would
cost as much as the painting."""


def hand_back_at_once() -> None:
    """From now on large pictures go back to the system when they are freed. The C library would raise its
    idea of large with every picture, up to 32 megabytes, and keep the holes that they leave."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            library.mallopt(KEPT, WORKING)
            library.mallopt(THRESHOLD, LARGE)
            library.mallopt(POOLS, 1)


def free_memory() -> None:
    """Hand freed memory back, where that has to be asked for."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library has its own ways
            ctypes.CDLL(None).malloc_trim(0)
