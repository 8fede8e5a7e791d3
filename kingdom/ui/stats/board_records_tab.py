"""The Board records tab: the best result on each board that players have selected, with the board's
thumbnail."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pygame

from kingdom.files import read_text
from kingdom.record import read_record
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.setup import assemble_sections
from kingdom.stats import queries
from kingdom.stats.database import StatsDatabase
from kingdom.stats.queries import BoardStats
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.stats.base_tab import StatsTab
from kingdom.ui.widgets.base import Clickable, Widget
from kingdom.ui.widgets.layout import PlacedWidgets

ROW_HEIGHT = 132
"""Height of a row in design pixels."""
MAX_LISTED_BOARDS = 40


class BoardRecord(NamedTuple):
    """A board with its best result. `grid` is None if the board can no longer be loaded."""

    stats: BoardStats
    grid: TerrainGrid | None


class BoardRecordRow(Clickable):
    """Row for one board. A click opens the game with the best result."""

    def __init__(self, tab: BoardRecordsTab, record: BoardRecord, rect: pygame.Rect) -> None:
        super().__init__(rect)
        self.tab, self.record = tab, record

    def activate(self) -> bool:
        self.tab.app.navigator.review_file(Path(self.record.stats.file))
        return True

    @property
    def thumbnail_size(self) -> tuple[int, int]:
        """Width and height of the thumbnail in pixels."""
        height = self.rect.height * 5 // 6
        return height * 23 // 20, height

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        app, stats = self.tab.app, self.record.stats
        rect = self.rect.inflate(-renderer.px(6), -renderer.px(8))
        renderer.draw_panel(
            surface, rect, "active" if self.hovered or self.focused else "parchment", shadow=self.hovered
        )
        frame = pygame.Rect((0, 0), self.thumbnail_size)
        frame.midleft = rect.left + renderer.px(10), rect.centery
        thumbnail = (
            None
            if self.record.grid is None
            else self.tab.thumbnails.get((self.record.grid, self.thumbnail_size))
        )
        if thumbnail is not None:
            surface.blit(thumbnail, thumbnail.get_rect(center=frame.center))
        else:
            renderer.draw_icon(surface, "board", frame.center, renderer.px(40), faded=True)
        left = frame.right + renderer.px(16)
        coin_size = renderer.px(30)
        gold_text = str(stats.gold)
        gold_width = renderer.measure(gold_text, "number")[0] + coin_size + renderer.px(22)
        gold_area = pygame.Rect(rect.right - gold_width, rect.top, gold_width, rect.height)
        renderer.draw_icon(surface, "coin", (gold_area.left + coin_size // 2, gold_area.centery), coin_size)
        number_rect = gold_area.inflate(-renderer.px(24), 0)
        renderer.draw_text(surface, gold_text, number_rect, "number", "text_accent", "right", "middle")
        text_area = pygame.Rect(left, rect.top, gold_area.left - left - renderer.px(10), rect.height)
        name_height, caption_height = renderer.line_height("name"), renderer.line_height("small")
        top = rect.centery - (name_height + 2 * caption_height) // 2
        lines = (
            (stats.name, "name", "ink", name_height),
            (
                f"{app.translator.format_date(stats.ended_at)} · "
                + app.tr("ui.chronicle.games", count=stats.games),
                "small",
                "ink_soft",
                caption_height,
            ),
            (self.tab.board_name(stats.board_key), "small", "ink_soft", caption_height),
        )
        for text, style, color, height in lines:
            self.draw_text(
                surface,
                renderer,
                text,
                pygame.Rect(text_area.left, top, text_area.width, height),
                style,
                color,
            )
            top += height


class BoardRecordsTab(StatsTab):
    """Tab with the best result on each board. The most played boards come first."""

    name = "lands"
    covers_all_players = True

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.thumbnails = Thumbnails(app.renderer.sprites)

    def query(self, stats_db: StatsDatabase, player_name: str) -> list[BoardRecord]:
        return [
            BoardRecord(stats, _load_grid(stats))
            for stats in queries.best_results_by_board(stats_db)[:MAX_LISTED_BOARDS]
        ]

    def build(self, area: pygame.Rect, data: list[BoardRecord]) -> PlacedWidgets:
        if not data:
            return self.build_empty_message(area, "ui.chronicle.lands.none")
        renderer = self.app.renderer
        intro = self.build_paragraph(self.app.tr("ui.chronicle.lands.about"), area, area.top)
        placed: list[Widget] = [intro]
        top = intro.rect.bottom + renderer.px(8)
        min_height = renderer.line_height("name") + 2 * renderer.line_height("small") + renderer.px(24)
        height = max(renderer.px(ROW_HEIGHT), min_height)
        for record in data:
            row = BoardRecordRow(self, record, pygame.Rect(area.left, top, area.width, height))
            if record.grid is not None:
                self.thumbnails.request((record.grid, row.thumbnail_size))
            placed.append(row)
            top += height
        return PlacedWidgets(placed, top - area.top)

    def board_name(self, board_key: str) -> str:
        """Returns the names of the board's sections. If the board is a complete map, returns a generic
        name."""
        if board_key.startswith("map:"):
            return self.app.tr("ui.chronicle.lands.drawn")
        names = [section.split()[0] for section in board_key.split("+")]
        return ", ".join(self.app.tr(f"section.{name}") for name in names)


def _load_grid(stats: BoardStats) -> TerrainGrid | None:
    try:
        if not stats.board_key.startswith("map:"):
            return assemble_sections(stats.board_key.split("+"))
        return read_record(read_text(Path(stats.file))).setup.grid
    except (ValidationError, OSError, ValueError):
        return None
