"""Full-screen test: toggles full screen (F11) and resizes a real window while threads paint pictures.

    python tests/tools/stress/fullscreen_toggle.py --seconds 300 --seed 1

Starts an Xvfb screen and, on it, a process with the app in a real X11 window. Two further threads paint all
the time, as the app's own threads do. With SDL's dummy driver, painting during a mode change never crashes.
Prints the number of mode changes, pictures and frames, the exceptions and the peak memory use. The exit code
is 1 if there was an exception or if the process crashed or hung.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import logging
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from pygame._sdl2.video import Window
from support.homes import home_variables
from support.scenes import all_scenes  # noqa: F401  (registers them)
from support.scenes.registry import SCENE_MAKERS
from tools.process_memory import peak_resident_mb
from tools.stress.soak import ExceptionListener

from kingdom.match.save_store import SaveStore
from kingdom.ui.draw.display_lock import DISPLAY_LOCK
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import SettingsStore
from kingdom.ui.framework.window_defaults import fit_window_size
from kingdom.ui.main import create_app
from kingdom.ui.menus import background
from kingdom.ui.menus.background import paint_background

TESTS = Path(__file__).parents[2]
SCREEN_SIZE = (1600, 1000)
PAINTED_SCENES = (
    "menu", "load", "new-level", "new-grown", "studio-paint", "studio-keep", "table-start",
    "table-five-players", "daily-land", "review-game", "share", "ceremony-board", "puzzles",
)  # fmt: skip
"""Scenes whose pictures are painted on threads."""
STEPS_PER_SCENE = 40
PAINTER_THREADS = 2
PAINTED_SIZE = (200, 150)
ZOOM_KEYS = (pygame.K_PLUS, pygame.K_MINUS, pygame.K_0)
STARTUP_SECONDS = 60.0


class FullScreenTest:
    """Toggles full screen in an app and counts what it does."""

    def __init__(self, app: App, seed: int) -> None:
        self.app, self.rng = app, random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.wrong_sizes: list[str] = []
        """Window sizes after leaving full screen that differ from the size before entering it."""
        self._is_over = threading.Event()
        self._painters = [
            threading.Thread(target=self._paint, name="painter", daemon=True) for _ in range(PAINTER_THREADS)
        ]

    def run(self, seconds: float) -> None:
        """Opens one scene after another and toggles full screen in each."""
        for painter in self._painters:
            painter.start()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._open_random_scene()
            for _ in range(STEPS_PER_SCENE):
                if time.monotonic() > end:
                    break
                self._step()
        self._is_over.set()
        for painter in self._painters:
            painter.join()

    def _paint(self) -> None:
        """Paints until the test is over, like the threads of the app."""
        while not self._is_over.is_set():
            with DISPLAY_LOCK.painting():
                paint_background(self.app.renderer.sprites, PAINTED_SIZE, (0, 0, 0))
            self.counts["pictures"] += 1

    def _open_random_scene(self) -> None:
        while self.app.scenes:
            self.app.pop()
        SCENE_MAKERS[self.rng.choice(PAINTED_SCENES)](self.app)
        self.counts["scenes"] += 1

    def _step(self) -> None:
        """Toggles full screen, resizes the window or zooms, then runs a few frames with the real events."""
        action = self.rng.choice(("toggle", "toggle", "toggle", "resize", "zoom"))
        events = []
        if action == "toggle":
            events = [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="")]
        elif action == "zoom":
            events = [pygame.event.Event(pygame.KEYDOWN, key=self.rng.choice(ZOOM_KEYS), mod=0, unicode="")]
        elif not self.app.settings.full_screen:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                Window.from_display_module().size = self.rng.randint(480, 1500), self.rng.randint(360, 900)
        self.counts[action] += 1
        self._run_frame(events)
        width, height = self.app.settings.window
        window = fit_window_size((width, height))
        if action == "toggle" and not self.app.settings.full_screen and self.app.surface.get_size() != window:
            self.wrong_sizes.append(f"the window has the size {self.app.surface.get_size()}, not {window}")
        for _ in range(self.rng.randint(0, 2)):
            self._run_frame(pygame.event.get())

    def _run_frame(self, events: list[pygame.event.Event]) -> None:
        self.app.run_frame(events, 0.05)
        self.counts["frames"] += 1
        if not self.app.scenes:
            self.app.navigator.open_main_menu()


def run_window(seconds: float, seed: int) -> dict[str, object]:
    """Runs the test in this process and returns a report."""
    faulthandler.enable()
    warnings.simplefilter("ignore")  # without a window manager, X11 forces some sizes
    background.REPAINT_DELAY_SECONDS = 0.0
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(home_variables(folder))
        listener = ExceptionListener()
        logging.getLogger().addHandler(listener)
        app = create_app(
            SettingsStore(Path(folder) / "settings.json"), SaveStore(Path(folder) / "saves"), (1000, 700)
        )
        test = FullScreenTest(app, seed)
        driver = pygame.display.get_driver()
        try:
            test.run(seconds)
        finally:
            app.close()
    return {
        "driver": driver,
        **test.counts,
        "exceptions": [*listener.exceptions, *test.wrong_sizes],
        "peak_mb": round(peak_resident_mb()),
    }


class VirtualScreen:
    """An Xvfb screen."""

    def __init__(self) -> None:
        read, write = os.pipe()
        geometry = f"{SCREEN_SIZE[0]}x{SCREEN_SIZE[1]}x24"
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", geometry, "-nolisten", "tcp", "-noreset"]
        self.process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = f":{pipe.readline().strip()}"

    def close(self) -> None:
        """Stops the screen."""
        self.process.terminate()
        self.process.wait()


def run_on_virtual_screen(seconds: float, seed: int) -> dict[str, object]:
    """Runs the test in a process with a real window. A crash of the process is reported as an exception."""
    screen = VirtualScreen()
    environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
    environment |= {"DISPLAY": screen.name, "PYTHONPATH": os.pathsep.join((str(TESTS.parent), str(TESTS)))}
    environment["SDL_VIDEODRIVER"] = "x11"
    command = [sys.executable, __file__, "--window", "--seconds", str(seconds), "--seed", str(seed)]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        output, errors = process.communicate(timeout=2 * seconds + STARTUP_SECONDS)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)  # faulthandler prints where each thread hangs
        output, errors = process.communicate()
        return {"exceptions": [f"hangs: {errors[-3000:]}"]}
    finally:
        screen.close()
    if process.returncode:
        return {"exceptions": [f"ended with {process.returncode}: {errors[-3000:]}"]}
    report = json.loads(output[output.index("{") :])
    assert isinstance(report, dict)
    return report


def main(arguments: list[str] | None = None) -> int:
    """Runs the test, prints the report as JSON and returns the exit code."""
    parser = argparse.ArgumentParser(description="Toggles full screen in a real window during painting.")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--window", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    run = run_window if options.window else run_on_virtual_screen
    report = run(options.seconds, options.seed)
    print(json.dumps(report))
    return 1 if report["exceptions"] and not options.window else 0


if __name__ == "__main__":
    raise SystemExit(main())
