"""Tests records (docs/POSITIONS.md): a finished game replays to the same position and gold, and the error
message for a broken record names the key."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kingdom.record import Record, make_result, read_record, replay, write_record
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import play_random_answers
from kingdom.rules.registry import EXPANSIONS, SECTIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game


def random_record(setup: GameSetup, seed: int = 1) -> Record:
    """Plays a random game and returns its record."""
    game, record, rng = new_game(setup), Record(setup, [{"name": "Ani"}]), Rng(seed)
    record.answers = play_random_answers(game, rng)
    record.result = make_result(game)
    return record


@pytest.mark.parametrize("players", [2, 5])
def test_record_replays_to_the_same_game(players: int) -> None:
    record = random_record(GameSetup(player_count=players, seed=players, expansions=tuple(EXPANSIONS)))
    restored = read_record(write_record(record))
    assert restored == record
    assert replay(restored, check=True).over


def test_setups_survive_a_round_trip() -> None:
    grid = TerrainGrid(tuple(row * 2 for row in SECTIONS["farm"].rows) * 2, SECTIONS["farm"].locations)
    for setup in (
        GameSetup(
            player_count=3,
            seed=4,
            sections=("farm", "oasis turned", "barn", "tower"),
            scoring_cards=("lords", "knights", "miners"),
            start_player=2,
        ),
        GameSetup(grid=grid, variants=("full", "return")),
        GameSetup(expansions=("base", "island"), expansion_choices={"island": "tree_house"}),
    ):
        record = Record(setup)
        assert read_record(write_record(record)).setup == setup


def changed_record(**changes: Any) -> str:
    """Returns a valid record as JSON with some keys changed."""
    data = json.loads(write_record(random_record(GameSetup(seed=2))))
    del data["check"]
    for key, value in changes.items():
        data[key] = value(data[key]) if callable(value) else value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("changes", "expected"),
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
def test_invalid_record_errors_name_the_key(changes: dict[str, Any], expected: str) -> None:
    text = changed_record(**changes)
    with pytest.raises(ValidationError) as error:
        replay(read_record(text), check=True)
    assert expected in str(error.value)


def test_truncated_records_are_rejected() -> None:
    text = write_record(random_record(GameSetup(seed=3)))
    for length in range(0, len(text) - 2, max(1, len(text) // 40)):
        with pytest.raises(ValidationError):
            read_record(text[:length])
