"""Program players against each other, many games at a time: who wins, by how much, and how long they think.

Seats rotate: one table is played as often as there are seats, each player once in each seat. Everything but
the clock is the same for the same seed, however many processes share the work.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import statistics
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kingdom.ai.appraisal import Fortune
from kingdom.ai.player import Budget, Player
from kingdom.ai.roster import make
from kingdom.rules.chance import seeded
from kingdom.rules.events import seen_by
from kingdom.rules.frames import END_TURN
from kingdom.rules.game import Game
from kingdom.rules.registry import BROUGHT, bring_all
from kingdom.rules.scoring import score, winners
from kingdom.rules.setup import Setup, new_game

Progress = Callable[[int, int], None]
Maker = Callable[[str, int, Budget | None], Player]
"""From a name, a seed and a budget to a player; a function with a name of its own, so that other processes
find it."""


def from_roster(name: str, seed: int, budget: Budget | None) -> Player:
    """A player of ours."""
    return make(name, seed, budget)


@dataclass(frozen=True)
class Bout:
    """One game to play: the names of the players in seat order, the set-up, and the seed of the players' own
    chance."""

    seats: tuple[str, ...]
    setup: Setup
    seed: int
    budget: Budget | None = None
    adjusted: bool = False
    """Whether the luck of each seat is worked out as well."""
    make: Maker = from_roster
    """How the players of these names come about."""


@dataclass
class SeatResult:
    """What one seat got out of one game."""

    share: float
    gold: int
    by: dict[str, int]
    milliseconds: list[float] = field(default_factory=list)
    """Thinking time of each turn by the player's own clock."""
    luck: float = 0.0
    """Gold that the cards brought more than others would have, as far as it was asked for."""
    lead: int = 0
    """The gold less the most that another seat has."""
    favour: float = 0.0
    """The luck less the mean luck of the others: nothing that anybody can choose, 0 on average."""
    trouble: str | None = None
    """What was wrong with the player, in one line."""


def play(bout: Bout) -> list[SeatResult]:
    """Play one game to its end."""
    game = new_game(bout.setup)
    players = [
        bout.make(name, seeded(bout.seed * 8 + seat) >> 1, bout.budget)
        for seat, name in enumerate(bout.seats)
    ]
    fortune = Fortune(game) if bout.adjusted else None
    try:
        turns = _played(game, players, bout.seed * 1_000_003, fortune)
    finally:
        for player in players:
            player.close()
    best = winners(game)
    results = []
    for seat in range(len(players)):
        by = {name: found.gold for name, found in score(game, seat).items()}
        results.append(SeatResult(1 / len(best) if seat in best else 0.0, sum(by.values()), by, turns[seat]))
    for seat, result in enumerate(results):
        others = [other for other in results if other is not result]
        result.lead = result.gold - max(other.gold for other in others)
        if fortune:
            lucky = [luck for other, luck in enumerate(fortune.luck) if other != seat]
            result.luck = fortune.luck[seat]
            result.favour = result.luck - statistics.fmean(lucky)
        result.trouble = players[seat].trouble
    return results


def _played(game: Game, players: Sequence[Player], seed: int, fortune: Fortune | None) -> list[list[float]]:
    """Play to the end; the milliseconds of each player's turns."""
    thought = [0.0] * len(players)
    turns: list[list[float]] = [[] for _ in players]
    views = 0
    for seat, player in enumerate(players):
        player.begin(seat, game.observe(seat, seed))
    while game.stack:
        deciding = game.decision().player
        player = players[deciding]
        views += 1
        view = game.observe(deciding, seed + views)
        begin = player.clock()
        answer = player.answer(view)
        thought[deciding] += (player.clock() - begin) * 1000
        if fortune:
            fortune.before(game, answer)
        happened = game.choose(answer)
        for seat, player in enumerate(players):
            player.see(seen_by(seat, happened))
        if answer == END_TURN:
            turns[deciding].append(thought[deciding])
            thought[deciding] = 0.0
    return turns


