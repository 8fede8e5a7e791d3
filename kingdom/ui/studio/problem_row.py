"""A line that tells what is wrong with a land; a click lights the hexes it is about."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.widget import told

ICON = 24


class ProblemRow(Button):
    """As high as its words."""

    def __init__(self, text: str, icon: str, light: Callable[[], object]) -> None:
        super().__init__(text, light, icon=icon, kind="quiet")

    def lay(self, look: Look, left: int, top: int, width: int) -> int:
        """Take a place; how high it is."""
        words = width - look.px(ICON) - look.px(14)
        tall = max(look.px(ICON), look.measure(told(self.text), "body", words)[1]) + look.px(8)
        self.rect = pygame.Rect(left, top, width, tall)
        return tall

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        if self.hovered:
            look.shade(surface, self.rect, 46, "gold")
        size = look.px(ICON)
        look.icon(
            surface, self.icon or "", (self.rect.left + size // 2 + look.px(2), self.rect.centery), size
        )
        left = self.rect.left + size + look.px(10)
        words = pygame.Rect(left, self.rect.top, self.rect.right - left - look.px(4), self.rect.height)
        self.write(surface, look, told(self.text), words, "body", "ink", wrap=True)
