"""What everybody has to know at once, large over the board for a while: that the last round has begun."""

from __future__ import annotations

import pygame

from kingdom.match.match import Match
from kingdom.rules.events import EndTriggered
from kingdom.text import Texts
from kingdom.ui.draw.look import Look

SECONDS = 6.0
READ_IN = 1.5
"""Seconds after which it makes way for the mouse."""


def last_round(match: Match, texts: Texts) -> str:
    """That this is the last round, and who brought it about; nothing as long as it is not."""
    if not match.game.ending or match.game.over:
        return ""
    for entry in reversed(match.history):
        for event in entry.events:
            if isinstance(event, EndTriggered):
                return texts.say("ui.table.last_round", player=match.seats[event.player].name)
    return texts.say("ui.table.last_round.plain")


class Banner:
    """Words that go away by themselves."""

    def __init__(self) -> None:
        self.text = ""
        self.rect = pygame.Rect(0, 0, 0, 0)
        """Where it was drawn last."""
        self._left = 0.0

    def show(self, text: str) -> None:
        """Show it for a while; no text takes it away."""
        self.text, self._left = text, SECONDS if text else 0.0

    def update(self, seconds: float) -> bool:
        """Let time pass; whether something changes."""
        if not self.text:
            return False
        self._left -= seconds
        if self._left > 0:
            return False
        self.text = ""
        return True

    def make_way(self, pos: tuple[int, int]) -> None:
        """Who points at what it covers has read it."""
        if self._left <= SECONDS - READ_IN and self.rect.collidepoint(pos):
            self.show("")

    def draw(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        """In the upper part of a room."""
        if not self.text:
            return
        pad = look.px(28)
        wide = min(look.measure(self.text, "title")[0], room.width - 4 * pad)
        tall = look.measure(self.text, "title", wide)[1]
        self.rect = pygame.Rect(0, 0, wide + 2 * pad, tall + pad)
        self.rect.midtop = (room.centerx, room.top + room.height // 8)
        look.nine(surface, "panel_shadow", self.rect.inflate(pad, pad))
        look.panel(surface, self.rect, "walnut")
        edge = self.rect.inflate(-look.px(6), -look.px(6))
        pygame.draw.rect(surface, look.colour("gold"), edge, max(1, look.px(2)), border_radius=look.px(8))
        words = self.rect.inflate(-2 * pad, -pad // 2)
        look.text(surface, self.text, words, "title", "on_walnut", "center", "middle", wrap=True)
