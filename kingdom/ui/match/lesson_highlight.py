"""Highlights the subject of a lesson: dims everything else and draws arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from kingdom.rules.hexes import iter_hexes
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.draw.hex_grid import HEX_CORNERS
from kingdom.ui.draw.renderer import Renderer

READING_DIM_ALPHA, PLAYING_DIM_ALPHA = 150, 70
"""Opacity of the dim layer: while the player is reading, and while the player is making a move."""
MAX_OUTLINED_HEXES = 24
"""Maximum number of highlighted hexes that get a gold outline. If there are more, they are only left
undimmed."""
DIM_PATCH_PX = 256
"""Width and height of the patches in which the dim layer is cached."""


class DimLayer:
    """Dims the window except for cutouts.

    The dim layer is cached in patches, and only patches with cutouts are stored as images. A single image of
    the whole window would take 33 MB at 4K.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._patch_images: list[tuple[pygame.Rect, pygame.Surface | None]] = []

    def draw(
        self,
        surface: pygame.Surface,
        renderer: Renderer,
        view: BoardView,
        hexes: int,
        undimmed_hexes: int,
        rects: Sequence[pygame.Rect],
        alpha: int,
    ) -> None:
        """Dims everything except the highlighted `hexes`, the highlighted `rects` and the `undimmed_hexes`.
        Does nothing if there are no highlights."""
        if not hexes and not rects:
            return
        size = surface.get_size()
        pane_rects = tuple(tuple(pane.rect) for pane in view.panes)
        key = (size, hexes, undimmed_hexes, tuple(map(tuple, rects)), alpha, view.camera_states, pane_rects)
        if key != self._key:
            self._key = key
            margin = renderer.px(5)
            cutouts = DimCutouts(
                view, hexes, undimmed_hexes, [rect.inflate(2 * margin, 2 * margin) for rect in rects]
            )
            self._patch_images = [
                (
                    patch,
                    cutouts.render_patch(renderer, patch, alpha) if cutouts.overlaps_patch(patch) else None,
                )
                for patch in _split_into_patches(surface.get_rect())
            ]
        for patch, image in self._patch_images:
            if image is None:
                renderer.draw_tint(surface, patch, alpha)
            else:
                surface.blit(image, patch)


class DimCutouts:
    """The parts of the window that are not dimmed: hexes (clipped to their pane) and rects, in window
    pixels."""

    def __init__(
        self, view: BoardView, hexes: int, undimmed_hexes: int, holes: Sequence[pygame.Rect]
    ) -> None:
        self.holes, self.outlines_hexes = holes, hexes.bit_count() <= MAX_OUTLINED_HEXES
        self.hex_outlines = [
            (pane.rect, bool(hexes >> hex_id & 1), HexOutline(view, hex_id))
            for pane in view.panes
            for hex_id in iter_hexes((hexes | undimmed_hexes) & pane.hexes)
        ]

    def overlaps_patch(self, patch: pygame.Rect) -> bool:
        return patch.collidelist(self.holes) >= 0 or any(
            patch.colliderect(outline.bounds.clip(pane)) for pane, _, outline in self.hex_outlines
        )

    def render_patch(self, renderer: Renderer, patch: pygame.Rect, alpha: int) -> pygame.Surface:
        color, gold = renderer.color("shadow"), renderer.color("glow_earned")
        thickness, corner_radius = max(2, renderer.px(3)), renderer.px(8)
        image = pygame.Surface(patch.size, pygame.SRCALPHA, 32)
        image.fill((*color, alpha))
        nearby_outlines = [entry for entry in self.hex_outlines if patch.colliderect(entry[2].bounds)]
        for pane, _, outline in nearby_outlines:
            image.set_clip(pane.move(-patch.left, -patch.top))
            pygame.draw.polygon(image, (*color, 0), outline.corners(1.03, patch.topleft))
        for pane, is_highlighted, outline in nearby_outlines:
            if is_highlighted and self.outlines_hexes:
                image.set_clip(pane.move(-patch.left, -patch.top))
                pygame.draw.polygon(image, (*gold, 255), outline.corners(0.97, patch.topleft), thickness)
        image.set_clip(None)
        for hole in self.holes:
            local_rect = hole.move(-patch.left, -patch.top)
            pygame.draw.rect(image, (*color, 0), local_rect, border_radius=corner_radius)
            pygame.draw.rect(image, (*gold, 255), local_rect, thickness, border_radius=corner_radius)
        return image


class HexOutline:
    """Outline of a hex in window pixels."""

    def __init__(self, view: BoardView, hex_id: int) -> None:
        self.center, self.width = view.hex_center(hex_id), view.hex_width_at(hex_id)
        side = math.ceil(1.3 * self.width)
        self.bounds = pygame.Rect(0, 0, side, side)
        self.bounds.center = round(self.center[0]), round(self.center[1])

    def corners(self, scale: float, origin: tuple[int, int]) -> list[tuple[float, float]]:
        """Returns the corners of the scaled hex, relative to `origin`."""
        (x, y), size = self.center, self.width * scale
        return [(x - origin[0] + dx * size, y - origin[1] + dy * size) for dx, dy in HEX_CORNERS]


def _split_into_patches(window: pygame.Rect) -> list[pygame.Rect]:
    return [
        pygame.Rect(left, top, DIM_PATCH_PX, DIM_PATCH_PX).clip(window)
        for top in range(0, window.height, DIM_PATCH_PX)
        for left in range(0, window.width, DIM_PATCH_PX)
    ]


def draw_arrow(
    surface: pygame.Surface, renderer: Renderer, start: tuple[float, float], end: tuple[float, float]
) -> None:
    """Draws an arrow from `start` to `end`, unless the two points are too close together."""
    length = math.dist(start, end)
    if length < renderer.px(26):
        return
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    shaft_width, head_size = renderer.px(5), renderer.px(15)

    def outline(grow: float) -> list[tuple[float, float]]:
        neck = (end[0] - dx * head_size * 1.3, end[1] - dy * head_size * 1.3)
        tip = (end[0] + dx * grow * 1.6, end[1] + dy * grow * 1.6)
        half_shaft, half_head = shaft_width / 2 + grow, head_size * 0.75 + grow * 1.4
        return [
            (start[0] - dy * half_shaft, start[1] + dx * half_shaft),
            (neck[0] - dy * half_shaft, neck[1] + dx * half_shaft),
            (neck[0] - dy * half_head - dx * grow, neck[1] + dx * half_head - dy * grow),
            tip,
            (neck[0] + dy * half_head - dx * grow, neck[1] - dx * half_head - dy * grow),
            (neck[0] + dy * half_shaft, neck[1] - dx * half_shaft),
            (start[0] + dy * half_shaft, start[1] - dx * half_shaft),
        ]

    pygame.draw.polygon(surface, renderer.color("shadow"), outline(max(1.0, renderer.px(2))))
    pygame.draw.polygon(surface, renderer.color("glow_earned"), outline(0))


def edge_point_toward(rect: pygame.Rect, point: tuple[float, float]) -> tuple[float, float]:
    """Returns the point where the line from the center of a rect to `point` crosses the rect's edge."""
    dx, dy = point[0] - rect.centerx, point[1] - rect.centery
    if not dx and not dy:
        return float(rect.centerx), float(rect.centery)
    scale = min(rect.width / 2 / abs(dx) if dx else math.inf, rect.height / 2 / abs(dy) if dy else math.inf)
    return rect.centerx + dx * min(1.0, scale), rect.centery + dy * min(1.0, scale)
