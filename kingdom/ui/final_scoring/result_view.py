"""Result phase: the score table (one row per source, one column per player) and a stacked bar chart. Both use
the same color for a source."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.match.seats import Seat
from kingdom.ui.draw.cached_panels import CachedPanel, SceneBackground
from kingdom.ui.draw.chart_style import chart_color, pattern_fill, text_color_on
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.final_scoring.tally import Tally
from kingdom.ui.widgets.base import ARROW_KEYS, Clickable, Widget
from kingdom.ui.widgets.tooltip import Tooltip

ScoreCell = tuple[int, int | None]
"""A source index and a player index. The player index is None for cells of the name column."""

ENLARGED_FONT_ROW_HEIGHT = 64
"""Row height in design pixels above which the font grows with the row."""


class ScoreTable(Clickable):
    """Table of gold by source and player. Cells can be selected with the mouse or the arrow keys. Clicking a
    cell replays the counting of its source."""

    def __init__(
        self,
        tally: Tally,
        seats: Sequence[Seat],
        player_symbols: bool,
        source_names: Sequence[str],
        total_label: str,
        cell_tooltip: Callable[[ScoreCell], Tooltip],
        on_source_click: Callable[[int], object],
        background: Callable[[], tuple[SceneBackground, int]],
    ) -> None:
        super().__init__(tooltip=self._tooltip)
        self.tally, self.seats, self.player_symbols, self.source_names, self.total_label = (
            tally,
            list(seats),
            player_symbols,
            list(source_names),
            total_label,
        )
        self.cell_tooltip, self.on_source_click, self.background = cell_tooltip, on_source_click, background
        self._cached_panel = CachedPanel()
        self.active_cell: ScoreCell | None = None
        """The cell under the mouse or the keyboard cursor."""

    def _tooltip(self) -> Tooltip:
        return self.cell_tooltip(self.active_cell) if self.active_cell is not None else Tooltip()

    # --- geometry

    def cell_sizes(self) -> tuple[int, int, int]:
        """Returns the width of the name column, the height of the header and the height of a row."""
        rows = len(self.source_names) + 1
        name_width = self.rect.width * (46 if len(self.seats) < 4 else 38) // 100
        header_height = min(self.rect.height // 6, self.rect.height * 2 // (rows + 2))
        return name_width, header_height, (self.rect.height - header_height) // rows

    def _column_span(self, column: int) -> tuple[int, int]:
        """Returns the left edge and the width of a player's column."""
        name_width, _, _ = self.cell_sizes()
        column_width = (self.rect.width - name_width) / len(self.seats)
        left = self.rect.left + name_width + round(column_width * column)
        return left, self.rect.left + name_width + round(column_width * (column + 1)) - left

    def cell_at(self, pos: tuple[int, int]) -> ScoreCell | None:
        """Returns the cell at a position, or None."""
        name_width, header_height, row_height = self.cell_sizes()
        source_index = (pos[1] - self.rect.top - header_height) // max(1, row_height)
        if not self.rect.collidepoint(pos) or not 0 <= source_index < len(self.source_names):
            return None
        column = (
            (pos[0] - self.rect.left - name_width) * len(self.seats) // max(1, self.rect.width - name_width)
        )
        return source_index, self.tally.ranking[column] if 0 <= column < len(self.seats) else None

    # --- input

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            before, self.active_cell = self.active_cell, self.cell_at(event.pos)
            return before != self.active_cell
        if event.type == pygame.KEYDOWN and event.key in ARROW_KEYS:
            return self._move_cursor(*ARROW_KEYS[event.key])
        return super().handle(event)

    def activate(self) -> bool:
        if self.active_cell is None:
            return False
        self.on_source_click(self.active_cell[0])
        return True

    def _move_cursor(self, column_step: int, row_step: int) -> bool:
        """Moves the cursor with the arrow keys. At the edge of the table, returns False, so the focus can
        move to the next widget."""
        columns: list[int | None] = [None, *self.tally.ranking]
        if self.active_cell is None:
            self.active_cell = (0, None)
            return True
        source_index, column = (
            self.active_cell[0] + row_step,
            columns.index(self.active_cell[1]) + column_step,
        )
        if not 0 <= source_index < len(self.source_names) or not 0 <= column < len(columns):
            return False
        self.active_cell = source_index, columns[column]
        return True

    # --- drawing

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        background, version = self.background()
        cell = self.active_cell if self.hovered or self.focused else None
        self._cached_panel.draw(
            surface,
            background,
            self.rect,
            (version, cell),
            lambda target, _: self._paint(target, renderer, cell),
        )

    def _paint(self, surface: pygame.Surface, renderer: Renderer, cell: ScoreCell | None) -> None:
        """Paints the table on its own surface, with the origin in the top left corner."""
        topleft, self.rect.topleft = self.rect.topleft, (0, 0)
        self.truncated_texts.clear()
        try:
            self._draw_header(surface, renderer)
            for source_index in range(len(self.source_names)):
                self._draw_source_row(surface, renderer, source_index, cell)
            self._draw_totals(surface, renderer)
        finally:
            self.rect.topleft = topleft

    def _swatch_rect(self, renderer: Renderer, row_rect: pygame.Rect) -> pygame.Rect:
        """Returns the rect of the color swatch in a source's row."""
        size = max(6, min(renderer.px(22), row_rect.height - renderer.px(6)))
        return pygame.Rect(row_rect.left + renderer.px(8), row_rect.centery - size // 2, size * 3 // 2, size)

    def _draw_source_row(
        self, surface: pygame.Surface, renderer: Renderer, source_index: int, cell: ScoreCell | None
    ) -> None:
        name_width, header_height, row_height = self.cell_sizes()
        row_rect = pygame.Rect(
            self.rect.left,
            self.rect.top + header_height + source_index * row_height,
            self.rect.width,
            row_height,
        )
        if cell is not None and cell[0] == source_index:
            renderer.draw_tint(surface, row_rect, 60, "gold")
        elif source_index % 2 == 0:
            renderer.draw_tint(surface, row_rect, 16, "walnut")
        swatch_rect = self._swatch_rect(renderer, row_rect)
        surface.blit(pattern_fill(source_index, swatch_rect.size, max(4, renderer.px(8))), swatch_rect)
        pygame.draw.rect(surface, renderer.color("walnut"), swatch_rect, 1)
        text_rect = pygame.Rect(
            swatch_rect.right + renderer.px(10),
            row_rect.top,
            self.rect.left + name_width - swatch_rect.right - renderer.px(14),
            row_height,
        )
        text_slots = [(name, text_rect) for name in self.source_names]
        name_font_px = self._enlarged_font_px(renderer, "name", text_slots) or renderer.fit_font_size(
            "name", text_slots, wrap=True
        )
        self.draw_text(
            surface,
            renderer,
            self.source_names[source_index],
            text_rect,
            "name",
            wrap=True,
            pixels=name_font_px,
        )
        gold_by_player = self.tally.sources[source_index].gold
        gold_font_px = self._enlarged_font_px(
            renderer, "bold", [("888", pygame.Rect(0, 0, self._column_span(0)[1], row_height))]
        )
        for column, player in enumerate(self.tally.ranking):
            left, width = self._column_span(column)
            cell_rect = pygame.Rect(left, row_rect.top, width, row_height)
            if cell == (source_index, player):
                pygame.draw.rect(
                    surface,
                    renderer.color("gold_dark"),
                    cell_rect.inflate(-2, -2),
                    max(1, renderer.px(2)),
                    border_radius=renderer.px(6),
                )
            gold = gold_by_player[player]
            is_best = gold == max(gold_by_player) and gold > 0
            color = "text_accent" if is_best else "ink" if gold else "text_soft"
            text = str(gold) if gold else "–"
            style = "bold" if is_best else "body"
            self.draw_text(surface, renderer, text, cell_rect, style, color, "center", pixels=gold_font_px)

    def _enlarged_font_px(
        self, renderer: Renderer, style: str, text_slots: Sequence[tuple[str, pygame.Rect]]
    ) -> int | None:
        """Returns a larger font size for tall rows, or None if any text would not fit. All text styles grow
        by the same factor."""
        normal_px, row_height = renderer.fonts.font_size_px(style), self.cell_sizes()[2]
        large_px = min(normal_px * 3 // 2, normal_px * row_height // renderer.px(ENLARGED_FONT_ROW_HEIGHT))
        if large_px <= normal_px or any(
            renderer.is_truncated(text, rect, style, False, large_px) for text, rect in text_slots
        ):
            return None
        return large_px

    def _draw_header(self, surface: pygame.Surface, renderer: Renderer) -> None:
        _, header_height, _ = self.cell_sizes()
        for column, player in enumerate(self.tally.ranking):
            left, width = self._column_span(column)
            size = min(header_height * 11 // 20, width * 2 // 3)
            piece_center = left + width // 2, self.rect.top + size // 2 + header_height // 20
            renderer.draw_piece(
                surface, "settlement", self.seats[player].color, piece_center, size, self.player_symbols
            )
            if player in self.tally.winners:
                renderer.draw_icon(
                    surface,
                    "crown",
                    (piece_center[0] + size // 2, piece_center[1] - size // 3),
                    max(10, size // 2),
                )
            top = self.rect.top + size + header_height // 16
            name_rect = pygame.Rect(
                left + renderer.px(3), top, width - renderer.px(6), self.rect.top + header_height - top
            )
            font_px = self._enlarged_font_px(
                renderer, "bold", [(seat.name, name_rect) for seat in self.seats]
            )
            self.draw_text(
                surface, renderer, self.seats[player].name, name_rect, "bold", "ink", "center", pixels=font_px
            )

    def _draw_totals(self, surface: pygame.Surface, renderer: Renderer) -> None:
        name_width, _, row_height = self.cell_sizes()
        row_rect = pygame.Rect(self.rect.left, self.rect.bottom - row_height, self.rect.width, row_height)
        pygame.draw.line(
            surface, renderer.color("walnut"), row_rect.topleft, row_rect.topright, max(1, renderer.px(2))
        )
        size = min(renderer.px(40), row_height - renderer.px(4))
        renderer.draw_icon(
            surface, "coin", (row_rect.left + renderer.px(8) + size * 3 // 4, row_rect.centery), size
        )
        left = row_rect.left + renderer.px(18) + size * 3 // 2
        text_rect = pygame.Rect(
            left, row_rect.top, row_rect.left + name_width - left - renderer.px(4), row_height
        )
        text_slots = [(self.total_label, text_rect)]
        font_px = self._enlarged_font_px(renderer, "heading", text_slots) or renderer.fit_font_size(
            "heading", text_slots
        )
        self.draw_text(surface, renderer, self.total_label, text_rect, "heading", pixels=font_px)
        for column, player in enumerate(self.tally.ranking):
            left, width = self._column_span(column)
            won = player in self.tally.winners
            cell_rect = pygame.Rect(left, row_rect.top, width, row_height)
            total = str(self.tally.totals[player])
            text_slots = [("888", cell_rect)]
            font_px = self._enlarged_font_px(renderer, "number", text_slots) or renderer.fit_font_size(
                "number", text_slots
            )
            ink = "text_accent" if won else "ink"
            self.draw_text(surface, renderer, total, cell_rect, "number", ink, "center", pixels=font_px)


class GoldChart(Widget):
    """Stacked bar chart with one horizontal bar per player and the longest bar on top. Each segment has a
    tooltip. Highlighting a source fades all other sources."""

    def __init__(
        self,
        tally: Tally,
        seats: Sequence[Seat],
        player_symbols: bool,
        title: str,
        cell_tooltip: Callable[[ScoreCell], Tooltip],
        background: Callable[[], tuple[SceneBackground, int]],
    ) -> None:
        super().__init__(tooltip=self._tooltip)
        self.tally, self.seats, self.player_symbols, self.title, self.cell_tooltip = (
            tally,
            list(seats),
            player_symbols,
            title,
            cell_tooltip,
        )
        self.background = background
        self._cached_panel = CachedPanel()
        self.growth_progress = 1.0
        """Progress of the growing bars, from 0 to 1."""
        self.hovered_cell: ScoreCell | None = None
        self.highlighted_source: int | None = None
        """The source that is not faded. None if all sources are shown normally."""

    def _tooltip(self) -> Tooltip:
        return self.cell_tooltip(self.hovered_cell) if self.hovered_cell is not None else Tooltip()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before, self.hovered_cell = self.hovered_cell, self.segment_at(event.pos)
            return before != self.hovered_cell
        return False

    def segment_at(self, pos: tuple[int, int]) -> ScoreCell | None:
        """Returns the source and player for the bar segment at a position, or None."""
        for player in range(len(self.seats)):
            for source_index, segment in self.segments(player):
                if segment.collidepoint(pos):
                    return source_index, player
        return None

    def _row_rect(self, rank: int) -> pygame.Rect:
        """Returns the rect for the player at this rank. It contains the name and the bar."""
        title_height = self.rect.height // 9
        row_height = (self.rect.height - title_height) / len(self.seats)
        top = self.rect.top + title_height + round(row_height * rank)
        height = min(round(row_height), self.rect.width // 4)
        return pygame.Rect(self.rect.left, top + (round(row_height) - height) // 2, self.rect.width, height)

    def segments(self, player: int) -> list[tuple[int, pygame.Rect]]:
        """Returns the rects of the segments in a player's bar, each with its source index."""
        row = self._row_rect(self.tally.ranking.index(player))
        bar = pygame.Rect(row.left, row.top + row.height * 44 // 100, row.width, row.height * 46 // 100)
        max_total = max(1, *self.tally.totals)
        segments, gold = [], 0
        for source_index, source in enumerate(self.tally.sources):
            left = bar.left + round(bar.width * self.growth_progress * gold / max_total)
            gold += source.gold[player]
            right = bar.left + round(bar.width * self.growth_progress * gold / max_total)
            if right > left:
                segments.append((source_index, pygame.Rect(left, bar.top, right - left, bar.height)))
        return segments

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        highlighted = (
            self.hovered_cell[0]
            if self.hovered_cell is not None and self.hovered
            else self.highlighted_source
        )
        background, version = self.background()
        self._cached_panel.draw(
            surface,
            background,
            self.rect,
            (version, self.growth_progress, highlighted),
            lambda target, _: self._paint(target, renderer, highlighted),
        )

    def _paint(self, surface: pygame.Surface, renderer: Renderer, highlighted: int | None) -> None:
        """Paints the chart on its own surface, with the origin in the top left corner."""
        topleft, self.rect.topleft = self.rect.topleft, (0, 0)
        try:
            title_rect = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, self.rect.height // 9)
            renderer.draw_text(surface, self.title, title_rect, "heading", valign="middle")
            for rank, player in enumerate(self.tally.ranking):
                self._draw_name(surface, renderer, self._row_rect(rank), player)
                for source_index, segment in self.segments(player):
                    self._draw_segment(
                        surface,
                        renderer,
                        segment,
                        source_index,
                        player,
                        faded=highlighted is not None and highlighted != source_index,
                    )
        finally:
            self.rect.topleft = topleft

    def _draw_name(self, surface: pygame.Surface, renderer: Renderer, row: pygame.Rect, player: int) -> None:
        height = row.height * 42 // 100
        size = min(height, renderer.px(40))
        center_y = row.top + height // 2
        renderer.draw_piece(
            surface,
            "settlement",
            self.seats[player].color,
            (row.left + size // 2, center_y),
            size,
            self.player_symbols,
        )
        gold = round(self.tally.totals[player] * self.growth_progress)
        right = row.right - renderer.px(60)
        renderer.draw_text(
            surface,
            str(gold),
            pygame.Rect(right, row.top, renderer.px(60), height),
            "number",
            "ink",
            "right",
            "middle",
        )
        renderer.draw_icon(surface, "coin", (right + renderer.px(4), center_y), min(renderer.px(26), height))
        left = row.left + size + renderer.px(8)
        text_rect = pygame.Rect(left, row.top, right - left - renderer.px(50), height)
        name_rect = renderer.draw_text(surface, self.seats[player].name, text_rect, "name", valign="middle")
        if player in self.tally.winners:
            renderer.draw_icon(
                surface, "crown", (name_rect.right + renderer.px(8) + size // 3, center_y), size * 2 // 3
            )

    def _draw_segment(
        self,
        surface: pygame.Surface,
        renderer: Renderer,
        segment: pygame.Rect,
        source_index: int,
        player: int,
        faded: bool,
    ) -> None:
        surface.blit(
            pattern_fill(source_index, (self.rect.width, segment.height), max(4, renderer.px(8))),
            segment,
            ((0, 0), segment.size),
        )
        text, color = str(self.tally.sources[source_index].gold[player]), chart_color(source_index)
        width, height = renderer.measure(text, "bold")
        if segment.width >= width + 4 and not faded:
            label = pygame.Rect(
                0, 0, width + min(renderer.px(8), segment.width - width - 2), min(height, segment.height - 4)
            )
            label.center = segment.center
            pygame.draw.rect(surface, color, label, border_radius=renderer.px(5))
            renderer.draw_text(surface, text, label, "bold", text_color_on(color), "center", "middle")
        if faded:
            renderer.draw_tint(surface, segment, 170, "parchment")
        pygame.draw.rect(surface, renderer.color("walnut_dark"), segment, 1)
