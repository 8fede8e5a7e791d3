"""Games on disk: nothing is lost, and what cannot be read says why and stays as it is."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from at_the_table import EVERY_BOX, Prompt, one_more, play_on, table

from kingdom import files
from kingdom.files import write_safely
from kingdom.match import saves, writer
from kingdom.match.analysis_file import path_of
from kingdom.match.match import Match
from kingdom.match.saves import OLD_SUFFIX, SUFFIX, Keeper
from kingdom.record import Record, digest, read_record, write_record
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BadSetup


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    """A keeper with a folder that is not there yet."""
    return Keeper(tmp_path / "data" / "saves")


def played(keeper: Keeper | None, rounds: int = 3, **more: Any) -> Match:
    """A game some rounds old."""
    match = table("person", "random", keeper=keeper, **more)
    play_on(match, Chance(5), lambda match: match.game.round > rounds)
    return match


def another(record: Record) -> Record:
    """Another game in which the same was played."""
    return replace(record, game="", name="")


# --- the game that is going on


def answers_in(path: Path) -> int:
    """How many answers a file holds."""
    return len(json.loads(path.read_text())["answers"])


def fails(path: Path, text: str) -> None:
    """A disk that is full."""
    raise OSError(28, "No space left on device")


def test_go_on_where_it_was(keeper: Keeper) -> None:
    assert not keeper.going_on()
    match = played(keeper)
    keeper.settle()
    assert keeper.going_on()
    again = Match.resume(keeper.load(keeper.current), keeper, Prompt())
    assert digest(again.game) == digest(match.game)
    assert (again.seats, again.history, again.record) == (match.seats, match.history, match.record)
    play_on(again, Chance(6))
    keeper.settle()
    assert not keeper.going_on()
    (save,) = keeper.saves()
    over = Match.resume(keeper.load(save.path), keeper, Prompt())
    assert over.game.over
    assert over.record.result == again.record.result


def test_an_analysis_goes_where_its_game_goes(keeper: Keeper) -> None:
    """Nothing of a game stays beside the one that is going on."""
    match = played(keeper)
    keeper.settle()
    path_of(keeper.current).write_text("judged", encoding="utf-8")
    other = played(keeper)
    keeper.settle()
    left = next(path for path in keeper.files() if path != keeper.current)
    assert not path_of(keeper.current).exists()
    assert path_of(left).read_text(encoding="utf-8") == "judged"
    match = Match.resume(keeper.load(left), keeper, Prompt())
    keeper.settle()
    assert path_of(keeper.current).exists()
    play_on(match, Chance(6))
    keeper.settle()
    ended = keeper.file_of(match.record)
    assert ended is not None
    assert not path_of(keeper.current).exists()
    assert path_of(ended).exists()
    keeper.delete(ended)
    assert not path_of(ended).exists()
    other.close()


def test_a_folder_that_cannot_be_written_does_not_end_the_game(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    keeper = Keeper(blocked / "saves")
    match = played(keeper, 1)
    keeper.settle()
    assert match.problem is not None
    assert "blocked" in match.problem
    assert not keeper.going_on()
    assert list(keeper.saves()) == []
    keeper.save(match.record, "mine")
    keeper.settle()
    ((name, problem),) = keeper.news()
    assert name == "mine"
    assert problem is not None
    assert problem.startswith(f"{blocked}"), "the file, and then the reason"
    assert "Not a directory" in problem or os.name == "nt"
    keeper.settle()
    assert not keeper.has_news, "a failure is told once"
    blocked.unlink()
    keeper.settle()
    assert keeper.news() == [("mine", None)], "and again when it is there"
    assert match.problem is None, "tried again without another answer"
    assert answers_in(keeper.current) == len(match.record.answers)


def test_saving_under_a_name_does_not_wait_for_the_disk(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slow(path: Path, text: str) -> None:
        assert go_on.wait(120)
        write_safely(path, text)

    monkeypatch.setattr(saves, "write_safely", slow)
    path = keeper.save(played(None).record, "mine")
    assert not path.exists()
    assert keeper.behind
    assert not keeper.has_news, "what is not there is not told as done"
    go_on.set()
    keeper.settle()
    assert path.exists()
    assert keeper.has_news
    assert keeper.news() == [("mine", None)]


def test_a_failed_write_is_tried_again_by_itself(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "AGAIN", 0.001)
    done, tries = threading.Event(), []

    def fails_twice(path: Path, text: str) -> None:
        tries.append(path)
        if len(tries) < 3:
            raise OSError(5, "Input/output error")
        write_safely(path, text)
        done.set()

    monkeypatch.setattr(saves, "write_safely", fails_twice)
    table("person", "person", keeper=keeper)
    assert done.wait(120)
    keeper.settle()
    assert keeper.problem is None
    assert len(tries) == 3


def test_a_failed_write_is_told_until_it_is_on_disk(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "write_safely", fails)
    match = played(keeper, 1)
    for _ in range(3):
        one_more(match, Chance(1))
        keeper.settle()
        assert keeper.problem is not None
    monkeypatch.setattr(saves, "write_safely", write_safely)
    match.close()
    assert keeper.problem is None, "tried again when the table is left"
    assert answers_in(keeper.current) == len(match.record.answers)


def test_a_full_disk_keeps_the_old_file_whole(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(keeper, 1)
    keeper.settle()
    before = keeper.current.read_text()

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr(writer, "AGAIN", 1000)  # it shall not be tried again while the folder is looked at
    one_more(match, Chance(1))
    keeper.settle()
    assert match.problem is not None
    assert "No space left" in match.problem
    assert keeper.current.read_text() == before
    assert {path.name for path in keeper.folder.iterdir()} == {keeper.current.name, keeper.previous.name}, (
        "nothing half written stays"
    )


def test_no_answer_waits_for_the_disk_and_only_the_newest_is_written(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table("person", "person", keeper=keeper)
    given = len(match.record.answers)
    keeper.settle()
    may_go_on, wrote = threading.Event(), []

    def slow(path: Path, text: str) -> None:
        assert may_go_on.wait(120)
        write_safely(path, text)
        wrote.append(len(json.loads(text)["answers"]))

    monkeypatch.setattr(saves, "write_safely", slow)
    for number in range(4):
        one_more(match, Chance(number))
    assert match.problem is None
    assert wrote == [], "four answers are given, the disk is still at work"
    may_go_on.set()
    match.close()
    assert wrote[-1] == given + 4, "a table that is left is on disk"
    assert len(wrote) <= 2, "what was overtaken is not written"


def test_a_power_cut_takes_no_more_than_what_was_answered_since_the_write_before_began(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits is always the newest: with a disk that is quicker than people, that is the one answer on its
    way; a slow one never falls behind by more than two writes."""
    match = table("person", "person", keeper=keeper)
    keeper.settle()
    at_work, may_go_on = threading.Semaphore(0), threading.Semaphore(0)

    def slow(path: Path, text: str) -> None:
        at_work.release()
        assert may_go_on.acquire(timeout=120)
        write_safely(path, text)

    monkeypatch.setattr(saves, "write_safely", slow)
    on_disk = answers_in(keeper.current)
    one_more(match, Chance(1))
    for _ in range(3):
        assert at_work.acquire(timeout=120), "a write begins"
        assert answers_in(keeper.current) == on_disk, "all that was answered before the last one began"
        on_disk = len(match.record.answers)
        for number in range(3):
            one_more(match, Chance(number))
        may_go_on.release()
    may_go_on.release()
    match.close()
    assert answers_in(keeper.current) == len(match.record.answers)


