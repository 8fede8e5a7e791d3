"""Plays games between AI players in parallel processes and summarizes wins, gold, luck and thinking time.

Seats rotate: every deal is played several times, and each player plays it once from each seat. Except for the
measured times, the results depend only on the seed, not on the number of processes.
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
from typing import TYPE_CHECKING, Any, NamedTuple

from kingdom.ai.float_sum import sum_floats
from kingdom.ai.levels import create_ai_player
from kingdom.ai.player import AIPlayer, Budget, play_to_end
from kingdom.review.luck import LuckTracker
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.registry import EXTERNAL_EXPANSIONS, import_expansions
from kingdom.rules.rng import state_from_seed
from kingdom.rules.scoring import score_breakdown, winners
from kingdom.rules.setup import GameSetup, new_game

if TYPE_CHECKING:
    from kingdom.ai.player import ProgressCallback

PlayerFactory = Callable[[str, int, Budget | None], AIPlayer]
"""Function that creates a player from a name, a seed and a budget. It must be defined at module level so that
it can be pickled for other processes."""


def create_builtin_player(name: str, seed: int, budget: Budget | None) -> AIPlayer:
    return create_ai_player(name, seed, budget)


@dataclass(frozen=True)
class GameSpec:
    """One game to play: player names in seat order, the setup, and a seed for the players' own random
    decisions."""

    players: tuple[str, ...]
    setup: GameSetup
    seed: int
    budget: Budget | None = None
    measure_luck: bool = False
    """True if each player's luck should be measured."""
    player_factory: PlayerFactory = create_builtin_player


@dataclass
class SeatResult:
    win_fraction: float
    gold: int
    gold_by_source: dict[str, int]
    turn_ms: list[float] = field(default_factory=list)
    """Thinking time for each turn, in milliseconds, measured with the player's own clock."""
    luck: float = 0.0
    """Gold gained by lucky cards, if measured."""
    gold_lead: int = 0
    """The player's gold minus the best opponent's gold."""
    relative_luck: float = 0.0
    """The player's luck minus the opponents' mean luck. Players cannot influence this difference, and it
    averages 0."""
    failure: str | None = None
    """One-line reason why the player failed, or None."""


def play_game(spec: GameSpec) -> list[SeatResult]:
    """Plays one game to the end and returns the result for each seat."""
    game = new_game(spec.setup)
    players = [
        spec.player_factory(name, state_from_seed(spec.seed * 8 + seat) >> 1, spec.budget)
        for seat, name in enumerate(spec.players)
    ]
    luck_tracker = LuckTracker(game) if spec.measure_luck else None
    elapsed_ms = [0.0] * len(players)
    turn_times: list[list[float]] = [[] for _ in players]
    try:
        for seat, answer, answer_ms in play_to_end(game, players, spec.seed * 1_000_003):
            elapsed_ms[seat] += answer_ms
            if luck_tracker:
                luck_tracker.before_answer(game, answer)
            if answer == END_TURN:
                turn_times[seat].append(elapsed_ms[seat])
                elapsed_ms[seat] = 0.0
    finally:
        for player in players:
            player.close()
    winning_seats = winners(game)
    results = []
    for seat in range(len(players)):
        gold_by_source = {
            name: source_score.gold for name, source_score in score_breakdown(game, seat).items()
        }
        results.append(
            SeatResult(
                1 / len(winning_seats) if seat in winning_seats else 0.0,
                sum(gold_by_source.values()),
                gold_by_source,
                turn_times[seat],
            )
        )
    for seat, result in enumerate(results):
        others = [other for other in results if other is not result]
        result.gold_lead = result.gold - max(other.gold for other in others)
        if luck_tracker:
            opponents_luck = [
                seat_luck for other, seat_luck in enumerate(luck_tracker.luck_by_player) if other != seat
            ]
            result.luck = luck_tracker.luck_by_player[seat]
            result.relative_luck = result.luck - statistics.fmean(opponents_luck)
        result.failure = players[seat].failure
    return results


def schedule_games(
    players: Sequence[str],
    games: int,
    expansions: Sequence[str],
    seed: int,
    budget: Budget | None = None,
    measure_luck: bool = False,
    player_factory: PlayerFactory = create_builtin_player,
) -> list[GameSpec]:
    """Returns the games of an arena. Deals are derived from the seed, and players rotate through the
    seats."""
    count = len(players)
    specs = []
    for i in range(games):
        deal_number, rotation = divmod(i, count)
        rotated_players = tuple(players[(seat + rotation) % count] for seat in range(count))
        setup = GameSetup(
            player_count=count,
            expansions=tuple(expansions),
            seed=state_from_seed(seed * 1_000_003 + deal_number) >> 2,
            start_player=deal_number % count,
        )
        specs.append(
            GameSpec(
                rotated_players,
                setup,
                state_from_seed(seed * 7_368_787 + i) >> 8,
                budget,
                measure_luck,
                player_factory,
            )
        )
    return specs


def play_games(specs: list[GameSpec], jobs: int) -> Generator[list[SeatResult], None, None]:
    """Yields the results of all games in order, using up to `jobs` processes."""
    jobs = min(jobs, len(specs), os.cpu_count() or 1)
    if jobs <= 1:
        yield from map(play_game, specs)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _init_worker, (list(EXTERNAL_EXPANSIONS),)) as pool:
        yield from pool.imap(play_game, specs, chunksize=1)


