"""Tests Nomads: setup, sections, stone walls and location tiles (RULES.md 3, 8, 9.2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support.nomad_scenarios import AFTER_MANDATORY, finish_turn, held_nomad_tiles, nomad_tiles
from support.scenario import (
    cells,
    coords,
    expansion_state,
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

from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.events import NeutralPiecePlaced
from kingdom.rules.expansions.nomad_tiles import NOMAD_TILE_COUNTS
from kingdom.rules.game import Game
from kingdom.rules.hexes import Coord
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import GameSetup, new_game


def wall_coords(game: Game) -> set[Coord]:
    """Returns the hexes with walls."""
    return coords(expansion_state(game)["walls"])


# --- Quarry and stone walls


def quarry_scenario(own: list[Coord], desert_coords: list[tuple[int, int]], **overrides: Any) -> Game:
    """Returns a scenario in which player 0 has a Quarry and a desert card, after the mandatory action."""
    terrain = {(15, 15): "D", **dict.fromkeys(desert_coords, "D")}
    keys = {
        "own": own,
        "card": "desert",
        "turn": AFTER_MANDATORY,
        "me": {"tiles": [tile("quarry")]},
        **overrides,
    }
    return scenario(land=terrain, **keys)


def test_quarry_with_one_target() -> None:
    """L-QUARRY-1, P-WALL-1, R-BUILD-8, E-12: the first wall takes the only adjacent hex. There is no target
    for a second wall, although there is desert far away."""
    game = quarry_scenario([(5, 5), (5, 6), (5, 7)], [(5, 5), (5, 6), (5, 7), (5, 8)])
    play(game, "quarry")
    assert (question(game), cells(game), options(game)) == ("to", {(5, 8)}, set())
    new_events = play(game, (5, 8))
    assert NeutralPiecePlaced(0, "stone_wall", hex_id_at(5, 8)) in new_events
    assert wall_coords(game) == {(5, 8)}
    assert (question(game), options(game)) == ("act", {"end_turn"})
    with pytest.raises(IllegalAnswer, match="R-TURN-3"):
        play(game, "quarry")


def test_quarry_wall_on_the_last_free_hex_of_its_terrain() -> None:
    """L-QUARRY-1, R-CARD-5, E-12: the wall takes the last desert hex, so the card is replaced. The Quarry
    action still has no target for a second wall."""
    terrain = dict.fromkeys([(5, 5), (5, 6), (5, 7), (5, 8)], "D")
    game = scenario(
        land=terrain,
        own=[(5, 5), (5, 6), (5, 7)],
        card="desert",
        turn=AFTER_MANDATORY,
        me={"tiles": [tile("quarry"), tile("quarry")]},
        deck=["grass"],
    )
    play(game, "quarry", (5, 8))
    assert (question(game), game.played_terrain) == ("act", "grass")
    play(game, "quarry")
    assert (4, 5) in cells(game)


def test_second_wall_may_touch_another_piece() -> None:
    """L-QUARRY-2: the second wall may be next to a different piece of the player, or may be omitted. Walls
    themselves do not count as the player's pieces."""
    game = quarry_scenario([(5, 5), (9, 9)], [(5, 6), (5, 7), (9, 10)])
    play(game, "quarry", (5, 6))
    assert cells(game) == {(9, 10)}, "(5, 7) touches only the wall"
    assert options(game) == {"done"}
    one_wall = game.copy()
    play(game, (9, 10))
    assert wall_coords(game) == {(5, 6), (9, 10)}
    play(one_wall, "done")
    assert wall_coords(one_wall) == {(5, 6)}
    assert question(game) == question(one_wall) == "act"


def test_quarry_needs_played_terrain_next_to_own_pieces() -> None:
    """L-QUARRY-1, R-BUILD-8, R-CARD-1: Quarry is not available unless a free hex of the played terrain is
    next to one of the player's own pieces."""
    assert "quarry" not in options(quarry_scenario([(3, 3)], [(5, 5)]))
    game = quarry_scenario([(5, 4)], [(5, 5)])
    play(game, "quarry")
    with pytest.raises(IllegalAnswer, match="L-QUARRY-1"):
        play(game, (5, 3))


