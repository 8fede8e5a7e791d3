"""The studio by posted events: drawing by mouse and keys, what is wrong, keeping and sharing; and the way to
it from a new game."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pygame
import pytest
from tools.pictures import of_menus
from tools.pictures.of_studio import studio
from window import (
    assert_tidy,
    click,
    down,
    moved,
    on_top,
    open_app,
    paint_finely,
    press,
    pressed,
    settle,
    typed,
    up,
)

from kingdom import tiled
from kingdom.learn.reference import entries, shipped
from kingdom.map_check import cells_of
from kingdom.match import map_files, own_sections
from kingdom.match.choices import BY_HAND
from kingdom.record import read_record, replay, write_record
from kingdom.rules.board import Grid
from kingdom.rules.registry import SECTIONS
from kingdom.studio import maps
from kingdom.studio.canvas import Canvas
from kingdom.studio.share import write_code
from kingdom.text import LANGUAGES
from kingdom.ui.app.app import App
from kingdom.ui.board.board_picture import paint_land, repaint_land
from kingdom.ui.board.land_row import LandRow
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.reference.pictures import page_about
from kingdom.ui.scene.dialog import Dialog
from kingdom.ui.studio import scene as studio_scene
from kingdom.ui.studio.compared_row import ComparedRow
from kingdom.ui.studio.palette import Colour, cells_by_kind
from kingdom.ui.studio.problem_row import ProblemRow
from kingdom.ui.studio.scene import TABS, StudioScene
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.widget import Widget, told

WINDOW_SIZE = (800, 600)

SIZES = [(480, 360), (800, 600), (1280, 800)]
FARM, TAVERN = SECTIONS["farm"], SECTIONS["tavern"]


def spot(scene: StudioScene, row: int, column: int) -> tuple[int, int]:
    x, y = scene.easel.hexes.centre(row, column)
    return round(x), round(y)


def widget(scene: StudioScene, kind: type[Widget], words: str) -> Widget:
    """The widget that says this, or tells it when it is pointed at."""
    found = next(
        one
        for one in scene.group.walk()
        if isinstance(one, kind) and words in (told(getattr(one, "text", "")), one.tip())
    )
    scene.area.reveal(found)
    return found


def test_left_paints_in_strokes_and_right_picks_up(app: App) -> None:
    scene = studio(app, "paint", Canvas(FARM))
    before = dict(scene.canvas.cells)
    click(app, widget(scene, Colour, app.say("terrain.forest")))
    assert scene.easel.cell == ("forest", "")
    begin, end = spot(scene, 4, 2), spot(scene, 4, 7)
    app.step([moved(begin), down(begin)], 0.01)
    app.step([moved(end)], 0.01)
    app.step([up(end)], 0.01)
    assert all(scene.canvas.cells[4, column] == ("forest", "") for column in range(2, 8))
    press(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert scene.canvas.cells == before
    press(app, pygame.K_y, mod=pygame.KMOD_CTRL)
    assert scene.canvas.cells[4, 5] == ("forest", "")
    place = next(place for place, cell in before.items() if cell == ("location", "farm"))
    app.step([down(spot(scene, *place), 3)], 0.01)
    assert scene.easel.cell == ("location", "farm")


def test_whole_areas_are_filled_and_tools_work(app: App) -> None:
    scene = studio(app, "paint", Canvas(TAVERN))
    scene.easel.cell = ("water", "")
    scene.easel.filling = True
    click(app, spot(scene, 0, 1))
    assert scene.canvas.cells[1, 3] == ("water", "")
    click(app, widget(scene, Button, app.say("ui.studio.undo")))
    assert cells_of(scene.canvas.grid) == cells_of(TAVERN)
    for tool in ("turn", "mirror", "grow"):
        click(app, widget(scene, Button, app.say(f"ui.studio.{tool}")))
        assert cells_of(scene.canvas.grid) != cells_of(TAVERN)
        click(app, widget(scene, Button, app.say("ui.studio.undo")))
        assert cells_of(scene.canvas.grid) == cells_of(TAVERN)


def test_the_keyboard_paints_too(app: App) -> None:
    scene = studio(app, "paint", Canvas("section"))
    scene.group.set_focus(scene.easel)
    press(app, pygame.K_UP, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_SPACE)
    assert scene.canvas.cells[5, 7] == ("water", "")
    press(app, pygame.K_LEFT, pygame.K_p)
    assert scene.easel.cell == ("grass", "")


def test_from_the_land_one_tab_leads_to_what_it_is_painted_with_and_back(app: App) -> None:
    scene = studio(app, "paint", Canvas("section"))
    scene.group.set_focus(scene.easel)
    app.step([pressed(pygame.K_TAB, pygame.KMOD_SHIFT)], 0.05)
    lit = scene.group.focus
    assert isinstance(lit, Colour)
    assert lit.chosen
    press(app, pygame.K_LEFT, pygame.K_SPACE, pygame.K_TAB)
    assert scene.group.focus is scene.easel
    press(app, pygame.K_UP, pygame.K_SPACE)
    assert scene.canvas.cells[5, 5] == ("forest", "")


def test_ctrl_s_keeps_the_land_also_while_a_closed_list_has_the_keyboard(app: App) -> None:
    scene = studio(app, "keep", Canvas(FARM))
    scene.drawer.name.set("mine")
    (stands_for,) = (one for one in scene.group.walk() if isinstance(one, Choice))
    scene.group.set_focus(stands_for)
    app.step([pressed(pygame.K_s, pygame.KMOD_CTRL)], 0.05)
    assert scene.drawer.path is not None


def test_every_word_of_every_box_can_be_painted(app: App) -> None:
    scene = studio(app, "paint", Canvas("section"))
    colours = [one.cell for one in scene.group.walk() if isinstance(one, Colour)]
    assert colours == [cell for _, cells in cells_by_kind() for cell in cells]
    assert set(colours) == set(tiled.tile_numbers())


def test_f1_on_a_hex_to_paint_with_leads_to_its_page(app: App) -> None:
    scene = studio(app, "paint", Canvas("section"))
    every = entries(shipped())
    for colour in [one for one in scene.group.walk() if isinstance(one, Colour)]:
        note, (word, tile) = colour.note(), colour.cell
        page = page_about(app.look, every, note.about, note.picture)
        assert page is not None
        assert page.endswith(f".{tile or word}")


def test_fresh_hexes_are_seen_at_once_and_the_painter_follows(app: App) -> None:
    scene = studio(app, "paint", Canvas(FARM))
    _painted(app, scene)
    before = app.surface.get_at(spot(scene, 8, 0))
    scene.easel.cell = ("water", "")
    picture = scene.easel.picture
    click(app, spot(scene, 8, 0))
    app.step([moved((2, 2))], 0.01)
    assert app.surface.get_at(spot(scene, 8, 0)) != before
    _painted(app, scene)
    assert scene.easel.picture is picture, "only a part of it was painted anew"
    assert not scene.easel.update(0.1, app.look)


def test_after_strokes_the_picture_is_that_of_the_whole_land(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pixel by pixel: strokes, a fill, what is taken back, a landmark between two lands."""
    paint_finely(monkeypatch)
    scene = studio(app, "paint", Canvas(FARM))
    _painted(app, scene)
    easel = scene.easel
    for cell, filling, row, column in (
        (("water", ""), False, 0, 0),
        (("mountain", ""), False, 5, 5),
        (("castle", ""), False, 5, 6),
        (("location", "tavern"), False, 9, 9),
        (("flower", ""), True, 8, 2),
    ):
        easel.cell, easel.filling = cell, filling
        click(app, spot(scene, row, column))
        _painted(app, scene)
    scene.undo()
    _painted(app, scene)
    whole, _ = paint_land(app.look.sheets, scene.canvas.grid, easel.hexes.width)
    assert easel.picture is not None
    tables = [pygame.Surface(whole.get_size()) for _ in range(2)]
    for table, picture in zip(tables, (easel.picture, whole), strict=True):
        table.blit(picture, (0, 0))
    assert pygame.image.tobytes(tables[0], "RGB") == pygame.image.tobytes(tables[1], "RGB")


