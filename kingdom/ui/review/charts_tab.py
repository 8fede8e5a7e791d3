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
from kingdom.ui.widgets.charts import LineChart, Series
from kingdom.ui.widgets.containers import ParchmentPanel
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.tooltip import Tooltip

ACTION_ROW_HEIGHT = 40


class ActionTotalsRow(Widget):
    """Row that shows how much gold an action earned each player."""

    def __init__(
        self, app: App, action: str, seats: Sequence[Seat], totals: Sequence[ActionTotals], max_gold: int
    ) -> None:
        super().__init__(tooltip=self._tooltip)
        self.app, self.action, self.seats, self.totals, self.max_gold = app, action, seats, totals, max_gold

    @property
    def name(self) -> str:
        """The localized name of the action."""
        if self.action in (FROM_OPPONENTS, FROM_TURN_END):
            return self.app.tr(f"ui.review.brought.{self.action}")
        return self.app.translator.localized_name(self.action)

    def _tooltip(self) -> Tooltip:
        tr = self.app.tr
        lines = [
            tr(
                "ui.review.brought.by",
                name=seat.name,
                uses=total.uses,
                builds=total.builds,
                moves=total.moves,
                gold=f"{total.gold}".replace("-", "−"),
            )
            for seat, total in zip(self.seats, self.totals, strict=True)
        ]
        return Tooltip(self.name, "\n".join(lines))

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        if self.hovered:
            renderer.draw_tint(surface, self.rect, 46, "gold")
        size, padding = self.rect.height * 8 // 10, renderer.px(6)
        self.truncated_texts.clear()
        self.drawn_sprites.clear()
        left = self.rect.left + padding
        if self.action in ACTIONS:
            icon_rect = pygame.Rect(left, 0, size, size)
            icon_rect.centery = self.rect.centery
            self.draw_linked_sprite(
                surface, renderer, sprite_ref_or_placeholder(renderer, *icon_for(self.action)), icon_rect
            )
        left += size + padding
        name_rect = pygame.Rect(left, self.rect.top, self.rect.width * 36 // 100 - size, self.rect.height)
        self.draw_text(surface, renderer, self.name, name_rect, "bold")
        bars_rect = pygame.Rect(
            name_rect.right + padding,
            self.rect.top,
            self.rect.right - name_rect.right - 2 * padding,
            self.rect.height,
        )
        cell_width = bars_rect.width // len(self.seats)
        number_width = renderer.measure("−88", "bold")[0] + renderer.px(4)
        for index, (seat, total) in enumerate(zip(self.seats, self.totals, strict=True)):
            cell = pygame.Rect(
                bars_rect.left + index * cell_width, bars_rect.top, cell_width - padding, bars_rect.height
            )
            number_rect = pygame.Rect(cell.left, cell.top, number_width, cell.height)
            color = "text_error" if total.gold < 0 else "ink" if total.gold else "text_soft"
            self.draw_text(
                surface, renderer, f"{total.gold}".replace("-", "−"), number_rect, "bold", color, "right"
            )
            bar_width = (cell.right - number_rect.right - padding) * abs(total.gold) // max(1, self.max_gold)
            bar = pygame.Rect(number_rect.right + padding, 0, max(0, bar_width), bars_rect.height * 4 // 10)
            bar.centery = bars_rect.centery
            if bar.width > 1:
                pygame.draw.rect(
                    surface, renderer.color(f"player_{seat.color}"), bar, border_radius=renderer.px(3)
                )
                pygame.draw.rect(surface, renderer.color("walnut_dark"), bar, 1, border_radius=renderer.px(3))


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
DROPDOWN_HEIGHT = 44


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
        self.list_panel = ParchmentPanel([self.scroll_area])
        self.rows: list[ActionTotalsRow] = []
        self._history: GoldHistory | None = None
        self._bounds = pygame.Rect(0, 0, 0, 0)

    @property
    def history(self) -> GoldHistory:
        """The data for all charts, computed on first use."""
        if self._history is None:
            self._history = gold_history(self.timeline)
        return self._history

    @property
    def widgets(self) -> list[Widget]:
        """All widgets of the tab."""
        return [self.chart_dropdown, self.list_panel if self.chart_kind == ACTIONS_CHART else self.chart]

    def select_chart(self, kind: object) -> None:
        """Selects a different chart."""
        self.chart_kind = str(kind)
        self._on_change()

    # --- layout

    def place(self, bounds: pygame.Rect) -> None:
        """Lays out the widgets. Called when the size, language or scale has changed, but only while the tab
        is open."""
        renderer, tr, gap = self.app.renderer, self.app.tr, self.app.renderer.px(8)
        self._bounds = bounds
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
        self.chart_dropdown.place(
            renderer, pygame.Rect(bounds.left, bounds.top + gap, bounds.width, renderer.px(DROPDOWN_HEIGHT))
        )
        top = self.chart_dropdown.rect.bottom + gap
        body = pygame.Rect(bounds.left, top, bounds.width, bounds.bottom - top)
        if self.chart_kind == ACTIONS_CHART:
            self._layout_rows(body, renderer)
        else:
            self._update_chart(body)

    def _layout_rows(self, body: pygame.Rect, renderer: Renderer) -> None:
        self.list_panel.rect = body
        self.scroll_area.rect, self.scroll_area.scrollbar_width = (
            body.inflate(-2 * renderer.px(10), -2 * renderer.px(10)),
            renderer.px(12),
        )
        self.rows = build_action_rows(self.app, self.seats, self.history.by_action)
        row_height = max(renderer.px(ACTION_ROW_HEIGHT), renderer.line_height("bold") + renderer.px(6))
        for index, row in enumerate(self.rows):
            row_width = self.scroll_area.rect.width - renderer.px(16)
            row.rect = pygame.Rect(
                self.scroll_area.rect.left,
                self.scroll_area.rect.top + index * row_height,
                row_width,
                row_height,
            )
        self.scroll_area.set_content(self.rows, len(self.rows) * row_height)

    def _update_chart(self, body: pygame.Rect) -> None:
        points = self.history.points
        self.chart.rect, self.chart.player_symbols = body, self.app.settings.marks
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
