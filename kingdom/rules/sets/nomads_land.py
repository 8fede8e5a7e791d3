"""The land of Nomads: its sections as grids of letters (see board.Grid)."""

from __future__ import annotations

from kingdom.rules.board import Grid

SECTIONS = {
    "quarry": Grid.of(
        """
        GGGWWWMCCC
        GGWFDWWWCC
        GMWF1DDDWM
        LWFFCCDLLL
        LWGGCCDDML
        LWNGCCDNLL
        LLWGCCCLLL
        DWGGCNFFLL
        DDWWGFFMFF
        DDDWWFMFFF
        """,
        _1="quarry",
    ),
    "caravan": Grid.of(
        """
        WWGGWWWLLL
        WGGFWWWLLL
        WWWGFWWDDL
        FFWNFWDMLL
        FFFWWWDDGG
        FFFFCDGGGG
        FF1CCCGGMG
        FCCCCG1DDG
        CMCCCLLLDD
        CCCLLLLDDD
        """,
        _1="caravan",
    ),
    "village": Grid.of(
        """
        DDDDDDDGGG
        DDDMDLLLGG
        DMDDDLWLGF
        CLWDNWLFFF
        CLLWWWL1CF
        CLLLWWLCCC
        CCC1FWWLMC
        GCGGFWLCCC
        GGGGFFFFCM
        GGGFFFFFMM
        """,
        _1="village",
    ),
    "garden": Grid.of(
        """
        CCCWWWWDDD
        CCCW1LDDMD
        CCCCCCLDMD
        CGGCCMLMDD
        CGGGDMMLLL
        FLG1DDLLLL
        FFLLDMLGGL
        FFMLMFNGGG
        FMFFFFWWGG
        FFFFWWWGGG
        """,
        _1="garden",
    ),
}
