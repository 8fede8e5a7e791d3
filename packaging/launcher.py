"""Where the frozen program begins: first the processes of program players, then the command line, and every
error in words."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import runpy
import sys
import traceback
import zlib
from contextlib import suppress
from pathlib import Path

SEAL = "files.json"
"""The data files that the program came with, each with its checksum. Who wants to play with other pictures or
sounds deletes this list."""


def damage(folder: Path) -> list[str]:
    """The data files that are missing or not what they were, in words."""
    try:
        files = json.loads((folder / SEAL).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except ValueError:
        return [f"{SEAL} is damaged"]
    found = []
    for place, checksum in files.items():
        try:
            if zlib.crc32((folder / place).read_bytes()) != checksum:
                found.append(f"{place} is damaged")
        except OSError as error:
            found.append(
                f"{place} is missing"
                if isinstance(error, FileNotFoundError)
                else f"{place} cannot be read ({error.strerror})"
            )
    return found


def refuse(reasons: list[str], details: str = "") -> int:
    """Say why the program does not start: on the terminal, in the log, and on the screen if the game was to
    open there; the exit code."""
    more = f", and {len(reasons) - 1} more" if len(reasons) > 1 else ""
    text = f"this copy of the game is not complete: {reasons[0]}{more}"
    advice = (
        "Please unpack it once more from its archive. "
        "Saved games and settings are elsewhere and stay as they are."
    )
    print(f"kingdom: {text}\n{advice}", file=sys.stderr)
    try:
        from kingdom.paths import log_file

        log_file().parent.mkdir(parents=True, exist_ok=True)
        with log_file().open("a", encoding="utf-8") as log:
            print(*reasons, details, sep="\n", file=log)
        print(f"The details are in {log_file()}", file=sys.stderr)
    except (ImportError, OSError):
        print(details, file=sys.stderr)
    has_screen = sys.platform == "darwin" or (
        sys.platform == "linux" and {"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ)
    )
    if has_screen and len(sys.argv) == 1:
        with suppress(Exception):  # it has been told already
            from kingdom.ui.draw.last_resort import show_trouble

            show_trouble("Kingdom", f"{text[0].upper()}{text[1:]}\n\n{advice}")
    return 1


def run() -> int:
    """The program; its exit code."""
    reasons = damage(Path(getattr(sys, "_MEIPASS", "")))
    if reasons:
        return refuse(reasons)
    try:
        if (
            sys.argv[1:2] == ["-m"] and sys.argv[2].split(".")[0] == "kingdom"
        ):  # as Python would: `kingdom bench` starts itself like this
            sys.argv = sys.argv[2:]
            runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
            return 0
        from kingdom.__main__ import main

        return main()
    except SystemExit as end:  # from argparse: wrong options, --help, --version
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as error:
        return refuse([f"{type(error).__name__}: {error}"], traceback.format_exc())


def main() -> int:
    """Run the program where there may be no terminal: Windows gives a program without console no streams at
    all."""
    multiprocessing.freeze_support()  # a process of program players goes no further than this line
    heard = None
    if sys.stderr is None:
        heard = sys.stderr = io.StringIO()
    if sys.stdout is None:
        sys.stdout = io.StringIO()
    code = run()
    if heard is not None and code and sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, heard.getvalue(), "Kingdom", 0x10)
    return code


if __name__ == "__main__":
    sys.exit(main())
