"""Whether the review is sound: `python tests/tools/review_soundness.py --games 400`.

Luck must come to about zero over many games, and the result with even luck must vary less than the result.
With `--errors` some turns of each game are judged twice, with different deals: in self-play of the expert
both find little, and about the same.

With `--samples` every game is written to a file as soon as it is over, and later runs go on from there; then
`--games 0` only tells what is there.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.review_limits import played

from kingdom.ai.arena import Bout, bouts, mean_of
from kingdom.ai.arena import play as arena_game
from kingdom.review.analysis import judge, judged_turns
from kingdom.review.timeline import timeline
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES

Seats = list[tuple[int, float]]
"""Gold and luck of every seat in one game."""


def games_of(seats: list[str], games: int, boxes: tuple[str, ...], seed: int) -> list[Bout]:
    """So many games, no two the same: among equals a deal is the same game from every seat."""
    alike = len(seats) if len(set(seats)) == 1 else 1
    return bouts(seats, games * alike, boxes, seed, adjusted=True)[::alike]


def luck_of(bout: Bout) -> Seats:
    """Play a game."""
    return [(result.gold, result.luck) for result in arena_game(bout)]


def kept(samples: Path | None) -> list[Seats]:
    """The games of earlier runs."""
    if samples is None or not samples.exists():
        return []
    lines = samples.read_text(encoding="utf-8").splitlines()
    return [[(gold, luck) for gold, luck in json.loads(line)] for line in lines]


def errors_of(work: tuple[Bout, int]) -> list[tuple[float, float]]:
    """The errors of some turns of one game, by two searches."""
    bout, turns = work
    line = timeline(played(bout.setup, bout.seats, bout.seed))
    found = []
    for turn in Chance(bout.seed).shuffled(judged_turns(line))[:turns]:
        one, other = judge(line, turn, seed=1), judge(line, turn, seed=2)
        assert one is not None
        assert other is not None
        found.append((one.error, other.error))
    return found


def tell_luck(games: list[Seats]) -> None:
    """Mean luck, and how much less the result varies without it."""
    every = mean_of([luck for game in games for _, luck in game])
    print(f"luck of a seat in a game: {every.mean:+.2f} ({every.low:+.2f} to {every.high:+.2f})")
    leads = [game[0][0] - game[1][0] for game in games]
    favours = [game[0][1] - game[1][1] for game in games]
    even = [lead - favour for lead, favour in zip(leads, favours, strict=True)]
    before, after = statistics.variance(leads), statistics.variance(even)
    slope, _ = statistics.linear_regression(favours, leads)
    left = statistics.variance([lead - slope * favour for lead, favour in zip(leads, favours, strict=True)])
    print(
        f"lead of seat 0 over seat 1: standard deviation {before**0.5:.1f}, with even luck {after**0.5:.1f}"
    )
    print(f"variance with even luck: {after / before:.2f} of the plain one")
    print(f"(of a gold of luck {slope:.2f} shows in the lead; taking off so much leaves {left / before:.2f})")


def tell_errors(pairs: list[tuple[float, float]]) -> None:
    """Mean errors of both searches."""
    for name, errors in (
        ("one search", [one for one, _ in pairs]),
        ("another", [other for _, other in pairs]),
    ):
        found = mean_of(errors)
        print(f"error of a turn, {name}: {found.mean:.2f} ({found.low:.2f} to {found.high:.2f})")
    print(f"correlation {statistics.correlation(*zip(*pairs, strict=True)):.2f}, {len(pairs)} turns")


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description="Whether luck and error are sound.")
    parser.add_argument("--seats", default="hard,hard")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--sets", default="base", help="base or all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--errors", type=int, default=0, metavar="TURNS", help="judge so many turns of each game"
    )
    parser.add_argument("--samples", type=Path, help="a file that games are added to and taken from")
    options = parser.parse_args()
    boxes = tuple(BOXES) if options.sets == "all" else ("base",)
    todo = games_of(options.seats.split(","), options.games, boxes, options.seed)
    games: list[Seats] = []
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        if options.errors:
            work: list[Any] = [(bout, options.errors) for bout in todo]
            tell_errors([pair for found in pool.imap(errors_of, work) for pair in found])
        else:
            games = kept(options.samples)
            for seats in pool.imap(luck_of, todo[len(games) :]):
                games.append(seats)
                if options.samples is not None:
                    with options.samples.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(seats) + "\n")
            tell_luck(games)
    print(f"{max(options.games, len(games))} games of {options.seats}, {options.sets}")


if __name__ == "__main__":
    main()
