"""Saved games and their analyses, as the version before the rename has written them."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest
from write_files import FILES

from kingdom.learn.daily import day_played
from kingdom.match.analysis_file import path_of
from kingdom.match.lock import lock_file
from kingdom.match.saves import Keeper
from kingdom.match.seats import read_seats
from kingdom.position import write_answer
from kingdom.record import Record, digest, read_record, replay, write_record
from kingdom.review import store
from kingdom.review.again import same_land
from kingdom.review.timeline import timeline
from kingdom.rules.setup import Setup

RUNNING, PREVIOUS, BRANCHED = "current.kingdom", "current.kingdom.previous", "What if_.kingdom"
FINISHED, DAILY = "Everybody 2026-11-14 18-00.kingdom", "Ani, Jenny 2026-11-16 21-00.kingdom"
OWN_MAP = "Ani, Frank 2026-11-13 10-00.kingdom"
SAVES = (RUNNING, PREVIOUS, BRANCHED, FINISHED, DAILY, OWN_MAP)


def text_of(name: str) -> str:
    return (FILES / "saves" / name).read_text(encoding="utf-8")


def record_of(name: str) -> Record:
    return read_record(text_of(name))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the player's saves."""
    shutil.copytree(FILES / "saves", tmp_path / "saves")
    return tmp_path / "saves"


@pytest.mark.parametrize("name", SAVES)
def test_a_save_is_written_with_the_same_bytes(name: str) -> None:
    assert write_record(record_of(name)) == text_of(name)


@pytest.mark.parametrize(
    ("name", "position", "game"),
    [
        (RUNNING, "c457f527f969842c3bdc2a83e455c399888764af2901debdea5b66d9a16a5db9", "31fb3a6dfa1d9e4b"),
        (PREVIOUS, "7315ffe0d91c28cd5ee4cd390c5bb760d776f802c72f1ce2578b60748d756bb2", "57e2e74c0764738f"),
        (BRANCHED, "edd1266afd0c6f625940ec47af68928bd19788bdc55fa1262a8388e019a26153", "6c0b21f5a3dbe82d"),
        (FINISHED, "b6a62969d3a2c348a264c40bd567ebe497385b98aa47ff185c0217b7c71d422b", "546582c8c303bbdd"),
        (DAILY, "16d378eb4a726d40d839fea16cded8762b6b3f329c4e6df32946aa2f112f98a3", "a1a9f065d3b7e38a"),
        (OWN_MAP, "b356036d8d7703a570594c8cdaa9d44fd992e50d2f60e01c5d4fa2bde81d2dfa", "ae5789e217d2df15"),
    ],
)
def test_a_save_leads_to_the_same_position(name: str, position: str, game: str) -> None:
    """T10: both digests are stored, the first in records, the second in analyses and names of puzzles."""
    record = record_of(name)
    assert digest(replay(record)) == position
    assert store.fingerprint(record, len(record.answers)) == game


def test_a_running_game_is_read() -> None:
    record = record_of(RUNNING)
    assert record.setup == Setup(
        players=4,
        boxes=("base", "nomads", "crossroads", "marshlands", "harvest", "capitol", "caves", "island"),
        seed=11,
        start=2,
        variants=("full",),
        deal="every_box",
        chosen={"island": "tree_house"},
    )
    assert record.seats == [
        {"name": "Ani", "colour": "orange", "kind": "person"},
        {"name": "Nico", "colour": "purple", "kind": "hard/neighbour"},
        {"name": "Lea", "colour": "white", "kind": "near/1350"},
        {"name": "Rob", "colour": "black", "kind": "bot/My bot"},
    ]
    seats = read_seats(record.seats, 4)
    assert [seat.is_person for seat in seats] == [True, False, False, False]
    assert [seat.kind for seat in seats] == ["person", "hard/neighbour", "near/1350", "bot/My bot"]
    assert [seat.colour for seat in seats] == ["orange", "purple", "white", "black"]
    assert (record.game, record.name, record.date) == ("00c0ffee00c0ffee", "", "2026-11-16T20:15:07Z")
    assert (record.result, record.origin, len(record.answers)) == (None, None, 90)
    assert [write_answer(answer) for answer in record.answers[:5]] == [
        [3, 14],
        [4, 14],
        [5, 13],
        "end_turn",
        [4, 11],
    ]
    game = replay(record)
    assert (game.decision().player, game.decision().asks, game.decision().options) == (3, "to", ("decline",))
    assert (game.question().topic, game.round, game.supply) == ("canoe", 5, [22, 27, 24, 21])


def test_a_finished_game_is_read() -> None:
    record = record_of(FINISHED)
    assert record.setup.sections == ("tavern", "farm turned", "tower", "oracle")
    assert record.result == {
        "gold": [26, 21, 35, 38],
        "winners": [3],
        "position": "b6a62969d3a2c348a264c40bd567ebe497385b98aa47ff185c0217b7c71d422b",
    }
    assert [seat["name"] for seat in record.seats] == ["Ani", "Bärbel", "=Cem", "Mats"]
    assert replay(record, check=True).over


