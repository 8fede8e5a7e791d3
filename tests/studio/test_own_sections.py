"""Sections of one's own: chosen like ours, in the place of ours, opened by Tiled and back; a game needs the
file no more once it has begun."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tools.pictures import of_menus
from window import click, open_app

from kingdom import tiled
from kingdom.map_check import cells_of
from kingdom.match import map_files as match_map_files
from kingdom.match import own_sections
from kingdom.match.choices import BY_HAND, RANDOM, CannotStart, Choices
from kingdom.match.map_files import map_files
from kingdom.match.own_sections import island_files, load_section, section_files
from kingdom.match.remembered import read_choices
from kingdom.position import read_position, write_position
from kingdom.record import Record, read_record, replay, write_record
from kingdom.rules.board import Grid, assemble, unturned
from kingdom.rules.hexes import lowest
from kingdom.rules.registry import BOXES, ISLANDS, SECTIONS, BadSetup
from kingdom.rules.setup import Setup, new_game
from kingdom.studio.grow import grow, grow_like
from kingdom.ui.board.land_row import LandRow
from kingdom.ui.menus.new_game.board import map_name
from kingdom.ui.menus.new_game.dealt import DealtSection
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.widgets.choice import Choice

SAVED = Path(__file__).parent / "data" / "saved-by-tiled.tmx"
ISLE = grow_like(9, [ISLANDS["tree_house"]])
MINE = grow_like(3, [SECTIONS["temple"]])


@pytest.fixture
def maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's folder of maps, with a copy of Temple, another section, a whole map and a broken one."""
    folder = tmp_path / "maps"
    for module in (own_sections, match_map_files):
        monkeypatch.setattr(module, "user_maps", lambda: folder)
    tiled.write(MINE, folder / "my-temple.tmx", {"title": "My Temple", "stands_for": "temple"})
    tiled.write(grow_like(4, [SECTIONS["farm"]]), folder / "meadow.tmx", {})
    tiled.write(grow(1), folder / "whole.tmx", {})
    (folder / "broken.tmx").write_text("no map")
    return folder


def by_hand(*sections: str) -> Choices:
    return Choices(board=BY_HAND, boxes=list(BOXES), sections=list(sections), seed=5)


def test_own_sections_are_found_and_whole_maps_stay_among_the_maps(maps: Path) -> None:
    assert [(file.name, file.title, file.stands_for) for file in section_files()] == [
        ("meadow.tmx", "Meadow", ""),
        ("my-temple.tmx", "My Temple", "temple"),
    ]
    own = {file.name: file.broken for file in map_files() if file.own}
    assert own.keys() == {"whole.tmx", "broken.tmx"}
    assert own["whole.tmx"] is None
    with pytest.raises(BadSetup, match="not 10 x 10"):
        load_section("whole.tmx")


def test_a_section_of_ones_own_is_chosen_by_hand(maps: Path) -> None:
    choices = by_hand("farm", "meadow.tmx turned", "tavern", "tower")
    setup = choices.setup()
    mine = load_section("meadow.tmx").turned()
    ours = [SECTIONS[name] for name in ("farm", "tavern", "tower")]
    assert setup.grid is not None
    assert cells_of(setup.grid) == cells_of(assemble([ours[0], mine, *ours[1:]]))
    assert setup.made_of == ("farm", "meadow.tmx turned", "tavern", "tower")
    assert read_choices(choices.written()).sections == choices.sections
    choices.switch_box("marshlands", False)
    assert "meadow.tmx turned" in choices.sections
    choices.boxes = ["base"]
    choices.sections[0] = "my-temple.tmx"
    with pytest.raises(CannotStart, match="boxes"):
        choices.setup()


def test_a_copy_stands_in_for_ours_by_hand_and_by_chance(maps: Path) -> None:
    choices = by_hand("farm", "tower", "temple turned", "tavern")
    assert choices.setup().grid is None
    choices.stand_ins = {"temple": "my-temple.tmx"}
    setup = choices.setup()
    assert setup.made_of[2] == "my-temple.tmx turned"
    assert setup.grid is not None
    assert _quarter(setup.grid, 2) == cells_of(MINE.turned())
    assert read_choices(choices.written()).stand_ins == choices.stand_ins
    choices.board, dealt, plain = RANDOM, 0, 0
    for seed in range(30):
        choices.seed = seed
        setup = choices.setup()
        dealt += any(name.startswith("my-temple.tmx") for name in setup.made_of)
        plain += setup.grid is None
        assert new_game(setup)
    assert dealt
    assert plain
    assert dealt + plain == 30


