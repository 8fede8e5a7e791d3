"""Tiled maps (levels/*.tmx) <-> the letter grids of the rules: find, read, write, check.

`python -m kingdom.tiled --write` writes the maps of all sections and islands anew from the boxes.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from kingdom.files import clipped, write_safely
from kingdom.map_check import (
    FRAME,
    LAYER,
    SIZES,
    STANDS_FOR,
    BadMap,
    Mistake,
    TileProperties,
    cells_of,
    examine,
    grid_of,
)
from kingdom.paths import data_folder, user_maps
from kingdom.rules.board import Grid
from kingdom.rules.registry import BOXES, LOCATION

__all__ = [
    "STANDS_FOR",
    "BadMap",
    "Mistake",
    "check",
    "find",
    "load",
    "main",
    "read",
    "read_all",
    "read_drawing",
    "shipped",
    "tile_numbers",
    "whole_board",
    "write",
    "write_boxes",
]

log = logging.getLogger(__name__)

TILESET = "kingdom.tsx"
TILE_WIDTH, TILE_HEIGHT, HEX_SIDE = 64, 74, 38
"""A pointy-top hex in whole pixels: Tiled moves (74 + 38) / 2 = 56 down from row to row."""
OWN_DESIGN = "own design of this project, not the publisher's layout"
PUBLISHED = "transcription of the published section"


def open_map(path: Path) -> tuple[Mapping[str, Any], list[list[TileProperties | None]]]:
    """Read a map through pytmx: its properties, and those of the tile on each hex; raises whatever pytmx
    raises."""
    os.environ.setdefault(
        "PYGAME_HIDE_SUPPORT_PROMPT", "1"
    )  # pytmx imports pygame, whose greeting would spoil JSON output
    import pytmx

    logging.getLogger("pytmx").addHandler(logging.NullHandler())  # mistakes are told by the checker
    # pytmx's own image loader loads no image; names it keeps for itself (a property called name) do no harm
    tmx = pytmx.TiledMap(str(path), allow_duplicate_names=True)
    layer = next(
        layer for layer in tmx.layers if isinstance(layer, pytmx.TiledTileLayer) and layer.name == LAYER
    )
    return tmx.properties, [
        [(tmx.tile_properties.get(gid) or {}) if gid else None for gid in row] for row in layer.data
    ]


def check(path: Path | str) -> list[Mistake]:
    """All that is wrong with a map."""
    return examine(Path(path), open_map).mistakes


def read(path: Path | str) -> Grid:
    """The land of a map without mistakes."""
    return read_all(path)[0]


def read_all(path: Path | str) -> tuple[Grid, dict[str, str]]:
    """The land of a map without mistakes, and what its properties say of it."""
    found = examine(Path(path), open_map)
    if found.mistakes:
        more = len(found.mistakes) - 1
        raise BadMap(str(found.mistakes[0]) + (f" (and {more} more)" if more else ""), tuple(found.mistakes))
    return grid_of(found.cells, found.size), {str(name): str(told) for name, told in found.properties.items()}


def read_drawing(path: Path | str) -> tuple[Grid, dict[str, str]]:
    """The land of a map that may still have too few or too many things on it, and its properties; raises
    BadMap where a hex is not known."""
    found = examine(Path(path), open_map)
    rows, columns = found.size
    if found.kind is None or len(found.cells) != rows * columns:
        raise BadMap(str(found.mistakes[0]), tuple(found.mistakes))
    return grid_of(found.cells, found.size), {str(name): str(told) for name, told in found.properties.items()}


def find(name: str, beside: Path | None = None) -> Path:
    """A level by the name a position gives: from the position's folder, else one that came with the game,
    else the player's own. If there are several, which one is taken is told in the log."""
    places = [*([beside / name] if beside else []), data_folder("levels") / name, user_maps() / name]
    try:
        there = list(dict.fromkeys(place.resolve() for place in places if place.is_file()))
    except (OSError, ValueError, RuntimeError):  # a name that no file can have
        there = []
    if not there:
        raise BadMap(clipped(f"there is no level {name!r}: looked for {', '.join(map(str, places))}"))
    if len(there) > 1:
        log.warning("level %s: taken from %s, not %s", name, there[0], ", ".join(map(str, there[1:])))
    return next(place for place in places if place.is_file())


def load(name: str, beside: Path | None = None) -> Grid:
    """The whole board that a position names as its level."""
    path = find(name, beside)
    return whole_board(read(path), path)


def whole_board(grid: Grid, path: Path) -> Grid:
    """A land that is a whole board; raises BadMap for any other."""
    if len(grid.rows) != SIZES["board"]:
        raise BadMap(
            f"{path}: is {len(grid.rows)} x {len(grid.rows)} hexes; a level is a whole board, 20 x 20"
        )
    return grid


