"""Share codes are short, lossless and robust enough to be sent through a chat. Invalid codes are rejected."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kingdom.__main__ import main
from kingdom.maps import library, share_code, tiled
from kingdom.maps.share_code import InvalidShareCode, decode_map, encode_map
from kingdom.maps.tiled import MAP_SIZES, MAX_LOCATION_KINDS, HexContents, contents_to_grid, grid_to_contents
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import LOCATION
from kingdom.rules.registry import ISLANDS, SECTIONS
from kingdom.rules.rng import Rng

SHIPPED_MAPS = {path.stem: path for path in library.shipped_maps()}
TERRAIN_CELLS = sorted(cell for cell in tiled.load_tile_ids() if cell[0] != LOCATION)
LOCATION_KINDS = sorted(kind for word, kind in tiled.load_tile_ids() if word == LOCATION)
NEWEST_VERSION = list(share_code.code_versions().values())[-1]
TEMPLE_CODE = encode_map(SECTIONS["temple"])
MAX_CALLS = 20_000
"""Maximum number of function calls. Reading a map of 20 x 20 hexes takes about 15,000 calls, which is about
five milliseconds."""


@pytest.mark.parametrize("name", sorted(SHIPPED_MAPS))
def test_codes_of_shipped_maps_are_lossless_and_short(name: str) -> None:
    grid = library.read_map_grid(SHIPPED_MAPS[name])
    code = encode_map(grid)
    assert grid_to_contents(decode_map(code)) == grid_to_contents(grid)
    assert len(code) <= {5: 30, 10: 60, 20: 200}[len(grid.rows)]


def test_codes_are_stable() -> None:
    """Codes that players have shared must remain valid forever."""
    assert encode_map(ISLANDS["tree_house"]) == "K1-4YT5QER0F0AYF0K4MCJ0RGW"
    assert len(share_code.CODE_ALPHABET) == len(set(share_code.CODE_ALPHABET)) == 32
    first_version = share_code.code_versions()["K1-"]
    assert first_version.hex_kinds == tuple(range(13))
    assert first_version.locations == tuple(range(13, 47))
    assert set(first_version.hex_kinds) - first_version.terrains == {7, 8, 10, 12}


def test_every_tile_of_the_tileset_has_a_code() -> None:
    assert max(share_code.TILE_COUNTS.values()) == len(tiled.load_tile_ids())


def test_map_gets_the_oldest_version_that_knows_its_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A map without new tiles keeps its old code, and a code in a newer version is rejected for it."""
    code = encode_map(ISLANDS["tree_house"])
    first_tile_ids = {cell: tile_id for cell, tile_id in tiled.load_tile_ids().items() if tile_id <= 47}
    new_tile_ids = {**first_tile_ids, ("tundra", ""): 48, (LOCATION, "igloo"): 49}
    monkeypatch.setattr(share_code, "TILE_COUNTS", {"K1-": 47, "K2-": 49})
    monkeypatch.setattr(share_code, "load_tile_ids", lambda: new_tile_ids)
    monkeypatch.setattr(share_code, "_tile_numbers", share_code._tile_numbers.__wrapped__)
    monkeypatch.setattr(share_code, "code_versions", share_code.code_versions.__wrapped__)
    assert encode_map(ISLANDS["tree_house"]) == code
    version = share_code.code_versions()["K2-"]
    assert (version.hex_kinds[-2:], version.locations[-2:]) == ((12, 47), (46, 48))
    numbers = [share_code._tile_numbers()[cell] for cell in grid_to_contents(ISLANDS["tree_house"]).values()]
    with pytest.raises(InvalidShareCode, match="not written by"):
        decode_map(share_code._encode(version, 5, numbers, 0))


@some.composite
def grids(draw: some.DrawFn) -> TerrainGrid:
    """Generates arbitrary maps, realistic or not, from large patches of few terrains to a random terrain on
    every hex."""
    side = draw(some.sampled_from(sorted(MAP_SIZES.values())))
    kinds = draw(some.lists(some.sampled_from(LOCATION_KINDS), max_size=MAX_LOCATION_KINDS, unique=True))
    terrain_cells = draw(some.lists(some.sampled_from(TERRAIN_CELLS), min_size=1, unique=True))
    cells = [*terrain_cells, *((LOCATION, kind) for kind in kinds)]
    rng = draw(some.randoms(use_true_random=False))
    randomness = draw(some.floats(0, 1))
    drawn_cells: HexContents = {}
    for r in range(side):
        for c in range(side):
            left_neighbor = drawn_cells.get((r, c - 1), cells[0])
            drawn_cells[r, c] = rng.choice(cells) if rng.random() < randomness else left_neighbor
    return contents_to_grid(drawn_cells, (side, side))


@settings(max_examples=60, deadline=None)
@given(grids())
def test_codes_of_any_map_are_lossless_and_bounded(grid: TerrainGrid) -> None:
    code = encode_map(grid)
    assert grid_to_contents(decode_map(code)) == grid_to_contents(grid)
    kind = {side: kind for kind, side in MAP_SIZES.items()}[len(grid.rows)]
    assert (
        len(code)
        <= share_code.max_code_chars(NEWEST_VERSION, len(grid.rows))
        <= share_code.MAX_CODE_CHARS[kind]
    )
    assert set(code[share_code.PREFIX_CHARS :]) <= set(share_code.CODE_ALPHABET)


