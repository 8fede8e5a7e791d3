"""Crossroads together with the other boxes: zones, pieces and cards against all that they bring."""

from __future__ import annotations

from typing import Any

import pytest
from scenario import asks, cells, gold, hex_at, kept, options, places, play, scenario, state, tile, tiles
from test_crossroads import around, block, holding, landings, next_turn, ship, wagon, warriors

from kingdom.position import read_position
from kingdom.rules import events
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT

DONE = {"mandatory": "done"}


def with_nomad(kind: str, *held: str, **keys: Any) -> dict[str, Any]:
    """A player with a nomad tile to use, and location tiles."""
    return holding(*held, nomads=[{"kind": kind}], **keys)


# --- outpost


@pytest.mark.parametrize(
    ("kind", "letter", "answers"),
    [
        ("barracks", "G", ["place"]),
        ("wagon", "M", ["place"]),
        ("lighthouse", "W", ["place"]),
        ("fort", "G", []),
    ],
)
def test_outpost_waives_adjacency(kind: str, letter: str, answers: list[str]) -> None:
    """N-OUTPOST-2, L-FORT-1, P-WARRIOR-1, L-WAGON-3, L-LIGHTHOUSE-3: placing warrior, wagon, ship and the
    fort's build may go far."""
    land = {(15, 15): letter, (5, 5): letter}
    game = scenario(
        land, own=[(5, 4)], card="grass", me=with_nomad("outpost", kind), deck=["grass"], turn=DONE
    )
    play(game, kind, *answers)
    assert (15, 15) not in cells(game)
    assert options(game) == {"outpost"}
    play(game, "outpost")
    assert (15, 15) in cells(game)
    assert not options(game)
    play(game, (15, 15))
    assert BIT[hex_at(15, 15)] & game.own[0]
    assert kept(game)["nomads"][0] == ()
    assert not game.waived


def test_outpost_does_not_help_the_city_hall() -> None:
    """R-BUILD-8, N-OUTPOST-2: strict adjacency stays; nor does it help a wagon's steps, which have none to
    waive."""
    game = scenario(
        own=[(10, 10)], card="grass", me=with_nomad("outpost", "city_hall", "wagon", wagon=[3, 3]), turn=DONE
    )
    hall = game.copy()
    play(hall, "city_hall")
    assert options(hall) == set()
    assert (10, 16) not in cells(hall)
    play(game, "wagon", "move")
    assert options(game) == set()


# --- sword


def test_sword_hits_warriors_wagon_and_ship() -> None:
    """N-SWORD-1, N-SWORD-2, L-CITYHALL-2: all but the city hall may be hit, and go back to the stock, not to
    the supply."""
    them = {
        "warriors": [[3, 3], [3, 8]],
        "wagon": [8, 3],
        "ship": [8, 8],
        "city_hall": [15, 15],
        "settlements": [[1, 1]],
    }
    start = scenario({(8, 8): "W"}, own=[(12, 2)], card="grass", me=with_nomad("sword"), them=them, turn=DONE)
    play(start, "sword")
    assert cells(start) == {(3, 3), (3, 8), (8, 3), (8, 8), (1, 1)}
    for place, field, piece in (
        ((3, 3), "warriors", "warrior"),
        ((8, 3), "wagon", "wagon"),
        ((8, 8), "ship", "ship"),
    ):
        game = start.copy()
        happened = play(game, place)
        assert events.Removed(1, piece, hex_at(*place), 0, "sword") in happened
        assert place not in places(kept(game)[field][1])
        assert game.supply[1] == start.supply[1]
        assert not game.occupied & BIT[hex_at(*place)]
    game = start.copy()
    play(game, (3, 3))
    assert warriors(game, 1) == {(3, 8)}
    assert places(game.barred) == around(3, 8), "the zone is open again (P-WARRIOR-3)"
    only_hall = scenario(
        own=[(12, 2)], card="grass", me=with_nomad("sword"), them={"city_hall": [15, 15]}, turn=DONE
    )
    assert "sword" not in options(only_hall)


