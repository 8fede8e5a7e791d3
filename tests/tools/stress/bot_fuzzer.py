"""Bot fuzzer: plays with bots that attack the game (hostile_bot.py). Every failure must be reported quickly
in one line, the game must go on, and no process may be left behind.

`python tests/tools/stress/bot_fuzzer.py --count 200 --seed 1` plays with each bot in this process, as the
arena does. With `--window`, the bot runs in an AI process, as in the window; the game is then closed in the
normal way, canceled or killed. Prints counts; exits with 1 at the first failure.
"""

from __future__ import annotations

import argparse
import logging
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.bot_processes import is_running
from tools.process_memory import peak_resident_mb

from kingdom.ai.player import Budget
from kingdom.bots.player import BotPlayer
from kingdom.files import sanitize_line
from kingdom.match.ai_client import AIClient
from kingdom.match.controller import Match
from kingdom.match.interface import Withdrawal
from kingdom.match.seats import PLAYER_COLORS, Seat
from kingdom.match.state_machine import MatchState
from kingdom.rules.events import visible_events
from kingdom.rules.game import random_answer
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game

TESTS = Path(__file__).parents[2]
BOT_SCRIPT = Path(__file__).with_name("hostile_bot.py")
BOT_NAME = "hostile"
ANSWERS_PER_BOT = 8
TURN_MS = 1000
"""Thinking time per turn in the arena. In the window, a bot has ten seconds."""
MAX_ARENA_SECONDS = 20.0
"""Maximum time for one answer in the arena: the timeout, the end of all processes and the replacement's
answer, on a busy machine."""
MAX_WINDOW_SECONDS = 60.0
MAX_CLOSE_SECONDS = 20.0
"""Maximum time until all of a bot's processes have ended after the game was closed or killed."""
MAX_GROWTH_MB = 60.0
"""Maximum growth of the peak memory use in a run."""
ENDINGS = ("close", "stop", "kill")


class BotFuzzFailure(Exception):
    """Raised when a bot got the better of the game."""


def hostile_command(seed: int, pid_file: Path) -> str:
    """Returns the command line of a hostile bot."""
    return shlex.join([sys.executable, str(BOT_SCRIPT), str(seed), str(pid_file)])


def play_in_arena(seed: int, pid_file: Path) -> str | None:
    """Plays a few answers against a hostile bot and returns its failure, if any."""
    game, rng = new_game(GameSetup(2, ("base",), seed, start_player=0)), Rng(seed)
    bot = BotPlayer(hostile_command(seed, pid_file), seed, Budget(max_ms=TURN_MS))
    start = time.monotonic()
    bot.start_game(0, game.observe(0, 1))
    answers = 0
    try:
        while answers < ANSWERS_PER_BOT and not game.over:
            if game.decision().player:
                answer = random_answer(game, rng)
            else:
                start = time.monotonic()
                answer = bot.decide(game.observe(0, answers))
                answers += 1
                if time.monotonic() - start > MAX_ARENA_SECONDS:
                    raise BotFuzzFailure(f"an answer took {time.monotonic() - start:.0f} seconds")
            bot.on_events(visible_events(0, game.play(answer)))
    finally:
        bot.close()
    return bot.failure


def play_in_window(seed: int, pid_file: Path, ending: str) -> str | None:
    """Plays a few answers with a hostile bot in an AI process, as the window does, and ends the game. Returns
    the bot's failure, if any."""
    client = AIClient(bot_commands={BOT_NAME: hostile_command(seed, pid_file)})
    seats = [Seat("Bot", PLAYER_COLORS[0], f"bot/{BOT_NAME}"), Seat("Easy", PLAYER_COLORS[1], "easy")]
    match = Match.new(GameSetup(2, ("base",), seed, start_player=0), seats, None, client)
    withdrawals: list[Withdrawal] = []
    match.subscribe(
        lambda update: withdrawals.append(update.detail) if isinstance(update.detail, Withdrawal) else None
    )
    deadline = time.monotonic() + MAX_WINDOW_SECONDS
    while len(match.history) < ANSWERS_PER_BOT:
        if time.monotonic() > deadline or match.ai_failure is not None:
            raise BotFuzzFailure(
                f"the game does not go on: {len(match.history)} answers, {match.state}, {match.ai_failure}"
            )
        start = time.monotonic()
        match.poll()
        if match.state is MatchState.PLAYBACK:
            match.finish_playback()
        if time.monotonic() - start > 1.0:
            raise BotFuzzFailure(f"the window's thread waited {time.monotonic() - start:.1f} seconds")
        time.sleep(0.005)
    if ending == "kill" and sys.platform != "win32":
        os.kill(os.getpid(), signal.SIGKILL)
    if ending == "stop":
        client.stop()
    match.close_nowait()
    return withdrawals[-1].reason if withdrawals else None


