"""Tests that, without a home directory, the user's files are in a folder that no other user can create in
advance or change."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path

import platformdirs
import pytest

from kingdom.paths import UnsafeFolderError, log_file, user_config_dir, user_data_dir, user_maps_dir

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has a temp directory per user")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Removes the home directory and returns the folder used in its place. That folder does not exist yet."""
    for kind in ("data", "config", "log"):
        monkeypatch.setattr(platformdirs, f"user_{kind}_dir", lambda *_, **__: "~/somewhere")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    if sys.platform == "win32":
        raise NotImplementedError
    return tmp_path / f"kingdom-{os.getuid()}"


def test_folder_is_private(folder: Path) -> None:
    assert user_data_dir() == folder / "data"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert user_config_dir() == folder / "config", "our own folder must be accepted"
    assert log_file() == folder / "log" / "kingdom.log"


def test_readable_folder_of_an_earlier_version_becomes_private(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o755)
    assert user_config_dir() == folder / "config"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_folder_that_others_can_change_is_refused(folder: Path, mode: int) -> None:
    folder.mkdir()
    folder.chmod(mode)
    with pytest.raises(UnsafeFolderError, match=folder.name):
        user_config_dir()


def test_folder_of_another_user_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "win32":
        raise NotImplementedError
    other_user = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other_user)
    folder.with_name(f"kingdom-{other_user}").mkdir(mode=0o700)
    for get_path in (user_data_dir, user_config_dir, user_maps_dir, log_file):
        with pytest.raises(UnsafeFolderError):
            get_path()


def test_link_to_a_folder_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UnsafeFolderError):
        user_config_dir()


def test_file_instead_of_the_folder_is_refused(folder: Path) -> None:
    folder.write_text("")
    with pytest.raises(UnsafeFolderError):
        user_config_dir()
