"""The mouse and the keyboard in a review: the board is zoomed, dragged and pointed at, keys step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.rules.hexes import HEX_AT, Hex
from kingdom.ui.review.story import HandsPanel
from kingdom.ui.widgets.choice import Choice, Tabs
from kingdom.ui.widgets.nearest import ARROWS
from kingdom.ui.widgets.tooltip import TOOLTIP_AFTER

if TYPE_CHECKING:
    from kingdom.ui.review.scene import ReviewScene

DRAG = 5
"""Pixels that the mouse may move between press and release for a click to be a click."""
ZOOM_STEP = 1.2
JUDGED = (pygame.K_b, pygame.K_t, pygame.K_n)
"""Keys of buttons on the tab of luck and skill: from another tab they lead there first."""
ZOOM_KEYS = {
    pygame.K_PLUS: 1, pygame.K_EQUALS: 1, pygame.K_KP_PLUS: 1, pygame.K_MINUS: -1, pygame.K_KP_MINUS: -1,
}  # fmt: skip


class ReviewInput:
    """Follows the mouse, and asks the scene for what an event means."""

    def __init__(self, scene: ReviewScene) -> None:
        self.scene = scene
        self.mouse: tuple[int, int] | None = None
        self.aimed: Hex | None = None
        self.dragging = False
        self._press: tuple[int, int] | None = None
        self._rested = 0.0

    @property
    def rests_on(self) -> Hex | None:
        """The hex on which the mouse has rested long enough to be told about it."""
        return self.aimed if self._press is None and self._rested >= TOOLTIP_AFTER else None

    def update(self, seconds: float) -> bool:
        """Let time pass; whether the words of a hex are about to come."""
        if self.aimed is not None and self._rested < TOOLTIP_AFTER:
            self._rested += seconds
            return True
        return False

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event; whether something may look different now."""
        scene = self.scene
        if event.type == pygame.MOUSEMOTION:
            return self._moved(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2) and self._over_board(event.pos):
            scene.group.set_focus(None)
            self._press, self.mouse = event.pos, event.pos
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

    def _over_board(self, pos: tuple[int, int]) -> bool:
        return self.scene.group.at(pos) is None and self.scene.view.pane_at(pos) is not None

    def _moved(self, event: pygame.event.Event) -> bool:
        scene = self.scene
        self.mouse = event.pos
        held = scene.view.pane_at(self._press) if self._press is not None else None
        if self._press is not None and held is not None:
            far = max(abs(event.pos[0] - self._press[0]), abs(event.pos[1] - self._press[1])) > DRAG
            self.dragging = self.dragging or (far and held.camera.zoom > 1)
            if self.dragging:
                held.pan(*event.rel)
                self.aimed = None
                return True
        changed = scene.group.handle(event)
        if isinstance(scene.group.pointed, HandsPanel):
            scene.group.pointed.point(event.pos, scene.app.look)
        changed = scene.point() or changed
        place = scene.view.at(event.pos) if self._over_board(event.pos) else None
        before, self.aimed = self.aimed, None if place is None else HEX_AT[place]
        if before != self.aimed:
            self._rested = 0.0
        return changed or before != self.aimed or self._rested >= TOOLTIP_AFTER

    def _wheel(self, event: pygame.event.Event) -> bool:
        scene = self.scene
        if self.mouse is None:
            return False
        if scene.foot.strip.rect.collidepoint(self.mouse):
            scene.seek(scene.moment - event.y)
            return True
        log = scene.story.log
        if scene.tab == "story" and log.rect.collidepoint(self.mouse):
            return log.scroll(event.y * 2)
        if self._over_board(self.mouse):
            scene.view.zoom(ZOOM_STEP**event.y, self.mouse)
            return True
        return scene.group.handle(event)

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
            if key in ZOOM_KEYS:
                scene.zoom(ZOOM_KEYS[key])
                return True
            if key in (pygame.K_0, pygame.K_KP_0):
                scene.fit()
                return True
            if key == pygame.K_g:
                scene.switch_grid()
                return True
            if key in (pygame.K_1, pygame.K_2, pygame.K_3):
                scene.open_tab(key - pygame.K_1)
                return True
            if key in JUDGED:
                scene.open_judgement()
            if key == pygame.K_SPACE and not (focus is not None and scene.group.keyboard):
                scene.play(not scene.reel.playing)
                return True
            if key == pygame.K_ESCAPE and focus is not None and scene.group.keyboard:
                scene.group.set_focus(None)
                return True
        return scene.group.handle(event)
