"""Reading and writing files: whatever is there, the caller gets the content or an OSError."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import MagicMock

import pytest

from kingdom import files
from kingdom.files import FileReadError, read_bytes


def test_file_that_has_no_data_yet_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading /proc/kmsg without blocking returns None, although it claims to be a regular file."""
    (tmp_path / "kmsg").touch()
    opened = MagicMock()
    opened.return_value.__enter__.return_value.read.return_value = None
    monkeypatch.setattr(files, "open", opened, raising=False)
    with pytest.raises(FileReadError):
        read_bytes(tmp_path / "kmsg")
