"""Chart widgets: lines over the turns of a game, trends over many games, and bars."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import pygame

from kingdom.ui.draw.cached_panels import SceneBackground
from kingdom.ui.draw.chart_style import draw_thick_line
from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.hex_grid import Point
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.supersampling import render_supersampled
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.cached_widget import CachedWidget
from kingdom.ui.widgets.containers import Container
from kingdom.ui.widgets.controls import Icon, Label, LinkedImage
from kingdom.ui.widgets.layout import HBox, Share, Size, Sizing, VBox
from kingdom.ui.widgets.tooltip import Tooltip

SUPERSAMPLING = 2
"""Lines are drawn enlarged by this factor and then scaled down, for smooth edges."""
LINE_STRIP_WIDTH_PX = 200
"""Lines are drawn in strips of this width in pixels. Drawing the whole chart at once would need too much
memory."""
NONZERO_AXIS_START_FRACTION = 0.4
"""If the lowest value is above this fraction of the highest value, the axis does not start at 0."""
TICK_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
MAX_GRID_INTERVALS = 6


class ValueAxis(NamedTuple):
    """The lowest and highest grid lines of a chart, and the distance between two adjacent lines."""

    low: float
    high: float
    step: float

    @classmethod
    def covering(cls, low: float, high: float) -> ValueAxis:
        step = next((step for step in TICK_STEPS if (high - low) / step <= MAX_GRID_INTERVALS), 1000)
        return cls(math.floor(low / step) * step, math.ceil(high / step) * step, step)

    def ticks(self) -> Iterator[float]:
        value = self.low
        while value <= self.high:
            yield value
            value += self.step

    def y_of(self, plot: pygame.Rect, value: float) -> float:
        return plot.bottom - plot.height * (value - self.low) / (self.high - self.low)


class _Plot(Widget):
    """Base class of the line charts. It handles the value axis, the grid and the hovered point."""

    hovered_index: int | None = None
    dot_radius = 8
    """Radius of the dot on a hovered point, in design pixels."""
    zero_line_color = "parchment_dark"

    @property
    def point_count(self) -> int:
        """Number of points on the x axis."""
        raise NotImplementedError

    @property
    def value_axis(self) -> ValueAxis:
        raise NotImplementedError

    def x_of(self, plot: pygame.Rect, index: float) -> float:
        return plot.left + plot.width * index / max(1, self.point_count - 1)

    def point_at(self, plot: pygame.Rect, index: float, value: float) -> Point:
        return self.x_of(plot, index), self.value_axis.y_of(plot, value)

    def index_at(self, plot: pygame.Rect, x: int) -> int:
        """Returns the index of the point nearest to an x coordinate."""
        fraction = (x - plot.left) / plot.width
        return max(0, min(self.point_count - 1, round(fraction * (self.point_count - 1))))

    def draw_value_grid(
        self, surface: pygame.Surface, renderer: Renderer, plot: pygame.Rect, left: int, width: int
    ) -> None:
        """Draws the grid lines, with their values in a column at `left`."""
        height = renderer.line_height("tiny")
        for value in self.value_axis.ticks():
            y = round(self.value_axis.y_of(plot, value))
            color = renderer.color("parchment_dark" if value else self.zero_line_color)
            pygame.draw.line(surface, color, (plot.left, y), (plot.right, y))
            label_rect = pygame.Rect(left, y - height // 2, width, height)
            label = f"{round(value)}".replace("-", "−")
            renderer.draw_text(surface, label, label_rect, "tiny", "ink_soft", "right", "middle")

    def draw_vertical_line(
        self, surface: pygame.Surface, plot: pygame.Rect, index: float, color: RGB, width: int
    ) -> None:
        """Marks a position on the x axis."""
        x = round(self.x_of(plot, index))
        pygame.draw.line(surface, color, (x, plot.top), (x, plot.bottom), width)

    def draw_hovered_points(
        self, surface: pygame.Surface, renderer: Renderer, plot: pygame.Rect, values: dict[str, float]
    ) -> None:
        """Marks the hovered position and the values there. `values` maps each color to a value."""
        index = self.hovered_index or 0
        self.draw_vertical_line(surface, plot, index, renderer.color("walnut_light"), max(1, renderer.px(2)))
        for color, value in values.items():
            x, y = self.point_at(plot, index, value)
            center = round(x), round(y)
            pygame.draw.circle(surface, renderer.color("walnut_dark"), center, renderer.px(self.dot_radius))
            pygame.draw.circle(surface, renderer.color(color), center, max(2, renderer.px(5)))


def _enlarged(points: Sequence[Point], area: pygame.Rect) -> list[Point]:
    """Converts points to positions on an enlarged surface that shows `area`."""
    return [((x - area.left) * SUPERSAMPLING, (y - area.top) * SUPERSAMPLING) for x, y in points]


def _line_widths(renderer: Renderer) -> tuple[int, int]:
    """Returns the widths of a line with and without its dark edge, on an enlarged surface."""
    width = max(2, renderer.px(4))
    return (width + max(1, renderer.px(2))) * SUPERSAMPLING, width * SUPERSAMPLING


def _draw_polyline(large: pygame.Surface, color: RGB, points: Sequence[Point], width: int) -> None:
    """Draws only the visible segments of a line."""
    for start, end in pairwise(points):
        if end[0] >= -width and start[0] <= large.get_width() + width:
            draw_thick_line(large, color, start, end, width)


class Series(NamedTuple):
    """One player's values, one for each point of the chart."""

    color: str
    name: str
    values: tuple[float, ...]