def test_without_a_thread_it_is_written_all_the_same(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)
    match = played(keeper, 1)
    assert answers_in(keeper.current) == len(match.record.answers)
    monkeypatch.undo()
    keeper.save(match.record, "Sunday")
    keeper.settle()
    assert keeper.path_of("Sunday").exists(), "once there are threads again, one of them writes"


def test_the_copy_from_before_takes_the_place_of_a_damaged_game(keeper: Keeper) -> None:
    match = played(keeper, 1)
    keeper.settle()
    one_more(match, Chance(1))
    keeper.settle()
    text = keeper.current.read_text()
    keeper.current.write_text(text[:-100])
    found = keeper.going_on()
    assert found is not None
    assert len(found.answers) < len(match.record.answers)
    assert [told.key for told in keeper.told] == ["ui.saves.damaged", "ui.saves.recovered"]
    aside = keeper.told[0].values["file"]
    assert isinstance(aside, Path)
    assert aside.read_text() == text[:-100], "never deleted"
    again = Match.resume(keeper.load(keeper.current), keeper, Prompt())
    again.close()
    assert answers_in(keeper.current) == len(found.answers)


def spoil_directory(path: Path) -> None:
    path.mkdir()
    (path / "inside").write_text("something")


def spoil_rights(path: Path) -> None:
    path.write_text("{}")
    path.chmod(0)


