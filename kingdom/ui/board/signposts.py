"""Arrows at the edge of a map that is looked at closely, toward hexes that are pointed out but lie outside of
what is seen."""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from kingdom.rules.hexes import hexes_of
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.pane import Pane
from kingdom.ui.draw.geometry import Point
from kingdom.ui.draw.look import Look

SIZE = 46
"""Design pixels from the tail of an arrow to its tip."""
SHAPE = ((0.0, 0.0), (-1.0, -0.62), (-0.72, 0.0), (-1.0, 0.62))
"""An arrow to the right with its tip at the origin, in its own lengths."""


class Signpost(NamedTuple):
    """An arrow: where its tip is, and its angle."""

    tip: Point
    angle: float


def signposts(pane: Pane, hexes: int, size: float) -> list[Signpost]:
    """One arrow for each hex outside; those that would lie over each other are one."""
    middle = pane.rect.center
    reach = (max(1.0, pane.rect.width / 2 - size / 3), max(1.0, pane.rect.height / 2 - size / 3))
    tips: list[list[tuple[Point, Point]]] = []
    for number in hexes_of(hexes & pane.hexes):
        x, y = pane.centre(number)
        if pane.rect.collidepoint(x, y):
            continue
        right, below = x - middle[0], y - middle[1]
        part = 1 / max(
            abs(right) / reach[0], abs(below) / reach[1]
        )  # of the way from the middle, as far as the edge
        tip = (middle[0] + right * part, middle[1] + below * part)
        near = next((others for others in tips if math.dist(others[0][0], tip) < 2 * size), None)
        if near is None:
            tips.append([(tip, (x, y))])
        else:
            near.append((tip, (x, y)))
    found = []
    for together in tips:
        tip, there = (_middle([pair[which] for pair in together]) for which in (0, 1))
        found.append(Signpost(tip, math.atan2(there[1] - tip[1], there[0] - tip[0])))
    return found


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def draw_signposts(
    surface: pygame.Surface, look: Look, view: BoardView, hexes: int, colour: str = "glow_earned"
) -> None:
    """Over the maps."""
    size = float(look.px(SIZE))
    for pane in view.panes if hexes else ():
        if pane.camera.zoom <= 1:
            continue
        for (x, y), angle in signposts(pane, hexes, size):
            across, down = math.cos(angle) * size, math.sin(angle) * size
            outline = [
                (x + right * across - below * down, y + right * down + below * across)
                for right, below in SHAPE
            ]
            pygame.draw.polygon(surface, look.colour(colour), outline)
            pygame.draw.polygon(surface, look.colour("shadow"), outline, look.px(3))
