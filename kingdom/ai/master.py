"""The Master level: Expert with a longer lookahead and a better evaluation.

- It evaluates the position after a turn from scratch. It recomputes how much gold one more piece would gain
  on each hex. The other levels reuse these gains from the start of the turn.
- Its turn search almost always finishes, even with many tiles (PacedTurnSearch).
- It compares more turns, in three stages of increasing effort. Turns that fall too far behind are dropped, so
  the time is spent on close decisions. The last stage looks two turns ahead instead of one.
- It has its own weights (master.json). With these weights, no majority counts as won before the end
  (`expected_payouts`), some tiles have individual values, and blocking opponents is worth more.
- Its evaluation looks beyond the next card (long_term_evaluation.py).
- Toward the end it plays to win rather than to maximize gold. At that point it also considers the opponents'
  gold and whether the game ends now.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import INNER_SEARCH_EVALUATIONS, ExpertPlayer, next_card_probabilities
from kingdom.ai.float_sum import sum_floats
from kingdom.ai.player import Budget, BudgetMeter
from kingdom.ai.turn_search import BeamWidth, PacedTurnSearch, TurnCandidate, TurnSearch
from kingdom.ai.weights import (
    Weights,
    load_master_weights,
    load_weights,
)
from kingdom.rules.decision_frames import TURN_FRAME
from kingdom.rules.game import Game
from kingdom.rules.rng import Rng, state_from_seed

EXTRA_COST_PER_EXPANSION = 0.15
"""Fraction by which each expansion beyond the base game increases the cost of a turn, because evaluations
take longer and turns have more steps. The default budget is divided by the total cost, so that humans do not
have to wait longer."""


class ComparisonStage(NamedTuple):
    """One stage of the comparison between turns."""

    max_turns: int
    max_gold_behind: float
    """Turns whose value is behind the best turn's value by more than this amount of gold are not compared."""
    beam_widths: tuple[BeamWidth, ...]
    """One beam width for each following turn that is searched."""
    deals_per_card: int
    weight: float
    """Weight of this stage's results relative to the results of other stages."""


class CandidateEstimate:
    """A turn and the estimates of its value so far."""

    __slots__ = ("after_one_turn", "after_two_turns", "turn", "value_now")

    def __init__(self, turn: TurnCandidate, value_now: float) -> None:
        self.turn = turn
        self.value_now = value_now
        """Value of the position right after the turn."""
        self.after_one_turn = [0.0, 0.0]
        self.after_two_turns = [0.0, 0.0]
        """Values after one and after two more turns, each stored as a weighted sum and a total weight."""

    def value(self, horizon_weights: tuple[float, float, float]) -> float:
        """Combines the estimates into one value."""
        total = weight = 0.0
        for horizon_weight, (value, sample_weight) in zip(
            horizon_weights, ((self.value_now, 1.0), self.after_one_turn, self.after_two_turns), strict=True
        ):
            if sample_weight:
                total += horizon_weight * value / sample_weight
                weight += horizon_weight
        return total / weight


