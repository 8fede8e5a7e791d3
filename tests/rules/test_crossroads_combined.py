"""Tests how the zones, pieces and cards of Crossroads interact with the other expansions."""

from __future__ import annotations

from typing import Any

import pytest
from support.scenario import (
    cells,
    coords,
    expansion_state,
    gold,
    hex_id_at,
    options,
    play,
    position_data,
    question,
    scenario,
    tile,
    tiles,
)
from test_crossroads import block, landings, neighbors_of, next_turn, player_with_tiles, ship, wagon, warriors

from kingdom.position import read_position
from kingdom.rules import events
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT

AFTER_MANDATORY = {"mandatory": "done"}


def player_with_nomad_tile(kind: str, *tile_names: str, **keys: Any) -> dict[str, Any]:
    """Returns player data with a usable nomad tile and location tiles."""
    return player_with_tiles(*tile_names, nomads=[{"kind": kind}], **keys)


# --- Outpost


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
    """N-OUTPOST-2, L-FORT-1, P-WARRIOR-1, L-WAGON-3, L-LIGHTHOUSE-3: an Outpost waives adjacency for placing
    a warrior, wagon or ship and for building with Fort."""
    terrain = {(15, 15): letter, (5, 5): letter}
    game = scenario(
        terrain,
        own=[(5, 4)],
        card="grass",
        me=player_with_nomad_tile("outpost", kind),
        deck=["grass"],
        turn=AFTER_MANDATORY,
    )
    play(game, kind, *answers)
    assert (15, 15) not in cells(game)
    assert options(game) == {"outpost"}
    play(game, "outpost")
    assert (15, 15) in cells(game)
    assert not options(game)
    play(game, (15, 15))
    assert BIT[hex_id_at(15, 15)] & game.piece_hexes[0]
    assert expansion_state(game)["nomads"][0] == ()
    assert not game.adjacency_waived


def test_outpost_does_not_affect_the_city_hall() -> None:
    """R-BUILD-8, N-OUTPOST-2: even with an Outpost, the city hall must be placed next to one of the player's
    own pieces. An Outpost is not offered for a wagon's steps, because they need no adjacency."""
    game = scenario(
        own=[(10, 10)],
        card="grass",
        me=player_with_nomad_tile("outpost", "city_hall", "wagon", wagon=[3, 3]),
        turn=AFTER_MANDATORY,
    )
    city_hall = game.copy()
    play(city_hall, "city_hall")
    assert options(city_hall) == set()
    assert (10, 16) not in cells(city_hall)
    play(game, "wagon", "move")
    assert options(game) == set()


# --- Sword


def test_sword_removes_warriors_wagon_and_ship() -> None:
    """N-SWORD-1, N-SWORD-2, L-CITYHALL-2: Sword can remove any of these pieces, but not the city hall; the
    pieces return to the stock, not to the supply."""
    opponent_data = {
        "warriors": [[3, 3], [3, 8]],
        "wagon": [8, 3],
        "ship": [8, 8],
        "city_hall": [15, 15],
        "settlements": [[1, 1]],
    }
    start = scenario(
        {(8, 8): "W"},
        own=[(12, 2)],
        card="grass",
        me=player_with_nomad_tile("sword"),
        them=opponent_data,
        turn=AFTER_MANDATORY,
    )
    play(start, "sword")
    assert cells(start) == {(3, 3), (3, 8), (8, 3), (8, 8), (1, 1)}
    for coord, piece_key, piece in (
        ((3, 3), "warriors", "warrior"),
        ((8, 3), "wagon", "wagon"),
        ((8, 8), "ship", "ship"),
    ):
        game = start.copy()
        emitted = play(game, coord)
        assert events.Removed(1, piece, hex_id_at(*coord), 0, "sword") in emitted
        assert coord not in coords(expansion_state(game)[piece_key][1])
        assert game.supply[1] == start.supply[1]
        assert not game.occupied_hexes & BIT[hex_id_at(*coord)]
    game = start.copy()
    play(game, (3, 3))
    assert warriors(game, 1) == {(3, 8)}
    assert coords(game.zone_hexes) == neighbors_of(3, 8), (
        "the removed warrior's zone is open again (P-WARRIOR-3)"
    )
    only_city_hall = scenario(
        own=[(12, 2)],
        card="grass",
        me=player_with_nomad_tile("sword"),
        them={"city_hall": [15, 15]},
        turn=AFTER_MANDATORY,
    )
    assert "sword" not in options(only_city_hall)


