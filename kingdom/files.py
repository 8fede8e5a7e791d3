"""Safe I/O for untrusted files such as saves, settings, maps and positions.

Reads are limited in size and never block. Pipes, devices, huge files and deeply nested JSON are rejected with
a reason. Writes go to a temporary file that is then renamed, so no file is ever half written."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import stat
import tempfile
import time
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")
MAX_FILE_BYTES = 4 * 2**20
"""Default size limit for files. For comparison, the record of a game with five players and all expansions
takes up a hundredth of this."""
MAX_JSON_DEPTH = 40
"""Maximum nesting depth of JSON. For comparison, a record needs five levels."""
MAX_LINE_LENGTH = 200
"""Default limit for a line of text shown to the user, such as an error message."""
MAX_ATTEMPTS = 6
RETRY_DELAY_S = 0.02
"""Delay before the first retry, doubled for each further retry. Windows refuses to open, rename or delete a
file while a virus scanner has it open."""
ON_WINDOWS = os.name == "nt"
BUSY_ERRNOS = (errno.EACCES, errno.EPERM, errno.EBUSY, errno.ETXTBSY)

_JSON_TOKENS = re.compile(r'"(?:[^"\\]+|\\.)*"?|[\[{]|[\]}]', re.DOTALL)
"""Strings and brackets. The closing quote is optional so that an unterminated string is matched as a whole.
Otherwise the search would start again at each quotation mark in that string and take quadratic time."""
_INVISIBLE_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of characters that are invisible or break a line, such as control characters, zero-width
characters and surrogates."""


class FileReadError(OSError):
    """A file exists but cannot be read. The message states the reason."""


class JsonError(ValueError):
    """A string is not valid JSON. The message states the position and the reason."""


# --- Reading


def read_bytes(path: Path, max_bytes: int = MAX_FILE_BYTES) -> bytes:
    """Returns the content of a regular file. Raises OSError if `path` is anything else, and never blocks on a
    pipe."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        if ON_WINDOWS and not path.is_dir():
            fd = _retry_while_busy(lambda: os.open(path, flags))
        else:
            fd = os.open(path, flags)
    except ValueError as error:  # The path contains a NUL character.
        raise FileReadError(f"not a valid file name: {error}") from None
    try:
        file_stat = os.fstat(fd)
        if stat.S_ISDIR(file_stat.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(file_stat.st_mode):
            raise FileReadError("not a regular file")
        if file_stat.st_size > max_bytes:
            raise FileReadError(f"{file_stat.st_size} bytes, more than the limit of {max_bytes}")
        with open(fd, "rb", closefd=False) as file:
            data: bytes | None = file.read(max_bytes + 1)
    finally:
        os.close(fd)
    if data is None:  # Reading would block, as it does for /proc/kmsg.
        raise FileReadError("not a regular file")
    if len(data) > max_bytes:
        raise FileReadError(f"more than {max_bytes} bytes")
    return data


def read_text(path: Path, max_bytes: int = MAX_FILE_BYTES) -> str:
    """Returns the text of a regular UTF-8 file."""
    try:
        return read_bytes(path, max_bytes).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise FileReadError(f"not a text file: {error.reason}") from None


def parse_json(text: str) -> Any:
    """Parses JSON text. Duplicate keys are rejected because one of them would be lost."""

    def reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for key, count in Counter(key for key, _ in pairs).items():
            if count > 1:
                raise JsonError(f"the key {sanitize_line(key)!r} appears {count} times")
        return dict(pairs)

    def reject_constant(constant: str) -> None:
        raise JsonError(f"not JSON: {constant} is not a number")

    depth = 0
    for token in _JSON_TOKENS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > MAX_JSON_DEPTH:
            raise JsonError(f"nested too deeply: more than {MAX_JSON_DEPTH} levels")
    try:
        return json.loads(text, object_pairs_hook=reject_duplicate_keys, parse_constant=reject_constant)
    except json.JSONDecodeError as error:
        raise JsonError(f"line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
    except JsonError:
        raise
    except ValueError:  # Python refuses to convert thousands of digits to a number.
        raise JsonError("a number with too many digits") from None


def sanitize_text(text: str) -> str:
    """Makes untrusted text displayable: removes invisible characters and turns line breaks into spaces."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " "
        if char in "\n\t\r\u2028\u2029"
        else ""
        if unicodedata.category(char) in _INVISIBLE_CATEGORIES
        else char
        for char in unicodedata.normalize("NFC", text)
    )


