"""The land of one map as a picture, painted at once or by a thread beside the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from kingdom.rules.board import Grid
from kingdom.ui.board.errand import Errand, Wanted, always
from kingdom.ui.board.painter import GROUND, PROPS, BoardPainter, layout, open_sea
from kingdom.ui.board.things import BoardThing, sprite_of
from kingdom.ui.draw.free_memory import free_memory
from kingdom.ui.draw.geometry import MARGIN, SEA_MARGIN, HexGrid
from kingdom.ui.draw.look import Look

BESIDE_ROWS = 0.7
"""Hex widths beside the map that marks at the ends of rows need."""
LARGE = 2_500_000
"""Pixels of land, ten megabytes, from which on it is painted band by band."""
COARSE = 2_000_000
"""Pixels of land, eight megabytes, from which on it is kept coarse while nobody sees it."""
BAND = 512
"""Rows of pixels in a band."""


@dataclass(frozen=True)
class Framing:
    """What a land is painted for: the size of its pane, how near it is looked at, and where the hexes are in
    the pane while all of them are seen."""

    size: tuple[int, int]
    zoom: float
    base: HexGrid

    def like(self, other: Framing) -> bool:
        """Whether what is painted for the other is sharp here."""
        return self.size == other.size and self.base == other.base and abs(self.zoom - other.zoom) < 1e-6


@dataclass(frozen=True)
class LandPicture:
    """The painted land, and where its hexes are. Around it there is nothing but parchment or open sea, which
    is not kept: close up in a wide window that would be most of the picture."""

    picture: pygame.Surface
    framing: Framing
    grid: HexGrid
    """Where the hexes are on the picture."""
    corner: tuple[int, int]
    """Where the picture is on the whole map at its zoom."""
    around: Callable[[pygame.Surface, tuple[int, int]], None]
    """Paints what lies around it on a surface that begins at a point of the whole map."""

    def coarse(self) -> LandPicture:
        """The same from twice as far, which takes a quarter of the room; small land as it is."""
        width, height = self.picture.get_size()
        if width * height < COARSE:
            return self
        framing = Framing(self.framing.size, self.framing.zoom / 2, self.framing.base)
        picture = pygame.transform.smoothscale(self.picture, (width // 2, height // 2))
        corner = round(self.corner[0] / 2), round(self.corner[1] / 2)
        return LandPicture(picture, framing, self.grid.spread(0.5, 0, 0), corner, self.around)


class LandPainter:
    """Paints the land of one map, with what lies around it."""

    def __init__(self, look: Look, letters: Grid, sea: bool) -> None:
        self.look, self.letters, self.sea = look, letters, sea
        self.origin: tuple[int, int] | None = (0, 0)
        """Where the parchment around the map begins; without it there is open sea instead."""
        self._errand: Errand[LandPicture] | None = None

    def paint(self, framing: Framing, wanted: Wanted = always) -> LandPicture:
        """Paint it now."""
        whole = pygame.Rect(0, 0, *(round(side * framing.zoom) for side in framing.size))
        grid = framing.base.spread(framing.zoom, 0, 0)
        margin = (SEA_MARGIN if self.sea else MARGIN) * grid.width
        reach = max(margin, BESIDE_ROWS * grid.width)
        left, top, (across, down) = round(grid.left - reach), round(grid.top - reach), grid.size
        part = pygame.Rect(left, top, round(across + 2 * reach), round(down + 2 * reach)).clip(whole)
        picture = opaque(part.size)
        around = partial(_lay_around, self.look, self.origin, grid.width)
        around(picture, part.topleft)
        place = round(grid.left - margin) - part.left, round(grid.top - margin) - part.top
        self._put_land(picture, grid.width, place, wanted)
        self.look.sheets.forget((GROUND, PROPS), grid.width)  # as much as half the picture
        on_picture = grid.spread(1, -part.left, -part.top)
        return LandPicture(picture, framing, on_picture, part.topleft, around)

    def _put_land(
        self, picture: pygame.Surface, hex_width: float, place: tuple[int, int], wanted: Wanted
    ) -> None:
        """The land on its picture; large land band by band, as it need not be there twice as a whole."""
        rows, painter = self.letters.rows, BoardPainter(self.look.sheets, wanted)
        hexes = layout(len(rows), len(rows[0]), hex_width, self.sea)
        wide, high = (
            round(side + 2 * edge) for side, edge in zip(hexes.size, (hexes.left, hexes.top), strict=True)
        )
        if self.sea or wide * high < LARGE:
            picture.blit(painter.paint(rows, hex_width, self.sea), place)
            return
        for top in range(0, high, BAND):
            band = pygame.Rect(0, top, wide, min(BAND, high - top))
            picture.blit(painter.paint_part(rows, hex_width, band), band.move(place))

    # --- beside the window

    @property
    def busy(self) -> bool:
        """Whether something was begun and not fetched yet."""
        return self._errand is not None

    @property
    def failed(self) -> bool:
        """Whether the thread has ended without a picture."""
        return self._errand is not None and self._errand.failed

    def begin(self, framing: Framing, things: Sequence[BoardThing]) -> None:
        """Paint it in a thread, and make the things at their new size, so that the window need not scale
        them."""
        self._errand = Errand(partial(self.paint_aside, framing, things))

    def paint_aside(self, framing: Framing, things: Sequence[BoardThing], wanted: Wanted) -> LandPicture:
        """What the thread does."""
        free_memory()  # what the land before this one needed
        land = self.paint(framing, wanted)
        free_memory()
        for thing in things:
            sprite_of(self.look, thing, framing.base.width * framing.zoom)
        return land

    def fetch(self) -> LandPicture | None:
        """What the thread has painted, once."""
        land = None if self._errand is None else self._errand.made
        if land is not None:
            self._errand = None
        return land

    def stop(self) -> None:
        """What the thread paints is not wanted any more."""
        if self._errand is not None:
            self._errand.drop()
        self._errand = None


def _lay_around(
    look: Look,
    origin: tuple[int, int] | None,
    hex_width: float,
    surface: pygame.Surface,
    corner: tuple[int, int],
) -> None:
    """Parchment that begins at the origin, or without one the sea."""
    if origin is None:
        open_sea(look.sheets, surface, hex_width, corner)
        return
    x, y = origin[0] - corner[0], origin[1] - corner[1]
    look.fill(surface, pygame.Rect(x, y, surface.get_width() - x, surface.get_height() - y), "parchment")


def opaque(size: tuple[int, int]) -> pygame.Surface:
    """A surface without alpha, in the window's own format if there is a window."""
    return pygame.Surface(size)
