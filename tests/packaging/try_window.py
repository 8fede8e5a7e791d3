"""Play a first turn in the real window of a finished copy, with a mouse of its own: Xvfb is the screen,
xdotool the hand.

    python tests/packaging/try_window.py PROGRAM [PICTURES]

PROGRAM is a finished copy, or a command in one argument: "python -m kingdom" is the source. Where to click is
asked of a twin: the same scenes from the source, in a window that nobody sees. What happened is read from the
saved game. The Python that runs this has pygame installed. Not collected by pytest: .ci/run starts it after
the build.
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

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"  # of the twin

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame
from window import sheets, shown_widgets

from kingdom.match.match import Match
from kingdom.match.saves import SUFFIX, Keeper
from kingdom.record import Record, read_record, replay
from kingdom.rules.frames import END_TURN
from kingdom.rules.hexes import hexes_of
from kingdom.ui.app.app import App
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.scene.settings import Settings, Store
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets.basic import Button

SOURCE = Path(__file__).resolve().parent.parent.parent
SIZE = (1600, 1000)
PATIENCE = 30.0
FEWEST_COLOURS = 500
"""A picture of the game has thousands; one of an empty window has one."""

Found = TypeVar("Found")


def wait_for(what: str, look: Callable[[], Found | None], patience: float = PATIENCE) -> Found:
    """Until there is something to see."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"waited {patience:.0f} seconds for {what}")


class Screen:
    """A screen that nobody sees."""

    def __init__(self) -> None:
        read, write = os.pipe()
        geometry = f"{SIZE[0]}x{SIZE[1]}x24"
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", geometry, "-nolisten", "tcp"]
        command += [
            "-noreset"
        ]  # or it would start anew, and refuse the program meanwhile, whenever its only guest has left
        self.process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = f":{pipe.readline().strip()}"
        self.games: list[Game] = []

    def close(self) -> None:
        """Switch it off, with all that was started on it."""
        for game in self.games:
            game.kill()
            with suppress(ProcessLookupError):  # what thinks for its programs ends by itself
                os.killpg(game.process.pid, signal.SIGKILL)
        self.process.terminate()
        self.process.wait(10)


class Game:
    """The program on the screen, and the hand that plays it."""

    def __init__(self, program: list[str], screen: Screen, home: Path) -> None:
        self.screen, self.home = screen, home
        self.surroundings = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}
        self.surroundings |= {"DISPLAY": screen.name, "SDL_AUDIODRIVER": "dummy"}
        if len(program) > 1:  # a Python, from the source
            self.surroundings["PYTHONPATH"] = str(SOURCE)
        self.keeper = Keeper(home / ".local" / "share" / "kingdom" / "saves")
        self.process = subprocess.Popen(
            program, cwd="/", env=self.surroundings, stdin=subprocess.DEVNULL, start_new_session=True
        )
        screen.games.append(self)
        self.corner = wait_for("the window", self._corner)
        wait_for("a frame", lambda: self.colours() > FEWEST_COLOURS)

    def _corner(self) -> tuple[int, ...]:
        """Where on the screen the window begins."""
        assert self.process.poll() is None, f"the program ended with {self.process.returncode}"
        told = self._tool("xwininfo", "-name", "Kingdom", check=False)
        return tuple(int(line.split()[-1]) for line in told.split("\n") if "Absolute upper-left" in line)

    def _tool(self, *command: str, check: bool = True) -> str:
        return subprocess.run(
            command, env=self.surroundings, capture_output=True, text=True, check=check
        ).stdout

    def kill(self) -> None:
        """A power cut."""
        self.process.kill()
        self.process.wait()

    def click(self, place: tuple[float, float], button: int = 1) -> None:
        """Move there, press and let go."""
        x, y = round(self.corner[0] + place[0]), round(self.corner[1] + place[1])
        self._tool("xdotool", "mousemove", str(x), str(y))
        time.sleep(0.1)
        self._tool("xdotool", "click", str(button))

    def key(self, *names: str) -> None:
        """Keys, one after the other."""
        self._tool("xdotool", "key", "--delay", "50", *names)

    def seen(self) -> pygame.Surface:
        """What is on the screen."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "screen.bmp"  # to pack it would take a second
            self._tool("import", "-window", "root", str(path))
            return pygame.image.load(str(path))

    def picture(self, path: Path) -> None:
        """Keep what is on the screen."""
        pygame.image.save(self.seen(), str(path))

    def colours(self) -> int:
        """How many colours are on the screen, as far as a coarse look tells."""
        picture = self.seen()
        return len(
            {tuple(picture.get_at((x, y))) for x in range(0, SIZE[0], 8) for y in range(0, SIZE[1], 8)}
        )

    def record(self) -> Record | None:
        """The game as it is on disk, in the file of the one going on or, once it is over, in its own."""
        while True:
            with suppress(FileNotFoundError):  # the game was put into another file just now
                files = sorted(
                    self.keeper.folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime_ns
                )
                return read_record(files[-1].read_text(encoding="utf-8")) if files else None

    def twin(self, folder: Path) -> App:
        """The same window from the source."""
        settings = self.home / ".config" / "kingdom" / "settings.json"
        store = Store(folder / "settings.json")
        if settings.is_file():
            shutil.copy(settings, store.path)
        self.keeper.going_on()  # the program has written since, and nobody told this one
        return App(store, self.keeper, SIZE, sheets())

    @contextmanager
    def table(self, folder: Path) -> Iterator[TableScene]:
        """The twin's table, with the game as it is on disk."""
        record = self.record()
        assert record is not None
        table = TableScene(Match.resume(record))
        self.twin(folder).replace(table)
        try:
            yield table
        finally:
            table.match.close()

    def press(self, label: str, folder: Path) -> None:
        """A button of the main menu."""
        app = self.twin(folder)
        menu = MainMenu()
        app.push(menu)
        words = app.say(f"ui.menu.{label}")
        self.click(next(button.rect.center for button in menu.buttons if button.text == words))

    def play_on(self, folder: Path, rest: float = 1.0) -> tuple[str, int]:
        """One answer: a person's with the mouse, and a rest for the pieces; a program's by waiting. Who gave
        it, and how many there are."""
        record = self.record()
        assert record is not None
        game, given = replay(record), len(record.answers)
        decision = game.decision()
        kind = str(record.seats[decision.player]["kind"])
        if kind == "person":
            with self.table(folder) as table:
                if decision.cells:
                    self.click(table.view.centre(next(iter(hexes_of(decision.cells)))))
                else:
                    assert END_TURN in decision.options
                    words = table.app.say(f"option.{END_TURN}")
                    buttons = [
                        widget for widget, _ in shown_widgets(table.group) if isinstance(widget, Button)
                    ]
                    self.click(next(button.rect.center for button in buttons if button.text == words))
        wait_for(
            f"answer {given + 1} ({kind})",
            lambda: (found := self.record()) is not None and len(found.answers) > given,
        )
        time.sleep(rest if kind == "person" else 0.0)
        return kind, given + 1


