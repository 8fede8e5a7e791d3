"""Tiled maps: shipped maps match the expansions, every problem is reported with its location, and saved maps
can be read back."""

from __future__ import annotations

import base64
import importlib.util
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest
from tools import write_section_maps

from kingdom import paths
from kingdom.commands import content
from kingdom.files import read_bytes
from kingdom.maps import library, tiled, validation
from kingdom.maps.library import list_boards
from kingdom.maps.tiled import grid_to_contents
from kingdom.maps.validation import (
    LANDMARK_LIMITS,
    LOCATION_KIND_LIMITS,
    MapError,
    required_terrains,
)
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import LOCATION, Expansion, Terrain, TerrainCard
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.registry import (
    EXPANSIONS,
    ISLANDS,
    LANDMARKS,
    SECTIONS,
    TERRAINS,
    TILES,
    temporary_expansion,
)
from kingdom.rules.setup import GameSetup, new_game

ROOT = Path(__file__).resolve().parent.parent.parent
LEVELS = ROOT / "levels"
GRIDS = SECTIONS | ISLANDS
EXPANSION_OF = {
    name: expansion for expansion in EXPANSIONS.values() for name in (*expansion.sections, *expansion.islands)
}


def load_script(name: str) -> ModuleType:
    """Imports a script from assets/scripts as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "assets" / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TILESET, BOARDS = load_script("make_tileset"), load_script("make_boards").BOARDS


# --- shipped maps


@pytest.mark.parametrize("name", sorted(GRIDS))
def test_section_map_matches_its_grid(name: str) -> None:
    path = LEVELS / f"{name}.tmx"
    assert path.is_file(), "run tests/tools/write_section_maps.py"
    assert library.find_map_problems(path) == []
    assert grid_to_contents(library.read_map_grid(path)) == grid_to_contents(GRIDS[name])


@pytest.mark.parametrize("name", sorted(GRIDS))
def test_section_map_names_its_expansion(name: str) -> None:
    properties = ElementTree.parse(LEVELS / f"{name}.tmx").getroot().iterfind("properties/property")
    values = {p.attrib["name"]: p.attrib["value"] for p in properties}
    expansion = EXPANSION_OF[name]
    assert values["box"] == expansion.name
    assert values["section"] == name
    assert values["kind"] == ("section" if name in SECTIONS else "island")
    assert values["title"]
    assert ("own design" in values["design"]) == expansion.has_unofficial_sections


def test_scripts_reproduce_the_shipped_maps(tmp_path: Path) -> None:
    for path in write_section_maps.write_section_maps(tmp_path):
        assert path.read_bytes() == (LEVELS / path.name).read_bytes(), path.name
    load_script("make_boards").make(tmp_path)
    for name in BOARDS:
        assert (tmp_path / f"{name}.tmx").read_bytes() == (LEVELS / f"{name}.tmx").read_bytes(), name


def test_no_unknown_map_is_shipped() -> None:
    assert {path.stem for path in library.shipped_maps()} == set(GRIDS) | set(BOARDS)


@pytest.mark.parametrize("name", sorted(BOARDS))
def test_board_matches_its_grid_and_can_be_played(name: str) -> None:
    assert library.find_map_problems(LEVELS / f"{name}.tmx") == []
    grid = library.load_board(f"{name}.tmx")
    assert grid_to_contents(grid) == grid_to_contents(BOARDS[name].grid)
    for players in (2, 3, 4, 5):
        game, rng = (
            new_game(GameSetup(player_count=players, grid=grid, seed=players)),
            random.Random(players),
        )
        for _ in range(3000):
            decision = game.decision()
            if game.over:
                break
            answers: list[int | str] = [*iter_hexes(decision.cells), *decision.options]
            game.play(rng.choice(answers))
        assert game.over


def test_first_game_board_equals_its_sections() -> None:
    assert library.load_board("first_game.tmx") == BOARDS["first_game"].grid


def test_terrain_of_another_expansion_is_not_required() -> None:
    tundra = Expansion(
        "tundra",
        release_order=9,
        terrains=(Terrain("tundra", "Z"),),
        terrain_cards=(TerrainCard("tundra", (("tundra", 3),), 5),),
    )
    with temporary_expansion(tundra):
        assert library.find_map_problems(LEVELS / "first_game.tmx") == []


def test_designed_boards_are_fair() -> None:
    """Every quarter has two locations, a castle, and enough hexes of each terrain for two cards of that
    terrain."""
    card_terrains = required_terrains()
    for name in sorted(BOARDS.keys() - {"first_game"}):
        cells = grid_to_contents(library.load_board(f"{name}.tmx"))
        for top in (0, 10):
            for left in (0, 10):
                names = [cells[r, c][0] for r in range(top, top + 10) for c in range(left, left + 10)]
                assert names.count("location") == 2
                assert names.count("castle") == 1
                assert all(names.count(terrain) >= 6 for terrain in card_terrains), (name, top, left)


def test_published_sections_are_within_the_limits() -> None:
    for name, grid in GRIDS.items():
        kind = "section" if name in SECTIONS else "island"
        cells = list(grid_to_contents(grid).values())
        locations = [cell for cell in cells if cell[0] == LOCATION]
        others = [cell for cell in cells if cell[0] in LANDMARKS and cell[0] != LOCATION]
        for matching_cells, (minimum, maximum) in zip(
            (locations, others), LANDMARK_LIMITS[kind], strict=True
        ):
            assert minimum <= len(matching_cells) <= maximum, name
        assert len(set(locations)) <= LOCATION_KIND_LIMITS[kind], name


# --- the tileset


def test_tileset_matches_its_script_and_is_complete() -> None:
    assert (LEVELS / "kingdom.tsx").read_text(encoding="utf-8") == TILESET.tileset_text()
    names = [*TERRAINS, *(name for name in LANDMARKS if name != LOCATION)]
    assert {(terrain, "") for terrain in names} | {(LOCATION, kind) for kind in TILES} <= set(TILESET.TILES)
    assert len(set(TILESET.TILES)) == len(TILESET.TILES)


def test_tileset_fits_its_image_and_the_maps() -> None:
    root = ElementTree.parse(LEVELS / "kingdom.tsx").getroot()
    image = root.find("image")
    assert image is not None
    png = (LEVELS / image.attrib["source"]).read_bytes()
    size = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")  # from the PNG header
    assert size == (int(image.attrib["width"]), int(image.attrib["height"]))
    assert int(root.attrib["columns"]) * int(root.attrib["tilewidth"]) == size[0]
    assert int(root.attrib["tilecount"]) == size[0] * size[1] // (tiled.TILE_WIDTH * tiled.TILE_HEIGHT)
    assert (root.attrib["tilewidth"], root.attrib["tileheight"]) == (
        str(tiled.TILE_WIDTH),
        str(tiled.TILE_HEIGHT),
    )
    assert not [tile for tile in root.iter("tile") if "class" in tile.attrib], (
        "pytmx reads only the attribute `type`"
    )


@pytest.mark.parametrize("path", library.shipped_maps(), ids=lambda path: path.stem)
def test_maps_have_the_attributes_tiled_writes(path: Path) -> None:
    """Each map has the attributes that Tiled itself writes for a hexagonal map of fixed size."""
    root = ElementTree.parse(path).getroot()
    needed = {
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "staggeraxis": "y",
        "staggerindex": "odd",
        "infinite": "0",
        "tilewidth": "64",
        "tileheight": "74",
        "hexsidelength": "38",
        "nextlayerid": "2",
        "nextobjectid": "1",
    }
    assert root.attrib.items() >= needed.items()
    assert re.fullmatch(r"1\.\d+", root.attrib["version"])
    assert (tiled.TILE_HEIGHT - tiled.HEX_SIDE_LENGTH) % 2 == 0, "otherwise rows would overlap unevenly"
    assert [child.tag for child in root] == ["properties", "tileset", "layer"]
    layer, data = root.find("layer"), root.find("layer/data")
    assert layer is not None
    assert data is not None
    assert layer.attrib == {
        "id": "1",
        "name": "land",
        "width": root.attrib["width"],
        "height": root.attrib["height"],
    }
    assert data.attrib == {"encoding": "csv"}
    lines = (data.text or "").strip().split("\n")
    assert len(lines) == int(root.attrib["height"])
    assert all(line.endswith(",") for line in lines[:-1])
    assert {int(number) for number in (data.text or "").split(",")} <= set(range(1, len(TILESET.TILES) + 1))
    assert (path.parent / root.find("tileset").attrib["source"]).is_file()  # type: ignore[union-attr]


# --- writing and reading


def random_board(seed: int) -> TerrainGrid:
    """Returns a board with all terrains and landmarks and nine kinds of location."""
    rng = random.Random(seed)
    letters = [terrain.letter for terrain in TERRAINS.values()]
    rows = [rng.choices(letters, k=20) for _ in range(20)]
    kinds = rng.sample(sorted(TILES), min(9, len(TILES)))
    special = [str(location_index + 1) for location_index in range(len(kinds))] + [
        landmark.letter for landmark in LANDMARKS.values() if landmark.letter
    ]
    for letter, index in zip(special, rng.sample(range(400), len(special)), strict=True):
        rows[index // 20][index % 20] = letter
    base = [
        card.sides[0][0]
        for expansion in EXPANSIONS.values()
        for card in expansion.terrain_cards
        if len(card.sides) == 1
    ]
    for r in range(0, 20, 2):  # validation requires enough hexes of each card terrain
        rows[r] = [letter if letter in special else TERRAINS[rng.choice(base)].letter for letter in rows[r]]
    return TerrainGrid(
        tuple("".join(row) for row in rows), tuple((str(n + 1), kind) for n, kind in enumerate(sorted(kinds)))
    )


@pytest.mark.parametrize("seed", range(5))
def test_written_map_can_be_read(tmp_path: Path, seed: int) -> None:
    grid = random_board(seed)
    tiled.write_map(
        grid,
        tmp_path / "deep" / "own.tmx",
        {"title": 'Öde & <"leer">', "name": "a property that pytmx keeps for itself"},
    )
    assert (tmp_path / "deep" / "kingdom.png").is_file()
    assert library.read_map_grid(tmp_path / "deep" / "own.tmx") == grid


def test_embedded_tileset_in_another_order_works(tmp_path: Path) -> None:
    """Tiles are identified by their properties, even if they are embedded, renumbered or flipped."""
    tiled.write_map(BOARDS["great_divide"].grid, tmp_path / "own.tmx", {})
    root = ElementTree.parse(tmp_path / "own.tmx").getroot()
    tileset = ElementTree.parse(tmp_path / "kingdom.tsx").getroot()
    tileset.set("firstgid", "101")
    tiles = tileset.findall("tile")
    for tile in tiles:
        tile.set("id", str(len(tiles) - 1 - int(tile.attrib["id"])))
    old, data = root.find("tileset"), root.find("layer/data")
    assert old is not None
    assert data is not None
    gids = [101 + len(tiles) - int(gid) for gid in (data.text or "").split(",")]
    gids[0] |= 1 << 31
    data.text = ",".join(map(str, gids))
    root.remove(old)
    root.insert(1, tileset)
    ElementTree.ElementTree(root).write(tmp_path / "own.tmx", encoding="UTF-8")
    assert grid_to_contents(library.read_map_grid(tmp_path / "own.tmx")) == grid_to_contents(
        BOARDS["great_divide"].grid
    )


def test_reading_needs_no_image_and_no_window(tmp_path: Path) -> None:
    tiled.write_map(BOARDS["archipelago"].grid, tmp_path / "own.tmx", {})
    (tmp_path / "kingdom.png").unlink()
    code = (
        "import sys; from kingdom.maps import library; assert 'pygame' not in sys.modules;"
        f"library.read_map_grid({str(tmp_path / 'own.tmx')!r}); "
        "import pygame; assert not pygame.display.get_init()"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")


# --- problems


@pytest.fixture
def make_map(tmp_path: Path) -> Callable[..., Path]:
    """Returns a function that writes a valid map, which the test then breaks. The map is a board or a
    section. A section has the property `section` unless `with_section_name` is false."""

    def make(name: str = "great_divide", with_section_name: bool = True) -> Path:
        grid = BOARDS[name].grid if name in BOARDS else GRIDS[name]
        path = tmp_path / "own.tmx"
        tiled.write_map(grid, path, {"section": name} if name in GRIDS and with_section_name else {})
        return path

    return make


def replace_in_file(path: Path, old: str, new: str) -> Path:
    """Replaces the first occurrence of a string in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def paint(path: Path, gids: dict[tuple[int, int], str]) -> Path:
    """Changes the tile numbers of some hexes."""
    head, data, tail = re.split(
        r"(?<=csv\">\n)(.*)(?=\n</data>)", path.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    rows = [line.rstrip(",").split(",") for line in data.split("\n")]
    for (row, column), gid in gids.items():
        rows[row][column] = gid
    path.write_text(head + ",\n".join(",".join(row) for row in rows) + tail, encoding="utf-8")
    return path


def gid_of(name: str, kind: str = "") -> str:
    """Returns the number of a tile as written in the maps."""
    return str(TILESET.TILES.index((name, kind)) + 1)


def problems_of(path: Path) -> list[tuple[str | None, int | None, int | None, str]]:
    """Returns the problems found in a map and asserts that reading the map fails."""
    problems = library.find_map_problems(path)
    assert all(problem.path == str(path) for problem in problems)
    with pytest.raises(MapError) as error:
        library.read_map_grid(path)
    assert str(error.value).startswith(str(problems[0]))
    return [(problem.layer, problem.row, problem.column, problem.reason) for problem in problems]


STRUCTURE_PROBLEMS = {
    "orientation": (
        'orientation="hexagonal"',
        'orientation="orthogonal"',
        None,
        "orientation is orthogonal, not hexagonal",
    ),
    "stagger axis": ('staggeraxis="y"', 'staggeraxis="x"', None, "staggeraxis is x, not y"),
    "stagger index": ('staggerindex="odd"', "", None, "staggerindex is not given, not odd"),
    "infinite": ('infinite="0"', 'infinite="1"', None, "is an infinite map, but a board has edges"),
    "layer missing": ('name="land"', 'name="country"', "land", "the layer is missing"),
    "notes": (
        "</layer>",
        '</layer><objectgroup id="2" name="notes"/>',
        "notes",
        "unknown layer: a map has one tile layer, called land",
    ),
    "group": (
        "</layer>",
        '</layer><group id="2" name="g"/>',
        "g",
        "unknown layer: a map has one tile layer, called land",
    ),
    "no data": ("<data", "<nothing/><!--", "land", "the layer has no data"),
    "layer size": (
        'name="land" width="20"',
        'name="land" width="10"',
        "land",
        "the layer has 20 rows of 10 hexes, the map 20 of 20",
    ),
    "too few tiles": ('csv">\n', 'csv">\n4,', "land", "the layer holds 401 tiles, not 400"),
    "XML tiles": (' encoding="csv"', "", "land", "the layer is saved as XML, not as CSV"),
    "packed": (
        'encoding="csv"',
        'encoding="base64" compression="zlib"',
        "land",
        "the layer is saved as base64, not as CSV",
    ),
    "no tileset": ('<tileset firstgid="1" source="kingdom.tsx"/>', "", None, "has no tileset"),
    "tileset number": (
        'firstgid="1"',
        'firstgid="one"',
        None,
        "tileset kingdom.tsx: firstgid is not a number from 1 on",
    ),
    "tileset kind": (
        "kingdom.tsx",
        "kingdom.json",
        None,
        "tileset kingdom.json: only .tsx files can be read",
    ),
    "kind": (
        "<properties>",
        '<properties><property name="kind" value="sea"/>',
        None,
        "the property kind is 'sea'; it is one of section, island, board",
    ),
    "kind and size": (
        "<properties>",
        '<properties><property name="kind" value="island"/>',
        None,
        "the property kind is island, but the size is that of a board",
    ),
    "box": (
        "<properties>",
        '<properties><property name="box" value="lost"/>',
        None,
        "the property box names 'lost', which is not an expansion",
    ),
    "section": (
        "<properties>",
        '<properties><property name="section" value="oracle"/>',
        None,
        "the property section names 'oracle', which is not an official board",
    ),
    "pytmx": (
        "<properties>",
        '<properties><property name="n" type="int" value="x"/>',
        None,
        "cannot be read: invalid literal for int() with base 10: 'x'",
    ),
}
"""For each kind of problem: a string in a valid map file, its replacement, and the expected layer and
reason."""


@pytest.mark.parametrize("kind", sorted(STRUCTURE_PROBLEMS))
def test_structure_problems(make_map: Callable[..., Path], kind: str) -> None:
    old, new, layer, reason = STRUCTURE_PROBLEMS[kind]
    path = replace_in_file(make_map(), old, new)
    if kind == "no data":
        replace_in_file(path, "</data>", "</data>-->")
    assert (layer, None, None, reason) in problems_of(path)


def test_file_that_is_not_a_map(tmp_path: Path) -> None:
    path = tmp_path / "own.tmx"
    assert "cannot be opened" in problems_of(path)[0][3]
    assert "cannot be opened" in problems_of(tmp_path)[0][3]
    for text, reason in (
        (b"", "is not XML: no element found"),
        (b"<map", "is not XML: unclosed token"),
        (b'<?xml version="1.0" encoding="runes"?><map/>', "is not XML: "),
        (b"<map>\xff</map>", "is not UTF-8 text: byte 0xff at position 5"),
        (b"<tileset/>", "is not a Tiled map: it holds <tileset>, not <map>"),
    ):
        path.write_bytes(text)
        assert len(problems_of(path)) == 1
        assert problems_of(path)[0][3].startswith(reason)


def test_empty_map_has_many_problems(tmp_path: Path) -> None:
    (tmp_path / "own.tmx").write_text("<map/>", encoding="utf-8")
    assert [reason for *_, reason in problems_of(tmp_path / "own.tmx")] == [
        "orientation is not given, not hexagonal",
        "staggeraxis is not given, not y",
        "staggerindex is not given, not odd",
        "has 0 rows of 0 hexes; a map is one of 10 x 10 (section), 5 x 5 (island), 20 x 20 (board)",
        "the layer is missing",
        "has no tileset",
    ]


def test_wrong_size(tmp_path: Path) -> None:
    tiled.write_map(TerrainGrid(("GGGW",) * 3), tmp_path / "own.tmx", {})
    reason = "has 3 rows of 4 hexes; a map is one of 10 x 10 (section), 5 x 5 (island), 20 x 20 (board)"
    assert problems_of(tmp_path / "own.tmx") == [(None, None, None, reason)]


def test_duplicate_layer(make_map: Callable[..., Path]) -> None:
    path = make_map()
    layer = re.search(r"<layer.*</layer>", path.read_text(encoding="utf-8"), re.DOTALL)
    assert layer is not None
    replace_in_file(path, "</map>", layer[0] + "</map>")
    assert problems_of(path) == [("land", None, None, "the layer appears 2 times")]


def test_base64_is_rejected_but_its_hexes_are_still_checked(make_map: Callable[..., Path]) -> None:
    text = make_map().read_text(encoding="utf-8")
    data = re.search(r"csv\">(.*)</data>", text, re.DOTALL)
    assert data is not None
    gids = [int(gid) for gid in data[1].split(",")]
    gids[45] = 0
    packed = base64.b64encode(b"".join(gid.to_bytes(4, "little") for gid in gids)).decode()
    path = replace_in_file(replace_in_file(make_map(), data[1], packed), "csv", "base64")
    assert problems_of(path) == [
        ("land", None, None, "the layer is saved as base64, not as CSV"),
        ("land", 2, 5, "the hex is empty"),
    ]


def test_missing_and_broken_tileset(make_map: Callable[..., Path]) -> None:
    path = make_map()
    tileset = path.parent / "kingdom.tsx"
    tileset.write_text("<tileset", encoding="utf-8")
    assert problems_of(path)[0][3].startswith("tileset kingdom.tsx cannot be read: ")
    tileset.unlink()
    assert problems_of(path) == [(None, None, None, f"tileset kingdom.tsx is missing: there is no {tileset}")]


def test_all_hex_problems_have_coordinates(make_map: Callable[..., Path]) -> None:
    path = paint(
        make_map(),
        {(0, 0): "0", (3, 7): "998", (4, 19): "999", (6, 1): gid_of("swamp"), (19, 19): gid_of("farmland")},
    )
    tileset = path.parent / "kingdom.tsx"
    replace_in_file(
        replace_in_file(tileset, '"terrain" value="swamp"', '"terrain" value="lava"'),
        '"terrain" value="farmland"',
        '"terrain" value="location"',
    )
    replace_in_file(tileset, '"location" value="farm"', '"location" value="pub"')
    farms = [
        coord
        for coord, cell in grid_to_contents(BOARDS["great_divide"].grid).items()
        if cell == (LOCATION, "farm")
    ]
    assert sorted(problems_of(path), key=str) == sorted(
        [
            ("land", 0, 0, "the hex is empty"),
            ("land", 3, 7, "the tile has no terrain property"),
            ("land", 4, 19, "the tile has no terrain property"),
            ("land", 6, 1, "unknown terrain 'lava'"),
            ("land", 19, 19, "the tile is a location but does not say which"),
            *(("land", row, column, "unknown location 'pub'") for row, column in farms),
        ],
        key=str,
    )


def test_invalid_tile_numbers(make_map: Callable[..., Path]) -> None:
    path = paint(make_map(), {(2, 3): "x", (9, 9): "-4"})
    assert problems_of(path) == [
        ("land", 2, 3, "'x' is not the number of a tile"),
        ("land", 9, 9, "'-4' is not the number of a tile"),
    ]


@pytest.mark.parametrize("name", sorted(GRIDS))
def test_published_section_must_match_its_expansion(make_map: Callable[..., Path], name: str) -> None:
    """Landmarks that are painted over are reported by hex, and each kind of landmark is also reported by its
    count."""
    coords = [coord for coord, cell in grid_to_contents(GRIDS[name]).items() if cell[0] in LANDMARKS]
    problems = problems_of(paint(make_map(name), dict.fromkeys(coords, gid_of("water"))))
    assert [(row, column) for _, row, column, _ in problems if row is not None] == coords
    counts = [reason for _, row, _, reason in problems if row is None]
    assert len(counts) == len({grid_to_contents(GRIDS[name])[coord] for coord in coords})
    assert all(reason.startswith("has 0 of ") for reason in counts)


def test_limits_of_custom_sections(make_map: Callable[..., Path]) -> None:
    name = next(iter(SECTIONS))
    cells = grid_to_contents(SECTIONS[name])
    coords = [coord for coord, cell in cells.items() if cell[0] in LANDMARKS]
    bare = paint(make_map(name, with_section_name=False), dict.fromkeys(coords, gid_of("water")))
    assert problems_of(bare) == [
        ("land", None, None, "has no locations; a section has at least 1"),
        ("land", None, None, "has no castles and other landmarks; a section has at least 1"),
    ]
    kinds = sorted(TILES)
    full = {(0, c): gid_of(LOCATION, kinds[c]) for c in range(4)} | {
        (9, c): gid_of("castle") for c in range(5)
    }
    assert problems_of(paint(bare, full)) == [
        ("land", 0, 2, "has 4 locations, this hex is one too many; a section has at most 2"),
        (
            "land",
            9,
            3,
            "has 5 castles and other landmarks, this hex is one too many; a section has at most 3",
        ),
        ("land", None, None, "has 4 kinds of location; a section has at most 2"),
    ]


def test_limits_of_custom_boards(make_map: Callable[..., Path]) -> None:
    cells = grid_to_contents(BOARDS["great_divide"].grid)
    replaced = {
        coord: gid_of("water") for coord, cell in cells.items() if cell[0] in LANDMARKS or cell[0] == "grass"
    }
    grass_count = sum(cell[0] == "grass" for cell in cells.values())
    replaced.update(
        dict.fromkeys([coord for coord, cell in cells.items() if cell[0] == "grass"][:2], gid_of("grass"))
    )
    path = paint(make_map(), replaced)
    assert grass_count > 3
    assert [reason for *_, reason in problems_of(path)] == [
        "has no locations; a board has at least 1",
        "has no castles and other landmarks; a board has at least 1",
        "has 2 hexes of grass; to play its cards a board needs at least 3",
    ]
    flooded = paint(
        make_map(),
        {coord: gid_of("water") for coord, cell in cells.items() if cell[0] in TERRAINS and coord[0] > 4},
    )
    assert [reason for *_, reason in problems_of(flooded)][-1].endswith("five players need at least 200")


# --- malicious files


BOMB = '<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
TOO_LONG_NAME = "cannot be read" if os.name == "posix" and sys.version_info < (3, 14) else "is missing"
"""The reason why a file with such a long name is rejected. Windows and Python 3.14 report no error for it."""
TILESET_LINE = '<tileset firstgid="1" source="kingdom.tsx"/>'
MANY_TILES = (
    '<tileset firstgid="1" name="huge" tilewidth="1" tileheight="1">' + '<tile id="1"/>' * 4097 + "</tileset>"
)
THIN_IMAGE = (
    '<tileset firstgid="1" name="thin" tilewidth="1" tileheight="99999999">'
    '<image source="x.png" width="99999999" height="1"/></tileset>'
)
ZLIB_LAYER = (
    '<layer name="land" width="1" height="1"><data encoding="base64" compression="zlib">'
    + base64.b64encode(zlib.compress(bytes(10**7))).decode()
    + "</data></layer>"
)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("<map ", f"{BOMB}<map ", "must not declare"),
        (TILESET_LINE, MANY_TILES, "at most 4096 are read"),
        (TILESET_LINE, TILESET_LINE * 8000, "has 8000 tilesets; at most 64 are read"),
        (TILESET_LINE, f'<tileset firstgid="1" source="{"a" * 5000}.tsx"/>', TOO_LONG_NAME),
        ("</map>", '<objectgroup name="o"><object template="/dev/zero"/></objectgroup></map>', "template"),
    ],
)
def test_malicious_maps_are_rejected_before_parsing(
    make_map: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, old: str, new: str, reason: str
) -> None:
    def fail(root: ElementTree.Element) -> None:
        raise AssertionError("pytmx must not read the map")

    monkeypatch.setattr(validation, "open_map", fail)
    path = make_map()
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert any(reason in problem.reason for problem in library.find_map_problems(path))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (TILESET_LINE, TILESET_LINE + THIN_IMAGE),
        ("</layer>", f"<properties>{THIN_IMAGE}</properties></layer>"),
        ("</layer>", f"<properties>{ZLIB_LAYER}</properties></layer>"),
        ("</layer>", '<x><tileset firstgid="1" source="pipe.tsx"/></x></layer>'),
        ("</layer>", '<x><imagelayer name="i"><image source="pipe.tsx"/></imagelayer></x></layer>'),
        ("</layer>", '<x><objectgroup name="o"><object id="1" gid="99999999"/></objectgroup></x></layer>'),
        ("</map>", "<x>" * 100_000 + "</x>" * 100_000 + "</map>"),
    ],
    ids=["thin", "nested thin", "nested bomb", "nested pipe", "image layer", "object", "deep"],
)
def test_pytmx_sees_only_what_a_map_needs(
    make_map: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    """Anything else in the file is left out, so it cannot fill the memory or open other files."""
    tags, original = Counter[str](), tiled.open_map

    def count_elements(root: ElementTree.Element) -> Any:
        tags.update(element.tag for element in root.iter())
        assert not any(element.get("source") for element in root.iter())
        return original(root)

    monkeypatch.setattr(validation, "open_map", count_elements)
    path = replace_in_file(make_map(), old, new)
    if hasattr(os, "mkfifo"):
        os.mkfifo(path.parent / "pipe.tsx")
    start = time.thread_time()
    assert library.find_map_problems(path) == []
    assert time.thread_time() - start < 2
    assert (tags["layer"], tags["data"]) == (1, 1)
    assert set(tags) == {"map", "properties", "property", "tileset", "tile", "layer", "data"} - (
        set() if tags["property"] else {"property"}
    )


def test_tileset_file_is_read_once_and_all_together_are_limited(
    make_map: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    files_read = Counter[str]()

    def count_reads(path: Path, max_bytes: int) -> bytes:
        files_read[path.name] += 1
        return read_bytes(path, max_bytes)

    monkeypatch.setattr(validation, "read_bytes", count_reads)
    path = replace_in_file(make_map(), TILESET_LINE, TILESET_LINE * 60)
    assert library.find_map_problems(path) == []
    assert files_read["kingdom.tsx"] == 1
    sources = ""
    for number in range(3):
        (path.parent / f"{number}.tsx").write_text(f"<tileset>{' ' * 500_000}</tileset>", encoding="utf-8")
        sources += f'<tileset firstgid="{number + 900}" source="{number}.tsx"/>'
    path = replace_in_file(make_map(), TILESET_LINE, TILESET_LINE + sources)
    (problem,) = library.find_map_problems(path)
    assert problem.reason.startswith("tileset 2.tsx cannot be read: ")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7"])
def test_entities_in_other_encodings_are_rejected(make_map: Callable[..., Path], encoding: str) -> None:
    path = make_map()
    for file in (path.parent / "kingdom.tsx", path):
        text = file.read_text(encoding="utf-8").replace("UTF-8", encoding)
        file.write_bytes(text.replace("?>", f"?>{BOMB}", 1).encode(encoding))
        (problem,) = library.find_map_problems(path)
        place = "is not " if file == path else "tileset kingdom.tsx cannot be read: "
        assert problem.reason.startswith(place)


def test_problems_are_limited(make_map: Callable[..., Path]) -> None:
    path = replace_in_file(make_map(), 'csv">\n', 'csv">\n' + "x," * 400_000)
    assert len(library.find_map_problems(path)) == validation.MAX_PROBLEMS


def test_a_folder_of_many_maps_has_a_time_limit(
    make_map: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_map()
    for number in range(3):
        shutil.copyfile(path, path.parent / f"{number}.tmx")
    clock = itertools.count(step=library.LIST_TIMEOUT_S * 0.4)
    monkeypatch.setattr("kingdom.maps.library.time.monotonic", lambda: next(clock))
    maps, errors = library.list_custom_maps(path.parent)
    assert [custom_map.path.name for custom_map in maps] == ["0.tmx", "1.tmx"]
    assert len(errors) == 2
    assert all("took too long" in str(error) for error in errors)


def test_pipes_loops_and_huge_files_are_rejected(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("pipes and links")
    pipe, loop = tmp_path / "pipe.tmx", tmp_path / "loop.tmx"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    large = tmp_path / "large.tmx"
    large.write_text("<map>" + " " * 2_000_000 + "</map>")
    for path in (pipe, loop, large):
        (problem,) = library.find_map_problems(path)
        assert "cannot be opened" in problem.reason


def test_custom_map_with_a_shipped_name_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.maps.library.user_maps_dir", lambda: tmp_path)
    tiled.write_map(BOARDS["great_divide"].grid, tmp_path / "archipelago.tmx", {})
    tiled.write_map(BOARDS["great_divide"].grid, tmp_path / "home.tmx", {})
    custom_maps = {file.name: file for file in list_boards() if file.is_custom}
    assert custom_maps["home.tmx"].error is None
    assert "came with the game" in (custom_maps["archipelago.tmx"].error or "")


def test_current_folder_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiled.write_map(BOARDS["great_divide"].grid, tmp_path / "archipelago.tmx", {})
    monkeypatch.chdir(tmp_path)
    assert library.find_map("archipelago.tmx") == LEVELS / "archipelago.tmx"


# --- finding maps


def test_search_order_of_maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user_folder = tmp_path / "mine"
    monkeypatch.setattr(library, "user_maps_dir", lambda: user_folder)
    assert library.find_map("archipelago.tmx", tmp_path) == LEVELS / "archipelago.tmx"
    tiled.write_map(BOARDS["great_divide"].grid, tmp_path / "archipelago.tmx", {})
    assert library.find_map("archipelago.tmx", tmp_path) == tmp_path / "archipelago.tmx"
    assert library.find_map(str(tmp_path / "archipelago.tmx")) == tmp_path / "archipelago.tmx"
    tiled.write_map(BOARDS["great_divide"].grid, user_folder / "home.tmx", {})
    assert library.find_map("home.tmx") == user_folder / "home.tmx"
    with pytest.raises(ValidationError, match=r"unknown level 'nowhere\.tmx'"):
        library.load_board("nowhere.tmx", tmp_path)


def test_section_is_not_a_level() -> None:
    with pytest.raises(ValidationError, match="a level is a full map"):
        library.load_board("oracle.tmx")


def test_data_folder_in_source_wheel_and_frozen_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert paths.shipped_data_dir("levels") == LEVELS
    assert paths.shipped_data_dir("assets") == ROOT / "assets"
    package, frozen = tmp_path / "site-packages" / "kingdom", tmp_path / "frozen"
    for folder in (package / "levels", package / "assets", package.parent / "levels", frozen / "levels"):
        folder.mkdir(parents=True)
    monkeypatch.setattr(paths, "PACKAGE_DIR", package)
    assert paths.shipped_data_dir("levels") == package / "levels"
    assert paths.shipped_data_dir("assets") == package / "assets"
    monkeypatch.setattr(sys, "_MEIPASS", str(frozen), raising=False)
    assert paths.shipped_data_dir("levels") == frozen / "levels"
    with pytest.raises(FileNotFoundError, match="assets"):
        paths.shipped_data_dir("assets")


def test_user_maps_folder() -> None:
    assert paths.user_maps_dir().is_absolute()
    assert paths.user_maps_dir().parts[-2:] == ("kingdom", "maps")


# --- the command


def test_command_checks_all_shipped_maps(capsys: pytest.CaptureFixture[str]) -> None:
    assert content.check_maps() == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.splitlines() == [f"{path}: ok" for path in library.shipped_maps()]


def test_command_prints_problems(make_map: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    path = paint(make_map(), {(3, 7): "0", (4, 4): "0"})
    assert content.check_maps([LEVELS / "farm.tmx", path]) == 2
    captured = capsys.readouterr()
    first, second = (
        f"{path}: layer land, row 3, column 7: the hex is empty",
        f"{path}: layer land, row 4, column 4: the hex is empty",
    )
    assert captured.out.splitlines() == [f"{LEVELS / 'farm.tmx'}: ok", first, second]
    assert captured.err == f"kingdom levels: 2 errors in 1 of 2 maps, the first in {first}\n"


def test_command_with_json_and_folder(
    make_map: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = paint(make_map(), {(3, 7): "0"})
    assert content.check_maps([path.parent, LEVELS / "farm.tmx"], json_output=True) == 2
    assert json.loads(capsys.readouterr().out) == {
        "files": [
            {
                "path": str(path),
                "ok": False,
                "mistakes": [{"layer": "land", "row": 3, "column": 7, "reason": "the hex is empty"}],
            },
            {"path": str(LEVELS / "farm.tmx"), "ok": True, "mistakes": []},
        ]
    }
