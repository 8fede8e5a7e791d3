"""Tiled maps (levels/*.tmx): reads maps with pytmx, writes maps, and converts them to and from the terrain
grids of the rules."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from kingdom.files import write_atomic
from kingdom.paths import shipped_data_dir
from kingdom.rules.board import TerrainGrid
from kingdom.rules.expansion import LOCATION
from kingdom.rules.registry import NAME_BY_LETTER

TERRAIN_LAYER_NAME = "land"
REQUIRED_MAP_ATTRIBUTES = {"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd"}
"""Attributes that a map must have: pointy-top hexes, with odd rows shifted half a hex to the right
(R-GRID-1)."""
REPLACES_SECTION_PROPERTY = "stands_for"
"""Map property that names the official section this map may replace."""
MAX_LOCATION_KINDS = 9
"""Maximum number of location kinds per map; a grid has only nine digits for them."""
MAP_SIZES = {"section": 10, "island": 5, "board": 20}
"""Number of rows and of columns in each kind of map."""


HexContents = dict[tuple[int, int], tuple[str, str]]
"""Maps row and column to the name of the terrain or landmark, and the location tile (empty for other
hexes)."""


TileProperties = Mapping[str, Any]


def contents_to_grid(contents: HexContents, size: tuple[int, int]) -> TerrainGrid:
    """Converts hex contents to a grid; location digits are assigned as in `assemble_grid`."""
    letters = {name: letter for letter, name in NAME_BY_LETTER.items()}
    digits = {
        kind: str(index)
        for index, kind in enumerate(sorted({kind for _, kind in contents.values() if kind}), 1)
    }
    rows, columns = size
    lines = (
        "".join(digits.get(contents[r, c][1]) or letters[contents[r, c][0]] for c in range(columns))
        for r in range(rows)
    )
    return TerrainGrid(tuple(lines), tuple((digit, kind) for kind, digit in digits.items()))


def grid_to_contents(grid: TerrainGrid) -> HexContents:
    return {
        (r, c): (NAME_BY_LETTER[letter], "")
        if letter in NAME_BY_LETTER
        else (LOCATION, grid.tile_name(letter) or "")
        for r, line in enumerate(grid.rows)
        for c, letter in enumerate(line)
    }


TILESET_FILE_NAME = "kingdom.tsx"
TILE_WIDTH, TILE_HEIGHT, HEX_SIDE_LENGTH = 64, 74, 38
"""Size of a pointy-top hex in whole pixels. Tiled advances (74 + 38) / 2 = 56 pixels per row."""


def open_map(root: Element) -> tuple[Mapping[str, Any], list[list[TileProperties | None]]]:
    """Reads a map with pytmx. Returns the properties of the map and of each hex's tile. Passes on any
    exception from pytmx. Only maps from `clean_copy` may be passed, because pytmx trusts its input."""
    # pytmx imports pygame, whose greeting would corrupt JSON output
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pytmx

    logging.getLogger("pytmx").addHandler(logging.NullHandler())  # problems are reported by the validator
    # Properties with names that pytmx reserves, such as `name`, are harmless here.
    tmx = pytmx.TiledMap(allow_duplicate_names=True)
    tmx.parse_xml(root)
    layer = next(
        layer
        for layer in tmx.layers
        if isinstance(layer, pytmx.TiledTileLayer) and layer.name == TERRAIN_LAYER_NAME
    )
    return tmx.properties, [
        [(tmx.tile_properties.get(gid) or {}) if gid else None for gid in row] for row in layer.data
    ]


# --- writing


def _quote_attribute(text: str) -> str:
    """Quotes a string as an XML attribute value.

    `xml.sax.saxutils` can do this too, but importing it adds 30 ms to every start.
    """
    text = escape(text, quote=False).replace('"', "&quot;")
    return '"' + text.replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;") + '"'


def write_map(grid: TerrainGrid, path: Path, properties: Mapping[str, str]) -> None:
    """Writes a map for Tiled and copies the tileset next to it if it is missing."""
    tile_ids = load_tile_ids()
    contents, rows, columns = grid_to_contents(grid), len(grid.rows), len(grid.rows[0])
    lines = (",".join(str(tile_ids[contents[r, c]]) for c in range(columns)) for r in range(rows))
    property_lines = "".join(
        f"  <property name={_quote_attribute(name)} value={_quote_attribute(value)}/>\n"
        for name, value in sorted(properties.items())
    )
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="1.10" tiledversion="1.10.2" orientation="{REQUIRED_MAP_ATTRIBUTES["orientation"]}" '
        f'renderorder="right-down" width="{columns}"'
        f' height="{rows}" tilewidth="{TILE_WIDTH}" tileheight="{TILE_HEIGHT}" infinite="0" '
        f'hexsidelength="{HEX_SIDE_LENGTH}"'
        f' staggeraxis="{REQUIRED_MAP_ATTRIBUTES["staggeraxis"]}"'
        f' staggerindex="{REQUIRED_MAP_ATTRIBUTES["staggerindex"]}"'
        ' nextlayerid="2" '
        'nextobjectid="1">\n'
        f" <properties>\n{property_lines} </properties>\n"
        f' <tileset firstgid="1" source="{TILESET_FILE_NAME}"/>\n'
        f' <layer id="1" name="{TERRAIN_LAYER_NAME}" width="{columns}" height="{rows}">\n'
        '  <data encoding="csv">\n' + ",\n".join(lines) + "\n</data>\n </layer>\n</map>\n"
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    for name in (TILESET_FILE_NAME, Path(TILESET_FILE_NAME).with_suffix(".png").name):
        if not (path.parent / name).exists():
            shutil.copyfile(shipped_data_dir("levels") / name, path.parent / name)
    write_atomic(path, text)


def load_tile_ids() -> dict[tuple[str, str], int]:
    """Returns the tile IDs of the shipped tileset, by terrain or landmark and location tile. As in map files,
    the first ID is 1."""
    tile_ids = {}
    for tile in ElementTree.parse(shipped_data_dir("levels") / TILESET_FILE_NAME).getroot().iter("tile"):
        properties = {p.get("name"): p.get("value", "") for p in tile.iter("property")}
        tile_ids[properties["terrain"], properties.get(LOCATION, "")] = int(tile.get("id", "")) + 1
    return tile_ids


def map_title(name: str) -> str:
    return name.replace("_", " ").capitalize()
