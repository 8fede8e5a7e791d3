"""Tests that no saved game is lost, and that unreadable files are reported and left untouched."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.matches import (
    ALL_EXPANSIONS,
    InProcessAIClient,
    load_match,
    new_match,
    play_one_answer,
    play_until,
)

from kingdom import files
from kingdom.files import write_atomic
from kingdom.match import save_store
from kingdom.match.controller import Match
from kingdom.match.save_store import OLD_SAVE_SUFFIX, SAVE_SUFFIX, SaveStore, analysis_path
from kingdom.record import MAX_PLAYER_NAME_LENGTH, Record, position_hash, read_record, write_record
from kingdom.rules.errors import ValidationError
from kingdom.rules.rng import Rng
from kingdom.worker import file_writer


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    """Returns a save store whose folder does not exist yet."""
    return SaveStore(tmp_path / "data" / "saves")


def match_after_rounds(store: SaveStore | None, rounds: int = 3, **options: Any) -> Match:
    """Returns a match that has been played for `rounds` rounds."""
    match = new_match("person", "random", save_store=store, **options)
    play_until(match, Rng(5), lambda match: match.game.round > rounds)
    return match


def with_new_id(record: Record) -> Record:
    """Returns a copy of the record that counts as a different game."""
    return replace(record, game_id="", name="")


# --- saving and loading the current game


def answers_in(path: Path) -> int:
    """Returns the number of answers in a file."""
    return len(json.loads(path.read_text())["answers"])


def raise_disk_full(path: Path, text: str) -> None:
    raise OSError(28, "No space left on device")


def test_resume_current_game(store: SaveStore) -> None:
    assert not store.find_unfinished()
    match = match_after_rounds(store)
    store.flush()
    assert store.find_unfinished()
    resumed = load_match(store, store.current_game_file)
    assert position_hash(resumed.game) == position_hash(match.game)
    match.record.date = resumed.record.date  # the game may have been saved again a second later
    assert (resumed.seats, resumed.history, resumed.record) == (match.seats, match.history, match.record)
    play_until(resumed, Rng(6))
    store.flush()
    assert not store.find_unfinished()
    (save,) = store.iter_saves()
    finished = load_match(store, save.path)
    assert finished.game.over
    assert finished.record.result == resumed.record.result


def test_analysis_file_moves_with_its_game(store: SaveStore) -> None:
    """The analysis file is moved together with its game, so the current game's file is never paired with the
    analysis of a different game."""
    match = match_after_rounds(store)
    store.flush()
    analysis_path(store.current_game_file).write_text("judged", encoding="utf-8")
    other = match_after_rounds(store)
    store.flush()
    moved_file = next(path for path in store.list_files() if path != store.current_game_file)
    assert not analysis_path(store.current_game_file).exists()
    assert analysis_path(moved_file).read_text(encoding="utf-8") == "judged"
    match = load_match(store, moved_file)
    store.flush()
    assert analysis_path(store.current_game_file).exists()
    play_until(match, Rng(6))
    store.flush()
    finished_file = store.file_of_game(match.record)
    assert finished_file is not None
    assert not analysis_path(store.current_game_file).exists()
    assert analysis_path(finished_file).exists()
    store.delete(finished_file)
    assert not analysis_path(finished_file).exists()
    other.close()


def test_game_continues_if_the_folder_is_not_writable(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    store = SaveStore(blocked / "saves")
    match = match_after_rounds(store, 1)
    store.flush()
    assert match.save_error is not None
    assert "blocked" in match.save_error
    assert not store.find_unfinished()
    assert list(store.iter_saves()) == []
    store.save_as_async(match.record, "mine")
    store.flush()
    ((name, problem),) = store.take_save_results()
    assert name == "mine"
    assert problem is not None
    assert problem.startswith(f"{blocked}"), "the message must start with the file"
    assert "Not a directory" in problem or os.name == "nt"
    store.flush()
    assert not store.has_save_results, "a failure is reported only once"
    blocked.unlink()
    store.flush()
    assert store.take_save_results() == [("mine", None)], "success is reported once the file is written"
    assert match.save_error is None, "the write must be retried without another answer"
    assert answers_in(store.current_game_file) == len(match.record.answers)


def test_save_as_does_not_block(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    may_write = threading.Event()

    def slow_write(path: Path, text: str) -> None:
        assert may_write.wait(120)
        write_atomic(path, text)

    monkeypatch.setattr(save_store, "write_atomic", slow_write)
    path = store.save_as_async(match_after_rounds(None).record, "mine")
    assert not path.exists()
    assert store.has_pending
    assert not store.has_save_results, "an unfinished save must not be reported"
    may_write.set()
    store.flush()
    assert path.exists()
    assert store.has_save_results
    assert store.take_save_results() == [("mine", None)]


def test_failed_write_is_retried(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_writer, "RETRY_INTERVAL_S", 0.001)
    done, attempts = threading.Event(), []

    def fails_twice(path: Path, text: str) -> None:
        attempts.append(path)
        if len(attempts) < 3:
            raise OSError(5, "Input/output error")
        write_atomic(path, text)
        done.set()

    monkeypatch.setattr(save_store, "write_atomic", fails_twice)
    new_match("person", "person", save_store=store)
    assert done.wait(120)
    store.flush()
    assert store.save_error is None
    assert len(attempts) == 3


def test_write_error_is_reported_until_it_succeeds(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save_store, "write_atomic", raise_disk_full)
    match = match_after_rounds(store, 1)
    for _ in range(3):
        play_one_answer(match, Rng(1))
        store.flush()
        assert store.save_error is not None
    monkeypatch.setattr(save_store, "write_atomic", write_atomic)
    match.close()
    assert store.save_error is None, "leaving the match retries the write"
    assert answers_in(store.current_game_file) == len(match.record.answers)


def test_full_disk_keeps_the_old_file_intact(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_after_rounds(store, 1)
    store.flush()
    before = store.current_game_file.read_text()

    def fail_fsync(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail_fsync)
    monkeypatch.setattr(file_writer, "RETRY_INTERVAL_S", 1000)  # no retry while the test inspects the folder
    play_one_answer(match, Rng(1))
    store.flush()
    assert match.save_error is not None
    assert "No space left" in match.save_error
    assert store.current_game_file.read_text() == before
    assert {path.name for path in store.folder.iterdir()} == {
        store.current_game_file.name,
        store.backup_file.name,
    }, "no partial file may remain"


def test_answers_do_not_block_and_only_the_latest_is_written(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new_match("person", "person", save_store=store)
    store.flush()
    may_write, written_counts = threading.Event(), []

    def slow_write(path: Path, text: str) -> None:
        assert may_write.wait(120)
        write_atomic(path, text)
        written_counts.append(len(json.loads(text)["answers"]))

    monkeypatch.setattr(save_store, "write_atomic", slow_write)
    for number in range(4):
        play_one_answer(match, Rng(number))
    assert match.save_error is None
    assert written_counts == [], "answers must not wait for the disk"
    may_write.set()
    match.close()
    assert written_counts[-1] == len(match.record.answers) >= 4, (
        "leaving the match must write its last answer"
    )
    assert len(written_counts) <= 2, "outdated states must not be written"


def test_power_failure_loses_at_most_the_answers_since_the_last_write_started(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the latest state is queued. If the disk is faster than the players, only the last answer is at
    risk. A slow disk is never more than two writes behind."""
    match = new_match("person", "person", save_store=store)
    store.flush()
    write_started, may_write = threading.Semaphore(0), threading.Semaphore(0)

    def slow_write(path: Path, text: str) -> None:
        write_started.release()
        assert may_write.acquire(timeout=120)
        write_atomic(path, text)

    monkeypatch.setattr(save_store, "write_atomic", slow_write)
    on_disk = answers_in(store.current_game_file)
    play_one_answer(match, Rng(1))
    for _ in range(3):
        assert write_started.acquire(timeout=120), "no write started"
        assert answers_in(store.current_game_file) == on_disk, (
            "all answers before the start of the last write must be on disk"
        )
        on_disk = len(match.record.answers)
        for number in range(3):
            play_one_answer(match, Rng(number))
        may_write.release()
    may_write.release()
    match.close()
    assert answers_in(store.current_game_file) == len(match.record.answers)


