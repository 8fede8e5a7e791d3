"""What can be wrong with a Tiled map, and its land when nothing is. Every mistake is found, not only the
first.

The land is read through pytmx, by the properties of tiles and never by their numbers. pytmx stops at the
first thing it cannot read and forgives others, so the frame of the file (orientation, size, layers, tilesets)
is looked at as XML before. Rows and columns count from 0, as in positions and in Tiled's status bar.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from kingdom.files import clipped, read_bytes, why
from kingdom.rules.board import Grid
from kingdom.rules.registry import (
    BOXES,
    ISLANDS,
    LANDMARKS,
    LETTERS,
    LOCATION,
    SECTIONS,
    TERRAIN_CARDS,
    TERRAINS,
    TILES,
    BadSetup,
)

LAYER = "land"
FRAME = {"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd"}
"""Pointy-top hexes, odd rows half a hex to the right (R-GRID-1)."""
STANDS_FOR = "stands_for"
"""The property of a map that names the section of a box whose place it may take."""
SIZES = {"section": 10, "island": 5, "board": 20}
"""Hexes to each side of every kind of map."""
LIMITS = {"section": ((1, 2), (1, 3)), "island": ((1, 1), (1, 1)), "board": ((1, 16), (1, 12))}
"""Fewest and most location hexes, and other landmarks, of a map that is none of a box. Sections and islands:
as RULES.md section 2 has them. A board: what four sections could bring, with some room."""
MOST_KINDS = {"section": 2, "island": 1, "board": 9}
"""Kinds of location; a letter grid has nine digits for them."""
LEAST_TERRAIN = 3
"""Hexes that a board has of each terrain with a card of its own: one card can be played in full."""
LEAST_LAND = 200
"""Hexes on which such cards can build: room for five players with 40 settlements each, or a game might never
end."""

LARGEST_FILE = 2**20
"""Bytes of a map or tileset that is read; a board in letters takes a few thousand."""
MOST_TILES = 4096
"""Tiles of one tileset."""

Cells = dict[tuple[int, int], tuple[str, str]]
"""By row and column: the word of terrain or landmark, and the kind of location (empty for others)."""


TileProperties = Mapping[str, Any]
OpenMap = Callable[[Path], tuple[Mapping[str, Any], Sequence[Sequence[TileProperties | None]]]]
"""Opens a map: its properties, and row by row the properties of the tile on each hex of the land (None: no
tile)."""


@dataclass(frozen=True)
class Mistake:
    """Something wrong with a map, and where."""

    path: str
    reason: str
    layer: str | None = None
    row: int | None = None
    column: int | None = None

    @property
    def place(self) -> str:
        """Layer, row and column in words, as far as they apply."""
        parts = (("layer", self.layer), ("row", self.row), ("column", self.column))
        return ", ".join(f"{word} {value}" for word, value in parts if value is not None)

    def __str__(self) -> str:
        return ": ".join(part for part in (self.path, self.place, clipped(self.reason)) if part)


class BadMap(BadSetup):
    """A map that cannot be played on."""

    def __init__(self, message: str, mistakes: tuple[Mistake, ...] = ()) -> None:
        super().__init__(message)
        self.mistakes = mistakes


@dataclass
class Examination:
    """A map under examination: the mistakes so far, and the land as far as it could be read."""

    path: Path
    mistakes: list[Mistake] = field(default_factory=list)
    properties: Mapping[str, Any] = field(default_factory=dict)
    size: tuple[int, int] = (0, 0)
    """Rows and columns."""
    kind: str | None = None
    cells: Cells = field(default_factory=dict)

    def wrong(
        self, reason: str, row: int | None = None, column: int | None = None, layer: str | None = None
    ) -> None:
        """Note a mistake; one with a row is in the layer of the land."""
        self.mistakes.append(
            Mistake(str(self.path), reason, LAYER if row is not None else layer, row, column)
        )


def examine(path: Path, open_map: OpenMap) -> Examination:
    """Everything about one map."""
    found = Examination(path)
    root = _xml(found)
    if root is None:
        return found
    _check_frame(found, root)
    readable = _check_layers(found, root)
    readable = _check_tilesets(found, root) and readable
    if readable and _read(found, open_map):
        _check_claims(found)
        if found.kind is not None:
            _check_counts(found, found.kind)
    return found


def grid_of(cells: Cells, size: tuple[int, int]) -> Grid:
    """Land as a letter grid; locations are numbered as `assemble` does."""
    letters = {name: letter for letter, name in LETTERS.items()}
    digits = {
        kind: str(number)
        for number, kind in enumerate(sorted({kind for _, kind in cells.values() if kind}), 1)
    }
    rows, columns = size
    lines = (
        "".join(digits.get(cells[r, c][1]) or letters[cells[r, c][0]] for c in range(columns))
        for r in range(rows)
    )
    return Grid(tuple(lines), tuple((digit, kind) for kind, digit in digits.items()))


def cells_of(grid: Grid) -> Cells:
    """The land of a letter grid as words."""
    return {
        (r, c): (LETTERS[letter], "") if letter in LETTERS else (LOCATION, grid.tile(letter) or "")
        for r, line in enumerate(grid.rows)
        for c, letter in enumerate(line)
    }


# --- the file and its frame


def _xml(found: Examination) -> Element | None:
    try:
        raw = read_bytes(found.path, LARGEST_FILE)
        raw.decode("utf-8")
        root = _parsed(raw)
    except OSError as error:
        found.wrong(f"cannot be opened: {why(error)}")
    except UnicodeDecodeError as error:
        found.wrong(f"is not UTF-8 text: byte {raw[error.start]:#04x} at position {error.start}")
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        found.wrong(f"is not XML: {error}")
    else:
        if root.tag == "map":
            return root
        found.wrong(f"is not a Tiled map: it holds <{root.tag}>, not <map>")
    return None


def _parsed(raw: bytes) -> Element:
    """XML without entities of its own: a few lines of them can mean gigabytes."""
    if b"<!DOCTYPE" in raw or b"<!ENTITY" in raw:
        raise ValueError("a map declares no document type and no entities")
    return ElementTree.fromstring(raw)


def _check_frame(found: Examination, root: Element) -> None:
    for name, needed in FRAME.items():
        value = root.get(name)
        if value != needed:
            found.wrong(f"{name} is {value or 'not given'}, not {needed}")
    if root.get("infinite", "0") != "0":
        found.wrong("is an infinite map; a board has an edge")
    rows, columns = _number(root.get("height")), _number(root.get("width"))
    found.size = rows, columns
    found.kind = next((kind for kind, side in SIZES.items() if rows == columns == side), None)
    if found.kind is None:
        sizes = ", ".join(f"{side} x {side} ({kind})" for kind, side in SIZES.items())
        found.wrong(f"has {rows} rows of {columns} hexes; a map is one of {sizes}")


def _number(text: str | None) -> int:
    """A whole number of sensible size, 0 for anything else."""
    return int(text) if text is not None and len(text) < 9 and text.isascii() and text.isdigit() else 0


def _layers(root: Element) -> Iterator[Element]:
    """All layers, those in groups too; not the groups of shapes that tiles may hold."""
    for parent in (root, *root.iter("group")):
        for child in parent:
            if child.tag in ("layer", "objectgroup", "imagelayer", "group"):
                yield child


def _check_layers(found: Examination, root: Element) -> bool:
    """Whether pytmx can read the land."""
    land = []
    for layer in _layers(root):
        if layer.tag == "layer" and layer.get("name") == LAYER:
            land.append(layer)
        else:
            found.wrong(
                f"unknown layer: a map has one tile layer, called {LAYER}",
                layer=layer.get("name") or layer.tag,
            )
    if not land:
        found.wrong("the layer is missing", layer=LAYER)
    elif len(land) > 1:
        found.wrong(f"the layer is there {len(land)} times", layer=LAYER)
    if any(element.get("template") is not None for element in root.iter()):
        found.wrong("uses a template of objects; a map has none")
        return False
    return all([_check_data(found, layer) for layer in land]) and bool(land)


def _check_data(found: Examination, layer: Element) -> bool:
    size = _number(layer.get("height")), _number(layer.get("width"))
    if size != found.size:
        found.wrong(
            f"the layer has {size[0]} rows of {size[1]} hexes, the map {found.size[0]} of {found.size[1]}",
            layer=LAYER,
        )
    data = layer.find("data")
    if data is None or data.find("chunk") is not None:
        found.wrong("the layer has no data" if data is None else "the layer is saved in chunks", layer=LAYER)
        return False
    if data.get("encoding") != "csv":
        found.wrong(f"the layer is saved as {data.get('encoding') or 'XML'}, not as CSV", layer=LAYER)
        return data.get("encoding") == "base64" and data.get("compression") is None
    return _check_csv(found, data.text or "", size)


def _check_csv(found: Examination, text: str, size: tuple[int, int]) -> bool:
    values, columns = text.split(","), size[1]
    if not columns:
        return False
    if len(values) != size[0] * columns:
        found.wrong(f"the layer holds {len(values)} tiles, not {size[0] * columns}", layer=LAYER)
    broken = [
        number
        for number, value in enumerate(values)
        if not (value.strip().isascii() and value.strip().isdigit())
    ]
    for number in broken:
        found.wrong(f"{values[number].strip()!r} is not the number of a tile", *divmod(number, columns))
    return (
        not broken and len(values) == size[0] * columns and size == found.size
    )  # else every hex would seem shifted


def _check_tilesets(found: Examination, root: Element) -> bool:
    """Whether pytmx can read all tilesets."""
    tilesets, before = root.findall("tileset"), len(found.mistakes)
    if not tilesets:
        found.wrong("has no tileset")
    for tileset in tilesets:
        source = tileset.get("source")
        if not _number(tileset.get("firstgid")):
            found.wrong(f"tileset {source or tileset.get('name')}: firstgid is not a number from 1 on")
        if source is not None:
            _check_tileset_file(found, source)
        else:
            _check_tileset_size(found, tileset.get("name") or "", tileset)
    return len(found.mistakes) == before


def _check_tileset_file(found: Examination, source: str) -> None:
    file = found.path.parent / source
    if not source.lower().endswith(".tsx"):
        found.wrong(f"tileset {source}: only .tsx files can be read")
    elif not file.is_file():
        found.wrong(f"tileset {source} is missing: there is no {file}")
    else:
        try:
            tileset = _parsed(read_bytes(file, LARGEST_FILE))
        except (OSError, ElementTree.ParseError, ValueError, LookupError) as error:
            found.wrong(f"tileset {source} cannot be read: {why(error)}")
        else:
            _check_tileset_size(found, source, tileset)


def _check_tileset_size(found: Examination, name: str, tileset: Element) -> None:
    """pytmx goes through all tiles that an image could hold, however many that are."""
    wide, high = _number(tileset.get("tilewidth")), _number(tileset.get("tileheight"))
    if not wide or not high:
        found.wrong(f"tileset {name}: the size of its tiles is not a number from 1 on")
        return
    for key in ("margin", "spacing"):
        if tileset.get(key) is not None and not (tileset.get(key) or "").isdecimal():
            found.wrong(f"tileset {name}: {key} is not a number")
    for image in tileset.iter("image"):
        if image.get("width") is None and image.get("height") is None:
            continue
        across, down = _number(image.get("width")) // wide, _number(image.get("height")) // high
        if across * down > MOST_TILES:
            found.wrong(f"tileset {name}: an image of {across * down} tiles; at most {MOST_TILES} are read")


# --- the land


def _read(found: Examination, open_map: OpenMap) -> bool:
    """Fill in properties and cells; whether pytmx could read the map."""
    try:
        found.properties, rows = open_map(found.path)
    except Exception as error:  # pytmx raises what it likes, bare Exception too
        found.wrong(f"cannot be read: {error or type(error).__name__}")
        return False
    for r, row in enumerate(rows[: found.size[0]]):  # what is over was told already
        for c, properties in enumerate(row):
            _read_hex(found, r, c, properties)
    return True


def _read_hex(found: Examination, row: int, column: int, properties: TileProperties | None) -> None:
    if properties is None:
        found.wrong("the hex is empty", row, column)
        return
    word, kind = properties.get("terrain"), properties.get(LOCATION)
    if not word:
        found.wrong("the tile has no terrain property", row, column)
    elif word not in TERRAINS and word not in LANDMARKS:
        found.wrong(f"unknown terrain {word!r}", row, column)
    elif word != LOCATION:
        found.cells[row, column] = (word, "")
    elif not kind:
        found.wrong("the tile is a location but does not say which", row, column)
    elif kind not in TILES:
        found.wrong(f"unknown location {kind!r}", row, column)
    else:
        found.cells[row, column] = (LOCATION, kind)


def _check_claims(found: Examination) -> None:
    """What the map's properties say of it."""
    kind, box = found.properties.get("kind"), found.properties.get("box")
    if kind is not None and kind not in SIZES:
        found.wrong(f"the property kind is {kind!r}; it is one of {', '.join(SIZES)}")
    elif kind is not None and found.kind is not None and kind != found.kind:
        found.wrong(f"the property kind is {kind}, but the size is that of a {found.kind}")
    if box is not None and box not in BOXES:
        found.wrong(f"the property box names {box!r}, which is no box")
    copied = found.properties.get(STANDS_FOR)
    if copied is not None and (copied not in SECTIONS or found.kind != "section"):
        found.wrong(
            f"the property {STANDS_FOR} names {copied!r}; only a section stands for a section of a box"
        )


