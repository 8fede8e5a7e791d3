"""Every action of every box, played once with the mouse: location tiles, nomad tiles, bonus tiles, farmland,
cave, silo, canoe."""

from __future__ import annotations

from typing import Any

import pytest
from at_the_table import Certain, around
from hand import Hand
from scenario import hex_at, kept, scenario, state, tile

from kingdom.match.machine import State
from kingdom.rules.chance import Chance
from kingdom.rules.events import Built, TileUsed
from kingdom.rules.frames import USED
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, lowest
from kingdom.rules.registry import ACTIONS, BOXES, TILES
from kingdom.ui.app.app import App
from kingdom.ui.table.strip import TileButton

WINDOW_SIZE = (1280, 800)

STRIPES = "GGFFDDLLCCWWMMUUAAGG"
LAND = {(row, column): STRIPES[column] for row in range(20) for column in range(20)}
LAND |= {(2, 3): "S", (14, 3): "N", (16, 8): "P", (12, 17): "O", (17, 4): "1"}
OWN = [(5, 2), (5, 3), (5, 4), (7, 2), (7, 3), (9, 8), (9, 9), (11, 15), (11, 16), (9, 11)]
OTHER = [(10, 4), (1, 18)]


@pytest.fixture
def app(window: App) -> App:
    """One window for all: each test brings its own table."""
    return window


def position(me: dict[str, Any], **more: Any) -> Game:
    """A board with everything on it, and a player in the middle of a game."""
    more = {"card": "desert", "turn": {"mandatory": "todo", "player": 0}, **more}
    return scenario(
        LAND,
        own=OWN,
        other=OTHER,
        locations={"1": "farm"},
        me=me,
        them={"hand": ["grass"]},
        caves=[[3, 12]],
        **more,
    )


def use(app: App, game: Game, option: str) -> Hand:
    """Click the option's button, then do what it asks for; nothing else is ever the answer to a click."""
    hand = Hand(app, around(game, "person", "easy"))
    before = state(hand.match.game)
    app.draw(app.surface)
    assert state(hand.match.game) == before, "drawing has changed the game"
    hand.give(option)
    assert TileUsed(0, option) in hand.match.history[-1].events
    hand.finish_action(Chance(5))
    assert not hand.match.game.action_open
    assert hand.table.side.story.lines
    assert all(hand.app.texts.has(line.key) for line in hand.table.side.story.lines)
    return hand


USED_IN_TURN = [name for name, kind in TILES.items() if not kind.passive and not kind.reaction]


@pytest.mark.parametrize("name", USED_IN_TURN)
def test_every_location_tile(app: App, name: str) -> None:
    tiles = [
        tile(name),
        tile("garden" if name == "farm" else "farm", used=True),
    ]  # the second so that there is something to repeat
    hand = use(app, position({"tiles": tiles, "counters": 2}), name)
    states = [held for kind, _, held in hand.match.game.tiles[0] if kind.name == name]
    assert states == [USED]
    button = next(
        button
        for button in hand.table.bar.strip
        if isinstance(button, TileButton) and button.item.option == name
    )
    assert not button.enabled
    assert button.tip()


NOMADS = [action.name for action in BOXES["nomads"].actions]


@pytest.mark.parametrize("name", NOMADS)
def test_every_nomad_tile(app: App, name: str) -> None:
    hand = use(app, position({"nomads": [{"kind": name, "fresh": False}]}), name)
    assert kept(hand.match.game)["nomads"][0] == ()


@pytest.mark.parametrize("name", [action.name for action in BOXES["marshlands"].actions])
def test_every_bonus_tile(app: App, name: str) -> None:
    kind = name.removesuffix("_bonus")
    hand = use(app, position({"tiles": [tile(kind), tile(kind)], "bonus": [kind]}), name)
    assert name not in hand.match.decision().options


@pytest.mark.parametrize("name", ["farmland", "cave"])
def test_actions_without_a_tile(app: App, name: str) -> None:
    own = [*OWN, (3, 13)]
    land = {**LAND, (3, 13): "G", (14, 13): "G"}
    game = scenario(
        land, own=own, other=OTHER, locations={"1": "farm"}, card="desert", caves=[[3, 12], [14, 12]]
    )
    hand = use(app, game, name)
    assert name not in hand.match.decision().options


def test_all_actions_are_played_here() -> None:
    """A new box must come with a way to play it."""
    played = {
        *USED_IN_TURN,
        *NOMADS,
        *(action.name for action in BOXES["marshlands"].actions),
        "farmland",
        "cave",
    }
    assert played == {
        name for name in ACTIONS if name not in TILES or not (TILES[name].passive or TILES[name].reaction)
    }


