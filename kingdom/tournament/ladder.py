"""Plays a ladder: a round robin of game pairs. All matchups play the same deals, and each deal is played
twice with seats swapped.

Results are appended to a file, one line per game pair, so that an interrupted ladder can be continued. A line
cut off by a crash is ignored. The first line contains the configuration, so that results from different
ladders are never mixed.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from kingdom.ai.player import Budget, ProgressCallback
from kingdom.rules.errors import ValidationError
from kingdom.rules.rng import state_from_seed
from kingdom.rules.setup import GameSetup
from kingdom.tournament.arena import GameSpec, PlayerFactory, SeatResult, play_games, remove_luck
from kingdom.tournament.ratings import (
    VERDICT_OPEN,
    PairScore,
    RatingInterval,
    SequentialTestResult,
    fit_ratings,
    sequential_test,
)

LADDER_FORMAT = "kingdom-ladder/1"
GAMES_PER_PAIR = 2


@dataclass(frozen=True)
class LadderConfig:
    players: tuple[str, ...]
    pairs_per_matchup: int
    expansions: tuple[str, ...]
    seed: int
    evaluations: int | None = None
    measure_luck: bool = False
    elo_margin: float | None = None
    """For two players only: stop as soon as it is clear whether the first player is stronger by this margin,
    in rating points."""

    def file_header(self) -> dict[str, Any]:
        """Returns the settings that all games in a results file share. Players are not included because they
        can be added later."""
        return {
            "format": LADDER_FORMAT,
            "boxes": list(self.expansions),
            "seed": self.seed,
            "evaluations": self.evaluations,
            "adjusted": self.measure_luck,
        }


class GamePair(NamedTuple):
    """One deal played twice by two players, with seats swapped. Values are from the first player's point of
    view."""

    first: str
    second: str
    number: int
    win_fractions: tuple[float, ...]
    gold_leads: tuple[int, ...]
    relative_luck: tuple[float, ...]
    """The first player's luck minus the second player's luck, for each game. It is 0 if luck was not
    measured."""
    mean_turn_ms: tuple[float, float]
    """The mean thinking times per turn of the first and the second player."""
    failures: tuple[str, ...] = ()
    """One line per game in which a bot failed and Hard took over."""


def create_pair_games(
    config: LadderConfig, first: str, second: str, number: int, player_factory: PlayerFactory
) -> list[GameSpec]:
    """Returns the two games of a pair. Both have the same deal and seed, but the seats are swapped."""
    setup = GameSetup(
        player_count=2,
        expansions=config.expansions,
        seed=state_from_seed(config.seed * 1_000_003 + number) >> 2,
        start_player=number % 2,
    )
    seed = state_from_seed(config.seed * 7_368_787 + number) >> 8
    budget = Budget(max_evaluations=config.evaluations) if config.evaluations else None
    return [
        GameSpec(players, setup, seed, budget, config.measure_luck, player_factory)
        for players in ((first, second), (second, first))
    ]


def remaining_pairs(config: LadderConfig, played_pairs: Sequence[GamePair]) -> list[tuple[str, str, int]]:
    """Returns the pairs still to be played, ordered in rounds: every matchup plays its first deal before any
    matchup plays its second deal."""
    played_keys = {(pair.first, pair.second, pair.number) for pair in played_pairs}
    return [
        (first, second, number)
        for number in range(config.pairs_per_matchup)
        for first, second in combinations(config.players, 2)
        if (first, second, number) not in played_keys
    ]


def play_ladder(
    config: LadderConfig,
    file: Path | None,
    jobs: int,
    player_factory: PlayerFactory,
    progress: ProgressCallback | None = None,
) -> list[GamePair]:
    """Plays the remaining pairs. Returns all pairs between these players, including pairs from earlier
    runs."""
    pairs = [
        pair
        for pair in (load_results(file, config) if file else [])
        if pair.first in config.players
        and pair.second in config.players
        and pair.number < config.pairs_per_matchup
    ]
    remaining = remaining_pairs(config, pairs)
    games = _play_pairs(config, remaining, jobs, player_factory)
    for i, (first, second, number) in enumerate(remaining):
        if config.elo_margin is not None and run_sequential_test(config, pairs).verdict != VERDICT_OPEN:
            games.close()
            break
        pairs.append(_make_pair(first, second, number, [next(games) for _ in range(GAMES_PER_PAIR)]))
        if file:
            append_result(file, config, pairs[-1])
        if progress:
            progress(i + 1, len(remaining))
    return pairs


def _play_pairs(
    config: LadderConfig, remaining: list[tuple[str, str, int]], jobs: int, player_factory: PlayerFactory
) -> Generator[list[SeatResult], None, None]:
    return play_games(
        [spec for pair in remaining for spec in create_pair_games(config, *pair, player_factory)], jobs
    )


def _make_pair(first: str, second: str, number: int, games: list[list[SeatResult]]) -> GamePair:
    first_results = [results[seat] for seat, results in enumerate(games)]
    second_results = [results[1 - seat] for seat, results in enumerate(games)]

    def mean_ms(results: list[SeatResult]) -> float:
        return round(statistics.fmean([ms for result in results for ms in result.turn_ms] or [0.0]), 2)

    return GamePair(
        first,
        second,
        number,
        tuple(seat.win_fraction for seat in first_results),
        tuple(seat.gold_lead for seat in first_results),
        tuple(round(seat.relative_luck, 4) for seat in first_results),
        (mean_ms(first_results), mean_ms(second_results)),
        tuple(seat.failure for seat in (*first_results, *second_results) if seat.failure is not None),
    )


# --- results file


def load_results(file: Path, config: LadderConfig) -> list[GamePair]:
    """Loads the game pairs from a file. Raises ValidationError if the file belongs to a different ladder."""
    if not _has_content(file):
        return []
    lines = file.read_text(encoding="utf-8").splitlines()
    try:
        header = json.loads(lines[0])
        found = {name: header.get(name) for name in config.file_header()}
    except (IndexError, ValueError, AttributeError) as error:
        raise ValidationError(f"{file} is not a ladder: {error}") from error
    for name, value in config.file_header().items():
        if found[name] != value:
            raise ValidationError(f"{file} was made with {name} {found[name]!r}, not {value!r}")
    pairs = []
    for line in lines[1:]:
        try:
            first, second, number, win_fractions, gold_leads, relative_luck, (first_ms, second_ms), *rest = (
                json.loads(line)
            )
            failures = tuple(rest[0]) if rest else ()  # older files do not record failures
            pairs.append(
                GamePair(
                    first,
                    second,
                    number,
                    tuple(win_fractions),
                    tuple(gold_leads),
                    tuple(relative_luck),
                    (first_ms, second_ms),
                    failures,
                )
            )
        except (ValueError, TypeError):
            continue
    return pairs


def _has_content(file: Path) -> bool:
    """Returns True if the file exists and is not empty. A crash may leave an empty file."""
    return file.exists() and file.stat().st_size > 0


def append_result(file: Path, config: LadderConfig, pair: GamePair) -> None:
    has_content = _has_content(file)
    with file.open("a", encoding="utf-8") as stream:
        stream.write(("\n" if has_content else json.dumps(config.file_header()) + "\n") + json.dumps(pair))


# --- standings


class Standing(NamedTuple):
    """A player's row in the standings."""

    player: str
    rating: RatingInterval
    games: int
    win_rate: float
    gold_lead: float
    mean_turn_ms: float


