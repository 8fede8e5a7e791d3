"""Which of the programs that share one folder this one is: the first that comes is number 1."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

MOST = 20
"""Programs that are told apart."""
TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


def lock_file(folder: Path, number: int) -> Path:
    """The file that a program holds as long as it runs; the system lets it go when the program ends."""
    return folder / f".program{number}.lock"


class Lock:
    """A number that no other running program has in this folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.number = 1
        self.alone = True
        """Whether no other program was here."""
        self._file: int | None = None
        for number in range(1, MOST + 1):
            held = _hold(lock_file(folder, number))
            if held is None:
                self.alone = False
            elif self._file is None:
                self.number, self._file = number, held
            else:
                os.close(held)
            if self._file is not None and not lock_file(folder, number + 1).exists():
                break

    def others(self) -> set[int]:
        """The numbers of other programs that run now."""
        found = set()
        for number in range(1, MOST + 1):
            if number == self.number or not lock_file(self.folder, number).exists():
                continue
            held = _hold(lock_file(self.folder, number))
            if held is None:
                found.add(number)
            else:
                os.close(held)
        return found

    def release(self) -> None:
        """Let others have the number."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _hold(path: Path) -> int | None:
    """A handle on a locked file; None if another program has it. Where nothing can be locked, -1 would be no
    handle: then a handle on nothing, as if nobody else were there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        number = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600)
    except OSError:  # a folder that cannot be written: nobody writes there
        return os.open(os.devnull, os.O_RDONLY)
    try:
        if sys.platform == "win32":
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in TAKEN:
            os.close(number)
            return None  # else a disk without locks
    return number
