"""Layout of the review: the board on the left, the tabs on the right, and below them a bar with the turn
summary, the timeline and buttons."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from kingdom.ui.draw.renderer import Renderer

SIDE_WIDTH = 584
"""Width of the right column in design pixels."""
HEADER_HEIGHT, TABS_HEIGHT = 46, 44
SENTENCE_HEIGHT, TIMELINE_HEIGHT, BUTTON_ROW_HEIGHT = 34, 58, 52
PADDING, GAP, MARGIN = 9, 9, 14


@dataclass(frozen=True)
class ReviewLayout:
    """Rectangles of the parts of the review, in window pixels."""

    board: pygame.Rect
    header: pygame.Rect
    tabs: pygame.Rect
    body: pygame.Rect
    bottom_bar: pygame.Rect
    """Bar below the board. It contains the rectangles listed after it."""
    sentence: pygame.Rect
    timeline: pygame.Rect
    buttons: pygame.Rect


def compute_review_layout(size: tuple[int, int], renderer: Renderer) -> ReviewLayout:
    """Computes the layout for a window size."""
    margin, gap, padding = renderer.px(MARGIN), renderer.px(GAP), renderer.px(PADDING)
    width, height = size
    heights = [
        max(renderer.px(SENTENCE_HEIGHT), renderer.line_height("body")),
        renderer.px(TIMELINE_HEIGHT),
        renderer.px(BUTTON_ROW_HEIGHT),
    ]
    bar_height = sum(heights) + 2 * padding + 2 * (padding // 2)
    bottom_bar = pygame.Rect(margin, height - margin - bar_height, width - 2 * margin, bar_height)
    inner = bottom_bar.inflate(-2 * renderer.px(14), -2 * padding)
    rows = []
    top = inner.top
    for row_height in heights:
        rows.append(pygame.Rect(inner.left, top, inner.width, row_height))
        top += row_height + padding // 2
    side_width = min(max(renderer.px(SIDE_WIDTH), bottom_bar.width * 30 // 100), bottom_bar.width * 46 // 100)
    left = width - margin - side_width
    board = pygame.Rect(margin, margin, left - gap - margin, bottom_bar.top - gap - margin)
    header = pygame.Rect(left, margin, side_width, renderer.px(HEADER_HEIGHT))
    tabs = pygame.Rect(
        left, header.bottom + gap, side_width, max(renderer.px(TABS_HEIGHT), renderer.line_height("button"))
    )
    body = pygame.Rect(left, tabs.bottom, side_width, bottom_bar.top - gap - tabs.bottom)
    return ReviewLayout(board, header, tabs, body, bottom_bar, *rows)
