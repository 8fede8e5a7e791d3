"""A short shower of gold leaf for the winners."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pygame

from kingdom.ui.draw.lettering import Colour
from kingdom.ui.draw.look import Look

LEAVES = 70
SECONDS = 4.0
LATEST = 2.2
"""Seconds until the last leaf begins to fall."""
FALL = 0.7
"""Heights of the room a second."""


@dataclass(frozen=True)
class Leaf:
    """One leaf: where it starts across the room, when, and how it turns and swings."""

    across: float
    late: float
    turn: float
    swing: float
    size: float
    tone: int


class Confetti:
    """Leaves that fall once."""

    def __init__(self, colours: list[str]) -> None:
        self.tones = ["gold", "gold_light", "gold", "gold_dark", *(f"player_{colour}" for colour in colours)]
        dice = random.Random(7)
        self.leaves = [
            Leaf(
                across=dice.random(),
                late=dice.random() * LATEST,
                turn=dice.uniform(2, 5),
                swing=dice.uniform(0.004, 0.012),
                size=dice.uniform(5, 9),
                tone=dice.randrange(99),
            )
            for _ in range(LEAVES)
        ]
        self.clock = SECONDS

    @property
    def falls(self) -> bool:
        """Whether there is something to see."""
        return self.clock < SECONDS

    def draw(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        """The leaves as they are now, inside a room: over numbers they would be in the way."""
        clip = surface.get_clip()
        surface.set_clip(clip.clip(room))
        for leaf in self.leaves:
            age = self.clock - leaf.late
            if age <= 0:
                continue
            x = room.left + (leaf.across + leaf.swing * math.sin(age * leaf.turn)) * room.width
            y = room.top + age * FALL * room.height - look.px(10)
            tone: Colour = look.colour(self.tones[leaf.tone % len(self.tones)])
            long, flat = (
                look.px(leaf.size),
                look.px(leaf.size) * math.sin(age * leaf.turn + leaf.across * 9) * 0.6,
            )
            lean = math.sin(age * leaf.turn) * long * 0.4
            pygame.draw.polygon(
                surface, tone, [(x - long, y + lean), (x, y - flat), (x + long, y - lean), (x, y + flat)]
            )
        surface.set_clip(clip)