def test_sword_removes_a_wagon_that_supports_a_tile() -> None:
    """R-LOSE-2, E-66: if Sword removes an opponent's wagon, the opponent immediately loses the tile that the
    wagon supported."""
    opponent_data = {"wagon": [5, 6], "tiles": [tile("farm", (5, 5))]}
    game = scenario(
        {(5, 5): "1"},
        own=[(12, 2)],
        locations={"1": "farm"},
        card="grass",
        me=player_with_nomad_tile("sword"),
        them=opponent_data,
        turn=AFTER_MANDATORY,
    )
    play(game, "sword", (5, 6))
    assert tiles(game, 1) == []
    assert wagon(game, 1) == set()


# --- cards that earn gold during the game


def test_placed_pieces_earn_ambassadors_and_shepherds_gold() -> None:
    """RULES.md section 8, K-AMBASSADORS-1, K-SHEPHERDS-1, R-MOVE-7: placing a warrior, wagon or ship earns
    gold; moving them does not."""
    terrain = {(5, 5): "D"}
    game = scenario(
        terrain,
        own=[(5, 4)],
        other=[(5, 6)],
        card="grass",
        me=player_with_tiles("barracks"),
        turn=AFTER_MANDATORY,
        cards=["ambassadors", "shepherds"],
    )
    play(game, "barracks", "place", (5, 5))
    assert game.earned_gold[0] == 1 + 2
    lake = {(5, 5): "W"}
    cards = ["ambassadors", "shepherds"]
    game = scenario(
        lake,
        own=[(5, 4)],
        other=[(5, 6)],
        card="grass",
        me=player_with_tiles("lighthouse"),
        turn=AFTER_MANDATORY,
        cards=cards,
    )
    play(game, "lighthouse", "place", (5, 5))
    assert game.earned_gold[0] == 1 + 2
    moved = scenario(
        terrain,
        other=[(5, 6)],
        card="grass",
        me=player_with_tiles("wagon", wagon=[5, 4]),
        turn=AFTER_MANDATORY,
        cards=["ambassadors", "shepherds"],
    )
    play(moved, "wagon", "move", (5, 5), "done")
    assert moved.earned_gold[0] == 0


def test_city_hall_counts_as_seven_simultaneous_builds() -> None:
    """L-CITYHALL-3, K-AMBASSADORS-1, K-SHEPHERDS-1: the gold for each of the seven hexes is determined after
    the whole city hall has been placed."""
    terrain = dict.fromkeys([(10, 12), *neighbors_of(10, 12)], "D")
    game = scenario(
        terrain,
        own=[(10, 10)],
        other=[(10, 14)],
        card="grass",
        me=player_with_tiles("city_hall"),
        turn=AFTER_MANDATORY,
        cards=["ambassadors", "shepherds"],
    )
    touching = neighbors_of(10, 14) & (neighbors_of(10, 12) | {(10, 12)})
    assert len(touching) == 1
    play(game, "city_hall", (10, 12))
    assert game.earned_gold[0] == 1 + 7 * 2, (
        "one hex is next to the opponent; none of the seven has an empty desert neighbor"
    )
    on_open_grass = scenario(
        own=[(10, 10)],
        other=[(10, 14)],
        card="grass",
        me=player_with_tiles("city_hall"),
        turn=AFTER_MANDATORY,
        cards=["shepherds"],
    )
    play(on_open_grass, "city_hall", (10, 12))
    assert on_open_grass.earned_gold[0] == 2, "on open grass only the center has no empty neighbor"


# --- nomad tiles along the way


