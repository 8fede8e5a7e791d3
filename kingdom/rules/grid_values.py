"""Land in JSON: rows of letters, and what the digits in them stand for."""

from __future__ import annotations

from typing import Any

from kingdom.rules.board import Grid
from kingdom.rules.json_values import read_dict, read_list, read_words
from kingdom.rules.registry import TILES, BadSetup


def read_grid(rows: Any, locations: Any, place: str) -> Grid:
    """Land from its two parts, at a place in a file. Whether it fits a board is seen when it is laid out."""
    rows = read_list(rows, f"{place}.grid")
    if not all(isinstance(row, str) for row in rows):
        raise BadSetup(f"{place}.grid: rows of letters are needed")
    named = read_dict(locations, f"{place}.locations", "123456789")
    tiles = read_words(list(named.values()), f"{place}.locations", TILES, "tile")
    return Grid(tuple(rows), tuple(zip(named, tiles, strict=True)))


def write_grid(grid: Grid) -> dict[str, Any]:
    """The same, as it is read."""
    return {"grid": list(grid.rows), "locations": dict(grid.locations)}
