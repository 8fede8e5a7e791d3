"""Small symbols: stars, hourglass, tile states, count badges, and the sprites of gold sources."""

from __future__ import annotations

import math

import pygame

from kingdom.learn.lesson_progress import MAX_STARS
from kingdom.rules.decision_frames import TILE_FRESH, TILE_USED
from kingdom.rules.expansion import CARD, TASK
from kingdom.rules.registry import NAMED_ITEMS
from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer, sprite_ref_or_placeholder

HOURGLASS_SUPERSAMPLING = 4
"""Factor by which the hourglass is drawn larger before it is scaled down for smooth edges."""


def draw_tile_state(
    surface: pygame.Surface, renderer: Renderer, rect: pygame.Rect, state: int | None
) -> None:
    """Marks a tile as used up for this turn or not usable yet."""
    if state == TILE_USED:
        renderer.draw_sprite(surface, "medallions", "medallion_used", rect)
    elif state == TILE_FRESH:
        size = max(10, rect.width * 2 // 5)
        renderer.draw_icon(surface, "clock", (rect.right - size // 2, rect.bottom - size // 2), size)


def draw_disabled_sprite(
    surface: pygame.Surface, renderer: Renderer, sheet: str, name: str, rect: pygame.Rect
) -> None:
    """Draws a grayed-out sprite, for something that cannot be used now."""
    image = renderer.scaled_surface(sheet, name, rect.size).copy()
    image.fill((150, 150, 150, 190), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(image, rect)


def draw_count_badge(surface: pygame.Surface, renderer: Renderer, text: str, rect: pygame.Rect) -> None:
    """Draws a small text, such as a count, at the top right corner of a sprite."""
    size = max(renderer.line_height("tiny") - renderer.px(1), rect.width * 2 // 5)
    badge = pygame.Rect(0, 0, max(size, renderer.measure(text, "tiny")[0] + renderer.px(6)), size)
    badge.midright = (rect.right + size // 4, rect.top + size // 3)
    pygame.draw.rect(surface, renderer.color("walnut_dark"), badge, border_radius=size // 2)
    pygame.draw.rect(surface, renderer.color("gold"), badge, max(1, renderer.px(1)), border_radius=size // 2)
    renderer.draw_text(surface, text, badge, "tiny", "text_on_walnut", "center", "middle")


def hourglass_image(size: tuple[int, int], color: RGB) -> pygame.Surface:
    """Returns an image of an hourglass, the symbol for the turns a player has left."""
    width, height = size[0] * HOURGLASS_SUPERSAMPLING, size[1] * HOURGLASS_SUPERSAMPLING
    image = pygame.Surface((width, height), pygame.SRCALPHA)
    image.fill((*color, 0))
    edge = height // 9
    for top in (0, height - edge):
        pygame.draw.rect(image, color, (0, top, width, edge))
    for corner in (0, height):
        pygame.draw.polygon(image, color, [(edge, corner), (width - edge, corner), (width // 2, height // 2)])
    pygame.draw.line(image, color, (width // 2, 0), (width // 2, height), edge)
    return pygame.transform.smoothscale(image, size)


STAR_SUPERSAMPLING = 3
"""Factor by which stars are drawn larger before they are scaled down for smooth edges."""
STAR_INNER_RADIUS_RATIO = 0.44
"""Radius of a star's inner corners, as a fraction of the outer radius."""


def _star_image(renderer: Renderer, size: int, filled: bool, empty_color: str) -> pygame.Surface:
    image = pygame.Surface((size * STAR_SUPERSAMPLING, size * STAR_SUPERSAMPLING), pygame.SRCALPHA)
    center, radius = size * STAR_SUPERSAMPLING / 2, size * STAR_SUPERSAMPLING * 0.49
    edge = renderer.color("gold_dark" if filled else empty_color)
    fill = renderer.color("gold" if filled else "parchment")
    image.fill((*edge, 0))

    def corners(scale: float) -> list[tuple[float, float]]:
        return [
            (
                center
                + math.sin(index * math.pi / 5)
                * radius
                * scale
                * (STAR_INNER_RADIUS_RATIO if index % 2 else 1.0),
                center * 1.04
                - math.cos(index * math.pi / 5)
                * radius
                * scale
                * (STAR_INNER_RADIUS_RATIO if index % 2 else 1.0),
            )
            for index in range(10)
        ]

    pygame.draw.polygon(image, edge, corners(1.0))
    pygame.draw.polygon(image, fill, corners(0.8))
    if filled:
        pygame.draw.polygon(image, renderer.color("gold_light"), corners(0.42))
    return pygame.transform.smoothscale(image, (size, size))


def draw_star(
    surface: pygame.Surface,
    renderer: Renderer,
    filled: bool,
    center: tuple[int, int],
    size: int,
    empty_color: str = "parchment_dark",
) -> None:
    """Draws one star; `empty_color` is the outline color of an unfilled star."""
    surface.blit(
        _star_image(renderer, size, filled, empty_color), (center[0] - size // 2, center[1] - size // 2)
    )


def stars_width(size: int) -> int:
    """Returns the width of a full row of stars of this size."""
    return MAX_STARS * size + (MAX_STARS - 1) * (size // 6)


def draw_stars(
    surface: pygame.Surface, renderer: Renderer, stars: int, center: tuple[int, int], size: int
) -> None:
    """Draws a full row of stars, with the first `stars` of them filled."""
    left = center[0] - stars_width(size) // 2
    for index in range(MAX_STARS):
        draw_star(
            surface, renderer, index < stars, (left + index * (size + size // 6) + size // 2, center[1]), size
        )


def source_sprite(renderer: Renderer, group: str, name: str) -> tuple[str, str] | None:
    """Returns the sheet and name of a source's sprite: its card, or an icon defined by its expansion. Gold
    earned during the game has none."""
    if group in (CARD, TASK):
        return "cards", f"{group}_{name}"
    icon = NAMED_ITEMS[name].custom_icon if name in NAMED_ITEMS else None
    return sprite_ref_or_placeholder(renderer, *icon) if icon else None
