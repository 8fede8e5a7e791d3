"""How long a person waits for master on a busy machine: `python tests/tools/waits.py --busy 12 --looked 6`.

So many processes that do nothing useful run beside three games in which a person answers at once. Told are
the seconds until all answers of a turn were there, turn by turn; the first is 0 where the person begins.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # tests/, as pytest has it

from at_the_table import play_on, table

from kingdom.match.machine import State
from kingdom.match.thinker import Thinker
from kingdom.rules.chance import Chance


def waits(seed: int, turns: int, looked: float) -> list[float]:
    """The waits of one game; who has looked at the menu for a while has its process ready."""
    thinker = Thinker()
    if looked:
        thinker.warm_up()
        time.sleep(looked)
    found: list[float] = []
    last = time.monotonic()
    match = table("master", "person", seed=seed, thinker=thinker)
    waited = 0.0
    while len(found) < turns and match.state is not State.OVER:
        match.poll()
        now = time.monotonic()
        if match.state is State.PLAYBACK:
            match.played()
        elif match.state is State.PROGRAMS_TURN:
            waited += now - last
        else:
            found.append(round(waited, 2))
            play_on(match, Chance(seed), lambda match: match.state is State.PROGRAMS_TURN)
            now, waited = time.monotonic(), 0.0
        last = now
        time.sleep(0.002)
    match.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="How long a person waits for master on a busy machine.")
    parser.add_argument("--busy", type=int, default=12, help="processes beside it")
    parser.add_argument("--looked", type=float, default=6.0, help="seconds on a page from which it begins")
    parser.add_argument("--turns", type=int, default=4)
    options = parser.parse_args()
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.busy)]
    try:
        for seed in (1, 2, 3):
            print(seed, waits(seed, options.turns, options.looked), flush=True)
    finally:
        for process in busy:
            process.kill()


if __name__ == "__main__":
    main()
