"""How to play in the window: every page, the search, and F1 or a right click on anything."""

from __future__ import annotations

import pygame
import pytest
from at_the_table import table
from window import assert_tidy, click, down, moved, on_top, press, pressed, settle, typed

from kingdom.learn.reference import entries, shipped
from kingdom.match.seats import COLOURS, PERSON
from kingdom.rules.hexes import hexes_of
from kingdom.text import FALLBACK, LANGUAGES, Texts
from kingdom.ui.app.app import App
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.part_picture import Cutout, paint_part
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.reference.controls import CONTROLS, MICE, KeyRow, parts_of
from kingdom.ui.reference.examples import ExamplePicture
from kingdom.ui.reference.index import PageRow
from kingdom.ui.reference.pictures import page_about
from kingdom.ui.reference.scene import Reference
from kingdom.ui.table.deeds import TableDeeds
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.widget import told

WINDOW_SIZE = (800, 600)


@pytest.fixture
def app(window: App) -> App:
    window.errors.clear()
    window.replace(MainMenu())
    return window


def shown(app: App, page: str = "1") -> Reference:
    scene = Reference(page)
    app.push(scene)
    app.step([], 0.01)
    return scene


def type_in(app: App, words: str) -> None:
    for sign, letter in zip(words, typed(words), strict=True):
        app.step([pressed(ord(sign)), letter], 0.01)


def sit_down(app: App) -> TableScene:
    scene = TableScene(table(PERSON, "easy"))
    app.replace(scene)
    app.step([], 0.01)
    return scene


def words_on(scene: Reference) -> set[str]:
    return {told(widget.text) for widget in scene.area.children if isinstance(widget, Label)}


