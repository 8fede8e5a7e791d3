"""Trains the evaluation weights by self-play. The three steps are subcommands:

    python tests/tools/weight_training.py data  --games 240 --seed 1
    python tests/tools/weight_training.py train
    python tests/tools/weight_training.py prove --deals 100 --seed 2

`data` plays games with the current evaluation. For variety, some of the turns are not the best ones. After
every round, it records the evaluation terms of all players; at the end of the game, it adds the gold earned
since then. `train` fits the weights that predict this gold best (linear regression). `prove` plays a level
with the new weights against the same level with the current ones, in paired deals, until it is clear which is
stronger.

The same games and seeds produce exactly the same weights. `data` and `prove` save every game as soon as it is
over, so a stopped command continues where it left off.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.levels import LEVELS_WITH_STYLES
from kingdom.ai.planner import TurnPlanner
from kingdom.ai.player import AIPlayer, Budget
from kingdom.ai.turn_search import BeamWidth, TurnCandidate, TurnSearch
from kingdom.ai.weights import EVALUATION_TERMS, Weights, load_weights
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.game import Game
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.scoring import total_gold
from kingdom.rules.setup import GameSetup, new_game
from kingdom.tournament import ladder as ladder
from kingdom.tournament.arena import schedule_games
from kingdom.tournament.ratings import VERDICT_YES, solve_linear_equations

Sample = tuple[list[float], float]
"""A training sample: the player's evaluation terms minus the opponents' mean, and how much the player's gold
lead grew by the end of the game."""

GameTask = tuple[GameSetup, int, dict[str, float]]
"""A game to play: its setup, the seed of the AI players, and the weights."""

BOUNDS = {
    "promise": (0.0, 2.0),
    "tile_ahead": (0.0, 1.0),
    "room": (0.0, 3.0),
    "open": (-3.0, 6.0),
    "rivals": (0.0, 1.0),
}
"""Lower and upper limits of some fitted weights. All other weights must be between 0 and 5."""
RIDGE_SAMPLES = 20.0
"""Influence of the old weights on the regression, expressed as an equivalent number of samples."""


class ExploringPlayer(TurnPlanner):
    """Plays like Hard but with a narrower search. On average, one turn in five is picked at random from the
    four best turns."""

    beam_width = BeamWidth(positions=4, hexes_per_build=6, positions_in_action=2, origins_per_move=2)
    default_budget = Budget(max_evaluations=600)

    def select_turn(self, search: TurnSearch, seed: int) -> TurnCandidate:
        turns = search.best_turns(4)
        return turns[self.rng.randrange(len(turns))] if self.rng.randrange(5) == 0 else turns[0]


def collect_samples(task: GameTask) -> list[Sample]:
    """Plays one game and returns its samples."""
    setup, seed, weights = task
    game = new_game(setup)
    players = [ExploringPlayer(seed * 8 + seat, None, weights) for seat in range(setup.player_count)]
    snapshots: list[tuple[list[list[float]], list[int]]] = []
    answer_count = 0
    while not game.over:
        answer_count += 1
        player = game.decision().player
        answer = players[player].decide(game.observe(player, seed * 1009 + answer_count))
        game.play(answer)
        if answer == END_TURN and not game.over and game.active_player == game.start_player:
            snapshots.append(_snapshot(game, weights))
    final_gold = [total_gold(game, seat) for seat in range(setup.player_count)]
    samples: list[Sample] = []
    for terms, gold in snapshots:
        for seat in range(setup.player_count):
            opponents = [opponent for opponent in range(setup.player_count) if opponent != seat]
            lead = (
                final_gold[seat]
                - gold[seat]
                - sum(final_gold[opponent] - gold[opponent] for opponent in opponents) / len(opponents)
            )
            row = [
                terms[seat][index] - sum(terms[opponent][index] for opponent in opponents) / len(opponents)
                for index in range(len(EVALUATION_TERMS))
            ]
            samples.append((row, lead))
            if setup.player_count == 2:
                break  # the other player's sample is the same with opposite signs
    return samples


def _snapshot(game: Game, weights: Weights) -> tuple[list[list[float]], list[int]]:
    term_rows = []
    for seat in range(game.config.player_count):
        values = Evaluation(game, seat, weights).unweighted_terms(game)
        term_rows.append([values[term] for term in EVALUATION_TERMS])
    return term_rows, [total_gold(game, seat) for seat in range(game.config.player_count)]


def fit_weights(samples: Iterable[Sample], old_weights: Weights) -> dict[str, float]:
    """Fits weights to the samples. Stays close to the old weights where data is scarce. Does not fit
    `rivals`, because the opponents' gold is already part of the lead."""
    fitted = [index for index, term in enumerate(EVALUATION_TERMS) if term != "rivals"]
    size = len(fitted)
    matrix = [[RIDGE_SAMPLES if row == column else 0.0 for column in range(size)] for row in range(size)]
    right = [RIDGE_SAMPLES * old_weights[EVALUATION_TERMS[index]] for index in fitted]
    for row, lead in samples:
        for i, a in enumerate(fitted):
            if row[a]:
                right[i] += row[a] * lead
                for j, b in enumerate(fitted):
                    matrix[i][j] += row[a] * row[b]
    solution = solve_linear_equations(matrix, right)
    weights = dict(old_weights)
    for index, value in zip(fitted, solution, strict=True):
        low, high = BOUNDS.get(EVALUATION_TERMS[index], (0.0, 5.0))
        weights[EVALUATION_TERMS[index]] = round(min(high, max(low, value)), 4)
    return weights


