"""Finds bots' executable files and derives command lines and bot names from them."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from kingdom.bots.process import INTERPRETER_COMMANDS, split_command
from kingdom.files import sanitize_line
from kingdom.record import MAX_PLAYER_NAME_LENGTH
from kingdom.worker.messages import ProcessError

SCRIPT_SUFFIXES = (".py", *INTERPRETER_COMMANDS)
"""Suffixes of files that an interpreter runs."""
WINDOWS_EXECUTABLE_SUFFIXES = (".exe", ".bat", ".cmd")


def bot_name_from_command(command: str) -> str | None:
    """Returns the name of the bot that a command starts, taken from the file name. Returns None if the
    command cannot be run."""
    arguments, files = _arguments_and_files(command)
    if not arguments or shutil.which(arguments[0]) is None:
        return None
    if not all(Path(file).is_file() for file in files if file is not arguments[0]):
        return None
    return sanitize_line(Path(files[0]).stem, MAX_PLAYER_NAME_LENGTH) or None


def _arguments_and_files(command: str) -> tuple[list[str], list[str]]:
    """Returns the arguments of a command line, and those arguments that are files belonging to the bot."""
    try:
        arguments = split_command(command)
    except ProcessError:
        return [], []
    return arguments, [
        argument for argument in arguments if Path(argument).suffix in SCRIPT_SUFFIXES
    ] or arguments[:1]


def bot_folder(command: str) -> Path:
    """Returns the folder that contains the bot's file, or the home folder if the file is unknown."""
    files = [Path(file) for file in _arguments_and_files(command)[1]]
    return files[0].parent if files and files[0].is_absolute() else Path.home()


def unique_bot_name(name: str, command: str, known_commands: Mapping[str, str]) -> str:
    """Returns the name, with a number appended if another runnable bot already uses it."""
    suffix, candidate = 1, name
    while (
        known_commands.get(candidate, command) != command
        and bot_name_from_command(known_commands[candidate]) is not None
    ):
        suffix += 1
        candidate = f"{name[: MAX_PLAYER_NAME_LENGTH - len(str(suffix)) - 1]} {suffix}"
    return candidate


def command_for_file(file: str) -> str:
    """Returns the command line that runs a file."""
    if os.name == "posix":
        return shlex.quote(file)
    return f'"{file}"' if " " in file else file


def list_subfolders_and_executables(folder: Path) -> tuple[list[Path], list[Path]]:
    """Returns the subfolders and the executable files in a folder, sorted by name and excluding hidden
    ones."""
    folders, executables = [], []
    for path in sorted(folder.iterdir(), key=lambda path: path.name.casefold()):
        if path.name.startswith("."):
            continue
        if path.is_dir():
            folders.append(path)
        elif path.is_file() and _is_executable(path):
            executables.append(path)
    return folders, executables


def _is_executable(path: Path) -> bool:
    if path.suffix.lower() in SCRIPT_SUFFIXES:
        return True
    if os.name == "posix":
        return os.access(path, os.X_OK)
    return path.suffix.lower() in WINDOWS_EXECUTABLE_SUFFIXES
