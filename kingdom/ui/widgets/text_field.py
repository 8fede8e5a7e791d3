"""TextField: a single line of editable text with caret, selection and clipboard."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.base import TooltipSource, Widget
from kingdom.ui.widgets.controls import control_height
from kingdom.ui.widgets.layout import Size

COMMAND_MODS = pygame.KMOD_CTRL | pygame.KMOD_META
"""Modifier keys for shortcuts such as copy and paste: Ctrl, or Cmd on a Mac."""


class TextField(Widget):
    contains_text = True
    focusable = True

    def __init__(
        self,
        text: str,
        on_change: Callable[[str], object] | None = None,
        max_length: int = 24,
        on_enter: Callable[[], object] | None = None,
        tooltip: TooltipSource = None,
        accepts: Callable[[str], bool] | None = None,
        select_all: bool = False,
    ) -> None:
        super().__init__(tooltip=tooltip)
        self.text, self.on_change, self.on_enter, self.max_length, self.accepts = (
            text,
            on_change,
            on_enter,
            max_length,
            accepts,
        )
        self.caret = len(text)
        self.selection_anchor = 0 if select_all else self.caret
        """Fixed end of the selection; the caret is the other end.

        Suggested text starts out fully selected, so that typing replaces it.
        """
        self.invalid = False
        """True if the content is invalid. Invalid content is shown in red."""

    def set_text(self, text: str) -> None:
        """Replaces the text without calling `on_change`."""
        self.text = text
        self.caret = self.selection_anchor = len(text)

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return renderer.px(300), control_height(renderer)

    @property
    def caret_positions(self) -> list[int]:
        """Possible x positions of the caret in the window."""
        inner, font = self._text_area()
        return [
            min(inner.right - 1, inner.left + font.size(self.text[:index])[0])
            for index in range(len(self.text) + 1)
        ]

    def _text_area(self) -> tuple[pygame.Rect, pygame.font.Font]:
        """Returns the area inside the frame, and the font of the text in it."""
        renderer = self.renderer
        inner = self.rect.inflate(-2 * renderer.px(9), -2 * renderer.px(3))
        pixels = renderer.fonts.layout(self.text, "body", inner.width, inner.height, False).pixels
        return inner, renderer.fonts.font("body", pixels)

    @property
    def selection(self) -> tuple[int, int]:
        """Start and end of the selection. They are equal if it is empty."""
        return min(self.caret, self.selection_anchor), max(self.caret, self.selection_anchor)

    def _move_caret(self, caret: int, extend: bool = False) -> None:
        self.caret = max(0, min(len(self.text), caret))
        if not extend:
            self.selection_anchor = self.caret

    def _replace(self, start: int, end: int, new: str) -> None:
        """Replaces a range of the text, respecting the length limit. The caret moves to the end of the new
        text."""
        new = "".join(
            char for char in new if char.isprintable() and (self.accepts is None or self.accepts(char))
        )
        new = new[: self.max_length - len(self.text) + end - start]
        text = self.text[:start] + new + self.text[end:]
        changed = text != self.text
        self.text = text
        self._move_caret(start + len(new))
        if changed and self.on_change:
            self.on_change(text)

    def handle(self, event: pygame.event.Event) -> bool:
        if not self.enabled:
            return False
        if event.type == pygame.TEXTINPUT:
            if any(
                char.isprintable() and (self.accepts is None or self.accepts(char)) for char in event.text
            ):
                self._replace(*self.selection, event.text)
            return True
        if event.type == pygame.KEYDOWN:
            return (
                self._handle_shortcut(event)
                if event.mod & COMMAND_MODS and not event.mod & pygame.KMOD_ALT
                else self._handle_key(event)
            )
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._move_caret(self._caret_at(event.pos[0]), bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
        if event.type == pygame.MOUSEMOTION and self.pressed:
            before = self.caret
            self._move_caret(self._caret_at(event.pos[0]), extend=True)
            return before != self.caret
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)

    def _caret_at(self, x: int) -> int:
        """Returns the caret position nearest to an x coordinate."""
        positions = self.caret_positions
        return min(range(len(positions)), key=lambda index: abs(positions[index] - x))

    def _handle_key(self, event: pygame.event.Event) -> bool:
        start, end = self.selection
        extend = bool(event.mod & pygame.KMOD_SHIFT)
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            if start == end:
                start, end = (
                    (max(0, start - 1), end)
                    if event.key == pygame.K_BACKSPACE
                    else (start, min(len(self.text), end + 1))
                )
            self._replace(start, end, "")
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            right = event.key == pygame.K_RIGHT
            if start != end and not extend:
                self._move_caret(end if right else start)
            else:
                self._move_caret(self.caret + (1 if right else -1), extend)
        elif event.key in (pygame.K_HOME, pygame.K_END):
            self._move_caret(0 if event.key == pygame.K_HOME else len(self.text), extend)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self.on_enter is None:
                return False
            self.on_enter()
        else:
            # Characters arrive as TEXTINPUT. Their key presses must not trigger button shortcuts.
            return event.key not in (
                pygame.K_TAB,
                pygame.K_ESCAPE,
                pygame.K_UP,
                pygame.K_DOWN,
            ) and not _is_function_key(event.key)
        return True

    def _handle_shortcut(self, event: pygame.event.Event) -> bool:
        """Handles select all, copy, cut and paste. Other keys work as they do without Ctrl."""
        start, end = self.selection
        if event.key == pygame.K_a:
            self.selection_anchor, self.caret = 0, len(self.text)
        elif event.key in (pygame.K_c, pygame.K_x):
            if start != end:
                clipboard.copy(self.text[start:end])
                if event.key == pygame.K_x:
                    self._replace(start, end, "")
        elif event.key == pygame.K_v:
            pasted = " ".join(clipboard.paste().split())
            if pasted:
                self._replace(start, end, pasted)
        else:
            return self._handle_key(event)
        return True

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        renderer.draw_nine_patch(
            surface, "field_focus" if self.hovered or self.focused else "field", self.rect
        )
        inner, font = self._text_area()
        caret_positions = self.caret_positions
        start, end = self.selection
        if self.focused and start != end:
            height = min(inner.height, font.get_linesize())
            left, right = caret_positions[start], caret_positions[end]
            selection_rect = pygame.Rect(left, inner.centery - height // 2, right - left, height)
            pygame.draw.rect(
                surface,
                renderer.color("glow_legal"),
                selection_rect.inflate(renderer.px(4), 0),
                border_radius=renderer.px(3),
            )
        text_rect = renderer.draw_text(
            surface, self.text, inner, "body", "text_error" if self.invalid else "ink", valign="middle"
        )
        if self.focused:
            x = caret_positions[self.caret]
            height = max(text_rect.height, renderer.px(16)) * 4 // 5
            pygame.draw.line(
                surface,
                renderer.color("text_accent"),
                (x, inner.centery - height // 2),
                (x, inner.centery + height // 2),
                renderer.px(2),
            )


def _is_function_key(key: int) -> bool:
    return pygame.K_F1 <= key <= pygame.K_F12
