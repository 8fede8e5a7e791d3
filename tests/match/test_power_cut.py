"""The power is cut at any moment: of a game on disk at most the answer that was on its way is missing, and no
file is ever half there.

The disk of these tests keeps what a real one promises: what a file held when it was synced last, and the
names that a folder had when it was synced last; names that were given since may be there, or not."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from at_the_table import Prompt, one_more, play_on, table

from kingdom.match.match import Match
from kingdom.match.saves import SUFFIX, Keeper
from kingdom.record import Record, read_record, replay
from kingdom.rules.chance import Chance


class Disk:
    """Looks at what would be left, before and after everything that is done to a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cuts: list[tuple[int, ...]] = []
        """For each moment: the answers that the game has in each folder that may be left."""
        self._names: dict[str, int] = {}
        self._synced: dict[int, bytes] = {}
        """What files held when they were synced, by their numbers on the disk."""
        self._open: list[int] = []
        """Files that are kept open, so that no other gets the number of a deleted one."""
        self._fsync, self._replace, self._unlink = os.fsync, os.replace, os.unlink

    def _now(self) -> dict[str, int]:
        return {path.name: path.stat().st_ino for path in self.folder.iterdir()}

    def fsync(self, number: int) -> None:
        """What the system's call does, and no more."""
        self.cut()
        found = os.fstat(number)
        if stat.S_ISDIR(found.st_mode):
            self._names = self._now()
        else:
            name = next(name for name, file in self._now().items() if file == found.st_ino)
            self._open.append(os.open(self.folder / name, os.O_RDONLY))
            self._synced[found.st_ino] = (self.folder / name).read_bytes()
        self.cut()

    def replace(self, old: Path, new: Path) -> None:
        """A file gets another name, which may be lost until the folder is synced."""
        self.cut()
        self._replace(old, new)
        self.cut()

    def unlink(self, path: Path) -> None:
        self.cut()
        self._unlink(path)
        self.cut()

    def left(self) -> Iterator[dict[str, Record]]:
        """The games in the folders that may be left, played through; a file that is not whole raises."""
        for names in (self._names, self._now()):
            whole = {name: self._synced.get(file, b"") for name, file in names.items() if name[0] != "."}
            records = {name: read_record(text.decode()) for name, text in whole.items()}
            for record in records.values():
                replay(record)
            yield records

    def cut(self) -> None:
        """Note what is left of the newest game."""
        best = [
            max((len(record.answers) for name, record in games.items() if name.endswith(SUFFIX)), default=-1)
            for games in self.left()
        ]
        self.cuts.append(tuple(best))

    def close(self) -> None:
        for number in self._open:
            os.close(number)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk(tmp_path)
    for name in ("fsync", "replace", "unlink"):
        monkeypatch.setattr(os, name, getattr(disk, name))
    yield disk
    disk.close()


pytestmark = pytest.mark.skipif(os.name != "posix", reason="folders are synced on POSIX systems")


def test_the_answer_on_its_way_is_all_that_can_be_missing(disk: Disk) -> None:
    keeper = Keeper(disk.folder)
    match = table("person", "person", keeper=keeper)
    keeper.settle()
    for number in range(30):
        given = len(match.record.answers)
        disk.cuts.clear()
        one_more(match, Chance(number))
        keeper.settle()
        assert len(disk.cuts) >= 4, "it was cut before and after each step"
        assert {count for cut in disk.cuts for count in cut} == {given, given + 1}
        assert disk.cuts[-1] == (given + 1, given + 1), "now it is there for sure"
    match.close()


def test_the_end_of_a_game_and_the_next_one_cost_no_answer(disk: Disk) -> None:
    """Also while a game changes its file."""
    keeper = Keeper(disk.folder)
    match = table("person", "person", keeper=keeper)
    play_on(match, Chance(1), lambda match: match.game.round > 2)
    keeper.settle()
    unfinished = len(match.record.answers)
    disk.cuts.clear()
    other = table("person", "person", keeper=keeper, seed=2)
    keeper.settle()
    match = Match.resume(
        keeper.load(next(p for p in keeper.files() if p != keeper.current)), keeper, Prompt()
    )
    keeper.settle()
    assert {count for cut in disk.cuts for count in cut} == {unfinished}
    play_on(match, Chance(2))
    given = len(match.record.answers)
    keeper.settle()
    assert disk.cuts[-1] == (given, given)
    assert min(count for cut in disk.cuts for count in cut) == unfinished
    other.close()
