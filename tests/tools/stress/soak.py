"""Soak test: AI players play many games in one process, and every frame is drawn. Memory use must not grow.

    python tests/tools/stress/soak.py --games 36 --seed 1

Player count, expansions and window size change from game to game; each game ends with the final scoring.
Prints the number of games, answers and frames, the exceptions and the memory use after each game. The exit
code is 1 if there was an exception or if memory grew.
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
sys.path.insert(0, str(Path(__file__).parents[2]))

from support.matches import ALL_EXPANSIONS, InProcessAIClient, make_seats
from tools.process_memory import peak_resident_mb, resident_mb

from kingdom.match.controller import Match
from kingdom.match.save_store import SaveStore
from kingdom.match.state_machine import MatchState
from kingdom.rules.setup import GameSetup
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.ui.draw.surface_cache import configure_malloc, trim_malloc
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import AI_INSTANT, SettingsStore
from kingdom.ui.main import create_app
from kingdom.ui.match.scene import MatchScene

WINDOW_SIZES = ((1280, 800), (800, 600), (1600, 1000))
WARMUP_GAMES = len(WINDOW_SIZES)
"""Number of games until every window size has been used once and the caches are full."""
MAX_GROWTH_MB = 25.0
"""Allowed memory growth after the warm-up. Some growth is normal, because later games may cache images at
additional sizes."""
MAX_FRAMES = 400_000
AI_LEVELS = ("easy", "greedy", "random", "easy", "greedy")


class Soak:
    """Plays games in one app, counts answers and frames, and measures memory use."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.answer_count = self.frame_count = 0
        self.memory_mb: list[float] = []

    def play(self, index: int, seed: int) -> None:
        """Plays one game to the end, including the final scoring."""
        app = self.app
        app.settings.animation = "off"
        app.settings.programs = AI_INSTANT
        app.resize_window(WINDOW_SIZES[index % len(WINDOW_SIZES)])
        player_count = 2 + index % 4
        setup = GameSetup(player_count, ALL_EXPANSIONS if index % 2 else ("base",), seed + index)
        match = Match.new(setup, make_seats(*AI_LEVELS[:player_count]), app.save_store, InProcessAIClient())
        app.replace(MatchScene(match))
        for _ in range(MAX_FRAMES):
            app.run_frame([], 0.1)
            self.frame_count += 1
            # in a real window, the writer thread runs while the main loop sleeps between frames
            if app.save_store.has_pending:
                time.sleep(0.001)
            if match.game.over and match.state is MatchState.SCORED:
                break
        else:
            raise RuntimeError(f"the game does not end; state {match.state}")
        for _ in range(20):
            app.run_frame([], 0.1)
        self.answer_count += len(match.record.answers)
        app.navigator.open_main_menu()
        app.run_frame([], 0.1)
        del match
        gc.collect()
        trim_malloc()
        self.memory_mb.append(resident_mb())

    @property
    def growth_mb(self) -> float:
        """Memory growth since the warm-up games."""
        after_warmup = self.memory_mb[WARMUP_GAMES:]
        return (
            max(0.0, min(after_warmup[-WARMUP_GAMES:]) - max(self.memory_mb[:WARMUP_GAMES]))
            if after_warmup
            else 0.0
        )


class ExceptionListener(logging.Handler):
    """Collects exceptions that the app has logged and recovered from."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.exceptions: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.exceptions.append(repr(record.exc_info[1])[:200])


def run_soak_test(
    folder: Path, games: int, seed: int, sprite_sheets: SpriteSheets | None = None
) -> dict[str, object]:
    """Plays the given number of games one after another and returns a report."""
    app = create_app(
        SettingsStore(folder / "settings.json"), SaveStore(folder / "saves"), WINDOW_SIZES[0], sprite_sheets
    )
    listener = ExceptionListener()
    logging.getLogger().addHandler(listener)
    run = Soak(app)
    try:
        for index in range(games):
            run.play(index, seed)
    finally:
        logging.getLogger().removeHandler(listener)
        app.close()
    return {
        "games": games,
        "answers": run.answer_count,
        "frames": run.frame_count,
        "exceptions": listener.exceptions,
        "mb": [round(megabytes) for megabytes in run.memory_mb],
        "growth_mb": round(run.growth_mb),
        "peak_mb": round(peak_resident_mb()),
    }


def main(arguments: list[str] | None = None) -> int:
    """Runs the test, prints the report as JSON and returns the exit code."""
    configure_malloc()
    parser = argparse.ArgumentParser(description="Plays many games in one process and checks the memory use.")
    parser.add_argument("--games", type=int, default=36)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        report = run_soak_test(Path(folder), options.games, options.seed)
    print(json.dumps(report))
    return 1 if report["exceptions"] or float(str(report["growth_mb"])) > MAX_GROWTH_MB else 0


if __name__ == "__main__":
    raise SystemExit(main())
