"""The window: opens, stays quiet when nothing happens, and survives scenes that fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest
from window import moved, press, settle

from kingdom.ui.app.app import App
from kingdom.ui.app.main import main
from kingdom.ui.draw.last_resort import show_trouble
from kingdom.ui.draw.sheets import MissingAsset
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.scene.dialog import Dialog, message
from kingdom.ui.scene.scene import Scene
from kingdom.ui.widgets.basic import Button

ROOT = Path(__file__).parents[2]


class Counting(Scene):
    """Counts its calls; can be told to fail."""

    def __init__(self, fails: str = "") -> None:
        self.fails = fails
        self.drawn = self.left = 0

    def handle(self, event: pygame.event.Event) -> bool:
        if self.fails == "handle":
            raise ValueError("spilled wine")
        return event.type == pygame.KEYDOWN

    def update(self, seconds: float) -> bool:
        if self.fails == "update":
            raise ValueError("spilled wine")
        return False

    def draw(self, surface: pygame.Surface) -> None:
        self.drawn += 1
        if self.fails == "draw":
            raise ValueError("spilled wine")

    def leave(self) -> None:
        self.left += 1


def test_nothing_is_drawn_while_nothing_changes(app: App) -> None:
    scene = Counting()
    app.push(scene)
    settle(app)
    assert scene.drawn == 1
    press(app, pygame.K_a)
    assert scene.drawn == 2


def test_a_damaged_game_does_not_keep_the_window_from_opening(app: App) -> None:
    app.keeper.folder.mkdir(parents=True)
    app.keeper.current.write_text('{"format": "kingdom-record/1", "set')
    app.push(MainMenu())
    settle(app)
    assert isinstance(app.scene, Dialog)
    assert f"{app.keeper.current.name}.damaged" in app.scene.text
    assert app.say("ui.menu.continue") not in [button.text for button in menu_buttons(app)]


def menu_buttons(app: App) -> list[Button]:
    menu = app.scenes[0]
    assert isinstance(menu, MainMenu)
    return menu.buttons


@pytest.mark.parametrize("text", ["[" * 100_000, "{", "\0"])
def test_whatever_the_files_hold_the_window_opens(tmp_path: Path, text: str) -> None:
    """A start with damaged settings and a damaged game, as a process of its own."""
    homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), str(tmp_path))
    for file in ("kingdom/settings.json", "kingdom/saves/current.kingdom"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "kingdom", "--smoke"],
        cwd=ROOT,
        env={**os.environ, **homes},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["ready"]), done.stderr
    for file in ("kingdom/settings.json.damaged", "kingdom/saves/current.kingdom.damaged"):
        assert (tmp_path / file).read_text() == text


@pytest.mark.parametrize("fails", ["handle", "update", "draw"])
def test_a_failing_scene_is_told_and_at_last_closed(app: App, fails: str) -> None:
    scene = Counting(fails)
    app.push(scene)
    for _ in range(8):
        press(app, pygame.K_a)
        app.step([], 0.01)
        if isinstance(app.scene, Dialog):
            assert "spilled wine" in app.scene.text
            assert "kingdom.log" in app.scene.text
            press(app, pygame.K_ESCAPE)
    assert scene not in app.scenes
    assert scene.left == 1
    while isinstance(app.scene, Dialog):
        app.pop()
    assert isinstance(app.scene, MainMenu)


def test_toasts_go_away(app: App) -> None:
    app.push(Counting())
    app.toast("Saved")
    app.toast("Saved")
    assert len(app.toasts) == 1
    settle(app, 4)
    assert app.toasts == []


def test_full_screen_by_f11_is_kept(app: App) -> None:
    app.push(MainMenu())
    press(app, pygame.K_F11)
    assert app.store.load().full_screen
    press(app, pygame.K_F11)
    assert not app.settings.full_screen
    app.step([], 0.01)


def test_a_resize_lays_everything_out_anew(app: App) -> None:
    app.push(MainMenu())
    message(app, "Title", "Text")
    pygame.display.set_mode((1300, 900), pygame.RESIZABLE)
    app.step([pygame.event.Event(pygame.VIDEORESIZE, size=(1300, 900), w=1300, h=900)], 0.01)
    assert app.look.size == (1300, 900)
    assert app.settings.window == [1300, 900]
    dialog = app.scene
    assert isinstance(dialog, Dialog)
    assert abs(dialog.panel.centerx - 650) <= 1


def test_a_missing_picture_is_told_and_does_not_stop_anything(app: App) -> None:
    class Lost(Counting):
        def draw(self, surface: pygame.Surface) -> None:
            self.app.look.picture(surface, "interface", "no_picture", pygame.Rect(0, 0, 40, 40))
            self.app.look.icon(surface, "nothing", (20, 20), 16)

    app.push(Lost())
    app.step([], 0.01)
    assert "no_picture" in app.toasts[0].text
    app.step([], 0.01)
    assert isinstance(app.scene, Lost)


def test_the_pointer_is_a_hand_over_what_can_be_clicked(app: App) -> None:
    menu = MainMenu()
    app.push(menu)
    assert menu.mouse_shape() == "arrow"
    app.step([moved(menu.buttons[0].rect.center)], 0.01)
    assert menu.mouse_shape() == "hand"
    menu.buttons[0].enabled = False
    assert menu.mouse_shape() == "arrow"


def test_without_its_pictures_the_game_says_so_in_a_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_pictures(*_: object) -> None:
        raise MissingAsset("no sprite sheets in /nowhere")

    told: list[str] = []
    monkeypatch.setattr("kingdom.ui.app.main.App", no_pictures)
    monkeypatch.setattr("kingdom.ui.app.main.start_log", lambda: None)
    monkeypatch.setattr("kingdom.ui.app.main.show_trouble", lambda title, text: told.append(text))
    assert main() == 1
    assert "/nowhere" in told[0]
    assert "/nowhere" in capsys.readouterr().err
    assert main(smoke=True) == 1
    assert len(told) == 1, "a check does not wait for somebody to read"


def test_trouble_is_shown_until_a_key() -> None:
    pygame.display.init()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    show_trouble("Something went wrong", "The pictures are missing. " * 30)


def test_scenes_are_left_when_they_are_replaced(app: App) -> None:
    first, second = Counting(), Counting()
    app.push(first)
    app.push(second)
    app.replace(MainMenu())
    assert (first.left, second.left) == (1, 1)


def smoke(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SDL_", "DISPLAY", "WAYLAND"))
    }
    homes = {
        name: str(tmp_path)
        for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA")
    }
    return subprocess.run(
        [sys.executable, "-m", "kingdom", "--smoke"],
        cwd=ROOT,
        env=plain | homes | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_smoke_opens_draws_and_leaves(tmp_path: Path) -> None:
    done = smoke(tmp_path, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    assert (done.returncode, done.stdout) == (0, "ready\n"), done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_without_a_display_it_says_so(tmp_path: Path) -> None:
    done = smoke(tmp_path, SDL_AUDIODRIVER="dummy")
    assert done.returncode == 1
    assert "the window cannot be opened" in done.stderr
    assert "Traceback" not in done.stderr


def test_other_commands_need_no_pygame() -> None:
    code = "import sys; from kingdom.commands.parser import build_parser; build_parser(); "
    code += "print('pygame' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
