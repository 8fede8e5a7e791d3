"""Nomad tiles: how they are claimed, how long they last, what they do (RULES.md 10)."""

from __future__ import annotations

from typing import Any

import pytest
from nomad_scenes import AFTER, finish_mandatory, finish_turn, held, nomad
from scenario import asks, cells, gold, hex_at, options, pieces, places, play, scenario, state, tile, tiles

from kingdom.rules.events import GoldEarned, Moved, Removed, TileGained, TileLost, TileUsed
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import EDGE

AROUND_5_5 = {(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 6)}


# --- claiming nomad tiles, and how long they last


def camp(*kinds: str, **more: Any) -> Game:
    """Player 0 at (5, 4), a nomad space at (5, 6) and others in the same row, three hexes apart; a grass
    card."""
    spaces = [(5, 6 + 3 * number) for number in range(len(kinds))]
    land = {**dict.fromkeys(spaces, "N"), **more.pop("land", {})}
    lying = [[list(space), kind] for space, kind in zip(spaces, kinds, strict=True)]
    return scenario(land=land, **{"own": [(5, 4)], "card": "grass", "nomad_tiles": lying, **more})


def test_first_piece_beside_a_nomad_space_takes_its_tile() -> None:
    """N-CLAIM-1, R-SETUP-4: by a build, with an event; the space is empty for good and stays a nomad
    space."""
    game = camp("sword")
    happened = play(game, (5, 5))
    assert TileGained(0, "sword", hex_at(5, 6)) in happened
    assert held(game) == [("sword", True)]
    assert state(game)["nomad_tiles"] == []
    play(game, (4, 5))
    assert held(game) == [("sword", True)]
    assert places(game.board.landmark["nomad"]) == {(5, 6)}


def test_no_limit_of_nomad_tiles() -> None:
    """N-CLAIM-1, N-LIFE-4: one piece may take several, a player any number, and both may be used in one
    turn."""
    game = scenario(
        land={(5, 6): "N", (4, 6): "N"},
        own=[(5, 4)],
        card="grass",
        nomad_tiles=[[[5, 6], "sword"], [[4, 6], "donation_grass"]],
        other=[(15, 15)],
    )
    play(game, (5, 5))
    assert {kind for kind, _ in held(game)} == {"sword", "donation_grass"}
    finish_turn(game)
    finish_turn(game)
    assert {"sword", "donation_grass"} <= options(game)
    play(game, "sword", (15, 15))
    assert "donation_grass" in options(game)


def test_nomad_tile_by_a_move() -> None:
    """N-CLAIM-1, R-LOSE-9, R-MOVE-7: a move claims like a build; moving away again loses nothing."""
    game = camp("sword", own=[(5, 3)], me={"tiles": [tile("paddock"), tile("paddock")]})
    play(game, "paddock", (5, 3), (5, 5))
    assert held(game) == [("sword", True)]
    play(game, "paddock", (5, 5), (3, 4))
    assert held(game) == [("sword", True)]


def test_who_claims() -> None:
    """N-CLAIM-2, R-GAIN-7, R-GAIN-8, R-GAIN-10: a warrior and each hex of a city hall claim; a scout does
    not; a wagon does in passing."""
    warrior = camp("sword", me={"tiles": [tile("barracks")]})
    play(warrior, "barracks", "place", (5, 5))
    assert held(warrior) == [("sword", True)]
    hall = camp("sword", "outpost", me={"tiles": [tile("city_hall")]}, own=[(2, 4)])
    play(hall, "city_hall", (4, 5))
    assert held(hall) == [("sword", True)]
    scout = camp("sword", me={"tiles": [tile("scout_cabin")]})
    play(scout, "scout_cabin", (5, 5))
    assert held(scout) == []
    wagon = camp("sword", own=[], me={"tiles": [tile("wagon")], "wagon": [5, 4]})
    play(wagon, "wagon", "move", (5, 5), (4, 5))
    assert held(wagon) == [("sword", True)]


def test_life_of_a_nomad_tile() -> None:
    """N-LIFE-1, N-LIFE-2, D-8, R-TURN-7: usable in the own turn of the next round, if wanted; then gone, used
    or not."""
    game = camp("resettlement")
    play(game, (5, 5))
    finish_mandatory(game)
    with pytest.raises(IllegalAnswer, match="N-LIFE-1"):
        play(game, "resettlement")
    play(game, "end_turn")
    finish_turn(game)
    assert held(game) == [("resettlement", False)]
    assert "resettlement" in options(game)
    unused, used = game, game.copy()
    finish_mandatory(unused)
    happened = play(unused, "end_turn")
    assert TileLost(0, "resettlement", None) in happened
    assert held(unused) == []
    play(used, "resettlement", (5, 4), (5, 3))
    assert held(used) == []
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(used, "resettlement")


