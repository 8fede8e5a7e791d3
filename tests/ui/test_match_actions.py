"""Plays every action of every expansion once by mouse: location tiles, nomad tiles, bonus tiles, farmland,
cave, silo, canoe."""

from __future__ import annotations

from typing import Any

import pytest
from support.match_driver import MatchDriver
from support.matches import FixedAnswerAIClient, match_from_game
from support.scenario import expansion_state, hex_id_at, position_data, scenario, tile

from kingdom.match.state_machine import MatchState
from kingdom.rules.decision_frames import TILE_USED
from kingdom.rules.events import Built, TileUsed
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, first_hex
from kingdom.rules.registry import ACTIONS, EXPANSIONS, TILES
from kingdom.rules.rng import Rng
from kingdom.ui.framework.app import App
from kingdom.ui.match.option_bar import TileButton

WINDOW_SIZE = (1280, 800)

STRIPES = "GGFFDDLLCCWWMMUUAAGG"
TERRAIN = {(row, column): STRIPES[column] for row in range(20) for column in range(20)}
TERRAIN |= {(2, 3): "S", (14, 3): "N", (16, 8): "P", (12, 17): "O", (17, 4): "1"}
OWN = [(5, 2), (5, 3), (5, 4), (7, 2), (7, 3), (9, 8), (9, 9), (11, 15), (11, 16), (9, 11)]
OTHER = [(10, 4), (1, 18)]


@pytest.fixture
def app(shared_app: App) -> App:
    """All tests share one app; each opens its own match."""
    return shared_app


def make_position(player0: dict[str, Any], **overrides: Any) -> Game:
    """Returns a position in the middle of a game, on a board with every terrain and landmark."""
    overrides = {"card": "desert", "turn": {"mandatory": "todo", "player": 0}, **overrides}
    return scenario(
        TERRAIN,
        own=OWN,
        other=OTHER,
        locations={"1": "farm"},
        me=player0,
        them={"hand": ["grass"]},
        caves=[[3, 12]],
        **overrides,
    )


def use_option(app: App, game: Game, option: str) -> MatchDriver:
    """Clicks the button of an option and completes the action by mouse."""
    driver = MatchDriver(app, match_from_game(game, "person", "easy"))
    before = position_data(driver.match.game)
    app.draw(app.surface)
    assert position_data(driver.match.game) == before, "drawing should not change the game"
    answer_count = len(driver.match.history)
    driver.submit(option)
    assert TileUsed(0, option) in driver.match.history[answer_count].events
    driver.finish_action(Rng(5))
    assert not driver.match.game.has_open_action
    assert driver.scene.side_panel.log_builder.lines
    assert all(
        driver.app.translator.has_text(line.text_key) for line in driver.scene.side_panel.log_builder.lines
    )
    return driver


ACTIVE_TILES = [name for name, kind in TILES.items() if not kind.is_passive and not kind.is_reaction]


@pytest.mark.parametrize("name", ACTIVE_TILES)
def test_every_location_tile(app: App, name: str) -> None:
    tiles = [
        tile(name),
        tile("garden" if name == "farm" else "farm", used=True),
    ]  # some tiles repeat a different, already used tile's action
    driver = use_option(app, make_position({"tiles": tiles, "counters": 2}), name)
    states = [tile_state for kind, _, tile_state in driver.match.game.held_tiles[0] if kind.name == name]
    assert states == [TILE_USED]
    button = next(
        button
        for button in driver.scene.action_bar.option_buttons
        if isinstance(button, TileButton) and button.item.option == name
    )
    assert not button.enabled
    assert button.tooltip_text()


NOMADS = [action.name for action in EXPANSIONS["nomads"].actions]


@pytest.mark.parametrize("name", NOMADS)
def test_every_nomad_tile(app: App, name: str) -> None:
    driver = use_option(app, make_position({"nomads": [{"kind": name, "fresh": False}]}), name)
    assert expansion_state(driver.match.game)["nomads"][0] == ()


BONUS_TILES = [action.name for action in EXPANSIONS["marshlands"].actions]


@pytest.mark.parametrize("name", BONUS_TILES)
def test_every_bonus_tile(app: App, name: str) -> None:
    kind = name.removesuffix("_bonus")
    driver = use_option(app, make_position({"tiles": [tile(kind), tile(kind)], "bonus": [kind]}), name)
    assert name not in driver.match.decision().options


ACTIONS_WITHOUT_TILE = [name for name in ACTIONS if name not in (*TILES, *NOMADS, *BONUS_TILES)]


@pytest.mark.parametrize("name", ACTIONS_WITHOUT_TILE)
def test_actions_without_a_tile(app: App, name: str) -> None:
    own_settlements = [*OWN, (3, 13)]
    terrain = {**TERRAIN, (3, 13): "G", (14, 13): "G"}
    game = scenario(
        terrain,
        own=own_settlements,
        other=OTHER,
        locations={"1": "farm"},
        card="desert",
        caves=[[3, 12], [14, 12]],
    )
    driver = use_option(app, game, name)
    assert name not in driver.match.decision().options


