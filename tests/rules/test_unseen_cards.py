"""Terrain cards that a player has not seen yet (R-CARD-3)."""

from __future__ import annotations

from collections import Counter

import pytest

from kingdom.rules.game import random_answer
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game


@pytest.mark.parametrize("expansions", [("base",), tuple(EXPANSIONS)])
def test_unseen_cards_do_not_depend_on_hidden_information(expansions: tuple[str, ...]) -> None:
    """The result does not change when all hidden cards are reshuffled, and it includes every unseen card."""
    game, rng = new_game(GameSetup(3, expansions, 5)), Rng(2)
    for step in range(150):
        if game.over:
            break
        for viewer in range(3):
            unseen = game.unseen_cards(viewer)
            assert unseen == game.observe(viewer, step).unseen_cards(viewer)
            seen_count = len(game.hands[viewer])
            if viewer != game.active_player and game.played_card is not None:
                seen_count += 1
            total_count = len(game.draw_pile) + sum(len(hand) for hand in game.hands)
            assert len(unseen) + seen_count == total_count
            assert not Counter(game.draw_pile) - Counter(unseen)
        game.push(random_answer(game, rng))