def test_every_page_is_drawn_tidily_and_none_is_a_third_empty(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = shown(app)
    monkeypatch.setattr(scene.examples, "ask", lambda wanted: None)  # painting is another test
    for page in scene.pages:
        scene.open(page)
        app.step([], 0.01)
        assert_tidy(scene, app.size)
        lowest = max(widget.rect.bottom for widget in scene.area.children) - scene.area.rect.top
        assert lowest >= scene.area.rect.height * 2 / 3, page
    assert not app.errors


def covered(scene: Reference, app: App) -> float:
    """How much of a page's room its words and pictures take, in 30 by 30 parts."""
    room, parts = scene.area.rect, 30
    found = set()
    for widget in scene.area.children:
        rect = widget.rect.clip(room)
        if isinstance(widget, KeyRow):
            words = widget.words_rect(app.look)
            rect.width = words.left - rect.left
            rect.width += app.look.measure(widget.does, "body", words.width, widget.pixels)[0]
        if isinstance(widget, Label):
            width = rect.width if widget.wrap else None
            rect.width = app.look.measure(told(widget.text), widget.style, width, widget.pixels)[0]
        across = range((rect.left - room.left) * parts // room.width, parts)
        down = range((rect.top - room.top) * parts // room.height, parts)
        found |= {
            (x, y)
            for x in across
            for y in down
            if x * room.width < (rect.right - room.left) * parts
            and y * room.height < (rect.bottom - room.top) * parts
        }
    return len(found) / parts**2


@pytest.mark.parametrize("size", [(1280, 800), (3840, 2160)])
def test_words_and_pictures_fill_two_thirds_of_every_page(
    app: App, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = shown(app)
    monkeypatch.setattr(scene.examples, "ask", lambda wanted: None)
    monkeypatch.setattr(Reference, "shown", ())  # the list of pages is the same for every page
    before = app.size
    app.resize_window(size)
    for page in scene.pages:
        scene.open(page)
        assert covered(scene, app) >= 2 / 3, page
        assert not scene.area.most, page  # nothing has to be scrolled in the most common language
    app.resize_window(before)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_emptiest_pages_are_full_in_every_language_and_size(
    app: App, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of which a look at all pages, sizes and languages found the least covered."""
    before = app.size
    scene = shown(app)
    monkeypatch.setattr(scene.examples, "ask", lambda wanted: None)
    monkeypatch.setattr(Reference, "shown", ())
    app.settings.language = language
    for size, scale in (
        ((640, 480), 1.0),
        ((1920, 1080), 1.0),
        ((1280, 800), 2.0),
        ((3840, 2160), 2.0),
    ):
        app.settings.interface_scale = scale
        app.refresh()
        app.resize_window(size)
        for page in (
            "2",
            "6",
            CONTROLS,
            "terrain.mountain",
            "landmark.castle",
            "nomad.treasure",
            "score.earned",
        ):
            scene.open(page)
            assert covered(scene, app) >= 2 / 3, (page, size, scale)
    app.settings.language, app.settings.interface_scale = FALLBACK, 1.0
    app.refresh()
    app.resize_window(before)


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_and_the_mouse_are_drawn_and_say_what_they_do(app: App, language: str) -> None:
    texts = Texts(language)
    for group in ("mouse", "table", "review", "anywhere"):
        for line in texts.say(f"ui.help.controls.{group}.text").split("\n"):
            keys, does = line.split("\t")
            found = parts_of(keys)
            assert does
            assert found
            assert {kind for kind, _ in found} <= {"key", "mouse", "words"}
            assert all(text in MICE for kind, text in found if kind == "mouse")
            assert not any(sign in text for _, text in found for sign in "[]<>")


def test_a_row_of_keys_is_as_tall_as_its_keys_in_lines(app: App) -> None:
    wide, narrow = (KeyRow("[Ctrl] + [Z]", "back", 16, left) for left in (400, 60))
    for row in (wide, narrow):
        row.rect = pygame.Rect(10, 20, 500, row.needed(app.look, 500))
    assert narrow.rect.height > wide.rect.height
    assert len({part.rect.top for part in wide.parts(app.look)}) == 1
    for row in (wide, narrow):
        assert all(
            row.rect.top <= part.rect.top < part.rect.bottom <= row.rect.bottom
            for part in row.parts(app.look)
        )


def test_all_examples_of_a_page_are_there_whatever_was_painted_before(app: App) -> None:
    scene = shown(app, "1")
    for page in ("5", "4"):
        scene.examples.finish()
        scene.open(page)
    scene.examples.finish()
    places = [widget for widget in scene.area.children if isinstance(widget, ExamplePicture)]
    assert len(places) == 2
    assert all(scene.examples.get(place.wanted) is not None for place in places)


def test_pages_are_turned_by_mouse_and_keyboard(app: App) -> None:
    scene = shown(app)
    ahead = next(b for b in scene.group.walk() if isinstance(b, Button) and b.key == pygame.K_PAGEDOWN)
    click(app, ahead)
    assert scene.page == "2"
    press(app, pygame.K_DOWN, pygame.K_DOWN)
    assert scene.page == "4"
    press(app, pygame.K_UP)
    assert scene.page == "3"
    row = next(row for row in scene.rows if row.page == "5")
    click(app, row)
    assert scene.page == "5"
    press(app, pygame.K_DOWN)
    assert scene.page == "6"
    assert isinstance(scene.group.focus, PageRow)
    assert scene.group.focus.page == "6"


def test_whoever_types_searches(app: App) -> None:
    scene = shown(app)
    type_in(app, "card")
    assert scene.page == scene.shown[0] == scene.rows[0].page
    assert len(scene.rows) < len(scene.pages)
    press(app, pygame.K_DOWN)
    assert scene.page == scene.shown[1]
    press(app, pygame.K_ESCAPE)
    assert scene.shown == scene.pages
    assert on_top(app) is scene
    press(app, pygame.K_ESCAPE)
    assert app.scene is not scene


def test_the_first_pages_and_the_keys_are_found_too(app: App) -> None:
    scene = shown(app)
    type_in(app, "zoom")
    assert scene.page == CONTROLS
    press(app, pygame.K_ESCAPE)
    type_in(app, "the goal")
    assert scene.page == "1"


def test_nothing_found_is_said_and_the_page_stays(app: App) -> None:
    scene = shown(app, "card.lords")
    type_in(app, "zzz")
    assert scene.rows == []
    assert scene.page in scene.pages
    assert app.say("ui.reference.none") in {
        told(child.text) for child in scene.list.children if isinstance(child, Label)
    }


def test_the_search_finds_in_the_language_of_the_player(app: App) -> None:
    app.settings.language = "de"
    app.refresh()
    scene = shown(app)
    type_in(app, "koppel")
    assert scene.page == "tile.paddock"
    app.settings.language = "en"
    app.refresh()


def test_a_page_tells_rule_and_questions_and_leads_on(app: App) -> None:
    scene = shown(app, "tile.tavern")
    words = words_on(scene)
    assert app.say("tile.tavern.rule") in words
    question, answer = app.say("asked.tavern_line").split("\n")
    assert {question, answer} <= words
    link = next(widget for widget in scene.area.children if isinstance(widget, Button))
    click(app, link)
    assert scene.page == "card.knights"
    assert next(row for row in scene.rows if row.here).page == "card.knights"


def test_the_example_is_painted_beside_the_window(app: App) -> None:
    scene = shown(app, "tile.farm")
    place = next(widget for widget in scene.area.children if isinstance(widget, ExamplePicture))
    scene.examples.finish()
    settle(app, 0.1)
    picture = scene.examples.get(place.wanted)
    assert picture is not None
    assert picture.get_size() == place.rect.size
    assert not scene.examples.behind


def test_leaving_waits_for_no_picture_and_keeps_none(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = shown(app, "tile.farm")
    place = next(widget for widget in scene.area.children if isinstance(widget, ExamplePicture))
    scene.examples.finish()
    assert scene.examples.get(place.wanted) is not None
    monkeypatch.setattr(scene.examples, "finish", lambda: pytest.fail("it waits"))
    scene.open("tile.barn")
    press(app, pygame.K_ESCAPE)
    assert on_top(app) is not scene
    assert scene.examples.get(place.wanted) is None


def test_what_is_marked_is_brighter_than_the_rest(app: App) -> None:
    example = shipped().example("tile.farm")
    assert example is not None
    moment = example.played()
    size = (280, 240)
    part = Cutout(*example.shows)
    lit, plain = (
        paint_part(app.look, moment.game, COLOURS, lights, part, size)
        for lights in (Lights(moment.glowing), Lights())
    )
    assert lit.get_size() == size
    assert pygame.transform.average_color(lit)[:3] < pygame.transform.average_color(plain)[:3]
    assert list(hexes_of(moment.glowing))


# --- from anywhere


def test_f1_opens_the_page_of_what_is_pointed_at_and_back_returns(app: App) -> None:
    scene = sit_down(app)
    panel = scene.side.scored[0]
    app.step([moved(panel.rect.center)], 0.01)
    press(app, pygame.K_F1)
    page = app.scene
    assert isinstance(page, Reference)
    assert page.page == f"card.{panel.facts.name}"
    press(app, pygame.K_F1)
    assert app.scene is page
    press(app, pygame.K_ESCAPE)
    assert on_top(app) is scene


def test_a_hex_leads_to_its_location_and_open_land_only_by_f1(app: App) -> None:
    scene = sit_down(app)
    board = scene.match.game.board
    place, tile = next(iter(board.location_at.items()))
    x, y = scene.view.centre(place)
    at = round(x), round(y)
    app.step([moved(at), down(at, 3)], 0.01)
    assert isinstance(app.scene, Reference)
    assert app.scene.page == f"tile.{tile}"
    press(app, pygame.K_ESCAPE)
    land = next(hexes_of(board.terrain["grass"]))
    x, y = scene.view.centre(land)
    at = round(x), round(y)
    app.step([moved(at), down(at, 3)], 0.01)
    assert on_top(app) is scene
    press(app, pygame.K_F1)
    assert isinstance(app.scene, Reference)
    assert app.scene.page == "terrain.grass"


def test_a_half_made_choice_is_taken_back_before_a_page_is_opened(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = sit_down(app)
    panel = scene.side.scored[0]
    monkeypatch.setattr(TableDeeds, "half_made", True)
    monkeypatch.setattr(TableDeeds, "undo", lambda deeds: True)
    app.step([moved(panel.rect.center), down(panel.rect.center, 3)], 0.01)
    assert on_top(app) is scene


def test_a_picture_of_the_game_leads_to_its_page_and_an_icon_to_none(app: App) -> None:
    every = entries(shipped())
    for picture, page in (
        (("cards", "card_lords"), "card.lords"),
        (("medallions", "medallion_farm"), "tile.farm"),
        (("pieces", "settlement_blue"), "piece.settlement"),
        (("cards", "bonus_temple"), "bonus.temple_bonus"),
        (("interface", "icon_clock"), None),
        (("interface", "coin"), None),
    ):
        assert page_about(app.look, every, "", picture) == page
    assert page_about(app.look, every, "score.castles", ("interface", "coin")) == "landmark.castle"


def test_f1_on_nothing_opens_the_first_page(app: App) -> None:
    press(app, pygame.K_F1)
    assert isinstance(app.scene, Reference)
    assert app.scene.page == "1"
