"""Lands of one's own as files: Tiled maps like all others."""

from __future__ import annotations

from pathlib import Path

from kingdom import levels
from kingdom.level_check import SIZES, BadLevel
from kingdom.rules.board import Grid

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
