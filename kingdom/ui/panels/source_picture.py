"""Which picture shows a source of gold: a card, a task, castles."""

from __future__ import annotations

from kingdom.rules.registry import CARD, TASK, THINGS
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.thing_pictures import picture_of


def picture_of_source(look: Look, group: str, name: str) -> tuple[str, str] | None:
    """Sheet and name of a source's picture: its card, or what the box shows for it; gold from during the game
    has none of its own."""
    if group in (CARD, TASK):
        return "cards", f"{group}_{name}"
    shown = THINGS[name].picture if name in THINGS else None
    return picture_of(look, *shown) if shown else None