def _init_worker(expansion_modules: list[str]) -> None:
    """Initializes a worker process so that it ignores Ctrl+C and has the same expansions as the main
    process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import_expansions(expansion_modules)


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    if not games:
        return 0.0, 1.0
    z, fraction = 1.96, wins / games
    center = fraction + z * z / (2 * games)
    spread = z * ((fraction * (1 - fraction) + z * z / (4 * games)) / games) ** 0.5
    scale = 1 + z * z / games
    return max(0.0, (center - spread) / scale), min(1.0, (center + spread) / scale)


def play_arena(
    players: Sequence[str],
    games: int,
    expansions: Sequence[str],
    seed: int,
    jobs: int = 1,
    budget: Budget | None = None,
    progress: ProgressCallback | None = None,
    measure_luck: bool = False,
    player_factory: PlayerFactory = create_builtin_player,
) -> dict[str, Any]:
    """Plays the games and returns the summary that the command line prints (docs/COMMANDS.md)."""
    specs = schedule_games(players, games, expansions, seed, budget, measure_luck, player_factory)
    collected: list[list[SeatResult]] = [[] for _ in players]
    started_at = time.perf_counter()
    for i, results in enumerate(play_games(specs, jobs)):
        for seat, result in enumerate(results):
            collected[(seat + i) % len(players)].append(result)
        if progress:
            progress(i + 1, games)
    seconds = time.perf_counter() - started_at
    return {
        "games": games,
        "seats": [
            _summarize_seat(name, results) | (luck_adjusted_summary(results) if measure_luck else {})
            for name, results in zip(players, collected, strict=True)
        ],
        "games_per_s": round(games / seconds, 2) if seconds else 0.0,
    }


class MeanInterval(NamedTuple):
    """A mean with its 95% confidence interval."""

    mean: float
    low: float
    high: float


def mean_interval(values: Sequence[float], ddof: int = 1) -> MeanInterval:
    """Returns the mean of the values with its confidence interval. `ddof` is the number of parameters already
    estimated from the values."""
    mean = statistics.fmean(values)
    if len(values) <= ddof:
        return MeanInterval(mean, -math.inf, math.inf)
    variance = sum_floats((value - mean) ** 2 for value in values) / (len(values) - ddof)
    spread = 1.96 * (variance / len(values)) ** 0.5
    return MeanInterval(mean, mean - spread, mean + spread)


def remove_luck(values: Sequence[float], relative_luck: Sequence[float]) -> list[float]:
    """Subtracts the part of the values that luck explains, estimated by least squares. The expected mean
    stays the same because luck averages 0."""
    mean, mean_luck = statistics.fmean(values), statistics.fmean(relative_luck)
    sum_of_squares = sum_floats((luck - mean_luck) ** 2 for luck in relative_luck)
    if len(values) < 3 or not sum_of_squares:
        return list(values)
    sum_of_products = sum_floats(
        (value - mean) * (luck - mean_luck) for value, luck in zip(values, relative_luck, strict=True)
    )
    slope = sum_of_products / sum_of_squares
    return [value - slope * luck for value, luck in zip(values, relative_luck, strict=True)]


def luck_adjusted_summary(results: list[SeatResult]) -> dict[str, Any]:
    """Summarizes a player's win fraction and gold lead, with and without luck. Also reports the fraction of
    games that the luck correction saves: with it, fewer games are needed for an interval of the same
    width."""
    relative_luck = [result.relative_luck for result in results]
    summary: dict[str, Any] = {"luck": round(statistics.fmean(result.luck for result in results), 2)}
    raw_means, adjusted_means, games_saved = {}, {}, {}
    for name, values in (
        ("share", [result.win_fraction for result in results]),
        ("lead", [float(result.gold_lead) for result in results]),
    ):
        raw, adjusted = mean_interval(values), mean_interval(remove_luck(values, relative_luck), 2)
        raw_means[name], adjusted_means[name] = _interval_json(raw), _interval_json(adjusted)
        raw_width, adjusted_width = raw.high - raw.low, adjusted.high - adjusted.low
        is_defined = raw_width > 0 and math.isfinite(raw_width + adjusted_width)
        games_saved[name] = round(1 - (adjusted_width / raw_width) ** 2, 3) if is_defined else None
    return summary | {"plain": raw_means, "adjusted": adjusted_means, "fewer_games": games_saved}


def _interval_json(interval: MeanInterval) -> dict[str, float | None]:
    """Returns the interval as JSON data. Infinite limits become None."""
    return {
        name: round(value, 4) if math.isfinite(value) else None
        for name, value in (("mean", interval.mean), ("low", interval.low), ("high", interval.high))
    }


def _summarize_seat(name: str, results: list[SeatResult]) -> dict[str, Any]:
    wins = sum_floats(result.win_fraction for result in results)
    low, high = wilson_interval(wins, len(results))
    gold_lists: dict[str, list[int]] = {}
    for result in results:
        for card, gold in result.gold_by_source.items():
            gold_lists.setdefault(card, []).append(gold)
    turn_times = sorted(ms for result in results for ms in result.turn_ms) or [0.0]
    return {
        "player": name,
        "wins": round(wins, 2),
        "share": round(wins / max(1, len(results)), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "gold": round(statistics.fmean(result.gold for result in results), 2) if results else 0.0,
        "by": {card: round(statistics.fmean(golds), 2) for card, golds in sorted(gold_lists.items())},
        "troubles": [result.failure for result in results if result.failure is not None],
        "ms_mean": round(statistics.fmean(turn_times), 3),
        "ms_median": round(statistics.median(turn_times), 3),
        "ms_p95": round(turn_times[min(len(turn_times) - 1, int(len(turn_times) * 0.95))], 3),
    }
