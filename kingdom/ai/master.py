"""master: the expert with a longer look and a better eye.

- It looks at the position after a turn afresh: what one more piece would earn is worked out again there,
  where the others go by what it would have earned when the turn began.
- Its search for turns always comes to its end (steady.py), also with many tiles.
- It looks at more turns, in three stages, each with more care than the one before; those that have fallen
  too far behind are let go, so that the time goes to what is not clear yet. The last stage looks two
  turns ahead instead of one.
- It does not take a race for won before its end (races.py), knows what some tiles are worth by themselves,
  and likes to stand in the others' way: its weights are its own (master.json).
- It sees what its pieces are good for beyond the next card (foresight.py).
- Towards the end it wants to win rather than to have much gold: what the others have then counts, and whether
  the game ends now.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

from kingdom.ai.evaluation import (
    BESIDE_OTHERS,
    DOUBT,
    DOUBT_EACH_TURN,
    ENDING,
    PROMISE_EACH_TURN,
    TERMS,
    TILE,
    Evaluation,
    Weights,
    weights,
)
from kingdom.ai.expert import INNER, ExpertPlayer, next_cards
from kingdom.ai.foresight import FORESEEN
from kingdom.ai.player import Budget, Meter
from kingdom.ai.steady import SteadySearch
from kingdom.ai.turns import Turn, TurnSearch, Width
from kingdom.rules.chance import Chance, seeded
from kingdom.rules.game import Game
from kingdom.rules.registry import TILES, BadSetup
from kingdom.rules.turn import TURN


@lru_cache(maxsize=1)
def more_weights() -> Weights:
    """What master weighs besides, or otherwise than the levels below; read once."""
    file = resources.files("kingdom.ai").joinpath("master.json")
    known = {
        BESIDE_OTHERS,
        DOUBT,
        DOUBT_EACH_TURN,
        ENDING,
        PROMISE_EACH_TURN,
        *TERMS,
        *FORESEEN,
        *(TILE + name for name in TILES),
    }
    try:
        found = {
            name: float(weight) for name, weight in json.loads(file.read_text("utf-8"))["weights"].items()
        }
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadSetup(f"{file} is damaged: {error}") from error
    if not found.keys() <= known:
        raise BadSetup(f"{file}: there is no {', '.join(sorted(found.keys() - known))}")
    return found


DEARER_EACH_BOX = 0.15
"""How much of the budget goes with each box more on the table: evaluations take longer there and turns have
more steps, and nobody is to wait longer."""


class ComparingStage(NamedTuple):
    """One stage of comparing turns."""

    turns: int
    """How many are looked at, at most."""
    margin: float
    """How far behind the best one, in gold, a turn may be to be looked at."""
    widths: tuple[Width, ...]
    """How broadly each of the turns after it is searched."""
    deals: int
    """In how many deals for each card."""
    trust: float
    """How much what this stage finds counts against the stages before."""


class Candidate:
    """A turn and what is known of it so far."""

    __slots__ = ("far", "near", "now", "turn")

    def __init__(self, turn: Turn, now: float) -> None:
        self.turn = turn
        self.now = now
        """The position after it."""
        self.near = [0.0, 0.0]
        self.far = [0.0, 0.0]
        """After one more turn and after two: sum and weight."""

    def value(self, parts: tuple[float, float, float]) -> float:
        """All of it in one number."""
        total = weight = 0.0
        for part, (value, seen) in zip(parts, ((self.now, 1.0), self.near, self.far), strict=True):
            if seen:
                total += part * value / seen
                weight += part
        return total / weight


class MasterPlayer(ExpertPlayer):
    """Broader, deeper and surer than the expert."""

    width = Width(kept=96, hexes=24, inner=8, origins=6)
    searching = SteadySearch
    budget_of_level = Budget(evaluations=60_000)
    share = 0.3
    looks: tuple[ComparingStage, ...] = (
        ComparingStage(16, 3.0, (Width(kept=1, hexes=10, inner=2, origins=3),), 1, 1.0),
        ComparingStage(6, 2.0, (Width(kept=6, hexes=10, inner=3, origins=3),), 1, 2.0),
        ComparingStage(
            3,
            1.2,
            (Width(kept=8, hexes=10, inner=3, origins=3), Width(kept=4, hexes=10, inner=3, origins=3)),
            2,
            3.0,
        ),
    )
    parts = (0.5, 0.3, 0.2)
    """How much the turn alone counts, the next one, and the one after that."""
    stakes = 8.0
    """What winning is worth, in gold."""

    @classmethod
    def own_weights(cls) -> Weights:
        return {**weights(), **more_weights()}

    def turn_for(self, game: Game, seed: int, budget: Budget) -> Turn:
        own = self.budget_of_level.evaluations
        if own is not None and budget.evaluations == own:  # nobody asked for another one
            dearer = 1 + DEARER_EACH_BOX * (len(game.table.boxes) - 1)
            budget = replace(budget, evaluations=round(own / dearer))
        return super().turn_for(game, seed, budget)

    def choose(self, search: TurnSearch, seed: int) -> Turn:
        turns = search.best(self.looks[0].turns, self.share)
        if len(turns) < 2:
            return turns[0]
        found = [Candidate(turn, self.afresh(search, turn.game)) for turn in turns]
        likely = next_cards(search)[: self.cards]
        chances = [(card, chance / sum(part for _, part in likely)) for card, chance in likely]
        for number, look in enumerate(self.looks):
            found = self.behind(found, look.turns, look.margin)
            if len(found) < 2 or not self.compared(search, found, look, chances, seed + number):
                break
        return self.behind(found, 1, 0.0)[0].turn

    def behind(self, found: list[Candidate], number: int, margin: float) -> list[Candidate]:
        """The best so far, without those that are too far behind."""
        values = {id(candidate): candidate.value(self.parts) for candidate in found}
        best = max(values.values())
        order = sorted(found, key=lambda candidate: -values[id(candidate)])
        return [candidate for candidate in order if values[id(candidate)] >= best - margin][:number]

    def compared(
        self,
        search: TurnSearch,
        found: list[Candidate],
        look: ComparingStage,
        chances: list[tuple[str, float]],
        seed: int,
    ) -> bool:
        """Look at all of them in the same deals; what the budget does not allow for all of them is left
        out."""
        number = 0
        for _ in range(look.deals):
            for card, chance in chances:
                luck = seeded(seed + 7919 * number) >> 1
                number += 1
                values = []
                for candidate in found:
                    if search.meter.over():
                        return False
                    search.policy.chance = Chance(luck)  # the others choose alike as far as they can
                    deal = search.root.observe(search.player, luck, card if search.own_turn else None)
                    values.append(self.ahead(search, search.replayed(candidate.turn, deal), look.widths))
                weight = chance * look.trust
                for candidate, steps in zip(found, values, strict=True):
                    for known, value in zip((candidate.near, candidate.far), steps, strict=False):
                        known[0] += weight * value
                        known[1] += weight
        return True

    def ahead(self, search: TurnSearch, game: Game, widths: tuple[Width, ...]) -> list[float]:
        """How far ahead the player is after each of so many more turns."""
        player, policy, meter, evaluation = search.player, search.policy, search.meter, search.evaluation
        found: list[float] = []
        for width in widths:
            policy.looked = 0
            while game.stack and not (game.stack[-1] is TURN and game.player == player):
                game.push(policy.answer(game))
            meter.spent += policy.looked + 1
            others = [evaluation.standing(game, seat) for seat in range(len(game.own)) if seat != player]
            if game.stack:
                inner = Meter(Budget(evaluations=INNER, stopped=meter.stopper()))
                next_turn = SteadySearch(
                    game, player, Evaluation(game, player, self.weights), policy, width, inner
                )
                game = next_turn.best(1)[0].game
                meter.spent += inner.spent
                own = self.afresh(search, game)
            else:
                own = evaluation.standing(game, player)
            found.append(self.worth(own, others, evaluation.turns_left(game)))
        return found

    def worth(self, own: float, others: list[float], turns: float) -> float:
        """Being so well off, in gold; with few turns left it counts who is ahead."""
        lead = (own - max(others)) / (2.0 + 2.5 * turns)
        return (
            own
            - self.rivals * (max(others) + sum(others) / len(others)) / 2
            + self.stakes / (1.0 + math.exp(-max(-30.0, min(30.0, lead))))
        )

    def afresh(self, search: TurnSearch, game: Game) -> float:
        """The evaluation of a position, made for it."""
        search.meter.spent += 1
        return Evaluation(game, search.player, self.weights).value(game)
