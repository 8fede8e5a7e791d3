"""Share codes: nothing is lost either way, they are short, they survive a chat, and nothing else is taken for
one."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kingdom import tiled
from kingdom.__main__ import main
from kingdom.map_check import SIZES, Cells, cells_of, grid_of
from kingdom.rules.board import Grid
from kingdom.rules.chance import Chance
from kingdom.rules.registry import ISLANDS, LOCATION, SECTIONS, BadSetup
from kingdom.studio import share
from kingdom.studio.share import BadCode, read_code, write_code

SHIPPED = {path.stem: path for path in tiled.shipped()}
WORDS = sorted(cell for cell in tiled.tile_numbers() if cell[0] != LOCATION)
KINDS = sorted(kind for word, kind in tiled.tile_numbers() if word == LOCATION)
TEMPLE = write_code(SECTIONS["temple"])
MUCH_WORK = 20_000
"""Calls of functions; reading a land of 20 x 20 takes about 15,000, some five milliseconds."""


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_every_land_of_the_game_comes_back_whole_and_short(name: str) -> None:
    grid = tiled.read(SHIPPED[name])
    code = write_code(grid)
    assert cells_of(read_code(code)) == cells_of(grid)
    assert len(code) <= {5: 30, 10: 60, 20: 200}[len(grid.rows)]


def test_codes_stay_what_they_are() -> None:
    """A code that somebody has in a chat is read for ever."""
    assert write_code(ISLANDS["tree_house"]) == "K1-4YT5QER0F0AYF0K4MCJ0RGW"
    assert len(share.LETTERS) == len(set(share.LETTERS)) == 32
    numbers = tiled.tile_numbers()
    words = {cell: number - 1 for cell, number in numbers.items() if number <= share.WORDS}
    assert all(cell[0] != LOCATION for cell in words)
    assert {
        words["castle", ""],
        words["nomad", ""],
        words["palace", ""],
        words["silo", ""],
    } == share.LANDMARKS
    places = [number for cell, number in numbers.items() if cell[0] == LOCATION]
    assert sorted(places)[: share.LOCATIONS] == [share.WORDS + 1 + n for n in range(share.LOCATIONS)]


@some.composite
def lands(draw: some.DrawFn) -> Grid:
    """Any land at all, sensible or not: patches of few words, or every hex another."""
    side = draw(some.sampled_from(sorted(SIZES.values())))
    kinds = draw(some.lists(some.sampled_from(KINDS), max_size=share.MOST_KINDS, unique=True))
    words = draw(some.lists(some.sampled_from(WORDS), min_size=1, unique=True))
    cells = [*words, *((LOCATION, kind) for kind in kinds)]
    chance = draw(some.randoms(use_true_random=False))
    clumsy = draw(some.floats(0, 1))
    found: Cells = {}
    for r in range(side):
        for c in range(side):
            like = found.get((r, c - 1), cells[0])
            found[r, c] = chance.choice(cells) if chance.random() < clumsy else like
    return grid_of(found, (side, side))


@settings(max_examples=60, deadline=None)
@given(lands())
def test_any_land_comes_back_whole_and_is_never_too_long(land: Grid) -> None:
    code = write_code(land)
    assert cells_of(read_code(code)) == cells_of(land)
    kind = {side: kind for kind, side in SIZES.items()}[len(land.rows)]
    assert len(code) <= share.longest_possible(len(land.rows)) <= share.LONGEST[kind]
    assert set(code.removeprefix("K1-")) <= set(share.LETTERS)


def test_the_wildest_lands_fit() -> None:
    wild = {place: (LOCATION, KINDS[-1 - n % 9]) for n, place in enumerate(cells_of(SECTIONS["temple"]))}
    code = write_code(grid_of(wild, (10, 10)))
    assert len(code) <= 120
    assert cells_of(read_code(code)) == wild
    one = Grid(("G" * 10,) * 10)
    assert read_code(write_code(one)) == one


def test_a_chat_does_no_harm() -> None:
    land = read_code(TEMPLE)
    broken = "\n  ".join(TEMPLE[n : n + 13] for n in range(0, len(TEMPLE), 13))
    for text in (TEMPLE.lower(), f"  {TEMPLE}\n", broken, TEMPLE.replace("0", "o").replace("1", "l")):
        assert read_code(text) == land


@settings(max_examples=150, deadline=None)
@given(some.integers(3, len(TEMPLE) - 1), some.sampled_from(share.LETTERS))
def test_a_wrong_letter_is_told(place: int, letter: str) -> None:
    code = TEMPLE[:place] + letter + TEMPLE[place + 1 :]
    if code != TEMPLE:
        with pytest.raises(BadCode, match="not whole"):
            read_code(code)


@settings(max_examples=150, deadline=None)
@given(
    some.one_of(
        some.text(max_size=200),
        some.text(share.LETTERS, max_size=390).map(lambda text: "K1-" + text),
        some.text(share.LETTERS, min_size=1, max_size=390).map(
            lambda body: "K1-" + body + share.checked(body)
        ),
    )
)
def test_only_codes_are_read(text: str) -> None:
    """Also with a right checksum there is nothing but what this program writes."""
    try:
        land = read_code(text)
    except BadCode:
        return
    assert write_code(land) == text


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", "does not begin"),
        ("K1-", "not whole"),
        ("K2-" + TEMPLE[3:], "does not begin"),
        (TEMPLE[:-1], "not whole"),
        (TEMPLE + "0", "not whole"),
        ("K1-U" + TEMPLE[3:], "'U' is in no code"),
        ("K1-" + "0" * 4000, "too long"),
        ("K1-" + "0" * 500, "too long"),
        ("K1-ÄÖ\x00", "is in no code"),
        ("K1-0" + TEMPLE[3:-5] + share.checked("0" + TEMPLE[3:-5]), "not written by"),
        ("K1-" + "Z" * 300 + share.checked("Z" * 300), "says more"),
    ],
)
def test_hostile_codes_are_refused_with_a_reason(code: str, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        read_code(code)


@pytest.mark.parametrize("letters", [20, 60, 105, 200, 340, 392])
def test_no_code_makes_much_work(letters: int) -> None:
    """Also with a right checksum: counted, not timed."""
    chance, calls = Chance(letters), 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    for _ in range(20):
        body = "".join(share.LETTERS[chance.below(32)] for _ in range(letters))
        calls = 0
        sys.setprofile(count)
        try:
            with contextlib.suppress(BadCode):
                read_code("K1-" + body + share.checked(body))
        finally:
            sys.setprofile(None)
        assert calls < MUCH_WORK


def test_lands_that_have_no_code() -> None:
    with pytest.raises(BadCode, match="only lands of"):
        write_code(Grid(("GG", "GG")))


# --- the command


def test_the_command_writes_and_reads_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels", "--code", str(SHIPPED["archipelago"])]) == 0
    code = capsys.readouterr().out.strip()
    made = tmp_path / "sub" / "mine.tmx"
    assert main(["levels", "--from", code, "--out", str(made)]) == 0
    assert "ok" in capsys.readouterr().out
    assert cells_of(tiled.read(made)) == cells_of(tiled.read(SHIPPED["archipelago"]))
    assert main(["levels", "--json", "--code", str(made)]) == 0
    assert json.loads(capsys.readouterr().out) == {"code": code}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--from", TEMPLE[:-1], "--out", "x.tmx"], "--from: is not whole"),
        (["--from", TEMPLE], "--from and --grow with --out"),
        (["--out", "x.tmx"], "--from and --grow with --out"),
        (["--code", "there.tmx", "there.tmx"], "--code goes alone"),
        (["--from", TEMPLE, "--out", "there.tmx"], "is there already"),
        (["--from", TEMPLE, "--out", "there.png"], "ends in .tmx"),
        (["--code", "nowhere.tmx"], "nowhere.tmx: cannot be opened"),
    ],
)
def test_the_command_tells_what_is_wrong(
    arguments: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.tmx").write_text("mine")
    assert main(["levels", *arguments]) == 2
    told = capsys.readouterr().err
    assert reason in told
    assert told.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["there.tmx"]
    assert (tmp_path / "there.tmx").read_text() == "mine"


def test_codes_need_no_window() -> None:
    """What shares lands does not load pygame: a command line wants neither its greeting nor its seconds."""
    asked = "import sys, kingdom.rules; from kingdom.studio import share; print('pygame' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
