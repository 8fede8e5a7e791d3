"""Tests branching: starting new games from recorded ones."""

from __future__ import annotations

import json

import pytest
from support.sample_games import ALL_EXPANSIONS, long_record, random_record

from kingdom.position import write_position
from kingdom.record import Record, position_hash, read_record, replay, write_record
from kingdom.review.branching import branch_game_at, restart_with_same_setup
from kingdom.review.timeline import build_timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import random_answer
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup

SEATS = [{"name": name} for name in ("Ani", "Bo", "Cy", "Di", "Eve")]


def test_branch_starts_at_the_chosen_position() -> None:
    game_timeline = build_timeline(long_record())
    for answer_count in (0, 1, 100, game_timeline.total_answers - 1):
        record = branch_game_at(game_timeline, answer_count, SEATS)
        assert position_hash(replay(record)) == position_hash(game_timeline.game_at(answer_count))
        assert record.seats == SEATS
        assert record.branched_from is not None
        assert record.branched_from.answer_count == answer_count
        assert record.result is None
        assert read_record(write_record(record)) == record


def test_original_record_is_unchanged() -> None:
    finished = random_record(GameSetup(seed=3, player_count=2, expansions=ALL_EXPANSIONS))
    game_timeline = build_timeline(finished)
    before = list(finished.answers)
    record = branch_game_at(game_timeline, 10, [])
    game, rng = replay(record), Rng(5)
    for _ in range(10):
        record.answers.append(random_answer(game, rng))
        game.play(record.answers[-1])
    assert finished.answers == before
    assert build_timeline(record).total_answers == 20


def test_same_board_has_the_same_draw_pile() -> None:
    finished = random_record(GameSetup(seed=3, expansions=ALL_EXPANSIONS))
    new_record = restart_with_same_setup(build_timeline(finished), [])
    assert write_position(replay(new_record)) == write_position(build_timeline(finished).game_at(0))
    assert new_record.branched_from is not None
    assert new_record.answers == []
    finished.game_id = "that one"
    named_origin = restart_with_same_setup(build_timeline(finished), []).branched_from
    assert named_origin is not None
    assert named_origin.game_id == "that one"
    origins = {
        restart_with_same_setup(build_timeline(random_record(GameSetup(seed=seed))), []).branched_from
        for seed in range(3)
    }
    assert len(origins) == 3


def test_invalid_branches_are_rejected() -> None:
    game_timeline = build_timeline(random_record(GameSetup(seed=3)))
    for answer_count, expected in (
        (game_timeline.total_answers, "over"),
        (game_timeline.total_answers + 1, "no moment"),
        (-1, "no moment"),
    ):
        with pytest.raises(ValidationError, match=expected):
            branch_game_at(game_timeline, answer_count, [])
    with pytest.raises(ValidationError, match="2 seats"):
        restart_with_same_setup(game_timeline, SEATS[:1])


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ({"game": 3, "answers": 0}, "from.game"),
        ({"game": "x"}, "from.answers"),
        ({"game": "x", "answers": 99}, "from.answers"),
        ({"game": "x", "answers": 0, "when": 1}, "unknown key"),
        ("x", "from"),
    ],
)
def test_invalid_origins_are_rejected(origin: object, expected: str) -> None:
    data = json.loads(write_record(Record(GameSetup(seed=3))))
    data.pop("check", None)
    data["from"] = origin
    with pytest.raises(ValidationError, match=expected):
        read_record(json.dumps(data))