def test_extreme_maps_fit() -> None:
    cells = {
        coord: (LOCATION, LOCATION_KINDS[-1 - n % 9])
        for n, coord in enumerate(grid_to_contents(SECTIONS["temple"]))
    }
    code = encode_map(contents_to_grid(cells, (10, 10)))
    assert len(code) <= 120
    assert grid_to_contents(decode_map(code)) == cells
    uniform = TerrainGrid(("G" * 10,) * 10)
    assert decode_map(encode_map(uniform)) == uniform


def test_case_whitespace_and_similar_letters_are_tolerated() -> None:
    grid = decode_map(TEMPLE_CODE)
    wrapped = "\n  ".join(TEMPLE_CODE[n : n + 13] for n in range(0, len(TEMPLE_CODE), 13))
    for text in (
        TEMPLE_CODE.lower(),
        f"  {TEMPLE_CODE}\n",
        wrapped,
        TEMPLE_CODE.replace("0", "o").replace("1", "l"),
    ):
        assert decode_map(text) == grid


@settings(max_examples=150, deadline=None)
@given(some.integers(3, len(TEMPLE_CODE) - 1), some.sampled_from(share_code.CODE_ALPHABET))
def test_wrong_letter_is_detected(index: int, letter: str) -> None:
    code = TEMPLE_CODE[:index] + letter + TEMPLE_CODE[index + 1 :]
    if code != TEMPLE_CODE:
        with pytest.raises(InvalidShareCode, match="is damaged"):
            decode_map(code)


@settings(max_examples=150, deadline=None)
@given(
    some.one_of(
        some.text(max_size=200),
        some.text(share_code.CODE_ALPHABET, max_size=390).map(lambda text: "K1-" + text),
        some.text(share_code.CODE_ALPHABET, min_size=1, max_size=390).map(
            lambda body: share_code.add_checksum("K1-" + body)
        ),
    )
)
def test_only_canonical_codes_are_read(text: str) -> None:
    """Even with a correct checksum, only codes that `encode_map` would write are accepted."""
    try:
        grid = decode_map(text)
    except InvalidShareCode:
        return
    assert encode_map(grid) == text


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", "does not begin"),
        ("K1-", "is damaged"),
        ("K0-" + TEMPLE_CODE[3:], "does not begin"),
        (TEMPLE_CODE[:-1], "is damaged"),
        (TEMPLE_CODE + "0", "is damaged"),
        ("K1-U" + TEMPLE_CODE[3:], "'U' cannot occur in a code"),
        ("K1-" + "0" * 4000, "too long"),
        ("K1-" + "0" * 500, "too long"),
        ("K1-ÄÖ\x00", "cannot occur in a code"),
        (share_code.add_checksum("K1-0" + TEMPLE_CODE[3:-5]), "not written by"),
        (share_code.add_checksum("K1-" + "Z" * 300), "contains more"),
    ],
)
def test_invalid_codes_are_rejected_with_a_reason(code: str, reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        decode_map(code)


@pytest.mark.parametrize("letters", [20, 60, 105, 200, 340, 392])
def test_reading_time_is_bounded(letters: int) -> None:
    """The limit applies even to codes with a correct checksum. The test counts calls instead of measuring
    time."""
    rng, calls = Rng(letters), 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    for _ in range(20):
        body = "".join(share_code.CODE_ALPHABET[rng.randrange(32)] for _ in range(letters))
        calls = 0
        sys.setprofile(count)
        try:
            with contextlib.suppress(InvalidShareCode):
                decode_map(share_code.add_checksum("K1-" + body))
        finally:
            sys.setprofile(None)
        assert calls < MAX_CALLS


def test_map_of_unknown_size_has_no_code() -> None:
    with pytest.raises(InvalidShareCode, match="only maps of"):
        encode_map(TerrainGrid(("GG", "GG")))


# --- the command


def test_command_writes_and_reads_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels", "--code", str(SHIPPED_MAPS["archipelago"])]) == 0
    code = capsys.readouterr().out.strip()
    map_path = tmp_path / "sub" / "mine.tmx"
    assert main(["levels", "--from", code, "--out", str(map_path)]) == 0
    assert "ok" in capsys.readouterr().out
    assert grid_to_contents(library.read_map_grid(map_path)) == grid_to_contents(
        library.read_map_grid(SHIPPED_MAPS["archipelago"])
    )
    assert main(["levels", "--json", "--code", str(map_path)]) == 0
    assert json.loads(capsys.readouterr().out) == {"code": code}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--from", TEMPLE_CODE[:-1], "--out", "x.tmx"], "--from: is damaged"),
        (["--from", TEMPLE_CODE], "--from and --grow need --out"),
        (["--out", "x.tmx"], "--from and --grow need --out"),
        (["--code", "there.tmx", "there.tmx"], "--code must be used alone"),
        (["--from", TEMPLE_CODE, "--out", "there.tmx"], "already exists"),
        (["--from", TEMPLE_CODE, "--out", "there.png"], "end in .tmx"),
        (["--code", "nowhere.tmx"], "nowhere.tmx: cannot be opened"),
    ],
)
def test_command_rejects_wrong_arguments(
    arguments: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.tmx").write_text("mine")
    assert main(["levels", *arguments]) == 2
    message = capsys.readouterr().err
    assert reason in message
    assert message.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["there.tmx"]
    assert (tmp_path / "there.tmx").read_text() == "mine"


def test_share_codes_do_not_load_pygame() -> None:
    """Importing pygame would slow down the command and print the pygame greeting."""
    code = "import sys, kingdom.rules; from kingdom.maps import share_code; print('pygame' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "False"
