"""A window onto more widgets than fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.widget import Widget

WHEEL_STEP = 60
"""Design pixels that one notch of the wheel scrolls."""


class ScrollArea(Widget):
    """A window onto more widgets than fit. Children are placed as if nothing were scrolled; `lay` takes them
    over."""

    focusable = False

    def __init__(self, rect: pygame.Rect | None = None) -> None:
        super().__init__(rect)
        self.offset = 0
        self.content = 0
        """The height of all that is in it."""
        self.bar = 12

    def lay(self, children: Sequence[Widget], content: int, offset: int | None = None) -> None:
        """Take children, placed for offset 0, and the height of the whole."""
        self.children = list(children)
        self.content = content
        wanted, self.offset = self.offset if offset is None else offset, 0
        self.scroll(wanted)

    @property
    def most(self) -> int:
        """The farthest it scrolls."""
        return max(0, self.content - self.rect.height)

    def scroll(self, to: int) -> bool:
        """Scroll to an offset; whether that changed anything."""
        to = max(0, min(self.most, to))
        moved, self.offset = self.offset - to, to
        for child in self.children:
            for widget in _all(child):
                widget.rect.move_ip(0, moved)
        return moved != 0

    def reveal(self, child: Widget) -> None:
        if child.rect.top < self.rect.top:
            self.scroll(self.offset - (self.rect.top - child.rect.top))
        elif child.rect.bottom > self.rect.bottom:
            self.scroll(self.offset + child.rect.bottom - self.rect.bottom)

    def thumb(self) -> pygame.Rect:
        """The part of the scroll bar to drag."""
        track = pygame.Rect(self.rect.right - self.bar, self.rect.top, self.bar, self.rect.height)
        tall = max(self.bar * 2, track.height * self.rect.height // max(1, self.content))
        top = track.top + (track.height - tall) * self.offset // max(1, self.most)
        return pygame.Rect(track.left, top, track.width, tall)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            return self.scroll(self.offset - event.y * WHEEL_STEP * self.bar // 12)
        if event.type == pygame.MOUSEMOTION and self.pressed and self.most:
            room = self.rect.height - self.thumb().height
            return self.scroll(
                (event.pos[1] - self.rect.top - self.thumb().height // 2) * self.most // max(1, room)
            )
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            return self.scroll(
                self.offset + (1 if event.key == pygame.K_PAGEDOWN else -1) * self.rect.height * 9 // 10
            )
        return False

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        for child in self.children:
            if child.visible and child.rect.colliderect(self.rect):
                child.draw(surface, look)
        surface.set_clip(clip)
        if self.most:
            track = pygame.Rect(self.rect.right - self.bar, self.rect.top, self.bar, self.rect.height)
            look.nine(surface, "scrollbar_track", track)
            lit = self.pressed or self.hovered
            look.nine(surface, "scrollbar_thumb_hover" if lit else "scrollbar_thumb", self.thumb())


def _all(widget: Widget) -> Iterator[Widget]:
    yield widget
    for child in widget.children:
        yield from _all(child)
