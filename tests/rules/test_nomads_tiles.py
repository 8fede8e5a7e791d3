"""Tests how nomad tiles are claimed, when they can be used, and what they do (RULES.md 10)."""

from __future__ import annotations

from typing import Any

import pytest
from support.nomad_scenarios import (
    AFTER_MANDATORY,
    finish_mandatory,
    finish_turn,
    held_nomad_tiles,
    nomad_tiles,
)
from support.scenario import (
    cells,
    coords,
    gold,
    hex_id_at,
    options,
    pieces,
    play,
    position_data,
    question,
    scenario,
    tile,
    tiles,
)

from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import GoldEarned, Moved, Removed, TileGained, TileLost, TileUsed
from kingdom.rules.game import Game
from kingdom.rules.hexes import EDGE_MASK

NEIGHBORS_OF_5_5 = {(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 6)}


# --- Claiming and keeping nomad tiles


def nomad_space_scenario(*tile_names: str, **overrides: Any) -> Game:
    """Returns a scenario in which player 0 has a settlement at (5, 4) and a grass card. There is a nomad
    space at (5, 6), and there are more in the same row, three hexes apart."""
    spaces = [(5, 6 + 3 * index) for index in range(len(tile_names))]
    terrain = {**dict.fromkeys(spaces, "N"), **overrides.pop("land", {})}
    nomad_tiles_on_board = [
        [list(space), tile_name] for space, tile_name in zip(spaces, tile_names, strict=True)
    ]
    return scenario(
        land=terrain, **{"own": [(5, 4)], "card": "grass", "nomad_tiles": nomad_tiles_on_board, **overrides}
    )


def test_first_piece_next_to_a_nomad_space_takes_its_tile() -> None:
    """N-CLAIM-1, R-SETUP-4: a build claims the tile and logs an event; the space is empty afterward but
    remains a nomad space."""
    game = nomad_space_scenario("sword")
    new_events = play(game, (5, 5))
    assert TileGained(0, "sword", hex_id_at(5, 6)) in new_events
    assert held_nomad_tiles(game) == [("sword", True)]
    assert position_data(game)["nomad_tiles"] == []
    play(game, (4, 5))
    assert held_nomad_tiles(game) == [("sword", True)]
    assert coords(game.board.hexes_by_landmark["nomad"]) == {(5, 6)}


def test_number_of_nomad_tiles_is_not_limited() -> None:
    """N-CLAIM-1, N-LIFE-4: one piece may claim several tiles, and a player may hold any number and use two in
    one turn."""
    game = scenario(
        land={(5, 6): "N", (4, 6): "N"},
        own=[(5, 4)],
        card="grass",
        nomad_tiles=[[[5, 6], "sword"], [[4, 6], "donation_grass"]],
        other=[(15, 15)],
    )
    play(game, (5, 5))
    assert {kind for kind, _ in held_nomad_tiles(game)} == {"sword", "donation_grass"}
    finish_turn(game)
    finish_turn(game)
    assert {"sword", "donation_grass"} <= options(game)
    play(game, "sword", (15, 15))
    assert "donation_grass" in options(game)


def test_move_claims_a_nomad_tile() -> None:
    """N-CLAIM-1, R-LOSE-9, R-MOVE-7: a move claims a tile like a build, and moving away again does not lose
    it."""
    game = nomad_space_scenario("sword", own=[(5, 3)], me={"tiles": [tile("paddock"), tile("paddock")]})
    play(game, "paddock", (5, 3), (5, 5))
    assert held_nomad_tiles(game) == [("sword", True)]
    play(game, "paddock", (5, 5), (3, 4))
    assert held_nomad_tiles(game) == [("sword", True)]


def test_pieces_that_claim_nomad_tiles() -> None:
    """N-CLAIM-2, R-GAIN-7, R-GAIN-8, R-GAIN-10: a warrior and each hex of a city hall claim tiles, a wagon
    claims them in passing, and a scout claims none."""
    warrior = nomad_space_scenario("sword", me={"tiles": [tile("barracks")]})
    play(warrior, "barracks", "place", (5, 5))
    assert held_nomad_tiles(warrior) == [("sword", True)]
    hall = nomad_space_scenario("sword", "outpost", me={"tiles": [tile("city_hall")]}, own=[(2, 4)])
    play(hall, "city_hall", (4, 5))
    assert held_nomad_tiles(hall) == [("sword", True)]
    scout = nomad_space_scenario("sword", me={"tiles": [tile("scout_cabin")]})
    play(scout, "scout_cabin", (5, 5))
    assert held_nomad_tiles(scout) == []
    wagon = nomad_space_scenario("sword", own=[], me={"tiles": [tile("wagon")], "wagon": [5, 4]})
    play(wagon, "wagon", "move", (5, 5), (4, 5))
    assert held_nomad_tiles(wagon) == [("sword", True)]


def test_nomad_tile_is_usable_for_one_turn() -> None:
    """N-LIFE-1, N-LIFE-2, D-8, R-TURN-7: a tile can be used in the player's turn of the next round; after
    that turn it is gone, used or not."""
    game = nomad_space_scenario("resettlement")
    play(game, (5, 5))
    finish_mandatory(game)
    with pytest.raises(IllegalAnswer, match="N-LIFE-1"):
        play(game, "resettlement")
    play(game, "end_turn")
    finish_turn(game)
    assert held_nomad_tiles(game) == [("resettlement", False)]
    assert "resettlement" in options(game)
    unused, used = game, game.copy()
    finish_mandatory(unused)
    new_events = play(unused, "end_turn")
    assert TileLost(0, "resettlement", None) in new_events
    assert held_nomad_tiles(unused) == []
    play(used, "resettlement", (5, 4), (5, 3))
    assert held_nomad_tiles(used) == []
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(used, "resettlement")


