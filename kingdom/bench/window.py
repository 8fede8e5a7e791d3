"""What `kingdom bench` measures of the window. The window itself is measured in processes of its own, without
a display.

`python -m kingdom.bench.window` is such a process: an idle table that tells what it costs.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pygame

from kingdom.bench.frame_time import frame_p99
from kingdom.bench.review_time import review_jump
from kingdom.bench.sharing import share_game, share_size
from kingdom.bench.stroke_time import studio_stroke
from kingdom.bench.thinking_time import click_frames, click_frames_slow_disk, thinking_p99
from kingdom.match.match import Match
from kingdom.match.saves import Keeper
from kingdom.match.seats import COLOURS, Seat
from kingdom.paths import data_folder
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.app.app import App
from kingdom.ui.board.board_picture import hex_width_for
from kingdom.ui.board.painter import BoardPainter
from kingdom.ui.draw.look import DESIGN
from kingdom.ui.draw.sheets import Sheets
from kingdom.ui.scene.settings import Store
from kingdom.ui.table.table import TableScene

BOARD_SPACE = (1000, 880)
"""Room for the board in a window of 1600 x 1000."""
IDLE_SECONDS = 4.0

Measure = Callable[[], float]

__all__ = [
    "click_frames",
    "click_frames_slow_disk",
    "first_frame",
    "frame_p99",
    "idle_cpu",
    "load_sheets",
    "memory",
    "paint_board",
    "review_jump",
    "share_game",
    "share_size",
    "studio_stroke",
    "thinking_p99",
]


def _headless() -> None:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


def load_sheets() -> Measure:
    """Seconds to load all sprite sheets."""
    _headless()
    pygame.display.init()
    pygame.display.set_mode(DESIGN)

    def measure() -> float:
        begin = time.perf_counter()
        Sheets(data_folder("assets") / "sheets")
        return time.perf_counter() - begin

    return measure


def paint_board() -> Measure:
    """Seconds to paint a board as large as the table shows it, a new one each time."""
    _headless()
    pygame.display.init()
    pygame.display.set_mode(DESIGN)
    painter = BoardPainter(Sheets(data_folder("assets") / "sheets"))
    seeds = iter(range(1_000_000))

    def measure() -> float:
        grid = new_game(Setup(boxes=tuple(BOXES), seed=next(seeds))).board.grid
        begin = time.perf_counter()
        painter.paint(grid.rows, hex_width_for(grid, BOARD_SPACE))
        return time.perf_counter() - begin

    return measure


def first_frame() -> Measure:
    """Seconds from the start of the process to the first frame."""

    def measure() -> float:
        with tempfile.TemporaryDirectory() as home:
            begin = time.perf_counter()
            with _child(["kingdom", "--smoke"], home) as process:
                assert process.stdout is not None
                line = process.stdout.readline()
                taken = time.perf_counter() - begin
                if line.strip() != "ready":
                    raise RuntimeError(f"the window did not open: {line!r}")
            return taken

    return measure


def idle_cpu() -> Measure:
    """The share of one core that an idle table takes."""
    return lambda: _idle()["cpu"]


def memory() -> Measure:
    """Megabytes of an idle table, looked at from as near as can be."""
    return lambda: _idle()["memory"]


@functools.cache
def _idle() -> dict[str, float]:
    """Both figures come from one run, which takes seconds: it is made once."""
    with tempfile.TemporaryDirectory() as home, _child(["kingdom.bench.window", home], home) as process:
        told, _ = process.communicate(timeout=120)
    found: dict[str, float] = json.loads(told)
    return found


def _child(arguments: list[str], home: str) -> subprocess.Popen[str]:
    homes = dict.fromkeys(
        ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA"), home
    )
    environment = {**os.environ, **homes, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    return subprocess.Popen(
        [sys.executable, "-m", *arguments], env=environment, stdout=subprocess.PIPE, text=True
    )


def watch_idle(folder: Path) -> dict[str, float]:
    """Open a table of five people with every box, look closely, wait, and tell the processor's and the
    memory's share."""
    app = App(Store(folder / "settings.json"), Keeper(folder / "saves"), DESIGN)
    seats = [Seat(colour, colour) for colour in COLOURS]
    table = TableScene(Match.start(Setup(players=len(seats), boxes=tuple(BOXES), seed=1), seats, app.keeper))
    app.push(table)
    for _ in range(100):
        app.step([], 0.05)
    table.view.zoom(9.0)  # as near as can be
    while not table.view.sharp:
        app.step([], 0.05)
        time.sleep(0.02)  # a thread paints
    megabytes = _resident()
    table.view.reset()
    while not table.view.sharp:
        app.step([], 0.05)
        time.sleep(0.02)
    pygame.time.set_timer(pygame.QUIT, round(IDLE_SECONDS * 1000), 1)
    begin, worked = time.perf_counter(), time.process_time()
    app.run()
    return {"cpu": (time.process_time() - worked) / (time.perf_counter() - begin), "memory": megabytes}


def _resident() -> float:
    """Megabytes of this process: now on Linux, elsewhere what it had at most."""
    statm = Path("/proc/self/statm")
    if statm.is_file():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)


if __name__ == "__main__":
    print(json.dumps(watch_idle(Path(sys.argv[1]))))
