"""Driver for the C++ engine, used for measurements and training. The engine plays the base game about a
hundred times as fast as the Python AI players.

This is an optional research tool; the game does not need it. The engine reimplements the AI players in
kingdom/ai and the rules in kingdom/rules, and `check` compares it with both. The engine's results count only
after they have been confirmed in Python.

    python tests/tools/cpp_engine/driver.py check                     compare the engine with Python
    python tests/tools/cpp_engine/driver.py match hard+master hard    paired deals: gold lead and win rate
    python tests/tools/cpp_engine/driver.py fair --land grown         gold by seat on a kind of board
    python tests/tools/cpp_engine/driver.py data                      play out turns of many positions
    python tests/tools/cpp_engine/driver.py train                     fit weights to them by regression
    python tests/tools/cpp_engine/driver.py tune --from trained.json  improve weights by self-play

An AI player is specified by a level (`hard`), optionally with the weights from a different level
(`hard+master`) or from a file like kingdom/ai/master.json (`hard+trained.json`), with single weights
(`hard+master+open=5`) or with a play style (`hard+hermit`).

The same seeds produce the same results. `data` and `tune` can be stopped at any time and continue where they
left off.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kingdom.ai.evaluation import Evaluation, tile_category
from kingdom.ai.expert import INNER_SEARCH_EVALUATIONS, ExpertPlayer
from kingdom.ai.fast_scoring import get_fast_scorer
from kingdom.ai.levels import AI_PLAYER_FACTORIES, LEVELS_WITH_STYLES
from kingdom.ai.master import MasterPlayer
from kingdom.ai.planner import TurnPlanner
from kingdom.ai.play_styles import load_play_styles
from kingdom.ai.player import Budget, BudgetMeter
from kingdom.ai.rollout import RolloutPolicy
from kingdom.ai.turn_search import BeamWidth, PacedTurnSearch, TurnSearch
from kingdom.ai.weights import EVALUATION_TERMS, LONG_TERM_TERMS, STYLE_TERMS, TILE_PREFIX, Weights
from kingdom.maps import library
from kingdom.maps.generator import generate_board
from kingdom.rules.board import TerrainGrid
from kingdom.rules.decision_frames import MANDATORY_TODO
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT, iter_hexes
from kingdom.rules.registry import EXPANSIONS, TILES
from kingdom.rules.rng import state_from_seed
from kingdom.rules.setup import GameSetup, new_game

Column = NDArray[np.float64]

SOURCE_FOLDER = Path(__file__).parent / "src"
BUILD_FOLDER = Path(tempfile.gettempdir()) / "kingdom-cpp-engine"
COMPILER_FLAGS = ("-std=c++17", "-Wall", "-Wextra", "-ffp-contract=off")
"""Compiler options. Fused multiply-add is turned off, because every result must match Python's exactly."""

TERRAIN_LETTERS = {
    "canyon": "C", "desert": "D", "flower": "L", "forest": "F", "grass": "G", "water": "W", "mountain": "M",
    "castle": "S", "location": "X",
}  # fmt: skip
TERRAIN_CARDS = sorted(("canyon", "desert", "flower", "forest", "grass"))
NO_CARD = 255
SECTIONS, GENERATED = "sections", "grown"

BASE_TILES = tuple(tile.name for tile in EXPANSIONS["base"].tiles)
KNOWN_WEIGHTS = (
    *(term for term in EVALUATION_TERMS if term not in ("building", "moving", "other", "kept")),
    *("promise_each_turn", "doubt", "doubt_each_turn", "ending"),
    *STYLE_TERMS,
    *(TILE_PREFIX + name for name in BASE_TILES),
    *LONG_TERM_TERMS,
)
"""The weights that have an effect in the base game. Tile weights are always given by tile name."""
WEIGHT_NAMES = {name.replace(" ", "_"): name for name in KNOWN_WEIGHTS}
"""Maps weight names as spelled in the engine, without spaces, to the names used in Python."""

NOT_FITTED_WEIGHTS = ("rivals", "room", "doubt", "doubt_each_turn", *STYLE_TERMS)
FITTED_WEIGHTS = tuple(name for name in KNOWN_WEIGHTS if name not in NOT_FITTED_WEIGHTS)
"""The weights that the regression fits. The evaluation is linear in these weights."""

