"""The daily challenge. The date determines the game, so everyone gets the same game on the same day, and no
network connection is needed.

The gold needed for one, two and three stars comes from forty games with AI players in the human's seat. They
are played one at a time in a child process."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from multiprocessing.connection import Connection
from typing import Annotated, Any, NamedTuple

from kingdom.ai.levels import AI_LEVELS
from kingdom.files import parse_json, read_text
from kingdom.json_codec import Key, from_json_file, name_reader
from kingdom.match.game_options import DEFAULT_NAMES
from kingdom.match.seats import HUMAN, PLAYER_COLORS, Seat
from kingdom.paths import PACKAGE_DIR
from kingdom.record import Record
from kingdom.rules.errors import ValidationError
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import DEAL_BALANCED, DEAL_MIXED, GameSetup
from kingdom.tournament.arena import GameSpec, play_game
from kingdom.worker.child_process import SharedState, run_worker
from kingdom.worker.client import Job, Target, WorkerClient
from kingdom.worker.messages import ProcessError

FORMAT = "kingdom-days/1"
HUMAN_SEAT = 0
BENCHMARK_GAMES = 40
"""Number of AI games that determine the star thresholds of a day."""
BENCHMARK_LEVELS = ("easy", "medium", "hard", "expert")
"""AI levels that play these games. The list must never change, because every installation must compute the
same thresholds."""
STAR_TENTHS = (4, 7, 9)
"""How many tenths of the benchmark games a result must match or beat for one, two and three stars."""
SEED_PREFIX = "kingdom daily land "
DAYS_PER_WEEK = 7


@dataclass(frozen=True)
class WeekPlan:
    """The expansions for each weekday, Monday first, and the opponents' AI levels."""

    expansions_by_weekday: Annotated[
        tuple[tuple[Annotated[str, name_reader(EXPANSIONS, "box")], ...], ...], Key("days")
    ]
    opponents: Annotated[tuple[Annotated[str, name_reader(AI_LEVELS, "level")], ...], Key("programs")]

    def __post_init__(self) -> None:
        if len(self.expansions_by_weekday) != DAYS_PER_WEEK:
            raise ValidationError(f"days: {len(self.expansions_by_weekday)}, and a week has {DAYS_PER_WEEK}")


@dataclass(frozen=True)
class DailyChallenge:
    """The game for one day."""

    day: date
    setup: GameSetup
    opponents: tuple[str, ...]
    """AI levels of the seats after the human's seat. Their budgets limit evaluations instead of time, so
    their moves do not depend on the speed of the computer."""

    @property
    def iso_date(self) -> str:
        """The date as YYYY-MM-DD."""
        return self.day.isoformat()


@cache
def week_plan() -> WeekPlan:
    data = parse_json(read_text(PACKAGE_DIR / "learn" / "daily.json"))
    return from_json_file(WeekPlan, data, FORMAT)


def challenge_for_day(day: date) -> DailyChallenge:
    """Returns the challenge for a day. The weekday determines the expansions; a seed derived from the date
    determines everything else."""
    expansions, opponents = week_plan().expansions_by_weekday[day.weekday()], week_plan().opponents
    digest = hashlib.sha256((SEED_PREFIX + day.isoformat()).encode()).digest()
    seed = int.from_bytes(digest[:6], "big")
    deal = DEAL_BALANCED if len(expansions) > 1 else DEAL_MIXED
    return DailyChallenge(
        day,
        GameSetup(1 + len(opponents), expansions, seed, start_player=HUMAN_SEAT, deal_mode=deal),
        opponents,
    )


def challenge_date(setup: GameSetup, played_on: date) -> date | None:
    """Returns the day whose challenge has this setup, or None.

    Searches the days around the date of the game, because the game may have continued past midnight or been
    played in a different time zone.
    """
    for offset in (0, -1, 1, -2, 2):
        day = played_on + timedelta(offset)
        if challenge_for_day(day).setup == setup:
            return day
    return None


def is_running_challenge(record: Record, today: date) -> bool:
    """Returns True if a game is today's challenge and is not over yet. Until it is over, no other game may
    reveal the order of its draw pile."""
    return record.result is None and challenge_date(record.setup, today) is not None


# --- star thresholds and stars


def benchmark_gold(challenge: DailyChallenge, game_index: int) -> int:
    """Plays one benchmark game and returns the gold of the AI in the human's seat. The levels alternate from
    game to game."""
    level = BENCHMARK_LEVELS[game_index % len(BENCHMARK_LEVELS)]
    return play_game(GameSpec((level, *challenge.opponents), challenge.setup, game_index))[HUMAN_SEAT].gold


