"""Result phase: the score table (one row per source, one column per player) and a stacked bar chart. Both use
the same color for a source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

import pygame

from kingdom.match.seats import Seat
from kingdom.ui.draw.cached_panels import SceneBackground
from kingdom.ui.draw.chart_style import chart_color, pattern_fill, text_color_on
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.final_scoring.final_score import FinalScore
from kingdom.ui.widgets.base import ARROW_KEYS, Clickable
from kingdom.ui.widgets.cached_widget import CachedWidget
from kingdom.ui.widgets.layout import with_edges
from kingdom.ui.widgets.tooltip import Tooltip

ScoreCell = tuple[int, int | None]
"""A source index and a player index. The player index is None for cells of the name column."""

ENLARGED_FONT_ROW_HEIGHT = 64
"""Row height in design pixels above which the font grows with the row."""


class ScoreTable(CachedWidget, Clickable):
    """Table of gold by source and player. Cells can be selected with the mouse or the arrow keys. Clicking a
    cell replays the counting of its source."""

    def __init__(
        self,
        final_score: FinalScore,
        seats: Sequence[Seat],
        player_symbols: bool,
        source_names: Sequence[str],
        total_label: str,
        cell_tooltip: Callable[[ScoreCell], Tooltip],
        on_source_click: Callable[[int], object],
        background: Callable[[], SceneBackground],
    ) -> None:
        super().__init__(background, self._tooltip)
        self.final_score, self.seats, self.player_symbols = final_score, list(seats), player_symbols
        self.source_names, self.total_label = list(source_names), total_label
        self.cell_tooltip, self.on_source_click = cell_tooltip, on_source_click
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

    def _player_cells(self, row: pygame.Rect) -> list[tuple[int, pygame.Rect]]:
        """Returns each player's cell in a row, the winner's first."""
        name_width = self.cell_sizes()[0]
        column_width = (row.width - name_width) / len(self.seats)
        edges = [row.left + name_width + round(column_width * i) for i in range(len(self.seats) + 1)]
        return [
            (player, with_edges(row, left, right))
            for player, (left, right) in zip(self.final_score.ranking, pairwise(edges), strict=True)
        ]

    def _row_rect(self, rect: pygame.Rect, index: int) -> pygame.Rect:
        """Returns the rect of a source's row on a table with this rect. The totals row is at the bottom."""
        _, header_height, row_height = self.cell_sizes()
        bottom = rect.top + header_height + (index + 1) * row_height
        if index == len(self.source_names):
            bottom = rect.bottom
        return with_edges(rect, top=bottom - row_height, bottom=bottom)

    def cell_at(self, pos: tuple[int, int]) -> ScoreCell | None:
        """Returns the cell at a position, or None."""
        name_width, header_height, row_height = self.cell_sizes()
        source_index = (pos[1] - self.rect.top - header_height) // max(1, row_height)
        if not self.rect.collidepoint(pos) or not 0 <= source_index < len(self.source_names):
            return None
        column = (
            (pos[0] - self.rect.left - name_width) * len(self.seats) // max(1, self.rect.width - name_width)
        )
        return source_index, self.final_score.ranking[column] if 0 <= column < len(self.seats) else None

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
        columns: list[int | None] = [None, *self.final_score.ranking]
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

    @property
    def highlighted_cell(self) -> ScoreCell | None:
        """The active cell, if the table is in use."""
        return self.active_cell if self.hovered or self.focused else None

    def cache_key(self) -> object:
        return self.highlighted_cell

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        self._draw_header(surface, renderer, rect)
        for source_index in range(len(self.source_names)):
            self._draw_source_row(surface, renderer, source_index, self._row_rect(rect, source_index))
        self._draw_totals(surface, renderer, self._row_rect(rect, len(self.source_names)))

    def _draw_source_row(
        self, surface: pygame.Surface, renderer: Renderer, source_index: int, row_rect: pygame.Rect
    ) -> None:
        cell, name_width = self.highlighted_cell, self.cell_sizes()[0]
        if cell is not None and cell[0] == source_index:
            renderer.draw_tint(surface, row_rect, 60, "gold")
        elif source_index % 2 == 0:
            renderer.draw_tint(surface, row_rect, 16, "walnut")
        size = max(6, min(renderer.px(22), row_rect.height - renderer.px(6)))
        swatch = pattern_fill(source_index, (size * 3 // 2, size), max(4, renderer.px(8)))
        swatch_rect = swatch.get_rect(midleft=(row_rect.left + renderer.px(8), row_rect.centery))
        surface.blit(swatch, swatch_rect)
        pygame.draw.rect(surface, renderer.color("walnut"), swatch_rect, 1)
        text_right = row_rect.left + name_width - renderer.px(4)
        text_rect = with_edges(row_rect, swatch_rect.right + renderer.px(10), text_right)
        text_slots = [(name, text_rect) for name in self.source_names]
        name_font_px = self._enlarged_font_px(renderer, "name", text_slots) or renderer.fit_font_size(
            "name", text_slots, wrap=True
        )
        name = self.source_names[source_index]
        self.draw_text(surface, renderer, name, text_rect, "name", wrap=True, pixels=name_font_px)
        gold_by_player, cells = self.final_score.sources[source_index].gold, self._player_cells(row_rect)
        gold_font_px = self._enlarged_font_px(renderer, "bold", [("888", cells[0][1])])
        for player, cell_rect in cells:
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

    def _draw_header(self, surface: pygame.Surface, renderer: Renderer, rect: pygame.Rect) -> None:
        header = with_edges(rect, bottom=rect.top + self.cell_sizes()[1])
        for player, cell in self._player_cells(header):
            size = min(cell.height * 11 // 20, cell.width * 2 // 3)
            x, y = cell.centerx, cell.top + size // 2 + cell.height // 20
            renderer.draw_piece(
                surface, "settlement", self.seats[player].color, (x, y), size, self.player_symbols
            )
            if player in self.final_score.winners:
                renderer.draw_icon(surface, "crown", (x + size // 2, y - size // 3), max(10, size // 2))
            name_top = cell.top + size + cell.height // 16
            name_rect = with_edges(cell.inflate(-renderer.px(6), 0), top=name_top)
            text_slots = [(seat.name, name_rect) for seat in self.seats]
            font_px = self._enlarged_font_px(renderer, "bold", text_slots)
            self.draw_text(
                surface, renderer, self.seats[player].name, name_rect, "bold", "ink", "center", pixels=font_px
            )

    def _draw_totals(self, surface: pygame.Surface, renderer: Renderer, row: pygame.Rect) -> None:
        color, line_width = renderer.color("walnut"), max(1, renderer.px(2))
        pygame.draw.line(surface, color, row.topleft, row.topright, line_width)
        size = min(renderer.px(40), row.height - renderer.px(4))
        renderer.draw_icon(surface, "coin", (row.left + renderer.px(8) + size * 3 // 4, row.centery), size)
        text_left = row.left + renderer.px(18) + size * 3 // 2
        text_rect = with_edges(row, text_left, row.left + self.cell_sizes()[0] - renderer.px(4))
        self._draw_large_text(surface, renderer, self.total_label, self.total_label, text_rect, "heading")
        for player, cell in self._player_cells(row):
            ink = "text_accent" if player in self.final_score.winners else "ink"
            total = str(self.final_score.totals[player])
            self._draw_large_text(surface, renderer, total, "888", cell, "number", ink, "center")

    def _draw_large_text(
        self,
        surface: pygame.Surface,
        renderer: Renderer,
        text: str,
        longest_text: str,
        rect: pygame.Rect,
        style: str,
        color: str = "ink",
        align: str = "left",
    ) -> None:
        """Draws text at the largest size at which `longest_text` fits in the row."""
        text_slots = [(longest_text, rect)]
        font_px = self._enlarged_font_px(renderer, style, text_slots) or renderer.fit_font_size(
            style, text_slots
        )
        self.draw_text(surface, renderer, text, rect, style, color, align, pixels=font_px)


class GoldChart(CachedWidget):
    """Stacked bar chart with one horizontal bar per player and the longest bar on top. Each segment has a
    tooltip. Highlighting a source, here or in the score table, fades all other sources."""

    def __init__(self, score_table: ScoreTable, title: str) -> None:
        super().__init__(score_table.background, self._tooltip)
        self.score_table, self.title = score_table, title
        self.final_score, self.seats = score_table.final_score, score_table.seats
        self.growth_progress = 1.0
        """Progress of the growing bars, from 0 to 1."""
        self.hovered_cell: ScoreCell | None = None

    def _tooltip(self) -> Tooltip:
        cell = self.hovered_cell
        return Tooltip() if cell is None else self.score_table.cell_tooltip(cell)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before, self.hovered_cell = self.hovered_cell, self.segment_at(event.pos)
            return before != self.hovered_cell
        return False

    def segment_at(self, pos: tuple[int, int]) -> ScoreCell | None:
        """Returns the source and player for the bar segment at a position, or None."""
        for player in range(len(self.seats)):
            for source_index, segment in self.segments(self.rect, player):
                if segment.collidepoint(pos):
                    return source_index, player
        return None

    def _row_rect(self, rect: pygame.Rect, player: int) -> pygame.Rect:
        """Returns the rect of a player's name and bar in a chart with this rect."""
        title_height = rect.height // 9
        row_height = (rect.height - title_height) / len(self.seats)
        height = min(round(row_height), rect.width // 4)
        top = rect.top + title_height + round(row_height * self.final_score.ranking.index(player))
        top += (round(row_height) - height) // 2
        return with_edges(rect, top=top, bottom=top + height)

    def segments(self, rect: pygame.Rect, player: int) -> list[tuple[int, pygame.Rect]]:
        """Returns the rects of the segments in a player's bar, each with its source index."""
        bar = self._row_rect(rect, player)
        bar.top, bar.height = bar.top + bar.height * 44 // 100, bar.height * 46 // 100
        length = bar.width * self.growth_progress / max(1, *self.final_score.totals)
        gold = list(accumulate((source.gold[player] for source in self.final_score.sources), initial=0))
        edges = [bar.left + round(length * amount) for amount in gold]
        return [
            (source_index, with_edges(bar, left, right))
            for source_index, (left, right) in enumerate(pairwise(edges))
            if right > left
        ]

    @property
    def highlighted_source(self) -> int | None:
        """The source that is not faded. None if all sources are shown normally."""
        in_chart = self.hovered_cell if self.hovered else None
        cell = in_chart or self.score_table.highlighted_cell
        return None if cell is None else cell[0]

    def cache_key(self) -> object:
        return self.growth_progress, self.highlighted_source

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        title_rect = with_edges(rect, bottom=rect.top + rect.height // 9)
        renderer.draw_text(surface, self.title, title_rect, "heading", valign="middle")
        for player in self.final_score.ranking:
            self._draw_name(surface, renderer, self._row_rect(rect, player), player)
            for source_index, segment in self.segments(rect, player):
                self._draw_segment(surface, renderer, segment, source_index, player)

    def _draw_name(self, surface: pygame.Surface, renderer: Renderer, row: pygame.Rect, player: int) -> None:
        row.height = row.height * 42 // 100
        size, y = min(row.height, renderer.px(40)), row.centery
        with_symbol = self.score_table.player_symbols
        color = self.seats[player].color
        renderer.draw_piece(surface, "settlement", color, (row.left + size // 2, y), size, with_symbol)
        gold = round(self.final_score.totals[player] * self.growth_progress)
        renderer.draw_text(surface, str(gold), row, "number", "ink", "right", "middle")
        coin_x = row.right - renderer.px(56)
        renderer.draw_icon(surface, "coin", (coin_x, y), min(renderer.px(26), row.height))
        text_rect = with_edges(row, row.left + size + renderer.px(8), row.right - renderer.px(110))
        name_rect = renderer.draw_text(surface, self.seats[player].name, text_rect, "name", valign="middle")
        if player in self.final_score.winners:
            center = (name_rect.right + renderer.px(8) + size // 3, y)
            renderer.draw_icon(surface, "crown", center, size * 2 // 3)

    def _draw_segment(
        self,
        surface: pygame.Surface,
        renderer: Renderer,
        segment: pygame.Rect,
        source_index: int,
        player: int,
    ) -> None:
        fill = pattern_fill(source_index, (self.rect.width, segment.height), max(4, renderer.px(8)))
        surface.blit(fill, segment, ((0, 0), segment.size))
        text, color = str(self.final_score.sources[source_index].gold[player]), chart_color(source_index)
        width, height = renderer.measure(text, "bold")
        if self.highlighted_source not in (None, source_index):
            renderer.draw_tint(surface, segment, 170, "parchment")
        elif segment.width >= width + 4:
            label_width = width + min(renderer.px(8), segment.width - width - 2)
            label_height = min(height, segment.height - 4)
            label = segment.inflate(label_width - segment.width, label_height - segment.height)
            color = renderer.color("walnut_dark") if renderer.high_contrast else color
            pygame.draw.rect(surface, color, label, border_radius=renderer.px(5))
            renderer.draw_text(surface, text, label, "bold", text_color_on(color), "center", "middle")
        pygame.draw.rect(surface, renderer.color("walnut_dark"), segment, 1)
