"""Tests saving with failing disks, killed processes, and games that are left, continued and branched: no
answer may be lost, and no file may be half-written.

`python tests/tools/stress/save_crash_safety.py failing` makes each OS call fail with each kind of error in
the middle of a game. `python tests/tools/stress/save_crash_safety.py kill --count 40 --seed 1` kills a
process at random times while it plays. `python tests/tools/stress/save_crash_safety.py restart --count 500`
plays with many undos, leaves the game, starts again, and branches off earlier games. Prints counts; exits
with 1 at the first loss.
"""

from __future__ import annotations

import argparse
import errno
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.matches import InProcessAIClient, load_match, play_one_answer

from kingdom.files import read_text
from kingdom.match.controller import Match
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import PLAYER_COLORS, Seat, write_seats
from kingdom.match.state_machine import Trigger
from kingdom.record import Record, make_result, read_record, replay
from kingdom.review.branching import branch_game_at
from kingdom.review.timeline import build_timeline
from kingdom.rules.game import random_answer
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game

OS_CALLS = (
    "os.fsync",
    "os.replace",
    "os.link",
    "os.fdopen",
    "tempfile.mkstemp",
    "pathlib.Path.mkdir",
    "os.open",
)
ERROR_CODES = (errno.ENOSPC, errno.EIO, errno.EROFS)
MAX_ANSWERS_PER_START = 60
MAX_UNDOS = 12
"""Maximum number of answers that are undone at a time."""
MAX_SECONDS_TO_KILL = 0.4
"""Maximum number of seconds before a process is killed."""


class DataLoss(Exception):
    """Raised when saved data is missing or broken."""


class RecordingPlayer:
    """Plays random answers and saves the game after each one."""

    def __init__(self, save_store: SaveStore, seed: int) -> None:
        self.save_store, self.rng = save_store, Rng(seed)
        setup = GameSetup(2, ("base",), seed)
        self.record = Record(setup, write_seats([Seat(name, name) for name in PLAYER_COLORS[:2]]))
        self.game = new_game(setup)

    def play(self, count: int) -> None:
        """Plays and saves the given number of answers."""
        for _ in range(count):
            if self.game.over:
                return
            answer = random_answer(self.game, self.rng)
            self.game.play(answer)
            self.record.answers.append(answer)
            if self.game.over:
                self.record.result = make_result(self.game)
            self.save_store.save_async(self.record)


@contextmanager
def failing_call(call: str, error_code: int) -> Iterator[None]:
    """Makes an OS call raise an OSError with the given code."""

    def fail(*args: Any, **kwargs: Any) -> None:
        raise OSError(error_code, os.strerror(error_code))

    with patch(call, fail):
        yield


def play_with_failing_call(call: str, error_code: int, folder: Path) -> bool:
    """Plays a game while saving to a disk that fails partway through and recovers later. Returns True if the
    save store reported an error."""
    save_store = SaveStore(folder)
    player = RecordingPlayer(save_store, 1)
    player.play(5)
    save_store.flush()
    before = read_record(read_text(save_store.current_game_file))
    with failing_call(call, error_code), patch("kingdom.files.MAX_ATTEMPTS", 1):
        player.play(3)
        save_store.flush()
        was_reported = save_store.save_error is not None
    now = read_record(read_text(save_store.current_game_file))
    if now.answers[: len(before.answers)] != before.answers or (not was_reported and len(now.answers) != 8):
        raise DataLoss(f"{call} {errno.errorcode[error_code]}: {len(now.answers)} answers on disk")
    player.play(1)
    save_store.flush()
    if (
        save_store.save_error is not None
        or read_record(read_text(save_store.current_game_file)).answers != player.record.answers
    ):
        raise DataLoss(f"{call} {errno.errorcode[error_code]}: not on disk after the disk recovered")
    leftovers = [path.name for path in save_store.folder.iterdir() if path.name.startswith(".")]
    if leftovers and call != "os.replace":
        raise DataLoss(f"{call} {errno.errorcode[error_code]}: leftover files {leftovers}")
    save_store.close()
    return was_reported


def try_all_failures() -> tuple[int, int]:
    """Plays a game for each combination of call and error. Returns the number of combinations and how many of
    them made the save store report an error."""
    failures = list(product(OS_CALLS, ERROR_CODES))
    reported = 0
    for call, error_code in failures:
        with tempfile.TemporaryDirectory() as folder:
            reported += play_with_failing_call(call, error_code, Path(folder) / "saves")
    return len(failures), reported


def play_until_killed(folder: Path, seed: int) -> None:
    """Plays one game after another and prints how many answers have been saved to disk."""
    save_store = SaveStore(folder)
    save_store.acquire_folder()
    while True:
        player = RecordingPlayer(save_store, seed)
        while not player.game.over:
            player.play(1)
            while save_store.has_pending:
                time.sleep(0.0002)
            print(seed, len(player.record.answers), flush=True)
        seed += 1


