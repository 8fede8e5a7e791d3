"""ScrollArea: a scrolling view of widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pygame

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.layout import Item, Size, Sizing

SCROLLBAR_WIDTH, SCROLLBAR_GAP = 12, 6
"""Width of the scrollbar and of the gap next to it, in design pixels."""
WHEEL_STEP = 60
"""Distance that one notch of the mouse wheel scrolls, in design pixels."""


class ScrollArea(Widget):
    """Scrolls its children, which may need more space than is available.

    The children are passed to `set_content`, positioned as if the scroll offset were 0.
    """

    focusable = False
    sizing = Sizing(stretch=1)

    def __init__(self, content: Item | None = None) -> None:
        super().__init__()
        self.content = content
        self._smaller: Sequence[Callable[[], Item]] = ()
        self.scroll_offset = 0
        self.content_height = 0
        """Total height of the content."""
        self.scrollbar_width = 12

    def show(self, content: Item, *smaller: Callable[[], Item]) -> ScrollArea:
        """Replaces the content, which is placed together with the area. If it would need scrolling, shows the
        first of the `smaller` alternatives that fits, or else the last one. Returns the area."""
        self.content, self._smaller = content, smaller
        return self

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        """Returns the full available width and the height of the content."""
        return width, 0 if self.content is None else self.content.measure_height(renderer, width)

    def natural_width(self, renderer: Renderer, width: int) -> int:
        return width

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        """Places the area, and the content at its full height. Content shorter than the area gets the height
        of the area."""
        super().place(renderer, rect)
        self.scrollbar_width = renderer.px(SCROLLBAR_WIDTH)
        if self.content is not None:
            width = self.rect.width
            for make_content in self._smaller:
                if self.content.measure_height(renderer, width) <= self.rect.height:
                    break
                self.content = make_content()
            height = self.content.measure_height(renderer, width)
            if height > self.rect.height:
                width -= renderer.px(SCROLLBAR_WIDTH + SCROLLBAR_GAP)
                height = self.content.measure_height(renderer, width)
            height = max(height, self.rect.height)
            self.content.place_in(renderer, pygame.Rect(*self.rect.topleft, width, height))
            self.set_content(self.content.widgets(), height)

    def set_content(self, children: Sequence[Widget], content_height: int, offset: int | None = None) -> None:
        """Sets the children, positioned for offset 0, and the total height of the content."""
        self.children = list(children)
        self.content_height = content_height
        new_offset, self.scroll_offset = self.scroll_offset if offset is None else offset, 0
        self.scroll_to_offset(new_offset)

    @property
    def max_scroll_offset(self) -> int:
        return max(0, self.content_height - self.rect.height)

    def scroll_to_offset(self, offset: int) -> bool:
        offset = max(0, min(self.max_scroll_offset, offset))
        shift, self.scroll_offset = self.scroll_offset - offset, offset
        for child in self.children:
            for widget in _descendants(child):
                widget.rect.move_ip(0, shift)
        return shift != 0

    def scroll_into_view(self, child: Widget) -> None:
        if child.rect.top < self.rect.top:
            self.scroll_to_offset(self.scroll_offset - (self.rect.top - child.rect.top))
        elif child.rect.bottom > self.rect.bottom:
            self.scroll_to_offset(self.scroll_offset + child.rect.bottom - self.rect.bottom)

    def scrollbar_thumb_rect(self) -> pygame.Rect:
        """Returns the draggable part of the scrollbar."""
        track = pygame.Rect(
            self.rect.right - self.scrollbar_width, self.rect.top, self.scrollbar_width, self.rect.height
        )
        height = max(self.scrollbar_width * 2, track.height * self.rect.height // max(1, self.content_height))
        top = track.top + (track.height - height) * self.scroll_offset // max(1, self.max_scroll_offset)
        return pygame.Rect(track.left, top, track.width, height)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            return self.scroll_to_offset(
                self.scroll_offset - event.y * WHEEL_STEP * self.scrollbar_width // 12
            )
        if event.type == pygame.MOUSEMOTION and self.pressed and self.max_scroll_offset:
            track_length = self.rect.height - self.scrollbar_thumb_rect().height
            return self.scroll_to_offset(
                (event.pos[1] - self.rect.top - self.scrollbar_thumb_rect().height // 2)
                * self.max_scroll_offset
                // max(1, track_length)
            )
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            return self.scroll_to_offset(
                self.scroll_offset
                + (1 if event.key == pygame.K_PAGEDOWN else -1) * self.rect.height * 9 // 10
            )
        return False

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        for child in self.children:
            if child.visible and child.rect.colliderect(self.rect):
                child.draw(surface, renderer)
        surface.set_clip(clip)
        if self.max_scroll_offset:
            track = pygame.Rect(
                self.rect.right - self.scrollbar_width, self.rect.top, self.scrollbar_width, self.rect.height
            )
            renderer.draw_nine_patch(surface, "scrollbar_track", track)
            is_active = self.pressed or self.hovered
            renderer.draw_nine_patch(
                surface,
                "scrollbar_thumb_hover" if is_active else "scrollbar_thumb",
                self.scrollbar_thumb_rect(),
            )


def _descendants(widget: Widget) -> Iterator[Widget]:
    yield widget
    for child in widget.children:
        yield from _descendants(child)
