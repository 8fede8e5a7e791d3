"""The mouse over a board: what it points at and rests on, and how it drags and zooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.rules.hexes import HEX_AT, Hex
from kingdom.ui.panels.board_scene import ZOOM_STEP
from kingdom.ui.widgets.tooltip import TOOLTIP_AFTER

if TYPE_CHECKING:
    from kingdom.ui.panels.board_scene import BoardScene

DRAG = 5
"""Pixels that the mouse may move between press and release for a click to be a click."""


class BoardInput:
    """Follows the mouse; what a click or a key means, its scene's own input knows."""

    def __init__(self, around: BoardScene) -> None:
        self._around = around
        self.aimed: Hex | None = None
        """The hex under the mouse, or where the arrow keys have gone."""
        self.mouse: tuple[int, int] | None = None
        """Where the mouse is; None while the keyboard points, or when it is outside."""
        self.dragging = False
        self._press: tuple[int, int] | None = None
        self._rested = 0.0

    # --- pointing

    def point(self, number: Hex | None) -> None:
        """The mouse or the keyboard's cursor is on a hex, or on none."""
        self.aimed = number

    def hex_at(self, pos: tuple[int, int]) -> Hex | None:
        """The hex at a place on the screen, unless something lies over it."""
        place = self._around.view.at(pos) if self.over_board(pos) else None
        return None if place is None else HEX_AT[place]

    def over_board(self, pos: tuple[int, int]) -> bool:
        """Whether a place on the screen is the board's."""
        return self._around.group.at(pos) is None and self._around.view.pane_at(pos) is not None

    def look_again(self) -> None:
        """The board has moved under the mouse."""
        self.point(self.hex_at(self.mouse) if self.mouse else None)

    def update(self, seconds: float) -> bool:
        """Let time pass; whether the words of a hex are about to come."""
        if self.aimed is not None and 0 <= self._rested < TOOLTIP_AFTER:
            self._rested += seconds
            return True
        return False

    @property
    def rests_on(self) -> Hex | None:
        """The hex on which the mouse or the keyboard's cursor has rested long enough to be told about it."""
        if self._press is not None or self._rested < TOOLTIP_AFTER:
            return None
        return self.aimed

    # --- events

    def press(self, event: pygame.event.Event) -> bool:
        """A button of the mouse goes down; whether the board is held with it."""
        if event.button not in (1, 2) or not self.over_board(event.pos):
            return False
        self._around.group.set_focus(None)
        self._press = self.mouse = event.pos
        self.dragging = event.button == 2
        self._rested = 0.0
        return True

    def move(self, event: pygame.event.Event) -> bool:
        """The mouse has moved; whether something may look different now."""
        self.mouse = event.pos
        if self._press is not None:
            far = max(abs(event.pos[0] - self._press[0]), abs(event.pos[1] - self._press[1])) > DRAG
            held = self._around.view.pane_at(self._press)
            self.dragging = self.dragging or (far and held is not None and held.camera.zoom > 1)
            if self.dragging and held is not None:
                held.pan(*event.rel)
                self.point(None)
                return True
        changed = self._around.group.handle(event)
        before, number = self.aimed, self.hex_at(event.pos)
        if number != before:
            self._rested = 0.0
            self.point(number)
        return changed or number != before or self._rested >= TOOLTIP_AFTER

    def zoom(self, event: pygame.event.Event) -> bool:
        """The wheel turns; whether it does so over the board."""
        if self.mouse is None or not self.over_board(self.mouse):
            return False
        self._around.view.zoom(ZOOM_STEP**event.y, self.mouse)
        self.look_again()
        return True
