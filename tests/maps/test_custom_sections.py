"""Custom sections can be chosen like published ones, can replace them, and can be edited in Tiled. Once a
game has started, it no longer needs their files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from support.app_driver import click, open_app
from support.scenes import menus as menu_scenes

from kingdom.maps import library, tiled
from kingdom.maps.generator import generate_board, generate_from_models
from kingdom.maps.library import list_boards, list_custom_islands, list_custom_sections, load_custom_section
from kingdom.maps.tiled import grid_to_contents
from kingdom.match.game_options import BOARD_SECTIONS, RANDOM, GameOptions, InvalidOptions, parse_options
from kingdom.position import read_position, write_position
from kingdom.record import Record, read_record, replay, write_record
from kingdom.rules.board import TerrainGrid, assemble_grid, strip_rotation
from kingdom.rules.errors import ValidationError
from kingdom.rules.hexes import first_hex
from kingdom.rules.registry import EXPANSIONS, ISLANDS, SECTIONS
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.board.map_row import MapRow
from kingdom.ui.new_game.board_tab import map_name
from kingdom.ui.new_game.deal_summary import DealtSectionRow
from kingdom.ui.new_game.scene import NewGamePage
from kingdom.ui.widgets.dropdown import Dropdown

SAVED_BY_TILED = Path(__file__).parent / "data" / "saved-by-tiled.tmx"
CUSTOM_ISLAND = generate_from_models(9, [ISLANDS["tree_house"]])
CUSTOM_SECTION = generate_from_models(3, [SECTIONS["temple"]])


@pytest.fixture
def maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the user's map folder, which contains a copy of the Temple section, a different section, a
    whole map and a broken map."""
    folder = tmp_path / "maps"
    monkeypatch.setattr(library, "user_maps_dir", lambda: folder)
    tiled.write_map(CUSTOM_SECTION, folder / "my-temple.tmx", {"title": "My Temple", "stands_for": "temple"})
    tiled.write_map(generate_from_models(4, [SECTIONS["farm"]]), folder / "meadow.tmx", {})
    tiled.write_map(generate_board(1), folder / "whole.tmx", {})
    (folder / "broken.tmx").write_text("no map")
    return folder


def options_with_sections(*sections: str) -> GameOptions:
    return GameOptions(board=BOARD_SECTIONS, expansions=list(EXPANSIONS), sections=list(sections), seed=5)


def test_custom_sections_and_maps_are_listed_separately(maps: Path) -> None:
    assert [(file.name, file.title, file.replaces_section) for file in list_custom_sections()] == [
        ("meadow.tmx", "Meadow", ""),
        ("my-temple.tmx", "My Temple", "temple"),
    ]
    custom_maps = {file.name: file.error for file in list_boards() if file.is_custom}
    assert custom_maps.keys() == {"whole.tmx", "broken.tmx"}
    assert custom_maps["whole.tmx"] is None
    with pytest.raises(ValidationError, match="not 10 x 10"):
        load_custom_section("whole.tmx")


def test_custom_section_can_be_chosen(maps: Path) -> None:
    game_options = options_with_sections("farm", "meadow.tmx turned", "tavern", "tower")
    setup = game_options.build_setup()
    custom_section = load_custom_section("meadow.tmx").rotated()
    published = [SECTIONS[name] for name in ("farm", "tavern", "tower")]
    assert setup.grid is not None
    assert grid_to_contents(setup.grid) == grid_to_contents(
        assemble_grid([published[0], custom_section, *published[1:]])
    )
    assert setup.source_names == ("farm", "meadow.tmx turned", "tavern", "tower")
    assert parse_options(game_options.to_settings()).sections == game_options.sections
    game_options.set_expansion("marshlands", False)
    assert "meadow.tmx turned" in game_options.sections
    game_options.expansions = ["base"]
    game_options.sections[0] = "my-temple.tmx"
    with pytest.raises(InvalidOptions, match="boxes"):
        game_options.build_setup()


def test_custom_section_replaces_a_published_one(maps: Path) -> None:
    game_options = options_with_sections("farm", "tower", "temple turned", "tavern")
    assert game_options.build_setup().grid is None
    game_options.section_replacements = {"temple": "my-temple.tmx"}
    setup = game_options.build_setup()
    assert setup.source_names[2] == "my-temple.tmx turned"
    assert setup.grid is not None
    assert _quarter(setup.grid, 2) == grid_to_contents(CUSTOM_SECTION.rotated())
    assert parse_options(game_options.to_settings()).section_replacements == game_options.section_replacements
    game_options.board, replaced_count, unchanged_count = RANDOM, 0, 0
    for seed in range(30):
        game_options.seed = seed
        setup = game_options.build_setup()
        replaced_count += any(name.startswith("my-temple.tmx") for name in setup.source_names)
        unchanged_count += setup.grid is None
        assert new_game(setup)
    assert replaced_count
    assert unchanged_count
    assert replaced_count + unchanged_count == 30