def test_sword_takes_the_supporting_wagon() -> None:
    """R-LOSE-2, E-66: the victim loses the tile its wagon held, at once."""
    them = {"wagon": [5, 6], "tiles": [tile("farm", (5, 5))]}
    game = scenario(
        {(5, 5): "1"},
        own=[(12, 2)],
        locations={"1": "farm"},
        card="grass",
        me=with_nomad("sword"),
        them=them,
        turn=DONE,
    )
    play(game, "sword", (5, 6))
    assert tiles(game, 1) == []
    assert wagon(game, 1) == set()


# --- red cards


def test_pieces_earn_ambassadors_and_shepherds() -> None:
    """RULES.md section 8, K-AMBASSADORS-1, K-SHEPHERDS-1, R-MOVE-7: gold for placing warrior, wagon, ship;
    none for moving them."""
    land = {(5, 5): "D"}
    game = scenario(
        land,
        own=[(5, 4)],
        other=[(5, 6)],
        card="grass",
        me=holding("barracks"),
        turn=DONE,
        cards=["ambassadors", "shepherds"],
    )
    play(game, "barracks", "place", (5, 5))
    assert game.gold[0] == 1 + 2
    lake = {(5, 5): "W"}
    cards = ["ambassadors", "shepherds"]
    game = scenario(
        lake, own=[(5, 4)], other=[(5, 6)], card="grass", me=holding("lighthouse"), turn=DONE, cards=cards
    )
    play(game, "lighthouse", "place", (5, 5))
    assert game.gold[0] == 1 + 2
    moved = scenario(
        land,
        other=[(5, 6)],
        card="grass",
        me=holding("wagon", wagon=[5, 4]),
        turn=DONE,
        cards=["ambassadors", "shepherds"],
    )
    play(moved, "wagon", "move", (5, 5), "done")
    assert moved.gold[0] == 0


def test_city_hall_is_judged_as_seven_builds_together() -> None:
    """L-CITYHALL-3, K-AMBASSADORS-1, K-SHEPHERDS-1: after placing all seven, each hex is judged."""
    land = dict.fromkeys([(10, 12), *around(10, 12)], "D")
    game = scenario(
        land,
        own=[(10, 10)],
        other=[(10, 14)],
        card="grass",
        me=holding("city_hall"),
        turn=DONE,
        cards=["ambassadors", "shepherds"],
    )
    touching = around(10, 14) & (around(10, 12) | {(10, 12)})
    assert len(touching) == 1
    play(game, "city_hall", (10, 12))
    assert game.gold[0] == 1 + 7 * 2, (
        "one hex next to the opponent; all seven without an empty desert neighbour"
    )
    open_land = scenario(
        own=[(10, 10)],
        other=[(10, 14)],
        card="grass",
        me=holding("city_hall"),
        turn=DONE,
        cards=["shepherds"],
    )
    play(open_land, "city_hall", (10, 12))
    assert open_land.gold[0] == 2, "on open grass only the centre has no empty grass beside it"


# --- nomad tiles on the way


def test_wagon_and_ship_take_nomad_tiles_in_passing() -> None:
    """R-GAIN-10, N-CLAIM-1, N-CLAIM-2: every step is a move for nomad tiles, so one is taken on the way."""
    for kind, field, letter in (("wagon", "wagon", "G"), ("lighthouse", "ship", "W")):
        land = {(5, column): letter for column in range(3, 8)} | {(4, 6): "N"}
        lying = [[[4, 6], "treasure"]]
        assert (5, 5) in around(4, 6)
        assert (5, 3) not in around(4, 6)
        game = scenario(
            land,
            own=[(15, 3)],
            card="grass",
            me=holding(kind, **{field: [5, 3]}),
            nomad_tiles=lying,
            turn=DONE,
        )
        play(game, kind, "move", (5, 4))
        assert game.gold[0] == 0
        play(game, (5, 5))
        assert game.gold[0] == 3, "treasure, at once"
        play(game, (5, 4) if kind == "lighthouse" else (6, 5))
        assert game.gold[0] == 3


def test_warrior_and_city_hall_take_nomad_tiles() -> None:
    """R-GAIN-7, N-CLAIM-2, L-CITYHALL-3: placed next to a nomad space they take its tile."""
    lying = [[[10, 14], "treasure"]]
    game = scenario(
        {(10, 14): "N"}, own=[(10, 12)], card="grass", me=holding("barracks"), nomad_tiles=lying, turn=DONE
    )
    play(game, "barracks", "place", (10, 13))
    assert game.gold[0] == 3
    game = scenario(
        {(10, 14): "N"}, own=[(10, 10)], card="grass", me=holding("city_hall"), nomad_tiles=lying, turn=DONE
    )
    play(game, "city_hall", (10, 12))
    assert game.gold[0] == 3


