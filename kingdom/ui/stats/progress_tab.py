"""The Progress tab: the player's rating against AI players, gold, and accuracy over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from kingdom.ai.levels import LEVEL_RATINGS
from kingdom.stats import queries
from kingdom.stats.database import StatsDatabase
from kingdom.stats.glicko import Rating
from kingdom.stats.queries import ProgressPoint
from kingdom.ui.game_text import seat_kind_name
from kingdom.ui.stats.base_tab import StatsTab
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.charts import DataPoint, ReferenceLine, TrendChart
from kingdom.ui.widgets.controls import Label
from kingdom.ui.widgets.layout import PlacedWidgets

MAX_CHART_POINTS = 240
"""Maximum number of points in a chart. If there are more games, several games share a point."""
MIN_CHART_HEIGHT = 190
"""Minimum height of a chart in design pixels."""
CONFIDENCE_DEVIATIONS = 2.0
"""Half the width of the confidence band, in standard deviations. Two deviations correspond to about 95%
confidence."""


class ProgressData(NamedTuple):
    """Data that the Progress tab shows."""

    points: list[ProgressPoint]
    rating: Rating


class ProgressTab(StatsTab):
    """Tab with charts of rating, gold and, for analyzed games, accuracy."""

    name = "curve"

    def query(self, stats_db: StatsDatabase, player_name: str) -> ProgressData:
        return ProgressData(
            queries.progress_points(stats_db, player_name),
            stats_db.player_rating(stats_db.get_or_create_player_id(player_name)),
        )

    def build(self, area: pygame.Rect, data: ProgressData) -> PlacedWidgets:
        if not data.points:
            return self.build_empty_message(area, "ui.chronicle.none")
        renderer, tr = self.app.renderer, self.app.tr
        rated_games = [point for point in data.points if point.points is not None]
        headings_height = (
            2 * (renderer.line_height("heading") + renderer.px(4))
            + 2 * renderer.line_height("small")
            + renderer.px(30)
        )
        chart_height = max(renderer.px(MIN_CHART_HEIGHT), (area.height - headings_height) // 2)
        placed: list[Widget] = []
        top = area.top
        figure = tr(
            "ui.chronicle.rating.now",
            points=round(data.rating.points),
            spread=round(CONFIDENCE_DEVIATIONS * data.rating.deviation),
        )
        caption = self._rank_text(data.rating) if rated_games else tr("ui.chronicle.rating.none")
        top = self._add_heading(
            placed, area, top, tr("ui.chronicle.rating"), figure if rated_games else "", caption
        )
        if rated_games:
            reference_lines = [
                ReferenceLine(points, self._level_name(level)) for level, points in LEVEL_RATINGS.items()
            ]
            data_points = [self._rating_point(group) for group in _group_games(rated_games)]
            chart_rect = pygame.Rect(area.left, top, area.width, chart_height)
            placed.append(
                TrendChart(
                    chart_rect, data_points, reference_lines, self._first_and_last_day(rated_games), renderer
                )
            )
            top = chart_rect.bottom + renderer.px(16)
        mean = sum(point.gold for point in data.points) / len(data.points)
        best = max(point.gold for point in data.points)
        figure = tr("ui.chronicle.gold.mean", gold=self.app.translator.format_decimal(mean))
        caption = tr("ui.chronicle.gold.best", count=best)
        top = self._add_heading(placed, area, top, tr("ui.chronicle.gold"), figure, caption)
        chart_rect = pygame.Rect(area.left, top, area.width, chart_height)
        data_points = [self._gold_point(group) for group in _group_games(data.points)]
        placed.append(
            TrendChart(
                chart_rect,
                data_points,
                [ReferenceLine(mean, tr("ui.chronicle.mean"))],
                self._first_and_last_day(data.points),
                renderer,
            )
        )
        analyzed_games = [point for point in data.points if point.accuracy is not None]
        if analyzed_games:
            top = chart_rect.bottom + renderer.px(16)
            figure = tr(
                "ui.chronicle.accuracy",
                share=round(sum(map(_accuracy, analyzed_games)) / len(analyzed_games)),
            )
            caption = tr("ui.chronicle.judged", count=len(analyzed_games))
            top = self._add_heading(placed, area, top, tr("ui.chronicle.skill"), figure, caption)
            chart_rect = pygame.Rect(area.left, top, area.width, chart_height)
            data_points = [self._accuracy_point(group) for group in _group_games(analyzed_games)]
            placed.append(
                TrendChart(chart_rect, data_points, [], self._first_and_last_day(analyzed_games), renderer)
            )
        return PlacedWidgets(placed, chart_rect.bottom - area.top)

    def _add_heading(
        self, placed: list[Widget], area: pygame.Rect, top: int, title: str, figure: str, caption: str
    ) -> int:
        renderer = self.app.renderer
        title_height = renderer.line_height("heading")
        figure_width = renderer.measure(figure, "heading")[0] + renderer.px(8) if figure else 0
        placed.append(
            Label(title, pygame.Rect(area.left, top, area.width - figure_width, title_height), "heading")
        )
        if figure:
            figure_rect = pygame.Rect(area.right - figure_width, top, figure_width, title_height)
            placed.append(Label(figure, figure_rect, "heading", "text_accent", "right"))
        caption_height = renderer.line_height("small")
        placed.append(
            Label(
                caption,
                pygame.Rect(area.left, top + title_height, area.width, caption_height),
                "small",
                "ink_soft",
            )
        )
        return top + title_height + caption_height + renderer.px(4)

    def _rank_text(self, rating: Rating) -> str:
        """Returns a sentence that places a rating between two AI levels."""
        tr = self.app.tr
        levels = sorted(LEVEL_RATINGS, key=lambda level: LEVEL_RATINGS[level])
        below = [level for level in levels if LEVEL_RATINGS[level] <= rating.points]
        above = [level for level in levels if LEVEL_RATINGS[level] > rating.points]
        if not below:
            return tr("ui.chronicle.rating.below", level=self._level_name(above[0]))
        if not above:
            return tr("ui.chronicle.rating.above", level=self._level_name(below[-1]))
        return tr(
            "ui.chronicle.rating.between", below=self._level_name(below[-1]), above=self._level_name(above[0])
        )

    def _level_name(self, level: str) -> str:
        return seat_kind_name(self.app.translator, level)

    def _rating_point(self, group: Sequence[ProgressPoint]) -> DataPoint:
        last = group[-1]
        assert last.points is not None
        assert last.deviation is not None
        return DataPoint(
            last.points,
            CONFIDENCE_DEVIATIONS * last.deviation,
            self._point_tooltip(group, round(last.points)),
        )

    def _gold_point(self, group: Sequence[ProgressPoint]) -> DataPoint:
        mean = sum(point.gold for point in group) / len(group)
        return DataPoint(mean, 0.0, self._point_tooltip(group, round(mean)))

    def _accuracy_point(self, group: Sequence[ProgressPoint]) -> DataPoint:
        mean = sum(map(_accuracy, group)) / len(group)
        luck = sum(point.luck or 0.0 for point in group) / len(group)
        luck_text = self.app.tr(
            "ui.chronicle.luck", gold=self.app.translator.format_decimal(luck, signed=True)
        )
        return DataPoint(mean, 0.0, f"{self._point_tooltip(group, round(mean))}\n{luck_text}")

    def _point_tooltip(self, group: Sequence[ProgressPoint], value: int) -> str:
        tr, last = self.app.tr, group[-1]
        if len(group) > 1:
            return f"{value}\n" + tr("ui.chronicle.games", count=len(group)) + f"\n{self._day_range(group)}"
        result_text = tr("ui.chronicle.placed", place=last.rank, count=last.player_count, gold=last.gold)
        return f"{value}\n{result_text}\n{self.app.translator.format_date(last.ended_at)}"

    def _first_and_last_day(self, points: Sequence[ProgressPoint]) -> tuple[str, str]:
        format_date = self.app.translator.format_date
        return format_date(points[0].ended_at), format_date(points[-1].ended_at)

    def _day_range(self, group: Sequence[ProgressPoint]) -> str:
        first, last = self._first_and_last_day(group)
        return first if first == last else f"{first} – {last}"


def _accuracy(point: ProgressPoint) -> float:
    return point.accuracy or 0.0


def _group_games(points: Sequence[ProgressPoint]) -> list[Sequence[ProgressPoint]]:
    """Groups consecutive games, so that a chart has no more than the maximum number of points."""
    group_size = -(-len(points) // MAX_CHART_POINTS)
    return [points[start : start + group_size] for start in range(0, len(points), group_size)]