def shipped() -> list[Path]:
    """The maps that came with the game."""
    return sorted(data_folder("levels").glob("*.tmx"))


# --- writing


def _attribute(text: str) -> str:
    """A text as XML has it behind an equals sign. (`xml.sax.saxutils` can do it, too, and brings half the
    internet along: 30 ms of every start.)"""
    text = escape(text, quote=False).replace('"', "&quot;")
    return '"' + text.replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;") + '"'


def write(grid: Grid, path: Path, properties: Mapping[str, str]) -> None:
    """A map that Tiled opens; its tileset is put beside it if it is not there yet."""
    numbers = tile_numbers()
    cells, rows, columns = cells_of(grid), len(grid.rows), len(grid.rows[0])
    lines = (",".join(str(numbers[cells[r, c]]) for c in range(columns)) for r in range(rows))
    told = "".join(
        f"  <property name={_attribute(name)} value={_attribute(value)}/>\n"
        for name, value in sorted(properties.items())
    )
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="1.10" tiledversion="1.10.2" orientation="{FRAME["orientation"]}" '
        f'renderorder="right-down" width="{columns}"'
        f' height="{rows}" tilewidth="{TILE_WIDTH}" tileheight="{TILE_HEIGHT}" infinite="0" '
        f'hexsidelength="{HEX_SIDE}"'
        f' staggeraxis="{FRAME["staggeraxis"]}" staggerindex="{FRAME["staggerindex"]}" nextlayerid="2" '
        'nextobjectid="1">\n'
        f" <properties>\n{told} </properties>\n"
        f' <tileset firstgid="1" source="{TILESET}"/>\n'
        f' <layer id="1" name="{LAYER}" width="{columns}" height="{rows}">\n'
        '  <data encoding="csv">\n' + ",\n".join(lines) + "\n</data>\n </layer>\n</map>\n"
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    for name in (TILESET, Path(TILESET).with_suffix(".png").name):
        if not (path.parent / name).exists():
            shutil.copyfile(data_folder("levels") / name, path.parent / name)
    write_safely(path, text)


def tile_numbers() -> dict[tuple[str, str], int]:
    """The number of the tile for each word and kind of location, from the shipped tileset; a map's first tile
    is 1."""
    numbers = {}
    for tile in ElementTree.parse(data_folder("levels") / TILESET).getroot().iter("tile"):
        properties = {p.get("name"): p.get("value", "") for p in tile.iter("property")}
        numbers[properties["terrain"], properties.get(LOCATION, "")] = int(tile.get("id", "")) + 1
    return numbers


def write_boxes(folder: Path) -> list[Path]:
    """The maps of all sections and islands of all boxes."""
    paths = []
    for box in BOXES.values():
        for kind, grids in (("section", box.sections), ("island", box.islands)):
            for name, grid in grids.items():
                paths.append(folder / f"{name}.tmx")
                properties = {"title": title(name), "box": box.name, "kind": kind, "section": name}
                write(grid, paths[-1], properties | {"design": OWN_DESIGN if box.own_design else PUBLISHED})
    return paths


def title(name: str) -> str:
    """A name as a heading."""
    return name.replace("_", " ").capitalize()


# --- the command


def main(paths: Iterable[Path | str] = (), json_output: bool = False) -> int:
    """`kingdom levels`: check these maps and folders of maps, or all that came with the game; 0 if all is
    well, else 2."""
    files = [file for path in paths for file in _maps(Path(path))] or shipped()
    results = [(file, check(file)) for file in files]
    if json_output:
        print(json.dumps({"files": [_report(file, mistakes) for file, mistakes in results]}))
    else:
        for file, mistakes in results:
            print("\n".join(map(str, mistakes)) if mistakes else f"{file}: ok")
    wrong = [mistakes for _, mistakes in results if mistakes]
    if wrong:
        count = f"{sum(map(len, wrong))} mistakes in {len(wrong)} of {len(results)} maps"
        print(f"kingdom levels: {count}, the first in {wrong[0][0]}", file=sys.stderr)
    return 2 if wrong else 0


def _maps(path: Path) -> list[Path]:
    return sorted(path.glob("*.tmx")) or [path] if path.is_dir() else [path]


def _report(file: Path, mistakes: Sequence[Mistake]) -> dict[str, object]:
    told = [{"layer": m.layer, "row": m.row, "column": m.column, "reason": m.reason} for m in mistakes]
    return {"path": str(file), "ok": not mistakes, "mistakes": told}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Check Tiled maps, or write those of all boxes.")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--write", action="store_true", help="write the maps of all sections and islands into levels/"
    )
    chosen = parser.parse_args()
    if chosen.write:
        print(f"{len(write_boxes(data_folder('levels')))} maps written")
    sys.exit(main(chosen.paths, chosen.json))
