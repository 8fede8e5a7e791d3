"""Worker functions for the tests of WorkerClient. They are in their own module because spawned processes
import them."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing.connection import Connection
from typing import Any

from kingdom.worker.child_process import CurrentRequest, SharedState, run_worker


def echo_worker(pipe: Connection, shared: SharedState) -> None:
    """Returns every request together with the process ID. A request can also ask for a failure."""
    current = CurrentRequest(shared)

    def handle(request: dict[str, Any]) -> dict[str, Any]:
        match request.get("do"):
            case "raise":
                raise ValueError("no such turn")
            case "exit":
                os._exit(7)
            case "hang":
                time.sleep(600)
            case "garbage":
                pipe.send_bytes(b"{not json")
            case "too long":
                return {"text": "x" * 200_000}
            case "slow":
                for step in range(1, 16):
                    time.sleep(0.1)
                    current.report_progress(step / 16)
            case "until stopped":
                current.report_progress(0.5)
                while not current.should_stop():
                    time.sleep(0.005)
        return {"echo": request, "pid": os.getpid()}

    run_worker(pipe, handle, current)


def silent_worker(pipe: Connection, shared: SharedState) -> None:
    """Neither reads nor writes, and ignores SIGTERM."""
    if hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)


def forgetful_worker(pipe: Connection, shared: SharedState) -> None:
    """Replies to a different request than the one it received."""
    pipe.recv_bytes()
    pipe.send_bytes(b'{"number": -1, "echo": {}}')
    pipe.recv_bytes()
