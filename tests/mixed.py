"""Positions for the tests of the players: games of every kind, played at random for a while, and the same
with other hidden cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from kingdom.ai.player import random_answer
from kingdom.rules.chance import Chance, shuffled
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game


def table(seed: int) -> Game:
    """A new game: base or some or all boxes, two to five players."""
    chance = Chance(seed)
    boxes = [("base",), tuple(BOXES), ("base", chance.pick([name for name in BOXES if name != "base"]))][
        seed % 3
    ]
    return new_game(Setup(players=2 + chance.below(4), boxes=boxes, seed=seed))


def positions(count: int, seed: int = 1) -> Iterator[Game]:
    """Positions at a decision, from the first turn to the last, decisions within actions and interrupts
    included."""
    return (game.copy() for game in _positions(count, seed))


@cache
def _positions(count: int, seed: int) -> list[Game]:
    chance, found = Chance(seed), list[Game]()
    while len(found) < count:
        game = table(seed * 1000 + len(found))
        wait = chance.below(150)
        while not game.over and wait:
            game.push(random_answer(game, chance))
            wait -= 1
        if not game.over:
            found.append(game)
    return found


def hide_otherwise(game: Game, viewer: int, seed: int) -> Game:
    """The same game with everything changed that a seat cannot see: other hands, the deck's order, the
    generator."""
    other = game.copy()
    other.chance = seed
    unknown = list(other.deck)
    open_cards: list[tuple[str, ...]] = []
    for seat, hand in enumerate(other.hand):
        lies_open = seat == game.player and game.card is not None
        kept = hand if seat == viewer else (game.card,) if lies_open and game.card is not None else ()
        rest = list(hand)
        for card in kept:
            rest.remove(card)
        unknown += rest
        open_cards.append(kept)
    _, cards = shuffled(seed, unknown)
    for seat, hand in enumerate(other.hand):
        missing = len(hand) - len(open_cards[seat])
        other.hand[seat], cards = open_cards[seat] + cards[:missing], cards[missing:]
    other.deck = cards
    _, other.discard = shuffled(seed, other.discard)
    return other
