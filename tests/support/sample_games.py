"""Records of random games."""

from __future__ import annotations

from functools import lru_cache

from kingdom.record import Record, make_result
from kingdom.rules.game import play_random_answers
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game

ALL_EXPANSIONS = tuple(EXPANSIONS)
FIRST_EXPANSIONS = ("base", "nomads", "crossroads", "marshlands", "harvest", "capitol", "caves", "island")
"""The expansions of version 1.0. Tests that depend on an event in a game with a specific seed use these,
because adding an expansion to a setup changes the whole game."""


def random_record(setup: GameSetup, max_answers: int | None = None) -> Record:
    """Returns the record of a random game, cut off after `max_answers` if given."""
    game, record, rng = new_game(setup), Record(setup), Rng(setup.seed)
    record.answers = play_random_answers(game, rng, max_answers)
    if game.over:
        record.result = make_result(game)
    return record


@lru_cache(maxsize=4)
def long_record() -> Record:
    """Returns the record of a game with five players and eight expansions."""
    return random_record(GameSetup(player_count=5, expansions=FIRST_EXPANSIONS, seed=3))
