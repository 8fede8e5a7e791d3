"""The land of Marshlands: its sections as grids of letters (see board.Grid)."""

from __future__ import annotations

from kingdom.rules.board import Grid

SECTIONS = {
    "temple": Grid.of(
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
    "refuge": Grid.of(
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
    "canoe": Grid.of(
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
    "fountain": Grid.of(
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
