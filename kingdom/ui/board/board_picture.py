"""A whole board as one small picture: for previews, thumbnails of saves and the background of the menu."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from kingdom.rules.board import Grid
from kingdom.rules.game import Game
from kingdom.rules.hexes import PLACE_OF, hexes_of
from kingdom.rules.registry import LANDMARKS
from kingdom.ui.board.errand import Wanted, always
from kingdom.ui.board.painter import BoardPainter, layout
from kingdom.ui.board.things import in_the_open
from kingdom.ui.draw.geometry import MARGIN, SEA_MARGIN, HexGrid, Place, fit
from kingdom.ui.draw.sheets import Sheets

Cell = tuple[int, int]
"""Row and column."""
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
    sheets: Sheets, grid: Grid, hex_width: float, sea: bool = False, wanted: Wanted = always
) -> tuple[pygame.Surface, HexGrid]:
    """The land with its landmarks and medallions, and where its hexes are."""
    picture = BoardPainter(sheets, wanted).paint(grid.rows, hex_width, sea)
    hexes = layout(len(grid.rows), len(grid.rows[0]), hex_width, sea)
    for place, (sheet, name) in _marks(grid).items():
        _put(sheets, picture, sheet, name, hexes, place)
    return picture, hexes


def paint_part_of_land(
    sheets: Sheets, grid: Grid, hex_width: float, area: pygame.Rect, wanted: Wanted = always
) -> pygame.Surface:
    """What `paint_land` gives there, pixel by pixel."""
    picture = BoardPainter(sheets, wanted).paint_part(grid.rows, hex_width, area)
    hexes = layout(len(grid.rows), len(grid.rows[0]), hex_width).spread(1, -area.left, -area.top)
    for place, (sheet, name) in _marks(grid).items():
        _put(sheets, picture, sheet, name, hexes, place)
    return picture


Patch = tuple[pygame.Surface, pygame.Rect]
"""A part of a picture, and where it belongs."""


def repaint_land(
    sheets: Sheets, before: Grid, after: Grid, hex_width: float, wanted: Wanted = always
) -> list[Patch]:
    """What has to be put on the picture of one land to make it that of another one of the same size: there it
    is what `paint_land` gives, pixel by pixel, and elsewhere the two are alike."""
    painter = BoardPainter(sheets)
    hexes = layout(len(after.rows), len(after.rows[0]), hex_width)
    areas = painter.changed(before.rows, after.rows, hex_width)
    old, new = _marks(before), _marks(after)
    for place in old.keys() | new.keys():
        if old.get(place) != new.get(place):
            for marks in (old, new):
                if place in marks:
                    sprite = sheets.for_hex(*marks[place], hex_width)
                    areas.append(pygame.Rect(sprite.place(*hexes.centre(*place)), sprite.surface.get_size()))
    return [(paint_part_of_land(sheets, after, hex_width, area, wanted), area) for area in _joined(areas)]


def put_patches(picture: pygame.Surface, patches: Iterable[Patch]) -> None:
    """Bring a picture up to date."""
    for patch, area in patches:
        picture.fill((0, 0, 0, 0), area)
        picture.blit(patch, area, special_flags=pygame.BLEND_RGBA_ADD)


def _joined(areas: list[pygame.Rect]) -> list[pygame.Rect]:
    """Areas that are joined wherever that is less to paint."""
    found: list[pygame.Rect] = []
    for area in areas:
        better = True
        while better:
            better = False
            for other in found:
                both = area.union(other)
                if _pixels(both) <= _pixels(area) + _pixels(other):
                    found.remove(other)
                    area, better = both, True
                    break
        found.append(area)
    return found


def _pixels(area: pygame.Rect) -> int:
    return area.width * area.height


def _marks(grid: Grid) -> dict[tuple[int, int], tuple[str, str]]:
    """What stands on a land, row by row: sheet and name of its picture."""
    landmark_of = {landmark.letter: name for name, landmark in LANDMARKS.items() if landmark.letter}
    found = {}
    for row, line in enumerate(grid.rows):
        for column, letter in enumerate(line):
            if letter.isdigit():
                found[row, column] = ("medallions", f"medallion_{grid.tile(letter)}")
            elif letter in landmark_of:
                found[row, column] = ("landmarks", landmark_of[letter])
    return found


def hex_on_picture(grid: Grid, place: pygame.Rect, point: tuple[int, int], sea: bool = False) -> Cell | None:
    """The hex of a land at a point, if its picture lies at a place."""
    hexes = layout(len(grid.rows), len(grid.rows[0]), FINEST_HEX, sea)
    scale = (hexes.size[0] + 2 * hexes.left) / place.width
    return hexes.at((point[0] - place.left) * scale, (point[1] - place.top) * scale)


def paint_game(
    sheets: Sheets, game: Game, colours: Sequence[str], space: tuple[int, int], wanted: Wanted = always
) -> pygame.Surface:
    """A game's main board with all pieces on it, as large as fits into a space."""
    grid = game.board.grid
    width = hex_width_for(grid, space)
    picture, hexes = paint_land(sheets, grid, max(width, FINEST_HEX), False, wanted)
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
