"""Pytest plugin for mutate.py. If `KINGDOM_TRACE` names a file, it records which functions each test calls
and how long the test takes. If `KINGDOM_ORDER` names a file, it runs only the tests in that file, each with a
time limit; fast tests and tests that have killed many mutants come first."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import CodeType, FrameType

import pytest

TRACE_FILE, ORDER_FILE = os.environ.get("KINGDOM_TRACE"), os.environ.get("KINGDOM_ORDER")
ROOT = str(Path(__file__).resolve().parents[2]) + os.sep
PACKAGE = ROOT + "kingdom" + os.sep

MAX_TRACED_CALLS = 200_000
"""Maximum number of calls traced per test. Tracing then stops, because it is slow."""

KILLERS_FILE = os.environ.get("KINGDOM_KILLERS")
"""Each line of this file is the name of a test that has killed a mutant."""

failed: set[str] = set()
traces: dict[str, tuple[float, list[str]]] = {}
durations: dict[str, float] = json.loads(Path(ORDER_FILE).read_text(encoding="utf-8")) if ORDER_FILE else {}


def sort_by_priority(tests: dict[str, float]) -> list[str]:
    """Sorts tests by how soon they should run: fast tests and tests that have killed many mutants come
    first."""
    lines = Path(KILLERS_FILE).read_text(encoding="utf-8").splitlines() if KILLERS_FILE else []
    kills = Counter(lines)
    return sorted(tests, key=lambda name: (tests[name] + 0.01) / (1 + kills[name]))


def record_killer(name: str) -> None:
    if KILLERS_FILE:
        with Path(KILLERS_FILE).open("a", encoding="utf-8") as file:
            file.write(name + "\n")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if ORDER_FILE:
        position = {name: number for number, name in enumerate(sort_by_priority(durations))}
        items[:] = sorted(
            (item for item in items if item.nodeid in position), key=lambda item: position[item.nodeid]
        )


def _raise_timeout(signum: int, frame: FrameType | None) -> None:
    raise TimeoutError("the test takes much longer than before")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    has_time_limit = item.nodeid in durations
    if has_time_limit and sys.platform != "win32":
        signal.signal(signal.SIGVTALRM, _raise_timeout)
        signal.signal(signal.SIGALRM, _raise_timeout)
        signal.setitimer(signal.ITIMER_VIRTUAL, 5 + 5 * durations[item.nodeid])
        signal.alarm(round(120 + 100 * durations[item.nodeid]))  # stops hanging tests, even on a busy machine
    entered_code: set[CodeType] = set()
    calls = count()

    def trace_call(frame: FrameType, event: str, argument: object) -> None:
        entered_code.add(frame.f_code)
        if next(calls) == MAX_TRACED_CALLS:
            sys.settrace(None)

    started_at = time.process_time()
    if TRACE_FILE:
        sys.settrace(trace_call)
        threading.settrace(trace_call)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        threading.settrace(None)
        if has_time_limit and sys.platform != "win32":
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.alarm(0)
        names = {
            f"{code.co_filename.removeprefix(ROOT)}:{code.co_qualname}"
            for code in entered_code
            if code.co_filename.startswith(PACKAGE)
        }
        traces[item.nodeid] = time.process_time() - started_at, sorted(names)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        failed.add(report.nodeid)
        if ORDER_FILE:
            record_killer(report.nodeid)


def pytest_sessionfinish() -> None:
    if TRACE_FILE:
        passed = {name: trace for name, trace in traces.items() if name not in failed}
        Path(TRACE_FILE).write_text(json.dumps(passed), encoding="utf-8")
