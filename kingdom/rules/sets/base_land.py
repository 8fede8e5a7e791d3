"""The land of the base game: its sections as grids of letters (see board.Grid)."""

from __future__ import annotations

from kingdom.rules.board import Grid

SECTIONS = {
    "oracle": Grid.of(
        """
        GGGFFWGFFF
        GGGSFWGFFF
        GLLGFFWGGF
        LLCGFWL1FF
        LLLCCWLLWW
        MMCGGWWWDD
        CCCMGLLLDD
        CCSDMDLLCC
        WWWDDDDMCC
        WWWWDDDDDC
        """,
        _1="oracle",
    ),
    "farm": Grid.of(
        """
        DDCWWFFFGG
        DSCWFFF1GG
        CCCLLLFCLL
        CCLLWDDCCL
        CGGWLLDDCC
        GG1LWLWDDC
        GGGFLLWWDD
        GGFFMWWWDW
        GMFFWWWWWW
        FFFWWWWWWW
        """,
        _1="farm",
    ),
    "tavern": Grid.of(
        """
        LDDMMDDCCC
        LLDDDMMCCC
        LLLLLLLMMM
        WWLSGGFFMM
        LLWWGGGFFC
        LCCWGFFCCC
        DL1CWFF1CG
        DDCWFFGGGG
        DDDWFFFGGG
        DDWWFFFGGG
        """,
        _1="tavern",
    ),
    "tower": Grid.of(
        """
        FFFFMMGMCC
        FMFFLGMMMC
        LLFLLLGGWM
        DLLLW1GWMM
        DDDDLWGWCC
        DCDDDWWCGC
        DDCDDWLSGC
        CC1DWLLLGG
        DCWWWFFLGG
        DCCWFFFGGG
        """,
        _1="tower",
    ),
    "harbor": Grid.of(
        """
        GGFFFWGFFL
        GLFFWGFFLL
        GLLFWGGLLL
        LLFFWGMLDD
        CLSFWGDDDD
        CCFWGGMMDD
        CCWWWGDDDC
        WWGGWW1CMC
        WDSGWMWCCC
        WDDWWWWCCC
        """,
        _1="harbor",
    ),
    "paddock": Grid.of(
        """
        CCCDDWDDDD
        MMCDDWDDDD
        MMCMMWDD1L
        MCMMWMDLLL
        CCFFWMMCLL
        CFFWCCCMLL
        C1FFWLLLLL
        GGFWGSGLGF
        GGFFWGGGGF
        GGFFWGGGFF
        """,
        _1="paddock",
    ),
    "oasis": Grid.of(
        """
        DDCWWFFGGG
        DCWLLFFFGG
        DDWLLFF1LG
        WWWLGFLLLL
        WWWWGGGGLL
        WFFWGGCCDC
        WFCFWGCCDC
        WSCLW1DDCW
        WWCLWWWDDW
        WWWWWWWWWW
        """,
        _1="oasis",
    ),
    "barn": Grid.of(
        """
        CDDDDDDDDD
        CCCDDDDDCD
        MMMDMM1DDC
        CMMMMMLLCC
        CCCMMWLLLC
        GCCCMLLWFC
        GG1FLLWLLF
        GGFFLLGSFF
        GGGFFWGGFF
        GGGFWGGFFF
        """,
        _1="barn",
    ),
}
