"""Tests branching: starting new games from recorded ones."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from support.matches import make_seats
from support.sample_games import ALL_EXPANSIONS, long_record, random_record

from kingdom.match.ai_client import NoAIClient
from kingdom.match.controller import Match
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import write_seats
from kingdom.match.state_machine import Trigger
from kingdom.position import write_position
from kingdom.record import Record, position_hash, read_record, replay, write_record
from kingdom.review.analysis import TurnAnalysis
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.branching import TurnRetry, branch_game_at, restart_with_same_setup
from kingdom.review.timeline import Timeline, build_timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import random_answer
from kingdom.rules.hexes import first_hex
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
        (game_timeline.total_answers + 1, "no point"),
        (-1, "no point"),
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


def mid_turn_timeline() -> tuple[Timeline, int]:
    """Returns a game and a point in the middle of a turn, after two of three mandatory builds."""
    timeline = build_timeline(random_record(GameSetup(seed=3)))
    turn = timeline.turns[4]
    assert turn.end - turn.start > 3
    return timeline, turn.start + 2


def play_any_answer(match: Match) -> None:
    decision = match.decision()
    match.submit(decision.options[0] if decision.options else first_hex(decision.cells))
    match.finish_playback()


def test_undo_ends_where_the_branch_begins(tmp_path: Path) -> None:
    """Undo stops at the point where the game was branched. Otherwise, the record could become shorter than
    the part it shares with the original game, and such a record counts as damaged."""
    timeline, answer_count = mid_turn_timeline()
    record = branch_game_at(timeline, answer_count, write_seats(make_seats("person", "person")))
    store = SaveStore(tmp_path)
    match = Match.from_record(record, store, NoAIClient())
    match.confirm_handoff()
    assert not match.can(Trigger.UNDO)
    play_any_answer(match)
    assert match.can(Trigger.UNDO)
    match.undo()
    assert not match.can(Trigger.UNDO)
    match.close()
    saved = SaveStore(tmp_path).find_unfinished()
    assert saved is not None
    assert saved.answers == record.answers
    assert not Match.from_record(saved, None, NoAIClient()).can(Trigger.UNDO)


def test_undo_ends_where_a_retry_begins() -> None:
    timeline, answer_count = mid_turn_timeline()
    player = timeline.game_at(answer_count).active_player
    analysis = TurnAnalysis(4, 1, player, "grass", 3, 2.0, 0.0, (), answer_count, {}, {}, "gold", "", 2.0)
    analysis_client = cast(AnalysisClient, SimpleNamespace(timeline=timeline))
    match = TurnRetry(analysis_client, analysis, make_seats("person", "person")).start_match()
    assert not match.can(Trigger.UNDO)
    play_any_answer(match)
    match.undo()
    assert not match.can(Trigger.UNDO)
    assert len(match.history) == answer_count
