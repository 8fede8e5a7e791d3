"""Layout of the match scene. The board is on the left; players, cards and log are on the right; the action
bar is at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import pygame

from kingdom.ui.board.board_geometry import (
    BOARD_MARGIN,
    FRAMED_ISLAND_MARGIN,
    MIN_ISLAND_HEX_PX,
    split_for_island,
)
from kingdom.ui.draw.hex_grid import fit_hex_width
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.panels.board_scene import board_area
from kingdom.ui.panels.player_rows import min_two_line_height

SIDE_COLUMN_WIDTH, SIDE_MIN_TEXT_WIDTH = 584, 420
"""Preferred width of the right column, and minimum width for the text on its cards, in design pixels."""
BAR_HEIGHT = 98
HEADER_HEIGHT = 46
ROW_HEIGHT, SMALL_ROW_HEIGHT, MIN_ROW_HEIGHT = 82, 62, 40
"""Preferred, reduced and minimum height of a player row, in design pixels."""
CARD_HEIGHT, MIN_CARD_HEIGHT = 250, 166
CHIP_HEIGHT = 32
LOG_HEIGHT, MIN_LOG_HEIGHT = 116, 72
COLUMN_HEIGHT_STEPS = (
    (ROW_HEIGHT, CARD_HEIGHT, LOG_HEIGHT),
    (SMALL_ROW_HEIGHT, CARD_HEIGHT, LOG_HEIGHT),
    (SMALL_ROW_HEIGHT, CARD_HEIGHT, MIN_LOG_HEIGHT),
    (MIN_ROW_HEIGHT, MIN_CARD_HEIGHT, MIN_LOG_HEIGHT),
)
"""Combinations of player row, card and log heights. The first combination that fits is used."""
ISLAND_FRAME_SIZE, MIN_ISLAND_HEIGHT = (241, 209), 192
"""Width and height of the frame next to the log that shows the island separately from the board, and its
minimum height."""
COLUMN_HEIGHT_STEPS_WITH_ISLAND = (
    (ROW_HEIGHT, CARD_HEIGHT, ISLAND_FRAME_SIZE[1]),
    (SMALL_ROW_HEIGHT, CARD_HEIGHT, ISLAND_FRAME_SIZE[1]),
    *((50, card, ISLAND_FRAME_SIZE[1]) for card in (230, 200, MIN_CARD_HEIGHT)),
    *((MIN_ROW_HEIGHT, MIN_CARD_HEIGHT, island) for island in (ISLAND_FRAME_SIZE[1], MIN_ISLAND_HEIGHT)),
)
"""Like COLUMN_HEIGHT_STEPS, but for an island with a separate frame."""
MAX_ISLAND_WIDTH_FRACTION = 0.44
"""The island takes up at most this fraction of the column's width, so the log has enough space for its
text."""
MIN_BOARD_SIZE_FRACTION = 0.95
"""The island shares the board's frame only if the board's hexes keep at least this fraction of their full
size."""


@dataclass
class MatchLayout:
    """Rects of all parts of the match scene, in window pixels."""

    board: pygame.Rect
    header: pygame.Rect
    bar: pygame.Rect
    log: pygame.Rect
    players: list[pygame.Rect] = field(default_factory=list)
    cards: list[pygame.Rect] = field(default_factory=list)
    chips: list[pygame.Rect] = field(default_factory=list)
    cards_heading: pygame.Rect | None = None
    """Heading above the cards; None if there is no space for it."""
    island: pygame.Rect | None = None
    """The island's separate frame. None if the island shares the board's frame or there is no island."""

    @property
    def board_rects(self) -> list[pygame.Rect]:
        """The board's frame, followed by the island's frame if there is one."""
        return [self.board] if self.island is None else [self.board, self.island]

    @property
    def panels(self) -> list[pygame.Rect]:
        """The rects of everything except the board and the island."""
        return [self.header, self.bar, self.log, *self.players, *self.cards, *self.chips]


def compute_match_layout(
    size: tuple[int, int],
    renderer: Renderer,
    player_count: int,
    card_count: int,
    chip_count: int,
    has_island: bool = False,
    min_card_height: Callable[[int, bool], int] = lambda width, with_image: 0,
) -> MatchLayout:
    """Computes the layout for a window size. If space is tight, rows and cards shrink before the log does. If
    that is not enough, the heading above the cards, the second line of the log, the images on the cards and
    the second line of the rows are omitted, in this order. `min_card_height` takes the width of a card and
    whether it has an image, and returns the height it needs.

    The island normally shares the board's frame. If that would make the board much smaller, the island gets a
    separate frame next to the log, as long as there is enough space.
    """
    margin, gap = renderer.px(14), renderer.px(9)
    width, height = size
    bar_height = max(renderer.px(BAR_HEIGHT), _min_bar_height(renderer))
    bar = pygame.Rect(margin, height - margin - bar_height, width - 2 * margin, bar_height)
    preferred_width = max(renderer.px(SIDE_COLUMN_WIDTH), renderer.text_px(SIDE_MIN_TEXT_WIDTH))
    column_width = min(
        max(preferred_width, (width - 2 * margin) * 30 // 100), (width - 2 * margin) * 46 // 100
    )
    left = width - margin - column_width
    board = pygame.Rect(margin, margin, left - gap - margin, bar.top - gap - margin)
    header = pygame.Rect(left, margin, column_width, renderer.px(HEADER_HEIGHT))
    chip_rows = (chip_count + 1) // 2
    available_height, heading_height = (
        bar.top - gap - header.bottom - gap,
        renderer.line_height("small") + gap // 2,
    )
    card_width = split_columns(pygame.Rect(0, 0, column_width, 1), max(1, card_count), gap)[0].width
    card_heights = [
        min_card_height(card_width, with_image) if card_count else 0 for with_image in (True, False)
    ]
    two_lines, two_log_lines = (
        min_two_line_height(renderer),
        2 * renderer.line_height("small") + renderer.px(20),
    )
    fitter = _ColumnFitter(renderer, available_height, gap, player_count, bool(card_count), chip_rows)
    island_width = _island_width(board, column_width, renderer) if has_island else 0
    variants = (
        (heading_height, card_heights[0], two_lines, two_log_lines),
        (0, card_heights[0], two_lines, two_log_lines),
        (0, card_heights[0], two_lines, 0),
        (0, card_heights[1], two_lines, 0),
        (0, card_heights[1], 0, 0),
        (0, 0, 0, 0),
    )
    heading, heights, has_island_frame = 0, fitter.shrink_to_fit(), False
    for steps, (heading, card_height, row_height, log_height) in product(
        (*((COLUMN_HEIGHT_STEPS_WITH_ISLAND,) if island_width else ()), COLUMN_HEIGHT_STEPS), variants
    ):
        fitter = replace(
            fitter,
            available_height=available_height - heading,
            min_card_height=card_height,
            min_row_height=row_height,
            min_log_height=log_height,
        )
        if fitting := fitter.first_fit(steps):
            heights, has_island_frame = fitting, steps is COLUMN_HEIGHT_STEPS_WITH_ISLAND
            break
    heading_height = heading
    row_px, card_px, chip_px = heights
    layout = MatchLayout(board, header, bar, pygame.Rect(0, 0, 0, 0))
    top = header.bottom + gap
    for _ in range(player_count):
        layout.players.append(pygame.Rect(left, top, column_width, row_px))
        top += row_px + gap
    if card_count:
        if heading_height:
            layout.cards_heading = pygame.Rect(
                left + renderer.px(6), top, column_width - renderer.px(12), heading_height - gap // 2
            )
            top += heading_height
        layout.cards = split_columns(pygame.Rect(left, top, column_width, card_px), card_count, gap)
        top += card_px + gap
    for chip_row in range(chip_rows):
        count = min(2, chip_count - 2 * chip_row)
        layout.chips += split_columns(pygame.Rect(left, top, column_width, chip_px), 2, gap)[:count]
        top += chip_px + gap // 2
    top += gap - gap // 2 if chip_rows else 0
    layout.log = pygame.Rect(left, top, column_width, max(1, bar.top - gap - top))
    if has_island_frame:
        layout.island, layout.log = _split_island_and_log(layout.log, island_width, gap, renderer)
    return layout


def _min_bar_height(renderer: Renderer) -> int:
    """Returns the bar height needed for the prompt and two detail lines. The preferred height can be too
    small, because fonts shrink less than the layout in small windows."""
    return renderer.line_height("heading") + 2 * renderer.line_height("body") + 2 * renderer.px(5)


def _split_island_and_log(
    rect: pygame.Rect, island_width: int, gap: int, renderer: Renderer
) -> tuple[pygame.Rect, pygame.Rect]:
    """Divides a rect between the island and the log. In a tall rect, the island goes below the log, so that
    the log keeps its full width."""
    island_height = renderer.px(ISLAND_FRAME_SIZE[1])
    if rect.height >= 2 * island_height + gap:
        log = pygame.Rect(rect.topleft, (rect.width, rect.height - island_height - gap))
        return pygame.Rect(rect.left, log.bottom + gap, rect.width, island_height), log
    # put the island next to the board: an arrow between them then crosses nothing else
    island = pygame.Rect(rect.left, rect.top, island_width, rect.height)
    return island, pygame.Rect(island.right + gap, rect.top, rect.right - island.right - gap, rect.height)


def _island_width(board: pygame.Rect, column_width: int, renderer: Renderer) -> int:
    """Returns the width of the island's separate frame. Returns 0 if the island fits in the board's frame or
    if a separate frame would be too small to play on."""
    area = board_area(board, renderer)
    board_part = split_for_island((0, 0, *area.size))[0]
    if fit_hex_width(20, 20, board_part[2:], BOARD_MARGIN) >= MIN_BOARD_SIZE_FRACTION * fit_hex_width(
        20, 20, area.size, BOARD_MARGIN
    ):
        return 0
    island = pygame.Rect(
        0,
        0,
        min(renderer.px(ISLAND_FRAME_SIZE[0]), round(column_width * MAX_ISLAND_WIDTH_FRACTION)),
        renderer.px(ISLAND_FRAME_SIZE[1]),
    )
    return (
        island.width
        if fit_hex_width(5, 5, board_area(island, renderer).size, FRAMED_ISLAND_MARGIN) >= MIN_ISLAND_HEX_PX
        else 0
    )


ColumnHeights = tuple[int, int, int]
"""Heights of a player row, a card and a row of chips."""


@dataclass(frozen=True)
class _ColumnFitter:
    """Finds heights at which all parts of the right column fit."""

    renderer: Renderer
    available_height: int
    gap: int
    player_count: int
    has_cards: bool
    chip_rows: int
    min_card_height: int = 0
    min_row_height: int = 0
    min_log_height: int = 0

    def total_height(self, row: float, card: float, chip: float, log: float) -> float:
        """Returns the total height of the column if its parts have these heights."""
        gap = self.gap
        total = self.player_count * (row + gap) + log
        total += card + gap if self.has_cards else 0
        return total + (self.chip_rows * (chip + gap // 2) + gap - gap // 2 if self.chip_rows else 0)

    def first_fit(self, steps: Sequence[tuple[int, int, int]]) -> ColumnHeights | None:
        """Returns the heights for the first step (row, card, log) that fits, or None if no step fits."""
        chip = self.renderer.px(CHIP_HEIGHT)
        for step in steps:
            row, card, log = (self.renderer.px(height) for height in step)
            row, card = max(row, self.min_row_height), max(card, self.min_card_height)
            log = max(log, self.min_log_height)
            spare = self.available_height - self.total_height(row, card, chip, log)
            if spare >= 0:  # rows get the spare pixels, up to their preferred height; the log gets the rest
                return int(min(self.renderer.px(ROW_HEIGHT), row + spare // self.player_count)), card, chip
        return None

    def shrink_to_fit(self) -> ColumnHeights:
        """Scales all parts down by the same factor. Needed if the UI scale is large and the window is
        small."""
        row, card, log = (self.renderer.px(height) for height in COLUMN_HEIGHT_STEPS[-1])
        chip, gaps_height = self.renderer.px(CHIP_HEIGHT), self.total_height(0, 0, 0, 0)
        scale = max(
            0.1,
            (self.available_height - gaps_height) / (self.total_height(row, card, chip, log) - gaps_height),
        )
        return max(1, int(row * scale)), max(1, int(card * scale)), max(1, int(chip * scale))


def split_columns(rect: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """Divides a rect into columns of equal width."""
    columns = []
    for index in range(count):
        left = rect.left + (rect.width + gap) * index // count
        right = rect.left + (rect.width + gap) * (index + 1) // count - gap
        columns.append(pygame.Rect(left, rect.top, right - left, rect.height))
    return columns
