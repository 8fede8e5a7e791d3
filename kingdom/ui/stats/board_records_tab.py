"""The Board records tab: the best result on each board that players have selected, with the board's
thumbnail."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from kingdom.files import read_text
from kingdom.record import read_record
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.setup import assemble_sections
from kingdom.stats import queries
from kingdom.stats.database import StatsDatabase
from kingdom.stats.queries import BoardStats
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.board.thumbnail import Thumbnail
from kingdom.ui.framework.app import App
from kingdom.ui.stats.base_tab import StatsTab
from kingdom.ui.widgets.containers import ListRow
from kingdom.ui.widgets.controls import Icon, Label
from kingdom.ui.widgets.layout import HBox, Item, Sizing, Spacer, VBox

MAX_LISTED_BOARDS = 40


class BoardRecord(NamedTuple):
    """A board with its best result. `grid` is None if the board can no longer be loaded."""

    stats: BoardStats
    grid: TerrainGrid | None


class BoardRecordRow(ListRow):
    """Row for one board. A click opens the game with the best result."""

    def __init__(self, tab: BoardRecordsTab, record: BoardRecord) -> None:
        app, stats = tab.app, record.stats
        games = app.tr("ui.chronicle.games", count=stats.games)
        texts = VBox(
            Label(stats.name, style="name"),
            Label(f"{app.translator.format_date(stats.ended_at)} · {games}", style="small", color="ink_soft"),
            Label(tab.board_name(stats.board_key), style="small", color="ink_soft"),
        )
        gold = Label(str(stats.gold), style="number", color="text_accent")
        super().__init__(
            HBox(
                Thumbnail(tab.thumbnails, record.grid, "board").sized(width=126, height=110, valign="middle"),
                texts.sized(stretch=1, valign="middle"),
                HBox(Icon("coin", 30), gold, gap=6, padding=(6, 0)).sized(shrink=False),
                gap=12,
            ),
            lambda: app.navigator.review_file(Path(stats.file)),
        )
        self.sizing = Sizing(min_height=132)


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

    def compose(self, data: list[BoardRecord]) -> Item:
        if not data:
            return self.compose_empty_message("ui.chronicle.lands.none")
        intro = self.paragraph(self.app.tr("ui.chronicle.lands.about"))
        return VBox(intro, Spacer(8), *(BoardRecordRow(self, record) for record in data))

    def board_name(self, board_key: str) -> str:
        """Returns the names of the board's sections. If the board is a complete map, returns a generic
        name."""
        if board_key.startswith("map:"):
            return self.app.tr("ui.chronicle.lands.drawn")
        names = [section.split()[0] for section in board_key.split("+")]
        return self.app.translator.format_list(self.app.tr(f"section.{name}") for name in names)


def _load_grid(stats: BoardStats) -> TerrainGrid | None:
    try:
        if not stats.board_key.startswith("map:"):
            return assemble_sections(stats.board_key.split("+"))
        return read_record(read_text(Path(stats.file))).setup.grid
    except (ValidationError, OSError, ValueError):
        return None