def test_saves_without_a_thread(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_to_start(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail_to_start)
    match = match_after_rounds(store, 1)
    assert answers_in(store.current_game_file) == len(match.record.answers)
    monkeypatch.undo()
    store.save_as_async(match.record, "Sunday")
    store.flush()
    assert store.path_for_name("Sunday").exists(), "the file must be written once threads can start again"


def test_backup_replaces_a_damaged_game(store: SaveStore) -> None:
    match = match_after_rounds(store, 1)
    store.flush()
    play_one_answer(match, Rng(1))
    store.flush()
    text = store.current_game_file.read_text()
    store.current_game_file.write_text(text[:-100])
    restored = store.find_unfinished()
    assert restored is not None
    assert len(restored.answers) < len(match.record.answers)
    assert [notification.text_key for notification in store.notifications] == [
        "ui.saves.damaged",
        "ui.saves.recovered",
    ]
    quarantined_file = store.notifications[0].text_values["file"]
    assert isinstance(quarantined_file, Path)
    assert quarantined_file.read_text() == text[:-100], "the damaged file must be kept"
    resumed = load_match(store, store.current_game_file)
    resumed.close()
    assert answers_in(store.current_game_file) == len(restored.answers)


def make_directory(path: Path) -> None:
    path.mkdir()
    (path / "inside").write_text("something")


def make_unreadable(path: Path) -> None:
    path.write_text("{}")
    path.chmod(0)


def make_pipe(path: Path) -> None:
    if sys.platform != "win32":
        os.mkfifo(path)


DAMAGED_FILES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_text(""),
    "cut short": lambda path: path.write_text('{"format": "kingdom-record/1", "set'),
    "newer": lambda path: path.write_text('{"format": "kingdom-record/9"}'),
    "bytes": lambda path: path.write_bytes(b"\xff\xfe\x00" * 99),
    "brackets": lambda path: path.write_text("[" * 100_000),
    "large": lambda path: path.write_text(" " * 5_000_000),
    "long": lambda path: path.write_text('{"format": "' + "x" * 1_000_000 + '"}'),
    "directory": make_directory,
    "pipe": make_pipe,
    "loop": lambda path: path.symlink_to(path),
    "device": lambda path: path.symlink_to("/dev/zero"),
    "unreadable": make_unreadable,
}


