"""Canoe: interrupts of another player's turn, in order and nested (RULES.md L-CANOE)."""

from __future__ import annotations

from typing import Any

import pytest
from scenario import asks, cells, hex_at, kept, options, pieces, places, play, scenario, state, tile, tiles

from kingdom.position import read_position
from kingdom.rules import events
from kingdom.rules.frames import DOING, IllegalAnswer
from kingdom.rules.game import Game

DONE = {"mandatory": "done"}
CANOE = {"tiles": [tile("canoe")], "hand": ["grass"]}
TWO_CANOES = {"tiles": [tile("canoe"), tile("canoe")], "hand": ["grass"]}


def land(letter: str, *spots: tuple[int, int]) -> dict[tuple[int, int], str]:
    return dict.fromkeys(spots, letter)


def last_tile(*spots: tuple[int, int]) -> list[Any]:
    return [[list(spot), 1] for spot in spots]


def who(game: Game) -> int:
    return game.decision().player


def finish_turn(game: Game) -> None:
    """Let the player on turn build anywhere and end the turn; canoes are declined."""
    player, round_ = game.player, game.round
    while not game.over and (game.player, game.round) == (player, round_):
        play(
            game,
            next((word for word in ("decline", "end_turn") if word in options(game)), None)
            or min(cells(game)),
        )


def marsh(**keys: Any) -> Game:
    """A refuge with one tile at (5, 5), swamp and water far from everyone; player 0 is about to take the tile
    by building at (5, 4)."""
    settings: dict[str, Any] = {
        "land": land("1", (5, 5)) | land("U", (14, 10), (14, 11)) | land("W", (17, 3)),
        "locations": {"1": "refuge"},
        "card": "grass",
        "location_tiles": last_tile((5, 5)),
        "them": CANOE,
    }
    return scenario(**settings | keys)


WET = {(14, 10), (14, 11), (17, 3)}


def test_the_last_tile_triggers_at_once() -> None:
    """L-CANOE-1, L-CANOE-2, R-TURN-5, R-RES-1: right after the gain, inside the mandatory action, which then
    goes on."""
    game = marsh()
    happened = play(game, (5, 4))
    assert events.TileGained(0, "refuge", hex_at(5, 5)) in happened
    assert (who(game), asks(game), cells(game), options(game)) == (1, "to", WET, {"decline"})
    assert game.mandatory == DOING
    happened = play(game, (14, 10))
    assert happened[:2] == [
        events.TileUsed(1, "canoe"),
        events.Built(1, "settlement", 1 << hex_at(14, 10), "canoe"),
    ]
    assert pieces(game, 1) == {(14, 10)}
    assert (game.supply[0], game.supply[1]) == (39, 39)
    assert who(game) == 0
    assert asks(game) == "act"
    assert not options(game)
    assert game.due == 2
    read = read_position(state(game))
    assert read.decision() == game.decision()
    play(game, (5, 3), (5, 2))
    assert options(game) == {"end_turn"}


def test_seven_hexes_to_choose_from() -> None:
    """E-22, L-CANOE-2: two swamp hexes beside his piece and five far water hexes; far swamp is not allowed,
    far water is."""
    near, far = land("U", (10, 11), (9, 10)), land("U", (15, 15), (15, 16))
    water = land("W", (1, 1), (1, 2), (1, 3), (18, 18), (18, 19))
    game = marsh(land=land("1", (5, 5)) | near | far | water, other=[(10, 10)])
    play(game, (5, 4))
    assert who(game) == 1
    assert cells(game) == set(near) | set(water)
    assert len(cells(game)) == 7
    with pytest.raises(IllegalAnswer, match="L-CANOE-2"):
        play(game, (15, 15))


def test_near_water_does_not_bind_swamp() -> None:
    """L-CANOE-2: the other way round: water beside him, swamp only far away."""
    game = marsh(
        land=land("1", (5, 5)) | land("W", (10, 11), (18, 18)) | land("U", (15, 15), (15, 16)),
        other=[(10, 10)],
    )
    play(game, (5, 4))
    assert cells(game) == {(10, 11), (15, 15), (15, 16)}


