"""How much of something is done."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.widget import Widget


class ProgressBar(Widget):
    """A bar that fills, with the per cent beside it."""

    def __init__(self, done: Callable[[], float], rect: pygame.Rect | None = None) -> None:
        super().__init__(rect)
        self.done = done
        """From 0 to 1."""

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        words = look.measure("100 %", "bold")[0] + look.px(12)
        line = pygame.Rect(self.rect.left, 0, self.rect.width - words, max(6, look.px(16)))
        line.centery = self.rect.centery
        look.nine(surface, "slider_track", line)
        done = min(1.0, max(0.0, self.done()))
        filled = line.copy()
        filled.width = max(line.height, round(line.width * done))
        look.nine(surface, "slider_fill", filled)
        number = pygame.Rect(line.right, self.rect.top, words, self.rect.height)
        look.text(surface, f"{round(done * 100)} %", number, "bold", align="right", valign="middle")
