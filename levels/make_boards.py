"""Makes the whole boards among the maps: `python levels/make_boards.py`, where kingdom is installed.

The letter grids here are the originals; the tests compare the maps with them.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from kingdom import levels
from kingdom.rules.board import Grid
from kingdom.rules.sets.base import FIRST_GAME
from kingdom.rules.setup import assemble_sections

FOLDER = Path(__file__).resolve().parent


class Board(NamedTuple):
    """A board and what its map says of it."""

    grid: Grid
    title: str
    design: str = levels.OWN_DESIGN


ARCHIPELAGO = Grid.of(
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
"""Islands with straits of one hex between them: harbour and paddock lead across, and every coast feeds
fishermen."""

GREAT_DIVIDE = Grid.of(
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
"""A mountain range from one corner to the other with two passes; a river runs down to each side."""

BOARDS = {
    "first_game": Board(
        assemble_sections(FIRST_GAME["sections"]), "First game", "transcription of the published sections"
    ),
    "archipelago": Board(ARCHIPELAGO, "Archipelago"),
    "great_divide": Board(GREAT_DIVIDE, "Great Divide"),
}


def make(folder: Path) -> None:
    """Write them all."""
    for name, board in BOARDS.items():
        properties = {"title": board.title, "box": "base", "design": board.design, "kind": "board"}
        levels.write(board.grid, folder / f"{name}.tmx", properties)


if __name__ == "__main__":
    make(FOLDER)