def test_a_first_tile_does_not_trigger() -> None:
    """L-CANOE-1: one tile is left on the hex, so nothing happens."""
    game = marsh(location_tiles=[])
    play(game, (5, 4))
    assert (who(game), asks(game)) == (0, "act")


def test_the_taker_is_not_asked() -> None:
    """L-CANOE-1, D-2: one's own gain is no trigger for oneself, and Canoe is no action of the own turn."""
    game = marsh(me={"tiles": [tile("canoe")]}, them={})
    assert "canoe" not in options(game)
    with pytest.raises(IllegalAnswer, match="L-CANOE-1"):
        play(game, "canoe")
    play(game, (5, 4))
    assert (who(game), asks(game)) == (0, "act")


def test_declining_keeps_the_tile() -> None:
    """L-CANOE-3: a player may decline; the tile stays ready for the next trigger."""
    game = marsh(
        land=land("1", (5, 5), (8, 8)) | land("U", (14, 10)),
        location_tiles=last_tile((5, 5), (8, 8)),
        own=[(8, 6), (5, 3)],
        me={"supply": 30},
    )
    play(game, (5, 4))
    play(game, "decline")
    assert who(game) == 0
    play(game, (8, 7))
    assert (who(game), cells(game)) == (1, {(14, 10)})


def test_nobody_is_asked_without_a_place_or_supply() -> None:
    """L-CANOE-2, R-BUILD-10: no free swamp or water, or no settlement left: the turn goes on without a
    question."""
    for keys in (
        {"land": land("1", (5, 5))},
        {"them": {**CANOE, "supply": 0}},
        {"them": {"tiles": [tile("canoe", used=True)]}},
    ):
        game = marsh(**keys)
        play(game, (5, 4))
        assert (who(game), asks(game)) == (0, "act")


def test_order_is_clockwise_from_the_left_of_the_taker() -> None:
    """L-CANOE-3, D-3: player 1 takes the tile, so 2, 3, then 0 decide."""
    game = marsh(
        me={"tiles": [tile("canoe")], "hand": ["grass"]},
        them={"hand": ["grass"]},
        more=[CANOE, CANOE],
        turn={"player": 1},
        card=None,
    )
    play(game, (5, 4))
    order = []
    while "decline" in options(game):
        order.append(who(game))
        play(game, "decline")
    assert order == [2, 3, 0]
    assert (who(game), asks(game)) == (1, "act")


def test_each_tile_once_between_two_turns() -> None:
    """L-CANOE-4: used now, it is ready again at the start of its owner's turn, not before."""
    board = land("1", (5, 5), (8, 8), (11, 11)) | land("U", (14, 10), (14, 11), (14, 12))
    game = marsh(
        land=board,
        location_tiles=last_tile((5, 5), (8, 8), (11, 11)),
        own=[(5, 3), (8, 6), (11, 9)],
        deck=["grass", "grass", "grass"],
    )
    play(game, (5, 4), (14, 10))
    assert game.tiles[1][0][2] == 1
    play(game, (8, 7))
    assert (who(game), asks(game)) == (0, "act")
    finish_turn(game)
    assert game.player == 1
    assert game.tiles[1][0][2] == 0
    finish_turn(game)
    play(game, (11, 10))
    assert who(game) == 1
    assert cells(game) == {(14, 11)}


def test_used_canoe_stays_used_through_other_turns() -> None:
    """L-CANOE-4: with three players, the end of somebody else's turn does not make it ready."""
    board = land("1", (5, 5), (8, 8)) | land("U", (14, 10), (14, 11))
    game = marsh(
        land=board,
        location_tiles=last_tile((5, 5), (8, 8)),
        them={"hand": ["grass"], "settlements": [[8, 6]]},
        more=[CANOE],
    )
    play(game, (5, 4))
    assert who(game) == 2
    play(game, (14, 10))
    finish_turn(game)
    assert game.player == 1
    play(game, (8, 7))
    assert (who(game), asks(game)) == (1, "act")


def test_two_tiles_are_two_builds() -> None:
    """L-CANOE-4: both on one trigger, or one and then decline and keep the other for later."""
    game = marsh(them=TWO_CANOES)
    play(game, (5, 4), (14, 10))
    assert (who(game), cells(game)) == (1, {(14, 11), (17, 3)})
    both = game.copy()
    play(both, (17, 3))
    assert (who(both), asks(both)) == (0, "act")
    assert [held for _, _, held in both.tiles[1]] == [1, 1]
    play(game, "decline")
    assert (who(game), asks(game)) == (0, "act")
    assert sorted(held for _, _, held in game.tiles[1]) == [0, 1]


