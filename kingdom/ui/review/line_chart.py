"""Curves over the turns of a game, one a player. Pointing at them tells the moment under the mouse, a click
goes there."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.draw.strokes import thick_line
from kingdom.ui.widgets.widget import Widget

FINER = 2
"""Curves are drawn larger and reduced, so that they are soft,"""
STRIP = 200
"""so many columns of pixels at a time: all at once they would take more room than the window."""
FAR_FROM_NOTHING = 0.4
"""Where the lowest value is at least so much of the highest, the scale need not begin at 0."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Curve(NamedTuple):
    """One player's values, one for each point."""

    colour: str
    name: str
    values: tuple[float, ...]


class LineChart(Widget):
    """Shows some curves. `rounds` are the places where rounds begin, `now` that of the moment shown."""

    def __init__(
        self,
        ground: Callable[[], TableTop],
        point: Callable[[int | None], object],
        go: Callable[[int], object],
    ) -> None:
        super().__init__()
        self.ground, self._point, self._go = ground, point, go
        self.caption = ""
        self.curves: list[Curve] = []
        self.rounds: dict[int, int] = {}
        """By the place of the point, the round that begins there."""
        self.now = 0.0
        """Where the moment that is gone to lies, in points."""
        self.pointed: int | None = None
        self.marks = False
        self._kept = Painted()

    @property
    def points(self) -> int:
        """How many there are."""
        return len(self.curves[0].values) if self.curves else 0

    # --- where things are

    def plot(self, look: Look) -> pygame.Rect:
        """Where the curves are."""
        numbers = look.measure("−888", "tiny")[0] + look.px(8)
        head = look.px(22)
        foot = look.line_height("tiny") + look.line_height("small") * 2 + look.px(22)
        side = look.px(34)
        return pygame.Rect(
            self.rect.left + numbers + look.px(8),
            self.rect.top + head,
            max(1, self.rect.width - numbers - look.px(8) - side),
            max(1, self.rect.height - head - foot),
        )

    def scale(self) -> tuple[float, float, float]:
        """The lowest and the highest line, and the distance between two."""
        values = [value for curve in self.curves for value in curve.values] or [0.0]
        low, high = min(values), max(1.0, *values)
        low = low if low > high * FAR_FROM_NOTHING else min(0.0, low)
        step = next((step for step in STEPS if (high - low) / step <= 6), 1000)
        return math.floor(low / step) * step, math.ceil(high / step) * step, step

    def spot(self, plot: pygame.Rect, place: float, value: float) -> tuple[float, float]:
        """Where a value is."""
        low, high, _ = self.scale()
        x = plot.left + plot.width * place / max(1, self.points - 1)
        return x, plot.bottom - plot.height * (value - low) / (high - low)

    def place_at(self, plot: pygame.Rect, x: int) -> int:
        """The point nearest to a place on the screen."""
        share = (x - plot.left) / max(1, plot.width)
        return max(0, min(self.points - 1, round(share * (self.points - 1))))

    # --- input

    def follow(self, pos: tuple[int, int] | None, look: Look) -> None:
        """The mouse is here, or elsewhere."""
        plot = self.plot(look)
        near = pos is not None and plot.inflate(look.px(24), look.px(24)).collidepoint(pos) and self.points
        found = self.place_at(plot, pos[0]) if near and pos is not None else None
        if found != self.pointed:
            self.pointed = found
            self._point(found)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pointed is not None:
            self._go(self.pointed)
            return True
        return False

    # --- drawing

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        key = (tuple(self.curves), tuple(self.rounds), self.marks, look.scale)
        self._kept.show(surface, self.ground(), self.rect, key, lambda on, rect: self._paint(on, rect, look))
        plot = self.plot(look)
        if not self.points:
            return
        self._line(surface, look, plot, self.now, "gold_dark", max(2, look.px(3)))
        if self.pointed is not None:
            self._line(surface, look, plot, self.pointed, "walnut_light", max(1, look.px(2)))
            for curve in self.curves:
                spot = self.spot(plot, self.pointed, curve.values[self.pointed])
                centre = round(spot[0]), round(spot[1])
                pygame.draw.circle(surface, look.colour("walnut_dark"), centre, look.px(7))
                pygame.draw.circle(surface, look.colour(f"player_{curve.colour}"), centre, max(2, look.px(5)))
        words = pygame.Rect(self.rect.left + look.px(14), 0, self.rect.width - look.px(28), 0)
        words.height = look.line_height("small") * 2
        words.bottom = self.rect.bottom - look.px(8)
        self.cut.clear()
        self.write(surface, look, self.caption, words, "small", "ink", "center", "middle", wrap=True)

    def _line(
        self, surface: pygame.Surface, look: Look, plot: pygame.Rect, place: float, tone: str, thick: int
    ) -> None:
        x = round(self.spot(plot, place, 0)[0])
        pygame.draw.line(surface, look.colour(tone), (x, plot.top), (x, plot.bottom), thick)

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        look.nine(surface, "panel_parchment", rect)
        plot = self.plot(look).move(rect.left - self.rect.left, rect.top - self.rect.top)
        low, high, step = self.scale()
        value = low
        while value <= high:
            y = round(self.spot(plot, 0, value)[1])
            tone = "text_soft" if value == 0 else "parchment_dark"
            pygame.draw.line(surface, look.colour(tone), (plot.left, y), (plot.right, y))
            tall = look.line_height("tiny")
            room = pygame.Rect(
                rect.left + look.px(6), y - tall // 2, plot.left - rect.left - look.px(12), tall
            )
            said = f"{round(value)}".replace("-", "−")
            look.text(surface, said, room, "tiny", "ink_soft", "right", "middle")
            value += step
        self._paint_rounds(surface, look, plot)
        self._paint_curves(surface, look, plot)

    def _paint_rounds(self, surface: pygame.Surface, look: Look, plot: pygame.Rect) -> None:
        wide, free = look.measure("88", "tiny")[0] + look.px(6), plot.left - look.px(4)
        for place, number in self.rounds.items():
            x = round(self.spot(plot, place, 0)[0])
            pygame.draw.line(surface, look.colour("parchment_dark"), (x, plot.top), (x, plot.bottom))
            if x >= free:
                room = pygame.Rect(x - wide // 2, plot.bottom + look.px(2), wide, look.line_height("tiny"))
                look.text(surface, str(number), room, "tiny", "ink_soft", "center")
                free = x + wide

    def _paint_curves(self, surface: pygame.Surface, look: Look, plot: pygame.Rect) -> None:
        edge = look.px(8)
        frame = plot.inflate(2 * edge, 2 * edge)
        for left in range(frame.left, frame.right, STRIP):
            strip = pygame.Rect(left, frame.top, min(STRIP, frame.right - left), frame.height)
            surface.blit(self._strip_of_curves(look, plot, strip), strip)
        size, taken = look.px(28), list[int]()
        for curve in sorted(self.curves, key=lambda curve: -curve.values[-1]):
            x, y = self.spot(plot, self.points - 1, curve.values[-1])
            top = round(y)
            while any(abs(top - other) < size * 6 // 10 for other in taken):
                top += 2  # houses of equal gold stand below each other
            taken.append(top)
            look.piece(
                surface, "settlement", curve.colour, (round(x) + size * 6 // 10, top), size, self.marks
            )

    def _strip_of_curves(self, look: Look, plot: pygame.Rect, strip: pygame.Rect) -> pygame.Surface:
        """What of the curves is on a strip of the window, drawn large and then reduced; a little broader, as
        pygame 2.6 draws what crosses an edge otherwise than the same within."""
        thick, dark_edge = max(2, look.px(4)) * FINER, max(1, look.px(2)) * FINER
        beside = (thick + dark_edge) // FINER + 1
        wide = strip.inflate(2 * beside, 0)
        large = pygame.Surface((wide.width * FINER, wide.height * FINER), pygame.SRCALPHA)
        large.fill((*look.colour("parchment"), 0))
        for wider, dark in ((dark_edge, True), (0, False)):
            reach = thick + wider
            for curve in self.curves:
                tone = look.colour("walnut_dark" if dark else f"player_{curve.colour}")
                spots = [self.spot(plot, place, value) for place, value in enumerate(curve.values)]
                line = [((x - wide.left) * FINER, (y - wide.top) * FINER) for x, y in spots]
                for start, end in pairwise(line):
                    if end[0] >= -reach and start[0] <= large.get_width() + reach:
                        thick_line(large, tone, start, end, reach)
        reduced = pygame.transform.smoothscale(large, wide.size)
        return reduced.subsurface((beside, 0), strip.size)
