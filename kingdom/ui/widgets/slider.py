"""A value to drag between two ends."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.widget import Telling, Widget


class Slider(Widget):
    """A value between two ends, in steps."""

    focusable = True

    def __init__(
        self,
        value: float,
        low: float,
        high: float,
        step: float,
        on_change: Callable[[float], object] | None = None,
        rect: pygame.Rect | None = None,
        shown: Callable[[float], str] | None = None,
        on_release: Callable[[float], object] | None = None,
        tooltip: Telling = None,
    ) -> None:
        super().__init__(rect, tooltip)
        self.value, self.low, self.high, self.step = value, low, high, step
        self.on_change, self.on_release, self.shown = on_change, on_release, shown
        self._track = pygame.Rect(0, 0, 0, 0)

    def set(self, value: float) -> bool:
        """Move to a value; whether it is another one."""
        steps = round((min(self.high, max(self.low, value)) - self.low) / self.step)
        value = round(min(self.high, self.low + steps * self.step), 6)
        if value == self.value:
            return False
        self.value = value
        if self.on_change:
            self.on_change(value)
        return True

    def track(self) -> pygame.Rect:
        """Where the knob can be: beside it stands the value."""
        words = self.rect.width // 5 if self.shown else 0
        return pygame.Rect(
            self.rect.left + self.rect.height // 2,
            self.rect.top,
            self.rect.width - words - self.rect.height,
            self.rect.height,
        )

    def handle(self, event: pygame.event.Event) -> bool:
        if not self.enabled:
            return False
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.set(self.value + (self.step if event.key == pygame.K_RIGHT else -self.step))
            if self.on_release:
                self.on_release(self.value)
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION) and self.pressed:
            track = self.track()
            self.set(self.low + (self.high - self.low) * (event.pos[0] - track.left) / max(1, track.width))
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            if self.on_release:
                self.on_release(self.value)
            return True
        return False

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        track = self.track()
        knob = min(look.px(26), self.rect.height)
        line = pygame.Rect(track.left, 0, track.width, max(4, look.px(11)))
        line.centery = track.centery
        look.nine(surface, "slider_track", line)
        x = track.left + round(track.width * (self.value - self.low) / (self.high - self.low))
        done = line.copy()
        done.width = max(line.height, x - line.left)
        if self.enabled:
            look.nine(surface, "slider_fill", done)
        lit = self.enabled and (self.hovered or self.pressed or self.focused)
        look.icon(
            surface,
            "slider_knob_hover" if lit else "slider_knob",
            (x, track.centery),
            knob,
            faded=not self.enabled,
        )
        if self.shown:
            words = pygame.Rect(track.right + knob * 2 // 3, self.rect.top, 0, self.rect.height)
            words.width = self.rect.right - words.left
            self.cut.clear()
            self.write(surface, look, self.shown(self.value), words, "bold", align="right")
