"""The island beside the board: it leaves the board large, and everything that can be done on the board can be
done on it."""

from __future__ import annotations

import pygame
import pytest
from at_the_table import around
from hand import Hand
from scenario import hex_at, scenario, tile
from window import moved, settle

from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, HEX_AT, ISLAND, hexes_of, lowest
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.app.app import App
from kingdom.ui.board.board_view import BoardView, Pointer
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.spotlight import Spotlight
from kingdom.ui.menus.new_game.preview import BoardPreview
from kingdom.ui.table.table import TableScene

SIZES = ((800, 600), (1024, 700), (1280, 800), (1366, 768), (1920, 1080), (2560, 1080), (3840, 2160))
FRAMED, SHARED = (1280, 800), (2560, 1080)
WINDOW_SIZE = FRAMED
"""Sizes at which the island has a frame of its own, and at which it lies on the board's sheet."""


@pytest.fixture
def app(window: App) -> App:
    window.settings.animation, window.settings.language = "off", "en"
    window.resize_window(FRAMED)
    return window


def on_island(row: int, column: int) -> int:
    return HEX_AT["i", row, column]


def settlers(**me: object) -> Game:
    """Two settlements on the board, which is all grass, and one on the island; to build on grass."""
    return scenario(own=[(3, 3), (10, 10), ("i", 1, 1)], card="grass", island="rope_bridge", me=me)


def at_table(app: App, game: Game, size: tuple[int, int] = FRAMED) -> Hand:
    app.resize_window(size)
    return Hand(app, around(game, "person", "easy"))


def scene_of(app: App, players: int, boxes: tuple[str, ...]) -> TableScene:
    scene = TableScene(around(new_game(Setup(players, boxes, 5)), *["person"] * players))
    app.replace(scene)
    return scene


# --- placing


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("size", SIZES)
def test_the_board_stays_large(app: App, size: tuple[int, int], players: int) -> None:
    app.resize_window(size)
    every = tuple(BOXES)
    alone = scene_of(app, players, tuple(box for box in every if box != "island")).view.panes[0].hex_width
    scene = scene_of(app, players, every)
    board, island = scene.view.panes
    assert board.hex_width >= alone * (0.95 if size != (800, 600) else 0.89)
    assert island.hex_width >= {(800, 600): 20.5, (1280, 800): 26}.get(size, 22)
    assert island.hex_width <= board.hex_width
    window = app.surface.get_rect()
    for pane in scene.view.panes:
        for number in hexes_of(pane.hexes):
            assert pane.rect.collidepoint(pane.centre(number))
        assert window.contains(pane.rect)
        assert pane.rect.collidelist(scene.put.panels) == -1
    assert not board.rect.colliderect(island.rect)
    assert scene.put.log.width >= app.look.px(260)
    assert len(scene.put.maps) == (1 if size in ((800, 600), SHARED) else 2)


def test_a_table_without_island_has_no_frame_for_it(app: App) -> None:
    scene = scene_of(app, 2, ("base",))
    assert scene.put.island is None
    assert len(scene.view.panes) == 1
    assert scene.put.log.right == scene.put.header.right
    assert scene.put.log.left == scene.put.header.left


def test_a_tall_log_keeps_its_width(app: App) -> None:
    scene = scene_of(app, 2, ("base", "island"))
    assert scene.put.log.width < scene.put.header.width * 0.6
    scene.tall_log = True
    scene.layout(app.size)
    assert scene.put.island is not None
    assert scene.put.log.width == scene.put.header.width
    assert scene.put.log.bottom < scene.put.island.top
    assert scene.view.panes[1].hex_width >= 26


def test_a_large_interface_leaves_no_room_for_a_frame(app: App) -> None:
    """Then the island lies on the board's sheet rather than squeeze the players."""
    app.settings.interface_scale = 2.0
    try:
        app.refresh()
        scene = scene_of(app, 5, tuple(BOXES))
        assert scene.put.island is None
        assert scene.view.rect.contains(scene.view.panes[1].rect)
    finally:
        app.settings.interface_scale = 1.0
        app.refresh()


# --- playing


@pytest.mark.parametrize("size", [FRAMED, SHARED])
def test_building_on_the_island_and_taking_it_back(app: App, size: tuple[int, int]) -> None:
    hand = at_table(app, settlers(), size)
    target = lowest(hand.match.decision().cells & ISLAND)
    hand.point(target)
    assert hand.table.input.aim == Pointer(target, True, (("settlement_orange", target),))
    hand.give(target)
    assert hand.match.game.settlements[0] & BIT[target]
    hand.table.deeds.undo()
    assert not hand.match.game.settlements[0] & BIT[target]