def test_quarry_before_the_mandatory_action() -> None:
    """L-QUARRY-1, R-TERM-5: a wall takes a hex away from the mandatory builds."""
    game = quarry_scenario([(5, 4)], [(5, 5)], turn={})
    assert cells(game) == {(5, 5)}
    play(game, "quarry", (5, 5))
    assert cells(game) == {(15, 15)}


def test_walls_are_permanent_and_belong_to_no_player() -> None:
    """P-WALL-1, R-GAIN-8, N-CLAIM-2, K-RED-1: a wall gains no tile and no gold, counts in no row, and stays
    on the board after the turn."""
    game = scenario(
        land={(5, 5): "1", (5, 7): "N"},
        locations={"1": "farm"},
        own=[(4, 6)],
        card="grass",
        turn=AFTER_MANDATORY,
        me={"tiles": [tile("quarry")]},
        nomad_tiles=[[[5, 7], "treasure"]],
        cards=["shepherds", "ambassadors", "discoverers"],
    )
    play(game, "quarry", (5, 6), "done")
    assert wall_coords(game) == {(5, 6)}
    assert (tiles(game), game.earned_gold, gold(game, "discoverers")) == (["quarry"], [0, 0], 1)
    finish_turn(game)
    finish_turn(game)
    assert wall_coords(game) == {(5, 6)}


def test_walls_block_steps_and_slides_but_not_jumps() -> None:
    """P-WALL-2: a wall stops Caravan and Resettlement; Paddock jumps over it."""
    game = scenario(
        own=[(5, 5)],
        card="grass",
        walls=[[5, 6]],
        me={"tiles": [tile("caravan"), tile("paddock")], **nomad_tiles("resettlement")},
    )
    for action, reachable in (("caravan", False), ("resettlement", False), ("paddock", True)):
        copy = game.copy()
        play(copy, action, (5, 5))
        assert ((5, 7) in cells(copy)) is reachable
        assert (5, 6) not in cells(copy)


def test_wall_supply_is_limited() -> None:
    """P-WALL-3: with 24 walls on the board, one more can be placed; with 25, none can."""
    placed = [[row, column] for row in (0, 2) for column in range(12)]
    game = quarry_scenario([(5, 4)], [(5, 5), (5, 3)], walls=placed)
    play(game, "quarry", (5, 5))
    assert (question(game), options(game)) == ("act", {"end_turn"})
    assert "quarry" not in options(quarry_scenario([(5, 4)], [(5, 5), (5, 3)], walls=[*placed, [7, 7]]))
    with pytest.raises(ValidationError, match="26 stone walls"):
        scenario(walls=[*placed, [7, 7], [7, 8]])


def test_quarry_cannot_build_in_a_zone() -> None:
    """P-WARRIOR-4: a wall cannot be placed in a zone."""
    game = quarry_scenario([(5, 4)], [(5, 5), (5, 3)], them={"warriors": [[5, 6]]})
    play(game, "quarry")
    assert cells(game) == {(5, 3)}


# --- Caravan


@pytest.fixture
def caravan_keys() -> dict[str, Any]:
    """Returns scenario keys with a settlement in the middle of the board and a Caravan tile."""
    return {"own": [(10, 10)], "card": "grass", "me": {"tiles": [tile("caravan")]}}


EDGE_TARGETS = {"ne": (0, 15), "nw": (0, 5), "se": (19, 14), "sw": (19, 5)}


def caravan_targets(game: Game, origin: tuple[int, int] = (10, 10)) -> set[Coord]:
    """Returns the hexes to which Caravan can move a settlement."""
    play(game, "caravan", origin)
    return cells(game)


def test_caravan_with_two_directions_blocked(caravan_keys: dict[str, Any]) -> None:
    """L-CARAVAN-1, L-CARAVAN-2, R-BUILD-9, E-13: a mountain and an opponent's piece block two directions, so
    four destinations at the edge of the board remain."""
    game = scenario(land={(10, 9): "M"}, other=[(10, 11)], **caravan_keys)
    assert caravan_targets(game) == set(EDGE_TARGETS.values())
    play(game, EDGE_TARGETS["ne"])
    assert pieces(game) == {(0, 15)}


