"""Placeholder art for expansions that have no art of their own: hatched terrain, and pieces that differ by
initials and color."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple
from zlib import crc32

import pygame

from kingdom.ui.draw.fonts import RGB, Fonts
from kingdom.ui.draw.hex_grid import Point
from kingdom.ui.draw.supersampling import render_supersampled

PLACEHOLDER_COLORS: tuple[RGB, ...] = (
    (164, 126, 176), (102, 160, 158), (202, 146, 104), (172, 166, 92), (188, 118, 126),
)  # fmt: skip
"""Muted colors that differ from the colors of the painted terrain. A name always gets the same color."""
INK: RGB = (58, 40, 26)
PAPER: RGB = (250, 241, 220)
GOLD, GOLD_EDGE = (222, 178, 84), (122, 84, 30)
WOOD: RGB = (206, 172, 122)
STONE: tuple[RGB, ...] = ((188, 182, 172), (168, 162, 154), (204, 198, 188))
SUPERSAMPLING = 3
HATCH_SPACING = 26
"""Pixels between the lines of hatched terrain."""
TEXTURE_SIZE = 512
"""Width and height of a placeholder texture in pixels. The textures on the sheets have the same size."""


class PlaceholderImage(NamedTuple):
    """An image, its anchor, and named points such as the position of a player's symbol."""

    surface: pygame.Surface
    anchor: Point
    points: dict[str, Point]


def color_for_name(name: str) -> RGB:
    return PLACEHOLDER_COLORS[crc32(name.encode()) % len(PLACEHOLDER_COLORS)]


def initials(name: str) -> str:
    """Returns one or two letters that stand for a name."""
    return "".join(part[0] for part in name.replace("/", "_").split("_") if part)[:2].upper()


def render_terrain_texture(name: str, size: int = TEXTURE_SIZE) -> pygame.Surface:
    """Renders hatched terrain that tiles seamlessly."""
    color = lighten(color_for_name(name), 0.3)  # TerrainPainter darkens it again.
    tile = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    tile.fill((*color, 255))
    line_count = size // HATCH_SPACING
    for index in range(-line_count, 2 * line_count + 1):
        x = index * size / line_count
        pygame.draw.line(tile, lighten(color, -0.16), (x, size), (x + size, 0), 8)
        pygame.draw.line(tile, lighten(color, 0.3), (x + 8, size), (x + 8 + size, 0), 2)
    return tile


def render_medallion(name: str, blank: pygame.Surface) -> PlaceholderImage:
    """Renders a medallion: a hatched hex and the initials on a copy of `blank`."""
    width, height = blank.get_size()
    image = blank.copy()
    radius = width * 0.31
    hexagon = _render_hatched(name, (width, height), _hexagon((width / 2, height / 2), radius))
    image.blit(hexagon, (0, 0))
    _draw_letters(image, initials(name), image.get_rect(), round(height * 0.3))
    return PlaceholderImage(image, (width / 2, height / 2), {})


def render_card(name: str, size: tuple[int, int]) -> PlaceholderImage:
    """Renders the picture of a card: hatched terrain under a disc with the initials."""
    image = _render_hatched(name, size, None, radius=round(min(size) * 0.06))
    center, disc_radius = (size[0] / 2, size[1] / 2), min(size) * 0.34
    image.blit(_render_disc(size, center, disc_radius), (0, 0))
    _draw_letters(image, initials(name), image.get_rect(), round(disc_radius * 0.95))
    return PlaceholderImage(image, center, {})


def render_terrain_card(name: str, size: tuple[int, int]) -> PlaceholderImage:
    """Renders a terrain card with the same frame as all other terrain cards."""
    image = _render(
        size, lambda large: pygame.draw.rect(large, INK, large.get_rect(), border_radius=11 * SUPERSAMPLING)
    )
    inner = pygame.Rect((0, 0), size).inflate(-2, -2)
    paper = _render(
        inner.size,
        lambda large: pygame.draw.rect(large, PAPER, large.get_rect(), border_radius=10 * SUPERSAMPLING),
    )
    image.blit(paper, inner)
    terrain_rect = inner.inflate(-8, -8)
    image.blit(_render_hatched(name, terrain_rect.size, None, radius=7), terrain_rect)
    disc_radius = size[0] * 0.3
    image.blit(_render_disc(size, (size[0] / 2, size[1] / 2), disc_radius), (0, 0))
    _draw_letters(image, initials(name), image.get_rect(), round(disc_radius * 0.95))
    return PlaceholderImage(image, (size[0] / 2, size[1] / 2), {})


def render_token(name: str, size: tuple[int, int]) -> PlaceholderImage:
    """Renders a small round token with the initials."""
    center = (size[0] / 2, size[1] / 2)
    image = _render_disc(size, center, min(size) * 0.46)
    inner_disc = _render(
        size,
        lambda large: pygame.draw.circle(
            large, color_for_name(name), _scale_point(center), round(min(size) * 0.36 * SUPERSAMPLING)
        ),
    )
    image.blit(inner_disc, (0, 0))
    _draw_letters(image, initials(name), image.get_rect(), round(min(size) * 0.36))
    return PlaceholderImage(image, center, {})


