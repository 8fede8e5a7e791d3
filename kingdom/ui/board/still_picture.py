"""All that stands still on a map as one picture, mended only where something changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from kingdom.rules.hexes import hexes_of
from kingdom.ui.board.land_picture import LandPicture
from kingdom.ui.board.things import BoardThing, box_of, put_things, spot
from kingdom.ui.draw.look import Look

DARK_LINE = 3
"""Pixels, at any zoom; its light core is one pixel wide."""

FEW = 6
"""Patches that are mended one by one, each with a look at all things; to draw everything once is quicker than
more of them."""


class StillPicture:
    """A painted land with its things on it, and lines around some of its hexes beneath them."""

    def __init__(
        self,
        look: Look,
        land: LandPicture,
        things: Sequence[BoardThing],
        marked: Sequence[str],
        lined: int = 0,
    ) -> None:
        self.look, self.land, self.things, self.marked, self.lined = look, land, things, marked, lined
        self.picture = land.picture.copy()
        self._draw_lines(self.picture.get_rect())
        put_things(look, self.picture, things, land.grid, marked)

    def mend(self, things: Sequence[BoardThing]) -> list[pygame.Rect]:
        """Bring the picture up to other things; where it changed."""
        if self.things is things:
            return []
        changed = set(self.things) ^ set(things)
        self.things = things
        grid, mended = self.land.grid, []
        patches = _merged([box_of(self.look, thing, grid) for thing in changed])
        for patch in patches if len(patches) <= FEW else [self.picture.get_rect()]:
            patch = patch.clip(self.picture.get_rect())
            self.picture.blit(self.land.picture, patch, patch)
            self._draw_lines(patch)
            put_things(self.look, self.picture, things, grid, self.marked, patch)
            mended.append(patch)
        return mended

    def _draw_lines(self, patch: pygame.Rect) -> None:
        """Within a patch: dark ones, and a light core, so that they are seen on dark and on bright land. They
        are drawn whole and then cut: pygame 2.6 draws what is left of a line in a clip otherwise."""
        if not self.lined:
            return
        grid = self.land.grid
        near = patch.inflate(3 * grid.width, 3 * grid.width)
        whole = self.picture.get_rect()
        room = whole if patch == whole else patch.inflate(6 * grid.width, 6 * grid.width)
        lines = self.picture if patch == whole else pygame.Surface(room.size, pygame.SRCALPHA)
        outlines = []
        for number in hexes_of(self.lined):
            if near.collidepoint(grid.centre(*spot(number))):
                corners = grid.corners(*spot(number))
                outlines.append([(round(x) - room.left, round(y) - room.top) for x, y in corners])
        for colour, width in ((self.look.colour("shadow"), DARK_LINE), (self.look.colour("parchment"), 1)):
            for outline in outlines:
                pygame.draw.lines(lines, colour, True, outline, width)
        if lines is not self.picture:
            self.picture.blit(lines, patch, patch.move(-room.left, -room.top))


def _merged(boxes: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """The boxes, those that overlap made one."""
    found: list[pygame.Rect] = []
    for box in boxes:
        while (hit := box.collidelist(found)) >= 0:
            box = box.union(found.pop(hit))
        found.append(box)
    return found
