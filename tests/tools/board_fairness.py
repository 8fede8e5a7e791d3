"""Measures board fairness: gold by seat and by board section in many games between fast AI players.

`python tests/tools/board_fairness.py --games 200` plays on dealt sections and on generated boards, with
otherwise identical setups. `--maps levels/*.tmx` plays on maps. Seat 0 always starts. Prints these figures
for each kind of board:

seat     mean gold of the best seat minus mean gold of the worst seat; partly random
apart    standard deviation of the mean gold between the seats, excluding the random part
lead     mean gold of the first seat minus mean gold of the last seat
quarter  standard deviation of the gold between the four sections, in percent of all gold: first for the mean
         of all boards, then (typical) for a single board
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

from kingdom.ai.levels import AI_PLAYER_FACTORIES
from kingdom.ai.player import play_to_end
from kingdom.maps import library
from kingdom.maps.generator import generate_board
from kingdom.rules.board import TerrainGrid
from kingdom.rules.game import Game
from kingdom.rules.hexes import SECTION_MASKS
from kingdom.rules.rng import state_from_seed
from kingdom.rules.scoring import all_totals, score_breakdown
from kingdom.rules.setup import GameSetup, new_game


def play_game(setup: GameSetup, level: str, seed: int) -> Game:
    """Plays a game between AI players of one level to the end."""
    game = new_game(setup)
    players = [
        AI_PLAYER_FACTORIES[level](state_from_seed(seed * 8 + seat) >> 1, None)
        for seat in range(setup.player_count)
    ]
    for _ in play_to_end(game, players, seed * 1_000_003):
        pass
    return game


def gold_by_section(game: Game) -> list[float]:
    """Returns the gold of all players, split by the section of the hexes that earned it."""
    gold = [0.0] * len(SECTION_MASKS)
    for player in range(game.config.player_count):
        for source in score_breakdown(game, player).values():
            if source.hexes:
                for section, mask in enumerate(SECTION_MASKS):
                    gold[section] += (
                        source.gold * (source.hexes & mask).bit_count() / source.hexes.bit_count()
                    )
    return gold


def measure(name: str, grid_for: Callable[[int], TerrainGrid | None], options: argparse.Namespace) -> None:
    """Plays on one kind of board and prints its figures."""
    gold_by_seat: list[Sequence[int]] = []
    section_percentages: list[list[float]] = []
    for seed in range(options.games):
        setup = GameSetup(
            options.players, ("base",), state_from_seed(seed) >> 2, grid=grid_for(seed), start_player=0
        )
        game = play_game(setup, options.player, seed)
        gold_by_seat.append(all_totals(game))
        section_gold = gold_by_section(game)
        section_percentages.append([100 * gold / sum(section_gold) for gold in section_gold])
    gold = [statistics.fmean(row[seat] for row in gold_by_seat) for seat in range(options.players)]
    standard_error = statistics.fmean(
        statistics.stdev(row[seat] for row in gold_by_seat) / len(gold_by_seat) ** 0.5
        for seat in range(options.players)
    )
    random_variance = statistics.fmean(
        statistics.variance(row[seat] - statistics.fmean(row) for row in gold_by_seat) / len(gold_by_seat)
        for seat in range(options.players)
    )
    seat_deviation = max(0.0, statistics.pvariance(gold) - random_variance) ** 0.5
    leads = [row[0] - row[-1] for row in gold_by_seat]
    means = [statistics.fmean(row[section] for row in section_percentages) for section in range(4)]
    typical_deviation = statistics.fmean(statistics.pstdev(row) for row in section_percentages)
    print(
        f"{name:16} gold {statistics.fmean(gold):5.1f} +- {standard_error:.1f}"
        f"  seat {max(gold) - min(gold):4.1f}  apart {seat_deviation:4.2f}"
        f"  lead {statistics.fmean(leads):4.2f} +- {statistics.stdev(leads) / len(leads) ** 0.5:.2f}"
        f"  quarter {statistics.pstdev(means):4.1f} (typical {typical_deviation:4.1f})"
        f"  seats {' '.join(f'{value:.1f}' for value in gold)}"
        f"  quarters {' '.join(f'{value:.1f}' for value in means)}",
        flush=True,
    )


def main() -> None:
    """Parses the command line and measures each kind of board."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--player", default="medium", choices=tuple(AI_PLAYER_FACTORIES))
    parser.add_argument("--maps", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    if not options.maps:
        measure("sections", lambda seed: None, options)
        measure("grown", generate_board, options)
    for path in options.maps:
        grid = library.load_board(path.name, path.parent)
        measure(path.stem, lambda seed, grid=grid: grid, options)  # type: ignore[misc]


if __name__ == "__main__":
    main()
