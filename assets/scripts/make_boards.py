"""Writes the whole boards among the maps: `python assets/scripts/make_boards.py`. Needs an installed kingdom.

The letter grids in this file are the originals; the tests compare the maps with them.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tools import write_section_maps

from kingdom.maps import tiled
from kingdom.rules.board import TerrainGrid
from kingdom.rules.expansions.base_game import FIRST_GAME
from kingdom.rules.setup import assemble_sections

FOLDER = Path(__file__).resolve().parents[2] / "levels"


class Board(NamedTuple):
    """A board and the properties of its map file."""

    grid: TerrainGrid
    title: str
    design: str = write_section_maps.UNOFFICIAL_DESIGN


ARCHIPELAGO = TerrainGrid.from_text(
    """
    DDGGGWFFFFFWLLLLWDDD
    DSGMGGGFFFWDDLLWDDGD
    DDDGMWCCCCWDDLLWSGGG
    DDGGWWWWWWWDMMWGGGGG
    DDWWWWWL1FFWDDDWMMCC
    WWCDDWLLFFFWWWWCCCCC
    WCCDDDWLLFFFWFFWWC2C
    WCCL3WLLLMFWFFFGWWWW
    WCCCLLWLLMFWF4MGGWCC
    WWWLLWWWWWWWFMGGWGCC
    GGMWWWGGGDWWWWGGWGGC
    GMDDWGFFGDWCCWGWWG3C
    CCCSDWGFFDWCCCWWDWWC
    CCCCWWFFFWCCSCWDDDWW
    CCCWWCWFFFWMCCWDDDDW
    WWGGCCWWWWMCWWLDDWWW
    WGGGFFWLLLWWWLLWWWLL
    W1GGFFL2LLWLLFFWGGLL
    WLLLFFWDDLWLLFF4WGGL
    WLLLFWDDDDWLFFFFGGLL
    """,
    _1="harbor",
    _2="paddock",
    _3="oracle",
    _4="tower",
)
"""Islands separated by straits of one hex: Harbor and Paddock lead across, and every coast scores for
Fishermen."""

GREAT_DIVIDE = TerrainGrid.from_text(
    """
    GGGGGCCCFFDDCCCMMLLL
    GGGWWCCCFFDDCCMMMLLL
    GSGWWWCCFFFDDCMMMMLL
    WDDWWLLLFFCGGGMMDLLL
    CWDDDD1LLFCCGGMMMD4G
    CWWWGGLLLCCCCFFFDGGG
    CCLLWGGDDD2DCCFFFDFG
    CC3LWGGDDDDMMMSGDFFG
    FCFFLWWWDDMMMMGGLLLF
    FFFLLGGWGMMMDWGGLLDF
    FFFLDDSGGMMLMDWWWLDD
    FGGDDDDMMLLLDDCCWLDD
    GGGCDDMMMCLLDDCCGWWD
    GCCCCLLLCCCFF3GGGFWD
    F2CCCCLLLCGFFFFGGGFW
    FFCMMMLFGGGGFFFGGFFF
    FFFMMMCFFGGGDLFWWGFF
    FFDMMCCFGGDDLLWWW4CC
    DDDMMCC1LLLDSLLWWCCC
    DDMMMMLLLLDDLLLLCCCC
    """,
    _1="farm",
    _2="tavern",
    _3="barn",
    _4="paddock",
)
"""A mountain range from corner to corner with two passes; a river runs down each side."""

FOUR_RIVERS = TerrainGrid.from_text(
    """
    DDDCCGGMCCFFFWLLLLFF
    DGCCMGGCCFFFFWLLLDFM
    DSGGCMMF1CCCCWGLLDSL
    LLGDDFFFDCCCWGGGDDLL
    LLGDDDFFFDCCWGGGMDDC
    LLGGWWWFDDLLWGGGMMCC
    WWWWWLLWDDMLWGG4DDCC
    FFFLLLLWLLLWGFFDDCCC
    FFCGLCMLWWWWGFFDDDDC
    FMCGCC1GGWWFFFFLMD4G
    LLCCGCCDGWWWFFFFLLGG
    LLLGGCDDWWWDDFFFLLGG
    LGLLLCCDWFFWDDD2LLLL
    GG3FLCCWFMFWDDDLLLLL
    FFMFFLWWDFFFWDDDLLLL
    FFMFFWDDDFGGWWWWWWWW
    FFGMLWDDSFFGGGCCCCCC
    GGGLWDDDCCCGGGSCCC2C
    CCG3LWDDCCCGGGDCCCCF
    CGGMLWDDDMGGDDDDDFFF
    """,
    _1="farm",
    _2="oasis",
    _3="paddock",
    _4="tower",
)
"""Four rivers meet in the middle and divide the board into four regions."""

GREAT_LAKE = TerrainGrid.from_text(
    """
    CMCCCFFFGFFFFCMGFFFF
    CCCCFC2GGFF1CCGGGMFF
    WWWGGCCGGGFMCCGGGMGG
    LLWGGCMDGFLLLCGSCMGG
    LSDWWGDDDFLLLCLLLCMG
    LFDDWGDWWWWWWLLLCCDM
    FFFDDWWWWWWWWWWLFCCD
    LLFDWWWWWWWWWWWWF1DD
    LLLLWWWWWDDWWWWWWFDD
    LLLWWWWWC2DDWWWWDDMD
    GMCCWWWWCCCDWWWWWFDD
    GGCCWWWWWCCWWWWWFFDF
    GGCCCWWWWWWWWWWWFFFF
    GGCCWWWWWWWWWWWFFFSF
    LMGFFDDWWWWWWWLWFLLL
    LMFSDDDDDWCCCLLWWWLL
    LLMFGDDDDDCCMLLLGGWW
    LLMMGDDMF3CC4LLGGGGW
    LLMLGG3FFFCCDDD4GGGG
    LLLGGFFFFCCDDDDDGGGG
    """,
    _1="farm",
    _2="harbor",
    _3="oracle",
    _4="paddock",
)
"""A large lake with a harbor island in its center, surrounded by everything else."""

MOUNTAIN_PASS = TerrainGrid.from_text(
    """
    FFGGGDDLDDDCWGGGFFWW
    FFGGDDLLLDCWD4GGFWWW
    LLFGGDDLD1CCWDMGGFWW
    LFGGGDCMDDCWGDMMGLWW
    LLFFGDCCCDWWGGFFMLLL
    LLSGGCCCDDWGDGFFMLLL
    LLCCGGCCCFFWDDSFDDLL
    MMMMMMCCFFFWDDDDCCCL
    MMMMMMMC1FFFDMMMCC4L
    FFFFFGGGMMMMMMMMCFLL
    LLLFFGGGGMMMMMMLMFLL
    MLFFFWGGGGGMMMLLMFLL
    LL3FWWFFCCGGDD2LLLFF
    LLLWFFMMCCCDDLLLLFFF
    LWWWFFMGGCDDDDDLWWFF
    WLLLMMGGGSDFDDDWCWWW
    WWLLMDDGDFFFDDDWGCCC
    WWWCC3DDFFFFFFWGGSGC
    WWWCCCDDDCCC2CWGGGGC
    WWCCMDDDDCCCCCWGGGMC
    """,
    _1="barn",
    _2="paddock",
    _3="tavern",
    _4="tower",
)
"""A mountain range almost from side to side, with one pass and a way around its end."""

ISLETS = TerrainGrid.from_text(
    """
    WDDWFFFWCCDWWGGGWWFF
    D1LWFFWMCDDWWGMGWFFD
    WDLLWWWWCCWWWWWWWFSD
    WWWWF4LWWWGGWFFFWLLD
    WGGDWFLLWLL3GWFFCWLL
    GGDDWFLWWLGGGWFCCWWW
    WMGWWWWWGWLDDWWWWWCC
    WWWWWWDGGWDDDWWLLWCM
    WCCWCCWDGGWWWWWLL2WC
    CCWCCLWDSFFWCWWLCCWW
    WCCWCLWWWWFWCCGWCCWW
    WWWWWWMGGWWWC2GWWWDD
    WMFWWCCGGWLLWGGWWWMM
    FFLLWC4DWLLLWWWGWWDD
    WFSLWCCDDWLSFFWGGFWW
    WFLWWWCDWDDFFWG3FFWW
    WWWWFFWWWWDWWWWGFWWW
    DDWFFLWGGWWCCFWWWLLW
    DDDWF1WGGLWCCFFWDDLL
    DWWWWWWGLWWCCWWWWLLW
    """,
    _1="harbor",
    _2="barn",
    _3="paddock",
    _4="tavern",
)
"""Twenty-five islets in a sea: none is large enough for many settlements, and every route crosses water.
All four tiles move settlements; with a tile that builds (Oracle), the starting player was far ahead."""

SPIRAL = TerrainGrid.from_text(
    """
    FFFDDDGGGGLLLCCGGGGM
    FM2DDGWWWWWW4CMGCGGD
    DDCCCWWWCCCWWWCCFCSD
    DCCWWLLCCMFFFWWFFFFD
    DDWWFFLCCCFFFDDWWFMF
    DWFFFLCCWWWDDDDWWDDF
    DWFGFLWWWGWWWDLDGWDC
    WFGGLWLLGGLLWLLGWWCC
    WLFGGWLLL2LLLWLGGWCC
    WLSGWFFLLDLLWWL4GWGG
    WLLGWFFMCLDDLWGGGWGG
    LLCCWFFGCCDWWGGGWGGG
    LLCCCWGGGCWWFFMGWWGG
    LL1CDWG1CCCC3FGWWGMF
    LMLDDDWGGGMCCFFWFLLF
    LLLDDDWWWCCCWWWFDLFF
    LLSDDDDGGWWWWLFFDDLL
    FFFFFDDGGCCLLFFDDDSL
    FFMFFDDGMCCC3LDDMDCC
    FFFFDDGGCCCLLLDDCCCC
    """,
    _1="farm",
    _2="harbor",
    _3="oracle",
    _4="tower",
)
"""A river spirals inward to a small region with only one exit by land."""

CRATER = TerrainGrid.from_text(
    """
    WWWFFFFDDDDDDCCWGDDD
    WWCFFDDCC1DDLCWGG2CD
    WWWCFDDDCCGLLCCWGGCC
    WWCCDDDGGGGLCCCWWGCC
    FFFGSFDMMMMMCCCFFWGG
    FLGGFMMDDDGG2FFFFWWG
    LLGGFMCCDLDGGLMFFFFW
    LLGFMCCC1LLLLLMLLFFW
    LLGGMCCLLLLLLLDMLSFF
    MGGGGGLLWWWFFDDMDDFG
    LLDDGGGFWWWFF4DDDDMG
    LDDDLLFFWWFCCDDMDDDG
    LLDDLMFFFFFCCCDMDDDL
    MLSLLMFFFMCCCCMDD4LL
    GGGGLLMMCCCCCGMCCLLL
    GGGGLLLMMMMMGGCCLLLL
    GGGWWWWCFFFFGMSLLLWW
    WWWCDDWC3FFGGFFFWWWW
    CCCC3DDWCCFGGGFFFWWW
    CCCCDDDWFFFGGGGFWWWW
    """,
    _1="barn",
    _2="farm",
    _3="oracle",
    _4="tower",
)
"""A ring of mountains with three gaps around a lake."""

DELTA = TerrainGrid.from_text(
    """
    DDDDDLDGGGGWGGLGGGLL
    DDDDLMDGGGWGGLGGG4LL
    GFFMLLDDGGWGGLFGFFML
    GGFMLL1DGWGGSFMMMFFF
    GSFCMMLFFWDDDFFFCMFF
    CFFCLLLFWDMDDFFCCFFD
    CMFFCLLLWDCCCCFFCMDD
    CCFFMLWWWWCCCCLCCDDD
    CCCFFFWCCWWCCCLLL4DD
    CGCFWW1CWGWWCLLLLDDD
    MGGCWGGCCWGWWWWWLLDD
    GFGWGGGCWGGWDDDWDDMD
    G2FWLLGFWDGGWD3DWFFF
    GFWLLFFWD2GGWDCCWFFF
    CCWLLFFWDDLGGWCMLWFF
    CWLLSFWDDLLGGWCCLWFF
    CCWLLFWDDD3CCWCSLLWF
    CWWLFFWDWDCCWWWLLWFW
    CWWWWFFWWWWCWWWWWLWW
    WWWWWWWWWWWWWWWWWWWW
    """,
    _1="farm",
    _2="harbor",
    _3="oasis",
    _4="tavern",
)
"""One river splits into four on its way to the sea, with long strips of land between the branches."""

FJORDS = TerrainGrid.from_text(
    """
    DDDDFMGGGLLFFFFFFGGG
    WWDFFGGG3LLMGFFC2GGL
    WWWFFWWWWDDGG2CCCCML
    WWWWWCCGDDDGGGCCCLLL
    LLCCCCMGGDDDGWWWWWWW
    L3MMMCCGGDDWWLLLLWWW
    LFFFLLCCSGDDCCLLSLDW
    WWFFLLCCFMFFCCLGDDDD
    WWWWLLLCWFFFCCGGMMMD
    WDDWWWWWDFFFCCGFFDDD
    LDDDFFFGDDDDFC1FFFWW
    LLMMFFGG4DDWFCFFFWWW
    LLLFFMGFFFDDWWWWWWCW
    WWFFFGGFFCCCGGGGGCCC
    WWWWWGWWWCCCMDSGMMCC
    WCCCWWLLLCCFFDGGGG1C
    CCC4CLLLLLCFFDWWGGWW
    GGGDDDLLDSFWWWLWWWWW
    GGGMDDCCLDDDDLLLLLLW
    GGGDDCCCMDDDDLLLLLLL
    """,
    _1="barn",
    _2="harbor",
    _3="paddock",
    _4="tower",
)
"""Inlets alternate from both sides, so that the land forms one long winding strip."""

BOARDS = {
    "first_game": Board(
        assemble_sections(FIRST_GAME["sections"]), "First game", "transcription of the published sections"
    ),
    "archipelago": Board(ARCHIPELAGO, "Archipelago"),
    "great_divide": Board(GREAT_DIVIDE, "Great Divide"),
    "four_rivers": Board(FOUR_RIVERS, "Four Rivers"),
    "great_lake": Board(GREAT_LAKE, "Great Lake"),
    "mountain_pass": Board(MOUNTAIN_PASS, "Mountain Pass"),
    "islets": Board(ISLETS, "Islets"),
    "spiral": Board(SPIRAL, "Spiral"),
    "crater": Board(CRATER, "Crater"),
    "delta": Board(DELTA, "Delta"),
    "fjords": Board(FJORDS, "Fjords"),
}


def make(folder: Path) -> None:
    """Writes all boards to a folder."""
    for name, board in BOARDS.items():
        properties = {"title": board.title, "box": "base", "design": board.design, "kind": "board"}
        tiled.write_map(board.grid, folder / f"{name}.tmx", properties)


if __name__ == "__main__":
    make(FOLDER)
