"""All AI players answer legally, do not change the view they are given, use no hidden information, and stop
on request.

`PYTHONPATH=tests python tests/ai/test_ai_players.py 300 1000` plays 300 mixed games with all levels and play
styles, starting at seed 1000. A third number multiplies the players' budgets.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import replace

import pytest
from support.sample_positions import random_new_game, reshuffle_hidden, sample_positions
from support.scenario import scenario

from kingdom.ai.expert import LookaheadStage
from kingdom.ai.levels import (
    AI_LEVELS,
    AI_PLAYER_FACTORIES,
    LEVELS_WITH_STYLES,
    create_ai_player,
    split_ai_player_name,
)
from kingdom.ai.master import CandidateEstimate, MasterPlayer
from kingdom.ai.planner import HardPlayer
from kingdom.ai.play_styles import load_play_styles
from kingdom.ai.player import AIPlayer, Budget, BudgetMeter
from kingdom.ai.turn_search import BeamWidth, TurnSearch
from kingdom.position import write_position
from kingdom.rules.decision_frames import END_TURN, MANDATORY_TODO, PHASE_TURNS
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import total_gold

SMALL_BUDGETS = {
    "medium": Budget(max_evaluations=40),
    "hard": Budget(max_evaluations=60),
    "expert": Budget(max_evaluations=300),
    "master": Budget(max_evaluations=300),
}
"""Budgets that are small but sufficient for every part of the players' search."""
SEARCHING_LEVELS = ("medium", "hard", "expert", "master")
LEVELS = AI_LEVELS


STYLED_PLAYERS = tuple(f"{level}/{style}" for level in LEVELS_WITH_STYLES for style in load_play_styles())
RATED_PLAYERS = ("near/1550", "near/1950")
"""A player rated between Medium and Hard, and one between Expert and Master."""
OTHER_PLAYERS = ("enumerator", "random", *STYLED_PLAYERS, *RATED_PLAYERS)


def create_small_player(name: str, seed: int = 3, factor: int = 1) -> AIPlayer:
    """Creates a player with a small budget, multiplied by `factor`."""
    budget = SMALL_BUDGETS.get(
        split_ai_player_name(name)[0], SMALL_BUDGETS["hard"] if name in OTHER_PLAYERS else None
    )
    return create_ai_player(
        name, seed, budget and replace(budget, max_evaluations=(budget.max_evaluations or 0) * factor)
    )


def test_levels_have_players_with_evaluation_budgets() -> None:
    assert AI_LEVELS == ("easy", "medium", "hard", "expert", "master")
    assert set(AI_LEVELS) < set(AI_PLAYER_FACTORIES)
    for name in SEARCHING_LEVELS:
        level: AIPlayer = AI_PLAYER_FACTORIES[name](1, None)
        assert level.budget.max_evaluations, "default budgets limit evaluations, so results are reproducible"
        assert level.budget.max_ms is None


def play_mixed_game(seed: int, factor: int = 1) -> tuple[int, dict[str, float]]:
    """Plays one random game with players of all kinds. Returns the number of answers and each player's
    longest thinking time in milliseconds."""
    game = random_new_game(seed)
    names = [*LEVELS, *OTHER_PLAYERS]
    seats = [names[(seed + seat) % len(names)] for seat in range(game.config.player_count)]
    players = [create_small_player(name, seed, factor) for name in seats]
    answer_count, longest_ms = 0, dict.fromkeys(seats, 0.0)
    while not game.over:
        player_index = game.decision().player
        answer_count += 1
        view = game.observe(player_index, seed * 1000 + answer_count)
        state_before = write_position(view), view.legal_answers(), view.rng_state, view.draw_pile
        started_at = time.process_time()
        answer = players[player_index].decide(view)
        longest_ms[seats[player_index]] = max(
            longest_ms[seats[player_index]], (time.process_time() - started_at) * 1000
        )
        assert (write_position(view), view.legal_answers(), view.rng_state, view.draw_pile) == state_before
        game.play(answer)  # raises if the answer is illegal
    assert game.over
    return answer_count, longest_ms


@pytest.mark.parametrize("seed", range(36))
def test_mixed_games_are_legal_and_end(seed: int) -> None:
    assert play_mixed_game(seed)[0] > 20


@pytest.mark.parametrize("name", [*LEVELS, "enumerator"])
def test_any_decision_gets_a_legal_answer(name: str) -> None:
    """Decisions within actions and interrupts, for which the player has no plan, also get a legal answer."""
    for seed, game in enumerate(sample_positions(60, seed=5)):
        player_index = game.decision().player
        view = game.observe(player_index, seed)
        answer = create_small_player(name).decide(view)
        cells, options = game.legal_answers()
        assert answer in options if isinstance(answer, str) else cells >> answer & 1


