"""No scene fails in windows from one pixel to 4K, and a window that is too small asks for more space."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pygame
import pytest
from support.app_driver import advance, mouse_moved, press, use_real_painter
from support.matches import new_match
from support.scenes import all_scenes  # noqa: F401  (registers them)
from support.scenes.registry import SCENE_MAKERS
from tools.stress.soak import MAX_GROWTH_MB

from kingdom.ui.framework.app import MIN_LAYOUT_SIZE, App
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.widgets.controls import TabBar
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.widget_group import WidgetGroup

SIZES = (
    (1, 1), (400, 40), (900, 150), (150, 900), MIN_LAYOUT_SIZE, (640, 480), (3840, MIN_LAYOUT_SIZE[1]),
    (MIN_LAYOUT_SIZE[0], 2160),
)  # fmt: skip
MAX_PEAK_MB = 300
"""Peak memory allowed in a run with many scenes and sizes."""


def resize(app: App, size: tuple[int, int]) -> None:
    """Resizes the window as the OS does: the surface has its new size before the event is read."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    app.run_frame(
        [mouse_moved((0, 0)), pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])], 0.01
    )


MEASURING_WIDGETS = (TextField, TabBar, Dropdown)
SCENES = [name for name in SCENE_MAKERS if name not in ("table-silo", "table-interrupt", "table-city-hall")]
"""The omitted scenes look like other scenes and take a long time to set up."""


@pytest.mark.parametrize("name", SCENES)
def test_no_scene_fails_at_any_size(app: App, name: str) -> None:
    SCENE_MAKERS[name](app)
    scenes = list(app.scenes)
    for size in SIZES:
        resize(app, size)
        assert_placed(app)
    assert app.scene_error_counts == {}
    assert app.scenes == scenes


def assert_placed(app: App) -> None:
    """Asserts that every widget that measures text to handle input has been placed."""
    for scene in app.scenes:
        group = getattr(scene, "group", None)
        for widget in group.walk() if isinstance(group, WidgetGroup) else ():
            assert hasattr(widget, "renderer") or not isinstance(widget, MEASURING_WIDGETS), widget


def test_match_scene_in_4k(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws the largest window with the real painter."""
    use_real_painter(monkeypatch)
    app.replace(MatchScene(new_match("person", "easy")))
    resize(app, (3840, 2160))
    advance(app, 0.5)
    assert app.scene_error_counts == {}
    assert app.size == (3840, 2160)


def test_too_small_window_asks_for_more_space(app: App) -> None:
    """While the window is too small, the hidden widgets can't be used, and the settings keep the previous
    window size."""
    app.replace(SettingsPage())
    advance(app, 0.1)
    resize(app, (300, 200))
    assert app.is_too_small
    assert app.settings.window != [300, 200]
    message_pixels = pygame.image.tobytes(app.surface, "RGB")
    app.replace(MainMenu())
    app.run_frame([], 0.01)
    assert pygame.image.tobytes(app.surface, "RGB") == message_pixels, (
        "the message should look the same in every scene"
    )
    app.push(SettingsPage())
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, SettingsPage)
    resize(app, (1024, 700))
    assert not app.is_too_small
    assert app.settings.window == [1024, 700]
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)


def test_size_changes_only_with_the_resize_event(app: App) -> None:
    """When the window size changes, scenes keep their old size until the resize event arrives."""
    app.replace(MainMenu())
    before = app.size
    pygame.display.set_mode((900, 650), pygame.RESIZABLE)
    assert app.size == before
    resize(app, (900, 650))
    assert app.size == (900, 650)


def test_frame_fits_the_window_even_before_the_resize_event(app: App) -> None:
    """SDL may change the window's surface outside the event loop, for example while it reads the
    clipboard."""
    SCENE_MAKERS["ceremony-board"](app)
    pygame.display.set_mode((700, 500), pygame.RESIZABLE)
    app.needs_redraw = True
    app.run_frame([], 0.01)
    assert app.scene_error_counts == {}
    assert app.size == (700, 500)


def test_layout_error_of_a_scene_does_not_close_the_app(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.replace(MainMenu())
    page = SettingsPage()
    app.push(page)

    def failing_layout(size: tuple[int, int]) -> None:
        raise ZeroDivisionError("no room")

    monkeypatch.setattr(page, "layout", failing_layout)
    resize(app, (800, 600))
    assert app.scene_error_counts == {"SettingsPage": 1}
    assert app.running


def run_tool(name: str, *arguments: str) -> dict[str, Any]:
    """Runs a tool in a separate process to measure its memory use alone. Returns the JSON that the tool
    prints."""
    tool = Path(__file__).parents[1] / "tools" / name
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, str(tool), *arguments]
    process = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert process.returncode == 0, process.stdout + process.stderr
    report = json.loads(process.stdout[process.stdout.index("{") :])
    assert isinstance(report, dict)
    return report


@pytest.mark.first
def test_monkey_run_finds_no_exception() -> None:
    """Runs tests/tools/stress/ui_monkey.py for a short time."""
    report = run_tool("stress/ui_monkey.py", "--events", "1000", "--seed", "1")
    assert report["exceptions"] == {}
    assert report["events"] >= 1000
    assert set(report["by_kind"]) >= {"click", "key", "wheel", "text", "focus", "drag", "resize"}
    assert len(report["by_scene"]) > 3
    assert report["peak_mb"] <= MAX_PEAK_MB


@pytest.mark.first
def test_memory_does_not_grow_over_several_games() -> None:
    """Runs tests/tools/stress/soak.py for a few games."""
    report = run_tool("stress/soak.py", "--games", "2", "--seed", "1")
    assert (report["games"], report["exceptions"]) == (2, [])
    assert report["answers"] > 200
    assert report["growth_mb"] <= MAX_GROWTH_MB


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_full_screen_is_toggled_in_a_real_window_while_threads_paint() -> None:
    """Runs tests/tools/stress/fullscreen_toggle.py for a short time."""
    report = run_tool("stress/fullscreen_toggle.py", "--seconds", "3", "--seed", "1")
    assert (report["driver"], report["exceptions"]) == ("x11", [])
    assert report["toggle"] >= 1
    assert report["pictures"] >= 1
