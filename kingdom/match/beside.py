"""How a process that works beside the window behaves: it stands back, and never outlives it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading

NICE = 10
"""How much the process stands back, in Unix's own measure."""
BELOW_NORMAL = 0x4000
"""The same in Windows' words."""


def stand_aside() -> None:
    """To be called first in such a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a console is for the window
    _give_way()
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _give_way() -> None:
    """On a busy machine the window comes first: it works for moments only, and all else can wait for
    those."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    elif sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL)


def _die_with_parent() -> None:
    """What works for ever must not outlive a window that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
