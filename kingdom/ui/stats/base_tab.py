"""Base class of the statistics tabs."""

from __future__ import annotations

from typing import Any

from kingdom.stats.database import StatsDatabase
from kingdom.ui.framework.app import App
from kingdom.ui.widgets.controls import Label
from kingdom.ui.widgets.layout import Item


class StatsTab:
    """Base class of a tab: a database query, and widgets that show its result.

    `query` runs on the stats service's thread. Everything else runs on the UI thread.
    """

    name = ""
    covers_all_players = False
    """True if the tab covers all players instead of the selected one."""
    works_without_games = False
    """True if the tab has something to show before the first game."""

    def __init__(self, app: App) -> None:
        self.app = app

    def reset(self) -> None:
        """Returns to the first page. Called when a different player is selected."""

    def query(self, stats_db: StatsDatabase, player_name: str) -> Any:
        """Queries the data that the tab shows."""
        raise NotImplementedError

    def compose_header(self) -> list[Item]:
        """Returns the content above the scrolling part of the tab."""
        return []

    def compose(self, data: Any) -> Item:
        """Returns the layout that shows the result of the query."""
        raise NotImplementedError

    def compose_empty_message(self, key: str) -> Item:
        text = self.app.tr(key)
        return Label(text, "reading", "ink_soft", "center", wrap=True).sized(stretch=1)

    def paragraph(self, text: str, style: str = "small", color: str = "ink_soft") -> Label:
        """Returns a label that is as tall as its wrapped text."""
        return Label(text, style, color, valign="top", wrap=True)

    def format_wins(self, value: float) -> str:
        """Formats a number of wins. Ties count as half a win."""
        return str(round(value)) if value == round(value) else self.app.translator.format_decimal(value)
