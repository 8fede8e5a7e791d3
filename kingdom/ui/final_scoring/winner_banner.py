"""Banner with the winners of a finished match: laurels, headline and confetti."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.game_text import winner_text

if TYPE_CHECKING:
    from kingdom.ui.final_scoring.scene import FinalScoringScene

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


def headline_text(scene: FinalScoringScene) -> str:
    """Returns the sentence that names the winners."""
    names = [seat.name for seat in scene.match.seats]
    return winner_text(
        scene.app.translator, names, scene.tally.winners, scene.tally.totals, scene.match.human_seats
    )


def headline_rect(scene: FinalScoringScene) -> pygame.Rect:
    """Returns the rect of the headline, to the right of the laurels."""
    renderer, title_rect = scene.app.renderer, scene.title_rect
    laurels_width = len(scene.tally.winners) * (_laurel_size(scene) + renderer.px(10))
    left = title_rect.left + renderer.px(24) + laurels_width + renderer.px(14)
    return pygame.Rect(left, title_rect.top, title_rect.right - left - renderer.px(26), title_rect.height)


def _laurel_size(scene: FinalScoringScene) -> int:
    return scene.title_rect.height * 86 // 100


def draw_winners(scene: FinalScoringScene, surface: pygame.Surface, renderer: Renderer) -> None:
    """Draws a laurel wreath for each winner, followed by the headline."""
    title_rect, winners = scene.title_rect, scene.tally.winners
    renderer.draw_panel(surface, title_rect, "walnut")
    size = _laurel_size(scene)
    left = title_rect.left + renderer.px(24)
    for player in winners:
        rect = pygame.Rect(left, title_rect.centery - size // 2, size, size)
        renderer.draw_sprite(surface, "interface", "laurel", rect)
        renderer.draw_piece(
            surface,
            "settlement",
            scene.match.seats[player].color,
            rect.center,
            size // 2,
            scene.app.settings.marks,
        )
        left = rect.right + renderer.px(10)
    renderer.draw_text(
        surface,
        headline_text(scene),
        headline_rect(scene).inflate(0, -renderer.px(16)),
        "banner",
        "text_on_walnut",
        "left",
        "middle",
        wrap=True,
    )
