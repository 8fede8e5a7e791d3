"""The tab of curves: everybody's gold over the turns, in total or by source, the supplies and the likely end,
the expected lead, and what each action brought."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

import pygame

from kingdom.match.seats import Seat
from kingdom.review.curves import Curves, curves
from kingdom.review.timeline import Timeline
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import TableTop
from kingdom.ui.review.brought_chart import ROW, BroughtRow, rows_of
from kingdom.ui.review.line_chart import Curve, LineChart
from kingdom.ui.review.sheet import ParchmentSheet
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

TOTAL, SUPPLY, LEAD, BROUGHT = "total", "supply", "lead", "brought"
KINDS = (TOTAL, LEAD, SUPPLY, BROUGHT)
CHOICE = 44


class GoldTab:
    """One chart at a time. The curves are made when they are first looked at."""

    def __init__(
        self,
        app: Host,
        timeline: Timeline,
        seats: Sequence[Seat],
        ground: Callable[[], TableTop],
        glance: Callable[[int | None], object],
        go: Callable[[int], object],
        changed: Callable[[], object],
    ) -> None:
        self.app, self.timeline, self.seats = app, timeline, list(seats)
        self._glance, self._go, self._changed = glance, go, changed
        self.kind = TOTAL
        """One of the kinds, or a source of gold."""
        self.choice = Choice([], TOTAL, self.choose)
        self.chart = LineChart(ground, self._pointed, self._clicked)
        self.area = ScrollArea()
        self.sheet = ParchmentSheet([self.area])
        self.rows: list[BroughtRow] = []
        self._made: Curves | None = None
        self._room = pygame.Rect(0, 0, 0, 0)

    @property
    def curves(self) -> Curves:
        """All there is to draw."""
        if self._made is None:
            self._made = curves(self.timeline)
        return self._made

    @property
    def widgets(self) -> list[Widget]:
        """Everything to point at."""
        return [self.choice, self.sheet if self.kind == BROUGHT else self.chart]

    def choose(self, kind: object) -> None:
        """Another chart."""
        self.kind = str(kind)
        self._changed()

    # --- placing

    def place(self, room: pygame.Rect) -> None:
        """Another place, language or scale; only while it is looked at."""
        look, say, gap = self.app.look, self.app.say, self.app.look.px(8)
        self._room = room
        sources = [name for name in self.curves.sources() if any(self._values(name))]
        kinds: list[tuple[object, str]] = [(kind, say(f"ui.review.chart.{kind}")) for kind in KINDS]
        self.choice.options = kinds + [(name, self.app.texts.name(name)) for name in sources]
        does = say(f"ui.review.chart.{self.kind}.tip") if self.kind in KINDS else ""
        self.choice.value, self.choice.tooltip = self.kind, Tip(say("ui.review.chart"), does)
        self.choice.rect = pygame.Rect(room.left, room.top + gap, room.width, look.px(CHOICE))
        top = self.choice.rect.bottom + gap
        body = pygame.Rect(room.left, top, room.width, room.bottom - top)
        if self.kind == BROUGHT:
            self._lay_rows(body, look)
        else:
            self._draw_curves(body)

    def _lay_rows(self, body: pygame.Rect, look: Look) -> None:
        self.sheet.rect = body
        self.area.rect, self.area.bar = body.inflate(-2 * look.px(10), -2 * look.px(10)), look.px(12)
        self.rows = rows_of(self.app, self.seats, self.curves.brought)
        tall = max(look.px(ROW), look.line_height("bold") + look.px(6))
        for place, row in enumerate(self.rows):
            wide = self.area.rect.width - look.px(16)
            row.rect = pygame.Rect(self.area.rect.left, self.area.rect.top + place * tall, wide, tall)
        self.area.lay(self.rows, len(self.rows) * tall)

    def _draw_curves(self, body: pygame.Rect) -> None:
        points = self.curves.points
        self.chart.rect, self.chart.marks = body, self.app.settings.marks
        self.chart.curves = [
            Curve(seat.colour, seat.name, tuple(self._curve(player)))
            for player, seat in enumerate(self.seats)
        ]
        places = {point.moment: place for place, point in enumerate(points)}
        starts = enumerate(self.timeline.rounds(), 1)
        self.chart.rounds = {places[start]: number for number, start in starts if start in places}

    def _values(self, source: str) -> list[int]:
        return [value for player in range(len(self.seats)) for value in self.curves.gold(player, source)]

    def _curve(self, player: int) -> list[float]:
        points = self.curves.points
        if self.kind == SUPPLY:
            return [float(point.supply[player]) for point in points]
        if self.kind == LEAD:
            return [point.lead(player) for point in points]
        return [float(gold) for gold in self.curves.gold(player, None if self.kind == TOTAL else self.kind)]

    # --- following

    def show(self, moment: int) -> None:
        """Another moment is looked at."""
        moments = [point.moment for point in self.curves.points]
        place = bisect_right(moments, moment) - 1
        share = 0.0
        if place + 1 < len(moments):
            share = (moment - moments[place]) / max(1, moments[place + 1] - moments[place])
        self.chart.now = place + share
        self.chart.caption = self._caption(place)

    def _caption(self, place: int) -> str:
        """Everybody's value at a point, and what else there is to say about it."""
        say, texts, point = self.app.say, self.app.texts, self.curves.points[place]
        values = []
        for curve in self.chart.curves:
            value = curve.values[place]
            said = texts.decimal(value, True) if self.kind == LEAD else str(round(value))
            values.append(f"{curve.name} {said}")
        turn = self.timeline.turn_at(max(0, point.moment - 1))  # the one that led there, as everywhere here
        told = [say("ui.table.round", round=turn.round), *values]
        if self.kind == SUPPLY:
            told.append(say("ui.review.end", round=point.last_round))
        return " · ".join(told)

    def _pointed(self, place: int | None) -> None:
        self._glance(None if place is None else self.curves.points[place].moment)

    def _clicked(self, place: int) -> None:
        self._go(self.curves.points[place].moment)
