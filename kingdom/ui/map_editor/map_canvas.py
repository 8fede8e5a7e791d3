"""MapCanvas: shows the map being edited.

A thread paints the map with the same painter as in the game. New strokes appear immediately as hex sprites.
Only the changed part of the map is repainted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import pygame

from kingdom.map_editor.document import Cell, Coord, MapDocument
from kingdom.rules.board import TerrainGrid
from kingdom.rules.registry import kind_of_hex_name
from kingdom.ui.board.board_geometry import BOARD_MARGIN
from kingdom.ui.board.board_rendering import Patch, apply_patches, render_map, render_map_changes
from kingdom.ui.board.camera import MapCamera
from kingdom.ui.draw.display_lock import DISPLAY_LOCK
from kingdom.ui.draw.hex_grid import HexGrid, centered_grid
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.map_editor.hex_sprites import HexSprites
from kingdom.ui.panels.board_scene import ZOOM_STEP_FACTOR
from kingdom.ui.widgets.base import CONFIRM_KEYS, Widget
from kingdom.ui.widgets.tooltip import Tooltip
from kingdom.worker.executor import BackgroundTask, IsNeeded

ZOOM_REPAINT_DELAY_SECONDS = 0.25
"""Delay in seconds between the last zoom and the repaint."""
ARROW_STEPS = {pygame.K_LEFT: (0, -1), pygame.K_RIGHT: (0, 1), pygame.K_UP: (-1, 0), pygame.K_DOWN: (1, 0)}
PICK_BRUSH_KEY = pygame.K_p


PaintedMap = tuple[pygame.Surface, HexGrid] | list[Patch]
"""A whole map, or only the differences from the previous map."""


def paint_map(
    renderer: Renderer,
    grid: TerrainGrid,
    width: float,
    previous_grid: TerrainGrid | None,
    is_needed: IsNeeded,
) -> PaintedMap:
    """Paints a whole map, or only the differences from the previous map. Runs on a thread."""
    with DISPLAY_LOCK.painting():
        if previous_grid is None:
            return render_map(renderer.sprites, grid, width, False, is_needed)
        return render_map_changes(renderer.sprites, previous_grid, grid, width, is_needed)


class MapCanvas(Widget):
    """The map that the player paints on. The left mouse button paints, and the right one picks the brush. On
    the keyboard, the arrow keys move the cursor, Space paints and P picks."""

    focusable = True

    def __init__(
        self,
        document: MapDocument,
        on_change: Callable[[], object],
        on_pick: Callable[[Cell], object],
        on_refuse: Callable[[], object],
    ) -> None:
        super().__init__()
        self.document, self.on_change, self.on_pick, self.on_refuse = document, on_change, on_pick, on_refuse
        self.brush: Cell = ("water", "")
        """Terrain, landmark or location to paint with."""
        self.fill_mode = False
        self.highlighted_hexes: tuple[Coord, ...] = ()
        """Hexes of the selected problem."""
        self.cursor: Coord | None = None
        """Hex under the mouse, or at the keyboard cursor."""
        self.map_camera = MapCamera(HexGrid(1, 1, 1.0))
        self.image: pygame.Surface | None = None
        self._image_grid = HexGrid(1, 1, 1.0)
        """Positions of the hexes in the image."""
        self._mouse_pos: tuple[int, int] | None = None
        self.hex_sprites: HexSprites | None = None
        self._dirty: set[Coord] = set()
        self._being_painted: set[Coord] = set()
        """Hexes included in the current paint task, or all hexes if that task has failed. They are drawn as
        sprites until the image is up to date."""
        self._idle_seconds = 0.0
        self.paint_task: BackgroundTask[PaintedMap] | None = None
        """Paint task in progress, if any."""
        self._requested: tuple[TerrainGrid, float] | None = None
        """Grid and hex width that the image shows, or will show once painting is done."""
        self._last_hex: Coord | None = None

    def help_topic(self, pos: tuple[int, int] | None) -> Tooltip:
        if self.cursor is None:
            return Tooltip()
        name, tile = self.document.cells[self.cursor]
        return Tooltip(help_page=f"tile.{tile}" if tile else f"{kind_of_hex_name(name)}.{name}")

    # --- layout and updates

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        """Sets the canvas's area in the window."""
        self.rect = rect
        self.hex_sprites = self.hex_sprites or HexSprites(renderer.sprites)
        side = self.document.side
        self.map_camera.place(rect, centered_grid(side, side, (0, 0, *rect.size), BOARD_MARGIN))

    @property
    def hex_grid(self) -> HexGrid:
        return self.map_camera.hex_grid

    def zoom(self, steps: int, at_mouse: bool = False) -> None:
        """Zooms around the center or the mouse. After a delay, the map is repainted at the new size."""
        self.map_camera.zoom_by(ZOOM_STEP_FACTOR**steps, self._mouse_pos if at_mouse else None)
        self._idle_seconds = 0.0

    def set_document(self, document: MapDocument) -> None:
        self.document = document
        self.map_camera.reset()
        self.image, self.cursor, self.highlighted_hexes = None, None, ()
        self._dirty, self._being_painted = set(), set()
        if self.paint_task is not None:
            self.paint_task.cancel()
        self.paint_task, self._requested = None, None

    def set_brush(self, brush: Cell) -> None:
        """Selects the brush. Its sprite is rendered in advance, so that the first stroke is not delayed."""
        self.brush = brush
        if self.hex_sprites is not None:
            self.hex_sprites.get_sprite(brush, self.hex_grid.hex_width)

    def mark_dirty(self, coords: Iterable[Coord]) -> None:
        """Marks changed hexes for repainting."""
        self._dirty.update(coords)
        self._idle_seconds = 0.0

    def update(self, seconds: float, renderer: Renderer) -> bool:
        """Starts painting and collects the result. Returns True if the image has changed or is about to
        change."""
        self._idle_seconds += seconds
        if self.paint_task is not None and self.paint_task.is_done:
            self._use_result(self.paint_task)
            return True
        target = self.document.grid, self.hex_grid.hex_width
        if self.paint_task is None and target != self._requested and self._should_paint(target[1]):
            previous_grid = (
                self._requested[0]
                if self._requested is not None and self._image_matches_zoom(target[1])
                else None
            )
            self._requested = target
            self._being_painted, self._dirty = self._being_painted | self._dirty, set()
            self.paint_task = BackgroundTask(partial(paint_map, renderer, *target, previous_grid))
        return self.paint_task is not None or target != self._requested

    def _image_matches_zoom(self, width: float) -> bool:
        """Returns True if there is an image at this zoom. If so, only parts of it need to be repainted."""
        return self.image is not None and self._requested is not None and self._requested[1] == width

    def _should_paint(self, width: float) -> bool:
        """Returns True if painting should start now. Strokes are painted immediately, a new zoom after a
        delay."""
        return (
            self.image is None
            or self._image_matches_zoom(width)
            or self._idle_seconds >= ZOOM_REPAINT_DELAY_SECONDS
        )

    def _use_result(self, task: BackgroundTask[PaintedMap]) -> None:
        painted = task.result
        if painted is None:
            # draw every hex as a sprite until the next change, which is painted from scratch
            self.paint_task, self.image, self._being_painted = None, None, set(self.document.cells)
            return
        if isinstance(painted, tuple):
            self.image, self._image_grid = painted
        elif self.image is not None:
            apply_patches(self.image, painted)
        self.paint_task, self._being_painted = None, set()

    def release(self) -> None:
        """Frees the image and cancels painting."""
        if self.paint_task is not None:
            self.paint_task.cancel()
        self.paint_task = self._requested = self.image = None

    # --- input

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        if event.type == pygame.MOUSEMOTION:
            self._mouse_pos = event.pos
            previous_cursor, self.cursor = self.cursor, self.hex_grid.hex_at(*event.pos)
            if self.pressed and not self.fill_mode and self.cursor is not None:
                self._paint_to(self.cursor)
            return previous_cursor != self.cursor
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.cursor = self.hex_grid.hex_at(*event.pos)
            if self.cursor is not None:
                self._begin_stroke(self.cursor)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.document.end_stroke()
            self._last_hex = None
            self.on_change()
        return False

    def pick_brush_at(self, pos: tuple[int, int]) -> bool:
        """Picks the content of the hex at a point as the new brush."""
        coord = self.hex_grid.hex_at(*pos)
        if coord is None:
            return False
        self.on_pick(self.document.cells[coord])
        return True

    def _begin_stroke(self, coord: Coord) -> None:
        if not self.document.has_room_for_kind(self.brush):
            self.on_refuse()
            return
        if self.fill_mode:
            self.mark_dirty(self.document.fill(coord, self.brush))
            return
        self.document.begin_stroke()
        self._last_hex = coord
        self._paint_to(coord)

    def _paint_to(self, coord: Coord) -> None:
        """Paints all hexes between the previous mouse position and a hex."""
        path = [coord] if self._last_hex is None else _hex_line(self.hex_grid, self._last_hex, coord)
        self._last_hex = coord
        changed = [step for step in path if self.document.paint(step, self.brush)]
        self.mark_dirty(changed)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        center = self.document.side // 2
        if event.key in ARROW_STEPS:
            row, column = self.cursor or (center, center)
            row_step, column_step = ARROW_STEPS[event.key] if self.cursor else (0, 0)
            max_index = self.document.side - 1
            self.cursor = min(max(row + row_step, 0), max_index), min(max(column + column_step, 0), max_index)
            self.map_camera.scroll_to_hex(*self.cursor, margin=1)
            return True
        if self.cursor is None:
            return False
        if event.key in CONFIRM_KEYS and not self.document.has_room_for_kind(self.brush):
            self.on_refuse()
            return True
        if event.key in CONFIRM_KEYS:
            coords = self.document.fill(self.cursor, self.brush) if self.fill_mode else []
            if not self.fill_mode and self.document.paint(self.cursor, self.brush):
                coords = [self.cursor]
            self.mark_dirty(coords)
            self.on_change()
            return True
        if event.key == PICK_BRUSH_KEY:
            self.on_pick(self.document.cells[self.cursor])
            return True
        return False

    # --- drawing

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        hex_grid = self.hex_grid
        if self.image is not None:
            self._draw_image(surface, self.image, hex_grid)
        if self.hex_sprites is not None:
            for coord in sorted(self._dirty | self._being_painted):
                sprite = self.hex_sprites.get_sprite(self.document.cells[coord], hex_grid.hex_width)
                x, y = hex_grid.center(*coord)
                surface.blit(sprite, (round(x - sprite.get_width() / 2), round(y - sprite.get_height() / 2)))
        for coord in self.highlighted_hexes:
            self._draw_outline(surface, renderer, coord, "gold", 4)
        if self.cursor is not None and (self.hovered or self.focused):
            self._draw_outline(surface, renderer, self.cursor, "text_on_walnut", 3)
        surface.set_clip(clip)

    def _draw_image(self, surface: pygame.Surface, image: pygame.Surface, hex_grid: HexGrid) -> None:
        """Draws the image. If it was painted at a different zoom, it is scaled."""
        scale = hex_grid.hex_width / self._image_grid.hex_width
        left, top = hex_grid.left - self._image_grid.left * scale, hex_grid.top - self._image_grid.top * scale
        if scale == 1:
            surface.blit(image, (round(left), round(top)))
            return
        visible = pygame.Rect(
            int((self.rect.left - left) / scale) - 1,
            int((self.rect.top - top) / scale) - 1,
            int(self.rect.width / scale) + 3,
            int(self.rect.height / scale) + 3,
        ).clip(image.get_rect())
        scaled = pygame.transform.scale(
            image.subsurface(visible), (round(visible.width * scale), round(visible.height * scale))
        )
        surface.blit(scaled, (round(left + visible.left * scale), round(top + visible.top * scale)))

    def _draw_outline(
        self, surface: pygame.Surface, renderer: Renderer, coord: Coord, color: str, width: int
    ) -> None:
        corners = self.hex_grid.corners(*coord)
        pygame.draw.polygon(surface, renderer.color("shadow"), corners, renderer.px(width) + 2)
        pygame.draw.polygon(surface, renderer.color(color), corners, max(1, renderer.px(width) - 1))


def _hex_line(hex_grid: HexGrid, start: Coord, end: Coord) -> list[Coord]:
    """Returns the hexes on a straight line from `start` to `end`, excluding `start`."""
    (x1, y1), (x2, y2) = hex_grid.center(*start), hex_grid.center(*end)
    step_count = max(1, round(max(abs(x2 - x1), abs(y2 - y1)) / hex_grid.hex_width * 2))
    line: list[Coord] = []
    for step in range(1, step_count + 1):
        coord = hex_grid.hex_at(x1 + (x2 - x1) * step / step_count, y1 + (y2 - y1) * step / step_count)
        if coord is not None and coord not in line:
            line.append(coord)
    return line
