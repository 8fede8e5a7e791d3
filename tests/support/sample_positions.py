"""Positions for AI player tests. They are taken from random games of every kind and can be copied with
different hidden cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from kingdom.rules.game import Game, random_answer
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng, shuffle_from_state
from kingdom.rules.setup import GameSetup, new_game


def random_new_game(seed: int, available: tuple[str, ...] | None = None) -> Game:
    """Starts a game for two to five players. It uses only the base game, one expansion, or all expansions."""
    rng, available = Rng(seed), available or tuple(EXPANSIONS)
    expansions = [
        ("base",),
        available,
        ("base", rng.choice([name for name in available if name != "base"])),
    ][seed % 3]
    return new_game(GameSetup(player_count=2 + rng.randrange(4), expansions=expansions, seed=seed))


def sample_positions(count: int, seed: int = 1, available: tuple[str, ...] | None = None) -> Iterator[Game]:
    """Yields positions with a pending decision from all stages of the game, including positions within
    actions and interrupts. If the available expansions are given, newly added expansions do not change the
    positions."""
    return (game.copy() for game in _cached_positions(count, seed, available))


@cache
def _cached_positions(count: int, seed: int, available: tuple[str, ...] | None) -> list[Game]:
    rng, games = Rng(seed), list[Game]()
    while len(games) < count:
        game = random_new_game(seed * 1000 + len(games), available)
        answers_left = rng.randrange(150)
        while not game.over and answers_left:
            game.push(random_answer(game, rng))
            answers_left -= 1
        if not game.over:
            games.append(game)
    return games


def reshuffle_hidden(game: Game, viewer: int, seed: int) -> Game:
    """Returns a copy of the game in which everything hidden from the viewer is different: hands, draw pile
    and random state."""
    other = game.copy()
    other.rng_state = seed
    unknown = list(other.draw_pile)
    visible_cards: list[tuple[str, ...]] = []
    for seat, hand in enumerate(other.hands):
        is_revealed = seat == game.active_player and game.played_card is not None
        known_cards = (
            hand
            if seat == viewer
            else (game.played_card,)
            if is_revealed and game.played_card is not None
            else ()
        )
        hidden_cards = list(hand)
        for card in known_cards:
            hidden_cards.remove(card)
        unknown += hidden_cards
        visible_cards.append(known_cards)
    _, cards = shuffle_from_state(seed, unknown)
    for seat, hand in enumerate(other.hands):
        missing = len(hand) - len(visible_cards[seat])
        other.hands[seat], cards = visible_cards[seat] + cards[:missing], cards[missing:]
    other.draw_pile = cards
    _, other.discard_pile = shuffle_from_state(seed, other.discard_pile)
    return other
