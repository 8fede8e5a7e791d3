"""The thinking process as the window has it: a thread sends and hears, so that nothing on the window's thread
waits for it, whatever it does: half messages, hanging, never reading, dying."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from ctypes import c_longlong
from queue import Empty, SimpleQueue
from typing import Any

from kingdom.heard import LONGEST

SPAWN = multiprocessing.get_context("spawn")


class Gone:
    """The process is no more."""

    def __init__(self, code: int | None) -> None:
        self.code = code


class Process:
    """Takes one request at a time and gives one reply to it."""

    def __init__(self, target: Callable[..., None], hurried: c_longlong) -> None:
        self._pipe, there = SPAWN.Pipe()
        self._process: Any = SPAWN.Process(target=target, args=(there, hurried), daemon=True)
        self._requests: SimpleQueue[bytes | None] = SimpleQueue()
        self._replies: SimpleQueue[bytes | Gone] = SimpleQueue()
        self._thread = threading.Thread(target=self._talk, name="thinking", daemon=True)
        self._process.start()
        there.close()
        try:
            self._thread.start()
        except RuntimeError:
            self._process.kill()
            raise

    @property
    def pid(self) -> int:
        """Its number in the system."""
        return int(self._process.pid)

    def is_alive(self) -> bool:
        """Whether it runs."""
        return bool(self._process.is_alive())

    def send(self, request: bytes) -> None:
        """Ask for a reply."""
        self._requests.put(request)

    def heard(self) -> bytes | Gone | None:
        """The reply, if it has come, or that none will come any more."""
        try:
            return self._replies.get_nowait()
        except Empty:
            return None

    def kill(self) -> None:
        """End it; nobody waits for that."""
        self._process.kill()
        self._requests.put(None)

    def join(self, seconds: float | None = None) -> None:
        """Wait until it has ended."""
        self._thread.join(seconds)

    def _talk(self) -> None:
        try:
            while (request := self._requests.get()) is not None:
                self._pipe.send_bytes(request)
                self._replies.put(self._pipe.recv_bytes(LONGEST))
        except (EOFError, OSError):  # gone, or more than a reply can be
            pass
        finally:
            self._process.join(0.2)  # it may just be ending, with a code that tells more than ours
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._replies.put(Gone(self._process.exitcode))
