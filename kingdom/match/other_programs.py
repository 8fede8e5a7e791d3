"""Programs of others, as the person at the screen gives them: a file, or a command line."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from kingdom.bots.process import RUN_BY, arguments_of
from kingdom.files import clipped
from kingdom.heard import Failed
from kingdom.match.seats import LONGEST_NAME

READ_BY_OTHERS = (".py", *RUN_BY)
"""Files that another program runs."""
STARTED_ON_WINDOWS = (".exe", ".bat", ".cmd")


def name_of(command: str) -> str | None:
    """What a program is called that is started so, after its file; None if there is nothing to start."""
    words, files = _words_and_files(command)
    if not words or shutil.which(words[0]) is None:
        return None
    if not all(Path(file).is_file() for file in files if file is not words[0]):
        return None
    return clipped(Path(files[0]).stem, LONGEST_NAME) or None


def _words_and_files(command: str) -> tuple[list[str], list[str]]:
    """A command line as its words, and those that are the program's own files."""
    try:
        words = arguments_of(command)
    except Failed:
        return [], []
    return words, [word for word in words if Path(word).suffix in READ_BY_OTHERS] or words[:1]


def folder_of(command: str) -> Path:
    """Where a program's file is; the person's own folder if nobody can say."""
    files = [Path(file) for file in _words_and_files(command)[1]]
    return files[0].parent if files and files[0].is_absolute() else Path.home()


def own_name(name: str, command: str, known: Mapping[str, str]) -> str:
    """The name, or one made of it, if another program that can still be started has it."""
    number, free = 1, name
    while known.get(free, command) != command and name_of(known[free]) is not None:
        number += 1
        free = f"{name[: LONGEST_NAME - len(str(number)) - 1]} {number}"
    return free


def command_of(file: str) -> str:
    """The command line that starts a file."""
    if os.name == "posix":
        return shlex.quote(file)
    return f'"{file}"' if " " in file else file


def programs_in(folder: Path) -> tuple[list[Path], list[Path]]:
    """The folders and the programs in a folder, both by name; what is hidden is left out."""
    folders, programs = [], []
    for path in sorted(folder.iterdir(), key=lambda path: path.name.casefold()):
        if path.name.startswith("."):
            continue
        if path.is_dir():
            folders.append(path)
        elif path.is_file() and _can_start(path):
            programs.append(path)
    return folders, programs


def _can_start(path: Path) -> bool:
    if path.suffix.lower() in READ_BY_OTHERS:
        return True
    if os.name == "posix":
        return os.access(path, os.X_OK)
    return path.suffix.lower() in STARTED_ON_WINDOWS
