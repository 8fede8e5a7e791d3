"""UI benchmarks for `kingdom bench`: startup, frame times, review, map editor, sharing, idle CPU use and
memory use. They run without a display, except for the idle app, which needs a real window. Each function
prepares a benchmark and returns the function that measures it. Startup and the idle app are measured in child
processes.

One of the child processes, `python -m kingdom.bench.rendering`, opens a match, leaves it idle, and prints its
CPU and memory use."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

import pygame

from kingdom.ai.player import cpu_clock
from kingdom.bench import BenchmarkSkipped
from kingdom.bench.responsiveness import click_frames, click_frames_slow_disk, thinking_p99
from kingdom.bench.sample_games import assign_seats, find_match, make_seats, play_greedy_game
from kingdom.bench.turn_cycle import turn_cycle_1, turn_cycle_4, turn_cycle_4_instant
from kingdom.map_editor.document import MapDocument
from kingdom.maps.generator import generate_board
from kingdom.match.controller import Match
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import PLAYER_COLORS, Seat
from kingdom.paths import shipped_data_dir
from kingdom.record import Record
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.timeline import build_timeline
from kingdom.rules.game import play_random_answers
from kingdom.rules.hexes import nth_hex
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.board.board_rendering import fitting_hex_width
from kingdom.ui.board.terrain_painter import TerrainPainter
from kingdom.ui.draw.renderer import DESIGN_SIZE
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.ui.draw.surface_cache import configure_malloc
from kingdom.ui.framework.settings import SettingsStore
from kingdom.ui.main import create_app
from kingdom.ui.map_editor.paint_tab import palette_groups
from kingdom.ui.map_editor.scene import MapEditorPage
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.review.scene import ReviewScene
from kingdom.ui.share.export_job import ExportRequest, export_game
from kingdom.ui.share.game_images import GIF

FRAME_COUNT = 240
FULL_BOARD_PIECES = 150
"""Minimum number of pieces for a board to count as full."""


def frame_p99() -> Callable[[], float]:
    """Prepares a benchmark of the 99th percentile of the time to draw a frame, in seconds."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    folder = Path(tempfile.mkdtemp(prefix="kingdom-frames-"))
    app = create_app(SettingsStore(folder / "settings.json"), SaveStore(folder / "saves"), DESIGN_SIZE)
    expansions = tuple(expansion for expansion in EXPANSIONS if not EXPANSIONS[expansion].islands)
    match = find_match(
        GameSetup(5, expansions, 1),
        lambda match: (
            match.game.occupied_hexes.bit_count() >= FULL_BOARD_PIECES
            and match.game.at_turn_decision
            and match.deciding_seat == 0
        ),
    )
    assign_seats(match, "person", "easy", "medium", "hard", "expert")
    scene = MatchScene(match)
    app.replace(scene)
    for _ in range(10):
        app.run_frame([], 0.05)
    app.settings.animation = "slow"

    def measure() -> float:
        frame_times = []
        center = scene.view.rect.center
        for frame in range(FRAME_COUNT):
            if frame % 20 == 0:  # start a build animation and highlight the next legal hexes
                if not scene.action_bar.undo_button.enabled or frame % 40:
                    cells = match.decision().cells
                    if cells:
                        scene.commands.submit_answer(nth_hex(cells, cells.bit_count() // 2))
                else:
                    scene.commands.undo()
            pos = (center[0] - FRAME_COUNT + 2 * frame, center[1] - FRAME_COUNT // 2 + frame)
            scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(2, 1), buttons=(0, 0, 0)))
            scene.update(1 / 60)
            started_at = time.perf_counter()
            app.draw(app.surface)
            frame_times.append(time.perf_counter() - started_at)
        return sorted(frame_times)[len(frame_times) * 99 // 100]

    return measure


JUMP_COUNT = 60


def review_jump() -> Callable[[], float]:
    """Prepares a benchmark of random jumps in the review. It measures the CPU seconds until the position is
    drawn and returns the slowest of several jumps."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    folder = Path(tempfile.mkdtemp(prefix="kingdom-review-"))
    app = create_app(SettingsStore(folder / "settings.json"), SaveStore(folder / "saves"), DESIGN_SIZE)
    setup = GameSetup(player_count=5, expansions=tuple(EXPANSIONS), seed=3)
    rng = Rng(3)
    record = Record(setup, answers=play_random_answers(new_game(setup), rng))
    # disable the analysis during the measurement
    analysis_client = AnalysisClient(build_timeline(record), only_seats=())
    scene = ReviewScene(analysis_client, make_seats(*["person"] * setup.player_count), None)
    app.replace(scene)
    for _ in range(20):
        app.run_frame([], 0.05)

    def measure() -> float:
        slowest = 0.0
        for _ in range(JUMP_COUNT):
            answer_count = rng.randrange(analysis_client.timeline.total_answers + 1)
            started_at = cpu_clock()
            scene.timeline_cursor.seek(answer_count)
            app.run_frame([], 0.001)
            slowest = max(slowest, cpu_clock() - started_at)
            for _ in range(8):  # each frame repaints only one panel
                app.run_frame([], 0.001)
        return slowest

    return measure


STROKE_COUNT = 20


def studio_stroke() -> Callable[[], float]:
    """Prepares a benchmark of brush strokes in the map editor. It measures the CPU seconds from the event
    until the final image is drawn and returns the slowest of several strokes. Each stroke paints a different
    terrain or landmark. The time includes the UI thread and the painting thread."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    folder = Path(tempfile.mkdtemp(prefix="kingdom-studio-"))
    app = create_app(SettingsStore(folder / "settings.json"), SaveStore(folder / "saves"), DESIGN_SIZE)
    scene = MapEditorPage(folder=folder / "maps")
    scene.map_canvas.set_document(MapDocument(generate_board(1, tuple(EXPANSIONS))))
    app.replace(scene)
    while scene.map_canvas.image is None:
        app.run_frame([], 0.05)
    cells_to_paint = cycle([cell for _, cells in palette_groups() for cell in cells])
    coords = cycle([(row, column) for row in range(20) for column in range(20)])

    def measure() -> float:
        slowest = 0.0
        for _ in range(STROKE_COUNT):
            scene.map_canvas.set_brush(next(cells_to_paint))
            x, y = scene.map_canvas.hex_grid.center(*next(coords))
            pos = round(x), round(y)
            started_at = cpu_clock()
            scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0)))
            scene.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
            while scene.map_canvas.update(1 / 60, app.renderer):
                time.sleep(1 / 60)
            app.draw(app.surface)
            slowest = max(slowest, cpu_clock() - started_at)
            scene.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
        return slowest

    return measure


