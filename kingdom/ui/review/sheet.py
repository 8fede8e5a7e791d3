"""Parchment with other widgets on it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.widget import Widget


class ParchmentSheet(Widget):
    """Parchment under some widgets."""

    def __init__(self, children: Sequence[Widget]) -> None:
        super().__init__()
        self.children = list(children)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        look.nine(surface, "panel_parchment", self.rect)
        for child in self.children:
            if child.visible:
                child.draw(surface, look)