def test_tile_of_another_player_is_not_offered() -> None:
    """N-LIFE-1, R-TURN-3: using a tile that the player does not hold is illegal."""
    game = scenario(own=[(5, 5)], card="grass", them=nomad_tiles("resettlement"))
    with pytest.raises(IllegalAnswer, match="R-TURN-3"):
        play(game, "resettlement")


def test_claim_by_canoe_before_own_turn() -> None:
    """N-LIFE-3, L-CANOE-1, D-4: a tile claimed in another player's turn of the same round is usable from the
    next round on."""
    game = nomad_space_scenario(
        "outpost",
        land={(10, 10): "W", (10, 11): "N"},
        other=[(10, 9)],
        them={"tiles": [tile("canoe")]},
        nomad_tiles=[[[5, 6], "outpost"], [[10, 11], "resettlement"]],
    )
    play(game, (5, 5))
    assert (game.decision().player, question(game), cells(game)) == (1, "to", {(10, 10)}), (
        "the only tile of a nomad space is its last one"
    )
    play(game, (10, 10))
    assert held_nomad_tiles(game, 1) == [("resettlement", True)]
    finish_turn(game)
    assert game.active_player == 1
    assert "resettlement" not in options(game)
    finish_turn(game)
    assert held_nomad_tiles(game, 1) == [("resettlement", False)], (
        "a tile is not lost at the end of a turn in which it was not usable"
    )
    finish_turn(game)
    assert "resettlement" in options(game)
    finish_turn(game)
    assert held_nomad_tiles(game, 1) == []


def test_claim_by_canoe_after_own_turn() -> None:
    """N-LIFE-1, N-LIFE-3: a tile claimed in a later player's turn is usable in the owner's next turn, which
    belongs to the next round."""
    game = nomad_space_scenario(
        "outpost",
        land={(10, 10): "W", (10, 11): "N"},
        other=[(10, 9)],
        them={"tiles": [tile("canoe")]},
        turn={"start_player": 1},
        nomad_tiles=[[[5, 6], "outpost"], [[10, 11], "resettlement"]],
    )
    play(game, (5, 5), (10, 10))
    finish_turn(game)
    assert game.active_player == 1
    assert "resettlement" in options(game)


def test_new_round_makes_fresh_tiles_usable() -> None:
    """N-LIFE-1: at the start of a round, tiles claimed earlier become usable for all players."""
    game = scenario(
        own=[(5, 5)],
        other=[(9, 9)],
        card="grass",
        me=nomad_tiles("sword", fresh=True),
        them=nomad_tiles("sword", fresh=True),
    )
    finish_turn(game)
    assert (held_nomad_tiles(game, 0), held_nomad_tiles(game, 1)) == ([("sword", True)], [("sword", True)])
    finish_turn(game)
    assert (held_nomad_tiles(game, 0), held_nomad_tiles(game, 1)) == ([("sword", False)], [("sword", False)])


