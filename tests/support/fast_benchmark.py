"""Worker functions that replace the benchmark process: a fast one and two failing ones."""

from __future__ import annotations

import os
from ctypes import c_longlong
from multiprocessing.connection import Connection

from kingdom.worker.child_process import run_worker


def fast_benchmark(pipe: Connection, stop_below: c_longlong) -> None:
    """Reports n gold for game number n."""
    run_worker(pipe, lambda request: {"gold": request["game"]})


def dying_benchmark(pipe: Connection, stop_below: c_longlong) -> None:
    pipe.recv_bytes()
    os._exit(3)


def malformed_benchmark(pipe: Connection, stop_below: c_longlong) -> None:
    run_worker(pipe, lambda request: {"gold": "much"})