def _quarter(grid: TerrainGrid, index: int) -> dict[tuple[int, int], tuple[str, str]]:
    top, left = divmod(index, 2)
    return {
        (r - 10 * top, c - 10 * left): cell
        for (r, c), cell in grid_to_contents(grid).items()
        if r // 10 == top and c // 10 == left
    }


def test_record_includes_the_map(maps: Path) -> None:
    game_options = options_with_sections("my-temple.tmx", "meadow.tmx", "tavern", "tower")
    setup = game_options.build_setup()
    game, record = new_game(setup), Record(setup)
    for _ in range(3):
        record.answers.append(first_hex(game.decision().cells))
        game.play(record.answers[-1])
    shutil.rmtree(maps)
    restored = read_record(write_record(record))
    assert restored.setup == setup
    assert replay(restored).settlement_hexes == game.settlement_hexes
    with pytest.raises(ValidationError):
        game_options.build_setup()


@pytest.mark.parametrize("replaced_name", ["farm_house", "rope_bridge"])
def test_only_sections_can_be_replaced(replaced_name: str, tmp_path: Path) -> None:
    tiled.write_map(CUSTOM_SECTION, tmp_path / "mine.tmx", {"stands_for": replaced_name})
    (problem,) = library.find_map_problems(tmp_path / "mine.tmx")
    assert "stands_for" in problem.reason
    tiled.write_map(generate_board(1), tmp_path / "board.tmx", {"stands_for": "temple"})
    assert len(library.find_map_problems(tmp_path / "board.tmx")) == 1


def test_custom_map_is_shown_by_its_title(maps: Path, tmp_path: Path) -> None:
    tiled.write_map(generate_board(2), maps / "great-land.tmx", {"title": "Großes Land"})
    app = open_app(tmp_path, (1280, 800))
    names = {file.name: map_name(app, file) for file in list_boards()}
    assert names["great-land.tmx"] == "Großes Land"
    assert names["whole.tmx"] == "Whole", "a map without a title is shown by its file name"
    assert names["spiral.tmx"] == app.tr("ui.level.spiral")
    app.close()


def test_new_game_page_offers_custom_sections(maps: Path, tmp_path: Path) -> None:
    app = open_app(tmp_path, (1280, 800))
    game_options = menu_scenes.large_game_options()
    game_options.board = BOARD_SECTIONS
    scene = NewGamePage(game_options)
    scene.tab = "board"
    app.push(scene)
    dropdowns = [
        w for w in scene.group.walk() if isinstance(w, Dropdown) and ("meadow.tmx", "Meadow") in w.options
    ]
    assert len(dropdowns) == 4
    row = next(widget for widget in scene.group.walk() if isinstance(widget, MapRow))
    assert row.text == "My Temple"
    assert app.tr("section.temple") in row.description
    scene.scroll_area.scroll_into_view(row)
    click(app, row)
    assert scene.game_options.section_replacements == {"temple": "my-temple.tmx"}
    scene.game_options.expansions = list(EXPANSIONS)
    tiled.write_map(CUSTOM_ISLAND, maps / "my-isle.tmx", {"title": "My isle"})
    scene.open_map_editor()
    app.pop(app.scene)
    app.run_frame([], 0.01)
    island_rows = {row.text: row for row in scene.group.walk() if isinstance(row, MapRow)}
    assert island_rows[app.tr("tile.tree_house")].description == app.tr("tile.tree_house.rule")
    assert island_rows["My isle"].grid == CUSTOM_ISLAND
    scene.scroll_area.scroll_into_view(island_rows["My isle"])
    click(app, island_rows["My isle"])
    assert scene.start_error is None
    assert scene.game is not None
    assert scene.game.board.island == CUSTOM_ISLAND
    scene.game_options.island = "sunk.tmx"
    scene.options_changed()
    assert scene.start_error == app.tr("ui.new.why.own_island", name="sunk.tmx")
    scene.game_options.island, scene.game_options.sections[0] = "", "gone.tmx"
    scene.options_changed()
    assert scene.start_error == app.tr("ui.new.why.own_section", name="gone.tmx")
    app.close()