def test_bazaar_does_not_repeat_nomad_tiles() -> None:
    """N-LIFE-4, L-BAZAAR-2: Bazaar cannot repeat a Resettlement."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("bazaar")], **nomad_tiles("resettlement")})
    play(game, "resettlement", (5, 5), (5, 6), "done")
    assert "bazaar" not in options(game)


def test_treasure_gives_gold_immediately() -> None:
    """N-TREASURE-1, R-RES-1, E-48: claiming a treasure earns 3 gold immediately, and the tile is not kept."""
    game = nomad_space_scenario("treasure")
    new_events = play(game, (5, 5))
    assert game.earned_gold == [3, 0]
    assert held_nomad_tiles(game) == []
    event_types = [type(event) for event in new_events]
    assert event_types.index(TileGained) < event_types.index(GoldEarned)
    assert position_data(game)["nomad_tiles"] == []


def test_treasure_triggers_canoes() -> None:
    """N-TREASURE-1, L-CANOE-1, D-4: taking a treasure counts as taking the last tile of its space."""
    game = nomad_space_scenario(
        "treasure", land={(10, 10): "W"}, other=[(10, 9)], them={"tiles": [tile("canoe")]}
    )
    play(game, (5, 5))
    assert (game.decision().player, options(game)) == (1, {"decline"})


# --- Donations


@pytest.mark.parametrize(
    ("terrain_name", "letter"),
    [
        ("grass", "G"),
        ("canyon", "C"),
        ("desert", "D"),
        ("flower", "L"),
        ("forest", "F"),
        ("water", "W"),
        ("mountain", "M"),
    ],
)
def test_donation_of_each_terrain(terrain_name: str, letter: str) -> None:
    """N-DONATION-1, N-DONATION-3: a donation allows three builds on the shown terrain, including water and
    mountain, adjacent if possible."""
    base = "D" if letter == "G" else "G"
    coords = [(5, 5), (5, 6), (5, 7), (12, 12)]
    game = scenario(
        base=base,
        land=dict.fromkeys(coords, letter),
        own=[(5, 4)],
        card="desert",
        me=nomad_tiles(f"donation_{terrain_name}"),
    )
    play(game, f"donation_{terrain_name}")
    for coord in coords[:3]:
        assert (question(game), cells(game), options(game)) == ("to", {coord}, set())
        play(game, coord)
    assert pieces(game) == {(5, 4), *coords[:3]}
    assert (question(game), held_nomad_tiles(game), game.supply[0]) == ("act", [], 36)


def test_donation_after_the_mandatory_action() -> None:
    """N-DONATION-1, R-TURN-5, E-17: three mandatory builds reduce the supply from 40 to 37, and three
    donation builds reduce it to 34."""
    game = scenario(base="L", card="flower", me=nomad_tiles("donation_flower"))
    play(game, (5, 5), (5, 6), (5, 7))
    assert game.supply[0] == 37
    play(game, "donation_flower", (5, 8), (5, 9), (5, 10))
    assert game.supply[0] == 34


def test_donation_cannot_interrupt_the_mandatory_action() -> None:
    """R-TURN-5, R-TURN-6: a donation cannot be used between mandatory builds, and no other action is allowed
    between its own builds."""
    game = scenario(
        base="L",
        card="flower",
        own=[(9, 9)],
        me={"tiles": [tile("garden")], **nomad_tiles("donation_flower")},
    )
    play(game, (9, 8))
    with pytest.raises(IllegalAnswer, match="R-TURN-5"):
        play(game, "donation_flower")
    play(game, (9, 7), (9, 6), "donation_flower", (9, 5))
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(game, "garden")
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(game, "end_turn")


def test_donation_with_two_hexes_left() -> None:
    """N-DONATION-2, E-76: with two free hexes left, a donation allows two builds, and then the tile is used
    up."""
    game = scenario(
        land={(5, 5): "L", (15, 15): "L"}, own=[(5, 4)], card="grass", me=nomad_tiles("donation_flower")
    )
    play(game, "donation_flower")
    assert cells(game) == {(5, 5)}
    play(game, (5, 5))
    assert cells(game) == {(15, 15)}
    play(game, (15, 15))
    assert (question(game), held_nomad_tiles(game)) == ("act", [])


def test_donation_with_a_small_supply() -> None:
    """N-DONATION-2, R-BUILD-10, R-END-1: a donation allows as many builds as there are settlements in the
    supply and is not available if the supply is empty."""
    game = scenario(own=[(5, 4)], card="grass", me={"supply": 2, **nomad_tiles("donation_grass")})
    play(game, "donation_grass", (5, 5), (5, 6))
    assert (question(game), game.supply[0], game.end_triggered) == ("act", 0, True)
    assert "donation_grass" not in options(
        scenario(own=[(5, 4)], card="grass", me={"supply": 0, **nomad_tiles("donation_grass")})
    )
    no_free_hex = scenario(
        land={(5, 5): "L"}, other=[(5, 5)], own=[(5, 4)], card="grass", me=nomad_tiles("donation_flower")
    )
    with pytest.raises(IllegalAnswer, match="N-DONATION-1"):
        play(no_free_hex, "donation_flower")


def test_donation_on_a_cave() -> None:
    """N-DONATION-3, Q-CAVE-2: a cave is a mountain hex that can be built on, and it remains a cave."""
    game = scenario(
        land={(5, 5): "M", (12, 12): "M"},
        own=[(5, 4), (12, 11)],
        card="grass",
        me=nomad_tiles("donation_mountain"),
        caves=[[5, 5], [12, 12]],
    )
    play(game, "donation_mountain", (5, 5))
    assert (5, 5) in pieces(game)
    assert position_data(game)["caves"] == [[5, 5], [12, 12]]


def test_donation_with_fishermen_and_miners() -> None:
    """E-47, K-FISHERMEN-2, K-MINERS-2: a piece on water scores for Miners but not for Fishermen; a piece on a
    mountain scores for Fishermen but not for Miners."""
    terrain = {(5, 5): "W", (5, 6): "M"}
    game = scenario(
        land=terrain,
        own=[],
        card="grass",
        me=nomad_tiles("donation_water", "donation_mountain"),
        turn=AFTER_MANDATORY,
        cards=["fishermen", "miners"],
    )
    play(game, "donation_water", (5, 5))
    assert (gold(game, "fishermen"), gold(game, "miners")) == (0, 1)
    play(game, "donation_mountain", (5, 6))
    assert (gold(game, "fishermen"), gold(game, "miners")) == (1, 1)


def test_canoe_interrupts_donation_builds() -> None:
    """N-DONATION-1, L-CANOE-2: a Canoe build between two donation builds takes the donation's target."""
    game = nomad_space_scenario(
        "treasure",
        own=[(5, 4)],
        land={(5, 5): "W", (4, 5): "W", (15, 15): "W"},
        other=[(3, 4)],
        me=nomad_tiles("donation_water"),
        them={"tiles": [tile("canoe")]},
    )
    play(game, "donation_water", (5, 5))
    assert (game.decision().player, cells(game)) == (1, {(4, 5)})
    play(game, (4, 5))
    assert (game.decision().player, cells(game)) == (0, {(15, 15)})


def test_donation_cannot_build_in_a_zone() -> None:
    """P-WARRIOR-3, P-WARRIOR-5: a zone hex is not a target, so adjacency does not apply to it."""
    game = scenario(
        land={(5, 5): "L", (9, 9): "L"},
        own=[(5, 4)],
        card="grass",
        me=nomad_tiles("donation_flower"),
        them={"warriors": [[5, 6]]},
    )
    play(game, "donation_flower")
    assert cells(game) == {(9, 9)}


# --- Resettlement


