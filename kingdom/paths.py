"""Paths to the shipped data (in a source checkout, an installed package or a frozen build) and to the user's
files."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

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
    raise FileNotFoundError(f"this copy of the game is not complete: there is no folder {candidates[-1]}")


def _user_dir(kind: str) -> Path:
    """Returns the user's folder for `kind` (data, config or log). Falls back to the temp directory if there
    is no home directory."""
    import platformdirs  # Imported here because code that only reads shipped data does not need it.

    try:
        path = Path(getattr(platformdirs, f"user_{kind}_dir")("kingdom", appauthor=False))
    except (OSError, RuntimeError, KeyError):
        path = Path()
    if path.is_absolute():
        return path
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return Path(tempfile.gettempdir()) / f"kingdom-{user}" / kind


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
