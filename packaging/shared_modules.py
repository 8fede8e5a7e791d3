"""Runs before PyInstaller's own startup code in every program of the bundle. PyInstaller would store all
modules in each program; this makes it read them from one file instead."""

import sys

MODULES_FILE = "modules.pyz"

if hasattr(sys, "_MEIPASS"):
    setattr(sys, "_pyinstaller_pyz", f"{sys._MEIPASS}/{MODULES_FILE}?0")  # noqa: B010
