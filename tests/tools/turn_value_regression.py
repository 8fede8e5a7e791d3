"""Regression of final results on evaluation terms. Compares only turns played from the same position.
Subcommands:

    python tests/tools/turn_value_regression.py data --positions 3000 --seed 1
    python tests/tools/turn_value_regression.py fit

A term that predicts final results does not show which turn is better, because good players have more of
everything. `data` therefore takes positions from games between Hard AIs, tries several of the best turns in
each position, and plays every game to the end with the same upcoming cards. `fit` uses a linear regression to
compare the final gold leads among turns played from the same position. It estimates how much final gold 1
gold of evaluation is worth, and how much each other feature adds. The results are only hints: put them into a
weights file and use `weight_training.py prove` to find out if they make a level stronger. A stopped `data`
run continues where it left off.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.json_lines import append_json_lines, read_json_lines
from tools.weight_training import ExploringPlayer, print_progress

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.planner import HardPlayer
from kingdom.ai.player import AIPlayer, Budget, BudgetMeter
from kingdom.ai.rollout import RolloutPolicy
from kingdom.ai.turn_search import BeamWidth, TurnCandidate, TurnSearch
from kingdom.rules.decision_frames import MANDATORY_TODO, TURN_FRAME
from kingdom.rules.game import Game
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng, state_from_seed
from kingdom.rules.scoring import final_scorers, total_gold
from kingdom.rules.setup import new_game
from kingdom.tournament.arena import schedule_games
from kingdom.tournament.ratings import solve_linear_equations

TURNS_PER_POSITION, MAX_GOLD_BEHIND = 4, 7.0
"""Number of turns tried per position, and how much gold they may be behind the best turn."""
LAST_ROUND = 11
"""Last round from which positions are taken."""
MAJORITY_UNCERTAINTY = 4.0
"""Uncertainty assumed when computing the expected majorities."""
CANDIDATE_BEAM = BeamWidth(positions=14, hexes_per_build=10, positions_in_action=4, origins_per_move=4)
RIDGE = 0.01
"""Ridge parameter; shrinks the coefficients of rare features."""

Features = dict[str, float]
"""Features of the position after a turn, by name."""


class RolloutPlayer(HardPlayer):
    """AI player that finishes the games."""

    default_budget = Budget(max_evaluations=900)


def play_until(
    game: Game, players: Sequence[AIPlayer], until_round: int | None = None, until_player: int = 0
) -> None:
    """Plays until the game ends, or until a player's turn starts in the given round or later."""
    while not game.over:
        frame, player = game.stack[-1], game.stack[-1].deciding_player(game)
        is_turn_start = (
            frame is TURN_FRAME and game.mandatory_state == MANDATORY_TODO and len(game.stack) == 1
        )
        if until_round is not None and game.round >= until_round and player == until_player and is_turn_start:
            return
        game.push(players[player].decide(game))


def compare_turns(expansions: Sequence[str], seed: int) -> list[tuple[Features, int]]:
    """Plays several different turns from one position. Returns the features after each turn together with the
    final gold lead."""
    rng = Rng(state_from_seed(seed * 7 + 3) >> 2)
    game = new_game(schedule_games(["hard", "hard"], 1, list(expansions), seed)[0].setup)
    round_, player = rng.randrange(LAST_ROUND) + 1, rng.randrange(2)
    play_until(game, [ExploringPlayer(seed * 8 + index) for index in range(2)], round_, player)
    if game.over:
        return []
    view = game.observe(player, state_from_seed(seed * 31 + 5) >> 2)
    evaluation = Evaluation(view, player)
    search = TurnSearch(
        view,
        player,
        evaluation,
        RolloutPolicy(evaluation, view, seed),
        CANDIDATE_BEAM,
        BudgetMeter(Budget(max_evaluations=4000)),
    )
    turns = search.best_turns(40)
    candidates = [turn for turn in turns if turn.value > turns[0].value - MAX_GOLD_BEHIND]
    chosen = [candidates[0], *rng.shuffled(candidates[1:])[: TURNS_PER_POSITION - 1]]
    results = []
    for turn in chosen:
        next_position = search.replay(turn, game.observe(player, state_from_seed(seed * 77 + 1) >> 2))
        if next_position.over:
            continue
        turn_features = features(next_position, player, turn)
        play_until(next_position, [RolloutPlayer(seed * 16 + index) for index in range(2)])
        results.append(
            (turn_features, total_gold(next_position, player) - total_gold(next_position, 1 - player))
        )
    return results if len(results) > 1 else []


def features(game: Game, player: int, turn: TurnCandidate) -> Features:
    """Returns the features of a turn: its value; gold by source and tiles, multiplied by the turns left;
    current and expected majorities."""
    evaluation = Evaluation(game, player)
    turns_left = evaluation.turns_left(game)
    current_majorities, expected_majorities = (
        evaluation.fast_scorer.contested_gold(game),
        evaluation.fast_scorer.contested_gold(game, MAJORITY_UNCERTAINTY),
    )
    promise, ahead, liberty, room = evaluation.next_card_terms(game)
    values = {
        "value": turn.value,
        "races now": current_majorities[player] - current_majorities[1 - player],
        "races then": expected_majorities[player] - expected_majorities[1 - player],
        "promise": promise,
        "tiles ahead": ahead * turns_left,
        "open": liberty,
        "open, each turn": liberty * turns_left,
        "room": room,
    }
    for name, scorer in final_scorers(game).items():
        values[f"{name}, each turn"] = scorer(game, player).gold * turns_left
    for tile, _, _ in game.held_tiles[player]:
        name = f"tile {tile.name}"
        values[name] = values.get(name, 0.0) + turns_left
    return {name: round(value, 4) for name, value in values.items()}


