"""Layout of the match scene: board on the left; players, cards and log on the right; action bar at the
bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pygame

from kingdom.ui.board.geometry import BOARD_MARGIN, FRAMED_ISLAND_MARGIN, MIN_ISLAND_HEX_PX, split_for_island
from kingdom.ui.draw.hex_grid import fit_hex_width
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.panels.board_scene import board_area

SIDE_COLUMN_WIDTH, SIDE_MIN_TEXT_WIDTH = 584, 420
"""Preferred width of the right column, and the width its card texts need, in design pixels."""
BAR_HEIGHT = 98
HEADER_HEIGHT = 46
ROW_HEIGHT, SMALL_ROW_HEIGHT, MIN_ROW_HEIGHT = 82, 62, 40
"""Heights of a player row: preferred, reduced and minimum."""
CARD_HEIGHT, MIN_CARD_HEIGHT = 250, 166
CHIP_HEIGHT = 32
LOG_HEIGHT, MIN_LOG_HEIGHT = 116, 72
COLUMN_HEIGHT_STEPS = (
    (ROW_HEIGHT, CARD_HEIGHT, LOG_HEIGHT),
    (SMALL_ROW_HEIGHT, CARD_HEIGHT, LOG_HEIGHT),
    (SMALL_ROW_HEIGHT, CARD_HEIGHT, MIN_LOG_HEIGHT),
    (MIN_ROW_HEIGHT, MIN_CARD_HEIGHT, MIN_LOG_HEIGHT),
)
"""Heights of player row, card and log, tried in this order."""
ISLAND_FRAME_SIZE = (241, 209)
"""Width and height of the island's separate frame next to the log."""
COLUMN_HEIGHT_STEPS_WITH_ISLAND = (
    (ROW_HEIGHT, CARD_HEIGHT, ISLAND_FRAME_SIZE[1]),
    (SMALL_ROW_HEIGHT, CARD_HEIGHT, ISLAND_FRAME_SIZE[1]),
    (50, 230, ISLAND_FRAME_SIZE[1]),
    *((MIN_ROW_HEIGHT, card, ISLAND_FRAME_SIZE[1]) for card in (CARD_HEIGHT, 230, 210, 200)),
    (MIN_ROW_HEIGHT, MIN_CARD_HEIGHT, ISLAND_FRAME_SIZE[1]),
)
"""Heights of player row, card and log, tried in this order if the island has a separate frame."""
MAX_ISLAND_WIDTH_FRACTION = 0.44
"""Maximum fraction of the column's width for the island; the log needs the rest for its text."""
MIN_BOARD_SIZE_FRACTION = 0.95
"""Fraction of its hex size that the board must keep for the island to share its frame."""


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
    """Separate frame of the island; None if the island shares the board's frame."""

    @property
    def board_rects(self) -> list[pygame.Rect]:
        """The frames of the board and of the island, if it has one."""
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
    min_card_height: Callable[[int], int] = lambda width: 0,
) -> MatchLayout:
    """Computes the layout for a window size. If space is tight, rows and cards shrink before the log does.
    `min_card_height` takes the width of a card and returns the height its text needs.

    If the island would make the board much smaller, it gets a separate frame next to the log, provided there
    is space.
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
    card_text_height = (
        min_card_height(split_columns(pygame.Rect(0, 0, column_width, 1), card_count, gap)[0].width)
        if card_count
        else 0
    )
    fitter = _ColumnFitter(
        renderer,
        available_height - heading_height,
        gap,
        player_count,
        bool(card_count),
        chip_rows,
        card_text_height,
    )
    island_width = _island_width(board, column_width, renderer) if has_island else 0
    heights_with_island = fitter.first_fit(COLUMN_HEIGHT_STEPS_WITH_ISLAND) if island_width else None
    heights = heights_with_island or fitter.first_fit(COLUMN_HEIGHT_STEPS)
    if heights is None:  # too crowded: drop the heading above the cards
        heading_height = 0
        fitter = replace(fitter, available_height=available_height)
        heights_with_island = fitter.first_fit(COLUMN_HEIGHT_STEPS_WITH_ISLAND) if island_width else None
        heights = (
            heights_with_island
            or fitter.first_fit(COLUMN_HEIGHT_STEPS)
            or replace(fitter, min_card_height=0).first_fit(COLUMN_HEIGHT_STEPS)
            or fitter.shrink_to_fit()
        )
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
    if heights_with_island:
        layout.island, layout.log = _split_island_and_log(layout.log, island_width, gap, renderer)
    return layout


def _min_bar_height(renderer: Renderer) -> int:
    """Returns the bar height needed for the prompt and two detail lines; in small windows fonts shrink less
    than the layout."""
    return renderer.line_height("heading") + 2 * renderer.line_height("body") + 2 * renderer.px(5)


def _split_island_and_log(
    rect: pygame.Rect, island_width: int, gap: int, renderer: Renderer
) -> tuple[pygame.Rect, pygame.Rect]:
    """Divides a rect between the island and the log. In a tall rect the island goes below the log, which
    keeps its full width."""
    island_height = renderer.px(ISLAND_FRAME_SIZE[1])
    if rect.height >= 2 * island_height + gap:
        log = pygame.Rect(rect.topleft, (rect.width, rect.height - island_height - gap))
        return pygame.Rect(rect.left, log.bottom + gap, rect.width, island_height), log
    # put the island next to the board, so that an arrow between the two crosses nothing else
    island = pygame.Rect(rect.left, rect.top, island_width, rect.height)
    return island, pygame.Rect(island.right + gap, rect.top, rect.right - island.right - gap, rect.height)


def _island_width(board: pygame.Rect, column_width: int, renderer: Renderer) -> int:
    """Returns the width of the island's separate frame, or 0 if it needs none or the frame would be too small
    to play on."""
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
    min_card_height: int
    """Height a card needs for its text."""

    def total_height(self, row: float, card: float, chip: float, log: float) -> float:
        """Returns the height of the whole column for these heights of its parts."""
        gap = self.gap
        total = self.player_count * (row + gap) + log
        total += card + gap if self.has_cards else 0
        return total + (self.chip_rows * (chip + gap // 2) + gap - gap // 2 if self.chip_rows else 0)

    def first_fit(self, steps: Sequence[tuple[int, int, int]]) -> ColumnHeights | None:
        """Returns the heights of the first step (row, card, log) that fits, or None."""
        chip = self.renderer.px(CHIP_HEIGHT)
        for step in steps:
            row, card, log = (self.renderer.px(height) for height in step)
            card = max(card, self.min_card_height)
            spare = self.available_height - self.total_height(row, card, chip, log)
            if spare >= 0:  # rows use the spare pixels up to their preferred height; the log takes the rest
                return int(min(self.renderer.px(ROW_HEIGHT), row + spare // self.player_count)), card, chip
        return None

    def shrink_to_fit(self) -> ColumnHeights:
        """Scales everything down by the same factor, for a large UI scale in a small window."""
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