class LineChart(CachedWidget, _Plot):
    """A line chart with several series. It marks the start of each round and the current position."""

    dot_radius = 7
    zero_line_color = "text_soft"

    def __init__(
        self,
        background: Callable[[], SceneBackground],
        on_hover: Callable[[int | None], object],
        on_click: Callable[[int], object],
    ) -> None:
        super().__init__(background)
        self._on_hover, self._on_click = on_hover, on_click
        self.caption = ""
        self.series: list[Series] = []
        self.round_starts: dict[int, int] = {}
        """Maps the index of each point where a round starts to the round's number."""
        self.current_position = 0.0
        """The current position on the x axis, as a point index that may be fractional."""
        self.player_symbols = False

    @property
    def point_count(self) -> int:
        """Number of points per series."""
        return len(self.series[0].values) if self.series else 0

    # --- geometry

    def plot_rect(self, renderer: Renderer) -> pygame.Rect:
        """Returns the area in which the lines are drawn, inside the axis labels."""
        label_width = renderer.measure("−888", "tiny")[0] + renderer.px(8)
        top_margin = renderer.px(22)
        bottom_margin = renderer.line_height("tiny") + renderer.line_height("small") * 2 + renderer.px(22)
        right_margin = renderer.px(34)
        return pygame.Rect(
            self.rect.left + label_width + renderer.px(8),
            self.rect.top + top_margin,
            max(1, self.rect.width - label_width - renderer.px(8) - right_margin),
            max(1, self.rect.height - top_margin - bottom_margin),
        )

    @property
    def value_axis(self) -> ValueAxis:
        values = [value for series in self.series for value in series.values] or [0.0]
        low, high = min(values), max(1.0, *values)
        return ValueAxis.covering(low if low > high * NONZERO_AXIS_START_FRACTION else min(0.0, low), high)

    # --- input

    def set_mouse(self, pos: tuple[int, int] | None, renderer: Renderer) -> None:
        """Updates the hovered point from the mouse position, which is None if the mouse is elsewhere."""
        plot = self.plot_rect(renderer)
        is_near = (
            pos is not None
            and plot.inflate(renderer.px(24), renderer.px(24)).collidepoint(pos)
            and self.point_count
        )
        index = self.index_at(plot, pos[0]) if is_near and pos is not None else None
        if index != self.hovered_index:
            self.hovered_index = index
            self._on_hover(index)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.hovered_index is not None:
            self._on_click(self.hovered_index)
            return True
        return False

    # --- drawing

    def cache_key(self) -> object:
        return tuple(self.series), tuple(self.round_starts), self.player_symbols

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        super().draw(surface, renderer)
        plot = self.plot_rect(renderer)
        if not self.point_count:
            return
        line_color, line_width = renderer.color("gold_dark"), max(2, renderer.px(3))
        self.draw_vertical_line(surface, plot, self.current_position, line_color, line_width)
        if (index := self.hovered_index) is not None:
            values = {f"player_{series.color}": series.values[index] for series in self.series}
            self.draw_hovered_points(surface, renderer, plot, values)
        caption_rect = pygame.Rect(self.rect.left + renderer.px(14), 0, self.rect.width - renderer.px(28), 0)
        caption_rect.height = renderer.line_height("small") * 2
        caption_rect.bottom = self.rect.bottom - renderer.px(8)
        self.truncated_texts.clear()
        self.draw_text(
            surface, renderer, self.caption, caption_rect, "small", "ink", "center", "middle", wrap=True
        )

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        renderer.draw_nine_patch(surface, "panel_parchment", rect)
        plot = self.plot_rect(renderer).move(rect.left - self.rect.left, rect.top - self.rect.top)
        label_width = plot.left - rect.left - renderer.px(12)
        self.draw_value_grid(surface, renderer, plot, rect.left + renderer.px(6), label_width)
        self._paint_rounds(surface, renderer, plot)
        self._paint_series(surface, renderer, plot)

    def _paint_rounds(self, surface: pygame.Surface, renderer: Renderer, plot: pygame.Rect) -> None:
        label_width = renderer.measure("88", "tiny")[0] + renderer.px(6)
        next_free_x = plot.left - renderer.px(4)
        for index, round_number in self.round_starts.items():
            x = round(self.x_of(plot, index))
            pygame.draw.line(surface, renderer.color("parchment_dark"), (x, plot.top), (x, plot.bottom))
            if x >= next_free_x:
                label_rect = pygame.Rect(
                    x - label_width // 2,
                    plot.bottom + renderer.px(2),
                    label_width,
                    renderer.line_height("tiny"),
                )
                renderer.draw_text(surface, str(round_number), label_rect, "tiny", "ink_soft", "center")
                next_free_x = x + label_width

    def _paint_series(self, surface: pygame.Surface, renderer: Renderer, plot: pygame.Rect) -> None:
        edge = renderer.px(8)
        frame = plot.inflate(2 * edge, 2 * edge)
        for left in range(frame.left, frame.right, LINE_STRIP_WIDTH_PX):
            strip = pygame.Rect(left, frame.top, min(LINE_STRIP_WIDTH_PX, frame.right - left), frame.height)
            surface.blit(self._render_strip(renderer, plot, strip), strip)
        size, used_tops = renderer.px(28), list[int]()
        for series in sorted(self.series, key=lambda series: -series.values[-1]):
            x, y = self.point_at(plot, self.point_count - 1, series.values[-1])
            top = round(y)
            while any(abs(top - other) < size * 6 // 10 for other in used_tops):
                top += 2  # Pieces that would overlap are moved down.
            used_tops.append(top)
            center = round(x) + size * 6 // 10, top
            renderer.draw_piece(surface, "settlement", series.color, center, size, self.player_symbols)

    def _render_strip(self, renderer: Renderer, plot: pygame.Rect, strip: pygame.Rect) -> pygame.Surface:
        """Renders one strip of the lines, enlarged and then scaled down.

        The strip is rendered slightly wider than needed, because pygame 2.6 draws lines differently where
        they cross the edge of a surface.
        """
        widths = _line_widths(renderer)
        margin = widths[0] // SUPERSAMPLING + 1
        wide_strip = strip.inflate(2 * margin, 0)
        axis = self.value_axis

        def draw(large: pygame.Surface) -> None:
            for width, is_edge in zip(widths, (True, False), strict=True):
                for series in self.series:
                    color = renderer.color("walnut_dark" if is_edge else f"player_{series.color}")
                    points = [
                        (self.x_of(plot, index), axis.y_of(plot, value))
                        for index, value in enumerate(series.values)
                    ]
                    _draw_polyline(large, color, _enlarged(points, wide_strip), width)

        background = (*renderer.color("parchment"), 0)
        image = render_supersampled(wide_strip.size, SUPERSAMPLING, background, draw)
        return image.subsurface((margin, 0), strip.size)


MIN_VALUE_RANGE = 10.0
"""Minimum range of the value axis. If there is only one value, it is centered in this range."""


@dataclass(frozen=True)
class DataPoint:
    """One point of a trend: its value, deviation and tooltip."""

    value: float
    deviation: float
    tooltip: str


@dataclass(frozen=True)
class ReferenceLine:
    """A labeled horizontal line across a chart."""

    value: float
    name: str


class TrendChart(_Plot):
    """A line over time with a confidence band. Hovering shows the tooltip of the nearest point."""

    sizing = Sizing(stretch=1, min_height=190)

    def __init__(
        self,
        points: Sequence[DataPoint],
        reference_lines: Sequence[ReferenceLine],
        end_labels: tuple[str, str],
    ) -> None:
        super().__init__(tooltip=self._point_tooltip)
        self.points, self.reference_lines, self.end_labels = list(points), list(reference_lines), end_labels
        self._cached_image: pygame.Surface | None = None
        self._cached_scale = 0.0

    # --- geometry

    @property
    def plot_rect(self) -> pygame.Rect:
        """The area in which the line is drawn, inside the axis labels."""
        renderer = self.renderer
        left = renderer.measure("8888", "tiny")[0] + renderer.px(12)
        name_widths = [renderer.measure(line.name, "tiny")[0] for line in self.reference_lines]
        right = max(name_widths, default=0) + renderer.px(14)
        top, bottom = renderer.px(10), renderer.line_height("tiny") + renderer.px(6)
        return pygame.Rect(
            self.rect.left + left,
            self.rect.top + top,
            max(1, self.rect.width - left - right),
            max(1, self.rect.height - top - bottom),
        )

    @property
    def point_count(self) -> int:
        return len(self.points)

    @cached_property
    def value_axis(self) -> ValueAxis:
        """The value axis, which includes nearby reference lines."""
        values = [point.value + sign * point.deviation for point in self.points for sign in (-1, 1)]
        low, high = min(values, default=0.0), max(values, default=1.0)
        nearby_values = [line.value for line in self.reference_lines if low - 250 <= line.value <= high + 250]
        low, high = min([low, *nearby_values]), max([high, *nearby_values])
        if high - low < MIN_VALUE_RANGE:
            low, high = low - MIN_VALUE_RANGE / 2, high + MIN_VALUE_RANGE / 2
        return ValueAxis.covering(low, high)

    def x_of(self, plot: pygame.Rect, index: float) -> float:
        last_index = self.point_count - 1
        return plot.left + plot.width * (index / last_index if last_index else 0.5)

    # --- input

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.MOUSEMOTION or not self.points:
            return False
        previous, self.hovered_index = self.hovered_index, self.index_at(self.plot_rect, event.pos[0])
        return previous != self.hovered_index

    def _point_tooltip(self) -> Tooltip:
        if self.hovered_index is None:
            return Tooltip()
        title, _, body = self.points[self.hovered_index].tooltip.partition("\n")
        return Tooltip(title, body)

    # --- drawing

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        plot_rect = self.plot_rect
        self._draw_grid(surface, renderer, plot_rect)
        if not self.points:
            return
        if (
            self._cached_image is None
            or self._cached_image.get_size() != self.rect.size
            or self._cached_scale != renderer.scale
        ):
            self._cached_image, self._cached_scale = self._render(renderer, plot_rect), renderer.scale
        surface.blit(self._cached_image, self.rect)
        if self.hovered_index is not None and self.hovered:
            values = {"gold_light": self.points[self.hovered_index].value}
            self.draw_hovered_points(surface, renderer, plot_rect, values)

    def _draw_grid(self, surface: pygame.Surface, renderer: Renderer, plot_rect: pygame.Rect) -> None:
        label_width = plot_rect.left - self.rect.left - renderer.px(6)
        self.draw_value_grid(surface, renderer, plot_rect, self.rect.left, label_width)
        axis, label_height = self.value_axis, renderer.line_height("tiny")
        label_y = plot_rect.bottom + label_height
        for line in sorted(self.reference_lines, key=lambda line: line.value):
            if not axis.low <= line.value <= axis.high:
                continue
            y = round(axis.y_of(plot_rect, line.value))
            dash = max(3, renderer.px(8))
            for x in range(plot_rect.left, plot_rect.right, 2 * dash):
                end = min(plot_rect.right, x + dash)
                pygame.draw.line(
                    surface, renderer.color("text_accent"), (x, y), (end, y), max(1, renderer.px(2))
                )
            label_y = min(label_y - label_height, y)  # Labels that would overlap are stacked.
            left = plot_rect.right + renderer.px(8)
            label_rect = pygame.Rect(left, label_y - label_height // 2, self.rect.right - left, label_height)
            renderer.draw_text(surface, line.name, label_rect, "tiny", "text_accent", "left", "middle")
        axis_rect = pygame.Rect(
            plot_rect.left, plot_rect.bottom + renderer.px(4), plot_rect.width, label_height
        )
        renderer.draw_text(surface, self.end_labels[0], axis_rect, "tiny", "ink_soft", "left")
        if self.end_labels[1] != self.end_labels[0]:
            renderer.draw_text(surface, self.end_labels[1], axis_rect, "tiny", "ink_soft", "right")

    def _render(self, renderer: Renderer, plot_rect: pygame.Rect) -> pygame.Surface:
        """Renders the band and the line with smooth edges, on a surface as large as the whole chart."""

        def offset_line(sign: int) -> list[Point]:
            """Returns the line through all points (sign 0) or one edge of the band (sign -1 or 1)."""
            points = [
                self.point_at(plot_rect, index, point.value + sign * point.deviation)
                for index, point in enumerate(self.points)
            ]
            return _enlarged(points, self.rect)

        def draw(large: pygame.Surface) -> None:
            if any(point.deviation for point in self.points) and len(self.points) > 1:
                band = [*offset_line(1), *reversed(offset_line(-1))]
                pygame.draw.polygon(large, (*renderer.color("gold"), 80), band)
            line = offset_line(0)
            for name, width in zip(("walnut_dark", "gold"), _line_widths(renderer), strict=True):
                color = renderer.color(name)
                _draw_polyline(large, color, line, width)
                for x, y in line if len(line) <= 60 else line[-1:]:
                    pygame.draw.circle(large, color, (round(x), round(y)), round(width * 0.8))

        return render_supersampled(self.rect.size, SUPERSAMPLING, (*renderer.color("gold"), 0), draw)


@dataclass(frozen=True)
class BarValue:
    value: float
    color: str
    label: str


class BarRow(Container):
    """A sprite, a name with a caption, and the bars to compare. All rows of a list have the same
    `name_width`, in design pixels."""

    is_unit = True

    def __init__(
        self,
        sprite: tuple[str, str],
        name: str,
        caption: str,
        bars: Sequence[BarValue],
        max_value: float,
        name_width: float,
        badge_icon: str | None = None,
    ) -> None:
        badge = [Icon(badge_icon, 26)] if badge_icon is not None else []
        texts = VBox(
            HBox(*badge, Label(name, style="name").sized(stretch=1), gap=6),
            Label(caption, style="small", color="ink_soft"),
        )
        super().__init__(
            HBox(
                LinkedImage(*sprite).sized(width=77, height=58, valign="middle", shrink=False),
                texts.sized(width=name_width, valign="middle"),
                Bars(bars, max_value).sized(stretch=1, min_width=100),
                gap=12,
            )
        )
        self.sizing = Sizing(min_height=66)


def draw_bar(surface: pygame.Surface, renderer: Renderer, rect: pygame.Rect, color: str) -> None:
    """Draws the bar of a chart, with a dark edge."""
    edge = max(1, renderer.px(1))
    pygame.draw.rect(surface, renderer.color("walnut_dark"), rect, border_radius=renderer.px(4))
    inner = rect.inflate(-2 * edge, -2 * edge)
    if inner.width > 0 and inner.height > 0:
        pygame.draw.rect(surface, renderer.color(color), inner, border_radius=renderer.px(3))


class Bars(Widget):
    """Horizontal bars, one below the other, with their labels at their ends."""

    def __init__(self, bars: Sequence[BarValue], max_value: float) -> None:
        super().__init__()
        self.bars, self.max_value = list(bars), max_value

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        px, area = renderer.px, self.rect
        label_width = max((renderer.measure(bar.label, "tiny")[0] for bar in self.bars), default=0) + px(10)
        max_bar_width = max(1, area.width - label_width)
        row_height = min(renderer.text_px(24), (area.height - px(8)) // max(1, len(self.bars)))
        top = area.centery - row_height * len(self.bars) // 2
        for bar in self.bars:
            fraction = bar.value / self.max_value if self.max_value else 0
            bar_width = max(px(3), round(max_bar_width * fraction))
            bar_rect = pygame.Rect(area.left, top + px(2), bar_width, row_height - px(4))
            draw_bar(surface, renderer, bar_rect, bar.color)
            label_rect = pygame.Rect(bar_rect.right + px(6), top, label_width, row_height)
            renderer.draw_text(surface, bar.label, label_rect, "tiny", "ink", "left", "middle")
            top += row_height


class SplitBar(Container):
    """A bar divided between two sides, below their names. The first side fills it from the left, the second
    from the right."""

    is_unit = True

    def __init__(
        self,
        names: tuple[str, str],
        fraction: float,
        end_labels: tuple[str, str],
        caption: str,
        colors: tuple[str, str] = ("gold", "walnut_light"),
    ) -> None:
        left, right = Label(names[0], style="name"), Label(names[1], style="name", align="right")
        bar = TwoColorBar(fraction, end_labels, colors)
        content = VBox(
            HBox(Share(left), Share(right), gap=16),
            bar,
            Label(caption, style="small", color="ink_soft", align="center"),
            gap=2,
        )
        super().__init__(content.sized(valign="middle"), padding=(0, 6))
        self.fraction = fraction
        self.sizing = Sizing(min_height=104)


class TwoColorBar(Widget):
    """A bar filled with two colors, with a label at each end."""

    def __init__(self, fraction: float, end_labels: tuple[str, str], colors: tuple[str, str]) -> None:
        super().__init__()
        self.fraction, self.end_labels, self.colors = fraction, end_labels, colors

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return width, max(renderer.px(22), renderer.line_height("tiny") + renderer.px(4))

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        edge, radius = max(1, renderer.px(2)), renderer.px(4)
        pygame.draw.rect(surface, renderer.color("walnut_dark"), self.rect, border_radius=renderer.px(5))
        inner = self.rect.inflate(-2 * edge, -2 * edge)
        pygame.draw.rect(surface, renderer.color(self.colors[1]), inner, border_radius=radius)
        filled = inner.copy()
        filled.width = round(inner.width * self.fraction)
        if filled.width > 0:
            pygame.draw.rect(surface, renderer.color(self.colors[0]), filled, border_radius=radius)
        area, (left, right) = inner.inflate(-renderer.px(16), 0), self.end_labels
        if self.fraction > 0.12:
            self._draw_label(surface, renderer, left, area, "text", "left")
        if self.fraction < 0.88:
            self._draw_label(surface, renderer, right, area, "text_on_walnut", "right")

    def _draw_label(
        self,
        surface: pygame.Surface,
        renderer: Renderer,
        text: str,
        area: pygame.Rect,
        color: str,
        align: str,
    ) -> None:
        if renderer.high_contrast:
            plate = pygame.Rect(area.left, area.top, renderer.measure(text, "tiny")[0], area.height)
            plate.right = area.right if align == "right" else plate.right
            renderer.draw_tint(surface, plate.inflate(renderer.px(8), 0), 255, "walnut_dark")
            color = "text_on_walnut"
        renderer.draw_text(surface, text, area, "tiny", color, align, "middle")
