"""Every answer has a number of its own, in every game of all boxes."""

from __future__ import annotations

from mixed import table

from kingdom.ai.player import random_answer
from kingdom.bots.actions import ANSWERS, HEXES, NUMBERS, WORDS, legal_numbers
from kingdom.rules.chance import Chance
from kingdom.rules.hexes import HEX_AT, hexes_of


def test_hexes_come_first_then_words() -> None:
    assert NUMBERS[HEX_AT[0, 0]] == 0
    assert NUMBERS[HEX_AT[3, 4]] == 64
    assert NUMBERS[HEX_AT["i", 1, 2]] == 407
    assert (ANSWERS[425], len(HEXES)) == ("end_turn", 425)
    assert [NUMBERS[answer] for answer in ANSWERS] == list(range(len(HEXES) + len(WORDS)))


def test_every_option_has_a_number() -> None:
    words: set[str] = set()
    for seed in range(150):
        game, chance = table(seed), Chance(seed)
        while not game.over:
            options = game.asked()[1]
            words.update(options)
            assert set(options) <= set(WORDS)
            game.push(random_answer(game, chance))
    assert len(words) > 40


def test_legal_numbers_are_the_answers() -> None:
    game, chance = table(1), Chance(1)
    for _ in range(60):
        cells, options = game.asked()
        assert [ANSWERS[number] for number in legal_numbers(game)] == [*hexes_of(cells), *options]
        game.push(random_answer(game, chance))