def _quarter(grid: Grid, number: int) -> dict[tuple[int, int], tuple[str, str]]:
    top, left = divmod(number, 2)
    return {
        (r - 10 * top, c - 10 * left): cell
        for (r, c), cell in cells_of(grid).items()
        if r // 10 == top and c // 10 == left
    }


def test_a_record_carries_the_land_and_needs_no_file(maps: Path) -> None:
    choices = by_hand("my-temple.tmx", "meadow.tmx", "tavern", "tower")
    setup = choices.setup()
    game, record = new_game(setup), Record(setup)
    for _ in range(3):
        record.answers.append(lowest(game.decision().cells))
        game.choose(record.answers[-1])
    shutil.rmtree(maps)
    again = read_record(write_record(record))
    assert again.setup == setup
    assert replay(again).settlements == game.settlements
    with pytest.raises(BadSetup):
        choices.setup()


@pytest.mark.parametrize("told", ["farm_house", "rope_bridge"])
def test_a_section_stands_only_for_sections(told: str, tmp_path: Path) -> None:
    tiled.write(MINE, tmp_path / "mine.tmx", {"stands_for": told})
    (mistake,) = tiled.check(tmp_path / "mine.tmx")
    assert "stands_for" in mistake.reason
    tiled.write(grow(1), tmp_path / "board.tmx", {"stands_for": "temple"})
    assert len(tiled.check(tmp_path / "board.tmx")) == 1


def test_a_whole_map_of_ones_own_has_the_name_its_author_gave(maps: Path, tmp_path: Path) -> None:
    tiled.write(grow(2), maps / "great-land.tmx", {"title": "Großes Land"})
    app = open_app(tmp_path, (1280, 800))
    names = {file.name: map_name(app, file) for file in map_files()}
    assert names["great-land.tmx"] == "Großes Land"
    assert names["whole.tmx"] == "Whole", "a map without a title has the name of its file"
    assert names["spiral.tmx"] == app.say("ui.level.spiral")
    app.close()


def test_new_game_offers_them(maps: Path, tmp_path: Path) -> None:
    app = open_app(tmp_path, (1280, 800))
    choices = of_menus.some_choices()
    choices.board = BY_HAND
    scene = NewGame(choices)
    scene.tab = "board"
    app.push(scene)
    lists = [w for w in scene.group.walk() if isinstance(w, Choice) and ("meadow.tmx", "Meadow") in w.options]
    assert len(lists) == 4
    row = next(widget for widget in scene.group.walk() if isinstance(widget, LandRow))
    assert row.text == "My Temple"
    assert app.say("section.temple") in row.about
    scene.area.reveal(row)
    click(app, row)
    assert scene.choices.stand_ins == {"temple": "my-temple.tmx"}
    scene.choices.boxes = list(BOXES)
    tiled.write(ISLE, maps / "my-isle.tmx", {"title": "My isle"})
    scene.draw_land()
    app.pop(app.scene)
    app.step([], 0.01)
    isles = {row.text: row for row in scene.group.walk() if isinstance(row, LandRow)}
    assert isles[app.say("tile.tree_house")].about == app.say("tile.tree_house.rule")
    assert isles["My isle"].grid == ISLE
    scene.area.reveal(isles["My isle"])
    click(app, isles["My isle"])
    assert scene.why is None
    assert scene.game is not None
    assert scene.game.board.island == ISLE
    scene.choices.island = "sunk.tmx"
    scene.changed()
    assert scene.why == app.say("ui.new.why.own_island", name="sunk.tmx")
    scene.choices.island, scene.choices.sections[0] = "", "gone.tmx"
    scene.changed()
    assert scene.why == app.say("ui.new.why.own_section", name="gone.tmx")
    app.close()


