"""Where everything at the table is: the board on the left, players, cards and log on the right, the bar
below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pygame

from kingdom.ui.draw.geometry import FRAMED, LEAST, MARGIN, fit, share
from kingdom.ui.draw.look import Look
from kingdom.ui.panels.board_scene import inside

COLUMN, WORDS = 584, 420
"""Design pixels of the right column, and what it needs for the words on its cards."""
BAR = 98
HEADER = 46
ROW, LOW_ROW, LOWEST_ROW = 82, 62, 40
"""A player's row: as it should be, where it is crowded, and at the least."""
CARD, LOW_CARD = 250, 166
CHIP = 32
LOG, LOW_LOG = 116, 72
STEPS = ((ROW, CARD, LOG), (LOW_ROW, CARD, LOG), (LOW_ROW, CARD, LOW_LOG), (LOWEST_ROW, LOW_CARD, LOW_LOG))
"""Heights of row, card and log that are tried one after another."""
FRAME = (241, 209)
"""Width and height of the island's own frame beside the log;"""
FRAME_STEPS = (
    (ROW, CARD, FRAME[1]),
    (LOW_ROW, CARD, FRAME[1]),
    (50, 230, FRAME[1]),
    *((LOWEST_ROW, card, FRAME[1]) for card in (CARD, 230, 210, 200)),
    (LOWEST_ROW, LOW_CARD, FRAME[1]),
)
"""what is tried for it;"""
FRAME_SHARE = 0.44
"""and the most it takes of the column: the log needs the rest for its words."""
NEARLY = 0.95
"""On the board's own sheet the island must leave the board at least so large."""


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
    heading: pygame.Rect | None = None
    """Above the cards; None where there is no room for it."""
    island: pygame.Rect | None = None
    """None where it lies on the board's sheet."""

    @property
    def maps(self) -> list[pygame.Rect]:
        """The sheets that board and island lie on."""
        return [self.board] if self.island is None else [self.board, self.island]

    @property
    def panels(self) -> list[pygame.Rect]:
        """Everything else."""
        return [self.header, self.bar, self.log, *self.players, *self.cards, *self.chips]