@pytest.mark.skipif(os.name != "posix", reason="pipes and links")
@pytest.mark.parametrize("kind", DAMAGED_FILES)
def test_damaged_current_file_is_quarantined_and_reported(store: SaveStore, kind: str) -> None:
    store.folder.mkdir(parents=True)
    DAMAGED_FILES[kind](store.current_game_file)
    assert store.find_unfinished() is None
    assert [notification.text_key for notification in store.notifications] == ["ui.saves.damaged"]
    assert len(str(store.notifications[0].text_values["reason"])) <= 200
    assert not os.path.lexists(store.current_game_file)
    assert os.path.lexists(str(store.notifications[0].text_values["file"]))
    match = match_after_rounds(store, 1)
    match.close()
    assert store.find_unfinished()
    assert len(store.notifications) == 1


@pytest.mark.skipif(os.name != "posix", reason="pipes and links")
@pytest.mark.parametrize("kind", DAMAGED_FILES)
def test_damaged_file_does_not_break_the_list(store: SaveStore, kind: str) -> None:
    store.save_as_async(match_after_rounds(None).record, "good")
    store.flush()
    DAMAGED_FILES[kind](store.path_for_name("bad"))
    entries = {entry.name: entry for entry in store.iter_saves()}
    assert set(entries) == {"good", "bad"}
    assert entries["good"].game is not None
    assert entries["bad"].error
    assert len(entries["bad"].error) <= 200


# --- keeping each game exactly once


def test_new_game_keeps_the_unfinished_one(store: SaveStore) -> None:
    match = match_after_rounds(store)
    store.flush()
    text = store.current_game_file.read_bytes()
    match_after_rounds(store, 1, seed=2).close()
    first, second = list(store.iter_saves())
    assert first.path == store.current_game_file
    assert second.path.read_bytes() == text
    assert second.path.name.startswith(", ".join(seat.name for seat in match.seats))
    resumed = load_match(store, second.path)
    play_one_answer(resumed, Rng(1))
    resumed.close()
    assert len(list(store.iter_saves())) == 2, "the two games must swap places"
    load_match(store, store.current_game_file).close()
    assert len(list(store.iter_saves())) == 2
    assert len({save.game_id for save in store.iter_saves()}) == 2


def test_every_finished_game_is_kept(store: SaveStore) -> None:
    for seed in (1, 2):
        match = new_match("person", "random", save_store=store, seed=seed)
        play_until(match, Rng(seed))
        match.close()
    entries = list(store.iter_saves())
    assert len(entries) == 2
    assert all(entry.game is not None and entry.game.over for entry in entries)
    assert not store.find_unfinished()
    before = {entry.path: entry.path.read_bytes() for entry in entries}
    for path in before:
        load_match(store, path).close()
    assert {entry.path: entry.path.read_bytes() for entry in store.iter_saves()} == before, (
        "opening a finished game must not change its file"
    )
    path, other_store = entries[0].path, SaveStore(store.folder)
    os.utime(path, (1e9, 1e9))
    load_match(other_store, path).close()
    assert path.stat().st_mtime == 1e9, "another instance must not rewrite the file"


