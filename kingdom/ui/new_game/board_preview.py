"""The board preview of the New game page."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.rules.board import TerrainGrid
from kingdom.rules.expansion import Token
from kingdom.rules.game import Game
from kingdom.rules.hexes import COORD_OF, HEX_AT
from kingdom.ui.board.board_geometry import BOARD_MARGIN, ISLAND_MARGIN, split_for_island
from kingdom.ui.board.board_rendering import hex_at_image_point, render_map
from kingdom.ui.board.sprites import is_landmark_token
from kingdom.ui.draw.hex_grid import HexGrid, centered_grid
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.panels.tooltips import hex_help_topic
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.tooltip import Tooltip

REPAINT_DELAY_SECONDS = 0.15
"""Delay in seconds between the last change and the repaint."""


class BoardPreview(Widget):
    """Shows the board for the current options. Repaints it shortly after the last change."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game | None = None
        self._painted_key: object = None
        self.images: list[tuple[pygame.Surface, pygame.Rect]] = []
        """Image and rectangle of the board and, if there is one, of the island."""
        self._painted_rect = pygame.Rect(0, 0, 0, 0)
        """This widget's rectangle at the time the images were laid out."""
        self._idle_seconds = 0.0
        self.on_slot_click: Callable[[int], object] | None = None
        """Called when a section slot is clicked. None if the player is not picking the sections."""
        self.highlighted_slot: int | None = None
        """The slot that a section is being dragged over."""

    def slot_at(self, pos: tuple[int, int]) -> int | None:
        """Returns the section slot (0 to 3) at a position, or None."""
        if not self.images or not self.images[0][1].collidepoint(pos):
            return None
        center = self.images[0][1].center
        return 2 * (pos[1] >= center[1]) + (pos[0] >= center[0])

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.MOUSEBUTTONUP or event.button != 1 or self.on_slot_click is None:
            return False
        slot = self.slot_at(event.pos)
        if slot is not None:
            self.on_slot_click(slot)
        return slot is not None

    def help_topic(self, pos: tuple[int, int] | None) -> Tooltip:
        board = self.game.board if self.game is not None else None
        for (_, rect), is_island in zip(self.images, (False, True), strict=False):
            if board is not None and pos is not None and rect.collidepoint(pos):
                grid = board.island if is_island and board.island is not None else board.grid
                coord = hex_at_image_point(grid, rect, pos, is_island)
                if coord is not None and self.game is not None:
                    return hex_help_topic(self.game, HEX_AT[("i", *coord) if is_island else coord])
        return super().help_topic(pos)

    def set_game(self, game: Game | None) -> None:
        """Shows the board of a different game, or nothing if `game` is None."""
        self.game = game
        self._idle_seconds = 0.0

    def _cache_key(self) -> object:
        if self.game is None:
            return None
        return self.game.board.grid, self.game.board.island, tuple(self.rect), tuple(self._tokens())

    def _tokens(self) -> list[Token]:
        return self.game.tokens() if self.game else []

    def update(self, seconds: float, renderer: Renderer) -> bool:
        """Repaints the board after the delay; returns True if the image has changed or is about to."""
        if self._painted_rect != self.rect:
            self._rescale()
        key = self._cache_key()
        if key == self._painted_key:
            return False
        self._idle_seconds += seconds
        if self._idle_seconds >= REPAINT_DELAY_SECONDS:
            self._painted_key = key
            self.images = self._paint(renderer)
        return True

    def _rescale(self) -> None:
        """Scales the existing images to the new widget size. They are repainted later."""
        old_rect, self._painted_rect = self._painted_rect, self.rect.copy()
        if not self.images or not old_rect.width or not old_rect.height:
            return
        scale = min(self.rect.width / old_rect.width, self.rect.height / old_rect.height)
        rescaled = []
        for image, rect in self.images:
            size = max(1, round(rect.width * scale)), max(1, round(rect.height * scale))
            new_rect = pygame.Rect((0, 0), size)
            new_rect.center = (
                round(self.rect.centerx + (rect.centerx - old_rect.centerx) * scale),
                round(self.rect.centery + (rect.centery - old_rect.centery) * scale),
            )
            rescaled.append((pygame.transform.scale(image, size), new_rect))
        self.images = rescaled

    def _paint(self, renderer: Renderer) -> list[tuple[pygame.Surface, pygame.Rect]]:
        if self.game is None:
            return []
        board, (left, top), size = self.game.board, self.rect.topleft, self.rect.size
        if board.island is None:
            return [
                self._paint_map(renderer, board.grid, centered_grid(20, 20, (left, top, *size), BOARD_MARGIN))
            ]
        main_space, island_space = split_for_island((left, top, *size), min_island_hex_px=0)
        main_grid = centered_grid(20, 20, main_space, BOARD_MARGIN)
        return [
            self._paint_map(renderer, board.grid, main_grid),
            self._paint_map(
                renderer,
                board.island,
                centered_grid(5, 5, island_space, ISLAND_MARGIN, main_grid.hex_width),
                is_island=True,
            ),
        ]

    def _paint_map(
        self, renderer: Renderer, terrain_grid: TerrainGrid, grid: HexGrid, is_island: bool = False
    ) -> tuple[pygame.Surface, pygame.Rect]:
        """Paints a map with its tokens and returns the image and its rectangle."""
        image, image_grid = render_map(renderer.sprites, terrain_grid, grid.hex_width, is_island)
        for token in self._tokens():
            coord = COORD_OF[token.hex_id]
            if (len(coord) == 3) == is_island and is_landmark_token(token):
                renderer.sprites.scaled_for_hex("landmarks", token.name, grid.hex_width).draw(
                    image, *image_grid.center(int(coord[-2]), int(coord[-1]))
                )
        return image, image.get_rect(
            topleft=(round(grid.left - image_grid.left), round(grid.top - image_grid.top))
        )

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        for image, rect in self.images:
            surface.blit(image, rect)
        if self.highlighted_slot is not None and self.images:
            board_rect = self.images[0][1]
            width, height = board_rect.width // 2, board_rect.height // 2
            row, column = divmod(self.highlighted_slot, 2)
            quarter = pygame.Rect(
                board_rect.left + column * width, board_rect.top + row * height, width, height
            )
            renderer.draw_tint(surface, quarter, 70, "gold_light")
            pygame.draw.rect(surface, renderer.color("gold_light"), quarter, renderer.px(4), renderer.px(10))
