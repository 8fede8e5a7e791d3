"""A panel with widgets over another scene: menus of the table, dialogs, the curtain, the first question."""

from __future__ import annotations

import pygame

from kingdom.ui.scene.with_widgets import WithWidgets


class Overlay(WithWidgets):
    """The scene below is drawn first and darkened."""

    overlay = True
    darkness = 130
    """How much is taken from the scene below, of 255."""

    def __init__(self) -> None:
        super().__init__()
        self.panel = pygame.Rect(0, 0, 0, 0)

    def covers(self, pos: tuple[int, int]) -> bool:
        return bool(self.panel.collidepoint(pos))

    def draw(self, surface: pygame.Surface) -> None:
        look = self.app.look
        look.shade(surface, surface.get_rect(), self.darkness)
        look.panel(surface, self.panel)
        self.draw_panel(surface)
        self.group.draw(surface, look)

    def draw_panel(self, surface: pygame.Surface) -> None:
        """What lies on the panel, below the widgets."""
