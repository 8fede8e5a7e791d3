"""Island: a small board of its own with a location that moves settlements to canyon or to forest.

What makes the island special is in the land itself (hexes.py, board.py): no hex of it touches the main board,
its five rows are lines of their own, the sea around it is water, and it is no section. The layouts are our
own.
"""

from __future__ import annotations

from typing import Any

from kingdom.rules.actions import MoveTile
from kingdom.rules.json_values import read_word, same
from kingdom.rules.registry import Box, Field
from kingdom.rules.sets.island_land import ISLANDS

TILES = (
    MoveTile("rope_bridge", "L-ROPEBRIDGE-1", lambda game: game.board.terrain["canyon"]),
    MoveTile("tree_house", "L-TREEHOUSE-1", lambda game: game.board.terrain["forest"]),
)


def read_side(value: Any, place: str) -> str:
    """The name of a side."""
    return read_word(value, place, ISLANDS, "island")


BOX = Box(
    name="island",
    order=7,
    islands=ISLANDS,
    own_design=True,
    tiles=TILES,
    fields=(Field("island", "marker", None, read_side, same),),
)