def lay_table(
    size: tuple[int, int],
    look: Look,
    players: int,
    cards: int,
    chips: int,
    island: bool = False,
    card_height: Callable[[int], int] = lambda width: 0,
) -> TableLayout:
    """Place everything for a window of this size. Where there is little room, rows and cards become lower
    before the log goes. `card_height` tells how high cards of a width must be for their words.

    An island that would make the board much smaller gets a frame of its own beside the log, if there is room.
    """
    margin, gap = look.px(14), look.px(9)
    width, height = size
    tall = max(look.px(BAR), _lines_of_bar(look))
    bar = pygame.Rect(margin, height - margin - tall, width - 2 * margin, tall)
    wish = max(look.px(COLUMN), look.words_px(WORDS))
    column = min(max(wish, (width - 2 * margin) * 30 // 100), (width - 2 * margin) * 46 // 100)
    left = width - margin - column
    board = pygame.Rect(margin, margin, left - gap - margin, bar.top - gap - margin)
    header = pygame.Rect(left, margin, column, look.px(HEADER))
    lines = (chips + 1) // 2
    rest, heading = bar.top - gap - header.bottom - gap, look.line_height("small") + gap // 2
    words = card_height(_across(pygame.Rect(0, 0, column, 1), cards, gap)[0].width) if cards else 0
    stack = _Column(look, rest - heading, gap, players, bool(cards), lines, words)
    frame = _frame_width(board, column, look) if island else 0
    framed = stack.heights(FRAME_STEPS) if frame else None
    found = framed or stack.heights(STEPS)
    if found is None:  # crowded: the cards must do without their heading
        heading = 0
        stack = replace(stack, rest=rest)
        framed = stack.heights(FRAME_STEPS) if frame else None
        found = framed or stack.heights(STEPS) or replace(stack, words=0).heights(STEPS) or stack.squeezed()
    row, card, chip = found
    layout = TableLayout(board, header, bar, pygame.Rect(0, 0, 0, 0))
    top = header.bottom + gap
    for _ in range(players):
        layout.players.append(pygame.Rect(left, top, column, row))
        top += row + gap
    if cards:
        if heading:
            layout.heading = pygame.Rect(left + look.px(6), top, column - look.px(12), heading - gap // 2)
            top += heading
        layout.cards = _across(pygame.Rect(left, top, column, card), cards, gap)
        top += card + gap
    for line in range(lines):
        number = min(2, chips - 2 * line)
        layout.chips += _across(pygame.Rect(left, top, column, chip), 2, gap)[:number]
        top += chip + gap // 2
    top += gap - gap // 2 if lines else 0
    layout.log = pygame.Rect(left, top, column, max(1, bar.top - gap - top))
    if framed:
        layout.island, layout.log = _beside_log(layout.log, frame, gap, look)
    return layout


def _lines_of_bar(look: Look) -> int:
    """How high the bar is for its sentence and two lines below: letters shrink less than windows."""
    return look.line_height("heading") + 2 * look.line_height("body") + 2 * look.px(5)


def _beside_log(rect: pygame.Rect, frame: int, gap: int, look: Look) -> tuple[pygame.Rect, pygame.Rect]:
    """A rect divided between the island's frame and the log; a tall one above each other, so that the log has
    all its width."""
    tall = look.px(FRAME[1])
    if rect.height >= 2 * tall + gap:
        log = pygame.Rect(rect.topleft, (rect.width, rect.height - tall - gap))
        return pygame.Rect(rect.left, log.bottom + gap, rect.width, tall), log
    # the island next to the board, so that the way from one to the other leads over nothing else
    island = pygame.Rect(rect.left, rect.top, frame, rect.height)
    return island, pygame.Rect(island.right + gap, rect.top, rect.right - island.right - gap, rect.height)


def _frame_width(board: pygame.Rect, column: int, look: Look) -> int:
    """How wide the island's own frame is; 0 if it needs none, or if it would be too small to be played on."""
    sheet = inside(board, look)
    shared = share((0, 0, *sheet.size))[0]
    if fit(20, 20, shared[2:], MARGIN) >= NEARLY * fit(20, 20, sheet.size, MARGIN):
        return 0
    frame = pygame.Rect(0, 0, min(look.px(FRAME[0]), round(column * FRAME_SHARE)), look.px(FRAME[1]))
    return frame.width if fit(5, 5, inside(frame, look).size, FRAMED) >= LEAST else 0


Heights = tuple[int, int, int]
"""Of a player's row, a card, and a line of chips."""


@dataclass(frozen=True)
class _Column:
    """What has to find room on the right, above each other."""

    look: Look
    rest: int
    """Pixels from top to bottom."""
    gap: int
    players: int
    cards: bool
    lines: int
    """Of chips."""
    words: int
    """How high a card is at least for its words."""

    def needed(self, row: float, card: float, chip: float, log: float) -> float:
        """The height of everything."""
        gap = self.gap
        found = self.players * (row + gap) + log
        found += card + gap if self.cards else 0
        return found + (self.lines * (chip + gap // 2) + gap - gap // 2 if self.lines else 0)

    def heights(self, steps: Sequence[tuple[int, int, int]]) -> Heights | None:
        """The first of these steps (row, card, log) that fits."""
        chip = self.look.px(CHIP)
        for step in steps:
            row, card, log = (self.look.px(height) for height in step)
            card = max(card, self.words)
            spare = self.rest - self.needed(row, card, chip, log)
            if (
                spare >= 0
            ):  # what is left over goes to the rows first, up to their best height; the log takes the rest
                return int(min(self.look.px(ROW), row + spare // self.players)), card, chip
        return None

    def squeezed(self) -> Heights:
        """A large interface in a small window: everything shrinks alike, and the texts with it."""
        row, card, log = (self.look.px(height) for height in STEPS[-1])
        chip, gaps = self.look.px(CHIP), self.needed(0, 0, 0, 0)
        share = max(0.1, (self.rest - gaps) / (self.needed(row, card, chip, log) - gaps))
        return max(1, int(row * share)), max(1, int(card * share)), max(1, int(chip * share))


def _across(rect: pygame.Rect, number: int, gap: int) -> list[pygame.Rect]:
    """A rect divided side by side."""
    found = []
    for place in range(number):
        left = rect.left + (rect.width + gap) * place // number
        right = rect.left + (rect.width + gap) * (place + 1) // number - gap
        found.append(pygame.Rect(left, rect.top, right - left, rect.height))
    return found
