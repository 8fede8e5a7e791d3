"""Tests the island next to the board: the board stays large, and everything that works on the board works on
the island."""

from __future__ import annotations

import pygame
import pytest
from support.app_driver import advance, mouse_moved
from support.match_driver import MatchDriver
from support.matches import match_from_game
from support.scenario import hex_id_at, scenario, tile

from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, HEX_AT, ISLAND_MASK, first_hex, iter_hexes
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.board.annotations import Spotlight
from kingdom.ui.board.board_view import BoardView, HoverPreview
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.framework.app import App
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.new_game.board_preview import BoardPreview

SIZES = ((800, 600), (1024, 700), (1280, 800), (1366, 768), (1920, 1080), (2560, 1080), (3840, 2160))
FRAMED_SIZE, SHARED_SIZE = (1280, 800), (2560, 1080)
WINDOW_SIZE = FRAMED_SIZE
"""Window size for most tests. At `FRAMED_SIZE`, the island has its own frame; at `SHARED_SIZE`, it shares the
board's panel."""


@pytest.fixture
def app(shared_app: App) -> App:
    shared_app.settings.animation, shared_app.settings.language = "off", "en"
    shared_app.resize_window(FRAMED_SIZE)
    return shared_app


def island_hex(row: int, column: int) -> int:
    return HEX_AT["i", row, column]


def game_with_island(**player_fields: object) -> Game:
    """Returns a game with a grass card, two settlements on an all-grass board and one on the island."""
    return scenario(own=[(3, 3), (10, 10), ("i", 1, 1)], card="grass", island="rope_bridge", me=player_fields)


def make_driver(app: App, game: Game, size: tuple[int, int] = FRAMED_SIZE) -> MatchDriver:
    app.resize_window(size)
    return MatchDriver(app, match_from_game(game, "person", "easy"))


def open_match(app: App, player_count: int, expansions: tuple[str, ...]) -> MatchScene:
    scene = MatchScene(
        match_from_game(new_game(GameSetup(player_count, expansions, 5)), *["person"] * player_count)
    )
    app.replace(scene)
    return scene


# --- layout


@pytest.mark.parametrize("player_count", [2, 5])
@pytest.mark.parametrize("size", SIZES)
def test_board_stays_large_with_island(app: App, size: tuple[int, int], player_count: int) -> None:
    app.resize_window(size)
    all_expansions = tuple(EXPANSIONS)
    width_without_island = (
        open_match(
            app, player_count, tuple(expansion for expansion in all_expansions if expansion != "island")
        )
        .view.panes[0]
        .hex_width
    )
    scene = open_match(app, player_count, all_expansions)
    board, island = scene.view.panes
    assert board.hex_width >= width_without_island * (0.95 if size != (800, 600) else 0.89)
    assert island.hex_width >= {(800, 600): 20.5, (1280, 800): 26}.get(size, 22)
    assert island.hex_width <= board.hex_width
    window = app.surface.get_rect()
    for pane in scene.view.panes:
        for hex_id in iter_hexes(pane.hexes):
            assert pane.rect.collidepoint(pane.hex_center(hex_id))
        assert window.contains(pane.rect)
        assert pane.rect.collidelist(scene.rects.panels) == -1
    assert not board.rect.colliderect(island.rect)
    assert scene.rects.log.width >= app.renderer.px(260)
    assert len(scene.rects.board_rects) == (1 if size in ((800, 600), SHARED_SIZE) else 2)


def test_match_without_island_has_no_island_frame(app: App) -> None:
    scene = open_match(app, 2, ("base",))
    assert scene.rects.island is None
    assert len(scene.view.panes) == 1
    assert scene.rects.log.right == scene.rects.header.right
    assert scene.rects.log.left == scene.rects.header.left


