"""The statistics page ("Chronicle"): a player selector and the list of tabs on the left, the active tab on
the right.

All data comes from asynchronous queries to the stats service, so the UI never blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pygame

from kingdom.files import error_message, write_atomic
from kingdom.stats import queries
from kingdom.stats.database import StatsDatabase
from kingdom.stats.export import csv_text, json_text
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import show_message
from kingdom.ui.framework.page import Page
from kingdom.ui.stats.achievements_tab import AchievementsTab
from kingdom.ui.stats.base_tab import StatsTab
from kingdom.ui.stats.board_records_tab import BoardRecordsTab
from kingdom.ui.stats.comparison_tabs import AILevelsTab, CardsTab, HeadToHeadTab, TilesTab
from kingdom.ui.stats.games_tab import GamesTab
from kingdom.ui.stats.progress_tab import ProgressTab
from kingdom.ui.widgets.containers import Panel
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import HBox, Item, Spacer, VBox
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.worker.executor import Task

STATS_TABS = ("games", "curve", "levels", "cards", "tiles", "lands", "duels", "wall")
SIDEBAR_WIDTH, MAX_SIDEBAR_WIDTH, MAX_BUTTON_HEIGHT = 250, 320, 64
"""Sidebar width and maximum button height in design pixels."""
EXPORT_FORMATTERS: dict[str, Callable[[StatsDatabase], str]] = {"csv": csv_text, "json": json_text}


class TabData(NamedTuple):
    """Result of a tab's query, with the player it belongs to."""

    player_names: list[str]
    player_name: str
    tab: str
    content: Any


