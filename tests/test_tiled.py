"""Tiled maps: those that came with the game are what the boxes say, every mistake is found and placed, and
what is written reads back."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from kingdom import paths, tiled
from kingdom.map_check import LIMITS, MOST_KINDS, cells_of
from kingdom.match.map_files import map_files
from kingdom.rules.board import Grid
from kingdom.rules.hexes import hexes_of
from kingdom.rules.registry import BOXES, ISLANDS, LANDMARKS, LOCATION, SECTIONS, TERRAINS, TILES, BadSetup
from kingdom.rules.setup import Setup, new_game

ROOT = Path(__file__).resolve().parent.parent
LEVELS = ROOT / "levels"
LAND = SECTIONS | ISLANDS
OWNER = {name: box for box in BOXES.values() for name in (*box.sections, *box.islands)}


def tool(name: str) -> ModuleType:
    """A script that makes maps, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "assets" / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TILESET, BOARDS = tool("make_tileset"), tool("make_boards").BOARDS


# --- what came with the game


@pytest.mark.parametrize("name", sorted(LAND))
def test_section_map_is_the_letter_grid(name: str) -> None:
    path = LEVELS / f"{name}.tmx"
    assert path.is_file(), "run python -m kingdom.tiled --write"
    assert tiled.check(path) == []
    assert cells_of(tiled.read(path)) == cells_of(LAND[name])


@pytest.mark.parametrize("name", sorted(LAND))
def test_section_map_says_where_it_comes_from(name: str) -> None:
    properties = ElementTree.parse(LEVELS / f"{name}.tmx").getroot().iterfind("properties/property")
    told = {p.attrib["name"]: p.attrib["value"] for p in properties}
    box = OWNER[name]
    assert told["box"] == box.name
    assert told["section"] == name
    assert told["kind"] == ("section" if name in SECTIONS else "island")
    assert told["title"]
    assert ("own design" in told["design"]) == box.own_design


def test_maps_are_written_the_same_again(tmp_path: Path) -> None:
    for path in tiled.write_boxes(tmp_path):
        assert path.read_bytes() == (LEVELS / path.name).read_bytes(), path.name
    tool("make_boards").make(tmp_path)
    for name in BOARDS:
        assert (tmp_path / f"{name}.tmx").read_bytes() == (LEVELS / f"{name}.tmx").read_bytes(), name


def test_no_map_is_left_over() -> None:
    assert {path.stem for path in tiled.shipped()} == set(LAND) | set(BOARDS)


@pytest.mark.parametrize("name", sorted(BOARDS))
def test_board_is_its_letter_grid_and_can_be_played(name: str) -> None:
    assert tiled.check(LEVELS / f"{name}.tmx") == []
    grid = tiled.load(f"{name}.tmx")
    assert cells_of(grid) == cells_of(BOARDS[name].grid)
    for players in (2, 3, 4, 5):
        game, chance = new_game(Setup(players=players, grid=grid, seed=players)), random.Random(players)
        for _ in range(3000):
            decision = game.decision()
            if game.over:
                break
            answers: list[int | str] = [*hexes_of(decision.cells), *decision.options]
            game.choose(chance.choice(answers))
        assert game.over


def test_first_game_board_is_the_very_grid_of_its_sections() -> None:
    assert tiled.load("first_game.tmx") == BOARDS["first_game"].grid


def test_own_boards_are_fair() -> None:
    """Every quarter has two locations and a castle, and of each terrain with a card enough for two cards."""
    carded = [
        side[0]
        for box in BOXES.values()
        for card in box.terrain_cards
        for side in card.sides
        if len(card.sides) == 1
    ]
    for name in sorted(BOARDS.keys() - {"first_game"}):
        cells = cells_of(tiled.load(f"{name}.tmx"))
        for top in (0, 10):
            for left in (0, 10):
                words = [cells[r, c][0] for r in range(top, top + 10) for c in range(left, left + 10)]
                assert words.count("location") == 2
                assert words.count("castle") == 1
                assert all(words.count(terrain) >= 6 for terrain in carded), (name, top, left)


