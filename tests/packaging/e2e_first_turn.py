"""Plays a first turn in the real window of a built copy, with Xvfb as the screen and xdotool as mouse and
keyboard.

    python tests/packaging/e2e_first_turn.py PROGRAM [PICTURES]

PROGRAM is a built copy or a command line in one argument, such as "python -m kingdom" to run the source. A
reference app determines where to click. It runs the same scenes from source, without a visible window. The
results are read from the saved game. The Python that runs this script needs pygame. Not collected by pytest:
.ci/run starts it after the build.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame
from support.app_driver import CachedPainter, sprite_sheets, visible_widgets

from kingdom.match.controller import Match
from kingdom.match.save_store import SAVE_SUFFIX, SaveStore
from kingdom.record import Record, read_record, replay
from kingdom.rules.decision_frames import END_TURN, Decision
from kingdom.rules.hexes import iter_hexes
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import Settings, SettingsStore
from kingdom.ui.main import create_app
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.widgets.controls import Button

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"  # for the reference app

SOURCE = Path(__file__).resolve().parent.parent.parent
SIZE = (1600, 1000)
TIMEOUT_S = 30.0
MIN_COLORS = 500
"""Minimum number of colors in a screenshot. The game shows thousands of colors, an empty window only one."""

CLICK_RETRY_S = 4.0
"""Seconds to wait for the effect of a click before it is repeated."""

Found = TypeVar("Found")


def wait_for(description: str, check: Callable[[], Found | None], timeout_s: float = TIMEOUT_S) -> Found:
    """Polls until the check returns a truthy value, and returns that value."""
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        result = check()
        if result:
            return result
        time.sleep(0.1)
    raise AssertionError(f"waited {timeout_s:.0f} seconds for {description}")


class VirtualScreen:
    """A virtual X screen."""

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        read, write = os.pipe()
        geometry = f"{size[0]}x{size[1]}x24"
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", geometry, "-nolisten", "tcp"]
        command += [
            "-noreset"
        ]  # otherwise Xvfb restarts when its last client disconnects, and refuses connections meanwhile
        self.process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = f":{pipe.readline().strip()}"
        self.windows: list[GameWindow] = []

    def close(self) -> None:
        """Stops the screen and all processes started on it."""
        if sys.platform == "win32":
            raise NotImplementedError
        for window in self.windows:
            window.kill()
            with suppress(ProcessLookupError):  # the AI processes exit on their own
                os.killpg(window.process.pid, signal.SIGKILL)
        self.process.terminate()
        self.process.wait(10)


class GameWindow:
    """The game's window on a virtual screen, with mouse and keyboard input."""

    stdin = subprocess.DEVNULL
    output: int | None = None

    def __init__(self, program: list[str], screen: VirtualScreen, home: Path) -> None:
        self.screen, self.home = screen, home
        self.environment = self.base_environment() | {"DISPLAY": screen.name, "SDL_AUDIODRIVER": "dummy"}
        if len(program) > 1:  # a Python command that runs the source
            self.environment["PYTHONPATH"] = str(SOURCE)
        self.save_store = SaveStore(self.data_folder(home) / "saves")
        self.process = subprocess.Popen(
            program,
            cwd="/",
            env=self.environment,
            stdin=self.stdin,
            stdout=self.output,
            stderr=self.output,
            start_new_session=True,
        )
        screen.windows.append(self)
        self.top_left = wait_for("the window", self._find_top_left)
        wait_for("a frame", lambda: self.count_colors() > MIN_COLORS)

    def base_environment(self) -> dict[str, str]:
        """Returns the environment of the program, except for the screen and the sound."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8"}

    @staticmethod
    def settings_file(home: Path) -> Path:
        """Returns the path of the settings."""
        return home / ".config" / "kingdom" / "settings.json"

    @staticmethod
    def data_folder(home: Path) -> Path:
        """Returns the folder of saves and maps."""
        return home / ".local" / "share" / "kingdom"

    def _find_top_left(self) -> tuple[int, ...]:
        """Returns the position of the window on the screen."""
        assert self.process.poll() is None, f"the program ended with {self.process.returncode}"
        output = self._run_tool("xwininfo", "-name", "Kingdom", check=False)
        return tuple(int(line.split()[-1]) for line in output.split("\n") if "Absolute upper-left" in line)

    def _run_tool(self, *command: str, check: bool = True) -> str:
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=check
        ).stdout

    def kill(self) -> None:
        """Simulates a power failure."""
        self.process.kill()
        self.process.wait()

    def click(self, position: tuple[float, float], button: int = 1) -> None:
        """Moves the mouse to this position in the window and clicks."""
        x, y = round(self.top_left[0] + position[0]), round(self.top_left[1] + position[1])
        self._run_tool("xdotool", "mousemove", str(x), str(y))
        time.sleep(0.1)
        self._run_tool("xdotool", "click", str(button))

    def press_keys(self, *names: str) -> None:
        """Presses keys one after another."""
        self._run_tool("xdotool", "key", "--delay", "50", *names)

    def screenshot(self) -> pygame.Surface:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "screen.bmp"  # compressing the image would take a second
            self._run_tool("import", "-window", "root", str(path))
            return pygame.image.load(str(path))

    def save_screenshot(self, path: Path) -> None:
        pygame.image.save(self.screenshot(), str(path))

    def count_colors(self) -> int:
        """Counts the colors on a coarse grid of screen points."""
        image = self.screenshot()
        return len({tuple(image.get_at((x, y))) for x in range(0, SIZE[0], 8) for y in range(0, SIZE[1], 8)})

    def record(self) -> Record | None:
        """Returns the latest record on disk, from the current game's file or the finished game's file."""
        while True:
            with suppress(FileNotFoundError):  # the record may just have been moved to a different file
                files = sorted(
                    self.save_store.folder.glob(f"*{SAVE_SUFFIX}"), key=lambda path: path.stat().st_mtime_ns
                )
                return read_record(files[-1].read_text(encoding="utf-8")) if files else None

    def reference_app(self, folder: Path) -> App:
        """Opens the app from source. It shows where to click and what the screen should look like."""
        settings = self.settings_file(self.home)
        store = SettingsStore(folder / "settings.json")
        if settings.is_file():
            shutil.copy(settings, store.path)
        self.save_store.find_unfinished()  # re-read the file, which the game may have changed
        sheets = sprite_sheets()
        sheets.painter_type = CachedPainter
        return create_app(store, self.save_store, SIZE, sheets)

    @contextmanager
    def reference_match_scene(self, folder: Path) -> Iterator[MatchScene]:
        """Yields the reference app's match scene, which shows the game on disk."""
        record = self.record()
        assert record is not None
        scene = MatchScene(Match.from_record(record))
        self.reference_app(folder).replace(scene)
        try:
            yield scene
        finally:
            scene.match.close_nowait()

    def press_menu_button(self, label: str, folder: Path) -> None:
        app = self.reference_app(folder)
        menu = MainMenu()
        app.push(menu)
        label_text = app.tr(f"ui.menu.{label}")
        self.click(next(button.rect.center for button in menu.buttons if button.text == label_text))

    def answer_position(self, decision: Decision, folder: Path) -> tuple[float, float]:
        """Returns where to click for the first legal hex, or to end the turn if there is none."""
        with self.reference_match_scene(folder) as scene:
            if decision.cells:
                return scene.view.hex_center(next(iter(iter_hexes(decision.cells))))
            assert END_TURN in decision.options
            label_text = scene.app.tr(f"option.{END_TURN}")
            buttons = [widget for widget, _ in visible_widgets(scene.group) if isinstance(widget, Button)]
            return next(button.rect.center for button in buttons if button.text == label_text)

    def play_answer(self, folder: Path, pause_s: float = 1.0) -> tuple[str, int]:
        """Plays one answer. On a human's turn, clicks the answer and pauses for the animation. On an AI
        player's turn, waits for the answer. Returns the player kind and the number of answers."""
        record = self.record()
        assert record is not None
        game, answer_count = replay(record), len(record.answers)
        decision = game.decision()
        kind = str(record.seats[decision.player]["kind"])
        position = self.answer_position(decision, folder) if kind == "person" else None
        clicked_at = float("-inf")

        def is_answered() -> bool:
            nonlocal clicked_at
            # The program ignores clicks while it shows the AI players' turns, so one click may not be enough.
            if position is not None and time.monotonic() - clicked_at > CLICK_RETRY_S:
                self.click(position)
                clicked_at = time.monotonic()
            new_record = self.record()
            return new_record is not None and len(new_record.answers) > answer_count

        wait_for(f"answer {answer_count + 1} ({kind})", is_answered)
        time.sleep(pause_s if kind == "person" else 0.0)
        return kind, answer_count + 1


