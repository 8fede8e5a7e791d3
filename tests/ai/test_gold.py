"""What programs find out about cards by trying their scorers out."""

from __future__ import annotations

import pytest
from mixed import positions

from kingdom.ai.gold import Purse
from kingdom.rules.hexes import BIT, hexes_of
from kingdom.rules.registry import BOXES, CARDS
from kingdom.rules.scoring import total
from kingdom.rules.setup import Setup, new_game


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gold_that_takes_several_turns(seed: int) -> None:
    """Of all cards only Farmers pay for the poorest section (3 gold each) and Merchants for links (4)."""
    for card in CARDS.values():
        game = new_game(Setup(boxes=tuple(BOXES), cards=(card.name,), seed=seed))
        purse = Purse(game)
        assert purse.balanced == (3 if card.name == "farmers" else 0), card.name
        assert purse.linking == (4 if card.name == "merchants" else 0), card.name


def test_gains_are_what_the_rules_count_with_one_more_piece() -> None:
    for game in positions(24, seed=5):
        purse = Purse(game)
        player = game.decision().player
        candidates, own, before = game.free & game.board.suitable, game.own[player], total(game, player)
        gains = purse.gains(game, player, candidates)
        assert game.own[player] == own
        assert sum(gains.values()) == candidates
        for gold, hexes in gains.items():
            for number in list(hexes_of(hexes))[::7]:
                game.own[player] = own | BIT[number]
                assert total(game, player) - before == gold, [card.name for card in game.table.cards]
        game.own[player] = own


def test_the_same_gold_from_whatever_was_asked_before() -> None:
    """Races and areas are counted on from what was asked last; the order makes no difference."""
    for game in positions(12, seed=6):
        purse = Purse(game)
        pieces = list(hexes_of(game.free & game.board.suitable))[:40:3]
        player = game.decision().player
        for number in (*pieces, *reversed(pieces)):
            game.own[player] ^= BIT[number]
            purse.close_to(game.own[player])
            assert purse.total(game, player) == total(game, player)
