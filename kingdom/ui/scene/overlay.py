"""A panel with widgets over another scene: menus of the table, dialogs, the curtain, the first question."""

from __future__ import annotations

import pygame

from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.widgets.group import Group


class Overlay(Scene):
    """The scene below is drawn first and darkened; what is not for a widget may be Esc."""

    overlay = True
    darkness = 130
    """How much is taken from the scene below, of 255."""

    def __init__(self) -> None:
        self.group = Group()
        self.panel = pygame.Rect(0, 0, 0, 0)

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play

    def escape(self) -> None:
        """What Esc does."""
        self.app.pop(self)

    def handle(self, event: pygame.event.Event) -> bool:
        if self.group.handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.escape()
            return True
        return False

    def update(self, seconds: float) -> bool:
        return self.group.update(seconds)

    def draw(self, surface: pygame.Surface) -> None:
        look = self.app.look
        look.shade(surface, surface.get_rect(), self.darkness)
        look.panel(surface, self.panel)
        self.draw_panel(surface)
        self.group.draw(surface, look)

    def draw_panel(self, surface: pygame.Surface) -> None:
        """What lies on the panel, below the widgets."""