def test_a_stroke_while_the_painter_works_is_seen(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = studio(app, "paint", Canvas(FARM))
    _painted(app, scene)
    may_end = threading.Event()

    def paint_long(*words: Any) -> object:
        may_end.wait(60)
        return repaint_land(*words)

    monkeypatch.setattr("kingdom.ui.studio.easel.repaint_land", paint_long)
    scene.easel.cell = ("water", "")
    scene.easel.renew(scene.canvas.replace(TAVERN))
    scene.easel.update(1.0, app.look)  # the painter begins
    work = scene.easel.work
    app.step([moved(spot(scene, 0, 8)), down(spot(scene, 0, 8))], 0.0)
    may_end.set()
    while scene.easel.work is work:
        scene.easel.update(0.0, app.look)
    app.step([moved((2, 2))], 0.0)
    red, _, blue, _ = app.surface.get_at(spot(scene, 0, 8))
    assert blue > red + 40, "water, though the picture knows nothing of it"


def test_another_land_does_not_wait_for_the_painter(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    may_end = threading.Event()

    def paint_long(*words: Any) -> object:
        may_end.wait(60)
        return paint_land(*words)

    monkeypatch.setattr("kingdom.ui.studio.easel.paint_land", paint_long)
    scene = studio(app, "paint", Canvas(FARM))
    app.step([], 0.3)
    scene.easel.show(Canvas(TAVERN))
    app.step([], 0.3)
    may_end.set()
    _painted(app, scene)
    whole, _ = paint_land(app.look.sheets, TAVERN, scene.easel.hexes.width)
    assert scene.easel.picture is not None
    assert pygame.image.tobytes(scene.easel.picture, "RGBA") == pygame.image.tobytes(whole, "RGBA")


def _painted(app: App, scene: StudioScene) -> None:
    """Wait for the painter."""
    app.step([], 0.3)
    while scene.easel.update(0.3, app.look):
        pass


def test_the_land_is_looked_at_closely(app: App) -> None:
    """By wheel, buttons and keys; a hand that has zoomed in paints where it points."""
    scene = studio(app, "paint", Canvas(FARM))
    _painted(app, scene)
    whole, corner = scene.easel.hexes, spot(scene, 0, 0)
    app.step([moved(corner), pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2)], 0.01)
    near = scene.easel.hexes
    assert near.width > whole.width
    assert near.at(*corner) == (0, 0)
    scene.easel.cell = ("water", "")
    far = max(place for place in scene.canvas.cells if scene.easel.rect.collidepoint(spot(scene, *place)))
    click(app, spot(scene, *far))
    assert scene.canvas.cells[far] == ("water", "")
    _painted(app, scene)
    assert scene.easel.picture is not None
    assert scene.easel.picture.get_width() > whole.width * 11.5
    scene.easel.sight.pan(-9999, -9999)
    last = spot(scene, 9, 9)
    assert scene.easel.rect.collidepoint(last)
    scene.group.set_focus(scene.easel)
    scene.easel.spot = (0, 1)
    press(app, pygame.K_LEFT)
    assert scene.easel.rect.collidepoint(spot(scene, 0, 0)), "the arrows lead the land along"
    click(app, widget(scene, Button, app.say("ui.studio.fit")))
    assert scene.easel.hexes == whole
    press(app, pygame.K_PLUS)
    assert scene.easel.hexes.width > whole.width
    press(app, pygame.K_0)
    drag = pygame.event.Event(pygame.MOUSEMOTION, pos=corner, rel=(40, 0), buttons=(0, 1, 0))
    app.step([moved(corner), drag], 0.01)
    assert scene.easel.hexes == whole, "nothing beyond the land is shown"


def test_zoom_tools_rest_where_they_would_do_nothing(app: App) -> None:
    scene = studio(app, "paint", Canvas(FARM))
    assert scene.palette is not None
    closer, farther = scene.palette.tools["zoom_in"], scene.palette.tools["zoom_out"]
    assert (closer.enabled, farther.enabled) == (True, False)
    app.step([moved(spot(scene, 5, 5)), pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=30)], 0.01)
    assert (closer.enabled, farther.enabled) == (False, True)
    click(app, farther)
    assert closer.enabled


