"""Examples as pictures, painted beside the window; until one is there its place is calm parchment."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kingdom.learn.example import Example
from kingdom.learn.reference import Entry, shipped
from kingdom.match.seats import COLOURS
from kingdom.rules.board import Grid
from kingdom.rules.registry import BOXES, ISLANDS, LANDMARKS, SECTIONS, TERRAINS
from kingdom.ui.board.aside import Aside
from kingdom.ui.board.errand import Wanted
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.part_picture import Cutout, paint_part
from kingdom.ui.board.thumbnails import paint_small
from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.widget import Widget

MOST, MOST_BYTES = 4, 24_000_000
"""Pictures that are kept: one fills a third of the window, which may be large."""


class WantedExample(NamedTuple):
    """An example of a page, or the land of one that has none, at a size."""

    key: str
    grid: Grid | None
    size: tuple[int, int]


class Examples(Aside[WantedExample]):
    """The pictures of examples."""

    def __init__(self, look: Look) -> None:
        super().__init__(self._paint, MOST, MOST_BYTES)
        self.look = look

    def _paint(self, asked: WantedExample, wanted: Wanted) -> pygame.Surface:
        example = shipped().example(asked.key)
        if example is not None:
            return self._played(example, asked.size, wanted)
        assert asked.grid is not None
        return paint_small(self.look.sheets, asked.grid, asked.size, wanted)

    def _played(self, example: Example, size: tuple[int, int], wanted: Wanted) -> pygame.Surface:
        moment = example.played()
        lights = Lights(glowing=moment.glowing, lit=moment.lit, chosen=moment.chosen)
        return paint_part(self.look, moment.game, COLOURS, lights, Cutout(*example.shows), size, wanted)


def land_of(entry: Entry) -> Grid | None:
    """A section on which a thing is found, its own box's first; for a card, a section of its box."""
    box = BOXES.get(entry.box)
    own = [*box.sections.values(), *box.islands.values()] if box is not None else []
    every = [*own, *SECTIONS.values(), *ISLANDS.values()]
    letter = next(
        (
            things[entry.word].letter
            for things in (TERRAINS, LANDMARKS)
            if entry.word in things and entry.kind in ("terrain", "landmark")
        ),
        None,
    )
    for grid in every:
        here = {sign for row in grid.rows for sign in row}
        if letter in here or any(sign.isdigit() and grid.tile(sign) == entry.word for sign in here):
            return grid
    return own[0] if own else None


class ExamplePicture(Widget):
    """The place of an example."""

    def __init__(self, examples: Examples, wanted: WantedExample) -> None:
        super().__init__()
        self.examples, self.wanted = examples, wanted

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        picture = self.examples.get(self.wanted)
        if picture is None:
            look.shade(surface, self.rect, 26)
            return
        place = picture.get_rect(center=self.rect.center)
        surface.blit(picture, place)
        pygame.draw.rect(surface, look.colour("text_soft"), place, max(1, look.px(2)), look.px(4))
