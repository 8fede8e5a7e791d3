"""The list of pages: chapters with their rows, and the line to search with."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.widget import Clickable

PAD = 8
"""Design pixels."""


class PageRow(Clickable):
    """One page in the list: a small picture and its name."""

    def __init__(
        self, page: str, name: str, picture: tuple[str, str] | None, go: Callable[[], object], here: bool
    ) -> None:
        super().__init__()
        self.page, self.name, self.picture, self._go, self.here = page, name, picture, go, here
        self.pixels: int | None = None
        """The size of all rows."""

    def activate(self) -> bool:
        self._go()
        return True

    def words_rect(self, look: Look) -> pygame.Rect:
        """Where its name is written."""
        side = self.rect.height + look.px(PAD) if self.picture else look.px(PAD)
        return pygame.Rect(
            self.rect.left + side, self.rect.top, self.rect.width - side - look.px(PAD), self.rect.height
        )

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        if self.here:
            look.nine(surface, "panel_active", self.rect)
        elif self.hovered or self.focused:
            look.shade(surface, self.rect, 60, "gold")
        if self.picture is not None:
            tall = self.rect.height - look.px(6)
            box = pygame.Rect(self.rect.left + look.px(4), self.rect.top + look.px(3), self.rect.height, tall)
            look.picture(surface, *self.picture, box)
        self.write(surface, look, self.name, self.words_rect(look), "body", pixels=self.pixels)


class SearchField(TextField):
    """A line to type into that says what it is for."""

    hint = ""

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        super().draw(surface, look)
        self.cut.clear()
        if not self.text:
            inner = self.rect.inflate(-2 * look.px(12), -2 * look.px(3))
            self.write(surface, look, self.hint, inner, "small", "text_soft")
