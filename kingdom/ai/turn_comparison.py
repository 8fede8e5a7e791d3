"""TurnComparer measures how much gold a played turn lost compared with the best turn found by a broad search.
It uses Expert's evaluation and considers only information visible to the player. docs/REVIEW.md defines the
numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kingdom.ai.expert import ExpertPlayer, LookaheadStage
from kingdom.ai.player import Budget, BudgetMeter
from kingdom.ai.turn_search import BeamWidth, TurnCandidate, TurnSearch
from kingdom.rules.decision_frames import Answer
from kingdom.rules.game import Game


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
            10, (BeamWidth(positions=1, hexes_per_build=12, positions_in_action=2, origins_per_move=3),)
        ),
        LookaheadStage(
            4, (BeamWidth(positions=4, hexes_per_build=14, positions_in_action=3, origins_per_move=4),)
        ),
    )
    final_stage = LookaheadStage(
        2, (BeamWidth(positions=4, hexes_per_build=14, positions_in_action=3, origins_per_move=4),)
    )
    """The final comparison between the best turn and the played turn."""
    final_deals_per_card = 2
    """Deals per card in the final comparison."""

    def compare_turn(self, view: Game, played: Sequence[Answer]) -> TurnComparison | None:
        """Compares the answers that a player gave, starting at this view, with the best turn found. Returns
        None if stopped.

        The stages choose one turn, which is then compared with the played turn on new deals. The played turn
        therefore does not look bad merely because the chosen turn was lucky.
        """
        search, turns, seed = self._find_turns(view)
        played_turn = search.candidate_from_answers(played)
        turns = [turn for turn in turns if not search.is_equivalent(turn, played_turn)]
        prepared = PreparedComparison(search, self.rank_turns(search, turns, seed), seed)
        return self._compare(prepared, played_turn, played)

    def prepare_comparison(self, view: Game) -> PreparedComparison | None:
        """Searches for the best turns ahead of time. Returns None if stopped."""
        search, turns, seed = self._find_turns(view)
        turns = self.rank_turns(search, turns, seed)
        return None if search.meter.is_out_of_time() else PreparedComparison(search, turns, seed)

    def compare_prepared(
        self, prepared: PreparedComparison, played: Sequence[Answer]
    ) -> TurnComparison | None:
        """Compares a turn with the best turn found by `prepare_comparison`. Returns None if stopped. The
        result may differ slightly from the result of `compare_turn`, which excludes the played turn from the
        candidates."""
        prepared.search.meter = BudgetMeter(Budget(should_stop=self.budget.should_stop))
        return self._compare(prepared, prepared.search.candidate_from_answers(played), played)

    def _find_turns(self, view: Game) -> PreparedComparison:
        """Searches for the best turns. Later steps of the comparison are limited only by `should_stop`."""
        game, seed = self.redeal_hidden_cards(view)
        search = self.create_search(game, seed, self.budget)
        turns = search.best_turns(self.lookahead_stages[0].max_turns, self.search_fraction)
        search.meter = BudgetMeter(Budget(should_stop=self.budget.should_stop))
        return PreparedComparison(search, turns, seed)

    def _compare(
        self, prepared: PreparedComparison, played_turn: TurnCandidate, played: Sequence[Answer]
    ) -> TurnComparison | None:
        search, turns, seed = prepared
        best, loss = turns[0] if turns else played_turn, 0.0
        if not search.is_equivalent(best, played_turn):
            for i in range(self.final_deals_per_card):
                values = self.turn_values(
                    search, [best, played_turn], self.final_stage, seed + len(self.lookahead_stages) + i
                )
                if search.meter.is_out_of_time():
                    return None
                loss += (values[0] - values[1]) / self.final_deals_per_card
        if search.meter.is_out_of_time():
            return None
        if loss <= 0:
            return TurnComparison(0.0, tuple(played), played_turn.game, played_turn.game)
        return TurnComparison(loss, best.answers, played_turn.game, best.game)
