"""Which picture stands at the head of a page, and which page is about what a picture shows."""

from __future__ import annotations

from collections.abc import Iterable

from kingdom.learn.reference import Entry, page_for
from kingdom.rules.registry import BELONGING, PIECE, TERRAIN, TERRAIN_CARDS
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.thing_pictures import picture_of

COLOUR = "orange"
"""Whose pieces are shown."""

Shown = tuple[str, str]
"""A picture: its sheet and name."""


def head_picture(look: Look, entry: Entry) -> Shown:
    """The picture of a page's thing, as it is seen in the game."""
    kind, word = entry.shown
    if kind == PIECE:
        return ("pieces", word if look.has("pieces", word) else f"{word}_{COLOUR}")
    if kind == TERRAIN:
        card = word in TERRAIN_CARDS and look.has("cards", f"terrain_{word}")
        return ("cards", f"terrain_{word}") if card else ("terrain_ground", f"ground_{word}")
    if kind == BELONGING and not look.has("interface", word):
        return ("medallions", f"medallion_{word}")
    return picture_of(look, kind, word)


def small_picture(look: Look, entry: Entry) -> Shown:
    """The picture of a page in the list."""
    if entry.shown[0] == TERRAIN:
        return picture_of(look, *entry.shown)
    return head_picture(look, entry)


def page_about(look: Look, found: Iterable[Entry], about: str, picture: Shown | None) -> str | None:
    """The page about a thing, by its name or else by its picture."""
    every = list(found)
    entry = page_for(about, every) if about else None
    if entry is None and picture is not None:
        entry = page_of_picture(look, every, picture)
    return None if entry is None else entry.key


def page_of_picture(look: Look, found: Iterable[Entry], picture: Shown) -> Entry | None:
    """The page about what a picture shows: a piece in any colour, a terrain card of any kind."""
    sheet, name = picture
    if sheet == "interface":  # an icon of a button stands for many things
        return None
    # a page that only borrows a picture comes after the one it belongs to
    for entry in sorted(
        found, key=lambda entry: entry.shown[1] not in (entry.word, entry.word.split("_")[0])
    ):
        if picture in (head_picture(look, entry), small_picture(look, entry)):
            return entry
        kind, word = entry.shown
        if kind == PIECE and sheet == "pieces" and name.startswith(f"{word}_"):
            return entry
        if kind == TERRAIN and sheet == "cards" and name.removeprefix("terrain_").startswith(f"{word}_"):
            return entry
    return None