def bouts(
    seats: Sequence[str],
    games: int,
    boxes: Sequence[str],
    seed: int,
    budget: Budget | None = None,
    adjusted: bool = False,
    make: Maker = from_roster,
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
        found.append(Bout(order, setup, seeded(seed * 7_368_787 + number) >> 8, budget, adjusted, make))
    return found


def played(todo: list[Bout], jobs: int) -> Generator[list[SeatResult], None, None]:
    """The results of all these games, in their order, by as many processes."""
    jobs = min(jobs, len(todo), os.cpu_count() or 1)
    if jobs <= 1:
        yield from map(play, todo)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _begin, (list(BROUGHT),)) as pool:
        yield from pool.imap(play, todo, chunksize=1)


def _begin(brought: list[str]) -> None:
    """What a process that plays does first: Ctrl+C is not its business, and it knows the same boxes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bring_all(brought)


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
    adjusted: bool = False,
    make: Maker = from_roster,
) -> dict[str, Any]:
    """Play the games; the result as the command line prints it (docs/COMMANDS.md)."""
    todo = bouts(seats, games, boxes, seed, budget, adjusted, make)
    collected: list[list[SeatResult]] = [[] for _ in seats]
    begin = time.perf_counter()
    for number, results in enumerate(played(todo, jobs)):
        for place, result in enumerate(results):
            collected[(place + number) % len(seats)].append(result)
        if progress:
            progress(number + 1, games)
    seconds = time.perf_counter() - begin
    return {
        "games": games,
        "seats": [
            _summary(name, results) | (with_even_luck(results) if adjusted else {})
            for name, results in zip(seats, collected, strict=True)
        ],
        "games_per_s": round(games / seconds, 2) if seconds else 0.0,
    }


class Mean(NamedTuple):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


def mean_of(values: Sequence[float], freedom: int = 1) -> Mean:
    """The mean of values of which so many numbers were taken already."""
    middle = statistics.fmean(values)
    if len(values) <= freedom:
        return Mean(middle, -math.inf, math.inf)
    variance = sum((value - middle) ** 2 for value in values) / (len(values) - freedom)
    spread = 1.96 * (variance / len(values)) ** 0.5
    return Mean(middle, middle - spread, middle + spread)


def less_luck(values: Sequence[float], favours: Sequence[float]) -> list[float]:
    """What is left of values when what follows the luck is taken off. The luck is 0 on average, so the mean
    stays what it measures; how much of the luck shows in the values is found by least squares."""
    middle, favour = statistics.fmean(values), statistics.fmean(favours)
    square = sum((own - favour) ** 2 for own in favours)
    if len(values) < 3 or not square:
        return list(values)
    slope = sum((v - middle) * (f - favour) for v, f in zip(values, favours, strict=True)) / square
    return [value - slope * own for value, own in zip(values, favours, strict=True)]


def with_even_luck(results: list[SeatResult]) -> dict[str, Any]:
    """Share and lead of one seat, plain and with the luck taken off, and the part of the games that this
    saves for an interval of the same width."""
    favours = [result.favour for result in results]
    found: dict[str, Any] = {"luck": round(statistics.fmean(result.luck for result in results), 2)}
    plain, even, fewer = {}, {}, {}
    for name, values in (
        ("share", [result.share for result in results]),
        ("lead", [float(result.lead) for result in results]),
    ):
        before, after = mean_of(values), mean_of(less_luck(values, favours), 2)
        plain[name], even[name] = _rounded(before), _rounded(after)
        width, rest = before.high - before.low, after.high - after.low
        known = width > 0 and math.isfinite(width + rest)
        fewer[name] = round(1 - (rest / width) ** 2, 3) if known else None
    return found | {"plain": plain, "adjusted": even, "fewer_games": fewer}


def _rounded(found: Mean) -> dict[str, float | None]:
    """As JSON has it: without a limit there is none."""
    return {
        name: round(value, 4) if math.isfinite(value) else None
        for name, value in (("mean", found.mean), ("low", found.low), ("high", found.high))
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
        "troubles": [result.trouble for result in results if result.trouble is not None],
        "ms_mean": round(statistics.fmean(turns), 3),
        "ms_median": round(statistics.median(turns), 3),
        "ms_p95": round(turns[min(len(turns) - 1, int(len(turns) * 0.95))], 3),
    }
