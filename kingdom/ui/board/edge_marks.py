"""The numbers of rows at the left edge of a map and the letters of columns at its top, so that hexes can be
counted and named. On a map that is looked at closely they stay at the edge of what is seen."""

from __future__ import annotations

import math
from string import ascii_uppercase
from typing import NamedTuple

import pygame

from kingdom.rules.hexes import ROWS
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.pane import Pane
from kingdom.ui.draw.geometry import ROW_STEP
from kingdom.ui.draw.look import Look

STYLE = "tiny"
OUTSIDE = 0.36
"""How far from the hexes the marks stand, in hex widths, where there is room."""


class EdgeMark(NamedTuple):
    """A number or letter, and its small sheet on the window."""

    text: str
    rect: pygame.Rect


def edge_marks(look: Look, pane: Pane, columns: bool) -> list[EdgeMark]:
    """The marks of the rows that are seen, and of the columns if they are wished. Where they would touch,
    some are left out."""
    grid, room = pane.grid(), pane.rect
    tall = look.line_height(STYLE) * 9 // 10
    first = ROWS + 1 if pane.sea else 1  # as in the rules, the island's rows come after the board's
    wide = look.measure(str(ROWS + grid.rows), STYLE)[0] + look.px(3)
    left = round(max(room.left, grid.left - OUTSIDE * grid.width - wide / 2))
    top = round(max(room.top, grid.top - OUTSIDE * grid.width - tall / 2))
    found = []
    every = math.ceil(tall / (grid.width * ROW_STEP))
    for row in range(0, grid.rows, every):
        mark = pygame.Rect(left, 0, wide, tall)
        mark.centery = round(grid.centre(row, 0)[1])
        if mark.top >= (top + tall if columns else room.top) and mark.bottom <= room.bottom:
            found.append(EdgeMark(str(first + row), mark))
    every = math.ceil(wide / grid.width)
    for column in range(0, grid.columns if columns else 0, every):
        mark = pygame.Rect(0, top, wide, tall)
        mark.centerx = round(grid.centre(0, column)[0])
        if mark.left >= room.left and mark.right <= room.right:
            found.append(EdgeMark(ascii_uppercase[column], mark))
    return found


def draw_edge_marks(surface: pygame.Surface, look: Look, view: BoardView, columns: bool) -> None:
    """On little sheets of parchment: they can be read on any ground."""
    for pane in view.panes:
        for text, rect in edge_marks(look, pane, columns):
            pygame.draw.rect(surface, look.colour("parchment"), rect, border_radius=look.px(5))
            look.text(surface, text, rect, STYLE, "ink", align="center", valign="middle")
