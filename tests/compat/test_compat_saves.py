"""Checks that saved games and analyses from before the big rename still work."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest
from write_files import FILES

from kingdom.learn.daily_challenge import played_challenge_date
from kingdom.match.instance_lock import lock_file_path
from kingdom.match.save_store import SaveStore, analysis_path
from kingdom.match.seats import read_seats
from kingdom.record import Record, position_hash, read_record, replay, write_record
from kingdom.review import analysis_file
from kingdom.review.branching import restart_with_same_setup
from kingdom.review.timeline import build_timeline
from kingdom.rules.json_values import write_answer
from kingdom.rules.setup import GameSetup

UNFINISHED, BACKUP, BRANCHED = "current.kingdom", "current.kingdom.previous", "What if_.kingdom"
FINISHED, DAILY = "Everybody 2026-11-14 18-00.kingdom", "Ani, Jenny 2026-11-16 21-00.kingdom"
CUSTOM_MAP = "Ani, Frank 2026-11-13 10-00.kingdom"
SAVES = (UNFINISHED, BACKUP, BRANCHED, FINISHED, DAILY, CUSTOM_MAP)


def read_text(name: str) -> str:
    return (FILES / "saves" / name).read_text(encoding="utf-8")


def load_record(name: str) -> Record:
    return read_record(read_text(name))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the saves folder."""
    shutil.copytree(FILES / "saves", tmp_path / "saves")
    return tmp_path / "saves"


@pytest.mark.parametrize("name", SAVES)
def test_saves_are_written_unchanged(name: str) -> None:
    assert write_record(load_record(name)) == read_text(name)


@pytest.mark.parametrize(
    ("name", "position", "game"),
    [
        (UNFINISHED, "c457f527f969842c3bdc2a83e455c399888764af2901debdea5b66d9a16a5db9", "31fb3a6dfa1d9e4b"),
        (BACKUP, "7315ffe0d91c28cd5ee4cd390c5bb760d776f802c72f1ce2578b60748d756bb2", "57e2e74c0764738f"),
        (BRANCHED, "edd1266afd0c6f625940ec47af68928bd19788bdc55fa1262a8388e019a26153", "6c0b21f5a3dbe82d"),
        (FINISHED, "b6a62969d3a2c348a264c40bd567ebe497385b98aa47ff185c0217b7c71d422b", "546582c8c303bbdd"),
        (DAILY, "16d378eb4a726d40d839fea16cded8762b6b3f329c4e6df32946aa2f112f98a3", "a1a9f065d3b7e38a"),
        (CUSTOM_MAP, "b356036d8d7703a570594c8cdaa9d44fd992e50d2f60e01c5d4fa2bde81d2dfa", "ae5789e217d2df15"),
    ],
)
def test_saves_replay_to_the_same_position(name: str, position: str, game: str) -> None:
    """Checks two hashes that are stored in files. Records contain the position hash; analyses and puzzle
    names contain the game hash."""
    record = load_record(name)
    assert position_hash(replay(record)) == position
    assert analysis_file.game_fingerprint(record, len(record.answers)) == game


def test_unfinished_game_is_read() -> None:
    record = load_record(UNFINISHED)
    assert record.setup == GameSetup(
        player_count=4,
        expansions=("base", "nomads", "crossroads", "marshlands", "harvest", "capitol", "caves", "island"),
        seed=11,
        start_player=2,
        variants=("full",),
        deal_mode="every_box",
        expansion_choices={"island": "tree_house"},
    )
    assert record.seats == [
        {"name": "Ani", "colour": "orange", "kind": "person"},
        {"name": "Nico", "colour": "purple", "kind": "hard/neighbour"},
        {"name": "Lea", "colour": "white", "kind": "near/1350"},
        {"name": "Rob", "colour": "black", "kind": "bot/My bot"},
    ]
    seats = read_seats(record.seats, 4)
    assert [seat.is_human for seat in seats] == [True, False, False, False]
    assert [seat.kind for seat in seats] == ["person", "hard/neighbour", "near/1350", "bot/My bot"]
    assert [seat.color for seat in seats] == ["orange", "purple", "white", "black"]
    assert (record.game_id, record.name, record.date) == ("00c0ffee00c0ffee", "", "2026-11-16T20:15:07Z")
    assert (record.result, record.branched_from, len(record.answers)) == (None, None, 90)
    assert [write_answer(answer) for answer in record.answers[:5]] == [
        [3, 14],
        [4, 14],
        [5, 13],
        "end_turn",
        [4, 11],
    ]
    game = replay(record)
    assert (game.decision().player, game.decision().kind, game.decision().options) == (3, "to", ("decline",))
    assert (game.prompt().topic, game.round, game.supply) == ("canoe", 5, [22, 27, 24, 21])


def test_finished_game_is_read() -> None:
    record = load_record(FINISHED)
    assert record.setup.sections == ("tavern", "farm turned", "tower", "oracle")
    assert record.result == {
        "gold": [26, 21, 35, 38],
        "winners": [3],
        "position": "b6a62969d3a2c348a264c40bd567ebe497385b98aa47ff185c0217b7c71d422b",
    }
    assert [seat["name"] for seat in record.seats] == ["Ani", "Bärbel", "=Cem", "Mats"]
    assert replay(record, check=True).over


