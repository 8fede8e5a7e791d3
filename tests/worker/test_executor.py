"""Tests tasks on threads: results, failures, cancellation, timeouts, order, idle steps and shutdown."""

from __future__ import annotations

import threading
import time

import pytest

from kingdom.worker.executor import BackgroundTask, Executor, IsNeeded, TaskCancelled, TaskTimeout
from kingdom.worker.future import set_wake_callback

WAIT_S = 60.0


def fail(is_needed: IsNeeded) -> int:
    raise ValueError("no such map")


def test_background_task_returns_its_result_and_wakes_the_ui() -> None:
    woken = threading.Event()
    set_wake_callback(woken.set)
    try:
        task = BackgroundTask(lambda is_needed: 7)
        assert task.wait(WAIT_S)
        assert (task.result, task.error) == (7, None)
        assert woken.wait(WAIT_S)
    finally:
        set_wake_callback(None)


def test_failure_is_stored() -> None:
    task = BackgroundTask(fail)
    assert task.wait(WAIT_S)
    assert task.result is None
    assert isinstance(task.error, ValueError)


def test_cancelled_task_notices_it_and_is_never_done() -> None:
    started, cancelled = threading.Event(), threading.Event()

    def work(is_needed: IsNeeded) -> int:
        started.set()
        cancelled.wait(WAIT_S)
        if not is_needed():
            raise TaskCancelled
        return 1

    task = BackgroundTask(work)
    assert started.wait(WAIT_S)
    task.cancel()
    cancelled.set()
    task.join()
    assert not task.is_done
    assert not task.is_pending


def test_hanging_task_fails_after_its_timeout() -> None:
    may_continue = threading.Event()

    def hang(is_needed: IsNeeded) -> bool:
        may_continue.wait(WAIT_S)
        return is_needed()

    task = BackgroundTask(hang, timeout_s=0.05)
    assert task.wait(WAIT_S)
    assert isinstance(task.error, TaskTimeout)
    may_continue.set()
    task.join()
    assert task.result is None, "a late result is dropped"


def test_executor_runs_tasks_in_order_and_survives_failures() -> None:
    executor, order, threads = Executor("test"), list[int](), set[threading.Thread]()

    def append(number: int) -> int:
        order.append(number)
        threads.add(threading.current_thread())
        return number

    first = executor.submit(lambda is_needed: append(1))
    failing = executor.submit(fail)
    last = executor.submit(lambda is_needed: append(2))
    assert executor.wait(WAIT_S)
    assert (order, first.result, last.result) == ([1, 2], 1, 2)
    assert isinstance(failing.error, ValueError)
    assert threading.current_thread() not in threads
    assert executor.submit(lambda is_needed: append(3)).wait(WAIT_S), "the thread starts again"


def test_cancel_all_drops_waiting_tasks() -> None:
    executor, started, may_continue = Executor("test"), threading.Event(), threading.Event()

    def wait(is_needed: IsNeeded) -> None:
        started.set()
        may_continue.wait(WAIT_S)

    running, waiting = executor.submit(wait), executor.submit(lambda is_needed: 1)
    assert started.wait(WAIT_S)
    executor.cancel_all()
    later = executor.submit(lambda is_needed: 2)
    may_continue.set()
    assert executor.wait(WAIT_S)
    assert (running.is_done, waiting.is_done, later.result) == (False, False, 2)


def test_idle_steps_run_between_tasks() -> None:
    steps = iter(range(4))
    log: list[str] = []

    def idle_step() -> bool:
        log.append("step")
        return next(steps, None) is not None

    executor = Executor("test", idle_step)
    executor.submit(lambda is_needed: log.append("task"))
    assert executor.wait(WAIT_S)
    assert log == ["task", *["step"] * 5]


def test_close_finishes_tasks_but_not_idle_steps() -> None:
    executor = Executor("test", lambda: True)
    task = executor.submit(lambda is_needed: 5)
    executor.close(WAIT_S)
    assert task.result == 5
    assert executor.submit(lambda is_needed: 6).is_cancelled


def test_close_does_not_wait_longer_than_its_timeout() -> None:
    executor, may_continue = Executor("test"), threading.Event()
    executor.submit(lambda is_needed: may_continue.wait(WAIT_S))
    started_at = time.monotonic()
    executor.close(0.05)
    assert time.monotonic() - started_at < WAIT_S / 2
    may_continue.set()


def test_missing_thread_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    executor = Executor("test")
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        task = executor.submit(lambda is_needed: 1)
    assert isinstance(task.error, RuntimeError)
    assert executor.submit(lambda is_needed: 2).wait(WAIT_S)
