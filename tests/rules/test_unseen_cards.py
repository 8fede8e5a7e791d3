"""Tests which terrain cards a player has not seen yet (R-CARD-3)."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import cast

import pytest
from support.scenario import scenario

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import next_card_probabilities
from kingdom.ai.turn_search import TurnSearch
from kingdom.bots import observation as bot_observation
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


def test_played_card_is_visible() -> None:
    """R-CARD-3: a player sees all cards in their own hand, but only the played card in an opponent's hand."""
    game = scenario(
        locations={"1": "crossroads"},
        land={(5, 5): "1"},
        me={"hand": ["grass", "desert", "grass"]},
        them={"hand": ["forest"]},
        turn={"card": "grass"},
    )
    assert game.hidden_hand_cards(0) == [(), ("forest",)]
    assert game.hidden_hand_cards(1) == [("desert", "grass"), ()]
    assert game.hidden_hand_cards(None) == [("desert", "grass"), ("forest",)]
    assert game.unseen_cards(1) == tuple(sorted(("desert", "grass", *game.draw_pile)))
    assert bot_observation.unseen_cards(game, 1) == {
        "cards": list(game.unseen_cards(1)),
        "deck": len(game.draw_pile),
        "hands": [2, 0],
    }
    observed_hand = game.observe(1, 3).hands[0]
    assert len(observed_hand) == 3
    assert observed_hand[0] == "grass"


def test_ai_players_do_not_expect_a_card_that_lies_face_up() -> None:
    """R-CARD-3: a card that an opponent has just played cannot be drawn. Here, it is the only canyon card
    outside the discard pile."""
    game = scenario(
        base="C",
        me={"hand": ["canyon"]},
        them={"hand": ["grass"]},
        discard=["canyon"] * 4,
        turn={"player": 0},
    )
    search = SimpleNamespace(root=game, player=1)
    assert game.played_card == "canyon"
    assert "canyon" not in dict(next_card_probabilities(cast(TurnSearch, search)))
    canyons = game.board.hexes_by_terrain["canyon"]
    assert canyons not in dict(Evaluation(game, 1).terrain_probabilities)