def test_one_trigger_for_each_emptied_space() -> None:
    """R-RES-1, L-CANOE-1: a build that empties two locations is two triggers; a player may let the first
    pass."""
    board = land("1", (5, 5), (5, 3)) | land("U", (14, 10), (14, 11))
    game = marsh(land=board, location_tiles=last_tile((5, 5), (5, 3)), more=[CANOE])
    play(game, (5, 4))
    order = []
    while "decline" in options(game):
        order.append(who(game))
        play(game, "decline")
    assert order == [1, 2, 1, 2]


def test_canoes_count_down() -> None:
    """L-CANOE-2: up to once for each tile; the question says how many are left, this one included."""
    three = {"tiles": [tile("canoe")] * 3, "hand": ["grass"]}
    game = marsh(land=land("1", (5, 5)) | land("U", (14, 10), (14, 11), (14, 12), (14, 13)), them=three)
    play(game, (5, 4))
    for left, place in ((3, (14, 10)), (2, (14, 11)), (1, (14, 12))):
        assert (who(game), game.question().remaining) == (1, left)
        play(game, place)
    assert who(game) == 0


def test_triggers_nest() -> None:
    """L-CANOE-6: A triggers B and C, B's build triggers C and A; the order is B, (C, A), C. E-22 inside
    E-22."""
    board = land("1", (5, 5), (14, 9)) | land("U", (14, 10), (14, 11), (14, 12), (14, 13))
    game = marsh(
        land=board,
        location_tiles=last_tile((5, 5), (14, 9)),
        me={"tiles": [tile("canoe")]},
        more=[TWO_CANOES],
    )
    play(game, (5, 4))
    order = [who(game)]
    happened = play(game, (14, 10))
    assert events.TileGained(1, "refuge", hex_at(14, 9)) in happened
    order.append(who(game))
    play(game, (14, 13))
    order.append(who(game))  # C again: the second tile, still in the inner trigger
    play(game, "decline")
    order.append(who(game))
    play(game, (14, 12))
    assert pieces(game, 0) == {(5, 4), (14, 12)}
    order.append(who(game))
    assert options(game) == {"decline"}
    play(game, (14, 11))
    assert order == [1, 2, 2, 0, 2]
    assert (who(game), asks(game), game.due) == (0, "act", 2)
    assert kept(game)["waiting"] == (0, 0, 0)
    assert game.built == 1


def test_an_inner_trigger_can_use_up_the_outer_one() -> None:
    """L-CANOE-6, L-CANOE-4: C uses the only tile in the inner trigger, so the outer one passes C by."""
    board = land("1", (5, 5), (14, 9)) | land("U", (14, 10), (14, 11), (14, 12), (14, 13))
    game = marsh(land=board, location_tiles=last_tile((5, 5), (14, 9)), more=[CANOE])
    play(game, (5, 4), (14, 10))
    assert who(game) == 2
    play(game, (14, 13))
    assert (who(game), asks(game)) == (0, "act")


def test_usable_from_the_moment_it_is_gained() -> None:
    """L-CANOE-5, R-GAIN-5: the player on turn gains a Canoe tile and uses it in the same turn, when a Canoe
    build empties a location."""
    board = land("1", (5, 5)) | land("2", (14, 9)) | land("U", (14, 10), (14, 11))
    game = marsh(
        land=board, locations={"1": "canoe", "2": "refuge"}, location_tiles=last_tile((5, 5), (14, 9))
    )
    play(game, (5, 4))
    assert tiles(game) == ["canoe"]
    assert who(game) == 1
    play(game, (14, 10))
    assert (who(game), cells(game), options(game)) == (0, {(14, 11)}, {"decline"})
    play(game, (14, 11))
    assert (5, 4) in pieces(game)
    assert (14, 11) in pieces(game)
    assert (game.built, game.due) == (1, 2)


