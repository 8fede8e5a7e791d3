"""What all commands share: reading what is given, printing what was found, and the exit codes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from kingdom.files import LARGEST, CannotRead, clipped, read_text

EXIT_UNEXPECTED, EXIT_BAD_INPUT, EXIT_INTERRUPTED = 1, 2, 130


def one_line(error: Exception) -> str:
    """What went wrong, short and without control characters."""
    if isinstance(error, OSError) and error.filename:
        return clipped(f"{error.filename}: {error.strerror}")
    return clipped(error)


def read_input(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if path != "-":
        try:
            return read_text(Path(path))
        except CannotRead as error:
            raise CannotRead(f"{path}: {error}") from None
    text = sys.stdin.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise CannotRead(f"more than {LARGEST} letters on standard input")
    return text


def print_json(data: Any) -> None:
    """The one object on standard output."""
    print(json.dumps(data))


def progress(done: int, many: int) -> None:
    """A bar on standard error that grows in its line."""
    bar = "#" * (30 * done // many)
    print(f"\r[{bar:30}] {done}/{many}", end="" if done < many else "\n", file=sys.stderr, flush=True)