def test_outpost_lifts_adjacency_for_one_build(app: App) -> None:
    hand = Hand(app, around(position({"nomads": [{"kind": "outpost", "fresh": False}]}), "person", "easy"))
    few = hand.match.decision().cells
    hand.give("outpost")
    assert hand.match.decision().cells & ~few
    assert app.say("ask.waived") == hand.table.bar.sentence
    hand.click(hex_at(0, 0), 3)  # a right click takes it back
    assert hand.match.decision().cells == few
    hand.give("outpost")
    far = lowest(hand.match.decision().cells & ~few)
    hand.give(far)
    assert hand.match.game.settlements[0] & BIT[far]


def test_city_hall_shows_its_seven_hexes(app: App) -> None:
    hand = Hand(app, around(position({"tiles": [tile("city_hall")]}), "person", "easy"))
    hand.give("city_hall")
    centre = lowest(hand.match.decision().cells)
    hand.point(centre)
    assert hand.table.input.aim.footprint.bit_count() == 7
    assert hand.table.input.aim.ghosts == ((f"city_hall_{hand.table.colours[0]}", centre),)
    hand.give(centre)
    assert hand.match.history[-1].events[0].hexes.bit_count() == 7  # type: ignore[union-attr]


def test_sword_names_every_victim(app: App) -> None:
    game = position(
        {"nomads": [{"kind": "sword", "fresh": False}]}, more=[{"settlements": [[18, 0]], "hand": ["grass"]}]
    )
    hand = Hand(app, around(game, "person", "easy", "hard"))
    hand.give("sword")
    assert hand.match.seats[1].name in hand.table.bar.sentence
    hand.give(lowest(hand.match.decision().cells))
    assert hand.match.seats[2].name in hand.table.bar.sentence
    hand.give(lowest(hand.match.decision().cells))
    assert not hand.match.game.action_open


def test_steps_left_are_told(app: App) -> None:
    hand = Hand(
        app, around(position({"nomads": [{"kind": "resettlement", "fresh": False}]}), "person", "easy")
    )
    hand.give("resettlement")
    assert "4" in hand.table.bar.sentence
    hand.give(hex_at(5, 3))
    hand.give(lowest(hand.match.decision().cells))
    assert "3" in hand.table.bar.sentence


def test_canoe_interrupts_say_whose_choice_it_is(app: App) -> None:
    game = scenario(
        {**LAND, (17, 4): "1"},
        own=[(17, 2)],
        other=[(10, 13)],
        locations={"1": "farm"},
        card="desert",
        location_tiles=[[[17, 4], 1]],
        me={},
        them={"tiles": [tile("canoe")], "hand": ["grass"]},
    )
    hand = Hand(app, around(game, "easy", "person", thinker=Certain(hex_at(17, 5))))
    hand.settle()
    assert hand.match.state is State.INTERRUPT
    assert hand.match.seats[1].name in hand.table.bar.line
    assert hand.match.seats[0].name in hand.table.bar.line
    assert hand.table.bar.end.text == app.say("option.decline")
    hand.give(lowest(hand.match.decision().cells))
    built = [event for event in hand.match.history[-1].events if isinstance(event, Built)]
    assert [(event.player, event.piece, event.why) for event in built] == [(1, "settlement", "canoe")]


@pytest.mark.parametrize("way", ["build", "move", "decline"])
def test_silos_after_the_last_turn(app: App, way: str) -> None:
    game = scenario(
        LAND,
        own=[*OWN, (13, 17)],
        other=OTHER,
        locations={"1": "farm"},
        card="desert",
        end=True,
        them={"hand": ["grass"]},
        turn={"player": 1, "start_player": 0, "mandatory": "done"},
    )
    hand = Hand(app, around(game, "person", "person"))
    hand.settle()
    hand.give("end_turn")
    hand.settle()
    assert hand.match.state is State.AFTER_TURNS
    assert hand.table.bar.sentence == app.say("ask.silo.option")
    hand.give(way)
    if way != "decline":
        for _ in range(3 if way == "build" else 6):
            hand.give(lowest(hand.match.decision().cells))
    assert hand.match.game.over


def test_fort_shows_the_drawn_card(app: App) -> None:
    hand = Hand(app, around(position({"tiles": [tile("fort")]}), "person", "easy"))
    hand.give("fort")
    assert hand.table.bar.drawn is not None
    hand.finish_action(Chance(1))
    assert hand.table.bar.drawn is None


def test_the_ceremony_comes_when_the_game_is_over(app: App) -> None:
    pytest.importorskip("kingdom.ui.ceremony.ceremony")
    last_turn = {"player": 1, "start_player": 0, "mandatory": "done"}
    land = {**LAND, (12, 17): "A"}  # no silo
    game = scenario(
        land,
        own=OWN,
        other=OTHER,
        locations={"1": "farm"},
        end=True,
        them={"hand": ["grass"]},
        turn=last_turn,
    )
    hand = Hand(app, around(game, "person", "person"))
    hand.settle()
    hand.give("end_turn")
    hand.settle()
    assert hand.match.state is State.COUNTED
    assert type(app.scene).__name__ == "Ceremony"