def test_a_new_canoe_serves_the_next_trigger_only() -> None:
    """L-CANOE-4, L-CANOE-5: a trigger is one chance for each tile held when it came; the tile it brings waits
    for another."""
    board = land("1", (5, 5)) | land("2", (14, 9)) | land("U", (14, 10), (14, 11))
    game = marsh(land=board, locations={"1": "refuge", "2": "canoe"})
    play(game, (5, 4), (14, 10))
    assert tiles(game, 1) == ["canoe", "canoe"]
    assert (who(game), asks(game)) == (0, "act")
    assert kept(game)["bonus"][1] == ("canoe",)
    assert kept(game)["bonus_fresh"][1] == ("canoe",)


def test_a_twin_lost_keeps_the_unused_canoe() -> None:
    """R-LOSE-5, L-CANOE-5: of a used and a just gained tile the usable one is kept."""
    board = land("1", (5, 5), (14, 9)) | land("U", (17, 17))
    game = scenario(
        board,
        own=[(5, 4), (14, 8)],
        locations={"1": "canoe"},
        turn=DONE,
        me={"tiles": [tile("canoe", (5, 5), fresh=True), tile("canoe", (14, 9), used=True), tile("paddock")]},
    )
    play(game, "paddock", (5, 4), (5, 2))
    kind, space, held = game.tiles[0][0]
    assert (kind.name, space, held) == ("canoe", hex_at(14, 9), 2)


def test_tiles_gained_by_canoe_are_usable_in_the_own_next_turn() -> None:
    """R-GAIN-5, L-CANOE-6: what a Canoe build gains in another's turn can be used in the own next turn."""
    board = land("1", (5, 5)) | land("2", (14, 9)) | land("U", (14, 10), (14, 11))
    game = marsh(land=board, locations={"1": "refuge", "2": "farm"})
    play(game, (5, 4), (14, 10))
    assert tiles(game, 1) == ["canoe", "farm"]
    finish_turn(game)
    assert game.player == 1
    assert "farm" in options(game)


def test_canoe_can_empty_the_supply() -> None:
    """E-74, L-CANOE-7, R-END-1, R-END-4: the last settlement in another's turn starts the last round; the own
    turn has no builds."""
    game = marsh(them={**CANOE, "supply": 1})
    happened = play(game, (5, 4), (14, 10))
    assert events.EndTriggered(1) in happened
    finish_turn(game)
    assert game.player == 1
    assert options(game) == {"end_turn"}
    assert not cells(game)
    play(game, "end_turn")
    assert game.over


def test_canoe_does_not_end_the_game_while_a_piece_waits() -> None:
    """R-END-1, L-TEMPLE-2: the supply is empty, but a piece waits; it is built in the own turn."""
    game = marsh(them={**CANOE, "supply": 1, "waiting": 1})
    play(game, (5, 4), (14, 10))
    assert not game.ending
    finish_turn(game)
    play(game, min(cells(game)))
    assert game.ending


def test_gold_for_the_builder() -> None:
    """L-CANOE-7, K-SHEPHERDS-1, K-AMBASSADORS-1: a Canoe build earns like others, for its builder."""
    game = marsh(
        land=land("1", (5, 5)) | land("W", (17, 3)), own=[(17, 4), (5, 3)], cards=["shepherds", "ambassadors"]
    )
    play(game, (5, 4), (17, 3))
    assert game.gold == [0, 3]


def test_a_mark_for_the_builder() -> None:
    """L-CANOE-7, K-MAYORS-1: a Canoe build that makes four in a row marks it, and the mark can take the last
    settlement (R-END-1)."""
    game = marsh(other=[(14, 5), (14, 7), (14, 9)], them={**CANOE, "supply": 2}, cards=["mayors"])
    play(game, (5, 4), (14, 10))
    assert kept(game)["marks"][1]
    assert game.supply[1] == 0
    assert game.ending
    assert not kept(game)["marks"][0]


def test_nothing_for_rovers() -> None:
    """L-CANOE-7, K-ROVERS-2: neither in another's turn nor, nested, in the own one."""
    board = land("1", (5, 5)) | land("2", (14, 9)) | land("U", (14, 10), (14, 11))
    game = marsh(
        land=board,
        locations={"1": "canoe", "2": "refuge"},
        location_tiles=last_tile((5, 5), (14, 9)),
        cards=["rovers"],
    )
    play(game, (5, 4), (14, 10), (14, 11), (5, 3), (5, 2), "end_turn")
    assert game.gold == [1, 0]
    assert game.player == 1
    assert kept(game)["sections"] == 0


