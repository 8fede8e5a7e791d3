"""A whole board as one small picture: for previews, thumbnails of saves and the background of the menu."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.rules.board import Grid
from kingdom.rules.game import Game
from kingdom.rules.hexes import PLACE_OF, hexes_of
from kingdom.rules.registry import LANDMARKS
from kingdom.ui.board.painter import BoardPainter, layout
from kingdom.ui.board.things import in_the_open
from kingdom.ui.draw.geometry import MARGIN, SEA_MARGIN, HexGrid, Place, fit
from kingdom.ui.draw.sheets import Sheets

SMALLEST_HEX = 2.0
FINEST_HEX = 22.0
"""Smaller pictures are painted with hexes of this width and then reduced: grid lines and props would become
noise."""


def hex_width_for(grid: Grid, space: tuple[int, int], sea: bool = False) -> float:
    """The width of hexes with which a painted board fits into a space."""
    return max(
        SMALLEST_HEX, fit(len(grid.rows), len(grid.rows[0]), space, SEA_MARGIN if sea else MARGIN) * 0.999
    )


def paint_land(
    sheets: Sheets, grid: Grid, hex_width: float, sea: bool = False
) -> tuple[pygame.Surface, HexGrid]:
    """The land with its landmarks and medallions, and where its hexes are."""
    picture = BoardPainter(sheets).paint(grid.rows, hex_width, sea)
    hexes = layout(len(grid.rows), len(grid.rows[0]), hex_width, sea)
    landmark_of = {landmark.letter: name for name, landmark in LANDMARKS.items() if landmark.letter}
    for row, line in enumerate(grid.rows):
        for column, letter in enumerate(line):
            if letter.isdigit():
                _put(sheets, picture, "medallions", f"medallion_{grid.tile(letter)}", hexes, (row, column))
            elif letter in landmark_of:
                _put(sheets, picture, "landmarks", landmark_of[letter], hexes, (row, column))
    return picture, hexes


def paint_game(sheets: Sheets, game: Game, colours: Sequence[str], space: tuple[int, int]) -> pygame.Surface:
    """A game's main board with all pieces on it, as large as fits into a space."""
    grid = game.board.grid
    width = hex_width_for(grid, space)
    picture, hexes = paint_land(sheets, grid, max(width, FINEST_HEX))
    for hook in game.table.hooks.tokens:
        for token in hook(game):
            if in_the_open(token):  # others would be too small to be seen
                _put(sheets, picture, "landmarks", token.word, hexes, PLACE_OF[token.hex])
    pieces: list[tuple[str, int | None, int]] = [
        ("settlement", player, mask) for player, mask in enumerate(game.settlements)
    ]
    pieces += [(word, owner, mask) for hook in game.table.hooks.pieces for word, owner, mask in hook(game)]
    for word, owner, mask in pieces:
        name = word if owner is None else f"{word}_{colours[owner]}"
        for number in hexes_of(mask):
            _put(sheets, picture, "pieces", name, hexes, PLACE_OF[number])
    if width < FINEST_HEX:
        shrink = width / FINEST_HEX
        size = round(picture.get_width() * shrink), round(picture.get_height() * shrink)
        picture = pygame.transform.smoothscale(picture, size)
    return picture


def _put(
    sheets: Sheets, picture: pygame.Surface, sheet: str, name: str, hexes: HexGrid, place: Place
) -> None:
    """A small thing on its hex."""
    if len(place) == 2:  # the island is not in the picture
        sheets.for_hex(sheet, name, hexes.width).draw(picture, *hexes.centre(*place))
