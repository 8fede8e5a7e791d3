"""Builds the command lines of test bots and waits for the bots' processes to end."""

from __future__ import annotations

import ctypes
import os
import shlex
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"


def bot_command(kind: str, pid_file: Path) -> str:
    """Returns the command line of a bot that misbehaves in the given way and writes its process IDs to
    `pid_file`."""
    return shlex.join([sys.executable, str(HERE / "misbehaving_bot.py"), kind, str(pid_file)])


def is_running(pid: int) -> bool:
    """Returns True if the process is running. A zombie counts as ended."""
    if sys.platform == "win32":
        kernel32 = ctypes.WinDLL("kernel32")
        kernel32.OpenProcess.restype = ctypes.c_void_p
        kernel32.WaitForSingleObject.argtypes = (ctypes.c_void_p, ctypes.c_ulong)
        kernel32.CloseHandle.argtypes = (ctypes.c_void_p,)
        handle = kernel32.OpenProcess(0x100000, False, pid)  # SYNCHRONIZE
        has_ended = not handle or kernel32.WaitForSingleObject(handle, 0) == 0
        kernel32.CloseHandle(handle)
        return not has_ended
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text() if Path("/proc/self/stat").exists() else ") R"
    except (ProcessLookupError, FileNotFoundError):  # the process may end between the two calls
        return False
    return state.rsplit(")", 1)[1].split()[0] != "Z"


def wait_until_gone(pid_file: Path, timeout_s: float = 600.0) -> bool:
    """Waits until all processes listed in the file have ended. Returns False on timeout or if the file is
    empty."""
    process_ids = [int(pid) for pid in pid_file.read_text().split()]
    deadline = time.monotonic() + timeout_s
    while any(map(is_running, process_ids)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return bool(process_ids) and not any(map(is_running, process_ids))