def test_what_is_wrong_is_told_and_lit(app: App) -> None:
    scene = studio(app, "check", Canvas("section"))
    rows = [one for one in scene.group.walk() if isinstance(one, ProblemRow)]
    assert told(rows[0].text) == app.say("ui.studio.problem.no_locations", fewest=1)
    for column in range(2, 10, 2):
        scene.canvas.paint((4, column), ("castle", ""))
    scene.layout(app.size)
    row = widget(scene, ProblemRow, app.say("ui.studio.problem.many_landmarks", count=4, most=3))
    click(app, row)
    assert list(scene.easel.lit) == [(4, 8)]
    click(app, row)
    assert not list(scene.easel.lit)


def test_the_land_is_held_beside_the_sections(app: App) -> None:
    scene = studio(app, "check", Canvas("section"))
    rows = {row.beside.terrain: row for row in scene.group.walk() if isinstance(row, ComparedRow)}
    assert list(rows) == ["grass", "canyon", "desert", "flower", "forest", "water"]
    assert rows["grass"].name == app.say("terrain.grass")
    app.step([], 0.05)
    red = tuple(app.look.colour("text_error"))[:3]
    reds = {terrain: _has(app.surface.subsurface(row.rect), red) for terrain, row in rows.items()}
    assert all(reds.values()), "all grass is unlike every section"
    scene.easel.show(Canvas(FARM))
    scene.layout(app.size)
    app.step([], 0.05)
    assert not any(
        _has(app.surface.subsurface(row.rect), red)
        for row in scene.group.walk()
        if isinstance(row, ComparedRow)
    )