# --- counts


def _check_counts(found: Examination, kind: str) -> None:
    name = found.properties.get("section")
    known = {"section": SECTIONS, "island": ISLANDS, "board": {}}[kind]
    if name is None:
        _check_own(found, kind)
    elif name in known:
        _check_against(found, f"the {kind} {name}", cells_of(known[name]))
    else:
        found.wrong(f"the property section names {name!r}, which is no {kind} of a box")


def _check_against(found: Examination, name: str, needed: Cells) -> None:
    """A map that says which section it is must be that section."""
    have, need = _landmarks(found.cells), _landmarks(needed)
    for special in sorted(have | need):
        if have[special] != need[special]:
            found.wrong(f"has {have[special]} of {_text(special)}; {name} has {need[special]}", layer=LAYER)
    for place, cell in needed.items():
        if found.cells.get(place, cell) != cell:  # what could not be read was told already
            found.wrong(f"is {_text(found.cells[place])}; {name} has {_text(cell)} there", *place)


def _landmarks(cells: Cells) -> Counter[tuple[str, str]]:
    return Counter(cell for cell in cells.values() if cell[0] in LANDMARKS)


def _text(cell: tuple[str, str]) -> str:
    return " ".join(part for part in cell if part)


def _check_own(found: Examination, kind: str) -> None:
    """A map of the player's own."""
    for problem in land_problems(found.cells, kind):
        row, column = problem.places[0] if problem.places else (None, None)
        layer = None if problem.places else LAYER
        found.wrong(REASONS[problem.key].format(**problem.values), row, column, layer)