def test_branched_game_is_read() -> None:
    record = load_record(BRANCHED)
    assert record.branched_from is not None
    assert (record.branched_from.game_id, record.branched_from.answer_count) == ("0123456789abcdef", 40)
    assert (record.name, record.game_id, len(record.answers)) == ("What if?", "fedcba9876543210", 60)
    assert record.answers[:40] == load_record(FINISHED).answers[:40]
    restarted = restart_with_same_setup(build_timeline(load_record(FINISHED)), record.seats)
    assert (restarted.branched_from, restarted.answers) == (
        type(record.branched_from)("0123456789abcdef", 0),
        [],
    )


def test_game_on_custom_map_is_read() -> None:
    setup = load_record(CUSTOM_MAP).setup
    assert setup.source_names == ("my-hills.tmx", "farm", "tower turned", "oracle")
    assert (setup.scoring_cards, setup.task_cards) == (("fishermen", "lords", "miners"), ("fortress",))
    assert setup.grid is not None
    assert setup.grid.rows[0] == "GGGGDMFMMGFFFGGWFFDD"
    assert dict(setup.grid.locations) == {"1": "farm", "2": "oasis", "3": "paddock", "4": "tavern"}


def test_daily_challenge_date_is_recognized() -> None:
    """The date is recognized only if the day's seed is still derived from the same string."""
    record = load_record(DAILY)
    assert record.setup.seed == 71890741195844
    kinds = [seat.kind for seat in read_seats(record.seats, 3)]
    assert played_challenge_date(record.setup, kinds, date(2026, 11, 17)) == date(2026, 11, 16)


def test_saves_folder_is_read(folder: Path) -> None:
    """Checks the file names of saves and locks, and the list of saved games."""
    save_store = SaveStore(folder)
    assert save_store.acquire_folder()
    assert lock_file_path(folder, 1).name == ".program1.lock"
    assert (folder / ".program1.lock").exists()
    assert (save_store.current_game_file.name, save_store.backup_file.name) == (UNFINISHED, BACKUP)
    unfinished_record = save_store.unfinished
    assert unfinished_record is not None
    assert unfinished_record.game_id == "00c0ffee00c0ffee"
    saves = {save.path.name: save for save in save_store.iter_saves()}
    assert {name: (save.name, save.game_id, save.error) for name, save in saves.items()} == {
        UNFINISHED: ("", "00c0ffee00c0ffee", None),
        BRANCHED: ("What if?", "fedcba9876543210", None),
        FINISHED: ("", "0123456789abcdef", None),
        DAILY: ("", "dddddddddddddddd", None),
        CUSTOM_MAP: ("", "eeeeeeeeeeeeeeee", None),
    }
    record = save_store.read(folder / BRANCHED)
    assert save_store.save_as_async(record, "What if?").name == BRANCHED
    save_store.flush()
    assert (folder / BRANCHED).read_text(encoding="utf-8") == read_text(BRANCHED)
    save_store.close()


def test_damaged_unfinished_game_is_recovered_from_backup(folder: Path) -> None:
    (folder / UNFINISHED).write_text("{", encoding="utf-8")
    save_store = SaveStore(folder)
    recovered = save_store.find_unfinished()
    assert recovered is not None
    assert len(recovered.answers) == 89
    assert [notice.text_key for notice in save_store.notifications] == [
        "ui.saves.damaged",
        "ui.saves.recovered",
    ]
    assert read_text(BACKUP) == (folder / UNFINISHED).read_text(encoding="utf-8")


def test_analysis_round_trip(folder: Path) -> None:
    """The version of an analysis is a hash of the search parameters, including their order. Analyses with a
    different version are discarded."""
    assert analysis_file.analysis_version() == "96726009301ab7d6"
    timeline = build_timeline(load_record(FINISHED))
    path = folder / FINISHED
    assert analysis_path(path).name == "Everybody 2026-11-14 18-00.review.json"
    before = analysis_path(path).read_text(encoding="utf-8")
    reviews = analysis_file.load_analysis(path, timeline)
    assert [(review.turn_index, review.card, review.loss, review.luck) for review in reviews] == [
        (0, "grass", 9.44, 2.6),
        (1, "grass", 10.31, 2.75),
        (2, "grass", 15.08, 3.09),
        (3, "desert", 6.95, -4.97),
    ]
    third = reviews[2]
    assert (third.round, third.player, third.gold, third.best_from, third.improvement) == (1, 2, 4, 8, 15.08)
    assert (third.reason, third.subject, third.judgment) == ("tile", "farm", "blunder")
    assert [write_answer(answer) for answer in third.best_answers] == [[4, 4], [5, 4], [9, 11], "end_turn"]
    assert third.played_gains == {"miners": 3, "merchants": 0, "hermits": 1, "castles": 0}
    assert third.best_gains == {"miners": 0, "merchants": 0, "hermits": 2, "castles": 3}
    analysis_path(path).unlink()
    analysis_file.save_analysis(path, timeline, reviews)
    assert analysis_path(path).read_text(encoding="utf-8") == before
    report = analysis_file.analysis_report(timeline, reviews)
    assert list(report) == ["over", "gold", "players", "adjusted", "turns", "brought"]
    assert list(report["players"][0]) == ["error", "luck", "accuracy", "strongest", "weakest"]
    assert list(report["turns"][0]) == [
        *("turn", "round", "player", "card", "gold", "error", "luck", "best", "at", "played_by", "best_by"),
        *("reason", "subject", "better_by", "mark", "accuracy", "lead"),
    ]
    assert report["brought"][1]["farm"] == {"uses": 3, "builds": 3, "moves": 0, "gold": 4}
