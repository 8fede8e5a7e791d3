"""The chronicle in the real window of a finished copy: finish a game, cut the power, start again, and look at
every page by keyboard alone.

    python tests/packaging/try_chronicle.py PROGRAM [PICTURES]

Stands on try_window.py and try_game.py. The twin reads the same chronicle, at the same time. Not collected by
pytest: .ci/run starts it after the build.
"""

from __future__ import annotations

import sqlite3
import time
from functools import partial
from pathlib import Path

import pygame
from try_game import Trial, build_all, last_turn, on_trial, result_on_disk, sit_down_to, try_out
from try_window import wait_for
from window import pressed

from kingdom.profile.chronicle import NAME
from kingdom.record import Record
from kingdom.ui.app.app import App
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.profile.games_sheet import GameRow
from kingdom.ui.profile.scene import SHEETS, ChronicleScene
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.widget import Widget

MOST_TABS = 40


def finish(trial: Trial) -> Record:
    """The last turn, to the result on disk; in the same moment the power is gone."""
    build_all(trial)
    trial.game.key("space")
    result_on_disk(trial)
    trial.game.kill()
    record = trial.game.record()
    assert record is not None
    print("ok   a game was finished, and the power cut", flush=True)
    return record


def in_chronicle(trial: Trial, record: Record) -> None:
    """Wait until the program has taken the game in."""
    file = trial.game.keeper.folder.parent / NAME

    def look() -> bool:
        if not file.is_file():
            return False
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            if "games" not in tables:
                return False
            games = database.execute("SELECT COUNT(*) FROM games WHERE identity = ?", (record.game,))
            return bool(games.fetchone()[0])

    wait_for("the game in the chronicle", look)
    print("ok   the game is in the chronicle", flush=True)


def tab_to(trial: Trial, app: App, wanted: Widget) -> None:
    """The Tab key until something has the focus, in the window as in the twin."""
    for _ in range(MOST_TABS):
        scene = app.scene
        assert isinstance(scene, MainMenu | ChronicleScene)
        if scene.group.focus is wanted and scene.group.keyboard:
            return
        app.step([pressed(pygame.K_TAB)], 0.01)
        trial.game.key("Tab")
    raise AssertionError("the Tab key does not lead there")


def button(app: App, words: str) -> Button:
    """A button of the twin by its words."""
    scene = app.scene
    assert isinstance(scene, MainMenu | ChronicleScene)
    return next(one for one in scene.group.walk() if isinstance(one, Button) and one.text == words)


def shown(app: App) -> ChronicleScene:
    """The chronicle of the twin, when it has its answer."""
    scene = app.scene
    assert isinstance(scene, ChronicleScene)
    app.clerk.settle()
    app.step([], 0.1)
    return scene


def open_page(trial: Trial, app: App) -> str:
    """Whose button has the orange wood, on the screen."""
    seen, scene = trial.game.seen(), app.scene
    assert isinstance(scene, ChronicleScene)

    def glow(name: str) -> int:
        rect = scene.turns[name].rect
        red, _, blue, _ = seen.get_at((rect.left + rect.width // 10, rect.centery))
        return red - blue

    return max(SHEETS, key=glow)


def is_open(trial: Trial, app: App, name: str) -> bool:
    return open_page(trial, app) == name


def look_at_pages(trial: Trial) -> None:
    """Every page, and a game of the list, without a mouse."""
    app = trial.game.twin(trial.folder)
    app.ways.menu()
    app.step([], 0.01)
    tab_to(trial, app, button(app, app.say("ui.menu.chronicle")))
    trial.game.key("Return")
    app.ways.chronicle()
    shown(app)
    for name in SHEETS:
        tab_to(trial, app, button(app, app.say(f"ui.chronicle.page.{name}")))
        trial.game.key("Return")
        app.step([pressed(pygame.K_RETURN)], 0.01)
        shown(app)
        trial.see(f"the page {name}", ChronicleScene(name), f"chronicle_{name}")
        wait_for(f"the lit button of {name}", partial(is_open, trial, app, name))
    tab_to(trial, app, button(app, app.say("ui.chronicle.page.games")))
    trial.game.key("Return")
    app.step([pressed(pygame.K_RETURN)], 0.01)
    scene = shown(app)
    tab_to(trial, app, next(row for row in scene.area.children if isinstance(row, GameRow)))
    trial.game.key("Return")
    time.sleep(2)
    trial.game.picture(trial.pictures / "chronicle_review.png")
    trial.game.key("Escape")
    trial.see("the chronicle again", ChronicleScene("games"))
    trial.game.key("Escape")
    trial.see("the menu", MainMenu())
    app.clerk.close()


def main(program: list[str], pictures: Path) -> int:
    """All of it; the exit code."""
    plan = last_turn()
    with on_trial(program, pictures, "the chronicle was read") as trial:
        trial.game.kill()
        sit_down_to(trial, plan)
        record = finish(trial)
        trial.start()
        in_chronicle(trial, record)
        look_at_pages(trial)
        trial.game.press("quit", trial.folder)
        code = trial.game.process.wait(30)
        assert code == 0, f"after Quit the program ended with {code}"
    return 0


if __name__ == "__main__":
    try_out(main)
