"""The Games tab: all games, newest first. They can be filtered by expansion, number of players and result. A
click on a game opens its review."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kingdom.match.game_options import expansion_names_by_release
from kingdom.match.seats import HUMAN
from kingdom.stats import queries
from kingdom.stats.database import StatsDatabase
from kingdom.stats.queries import GAMES_PER_PAGE, LOST, WON, GameEntry, GameFilter, SeatEntry
from kingdom.ui.framework.app import App
from kingdom.ui.game_text import seat_kind_name
from kingdom.ui.stats.base_tab import StatsTab
from kingdom.ui.widgets.containers import ListRow
from kingdom.ui.widgets.controls import Button, Icon, Label, Piece
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import Grid, HBox, Item, Share, Sizing, Spacer, VBox

PLAYER_COUNTS = (2, 3, 4, 5)


class GamesTabData(NamedTuple):
    """One page of the list, the total number of games, and the selected player."""

    games: list[GameEntry]
    total: int
    player_name: str


class GameRow(ListRow):
    """Row for one game: players and their gold, winner, date and expansions."""

    def __init__(self, app: App, game: GameEntry, player_name: str) -> None:
        self.app, self.game = app, game
        self.own_seat = next(
            (seat for seat in game.seats if seat.name.casefold() == player_name.casefold()), None
        )
        rank = self.own_seat.rank if self.own_seat is not None else 0
        badge = Label(f"{rank}." if rank > 1 else "", style="number", color="ink_soft", align="center")
        seats = HBox(*(Share(self._compose_seat(seat)) for seat in game.seats), gap=8)
        texts = VBox(seats, Label(self._caption(), style="small", color="ink_soft"))
        super().__init__(
            HBox(
                Icon("crown", 49) if rank == 1 else badge.sized(width=49, shrink=False),
                texts.sized(stretch=1, valign="middle"),
                gap=12,
            ),
            lambda: app.navigator.review_file(Path(game.file)),
        )
        self.sizing = Sizing(min_height=82)

    def _compose_seat(self, seat: SeatEntry) -> Item:
        """Returns the player's settlement, name and gold. For an AI, the level is added if there is space."""
        name = Label(seat.name)
        if seat.kind != HUMAN:
            name = Label(f"{seat.name} ({seat_kind_name(self.app.translator, seat.kind)})")
            name.short_text = seat.name
        gold = Label(str(seat.gold), style="bold", color="text_accent" if seat.rank == 1 else "ink_soft")
        return HBox(Piece(seat.color, 30), name, gold.sized(shrink=False), gap=6)

    def _caption(self) -> str:
        game, tr = self.game, self.app.tr
        expansions = self.app.translator.format_list(
            tr(f"box.{expansion}")
            for expansion in expansion_names_by_release()
            if expansion in game.expansions
        )
        parts = [
            self.app.translator.format_date_time(game.ended_at),
            expansions,
            tr("ui.chronicle.rounds", count=game.rounds),
        ]
        if not game.counts:
            parts.append(tr("ui.chronicle.uncounted"))
        if self.own_seat is not None and self.own_seat.accuracy is not None:
            parts.append(
                tr(
                    "ui.chronicle.accuracy",
                    share=self.app.translator.format_percent(self.own_seat.accuracy / 100),
                )
            )
        return " · ".join(parts)


class GamesTab(StatsTab):
    name = "games"

    def __init__(self, app: App, reload: Callable[[], object]) -> None:
        super().__init__(app)
        self._reload = reload
        self.game_filter = GameFilter()
        self.offset = 0
        """Index of the first game on the page."""
        self.expansion_dropdown = Dropdown([], None, partial(self._set_filter, "expansion"))
        self.player_count_dropdown = Dropdown([], None, partial(self._set_filter, "player_count"))
        self.result_dropdown = Dropdown([], None, partial(self._set_filter, "result"))

    def _set_filter(self, field_name: str, value: object) -> None:
        changes: dict[str, object] = {field_name: value}
        self.game_filter = replace(self.game_filter, **changes)  # type: ignore[arg-type]
        self.show_page(0)

    def show_page(self, offset: int) -> None:
        self.offset = offset
        self._reload()

    def reset(self) -> None:
        self.offset = 0

    def query(self, stats_db: StatsDatabase, player_name: str) -> GamesTabData:
        game_filter = replace(self.game_filter, player_name=player_name)
        games = queries.list_games(stats_db, game_filter, self.offset, GAMES_PER_PAGE)
        return GamesTabData(games, queries.count_games(stats_db, game_filter), player_name)

    def compose_header(self) -> list[Item]:
        tr = self.app.tr
        self.expansion_dropdown.options = [(None, tr("ui.chronicle.any_box"))]
        self.expansion_dropdown.options += [
            (expansion, tr(f"box.{expansion}")) for expansion in expansion_names_by_release()
        ]
        self.player_count_dropdown.options = [(None, tr("ui.chronicle.any_seats"))]
        self.player_count_dropdown.options += [
            (count, tr("ui.chronicle.seats", count=count)) for count in PLAYER_COUNTS
        ]
        self.result_dropdown.options = [
            (None, tr("ui.chronicle.any_result")),
            (WON, tr("ui.chronicle.won")),
            (LOST, tr("ui.chronicle.lost")),
        ]
        dropdowns = (self.expansion_dropdown, self.player_count_dropdown, self.result_dropdown)
        return [Grid((1, 1, 1), *dropdowns, gap=8)]

    def compose(self, data: GamesTabData) -> Item:
        if not data.games:
            return self.compose_empty_message("ui.chronicle.games.none")
        rows: list[Item] = [GameRow(self.app, game, data.player_name) for game in data.games]
        if data.total > GAMES_PER_PAGE:
            rows += [Spacer(6), self._compose_paging(data.total)]
        return VBox(*rows)

    def _compose_paging(self, total: int) -> Item:
        """Returns the buttons for newer and older games below the list."""
        tr, last = self.app.tr, min(total, self.offset + GAMES_PER_PAGE)
        newer = Button(tr("ui.chronicle.newer"), lambda: self.show_page(max(0, self.offset - GAMES_PER_PAGE)))
        older = Button(tr("ui.chronicle.older"), lambda: self.show_page(self.offset + GAMES_PER_PAGE))
        newer.enabled, older.enabled = self.offset > 0, last < total
        text = tr("ui.chronicle.of", first=self.offset + 1, last=last, count=total)
        label = Label(text, "small", "ink_soft", "center")
        return HBox(newer, label.sized(stretch=1), older)
