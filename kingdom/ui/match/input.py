"""Mouse and keyboard input of the match scene: the hex cursor, the hover preview, and keyboard shortcuts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from kingdom.match.interface import PlayableMatch
from kingdom.rules.hexes import Hex, iter_hexes
from kingdom.ui.board.board_view import BoardView, HoverPreview
from kingdom.ui.match.option_bar import TileButton
from kingdom.ui.panels.answer_preview import preview_answer
from kingdom.ui.panels.board_scene import BoardInput
from kingdom.ui.widgets.base import ARROW_KEYS
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.text_field import COMMAND_MODS

if TYPE_CHECKING:
    from kingdom.ui.match.scene import MatchScene

MIN_STEP_HEX_WIDTHS = 0.3
"""Minimum distance of a hex that an arrow key can reach, in hex widths along the arrow's direction."""


def hover_preview_at(
    match: PlayableMatch, view: BoardView, colors: Sequence[str], legal_hexes: int, hex_id: Hex | None
) -> HoverPreview:
    """Returns the hover preview of a hex. If the hex is legal, the preview includes the pieces that would be
    placed and the hex a moved piece would come from."""
    if hex_id is None or not legal_hexes >> hex_id & 1:
        return HoverPreview(hex_id)
    answer_preview = preview_answer(match.game, hex_id, match.deciding_seat)
    ghosts = []
    for piece, owner, hexes in answer_preview.pieces:
        sprite_name = piece if owner is None else f"{piece}_{colors[owner]}"
        ghosts += [(sprite_name, position) for position in view.piece_positions(sprite_name, hexes)]
    return HoverPreview(hex_id, True, tuple(ghosts), answer_preview.footprint, answer_preview.origin)


def next_hex_in_direction(
    view: BoardView, hexes: int, start: Hex | None, direction: tuple[int, int]
) -> Hex | None:
    """Returns the nearest of `hexes` in a direction. Sideways distance counts double. If `start` is None,
    returns the hex nearest to the center of the board."""
    if start is None:
        return min(
            iter_hexes(hexes),
            key=lambda hex_id: math.dist(view.hex_center(hex_id), view.rect.center),
            default=None,
        )
    x, y = view.unzoomed_hex_center(start)
    dx, dy = direction
    best, best_distance = None, float("inf")
    for hex_id in iter_hexes(hexes):
        hex_x, hex_y = view.unzoomed_hex_center(hex_id)
        ahead = (hex_x - x) * dx + (hex_y - y) * dy
        sideways = abs((hex_x - x) * dy) + abs((hex_y - y) * dx)
        if ahead < view.panes[0].unzoomed_grid.hex_width * MIN_STEP_HEX_WIDTHS or sideways > ahead * 2:
            continue
        if ahead + 2 * sideways < best_distance:
            best, best_distance = hex_id, ahead + 2 * sideways
    return best