def test_file_names_of_equal_games_are_numbered(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.match.save_store.time.time", lambda: 1e9)
    match = match_after_rounds(None, 1)
    result = {"winners": [0], "gold": [1, 0]}
    names = []
    for _ in range(3):
        record = replace(with_new_id(match.record), result=result)
        store.save_async(record)
        store.flush()
        path = store.file_of_game(record)
        assert path is not None
        names.append(path.name.removesuffix(SAVE_SUFFIX))
        assert names[1:] == [f"{names[0]} {number}" for number in range(2, len(names) + 1)]


@pytest.mark.parametrize("letter", ["Ж", "龍", "𓀀", "W"])
def test_long_names_of_equal_games_are_numbered(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch, letter: str
) -> None:
    """Players' names are shortened if the file name would be too long. The date and the number are never
    shortened."""
    monkeypatch.setattr("kingdom.match.save_store.time.time", lambda: 1e9)
    monkeypatch.setattr(file_writer, "WRITE_TIMEOUT_S", 5.0)
    date = time.strftime("%Y-%m-%d %H-%M", time.localtime(1e9))
    match = match_after_rounds(None, 1)
    seats = [{**seat, "name": letter * MAX_PLAYER_NAME_LENGTH} for seat in match.record.seats * 2]
    for name, ending in (("", f" {date}"), (letter * 200, "")):
        for number in range(1, 4):
            record = replace(
                with_new_id(match.record), seats=seats, name=name, result={"winners": [0], "gold": [1, 0]}
            )
            store.save_async(record)
            store.flush()
            path = store.file_of_game(record)
            assert store.save_error is None
            assert path is not None
            assert path.exists()
            assert len(path.name.encode()) <= save_store.MAX_FILE_NAME_BYTES + len(SAVE_SUFFIX)
            stem = path.name.removesuffix(SAVE_SUFFIX)
            assert stem.startswith(letter * 20)
            assert stem.endswith(ending if number == 1 else f"{ending} {number}")


def test_hanging_disk_stops_neither_the_ai_nor_the_next_game(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a write never returns, it is reported, other games are still saved, and closing the store does not
    hang."""
    match = match_after_rounds(store, 1)
    store.flush()
    disk_answers = threading.Event()

    def hang(path: Path, text: str) -> None:
        if match.record.game_id in text:
            assert disk_answers.wait(120)
        write_atomic(path, text)

    monkeypatch.setattr(save_store, "write_atomic", hang)
    monkeypatch.setattr(file_writer, "WRITE_TIMEOUT_S", 0.05)
    play_one_answer(match, Rng(1))
    store.flush()
    assert match.save_error is not None
    assert not store.has_pending, "AI players must not wait for a write that hangs"
    monkeypatch.setattr(file_writer, "WRITE_TIMEOUT_S", 1000.0)
    other = match_after_rounds(store, 1)
    store.flush()
    assert answers_in(store.current_game_file) == len(other.record.answers)
    threads = [thread for thread in threading.enumerate() if thread.name == file_writer.JOB_THREAD_NAME]
    disk_answers.set()
    for thread in threads:
        thread.join(120)
    store.flush()
    assert store.save_error is None
    assert answers_in(store.current_game_file) == len(other.record.answers), (
        "the late write must not replace the new game"
    )
    assert store.find_unfinished() is not None
    late_files = [path for path in store.list_files() if path != store.current_game_file]
    assert [answers_in(path) for path in late_files] == [len(match.record.answers)]
    store.close()


def test_writes_repeated_after_a_hang_duplicate_no_game(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a hanging write finally returns, everything saved since then is written again, including a game
    that the player has left."""
    disk_answers, hanging = threading.Event(), threading.Event()

    def hang() -> list[Path]:
        hanging.set()
        assert disk_answers.wait(120)
        return []

    with monkeypatch.context() as hanging_disk:
        hanging_disk.setattr(store, "list_files", hang)
        hanging_disk.setattr(file_writer, "WRITE_TIMEOUT_S", 0.05)
        store.refresh_names_async()
        assert hanging.wait(120)
        store.flush()
    threads = [thread for thread in threading.enumerate() if thread.name == file_writer.JOB_THREAD_NAME]
    left = match_after_rounds(store, 1)
    store.flush()
    current = match_after_rounds(store, 1, seed=2)
    store.flush()
    # A different time would lead to a different file name.
    monkeypatch.setattr("kingdom.match.save_store.time.time", lambda: 1e9)
    disk_answers.set()
    for thread in threads:
        thread.join(120)
    store.flush()
    assert answers_in(store.current_game_file) == len(current.record.answers)
    (left_file,) = [path for path in store.list_files() if path != store.current_game_file]
    assert answers_in(left_file) == len(left.record.answers)
    assert store.file_of_game(left.record) == left_file


def test_date_is_that_of_the_last_answer(store: SaveStore) -> None:
    """Saving an unfinished game updates its date. A finished game keeps its date when it is reopened."""
    record = match_after_rounds(None, 1).record
    finished = replace(with_new_id(record), result={"winners": [0], "gold": [1, 0]})
    record.date = finished.date = "2001-02-03T04:05:06Z"
    store.save_async(record)
    store.save_async(finished)
    store.close()
    assert record.date > "2020"
    assert finished.date == "2001-02-03T04:05:06Z"


def test_resumed_game_stays_in_the_current_file(store: SaveStore) -> None:
    match_after_rounds(store).close()
    other_store = SaveStore(store.folder)
    record = other_store.find_unfinished()
    assert record is not None
    match = Match.from_record(record, other_store, InProcessAIClient())
    play_one_answer(match, Rng(1))
    match.close()
    assert [entry.path for entry in other_store.iter_saves()] == [other_store.current_game_file]
    assert answers_in(other_store.current_game_file) == len(match.record.answers)


def test_delete_current_game_without_backup(store: SaveStore) -> None:
    match_after_rounds(store).close()
    store.backup_file.unlink()
    store.delete(store.current_game_file)
    assert list(store.iter_saves()) == []


def test_known_names_are_refreshed_in_the_background(store: SaveStore) -> None:
    store.save_as_async(match_after_rounds(None).record, "Sunday")
    store.flush()
    assert not store.is_name_taken("Sunday")
    store.refresh_names_async()
    store.flush()
    assert store.is_name_taken("Sunday")
    assert not store.is_name_taken("Monday")


def test_notifications_are_logged(store: SaveStore, caplog: pytest.LogCaptureFixture) -> None:
    store.folder.mkdir(parents=True)
    store.current_game_file.write_text("{")
    assert not store.find_unfinished()
    assert [notification.text_key for notification in store.notifications] == ["ui.saves.damaged"]
    assert "ui.saves.damaged" in caplog.text


def test_default_folder_is_in_the_user_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(save_store, "user_data_dir", lambda: tmp_path)
    assert SaveStore().folder == tmp_path / "saves"


def test_name_belongs_to_one_game(store: SaveStore) -> None:
    match = match_after_rounds(store)
    store.save_as_async(match.record, "Sunday")
    play_one_answer(match, Rng(1))
    store.flush()
    (entry,) = store.iter_saves()
    assert (entry.path, entry.name) == (store.current_game_file, "Sunday")
    store.save_as_async(match.record, "Monday")
    store.flush()
    assert not store.path_for_name("Sunday").exists()
    play_one_answer(match, Rng(2))
    match.close()
    match_after_rounds(store, 1, seed=2).close()
    assert {entry.name for entry in store.iter_saves()} == {"", "Monday"}
    assert answers_in(store.path_for_name("Monday")) == len(match.record.answers)
    resumed = load_match(store, store.path_for_name("Monday"))
    play_until(resumed, Rng(3))
    resumed.close()
    finished = next(entry for entry in store.iter_saves() if entry.name == "Monday")
    assert finished.game is not None
    assert finished.game.over


def test_renamed_finished_game_has_one_file(store: SaveStore) -> None:
    match = match_after_rounds(store, 1)
    play_until(match, Rng(3))
    store.flush()
    unnamed_file = store.file_of_game(match.record)
    assert unnamed_file is not None
    analysis_path(unnamed_file).write_text("judged", encoding="utf-8")
    for name in ("Sunday", "Monday"):
        path = store.save_as_async(match.record, name)
        store.flush()
        assert store.file_of_game(match.record) == path
        assert store.list_files() == [path]
        assert analysis_path(path).exists()
    store.save_async(match.record)
    store.flush()
    assert store.file_of_game(match.record) == path
    store.delete(path)
    assert store.file_of_game(match.record) is None


def test_renamed_unfinished_game_keeps_its_new_file(store: SaveStore) -> None:
    """A game is opened from a named file and renamed before anyone answers. The renamed file remains when the
    game is saved as the current game."""
    record = match_after_rounds(None, 1).record
    store.save_as_async(record, "Sunday")
    record = Match.load(store.path_for_name("Sunday"), store).record
    path = store.save_as_async(record, "Monday")
    store.flush()
    assert store.file_of_game(record) is None
    assert store.list_files() == [path]
    store.save_async(record)
    store.flush()
    assert store.file_of_game(record) == store.current_game_file
    assert path.exists()


def write_ignoring_case(path: Path, content: str | bytes) -> None:
    """Writes a file as on a disk that ignores case: all spellings of the name are the same file."""
    write_atomic(path, content)
    spellings = {path.name.lower(), path.name.swapcase(), *(other.name for other in path.parent.iterdir())}
    for name in spellings - {path.name}:
        other = path.with_name(name)
        if name.casefold() == path.name.casefold() and not (other.exists() and other.samefile(path)):
            other.unlink(missing_ok=True)
            os.link(path, other)


@pytest.mark.windows
def test_name_that_differs_only_in_case_is_the_same_file(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows and macOS, the file with the old name is the one just written, so it must not be deleted."""
    monkeypatch.setattr(save_store, "write_atomic", write_ignoring_case)
    deleted: list[str] = []

    def remove(path: Path, missing_ok: bool = True) -> None:
        deleted.append(path.name)
        files.remove_file(path, missing_ok)

    monkeypatch.setattr(save_store, "remove_file", remove)
    record = match_after_rounds(None, 1).record
    store.save_as_async(record, "my game")
    record = Match.load(store.path_for_name("my game"), store).record
    store.refresh_names_async()
    store.flush()
    assert store.is_name_taken("My Game"), "the player should be asked before the file is replaced"
    path = store.save_as_async(record, "My Game")
    store.save_async(record)
    store.flush()
    assert read_record(path.read_text(encoding="utf-8")).name == "My Game"
    assert not [name for name in deleted if name.casefold() == path.name.casefold()]


def test_deletion_of_a_busy_file_is_retried(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows, a file cannot be deleted while a virus scanner has it open."""
    monkeypatch.setattr(files, "RETRY_DELAY_S", 0.0)
    real_unlink, failures_left = Path.unlink, [3]

    def busy(path: Path, missing_ok: bool = False) -> None:
        failures_left[0] -= 1
        if failures_left[0] >= 0:
            raise PermissionError(13, "Permission denied")
        real_unlink(path, missing_ok)

    path = store.save_as_async(match_after_rounds(None, 1).record, "Sunday")
    store.flush()
    monkeypatch.setattr(Path, "unlink", busy)
    store.delete(path)
    assert not path.exists()


def test_saves_without_game_id_are_opened_and_kept_once(store: SaveStore) -> None:
    data = old_record_data(write_record(match_after_rounds(None).record))
    store.folder.mkdir(parents=True)
    for path in (store.current_game_file, store.path_for_name("old")):
        path.write_text(json.dumps(data))
    load_match(store, store.current_game_file).close()
    load_match(store, store.path_for_name("old")).close()
    entries = list(store.iter_saves())
    assert [entry.name for entry in entries if entry.path == store.current_game_file] == ["old"]
    assert len(entries) == 2


def test_failed_rename_keeps_the_unfinished_game(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_after_rounds(store)
    store.flush()
    text = store.current_game_file.read_text()

    def fail_rename(old: Path, new: Path) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(save_store, "replace_file", fail_rename)
    other = match_after_rounds(store, 1, seed=2)
    store.flush()
    assert store.current_game_file.read_text() == text
    assert {save.game_id for save in store.iter_saves()} == {match.record.game_id, other.record.game_id}, (
        "the new game needs a separate file"
    )
    monkeypatch.setattr(save_store, "replace_file", files.replace_file)
    play_one_answer(other, Rng(1))
    other.close()
    assert answers_in(store.current_game_file) == len(other.record.answers)
    assert len(list(store.iter_saves())) == 2


@pytest.mark.parametrize("failing_function", ["write_atomic", "replace_file"])
@pytest.mark.parametrize("starts_another_game", [True, False], ids=["another game", "the same game"])
def test_unfinished_game_is_known_without_reading_after_a_failed_write(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch, failing_function: str, starts_another_game: bool
) -> None:
    match = match_after_rounds(store)
    store.flush()

    def raise_error(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(save_store, failing_function, raise_error)
    if starts_another_game:
        match_after_rounds(store, 1, seed=2)
    else:
        play_one_answer(match, Rng(1))
    store.flush()
    on_disk = SaveStore(store.folder).find_unfinished()

    def fail_on_read(store: SaveStore) -> None:
        raise AssertionError("the save must be known without reading the disk")

    monkeypatch.setattr(SaveStore, "_load_current", fail_on_read)
    assert store.unfinished == on_disk


def test_game_closed_during_a_disk_failure_is_written_later(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Starting the next game must not discard data that could not be written yet, such as the end of the
    previous game."""
    match = match_after_rounds(store, 1)
    store.flush()
    monkeypatch.setattr(save_store, "write_atomic", raise_disk_full)
    play_until(match, Rng(2))
    match.close()
    other = match_after_rounds(store, 1, seed=2)
    other.close()
    assert store.save_error
    monkeypatch.setattr(save_store, "write_atomic", write_atomic)
    store.flush()
    assert store.save_error is None
    is_over = {save.game_id: save.game is not None and save.game.over for save in store.iter_saves()}
    assert is_over == {match.record.game_id: True, other.record.game_id: False}


def test_rename_of_a_busy_file_is_retried(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows, a rename fails while a different process has the file open, so the rename is retried."""
    monkeypatch.setattr(files, "RETRY_DELAY_S", 0.0)
    real_replace, failures_left = os.replace, [3]

    def busy(old: Any, new: Any) -> None:
        failures_left[0] -= 1
        if failures_left[0] >= 0:
            raise PermissionError(13, "Permission denied")
        real_replace(old, new)

    monkeypatch.setattr(os, "replace", busy)
    new_match("person", "person", save_store=store)
    store.flush()
    assert store.save_error is None
    assert store.current_game_file.is_file()


# --- sharing the folder between several instances


def test_second_instance_is_reported_and_keeps_its_own_game(store: SaveStore) -> None:
    other = SaveStore(store.folder)
    assert store.acquire_folder()
    assert not other.acquire_folder()
    assert not store.notifications
    assert [notification.text_key for notification in other.notifications] == ["ui.saves.second"]
    first, second = match_after_rounds(store, 1), match_after_rounds(other, 1, seed=2)
    first.close()
    second.close()
    assert store.current_game_file != other.current_game_file
    assert answers_in(store.current_game_file) == len(first.record.answers)
    assert answers_in(other.current_game_file) == len(second.record.answers)
    assert [save.game_id for save in store.iter_saves()] == [first.record.game_id], (
        "the other instance's game must not be listed"
    )
    other.close()
    assert len(list(store.iter_saves())) == 2
    store.close()
    third = SaveStore(store.folder)
    assert third.acquire_folder()
    assert third.current_game_file == store.current_game_file
    third.close()


def test_temporary_files_are_removed_unless_another_instance_runs(store: SaveStore) -> None:
    match_after_rounds(store, 1).close()
    temporary_file = store.folder / f".current{SAVE_SUFFIX}.abcd1234"
    temporary_file.write_text("{")
    assert store.acquire_folder()
    assert not temporary_file.exists()
    temporary_file.write_text("{")
    other = SaveStore(store.folder)
    assert not other.acquire_folder()
    assert temporary_file.exists(), "another instance may still be writing it"
    other.close()
    store.close()


def test_files_with_the_old_suffix_are_renamed(store: SaveStore) -> None:
    """The current game, its backup and a named save are renamed if they have the suffix used by older
    versions."""
    match = match_after_rounds(store, 3)
    store.save_as_async(match.record, "Sunday")
    match.close()
    store.flush()
    named_file = store.path_for_name("Sunday")
    for path in (store.current_game_file, store.backup_file, named_file):
        path.rename(path.with_name(path.name.replace(SAVE_SUFFIX, OLD_SAVE_SUFFIX)))
    assert sorted(save.name for save in store.iter_saves()) == ["", "Sunday"], "old files must be listed"
    assert store.acquire_folder()
    assert store.find_unfinished()
    assert store.backup_file.exists()
    assert named_file.exists()
    assert not list(store.folder.glob(f"*{OLD_SAVE_SUFFIX}*"))
    store.close()


def test_old_file_is_never_overwritten(store: SaveStore) -> None:
    match_after_rounds(store, 1).close()
    old = store.current_game_file.with_name(f"current{OLD_SAVE_SUFFIX}")
    old.write_text("{}")
    assert store.acquire_folder()
    assert old.read_text() == "{}"
    assert store.find_unfinished()
    store.delete(old)
    assert not old.exists()
    store.close()


# --- naming, listing and replaying saves


def test_any_name_gives_a_safe_file_name(store: SaveStore) -> None:
    match = match_after_rounds(store)
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
        path = store.save_as_async(with_new_id(match.record), name)
        assert path.parent == store.folder
        assert path != store.current_game_file
        assert not path.name.startswith(".")
        assert Match.load(path, store).record.answers == match.record.answers
    store.flush()
    save_files = [path for path in store.folder.iterdir() if path.name.endswith(SAVE_SUFFIX)]
    assert len(list(store.iter_saves())) == len(save_files)


def test_list_is_newest_first_and_shows_errors(store: SaveStore) -> None:
    match = match_after_rounds(store, expansions=ALL_EXPANSIONS)
    good = store.save_as_async(with_new_id(match.record), "good")
    store.flush()
    bad = store.path_for_name("bad")
    bad.write_bytes(b"\xff\xfe\x00")
    os.utime(good, (1e9, 1e9))
    os.utime(bad, (1.1e9, 1.1e9))
    entries = list(store.iter_saves())
    assert [entry.name for entry in entries] == ["", "bad", "good"]
    assert (entries[1].game, entries[1].error) == (None, "not a text file: invalid start byte")
    good_entry = entries[2]
    assert good_entry.game is not None
    assert (good_entry.game.round, good_entry.seats, good_entry.expansions, good_entry.modified_at) == (
        match.game.round,
        tuple(match.seats),
        ALL_EXPANSIONS,
        1e9,
    )
    store.delete(bad)
    assert [entry.name for entry in store.iter_saves()] == ["", "good"]
    for path in (store.folder.parent / f"x{SAVE_SUFFIX}", store.folder / "x.txt"):
        with pytest.raises(ValueError, match="not a save"):
            store.delete(path)


def test_each_save_is_replayed_once(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_after_rounds(None)
    for number in range(50):
        store.save_as_async(with_new_id(match.record), f"save {number}")
    replays: list[float] = []

    replay = getattr(save_store, "replay")  # noqa: B009  (the module only imports this name)

    def count_replay(*args: Any) -> Any:
        replays.append(0.0)
        return replay(*args)

    monkeypatch.setattr(save_store, "replay", count_replay)
    entries: Iterator[Any] = store.iter_saves()
    next(entries)
    assert len(replays) == 1, "saves must be replayed lazily"
    assert len(list(entries)) == 49
    assert len(replays) == 50
    second_list = list(store.iter_saves())
    assert len(second_list) == 50
    assert len(replays) == 50
    play_one_answer(match, Rng(1))
    path = store.save_as_async(with_new_id(match.record), "save 7")
    assert next(store.iter_saves()).path == path
    assert len(replays) == 51, "only the changed save is replayed again"


# --- rejecting invalid records


def old_record_data(text: str) -> dict[str, Any]:
    """Returns the record as editable JSON data without checksum and game ID, as older versions wrote it."""
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
        ({"answers": 7}, "answers: expected a list"),
        ({"seats": []}, "seats: 0, but the game has 2 players"),
        ({"setup": {"players": 9}}, "setup.players"),
        ({"result": {"gold": [99, 0], "winners": [0], "position": ""}}, "result: the game is not over"),
    ],
)
def test_invalid_record_is_reported_and_kept(store: SaveStore, change: dict[str, Any], reason: str) -> None:
    match = match_after_rounds(None)
    store.folder.mkdir(parents=True)
    text, path = (
        json.dumps(old_record_data(write_record(match.record)) | change),
        store.path_for_name("wrong"),
    )
    path.write_text(text)
    with pytest.raises(ValidationError, match=reason):
        Match.load(path, store)
    (entry,) = store.iter_saves()
    assert entry.error is not None
    assert path.read_text() == text


def test_truncated_or_changed_records_are_rejected_or_playable(store: SaveStore) -> None:
    """A record that is cut off anywhere, or in which any value is replaced, either raises ValidationError or
    yields a playable game."""
    text = write_record(match_after_rounds(None, 1, expansions=ALL_EXPANSIONS).record)
    store.folder.mkdir(parents=True)
    for cut in range(0, len(text) - 3, 61):
        store.current_game_file.write_text(text[:cut])
        with pytest.raises(ValidationError):
            Match.load(store.current_game_file, store)
    odd_values: list[Any] = [None, -1, 10**30, "x", [], {}, [[]], True, 0.5, "base"]
    for number, key_path in enumerate(key_paths(old_record_data(text))):
        for value in odd_values if key_path[0] != "answers" else [odd_values[number % len(odd_values)]]:
            data = old_record_data(text)
            inner: Any = data
            for key in key_path[:-1]:
                inner = inner[key]
            inner[key_path[-1]] = value
            store.current_game_file.write_text(json.dumps(data))
            with contextlib.suppress(ValidationError):
                Match.from_record(store.read(store.current_game_file), None, InProcessAIClient())
    store.current_game_file.write_text("[" * 100_000)
    with pytest.raises(ValidationError):
        Match.load(store.current_game_file, store)


def test_flipped_bits_are_detected(store: SaveStore) -> None:
    """The checksum detects every change to the content."""
    record = match_after_rounds(store, 1).record
    text = write_record(record).encode()
    store.close()
    path = store.path_for_name("flipped")
    for offset in range(0, len(text), 7):
        path.write_bytes(text[:offset] + bytes([text[offset] ^ 1 << offset % 8]) + text[offset + 1 :])
        with contextlib.suppress(ValidationError, OSError):
            assert read_record(files.read_text(path)) == record


def key_paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yields the key path of every value in JSON data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from key_paths(value, (*path, key))


def test_file_name_keeps_commas(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    assert store.path_for_name("Ani, Frank (again) - round 3").name.startswith(
        "Ani, Frank (again) - round 3."
    )
    assert store.path_for_name('a/b\\c:d*e?"f<g>|h').name.startswith("a_b_c_d_e__f_g__h.")


@pytest.mark.parametrize(
    "name", ["con", "NUL", "Aux", "com1", "COM¹", "lpt³", "LPT٣", "current", "Current 2"]
)
def test_reserved_file_names_are_changed(name: str, tmp_path: Path) -> None:
    """Windows reserves the names of devices, including those with superscript digits."""
    assert SaveStore(tmp_path).path_for_name(name).stem == f"{name}_"
