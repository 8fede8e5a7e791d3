"""What a player has not seen of the terrain cards (R-CARD-3)."""

from __future__ import annotations

from collections import Counter

import pytest

from kingdom.ai.player import random_answer
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game


@pytest.mark.parametrize("boxes", [("base",), tuple(BOXES)])
def test_it_is_the_same_whatever_is_hidden(boxes: tuple[str, ...]) -> None:
    """Dealing all that a player cannot see anew changes nothing of it, and nothing is missing."""
    game, chance = new_game(Setup(3, boxes, 5)), Chance(2)
    for step in range(150):
        if game.over:
            break
        for viewer in range(3):
            unseen = game.unseen(viewer)
            assert unseen == game.observe(viewer, step).unseen(viewer)
            seen = len(game.hand[viewer])
            if viewer != game.player and game.card is not None:
                seen += 1
            every = len(game.deck) + sum(len(hand) for hand in game.hand)
            assert len(unseen) + seen == every
            assert not Counter(game.deck) - Counter(unseen)
        game.push(random_answer(game, chance))
