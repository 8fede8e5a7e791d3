"""Where everything at the table is: the board on the left, players, cards and log on the right, the bar below."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from kingdom.ui.look import Look

COLUMN = 550
"""Design pixels of the right column."""
BAR = 98
HEADER = 46
ROW, LOW_ROW, LOWEST_ROW = 82, 62, 46
"""A player's row: as it should be, where it is crowded, and at the least."""
CARD, LOW_CARD = 236, 168
CHIP = 32
LOG, LOW_LOG = 116, 72
STEPS = ((ROW, CARD, LOG), (LOW_ROW, CARD, LOG), (LOW_ROW, CARD, LOW_LOG), (LOWEST_ROW, LOW_CARD, LOW_LOG))
"""Heights of row, card and log that are tried one after another."""


@dataclass
class TableLayout:
    """Rects in window pixels."""

    board: pygame.Rect
    header: pygame.Rect
    bar: pygame.Rect
    log: pygame.Rect
    players: list[pygame.Rect] = field(default_factory=list)
    cards: list[pygame.Rect] = field(default_factory=list)
    chips: list[pygame.Rect] = field(default_factory=list)

    @property
    def panels(self) -> list[pygame.Rect]:
        """All of them."""
        return [self.board, self.header, self.bar, self.log, *self.players, *self.cards, *self.chips]


def lay_table(size: tuple[int, int], look: Look, players: int, cards: int, chips: int) -> TableLayout:
    """Place everything for a window of this size. Where there is little room, rows and cards become lower before the log goes."""
    margin, gap = look.px(14), look.px(9)
    width, height = size
    bar = pygame.Rect(margin, height - margin - look.px(BAR), width - 2 * margin, look.px(BAR))
    column = min(max(look.px(COLUMN), (width - 2 * margin) * 30 // 100), (width - 2 * margin) * 46 // 100)
    left = width - margin - column
    board = pygame.Rect(margin, margin, left - gap - margin, bar.top - gap - margin)
    header = pygame.Rect(left, margin, column, look.px(HEADER))
    lines = (chips + 1) // 2
    row, card, chip = _heights(bar.top - gap - header.bottom - gap, gap, look, players, bool(cards), lines)
    layout = TableLayout(board, header, bar, pygame.Rect(0, 0, 0, 0))
    top = header.bottom + gap
    for _ in range(players):
        layout.players.append(pygame.Rect(left, top, column, row))
        top += row + gap
    if cards:
        layout.cards = _across(pygame.Rect(left, top, column, card), cards, gap)
        top += card + gap
    for line in range(lines):
        number = min(2, chips - 2 * line)
        layout.chips += _across(pygame.Rect(left, top, column, chip), 2, gap)[:number]
        top += chip + gap // 2
    top += gap - gap // 2 if lines else 0
    layout.log = pygame.Rect(left, top, column, max(1, bar.top - gap - top))
    return layout


def _heights(rest: int, gap: int, look: Look, players: int, cards: bool, lines: int) -> tuple[int, int, int]:
    """How high a player's row, a card and a line of chips may be, so that something is left for the log."""

    def needed(row: float, card: float, chip: float, log: float) -> float:
        found = players * (row + gap) + log
        found += card + gap if cards else 0
        return found + (lines * (chip + gap // 2) + gap - gap // 2 if lines else 0)

    chip = look.px(CHIP)
    row, card, log = (look.px(height) for height in STEPS[-1])
    for step in STEPS:
        row, card, log = (look.px(height) for height in step)
        spare = rest - needed(row, card, chip, log)
        if spare >= 0:  # what is left over goes to the rows first, up to their best height; the log takes the rest
            return int(min(look.px(ROW), row + spare // players)), card, chip
    # a large interface in a small window: everything shrinks alike, and the texts with it
    gaps = needed(0, 0, 0, 0)
    share = max(0.1, (rest - gaps) / (needed(row, card, chip, log) - gaps))
    return max(1, int(row * share)), max(1, int(card * share)), max(1, int(chip * share))


def _across(rect: pygame.Rect, number: int, gap: int) -> list[pygame.Rect]:
    """A rect divided side by side."""
    found = []
    for place in range(number):
        left = rect.left + (rect.width + gap) * place // number
        right = rect.left + (rect.width + gap) * (place + 1) // number - gap
        found.append(pygame.Rect(left, rect.top, right - left, rect.height))
    return found