def test_expanded_log_uses_the_full_width(app: App) -> None:
    scene = open_match(app, 2, ("base", "island"))
    assert scene.rects.log.width < scene.rects.header.width * 0.6
    scene.log_expanded = True
    scene.layout(app.size)
    assert scene.rects.island is not None
    assert scene.rects.log.width == scene.rects.header.width
    assert scene.rects.log.bottom < scene.rects.island.top
    assert scene.view.panes[1].hex_width >= 26


def test_large_ui_scale_leaves_no_room_for_the_island_frame(app: App) -> None:
    """At a large UI scale, the island shares the board's panel instead of squeezing the player rows."""
    app.settings.interface_scale = 2.0
    try:
        app.apply_settings()
        scene = open_match(app, 5, tuple(EXPANSIONS))
        assert scene.rects.island is None
        assert scene.view.rect.contains(scene.view.panes[1].rect)
    finally:
        app.settings.interface_scale = 1.0
        app.apply_settings()


# --- playing


@pytest.mark.parametrize("size", [FRAMED_SIZE, SHARED_SIZE])
def test_build_on_island_and_undo(app: App, size: tuple[int, int]) -> None:
    driver = make_driver(app, game_with_island(), size)
    target = first_hex(driver.match.decision().cells & ISLAND_MASK)
    driver.move_to(target)
    assert driver.scene.input.hover_preview == HoverPreview(target, True, (("settlement_orange", target),))
    driver.submit(target)
    assert driver.match.game.settlement_hexes[0] & BIT[target]
    driver.scene.commands.undo()
    assert not driver.match.game.settlement_hexes[0] & BIT[target]


def game_with_rope_bridge() -> Game:
    """Returns a similar game with a tile that moves a settlement to a canyon hex. Only the island has canyon
    hexes."""
    return game_with_island(tiles=[tile("rope_bridge")])


def test_move_from_board_to_island(app: App) -> None:
    driver = make_driver(app, game_with_rope_bridge())
    origin, target = hex_id_at(3, 3), island_hex(3, 0)
    driver.submit("rope_bridge")
    driver.submit(origin)
    driver.move_to(target)
    assert driver.scene.input.hover_preview.origin == origin
    surface, panes = app.surface, driver.scene.view.panes
    # The path between the two hexes is drawn on both maps and across the gap.
    app.draw(surface)
    color = app.renderer.color("glow_source")
    gap = pygame.Rect(panes[0].rect.right, 0, panes[1].rect.left - panes[0].rect.right, surface.get_height())
    for rect in (panes[0].rect, panes[1].rect, gap):
        part = surface.subsurface(rect.clip(surface.get_rect()))
        assert any(
            part.get_at((x, y))[:3] == color
            for x in range(part.get_width())
            for y in range(part.get_height())
        )
    driver.submit(target)
    assert driver.match.game.settlement_hexes[0] & BIT[target]