def test_canoe_between_the_steps_of_a_donation() -> None:
    """L-CANOE-2, R-TURN-6, N-DONATION-1: the second build of a Donation empties a location; the third follows
    after the interrupt."""
    game = marsh(
        land=land("1", (5, 5)) | land("F", (5, 3), (5, 4), (4, 4), (9, 9)) | land("U", (14, 10)),
        turn=DONE,
        me={"nomads": [{"kind": "donation_forest", "fresh": False}]},
    )
    play(game, "donation_forest", (5, 3), (5, 4))
    assert who(game) == 1
    play(game, (14, 10))
    assert (who(game), asks(game), cells(game)) == (0, "to", {(4, 4)})
    play(game, (4, 4))
    assert options(game) == {"end_turn"}


def test_an_interrupt_can_take_the_place_of_the_next_step() -> None:
    """L-CANOE-2, N-DONATION-2: the last free water goes to the Canoe, so the Donation on water ends early."""
    game = marsh(
        land=land("1", (5, 5)) | land("W", (5, 4), (5, 3)),
        turn=DONE,
        other=[(4, 3)],
        me={"nomads": [{"kind": "donation_water", "fresh": False}]},
    )
    play(game, "donation_water", (5, 4))
    assert (who(game), cells(game)) == (1, {(5, 3)})
    play(game, (5, 3))
    assert (who(game), asks(game), options(game)) == (0, "act", {"end_turn"})


def test_canoe_can_make_the_played_card_useless() -> None:
    """R-CARD-5, R-MAND-5, X-SWAMP-1: the Canoe takes the last free swamp in a swamp turn; the card is
    replaced, one build is left."""
    board = land("1", (14, 9)) | land("U", (14, 10), (14, 11))
    game = scenario(
        board,
        locations={"1": "refuge"},
        card="swamp/grass",
        location_tiles=last_tile((14, 9)),
        them=CANOE,
        deck=["grass"],
    )
    play(game, "swamp", (14, 10))
    assert who(game) == 1
    happened = play(game, (14, 11))
    assert events.CardRemoved(0, "swamp/grass") in happened
    assert (who(game), game.card, game.due) == (0, "grass", 1)


def test_moves_trigger_too() -> None:
    """L-CANOE-1, R-GAIN-1: a move that takes the last tile pauses the turn as well."""
    game = marsh(own=[(5, 2)], turn=DONE, me={"tiles": [tile("paddock")]})
    play(game, "paddock", (5, 2), (5, 4))
    assert who(game) == 1
    play(game, (17, 3))
    assert (who(game), options(game)) == (0, {"end_turn"})


def test_nomad_space_triggers() -> None:
    """L-CANOE-1, D-4, N-TREASURE-1: the tile of a nomad space is its last one, also when it is a treasure."""
    for kind in ("sword", "treasure"):
        game = marsh(
            land=land("N", (5, 5)) | land("U", (14, 10)),
            locations={},
            location_tiles=[],
            nomad_tiles=[[[5, 5], kind]],
        )
        play(game, (5, 4))
        assert who(game) == 1, kind


def test_nomad_tile_claimed_by_canoe() -> None:
    """N-LIFE-3, L-CANOE-6: claimed in another's turn before the own turn of the same round, not usable in
    that turn."""
    game = marsh(
        land=land("1", (5, 5)) | land("N", (14, 9)) | land("U", (14, 10)), nomad_tiles=[[[14, 9], "sword"]]
    )
    play(game, (5, 4), (14, 10))
    finish_turn(game)
    assert game.player == 1
    assert "sword" not in options(game)


def test_city_hall_triggers() -> None:
    """E-83, L-CITYHALL-3, L-CANOE-1: seven hexes at once take the last tile; the turn pauses after the
    placement."""
    game = marsh(own=[(8, 7)], turn=DONE, me={"tiles": [tile("city_hall")]})
    play(game, "city_hall", (7, 5))
    assert who(game) == 1
    assert "refuge" in tiles(game)
    play(game, "decline")
    assert (who(game), asks(game)) == (0, "act")