def command_of(argument: str) -> list[str]:
    """A program, or a command with its words; usable from any folder."""
    words = [argument] if Path(argument).is_file() else shlex.split(argument)
    return [str(Path(shutil.which(words[0]) or words[0]).absolute()), *words[1:]]


def main(program: list[str], pictures: Path) -> int:
    """A first turn, a power cut, and going on; the exit code."""
    pictures.mkdir(parents=True, exist_ok=True)
    screen = Screen()
    with tempfile.TemporaryDirectory() as name:
        folder, home = Path(name), Path(name) / "home"
        # the first start asks for a name and fits the window to the screen; this player has been here before
        Store(home / ".config" / "kingdom" / "settings.json").save(Settings(name="Ani", window=list(SIZE)))
        try:
            game = Game(program, screen, home)
            time.sleep(1.5)
            game.picture(pictures / "menu.png")
            game.press("quick", folder)
            wait_for("the saved game", game.record)
            time.sleep(2)
            game.picture(pictures / "table.png")
            answers: list[str] = []
            while not ("person" in answers and answers[-1] != "person" and answers.count("person") >= 4):
                kind, number = game.play_on(folder)
                answers.append(kind)
                print(f"answer {number}: {kind}", flush=True)
                assert number < 60
            game.picture(pictures / "first_turn.png")
            assert game.colours() > FEWEST_COLOURS, "the window is blank"
            game.kill()
            before = game.record()
            assert before is not None

            game = Game(program, screen, home)
            time.sleep(1.5)
            game.press("continue", folder)
            time.sleep(2)
            game.play_on(folder)
            after = game.record()
            assert after is not None
            assert after.answers[: len(before.answers)] == before.answers, "answers were lost"
            game.picture(pictures / "continued.png")
            game.kill()

            game = Game(program, screen, home)
            time.sleep(1.5)
            game.press("quit", folder)
            code = game.process.wait(PATIENCE)
            assert code == 0, f"after Quit the program ended with {code}"
        finally:
            screen.close()
    print(f"{shlex.join(program)}: a first turn was played; pictures in {pictures}")
    return 0


if __name__ == "__main__":
    sys.exit(main(command_of(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "pictures")))
