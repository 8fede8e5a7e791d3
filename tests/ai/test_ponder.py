"""Pondering during opponents' turns does not change the answer and uses no hidden information."""

from __future__ import annotations

import pytest

from kingdom.ai.levels import create_ai_player
from kingdom.ai.planner import TurnPlanner
from kingdom.ai.player import Budget, never_stop
from kingdom.ai.turn_search import TurnCandidate, TurnSearch
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.game import Game, random_answer
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game

BUDGET = Budget(max_evaluations=300)
LEVELS = ("medium", "hard", "hard/hermit", "expert", "master", "near/1700")


def game_before_end_of_turn(expansions: tuple[str, ...], seed: int) -> Game:
    """Returns a game in which player 0 may end the turn and player 1 will then have a choice."""
    game, rng = (
        new_game(GameSetup(player_count=2, expansions=expansions, seed=seed, start_player=0)),
        Rng(seed),
    )
    while game.round < 4 or game.active_player != 0 or END_TURN not in game.legal_answers()[1]:
        game.push(random_answer(game, rng))
    return game


def after_end_of_turn(game: Game) -> Game:
    game = game.copy()
    game.push(END_TURN)
    return game


@pytest.fixture
def planning_calls(monkeypatch: pytest.MonkeyPatch) -> list[TurnPlanner]:
    """Returns a list that collects the planner of each call that plans a complete turn."""
    calls: list[TurnPlanner] = []
    original = TurnPlanner.find_turn

    def recording_find_turn(self: TurnPlanner, game: Game, seed: int, budget: Budget) -> TurnCandidate:
        calls.append(self)
        return original(self, game, seed, budget)

    monkeypatch.setattr(TurnPlanner, "find_turn", recording_find_turn)
    return calls


@pytest.mark.parametrize("level", LEVELS)
def test_pondered_answer_is_the_same_and_computed_once(level: str, planning_calls: list[TurnPlanner]) -> None:
    game = game_before_end_of_turn(("base",), 5)
    expected = create_ai_player(level, 7, BUDGET).decide(after_end_of_turn(game).observe(1, 1))
    planning_calls.clear()
    player = create_ai_player(level, 7, BUDGET)
    player.ponder(
        after_end_of_turn(game.observe(1, 2)), never_stop
    )  # the opponent draws a different card in this game
    player.ponder(after_end_of_turn(game.observe(1, 3)), never_stop)
    assert len(planning_calls) == 1
    assert player.decide(after_end_of_turn(game).observe(1, 4)) == expected
    assert len(planning_calls) == 1


@pytest.mark.parametrize("seed", range(3))
def test_pondering_with_all_expansions(seed: int, planning_calls: list[TurnPlanner]) -> None:
    game = game_before_end_of_turn(tuple(EXPANSIONS), seed)
    expected = create_ai_player("hard", 7, BUDGET).decide(after_end_of_turn(game).observe(1, 1))
    planning_calls.clear()
    player = create_ai_player("hard", 7, BUDGET)
    player.ponder(after_end_of_turn(game.observe(1, 2)), never_stop)
    assert player.decide(after_end_of_turn(game).observe(1, 3)) == expected
    assert len(planning_calls) == 1


def test_unexpected_position_is_planned_again(planning_calls: list[TurnPlanner]) -> None:
    game, other_game = game_before_end_of_turn(("base",), 5), game_before_end_of_turn(("base",), 6)
    expected = create_ai_player("hard", 7, BUDGET).decide(after_end_of_turn(other_game).observe(1, 1))
    planning_calls.clear()
    player = create_ai_player("hard", 7, BUDGET)
    player.ponder(after_end_of_turn(game.observe(1, 2)), never_stop)
    assert player.decide(after_end_of_turn(other_game).observe(1, 3)) == expected
    assert len(planning_calls) == 2


def test_pondered_turn_depends_on_the_terrain_card(planning_calls: list[TurnPlanner]) -> None:
    """A turn pondered for one card is not used with a different card on the same board."""
    game = game_before_end_of_turn(("base",), 5)
    view = after_end_of_turn(game.observe(1, 2))
    card = next(card for card in view.draw_pile if card != view.hands[1][0])
    other_view = view.with_hand((card,))
    expected = create_ai_player("hard", 7, BUDGET).decide(other_view)
    planning_calls.clear()
    player = create_ai_player("hard", 7, BUDGET)
    player.ponder(view, never_stop)
    assert player.decide(other_view) == expected
    assert len(planning_calls) == 2


def test_stopped_pondering_is_discarded(planning_calls: list[TurnPlanner]) -> None:
    game = game_before_end_of_turn(("base",), 5)
    expected = create_ai_player("hard", 7, BUDGET).decide(after_end_of_turn(game).observe(1, 1))
    planning_calls.clear()
    player = create_ai_player("hard", 7, BUDGET)
    player.ponder(after_end_of_turn(game.observe(1, 2)), lambda: True)
    assert player.decide(after_end_of_turn(game).observe(1, 3)) == expected
    assert len(planning_calls) == 2


def test_pondering_stops_immediately() -> None:
    """If pondering is asked to stop, it evaluates hardly any positions."""
    evaluation_counts: list[int] = []

    class RecordingPlanner(TurnPlanner):
        def select_turn(self, search: TurnSearch, seed: int) -> TurnCandidate:
            turn = super().select_turn(search, seed)
            evaluation_counts.append(search.meter.evaluations)
            return turn

    player = RecordingPlanner(1, Budget(max_evaluations=100_000))
    view = after_end_of_turn(game_before_end_of_turn(tuple(EXPANSIONS), 1).observe(1, 2))
    player.ponder(view, lambda: True)
    player.ponder(view, never_stop)
    assert evaluation_counts[0] * 5 < evaluation_counts[1]
