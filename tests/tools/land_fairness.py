"""How fair lands are: the gold by seat and by quarter over many games of quick programs.

`python tests/tools/land_fairness.py --games 200` plays on sections of the boxes and on grown land, the same
tables otherwise; `--maps levels/*.tmx` plays on maps. Seat 0 always starts. For each kind of land:

seat     the mean gold of the best seat less that of the worst, in gold; chance alone makes some of it
apart    how far the seats are from even without what chance makes of it: a standard deviation in gold
lead     the mean gold of the first seat less that of the last
quarter  the gold that was earned in each quarter: how far the mean quarters are from even, and (typical) how
         far the quarters of one land are, as a standard deviation in parts of a hundred of the table's gold
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

from kingdom import tiled
from kingdom.ai.roster import PLAYERS
from kingdom.rules.board import Grid
from kingdom.rules.chance import seeded
from kingdom.rules.game import Game
from kingdom.rules.hexes import SECTION_MASKS
from kingdom.rules.scoring import score, totals
from kingdom.rules.setup import Setup, new_game
from kingdom.studio.grow import grow


def played(setup: Setup, player: str, seed: int) -> Game:
    """A game of programs of one kind to its end."""
    game = new_game(setup)
    players = [PLAYERS[player](seeded(seed * 8 + seat) >> 1, None) for seat in range(setup.players)]
    views = 0
    while not game.over:
        seat = game.decision().player
        views += 1
        game.choose(players[seat].answer(game.observe(seat, seed * 1_000_003 + views)))
    return game


def by_quarter(game: Game) -> list[float]:
    """The table's gold, shared out to the quarters in which the hexes lie that earned it."""
    found = [0.0] * len(SECTION_MASKS)
    for player in range(game.table.players):
        for part in score(game, player).values():
            if part.hexes:
                for quarter, mask in enumerate(SECTION_MASKS):
                    found[quarter] += part.gold * (part.hexes & mask).bit_count() / part.hexes.bit_count()
    return found


def measure(name: str, land: Callable[[int], Grid | None], options: argparse.Namespace) -> None:
    """Play on one kind of land and print its line."""
    seats: list[Sequence[int]] = []
    quarters: list[list[float]] = []
    for number in range(options.games):
        setup = Setup(options.players, ("base",), seeded(number) >> 2, grid=land(number), start=0)
        game = played(setup, options.player, number)
        seats.append(totals(game))
        earned = by_quarter(game)
        quarters.append([100 * gold / sum(earned) for gold in earned])
    gold = [statistics.fmean(row[seat] for row in seats) for seat in range(options.players)]
    error = statistics.fmean(
        statistics.stdev(row[seat] for row in seats) / len(seats) ** 0.5 for seat in range(options.players)
    )
    chance = statistics.fmean(
        statistics.variance(row[seat] - statistics.fmean(row) for row in seats) / len(seats)
        for seat in range(options.players)
    )
    apart = max(0.0, statistics.pvariance(gold) - chance) ** 0.5
    leads = [row[0] - row[-1] for row in seats]
    means = [statistics.fmean(row[quarter] for row in quarters) for quarter in range(4)]
    typical = statistics.fmean(statistics.pstdev(row) for row in quarters)
    print(
        f"{name:16} gold {statistics.fmean(gold):5.1f} +- {error:.1f}  seat {max(gold) - min(gold):4.1f}"
        f"  apart {apart:4.2f}  lead {statistics.fmean(leads):4.2f}"
        f" +- {statistics.stdev(leads) / len(leads) ** 0.5:.2f}"
        f"  quarter {statistics.pstdev(means):4.1f} (typical {typical:4.1f})"
        f"  seats {' '.join(f'{one:.1f}' for one in gold)}"
        f"  quarters {' '.join(f'{one:.1f}' for one in means)}",
        flush=True,
    )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--player", default="medium", choices=tuple(PLAYERS))
    parser.add_argument("--maps", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    if not options.maps:
        measure("sections", lambda number: None, options)
        measure("grown", grow, options)
    for path in options.maps:
        grid = tiled.load(path.name, path.parent)
        measure(path.stem, lambda number, grid=grid: grid, options)  # type: ignore[misc]


if __name__ == "__main__":
    main()
