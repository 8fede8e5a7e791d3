"""Tests the statistics pages in the real window of a built copy: finish a game, cut the power, restart, and
open every page by keyboard.

    python tests/packaging/e2e_statistics.py PROGRAM [PICTURES]

Based on e2e_first_turn.py and e2e_full_game.py. The reference app reads the same database while the program
is running. Not collected by pytest: .ci/run starts it after the build.
"""

from __future__ import annotations

import sqlite3
import time
from functools import partial
from pathlib import Path

import pygame
from e2e_first_turn import wait_for
from e2e_full_game import (
    Session,
    build_all,
    continue_planned_game,
    find_last_turn,
    open_session,
    run_script,
    wait_for_result,
)
from support.app_driver import key_down

from kingdom.record import Record
from kingdom.stats.database import DATABASE_FILE_NAME
from kingdom.ui.framework.app import App
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.stats.games_tab import GameRow
from kingdom.ui.stats.scene import STATS_TABS, StatsScene
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button

MAX_TAB_PRESSES = 40


def finish_game(session: Session) -> Record:
    """Plays the last turn until the result is on disk. Then immediately simulates a power failure."""
    build_all(session)
    session.window.press_keys("space")
    wait_for_result(session)
    session.window.kill()
    record = session.window.record()
    assert record is not None
    print("ok   a game was finished, and the power cut", flush=True)
    return record


def wait_for_database_entry(session: Session, record: Record) -> None:
    """Waits until the program has added the game to the database."""
    file = session.window.save_store.folder.parent / DATABASE_FILE_NAME

    def has_entry() -> bool:
        if not file.is_file():
            return False
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            if "games" not in tables:
                return False
            games = database.execute("SELECT COUNT(*) FROM games WHERE identity = ?", (record.game_id,))
            return bool(games.fetchone()[0])

    wait_for("the game in the database", has_entry)
    print("ok   the game is in the database", flush=True)


def tab_to(session: Session, app: App, target: Widget) -> None:
    """Presses Tab in the window and in the reference app until the widget has the focus."""
    for _ in range(MAX_TAB_PRESSES):
        scene = app.scene
        assert isinstance(scene, MainMenu | StatsScene)
        if scene.group.focus is target and scene.group.focus_visible:
            return
        app.run_frame([key_down(pygame.K_TAB)], 0.01)
        session.window.press_keys("Tab")
    raise AssertionError("the Tab key does not reach the widget")


def find_button(app: App, text: str) -> Button:
    """Returns the reference app's button with this text."""
    scene = app.scene
    assert isinstance(scene, MainMenu | StatsScene)
    return next(widget for widget in scene.group.walk() if isinstance(widget, Button) and widget.text == text)


def loaded_scene(app: App) -> StatsScene:
    """Waits until the reference app's statistics scene has loaded its data, and returns the scene."""
    scene = app.scene
    assert isinstance(scene, StatsScene)
    app.stats_service.flush()
    app.run_frame([], 0.1)
    return scene


def open_page(session: Session, app: App) -> str:
    """Returns the page whose button is highlighted on the screen."""
    screenshot, scene = session.window.screenshot(), app.scene
    assert isinstance(scene, StatsScene)

    def orange_level(name: str) -> int:
        rect = scene.tab_buttons[name].rect
        red, _, blue, _ = screenshot.get_at((rect.left + rect.width // 10, rect.centery))
        return red - blue

    return max(STATS_TABS, key=orange_level)


def is_open(session: Session, app: App, name: str) -> bool:
    return open_page(session, app) == name


def open_every_page(session: Session) -> None:
    """Opens every page, and one game from the list, by keyboard."""
    app = session.window.reference_app(session.folder)
    app.navigator.open_main_menu()
    app.run_frame([], 0.01)
    tab_to(session, app, find_button(app, app.tr("ui.menu.chronicle")))
    session.window.press_keys("Return")
    app.navigator.open_stats()
    loaded_scene(app)
    for name in STATS_TABS:
        tab_to(session, app, find_button(app, app.tr(f"ui.chronicle.page.{name}")))
        session.window.press_keys("Return")
        app.run_frame([key_down(pygame.K_RETURN)], 0.01)
        loaded_scene(app)
        session.expect_scene(f"the page {name}", StatsScene(name), f"chronicle_{name}")
        wait_for(f"the highlighted button of {name}", partial(is_open, session, app, name))
    tab_to(session, app, find_button(app, app.tr("ui.chronicle.page.games")))
    session.window.press_keys("Return")
    app.run_frame([key_down(pygame.K_RETURN)], 0.01)
    scene = loaded_scene(app)
    tab_to(session, app, next(row for row in scene.area.children if isinstance(row, GameRow)))
    session.window.press_keys("Return")
    time.sleep(2)
    session.window.save_screenshot(session.pictures / "chronicle_review.png")
    session.window.press_keys("Escape")
    session.expect_scene("the statistics again", StatsScene("games"))
    session.window.press_keys("Escape")
    session.expect_scene("the menu", MainMenu())
    app.stats_service.close()


def main(program: list[str], pictures: Path) -> int:
    """Runs all steps and returns the exit code."""
    plan = find_last_turn()
    with open_session(program, pictures, "the statistics were opened") as session:
        session.window.kill()
        continue_planned_game(session, plan)
        record = finish_game(session)
        session.start()
        wait_for_database_entry(session, record)
        open_every_page(session)
        session.window.press_menu_button("quit", session.folder)
        code = session.window.process.wait(30)
        assert code == 0, f"after Quit the program ended with {code}"
    return 0


if __name__ == "__main__":
    run_script(main)
