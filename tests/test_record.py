"""Records: a finished game replays to the same position and gold; a broken one names the place
(docs/POSITIONS.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kingdom.ai.player import random_answer
from kingdom.record import Record, read_record, replay, result_of, write_record
from kingdom.rules.board import Grid
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES, SECTIONS, BadSetup
from kingdom.rules.setup import Setup, new_game


def played(setup: Setup, seed: int = 1) -> Record:
    """A random game as a record."""
    game, record, chance = new_game(setup), Record(setup, [{"name": "Ani"}]), Chance(seed)
    while not game.over:
        answer = random_answer(game, chance)
        game.choose(answer)
        record.answers.append(answer)
    record.result = result_of(game)
    return record


@pytest.mark.parametrize("players", [2, 5])
def test_a_record_replays_to_the_same_game(players: int) -> None:
    record = played(Setup(players=players, seed=players, boxes=tuple(BOXES)))
    again = read_record(write_record(record))
    assert again == record
    assert replay(again, check=True).over


def test_set_ups_survive_the_text_form() -> None:
    grid = Grid(tuple(row * 2 for row in SECTIONS["farm"].rows) * 2, SECTIONS["farm"].locations)
    for setup in (
        Setup(
            players=3,
            seed=4,
            sections=("farm", "oasis turned", "barn", "tower"),
            cards=("lords", "knights", "miners"),
            start=2,
        ),
        Setup(grid=grid, variants=("full", "return")),
        Setup(boxes=("base", "island"), chosen={"island": "tree_house"}),
    ):
        record = Record(setup)
        assert read_record(write_record(record)).setup == setup


def change(**changes: Any) -> str:
    """A good record with something changed."""
    data = json.loads(write_record(played(Setup(seed=2))))
    del data["check"]
    for key, value in changes.items():
        data[key] = value(data[key]) if callable(value) else value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": "kingdom-record/2"}, "format"),
        ({"surprise": 1}, "unknown key"),
        ({"setup": {"players": 9}}, "setup.players"),
        ({"setup": {"boxes": ["chess"]}}, "box 'chess'"),
        ({"setup": {"seed": "x"}}, "setup.seed"),
        ({"answers": lambda answers: [*answers[:3], [77, 1], *answers[4:]]}, "answers[3]"),
        ({"answers": lambda answers: [*answers[:3], "end_turn", "end_turn"]}, "answers["),
        ({"answers": lambda answers: answers[:-4]}, "not over"),
        ({"result": lambda result: {**result, "gold": [1, 2]}}, "result.gold"),
        ({"result": lambda result: {**result, "position": "0"}}, "result.position"),
        ({"result": None}, "none to check"),
        ({"seats": "me"}, "seats"),
    ],
)
def test_broken_records_name_the_place(changes: dict[str, Any], words: str) -> None:
    text = change(**changes)
    with pytest.raises(BadSetup) as refused:
        replay(read_record(text), check=True)
    assert words in str(refused.value)


def test_cut_off_records() -> None:
    text = write_record(played(Setup(seed=3)))
    for length in range(0, len(text) - 2, max(1, len(text) // 40)):
        with pytest.raises(BadSetup):
            read_record(text[:length])
