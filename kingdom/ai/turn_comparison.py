"""TurnComparer measures how much gold a played turn lost compared with the best turn found by a broad search.
It uses Expert's evaluation and considers only information visible to the player. docs/REVIEW.md defines the
numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import ExpertPlayer, LookaheadStage, next_card_probabilities
from kingdom.ai.float_sum import sum_floats
from kingdom.ai.planner import position_seed
from kingdom.ai.player import Budget, BudgetMeter
from kingdom.ai.rollout import RolloutPolicy
from kingdom.ai.turn_search import BeamWidth, TurnCandidate, TurnSearch
from kingdom.rules.decision_frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.rng import state_from_seed


class TurnComparison(NamedTuple):
    """A played turn compared with the best turn found."""

    loss: float
    """Value of the best turn minus the value of the played turn, in gold. Never negative."""
    best_answers: tuple[Answer, ...]
    """Answers of the best turn, or of the played turn if no better turn was found."""
    played_position: Game
    """Position after the played turn, as used in the comparison."""
    best_position: Game
    """Position after the best turn."""


class PreparedComparison(NamedTuple):
    """Search results for a position, computed before the player's turn is played."""

    search: TurnSearch
    turns: list[TurnCandidate]
    """Best turns found, best first."""
    seed: int


class TurnComparer(ExpertPlayer):
    """Expert with a broader search that always includes the played turn."""

    beam_width = BeamWidth(positions=48, hexes_per_build=32, positions_in_action=8, origins_per_move=8)
    default_budget = Budget(max_evaluations=20_000)
    search_fraction = 0.4
    lookahead_stages = (
        LookaheadStage(
            10, BeamWidth(positions=1, hexes_per_build=12, positions_in_action=2, origins_per_move=3)
        ),
        LookaheadStage(
            4, BeamWidth(positions=4, hexes_per_build=14, positions_in_action=3, origins_per_move=4)
        ),
    )
    final_beam_width = BeamWidth(positions=4, hexes_per_build=14, positions_in_action=3, origins_per_move=4)
    """Beam width for the next turn in the final comparison between the best turn and the played turn."""
    final_deals_per_card = 2
    """Deals per card in the final comparison."""

    def compare_turn(self, view: Game, played: Sequence[Answer]) -> TurnComparison | None:
        """Compares the answers that a player gave from this view on with the best turn found. Returns None if
        stopped."""
        search, seed = self._create_search(view)
        turns = search.best_turns(self.lookahead_stages[0].max_turns, self.search_fraction)
        played_turn = search.candidate_from_answers(played)
        search.meter = BudgetMeter(Budget(should_stop=self.budget.should_stop))
        better = self._find_better(
            [turn for turn in turns if not search.is_equivalent(turn, played_turn)], played_turn, search, seed
        )
        if search.meter.is_out_of_time():
            return None
        if better is None:
            return TurnComparison(0.0, tuple(played), played_turn.game, played_turn.game)
        loss, best = better
        return TurnComparison(loss, best.answers, played_turn.game, best.game)

    def _create_search(self, view: Game) -> tuple[TurnSearch, int]:
        player = view.decision().player
        seed = state_from_seed(self.seed ^ position_seed(view)) >> 2
        game = view.observe(player, seed)
        evaluation = Evaluation(game, player, self.weights)
        policy = RolloutPolicy(evaluation, game, seed)
        return TurnSearch(game, player, evaluation, policy, self.beam_width, BudgetMeter(self.budget)), seed

    def prepare_comparison(self, view: Game) -> PreparedComparison | None:
        """Searches for the best turns ahead of time. Returns None if stopped."""
        search, seed = self._create_search(view)
        turns = search.best_turns(self.lookahead_stages[0].max_turns, self.search_fraction)
        search.meter = BudgetMeter(Budget(should_stop=self.budget.should_stop))
        turns = self._rank_turns(turns, search, seed)
        return None if search.meter.is_out_of_time() else PreparedComparison(search, turns, seed)

    def compare_prepared(
        self, prepared: PreparedComparison, played: Sequence[Answer]
    ) -> TurnComparison | None:
        """Compares a turn with the best turn found by `prepare_comparison`. Returns None if stopped. The
        result may differ slightly from the result of `compare_turn`, which excludes the played turn from the
        candidates."""
        prepared.search.meter = BudgetMeter(Budget(should_stop=self.budget.should_stop))
        played_turn = prepared.search.candidate_from_answers(played)
        best = prepared.turns[0] if prepared.turns else played_turn
        loss = (
            0.0
            if prepared.search.is_equivalent(best, played_turn)
            else self._advantage(best, played_turn, prepared.search, prepared.seed)
        )
        if prepared.search.meter.is_out_of_time():
            return None
        if loss <= 0:
            return TurnComparison(0.0, tuple(played), played_turn.game, played_turn.game)
        return TurnComparison(loss, best.answers, played_turn.game, best.game)

    def _find_better(
        self, turns: list[TurnCandidate], played_turn: TurnCandidate, search: TurnSearch, seed: int
    ) -> tuple[float, TurnCandidate] | None:
        """Returns the advantage of the best turn found over the played turn, and the best turn itself.
        Returns None if no turn is better.

        The stages choose one turn, which is then compared with the played turn on new deals. The played turn
        therefore does not look bad merely because the chosen turn was lucky.
        """
        turns = self._rank_turns(turns, search, seed)
        if not turns:
            return None
        advantage = self._advantage(turns[0], played_turn, search, seed)
        return (advantage, turns[0]) if advantage > 0 else None

    def _rank_turns(self, turns: list[TurnCandidate], search: TurnSearch, seed: int) -> list[TurnCandidate]:
        """Returns the turns left after all stages, best first."""
        for i, stage in enumerate(self.lookahead_stages):
            turns = turns[: stage.max_turns]
            values = self._turn_values(search, turns, stage.beam_width, seed + i)
            turns = [turn for _, turn in sorted(zip(values, turns, strict=True), key=lambda pair: -pair[0])]
        return turns

    def _advantage(
        self, best: TurnCandidate, played_turn: TurnCandidate, search: TurnSearch, seed: int
    ) -> float:
        """Returns how much better the best turn is than the played turn on new deals."""
        advantage = 0.0
        for i in range(self.final_deals_per_card):
            best_value, played_value = self._turn_values(
                search, [best, played_turn], self.final_beam_width, seed + len(self.lookahead_stages) + i
            )
            advantage += (best_value - played_value) / self.final_deals_per_card
        return advantage

    def _turn_values(
        self, search: TurnSearch, turns: list[TurnCandidate], beam_width: BeamWidth, seed: int
    ) -> list[float]:
        """Returns the value of each turn: the weighted mean of the values right after it and after the next
        turn. If there is only one turn, there is nothing to compare it with, so only the value right after
        the turn is used."""
        likely_cards = next_card_probabilities(search)[: self.max_next_cards]
        card_probabilities = [
            (card, probability / sum_floats(other_probability for _, other_probability in likely_cards))
            for card, probability in likely_cards
        ]
        next_turn_values = self.lookahead_values(search, turns, beam_width, card_probabilities, seed) or [
            turn.value for turn in turns
        ]
        next_turn_values += [0.0] * (len(turns) - len(next_turn_values))  # values are missing only if stopped
        return [
            self.immediate_weight * turn.value + (1 - self.immediate_weight) * value
            for turn, value in zip(turns, next_turn_values, strict=True)
        ]
