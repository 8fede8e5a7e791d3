"""Measures how long a human waits for a Master AI on a busy machine: `python tests/tools/ai_wait_times.py
--busy 12 --looked 6`.

Starts the given number of busy processes and plays three games in which the human answers immediately. Prints
the seconds until the AI has finished each turn. The first value is 0 if the human starts.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # add the tests/ folder, as pytest does

from support.matches import new_match, play_until

from kingdom.match.ai_client import AIClient
from kingdom.match.state_machine import MatchState
from kingdom.rules.rng import Rng


def wait_times(seed: int, turns: int, prewarm_s: float) -> list[float]:
    """Returns the waiting times in one game. If `prewarm_s` is not 0, the AI process starts `prewarm_s`
    seconds before the game, as it does while the player is on a menu page."""
    ai_client = AIClient()
    if prewarm_s:
        ai_client.prewarm()
        time.sleep(prewarm_s)
    wait_seconds: list[float] = []
    last_poll = time.monotonic()
    match = new_match("master", "person", seed=seed, ai_client=ai_client)
    current_wait = 0.0
    while len(wait_seconds) < turns and match.state is not MatchState.GAME_OVER:
        match.poll()
        now = time.monotonic()
        if match.state is MatchState.PLAYBACK:
            match.finish_playback()
        elif match.state is MatchState.AI_TURN:
            current_wait += now - last_poll
        else:
            wait_seconds.append(round(current_wait, 2))
            play_until(match, Rng(seed), lambda match: match.state is MatchState.AI_TURN)
            now, current_wait = time.monotonic(), 0.0
        last_poll = now
        time.sleep(0.002)
    match.close()
    return wait_seconds


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Measures how long a human waits for Master on a busy machine."
    )
    parser.add_argument("--busy", type=int, default=12, help="number of busy processes")
    parser.add_argument(
        "--looked",
        type=float,
        default=6.0,
        help="seconds that the player spends on a menu page before the game starts",
    )
    parser.add_argument("--turns", type=int, default=4)
    options = parser.parse_args()
    busy_processes = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.busy)
    ]
    try:
        for seed in (1, 2, 3):
            print(seed, wait_times(seed, options.turns, options.looked), flush=True)
    finally:
        for process in busy_processes:
            process.kill()


if __name__ == "__main__":
    main()
