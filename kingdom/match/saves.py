"""Games on disk. Every answer is written before the next is taken: beside the old file, then renamed, so that
a power cut loses nothing. A disk may be slow, so a thread waits for it while the window shows what happened.

Saves are records (kingdom/record.py) in the user's data folder. What cannot be read is listed with its reason
and never touched.
"""

from __future__ import annotations

import os
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from kingdom.match.seats import Seat, read_seats
from kingdom.record import Record, read_record, replay, write_record
from kingdom.rules.game import Game
from kingdom.rules.registry import BadSetup

SUFFIX = ".kingdom.json"
CURRENT = "current"
"""The game that is going on; no name for a save."""
LONGEST_NAME = 80
RESERVED = re.compile(r"con|prn|aux|nul|(com|lpt)\d", re.IGNORECASE)
"""Names that mean devices on some systems."""
LEFT_OVER = 3600.0
"""Seconds after which a file that was being written is nobody's any more."""


@dataclass(frozen=True)
class Save:
    """One file in the list of saves: either the game in it, or why it cannot be read."""

    path: Path
    name: str
    changed: float
    """Seconds since 1970."""
    game: Game | None = None
    seats: tuple[Seat, ...] = ()
    boxes: tuple[str, ...] = ()
    broken: str | None = None


def user_saves() -> Path:
    """The user's folder of saves; it need not exist yet."""
    return Path(platformdirs.user_data_dir("kingdom", appauthor=False)) / "saves"


def write_safely(path: Path, text: str) -> None:
    """Replace a file at once or not at all; it is on disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    if os.name == "posix":  # the new name has to be on disk, too
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class Keeper:
    """Keeps the game that is going on, and named saves, in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or user_saves()
        self.problem: str | None = None
        """Why the last write failed; None when all is on disk."""
        self._writing: threading.Thread | None = None
        """Writes the game that is going on."""
        self._read: dict[Path, tuple[tuple[int, int], Save]] = {}
        """What was read before, by its time and size."""

    @property
    def current(self) -> Path:
        """The file of the game that is going on, written to its end."""
        self.settle()
        return self._current

    @property
    def _current(self) -> Path:
        return self.folder / f"{CURRENT}{SUFFIX}"

    def keep(self, record: Record) -> bool:
        """Write the game that is going on; whether it is on disk. A full or read-only disk does not stop the
        game."""
        self.settle()
        self._write(write_record(record))
        return self.problem is None

    def keep_soon(self, record: Record) -> None:
        """The same without waiting for the disk; one write at a time. Whoever asks for the file, or settles,
        waits for it."""
        self.settle()
        writing = threading.Thread(target=self._write, args=(write_record(record),), name="keeper")
        try:
            writing.start()
        except RuntimeError:  # no thread to be had
            self.keep(record)
        else:
            self._writing = writing

    def settle(self) -> None:
        """Wait until all is on disk, or `problem` tells why not."""
        if self._writing is not None:
            self._writing.join()
            self._writing = None

    def _write(self, text: str) -> None:
        try:
            write_safely(self._current, text)
        except OSError as error:
            self.problem = f"{self._current}: {error.strerror or error}"
        else:
            self.problem = None

    def can_continue(self) -> bool:
        """Whether there is a game to go on with. One that cannot be read counts: going on with it tells
        why."""
        try:
            return read_record(self.current.read_text(encoding="utf-8")).result is None
        except (FileNotFoundError, NotADirectoryError):
            return False
        except (OSError, ValueError):
            return True

    def make_room(self, name: str) -> Path | None:
        """Before another game becomes the one that is going on: keep an unfinished one under a name, and what
        cannot be read as it is. The new file, if one was needed and could be made."""
        self._sweep()
        try:
            text = self.current.read_bytes()
        except OSError:  # none, or one that nothing can be done about
            return None
        try:
            record = read_record(text.decode())
            if record.result is not None or not record.answers:
                return None
        except ValueError:
            pass
        if any(
            path != self.current and path.stat().st_size == len(text) and path.read_bytes() == text
            for path in self._files()
        ):
            return None  # it was saved just as it is
        path, number = self.path_of(name), 1
        while path.exists():
            number += 1
            path = self.path_of(f"{name} {number}")
        try:
            os.replace(self.current, path)
        except OSError as error:  # then the next game cannot be written over it either
            self.problem = f"{path}: {error.strerror or error}"
            return None
        return path

    def path_of(self, name: str) -> Path:
        """The file of a named save; letters and names that a file system could refuse are replaced."""
        plain = re.sub(r"[^\w\- ,'!()&+]", "_", name).strip()[:LONGEST_NAME] or "_"
        if plain.casefold() == CURRENT or RESERVED.fullmatch(plain):
            plain += "_"
        return self.folder / f"{plain}{SUFFIX}"

    def save(self, record: Record, name: str) -> Path:
        """Save under a name; raises OSError when that fails."""
        path = self.path_of(name)
        write_safely(path, write_record(record))
        return path

    def load(self, path: Path) -> Record:
        """A record from a file, replayed to be sure; raises BadSetup with the reason, OSError if it cannot be
        opened."""
        return self._load(path)[0]

    def _load(self, path: Path) -> tuple[Record, Game]:
        try:
            record = read_record(path.read_text(encoding="utf-8"))
        except UnicodeDecodeError as error:
            raise BadSetup(f"not a text file: {error.reason}") from error
        read_seats(record.seats, record.setup.players)
        game = replay(record)
        if record.result is not None and not game.over:
            raise BadSetup("result: the game is not over after all answers")
        return record, game

    def delete(self, path: Path) -> None:
        """Remove a save for good."""
        if path.parent != self.folder or not path.name.endswith(SUFFIX):
            raise ValueError(f"{path} is not a save of this folder")
        path.unlink()

    def _files(self) -> list[Path]:
        self.settle()
        return [path for path in self.folder.glob(f"*{SUFFIX}") if not path.name.startswith(".")]

    def saves(self) -> Iterator[Save]:
        """All saves, the newest first, the broken ones with their reason. Each is read when it is its turn,
        and only once."""
        found: list[tuple[os.stat_result, Path]] = []
        for path in self._files():
            try:
                found.append((path.stat(), path))
            except OSError:  # gone since
                continue
        for stat, path in sorted(found, key=lambda entry: entry[0].st_mtime_ns, reverse=True):
            known = stat.st_mtime_ns, stat.st_size
            if path not in self._read or self._read[path][0] != known:
                self._read[path] = known, self._save(path, stat.st_mtime)
            yield self._read[path][1]

    def _save(self, path: Path, changed: float) -> Save:
        name = path.name.removesuffix(SUFFIX)
        try:
            record, game = self._load(path)
        except (BadSetup, OSError) as error:
            return Save(path, name, changed, broken=str(error))
        return Save(
            path,
            name,
            changed,
            game,
            tuple(read_seats(record.seats, record.setup.players)),
            record.setup.boxes,
        )

    def _sweep(self) -> None:
        """Remove what a killed process left half written."""
        for path in self.folder.glob(f".*{SUFFIX}.*"):
            try:
                if time.time() - path.stat().st_mtime > LEFT_OVER:
                    path.unlink()
            except OSError:
                continue