def test_resettlement_of_two_settlements() -> None:
    """N-RESETTLE-1, N-CLAIM-1, R-GAIN-10, E-18: one settlement takes three steps to a nomad tile and another
    takes one step to a location, which makes four steps in total."""
    game = scenario(
        land={(5, 9): "N", (10, 5): "1"},
        locations={"1": "farm"},
        own=[(5, 5), (10, 3)],
        card="grass",
        me=nomad_tiles("resettlement"),
        nomad_tiles=[[[5, 9], "sword"]],
    )
    play(game, "resettlement")
    assert (question(game), cells(game), options(game)) == ("from", {(5, 5), (10, 3)}, set())
    play(game, (5, 5))
    assert (question(game), cells(game), options(game)) == ("to", NEIGHBORS_OF_5_5, set())
    play(game, (5, 6), (5, 7), (5, 8))
    assert held_nomad_tiles(game) == [("sword", True)]
    assert options(game) == {"done"}
    play(game, "done")
    assert (question(game), cells(game), options(game)) == ("from", {(10, 3)}, {"done"}), (
        "no settlement is chosen twice"
    )
    play(game, (10, 3), (10, 4))
    assert (tiles(game), pieces(game), question(game)) == (["farm"], {(5, 8), (10, 4)}, "act")


def test_resettlement_of_four_settlements() -> None:
    """N-RESETTLE-1, N-RESETTLE-2: four settlements move one step each; the fourth step ends the action."""
    game = scenario(
        own=[(5, 1), (7, 1), (9, 1), (11, 1), (13, 1)], card="grass", me=nomad_tiles("resettlement")
    )
    play(game, "resettlement")
    for row in (5, 7, 9):
        play(game, (row, 1), (row, 2), "done")
        assert (row, 2) not in cells(game)
    play(game, (11, 1), (11, 2))
    assert question(game) == "act"
    assert pieces(game) == {(5, 2), (7, 2), (9, 2), (11, 2), (13, 1)}


def test_illegal_resettlement_names_the_rule() -> None:
    """N-RESETTLE-1, N-RESETTLE-2: moving a settlement without a free neighboring hex is rejected, and so is
    moving a settlement a second time."""
    water = dict.fromkeys([(0, 1), (1, 0)], "W")
    game = scenario(land=water, own=[(0, 0), (5, 5)], card="grass", me=nomad_tiles("resettlement"))
    play(game, "resettlement")
    with pytest.raises(IllegalAnswer, match="N-RESETTLE-1"):
        play(game, (0, 0))
    game = scenario(own=[(5, 5), (9, 9)], card="grass", me=nomad_tiles("resettlement"))
    play(game, "resettlement", (5, 5), (5, 6), "done")
    with pytest.raises(IllegalAnswer, match="N-RESETTLE-2"):
        play(game, (5, 6))


def test_resettlement_may_stop_early() -> None:
    """N-RESETTLE-1: the player must take at least one step and may stop after it."""
    game = scenario(own=[(5, 5), (9, 9)], card="grass", me=nomad_tiles("resettlement"))
    play(game, "resettlement", (5, 5))
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(game, "done")
    play(game, (5, 6), "done", "done")
    assert (question(game), pieces(game), held_nomad_tiles(game)) == ("act", {(5, 6), (9, 9)}, [])


def test_resettlement_does_not_end_on_its_start_hex() -> None:
    """R-MOVE-3, N-RESETTLE-1: a settlement may cross its start hex but not stop there."""
    game = scenario(own=[(5, 5)], card="grass", me=nomad_tiles("resettlement"))
    play(game, "resettlement", (5, 5), (5, 6), (5, 5))
    assert (cells(game), options(game)) == (NEIGHBORS_OF_5_5, set())
    play(game, (5, 4))
    assert (5, 5) not in cells(game)
    assert options(game) == {"done"}
    play(game, (5, 3))
    assert pieces(game) == {(5, 3)}


def test_resettlement_steps_on_free_suitable_hexes_only() -> None:
    """N-RESETTLE-1, R-TERM-5, R-MOVE-6, P-WARRIOR-3: a settlement cannot step onto water, mountains,
    landmarks, pieces, walls or zones."""
    game = scenario(
        land={(5, 4): "W", (5, 6): "M", (4, 5): "N"},
        own=[(5, 5)],
        other=[(4, 6)],
        walls=[[6, 5]],
        card="grass",
        me=nomad_tiles("resettlement"),
        them={"warriors": [[8, 6]]},
    )
    play(game, "resettlement", (5, 5))
    assert cells(game) == {(6, 6)}
    play(game, (6, 6))
    assert cells(game) == {(5, 5), (6, 7)}, "(7, 5) and (7, 6) are next to the warrior"


def test_resettlement_from_water_and_out_of_a_zone() -> None:
    """R-MOVE-5, R-MOVE-6: a settlement may leave water or a zone but not return there."""
    game = scenario(land={(5, 5): "W"}, own=[(5, 5)], card="grass", me=nomad_tiles("resettlement"))
    play(game, "resettlement", (5, 5), (5, 6))
    assert (5, 5) not in cells(game)
    zone = scenario(own=[(5, 5)], card="grass", me=nomad_tiles("resettlement"), them={"warriors": [[5, 4]]})
    play(zone, "resettlement", (5, 5))
    assert cells(zone) == {(5, 6), (4, 6), (6, 6)}
    play(zone, (5, 6))
    assert (5, 5) not in cells(zone)


