"""Where the program's files are: beside the source, inside the installed package, or in the frozen build."""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
IN_PACKAGE = {"levels": "levels_data"}
"""Folders with another name inside the installed package, where kingdom/levels.py already has theirs."""


def data_folder(name: str) -> Path:
    """The folder `levels` or `assets`, wherever this copy of the program keeps it."""
    places = [PACKAGE / IN_PACKAGE.get(name, name), PACKAGE.parent / name]
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        places = [Path(frozen) / name]
    # the package comes first: beside an installed package lie the folders of other people
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"this copy of the game is not complete: there is no folder {places[-1]}")


def log_file() -> Path:
    """Where the program writes down what went wrong; it need not exist."""
    import platformdirs

    return Path(platformdirs.user_log_dir("kingdom", appauthor=False)) / "kingdom.log"


def user_maps() -> Path:
    """The folder of the player's own maps; it need not exist."""
    import platformdirs  # here, so that who only reads shipped data needs no platformdirs

    return Path(platformdirs.user_data_dir("kingdom", appauthor=False)) / "maps"
