"""Paths to the shipped data (in a source checkout, an installed package or a frozen build) and to the user's
files."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from pathlib import Path


class UnsafeFolderError(OSError):
    """Raised if the folder for the user's files may contain another user's files."""


PACKAGE_DIR = Path(__file__).resolve().parent


def shipped_data_dir(name: str) -> Path:
    """Returns the folder `levels` or `assets` of this installation."""
    candidates = [PACKAGE_DIR / name, PACKAGE_DIR.parent / name]
    bundle_dir = getattr(sys, "_MEIPASS", None)
    if bundle_dir is not None:
        candidates = [Path(bundle_dir) / name]
    # The package comes first, because folders next to an installed package may belong to other packages.
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"this copy of the game is incomplete: the folder {candidates[-1]} is missing")


def _user_dir(kind: str) -> Path:
    """Returns the user's folder for `kind` (data, config or log). If there is no home directory, returns a
    private folder in the temp directory instead."""
    import platformdirs  # Imported here so that reading shipped data does not need this package.

    try:
        path = Path(getattr(platformdirs, f"user_{kind}_dir")("kingdom", appauthor=False))
    except (OSError, RuntimeError, KeyError):
        path = Path()
    if path.is_absolute():
        return path
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return _private_folder(Path(tempfile.gettempdir()) / f"kingdom-{user}") / kind


def _private_folder(path: Path) -> Path:
    """Creates a folder in the shared temp directory that only this user can open. Raises UnsafeFolderError if
    another user may have created the folder or put files into it. That would be dangerous because settings
    contain commands that we run."""
    try:
        path.mkdir(mode=0o700)
    except FileExistsError:
        pass
    except OSError:  # The folder can't be created, so it contains no files to trust.
        return path
    status = path.lstat()
    if hasattr(os, "getuid") and (
        not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o022
    ):
        raise UnsafeFolderError(errno.EACCES, "Other users can change this folder", str(path))
    path.chmod(0o700)
    return path


def user_data_dir() -> Path:
    """Returns the folder for the player's games and maps. It may not exist yet."""
    return _user_dir("data")


def user_config_dir() -> Path:
    """Returns the folder for the player's settings. It may not exist yet."""
    return _user_dir("config")


def user_pictures_dir() -> Path:
    """Returns the user's pictures folder. It may not exist yet."""
    import platformdirs

    try:
        path = Path(platformdirs.user_pictures_dir())
    except (OSError, RuntimeError, KeyError):
        path = Path()
    return path if path.is_absolute() else user_data_dir() / "pictures"


def log_file() -> Path:
    """Returns the path of the log file. It may not exist yet."""
    return _user_dir("log") / "kingdom.log"


def user_maps_dir() -> Path:
    """Returns the folder for the player's own maps. It may not exist yet."""
    return user_data_dir() / "maps"