def test_wagon_and_ship_claim_nomad_tiles_in_passing() -> None:
    """R-GAIN-10, N-CLAIM-1, N-CLAIM-2: each step of a wagon or ship counts as a move for nomad tiles, so a
    tile is claimed along the way."""
    for kind, piece_key, letter in (("wagon", "wagon", "G"), ("lighthouse", "ship", "W")):
        terrain = {(5, column): letter for column in range(3, 8)} | {(4, 6): "N"}
        nomad_tiles = [[[4, 6], "treasure"]]
        assert (5, 5) in neighbors_of(4, 6)
        assert (5, 3) not in neighbors_of(4, 6)
        game = scenario(
            terrain,
            own=[(15, 3)],
            card="grass",
            me=player_with_tiles(kind, **{piece_key: [5, 3]}),
            nomad_tiles=nomad_tiles,
            turn=AFTER_MANDATORY,
        )
        play(game, kind, "move", (5, 4))
        assert game.earned_gold[0] == 0
        play(game, (5, 5))
        assert game.earned_gold[0] == 3, "a treasure pays immediately"
        play(game, (5, 4) if kind == "lighthouse" else (6, 5))
        assert game.earned_gold[0] == 3


def test_warrior_and_city_hall_claim_nomad_tiles() -> None:
    """R-GAIN-7, N-CLAIM-2, L-CITYHALL-3: a warrior or city hall placed next to a nomad space claims its
    tile."""
    nomad_tiles = [[[10, 14], "treasure"]]
    game = scenario(
        {(10, 14): "N"},
        own=[(10, 12)],
        card="grass",
        me=player_with_tiles("barracks"),
        nomad_tiles=nomad_tiles,
        turn=AFTER_MANDATORY,
    )
    play(game, "barracks", "place", (10, 13))
    assert game.earned_gold[0] == 3
    game = scenario(
        {(10, 14): "N"},
        own=[(10, 10)],
        card="grass",
        me=player_with_tiles("city_hall"),
        nomad_tiles=nomad_tiles,
        turn=AFTER_MANDATORY,
    )
    play(game, "city_hall", (10, 12))
    assert game.earned_gold[0] == 3


# --- Canoe


def test_city_hall_triggers_canoes() -> None:
    """E-83, L-CITYHALL-3, L-CANOE-1: a city hall placed next to a location with one tile left gains the tile,
    and Canoe owners may then build."""
    game = scenario(
        {(10, 14): "1", (2, 2): "W"},
        own=[(10, 10)],
        other=[(2, 4)],
        locations={"1": "farm"},
        card="grass",
        me=player_with_tiles("city_hall"),
        them=player_with_tiles("canoe"),
        location_tiles=[[[10, 14], 1]],
        turn=AFTER_MANDATORY,
    )
    play(game, "city_hall", (10, 12))
    assert tiles(game) == ["city_hall", "farm"]
    assert (game.decision().player, cells(game), options(game)) == (1, {(2, 2)}, {"decline"})
    play(game, (2, 2))
    assert (game.decision().player, options(game)) == (0, {"end_turn"})


def test_canoe_interrupts_a_ship_move() -> None:
    """L-CANOE-2, R-GAIN-10, R-MOVE-3: a Canoe build between two steps may occupy the ship's next hex or block
    the ship."""
    terrain = {(5, 4): "W", (5, 5): "W", (5, 6): "W", (4, 6): "N"}
    position_keys: dict[str, Any] = {"nomad_tiles": [[[4, 6], "treasure"]], "turn": AFTER_MANDATORY}
    player_data = player_with_tiles("lighthouse", ship=[5, 4])
    game = scenario(
        terrain,
        own=[(15, 3)],
        other=[(7, 6)],
        card="grass",
        me=player_data,
        them=player_with_tiles("canoe"),
        **position_keys,
    )
    play(game, "lighthouse", "move", (5, 5))
    assert (game.decision().player, cells(game)) == (1, {(5, 4), (5, 6)})
    filled = game.copy()
    play(filled, (5, 6))
    assert (filled.decision().player, cells(filled), options(filled)) == (0, {(5, 4)}, {"done"})
    play(filled, "done")
    assert options(filled) == {"end_turn"}
    play(game, "decline")
    assert cells(game) == {(5, 4), (5, 6)}
    # The ship is back on its start hex, and its only way out has been blocked in the meantime, so it stays
    # there.
    blocked = scenario(
        {(5, 4): "W", (5, 5): "W"},
        own=[(15, 3)],
        card="grass",
        me=player_with_tiles("lighthouse", ship=[5, 4]),
        turn=AFTER_MANDATORY,
    )
    play(blocked, "lighthouse", "move", (5, 5), (5, 4))
    blocked.put_settlement(1, hex_id_at(5, 5))  # simulates an interrupt
    blocked.advance_to_decision()
    assert (ship(blocked), options(blocked)) == ({(5, 4)}, {"end_turn"})


