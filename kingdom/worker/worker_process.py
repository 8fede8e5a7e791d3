"""Parent side of a worker process. A thread does all pipe I/O. The UI thread therefore never blocks, even if
the worker hangs, dies or sends incomplete messages."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from ctypes import c_longlong
from queue import Empty, SimpleQueue
from typing import Any

from kingdom.worker.child_process import CLEANUP_SECONDS
from kingdom.worker.messages import MAX_MESSAGE_BYTES

SPAWN_CONTEXT = multiprocessing.get_context("spawn")


class ProcessExit:
    """Signals that the process has ended."""

    def __init__(self, exit_code: int | None) -> None:
        self.exit_code = exit_code


class WorkerProcess:
    """Runs a child process that answers one request at a time."""

    def __init__(self, target: Callable[..., None], stop_below: c_longlong) -> None:
        self._pipe, child_pipe = SPAWN_CONTEXT.Pipe()
        self._process: Any = SPAWN_CONTEXT.Process(target=target, args=(child_pipe, stop_below), daemon=True)
        self._cleanup_seconds = 0.2
        """Seconds that the process has to exit on its own before it is killed. If it exits on its own, its
        exit code is more useful."""
        self._requests: SimpleQueue[bytes | None] = SimpleQueue()
        self._replies: SimpleQueue[bytes | ProcessExit] = SimpleQueue()
        self._thread = threading.Thread(target=self._exchange_messages, name="thinking", daemon=True)
        self._process.start()
        child_pipe.close()
        try:
            self._thread.start()
        except RuntimeError:
            self._process.kill()
            raise

    @property
    def pid(self) -> int:
        """Process ID."""
        return int(self._process.pid)

    def is_alive(self) -> bool:
        """Returns True while the process is running."""
        return bool(self._process.is_alive())

    def send(self, request: bytes) -> None:
        """Queues a request."""
        self._requests.put(request)

    def poll_reply(self) -> bytes | ProcessExit | None:
        """Returns the next reply, a ProcessExit, or None if neither has arrived yet."""
        try:
            return self._replies.get_nowait()
        except Empty:
            return None

    def kill(self) -> None:
        """Ends the process without waiting for it. A worker that cleans up before it exits is killed if the
        cleanup takes too long."""
        self._cleanup_seconds = CLEANUP_SECONDS
        self._process.terminate()
        self._requests.put(None)
        kill_timer = threading.Timer(CLEANUP_SECONDS, self._process.kill)
        kill_timer.daemon = True
        kill_timer.start()

    def join(self, seconds: float | None = None) -> None:
        """Waits until the process has ended."""
        self._thread.join(seconds)

    def _exchange_messages(self) -> None:
        try:
            while (request := self._requests.get()) is not None:
                self._pipe.send_bytes(request)
                self._replies.put(self._pipe.recv_bytes(MAX_MESSAGE_BYTES))
        except (EOFError, OSError):  # The process died, or the reply is too long.
            pass
        finally:
            self._process.join(self._cleanup_seconds)
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._replies.put(ProcessExit(self._process.exitcode))
