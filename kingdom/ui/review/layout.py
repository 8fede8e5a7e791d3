"""Where everything of a review is: the board on the left, tabs with what they show on the right, below both
the sentence, the timeline and the buttons."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from kingdom.ui.draw.look import Look

COLUMN = 584
"""Design pixels of the right column."""
HEADER, TABS = 46, 44
SENTENCE, STRIP, BUTTONS = 34, 58, 52
PAD, GAP, MARGIN = 9, 9, 14


@dataclass(frozen=True)
class ReviewLayout:
    """Rects in window pixels."""

    board: pygame.Rect
    header: pygame.Rect
    tabs: pygame.Rect
    body: pygame.Rect
    foot: pygame.Rect
    """The panel below; on it:"""
    sentence: pygame.Rect
    strip: pygame.Rect
    buttons: pygame.Rect


def lay_review(size: tuple[int, int], look: Look) -> ReviewLayout:
    """Place everything for a window of this size."""
    margin, gap, pad = look.px(MARGIN), look.px(GAP), look.px(PAD)
    width, height = size
    heights = [max(look.px(SENTENCE), look.line_height("body")), look.px(STRIP), look.px(BUTTONS)]
    tall = sum(heights) + 2 * pad + 2 * (pad // 2)
    foot = pygame.Rect(margin, height - margin - tall, width - 2 * margin, tall)
    inner = foot.inflate(-2 * look.px(14), -2 * pad)
    rows = []
    top = inner.top
    for row in heights:
        rows.append(pygame.Rect(inner.left, top, inner.width, row))
        top += row + pad // 2
    column = min(max(look.px(COLUMN), foot.width * 30 // 100), foot.width * 46 // 100)
    left = width - margin - column
    board = pygame.Rect(margin, margin, left - gap - margin, foot.top - gap - margin)
    header = pygame.Rect(left, margin, column, look.px(HEADER))
    tabs = pygame.Rect(left, header.bottom + gap, column, max(look.px(TABS), look.line_height("button")))
    body = pygame.Rect(left, tabs.bottom, column, foot.top - gap - tabs.bottom)
    return ReviewLayout(board, header, tabs, body, foot, *rows)