def test_tile_of_another_player_is_not_offered() -> None:
    """N-LIFE-1, R-TURN-3: what is not held is refused."""
    game = scenario(own=[(5, 5)], card="grass", them=nomad("resettlement"))
    with pytest.raises(IllegalAnswer, match="R-TURN-3"):
        play(game, "resettlement")


def test_claim_by_canoe_before_the_own_turn() -> None:
    """N-LIFE-3, L-CANOE-1, D-4: claimed in another's turn of the same round: not usable in that round, but in
    the next."""
    game = camp(
        "outpost",
        land={(10, 10): "W", (10, 11): "N"},
        other=[(10, 9)],
        them={"tiles": [tile("canoe")]},
        nomad_tiles=[[[5, 6], "outpost"], [[10, 11], "resettlement"]],
    )
    play(game, (5, 5))
    assert (game.decision().player, asks(game), cells(game)) == (1, "to", {(10, 10)}), (
        "the tile of a nomad space is its last one"
    )
    play(game, (10, 10))
    assert held(game, 1) == [("resettlement", True)]
    finish_turn(game)
    assert game.player == 1
    assert "resettlement" not in options(game)
    finish_turn(game)
    assert held(game, 1) == [("resettlement", False)], (
        "not lost at the end of a turn in which it could not be used"
    )
    finish_turn(game)
    assert "resettlement" in options(game)
    finish_turn(game)
    assert held(game, 1) == []


def test_claim_by_canoe_after_the_own_turn() -> None:
    """N-LIFE-1, N-LIFE-3: claimed in a later player's turn: usable in the own next turn, which is in a later
    round."""
    game = camp(
        "outpost",
        land={(10, 10): "W", (10, 11): "N"},
        other=[(10, 9)],
        them={"tiles": [tile("canoe")]},
        turn={"start_player": 1},
        nomad_tiles=[[[5, 6], "outpost"], [[10, 11], "resettlement"]],
    )
    play(game, (5, 5), (10, 10))
    finish_turn(game)
    assert game.player == 1
    assert "resettlement" in options(game)


def test_fresh_tiles_of_all_players_get_ready_with_the_round() -> None:
    """N-LIFE-1: the start of a round makes what was claimed before usable, for every player."""
    game = scenario(
        own=[(5, 5)],
        other=[(9, 9)],
        card="grass",
        me=nomad("sword", fresh=True),
        them=nomad("sword", fresh=True),
    )
    finish_turn(game)
    assert (held(game, 0), held(game, 1)) == ([("sword", True)], [("sword", True)])
    finish_turn(game)
    assert (held(game, 0), held(game, 1)) == ([("sword", False)], [("sword", False)])