def render_landmark(name: str) -> PlaceholderImage:
    """Renders a cairn with a pennant in the color of the name."""
    size = (108, 104)

    def draw(large: pygame.Surface) -> None:
        _draw_ellipse(large, (0, 0, 0, 70), (34, 74, 74, 24))
        pygame.draw.line(large, INK, _scale_point((48, 40)), _scale_point((48, 3)), 4 * SUPERSAMPLING)
        pennant = [_scale_point(point) for point in ((48, 3), (92, 16), (48, 30))]
        pygame.draw.polygon(large, color_for_name(name), pennant)
        pygame.draw.polygon(large, INK, pennant, 2 * SUPERSAMPLING)
        stones = ((12, 66, 42, 26), (46, 66, 40, 26), (24, 48, 48, 26), (32, 32, 32, 22))
        for index, stone in enumerate(stones):
            _draw_ellipse(large, (*INK, 255), stone)
            x, y, width, height = stone
            _draw_ellipse(large, (*STONE[index % 3], 255), (x + 2, y + 2, width - 4, height - 5))
            _draw_ellipse(
                large,
                (*lighten(STONE[index % 3], 0.3), 255),
                (x + width * 0.22, y + 4, width * 0.4, height * 0.24),
            )

    return PlaceholderImage(_render(size, draw), (48, 66), {})


def render_piece(color: RGB | None) -> PlaceholderImage:
    """Renders a pawn in the player's color, or in plain wood if it has no owner."""
    piece_color = color or WOOD
    size = (78, 82)

    def draw(large: pygame.Surface) -> None:
        _draw_ellipse(large, (0, 0, 0, 80), (22, 54, 52, 20))
        body = [(16, 66), (26, 36), (44, 36), (54, 66)]
        for fill, outline in ((INK, 2), (piece_color, 0)):
            _draw_ellipse(
                large, (*fill, 255), (14 - outline, 56 - outline, 42 + 2 * outline, 18 + 2 * outline)
            )
            outlined_body = [(x + (outline if x > 35 else -outline), y) for x, y in body]
            pygame.draw.polygon(large, fill, [_scale_point(point) for point in outlined_body])
            pygame.draw.circle(large, fill, _scale_point((35, 26)), (14 + outline) * SUPERSAMPLING)
        shadow = [(40, 38), (44, 38), (54, 64), (46, 68)]
        pygame.draw.polygon(large, lighten(piece_color, -0.22), [_scale_point(point) for point in shadow])
        pygame.draw.circle(large, lighten(piece_color, 0.4), _scale_point((30, 21)), 4 * SUPERSAMPLING)

    return PlaceholderImage(_render(size, draw), (35, 52), {"mark": (35, 50)})


def render_card_frame(frame: pygame.Surface) -> pygame.Surface:
    """Renders the card frame for an unknown expansion, as a grayscale copy of the given frame."""
    plain = pygame.transform.grayscale(frame)
    plain.fill((*PAPER, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return plain


# --- shapes


def lighten(color: RGB, amount: float) -> RGB:
    """Lightens a color, or darkens it if `amount` is negative."""
    target = 255 if amount > 0 else 0
    red, green, blue = (round(channel + (target - channel) * abs(amount)) for channel in color)
    return red, green, blue


def _scale_point(point: Point) -> tuple[int, int]:
    return round(point[0] * SUPERSAMPLING), round(point[1] * SUPERSAMPLING)


def _render(size: tuple[int, int], draw: Callable[[pygame.Surface], object]) -> pygame.Surface:
    return render_supersampled(size, SUPERSAMPLING, (*INK, 0), draw)


def _draw_ellipse(
    large: pygame.Surface, color: tuple[int, int, int, int], bounds: tuple[float, float, float, float]
) -> None:
    rect = pygame.Rect([round(side * SUPERSAMPLING) for side in bounds])
    ellipse = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
    pygame.draw.ellipse(ellipse, color, ellipse.get_rect())
    large.blit(ellipse, rect)


def _hexagon(center: Point, radius: float) -> list[Point]:
    angles = [math.pi / 6 + index * math.pi / 3 for index in range(6)]
    return [(center[0] + radius * math.cos(angle), center[1] + radius * math.sin(angle)) for angle in angles]


def _render_hatched(
    name: str, size: tuple[int, int], shape: list[Point] | None, radius: int = 0
) -> pygame.Surface:
    """Renders hatched terrain with a dark outline inside a shape. The default shape is a rounded
    rectangle."""

    def draw_mask(large: pygame.Surface) -> None:
        if shape is None:
            pygame.draw.rect(large, (255, 255, 255), large.get_rect(), border_radius=radius * SUPERSAMPLING)
        else:
            pygame.draw.polygon(large, (255, 255, 255), [_scale_point(point) for point in shape])

    def draw_outline(large: pygame.Surface) -> None:
        if shape is None:
            pygame.draw.rect(
                large, INK, large.get_rect(), SUPERSAMPLING, border_radius=radius * SUPERSAMPLING
            )
        else:
            pygame.draw.polygon(large, INK, [_scale_point(point) for point in shape], 2 * SUPERSAMPLING)

    image = pygame.Surface(size, pygame.SRCALPHA, 32)
    image.blit(render_terrain_texture(name), (0, 0))
    image.blit(_render(size, draw_mask), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    image.blit(_render(size, draw_outline), (0, 0))
    return image


def _render_disc(size: tuple[int, int], center: Point, outer_radius: float) -> pygame.Surface:
    """Renders a paper disc with a golden rim."""

    def draw(large: pygame.Surface) -> None:
        for color, radius in (
            (GOLD_EDGE, outer_radius),
            (GOLD, outer_radius - 1.5),
            (GOLD_EDGE, outer_radius * 0.86),
            (PAPER, outer_radius * 0.83),
        ):
            pygame.draw.circle(large, color, _scale_point(center), round(radius * SUPERSAMPLING))

    return _render(size, draw)


def _draw_letters(image: pygame.Surface, text: str, rect: pygame.Rect, pixels: int) -> None:
    letters = Fonts().render_line(text, "title", max(8, pixels), INK)
    image.blit(letters, letters.get_rect(center=rect.center))
