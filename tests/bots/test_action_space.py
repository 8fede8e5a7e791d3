"""Checks that every answer has its own action index, in games with all expansions."""

from __future__ import annotations

from support.sample_positions import random_new_game

from kingdom.bots.action_space import ACTION_INDEX, ACTIONS, HEX_ACTIONS, WORD_ACTIONS, legal_action_indices
from kingdom.rules.game import random_answer
from kingdom.rules.hexes import HEX_AT, iter_hexes
from kingdom.rules.rng import Rng


def test_hex_actions_come_before_word_actions() -> None:
    assert ACTION_INDEX[HEX_AT[0, 0]] == 0
    assert ACTION_INDEX[HEX_AT[3, 4]] == 64
    assert ACTION_INDEX[HEX_AT["i", 1, 2]] == 407
    assert (ACTIONS[425], len(HEX_ACTIONS)) == ("end_turn", 425)
    assert [ACTION_INDEX[answer] for answer in ACTIONS] == list(range(len(HEX_ACTIONS) + len(WORD_ACTIONS)))


def test_every_option_has_an_action_index() -> None:
    words: set[str] = set()
    for seed in range(150):
        game, rng = random_new_game(seed), Rng(seed)
        while not game.over:
            options = game.legal_answers()[1]
            words.update(options)
            assert set(options) <= set(WORD_ACTIONS)
            game.push(random_answer(game, rng))
    assert len(words) > 40


def test_legal_action_indices_match_the_decision() -> None:
    game, rng = random_new_game(1), Rng(1)
    for _ in range(60):
        cells, options = game.legal_answers()
        assert [ACTIONS[index] for index in legal_action_indices(game)] == [*iter_hexes(cells), *options]
        game.push(random_answer(game, rng))
