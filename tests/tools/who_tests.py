"""A plugin of pytest for mutate.py. With `KINGDOM_TRACE` it notes which functions each test enters and how
long it takes; with `KINGDOM_ORDER` only the tests named there run, each for a while at most, the quick ones
first and those that have killed most."""

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

TRACE, ORDER = os.environ.get("KINGDOM_TRACE"), os.environ.get("KINGDOM_ORDER")
TOP = str(Path(__file__).resolve().parents[2]) + os.sep
PACKAGE = TOP + "kingdom" + os.sep

ENOUGH = 200_000
"""Calls after which a test has shown what it enters: to note more of them takes long."""

KILLERS = os.environ.get("KINGDOM_KILLERS")
"""The file with the names of tests that have killed a mutant, one line for each."""

failed: set[str] = set()
noted: dict[str, tuple[float, list[str]]] = {}
wanted: dict[str, float] = json.loads(Path(ORDER).read_text(encoding="utf-8")) if ORDER else {}


def likeliest_first(tests: dict[str, float]) -> list[str]:
    """Tests in the order in which they are worth trying: quick ones, and those that have killed before."""
    lines = Path(KILLERS).read_text(encoding="utf-8").splitlines() if KILLERS else []
    kills = Counter(lines)
    return sorted(tests, key=lambda name: (tests[name] + 0.01) / (1 + kills[name]))


def note_killer(name: str) -> None:
    if KILLERS:
        with Path(KILLERS).open("a", encoding="utf-8") as file:
            file.write(name + "\n")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if ORDER:
        place = {name: number for number, name in enumerate(likeliest_first(wanted))}
        items[:] = sorted(
            (item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid]
        )


def _too_long(signum: int, frame: FrameType | None) -> None:
    raise TimeoutError("the test takes much longer than it did")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    limited = item.nodeid in wanted and hasattr(signal, "SIGVTALRM")
    if limited:
        signal.signal(signal.SIGVTALRM, _too_long)
        signal.signal(signal.SIGALRM, _too_long)
        signal.setitimer(signal.ITIMER_VIRTUAL, 5 + 5 * wanted[item.nodeid])
        signal.alarm(
            round(120 + 100 * wanted[item.nodeid])
        )  # for what waits for ever, also on a busy machine
    seen: set[CodeType] = set()
    calls = count()

    def entered(frame: FrameType, event: str, argument: object) -> None:
        seen.add(frame.f_code)
        if next(calls) == ENOUGH:
            sys.settrace(None)

    begin = time.process_time()
    if TRACE:
        sys.settrace(entered)
        threading.settrace(entered)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        threading.settrace(None)
        if limited:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.alarm(0)
        names = {
            f"{code.co_filename.removeprefix(TOP)}:{code.co_qualname}"
            for code in seen
            if code.co_filename.startswith(PACKAGE)
        }
        noted[item.nodeid] = time.process_time() - begin, sorted(names)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        failed.add(report.nodeid)
        if ORDER:
            note_killer(report.nodeid)


def pytest_sessionfinish() -> None:
    if TRACE:
        passed = {name: known for name, known in noted.items() if name not in failed}
        Path(TRACE).write_text(json.dumps(passed), encoding="utf-8")
