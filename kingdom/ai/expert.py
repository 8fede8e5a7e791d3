"""expert: the best few turns are played out. A broad beam search proposes turns; then each is followed by quick play of all seats, again
and again with other cards, and the turn that does best on the whole is taken.

All turns are tried with the same cards (so that luck does not decide between them), and the worse half is dropped from time to time, so
that most of the budget goes into telling the best apart.
"""

from __future__ import annotations

from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget
from kingdom.ai.turns import Turn, TurnSearch, Width
from kingdom.rules.chance import seeded
from kingdom.rules.game import Game


class ExpertPlayer(Planner):
    """Playouts decide among the best turns."""

    width = Width(kept=24, hexes=14, inner=5, origins=5)
    budget_of_level = Budget(evaluations=24_000)
    candidates = 14
    """Turns that are played out."""
    share = 0.5
    """The part of the budget that may go into finding turns; the rest tells them apart."""
    rounds = 3
    """How far: further ahead the quick play of all seats tells more about itself than about the turn."""
    prior = 3.0
    """How many playouts the evaluation counts for."""

    def choose(self, search: TurnSearch, seed: int) -> Turn:
        turns = search.best(self.candidates, self.share)
        if len(turns) < 2 or search.meter.over():
            return turns[0]
        policy, meter, player = search.policy, search.meter, search.player
        top = turns[0].value
        sums = [self.prior * (turn.value - top) for turn in turns]
        left = list(range(len(turns)))
        tries = 0
        begin = meter.used()
        halvings = 1
        while not meter.over() and len(left) > 1:
            tries += 1
            deal = seeded(seed + tries) >> 1
            results = []
            for place in left:
                game = turns[place].game.observe(player, deal)
                policy.looked = 0
                policy.play(game, self.rounds)
                meter.spent += policy.looked + 1
                results.append(margin(search, game))
                if meter.late():
                    break
            if len(results) < len(left):
                break  # half a try would favour some of them
            for place, result in zip(left, results, strict=True):
                sums[place] += result
            steps = (len(turns) - 1).bit_length()
            if meter.used() > begin + (1 - begin) * halvings / steps and tries >= 2:
                halvings += 1
                left = sorted(left, key=lambda place: -sums[place])[: (len(left) + 1) // 2]
        return turns[max(left, key=lambda place: sums[place])]


def margin(search: TurnSearch, game: Game) -> float:
    """How far ahead of the others the player is."""
    evaluation, player = search.evaluation, search.player
    others = [evaluation.standing(game, seat) for seat in range(len(game.own)) if seat != player]
    return evaluation.standing(game, player) - 0.5 * max(others) - 0.5 * sum(others) / len(others)