# --- canoe


def test_city_hall_triggers_canoes() -> None:
    """E-83, L-CITYHALL-3, L-CANOE-1: placed next to a location with 1 tile left: tile gained, canoe owners
    build."""
    game = scenario(
        {(10, 14): "1", (2, 2): "W"},
        own=[(10, 10)],
        other=[(2, 4)],
        locations={"1": "farm"},
        card="grass",
        me=holding("city_hall"),
        them=holding("canoe"),
        location_tiles=[[[10, 14], 1]],
        turn=DONE,
    )
    play(game, "city_hall", (10, 12))
    assert tiles(game) == ["city_hall", "farm"]
    assert (game.decision().player, cells(game), options(game)) == (1, {(2, 2)}, {"decline"})
    play(game, (2, 2))
    assert (game.decision().player, options(game)) == (0, {"end_turn"})


def test_canoe_in_the_middle_of_a_ships_move() -> None:
    """L-CANOE-2, R-GAIN-10, R-MOVE-3: the interrupt comes between two steps and may fill the hex ahead, or
    shut the ship in."""
    land = {(5, 4): "W", (5, 5): "W", (5, 6): "W", (4, 6): "N"}
    table: dict[str, Any] = {"nomad_tiles": [[[4, 6], "treasure"]], "turn": DONE}
    me = holding("lighthouse", ship=[5, 4])
    game = scenario(land, own=[(15, 3)], other=[(7, 6)], card="grass", me=me, them=holding("canoe"), **table)
    play(game, "lighthouse", "move", (5, 5))
    assert (game.decision().player, cells(game)) == (1, {(5, 4), (5, 6)})
    filled = game.copy()
    play(filled, (5, 6))
    assert (filled.decision().player, cells(filled), options(filled)) == (0, {(5, 4)}, {"done"})
    play(filled, "done")
    assert options(filled) == {"end_turn"}
    play(game, "decline")
    assert cells(game) == {(5, 4), (5, 6)}
    # back on its start hex, with the only way out filled meanwhile, it stays there
    shut = scenario(
        {(5, 4): "W", (5, 5): "W"},
        own=[(15, 3)],
        card="grass",
        me=holding("lighthouse", ship=[5, 4]),
        turn=DONE,
    )
    play(shut, "lighthouse", "move", (5, 5), (5, 4))
    shut.settle_down(1, hex_at(5, 5))  # as an interrupt would
    shut.settle()
    assert (ship(shut), options(shut)) == ({(5, 4)}, {"end_turn"})


def test_zone_stops_canoes_too() -> None:
    """P-WARRIOR-3, L-CANOE-2: the interrupting player may not build in a zone either."""
    land = {(10, 14): "1", (2, 2): "W", (2, 6): "W", (2, 5): "G"}
    game = scenario(
        land,
        own=[(10, 12)],
        other=[(2, 3)],
        locations={"1": "farm"},
        card="grass",
        me={"warriors": [[2, 1]]},
        them=holding("canoe"),
        location_tiles=[[[10, 14], 1]],
    )
    play(game, (10, 13))
    assert (game.decision().player, cells(game)) == (1, {(2, 6)})


# --- zones against actions without a location tile, and tiles with demands of their own


@pytest.mark.parametrize("kind", ["donation_grass", "resettlement"])
def test_zone_against_nomad_tiles(kind: str) -> None:
    """P-WARRIOR-3, P-WARRIOR-6, R-MOVE-6: no donation and no step of a resettlement into a zone."""
    found = {}
    for piece in ("settlements", "warriors"):
        game = scenario(
            own=[(10, 12)], card="grass", me=with_nomad(kind), them={piece: [[10, 10]]}, turn=DONE
        )
        found[piece] = landings(game, kind)
    assert (10, 11) in found["settlements"]
    assert not found["warriors"] & around(10, 10)