def test_limits_of_own_maps_admit_all_of_the_boxes() -> None:
    for name, grid in LAND.items():
        kind = "section" if name in SECTIONS else "island"
        cells = list(cells_of(grid).values())
        locations = [cell for cell in cells if cell[0] == LOCATION]
        others = [cell for cell in cells if cell[0] in LANDMARKS and cell[0] != LOCATION]
        for found, (fewest, most) in zip((locations, others), LIMITS[kind], strict=True):
            assert fewest <= len(found) <= most, name
        assert len(set(locations)) <= MOST_KINDS[kind], name


# --- the tileset


def test_tileset_is_what_its_script_makes_and_has_all_words() -> None:
    assert (LEVELS / "kingdom.tsx").read_text(encoding="utf-8") == TILESET.tileset_text()
    words = [*TERRAINS, *(name for name in LANDMARKS if name != LOCATION)]
    assert {(word, "") for word in words} | {(LOCATION, kind) for kind in TILES} <= set(TILESET.TILES)
    assert len(set(TILESET.TILES)) == len(TILESET.TILES)


def test_tileset_fits_its_picture_and_the_maps() -> None:
    root = ElementTree.parse(LEVELS / "kingdom.tsx").getroot()
    image = root.find("image")
    assert image is not None
    picture = (LEVELS / image.attrib["source"]).read_bytes()
    size = int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")  # of the PNG header
    assert size == (int(image.attrib["width"]), int(image.attrib["height"]))
    assert int(root.attrib["columns"]) * int(root.attrib["tilewidth"]) == size[0]
    assert int(root.attrib["tilecount"]) == size[0] * size[1] // (tiled.TILE_WIDTH * tiled.TILE_HEIGHT)
    assert (root.attrib["tilewidth"], root.attrib["tileheight"]) == (
        str(tiled.TILE_WIDTH),
        str(tiled.TILE_HEIGHT),
    )
    assert not [tile for tile in root.iter("tile") if "class" in tile.attrib], "pytmx knows only type"


@pytest.mark.parametrize("path", tiled.shipped(), ids=lambda path: path.stem)
def test_tiled_finds_all_it_needs(path: Path) -> None:
    """The attributes of the TMX format that Tiled writes itself for a hexagonal map of fixed size."""
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
    assert (tiled.TILE_HEIGHT - tiled.HEX_SIDE) % 2 == 0, "else rows would overlap unevenly"
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


