"""The terrain grids of all sections and of both sides of the island."""

from __future__ import annotations

from kingdom.rules.board import TerrainGrid

BASE_SECTIONS = {
    "oracle": TerrainGrid.from_text(
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
    "farm": TerrainGrid.from_text(
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
    "tavern": TerrainGrid.from_text(
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
    "tower": TerrainGrid.from_text(
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
    "harbor": TerrainGrid.from_text(
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
    "paddock": TerrainGrid.from_text(
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
    "oasis": TerrainGrid.from_text(
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
    "barn": TerrainGrid.from_text(
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


NOMADS_SECTIONS = {
    "quarry": TerrainGrid.from_text(
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
    "caravan": TerrainGrid.from_text(
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
    "village": TerrainGrid.from_text(
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
    "garden": TerrainGrid.from_text(
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


CROSSROADS_SECTIONS = {
    "lighthouse": TerrainGrid.from_text(
        """
        FFFFWWLLLL
        FFFFWDLLLL
        CFFFFWDSDM
        CC2FWDDDDW
        CCCCWWWWWW
        WWWWWWDDDW
        LLLLWG1DDD
        LMGWGGGGMC
        LGGWGGGCMC
        GGGWWWCCCC
        """,
        _1="lighthouse",
        _2="foresters_lodge",
    ),
    "barracks": TerrainGrid.from_text(
        """
        GGFFWWFFGG
        GGFFWGGCGG
        GLLFFFFCCG
        LLL1DFFCCC
        LLLLLDF2MC
        LLLDDMCCCC
        LLLMDDDCCC
        LLDDSDDCMC
        GGDDDWWDGG
        GGDWWWDDGG
        """,
        _1="barracks",
        _2="crossroads",
    ),
    "city_hall": TerrainGrid.from_text(
        """
        FFFFWWDDDD
        FFLLLGGDDD
        MMFLL1GMCD
        FFMMGGGCCM
        FFSLGMMCCC
        FFFLMMCCMC
        MMFLLL2CCC
        LLLMGGDWCM
        LLWGGGDDDD
        LGGGGGGDDD
        """,
        _1="city_hall",
        _2="fort",
    ),
    "monastery": TerrainGrid.from_text(
        """
        MDDDMWMGGG
        DDDMWLLLGG
        DDDDWLL1GW
        MCDDWLLGWW
        MCCDDWLWWW
        MCCGGWWCCC
        CCCSGFFFCC
        CLGGGFFFCM
        LLLGFFFF2M
        LLFFFFMMMM
        """,
        _1="monastery",
        _2="wagon",
    ),
}


MARSHLANDS_SECTIONS = {
    "temple": TerrainGrid.from_text(
        """
        DDUUUUWLLL
        DDMMUWFFLL
        DDD1UWFFCC
        DDGGUWCCCC
        GDDGWWLCGG
        GDGWML1GGF
        UGGWLLLLFF
        UUWWPLLFMF
        UUWWCCMFWW
        UWWCCCFFWW
        """,
        _1="temple",
    ),
    "refuge": TerrainGrid.from_text(
        """
        MMMLLFFGGG
        MMLLLFFGGG
        DDD1LLFPWW
        DMCCLLFWWU
        DMMCLLLWUU
        DFCCCC1GUU
        DFFCCUMGGC
        DFMWWUGGCC
        FFMWUUUGDC
        FFWWUUDDDD
        """,
        _1="refuge",
    ),
    "canoe": TerrainGrid.from_text(
        """
        UUCCDDDDDM
        UCCGDDDDDM
        UCCGGUWWDM
        WW1GUWFWMM
        LLWUUWFFWW
        LLWWWFF1CC
        GGLMWFLLLC
        GGGMWPLLCC
        GGGUWWLFFF
        UUUUWLFFMM
        """,
        _1="canoe",
    ),
    "fountain": TerrainGrid.from_text(
        """
        LLUUCCCCFF
        LLLUCCCCFF
        GGGUUWCCCF
        MGMMWWC1DD
        MGGGWWWGDD
        DDD1FMWGDD
        WDDDFFFWGG
        WUUDFPFWWG
        WWUUFLLLUW
        WWWULLLUUU
        """,
        _1="fountain",
    ),
}


HARVEST_SECTIONS = {
    "bazaar": TerrainGrid.from_text(
        """
        MFFFFACCCG
        FFFFFACCGG
        WWF1AAOMMG
        DWLLLLMWWG
        DDWWLLLLGG
        DDDWLLLLAG
        CDDW2AFMAA
        CCWGAAFFFM
        CCWWGGGDDM
        CCCWWGDDMM
        """,
        _1="bazaar",
        _2="water_mill",
    ),
    "mountain_station": TerrainGrid.from_text(
        """
        DDDFFFGGWW
        DFFFFFGGWM
        DDAA2FGACC
        DMAGGGACCC
        DDDGGMAOCC
        DLWMMMLLCC
        LLWMMLLLLC
        LLAM1LCCCC
        FFAAAGGWDD
        FFFAGGWWDD
        """,
        _1="mountain_station",
        _2="scout_cabin",
    ),
    "cathedral": TerrainGrid.from_text(
        """
        CCCCLLLLWW
        CCAALMLLWW
        MCCAGMOLWW
        FC1GGGGWDW
        FFCCGGWWDD
        FCCMGAWDDD
        FWWLMAAWDD
        AALLL2FWGD
        DALFFLFWGG
        DDDFFFWWGG
        """,
        _1="cathedral",
        _2="watchtower",
    ),
    "university": TerrainGrid.from_text(
        """
        DDDDWCCCCF
        DADFWLLMFF
        DAAFWLLLGF
        DAFFWWLGGF
        MC2FFMWGGG
        MCFFMMWGAA
        CCCMAWW1AL
        CCOAAWDDLL
        WCCAGGDDDL
        WWAGGGGGLL
        """,
        _1="university",
        _2="palisade",
    ),
}


ISLAND_GRIDS = {
    "rope_bridge": TerrainGrid.from_text(
        """
        DDDFF
        DGGFF
        C1GWW
        CCGSL
        MCLLL
        """,
        _1="rope_bridge",
    ),
    "tree_house": TerrainGrid.from_text(
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
