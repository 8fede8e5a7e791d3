"""Land of one's own in the real window of a finished copy: draw a section by mouse, keep it, let Tiled draw
it, choose it for a game, delete the map, cut the power, and go on with the game.

    python tests/packaging/try_studio.py PROGRAM [PICTURES]

Stands on try_window.py and try_game.py; the twin tells where to click and what should be seen. Not collected
by pytest: .ci/run starts it after the build.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pygame
from try_game import Trial, on_trial, try_out
from try_window import wait_for
from window import shown_widgets

from kingdom import tiled
from kingdom.map_check import cells_of
from kingdom.match.choices import BY_HAND
from kingdom.record import replay
from kingdom.studio.canvas import Canvas, Cell, Place
from kingdom.ui.app.app import App
from kingdom.ui.menus.new_game.gallery import SectionTile
from kingdom.ui.menus.new_game.scene import TABS, NewGame
from kingdom.ui.studio.palette import Colour
from kingdom.ui.studio.scene import TABS as STUDIO_TABS
from kingdom.ui.studio.scene import StudioScene
from kingdom.ui.widgets.basic import Button, Toggle
from kingdom.ui.widgets.choice import Tabs

STROKES: tuple[tuple[Cell, tuple[Place, ...]], ...] = (
    (("canyon", ""), ((1, 1), (1, 2), (1, 3), (2, 2))),
    (("desert", ""), ((1, 6), (1, 7), (2, 6), (2, 7))),
    (("flower", ""), ((6, 1), (6, 2), (7, 1), (7, 2))),
    (("forest", ""), ((7, 6), (7, 7), (8, 6), (8, 7))),
    (("castle", ""), ((4, 2),)),
    (("location", "farm"), ((4, 7),)),
)
"""What is painted on grass: all that a section needs."""
REST = 0.3


def page_of(trial: Trial) -> tuple[App, NewGame]:
    """The twin's page for a new game, as it is once sections are chosen by hand."""
    app, first = trial.game.twin(trial.folder), NewGame()
    app.replace(first)
    first.choices.board = BY_HAND
    page = NewGame(first.choices)
    page.tab = "board"
    app.replace(page)
    wait_for("the maps", lambda: not page.reading)
    app.step([], 0.05)
    return app, page


def to_the_studio(trial: Trial) -> None:
    """New game, Board, sections chosen by hand, draw."""
    trial.game.press("new", trial.folder)
    trial.see("the page for a new game", NewGame())
    app, page = trial.game.twin(trial.folder), NewGame()
    app.replace(page)
    tabs = next(widget for widget, _ in shown_widgets(page.group) if isinstance(widget, Tabs))
    trial.game.click(tabs.tab_rect(list(TABS).index("board")).center)
    time.sleep(REST)
    page.tab = "board"
    page.layout(app.size)
    words = app.say(f"ui.new.board.{BY_HAND}")
    toggles = [(widget, rect) for widget, rect in shown_widgets(page.group) if isinstance(widget, Toggle)]
    trial.game.click(next(rect.center for widget, rect in toggles if widget.text == words))
    app, page = page_of(trial)
    trial.see("sections by hand", page, "studio_new")
    drawing = app.say("ui.studio.draw")
    buttons = [(widget, rect) for widget, rect in shown_widgets(page.group) if isinstance(widget, Button)]
    trial.game.click(next(rect.center for widget, rect in buttons if widget.text == drawing))


def draw(trial: Trial) -> Canvas:
    """A section, stroke by stroke; what it is then."""
    app, scene = trial.game.twin(trial.folder), StudioScene()
    app.replace(scene)
    trial.see("the studio", StudioScene(), "studio")
    colours = {w.cell: rect for w, rect in shown_widgets(scene.group) if isinstance(w, Colour)}
    for cell, places in STROKES:
        trial.game.click(colours[cell].center)
        for place in places:
            trial.game.click(scene.easel.hexes.centre(*place))
            scene.canvas.paint(place, cell)
    drawn = StudioScene()
    drawn.easel.show(scene.canvas)
    trial.see("the drawn section", drawn, "studio_drawn")
    return scene.canvas


def keep(trial: Trial, canvas: Canvas, maps: Path) -> Path:
    """Under a name; the file is what was drawn, and Tiled can draw it."""
    app, scene = trial.game.twin(trial.folder), StudioScene()
    app.replace(scene)
    tabs = next(widget for widget, _ in shown_widgets(scene.group) if isinstance(widget, Tabs))
    trial.game.click(tabs.tab_rect(STUDIO_TABS.index("keep")).center)
    scene.tab = "keep"
    scene.layout(app.size)
    time.sleep(REST)
    trial.game.click(scene.drawer.name.rect.center)
    trial.game.key("M", "i", "n", "e", "ctrl+s")
    path = maps / "mine.tmx"
    wait_for("the map on disk", path.exists)
    assert cells_of(tiled.read(path)) == canvas.cells
    if shutil.which("tmxrasterizer"):
        picture = trial.pictures / "studio_tiled.png"
        drawn = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
        subprocess.run(["tmxrasterizer", str(path), str(picture)], check=True, env=drawn, timeout=60)
    trial.game.picture(trial.pictures / "studio_kept.png")
    print("ok   the section was drawn and kept", flush=True)
    return path


def play(trial: Trial, path: Path) -> None:
    """Choose the section by its picture, and begin; then its file is deleted, and the power cut."""
    trial.game.key("Escape")
    _, page = page_of(trial)
    trial.see("sections by hand, with the own one", page)
    tile = next(rect for w, rect in shown_tiles(page) if w.text == "Mine")
    trial.see("the own section's picture", page, room=tile)  # on a busy machine it comes late
    trial.game.click((tile.centerx, tile.centery))
    time.sleep(REST)
    trial.game.click(page.start.rect.center)
    record = wait_for("the game on disk", trial.game.record)
    assert path.name in record.setup.made_of, f"{path.name} was chosen, not {record.setup.made_of}"
    path.unlink()
    trial.game.kill()
    trial.start()
    trial.game.press("continue", trial.folder)
    wait_for("the turn of a person", lambda: _asks_a_person(trial))  # programs go on from where they were
    trial.see_table("the table without the map", "studio_played")
    before = len(trial.answers())
    while len(trial.answers()) < before + 3:
        trial.game.play_on(trial.folder)
    print("ok   the game goes on without the map", flush=True)


def _asks_a_person(trial: Trial) -> bool:
    record = trial.game.record()
    return record is not None and record.seats[replay(record).decision().player]["kind"] == "person"


def shown_tiles(page: NewGame) -> list[tuple[SectionTile, pygame.Rect]]:
    """The pictures of sections that can be clicked, with where."""
    return [
        (widget, widget.rect.clip(page.area.rect))
        for widget in page.group.walk()
        if isinstance(widget, SectionTile) and widget.rect.colliderect(page.area.rect)
    ]


def main(program: list[str], pictures: Path) -> int:
    """All of it; the exit code."""
    with on_trial(program, pictures, "a section was drawn and played") as trial:
        data = trial.home / ".local" / "share"
        os.environ["XDG_DATA_HOME"] = str(data)  # the twin has the same maps
        to_the_studio(trial)
        canvas = draw(trial)
        play(trial, keep(trial, canvas, data / "kingdom" / "maps"))
    return 0


if __name__ == "__main__":
    try_out(main)