def test_zone_against_farmland_and_caves() -> None:
    """P-WARRIOR-3: the farmland action and the cave move stop before a zone."""
    for piece, free in (("settlements", True), ("warriors", False)):
        farm = scenario({(10, 11): "A"}, own=[(10, 12)], card="grass", them={piece: [[10, 10]]}, turn=DONE)
        assert ("farmland" in options(farm)) == free
        cave = scenario(
            {(10, 12): "M"},
            own=[(9, 12)],
            card="grass",
            them={piece: [[10, 10]]},
            caves=[[10, 12]],
            turn=DONE,
        )
        assert (9, 12) in around(10, 12)
        assert ((10, 11) in landings(cave, "cave")) == free


def test_zone_against_silos() -> None:
    """P-WARRIOR-3, X-SILO-2: the builds and moves of the silo phase need free hexes too."""
    land = {(10, 13): "O"}
    for piece, free in (("settlements", True), ("warriors", False)):
        game = scenario(
            land,
            own=[(10, 12)],
            card="grass",
            me={"supply": 3},
            them={piece: [[10, 10]]},
            end=True,
            turn={"player": 1, "mandatory": "done"},
        )
        play(game, "end_turn")
        assert "build" in options(game)
        play(game, "build")
        assert ((10, 11) in cells(game)) == free


def test_zone_against_fountain_and_university() -> None:
    """P-WARRIOR-3: both look for free hexes only."""
    for piece, free in (("settlements", True), ("warriors", False)):
        me = holding("fountain", "university", **{piece: [[10, 10]]})
        game = scenario({(11, 8): "S"}, card="grass", me=me, turn=DONE)
        assert ((10, 9) in (landings(game, "fountain") if "fountain" in options(game) else set())) == free
        assert ((10, 9) in landings(game, "university")) == free


def test_caravan_stops_before_a_zone() -> None:
    """E-70, P-WARRIOR-6, L-CARAVAN-2: it stops before the first zone hex, and cannot start into one; warriors
    are not moved (R-MOVE-4)."""
    me = holding("caravan", warriors=[[15, 15]])
    game = scenario(own=[(10, 15)], card="grass", me=me, them={"warriors": [[10, 10]]}, turn=DONE)
    play(game, "caravan")
    assert cells(game) == {(10, 15)}
    play(game, (10, 15))
    assert (10, 12) in cells(game)
    near = scenario(
        own=[(10, 12)], card="grass", me=holding("caravan"), them={"warriors": [[10, 10]]}, turn=DONE
    )
    play(near, "caravan", (10, 12))
    assert not {place for place in cells(near) if place[0] == 10 and place[1] in range(12)}


def test_refuge_bonus_jumps_warriors_and_zones() -> None:
    """P-WARRIOR-6, L-REFUGE-2: to the first free hex in a straight line, over zone hexes and the warrior
    itself."""
    me = {"tiles": [tile("refuge"), tile("refuge")], "bonus": ["refuge"]}
    game = scenario(own=[(10, 12)], card="grass", me=me, them={"warriors": [[10, 10]]}, turn=DONE)
    play(game, "refuge_bonus", (10, 12))
    assert (10, 8) in cells(game)
    assert not cells(game) & (around(10, 10) | {(10, 10)})


def test_settlement_moves_and_temple_leave_pieces_alone() -> None:
    """R-MOVE-4, L-TEMPLE-1: caravan, refuge, palisade, temple and resettlement work on settlements only."""
    me = with_nomad(
        "resettlement",
        "caravan",
        "refuge",
        "palisade",
        "temple",
        warriors=[[3, 15]],
        wagon=[8, 8],
        ship=[15, 5],
        city_hall=[15, 15],
    )
    game = scenario({(15, 5): "W", (15, 6): "W"}, own=[(2, 2), (2, 3)], card="grass", me=me, turn=DONE)
    for kind in ("resettlement", "caravan", "refuge", "palisade", "temple"):
        chosen = game.copy()
        play(chosen, kind)
        assert (asks(chosen), cells(chosen)) == ("from", {(2, 2), (2, 3)})


def test_walls_and_scouts_block_pieces() -> None:
    """P-WALL-2, L-WAGON-2, R-TERM-3: neither a wall nor a scout can be stepped on, and no city hall covers
    one."""
    me = holding("wagon", "scout_cabin", wagon=[5, 5])
    game = scenario(own=[(1, 1)], card="grass", me=me, walls=[[5, 6]], scouts=[[5, 4]], turn=DONE)
    play(game, "wagon", "move")
    assert cells(game) == around(5, 5) - {(5, 6), (5, 4)}
    hall = scenario(own=[(10, 10)], card="grass", me=holding("city_hall"), walls=[[10, 12]], turn=DONE)
    play(hall, "city_hall")
    assert not cells(hall) & (around(10, 12) | {(10, 12)})


