"""The dark over the table with holes for what a lesson is about, and an arrow that leads there."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from kingdom.rules.hexes import hexes_of
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.draw.geometry import CORNERS
from kingdom.ui.draw.look import Look

TELLING, ASKING = 150, 70
"""How dark it is while something is told, and while something is asked for."""
RINGED = 24
"""Hexes that have a golden edge each; more of them only shine."""
PATCH = 256
"""Pixels of the side of a patch."""


class Veil:
    """Made once for what it shows, in patches: only those with a hole in them are kept as pictures, as one
    picture of the whole window would take 33 MB at 4K."""

    def __init__(self) -> None:
        self._key: object = None
        self._pictures: list[tuple[pygame.Rect, pygame.Surface | None]] = []

    def draw(
        self,
        surface: pygame.Surface,
        look: Look,
        view: BoardView,
        hexes: int,
        open_hexes: int,
        rects: Sequence[pygame.Rect],
        dark: int,
    ) -> None:
        """Over the table; nothing if there is nothing to look at. Open hexes stay in the light without being
        meant."""
        if not hexes and not rects:
            return
        size = surface.get_size()
        places = tuple(tuple(pane.rect) for pane in view.panes)
        key = (size, hexes, open_hexes, tuple(map(tuple, rects)), dark, view.cameras, places)
        if key != self._key:
            self._key = key
            reach = look.px(5)
            cut = Cut(view, hexes, open_hexes, [rect.inflate(2 * reach, 2 * reach) for rect in rects])
            self._pictures = [
                (patch, cut.make(look, patch, dark) if cut.touches(patch) else None)
                for patch in _patches(surface.get_rect())
            ]
        for patch, picture in self._pictures:
            if picture is None:
                look.shade(surface, patch, dark)
            else:
                surface.blit(picture, patch)


class Cut:
    """What is cut out of the dark: hexes, each on its pane, and parts of the window."""

    def __init__(self, view: BoardView, hexes: int, open_hexes: int, holes: Sequence[pygame.Rect]) -> None:
        self.holes, self.ringed = holes, hexes.bit_count() <= RINGED
        self.hexes = [
            (pane.rect, bool(hexes >> number & 1), Outline(view, number))
            for pane in view.panes
            for number in hexes_of((hexes | open_hexes) & pane.hexes)
        ]

    def touches(self, patch: pygame.Rect) -> bool:
        """Whether a patch of the window is not simply dark."""
        return patch.collidelist(self.holes) >= 0 or any(
            patch.colliderect(outline.around.clip(pane)) for pane, _, outline in self.hexes
        )

    def make(self, look: Look, patch: pygame.Rect, dark: int) -> pygame.Surface:
        """The dark of a patch, with its holes."""
        tone, gold = look.colour("shadow"), look.colour("glow_earned")
        thick, corner = max(2, look.px(3)), look.px(8)
        picture = pygame.Surface(patch.size, pygame.SRCALPHA)
        picture.fill((*tone, dark))
        near = [each for each in self.hexes if patch.colliderect(each[2].around)]
        for pane, _, outline in near:
            picture.set_clip(pane.move(-patch.left, -patch.top))
            pygame.draw.polygon(picture, (*tone, 0), outline.corners(1.03, patch.topleft))
        for pane, meant, outline in near:
            if meant and self.ringed:
                picture.set_clip(pane.move(-patch.left, -patch.top))
                pygame.draw.polygon(picture, (*gold, 255), outline.corners(0.97, patch.topleft), thick)
        picture.set_clip(None)
        for hole in self.holes:
            here = hole.move(-patch.left, -patch.top)
            pygame.draw.rect(picture, (*tone, 0), here, border_radius=corner)
            pygame.draw.rect(picture, (*gold, 255), here, thick, border_radius=corner)
        return picture


class Outline:
    """The edge of a hex in the window."""

    def __init__(self, view: BoardView, number: int) -> None:
        self.centre, self.width = view.centre(number), view.width_at(number)
        side = math.ceil(1.3 * self.width)
        self.around = pygame.Rect(0, 0, side, side)
        self.around.center = round(self.centre[0]), round(self.centre[1])

    def corners(self, scale: float, origin: tuple[int, int]) -> list[tuple[float, float]]:
        """Its corners as seen from a point."""
        (x, y), reach = self.centre, self.width * scale
        return [(x - origin[0] + dx * reach, y - origin[1] + dy * reach) for dx, dy in CORNERS]


def _patches(window: pygame.Rect) -> list[pygame.Rect]:
    return [
        pygame.Rect(left, top, PATCH, PATCH).clip(window)
        for top in range(0, window.height, PATCH)
        for left in range(0, window.width, PATCH)
    ]


def draw_arrow(
    surface: pygame.Surface, look: Look, start: tuple[float, float], end: tuple[float, float]
) -> None:
    """From the words to what they are about."""
    length = math.dist(start, end)
    if length < look.px(26):
        return
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    thick, head = look.px(5), look.px(15)

    def outline(grow: float) -> list[tuple[float, float]]:
        neck = (end[0] - dx * head * 1.3, end[1] - dy * head * 1.3)
        tip = (end[0] + dx * grow * 1.6, end[1] + dy * grow * 1.6)
        narrow, broad = thick / 2 + grow, head * 0.75 + grow * 1.4
        return [
            (start[0] - dy * narrow, start[1] + dx * narrow),
            (neck[0] - dy * narrow, neck[1] + dx * narrow),
            (neck[0] - dy * broad - dx * grow, neck[1] + dx * broad - dy * grow),
            tip,
            (neck[0] + dy * broad - dx * grow, neck[1] - dx * broad - dy * grow),
            (neck[0] + dy * narrow, neck[1] - dx * narrow),
            (start[0] + dy * narrow, start[1] - dx * narrow),
        ]

    pygame.draw.polygon(surface, look.colour("shadow"), outline(max(1.0, look.px(2))))
    pygame.draw.polygon(surface, look.colour("glow_earned"), outline(0))


def edge_toward(rect: pygame.Rect, point: tuple[float, float]) -> tuple[float, float]:
    """Where the way from the middle of a rect to a point leaves it."""
    dx, dy = point[0] - rect.centerx, point[1] - rect.centery
    if not dx and not dy:
        return float(rect.centerx), float(rect.centery)
    scale = min(rect.width / 2 / abs(dx) if dx else math.inf, rect.height / 2 / abs(dy) if dy else math.inf)
    return rect.centerx + dx * min(1.0, scale), rect.centery + dy * min(1.0, scale)
