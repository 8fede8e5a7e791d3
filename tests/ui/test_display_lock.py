"""Background painting and changes of the display mode must never overlap, or SDL crashes."""

from __future__ import annotations

import ast
import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pygame
import pytest

import kingdom.ui
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.board import layers, render_queue, terrain_painter
from kingdom.ui.board.terrain_map import parse_terrain_map
from kingdom.ui.draw import display_lock
from kingdom.ui.draw.display_lock import DISPLAY_LOCK, DisplayLock
from kingdom.ui.framework.app import App
from kingdom.ui.learn import daily_widgets
from kingdom.ui.map_editor import map_canvas
from kingdom.ui.menus import background, saved_games

TIMEOUT_SECONDS = 30


def _reads_window_format(call: ast.Call) -> bool:
    """Returns True for a call that creates a surface in the window's pixel format."""
    name = ast.unparse(call.func)
    depth_given = len(call.args) >= 3 or any(keyword.arg == "depth" for keyword in call.keywords)
    return (name == "pygame.Surface" and not depth_given) or (name.endswith(".convert") and not call.args)


def test_no_code_reads_the_pixel_format_of_the_window() -> None:
    offenders = [
        f"{path.name}:{node.lineno}"
        for path in sorted(Path(kingdom.ui.__file__).parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and _reads_window_format(node)
    ]
    assert offenders == []


def test_explicit_formats_are_those_of_the_window(app: App) -> None:
    """Otherwise every draw would convert pixels."""
    assert pygame.Surface((1, 1), 0, 32).get_masks() == app.surface.get_masks()
    assert pygame.Surface((1, 1), pygame.SRCALPHA, 32).get_masks() == app.surface.convert_alpha().get_masks()
    assert app.renderer._texture("parchment").get_masks() == app.surface.get_masks()


@pytest.mark.parametrize(
    "change_mode",
    [lambda app: app.set_full_screen(True), lambda app: app.resize_window((900, 650))],
    ids=["full screen", "resize"],
)
def test_mode_changes_only_while_no_thread_is_painting(
    app: App, monkeypatch: pytest.MonkeyPatch, change_mode: Callable[[App], None]
) -> None:
    started, stop = threading.Event(), threading.Event()
    was_painting: list[bool] = []
    set_mode = pygame.display.set_mode

    def record_set_mode(*args: object) -> object:
        was_painting.append(DISPLAY_LOCK.is_painting)
        return set_mode(*args)  # type: ignore[arg-type]

    def paint() -> None:
        with DISPLAY_LOCK.painting():
            started.set()
            while not stop.is_set():
                DISPLAY_LOCK.pause_point()

    thread = threading.Thread(target=paint, daemon=True)
    thread.start()
    assert started.wait(TIMEOUT_SECONDS)
    monkeypatch.setattr(pygame.display, "set_mode", record_set_mode)
    change_mode(app)
    assert thread.is_alive()
    stop.set()
    thread.join(TIMEOUT_SECONDS)
    assert was_painting == [False]
    assert not DISPLAY_LOCK.is_painting


def test_a_thread_that_hangs_does_not_block_the_mode_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display_lock, "MAX_WAIT_SECONDS", 0.01)
    lock, started, stop = DisplayLock(), threading.Event(), threading.Event()

    def hang() -> None:
        with lock.painting():
            started.set()
            stop.wait(TIMEOUT_SECONDS)

    thread = threading.Thread(target=hang, daemon=True)
    thread.start()
    assert started.wait(TIMEOUT_SECONDS)
    with lock.changing_mode():
        assert lock.is_painting
    stop.set()
    thread.join(TIMEOUT_SECONDS)


def test_terrain_painter_pauses_while_painting(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[None] = []
    monkeypatch.setattr(DISPLAY_LOCK, "pause_point", lambda: pauses.append(None))
    grid = new_game(GameSetup(player_count=2, seed=1)).board.grid
    paint_pass = terrain_painter._PaintPass(app.renderer.sprites, parse_terrain_map(grid.rows), 10.0, False)
    paint_pass.paint_area(paint_pass.full_rect)
    assert pauses


class TestBackgroundJobs:
    """Every job that paints on a thread is registered with the lock."""

    def test_thumbnails(self) -> None:
        painting: list[bool] = []

        def render(key: int, is_needed: object) -> pygame.Surface:
            painting.append(DISPLAY_LOCK.is_painting)
            return pygame.Surface((1, 1), 0, 32)

        images = render_queue.RenderQueue[int](render, 5)
        images.request(1)
        images.wait()
        assert painting == [True]

    def test_terrain_of_the_board(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        painting: list[bool] = []
        monkeypatch.setattr(
            layers.TerrainLayerPainter,
            "paint",
            lambda *args: painting.append(DISPLAY_LOCK.is_painting),
        )
        grid = new_game(GameSetup(player_count=2, seed=1)).board.grid
        painter = layers.TerrainLayerPainter(app.renderer, grid, False)
        painter.paint_in_background(None, (), lambda: True)  # type: ignore[arg-type]
        assert painting == [True]

    def test_map_editor(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        painting: list[bool] = []
        monkeypatch.setattr(map_canvas, "render_map", lambda *args: painting.append(DISPLAY_LOCK.is_painting))
        grid = new_game(GameSetup(player_count=2, seed=1)).board.grid
        map_canvas.paint_map(app.renderer, grid, 10.0, None, lambda: True)
        assert painting == [True]

    def test_menu_background(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        painting: list[bool] = []
        monkeypatch.setattr(
            background, "paint_background", lambda *args: painting.append(DISPLAY_LOCK.is_painting)
        )
        background.MenuBackground(app.renderer.sprites, (0, 0, 0))._paint((10, 10), lambda: True)
        assert painting == [True]

    def test_daily_challenge(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        painting: list[bool] = []
        monkeypatch.setattr(
            daily_widgets, "render_game", lambda *args: painting.append(DISPLAY_LOCK.is_painting)
        )
        images = daily_widgets.DailyBoardImages(app.renderer.sprites, date(2026, 1, 1))
        images.request(((10, 10),))
        images.wait()
        assert painting == [True]

    def test_saved_games(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(saved_games, "render_game", lambda *args: DISPLAY_LOCK.is_painting)
        loader = saved_games.SaveLoader(app.save_store, app.renderer.sprites)
        game = new_game(GameSetup(player_count=2, seed=1))
        task = loader.render_thumbnail(game, [], (10, 10))
        assert task.wait(TIMEOUT_SECONDS)
        assert task.result
        loader.cancel()


def test_no_sleep_while_a_thread_paints() -> None:
    lock = DisplayLock()
    with lock.painting(), lock.sleeping() as may_sleep:
        assert not may_sleep
    with lock.sleeping() as may_sleep:
        assert may_sleep


def test_thread_about_to_paint_wakes_the_main_loop_and_waits_for_it() -> None:
    lock, woken, painting = DisplayLock(), threading.Event(), threading.Event()
    lock.wake_main_loop = woken.set

    def paint() -> None:
        with lock.painting():
            painting.set()

    thread = threading.Thread(target=paint)
    with lock.sleeping() as may_sleep:
        assert may_sleep
        thread.start()
        assert woken.wait(TIMEOUT_SECONDS)
        assert not painting.is_set(), "nothing is painted while the main loop is still in SDL"
    assert painting.wait(TIMEOUT_SECONDS)
    thread.join()
