"""Finds all problems in a Tiled map and reads its terrain.

The terrain is read with pytmx, by tile properties and never by tile IDs. pytmx stops at the first error it
finds, overlooks others and trusts its input. The structure of the file (orientation, size, layers, tilesets)
is therefore checked as XML first, and pytmx reads a clean copy. Rows and columns are numbered from 0, as in
positions and in Tiled's status bar."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from kingdom.files import error_message, read_bytes, sanitize_line
from kingdom.maps.clean_copy import build_map, copy_tileset, parse_int, parse_xml
from kingdom.maps.tiled import (
    MAP_SIZES,
    MAX_LOCATION_KINDS,
    REPLACES_SECTION_PROPERTY,
    REQUIRED_MAP_ATTRIBUTES,
    TERRAIN_LAYER_NAME,
    TileProperties,
    grid_to_contents,
    open_map,
)
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import LOCATION
from kingdom.rules.registry import (
    EXPANSIONS,
    ISLANDS,
    LANDMARKS,
    SECTIONS,
    TERRAINS,
    TILES,
)

if TYPE_CHECKING:
    from kingdom.maps.tiled import HexContents

LANDMARK_LIMITS = {"section": ((1, 2), (1, 3)), "island": ((1, 1), (1, 1)), "board": ((1, 16), (1, 12))}
"""Minimum and maximum number of location hexes, and of other landmarks, on a custom map. The limits for
sections and islands come from RULES.md, section 2. The maximum for a board is at least four times the maximum
for a section."""
LOCATION_KIND_LIMITS = {"section": 2, "island": 1, "board": MAX_LOCATION_KINDS}
"""Maximum number of different location tiles."""
MIN_HEXES_PER_TERRAIN = 3
"""Minimum number of hexes of each terrain that has its own card. With fewer hexes, the card could not be
played in full."""
MIN_BUILDABLE_HEXES = 200
"""Minimum number of hexes whose terrain has its own card. There must be room for five players with 40
settlements each; on a smaller board, a game might never end."""

MAX_MAP_BYTES = 2**20
"""Maximum size of a map file, and of all its tileset files together; a board takes a few thousand bytes."""
MAX_TILESETS = 64
MAX_TILESET_TILES = 4096
"""Maximum number of tiles in all tilesets of a map."""
MAX_PROBLEMS = 2000
"""Maximum number of problems reported for a map; a board has 400 hexes."""
MAX_GID_DIGITS = 10
"""Maximum number of digits in a tile number, which has 32 bits."""


@dataclass(frozen=True)
class MapProblem:
    path: str
    reason: str
    layer: str | None = None
    row: int | None = None
    column: int | None = None

    @property
    def position_text(self) -> str:
        """The layer, row and column as text. Parts that don't apply are left out."""
        parts = (("layer", self.layer), ("row", self.row), ("column", self.column))
        return ", ".join(f"{label} {value}" for label, value in parts if value is not None)

    def __str__(self) -> str:
        return ": ".join(part for part in (self.path, self.position_text, sanitize_line(self.reason)) if part)


