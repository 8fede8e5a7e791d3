"""Example boards, which are painted in the background, and the mapping between pages and sprites."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pygame

from kingdom.learn.rules_reference import Example, ReferencePage, find_page, shipped_reference
from kingdom.match.seats import PLAYER_COLORS
from kingdom.rules.board import TerrainGrid
from kingdom.rules.expansion import PIECE, PLAYER_ITEM, TERRAIN
from kingdom.rules.registry import EXPANSIONS, ISLANDS, LANDMARKS, SECTIONS, TERRAIN_CARDS, TERRAINS
from kingdom.ui.board.board_rendering import BoardCrop, render_crop, render_thumbnail
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.board.render_queue import ScalingRenderQueue
from kingdom.ui.draw.renderer import Renderer, sprite_ref_or_placeholder
from kingdom.ui.widgets.base import SpriteRef, Widget
from kingdom.worker.executor import IsNeeded

EXAMPLE_PLAYER_COLOR = "orange"
"""Player color of the pieces shown on reference pages."""


def page_sprite(renderer: Renderer, entry: ReferencePage) -> SpriteRef:
    """Returns the sprite of a page's subject as it appears in the game."""
    kind, name = entry.icon
    if kind == PIECE:
        return ("pieces", name if renderer.has_sprite("pieces", name) else f"{name}_{EXAMPLE_PLAYER_COLOR}")
    if kind == TERRAIN:
        has_card = name in TERRAIN_CARDS and renderer.has_sprite("cards", f"terrain_{name}")
        return ("cards", f"terrain_{name}") if has_card else ("terrain_ground", f"ground_{name}")
    if kind == PLAYER_ITEM and not renderer.has_sprite("interface", name):
        return ("medallions", f"medallion_{name}")
    return sprite_ref_or_placeholder(renderer, kind, name)


def page_list_sprite(renderer: Renderer, entry: ReferencePage) -> SpriteRef:
    """Returns the sprite that represents a page in the page list."""
    if entry.icon[0] == TERRAIN:
        return sprite_ref_or_placeholder(renderer, *entry.icon)
    return page_sprite(renderer, entry)


def page_for_topic(
    renderer: Renderer, entries: Iterable[ReferencePage], topic: str, sprite: SpriteRef | None
) -> str | None:
    """Returns the key of the page for a help topic. If there is none, returns the key of the page for a
    sprite."""
    all_entries = list(entries)
    entry = find_page(topic, all_entries) if topic else None
    if entry is None and sprite is not None:
        entry = page_for_sprite(renderer, all_entries, sprite)
    return None if entry is None else entry.key


def page_for_sprite(
    renderer: Renderer, entries: Iterable[ReferencePage], sprite: SpriteRef
) -> ReferencePage | None:
    """Returns the page for a sprite. The color of a piece and the variant of a terrain card don't matter."""
    sheet, name = sprite
    if sheet == "interface":  # Button icons have no single meaning.
        return None
    # The page about a sprite's subject takes precedence over pages that only borrow the sprite.
    for entry in sorted(
        entries, key=lambda entry: entry.icon[1] not in (entry.name, entry.name.split("_")[0])
    ):
        if sprite in (page_sprite(renderer, entry), page_list_sprite(renderer, entry)):
            return entry
        kind, entry_name = entry.icon
        if kind == PIECE and sheet == "pieces" and name.startswith(f"{entry_name}_"):
            return entry
        if (
            kind == TERRAIN
            and sheet == "cards"
            and name.removeprefix("terrain_").startswith(f"{entry_name}_")
        ):
            return entry
    return None


MAX_CACHED_IMAGES, MAX_CACHE_BYTES = 4, 24_000_000
"""Limits of the image cache. An image can be large, because it fills a third of the window."""


class ExampleRequest(NamedTuple):
    """Request for an image of a page's example at a given size. If the page has no example, a map is shown
    instead."""

    key: str
    grid: TerrainGrid | None
    size: tuple[int, int]


class ExampleImages(ScalingRenderQueue[ExampleRequest]):
    def __init__(self, renderer: Renderer) -> None:
        super().__init__(self._paint, MAX_CACHED_IMAGES, MAX_CACHE_BYTES)
        self.renderer = renderer

    def _paint(self, request: ExampleRequest, is_needed: IsNeeded) -> pygame.Surface:
        example = shipped_reference().example(request.key)
        if example is not None:
            return self._paint_example(example, request.size, is_needed)
        assert request.grid is not None
        return render_thumbnail(self.renderer.sprites, request.grid, request.size, is_needed)

    def _paint_example(self, example: Example, size: tuple[int, int], is_needed: IsNeeded) -> pygame.Surface:
        position = example.play()
        highlights = Highlights(
            legal_hexes=position.legal_hexes,
            highlighted_hexes=position.highlighted_hexes,
            origin_hexes=position.origin_hexes,
        )
        return render_crop(
            self.renderer, position.game, PLAYER_COLORS, highlights, BoardCrop(*example.crop), size, is_needed
        )


def section_for_page(entry: ReferencePage) -> TerrainGrid | None:
    """Returns a section that contains a page's subject, preferably from its own expansion. If no section
    contains it (as for a card), returns any section of its expansion."""
    expansion = EXPANSIONS.get(entry.expansion)
    expansion_grids = (
        [*expansion.sections.values(), *expansion.islands.values()] if expansion is not None else []
    )
    grids = [*expansion_grids, *SECTIONS.values(), *ISLANDS.values()]
    letter = next(
        (
            items[entry.name].letter
            for items in (TERRAINS, LANDMARKS)
            if entry.name in items and entry.kind in ("terrain", "landmark")
        ),
        None,
    )
    for grid in grids:
        symbols = {symbol for row in grid.rows for symbol in row}
        if letter in symbols or any(
            symbol.isdigit() and grid.tile_name(symbol) == entry.name for symbol in symbols
        ):
            return grid
    return expansion_grids[0] if expansion_grids else None


class ExamplePicture(Widget):
    """Shows an example image as soon as it is painted."""

    def __init__(self, examples: ExampleImages, key: str, grid: TerrainGrid | None = None) -> None:
        super().__init__()
        self.examples, self.key, self.grid = examples, key, grid

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        super().place(renderer, rect)
        self.request = ExampleRequest(self.key, self.grid, self.rect.size)
        self.examples.request(self.request)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        image = self.examples.get(self.request)
        if image is None:
            renderer.draw_tint(surface, self.rect, 26)
            return
        rect = image.get_rect(center=self.rect.center)
        surface.blit(image, rect)
        pygame.draw.rect(surface, renderer.color("text_soft"), rect, max(1, renderer.px(2)), renderer.px(4))
