"""Tests the map editor: painting by mouse and keyboard, checks, saving, sharing, and opening the editor from
the New game page."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pygame
import pytest
from support.app_driver import (
    advance,
    assert_no_overlap,
    click,
    key_down,
    mouse_down,
    mouse_moved,
    mouse_up,
    open_app,
    press,
    text_input,
    top_scene,
    use_real_painter,
)
from support.scenes import menus as menu_scenes
from support.scenes.map_editor import open_map_editor

from kingdom.learn.rules_reference import list_pages, shipped_reference
from kingdom.map_editor.document import MapDocument
from kingdom.maps import library, tiled
from kingdom.maps.generator import generate_board
from kingdom.maps.share_code import encode_map
from kingdom.maps.tiled import grid_to_contents
from kingdom.match.game_options import BOARD_SECTIONS
from kingdom.record import read_record, replay, write_record
from kingdom.rules.board import TerrainGrid
from kingdom.rules.json_values import write_grid
from kingdom.rules.registry import ISLANDS, SECTIONS
from kingdom.text.translator import LANGUAGES
from kingdom.ui.board.board_rendering import render_map, render_map_changes
from kingdom.ui.board.map_row import MapRow
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.map_editor import files_tab
from kingdom.ui.map_editor import scene as map_editor_scene
from kingdom.ui.map_editor.check_tab import ProblemRow, TerrainStatsRow
from kingdom.ui.map_editor.paint_tab import PaletteButton, palette_groups
from kingdom.ui.map_editor.scene import MAP_EDITOR_TABS, MapEditorPage
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.new_game.scene import NewGamePage
from kingdom.ui.reference.illustrations import page_for_topic
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.base import Widget, resolve_text
from kingdom.ui.widgets.controls import Button, TabBar
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.worker.executor import BackgroundTask

WINDOW_SIZE = (800, 600)

SIZES = [(480, 360), (800, 600), (1280, 800)]
FARM, TAVERN = SECTIONS["farm"], SECTIONS["tavern"]


def hex_center(scene: MapEditorPage, row: int, column: int) -> tuple[int, int]:
    x, y = scene.map_canvas.hex_grid.center(row, column)
    return round(x), round(y)


def find_widget(scene: MapEditorPage, kind: type[Widget], text: str) -> Widget:
    """Finds a widget by its text or tooltip and scrolls it into view."""
    match = next(
        candidate
        for candidate in scene.group.walk()
        if isinstance(candidate, kind)
        and text in (resolve_text(getattr(candidate, "text", "")), candidate.tooltip_text())
    )
    scene.scroll_area.scroll_into_view(match)
    return match


def test_left_button_paints_strokes_and_right_button_picks(app: App) -> None:
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    before = dict(scene.document.cells)
    click(app, find_widget(scene, PaletteButton, app.tr("terrain.forest")))
    assert scene.map_canvas.brush == ("forest", "")
    start, end = hex_center(scene, 4, 2), hex_center(scene, 4, 7)
    app.run_frame([mouse_moved(start), mouse_down(start)], 0.01)
    app.run_frame([mouse_moved(end)], 0.01)
    app.run_frame([mouse_up(end)], 0.01)
    assert all(scene.document.cells[4, column] == ("forest", "") for column in range(2, 8))
    press(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert scene.document.cells == before
    press(app, pygame.K_y, mod=pygame.KMOD_CTRL)
    assert scene.document.cells[4, 5] == ("forest", "")
    coord = next(coord for coord, cell in before.items() if cell == ("location", "farm"))
    app.run_frame([mouse_down(hex_center(scene, *coord), 3)], 0.01)
    assert scene.map_canvas.brush == ("location", "farm")


def test_fill_and_tools(app: App) -> None:
    scene = open_map_editor(app, "paint", MapDocument(TAVERN))
    scene.map_canvas.brush = ("water", "")
    scene.map_canvas.fill_mode = True
    click(app, hex_center(scene, 0, 1))
    assert scene.document.cells[1, 3] == ("water", "")
    click(app, find_widget(scene, Button, app.tr("ui.studio.undo")))
    assert grid_to_contents(scene.document.grid) == grid_to_contents(TAVERN)
    for tool in ("turn", "mirror", "grow"):
        click(app, find_widget(scene, Button, app.tr(f"ui.studio.{tool}")))
        assert grid_to_contents(scene.document.grid) != grid_to_contents(TAVERN)
        click(app, find_widget(scene, Button, app.tr("ui.studio.undo")))
        assert grid_to_contents(scene.document.grid) == grid_to_contents(TAVERN)


def test_painting_by_keyboard(app: App) -> None:
    scene = open_map_editor(app, "paint", MapDocument("section"))
    scene.group.set_focus(scene.map_canvas)
    press(app, pygame.K_UP, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_SPACE)
    assert scene.document.cells[5, 7] == ("water", "")
    press(app, pygame.K_LEFT, pygame.K_p)
    assert scene.map_canvas.brush == ("grass", "")


def test_tab_switches_between_canvas_and_palette(app: App) -> None:
    scene = open_map_editor(app, "paint", MapDocument("section"))
    scene.group.set_focus(scene.map_canvas)
    app.run_frame([key_down(pygame.K_TAB, pygame.KMOD_SHIFT)], 0.05)
    focused = scene.group.focus
    assert isinstance(focused, PaletteButton)
    assert focused.is_selected
    press(app, pygame.K_LEFT, pygame.K_SPACE, pygame.K_TAB)
    assert scene.group.focus is scene.map_canvas
    press(app, pygame.K_UP, pygame.K_SPACE)
    assert scene.document.cells[5, 5] == ("forest", "")


def test_ctrl_s_saves_while_a_dropdown_has_the_focus(app: App) -> None:
    scene = open_map_editor(app, "keep", MapDocument(FARM))
    scene.files_tab.name_field.set_text("mine")
    (dropdown,) = (candidate for candidate in scene.group.walk() if isinstance(candidate, Dropdown))
    scene.group.set_focus(dropdown)
    app.run_frame([key_down(pygame.K_s, pygame.KMOD_CTRL)], 0.05)
    assert scene.files_tab.path is not None


def test_palette_has_everything_of_every_expansion(app: App) -> None:
    scene = open_map_editor(app, "paint", MapDocument("section"))
    contents = [candidate.cell for candidate in scene.group.walk() if isinstance(candidate, PaletteButton)]
    assert contents == [cell for _, cells in palette_groups() for cell in cells]
    assert set(contents) == set(tiled.load_tile_ids())


def test_palette_buttons_have_a_rules_page(app: App) -> None:
    scene = open_map_editor(app, "paint", MapDocument("section"))
    pages = list_pages(shipped_reference())
    for palette_button in [
        candidate for candidate in scene.group.walk() if isinstance(candidate, PaletteButton)
    ]:
        tooltip, (name, tile) = palette_button.get_tooltip(), palette_button.cell
        page = page_for_topic(app.renderer, pages, tooltip.help_page, tooltip.sprite)
        assert page is not None
        assert page.endswith(f".{tile or name}")


def test_painted_hexes_are_visible_before_the_image_is_updated(app: App) -> None:
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    _wait_for_painter(app, scene)
    before = app.surface.get_at(hex_center(scene, 8, 0))
    scene.map_canvas.brush = ("water", "")
    image = scene.map_canvas.image
    click(app, hex_center(scene, 8, 0))
    app.run_frame([mouse_moved((2, 2))], 0.01)
    assert app.surface.get_at(hex_center(scene, 8, 0)) != before
    _wait_for_painter(app, scene)
    assert scene.map_canvas.image is image, "only a part of the image should be repainted"
    assert not scene.map_canvas.update(0.1, app.renderer)


def test_image_after_edits_equals_a_full_repaint(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compares pixels after strokes, a fill, an undo and a landmark between two terrains."""
    use_real_painter(monkeypatch)
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    _wait_for_painter(app, scene)
    map_canvas = scene.map_canvas
    for cell, filling, row, column in (
        (("water", ""), False, 0, 0),
        (("mountain", ""), False, 5, 5),
        (("castle", ""), False, 5, 6),
        (("location", "tavern"), False, 9, 9),
        (("flower", ""), True, 8, 2),
    ):
        map_canvas.brush, map_canvas.fill_mode = cell, filling
        click(app, hex_center(scene, row, column))
        _wait_for_painter(app, scene)
    scene.undo()
    _wait_for_painter(app, scene)
    full_image, _ = render_map(app.renderer.sprites, scene.document.grid, map_canvas.hex_grid.hex_width)
    assert map_canvas.image is not None
    surfaces = [pygame.Surface(full_image.get_size()) for _ in range(2)]
    for surface, image in zip(surfaces, (map_canvas.image, full_image), strict=True):
        surface.blit(image, (0, 0))
    assert pygame.image.tobytes(surfaces[0], "RGB") == pygame.image.tobytes(surfaces[1], "RGB")