def test_canoe_cannot_target_a_zone() -> None:
    """P-WARRIOR-3, L-CANOE-2: a player cannot build in a zone during an interrupt either."""
    terrain = {(10, 14): "1", (2, 2): "W", (2, 6): "W", (2, 5): "G"}
    game = scenario(
        terrain,
        own=[(10, 12)],
        other=[(2, 3)],
        locations={"1": "farm"},
        card="grass",
        me={"warriors": [[2, 1]]},
        them=player_with_tiles("canoe"),
        location_tiles=[[[10, 14], 1]],
    )
    play(game, (10, 13))
    assert (game.decision().player, cells(game)) == (1, {(2, 6)})


# --- zones and actions without a location tile, and tiles with special conditions


@pytest.mark.parametrize("kind", ["donation_grass", "resettlement"])
def test_nomad_tiles_cannot_target_a_zone(kind: str) -> None:
    """P-WARRIOR-3, P-WARRIOR-6, R-MOVE-6: a Donation cannot build in a zone, and a Resettlement step cannot
    enter one."""
    targets = {}
    for piece in ("settlements", "warriors"):
        game = scenario(
            own=[(10, 12)],
            card="grass",
            me=player_with_nomad_tile(kind),
            them={piece: [[10, 10]]},
            turn=AFTER_MANDATORY,
        )
        targets[piece] = landings(game, kind)
    assert (10, 11) in targets["settlements"]
    assert not targets["warriors"] & neighbors_of(10, 10)


def test_farmland_and_caves_cannot_target_a_zone() -> None:
    """P-WARRIOR-3: the farmland action cannot build in a zone, and the cave move cannot end in one."""
    for piece, is_target in (("settlements", True), ("warriors", False)):
        farmland = scenario(
            {(10, 11): "A"}, own=[(10, 12)], card="grass", them={piece: [[10, 10]]}, turn=AFTER_MANDATORY
        )
        assert ("farmland" in options(farmland)) == is_target
        cave = scenario(
            {(10, 12): "M"},
            own=[(9, 12)],
            card="grass",
            them={piece: [[10, 10]]},
            caves=[[10, 12]],
            turn=AFTER_MANDATORY,
        )
        assert (9, 12) in neighbors_of(10, 12)
        assert ((10, 11) in landings(cave, "cave")) == is_target