@pytest.mark.parametrize("name", [*LEVELS, "hard/hermit", *RATED_PLAYERS])
def test_players_do_not_use_hidden_information(name: str) -> None:
    """Hidden cards do not change the answer. For players that plan, the seed of the view does not change it
    either."""
    changed_count = 0
    for number, game in enumerate(sample_positions(60, seed=11)):
        if game.phase != PHASE_TURNS:
            continue
        viewer = game.decision().player
        reshuffled = reshuffle_hidden(game, viewer, 77 + number)
        changed_count += reshuffled.hands != game.hands or reshuffled.draw_pile != game.draw_pile
        seed = number if name == "easy" else number + 1
        first = create_small_player(name).decide(game.observe(viewer, number))
        assert create_small_player(name).decide(reshuffled.observe(viewer, seed)) == first
    assert changed_count > 45


def test_master_lookahead_does_not_use_hidden_information(monkeypatch: pytest.MonkeyPatch) -> None:
    """All comparison stages deal hidden cards, so all of them must be completed. A small budget would stop
    them early, so the stages use fewer turns and cards and a narrower beam instead."""
    narrow = BeamWidth(positions=2, hexes_per_build=4, positions_in_action=2, origins_per_move=2)
    stages = tuple(
        stage._replace(
            max_turns=max_turns, max_gold_behind=99.0, beam_widths=(narrow,) * len(stage.beam_widths)
        )
        for stage, max_turns in zip(MasterPlayer.lookahead_stages, (4, 3, 2), strict=True)
    )
    for name, value in {
        "lookahead_stages": stages,
        "max_next_cards": 2,
        "beam_width": narrow._replace(positions=6),
    }.items():
        monkeypatch.setattr(MasterPlayer, name, value)
    original, estimates, completed_count = MasterPlayer.compare_candidates, list[tuple[float, ...]](), 0

    def recording_compare(
        self: MasterPlayer,
        search: TurnSearch,
        candidates: list[CandidateEstimate],
        stage: LookaheadStage,
        seed: int,
    ) -> bool:
        nonlocal completed_count
        completed = original(self, search, candidates, stage, seed)
        completed_count += completed and stage is stages[-1]
        estimates.extend((*candidate.after_one_turn, *candidate.after_two_turns) for candidate in candidates)
        return completed

    monkeypatch.setattr(MasterPlayer, "compare_candidates", recording_compare)
    for number, game in enumerate(sample_positions(8, seed=11)):
        if game.phase != PHASE_TURNS:
            continue
        viewer = game.decision().player
        reshuffled = reshuffle_hidden(game, viewer, 77 + number)
        results = []
        for offset, true_game in enumerate((game, reshuffled)):
            estimates.clear()
            answer = MasterPlayer(3, Budget(max_evaluations=6000)).decide(
                true_game.observe(viewer, number + offset)
            )
            results.append((answer, tuple(estimates)))
        assert results[0] == results[1], "the answer or its estimates depend on hidden cards"
    assert completed_count >= 4


@pytest.mark.parametrize("name", SEARCHING_LEVELS)
def test_legal_answer_when_stopped_immediately(name: str) -> None:
    """A player that is asked to stop right at the start still returns a legal answer after hardly any
    search."""
    for number, game in enumerate(sample_positions(15, seed=21)):
        calls = 0

        def should_stop() -> bool:
            nonlocal calls
            calls += 1
            return True

        player_index = game.decision().player
        level = AI_PLAYER_FACTORIES[name](1, Budget(should_stop=should_stop))
        answer = level.decide(game.observe(player_index, number))
        cells, options = game.legal_answers()
        assert answer in options if isinstance(answer, str) else cells >> answer & 1
        assert calls or cells.bit_count() + len(options) == 1


@pytest.mark.parametrize("name", SEARCHING_LEVELS)
def test_search_stops_quickly(name: str) -> None:
    """The stop flag is polled often; once it is set, hardly any further work is done."""
    game = next(
        game
        for game in sample_positions(40, seed=3)
        if game.mandatory_state == MANDATORY_TODO and not game.has_open_action and game.round > 4
    )
    calls = 0

    def should_stop() -> bool:
        nonlocal calls
        calls += 1
        return calls > 5

    player_index = game.decision().player
    AI_PLAYER_FACTORIES[name](1, Budget(should_stop=should_stop)).decide(game.observe(player_index, 1))
    assert calls < 60


def test_time_budget_is_respected() -> None:
    """The clock advances by one millisecond per call. The player reads it often and stops soon after the
    limit."""
    game = random_new_game(0)
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.001
        return now

    player_index = game.decision().player
    for name in SEARCHING_LEVELS:
        now = 0.0
        AI_PLAYER_FACTORIES[name](1, Budget(max_ms=40, clock=clock)).decide(game.observe(player_index, 1))
        assert now < 0.1, name


