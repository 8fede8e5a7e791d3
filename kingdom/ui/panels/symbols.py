"""Small symbols: stars, hourglass, tile states, count badges, and the sprites of gold sources."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from kingdom.learn.lesson_progress import MAX_STARS
from kingdom.rules.decision_frames import TILE_FRESH, TILE_USED
from kingdom.rules.expansion import CARD, TASK
from kingdom.rules.registry import NAMED_ITEMS
from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer, sprite_ref_or_placeholder
from kingdom.ui.draw.supersampling import render_supersampled

STAR_INNER_RADIUS_RATIO = 0.44
"""Radius of a star's inner corners, as a fraction of the outer radius."""


def draw_tile_state(
    surface: pygame.Surface, renderer: Renderer, rect: pygame.Rect, state: int | None
) -> None:
    """Marks a tile that has been used this turn or cannot be used yet."""
    if state == TILE_USED:
        renderer.draw_sprite(surface, "medallions", "medallion_used", rect)
    elif state == TILE_FRESH:
        size = max(10, rect.width * 2 // 5)
        renderer.draw_icon(surface, "clock", (rect.right - size // 2, rect.bottom - size // 2), size)


def draw_disabled_sprite(
    surface: pygame.Surface, renderer: Renderer, sheet: str, name: str, rect: pygame.Rect
) -> None:
    """Draws a grayed-out sprite for something that cannot be used now."""
    image = renderer.scaled_surface(sheet, name, rect.size).copy()
    image.fill((150, 150, 150, 190), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(image, rect)


def draw_count_badge(surface: pygame.Surface, renderer: Renderer, text: str, rect: pygame.Rect) -> None:
    """Draws a short string, such as a count, at the top right corner of a sprite."""
    size = max(renderer.line_height("tiny") - renderer.px(1), rect.width * 2 // 5)
    badge = pygame.Rect(0, 0, max(size, renderer.measure(text, "tiny")[0] + renderer.px(6)), size)
    badge.midright = (rect.right + size // 4, rect.top + size // 3)
    pygame.draw.rect(surface, renderer.color("walnut_dark"), badge, border_radius=size // 2)
    pygame.draw.rect(surface, renderer.color("gold"), badge, max(1, renderer.px(1)), border_radius=size // 2)
    renderer.draw_text(surface, text, badge, "tiny", "text_on_walnut", "center", "middle")


@lru_cache(maxsize=64)
def hourglass_image(size: tuple[int, int], color: RGB) -> pygame.Surface:
    """Returns an image of an hourglass, the symbol for the turns a player has left."""

    def draw(large: pygame.Surface) -> None:
        width, height = large.get_size()
        edge = height // 9
        for top in (0, height - edge):
            pygame.draw.rect(large, color, (0, top, width, edge))
        for corner in (0, height):
            corners = [(edge, corner), (width - edge, corner), (width // 2, height // 2)]
            pygame.draw.polygon(large, color, corners)
        pygame.draw.line(large, color, (width // 2, 0), (width // 2, height), edge)

    return render_supersampled(size, 4, (*color, 0), draw)


@lru_cache(maxsize=64)
def _star_image(size: int, layers: tuple[tuple[RGB, float], ...]) -> pygame.Surface:
    """Renders nested stars from the outside in; each has a color and a scale."""

    def draw(large: pygame.Surface) -> None:
        center, radius = large.get_width() / 2, large.get_width() * 0.49
        for color, scale in layers:
            corners = []
            for index in range(10):
                ratio = STAR_INNER_RADIUS_RATIO if index % 2 else 1.0
                x = center + math.sin(index * math.pi / 5) * radius * scale * ratio
                y = center * 1.04 - math.cos(index * math.pi / 5) * radius * scale * ratio
                corners.append((x, y))
            pygame.draw.polygon(large, color, corners)

    return render_supersampled((size, size), 3, (*layers[0][0], 0), draw)


def draw_star(
    surface: pygame.Surface,
    renderer: Renderer,
    filled: bool,
    center: tuple[int, int],
    size: int,
    empty_color: str = "parchment_dark",
) -> None:
    layers = (
        (("gold_dark", 1.0), ("gold", 0.8), ("gold_light", 0.42))
        if filled
        else ((empty_color, 1.0), ("parchment", 0.8))
    )
    image = _star_image(size, tuple((renderer.color(color), scale) for color, scale in layers))
    surface.blit(image, (center[0] - size // 2, center[1] - size // 2))


def stars_width(size: int) -> int:
    return MAX_STARS * size + (MAX_STARS - 1) * (size // 6)


def draw_stars(
    surface: pygame.Surface, renderer: Renderer, stars: int, center: tuple[int, int], size: int
) -> None:
    """Draws a full row of stars. The first `stars` of them are filled."""
    left = center[0] - stars_width(size) // 2
    for index in range(MAX_STARS):
        draw_star(
            surface, renderer, index < stars, (left + index * (size + size // 6) + size // 2, center[1]), size
        )


def source_sprite(renderer: Renderer, group: str, name: str) -> tuple[str, str] | None:
    """Returns the sheet and name of the sprite for a source of gold: its card, or an icon defined by its
    expansion. Returns None for gold earned during the game, which has no sprite."""
    if group in (CARD, TASK):
        return "cards", f"{group}_{name}"
    icon = NAMED_ITEMS[name].custom_icon if name in NAMED_ITEMS else None
    return sprite_ref_or_placeholder(renderer, *icon) if icon else None
