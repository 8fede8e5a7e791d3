"""What is not seen takes no room: pictures of scenes that were left, of what lies around the land, of large
panels."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pygame
import pytest
from at_the_table import play_on, table
from window import paint_finely, settle, sheets

from kingdom.review.desk import Desk
from kingdom.review.timeline import timeline
from kingdom.rules.chance import Chance
from kingdom.rules.hexes import BIT, HEX_AT
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.app.app import App
from kingdom.ui.board import land_picture, stage
from kingdom.ui.board import pane as pane_module
from kingdom.ui.board.aside import Aside
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.errand import NotWanted, Wanted
from kingdom.ui.board.hex_lights import HexLights
from kingdom.ui.board.land_picture import Framing, LandPainter
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.painter import BoardPainter
from kingdom.ui.board.pane import LARGEST_HEX, Pane
from kingdom.ui.board.spotlight import Spotlight
from kingdom.ui.board.still_picture import StillPicture
from kingdom.ui.ceremony.ceremony import Ceremony
from kingdom.ui.draw import look as look_module
from kingdom.ui.draw.geometry import MARGIN, HexGrid, centred
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import TableTop, nothing
from kingdom.ui.draw.pixel_cache import PixelCache
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.review import line_chart
from kingdom.ui.review.line_chart import Curve, LineChart
from kingdom.ui.review.scene import ReviewScene
from kingdom.ui.table.table import TableScene

WINDOW_SIZE = (640, 480)


@pytest.fixture
def app(window: App) -> App:
    window.settings.animation = "off"
    return window


def shown_table(app: App) -> TableScene:
    scene = some_table()
    app.replace(scene)
    settle(app, 0.3)
    return scene


def test_a_table_that_is_left_lets_its_pictures_go(app: App) -> None:
    scene = shown_table(app)
    assert scene.ground.panels
    assert scene.view.sharp
    app.replace(SettingsPage())
    assert not scene.ground.panels
    assert not scene.view.sharp, "it has no land any more"


def test_a_count_that_is_left_lets_its_pictures_go(app: App) -> None:
    scene = Ceremony(table("person", "easy"))
    app.replace(scene)
    settle(app, 0.1)
    assert scene.ground.panels
    app.replace(SettingsPage())
    assert not scene.ground.panels
    assert not scene.view.sharp


class Noted(pygame.Surface):
    """Tells how large it was made, and whether it is still there."""

    made: ClassVar[list[weakref.ref[pygame.Surface]]] = []

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.made.append(weakref.ref(self))

    def copy(self) -> pygame.Surface:
        picture = super().copy()
        self.made.append(weakref.ref(picture))
        return picture

    @classmethod
    def there(cls, size: tuple[int, int]) -> int:
        """How many there are that are at least so large."""
        found = [picture for ref in cls.made if (picture := ref()) is not None]
        return sum(picture.get_width() >= size[0] and picture.get_height() >= size[1] for picture in found)


def test_the_count_makes_its_large_pictures_one_at_a_time(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is as large as the window is painted on the window, and no picture of the board is there while the
    next one is made."""
    scene = Ceremony(table("person", "easy"))
    app.replace(scene)
    settle(app, 0.1)
    seen: list[object] = []
    draw = Spotlight.draw
    window = Noted(app.size)
    Noted.made.clear()
    scene.view.zoom(1.1)
    app.draw(window)
    assert Noted.there(scene.view.rect.size) == 1, "the board as it is lit"
    monkeypatch.setattr(pygame, "Surface", Noted)

    def noted(light: Spotlight, surface: pygame.Surface, look: Look, view: BoardView, hexes: int) -> None:
        seen.append(Noted.there(view.rect.size))
        draw(light, surface, look, view, hexes)

    def cut(picture: pygame.Surface, rects: object) -> TableTop:
        seen.append(picture)
        return nothing()

    monkeypatch.setattr(Spotlight, "draw", noted)
    monkeypatch.setattr(TableTop, "cut", cut)
    scene.go_on()
    scene.view.zoom(1.2)
    app.draw(window)
    assert seen == [window, 0]


