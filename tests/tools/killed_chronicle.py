"""Programs that are killed while they finish games: no finished game and no earned achievement is lost.

`python tests/tools/killed_chronicle.py --count 50 --seed 1` kills a program at any moment, again and again:
while it plays, while a record is on its way to the disk, while the clerk takes games in. What the program had
said to be finished or earned must be in the chronicle afterwards, and a chronicle made anew from the records
must say the same. Prints counts; exits with 1 at the first loss.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from kingdom.ai.player import random_answer
from kingdom.match.saves import Keeper
from kingdom.profile.chronicle import NAME, Chronicle
from kingdom.profile.clerk import Clerk
from kingdom.record import Record, result_of
from kingdom.rules.chance import Chance
from kingdom.rules.setup import Setup, new_game

LONGEST_WAIT = 0.6
"""Seconds until a program is killed, at most, after its first word."""
SEATS = [
    {"name": "Ann", "colour": "orange", "kind": "person"},
    {"name": "Ben", "colour": "blue", "kind": "person"},
]


class Lost(Exception):
    """Something that was finished or earned is not there any more."""


class Tried(NamedTuple):
    """What a run has seen."""

    killed: int
    told_games: int
    """Games that a program had said to be on disk before it was killed."""
    games: int
    told_earned: int
    earned: int


def whole_game(seed: int) -> Record:
    """A random game to its end."""
    setup = Setup(2, ("base",), seed)
    game, chance = new_game(setup), Chance(seed)
    record = Record(setup, list(SEATS), game=f"game {seed}")
    while not game.over:
        answer = random_answer(game, chance)
        game.choose(answer)
        record.answers.append(answer)
    record.result = result_of(game)
    return record


def play_until_killed(folder: Path, seed: int) -> None:
    """One game after the other, each kept and taken in as the window does it; says what is finished and what
    was earned."""
    keeper = Keeper(folder / "saves")
    keeper.claim()

    def files() -> list[Path]:
        keeper.settle()
        return keeper.files()

    clerk = Clerk(folder / NAME, files)
    clerk.look_through()
    while True:
        record = whole_game(seed)
        keeper.keep_soon(record)
        clerk.look_through()
        while keeper.behind:
            time.sleep(0.0002)
        print("game", seed, flush=True)
        if seed % 3 == 0:  # otherwise the clerk is left behind
            clerk.settle()
        for told in clerk.news():
            for name, achievement in told.earned:
                print("earned", name, achievement, flush=True)
        seed += 1


def run(count: int, seed: int) -> Tried:
    """Kill so many programs; what was told and what is there."""
    chance = Chance(seed)
    games: set[str] = set()
    earned: set[tuple[str, str]] = set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(count):
            lines = _killed(folder, 1 + number * 1000, chance.below(1000) / 1000 * LONGEST_WAIT)
            games |= {f"game {words[1]}" for words in lines if words[0] == "game"}
            earned |= {(words[1], words[2]) for words in lines if words[0] == "earned"}
            _check(folder, NAME, number, games, earned)
        found = _check(folder, NAME, count, games, earned)
        if _check(folder, "anew.sqlite", count, games, earned) != found:
            raise Lost("a chronicle made anew says something else")
        return Tried(count, len(games), len(found[0]), len(earned), len(found[1]))


def _check(
    folder: Path, name: str, number: int, games: set[str], earned: set[tuple[str, str]]
) -> tuple[set[str], set[tuple[str, str]]]:
    """Look through the records as the next start does; what is there must be all that was told."""
    with Chronicle(folder / name) as chronicle:
        if chronicle.put_aside is not None:
            raise Lost(f"kill {number}: the chronicle was damaged")
        list(chronicle.look_through(Keeper(folder / "saves").files()))
        there = {identity for (identity,) in chronicle.database.execute("SELECT identity FROM games")}
        rows = chronicle.database.execute(
            "SELECT DISTINCT name, achievement FROM earned JOIN people ON people.id = person"
        )
        have = {(who, what) for who, what in rows}
    if games - there or earned - have:
        raise Lost(f"kill {number}: lost {sorted(games - there)} {sorted(earned - have)}")
    return there, have


def _killed(folder: Path, seed: int, seconds: float) -> list[list[str]]:
    """Let a program play and kill it; what it had said, in whole lines."""
    command = [sys.executable, __file__, "--play", str(folder), "--seed", str(seed)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    said = program.stdout.readline()
    time.sleep(seconds)
    os.kill(program.pid, signal.SIGKILL)
    said += program.stdout.read()
    program.wait()
    return [line.split() for line in said.splitlines(keepends=True) if line.endswith("\n")]


def main(arguments: list[str] | None = None) -> int:
    """The trial."""
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
        tried = run(options.count, options.seed)
    except Lost as error:
        print(f"lost: {error}")
        return 1
    print(
        f"{tried.killed} programs killed; {tried.told_games} finished games told, {tried.games} in the"
        f" chronicle, 0 lost; {tried.told_earned} achievements told, {tried.earned} on the wall, 0 lost"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
