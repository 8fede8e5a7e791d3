"""Tests which information is visible to a player (`Game.observe` and `Game.with_hand`)."""

from __future__ import annotations

import pytest
from support.scenario import options, scenario

from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import GameSetup, new_game


def test_options_do_not_reveal_hidden_cards() -> None:
    """R-CARD-3, L-CROSSROADS-2: before a player has chosen between two cards, the options do not reveal them
    to opponents."""
    game = scenario(
        land={(0, c): letter for c, letter in enumerate("CDLFCDLF")},
        me={"hand": ["grass", "canyon"]},
        them={"hand": ["desert"]},
    )
    assert options(game) == {"grass", "canyon"}
    assert options(game.observe(0, 5)) == {"grass", "canyon"}
    guesses = set()
    for seed in range(40):
        observed = game.observe(1, seed)
        assert options(observed) == set(observed.hands[0])
        guesses |= options(observed)
        observed.play(min(options(observed)))
    assert guesses == {"grass", "canyon", "desert", "flower", "forest"}


def test_observe_can_fix_the_top_card() -> None:
    """R-CARD-3: a requested card is put on top of the draw pile, no matter where the card actually is, and no
    card gets lost."""
    game = new_game(GameSetup(player_count=3, seed=12))
    viewer = game.active_player
    all_cards = sorted([*game.draw_pile, *(card for hand in game.hands for card in hand)])
    for seed, card in enumerate(sorted(set(game.draw_pile))):
        observed = game.observe(viewer, seed, card)
        assert observed.draw_pile[0] == card
        assert len(observed.draw_pile) == len(game.draw_pile)
        assert observed.hands[viewer] == game.hands[viewer]
        assert sorted([*observed.draw_pile, *(card for hand in observed.hands for card in hand)]) == all_cards


def test_with_hand_keeps_the_set_of_cards() -> None:
    """Evaluating a different hand does not change which cards are in the game."""
    game = new_game(GameSetup(player_count=3, expansions=tuple(EXPANSIONS), seed=12))
    all_cards = sorted([*game.draw_pile, *(card for hand in game.hands for card in hand)])
    for card in sorted(set(all_cards)):
        changed_game = game.with_hand((card,))
        assert changed_game.hands[game.active_player] == (card,)
        assert changed_game.played_card == card
        assert (
            sorted([*changed_game.draw_pile, *(card for hand in changed_game.hands for card in hand)])
            == all_cards
        )
        sides = [terrain for terrain, _ in game.config.card_sides[card]]
        assert changed_game.decision().cells == sum(
            game.free_hexes & game.board.hexes_by_terrain[terrain] for terrain in sides
        )
    with_two_cards = game.with_hand((game.draw_pile[0], game.draw_pile[1]))
    assert with_two_cards.played_card is None
    assert len(with_two_cards.draw_pile) == len(game.draw_pile) - 1
    # A card that both opponents hold is taken from only one of them, so the next card can also be exchanged.
    game.draw_pile, game.hands = (), [("grass", "flower"), ("canyon", "desert"), ("canyon", "forest")]
    game.active_player = 0
    changed = game.with_hand(("canyon", "desert"))
    assert changed.hands[0] == ("canyon", "desert")
    assert sorted(card for hand in changed.hands for card in hand) == [
        "canyon", "canyon", "desert", "flower", "forest", "grass",
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_with_hand_takes_cards_from_the_draw_pile(seed: int) -> None:
    """R-CARD-3: a card in the draw pile is taken from there; opponents' hands do not change."""
    game = new_game(GameSetup(player_count=4, seed=seed))
    for card in sorted(set(game.draw_pile)):
        changed_game = game.with_hand((card,))
        opponents = [opponent for opponent in range(4) if opponent != game.active_player]
        assert [changed_game.hands[opponent] for opponent in opponents] == [
            game.hands[opponent] for opponent in opponents
        ]
        remaining = [*game.draw_pile, *game.hands[game.active_player]]
        remaining.remove(card)
        assert sorted(changed_game.draw_pile) == sorted(remaining)


def test_with_hand_replaces_an_unplayable_card() -> None:
    """R-CARD-7: a card without a free hex is replaced at once, as in a real game."""
    game = scenario(card="grass", deck=["desert", "grass", "grass"], discard=[])
    changed_game = game.with_hand(("desert",))
    assert changed_game.hands[0] == ("grass",)
    assert changed_game.decision().cells == changed_game.board.hexes_by_terrain["grass"]
