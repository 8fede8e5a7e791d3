"""Buttons with the signs of a player of music or film: triangles and bars, drawn at any size."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.basic import Button

FIRST, ROUND_BACK, TURN_BACK, BACK = "first", "round_back", "turn_back", "back"
PLAY, STOP = "play", "stop"
ON, TURN_ON, ROUND_ON, LAST = "on", "turn_on", "round_on", "last"
SHAPES = {
    FIRST: "|<<", ROUND_BACK: "<<<", TURN_BACK: "<<", BACK: "<", PLAY: "P", STOP: "||",
    ON: ">", TURN_ON: ">>", ROUND_ON: ">>>", LAST: ">>|",
}  # fmt: skip
"""Each sign from left to right: triangles, bars, and the large triangle that plays."""


class SignButton(Button):
    """A button with a sign in the place of words."""

    def __init__(
        self, sign: str, on_click: Callable[[], object], key: int | None = None, kind: str = "plain"
    ) -> None:
        super().__init__("", on_click, kind=kind, key=key)
        self.sign = sign

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        super().draw(surface, look)
        down = look.px(1) if self.pressed and self.hovered and self.enabled else 0
        tall = self.rect.height * (46 if self.sign == PLAY else 34) // 100
        draw_sign(surface, self.sign, self.rect.move(0, down).center, tall, look.colour(self._ink()))


def draw_sign(
    surface: pygame.Surface, sign: str, centre: tuple[int, int], tall: int, tone: tuple[int, int, int]
) -> None:
    """A sign around a point. Drawn large and reduced, so that its edges are soft."""
    scale, shapes = 4, SHAPES[sign]
    widths = {"<": 0.62, ">": 0.62, "|": 0.3, "P": 0.9}
    wide = sum(widths[shape] for shape in shapes)
    high = tall * scale
    large = pygame.Surface((max(1, round(wide * high)), high), pygame.SRCALPHA)
    large.fill((*tone, 0))
    x = 0.0
    for shape in shapes:
        left, right = round(x * high), round((x + widths[shape] * 0.96) * high)
        if shape == "|":
            pygame.draw.rect(large, tone, (left, 0, round(0.2 * high), high))
        elif shape == "<":
            pygame.draw.polygon(large, tone, [(right, 0), (right, high), (left, high // 2)])
        else:
            pygame.draw.polygon(large, tone, [(left, 0), (left, high), (right, high // 2)])
        x += widths[shape]
    small = pygame.transform.smoothscale(large, (max(1, large.get_width() // scale), tall))
    surface.blit(small, small.get_rect(center=centre))