def kill_repeatedly(count: int, seed: int) -> tuple[int, int]:
    """Kills the given number of processes and checks the games on disk. Returns the number of processes and
    games."""
    rng = Rng(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "saves"
        for index in range(count):
            first_seed = 1 + index * 1000
            reported = _play_and_kill(folder, first_seed, rng.randrange(1000) / 1000 * MAX_SECONDS_TO_KILL)
            games = _read_games(folder)
            for game_seed, answers in reported.items():
                if len(games.get(game_seed, ())) < answers:
                    raise DataLoss(
                        f"kill {index}: game {game_seed} has {len(games.get(game_seed, ()))}"
                        f" of {answers} answers"
                    )
        save_store = SaveStore(folder)
        save_store.acquire_folder()
        if [path.name for path in folder.iterdir() if path.name.startswith(".current")]:
            raise DataLoss("leftovers of interrupted writes were not removed")
        save_store.close()
        return count, len(_read_games(folder))


def _play_and_kill(folder: Path, seed: int, seconds: float) -> dict[int, int]:
    """Starts a process that plays games, then kills it. Returns, by game seed, how many answers the process
    reported as saved."""
    command = [sys.executable, __file__, "play", "--folder", str(folder), "--seed", str(seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = [process.stdout.readline()]
    time.sleep(seconds)
    process.kill()
    lines += process.stdout.read().splitlines()
    process.wait()
    reports = [line.split() for line in lines if line.count(" ") == 1]
    return {int(game): int(answers) for game, answers in reports}


def _read_games(folder: Path) -> dict[int, tuple[Any, ...]]:
    """Replays each game on disk to check it. Returns the answers of all games, by seed."""
    answers_by_seed = {}
    for path in folder.glob("*.kingdom"):
        record = read_record(read_text(path))
        replay(record)
        answers_by_seed[record.setup.seed] = tuple(record.answers)
    return answers_by_seed


class RestartTest:
    """Plays, undoes, leaves, continues and branches games, and checks after every start what is on disk."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.rng = folder, Rng(seed)
        self.current: Record | None = None
        """The unfinished game that the next start must find."""
        self.records: dict[str, Record] = {}
        """All games that have at least one answer, by game ID."""
        self.undo_count = self.branch_count = 0

    def start(self) -> None:
        """Starts once: checks the files, plays a game for a while and leaves it."""
        save_store = SaveStore(self.folder)
        save_store.acquire_folder()
        self._check(save_store)
        match = self._open_match(save_store)
        self._play(match)
        match.close()
        if save_store.save_error is not None:
            raise DataLoss(f"not saved: {save_store.save_error}")
        save_store.close()
        self.current = None if match.game.over else match.record
        if match.record.answers:
            self.records[match.record.game_id] = match.record
        else:
            self.records.pop(match.record.game_id, None)

    def _check(self, save_store: SaveStore) -> None:
        unfinished = save_store.find_unfinished()
        if save_store.notifications:
            raise DataLoss(f"the game calls its own file damaged: {save_store.notifications}")
        if self.current is not None and (unfinished is None or unfinished.answers != self.current.answers):
            raise DataLoss(f"{len(self.current.answers)} answers were saved; this start found {unfinished}")
        answers_by_id = {save.game_id: save for save in save_store.iter_saves()}
        for game_id, record in self.records.items():
            save = answers_by_id.get(game_id)
            if save is None or save.game is None:
                raise DataLoss(f"game {game_id} is lost: {save}")
            if read_record(read_text(save.path)).answers != record.answers:
                raise DataLoss(f"game {game_id} has other answers than when it was left")

    def _open_match(self, save_store: SaveStore) -> Match:
        """Continues the current game, branches off an earlier game, or begins a new one."""
        kind, games = self.rng.randrange(6), [*self.records.values()]
        if kind and self.current is not None:
            return load_match(save_store, save_store.current_game_file)
        if kind < 4 and games:
            timeline = build_timeline(games[self.rng.randrange(len(games))])
            answer_count = self.rng.randrange(timeline.total_answers)
            record = branch_game_at(timeline, answer_count, self._seats(timeline.player_count))
            self.branch_count += 1
            return Match.from_record(record, save_store, InProcessAIClient())
        setup = GameSetup(
            2 + self.rng.randrange(2),
            tuple(EXPANSIONS) if self.rng.randrange(2) else ("base",),
            self.rng.randrange(10**6),
        )
        record = Record(setup, self._seats(setup.player_count))
        return Match.from_record(record, save_store, InProcessAIClient())

    def _seats(self, player_count: int) -> list[dict[str, Any]]:
        kinds = [
            "person",
            *("person" if self.rng.randrange(2) else "random" for _ in range(player_count - 1)),
        ]
        return write_seats([Seat(f"{n}", PLAYER_COLORS[n], kind) for n, kind in enumerate(kinds)])

    def _play(self, match: Match) -> None:
        for _ in range(self.rng.randrange(MAX_ANSWERS_PER_START)):
            if match.game.over:
                return
            play_one_answer(match, self.rng)
            if self.rng.randrange(3) == 0:
                for _ in range(1 + self.rng.randrange(MAX_UNDOS)):
                    if match.can(Trigger.UNDO):
                        match.undo()
                        self.undo_count += 1


def restart_repeatedly(count: int, seed: int) -> RestartTest:
    """Starts the given number of times and returns the test."""
    with tempfile.TemporaryDirectory() as folder:
        test = RestartTest(Path(folder) / "saves", seed)
        for index in range(count):
            try:
                test.start()
            except Exception as error:
                raise DataLoss(f"start {index} of seed {seed}: {type(error).__name__}: {error}") from error
        return test


def main(arguments: list[str] | None = None) -> int:
    """Runs one of the subcommands."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trial", choices=["failing", "kill", "restart", "play"])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    try:
        if options.trial == "play":
            play_until_killed(options.folder, options.seed)
        elif options.trial == "kill":
            killed, games = kill_repeatedly(options.count, options.seed)
            print(f"kill: {killed} processes killed, {games} games on disk, all complete, 0 answers lost")
        elif options.trial == "restart":
            test = restart_repeatedly(options.count, options.seed)
            print(
                f"restart: {options.count} starts, {len(test.records)} games, {test.branch_count} branched,"
                f" {test.undo_count} undos, 0 answers lost"
            )
        else:
            failures, reported = try_all_failures()
            print(f"failing: {failures} kinds of failure, {reported} reported, 0 answers lost")
    except DataLoss as error:
        print(f"{options.trial}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
