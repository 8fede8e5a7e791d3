"""The list of all benchmarks and the function that runs them. Also contains the benchmarks that do not need
pygame.

Each result is reported in its own unit and as a ratio to a calibration step measured in the same run, so that
different machines can be compared. The calibration step is an operation that the rules use often: computing
the neighbors of a set of 30 hexes with six shifts."""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import count, cycle
from pathlib import Path
from typing import Any
from weakref import finalize

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import ExpertPlayer
from kingdom.ai.fast_scoring import get_fast_scorer
from kingdom.ai.player import Budget, cpu_clock
from kingdom.ai.rollout import RolloutPolicy
from kingdom.ai.turn_search import TurnCandidate, TurnSearch
from kingdom.bench import BenchmarkSkipped
from kingdom.bench.sample_games import play_randomly, play_randomly_checked
from kingdom.maps.generator import generate_board
from kingdom.match.seats import HUMAN
from kingdom.record import Record
from kingdom.review.timeline import build_timeline
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.game import Game, play_random_answers, random_answer
from kingdom.rules.hexes import ALL_HEXES_MASK, BIT, MAIN_BOARD_MASK, iter_hexes
from kingdom.rules.registry import EXPANSIONS, SCORING_CARDS, TILES
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.stats import queries
from kingdom.stats.achievements import load_achievement_definitions
from kingdom.stats.database import DATABASE_FILE_NAME, StatsDatabase
from kingdom.stats.finished_game import FinishedGame, FinishedSeat

STATS_GAME_COUNT = 10_000
STATS_PLAYERS = ("Ann", "Ben", "Cleo", "Dora")
STATS_LEVELS = ("easy", "medium", "hard", "expert")


def slowest_statistics_query() -> Callable[[], float]:
    """Fills a statistics database and returns a benchmark. The benchmark runs every query once and returns
    how many seconds the slowest query takes."""
    folder = Path(tempfile.mkdtemp(prefix="kingdom-bench-"))
    database = StatsDatabase(folder / DATABASE_FILE_NAME)
    finalize(database, shutil.rmtree, folder, ignore_errors=True)
    rng = Rng(1)
    database.connection.execute("PRAGMA synchronous = OFF")
    for number in range(STATS_GAME_COUNT):
        day, hour = divmod(number, 12)
        year, day = divmod(day, 336)
        ended_at = f"20{20 + year}-{1 + day // 28:02}-{1 + day % 28:02}T{hour:02}:00:00Z"
        database.add_game(_random_finished_game(number, rng), ended_at)
    all_games, filtered_games = (
        queries.GameFilter(),
        queries.GameFilter(STATS_PLAYERS[0], "base", 3, queries.WON),
    )
    timed_queries: list[Callable[[StatsDatabase], object]] = [
        queries.list_players,
        partial(queries.list_games, game_filter=all_games),
        partial(queries.list_games, game_filter=filtered_games),
        partial(queries.count_games, game_filter=filtered_games),
        partial(queries.progress_points, player_name=STATS_PLAYERS[0]),
        partial(queries.stats_by_ai_level, player_name=STATS_PLAYERS[0]),
        partial(queries.stats_by_gold_source, player_name=STATS_PLAYERS[0]),
        partial(queries.stats_by_tile, player_name=STATS_PLAYERS[0]),
        partial(queries.earned_achievements, player_name=STATS_PLAYERS[0]),
        queries.best_results_by_board,
        queries.head_to_head_stats,
    ]

    def measure() -> float:
        slowest = 0.0
        for query in timed_queries:
            started_at = time.perf_counter()
            query(database)
            slowest = max(slowest, time.perf_counter() - started_at)
        return slowest

    return measure