def test_hard_time_limit_on_a_slow_machine() -> None:
    """The clock advances by one millisecond per call, and the level has its default evaluation budget. The
    player stops exactly when the time is up."""
    game, now = random_new_game(0), 0.0

    def clock() -> float:
        nonlocal now
        now += 0.001
        return now

    player_index = game.decision().player
    for name in SEARCHING_LEVELS:
        now = 0.0
        level = AI_PLAYER_FACTORIES[name](1, Budget(hard_limit_ms=40, clock=clock))
        assert level.budget.max_evaluations == AI_PLAYER_FACTORIES[name](1, None).budget.max_evaluations
        level.decide(game.observe(player_index, 1))
        assert now < 0.1, name
    unlimited = AI_PLAYER_FACTORIES["hard"](1, None).decide(game.observe(player_index, 1))
    assert (
        AI_PLAYER_FACTORIES["hard"](1, Budget(hard_limit_ms=10**9)).decide(game.observe(player_index, 1))
        == unlimited
    )


def test_budget_meter() -> None:
    meter = BudgetMeter(Budget(max_evaluations=10))
    assert not meter.is_exhausted()
    assert meter.fraction_used() == 0
    meter.evaluations = 5
    assert meter.fraction_used() == 0.5
    meter.evaluations = 10
    assert meter.is_exhausted()
    assert BudgetMeter(Budget(max_ms=0)).is_exhausted()
    now = 5.0
    meter = BudgetMeter(Budget(max_ms=40, clock=lambda: now))
    now += 0.01
    assert meter.fraction_used() == pytest.approx(0.25)


@pytest.mark.parametrize("name", SEARCHING_LEVELS)
def test_same_seed_gives_same_answers(name: str) -> None:
    for number, game in enumerate(sample_positions(10, seed=31)):
        view = game.observe(game.decision().player, number)
        assert create_small_player(name, 9).decide(view) == create_small_player(name, 9).decide(view)


def test_plan_is_followed() -> None:
    """Nothing unexpected happens in a base game turn, so planning once is enough."""
    game = random_new_game(0)
    hard = create_small_player("hard")
    player_index = game.active_player
    game.play(hard.decide(game.observe(player_index, 1)))
    planned = [answer for _, answer in hard.plan]  # type: ignore[attr-defined]
    assert planned[-1] == END_TURN
    for number, answer in enumerate(planned):
        assert hard.decide(game.observe(player_index, number)) == answer
        game.play(answer)


def test_forced_answer_keeps_the_rest_of_the_plan() -> None:
    """After an answer without alternatives, the rest of the plan is still used."""
    game = scenario(own=[(5, 5)], card="grass", cards=["hermits"], turn={"mandatory": "done", "built": 3})
    hard = HardPlayer(1)
    hard.plan = [("here", END_TURN), ("later", 7)]
    assert hard.decide(game.observe(0, 1)) == END_TURN
    assert hard.plan == [("later", 7)]


def test_higher_levels_earn_more_gold() -> None:
    """The games are too few to measure the levels' strength, but enough to reveal a broken level."""
    from kingdom.tournament.arena import play_game, schedule_games

    gold = dict.fromkeys(("random", "easy", "hard"), 0)
    for spec in schedule_games(list(gold), 6, ["base"], 5):
        for name, result in zip(spec.players, play_game(spec), strict=True):
            gold[name] += result.gold
    assert gold["random"] < gold["easy"] < gold["hard"]


def test_fast_scorer_matches_the_rules() -> None:
    from kingdom.ai.fast_scoring import get_fast_scorer
    from kingdom.rules.game import random_answer

    rng = Rng(2)
    for seed in range(20):
        game = random_new_game(seed)
        fast_scorer = get_fast_scorer(game)
        while not game.over:
            game.push(random_answer(game, rng))
            if not rng.randrange(8):
                for player_index in range(game.config.player_count):
                    assert fast_scorer.total_gold(game, player_index) == total_gold(game, player_index)


if __name__ == "__main__":  # plays many more games
    answers, seated, slowest = 0, Counter[str](), dict.fromkeys((*LEVELS, *OTHER_PLAYERS), 0.0)
    larger = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    for number in range(int(sys.argv[1])):
        count, took = play_mixed_game(int(sys.argv[2]) + number, larger)
        answers += count
        seated.update(list(took))
        slowest |= {name: max(slowest[name], milliseconds) for name, milliseconds in took.items()}
    print(f"{sys.argv[1]} games, {answers} answers, all legal")
    for name, games in seated.items():
        print(f"{name:18} {games:4} games, slowest answer {slowest[name]:6.0f} ms")
