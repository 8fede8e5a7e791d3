"""Keeps tests away from the developer's own settings and saves."""

from __future__ import annotations

from pathlib import Path

DATA_VARIABLES = (
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "WIN_PD_OVERRIDE_LOCAL_APPDATA",  # read by platformdirs on Windows
)
"""Environment variables with the folders for settings, saves and logs."""


def home_variables(folder: Path | str) -> dict[str, str]:
    """Returns environment variables that make the game use this folder for all files of the user."""
    return dict.fromkeys(("HOME", *DATA_VARIABLES), str(folder))