def test_bazaar_does_not_repeat_nomad_tiles() -> None:
    """N-LIFE-4, L-BAZAAR-2: after a donation there is nothing to repeat."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("bazaar")], **nomad("resettlement")})
    play(game, "resettlement", (5, 5), (5, 6), "done")
    assert "bazaar" not in options(game)


def test_treasure() -> None:
    """N-TREASURE-1, R-RES-1, E-48: 3 gold at once, nothing is kept."""
    game = camp("treasure")
    happened = play(game, (5, 5))
    assert game.gold == [3, 0]
    assert held(game) == []
    kinds = [type(event) for event in happened]
    assert kinds.index(TileGained) < kinds.index(GoldEarned)
    assert state(game)["nomad_tiles"] == []


def test_treasure_empties_its_space_for_canoes() -> None:
    """N-TREASURE-1, L-CANOE-1, D-4: it counts as the last tile of its space."""
    game = camp("treasure", land={(10, 10): "W"}, other=[(10, 9)], them={"tiles": [tile("canoe")]})
    play(game, (5, 5))
    assert (game.decision().player, options(game)) == (1, {"decline"})


# --- donations


@pytest.mark.parametrize(
    ("land", "letter"),
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
def test_donation_of_every_terrain(land: str, letter: str) -> None:
    """N-DONATION-1, N-DONATION-3: three builds on the shown terrain, water and mountain too, adjacent if
    possible."""
    base = "D" if letter == "G" else "G"
    fields = [(5, 5), (5, 6), (5, 7), (12, 12)]
    game = scenario(
        base=base,
        land=dict.fromkeys(fields, letter),
        own=[(5, 4)],
        card="desert",
        me=nomad(f"donation_{land}"),
    )
    play(game, f"donation_{land}")
    for field in fields[:3]:
        assert (asks(game), cells(game), options(game)) == ("to", {field}, set())
        play(game, field)
    assert pieces(game) == {(5, 4), *fields[:3]}
    assert (asks(game), held(game), game.supply[0]) == ("act", [], 36)


def test_donation_after_the_mandatory_action() -> None:
    """N-DONATION-1, R-TURN-5, E-17: supply goes from 40 to 37 and then to 34."""
    game = scenario(base="L", card="flower", me=nomad("donation_flower"))
    play(game, (5, 5), (5, 6), (5, 7))
    assert game.supply[0] == 37
    play(game, "donation_flower", (5, 8), (5, 9), (5, 10))
    assert game.supply[0] == 34


def test_donation_waits_for_the_mandatory_action() -> None:
    """R-TURN-5, R-TURN-6: neither between mandatory builds, nor anything else between its own."""
    game = scenario(
        base="L", card="flower", own=[(9, 9)], me={"tiles": [tile("garden")], **nomad("donation_flower")}
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
    """N-DONATION-2, E-76: two builds, and the tile is used up."""
    game = scenario(
        land={(5, 5): "L", (15, 15): "L"}, own=[(5, 4)], card="grass", me=nomad("donation_flower")
    )
    play(game, "donation_flower")
    assert cells(game) == {(5, 5)}
    play(game, (5, 5))
    assert cells(game) == {(15, 15)}
    play(game, (15, 15))
    assert (asks(game), held(game)) == ("act", [])


def test_donation_with_a_small_supply() -> None:
    """N-DONATION-2, R-BUILD-10, R-END-1: as many as the supply allows; none: not available."""
    game = scenario(own=[(5, 4)], card="grass", me={"supply": 2, **nomad("donation_grass")})
    play(game, "donation_grass", (5, 5), (5, 6))
    assert (asks(game), game.supply[0], game.ending) == ("act", 0, True)
    assert "donation_grass" not in options(
        scenario(own=[(5, 4)], card="grass", me={"supply": 0, **nomad("donation_grass")})
    )
    full = scenario(
        land={(5, 5): "L"}, other=[(5, 5)], own=[(5, 4)], card="grass", me=nomad("donation_flower")
    )
    with pytest.raises(IllegalAnswer, match="N-DONATION-1"):
        play(full, "donation_flower")


def test_donation_on_a_cave() -> None:
    """N-DONATION-3, Q-CAVE-2: a cave is a mountain hex to build on and stays a cave."""
    game = scenario(
        land={(5, 5): "M", (12, 12): "M"},
        own=[(5, 4), (12, 11)],
        card="grass",
        me=nomad("donation_mountain"),
        caves=[[5, 5], [12, 12]],
    )
    play(game, "donation_mountain", (5, 5))
    assert (5, 5) in pieces(game)
    assert state(game)["caves"] == [[5, 5], [12, 12]]


def test_donation_and_fishermen_and_miners() -> None:
    """E-47, K-FISHERMEN-2, K-MINERS-2: on water no Fishermen, on a mountain no Miners, crosswise they
    score."""
    land = {(5, 5): "W", (5, 6): "M"}
    game = scenario(
        land=land,
        own=[],
        card="grass",
        me=nomad("donation_water", "donation_mountain"),
        turn=AFTER,
        cards=["fishermen", "miners"],
    )
    play(game, "donation_water", (5, 5))
    assert (gold(game, "fishermen"), gold(game, "miners")) == (0, 1)
    play(game, "donation_mountain", (5, 6))
    assert (gold(game, "fishermen"), gold(game, "miners")) == (1, 1)


def test_donation_and_canoe_inside() -> None:
    """N-DONATION-1, L-CANOE-2: a canoe build comes between two builds of a donation and takes its hex
    away."""
    game = camp(
        "treasure",
        own=[(5, 4)],
        land={(5, 5): "W", (4, 5): "W", (15, 15): "W"},
        other=[(3, 4)],
        me=nomad("donation_water"),
        them={"tiles": [tile("canoe")]},
    )
    play(game, "donation_water", (5, 5))
    assert (game.decision().player, cells(game)) == (1, {(4, 5)})
    play(game, (4, 5))
    assert (game.decision().player, cells(game)) == (0, {(15, 15)})


def test_donation_and_zones() -> None:
    """P-WARRIOR-3, P-WARRIOR-5: a zone hex is no target and binds nobody."""
    game = scenario(
        land={(5, 5): "L", (9, 9): "L"},
        own=[(5, 4)],
        card="grass",
        me=nomad("donation_flower"),
        them={"warriors": [[5, 6]]},
    )
    play(game, "donation_flower")
    assert cells(game) == {(9, 9)}


# --- resettlement


def test_resettlement_of_two() -> None:
    """N-RESETTLE-1, N-CLAIM-1, R-GAIN-10, E-18: three steps to a nomad tile, one step to a location: four in
    all."""
    game = scenario(
        land={(5, 9): "N", (10, 5): "1"},
        locations={"1": "farm"},
        own=[(5, 5), (10, 3)],
        card="grass",
        me=nomad("resettlement"),
        nomad_tiles=[[[5, 9], "sword"]],
    )
    play(game, "resettlement")
    assert (asks(game), cells(game), options(game)) == ("from", {(5, 5), (10, 3)}, set())
    play(game, (5, 5))
    assert (asks(game), cells(game), options(game)) == ("to", AROUND_5_5, set())
    play(game, (5, 6), (5, 7), (5, 8))
    assert held(game) == [("sword", True)]
    assert options(game) == {"done"}
    play(game, "done")
    assert (asks(game), cells(game), options(game)) == ("from", {(10, 3)}, {"done"}), "none is chosen twice"
    play(game, (10, 3), (10, 4))
    assert (tiles(game), pieces(game), asks(game)) == (["farm"], {(5, 8), (10, 4)}, "act")


def test_resettlement_of_four() -> None:
    """N-RESETTLE-1, N-RESETTLE-2: four settlements by one step each; the fourth step ends the action."""
    game = scenario(own=[(5, 1), (7, 1), (9, 1), (11, 1), (13, 1)], card="grass", me=nomad("resettlement"))
    play(game, "resettlement")
    for row in (5, 7, 9):
        play(game, (row, 1), (row, 2), "done")
        assert (row, 2) not in cells(game)
    play(game, (11, 1), (11, 2))
    assert asks(game) == "act"
    assert pieces(game) == {(5, 2), (7, 2), (9, 2), (11, 2), (13, 1)}


def test_who_cannot_be_resettled_is_told_by_the_rule() -> None:
    """N-RESETTLE-1, N-RESETTLE-2: at first a settlement that has no step; later one that has moved."""
    shut_in = dict.fromkeys([(0, 1), (1, 0)], "W")
    game = scenario(land=shut_in, own=[(0, 0), (5, 5)], card="grass", me=nomad("resettlement"))
    play(game, "resettlement")
    with pytest.raises(IllegalAnswer, match="N-RESETTLE-1"):
        play(game, (0, 0))
    game = scenario(own=[(5, 5), (9, 9)], card="grass", me=nomad("resettlement"))
    play(game, "resettlement", (5, 5), (5, 6), "done")
    with pytest.raises(IllegalAnswer, match="N-RESETTLE-2"):
        play(game, (5, 6))


def test_resettlement_may_stop_early() -> None:
    """N-RESETTLE-1: one step is enough; with fewer than one it has not been used."""
    game = scenario(own=[(5, 5), (9, 9)], card="grass", me=nomad("resettlement"))
    play(game, "resettlement", (5, 5))
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(game, "done")
    play(game, (5, 6), "done", "done")
    assert (asks(game), pieces(game), held(game)) == ("act", {(5, 6), (9, 9)}, [])


def test_resettlement_does_not_end_where_it_began() -> None:
    """R-MOVE-3, N-RESETTLE-1: it may cross its start hex, but neither stop nor end there."""
    game = scenario(own=[(5, 5)], card="grass", me=nomad("resettlement"))
    play(game, "resettlement", (5, 5), (5, 6), (5, 5))
    assert (cells(game), options(game)) == (AROUND_5_5, set())
    play(game, (5, 4))
    assert (5, 5) not in cells(game)
    assert options(game) == {"done"}
    play(game, (5, 3))
    assert pieces(game) == {(5, 3)}


def test_resettlement_steps_on_free_suitable_hexes_only() -> None:
    """N-RESETTLE-1, R-TERM-5, R-MOVE-6, P-WARRIOR-3: not over water, mountains, landmarks, pieces, walls or
    zones, also in passing."""
    game = scenario(
        land={(5, 4): "W", (5, 6): "M", (4, 5): "N"},
        own=[(5, 5)],
        other=[(4, 6)],
        walls=[[6, 5]],
        card="grass",
        me=nomad("resettlement"),
        them={"warriors": [[8, 6]]},
    )
    play(game, "resettlement", (5, 5))
    assert cells(game) == {(6, 6)}
    play(game, (6, 6))
    assert cells(game) == {(5, 5), (6, 7)}, "(7, 5) and (7, 6) are next to the warrior"


def test_resettlement_from_water_and_out_of_a_zone() -> None:
    """R-MOVE-5, R-MOVE-6: a settlement on water may leave, and not come back; so may one in a zone."""
    game = scenario(land={(5, 5): "W"}, own=[(5, 5)], card="grass", me=nomad("resettlement"))
    play(game, "resettlement", (5, 5), (5, 6))
    assert (5, 5) not in cells(game)
    zone = scenario(own=[(5, 5)], card="grass", me=nomad("resettlement"), them={"warriors": [[5, 4]]})
    play(zone, "resettlement", (5, 5))
    assert cells(zone) == {(5, 6), (4, 6), (6, 6)}
    play(zone, (5, 6))
    assert (5, 5) not in cells(zone)


def test_resettlement_needs_a_way() -> None:
    """N-RESETTLE-1, R-MOVE-4: only settlements, only those with a free neighbour; other pieces never."""
    water = dict.fromkeys(AROUND_5_5, "W")
    assert "resettlement" not in options(
        scenario(land=water, own=[(5, 5)], card="grass", me={"wagon": [9, 9], **nomad("resettlement")})
    )
    game = scenario(
        land=water,
        own=[(5, 5), (9, 9)],
        other=[(12, 12)],
        card="grass",
        me={"warriors": [[15, 15]], **nomad("resettlement")},
    )
    play(game, "resettlement")
    assert cells(game) == {(9, 9)}


def test_passing_a_location_gains_nothing() -> None:
    """R-GAIN-10, R-GAIN-2: a location passed by gives no tile and can give one later; the end hex does, by
    choice or by the last step."""
    game = scenario(
        land={(4, 6): "1"},
        locations={"1": "oasis"},
        own=[(5, 4)],
        card="grass",
        me=nomad("resettlement"),
        turn=AFTER,
    )
    play(game, "resettlement", (5, 4), (5, 5), (5, 6), (5, 7))
    assert tiles(game) == []
    by_choice = game.copy()
    play(game, (5, 8))
    assert tiles(game) == []
    assert not game.taken[0]
    play(by_choice, (5, 6))
    assert tiles(by_choice) == ["oasis"]
    stopped = scenario(
        land={(4, 6): "1"}, locations={"1": "oasis"}, own=[(5, 4)], card="grass", me=nomad("resettlement")
    )
    play(stopped, "resettlement", (5, 4), (5, 5), "done")
    assert tiles(stopped) == ["oasis"]


def test_passing_away_loses_tiles_only_at_the_end() -> None:
    """R-GAIN-10, R-LOSE-1, R-LOSE-3: leaving a location's side and coming back keeps the tile; ending
    elsewhere loses it."""
    scene: dict[str, Any] = {
        "land": {(5, 5): "1"},
        "locations": {"1": "oasis"},
        "own": [(5, 4)],
        "card": "grass",
        "me": {"tiles": [tile("oasis", (5, 5))], **nomad("resettlement")},
    }
    back = scenario(**scene)
    play(back, "resettlement", (5, 4), (4, 4), (3, 4))
    assert tiles(back) == ["oasis"]
    away = back.copy()
    play(back, (4, 5), "done")
    assert tiles(back) == ["oasis"]
    happened = play(away, "done")
    assert tiles(away) == []
    assert [type(event) for event in happened] == [TileLost]


def test_every_step_of_a_resettlement_is_a_move() -> None:
    """R-GAIN-10, K-MAYORS-1: a nomad tile is claimed and a row marked in passing."""
    game = camp("sword", own=[(5, 4), (4, 0), (4, 1), (4, 9)], me=nomad("resettlement"), cards=["mayors"])
    happened = play(game, "resettlement", (5, 4), (5, 5), (4, 5), (3, 4), (2, 4))
    assert held(game) == [("sword", True)]
    assert state(game)["players"][0]["marks"] == [4]
    assert len([event for event in happened if isinstance(event, Moved)]) == 4


def test_resettlement_earns_no_gold() -> None:
    """R-MOVE-7, K-RED-1, R-MOVE-8: a move is no build, and needs no supply."""
    game = scenario(
        own=[(5, 5)],
        other=[(5, 8)],
        card="grass",
        me={"supply": 0, **nomad("resettlement")},
        cards=["ambassadors", "shepherds", "families"],
    )
    play(game, "resettlement", (5, 5), (5, 6), (5, 7))
    assert game.gold == [0, 0]


def test_canoe_inside_a_resettlement() -> None:
    """R-GAIN-10, L-CANOE-2: a nomad tile taken in passing pauses the resettlement, which then goes on."""
    game = camp(
        "treasure",
        own=[(5, 4)],
        land={(15, 15): "W"},
        other=[(15, 14)],
        me=nomad("resettlement"),
        them={"tiles": [tile("canoe")]},
    )
    play(game, "resettlement", (5, 4), (5, 5))
    assert game.decision().player == 1
    play(game, (15, 15))
    assert (game.decision().player, asks(game), options(game)) == (0, "to", {"done"})
    play(game, (4, 5), "done")
    assert pieces(game) == {(4, 5)}


def test_canoe_shuts_a_settlement_in_on_its_start_hex() -> None:
    """N-RESETTLE-1, R-MOVE-3: if an interrupt leaves no step from the start hex, the settlement stays, and
    others may still go."""
    water = dict.fromkeys([(5, 4), (4, 5), (4, 6), (6, 5), (6, 6)], "M")
    game = scenario(
        land={**water, (5, 6): "U", (6, 5): "N"},
        own=[(5, 5), (12, 12)],
        other=[(5, 7)],
        card="grass",
        me=nomad("resettlement"),
        them={"tiles": [tile("canoe")]},
        nomad_tiles=[[[6, 5], "treasure"]],
    )
    play(game, "resettlement", (5, 5), (5, 6))
    if game.decision().player == 1:
        play(game, "decline")
    play(game, (5, 5))
    assert game.decision().player == 1
    play(game, (5, 6))
    assert (game.decision().player, asks(game), cells(game)) == (0, "from", {(12, 12)})
    play(game, (12, 12), (12, 13), "done")
    assert pieces(game) == {(5, 5), (12, 13)}


def test_resettlement_on_the_island() -> None:
    """Q-ISLAND-2, N-RESETTLE-1: no step leaves the island."""
    game = scenario(own=[("i", 2, 2)], card="grass", me=nomad("resettlement"), island="tree_house")
    play(game, "resettlement", ("i", 2, 2))
    assert all(place[0] == "i" for place in cells(game))


# --- outpost


def test_outpost_in_the_mandatory_action() -> None:
    """N-OUTPOST-1, N-OUTPOST-3, R-BUILD-9, R-TURN-5, E-19: A and B by locations, C far away by a nomad space;
    a tile for each."""
    game = scenario(
        land={(5, 5): "1", (3, 5): "2", (15, 15): "N"},
        locations={"1": "oasis", "2": "farm"},
        own=[(5, 3)],
        card="grass",
        me=nomad("outpost"),
        nomad_tiles=[[[15, 15], "sword"]],
    )
    play(game, (5, 4), (4, 5))
    assert (15, 14) not in cells(game)
    assert options(game) == {"outpost"}
    happened = play(game, "outpost")
    assert happened == [TileUsed(0, "outpost"), TileLost(0, "outpost", None)]
    assert options(game) == set(), "a hex must follow"
    assert {(15, 14), (4, 4)} <= cells(game)
    play(game, (15, 14))
    assert sorted(tiles(game)) == ["farm", "oasis"]
    assert held(game) == [("sword", True)]
    assert game.mandatory == 2


def test_outpost_is_for_one_build() -> None:
    """N-OUTPOST-1: the next build is bound again."""
    game = scenario(own=[(5, 5)], card="grass", me=nomad("outpost"))
    play(game, "outpost", (15, 15))
    assert cells(game) == AROUND_5_5 | {(15, 14), (15, 16), (14, 15), (14, 16), (16, 15), (16, 16)}
    assert "outpost" not in options(game)


def test_two_outposts() -> None:
    """N-LIFE-4, N-OUTPOST-1: each waives one build."""
    game = scenario(own=[(5, 5)], card="grass", me=nomad("outpost", "outpost"))
    play(game, "outpost", (15, 15), "outpost", (10, 10))
    assert held(game) == []


def test_outpost_keeps_the_terrain_demand() -> None:
    """N-OUTPOST-1: the terrain of the action stays; so does the position demand of Tower."""
    game = scenario(
        land={(5, 5): "D", (15, 15): "D"},
        own=[(5, 4)],
        card="desert",
        me={"tiles": [tile("tower")], **nomad("outpost")},
    )
    play(game, "outpost")
    assert cells(game) == {(5, 5), (15, 15)}
    tower = scenario(own=[(0, 5)], card="grass", me={"tiles": [tile("tower")], **nomad("outpost")})
    play(tower, "tower", "outpost")
    assert cells(tower) < places(EDGE)
    assert (19, 19) in cells(tower)


def test_outpost_is_offered_only_where_adjacency_binds() -> None:
    """N-OUTPOST-1, N-OUTPOST-3: not when every hex is allowed anyway, not when fresh, and never as an action
    of its own."""
    assert "outpost" not in options(scenario(card="grass", me=nomad("outpost")))
    assert "outpost" not in options(scenario(own=[(5, 5)], card="grass", me=nomad("outpost", fresh=True)))
    assert "outpost" not in options(scenario(own=[(5, 5)], card="grass", me=nomad("outpost"), turn=AFTER))


def test_outpost_with_a_donation() -> None:
    """N-OUTPOST-1, N-DONATION-1: one of the three builds."""
    game = scenario(
        land={(5, 5): "L", (5, 6): "L", (15, 15): "L", (15, 16): "L"},
        own=[(5, 4)],
        card="grass",
        me=nomad("outpost", "donation_flower"),
    )
    play(game, "donation_flower", (5, 5))
    assert (cells(game), options(game)) == ({(5, 6)}, {"outpost"})
    play(game, "outpost", (15, 15))
    assert cells(game) == {(5, 6), (15, 16)}
    assert options(game) == set()


@pytest.mark.parametrize(
    ("kind", "letter", "extra"),
    [("barn", "D", {}), ("harbor", "W", {}), ("rope_bridge", "C", {}), ("tree_house", "F", {})],
)
def test_outpost_with_moves(kind: str, letter: str, extra: dict[str, Any]) -> None:
    """N-OUTPOST-2: Barn, Harbor, rope bridge and tree house moves may ignore adjacency too."""
    game = scenario(
        land={(5, 5): letter, (15, 15): letter},
        own=[(5, 4), (9, 9)],
        card="desert" if kind == "barn" else "grass",
        me={"tiles": [tile(kind)], **nomad("outpost")},
        **extra,
    )
    play(game, kind, (9, 9))
    assert cells(game) == {(5, 5)}
    play(game, "outpost", (15, 15))
    assert pieces(game) == {(5, 4), (15, 15)}
    assert held(game) == []


def test_outpost_makes_barn_usable() -> None:
    """N-OUTPOST-2, R-MOVE-2, E-41: the settlements that could not go far may with an outpost."""
    scene: dict[str, Any] = {
        "base": "D",
        "land": dict.fromkeys([(5, 5), (5, 6), (5, 7), (15, 15)], "G"),
        "own": [(5, 5), (5, 6), (5, 7)],
    }
    assert "barn" not in options(scenario(card="grass", me={"tiles": [tile("barn")]}, **scene))
    game = scenario(card="grass", me={"tiles": [tile("barn")], **nomad("outpost")}, **scene)
    play(game, "barn", (5, 6))
    assert (cells(game), options(game)) == (set(), {"outpost"})
    play(game, "outpost", (15, 15))
    assert pieces(game) == {(5, 5), (5, 7), (15, 15)}


def test_outpost_with_fort() -> None:
    """N-OUTPOST-1, L-FORT-1: the build of the drawn card."""
    game = scenario(
        land={(5, 5): "D", (15, 15): "D"},
        own=[(5, 4)],
        card="grass",
        deck=["desert"],
        me={"tiles": [tile("fort")], **nomad("outpost")},
    )
    play(game, "fort", "outpost", (15, 15))
    assert pieces(game) == {(5, 4), (15, 15)}


@pytest.mark.parametrize(("kind", "letter"), [("barracks", "G"), ("wagon", "G"), ("lighthouse", "W")])
def test_outpost_with_other_pieces(kind: str, letter: str) -> None:
    """N-OUTPOST-2: placing warrior, wagon or ship."""
    game = scenario(
        land={(5, 5): "W", (15, 15): letter},
        own=[(5, 4)],
        card="grass",
        me={"tiles": [tile(kind)], **nomad("outpost")},
    )
    play(game, kind)
    if "place" in options(game):
        play(game, "place")
    assert (15, 15) not in cells(game)
    play(game, "outpost", (15, 15))
    assert (15, 15) in places(game.own[0])


@pytest.mark.parametrize(
    "kind", ["quarry", "tavern", "village", "paddock", "caravan", "city_hall", "scout_cabin", "palisade"]
)
def test_outpost_not_with_strict_or_built_in_adjacency(kind: str) -> None:
    """N-OUTPOST-2, R-BUILD-8: it is not offered."""
    game = scenario(
        own=[(5, 5), (5, 6), (5, 7), (4, 6)], card="grass", me={"tiles": [tile(kind)], **nomad("outpost")}
    )
    play(game, kind)
    while asks(game) == "from":
        game.choose((game.decision().cells & -game.decision().cells).bit_length() - 1)
    assert asks(game) == "to"
    assert "outpost" not in options(game)


# --- sword


def test_sword_takes_one_of_each_opponent() -> None:
    """N-SWORD-1, R-TURN-6: in turn order from the left, chosen by the active player, back into the owner's
    supply."""
    game = scenario(
        own=[(5, 5)],
        other=[(9, 9), (9, 10)],
        card="grass",
        turn={"player": 1, "start_player": 0},
        them=nomad("sword"),
        more=[{"settlements": [[12, 12], [13, 13]]}, {"settlements": [[15, 15]]}],
    )
    play(game, "sword")
    victims = []
    for expected in ({(12, 12), (13, 13)}, {(15, 15)}, {(5, 5)}):
        assert (game.decision().player, asks(game), cells(game), options(game)) == (
            1,
            "from",
            expected,
            set(),
        )
        happened = play(game, min(expected))
        victims += [event.player for event in happened if isinstance(event, Removed)]
    assert victims == [2, 3, 0]
    assert game.supply == [40, 38, 39, 40]
    assert asks(game) == "act"
    assert held(game, 1) == []


def test_sword_after_the_mandatory_action_too() -> None:
    """N-SWORD-1, R-TURN-5: before or after, not between the builds."""
    game = scenario(own=[(5, 5)], other=[(9, 9)], card="grass", me=nomad("sword"))
    assert "sword" in options(game)
    play(game, (5, 6))
    assert "sword" not in options(game)
    play(game, (5, 7), (5, 8), "sword", (9, 9))
    assert pieces(game, 1) == set()


def test_legal_targets_of_a_sword() -> None:
    """N-SWORD-2, R-TERM-1: settlement, warrior, wagon, ship; not the city hall, walls, waiting pieces or
    marks."""
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
        me=nomad("sword", "sword"),
        them=them,
        walls=[[7, 3]],
    )
    supply = game.supply[1]
    play(game, "sword")
    assert cells(game) == {(0, 9), (9, 9), (12, 3), (3, 3)}
    for piece, key, left in (((9, 9), "warriors", []), ((12, 3), "wagon", None), ((3, 3), "ship", None)):
        trial = game.copy()
        play(trial, piece)
        assert state(trial)["players"][1][key] == left
        assert trial.supply[1] == supply, "it goes back into the stock"
        assert asks(trial) == "act"
    play(game, (0, 9))
    assert game.supply[1] == supply + 1
    assert state(game)["players"][1]["waiting"] == 1
    assert state(game)["players"][1]["marks"] == [3]


def test_players_without_a_target_are_skipped() -> None:
    """N-SWORD-2, L-TEMPLE-2: a player with only a city hall and waiting pieces loses nothing; all others
    must."""
    game = scenario(
        own=[(5, 5)],
        card="grass",
        me=nomad("sword"),
        them={"city_hall": [15, 15], "waiting": 2},
        more=[{"settlements": [[9, 9]]}],
    )
    play(game, "sword")
    assert cells(game) == {(9, 9)}
    play(game, (9, 9))
    assert asks(game) == "act"
    alone = scenario(
        own=[(5, 5)], card="grass", me=nomad("sword"), them={"city_hall": [15, 15], "waiting": 2}
    )
    with pytest.raises(IllegalAnswer, match="N-SWORD-1"):
        play(alone, "sword")


def test_sword_opens_a_zone() -> None:
    """N-SWORD-1, P-WARRIOR-3: a warrior hit frees its neighbours at once."""
    game = scenario(own=[(5, 5)], card="grass", me=nomad("sword"), them={"warriors": [[5, 7]]})
    assert (5, 6) not in cells(game)
    play(game, "sword", (5, 7))
    assert (5, 6) in cells(game)


def test_sword_takes_the_last_supporter() -> None:
    """N-SWORD-3, R-LOSE-2, R-END-3, E-66: the victim's tile is lost at once, gold stays, the end stays
    triggered."""
    game = scenario(
        land={(5, 5): "1"},
        locations={"1": "farm"},
        own=[(12, 12)],
        other=[(5, 4)],
        card="grass",
        me=nomad("sword"),
        them={"tiles": [tile("farm", (5, 5))], "supply": 0, "gold": 4},
        end=True,
    )
    happened = play(game, "sword", (5, 4))
    assert any(
        isinstance(event, TileLost) and event.player == 1 and event.tile == "farm" for event in happened
    )
    assert tiles(game, 1) == []
    assert (game.supply[1], game.gold[1], game.ending) == (1, 4, True)
    assert state(game)["location_tiles"] == [[[5, 5], 1]], "it does not go back"


def test_lost_by_sword_is_not_gained_again() -> None:
    """R-GAIN-2, E-64: the victim builds beside the same location again and gets nothing."""
    game = scenario(
        land={(5, 5): "1"},
        locations={"1": "farm"},
        own=[(12, 12)],
        other=[(5, 4)],
        card="grass",
        me=nomad("sword"),
        them={"tiles": [tile("farm", (5, 5))], "hand": ["grass"]},
    )
    play(game, "sword", (5, 4))
    finish_turn(game)
    assert cells(game) >= {(5, 4)}
    play(game, (5, 4))
    assert tiles(game, 1) == []


def test_sword_and_one_of_two_tiles() -> None:
    """R-LOSE-5, E-65: of two equal tiles, one used, the one left is unused."""
    game = scenario(
        land={(5, 5): "1", (9, 9): "1"},
        locations={"1": "farm"},
        own=[(15, 15)],
        other=[(5, 4), (9, 8)],
        card="grass",
        me=nomad("sword"),
        them={"tiles": [tile("farm", (5, 5), used=True), tile("farm", (9, 9))]},
    )
    play(game, "sword", (9, 8))
    left = state(game)["players"][1]["tiles"]
    assert left == [{"kind": "farm", "from": [5, 5], "used": False, "fresh": False}]


def last_turn(variants: list[str], **them: Any) -> Game:
    """The last turn of the last round: player 0 has a sword, player 1 an empty supply."""
    game = scenario(
        own=[(5, 5)],
        other=[(9, 9)],
        card="grass",
        me=nomad("sword"),
        them={"supply": 0, **them},
        end=True,
        variants=variants,
        turn={"player": 0, "start_player": 1},
    )
    finish_mandatory(game)
    play(game, "sword", (9, 9))
    return game


def test_end_stays_triggered() -> None:
    """R-END-3, N-SWORD-3: a refilled supply does not save the game."""
    game = last_turn([])
    play(game, "end_turn")
    assert game.over


def test_variant_sword() -> None:
    """V-SWORD: the end is checked at the end of the round, so the sword cancels it; with nothing refilled the
    game ends."""
    game = last_turn(["sword"])
    play(game, "end_turn")
    assert not game.over
    assert not game.ending
    assert game.player == 1
    without = scenario(
        own=[(5, 5)],
        other=[(9, 9)],
        card="grass",
        them={"supply": 0},
        end=True,
        variants=["sword"],
        turn={"player": 0, "start_player": 1},
    )
    finish_turn(without)
    assert without.over
