"""The whole boards there are to play on: those that came with the game, and the player's own."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from kingdom import tiled
from kingdom.files import cleaned, clipped, why
from kingdom.paths import user_maps
from kingdom.rules.board import SECTION_SIZE, Grid
from kingdom.rules.hexes import ISLAND_ROWS
from kingdom.rules.registry import ISLANDS, SECTIONS, BadSetup

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MapFile:
    """A whole-board map, or why it is none."""

    name: str
    path: Path
    own: bool
    """Whether it is the player's and did not come with the game."""
    grid: Grid | None = None
    broken: str | None = None
    title: str = ""
    """What its author calls it, if anything."""


def map_files() -> list[MapFile]:
    """All whole boards that came with the game and all maps of the player's, the broken ones with their
    reason."""
    shipped = [path for path in tiled.shipped() if path.stem not in SECTIONS and path.stem not in ISLANDS]
    own = sorted(user_maps().glob("*.tmx")) if user_maps().is_dir() else []
    taken = {path.name for path in tiled.shipped()}
    found = []
    for path in (*shipped, *own):
        name, mine = cleaned(path.name), path in own
        try:
            if mine and path.name in taken:
                raise BadSetup("a map of this name came with the game, and that one is taken; rename yours")
            grid, told = tiled.read_all(path)
            if mine and len(grid.rows) in (SECTION_SIZE, ISLAND_ROWS):
                continue  # those are listed among the sections and the islands
            title = cleaned(told.get("title", ""))
            found.append(MapFile(name, path, mine, tiled.whole_board(grid, path), title=title))
        except (BadSetup, OSError) as error:
            found.append(MapFile(name, path, mine, broken=why(error)))
        except Exception as error:  # one bad map costs its row, not the scene
            log.exception("%s", path)
            found.append(MapFile(name, path, mine, broken=clipped(error)))
    return found
