"""Freed memory is returned to the system if the C library supports it. Otherwise, nothing happens."""

from __future__ import annotations

import ctypes
import sys
from typing import NoReturn

import pytest

from kingdom.ui.draw.surface_cache import (
    MMAP_THRESHOLD_BYTES,
    TRIM_THRESHOLD_BYTES,
    configure_malloc,
    trim_malloc,
)


@pytest.fixture(autouse=True)
def configured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.ui.draw.surface_cache._is_configured", True)


@pytest.mark.skipif(sys.platform != "linux", reason="malloc is configured only on Linux")
def test_trim_calls_the_c_library(monkeypatch: pytest.MonkeyPatch) -> None:
    trim_calls: list[int] = []

    class Library:
        @staticmethod
        def malloc_trim(pad: int) -> int:
            trim_calls.append(pad)
            return 1

    monkeypatch.setattr(ctypes, "CDLL", lambda _: Library)
    trim_malloc()
    assert trim_calls == [0]


@pytest.mark.skipif(sys.platform != "linux", reason="malloc is configured only on Linux")
def test_malloc_thresholds_are_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[int, int] = {}

    class Library:
        @staticmethod
        def mallopt(option: int, value: int) -> int:
            options[option] = value
            return 1

    monkeypatch.setattr(ctypes, "CDLL", lambda _: Library)
    configure_malloc()
    trim_threshold, mmap_threshold, arena_max = -1, -3, -8
    assert options == {
        trim_threshold: TRIM_THRESHOLD_BYTES,
        mmap_threshold: MMAP_THRESHOLD_BYTES,
        arena_max: 1,
    }
    assert MMAP_THRESHOLD_BYTES < TRIM_THRESHOLD_BYTES < 8_000_000


def test_missing_c_library_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_os_error(_: object) -> NoReturn:
        raise OSError

    monkeypatch.setattr(ctypes, "CDLL", raise_os_error)
    trim_malloc()
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    trim_malloc()
