"""The app starts, redraws only on changes, and survives failing scenes."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from support.app_driver import advance, mouse_moved, open_app, press
from support.homes import home_variables
from support.scenes import all_scenes  # noqa: F401  (registers them)
from support.scenes.registry import SCENE_MAKERS

from kingdom.paths import UnsafeFolderError
from kingdom.ui.draw.error_window import show_startup_error
from kingdom.ui.draw.sprite_sheets import MissingAsset
from kingdom.ui.framework import app as app_module
from kingdom.ui.framework import pictures
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, show_message
from kingdom.ui.framework.scene import Scene
from kingdom.ui.main import main
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.widgets.controls import Button

ROOT = Path(__file__).parents[2]


class CountingScene(Scene):
    """Counts the calls to `draw` and `leave`. Tests can make one of its methods fail."""

    def __init__(self, failing_method: str = "") -> None:
        self.failing_method = failing_method
        self.draw_count = self.leave_count = 0

    def handle(self, event: pygame.event.Event) -> bool:
        if self.failing_method == "handle":
            raise ValueError("spilled wine")
        return event.type == pygame.KEYDOWN

    def update(self, seconds: float) -> bool:
        if self.failing_method == "update":
            raise ValueError("spilled wine")
        return False

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_count += 1
        if self.failing_method == "draw":
            raise ValueError("spilled wine")

    def leave(self) -> None:
        self.leave_count += 1


def test_idle_scene_is_not_redrawn(app: App) -> None:
    scene = CountingScene()
    app.push(scene)
    advance(app)
    assert scene.draw_count == 1
    press(app, pygame.K_a)
    assert scene.draw_count == 2


def test_damaged_save_does_not_block_startup(app: App) -> None:
    app.save_store.folder.mkdir(parents=True)
    app.save_store.current_game_file.write_text('{"format": "kingdom-record/1", "set')
    app.push(MainMenu())
    advance(app)
    assert isinstance(app.scene, Dialog)
    assert f"{app.save_store.current_game_file.name}.damaged" in app.scene.text
    assert app.tr("ui.menu.continue") not in [button.text for button in menu_buttons(app)]


def menu_buttons(app: App) -> list[Button]:
    menu = app.scenes[0]
    assert isinstance(menu, MainMenu)
    return menu.buttons


@pytest.mark.parametrize("text", ["[" * 100_000, "{", "\0"])
def test_app_starts_with_damaged_files(tmp_path: Path, text: str) -> None:
    """Starts the program in a subprocess with damaged settings and a damaged save."""
    for file in ("kingdom/settings.json", "kingdom/saves/current.kingdom"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    result = subprocess.run(
        [sys.executable, "-m", "kingdom", "--smoke"],
        cwd=ROOT,
        env={**os.environ, **home_variables(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stdout.splitlines()[-1:]) == (0, ["ready"]), result.stderr
    for file in ("kingdom/settings.json.damaged", "kingdom/saves/current.kingdom.damaged"):
        assert (tmp_path / file).read_text() == text


@pytest.mark.parametrize("failing_method", ["handle", "update", "draw"])
def test_failing_scene_is_reported_and_closed(app: App, failing_method: str) -> None:
    scene = CountingScene(failing_method)
    app.push(scene)
    for _ in range(8):
        press(app, pygame.K_a)
        app.run_frame([], 0.01)
        if isinstance(app.scene, Dialog):
            assert "spilled wine" in app.scene.text
            assert "kingdom.log" in app.scene.text
            press(app, pygame.K_ESCAPE)
    assert scene not in app.scenes
    assert scene.leave_count == 1
    while isinstance(app.scene, Dialog):
        app.pop()
    assert isinstance(app.scene, MainMenu)


def test_toasts_disappear(app: App) -> None:
    app.push(CountingScene())
    app.toast("Saved")
    app.toast("Saved")
    assert len(app.toasts) == 1
    advance(app, 4)
    assert app.toasts == []


def test_f11_full_screen_is_saved(app: App) -> None:
    app.push(MainMenu())
    press(app, pygame.K_F11)
    assert app.settings_store.load().full_screen
    press(app, pygame.K_F11)
    assert not app.settings.full_screen
    app.run_frame([], 0.01)


def test_window_has_its_size_again_after_full_screen(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL on X11 may leave full screen without changing the size of the window."""
    app.push(MainMenu())
    set_mode, screen_size = pygame.display.set_mode, (1920, 1080)
    is_full_screen = [False]

    def set_mode_like_x11(size: tuple[int, int], flags: int) -> pygame.Surface:
        keeps_size, is_full_screen[0] = is_full_screen[0], flags == pygame.FULLSCREEN
        return set_mode(screen_size if keeps_size or flags == pygame.FULLSCREEN else size, pygame.RESIZABLE)

    monkeypatch.setattr(pygame.display, "set_mode", set_mode_like_x11)
    app.resize_window((900, 650))
    app.settings.window = [900, 650]
    press(app, pygame.K_F11)
    assert app.size == screen_size
    press(app, pygame.K_F11)
    assert app.size == app.surface.get_size() == (900, 650)