def _random_finished_game(number: int, rng: Rng) -> FinishedGame:
    """Returns a random but plausible result of a game between one or two humans and some AI players."""
    cards = rng.shuffled(list(SCORING_CARDS))[:3]
    seats = [(name, HUMAN) for name in rng.shuffled(STATS_PLAYERS)[: 1 + rng.randrange(2)]]
    seats += [(level, level) for level in rng.shuffled(STATS_LEVELS)[: 3 - len(seats)]]
    gold = [{card: rng.randrange(25) for card in (*cards, "castles")} for _ in seats]
    totals = [sum(gold_by_source.values()) for gold_by_source in gold]
    return FinishedGame(
        str(number),
        (*rng.shuffled(list(EXPANSIONS))[:2], "base"),
        tuple(cards),
        f"map:{number % 40}" if number % 3 else "",
        9,
        100,
        tuple(
            FinishedSeat(
                name,
                kind,
                "blue",
                totals[seat],
                1 + sum(other > totals[seat] for other in totals),
                float(totals[seat] == max(totals)),
                gold[seat],
                {tile: 1 + rng.randrange(6) for tile in rng.shuffled(list(TILES))[:5]},
                tuple(achievement.name for achievement in load_achievement_definitions()[seat::10])
                if kind == HUMAN
                else (),
            )
            for seat, (name, kind) in enumerate(seats)
        ),
    )


TURNS_MEASURED = 6
"""Number of turns per measurement. Each turn comes from a different game, and the turns range from early to
late."""
EXPERT_BUDGET = Budget(max_evaluations=6_000)


class _CountingExpert(ExpertPlayer):
    """An Expert that counts its evaluations."""

    evaluation_count = 0

    def select_turn(self, search: TurnSearch, seed: int) -> TurnCandidate:
        turn = super().select_turn(search, seed)
        self.evaluation_count += search.meter.evaluations
        return turn


def expert_evaluation_time(expansions: tuple[str, ...]) -> Callable[[], float]:
    """Prepares a benchmark of Expert's CPU time per evaluation, in seconds. As at the start of a game,
    Expert's caches are empty when the timing starts."""

    def measure() -> float:
        seconds, evaluation_count = 0.0, 0
        for seed in range(TURNS_MEASURED):
            view = _game_after_turns(expansions, seed, 2 + 3 * seed)
            get_fast_scorer(view)
            player = _CountingExpert(seed, EXPERT_BUDGET)
            started_at = cpu_clock()
            player.plan_turn(view)
            seconds += cpu_clock() - started_at
            evaluation_count += player.evaluation_count
        return seconds / evaluation_count

    return measure


def _game_after_turns(expansions: tuple[str, ...], seed: int, turns: int) -> Game:
    """Returns a two-player game after several turns played by the rollout policy, as seen by the active
    player. The rollout policy does not share any caches with the returned game."""
    setup = GameSetup(player_count=2, expansions=expansions, seed=seed)
    game = new_game(setup)
    policy = RolloutPolicy(Evaluation(game, 0), game, seed)
    answers = []
    while turns:
        answer = policy.decide(game)
        turns -= answer == END_TURN
        answers.append(answer)
        game.push(answer)
    replayed_game = new_game(setup)
    for answer in answers:
        replayed_game.push(answer)
    return replayed_game.observe(game.active_player, seed)


REPEATS_PER_BENCHMARK = 7
FRAMES_PER_SECOND = 60
"""Frame rate used to convert seconds to frames."""
SETUP_COUNT = 20
"""Number of random setups that a game benchmark plays. Their boards are built and cached before the timing
starts."""
NEW_BOARD_COUNT = 100
"""Number of games that a benchmark of new boards plays."""

Benchmark = Callable[[], float]
"""Function that does its work once and returns the measured value, usually in seconds. Benchmarks that do not
wait for anything measure CPU time, so other processes do not affect them."""


def _calibration_step(hexes: int) -> int:
    """Does the same as `neighbors`, which may be compiled. This function is always pure Python, so that the
    ratios show the gain."""
    return (
        (hexes << 1) | (hexes >> 1) | (hexes << 22) | (hexes >> 22) | (hexes << 21) | (hexes >> 21)
    ) & ALL_HEXES_MASK


def calibration_step_time() -> float:
    """Returns the CPU seconds per calibration step."""
    hexes = sum(BIT[hex_id] for hex_id in Rng(30).shuffled(list(iter_hexes(MAIN_BOARD_MASK)))[:30])
    count = 20_000
    started_at = cpu_clock()
    for _ in range(count):
        _calibration_step(hexes)
    return (cpu_clock() - started_at) / count


