"""Lands of one's own as files: Tiled maps like all others."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from kingdom import levels
from kingdom.files import cleaned, why
from kingdom.level_check import SIZES, BadLevel
from kingdom.rules.board import Grid

LONGEST_NAME = 40
KIND_OF = {side: kind for kind, side in SIZES.items()}


def kind_of(grid: Grid) -> str:
    """Whether a land is a section, an island or a board."""
    return KIND_OF[len(grid.rows)]


def write_new(grid: Grid, path: Path) -> None:
    """A map where no file is yet."""
    if path.suffix != ".tmx":
        raise BadLevel(f"{path}: the name of a map ends in .tmx")
    if path.exists():
        raise BadLevel(f"{path}: is there already")
    levels.write(grid, path, {"title": levels.title(path.stem), "kind": kind_of(grid)})


def file_name(title: str) -> str:
    """The name of a map's file after its title: letters, digits and hyphens that every disk takes."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:LONGEST_NAME].strip("-")


def save(grid: Grid, path: Path, title: str, stands_for: str = "") -> None:
    """Keep a land under its title; a section may stand in for one of a box."""
    told = {"title": title, "kind": kind_of(grid)}
    if stands_for and kind_of(grid) == "section":
        told[levels.STANDS_FOR] = stands_for
    levels.write(grid, path, told)


@dataclass(frozen=True)
class Drawing:
    """A land of the player's own, as it was kept."""

    path: Path
    title: str
    grid: Grid
    stands_for: str = ""


def open_drawing(path: Path) -> Drawing:
    """A land to go on with, finished or not; raises BadLevel."""
    grid, told = levels.read_drawing(path)
    title = cleaned(told.get("title", "")) or levels.title(path.stem)
    return Drawing(path, title, grid, told.get(levels.STANDS_FOR, ""))


def drawings(folder: Path) -> tuple[list[Drawing], list[BadLevel]]:
    """All lands in a folder that can be opened, and what is wrong with the others."""
    found, broken = [], []
    for path in sorted(folder.glob("*.tmx")) if folder.is_dir() else []:
        try:
            found.append(open_drawing(path))
        except BadLevel as error:
            broken.append(error)
        except OSError as error:
            broken.append(BadLevel(f"{path}: {why(error)}"))
    return found, broken
