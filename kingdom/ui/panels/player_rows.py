"""Player rows with name, supply, tiles, special items and gold. The active player's row has a frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.rules.expansion import PIECE, PlayerItem
from kingdom.rules.registry import icon_for
from kingdom.text.translator import Translator
from kingdom.ui.draw.cached_panels import SceneBackground
from kingdom.ui.draw.renderer import Renderer, sprite_ref_or_placeholder
from kingdom.ui.panels.match_summary import PlayerSummary, TileSummary
from kingdom.ui.panels.symbols import draw_count_badge, draw_tile_state, hourglass_image
from kingdom.ui.widgets.base import SpriteRef
from kingdom.ui.widgets.cached_widget import CachedWidget
from kingdom.ui.widgets.layout import with_edges
from kingdom.ui.widgets.tooltip import Tooltip

MIN_TILE_SIZE = 16
HOURGLASS_GAP = 9
"""Design pixels between the subtitle and the hourglass."""


class PlayerRow(CachedWidget):
    """One player's row. During an animation, `displayed_gold` lags behind the summary."""

    def __init__(
        self,
        summary: PlayerSummary,
        background: Callable[[], SceneBackground],
        tooltip: Callable[[], Tooltip],
    ) -> None:
        super().__init__(background, tooltip)
        self.summary, self.displayed_gold = summary, float(summary.gold)
        self.live_gold = True
        self.subtitle = self.short_subtitle = ""
        """The kind of player and the supply, and the same with the supply as just a number."""
        self.has_hourglass = True
        """True if there is space for the number of turns left next to the subtitle."""
        self.player_symbols = False

    def tile_anchor(self) -> tuple[float, float]:
        """Returns the point that newly gained tiles fly to."""
        return self.rect.left + self.rect.width * 0.55, float(self.rect.centery)

    def gold_anchor(self) -> tuple[int, int]:
        """Returns the point that earned gold flies to."""
        return self.rect.right - self.rect.height, self.rect.centery

    def cache_key(self) -> object:
        return (
            self.summary,
            round(self.displayed_gold),
            self.live_gold,
            self.subtitle,
            self.short_subtitle,
            self.has_hourglass,
            self.hovered,
            self.player_symbols,
        )

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        summary, padding = self.summary, renderer.px(10)
        text_rect, tiles_rect = self._text_and_tiles_rects(renderer, rect)
        panel = "panel_active" if summary.active or self.hovered else "panel_parchment"
        renderer.draw_nine_patch(surface, panel, rect)
        size = _piece_size(renderer, rect)
        center = (rect.left + padding + size // 2, rect.centery)
        renderer.draw_piece(surface, "settlement", summary.color, center, size, self.player_symbols)
        if rect.height >= min_two_line_height(renderer):
            self._paint_two_lines(surface, renderer, text_rect)
        else:
            self._paint_compact(surface, renderer, text_rect)
        for item_rect, item in self._place_tiles(renderer, tiles_rect):
            self._paint_item(surface, renderer, item, item_rect)
        if self.live_gold:
            right = tiles_rect.right
            coin_size = min(renderer.px(30), rect.height // 2)
            coin_center = (right + coin_size // 2 + renderer.px(4), rect.centery)
            renderer.draw_icon(surface, "coin", coin_center, coin_size)
            number_rect = with_edges(rect, right + coin_size + renderer.px(7), rect.right - padding)
            gold = str(round(self.displayed_gold))
            self.draw_text(surface, renderer, gold, number_rect, "number", align="right")

    def _text_and_tiles_rects(self, renderer: Renderer, rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        padding = renderer.px(10)
        left = rect.left + 2 * padding + _piece_size(renderer, rect)
        text_width = (
            _text_width(rect) if rect.height >= min_two_line_height(renderer) else rect.width * 42 // 100
        )
        right = rect.right - (renderer.px(86) if self.live_gold else padding)
        return (
            with_edges(rect, left, left + text_width),
            with_edges(rect, left + text_width + padding, right),
        )

    def linked_sprites(self) -> list[tuple[pygame.Rect, SpriteRef]]:
        area = self._text_and_tiles_rects(self.renderer, self.rect)[1]
        return [
            (rect, self._item_sprite(self.renderer, item))
            for rect, item in self._place_tiles(self.renderer, area)
        ]

    def _paint_two_lines(self, surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
        """Draws the name above the subtitle. The two lines may overlap slightly, because there is empty space
        above and below the letters."""
        name_height, subtitle_height = renderer.line_height("name"), renderer.line_height("small")
        spare_height = area.height - name_height - subtitle_height
        top = area.top + spare_height // 2 - min(0, spare_height) // 5
        bottom = area.bottom - max(0, spare_height // 2) - renderer.px(1)
        name_rect = with_edges(area, top=top, bottom=top + name_height)
        subtitle_rect = with_edges(area, top=bottom - subtitle_height, bottom=bottom)
        self.draw_text(surface, renderer, self.summary.name, name_rect, "name")
        self.draw_text(surface, renderer, self.subtitle, subtitle_rect, "small", "ink_soft")
        if self.summary.turns_left and self.has_hourglass:
            text_width = renderer.measure(self.subtitle, "small")[0]
            left = area.left + text_width + renderer.px(HOURGLASS_GAP)
            self._paint_turns_left(surface, renderer, with_edges(subtitle_rect, left))

    def hourglass_fits(self, renderer: Renderer) -> bool:
        turns_left = str(self.summary.turns_left)
        width = renderer.measure(self.subtitle, "small")[0] + renderer.measure(turns_left, "tiny")[0]
        return width + renderer.line_height("small") // 2 + renderer.px(HOURGLASS_GAP + 3) <= _text_width(
            self.rect
        )

    def _paint_turns_left(self, surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
        """Draws an hourglass with the estimated number of turns left. The hourglass stands out if this player
        is about to end the game."""
        style, ink = ("tiny", "text_accent") if self.summary.ends_soon else ("small", "ink_soft")
        image = hourglass_image((area.height // 2, area.height * 6 // 10), renderer.color(ink))
        glass = surface.blit(image, image.get_rect(midleft=area.midleft))
        number_rect = with_edges(area, glass.right + renderer.px(3), self.rect.width)
        self.draw_text(surface, renderer, str(self.summary.turns_left), number_rect, style, ink)

    def _paint_compact(self, surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
        """Draws the name and the short subtitle on a single line. Used if the row is not tall enough for two
        lines."""
        left = area.right - renderer.measure(self.short_subtitle, "small")[0]
        self.draw_text(
            surface, renderer, self.short_subtitle, with_edges(area, left), "small", "ink_soft", "right"
        )
        name_rect = with_edges(area, right=left - renderer.px(6))
        self.draw_text(surface, renderer, self.summary.name, name_rect, "name")

    def _place_tiles(
        self, renderer: Renderer, area: pygame.Rect
    ) -> list[tuple[pygame.Rect, TileSummary | PlayerItem]]:
        """Returns the tiles and special items with their rects."""
        items: list[TileSummary | PlayerItem] = [*self.summary.tiles, *self.summary.items]
        if not items:
            return []
        size, per_row = _tile_size(len(items), area, renderer)
        step = size + max(2, size // 8)
        rows = -(-len(items) // per_row)
        top = area.centery - (rows * step - (step - size)) // 2
        return [
            (pygame.Rect(area.left + index % per_row * step, top + index // per_row * step, size, size), item)
            for index, item in enumerate(items)
        ]

    def _item_sprite(self, renderer: Renderer, item: TileSummary | PlayerItem) -> SpriteRef:
        kind, name = icon_for(item.name) if isinstance(item, TileSummary) else item.icon
        if kind == PIECE:
            return "pieces", f"{name}_{self.summary.color}"
        return sprite_ref_or_placeholder(renderer, kind, name)

    def _paint_item(
        self, surface: pygame.Surface, renderer: Renderer, item: TileSummary | PlayerItem, rect: pygame.Rect
    ) -> None:
        state, count = item.state or 0, item.count if isinstance(item, TileSummary) else item.quantity
        renderer.draw_sprite(surface, *self._item_sprite(renderer, item), rect)
        draw_tile_state(surface, renderer, rect, state)
        if count > 1:
            draw_count_badge(surface, renderer, str(count), rect)


def min_two_line_height(renderer: Renderer) -> int:
    """Returns the minimum height of a row with two lines. The lines may overlap slightly."""
    return (renderer.line_height("name") + renderer.line_height("small")) * 7 // 8


def _piece_size(renderer: Renderer, rect: pygame.Rect) -> int:
    return min(renderer.px(58), rect.height * 8 // 10)


def _text_width(rect: pygame.Rect) -> int:
    """Returns the width that a player row reserves for its texts."""
    return rect.width * 31 // 100


def update_subtitles(
    renderer: Renderer, translator: Translator, rows: Sequence[PlayerRow], kind_text: Callable[[int], str]
) -> None:
    """Sets the subtitles of all rows: the kind of player and the supply. If space is tight in one row, the
    supply is just a number in all rows. If that is not enough, they have no hourglass either."""
    for row in rows:
        kind, supply = kind_text(row.summary.seat), row.summary.supply
        row.short_subtitle = f"{kind} · {supply}"
        row.subtitle = f"{kind} · {translator.tr('unit.supply', count=supply)}"
    if not all(row.hourglass_fits(renderer) for row in rows):
        for row in rows:
            row.subtitle = row.short_subtitle
    has_hourglass = all(row.hourglass_fits(renderer) for row in rows)
    for row in rows:
        row.has_hourglass = has_hourglass


def _tile_size(count: int, area: pygame.Rect, renderer: Renderer) -> tuple[int, int]:
    """Returns the largest size at which all tiles fit in up to three rows, and the number of tiles per
    row."""
    best = (MIN_TILE_SIZE, max(1, count))
    for rows in (1, 2, 3):
        per_row = -(-count // rows)
        size = min(renderer.px(44), area.width * 8 // (9 * per_row), area.height * 86 // (100 * rows) - 2)
        if size > best[0]:
            best = (size, per_row)
    return best
