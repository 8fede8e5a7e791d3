"""Assigns a unique slot number, starting at 1, to each running instance that uses the same save folder."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

MAX_INSTANCES = 20
"""Highest slot number that an instance can get."""
LOCKED_ERRNOS = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


def lock_file_path(folder: Path, slot: int) -> Path:
    """Returns the path of the file that an instance keeps locked while it is running. The OS releases the
    lock on exit."""
    return folder / f".program{slot}.lock"


class InstanceLock:
    """Holds a slot in this folder that no other running instance has."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.slot = 1
        self.is_only_instance = True
        """True if no other instance was running when this one started."""
        self._handle: int | None = None
        for slot in range(1, MAX_INSTANCES + 1):
            handle = _try_lock(lock_file_path(folder, slot))
            if handle is None:
                self.is_only_instance = False
            elif self._handle is None:
                self.slot, self._handle = slot, handle
            else:
                os.close(handle)
            if self._handle is not None and not lock_file_path(folder, slot + 1).exists():
                break

    def other_slots(self) -> set[int]:
        slots = set()
        for slot in range(1, MAX_INSTANCES + 1):
            if slot == self.slot or not lock_file_path(self.folder, slot).exists():
                continue
            handle = _try_lock(lock_file_path(self.folder, slot))
            if handle is None:
                slots.add(slot)
            else:
                os.close(handle)
        return slots

    def release(self) -> None:
        """Frees the slot for other instances."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _try_lock(path: Path) -> int | None:
    """Opens and locks a file; returns its handle, or None if another instance holds the lock.

    If locking is impossible, returns a handle on the null device, as if there were no other instance.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600)
    except OSError:  # the folder is read-only, so no instance can write here
        return os.open(os.devnull, os.O_RDONLY)
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in LOCKED_ERRNOS:
            os.close(handle)
            return None  # any other error means that the file system doesn't support locks
    return handle
