"""The Charts tab: gold over time (in total or by source), supplies with the likely end of the game, the
projected lead, and gold per action."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

import pygame

from kingdom.match.seats import Seat
from kingdom.review.gold_over_time import (
    FROM_OPPONENTS,
    FROM_TURN_END,
    ActionTotals,
    GoldHistory,
    gold_history,
)
from kingdom.review.timeline import Timeline
from kingdom.rules.registry import ACTIONS, icon_for
from kingdom.ui.draw.cached_panels import SceneBackground
from kingdom.ui.draw.renderer import Renderer, sprite_ref_or_placeholder
from kingdom.ui.framework.app import App
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.charts import LineChart, Series, draw_bar
from kingdom.ui.widgets.containers import Container, Panel
from kingdom.ui.widgets.controls import Label, LinkedImage
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import HBox, Item, Share, Sizing, VBox
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.tooltip import Tooltip


class NumberBar(Widget):
    """A player's gold as a number and as a bar."""

    def __init__(self, gold: int, max_gold: int, color: str) -> None:
        super().__init__()
        self.gold, self.max_gold, self.color = gold, max_gold, color

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        number_rect = self.rect.copy()
        number_rect.width = renderer.measure("−88", "bold")[0] + renderer.px(4)
        color = "text_error" if self.gold < 0 else "ink" if self.gold else "text_soft"
        text = format_gold(self.gold)
        renderer.draw_text(surface, text, number_rect, "bold", color, "right", "middle")
        bar = self.rect.inflate(0, self.rect.height * 4 // 10 - self.rect.height)
        bar.left = number_rect.right + renderer.px(6)
        bar.width = (self.rect.right - bar.left) * abs(self.gold) // max(1, self.max_gold)
        if bar.width > 1:
            draw_bar(surface, renderer, bar, f"player_{self.color}")


class ActionTotalsRow(Container):
    """Row that shows how much gold an action earned each player."""

    padding = (6, 0)
    is_unit = True

    def __init__(
        self, app: App, action: str, seats: Sequence[Seat], totals: Sequence[ActionTotals], max_gold: int
    ) -> None:
        if action in (FROM_OPPONENTS, FROM_TURN_END):
            name = app.tr(f"ui.review.brought.{action}")
        else:
            name = app.translator.localized_name(action)
        sprite = sprite_ref_or_placeholder(app.renderer, *icon_for(action)) if action in ACTIONS else None
        icon = Widget() if sprite is None else LinkedImage(*sprite)
        bars = (
            NumberBar(total.gold, max_gold, seat.color) for seat, total in zip(seats, totals, strict=True)
        )
        lines = [
            app.tr(
                "ui.review.brought.by",
                name=seat.name,
                uses=total.uses,
                builds=total.builds,
                moves=total.moves,
                gold=format_gold(total.gold),
            )
            for seat, total in zip(seats, totals, strict=True)
        ]
        super().__init__(
            HBox(
                icon.sized(width=32, height=32, valign="middle"),
                Share(Label(name, style="bold"), 36),
                *(Share(bar, 64 // len(seats)) for bar in bars),
                gap=6,
            ),
            tooltip=Tooltip(name, "\n".join(lines)),
        )
        self.sizing = Sizing(min_height=40)

    def draw_background(self, surface: pygame.Surface, renderer: Renderer) -> None:
        if self.hovered:
            renderer.draw_tint(surface, self.rect, 46, "gold")


def format_gold(gold: int) -> str:
    """Formats an amount of gold that may be negative."""
    return f"{gold}".replace("-", "−")


def build_action_rows(
    app: App, seats: Sequence[Seat], totals: Sequence[dict[str, ActionTotals]]
) -> list[ActionTotalsRow]:
    """Returns a row for every action that was used, starting with the most profitable action."""
    actions = dict.fromkeys(action for player_totals in totals for action in player_totals)
    max_gold = max(
        (abs(total.gold) for player_totals in totals for total in player_totals.values()), default=1
    )
    totals_by_action = {
        action: [player_totals.get(action, ActionTotals()) for player_totals in totals] for action in actions
    }
    sorted_actions = sorted(
        totals_by_action, key=lambda action: -sum(total.gold for total in totals_by_action[action])
    )
    return [
        ActionTotalsRow(app, action, seats, totals_by_action[action], max_gold) for action in sorted_actions
    ]


TOTAL_CHART, SUPPLY_CHART, LEAD_CHART, ACTIONS_CHART = "total", "supply", "lead", "brought"
CHART_KINDS = (TOTAL_CHART, LEAD_CHART, SUPPLY_CHART, ACTIONS_CHART)


class ChartsTab:
    """Shows one chart at a time. The data is computed when the tab is first opened."""

    def __init__(
        self,
        app: App,
        timeline: Timeline,
        seats: Sequence[Seat],
        background: Callable[[], SceneBackground],
        on_hover: Callable[[int | None], object],
        on_seek: Callable[[int], object],
        on_change: Callable[[], object],
    ) -> None:
        self.app, self.timeline, self.seats = app, timeline, list(seats)
        self._on_hover, self._on_seek, self._on_change = on_hover, on_seek, on_change
        self.chart_kind = TOTAL_CHART
        """Kind of the selected chart, or the name of a gold source."""
        self.chart_dropdown = Dropdown([], TOTAL_CHART, self.select_chart)
        self.chart = LineChart(background, self._on_chart_hover, self._on_chart_click)
        self.scroll_area = ScrollArea()
        self.rows: list[ActionTotalsRow] = []
        self.widgets: list[Widget] = []
        """All widgets of the tab."""
        self._history: GoldHistory | None = None

    @property
    def history(self) -> GoldHistory:
        """The data for all charts, computed on first use."""
        if self._history is None:
            self._history = gold_history(self.timeline)
        return self._history

    def select_chart(self, kind: object) -> None:
        self.chart_kind = str(kind)
        self._on_change()

    # --- layout

    def place(self, bounds: pygame.Rect) -> None:
        """Lays out the widgets. Called when the size, language or scale has changed, but only while the tab
        is open."""
        tr = self.app.tr
        sources = [name for name in self.history.gold_sources() if any(self._values(name))]
        kinds: list[tuple[object, str]] = [(kind, tr(f"ui.review.chart.{kind}")) for kind in CHART_KINDS]
        self.chart_dropdown.options = kinds + [
            (name, self.app.translator.localized_name(name)) for name in sources
        ]
        description = tr(f"ui.review.chart.{self.chart_kind}.tip") if self.chart_kind in CHART_KINDS else ""
        self.chart_dropdown.value, self.chart_dropdown.tooltip = (
            self.chart_kind,
            Tooltip(tr("ui.review.chart"), description),
        )
        body: Item
        if self.chart_kind == ACTIONS_CHART:
            self.rows = build_action_rows(self.app, self.seats, self.history.by_action)
            body = Panel(self.scroll_area.show(VBox(*self.rows)), padding=10, shadow=False)
        else:
            self._update_chart()
            body = self.chart
        content = VBox(self.chart_dropdown, body.sized(stretch=1), gap=8)
        content.place(self.app.renderer, bounds)
        self.widgets = content.widgets()

    def _update_chart(self) -> None:
        points = self.history.points
        self.chart.player_symbols = self.app.settings.marks
        self.chart.series = [
            Series(seat.color, seat.name, tuple(self._series_values(player)))
            for player, seat in enumerate(self.seats)
        ]
        index_by_answer_count = {point.answer_count: index for index, point in enumerate(points)}
        starts = enumerate(self.timeline.round_starts(), 1)
        self.chart.round_starts = {
            index_by_answer_count[start]: number for number, start in starts if start in index_by_answer_count
        }

    def _values(self, source: str) -> list[int]:
        return [
            value for player in range(len(self.seats)) for value in self.history.gold_series(player, source)
        ]

    def _series_values(self, player: int) -> list[float]:
        points = self.history.points
        if self.chart_kind == SUPPLY_CHART:
            return [float(point.supply[player]) for point in points]
        if self.chart_kind == LEAD_CHART:
            return [point.lead(player) for point in points]
        return [
            float(gold)
            for gold in self.history.gold_series(
                player, None if self.chart_kind == TOTAL_CHART else self.chart_kind
            )
        ]

    # --- updates

    def show_step(self, answer_count: int) -> None:
        """Marks a step in the chart and updates the caption."""
        answer_counts = [point.answer_count for point in self.history.points]
        index = bisect_right(answer_counts, answer_count) - 1
        fraction = 0.0
        if index + 1 < len(answer_counts):
            fraction = (answer_count - answer_counts[index]) / max(
                1, answer_counts[index + 1] - answer_counts[index]
            )
        self.chart.current_position = index + fraction
        self.chart.caption = self._caption(index)

    def _caption(self, index: int) -> str:
        """Returns the round and every player's value at a point. The supply chart also shows the likely end
        of the game."""
        tr, translator, point = self.app.tr, self.app.translator, self.history.points[index]
        labels = []
        for series in self.chart.series:
            value = series.values[index]
            value_text = (
                translator.format_decimal(value, True) if self.chart_kind == LEAD_CHART else str(round(value))
            )
            labels.append(f"{series.name} {value_text}")
        # As everywhere in the review, show the round of the turn that led to this point.
        turn = self.timeline.turn_at(max(0, point.answer_count - 1))
        parts = [tr("ui.table.round", round=turn.round), *labels]
        if self.chart_kind == SUPPLY_CHART:
            parts.append(tr("ui.review.end", round=point.last_round))
        return " · ".join(parts)

    def _on_chart_hover(self, index: int | None) -> None:
        self._on_hover(None if index is None else self.history.points[index].answer_count)

    def _on_chart_click(self, index: int) -> None:
        self._on_seek(self.history.points[index].answer_count)