def test_resize_updates_layout(app: App) -> None:
    app.push(MainMenu())
    show_message(app, "Title", "Text")
    pygame.display.set_mode((1300, 900), pygame.RESIZABLE)
    app.run_frame([pygame.event.Event(pygame.VIDEORESIZE, size=(1300, 900), w=1300, h=900)], 0.01)
    assert app.renderer.size == (1300, 900)
    assert app.settings.window == [1300, 900]
    dialog = app.scene
    assert isinstance(dialog, Dialog)
    assert abs(dialog.panel.centerx - 650) <= 1


@pytest.mark.parametrize(("icon", "sounds"), [("warning", ["not_allowed"]), (None, [])])
def test_warnings_have_a_sound(
    app: App, icon: str | None, sounds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = list[str]()
    monkeypatch.setattr(app, "play_sound", played.append)
    show_message(app, "Title", "Text", icon)
    assert played == sounds


def test_missing_sprite_shows_toast_and_scene_continues(app: App) -> None:
    class MissingSpriteScene(CountingScene):
        def draw(self, surface: pygame.Surface) -> None:
            self.app.renderer.draw_sprite(surface, "interface", "no_picture", pygame.Rect(0, 0, 40, 40))
            self.app.renderer.draw_icon(surface, "nothing", (20, 20), 16)

    app.push(MissingSpriteScene())
    app.run_frame([], 0.01)
    assert "no_picture" in app.toasts[0].text
    app.run_frame([], 0.01)
    assert isinstance(app.scene, MissingSpriteScene)


def test_cursor_is_hand_over_clickable_widgets(app: App) -> None:
    menu = MainMenu()
    app.push(menu)
    assert menu.cursor() == "arrow"
    app.run_frame([mouse_moved(menu.buttons[0].rect.center)], 0.01)
    assert menu.cursor() == "hand"
    menu.buttons[0].enabled = False
    assert menu.cursor() == "arrow"


def test_missing_assets_open_error_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def raise_missing_asset(*_: object) -> None:
        raise MissingAsset("no sprite sheets in /nowhere")

    shown_texts: list[str] = []
    monkeypatch.setattr("kingdom.ui.main.App", raise_missing_asset)
    monkeypatch.setattr("kingdom.ui.main.configure_logging", lambda: None)
    monkeypatch.setattr("kingdom.ui.main.show_startup_error", lambda title, text: shown_texts.append(text))
    assert main() == 1
    assert "/nowhere" in shown_texts[0]
    assert "/nowhere" in capsys.readouterr().err
    assert main(smoke=True) == 1
    assert len(shown_texts) == 1, "a smoke run should show no error window"


def test_unsafe_folder_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message names the unsafe folder, even though the path of the log cannot be determined either."""

    def raise_unsafe_folder(*_: object) -> None:
        raise UnsafeFolderError(13, "Other users can change this folder", "/tmp/kingdom-7")

    shown_texts: list[str] = []
    for name in ("App", "log_file"):
        monkeypatch.setattr(f"kingdom.ui.main.{name}", raise_unsafe_folder)
    monkeypatch.setattr("kingdom.ui.main.configure_logging", lambda: None)
    monkeypatch.setattr("kingdom.ui.main.show_startup_error", lambda title, text: shown_texts.append(text))
    assert main() == 1
    assert "/tmp/kingdom-7" in shown_texts[0]
    assert "HOME" in shown_texts[0]
    assert "/tmp/kingdom-7" in capsys.readouterr().err


def test_startup_error_is_shown_until_key_press() -> None:
    pygame.display.init()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    show_startup_error("Something went wrong", "The pictures are missing. " * 30)


def test_replaced_scenes_are_left(app: App) -> None:
    first, second = CountingScene(), CountingScene()
    app.push(first)
    app.push(second)
    app.replace(MainMenu())
    assert (first.leave_count, second.leave_count) == (1, 1)


def run_smoke(tmp_path: Path, umask: int = -1, **environment: str) -> subprocess.CompletedProcess[str]:
    base_env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SDL_", "DISPLAY", "WAYLAND"))
    }
    return subprocess.run(
        [sys.executable, "-m", "kingdom", "--smoke"],
        cwd=ROOT,
        env=base_env | home_variables(tmp_path) | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        umask=umask,
    )


@pytest.mark.skipif(os.name != "posix", reason="Windows has no file modes")
def test_other_users_can_access_no_file(tmp_path: Path) -> None:
    result = run_smoke(tmp_path, umask=0, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    assert result.returncode == 0, result.stderr
    modes = {str(path.relative_to(tmp_path)): path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")}
    assert {"kingdom/settings.json", "kingdom/log/kingdom.log"} <= set(modes)
    assert not [(name, oct(mode)) for name, mode in modes.items() if mode & 0o077]


class RecordingScene(Scene):
    """Records the calls of its methods. It may remove scenes in one of them."""

    is_overlay = True

    def __init__(self) -> None:
        self.on_call: dict[str, Callable[[], object]] = {}
        self.calls: list[str] = []

    def _record(self, name: str) -> None:
        self.calls.append(name)
        self.on_call.get(name, lambda: None)()

    def layout(self, size: tuple[int, int]) -> None:
        self._record("layout")

    def update(self, seconds: float) -> bool:
        self._record("update")
        return False

    def draw(self, surface: pygame.Surface) -> None:
        self._record("draw")

    def leave(self) -> None:
        self._record("leave")


@pytest.mark.parametrize("method", ["update", "layout", "draw"])
def test_removed_scene_gets_no_more_calls(app: App, method: str) -> None:
    removed = RecordingScene()
    app.push(CountingScene())
    remover = RecordingScene()
    app.push(remover)
    app.push(removed)
    remover.on_call[method] = lambda: app.pop(removed)
    app.apply_settings()
    app.run_frame([], 0.02)
    assert removed.calls[-1] == "leave"


def test_smoke_run_opens_draws_and_exits(tmp_path: Path) -> None:
    result = run_smoke(tmp_path, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    assert (result.returncode, result.stdout) == (0, "ready\n"), result.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_missing_display_is_reported(tmp_path: Path) -> None:
    result = run_smoke(tmp_path, SDL_AUDIODRIVER="dummy")
    assert result.returncode == 1
    assert "can't open the window" in result.stderr
    assert "Traceback" not in result.stderr


def test_commands_do_not_import_pygame() -> None:
    code = "import sys; from kingdom.commands.parser import build_parser; build_parser(); "
    code += "print('pygame' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"


def test_closing_with_a_dead_disk_does_not_take_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All services share one time limit. The window closes before anything waits."""
    app = open_app(tmp_path)
    disk = threading.Event()
    closed_at: list[float] = []
    display_quit = pygame.display.quit

    def quit_display() -> None:
        closed_at.append(time.monotonic())
        display_quit()

    monkeypatch.setattr(app_module, "CLOSE_TIMEOUT_S", 0.5)
    monkeypatch.setattr(pygame.display, "quit", quit_display)
    app.stats_service.submit_query(lambda database: disk.wait(60))

    def write() -> None:
        disk.wait(60)

    for writer in (app.settings_store._writer, app.progress._writer, app.save_store._writer):
        writer.write_async("slow", write)
    started_at = time.monotonic()
    app.close()
    assert closed_at[0] - started_at < 0.4
    assert 0.4 < time.monotonic() - started_at < 5
    disk.set()


def test_first_frame_does_not_wait_for_scenes_other_than_the_menu(tmp_path: Path) -> None:
    code = "import sys; from kingdom.ui.main import main; main(smoke=True); print(*sys.modules)"
    variables = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"} | home_variables(tmp_path)
    result = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | variables, cwd=ROOT, capture_output=True, check=True
    )
    modules = result.stdout.decode().split()
    assert "kingdom.ui.menus.main_menu" in modules
    assert "kingdom.ui.match.scene" not in modules
    assert "kingdom.ui.navigation.navigator" not in modules


