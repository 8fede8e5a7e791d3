"""A plain error window that needs no image files. Shown when the game cannot start."""

from __future__ import annotations

import pygame

from kingdom.ui.draw.fonts import Fonts

WINDOW_SIZE = (900, 420)
MARGIN = 40
BACKGROUND_COLOR, TEXT_COLOR = (40, 25, 17), (250, 241, 220)


def show_startup_error(title: str, text: str) -> None:
    """Shows why the game cannot start. Waits until the player presses a key, clicks or closes the window."""
    pygame.display.init()
    surface = pygame.display.set_mode(WINDOW_SIZE)
    surface.fill(BACKGROUND_COLOR)
    fonts = Fonts()
    top = MARGIN
    for block, style, height in ((title, "title", 60), (text, "reading", WINDOW_SIZE[1] - MARGIN - 120)):
        text_layout = fonts.layout(block, style, WINDOW_SIZE[0] - 2 * MARGIN, height, True)
        line_height = fonts.font(style, text_layout.pixels).get_linesize()
        for index, line in enumerate(text_layout.lines):
            surface.blit(
                fonts.render_line(line, style, text_layout.pixels, TEXT_COLOR),
                (MARGIN, top + index * line_height),
            )
        top += height + 10
    pygame.display.flip()
    while pygame.event.wait().type not in (pygame.QUIT, pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
        pass
    pygame.display.quit()
