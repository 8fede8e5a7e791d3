"""A person's path: the rating against programs, and the gold of game after game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from kingdom.ai.roster import POINTS
from kingdom.profile import pages
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.glicko import Rating
from kingdom.profile.pages import CurvePoint
from kingdom.ui.profile.charts import CurveChart, Mark, Spot
from kingdom.ui.profile.sheet import ChronicleSheet
from kingdom.ui.profile.when import day_of
from kingdom.ui.scene.words import kind_words
from kingdom.ui.widgets.basic import Label
from kingdom.ui.widgets.widget import Laid, Widget

MOST_SPOTS = 240
"""Points of a curve; of more games several share one."""
LEAST_CHART = 190
"""Design pixels."""
SURE = 2.0
"""Deviations to both sides in which the true strength lies nineteen times out of twenty."""


class Path(NamedTuple):
    """What the page shows."""

    points: list[CurvePoint]
    rating: Rating


class CurveSheet(ChronicleSheet):
    """Charts below each other: strength, gold and, of games that were judged, how well they were played."""

    name = "curve"

    def ask(self, chronicle: Chronicle, person: str) -> Path:
        return Path(pages.curve(chronicle, person), chronicle.rating(chronicle.person(person)))

    def build(self, room: pygame.Rect, found: Path) -> Laid:
        if not found.points:
            return self.nothing(room, "ui.chronicle.none")
        look, say = self.app.look, self.app.say
        rated = [point for point in found.points if point.points is not None]
        heads = 2 * (look.line_height("heading") + look.px(4)) + 2 * look.line_height("small") + look.px(30)
        tall = max(look.px(LEAST_CHART), (room.height - heads) // 2)
        placed: list[Widget] = []
        top = room.top
        words = say(
            "ui.chronicle.rating.now",
            points=round(found.rating.points),
            spread=round(SURE * found.rating.deviation),
        )
        remark = self._standing(found.rating) if rated else say("ui.chronicle.rating.none")
        top = self._heading(placed, room, top, say("ui.chronicle.rating"), words if rated else "", remark)
        if rated:
            marks = [Mark(points, self._kind(level)) for level, points in POINTS.items()]
            spots = [self._rated(group) for group in _groups(rated)]
            chart = pygame.Rect(room.left, top, room.width, tall)
            placed.append(CurveChart(chart, spots, marks, _ends(rated), look))
            top = chart.bottom + look.px(16)
        mean = sum(point.gold for point in found.points) / len(found.points)
        best = max(point.gold for point in found.points)
        words = say("ui.chronicle.gold.mean", gold=self.app.texts.decimal(mean))
        remark = say("ui.chronicle.gold.best", count=best)
        top = self._heading(placed, room, top, say("ui.chronicle.gold"), words, remark)
        chart = pygame.Rect(room.left, top, room.width, tall)
        spots = [self._golden(group) for group in _groups(found.points)]
        placed.append(
            CurveChart(chart, spots, [Mark(mean, say("ui.chronicle.mean"))], _ends(found.points), look)
        )
        judged = [point for point in found.points if point.accuracy is not None]
        if judged:
            top = chart.bottom + look.px(16)
            words = say("ui.chronicle.accuracy", share=round(sum(map(_accuracy, judged)) / len(judged)))
            remark = say("ui.chronicle.judged", count=len(judged))
            top = self._heading(placed, room, top, say("ui.chronicle.skill"), words, remark)
            chart = pygame.Rect(room.left, top, room.width, tall)
            spots = [self._judged(group) for group in _groups(judged)]
            placed.append(CurveChart(chart, spots, [], _ends(judged), look))
        return Laid(placed, chart.bottom - room.top)

    def _heading(
        self, placed: list[Widget], room: pygame.Rect, top: int, title: str, figure: str, remark: str
    ) -> int:
        look = self.app.look
        tall = look.line_height("heading")
        wide = look.measure(figure, "heading")[0] + look.px(8) if figure else 0
        placed.append(Label(title, pygame.Rect(room.left, top, room.width - wide, tall), "heading"))
        if figure:
            place = pygame.Rect(room.right - wide, top, wide, tall)
            placed.append(Label(figure, place, "heading", "text_accent", "right"))
        low = look.line_height("small")
        placed.append(Label(remark, pygame.Rect(room.left, top + tall, room.width, low), "small", "ink_soft"))
        return top + tall + low + look.px(4)

    def _standing(self, rating: Rating) -> str:
        """Between which levels a rating lies."""
        say = self.app.say
        levels = sorted(POINTS, key=lambda level: POINTS[level])
        below = [level for level in levels if POINTS[level] <= rating.points]
        above = [level for level in levels if POINTS[level] > rating.points]
        if not below:
            return say("ui.chronicle.rating.below", level=self._kind(above[0]))
        if not above:
            return say("ui.chronicle.rating.above", level=self._kind(below[-1]))
        return say("ui.chronicle.rating.between", below=self._kind(below[-1]), above=self._kind(above[0]))

    def _kind(self, level: str) -> str:
        return kind_words(self.app.texts, level)

    def _rated(self, group: Sequence[CurvePoint]) -> Spot:
        last = group[-1]
        assert last.points is not None
        assert last.deviation is not None
        return Spot(last.points, SURE * last.deviation, self._told(group, round(last.points)))

    def _golden(self, group: Sequence[CurvePoint]) -> Spot:
        mean = sum(point.gold for point in group) / len(group)
        return Spot(mean, 0.0, self._told(group, round(mean)))

    def _judged(self, group: Sequence[CurvePoint]) -> Spot:
        mean = sum(map(_accuracy, group)) / len(group)
        luck = sum(point.luck or 0.0 for point in group) / len(group)
        words = self.app.say("ui.chronicle.luck", gold=self.app.texts.decimal(luck, signed=True))
        return Spot(mean, 0.0, f"{self._told(group, round(mean))}\n{words}")

    def _told(self, group: Sequence[CurvePoint], value: int) -> str:
        say, last = self.app.say, group[-1]
        if len(group) > 1:
            return f"{value}\n" + say("ui.chronicle.games", count=len(group)) + f"\n{_days(group)}"
        place = say("ui.chronicle.placed", place=last.place, count=last.players, gold=last.gold)
        return f"{value}\n{place}\n{day_of(last.ended)}"


def _accuracy(point: CurvePoint) -> float:
    return point.accuracy or 0.0


def _groups(points: Sequence[CurvePoint]) -> list[Sequence[CurvePoint]]:
    """The games, several together where there are very many."""
    each = -(-len(points) // MOST_SPOTS)
    return [points[start : start + each] for start in range(0, len(points), each)]


def _ends(points: Sequence[CurvePoint]) -> tuple[str, str]:
    return day_of(points[0].ended), day_of(points[-1].ended)


def _days(group: Sequence[CurvePoint]) -> str:
    first, last = _ends(group)
    return first if first == last else f"{first} – {last}"