def take_screenshot(app: App) -> str:
    """Presses F12, waits until the screenshot is saved and returns the message."""
    press(app, pygame.K_F12)
    assert app.screenshots.task is not None
    app.screenshots.task.join()
    app.run_frame([], 0.05)
    return app.toasts[-1].text


@pytest.mark.parametrize("name", ["menu", "new-boxes", "settings", "studio-paint", "table-start", "dialog"])
def test_f12_saves_a_screenshot_in_every_scene(app: App, tmp_path: Path, name: str) -> None:
    """The picture goes to the folder that is also used for sharing, and doesn't contain the message about the
    previous one."""
    app.settings.pictures = str(tmp_path / "pictures")
    if name == "dialog":
        show_message(app, "title", "text")
    else:
        SCENE_MAKERS[name](app)
    advance(app, 0.1)
    app.toasts.clear()
    app.draw(app.surface)
    window = pygame.image.tobytes(app.surface, "RGB")
    for _ in range(2):
        message = take_screenshot(app)
    assert message.startswith("Screenshot saved: ")
    assert app.scene is not None
    files = sorted((tmp_path / "pictures").iterdir(), key=lambda file: file.stat().st_mtime)
    assert len(files) == 2
    assert message.endswith(str(files[-1]))
    if os.name == "posix":  # Windows has no file modes
        assert files[-1].stat().st_mode & 0o777 == 0o644
    saved = pygame.image.load(str(files[0]))
    assert pygame.image.tobytes(saved, "RGB") == window


def test_screenshot_error_is_reported(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    app.settings.pictures = str(tmp_path / "pictures")
    app.push(MainMenu())
    with monkeypatch.context() as patch:
        patch.setattr(pictures, "write_atomic", fail)
        message = take_screenshot(app)
    assert message.startswith(f"The screenshot couldn’t be saved in {tmp_path / 'pictures'}. Details: ")
    assert os.strerror(errno.ENOSPC) in message
    assert take_screenshot(app).startswith("Screenshot saved: ")


def test_saving_a_screenshot_does_not_block_the_window(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the disk hangs, the app keeps running, and the repeats of a held key are ignored."""
    app.settings.pictures = str(tmp_path)
    app.push(MainMenu())
    may_finish, calls = threading.Event(), []

    def hang(path: Path, data: bytes) -> None:
        calls.append(path)
        may_finish.wait(60)

    monkeypatch.setattr(pictures, "write_atomic", hang)
    press(app, pygame.K_F12, pygame.K_F12, pygame.K_F12)
    assert not app.toasts
    may_finish.set()
    assert app.screenshots.task is not None
    app.screenshots.task.join()
    app.run_frame([], 0.05)
    assert app.toasts
    assert len(calls) == 1