# --- collecting data, fitting, and the command line


def compare_task(task: tuple[tuple[str, ...], int]) -> tuple[int, list[tuple[Features, int]]]:
    """Runs `compare_turns` in a worker process."""
    expansions, seed = task
    return seed, compare_turns(expansions, seed)


def make_data(path: Path, expansions: tuple[str, ...], positions: int, seed: int, jobs: int) -> None:
    """Collects data for the positions that are not in the file yet."""
    finished = {position_seed for position_seed, _ in read_positions(path)} if path.exists() else set()
    tasks = [
        (expansions, position_seed) for position_seed in range(seed * 1_000_000, seed * 1_000_000 + positions)
    ]
    tasks = [task for task in tasks if task[1] not in finished]
    with get_context("spawn").Pool(jobs) as pool:
        results = map(compare_task, tasks) if jobs == 1 else pool.imap(compare_task, tasks)
        for done_count, result in enumerate(results, 1):
            append_json_lines(path, [result])
            print_progress(len(finished) + done_count, len(finished) + len(tasks))


def read_positions(path: Path) -> Iterator[tuple[int, list[tuple[Features, int]]]]:
    """Yields all positions in a file. Skips the last line if it was cut off."""
    yield from read_json_lines(path)


def fit_coefficients(positions: Sequence[Sequence[tuple[Features, int]]]) -> list[tuple[str, float, float]]:
    """Fits the features to differences within positions. Returns each feature's coefficient and standard
    error."""
    names = sorted({name for turns in positions for turn_features, _ in turns for name in turn_features})
    rows: list[list[float]] = []
    leads: list[float] = []
    for turns in positions:
        means = [
            sum(turn_features.get(name, 0.0) for turn_features, _ in turns) / len(turns) for name in names
        ]
        mean_lead = sum(lead for _, lead in turns) / len(turns)
        for turn_features, lead in turns:
            rows.append(
                [
                    turn_features.get(name, 0.0) - mean_value
                    for name, mean_value in zip(names, means, strict=True)
                ]
            )
            leads.append(lead - mean_lead)
    deviations = [
        math.sqrt(sum(row[column] ** 2 for row in rows) / len(rows)) for column in range(len(names))
    ]
    columns = [column for column in range(len(names)) if deviations[column] > 1e-6]
    rows = [[row[column] / deviations[column] for column in columns] for row in rows]
    matrix = [
        [sum(row[a] * row[b] for row in rows) for b in range(len(columns))] for a in range(len(columns))
    ]
    for column in range(len(columns)):
        matrix[column][column] += RIDGE * len(rows)
    solution = solve_linear_equations(
        matrix,
        [sum(row[a] * lead for row, lead in zip(rows, leads, strict=True)) for a in range(len(columns))],
    )
    squared_residuals = sum(
        (lead - sum(a * b for a, b in zip(row, solution, strict=True))) ** 2
        for row, lead in zip(rows, leads, strict=True)
    )
    degrees_of_freedom = len(rows) - len(positions) - len(columns)
    variance = squared_residuals / degrees_of_freedom if degrees_of_freedom > 0 else math.inf
    results = []
    for index, column in enumerate(columns):
        unit = [float(other == index) for other in range(len(columns))]
        standard_error = math.sqrt(variance * solve_linear_equations(matrix, unit)[index])
        results.append(
            (names[column], solution[index] / deviations[column], standard_error / deviations[column])
        )
    return sorted(results, key=lambda row: -abs(row[1] / row[2]) if row[2] else 0.0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Collects data or prints the regression."""
    parser = argparse.ArgumentParser(prog="turn_value_regression.py", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    data_parser = commands.add_parser("data", help="play out turns")
    commands.add_parser("fit", help="print the coefficients of the features")
    for subparser in commands.choices.values():
        subparser.add_argument("--file", type=Path, default=Path("turns.jsonl"))
    data_parser.add_argument("--positions", type=int, default=3000)
    data_parser.add_argument("--sets", default="base", help="comma-separated expansions, or all")
    data_parser.add_argument("--seed", type=int, default=1)
    data_parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    if options.command == "data":
        expansions = tuple(EXPANSIONS) if options.sets == "all" else tuple(options.sets.split(","))
        make_data(options.file, expansions, options.positions, options.seed, options.jobs)
        return 0
    positions: list[Any] = [turns for _, turns in read_positions(options.file) if turns]
    if not positions:
        raise SystemExit(f"{options.file}: the file has no played-out turns")
    print(f"{len(positions)} positions, {sum(map(len, positions))} games")
    for name, coefficient, standard_error in fit_coefficients(positions):
        print(f"{name:24} {coefficient:8.3f} ± {standard_error:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
