"""The Progress tab: the player's rating against AI players, gold, and accuracy over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kingdom.ai.levels import LEVEL_RATINGS
from kingdom.stats import queries
from kingdom.stats.database import StatsDatabase
from kingdom.stats.glicko import Rating
from kingdom.stats.queries import ProgressPoint
from kingdom.ui.game_text import seat_kind_name
from kingdom.ui.stats.base_tab import StatsTab
from kingdom.ui.widgets.charts import DataPoint, ReferenceLine, TrendChart
from kingdom.ui.widgets.controls import Label
from kingdom.ui.widgets.layout import HBox, Item, VBox

MAX_CHART_POINTS = 240
"""Maximum number of points in a chart. If there are more games, several games share a point."""
CONFIDENCE_DEVIATIONS = 2.0
"""Half the width of the confidence band, in standard deviations. Two deviations correspond to about 95%
confidence."""


class ProgressData(NamedTuple):
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

    def compose(self, data: ProgressData) -> Item:
        if not data.points:
            return self.compose_empty_message("ui.chronicle.none")
        tr = self.app.tr
        rated_games = [point for point in data.points if point.points is not None]
        sections: list[Item] = []
        if rated_games:
            spread = round(CONFIDENCE_DEVIATIONS * data.rating.deviation)
            figure = tr("ui.chronicle.rating.now", points=round(data.rating.points), spread=spread)
            sections.append(self._heading(tr("ui.chronicle.rating"), figure, self._rank_text(data.rating)))
            levels = [
                ReferenceLine(points, self._level_name(level)) for level, points in LEVEL_RATINGS.items()
            ]
            sections.append(self._chart(rated_games, self._rating_point, levels))
        else:
            sections.append(self._heading(tr("ui.chronicle.rating"), "", tr("ui.chronicle.rating.none")))
        mean = sum(point.gold for point in data.points) / len(data.points)
        best = max(point.gold for point in data.points)
        figure = tr("ui.chronicle.gold.mean", gold=self.app.translator.format_decimal(mean))
        caption = tr("ui.chronicle.gold.best", count=best)
        sections.append(self._heading(tr("ui.chronicle.gold"), figure, caption))
        mean_line = ReferenceLine(mean, tr("ui.chronicle.mean"))
        sections.append(self._chart(data.points, self._gold_point, [mean_line]))
        analyzed_games = [point for point in data.points if point.accuracy is not None]
        if analyzed_games:
            accuracy = sum(map(_accuracy, analyzed_games)) / len(analyzed_games)
            figure = tr("ui.chronicle.accuracy", share=self.app.translator.format_percent(accuracy / 100))
            caption = tr("ui.chronicle.judged", count=len(analyzed_games))
            sections.append(self._heading(tr("ui.chronicle.skill"), figure, caption))
            sections.append(self._chart(analyzed_games, self._accuracy_point, []))
        return VBox(*sections, gap=8)

    def _heading(self, title: str, figure: str, caption: str) -> Item:
        figure_label = Label(figure, "heading", "text_accent", "right")
        return VBox(
            HBox(Label(title, style="heading").sized(stretch=1), figure_label, gap=8),
            Label(caption, style="small", color="ink_soft"),
        )

    def _chart(
        self,
        games: Sequence[ProgressPoint],
        make_point: Callable[[Sequence[ProgressPoint]], DataPoint],
        reference_lines: Sequence[ReferenceLine],
    ) -> TrendChart:
        points = [make_point(group) for group in _group_games(games)]
        return TrendChart(points, reference_lines, self._first_and_last_day(games))

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