OBSTACLES: list[dict[str, Any]] = [
    *({"land": {(10, 13): letter}} for letter in "WMSNPO"),
    {"land": {(10, 13): "1"}, "locations": {"1": "farm"}},
    {"other": [(10, 13)]},
    {"own": [(10, 10), (10, 13)]},
    {"walls": [[10, 13]]},
    {"scouts": [[10, 13]]},
    {"them": {"warriors": [[10, 14]]}},
    {"me": {"tiles": [tile("caravan")], "warriors": [[10, 14]]}},
]


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_caravan_stops_at_obstacles(caravan_keys: dict[str, Any], obstacle: dict[str, Any]) -> None:
    """L-CARAVAN-2, P-WARRIOR-6, E-70: the settlement stops on the last hex before the obstacle and must move
    all the way."""
    targets = caravan_targets(scenario(**{**caravan_keys, **obstacle}))
    assert targets == {*EDGE_TARGETS.values(), (10, 12), (10, 0)}


def test_caravan_next_to_a_zone(caravan_keys: dict[str, Any]) -> None:
    """P-WARRIOR-6, L-CARAVAN-2, E-70: Caravan cannot move in a direction whose first hex is in a zone."""
    game = scenario(them={"warriors": [[10, 12]]}, **caravan_keys)
    assert {coord for coord in caravan_targets(game) if coord[0] == 10} == {(10, 0)}


def test_caravan_needs_a_free_neighbor(caravan_keys: dict[str, Any]) -> None:
    """L-CARAVAN-1, R-MOVE-4: a settlement must move at least one hex, so an enclosed settlement cannot be
    chosen; Caravan never moves a wagon."""
    terrain = dict.fromkeys([(10, 9), (10, 11), (9, 9), (9, 10), (11, 9), (11, 10)], "W")
    game = scenario(land=terrain, **caravan_keys)
    assert "caravan" not in options(game)
    two_settlements = scenario(
        land=terrain,
        **{**caravan_keys, "own": [(10, 10), (3, 3)], "me": {"tiles": [tile("caravan")], "wagon": [16, 16]}},
    )
    play(two_settlements, "caravan")
    assert (question(two_settlements), cells(two_settlements)) == ("from", {(3, 3)})


def test_caravan_gains_tiles_only_at_its_destination(caravan_keys: dict[str, Any]) -> None:
    """R-GAIN-10, R-LOSE-1: the settlement gains nothing while passing a location and a nomad space, but it
    gains a tile at its destination."""
    game = scenario(
        land={(11, 11): "1", (9, 14): "N", (10, 17): "N"},
        locations={"1": "oasis"},
        nomad_tiles=[[[9, 14], "sword"], [[10, 17], "outpost"]],
        **caravan_keys,
    )
    play(game, "caravan", (10, 10), (10, 16))
    assert (tiles(game), held_nomad_tiles(game)) == (["caravan"], [("outpost", True)])


def test_caravan_stays_on_the_island(caravan_keys: dict[str, Any]) -> None:
    """Q-ISLAND-2, L-CARAVAN-2: the coast of the island counts as an edge, and no move crosses it."""
    game = scenario(island="rope_bridge", **{**caravan_keys, "own": [("i", 2, 2)]})
    play(game, "caravan")
    for origin in cells(game):
        copy = game.copy()
        play(copy, origin)
        assert cells(copy)
        assert all(coord[0] == "i" for coord in cells(copy))


# --- Village and Garden


def use_village(own: list[Coord], **overrides: Any) -> Game:
    """Returns a scenario with a Village tile; starts using the tile if it is available."""
    game = scenario(
        own=own, card="desert", land={(19, 19): "D"}, me={"tiles": [tile("village")]}, **overrides
    )
    if "village" in options(game):
        play(game, "village")
    return game


def test_village_needs_three_own_neighbors() -> None:
    """L-VILLAGE-1, R-BUILD-8: the legal hexes are exactly the free suitable hexes with three or more own
    neighbors, regardless of the card."""
    game = use_village([(5, 4), (4, 5), (6, 6)])
    assert cells(game) == {(5, 5)}
    play(game, (5, 5))
    assert game.supply[0] == 36
    assert question(use_village([(5, 4), (4, 5)])) == "act"
    assert cells(use_village([(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 6)])) == {(5, 5)}


