"""What there is to do at a table that is set for one turn: a plate at the upper edge of the board."""

from __future__ import annotations

import pygame

from kingdom.ui.draw.look import Look


def task_plate(look: Look, board: pygame.Rect, words: str) -> pygame.Rect:
    """Where the plate lies."""
    room = board.inflate(-look.px(16), -look.px(12))
    wide = min(room.width, look.measure(words, "bold")[0] + look.px(30))
    tall = look.measure(words, "bold", wide - look.px(28))[1] + look.px(12)
    plate = pygame.Rect(room.left, room.top, wide, tall)
    plate.centerx = room.centerx
    return plate


def draw_task(surface: pygame.Surface, look: Look, board: pygame.Rect, words: str) -> None:
    """The plate with its words."""
    plate = task_plate(look, board, words)
    look.nine(surface, "tooltip", plate)
    inner = plate.inflate(-look.px(28), -look.px(8))
    look.text(surface, words, inner, "bold", "text_on_tooltip", "center", "middle", wrap=True)
