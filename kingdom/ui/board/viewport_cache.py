"""Caches an image of the visible part of a map, including dimming and highlights. The image is rerendered
only after a change."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kingdom.rules.hexes import iter_hexes
from kingdom.ui.board.highlights import (
    DIM_ALPHA,
    DIM_NOTHING,
    DIM_TERRAIN,
    FADE_STEPS,
    Highlights,
    HighlightSprites,
)
from kingdom.ui.board.layers import StaticLayer, opaque_surface
from kingdom.ui.board.sprites import BoardSprite, draw_board_sprites, row_column
from kingdom.ui.draw.hex_grid import HEX_CORNERS, HexGrid
from kingdom.ui.draw.renderer import Renderer

DIM_STRIP_PX = 512
"""Height of the strips that the map is divided into for dimming."""
MAX_DIRTY_RECTS = 40
"""If there are more dirty rects than this, everything is rerendered."""

CachedSurface = tuple[object, pygame.Surface]
"""A surface and the key it was rendered for."""


class Viewport(NamedTuple):
    """The visible part of a map."""

    size: tuple[int, int]
    zoom: float
    offset: tuple[int, int]
    """Top left corner of the viewport, as a position on the whole map at this zoom."""
    grid: HexGrid
    """Positions of the hexes in the viewport."""
    is_sharp: bool
    """True if the static layer was painted for this zoom, not scaled."""

    @property
    def key(self) -> tuple[object, ...]:
        """Cache key. Two viewports with equal keys look the same if their content is the same."""
        return self.zoom, self.offset, self.size


class ViewportCache:
    """Renders the viewport in steps: static layer, dimming, highlights."""

    def __init__(self, renderer: Renderer, hexes: int, highlight_sprites: HighlightSprites) -> None:
        self.renderer, self.hexes, self.highlight_sprites = renderer, hexes, highlight_sprites
        self.has_pending_render = False
        """True if the last frame showed an outdated image, which the next frame will update."""
        self._version = 0
        self._rendered: CachedSurface | None = None
        self._dimmed: CachedSurface | None = None
        """The completely dimmed viewport, without highlights."""
        self._bright_hexes: tuple[object, list[tuple[pygame.Surface, tuple[int, int]]]] = (None, [])
        """Images of the undimmed hexes, and the key they were rendered for."""
        self._dirty_rects: list[pygame.Rect] = []
        """Areas of the static layer that have changed since `_dimmed` was rendered."""

    def clear(self) -> None:
        """Drops all cached images. The next frame rerenders them."""
        self._rendered = self._dimmed = None
        self._bright_hexes = None, []

    def release_memory(self) -> None:
        """Releases all surfaces except the one on screen."""
        self._dimmed = None
        self._bright_hexes = None, []

    def invalidate_static_layer(self) -> None:
        """Discards everything rendered from the previous static layer."""
        self._dimmed = None
        self._version += 1

    def add_dirty_rects(self, dirty_rects: list[pygame.Rect]) -> None:
        """Marks areas of the static layer as changed."""
        self._version += bool(dirty_rects)
        if self._dimmed is not None:
            self._dirty_rects += dirty_rects
        if len(self._dirty_rects) > MAX_DIRTY_RECTS:  # The pane has not been drawn for a long time.
            self._dimmed = None
            self._dirty_rects.clear()

    def render(
        self, static_layer: StaticLayer, viewport: Viewport, highlights: Highlights, dim_mode: str
    ) -> pygame.Surface:
        """Returns the visible part of the map with its highlights."""
        key = (self._version, *viewport.key)
        if self._rendered is None or self._rendered[0] != (key, highlights, dim_mode):
            if self._rendered is not None and not self.has_pending_render and self._only_board_changed(key):
                # The static layer was redrawn in this frame. Wait for the next frame, to keep both frames
                # short.
                self.has_pending_render = True
                return self._rendered[1]
            self.has_pending_render = False
            surface = _reuse_surface(self._rendered, viewport.size)
            if dim_mode == DIM_NOTHING:
                self._draw_base(surface, static_layer, viewport)
            elif viewport.is_sharp:
                surface.blit(self._dimmed_view(static_layer, viewport, dim_mode), (0, 0))
                surface.blits(
                    self._undimmed_cutouts(static_layer, viewport, key, highlights.undimmed_hexes), False
                )
            else:
                self._draw_scaled(surface, static_layer, viewport, highlights.undimmed_hexes, dim_mode)
            self._draw_highlights(surface, viewport.grid, highlights)
            self._rendered = (key, highlights, dim_mode), surface
        return self._rendered[1]

    def _only_board_changed(self, key: tuple[object, ...]) -> bool:
        """True if the map's content has changed since the last frame but the viewport has not."""
        old_key = self._rendered[0] if self._rendered is not None else None
        return isinstance(old_key, tuple) and old_key[0][0] != key[0] and old_key[0][1:] == key[1:]

    def _draw_base(self, surface: pygame.Surface, static_layer: StaticLayer, viewport: Viewport) -> None:
        """Draws the visible part of the static layer and its surroundings."""
        terrain_layer, surface_rect = static_layer.terrain_layer, surface.get_rect()
        if viewport.is_sharp:
            layer_rect = static_layer.image.get_rect(topleft=_layer_position(static_layer, viewport))
        else:
            # scale the old image until the terrain is repainted, with every hex in its new place
            old_grid, new_grid = terrain_layer.grid, viewport.grid
            scale = new_grid.hex_width / old_grid.hex_width
            width, height = static_layer.image.get_size()
            layer_rect = pygame.Rect(
                round(new_grid.left - old_grid.left * scale),
                round(new_grid.top - old_grid.top * scale),
                max(1, round(width * scale)),
                max(1, round(height * scale)),
            )
        if not layer_rect.contains(surface_rect):
            terrain_layer.paint_surroundings(surface, viewport.offset)
        if viewport.is_sharp:
            surface.blit(static_layer.image, layer_rect)
        elif target_rect := layer_rect.clip(surface_rect):
            _blit_scaled(static_layer.image, layer_rect, surface, target_rect)
            # Redraw the pieces, which would look blurry when scaled.
            draw_board_sprites(
                self.renderer,
                surface,
                _piece_sprites(static_layer),
                viewport.grid,
                static_layer.symbol_colors,
            )

    # --- dimming

    def _draw_scaled(
        self,
        surface: pygame.Surface,
        static_layer: StaticLayer,
        viewport: Viewport,
        undimmed_hexes: int,
        dim_mode: str,
    ) -> None:
        """Draws the viewport while terrain for this zoom is being painted. Nothing is cached, because the
        painter needs the memory."""
        self.release_memory()
        self._draw_base(surface, static_layer, viewport)
        cutouts = self._cut_out(surface, (0, 0), viewport, undimmed_hexes)
        self._dim_terrain(surface, viewport, surface.get_rect())
        if dim_mode == DIM_TERRAIN:
            draw_board_sprites(
                self.renderer,
                surface,
                _piece_sprites(static_layer),
                viewport.grid,
                static_layer.symbol_colors,
            )
        surface.blits(cutouts, False)

    def _dimmed_view(self, static_layer: StaticLayer, viewport: Viewport, dim_mode: str) -> pygame.Surface:
        """Returns the completely dimmed viewport. Only the areas in which the static layer has changed are
        redrawn."""
        key = (dim_mode, viewport.key)
        dx, dy = _layer_position(static_layer, viewport)
        pieces = _piece_sprites(static_layer) if dim_mode == DIM_TERRAIN else []
        grid = static_layer.terrain_layer.grid.zoomed_and_moved(1, dx, dy)
        if self._dimmed is None or self._dimmed[0] != key:
            surface = _reuse_surface(self._dimmed, viewport.size)
            self._draw_base(surface, static_layer, viewport)
            self._dim_terrain(surface, viewport, surface.get_rect())
            draw_board_sprites(self.renderer, surface, pieces, grid, static_layer.symbol_colors)
            self._dimmed = key, surface
            self._dirty_rects.clear()
        surface = self._dimmed[1]
        for dirty_rect in self._dirty_rects:
            patch = dirty_rect.move(dx, dy).clip(surface.get_rect())
            surface.blit(static_layer.image, patch, patch.move(-dx, -dy))
            self._dim_terrain(surface, viewport, patch)
            draw_board_sprites(self.renderer, surface, pieces, grid, static_layer.symbol_colors, patch)
        self._dirty_rects.clear()
        return surface

    def _undimmed_cutouts(
        self, static_layer: StaticLayer, viewport: Viewport, key: object, undimmed_hexes: int
    ) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """Returns undimmed images of these hexes, with their positions."""
        if self._bright_hexes[0] != (key, undimmed_hexes):
            self._bright_hexes = (
                (key, undimmed_hexes),
                self._cut_out(
                    static_layer.image, _layer_position(static_layer, viewport), viewport, undimmed_hexes
                ),
            )
        return self._bright_hexes[1]

    def _cut_out(
        self, source: pygame.Surface, position: tuple[int, int], viewport: Viewport, undimmed_hexes: int
    ) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """Cuts the undimmed hexes out of a surface that lies at the given position in the viewport."""
        hex_shape = self.highlight_sprites.get("bright", viewport.grid.hex_width)
        width, height = hex_shape.get_size()
        dx, dy = position
        cutouts = []
        for hex_id in iter_hexes(undimmed_hexes):
            x, y = viewport.grid.center(*row_column(hex_id))
            left, top = round(x - width / 2), round(y - height / 2)
            cutout = hex_shape.copy()
            part = (left - dx, top - dy, width, height)
            cutout.blit(source, (0, 0), part, special_flags=pygame.BLEND_RGB_MULT)
            cutouts.append((cutout, (left, top)))
        return cutouts

    def _dim_terrain(self, surface: pygame.Surface, viewport: Viewport, patch: pygame.Rect) -> None:
        """Darkens the map inside a patch, strip by strip. An overlay for the whole patch would take as much
        memory as the map."""
        # Neighboring hexes overlap slightly. Drawing them all onto one overlay keeps the overlap from being
        # darkened twice.
        hex_size = viewport.grid.hex_width * 1.04
        color = (*self.renderer.color("dim"), DIM_ALPHA)
        centers = [viewport.grid.center(*row_column(hex_id)) for hex_id in iter_hexes(self.hexes)]
        for top in range(patch.top, patch.bottom, DIM_STRIP_PX):
            strip = pygame.Rect(patch.left, top, patch.width, min(DIM_STRIP_PX, patch.bottom - top))
            overlay = pygame.Surface(strip.size, pygame.SRCALPHA, 32)
            nearby_area = strip.inflate(3 * hex_size, 3 * hex_size)
            for x, y in centers:
                if nearby_area.collidepoint(x, y):
                    x, y = x - strip.left, y - strip.top
                    pygame.draw.polygon(
                        overlay, color, [(x + dx * hex_size, y + dy * hex_size) for dx, dy in HEX_CORNERS]
                    )
            surface.blit(overlay, strip)

    # --- highlights

    def _draw_highlights(self, surface: pygame.Surface, grid: HexGrid, highlights: Highlights) -> None:
        for name, hexes, step in highlights.sprites:
            self.draw_highlight(surface, grid, name, hexes, step)

    def draw_highlight(
        self, surface: pygame.Surface, grid: HexGrid, name: str, hexes: int, step: int = FADE_STEPS
    ) -> None:
        """Draws one kind of highlight on the given hexes."""
        if hexes:
            image = self.highlight_sprites.get(name, grid.hex_width, step)
            width, height = image.get_size()
            centers = (grid.center(*row_column(hex_id)) for hex_id in iter_hexes(hexes))
            surface.blits([(image, (round(x - width / 2), round(y - height / 2))) for x, y in centers], False)


