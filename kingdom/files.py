"""The one door for files that come from outside: saves, settings, maps, positions.

Whatever lies there (a pipe, a device, a gigabyte, brackets without end) is refused with a reason and never
waited for. What is written is written beside and renamed, so that no file is ever half there.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import tempfile
import time
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

LARGEST = 4 * 2**20
"""Bytes of a text file that is read; a game of five with every box takes a hundredth of it."""
DEEPEST = 40
"""Brackets inside brackets of JSON; a record needs five."""
LONGEST_LINE = 200
"""Letters of a reason that is told."""
TRIES = 6
FIRST_PAUSE = 0.02
"""Seconds before a rename is tried again, doubled each time: Windows refuses while a virus scanner looks."""
BUSY = (errno.EACCES, errno.EPERM, errno.EBUSY, errno.ETXTBSY)

_PARTS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Kinds of letters that draw nothing or break a line: controls, zero-width ones, halves of letters."""


class CannotRead(OSError):
    """A file that is there but is not read; the message says why."""


class NotJson(ValueError):
    """Text that is no JSON; the message says where and why."""


# --- reading


def read_bytes(path: Path, largest: int = LARGEST) -> bytes:
    """What a regular file holds; raises OSError for anything else, and never waits for a pipe."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        number = os.open(path, flags)
    except ValueError as error:  # a NUL in its name
        raise CannotRead(f"no name of a file: {error}") from None
    try:
        found = os.fstat(number)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(found.st_mode):
            raise CannotRead("not a regular file")
        if found.st_size > largest:
            raise CannotRead(f"{found.st_size} bytes, and at most {largest} are read")
        with open(number, "rb", closefd=False) as file:
            data = file.read(largest + 1)
    finally:
        os.close(number)
    if len(data) > largest:
        raise CannotRead(f"more than {largest} bytes")
    return data


def read_text(path: Path, largest: int = LARGEST) -> str:
    """The text of a regular file in UTF-8."""
    try:
        return read_bytes(path, largest).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise CannotRead(f"not a text file: {error.reason}") from None


def parse_json(text: str) -> Any:
    """JSON text as data. Double keys are refused, since one of them would be lost."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for key, count in Counter(key for key, _ in pairs).items():
            if count > 1:
                raise NotJson(f"the key {clipped(key)!r} is there {count} times")
        return dict(pairs)

    def no_number(word: str) -> None:
        raise NotJson(f"not JSON: {word} is no number")

    depth = 0
    for part in _PARTS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(part[0], 0)
        if depth > DEEPEST:
            raise NotJson(f"nested too deeply: more than {DEEPEST} brackets inside each other")
    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=no_number)
    except json.JSONDecodeError as error:
        raise NotJson(f"line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
    except NotJson:
        raise
    except ValueError:  # what Python does not turn into a number, thousands of digits
        raise NotJson("a number with too many digits") from None


# --- words


def is_version_of(form: object, known: str) -> bool:
    """Whether what a file says of its format is this one, in whatever version: `kingdom-record/1`."""
    return isinstance(form, str) and form.partition("/")[0] == known.partition("/")[0]


def cleaned(text: str) -> str:
    """A text from outside as it can be shown: no letter that breaks a line, or is not seen, or is none."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " " if letter in "\n\t\r\u2028\u2029" else "" if unicodedata.category(letter) in _UNSEEN else letter
        for letter in unicodedata.normalize("NFC", text)
    )


def clipped(text: object, longest: int = LONGEST_LINE) -> str:
    """One line, clean, and no longer than this."""
    line = " ".join(cleaned(str(text)[: 20 * longest]).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def why(error: BaseException) -> str:
    """An error as one line for a person, without the file's name."""
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return clipped(words or type(error).__name__)


# --- writing


def write_safely(path: Path, content: str | bytes) -> None:
    """Replace a file at once or not at all; it is on disk when this returns. A link stays a link: what it
    leads to is replaced."""
    if path.is_symlink():
        path = Path(os.path.realpath(path))
    data = content.encode("utf-8") if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    number, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        rename(Path(beside), path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def rename(old: Path, new: Path) -> None:
    """Give a file another name, in place of what has it. Where the system is busy with either, try again."""
    pause = FIRST_PAUSE
    for left in reversed(range(TRIES)):
        try:
            os.replace(old, new)
        except OSError as error:
            if not left or error.errno not in BUSY:
                raise
            time.sleep(pause)
            pause *= 2
        else:
            return


def sync_folder(folder: Path) -> None:
    """A new name is on disk when this returns."""
    if os.name != "posix":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def put_aside(path: Path) -> Path:
    """Give what cannot be read a name of its own beside itself, so that it is neither lost nor in the way."""
    aside, number = path.with_name(f"{path.name}.damaged"), 1
    while os.path.lexists(aside):
        number += 1
        aside = path.with_name(f"{path.name}.damaged{number}")
    rename(path, aside)
    return aside


def sweep(folder: Path, name: str) -> int:
    """Remove what an interrupted `write_safely` left of the files `name` (a pattern); how many. Only for who
    knows that no other program writes here."""
    swept = 0
    for path in folder.glob(f".{name}.????????"):
        try:
            path.unlink()
            swept += 1
        except OSError:
            continue
    return swept