def test_sliding_piece_changes_to_the_size_of_its_map(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = make_driver(app, game_with_rope_bridge())
    drawn_widths = []
    monkeypatch.setattr(
        BoardView, "draw_piece", lambda self, surface, name, center, width: drawn_widths.append(width)
    )
    driver.submit("rope_bridge")
    driver.submit(hex_id_at(3, 3))
    app.settings.animation = "slow"
    driver.submit(island_hex(3, 0))
    advance(app, 1)
    board, island = (pane.hex_width for pane in driver.scene.view.panes)
    assert (drawn_widths[0], drawn_widths[-1]) == (board, island)


def test_arrow_keys_reach_the_island(app: App) -> None:
    driver = make_driver(app, game_with_island())
    driver.scene.view.zoom(3)  # the island is reachable at every zoom level of the board
    driver.scene.input.set_cursor(hex_id_at(10, 12))
    for _ in range(40):
        driver.press_key(pygame.K_RIGHT)
        if driver.scene.input.cursor_hex is not None and ISLAND_MASK >> driver.scene.input.cursor_hex & 1:
            break
        driver.press_key(pygame.K_DOWN)
    assert driver.scene.input.cursor_hex is not None
    assert ISLAND_MASK >> driver.scene.input.cursor_hex & 1
    before = len(driver.match.history)
    driver.press_key(pygame.K_RETURN)
    assert len(driver.match.history) == before + 1


def test_zoom_and_drag_affect_the_map_under_the_mouse(app: App) -> None:
    driver = make_driver(app, game_with_island())
    board, island = driver.scene.view.panes
    driver.move_to(island_hex(2, 2))
    app.run_frame([pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1)], 0.01)
    assert island.camera.zoom > 1
    assert board.camera.zoom == 1
    before = island.camera.zoom
    driver.press_key(pygame.K_PLUS)  # the mouse is still over the island
    assert island.camera.zoom > before
    pos = island.rect.center
    x_before = island.camera.x
    app.run_frame([pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)], 0.01)
    app.run_frame(
        [pygame.event.Event(pygame.MOUSEMOTION, pos=(pos[0] - 20, pos[1]), rel=(-20, 0), buttons=(1, 0, 0))],
        0.01,
    )
    app.run_frame([pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(pos[0] - 20, pos[1]), button=1)], 0.01)
    assert island.camera.x > x_before
    assert board.camera.x == 0
    target = island_hex(2, 2)
    assert driver.scene.input.hex_at(driver.hex_center(target)) == target
    app.run_frame([mouse_moved(board.rect.center)], 0.01)
    driver.press_key(pygame.K_PLUS)
    assert board.camera.zoom > 1
    driver.press_key(pygame.K_0)
    assert (board.camera.zoom, island.camera.zoom) == (1, 1)


def test_zoomed_board_does_not_cover_the_island(app: App) -> None:
    driver = make_driver(app, game_with_island(), SHARED_SIZE)
    island = driver.scene.view.panes[1]
    app.draw(app.surface)
    before = app.surface.subsurface(island.rect).copy()
    driver.scene.view.zoom(2)
    driver.scene.view.render_now()
    app.draw(app.surface)
    assert pygame.image.tobytes(before, "RGB") == pygame.image.tobytes(
        app.surface.subsurface(island.rect), "RGB"
    )
    left_edge = island.rect.left + 2, island.rect.centery
    assert driver.scene.view.pane_at(left_edge) is island


# --- highlights


def hex_pixels(app: App, view: BoardView, highlights: Highlights, hex_id: int) -> bytes:
    """Draws the board and returns the pixels around the center of a hex."""
    view.draw(app.surface, highlights, HoverPreview())
    if view.has_pending_redraw:
        view.draw(app.surface, highlights, HoverPreview())
    rect = pygame.Rect(0, 0, 10, 10)
    rect.center = tuple(round(value) for value in view.hex_center(hex_id))
    return pygame.image.tobytes(app.surface.subsurface(rect), "RGB")


def test_highlights_appear_on_the_island(app: App) -> None:
    view = make_driver(app, game_with_island()).scene.view
    hex_id, other_hex = island_hex(4, 2), island_hex(0, 0)
    plain_pixels = hex_pixels(app, view, Highlights(), hex_id)
    for highlights in (Highlights(legal_hexes=BIT[hex_id]), Highlights(highlighted_hexes=BIT[hex_id])):
        assert hex_pixels(app, view, highlights, hex_id) != plain_pixels
    # Legal hexes on the board dim the island.
    brightness = sum(hex_pixels(app, view, Highlights(), other_hex))
    assert (
        sum(hex_pixels(app, view, Highlights(legal_hexes=BIT[hex_id_at(0, 0)]), other_hex)) < 0.9 * brightness
    )


def test_spotlight_works_on_the_island(app: App) -> None:
    view, spotlight = make_driver(app, game_with_island()).scene.view, Spotlight()
    lit_hex, dark_hex = island_hex(4, 2), island_hex(0, 0)
    plain_pixels, plain_brightness = (
        hex_pixels(app, view, Highlights(), lit_hex),
        sum(hex_pixels(app, view, Highlights(), dark_hex)),
    )
    spotlight.draw(app.surface, app.renderer, view, BIT[lit_hex])
    pixels = []
    for hex_id in (lit_hex, dark_hex):
        rect = pygame.Rect(0, 0, 10, 10)
        rect.center = tuple(round(value) for value in view.hex_center(hex_id))
        pixels.append(pygame.image.tobytes(app.surface.subsurface(rect), "RGB"))
    assert pixels[0] == plain_pixels
    assert sum(pixels[1]) < 0.7 * plain_brightness


