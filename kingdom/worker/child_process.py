"""Child side of worker processes. Lowers the process's priority, handles JSON requests in a loop, and exits
when the parent exits."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from ctypes import Structure, c_double, c_longlong
from multiprocessing.connection import Connection
from typing import Any

from kingdom.rules.registry import import_expansions

UNIX_NICE = 10
"""Niceness of worker processes on Unix."""
WINDOWS_BELOW_NORMAL = 0x4000
"""Priority class of worker processes on Windows (BELOW_NORMAL_PRIORITY_CLASS in the Windows API)."""
MAX_TRACEBACK_CHARS = 4000
CLEANUP_SECONDS = 6.0
"""Seconds that a worker has to clean up after SIGTERM before it is killed."""


class SharedState(Structure):
    """Memory that the parent shares with a worker process. It has no lock, because a killed process could
    hold the lock forever."""

    stop_below: int
    """Requests with numbers up to this value finish early."""
    progress: float
    """Progress of the current request, from 0 to 1."""
    _fields_ = (("stop_below", c_longlong), ("progress", c_double))


class CurrentRequest:
    """The request that a worker is handling, as the worker sees it."""

    def __init__(self, shared: SharedState) -> None:
        self._shared = shared
        self.number = 0

    def should_stop(self) -> bool:
        """Returns True if the worker should reply as quickly as possible."""
        return self.number <= self._shared.stop_below

    def report_progress(self, fraction: float) -> None:
        """Reports the progress, from 0 to 1, to the parent."""
        self._shared.progress = fraction


def run_worker(
    pipe: Connection,
    handle: Callable[[dict[str, Any]], dict[str, Any]],
    current_request: CurrentRequest | None = None,
) -> None:
    """Handles requests until the parent closes the pipe.

    A request contains the data and the answers of its session. Imports the expansions that the parent has
    imported. If a request raises an exception, the reply contains the traceback and the worker continues with
    the next request.
    """
    init_worker()
    session: dict[str, Any] = {}
    answers: list[Any] = []
    while True:
        try:
            message = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        session = message.get("session", session)
        answers = [*answers[: message["kept"]], *message["answers"]]
        if current_request is not None:
            current_request.number = message["number"]
        try:
            import_expansions(message["brought"])
            response = handle({**session, "answers": answers, **message["request"]})
        except Exception:
            response = {"trouble": traceback.format_exc()[-MAX_TRACEBACK_CHARS:]}
        try:
            pipe.send_bytes(json.dumps({"number": message["number"], **response}).encode())
        except OSError:
            return


def init_worker() -> None:
    """Initializes a worker process. Every worker must call this first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The parent handles Ctrl+C.
    _lower_priority()
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def exit_on_sigterm() -> None:
    """Makes SIGTERM raise SystemExit, so that `finally` blocks run. On Windows there is no such signal."""

    def exit_worker(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # A second signal must not interrupt the cleanup.
        sys.exit(0)

    signal.signal(signal.SIGTERM, exit_worker)


def _lower_priority() -> None:
    """Lowers the priority of this process so that the UI stays responsive on a busy machine."""
    if hasattr(os, "nice"):
        os.nice(UNIX_NICE)
    elif sys.platform == "win32":
        import ctypes

        kernel32 = ctypes.WinDLL("kernel32")
        kernel32.GetCurrentProcess.restype = ctypes.c_void_p
        kernel32.SetPriorityClass.argtypes = (ctypes.c_void_p, ctypes.c_ulong)
        kernel32.SetPriorityClass(kernel32.GetCurrentProcess(), WINDOWS_BELOW_NORMAL)


def _exit_with_parent() -> None:
    """Exits when the parent process ends, even if the parent was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(CLEANUP_SECONDS)
        os._exit(0)
