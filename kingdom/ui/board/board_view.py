"""BoardView: shows a game's board and its island, if any, each in its own pane. Also handles hit testing and
the hover preview."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, ISLAND_MASK, MAIN_BOARD_MASK, Hex, iter_hexes
from kingdom.ui.board.board_geometry import (
    BOARD_MARGIN,
    FRAMED_ISLAND_MARGIN,
    ISLAND_MARGIN,
    split_for_island,
)
from kingdom.ui.board.camera import MapCamera
from kingdom.ui.board.highlights import Highlights, HighlightSprites
from kingdom.ui.board.map_pane import MapPane
from kingdom.ui.board.sprites import collect_board_sprites, piece_positions, row_column
from kingdom.ui.draw.hex_grid import HEX_HEIGHT, Coord, Point, centered_grid
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.sprite_sheets import Sprite

MAX_CACHED_GHOSTS = 60
"""Maximum number of cached ghosts. A ghost is a translucent preview of a piece."""


@dataclass(frozen=True)
class HoverPreview:
    """Preview of an action at the hex under the mouse or keyboard cursor."""

    hex: Hex | None = None
    is_legal: bool = False
    ghosts: tuple[tuple[str, Hex], ...] = ()
    """Sprite names of the pieces the action would place, with their hexes."""
    covered_hexes: int = 0
    """Hexes that the piece would cover."""
    origin: Hex | None = None
    """Hex the piece would move from."""


class BoardView:
    """Shows a game's board inside a rect in the window. The island shares that rect or has its own."""

    def __init__(
        self, renderer: Renderer, game: Game, colors: Sequence[str], player_symbols: bool = False
    ) -> None:
        self.renderer, self.colors, self.player_symbols = renderer, list(colors), player_symbols
        self.rect = pygame.Rect(0, 0, 10, 10)
        board, self._highlight_sprites = game.board, HighlightSprites(renderer)
        self.panes = [
            MapPane(
                renderer,
                board.grid,
                board.all_hexes & MAIN_BOARD_MASK,
                self._highlight_sprites,
                is_island=False,
            )
        ]
        """The main board's pane, followed by the island's pane if there is an island."""
        if board.island is not None:
            self.panes.append(
                MapPane(
                    renderer,
                    board.island,
                    board.all_hexes & ISLAND_MASK,
                    self._highlight_sprites,
                    is_island=True,
                )
            )
        self._ghost_cache: dict[tuple[str, float], tuple[pygame.Surface, Sprite]] = {}
        self.set_game(game)

    # --- pieces

    def set_game(self, game: Game, hidden_hexes: int = 0) -> None:
        """Shows the current state of a game. Pieces on `hidden_hexes` are omitted because they are being
        animated."""
        board_sprites = collect_board_sprites(self.renderer, game, self.colors, hidden_hexes)
        for pane in self.panes:
            pane.set_board_sprites(board_sprites)

    def piece_positions(self, name: str, hexes: int) -> list[Hex]:
        """Returns the hexes at which to draw the sprite of a piece that covers these hexes."""
        return piece_positions(self.renderer, name, hexes)

    # --- layout and cameras

    def layout(self, rect: pygame.Rect, island_rect: pygame.Rect | None = None) -> None:
        """Fits the board into a rect, and the island into the same rect or its own. The cameras keep their
        positions."""
        self.rect = rect.copy()
        symbol_colors = self.colors if self.player_symbols else ()
        rects = [rect] if island_rect is None else [rect, island_rect]
        if len(self.panes) > len(rects):
            rects = [
                pygame.Rect(area) for area in split_for_island((rect.left, rect.top, rect.width, rect.height))
            ]
        margins = (BOARD_MARGIN, ISLAND_MARGIN if island_rect is None else FRAMED_ISLAND_MARGIN)
        max_hex_width = float("inf")
        for pane, pane_rect, margin in zip(self.panes, rects, margins, strict=False):
            origin = (
                (rect.left - pane_rect.left, rect.top - pane_rect.top) if rect.contains(pane_rect) else None
            )
            unzoomed_grid = centered_grid(
                pane.unzoomed_grid.rows,
                pane.unzoomed_grid.columns,
                (0, 0, *pane_rect.size),
                margin,
                max_hex_width,
            )
            pane.layout(pane_rect, unzoomed_grid, origin, symbol_colors)
            # With larger hexes, the island would look closer than the board.
            max_hex_width = unzoomed_grid.hex_width
        self._ghost_cache.clear()
        self._highlight_sprites.clear()

    def show_grid_lines(self, visible: bool) -> None:
        """Shows or hides the lines between hexes."""
        for pane in self.panes:
            pane.show_grid_lines(visible)

    @property
    def camera(self) -> MapCamera:
        """The camera of the main board."""
        return self.panes[0].camera

    @property
    def camera_states(self) -> tuple[tuple[float, float, float], ...]:
        """Zoom and offset of every camera, for use in cache keys."""
        return tuple((pane.camera.zoom, pane.camera.x, pane.camera.y) for pane in self.panes)

    def pane_of(self, hex_id: Hex | None) -> MapPane:
        """Returns the pane that shows a hex, or the main board's pane if `hex_id` is None."""
        return next(
            (pane for pane in self.panes if hex_id is not None and pane.hexes >> hex_id & 1), self.panes[0]
        )

    def pane_at(self, point: tuple[int, int]) -> MapPane | None:
        return next((pane for pane in self.panes if pane.rect.collidepoint(point)), None)

    def hex_width_at(self, hex_id: Hex) -> float:
        return self.pane_of(hex_id).hex_width

    def zoom(self, factor: float, point: tuple[int, int] | None = None) -> None:
        """Zooms the pane at the point, which stays fixed. Without a point, zooms the main board around its
        center."""
        ((point and self.pane_at(point)) or self.panes[0]).zoom(factor, point)

    def reset_cameras(self) -> None:
        """Zooms all panes out completely."""
        for pane in self.panes:
            pane.reset_camera()

    def scroll_to_hex(self, hex_id: Hex) -> None:
        """Scrolls a pane until the hex is well inside it."""
        self.pane_of(hex_id).scroll_to_hex(hex_id)

    def hex_center(self, hex_id: Hex) -> Point:
        return self.pane_of(hex_id).hex_center(hex_id)

    def hex_rects(self, hexes: int) -> list[pygame.Rect]:
        """Returns the rects of hexes in the window, clipped to their pane. Hexes scrolled out of view are
        skipped."""
        rects = []
        for pane in self.panes:
            size = round(pane.hex_width), round(pane.hex_width * HEX_HEIGHT)
            for hex_id in iter_hexes(hexes & pane.hexes):
                x, y = pane.hex_center(hex_id)
                rect = pygame.Rect((round(x - size[0] / 2), round(y - size[1] / 2)), size).clip(pane.rect)
                if rect:
                    rects.append(rect)
        return rects

    def unzoomed_hex_center(self, hex_id: Hex) -> Point:
        """Returns where the center of a hex would be if its map were fully zoomed out. This makes directions
        between board and island independent of the zoom."""
        pane = self.pane_of(hex_id)
        x, y = pane.unzoomed_grid.center(*row_column(hex_id))
        return pane.rect.left + x, pane.rect.top + y

    def coord_at(self, point: tuple[int, int]) -> Coord | None:
        """Returns the coordinates of the hex at a point in the window."""
        pane = self.pane_at(point)
        row_column = pane.row_column_at(point) if pane is not None else None
        if pane is None or row_column is None:
            return None
        return ("i", *row_column) if pane.is_island else row_column

    # --- updates and memory

    @property
    def has_pending_redraw(self) -> bool:
        """True if the next frame will look different even if nothing else changes."""
        return any(pane.has_pending_redraw for pane in self.panes)

    @property
    def is_sharp(self) -> bool:
        """True if all terrain is painted for the current zoom."""
        return all(pane.is_sharp for pane in self.panes)

    def update(self, seconds: float) -> bool:
        """Advances time. Returns True if a redraw is due soon."""
        return any([pane.update(seconds) for pane in self.panes])

    def close(self) -> None:
        """Stops all background work and releases all images."""
        for pane in self.panes:
            pane.close()
        self._ghost_cache.clear()
        self._highlight_sprites.clear()

    def render_now(self) -> None:
        """Renders everything that is pending immediately instead of in the background."""
        for pane in self.panes:
            pane.render_now()

    def release_view(self) -> None:
        """Releases the rendered viewport. For callers that keep their own copy of it."""
        for pane in self.panes:
            pane.release_view()

    def release_memory(self) -> None:
        """Releases everything that can be rebuilt in the next frame."""
        for pane in self.panes:
            pane.release_memory()

    def release_all_memory(self) -> None:
        """Releases all images of a hidden board, except what is needed to show it again immediately."""
        for pane in self.panes:
            pane.release_all_memory()
        self._highlight_sprites.clear()

    # --- drawing

    def draw(self, surface: pygame.Surface, highlights: Highlights, hover: HoverPreview) -> None:
        """Draws the maps with their highlights and the hover preview."""
        clip = surface.get_clip()
        for pane in self.panes:
            surface.set_clip(clip.clip(pane.rect))
            pane.draw(surface, highlights)
            pane.draw_highlight(surface, "footprint", hover.covered_hexes)
            if hover.hex is not None:
                pane.draw_highlight(surface, "cursor" if hover.is_legal else "pointed", BIT[hover.hex])
        if hover.origin is not None and hover.hex is not None and hover.origin != hover.hex:
            # An arrow from one pane to the other crosses the edge between them.
            surface.set_clip(clip.clip(self.pane_of(hover.origin).rect.union(self.pane_of(hover.hex).rect)))
            self.draw_arrow(surface, hover.origin, hover.hex)
        for name, hex_id in hover.ghosts:
            surface.set_clip(clip.clip(self.pane_of(hex_id).rect))
            x, y = self.hex_center(hex_id)
            ghost, sprite = self._ghost(name, self.hex_width_at(hex_id))
            surface.blit(ghost, sprite.top_left(x, y - self.hex_width_at(hex_id) * 0.1))
        surface.set_clip(clip)

    def _ghost(self, name: str, width: float) -> tuple[pygame.Surface, Sprite]:
        key = (name, round(width * 4))
        if key not in self._ghost_cache:
            if len(self._ghost_cache) > MAX_CACHED_GHOSTS:
                self._ghost_cache.clear()
            sprite = self.renderer.sprites.scaled_for_hex("pieces", name, width)
            image = sprite.surface.copy()
            image.fill((255, 255, 255, 190), special_flags=pygame.BLEND_RGBA_MULT)
            self._ghost_cache[key] = image, sprite
        return self._ghost_cache[key]

    def draw_arrow(
        self, surface: pygame.Surface, origin: Hex, target: Hex, color: str = "glow_source"
    ) -> None:
        """Draws an arrow between the two hexes of a move."""
        start, end, width = self.hex_center(origin), self.hex_center(target), self.hex_width_at(target)
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        head_length, half_thickness = width * 0.34, max(1.5, width * 0.045)
        tip = (end[0] - math.cos(angle) * head_length * 0.6, end[1] - math.sin(angle) * head_length * 0.6)
        neck = (tip[0] - math.cos(angle) * head_length, tip[1] - math.sin(angle) * head_length)
        sideways = (-math.sin(angle), math.cos(angle))

        def offset_sideways(point: Point, distance: float) -> Point:
            return point[0] + sideways[0] * distance, point[1] + sideways[1] * distance

        outline = [
            offset_sideways(start, -half_thickness),
            offset_sideways(neck, -half_thickness),
            offset_sideways(neck, -half_thickness * 3.4),
            tip,
            offset_sideways(neck, half_thickness * 3.4),
            offset_sideways(neck, half_thickness),
            offset_sideways(start, half_thickness),
        ]
        pygame.draw.polygon(surface, self.renderer.color(color), outline)
        pygame.draw.aalines(surface, self.renderer.color("shadow"), True, outline)

    def draw_piece(self, surface: pygame.Surface, name: str, center: Point, width: float) -> None:
        """Draws a piece at any point in the window, sized for hexes of this width."""
        self.renderer.sprites.scaled_for_hex("pieces", name, width).draw(surface, *center)
