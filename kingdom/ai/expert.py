"""The Expert level looks ahead to its next turn. For each of the best turns and each card that Expert is
likely to draw next, it simulates the opponents' turns by rollout and searches its own next turn. Expert then
chooses the turn that does best on average.

A broad beam search proposes turns. The proposed turns are compared in stages: first all of them with a narrow
search, then the best few with a broader one. All turns are compared on the same deals, so that luck does not
decide between them.

Expert1 is a frozen copy with fixed parameters and weights, used as a baseline for comparing strength.
tests/ai/test_answer_snapshot.py checks that its answers stay the same."""

from __future__ import annotations

from typing import NamedTuple

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.float_sum import sum_floats
from kingdom.ai.planner import TurnPlanner
from kingdom.ai.player import Budget, BudgetMeter
from kingdom.ai.turn_search import BeamWidth, TurnCandidate, TurnSearch
from kingdom.ai.weights import Weights
from kingdom.rules.decision_frames import TURN_FRAME
from kingdom.rules.game import Game
from kingdom.rules.rng import Rng, state_from_seed


class LookaheadStage(NamedTuple):
    """One stage of the lookahead: how many turns it compares, and how broadly it searches the next turn."""

    max_turns: int
    beam_width: BeamWidth
    deals_per_card: int = 1


class ExpertPlayer(TurnPlanner):
    """Looks one turn ahead for every likely card."""

    beam_width = BeamWidth(positions=48, hexes_per_build=30, positions_in_action=8, origins_per_move=8)
    default_budget = Budget(max_evaluations=24_000)
    search_fraction = 0.4
    """Fraction of the budget spent on finding candidate turns."""
    lookahead_stages: tuple[LookaheadStage, ...] = (
        LookaheadStage(
            10, BeamWidth(positions=1, hexes_per_build=12, positions_in_action=2, origins_per_move=3)
        ),
        LookaheadStage(
            5, BeamWidth(positions=4, hexes_per_build=14, positions_in_action=3, origins_per_move=4)
        ),
    )
    max_next_cards = 5
    """Maximum number of possible next cards to consider, starting with the most likely. The base game has
    five kinds of cards."""
    opponent_weight = 0.35
    """Weight of the opponents' values. They are subtracted from the player's own value."""
    immediate_weight = 0.5
    """Weight of the position right after the turn. The position after the next turn gets the remaining
    weight. This weight is high because opponents can spoil a plan."""

    def select_turn(self, search: TurnSearch, seed: int) -> TurnCandidate:
        turns = search.best_turns(self.lookahead_stages[0].max_turns, self.search_fraction)
        likely_cards = next_card_probabilities(search)[: self.max_next_cards]
        card_probabilities = [
            (card, probability / sum_floats(other_probability for _, other_probability in likely_cards))
            for card, probability in likely_cards
        ]
        for i, stage in enumerate(self.lookahead_stages):
            turns = turns[: stage.max_turns]
            deal_probabilities = [
                (card, probability / stage.deals_per_card)
                for _ in range(stage.deals_per_card)
                for card, probability in card_probabilities
            ]
            values = self.lookahead_values(search, turns, stage.beam_width, deal_probabilities, seed + i)
            values = [
                self.immediate_weight * turn.value + (1 - self.immediate_weight) * value
                for turn, value in zip(turns, values, strict=False)
            ]
            order = sorted(range(len(values)), key=lambda index: -values[index])
            turns = [turns[index] for index in order] + turns[
                len(values) :
            ]  # append the turns that the budget did not cover
        return turns[0]

    def lookahead_values(
        self,
        search: TurnSearch,
        turns: list[TurnCandidate],
        beam_width: BeamWidth,
        card_probabilities: list[tuple[str, float]],
        seed: int,
    ) -> list[float]:
        """Returns the value of each turn, measured after the player's next turn. If the budget runs out,
        returns fewer values than turns."""
        values: list[float] = []
        if len(turns) < 2:
            return values
        for turn in turns:
            value = 0.0
            for i, (card, probability) in enumerate(card_probabilities):
                if search.meter.is_exhausted():
                    return values
                deal_seed = state_from_seed(seed + 7919 * i) >> 1
                # use the same random numbers for all candidates, so that opponents choose alike where
                # possible
                search.policy.rng = Rng(deal_seed)
                deal = search.root.observe(search.player, deal_seed, card if search.is_own_turn else None)
                value += probability * self.value_after_next_turn(
                    search, search.replay(turn, deal), beam_width
                )
            values.append(value)
        return values

    def value_after_next_turn(self, search: TurnSearch, game: Game, beam_width: BeamWidth) -> float:
        """Returns the player's value after the next turn, minus the weighted values of the opponents."""
        player, policy, meter, evaluation = search.player, search.policy, search.meter, search.evaluation
        policy.evaluations = 0
        while game.stack and not (game.stack[-1] is TURN_FRAME and game.active_player == player):
            game.push(policy.decide(game))
        meter.evaluations += policy.evaluations + 1
        opponent_values = [evaluation.quick_value(game, i) for i in range(len(game.piece_hexes))]
        own_value = opponent_values.pop(player)
        if game.stack:
            inner_meter = BudgetMeter(
                Budget(max_evaluations=INNER_SEARCH_EVALUATIONS, should_stop=meter.make_stop_callback())
            )
            own_value = (
                TurnSearch(
                    game, player, Evaluation(game, player, self.weights), policy, beam_width, inner_meter
                )
                .best_turns(1)[0]
                .value
            )
            meter.evaluations += inner_meter.evaluations
        mean_opponent_value = sum_floats(opponent_values) / len(opponent_values)
        return own_value - self.opponent_weight * (max(opponent_values) + mean_opponent_value) / 2


INNER_SEARCH_EVALUATIONS = 2_000
"""Maximum number of evaluations for each search of the next turn. It is rarely reached."""


def next_card_probabilities(search: TurnSearch) -> list[tuple[str, float]]:
    """Returns the cards that the player may draw at the end of the turn. Each comes with its probability, and
    the most likely card is first."""
    game, player = search.root, search.player
    unseen_cards = game.unseen_cards(player) if game.draw_pile else game.discard_pile + game.hands[player]
    counts = {card: unseen_cards.count(card) for card in sorted(set(unseen_cards))}
    return sorted(
        ((card, count / len(unseen_cards)) for card, count in counts.items()), key=lambda entry: -entry[1]
    ) or [("", 1.0)]


EXPERT_1_WEIGHTS: Weights = {
    "building": 0.7956,
    "moving": 0.4971,
    "other": 0.4394,
    "kept": 1.9435,
    "promise": 0.5506,
    "tile_ahead": 0.1511,
    "open": 2.4851,
    "room": 0.0,
    "balance": 0.8629,
    "links": 0.6752,
    "rivals": 0.7,
}


class Expert1(ExpertPlayer):
    """Frozen copy of Expert, used as a baseline for comparing strength."""

    beam_width = BeamWidth(positions=48, hexes_per_build=30, positions_in_action=8, origins_per_move=8)
    default_budget = Budget(max_evaluations=24_000)
    search_fraction = 0.4
    lookahead_stages = (
        LookaheadStage(
            10, BeamWidth(positions=1, hexes_per_build=12, positions_in_action=2, origins_per_move=3)
        ),
        LookaheadStage(
            5, BeamWidth(positions=4, hexes_per_build=14, positions_in_action=3, origins_per_move=4)
        ),
    )
    max_next_cards = 5
    opponent_weight = 0.35
    immediate_weight = 0.5

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        super().__init__(seed, budget, EXPERT_1_WEIGHTS)