def test_pieces_are_not_dimmed_with_the_terrain(app: App) -> None:
    """Legal hexes are highlighted by dimming all other terrain, but not the pieces on it. Explicitly
    highlighted hexes dim everything else, including pieces."""
    view = make_driver(app, game_with_island()).scene.view
    settlement_hex = hex_id_at(3, 3)
    plain_brightness = sum(hex_pixels(app, view, Highlights(), settlement_hex))
    piece_pixels = hex_pixels(app, view, Highlights(legal_hexes=BIT[hex_id_at(0, 0)]), settlement_hex)
    assert sum(piece_pixels) == pytest.approx(plain_brightness, rel=0.02)
    assert (
        sum(hex_pixels(app, view, Highlights(highlighted_hexes=BIT[hex_id_at(0, 0)]), settlement_hex))
        < 0.9 * plain_brightness
    )


@pytest.mark.parametrize("zoom", [1.0, 1.7])
def test_partial_redraw_equals_a_new_view(app: App, zoom: float) -> None:
    """The dimmed parts are redrawn hex by hex. Pieces that appear, disappear or move must leave nothing
    behind."""
    driver = make_driver(app, game_with_rope_bridge())
    view = driver.scene.view
    view.zoom(zoom)
    view.render_now()
    board_images = []
    for answer in ("rope_bridge", hex_id_at(3, 3), island_hex(3, 0), first_hex, first_hex, "undo", "undo"):
        if answer == "undo":
            driver.scene.commands.undo()
        else:
            driver.scene.commands.submit_answer(
                answer(driver.match.decision().cells) if callable(answer) else answer
            )
        driver.wait_until_idle()
        highlights = Highlights(legal_hexes=driver.match.decision().cells)
        fresh = BoardView(app.renderer, driver.match.game, view.colors)
        fresh.layout(view.rect, view.panes[1].rect)
        fresh.zoom(zoom)
        fresh.render_now()
        images = []
        for board_view in (view, fresh):
            for _ in range(2):  # the second frame is up to date
                board_view.draw(app.surface, highlights, HoverPreview())
            images += [
                pygame.image.tobytes(app.surface.subsurface(pane.rect), "RGB") for pane in board_view.panes
            ]
        assert images[:2] == images[2:]
        board_images.append(images[0])
    assert len(set(board_images)) > 4


def test_player_symbols_appear_when_enabled(app: App) -> None:
    driver = make_driver(app, game_with_island())
    view, settlement_hex = driver.scene.view, hex_id_at(3, 3)
    before = hex_pixels(app, view, Highlights(), settlement_hex)
    app.settings.marks = True
    try:
        driver.scene.layout(app.size)
        assert hex_pixels(app, view, Highlights(), settlement_hex) != before
    finally:
        app.settings.marks = False


# --- the preview


@pytest.mark.parametrize("size", [(620, 500), (900, 500), (300, 400)])
def test_preview_shows_island_next_to_board(app: App, size: tuple[int, int]) -> None:
    preview = BoardPreview()
    preview.rect = pygame.Rect((30, 20), size)
    preview.set_game(new_game(GameSetup(2, ("base", "island"), 4)))
    preview.update(1, app.renderer)
    (_, board), (_, island) = preview.images
    center_offset = (board.centerx - island.centerx, board.centery - island.centery)
    assert min(map(abs, center_offset)) <= 1
    assert preview.rect.inflate(20, 20).contains(island)
    assert island.width < board.width * 0.5
    gap = max(island.left - board.right, island.top - board.bottom)
    assert -0.1 * island.width < gap < 0.5 * island.width