def split_program(argument: str) -> list[str]:
    """Splits a program or command line into arguments that work from any folder."""
    arguments = [argument] if Path(argument).is_file() else shlex.split(argument)
    return [str(Path(shutil.which(arguments[0]) or arguments[0]).absolute()), *arguments[1:]]


def main(program: list[str], pictures: Path) -> int:
    """Plays a first turn in a window that fills the screen. Returns the exit code."""
    with tempfile.TemporaryDirectory() as home:
        return play_first_turn(program, pictures, Path(home), GameWindow, VirtualScreen())


def play_first_turn(
    program: list[str], pictures: Path, home: Path, window_class: type[GameWindow], screen: VirtualScreen
) -> int:
    """Plays a first turn, simulates a power failure and continues the game. Returns the exit code."""
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # these settings skip the first-start page, which would ask for a name and resize the window
        SettingsStore(window_class.settings_file(home)).save(Settings(name="Ani", window=list(SIZE)))
        try:
            window = window_class(program, screen, home)
            time.sleep(1.5)
            window.save_screenshot(pictures / "menu.png")
            window.press_menu_button("quick", folder)
            wait_for("the saved game", window.record)
            time.sleep(5)  # the opening
            window.save_screenshot(pictures / "table.png")
            is_first_round = True
            while is_first_round:
                kind, number = window.play_answer(folder)
                print(f"answer {number}: {kind}", flush=True)
                assert number < 60
                record = window.record()
                is_first_round = record is None or replay(record).round == 1
            window.save_screenshot(pictures / "first_turn.png")
            assert window.count_colors() > MIN_COLORS, "the window is blank"
            window.kill()
            before = window.record()
            assert before is not None

            window = window_class(program, screen, home)
            time.sleep(1.5)
            window.press_menu_button("continue", folder)
            time.sleep(2)
            window.play_answer(folder)
            after = window.record()
            assert after is not None
            assert after.answers[: len(before.answers)] == before.answers, "answers were lost"
            window.save_screenshot(pictures / "continued.png")
            window.kill()

            window = window_class(program, screen, home)
            time.sleep(1.5)
            window.press_menu_button("quit", folder)
            code = window.process.wait(TIMEOUT_S)
            assert code == 0, f"after Quit the program ended with {code}"
        finally:
            screen.close()
    print(f"{shlex.join(program)}: a first turn was played; pictures in {pictures}")
    return 0


if __name__ == "__main__":
    sys.exit(main(split_program(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "pictures")))