def test_stroke_during_a_repaint_is_visible(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    _wait_for_painter(app, scene)
    may_finish = threading.Event()

    def slow_render(*args: Any) -> object:
        may_finish.wait(60)
        return render_map_changes(*args)

    monkeypatch.setattr("kingdom.ui.map_editor.map_canvas.render_map_changes", slow_render)
    scene.map_canvas.brush = ("water", "")
    scene.map_canvas.mark_dirty(scene.document.replace_map(TAVERN))
    scene.map_canvas.update(1.0, app.renderer)  # starts the painter
    task = scene.map_canvas.paint_task
    app.run_frame([mouse_moved(hex_center(scene, 0, 8)), mouse_down(hex_center(scene, 0, 8))], 0.0)
    may_finish.set()
    while scene.map_canvas.paint_task is task:
        scene.map_canvas.update(0.0, app.renderer)
    app.run_frame([mouse_moved((2, 2))], 0.0)
    red, _, blue, _ = app.surface.get_at(hex_center(scene, 0, 8))
    assert blue > red + 40, "the water should be visible although the image is outdated"


def test_switching_maps_does_not_wait_for_the_painter(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    may_finish = threading.Event()

    def slow_render(*args: Any) -> object:
        may_finish.wait(60)
        return render_map(*args)

    monkeypatch.setattr("kingdom.ui.map_editor.map_canvas.render_map", slow_render)
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    app.run_frame([], 0.3)
    scene.map_canvas.set_document(MapDocument(TAVERN))
    app.run_frame([], 0.3)
    may_finish.set()
    _wait_for_painter(app, scene)
    full_image, _ = render_map(app.renderer.sprites, TAVERN, scene.map_canvas.hex_grid.hex_width)
    assert scene.map_canvas.image is not None
    assert pygame.image.tobytes(scene.map_canvas.image, "RGBA") == pygame.image.tobytes(full_image, "RGBA")


@pytest.mark.parametrize("failing", ["render_map", "render_map_changes"])
def test_map_stays_visible_and_idle_after_a_painting_error(
    app: App, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    map_canvas = scene.map_canvas
    if failing == "render_map_changes":
        _wait_for_painter(app, scene)
    attempts = 0

    def fail(*args: object) -> object:
        nonlocal attempts
        attempts += 1
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(f"kingdom.ui.map_editor.map_canvas.{failing}", fail)
        if failing == "render_map":
            map_canvas.set_document(MapDocument(FARM))
        else:
            map_canvas.mark_dirty(scene.document.replace_map(TAVERN))
        map_canvas.update(1.0, app.renderer)
        assert map_canvas.paint_task is not None
        map_canvas.paint_task.join()
        for _ in range(3):
            app.run_frame([], 0.3)
        assert attempts == 1, "the same map should not be painted again"
        assert not map_canvas.update(0.3, app.renderer), "the page should be idle"
    row, column = next(coord for coord, cell in scene.document.cells.items() if cell == ("water", ""))
    red, _, blue, _ = app.surface.get_at(hex_center(scene, row, column))
    assert blue > red + 40, "every hex should be visible without the image"

    map_canvas.mark_dirty(scene.document.replace_map(SECTIONS["oasis"]))
    _wait_for_painter(app, scene)
    full_image, _ = render_map(app.renderer.sprites, scene.document.grid, map_canvas.hex_grid.hex_width)
    assert map_canvas.image is not None
    assert pygame.image.tobytes(map_canvas.image, "RGBA") == pygame.image.tobytes(full_image, "RGBA")


def _wait_for_painter(app: App, scene: MapEditorPage) -> None:
    """Waits until the map image is up to date."""
    app.run_frame([], 0.3)
    while scene.map_canvas.update(0.3, app.renderer):
        pass


def test_zoom_and_pan_in_the_editor(app: App) -> None:
    """Zooms and pans by wheel, buttons and keys. In a zoomed view, painting affects the hex under the
    mouse."""
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    _wait_for_painter(app, scene)
    unzoomed, corner = scene.map_canvas.hex_grid, hex_center(scene, 0, 0)
    app.run_frame([mouse_moved(corner), pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2)], 0.01)
    zoomed = scene.map_canvas.hex_grid
    assert zoomed.hex_width > unzoomed.hex_width
    assert zoomed.hex_at(*corner) == (0, 0)
    scene.map_canvas.brush = ("water", "")
    last_visible = max(
        coord
        for coord in scene.document.cells
        if scene.map_canvas.rect.collidepoint(hex_center(scene, *coord))
    )
    click(app, hex_center(scene, *last_visible))
    assert scene.document.cells[last_visible] == ("water", "")
    _wait_for_painter(app, scene)
    assert scene.map_canvas.image is not None
    assert scene.map_canvas.image.get_width() > unzoomed.hex_width * 11.5
    scene.map_canvas.map_camera.pan(-9999, -9999)
    last = hex_center(scene, 9, 9)
    assert scene.map_canvas.rect.collidepoint(last)
    scene.group.set_focus(scene.map_canvas)
    scene.map_canvas.cursor = (0, 1)
    press(app, pygame.K_LEFT)
    assert scene.map_canvas.rect.collidepoint(hex_center(scene, 0, 0)), "the view should follow the cursor"
    click(app, find_widget(scene, Button, app.tr("ui.studio.fit")))
    assert scene.map_canvas.hex_grid == unzoomed
    press(app, pygame.K_PLUS)
    assert scene.map_canvas.hex_grid.hex_width > unzoomed.hex_width
    press(app, pygame.K_0)
    drag = pygame.event.Event(pygame.MOUSEMOTION, pos=corner, rel=(40, 0), buttons=(0, 1, 0))
    app.run_frame([mouse_moved(corner), drag], 0.01)
    assert scene.map_canvas.hex_grid == unzoomed, "the view should not leave the map"


def test_zoom_tools_are_disabled_at_their_limits(app: App) -> None:
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    assert scene.paint_tab is not None
    zoom_in, zoom_out = scene.paint_tab.tools["zoom_in"], scene.paint_tab.tools["zoom_out"]
    assert (zoom_in.enabled, zoom_out.enabled) == (True, False)
    app.run_frame(
        [mouse_moved(hex_center(scene, 5, 5)), pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=30)], 0.01
    )
    assert (zoom_in.enabled, zoom_out.enabled) == (False, True)
    click(app, zoom_out)
    assert zoom_in.enabled


def test_problems_are_listed_and_highlighted(app: App) -> None:
    scene = open_map_editor(app, "check", MapDocument("section"))
    rows = [candidate for candidate in scene.group.walk() if isinstance(candidate, ProblemRow)]
    assert resolve_text(rows[0].text) == app.tr("ui.studio.problem.no_locations", fewest=1)
    for column in range(2, 10, 2):
        scene.document.paint((4, column), ("castle", ""))
    scene.layout(app.size)
    row = find_widget(scene, ProblemRow, app.tr("ui.studio.problem.many_landmarks", count=4, most=3))
    click(app, row)
    assert list(scene.map_canvas.highlighted_hexes) == [(4, 8)]
    click(app, row)
    assert not list(scene.map_canvas.highlighted_hexes)


def test_map_is_compared_with_printed_sections(app: App) -> None:
    scene = open_map_editor(app, "check", MapDocument("section"))
    rows = {row.comparison.terrain: row for row in scene.group.walk() if isinstance(row, TerrainStatsRow)}
    assert list(rows) == ["grass", "canyon", "desert", "flower", "forest", "water"]
    assert rows["grass"].name == app.tr("terrain.grass")
    app.run_frame([], 0.05)
    red = tuple(app.renderer.color("text_error"))[:3]
    has_red = {terrain: _has_color(app.surface.subsurface(row.rect), red) for terrain, row in rows.items()}
    assert all(has_red.values()), "an all-grass map differs in every terrain"
    scene.map_canvas.set_document(MapDocument(FARM))
    scene.layout(app.size)
    app.run_frame([], 0.05)
    assert not any(
        _has_color(app.surface.subsurface(row.rect), red)
        for row in scene.group.walk()
        if isinstance(row, TerrainStatsRow)
    )


def _has_color(surface: pygame.Surface, color: tuple[int, ...]) -> bool:
    return any(
        tuple(surface.get_at((x, y)))[:3] == color
        for x in range(surface.get_width())
        for y in range(surface.get_height())
    )


@pytest.fixture
def maps_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the player's own maps."""
    folder = tmp_path / "maps"
    for module in (library, map_editor_scene):
        monkeypatch.setattr(module, "user_maps_dir", lambda: folder)
    return folder


def open_user_map_editor(app: App, source: TerrainGrid | str) -> MapEditorPage:
    """Opens the map editor with a map. The editor saves to the player's maps folder."""
    scene = MapEditorPage()
    scene.map_canvas.set_document(MapDocument(source))
    app.push(MainMenu())
    app.push(scene)
    return scene


@pytest.mark.parametrize("kind", ["board", "section", "island"])
def test_play_this_map_and_return_to_the_editor(app: App, maps_folder: Path, kind: str) -> None:
    sources = {"board": generate_board(3), "section": FARM, "island": next(iter(ISLANDS.values()))}
    scene = open_user_map_editor(app, sources[kind])
    assert scene.document.paint((0, 0), ("mountain", ""))
    edited = scene.document.grid
    click(app, find_widget(scene, Button, app.tr("ui.studio.play")))
    page = app.scene
    assert isinstance(page, NewGamePage)
    assert scene.files_tab.path is not None
    assert grid_to_contents(library.read_unfinished_map(scene.files_tab.path)[0]) == grid_to_contents(edited)
    assert page.start_error is None
    click(app, page.start_button)
    press(app, pygame.K_SPACE)  # closes the opening
    assert isinstance(app.scene, MatchScene)
    setup = app.scene.match.record.setup
    if kind == "board":
        assert setup.grid == edited
    elif kind == "section":
        assert setup.source_names[0] == "my-map.tmx"
        assert setup.grid is not None
        assert _first_content(setup.grid, 0) == ("mountain", "")
    else:
        assert setup.expansion_choices["island"] == write_grid(edited)
    app.navigator.restart_game(app.scene.match)
    app.navigator.open_main_menu()
    assert top_scene(app) is scene
    assert scene.document.can_undo
    press(app, pygame.K_ESCAPE)
    assert isinstance(top_scene(app), MainMenu)


def test_new_game_from_the_editor_returns_to_the_editor(app: App, maps_folder: Path) -> None:
    scene = open_user_map_editor(app, FARM)
    for _ in range(2):
        scene.play_map()
        press(app, pygame.K_ESCAPE)
        assert app.scene is scene
    assert scene.files_tab.name_field.text == app.tr("ui.studio.untitled")
    other = open_user_map_editor(app, FARM)
    other.play_map()
    assert other.files_tab.name_field.text == f"{app.tr('ui.studio.untitled')} 2"


def test_map_with_errors_or_a_taken_name_is_not_played(app: App, maps_folder: Path) -> None:
    scene = open_user_map_editor(app, "section")
    scene.play_map()
    app.run_frame([], 0.05)
    assert (app.scene, scene.tab) == (scene, "check")
    scene = open_user_map_editor(app, generate_board(3))
    scene.files_tab.name_field.set_text("Spiral")
    scene.play_map()
    assert (app.scene, scene.tab) == (scene, "keep")
    assert app.tr("ui.studio.exists", file="spiral.tmx") in [toast.text for toast in app.toasts]


def test_copy_and_paste_a_share_code(app: App) -> None:
    scene = open_map_editor(app, "keep", MapDocument(FARM))
    click(app, find_widget(scene, Button, app.tr("ui.studio.copy")))
    assert clipboard.paste() == encode_map(FARM)
    clipboard.copy("  " + encode_map(TAVERN).lower())
    click(app, find_widget(scene, Button, app.tr("ui.studio.paste")))
    assert grid_to_contents(scene.document.grid) == grid_to_contents(TAVERN)
    scene.undo()
    assert grid_to_contents(scene.document.grid) == grid_to_contents(FARM)
    clipboard.copy("K1-NONSENSE")
    click(app, find_widget(scene, Button, app.tr("ui.studio.paste")))
    assert grid_to_contents(scene.document.grid) == grid_to_contents(FARM)
    assert app.tr("ui.studio.no_code") in [toast.text for toast in app.toasts]


def test_map_is_saved_and_reopened_without_losing_others(app: App) -> None:
    scene = open_map_editor(app, "keep", MapDocument(FARM))
    click(app, find_widget(scene, Button, app.tr("ui.studio.save")))
    assert app.tr("ui.studio.no_name") in [toast.text for toast in app.toasts]
    scene.files_tab.name_field.set_text("Süße Heimat")
    scene.document.paint((0, 0), ("water", ""))
    click(app, find_widget(scene, Button, app.tr("ui.studio.save")))
    file = scene.files_tab.folder / "sue-heimat.tmx"
    saved = grid_to_contents(scene.document.grid)
    assert grid_to_contents(library.read_map_grid(file)) == saved
    assert not scene.document.is_modified
    click(app, find_widget(scene, Button, app.tr("ui.studio.new.island")))
    assert scene.document.kind == "island"
    scene.files_tab.name_field.set_text("Süße Heimat")
    click(app, find_widget(scene, Button, app.tr("ui.studio.save")))
    assert grid_to_contents(library.read_map_grid(file)) == saved
    (scene.files_tab.folder / "broken.tmx").write_text("no map")
    row = find_widget(scene, MapRow, "Süße Heimat")
    click(app, row)
    assert grid_to_contents(scene.document.grid) == saved
    assert scene.document.paint((2, 2), ("castle", ""))
    press(app, pygame.K_ESCAPE)
    assert isinstance(top_scene(app), Dialog)
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is scene


def test_maps_are_read_in_background_with_a_time_limit(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    may_continue, reader_threads = threading.Event(), []
    original = library.list_custom_maps

    def list_maps_slowly(folder: Path) -> Any:
        reader_threads.append(threading.current_thread())
        assert may_continue.wait(120)
        return original(folder)

    def shown_texts() -> list[str]:
        return [resolve_text(getattr(widget, "text", "")) for widget in scene.group.walk()]

    monkeypatch.setattr(library, "list_custom_maps", list_maps_slowly)
    app.map_task_type = BackgroundTask
    scene = open_map_editor(app, "keep", MapDocument(FARM))
    scene.files_tab.name_field.set_text("Mine")
    assert scene.files_tab.save_map()
    scene.layout(app.size)
    assert app.tr("ui.new.why.reading") in shown_texts()
    may_continue.set()
    while scene.files_tab.is_loading:
        app.run_frame([], 0.01)
    assert find_widget(scene, MapRow, "Mine")
    assert threading.main_thread() not in reader_threads
    may_continue.clear()
    monkeypatch.setattr(files_tab, "LOAD_TIMEOUT_S", 0.05)
    assert scene.files_tab.save_map()
    scene.layout(app.size)
    while scene.files_tab.is_loading:
        app.run_frame([], 0.01)
    assert reader_threads[-1].is_alive()  # nobody waited for it
    assert app.tr("ui.studio.unreadable") in shown_texts()
    may_continue.set()


def test_unsaved_map_can_be_saved_on_leaving(app: App) -> None:
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    scene.document.paint((0, 0), ("water", ""))
    press(app, pygame.K_ESCAPE)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    click(app, dialog.buttons[0])
    assert top_scene(app) is scene, "a map without a name should not be saved"
    assert app.tr("ui.studio.no_name") in [toast.text for toast in app.toasts]
    assert scene.tab == "keep"
    assert scene.group.focus is scene.files_tab.name_field
    scene.files_tab.name_field.set_text("Farm")
    press(app, pygame.K_ESCAPE)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    click(app, dialog.buttons[0])
    assert top_scene(app) is not scene
    assert library.read_map_grid(scene.files_tab.folder / "farm.tmx").rows == scene.document.grid.rows


def test_unsaved_title_or_replaced_section_asks_before_leaving(app: App) -> None:
    scene = open_map_editor(app, "keep", MapDocument(FARM))
    scene.files_tab.name_field.set_text("Mine")
    assert scene.files_tab.save_map()
    dropdown = next(candidate for candidate in scene.group.walk() if isinstance(candidate, Dropdown))
    dropdown.select(1 + list(SECTIONS).index("temple"))
    press(app, pygame.K_ESCAPE)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog), "a changed section to replace should count as unsaved"
    press(app, pygame.K_ESCAPE)
    assert scene.files_tab.save_map()
    scene.files_tab.name_field.set_text("My Temple")
    app.run_frame([pygame.event.Event(pygame.QUIT)], 0.01)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog), "a changed title should count as unsaved"
    click(app, dialog.buttons[0])
    assert not app.running
    saved = library.open_custom_map(scene.files_tab.folder / "my-temple.tmx")
    assert (saved.title, saved.replaces_section) == ("My Temple", "temple")


