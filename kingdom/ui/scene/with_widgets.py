"""A scene that is all widgets: they get the events first, and Esc leads out."""

from __future__ import annotations

import pygame

from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.widgets.group import Group


class WithWidgets(Scene):
    """What pages and panels over a scene share."""

    def __init__(self) -> None:
        self.group = Group()

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
