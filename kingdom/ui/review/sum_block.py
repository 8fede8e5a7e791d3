"""One player's game in numbers, on parchment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pygame

from kingdom.match.seats import Seat
from kingdom.review.analysis import BLUNDER, DOUBTFUL, FINE, MISTAKE, PlayerSum
from kingdom.ui.draw.look import Look
from kingdom.ui.review.timeline_strip import draw_mark
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.widget import Widget

MARKS = (BLUNDER, MISTAKE, DOUBTFUL, FINE)
"""The worst first: so they are counted, and so they are looked for."""
CHIP, PAD, GAP = 46, 10, 6


def _row(look: Look) -> int:
    """The height of what is clicked."""
    return max(look.px(32), look.line_height("small") + 2)


class MarkButton(Button):
    """How many turns have a mark; a click leads to the next one."""

    def __init__(self, mark: str, on_click: Callable[[], object]) -> None:
        super().__init__("", on_click, kind="quiet", style="small")
        self.mark = mark

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        lit = self.enabled and (self.hovered or self.focused)
        if lit:
            look.nine(surface, self.wood(), self.rect)
        size = min(look.px(18), self.rect.height - 2)
        draw_mark(surface, look, self.mark, (self.rect.left + size, self.rect.centery), size)
        left = self.rect.left + size * 3 // 2 + look.px(4)
        room = pygame.Rect(left, self.rect.top, self.rect.right - left, self.rect.height)
        colour = "text_on_button" if lit else "ink" if self.enabled else "ink_soft"
        self.write(surface, look, str(self.text), room, "small", colour)


class SumBlock(Widget):
    """Accuracy, gold lost, luck, how many turns have which mark, the result with even luck, and the ways to
    two turns."""

    def __init__(self, seat: Seat, go: Callable[[int], object], go_to_mark: Callable[[str], object]) -> None:
        super().__init__()
        self.seat = seat
        self.sums = PlayerSum(0.0, 0.0, None, None, None)
        self.figures: tuple[str, ...] = ("",)
        """Accuracy, gold lost, luck; of a player of whom no turn is judged only a dash."""
        self.sentence = ""
        self.marks = False
        self.chips = [MarkButton(mark, self._leading(go_to_mark, mark)) for mark in MARKS]
        self.strongest = Button("", lambda: self._go(go, self.sums.strongest), style="small")
        self.weakest = Button("", lambda: self._go(go, self.sums.weakest), style="small")
        self.children = [*self.chips, self.strongest, self.weakest]

    @staticmethod
    def _leading(go_to_mark: Callable[[str], object], mark: str) -> Callable[[], object]:
        return lambda: go_to_mark(mark)

    @staticmethod
    def _go(go: Callable[[int], object], turn: int | None) -> None:
        if turn is not None:
            go(turn)

    def needs(self, look: Look) -> int:
        """How wide it has to be for its lowest row to be one."""
        ways = sum(button.width_of_words(look) + look.px(GAP) for button in (self.strongest, self.weakest))
        return len(self.chips) * look.px(CHIP) + ways + 2 * look.px(PAD)

    @staticmethod
    def height(look: Look, rows: int) -> int:
        """How tall it has to be, with so many rows to click."""
        lines = look.line_height("name") + 2 * look.line_height("small")
        return lines + rows * (_row(look) + look.px(GAP)) + look.px(14)

    def count(self, marks: Counter[str]) -> None:
        """How many turns have each mark."""
        for chip in self.chips:
            chip.text, chip.enabled = str(marks[chip.mark]), marks[chip.mark] > 0

    def place(self, rect: pygame.Rect, look: Look, rows: int) -> None:
        """Another place; with one row to click, the marks stand beside the ways to turns, else above."""
        self.rect = rect
        tall, pad, gap = _row(look), look.px(PAD), look.px(GAP)
        low = pygame.Rect(rect.left + pad, rect.bottom - tall - look.px(6), rect.width - 2 * pad, tall)
        high = low if rows == 1 else low.move(0, -tall - gap)
        wide = min(look.px(CHIP), high.width // len(self.chips))
        for place, chip in enumerate(self.chips):
            chip.rect = pygame.Rect(high.left + place * wide, high.top, wide, tall)
        left = self.chips[-1].rect.right + gap if rows == 1 else low.left
        ways = (self.strongest, self.weakest)
        spare = low.right - left - gap - sum(button.width_of_words(look) for button in ways)
        for button in ways:
            wide = button.width_of_words(look) + spare // 2
            button.rect = pygame.Rect(left, low.top, wide, tall)
            left += wide + gap

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        look.nine(surface, "panel_parchment", self.rect)
        self.cut.clear()
        pad = look.px(PAD)
        head = pygame.Rect(
            self.rect.left + pad,
            self.rect.top + look.px(6),
            self.rect.width - 2 * pad,
            look.line_height("name"),
        )
        size = head.height
        look.piece(
            surface, "settlement", self.seat.colour, (head.left + size // 2, head.centery), size, self.marks
        )
        accuracy, *rest = self.figures
        wide = look.measure(accuracy, "number")[0] + look.px(8)
        named = min(look.measure(self.seat.name, "name")[0] + 1, head.width * 36 // 100)
        name = pygame.Rect(head.left + size + look.px(8), head.top, named, size)
        self.write(surface, look, self.seat.name, name, "name")
        best = pygame.Rect(head.right - wide, head.top, wide, size)
        self.write(surface, look, accuracy, best, "number", "text_accent", "right")
        room = pygame.Rect(name.right + pad, head.top, best.left - name.right - 2 * pad, size)
        self.write(surface, look, " · ".join(rest), room, "small", "ink_soft", "right")
        words = pygame.Rect(head.left, head.bottom, head.width, self.chips[0].rect.top - head.bottom - 2)
        self.write(surface, look, self.sentence, words, "small", wrap=True)
        for child in self.children:
            if child.visible:
                child.draw(surface, look)
