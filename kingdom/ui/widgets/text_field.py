"""A line to type into: caret by mouse and keys, marking, and the clipboard."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.widget import Telling, Widget

COMMAND = pygame.KMOD_CTRL | pygame.KMOD_META
"""Ctrl, and on a Mac Cmd."""


class TextField(Widget):
    """A line to type into."""

    focusable = True

    def __init__(
        self,
        text: str,
        on_change: Callable[[str], object] | None = None,
        rect: pygame.Rect | None = None,
        longest: int = 24,
        on_enter: Callable[[], object] | None = None,
        tooltip: Telling = None,
        allowed: Callable[[str], bool] | None = None,
        suggested: bool = False,
    ) -> None:
        super().__init__(rect, tooltip)
        self.text, self.on_change, self.on_enter, self.longest, self.allowed = (
            text,
            on_change,
            on_enter,
            longest,
            allowed,
        )
        self.caret = len(text)
        self.mark = 0 if suggested else self.caret
        """Where the marked part begins or ends; the caret is its other end. The first letter takes the place
        of what is marked, so that a suggestion is all marked."""
        self.wrong = False
        """Whether what it says cannot be used: shown in red."""
        self.edges: list[int] = []
        """Where the caret can stand, in pixels of the window; known once it was drawn."""

    def set(self, text: str) -> None:
        """Put other words in, from outside."""
        self.text = text
        self.caret = self.mark = len(text)
        self.edges = []

    @property
    def marked(self) -> tuple[int, int]:
        """Begin and end of what is marked; equal if nothing is."""
        return min(self.caret, self.mark), max(self.caret, self.mark)

    def _go(self, caret: int, marking: bool = False) -> None:
        self.caret = max(0, min(len(self.text), caret))
        if not marking:
            self.mark = self.caret

    def _replace(self, begin: int, end: int, new: str) -> None:
        """Other letters in the place of some, and the caret behind them; no more than there is room for."""
        new = "".join(
            sign for sign in new if sign.isprintable() and (self.allowed is None or self.allowed(sign))
        )
        new = new[: self.longest - len(self.text) + end - begin]
        text = self.text[:begin] + new + self.text[end:]
        changed = text != self.text
        self.text, self.edges = text, []
        self._go(begin + len(new))
        if changed and self.on_change:
            self.on_change(text)

    def handle(self, event: pygame.event.Event) -> bool:
        if not self.enabled:
            return False
        if event.type == pygame.TEXTINPUT:
            if any(
                sign.isprintable() and (self.allowed is None or self.allowed(sign)) for sign in event.text
            ):
                self._replace(*self.marked, event.text)
            return True
        if event.type == pygame.KEYDOWN:
            return (
                self._command(event)
                if event.mod & COMMAND and not event.mod & pygame.KMOD_ALT
                else self._key(event)
            )
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._go(self._at(event.pos[0]), bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
        if event.type == pygame.MOUSEMOTION and self.pressed:
            before = self.caret
            self._go(self._at(event.pos[0]), marking=True)
            return before != self.caret
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)

    def _at(self, x: int) -> int:
        """The place of the caret that is nearest to a point."""
        if not self.edges:
            return len(self.text)
        return min(range(len(self.edges)), key=lambda place: abs(self.edges[place] - x))

    def _key(self, event: pygame.event.Event) -> bool:
        begin, end = self.marked
        marking = bool(event.mod & pygame.KMOD_SHIFT)
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            if begin == end:
                begin, end = (
                    (max(0, begin - 1), end)
                    if event.key == pygame.K_BACKSPACE
                    else (begin, min(len(self.text), end + 1))
                )
            self._replace(begin, end, "")
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            right = event.key == pygame.K_RIGHT
            if begin != end and not marking:
                self._go(end if right else begin)
            else:
                self._go(self.caret + (1 if right else -1), marking)
        elif event.key in (pygame.K_HOME, pygame.K_END):
            self._go(0 if event.key == pygame.K_HOME else len(self.text), marking)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self.on_enter is None:
                return False
            self.on_enter()
        else:
            # letters come as TEXTINPUT; their keys must not reach the keys of buttons
            return event.key not in (
                pygame.K_TAB,
                pygame.K_ESCAPE,
                pygame.K_UP,
                pygame.K_DOWN,
            ) and not _is_function_key(event.key)
        return True

    def _command(self, event: pygame.event.Event) -> bool:
        """Mark all, copy, cut, paste; other keys with Ctrl do what they do without."""
        begin, end = self.marked
        if event.key == pygame.K_a:
            self.mark, self.caret = 0, len(self.text)
        elif event.key in (pygame.K_c, pygame.K_x):
            if begin != end:
                clipboard.copy(self.text[begin:end])
                if event.key == pygame.K_x:
                    self._replace(begin, end, "")
        elif event.key == pygame.K_v:
            words = " ".join(clipboard.paste().split())
            if words:
                self._replace(begin, end, words)
        else:
            return self._key(event)
        return True

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        look.nine(surface, "field_focus" if self.hovered or self.focused else "field", self.rect)
        inner = self.rect.inflate(-2 * look.px(9), -2 * look.px(3))
        pixels = look.lettering.set(self.text, "body", inner.width, inner.height, False).pixels
        font = look.lettering.font("body", pixels)
        self.edges = [
            min(inner.right - 1, inner.left + font.size(self.text[:place])[0])
            for place in range(len(self.text) + 1)
        ]
        begin, end = self.marked
        if self.focused and begin != end:
            tall = min(inner.height, font.get_linesize())
            left, right = self.edges[begin], self.edges[end]
            marked = pygame.Rect(left, inner.centery - tall // 2, right - left, tall)
            pygame.draw.rect(
                surface, look.colour("glow_legal"), marked.inflate(look.px(4), 0), border_radius=look.px(3)
            )
        written = look.text(
            surface, self.text, inner, "body", "text_error" if self.wrong else "ink", valign="middle"
        )
        if self.focused:
            x = self.edges[self.caret]
            tall = max(written.height, look.px(16)) * 4 // 5
            pygame.draw.line(
                surface,
                look.colour("text_accent"),
                (x, inner.centery - tall // 2),
                (x, inner.centery + tall // 2),
                look.px(2),
            )


def _is_function_key(key: int) -> bool:
    return pygame.K_F1 <= key <= pygame.K_F12