def _layer_position(static_layer: StaticLayer, viewport: Viewport) -> tuple[int, int]:
    """Returns the position of a static layer in the viewport. The layer must be sharp."""
    (left, top), (x, y) = static_layer.terrain_layer.offset, viewport.offset
    return left - x, top - y


def _piece_sprites(static_layer: StaticLayer) -> list[BoardSprite]:
    return [board_sprite for board_sprite in static_layer.board_sprites if board_sprite.sheet == "pieces"]


def _blit_scaled(
    image: pygame.Surface, image_rect: pygame.Rect, surface: pygame.Surface, target_rect: pygame.Rect
) -> None:
    """Scales an image to `image_rect` and draws the part of it inside `target_rect` onto a surface."""
    width, height = image.get_size()
    x_scale, y_scale = width / image_rect.width, height / image_rect.height
    left = min(width - 1, round((target_rect.left - image_rect.left) * x_scale))
    top = min(height - 1, round((target_rect.top - image_rect.top) * y_scale))
    part = pygame.Rect(
        left, top, max(1, round(target_rect.width * x_scale)), max(1, round(target_rect.height * y_scale))
    )
    part = part.clip(image.get_rect())
    if part:
        pygame.transform.scale(image.subsurface(part), target_rect.size, surface.subsurface(target_rect))


def _reuse_surface(cached: CachedSurface | None, size: tuple[int, int]) -> pygame.Surface:
    """Returns the cached surface if it has the right size, otherwise a new one. This avoids allocating a
    large surface for every change."""
    return cached[1] if cached is not None and cached[1].get_size() == size else opaque_surface(size)
