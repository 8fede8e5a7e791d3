"""Player rows with name, supply, tiles, special items and gold. The active player's row has a frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.rules.expansion import PIECE, PlayerItem
from kingdom.rules.registry import icon_for
from kingdom.text.translator import Translator
from kingdom.ui.draw.cached_panels import CachedPanel, SceneBackground
from kingdom.ui.draw.renderer import Renderer, sprite_ref_or_placeholder
from kingdom.ui.panels.match_summary import PlayerSummary, TileSummary
from kingdom.ui.panels.symbols import draw_count_badge, draw_tile_state, hourglass_image
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.tooltip import Tooltip

MIN_TILE_SIZE = 16
HOURGLASS_GAP = 9
"""Design pixels between the subtitle and the hourglass."""


class PlayerRow(Widget):
    """One player's row. During an animation, `displayed_gold` lags behind the summary."""

    def __init__(
        self,
        summary: PlayerSummary,
        background: Callable[[], SceneBackground],
        tooltip: Callable[[], Tooltip],
    ) -> None:
        super().__init__(tooltip=tooltip)
        self.summary, self.displayed_gold, self.background = summary, float(summary.gold), background
        self.live_gold = True
        self.subtitle = ""
        self.player_symbols = False
        self._cached_panel = CachedPanel()

    def tile_anchor(self) -> tuple[float, float]:
        """Returns the point that newly gained tiles fly to."""
        return self.rect.left + self.rect.width * 0.55, float(self.rect.centery)

    def gold_anchor(self) -> tuple[int, int]:
        """Returns the point that earned gold flies to."""
        return self.rect.right - self.rect.height, self.rect.centery

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        key = (
            self.summary,
            round(self.displayed_gold),
            self.live_gold,
            self.subtitle,
            self.hovered,
            self.player_symbols,
        )
        self._cached_panel.draw(
            surface,
            self.background(),
            self.rect,
            key,
            lambda target, rect: self._paint(target, rect, renderer),
        )

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        summary = self.summary
        renderer.draw_nine_patch(
            surface, "panel_active" if summary.active or self.hovered else "panel_parchment", rect
        )
        padding, height = renderer.px(10), rect.height
        size = min(renderer.px(58), height * 8 // 10)
        x = rect.left + padding + size // 2
        renderer.draw_piece(
            surface, "settlement", summary.color, (x, rect.centery), size, self.player_symbols
        )
        left = rect.left + 2 * padding + size
        gold_width = renderer.px(86) if self.live_gold else padding
        name_height, subtitle_height = renderer.line_height("name"), renderer.line_height("small")
        spare_height = height - name_height - subtitle_height
        two_lines = spare_height >= -(name_height + subtitle_height) // 8
        text_rect = pygame.Rect(
            left, rect.top, _text_width(rect) if two_lines else rect.width * 42 // 100, height
        )
        self.truncated_texts.clear()
        self.drawn_sprites.clear()
        # the two lines may overlap slightly, because there is empty space above and below the letters
        if two_lines:
            name_rect = pygame.Rect(
                text_rect.left,
                rect.top + spare_height // 2 - min(0, spare_height) // 5,
                text_rect.width,
                name_height,
            )
            subtitle_rect = pygame.Rect(text_rect.left, 0, text_rect.width, subtitle_height)
            subtitle_rect.bottom = rect.bottom - max(0, spare_height // 2) - renderer.px(1)
            self.draw_text(surface, renderer, summary.name, name_rect, "name")
            self.draw_text(surface, renderer, self.subtitle, subtitle_rect, "small", "ink_soft")
            if summary.turns_left and self.hourglass_fits(renderer, self.subtitle):
                subtitle_rect.left += renderer.measure(self.subtitle, "small")[0] + renderer.px(HOURGLASS_GAP)
                self._paint_turns_left(surface, renderer, subtitle_rect)
        else:
            self._paint_compact(surface, renderer, text_rect)
        self._paint_tiles(
            surface,
            renderer,
            pygame.Rect(
                text_rect.right + padding,
                rect.top,
                rect.right - gold_width - text_rect.right - padding,
                height,
            ),
            rect.topleft,
        )
        if self.live_gold:
            gold_rect = pygame.Rect(rect.right - gold_width, rect.top, gold_width - padding, height)
            coin_size = min(renderer.px(30), height // 2)
            renderer.draw_icon(
                surface,
                "coin",
                (gold_rect.left + coin_size // 2 + renderer.px(4), gold_rect.centery),
                coin_size,
            )
            number_rect = pygame.Rect(
                gold_rect.left + coin_size + renderer.px(7),
                gold_rect.top,
                gold_rect.width - coin_size - renderer.px(7),
                height,
            )
            self.draw_text(
                surface, renderer, str(round(self.displayed_gold)), number_rect, "number", align="right"
            )

    def hourglass_fits(self, renderer: Renderer, subtitle: str) -> bool:
        """Returns True if the hourglass fits after the subtitle."""
        width = (
            renderer.measure(subtitle, "small")[0] + renderer.measure(str(self.summary.turns_left), "tiny")[0]
        )
        return width + renderer.line_height("small") // 2 + renderer.px(HOURGLASS_GAP + 3) <= _text_width(
            self.rect
        )

    def _paint_turns_left(self, surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
        """Draws an hourglass with the estimated number of turns left. The hourglass stands out if this player
        is about to end the game."""
        style, ink = ("tiny", "text_accent") if self.summary.ends_soon else ("small", "ink_soft")
        glass = pygame.Rect(area.left, 0, area.height // 2, area.height * 6 // 10)
        glass.centery = area.centery
        surface.blit(hourglass_image(glass.size, renderer.color(ink)), glass)
        number_rect = pygame.Rect(glass.right + renderer.px(3), area.top, area.width, area.height)
        self.draw_text(surface, renderer, str(self.summary.turns_left), number_rect, style, ink)

    def _paint_compact(self, surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
        """Draws name, supply and turns left on a single line. Used if the row is not tall enough for two
        lines."""
        supply, line_height = str(self.summary.supply), renderer.line_height("small")
        turns_width = line_height // 2 + renderer.px(3) + renderer.measure("88", "tiny")[0]
        turns_rect = pygame.Rect(area.right - turns_width, 0, turns_width, line_height)
        turns_rect.centery = area.centery
        self._paint_turns_left(surface, renderer, turns_rect)
        supply_width, piece_size = renderer.measure("88", "bold")[0], renderer.px(18)
        supply_rect = pygame.Rect(
            turns_rect.left - renderer.px(HOURGLASS_GAP) - supply_width, area.top, supply_width, area.height
        )
        self.draw_text(surface, renderer, supply, supply_rect, "bold", "ink_soft")
        piece_center = supply_rect.left - renderer.px(3) - piece_size // 2, area.centery
        renderer.draw_piece(
            surface, "settlement", self.summary.color, piece_center, piece_size, self.player_symbols
        )
        name_rect = pygame.Rect(
            area.left, area.top, piece_center[0] - piece_size // 2 - renderer.px(6) - area.left, area.height
        )
        self.draw_text(surface, renderer, self.summary.name, name_rect, "name")

    def _paint_tiles(
        self, surface: pygame.Surface, renderer: Renderer, area: pygame.Rect, offset: tuple[int, int]
    ) -> None:
        items: list[TileSummary | PlayerItem] = [*self.summary.tiles, *self.summary.items]
        if not items:
            return
        size, per_row = _tile_size(len(items), area, renderer)
        step = size + max(2, size // 8)
        rows = -(-len(items) // per_row)
        top = area.centery - (rows * step - (step - size)) // 2
        for index, item in enumerate(items):
            rect = pygame.Rect(area.left + index % per_row * step, top + index // per_row * step, size, size)
            self._paint_item(surface, renderer, item, rect, offset)

    def _paint_item(
        self,
        surface: pygame.Surface,
        renderer: Renderer,
        item: TileSummary | PlayerItem,
        rect: pygame.Rect,
        offset: tuple[int, int],
    ) -> None:
        if isinstance(item, TileSummary):
            self.draw_linked_sprite(
                surface, renderer, sprite_ref_or_placeholder(renderer, *icon_for(item.name)), rect, offset
            )
            state, count = item.state, item.count
        else:
            state, count = item.state or 0, item.quantity
            kind, name = item.icon
            if kind == PIECE:
                self.draw_linked_sprite(
                    surface, renderer, ("pieces", f"{name}_{self.summary.color}"), rect, offset
                )
            else:
                self.draw_linked_sprite(
                    surface, renderer, sprite_ref_or_placeholder(renderer, kind, name), rect, offset
                )
        draw_tile_state(surface, renderer, rect, state)
        if count > 1:
            draw_count_badge(surface, renderer, str(count), rect)


def _text_width(rect: pygame.Rect) -> int:
    """Returns the width that a player row reserves for its texts."""
    return rect.width * 31 // 100


def update_subtitles(
    renderer: Renderer, translator: Translator, rows: Sequence[PlayerRow], kind_text: Callable[[int], str]
) -> None:
    """Sets the subtitles of all rows. If the hourglass would not fit in one of them, all subtitles omit the
    kind of player."""
    supplies = [translator.tr("unit.supply", count=row.summary.supply) for row in rows]
    subtitles = [
        f"{kind_text(row.summary.seat)} · {supply}" for row, supply in zip(rows, supplies, strict=True)
    ]
    if not all(row.hourglass_fits(renderer, subtitle) for row, subtitle in zip(rows, subtitles, strict=True)):
        subtitles = supplies
    for row, subtitle in zip(rows, subtitles, strict=True):
        row.subtitle = subtitle


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
