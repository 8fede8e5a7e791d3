"""A disk that fails, and programs that are killed: no answer that was on disk is lost, no file half there.

`python tests/tools/disk.py failing` lets every call fail with every kind of error in the middle of a game;
`python tests/tools/disk.py kill --count 40 --seed 1` kills a playing program at any moment, again and again.
Prints counts; exits with 1 at the first loss.
"""

from __future__ import annotations

import argparse
import errno
import logging
import os
import signal
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

from kingdom.ai.player import random_answer
from kingdom.files import read_text
from kingdom.match.saves import Keeper
from kingdom.match.seats import COLOURS, Seat, write_seats
from kingdom.record import Record, read_record, replay, result_of
from kingdom.rules.chance import Chance
from kingdom.rules.setup import Setup, new_game

CALLS = (
    "os.fsync",
    "os.replace",
    "os.link",
    "os.fdopen",
    "tempfile.mkstemp",
    "pathlib.Path.mkdir",
    "os.open",
)
ERRORS = (errno.ENOSPC, errno.EIO, errno.EROFS)
LONGEST_WAIT = 0.4
"""Seconds until a program is killed, at most."""


class Lost(Exception):
    """Something that was on disk is not there any more, or is broken."""


class Player:
    """Plays by chance and keeps what it plays."""

    def __init__(self, keeper: Keeper, seed: int) -> None:
        self.keeper, self.chance = keeper, Chance(seed)
        setup = Setup(2, ("base",), seed)
        self.record = Record(setup, write_seats([Seat(name, name) for name in COLOURS[:2]]))
        self.game = new_game(setup)

    def play(self, answers: int) -> None:
        """So many answers, each kept."""
        for _ in range(answers):
            if self.game.over:
                return
            answer = random_answer(self.game, self.chance)
            self.game.choose(answer)
            self.record.answers.append(answer)
            if self.game.over:
                self.record.result = result_of(self.game)
            self.keeper.keep_soon(self.record)


@contextmanager
def failing(call: str, number: int) -> Iterator[None]:
    """One of the system's calls fails."""

    def fail(*words: Any, **more: Any) -> None:
        raise OSError(number, os.strerror(number))

    with patch(call, fail):
        yield


def try_failing(call: str, number: int, folder: Path) -> bool:
    """A game on a disk that fails in the middle and is well again later; whether that was told."""
    keeper = Keeper(folder)
    player = Player(keeper, 1)
    player.play(5)
    keeper.settle()
    before = read_record(read_text(keeper.current))
    with failing(call, number), patch("kingdom.files.TRIES", 1):
        player.play(3)
        keeper.settle()
        seen = keeper.problem is not None
    now = read_record(read_text(keeper.current))
    if now.answers[: len(before.answers)] != before.answers or (not seen and len(now.answers) != 8):
        raise Lost(f"{call} {errno.errorcode[number]}: {len(now.answers)} answers on disk")
    player.play(1)
    keeper.settle()
    if keeper.problem is not None or read_record(read_text(keeper.current)).answers != player.record.answers:
        raise Lost(f"{call} {errno.errorcode[number]}: not on disk after the disk was well again")
    left = [path.name for path in keeper.folder.iterdir() if path.name.startswith(".")]
    if left and call != "os.replace":
        raise Lost(f"{call} {errno.errorcode[number]}: left {left}")
    keeper.close()
    return seen


def run_failing() -> tuple[int, int]:
    """How many kinds of failure were tried, and how many were told to the player."""
    kinds = list(product(CALLS, ERRORS))
    seen = 0
    for call, number in kinds:
        with tempfile.TemporaryDirectory() as folder:
            seen += try_failing(call, number, Path(folder) / "saves")
    return len(kinds), seen


def play_until_killed(folder: Path, seed: int) -> None:
    """One game after the other; says how many answers are on disk of each."""
    keeper = Keeper(folder)
    keeper.claim()
    while True:
        player = Player(keeper, seed)
        while not player.game.over:
            player.play(1)
            while keeper.behind:
                time.sleep(0.0002)
            print(seed, len(player.record.answers), flush=True)
        seed += 1


def run_kill(count: int, seed: int) -> tuple[int, int]:
    """How many programs were killed, and how many games they left, all of them whole."""
    chance = Chance(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "saves"
        for number in range(count):
            first = 1 + number * 1000
            told = _killed(folder, first, chance.below(1000) / 1000 * LONGEST_WAIT)
            games = _games(folder)
            for game, answers in told.items():
                if len(games.get(game, ())) < answers:
                    raise Lost(
                        f"kill {number}: game {game} has {len(games.get(game, ()))} of {answers} answers"
                    )
        keeper = Keeper(folder)
        keeper.claim()
        if [path.name for path in folder.iterdir() if path.name.startswith(".current")]:
            raise Lost("what was left of interrupted writes is still there")
        keeper.close()
        return count, len(_games(folder))


def _killed(folder: Path, seed: int, seconds: float) -> dict[int, int]:
    """Let a program play and kill it; how many answers it had said to be on disk, by game."""
    command = [sys.executable, __file__, "play", "--folder", str(folder), "--seed", str(seed)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    lines = [program.stdout.readline()]
    time.sleep(seconds)
    os.kill(program.pid, signal.SIGKILL)
    lines += program.stdout.read().splitlines()
    program.wait()
    said = [line.split() for line in lines if line.count(" ") == 1]
    return {int(game): int(answers) for game, answers in said}


def _games(folder: Path) -> dict[int, tuple[Any, ...]]:
    """Answers of all games on disk, by seed; each is played through."""
    found = {}
    for path in folder.glob("*.kingdom"):
        record = read_record(read_text(path))
        replay(record)
        found[record.setup.seed] = tuple(record.answers)
    return found


def main(arguments: list[str] | None = None) -> int:
    """One of the trials."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trial", choices=["failing", "kill", "play"])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    try:
        if options.trial == "play":
            play_until_killed(options.folder, options.seed)
        elif options.trial == "kill":
            killed, games = run_kill(options.count, options.seed)
            print(f"kill: {killed} programs killed, {games} games on disk, all whole, 0 answers lost")
        else:
            kinds, seen = run_failing()
            print(f"failing: {kinds} kinds of failure, {seen} told, 0 answers lost")
    except Lost as error:
        print(f"{options.trial}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