def test_resettlement_needs_a_free_neighbor() -> None:
    """N-RESETTLE-1, R-MOVE-4: only settlements with a free neighboring hex can move, never other pieces."""
    water = dict.fromkeys(NEIGHBORS_OF_5_5, "W")
    assert "resettlement" not in options(
        scenario(land=water, own=[(5, 5)], card="grass", me={"wagon": [9, 9], **nomad_tiles("resettlement")})
    )
    game = scenario(
        land=water,
        own=[(5, 5), (9, 9)],
        other=[(12, 12)],
        card="grass",
        me={"warriors": [[15, 15]], **nomad_tiles("resettlement")},
    )
    play(game, "resettlement")
    assert cells(game) == {(9, 9)}


def test_passing_a_location_gains_nothing() -> None:
    """R-GAIN-10, R-GAIN-2: passing a location gains no tile and does not use up the location; ending the move
    next to it gains the tile."""
    game = scenario(
        land={(4, 6): "1"},
        locations={"1": "oasis"},
        own=[(5, 4)],
        card="grass",
        me=nomad_tiles("resettlement"),
        turn=AFTER_MANDATORY,
    )
    play(game, "resettlement", (5, 4), (5, 5), (5, 6), (5, 7))
    assert tiles(game) == []
    returned = game.copy()
    play(game, (5, 8))
    assert tiles(game) == []
    assert not game.taken_locations[0]
    play(returned, (5, 6))
    assert tiles(returned) == ["oasis"]
    stopped = scenario(
        land={(4, 6): "1"},
        locations={"1": "oasis"},
        own=[(5, 4)],
        card="grass",
        me=nomad_tiles("resettlement"),
    )
    play(stopped, "resettlement", (5, 4), (5, 5), "done")
    assert tiles(stopped) == ["oasis"]


def test_resettlement_loses_tiles_only_at_the_end() -> None:
    """R-GAIN-10, R-LOSE-1, R-LOSE-3: a settlement that leaves a location and returns keeps the tile; ending
    the move elsewhere loses it."""
    keys: dict[str, Any] = {
        "land": {(5, 5): "1"},
        "locations": {"1": "oasis"},
        "own": [(5, 4)],
        "card": "grass",
        "me": {"tiles": [tile("oasis", (5, 5))], **nomad_tiles("resettlement")},
    }
    comes_back = scenario(**keys)
    play(comes_back, "resettlement", (5, 4), (4, 4), (3, 4))
    assert tiles(comes_back) == ["oasis"]
    stays_away = comes_back.copy()
    play(comes_back, (4, 5), "done")
    assert tiles(comes_back) == ["oasis"]
    new_events = play(stays_away, "done")
    assert tiles(stays_away) == []
    assert [type(event) for event in new_events] == [TileLost]


def test_every_step_of_a_resettlement_is_a_move() -> None:
    """R-GAIN-10, K-MAYORS-1: a settlement claims a nomad tile and marks a row even if it only passes
    through."""
    game = nomad_space_scenario(
        "sword", own=[(5, 4), (4, 0), (4, 1), (4, 9)], me=nomad_tiles("resettlement"), cards=["mayors"]
    )
    new_events = play(game, "resettlement", (5, 4), (5, 5), (4, 5), (3, 4), (2, 4))
    assert held_nomad_tiles(game) == [("sword", True)]
    assert position_data(game)["players"][0]["marks"] == [4]
    assert len([event for event in new_events if isinstance(event, Moved)]) == 4


def test_resettlement_earns_no_gold() -> None:
    """R-MOVE-7, K-RED-1, R-MOVE-8: steps are moves, not builds, so they earn no gold and need no supply."""
    game = scenario(
        own=[(5, 5)],
        other=[(5, 8)],
        card="grass",
        me={"supply": 0, **nomad_tiles("resettlement")},
        cards=["ambassadors", "shepherds", "families"],
    )
    play(game, "resettlement", (5, 5), (5, 6), (5, 7))
    assert game.earned_gold == [0, 0]


def test_canoe_interrupts_a_resettlement() -> None:
    """R-GAIN-10, L-CANOE-2: claiming a nomad tile in passing interrupts the resettlement, which then
    continues."""
    game = nomad_space_scenario(
        "treasure",
        own=[(5, 4)],
        land={(15, 15): "W"},
        other=[(15, 14)],
        me=nomad_tiles("resettlement"),
        them={"tiles": [tile("canoe")]},
    )
    play(game, "resettlement", (5, 4), (5, 5))
    assert game.decision().player == 1
    play(game, (15, 15))
    assert (game.decision().player, question(game), options(game)) == (0, "to", {"done"})
    play(game, (4, 5), "done")
    assert pieces(game) == {(4, 5)}


def test_canoe_encloses_a_settlement_on_its_start_hex() -> None:
    """N-RESETTLE-1, R-MOVE-3: if an interrupt leaves no step from the start hex, the settlement stays there
    and others may still move."""
    mountains = dict.fromkeys([(5, 4), (4, 5), (4, 6), (6, 5), (6, 6)], "M")
    game = scenario(
        land={**mountains, (5, 6): "U", (6, 5): "N"},
        own=[(5, 5), (12, 12)],
        other=[(5, 7)],
        card="grass",
        me=nomad_tiles("resettlement"),
        them={"tiles": [tile("canoe")]},
        nomad_tiles=[[[6, 5], "treasure"]],
    )
    play(game, "resettlement", (5, 5), (5, 6))
    if game.decision().player == 1:
        play(game, "decline")
    play(game, (5, 5))
    assert game.decision().player == 1
    play(game, (5, 6))
    assert (game.decision().player, question(game), cells(game)) == (0, "from", {(12, 12)})
    play(game, (12, 12), (12, 13), "done")
    assert pieces(game) == {(5, 5), (12, 13)}


