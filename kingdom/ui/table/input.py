"""The mouse and the keyboard at the table: what is pointed at, and which deed an event asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.rules.hexes import Hex
from kingdom.ui.board.board_view import Pointer
from kingdom.ui.panels.board_input import BoardInput
from kingdom.ui.table.aiming import aim_at, next_in_direction
from kingdom.ui.table.strip import TileButton
from kingdom.ui.widgets.nearest import ARROWS

if TYPE_CHECKING:
    from kingdom.ui.table.table import TableScene


class TableInput(BoardInput):
    """Follows the mouse and the arrow keys, and asks for deeds."""

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.table = table
        self.aim = Pointer()
        """What a click on the hex that is pointed at would do."""

    # --- pointing

    def point(self, number: Hex | None) -> None:
        table = self.table
        super().point(number)
        self.aim = aim_at(table.match, table.view, table.colours, table.cells, number)

    def answered(self) -> None:
        """The keyboard's cursor starts anew with every question."""
        if self.mouse is None:
            self.aimed = None

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
            self.table.banner.make_way(event.pos)
            return self.move(event)
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

    def _pressed(self, event: pygame.event.Event) -> bool:
        table = self.table
        self.mouse = event.pos
        if event.button == 3:
            return table.deeds.undo() if table.deeds.half_made else False
        return self.press(event) or table.group.handle(event)

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
        log = self.table.side.log
        if self.mouse is None:
            return False
        if log.rect.collidepoint(self.mouse):
            return log.scroll(event.y * 2)
        return self.zoom(event)

    def _key(self, event: pygame.event.Event) -> bool:
        key, table = event.key, self.table
        if event.mod & pygame.KMOD_CTRL:
            return table.deeds.undo() or True if key == pygame.K_z else False
        if key in ARROWS:
            return self._move_cursor(ARROWS[key])
        if table.look_key(key):
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
