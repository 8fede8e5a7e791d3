"""Memory goes back to the system where that can be asked for, and nothing happens where it cannot."""

from __future__ import annotations

import ctypes
import sys
from typing import NoReturn

import pytest

from kingdom.ui.draw.free_memory import free_memory


@pytest.mark.skipif(sys.platform != "linux", reason="only there it is asked for")
def test_asked_of_the_c_library(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Library:
        @staticmethod
        def malloc_trim(kept: int) -> int:
            asked.append(kept)
            return 1

    monkeypatch.setattr(ctypes, "CDLL", lambda _: Library)
    free_memory()
    assert asked == [0]


def test_without_it_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: object) -> NoReturn:
        raise OSError

    monkeypatch.setattr(ctypes, "CDLL", none)
    free_memory()
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    free_memory()