def test_scouts_help_to_place_pieces() -> None:
    """R-TERM-2, L-WAGON-3, L-CITYHALL-1: "adj" looks at own+, so scouts count for the active player."""
    game = scenario(
        own=[(1, 1)],
        card="grass",
        me=holding("wagon", "city_hall", "scout_cabin"),
        scouts=[[1, 2]],
        turn=DONE,
    )
    placing = game.copy()
    play(placing, "wagon", "place")
    assert cells(placing) == (around(1, 1) | around(1, 2)) - {(1, 1), (1, 2)}
    play(game, "city_hall")
    assert (1, 4) in cells(game)


# --- village


def test_village_counts_city_hall_hexes_one_by_one() -> None:
    """L-VILLAGE-1, P-CITYHALL-2: a hex next to one settlement and two city hall hexes may be built on; with
    two only it may not."""
    me = holding("village", city_hall=[10, 10])
    target, support = (8, 10), (7, 10)
    assert around(*target) & around(10, 10) == {(9, 9), (9, 10)}
    assert support in around(*target)
    assert "village" not in options(scenario(card="grass", me=me, turn=DONE))
    game = scenario(own=[support], card="grass", me=me, turn=DONE)
    play(game, "village")
    assert cells(game) == {target}


# --- bazaar


def test_bazaar_with_barracks() -> None:
    """L-BAZAAR-4, L-BARRACKS-2: take back, then place in the same turn; or place the second warrior; no
    third."""
    game = scenario(
        own=[(5, 4)], card="grass", me=holding("barracks", "bazaar", warriors=[[15, 15], [15, 3]]), turn=DONE
    )
    play(game, "barracks", "remove", (15, 15), "bazaar")
    assert options(game) == {"barracks"}
    play(game, "barracks")
    assert options(game) == {"place", "remove"}
    play(game, "place", (5, 5))
    assert warriors(game) == {(15, 3), (5, 5)}
    both = scenario(own=[(5, 4)], card="grass", me=holding("barracks", "bazaar"), turn=DONE)
    play(both, "barracks", "place", (5, 5), "bazaar", "barracks", "place")
    play(both, min(cells(both)))
    assert len(warriors(both)) == 2
    third = scenario(
        own=[(5, 4)], card="grass", me=holding("barracks", "bazaar", warriors=[[15, 15]]), turn=DONE
    )
    play(third, "barracks", "place", (5, 5), "bazaar", "barracks")
    assert options(third) == {"remove"}


def test_bazaar_with_wagon_and_ship() -> None:
    """L-BAZAAR-4: move again, or take back and place."""
    game = scenario(own=[(1, 1)], card="grass", me=holding("wagon", "bazaar", wagon=[5, 5]), turn=DONE)
    moved = game.copy()
    play(moved, "wagon", "move", (5, 6), (5, 7), (5, 8), "bazaar", "wagon", "move", (5, 9), (5, 10), (5, 11))
    assert wagon(moved) == {(5, 11)}
    play(game, "wagon", "remove", "bazaar", "wagon", "place")
    assert cells(game) == around(1, 1)
    lake = block("W", range(4, 7), range(4, 12))
    sea = scenario(
        lake, own=[(1, 1)], card="grass", me=holding("lighthouse", "bazaar", ship=[5, 5]), turn=DONE
    )
    play(sea, "lighthouse", "move", (5, 6), "done", "bazaar", "lighthouse", "move", (5, 7), "done")
    assert ship(sea) == {(5, 7)}