def test_resettlement_stays_on_the_island() -> None:
    """Q-ISLAND-2, N-RESETTLE-1: no step leaves the island."""
    game = scenario(own=[("i", 2, 2)], card="grass", me=nomad_tiles("resettlement"), island="tree_house")
    play(game, "resettlement", ("i", 2, 2))
    assert all(coord[0] == "i" for coord in cells(game))


# --- Outpost


def test_outpost_in_the_mandatory_action() -> None:
    """N-OUTPOST-1, N-OUTPOST-3, R-BUILD-9, R-TURN-5, E-19: A and B are built next to locations, and C is
    built far away next to a nomad space. Each build gains a tile."""
    game = scenario(
        land={(5, 5): "1", (3, 5): "2", (15, 15): "N"},
        locations={"1": "oasis", "2": "farm"},
        own=[(5, 3)],
        card="grass",
        me=nomad_tiles("outpost"),
        nomad_tiles=[[[15, 15], "sword"]],
    )
    play(game, (5, 4), (4, 5))
    assert (15, 14) not in cells(game)
    assert options(game) == {"outpost"}
    new_events = play(game, "outpost")
    assert new_events == [TileUsed(0, "outpost"), TileLost(0, "outpost", None)]
    assert options(game) == set(), "the hex must be chosen next"
    assert {(15, 14), (4, 4)} <= cells(game)
    play(game, (15, 14))
    assert sorted(tiles(game)) == ["farm", "oasis"]
    assert held_nomad_tiles(game) == [("sword", True)]
    assert game.mandatory_state == 2


def test_outpost_applies_to_one_build() -> None:
    """N-OUTPOST-1: an Outpost waives adjacency for one build only, so adjacency applies again to the next
    build."""
    game = scenario(own=[(5, 5)], card="grass", me=nomad_tiles("outpost"))
    play(game, "outpost", (15, 15))
    assert cells(game) == NEIGHBORS_OF_5_5 | {(15, 14), (15, 16), (14, 15), (14, 16), (16, 15), (16, 16)}
    assert "outpost" not in options(game)


def test_two_outposts() -> None:
    """N-LIFE-4, N-OUTPOST-1: each Outpost waives adjacency for one build."""
    game = scenario(own=[(5, 5)], card="grass", me=nomad_tiles("outpost", "outpost"))
    play(game, "outpost", (15, 15), "outpost", (10, 10))
    assert held_nomad_tiles(game) == []


def test_outpost_waives_only_adjacency() -> None:
    """N-OUTPOST-1: the terrain requirement of an action still applies, and so does Tower's restriction to the
    board edge."""
    game = scenario(
        land={(5, 5): "D", (15, 15): "D"},
        own=[(5, 4)],
        card="desert",
        me={"tiles": [tile("tower")], **nomad_tiles("outpost")},
    )
    play(game, "outpost")
    assert cells(game) == {(5, 5), (15, 15)}
    tower = scenario(own=[(0, 5)], card="grass", me={"tiles": [tile("tower")], **nomad_tiles("outpost")})
    play(tower, "tower", "outpost")
    assert cells(tower) < coords(EDGE_MASK)
    assert (19, 19) in cells(tower)


def test_outpost_is_offered_only_where_adjacency_applies() -> None:
    """N-OUTPOST-1, N-OUTPOST-3: an Outpost is not offered if every hex is legal anyway or if the tile is
    fresh, and never as a separate action."""
    assert "outpost" not in options(scenario(card="grass", me=nomad_tiles("outpost")))
    assert "outpost" not in options(
        scenario(own=[(5, 5)], card="grass", me=nomad_tiles("outpost", fresh=True))
    )
    assert "outpost" not in options(
        scenario(own=[(5, 5)], card="grass", me=nomad_tiles("outpost"), turn=AFTER_MANDATORY)
    )


def test_outpost_with_a_donation() -> None:
    """N-OUTPOST-1, N-DONATION-1: an Outpost waives adjacency for one of the three builds."""
    game = scenario(
        land={(5, 5): "L", (5, 6): "L", (15, 15): "L", (15, 16): "L"},
        own=[(5, 4)],
        card="grass",
        me=nomad_tiles("outpost", "donation_flower"),
    )
    play(game, "donation_flower", (5, 5))
    assert (cells(game), options(game)) == ({(5, 6)}, {"outpost"})
    play(game, "outpost", (15, 15))
    assert cells(game) == {(5, 6), (15, 16)}
    assert options(game) == set()


@pytest.mark.parametrize(
    ("tile_name", "letter", "extra"),
    [("barn", "D", {}), ("harbor", "W", {}), ("rope_bridge", "C", {}), ("tree_house", "F", {})],
)
def test_outpost_with_moves(tile_name: str, letter: str, extra: dict[str, Any]) -> None:
    """N-OUTPOST-2: moves by Barn, Harbor, rope bridge and tree house may also ignore adjacency."""
    game = scenario(
        land={(5, 5): letter, (15, 15): letter},
        own=[(5, 4), (9, 9)],
        card="desert" if tile_name == "barn" else "grass",
        me={"tiles": [tile(tile_name)], **nomad_tiles("outpost")},
        **extra,
    )
    play(game, tile_name, (9, 9))
    assert cells(game) == {(5, 5)}
    play(game, "outpost", (15, 15))
    assert pieces(game) == {(5, 4), (15, 15)}
    assert held_nomad_tiles(game) == []