SPOILED: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_text(""),
    "cut short": lambda path: path.write_text('{"format": "kingdom-record/1", "set'),
    "newer": lambda path: path.write_text('{"format": "kingdom-record/9"}'),
    "bytes": lambda path: path.write_bytes(b"\xff\xfe\x00" * 99),
    "brackets": lambda path: path.write_text("[" * 100_000),
    "large": lambda path: path.write_text(" " * 5_000_000),
    "long": lambda path: path.write_text('{"format": "' + "x" * 1_000_000 + '"}'),
    "directory": spoil_directory,
    "pipe": lambda path: os.mkfifo(path),
    "loop": lambda path: path.symlink_to(path),
    "device": lambda path: path.symlink_to("/dev/zero"),
    "unreadable": spoil_rights,
}


@pytest.mark.skipif(os.name != "posix", reason="pipes and links")
@pytest.mark.parametrize("kind", SPOILED)
def test_whatever_lies_in_place_of_the_game_is_put_aside_and_told(keeper: Keeper, kind: str) -> None:
    keeper.folder.mkdir(parents=True)
    SPOILED[kind](keeper.current)
    assert keeper.going_on() is None
    assert [told.key for told in keeper.told] == ["ui.saves.damaged"]
    assert len(str(keeper.told[0].values["reason"])) <= 200
    assert not os.path.lexists(keeper.current)
    assert os.path.lexists(str(keeper.told[0].values["file"]))
    match = played(keeper, 1)
    match.close()
    assert keeper.going_on()
    assert len(keeper.told) == 1


@pytest.mark.skipif(os.name != "posix", reason="pipes and links")
@pytest.mark.parametrize("kind", SPOILED)
def test_one_bad_file_costs_its_row_and_not_the_list(keeper: Keeper, kind: str) -> None:
    keeper.save(played(None).record, "good")
    keeper.settle()
    SPOILED[kind](keeper.path_of("bad"))
    entries = {entry.name: entry for entry in keeper.saves()}
    assert set(entries) == {"good", "bad"}
    assert entries["good"].game is not None
    assert entries["bad"].broken
    assert len(entries["bad"].broken) <= 200


# --- games have one entry each


def test_a_new_game_keeps_the_unfinished_one(keeper: Keeper) -> None:
    match = played(keeper)
    keeper.settle()
    text = keeper.current.read_bytes()
    played(keeper, 1, seed=2).close()
    first, second = list(keeper.saves())
    assert first.path == keeper.current
    assert second.path.read_bytes() == text
    assert second.path.name.startswith(", ".join(seat.name for seat in match.seats))
    again = Match.resume(keeper.load(second.path), keeper, Prompt())
    one_more(again, Chance(1))
    again.close()
    assert len(list(keeper.saves())) == 2, "the two have changed places"
    Match.resume(keeper.load(keeper.current), keeper, Prompt()).close()
    assert len(list(keeper.saves())) == 2
    assert len({save.identity for save in keeper.saves()}) == 2


