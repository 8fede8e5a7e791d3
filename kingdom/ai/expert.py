"""The Expert level looks ahead to its next turn. For each of the best turns and each card that Expert is
likely to draw next, it simulates the opponents' turns by rollout and searches its own next turn. Expert then
chooses the turn that does best on average.

A broad beam search proposes turns. The proposed turns are compared in stages: first all of them with a narrow
search, then the best few with a broader one. All turns are compared on the same deals, so that luck does not
decide between them.

Expert1 is a frozen copy with fixed parameters and weights, used as a baseline for comparing strength.
tests/ai/test_answer_snapshot.py checks that its answers stay the same."""

from __future__ import annotations

import math
from typing import NamedTuple

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.float_sum import sum_floats
from kingdom.ai.planner import TurnPlanner
from kingdom.ai.player import Budget, BudgetMeter
from kingdom.ai.turn_search import BeamWidth, TurnCandidate, TurnSearch
from kingdom.ai.weights import Weights
from kingdom.rules.decision_frames import TURN_FRAME
from kingdom.rules.rng import Rng, state_from_seed


class LookaheadStage(NamedTuple):
    """One stage of the lookahead: how many turns it compares, and how broadly it searches the turns after
    them."""

    max_turns: int
    beam_widths: tuple[BeamWidth, ...]
    """One beam width for each following turn that is searched."""
    deals_per_card: int = 1
    max_gold_behind: float = math.inf
    """For Master, the maximum amount of gold by which a compared turn may be behind the best turn."""
    weight: float = 1.0
    """For Master, the weight of this stage's results relative to the results of other stages."""


class Deal(NamedTuple):
    """One of the deals in which turns are compared: the card drawn next, its probability, and a seed for
    everything else."""

    card: str
    probability: float
    seed: int


class ExpertPlayer(TurnPlanner):
    """Looks one turn ahead for every likely card."""

    beam_width = BeamWidth(positions=48, hexes_per_build=30, positions_in_action=8, origins_per_move=8)
    default_budget = Budget(max_evaluations=24_000)
    search_fraction = 0.4
    """Fraction of the budget spent on finding candidate turns."""
    lookahead_stages: tuple[LookaheadStage, ...] = (
        LookaheadStage(
            10, (BeamWidth(positions=1, hexes_per_build=12, positions_in_action=2, origins_per_move=3),)
        ),
        LookaheadStage(
            5, (BeamWidth(positions=4, hexes_per_build=14, positions_in_action=3, origins_per_move=4),)
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
        return self.rank_turns(search, turns, seed)[0]

    def rank_turns(self, search: TurnSearch, turns: list[TurnCandidate], seed: int) -> list[TurnCandidate]:
        """Returns the turns left after all stages, best first."""
        for i, stage in enumerate(self.lookahead_stages):
            turns = turns[: stage.max_turns]
            values = self.turn_values(search, turns, stage, seed + i)
            order = sorted(range(len(values)), key=lambda index: -values[index])
            turns = [turns[index] for index in order] + turns[len(values) :]
        return turns

    def turn_values(
        self, search: TurnSearch, turns: list[TurnCandidate], stage: LookaheadStage, seed: int
    ) -> list[float]:
        """Returns the value of each turn: the weighted mean of the values right after it and after the next
        turn. Returns fewer values if the budget runs out, and none if there is nothing to compare."""
        values: list[float] = []
        if len(turns) < 2:
            return values
        deals = self.deals(search, stage.deals_per_card, seed)
        for turn in turns:
            value = 0.0
            for deal in deals:
                if search.meter.is_exhausted():
                    return values
                value += deal.probability * self.values_in_deal(search, turn, deal, stage.beam_widths)[0]
            value /= stage.deals_per_card
            values.append(self.immediate_weight * turn.value + (1 - self.immediate_weight) * value)
        return values

    def deals(self, search: TurnSearch, deals_per_card: int, seed: int) -> list[Deal]:
        """Returns the deals of one stage: every likely card, several times."""
        likely_cards = next_card_probabilities(search)[: self.max_next_cards]
        total = sum_floats(probability for _, probability in likely_cards)
        return [
            Deal(card, probability / total, state_from_seed(seed + 7919 * i) >> 1)
            for i, (card, probability) in enumerate(likely_cards * deals_per_card)
        ]

    def values_in_deal(
        self, search: TurnSearch, turn: TurnCandidate, deal: Deal, beam_widths: tuple[BeamWidth, ...]
    ) -> list[float]:
        """Plays a turn in a deal and returns the utility after each of the player's following turns. The
        player's own turns are searched, and the opponents' turns are played by rollout."""
        player, policy, meter, evaluation = search.player, search.policy, search.meter, search.evaluation
        # use the same random numbers for all turns, so that opponents choose alike where possible
        policy.rng = Rng(deal.seed)
        top_card = deal.card if search.is_own_turn else None
        game = search.replay(turn, search.root.observe(player, deal.seed, top_card))
        values: list[float] = []
        for beam_width in beam_widths:
            policy.evaluations = 0
            while game.stack and not (game.stack[-1] is TURN_FRAME and game.active_player == player):
                game.push(policy.decide(game))
            meter.evaluations += policy.evaluations + 1
            opponent_values = [
                evaluation.quick_value(game, i) for i in range(len(game.piece_hexes)) if i != player
            ]
            if game.stack:
                inner_meter = BudgetMeter(
                    Budget(max_evaluations=INNER_SEARCH_EVALUATIONS, should_stop=meter.make_stop_callback())
                )
                next_evaluation = Evaluation(game, player, self.weights)
                next_turn = self.search_class(
                    game, player, next_evaluation, policy, beam_width, inner_meter
                ).best_turns(1)[0]
                meter.evaluations += inner_meter.evaluations
                game = next_turn.game
                own_value = self.value_after(search, next_turn)
            else:
                own_value = evaluation.quick_value(game, player)
            values.append(self.utility(own_value, opponent_values, evaluation.turns_left(game)))
        return values

    def value_after(self, search: TurnSearch, turn: TurnCandidate) -> float:
        """Returns the value of the position after a turn."""
        return turn.value

    def utility(self, own_value: float, opponent_values: list[float], turns_left: float) -> float:
        """Combines the values of all players into a utility in gold."""
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
            10, (BeamWidth(positions=1, hexes_per_build=12, positions_in_action=2, origins_per_move=3),)
        ),
        LookaheadStage(
            5, (BeamWidth(positions=4, hexes_per_build=14, positions_in_action=3, origins_per_move=4),)
        ),
    )
    max_next_cards = 5
    opponent_weight = 0.35
    immediate_weight = 0.5

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        super().__init__(seed, budget, EXPERT_1_WEIGHTS)