@dataclass(frozen=True)
class Problem:
    """Something wrong with a land, to be said in any language, and the hexes it is about."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    places: tuple[tuple[int, int], ...] = ()


REASONS = {
    "no_locations": "has no locations; a {kind} has at least {fewest}",
    "many_locations": "has {count} locations, this hex is one too many; a {kind} has at most {most}",
    "no_landmarks": "has no castles and other landmarks; a {kind} has at least {fewest}",
    "many_landmarks": "has {count} castles and other landmarks, this hex is one too many; "
    "a {kind} has at most {most}",
    "many_kinds": "has {count} kinds of location; a {kind} has at most {most}",
    "few_of_terrain": "has {count} hexes of {terrain}; to play its cards a board needs at least {fewest}",
    "few_land": "has {count} hexes of {terrains}; five players need at least {fewest}",
}
"""The problems of a land in English, as the command line tells them."""


def land_problems(cells: Cells, kind: str) -> list[Problem]:
    """What is wrong with the land of a section, island or board of the player's own."""
    locations = [place for place, cell in cells.items() if cell[0] == LOCATION]
    others = [place for place, cell in cells.items() if cell[0] in LANDMARKS and cell[0] != LOCATION]
    found = []
    for word, places, (fewest, most) in zip(
        ("locations", "landmarks"), (locations, others), LIMITS[kind], strict=True
    ):
        if len(places) < fewest:
            found.append(Problem(f"no_{word}", {"kind": kind, "fewest": fewest}))
        elif len(places) > most:
            values = {"kind": kind, "count": len(places), "most": most}
            found.append(Problem(f"many_{word}", values, tuple(places[most:])))
    kinds = {cells[place][1] for place in locations}
    if len(kinds) > MOST_KINDS[kind]:
        values = {"kind": kind, "count": len(kinds), "most": MOST_KINDS[kind]}
        found.append(Problem("many_kinds", values))
    return found + (_board_problems(cells) if kind == "board" else [])


def _board_problems(cells: Cells) -> list[Problem]:
    hexes = Counter(word for word, _ in cells.values())
    carded = carded_terrains()
    found = [
        Problem("few_of_terrain", {"terrain": terrain, "count": hexes[terrain], "fewest": LEAST_TERRAIN})
        for terrain in carded
        if hexes[terrain] < LEAST_TERRAIN
    ]
    land = sum(hexes[terrain] for terrain in carded)
    if land < LEAST_LAND:
        values = {"terrains": ", ".join(carded), "count": land, "fewest": LEAST_LAND}
        found.append(Problem("few_land", values))
    return found


def carded_terrains() -> list[str]:
    """The terrains that a card shows alone."""
    return sorted({card.sides[0][0] for card in TERRAIN_CARDS.values() if len(card.sides) == 1})
