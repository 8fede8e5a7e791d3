"""The game as a strip: every turn in its player's colour, rounds above, marks below, and a knob to drag."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from kingdom.review.analysis import BLUNDER, DOUBTFUL, FINE, MISTAKE
from kingdom.review.timeline import NOBODY, Timeline, TurnSpan
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

TONES = {FINE: "text_good", DOUBTFUL: "gold", MISTAKE: "burnt_orange", BLUNDER: "text_error"}
SHAPES: dict[str, tuple[tuple[float, float], ...]] = {
    FINE: ((-0.35, 0.0), (0.0, -0.35), (0.35, 0.0), (0.0, 0.35)),
    DOUBTFUL: ((-0.8, 0.0), (0.0, -0.8), (0.8, 0.0), (0.0, 0.8)),
    MISTAKE: ((-1.0, 0.8), (0.0, -1.0), (1.0, 0.8)),
    BLUNDER: (
        (-1.0, -0.6), (-0.6, -1.0), (0.0, -0.4), (0.6, -1.0), (1.0, -0.6), (0.4, 0.0),
        (1.0, 0.6), (0.6, 1.0), (0.0, 0.4), (-0.6, 1.0), (-1.0, 0.6), (-0.4, 0.0),
    ),
}  # fmt: skip
"""A dot, a diamond, a triangle and a cross: told apart without colours, and at any size."""
FINER = 4


def draw_mark(surface: pygame.Surface, look: Look, mark: str, centre: tuple[int, int], size: int) -> None:
    """A mark within a square of this size. Drawn large and reduced, so that its edges are soft."""
    large = pygame.Surface((size * FINER, size * FINER), pygame.SRCALPHA)
    half = size * FINER / 2
    edge = look.colour("text_on_walnut")
    large.fill((*edge, 0))
    for tone, reach in ((edge, 0.98), (look.colour(TONES[mark]), 0.98 - 1.7 / max(4, size))):
        outline = [(half + x * half * reach, half + y * half * reach) for x, y in SHAPES[mark]]
        pygame.draw.polygon(large, tone, outline)
    small = pygame.transform.smoothscale(large, (size, size))
    surface.blit(small, small.get_rect(center=centre))


class TimelineStrip(Widget):
    """A click or a drag goes to a moment, the wheel steps; the arrows are the scene's own."""

    focusable = True

    def __init__(
        self,
        timeline: Timeline,
        colours: Sequence[str],
        ground: Callable[[], TableTop],
        go: Callable[[int], object],
        tell: Callable[[TurnSpan], Tip],
    ) -> None:
        super().__init__(tooltip=self._told)
        self.timeline, self.colours, self.ground, self.go, self.tell = timeline, colours, ground, go, tell
        self.moment = 0
        self.marks: Mapping[int, str] = {}
        """By the number of the turn."""
        self._pointed: int | None = None
        self._version = 0
        self._kept = Painted()

    def mark(self, marks: Mapping[int, str]) -> None:
        """Show these marks."""
        self.marks, self._version = dict(marks), self._version + 1

    # --- where things are

    def _track(self) -> pygame.Rect:
        """The strip of colours itself."""
        high = self.rect.height
        track = self.rect.inflate(-2 * max(2, high // 4), 0)
        track.top, track.height = self.rect.top + high * 36 // 100, high * 30 // 100
        return track

    def x_of(self, moment: int) -> int:
        """Where a moment is."""
        track = self._track()
        return track.left + round(track.width * moment / max(1, self.timeline.last))

    def moment_at(self, x: int) -> int:
        """The moment at a place."""
        track = self._track()
        share = (x - track.left) / max(1, track.width)
        return max(0, min(self.timeline.last, round(share * self.timeline.last)))

    def turn_at(self, x: int) -> TurnSpan | None:
        """The turn at a place."""
        return next(
            (turn for turn in self.timeline.turns if self.x_of(turn.first) <= x < self.x_of(turn.end)), None
        )

    def _told(self) -> Tip:
        turn = None if self._pointed is None else self.turn_at(self._pointed)
        return Tip() if turn is None else self.tell(turn)

    # --- input

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._pointed = event.pos[0]
            if self.pressed:
                self.go(self.moment_at(event.pos[0]))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.go(self.moment_at(event.pos[0]))
            return True
        return event.type == pygame.MOUSEBUTTONUP

    # --- drawing

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        key = (self._version, look.scale)
        self._kept.show(surface, self.ground(), self.rect, key, lambda on, rect: self._paint(on, rect, look))
        x, track = self.x_of(self.moment), self._track()
        stick = pygame.Rect(0, track.top - look.px(7), max(3, look.px(5)), track.height + look.px(14))
        stick.centerx = x
        pygame.draw.rect(surface, look.colour("walnut_dark"), stick.inflate(2, 2), border_radius=look.px(3))
        pygame.draw.rect(surface, look.colour("gold_light"), stick, border_radius=look.px(3))
        size = look.px(26)
        lit = self.hovered or self.pressed or self.focused
        look.icon(surface, "slider_knob_hover" if lit else "slider_knob", (x, track.centery), size)

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        away = rect.left - self.rect.left, rect.top - self.rect.top
        look.nine(surface, "panel_walnut", rect)
        track = self._track().move(away)
        pygame.draw.rect(surface, look.colour("walnut_dark"), track.inflate(2, 2), border_radius=look.px(4))
        for turn in self.timeline.turns:
            left, right = self.x_of(turn.first) + away[0], self.x_of(turn.end) + away[0]
            part = pygame.Rect(
                left, track.top, max(1, right - left - (1 if right - left > 3 else 0)), track.height
            )
            tone = "walnut_light" if turn.player == NOBODY else f"player_{self.colours[turn.player]}"
            pygame.draw.rect(surface, look.colour(tone), part)
            if turn.number in self.marks:
                size = min(look.px(19), max(5, right - left - 2), rect.bottom - track.bottom - 2)
                centre = (left + right) // 2, (track.bottom + rect.bottom) // 2
                draw_mark(surface, look, self.marks[turn.number], centre, size)
        self._paint_rounds(surface, rect, look, track, away[0])

    def _paint_rounds(
        self, surface: pygame.Surface, rect: pygame.Rect, look: Look, track: pygame.Rect, away: int
    ) -> None:
        """A line where a round begins, and its number where there is room."""
        wide = look.measure("88", "tiny")[0] + look.px(6)
        free = rect.left
        for number, start in enumerate(self.timeline.rounds(), 1):
            x = self.x_of(start) + away
            pygame.draw.line(surface, look.colour("rim"), (x, track.top - look.px(4)), (x, track.bottom - 1))
            if x >= free:
                room = pygame.Rect(x + look.px(3), rect.top, wide, track.top - rect.top)
                look.text(surface, str(number), room, "tiny", "text_soft_on_walnut", valign="middle")
                free = x + wide + look.px(4)
