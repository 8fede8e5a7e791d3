"""The land of Crossroads: its sections as grids of letters (see board.Grid)."""

from __future__ import annotations

from kingdom.rules.board import Grid

SECTIONS = {
    "lighthouse": Grid.of(
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
    "barracks": Grid.of(
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
    "city_hall": Grid.of(
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
    "monastery": Grid.of(
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