@pytest.mark.parametrize("letter", "WMSN")
def test_village_needs_suitable_terrain(letter: str) -> None:
    """L-VILLAGE-1, R-TERR-2: Village cannot build on water, a mountain or a landmark."""
    game = scenario(
        own=[(5, 4), (4, 5), (6, 6)], land={(5, 5): letter}, card="grass", me={"tiles": [tile("village")]}
    )
    assert "village" not in options(game)


def test_village_counts_all_own_pieces() -> None:
    """L-VILLAGE-1, R-TERM-2, P-WALL-1: wagons, scouts and each hex of a city hall count as neighboring pieces
    of the player; walls and opponents' pieces do not."""
    assert cells(use_village([(5, 4)], scouts=[[4, 5], [6, 6]])) == {(5, 5)}
    assert question(use_village([(5, 4), (4, 5)], walls=[[6, 6]])) == "act"
    assert question(use_village([(5, 4), (4, 5)], other=[(6, 6)])) == "act"
    with_city_hall = scenario(
        card="grass", me={"tiles": [tile("village")], "city_hall": [10, 10], "settlements": [[12, 11]]}
    )
    play(with_city_hall, "village")
    assert cells(with_city_hall) == {(12, 10), (11, 11)}, "next to two city hall hexes and the settlement"
    in_zone = scenario(
        own=[(5, 4), (4, 5), (6, 6)],
        card="grass",
        me={"tiles": [tile("village")]},
        them={"warriors": [[5, 6]]},
    )
    assert "village" not in options(in_zone)


def test_garden_builds_on_flower_fields() -> None:
    """L-GARDEN-1, R-BUILD-3: Garden builds on flower fields, adjacent if possible, and is not available
    without a free flower field."""
    flowers = {(5, 5): "L", (9, 9): "L"}
    near = scenario(land=flowers, own=[(5, 4)], card="grass", me={"tiles": [tile("garden")]})
    play(near, "garden")
    assert cells(near) == {(5, 5)}
    far = scenario(land=flowers, own=[(2, 2)], card="grass", me={"tiles": [tile("garden")]})
    play(far, "garden")
    assert cells(far) == {(5, 5), (9, 9)}
    no_free_hex = scenario(
        land=flowers, own=[(2, 2)], other=[(5, 5), (9, 9)], card="grass", me={"tiles": [tile("garden")]}
    )
    assert "garden" not in options(no_free_hex)


# --- Setup and positions


def test_section_contents_match_the_rules_of_nomads() -> None:
    """R-COMP-4, R-GAIN-6: sections have nomad spaces instead of castles. A section has one Quarry and three
    nomad spaces, or two equal locations and one nomad space."""
    letters = {
        name: Counter("".join(section.rows)) for name, section in EXPANSIONS["nomads"].sections.items()
    }
    assert {name: (count["1"], count["N"], count["S"]) for name, count in letters.items()} == {
        "quarry": (1, 3, 0),
        "caravan": (2, 1, 0),
        "village": (2, 1, 0),
        "garden": (2, 1, 0),
    }
    assert {name: dict(section.locations) for name, section in EXPANSIONS["nomads"].sections.items()} == {
        name: {"1": name} for name in letters
    }


def test_there_are_fifteen_nomad_tiles() -> None:
    """R-COMP-2: there are seven donation tiles and two tiles of every other kind."""
    assert sum(NOMAD_TILE_COUNTS.values()) == 15
    assert {kind for kind, count in NOMAD_TILE_COUNTS.items() if count == 2} == {
        "resettlement",
        "outpost",
        "sword",
        "treasure",
    }
    assert sum(kind.startswith("donation_") for kind in NOMAD_TILE_COUNTS) == 7


NOMAD_SECTIONS = ("quarry", "caravan", "village turned", "garden")


def deal_nomad_tiles(**setup_keys: Any) -> dict[tuple[int, int], str]:
    """Returns the nomad tiles on the board after setup."""
    game = new_game(GameSetup(expansions=("base", "nomads"), **setup_keys))
    return {tuple(space): kind for space, kind in position_data(game)["nomad_tiles"]}


