"""Worker functions that replace the benchmark process: a fast one and three failing ones."""

from __future__ import annotations

import os
import time
from multiprocessing.connection import Connection

from kingdom.worker.child_process import SharedState, run_worker


def fast_benchmark(pipe: Connection, shared: SharedState) -> None:
    """Reports n gold for game number n."""
    run_worker(pipe, lambda request: {"gold": request["game"]})


def dying_benchmark(pipe: Connection, shared: SharedState) -> None:
    pipe.recv_bytes()
    os._exit(3)


def malformed_benchmark(pipe: Connection, shared: SharedState) -> None:
    run_worker(pipe, lambda request: {"gold": "much"})


def hanging_benchmark(pipe: Connection, shared: SharedState) -> None:
    time.sleep(600)
