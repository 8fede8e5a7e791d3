"""The activity log stores everything that game records do not contain: puzzle attempts, rushes, daily
challenges and star thresholds.

Each activity is first appended to a file as one line and then inserted into the database, so the database can
be rebuilt from the records and the log. The line is on disk before the database row exists, so nothing is
lost if the program is killed."""

from __future__ import annotations

import json
import logging
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from kingdom.files import error_message, open_private, parse_json, read_bytes
from kingdom.json_codec import Key, from_json, to_json
from kingdom.rules.errors import ValidationError
from kingdom.stats.database import StatsDatabase, path_value
from kingdom.stats.glicko import RatedResult, update_rating
from kingdom.stats.queries import counted_daily_game_id, daily_results, player_puzzle_rating, puzzle_rating

LOG_FILE_NAME = "deeds.jsonl"
MAX_LOG_BYTES = 64 * 2**20
"""Maximum size of a log file that is read; enough for several hundred thousand puzzle attempts."""


SCORE_WITH_HINT = 0.5
"""Score for a puzzle solved with a hint."""

log = logging.getLogger(__name__)

PlayerName = Annotated[str, Key("person")]
Timestamp = Annotated[str, Key("made")]


@dataclass(frozen=True)
class PuzzleAttempt:
    player_name: PlayerName
    timestamp: Timestamp
    puzzle: str
    initial_rating: Annotated[int, Key("level")]
    """Rating of the puzzle before anyone attempted it."""
    gold: int
    best: int
    solved: bool
    hints: int
    rush: bool = False
    """True if the attempt was part of a rush. Attempts in a rush are not rated."""
    practice: bool = False
    """True if the player was still practicing (`PuzzleStats.is_practicing`). Practice is not rated."""


@dataclass(frozen=True)
class RushResult:
    player_name: PlayerName
    timestamp: Timestamp
    solved: int
    tried: int


@dataclass(frozen=True)
class DailyStart:
    """The start of a daily challenge. Only the first game that a player starts on each day counts."""

    player_name: PlayerName
    timestamp: Timestamp
    day: str
    game: str
    """ID of the game (`Record.game_id`)."""


@dataclass(frozen=True)
class DailyFinish:
    """The result of a daily challenge. Only a player's first result for each day counts."""

    player_name: PlayerName
    timestamp: Timestamp
    day: str
    gold: int
    lead: int
    """Gold ahead of the best opponent; negative if behind."""
    rank: Annotated[int, Key("place")]


@dataclass(frozen=True)
class DailyThresholds:
    """The gold needed for one, two and three stars on a day."""

    day: str
    first: int
    second: int
    third: int


PRACTICE_GAME_ID = "practice"
"""Stands for the game that counts for a past day on which the player practices. No game has this ID, so no
result is recorded for that day anymore."""


Activity = PuzzleAttempt | RushResult | DailyStart | DailyFinish | DailyThresholds
ACTIVITY_TYPES: dict[str, type[Activity]] = {
    "attempt": PuzzleAttempt,
    "rush": RushResult,
    "begun": DailyStart,
    "day": DailyFinish,
    "marks": DailyThresholds,
}
"""The classes by the value of the key `what`. The other keys of a line are those of the class's fields; old
logs must stay readable."""


