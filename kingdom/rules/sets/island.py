"""Island: a small board of its own with a location that moves settlements to canyon or to forest.

What makes the island special is in the land itself (hexes.py, board.py): no hex of it touches the main board,
its five rows are lines of their own, the sea around it is water, and it is no section. The layouts are our
own.
"""

from __future__ import annotations

from typing import Any

from kingdom.rules.actions import MoveTile
from kingdom.rules.board import Grid
from kingdom.rules.grid_values import read_grid, write_grid
from kingdom.rules.json_values import read_dict, read_word
from kingdom.rules.registry import ISLANDS, Box, Field
from kingdom.rules.sets.island_land import ISLANDS as SIDES

TILES = (
    MoveTile("rope_bridge", "L-ROPEBRIDGE-1", lambda game: game.board.terrain["canyon"]),
    MoveTile("tree_house", "L-TREEHOUSE-1", lambda game: game.board.terrain["forest"]),
)


def read_side(value: Any, place: str) -> str | Grid:
    """The name of a side, which a box from outside may bring as well, or land of one's own."""
    if not isinstance(value, dict):
        return read_word(value, place, ISLANDS, "island")
    data = read_dict(value, place, ("grid", "locations"))
    return read_grid(data.get("grid", []), data.get("locations", {}), place)


def write_side(side: str | Grid) -> Any:
    """The same, as it is read."""
    return side if isinstance(side, str) else write_grid(side)


BOX = Box(
    name="island",
    order=7,
    islands=SIDES,
    own_design=True,
    tiles=TILES,
    fields=(Field("island", "marker", None, read_side, write_side),),
)
