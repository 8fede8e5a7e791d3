"""Entry point of the frozen program: starts child processes, checks the data files, runs the command line,
and reports startup errors."""

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

CHECKSUMS_FILE = "files.json"
"""File that maps each data file of the program to its checksum. Players can delete it to use modified images
or sounds."""


def find_damaged_files(folder: Path) -> list[str]:
    """Returns messages about data files that are missing, unreadable or changed."""
    try:
        checksums = json.loads((folder / CHECKSUMS_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except ValueError:
        return [f"{CHECKSUMS_FILE} is damaged"]
    problems = []
    for name, checksum in checksums.items():
        try:
            if zlib.crc32((folder / name).read_bytes()) != checksum:
                problems.append(f"{name} is damaged")
        except OSError as error:
            problems.append(
                f"{name} is missing"
                if isinstance(error, FileNotFoundError)
                else f"{name} cannot be read ({error.strerror})"
            )
    return problems


def report_startup_failure(reasons: list[str], details: str = "") -> int:
    """Reports why the program cannot start. The reason is printed on the terminal and written to the log. If
    the game was started without arguments, a window shows it too. Returns the exit code."""
    more = f", and {len(reasons) - 1} more" if len(reasons) > 1 else ""
    text = f"this copy of the game is not complete: {reasons[0]}{more}"
    advice = (
        "Please unpack it again from its archive. "
        "Your saved games and settings are stored elsewhere and are not affected."
    )
    print(f"kingdom: {text}\n{advice}", file=sys.stderr)
    try:
        from kingdom.paths import log_file

        log_file().parent.mkdir(parents=True, exist_ok=True)
        with log_file().open("a", encoding="utf-8") as log:
            print(*reasons, details, sep="\n", file=log)
        print(f"See the log for details: {log_file()}", file=sys.stderr)
    except (ImportError, OSError):
        print(details, file=sys.stderr)
    has_screen = sys.platform == "darwin" or (
        sys.platform == "linux" and {"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ)
    )
    if has_screen and len(sys.argv) == 1:
        with suppress(Exception):  # the error is already on the terminal and in the log
            from kingdom.ui.draw.error_window import show_startup_error

            show_startup_error("Kingdom", f"{text[0].upper()}{text[1:]}\n\n{advice}")
    return 1


def run_program() -> int:
    """Checks the files, runs the command line and returns the exit code."""
    reasons = find_damaged_files(Path(getattr(sys, "_MEIPASS", "")))
    if reasons:
        return report_startup_failure(reasons)
    try:
        # `-m` works as in `python -m`; `kingdom bench` starts its child processes this way
        if sys.argv[1:2] == ["-m"] and sys.argv[2].split(".")[0] == "kingdom":
            sys.argv = sys.argv[2:]
            runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
            return 0
        from kingdom.__main__ import main

        return main()
    except SystemExit as end:  # raised by argparse: invalid options, --help, --version
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as error:
        return report_startup_failure([f"{type(error).__name__}: {error}"], traceback.format_exc())


def main() -> int:
    """Runs the program, with or without a terminal. On Windows without a console, sys.stdout and sys.stderr
    are None."""
    multiprocessing.freeze_support()  # in a child process, this call does not return
    error_output = None
    if sys.stderr is None:
        error_output = sys.stderr = io.StringIO()
    if sys.stdout is None:
        sys.stdout = io.StringIO()
    code = run_program()
    if error_output is not None and code and sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, error_output.getvalue(), "Kingdom", 0x10)
    return code


if __name__ == "__main__":
    sys.exit(main())
