"""A power failure at any time loses at most the answer that is being written and never leaves a partial file.

Like a real disk, the simulated one guarantees only the content of each file at its last sync and the names in
each folder at its last sync. Later names may or may not survive.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.matches import load_match, new_match, play_one_answer, play_until

from kingdom.match.save_store import SAVE_SUFFIX, SaveStore
from kingdom.record import Record, read_record, replay
from kingdom.rules.rng import Rng


class SimulatedDisk:
    """Records which folder contents would survive a power failure before and after every operation on a
    folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cuts: list[tuple[int, ...]] = []
        """For each simulated power failure, the answer count of every folder state it could leave behind."""
        self._synced_names: dict[str, int] = {}
        self._synced_content: dict[int, bytes] = {}
        """Content of files at their last sync, by inode."""
        self._open_files: list[int] = []
        """Descriptors kept open so that the inodes of deleted files aren't reused."""
        self._fsync, self._replace, self._unlink = os.fsync, os.replace, os.unlink

    def _current_names(self) -> dict[str, int]:
        return {path.name: path.stat().st_ino for path in self.folder.iterdir()}

    def fsync(self, descriptor: int) -> None:
        """Replaces os.fsync. Syncing a file makes its current content survive a power failure. Syncing the
        folder makes its current file names survive."""
        self.note_survivors()
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            self._synced_names = self._current_names()
        else:
            name = next(name for name, inode in self._current_names().items() if inode == status.st_ino)
            self._open_files.append(os.open(self.folder / name, os.O_RDONLY))
            self._synced_content[status.st_ino] = (self.folder / name).read_bytes()
        self.note_survivors()

    def replace(self, old: Path, new: Path) -> None:
        """Replaces os.replace. Until the folder is synced, a power failure may undo the renaming."""
        self.note_survivors()
        self._replace(old, new)
        self.note_survivors()

    def unlink(self, path: Path) -> None:
        self.note_survivors()
        self._unlink(path)
        self.note_survivors()

    def surviving_records(self) -> Iterator[dict[str, Record]]:
        """Yields the replayed records of every folder state that could survive. Raises an error if a file is
        incomplete."""
        for names in (self._synced_names, self._current_names()):
            contents = {
                name: self._synced_content.get(inode, b"") for name, inode in names.items() if name[0] != "."
            }
            records = {name: read_record(text.decode()) for name, text in contents.items()}
            for record in records.values():
                replay(record)
            yield records

    def note_survivors(self) -> None:
        """Notes the number of answers in the longest surviving record of each folder state."""
        answer_counts = [
            max(
                (len(record.answers) for name, record in records.items() if name.endswith(SAVE_SUFFIX)),
                default=-1,
            )
            for records in self.surviving_records()
        ]
        self.cuts.append(tuple(answer_counts))

    def close(self) -> None:
        for descriptor in self._open_files:
            os.close(descriptor)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedDisk]:
    disk = SimulatedDisk(tmp_path)
    for name in ("fsync", "replace", "unlink"):
        monkeypatch.setattr(os, name, getattr(disk, name))
    yield disk
    disk.close()


pytestmark = pytest.mark.skipif(os.name != "posix", reason="folders are synced on POSIX systems")


def test_at_most_the_last_answer_is_lost(disk: SimulatedDisk) -> None:
    save_store = SaveStore(disk.folder)
    match = new_match("person", "person", save_store=save_store)
    save_store.flush()
    for number in range(30):
        answer_count = len(match.record.answers)
        disk.cuts.clear()
        play_one_answer(match, Rng(number))
        save_store.flush()
        assert len(disk.cuts) >= 4, "power must fail before and after each step"
        assert {count for cut in disk.cuts for count in cut} == {answer_count, len(match.record.answers)}
        assert disk.cuts[-1] == (len(match.record.answers),) * 2, "the answer must survive after the flush"
    match.close()


def test_changing_games_loses_no_answer(disk: SimulatedDisk) -> None:
    """No answer is lost, not even while a game is being moved to a different file."""
    save_store = SaveStore(disk.folder)
    match = new_match("person", "person", save_store=save_store)
    play_until(match, Rng(1), lambda match: match.game.round > 2)
    save_store.flush()
    unfinished = len(match.record.answers)
    disk.cuts.clear()
    other = new_match("person", "person", save_store=save_store, seed=2)
    save_store.flush()
    match = load_match(
        save_store, next(p for p in save_store.list_files() if p != save_store.current_game_file)
    )
    save_store.flush()
    assert {count for cut in disk.cuts for count in cut} == {unfinished}
    play_until(match, Rng(2))
    answer_count = len(match.record.answers)
    save_store.flush()
    assert disk.cuts[-1] == (answer_count, answer_count)
    assert min(count for cut in disk.cuts for count in cut) == unfinished
    other.close()
