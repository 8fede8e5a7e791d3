"""Program players against each other, many games at a time: who wins, by how much, and how long they think.

Seats rotate: one table is played as often as there are seats, each player once in each seat. Everything but
the clock is the same for the same seed, however many processes share the work.
"""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kingdom.ai.player import Budget, Player
from kingdom.ai.roster import PLAYERS
from kingdom.rules.chance import seeded
from kingdom.rules.frames import END_TURN
from kingdom.rules.scoring import score, winners
from kingdom.rules.setup import Setup, new_game

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Bout:
    """One game to play: the names of the players in seat order, the set-up, and the seed of the players' own
    chance."""

    seats: tuple[str, ...]
    setup: Setup
    seed: int
    budget: Budget | None = None


@dataclass
class SeatResult:
    """What one seat got out of one game."""

    share: float
    gold: int
    by: dict[str, int]
    milliseconds: list[float] = field(default_factory=list)
    """Thinking time of each turn, as time of the processor: other programs on the machine do not count."""


def play(bout: Bout) -> list[SeatResult]:
    """Play one game to its end."""
    game = new_game(bout.setup)
    players: list[Player] = [
        PLAYERS[name](seeded(bout.seed * 8 + seat) >> 1, bout.budget) for seat, name in enumerate(bout.seats)
    ]
    thought = [0.0] * len(players)
    turns: list[list[float]] = [[] for _ in players]
    views = 0
    while game.stack:
        decision = game.decision()
        views += 1
        view = game.observe(decision.player, bout.seed * 1_000_003 + views)
        begin = time.process_time()
        answer = players[decision.player].answer(view)
        thought[decision.player] += (time.process_time() - begin) * 1000
        game.choose(answer)
        if answer == END_TURN:
            turns[decision.player].append(thought[decision.player])
            thought[decision.player] = 0.0
    best = winners(game)
    results = []
    for seat in range(len(players)):
        by = {name: found.gold for name, found in score(game, seat).items()}
        results.append(SeatResult(1 / len(best) if seat in best else 0.0, sum(by.values()), by, turns[seat]))
    return results


def bouts(
    seats: Sequence[str], games: int, boxes: Sequence[str], seed: int, budget: Budget | None = None
) -> list[Bout]:
    """The games of an arena: tables from the seed, seats rotated."""
    count = len(seats)
    found = []
    for number in range(games):
        table, turn = divmod(number, count)
        order = tuple(seats[(seat + turn) % count] for seat in range(count))
        setup = Setup(
            players=count, boxes=tuple(boxes), seed=seeded(seed * 1_000_003 + table) >> 2, start=table % count
        )
        found.append(Bout(order, setup, seeded(seed * 7_368_787 + number) >> 8, budget))
    return found


def _results(todo: list[Bout], jobs: int) -> Iterator[list[SeatResult]]:
    if jobs <= 1:
        yield from map(play, todo)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(play, todo, chunksize=1)


def interval(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson)."""
    if not games:
        return 0.0, 1.0
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    spread = z * ((share * (1 - share) + z * z / (4 * games)) / games) ** 0.5
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def run(
    seats: Sequence[str],
    games: int,
    boxes: Sequence[str],
    seed: int,
    jobs: int = 1,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play the games; the result as the command line prints it (docs/COMMANDS.md)."""
    todo = bouts(seats, games, boxes, seed, budget)
    collected: list[list[SeatResult]] = [[] for _ in seats]
    begin = time.perf_counter()
    for number, results in enumerate(_results(todo, jobs)):
        for place, result in enumerate(results):
            collected[(place + number) % len(seats)].append(result)
        if progress:
            progress(number + 1, games)
    seconds = time.perf_counter() - begin
    return {
        "games": games,
        "seats": [_summary(name, results) for name, results in zip(seats, collected, strict=True)],
        "games_per_s": round(games / seconds, 2) if seconds else 0.0,
    }


def _summary(name: str, results: list[SeatResult]) -> dict[str, Any]:
    wins = sum(result.share for result in results)
    low, high = interval(wins, len(results))
    by: dict[str, list[int]] = {}
    for result in results:
        for card, gold in result.by.items():
            by.setdefault(card, []).append(gold)
    turns = sorted(ms for result in results for ms in result.milliseconds) or [0.0]
    return {
        "player": name,
        "wins": round(wins, 2),
        "share": round(wins / max(1, len(results)), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "gold": round(statistics.fmean(result.gold for result in results), 2) if results else 0.0,
        "by": {card: round(statistics.fmean(golds), 2) for card, golds in sorted(by.items())},
        "ms_mean": round(statistics.fmean(turns), 3),
        "ms_median": round(statistics.median(turns), 3),
        "ms_p95": round(turns[min(len(turns) - 1, int(len(turns) * 0.95))], 3),
    }
