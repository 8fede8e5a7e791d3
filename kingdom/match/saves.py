"""Games on disk: the one that is going on, and every other one in a file of its own.

The game that is going on is written after every answer by a thread (match/writer.py), so that no click waits
for the disk. The newest state is always the next to be written: what a power cut can take is what was
answered since the write before the one on its way began. On a disk that is quicker than people that is one
answer, the one on its way, and programs never run ahead of the disk; who answers three times while a slow
disk writes once can lose those three. A file is never half written. A copy of the state before lies beside,
and takes its place should it be damaged.

A game keeps its identity (`Record.game`), so that it is one entry in the list however often it is saved,
left and opened. What cannot be read is told with its reason and never deleted.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from kingdom.files import clipped, put_aside, read_text, rename, sweep, why, write_safely
from kingdom.match import analysis_file
from kingdom.match.lock import Lock
from kingdom.match.seats import Seat, read_seats
from kingdom.match.writer import News, Writer
from kingdom.paths import user_data
from kingdom.record import Record, read_record, replay, write_record
from kingdom.rules.game import Game
from kingdom.rules.registry import BadSetup

SUFFIX = ".kingdom"
OLD_SUFFIX = ".kingdom.json"
"""How names ended before; such files are renamed, or listed where that cannot be."""
CURRENT = "current"
"""The game that is going on; no name for a save."""
PREVIOUS = ".previous"
"""Ends the name of the copy from before the last answer."""
LONGEST_FILE_NAME = 180
"""Bytes of a save's name as a file; systems take 255 with all that is added."""
RESERVED = re.compile(r"con|prn|aux|nul|(com|lpt)\d", re.IGNORECASE)
"""Names that mean devices on some systems."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Save:
    """One file in the list of saves: either the game in it, or why it cannot be read."""

    path: Path
    name: str
    """What the player calls it; empty if it was never given a name."""
    changed: float
    """Seconds since 1970."""
    game: Game | None = None
    seats: tuple[Seat, ...] = ()
    boxes: tuple[str, ...] = ()
    broken: str | None = None
    identity: str = ""


@dataclass(frozen=True)
class Notice:
    """Something about the saves that the player has to know: a text and what it speaks of."""

    key: str
    values: dict[str, object] = field(default_factory=dict)


def user_saves() -> Path:
    """The user's folder of saves; it need not exist yet."""
    return user_data() / "saves"


