"""Scrollable game log with the newest line at the bottom. Hovering over a line highlights its hexes. If lines
can be clicked, the current line is tinted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from kingdom.text.translator import Translator
from kingdom.ui.draw.cached_panels import SceneBackground
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.panels.log_text import LogLine
from kingdom.ui.widgets.cached_widget import CachedWidget
from kingdom.ui.widgets.layout import with_edges

UNLIMITED_HEIGHT_PX = 1 << 20
"""A height in pixels that wrapped lines never exceed."""
MERGEABLE_TAIL_LINES = 2
"""Number of lines at the end of the log that are always reformatted, because new events may have been merged
into them."""


@dataclass(frozen=True)
class LogEntry:
    """A log line and its text, together with the player's color and name. Color and name are empty if the
    line has no player."""

    line: LogLine
    color: str
    name: str
    text: str


class LogView(CachedWidget):
    """Shows the log lines passed to `set_lines`. Scrolls with the mouse wheel."""

    def __init__(self, background: Callable[[], SceneBackground]) -> None:
        super().__init__(background)
        self.entries: list[LogEntry] = []
        self.scroll_offset = 0
        """Number of rows scrolled up from the bottom."""
        self.hovered_line: int | None = None
        self.on_line_click: Callable[[LogLine], object] | None = None
        """Called with the clicked line; None if lines are not clickable."""
        self.current_line: int | None = None
        """Index of the tinted line."""
        self.names: list[str] = []
        self._version = 0
        self._renderer: Renderer | None = None
        self._wrapped_rows: list[tuple[int, str, bool]] = []
        """The rows after wrapping. Each has a line index, its text, and a flag that marks the first row of
        the line."""
        self._row_height = 20
        self._padding = 8

    def set_lines(
        self,
        lines: list[LogLine],
        translator: Translator,
        names: list[str],
        colors: list[str],
        rebuild: bool = False,
    ) -> None:
        """Shows these lines and scrolls to the newest. Unless `rebuild` is set, only the lines at the end are
        reformatted."""
        unchanged = 0
        while (
            not rebuild
            and unchanged < min(len(lines), len(self.entries))
            and self.entries[unchanged].line is lines[unchanged]
        ):
            unchanged += 1
        unchanged = max(0, unchanged - MERGEABLE_TAIL_LINES)
        self.entries[unchanged:] = [
            LogEntry(
                line,
                "" if line.player is None else colors[line.player],
                "" if line.player is None else names[line.player],
                line.text(translator),
            )
            for line in lines[unchanged:]
        ]
        self.names = names
        self.scroll_offset = 0
        self.hovered_line = None
        self._version += 1
        self._wrap_lines()

    def _wrap_lines(self) -> None:
        """Wraps all lines to the current width."""
        renderer = self._renderer
        if renderer is None:
            return
        self._wrapped_rows = []
        columns = self._text_columns(renderer)
        for index, entry in enumerate(self.entries):
            width = columns[entry.line.player is not None][1]
            parts = renderer.fonts.layout(
                entry.text, "small", width, UNLIMITED_HEIGHT_PX, not entry.line.is_heading
            ).lines
            self._wrapped_rows += [(index, part, part_index == 0) for part_index, part in enumerate(parts)]

    def _text_columns(self, renderer: Renderer) -> tuple[tuple[int, int], tuple[int, int]]:
        """Returns the left edge and width of the text: first for lines without a player, then for lines with
        a player."""
        left, width = renderer.px(12), self.rect.width - renderer.px(34)
        max_name_width = max((renderer.measure(name, "bold")[0] for name in self.names), default=0)
        name_width = min(max_name_width + renderer.px(8), self.rect.width // 4) + renderer.px(18)
        return (left, width), (left + name_width, max(1, width - name_width))

    def highlighted_hexes(self) -> int:
        """Returns the hexes of the line under the mouse."""
        if not self.hovered or self.hovered_line is None or self.hovered_line >= len(self.entries):
            return 0
        return self.entries[self.hovered_line].line.hexes

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        """Sets the rect and the row height."""
        self.rect, self._renderer = rect, renderer
        self._row_height, self._padding = renderer.line_height("small") + renderer.px(2), renderer.px(8)

    @property
    def visible_rows(self) -> int:
        return max(1, (self.rect.height - 2 * self._padding) // self._row_height)

    def scroll_rows(self, rows: int) -> bool:
        """Scrolls up by a number of rows, or down if the number is negative. Returns True if the position
        changed."""
        before = self.scroll_offset
        self.scroll_offset = max(
            0, min(len(self._wrapped_rows) - self.visible_rows, self.scroll_offset + rows)
        )
        return before != self.scroll_offset

    def select_line(self, line: int | None) -> None:
        """Tints a line and scrolls it into view, or removes the tint if the line is None."""
        if line == self.current_line:
            return
        self.current_line = line
        rows = [row for row, (index, _, _) in enumerate(self._wrapped_rows) if index == line]
        if (
            rows
            and not self._first_visible_row()
            <= rows[0]
            <= rows[-1]
            < self._first_visible_row() + self.visible_rows
        ):
            self.scroll_offset = 0
            self.scroll_rows(len(self._wrapped_rows) - rows[0] - (self.visible_rows + 1) // 2)

    def _first_visible_row(self) -> int:
        return max(0, len(self._wrapped_rows) - self.visible_rows - self.scroll_offset)

    def line_rect(self, line: int) -> pygame.Rect:
        """Returns the rect of a line's first row. The row may be scrolled out of view."""
        row = next(row for row, (index, _, _) in enumerate(self._wrapped_rows) if index == line)
        top = self.rect.top + self._padding + (row - self._first_visible_row()) * self._row_height
        return pygame.Rect(self.rect.left, top, self.rect.width, self._row_height)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before = self.hovered_line
            row = (event.pos[1] - self.rect.top - self._padding) // self._row_height
            inside = (
                self.rect.collidepoint(event.pos)
                and 0 <= row < self.visible_rows
                and self._first_visible_row() + row < len(self._wrapped_rows)
            )
            self.hovered_line = self._wrapped_rows[self._first_visible_row() + row][0] if inside else None
            return before != self.hovered_line
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.on_line_click is not None:
            if self.hovered_line is None or not self.rect.collidepoint(event.pos):
                return False
            self.on_line_click(self.entries[self.hovered_line].line)
            return True
        return False

    @property
    def highlighted_line(self) -> int | None:
        """The hovered line, if the mouse is over the log."""
        return self.hovered_line if self.hovered else None

    def cache_key(self) -> object:
        return self._version, self.scroll_offset, self.highlighted_line, self.current_line

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        renderer.draw_nine_patch(surface, "panel_parchment", rect)
        first_row, columns = self._first_visible_row(), self._text_columns(renderer)
        for row_index, (index, text, is_first_part) in enumerate(
            self._wrapped_rows[first_row : first_row + self.visible_rows]
        ):
            entry = self.entries[index]
            line = entry.line
            left, width = columns[line.player is not None]
            top = rect.top + self._padding + row_index * self._row_height
            text_rect = pygame.Rect(rect.left + left, top, width, self._row_height)
            highlight_rect = text_rect.copy()
            highlight_rect.left, highlight_rect.width = (
                rect.left + renderer.px(8),
                rect.width - renderer.px(24),
            )
            if index == self.highlighted_line and (line.hexes or self.on_line_click is not None):
                renderer.draw_tint(surface, highlight_rect, 90, "gold")
            if index == self.current_line:
                renderer.draw_tint(surface, highlight_rect, 60, "burnt_orange")
            if line.is_heading:
                self.draw_text(surface, renderer, text, text_rect, "tiny", "text_accent", "center")
                continue
            if line.player is not None and is_first_part:
                size = renderer.px(9)
                dot = (rect.left + renderer.px(12), text_rect.centery - size // 2, size, size)
                for color, width in ((f"player_{entry.color}", 0), ("walnut_light", 1)):
                    pygame.draw.rect(surface, renderer.color(color), dot, width, border_radius=renderer.px(2))
                name_right = text_rect.left - renderer.px(4)
                name_rect = with_edges(text_rect, rect.left + renderer.px(26), name_right)
                self.draw_text(surface, renderer, entry.name, name_rect, "bold", "text_accent")
            ink = "ink" if line.player is not None else "ink_soft"
            self.draw_text(surface, renderer, text, text_rect, "small", ink)
        if len(self._wrapped_rows) > self.visible_rows:
            self._paint_scrollbar(surface, rect, renderer)

    def _paint_scrollbar(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        right = rect.right - renderer.px(6)
        track = with_edges(rect.inflate(0, -renderer.px(16)), right - renderer.px(8), right)
        thumb, row_count = track.copy(), len(self._wrapped_rows)
        thumb.height = max(renderer.px(16), track.height * self.visible_rows // row_count)
        hidden_rows = max(1, row_count - self.visible_rows)
        thumb.top += (track.height - thumb.height) * self._first_visible_row() // hidden_rows
        renderer.draw_nine_patch(surface, "scrollbar_track", track)
        renderer.draw_nine_patch(surface, "scrollbar_thumb", thumb)
