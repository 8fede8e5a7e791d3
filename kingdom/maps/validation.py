"""Finds all problems in a Tiled map and reads its terrain.

The terrain is read with pytmx, by tile properties and never by tile IDs. pytmx stops at the first error it
finds and overlooks other errors. Therefore the structure of the file (orientation, size, layers, tilesets) is
first checked as XML. Rows and columns count from 0, as in positions and in Tiled's status bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from kingdom.files import error_message, read_bytes, sanitize_line
from kingdom.maps.tiled import (
    MAP_SIZES,
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
    TERRAIN_CARDS,
    TERRAINS,
    TILES,
)

if TYPE_CHECKING:
    from kingdom.maps.tiled import HexContents

LANDMARK_LIMITS = {"section": ((1, 2), (1, 3)), "island": ((1, 1), (1, 1)), "board": ((1, 16), (1, 12))}
"""Minimum and maximum number of location hexes, and of other landmarks, on a custom map. The limits for
sections and islands come from RULES.md, section 2. A board may have at least as many as four sections
together."""
MAX_LOCATION_KINDS = {"section": 2, "island": 1, "board": 9}
"""Maximum number of different location tiles; a grid has only nine digits for them."""
MIN_HEXES_PER_TERRAIN = 3
"""Minimum number of hexes of each terrain that has its own card. With fewer hexes, the card could not be
played in full."""
MIN_BUILDABLE_HEXES = 200
"""Minimum number of hexes whose terrain has its own card. There must be room for five players with 40
settlements each; on a smaller board, a game might never end."""

MAX_MAP_BYTES = 2**20
"""Maximum size of a map or tileset file; a board takes a few thousand bytes."""
MAX_TILESET_TILES = 4096


@dataclass(frozen=True)
class MapProblem:
    """A problem in a map file, and where it is."""

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
    """Raised for a map that cannot be played on."""

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
    readable = _check_layers(report, root)
    readable = _check_tilesets(report, root) and readable
    if readable and _read_terrain(report):
        _check_properties(report)
        if report.kind is not None:
            _check_contents(report, report.kind)
    return report


# --- file structure


def _parse_map_file(report: MapReport) -> Element | None:
    try:
        raw = read_bytes(report.path, MAX_MAP_BYTES)
        raw.decode("utf-8")
        root = _parse_xml(raw)
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


def _parse_xml(raw: bytes) -> Element:
    """Parses XML. Rejects entity declarations, because a few lines of them can expand to gigabytes."""
    if b"<!DOCTYPE" in raw or b"<!ENTITY" in raw:
        raise ValueError("a map declares no document type and no entities")
    return ElementTree.fromstring(raw)


def _check_map_attributes(report: MapReport, root: Element) -> None:
    for name, required in REQUIRED_MAP_ATTRIBUTES.items():
        value = root.get(name)
        if value != required:
            report.add_problem(f"{name} is {value or 'not given'}, not {required}")
    if root.get("infinite", "0") != "0":
        report.add_problem("is an infinite map; a board has an edge")
    rows, columns = _parse_int(root.get("height")), _parse_int(root.get("width"))
    report.size = rows, columns
    report.kind = next((kind for kind, side in MAP_SIZES.items() if rows == columns == side), None)
    if report.kind is None:
        sizes = ", ".join(f"{side} x {side} ({kind})" for kind, side in MAP_SIZES.items())
        report.add_problem(f"has {rows} rows of {columns} hexes; a map is one of {sizes}")


def _parse_int(text: str | None) -> int:
    """Returns a non-negative integer of reasonable size, or 0 for anything else."""
    return int(text) if text is not None and len(text) < 9 and text.isascii() and text.isdigit() else 0


def _iter_layers(root: Element) -> Iterator[Element]:
    """Yields all layers, including layers in groups, but not the object groups inside tiles."""
    for parent in (root, *root.iter("group")):
        for child in parent:
            if child.tag in ("layer", "objectgroup", "imagelayer", "group"):
                yield child


def _check_layers(report: MapReport, root: Element) -> bool:
    """Returns True if pytmx can read the terrain layer."""
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
        report.add_problem(f"the layer is there {len(terrain_layers)} times", layer=TERRAIN_LAYER_NAME)
    if any(element.get("template") is not None for element in root.iter()):
        report.add_problem("uses a template of objects; a map has none")
        return False
    return all([_check_layer_data(report, layer) for layer in terrain_layers]) and bool(terrain_layers)


def _check_layer_data(report: MapReport, layer: Element) -> bool:
    size = _parse_int(layer.get("height")), _parse_int(layer.get("width"))
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
        return False
    if data.get("encoding") != "csv":
        report.add_problem(
            f"the layer is saved as {data.get('encoding') or 'XML'}, not as CSV", layer=TERRAIN_LAYER_NAME
        )
        return data.get("encoding") == "base64" and data.get("compression") is None
    return _check_csv(report, data.text or "", size)


def _check_csv(report: MapReport, text: str, size: tuple[int, int]) -> bool:
    values, columns = text.split(","), size[1]
    if not columns:
        return False
    if len(values) != size[0] * columns:
        report.add_problem(
            f"the layer holds {len(values)} tiles, not {size[0] * columns}", layer=TERRAIN_LAYER_NAME
        )
    invalid = [
        index
        for index, value in enumerate(values)
        if not (value.strip().isascii() and value.strip().isdigit())
    ]
    for index in invalid:
        report.add_problem(f"{values[index].strip()!r} is not the number of a tile", *divmod(index, columns))
    # if the size is wrong, the following hexes would appear shifted
    return not invalid and len(values) == size[0] * columns and size == report.size


def _check_tilesets(report: MapReport, root: Element) -> bool:
    """Returns True if pytmx can read all tilesets."""
    tilesets, problem_count = root.findall("tileset"), len(report.problems)
    if not tilesets:
        report.add_problem("has no tileset")
    for tileset in tilesets:
        source = tileset.get("source")
        if not _parse_int(tileset.get("firstgid")):
            report.add_problem(f"tileset {source or tileset.get('name')}: firstgid is not a number from 1 on")
        if source is not None:
            _check_tileset_file(report, source)
        else:
            _check_tileset_size(report, tileset.get("name") or "", tileset)
    return len(report.problems) == problem_count


def _check_tileset_file(report: MapReport, source: str) -> None:
    file = report.path.parent / source
    if not source.lower().endswith(".tsx"):
        report.add_problem(f"tileset {source}: only .tsx files can be read")
    elif not file.is_file():
        report.add_problem(f"tileset {source} is missing: there is no {file}")
    else:
        try:
            tileset = _parse_xml(read_bytes(file, MAX_MAP_BYTES))
        except (OSError, ElementTree.ParseError, ValueError, LookupError) as error:
            report.add_problem(f"tileset {source} cannot be read: {error_message(error)}")
        else:
            _check_tileset_size(report, source, tileset)


def _check_tileset_size(report: MapReport, name: str, tileset: Element) -> None:
    """Checks the number of tiles that fit in each image. pytmx visits all of them, however many there are."""
    tile_width, tile_height = _parse_int(tileset.get("tilewidth")), _parse_int(tileset.get("tileheight"))
    if not tile_width or not tile_height:
        report.add_problem(f"tileset {name}: the size of its tiles is not a number from 1 on")
        return
    for key in ("margin", "spacing"):
        if tileset.get(key) is not None and not (tileset.get(key) or "").isdecimal():
            report.add_problem(f"tileset {name}: {key} is not a number")
    for image in tileset.iter("image"):
        if image.get("width") is None and image.get("height") is None:
            continue
        columns, rows = (
            _parse_int(image.get("width")) // tile_width,
            _parse_int(image.get("height")) // tile_height,
        )
        if columns * rows > MAX_TILESET_TILES:
            report.add_problem(
                f"tileset {name}: an image of {columns * rows} tiles; at most {MAX_TILESET_TILES} are read"
            )


# --- terrain


def _read_terrain(report: MapReport) -> bool:
    """Reads properties and hex contents; returns False if pytmx cannot read the map."""
    try:
        report.properties, rows = open_map(report.path)
    except Exception as error:  # pytmx raises all kinds of exceptions, even a bare Exception
        report.add_problem(f"cannot be read: {error or type(error).__name__}")
        return False
    for r, row in enumerate(rows[: report.size[0]]):  # surplus rows were reported above
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
    """Checks the properties `kind`, `box` and `stands_for` of the map."""
    kind, expansion = report.properties.get("kind"), report.properties.get("box")
    if kind is not None and kind not in MAP_SIZES:
        report.add_problem(f"the property kind is {kind!r}; it is one of {', '.join(MAP_SIZES)}")
    elif kind is not None and report.kind is not None and kind != report.kind:
        report.add_problem(f"the property kind is {kind}, but the size is that of a {report.kind}")
    if expansion is not None and expansion not in EXPANSIONS:
        report.add_problem(f"the property box names {expansion!r}, which is no box")
    replaced = report.properties.get(REPLACES_SECTION_PROPERTY)
    if replaced is not None and (replaced not in SECTIONS or report.kind != "section"):
        report.add_problem(
            f"the property {REPLACES_SECTION_PROPERTY} names {replaced!r}; only a section stands for a "
            "section of a box"
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
        report.add_problem(f"the property section names {name!r}, which is no {kind} of a box")


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
    if len(location_kinds) > MAX_LOCATION_KINDS[kind]:
        values = {"kind": kind, "count": len(location_kinds), "most": MAX_LOCATION_KINDS[kind]}
        problems.append(TerrainProblem("many_kinds", values))
    return problems + (_find_board_problems(contents) if kind == "board" else [])


def _find_board_problems(contents: HexContents) -> list[TerrainProblem]:
    hex_counts = Counter(name for name, _ in contents.values())
    card_terrains = terrains_with_cards()
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


def terrains_with_cards() -> list[str]:
    """Returns the terrains that have their own terrain card."""
    return sorted({card.sides[0][0] for card in TERRAIN_CARDS.values() if len(card.sides) == 1})