def compute_standings(config: LadderConfig, pairs: Sequence[GamePair]) -> list[Standing]:
    """Returns the standings of all players, strongest first."""
    player_index = {player: i for i, player in enumerate(config.players)}
    results = [
        PairScore(player_index[pair.first], player_index[pair.second], fraction, len(pair.win_fractions))
        for pair, fraction in zip(pairs, pair_win_fractions(config, pairs), strict=True)
    ]
    fitted = fit_ratings(len(config.players), results)
    rows = []
    for player, rating in zip(config.players, fitted, strict=True):
        win_fractions, gold_leads, turn_times = [], [], []
        for pair in pairs:
            if player in (pair.first, pair.second):
                is_first = player == pair.first
                win_fractions += [fraction if is_first else 1 - fraction for fraction in pair.win_fractions]
                gold_leads += [gold_lead if is_first else -gold_lead for gold_lead in pair.gold_leads]
                turn_times.append(pair.mean_turn_ms[0 if is_first else 1])
        rows.append(
            Standing(
                player,
                rating,
                len(win_fractions),
                statistics.fmean(win_fractions or [0.0]),
                statistics.fmean(gold_leads or [0]),
                statistics.fmean(turn_times or [0.0]),
            )
        )
    return sorted(rows, key=lambda standing: -standing.rating.value)


def pair_win_fractions(config: LadderConfig, pairs: Sequence[GamePair]) -> list[float]:
    """Returns the first player's mean win fraction in each pair, adjusted for luck if it was measured."""
    raw = [statistics.fmean(pair.win_fractions) for pair in pairs]
    if not config.measure_luck:
        return raw
    adjusted = list(raw)
    for matchup in {(pair.first, pair.second) for pair in pairs}:
        indices = [index for index, pair in enumerate(pairs) if (pair.first, pair.second) == matchup]
        luck_removed = remove_luck(
            [raw[index] for index in indices],
            [statistics.fmean(pairs[index].relative_luck) for index in indices],
        )
        for index, fraction in zip(indices, luck_removed, strict=True):
            adjusted[index] = fraction
    return adjusted


def run_sequential_test(config: LadderConfig, pairs: Sequence[GamePair]) -> SequentialTestResult:
    """Tests whether the first of two players is stronger."""
    return sequential_test(pair_win_fractions(config, pairs), config.elo_margin or 0.0)
