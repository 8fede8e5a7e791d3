"""`PacedTurnSearch` completes several turns within a budget in which the plain search completes only one.
Another test checks how Master, which uses this search, averages its estimates of a turn."""

from __future__ import annotations

from functools import cache

import pytest
from support.sample_games import FIRST_EXPANSIONS
from support.sample_positions import sample_positions

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.master import EXTRA_COST_PER_EXPANSION, CandidateEstimate, MasterPlayer
from kingdom.ai.player import Budget, BudgetMeter
from kingdom.ai.rollout import RolloutPolicy
from kingdom.ai.turn_search import BeamWidth, PacedTurnSearch, TurnCandidate, TurnSearch
from kingdom.rules.decision_frames import MANDATORY_TODO, TILE_READY
from kingdom.rules.game import Game
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import GameSetup, new_game

BUDGET = 600
BEAM_WIDTH = BeamWidth(positions=48, hexes_per_build=20, positions_in_action=6, origins_per_move=6)


@cache
def positions_with_many_tiles() -> list[Game]:
    """Returns positions at the start of a turn with at least three usable tiles."""
    return [
        game
        for game in sample_positions(400, 12, FIRST_EXPANSIONS)
        if game.mandatory_state == MANDATORY_TODO
        and not game.has_open_action
        and sum(state == TILE_READY for _, _, state in game.held_tiles[game.active_player]) >= 3
    ][:6]


def search_turns(
    search_class: type[TurnSearch], game: Game, max_evaluations: int = BUDGET
) -> tuple[list[TurnCandidate], int]:
    view = game.observe(game.active_player, 1)
    evaluation = Evaluation(view, game.active_player)
    meter = BudgetMeter(Budget(max_evaluations=max_evaluations))
    search = search_class(
        view, game.active_player, evaluation, RolloutPolicy(evaluation, view, 1), BEAM_WIDTH, meter
    )
    return search.best_turns(10), meter.evaluations


def test_paced_search_finds_several_turns() -> None:
    games = positions_with_many_tiles()
    assert len(games) >= 4
    plain_counts = [len(search_turns(TurnSearch, game)[0]) for game in games]
    paced_counts = [len(search_turns(PacedTurnSearch, game)[0]) for game in games]
    assert plain_counts.count(1) > len(games) // 2
    assert min(paced_counts) > 1
    assert sum(paced_counts) > 2 * sum(plain_counts)


def test_paced_search_finds_better_turns_on_average() -> None:
    value_differences = [
        search_turns(PacedTurnSearch, game)[0][0].value - search_turns(TurnSearch, game)[0][0].value
        for game in positions_with_many_tiles()
    ]
    assert sum(value_differences) > 0


def test_paced_search_respects_its_budget() -> None:
    for game in positions_with_many_tiles():
        assert search_turns(PacedTurnSearch, game)[1] < 2 * BUDGET


def test_candidate_value_is_a_weighted_mean() -> None:
    """Horizons without an estimate are left out of the mean."""
    horizon_weights = (0.5, 0.3, 0.2)
    candidate = CandidateEstimate(TurnCandidate(0.0, (), positions_with_many_tiles()[0]), 4.0)
    assert candidate.value(horizon_weights) == pytest.approx(4.0)
    candidate.after_two_turns[0] += 2 * 6.0
    candidate.after_two_turns[1] += 2
    assert candidate.value(horizon_weights) == pytest.approx((0.5 * 4 + 0.2 * 6) / 0.7)
    candidate.after_one_turn[0] += 3 * 1.0
    candidate.after_one_turn[1] += 3
    assert candidate.value(horizon_weights) == pytest.approx(0.5 * 4 + 0.3 * 1 + 0.2 * 6)


@pytest.mark.parametrize(("expansion_count", "requested"), [(1, None), (3, None), (3, 700), (3, 60_000)])
def test_master_budget_shrinks_with_more_expansions(
    monkeypatch: pytest.MonkeyPatch, expansion_count: int, requested: int | None
) -> None:
    """Evaluations take longer with more expansions, so the default budget is reduced. An explicit budget is
    not reduced."""
    limits: list[int | None] = []

    def recording_select_turn(player: MasterPlayer, search: TurnSearch, seed: int) -> TurnCandidate:
        limits.append(search.meter.max_evaluations)
        return search.best_turns(1, 0.001)[0]

    monkeypatch.setattr(MasterPlayer, "select_turn", recording_select_turn)
    game = new_game(GameSetup(2, tuple(EXPANSIONS)[:expansion_count], seed=3))
    master = MasterPlayer(1, Budget(max_evaluations=requested) if requested else None)
    master.decide(game.observe(game.active_player, 1))
    default_evaluations = MasterPlayer.default_budget.max_evaluations
    assert default_evaluations is not None
    assert limits == [
        requested or round(default_evaluations / (1 + EXTRA_COST_PER_EXPANSION * (expansion_count - 1)))
    ]
