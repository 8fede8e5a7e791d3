"""Overlays on a board: coordinate labels, arrows to off-screen hexes, and the scoring spotlight."""

from __future__ import annotations

import math
from string import ascii_uppercase
from typing import NamedTuple

import pygame

from kingdom.rules.hexes import ROWS, iter_hexes
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.map_pane import MapPane
from kingdom.ui.draw.hex_grid import HEX_CORNERS, ROW_STEP, Point
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.supersampling import RGBA, render_supersampled

LABEL_TEXT_STYLE = "tiny"
LABEL_DISTANCE_HEX_WIDTHS = 0.36
"""Distance between the labels and the hexes, in hex widths. It is smaller where space is limited."""


class CoordinateLabel(NamedTuple):
    """A row number or column letter, and its rect in the window."""

    text: str
    rect: pygame.Rect


def coordinate_labels(renderer: Renderer, pane: MapPane, show_columns: bool) -> list[CoordinateLabel]:
    """Returns labels for the visible rows, and for the columns if `show_columns` is set. Labels that would
    overlap are skipped."""
    grid, bounds = pane.window_grid(), pane.rect
    height = renderer.line_height(LABEL_TEXT_STYLE) * 9 // 10
    # As in the rules, the island's row numbers continue after the board's row numbers.
    first_row_number = ROWS + 1 if pane.is_island else 1
    width = renderer.measure(str(ROWS + grid.rows), LABEL_TEXT_STYLE)[0] + renderer.px(3)
    left = round(max(bounds.left, grid.left - LABEL_DISTANCE_HEX_WIDTHS * grid.hex_width - width / 2))
    top = round(max(bounds.top, grid.top - LABEL_DISTANCE_HEX_WIDTHS * grid.hex_width - height / 2))
    labels = []
    step = math.ceil(height / (grid.hex_width * ROW_STEP))
    for row in range(0, grid.rows, step):
        rect = pygame.Rect(left, 0, width, height)
        rect.centery = round(grid.center(row, 0)[1])
        if rect.top >= (top + height if show_columns else bounds.top) and rect.bottom <= bounds.bottom:
            labels.append(CoordinateLabel(str(first_row_number + row), rect))
    step = math.ceil(width / grid.hex_width)
    for column in range(0, grid.columns if show_columns else 0, step):
        rect = pygame.Rect(0, top, width, height)
        rect.centerx = round(grid.center(0, column)[0])
        if rect.left >= bounds.left and rect.right <= bounds.right:
            labels.append(CoordinateLabel(ascii_uppercase[column], rect))
    return labels


def draw_coordinate_labels(
    surface: pygame.Surface, renderer: Renderer, view: BoardView, show_columns: bool
) -> None:
    """Draws the labels on small parchment plates, which keep them readable on any terrain."""
    for pane in view.panes:
        for text, rect in coordinate_labels(renderer, pane, show_columns):
            pygame.draw.rect(surface, renderer.color("parchment"), rect, border_radius=renderer.px(5))
            renderer.draw_text(surface, text, rect, LABEL_TEXT_STYLE, "ink", align="center", valign="middle")


ARROW_SIZE = 46
"""Length of an arrow in design pixels."""
ARROW_SHAPE = ((0.0, 0.0), (-1.0, -0.62), (-0.72, 0.0), (-1.0, 0.62))
"""Outline of an arrow of length 1 that points right, with its tip at the origin."""


class OffscreenArrow(NamedTuple):
    """An arrow at the edge of a pane that points to an off-screen hex."""

    tip: Point
    angle: float


def offscreen_arrows(pane: MapPane, hexes: int, size: float) -> list[OffscreenArrow]:
    """Returns one arrow per hex outside the pane. Arrows that would overlap are merged."""
    center = pane.rect.center
    half_size = (max(1.0, pane.rect.width / 2 - size / 3), max(1.0, pane.rect.height / 2 - size / 3))
    groups: list[list[tuple[Point, Point]]] = []
    for hex_id in iter_hexes(hexes & pane.hexes):
        x, y = pane.hex_center(hex_id)
        if pane.rect.collidepoint(x, y):
            continue
        dx, dy = x - center[0], y - center[1]
        # The line from the center to the hex reaches the pane's edge after this fraction of its length.
        scale = 1 / max(abs(dx) / half_size[0], abs(dy) / half_size[1])
        tip = (center[0] + dx * scale, center[1] + dy * scale)
        nearby_group = next((group for group in groups if math.dist(group[0][0], tip) < 2 * size), None)
        if nearby_group is None:
            groups.append([(tip, (x, y))])
        else:
            nearby_group.append((tip, (x, y)))
    arrows = []
    for pairs in groups:
        tip, target = (_mean_point([pair[i] for pair in pairs]) for i in (0, 1))
        arrows.append(OffscreenArrow(tip, math.atan2(target[1] - tip[1], target[0] - tip[0])))
    return arrows