def test_silos_cannot_target_a_zone() -> None:
    """P-WARRIOR-3, X-SILO-2: builds and moves in the silo phase need free hexes, and zone hexes are not
    free."""
    terrain = {(10, 13): "O"}
    for piece, is_target in (("settlements", True), ("warriors", False)):
        game = scenario(
            terrain,
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
        assert ((10, 11) in cells(game)) == is_target


def test_fountain_and_university_cannot_target_a_zone() -> None:
    """P-WARRIOR-3: Fountain and University need free hexes, and zone hexes are not free."""
    for piece, is_target in (("settlements", True), ("warriors", False)):
        player_data = player_with_tiles("fountain", "university", **{piece: [[10, 10]]})
        game = scenario({(11, 8): "S"}, card="grass", me=player_data, turn=AFTER_MANDATORY)
        assert (
            (10, 9) in (landings(game, "fountain") if "fountain" in options(game) else set())
        ) == is_target
        assert ((10, 9) in landings(game, "university")) == is_target


def test_caravan_stops_before_a_zone() -> None:
    """E-70, P-WARRIOR-6, L-CARAVAN-2: Caravan stops before the first zone hex and cannot move at all if the
    first hex is in a zone. It does not move warriors (R-MOVE-4)."""
    player_data = player_with_tiles("caravan", warriors=[[15, 15]])
    game = scenario(
        own=[(10, 15)], card="grass", me=player_data, them={"warriors": [[10, 10]]}, turn=AFTER_MANDATORY
    )
    play(game, "caravan")
    assert cells(game) == {(10, 15)}
    play(game, (10, 15))
    assert (10, 12) in cells(game)
    next_to_zone = scenario(
        own=[(10, 12)],
        card="grass",
        me=player_with_tiles("caravan"),
        them={"warriors": [[10, 10]]},
        turn=AFTER_MANDATORY,
    )
    play(next_to_zone, "caravan", (10, 12))
    assert not {coord for coord in cells(next_to_zone) if coord[0] == 10 and coord[1] in range(12)}


def test_refuge_bonus_jumps_over_warriors_and_zones() -> None:
    """P-WARRIOR-6, L-REFUGE-2: the Refuge bonus moves a settlement to the first free hex in a straight line,
    over zone hexes and even over the warrior."""
    player_data = {"tiles": [tile("refuge"), tile("refuge")], "bonus": ["refuge"]}
    game = scenario(
        own=[(10, 12)], card="grass", me=player_data, them={"warriors": [[10, 10]]}, turn=AFTER_MANDATORY
    )
    play(game, "refuge_bonus", (10, 12))
    assert (10, 8) in cells(game)
    assert not cells(game) & (neighbors_of(10, 10) | {(10, 10)})


def test_move_tiles_and_temple_affect_only_settlements() -> None:
    """R-MOVE-4, L-TEMPLE-1: Caravan, Refuge, Palisade, Temple and Resettlement affect settlements only."""
    player_data = player_with_nomad_tile(
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
    game = scenario(
        {(15, 5): "W", (15, 6): "W"}, own=[(2, 2), (2, 3)], card="grass", me=player_data, turn=AFTER_MANDATORY
    )
    for kind in ("resettlement", "caravan", "refuge", "palisade", "temple"):
        chosen = game.copy()
        play(chosen, kind)
        assert (question(chosen), cells(chosen)) == ("from", {(2, 2), (2, 3)})


def test_walls_and_scouts_block_pieces() -> None:
    """P-WALL-2, L-WAGON-2, R-TERM-3: no piece can step onto a wall or a scout, and no city hall can cover
    one."""
    player_data = player_with_tiles("wagon", "scout_cabin", wagon=[5, 5])
    game = scenario(
        own=[(1, 1)], card="grass", me=player_data, walls=[[5, 6]], scouts=[[5, 4]], turn=AFTER_MANDATORY
    )
    play(game, "wagon", "move")
    assert cells(game) == neighbors_of(5, 5) - {(5, 6), (5, 4)}
    city_hall = scenario(
        own=[(10, 10)],
        card="grass",
        me=player_with_tiles("city_hall"),
        walls=[[10, 12]],
        turn=AFTER_MANDATORY,
    )
    play(city_hall, "city_hall")
    assert not cells(city_hall) & (neighbors_of(10, 12) | {(10, 12)})


def test_scouts_count_for_adjacency_of_pieces() -> None:
    """R-TERM-2, L-WAGON-3, L-CITYHALL-1: for the active player, placing a piece next to a scout satisfies
    adjacency."""
    game = scenario(
        own=[(1, 1)],
        card="grass",
        me=player_with_tiles("wagon", "city_hall", "scout_cabin"),
        scouts=[[1, 2]],
        turn=AFTER_MANDATORY,
    )
    placing = game.copy()
    play(placing, "wagon", "place")
    assert cells(placing) == (neighbors_of(1, 1) | neighbors_of(1, 2)) - {(1, 1), (1, 2)}
    play(game, "city_hall")
    assert (1, 4) in cells(game)


# --- Village


def test_village_counts_city_hall_hexes_individually() -> None:
    """L-VILLAGE-1, P-CITYHALL-2: a hex next to one settlement and two city hall hexes is legal; a hex with
    only two neighbors of the same player is not."""
    player_data = player_with_tiles("village", city_hall=[10, 10])
    target, support = (8, 10), (7, 10)
    assert neighbors_of(*target) & neighbors_of(10, 10) == {(9, 9), (9, 10)}
    assert support in neighbors_of(*target)
    assert "village" not in options(scenario(card="grass", me=player_data, turn=AFTER_MANDATORY))
    game = scenario(own=[support], card="grass", me=player_data, turn=AFTER_MANDATORY)
    play(game, "village")
    assert cells(game) == {target}


# --- Bazaar


def test_bazaar_with_barracks() -> None:
    """L-BAZAAR-4, L-BARRACKS-2: Bazaar lets a player remove a warrior and place it again in the same turn, or
    place a second warrior, but never a third."""
    game = scenario(
        own=[(5, 4)],
        card="grass",
        me=player_with_tiles("barracks", "bazaar", warriors=[[15, 15], [15, 3]]),
        turn=AFTER_MANDATORY,
    )
    play(game, "barracks", "remove", (15, 15), "bazaar")
    assert options(game) == {"barracks"}
    play(game, "barracks")
    assert options(game) == {"place", "remove"}
    play(game, "place", (5, 5))
    assert warriors(game) == {(15, 3), (5, 5)}
    both = scenario(
        own=[(5, 4)], card="grass", me=player_with_tiles("barracks", "bazaar"), turn=AFTER_MANDATORY
    )
    play(both, "barracks", "place", (5, 5), "bazaar", "barracks", "place")
    play(both, min(cells(both)))
    assert len(warriors(both)) == 2
    third = scenario(
        own=[(5, 4)],
        card="grass",
        me=player_with_tiles("barracks", "bazaar", warriors=[[15, 15]]),
        turn=AFTER_MANDATORY,
    )
    play(third, "barracks", "place", (5, 5), "bazaar", "barracks")
    assert options(third) == {"remove"}


def test_bazaar_with_wagon_and_ship() -> None:
    """L-BAZAAR-4: with Bazaar, a wagon or ship can be moved twice in one turn, or removed and then placed
    again."""
    game = scenario(
        own=[(1, 1)],
        card="grass",
        me=player_with_tiles("wagon", "bazaar", wagon=[5, 5]),
        turn=AFTER_MANDATORY,
    )
    moved = game.copy()
    play(moved, "wagon", "move", (5, 6), (5, 7), (5, 8), "bazaar", "wagon", "move", (5, 9), (5, 10), (5, 11))
    assert wagon(moved) == {(5, 11)}
    play(game, "wagon", "remove", "bazaar", "wagon", "place")
    assert cells(game) == neighbors_of(1, 1)
    lake = block("W", range(4, 7), range(4, 12))
    with_ship = scenario(
        lake,
        own=[(1, 1)],
        card="grass",
        me=player_with_tiles("lighthouse", "bazaar", ship=[5, 5]),
        turn=AFTER_MANDATORY,
    )
    play(with_ship, "lighthouse", "move", (5, 6), "done", "bazaar", "lighthouse", "move", (5, 7), "done")
    assert ship(with_ship) == {(5, 7)}


def test_bazaar_with_crossroads() -> None:
    """L-BAZAAR-2: repeating Crossroads draws a third card at the end of this turn. One of the three is
    chosen, and all are discarded. After that turn, only two cards are drawn again."""
    game = scenario(
        own=[(1, 1)],
        card="grass",
        me=player_with_tiles("crossroads", "bazaar"),
        them={"hand": ["grass"]},
        deck=["grass", "desert", "flower", "grass", "desert", "flower"],
        turn=AFTER_MANDATORY,
    )
    play(game, "bazaar")
    assert options(game) == {"crossroads"}
    play(game, "crossroads")
    assert options(game) == {"end_turn"}
    reloaded = read_position(position_data(game))
    for current in (game, reloaded):
        play(current, "end_turn")
        assert current.hands[0] == ("grass", "desert", "flower")
    while game.active_player != 0:
        play(game, "end_turn" if "end_turn" in options(game) else min(cells(game)))
    play(game, "grass")
    while "end_turn" not in options(game):
        play(game, min(cells(game)))
    play(game, "end_turn")
    assert len(game.hands[0]) == 2
    fresh_crossroads = {"tiles": [tile("crossroads", fresh=True), tile("bazaar")]}
    assert "bazaar" not in options(
        scenario(own=[(1, 1)], card="grass", me=fresh_crossroads, turn=AFTER_MANDATORY)
    ), "a tile gained this turn has not been used"


def test_bazaar_with_fort_and_city_hall() -> None:
    """L-BAZAAR-2, L-FORT-1, D-19: repeating Fort draws a second card; City Hall cannot be repeated."""
    game = scenario(
        own=[(1, 1)],
        card="grass",
        me=player_with_tiles("fort", "bazaar"),
        deck=["grass", "grass", "grass"],
        turn=AFTER_MANDATORY,
    )
    play(game, "fort")
    play(game, min(cells(game)))
    play(game, "bazaar", "fort")
    play(game, min(cells(game)))
    assert game.supply[0] == 37
    city_hall = scenario(
        own=[(10, 10)], card="grass", me=player_with_tiles("city_hall", "bazaar"), turn=AFTER_MANDATORY
    )
    play(city_hall, "city_hall", (10, 12))
    assert options(city_hall) == {"end_turn"}


# --- swamp cards


def test_crossroads_with_swamp_cards() -> None:
    """L-CROSSROADS-2, X-SWAMP-1, R-CARD-8: the player chooses between the two sides of a swamp card and the
    other card."""
    terrain = {(5, 5): "U", (5, 6): "U", (9, 9): "D", (12, 12): "F"}
    player_data = {"hand": ["swamp/desert", "forest"], "tiles": [tile("crossroads")]}
    game = scenario(terrain, own=[(5, 4)], me=player_data)
    assert options(game) == {"swamp", "desert", "forest"}
    assert cells(game) == {(5, 5), (9, 9), (12, 12)}
    play(game, "swamp")
    assert (game.played_card, game.played_terrain) == ("swamp/desert", "swamp")
    play(game, (5, 5), (5, 6))
    assert game.mandatory_state == 2, "two builds on swamp"
    swamp_unplayable = scenario(
        {(5, 5): "U", (12, 12): "F"}, own=[(5, 4)], other=[(5, 5)], me={"hand": ["swamp/desert", "forest"]}
    )
    assert options(swamp_unplayable) == {"forest"}


def test_fort_with_a_swamp_card() -> None:
    """L-FORT-3: either side of the drawn card allows 1 settlement, a side without a free hex cannot be
    chosen, and the played card stays in play."""
    terrain = {(5, 5): "U", (5, 6): "U", (9, 9): "D"}
    game = scenario(
        terrain,
        own=[(5, 4)],
        card="grass",
        me=player_with_tiles("fort"),
        deck=["swamp/desert"],
        turn=AFTER_MANDATORY,
    )
    play(game, "fort")
    assert (question(game), options(game), cells(game)) == ("terrain", {"swamp", "desert"}, set())
    for side, target in (("swamp", (5, 5)), ("desert", (9, 9))):
        built = game.copy()
        play(built, side)
        assert cells(built) == {target}
        play(built, target)
        assert (built.played_terrain, options(built)) == ("grass", {"end_turn"})
    terrain = {(5, 5): "U", (9, 9): "D"}
    one_side_playable = scenario(
        terrain,
        own=[(5, 4)],
        other=[(9, 9)],
        card="grass",
        me=player_with_tiles("fort"),
        deck=["swamp/desert"],
        turn=AFTER_MANDATORY,
    )
    play(one_side_playable, "fort")
    assert options(one_side_playable) == {"swamp"}
    no_side_playable = scenario(
        terrain,
        own=[(5, 4)],
        other=[(5, 5), (9, 9)],
        card="grass",
        me=player_with_tiles("fort"),
        deck=["swamp/desert"],
        turn=AFTER_MANDATORY,
    )
    play(no_side_playable, "fort")
    assert (options(no_side_playable), no_side_playable.discard_pile) == ({"end_turn"}, ("swamp/desert",))
    no_swamp = scenario(
        {(9, 9): "D"},
        own=[(5, 4)],
        card="grass",
        me=player_with_tiles("fort"),
        deck=["swamp/desert"],
        turn=AFTER_MANDATORY,
    )
    play(no_swamp, "fort")
    assert (question(no_swamp), cells(no_swamp)) == ("to", {(9, 9)}), (
        "without swamp on the board it is a plain card (X-SWAMP-2)"
    )


# --- Harvest cards, tasks and other cases


def test_wagon_steps_mark_mayors_rows() -> None:
    """R-GAIN-10, K-MAYORS-1: each step of a wagon counts as a move for Mayors, so it can mark rows along the
    way."""
    own = [(6, 1), (6, 3), (6, 9)]
    game = scenario(
        own=own,
        card="grass",
        me=player_with_tiles("wagon", wagon=[5, 15]),
        turn=AFTER_MANDATORY,
        cards=["mayors"],
    )
    play(game, "wagon", "move", (6, 15) if (6, 15) in neighbors_of(5, 15) else (6, 16))
    assert position_data(game)["players"][0]["marks"] == [6]
    assert game.supply[0] == 36


def test_rovers_count_every_section_of_a_city_hall() -> None:
    """K-ROVERS-2: a city hall that covers four sections earns 4 gold; moving a wagon earns none."""
    game = scenario(
        own=[(10, 8)], card="grass", me=player_with_tiles("city_hall"), turn=AFTER_MANDATORY, cards=["rovers"]
    )
    play(game, "city_hall", (10, 10), "end_turn")
    assert game.earned_gold[0] == 4
    moved = scenario(
        own=[(1, 1)],
        card="grass",
        me=player_with_tiles("wagon", wagon=[5, 5]),
        turn=AFTER_MANDATORY,
        cards=["rovers"],
    )
    play(moved, "wagon", "move", (5, 6), "done", "end_turn")
    assert moved.earned_gold[0] == 0
    placed = scenario(
        own=[(1, 1)], card="grass", me=player_with_tiles("wagon"), turn=AFTER_MANDATORY, cards=["rovers"]
    )
    play(placed, "wagon", "place", (1, 2), "end_turn")
    assert placed.earned_gold[0] == 1


def test_wall_prevents_home_country() -> None:
    """T-HOMECOUNTRY-2: an area that contains a stone wall cannot be completed."""
    terrain = {(5, 5): "D", (5, 6): "D"}
    game = scenario(terrain, own=[(5, 5)], card="grass", walls=[[5, 6]], tasks=["home_country"])
    assert gold(game, "home_country") == 0


def test_families_count_mandatory_builds_only() -> None:
    """K-FAMILIES-1: a warrior in line with the builds is not part of the line."""
    game = scenario(own=[(5, 3)], card="grass", me=player_with_tiles("barracks"), cards=["families"])
    play(game, (5, 4), (5, 5), (4, 4))
    assert game.earned_gold[0] == 0
    play(game, "barracks", "place", (5, 6))
    assert game.earned_gold[0] == 0


def test_sword_can_cost_the_crossroads_tile() -> None:
    """L-CROSSROADS-4, R-LOSE-2: a player who loses the tile to an opponent's Sword keeps both cards in
    hand."""
    opponent_data = {
        "settlements": [[5, 6]],
        "tiles": [tile("crossroads", (5, 5))],
        "hand": ["grass", "grass"],
    }
    game = scenario(
        {(5, 5): "1"},
        own=[(12, 2)],
        locations={"1": "crossroads"},
        card="grass",
        me=player_with_nomad_tile("sword"),
        them=opponent_data,
        turn=AFTER_MANDATORY,
    )
    play(game, "sword", (5, 6))
    assert tiles(game, 1) == []
    assert game.hands[1] == ("grass", "grass")
    play(game, "end_turn")
    assert options(game) == {"grass"}
    play_until_player_0(game)
    assert len(game.hands[1]) == 1


def play_until_player_0(game: Game) -> None:
    while game.active_player != 0:
        play(game, "end_turn" if "end_turn" in options(game) else min(cells(game)))


def test_wagon_on_the_island() -> None:
    """Q-ISLAND-3, L-WAGON-2: a wagon can be placed on the island as on any other hex, but no step crosses the
    sea."""
    game = scenario(
        card="grass",
        base="W",
        me=player_with_tiles("wagon"),
        land={(19, 19): "G"},
        other=[(19, 19)],
        island="tree_house",
        turn=AFTER_MANDATORY,
    )
    play(game, "wagon", "place")
    assert cells(game)
    assert all(len(coord) == 3 for coord in cells(game))
    play(game, min(cells(game)))
    next_turn(game)
    play(game, "wagon", "move")
    assert all(len(coord) == 3 for coord in cells(game))


def test_illegal_steps_name_their_rule() -> None:
    """L-WAGON-1, L-FORT-1, P-WARRIOR-3: a rejected answer names the rule it violates."""
    game = scenario(
        own=[(1, 1)], card="grass", me=player_with_tiles("wagon", wagon=[5, 5]), turn=AFTER_MANDATORY
    )
    play(game, "wagon", "move")
    with pytest.raises(IllegalAnswer, match="L-WAGON-1"):
        play(game, (5, 8))
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(game, "done")
