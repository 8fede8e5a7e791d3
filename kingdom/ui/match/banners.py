"""Text banners: the last-round announcement over the board, and the task of a puzzle or retried turn above
it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.match.interface import PlayableMatch
from kingdom.rules.events import EndTriggered
from kingdom.text.translator import Translator
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.match.layout import MatchLayout
from kingdom.ui.widgets.placement import find_clear_rect

BANNER_SECONDS = 6.0
BANNER_STYLES = ("title", "heading", "bold")
"""Text styles of the banner. The first that fits without covering anything is used."""
MAX_BANNER_LINES = 3
MIN_VISIBLE_SECONDS = 1.5
"""Seconds before hovering over the banner can dismiss it."""


def last_round_text(match: PlayableMatch, translator: Translator) -> str:
    """Returns the announcement of the last round, including the player who triggered it. Returns an empty
    string before the last round and after the game."""
    if not match.game.end_triggered or match.game.over:
        return ""
    for step in reversed(match.history):
        for event in step.events:
            if isinstance(event, EndTriggered):
                return translator.tr("ui.table.last_round", player=match.seats[event.player].name)
    return translator.tr("ui.table.last_round.plain")


class Banner:
    """A message that disappears after a few seconds."""

    def __init__(self) -> None:
        self.text = ""
        self.rect = pygame.Rect(0, 0, 0, 0)
        """The area that the banner covers."""
        self._style = BANNER_STYLES[0]
        self._placed_for: object = None
        """The text and the layout for which the rect was chosen."""
        self._seconds_left = 0.0

    def show(self, text: str) -> None:
        """Shows a message for a few seconds. An empty string hides the banner."""
        self._placed_for = None
        self.text, self._seconds_left = text, BANNER_SECONDS if text else 0.0

    def update(self, seconds: float) -> bool:
        """Advances time; returns True when the banner disappears."""
        if not self.text:
            return False
        self._seconds_left -= seconds
        if self._seconds_left > 0:
            return False
        self.text = ""
        return True

    def dismiss_at(self, pos: tuple[int, int]) -> None:
        """Hides the banner if the mouse is over it and it has been visible long enough to be read."""
        if self._seconds_left <= BANNER_SECONDS - MIN_VISIBLE_SECONDS and self.rect.collidepoint(pos):
            self.show("")

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        if not self.text:
            return
        padding = _banner_padding(renderer, self._style)
        renderer.draw_nine_patch(surface, "panel_shadow", self.rect.inflate(padding, padding))
        renderer.draw_panel(surface, self.rect, "walnut")
        border = self.rect.inflate(-renderer.px(6), -renderer.px(6))
        pygame.draw.rect(
            surface, renderer.color("gold"), border, max(1, renderer.px(2)), border_radius=renderer.px(8)
        )
        text_rect = self.rect.inflate(-2 * padding, -padding // 2)
        renderer.draw_text(
            surface, self.text, text_rect, self._style, "on_walnut", "center", "middle", wrap=True
        )

    def place(self, renderer: Renderer, layout: MatchLayout, keep_clear: Sequence[pygame.Rect]) -> None:
        """Places the banner in the upper part of the board. If it would cover one of the `keep_clear` rects
        there, it moves or gets smaller."""
        key = (self.text, renderer.scale, tuple(layout.board))
        if key == self._placed_for and self.rect.collidelist(list(keep_clear)) < 0:
            return
        self._placed_for = key
        board = layout.board
        styles: dict[tuple[int, int], str] = {}
        for style in BANNER_STYLES:
            padding, text_width = _banner_padding(renderer, style), renderer.measure(self.text, style)[0]
            max_width = board.width - 4 * padding
            for lines in range(1, MAX_BANNER_LINES + 1):
                width = min(text_width if lines == 1 else text_width * 6 // (5 * lines), max_width)
                height = renderer.measure(self.text, style, width)[1]
                styles.setdefault((width + 2 * padding, height + padding), style)
        area = pygame.Rect(board.topleft, (layout.header.right - board.left, layout.bar.top - board.top))
        near = board.centerx, board.top + board.height // 6
        self.rect = find_clear_rect(area, list(styles), near, keep_clear, [layout.header, *layout.players])
        self._style = styles[self.rect.size]


def _banner_padding(renderer: Renderer, style: str) -> int:
    """Returns the space on each side of the banner's text."""
    return renderer.px(28 if style == "title" else 16)


def place_task_banner(renderer: Renderer, board: pygame.Rect, text: str) -> pygame.Rect:
    """Returns the rect of the task banner above the board, and shrinks the board's frame to make room for
    it."""
    area = board.inflate(-renderer.px(16), 0)
    # leave some extra width, because the text changes with the clock of a puzzle rush
    width = min(area.width, renderer.measure(text, "bold")[0] + renderer.px(50))
    height = renderer.measure(text, "bold", width - renderer.px(40))[1] + renderer.px(12)
    rect = pygame.Rect(area.left, area.top, width, height)
    rect.centerx = area.centerx
    moved = height + renderer.px(6)
    board.top, board.height = board.top + moved, board.height - moved
    return rect


def draw_task_banner(surface: pygame.Surface, renderer: Renderer, rect: pygame.Rect, text: str) -> None:
    renderer.draw_nine_patch(surface, "tooltip", rect)
    text_rect = rect.inflate(-renderer.px(28), -renderer.px(8))
    renderer.draw_text(surface, text, text_rect, "bold", "text_on_tooltip", "center", "middle", wrap=True)
