"""Snapshot test of the AI players' answers and position evaluations. It detects unintended changes.

After an intended change, rewrite the snapshot and review the differences:

python tests/ai/test_answer_snapshot.py
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

import pytest
from support.sample_games import FIRST_EXPANSIONS
from support.sample_positions import random_new_game, sample_positions

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import ExpertPlayer
from kingdom.ai.hint import compute_hint
from kingdom.ai.levels import AI_PLAYER_FACTORIES, RatedPlayer
from kingdom.ai.master import MasterPlayer
from kingdom.ai.planner import HardPlayer, TurnPlanner
from kingdom.ai.player import AIPlayer, Budget
from kingdom.ai.rollout import RolloutPolicy
from kingdom.ai.turn_comparison import TurnComparer
from kingdom.rules.decision_frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.json_values import write_answer
from kingdom.tournament.arena import play_arena

SNAPSHOT_FILE = Path(__file__).parent / "answer_snapshot.json"
MAX_EVALUATIONS = {"medium": 40, "hard": 80, "expert-1": 250, "expert": 250, "master": 350}
"""Maximum number of evaluations, small but sufficient for every part of a level's search."""


@cache
def sample_views() -> list[tuple[int, Game]]:
    """Returns the views of deciding players, from the first turns to the last."""
    result = []
    for seed, game in enumerate(sample_positions(80, 41, FIRST_EXPANSIONS)):
        player = game.decision().player
        result.append((player, game.observe(player, seed)))
    return result


def level_answers(name: str) -> list[Any]:
    max_evaluations = MAX_EVALUATIONS.get(name)
    budget = None if max_evaluations is None else Budget(max_evaluations=max_evaluations)
    return [write_answer(AI_PLAYER_FACTORIES[name](3, budget).decide(view)) for _, view in sample_views()]


def planned_turns() -> list[Any]:
    """Returns complete turns planned with a larger budget, and their exact values."""
    result = []
    for index, (_, view) in enumerate(sample_views()[::4]):
        planner = (HardPlayer if index % 2 else ExpertPlayer)(index, Budget(max_evaluations=900))
        turn = planner.plan_turn(view)
        result.append([repr(turn.value), [write_answer(answer) for answer in turn.answers]])
    return result


def position_values() -> list[Any]:
    result = []
    for player, view in sample_views():
        evaluation = Evaluation(view, player)
        terms = {name: round(value, 6) for name, value in evaluation.unweighted_terms(view).items()}
        outlook = [round(value, 6) for value in evaluation.next_card_terms(view)]
        result.append([round(evaluation.value(view), 6), terms, outlook, len(evaluation.hexes_by_gain)])
    return result


def rollout_games() -> list[Any]:
    """Returns complete games played by the rollout policy alone: answers, evaluated hexes, gold and
    pieces."""
    result = []
    for seed in range(12):
        game = random_new_game(seed, FIRST_EXPANSIONS)
        policy, answer_count = RolloutPolicy(Evaluation(game, 0), game, seed), 0
        while not game.over and answer_count < 400:
            game.push(policy.decide(game))
            answer_count += 1
        result.append(
            [
                answer_count,
                policy.evaluations,
                list(game.earned_gold),
                [own.bit_count() for own in game.piece_hexes],
            ]
        )
    return result


def hints() -> list[Any]:
    result = []
    for _, view in sample_views()[::5]:
        suggestion = compute_hint(view, 1, Budget(max_evaluations=150))
        result.append(
            [
                [write_answer(answer) for answer in suggestion.answers],
                suggestion.gains,
                suggestion.reason,
                suggestion.subject,
            ]
        )
    return result


def arena_results() -> list[Any]:
    """Returns the results of a small arena run, excluding times."""
    result = play_arena(["easy", "greedy"], 4, ["base"], 9, measure_luck=True)
    return [
        {name: value for name, value in seat.items() if not name.startswith("ms")} for seat in result["seats"]
    ]


def level_settings() -> list[Any]:
    """Returns the search depth and width of each level. The ratings in docs/AI.md were measured with these
    values, so a change requires new measurements."""
    result = []
    for player_class in (*AI_PLAYER_FACTORIES.values(), TurnComparer):
        assert isinstance(player_class, type)
        assert issubclass(player_class, AIPlayer)
        name = "Appraiser" if player_class is TurnComparer else player_class.__name__
        values: dict[str, Any] = {}
        if issubclass(player_class, TurnPlanner):
            values |= {"width": player_class.beam_width}
        if issubclass(player_class, ExpertPlayer):
            values |= {
                "share": player_class.search_fraction,
                "stages": [
                    [stage.max_turns, *stage.beam_widths, stage.deals_per_card]
                    for stage in player_class.lookahead_stages
                ],
                "cards": player_class.max_next_cards,
                "rivals": player_class.opponent_weight,
                "now": player_class.immediate_weight,
            }
        if issubclass(player_class, MasterPlayer):
            values |= {
                "looks": [[stage.max_gold_behind, stage.weight] for stage in player_class.lookahead_stages],
                "parts": player_class.horizon_weights,
                "stakes": player_class.win_bonus,
            }
        if issubclass(player_class, TurnComparer):
            values |= {
                "duel": player_class.final_stage.beam_widths[0],
                "duels": player_class.final_deals_per_card,
            }
        result.append([name, player_class.default_budget.max_evaluations, values])
    return result


class TaggedPlayer(AIPlayer):
    """Answers with its name."""

    def decide(self, view: Game) -> Answer:
        return "higher" if self.seed else "lower"


def rated_player_rounds() -> list[Any]:
    """Returns the rounds in which a player rated between two levels plays at the higher level."""
    game, result = random_new_game(0), []
    for seed in range(20):
        rated_player = RatedPlayer(seed, TaggedPlayer(0), TaggedPlayer(1), 0.4)
        result.append([game.round for game.round in range(1, 21) if rated_player.decide(game) == "higher"])
    return result


def easy_player_options() -> list[Any]:
    """Returns how often Easy uses each of its options."""
    option_views = [
        view for _, view in sample_views() if not view.legal_answers()[0] and len(view.legal_answers()[1]) > 1
    ]
    return [
        Counter(str(AI_PLAYER_FACTORIES["easy"](seed, None).decide(view)) for seed in range(60))
        for view in option_views
    ]


SNAPSHOTS: dict[str, Callable[[], list[Any]]] = {
    **{name: partial(level_answers, name) for name in AI_PLAYER_FACTORIES},
    "turns": planned_turns,
    "worths": position_values,
    "quick games": rollout_games,
    "hints": hints,
    "arena": arena_results,
    "settings": level_settings,
    "who plays": rated_player_rounds,
    "forgetful": easy_player_options,
}


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_answers_are_unchanged(name: str) -> None:
    expected = json.loads(SNAPSHOT_FILE.read_text(encoding="utf-8"))[name]
    result = json.loads(json.dumps(SNAPSHOTS[name]()))
    changed = [index for index, (old, new) in enumerate(zip(expected, result, strict=True)) if old != new]
    assert not changed, f"{name}: {len(changed)} of {len(result)} changed, first number {changed[0]}"


if __name__ == "__main__":
    lines = [f"{json.dumps(what)}: {json.dumps(result())}" for what, result in SNAPSHOTS.items()]
    SNAPSHOT_FILE.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")
    print(f"{SNAPSHOT_FILE}: noted anew")
