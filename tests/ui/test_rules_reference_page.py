"""Tests the rules reference: every page, the search, and context help with F1 or a right click."""

from __future__ import annotations

import pygame
import pytest
from support.app_driver import (
    advance,
    assert_no_overlap,
    click,
    key_down,
    mouse_down,
    mouse_moved,
    press,
    text_input,
    top_scene,
)
from support.matches import new_match
from support.rule_ids import CITATION

from kingdom.learn.rules_reference import list_pages, shipped_reference
from kingdom.match.seats import HUMAN, PLAYER_COLORS
from kingdom.rules.hexes import iter_hexes
from kingdom.text.translator import FALLBACK_LANGUAGE, LANGUAGES, Translator
from kingdom.ui.board.board_rendering import BoardCrop, render_crop
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.framework.app import App
from kingdom.ui.match.commands import MatchCommands
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.reference.controls_page import CONTROLS_PAGE, KeyRow, parse_key_tokens
from kingdom.ui.reference.illustrations import ExamplePicture, page_for_topic
from kingdom.ui.reference.scene import PageRow, RulesReferencePage
from kingdom.ui.widgets.base import resolve_text
from kingdom.ui.widgets.controls import Button, Label

WINDOW_SIZE = (800, 600)


@pytest.fixture
def app(shared_app: App) -> App:
    shared_app.scene_error_counts.clear()
    shared_app.replace(MainMenu())
    return shared_app


def open_reference(app: App, page: str = "1") -> RulesReferencePage:
    scene = RulesReferencePage(page)
    app.push(scene)
    app.run_frame([], 0.01)
    return scene


def type_text(app: App, text: str) -> None:
    for char, text_event in zip(text, text_input(text), strict=True):
        app.run_frame([key_down(ord(char)), text_event], 0.01)


def open_match(app: App) -> MatchScene:
    scene = MatchScene(new_match(HUMAN, "easy"))
    app.replace(scene)
    app.run_frame([], 0.01)
    return scene


def label_texts(scene: RulesReferencePage) -> set[str]:
    return {resolve_text(widget.text) for widget in scene.page_area.children if isinstance(widget, Label)}


