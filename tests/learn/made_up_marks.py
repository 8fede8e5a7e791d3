"""Processes in the place of the one that plays for marks: quick, and broken."""

from __future__ import annotations

import os
from ctypes import c_longlong
from multiprocessing.connection import Connection

from kingdom.match.beside import answer_requests


def quick(pipe: Connection, hurried: c_longlong) -> None:
    """Game n brings n gold."""
    answer_requests(pipe, lambda request: {"gold": request["game"]})


def dying(pipe: Connection, hurried: c_longlong) -> None:
    pipe.recv_bytes()
    os._exit(3)


def babbling(pipe: Connection, hurried: c_longlong) -> None:
    answer_requests(pipe, lambda request: {"gold": "much"})