def test_the_result_keeps_only_the_land(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """It fills the window itself; the board looks as before when it is shown again."""
    pictures: list[weakref.ref[StillPicture]] = []

    class Noticed(StillPicture):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            pictures.append(weakref.ref(self))

    monkeypatch.setattr(pane_module, "StillPicture", Noticed)
    scene = some_count()
    app.replace(scene)

    def seen() -> bytes:
        app.draw(app.surface)
        return pygame.image.tobytes(app.surface, "RGB")

    scene.show_board()
    before = seen()
    scene.show_result()
    assert seen() != before
    assert pictures
    assert not any(picture() for picture in pictures)
    assert scene.view.sharp
    scene.show_board()
    assert seen() == before


def test_a_table_below_the_count_has_no_land_and_moves_no_more(app: App) -> None:
    match = table("random", "random", seed=2)
    scene = TableScene(match)
    app.replace(scene)
    app.step([], 0.01)
    assert scene.view.sharp
    play_on(match, Chance(1))
    app.push(Ceremony(match))
    settle(app, 0.1)
    assert not scene.view.sharp
    assert not scene.view.update(0.5)


def test_a_table_that_was_covered_looks_as_before(app: App) -> None:
    scene = shown_table(app)

    def seen() -> bytes:
        return pygame.image.tobytes(app.surface.subsurface(scene.view.rect), "RGB")

    before = seen()
    page = SettingsPage()
    app.push(page)
    app.step([], 0.01)
    assert seen() != before
    app.pop(page)
    settle(app, 0.1)
    assert seen() == before


def some_table() -> TableScene:
    return TableScene(table("person", "person"))


def some_review() -> ReviewScene:
    match = table("random", "random", seed=2)
    play_on(match, Chance(1))
    return ReviewScene(Desk(timeline(match.record), only=()), match.seats, None)


def some_count() -> Ceremony:
    return Ceremony(table("person", "easy"))


@pytest.mark.parametrize("made", [some_table, some_review, some_count])
def test_below_a_large_scene_only_a_coarse_land_is_kept(
    app: App, made: Callable[[], TableScene | ReviewScene | Ceremony], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it comes back it is seen at once, and soon as sharp as before; nothing is painted before that."""
    monkeypatch.setattr(land_picture, "COARSE", 1000)
    scene = made()
    app.replace(scene)
    settle(app, 0.3)
    before = app.surface.copy()
    over = some_review()
    app.push(over)
    settle(app, 0.6)
    assert not scene.ground.panels
    assert not scene.view.sharp
    assert not any(pane.painter.busy for pane in scene.view.panes), "nobody sees it"
    app.pop(over)
    app.step([], 0.01)
    assert _apart(before, app.surface) < 4
    assert scene.patience == 0, "it does not wait for the mouse"
    app.step([], 0.01)
    assert any(pane.painter.busy for pane in scene.view.panes)
    for pane in scene.view.panes:
        while pane.painter.busy and not pane.painter.failed:
            pygame.time.wait(1)
            app.step([], 0.01)
    settle(app, 0.1)
    assert scene.view.sharp
    assert pygame.image.tobytes(app.surface, "RGB") == pygame.image.tobytes(before, "RGB")


def test_below_a_page_the_land_stays(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is opened and closed often."""
    monkeypatch.setattr(land_picture, "COARSE", 1000)
    scene = shown_table(app)
    app.push(SettingsPage())
    assert scene.view.sharp
    assert scene.ground.panels


def _apart(one: pygame.Surface, other: pygame.Surface) -> float:
    """How much the pixels of two pictures differ on the average."""
    first, second = (pygame.image.tobytes(picture, "RGB") for picture in (one, other))
    return sum(abs(a - b) for a, b in zip(first[::7], second[::7], strict=True)) / len(first[::7])


@pytest.mark.parametrize("size", [(2600, 300), (300, 2000)])
def test_close_up_no_more_is_kept_than_the_land(size: tuple[int, int]) -> None:
    """The pane of a wide or tall window is mostly empty, and three times as large when it is looked at
    closely."""
    base = centred(20, 20, (0, 0, *size), MARGIN)
    zoom = min(3.0, LARGEST_HEX / base.width)
    painter = LandPainter(Look(sheets()), new_game(Setup(seed=1)).board.grid, sea=False)
    land = painter.paint(Framing(size, zoom, base))
    width, height = land.picture.get_size()
    across, down = land.grid.size
    assert width <= across + 2 * land.grid.width
    assert height <= down + 2 * land.grid.width
    left, top = land.corner
    assert (land.grid.left + left, land.grid.top + top) == pytest.approx((base.left * zoom, base.top * zoom))


@pytest.mark.parametrize("name", ["panel_parchment", "panel_walnut", "panel_shadow", "tooltip", "focus_ring"])
def test_a_large_panel_is_put_together_without_seams(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    look, pictures = Look(sheets(), (700, 500)), []
    for large in (1, 1_000_000):
        monkeypatch.setattr(look_module, "LARGE", large)
        picture = pygame.Surface((700, 500))
        picture.fill((90, 140, 60))
        look.nine(picture, name, pygame.Rect(13, 27, 640, 433))
        pictures.append(pygame.image.tobytes(picture, "RGB"))
    assert pictures[0] == pictures[1]


def test_a_large_panel_is_drawn_where_its_sides_push_each_other_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the largest window, after many panels."""
    monkeypatch.setattr(look_module, "LARGE", 1)
    monkeypatch.setattr(look_module, "CACHE_BYTES", 1)
    look = Look(sheets(), (700, 500))
    picture = pygame.Surface((700, 500))
    for _ in range(2):
        look.nine(picture, "panel_shadow", pygame.Rect(13, 27, 640, 433))


def test_a_picture_in_the_place_of_another_takes_its_room_only_once() -> None:
    kept = PixelCache[str](1000)
    for _ in range(3):
        kept.keep("a", pygame.Surface((10, 10), depth=32))
    kept.keep("b", pygame.Surface((10, 10), depth=32))
    assert kept.bytes == 800
    assert kept.get("a") is not None


def test_large_land_is_painted_in_bands_to_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """At no time all of it is there twice."""
    painter = LandPainter(Look(sheets()), new_game(Setup(seed=1)).board.grid, sea=False)
    framing = Framing((700, 600), 1.0, HexGrid(20, 20, 30.0, 40.0, 40.0))
    whole = painter.paint(framing).picture
    bands: list[tuple[int, int]] = []
    part = BoardPainter.paint_part

    def noted(
        board: BoardPainter, grid: Sequence[str], hex_width: float, area: pygame.Rect
    ) -> pygame.Surface:
        bands.append((area.top, area.height))
        return part(board, grid, hex_width, area)

    monkeypatch.setattr(BoardPainter, "paint_part", noted)
    monkeypatch.setattr(land_picture, "LARGE", 1000)
    monkeypatch.setattr(land_picture, "BAND", 100)
    again = painter.paint(framing).picture
    assert pygame.image.tobytes(again, "RGB") == pygame.image.tobytes(whole, "RGB")
    assert len(bands) > 4
    assert all(height <= 100 for _, height in bands)
    assert [top for top, _ in bands] == [100 * number for number in range(len(bands))]


def test_while_the_land_is_scaled_one_picture_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The painter needs the room; bright hexes are as bright as ever, the others in the shade."""
    look, game = Look(sheets()), new_game(Setup(seed=1))
    pane = Pane(look, game.board.grid, game.board.cells, HexLights(look), sea=False)
    size = (700, 600)
    pane.layout(pygame.Rect(0, 0, *size), centred(20, 20, (0, 0, *size), MARGIN), (0, 0), ())
    surface = pygame.Surface(size)
    hexes = [HEX_AT[9, 9], HEX_AT[9, 12]]
    lit, plain = Lights(glowing=BIT[hexes[0]]), Lights()

    def tone(number: int) -> int:
        x, y = pane.centre(number)
        return sum(pygame.transform.average_color(surface, pygame.Rect(x - 3, y - 3, 6, 6))[:3])

    pane.draw(surface, lit)
    made: list[tuple[int, int]] = []
    monkeypatch.setattr(stage, "opaque", made.append)
    pane.zoom(1.2)
    assert not pane.sharp
    pane.draw(surface, plain)
    before = [tone(number) for number in hexes]
    pane.draw(surface, lit)
    after = [tone(number) for number in hexes]
    assert after[0] >= before[0], "it glows"
    assert after[1] < before[1] - 20
    assert made == []


def test_a_painter_that_is_not_wanted_any_more_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window does not wait for it, and its land takes no room."""
    asked: list[int] = []

    def wanted() -> bool:
        asked.append(1)
        return len(asked) < 3

    rows = new_game(Setup(seed=1)).board.grid.rows
    paint_finely(monkeypatch)
    with pytest.raises(NotWanted):
        BoardPainter(sheets(), wanted).paint_part(rows, 30.0, pygame.Rect(0, 0, 600, 100))
    assert len(asked) == 3


def test_what_is_painted_late_is_kept_by_nobody() -> None:
    begun, left = threading.Event(), threading.Event()

    def slow(asked: str, wanted: Wanted) -> pygame.Surface:
        painting.append(threading.current_thread())
        begun.set()
        left.wait(120)
        heard.append(wanted())
        return pygame.Surface((4, 4))

    heard: list[bool] = []
    painting: list[threading.Thread] = []
    aside = Aside[str](slow, 3)
    aside.ask("a page")
    begun.wait(120)
    aside.let_go()
    left.set()
    painting[0].join(120)
    assert aside.get("a page") is None
    assert heard == [False], "and a real painter would have given up"


def test_large_pictures_are_kept_only_as_far_as_there_is_room() -> None:
    aside = Aside[int](lambda number, wanted: pygame.Surface((10, 10), depth=32), most=4, most_bytes=1000)
    for number in range(4):
        aside.ask(number)
    aside.finish()
    assert [number for number in range(4) if aside.get(number)] == [2, 3]


def test_art_that_only_painting_needs_is_let_go() -> None:
    art = sheets()
    for name in ("ground_grass", "ground_water"):
        art.for_hex("terrain_ground", name, 33.3)
    house = art.for_hex("pieces", "settlement_blue", 33.3)
    ground = art.for_hex("terrain_ground", "ground_grass", 33.3)
    art.forget(("terrain_ground",), 33.3)
    assert art.for_hex("terrain_ground", "ground_grass", 33.3) is not ground
    assert art.for_hex("pieces", "settlement_blue", 33.3) is house


def test_curves_are_drawn_in_strips_to_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    look, pictures = Look(sheets()), []
    for strip in (7, 1000):
        monkeypatch.setattr(line_chart, "STRIP", strip)
        chart = LineChart(nothing, lambda place: None, lambda place: None)
        chart.curves = [Curve("blue", "A", (0, 9, 4, 30, 8)), Curve("orange", "B", (2, 3, 5, 8, 30))]
        chart.rect = pygame.Rect(0, 0, 300, 240)
        picture = pygame.Surface(chart.rect.size)
        chart.draw(picture, look)
        pictures.append(pygame.image.tobytes(picture, "RGB"))
    assert pictures[0] == pictures[1]
