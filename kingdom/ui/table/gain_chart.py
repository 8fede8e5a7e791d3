"""What a turn brought from each source of gold, beside what the best turn brings: two bars a source, or one
if they are the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from kingdom.learn.solving import Gain
from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.widget import Widget

BAR, GAP, BETWEEN = 14, 5, 14
"""Design pixels of a bar, between two bars, and between two sources."""


@dataclass(frozen=True)
class SourceGains:
    """One source: its name, and what each of the two turns brings."""

    name: str
    yours: int
    best: int


def beside(yours: Sequence[Gain], best: Sequence[Gain], name: dict[str, str]) -> list[SourceGains]:
    """Every source of either turn, as the best turn has them."""
    mine, theirs = ({gain.source: gain.gold for gain in gains} for gains in (yours, best))
    return [
        SourceGains(name[source], mine.get(source, 0), theirs.get(source, 0))
        for source in dict.fromkeys([*theirs, *mine])
    ]


class GainChart(Widget):
    """Bars below each other; the upper one of a source is one's own, and the only one of the best turn."""

    def __init__(self, lines: Sequence[SourceGains], words: tuple[str, str], colour: str) -> None:
        super().__init__()
        self.lines, self.words, self.colour = list(lines), words, colour
        self.same = all(line.yours == line.best for line in self.lines)

    def height(self, look: Look) -> int:
        """How much room it needs."""
        bars = look.px(BAR) if self.same else 2 * look.px(BAR) + look.px(GAP)
        line = look.line_height("small") + bars + look.px(BETWEEN)
        legend = 0 if self.same else look.line_height("small") + look.px(BETWEEN)
        return line * len(self.lines) + legend

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        small, bar, gap = look.line_height("small"), look.px(BAR), look.px(GAP)
        most = max((abs(gold) for line in self.lines for gold in (line.yours, line.best)), default=1) or 1
        digits = look.measure("+00", "small")[0] + look.px(8)
        room, top = self.rect.width - digits, self.rect.top
        half = self.rect.width // 2
        pairs = [] if self.same else list(zip(self.words, self._colours(look), strict=True))
        for place, (words, colour) in enumerate(pairs):
            spot = pygame.Rect(self.rect.left + place * half, top + (small - bar) // 2, bar, bar)
            self._bar(surface, look, spot, colour)
            rest = pygame.Rect(spot.right + look.px(6), top, half - bar - look.px(10), small)
            self.write(surface, look, words, rest, "small", "ink_soft")
        top += 0 if self.same else small + look.px(BETWEEN)
        for line in self.lines:
            self.write(
                surface, look, line.name, pygame.Rect(self.rect.left, top, self.rect.width, small), "small"
            )
            top += small
            golds = (line.best,) if self.same else (line.yours, line.best)
            for gold, colour in zip(golds, self._colours(look)[-len(golds) :], strict=True):
                spot = pygame.Rect(self.rect.left, top, max(look.px(3), room * abs(gold) // most), bar)
                self._bar(surface, look, spot, colour, hollow=gold <= 0)
                number = pygame.Rect(spot.right + look.px(6), spot.centery - small // 2, digits, small)
                self.write(
                    surface,
                    look,
                    f"{gold:+d}".replace("-", "−") if gold else "0",
                    number,
                    "small",
                    "ink_soft",
                )
                top += bar + gap
            top += look.px(BETWEEN) - gap

    def _colours(self, look: Look) -> tuple[pygame.Color, pygame.Color]:
        return pygame.Color(look.colour(f"player_{self.colour}")), pygame.Color(look.colour("gold"))

    @staticmethod
    def _bar(
        surface: pygame.Surface, look: Look, rect: pygame.Rect, colour: pygame.Color, hollow: bool = False
    ) -> None:
        radius = look.px(3)
        if not hollow:
            pygame.draw.rect(surface, colour, rect, border_radius=radius)
        pygame.draw.rect(surface, look.colour("walnut"), rect, max(1, look.px(1)), border_radius=radius)
