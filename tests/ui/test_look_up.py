"""F1 and a right click, everywhere: whatever picture of the game a scene shows, pointing at it leads to its
page."""

from __future__ import annotations

import pygame
import pytest
from at_the_table import table
from window import down, moved, on_top, press, settle

from kingdom.learn.reference import entries, shipped
from kingdom.match.seats import PERSON
from kingdom.rules.hexes import HEX_AT
from kingdom.ui.app.app import App
from kingdom.ui.board.board_picture import hex_on_picture
from kingdom.ui.ceremony.ceremony import BOARD, Ceremony
from kingdom.ui.daily.card_names import CardNames
from kingdom.ui.daily.land import LandOfDayPicture
from kingdom.ui.daily.page import DailyPage
from kingdom.ui.draw.look import Look
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game.preview import BoardPreview
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.profile.charts import BarRow, ChartBar
from kingdom.ui.puzzles.hall import PuzzleHall
from kingdom.ui.reference.pictures import page_of_picture
from kingdom.ui.reference.scene import Reference
from kingdom.ui.scene.scene import Scene
from kingdom.ui.studio.scene import StudioScene
from kingdom.ui.table.curtain import Curtain
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets.widget import Widget

WINDOW_SIZE = (1280, 800)

RIGHT = 3
EVERY = entries(shipped())


@pytest.fixture
def app(window: App) -> App:
    window.errors.clear()
    window.replace(MainMenu())
    return window


def page_after(app: App, pos: tuple[int, int], *, clicked: bool) -> str | None:
    """The page that opens for what is pointed at; the scene before is there again afterwards."""
    before = on_top(app)
    app.step([moved(pos)], 0.01)
    if clicked:
        app.step([down(pos, RIGHT)], 0.01)
    else:
        press(app, pygame.K_F1)
    scene = on_top(app)
    if scene is before:
        return None
    assert isinstance(scene, Reference)
    app.pop(scene)
    assert not app.errors
    return scene.page


def pictured(app: App, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], pygame.Rect]:
    """The pictures of cards, tiles and landmarks that a scene draws, and where."""
    found: dict[tuple[str, str], pygame.Rect] = {}
    draw = Look.picture

    def noted(look: Look, surface: pygame.Surface, sheet: str, name: str, rect: pygame.Rect) -> pygame.Rect:
        place = draw(look, surface, sheet, name, rect)
        if (
            surface is app.surface
            and surface.get_clip().contains(place)
            and sheet not in ("interface", "pieces")
        ):
            found[sheet, name] = place
        return place

    with monkeypatch.context() as patch:
        patch.setattr(Look, "picture", noted)
        app.dirty = True
        app.step([], 0.01)
    return found


