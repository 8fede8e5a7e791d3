"""Tests the statistics with killed processes: no finished game and no achievement may be lost.

`python tests/tools/stress/stats_crash_safety.py --count 50 --seed 1` kills processes at random times: while
they play, write a record or import games into the statistics. Every game and achievement that the process had
reported must be in the statistics database afterwards, and a database rebuilt from the records must have the
same content. Prints counts; exits with 1 at the first loss.
"""

from __future__ import annotations

import argparse
import logging
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from kingdom.match.save_store import SaveStore
from kingdom.record import Record, make_result
from kingdom.rules.game import play_random_answers
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.stats.database import DATABASE_FILE_NAME, StatsDatabase
from kingdom.stats.stats_service import StatsService

MAX_SECONDS_TO_KILL = 0.6
"""Maximum number of seconds from a process's first output until it is killed."""
SEATS = [
    {"name": "Ann", "colour": "orange", "kind": "person"},
    {"name": "Ben", "colour": "blue", "kind": "person"},
]


class FinishedGameLost(Exception):
    """Raised when a finished game or an achievement is missing."""


class KillReport(NamedTuple):
    """Counts for one run."""

    killed: int
    reported_games: int
    """Games that a process reported as saved before it was killed."""
    games: int
    reported_achievements: int
    achievements: int


def play_random_game(seed: int) -> Record:
    """Plays a random game to the end."""
    setup = GameSetup(2, ("base",), seed)
    game, rng = new_game(setup), Rng(seed)
    record = Record(setup, list(SEATS), game_id=f"game {seed}")
    record.answers = play_random_answers(game, rng)
    record.result = make_result(game)
    return record


def play_until_killed(folder: Path, seed: int) -> None:
    """Plays one game after another, saves and imports each as the app does, and prints finished games and
    achievements."""
    save_store = SaveStore(folder / "saves")
    save_store.acquire_folder()

    def saved_files() -> list[Path]:
        save_store.flush()
        return save_store.list_files()

    stats_service = StatsService(folder / DATABASE_FILE_NAME, saved_files)
    stats_service.scan()
    while True:
        record = play_random_game(seed)
        save_store.save_async(record)
        stats_service.scan()
        while save_store.has_pending:
            time.sleep(0.0002)
        print("game", seed, flush=True)
        if seed % 3 == 0:  # after other games, the statistics service may still be working
            stats_service.flush()
        for notification in stats_service.take_notifications():
            for name, achievement in notification.new_achievements:
                print("earned", name, achievement, flush=True)
        seed += 1


def kill_repeatedly(count: int, seed: int) -> KillReport:
    """Kills the given number of processes and compares what they reported with the database."""
    rng = Rng(seed)
    games: set[str] = set()
    achievements: set[tuple[str, str]] = set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for index in range(count):
            lines = _play_and_kill(folder, 1 + index * 1000, rng.randrange(1000) / 1000 * MAX_SECONDS_TO_KILL)
            games |= {f"game {fields[1]}" for fields in lines if fields[0] == "game"}
            achievements |= {(fields[1], fields[2]) for fields in lines if fields[0] == "earned"}
            _check_database(folder, DATABASE_FILE_NAME, index, games, achievements)
        stored = _check_database(folder, DATABASE_FILE_NAME, count, games, achievements)
        if _check_database(folder, "rebuilt.sqlite", count, games, achievements) != stored:
            raise FinishedGameLost("a rebuilt database has different content")
        return KillReport(count, len(games), len(stored[0]), len(achievements), len(stored[1]))


def _check_database(
    folder: Path, name: str, index: int, games: set[str], achievements: set[tuple[str, str]]
) -> tuple[set[str], set[tuple[str, str]]]:
    """Scans the records, as the app does when it starts. The database must contain everything that was
    reported."""
    with StatsDatabase(folder / name) as database:
        if database.quarantined_file is not None:
            raise FinishedGameLost(f"kill {index}: the database was damaged")
        list(database.scan(SaveStore(folder / "saves").list_files()))
        stored_games = {identity for (identity,) in database.connection.execute("SELECT identity FROM games")}
        rows = database.connection.execute(
            "SELECT DISTINCT name, achievement FROM earned JOIN people ON people.id = person"
        )
        stored_achievements = {(player_name, achievement) for player_name, achievement in rows}
    if games - stored_games or achievements - stored_achievements:
        raise FinishedGameLost(
            f"kill {index}: lost {sorted(games - stored_games)} {sorted(achievements - stored_achievements)}"
        )
    return stored_games, stored_achievements


def _play_and_kill(folder: Path, seed: int, seconds: float) -> list[list[str]]:
    """Starts a process that plays games, then kills it. Returns the complete lines that the process printed,
    split into words."""
    command = [sys.executable, __file__, "--play", str(folder), "--seed", str(seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    output = process.stdout.readline()
    time.sleep(seconds)
    process.kill()
    output += process.stdout.read()
    process.wait()
    return [line.split() for line in output.splitlines(keepends=True) if line.endswith("\n")]


def main(arguments: list[str] | None = None) -> int:
    """Runs the test, prints the counts and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--play", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    if options.play is not None:
        play_until_killed(options.play, options.seed)
        return 0
    try:
        result = kill_repeatedly(options.count, options.seed)
    except FinishedGameLost as error:
        print(f"lost: {error}")
        return 1
    print(
        f"{result.killed} processes killed; {result.reported_games} finished games reported,"
        f" {result.games} stored, 0 lost; {result.reported_achievements} achievements reported,"
        f" {result.achievements} stored, 0 lost"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
