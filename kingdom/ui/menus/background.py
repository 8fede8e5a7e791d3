"""The painted board behind the main menu. Painting takes about a second, so it runs on a separate thread. The
finished image then fades in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import pygame

from kingdom.match.game_options import expansion_names_by_release, suggested_first_game
from kingdom.rules.board import assemble_grid
from kingdom.rules.registry import EXPANSIONS, SECTIONS
from kingdom.ui.board.board_geometry import painted_grid
from kingdom.ui.board.board_rendering import render_map_region
from kingdom.ui.board.terrain_painter import GROUND_SHEET, PROPS_SHEET
from kingdom.ui.draw.display_lock import DISPLAY_LOCK
from kingdom.ui.draw.hex_grid import HexGrid
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.worker.executor import BackgroundTask, IsNeeded, always_needed

REPAINT_DELAY_SECONDS = 0.15
"""Delay in seconds between the last resize and the start of painting. It keeps resizing smooth."""
FADE_IN_SECONDS = 0.6
MAX_HEX_WIDTH_PX = 128.0
"""Maximum width of a painted hex. In larger windows, the image is scaled up."""
DIM_ALPHA = 160
"""Opacity of the dark layer over the board."""
MAX_HIDDEN_IMAGE_PIXELS = 2_000_000
"""While hidden, images with more pixels than this (about 8 MB) are stored at half size."""
BAND_HEIGHT_PX = 256
"""The image is painted in horizontal bands of this height."""


class MenuBackground:
    """Background image for the current window size. Repainted shortly after a resize."""

    def __init__(self, sprite_sheets: SpriteSheets, dim_color: Sequence[int]) -> None:
        self.sprite_sheets, self.dim_color = sprite_sheets, tuple(dim_color)
        self.image: pygame.Surface | None = None
        self._size = self._painted_size = (0, 0)
        """The window size, and the size the image was painted for."""
        self._idle_seconds = self._fade_seconds = 0.0
        self._task: BackgroundTask[pygame.Surface] | None = None
        self._task_size = (0, 0)
        self._failed_size: tuple[int, int] | None = None
        """Size for which painting failed; it is not tried again."""

    def layout(self, size: tuple[int, int]) -> None:
        """Scales the image if the window size has changed; a new one will replace it."""
        if size == self._size:
            return
        if self._task is not None:
            self._task.cancel()
        self._size, self._task, self._idle_seconds = size, None, 0.0
        if self.image is not None:
            self.image = scale_to_cover(self.image, size)

    def release(self) -> None:
        """Frees the image and cancels painting."""
        if self._task is not None:
            self._task.cancel()
        self.image = self._task = None
        self._size = self._painted_size = (0, 0)
        self._fade_seconds = 0.0

    def release_memory(self) -> None:
        """Shrinks a large image to half size while it is hidden."""
        if self.image is not None and self._size[0] * self._size[1] > MAX_HIDDEN_IMAGE_PIXELS:
            half_size = self._size[0] // 2, self._size[1] // 2
            if self.image.get_width() > half_size[0]:
                self.image = pygame.transform.smoothscale(self.image, half_size)

    def wait(self) -> None:
        """Waits until painting is finished."""
        if self._task is not None:
            self._task.join()

    def update(self, seconds: float, animated: bool = True) -> bool:
        """Advances painting and, if `animated`, fading in. Returns True while the image is changing."""
        if self._painted_size != self._size:
            self._collect()
            if self._failed_size == self._size:
                return False
            self._idle_seconds += seconds
            if (
                self._painted_size != self._size
                and self._task is None
                and self._idle_seconds >= REPAINT_DELAY_SECONDS
            ):
                self._task_size = self._size
                self._task = BackgroundTask(partial(self._paint, self._size))
            if self.image is None:
                return True
        self._fade_seconds += seconds if animated else FADE_IN_SECONDS
        return self._painted_size != self._size or self._fade_seconds - seconds < FADE_IN_SECONDS

    def _collect(self) -> None:
        """Takes the painted image from the task if the window still has the same size."""
        if self._task is not None and self._task.is_done:
            image, self._task = self._task.result, None
            if image is None:
                self._failed_size = self._task_size
            elif self._task_size == self._size:
                self._painted_size, self.image = self._task_size, image

    def _paint(self, size: tuple[int, int], is_needed: IsNeeded) -> pygame.Surface:
        with DISPLAY_LOCK.painting():
            return paint_background(self.sprite_sheets, size, self.dim_color, is_needed)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the image at its current opacity."""
        if self.image is not None:
            if self.image.get_size() != self._size:
                self.image = pygame.transform.smoothscale(self.image, self._size)
            self.image.set_alpha(
                round(255 * self._fade_seconds / FADE_IN_SECONDS)
                if self._fade_seconds < FADE_IN_SECONDS
                else None
            )
            surface.blit(self.image, (0, 0))


def scale_to_cover(image: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Scales an image without distortion so that it covers a size, and returns the middle part."""
    width, height = image.get_size()
    scale = max(size[0] / width, size[1] / height)
    part = pygame.Rect(0, 0, min(width, round(size[0] / scale)), min(height, round(size[1] / scale)))
    part.center = width // 2, height // 2
    return pygame.transform.smoothscale(image.subsurface(part.clip(image.get_rect())), size)


def paint_background(
    sprite_sheets: SpriteSheets,
    size: tuple[int, int],
    dim_color: tuple[int, ...],
    is_needed: IsNeeded = always_needed,
) -> pygame.Surface:
    """Paints a darkened board that fills the window."""
    # replace two sections with expansion sections, to show their terrains
    section_names = suggested_first_game()["sections"]
    other_sections = [
        name
        for expansion in expansion_names_by_release()
        for name in EXPANSIONS[expansion].sections
        if name not in section_names
    ]
    grid = assemble_grid(
        [
            SECTIONS[name]
            for name in (
                section_names[0],
                other_sections[len(other_sections) // 2],
                other_sections[-1],
                section_names[3],
            )
        ]
    )
    board_width, _ = HexGrid(20, 20, 1.0).size
    hex_width = max(size[0] / (board_width - 2.0), size[1] / ((board_width - 2.0) * math.sqrt(3) / 2))
    scale = max(1.0, hex_width / MAX_HEX_WIDTH_PX)
    width, height = math.ceil(size[0] / scale), math.ceil(size[1] / scale)
    image = pygame.Surface((width, height), 0, 32)
    dim_layer = pygame.Surface((width, BAND_HEIGHT_PX), pygame.SRCALPHA, 32)
    dim_layer.fill((*dim_color, DIM_ALPHA))
    hex_grid = painted_grid(20, 20, hex_width / scale)
    left, top = (
        round((extent + 2 * edge - visible) / 2)
        for extent, edge, visible in zip(
            hex_grid.size, (hex_grid.left, hex_grid.top), (width, height), strict=True
        )
    )
    # paint in bands to save memory, because painting everything at once needs a second window-sized image
    for row in range(0, height, BAND_HEIGHT_PX):
        band = pygame.Rect(left, top + row, width, min(BAND_HEIGHT_PX, height - row))
        image.blit(render_map_region(sprite_sheets, grid, hex_grid.hex_width, band, is_needed), (0, row))
        image.blit(dim_layer, (0, row))
    sprite_sheets.drop_scaled((GROUND_SHEET, PROPS_SHEET), hex_grid.hex_width)
    return pygame.transform.smoothscale(image, size) if scale > 1 else image
