"""Arrows at the edge of a board that is looked at closely lead to the hexes that may be clicked."""

from __future__ import annotations

import math

from at_the_table import Silent, around, table
from hand import Hand
from scenario import hex_at, scenario

from kingdom.ui.app.app import App
from kingdom.ui.board.signposts import SIZE, signposts

WINDOW_SIZE = (1280, 800)


def test_arrows_lead_to_legal_hexes_out_of_sight(app: App) -> None:
    """Just behind the tip of every arrow the window has the colour of the legal hexes, and none while all of
    the board is seen."""
    hand = Hand(app, table("person", "easy", seed=3, thinker=Silent()))
    view, size = hand.table.view, float(app.look.px(SIZE))
    assert hand.table.cells
    assert signposts(view.panes[0], hand.table.cells, size) == []
    hand.table.zoom(6)
    view.settle()
    app.draw(app.surface)
    found = signposts(view.panes[0], hand.table.cells, size)
    assert found, "some legal hexes are out of sight"
    legal = app.look.colour("glow_legal")
    for (x, y), angle in found:
        points = [_behind(x, y, angle, part * size) for part in (-0.5, -0.4, -0.3)]
        assert legal in {tuple(app.surface.get_at(point))[:3] for point in points}


def _behind(x: float, y: float, angle: float, by: float) -> tuple[int, int]:
    return round(x + math.cos(angle) * by), round(y + math.sin(angle) * by)


def test_pieces_stay_sharp_while_the_land_is_painted_anew(app: App) -> None:
    """Before the new land comes a piece looks as it does afterwards, up to a pixel's shift."""
    game = scenario(own=[(9, 9)], card="grass")
    hand = Hand(app, around(game, "person", "easy"))
    number = hex_at(9, 9)
    hand.table.zoom(4)
    assert not hand.table.view.sharp

    def colours() -> list[int]:
        app.draw(app.surface)
        x, y = hand.spot(number)
        return [part for dy in range(-12, 6, 3) for part in app.surface.get_at((x, y + dy))[:3]]

    soon = colours()
    hand.table.view.settle()
    later = colours()
    assert sum(abs(a - b) for a, b in zip(soon, later, strict=True)) < 12 * len(soon)
