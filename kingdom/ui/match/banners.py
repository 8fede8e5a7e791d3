"""Text banners over the board: the last-round announcement and the task of a puzzle or retried turn."""

from __future__ import annotations

import pygame

from kingdom.match.controller import Match
from kingdom.rules.events import EndTriggered
from kingdom.text.translator import Translator
from kingdom.ui.draw.renderer import Renderer

BANNER_SECONDS = 6.0
MIN_VISIBLE_SECONDS = 1.5
"""Seconds before hovering over the banner can dismiss it."""


def last_round_text(match: Match, translator: Translator) -> str:
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
        """The area the banner covered when it was last drawn."""
        self._seconds_left = 0.0

    def show(self, text: str) -> None:
        """Shows a message for a few seconds. An empty string hides the banner."""
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

    def draw(self, surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
        """Draws the banner in the upper part of `area`."""
        if not self.text:
            return
        padding = renderer.px(28)
        width = min(renderer.measure(self.text, "title")[0], area.width - 4 * padding)
        height = renderer.measure(self.text, "title", width)[1]
        self.rect = pygame.Rect(0, 0, width + 2 * padding, height + padding)
        self.rect.midtop = (area.centerx, area.top + area.height // 8)
        renderer.draw_nine_patch(surface, "panel_shadow", self.rect.inflate(padding, padding))
        renderer.draw_panel(surface, self.rect, "walnut")
        border = self.rect.inflate(-renderer.px(6), -renderer.px(6))
        pygame.draw.rect(
            surface, renderer.color("gold"), border, max(1, renderer.px(2)), border_radius=renderer.px(8)
        )
        text_rect = self.rect.inflate(-2 * padding, -padding // 2)
        renderer.draw_text(surface, self.text, text_rect, "title", "on_walnut", "center", "middle", wrap=True)


def task_banner_rect(renderer: Renderer, board: pygame.Rect, text: str) -> pygame.Rect:
    """Returns the rect of the task banner at the top of the board."""
    area = board.inflate(-renderer.px(16), -renderer.px(12))
    width = min(area.width, renderer.measure(text, "bold")[0] + renderer.px(30))
    height = renderer.measure(text, "bold", width - renderer.px(28))[1] + renderer.px(12)
    rect = pygame.Rect(area.left, area.top, width, height)
    rect.centerx = area.centerx
    return rect


def draw_task_banner(surface: pygame.Surface, renderer: Renderer, board: pygame.Rect, text: str) -> None:
    """Draws the task banner at the top of the board."""
    rect = task_banner_rect(renderer, board, text)
    renderer.draw_nine_patch(surface, "tooltip", rect)
    text_rect = rect.inflate(-renderer.px(28), -renderer.px(8))
    renderer.draw_text(surface, text, text_rect, "bold", "text_on_tooltip", "center", "middle", wrap=True)