def test_bazaar_with_crossroads() -> None:
    """L-BAZAAR-2: draw one more card, a third, at the end of this turn; choose one of three, discard all; the
    next time two again."""
    game = scenario(
        own=[(1, 1)],
        card="grass",
        me=holding("crossroads", "bazaar"),
        them={"hand": ["grass"]},
        deck=["grass", "desert", "flower", "grass", "desert", "flower"],
        turn=DONE,
    )
    play(game, "bazaar")
    assert options(game) == {"crossroads"}
    play(game, "crossroads")
    assert options(game) == {"end_turn"}
    again = read_position(state(game))
    for each in (game, again):
        play(each, "end_turn")
        assert each.hand[0] == ("grass", "desert", "flower")
    while game.player != 0:
        play(game, "end_turn" if "end_turn" in options(game) else min(cells(game)))
    play(game, "grass")
    while "end_turn" not in options(game):
        play(game, min(cells(game)))
    play(game, "end_turn")
    assert len(game.hand[0]) == 2
    fresh = {"tiles": [tile("crossroads", fresh=True), tile("bazaar")]}
    assert "bazaar" not in options(scenario(own=[(1, 1)], card="grass", me=fresh, turn=DONE)), (
        "gained this turn: not yet used"
    )


def test_bazaar_with_fort_and_city_hall() -> None:
    """L-BAZAAR-2, L-FORT-1, D-19: the fort draws again; the city hall is not repeated."""
    game = scenario(
        own=[(1, 1)], card="grass", me=holding("fort", "bazaar"), deck=["grass", "grass", "grass"], turn=DONE
    )
    play(game, "fort")
    play(game, min(cells(game)))
    play(game, "bazaar", "fort")
    play(game, min(cells(game)))
    assert game.supply[0] == 37
    hall = scenario(own=[(10, 10)], card="grass", me=holding("city_hall", "bazaar"), turn=DONE)
    play(hall, "city_hall", (10, 12))
    assert options(hall) == {"end_turn"}


# --- swamp cards


def test_crossroads_with_swamp_cards() -> None:
    """L-CROSSROADS-2, X-SWAMP-1, R-CARD-8: with a double card in hand its two sides and the other card are
    the choice."""
    land = {(5, 5): "U", (5, 6): "U", (9, 9): "D", (12, 12): "F"}
    me = {"hand": ["swamp/desert", "forest"], "tiles": [tile("crossroads")]}
    game = scenario(land, own=[(5, 4)], me=me)
    assert options(game) == {"swamp", "desert", "forest"}
    assert cells(game) == {(5, 5), (9, 9), (12, 12)}
    play(game, "swamp")
    assert (game.card, game.terrain) == ("swamp/desert", "swamp")
    play(game, (5, 5), (5, 6))
    assert game.mandatory == 2, "two builds on swamp"
    useless = scenario(
        {(5, 5): "U", (12, 12): "F"}, own=[(5, 4)], other=[(5, 5)], me={"hand": ["swamp/desert", "forest"]}
    )
    assert options(useless) == {"forest"}


def test_fort_with_a_swamp_card() -> None:
    """L-FORT-3: choose either side, 1 settlement; a side without a free hex is no choice; the played card
    stays."""
    land = {(5, 5): "U", (5, 6): "U", (9, 9): "D"}
    game = scenario(land, own=[(5, 4)], card="grass", me=holding("fort"), deck=["swamp/desert"], turn=DONE)
    play(game, "fort")
    assert (asks(game), options(game), cells(game)) == ("terrain", {"swamp", "desert"}, set())
    for side, target in (("swamp", (5, 5)), ("desert", (9, 9))):
        built = game.copy()
        play(built, side)
        assert cells(built) == {target}
        play(built, target)
        assert (built.terrain, options(built)) == ("grass", {"end_turn"})
    land = {(5, 5): "U", (9, 9): "D"}
    one = scenario(
        land, own=[(5, 4)], other=[(9, 9)], card="grass", me=holding("fort"), deck=["swamp/desert"], turn=DONE
    )
    play(one, "fort")
    assert options(one) == {"swamp"}
    none = scenario(
        land,
        own=[(5, 4)],
        other=[(5, 5), (9, 9)],
        card="grass",
        me=holding("fort"),
        deck=["swamp/desert"],
        turn=DONE,
    )
    play(none, "fort")
    assert (options(none), none.discard) == ({"end_turn"}, ("swamp/desert",))
    dry = scenario(
        {(9, 9): "D"}, own=[(5, 4)], card="grass", me=holding("fort"), deck=["swamp/desert"], turn=DONE
    )
    play(dry, "fort")
    assert (asks(dry), cells(dry)) == ("to", {(9, 9)}), "without swamp on the board a plain card (X-SWAMP-2)"


# --- harvest cards, tasks and other odds


