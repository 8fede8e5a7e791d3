"""A land to choose: its picture, its name, and what it is about."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.rules.board import Grid
from kingdom.ui.board.thumbnails import Thumbnails
from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.basic import Toggle
from kingdom.ui.widgets.widget import told

RADIO = ("radio_off", "radio_on")
PICTURE = (112, 94)
"""Design pixels of a picture."""
BESIDE = 30
"""Design pixels of something small at its end, such as a star."""


class LandRow(Toggle):
    """A row of a list of lands, as high as its picture or its words."""

    def __init__(
        self,
        name: str,
        about: str,
        grid: Grid | None,
        value: bool,
        on_change: Callable[[bool], object],
        tip: str,
        icons: tuple[str, str] = RADIO,
    ) -> None:
        super().__init__(name, value, on_change, tooltip=tip, style="name", icons=icons)
        self.about, self.grid = about, grid
        self.thumbnails: Thumbnails | None = None

    def lay(self, look: Look, thumbnails: Thumbnails, left: int, top: int, width: int) -> int:
        """Take a place and ask for the picture; the height that it needs."""
        self.thumbnails = thumbnails
        self.rect = pygame.Rect(left, top, width, 0)
        words = self._words(look)
        tall = look.measure(told(self.text), "name", words.width)[1]
        tall += look.measure(self.about, "small", words.width)[1] if self.about else 0
        self.rect.height = max(look.px(PICTURE[1]) if self.grid else 0, tall) + 2 * look.px(6)
        for child in self.children:
            child.rect = pygame.Rect(0, 0, look.px(BESIDE), look.px(BESIDE))
            child.rect.midright = self.rect.midright
        if self.grid is not None:
            thumbnails.want(self.grid, self._space(look))
        return self.rect.height

    def _space(self, look: Look) -> tuple[int, int]:
        return min(look.px(PICTURE[0]), self.rect.width // 3), look.px(PICTURE[1])

    def _words(self, look: Look) -> pygame.Rect:
        taken = look.px(40) + (self._space(look)[0] + look.px(12) if self.grid else 0)
        end = look.px(BESIDE + 4) if self.children else look.px(4)
        return pygame.Rect(
            self.rect.left + taken, self.rect.top, self.rect.width - taken - end, self.rect.height
        )

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self.hovered and self.enabled:
            look.shade(surface, self.rect, 46, "gold")
        size = look.px(26)
        middle = self.rect.left + look.px(4) + size // 2, self.rect.centery
        look.icon(surface, self.icons[self.value], middle, size, not self.enabled)
        words = self._words(look)
        if self.grid is not None and self.thumbnails is not None:
            space = pygame.Rect((0, 0), self._space(look))
            space.midleft = self.rect.left + look.px(38), self.rect.centery
            picture = self.thumbnails.seen(self.grid, self._space(look))
            if picture is not None:
                surface.blit(picture, picture.get_rect(center=space.center))
        self.cut.clear()
        name, colour = told(self.text), "ink" if self.enabled else "text_soft"
        tall = look.measure(name, "name", words.width)[1]
        rest = look.measure(self.about, "small", words.width)[1] if self.about else 0
        top = self.rect.centery - (tall + rest) // 2
        upper = pygame.Rect(words.left, top, words.width, tall)
        self.write(surface, look, name, upper, "name", colour, valign="top", wrap=True)
        if self.about:
            lower = pygame.Rect(words.left, upper.bottom, words.width, rest)
            soft = "text_soft" if self.enabled else "text_error"
            self.write(surface, look, self.about, lower, "small", soft, valign="top", wrap=True)
        for child in self.children:
            child.draw(surface, look)
