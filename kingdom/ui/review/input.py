"""The mouse and the keyboard in a review: the board is zoomed, dragged and pointed at, keys step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.ui.panels.board_input import BoardInput
from kingdom.ui.review.game_tab import HandsPanel
from kingdom.ui.widgets.choice import Choice, Tabs
from kingdom.ui.widgets.nearest import ARROWS

if TYPE_CHECKING:
    from kingdom.ui.review.scene import ReviewScene

JUDGED = (pygame.K_b, pygame.K_t, pygame.K_n, pygame.K_i)
"""Keys of buttons on the tab of luck and skill: from another tab they lead there first."""


class ReviewInput(BoardInput):
    """Follows the mouse, and asks the scene for what an event means."""

    def __init__(self, scene: ReviewScene) -> None:
        super().__init__(scene)
        self.scene = scene

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event; whether something may look different now."""
        scene = self.scene
        if event.type == pygame.MOUSEMOTION:
            return self._moved(event)
        if event.type == pygame.MOUSEBUTTONDOWN and self.press(event):
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._press is not None:
            self._press, self.dragging = None, False
            return True
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.WINDOWLEAVE:
            self.mouse = self.aimed = None
            scene.group.handle(event)
            scene.point()
            return True
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        return scene.group.handle(event)

    def _moved(self, event: pygame.event.Event) -> bool:
        scene = self.scene
        changed = self.move(event)
        if self.dragging:
            return changed
        if isinstance(scene.group.pointed, HandsPanel):
            scene.group.pointed.point(event.pos, scene.app.look)
        return scene.point() or changed

    def _wheel(self, event: pygame.event.Event) -> bool:
        scene = self.scene
        if self.mouse is None:
            return False
        if scene.foot.strip.rect.collidepoint(self.mouse):
            scene.course.seek(scene.course.moment - event.y)
            return True
        log = scene.game_tab.log
        if scene.tab == "game" and log.rect.collidepoint(self.mouse):
            return log.scroll(event.y * 2)
        return self.zoom(event) or scene.group.handle(event)

    def _key(self, event: pygame.event.Event) -> bool:
        scene, key = self.scene, event.key
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        focus = scene.group.focus
        listening = isinstance(focus, Choice | Tabs) and (
            scene.group.keyboard or getattr(focus, "open", False)
        )
        if not listening or (key in (pygame.K_UP, pygame.K_DOWN) and not getattr(focus, "open", False)):
            if key in ARROWS:
                return scene.press_sign(key)
            if scene.look_key(key):
                return True
            if key in (pygame.K_1, pygame.K_2, pygame.K_3):
                scene.open_tab(key - pygame.K_1)
                return True
            if key in JUDGED:
                scene.open_judgement()
            if key == pygame.K_SPACE and not (focus is not None and scene.group.keyboard):
                scene.course.play(not scene.reel.playing)
                return True
            if key == pygame.K_ESCAPE and focus is not None and scene.group.keyboard:
                scene.group.set_focus(None)
                return True
        return scene.group.handle(event)
