"""`kingdom`: opens the game, or runs one command (`commands/`)."""

from __future__ import annotations

import argparse
import io
import multiprocessing
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from kingdom import paths
from kingdom.commands.parser import COMMANDS, build_parser
from kingdom.commands.speaking import EXIT_BAD_INPUT, EXIT_INTERRUPTED, EXIT_UNEXPECTED, one_line
from kingdom.files import clipped


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    multiprocessing.freeze_support()
    for stream in (sys.stdout, sys.stderr):  # an old console has not every letter
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    file = _file_to_open(given)
    options = build_parser().parse_args(given)
    try:
        if file is not None and not file.exists():
            print(f"kingdom: no command and no file: {clipped(file)}; see kingdom --help", file=sys.stderr)
            return EXIT_BAD_INPUT
        return _run(options, file)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as error:
        return _unexpected(error)


def _file_to_open(given: list[str]) -> Path | None:
    """`kingdom FILE`: a first word that is no command is a game to open, and is taken out of the words."""
    place = next((number for number, word in enumerate(given) if not word.startswith("-")), None)
    if place is None or given[place] in COMMANDS:
        return None
    return Path(given.pop(place))


def _run(options: argparse.Namespace, file: Path | None) -> int:
    if options.command is None:
        from kingdom.ui.app import main as window  # here, so that the other commands need no window

        return window.main(options.smoke, file)
    from kingdom.rules.registry import BadSetup  # here, so that --help and --version need no rules

    try:
        return runner(options.command)(options)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (BadSetup, OSError, UnicodeDecodeError) as error:
        print(f"kingdom {options.command}: {one_line(error)}", file=sys.stderr)
        return EXIT_BAD_INPUT


def runner(command: str) -> Callable[[argparse.Namespace], int]:
    """The function that runs a command; only now the rooms that it needs are loaded."""
    module = import_module(f"kingdom.commands.{COMMANDS[command]}")
    run: Callable[[argparse.Namespace], int] = getattr(module, f"run_{command.replace('-', '_')}")
    return run


def _unexpected(error: Exception) -> int:
    """An error that nobody thought of: one line for the person, everything for the log."""
    details = "".join(traceback.format_exception(error))
    print(f"kingdom: this should not happen: {type(error).__name__}: {one_line(error)}", file=sys.stderr)
    try:
        paths.log_file().parent.mkdir(parents=True, exist_ok=True)
        with paths.log_file().open("a", encoding="utf-8") as log:
            log.write(details)
        print(f"The details are in {paths.log_file()}", file=sys.stderr)
    except OSError:
        print(details, file=sys.stderr)
    return EXIT_UNEXPECTED


if __name__ == "__main__":
    sys.exit(main())