def check_failure(failure: str | None) -> None:
    """Raises BotFuzzFailure unless the failure is one printable line of reasonable length."""
    if failure is not None and (not failure.isprintable() or len(failure) > 1000):
        raise BotFuzzFailure(f"the failure is not one line: {failure[:300]!r}")


def wait_for_processes(pid_file: Path) -> int:
    """Waits until all processes of a bot have ended and returns their number."""
    if sys.platform == "win32":
        raise NotImplementedError
    process_ids = [int(pid) for pid in pid_file.read_text().split()] if pid_file.exists() else []
    deadline = time.monotonic() + MAX_CLOSE_SECONDS
    while leftovers := [pid for pid in process_ids if is_running(pid)]:
        if time.monotonic() > deadline:
            for pid in leftovers:
                os.kill(pid, signal.SIGKILL)
            raise BotFuzzFailure(f"{len(leftovers)} of {len(process_ids)} processes were left behind")
        time.sleep(0.02)
    return len(process_ids)


def run_window_game(seed: int, pid_file: Path, ending: str) -> str | None:
    """Plays one game in a separate process, which may be killed. Returns the bot's failure, if any."""
    if sys.platform == "win32":
        raise NotImplementedError
    command = [sys.executable, __file__, "--game", str(pid_file), "--seed", str(seed), "--ending", ending]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS.parent), str(TESTS)))}
    process = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, timeout=4 * MAX_WINDOW_SECONDS
    )
    if process.returncode != (-signal.SIGKILL if ending == "kill" else 0):
        raise BotFuzzFailure(f"the game ended with {process.returncode}: {process.stdout}{process.stderr}")
    return process.stdout.strip() or None


def run_bots(count: int, seed: int, in_window: bool = False) -> Counter[str]:
    """Plays with the given number of bots and counts bots, failures and processes."""
    counts: Counter[str] = Counter()
    memory_before = peak_resident_mb()
    for index in range(count):
        bot_seed, ending = seed * 1_000_003 + index, ENDINGS[index % len(ENDINGS)]
        with tempfile.TemporaryDirectory() as folder:
            pid_file = Path(folder) / "pids"
            try:
                failure = (
                    run_window_game(bot_seed, pid_file, ending)
                    if in_window
                    else play_in_arena(bot_seed, pid_file)
                )
                check_failure(failure)
                counts["processes"] += wait_for_processes(pid_file)
            except Exception as error:
                where = f" in the window, ending {ending}" if in_window else ""
                raise BotFuzzFailure(f"bot {bot_seed}{where}: {type(error).__name__}: {error}") from error
        counts["bots"] += 1
        counts["failed"] += failure is not None
    if peak_resident_mb() - memory_before > MAX_GROWTH_MB:
        raise BotFuzzFailure(f"peak memory grew from {memory_before:.0f} to {peak_resident_mb():.0f} MB")
    return counts


def main(arguments: list[str] | None = None) -> int:
    """Runs the test, prints the counts and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--window", action="store_true")
    parser.add_argument("--game", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--ending", choices=ENDINGS, default="close", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    if options.game is not None:
        print(play_in_window(options.seed, options.game, options.ending) or "")
        return 0
    try:
        counts = run_bots(options.count, options.seed, options.window)
    except BotFuzzFailure as error:
        print(f"bots: {sanitize_line(error, 1000)}")
        return 1
    print(
        f"bots: {counts['bots']} played, {counts['failed']} failed and were replaced, "
        f"{counts['processes']} processes started, 0 left behind; peak {peak_resident_mb():.0f} MB"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
