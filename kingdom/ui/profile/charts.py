"""The charts of the chronicle: a curve over time, bars beside each other, and a bar that two share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.draw.strokes import thick_line
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

FINER = 2
"""Curves are drawn larger and reduced, so that they are soft."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
MOST_LINES = 6
LEAST_SPAN = 10.0
"""The least that a scale covers: a single game stands in the middle."""


@dataclass(frozen=True)
class Spot:
    """One point of a curve: its value, how far it may be off, and what its note says."""

    value: float
    spread: float
    note: str


@dataclass(frozen=True)
class Mark:
    """A level line across a chart, with its name."""

    value: float
    name: str


class CurveChart(Widget):
    """A curve over time with a band around it. Pointing at it tells the game under the mouse."""

    def __init__(
        self,
        rect: pygame.Rect,
        spots: Sequence[Spot],
        marks: Sequence[Mark],
        ends: tuple[str, str],
        look: Look,
    ) -> None:
        super().__init__(rect)
        self._left = look.measure("8888", "tiny")[0] + look.px(12)
        self._right = max([look.measure(mark.name, "tiny")[0] for mark in marks], default=0) + look.px(14)
        self._top, self._below = look.px(10), look.line_height("tiny") + look.px(6)
        self.spots, self.marks, self.ends = list(spots), list(marks), ends
        self.scale = self._span()
        """The lowest and the highest line, and the distance between two."""
        self.pointed: int | None = None
        self.tooltip = self._note
        self._picture: pygame.Surface | None = None
        self._painted_at = 0.0

    # --- where things are

    @property
    def plot(self) -> pygame.Rect:
        """Where the curve is."""
        return pygame.Rect(
            self.rect.left + self._left,
            self.rect.top + self._top,
            max(1, self.rect.width - self._left - self._right),
            max(1, self.rect.height - self._top - self._below),
        )

    def _span(self) -> tuple[float, float, float]:
        values = [spot.value + side * spot.spread for spot in self.spots for side in (-1, 1)]
        low, high = min(values, default=0.0), max(values, default=1.0)
        near = [mark.value for mark in self.marks if low - 250 <= mark.value <= high + 250]
        low, high = min([low, *near]), max([high, *near])
        if high - low < LEAST_SPAN:
            low, high = low - LEAST_SPAN / 2, high + LEAST_SPAN / 2
        step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), 1000)
        return math.floor(low / step) * step, math.ceil(high / step) * step, step

    def _place(self, plot: pygame.Rect, number: float, value: float) -> tuple[float, float]:
        low, high, _ = self.scale
        many = len(self.spots) - 1
        x = plot.left + plot.width * (number / many if many else 0.5)
        return x, plot.bottom - plot.height * (value - low) / (high - low)

    # --- input

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.MOUSEMOTION or not self.spots:
            return False
        share = (event.pos[0] - self.plot.left) / self.plot.width
        before, self.pointed = (
            self.pointed,
            max(0, min(len(self.spots) - 1, round(share * (len(self.spots) - 1)))),
        )
        return before != self.pointed

    def _note(self) -> Tip:
        if self.pointed is None:
            return Tip()
        title, _, rest = self.spots[self.pointed].note.partition("\n")
        return Tip(title, rest)

    # --- drawing

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        plot = self.plot
        self._draw_lines(surface, look, plot)
        if not self.spots:
            return
        if (
            self._picture is None
            or self._picture.get_size() != self.rect.size
            or self._painted_at != look.scale
        ):
            self._picture, self._painted_at = self._drawn(look, plot), look.scale
        surface.blit(self._picture, self.rect)
        if self.pointed is not None and self.hovered:
            x, y = self._place(plot, self.pointed, self.spots[self.pointed].value)
            pygame.draw.line(
                surface,
                look.colour("walnut_light"),
                (round(x), plot.top),
                (round(x), plot.bottom),
                max(1, look.px(2)),
            )
            pygame.draw.circle(surface, look.colour("walnut_dark"), (round(x), round(y)), look.px(8))
            pygame.draw.circle(surface, look.colour("gold_light"), (round(x), round(y)), max(2, look.px(5)))

    def _draw_lines(self, surface: pygame.Surface, look: Look, plot: pygame.Rect) -> None:
        low, high, step = self.scale
        tall = look.line_height("tiny")
        value = low
        while value <= high:
            y = round(self._place(plot, 0, value)[1])
            pygame.draw.line(surface, look.colour("parchment_dark"), (plot.left, y), (plot.right, y))
            room = pygame.Rect(self.rect.left, y - tall // 2, plot.left - self.rect.left - look.px(6), tall)
            look.text(
                surface, f"{round(value)}".replace("-", "−"), room, "tiny", "ink_soft", "right", "middle"
            )
            value += step
        lowest = plot.bottom + tall
        for mark in sorted(self.marks, key=lambda mark: mark.value):
            if not low <= mark.value <= high:
                continue
            y = round(self._place(plot, 0, mark.value)[1])
            dash = max(3, look.px(8))
            for x in range(plot.left, plot.right, 2 * dash):
                end = min(plot.right, x + dash)
                pygame.draw.line(surface, look.colour("text_accent"), (x, y), (end, y), max(1, look.px(2)))
            lowest = min(lowest - tall, y)  # names that would lie over each other stand above each other
            left = plot.right + look.px(8)
            room = pygame.Rect(left, lowest - tall // 2, self.rect.right - left, tall)
            look.text(surface, mark.name, room, "tiny", "text_accent", "left", "middle")
        below = pygame.Rect(plot.left, plot.bottom + look.px(4), plot.width, tall)
        look.text(surface, self.ends[0], below, "tiny", "ink_soft", "left")
        if self.ends[1] != self.ends[0]:
            look.text(surface, self.ends[1], below, "tiny", "ink_soft", "right")

    def _drawn(self, look: Look, plot: pygame.Rect) -> pygame.Surface:
        """The band and the curve, soft, as large as the whole chart."""
        large = pygame.Surface((self.rect.width * FINER, self.rect.height * FINER), pygame.SRCALPHA)
        large.fill((*look.colour("gold"), 0))

        def at(number: int, value: float) -> tuple[float, float]:
            x, y = self._place(plot, number, value)
            return (x - self.rect.left) * FINER, (y - self.rect.top) * FINER

        if any(spot.spread for spot in self.spots) and len(self.spots) > 1:
            upper = [at(number, spot.value + spot.spread) for number, spot in enumerate(self.spots)]
            lower = [at(number, spot.value - spot.spread) for number, spot in enumerate(self.spots)]
            pygame.draw.polygon(large, (*look.colour("gold"), 80), [*upper, *reversed(lower)])
        line = [at(number, spot.value) for number, spot in enumerate(self.spots)]
        for tone, wider in (("walnut_dark", max(1, look.px(2))), ("gold", 0)):
            thick = (max(2, look.px(4)) + wider) * FINER
            for start, end in pairwise(line):
                thick_line(large, look.colour(tone), start, end, thick)
            for x, y in line if len(line) <= 60 else line[-1:]:
                pygame.draw.circle(large, look.colour(tone), (round(x), round(y)), round(thick * 0.8))
        return pygame.transform.smoothscale(large, self.rect.size)


@dataclass(frozen=True)
class ChartBar:
    """One bar: how long it is, of what tone, and what stands at its end."""

    value: float
    tone: str
    words: str


class BarRow(Widget):
    """A picture, a name with a remark below it, and bars to compare. All rows of a list have the same
    measures."""

    def __init__(
        self,
        rect: pygame.Rect,
        picture: tuple[str, str] | None,
        name: str,
        remark: str,
        bars: Sequence[ChartBar],
        most: float,
        names: int,
        pixels: int | None = None,
        crowned: str | None = None,
    ) -> None:
        super().__init__(rect)
        self.picture, self.name, self.remark, self.bars, self.most = picture, name, remark, list(bars), most
        self.names, self.pixels, self.crowned = names, pixels, crowned
        """How wide the names are; the size of their letters; the icon before the name."""

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        self.pictured.clear()
        rect, gap = self.rect, look.px(12)
        left = rect.left
        if self.picture is not None:
            side = rect.height - look.px(8)
            wide = side * 4 // 3
            place = pygame.Rect(left, rect.centery - side // 2, wide, side)
            self.show_thing(surface, look, self.picture, place)
            left += wide + gap
        upper, lower = look.line_height("name"), look.line_height("small")
        top = rect.centery - (upper + (lower if self.remark else 0)) // 2
        title = pygame.Rect(left, top, self.names, upper)
        if self.crowned is not None:
            size = min(upper, look.px(26))
            look.icon(surface, self.crowned, (title.left + size // 2, title.centery), size)
            title.left += size + look.px(6)
            title.width -= size + look.px(6)
        self.write(surface, look, self.name, title, "name", pixels=self.pixels)
        if self.remark:
            below = pygame.Rect(left, title.bottom, self.names, lower)
            self.write(surface, look, self.remark, below, "small", "ink_soft")
        left += self.names + gap
        self._draw_bars(surface, look, pygame.Rect(left, rect.top, rect.right - left, rect.height))

    def _draw_bars(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        words = max([look.measure(bar.words, "tiny")[0] for bar in self.bars], default=0) + look.px(10)
        free = max(1, room.width - words)
        each = min(look.words_px(24), (room.height - look.px(8)) // max(1, len(self.bars)))
        top = room.centery - each * len(self.bars) // 2
        for bar in self.bars:
            wide = max(look.px(3), round(free * bar.value / self.most)) if self.most else look.px(3)
            place = pygame.Rect(room.left, top + look.px(2), wide, each - look.px(4))
            pygame.draw.rect(surface, look.colour("walnut_dark"), place, border_radius=look.px(4))
            inner = place.inflate(-2 * max(1, look.px(1)), -2 * max(1, look.px(1)))
            if inner.width > 0 and inner.height > 0:
                pygame.draw.rect(surface, look.colour(bar.tone), inner, border_radius=look.px(3))
            said = pygame.Rect(place.right + look.px(6), top, words, each)
            look.text(surface, bar.words, said, "tiny", "ink", "left", "middle")
            top += each


class ShareBar(Widget):
    """A bar that two share: the first from the left, the second from the right."""

    def __init__(
        self,
        rect: pygame.Rect,
        names: tuple[str, str],
        share: float,
        ends: tuple[str, str],
        remark: str,
        tones: tuple[str, str] = ("gold", "walnut_light"),
    ) -> None:
        super().__init__(rect)
        self.names, self.share, self.ends, self.remark, self.tones = names, share, ends, remark, tones

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        rect = self.rect
        upper, lower = look.line_height("name"), look.line_height("small")
        tall = max(look.px(22), look.line_height("tiny") + look.px(4))
        top = rect.centery - (upper + tall + lower + look.px(4)) // 2
        half = rect.width // 2 - look.px(8)
        first = pygame.Rect(rect.left, top, half, upper)
        second = pygame.Rect(rect.right - half, top, half, upper)
        self.write(surface, look, self.names[0], first, "name")
        self.write(surface, look, self.names[1], second, "name", align="right")
        bar = pygame.Rect(rect.left, first.bottom + look.px(2), rect.width, tall)
        pygame.draw.rect(surface, look.colour("walnut_dark"), bar, border_radius=look.px(5))
        inner = bar.inflate(-2 * max(1, look.px(2)), -2 * max(1, look.px(2)))
        pygame.draw.rect(surface, look.colour(self.tones[1]), inner, border_radius=look.px(4))
        won = inner.copy()
        won.width = round(inner.width * self.share)
        if won.width > 0:
            pygame.draw.rect(surface, look.colour(self.tones[0]), won, border_radius=look.px(4))
        pad = inner.inflate(-look.px(16), 0)
        if self.share > 0.12:
            look.text(surface, self.ends[0], pad, "tiny", "text", "left", "middle")
        if self.share < 0.88:
            look.text(surface, self.ends[1], pad, "tiny", "text_on_walnut", "right", "middle")
        below = pygame.Rect(rect.left, bar.bottom + look.px(2), rect.width, lower)
        self.write(surface, look, self.remark, below, "small", "ink_soft", "center")
