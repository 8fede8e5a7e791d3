"""A spotlight on some hexes: the rest of the board lies in the dark, and each hex has a golden edge. The
pieces keep their colours."""

from __future__ import annotations

import pygame

from kingdom.rules.hexes import hexes_of
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.pane import Pane
from kingdom.ui.draw.geometry import CORNERS
from kingdom.ui.draw.look import Look

DARKNESS = 128
EDGE = 0.085
"""Thickness of the edge in hex widths."""
FINER = 3
"""Hexagons are drawn larger and reduced, so that their edges are soft."""


class Spotlight:
    """Lights up hexes of a board view. Only the darkness is kept, and small: with its light it would be as
    large as the board once more."""

    def __init__(self) -> None:
        self._place: object = None
        self._dark: list[pygame.Surface] = []

    def draw(self, surface: pygame.Surface, look: Look, view: BoardView, hexes: int) -> None:
        """Over the board that was drawn before; nothing if no hex is lit."""
        if not hexes:
            return
        place = ([tuple(pane.rect) for pane in view.panes], view.cameras)
        if self._place != place:
            self._dark, self._place = [_darkness(look, pane) for pane in view.panes], place
        for pane, dark in zip(view.panes, self._dark, strict=True):
            surface.blit(_lit(look, pane, hexes, dark), pane.rect)


def _lit(look: Look, pane: Pane, hexes: int, dark: pygame.Surface) -> pygame.Surface:
    """The darkness with holes in it."""
    veil = pygame.transform.smoothscale(dark, pane.rect.size)
    width = pane.hex_width
    hole = _hexagon(width, (255, 255, 255, 255), (255, 255, 255, 0), 0)
    ring = _hexagon(width, (*look.colour("glow_earned"), 0), (*look.colour("glow_earned"), 255), EDGE)
    spots = [pane.centre(number) for number in hexes_of(hexes & pane.hexes)]
    for picture, flags in ((hole, pygame.BLEND_RGBA_MULT), (ring, 0)):
        across, down = picture.get_size()
        for x, y in spots:
            veil.blit(
                picture,
                (round(x - pane.rect.left - across / 2), round(y - pane.rect.top - down / 2)),
                special_flags=flags,
            )
    return veil


def _darkness(look: Look, pane: Pane) -> pygame.Surface:
    """The dark over the land, not over what lies around it: half as large, so that its edge is soft when it
    is enlarged."""
    size = pane.rect.size
    small = pygame.Surface((size[0] // 2 + 1, size[1] // 2 + 1), pygame.SRCALPHA)
    tone = look.colour("shadow")
    small.fill((*tone, 0))
    reach = pane.hex_width * 1.1
    for number in hexes_of(pane.hexes):
        x, y = pane.centre(number)
        x, y = x - pane.rect.left, y - pane.rect.top
        pygame.draw.polygon(
            small, (*tone, DARKNESS), [((x + dx * reach) / 2, (y + dy * reach) / 2) for dx, dy in CORNERS]
        )
    return small


def _hexagon(
    width: float, outside: tuple[int, int, int, int], inside: tuple[int, int, int, int], thick: float
) -> pygame.Surface:
    """A hexagon of one colour on another; only its edge if a thickness is given."""
    size = round(width * 1.1), round(width * 1.26)
    large = pygame.Surface((size[0] * FINER, size[1] * FINER), pygame.SRCALPHA)
    large.fill(outside)
    middle = large.get_width() / 2, large.get_height() / 2

    def corners(reach: float) -> list[tuple[float, float]]:
        return [(middle[0] + dx * reach, middle[1] + dy * reach) for dx, dy in CORNERS]

    pygame.draw.polygon(large, inside, corners(width * FINER))
    if thick:
        pygame.draw.polygon(large, outside, corners(width * FINER * (1 - 2 * thick)))
    return pygame.transform.smoothscale(large, size)
