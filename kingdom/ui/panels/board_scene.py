"""Base classes for scenes with a board: one for layout, zoom, grid lines and hex tooltips, and one for mouse
input."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT, Hex
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.draw.cached_panels import SceneBackground, empty_background, uncovered_rects
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.scene import Scene
from kingdom.ui.panels.tooltips import hex_help_topic, is_plain_terrain
from kingdom.ui.widgets.tooltip import TOOLTIP_DELAY_S, Tooltip, draw_tooltip
from kingdom.ui.widgets.widget_group import WidgetGroup

FRAME_MARGIN = 12
"""Combined margin on both sides between a parchment frame and the board inside it, in design pixels."""
ZOOM_STEP_FACTOR = 1.2
ZOOM_KEY_STEPS = {
    pygame.K_PLUS: 1, pygame.K_EQUALS: 1, pygame.K_KP_PLUS: 1, pygame.K_MINUS: -1, pygame.K_KP_MINUS: -1,
}  # fmt: skip


def board_area(frame: pygame.Rect, renderer: Renderer) -> pygame.Rect:
    """Returns the area inside a parchment frame where the board is drawn."""
    return frame.inflate(-renderer.px(FRAME_MARGIN), -renderer.px(FRAME_MARGIN))


class BoardScene(Scene):
    """A scene with a board that can be zoomed and panned. Subclasses add the game."""

    is_memory_heavy = True
    view: BoardView

    def __init__(self) -> None:
        self.group = WidgetGroup()
        self.group.find_tooltip_obstacles = self.tooltip_obstacles
        self.background = empty_background()
        self.reserved_rects: list[pygame.Rect] = []
        """Areas next to the board that nothing may cover, such as the prompt."""

    @property
    def cursor_hex(self) -> Hex | None:
        """The hex under the mouse or keyboard cursor."""
        return None

    @property
    def displayed_game(self) -> Game:
        raise NotImplementedError

    def leave(self) -> None:
        self.view.close()
        self.background = empty_background()

    def release_memory(self) -> None:
        self.view.release_memory()

    def release_all_memory(self) -> None:
        self.release_memory()
        self.view.release_all_memory()
        self.background.release_memory()

    @property
    def has_pending_repaints(self) -> bool:
        """True while parts of the scene still have to be painted."""
        return self.background.has_pending_repaints or self.view.has_pending_redraw

    def layout_board(
        self,
        size: tuple[int, int],
        board_rects: Sequence[pygame.Rect],
        panels: Sequence[pygame.Rect],
        parchments: Sequence[pygame.Rect] = (),
    ) -> None:
        """Places the board in the first frame and the island, if any, in the second. Also prepares the
        background, including the panels around the frames. Panels paint themselves; parchments are part of
        the background."""
        renderer, settings = self.app.renderer, self.app.settings
        board_areas = [board_area(rect, renderer) for rect in board_rects]
        self.view.release_memory()  # free memory first, because painting the background needs a lot of it
        paint = partial(_paint_background, renderer, [*board_rects, *parchments], list(panels))
        self.background = SceneBackground(paint, uncovered_rects(size, [*board_areas, *panels]))
        self.view.player_symbols = settings.marks
        self.view.show_grid_lines(settings.grid)
        if board_areas:
            self.view.layout(*board_areas)

    # --- view

    def zoom(self, steps: int) -> None:
        """Zooms around the center of the board, or around the center of the island if the cursor is on the
        island."""
        self.view.pane_of(self.cursor_hex).zoom(ZOOM_STEP_FACTOR**steps)
        self.app.needs_redraw = True

    def reset_view(self) -> None:
        """Resets zoom and position so that the whole board is visible."""
        self.view.reset_cameras()
        self.app.needs_redraw = True

    def toggle_grid(self) -> None:
        """Shows or hides grid lines and coordinate labels, and saves the setting."""
        settings = self.app.settings
        settings.grid = not settings.grid
        self.app.save_settings()
        self.view.show_grid_lines(settings.grid)
        self.app.needs_redraw = True

    def handle_view_key(self, key: int) -> bool:
        """Handles a key that only affects the view. Returns False for all other keys."""
        if key in ZOOM_KEY_STEPS:
            self.zoom(ZOOM_KEY_STEPS[key])
        elif key in (pygame.K_0, pygame.K_KP_0):
            self.reset_view()
        elif key == pygame.K_g:
            self.toggle_grid()
        else:
            return False
        return True

    def highlights(self) -> Highlights:
        """Returns the hexes to highlight."""
        return Highlights()

    def tooltip_obstacles(self) -> list[pygame.Rect]:
        """Returns the hexes that are highlighted or legal, and the reserved areas."""
        return [*self.reserved_rects, *self.view.hex_rects(self.highlights().undimmed_hexes)]

    def draw_tooltip_at_hex(
        self, surface: pygame.Surface, hex_id: Hex, tooltip: Tooltip, mouse_pos: tuple[int, int] | None
    ) -> None:
        """Draws a tooltip at the mouse or, without a mouse position, to the right of a hex. The tooltip
        covers neither the hex nor any area that tooltips must avoid."""
        (x, y), width = self.view.hex_center(hex_id), self.view.hex_width_at(hex_id)
        hex_rect = pygame.Rect(0, 0, round(width), round(width * 1.2))
        hex_rect.center = round(x), round(y)
        anchor = mouse_pos or (hex_rect.right, hex_rect.centery)
        obstacles = [hex_rect, *self.tooltip_obstacles()]
        draw_tooltip(surface, self.app.renderer, tooltip, anchor, hex_rect, obstacles)

    # --- help topics

    def help_topic(self) -> Tooltip | None:
        hex_id = self.cursor_hex
        if hex_id is not None and self.group.hovered_widget is None:
            return hex_help_topic(self.displayed_game, hex_id)
        return super().help_topic()

    def right_click_topic(self) -> Tooltip | None:
        hex_id = self.cursor_hex
        if (
            hex_id is not None
            and self.group.hovered_widget is None
            and is_plain_terrain(self.displayed_game, hex_id)
        ):
            return None
        return self.help_topic()

    def help_topic_at(self, pos: tuple[int, int], right_click: bool) -> Tooltip | None:
        coord = self.view.coord_at(pos) if self.group.widget_at(pos) is None else None
        if coord is None:
            return super().help_topic_at(pos, right_click)
        hex_id = HEX_AT[coord]
        is_plain = right_click and is_plain_terrain(self.displayed_game, hex_id)
        return None if is_plain else hex_help_topic(self.displayed_game, hex_id)


def _paint_background(
    renderer: Renderer,
    parchments: Sequence[pygame.Rect],
    panels: Sequence[pygame.Rect],
    image: pygame.Surface,
    offset: tuple[int, int],
) -> None:
    """Paints the wood texture, shadows and parchments on an image. `offset` is the window position of
    the image's top left corner."""
    x, y = offset
    renderer.fill_texture(image, pygame.Rect(-x, -y, x + image.get_width(), y + image.get_height()), "table")
    for rect in (*parchments, *panels):
        renderer.draw_shadow(image, rect.move(-x, -y))
    for rect in parchments:
        renderer.draw_nine_patch(image, "panel_parchment", rect.move(-x, -y))