class Keeper:
    """Keeps the game that is going on, and all others, in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or user_saves()
        self.told: list[Notice] = []
        """What the player has not been told yet."""
        self.tellings = 0
        """How often there was something to tell; the window may have told it since."""
        self.names: frozenset[str] = frozenset()
        """Names of the files, as of the last `list_soon`."""
        self._writer = Writer()
        self._lock: Lock | None = None
        self._newest = ""
        """The identity of the game that is going on."""
        self._in_current = ""
        """The identity of the game that is known to be in the file of the one going on."""
        self._elsewhere: dict[str, Path] = {}
        """Files of their own of games that were opened, or left while they could not be written."""
        self._whole: set[str] = set()
        """Finished games that are on disk."""
        self._glanced: tuple[tuple[int, int], Record | None] | None = None
        self._unfinished: Record | None = None
        self._looked = False
        """Whether `_unfinished` is what was on disk once, from when on it is kept so."""
        self._read: dict[Path, tuple[tuple[int, int], Save]] = {}
        """What was read before, by its time and size."""

    def claim(self) -> bool:
        """Be the program of this folder. If another one runs, this one keeps a game of its own going on, and
        says so; if none does, what an interrupted write left behind is removed. Whether it is alone."""
        self._lock = Lock(self.folder)
        if self._lock.alone:
            sweep(self.folder, f"*{SUFFIX}*")
            self._rename_old()
        if self._lock.number > 1:
            self.told.append(Notice("ui.saves.second", {"file": self.folder}))
        return self._lock.alone

    def _rename_old(self) -> None:
        for end in ("", PREVIOUS):
            for path in self.folder.glob(f"*{OLD_SUFFIX}{end}"):
                new = path.with_name(path.name[: -len(OLD_SUFFIX + end)] + SUFFIX + end)
                if not os.path.lexists(new):
                    with contextlib.suppress(OSError):
                        rename(path, new)

    @property
    def current(self) -> Path:
        """The file of the game that is going on."""
        number = self._lock.number if self._lock else 1
        return self.folder / f"{CURRENT}{f' {number}' if number > 1 else ''}{SUFFIX}"

    @property
    def previous(self) -> Path:
        """The game that is going on, from before the last answer."""
        return self.current.with_name(self.current.name + PREVIOUS)

    # --- keeping the game that is going on

    @property
    def problem(self) -> str | None:
        """Why something is not on disk; None when all is, or is on its way. Never waits."""
        return self._writer.problem

    @property
    def behind(self) -> bool:
        """Whether something is on its way to the disk: nobody waits for it, but programs need not hurry."""
        return self._writer.behind

    def keep_soon(self, record: Record) -> None:
        """Write the game that is going on, or has just ended, without waiting for the disk."""
        if not record.game:
            record.game = secrets.token_hex(8)
        self._newest = record.game
        if record.result is None or not record.date:  # one that was over before keeps its day
            record.date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        as_it_is = replace(record, seats=list(record.seats), answers=list(record.answers))
        self._writer.put(record.game, lambda: self.write(as_it_is))

    def settle(self) -> None:
        """Wait until all is on disk, or `problem` tells why not."""
        self._writer.settle()

    def close(self) -> None:
        """Settle for the last time, and let another program have the folder."""
        self._writer.close()
        if self._lock:
            self._lock.release()

    def write(self, record: Record) -> None:
        """What the thread does: a game that is over gets a file of its own, and so does one that was left."""
        if record.result is not None:
            self._write_whole(record)
        elif record.game != self._newest or not self._keep(record):
            self._write_elsewhere(record)

    def _keep(self, record: Record) -> bool:
        """Write the game that is going on; whether there is room for it. A write that fails leaves what was
        there, which is known: nobody has to look at a disk that may fail to read as well."""
        if not self._make_room(record.game):
            return False
        self._write_current(record)
        self._know(record)
        return True

    def _know(self, unfinished: Record | None) -> None:
        """This is on disk to go on with."""
        self._unfinished, self._looked = unfinished, True

    def _write_current(self, record: Record) -> None:
        if self._in_current == record.game:
            self._copy_current()
        write_safely(self.current, write_record(record))
        self._in_current = record.game
        before = self._elsewhere.pop(record.game, None)
        if before is not None and before != self.current:
            before.unlink(missing_ok=True)
            analysis_file.follow(before, self.current)

    def _write_whole(self, record: Record) -> None:
        if record.game not in self._whole:
            self._write_elsewhere(record)
            self._whole.add(record.game)
        if self._in_current == record.game:
            self.previous.unlink(missing_ok=True)
            self.current.unlink(missing_ok=True)
            self._in_current = ""
            self._know(None)
            analysis_file.follow(self.current, self._elsewhere[record.game])

    def _write_elsewhere(self, record: Record) -> None:
        path = self._own_path(record, time.time())
        write_safely(path, write_record(record))
        self._elsewhere[record.game] = path

    def _copy_current(self) -> None:
        """Another name for the file as it is: the next write gives the first name to a new one."""
        beside = self.previous.with_name(self.previous.name + ".new")
        try:
            beside.unlink(missing_ok=True)
            os.link(self.current, beside)
            rename(beside, self.previous)
        except FileNotFoundError:
            return
        except OSError:  # a disk without second names
            with contextlib.suppress(OSError):
                write_safely(self.previous, read_text(self.current))

    def _make_room(self, game: str) -> bool:
        """Before a game becomes the one that is going on: an unfinished one gets a file of its own, and what
        cannot be read another name. Whether that worked."""
        if self._in_current == game:
            return True
        try:
            changed = self.current.stat().st_mtime
            there = read_record(read_text(self.current))
        except FileNotFoundError:
            return True
        except (OSError, ValueError) as error:
            if self._put_aside(error) is None:
                return False
            self._know(None)
            return True
        if there.game == game:
            return True
        try:
            self.previous.unlink(missing_ok=True)
            if there.answers:
                path = self._own_path(there, changed)
                rename(self.current, path)
                self._know(None)
                analysis_file.follow(self.current, path)
        except OSError as error:
            log.warning("no room for another game: %s", error)
            return False
        return True

    def _put_aside(self, error: Exception) -> Path | None:
        """The damaged file of the game that is going on gets another name; None if that cannot be."""
        told: dict[str, object] = {"reason": why(error), "file": self.current}
        try:
            aside = put_aside(self.current)
        except OSError as again:
            log.warning("%s: %s", self.current, again)
            self._tell("ui.saves.stuck", told)
            return None
        self._tell("ui.saves.damaged", told | {"file": aside})
        return aside

    def _tell(self, key: str, values: dict[str, object]) -> None:
        log.warning("%s %s", key, values)
        self.tellings += 1
        if Notice(key, values) not in self.told:
            self.told.append(Notice(key, values))

    # --- going on with it

    @property
    def unfinished(self) -> Record | None:
        """The game to go on with, as it was written last. Only the first look, at the start, waits for the
        disk."""
        return self._unfinished if self._looked or self.behind else self.going_on()

    def going_on(self) -> Record | None:
        """Look for the unfinished game to go on with, not played through yet. A damaged one is put aside, and
        the copy from before the last answer takes its place. Never raises."""
        self._know(self._look())
        return self._unfinished

    def _look(self) -> Record | None:
        try:
            stat = self.current.stat()
            known = stat.st_mtime_ns, stat.st_size
            if self._glanced is None or self._glanced[0] != known:
                self._glanced = known, _glance(self.current)
            return self._glanced[1]
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            self._glanced = None
            return self._recover() if self._put_aside(error) else None

    def _recover(self) -> Record | None:
        try:
            found = _glance(self.previous)
            rename(self.previous, self.current)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            log.warning("%s: %s", self.previous, error)
            return None
        self._tell("ui.saves.recovered", {})
        return found

    # --- saves under a name

    def path_of(self, name: str) -> Path:
        """The file of a named save; letters and names that a file system could refuse are replaced."""
        plain = re.sub(r"[^\w\- ,'!()&+]", "_", clipped(name)).strip()
        plain = plain.encode()[:LONGEST_FILE_NAME].decode(errors="ignore").strip() or "_"
        if re.fullmatch(rf"{CURRENT}( \d+)?", plain, re.IGNORECASE) or RESERVED.fullmatch(plain):
            plain += "_"
        return self.folder / f"{plain}{SUFFIX}"

    def list_soon(self) -> None:
        """Find out which names are taken, without waiting for the disk."""

        def look() -> None:
            self.names = frozenset(os.path.normcase(path.name) for path in self.files())

        self._writer.put("names", look)

    def has(self, name: str) -> bool:
        """Whether there is a save of this name, as far as it is known. Never waits."""
        return os.path.normcase(self.path_of(name).name) in self.names

    def _own_path(self, record: Record, when: float) -> Path:
        """The file of its own of a game: under its name, else by who played and when."""
        known = self._elsewhere.get(record.game)
        if known is not None and not record.name:
            return known
        who = ", ".join(str(seat.get("name", "")) for seat in record.seats)
        name = record.name or f"{clipped(who, 100)} {time.strftime('%Y-%m-%d %H-%M', time.localtime(when))}"
        path, number = self.path_of(name), 1
        while os.path.lexists(path) and _identity(path) != record.game:
            number += 1
            path = self.path_of(f"{name} {number}")
        return path

    def file_of(self, record: Record) -> Path | None:
        """The file that a game is in, as far as it is known. Never waits."""
        if record.game and record.game == self._in_current:
            return self.current
        return self._elsewhere.get(record.game)

    def save(self, record: Record, name: str) -> Path:
        """Give a game a name, and soon a file under it, without waiting for the disk; `news` tells when it is
        there, or why it is not. The file under its last name is replaced by this one."""
        if not record.game:
            record.game = secrets.token_hex(8)
        path, before = self.path_of(name), self.path_of(record.name) if record.name else None
        record.name = clipped(name)
        as_it_is = replace(record, seats=list(record.seats), answers=list(record.answers))

        def write() -> None:
            write_safely(path, write_record(as_it_is))
            if before is not None and before != path and _identity(before) == as_it_is.game:
                with contextlib.suppress(OSError):
                    before.unlink()
                analysis_file.follow(before, path)

        self._writer.put(str(path), write, told_as=record.name)
        return path

    @property
    def has_news(self) -> bool:
        """Whether there is news of a save under a name. Never waits."""
        return self._writer.has_news

    def news(self) -> list[News]:
        """What became of saves under a name, each told once."""
        return self._writer.news()

    def load(self, path: Path) -> Record:
        """A record from a file, replayed to be sure; raises BadSetup with the reason, OSError if it cannot be
        opened. Going on with it (`keep_soon`) takes it out of its file into that of the game going on."""
        self.settle()
        record = self._load(path)[0]
        if not record.game:
            record.game = secrets.token_hex(8)
            if not path.name.startswith(CURRENT):
                record.name = _stem(path)
        if path == self.current:
            self._in_current = record.game
        elif path.parent == self.folder:
            self._elsewhere[record.game] = path
        if record.result is not None:
            self._whole.add(record.game)
        return record

    def _load(self, path: Path) -> tuple[Record, Game]:
        record = read_record(read_text(path))
        read_seats(record.seats, record.setup.players)
        game = replay(record)
        if record.result is not None and not game.over:
            raise BadSetup("result: the game is not over after all answers")
        return record, game

    def delete(self, path: Path) -> None:
        """Remove a save for good."""
        if path.parent != self.folder or not path.name.endswith((SUFFIX, OLD_SUFFIX)):
            raise ValueError(f"{path} is not a save of this folder")
        if path == self.current:
            self.previous.unlink(missing_ok=True)
        path.unlink()
        if path == self.current:
            self._in_current = ""
            self._know(None)
        analysis_file.forget(path)

    # --- the list

    def files(self) -> list[Path]:
        """Every save, but not what another program has going on."""
        others = self._lock.others() if self._lock else set()
        theirs = {f"{CURRENT}{f' {number}' if number > 1 else ''}{SUFFIX}" for number in others}
        try:
            return [
                path
                for suffix in (SUFFIX, OLD_SUFFIX)
                for path in self.folder.glob(f"*{suffix}")
                if not path.name.startswith(".") and path.name not in theirs
            ]
        except OSError:
            return []

    def saves(self) -> Iterator[Save]:
        """All saves, the newest first, the broken ones with their reason. Each is read when it is its turn,
        and only once. A game that is going on is there once, also if it was saved under a name."""
        self.settle()
        now = self.going_on()
        found: list[tuple[int, int, float, Path]] = []
        for path in self.files():
            try:
                stat = path.stat()
            except OSError:  # gone since, or a link that leads nowhere
                with contextlib.suppress(OSError):
                    stat = path.lstat()
                    found.append((stat.st_mtime_ns, -1, stat.st_mtime, path))
                continue
            found.append((stat.st_mtime_ns, stat.st_size, stat.st_mtime, path))
        for changed, size, seconds, path in sorted(found, reverse=True):
            if path not in self._read or self._read[path][0] != (changed, size):
                self._read[path] = (changed, size), self._save(path, seconds)
            save = self._read[path][1]
            if now is None or path == self.current or not now.game or save.identity != now.game:
                yield save

    def _save(self, path: Path, changed: float) -> Save:
        stem = _stem(path)
        try:
            record, game = self._load(path)
            seats = tuple(read_seats(record.seats, record.setup.players))
        except (BadSetup, OSError) as error:
            return Save(path, stem, changed, broken=why(error))
        except Exception as error:  # one bad file costs its row, not the list
            log.exception("%s", path)
            return Save(path, stem, changed, broken=clipped(f"{type(error).__name__}: {error}"))
        own_name = record.name if record.game or path.name.startswith(CURRENT) else stem
        return Save(path, own_name, changed, game, seats, record.setup.boxes, identity=record.game)


def _stem(path: Path) -> str:
    """The name of a file as a player gave it."""
    return clipped(path.name.removesuffix(OLD_SUFFIX).removesuffix(SUFFIX))


def _glance(path: Path) -> Record | None:
    """The unfinished game in a file, read but not played through."""
    record = read_record(read_text(path))
    read_seats(record.seats, record.setup.players)
    return record if record.result is None else None


def _identity(path: Path) -> str | None:
    """Which game a file holds; None if it cannot be read."""
    try:
        return read_record(read_text(path)).game
    except (OSError, ValueError):
        return None