TUNING_STEPS = {
    **dict.fromkeys((TILE_PREFIX + name for name in BASE_TILES), 0.2), "tile harbor": 0.25,
    "early once": 0.15, "early linking": 0.12, "early apart": 0.2, "early largest": 0.2,
    "early best row": 0.15, "early rows": 0.2, "early balanced": 0.15, "early races": 0.15,
    "early flat": 0.12,
    "open": 2.0, "promise": 0.15, "promise_each_turn": 0.02, "tile_ahead": 0.04, "links": 0.12,
    "balance": 0.25, "sections": 0.4, "largest lands": 0.5, "paying": 0.12, "once 0": 0.13, "once 1": 0.13,
    "once 2": 0.1, "row room": 0.06, "row beside": 0.075, "near 0": 0.08, "near 1": 0.08, "near 2": 0.04,
    "front": 0.07, "front each turn": 0.015, "ending": 1.0, "rivals": 0.15, "doubt": 0.5,
    "doubt_each_turn": 0.12, "beside_others": 0.08,
}  # fmt: skip
"""Step size for each weight in `tune`."""

CANDIDATE_BEAM, CANDIDATE_EVALUATIONS = (
    BeamWidth(positions=16, hexes_per_build=14, positions_in_action=4, origins_per_move=4),
    6000,
)
"""The search that `data` uses to find candidate turns."""
ROLLOUT_BEAM, ROLLOUT_EVALUATIONS = (
    BeamWidth(positions=4, hexes_per_build=6, positions_in_action=2, origins_per_move=3),
    900,
)
"""The search used by the AI players that finish the games in `data`."""
PARITY_BEAM, PARITY_EVALUATIONS = (
    BeamWidth(positions=3, hexes_per_build=6, positions_in_action=2, origins_per_move=2),
    5000,
)
"""The search that `check` uses. Its budget is never exhausted."""
ROLLOUT_SEED = 5
TOLERANCE = 1e-6
"""Differences below this value are ignored, because the engine prints only twelve digits."""
RIDGE = 10.0
"""Ridge parameter of the regression. Weights whose terms are rare change less."""


def show_progress(text: str) -> None:
    """Overwrites one line on the terminal. Prints nothing if stderr is redirected."""
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)


# --- compiling and running the engine


def find_compiler() -> str | None:
    """Returns the C++ compiler on this machine, or None if no compiler is installed."""
    return next(filter(None, map(shutil.which, (os.environ.get("CXX", "g++"), "clang++", "c++"))), None)


def build_engine(folder: Path = BUILD_FOLDER, optimization: str = "-O2") -> Path:
    """Compiles the engine unless this version is already compiled. All sources are compiled as one
    translation unit, because this is faster and produces faster code."""
    compiler = find_compiler()
    if compiler is None:
        raise SystemExit("no C++ compiler found: install g++ or clang++, or set CXX")
    files = sorted(SOURCE_FOLDER.glob("*.[ch]pp"))
    digest = sha256(" ".join((compiler, optimization, *COMPILER_FLAGS)).encode())
    for file in files:
        digest.update(file.read_bytes())
    engine = folder / f"engine-{digest.hexdigest()[:16]}"
    if not engine.exists():
        folder.mkdir(parents=True, exist_ok=True)
        temp_file = engine.with_suffix(f".{os.getpid()}")
        subprocess.run(
            [
                compiler,
                *COMPILER_FLAGS,
                optimization,
                "-I",
                str(SOURCE_FOLDER),
                "-x",
                "c++",
                "-",
                "-o",
                str(temp_file),
            ],
            input="".join(f'#include "{file.name}"\n' for file in files if file.suffix == ".cpp"),
            text=True,
            check=True,
        )
        temp_file.replace(engine)
    return engine