CLICK_TOLERANCE_PX = 5
"""A press and release at most this many pixels apart count as a click. If the mouse moves farther, they count
as a drag."""


class BoardInput:
    """Tracks the mouse over the board. Subclasses decide what clicks and keys do."""

    def __init__(self, scene: BoardScene) -> None:
        self._scene = scene
        self.cursor_hex: Hex | None = None
        """The hex under the mouse, or the hex selected with the arrow keys."""
        self.mouse_pos: tuple[int, int] | None = None
        """The mouse position. None if the keyboard moved the cursor last, or if the mouse is outside the
        window."""
        self.dragging = False
        self._press_pos: tuple[int, int] | None = None
        self._hover_seconds = 0.0

    # --- hovering

    def set_cursor(self, hex_id: Hex | None) -> None:
        """Moves the cursor to a hex, or removes it if `hex_id` is None."""
        self.cursor_hex = hex_id

    def hex_at(self, pos: tuple[int, int]) -> Hex | None:
        """Returns the hex at a window position, or None if there is none or a widget covers it."""
        coord = self._scene.view.coord_at(pos) if self.is_over_board(pos) else None
        return None if coord is None else HEX_AT[coord]

    def is_over_board(self, pos: tuple[int, int]) -> bool:
        """Returns True if a window position is on the board and not covered by a widget."""
        return self._scene.group.widget_at(pos) is None and self._scene.view.pane_at(pos) is not None

    def refresh_cursor(self) -> None:
        """Updates the hex under the mouse after the board has moved."""
        self.set_cursor(self.hex_at(self.mouse_pos) if self.mouse_pos else None)

    def update(self, seconds: float) -> bool:
        """Advances the hover timer. Returns True while a hex tooltip is about to appear."""
        if self.cursor_hex is not None and 0 <= self._hover_seconds < TOOLTIP_DELAY_S:
            self._hover_seconds += seconds
            return True
        return False

    @property
    def tooltip_hex(self) -> Hex | None:
        """The hex whose tooltip is visible because the cursor has stayed on it long enough. Otherwise
        None."""
        if self._press_pos is not None or self._hover_seconds < TOOLTIP_DELAY_S:
            return None
        return self.cursor_hex

    # --- events

    def handle_press(self, event: pygame.event.Event) -> bool:
        """Handles a mouse button press; returns True if it starts a click or drag on the board."""
        if event.button not in (1, 2) or not self.is_over_board(event.pos):
            return False
        self._scene.group.set_focus(None)
        self._press_pos = self.mouse_pos = event.pos
        self.dragging = event.button == 2
        self._hover_seconds = 0.0
        return True

    def handle_motion(self, event: pygame.event.Event) -> bool:
        """Handles mouse motion; returns True if a redraw may be needed."""
        self.mouse_pos = event.pos
        if self._press_pos is not None:
            moved_far = (
                max(abs(event.pos[0] - self._press_pos[0]), abs(event.pos[1] - self._press_pos[1]))
                > CLICK_TOLERANCE_PX
            )
            pane = self._scene.view.pane_at(self._press_pos)
            self.dragging = self.dragging or (moved_far and pane is not None and pane.camera.zoom > 1)
            if self.dragging and pane is not None:
                pane.pan(*event.rel)
                self.set_cursor(None)
                return True
        changed = self._scene.group.handle(event)
        previous_hex, hex_id = self.cursor_hex, self.hex_at(event.pos)
        if hex_id != previous_hex:
            self._hover_seconds = 0.0
            self.set_cursor(hex_id)
        return changed or hex_id != previous_hex or self._hover_seconds >= TOOLTIP_DELAY_S

    def handle_release(self) -> bool:
        """Ends a click or drag; returns False if none was in progress."""
        was_pressed = self._press_pos is not None
        self._press_pos, self.dragging = None, False
        return was_pressed

    def handle_wheel(self, event: pygame.event.Event) -> bool:
        """Zooms with the mouse wheel; returns False if the mouse is not over the board."""
        if self.mouse_pos is None or not self.is_over_board(self.mouse_pos):
            return False
        self._scene.view.zoom(ZOOM_STEP_FACTOR**event.y, self.mouse_pos)
        self.refresh_cursor()
        return True
