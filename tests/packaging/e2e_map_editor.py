"""Tests the map editor in the real window of a built copy: draw a section by mouse, save it, render it with
Tiled, choose it for a game, delete the map, cut the power, and continue the game.

    python tests/packaging/e2e_map_editor.py PROGRAM [PICTURES]

Based on e2e_first_turn.py and e2e_full_game.py. The reference app determines where to click and what the
screen should show. Not collected by pytest: .ci/run starts it after the build.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pygame
from e2e_first_turn import wait_for
from e2e_full_game import Session, open_session, run_script
from support.app_driver import visible_widgets

from kingdom.map_editor.document import Cell, Coord, MapDocument
from kingdom.maps import library
from kingdom.maps.tiled import grid_to_contents
from kingdom.match.game_options import BOARD_SECTIONS
from kingdom.record import replay
from kingdom.ui.framework.app import App
from kingdom.ui.map_editor.paint_tab import PaletteButton
from kingdom.ui.map_editor.scene import MAP_EDITOR_TABS, MapEditorPage
from kingdom.ui.new_game.board_tab import SectionThumbnail
from kingdom.ui.new_game.scene import TAB_COMPOSERS, NewGamePage
from kingdom.ui.widgets.controls import Button, Checkbox, TabBar

STROKES: tuple[tuple[Cell, tuple[Coord, ...]], ...] = (
    (("canyon", ""), ((1, 1), (1, 2), (1, 3), (2, 2))),
    (("desert", ""), ((1, 6), (1, 7), (2, 6), (2, 7))),
    (("flower", ""), ((6, 1), (6, 2), (7, 1), (7, 2))),
    (("forest", ""), ((7, 6), (7, 7), (8, 6), (8, 7))),
    (("castle", ""), ((4, 2),)),
    (("location", "farm"), ((4, 7),)),
)
"""Terrains and landmarks that turn a map of grass into a valid section."""
PAUSE_S = 0.3


def new_game_page(session: Session) -> tuple[App, NewGamePage]:
    """Returns the reference app's New game page, set to "Choose sections"."""
    app, first_page = session.window.reference_app(session.folder), NewGamePage()
    app.replace(first_page)
    first_page.game_options.board = BOARD_SECTIONS
    page = NewGamePage(first_page.game_options)
    page.tab = "board"
    app.replace(page)
    wait_for("the maps", lambda: not page.is_loading_maps)
    app.run_frame([], 0.05)
    return app, page


def open_map_editor(session: Session) -> None:
    """Opens the New game page, switches to the Board tab, selects "Choose sections", and opens the
    map editor."""
    session.window.press_menu_button("new", session.folder)
    session.expect_scene("the New game page", NewGamePage())
    app, page = session.window.reference_app(session.folder), NewGamePage()
    app.replace(page)
    tabs = next(widget for widget, _ in visible_widgets(page.group) if isinstance(widget, TabBar))
    session.window.click(tabs.tab_rect(list(TAB_COMPOSERS).index("board")).center)
    time.sleep(PAUSE_S)
    page.tab = "board"
    page.layout(app.size)
    label = app.tr(f"ui.new.board.{BOARD_SECTIONS}")
    toggles = [(widget, rect) for widget, rect in visible_widgets(page.group) if isinstance(widget, Checkbox)]
    session.window.click(next(rect.center for widget, rect in toggles if widget.text == label))
    app, page = new_game_page(session)
    session.expect_scene("the section list", page, "studio_new")
    draw_label = app.tr("ui.studio.draw")
    buttons = [(widget, rect) for widget, rect in visible_widgets(page.group) if isinstance(widget, Button)]
    session.window.click(next(rect.center for widget, rect in buttons if widget.text == draw_label))


