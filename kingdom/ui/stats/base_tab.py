"""Base class of the statistics tabs."""

from __future__ import annotations

from typing import Any

import pygame

from kingdom.stats.database import StatsDatabase
from kingdom.ui.framework.app import App
from kingdom.ui.widgets.controls import Label
from kingdom.ui.widgets.layout import PlacedWidgets


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

    def build_header(self, area: pygame.Rect) -> PlacedWidgets:
        """Builds the widgets above the scroll area. Returns them with their total height."""
        return PlacedWidgets([], 0)

    def build(self, area: pygame.Rect, data: Any) -> PlacedWidgets:
        """Builds the tab's widgets, starting at the top of the area. Returns them with their total height."""
        raise NotImplementedError

    def build_empty_message(self, area: pygame.Rect, key: str) -> PlacedWidgets:
        """Builds the message for a tab that has no data."""
        renderer = self.app.renderer
        text = self.app.tr(key)
        height = renderer.measure(text, "reading", area.width)[1]
        rect = pygame.Rect(area.left, area.top, area.width, max(height, area.height))
        return PlacedWidgets([Label(text, rect, "reading", "ink_soft", "center", wrap=True)], rect.height)

    def build_paragraph(
        self, text: str, area: pygame.Rect, top: int, style: str = "small", color: str = "ink_soft"
    ) -> Label:
        """Builds a label that is as tall as its wrapped text."""
        height = self.app.renderer.measure(text, style, area.width)[1]
        rect = pygame.Rect(area.left, top, area.width, height)
        return Label(text, rect, style, color, valign="top", wrap=True)

    def format_wins(self, value: float) -> str:
        """Formats a number of wins. Ties count as half a win."""
        return str(round(value)) if value == round(value) else self.app.translator.format_decimal(value)
