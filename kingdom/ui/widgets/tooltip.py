"""The note that comes up beside the mouse when it rests on something."""

from __future__ import annotations

import pygame

from kingdom.ui.draw.look import Look

TOOLTIP_AFTER = 0.35
"""Seconds that the mouse rests before the note comes."""
TOOLTIP_WIDTH = 380
NEVER = float("-inf")


class Rest:
    """How long the mouse has rested on one thing."""

    def __init__(self) -> None:
        self._seconds = 0.0

    @property
    def due(self) -> bool:
        """Whether the note is shown."""
        return self._seconds >= TOOLTIP_AFTER

    def begin(self) -> None:
        """The mouse came to another thing."""
        self._seconds = 0.0

    def moved(self) -> None:
        """The mouse moved on the same thing: a note that is shown stays."""
        if not self.due:
            self._seconds = 0.0

    def clicked(self) -> None:
        """What was clicked needs no explanation until the mouse moves again."""
        self._seconds = NEVER

    def end(self) -> None:
        """The note comes at once."""
        self._seconds = TOOLTIP_AFTER

    def update(self, seconds: float) -> bool:
        """Let time pass; whether the note is still to come."""
        self._seconds += seconds
        return self._seconds > NEVER


def draw_tooltip(
    surface: pygame.Surface, look: Look, words: str, mouse: tuple[int, int], avoid: pygame.Rect | None = None
) -> pygame.Rect:
    """A note beside the mouse, inside the window."""
    window = surface.get_rect()
    pad = look.px(10)
    width = min(look.px(TOOLTIP_WIDTH), window.width - 4 * pad)
    across, down = look.measure(words, "body", width)
    box = pygame.Rect(
        mouse[0] + look.px(14),
        mouse[1] + look.px(22),
        min(across, width) + 2 * pad,
        min(down, window.height - 4 * pad) + 2 * pad,
    )
    if box.bottom > window.bottom:
        box.bottom = (avoid.top if avoid is not None else mouse[1]) - look.px(8)
    box.clamp_ip(window.inflate(-look.px(8), -look.px(8)))
    look.panel(surface, box, "tooltip")
    look.text(surface, words, box.inflate(-2 * pad, -2 * pad), "body", "text_on_tooltip", wrap=True)
    return box
