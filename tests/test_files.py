"""Tests reading and writing files: whatever the path refers to, the caller gets the content or an OSError."""

from __future__ import annotations

import os
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
