"""Lands of one's own as files: Tiled maps like all others."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from kingdom import tiled
from kingdom.files import cleaned, why
from kingdom.map_check import SIZES, BadMap
from kingdom.rules.board import Grid

LONGEST_NAME = 40
KIND_OF = {side: kind for kind, side in SIZES.items()}


def kind_of(grid: Grid) -> str:
    """Whether a land is a section, an island or a board."""
    return KIND_OF[len(grid.rows)]


def write_new(grid: Grid, path: Path) -> None:
    """A map where no file is yet."""
    if path.suffix != ".tmx":
        raise BadMap(f"{path}: the name of a map ends in .tmx")
    if path.exists():
        raise BadMap(f"{path}: is there already")
    tiled.write(grid, path, {"title": tiled.title(path.stem), "kind": kind_of(grid)})


def file_name(title: str) -> str:
    """The name of a map's file after its title: letters, digits and hyphens that every disk takes."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:LONGEST_NAME].strip("-")


def save(grid: Grid, path: Path, title: str, stands_for: str = "") -> None:
    """Keep a land under its title; a section may stand in for one of a box."""
    told = {"title": title, "kind": kind_of(grid)}
    if stands_for and kind_of(grid) == "section":
        told[tiled.STANDS_FOR] = stands_for
    tiled.write(grid, path, told)


@dataclass(frozen=True)
class Drawing:
    """A land of the player's own, as it was kept."""

    path: Path
    title: str
    grid: Grid
    stands_for: str = ""


def open_drawing(path: Path) -> Drawing:
    """A land to go on with, finished or not; raises BadMap."""
    grid, told = tiled.read_drawing(path)
    title = cleaned(told.get("title", "")) or tiled.title(path.stem)
    return Drawing(path, title, grid, told.get(tiled.STANDS_FOR, ""))


def drawings(folder: Path) -> tuple[list[Drawing], list[BadMap]]:
    """All lands in a folder that can be opened, and what is wrong with the others."""
    found, broken = [], []
    for path in sorted(folder.glob("*.tmx")) if folder.is_dir() else []:
        try:
            found.append(open_drawing(path))
        except BadMap as error:
            broken.append(error)
        except OSError as error:
            broken.append(BadMap(f"{path}: {why(error)}"))
    return found, broken
