"""Where the program's files are: beside the source, inside the installed package, or in the frozen build; and
where the user's are."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """The folder `levels` or `assets`, wherever this copy of the program keeps it."""
    places = [PACKAGE / name, PACKAGE.parent / name]
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        places = [Path(frozen) / name]
    # the package comes first: beside an installed package lie the folders of other people
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"this copy of the game is not complete: there is no folder {places[-1]}")


def _user_folder(kind: str) -> Path:
    """The user's folder of a kind; somebody without a home gets one among the temporary files."""
    import platformdirs  # here, so that who only reads shipped data needs no platformdirs

    try:
        found = Path(getattr(platformdirs, f"user_{kind}_dir")("kingdom", appauthor=False))
    except (OSError, RuntimeError, KeyError):
        found = Path()
    if found.is_absolute():
        return found
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return Path(tempfile.gettempdir()) / f"kingdom-{user}" / kind


def user_data() -> Path:
    """The folder of the player's games and maps; it need not exist."""
    return _user_folder("data")


def user_settings() -> Path:
    """The folder of the player's settings; it need not exist."""
    return _user_folder("config")


def user_pictures() -> Path:
    """The folder of the user's pictures; it need not exist."""
    import platformdirs

    try:
        found = Path(platformdirs.user_pictures_dir())
    except (OSError, RuntimeError, KeyError):
        found = Path()
    return found if found.is_absolute() else user_data() / "pictures"


def log_file() -> Path:
    """Where the program writes down what went wrong; it need not exist."""
    return _user_folder("log") / "kingdom.log"


def user_maps() -> Path:
    """The folder of the player's own maps; it need not exist."""
    return user_data() / "maps"