def test_tenth_kind_of_location_is_rejected_with_a_reason(app: App) -> None:
    scene = open_map_editor(app, "paint", MapDocument("section"))
    kinds = palette_groups()[2][1][:10]
    for column, cell in enumerate(kinds[:9]):
        assert scene.document.paint((5, column), cell)
    scene.set_brush(kinds[9])
    click(app, hex_center(scene, 2, 2))
    assert scene.document.cells[2, 2] == ("grass", "")
    reason = app.tr("ui.studio.full", most=9)
    assert reason in [toast.text for toast in app.toasts]
    app.toasts.clear()
    scene.group.set_focus(scene.map_canvas)
    press(app, pygame.K_SPACE)
    assert reason in [toast.text for toast in app.toasts]


def test_closing_the_window_asks_about_unsaved_changes(app: App) -> None:
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    scene.document.paint((0, 0), ("water", ""))
    app.run_frame([pygame.event.Event(pygame.QUIT)], 0.01)
    assert app.running
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is scene
    app.run_frame([pygame.event.Event(pygame.QUIT)], 0.01)
    app.run_frame([pygame.event.Event(pygame.QUIT)], 0.01)
    assert not app.running, "closing twice should discard the changes"


def test_opening_a_file_asks_about_unsaved_changes(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(app.navigator, "open_file", opened.append)
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    scene.document.paint((0, 0), ("water", ""))
    drop = pygame.event.Event(pygame.DROPFILE, file="game.kingdom")
    app.run_frame([drop], 0.01)
    app.run_frame([drop], 0.01)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    assert opened == [], "the second file should not discard the changes"
    click(app, dialog.buttons[1])
    assert opened == [Path("game.kingdom")]
    assert app.running


def test_window_without_unsaved_changes_closes_immediately(app: App) -> None:
    open_map_editor(app, "paint", MapDocument(FARM))
    app.run_frame([pygame.event.Event(pygame.QUIT)], 0.01)
    assert not app.running


def test_custom_section_stays_playable_after_its_file_is_deleted(tmp_path: Path, maps_folder: Path) -> None:
    """Paints a section by mouse, saves and selects it, starts a game, deletes the map file and replays the
    record."""
    app = open_app(tmp_path, (1280, 800))
    options = menu_scenes.large_game_options()
    options.board = BOARD_SECTIONS
    page = NewGamePage(options)
    page.tab = "board"
    app.push(page)
    click(
        app,
        next(
            element
            for element in page.group.walk()
            if isinstance(element, Button) and element.icon == "pencil"
        ),
    )
    scene = app.scene
    assert isinstance(scene, MapEditorPage)
    scene.map_canvas.set_document(MapDocument(FARM))
    scene.map_canvas.brush = ("mountain", "")
    click(app, hex_center(scene, 0, 0))
    click(app, _tab_center(app, scene, "keep"))
    scene.group.set_focus(scene.files_tab.name_field)
    app.run_frame(text_input("My farm"), 0.01)
    app.run_frame([key_down(pygame.K_s, pygame.KMOD_CTRL)], 0.01)
    press(app, pygame.K_ESCAPE)
    assert app.scene is page
    dropdowns = [
        element
        for element in page.group.walk()
        if isinstance(element, Dropdown) and "my-farm.tmx" in dict(element.options)
    ]
    assert len(dropdowns) == 4
    slot = 2
    page.game_options.place_section(slot, "my-farm.tmx")
    page.options_changed()
    assert page.start_error is None
    app.navigator.start_game(page.game_options)
    advance(app, 0.1)
    match_scene = app.scenes[0]
    assert isinstance(match_scene, MatchScene)
    (maps_folder / "my-farm.tmx").unlink()
    record = read_record(write_record(match_scene.match.record))
    assert record.setup.source_names[slot] == "my-farm.tmx"
    assert record.setup.grid is not None
    assert _first_content(record.setup.grid, slot) == ("mountain", "")
    assert replay(record).board.grid == record.setup.grid
    app.close()


def _tab_center(app: App, scene: MapEditorPage, tab: str) -> tuple[int, int]:
    tabs = next(widget for widget in scene.group.walk() if isinstance(widget, TabBar))
    return tabs.tab_rect(MAP_EDITOR_TABS.index(tab)).center


def _first_content(grid: TerrainGrid, slot: int) -> tuple[str, str]:
    return grid_to_contents(grid)[slot // 2 * 10, slot % 2 * 10]


@pytest.mark.parametrize("size", SIZES)
def test_map_editor_layout_at_every_size(size: tuple[int, int], tmp_path: Path) -> None:
    app = open_app(tmp_path, size)
    scene = open_map_editor(app, "paint", MapDocument(FARM))
    for language in LANGUAGES:
        app.settings.language = language
        app.apply_settings()
        for tab in MAP_EDITOR_TABS:
            scene.tab = tab
            scene.layout(app.size)
            app.run_frame([], 0.01)
            assert_no_overlap(scene, app.size)
    app.close()
