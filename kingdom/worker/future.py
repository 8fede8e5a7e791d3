"""Future: the result of background work. Finishing a future wakes the UI, so nothing has to poll."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

ResultT = TypeVar("ResultT")

_wake_callback: Callable[[], object] | None = None


def set_wake_callback(callback: Callable[[], object] | None) -> None:
    """Sets the function that wakes the main loop. It is called from background threads."""
    global _wake_callback
    _wake_callback = callback


def wake_ui() -> None:
    """Wakes the main loop, so that scenes check their futures."""
    if _wake_callback is not None:
        _wake_callback()


class Future(Generic[ResultT]):
    """The result of a function or request that runs in the background. The future owns the result. Dropping
    the future therefore frees a large result, such as an image."""

    def __init__(self) -> None:
        self.result: ResultT | None = None
        self.error: Exception | None = None
        """The reason for the failure, once the work is done."""
        self.is_cancelled = False
        self._done = threading.Event()
        self._lock = threading.Lock()

    @property
    def is_done(self) -> bool:
        """True once there is a result or an error. A canceled future is never done."""
        return self._done.is_set()

    @property
    def is_pending(self) -> bool:
        """True while a result may still come."""
        return not self.is_done and not self.is_cancelled

    def cancel(self) -> None:
        """Drops the result. Never waits for the work to end."""
        self.is_cancelled = True

    def wait(self, timeout_s: float | None = None) -> bool:
        """Waits until the work is done. Must not be called on the UI thread."""
        return self._done.wait(timeout_s)

    def finish(self, result: ResultT | None = None, error: Exception | None = None) -> None:
        """Sets the result or the error, unless the future was canceled or is already done."""
        with self._lock:
            if not self.is_pending:
                return
            self.result, self.error = result, error
            self._done.set()
        wake_ui()
