"""Many games in one process, by programs, drawn as a window would: the memory has to stay steady.

    python tests/tools/soak.py --games 36 --seed 1

Every game is another table: players, boxes and the size of the window change from one to the next; after each
the final count is shown. It prints games, answers, frames, exceptions, and the memory after each game; the
exit code is 1 if there was an exception or the memory grew.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).parents[1]))

from at_the_table import EVERY_BOX, Prompt, seats
from tools.memory import most_resident, resident

from kingdom.match.machine import State
from kingdom.match.match import Match
from kingdom.match.saves import Keeper
from kingdom.rules.setup import Setup
from kingdom.ui.app.app import App
from kingdom.ui.draw.free_memory import free_memory
from kingdom.ui.draw.sheets import Sheets
from kingdom.ui.scene.settings import AT_ONCE, Store
from kingdom.ui.table.table import TableScene

SIZES = ((1280, 800), (800, 600), (1600, 1000))
WARM = len(SIZES)
"""Games after which every kind of table was there once, so that nothing new has to be kept."""
GROWTH = 25.0
"""Megabytes that may come on top after that: pictures at other sizes."""
MOST_STEPS = 400_000
KINDS = ("easy", "greedy", "random", "easy", "greedy")


class Soak:
    """One app, and what happened in it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.answers = self.frames = 0
        self.memory: list[float] = []

    def play(self, number: int, seed: int) -> None:
        """One game to its end, and its final count."""
        app = self.app
        app.settings.animation = "off"
        app.settings.programs = AT_ONCE
        app.resize_window(SIZES[number % len(SIZES)])
        players = 2 + number % 4
        setup = Setup(players, EVERY_BOX if number % 2 else ("base",), seed + number)
        match = Match.start(setup, seats(*KINDS[:players]), app.keeper, Prompt())
        app.replace(TableScene(match))
        for _ in range(MOST_STEPS):
            app.step([], 0.1)
            self.frames += 1
            if app.keeper.behind:  # a window sleeps between frames, and the thread that writes has its turn
                time.sleep(0.001)
            if match.game.over and match.state is State.COUNTED:
                break
        else:
            raise RuntimeError(f"the game does not end: {match.state}")
        for _ in range(20):
            app.step([], 0.1)
        self.answers += len(match.record.answers)
        app.ways.menu()
        app.step([], 0.1)
        del match
        gc.collect()
        free_memory()
        self.memory.append(resident())

    @property
    def growth(self) -> float:
        """Megabytes that came on top since every kind of table was there once."""
        later = self.memory[WARM:]
        return max(0.0, min(later[-WARM:]) - max(self.memory[:WARM])) if later else 0.0


class Ear(logging.Handler):
    """Hears of the exceptions that the app survived."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.heard.append(repr(record.exc_info[1])[:200])


def soak(folder: Path, games: int, seed: int, sheets: Sheets | None = None) -> dict[str, object]:
    """So many games one after the other; what happened."""
    app = App(Store(folder / "settings.json"), Keeper(folder / "saves"), SIZES[0], sheets)
    ear = Ear()
    logging.getLogger().addHandler(ear)
    run = Soak(app)
    try:
        for number in range(games):
            run.play(number, seed)
    finally:
        logging.getLogger().removeHandler(ear)
        app.close()
    return {
        "games": games,
        "answers": run.answers,
        "frames": run.frames,
        "exceptions": ear.heard,
        "mb": [round(figure) for figure in run.memory],
        "growth_mb": round(run.growth),
        "peak_mb": round(most_resident()),
    }


def main(arguments: list[str] | None = None) -> int:
    """Play, and tell; the exit code."""
    parser = argparse.ArgumentParser(description="Many games in one process.")
    parser.add_argument("--games", type=int, default=36)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        told = soak(Path(folder), options.games, options.seed)
    print(json.dumps(told))
    return 1 if told["exceptions"] or float(str(told["growth_mb"])) > GROWTH else 0


if __name__ == "__main__":
    raise SystemExit(main())
