"""What a player sees of a game."""

from __future__ import annotations

from scenario import options, scenario


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
