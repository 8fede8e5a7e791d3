"""After a resize, the board shows the old picture scaled until the new one is painted."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from support.scenario import hex_id_at, scenario

from kingdom.rules.hexes import iter_hexes
from kingdom.ui.board.board_view import BoardView, HoverPreview
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.framework.app import App

WINDOW_SIZE = (640, 480)
COLOR_TOLERANCE = 12


@pytest.fixture
def view(app: App) -> Iterator[BoardView]:
    """The painted board of a game with a settlement, in a wide pane."""
    view = BoardView(app.renderer, scenario({}, own=[(5, 5)], card="grass"), ["orange", "blue"])
    view.layout(pygame.Rect(0, 0, 620, 300))
    view.render_now()
    draw(view)
    yield view
    view.close()


def draw(view: BoardView) -> pygame.Surface:
    surface = pygame.Surface((700, 700), 0, 32)
    view.draw(surface, Highlights(), HoverPreview())
    return surface


def hex_colors(view: BoardView, surface: pygame.Surface) -> list[pygame.Color]:
    """Returns the color at the center of every hex of the main board."""
    centers = [view.hex_center(hex_id) for hex_id in iter_hexes(view.panes[0].hexes)]
    return [surface.get_at((round(x), round(y))) for x, y in centers]


@pytest.mark.parametrize("size", [(300, 620), (690, 680), (240, 200)])
def test_hexes_of_the_old_picture_are_in_their_new_places(view: BoardView, size: tuple[int, int]) -> None:
    view.layout(pygame.Rect(0, 0, *size))
    assert not view.is_sharp
    scaled = hex_colors(view, draw(view))
    view.render_now()
    painted = hex_colors(view, draw(view))
    differing = [
        (before, after)
        for before, after in zip(scaled, painted, strict=True)
        if max(abs(a - b) for a, b in zip(before, after, strict=True)) > COLOR_TOLERANCE
    ]
    assert len(differing) <= len(painted) // 50


def test_pieces_are_not_doubled(view: BoardView) -> None:
    """The settlement in the old picture lies exactly under the settlement drawn on top."""
    view.layout(pygame.Rect(0, 0, 300, 620))
    scaled = draw(view)
    view.render_now()
    painted = draw(view)
    width = view.hex_width_at(hex_id_at(5, 5))
    settlement = pygame.Rect(0, 0, round(2 * width), round(2 * width))
    settlement.center = tuple(map(round, view.hex_center(hex_id_at(5, 5))))
    difference = scaled.copy()
    difference.blit(painted, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    difference.fill((0, 0, 0), settlement)
    changed = pygame.mask.from_threshold(difference, (0, 0, 0), (60, 60, 60, 255))
    changed.invert()
    assert changed.count() < 0.01 * 300 * 620


def test_a_resize_cancels_terrain_for_the_old_size(view: BoardView) -> None:
    pane = view.panes[0]
    view.layout(pygame.Rect(0, 0, 300, 620))
    pane.update(10.0)
    assert pane.painter.is_busy
    view.layout(pygame.Rect(0, 0, 400, 400))
    assert not pane.painter.is_busy
