"""Games on disk: nothing is lost, and what cannot be read says why and stays as it is."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from at_the_table import EVERY_BOX, Prompt, one_more, play_on, table

from kingdom.match import saves
from kingdom.match.match import Match
from kingdom.match.saves import SUFFIX, Keeper, write_safely
from kingdom.record import digest, write_record
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


# --- the game that is going on


def test_go_on_where_it_was(keeper: Keeper) -> None:
    assert not keeper.can_continue()
    match = played(keeper)
    assert keeper.can_continue()
    again = Match.resume(keeper.load(keeper.current), keeper, Prompt())
    assert digest(again.game) == digest(match.game)
    assert (again.seats, again.history, again.record) == (match.seats, match.history, match.record)
    play_on(again, Chance(6))
    assert not keeper.can_continue()
    over = Match.resume(keeper.load(keeper.current), keeper, Prompt())
    assert over.game.over
    assert over.record.result == again.record.result


def test_a_folder_that_cannot_be_written_does_not_end_the_game(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    keeper = Keeper(blocked / "saves")
    match = played(keeper, 1)
    keeper.settle()
    assert match.problem is not None
    assert str(keeper.current) in match.problem
    assert not keeper.can_continue()
    assert list(keeper.saves()) == []
    assert keeper.make_room("x") is None
    with pytest.raises(OSError, match="blocked"):
        keeper.save(match.record, "mine")
    blocked.unlink()
    one_more(match, Chance(1))
    keeper.settle()
    assert match.problem is None, "it is on disk as soon as that is possible again"
    assert keeper.can_continue()


def test_a_full_disk_keeps_the_old_file_whole(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(keeper, 1)
    before = keeper.current.read_text()

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    one_more(match, Chance(1))
    keeper.settle()
    assert match.problem is not None
    assert "No space left" in match.problem
    assert keeper.current.read_text() == before
    assert [path.name for path in keeper.folder.iterdir()] == [keeper.current.name], (
        "nothing half written stays"
    )


def test_nobody_waits_for_a_slow_disk_but_the_next_answer(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(keeper, 1)
    written = len(match.record.answers)
    keeper.settle()
    may_go_on, wrote = threading.Event(), []

    def slow(path: Path, text: str) -> None:
        assert may_go_on.wait(20)
        write_safely(path, text)
        wrote.append(len(json.loads(text)["answers"]))

    monkeypatch.setattr("kingdom.match.saves.write_safely", slow)
    one_more(match, Chance(1))
    assert wrote == [], "the answer is given, the disk is still at work"
    threading.Timer(0.05, may_go_on.set).start()
    one_more(match, Chance(2))
    assert wrote[:1] == [written + 1], "the first was on disk before the second was given"
    match.close()
    assert wrote == [written + 1, written + 2], "a table that is left is on disk"


def test_without_a_thread_it_is_written_all_the_same(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)
    match = played(keeper, 1)
    assert len(json.loads(keeper.current.read_text())["answers"]) == len(match.record.answers)


def test_a_new_game_keeps_the_unfinished_one(keeper: Keeper) -> None:
    assert keeper.make_room("none") is None
    match = played(keeper)
    text = keeper.current.read_bytes()
    kept = keeper.make_room("unfinished")
    assert kept == keeper.path_of("unfinished")
    assert kept.read_bytes() == text
    assert not keeper.can_continue()
    played(keeper, 1, seed=2)
    assert keeper.make_room("unfinished") == keeper.path_of("unfinished 2"), "another of the same name stays"
    Match.resume(keeper.load(kept), keeper, Prompt())
    assert keeper.make_room("again") is None, "it is there already, just as it is"
    play_on(match, Chance(1))
    assert keeper.make_room("over") is None


def test_a_current_game_that_cannot_be_read_is_told_and_kept(keeper: Keeper) -> None:
    played(keeper)
    broken = keeper.current.read_text()[:200]
    keeper.current.write_text(broken)
    assert keeper.can_continue(), "going on tells why it cannot be"
    with pytest.raises(BadSetup, match="line"):
        keeper.load(keeper.current)
    kept = keeper.make_room("damaged")
    assert kept is not None
    assert kept.read_text() == broken


def test_what_a_killed_process_left_is_swept_away(keeper: Keeper) -> None:
    played(keeper)
    old, new = (keeper.folder / f".current{SUFFIX}.{name}" for name in ("old", "new"))
    for path in (old, new):
        path.write_text("{")
    os.utime(old, (time.time() - 1e6,) * 2)
    keeper.make_room("x")
    assert not old.exists()
    assert new.exists()


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
        path = keeper.save(match.record, name)
        assert path.parent == keeper.folder
        assert path != keeper.current
        assert not path.name.startswith(".")
        assert keeper.load(path) == match.record
    assert len(list(keeper.saves())) == len(list(keeper.folder.iterdir()))


def test_the_list_has_the_newest_first_and_the_broken_with_their_reason(keeper: Keeper) -> None:
    match = played(keeper, boxes=EVERY_BOX)
    good = keeper.save(match.record, "good")
    bad = keeper.path_of("bad")
    bad.write_bytes(b"\xff\xfe\x00")
    os.utime(good, (1e9, 1e9))
    os.utime(bad, (1.1e9, 1.1e9))
    entries = list(keeper.saves())
    assert [entry.name for entry in entries] == ["current", "bad", "good"]
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
    assert [entry.name for entry in keeper.saves()] == ["current", "good"]
    for wrong in (keeper.folder.parent / f"x{SUFFIX}", keeper.folder / "x.txt"):
        with pytest.raises(ValueError, match="not a save"):
            keeper.delete(wrong)


def test_each_save_is_played_through_once(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(None)
    for number in range(50):
        keeper.save(match.record, f"save {number}")
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
    path = keeper.save(match.record, "save 7")
    assert next(keeper.saves()).path == path
    assert len(times) == 51, "what has changed is read anew"


# --- strictness


def spoiled(text: str) -> dict[str, Any]:
    """The record as data to be changed."""
    data: dict[str, Any] = json.loads(text)
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
    text = json.dumps(spoiled(write_record(match.record)) | change)
    keeper.current.write_text(text)
    with pytest.raises(BadSetup, match=reason):
        keeper.load(keeper.current)
    (entry,) = keeper.saves()
    assert entry.broken is not None
    assert keeper.current.read_text() == text


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