def sanitize_line(text: object, max_length: int = MAX_LINE_LENGTH) -> str:
    """Returns the text as one clean line of at most `max_length` characters."""
    line = " ".join(sanitize_text(str(text)[: 20 * max_length]).split())
    return line if len(line) <= max_length else line[: max_length - 1].rstrip() + "…"


def truncate_utf8(text: str, max_bytes: int) -> str:
    """Returns the longest prefix of the text that takes up at most `max_bytes` in UTF-8."""
    return text.encode()[:max_bytes].decode(errors="ignore")


def is_reserved_name(stem: str) -> bool:
    """Returns True for device names, which Windows does not allow as file names, with or without a suffix."""
    return re.fullmatch(r"con|prn|aux|nul|(com|lpt)[\d¹²³]", stem, re.IGNORECASE) is not None


def error_message(error: BaseException) -> str:
    """Returns an error as one line for the user, without the file name."""
    message = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return sanitize_line(message or type(error).__name__)


# --- Writing


def open_private(path: str | Path, flags: int) -> int:
    """Opens a file so that only its owner can access it, and returns its descriptor. Can be used as the
    `opener` of `open`."""
    fd = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o600)
    if hasattr(os, "fchmod"):
        with contextlib.suppress(OSError):  # The file system does not support file modes.
            os.fchmod(fd, 0o600)
    return fd


def write_atomic(path: Path, content: str | bytes) -> None:
    """Replaces a file completely or not at all. The data is on disk when this function returns. If `path` is
    a symbolic link, the link is kept and the file that it points to is replaced. An OSError names `path`, not
    the temporary file."""
    target = Path(os.path.realpath(path)) if path.is_symlink() else path
    try:
        _write_via_temp_file(target, content.encode("utf-8") if isinstance(content, str) else content)
    except OSError as error:
        raise OSError(error.errno, error_message(error), str(path)) from error


def _write_via_temp_file(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fd, temp_name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        replace_file(Path(temp_name), path)
    except BaseException:
        remove_file(Path(temp_name))
        raise
    fsync_folder(path.parent)


def unused_path(preferred: Path) -> Path:
    """Returns the preferred path. If the file already exists, a number is appended to its name."""
    path, number = preferred, 1
    while os.path.lexists(path):
        number += 1
        path = preferred.with_name(f"{preferred.stem} {number}{preferred.suffix}")
    return path


def replace_file(source: Path, target: Path) -> None:
    """Renames a file, replacing the target. Retries while another program has either file open."""
    _retry_while_busy(lambda: os.replace(source, target))


def remove_file(path: Path, missing_ok: bool = True) -> None:
    """Deletes a file. Retries while another program has it open."""
    _retry_while_busy(lambda: path.unlink(missing_ok))


def _retry_while_busy(action: Callable[[], ResultT]) -> ResultT:
    delay_s = RETRY_DELAY_S
    for _ in range(MAX_ATTEMPTS - 1):
        try:
            return action()
        except OSError as error:
            if error.errno not in BUSY_ERRNOS:
                raise
            time.sleep(delay_s)
            delay_s *= 2
    return action()


def fsync_folder(folder: Path) -> None:
    """Makes sure that a new directory entry is on disk when this function returns (POSIX only)."""
    if os.name != "posix":
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def quarantine(path: Path) -> Path:
    """Renames an unreadable file to `<name>.damaged` and returns the new path. This moves the file out of the
    way without losing it."""
    target, number = path.with_name(f"{path.name}.damaged"), 1
    while os.path.lexists(target):
        number += 1
        target = path.with_name(f"{path.name}.damaged{number}")
    replace_file(path, target)
    return target


def remove_temp_files(folder: Path, pattern: str) -> int:
    """Removes temporary files that an interrupted `write_atomic` left behind for files matching `pattern`.
    Returns the number of files removed. Call this only if no other process is writing to this folder."""
    removed = 0
    for path in folder.glob(f".{pattern}.????????"):
        try:
            path.unlink()
            removed += 1
        except OSError:
            continue
    return removed