def test_every_finished_game_is_kept(keeper: Keeper) -> None:
    for seed in (1, 2):
        match = table("person", "random", keeper=keeper, seed=seed)
        play_on(match, Chance(seed))
        match.close()
    entries = list(keeper.saves())
    assert len(entries) == 2
    assert all(entry.game is not None and entry.game.over for entry in entries)
    assert not keeper.going_on()
    before = {entry.path: entry.path.read_bytes() for entry in entries}
    for path in before:
        Match.resume(keeper.load(path), keeper, Prompt()).close()
    assert {entry.path: entry.path.read_bytes() for entry in keeper.saves()} == before, (
        "looking costs nothing"
    )
    path, later = entries[0].path, Keeper(keeper.folder)
    os.utime(path, (1e9, 1e9))
    Match.resume(later.load(path), later, Prompt()).close()
    assert path.stat().st_mtime == 1e9, "nor another program: it is not written again"


def test_games_of_the_same_people_in_the_same_minute_are_numbered(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdom.match.saves.time.time", lambda: 1e9)
    match = played(None, 1)
    result = {"winners": [0], "gold": [1, 0]}
    names = []
    for _ in range(3):
        record = replace(another(match.record), result=result)
        keeper.keep_soon(record)
        keeper.settle()
        path = keeper.file_of(record)
        assert path is not None
        names.append(path.name.removesuffix(SUFFIX))
        assert names[1:] == [f"{names[0]} {number}" for number in range(2, len(names) + 1)]


def test_a_game_has_the_day_it_was_played_last(keeper: Keeper) -> None:
    """One that is over keeps its day, whoever looks at it."""
    record = played(None, 1).record
    over = replace(another(record), result={"winners": [0], "gold": [1, 0]})
    record.date = over.date = "2001-02-03T04:05:06Z"
    keeper.keep_soon(record)
    keeper.keep_soon(over)
    keeper.close()
    assert record.date > "2020"
    assert over.date == "2001-02-03T04:05:06Z"


def test_going_on_without_opening_it_from_the_list_keeps_it_in_its_file(keeper: Keeper) -> None:
    played(keeper).close()
    later = Keeper(keeper.folder)
    record = later.going_on()
    assert record is not None
    match = Match.resume(record, later, Prompt())
    one_more(match, Chance(1))
    match.close()
    assert [entry.path for entry in later.saves()] == [later.current]
    assert answers_in(later.current) == len(match.record.answers)


def test_the_only_copy_of_a_game_is_deleted(keeper: Keeper) -> None:
    played(keeper).close()
    keeper.previous.unlink()
    keeper.delete(keeper.current)
    assert list(keeper.saves()) == []


def test_which_names_are_taken_is_found_out_beside(keeper: Keeper) -> None:
    keeper.save(played(None).record, "Sunday")
    keeper.settle()
    assert not keeper.has("Sunday")
    keeper.list_soon()
    keeper.settle()
    assert keeper.has("Sunday")
    assert not keeper.has("Monday")


def test_what_is_told_is_in_the_log_as_well(keeper: Keeper, caplog: pytest.LogCaptureFixture) -> None:
    keeper.folder.mkdir(parents=True)
    keeper.current.write_text("{")
    assert not keeper.going_on()
    assert [told.key for told in keeper.told] == ["ui.saves.damaged"]
    assert "ui.saves.damaged" in caplog.text


def test_the_saves_are_in_the_folder_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(saves, "user_data", lambda: tmp_path)
    assert Keeper().folder == tmp_path / "saves"


def test_a_name_belongs_to_a_game(keeper: Keeper) -> None:
    match = played(keeper)
    keeper.save(match.record, "Sunday")
    one_more(match, Chance(1))
    keeper.settle()
    (entry,) = keeper.saves()
    assert (entry.path, entry.name) == (keeper.current, "Sunday")
    keeper.save(match.record, "Monday")
    keeper.settle()
    assert not keeper.path_of("Sunday").exists()
    one_more(match, Chance(2))
    match.close()
    played(keeper, 1, seed=2).close()
    assert {entry.name for entry in keeper.saves()} == {"", "Monday"}
    assert answers_in(keeper.path_of("Monday")) == len(match.record.answers)
    again = Match.resume(keeper.load(keeper.path_of("Monday")), keeper, Prompt())
    play_on(again, Chance(3))
    again.close()
    over = next(entry for entry in keeper.saves() if entry.name == "Monday")
    assert over.game is not None
    assert over.game.over


def test_a_save_of_an_older_kingdom_is_opened_and_kept_once(keeper: Keeper) -> None:
    data = spoiled(write_record(played(None).record))
    keeper.folder.mkdir(parents=True)
    for path in (keeper.current, keeper.path_of("old")):
        path.write_text(json.dumps(data))
    Match.resume(keeper.load(keeper.current), keeper, Prompt()).close()
    Match.resume(keeper.load(keeper.path_of("old")), keeper, Prompt()).close()
    entries = list(keeper.saves())
    assert [entry.name for entry in entries if entry.path == keeper.current] == ["old"]
    assert len(entries) == 2


def test_a_failed_rename_does_not_cost_the_unfinished_game(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(keeper)
    keeper.settle()
    text = keeper.current.read_text()

    def refused(old: Path, new: Path) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(saves, "rename", refused)
    other = played(keeper, 1, seed=2)
    keeper.settle()
    assert keeper.current.read_text() == text
    assert {save.identity for save in keeper.saves()} == {match.record.game, other.record.game}, (
        "the new one has a file of its own"
    )
    monkeypatch.setattr(saves, "rename", files.rename)
    one_more(other, Chance(1))
    other.close()
    assert answers_in(keeper.current) == len(other.record.answers)
    assert len(list(keeper.saves())) == 2


@pytest.mark.parametrize("refuses", ["write_safely", "rename"])
@pytest.mark.parametrize("left", [True, False], ids=["another game", "the same game"])
def test_after_a_failed_write_nobody_waits_for_the_disk(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch, refuses: str, left: bool
) -> None:
    """What there is to go on with is known without a look."""
    match = played(keeper)
    keeper.settle()

    def refused(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves, refuses, refused)
    if left:
        played(keeper, 1, seed=2)
    else:
        one_more(match, Chance(1))
    keeper.settle()
    there = Keeper(keeper.folder).going_on()

    def waits(keeper: Keeper) -> None:
        raise AssertionError("the disk is looked at")

    monkeypatch.setattr(Keeper, "_look", waits)
    assert keeper.unfinished == there


def test_a_game_left_while_the_disk_failed_is_written_later(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the end of a game: play again must not cost what could not be written yet."""
    match = played(keeper, 1)
    keeper.settle()
    monkeypatch.setattr(saves, "write_safely", fails)
    play_on(match, Chance(2))
    match.close()
    other = played(keeper, 1, seed=2)
    other.close()
    assert keeper.problem
    monkeypatch.setattr(saves, "write_safely", write_safely)
    keeper.settle()
    assert keeper.problem is None
    over = {save.identity: save.game is not None and save.game.over for save in keeper.saves()}
    assert over == {match.record.game: True, other.record.game: False}


def test_a_busy_file_is_renamed_a_little_later(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, while something else looks at it."""
    monkeypatch.setattr(files, "FIRST_PAUSE", 0.0)
    really, left = os.replace, [3]

    def busy(old: Any, new: Any) -> None:
        left[0] -= 1
        if left[0] >= 0:
            raise PermissionError(13, "Permission denied")
        really(old, new)

    monkeypatch.setattr(os, "replace", busy)
    table("person", "person", keeper=keeper)
    keeper.settle()
    assert keeper.problem is None
    assert keeper.current.is_file()


# --- several programs


def test_the_second_program_says_so_and_keeps_its_own_game(keeper: Keeper) -> None:
    other = Keeper(keeper.folder)
    assert keeper.claim()
    assert not other.claim()
    assert not keeper.told
    assert [told.key for told in other.told] == ["ui.saves.second"]
    first, second = played(keeper, 1), played(other, 1, seed=2)
    first.close()
    second.close()
    assert keeper.current != other.current
    assert answers_in(keeper.current) == len(first.record.answers)
    assert answers_in(other.current) == len(second.record.answers)
    assert [save.identity for save in keeper.saves()] == [first.record.game], "the other one is not offered"
    other.close()
    assert len(list(keeper.saves())) == 2
    keeper.close()
    third = Keeper(keeper.folder)
    assert third.claim()
    assert third.current == keeper.current
    third.close()


def test_what_an_interrupted_write_left_is_removed_unless_another_program_runs(keeper: Keeper) -> None:
    played(keeper, 1).close()
    left = keeper.folder / f".current{SUFFIX}.abcd1234"
    left.write_text("{")
    assert keeper.claim()
    assert not left.exists()
    left.write_text("{")
    other = Keeper(keeper.folder)
    assert not other.claim()
    assert left.exists(), "it may be at work"
    other.close()
    keeper.close()


def test_games_with_the_old_ending_are_taken_over(keeper: Keeper) -> None:
    """A game going on with its copy, and a named save, from before the ending changed."""
    match = played(keeper, 3)
    keeper.save(match.record, "Sunday")
    match.close()
    keeper.settle()
    named = keeper.path_of("Sunday")
    for path in (keeper.current, keeper.previous, named):
        path.rename(path.with_name(path.name.replace(SUFFIX, OLD_SUFFIX)))
    assert sorted(save.name for save in keeper.saves()) == ["", "Sunday"], "listed as they are"
    assert keeper.claim()
    assert keeper.going_on()
    assert keeper.previous.exists()
    assert named.exists()
    assert not list(keeper.folder.glob(f"*{OLD_SUFFIX}*"))
    keeper.close()


def test_an_old_game_is_never_written_over(keeper: Keeper) -> None:
    played(keeper, 1).close()
    old = keeper.current.with_name(f"current{OLD_SUFFIX}")
    old.write_text("{}")
    assert keeper.claim()
    assert old.read_text() == "{}"
    assert keeper.going_on()
    keeper.delete(old)
    assert not old.exists()
    keeper.close()


# --- named saves


def test_names_become_files_anywhere(keeper: Keeper) -> None:
    match = played(keeper)
    for name in (
        "Sunday",
        "../../etc/passwd",
        "a/b\\c:d*?",
        "",
        "   ",
        "current",
        "Current",
        "con",
        "LPT1",
        "ö" * 300,
        ".hidden",
    ):
        path = keeper.save(another(match.record), name)
        assert path.parent == keeper.folder
        assert path != keeper.current
        assert not path.name.startswith(".")
        assert keeper.load(path).answers == match.record.answers
    keeper.settle()
    files_there = [path for path in keeper.folder.iterdir() if path.name.endswith(SUFFIX)]
    assert len(list(keeper.saves())) == len(files_there)


def test_the_list_has_the_newest_first_and_the_broken_with_their_reason(keeper: Keeper) -> None:
    match = played(keeper, boxes=EVERY_BOX)
    good = keeper.save(another(match.record), "good")
    keeper.settle()
    bad = keeper.path_of("bad")
    bad.write_bytes(b"\xff\xfe\x00")
    os.utime(good, (1e9, 1e9))
    os.utime(bad, (1.1e9, 1.1e9))
    entries = list(keeper.saves())
    assert [entry.name for entry in entries] == ["", "bad", "good"]
    assert (entries[1].game, entries[1].broken) == (None, "not a text file: invalid start byte")
    best = entries[2]
    assert best.game is not None
    assert (best.game.round, best.seats, best.boxes, best.changed) == (
        match.game.round,
        tuple(match.seats),
        EVERY_BOX,
        1e9,
    )
    keeper.delete(bad)
    assert [entry.name for entry in keeper.saves()] == ["", "good"]
    for wrong in (keeper.folder.parent / f"x{SUFFIX}", keeper.folder / "x.txt"):
        with pytest.raises(ValueError, match="not a save"):
            keeper.delete(wrong)


def test_each_save_is_played_through_once(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(None)
    for number in range(50):
        keeper.save(another(match.record), f"save {number}")
    times: list[float] = []
    replay = getattr(saves, "replay")  # noqa: B009  (a name that the module only imports)

    def counted(*words: Any) -> Any:
        times.append(0.0)
        return replay(*words)

    monkeypatch.setattr(saves, "replay", counted)
    listed: Iterator[Any] = keeper.saves()
    next(listed)
    assert len(times) == 1, "read when its turn comes"
    assert len(list(listed)) == 49
    assert len(times) == 50
    again = list(keeper.saves())
    assert len(again) == 50
    assert len(times) == 50
    one_more(match, Chance(1))
    path = keeper.save(another(match.record), "save 7")
    assert next(keeper.saves()).path == path
    assert len(times) == 51, "what has changed is read anew"


# --- strictness


def spoiled(text: str) -> dict[str, Any]:
    """The record as data to be changed, as of an older version: without a checksum and an identity."""
    data: dict[str, Any] = json.loads(text)
    data.pop("check")
    data.pop("game", None)
    return data


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "kingdom-record/2", "weather": "fine"}, "another version of Kingdom"),
        ({"format": "kingdom-position/1"}, "is not 'kingdom-record/1'"),
        ({"weather": "fine"}, "unknown key 'weather'"),
        ({"answers": ["end_turn"]}, r"answers\[0\]: 'end_turn' is not legal"),
        ({"answers": [[0, 99]]}, r"answers\[0\]"),
        ({"answers": 7}, "answers: a list"),
        ({"seats": []}, "seats: 0, but the game has 2 players"),
        ({"setup": {"players": 9}}, "setup.players"),
        ({"result": {"gold": [99, 0], "winners": [0], "position": ""}}, "result: the game is not over"),
    ],
)
def test_a_wrong_record_says_what_is_wrong_and_stays(
    keeper: Keeper, change: dict[str, Any], reason: str
) -> None:
    match = played(None)
    keeper.folder.mkdir(parents=True)
    text, path = json.dumps(spoiled(write_record(match.record)) | change), keeper.path_of("wrong")
    path.write_text(text)
    with pytest.raises(BadSetup, match=reason):
        keeper.load(path)
    (entry,) = keeper.saves()
    assert entry.broken is not None
    assert path.read_text() == text


