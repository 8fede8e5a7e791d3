"""Runs functions on threads. A BackgroundTask has its own thread; an Executor runs tasks one after another.
All threads are daemons, so a hanging disk never keeps the program from exiting."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from kingdom.worker.future import Future

log = logging.getLogger(__name__)

ResultT = TypeVar("ResultT")
IsNeeded = Callable[[], bool]
"""Function that long-running work calls regularly. Returns False once the result is no longer needed."""


class TaskCancelled(Exception):
    """Raised inside a task whose result is no longer needed."""


class TaskTimeout(Exception):
    """A task did not finish in time. Its thread may hang forever."""


def always_needed() -> bool:
    """Default callback for work that is never canceled."""
    return True


class Task(Future[ResultT], Generic[ResultT]):
    """The future result of a function that runs on a thread."""

    def __init__(self, function: Callable[[IsNeeded], ResultT]) -> None:
        super().__init__()
        self._function = function

    def run(self) -> None:
        """Runs the function unless the task was canceled."""
        if not self.is_cancelled:
            try:
                self.finish(self._function(lambda: self.is_pending))
            except TaskCancelled:
                pass
            except Exception as error:  # the owner of the task checks `error`
                log.exception("a background task failed")
                self.finish(error=error)


class BackgroundTask(Task[ResultT], Generic[ResultT]):
    """Runs a function on its own thread. After `timeout_s`, the task fails and its thread is abandoned."""

    def __init__(self, function: Callable[[IsNeeded], ResultT], timeout_s: float | None = None) -> None:
        super().__init__(function)
        self._thread = threading.Thread(target=self.run, name="background task", daemon=True)
        self._timer = (
            None if timeout_s is None else threading.Timer(timeout_s, self._on_timeout, (timeout_s,))
        )
        self._thread.start()
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def run(self) -> None:
        super().run()
        if self._timer is not None:
            self._timer.cancel()

    def _on_timeout(self, seconds: float) -> None:
        self.finish(error=TaskTimeout(f"no result after {round(seconds)} seconds"))

    def join(self) -> None:
        """Waits until the thread has ended. Must not be called on the UI thread."""
        self._thread.join()


class Executor:
    """Runs tasks one after another on a thread, which exists only while there is something to do."""

    def __init__(self, name: str, idle_step: Callable[[], bool] | None = None) -> None:
        """While there is no task, `idle_step` is called repeatedly until it returns False. It is then called
        again only after the next task."""
        self._name, self._idle_step = name, idle_step
        self._tasks: deque[Task[object]] = deque()
        self._current_task: Task[object] | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._condition = threading.Condition()

    def submit(self, function: Callable[[IsNeeded], ResultT]) -> Task[ResultT]:
        """Queues a function. After `close`, the task is canceled immediately."""
        task = Task(function)
        with self._condition:
            if self._is_closed:
                task.cancel()
                return task
            self._tasks.append(task)  # type: ignore[arg-type]
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                try:
                    self._thread.start()
                except RuntimeError as error:  # no thread is available
                    self._thread = None
                    self._tasks.clear()
                    task.finish(error=error)
        return task

    def cancel_all(self) -> None:
        """Cancels all tasks without waiting for the one that is running."""
        with self._condition:
            for task in (*self._tasks, self._current_task):
                if task is not None:
                    task.cancel()
            self._tasks.clear()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Waits until there is nothing left to do. Must not be called on the UI thread."""
        with self._condition:
            return self._condition.wait_for(lambda: self._thread is None, timeout_s)

    def close(self, timeout_s: float = 0.0) -> None:
        """Accepts no more tasks, skips further idle steps, and waits for the remaining tasks."""
        with self._condition:
            self._is_closed = True
        self.wait(timeout_s)

    def _run(self) -> None:
        is_idle_step_due = self._idle_step is not None
        while True:
            with self._condition:
                if not self._tasks and (self._is_closed or not is_idle_step_due):
                    self._thread = self._current_task = None
                    self._condition.notify_all()
                    return
                task = self._current_task = self._tasks.popleft() if self._tasks else None
            if task is not None:
                task.run()
                is_idle_step_due = self._idle_step is not None
            elif self._idle_step is not None:
                is_idle_step_due = self._idle_step()