def test_pages_have_no_overlaps_and_use_two_thirds_of_the_height(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = open_reference(app)
    monkeypatch.setattr(scene.examples, "request", lambda wanted: None)  # painting is tested separately
    for page in scene.pages:
        scene.open_page(page)
        app.run_frame([], 0.01)
        assert_no_overlap(scene, app.size)
        content_height = (
            max(widget.rect.bottom for widget in scene.page_area.children) - scene.page_area.rect.top
        )
        assert content_height >= scene.page_area.rect.height * 2 / 3, page
    assert not app.scene_error_counts


def covered_fraction(scene: RulesReferencePage, app: App) -> float:
    """Returns the fraction of the page that text and images cover, on a grid of 30 x 30 cells."""
    area, cells = scene.page_area.rect, 30
    covered_cells = set()
    for widget in scene.page_area.children:
        rect = widget.rect.clip(area)
        if isinstance(widget, KeyRow):
            text_rect = widget.text_rect(app.renderer)
            rect.width = text_rect.left - rect.left
            rect.width += app.renderer.measure(widget.description, "body", text_rect.width, widget.font_px)[0]
        if isinstance(widget, Label):
            width = rect.width if widget.wrap else None
            rect.width = app.renderer.measure(resolve_text(widget.text), widget.style, width, widget.pixels)[
                0
            ]
        columns = range((rect.left - area.left) * cells // area.width, cells)
        rows = range((rect.top - area.top) * cells // area.height, cells)
        covered_cells |= {
            (x, y)
            for x in columns
            for y in rows
            if x * area.width < (rect.right - area.left) * cells
            and y * area.height < (rect.bottom - area.top) * cells
        }
    return len(covered_cells) / cells**2


@pytest.mark.parametrize("size", [(1280, 800), (3840, 2160)])
def test_text_and_images_fill_two_thirds_of_every_page(
    app: App, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = open_reference(app)
    monkeypatch.setattr(scene.examples, "request", lambda wanted: None)
    monkeypatch.setattr(
        RulesReferencePage, "visible_pages", ()
    )  # leaves the list of pages, which is always the same, out of the measurement
    before = app.size
    app.resize_window(size)
    for page in scene.pages:
        scene.open_page(page)
        assert covered_fraction(scene, app) >= 2 / 3, page
        assert not scene.page_area.max_scroll_offset, page  # English pages need no scrolling
    app.resize_window(before)


@pytest.mark.parametrize("language", LANGUAGES)
def test_emptiest_pages_are_filled_in_every_language_and_size(
    app: App, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checks the pages with the least text and images, at several sizes."""
    before = app.size
    scene = open_reference(app)
    monkeypatch.setattr(scene.examples, "request", lambda wanted: None)
    monkeypatch.setattr(RulesReferencePage, "visible_pages", ())
    app.settings.language = language
    for size, scale in (
        ((640, 480), 1.0),
        ((1920, 1080), 1.0),
        ((1280, 800), 2.0),
        ((3840, 2160), 2.0),
    ):
        app.settings.interface_scale = scale
        app.apply_settings()
        app.resize_window(size)
        for page in (
            "2",
            "6",
            CONTROLS_PAGE,
            "terrain.mountain",
            "landmark.castle",
            "nomad.treasure",
            "score.earned",
        ):
            scene.open_page(page)
            assert covered_fraction(scene, app) >= 2 / 3, (page, size, scale)
    app.settings.language, app.settings.interface_scale = FALLBACK_LANGUAGE, 1.0
    app.apply_settings()
    app.resize_window(before)


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_and_mouse_actions_are_described_in_every_language(app: App, language: str) -> None:
    translator = Translator(language)
    for group in ("mouse", "table", "review", "anywhere"):
        for line in translator.tr(f"ui.help.controls.{group}.text").split("\n"):
            keys, effect = line.split("\t")
            parts = parse_key_tokens(keys)
            assert effect
            assert parts
            assert {kind for kind, _ in parts} <= {"key", "mouse", "words"}
            icons = {text for kind, text in parts if kind == "mouse"}
            assert icons <= {"left", "right", "wheel", "drag", "point"}
            assert not any(char in text for _, text in parts for char in "[]<>")


def test_key_row_is_tall_enough_for_wrapped_keys(app: App) -> None:
    wide, narrow = (KeyRow("[Ctrl] + [Z]", "back", 16, keys_width) for keys_width in (400, 60))
    for row in (wide, narrow):
        row.rect = pygame.Rect(10, 20, 500, row.measure_height(app.renderer, 500))
    assert narrow.rect.height > wide.rect.height
    assert len({part.rect.top for part in wide.placed_tokens(app.renderer)}) == 1
    for row in (wide, narrow):
        assert all(
            row.rect.top <= part.rect.top < part.rect.bottom <= row.rect.bottom
            for part in row.placed_tokens(app.renderer)
        )


def test_all_examples_are_painted_after_quick_page_changes(app: App) -> None:
    scene = open_reference(app, "1")
    for page in ("5", "4"):
        scene.examples.wait()
        scene.open_page(page)
    scene.examples.wait()
    examples = [widget for widget in scene.page_area.children if isinstance(widget, ExamplePicture)]
    assert len(examples) == 2
    assert all(scene.examples.get(example.request) is not None for example in examples)


def test_pages_can_be_changed_by_mouse_and_keyboard(app: App) -> None:
    scene = open_reference(app)
    next_button = next(
        widget
        for widget in scene.group.walk()
        if isinstance(widget, Button) and widget.shortcut == pygame.K_PAGEDOWN
    )
    click(app, next_button)
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


def test_typing_starts_a_search(app: App) -> None:
    scene = open_reference(app)
    type_text(app, "card")
    assert scene.page == scene.visible_pages[0] == scene.rows[0].page
    assert len(scene.rows) < len(scene.pages)
    press(app, pygame.K_DOWN)
    assert scene.page == scene.visible_pages[1]
    press(app, pygame.K_ESCAPE)
    assert scene.visible_pages == scene.pages
    assert top_scene(app) is scene
    press(app, pygame.K_ESCAPE)
    assert app.scene is not scene


def test_search_finds_introduction_and_controls(app: App) -> None:
    scene = open_reference(app)
    type_text(app, "zoom")
    assert scene.page == CONTROLS_PAGE
    press(app, pygame.K_ESCAPE)
    type_text(app, "the goal")
    assert scene.page == "1"


def test_search_without_result_keeps_the_page(app: App) -> None:
    scene = open_reference(app, "card.lords")
    type_text(app, "zzz")
    assert scene.rows == []
    assert scene.page in scene.pages
    assert app.tr("ui.reference.none") in {
        resolve_text(child.text) for child in scene.page_list.children if isinstance(child, Label)
    }


def test_search_uses_the_selected_language(app: App) -> None:
    app.settings.language = "de"
    app.apply_settings()
    scene = open_reference(app)
    type_text(app, "koppel")
    assert scene.page == "tile.paddock"
    app.settings.language = "en"
    app.apply_settings()


def test_page_shows_rule_questions_and_links(app: App) -> None:
    scene = open_reference(app, "tile.tavern")
    texts = label_texts(scene)
    assert app.tr("tile.tavern.rule") in texts
    question, answer = app.tr("asked.tavern_line").split("\n")
    assert {question, answer} <= texts
    link = next(widget for widget in scene.page_area.children if isinstance(widget, Button))
    click(app, link)
    assert scene.page == "card.knights"
    assert next(row for row in scene.rows if row.is_current).page == "card.knights"


def test_no_page_shows_rule_ids(app: App) -> None:
    """The IDs of a page's rules, such as L-PADDOCK-1, are for developers."""
    app.push(RulesReferencePage())
    scene = app.scene
    assert isinstance(scene, RulesReferencePage)
    assert any(content.rule_ids for content in shipped_reference().contents.values())
    for page in list_pages(shipped_reference()):
        scene.open_page(page.key)
        for widget in scene.group.walk():
            shown = (resolve_text(getattr(widget, "text", "")), widget.tooltip_text())
            assert not any(CITATION.search(str(text)) for text in shown), (page, shown)


def test_example_is_painted_in_background(app: App) -> None:
    scene = open_reference(app, "tile.farm")
    example = next(widget for widget in scene.page_area.children if isinstance(widget, ExamplePicture))
    scene.examples.wait()
    advance(app, 0.1)
    image = scene.examples.get(example.request)
    assert image is not None
    assert image.get_size() == example.rect.size
    assert not scene.examples.has_pending


def test_leaving_does_not_wait_and_frees_images(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = open_reference(app, "tile.farm")
    example = next(widget for widget in scene.page_area.children if isinstance(widget, ExamplePicture))
    scene.examples.wait()
    assert scene.examples.get(example.request) is not None
    monkeypatch.setattr(scene.examples, "wait", lambda: pytest.fail("it waits"))
    scene.open_page("tile.barn")
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is not scene
    assert scene.examples.get(example.request) is None


def test_highlighting_dims_the_rest_of_the_example(app: App) -> None:
    example = shipped_reference().example("tile.farm")
    assert example is not None
    played_example = example.play()
    size = (280, 240)
    crop = BoardCrop(*example.crop)
    highlighted, plain = (
        render_crop(app.renderer, played_example.game, PLAYER_COLORS, highlights, crop, size)
        for highlights in (Highlights(played_example.legal_hexes), Highlights())
    )
    assert highlighted.get_size() == size
    assert pygame.transform.average_color(highlighted)[:3] < pygame.transform.average_color(plain)[:3]
    assert list(iter_hexes(played_example.legal_hexes))


# --- context help


def test_f1_opens_page_for_hovered_card_and_escape_returns(app: App) -> None:
    scene = open_match(app)
    panel = scene.side_panel.score_panels[0]
    app.run_frame([mouse_moved(panel.rect.center)], 0.01)
    press(app, pygame.K_F1)
    reference = app.scene
    assert isinstance(reference, RulesReferencePage)
    assert reference.page == f"card.{panel.source.name}"
    press(app, pygame.K_F1)
    assert app.scene is reference
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is scene


def test_right_click_opens_locations_and_f1_also_terrain(app: App) -> None:
    scene = open_match(app)
    board = scene.match.game.board
    location_hex, tile = next(iter(board.location_at.items()))
    x, y = scene.view.hex_center(location_hex)
    pos = round(x), round(y)
    app.run_frame([mouse_moved(pos), mouse_down(pos, 3)], 0.01)
    assert isinstance(app.scene, RulesReferencePage)
    assert app.scene.page == f"tile.{tile}"
    press(app, pygame.K_ESCAPE)
    grass_hex = next(iter_hexes(board.hexes_by_terrain["grass"]))
    x, y = scene.view.hex_center(grass_hex)
    pos = round(x), round(y)
    app.run_frame([mouse_moved(pos), mouse_down(pos, 3)], 0.01)
    assert top_scene(app) is scene
    press(app, pygame.K_F1)
    assert isinstance(app.scene, RulesReferencePage)
    assert app.scene.page == "terrain.grass"


def test_right_click_cancels_an_unfinished_action_first(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = open_match(app)
    panel = scene.side_panel.score_panels[0]
    monkeypatch.setattr(MatchCommands, "can_cancel_action", True)
    monkeypatch.setattr(MatchCommands, "undo", lambda commands: True)
    app.run_frame([mouse_moved(panel.rect.center), mouse_down(panel.rect.center, 3)], 0.01)
    assert top_scene(app) is scene


def test_game_sprites_lead_to_pages_and_icons_do_not(app: App) -> None:
    pages = list_pages(shipped_reference())
    for sprite, page in (
        (("cards", "card_lords"), "card.lords"),
        (("medallions", "medallion_farm"), "tile.farm"),
        (("pieces", "settlement_blue"), "piece.settlement"),
        (("cards", "bonus_temple"), "bonus.temple_bonus"),
        (("interface", "icon_clock"), None),
        (("interface", "coin"), None),
    ):
        assert page_for_topic(app.renderer, pages, "", sprite) == page
    assert page_for_topic(app.renderer, pages, "score.castles", ("interface", "coin")) == "landmark.castle"


def test_f1_without_topic_opens_the_first_page(app: App) -> None:
    press(app, pygame.K_F1)
    assert isinstance(app.scene, RulesReferencePage)
    assert app.scene.page == "1"