def test_a_copy_that_is_dealt_is_told_among_the_sections_of_the_table(maps: Path, tmp_path: Path) -> None:
    app = open_app(tmp_path, (1280, 800))
    choices = of_menus.some_choices()
    choices.board, choices.boxes = RANDOM, ["base", "marshlands"]
    choices.stand_ins = {"temple": "my-temple.tmx"}
    scene = NewGame(choices)
    scene.tab = "board"
    app.push(scene)
    while unturned(scene.lying[0]) != "my-temple.tmx":
        choices.seed += 1
        scene.changed()
    app.step([], 0.01)
    rows = [row for row in scene.group.walk() if isinstance(row, DealtSection)]
    turned = scene.lying[0] != "my-temple.tmx"
    assert (rows[0].name, rows[0].grid) == ("My Temple", MINE.turned() if turned else MINE)
    others = [app.say(f"section.{unturned(name)}") for name in scene.lying[1:]]
    assert [row.name for row in rows[1:]] == others
    app.close()


# --- islands


def test_an_own_island_is_played_and_the_record_carries_it(maps: Path) -> None:
    tiled.write(ISLE, maps / "my-isle.tmx", {"title": "My isle"})
    assert [(file.name, file.title) for file in island_files()] == [("my-isle.tmx", "My isle")]
    assert not any(file.name == "my-isle.tmx" for file in map_files()), "no broken whole map"
    choices = Choices(board=RANDOM, boxes=["base", "island"], island="my-isle.tmx", seed=5)
    assert read_choices(choices.written()).island == "my-isle.tmx"
    record = read_record(write_record(Record(choices.setup())))
    (maps / "my-isle.tmx").unlink()
    game = replay(record)
    assert game.board.island is not None
    assert cells_of(game.board.island) == cells_of(ISLE)
    assert read_position(write_position(game)).board.island == game.board.island
    choices.switch_box("island", False)
    assert choices.island == ""


def test_an_island_that_cannot_be_is_told(maps: Path) -> None:
    """Of another size, with a tile of a box that is not in play, or not letters at all."""
    tiled.write(ISLE, maps / "my-isle.tmx", {})
    choices = Choices(board=RANDOM, boxes=["base", "island"], island="meadow.tmx", seed=5)
    with pytest.raises(BadSetup, match="not 5 x 5"):
        choices.setup()
    foreign = Grid(ISLE.rows, tuple((digit, "temple") for digit, _ in ISLE.locations))
    tiled.write(foreign, maps / "foreign.tmx", {})
    choices.island = "foreign.tmx"
    with pytest.raises(CannotStart, match="boxes"):
        choices.setup()
    for island, why in (
        ({"grid": ["GGGGG"] * 4}, "4 rows, not 5"),
        ({"grid": ["GGGG1"] * 5}, "location 1 .* no name"),
        ({"grid": [5] * 5}, "rows of letters"),
        ({"grid": ["GGGGG"] * 5, "more": 1}, "more"),
        ({"grid": ["GGGG1"] * 5, "locations": {"1": "nowhere"}}, "nowhere"),
        ("nowhere", "nowhere"),
        (7, "island"),
    ):
        with pytest.raises(BadSetup, match=why):
            new_game(Setup(2, ("base", "island"), chosen={"island": island}))


# --- Tiled


def test_a_map_that_tiled_saved_is_what_it_was(tmp_path: Path) -> None:
    saved = tmp_path / "saved.tmx"
    tiled.write(MINE, tmp_path / "any.tmx", {})  # brings the tileset
    shutil.copyfile(SAVED, saved)
    grid, told = tiled.read_all(saved)
    assert cells_of(grid) == cells_of(SECTIONS["temple"])
    assert (told["title"], told["kind"], told["stands_for"]) == ("My Temple", "section", "temple")


@pytest.mark.skipif(shutil.which("tmxrasterizer") is None, reason="Tiled is not installed")
def test_tiled_opens_what_we_write(maps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    picture = tmp_path / "picture.png"
    found = subprocess.run(
        ["tmxrasterizer", str(maps / "my-temple.tmx"), str(picture)], capture_output=True, timeout=60
    )
    assert found.returncode == 0, found.stderr
    head = picture.read_bytes()[:24]
    width, height = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    assert width == 10 * tiled.TILE_WIDTH + tiled.TILE_WIDTH // 2
    assert height == 9 * (tiled.TILE_HEIGHT + tiled.HEX_SIDE) // 2 + tiled.TILE_HEIGHT
