"""The mouse and the keyboard at the table: what is pointed at, and which deed an event asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.rules.hexes import HEX_AT, Hex
from kingdom.ui.board.board_view import Pointer
from kingdom.ui.table.aiming import aim_at, next_in_direction
from kingdom.ui.table.strip import TileButton
from kingdom.ui.widgets.tooltip import TOOLTIP_AFTER

if TYPE_CHECKING:
    from kingdom.ui.table.table import TableScene

DRAG = 5
"""Pixels that the mouse may move between press and release for a click to be a click."""
ZOOM_STEP = 1.2
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
ZOOM_KEYS = {
    pygame.K_PLUS: 1,
    pygame.K_EQUALS: 1,
    pygame.K_KP_PLUS: 1,
    pygame.K_MINUS: -1,
    pygame.K_KP_MINUS: -1,
}


class TableInput:
    """Follows the mouse and the arrow keys, and asks for deeds."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.aimed: Hex | None = None
        """The hex under the mouse, or where the arrow keys have gone."""
        self.aim = Pointer()
        """What it would do."""
        self.mouse: tuple[int, int] | None = None
        """Where the mouse is; None while the keyboard points, or when it is outside."""
        self.dragging = False
        self._press: tuple[int, int] | None = None
        self._rested = 0.0

    # --- pointing

    def hex_at(self, pos: tuple[int, int]) -> Hex | None:
        """The hex at a place on the screen, unless something lies over it."""
        if self.table.group.at(pos) is not None:
            return None
        place = self.table.view.at(pos)
        return None if place is None else HEX_AT[place]

    def point(self, number: Hex | None) -> None:
        """The mouse or the keyboard's cursor is on a hex, or on none."""
        table = self.table
        self.aimed = number
        self.aim = aim_at(table.match, table.view, table.colours, table.cells, number)

    def look_again(self) -> None:
        """The board has moved under the mouse."""
        self.point(self.hex_at(self.mouse) if self.mouse else None)

    def answered(self) -> None:
        """The keyboard's cursor starts anew with every question."""
        if self.mouse is None:
            self.aimed = None

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

    def _move_cursor(self, direction: tuple[int, int]) -> bool:
        """With the arrow keys to the next legal hex; over all hexes where none is legal."""
        table = self.table
        cells = table.cells or table.match.game.board.cells
        found = next_in_direction(table.view, cells, self.aimed, direction)
        if found is None:
            return False
        self.mouse, self._rested = None, 0.0
        self.point(found)
        table.view.reveal(found)
        return True

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event; whether something may look different now."""
        if event.type == pygame.MOUSEMOTION:
            return self._moved(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._pressed(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._released(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.WINDOWLEAVE:
            self.mouse = None
            self.point(None)
            self.table.group.handle(event)
            return True
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        return self.table.group.handle(event)

    def _moved(self, event: pygame.event.Event) -> bool:
        self.mouse = event.pos
        if self._press is not None:
            far = max(abs(event.pos[0] - self._press[0]), abs(event.pos[1] - self._press[1])) > DRAG
            held = self.table.view.pane_at(self._press)
            self.dragging = self.dragging or (far and held is not None and held.camera.zoom > 1)
            if self.dragging and held is not None:
                held.pan(*event.rel)
                self.point(None)
                return True
        changed = self.table.group.handle(event)
        before = self.aimed
        number = self.hex_at(event.pos)
        if number != before:
            self._rested = 0.0
            self.point(number)
        return changed or number != before or self._rested >= TOOLTIP_AFTER

    def _pressed(self, event: pygame.event.Event) -> bool:
        table = self.table
        self.mouse = event.pos
        over_board = table.group.at(event.pos) is None and table.view.pane_at(event.pos) is not None
        if event.button == 3:
            return table.deeds.undo() if table.deeds.half_made else False
        if event.button in (1, 2) and over_board:
            table.group.set_focus(None)
            self._press = event.pos
            self.dragging = event.button == 2
            self._rested = 0.0
            return True
        return table.group.handle(event)

    def _released(self, event: pygame.event.Event) -> bool:
        if self._press is None:
            return self.table.group.handle(event)
        dragged, self._press, self.dragging = self.dragging, None, False
        if event.button == 1 and not dragged:
            self._rested = float("-inf")  # what was clicked needs no explanation; the next hex tells again
            number = self.hex_at(event.pos)
            if number is not None:
                self.table.deeds.choose(number)
        return True

    def _wheel(self, event: pygame.event.Event) -> bool:
        view, log = self.table.view, self.table.side.log
        if self.mouse is None:
            return False
        if log.rect.collidepoint(self.mouse):
            return log.scroll(event.y * 2)
        if view.pane_at(self.mouse) is not None:
            view.zoom(ZOOM_STEP**event.y, self.mouse)
            self.look_again()
            return True
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        key, table = event.key, self.table
        if event.mod & pygame.KMOD_CTRL:
            return table.deeds.undo() or True if key == pygame.K_z else False
        if key in ARROWS:
            return self._move_cursor(ARROWS[key])
        if self.look_key(key):
            return True
        if key == pygame.K_ESCAPE:
            self._escape()
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not self._focused():
            if self.aimed is not None:
                table.deeds.choose(self.aimed)
        elif key == pygame.K_l:
            table.stretch_log()
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            log = table.side.log
            log.scroll(log.rows if key == pygame.K_PAGEUP else -log.rows)
        elif key == pygame.K_SPACE and not self._focused():
            table.deeds.finish()
        elif (asleep := self._asleep(key)) is not None:
            table.deeds.refuse(asleep)
        else:
            return table.group.handle(event)
        return True

    def look_key(self, key: int) -> bool:
        """A key that changes nothing but how the board is looked at; whether it is one."""
        if key in ZOOM_KEYS:
            self.table.zoom(ZOOM_KEYS[key])
        elif key in (pygame.K_0, pygame.K_KP_0):
            self.table.fit()
        elif key == pygame.K_g:
            self.table.switch_grid()
        else:
            return False
        return True

    def _asleep(self, key: int) -> str | None:
        """Why the button of this key cannot be pressed now."""
        for button in self.table.bar.strip:
            if button.key == key and not button.enabled:
                return button.item.why if isinstance(button, TileButton) else ""
        return None

    def _focused(self) -> bool:
        """Whether the Tab key has brought the focus to something."""
        return self.table.group.focus is not None and self.table.group.keyboard

    def _escape(self) -> None:
        table = self.table
        if self._focused():
            table.group.set_focus(None)
        elif table.deeds.half_made:
            table.deeds.undo()
        elif table.bar.message and table.match.hint is None:
            table.bar.tell("", 0)
        else:
            table.open_menu()