def random_board(seed: int) -> Grid:
    """Land of all terrains and landmarks there are, with nine kinds of location."""
    chance = random.Random(seed)
    letters = [terrain.letter for terrain in TERRAINS.values()]
    rows = [chance.choices(letters, k=20) for _ in range(20)]
    kinds = chance.sample(sorted(TILES), min(9, len(TILES)))
    special = [str(number + 1) for number in range(len(kinds))] + [
        mark.letter for mark in LANDMARKS.values() if mark.letter
    ]
    for letter, place in zip(special, chance.sample(range(400), len(special)), strict=True):
        rows[place // 20][place % 20] = letter
    base = [card.sides[0][0] for box in BOXES.values() for card in box.terrain_cards if len(card.sides) == 1]
    for r in range(0, 20, 2):  # enough of what the checker wants
        rows[r] = [
            letter if letter in special else TERRAINS[chance.choice(base)].letter for letter in rows[r]
        ]
    return Grid(
        tuple("".join(row) for row in rows), tuple((str(n + 1), kind) for n, kind in enumerate(sorted(kinds)))
    )


@pytest.mark.parametrize("seed", range(5))
def test_what_is_written_reads_back(tmp_path: Path, seed: int) -> None:
    grid = random_board(seed)
    tiled.write(
        grid,
        tmp_path / "deep" / "own.tmx",
        {"title": 'Öde & <"leer">', "name": "a property that pytmx keeps for itself"},
    )
    assert (tmp_path / "deep" / "kingdom.png").is_file()
    assert tiled.read(tmp_path / "deep" / "own.tmx") == grid


def test_a_tileset_of_ones_own_in_another_order_works(tmp_path: Path) -> None:
    """Tiles are known by properties: embedded, renumbered and flipped ones too."""
    tiled.write(BOARDS["great_divide"].grid, tmp_path / "own.tmx", {})
    root = ElementTree.parse(tmp_path / "own.tmx").getroot()
    tileset = ElementTree.parse(tmp_path / "kingdom.tsx").getroot()
    tileset.set("firstgid", "101")
    tiles = tileset.findall("tile")
    for tile in tiles:
        tile.set("id", str(len(tiles) - 1 - int(tile.attrib["id"])))
    old, data = root.find("tileset"), root.find("layer/data")
    assert old is not None
    assert data is not None
    numbers = [101 + len(tiles) - int(number) for number in (data.text or "").split(",")]
    numbers[0] |= 1 << 31
    data.text = ",".join(map(str, numbers))
    root.remove(old)
    root.insert(1, tileset)
    ElementTree.ElementTree(root).write(tmp_path / "own.tmx", encoding="UTF-8")
    assert cells_of(tiled.read(tmp_path / "own.tmx")) == cells_of(BOARDS["great_divide"].grid)


def test_reading_needs_no_pictures_and_no_window(tmp_path: Path) -> None:
    tiled.write(BOARDS["archipelago"].grid, tmp_path / "own.tmx", {})
    (tmp_path / "kingdom.png").unlink()
    code = (
        "import sys; from kingdom import tiled; assert 'pygame' not in sys.modules;"
        f"tiled.read({str(tmp_path / 'own.tmx')!r}); import pygame; assert not pygame.display.get_init()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# --- mistakes


@pytest.fixture
def own(tmp_path: Path) -> Callable[..., Path]:
    """A good map to spoil: a board, or a section that says so if it is `claimed`."""

    def good(name: str = "great_divide", claimed: bool = True) -> Path:
        grid = BOARDS[name].grid if name in BOARDS else LAND[name]
        path = tmp_path / "own.tmx"
        tiled.write(grid, path, {"section": name} if name in LAND and claimed else {})
        return path

    return good


def swap(path: Path, old: str, new: str) -> Path:
    """Replace the first of a text in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def paint(path: Path, places: dict[tuple[int, int], str]) -> Path:
    """Put other numbers on some hexes."""
    head, data, tail = re.split(
        r"(?<=csv\">\n)(.*)(?=\n</data>)", path.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    rows = [line.rstrip(",").split(",") for line in data.split("\n")]
    for (row, column), number in places.items():
        rows[row][column] = number
    path.write_text(head + ",\n".join(",".join(row) for row in rows) + tail, encoding="utf-8")
    return path


def number(word: str, kind: str = "") -> str:
    """The tile for a word, as the maps write it."""
    return str(TILESET.TILES.index((word, kind)) + 1)


def told(path: Path) -> list[tuple[str | None, int | None, int | None, str]]:
    """The mistakes of a map, which must not read either."""
    mistakes = tiled.check(path)
    assert all(mistake.path == str(path) for mistake in mistakes)
    with pytest.raises(tiled.BadMap) as refused:
        tiled.read(path)
    assert str(refused.value).startswith(str(mistakes[0]))
    return [(mistake.layer, mistake.row, mistake.column, mistake.reason) for mistake in mistakes]


FRAMES = {
    "orientation": (
        'orientation="hexagonal"',
        'orientation="orthogonal"',
        None,
        "orientation is orthogonal, not hexagonal",
    ),
    "stagger axis": ('staggeraxis="y"', 'staggeraxis="x"', None, "staggeraxis is x, not y"),
    "stagger index": ('staggerindex="odd"', "", None, "staggerindex is not given, not odd"),
    "infinite": ('infinite="0"', 'infinite="1"', None, "is an infinite map; a board has an edge"),
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
        "the property box names 'lost', which is no box",
    ),
    "section": (
        "<properties>",
        '<properties><property name="section" value="oracle"/>',
        None,
        "the property section names 'oracle', which is no board of a box",
    ),
    "pytmx": (
        "<properties>",
        '<properties><property name="n" type="int" value="x"/>',
        None,
        "cannot be read: invalid literal for int() with base 10: 'x'",
    ),
}
"""By kind of mistake: a text of a good map, what to write instead, and the layer and reason that must be
told."""


@pytest.mark.parametrize("kind", sorted(FRAMES))
def test_mistakes_of_the_frame(own: Callable[..., Path], kind: str) -> None:
    old, new, layer, reason = FRAMES[kind]
    path = swap(own(), old, new)
    if kind == "no data":
        swap(path, "</data>", "</data>-->")
    assert (layer, None, None, reason) in told(path)


def test_not_a_map_at_all(tmp_path: Path) -> None:
    path = tmp_path / "own.tmx"
    assert "cannot be opened" in told(path)[0][3]
    assert "cannot be opened" in told(tmp_path)[0][3]
    for text, reason in (
        (b"", "is not XML: no element found"),
        (b"<map", "is not XML: unclosed token"),
        (b'<?xml version="1.0" encoding="runes"?><map/>', "is not XML: "),
        (b"<map>\xff</map>", "is not UTF-8 text: byte 0xff at position 5"),
        (b"<tileset/>", "is not a Tiled map: it holds <tileset>, not <map>"),
    ):
        path.write_bytes(text)
        assert len(told(path)) == 1
        assert told(path)[0][3].startswith(reason)


def test_an_empty_map_has_many_mistakes(tmp_path: Path) -> None:
    (tmp_path / "own.tmx").write_text("<map/>", encoding="utf-8")
    assert [reason for *_, reason in told(tmp_path / "own.tmx")] == [
        "orientation is not given, not hexagonal",
        "staggeraxis is not given, not y",
        "staggerindex is not given, not odd",
        "has 0 rows of 0 hexes; a map is one of 10 x 10 (section), 5 x 5 (island), 20 x 20 (board)",
        "the layer is missing",
        "has no tileset",
    ]


def test_wrong_size(tmp_path: Path) -> None:
    tiled.write(Grid(("GGGW",) * 3), tmp_path / "own.tmx", {})
    reason = "has 3 rows of 4 hexes; a map is one of 10 x 10 (section), 5 x 5 (island), 20 x 20 (board)"
    assert told(tmp_path / "own.tmx") == [(None, None, None, reason)]


def test_double_layer(own: Callable[..., Path]) -> None:
    path = own()
    layer = re.search(r"<layer.*</layer>", path.read_text(encoding="utf-8"), re.DOTALL)
    assert layer is not None
    swap(path, "</map>", layer[0] + "</map>")
    assert told(path) == [("land", None, None, "the layer is there 2 times")]


def test_base64_is_refused_but_its_hexes_are_still_checked(own: Callable[..., Path]) -> None:
    import base64

    text = own().read_text(encoding="utf-8")
    data = re.search(r"csv\">(.*)</data>", text, re.DOTALL)
    assert data is not None
    numbers = [int(part) for part in data[1].split(",")]
    numbers[45] = 0
    packed = base64.b64encode(b"".join(part.to_bytes(4, "little") for part in numbers)).decode()
    path = swap(swap(own(), data[1], packed), "csv", "base64")
    assert told(path) == [
        ("land", None, None, "the layer is saved as base64, not as CSV"),
        ("land", 2, 5, "the hex is empty"),
    ]


def test_missing_and_broken_tileset(own: Callable[..., Path]) -> None:
    path = own()
    tileset = path.parent / "kingdom.tsx"
    tileset.write_text("<tileset", encoding="utf-8")
    assert told(path)[0][3].startswith("tileset kingdom.tsx cannot be read: ")
    tileset.unlink()
    assert told(path) == [(None, None, None, f"tileset kingdom.tsx is missing: there is no {tileset}")]


def test_all_mistakes_of_hexes_are_told_with_their_place(own: Callable[..., Path]) -> None:
    path = paint(
        own(),
        {(0, 0): "0", (3, 7): "48", (4, 19): "999", (6, 1): number("swamp"), (19, 19): number("farmland")},
    )
    tileset = path.parent / "kingdom.tsx"
    swap(
        swap(tileset, '"terrain" value="swamp"', '"terrain" value="lava"'),
        '"terrain" value="farmland"',
        '"terrain" value="location"',
    )
    swap(tileset, '"location" value="farm"', '"location" value="pub"')
    farms = [
        place for place, cell in cells_of(BOARDS["great_divide"].grid).items() if cell == (LOCATION, "farm")
    ]
    assert sorted(told(path), key=str) == sorted(
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


def test_no_number(own: Callable[..., Path]) -> None:
    path = paint(own(), {(2, 3): "x", (9, 9): "-4"})
    assert told(path) == [
        ("land", 2, 3, "'x' is not the number of a tile"),
        ("land", 9, 9, "'-4' is not the number of a tile"),
    ]


@pytest.mark.parametrize("name", sorted(LAND))
def test_a_section_of_a_box_must_be_what_the_box_says(own: Callable[..., Path], name: str) -> None:
    """Every landmark painted over is told twice: by number and by hex."""
    places = [place for place, cell in cells_of(LAND[name]).items() if cell[0] in LANDMARKS]
    mistakes = told(paint(own(name), dict.fromkeys(places, number("water"))))
    assert [(row, column) for _, row, column, _ in mistakes if row is not None] == places
    counts = [reason for _, row, _, reason in mistakes if row is None]
    assert len(counts) == len({cells_of(LAND[name])[place] for place in places})
    assert all(reason.startswith("has 0 of ") for reason in counts)


def test_numbers_of_a_section_of_ones_own(own: Callable[..., Path]) -> None:
    name = next(iter(SECTIONS))
    cells = cells_of(SECTIONS[name])
    places = [place for place, cell in cells.items() if cell[0] in LANDMARKS]
    bare = paint(own(name, claimed=False), dict.fromkeys(places, number("water")))
    assert told(bare) == [
        ("land", None, None, "has no locations; a section has at least 1"),
        ("land", None, None, "has no castles and other landmarks; a section has at least 1"),
    ]
    kinds = sorted(TILES)
    full = {(0, c): number(LOCATION, kinds[c]) for c in range(4)} | {
        (9, c): number("castle") for c in range(5)
    }
    assert told(paint(bare, full)) == [
        ("land", 0, 2, "has 4 locations, this hex is one too many; a section has at most 2"),
        (
            "land",
            9,
            3,
            "has 5 castles and other landmarks, this hex is one too many; a section has at most 3",
        ),
        ("land", None, None, "has 4 kinds of location; a section has at most 2"),
    ]


def test_numbers_of_a_board_of_ones_own(own: Callable[..., Path]) -> None:
    cells = cells_of(BOARDS["great_divide"].grid)
    gone = {
        place: number("water") for place, cell in cells.items() if cell[0] in LANDMARKS or cell[0] == "grass"
    }
    grass = sum(cell[0] == "grass" for cell in cells.values())
    gone.update(
        dict.fromkeys([place for place, cell in cells.items() if cell[0] == "grass"][:2], number("grass"))
    )
    path = paint(own(), gone)
    assert grass > 3
    assert [reason for *_, reason in told(path)] == [
        "has no locations; a board has at least 1",
        "has no castles and other landmarks; a board has at least 1",
        "has 2 hexes of grass; to play its cards a board needs at least 3",
    ]
    flooded = paint(
        own(),
        {place: number("water") for place, cell in cells.items() if cell[0] in TERRAINS and place[0] > 4},
    )
    assert [reason for *_, reason in told(flooded)][-1].endswith("five players need at least 200")


# --- hostile files


BOMB = '<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
EMBEDDED = (
    '<tileset firstgid="1" name="huge" tilewidth="1" tileheight="1">'
    '<image source="x.png" width="100000" height="100000"/></tileset>'
)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("<map ", f"{BOMB}<map ", "no entities"),
        ('<tileset firstgid="1" source="kingdom.tsx"/>', EMBEDDED, "at most 4096 are read"),
        ("</map>", '<objectgroup name="o"><object template="/dev/zero"/></objectgroup></map>', "template"),
    ],
)
def test_what_would_never_end_is_refused_before_it_is_read(
    own: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, old: str, new: str, reason: str
) -> None:
    def never(path: Path) -> None:
        raise AssertionError("pytmx must not see it")

    monkeypatch.setattr(tiled, "open_map", never)
    path = own()
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert any(reason in mistake.reason for mistake in tiled.check(path))


@pytest.mark.skipif(os.name != "posix", reason="pipes and links")
def test_what_is_no_file_is_no_map(tmp_path: Path) -> None:
    pipe, loop = tmp_path / "pipe.tmx", tmp_path / "loop.tmx"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    large = tmp_path / "large.tmx"
    large.write_text("<map>" + " " * 2_000_000 + "</map>")
    for path in (pipe, loop, large):
        (mistake,) = tiled.check(path)
        assert "cannot be opened" in mistake.reason


def test_an_own_map_of_a_shipped_name_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.match.map_files.user_maps", lambda: tmp_path)
    tiled.write(BOARDS["great_divide"].grid, tmp_path / "archipelago.tmx", {})
    tiled.write(BOARDS["great_divide"].grid, tmp_path / "home.tmx", {})
    mine = {file.name: file for file in map_files() if file.own}
    assert mine["home.tmx"].broken is None
    assert "came with the game" in (mine["archipelago.tmx"].broken or "")


def test_the_current_folder_is_not_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiled.write(BOARDS["great_divide"].grid, tmp_path / "archipelago.tmx", {})
    monkeypatch.chdir(tmp_path)
    assert tiled.find("archipelago.tmx") == LEVELS / "archipelago.tmx"


# --- finding


def test_levels_are_looked_for_beside_then_shipped_then_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine"
    monkeypatch.setattr(tiled, "user_maps", lambda: mine)
    assert tiled.find("archipelago.tmx", tmp_path) == LEVELS / "archipelago.tmx"
    tiled.write(BOARDS["great_divide"].grid, tmp_path / "archipelago.tmx", {})
    assert tiled.find("archipelago.tmx", tmp_path) == tmp_path / "archipelago.tmx"
    assert tiled.find(str(tmp_path / "archipelago.tmx")) == tmp_path / "archipelago.tmx"
    tiled.write(BOARDS["great_divide"].grid, mine / "home.tmx", {})
    assert tiled.find("home.tmx") == mine / "home.tmx"
    with pytest.raises(BadSetup, match=r"there is no level 'nowhere\.tmx'"):
        tiled.load("nowhere.tmx", tmp_path)


def test_a_section_is_no_level() -> None:
    with pytest.raises(BadSetup, match="a level is a whole board"):
        tiled.load("oracle.tmx")


def test_data_folder_in_source_wheel_and_frozen_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert paths.data_folder("levels") == LEVELS
    assert paths.data_folder("assets") == ROOT / "assets"
    package, frozen = tmp_path / "site-packages" / "kingdom", tmp_path / "frozen"
    for folder in (package / "levels", package / "assets", package.parent / "levels", frozen / "levels"):
        folder.mkdir(parents=True)
    monkeypatch.setattr(paths, "PACKAGE", package)
    assert paths.data_folder("levels") == package / "levels"
    assert paths.data_folder("assets") == package / "assets"
    monkeypatch.setattr(sys, "_MEIPASS", str(frozen), raising=False)
    assert paths.data_folder("levels") == frozen / "levels"
    with pytest.raises(FileNotFoundError, match="assets"):
        paths.data_folder("assets")


def test_user_maps_is_a_folder_of_the_user() -> None:
    assert paths.user_maps().is_absolute()
    assert paths.user_maps().parts[-2:] == ("kingdom", "maps")


# --- the command


def test_command_checks_all_that_came_with_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert tiled.main() == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.splitlines() == [f"{path}: ok" for path in tiled.shipped()]


def test_command_tells_mistakes(own: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    path = paint(own(), {(3, 7): "0", (4, 4): "0"})
    assert tiled.main([LEVELS / "farm.tmx", path]) == 2
    said = capsys.readouterr()
    first, second = (
        f"{path}: layer land, row 3, column 7: the hex is empty",
        f"{path}: layer land, row 4, column 4: the hex is empty",
    )
    assert said.out.splitlines() == [f"{LEVELS / 'farm.tmx'}: ok", first, second]
    assert said.err == f"kingdom levels: 2 mistakes in 1 of 2 maps, the first in {first}\n"


def test_command_in_json_and_for_a_folder(
    own: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = paint(own(), {(3, 7): "0"})
    assert tiled.main([path.parent, LEVELS / "farm.tmx"], json_output=True) == 2
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