def draw_section(session: Session) -> MapDocument:
    """Paints a section stroke by stroke and returns the expected document."""
    app, scene = session.window.reference_app(session.folder), MapEditorPage()
    app.replace(scene)
    session.expect_scene("the map editor", MapEditorPage(), "studio")
    swatches = {w.cell: rect for w, rect in visible_widgets(scene.group) if isinstance(w, PaletteButton)}
    for cell, places in STROKES:
        session.window.click(swatches[cell].center)
        for place in places:
            session.window.click(scene.map_canvas.hex_grid.center(*place))
            scene.document.paint(place, cell)
    drawn = MapEditorPage()
    drawn.map_canvas.set_document(scene.document)
    session.expect_scene("the drawn section", drawn, "studio_drawn")
    return scene.document


def save_section(session: Session, document: MapDocument, maps: Path) -> Path:
    """Saves the section under a name. The file must match the drawing, and Tiled must be able to render
    it."""
    app, scene = session.window.reference_app(session.folder), MapEditorPage()
    app.replace(scene)
    tabs = next(widget for widget, _ in visible_widgets(scene.group) if isinstance(widget, TabBar))
    session.window.click(tabs.tab_rect(MAP_EDITOR_TABS.index("keep")).center)
    scene.tab = "keep"
    scene.layout(app.size)
    time.sleep(PAUSE_S)
    session.window.click(scene.files_tab.name_field.rect.center)
    session.window.press_keys("M", "i", "n", "e", "ctrl+s")
    path = maps / "mine.tmx"
    wait_for("the map on disk", path.exists)
    assert grid_to_contents(library.read_map_grid(path)) == document.cells
    if shutil.which("tmxrasterizer"):
        picture = session.pictures / "studio_tiled.png"
        environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
        subprocess.run(["tmxrasterizer", str(path), str(picture)], check=True, env=environment, timeout=60)
    session.window.save_screenshot(session.pictures / "studio_kept.png")
    print("ok   the section was drawn and saved", flush=True)
    return path


def play_with_section(session: Session, path: Path) -> None:
    """Chooses the section by its preview, starts the game, deletes the map file and simulates a power
    failure."""
    session.window.press_keys("Escape")
    _, page = new_game_page(session)
    session.expect_scene("the section list with the custom section", page)
    tile = next(rect for w, rect in shown_tiles(page) if w.text == "Mine")
    session.expect_scene(
        "the preview of the custom section", page, area=tile
    )  # the preview loads slowly on a busy machine
    session.window.click((tile.centerx, tile.centery))
    time.sleep(PAUSE_S)
    session.window.click(page.start_button.rect.center)
    record = wait_for("the game on disk", session.window.record)
    assert path.name in record.setup.source_names, (
        f"{path.name} was chosen, but the game uses {record.setup.source_names}"
    )
    path.unlink()
    session.window.kill()
    session.start()
    session.window.press_menu_button("continue", session.folder)
    wait_for("a human turn", lambda: _is_human_turn(session))  # AI players continue where they left off
    session.expect_match_scene("the match without the map file", "studio_played")
    before = len(session.answers())
    while len(session.answers()) < before + 3:
        session.window.play_answer(session.folder)
    print("ok   the game continues without the map file", flush=True)


def _is_human_turn(session: Session) -> bool:
    record = session.window.record()
    return record is not None and record.seats[replay(record).decision().player]["kind"] == "person"


def shown_tiles(page: NewGamePage) -> list[tuple[SectionThumbnail, pygame.Rect]]:
    """Returns the section previews on the page, with their visible rectangles."""
    return [
        (widget, widget.rect.clip(page.scroll_area.rect))
        for widget in page.group.walk()
        if isinstance(widget, SectionThumbnail) and widget.rect.colliderect(page.scroll_area.rect)
    ]


def main(program: list[str], pictures: Path) -> int:
    """Runs all steps and returns the exit code."""
    with open_session(program, pictures, "a section was drawn and played") as session:
        data = session.home / ".local" / "share"
        os.environ["XDG_DATA_HOME"] = str(data)  # gives the reference app the same maps
        open_map_editor(session)
        document = draw_section(session)
        play_with_section(session, save_section(session, document, data / "kingdom" / "maps"))
    return 0


if __name__ == "__main__":
    run_script(main)