def _game_time(
    player_count: int, expansions: tuple[str, ...], play: Callable[[Game, Rng], None]
) -> Benchmark:
    setups = [
        GameSetup(player_count=player_count, expansions=expansions, seed=seed) for seed in range(SETUP_COUNT)
    ]
    for setup in setups:
        new_game(setup)
    rng = Rng(1)

    def measure() -> float:
        started_at = cpu_clock()
        for setup in setups:
            play(new_game(setup), rng)
        return (cpu_clock() - started_at) / len(setups)

    return measure


def _new_board_game_time(player_count: int, play: Callable[[Game, Rng], None] | None) -> Benchmark:
    """Prepares a benchmark of games in the base game, each on a board that has never been used before.
    Without `play`, it measures only how long it takes to create such a game."""
    seeds = count()
    rng = Rng(1)

    def measure() -> float:
        setups = [GameSetup(player_count=player_count, seed=next(seeds)) for _ in range(NEW_BOARD_COUNT)]
        started_at = cpu_clock()
        for setup in setups:
            game = new_game(setup)
            if play:
                play(game, rng)
        return (cpu_clock() - started_at) / len(setups)

    return measure


def _sample_positions() -> list[Game]:
    """Returns positions from a few random two-player games. Positions in the middle of an action are
    excluded."""
    positions = []
    rng = Rng(7)
    for seed in range(4):
        game = new_game(GameSetup(player_count=2, seed=seed))
        while not game.over:
            if not game.has_open_action:
                positions.append(game.copy())
            game.push(random_answer(game, rng))
    return positions


def _time_per_position(work: Callable[[Game], object]) -> Benchmark:
    positions = _sample_positions()

    def measure() -> float:
        started_at = cpu_clock()
        for game in positions:
            work(game)
        return (cpu_clock() - started_at) / len(positions)

    return measure


def _compute_decision(game: Game) -> object:
    game.clear_legal_answers()
    return game.decision()


def _score_three_cards() -> Benchmark:
    base_cards = [card for card in SCORING_CARDS.values() if card in EXPANSIONS["base"].scoring_cards]
    triples = cycle([[card.scorer for card in Rng(seed).shuffled(base_cards)[:3]] for seed in range(40)])

    def work(game: Game) -> None:
        for scorer in next(triples):
            assert scorer
            scorer(game, 0)

    return _time_per_position(work)


def _review_seek() -> Benchmark:
    """Prepares a benchmark of seeking in a long game with all expansions. It returns the slowest seek."""
    setup = GameSetup(player_count=5, expansions=tuple(EXPANSIONS), seed=3)
    rng = Rng(3)
    record = Record(setup, answers=play_random_answers(new_game(setup), rng))
    timeline_to_seek = build_timeline(record)

    def measure() -> float:
        slowest = 0.0
        for answer_count in rng.shuffled(range(timeline_to_seek.total_answers + 1)):
            # measure CPU time, so that a delay caused by other processes does not count as a slow seek
            started_at = cpu_clock()
            timeline_to_seek.game_at(answer_count)
            slowest = max(slowest, cpu_clock() - started_at)
        return slowest

    return measure


def _map_generation() -> Benchmark:
    """Prepares a benchmark of generating a random board from all expansions."""
    seeds = cycle(range(SETUP_COUNT))

    def measure() -> float:
        started_at = cpu_clock()
        for _ in range(SETUP_COUNT):
            generate_board(next(seeds), tuple(EXPANSIONS))
        return (cpu_clock() - started_at) / SETUP_COUNT

    return measure


def _lazy_ui_benchmark(name: str) -> Callable[[], Benchmark]:
    """Returns a function that prepares a UI benchmark. It imports pygame only when it is called."""

    def prepare() -> Benchmark:
        from kingdom.bench import rendering

        measure: Benchmark = getattr(rendering, name)()
        return measure

    return prepare