# --- collecting samples

FORMAT = "kingdom-samples/1"


def setup_for(seed: int, index: int) -> tuple[GameSetup, int]:
    """Returns the setup and seed of one game. The games alternate between the base game with two players, all
    expansions with two players, and the base game with four players."""
    expansions = list(EXPANSIONS) if index % 3 == 1 else ["base"]
    seats = ["hard"] * (4 if index % 3 == 2 else 2)
    spec = schedule_games(seats, 1, expansions, seed * 1_000_003 + index)[0]
    return spec.setup, spec.seed


def file_header(seed: int, weights: Weights) -> dict[str, Any]:
    """Returns the header of a sample file. Only samples with the same header can be combined."""
    return {"format": FORMAT, "seed": seed, "terms": list(EVALUATION_TERMS), "weights": dict(weights)}


def read_samples(path: Path) -> tuple[dict[str, Any], dict[int, list[Sample]]]:
    """Returns the header of a sample file and the samples of each game. Skips an incomplete last line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    try:
        header = json.loads(lines[0])
        if header["format"] != FORMAT or header["terms"] != list(EVALUATION_TERMS):
            raise ValueError("made for another evaluation")
    except (LookupError, TypeError, ValueError) as error:
        raise SystemExit(f"{path} has no samples of this evaluation: {error}") from error
    games: dict[int, list[Sample]] = {}
    for line in lines[1:]:
        try:
            index, samples = json.loads(line)
            games[index] = [(row, lead) for row, lead in samples if len(row) == len(EVALUATION_TERMS)]
        except (TypeError, ValueError):
            continue
    return header, games


def play_all(tasks: list[GameTask], jobs: int) -> Iterator[list[Sample]]:
    """Plays all games and yields the samples of each, in order."""
    if jobs <= 1 or len(tasks) <= 1:
        yield from map(collect_samples, tasks)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(collect_samples, tasks)


def make_data(path: Path, game_count: int, seed: int, jobs: int) -> None:
    """Plays the games that are not yet in the file."""
    header, done = file_header(seed, load_weights()), dict[int, list[Sample]]()
    if path.exists():
        known_header, done = read_samples(path)
        if known_header != header:
            raise SystemExit(
                f"{path} was started with another seed or other weights: choose another --samples file"
            )
    else:
        path.write_text(json.dumps(header), encoding="utf-8")
    missing = [index for index in range(game_count) if index not in done]
    tasks = [(*setup_for(seed, index), dict(load_weights())) for index in missing]
    with path.open("a", encoding="utf-8") as file:
        for index, samples in zip(missing, play_all(tasks, jobs), strict=True):
            rows = [([round(value, 4) for value in row], round(lead, 4)) for row, lead in samples]
            file.write("\n" + json.dumps([index, rows]))
            file.flush()
            print_progress(index + 1, game_count)


# --- fitting the weights


def train_weights(path: Path) -> dict[str, Any]:
    """Fits weights to a sample file. Returns them with information about their origin."""
    header, games = read_samples(path)
    samples = [sample for index in sorted(games) for sample in games[index]]
    return {
        "about": "terms of evaluation.py, learned by tests/tools/weight_training.py",
        "seed": header["seed"],
        "games": len(games),
        "samples": len(samples),
        "played_with": weights_digest(header["weights"]),
        "weights": fit_weights(samples, header["weights"]),
    }


def weights_digest(weights: Weights) -> str:
    """Returns a short hash that identifies weights."""
    return sha256(json.dumps(sorted(weights.items())).encode()).hexdigest()[:8]


# --- testing the new weights against the current ones


def create_with_weights(
    level: str, weights_by_name: dict[str, dict[str, float]], name: str, seed: int, budget: Budget | None
) -> AIPlayer:
    """Creates an AI player at the given level with the named weights."""
    return LEVELS_WITH_STYLES[level](seed, budget, weights_by_name[name])


def prove_weights(options: argparse.Namespace) -> int:
    """Plays the new weights against the current ones. Missing terms keep their current weights. Returns 0 if
    the new weights are clearly stronger."""
    new_weights = {**load_weights(), **json.loads(options.weights.read_text(encoding="utf-8"))["weights"]}
    weights_by_name = {
        f"learned-{weights_digest(new_weights)}": new_weights,
        f"used-{weights_digest(load_weights())}": dict(load_weights()),
    }
    if len(weights_by_name) < 2 or weights_digest(new_weights) == weights_digest(load_weights()):
        raise SystemExit("these weights are already in use")
    config = ladder.LadderConfig(
        tuple(weights_by_name),
        options.deals,
        tuple(options.sets.split(",")),
        options.seed,
        options.evaluations,
        elo_margin=options.ahead,
    )
    factory = partial(create_with_weights, options.level, weights_by_name)
    deals = ladder.play_ladder(config, options.file, options.jobs, factory, print_progress)
    win_fractions = [win_fraction for deal in deals for win_fraction in deal.win_fractions]
    verdict = ladder.run_sequential_test(config, deals)
    standings = ladder.compute_standings(config, deals)
    first = next(standing for standing in standings if standing.player == config.players[0])
    print(
        f"{options.level} with the learned weights wins {statistics.fmean(win_fractions):.1%} "
        f"of {len(win_fractions)} games ({first.gold_lead:+.1f} gold). Stronger by {options.ahead:g} points? "
        f"{verdict.verdict} "
        f"(evidence {verdict.evidence:.2f} of {verdict.needed_evidence:.2f})"
    )
    return 0 if verdict.verdict == VERDICT_YES else 1


# --- running the subcommands


def print_progress(done: int, total: int) -> None:
    """Prints a progress bar on a terminal, or a line every 20 steps elsewhere."""
    if sys.stderr.isatty():
        bar = "#" * (30 * done // total)
        print(f"\r[{bar:30}] {done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)
    elif done == total or done % 20 == 0:
        print(f"{done}/{total}", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one of the subcommands."""
    parser = argparse.ArgumentParser(prog="weight_training.py", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    data_parser = commands.add_parser("data", help="play games and record samples")
    train_parser = commands.add_parser("train", help="fit the weights to the samples")
    prove_parser = commands.add_parser("prove", help="play the learned weights against the current ones")
    for subparser in (data_parser, train_parser):
        subparser.add_argument("--samples", type=Path, default=Path("samples.jsonl"))
    for subparser in (data_parser, prove_parser):
        subparser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    data_parser.add_argument("--games", type=int, default=240)
    data_parser.add_argument("--seed", type=int, default=1)
    train_parser.add_argument("--output", type=Path, default=Path("learned.json"))
    prove_parser.add_argument("--weights", type=Path, default=Path("learned.json"))
    prove_parser.add_argument("--level", choices=sorted(LEVELS_WITH_STYLES), default="hard")
    prove_parser.add_argument(
        "--deals", type=int, default=100, help="maximum number of deals; each is played from both seats"
    )
    prove_parser.add_argument("--sets", default="base", help="comma-separated expansions")
    prove_parser.add_argument("--seed", type=int, default=2)
    prove_parser.add_argument(
        "--evaluations", type=int, help="evaluations per turn (default: those of the level)"
    )
    prove_parser.add_argument(
        "--ahead", type=float, default=30.0, help="required rating advantage in Elo points"
    )
    prove_parser.add_argument(
        "--file", type=Path, default=Path("proof.jsonl"), help="file that the games are written to"
    )
    options = parser.parse_args(arguments)
    try:
        if options.command == "prove":
            return prove_weights(options)
        if options.command == "data":
            make_data(options.samples, options.games, options.seed, options.jobs)
            return 0
    except KeyboardInterrupt:
        print("\nstopped; finished games are saved", file=sys.stderr)
        return 130
    result = train_weights(options.samples)
    temp_file = options.output.with_suffix(".new")
    temp_file.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    temp_file.replace(options.output)
    old_weights = load_weights()
    print(
        f"{result['samples']} samples of {result['games']} games",
        *(
            f"{term:12} {old_weights[term]:8.3f} -> {result['weights'][term]:8.3f}"
            for term in EVALUATION_TERMS
        ),
        sep="\n",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
