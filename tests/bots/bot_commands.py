"""Command lines of bots for the tests."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"


def broken(kind: str, pids: Path) -> str:
    """The command of a bot that is broken in a way, and notes its processes in a file."""
    return shlex.join([sys.executable, str(HERE / "broken_bot.py"), kind, str(pids)])


def running(pid: int) -> bool:
    """Whether a process still does something (one that has ended and waits to be noticed does not)."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text() if Path("/proc/self/stat").exists() else ") R"
    except (ProcessLookupError, FileNotFoundError):  # also while we look
        return False
    return state.rsplit(")", 1)[1].split()[0] != "Z"


def all_gone(pids: Path, seconds: float = 600.0) -> bool:
    """Whether all processes of a file end soon; there is at least one."""
    numbers = [int(word) for word in pids.read_text().split()]
    until = time.monotonic() + seconds
    while any(map(running, numbers)) and time.monotonic() < until:
        time.sleep(0.01)
    return bool(numbers) and not any(map(running, numbers))
