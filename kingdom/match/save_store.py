"""Saved games: the current game, and a separate file for every other game, each with an analysis file.

A thread (worker/file_writer.py) saves the current game after every answer, so no click waits for the disk.
Only the latest state is queued. A power failure can therefore lose the answers given since the last completed
write began. On a normal disk, this is only one answer. AI players always wait for the save, but on a slow
disk a fast human can lose several answers.

Files are replaced atomically. If the current game's file is damaged, the previous state is restored from a
backup. A game keeps its ID (`Record.game_id`), so it appears once in the list no matter how often it is
saved, closed and opened. Unreadable files are listed with the reason and never deleted."""

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

from kingdom.files import (
    error_message,
    is_reserved_name,
    quarantine,
    read_text,
    remove_file,
    remove_temp_files,
    replace_file,
    sanitize_line,
    truncate_utf8,
    write_atomic,
)
from kingdom.match.instance_lock import InstanceLock
from kingdom.match.seats import Seat, read_seats
from kingdom.paths import user_data_dir
from kingdom.record import Record, read_record, replay, write_record
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import Game
from kingdom.worker.file_writer import FileWriter, WriteResult

log = logging.getLogger(__name__)


ANALYSIS_SUFFIX = ".review.json"


def analysis_path(record_path: Path) -> Path:
    return record_path.with_name(
        record_path.name.removesuffix(".json").removesuffix(".kingdom") + ANALYSIS_SUFFIX
    )


def move_analysis(old_record_path: Path, new_record_path: Path) -> None:
    """Moves the analysis along with its record. If that fails, the game is analyzed again later."""
    if old_record_path != new_record_path:
        with contextlib.suppress(OSError):
            replace_file(analysis_path(old_record_path), analysis_path(new_record_path))


def delete_analysis(record_path: Path) -> None:
    """Deletes the analysis of a deleted record."""
    with contextlib.suppress(OSError):
        remove_file(analysis_path(record_path))


SAVE_SUFFIX = ".kingdom"
OLD_SAVE_SUFFIX = ".kingdom.json"
"""Suffix used by earlier versions. Old files are renamed; if renaming fails, they are listed under their old
name."""
CURRENT_GAME_STEM = "current"
"""Stem of the current game's file; not allowed as the name of a save."""
BACKUP_SUFFIX = ".previous"
"""Suffix of the backup, which contains the state before the last answer."""
MAX_FILE_NAME_BYTES = 180
"""Maximum length of a save's file name, excluding suffixes; file systems allow 255 bytes in total."""


@dataclass(frozen=True)
class SaveEntry:
    """One file in the list of saves: the game in it, or the reason why the file can't be read."""

    path: Path
    name: str
    """Name given by the player, possibly empty. For unreadable files and files without a game ID, this is the
    file name."""
    modified_at: float
    """Modification time as a Unix timestamp."""
    game: Game | None = None
    seats: tuple[Seat, ...] = ()
    expansions: tuple[str, ...] = ()
    error: str | None = None
    game_id: str = ""


@dataclass(frozen=True)
class SaveNotification:
    """A message to the player about the saves: a text key and its values."""

    text_key: str
    text_values: dict[str, object] = field(default_factory=dict)


def user_saves_dir() -> Path:
    """Returns the user's save folder, which may not exist yet."""
    return user_data_dir() / "saves"


