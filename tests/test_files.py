"""Tests reading and writing files: whatever the path refers to, the caller gets the content or an OSError."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from kingdom import files
from kingdom.files import FileReadError, open_private, read_bytes


def test_file_that_has_no_data_yet_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates a file like /proc/kmsg, which claims to be a regular file but returns None when it is read
    without blocking."""
    (tmp_path / "kmsg").touch()
    opened = MagicMock()
    opened.return_value.__enter__.return_value.read.return_value = None
    monkeypatch.setattr(files, "open", opened, raising=False)
    with pytest.raises(FileReadError):
        read_bytes(tmp_path / "kmsg")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no file modes")
@pytest.mark.parametrize("exists", [False, True])
def test_private_file_is_for_its_owner_only(tmp_path: Path, exists: bool) -> None:
    path = tmp_path / "kingdom.log"
    old_umask = os.umask(0)
    try:
        if exists:
            path.touch()
        with open(path, "a", encoding="utf-8", opener=open_private) as file:
            file.write("text")
    finally:
        os.umask(old_umask)
    assert (path.read_text(encoding="utf-8"), path.stat().st_mode & 0o777) == ("text", 0o600)


@pytest.mark.parametrize("on_windows", [False, True])
def test_reading_of_a_busy_file_is_retried_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_windows: bool
) -> None:
    """On Windows, a file cannot be opened while a virus scanner has it open. On other systems, a refusal
    means that the permission is missing."""
    monkeypatch.setattr(files, "RETRY_DELAY_S", 0.0)
    monkeypatch.setattr(files, "ON_WINDOWS", on_windows)
    path = tmp_path / "settings.json"
    path.write_bytes(b"{}")
    real_open, attempts = os.open, []

    def busy(path: Path, flags: int) -> int:
        attempts.append(path)
        if len(attempts) <= 3:
            raise PermissionError(13, "Permission denied")
        return real_open(path, flags)

    monkeypatch.setattr(os, "open", busy)
    if on_windows:
        assert read_bytes(path) == b"{}"
    else:
        with pytest.raises(PermissionError):
            read_bytes(path)
    assert len(attempts) == (4 if on_windows else 1)


if sys.platform == "win32":

    def test_locked_file_is_read_once_it_is_free(tmp_path: Path) -> None:
        """Locks a file as a virus scanner does, and unlocks it after 0.1 s."""
        import ctypes

        kernel32 = ctypes.WinDLL("kernel32")
        kernel32.CreateFileW.restype = ctypes.c_void_p
        kernel32.CreateFileW.argtypes = (
            ctypes.c_wchar_p, *(ctypes.c_ulong,) * 2, ctypes.c_void_p, *(ctypes.c_ulong,) * 2, ctypes.c_void_p
        )  # fmt: skip
        kernel32.CloseHandle.argtypes = (ctypes.c_void_p,)
        path = tmp_path / "settings.json"
        path.write_bytes(b"{}")
        generic_read, share_nothing, open_existing = 0x80000000, 0, 3
        handle = kernel32.CreateFileW(str(path), generic_read, share_nothing, None, open_existing, 0, None)
        with pytest.raises(PermissionError):
            path.read_bytes()
        threading.Timer(0.1, kernel32.CloseHandle, [handle]).start()
        assert read_bytes(path) == b"{}"
