"""Entry point: opens the game window or runs a command (kingdom/commands)."""

from __future__ import annotations

import argparse
import io
import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from kingdom.commands.cli_io import EXIT_BAD_INPUT, EXIT_INTERRUPTED, EXIT_UNEXPECTED, format_error
from kingdom.commands.parser import COMMAND_MODULES, build_parser
from kingdom.files import sanitize_line


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program with these command-line arguments and returns the exit code."""
    multiprocessing.freeze_support()
    for stream in (sys.stdout, sys.stderr):  # some old consoles cannot display every character
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    remaining_args = list(sys.argv[1:] if arguments is None else arguments)
    game_file = _pop_file_argument(remaining_args)
    options = build_parser().parse_args(remaining_args)
    try:
        if game_file is not None and not game_file.exists():
            print(
                f"kingdom: no such command or file: {sanitize_line(game_file)}; see kingdom --help",
                file=sys.stderr,
            )
            return EXIT_BAD_INPUT
        return _run(options, game_file)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as error:
        return _report_crash(error)


def _pop_file_argument(args: list[str]) -> Path | None:
    """Removes and returns the FILE argument of `kingdom FILE`. It is the first argument that is not an
    option, unless that argument is a command."""
    index = next((i for i, arg in enumerate(args) if not arg.startswith("-")), None)
    if index is None or args[index] in COMMAND_MODULES:
        return None
    return Path(args.pop(index))


def _run(options: argparse.Namespace, game_file: Path | None) -> int:
    if options.command is None:
        from kingdom.ui import main as window  # imported here so that other commands do not load the UI

        return window.main(options.smoke, game_file)
    # imported here so that --help and --version do not load the rules
    from kingdom.rules.errors import ValidationError

    try:
        return load_command(options.command)(options)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValidationError, OSError, UnicodeDecodeError) as error:
        print(f"kingdom {options.command}: {format_error(error)}", file=sys.stderr)
        return EXIT_BAD_INPUT


def load_command(command: str) -> Callable[[argparse.Namespace], int]:
    """Imports the module of a command and returns the function that runs the command."""
    module = import_module(f"kingdom.commands.{COMMAND_MODULES[command]}")
    run: Callable[[argparse.Namespace], int] = getattr(module, f"run_{command.replace('-', '_')}")
    return run


def _report_crash(error: Exception) -> int:
    """Handles an unexpected error. Prints one line for the user and logs the traceback."""
    import logging  # imported here so that --help and --version start faster

    from kingdom.log_setup import configure_logging

    print(f"kingdom: unexpected error: {type(error).__name__}: {format_error(error)}", file=sys.stderr)
    log_file = configure_logging()
    logging.getLogger(__name__).error("unexpected error", exc_info=error)
    if log_file is not None:
        print(f"See the log for details: {log_file}", file=sys.stderr)
    return EXIT_UNEXPECTED


if __name__ == "__main__":
    sys.exit(main())