class SaveStore:
    """Stores the current game and all other saves in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or user_saves_dir()
        self.notifications: list[SaveNotification] = []
        """Notifications that the UI has not shown yet."""
        self.known_names: frozenset[str] = frozenset()
        """File names in use at the last `refresh_names_async`."""
        self._ignores_case = False
        """True if file names are case-insensitive, as on Windows and macOS."""
        self._writer = FileWriter()
        self._lock: InstanceLock | None = None
        self._latest_game_id = ""
        """ID of the game being played."""
        self._current_game_id = ""
        """ID of the game that the current file is known to contain."""
        self._file_by_game: dict[str, Path] = {}
        """The separate files of some games: games that were opened from such a file, and games that the
        player left before they could be written to the current file."""
        self._finished_games: set[str] = set()
        """IDs of finished games that are on disk."""
        self._current_file_cache: tuple[tuple[int, int], Record | None] | None = None
        self._unfinished: Record | None = None
        self._is_loaded = False
        """True once `_unfinished` has been read from disk. From then on, every write updates it."""
        self._entry_cache: dict[Path, tuple[tuple[int, int], SaveEntry]] = {}
        """Entries read so far, with the modification time and size of their files."""

    def acquire_folder(self) -> bool:
        """Acquires a slot in the save folder; returns True if this is the only instance.

        The only instance removes temporary files left by interrupted writes, and renames old saves. An
        instance with a higher slot has its own current file and notifies the player.
        """
        self._lock = InstanceLock(self.folder)
        if self._lock.is_only_instance:
            remove_temp_files(self.folder, f"*{SAVE_SUFFIX}*")
            self._rename_old_saves()
        if self._lock.slot > 1:
            self.notifications.append(SaveNotification("ui.saves.second", {"file": self.folder}))
        return self._lock.is_only_instance

    def _rename_old_saves(self) -> None:
        for suffix in ("", BACKUP_SUFFIX):
            for path in self.folder.glob(f"*{OLD_SAVE_SUFFIX}{suffix}"):
                new_path = path.with_name(path.name[: -len(OLD_SAVE_SUFFIX + suffix)] + SAVE_SUFFIX + suffix)
                if not os.path.lexists(new_path):
                    with contextlib.suppress(OSError):
                        replace_file(path, new_path)

    @property
    def current_game_file(self) -> Path:
        slot = self._lock.slot if self._lock else 1
        return self.folder / f"{CURRENT_GAME_STEM}{f' {slot}' if slot > 1 else ''}{SAVE_SUFFIX}"

    @property
    def backup_file(self) -> Path:
        """Path of the backup, which contains the current game before the last answer."""
        return self.current_game_file.with_name(self.current_game_file.name + BACKUP_SUFFIX)

    # --- the current game

    @property
    def save_error(self) -> str | None:
        """Reason why a save failed; None if all saves have succeeded or are pending. Never blocks."""
        return self._writer.last_error

    @property
    def has_pending(self) -> bool:
        """True while writes are pending. AI players wait for them."""
        return self._writer.has_pending

    def save_async(self, record: Record) -> None:
        """Saves the current game, or the game that has just finished, in the background."""
        if not record.game_id:
            record.game_id = secrets.token_hex(8)
        self._latest_game_id = record.game_id
        if record.result is None or not record.date:  # a game that was already finished keeps its date
            record.date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        snapshot = replace(record, seats=list(record.seats), answers=list(record.answers))
        self._writer.write_async(record.game_id, lambda: self.write_now(snapshot))

    def flush(self) -> None:
        """Waits until everything has been saved or has failed; after a failure, `save_error` gives the
        reason."""
        self._writer.flush()

    def close(self, timeout_s: float | None = None) -> None:
        """Flushes pending writes and frees the slot in the folder."""
        self._writer.close(timeout_s)
        if self._lock:
            self._lock.release()

    def write_now(self, record: Record) -> None:
        """Writes a record; called on the writer thread. Finished games are written to their own file, and so
        are games that are no longer the current one."""
        if record.result is not None:
            self._write_finished(record)
        elif record.game_id != self._latest_game_id or not self._write_unfinished(record):
            self._write_own_file(record)

    def _write_unfinished(self, record: Record) -> bool:
        """Writes the current game; returns False if the current file could not be made available. A failed
        write leaves the previous state on disk. That state is known, so it is not read again."""
        if not self._move_current_aside(record.game_id):
            return False
        self._write_current(record)
        self._set_unfinished(record)
        return True

    def _set_unfinished(self, unfinished: Record | None) -> None:
        """Stores which unfinished game is on disk."""
        self._unfinished, self._is_loaded = unfinished, True

    def _write_current(self, record: Record) -> None:
        if self._current_game_id == record.game_id:
            self._back_up_current()
        write_atomic(self.current_game_file, write_record(record))
        self._current_game_id = record.game_id
        old_path = self._file_by_game.pop(record.game_id, None)
        if old_path is not None and old_path != self.current_game_file:
            remove_file(old_path)
            move_analysis(old_path, self.current_game_file)

    def _write_finished(self, record: Record) -> None:
        if record.game_id not in self._finished_games:
            self._write_own_file(record)
            self._finished_games.add(record.game_id)
        if self._current_game_id == record.game_id:
            remove_file(self.backup_file)
            remove_file(self.current_game_file)
            self._current_game_id = ""
            self._set_unfinished(None)
            move_analysis(self.current_game_file, self._file_by_game[record.game_id])

    def _write_own_file(self, record: Record) -> None:
        path = self._path_for_game(record, time.time())
        write_atomic(path, write_record(record))
        self._file_by_game[record.game_id] = path

    def _back_up_current(self) -> None:
        """Hard-links the current file as the backup; the next write then creates a new current file."""
        temp_path = self.backup_file.with_name(self.backup_file.name + ".new")
        try:
            remove_file(temp_path)
            os.link(self.current_game_file, temp_path)
            replace_file(temp_path, self.backup_file)
        except FileNotFoundError:
            return
        except OSError:  # the file system has no hard links
            with contextlib.suppress(OSError):
                write_atomic(self.backup_file, read_text(self.current_game_file))

    def _move_current_aside(self, game_id: str) -> bool:
        """Frees the current file for a different game; returns False if that fails.

        An unfinished game in the current file moves to its own file, and an unreadable file is quarantined.
        """
        if self._current_game_id == game_id:
            return True
        try:
            modified_at = self.current_game_file.stat().st_mtime
            existing = read_record(read_text(self.current_game_file))
        except FileNotFoundError:
            return True
        except (OSError, ValueError) as error:
            if self._quarantine_current(error) is None:
                return False
            self._set_unfinished(None)
            return True
        if existing.game_id == game_id:
            return True
        try:
            remove_file(self.backup_file)
            if existing.answers:
                path = self._path_for_game(existing, modified_at)
                replace_file(self.current_game_file, path)
                if existing.game_id:  # saves from early versions have no game ID
                    self._file_by_game[existing.game_id] = path
                self._set_unfinished(None)
                move_analysis(self.current_game_file, path)
        except OSError as error:
            log.warning("no room for another game: %s", error)
            return False
        return True

    def _quarantine_current(self, error: Exception) -> Path | None:
        """Quarantines the damaged current file; returns None if that fails."""
        text_values: dict[str, object] = {"reason": error_message(error), "file": self.current_game_file}
        try:
            quarantined = quarantine(self.current_game_file)
        except OSError as rename_error:
            log.warning("%s: %s", self.current_game_file, rename_error)
            self._notify("ui.saves.stuck", text_values)
            return None
        self._notify("ui.saves.damaged", text_values | {"file": quarantined})
        return quarantined

    def _notify(self, text_key: str, text_values: dict[str, object]) -> None:
        log.warning("%s %s", text_key, text_values)
        if SaveNotification(text_key, text_values) not in self.notifications:
            self.notifications.append(SaveNotification(text_key, text_values))

    # --- continuing

    @property
    def unfinished(self) -> Record | None:
        """The unfinished game as last written. It is read from disk only at the first access, at startup."""
        return self._unfinished if self._is_loaded or self.has_pending else self.find_unfinished()

    def find_unfinished(self) -> Record | None:
        """Reads the unfinished game without replaying it. A damaged file is quarantined and replaced by the
        backup. Never raises."""
        self._set_unfinished(self._load_current())
        return self._unfinished

    def quarantine_if_damaged(self) -> bool:
        """Quarantines the current game's file if it can't be read. Returns True if a notification reports
        this."""
        try:
            _read_save(self.current_game_file)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except (OSError, ValueError):
            self.find_unfinished()
            return True
        return False

    def _load_current(self) -> Record | None:
        try:
            stat = self.current_game_file.stat()
            file_stamp = stat.st_mtime_ns, stat.st_size
            if self._current_file_cache is None or self._current_file_cache[0] != file_stamp:
                self._current_file_cache = file_stamp, _read_unfinished(self.current_game_file)
            return self._current_file_cache[1]
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            self._current_file_cache = None
            return self._restore_backup() if self._quarantine_current(error) else None

    def _restore_backup(self) -> Record | None:
        try:
            record = _read_unfinished(self.backup_file)
            replace_file(self.backup_file, self.current_game_file)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            log.warning("%s: %s", self.backup_file, error)
            return None
        self._notify("ui.saves.recovered", {})
        return record

    # --- named saves

    def path_for_name(self, name: str, ending: str = "") -> Path:
        """Returns the path of a named save; characters and names that file systems may reject are replaced. A
        long name is shortened, but `ending` is always kept."""
        stem = re.sub(r"[^\w\- ,'!()&+]", "_", sanitize_line(name)).strip()
        stem = truncate_utf8(stem, MAX_FILE_NAME_BYTES - len(ending.encode())).strip() or "_"
        stem += ending
        if re.fullmatch(rf"{CURRENT_GAME_STEM}( \d+)?", stem, re.IGNORECASE) or is_reserved_name(stem):
            stem += "_"
        return self.folder / f"{stem}{SAVE_SUFFIX}"

    def refresh_names_async(self) -> None:
        """Reads the names in use, in the background."""

        def refresh() -> None:
            paths = self.list_files()
            self._ignores_case = any(map(_is_on_case_insensitive_disk, paths[:1]))
            self.known_names = frozenset(self._normalize_case(path.name) for path in paths)

        self._writer.write_async("names", refresh)

    def is_name_taken(self, name: str) -> bool:
        """Returns True if a save with this name is known. Never blocks."""
        return self._normalize_case(self.path_for_name(name).name) in self.known_names

    def _normalize_case(self, file_name: str) -> str:
        return file_name.casefold() if self._ignores_case else file_name

    def _path_for_game(self, record: Record, timestamp: float) -> Path:
        """Returns the path of a game's own file. The file is named after the game or, if the game has no
        name, after its players and the date."""
        known_path = self._file_by_game.get(record.game_id)
        if known_path is not None and not record.name:
            return known_path
        player_names = ", ".join(str(seat.get("name", "")) for seat in record.seats)
        date = time.strftime("%Y-%m-%d %H-%M", time.localtime(timestamp))
        name, ending = (record.name, "") if record.name else (sanitize_line(player_names, 100), f" {date}")
        path, number = self.path_for_name(name, ending), 1
        while os.path.lexists(path) and _game_id_in(path) != record.game_id:
            number += 1
            path = self.path_for_name(name, f"{ending} {number}")
        return path

    def file_of_game(self, record: Record) -> Path | None:
        """Returns the file that contains a game, if known. Never blocks."""
        if record.game_id and record.game_id == self._current_game_id:
            return self.current_game_file
        return self._file_by_game.get(record.game_id)

    def save_as_async(self, record: Record, name: str) -> Path:
        """Names a game and saves it under that name in the background. The file with the game's previous name
        is deleted. If the game is finished and had no name, the file that was named automatically is deleted.

        `take_save_results` reports success or failure.
        """
        if not record.game_id:
            record.game_id = secrets.token_hex(8)
        path = self.path_for_name(name)
        old_paths = [self.path_for_name(record.name)] if record.name else []
        record.name = sanitize_line(name)
        snapshot = replace(record, seats=list(record.seats), answers=list(record.answers))

        def write() -> None:
            write_atomic(path, write_record(snapshot))
            if snapshot.result is not None:
                own_file = self._file_by_game.get(snapshot.game_id)
                old_paths.extend([own_file] if own_file else [])
            for old_path in old_paths:
                if old_path.name == path.name or _game_id_in(old_path) != snapshot.game_id:
                    continue
                self._forget_file(old_path)
                if not old_path.samefile(path):  # names that differ only in case may be the same file
                    with contextlib.suppress(OSError):
                        remove_file(old_path)
                    move_analysis(old_path, path)
            if snapshot.result is not None:
                self._file_by_game[snapshot.game_id] = path

        self._writer.write_async(str(path), write, notify_as=record.name)
        return path

    @property
    def has_save_results(self) -> bool:
        """True if results of named saves are available. Never blocks."""
        return self._writer.has_results

    def take_save_results(self) -> list[WriteResult]:
        """Returns the results of named saves since the last call."""
        return self._writer.take_results()

    def read(self, path: Path) -> Record:
        """Reads a saved game without replaying it. Waits for pending writes.

        Raises ValidationError with the reason, or OSError if the file can't be opened.
        """
        self.flush()
        record = _read_save(path)
        if not record.game_id:
            record.game_id = secrets.token_hex(8)
            if not path.name.startswith(CURRENT_GAME_STEM):
                record.name = _name_from_path(path)
        return record

    def remember_file(self, path: Path, record: Record) -> None:
        """Stores that a game was opened from this file. Continuing the game (`save_async`) moves it from
        there to the current file."""
        if path == self.current_game_file:
            self._current_game_id = record.game_id
        elif path.parent == self.folder:
            self._file_by_game[record.game_id] = path
        if record.result is not None:
            self._finished_games.add(record.game_id)

    def delete(self, path: Path) -> None:
        """Deletes a save permanently."""
        if path.parent != self.folder or not path.name.endswith((SAVE_SUFFIX, OLD_SAVE_SUFFIX)):
            raise ValueError(f"{path} is not a save of this folder")
        if path == self.current_game_file:
            remove_file(self.backup_file)
        remove_file(path, missing_ok=False)
        if path == self.current_game_file:
            self._current_game_id = ""
            self._set_unfinished(None)
        self._forget_file(path)
        delete_analysis(path)

    def _forget_file(self, path: Path) -> None:
        """Removes a deleted file from the known files of games."""
        for game_id, known_path in list(self._file_by_game.items()):
            if known_path == path:
                del self._file_by_game[game_id]

    # --- the list of saves

    def list_files(self) -> list[Path]:
        """Returns all save files except the current games of other instances."""
        other_slots = self._lock.other_slots() if self._lock else set()
        other_current_files = {
            f"{CURRENT_GAME_STEM}{f' {slot}' if slot > 1 else ''}{SAVE_SUFFIX}" for slot in other_slots
        }
        try:
            return [
                path
                for suffix in (SAVE_SUFFIX, OLD_SAVE_SUFFIX)
                for path in self.folder.glob(f"*{suffix}")
                if not path.name.startswith(".") and path.name not in other_current_files
            ]
        except OSError:
            return []

    def iter_saves(self) -> Iterator[SaveEntry]:
        """Yields all saves, newest first; the entry of an unreadable save has an error.

        Each file is read only when the iteration reaches it, and it is read again only if it has changed. The
        current game appears once, even if it was also saved under a name.
        """
        self.flush()
        unfinished = self.find_unfinished()
        stamped_paths: list[tuple[int, int, float, Path]] = []
        for path in self.list_files():
            try:
                stat = path.stat()
            except OSError:  # the file was deleted in the meantime, or it is a broken link
                with contextlib.suppress(OSError):
                    stat = path.lstat()
                    stamped_paths.append((stat.st_mtime_ns, -1, stat.st_mtime, path))
                continue
            stamped_paths.append((stat.st_mtime_ns, stat.st_size, stat.st_mtime, path))
        for mtime_ns, size, modified_at, path in sorted(stamped_paths, reverse=True):
            if path not in self._entry_cache or self._entry_cache[path][0] != (mtime_ns, size):
                self._entry_cache[path] = (mtime_ns, size), self._read_entry(path, modified_at)
            entry = self._entry_cache[path][1]
            if (
                unfinished is None
                or path == self.current_game_file
                or not unfinished.game_id
                or entry.game_id != unfinished.game_id
            ):
                yield entry

    def _read_entry(self, path: Path, modified_at: float) -> SaveEntry:
        stem = _name_from_path(path)
        try:
            record = _read_save(path)
            game, seats = replay(record), tuple(read_seats(record.seats, record.setup.player_count))
        except (ValidationError, OSError) as error:
            return SaveEntry(path, stem, modified_at, error=error_message(error))
        except Exception as error:  # an unreadable file must not break the whole list
            log.exception("%s", path)
            return SaveEntry(path, stem, modified_at, error=sanitize_line(f"{type(error).__name__}: {error}"))
        name = record.name if record.game_id or path.name.startswith(CURRENT_GAME_STEM) else stem
        return SaveEntry(
            path, name, modified_at, game, seats, record.setup.expansions, game_id=record.game_id
        )


def _name_from_path(path: Path) -> str:
    return sanitize_line(path.name.removesuffix(OLD_SAVE_SUFFIX).removesuffix(SAVE_SUFFIX))


def _read_unfinished(path: Path) -> Record | None:
    """Returns the unfinished game in a file without replaying it; None if the game is finished."""
    record = _read_save(path)
    return record if record.result is None else None


def _read_save(path: Path) -> Record:
    """Reads a record and validates its seats, without replaying it."""
    record = read_record(read_text(path))
    read_seats(record.seats, record.setup.player_count)
    return record


def _is_on_case_insensitive_disk(path: Path) -> bool:
    try:
        return path.with_name(path.name.swapcase()).samefile(path)
    except OSError:
        return False


def _game_id_in(path: Path) -> str | None:
    """Returns the ID of the game in a file; None if the file can't be read."""
    try:
        return read_record(read_text(path)).game_id
    except (OSError, ValueError):
        return None
