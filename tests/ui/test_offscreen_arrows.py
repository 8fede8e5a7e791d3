"""Arrows at the edge of a zoomed board point to legal hexes outside the view."""

from __future__ import annotations

import math

from support.match_driver import MatchDriver
from support.matches import SilentAIClient, match_from_game, new_match
from support.scenario import hex_id_at, scenario

from kingdom.ui.board.annotations import ARROW_SIZE, offscreen_arrows
from kingdom.ui.framework.app import App

WINDOW_SIZE = (1280, 800)


def test_arrows_point_to_legal_hexes_outside_the_view(app: App) -> None:
    """Each arrow has the color of the legal hexes just beyond its tip. There are no arrows while the whole
    board is visible."""
    driver = MatchDriver(app, new_match("person", "easy", seed=3, ai_client=SilentAIClient()))
    view, size = driver.scene.view, float(app.renderer.px(ARROW_SIZE))
    assert driver.scene.legal_hexes
    assert offscreen_arrows(view.panes[0], driver.scene.legal_hexes, size) == []
    driver.scene.zoom(6)
    view.render_now()
    app.draw(app.surface)
    arrows = offscreen_arrows(view.panes[0], driver.scene.legal_hexes, size)
    assert arrows, "some legal hexes should be outside the view"
    legal_color = app.renderer.color("glow_legal")
    for (x, y), angle in arrows:
        points = [_offset_point(x, y, angle, fraction * size) for fraction in (-0.5, -0.4, -0.3)]
        assert legal_color in {tuple(app.surface.get_at(point))[:3] for point in points}


def _offset_point(x: float, y: float, angle: float, distance: float) -> tuple[int, int]:
    return round(x + math.cos(angle) * distance), round(y + math.sin(angle) * distance)


def test_pieces_stay_sharp_while_the_terrain_is_repainted(app: App) -> None:
    """Before the new terrain is ready, a piece already looks the way it does afterward, except that it may be
    shifted by one pixel."""
    game = scenario(own=[(9, 9)], card="grass")
    driver = MatchDriver(app, match_from_game(game, "person", "easy"))
    hex_id = hex_id_at(9, 9)
    driver.scene.zoom(4)
    assert not driver.scene.view.is_sharp

    def sample_colors() -> list[int]:
        app.draw(app.surface)
        x, y = driver.hex_center(hex_id)
        return [channel for dy in range(-12, 6, 3) for channel in app.surface.get_at((x, y + dy))[:3]]

    before = sample_colors()
    driver.scene.view.render_now()
    after = sample_colors()
    assert sum(abs(a - b) for a, b in zip(before, after, strict=True)) < 12 * len(before)