def bridge() -> Game:
    """The same with a tile that moves a settlement to canyon, which only the island has."""
    return settlers(tiles=[tile("rope_bridge")])


def test_moving_from_the_board_to_the_island_and_back(app: App) -> None:
    hand = at_table(app, bridge())
    origin, target = hex_at(3, 3), on_island(3, 0)
    hand.give("rope_bridge")
    hand.give(origin)
    hand.point(target)
    assert hand.table.input.aim.origin == origin
    frame, panes = app.surface, hand.table.view.panes
    # the way from one to the other is drawn in both, and over the edge between them
    app.draw(frame)
    colour = app.look.colour("glow_source")
    edge = pygame.Rect(panes[0].rect.right, 0, panes[1].rect.left - panes[0].rect.right, frame.get_height())
    for rect in (panes[0].rect, panes[1].rect, edge):
        part = frame.subsurface(rect.clip(frame.get_rect()))
        assert any(
            part.get_at((x, y))[:3] == colour
            for x in range(part.get_width())
            for y in range(part.get_height())
        )
    hand.give(target)
    assert hand.match.game.settlements[0] & BIT[target]


def test_a_piece_slides_with_the_size_of_where_it_is(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = at_table(app, bridge())
    seen = []
    monkeypatch.setattr(BoardView, "piece", lambda self, surface, name, centre, width: seen.append(width))
    hand.give("rope_bridge")
    hand.give(hex_at(3, 3))
    app.settings.animation = "slow"
    hand.give(on_island(3, 0))
    settle(app, 1)
    board, island = (pane.hex_width for pane in hand.table.view.panes)
    assert (seen[0], seen[-1]) == (board, island)


def test_the_arrow_keys_lead_to_the_island(app: App) -> None:
    hand = at_table(app, settlers())
    hand.table.view.zoom(3)  # however near one looks at the board
    hand.table.input.point(hex_at(10, 12))
    for _ in range(40):
        hand.key(pygame.K_RIGHT)
        if hand.table.input.aimed is not None and ISLAND >> hand.table.input.aimed & 1:
            break
        hand.key(pygame.K_DOWN)
    assert hand.table.input.aimed is not None
    assert ISLAND >> hand.table.input.aimed & 1
    before = len(hand.match.history)
    hand.key(pygame.K_RETURN)
    assert len(hand.match.history) == before + 1


def test_wheel_keys_and_dragging_move_what_is_under_them(app: App) -> None:
    hand = at_table(app, settlers())
    board, island = hand.table.view.panes
    hand.point(on_island(2, 2))
    app.step([pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1)], 0.01)
    assert island.camera.zoom > 1
    assert board.camera.zoom == 1
    before = island.camera.zoom
    hand.key(pygame.K_PLUS)  # the mouse is on the island still
    assert island.camera.zoom > before
    pos = island.rect.center
    start = island.camera.x
    app.step([pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)], 0.01)
    app.step(
        [pygame.event.Event(pygame.MOUSEMOTION, pos=(pos[0] - 20, pos[1]), rel=(-20, 0), buttons=(1, 0, 0))],
        0.01,
    )
    app.step([pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(pos[0] - 20, pos[1]), button=1)], 0.01)
    assert island.camera.x > start
    assert board.camera.x == 0
    target = on_island(2, 2)
    assert hand.table.input.hex_at(hand.spot(target)) == target
    app.step([moved(board.rect.center)], 0.01)
    hand.key(pygame.K_PLUS)
    assert board.camera.zoom > 1
    hand.key(pygame.K_0)
    assert (board.camera.zoom, island.camera.zoom) == (1, 1)


def test_a_zoomed_board_does_not_reach_into_the_island(app: App) -> None:
    hand = at_table(app, settlers(), SHARED)
    island = hand.table.view.panes[1]
    app.draw(app.surface)
    before = app.surface.subsurface(island.rect).copy()
    hand.table.view.zoom(2)
    hand.table.view.settle()
    app.draw(app.surface)
    assert pygame.image.tobytes(before, "RGB") == pygame.image.tobytes(
        app.surface.subsurface(island.rect), "RGB"
    )
    corner = island.rect.left + 2, island.rect.centery
    assert hand.table.view.pane_at(corner) is island


# --- light and shade


def picture(app: App, view: BoardView, lights: Lights, number: int) -> bytes:
    """The pixels around the middle of a hex."""
    view.draw(app.surface, lights, Pointer())
    if view.behind:
        view.draw(app.surface, lights, Pointer())
    place = pygame.Rect(0, 0, 10, 10)
    place.center = tuple(round(value) for value in view.centre(number))
    return pygame.image.tobytes(app.surface.subsurface(place), "RGB")