class MatchInput(BoardInput):
    """Tracks the mouse and the hex cursor, and translates events into commands."""

    def __init__(self, scene: MatchScene) -> None:
        super().__init__(scene)
        self.match_scene = scene
        self.hover_preview = HoverPreview()
        """Preview of what a click on the hex under the cursor would do."""

    # --- cursor

    def set_cursor(self, hex_id: Hex | None) -> None:
        scene = self.match_scene
        super().set_cursor(hex_id)
        self.hover_preview = hover_preview_at(
            scene.match, scene.view, scene.colors, scene.legal_hexes, hex_id
        )

    def reset_keyboard_cursor(self) -> None:
        """Clears the keyboard cursor before the next decision."""
        if self.mouse_pos is None:
            self.cursor_hex = None

    def _move_cursor(self, direction: tuple[int, int]) -> bool:
        """Moves the cursor to the nearest legal hex in a direction and takes the focus away from the widgets.
        If no hex is legal, all hexes are considered."""
        scene = self.match_scene
        hexes = scene.legal_hexes or scene.match.game.board.all_hexes
        hex_id = next_hex_in_direction(scene.view, hexes, self.cursor_hex, direction)
        if hex_id is None:
            return False
        self.mouse_pos, self._hover_seconds = None, 0.0
        scene.group.set_focus(None)
        self.set_cursor(hex_id)
        scene.view.scroll_to_hex(hex_id)
        return True

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Handles an event; returns True if a redraw may be needed."""
        if event.type == pygame.MOUSEMOTION:
            self.match_scene.banner.dismiss_at(event.pos)
            return self.handle_motion(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._handle_button_down(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._handle_button_up(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._handle_wheel(event)
        if event.type == pygame.WINDOWLEAVE:
            self.mouse_pos = None
            self.set_cursor(None)
            self.match_scene.group.handle(event)
            return True
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        return self.match_scene.group.handle(event)

    def _handle_button_down(self, event: pygame.event.Event) -> bool:
        scene = self.match_scene
        self.mouse_pos = event.pos
        if event.button == 3:
            return scene.commands.undo() if scene.commands.can_cancel_action else False
        return self.handle_press(event) or scene.group.handle(event)

    def _handle_button_up(self, event: pygame.event.Event) -> bool:
        if self._press_pos is None:
            return self.match_scene.group.handle(event)
        was_dragging, self._press_pos, self.dragging = self.dragging, None, False
        if event.button == 1 and not was_dragging:
            # no tooltip for the hex just clicked; the next hex shows its tooltip again
            self._hover_seconds = float("-inf")
            hex_id = self.hex_at(event.pos)
            if hex_id is not None:
                self.match_scene.commands.click_hex(hex_id)
        return True

    def _handle_wheel(self, event: pygame.event.Event) -> bool:
        log = self.match_scene.side_panel.log
        if self.mouse_pos is None:
            return False
        if log.rect.collidepoint(self.mouse_pos):
            return log.scroll_rows(event.y * 2)
        return self.handle_wheel(event)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        key, scene = event.key, self.match_scene
        if self._belongs_to_dropdown(key):
            return scene.group.handle(event)
        if event.mod & COMMAND_MODS:
            return self._handle_command_key(key, bool(event.mod & pygame.KMOD_SHIFT))
        if key in ARROW_KEYS:
            return self._move_cursor(ARROW_KEYS[key])
        if scene.handle_view_key(key):
            return True
        if key == pygame.K_ESCAPE:
            self._handle_escape()
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not self._has_keyboard_focus():
            if self.cursor_hex is not None:
                scene.commands.click_hex(self.cursor_hex)
        elif key == pygame.K_l:
            scene.toggle_log_size()
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            log = scene.side_panel.log
            log.scroll_rows(log.visible_rows if key == pygame.K_PAGEUP else -log.visible_rows)
        elif key == pygame.K_SPACE and not self._has_keyboard_focus():
            if scene.playback.has_spectator:
                scene.commands.toggle_pause()
            else:
                scene.commands.press_end_button()
        elif (disabled_reason := self._disabled_reason(key)) is not None:
            scene.commands.show_refusal(disabled_reason)
        else:
            changed = scene.group.handle(event)
            if self.mouse_pos is None and self._has_keyboard_focus():
                self.set_cursor(None)
            return changed
        return True

    def _handle_command_key(self, key: int, is_shifted: bool) -> bool:
        """Handles Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z, with Cmd in place of Ctrl on macOS."""
        if key == pygame.K_y or (key == pygame.K_z and is_shifted):
            self.match_scene.commands.redo()
        elif key == pygame.K_z:
            self.match_scene.commands.undo()
        else:
            return False
        return True

    def _disabled_reason(self, key: int) -> str | None:
        """Returns why the button with this shortcut is disabled. Returns None if the button is enabled or no
        button has this shortcut."""
        for button in self.match_scene.action_bar.option_buttons:
            if button.shortcut == key and not button.enabled:
                return button.item.disabled_reason if isinstance(button, TileButton) else ""
        return None

    def _belongs_to_dropdown(self, key: int) -> bool:
        """Returns True if a dropdown list is open, or if the key steps through the focused dropdown."""
        focus = self.match_scene.group.focus
        return isinstance(focus, Dropdown) and (
            focus.is_open or (self._has_keyboard_focus() and key in (pygame.K_LEFT, pygame.K_RIGHT))
        )

    def _has_keyboard_focus(self) -> bool:
        """Returns True if a widget has a visible keyboard focus."""
        return self.match_scene.group.focus is not None and self.match_scene.group.focus_visible

    def _handle_escape(self) -> None:
        scene = self.match_scene
        if self._has_keyboard_focus():
            scene.group.set_focus(None)
        elif scene.commands.can_cancel_action:
            scene.commands.undo()
        elif scene.action_bar.message and scene.match.hint is None:
            scene.action_bar.show_message("", 0)
        else:
            scene.open_pause_menu()