def test_mayors_rows_are_marked_by_steps() -> None:
    """R-GAIN-10, K-MAYORS-1: every step of a wagon is a move for Mayors rows."""
    own = [(6, 1), (6, 3), (6, 9)]
    game = scenario(own=own, card="grass", me=holding("wagon", wagon=[5, 15]), turn=DONE, cards=["mayors"])
    play(game, "wagon", "move", (6, 15) if (6, 15) in around(5, 15) else (6, 16))
    assert state(game)["players"][0]["marks"] == [6]
    assert game.supply[0] == 36


def test_rovers_counts_every_section_of_a_city_hall() -> None:
    """K-ROVERS-2: a city hall over four sections gives 4 gold; the move of a wagon none."""
    game = scenario(own=[(10, 8)], card="grass", me=holding("city_hall"), turn=DONE, cards=["rovers"])
    play(game, "city_hall", (10, 10), "end_turn")
    assert game.gold[0] == 4
    moved = scenario(
        own=[(1, 1)], card="grass", me=holding("wagon", wagon=[5, 5]), turn=DONE, cards=["rovers"]
    )
    play(moved, "wagon", "move", (5, 6), "done", "end_turn")
    assert moved.gold[0] == 0
    placed = scenario(own=[(1, 1)], card="grass", me=holding("wagon"), turn=DONE, cards=["rovers"])
    play(placed, "wagon", "place", (1, 2), "end_turn")
    assert placed.gold[0] == 1


def test_home_country_fails_on_a_wall() -> None:
    """T-HOMECOUNTRY-2: an area with a stone wall fails."""
    land = {(5, 5): "D", (5, 6): "D"}
    game = scenario(land, own=[(5, 5)], card="grass", walls=[[5, 6]], tasks=["home_country"])
    assert gold(game, "home_country") == 0


def test_families_looks_at_the_mandatory_builds_only() -> None:
    """K-FAMILIES-1: a warrior beside the line is no part of it."""
    game = scenario(own=[(5, 3)], card="grass", me=holding("barracks"), cards=["families"])
    play(game, (5, 4), (5, 5), (4, 4))
    assert game.gold[0] == 0
    play(game, "barracks", "place", (5, 6))
    assert game.gold[0] == 0


def test_lost_crossroads_by_sword() -> None:
    """L-CROSSROADS-4, R-LOSE-2: an opponent's sword may cost the tile; both cards in hand are kept."""
    them = {"settlements": [[5, 6]], "tiles": [tile("crossroads", (5, 5))], "hand": ["grass", "grass"]}
    game = scenario(
        {(5, 5): "1"},
        own=[(12, 2)],
        locations={"1": "crossroads"},
        card="grass",
        me=with_nomad("sword"),
        them=them,
        turn=DONE,
    )
    play(game, "sword", (5, 6))
    assert tiles(game, 1) == []
    assert game.hand[1] == ("grass", "grass")
    play(game, "end_turn")
    assert options(game) == {"grass"}
    next_turn_of_zero(game)
    assert len(game.hand[1]) == 1


def next_turn_of_zero(game: Game) -> None:
    while game.player != 0:
        play(game, "end_turn" if "end_turn" in options(game) else min(cells(game)))


def test_a_piece_may_stand_on_the_island() -> None:
    """Q-ISLAND-3, L-WAGON-2: island hexes are candidates like others; no step crosses the sea."""
    game = scenario(
        card="grass",
        base="W",
        me=holding("wagon"),
        land={(19, 19): "G"},
        other=[(19, 19)],
        island="tree_house",
        turn=DONE,
    )
    play(game, "wagon", "place")
    assert cells(game)
    assert all(len(place) == 3 for place in cells(game))
    play(game, min(cells(game)))
    next_turn(game)
    play(game, "wagon", "move")
    assert all(len(place) == 3 for place in cells(game))


def test_illegal_steps_name_their_rule() -> None:
    """L-WAGON-1, L-FORT-1, P-WARRIOR-3: what is refused is refused by its rule."""
    game = scenario(own=[(1, 1)], card="grass", me=holding("wagon", wagon=[5, 5]), turn=DONE)
    play(game, "wagon", "move")
    with pytest.raises(IllegalAnswer, match="L-WAGON-1"):
        play(game, (5, 8))
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(game, "done")
