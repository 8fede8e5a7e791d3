"""Choosing hexes: what the one under the mouse would do, and where the arrow keys go."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kingdom.match.match import Match
from kingdom.rules.hexes import Hex, hexes_of
from kingdom.ui.board.board_view import BoardView, Pointer
from kingdom.ui.panels.preview import preview

STEP = 0.3
"""Hex widths that a hex must lie ahead to lie in a direction."""


def aim_at(match: Match, view: BoardView, colours: Sequence[str], cells: int, number: Hex | None) -> Pointer:
    """What is shown when a hex is pointed at: a legal one with the pieces that would come to stand, and where
    from."""
    if number is None or not cells >> number & 1:
        return Pointer(number)
    found = preview(match.game, number, match.decider)
    ghosts = []
    for word, owner, hexes in found.pieces:
        name = word if owner is None else f"{word}_{colours[owner]}"
        ghosts += [(name, place) for place in view.standing(name, hexes)]
    return Pointer(number, True, tuple(ghosts), found.footprint, found.origin)


def next_in_direction(
    view: BoardView, cells: int, here: Hex | None, direction: tuple[int, int]
) -> Hex | None:
    """The nearest of these hexes in a direction: far sideways counts more than far ahead. From nowhere, the
    one nearest the middle."""
    if here is None:
        return min(
            hexes_of(cells), key=lambda number: math.dist(view.centre(number), view.rect.center), default=None
        )
    x, y = view.home(here)
    dx, dy = direction
    best, best_distance = None, float("inf")
    for number in hexes_of(cells):
        across, down = view.home(number)
        ahead = (across - x) * dx + (down - y) * dy
        aside = abs((across - x) * dy) + abs((down - y) * dx)
        if ahead < view.panes[0].base.width * STEP or aside > ahead * 2:
            continue
        if ahead + 2 * aside < best_distance:
            best, best_distance = number, ahead + 2 * aside
    return best
