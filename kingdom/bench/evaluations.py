"""How long an expert takes for one evaluation, with all that it does for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import copy

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import ExpertPlayer
from kingdom.ai.gold import purse_of
from kingdom.ai.player import Budget
from kingdom.ai.quick import Policy
from kingdom.ai.turns import Turn, TurnSearch
from kingdom.rules.frames import END_TURN
from kingdom.rules.game import Game
from kingdom.rules.setup import Setup, new_game

THOUGHTS = 6
"""Turns that an expert thinks about for one figure, from early to late in as many games."""
BUDGET = Budget(evaluations=6_000)


class _Counting(ExpertPlayer):
    """An expert that tells how many evaluations it made."""

    spent = 0

    def choose(self, search: TurnSearch, seed: int) -> Turn:
        turn = super().choose(search, seed)
        self.spent += search.meter.spent
        return turn


def of_an_expert(boxes: tuple[str, ...]) -> Callable[[], float]:
    """Measures the processor time of one evaluation. What is remembered of a table is forgotten before the
    clock starts, as at the beginning of a game."""

    def measure() -> float:
        seconds, spent = 0.0, 0
        for seed in range(THOUGHTS):
            view = _after_turns(boxes, seed, 2 + 3 * seed)
            purse_of(view)
            player = _Counting(seed, BUDGET)
            begin = time.process_time()
            player.think(view)
            seconds += time.process_time() - begin
            spent += player.spent
        return seconds / spent

    return measure


def _after_turns(boxes: tuple[str, ...], seed: int, turns: int) -> Game:
    """A new table of two after some turns by a quick policy; what the player on turn sees of it."""
    game = new_game(Setup(players=2, boxes=boxes, seed=seed))
    policy = Policy(Evaluation(game, 0), game, seed)
    while turns:
        answer = policy.answer(game)
        turns -= answer == END_TURN
        game.push(answer)
    view = game.observe(game.player, seed)
    view.table = copy(view.table)
    return view
