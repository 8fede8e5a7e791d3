"""What one paints with: a hex for every terrain, landmark and location of every box."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.rules.registry import LANDMARKS, LOCATION, TERRAINS
from kingdom.studio.canvas import Cell
from kingdom.tiled import tile_numbers
from kingdom.ui.draw.geometry import HEIGHT
from kingdom.ui.draw.look import Look
from kingdom.ui.studio.stamps import Stamps
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.tooltip import Tip

COLOUR = 62
"""Design pixels of a hex of the palette."""


class Colour(Button):
    """A hex to paint with."""

    def __init__(self, cell: Cell, name: str, choose: Callable[[], object], stamps: Stamps) -> None:
        word, tile = cell
        kind = "tile" if tile else "terrain" if word in TERRAINS else "landmark"
        super().__init__("", choose, tooltip=lambda: Tip(name, about=f"{kind}.{tile or word}"))
        self.cell, self.stamps = cell, stamps
        self.light(False)

    def light(self, chosen: bool) -> None:
        """Whether it is what is painted with: then it is lit, and Tab leads from it to the land."""
        self.tab_stop = self.chosen = chosen

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self.chosen or self.hovered:
            look.panel(surface, self.rect, "active" if self.chosen else "parchment", shadow=False)
        width = self.rect.width - look.px(10)
        stamp = self.stamps.stamp(self.cell, width)
        surface.blit(stamp, stamp.get_rect(center=self.rect.center))


def cells_by_kind() -> list[tuple[str, list[Cell]]]:
    """All that a map can hold, in the order of the boxes: land, landmarks, locations."""
    known = tile_numbers()
    land = [(name, "") for name in TERRAINS]
    marks = [(name, "") for name in LANDMARKS if name != LOCATION]
    places = sorted((cell for cell in known if cell[0] == LOCATION), key=lambda cell: known[cell])
    return [
        ("land", [cell for cell in land if cell in known]),
        ("landmarks", [c for c in marks if c in known]),
        ("locations", places),
    ]


def lay_colours(look: Look, colours: list[Colour], room: pygame.Rect, top: int) -> int:
    """Put them beside and below each other; how high they are."""
    wide = look.px(COLOUR)
    tall = round((wide - look.px(10)) * HEIGHT) + look.px(10)
    across = max(1, room.width // wide)
    for number, colour in enumerate(colours):
        row, column = divmod(number, across)
        colour.rect = pygame.Rect(room.left + column * wide, top + row * tall, wide, tall)
    return -(-len(colours) // across) * tall
