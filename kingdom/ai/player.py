"""What a program player is: something that, shown a game, answers its waiting decision, within a budget."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from kingdom.rules.chance import Chance
from kingdom.rules.events import Event
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import nth_last


def never() -> bool:
    """Nobody asks to stop."""
    return False


@dataclass(frozen=True)
class Budget:
    """How much a player may think about one turn: a number of evaluations (repeatable), or milliseconds; both
    given, what ends first."""

    evaluations: int | None = None
    milliseconds: int | None = None
    stopped: Callable[[], bool] = never
    """Asked often; once true, the player answers at once with the best it has."""
    at_most_ms: int | None = None
    """However slow the machine is, the player answers after so many milliseconds with the best it has."""
    clock: Callable[[], float] = time.perf_counter
    """Seconds from some moment on; another one for tests."""


class Meter:
    """A budget being spent."""

    __slots__ = ("budget", "end", "latest", "limit", "spent")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.spent = 0
        self.limit = budget.evaluations
        self.end = None if budget.milliseconds is None else budget.clock() + budget.milliseconds / 1000
        self.latest = None if budget.at_most_ms is None else budget.clock() + budget.at_most_ms / 1000

    def over(self) -> bool:
        """Whether it is time to answer."""
        return (self.limit is not None and self.spent >= self.limit) or self.late()

    def late(self) -> bool:
        """Whether somebody is waiting: the time is up, or the player was told to stop."""
        if self.end is not None and self.budget.clock() >= self.end:
            return True
        if self.latest is not None and self.budget.clock() >= self.latest:
            return True
        return self.budget.stopped()

    def stopper(self) -> Callable[[], bool]:
        """What a part of the thinking that has a budget of its own asks, to end when this one does."""
        timed = self.end is not None or self.latest is not None
        return self.late if timed else self.budget.stopped

    def used(self) -> float:
        """The part of the budget that is gone, from 0 to 1."""
        part = 0.0
        if self.limit:
            part = self.spent / self.limit
        if self.end is not None and self.budget.milliseconds:
            part = max(part, 1 - (self.end - self.budget.clock()) * 1000 / self.budget.milliseconds)
        return 1.0 if self.late() else min(1.0, part)


class Player:
    """A program player in one seat of one game."""

    budget_of_level = Budget()
    """What is spent when nothing else is asked for; in evaluations, so that games can be repeated."""
    clock: Callable[[], float] = staticmethod(time.process_time)
    """How its thinking is timed: other programs on the machine do not count."""
    trouble: str | None = None
    """In one line what is wrong with it, if it could not play on by itself."""

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        self.seed = seed
        self.chance = Chance(seed)
        if budget is None:
            budget = self.budget_of_level
        elif budget.evaluations is None and budget.milliseconds is None:  # only ways to stop
            level = self.budget_of_level
            budget = replace(budget, evaluations=level.evaluations, milliseconds=level.milliseconds)
        self.budget = budget

    def begin(self, seat: int, view: Game) -> None:
        """A game begins, or goes on from here, with this player in this seat."""

    def see(self, happened: tuple[Event, ...]) -> None:
        """What happened, as this seat may see it (`seen_by`)."""

    def close(self) -> None:
        """It is not needed any more, whatever the reason."""

    def ponder(self, view: Game, stopped: Callable[[], bool]) -> None:
        """Think, while others are on turn, about a decision that may come; its answer is the same as without,
        and is there sooner. Ends at once when `stopped` says so."""

    def answer(self, view: Game) -> Answer:
        """The answer to the waiting decision. The view is this player's own (`observe`) and may be copied,
        not changed."""
        raise NotImplementedError


def random_answer(game: Game, chance: Chance) -> Answer:
    """Any legal answer, all alike."""
    cells, options = game.asked()
    hexes = cells.bit_count()
    number = chance.below(hexes + len(options))
    return nth_last(cells, hexes - 1 - number) if number < hexes else options[number - hexes]