def test_dealt_custom_section_is_listed(maps: Path, tmp_path: Path) -> None:
    app = open_app(tmp_path, (1280, 800))
    game_options = menu_scenes.large_game_options()
    game_options.board, game_options.expansions = RANDOM, ["base", "marshlands"]
    game_options.section_replacements = {"temple": "my-temple.tmx"}
    scene = NewGamePage(game_options)
    scene.tab = "board"
    app.push(scene)
    while strip_rotation(scene.dealt_sections[0]) != "my-temple.tmx":
        game_options.seed += 1
        scene.options_changed()
    app.run_frame([], 0.01)
    rows = [row for row in scene.group.walk() if isinstance(row, DealtSectionRow)]
    turned = scene.dealt_sections[0] != "my-temple.tmx"
    assert (rows[0].name, rows[0].grid) == (
        "My Temple",
        CUSTOM_SECTION.rotated() if turned else CUSTOM_SECTION,
    )
    other_names = [app.tr(f"section.{strip_rotation(name)}") for name in scene.dealt_sections[1:]]
    assert [row.name for row in rows[1:]] == other_names
    app.close()


# --- islands


def test_record_includes_a_custom_island(maps: Path) -> None:
    tiled.write_map(CUSTOM_ISLAND, maps / "my-isle.tmx", {"title": "My isle"})
    assert [(file.name, file.title) for file in list_custom_islands()] == [("my-isle.tmx", "My isle")]
    assert not any(file.name == "my-isle.tmx" for file in list_boards()), (
        "an island must not be listed as a board"
    )
    game_options = GameOptions(board=RANDOM, expansions=["base", "island"], island="my-isle.tmx", seed=5)
    assert parse_options(game_options.to_settings()).island == "my-isle.tmx"
    record = read_record(write_record(Record(game_options.build_setup())))
    (maps / "my-isle.tmx").unlink()
    game = replay(record)
    assert game.board.island is not None
    assert grid_to_contents(game.board.island) == grid_to_contents(CUSTOM_ISLAND)
    assert read_position(write_position(game)).board.island == game.board.island
    game_options.set_expansion("island", False)
    assert game_options.island == ""


def test_invalid_islands_are_rejected(maps: Path) -> None:
    """Islands are rejected if they have the wrong size, a tile from an expansion that is not in play, or
    malformed data."""
    tiled.write_map(CUSTOM_ISLAND, maps / "my-isle.tmx", {})
    game_options = GameOptions(board=RANDOM, expansions=["base", "island"], island="meadow.tmx", seed=5)
    with pytest.raises(ValidationError, match="not 5 x 5"):
        game_options.build_setup()
    foreign_island = TerrainGrid(
        CUSTOM_ISLAND.rows, tuple((digit, "temple") for digit, _ in CUSTOM_ISLAND.locations)
    )
    tiled.write_map(foreign_island, maps / "foreign.tmx", {})
    game_options.island = "foreign.tmx"
    with pytest.raises(InvalidOptions, match="boxes"):
        game_options.build_setup()
    for island, reason in (
        ({"grid": ["GGGGG"] * 4}, "4 rows, not 5"),
        ({"grid": ["GGGG1"] * 5}, "location 1 .* no name"),
        ({"grid": [5] * 5}, "row of letters"),
        ({"grid": ["GGGGG"] * 5, "more": 1}, "more"),
        ({"grid": ["GGGG1"] * 5, "locations": {"1": "nowhere"}}, "nowhere"),
        ("nowhere", "nowhere"),
        (7, "island"),
    ):
        with pytest.raises(ValidationError, match=reason):
            new_game(GameSetup(2, ("base", "island"), expansion_choices={"island": island}))


# --- Tiled


def test_map_saved_by_tiled_can_be_read(tmp_path: Path) -> None:
    saved = tmp_path / "saved.tmx"
    tiled.write_map(CUSTOM_SECTION, tmp_path / "any.tmx", {})  # this also writes the tileset
    shutil.copyfile(SAVED_BY_TILED, saved)
    grid, properties = library.read_map(saved)
    assert grid_to_contents(grid) == grid_to_contents(SECTIONS["temple"])
    assert (properties["title"], properties["kind"], properties["stands_for"]) == (
        "My Temple",
        "section",
        "temple",
    )


@pytest.mark.skipif(shutil.which("tmxrasterizer") is None, reason="Tiled is not installed")
def test_tiled_can_open_written_maps(maps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    image = tmp_path / "picture.png"
    process = subprocess.run(
        ["tmxrasterizer", str(maps / "my-temple.tmx"), str(image)], capture_output=True, timeout=60
    )
    assert process.returncode == 0, process.stderr
    header = image.read_bytes()[:24]
    width, height = int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")
    assert width == 10 * tiled.TILE_WIDTH + tiled.TILE_WIDTH // 2
    assert height == 9 * (tiled.TILE_HEIGHT + tiled.HEX_SIDE_LENGTH) // 2 + tiled.TILE_HEIGHT


@pytest.mark.parametrize(
    ("title", "name"), [("Nul!", "nul-map"), ("COM¹", "com1-map"), ("Console", "console"), ("Con 2", "con-2")]
)
def test_map_file_names_are_never_reserved_names(title: str, name: str) -> None:
    assert library.slugify_title(title) == name
