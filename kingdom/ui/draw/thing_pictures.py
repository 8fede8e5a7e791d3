"""Which picture shows a thing of the game, by its word."""

from __future__ import annotations

from kingdom.ui.draw.look import Look


def picture_of(look: Look, name: str) -> tuple[str, str]:
    """The sheet and sprite that show a word of the game: a tile, a nomad tile, a landmark, a terrain, a
    piece; a neutral medallion if nothing does."""
    candidates = (
        ("medallions", f"medallion_{name}"), ("cards", f"nomad_{name}"),
        ("cards", f"bonus_{name.removesuffix('_bonus')}"), ("cards", name), ("landmarks", name),
        ("cards", f"icon_{name}"), ("interface", name), ("interface", f"icon_{name}"),
    )  # fmt: skip
    return next((found for found in candidates if look.has(*found)), candidates[0])
