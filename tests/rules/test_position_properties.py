"""Tests properties that hold for any position. Hypothesis generates the positions, so a failure is reported
with the smallest position that causes it."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.position_strategies import positions
from support.rule_ids import rule_ids
from support.scenario import position_data
from test_reference_rules import compare_gold, play_both

from kingdom.position import read_position
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.registry import ACTIONS

OPTION_NAMES = (*ACTIONS, "end_turn", "decline", "done", "outpost", "grass", "swamp", "nonsense")


def legal_answers(game: Game) -> list[Answer]:
    decision = game.decision()
    return [*iter_hexes(decision.cells), *decision.options]


@given(positions())
def test_position_round_trip_preserves_the_game(game: Game) -> None:
    reloaded = read_position(json.loads(json.dumps(position_data(game))))
    assert position_data(reloaded) == position_data(game)
    assert reloaded.decision() == game.decision()


@given(positions(), st.integers(0, 1000))
def test_observing_changes_only_hidden_information(game: Game, seed: int) -> None:
    """R-CARD-3: an observed game equals the real game except for hidden information, and observing does not
    change the real game."""
    before = position_data(game)
    for viewer in range(game.config.player_count):
        observed = position_data(game.observe(viewer, seed))
        assert observed["players"][viewer] == before["players"][viewer]
        for index, (observed_player, real_player) in enumerate(
            zip(observed["players"], before["players"], strict=True)
        ):
            assert len(observed_player["hand"]) == len(real_player["hand"]), index
            assert {**observed_player, "hand": []} == {**real_player, "hand": []}
        hidden_keys = {"players", "deck", "seed", "discard"}
        assert {key: observed[key] for key in observed if key not in hidden_keys} == {
            key: before[key] for key in before if key not in hidden_keys
        }
    assert position_data(game) == before


@given(positions(), st.data())
def test_playing_on_a_copy_leaves_the_original_unchanged(game: Game, data: st.DataObject) -> None:
    """R-TURN-1: playing on a copy leaves the original unchanged, and the same answers lead the original to
    the same position."""
    before, copy, answers = position_data(game), game.copy(), []
    for _ in range(12):
        if copy.over:
            break
        answers.append(data.draw(st.sampled_from(legal_answers(copy))))
        copy.play(answers[-1])
    assert position_data(game) == before
    for answer in answers:
        game.play(answer)
    assert position_data(game) == position_data(copy)


@given(positions())
def test_gold_matches_reference_rules(game: Game) -> None:
    """R-SCORE-1: the engine and the reference rules agree on the gold of every card, task and landmark for
    every player."""
    compare_gold(game, "drawn")


@given(positions(), st.randoms(use_true_random=False))
def test_play_matches_reference_rules(game: Game, rng: Random) -> None:
    """R-BUILD-2, R-BUILD-3: the engine and the reference rules agree on the next eight decisions."""
    if not game.over and not game.has_open_action and game.decision().kind == "act":
        play_both(game, rng, 8, "drawn")


@given(positions())
def test_legal_answers_are_accepted_and_all_others_rejected(game: Game) -> None:
    """R-TURN-3: every hex and option is either legal or rejected with a rule ID, and a rejected answer leaves
    the position unchanged."""
    accepted, before = legal_answers(game), position_data(game)
    for answer in accepted:
        game.copy().play(answer)
    all_answers: list[Answer] = [*iter_hexes(game.board.all_hexes), *OPTION_NAMES]
    for answer in all_answers:
        if answer not in accepted:
            with pytest.raises(IllegalAnswer) as raised:
                game.play(answer)
            assert raised.value.rule_id in rule_ids(), answer
    assert position_data(game) == before