BENCHMARKS: dict[str, tuple[str, float, Callable[[], Benchmark]]] = {
    "random_2p_base": ("ms", 1e3, lambda: _game_time(2, ("base",), play_randomly)),
    "random_4p_base": ("ms", 1e3, lambda: _game_time(4, ("base",), play_randomly)),
    "checked_2p_base": ("ms", 1e3, lambda: _game_time(2, ("base",), play_randomly_checked)),
    "copy": ("us", 1e6, lambda: _time_per_position(Game.copy)),
    "decision": ("us", 1e6, lambda: _time_per_position(_compute_decision)),
    "score3": ("us", 1e6, _score_three_cards),
    "random_4p_all": ("ms", 1e3, lambda: _game_time(4, tuple(EXPANSIONS), play_randomly)),
    "random_2p_new_boards": ("ms", 1e3, lambda: _new_board_game_time(2, play_randomly)),
    "random_4p_new_boards": ("ms", 1e3, lambda: _new_board_game_time(4, play_randomly)),
    "new_game": ("us", 1e6, lambda: _new_board_game_time(2, None)),
    "evaluations_base": ("us", 1e6, lambda: expert_evaluation_time(("base",))),
    "evaluations_all": ("us", 1e6, lambda: expert_evaluation_time(tuple(EXPANSIONS))),
    "review_seek": ("ms", 1e3, _review_seek),
    "studio_grow": ("ms", 1e3, _map_generation),
    "chronicle_10k": ("ms", 1e3, slowest_statistics_query),
    "load_sheets": ("ms", 1e3, _lazy_ui_benchmark("load_sheets")),
    "paint_board": ("ms", 1e3, _lazy_ui_benchmark("paint_board")),
    "first_frame": ("ms", 1e3, _lazy_ui_benchmark("first_frame")),
    "review_jump": ("ms", 1e3, _lazy_ui_benchmark("review_jump")),
    "frame_p99": ("ms", 1e3, _lazy_ui_benchmark("frame_p99")),
    "studio_stroke": ("frames", FRAMES_PER_SECOND, _lazy_ui_benchmark("studio_stroke")),
    "click_frames": ("frames", FRAMES_PER_SECOND, _lazy_ui_benchmark("click_frames")),
    "click_frames_slow_disk": ("frames", FRAMES_PER_SECOND, _lazy_ui_benchmark("click_frames_slow_disk")),
    "thinking_p99": ("ms", 1e3, _lazy_ui_benchmark("thinking_p99")),
    "turn_cycle_1": ("s", 1, _lazy_ui_benchmark("turn_cycle_1")),
    "turn_cycle_4": ("s", 1, _lazy_ui_benchmark("turn_cycle_4")),
    "turn_cycle_4_instant": ("s", 1, _lazy_ui_benchmark("turn_cycle_4_instant")),
    "idle_cpu": ("%", 1e2, _lazy_ui_benchmark("idle_cpu")),
    "memory": ("MB", 1, _lazy_ui_benchmark("memory")),
    "share_game": ("s", 1, _lazy_ui_benchmark("share_game")),
    "share_size": ("MB", 1, _lazy_ui_benchmark("share_size")),
}
"""For each benchmark: its unit, the factor that converts the measured value to that unit, and the function
that prepares it."""


def run_benchmarks(only: list[str] | None = None) -> dict[str, Any]:
    """Runs all benchmarks, or only the named ones. Alternates between calibration and benchmark, so that
    noise affects both. Reports medians."""
    results: dict[str, dict[str, float | str]] = {}
    calibration_steps = []
    for name, (unit, scale, prepare) in BENCHMARKS.items():
        if only and name not in only:
            continue
        try:
            benchmark = prepare()
        except BenchmarkSkipped as error:
            results[name] = {"skipped": str(error)}
            continue
        benchmark()
        values, ratios = [], []
        for _ in range(REPEATS_PER_BENCHMARK):
            before = calibration_step_time()
            value = benchmark()
            step = (before + calibration_step_time()) / 2
            calibration_steps.append(step)
            values.append(value)
            ratios.append(value / step)
        results[name] = {
            "value": round(statistics.median(values) * scale, 4),
            "unit": unit,
            "steps": round(statistics.median(ratios), 2),
        }
    return {
        "calibration_ns": round(statistics.median(calibration_steps) * 1e9, 1) if calibration_steps else None,
        "figures": results,
    }