def test_outpost_lifts_adjacency_for_one_build(app: App) -> None:
    driver = MatchDriver(
        app,
        match_from_game(make_position({"nomads": [{"kind": "outpost", "fresh": False}]}), "person", "easy"),
    )
    adjacent_cells = driver.match.decision().cells
    driver.submit("outpost")
    assert driver.match.decision().cells & ~adjacent_cells
    assert app.tr("ask.waived") == driver.scene.action_bar.prompt
    driver.click_hex(hex_id_at(0, 0), 3)  # a right click cancels it
    assert driver.match.decision().cells == adjacent_cells
    driver.submit("outpost")
    distant_hex = first_hex(driver.match.decision().cells & ~adjacent_cells)
    driver.submit(distant_hex)
    assert driver.match.game.settlement_hexes[0] & BIT[distant_hex]


def test_city_hall_shows_its_seven_hexes(app: App) -> None:
    driver = MatchDriver(
        app, match_from_game(make_position({"tiles": [tile("city_hall")]}), "person", "easy")
    )
    driver.submit("city_hall")
    center = first_hex(driver.match.decision().cells)
    driver.move_to(center)
    assert driver.scene.input.hover_preview.covered_hexes.bit_count() == 7
    assert driver.scene.input.hover_preview.ghosts == ((f"city_hall_{driver.scene.colors[0]}", center),)
    driver.submit(center)
    assert driver.match.history[-1].events[0].hexes.bit_count() == 7  # type: ignore[union-attr]


def test_sword_names_every_affected_player(app: App) -> None:
    game = make_position(
        {"nomads": [{"kind": "sword", "fresh": False}]},
        more=[{"settlements": [[18, 0], [18, 1]], "hand": ["grass"]}],
    )
    driver = MatchDriver(app, match_from_game(game, "person", "easy", "hard"))
    driver.submit("sword")
    assert driver.match.seats[1].name in driver.scene.action_bar.prompt
    driver.submit(first_hex(driver.match.decision().cells))
    assert driver.match.seats[2].name in driver.scene.action_bar.prompt
    driver.submit(first_hex(driver.match.decision().cells))
    assert not driver.match.game.has_open_action


def test_remaining_steps_are_shown(app: App) -> None:
    driver = MatchDriver(
        app,
        match_from_game(
            make_position({"nomads": [{"kind": "resettlement", "fresh": False}]}), "person", "easy"
        ),
    )
    driver.submit("resettlement")
    assert "4" in driver.scene.action_bar.prompt
    driver.submit(hex_id_at(5, 3))
    driver.submit(first_hex(driver.match.decision().cells))
    assert "3" in driver.scene.action_bar.prompt


def test_canoe_interrupt_names_both_players(app: App) -> None:
    game = scenario(
        {**TERRAIN, (17, 4): "1"},
        own=[(17, 2)],
        other=[(10, 13)],
        locations={"1": "farm"},
        card="desert",
        location_tiles=[[[17, 4], 1]],
        me={},
        them={"tiles": [tile("canoe")], "hand": ["grass"]},
    )
    driver = MatchDriver(
        app, match_from_game(game, "easy", "person", ai_client=FixedAnswerAIClient(hex_id_at(17, 5)))
    )
    driver.wait_until_idle()
    assert driver.match.state is MatchState.OUT_OF_TURN
    assert driver.match.seats[1].name in driver.scene.action_bar.detail
    assert driver.match.seats[0].name in driver.scene.action_bar.detail
    assert driver.scene.action_bar.end_button.text == app.tr("option.decline")
    driver.submit(first_hex(driver.match.decision().cells))
    built = [event for event in driver.match.history[-1].events if isinstance(event, Built)]
    assert [(event.player, event.piece, event.source) for event in built] == [(1, "settlement", "canoe")]


@pytest.mark.parametrize("option", ["build", "move", "decline"])
def test_silos_after_the_last_turn(app: App, option: str) -> None:
    game = scenario(
        TERRAIN,
        own=[*OWN, (13, 17)],
        other=OTHER,
        locations={"1": "farm"},
        card="desert",
        end=True,
        them={"hand": ["grass"]},
        turn={"player": 1, "start_player": 0, "mandatory": "done"},
    )
    driver = MatchDriver(app, match_from_game(game, "person", "person"))
    driver.wait_until_idle()
    driver.submit("end_turn")
    driver.wait_until_idle()
    assert driver.match.state is MatchState.AFTER_LAST_TURN
    assert driver.scene.action_bar.prompt == app.tr("ask.silo.option")
    driver.submit(option)
    if option != "decline":
        for _ in range(3 if option == "build" else 6):
            driver.submit(first_hex(driver.match.decision().cells))
    assert driver.match.game.over


def test_fort_shows_the_drawn_card(app: App) -> None:
    driver = MatchDriver(app, match_from_game(make_position({"tiles": [tile("fort")]}), "person", "easy"))
    driver.submit("fort")
    assert driver.scene.action_bar.revealed_card is not None
    driver.finish_action(Rng(1))
    assert driver.scene.action_bar.revealed_card is None


def test_final_scoring_opens_when_the_game_is_over(app: App) -> None:
    pytest.importorskip("kingdom.ui.final_scoring.scene")
    last_turn = {"player": 1, "start_player": 0, "mandatory": "done"}
    terrain = {**TERRAIN, (12, 17): "A"}  # replaces the silo
    game = scenario(
        terrain,
        own=OWN,
        other=OTHER,
        locations={"1": "farm"},
        end=True,
        them={"hand": ["grass"]},
        turn=last_turn,
    )
    driver = MatchDriver(app, match_from_game(game, "person", "person"))
    driver.wait_until_idle()
    driver.submit("end_turn")
    driver.wait_until_idle()
    assert driver.match.state is MatchState.SCORED
    assert type(app.scene).__name__ == "FinalScoringScene"