def test_lights_are_seen_on_the_island_too(app: App) -> None:
    view = at_table(app, settlers()).table.view
    number, other = on_island(4, 2), on_island(0, 0)
    plain = picture(app, view, Lights(), number)
    for lights in (Lights(glowing=BIT[number]), Lights(lit=BIT[number])):
        assert picture(app, view, lights, number) != plain
    # what glows on the board leaves the island in the shade
    bright = sum(picture(app, view, Lights(), other))
    assert sum(picture(app, view, Lights(glowing=BIT[hex_at(0, 0)]), other)) < 0.9 * bright


def test_the_spotlight_finds_the_island(app: App) -> None:
    view, spotlight = at_table(app, settlers()).table.view, Spotlight()
    number, dark = on_island(4, 2), on_island(0, 0)
    lit, shade = picture(app, view, Lights(), number), sum(picture(app, view, Lights(), dark))
    spotlight.draw(app.surface, app.look, view, BIT[number])
    spots = []
    for place in (number, dark):
        around = pygame.Rect(0, 0, 10, 10)
        around.center = tuple(round(value) for value in view.centre(place))
        spots.append(pygame.image.tobytes(app.surface.subsurface(around), "RGB"))
    assert spots[0] == lit
    assert sum(spots[1]) < 0.7 * shade


def test_pieces_are_not_dimmed_with_the_land(app: App) -> None:
    """Where to build is shown by shade on the land; a piece must be seen as well as ever. What is pointed out
    is lit alone."""
    view = at_table(app, settlers()).table.view
    house = hex_at(3, 3)
    plain = sum(picture(app, view, Lights(), house))
    glowing = picture(app, view, Lights(glowing=BIT[hex_at(0, 0)]), house)
    assert sum(glowing) == pytest.approx(plain, rel=0.02)
    assert sum(picture(app, view, Lights(lit=BIT[hex_at(0, 0)]), house)) < 0.9 * plain


@pytest.mark.parametrize("zoom", [1.0, 1.7])
def test_the_mended_picture_is_that_of_a_new_view(app: App, zoom: float) -> None:
    """What is dimmed is mended place by place; nothing may be left behind by pieces that come, go and
    move."""
    hand = at_table(app, bridge())
    view = hand.table.view
    view.zoom(zoom)
    view.settle()
    shown = []
    for answer in ("rope_bridge", hex_at(3, 3), on_island(3, 0), lowest, lowest, "undo", "undo"):
        if answer == "undo":
            hand.table.deeds.undo()
        else:
            hand.table.deeds.answer(answer(hand.match.decision().cells) if callable(answer) else answer)
        hand.settle()
        lights = Lights(glowing=hand.match.decision().cells)
        fresh = BoardView(app.look, hand.match.game, view.colours)
        fresh.layout(view.rect, view.panes[1].rect)
        fresh.zoom(zoom)
        fresh.settle()
        pictures = []
        for each in (view, fresh):
            for _ in range(2):  # the second frame is up to date
                each.draw(app.surface, lights, Pointer())
            pictures += [
                pygame.image.tobytes(app.surface.subsurface(pane.rect), "RGB") for pane in each.panes
            ]
        assert pictures[:2] == pictures[2:]
        shown.append(pictures[0])
    assert len(set(shown)) > 4


def test_marks_are_seen_as_soon_as_they_are_wanted(app: App) -> None:
    hand = at_table(app, settlers())
    view, house = hand.table.view, hex_at(3, 3)
    before = picture(app, view, Lights(), house)
    app.settings.marks = True
    try:
        hand.table.layout(app.size)
        assert picture(app, view, Lights(), house) != before
    finally:
        app.settings.marks = False


# --- the preview


@pytest.mark.parametrize("size", [(620, 500), (900, 500), (300, 400)])
def test_the_preview_shows_the_island_next_to_the_board(app: App, size: tuple[int, int]) -> None:
    preview = BoardPreview()
    preview.rect = pygame.Rect((30, 20), size)
    preview.show(new_game(Setup(2, ("base", "island"), 4)))
    preview.update(1, app.look)
    (_, board), (_, island) = preview.pictures
    middle = (board.centerx - island.centerx, board.centery - island.centery)
    assert min(map(abs, middle)) <= 1
    assert preview.rect.inflate(20, 20).contains(island)
    assert island.width < board.width * 0.5
    gap = max(island.left - board.right, island.top - board.bottom)
    assert -0.1 * island.width < gap < 0.5 * island.width