def test_whatever_is_cut_off_or_changed_is_refused_or_good(keeper: Keeper) -> None:
    """A record cut at any place, and with any value replaced by another: either BadSetup, or a game."""
    text = write_record(played(None, 1, boxes=EVERY_BOX).record)
    keeper.folder.mkdir(parents=True)
    for cut in range(0, len(text) - 3, 61):
        keeper.current.write_text(text[:cut])
        with pytest.raises(BadSetup):
            keeper.load(keeper.current)
    strange: list[Any] = [None, -1, 10**30, "x", [], {}, [[]], True, 0.5, "base"]
    for number, place in enumerate(places_in(spoiled(text))):
        for value in strange if place[0] != "answers" else [strange[number % len(strange)]]:
            data = spoiled(text)
            inner: Any = data
            for step in place[:-1]:
                inner = inner[step]
            inner[place[-1]] = value
            keeper.current.write_text(json.dumps(data))
            with contextlib.suppress(BadSetup):
                Match.resume(keeper.load(keeper.current), None, Prompt())
    keeper.current.write_text("[" * 100_000)
    with pytest.raises(BadSetup):
        keeper.load(keeper.current)


def test_a_flipped_bit_is_told(keeper: Keeper) -> None:
    """Every record says what it should hold: what was changed since is refused, or means the same."""
    record = played(keeper, 1).record
    text = write_record(record).encode()
    keeper.close()
    path = keeper.path_of("flipped")
    for place in range(0, len(text), 7):
        path.write_bytes(text[:place] + bytes([text[place] ^ 1 << place % 8]) + text[place + 1 :])
        with contextlib.suppress(BadSetup, OSError):
            assert read_record(files.read_text(path)) == record


def places_in(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value of JSON data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places_in(value, (*path, key))


def test_the_suggested_name_keeps_its_commas(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    assert keeper.path_of("Ani, Frank (again) - round 3").name.startswith("Ani, Frank (again) - round 3.")
    assert keeper.path_of('a/b\\c:d*e?"f<g>|h').name.startswith("a_b_c_d_e__f_g__h.")
