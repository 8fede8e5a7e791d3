"""What a player sees of a game."""

from __future__ import annotations

import pytest
from scenario import options, scenario

from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game


def test_a_choice_among_hidden_cards_is_not_to_be_seen() -> None:
    """R-CARD-3, L-CROSSROADS-2: while a player has not chosen between two cards, another one does not learn
    them from the options."""
    game = scenario(
        land={(0, c): letter for c, letter in enumerate("CDLFCDLF")},
        me={"hand": ["grass", "canyon"]},
        them={"hand": ["desert"]},
    )
    assert options(game) == {"grass", "canyon"}
    assert options(game.observe(0, 5)) == {"grass", "canyon"}
    guesses = set()
    for seed in range(40):
        seen = game.observe(1, seed)
        assert options(seen) == set(seen.hand[0])
        guesses |= options(seen)
        seen.choose(min(options(seen)))
    assert guesses == {"grass", "canyon", "desert", "flower", "forest"}


def test_a_card_may_be_put_on_top() -> None:
    """R-CARD-3: a card that may lie on top of the deck does so, wherever it was dealt; none is lost."""
    game = new_game(Setup(players=3, seed=12))
    viewer = game.player
    every = sorted([*game.deck, *(card for hand in game.hand for card in hand)])
    for seed, card in enumerate(sorted(set(game.deck))):
        seen = game.observe(viewer, seed, card)
        assert seen.deck[0] == card
        assert len(seen.deck) == len(game.deck)
        assert seen.hand[viewer] == game.hand[viewer]
        assert sorted([*seen.deck, *(card for hand in seen.hand for card in hand)]) == every


def test_another_hand_at_the_beginning_of_a_turn() -> None:
    """For asking what another card would have been worth: the cards stay the same ones in all."""
    game = new_game(Setup(players=3, boxes=tuple(BOXES), seed=12))
    every = sorted([*game.deck, *(card for hand in game.hand for card in hand)])
    for card in sorted(set(every)):
        other = game.with_hand((card,))
        assert other.hand[game.player] == (card,)
        assert other.card == card
        assert sorted([*other.deck, *(card for hand in other.hand for card in hand)]) == every
        sides = [terrain for terrain, _ in game.table.sides[card]]
        assert other.decision().cells == sum(game.free & game.board.terrain[terrain] for terrain in sides)
    two = game.with_hand((game.deck[0], game.deck[1]))
    assert two.card is None
    assert len(two.deck) == len(game.deck) - 1
    # a card that both others hold is taken from one of them, so that there is a spare one for the next
    game.deck, game.hand = (), [("grass", "flower"), ("canyon", "desert"), ("canyon", "forest")]
    game.player = 0
    changed = game.with_hand(("canyon", "desert"))
    assert changed.hand[0] == ("canyon", "desert")
    assert sorted(card for hand in changed.hand for card in hand) == [
        "canyon", "canyon", "desert", "flower", "forest", "grass",
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_another_hand_is_taken_from_one_place(seed: int) -> None:
    """R-CARD-3: from the deck, if the card is there; those whom others hold stay with them."""
    game = new_game(Setup(players=4, seed=seed))
    for card in sorted(set(game.deck)):
        other = game.with_hand((card,))
        seats = [seat for seat in range(4) if seat != game.player]
        assert [other.hand[seat] for seat in seats] == [game.hand[seat] for seat in seats]
        left = [*game.deck, *game.hand[game.player]]
        left.remove(card)
        assert sorted(other.deck) == sorted(left)


def test_another_hand_that_is_useless_is_replaced() -> None:
    """R-CARD-7: a card without a free hex is put away at once, as it would be in the game."""
    game = scenario(card="grass", deck=["desert", "grass", "grass"], discard=[])
    other = game.with_hand(("desert",))
    assert other.hand[0] == ("grass",)
    assert other.decision().cells == other.board.terrain["grass"]
