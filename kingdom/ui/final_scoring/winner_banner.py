"""Banner with the winners of a finished match: laurels, headline and confetti."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.cached_widget import CachedContainer
from kingdom.ui.widgets.controls import Label
from kingdom.ui.widgets.layout import HBox, Size

LAUREL_SIZE = 112
"""Size of a laurel wreath in design pixels."""
CONFETTI_PIECE_COUNT = 70
CONFETTI_SECONDS = 4.0
MAX_FALL_DELAY_SECONDS = 2.2
"""Maximum delay in seconds before a piece of confetti starts to fall."""
FALL_AREA_HEIGHTS_PER_SECOND = 0.7
"""Falling speed of the confetti, as a fraction of the area's height per second."""


@dataclass(frozen=True)
class ConfettiPiece:
    """One piece of confetti: its horizontal start position, its delay, and how it spins and swings."""

    relative_x: float
    delay_seconds: float
    spin_speed: float
    swing_width: float
    size: float
    color_index: int


class Confetti:
    """A single shower of confetti."""

    def __init__(self, player_colors: list[str]) -> None:
        self.colors = [
            "gold",
            "gold_light",
            "gold",
            "gold_dark",
            *(f"player_{color}" for color in player_colors),
        ]
        rng = random.Random(7)
        self.pieces = [
            ConfettiPiece(
                relative_x=rng.random(),
                delay_seconds=rng.random() * MAX_FALL_DELAY_SECONDS,
                spin_speed=rng.uniform(2, 5),
                swing_width=rng.uniform(0.004, 0.012),
                size=rng.uniform(5, 9),
                color_index=rng.randrange(99),
            )
            for _ in range(CONFETTI_PIECE_COUNT)
        ]
        self.elapsed = CONFETTI_SECONDS

    @property
    def is_active(self) -> bool:
        """True while the confetti is falling."""
        return self.elapsed < CONFETTI_SECONDS

    def draw(self, surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
        """Draws the falling pieces. They are clipped to `area`, so they never cover the numbers."""
        clip = surface.get_clip()
        surface.set_clip(clip.clip(area))
        for piece in self.pieces:
            age = self.elapsed - piece.delay_seconds
            if age <= 0:
                continue
            x = (
                area.left
                + (piece.relative_x + piece.swing_width * math.sin(age * piece.spin_speed)) * area.width
            )
            y = area.top + age * FALL_AREA_HEIGHTS_PER_SECOND * area.height - renderer.px(10)
            color: RGB = renderer.color(self.colors[piece.color_index % len(self.colors)])
            length, thickness = (
                renderer.px(piece.size),
                renderer.px(piece.size) * math.sin(age * piece.spin_speed + piece.relative_x * 9) * 0.6,
            )
            tilt = math.sin(age * piece.spin_speed) * length * 0.4
            pygame.draw.polygon(
                surface,
                color,
                [(x - length, y + tilt), (x, y - thickness), (x + length, y - tilt), (x, y + thickness)],
            )
        surface.set_clip(clip)


class Laurel(Widget):
    """A laurel wreath around a winner's settlement."""

    def __init__(self, color: str, with_symbol: bool) -> None:
        super().__init__()
        self.color, self.with_symbol = color, with_symbol

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return renderer.px(LAUREL_SIZE), renderer.px(LAUREL_SIZE)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        renderer.draw_sprite(surface, "interface", "laurel", self.rect)
        size = min(self.rect.size) // 2
        renderer.draw_piece(surface, "settlement", self.color, self.rect.center, size, self.with_symbol)


class WinnerBanner(CachedContainer):
    """A laurel wreath for each winner, followed by the headline."""

    panel = "panel_walnut"
    padding = (24, 9)

    def show_winners(self, headline: str, colors: Sequence[str], player_symbols: bool) -> None:
        self.headline = Label(headline, style="banner", color="text_on_walnut", wrap=True)
        laurels = (Laurel(color, player_symbols) for color in colors)
        self.show(HBox(*laurels, self.headline.sized(stretch=1), gap=12))

    def free_area(self) -> pygame.Rect:
        """Returns the part of the banner to the right of the headline."""
        gap = self.renderer.px(16)
        text_width = self.renderer.measure(str(self.headline.text), "banner")[0]
        left = self.rect.left + self.headline.rect.left + text_width + gap
        return pygame.Rect(left, self.rect.top, self.rect.right - gap - left, self.rect.height)