class MapError(ValidationError):
    """Raised for an unplayable map."""

    def __init__(self, message: str, problems: tuple[MapProblem, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems


@dataclass
class MapReport:
    """Result of validating a map: the problems found so far, and all terrain that could be read."""

    path: Path
    problems: list[MapProblem] = field(default_factory=list)
    properties: Mapping[str, Any] = field(default_factory=dict)
    size: tuple[int, int] = (0, 0)
    kind: str | None = None
    contents: HexContents = field(default_factory=dict)

    def add_problem(
        self, reason: str, row: int | None = None, column: int | None = None, layer: str | None = None
    ) -> None:
        """Adds a problem. A problem with a row belongs to the terrain layer."""
        if len(self.problems) >= MAX_PROBLEMS:
            return
        self.problems.append(
            MapProblem(str(self.path), reason, TERRAIN_LAYER_NAME if row is not None else layer, row, column)
        )


def validate_map(path: Path) -> MapReport:
    """Reads a map file and collects all its problems."""
    report = MapReport(path)
    root = _parse_map_file(report)
    if root is None:
        return report
    _check_map_attributes(report, root)
    gids = _read_layers(report, root)
    tilesets = _read_tilesets(report, root)
    if gids is None or tilesets is None or report.kind is None:
        return report
    if _read_terrain(report, build_map(root, report.size, gids, tilesets)):
        _check_properties(report)
        _check_contents(report, report.kind)
    return report


# --- file structure


def _parse_map_file(report: MapReport) -> Element | None:
    try:
        raw = read_bytes(report.path, MAX_MAP_BYTES)
        raw.decode("utf-8")
        root = parse_xml(raw)
    except OSError as error:
        report.add_problem(f"cannot be opened: {error_message(error)}")
    except UnicodeDecodeError as error:
        report.add_problem(f"is not UTF-8 text: byte {raw[error.start]:#04x} at position {error.start}")
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        report.add_problem(f"is not XML: {error}")
    else:
        if root.tag == "map":
            return root
        report.add_problem(f"is not a Tiled map: it holds <{root.tag}>, not <map>")
    return None


def _check_map_attributes(report: MapReport, root: Element) -> None:
    for name, required in REQUIRED_MAP_ATTRIBUTES.items():
        value = root.get(name)
        if value != required:
            report.add_problem(f"{name} is {value or 'not given'}, not {required}")
    if root.get("infinite", "0") != "0":
        report.add_problem("is an infinite map, but a board has edges")
    rows, columns = parse_int(root.get("height")), parse_int(root.get("width"))
    report.size = rows, columns
    report.kind = next((kind for kind, side in MAP_SIZES.items() if rows == columns == side), None)
    if report.kind is None:
        sizes = ", ".join(f"{side} x {side} ({kind})" for kind, side in MAP_SIZES.items())
        report.add_problem(f"has {rows} rows of {columns} hexes; a map is one of {sizes}")


def _iter_layers(root: Element) -> Iterator[Element]:
    """Yields all layers, including layers in groups, but not the object groups inside tiles."""
    for parent in (root, *root.iter("group")):
        for child in parent:
            if child.tag in ("layer", "objectgroup", "imagelayer", "group"):
                yield child


def _read_layers(report: MapReport, root: Element) -> list[int] | None:
    """Returns the tile numbers of the terrain layer, or None if they can't be read."""
    terrain_layers = []
    for layer in _iter_layers(root):
        if layer.tag == "layer" and layer.get("name") == TERRAIN_LAYER_NAME:
            terrain_layers.append(layer)
        else:
            report.add_problem(
                f"unknown layer: a map has one tile layer, called {TERRAIN_LAYER_NAME}",
                layer=layer.get("name") or layer.tag,
            )
    if not terrain_layers:
        report.add_problem("the layer is missing", layer=TERRAIN_LAYER_NAME)
    elif len(terrain_layers) > 1:
        report.add_problem(f"the layer appears {len(terrain_layers)} times", layer=TERRAIN_LAYER_NAME)
    if any(element.get("template") is not None for element in root.iter()):
        report.add_problem("uses object templates, which a map must not have")
        return None
    return _read_layer(report, terrain_layers[0]) if terrain_layers else None


def _read_layer(report: MapReport, layer: Element) -> list[int] | None:
    size = parse_int(layer.get("height")), parse_int(layer.get("width"))
    if size != report.size:
        report.add_problem(
            f"the layer has {size[0]} rows of {size[1]} hexes, the map {report.size[0]} of {report.size[1]}",
            layer=TERRAIN_LAYER_NAME,
        )
    data = layer.find("data")
    if data is None or data.find("chunk") is not None:
        report.add_problem(
            "the layer has no data" if data is None else "the layer is saved in chunks",
            layer=TERRAIN_LAYER_NAME,
        )
        return None
    text = data.text or ""
    if data.get("encoding") == "csv":
        return _read_csv(report, text, size)
    report.add_problem(
        f"the layer is saved as {data.get('encoding') or 'XML'}, not as CSV", layer=TERRAIN_LAYER_NAME
    )
    if data.get("encoding") != "base64" or data.get("compression") is not None:
        return None
    return _read_base64(text, report.size)


def _read_base64(text: str, size: tuple[int, int]) -> list[int] | None:
    try:
        raw = base64.b64decode(text)
    except ValueError:
        return None
    if len(raw) != 4 * size[0] * size[1]:
        return None
    return [int.from_bytes(raw[start : start + 4], "little") for start in range(0, len(raw), 4)]


def _read_csv(report: MapReport, text: str, size: tuple[int, int]) -> list[int] | None:
    values, columns = [value.strip() for value in text.split(",")], size[1]
    if not columns:
        return None
    if len(values) != size[0] * columns:
        report.add_problem(
            f"the layer holds {len(values)} tiles, not {size[0] * columns}", layer=TERRAIN_LAYER_NAME
        )
    invalid = [
        index
        for index, value in enumerate(values)
        if not (value.isascii() and value.isdigit() and len(value) <= MAX_GID_DIGITS)
    ]
    for index in invalid:
        value = sanitize_line(values[index], max_length=20)
        report.add_problem(f"{value!r} is not the number of a tile", *divmod(index, columns))
    # with a different size, all later hexes would appear shifted
    if invalid or len(values) != size[0] * columns or size != report.size:
        return None
    return [int(value) for value in values]


def _read_tilesets(report: MapReport, root: Element) -> list[Element] | None:
    """Returns clean copies of all tilesets, or None if one of them can't be read."""
    tilesets = root.findall("tileset")
    if not tilesets:
        report.add_problem("has no tileset")
        return None
    if len(tilesets) > MAX_TILESETS:
        report.add_problem(f"has {len(tilesets)} tilesets; at most {MAX_TILESETS} are read")
        return None
    files = _TilesetFiles(report)
    copies: list[Element] = []
    tile_count = 0
    for tileset in tilesets:
        source, first_gid = tileset.get("source"), parse_int(tileset.get("firstgid"))
        name = source if source is not None else tileset.get("name") or ""
        if not first_gid:
            report.add_problem(f"tileset {name}: firstgid is not a number from 1 on")
        content = tileset if source is None else files.read(source)
        tile_count += len(content.findall("tile")) if content is not None else 0
        if tile_count > MAX_TILESET_TILES:
            report.add_problem(f"tileset {name}: too many tiles; at most {MAX_TILESET_TILES} are read")
            return None
        if first_gid and content is not None:
            copies.append(copy_tileset(content, first_gid))
    return copies if len(copies) == len(tilesets) else None


class _TilesetFiles:
    """Reads the tileset files of a map, each file only once."""

    def __init__(self, report: MapReport) -> None:
        self._report = report
        self._bytes_left = MAX_MAP_BYTES
        self._tilesets: dict[str, Element | None] = {}

    def read(self, source: str) -> Element | None:
        """Returns a tileset. If it can't be read, reports the problem and returns None."""
        if source not in self._tilesets:
            self._tilesets[source] = self._read_file(source)
        return self._tilesets[source]

    def _read_file(self, source: str) -> Element | None:
        file, report = self._report.path.parent / source, self._report
        if not source.lower().endswith(".tsx"):
            report.add_problem(f"tileset {source}: only .tsx files can be read")
            return None
        try:
            if not file.is_file():
                report.add_problem(f"tileset {source} is missing: there is no {file}")
                return None
            raw = read_bytes(file, self._bytes_left)
            self._bytes_left -= len(raw)
            return parse_xml(raw)
        except (OSError, ElementTree.ParseError, ValueError, LookupError) as error:
            report.add_problem(f"tileset {source} cannot be read: {error_message(error)}")
            return None


# --- terrain


def _read_terrain(report: MapReport, clean_copy: Element) -> bool:
    """Reads properties and hex contents; returns False if pytmx cannot read the map."""
    try:
        report.properties, rows = open_map(clean_copy)
    except Exception as error:  # pytmx raises all kinds of exceptions, even a bare Exception
        report.add_problem(f"cannot be read: {error or type(error).__name__}")
        return False
    for r, row in enumerate(rows):
        for c, properties in enumerate(row):
            _read_hex(report, r, c, properties)
    return True


def _read_hex(report: MapReport, row: int, column: int, properties: TileProperties | None) -> None:
    if properties is None:
        report.add_problem("the hex is empty", row, column)
        return
    terrain, kind = properties.get("terrain"), properties.get(LOCATION)
    if not terrain:
        report.add_problem("the tile has no terrain property", row, column)
    elif terrain not in TERRAINS and terrain not in LANDMARKS:
        report.add_problem(f"unknown terrain {terrain!r}", row, column)
    elif terrain != LOCATION:
        report.contents[row, column] = (terrain, "")
    elif not kind:
        report.add_problem("the tile is a location but does not say which", row, column)
    elif kind not in TILES:
        report.add_problem(f"unknown location {kind!r}", row, column)
    else:
        report.contents[row, column] = (LOCATION, kind)


def _check_properties(report: MapReport) -> None:
    """Checks the map's properties `kind`, `box` and `stands_for`."""
    kind, expansion = report.properties.get("kind"), report.properties.get("box")
    if kind is not None and kind not in MAP_SIZES:
        report.add_problem(f"the property kind is {kind!r}; it is one of {', '.join(MAP_SIZES)}")
    elif kind is not None and report.kind is not None and kind != report.kind:
        report.add_problem(f"the property kind is {kind}, but the size is that of a {report.kind}")
    if expansion is not None and expansion not in EXPANSIONS:
        report.add_problem(f"the property box names {expansion!r}, which is not an expansion")
    replaced = report.properties.get(REPLACES_SECTION_PROPERTY)
    if replaced is not None and (replaced not in SECTIONS or report.kind != "section"):
        report.add_problem(
            f"the property {REPLACES_SECTION_PROPERTY} names {replaced!r}; only a section can stand for "
            "an official section"
        )


# --- contents


def _check_contents(report: MapReport, kind: str) -> None:
    name = report.properties.get("section")
    known = {"section": SECTIONS, "island": ISLANDS, "board": {}}[kind]
    if name is None:
        _check_custom_map(report, kind)
    elif name in known:
        _check_matches_section(report, f"the {kind} {name}", grid_to_contents(known[name]))
    else:
        report.add_problem(f"the property section names {name!r}, which is not an official {kind}")


def _check_matches_section(report: MapReport, name: str, expected: HexContents) -> None:
    """Checks that a map with the name of an official section matches that section exactly."""
    actual_counts, expected_counts = _count_landmarks(report.contents), _count_landmarks(expected)
    for landmark in sorted(actual_counts | expected_counts):
        if actual_counts[landmark] != expected_counts[landmark]:
            report.add_problem(
                f"has {actual_counts[landmark]} of {_describe(landmark)}; {name} has "
                f"{expected_counts[landmark]}",
                layer=TERRAIN_LAYER_NAME,
            )
    for coord, content in expected.items():
        if report.contents.get(coord, content) != content:  # unreadable hexes were reported above
            report.add_problem(
                f"is {_describe(report.contents[coord])}; {name} has {_describe(content)} there", *coord
            )


def _count_landmarks(contents: HexContents) -> Counter[tuple[str, str]]:
    return Counter(content for content in contents.values() if content[0] in LANDMARKS)


def _describe(content: tuple[str, str]) -> str:
    return " ".join(part for part in content if part)


def _check_custom_map(report: MapReport, kind: str) -> None:
    """Checks a map that is not an official section or island."""
    for problem in find_terrain_problems(report.contents, kind):
        row, column = problem.coords[0] if problem.coords else (None, None)
        layer = None if problem.coords else TERRAIN_LAYER_NAME
        report.add_problem(ENGLISH_REASONS[problem.key].format(**problem.values), row, column, layer)


@dataclass(frozen=True)
class TerrainProblem:
    """A problem with a map's terrain: a translation key with its values, and the affected hexes."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    coords: tuple[tuple[int, int], ...] = ()


ENGLISH_REASONS = {
    "no_locations": "has no locations; a {kind} has at least {fewest}",
    "many_locations": "has {count} locations, this hex is one too many; a {kind} has at most {most}",
    "no_landmarks": "has no castles and other landmarks; a {kind} has at least {fewest}",
    "many_landmarks": "has {count} castles and other landmarks, this hex is one too many; "
    "a {kind} has at most {most}",
    "many_kinds": "has {count} kinds of location; a {kind} has at most {most}",
    "few_of_terrain": "has {count} hexes of {terrain}; to play its cards a board needs at least {fewest}",
    "few_land": "has {count} hexes of {terrains}; five players need at least {fewest}",
}
"""English messages for the command line, by translation key."""


def find_terrain_problems(contents: HexContents, kind: str) -> list[TerrainProblem]:
    """Returns all problems with the terrain of a custom section, island or board."""
    locations = [coord for coord, content in contents.items() if content[0] == LOCATION]
    other_landmarks = [
        coord for coord, content in contents.items() if content[0] in LANDMARKS and content[0] != LOCATION
    ]
    problems = []
    for group, coords, (minimum, maximum) in zip(
        ("locations", "landmarks"), (locations, other_landmarks), LANDMARK_LIMITS[kind], strict=True
    ):
        if len(coords) < minimum:
            problems.append(TerrainProblem(f"no_{group}", {"kind": kind, "fewest": minimum}))
        elif len(coords) > maximum:
            values = {"kind": kind, "count": len(coords), "most": maximum}
            problems.append(TerrainProblem(f"many_{group}", values, tuple(coords[maximum:])))
    location_kinds = {contents[coord][1] for coord in locations}
    if len(location_kinds) > LOCATION_KIND_LIMITS[kind]:
        values = {"kind": kind, "count": len(location_kinds), "most": LOCATION_KIND_LIMITS[kind]}
        problems.append(TerrainProblem("many_kinds", values))
    return problems + (_find_board_problems(contents) if kind == "board" else [])


def _find_board_problems(contents: HexContents) -> list[TerrainProblem]:
    hex_counts = Counter(name for name, _ in contents.values())
    card_terrains = required_terrains()
    problems = [
        TerrainProblem(
            "few_of_terrain",
            {"terrain": terrain, "count": hex_counts[terrain], "fewest": MIN_HEXES_PER_TERRAIN},
        )
        for terrain in card_terrains
        if hex_counts[terrain] < MIN_HEXES_PER_TERRAIN
    ]
    buildable = sum(hex_counts[terrain] for terrain in card_terrains)
    if buildable < MIN_BUILDABLE_HEXES:
        values = {"terrains": ", ".join(card_terrains), "count": buildable, "fewest": MIN_BUILDABLE_HEXES}
        problems.append(TerrainProblem("few_land", values))
    return problems


def required_terrains() -> list[str]:
    """Returns the terrains that every board needs, because every game includes the cards of the base game."""
    return sorted(card.sides[0][0] for card in EXPANSIONS["base"].terrain_cards)
