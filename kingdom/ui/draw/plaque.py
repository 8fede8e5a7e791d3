"""A plaque: a small picture and a few words on a dark plate, for what holds all game long."""

from __future__ import annotations

import pygame

from kingdom.ui.draw.look import Look

STYLE = "small"
PAD = 7


def plaque_height(look: Look) -> int:
    """How tall every plaque is."""
    return look.line_height(STYLE) + look.px(6)


def draw_plaque(
    surface: pygame.Surface, look: Look, picture: str, words: str, room: pygame.Rect, align: str = "left"
) -> pygame.Rect:
    """A plaque at the bottom of a room, as wide as its words; the rect it takes. The picture is one of the
    sheet of cards; it stands back where there is room only for the words."""
    pad, tall = look.px(PAD), plaque_height(look)
    needed = look.measure(words, STYLE)[0] + 2 * pad
    side = tall - look.px(4)
    if needed + side + pad > room.width:
        side = 0
    wide = min(room.width, needed + side + (pad if side else 0))
    plate = pygame.Rect(room.left, room.bottom - tall, wide, tall)
    if align == "center":
        plate.centerx = room.centerx
    look.nine(surface, "tooltip", plate)
    left = plate.left + pad
    if side:
        look.picture(surface, "cards", picture, pygame.Rect(left, plate.centery - side // 2, side, side))
        left += side + pad
    place = pygame.Rect(left, plate.top, plate.right - left - pad, plate.height)
    look.text(surface, words, place, STYLE, "text_on_tooltip", valign="middle")
    return plate
