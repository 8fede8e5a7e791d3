"""Games to look at again."""

from __future__ import annotations

from functools import lru_cache

from kingdom.ai.player import random_answer
from kingdom.record import Record, result_of
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game

EVERY_BOX = tuple(BOXES)


def played(setup: Setup, answers: int | None = None) -> Record:
    """A random game, or its first answers, as a record."""
    game, record, chance = new_game(setup), Record(setup), Chance(setup.seed)
    while not game.over and len(record.answers) != answers:
        answer = random_answer(game, chance)
        game.choose(answer)
        record.answers.append(answer)
    if game.over:
        record.result = result_of(game)
    return record


@lru_cache(maxsize=4)
def long_game() -> Record:
    """Five players with every box."""
    return played(Setup(players=5, boxes=EVERY_BOX, seed=3))
