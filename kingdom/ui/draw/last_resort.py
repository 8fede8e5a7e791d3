"""The last resort: a window that needs no pictures, for a copy of the game that lacks them."""

from __future__ import annotations

import pygame

from kingdom.ui.draw.lettering import Lettering

SIZE = (900, 420)
MARGIN = 40
WOOD, PAPER = (40, 25, 17), (250, 241, 220)


def show_trouble(title: str, text: str) -> None:
    """Tell why the game cannot open, until a key, a click, or the window's cross."""
    pygame.display.init()
    surface = pygame.display.set_mode(SIZE)
    surface.fill(WOOD)
    lettering = Lettering()
    top = MARGIN
    for words, style, height in ((title, "title", 60), (text, "reading", SIZE[1] - MARGIN - 120)):
        setting = lettering.set(words, style, SIZE[0] - 2 * MARGIN, height, True)
        step = lettering.font(style, setting.pixels).get_linesize()
        for number, line in enumerate(setting.lines):
            surface.blit(lettering.drawn(line, style, setting.pixels, PAPER), (MARGIN, top + number * step))
        top += height + 10
    pygame.display.flip()
    while pygame.event.wait().type not in (pygame.QUIT, pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
        pass
    pygame.display.quit()