@pytest.mark.parametrize("scene", [PuzzleHall, NewGame], ids=["puzzles", "new game"])
def test_every_picture_leads_to_its_page(
    app: App, scene: type[Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = scene()
    app.push(shown)
    settle(app, 0.5)
    app.clerk.settle()
    settle(app, 0.2)
    found = pictured(app, shown, monkeypatch)
    assert len(found) > 5
    for picture, place in found.items():
        wanted = page_of_picture(app.look, EVERY, picture)
        assert wanted is not None, picture
        for clicked in (False, True):
            assert page_after(app, place.center, clicked=clicked) == wanted.key, picture


def test_a_row_of_the_chronicle_leads_to_the_page_of_its_picture(app: App) -> None:
    row = BarRow(
        pygame.Rect(100, 100, 600, 60),
        ("cards", "card_lords"),
        "Lords",
        "",
        [ChartBar(1, "gold", "1")],
        1,
        200,
    )
    row.draw(app.surface, app.look)
    row.draw(app.surface, app.look)
    assert len(row.pictured) == 1
    for pos in ((120, 130), (650, 130), None):
        assert row.looked_up(pos).picture == ("cards", "card_lords")


def test_one_of_several_pictures_is_meant_only_where_it_is(app: App) -> None:
    class Two(Widget):
        def draw(self, surface: pygame.Surface, look: Look) -> None:
            for place, name in enumerate(("lords", "miners")):
                rect = pygame.Rect(self.rect.left + 100 * place, self.rect.top, 90, 60)
                self.show_thing(surface, look, ("cards", f"card_{name}"), rect)

    two = Two(pygame.Rect(50, 50, 400, 60))
    two.draw(app.surface, app.look)
    assert two.looked_up((190, 80)).picture == ("cards", "card_miners")
    assert not two.looked_up((400, 80)).leads
    assert two.looked_up(None).picture == ("cards", "card_lords")


def test_the_land_and_the_cards_of_the_day_lead_to_their_pages(app: App) -> None:
    scene = DailyPage()
    app.push(scene)
    settle(app, 0.4)
    scene.shown.finish()
    settle(app, 0.2)
    names = next(label for label in scene.words if isinstance(label, CardNames))
    places = names.places(app.look)
    assert [card for card, _ in places] == names.cards
    for card, place in places:
        assert page_after(app, place.center, clicked=True) == f"card.{card}"
    land = next(widget for widget in scene.group.walk() if isinstance(widget, LandOfDayPicture))
    picture = land.place()
    assert picture is not None
    board = scene.shown.game.board
    spots = {
        hex_on_picture(board.grid, picture, (x, y)): (x, y)
        for x in range(picture.left, picture.right, 5)
        for y in range(picture.top, picture.bottom, 5)
    }
    at, tile = next(
        (at, board.location_at[HEX_AT[at]]) for at in spots if at and HEX_AT[at] in board.location_at
    )
    assert page_after(app, spots[at], clicked=False) == f"tile.{tile}"


def test_the_board_of_a_new_game_leads_to_pages(app: App) -> None:
    scene = NewGame()
    app.push(scene)
    settle(app, 1.0)
    preview = next(widget for widget in scene.group.walk() if isinstance(widget, BoardPreview))
    assert preview.game is not None
    place = preview.pictures[0][1]
    board = preview.game.board
    at = next(
        (x, y)
        for x in range(place.left, place.right, 4)
        for y in range(place.top, place.bottom, 4)
        if (spot := hex_on_picture(board.grid, place, (x, y))) and board.kind_at[HEX_AT[spot]] == "castle"
    )
    assert page_after(app, at, clicked=True) == "landmark.castle"


def test_land_in_the_studio_leads_to_pages_by_f1(app: App) -> None:
    scene = StudioScene()
    app.push(scene)
    settle(app, 0.2)
    easel = scene.easel
    x, y = easel.hexes.centre(3, 3)
    word, _ = easel.canvas.cells[3, 3]
    assert page_after(app, (round(x), round(y)), clicked=False) == f"terrain.{word}"


def sit_down(app: App) -> TableScene:
    scene = TableScene(table(PERSON, "easy"))
    app.replace(scene)
    settle(app, 0.2)
    return scene


def castle_at(scene: TableScene) -> tuple[int, int]:
    board = scene.match.game.board
    number = next(number for number, kind in board.kind_at.items() if kind == "castle")
    x, y = scene.view.centre(number)
    return round(x), round(y)


def test_a_tile_in_front_of_a_player_leads_to_its_page(app: App) -> None:
    row = sit_down(app).side.rows[0]
    app.step([moved((row.rect.left + 20, row.rect.top + 20))], 0.01)  # what is pointed at is painted anew
    settle(app, 0.1)
    row.pictured = [(pygame.Rect(10, 5, 30, 30), ("medallions", "medallion_farm"))]
    assert page_after(app, (row.rect.left + 20, row.rect.top + 20), clicked=True) == "tile.farm"
    assert page_after(app, (row.rect.left + 60, row.rect.top + 20), clicked=False) == "piece.settlement"


def test_what_lies_beside_a_panel_can_be_asked_about_and_nothing_behind_it(app: App) -> None:
    scene = sit_down(app)
    scene.open_menu()
    menu = on_top(app)
    assert menu is not None
    castle = castle_at(scene)
    behind = menu.covers(castle)
    assert page_after(app, castle, clicked=True) == (None if behind else "landmark.castle")
    menu.panel = pygame.Rect(0, 0, 5, 5)  # type: ignore[attr-defined]
    assert page_after(app, castle, clicked=True) == "landmark.castle"
    menu.panel = app.surface.get_rect()  # type: ignore[attr-defined]
    assert page_after(app, castle, clicked=True) is None


def test_nothing_is_told_through_the_curtain(app: App) -> None:
    scene = sit_down(app)
    castle = castle_at(scene)
    app.push(Curtain("Ada", "orange", lambda: None, lambda: None))
    app.step([], 0.01)
    assert page_after(app, castle, clicked=True) is None


def test_a_finished_game_tells_about_its_board(app: App) -> None:
    scene = sit_down(app)
    ceremony = Ceremony(scene.match)
    app.push(ceremony)
    ceremony.show_board()
    settle(app, 0.2)
    assert ceremony.phase == BOARD
    board = scene.match.game.board
    number = next(number for number, kind in board.kind_at.items() if kind == "castle")
    x, y = ceremony.view.centre(number)
    at = round(x), round(y)
    assert page_after(app, at, clicked=True) == "landmark.castle"
    assert page_after(app, at, clicked=False) == "landmark.castle"


def test_pictures_on_a_page_lead_to_their_own(app: App) -> None:
    scene = Reference("4")
    app.push(scene)
    app.step([], 0.01)
    picture = next(
        widget for widget in scene.area.children if getattr(widget, "name", "") == "medallion_farm"
    )
    app.step([moved(picture.rect.center)], 0.01)
    press(app, pygame.K_F1)
    assert on_top(app) is scene
    assert scene.page == "tile.farm"
