"""The land of Harvest: its sections as grids of letters (see board.Grid)."""

from __future__ import annotations

from kingdom.rules.board import Grid

SECTIONS = {
    "bazaar": Grid.of(
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
    "mountain_station": Grid.of(
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
    "cathedral": Grid.of(
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
    "university": Grid.of(
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
