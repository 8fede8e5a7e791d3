"""The sections as pictures: drag one onto a place of the board, or click it for the next place."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.rules.board import Grid
from kingdom.ui.board.thumbnails import Thumbnails
from kingdom.ui.draw.look import Look
from kingdom.ui.menus.new_game.favourites import STAR
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.widget import Widget, told

TILE = (124, 108)
"""Design pixels of a picture, without its name."""
FAR = 12
"""Design pixels from which a press that moves is a drag."""


class SectionTile(Button):
    """A section to drag or to click."""

    def __init__(
        self,
        title: str,
        grid: Grid,
        lies: bool,
        put: Callable[[tuple[int, int] | None], object],
        aim: Callable[[tuple[int, int] | None], object],
        thumbnails: Thumbnails,
        star: Widget,
    ) -> None:
        super().__init__(title, lambda: put(None))
        self.grid, self.lies, self.put, self.aim, self.thumbnails = grid, lies, put, aim, thumbnails
        self.children = [star]
        self._from: tuple[int, int] | None = None
        self._at: tuple[int, int] | None = None
        """Where it is dragged to, while it is."""
        self._far = FAR

    def lay(self, look: Look, rect: pygame.Rect) -> None:
        """Take a place and ask for the picture."""
        self.rect, self._far = rect, look.px(FAR)
        self.children[0].rect = pygame.Rect(rect.right - look.px(STAR), rect.top, *[look.px(STAR)] * 2)
        self.thumbnails.want(self.grid, self._space(look))

    def _space(self, look: Look) -> tuple[int, int]:
        return self.rect.width - look.px(8), self.rect.height - look.line_height("small") - look.px(8)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._from = event.pos
            return True
        if event.type == pygame.MOUSEMOTION and self.pressed and self._from is not None:
            far = max(abs(event.pos[0] - self._from[0]), abs(event.pos[1] - self._from[1])) >= self._far
            if far or self._at is not None:
                self._at = event.pos
                self.aim(event.pos)
            return self._at is not None
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._at is not None:
            self._from = self._at = None
            self.aim(None)
            self.put(event.pos)
            return True
        return super().handle(event)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        if self.lies or self.hovered:
            look.panel(surface, self.rect, "active" if self.lies else "parchment", shadow=False)
        picture = self.thumbnails.seen(self.grid, self._space(look))
        space = pygame.Rect(self.rect.left, self.rect.top + look.px(4), self.rect.width, self._space(look)[1])
        if picture is not None:
            surface.blit(picture, picture.get_rect(center=space.center))
        words = pygame.Rect(self.rect.left, space.bottom, self.rect.width, look.line_height("small"))
        self.write(surface, look, told(self.text), words, "small", "ink", "center")
        self.children[0].draw(surface, look)

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        picture = self.thumbnails.seen(self.grid, self._space(look))
        if self._at is not None and picture is not None:
            surface.blit(picture, picture.get_rect(center=self._at))


def lay_tiles(look: Look, tiles: list[SectionTile], room: pygame.Rect, top: int) -> int:
    """Put them beside and below each other; how high they are."""
    across = max(2, room.width // look.px(TILE[0]))
    wide = room.width // across
    tall = wide * TILE[1] // TILE[0] + look.line_height("small")
    for number, tile in enumerate(tiles):
        row, column = divmod(number, across)
        tile.lay(look, pygame.Rect(room.left + column * wide, top + row * tall, wide, tall))
    return -(-len(tiles) // across) * tall
