"""Runs the app headless in tests without touching the user's files, posts input events to it, and checks the
layout of its scenes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from kingdom.match.ai_client import AIPrewarmer
from kingdom.match.save_store import SaveStore
from kingdom.paths import shipped_data_dir
from kingdom.rules.registry import EXPANSIONS
from kingdom.ui.board.board_geometry import painted_grid
from kingdom.ui.board.terrain_map import parse_terrain_map
from kingdom.ui.board.terrain_painter import GROUND_SHEET, TerrainPainter
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import Scene
from kingdom.ui.framework.settings import SettingsStore
from kingdom.ui.main import create_app
from kingdom.ui.menus.saved_games import SavedGamesPage
from kingdom.ui.navigation.loading_dialog import LoadingDialog
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.widget_group import WidgetGroup
from kingdom.worker.executor import BackgroundTask, IsNeeded, Task

Pos = tuple[int, int]


def sprite_sheets() -> SpriteSheets:
    """Returns the sprite sheets, which are loaded once for all tests and paint maps in flat colors. A window
    must be open first, because the sheets are converted to its pixel format. This makes drawing them four
    times as fast."""
    if pygame.display.get_surface() is None:  # a previous test may have closed the window
        pygame.display.init()
        pygame.display.set_mode((1, 1))
    return _load_sheets()


@cache
def _load_sheets() -> SpriteSheets:
    sheets = SpriteSheets(shipped_data_dir("assets") / "sheets")
    sheets.painter_type = FlatPainter
    return sheets


@cache
def _ground_color(kind: str) -> pygame.Color:
    ground = _load_sheets().sprite(GROUND_SHEET, f"ground_{kind}").surface
    return pygame.Color(*pygame.transform.average_color(ground))


@lru_cache(maxsize=16)
def _flat_board(grid: tuple[str, ...], hex_width: float, sea: bool) -> pygame.Surface:
    """Paints each hex in a flat color. Painting the real board would take up most of the running time of the
    match scene tests, and few of these tests check the board's appearance."""
    terrain_map = parse_terrain_map(grid, sea)
    hexes = painted_grid(terrain_map.rows, terrain_map.columns, hex_width, sea)
    size = round(hexes.size[0] + 2 * hexes.left), round(hexes.size[1] + 2 * hexes.top)
    image = pygame.Surface(size, pygame.SRCALPHA)
    for coord, kind in terrain_map.terrain.items():
        pygame.draw.polygon(image, _ground_color(kind), hexes.corners(*coord))
    return image


@lru_cache(maxsize=16)
def _real_board(grid: tuple[str, ...], hex_width: float, sea: bool) -> pygame.Surface:
    return TerrainPainter(_load_sheets()).paint(grid, hex_width, sea)


class FlatPainter(TerrainPainter):
    """Paints each hex in a flat color."""

    def paint(self, grid: Sequence[str], hex_width: float, sea: bool = False) -> pygame.Surface:
        return _flat_board(tuple("".join(row.split()) for row in grid), hex_width, sea).copy()

    def paint_area(self, grid: Sequence[str], hex_width: float, area: pygame.Rect) -> pygame.Surface:
        return _flat_board(tuple(grid), hex_width, False).subsurface(area).copy()


class CachedPainter(TerrainPainter):
    """Paints the real board, but only once for all tests."""

    def paint(self, grid: Sequence[str], hex_width: float, sea: bool = False) -> pygame.Surface:
        return _real_board(tuple("".join(row.split()) for row in grid), hex_width, sea).copy()


def use_real_painter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paints the real board in tests that check its appearance."""
    monkeypatch.setattr(sprite_sheets(), "painter_type", CachedPainter)


class ImmediateTask(BackgroundTask[Any]):
    """Runs its function immediately in the calling thread."""

    def __init__(self, function: Callable[[IsNeeded], Any], timeout_s: float | None = None) -> None:
        Task.__init__(self, function)
        self._timer = None
        self.run()


def open_app(
    folder: Path, size: Pos = (1024, 700), language: str = "en", art: SpriteSheets | None = None
) -> App:
    """Opens an app with the given window size. The app stores its settings and saves in the given folder."""
    app = create_app(
        SettingsStore(folder / "settings.json"), SaveStore(folder / "saves"), size, art or sprite_sheets()
    )
    app.map_task_type = ImmediateTask
    app.ai_prewarmer = AIPrewarmer(delay_s=1e6)  # no page starts an AI process
    app.settings.language = language
    app.progress.offered_expansions = list(EXPANSIONS)  # don't offer lessons about expansions
    app.apply_settings()
    return app


def top_scene(app: App) -> Scene | None:
    """Returns the scene that receives events. If a file is being loaded, waits first."""
    if isinstance(app.scene, LoadingDialog):
        wait_for_loading(app)
    return app.scene


def mouse_moved(pos: Pos) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))


def mouse_down(pos: Pos, button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)


def mouse_up(pos: Pos, button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button)


def key_down(key: int, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")


def text_input(text: str) -> list[pygame.event.Event]:
    return [pygame.event.Event(pygame.TEXTINPUT, text=character) for character in text]


def click(app: App, target: Pos | Widget) -> None:
    """Moves the mouse to the target and clicks it with the left button."""
    pos = target.rect.center if isinstance(target, Widget) else target
    app.run_frame([mouse_moved(pos)], 0.01)
    app.run_frame([mouse_down(pos)], 0.01)
    app.run_frame([mouse_up(pos)], 0.01)


def press(app: App, *keys: int, mod: int = 0) -> None:
    for key in keys:
        app.run_frame([key_down(key, mod)], 0.01)


def advance(app: App, seconds: float = 1.5) -> None:
    """Advances the app by the given number of simulated seconds. Waits if files are being loaded."""
    for _ in range(round(seconds / 0.05)):
        if isinstance(app.scene, SavedGamesPage):
            app.scene.loader.wait_until_idle()
        elif isinstance(app.scene, LoadingDialog):
            app.scene.join()
        app.run_frame([], 0.05)


def wait_for_loading(app: App) -> None:
    """Waits until the file shown in the loading dialog is loaded, then lets the app handle it."""
    assert isinstance(app.scene, LoadingDialog)
    app.scene.join()
    app.run_frame([], 0.0)


def visible_widgets(group: WidgetGroup) -> list[tuple[Widget, pygame.Rect]]:
    """Returns the visible leaf widgets, each with the part of its rectangle that is visible."""
    leaves = []

    def visit(widget: Widget, clip: pygame.Rect | None) -> None:
        if not widget.visible:
            return
        rect = widget.rect if clip is None else widget.rect.clip(clip)
        if widget.children:
            inner = rect if isinstance(widget, ScrollArea) else clip
            for child in widget.children:
                visit(child, inner)
        elif rect.width and rect.height:
            leaves.append((widget, rect))

    for widget in group.widgets:
        visit(widget, None)
    return leaves


def assert_no_overlap(scene: Scene, size: Pos) -> None:
    """Asserts that all widgets are inside the window and that no two overlap."""
    group = getattr(scene, "group", None)
    if group is None:
        return
    window = pygame.Rect((0, 0), size)
    widgets = visible_widgets(group)
    for widget, rect in widgets:
        assert window.contains(rect), f"{_describe(widget)} at {widget.rect} is not inside {size}"
    for (first, a), (second, b) in combinations(widgets, 2):
        assert not a.colliderect(b), (
            f"{_describe(first)} at {a} overlaps {_describe(second)} at {b} in {size}"
        )


def _describe(widget: Widget) -> str:
    return f"{type(widget).__name__} {getattr(widget, 'text', '')!r}"