Benchmark = Callable[[], float]


def _export_game() -> tuple[float, int]:
    """Exports a game as a GIF of 960 x 600 pixels. Returns the CPU seconds and the size in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        started_at = cpu_clock()  # measures CPU time, so other processes do not affect the result
        size = export_game(ExportRequest(play_greedy_game(), Path(folder) / f"game{GIF}"), lambda share: None)
        return cpu_clock() - started_at, size


def share_game() -> Benchmark:
    """Prepares a benchmark of exporting a game as a GIF, in CPU seconds. The export runs in this process, not
    in a child process as in the UI."""
    return lambda: _export_game()[0]


def share_size() -> Benchmark:
    """Prepares a benchmark of the size of an exported GIF, in megabytes."""
    return lambda: _export_game()[1] / 1e6


BOARD_AREA_SIZE = (1000, 880)
"""Size of the board area in a window of 1600 x 1000 pixels. The painting benchmark uses this size."""
IDLE_SECONDS = 10.0

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
    "turn_cycle_1",
    "turn_cycle_4",
    "turn_cycle_4_instant",
]


def _use_dummy_drivers() -> None:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


def load_sheets() -> Benchmark:
    """Prepares a benchmark of loading all sprite sheets, in seconds."""
    _use_dummy_drivers()
    pygame.display.init()
    pygame.display.set_mode(DESIGN_SIZE)

    def measure() -> float:
        started_at = time.perf_counter()
        SpriteSheets(shipped_data_dir("assets") / "sheets").decode_all()
        return time.perf_counter() - started_at

    return measure


def paint_board() -> Benchmark:
    """Prepares a benchmark of painting a new board at the size it has in a match, in seconds."""
    _use_dummy_drivers()
    pygame.display.init()
    pygame.display.set_mode(DESIGN_SIZE)
    sheets = SpriteSheets(shipped_data_dir("assets") / "sheets")
    sheets.decode_all()
    painter = TerrainPainter(sheets)
    seeds = iter(range(1_000_000))

    def measure() -> float:
        grid = new_game(GameSetup(expansions=tuple(EXPANSIONS), seed=next(seeds))).board.grid
        started_at = time.perf_counter()
        painter.paint(grid.rows, fitting_hex_width(grid, BOARD_AREA_SIZE))
        return time.perf_counter() - started_at

    return measure


def first_frame() -> Benchmark:
    """Prepares a benchmark of the time from process start to the first frame, in seconds."""

    def measure() -> float:
        with tempfile.TemporaryDirectory() as home:
            started_at = time.perf_counter()
            with _start_child(["kingdom", "--smoke"], home) as process:
                assert process.stdout is not None
                line = process.stdout.readline()
                elapsed = time.perf_counter() - started_at
                if line.strip() != "ready":
                    raise RuntimeError(f"the window did not open: {line!r}")
            return elapsed

    return measure


def idle_cpu() -> Benchmark:
    """Prepares a benchmark of the CPU use of an idle match in a real window, as a fraction of one core. On
    Linux, the window opens on a virtual display."""
    if sys.platform == "linux" and shutil.which("Xvfb") is None and "DISPLAY" not in os.environ:
        raise BenchmarkSkipped("there is neither Xvfb nor a display")
    return lambda: _run_idle_process()["cpu"]


def memory() -> Benchmark:
    """Prepares a benchmark of the memory use of a match at maximum zoom, in megabytes."""
    return lambda: _run_idle_process()["memory"]


@functools.cache
def _run_idle_process() -> dict[str, float]:
    """Returns the CPU and memory use of an idle match. The measurement takes several seconds, so it is done
    only once."""
    with (
        tempfile.TemporaryDirectory() as home,
        _display_variables() as variables,
        _start_child(["kingdom.bench.rendering", home], home, variables) as process,
    ):
        output, _ = process.communicate(timeout=120)
    results: dict[str, float] = json.loads(output)
    return results


@contextmanager
def _display_variables() -> Iterator[dict[str, str]]:
    """Starts a virtual X11 display on Linux, and yields the environment variables of a program that opens its
    window there. Elsewhere, the window opens on the screen. Sound is off, because an open audio device keeps
    a thread busy."""
    variables = {"SDL_VIDEODRIVER": "", "SDL_AUDIODRIVER": "none"}
    if sys.platform != "linux" or (shutil.which("Xvfb") is None and "DISPLAY" in os.environ):
        yield variables
        return
    if shutil.which("Xvfb") is None:
        yield variables | {"SDL_VIDEODRIVER": "dummy"}
        return
    with subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            display = f":{server.stdout.readline().strip()}"
            yield variables | {"SDL_VIDEODRIVER": "x11", "DISPLAY": display}
        finally:
            server.terminate()


DUMMY_DRIVERS = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def _start_child(
    arguments: list[str], home: str, variables: Mapping[str, str] = DUMMY_DRIVERS
) -> subprocess.Popen[str]:
    home_variables = dict.fromkeys(
        ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "WIN_PD_OVERRIDE_LOCAL_APPDATA"), home
    )
    environment = {**os.environ, **home_variables, **variables}
    return subprocess.Popen(
        [sys.executable, "-m", *arguments], env=environment, stdout=subprocess.PIPE, text=True
    )


def measure_idle_app(folder: Path) -> dict[str, float]:
    """Opens a match between five humans with all expansions. Returns its memory use at maximum zoom and its
    CPU use while idle."""
    configure_malloc()
    app = create_app(SettingsStore(folder / "settings.json"), SaveStore(folder / "saves"), DESIGN_SIZE)
    seats = [Seat(color, color) for color in PLAYER_COLORS]
    scene = MatchScene(
        Match.new(
            GameSetup(player_count=len(seats), expansions=tuple(EXPANSIONS), seed=1), seats, app.save_store
        )
    )
    app.push(scene)
    for _ in range(100):
        app.run_frame([], 0.05)
    scene.view.zoom(9.0)  # maximum zoom
    while not scene.view.is_sharp:
        app.run_frame([], 0.05)
        time.sleep(0.02)  # let the painting thread run
    megabytes = resident_megabytes()
    scene.view.reset_cameras()
    while not scene.view.is_sharp:
        app.run_frame([], 0.05)
        time.sleep(0.02)
    clock, animating = pygame.time.Clock(), True
    while animating:
        animating = app.tick(clock, animating)
    started_at, cpu_at_start = time.perf_counter(), time.process_time()
    while time.perf_counter() < started_at + IDLE_SECONDS:
        animating = app.tick(clock, animating)
    cpu = (time.process_time() - cpu_at_start) / (time.perf_counter() - started_at)
    app.close()
    return {"cpu": cpu, "memory": megabytes}


def resident_megabytes() -> float:
    """Returns the memory use of this process in megabytes: current use on Linux, peak use on macOS, and 0 on
    Windows."""
    if sys.platform == "win32":
        return 0.0
    statm = Path("/proc/self/statm")
    if statm.is_file():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


if __name__ == "__main__":
    print(json.dumps(measure_idle_app(Path(sys.argv[1]))))
