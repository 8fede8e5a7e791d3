"""Games on disk. Every answer is written before the next is asked: beside the old file, then renamed, so that a power cut loses nothing.

Saves are records (kingdom/record.py) in the user's data folder. What cannot be read is listed with its reason and never touched.
"""

from __future__ import annotations

import os
import re
import tempfile
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
"""The game that is going on; not among the named saves."""


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
    """Replace a file at once or not at all."""
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


class Keeper:
    """Keeps the game that is going on, and named saves, in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or user_saves()
        self.problem: str | None = None
        """Why the last write failed; None when all is on disk."""

    @property
    def current(self) -> Path:
        """The file of the game that is going on."""
        return self.folder / f"{CURRENT}{SUFFIX}"

    def keep(self, record: Record) -> bool:
        """Write the game that is going on; whether it is on disk. A full or read-only disk does not stop the game."""
        try:
            write_safely(self.current, write_record(record))
        except OSError as error:
            self.problem = f"{self.current}: {error.strerror or error}"
            return False
        self.problem = None
        return True

    def can_continue(self) -> bool:
        """Whether there is a game to go on with that is not over."""
        try:
            return read_record(self.current.read_text(encoding="utf-8")).result is None
        except (OSError, ValueError):
            return False

    def path_of(self, name: str) -> Path:
        """The file of a named save; letters that a file system could refuse are replaced."""
        plain = re.sub(r"[^\w\- ]", "_", name).strip() or "_"
        return self.folder / f"{plain}{SUFFIX}"

    def save(self, record: Record, name: str) -> Path:
        """Save under a name; raises OSError when that fails."""
        path = self.path_of(name)
        if path == self.current:
            path = self.folder / f"{CURRENT}_{SUFFIX}"
        write_safely(path, write_record(record))
        return path

    def load(self, path: Path) -> Record:
        """A record from a file, replayed to be sure; raises BadSetup with the reason, OSError if it cannot be opened."""
        try:
            record = read_record(path.read_text(encoding="utf-8"))
        except UnicodeDecodeError as error:
            raise BadSetup(f"not a text file: {error.reason}") from error
        read_seats(record.seats, record.setup.players)
        replay(record)
        return record

    def delete(self, path: Path) -> None:
        """Remove a save for good."""
        if path.parent != self.folder or not path.name.endswith(SUFFIX):
            raise ValueError(f"{path} is not a save of this folder")
        path.unlink()

    def saves(self) -> Iterator[Save]:
        """All saves, the newest first, the broken ones with their reason."""
        files = [path for path in self.folder.glob(f"*{SUFFIX}") if not path.name.startswith(".")] if self.folder.is_dir() else []
        for path in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True):
            yield self._save(path)

    def _save(self, path: Path) -> Save:
        name, changed = path.name.removesuffix(SUFFIX), path.stat().st_mtime
        try:
            record = self.load(path)
        except (BadSetup, OSError) as error:
            return Save(path, name, changed, broken=str(error))
        seats = tuple(read_seats(record.seats, record.setup.players))
        return Save(path, name, changed, replay(record), seats, record.setup.boxes)
