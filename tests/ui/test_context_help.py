"""Tests context help: in every scene, F1 or a right click on a sprite opens its page in the rules
reference."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from support.app_driver import advance, mouse_down, mouse_moved, press, top_scene
from support.matches import new_match

from kingdom.learn.rules_reference import list_pages, shipped_reference
from kingdom.match.seats import HUMAN
from kingdom.rules.hexes import HEX_AT
from kingdom.ui.board.board_rendering import hex_at_image_point
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.final_scoring.buttons import BOARD_PHASE
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import Scene
from kingdom.ui.learn.daily_challenge_page import DailyChallengePage
from kingdom.ui.learn.daily_widgets import CardNameLine, DailyBoardPreview
from kingdom.ui.learn.puzzle_menu import PuzzleMenuPage
from kingdom.ui.map_editor.scene import MapEditorPage
from kingdom.ui.match.dialogs import HandoffOverlay
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.new_game.board_preview import BoardPreview
from kingdom.ui.new_game.scene import NewGamePage
from kingdom.ui.panels.match_summary import TileSummary
from kingdom.ui.reference.illustrations import page_for_sprite
from kingdom.ui.reference.scene import RulesReferencePage
from kingdom.ui.widgets.base import SpriteRef, Widget
from kingdom.ui.widgets.charts import BarRow, BarValue

WINDOW_SIZE = (1280, 800)

RIGHT_BUTTON = 3
REFERENCE_PAGES = list_pages(shipped_reference())


@pytest.fixture
def app(shared_app: App) -> App:
    shared_app.scene_error_counts.clear()
    shared_app.replace(MainMenu())
    return shared_app


def page_opened_at(app: App, pos: tuple[int, int], *, clicked: bool) -> str | None:
    """Returns the page that opens for this position, and closes the page."""
    before = top_scene(app)
    app.run_frame([mouse_moved(pos)], 0.01)
    if clicked:
        app.run_frame([mouse_down(pos, RIGHT_BUTTON)], 0.01)
    else:
        press(app, pygame.K_F1)
    scene = top_scene(app)
    if scene is before:
        return None
    assert isinstance(scene, RulesReferencePage)
    app.pop(scene)
    assert not app.scene_error_counts
    return scene.page


def drawn_sprites(
    app: App, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> dict[tuple[str, str], pygame.Rect]:
    """Returns the sprites of cards, tiles and landmarks that a scene draws, together with their rects."""
    rect_by_sprite: dict[tuple[str, str], pygame.Rect] = {}
    original_draw = Renderer.draw_sprite

    def record_sprite(
        renderer: Renderer, surface: pygame.Surface, sheet: str, name: str, rect: pygame.Rect
    ) -> pygame.Rect:
        drawn_rect = original_draw(renderer, surface, sheet, name, rect)
        if (
            surface is app.surface
            and surface.get_clip().contains(drawn_rect)
            and sheet not in ("interface", "pieces")
        ):
            rect_by_sprite[sheet, name] = drawn_rect
        return drawn_rect

    with monkeypatch.context() as patch:
        patch.setattr(Renderer, "draw_sprite", record_sprite)
        app.needs_redraw = True
        app.run_frame([], 0.01)
    return rect_by_sprite


@pytest.mark.parametrize("scene_type", [PuzzleMenuPage, NewGamePage], ids=["puzzles", "new game"])
def test_every_sprite_leads_to_its_page(
    app: App, scene_type: type[Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened_scene = scene_type()
    app.push(opened_scene)
    advance(app, 0.5)
    app.stats_service.flush()
    advance(app, 0.2)
    rect_by_sprite = drawn_sprites(app, opened_scene, monkeypatch)
    assert len(rect_by_sprite) > 5
    for sprite, rect in rect_by_sprite.items():
        expected_page = page_for_sprite(app.renderer, REFERENCE_PAGES, sprite)
        assert expected_page is not None, sprite
        for clicked in (False, True):
            assert page_opened_at(app, rect.center, clicked=clicked) == expected_page.key, sprite


def test_statistics_row_leads_to_the_page_of_its_sprite(app: App) -> None:
    row = BarRow(("cards", "card_lords"), "Lords", "", [BarValue(1, "gold", "1")], 1, 200)
    row.place(app.renderer, pygame.Rect(100, 100, 600, 60))
    assert len(row.linked_sprites()) == 1
    for pos in ((120, 130), (650, 130), None):
        assert row.help_topic(pos).sprite == ("cards", "card_lords")


def test_one_of_several_sprites_counts_only_under_the_mouse(app: App) -> None:
    class TwoSprites(Widget):
        def linked_sprites(self) -> list[tuple[pygame.Rect, SpriteRef]]:
            return [
                (pygame.Rect(self.rect.left + 100 * index, self.rect.top, 90, 60), ("cards", f"card_{name}"))
                for index, name in enumerate(("lords", "miners"))
            ]

    widget = TwoSprites()
    widget.rect = pygame.Rect(50, 50, 400, 60)
    assert widget.help_topic((190, 80)).sprite == ("cards", "card_miners")
    assert not widget.help_topic((400, 80)).has_help_page
    assert widget.help_topic(None).sprite == ("cards", "card_lords")


def test_daily_board_and_cards_lead_to_their_pages(app: App) -> None:
    scene = DailyChallengePage()
    app.push(scene)
    advance(app, 0.4)
    scene.board_images.wait()
    advance(app, 0.2)
    card_line = next(label for label in scene.paragraph_labels if isinstance(label, CardNameLine))
    card_rects = card_line.name_rects(app.renderer)
    assert [card for card, _ in card_rects] == card_line.cards
    for card, card_rect in card_rects:
        assert page_opened_at(app, card_rect.center, clicked=True) == f"card.{card}"
    preview = next(widget for widget in scene.group.walk() if isinstance(widget, DailyBoardPreview))
    image_rect = preview.image_rect()
    assert image_rect is not None
    board = scene.board_images.game.board
    point_by_coord = {
        hex_at_image_point(board.grid, image_rect, (x, y)): (x, y)
        for x in range(image_rect.left, image_rect.right, 5)
        for y in range(image_rect.top, image_rect.bottom, 5)
    }
    coord, tile = next(
        (coord, board.location_at[HEX_AT[coord]])
        for coord in point_by_coord
        if coord and HEX_AT[coord] in board.location_at
    )
    assert page_opened_at(app, point_by_coord[coord], clicked=False) == f"tile.{tile}"


def test_board_of_a_new_game_leads_to_pages(app: App) -> None:
    scene = NewGamePage()
    app.push(scene)
    advance(app, 1.0)
    preview = next(widget for widget in scene.group.walk() if isinstance(widget, BoardPreview))
    assert preview.game is not None
    board_rect = preview.images[0][1]
    board = preview.game.board
    castle = next(
        (x, y)
        for x in range(board_rect.left, board_rect.right, 4)
        for y in range(board_rect.top, board_rect.bottom, 4)
        if (coord := hex_at_image_point(board.grid, board_rect, (x, y)))
        and board.kind_at[HEX_AT[coord]] == "castle"
    )
    assert page_opened_at(app, castle, clicked=True) == "landmark.castle"


def test_terrain_in_the_map_editor_leads_to_its_page_by_f1(app: App) -> None:
    scene = MapEditorPage()
    app.push(scene)
    advance(app, 0.2)
    map_canvas = scene.map_canvas
    x, y = map_canvas.hex_grid.center(3, 3)
    terrain, _ = map_canvas.document.cells[3, 3]
    assert page_opened_at(app, (round(x), round(y)), clicked=False) == f"terrain.{terrain}"


def open_match(app: App) -> MatchScene:
    scene = MatchScene(new_match(HUMAN, "easy"))
    app.replace(scene)
    advance(app, 0.2)
    return scene


def castle_pos(scene: MatchScene) -> tuple[int, int]:
    board = scene.match.game.board
    hex_id = next(hex_id for hex_id, kind in board.kind_at.items() if kind == "castle")
    x, y = scene.view.hex_center(hex_id)
    return round(x), round(y)


def test_tile_of_a_player_leads_to_its_page(app: App) -> None:
    row = open_match(app).side_panel.rows[0]
    row.summary = replace(row.summary, tiles=(TileSummary("farm", 0),))
    ((tile_rect, sprite),) = row.linked_sprites()
    assert sprite == ("medallions", "medallion_farm")
    assert page_opened_at(app, tile_rect.center, clicked=True) == "tile.farm"
    assert page_opened_at(app, (row.rect.left + 60, row.rect.top + 20), clicked=False) == "piece.settlement"


def test_help_works_next_to_a_panel_but_not_behind_it(app: App) -> None:
    scene = open_match(app)
    scene.open_pause_menu()
    menu = top_scene(app)
    assert menu is not None
    castle = castle_pos(scene)
    is_covered = menu.covers(castle)
    assert page_opened_at(app, castle, clicked=True) == (None if is_covered else "landmark.castle")
    menu.panel = pygame.Rect(0, 0, 5, 5)  # type: ignore[attr-defined]
    assert page_opened_at(app, castle, clicked=True) == "landmark.castle"
    menu.panel = app.surface.get_rect()  # type: ignore[attr-defined]
    assert page_opened_at(app, castle, clicked=True) is None


def test_no_help_through_the_handoff_overlay(app: App) -> None:
    scene = open_match(app)
    castle = castle_pos(scene)
    app.push(HandoffOverlay("Ada", "orange", lambda: None, lambda: None))
    app.run_frame([], 0.01)
    assert page_opened_at(app, castle, clicked=True) is None


def test_board_of_a_finished_game_leads_to_pages(app: App) -> None:
    scene = open_match(app)
    scoring_scene = FinalScoringScene(scene.match)
    app.push(scoring_scene)
    scoring_scene.show_board()
    advance(app, 0.2)
    assert scoring_scene.phase == BOARD_PHASE
    board = scene.match.game.board
    hex_id = next(hex_id for hex_id, kind in board.kind_at.items() if kind == "castle")
    x, y = scoring_scene.view.hex_center(hex_id)
    castle = round(x), round(y)
    assert page_opened_at(app, castle, clicked=True) == "landmark.castle"
    assert page_opened_at(app, castle, clicked=False) == "landmark.castle"


def test_sprites_on_a_page_lead_to_their_own_pages(app: App) -> None:
    scene = RulesReferencePage("4")
    app.push(scene)
    app.run_frame([], 0.01)
    sprite_widget = next(
        widget for widget in scene.page_area.children if getattr(widget, "name", "") == "medallion_farm"
    )
    app.run_frame([mouse_moved(sprite_widget.rect.center)], 0.01)
    press(app, pygame.K_F1)
    assert top_scene(app) is scene
    assert scene.page == "tile.farm"