class StatsScene(Page):
    """Page with the statistics of all players."""

    title = "ui.chronicle.title"
    max_width = 1500

    def __init__(self, tab: str = STATS_TABS[0]) -> None:
        super().__init__()
        self.active_tab = tab
        self.player_name = ""
        self.data: TabData | None = None
        """Result of the last query, or None until the first result arrives."""
        self.load_error: str | None = None
        self.area = ScrollArea()
        self.player_dropdown = Dropdown([], None, self._choose_player)
        self.tab_buttons = {name: Button("", partial(self.show_tab, name)) for name in STATS_TABS}
        self.export_buttons = {
            kind: Button("", partial(self.export_stats, kind), icon="save") for kind in EXPORT_FORMATTERS
        }
        self.new_game_button = Button(
            "", lambda: self.app.navigator.open_new_game(), kind="primary", icon="arrow_right"
        )
        """Shown until the first game has been played."""
        self._query: Task[TabData] | None = None
        self._export: Task[Path] | None = None
        self.tabs: dict[str, StatsTab] = {}

    def enter(self, app: App) -> None:
        super().enter(app)
        self.player_name = self.player_name or app.settings.name
        board_records = BoardRecordsTab(app)
        self._thumbnails = board_records.thumbnails
        tabs: list[StatsTab] = [
            GamesTab(app, self._reload),
            ProgressTab(app),
            AILevelsTab(app),
            CardsTab(app),
            TilesTab(app),
            board_records,
            HeadToHeadTab(app),
            AchievementsTab(app),
        ]
        self.tabs = {tab.name: tab for tab in tabs}
        app.stats_service.scan()
        self.request_data()

    def leave(self) -> None:
        self._thumbnails.discard()

    # --- queries

    def request_data(self) -> None:
        tab, player_name = self.tabs[self.active_tab], self.player_name

        def query(stats_db: StatsDatabase) -> TabData:
            player_names = queries.player_names(stats_db)
            known_name = next(
                (name for name in player_names if name.casefold() == player_name.casefold()), None
            )
            shown_name = known_name or (player_names[0] if player_names else "")
            content = tab.query(stats_db, shown_name) if player_names or tab.works_without_games else None
            return TabData(player_names, shown_name, tab.name, content)

        if self._query is not None:
            self._query.cancel()
        self._query = self.app.stats_service.submit_query(query)

    def _reload(self) -> None:
        self.area.scroll_to_offset(0)
        self.request_data()

    def show_tab(self, tab: str) -> None:
        self.active_tab = tab
        self._reload()
        self.layout(self.app.size)

    def _choose_player(self, name: object) -> None:
        self.player_name = str(name)
        for tab in self.tabs.values():
            tab.reset()
        self._reload()

    def export_stats(self, kind: str) -> None:
        """Exports all statistics to a file next to the folder of saved games."""
        path = self.app.save_store.folder.parent / f"chronicle.{kind}"

        def write(stats_db: StatsDatabase) -> Path:
            write_atomic(path, EXPORT_FORMATTERS[kind](stats_db))
            return path

        self._export = self.app.stats_service.submit_query(write)

    def update(self, seconds: float) -> bool:
        is_animating = super().update(seconds)
        if self._query is not None and self._query.is_done:
            data, error = self._query.result, self._query.error
            self._query, self.load_error = None, None if error is None else error_message(error)
            if data is not None:
                self.data = data
                self.player_name = data.player_name or self.player_name
            self.layout(self.app.size)
            self.app.needs_redraw = True
        if self._export is not None and self._export.is_done:
            self._show_export_result(self._export)
            self._export = None
        if self._thumbnails.update():
            self.app.needs_redraw = True
            return True
        return is_animating

    def _show_export_result(self, export: Task[Path]) -> None:
        tr = self.app.tr
        if export.error is not None:
            show_message(self.app, tr("ui.chronicle.export"), error_message(export.error), icon="warning")
        else:
            text = tr("ui.chronicle.export.done", file=export.result)
            show_message(self.app, tr("ui.chronicle.export"), text)

    # --- layout

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        if self.group.focus is None:
            self.group.set_focus(self.tab_buttons[self.active_tab])
            self.group.focus_visible = False

    def compose_body(self) -> Item:
        player_names = self.data.player_names if self.data is not None else []
        self.player_dropdown.options = [(name, name) for name in player_names]
        self.player_dropdown.value = self.data.player_name if self.data is not None else None
        self.player_dropdown.visible = bool(player_names)
        self.player_dropdown.enabled = not self.tabs[self.active_tab].covers_all_players
        self.player_dropdown.tooltip = self.app.tr("ui.chronicle.who")
        for name, button in self.tab_buttons.items():
            button.kind = "primary" if name == self.active_tab else "plain"
            button.text = self.app.tr(f"ui.chronicle.page.{name}")
        sidebar = (self.player_dropdown, *self.tab_buttons.values())
        return HBox(
            VBox(*(item.sized(height=MAX_BUTTON_HEIGHT) for item in sidebar), gap=6).sized(
                min_width=SIDEBAR_WIDTH, max_width=MAX_SIDEBAR_WIDTH, shrink=False
            ),
            Panel(self._compose_content(), padding=(22, 18)).sized(stretch=1),
            gap=14,
        )

    def _compose_content(self) -> Item:
        data, tab = self.data, self.tabs[self.active_tab]
        if self.load_error is not None:
            text = self.app.tr("ui.chronicle.not_kept", reason=self.load_error)
            return Label(text, "reading", "text_error", "center", wrap=True)
        if data is None:
            return Spacer()
        if not data.player_names and not tab.works_without_games:
            self.new_game_button.text = self.app.tr("ui.menu.new")
            return self.compose_empty_state(self.app.tr("ui.chronicle.empty"), self.new_game_button)
        has_arrived = data.tab == self.active_tab
        content = self.area.show(tab.compose(data.content) if has_arrived else VBox())
        return VBox(*tab.compose_header(), content, gap=8)

    def compose_footer(self) -> list[Item]:
        tr = self.app.tr
        for kind, button in self.export_buttons.items():
            button.text, button.tooltip = tr(f"ui.chronicle.export.{kind}"), tr("ui.chronicle.export.tip")
            button.enabled = self.data is not None and bool(self.data.player_names)
            button.disabled_reason = tr("ui.chronicle.export.none")
        return [*self.export_buttons.values()]

    # --- scene

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            return self.area.handle(event)
        return super().handle(event)
