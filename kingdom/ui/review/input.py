"""Mouse and keyboard input of the review: zoom, pan, hover and shortcuts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.ui.panels.board_scene import BoardInput
from kingdom.ui.review.game_tab import HandsPanel
from kingdom.ui.widgets.base import ARROW_KEYS
from kingdom.ui.widgets.controls import TabBar
from kingdom.ui.widgets.dropdown import Dropdown

if TYPE_CHECKING:
    from kingdom.ui.review.scene import ReviewScene

ANALYSIS_SHORTCUTS = (pygame.K_b, pygame.K_t, pygame.K_n, pygame.K_i)
"""Shortcuts of the buttons on the Analysis tab. If a different tab is open, they open the Analysis tab
first."""


class ReviewInput(BoardInput):
    """Translates mouse and keyboard events into calls to the scene."""

    def __init__(self, scene: ReviewScene) -> None:
        super().__init__(scene)
        self.scene = scene

    def handle(self, event: pygame.event.Event) -> bool:
        """Handles an event. Returns True if the display may have changed."""
        scene = self.scene
        if event.type == pygame.MOUSEMOTION:
            return self._on_motion(event)
        if event.type == pygame.MOUSEBUTTONDOWN and self.handle_press(event):
            return True
        if event.type == pygame.MOUSEBUTTONUP and self.handle_release():
            return True
        if event.type == pygame.MOUSEWHEEL:
            return self._on_wheel(event)
        if event.type == pygame.WINDOWLEAVE:
            self.mouse_pos = self.cursor_hex = None
            scene.group.handle(event)
            scene.update_hover()
            return True
        if event.type == pygame.KEYDOWN:
            return self._on_key(event)
        return scene.group.handle(event)

    def _on_motion(self, event: pygame.event.Event) -> bool:
        scene = self.scene
        changed = self.handle_motion(event)
        if self.dragging:
            return changed
        if isinstance(scene.group.hovered_widget, HandsPanel):
            scene.group.hovered_widget.update_hovered_card(event.pos, scene.app.renderer)
        return scene.update_hover() or changed

    def _on_wheel(self, event: pygame.event.Event) -> bool:
        scene = self.scene
        if self.mouse_pos is None:
            return False
        if scene.bottom_bar.timeline_bar.rect.collidepoint(self.mouse_pos):
            scene.timeline_cursor.seek(scene.timeline_cursor.answer_count - event.y)
            return True
        log = scene.game_tab.log
        if scene.active_tab == "game" and log.rect.collidepoint(self.mouse_pos):
            return log.scroll_rows(event.y * 2)
        return self.handle_wheel(event) or scene.group.handle(event)

    def _on_key(self, event: pygame.event.Event) -> bool:
        scene, key = self.scene, event.key
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        focus = scene.group.focus
        focus_uses_keys = isinstance(focus, Dropdown | TabBar) and (
            scene.group.focus_visible or getattr(focus, "is_open", False)
        )
        if not focus_uses_keys or (
            key in (pygame.K_UP, pygame.K_DOWN) and not getattr(focus, "is_open", False)
        ):
            if key in ARROW_KEYS:
                return scene.press_transport_key(key)
            if scene.handle_view_key(key):
                return True
            if key in (pygame.K_1, pygame.K_2, pygame.K_3):
                scene.open_tab(key - pygame.K_1)
                return True
            if key in ANALYSIS_SHORTCUTS:
                scene.open_analysis_tab()
            if key == pygame.K_SPACE and not (focus is not None and scene.group.focus_visible):
                scene.timeline_cursor.set_playing(not scene.autoplay.playing)
                return True
            if key == pygame.K_ESCAPE and focus is not None and scene.group.focus_visible:
                scene.group.set_focus(None)
                return True
        return scene.group.handle(event)