def timestamp_now() -> str:
    """Returns the current time including microseconds, so that no two activities of a player have the same
    timestamp."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


# --- the log file


def log_path(stats_db: StatsDatabase) -> Path:
    return stats_db.path.with_name(LOG_FILE_NAME)


def write_activity(activity: Activity) -> str:
    type_name = next(
        name for name, activity_type in ACTIVITY_TYPES.items() if isinstance(activity, activity_type)
    )
    data = {"what": type_name, **to_json(activity)}
    if not data.get("practice"):
        data.pop("practice", None)  # rated attempts keep the format of older versions
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def read_activity(line: str) -> Activity:
    """Reads an activity from its line; raises ValueError if it is invalid."""
    data: Any = parse_json(line)
    what = data.pop("what", None) if isinstance(data, dict) else None
    if not isinstance(what, str) or what not in ACTIVITY_TYPES:
        raise ValueError(f"not an activity: {line[:80]!r}")
    try:
        return from_json(ACTIVITY_TYPES[what], data)
    except ValidationError as error:
        raise ValueError(f"invalid activity: {error}: {line[:80]!r}") from None


def append_activity(stats_db: StatsDatabase, activity: Activity) -> None:
    """Appends an activity to the log and inserts it into the database."""
    # the leading newline ends a previous line that was cut off by a power failure
    line = f"\n{write_activity(activity)}".encode()
    handle = open_private(log_path(stats_db), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        os.write(handle, line)  # a single write, so that lines from several instances are not interleaved
        os.fsync(handle)
    finally:
        os.close(handle)
    insert_activity(stats_db, activity)


def read_log(path: Path, start: int = 0) -> tuple[list[Activity], int]:
    """Returns the activities from the given byte offset on, and the length of the log. Skips unreadable
    lines."""
    try:
        data = read_bytes(path, MAX_LOG_BYTES)
    except FileNotFoundError:
        return [], 0
    except OSError as error:
        log.warning("%s: %s", path, error_message(error))
        return [], start
    activities: list[Activity] = []
    for line in data[start:].decode("utf-8", "replace").splitlines():
        try:
            if line.strip():
                activities.append(read_activity(line))
        except ValueError as error:
            log.warning("%s: %s", path, error)
    return activities, len(data)


def sync_log(stats_db: StatsDatabase) -> None:
    """Inserts the activities added to the log since the last call."""
    path = log_path(stats_db)
    row = stats_db.connection.execute(
        "SELECT stamp FROM files WHERE path = ?", (path_value(path),)
    ).fetchone()
    activities, end = read_log(path, int(row[0]) if row is not None else 0)
    with stats_db.transaction():
        for activity in activities:
            _insert(stats_db, activity)
        stats_db.connection.execute(
            "INSERT OR REPLACE INTO files VALUES (?, ?)", (path_value(path), str(end))
        )


# --- the tables


def insert_activity(stats_db: StatsDatabase, activity: Activity) -> None:
    """Inserts an activity unless the database already has it."""
    with stats_db.transaction():
        _insert(stats_db, activity)


def _insert(stats_db: StatsDatabase, activity: Activity) -> None:
    if isinstance(activity, PuzzleAttempt):
        _insert_attempt(stats_db, activity)
    elif isinstance(activity, RushResult):
        stats_db.connection.execute(
            "INSERT OR IGNORE INTO rushes VALUES (?, ?, ?, ?)",
            (
                stats_db.get_or_create_player_id(activity.player_name),
                activity.timestamp,
                activity.solved,
                activity.tried,
            ),
        )
    elif isinstance(activity, DailyStart):
        stats_db.connection.execute(
            "INSERT OR IGNORE INTO tries VALUES (?, ?, ?)",
            (stats_db.get_or_create_player_id(activity.player_name), activity.day, activity.game),
        )
    elif isinstance(activity, DailyFinish):
        stats_db.connection.execute(
            "INSERT OR IGNORE INTO days VALUES (?, ?, ?, ?, ?, ?)",
            (
                stats_db.get_or_create_player_id(activity.player_name),
                activity.day,
                activity.timestamp,
                activity.gold,
                activity.lead,
                activity.rank,
            ),
        )
    else:
        stats_db.connection.execute(
            "INSERT OR IGNORE INTO marks VALUES (?, ?, ?, ?)",
            (activity.day, activity.first, activity.second, activity.third),
        )


def _insert_attempt(stats_db: StatsDatabase, activity: PuzzleAttempt) -> None:
    connection, player_id = stats_db.connection, stats_db.get_or_create_player_id(activity.player_name)
    is_first = not connection.execute(
        "SELECT 1 FROM attempts WHERE person = ? AND puzzle = ? AND rush = 0", (player_id, activity.puzzle)
    ).fetchone()
    is_new = connection.execute(
        "INSERT OR IGNORE INTO attempts (person, made, puzzle, gold, best, solved, hints, rush)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            player_id,
            activity.timestamp,
            activity.puzzle,
            activity.gold,
            activity.best,
            activity.solved,
            activity.hints,
            activity.rush,
        ),
    ).rowcount
    if not is_new or not is_first or activity.rush or activity.practice:
        return
    player_rating, rating_of_puzzle = (
        player_puzzle_rating(stats_db, player_id),
        puzzle_rating(stats_db, activity.puzzle, activity.initial_rating),
    )
    score = 0.0 if not activity.solved else SCORE_WITH_HINT if activity.hints else 1.0
    connection.execute(
        "UPDATE attempts SET points = ?, deviation = ?, volatility = ? WHERE person = ? AND made = ?",
        (
            *update_rating(player_rating, [RatedResult(rating_of_puzzle, score)]),
            player_id,
            activity.timestamp,
        ),
    )
    connection.execute(
        "INSERT OR REPLACE INTO puzzles VALUES (?, ?, ?, ?)",
        (activity.puzzle, *update_rating(rating_of_puzzle, [RatedResult(player_rating, 1 - score)])),
    )


def record_daily_start(stats_db: StatsDatabase, activity: DailyStart) -> None:
    """Records the start of a daily challenge unless a different game already counts for that day."""
    if counted_daily_game_id(stats_db, activity.player_name, activity.day) is None:
        append_activity(stats_db, activity)


def record_daily_finish(stats_db: StatsDatabase, activity: DailyFinish, game: str) -> None:
    """Records the result of a daily challenge if this is the game that counts and the day has no result
    yet."""
    if counted_daily_game_id(stats_db, activity.player_name, activity.day) in (None, game) and all(
        entry.day != activity.day for entry in daily_results(stats_db, activity.player_name)
    ):
        append_activity(stats_db, activity)
