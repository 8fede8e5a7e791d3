"""Defines AIPlayer, the base class of all AI players, and Budget, which limits their thinking time."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kingdom.rules.decision_frames import Answer
from kingdom.rules.events import Event, visible_events
from kingdom.rules.game import Game
from kingdom.rules.rng import Rng

ProgressCallback = Callable[[int, int], None]


cpu_clock = time.perf_counter if sys.platform == "win32" else time.process_time
"""Clock that measures CPU time, so time used by other processes does not count. On Windows, it measures
elapsed time, because CPU time has a resolution of only 16 milliseconds there."""


def never_stop() -> bool:
    """Always returns False. The default for `should_stop` callbacks."""
    return False


@dataclass(frozen=True)
class Budget:
    """Thinking budget for one turn: a number of evaluations (reproducible), a time in milliseconds, or both.
    If both are set, the first limit reached applies."""

    max_evaluations: int | None = None
    max_ms: int | None = None
    should_stop: Callable[[], bool] = never_stop
    """Polled often. Once it returns True, the player immediately answers with the best turn found so far."""
    hard_limit_ms: int | None = None
    """Time limit for slow machines. When it is reached, the player answers with the best turn found so far.
    Unlike `max_ms`, it does not affect the pace of the search."""
    clock: Callable[[], float] = time.perf_counter
    """Function that returns the time in seconds. Tests can replace it."""


class BudgetMeter:
    """Tracks how much of a budget has been used."""

    __slots__ = ("budget", "deadline", "evaluations", "hard_deadline", "max_evaluations")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.evaluations = 0
        self.max_evaluations = budget.max_evaluations
        self.deadline = None if budget.max_ms is None else budget.clock() + budget.max_ms / 1000
        self.hard_deadline = (
            None if budget.hard_limit_ms is None else budget.clock() + budget.hard_limit_ms / 1000
        )

    def is_exhausted(self) -> bool:
        """Returns True if the budget is used up, so that the player must answer now."""
        return (
            self.max_evaluations is not None and self.evaluations >= self.max_evaluations
        ) or self.is_out_of_time()

    def is_out_of_time(self) -> bool:
        """Returns True if the time is up or the player was asked to stop."""
        if self.deadline is not None and self.budget.clock() >= self.deadline:
            return True
        if self.hard_deadline is not None and self.budget.clock() >= self.hard_deadline:
            return True
        return self.budget.should_stop()

    def make_stop_callback(self) -> Callable[[], bool]:
        """Returns a `should_stop` callback for a nested search that has its own budget. The nested search
        then stops when this budget runs out of time."""
        has_deadline = self.deadline is not None or self.hard_deadline is not None
        return self.is_out_of_time if has_deadline else self.budget.should_stop

    def fraction_used(self) -> float:
        """Returns the fraction of the budget used so far, from 0 to 1."""
        fraction = 0.0
        if self.max_evaluations:
            fraction = self.evaluations / self.max_evaluations
        if self.deadline is not None and self.budget.max_ms:
            fraction = max(fraction, 1 - (self.deadline - self.budget.clock()) * 1000 / self.budget.max_ms)
        return 1.0 if self.is_out_of_time() else min(1.0, fraction)


class AIPlayer:
    """Base class of AI players. An instance plays one seat in one game."""

    default_budget = Budget()
    """Budget used if none is given. It is a number of evaluations, so that games are reproducible."""
    clock: Callable[[], float] = staticmethod(cpu_clock)
    """Clock for measuring the thinking time."""
    failure: str | None = None
    """One-line reason why this player failed and a different player took over, or None if it did not fail."""

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        self.seed = seed
        self.rng = Rng(seed)
        self.has_default_budget = budget is None or (budget.max_evaluations is None and budget.max_ms is None)
        """True if no budget was given, or only stop conditions."""
        self.budget = budget or self.default_budget
        if self.has_default_budget:
            default = self.default_budget
            self.budget = replace(self.budget, max_evaluations=default.max_evaluations, max_ms=default.max_ms)

    def start_game(self, player: int, view: Game) -> None:
        """Called when a game starts or is resumed, with this AI player in seat `player`."""

    def on_events(self, events: tuple[Event, ...]) -> None:
        """Called with new events that this player may see (`visible_events`)."""

    def close(self) -> None:
        """Called when the player is no longer needed."""

    def ponder(self, view: Game, should_stop: Callable[[], bool]) -> None:
        """Thinks ahead about a possible future decision while opponents take their turns. This makes the
        later answer faster but does not change it. Returns promptly once `should_stop` returns True."""

    def decide(self, view: Game) -> Answer:
        """Returns the answer to the current decision. `view` is this player's view (`Game.observe`). It may
        be copied but must not be changed."""
        raise NotImplementedError


def play_to_end(
    game: Game, players: Sequence[AIPlayer], seed: int = 0
) -> Iterator[tuple[int, Answer, float]]:
    """Plays a game to the end with one AI player in each seat. Yields each answer before it is played: the
    player, the answer, and the thinking time in milliseconds, measured with the player's own clock."""
    for seat, player in enumerate(players):
        player.start_game(seat, game.observe(seat, seed))
    while not game.over:
        seed += 1
        deciding = game.deciding_player
        player, view = players[deciding], game.observe(deciding, seed)
        started_at = player.clock()
        answer = player.decide(view)
        yield deciding, answer, (player.clock() - started_at) * 1000
        events = game.play(answer)
        for seat, player in enumerate(players):
            player.on_events(visible_events(seat, events))
