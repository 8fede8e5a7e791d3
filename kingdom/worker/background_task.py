"""BackgroundTask runs one job on a thread. The job can be cancelled."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from kingdom.worker.future import wake_ui

log = logging.getLogger(__name__)

ResultT = TypeVar("ResultT")
IsNeeded = Callable[[], bool]
"""Function that long-running work calls regularly. Returns False once the result is no longer needed."""


class TaskCancelled(Exception):
    """Raised inside a task whose result is no longer needed."""


def always_needed() -> bool:
    """Default callback for work that is never cancelled."""
    return True


class BackgroundTask(threading.Thread, Generic[ResultT]):
    """Runs a function in a thread and stores its result. The task owns the result. Dropping the task
    therefore frees a large result, such as an image, even if the caller stays alive."""

    def __init__(self, function: Callable[[IsNeeded], ResultT]) -> None:
        super().__init__(daemon=True)
        self._function = function
        self._is_needed = True
        self.result: ResultT | None = None
        self.start()

    def run(self) -> None:
        try:
            self.result = self._function(lambda: self._is_needed)
        except TaskCancelled:
            pass
        except Exception:  # the owner of the task checks `failed`
            log.exception("a background task failed")
        wake_ui()

    def cancel(self) -> None:
        """Cancels the task without waiting for the thread to end."""
        self._is_needed = False

    @property
    def failed(self) -> bool:
        """True if the thread ended without a result."""
        return not self.is_alive() and self.result is None