def test_outpost_makes_barn_usable() -> None:
    """N-OUTPOST-2, R-MOVE-2, E-41: settlements without an adjacent target can move far away with an
    Outpost."""
    keys: dict[str, Any] = {
        "base": "D",
        "land": dict.fromkeys([(5, 5), (5, 6), (5, 7), (15, 15)], "G"),
        "own": [(5, 5), (5, 6), (5, 7)],
    }
    assert "barn" not in options(scenario(card="grass", me={"tiles": [tile("barn")]}, **keys))
    game = scenario(card="grass", me={"tiles": [tile("barn")], **nomad_tiles("outpost")}, **keys)
    play(game, "barn", (5, 6))
    assert (cells(game), options(game)) == (set(), {"outpost"})
    play(game, "outpost", (15, 15))
    assert pieces(game) == {(5, 5), (5, 7), (15, 15)}


def test_outpost_with_fort() -> None:
    """N-OUTPOST-1, L-FORT-1: an Outpost waives adjacency for the build with the drawn card."""
    game = scenario(
        land={(5, 5): "D", (15, 15): "D"},
        own=[(5, 4)],
        card="grass",
        deck=["desert"],
        me={"tiles": [tile("fort")], **nomad_tiles("outpost")},
    )
    play(game, "fort", "outpost", (15, 15))
    assert pieces(game) == {(5, 4), (15, 15)}


@pytest.mark.parametrize(("tile_name", "letter"), [("barracks", "G"), ("wagon", "G"), ("lighthouse", "W")])
def test_outpost_with_other_pieces(tile_name: str, letter: str) -> None:
    """N-OUTPOST-2: an Outpost waives adjacency for placing a warrior, wagon or ship."""
    game = scenario(
        land={(5, 5): "W", (15, 15): letter},
        own=[(5, 4)],
        card="grass",
        me={"tiles": [tile(tile_name)], **nomad_tiles("outpost")},
    )
    play(game, tile_name)
    if "place" in options(game):
        play(game, "place")
    assert (15, 15) not in cells(game)
    play(game, "outpost", (15, 15))
    assert (15, 15) in coords(game.piece_hexes[0])


@pytest.mark.parametrize(
    "tile_name", ["quarry", "tavern", "village", "paddock", "caravan", "city_hall", "scout_cabin", "palisade"]
)
def test_outpost_cannot_waive_strict_adjacency(tile_name: str) -> None:
    """N-OUTPOST-2, R-BUILD-8: an Outpost is not offered for actions that always require adjacency."""
    game = scenario(
        own=[(5, 5), (5, 6), (5, 7), (4, 6)],
        card="grass",
        me={"tiles": [tile(tile_name)], **nomad_tiles("outpost")},
    )
    play(game, tile_name)
    while question(game) == "from":
        game.play((game.decision().cells & -game.decision().cells).bit_length() - 1)
    assert question(game) == "to"
    assert "outpost" not in options(game)


# --- Sword


def test_sword_removes_one_piece_of_each_opponent() -> None:
    """N-SWORD-1, R-TURN-6: the active player chooses for each opponent in turn order; the piece returns to
    its owner's supply."""
    game = scenario(
        own=[(5, 5)],
        other=[(9, 9), (9, 10)],
        card="grass",
        turn={"player": 1, "start_player": 0},
        them=nomad_tiles("sword"),
        more=[{"settlements": [[12, 12], [13, 13]]}, {"settlements": [[15, 15]]}],
    )
    play(game, "sword")
    affected_players = []
    for expected in ({(12, 12), (13, 13)}, {(15, 15)}, {(5, 5)}):
        assert (game.decision().player, question(game), cells(game), options(game)) == (
            1,
            "from",
            expected,
            set(),
        )
        new_events = play(game, min(expected))
        affected_players += [event.player for event in new_events if isinstance(event, Removed)]
    assert affected_players == [2, 3, 0]
    assert game.supply == [40, 38, 39, 40]
    assert question(game) == "act"
    assert held_nomad_tiles(game, 1) == []


def test_sword_before_or_after_the_mandatory_action() -> None:
    """N-SWORD-1, R-TURN-5: a Sword can be used before or after the mandatory action, but not between its
    builds."""
    game = scenario(own=[(5, 5)], other=[(9, 9)], card="grass", me=nomad_tiles("sword"))
    assert "sword" in options(game)
    play(game, (5, 6))
    assert "sword" not in options(game)
    play(game, (5, 7), (5, 8), "sword", (9, 9))
    assert pieces(game, 1) == set()


def test_legal_targets_of_a_sword() -> None:
    """N-SWORD-2, R-TERM-1: settlements, warriors, wagons and ships are targets; city halls, walls, waiting
    pieces and row marks are not."""
    them = {
        "warriors": [[9, 9]],
        "wagon": [12, 3],
        "ship": [3, 3],
        "city_hall": [15, 15],
        "waiting": 1,
        "marks": [3],
    }
    game = scenario(
        land={(3, 3): "W"},
        own=[(5, 5)],
        other=[(0, 9)],
        card="grass",
        me=nomad_tiles("sword", "sword"),
        them=them,
        walls=[[7, 3]],
    )
    supply = game.supply[1]
    play(game, "sword")
    assert cells(game) == {(0, 9), (9, 9), (12, 3), (3, 3)}
    for piece, key, remaining in (((9, 9), "warriors", []), ((12, 3), "wagon", None), ((3, 3), "ship", None)):
        copy = game.copy()
        play(copy, piece)
        assert position_data(copy)["players"][1][key] == remaining
        assert copy.supply[1] == supply, "the piece returns to the stock, not to the supply"
        assert question(copy) == "act"
    play(game, (0, 9))
    assert game.supply[1] == supply + 1
    assert position_data(game)["players"][1]["waiting"] == 1
    assert position_data(game)["players"][1]["marks"] == [3]


