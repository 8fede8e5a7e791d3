"""Helpers shared by all commands: exit codes, reading input, printing results, and parsing lists of
expansions."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from kingdom.files import MAX_FILE_BYTES, FileReadError, read_text, sanitize_line

EXIT_UNEXPECTED, EXIT_BAD_INPUT, EXIT_INTERRUPTED = 1, 2, 130


def format_error(error: Exception) -> str:
    """Returns an error as one short line without control characters."""
    if isinstance(error, OSError) and error.filename:
        return sanitize_line(f"{error.filename}: {error.strerror}")
    return sanitize_line(error)


def read_input(path: str) -> str:
    """Reads a text file, or standard input if the path is `-`."""
    if path != "-":
        try:
            return read_text(Path(path))
        except FileReadError as error:
            raise FileReadError(f"{path}: {error}") from None
    text = sys.stdin.read(MAX_FILE_BYTES + 1)
    if len(text) > MAX_FILE_BYTES:
        raise FileReadError(f"more than {MAX_FILE_BYTES} characters on standard input")
    return text


def print_json(data: Any) -> None:
    """Prints the result of a command as one line of JSON to standard output."""
    print(json.dumps(data))


def print_progress(done: int, total: int) -> None:
    """Prints or updates a progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return
    bar = "#" * (30 * done // total)
    print(f"\r[{bar:30}] {done}/{total}", end="" if done < total else "\n", file=sys.stderr, flush=True)


def parse_expansions(names: str) -> list[str]:
    """Splits a comma-separated list of expansions (or "all"). The base game is always included."""
    # imported here because every command loads this module but not every command needs the rules
    from kingdom.rules.errors import ValidationError
    from kingdom.rules.registry import EXPANSIONS

    expansions = list(EXPANSIONS) if names == "all" else list(dict.fromkeys(["base", *names.split(",")]))
    for name in expansions:
        if name not in EXPANSIONS:
            raise ValidationError(f"unknown box {name!r}; there are {', '.join(EXPANSIONS)}")
    return expansions
