"""Which picture shows a thing of the game, by its kind and word."""

from __future__ import annotations

from kingdom.ui.draw.look import Look

SHEETS = {
    "tile": ("medallions", "medallion_{}"),
    "action": ("medallions", "medallion_{}"),
    "terrain": ("cards", "icon_{}"),
    "landmark": ("landmarks", "{}"),
    "marker": ("landmarks", "{}"),
    "belonging": ("interface", "{}"),
}
"""Sheet and sprite of each kind that has its own; all others are on the sheet of cards, with their kind in
front."""


def name_of_picture(kind: str, word: str) -> tuple[str, str]:
    """The sheet and sprite of a thing, whether there is such a picture or not."""
    sheet, name = SHEETS.get(kind, ("cards", f"{kind}_{{}}"))
    return sheet, name.format(word)


def picture_of(look: Look, kind: str, word: str) -> tuple[str, str]:
    """The sheet and sprite that show a thing; a neutral medallion if there is no picture of it."""
    found = name_of_picture(kind, word)
    return found if look.has(*found) else ("medallions", f"medallion_{word}")
