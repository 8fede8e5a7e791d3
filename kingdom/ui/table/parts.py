"""Where the parts of the table are, by their words: for whoever points at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.ui.table.strip import items

if TYPE_CHECKING:
    from kingdom.ui.table.table import TableScene


def places(table: TableScene, part: str, of: str) -> list[pygame.Rect]:
    """The rects of a part: the hand, what to do in words, a card, a tile or another option, all tiles, a
    button, all buttons, a player, the log, the round. None while it is not there."""
    side, bar = table.side, table.bar
    if part == "hand":
        return [card.rect for card in bar.cards]
    if part == "prompt":
        return [bar.words]
    if part == "card":
        return [panel.rect for panel in side.scored if panel.visible and panel.facts.name == of]
    if part == "tile":
        named = zip(items(table.match, table.app.texts), bar.strip, strict=False)
        return [button.rect for item, button in named if item.option == of]
    if part == "tiles":
        return [button.rect for button in bar.strip]
    if part == "button":
        return [{"end": bar.end, "undo": bar.undo, "hint": bar.hint}[of].rect]
    if part == "buttons":
        return [button.rect for button in (*bar.strip, bar.end)]
    if part == "player":
        return [side.rows[int(of)].rect]
    return [side.log.rect if part == "log" else table.header.rect]
