"""What holds in any position. Drawn by hypothesis, so that a failure is told with the smallest position that
shows it."""

from __future__ import annotations

import json
from random import Random

import pytest
from drawn_positions import positions
from hypothesis import given
from hypothesis import strategies as st
from rulebook import rules
from scenario import state
from test_oracle import compare_gold, walk_together

from kingdom.position import read_position
from kingdom.rules.frames import Answer, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.rules.registry import ACTIONS

WORDS = (*ACTIONS, "end_turn", "decline", "done", "outpost", "grass", "swamp", "nonsense")


def legal(game: Game) -> list[Answer]:
    decision = game.decision()
    return [*hexes_of(decision.cells), *decision.options]


@given(positions())
def test_written_and_read_it_is_the_same_game(game: Game) -> None:
    again = read_position(json.loads(json.dumps(state(game))))
    assert state(again) == state(game)
    assert again.decision() == game.decision()


@given(positions(), st.integers(0, 1000))
def test_looking_changes_neither_the_game_nor_what_is_seen(game: Game, seed: int) -> None:
    """R-CARD-3: what a seat sees of a game is the game but for what is hidden."""
    before = state(game)
    for viewer in range(game.table.players):
        seen = state(game.observe(viewer, seed))
        assert seen["players"][viewer] == before["players"][viewer]
        for number, (shown, real) in enumerate(zip(seen["players"], before["players"], strict=True)):
            assert len(shown["hand"]) == len(real["hand"]), number
            assert {**shown, "hand": []} == {**real, "hand": []}
        hidden = {"players", "deck", "seed", "discard"}
        assert {key: seen[key] for key in seen if key not in hidden} == {
            key: before[key] for key in before if key not in hidden
        }
    assert state(game) == before


@given(positions(), st.data())
def test_a_copy_takes_answers_back(game: Game, data: st.DataObject) -> None:
    """R-TURN-1: whatever is played on a copy, the game it came from stays as it was, and takes the same
    answers to the same end."""
    before, copy, answers = state(game), game.copy(), []
    for _ in range(12):
        if copy.over:
            break
        answers.append(data.draw(st.sampled_from(legal(copy))))
        copy.choose(answers[-1])
    assert state(game) == before
    for answer in answers:
        game.choose(answer)
    assert state(game) == state(copy)


@given(positions())
def test_gold_is_what_the_oracle_counts(game: Game) -> None:
    """R-SCORE-1: every card, task and landmark, for every player."""
    compare_gold(game, "drawn")


@given(positions(), st.randoms(use_true_random=False))
def test_play_goes_on_as_the_oracle_says(game: Game, rng: Random) -> None:
    """R-BUILD-2, R-BUILD-3: the next eight answers, decision by decision."""
    if not game.over and not game.action_open and game.decision().asks == "act":
        walk_together(game, rng, 8, "drawn")


@given(positions())
def test_what_is_legal_is_taken_and_all_else_refused_by_a_rule(game: Game) -> None:
    """R-TURN-3: every hex and every word is one or the other, and a refusal leaves everything as it was."""
    allowed, before = legal(game), state(game)
    for answer in allowed:
        game.copy().choose(answer)
    everything: list[Answer] = [*hexes_of(game.board.cells), *WORDS]
    for answer in everything:
        if answer not in allowed:
            with pytest.raises(IllegalAnswer) as refused:
                game.choose(answer)
            assert refused.value.rule in rules(), answer
    assert state(game) == before