def _mean_point(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def draw_offscreen_arrows(
    surface: pygame.Surface, renderer: Renderer, view: BoardView, hexes: int, color: str = "glow_earned"
) -> None:
    """Draws arrows to off-screen hexes on every zoomed pane of a view."""
    size = float(renderer.px(ARROW_SIZE))
    for pane in view.panes if hexes else ():
        if pane.camera.zoom <= 1:
            continue
        for (x, y), angle in offscreen_arrows(pane, hexes, size):
            axis_x, axis_y = math.cos(angle) * size, math.sin(angle) * size
            outline = [
                (x + shape_x * axis_x - shape_y * axis_y, y + shape_x * axis_y + shape_y * axis_x)
                for shape_x, shape_y in ARROW_SHAPE
            ]
            pygame.draw.polygon(surface, renderer.color(color), outline)
            pygame.draw.polygon(surface, renderer.color("shadow"), outline, renderer.px(3))


SPOTLIGHT_DARKNESS_ALPHA = 128
SPOTLIGHT_OUTLINE_WIDTH = 0.085
"""Thickness of the outline around spotlighted hexes, in hex widths."""
SUPERSAMPLING = 3


class Spotlight:
    """Darkens a board view except for some hexes.

    Only the dark overlay without holes is cached, at half size. An overlay with holes would need as much
    memory as the board.
    """

    def __init__(self) -> None:
        self._cache_key: object = None
        self._dark_images: list[pygame.Surface] = []

    def draw(self, surface: pygame.Surface, renderer: Renderer, view: BoardView, hexes: int) -> None:
        """Darkens everything already drawn on the board except these hexes. Does nothing if there are
        none."""
        if not hexes:
            return
        key = ([tuple(pane.rect) for pane in view.panes], view.camera_states)
        if self._cache_key != key:
            self._dark_images, self._cache_key = (
                [_render_darkness(renderer, pane) for pane in view.panes],
                key,
            )
        for pane, dark_image in zip(view.panes, self._dark_images, strict=True):
            surface.blit(_dark_with_holes(renderer, pane, hexes, dark_image), pane.rect)


def _dark_with_holes(
    renderer: Renderer, pane: MapPane, hexes: int, dark_image: pygame.Surface
) -> pygame.Surface:
    """Returns the dark overlay with an outlined hole for each hex."""
    overlay = pygame.transform.smoothscale(dark_image, pane.rect.size)
    hex_width = pane.hex_width
    hole = _hexagon(hex_width, (255, 255, 255, 255), (255, 255, 255, 0), 0)
    ring = _hexagon(
        hex_width,
        (*renderer.color("glow_earned"), 0),
        (*renderer.color("glow_earned"), 255),
        SPOTLIGHT_OUTLINE_WIDTH,
    )
    centers = [pane.hex_center(hex_id) for hex_id in iter_hexes(hexes & pane.hexes)]
    for image, flags in ((hole, pygame.BLEND_RGBA_MULT), (ring, 0)):
        image_width, image_height = image.get_size()
        for x, y in centers:
            overlay.blit(
                image,
                (round(x - pane.rect.left - image_width / 2), round(y - pane.rect.top - image_height / 2)),
                special_flags=flags,
            )
    return overlay


def _render_darkness(renderer: Renderer, pane: MapPane) -> pygame.Surface:
    """Renders the dark overlay for the map, excluding its surroundings. It is rendered at half size, so
    scaling it up softens its edge."""
    size = pane.rect.size
    image = pygame.Surface((size[0] // 2 + 1, size[1] // 2 + 1), pygame.SRCALPHA, 32)
    color = renderer.color("shadow")
    image.fill((*color, 0))
    radius = pane.hex_width * 1.1
    for hex_id in iter_hexes(pane.hexes):
        x, y = pane.hex_center(hex_id)
        x, y = x - pane.rect.left, y - pane.rect.top
        pygame.draw.polygon(
            image,
            (*color, SPOTLIGHT_DARKNESS_ALPHA),
            [((x + dx * radius) / 2, (y + dy * radius) / 2) for dx, dy in HEX_CORNERS],
        )
    return image


def _hexagon(width: float, outside: RGBA, inside: RGBA, thickness: float) -> pygame.Surface:
    """Renders a hexagon on a background of a different color. If a thickness is given, only the outline is
    drawn."""
    size = round(width * 1.1), round(width * 1.26)
    center = size[0] * SUPERSAMPLING / 2, size[1] * SUPERSAMPLING / 2

    def corners(radius: float) -> list[tuple[float, float]]:
        return [(center[0] + dx * radius, center[1] + dy * radius) for dx, dy in HEX_CORNERS]

    def draw(large: pygame.Surface) -> None:
        pygame.draw.polygon(large, inside, corners(width * SUPERSAMPLING))
        if thickness:
            pygame.draw.polygon(large, outside, corners(width * SUPERSAMPLING * (1 - 2 * thickness)))

    return render_supersampled(size, SUPERSAMPLING, outside, draw)
