"""Memory goes back to the system where that can be asked for, and nothing happens where it cannot."""

from __future__ import annotations

import ctypes
import sys
from typing import NoReturn

import pytest

from kingdom.ui.draw.free_memory import LARGE, WORKING, free_memory, hand_back_at_once


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


@pytest.mark.skipif(sys.platform != "linux", reason="only there it is asked for")
def test_large_pictures_go_back_and_a_little_is_kept_to_work_with(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[int, int] = {}

    class Library:
        @staticmethod
        def mallopt(what: int, value: int) -> int:
            asked[what] = value
            return 1

    monkeypatch.setattr(ctypes, "CDLL", lambda _: Library)
    hand_back_at_once()
    trim, threshold, pools = -1, -3, -8
    assert asked == {trim: WORKING, threshold: LARGE, pools: 1}
    assert LARGE < WORKING < 8_000_000


def test_without_it_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: object) -> NoReturn:
        raise OSError

    monkeypatch.setattr(ctypes, "CDLL", none)
    free_memory()
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    free_memory()
