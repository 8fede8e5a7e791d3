"""The processes that a bot has started and left behind; they are found on Linux only.

One is known by a mark in its environment, wherever it is. One that has cleared that and left for a session of
its own comes back once its parents have gone: whoever starts bots adopts their orphans, which would be init's
otherwise.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path

MARK = "KINGDOM_BOT"
"""The environment variable by which processes of a bot are known."""
_ADOPT = 36
"""PR_SET_CHILD_SUBREAPER, of <linux/prctl.h>."""


def adopt_orphans() -> None:
    """From now on processes that lose their parent below us are our children."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):  # a C library without it
            ctypes.CDLL(None).prctl(_ADOPT, 1, 0, 0, 0)


def children() -> set[int]:
    """Our children in sessions that are not ours."""
    found, here = set(), os.getpid()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (folder / "stat").read_bytes().rsplit(b")", 1)[1].split()
            parent, session = int(words[1]), int(words[3])
            if parent == here and session != os.getsid(0):
                found.add(int(folder.name))
    return found


def marked(mark: str) -> set[int]:
    """The processes that bear a mark."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.add(int(folder.name))
    return found


def killed(number: int) -> bool:
    """End a process; whether there was something to end. One that is ours and has ended is let go."""
    with contextlib.suppress(ChildProcessError):
        if os.waitpid(number, os.WNOHANG)[0]:
            return True
    with contextlib.suppress(OSError):
        os.kill(number, signal.SIGKILL)
        return True
    return False