def test_sword_skips_players_without_a_target() -> None:
    """N-SWORD-2, L-TEMPLE-2: a player with only a city hall and waiting pieces loses nothing; all others must
    lose a piece."""
    game = scenario(
        own=[(5, 5)],
        card="grass",
        me=nomad_tiles("sword"),
        them={"city_hall": [15, 15], "waiting": 2},
        more=[{"settlements": [[9, 9]]}],
    )
    play(game, "sword")
    assert cells(game) == {(9, 9)}
    play(game, (9, 9))
    assert question(game) == "act"
    no_target = scenario(
        own=[(5, 5)], card="grass", me=nomad_tiles("sword"), them={"city_hall": [15, 15], "waiting": 2}
    )
    with pytest.raises(IllegalAnswer, match="N-SWORD-1"):
        play(no_target, "sword")


def test_sword_removes_the_zone_of_a_warrior() -> None:
    """N-SWORD-1, P-WARRIOR-3: removing a warrior opens the neighboring hexes immediately."""
    game = scenario(own=[(5, 5)], card="grass", me=nomad_tiles("sword"), them={"warriors": [[5, 7]]})
    assert (5, 6) not in cells(game)
    play(game, "sword", (5, 7))
    assert (5, 6) in cells(game)


def test_sword_removes_the_last_settlement_at_a_location() -> None:
    """N-SWORD-3, R-LOSE-2, R-END-3, E-66: the affected player loses the tile immediately but keeps earned
    gold, and a triggered end is not revoked."""
    game = scenario(
        land={(5, 5): "1"},
        locations={"1": "farm"},
        own=[(12, 12)],
        other=[(5, 4)],
        card="grass",
        me=nomad_tiles("sword"),
        them={"tiles": [tile("farm", (5, 5))], "supply": 0, "gold": 4},
        end=True,
    )
    new_events = play(game, "sword", (5, 4))
    assert any(
        isinstance(event, TileLost) and event.player == 1 and event.tile == "farm" for event in new_events
    )
    assert tiles(game, 1) == []
    assert (game.supply[1], game.earned_gold[1], game.end_triggered) == (1, 4, True)
    assert position_data(game)["location_tiles"] == [[[5, 5], 1]], "a lost tile does not return to its hex"


def test_tile_lost_by_sword_is_not_gained_again() -> None:
    """R-GAIN-2, E-64: a player who lost the tile gains nothing by building next to the same location
    again."""
    game = scenario(
        land={(5, 5): "1"},
        locations={"1": "farm"},
        own=[(12, 12)],
        other=[(5, 4)],
        card="grass",
        me=nomad_tiles("sword"),
        them={"tiles": [tile("farm", (5, 5))], "hand": ["grass"]},
    )
    play(game, "sword", (5, 4))
    finish_turn(game)
    assert cells(game) >= {(5, 4)}
    play(game, (5, 4))
    assert tiles(game, 1) == []


def test_sword_leaves_the_unused_of_two_tiles() -> None:
    """R-LOSE-5, E-65: of two equal tiles, the unused one remains."""
    game = scenario(
        land={(5, 5): "1", (9, 9): "1"},
        locations={"1": "farm"},
        own=[(15, 15)],
        other=[(5, 4), (9, 8)],
        card="grass",
        me=nomad_tiles("sword"),
        them={"tiles": [tile("farm", (5, 5), used=True), tile("farm", (9, 9))]},
    )
    play(game, "sword", (9, 8))
    remaining = position_data(game)["players"][1]["tiles"]
    assert remaining == [{"kind": "farm", "from": [5, 5], "used": False, "fresh": False}]


def use_sword_in_the_last_turn(variants: list[str], **them: Any) -> Game:
    """Plays the last turn of the game. Player 0 uses a Sword, which refills the empty supply of player 1."""
    game = scenario(
        own=[(5, 5)],
        other=[(9, 9)],
        card="grass",
        me=nomad_tiles("sword"),
        them={"supply": 0, **them},
        end=True,
        variants=variants,
        turn={"player": 0, "start_player": 1},
    )
    finish_mandatory(game)
    play(game, "sword", (9, 9))
    return game


def test_sword_does_not_revoke_the_end() -> None:
    """R-END-3, N-SWORD-3: a refilled supply does not prevent the end of the game."""
    game = use_sword_in_the_last_turn([])
    play(game, "end_turn")
    assert game.over


def test_sword_variant_checks_the_end_of_the_round() -> None:
    """V-SWORD: the supplies are checked at the end of the round, so a Sword that refills the empty supply
    cancels the end; otherwise the game ends."""
    game = use_sword_in_the_last_turn(["sword"])
    play(game, "end_turn")
    assert not game.over
    assert not game.end_triggered
    assert game.active_player == 1
    without_sword = scenario(
        own=[(5, 5)],
        other=[(9, 9)],
        card="grass",
        them={"supply": 0},
        end=True,
        variants=["sword"],
        turn={"player": 0, "start_player": 1},
    )
    finish_turn(without_sword)
    assert without_sword.over