class MasterPlayer(ExpertPlayer):
    """Searches more broadly and deeply than Expert and plays to win."""

    beam_width = BeamWidth(positions=96, hexes_per_build=24, positions_in_action=8, origins_per_move=6)
    search_class = PacedTurnSearch
    default_budget = Budget(max_evaluations=60_000)
    search_fraction = 0.3
    comparison_stages: tuple[ComparisonStage, ...] = (
        ComparisonStage(
            16,
            3.0,
            (BeamWidth(positions=1, hexes_per_build=10, positions_in_action=2, origins_per_move=3),),
            1,
            1.0,
        ),
        ComparisonStage(
            6,
            2.0,
            (BeamWidth(positions=6, hexes_per_build=10, positions_in_action=3, origins_per_move=3),),
            1,
            2.0,
        ),
        ComparisonStage(
            3,
            1.2,
            (
                BeamWidth(positions=8, hexes_per_build=10, positions_in_action=3, origins_per_move=3),
                BeamWidth(positions=4, hexes_per_build=10, positions_in_action=3, origins_per_move=3),
            ),
            2,
            3.0,
        ),
    )
    horizon_weights = (0.5, 0.3, 0.2)
    """Weights of the values after this turn, after the next turn and after the turn that follows."""
    win_bonus = 8.0
    """Value of a certain win, in gold."""

    @classmethod
    def level_weights(cls) -> Weights:
        return {**load_weights(), **load_master_weights()}

    def find_turn(self, game: Game, seed: int, budget: Budget) -> TurnCandidate:
        default = self.default_budget.max_evaluations
        if default is not None and budget.max_evaluations == default:  # an explicit budget stays unchanged
            cost_factor = 1 + EXTRA_COST_PER_EXPANSION * (len(game.config.expansions) - 1)
            budget = replace(budget, max_evaluations=round(default / cost_factor))
        return super().find_turn(game, seed, budget)

    def select_turn(self, search: TurnSearch, seed: int) -> TurnCandidate:
        turns = search.best_turns(self.comparison_stages[0].max_turns, self.search_fraction)
        if len(turns) < 2:
            return turns[0]
        candidates = [CandidateEstimate(turn, self.evaluate_fresh(search, turn.game)) for turn in turns]
        likely_cards = next_card_probabilities(search)[: self.max_next_cards]
        card_probabilities = [
            (card, probability / sum_floats(other_probability for _, other_probability in likely_cards))
            for card, probability in likely_cards
        ]
        for i, stage in enumerate(self.comparison_stages):
            candidates = self.best_candidates(candidates, stage.max_turns, stage.max_gold_behind)
            if len(candidates) < 2 or not self.compare_candidates(
                search, candidates, stage, card_probabilities, seed + i
            ):
                break
        return self.best_candidates(candidates, 1, 0.0)[0].turn

    def best_candidates(
        self, candidates: list[CandidateEstimate], count: int, max_gold_behind: float
    ) -> list[CandidateEstimate]:
        """Returns at most `count` of the best candidates, excluding any that are too far behind."""
        values = {id(candidate): candidate.value(self.horizon_weights) for candidate in candidates}
        best = max(values.values())
        ranked = sorted(candidates, key=lambda candidate: -values[id(candidate)])
        return [candidate for candidate in ranked if values[id(candidate)] >= best - max_gold_behind][:count]

    def compare_candidates(
        self,
        search: TurnSearch,
        candidates: list[CandidateEstimate],
        stage: ComparisonStage,
        card_probabilities: list[tuple[str, float]],
        seed: int,
    ) -> bool:
        """Evaluates all candidates on the same deals. Returns False if the budget ran out."""
        deal_index = 0
        for _ in range(stage.deals_per_card):
            for card, probability in card_probabilities:
                deal_seed = state_from_seed(seed + 7919 * deal_index) >> 1
                deal_index += 1
                values = []
                for candidate in candidates:
                    if search.meter.is_exhausted():
                        return False
                    # use the same random numbers for all candidates, so that opponents choose alike where
                    # possible
                    search.policy.rng = Rng(deal_seed)
                    deal = search.root.observe(search.player, deal_seed, card if search.is_own_turn else None)
                    values.append(
                        self.values_after_turns(
                            search, search.replay(candidate.turn, deal), stage.beam_widths
                        )
                    )
                weight = probability * stage.weight
                for candidate, turn_values in zip(candidates, values, strict=True):
                    for estimate, value in zip(
                        (candidate.after_one_turn, candidate.after_two_turns), turn_values, strict=False
                    ):
                        estimate[0] += weight * value
                        estimate[1] += weight
        return True

    def values_after_turns(
        self, search: TurnSearch, game: Game, beam_widths: tuple[BeamWidth, ...]
    ) -> list[float]:
        """Returns the player's utility after each of the following turns."""
        player, policy, meter, evaluation = search.player, search.policy, search.meter, search.evaluation
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
                next_turn = PacedTurnSearch(
                    game, player, Evaluation(game, player, self.weights), policy, beam_width, inner_meter
                )
                game = next_turn.best_turns(1)[0].game
                meter.evaluations += inner_meter.evaluations
                own_value = self.evaluate_fresh(search, game)
            else:
                own_value = evaluation.quick_value(game, player)
            values.append(self.utility(own_value, opponent_values, evaluation.turns_left(game)))
        return values

    def utility(self, own_value: float, opponent_values: list[float], turns_left: float) -> float:
        """Combines the values of all players into a utility in gold. With fewer turns left, being ahead
        matters more."""
        lead = (own_value - max(opponent_values)) / (2.0 + 2.5 * turns_left)
        mean_opponent_value = sum_floats(opponent_values) / len(opponent_values)
        return (
            own_value
            - self.opponent_weight * (max(opponent_values) + mean_opponent_value) / 2
            + self.win_bonus / (1.0 + math.exp(-max(-30.0, min(30.0, lead))))
        )

    def evaluate_fresh(self, search: TurnSearch, game: Game) -> float:
        """Evaluates a position with a new Evaluation instead of the Evaluation from the start of the turn."""
        search.meter.evaluations += 1
        return Evaluation(game, search.player, self.weights).value(game)
