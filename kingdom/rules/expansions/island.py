"""Island: a small extra board with a location that moves settlements to canyon or forest.

The island's special properties come from the board itself (hexes.py, board.py): no island hex touches the
main board, the island's five rows are separate rows, the sea around the island counts as water, and the
island is not a section. Both sides are our own designs.
"""

from __future__ import annotations

from typing import Any

from kingdom.rules.actions import MoveToTerrainTile
from kingdom.rules.board import TerrainGrid
from kingdom.rules.expansion import Expansion, StateField
from kingdom.rules.expansions.section_grids import ISLAND_GRIDS
from kingdom.rules.json_values import read_dict, read_grid, read_name, write_grid
from kingdom.rules.registry import ISLANDS

TILES = (
    MoveToTerrainTile("rope_bridge", "L-ROPEBRIDGE-1", lambda game: game.board.hexes_by_terrain["canyon"]),
    MoveToTerrainTile("tree_house", "L-TREEHOUSE-1", lambda game: game.board.hexes_by_terrain["forest"]),
)


def read_island(value: Any, path: str) -> str | TerrainGrid:
    """Reads the name of a registered island, which may come from an external expansion, or a custom grid."""
    if not isinstance(value, dict):
        return read_name(value, path, ISLANDS, "island")
    data = read_dict(value, path, ("grid", "locations"))
    return read_grid(data.get("grid", []), data.get("locations", {}), path)


def write_island(side: str | TerrainGrid) -> Any:
    """Returns an island in the form that `read_island` accepts."""
    return side if isinstance(side, str) else write_grid(side)


EXPANSION = Expansion(
    name="island",
    release_order=7,
    islands=ISLAND_GRIDS,
    has_unofficial_sections=True,
    tiles=TILES,
    state_fields=(StateField("island", "marker", None, read_island, write_island),),
)
