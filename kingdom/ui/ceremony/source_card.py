"""A source of gold as a large card: its picture and its rule."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from kingdom.text import Texts
from kingdom.ui.ceremony.tally import SCORE, Source
from kingdom.ui.draw.look import Look
from kingdom.ui.panels.source_picture import picture_of_source
from kingdom.ui.scene.words import note_words

HEAD, PAD = 36, 14
RULE = "reading"
"""The style in which the rule is told."""
COIN = 48
"""Pixels of the picture of a coin."""
HEAP = (5, 4, 3)
"""Coins of a heap, from below."""
SHAPE = 0.545
"""Height of a card's drawing for its width."""


def rule_of(texts: Texts, source: Source) -> str:
    """The rule, with what set-up decided about it; for gold from during the game also what gave it."""
    names = [texts.name(why) for why, _ in source.parts]
    notes = [note_words(texts, note) for note in source.notes]
    return "\n".join([texts.say(f"{source.key}.rule"), *notes, *([" · ".join(names)] if names else [])])


def card_height(look: Look, texts: Texts, sources: Iterable[Source], width: int) -> int:
    """What a card of this width needs, whichever source it shows: cards of one height do not make the players
    jump."""
    inner = width - 2 * look.px(PAD)
    words = max(look.measure(rule_of(texts, source), RULE, inner)[1] for source in sources)
    return look.px(HEAD) + round(inner * SHAPE) + words + look.px(3 * PAD)


def draw_card(surface: pygame.Surface, look: Look, texts: Texts, source: Source, card: pygame.Rect) -> None:
    """The card inside a rect; where there is little room, the picture gives way to the rule."""
    pad = look.px(PAD)
    framed = bool(source.box)
    head = pygame.Rect(card.left + pad, card.top, card.width - 2 * pad, look.px(HEAD))
    if framed:
        look.nine(surface, f"card_frame_{source.box}", card)
    else:
        look.panel(surface, card, "active", shadow=False)
        head.top += look.px(8)
    ink = f"text_on_{source.box}" if framed else "ink"
    look.text(surface, texts.say(source.key), head, "heading", ink, "center", "middle")
    body = pygame.Rect(
        head.left, head.bottom + look.px(8), head.width, card.bottom - head.bottom - look.px(8) - pad // 2
    )
    words = rule_of(texts, source)
    pixels = look.one_size(RULE, [(words, body)], wrap=True)
    tall = min(look.measure(words, RULE, body.width, pixels)[1], body.height)
    picture = pygame.Rect(body.left, body.top, body.width, body.height - tall - pad)
    if picture.height > look.px(30):
        shown = picture_of_source(look, source.group, source.name)
        top = picture.bottom
        if shown is None:
            _draw_coins(surface, look, picture)
        elif source.group == SCORE:
            look.picture(surface, *shown, _smaller(look, picture))
        else:
            top = look.picture(surface, *shown, picture).bottom
        body.top, body.height = top, body.bottom - top
    look.text(surface, words, body, RULE, "ink", "center", "middle", wrap=True, pixels=pixels)


def _smaller(look: Look, room: pygame.Rect) -> pygame.Rect:
    """Part of a room for a picture that is no card's drawing and would be too large, and blurred."""
    side = min(room.height * 9 // 10, look.px(220))
    small = pygame.Rect(0, 0, side, side)
    small.center = room.center
    return small


def _draw_coins(surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
    """A heap of coins, none larger than it was painted."""
    size = min(COIN, room.height // 3, room.width // len(HEAP))
    step = size * 7 // 8
    for row, number in enumerate(HEAP):
        y = room.centery + (len(HEAP) // 2 - row) * step * 3 // 4
        for place in range(number):
            x = room.centerx + round((place - (number - 1) / 2) * step)
            look.icon(surface, "coin", (x, y), size)
