"""expert: the turn and the one after it. For each of the best turns, and for each card that is likely to be
drawn next, the others are played quickly and the player's own next turn is searched as well; the turn that
does best over all cards is taken.

A broad beam search proposes turns. They are looked at in stages: first all of them in a hurry, then the best
few with more care. All turns are tried with the same deals, so that luck does not decide between them.
"""

from __future__ import annotations

from typing import NamedTuple

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget, Meter
from kingdom.ai.turns import Turn, TurnSearch, Width
from kingdom.rules.chance import Chance, seeded
from kingdom.rules.game import Game
from kingdom.rules.turn import TURN


class SearchStage(NamedTuple):
    """How many turns are looked at, and how broadly the turn after each."""

    turns: int
    width: Width
    deals: int = 1
    """In how many deals for each card."""


class ExpertPlayer(Planner):
    """Two turns ahead, for every likely card."""

    width = Width(kept=48, hexes=30, inner=8, origins=8)
    budget_of_level = Budget(evaluations=24_000)
    share = 0.4
    """The part of the budget that may go into finding turns."""
    stages: tuple[SearchStage, ...] = (
        SearchStage(10, Width(kept=1, hexes=12, inner=2, origins=3)),
        SearchStage(5, Width(kept=4, hexes=14, inner=3, origins=4)),
    )
    cards = 5
    """How many of the cards that may come next are looked at, the likeliest first; the base game has five."""
    rivals = 0.35
    """How much what the others have counts."""
    now = 0.5
    """How much the turn alone counts, and the rest for the one after it: what is built is sure, what is
    planned may be taken."""

    def choose(self, search: TurnSearch, seed: int) -> Turn:
        turns = search.best(self.stages[0].turns, self.share)
        likely = next_cards(search)[: self.cards]
        chances = [(card, chance / sum(part for _, part in likely)) for card, chance in likely]
        for number, stage in enumerate(self.stages):
            turns = turns[: stage.turns]
            several = [(card, chance / stage.deals) for _ in range(stage.deals) for card, chance in chances]
            values = self.prospects(search, turns, stage.width, several, seed + number)
            values = [
                self.now * turn.value + (1 - self.now) * value
                for turn, value in zip(turns, values, strict=False)
            ]
            order = sorted(range(len(values)), key=lambda place: -values[place])
            turns = [turns[place] for place in order] + turns[
                len(values) :
            ]  # those the budget did not reach stay behind
        return turns[0]

    def prospects(
        self, search: TurnSearch, turns: list[Turn], width: Width, chances: list[tuple[str, float]], seed: int
    ) -> list[float]:
        """What each turn is worth after the next one; fewer than there are turns when the budget ends."""
        found: list[float] = []
        if len(turns) < 2:
            return found
        for turn in turns:
            value = 0.0
            for number, (card, chance) in enumerate(chances):
                if search.meter.over():
                    return found
                luck = seeded(seed + 7919 * number) >> 1
                search.policy.chance = Chance(luck)  # the others choose alike as far as they can
                deal = search.root.observe(search.player, luck, card if search.own_turn else None)
                value += chance * self.after_next(search, search.replayed(turn, deal), width)
            found.append(value)
        return found

    def after_next(self, search: TurnSearch, game: Game, width: Width) -> float:
        """How far ahead the player is after another turn."""
        player, policy, meter, evaluation = search.player, search.policy, search.meter, search.evaluation
        policy.looked = 0
        while game.stack and not (game.stack[-1] is TURN and game.player == player):
            game.push(policy.answer(game))
        meter.spent += policy.looked + 1
        standings = [evaluation.standing(game, seat) for seat in range(len(game.own))]
        own = standings.pop(player)
        if game.stack:
            inner = Meter(Budget(evaluations=INNER, stopped=meter.stopper()))
            own = (
                TurnSearch(game, player, Evaluation(game, player, self.weights), policy, width, inner)
                .best(1)[0]
                .value
            )
            meter.spent += inner.spent
        return own - self.rivals * (max(standings) + sum(standings) / len(standings)) / 2


INNER = 2_000
"""Evaluations for one search of a next turn; hardly ever reached."""


def next_cards(search: TurnSearch) -> list[tuple[str, float]]:
    """The cards that the player may draw at the end of the turn and how likely each is, likeliest first."""
    game, player = search.root, search.player
    unseen = [*game.deck, *(card for seat, hand in enumerate(game.hand) if seat != player for card in hand)]
    if not game.deck:
        unseen = [*game.discard, *game.hand[player]]
    counts = {card: unseen.count(card) for card in sorted(set(unseen))}
    return sorted(
        ((card, count / len(unseen)) for card, count in counts.items()), key=lambda entry: -entry[1]
    ) or [("", 1.0)]
