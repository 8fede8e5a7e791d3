"""Tests that a third-party expansion can be set up, drawn, played, saved and scored without changes to the
game's code (docs/ADDING.md)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from support import sample_expansion
from support.app_driver import advance, click, open_app
from support.matches import InProcessAIClient, make_seats, new_match, play_until

from kingdom.ai.expert import ExpertPlayer
from kingdom.ai.player import Budget
from kingdom.match.controller import Match
from kingdom.match.seats import write_seats
from kingdom.position import read_position, write_position
from kingdom.record import Record, make_result, read_record, replay, write_record
from kingdom.rules import registry
from kingdom.rules.board import ROTATED_SUFFIX
from kingdom.rules.game import play_random_answers, random_answer
from kingdom.rules.hexes import BIT, first_hex
from kingdom.rules.registry import EXPANSIONS, register, temporary_expansion, unregister
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import score_breakdown
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import Scene
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.saved_games import SavedGamesPage
from kingdom.ui.new_game.scene import TAB_COMPOSERS, NewGamePage
from kingdom.ui.panels.tooltips import hex_tooltip
from kingdom.ui.reference.scene import RulesReferencePage
from kingdom.ui.widgets.controls import Checkbox, TabBar

EXPANSION = sample_expansion.EXPANSION.name
SECTIONS = ("high_moor", "farm", f"tower{ROTATED_SUFFIX}", "oasis")


def game_setup(
    players: int = 2, seed: int = 1, expansions: tuple[str, ...] = ("base", EXPANSION)
) -> GameSetup:
    """Returns a setup that uses everything the expansion adds."""
    return GameSetup(
        players,
        expansions,
        seed,
        sections=SECTIONS,
        scoring_cards=("druids", "knights", "miners"),
        task_cards=("great_ring",),
    )


@pytest.fixture(autouse=True)
def registered_expansion() -> Iterator[None]:
    with temporary_expansion(sample_expansion.EXPANSION):
        yield


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = open_app(tmp_path, (1280, 800))
    app.settings.animation = "off"
    yield app
    app.close()


def finished_record(chosen_setup: GameSetup) -> Record:
    """Plays a random game to its end."""
    game, rng = new_game(chosen_setup), Rng(chosen_setup.seed)
    answers = play_random_answers(game, rng)
    return Record(chosen_setup, write_seats(make_seats("person", "person")), answers, make_result(game))


def show_scene(app: App, scene: Scene) -> pygame.Surface:
    """Shows a scene for a while and asserts that no sprite is missing."""
    app.push(scene)
    advance(app, 1)
    assert app.scene is scene
    assert not app.renderer.missing_assets
    return app.surface.copy()


# --- the registry


def test_expansion_can_be_unregistered_and_registered() -> None:
    assert EXPANSION in EXPANSIONS
    unregister(sample_expansion.EXPANSION)
    try:
        names = {
            EXPANSION,
            "moor",
            "stone_circle",
            "peat_cutter",
            "druids",
            "great_ring",
            "menhirs",
            "raise_menhir",
        }
        for registered_items in vars(registry).values():
            if isinstance(registered_items, dict):
                assert not names & {key for key in registered_items if isinstance(key, str)}
        with pytest.raises(ValueError, match="box"):
            new_game(GameSetup(2, ("base", EXPANSION)))
    finally:
        register(sample_expansion.EXPANSION)
    assert new_game(game_setup()).board.hexes_by_terrain["moor"]


def test_registering_twice_fails_and_changes_nothing() -> None:
    before = {
        name: dict(registered_items)
        for name, registered_items in vars(registry).items()
        if isinstance(registered_items, dict)
    }
    with pytest.raises(ValueError, match="there already"):
        register(sample_expansion.EXPANSION)
    after = {
        name: dict(registered_items)
        for name, registered_items in vars(registry).items()
        if isinstance(registered_items, dict)
    }
    assert before == after


# --- the rules


def test_dealt_games_use_it() -> None:
    games = [new_game(GameSetup(2, ("base", EXPANSION), seed)) for seed in range(30)]
    assert any(game.board.hexes_by_terrain["moor"] for game in games)
    assert any(card.name == "druids" for game in games for card in game.config.scoring_cards)
    assert any("moor/grass" in (*game.draw_pile, *game.discard_pile) for game in games)


def test_all_its_parts_are_played_and_scored() -> None:
    used: set[object] = set()
    for seed in range(12):
        game, rng = new_game(game_setup(seed=seed)), Rng(seed)
        while not game.over:
            answer = random_answer(game, rng)
            used.add(answer)
            game.play(answer)
        gold = score_breakdown(game, 0)
        assert {"druids", "great_ring", "old_stones"} <= set(gold)
        assert gold["druids"].gold == 2 * gold["druids"].hexes.bit_count()
        used |= {name for name, source_score in gold.items() if source_score.gold}
    assert {"raise_menhir", "peat_cutter", "moor", "druids", "great_ring", "old_stones"} <= used


@pytest.mark.parametrize("expansions", [("base", EXPANSION), (*(box for box in EXPANSIONS), EXPANSION)])
def test_random_games_with_it_end(expansions: tuple[str, ...]) -> None:
    for seed in range(4):
        game, rng = new_game(GameSetup(3, expansions, seed)), Rng(seed)
        while not game.over:
            game.play(random_answer(game, rng))


def test_position_includes_its_state() -> None:
    game, rng = new_game(game_setup()), Rng(3)
    while not all(sample_expansion.menhir_hexes(game)):
        game.play(random_answer(game, rng))
    while game.has_open_action:
        game.play(random_answer(game, rng))
    restored = read_position(write_position(game))
    assert sample_expansion.menhir_hexes(restored) == sample_expansion.menhir_hexes(game)
    assert write_position(restored) == write_position(game)


def test_positions_without_it_do_not_change() -> None:
    """Otherwise, `kingdom replay --check` would reject earlier games while the expansion is registered."""
    game = new_game(GameSetup(2))
    data = write_position(game)
    unregister(sample_expansion.EXPANSION)
    try:
        assert write_position(game) == data
    finally:
        register(sample_expansion.EXPANSION)


def test_record_with_it_can_be_replayed() -> None:
    record = finished_record(game_setup(seed=4))
    restored = read_record(write_record(record))
    assert restored == record
    assert replay(restored, check=True).over


@pytest.mark.parametrize("kind", ["easy", "medium", "hard", "expert"])
def test_ai_players_finish_a_game_with_it(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExpertPlayer, "default_budget", Budget(max_evaluations=1500))
    match = new_match(kind, "easy", expansions=("base", EXPANSION), seed=2)
    play_until(match, Rng(1))
    assert match.game.over
    assert match.ai_failure is None


# --- the UI


def test_menus_show_it(app: App) -> None:
    show_scene(app, MainMenu())
    page = NewGamePage()
    show_scene(app, page)
    checkbox = next(
        candidate
        for candidate in page.group.walk()
        if isinstance(candidate, Checkbox) and candidate.text == "High moor"
    )
    page.scroll_area.scroll_into_view(checkbox)
    click(app, checkbox)
    for tab in TAB_COMPOSERS:
        tabs = next(widget for widget in page.group.walk() if isinstance(widget, TabBar))
        click(app, tabs.tab_rect(list(TAB_COMPOSERS).index(tab)).center)
        advance(app, 0.5)
        assert page.tab == tab
    assert EXPANSION in page.game_options.expansions
    assert not app.renderer.missing_assets


def test_reference_has_generated_pages_for_it(app: App) -> None:
    pages = RulesReferencePage()
    show_scene(app, pages)
    page_keys = [key for key, entry in pages.entries_by_key.items() if entry.expansion == EXPANSION]
    assert {"tile.peat_cutter", "card.druids", "task.great_ring", "terrain.moor"} <= set(page_keys)
    for page_key in page_keys:
        pages.open_page(page_key)
        pages.examples.wait()
        advance(app, 0.1)
    assert not app.renderer.missing_assets
    assert not app.scene_error_counts


def test_ai_players_play_it_in_the_match_scene(app: App) -> None:
    app.settings.animation = "fast"
    match = Match.new(game_setup(seed=5), make_seats("easy", "easy"), None, InProcessAIClient())
    app.replace(MatchScene(match))
    for _ in range(6000):
        app.run_frame([], 0.1)
        if isinstance(app.scene, FinalScoringScene):
            break
    assert match.game.over
    assert isinstance(app.scene, FinalScoringScene)
    advance(app, 30)
    assert any(sample_expansion.menhir_hexes(match.game))
    assert not app.renderer.missing_assets


def test_hex_tooltips_use_its_names(app: App) -> None:
    match = Match.new(game_setup(), make_seats("person", "person"), None, InProcessAIClient())
    play_until(match, Rng(3), until=lambda match: any(sample_expansion.menhir_hexes(match.game)))
    board = match.game.board
    hexes_by_name = {
        "Moor": board.hexes_by_terrain["moor"],
        "Stone circle": board.hexes_by_landmark["stone_circle"],
    }
    hexes_by_name["Menhir"] = max(sample_expansion.menhir_hexes(match.game))
    hexes_by_name["Will o wisp"] = BIT[min(board.location_at)]
    for name, hexes in hexes_by_name.items():
        assert name in hex_tooltip(match, app.translator, first_hex(hexes), with_gold=True).text
    show_scene(app, MatchScene(match))


def test_game_with_it_can_be_saved_and_resumed(app: App) -> None:
    match = Match.new(game_setup(seed=7), make_seats("person", "easy"), app.save_store, InProcessAIClient())
    play_until(match, Rng(2), until=lambda match: len(match.history) > 20)
    match.close()
    scene = SavedGamesPage()
    show_scene(app, scene)
    app.navigator.resume_save(app.save_store.current_game_file)
    advance(app, 1)
    assert isinstance(app.scene, MatchScene)
    assert app.scene.match.game.board.hexes_by_terrain["moor"]


def test_generated_art_differs_by_name(app: App) -> None:
    sheets = app.renderer.sprites
    kinds = [
        ("medallions", "medallion_peat_cutter", "medallion_turf_hut"),
        ("cards", "card_druids", "card_bards"),
        ("cards", "terrain_moor_grass", "terrain_dunes"),
        ("pieces", "menhir_orange", "menhir_blue"),
        ("terrain_ground", "ground_moor", "ground_dunes"),
    ]
    for sheet, first, second in kinds:
        images = [
            pygame.image.tobytes(sheets.sprite(sheet, name).surface, "RGBA") for name in (first, second)
        ]
        assert images[0] != images[1]
        assert not sheets.has_sprite(sheet, first)