def test_nomad_tiles_are_dealt() -> None:
    """R-SETUP-4, R-COMP-2: each of the six spaces gets one tile, no kind is dealt more often than it exists,
    and the same seed deals the same tiles."""
    totals: Counter[str] = Counter()
    for seed in range(150):
        kind_by_space = deal_nomad_tiles(seed=seed, sections=NOMAD_SECTIONS)
        counts = Counter(kind_by_space.values())
        assert sum(counts.values()) == 6
        assert all(count <= NOMAD_TILE_COUNTS[kind] for kind, count in counts.items())
        totals.update(counts)
    assert set(totals) == set(NOMAD_TILE_COUNTS)
    assert totals["sword"] > totals["donation_grass"]
    assert deal_nomad_tiles(seed=5, sections=NOMAD_SECTIONS) == deal_nomad_tiles(
        seed=5, sections=NOMAD_SECTIONS
    )
    assert deal_nomad_tiles(seed=5, sections=("farm", "barn", "tower", "oasis")) == {}


def test_nomad_tiles_can_be_chosen() -> None:
    """R-SETUP-4: chosen tiles are placed on the given spaces, and the other spaces are filled from the
    remaining tiles."""
    chosen = [[[5, 2], "sword"], [[5, 7], "sword"]]
    for seed in range(20):
        kind_by_space = deal_nomad_tiles(
            seed=seed, sections=NOMAD_SECTIONS, expansion_choices={"nomad_tiles": chosen}
        )
        assert kind_by_space[(5, 2)] == kind_by_space[(5, 7)] == "sword"
        assert len(kind_by_space) == 6
        assert Counter(kind_by_space.values())["sword"] == 2
    for invalid, message in (
        ([[[0, 0], "sword"]], "not a nomad space"),
        ([[[5, 2], "spear"]], "unknown nomad tile"),
        ([[[5, 2], "donation_grass"], [[5, 7], "donation_grass"]], "2 of donation_grass, but there are only"),
    ):
        with pytest.raises(ValidationError, match=message):
            deal_nomad_tiles(sections=NOMAD_SECTIONS, expansion_choices={"nomad_tiles": invalid})


def test_variant_without_swords() -> None:
    """V-NOSWORD: no Sword is dealt."""
    assert all(
        "sword" not in deal_nomad_tiles(seed=seed, sections=NOMAD_SECTIONS, variants=("nosword",)).values()
        for seed in range(60)
    )


@pytest.mark.parametrize(
    ("invalid", "message"),
    [
        ({"nomad_tiles": [[[5, 6], "sword"]]}, "not a nomad space"),
        ({"nomad_tiles": [[[5, 5], "sword"], [[5, 5], "outpost"]]}, "twice"),
        ({"nomad_tiles": [[[5, 5]]]}, "pair"),
        ({"me": nomad_tiles("treasure")}, "N-TREASURE-1"),
        ({"me": nomad_tiles("sword", "sword"), "them": nomad_tiles("sword")}, "R-COMP-2"),
        ({"me": nomad_tiles("spear")}, "unknown nomad tile"),
        ({"me": {"nomads": [{"kind": "sword", "used": True}]}}, "unknown key"),
        ({"own": [(5, 5)]}, "R-TERR-2"),
        ({"walls": [[1, 1]]}, "walls"),
        ({"walls": [[2, 2]], "own": [(2, 2)]}, "R-BUILD-1"),
    ],
)
def test_impossible_nomad_positions_are_rejected(invalid: dict[str, Any], message: str) -> None:
    """R-COMP-2, R-TERR-2: the error message names what is impossible."""
    with pytest.raises(ValidationError, match=message):
        scenario(land={(5, 5): "N", (1, 1): "W"}, **invalid)


def test_nomad_tiles_default_to_none() -> None:
    """N-CLAIM-1: a position that lists no nomad tiles has none on the board."""
    game = scenario(land={(5, 6): "N"}, own=[(5, 4)], card="grass")
    play(game, (5, 5))
    assert held_nomad_tiles(game) == []


def test_nomad_spaces_are_landmarks() -> None:
    """R-TERR-3, D-16: nomad spaces count for Workers and Merchants, with or without a tile."""
    game = scenario(
        land={(5, 5): "N", (5, 7): "N"},
        own=[(5, 6)],
        cards=["workers", "merchants"],
        nomad_tiles=[[[5, 5], "sword"]],
    )
    assert (gold(game, "workers"), gold(game, "merchants")) == (1, 8)