def test_zones_hold_for_canoes() -> None:
    """P-WARRIOR-3, L-CANOE-2: a zone hex is no target, and so binds nobody."""
    game = marsh(own=[(5, 3)], me={"warriors": [[13, 9]], "hand": ["grass"]}, card=None, other=[(15, 9)])
    assert (14, 10) in places(game.barred)
    play(game, (5, 4))
    assert cells(game) == {(14, 11), (17, 3)}


def test_the_others_scouts_help_nobody_else() -> None:
    """R-TERM-2, L-CANOE-2: scouts are the active player's; the Canoe builder is not bound by them."""
    game = marsh(own=[(5, 3)], scouts=[[14, 9]], me={"tiles": [tile("scout_cabin")]})
    play(game, (5, 4))
    assert (who(game), cells(game)) == (1, WET)
    board = land("1", (5, 5)) | land("2", (17, 2)) | land("U", (14, 10), (14, 12)) | land("W", (17, 3))
    game = marsh(
        land=board,
        locations={"1": "refuge", "2": "farm"},
        location_tiles=last_tile((5, 5), (17, 2)),
        own=[(5, 3)],
        scouts=[[14, 9]],
        me={"tiles": [tile("scout_cabin"), tile("canoe")]},
    )
    play(game, (5, 4), (17, 3))
    assert (who(game), cells(game)) == (0, {(14, 10)})


def test_an_open_question_is_shown_not_loaded() -> None:
    """L-CANOE-2: in the middle of an interrupt the position holds the answers of the unfinished action."""
    game = marsh()
    play(game, (5, 4))
    assert state(game)["turn"]["pending"] == [[5, 4]]
    play(game, "decline")
    assert state(game)["turn"]["pending"] == []


# --- the bonus


def test_canoe_bonus_in_the_own_turn() -> None:
    """L-CANOE-8, X-BONUS-1, X-BONUS-2: once per own turn a build on swamp or water, each terrain judged by
    itself."""
    me = {"tiles": [tile("canoe"), tile("canoe")], "bonus": ["canoe"]}
    game = marsh(own=[(14, 9)], me=me, them={}, turn=DONE)
    assert options(game) == {"canoe_bonus", "end_turn"}
    play(game, "canoe_bonus")
    assert (asks(game), cells(game)) == ("to", {(14, 10), (17, 3)})
    assert not options(game)
    happened = play(game, (17, 3))
    assert events.Built(0, "settlement", 1 << hex_at(17, 3), "canoe_bonus") in happened
    assert game.supply[0] == 38
    assert options(game) == {"end_turn"}
    before = marsh(own=[(14, 9)], me=me, them={})
    assert "canoe_bonus" in options(before)
    without: list[dict[str, Any]] = [
        {"me": me | {"supply": 0}},
        {"me": me | {"bonus_fresh": ["canoe"]}},
        {"land": land("1", (5, 5))},
    ]
    for keys in without:
        assert "canoe_bonus" not in options(
            marsh(**{"own": [(14, 9)], "me": me, "them": {}, "turn": DONE} | keys)
        )


def test_outpost_frees_the_canoe_bonus() -> None:
    """L-CANOE-8, N-OUTPOST-2: an Outpost lets it go to any free swamp or water."""
    me = {
        "tiles": [tile("canoe"), tile("canoe")],
        "bonus": ["canoe"],
        "nomads": [{"kind": "outpost", "fresh": False}],
    }
    game = marsh(own=[(14, 9)], me=me, them={}, turn=DONE)
    play(game, "canoe_bonus")
    assert options(game) == {"outpost"}
    play(game, "outpost")
    assert cells(game) == WET
    play(game, (14, 11))
    assert options(game) == {"end_turn"}


def test_no_outpost_for_an_interrupt() -> None:
    """L-CANOE-2: in another player's turn an Outpost cannot be used."""
    game = marsh(other=[(14, 9)], them={**CANOE, "nomads": [{"kind": "outpost", "fresh": False}]})
    play(game, (5, 4))
    assert options(game) == {"decline"}
    assert cells(game) == {(14, 10), (17, 3)}
