"""Tests Canoe: interrupts during other players' turns, including their order and nesting (L-CANOE in
RULES.md)."""

from __future__ import annotations

from typing import Any

import pytest
from support.scenario import (
    cells,
    coords,
    expansion_state,
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

from kingdom.position import read_position
from kingdom.rules import events
from kingdom.rules.decision_frames import MANDATORY_DOING
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.game import Game

AFTER_MANDATORY = {"mandatory": "done"}
PLAYER_WITH_CANOE = {"tiles": [tile("canoe")], "hand": ["grass"]}
PLAYER_WITH_TWO_CANOES = {"tiles": [tile("canoe"), tile("canoe")], "hand": ["grass"]}


def terrain(letter: str, *coords: tuple[int, int]) -> dict[tuple[int, int], str]:
    return dict.fromkeys(coords, letter)


def one_tile_left(*coords: tuple[int, int]) -> list[Any]:
    return [[list(coord), 1] for coord in coords]


def deciding_player(game: Game) -> int:
    return game.decision().player


def finish_turn(game: Game) -> None:
    """Builds anywhere for the active player, declines all canoes and ends the turn."""
    player, round_ = game.active_player, game.round
    while not game.over and (game.active_player, game.round) == (player, round_):
        play(
            game,
            next((option for option in ("decline", "end_turn") if option in options(game)), None)
            or min(cells(game)),
        )


def canoe_scenario(**keys: Any) -> Game:
    """Returns a position with a refuge at (5, 5) that has one tile left, and swamp and water far from all
    pieces. Player 0 takes the tile by building at (5, 4)."""
    settings: dict[str, Any] = {
        "land": terrain("1", (5, 5)) | terrain("U", (14, 10), (14, 11)) | terrain("W", (17, 3)),
        "locations": {"1": "refuge"},
        "card": "grass",
        "location_tiles": one_tile_left((5, 5)),
        "them": PLAYER_WITH_CANOE,
    }
    return scenario(**settings | keys)


SWAMP_AND_WATER = {(14, 10), (14, 11), (17, 3)}


def test_last_tile_triggers_immediately() -> None:
    """L-CANOE-1, L-CANOE-2, R-TURN-5, R-RES-1: an interrupt in the mandatory action follows immediately after
    the tile is gained; then the action continues."""
    game = canoe_scenario()
    new_events = play(game, (5, 4))
    assert events.TileGained(0, "refuge", hex_id_at(5, 5)) in new_events
    assert (deciding_player(game), question(game), cells(game), options(game)) == (
        1,
        "to",
        SWAMP_AND_WATER,
        {"decline"},
    )
    assert game.mandatory_state == MANDATORY_DOING
    new_events = play(game, (14, 10))
    assert new_events[:2] == [
        events.TileUsed(1, "canoe"),
        events.Built(1, "settlement", 1 << hex_id_at(14, 10), "canoe"),
    ]
    assert pieces(game, 1) == {(14, 10)}
    assert (game.supply[0], game.supply[1]) == (39, 39)
    assert deciding_player(game) == 0
    assert question(game) == "act"
    assert not options(game)
    assert game.mandatory_builds_due == 2
    loaded = read_position(position_data(game))
    assert loaded.decision() == game.decision()
    play(game, (5, 3), (5, 2))
    assert options(game) == {"end_turn"}


def test_adjacency_applies_to_swamp_but_not_to_distant_water() -> None:
    """E-22, L-CANOE-2: two swamp hexes next to the player's piece and five distant water hexes are legal, but
    distant swamp is not."""
    near, far = terrain("U", (10, 11), (9, 10)), terrain("U", (15, 15), (15, 16))
    water = terrain("W", (1, 1), (1, 2), (1, 3), (18, 18), (18, 19))
    game = canoe_scenario(land=terrain("1", (5, 5)) | near | far | water, other=[(10, 10)])
    play(game, (5, 4))
    assert deciding_player(game) == 1
    assert cells(game) == set(near) | set(water)
    assert len(cells(game)) == 7
    with pytest.raises(IllegalAnswer, match="L-CANOE-2"):
        play(game, (15, 15))


def test_adjacent_water_does_not_restrict_swamp() -> None:
    """L-CANOE-2: adjacent water restricts builds on water only; distant swamp is still legal."""
    game = canoe_scenario(
        land=terrain("1", (5, 5)) | terrain("W", (10, 11), (18, 18)) | terrain("U", (15, 15), (15, 16)),
        other=[(10, 10)],
    )
    play(game, (5, 4))
    assert cells(game) == {(10, 11), (15, 15), (15, 16)}


def test_first_tile_does_not_trigger() -> None:
    """L-CANOE-1: after the first tile is taken, one tile remains on the hex, so no player is asked."""
    game = canoe_scenario(location_tiles=[])
    play(game, (5, 4))
    assert (deciding_player(game), question(game)) == (0, "act")


def test_player_who_takes_the_tile_is_not_asked() -> None:
    """L-CANOE-1, D-2: a tile gained by the Canoe owner does not trigger the owner's Canoe, and Canoe is not
    an action in the owner's turn."""
    game = canoe_scenario(me={"tiles": [tile("canoe")]}, them={})
    assert "canoe" not in options(game)
    with pytest.raises(IllegalAnswer, match="L-CANOE-1"):
        play(game, "canoe")
    play(game, (5, 4))
    assert (deciding_player(game), question(game)) == (0, "act")


def test_declining_keeps_the_tile() -> None:
    """L-CANOE-3: a player may decline, and the Canoe tile stays ready for the next trigger."""
    game = canoe_scenario(
        land=terrain("1", (5, 5), (8, 8)) | terrain("U", (14, 10)),
        location_tiles=one_tile_left((5, 5), (8, 8)),
        own=[(8, 6), (5, 3)],
        me={"supply": 30},
    )
    play(game, (5, 4))
    play(game, "decline")
    assert deciding_player(game) == 0
    play(game, (8, 7))
    assert (deciding_player(game), cells(game)) == (1, {(14, 10)})


def test_no_interrupt_without_a_target_or_supply() -> None:
    """L-CANOE-2, R-BUILD-10: a player is asked only if there is free swamp or water, a settlement in the
    supply and an unused Canoe tile; otherwise the turn continues."""
    for keys in (
        {"land": terrain("1", (5, 5))},
        {"them": {**PLAYER_WITH_CANOE, "supply": 0}},
        {"them": {"tiles": [tile("canoe", used=True)]}},
    ):
        game = canoe_scenario(**keys)
        play(game, (5, 4))
        assert (deciding_player(game), question(game)) == (0, "act")


def test_players_decide_clockwise_after_the_one_who_took_the_tile() -> None:
    """L-CANOE-3, D-3: player 1 takes the tile, so players 2, 3 and 0 decide in this order."""
    game = canoe_scenario(
        me={"tiles": [tile("canoe")], "hand": ["grass"]},
        them={"hand": ["grass"]},
        more=[PLAYER_WITH_CANOE, PLAYER_WITH_CANOE],
        turn={"player": 1},
        card=None,
    )
    play(game, (5, 4))
    order = []
    while "decline" in options(game):
        order.append(deciding_player(game))
        play(game, "decline")
    assert order == [2, 3, 0]
    assert (deciding_player(game), question(game)) == (1, "act")


def test_canoe_is_usable_once_between_own_turns() -> None:
    """L-CANOE-4: a used tile becomes ready again at the start of its owner's turn, not before."""
    board = terrain("1", (5, 5), (8, 8), (11, 11)) | terrain("U", (14, 10), (14, 11), (14, 12))
    game = canoe_scenario(
        land=board,
        location_tiles=one_tile_left((5, 5), (8, 8), (11, 11)),
        own=[(5, 3), (8, 6), (11, 9)],
        deck=["grass", "grass", "grass"],
    )
    play(game, (5, 4), (14, 10))
    assert game.held_tiles[1][0][2] == 1
    play(game, (8, 7))
    assert (deciding_player(game), question(game)) == (0, "act")
    finish_turn(game)
    assert game.active_player == 1
    assert game.held_tiles[1][0][2] == 0
    finish_turn(game)
    play(game, (11, 10))
    assert deciding_player(game) == 1
    assert cells(game) == {(14, 11)}


def test_used_canoe_stays_used_through_other_turns() -> None:
    """L-CANOE-4: with three players, the end of another player's turn does not make a used Canoe ready
    again."""
    board = terrain("1", (5, 5), (8, 8)) | terrain("U", (14, 10), (14, 11))
    game = canoe_scenario(
        land=board,
        location_tiles=one_tile_left((5, 5), (8, 8)),
        them={"hand": ["grass"], "settlements": [[8, 6]]},
        more=[PLAYER_WITH_CANOE],
    )
    play(game, (5, 4))
    assert deciding_player(game) == 2
    play(game, (14, 10))
    finish_turn(game)
    assert game.active_player == 1
    play(game, (8, 7))
    assert (deciding_player(game), question(game)) == (1, "act")


def test_two_tiles_allow_two_builds() -> None:
    """L-CANOE-4: a player with two tiles can use both for one trigger, or save one for a later trigger."""
    game = canoe_scenario(them=PLAYER_WITH_TWO_CANOES)
    play(game, (5, 4), (14, 10))
    assert (deciding_player(game), cells(game)) == (1, {(14, 11), (17, 3)})
    both = game.copy()
    play(both, (17, 3))
    assert (deciding_player(both), question(both)) == (0, "act")
    assert [tile_state for _, _, tile_state in both.held_tiles[1]] == [1, 1]
    play(game, "decline")
    assert (deciding_player(game), question(game)) == (0, "act")
    assert sorted(tile_state for _, _, tile_state in game.held_tiles[1]) == [0, 1]


def test_one_trigger_for_each_emptied_space() -> None:
    """R-RES-1, L-CANOE-1: a build that empties two locations causes two triggers, and players may decline the
    first."""
    board = terrain("1", (5, 5), (5, 3)) | terrain("U", (14, 10), (14, 11))
    game = canoe_scenario(land=board, location_tiles=one_tile_left((5, 5), (5, 3)), more=[PLAYER_WITH_CANOE])
    play(game, (5, 4))
    order = []
    while "decline" in options(game):
        order.append(deciding_player(game))
        play(game, "decline")
    assert order == [1, 2, 1, 2]


def test_prompt_counts_remaining_canoes() -> None:
    """L-CANOE-2: a trigger allows one build per tile, and the prompt shows how many builds remain, including
    the current one."""
    three_canoes = {"tiles": [tile("canoe")] * 3, "hand": ["grass"]}
    game = canoe_scenario(
        land=terrain("1", (5, 5)) | terrain("U", (14, 10), (14, 11), (14, 12), (14, 13)), them=three_canoes
    )
    play(game, (5, 4))
    for remaining, coord in ((3, (14, 10)), (2, (14, 11)), (1, (14, 12))):
        assert (deciding_player(game), game.prompt().remaining) == (1, remaining)
        play(game, coord)
    assert deciding_player(game) == 0


def test_triggers_nest() -> None:
    """L-CANOE-6: A triggers B and C, and B's build triggers C and A. The order of decisions is B, (C, A), C.
    This is example E-22 nested inside itself."""
    board = terrain("1", (5, 5), (14, 9)) | terrain("U", (14, 10), (14, 11), (14, 12), (14, 13))
    game = canoe_scenario(
        land=board,
        location_tiles=one_tile_left((5, 5), (14, 9)),
        me={"tiles": [tile("canoe")]},
        more=[PLAYER_WITH_TWO_CANOES],
    )
    play(game, (5, 4))
    order = [deciding_player(game)]
    new_events = play(game, (14, 10))
    assert events.TileGained(1, "refuge", hex_id_at(14, 9)) in new_events
    order.append(deciding_player(game))
    play(game, (14, 13))
    order.append(deciding_player(game))  # C again, with the second tile, still in the inner trigger
    play(game, "decline")
    order.append(deciding_player(game))
    play(game, (14, 12))
    assert pieces(game, 0) == {(5, 4), (14, 12)}
    order.append(deciding_player(game))
    assert options(game) == {"decline"}
    play(game, (14, 11))
    assert order == [1, 2, 2, 0, 2]
    assert (deciding_player(game), question(game), game.mandatory_builds_due) == (0, "act", 2)
    assert expansion_state(game)["waiting"] == (0, 0, 0)
    assert game.mandatory_builds_made == 1


def test_inner_trigger_can_use_the_tile_of_the_outer_one() -> None:
    """L-CANOE-6, L-CANOE-4: during the inner trigger, C uses the only tile, so the outer trigger skips C."""
    board = terrain("1", (5, 5), (14, 9)) | terrain("U", (14, 10), (14, 11), (14, 12), (14, 13))
    game = canoe_scenario(land=board, location_tiles=one_tile_left((5, 5), (14, 9)), more=[PLAYER_WITH_CANOE])
    play(game, (5, 4), (14, 10))
    assert deciding_player(game) == 2
    play(game, (14, 13))
    assert (deciding_player(game), question(game)) == (0, "act")


def test_new_canoe_is_usable_immediately() -> None:
    """L-CANOE-5, R-GAIN-5: if the active player gains a Canoe tile, they may use it in the same turn, as soon
    as another player's Canoe build empties a location."""
    board = terrain("1", (5, 5)) | terrain("2", (14, 9)) | terrain("U", (14, 10), (14, 11))
    game = canoe_scenario(
        land=board, locations={"1": "canoe", "2": "refuge"}, location_tiles=one_tile_left((5, 5), (14, 9))
    )
    play(game, (5, 4))
    assert tiles(game) == ["canoe"]
    assert deciding_player(game) == 1
    play(game, (14, 10))
    assert (deciding_player(game), cells(game), options(game)) == (0, {(14, 11)}, {"decline"})
    play(game, (14, 11))
    assert (5, 4) in pieces(game)
    assert (14, 11) in pieces(game)
    assert (game.mandatory_builds_made, game.mandatory_builds_due) == (1, 2)


def test_new_canoe_does_not_count_for_the_current_trigger() -> None:
    """L-CANOE-4, L-CANOE-5: a trigger allows one build for each Canoe tile held at that time. A tile gained
    through such a build can be used for the next trigger."""
    board = terrain("1", (5, 5)) | terrain("2", (14, 9)) | terrain("U", (14, 10), (14, 11))
    game = canoe_scenario(land=board, locations={"1": "refuge", "2": "canoe"})
    play(game, (5, 4), (14, 10))
    assert tiles(game, 1) == ["canoe", "canoe"]
    assert (deciding_player(game), question(game)) == (0, "act")
    assert expansion_state(game)["bonus"][1] == ("canoe",)
    assert expansion_state(game)["bonus_fresh"][1] == ("canoe",)


def test_losing_one_of_two_canoes_keeps_the_usable_one() -> None:
    """R-LOSE-5, L-CANOE-5: if a player with a used tile and a newly gained tile loses one of them, the usable
    tile remains."""
    board = terrain("1", (5, 5), (14, 9)) | terrain("U", (17, 17))
    game = scenario(
        board,
        own=[(5, 4), (14, 8)],
        locations={"1": "canoe"},
        turn=AFTER_MANDATORY,
        me={"tiles": [tile("canoe", (5, 5), fresh=True), tile("canoe", (14, 9), used=True), tile("paddock")]},
    )
    play(game, "paddock", (5, 4), (5, 2))
    remaining_tile, space, tile_state = game.held_tiles[0][0]
    assert (remaining_tile.name, space, tile_state) == ("canoe", hex_id_at(14, 9), 2)


def test_tile_gained_by_canoe_is_usable_next_turn() -> None:
    """R-GAIN-5, L-CANOE-6: a tile gained in another player's turn can be used in the player's own next
    turn."""
    board = terrain("1", (5, 5)) | terrain("2", (14, 9)) | terrain("U", (14, 10), (14, 11))
    game = canoe_scenario(land=board, locations={"1": "refuge", "2": "farm"})
    play(game, (5, 4), (14, 10))
    assert tiles(game, 1) == ["canoe", "farm"]
    finish_turn(game)
    assert game.active_player == 1
    assert "farm" in options(game)


def test_canoe_can_empty_the_supply() -> None:
    """E-74, L-CANOE-7, R-END-1, R-END-4: building the last settlement in another player's turn starts the
    last round; the player's own turn then has no builds."""
    game = canoe_scenario(them={**PLAYER_WITH_CANOE, "supply": 1})
    new_events = play(game, (5, 4), (14, 10))
    assert events.EndTriggered(1) in new_events
    finish_turn(game)
    assert game.active_player == 1
    assert options(game) == {"end_turn"}
    assert not cells(game)
    play(game, "end_turn")
    assert game.over


def test_canoe_does_not_trigger_the_end_while_a_piece_waits() -> None:
    """R-END-1, L-TEMPLE-2: an empty supply does not trigger the end while a piece waits; the piece is built
    in the player's own turn."""
    game = canoe_scenario(them={**PLAYER_WITH_CANOE, "supply": 1, "waiting": 1})
    play(game, (5, 4), (14, 10))
    assert not game.end_triggered
    finish_turn(game)
    play(game, min(cells(game)))
    assert game.end_triggered


def test_canoe_build_earns_gold_for_its_builder() -> None:
    """L-CANOE-7, K-SHEPHERDS-1, K-AMBASSADORS-1: a Canoe build earns gold like any other build."""
    game = canoe_scenario(
        land=terrain("1", (5, 5)) | terrain("W", (17, 3)),
        own=[(17, 4), (5, 3)],
        cards=["shepherds", "ambassadors"],
    )
    play(game, (5, 4), (17, 3))
    assert game.earned_gold == [0, 3]


def test_canoe_build_can_mark_a_row_for_mayors() -> None:
    """L-CANOE-7, K-MAYORS-1: a Canoe build that completes four in a row marks the row, and the mark may use
    the last settlement (R-END-1)."""
    game = canoe_scenario(
        other=[(14, 5), (14, 7), (14, 9)], them={**PLAYER_WITH_CANOE, "supply": 2}, cards=["mayors"]
    )
    play(game, (5, 4), (14, 10))
    assert expansion_state(game)["marks"][1]
    assert game.supply[1] == 0
    assert game.end_triggered
    assert not expansion_state(game)["marks"][0]


def test_canoe_builds_do_not_count_for_rovers() -> None:
    """L-CANOE-7, K-ROVERS-2: Canoe builds earn no Rovers gold, either in another player's turn or in an
    interrupt of the player's own turn."""
    board = terrain("1", (5, 5)) | terrain("2", (14, 9)) | terrain("U", (14, 10), (14, 11))
    game = canoe_scenario(
        land=board,
        locations={"1": "canoe", "2": "refuge"},
        location_tiles=one_tile_left((5, 5), (14, 9)),
        cards=["rovers"],
    )
    play(game, (5, 4), (14, 10), (14, 11), (5, 3), (5, 2), "end_turn")
    assert game.earned_gold == [1, 0]
    assert game.active_player == 1
    assert expansion_state(game)["sections"] == 0


def test_canoe_interrupts_a_donation() -> None:
    """L-CANOE-2, R-TURN-6, N-DONATION-1: the second Donation build empties a location; the third build
    follows after the interrupt."""
    game = canoe_scenario(
        land=terrain("1", (5, 5)) | terrain("F", (5, 3), (5, 4), (4, 4), (9, 9)) | terrain("U", (14, 10)),
        turn=AFTER_MANDATORY,
        me={"nomads": [{"kind": "donation_forest", "fresh": False}]},
    )
    play(game, "donation_forest", (5, 3), (5, 4))
    assert deciding_player(game) == 1
    play(game, (14, 10))
    assert (deciding_player(game), question(game), cells(game)) == (0, "to", {(4, 4)})
    play(game, (4, 4))
    assert options(game) == {"end_turn"}


def test_interrupt_can_take_the_last_target_of_a_donation() -> None:
    """L-CANOE-2, N-DONATION-2: a Canoe build takes the last free water hex, so the Donation on water ends
    early."""
    game = canoe_scenario(
        land=terrain("1", (5, 5)) | terrain("W", (5, 4), (5, 3)),
        turn=AFTER_MANDATORY,
        other=[(4, 3)],
        me={"nomads": [{"kind": "donation_water", "fresh": False}]},
    )
    play(game, "donation_water", (5, 4))
    assert (deciding_player(game), cells(game)) == (1, {(5, 3)})
    play(game, (5, 3))
    assert (deciding_player(game), question(game), options(game)) == (0, "act", {"end_turn"})


def test_canoe_can_make_the_played_card_unplayable() -> None:
    """R-CARD-5, R-MAND-5, X-SWAMP-1: a Canoe build takes the last free swamp hex in a swamp turn; the card is
    replaced and one build remains."""
    board = terrain("1", (14, 9)) | terrain("U", (14, 10), (14, 11))
    game = scenario(
        board,
        locations={"1": "refuge"},
        card="swamp/grass",
        location_tiles=one_tile_left((14, 9)),
        them=PLAYER_WITH_CANOE,
        deck=["grass"],
    )
    play(game, "swamp", (14, 10))
    assert deciding_player(game) == 1
    new_events = play(game, (14, 11))
    assert events.CardRemoved(0, "swamp/grass") in new_events
    assert (deciding_player(game), game.played_card, game.mandatory_builds_due) == (0, "grass", 1)


def test_moves_trigger_canoes() -> None:
    """L-CANOE-1, R-GAIN-1: a move that takes the last tile also interrupts the turn."""
    game = canoe_scenario(own=[(5, 2)], turn=AFTER_MANDATORY, me={"tiles": [tile("paddock")]})
    play(game, "paddock", (5, 2), (5, 4))
    assert deciding_player(game) == 1
    play(game, (17, 3))
    assert (deciding_player(game), options(game)) == (0, {"end_turn"})


def test_nomad_space_triggers_canoes() -> None:
    """L-CANOE-1, D-4, N-TREASURE-1: taking the only tile of a nomad space triggers Canoes, even if the tile
    is a treasure."""
    for kind in ("sword", "treasure"):
        game = canoe_scenario(
            land=terrain("N", (5, 5)) | terrain("U", (14, 10)),
            locations={},
            location_tiles=[],
            nomad_tiles=[[[5, 5], kind]],
        )
        play(game, (5, 4))
        assert deciding_player(game) == 1, kind


def test_nomad_tile_claimed_by_canoe_is_not_usable_in_the_same_round() -> None:
    """N-LIFE-3, L-CANOE-6: a tile claimed in another player's turn is not usable in the player's own turn of
    the same round."""
    game = canoe_scenario(
        land=terrain("1", (5, 5)) | terrain("N", (14, 9)) | terrain("U", (14, 10)),
        nomad_tiles=[[[14, 9], "sword"]],
    )
    play(game, (5, 4), (14, 10))
    finish_turn(game)
    assert game.active_player == 1
    assert "sword" not in options(game)


def test_city_hall_triggers_canoes() -> None:
    """E-83, L-CITYHALL-3, L-CANOE-1: a city hall takes the last tile of a location; the interrupt follows
    after all seven hexes are covered."""
    game = canoe_scenario(own=[(8, 7)], turn=AFTER_MANDATORY, me={"tiles": [tile("city_hall")]})
    play(game, "city_hall", (7, 5))
    assert deciding_player(game) == 1
    assert "refuge" in tiles(game)
    play(game, "decline")
    assert (deciding_player(game), question(game)) == (0, "act")


def test_zones_apply_to_canoes() -> None:
    """P-WARRIOR-3, L-CANOE-2: a zone hex is not a target, so adjacency does not apply to it."""
    game = canoe_scenario(
        own=[(5, 3)], me={"warriors": [[13, 9]], "hand": ["grass"]}, card=None, other=[(15, 9)]
    )
    assert (14, 10) in coords(game.zone_hexes)
    play(game, (5, 4))
    assert cells(game) == {(14, 11), (17, 3)}


def test_scouts_only_help_the_active_player() -> None:
    """R-TERM-2, L-CANOE-2: scouts belong to the active player, so they do not restrict other players' Canoe
    builds."""
    game = canoe_scenario(own=[(5, 3)], scouts=[[14, 9]], me={"tiles": [tile("scout_cabin")]})
    play(game, (5, 4))
    assert (deciding_player(game), cells(game)) == (1, SWAMP_AND_WATER)
    board = (
        terrain("1", (5, 5))
        | terrain("2", (17, 2))
        | terrain("U", (14, 10), (14, 12))
        | terrain("W", (17, 3))
    )
    game = canoe_scenario(
        land=board,
        locations={"1": "refuge", "2": "farm"},
        location_tiles=one_tile_left((5, 5), (17, 2)),
        own=[(5, 3)],
        scouts=[[14, 9]],
        me={"tiles": [tile("scout_cabin"), tile("canoe")]},
    )
    play(game, (5, 4), (17, 3))
    assert (deciding_player(game), cells(game)) == (0, {(14, 10)})


def test_position_holds_answers_of_the_unfinished_action() -> None:
    """L-CANOE-2: a position written during an interrupt contains the answers of the unfinished action."""
    game = canoe_scenario()
    play(game, (5, 4))
    assert position_data(game)["turn"]["pending"] == [[5, 4]]
    play(game, "decline")
    assert position_data(game)["turn"]["pending"] == []


# --- Canoe bonus


def test_canoe_bonus_in_own_turn() -> None:
    """L-CANOE-8, X-BONUS-1, X-BONUS-2: in each of their own turns, the player may build once on swamp or
    water, with adjacency applied to each terrain separately."""
    me = {"tiles": [tile("canoe"), tile("canoe")], "bonus": ["canoe"]}
    game = canoe_scenario(own=[(14, 9)], me=me, them={}, turn=AFTER_MANDATORY)
    assert options(game) == {"canoe_bonus", "end_turn"}
    play(game, "canoe_bonus")
    assert (question(game), cells(game)) == ("to", {(14, 10), (17, 3)})
    assert not options(game)
    new_events = play(game, (17, 3))
    assert events.Built(0, "settlement", 1 << hex_id_at(17, 3), "canoe_bonus") in new_events
    assert game.supply[0] == 38
    assert options(game) == {"end_turn"}
    before_mandatory = canoe_scenario(own=[(14, 9)], me=me, them={})
    assert "canoe_bonus" in options(before_mandatory)
    unusable: list[dict[str, Any]] = [
        {"me": me | {"supply": 0}},
        {"me": me | {"bonus_fresh": ["canoe"]}},
        {"land": terrain("1", (5, 5))},
    ]
    for keys in unusable:
        assert "canoe_bonus" not in options(
            canoe_scenario(**{"own": [(14, 9)], "me": me, "them": {}, "turn": AFTER_MANDATORY} | keys)
        )


def test_outpost_waives_adjacency_for_the_canoe_bonus() -> None:
    """L-CANOE-8, N-OUTPOST-2: with an Outpost, the build may use any free swamp or water."""
    me = {
        "tiles": [tile("canoe"), tile("canoe")],
        "bonus": ["canoe"],
        "nomads": [{"kind": "outpost", "fresh": False}],
    }
    game = canoe_scenario(own=[(14, 9)], me=me, them={}, turn=AFTER_MANDATORY)
    play(game, "canoe_bonus")
    assert options(game) == {"outpost"}
    play(game, "outpost")
    assert cells(game) == SWAMP_AND_WATER
    play(game, (14, 11))
    assert options(game) == {"end_turn"}


def test_outpost_is_not_usable_in_an_interrupt() -> None:
    """L-CANOE-2: an Outpost cannot be used in another player's turn."""
    game = canoe_scenario(
        other=[(14, 9)], them={**PLAYER_WITH_CANOE, "nomads": [{"kind": "outpost", "fresh": False}]}
    )
    play(game, (5, 4))
    assert options(game) == {"decline"}
    assert cells(game) == {(14, 10), (17, 3)}
