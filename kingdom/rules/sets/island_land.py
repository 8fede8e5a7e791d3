"""The land of Island: its sides as grids of letters (see board.Grid)."""

from __future__ import annotations

from kingdom.rules.board import Grid

ISLANDS = {
    "rope_bridge": Grid.of(
        """
        DDDFF
        DGGFF
        C1GWW
        CCGSL
        MCLLL
        """,
        _1="rope_bridge",
    ),
    "tree_house": Grid.of(
        """
        DDGLL
        DGSLW
        DGGFL
        FFF1C
        MMCCC
        """,
        _1="tree_house",
    ),
}