def _has(picture: pygame.Surface, colour: tuple[int, ...]) -> bool:
    return any(
        tuple(picture.get_at((x, y)))[:3] == colour
        for x in range(picture.get_width())
        for y in range(picture.get_height())
    )


def test_a_code_is_copied_and_pasted(app: App) -> None:
    scene = studio(app, "keep", Canvas(FARM))
    click(app, widget(scene, Button, app.say("ui.studio.copy")))
    assert clipboard.paste() == write_code(FARM)
    clipboard.copy("  " + write_code(TAVERN).lower())
    click(app, widget(scene, Button, app.say("ui.studio.paste")))
    assert cells_of(scene.canvas.grid) == cells_of(TAVERN)
    scene.undo()
    assert cells_of(scene.canvas.grid) == cells_of(FARM)
    clipboard.copy("K1-NONSENSE")
    click(app, widget(scene, Button, app.say("ui.studio.paste")))
    assert cells_of(scene.canvas.grid) == cells_of(FARM)
    assert app.say("ui.studio.no_code") in [toast.text for toast in app.toasts]


def test_a_land_is_kept_and_opened_again_and_no_other_is_lost(app: App) -> None:
    scene = studio(app, "keep", Canvas(FARM))
    click(app, widget(scene, Button, app.say("ui.studio.save")))
    assert app.say("ui.studio.no_name") in [toast.text for toast in app.toasts]
    scene.drawer.name.set("Süße Heimat")
    scene.canvas.paint((0, 0), ("water", ""))
    click(app, widget(scene, Button, app.say("ui.studio.save")))
    file = scene.drawer.folder / "sue-heimat.tmx"
    kept = cells_of(scene.canvas.grid)
    assert cells_of(tiled.read(file)) == kept
    assert not scene.canvas.changed
    click(app, widget(scene, Button, app.say("ui.studio.new.island")))
    assert scene.canvas.kind == "island"
    scene.drawer.name.set("Süße Heimat")
    click(app, widget(scene, Button, app.say("ui.studio.save")))
    assert cells_of(tiled.read(file)) == kept
    (scene.drawer.folder / "broken.tmx").write_text("no map")
    row = widget(scene, LandRow, "Süße Heimat")
    click(app, row)
    assert cells_of(scene.canvas.grid) == kept
    assert scene.canvas.paint((2, 2), ("castle", ""))
    press(app, pygame.K_ESCAPE)
    assert isinstance(on_top(app), Dialog)
    press(app, pygame.K_ESCAPE)
    assert on_top(app) is scene


def test_what_was_drawn_can_be_kept_on_the_way_out(app: App) -> None:
    scene = studio(app, "paint", Canvas(FARM))
    scene.canvas.paint((0, 0), ("water", ""))
    press(app, pygame.K_ESCAPE)
    asked = on_top(app)
    assert isinstance(asked, Dialog)
    click(app, asked.buttons[0])
    assert on_top(app) is scene, "it has no name yet"
    assert app.say("ui.studio.no_name") in [toast.text for toast in app.toasts]
    assert scene.tab == "keep"
    assert scene.group.focus is scene.drawer.name
    scene.drawer.name.set("Farm")
    press(app, pygame.K_ESCAPE)
    asked = on_top(app)
    assert isinstance(asked, Dialog)
    click(app, asked.buttons[0])
    assert on_top(app) is not scene
    assert tiled.read(scene.drawer.folder / "farm.tmx").rows == scene.canvas.grid.rows


def test_a_new_name_or_what_land_stands_for_is_not_lost_without_a_question(app: App) -> None:
    scene = studio(app, "keep", Canvas(FARM))
    scene.drawer.name.set("Mine")
    assert scene.drawer.save()
    choice = next(one for one in scene.group.walk() if isinstance(one, Choice))
    choice.choose(1 + list(SECTIONS).index("temple"))
    press(app, pygame.K_ESCAPE)
    asked = on_top(app)
    assert isinstance(asked, Dialog), "a land that stands in for another section now"
    press(app, pygame.K_ESCAPE)
    assert scene.drawer.save()
    scene.drawer.name.set("My Temple")
    app.step([pygame.event.Event(pygame.QUIT)], 0.01)
    asked = on_top(app)
    assert isinstance(asked, Dialog), "a land with another name"
    click(app, asked.buttons[0])
    assert not app.running
    kept = maps.open_drawing(scene.drawer.folder / "my-temple.tmx")
    assert (kept.title, kept.stands_for) == ("My Temple", "temple")


