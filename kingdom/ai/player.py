"""What a program player is: something that, shown a game, answers its waiting decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kingdom.rules.chance import Chance
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import nth


def never() -> bool:
    """Nobody asks to stop."""
    return False


@dataclass(frozen=True)
class Budget:
    """How much a player may think about one turn: a number of evaluations (repeatable) or milliseconds, whichever is given."""

    evaluations: int | None = None
    milliseconds: int | None = None
    stopped: Callable[[], bool] = never
    """Asked often; once true, the player answers at once with the best it has."""


class Player:
    """A program player in one seat of one game."""

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        self.chance = Chance(seed)
        self.budget = budget or Budget()

    def answer(self, view: Game) -> Answer:
        """The answer to the waiting decision. The view is this player's own (`observe`) and may be copied, not changed."""
        raise NotImplementedError


def random_answer(game: Game, chance: Chance) -> Answer:
    """Any legal answer, all alike."""
    cells, options = game.asked()
    hexes = cells.bit_count()
    number = chance.below(hexes + len(options))
    return nth(cells, number) if number < hexes else options[number - hexes]
