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

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import ExpertPlayer, LookaheadStage
from kingdom.ai.player import Budget
from kingdom.ai.turn_search import BeamWidth, PacedTurnSearch, TurnCandidate, TurnSearch
from kingdom.ai.weights import Weights, load_master_weights, load_weights
from kingdom.rules.game import Game

EXTRA_COST_PER_EXPANSION = 0.15
"""Fraction by which each expansion beyond the base game increases the cost of a turn, because evaluations
take longer and turns have more steps. The default budget is divided by the total cost, so that humans do not
have to wait longer."""


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
    lookahead_stages = (
        LookaheadStage(
            16,
            (BeamWidth(positions=1, hexes_per_build=10, positions_in_action=2, origins_per_move=3),),
            max_gold_behind=3.0,
            weight=1.0,
        ),
        LookaheadStage(
            6,
            (BeamWidth(positions=6, hexes_per_build=10, positions_in_action=3, origins_per_move=3),),
            max_gold_behind=2.0,
            weight=2.0,
        ),
        LookaheadStage(
            3,
            (
                BeamWidth(positions=8, hexes_per_build=10, positions_in_action=3, origins_per_move=3),
                BeamWidth(positions=4, hexes_per_build=10, positions_in_action=3, origins_per_move=3),
            ),
            deals_per_card=2,
            max_gold_behind=1.2,
            weight=3.0,
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
        if self.has_default_budget and budget.max_evaluations is not None:
            cost_factor = 1 + EXTRA_COST_PER_EXPANSION * (len(game.config.expansions) - 1)
            budget = replace(budget, max_evaluations=round(budget.max_evaluations / cost_factor))
        return super().find_turn(game, seed, budget)

    def select_turn(self, search: TurnSearch, seed: int) -> TurnCandidate:
        turns = search.best_turns(self.lookahead_stages[0].max_turns, self.search_fraction)
        if len(turns) < 2:
            return turns[0]
        candidates = [CandidateEstimate(turn, self.value_after(search, turn)) for turn in turns]
        for i, stage in enumerate(self.lookahead_stages):
            candidates = self.best_candidates(candidates, stage.max_turns, stage.max_gold_behind)
            if len(candidates) < 2 or not self.compare_candidates(search, candidates, stage, seed + i):
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
        self, search: TurnSearch, candidates: list[CandidateEstimate], stage: LookaheadStage, seed: int
    ) -> bool:
        """Evaluates all candidates on the same deals. Returns False if the budget ran out."""
        for deal in self.deals(search, stage.deals_per_card, seed):
            values = []
            for candidate in candidates:
                if search.meter.is_exhausted():
                    return False
                values.append(self.values_in_deal(search, candidate.turn, deal, stage.beam_widths))
            weight = deal.probability * stage.weight
            for candidate, turn_values in zip(candidates, values, strict=True):
                for estimate, value in zip(
                    (candidate.after_one_turn, candidate.after_two_turns), turn_values, strict=False
                ):
                    estimate[0] += weight * value
                    estimate[1] += weight
        return True

    def value_after(self, search: TurnSearch, turn: TurnCandidate) -> float:
        """Evaluates the position with a new Evaluation instead of the Evaluation from the start of the
        turn."""
        search.meter.evaluations += 1
        return Evaluation(turn.game, search.player, self.weights).value(turn.game)

    def utility(self, own_value: float, opponent_values: list[float], turns_left: float) -> float:
        """Adds a bonus for being ahead. With fewer turns left, being ahead matters more."""
        lead = (own_value - max(opponent_values)) / (2.0 + 2.5 * turns_left)
        return super().utility(own_value, opponent_values, turns_left) + self.win_bonus / (
            1.0 + math.exp(-max(-30.0, min(30.0, lead)))
        )