def star_thresholds(results: Sequence[int]) -> tuple[int, int, int]:
    """Returns the gold needed for one, two and three stars, based on the results of the benchmark games."""
    ranked = sorted(results)
    first, second, third = (
        ranked[min(len(ranked) - 1, len(ranked) * tenths // 10)] for tenths in STAR_TENTHS
    )
    return first, second, third


def stars_for_gold(gold: int, thresholds: Sequence[int]) -> int:
    """Returns the number of thresholds reached."""
    return sum(gold >= threshold for threshold in thresholds)


def longest_streak(days: Sequence[date]) -> int:
    played_days = set(days)
    return max(
        (current_streak(days, day) for day in played_days if day + timedelta(1) not in played_days), default=0
    )


def current_streak(days: Sequence[date], today: date) -> int:
    """Returns the length of the streak of consecutive days that ends today or yesterday."""
    played_days = set(days)
    end = today if today in played_days else today - timedelta(1)
    count = 0
    while end - timedelta(count) in played_days:
        count += 1
    return count


class DailyResult(NamedTuple):
    gold: int
    lead: int
    """Gold ahead of the best opponent; negative if behind."""
    rank: int


def daily_result(gold_by_seat: Sequence[int]) -> DailyResult:
    own_gold, opponent_gold = gold_by_seat[HUMAN_SEAT], gold_by_seat[HUMAN_SEAT + 1 :]
    return DailyResult(
        own_gold, own_gold - max(opponent_gold), 1 + sum(other > own_gold for other in opponent_gold)
    )


def challenge_seats(challenge: DailyChallenge, player_name: str) -> list[Seat]:
    other_names = [other_name for other_name in DEFAULT_NAMES if other_name != player_name]
    kinds = (HUMAN, *challenge.opponents)
    return [
        Seat(player_name if seat == HUMAN_SEAT else other_names[seat], PLAYER_COLORS[seat], kind)
        for seat, kind in enumerate(kinds)
    ]


def played_challenge_date(setup: GameSetup, kinds: Sequence[str], played_on: date) -> date | None:
    """Returns the day whose challenge was played, or None if the setup or the opponents differ."""
    day = challenge_date(setup, played_on)
    if day is None or tuple(kinds) != (HUMAN, *challenge_for_day(day).opponents):
        return None
    return day


MAX_GOLD = 10_000
BENCHMARK_TIMEOUT_S = 120.0
"""Seconds after which a benchmark game is considered hung. It normally takes a few seconds."""


def worker_main(pipe: Connection, shared: SharedState) -> None:
    """Entry point of the child process."""
    run_worker(pipe, handle_request)


def handle_request(request: dict[str, Any]) -> dict[str, Any]:
    """Plays one benchmark game for a day."""
    return {"gold": benchmark_gold(challenge_for_day(date.fromisoformat(request["day"])), request["game"])}


def parse_gold(reply: dict[str, Any]) -> int:
    """Parses the result of a benchmark game."""
    gold = reply.get("gold")
    if type(gold) is not int or not -MAX_GOLD < gold < MAX_GOLD:
        raise ProcessError("not a good reply")
    return gold


class DailyBenchmark:
    """Computes the star thresholds for one day at a time."""

    def __init__(self, target: Target = worker_main, timeout_s: float = BENCHMARK_TIMEOUT_S) -> None:
        self._client = WorkerClient(target, timeout_s=timeout_s)
        self._jobs: list[Job[int]] = []
        self.day: date | None = None
        """The day whose benchmark is running; None if idle."""
        self.last_error: ProcessError | None = None
        """Reason why the benchmark stopped, if it failed."""

    @property
    def games_played(self) -> int:
        return sum(job.is_done for job in self._jobs)

    def start(self, day: date) -> None:
        """Starts the benchmark of a day unless it is already running."""
        if self.day != day:
            self.close()
            self.day, self.last_error = day, None
            self._jobs = [
                self._client.submit({"day": day.isoformat(), "game": game}, parse_gold)
                for game in range(BENCHMARK_GAMES)
            ]

    def take_thresholds(self) -> tuple[date, tuple[int, int, int]] | None:
        """Returns the day and its thresholds once after the last game. Also notices failures."""
        day, are_all_played = self.day, self.games_played == BENCHMARK_GAMES
        error = next((job.error for job in self._jobs if job.error is not None), None)
        if day is None or (error is None and not are_all_played):
            return None
        self.close()
        self.last_error = error
        results = [job.result for job in self._jobs if job.result is not None]
        return None if error is not None else (day, star_thresholds(results))

    def close(self) -> None:
        """Stops the benchmark without waiting for the process to exit."""
        self._client.stop()
        self.day = None
