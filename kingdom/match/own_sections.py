"""Sections and islands of the player's own: Tiled maps of their size in the folder of maps. They are chosen
like those of the boxes, and a section may stand in for one of ours; what is played is the land itself, so a
game needs the file no more once it has begun."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kingdom import tiled
from kingdom.files import cleaned
from kingdom.paths import user_maps
from kingdom.rules.board import SECTION_SIZE, Grid, assemble, is_turned, turned_around, unturned
from kingdom.rules.hexes import ISLAND_ROWS
from kingdom.rules.registry import SECTIONS, BadSetup
from kingdom.rules.setup import Dealer, Setup

ENDING = ".tmx"
"""What tells the name of an own section from those of the boxes."""

LoadSection = Callable[[str], Grid]


@dataclass(frozen=True)
class SectionFile:
    """A section or an island of the player's."""

    name: str
    path: Path
    title: str
    grid: Grid
    stands_for: str = ""
    """The section of a box whose place it may take."""


def section_files() -> list[SectionFile]:
    """The player's sections that have no mistake. Broken maps are told where whole maps are listed."""
    return _files(SECTION_SIZE)


def island_files() -> list[SectionFile]:
    """The player's islands that have no mistake."""
    return _files(ISLAND_ROWS)


def _files(size: int) -> list[SectionFile]:
    found = []
    for path in sorted(user_maps().glob(f"*{ENDING}")) if user_maps().is_dir() else []:
        try:
            grid, told = tiled.read_all(path)
        except (BadSetup, OSError):
            continue
        if len(grid.rows) == size and path.name == cleaned(path.name):
            title = cleaned(told.get("title", "")) or tiled.title(path.stem)
            found.append(SectionFile(path.name, path, title, grid, told.get(tiled.STANDS_FOR, "")))
    return found


def load_section(name: str, size: int = SECTION_SIZE) -> Grid:
    """An own section, or an island if that is the size, by the name of its file."""
    path = user_maps() / Path(name).name
    grid = tiled.read(path)
    if len(grid.rows) != size:
        side = len(grid.rows)
        raise tiled.BadMap(f"{path}: is {side} x {side} hexes, not {size} x {size}")
    return grid


def load_island(name: str) -> Grid:
    """An own island by the name of its file."""
    return load_section(name, ISLAND_ROWS)


def is_own(section: str) -> bool:
    """Whether a name, perhaps followed by how it lies, is that of an own section."""
    return unturned(section).endswith(ENDING)


def with_own_land(
    setup: Setup, sections: Sequence[str] | None, stand_ins: Mapping[str, str], load: LoadSection
) -> Setup:
    """A set-up in which own sections lie where they were chosen, or where one that they stand in for would
    have been dealt; the same set-up if there are none."""
    names = tuple(sections or Dealer(setup).sections or ())
    files = [name if is_own(name) else stand_ins.get(name, "") for name in map(unturned, names)]
    if not any(files):
        return setup
    grids = [
        load(file) if file else SECTIONS[unturned(name)] for name, file in zip(names, files, strict=True)
    ]
    land = assemble(
        [grid.turned() if is_turned(name) else grid for name, grid in zip(names, grids, strict=True)]
    )
    made_of = tuple(
        (turned_around(file) if is_turned(name) else file) if file else name
        for name, file in zip(names, files, strict=True)
    )
    return replace(setup, sections=None, grid=land, made_of=made_of)