def test_a_game_from_a_review_is_read() -> None:
    record = record_of(BRANCHED)
    assert record.origin is not None
    assert (record.origin.game, record.origin.answers) == ("0123456789abcdef", 40)
    assert (record.name, record.game, len(record.answers)) == ("What if?", "fedcba9876543210", 60)
    assert record.answers[:40] == record_of(FINISHED).answers[:40]
    again = same_land(timeline(record_of(FINISHED)), record.seats)
    assert (again.origin, again.answers) == (type(record.origin)("0123456789abcdef", 0), [])


def test_a_game_on_an_own_map_is_read() -> None:
    setup = record_of(OWN_MAP).setup
    assert setup.made_of == ("my-hills.tmx", "farm", "tower turned", "oracle")
    assert (setup.cards, setup.tasks) == (("fishermen", "lords", "miners"), ("fortress",))
    assert setup.grid is not None
    assert setup.grid.rows[0] == "GGGGDMFMMGFFFGGWFFDD"
    assert dict(setup.grid.locations) == {"1": "farm", "2": "oasis", "3": "paddock", "4": "tavern"}


def test_a_daily_challenge_knows_its_day() -> None:
    """T12: the text that the seed of a day is made from."""
    record = record_of(DAILY)
    assert record.setup.seed == 71890741195844
    kinds = [seat.kind for seat in read_seats(record.seats, 3)]
    assert day_played(record.setup, kinds, date(2026, 11, 17)) == date(2026, 11, 16)


def test_the_folder_of_saves_is_read(folder: Path) -> None:
    """T12: names of files, locks and what is shown in the list of saves."""
    keeper = Keeper(folder)
    assert keeper.claim()
    assert lock_file(folder, 1).name == ".program1.lock"
    assert (folder / ".program1.lock").exists()
    assert (keeper.current.name, keeper.previous.name) == (RUNNING, PREVIOUS)
    going_on = keeper.unfinished
    assert going_on is not None
    assert going_on.game == "00c0ffee00c0ffee"
    found = {save.path.name: save for save in keeper.saves()}
    assert {name: (save.name, save.identity, save.broken) for name, save in found.items()} == {
        RUNNING: ("", "00c0ffee00c0ffee", None),
        BRANCHED: ("What if?", "fedcba9876543210", None),
        FINISHED: ("", "0123456789abcdef", None),
        DAILY: ("", "dddddddddddddddd", None),
        OWN_MAP: ("", "eeeeeeeeeeeeeeee", None),
    }
    record = keeper.load(folder / BRANCHED)
    assert keeper.save(record, "What if?").name == BRANCHED
    keeper.settle()
    assert (folder / BRANCHED).read_text(encoding="utf-8") == text_of(BRANCHED)
    keeper.close()


def test_a_damaged_running_game_is_replaced_by_the_one_before(folder: Path) -> None:
    (folder / RUNNING).write_text("{", encoding="utf-8")
    keeper = Keeper(folder)
    found = keeper.going_on()
    assert found is not None
    assert len(found.answers) == 89
    assert [notice.key for notice in keeper.told] == ["ui.saves.damaged", "ui.saves.recovered"]
    assert text_of(PREVIOUS) == (folder / RUNNING).read_text(encoding="utf-8")


def test_an_analysis_is_read_and_written(folder: Path) -> None:
    """T3, T10: the version hashes the order of the search's numbers; a file of another one would be thrown
    away."""
    assert store.version() == "96726009301ab7d6"
    line = timeline(record_of(FINISHED))
    path = folder / FINISHED
    assert path_of(path).name == "Everybody 2026-11-14 18-00.review.json"
    before = path_of(path).read_text(encoding="utf-8")
    reviews = store.load(path, line)
    assert [(review.number, review.card, review.error, review.luck) for review in reviews] == [
        (0, "grass", 9.44, 2.6),
        (1, "grass", 10.31, 2.75),
        (2, "grass", 15.08, 3.09),
        (3, "desert", 6.95, -4.97),
    ]
    third = reviews[2]
    assert (third.round, third.player, third.gold, third.at, third.better_by) == (1, 2, 4, 8, 15.08)
    assert (third.reason, third.subject, third.mark) == ("tile", "farm", "blunder")
    assert [write_answer(answer) for answer in third.best] == [[4, 4], [5, 4], [9, 11], "end_turn"]
    assert third.played_by == {"miners": 3, "merchants": 0, "hermits": 1, "castles": 0}
    assert third.best_by == {"miners": 0, "merchants": 0, "hermits": 2, "castles": 3}
    path_of(path).unlink()
    store.keep(path, line, reviews)
    assert path_of(path).read_text(encoding="utf-8") == before
    report = store.report(line, reviews)
    assert list(report) == ["over", "gold", "players", "adjusted", "turns", "brought"]
    assert list(report["players"][0]) == ["error", "luck", "accuracy", "strongest", "weakest"]
    assert list(report["turns"][0]) == [
        *("turn", "round", "player", "card", "gold", "error", "luck", "best", "at", "played_by", "best_by"),
        *("reason", "subject", "better_by", "mark", "accuracy", "lead"),
    ]
    assert report["brought"][1]["farm"] == {"uses": 3, "builds": 3, "moves": 0, "gold": 4}
