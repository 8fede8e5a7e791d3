"""A ninth box, brought from outside the package: it is set up, drawn, played, saved and scored, and no other
file has to know of it (docs/ADDING.md)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import ninth_box
import pygame
import pytest
from at_the_table import Prompt, play_on, seats, table
from window import click, open_app, settle

from kingdom.ai.expert import ExpertPlayer
from kingdom.ai.player import Budget, random_answer
from kingdom.match.match import Match
from kingdom.match.seats import write_seats
from kingdom.position import read_position, write_position
from kingdom.record import Record, read_record, replay, result_of, write_record
from kingdom.rules import registry
from kingdom.rules.board import TURNED
from kingdom.rules.chance import Chance
from kingdom.rules.frames import Answer
from kingdom.rules.hexes import BIT, lowest
from kingdom.rules.registry import BOXES, register, registered, unregister
from kingdom.rules.scoring import score
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.app.app import App
from kingdom.ui.ceremony.ceremony import Ceremony
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game.scene import TABS, NewGame
from kingdom.ui.menus.saved_games import SavedGames
from kingdom.ui.panels.hover import hex_note
from kingdom.ui.reference.scene import Reference
from kingdom.ui.scene.scene import Scene
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets.basic import Toggle
from kingdom.ui.widgets.choice import Tabs

BOX = ninth_box.BOX.name
SECTIONS = ("high_moor", "farm", f"tower{TURNED}", "oasis")


def setup(players: int = 2, seed: int = 1, boxes: tuple[str, ...] = ("base", BOX)) -> Setup:
    """A table with something of everything that the box brings."""
    return Setup(
        players, boxes, seed, sections=SECTIONS, cards=("druids", "knights", "miners"), tasks=("great_ring",)
    )


@pytest.fixture(autouse=True)
def ninth() -> Iterator[None]:
    with registered(ninth_box.BOX):
        yield


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = open_app(tmp_path, (1280, 800))
    app.settings.animation = "off"
    yield app
    app.close()


def finished(how: Setup) -> Record:
    """A game played by chance to its end."""
    game, chance = new_game(how), Chance(how.seed)
    answers: list[Answer] = []
    while not game.over:
        answers.append(random_answer(game, chance))
        game.choose(answers[-1])
    return Record(how, write_seats(seats("person", "person")), answers, result_of(game))


def shown(app: App, scene: Scene) -> pygame.Surface:
    """A scene in the window, after a while; it made no mistakes and lacked no picture."""
    app.push(scene)
    settle(app, 1)
    assert app.scene is scene
    assert not app.look.missing
    return app.surface.copy()


# --- the registries


def test_it_comes_and_goes() -> None:
    assert BOX in BOXES
    unregister(ninth_box.BOX)
    try:
        names = {
            BOX,
            "moor",
            "stone_circle",
            "peat_cutter",
            "druids",
            "great_ring",
            "menhirs",
            "raise_menhir",
        }
        for known in vars(registry).values():
            if isinstance(known, dict):
                assert not names & {key for key in known if isinstance(key, str)}
        with pytest.raises(ValueError, match="box"):
            new_game(Setup(2, ("base", BOX)))
    finally:
        register(ninth_box.BOX)
    assert new_game(setup()).board.terrain["moor"]


def test_a_name_that_is_there_already_leaves_no_trace() -> None:
    before = {name: dict(known) for name, known in vars(registry).items() if isinstance(known, dict)}
    with pytest.raises(ValueError, match="there already"):
        register(ninth_box.BOX)
    after = {name: dict(known) for name, known in vars(registry).items() if isinstance(known, dict)}
    assert before == after


# --- the rules


def test_it_takes_part_in_games_that_are_dealt() -> None:
    games = [new_game(Setup(2, ("base", BOX), seed)) for seed in range(30)]
    assert any(game.board.terrain["moor"] for game in games)
    assert any(card.name == "druids" for game in games for card in game.table.cards)
    assert any("moor/grass" in (*game.deck, *game.discard) for game in games)


def test_everything_in_it_is_played_and_scored() -> None:
    used: set[object] = set()
    for seed in range(12):
        game, chance = new_game(setup(seed=seed)), Chance(seed)
        while not game.over:
            answer = random_answer(game, chance)
            used.add(answer)
            game.choose(answer)
        gold = score(game, 0)
        assert {"druids", "great_ring", "old_stones"} <= set(gold)
        assert gold["druids"].gold == 2 * gold["druids"].hexes.bit_count()
        used |= {name for name, part in gold.items() if part.gold}
    assert {"raise_menhir", "peat_cutter", "moor", "druids", "great_ring", "old_stones"} <= used


@pytest.mark.parametrize("boxes", [("base", BOX), (*(box for box in BOXES), BOX)])
def test_random_games_with_it_end(boxes: tuple[str, ...]) -> None:
    for seed in range(4):
        game, chance = new_game(Setup(3, boxes, seed)), Chance(seed)
        while not game.over:
            game.choose(random_answer(game, chance))


def test_a_position_keeps_its_state() -> None:
    game, chance = new_game(setup()), Chance(3)
    while not all(ninth_box.standing(game)):
        game.choose(random_answer(game, chance))
    while game.action_open:
        game.choose(random_answer(game, chance))
    again = read_position(write_position(game))
    assert ninth_box.standing(again) == ninth_box.standing(game)
    assert write_position(again) == write_position(game)


def test_a_record_of_it_replays() -> None:
    record = finished(setup(seed=4))
    again = read_record(write_record(record))
    assert again == record
    assert replay(again, check=True).over


@pytest.mark.parametrize("kind", ["easy", "medium", "hard", "expert"])
def test_programs_play_it_to_the_end(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExpertPlayer, "budget_of_level", Budget(evaluations=1500))
    match = table(kind, "easy", boxes=("base", BOX), seed=2)
    play_on(match, Chance(1))
    assert match.game.over
    assert match.trouble is None


# --- the window


def test_the_menus_show_it(app: App) -> None:
    shown(app, MainMenu())
    page = NewGame()
    shown(app, page)
    moor = next(tick for tick in page.group.walk() if isinstance(tick, Toggle) and tick.text == "High moor")
    page.area.reveal(moor)
    click(app, moor)
    for tab in TABS:
        tabs = next(widget for widget in page.group.walk() if isinstance(widget, Tabs))
        click(app, tabs.tab_rect(list(TABS).index(tab)).center)
        settle(app, 0.5)
        assert page.tab == tab
    assert BOX in page.choices.boxes
    assert not app.look.missing


def test_the_reference_has_neutral_pages_for_it(app: App) -> None:
    pages = Reference()
    shown(app, pages)
    own = [key for key, entry in pages.by_key.items() if entry.box == BOX]
    assert {"tile.peat_cutter", "card.druids", "task.great_ring", "terrain.moor"} <= set(own)
    for page in own:
        pages.open(page)
        pages.examples.finish()
        settle(app, 0.1)
    assert not app.look.missing
    assert not app.errors


def test_programs_play_it_at_the_table_until_the_ceremony(app: App) -> None:
    app.settings.animation = "fast"
    match = Match.start(setup(seed=5), seats("easy", "easy"), None, Prompt())
    app.replace(TableScene(match))
    for _ in range(6000):
        app.step([], 0.1)
        if isinstance(app.scene, Ceremony):
            break
    assert match.game.over
    assert isinstance(app.scene, Ceremony)
    settle(app, 30)
    assert any(ninth_box.standing(match.game))
    assert not app.look.missing


def test_hexes_are_told_in_its_words(app: App) -> None:
    match = Match.start(setup(), seats("person", "person"), None, Prompt())
    play_on(match, Chance(3), until=lambda match: any(ninth_box.standing(match.game)))
    board = match.game.board
    land = {"Moor": board.terrain["moor"], "Stone circle": board.landmark["stone_circle"]}
    land["Menhir"] = max(ninth_box.standing(match.game))
    land["Will o wisp"] = BIT[min(board.location_at)]
    for words, hexes in land.items():
        assert words in hex_note(match, app.texts, lowest(hexes), gold=True).words
    shown(app, TableScene(match))


def test_a_game_with_it_is_saved_and_goes_on(app: App) -> None:
    match = Match.start(setup(seed=7), seats("person", "easy"), app.keeper, Prompt())
    play_on(match, Chance(2), until=lambda match: len(match.history) > 20)
    match.close()
    scene = SavedGames()
    shown(app, scene)
    app.ways.resume(app.keeper.current)
    settle(app, 1)
    assert isinstance(app.scene, TableScene)
    assert app.scene.match.game.board.terrain["moor"]


def test_neutral_art_tells_words_apart(app: App) -> None:
    sheets = app.look.sheets
    kinds = [
        ("medallions", "medallion_peat_cutter", "medallion_turf_hut"),
        ("cards", "card_druids", "card_bards"),
        ("cards", "terrain_moor_grass", "terrain_dunes"),
        ("pieces", "menhir_orange", "menhir_blue"),
        ("terrain_ground", "ground_moor", "ground_dunes"),
    ]
    for sheet, one, other in kinds:
        pictures = [pygame.image.tobytes(sheets.sprite(sheet, name).surface, "RGBA") for name in (one, other)]
        assert pictures[0] != pictures[1]
        assert not sheets.has(sheet, one)
