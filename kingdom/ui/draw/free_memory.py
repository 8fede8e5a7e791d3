"""Memory that was needed for a moment goes back to the system.

On Linux the C library would keep it for later: painting the board close up left seventy megabytes behind that
nobody used.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys


def free_memory() -> None:
    """Hand freed memory back, where that has to be asked for."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library has its own ways
            ctypes.CDLL(None).malloc_trim(0)