def run_engine(engine: Path, *arguments: object) -> Iterator[str]:
    """Runs the engine and yields the lines that it prints, as they arrive."""
    with subprocess.Popen([engine, *map(str, arguments)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield from (line.rstrip("\n") for line in process.stdout)
        finally:
            if process.poll() is None:
                process.terminate()
    if process.returncode:
        raise SystemExit(process.returncode)


# --- describing AI players and weights to the engine


def read_weights(path: Path) -> dict[str, float]:
    """Reads weights from a file like kingdom/ai/master.json."""
    weights = json.loads(path.read_text("utf-8"))["weights"]
    return {name: float(weight) for name, weight in weights.items()}


def write_weights(path: Path, weights: Weights, about: str) -> None:
    """Writes weights to a file like kingdom/ai/master.json."""
    rounded = {name: round(weights[name], 4 if abs(weights[name]) < 0.1 else 3) for name in sorted(weights)}
    path.write_text(json.dumps({"about": about, "weights": rounded}, indent=1) + "\n", "utf-8")


def base_game_weights(weights: Weights) -> dict[str, float]:
    """Selects the weights that have an effect in the base game. Tile weights are given by tile name."""
    selected = {name: weights[name] for name in KNOWN_WEIGHTS if name in weights}
    for name in BASE_TILES:
        selected.setdefault(TILE_PREFIX + name, weights[tile_category(TILES[name])])
    return selected


def parse_player_spec(spec: str) -> tuple[type[TurnPlanner], dict[str, float]]:
    """Returns the level and the weights for a spec like `hard+master+open=5`."""
    level, *parts = spec.split("+")
    if level not in LEVELS_WITH_STYLES:
        raise SystemExit(f"unknown level {level}; known levels: {', '.join(LEVELS_WITH_STYLES)}")
    weights = dict(LEVELS_WITH_STYLES[level].level_weights())
    for part in parts:
        name, equals, value = part.partition("=")
        if equals and name in KNOWN_WEIGHTS:
            weights[name] = float(value)
        elif part in LEVELS_WITH_STYLES:
            weights.update(LEVELS_WITH_STYLES[part].level_weights())
        elif part in load_play_styles():
            weights = dict(load_play_styles()[part].apply_to_weights(weights))
        elif Path(part).is_file():
            weights.update(read_weights(Path(part)))
        else:
            raise SystemExit(f"{part} is not a level, play style, file or weight")
    return LEVELS_WITH_STYLES[level], base_game_weights(weights)


def player_lines(level: type[TurnPlanner], weights: Weights) -> Iterator[str]:
    """Yields the lines that describe an AI player in the engine's format."""
    yield f"search {'steady' if issubclass(level.search_class, PacedTurnSearch) else 'plain'}"
    yield f"width {_numbers(level.beam_width)}"
    yield f"budget {level.default_budget.max_evaluations}"
    if issubclass(level, ExpertPlayer):
        yield f"inner {INNER_SEARCH_EVALUATIONS}"
        yield f"share {level.search_fraction}"
        yield f"rivals {level.opponent_weight}"
    if issubclass(level, MasterPlayer):
        yield "choice master"
        yield f"parts {_numbers(level.horizon_weights)}"
        yield f"stakes {level.win_bonus}"
    elif issubclass(level, ExpertPlayer):
        yield "choice expert"
        yield f"now {level.immediate_weight}"
    if issubclass(level, ExpertPlayer):
        for stage in level.lookahead_stages:
            widths = " ".join(map(_numbers, stage.beam_widths))
            yield (
                f"look {stage.max_turns} {min(stage.max_gold_behind, 1e6)} {stage.deals_per_card} "
                f"{stage.weight} {len(stage.beam_widths)} {widths}"
            )
    yield from weight_lines(weights)


def weight_lines(weights: Weights) -> Iterator[str]:
    """Yields the lines that describe weights in the engine's format."""
    for name, weight in weights.items():
        yield f"weight {name.replace(' ', '_')} {weight!r}"


def search_lines(width: BeamWidth, budget: int, weights: Weights, search: str) -> Iterator[str]:
    """Yields lines in the engine's format for an AI player that plays the best turn of a single search."""
    yield f"search {search}"
    yield f"width {_numbers(width)}"
    yield f"budget {budget}"
    yield from weight_lines(weights)


def _numbers(numbers: Sequence[float]) -> str:
    return " ".join(map(str, numbers))


def write_lines(path: Path, lines: Iterator[str]) -> Path:
    """Writes the lines to a file and returns its path."""
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


# --- describing boards to the engine


def make_grid(board: str, seed: int) -> TerrainGrid | None:
    """Returns the terrain of a generated board or a map, or None for dealt sections."""
    if board == SECTIONS:
        return None
    if board == GENERATED:
        return generate_board(seed)
    path = Path(board)
    return library.load_board(path.name, path.parent)


def board_text(game: Game) -> str:
    """Returns a board and its scoring cards in the engine's format."""
    kinds, locations = game.board.kind_at, sorted(game.board.location_at.items())
    coords = {HEX_AT[row, column]: f"{row} {column}" for row in range(20) for column in range(20)}
    return "\n".join(
        [
            f"table {' '.join(card.name for card in game.config.scoring_cards)}",
            *(
                "".join(TERRAIN_LETTERS[kinds[HEX_AT[row, column]]] for column in range(20))
                for row in range(20)
            ),
            f"locations {len(locations)}",
            *(f"{coords[hex_id]} {tile}" for hex_id, tile in locations),
        ]
    )


def deal_boards(path: Path, count: int, seed: int, board: str) -> Path:
    """Writes dealt boards to a file."""
    texts = []
    for index in range(seed * 100_000, seed * 100_000 + count):
        grid = make_grid(board, index)
        texts.append(
            board_text(
                new_game(GameSetup(2, ("base",), state_from_seed(index) >> 2, grid=grid, start_player=0))
            )
        )
        if len(texts) % 50 == 0:
            show_progress(f"{len(texts)} of {count} boards")
    path.write_text("\n".join(texts) + "\n", "utf-8")
    return path


# --- comparing the engine with Python (`check`)


def sample_positions(count: int, seed: int, level: str) -> Iterator[Game]:
    """Yields every third turn of games with two, three and four players."""
    game_index = turn_count = 0
    while count:
        player_count = 2 + game_index % 3
        game = new_game(GameSetup(player_count, ("base",), state_from_seed(seed * 1000 + game_index) >> 2))
        ai_players = [
            AI_PLAYER_FACTORIES[level](state_from_seed(seed * 64 + game_index * 4 + player) >> 2, None)
            for player in range(player_count)
        ]
        game_index += 1
        answer_count, current_turn = 0, None
        while not game.over and count:
            player = game.active_player
            if current_turn != (game.round, player) and game.mandatory_state == MANDATORY_TODO:
                current_turn = game.round, player
                turn_count += 1
                if turn_count % 3 == 0:
                    count -= 1
                    yield game.copy()
            answer_count += 1
            game.push(ai_players[player].decide(game.observe(player, seed * 1_000_003 + answer_count)))


def position_text(game: Game) -> str:
    """Returns a position at the start of a turn in the engine's format."""
    location_indices = {location: index for index, location in enumerate(sorted(game.board.location_at))}

    def bits(locations: int) -> int:
        return sum(1 << location_indices[location] for location in iter_hexes(locations))

    def cards(pile: Sequence[str]) -> str:
        return "".join(f" {TERRAIN_CARDS.index(card)}" for card in pile)

    lines = [f"players {game.config.player_count}", board_text(game)]
    for player, hand in enumerate(game.hands):
        lines.append("own " + _numbers(list(iter_hexes(game.piece_hexes[player]))))
        tiles = [
            location_indices[location] for _, location, _ in game.held_tiles[player] if location is not None
        ]
        lines.append("tiles " + _numbers(tiles))
        card = TERRAIN_CARDS.index(hand[0]) if hand else NO_CARD
        lines.append(f"seat {game.supply[player]} {bits(game.taken_locations[player])} {card}")
    turn = game.active_player, game.start_player, int(game.end_triggered), game.round
    lines.append(f"turn {bits(game.stocked_locations)} {bits(game.full_locations)} {_numbers(turn)}")
    lines += [f"deck{cards(game.draw_pile)}", f"discard{cards(game.discard_pile)}"]
    return "\n".join(lines)


def hex_checksum(hexes: int) -> float:
    """Returns a checksum of a set of hexes."""
    return float(sum(1000 + hex_id * hex_id for hex_id in iter_hexes(hexes)))


def python_values(game: Game, plain: Weights, paced: Weights) -> dict[str, float]:
    """Returns the values that Python computes for a position."""
    player, scorer, evaluation = (
        game.active_player,
        get_fast_scorer(game),
        Evaluation(game, game.active_player, paced),
    )
    values = {}
    for seat in range(game.config.player_count):
        values[f"gold of seat {seat}"] = float(scorer.total_gold(game, seat))
        values[f"standing of seat {seat}"] = evaluation.quick_value(game, seat)
    values["gains"] = sum(gold * hexes.bit_count() for gold, hexes in evaluation.hexes_by_gain)
    values["gains, where"] = sum(gold * hex_checksum(hexes) for gold, hexes in evaluation.hexes_by_gain)
    cells, options = game.legal_answers()
    values["cells"] = hex_checksum(cells)
    for option in options:
        values[f"tile {option}"] = _tile_checksum(game, option)
    for name, search, weights in (("plain", TurnSearch, plain), ("steady", PacedTurnSearch, paced)):
        search_evaluation = Evaluation(game, player, weights)
        policy = RolloutPolicy(search_evaluation, game, ROLLOUT_SEED)
        meter = BudgetMeter(Budget(max_evaluations=PARITY_EVALUATIONS))
        values[f"value, {name}"] = search_evaluation.value(game)
        turns = search(game.copy(), player, search_evaluation, policy, PARITY_BEAM, meter).best_turns(1)
        values[f"best turn, {name}"] = turns[0].value
        values[f"evaluations, {name}"] = float(meter.evaluations)
    policy, next_position = RolloutPolicy(evaluation, game, ROLLOUT_SEED), game.copy()
    while not next_position.over and (next_position.active_player, next_position.round) == (
        player,
        game.round,
    ):
        next_position.push(policy.decide(next_position))
    values["quick play"] = hex_checksum(next_position.piece_hexes[player])
    values["quick play, looked"] = float(policy.evaluations)
    return values


def _tile_checksum(game: Game, name: str) -> float:
    """Returns a checksum of the hexes that a tile can be used for."""
    using = game.copy()
    using.push(name)
    cells = using.legal_answers()[0]
    if tile_category(TILES[name]) == "building":
        return hex_checksum(cells)
    checksum = 0.0
    for origin in iter_hexes(cells):
        moving = using.copy()
        moving.push(origin)
        checksum += origin + hex_checksum(moving.legal_answers()[0])
    return checksum


def describe_differences(python: Mapping[str, float], engine: Mapping[str, float]) -> list[str]:
    """Describes all values that differ for one position."""
    return [
        f"{name}: {python.get(name)} in Python, {engine.get(name)} in the engine"
        for name in sorted(python.keys() | engine.keys())
        if not abs(python.get(name, math.nan) - engine.get(name, math.nan)) < TOLERANCE
    ]


def check_parity(engine: Path, count: int, seed: int, level: str, spec: str) -> list[str]:
    """Compares the engine with Python for the given number of positions and returns the differences."""
    plain, paced = (parse_player_spec(player_spec)[1] for player_spec in ("hard", spec))
    all_weights = {**LEVELS_WITH_STYLES["hard"].level_weights(), **paced}
    found_differences: list[str] = []
    expected: list[tuple[str, dict[str, float]]] = []
    texts = []
    for game in sample_positions(count, seed, level):
        cards = " ".join(card.name for card in game.config.scoring_cards)
        description = f"{game.config.player_count} players, round {game.round}, {cards}"
        texts.append(position_text(game))
        expected.append(
            (description, python_values(game, LEVELS_WITH_STYLES["hard"].level_weights(), all_weights))
        )
        show_progress(f"{len(expected)} of {count} positions")
    with tempfile.TemporaryDirectory() as folder:
        folder_path = Path(folder)
        lines = run_engine(
            engine,
            "check",
            write_lines(folder_path / "positions", iter(texts)),
            write_lines(folder_path / "plain", search_lines(PARITY_BEAM, PARITY_EVALUATIONS, plain, "plain")),
            write_lines(
                folder_path / "steady", search_lines(PARITY_BEAM, PARITY_EVALUATIONS, paced, "steady")
            ),
        )
        for (description, python), line in zip(expected, lines, strict=True):
            parts = (part.rsplit("=", 1) for part in line.split("\t") if part)
            values = {name: float(value) for name, value in parts}
            found_differences += [
                f"{description}: {difference}" for difference in describe_differences(python, values)
            ]
    return found_differences


# --- measuring strength and fairness (`match` and `fair`)


def _format_mean(numbers: Sequence[float]) -> str:
    """Formats the mean of the numbers with its standard error."""
    error = statistics.stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else math.inf
    return f"{statistics.fmean(numbers):.2f} ± {error:.2f}"


def play_match(
    engine: Path, boards: Path, specs: tuple[str, str], players: int, deals: int, seed: int
) -> str:
    """Plays the first AI player against the second and reports the first player's lead. Every deal is played
    from each seat."""
    leads: dict[int, list[float]] = {}
    wins: list[float] = []
    own_gold: list[float] = []
    opponent_gold: list[float] = []
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        first_file, second_file = (
            write_lines(Path(folder) / name, player_lines(*parse_player_spec(spec)))
            for name, spec in zip(("one", "other"), specs, strict=True)
        )
        for line in run_engine(engine, "games", boards, players, deals, seed, first_file, second_file):
            deal, seat, *gold = map(int, line.split())
            others = [amount for other_seat, amount in enumerate(gold) if other_seat != seat]
            own_gold.append(gold[seat])
            opponent_gold.append(statistics.fmean(others))
            leads.setdefault(deal, []).append(own_gold[-1] - opponent_gold[-1])
            wins.append(1 / gold.count(max(gold)) if gold[seat] == max(gold) else 0.0)
            mean_lead = statistics.fmean(map(statistics.fmean, leads.values()))
            show_progress(f"deal {deal + 1} of {deals}: {mean_lead:.2f} gold ahead")
    win_rate = statistics.fmean(wins)
    error = math.sqrt(win_rate * (1 - win_rate) / len(wins))
    return (
        f"{_format_mean([statistics.fmean(lead) for lead in leads.values()])} gold ahead, "
        f"{100 * win_rate:.1f} ± {100 * error:.1f} % of {len(wins)} games won "
        f"({statistics.fmean(own_gold):.1f} to {statistics.fmean(opponent_gold):.1f} gold) "
        f"in {time.monotonic() - start:.0f} s: {specs[0]} vs. {specs[1]}"
    )


def seat_fairness(engine: Path, boards: Path, spec: str, players: int, games: int, seed: int) -> str:
    """Reports the mean gold by seat. Seat 0 starts."""
    gold: list[list[int]] = []
    with tempfile.TemporaryDirectory() as folder:
        player_file = write_lines(Path(folder) / "program", player_lines(*parse_player_spec(spec)))
        for line in run_engine(engine, "games", boards, players, games, seed, player_file):
            gold.append([int(amount) for amount in line.split()[2:]])
            if len(gold) % 20 == 0:
                show_progress(f"{len(gold)} of {games} games")
    gold_by_seat = [statistics.fmean(row[seat] for row in gold) for seat in range(players)]
    return (
        f"first seat {_format_mean([row[0] - row[-1] for row in gold])} gold ahead of the last, "
        f"best minus worst {max(gold_by_seat) - min(gold_by_seat):.2f}, "
        f"seats {' '.join(f'{mean_gold:.2f}' for mean_gold in gold_by_seat)}"
    )


# --- training the weights (`data`, `train` and `tune`)


def collect_data(engine: Path, path: Path, boards: Path, spec: str, options: argparse.Namespace) -> None:
    """Plays games. In many positions of these games, tries several turns and plays the game to the end after
    each turn. Stops when the file has enough positions. Each game is written once it is complete. The columns
    are game, turn, final lead, value, and the factor of each weight."""
    names = [name.replace(" ", "_") for name in FITTED_WEIGHTS]
    header = " ".join(("game", "turn", "lead", "value", *names))
    if not path.exists():
        path.write_text(header + "\n", "utf-8")
    with path.open(encoding="utf-8") as file:
        if next(file).rstrip("\n") != header:
            raise SystemExit(f"{path} has other terms: choose another file with --to")
        rows = [line.split(maxsplit=2)[:2] for line in file]
    position_count, first_game = len(set(map(tuple, rows))), int(rows[-1][0]) + 1 if rows else 0
    weights = parse_player_spec(spec)[1]
    if position_count >= options.positions:
        return
    with tempfile.TemporaryDirectory() as folder, path.open("a", encoding="utf-8") as out:
        candidate_file = write_lines(
            Path(folder) / "broad", search_lines(CANDIDATE_BEAM, CANDIDATE_EVALUATIONS, weights, "steady")
        )
        rollout_file = write_lines(
            Path(folder) / "quick", search_lines(ROLLOUT_BEAM, ROLLOUT_EVALUATIONS, weights, "plain")
        )
        game_rows: list[str] = []
        for line in run_engine(
            engine, "data", boards, options.players, candidate_file, rollout_file, options.deals,
            options.seed, first_game, options.positions - position_count, *names,
        ):  # fmt: skip
            if not line.startswith("end of game "):
                game_rows.append(line)
                continue
            game_index = line.rsplit(" ", 1)[1]
            out.write("".join(f"{game_index} {row}\n" for row in game_rows))
            out.flush()
            position_count += len({row.split(maxsplit=1)[0] for row in game_rows})
            game_rows.clear()
            show_progress(f"{position_count} of {options.positions} positions")


def train_weights(paths: Sequence[Path], spec: str) -> tuple[dict[str, float], str]:
    """Fits the weights that best predict which turn of a position leads to more gold. Uses a linear
    regression of the evaluation error, so the weights stay close to those used to create the data. Also
    reports the gain of the turns that the new weights would choose, estimated by cross-validation."""
    weights = parse_player_spec(spec)[1]
    arrays = [np.loadtxt(path, skiprows=1, ndmin=2) for path in paths]
    rows = np.concatenate(arrays)
    file_index = np.repeat(np.arange(len(arrays)), [len(array) for array in arrays])
    _, group = np.unique(np.column_stack([file_index, rows[:, :2]]), axis=0, return_inverse=True)
    group = group.ravel()
    count = np.bincount(group)

    def center(column: Column) -> Column:
        """Subtracts the mean of each position from a column."""
        return column - (np.bincount(group, column) / count)[group]

    lead, value = center(rows[:, 2]), center(rows[:, 3])
    terms = np.column_stack([center(column) for column in rows[:, 4:].T])
    scale = terms.std(axis=0) + 1e-9
    terms /= scale

    def solve(mask: NDArray[np.bool_]) -> Column:
        """Fits weight changes to the selected rows."""
        selected = terms[mask]
        matrix = selected.T @ selected + RIDGE * np.eye(len(scale))
        return np.asarray(np.linalg.solve(matrix, selected.T @ (lead - value)[mask]), np.float64)

    def mean_gain(predicted: Column) -> float:
        """Returns the mean gold of the turns that are predicted to be best, relative to the mean of their
        positions."""
        order = np.lexsort((-predicted, group))
        return float(lead[order[np.r_[True, np.diff(group[order]) > 0]]].mean())

    predicted, fold = value.copy(), group % 4
    for fold_index in range(4):
        predicted[fold == fold_index] += terms[fold == fold_index] @ solve(fold != fold_index)
    changes = solve(np.ones(len(lead), bool)) / scale
    for name, change in zip(FITTED_WEIGHTS, changes, strict=True):
        weights[name] = weights.get(name, 0.0) + float(change)
    return weights, (
        f"{len(count)} positions: turns chosen by the old weights are {mean_gain(value):.3f} gold "
        f"above the mean of their position, by the new weights {mean_gain(predicted):.3f}"
    )


def tune_weights(
    engine: Path, boards: Path, spec: str, state: Path, iterations: int, seed: int, players: int
) -> dict[str, float]:
    """Tunes the weights with one seed. Progress is saved in a state file."""
    level, weights = parse_player_spec(spec)
    iterations_done = 0
    weight_rows = [
        f"{name.replace(' ', '_')} {step} {weights.get(name, 0.0)} 0" for name, step in TUNING_STEPS.items()
    ]
    if state.exists():
        saved_state = json.loads(state.read_text("utf-8"))
        if (saved_state["iterations"], saved_state["players"], saved_state["from"]) != (
            iterations,
            players,
            weights,
        ):
            raise SystemExit(f"{state} was started with other options: choose another file with --to")
        iterations_done, weight_rows = saved_state["done"], saved_state["rows"]
    with tempfile.TemporaryDirectory() as folder:
        player_file = write_lines(Path(folder) / "program", player_lines(level, weights))
        steps_file = write_lines(Path(folder) / "steps", iter(weight_rows))
        new_rows: list[str] = []
        for line in run_engine(
            engine, "tune", boards, player_file, steps_file, seed, iterations_done, iterations, players
        ):
            if not line.startswith("iterations "):
                new_rows.append(line)
                continue
            iterations_done, weight_rows, new_rows = int(line.split()[1]), new_rows, []
            saved_state = {
                "iterations": iterations,
                "players": players,
                "from": weights,
                "done": iterations_done,
                "rows": weight_rows,
            }
            temp_file = state.with_suffix(".new")
            temp_file.write_text(json.dumps(saved_state, indent=1) + "\n", "utf-8")
            temp_file.replace(state)
            show_progress(f"seed {seed}: {iterations_done} of {iterations} iterations")
    averaged_count = sum(iteration >= 0.6 * iterations for iteration in range(iterations))
    return {
        WEIGHT_NAMES[name]: float(total) / averaged_count for name, _, _, total in map(str.split, weight_rows)
    }


# --- parsing the command line


def _build_parser() -> argparse.ArgumentParser:
    formatter = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    commands = parser.add_subparsers(dest="command", required=True)

    def add_command(name: str, about: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=about, description=about)

    def add_board_options(subparser: argparse.ArgumentParser, count: int | None = None) -> None:
        subparser.add_argument(
            "--tables", type=Path, help="a file made by `tables`; by default boards are dealt"
        )
        subparser.add_argument(
            "--land", default=SECTIONS, help=f"{SECTIONS}, {GENERATED}, or a map file such as levels/x.tmx"
        )
        subparser.add_argument("--number", type=int, default=count, help="number of boards to deal")
        subparser.add_argument("--seed", type=int, default=1)

    subparser = add_command("build", "Compile the engine; the other commands do so when needed.")
    subparser.add_argument(
        "--to", type=Path, default=BUILD_FOLDER, help="output folder (default: %(default)s)"
    )
    subparser = add_command("tables", "Deal boards into a file.")
    subparser.add_argument("file", type=Path)
    add_board_options(subparser, 1500)
    subparser = add_command(
        "check", "Compare the engine with Python in positions of Python games; exit 1 if they differ."
    )
    subparser.add_argument("--positions", type=int, default=200)
    subparser.add_argument(
        "--player", default="medium", choices=tuple(AI_PLAYER_FACTORIES), help="AI level that plays the games"
    )
    subparser.add_argument("--program", default="hard+master", help="AI player whose weights to use")
    subparser.add_argument("--seed", type=int, default=1)
    subparser = add_command("match", "Play paired deals and print the gold lead and the win rate.")
    subparser.add_argument("programs", nargs=2, metavar=("A", "B"))
    subparser.add_argument("--deals", type=int, default=100)
    subparser.add_argument(
        "--players",
        type=int,
        default=2,
        choices=(2, 3, 4),
        help="player A takes one seat, player B all others",
    )
    add_board_options(subparser)
    subparser = add_command(
        "fair", "Play games between equal AI players and print the gold by seat on a kind of board."
    )
    subparser.add_argument("--program", default="medium")
    subparser.add_argument("--games", type=int, default=2000)
    subparser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    add_board_options(subparser, 500)
    subparser = add_command("data", "Play out turns for `train`; continues where it was stopped.")
    subparser.add_argument("--to", type=Path, default=Path("turns.txt"))
    subparser.add_argument("--program", default="hard+master", help="AI player whose weights to use")
    subparser.add_argument("--positions", type=int, default=20_000)
    subparser.add_argument("--deals", type=int, default=2, help="number of games played after each turn")
    subparser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    add_board_options(subparser, 1500)
    subparser = add_command("train", "Fit weights to played-out turns by regression.")
    subparser.add_argument("data", type=Path, nargs="*", default=[Path("turns.txt")])
    subparser.add_argument(
        "--program", default="hard+master", help="AI player whose weights the data was created with"
    )
    subparser.add_argument("--to", type=Path, default=Path("trained.json"))
    subparser = add_command("tune", "Tune weights by self-play (SPSA); continues where it was stopped.")
    subparser.add_argument(
        "--from", type=Path, dest="weights", help="weights file to start from (default: Master's weights)"
    )
    subparser.add_argument(
        "--iterations", type=int, default=6300, help="number of iterations, of six games each"
    )
    subparser.add_argument(
        "--seeds", type=int, nargs="+", default=[1, 2], help="seeds; their results are averaged"
    )
    subparser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    subparser.add_argument("--to", type=Path, default=Path("tuned.json"))
    add_board_options(subparser, 1500)
    return parser


def _boards_for(options: argparse.Namespace, folder: Path) -> Path:
    """Returns the file with the boards to play on. A match needs one board for each deal."""
    count = options.number or options.deals
    return options.tables or deal_boards(folder / "tables", count, options.seed, options.land)


def main() -> int:
    """Parses the command line and runs one subcommand."""
    options = _build_parser().parse_args()
    if options.command == "tables":
        deal_boards(options.file, options.number, options.seed, options.land)
        return 0
    if options.command == "train":
        weights, report = train_weights(options.data, options.program)
        write_weights(options.to, weights, f"Found by cpp_engine/driver.py train. {report}.")
        print(f"{report}; weights written to {options.to}")
        return 0
    engine = build_engine(options.to) if options.command == "build" else build_engine()
    if options.command == "build":
        print(engine)
        return 0
    if options.command == "check":
        found_differences = check_parity(
            engine, options.positions, options.seed, options.player, options.program
        )
        show_progress("")
        print(
            "\n".join(
                [*found_differences, f"{options.positions} positions, {len(found_differences)} differences"]
            )
        )
        return 1 if found_differences else 0
    with tempfile.TemporaryDirectory() as folder:
        boards = _boards_for(options, Path(folder))
        if options.command == "match":
            first, second = options.programs
            report = play_match(engine, boards, (first, second), options.players, options.deals, options.seed)
        elif options.command == "fair":
            report = seat_fairness(
                engine, boards, options.program, options.players, options.games, options.seed
            )
        elif options.command == "data":
            collect_data(engine, options.to, boards, options.program, options)
            report = f"positions written to {options.to}"
        else:
            spec = f"hard+{options.weights}" if options.weights else "hard+master"
            results = [
                tune_weights(
                    engine,
                    boards,
                    spec,
                    options.to.with_suffix(f".{seed}"),
                    options.iterations,
                    seed,
                    options.players,
                )
                for seed in options.seeds
            ]
            mean = {name: statistics.fmean(result[name] for result in results) for name in TUNING_STEPS}
            about = (
                f"Tuned by cpp_engine/driver.py tune, {options.iterations} iterations, seeds {options.seeds}."
            )
            write_weights(options.to, {**parse_player_spec(spec)[1], **mean}, about)
            report = f"weights written to {options.to}"
    show_progress("")
    print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