def test_a_tenth_kind_of_location_is_refused_with_a_reason(app: App) -> None:
    scene = studio(app, "paint", Canvas("section"))
    kinds = cells_by_kind()[2][1][:10]
    for column, cell in enumerate(kinds[:9]):
        assert scene.canvas.paint((5, column), cell)
    scene.pick(kinds[9])
    click(app, spot(scene, 2, 2))
    assert scene.canvas.cells[2, 2] == ("grass", "")
    reason = app.say("ui.studio.full", most=9)
    assert reason in [toast.text for toast in app.toasts]
    app.toasts.clear()
    scene.group.set_focus(scene.easel)
    press(app, pygame.K_SPACE)
    assert reason in [toast.text for toast in app.toasts]


def test_closing_the_window_loses_no_drawing_without_a_question(app: App) -> None:
    scene = studio(app, "paint", Canvas(FARM))
    scene.canvas.paint((0, 0), ("water", ""))
    app.step([pygame.event.Event(pygame.QUIT)], 0.01)
    assert app.running
    dialog = on_top(app)
    assert isinstance(dialog, Dialog)
    press(app, pygame.K_ESCAPE)
    assert on_top(app) is scene
    app.step([pygame.event.Event(pygame.QUIT)], 0.01)
    app.step([pygame.event.Event(pygame.QUIT)], 0.01)
    assert not app.running, "closed twice: meant"


def test_a_window_without_a_fresh_drawing_closes_at_once(app: App) -> None:
    studio(app, "paint", Canvas(FARM))
    app.step([pygame.event.Event(pygame.QUIT)], 0.01)
    assert not app.running


def test_from_drawing_to_playing_without_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw a section by mouse, keep it, choose it, begin a game, delete the map, go on."""
    folder = tmp_path / "maps"
    for module in (own_sections, map_files, studio_scene):
        monkeypatch.setattr(module, "user_maps", lambda: folder)
    app = open_app(tmp_path, (1280, 800))
    choices = of_menus.some_choices()
    choices.board = BY_HAND
    page = NewGame(choices)
    page.tab = "board"
    app.push(page)
    click(app, next(w for w in page.group.walk() if isinstance(w, Button) and w.icon == "pencil"))
    scene = app.scene
    assert isinstance(scene, StudioScene)
    scene.easel.show(Canvas(FARM))
    scene.easel.cell = ("mountain", "")
    click(app, spot(scene, 0, 0))
    click(app, _tab(app, scene, "keep"))
    scene.group.set_focus(scene.drawer.name)
    app.step(typed("My farm"), 0.01)
    app.step([pressed(pygame.K_s, pygame.KMOD_CTRL)], 0.01)
    press(app, pygame.K_ESCAPE)
    assert app.scene is page
    lists = [w for w in page.group.walk() if isinstance(w, Choice) and "my-farm.tmx" in dict(w.options)]
    assert len(lists) == 4
    place = 2
    page.choices.put_section(place, "my-farm.tmx")
    page.changed()
    assert page.why is None
    app.ways.start(page.choices)
    settle(app, 0.1)
    table = app.scenes[0]
    assert isinstance(table, TableScene)
    (folder / "my-farm.tmx").unlink()
    record = read_record(write_record(table.match.record))
    assert record.setup.made_of[place] == "my-farm.tmx"
    assert record.setup.grid is not None
    assert _first(record.setup.grid, place) == ("mountain", "")
    assert replay(record).board.grid == record.setup.grid
    app.close()


def _tab(app: App, scene: StudioScene, tab: str) -> tuple[int, int]:
    tabs = scene.group.widgets[1]
    return tabs.tab_rect(TABS.index(tab)).center  # type: ignore[attr-defined, no-any-return]


def _first(grid: Grid, quarter: int) -> tuple[str, str]:
    return cells_of(grid)[quarter // 2 * 10, quarter % 2 * 10]


@pytest.mark.parametrize("size", SIZES)
def test_the_studio_is_tidy_at_every_size(size: tuple[int, int], tmp_path: Path) -> None:
    app = open_app(tmp_path, size)
    scene = studio(app, "paint", Canvas(FARM))
    for language in LANGUAGES:
        app.settings.language = language
        app.refresh()
        for tab in TABS:
            scene.tab = tab
            scene.layout(app.size)
            app.step([], 0.01)
            assert_tidy(scene, app.size)
    app.close()
