"""Every scene in windows of every size, from one pixel to 4K: none fails, and one that is too small asks for
more room."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pygame
import pytest
from at_the_table import table
from tools.pictures import every  # noqa: F401  (all register)
from tools.pictures.pictures import MAKERS
from tools.soak import GROWTH
from window import moved, paint_finely, press, settle

from kingdom.ui.app.app import App
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.scene.host import LEAST_ROOM
from kingdom.ui.table.table import TableScene

SIZES = (
    (1, 1), (400, 40), (900, 150), (150, 900), LEAST_ROOM, (640, 480), (3840, LEAST_ROOM[1]),
    (LEAST_ROOM[0], 2160),
)  # fmt: skip
MOST_MB = 300
"""What every scene at every size has to do with."""


def resize(app: App, size: tuple[int, int]) -> None:
    """As the system does it: the surface has its new size before the event is read."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    app.step([moved((0, 0)), pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])], 0.01)


SCENES = [name for name in MAKERS if name not in ("table-silo", "table-interrupt", "table-city-hall")]
"""Those that are left out look like others and take long to find."""


@pytest.mark.parametrize("name", SCENES)
def test_no_scene_fails_at_any_size(app: App, name: str) -> None:
    MAKERS[name](app)
    shown = list(app.scenes)
    for size in SIZES:
        resize(app, size)
    assert app.errors == {}
    assert app.scenes == shown


def test_4k(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest window, once: the table, with everything on it."""
    paint_finely(monkeypatch)
    app.replace(TableScene(table("person", "easy")))
    resize(app, (3840, 2160))
    settle(app, 0.5)
    assert app.errors == {}
    assert app.size == (3840, 2160)


def test_a_window_that_is_too_small_asks_for_more_room(app: App) -> None:
    """Nobody can click what is not seen; the window as it was before is what is remembered."""
    app.replace(SettingsPage())
    settle(app, 0.1)
    resize(app, (300, 200))
    assert app.cramped
    assert app.settings.window != [300, 200]
    asked = pygame.image.tobytes(app.surface, "RGB")
    app.replace(MainMenu())
    app.step([], 0.01)
    assert pygame.image.tobytes(app.surface, "RGB") == asked, "the picture is the same over every scene"
    app.push(SettingsPage())
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, SettingsPage)
    resize(app, (1024, 700))
    assert not app.cramped
    assert app.settings.window == [1024, 700]
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)


def test_a_size_is_taken_over_only_with_its_event(app: App) -> None:
    """The surface changes before the event comes: until then scenes go on with the room they were laid out
    for."""
    app.replace(MainMenu())
    before = app.size
    pygame.display.set_mode((900, 650), pygame.RESIZABLE)
    assert app.size == before
    resize(app, (900, 650))
    assert app.size == (900, 650)


def test_a_scene_that_cannot_be_laid_out_does_not_take_the_window_with_it(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.replace(MainMenu())
    page = SettingsPage()
    app.push(page)

    def fail(size: tuple[int, int]) -> None:
        raise ZeroDivisionError("no room")

    monkeypatch.setattr(page, "layout", fail)
    resize(app, (800, 600))
    assert app.errors == {"SettingsPage": 1}
    assert app.running


def run_tool(name: str, *arguments: str) -> dict[str, Any]:
    """What one of the tools prints; in a process of its own, whose memory nobody else uses."""
    tool = Path(__file__).parents[1] / "tools" / name
    surroundings = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, str(tool), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=surroundings)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout[done.stdout.index("{") :])
    assert isinstance(told, dict)
    return told


@pytest.mark.first
def test_a_monkey_finds_no_exception() -> None:
    """A short run of tests/tools/monkey.py."""
    told = run_tool("monkey.py", "--events", "1000", "--seed", "1")
    assert told["troubles"] == {}
    assert told["events"] >= 1000
    assert set(told["by_kind"]) >= {"click", "key", "wheel", "text", "focus", "drag", "resize"}
    assert len(told["by_scene"]) > 3
    assert told["peak_mb"] <= MOST_MB


@pytest.mark.first
def test_games_one_after_the_other_take_no_more_memory() -> None:
    """A short run of tests/tools/soak.py."""
    told = run_tool("soak.py", "--games", "2", "--seed", "1")
    assert (told["games"], told["exceptions"]) == (2, [])
    assert told["answers"] > 200
    assert told["growth_mb"] <= GROWTH
