"""Checks the luck and loss figures of the review: `python tests/tools/review_soundness.py --games 400`.

Luck must average about zero over many games, and results adjusted for luck must vary less than the raw
results. With `--errors`, some turns of each game are analyzed twice with different deals. In games between
Expert AIs, both analyses must find small and similar losses.

With `--samples`, every finished game is appended to a file, and later runs continue from this file. With
`--games 0`, only the report is printed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.json_lines import append_json_lines, read_json_lines
from tools.review_loss import play_record

from kingdom.review.analysis import analyze_turn, complete_turns
from kingdom.review.timeline import build_timeline
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.tournament.arena import GameSpec, mean_interval, schedule_games
from kingdom.tournament.arena import play_game as arena_game

SeatResults = list[tuple[int, float]]
"""The gold and luck of every seat in one game."""


def distinct_games(levels: list[str], games: int, expansions: tuple[str, ...], seed: int) -> list[GameSpec]:
    """Returns the given number of different games. If all levels are equal, only one game per deal is used,
    because rotating the seats does not change the game."""
    games_per_deal = len(levels) if len(set(levels)) == 1 else 1
    return schedule_games(levels, games * games_per_deal, expansions, seed, measure_luck=True)[
        ::games_per_deal
    ]


def play_for_luck(spec: GameSpec) -> SeatResults:
    """Plays a game and returns the gold and luck of every seat."""
    return [(result.gold, result.luck) for result in arena_game(spec)]


def read_samples(samples: Path | None) -> list[SeatResults]:
    """Reads the results of earlier runs."""
    lines = read_json_lines(samples) if samples is not None else []
    return [[(gold, luck) for gold, luck in results] for results in lines if isinstance(results, list)]


def compare_losses(task: tuple[GameSpec, int]) -> list[tuple[float, float]]:
    """Analyzes some turns of one game twice and returns the pairs of losses."""
    spec, turn_count = task
    timeline = build_timeline(play_record(spec.setup, spec.players, spec.seed))
    pairs = []
    for turn in Rng(spec.seed).shuffled(complete_turns(timeline))[:turn_count]:
        first, second = analyze_turn(timeline, turn, seed=1), analyze_turn(timeline, turn, seed=2)
        assert first is not None
        assert second is not None
        pairs.append((first.loss, second.loss))
    return pairs


def print_luck(games: list[SeatResults]) -> None:
    """Prints the mean luck and how much adjusting for luck reduces the variance of the results."""
    mean_luck = mean_interval([luck for game in games for _, luck in game])
    print(f"luck per seat and game: {mean_luck.mean:+.2f} ({mean_luck.low:+.2f} to {mean_luck.high:+.2f})")
    leads = [game[0][0] - game[1][0] for game in games]
    luck_leads = [game[0][1] - game[1][1] for game in games]
    even_luck_leads = [lead - luck_lead for lead, luck_lead in zip(leads, luck_leads, strict=True)]
    variance, even_luck_variance = statistics.variance(leads), statistics.variance(even_luck_leads)
    slope, _ = statistics.linear_regression(luck_leads, leads)
    residual_variance = statistics.variance(
        [lead - slope * luck_lead for lead, luck_lead in zip(leads, luck_leads, strict=True)]
    )
    print(
        f"lead of seat 0 over seat 1: standard deviation {variance**0.5:.1f}, "
        f"with even luck {even_luck_variance**0.5:.1f}"
    )
    print(f"variance with even luck: {even_luck_variance / variance:.2f} of the raw variance")
    print(
        f"(1 gold of luck changes the lead by {slope:.2f}; subtracting that leaves"
        f" {residual_variance / variance:.2f} of the variance)"
    )


def print_losses(pairs: list[tuple[float, float]]) -> None:
    """Prints the mean losses of both analyses and their correlation."""
    for name, losses in (
        ("first search", [first for first, _ in pairs]),
        ("second search", [second for _, second in pairs]),
    ):
        interval = mean_interval(losses)
        print(f"loss per turn, {name}: {interval.mean:.2f} ({interval.low:.2f} to {interval.high:.2f})")
    print(f"correlation {statistics.correlation(*zip(*pairs, strict=True)):.2f}, {len(pairs)} turns")


def main() -> None:
    """Plays the games and prints the report."""
    parser = argparse.ArgumentParser(description="Checks the luck and loss figures of the review.")
    parser.add_argument("--seats", default="hard,hard")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--sets", default="base", help="base or all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--errors", type=int, default=0, metavar="TURNS", help="analyze this many turns of each game twice"
    )
    parser.add_argument("--samples", type=Path, help="file that finished games are read from and appended to")
    options = parser.parse_args()
    expansions = tuple(EXPANSIONS) if options.sets == "all" else ("base",)
    specs = distinct_games(options.seats.split(","), options.games, expansions, options.seed)
    games: list[SeatResults] = []
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        if options.errors:
            tasks: list[Any] = [(spec, options.errors) for spec in specs]
            print_losses([pair for game_pairs in pool.imap(compare_losses, tasks) for pair in game_pairs])
        else:
            games = read_samples(options.samples)
            for results in pool.imap(play_for_luck, specs[len(games) :]):
                games.append(results)
                if options.samples is not None:
                    append_json_lines(options.samples, [results])
            print_luck(games)
    print(f"{max(options.games, len(games))} games of {options.seats}, {options.sets}")


if __name__ == "__main__":
    main()
