"""The turn that is looked at, on parchment."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.review.timeline_strip import draw_mark
from kingdom.ui.widgets.widget import Widget

LINES, PAD = 6, 9
"""Lines of words that have room: four sentences, some of which take two."""


class TurnPanel(Widget):
    """Its mark, what it lost, what it brought, and what would have brought more."""

    def __init__(self, ground: Callable[[], TableTop]) -> None:
        super().__init__()
        self.ground = ground
        self.title = self.line = ""
        self.words: tuple[str, ...] = ()
        self.mark: str | None = None
        self._kept = Painted()

    @staticmethod
    def height(look: Look) -> int:
        """How tall it has to be for its words."""
        lines = look.line_height("name") + look.line_height("bold") + LINES * look.line_height("small")
        return lines + 2 * look.px(PAD)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        key = (self.title, self.line, self.words, self.mark, look.scale)
        self._kept.show(surface, self.ground(), self.rect, key, lambda on, rect: self._paint(on, rect, look))

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        look.nine(surface, "panel_parchment", rect)
        self.cut.clear()
        inner = rect.inflate(-2 * look.px(14), -2 * look.px(PAD))
        size = look.line_height("name")
        title = pygame.Rect(inner.left, inner.top, inner.width, size)
        if self.mark is not None:
            draw_mark(surface, look, self.mark, (inner.left + size // 2, title.centery), size * 8 // 10)
            title.left, title.width = title.left + size + look.px(8), title.width - size - look.px(8)
        self.write(surface, look, self.title, title, "name")
        line = pygame.Rect(inner.left, title.bottom, inner.width, look.line_height("bold"))
        self.write(surface, look, self.line, line, "bold", "text_accent")
        rest = pygame.Rect(inner.left, line.bottom, inner.width, inner.bottom - line.bottom)
        self.write(surface, look, "\n".join(self.words), rest, "small", valign="top", wrap=True)
