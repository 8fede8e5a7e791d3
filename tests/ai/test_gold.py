"""What programs find out about cards by trying their scorers out."""

from __future__ import annotations

import pytest

from kingdom.ai.gold import Purse
from kingdom.rules.registry import BOXES, CARDS
from kingdom.rules.setup import Setup, new_game


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gold_that_takes_several_turns(seed: int) -> None:
    """Of all cards only Farmers pay for the poorest section (3 gold each) and Merchants for links (4)."""
    for card in CARDS.values():
        game = new_game(Setup(boxes=tuple(BOXES), cards=(card.name,), seed=seed))
        purse = Purse(game)
        assert purse.balanced == (3 if card.name == "farmers" else 0), card.name
        assert purse.linking == (4 if card.name == "merchants" else 0), card.name
