"""All that stands still on a map as one picture, mended only where something changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from kingdom.ui.board.land_picture import LandPicture
from kingdom.ui.board.things import Thing, box_of, put_things
from kingdom.ui.draw.look import Look


class StillPicture:
    """A painted land with its things on it."""

    def __init__(self, look: Look, land: LandPicture, things: Sequence[Thing], marked: Sequence[str]) -> None:
        self.look, self.land, self.things, self.marked = look, land, things, marked
        self.picture = land.picture.copy()
        put_things(look, self.picture, things, land.grid, marked)

    def mend(self, things: Sequence[Thing]) -> list[pygame.Rect]:
        """Bring the picture up to other things; where it changed."""
        if self.things is things:
            return []
        changed = set(self.things) ^ set(things)
        self.things = things
        grid, mended = self.land.grid, []
        for patch in _merged([box_of(self.look, thing, grid) for thing in changed]):
            patch = patch.clip(self.picture.get_rect())
            self.picture.blit(self.land.picture, patch, patch)
            put_things(self.look, self.picture, things, grid, self.marked, patch)
            mended.append(patch)
        return mended


def _merged(boxes: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """The boxes, those that overlap made one."""
    found: list[pygame.Rect] = []
    for box in boxes:
        while (hit := box.collidelist(found)) >= 0:
            box = box.union(found.pop(hit))
        found.append(box)
    return found
