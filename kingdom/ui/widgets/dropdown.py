"""Dropdown: a field that opens a list of options to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.base import CONFIRM_KEYS, TooltipSource, Widget
from kingdom.ui.widgets.controls import control_height
from kingdom.ui.widgets.layout import Size


class Dropdown(Widget):
    """A field with a list of options. A click opens the list, arrow keys step through the options, and the
    mouse wheel scrolls the open list."""

    contains_text = True
    focusable = True

    def __init__(
        self,
        options: Sequence[tuple[object, str]],
        value: object,
        on_change: Callable[[object], object] | None = None,
        tooltip: TooltipSource = None,
        icons: dict[object, str] | None = None,
    ) -> None:
        super().__init__(tooltip=tooltip)
        self.options = list(options)
        self.value, self.on_change, self.icons = value, on_change, icons or {}
        self.is_open = False
        self._hovered_row = -1
        self._first_row = 0

    @property
    def selected_index(self) -> int:
        """Index of the current value; 0 if it is not among the options."""
        return next((index for index, (value, _) in enumerate(self.options) if value == self.value), 0)

    def select(self, index: int) -> None:
        value = self.options[index][0]
        if value != self.value:
            self.value = value
            if self.on_change:
                self.on_change(value)

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        text_width = max((renderer.measure(text, "body")[0] for _, text in self.options), default=0)
        icon_width = renderer.px(28) if self.icons else 0
        return text_width + icon_width + renderer.px(44), control_height(renderer)

    def activate(self) -> bool:
        if not self.enabled or not self.options:
            return False
        self.is_open = not self.is_open
        self._hovered_row = self.selected_index if self.is_open else -1
        self._first_row = max(0, self.selected_index - self._visible_rows() + 1) if self.is_open else 0
        return True

    def close(self) -> None:
        self.is_open = False

    def captures_mouse(self, pos: tuple[int, int]) -> bool:
        return self.is_open

    def _visible_rows(self) -> int:
        """Returns the number of rows that the open list shows at a time."""
        free_height = max(self.renderer.size[1] - self.rect.bottom, self.rect.top) - 4
        return max(1, min(len(self.options), free_height // max(1, self.rect.height)))

    def list_rect(self) -> pygame.Rect:
        """Returns the rect of the open list: below the field, or above it if there is not enough space. The
        list is as wide as its longest option, and at least as wide as the field."""
        renderer = self.renderer
        window_width, window_height = renderer.size
        max_right = window_width - renderer.px(4)
        text_width = max(renderer.measure(text, "body")[0] for _, text in self.options)
        width = max(self.rect.width, min(text_width + renderer.px(80), max_right))
        rect = pygame.Rect(self.rect.left, self.rect.bottom, width, self._visible_rows() * self.rect.height)
        if rect.right > max_right:
            rect.left = max(0, max_right - rect.width)
        if rect.bottom > window_height:
            rect.bottom = self.rect.top
        return rect

    def _row_at(self, pos: tuple[int, int]) -> int:
        list_rect = self.list_rect()
        if not list_rect.collidepoint(pos):
            return -1
        return min(len(self.options) - 1, (pos[1] - list_rect.top) // self.rect.height + self._first_row)

    def handle(self, event: pygame.event.Event) -> bool:
        if not self.enabled:
            return False
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event.key) or self._handle_letter(event.unicode)
        if event.type == pygame.MOUSEWHEEL and self.is_open:
            self._first_row = max(0, min(len(self.options) - self._visible_rows(), self._first_row - event.y))
            return True
        if event.type == pygame.MOUSEMOTION and self.is_open:
            self._hovered_row = self._row_at(event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.is_open:
            if self._scroll_by_bar(event.pos):
                return True
            row = self._row_at(event.pos)
            self.close()
            if row >= 0:
                self.select(row)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            return self.activate()
        return False

    def _handle_key(self, key: int) -> bool:
        if key == pygame.K_ESCAPE and self.is_open:
            self.close()
            return True
        if key in CONFIRM_KEYS:
            if self.is_open and self._hovered_row >= 0:
                self.select(self._hovered_row)
            return self.activate()
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key, 0)
        if self.is_open:
            step += {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(key, 0)
        if step == 0:
            return False
        if self.is_open:
            self._highlight_row(max(0, min(len(self.options) - 1, self._hovered_row + step)))
        else:
            self.select((self.selected_index + step) % len(self.options))
        return True

    def _handle_letter(self, letter: str) -> bool:
        """Jumps to the next option that starts with this letter. While the list is open, all keys are
        consumed."""
        if self.is_open and letter.strip():
            following = [
                index % len(self.options)
                for index in range(self._hovered_row + 1, self._hovered_row + 1 + len(self.options))
            ]
            for index in following:
                if self.options[index][1][:1].casefold() == letter.casefold():
                    self._highlight_row(index)
                    break
        return self.is_open

    def _highlight_row(self, row: int) -> None:
        """Highlights a row of the open list and scrolls it into view."""
        self._hovered_row = row
        self._first_row = min(max(self._first_row, row - self._visible_rows() + 1), row)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        renderer.draw_nine_patch(
            surface, "field_focus" if self.hovered or self.focused or self.is_open else "field", self.rect
        )
        self.truncated_texts.clear()
        if self.options:
            self._draw_option(surface, renderer, self.selected_index, self.rect, renderer.px(26))
        size = min(renderer.px(22), self.rect.height)
        renderer.draw_icon(
            surface,
            "arrow_down",
            (self.rect.right - size // 2 - renderer.px(7), self.rect.centery),
            size,
            not self.enabled,
        )

    def _draw_option(
        self, surface: pygame.Surface, renderer: Renderer, index: int, rect: pygame.Rect, right_padding: int
    ) -> None:
        value, text = self.options[index]
        inner = pygame.Rect(
            rect.left + renderer.px(10), rect.top, rect.width - renderer.px(14) - right_padding, rect.height
        )
        icon = self.icons.get(value)
        size = min(renderer.px(22), rect.height - 2)
        free_width = inner.width - renderer.measure(text, "body")[0]
        if icon and (free_width >= size + renderer.px(6) or free_width < 0):
            renderer.draw_icon(surface, icon, (inner.left + size // 2, inner.centery), size, not self.enabled)
            inner.width -= size + renderer.px(6)
            inner.left += size + renderer.px(6)
        self.draw_text(surface, renderer, text, inner, "body", "ink" if self.enabled else "text_soft")

    def scrollbar_thumb_rect(self) -> pygame.Rect | None:
        """Returns the scrollbar thumb of the open list; None if all rows are visible."""
        visible, count = self._visible_rows(), len(self.options)
        if visible == count:
            return None
        list_rect, width = self.list_rect(), self.renderer.px(10)
        height = max(2 * width, list_rect.height * visible // count)
        top = list_rect.top + (list_rect.height - height) * self._first_row // (count - visible)
        return pygame.Rect(list_rect.right - width, top, width, height)

    def _scroll_by_bar(self, pos: tuple[int, int]) -> bool:
        """Scrolls to the clicked position on the scrollbar. Returns False if the click was not on a
        scrollbar."""
        thumb, list_rect = self.scrollbar_thumb_rect(), self.list_rect()
        if thumb is None or not list_rect.collidepoint(pos) or pos[0] < thumb.left:
            return False
        max_first_row, track_length = (
            len(self.options) - self._visible_rows(),
            max(1, list_rect.height - thumb.height),
        )
        self._first_row = max(
            0,
            min(
                max_first_row,
                round((pos[1] - list_rect.top - thumb.height / 2) * max_first_row / track_length),
            ),
        )
        return True

    def draw_overlay(self, surface: pygame.Surface, renderer: Renderer) -> None:
        if not self.is_open:
            return
        list_rect = self.list_rect()
        renderer.draw_panel(surface, list_rect.inflate(renderer.px(4), renderer.px(4)))
        thumb, width = self.scrollbar_thumb_rect(), list_rect.width
        if thumb is not None:  # Without a scrollbar, it would not be obvious that there are more options.
            renderer.draw_nine_patch(
                surface,
                "scrollbar_track",
                pygame.Rect(thumb.left, list_rect.top, thumb.width, list_rect.height),
            )
            renderer.draw_nine_patch(surface, "scrollbar_thumb", thumb)
            width -= thumb.width
        for row in range(self._visible_rows()):
            index = row + self._first_row
            row_rect = pygame.Rect(
                list_rect.left, list_rect.top + row * self.rect.height, width, self.rect.height
            )
            if index == self._hovered_row:
                renderer.draw_tint(surface, row_rect.inflate(-renderer.px(6), -2), 110, "gold")
            self._draw_option(surface, renderer, index, row_rect, renderer.px(26))
            if index == self.selected_index:
                size = min(renderer.px(18), row_rect.height)
                renderer.draw_icon(
                    surface, "check", (row_rect.right - size // 2 - renderer.px(8), row_rect.centery), size
                )
