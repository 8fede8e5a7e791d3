"""Nomads: set-up, sections, stone walls and location tiles (RULES.md 3, 8, 9.2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from nomad_scenes import AFTER, finish_turn, held, nomad
from scenario import (
    asks,
    cells,
    gold,
    hex_at,
    kept,
    options,
    pieces,
    places,
    play,
    scenario,
    state,
    tile,
    tiles,
)

from kingdom.rules.events import Placed
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import Place
from kingdom.rules.registry import BOXES, BadSetup
from kingdom.rules.sets.nomads import NOMAD_TILES
from kingdom.rules.setup import Setup, new_game


def walls(game: Game) -> set[Place]:
    """Where the walls stand."""
    return places(kept(game)["walls"])


# --- quarry and stone walls


def quarry(own: list[Place], desert: list[tuple[int, int]], **more: Any) -> Game:
    """Player 0 with a quarry and a desert card, after the mandatory action."""
    land = {(15, 15): "D", **dict.fromkeys(desert, "D")}
    scene = {"own": own, "card": "desert", "turn": AFTER, "me": {"tiles": [tile("quarry")]}, **more}
    return scenario(land=land, **scene)


def test_quarry_with_one_place() -> None:
    """L-QUARRY-1, P-WALL-1, R-BUILD-8, E-12: one wall on the only adjacent hex, no second place, though
    desert lies far away."""
    game = quarry([(5, 5), (5, 6), (5, 7)], [(5, 5), (5, 6), (5, 7), (5, 8)])
    play(game, "quarry")
    assert (asks(game), cells(game), options(game)) == ("to", {(5, 8)}, set())
    happened = play(game, (5, 8))
    assert Placed(0, "stone_wall", hex_at(5, 8)) in happened
    assert walls(game) == {(5, 8)}
    assert (asks(game), options(game)) == ("act", {"end_turn"})
    with pytest.raises(IllegalAnswer, match="R-TURN-3"):
        play(game, "quarry")


def test_quarry_that_fills_its_terrain() -> None:
    """L-QUARRY-1, R-CARD-5, E-12: when the wall takes the last desert hex, the card is replaced, but this
    action has no second place."""
    land = dict.fromkeys([(5, 5), (5, 6), (5, 7), (5, 8)], "D")
    game = scenario(
        land=land,
        own=[(5, 5), (5, 6), (5, 7)],
        card="desert",
        turn=AFTER,
        me={"tiles": [tile("quarry"), tile("quarry")]},
        deck=["grass"],
    )
    play(game, "quarry", (5, 8))
    assert (asks(game), game.terrain) == ("act", "grass")
    play(game, "quarry")
    assert (4, 5) in cells(game)


def test_second_wall_may_touch_another_piece() -> None:
    """L-QUARRY-2: the second wall may stand next to a different own piece, or be left out; walls are no own
    pieces."""
    game = quarry([(5, 5), (9, 9)], [(5, 6), (5, 7), (9, 10)])
    play(game, "quarry", (5, 6))
    assert cells(game) == {(9, 10)}, "(5, 7) touches the wall only"
    assert options(game) == {"done"}
    without = game.copy()
    play(game, (9, 10))
    assert walls(game) == {(5, 6), (9, 10)}
    play(without, "done")
    assert walls(without) == {(5, 6)}
    assert asks(game) == asks(without) == "act"


def test_quarry_uses_the_played_terrain_next_to_own_pieces_only() -> None:
    """L-QUARRY-1, R-BUILD-8, R-CARD-1: without an adjacent free hex of the played terrain it is not
    available."""
    assert "quarry" not in options(quarry([(3, 3)], [(5, 5)]))
    game = quarry([(5, 4)], [(5, 5)])
    play(game, "quarry")
    with pytest.raises(IllegalAnswer, match="L-QUARRY-1"):
        play(game, (5, 3))


def test_quarry_before_the_mandatory_action() -> None:
    """L-QUARRY-1, R-TERM-5: a wall takes the hex from the mandatory builds."""
    game = quarry([(5, 4)], [(5, 5)], turn={})
    assert cells(game) == {(5, 5)}
    play(game, "quarry", (5, 5))
    assert cells(game) == {(15, 15)}


def test_walls_stay_and_count_for_nobody() -> None:
    """P-WALL-1, R-GAIN-8, N-CLAIM-2, K-RED-1: a wall gains no tile, no gold, no row, and stays when the turn
    ends."""
    game = scenario(
        land={(5, 5): "1", (5, 7): "N"},
        locations={"1": "farm"},
        own=[(4, 6)],
        card="grass",
        turn=AFTER,
        me={"tiles": [tile("quarry")]},
        nomad_tiles=[[[5, 7], "treasure"]],
        cards=["shepherds", "ambassadors", "discoverers"],
    )
    play(game, "quarry", (5, 6), "done")
    assert walls(game) == {(5, 6)}
    assert (tiles(game), game.gold, gold(game, "discoverers")) == (["quarry"], [0, 0], 1)
    finish_turn(game)
    finish_turn(game)
    assert walls(game) == {(5, 6)}


def test_walls_block_steps_and_slides_but_not_jumps() -> None:
    """P-WALL-2: a wall stops Caravan and Resettlement; Paddock jumps it."""
    game = scenario(
        own=[(5, 5)],
        card="grass",
        walls=[[5, 6]],
        me={"tiles": [tile("caravan"), tile("paddock")], **nomad("resettlement")},
    )
    for action, reachable in (("caravan", False), ("resettlement", False), ("paddock", True)):
        trial = game.copy()
        play(trial, action, (5, 5))
        assert ((5, 7) in cells(trial)) is reachable
        assert (5, 6) not in cells(trial)


def test_walls_run_out() -> None:
    """P-WALL-3: with 24 walls on the board one more can be placed, with 25 none."""
    standing = [[row, column] for row in (0, 2) for column in range(12)]
    game = quarry([(5, 4)], [(5, 5), (5, 3)], walls=standing)
    play(game, "quarry", (5, 5))
    assert (asks(game), options(game)) == ("act", {"end_turn"})
    assert "quarry" not in options(quarry([(5, 4)], [(5, 5), (5, 3)], walls=[*standing, [7, 7]]))
    with pytest.raises(BadSetup, match="26 stone walls"):
        scenario(walls=[*standing, [7, 7], [7, 8]])


def test_quarry_and_warriors() -> None:
    """P-WARRIOR-4: no wall in a zone."""
    game = quarry([(5, 4)], [(5, 5), (5, 3)], them={"warriors": [[5, 6]]})
    play(game, "quarry")
    assert cells(game) == {(5, 3)}


# --- caravan


@pytest.fixture
def caravan() -> dict[str, Any]:
    """A settlement in the middle with a caravan."""
    return {"own": [(10, 10)], "card": "grass", "me": {"tiles": [tile("caravan")]}}


FAR = {"ne": (0, 15), "nw": (0, 5), "se": (19, 14), "sw": (19, 5)}


def slides(game: Game, origin: tuple[int, int] = (10, 10)) -> set[Place]:
    """Where the caravan may take a settlement."""
    play(game, "caravan", origin)
    return cells(game)


def test_caravan_with_two_ways_blocked(caravan: dict[str, Any]) -> None:
    """L-CARAVAN-1, L-CARAVAN-2, R-BUILD-9, E-13: a mountain and an opponent leave four destinations, all the
    way to the board's edge."""
    game = scenario(land={(10, 9): "M"}, other=[(10, 11)], **caravan)
    assert slides(game) == set(FAR.values())
    play(game, FAR["ne"])
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
def test_what_stops_a_caravan(caravan: dict[str, Any], obstacle: dict[str, Any]) -> None:
    """L-CARAVAN-2, P-WARRIOR-6, E-70: it stops on the last hex before the obstacle, and must go the full
    way."""
    found = slides(scenario(**{**caravan, **obstacle}))
    assert found == {*FAR.values(), (10, 12), (10, 0)}


def test_caravan_next_to_a_zone(caravan: dict[str, Any]) -> None:
    """P-WARRIOR-6, L-CARAVAN-2, E-70: no way at all if the neighbour is a zone hex."""
    game = scenario(them={"warriors": [[10, 12]]}, **caravan)
    assert {place for place in slides(game) if place[0] == 10} == {(10, 0)}


def test_caravan_needs_a_way(caravan: dict[str, Any]) -> None:
    """L-CARAVAN-1, R-MOVE-4: at least one hex; a settlement that is shut in cannot be chosen; a wagon
    never."""
    land = dict.fromkeys([(10, 9), (10, 11), (9, 9), (9, 10), (11, 9), (11, 10)], "W")
    game = scenario(land=land, **caravan)
    assert "caravan" not in options(game)
    both = scenario(
        land=land,
        **{**caravan, "own": [(10, 10), (3, 3)], "me": {"tiles": [tile("caravan")], "wagon": [16, 16]}},
    )
    play(both, "caravan")
    assert (asks(both), cells(both)) == ("from", {(3, 3)})


def test_caravan_gains_at_its_end_only(caravan: dict[str, Any]) -> None:
    """R-GAIN-10, R-LOSE-1: a slide past a location and a nomad space gains nothing there; where it ends it
    does."""
    game = scenario(
        land={(11, 11): "1", (9, 14): "N", (10, 17): "N"},
        locations={"1": "oasis"},
        nomad_tiles=[[[9, 14], "sword"], [[10, 17], "outpost"]],
        **caravan,
    )
    play(game, "caravan", (10, 10), (10, 16))
    assert (tiles(game), held(game)) == (["caravan"], [("outpost", True)])


def test_caravan_on_the_island(caravan: dict[str, Any]) -> None:
    """Q-ISLAND-2, L-CARAVAN-2: the island's coast is an edge; no slide leaves it."""
    game = scenario(island="rope_bridge", **{**caravan, "own": [("i", 2, 2)]})
    play(game, "caravan")
    for origin in cells(game):
        trial = game.copy()
        play(trial, origin)
        assert cells(trial)
        assert all(place[0] == "i" for place in cells(trial))


# --- village and garden


def village(own: list[Place], **more: Any) -> Game:
    """A village in use."""
    game = scenario(own=own, card="desert", land={(19, 19): "D"}, me={"tiles": [tile("village")]}, **more)
    if "village" in options(game):
        play(game, "village")
    return game


def test_village_needs_three_neighbours() -> None:
    """L-VILLAGE-1, R-BUILD-8: exactly the free suitable hexes with three or more own neighbours, whatever the
    card."""
    game = village([(5, 4), (4, 5), (6, 6)])
    assert cells(game) == {(5, 5)}
    play(game, (5, 5))
    assert game.supply[0] == 36
    assert asks(village([(5, 4), (4, 5)])) == "act"
    assert cells(village([(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 6)])) == {(5, 5)}


@pytest.mark.parametrize("letter", "WMSN")
def test_village_builds_on_suitable_land(letter: str) -> None:
    """L-VILLAGE-1, R-TERR-2: not on water, mountain or landmarks."""
    game = scenario(
        own=[(5, 4), (4, 5), (6, 6)], land={(5, 5): letter}, card="grass", me={"tiles": [tile("village")]}
    )
    assert "village" not in options(game)


def test_village_counts_all_own_pieces() -> None:
    """L-VILLAGE-1, R-TERM-2, P-WALL-1: a wagon and scouts count, city hall hexes one by one; walls and others
    do not."""
    assert cells(village([(5, 4)], scouts=[[4, 5], [6, 6]])) == {(5, 5)}
    assert asks(village([(5, 4), (4, 5)], walls=[[6, 6]])) == "act"
    assert asks(village([(5, 4), (4, 5)], other=[(6, 6)])) == "act"
    hall = scenario(
        card="grass", me={"tiles": [tile("village")], "city_hall": [10, 10], "settlements": [[12, 11]]}
    )
    play(hall, "village")
    assert cells(hall) == {(12, 10), (11, 11)}, "two hexes of the hall and the settlement"
    zone = scenario(
        own=[(5, 4), (4, 5), (6, 6)],
        card="grass",
        me={"tiles": [tile("village")]},
        them={"warriors": [[5, 6]]},
    )
    assert "village" not in options(zone)


def test_garden_builds_on_flower() -> None:
    """L-GARDEN-1, R-BUILD-3: flower fields, adjacent if possible; not available without a free one."""
    flowers = {(5, 5): "L", (9, 9): "L"}
    near = scenario(land=flowers, own=[(5, 4)], card="grass", me={"tiles": [tile("garden")]})
    play(near, "garden")
    assert cells(near) == {(5, 5)}
    far = scenario(land=flowers, own=[(2, 2)], card="grass", me={"tiles": [tile("garden")]})
    play(far, "garden")
    assert cells(far) == {(5, 5), (9, 9)}
    none = scenario(
        land=flowers, own=[(2, 2)], other=[(5, 5), (9, 9)], card="grass", me={"tiles": [tile("garden")]}
    )
    assert "garden" not in options(none)


# --- set-up and positions


def test_sections_as_printed() -> None:
    """R-COMP-4, R-GAIN-6: nomad spaces instead of castles; one quarry and three nomad spaces, or two equal
    locations and one space."""
    letters = {name: Counter("".join(section.rows)) for name, section in BOXES["nomads"].sections.items()}
    assert {name: (count["1"], count["N"], count["S"]) for name, count in letters.items()} == {
        "quarry": (1, 3, 0),
        "caravan": (2, 1, 0),
        "village": (2, 1, 0),
        "garden": (2, 1, 0),
    }
    assert {name: dict(section.locations) for name, section in BOXES["nomads"].sections.items()} == {
        name: {"1": name} for name in letters
    }


def test_fifteen_nomad_tiles() -> None:
    """R-COMP-2: seven donations, two of each other kind."""
    assert sum(NOMAD_TILES.values()) == 15
    assert {kind for kind, number in NOMAD_TILES.items() if number == 2} == {
        "resettlement",
        "outpost",
        "sword",
        "treasure",
    }
    assert sum(kind.startswith("donation_") for kind in NOMAD_TILES) == 7


ALL_NOMADS = ("quarry", "caravan", "village turned", "garden")


def dealt(**setup: Any) -> dict[tuple[int, int], str]:
    """The nomad tiles on the board after set-up."""
    game = new_game(Setup(boxes=("base", "nomads"), **setup))
    return {tuple(space): kind for space, kind in state(game)["nomad_tiles"]}


def test_nomad_tiles_are_dealt() -> None:
    """R-SETUP-4, R-COMP-2: one on each of the six spaces, never more of a kind than there are; the same seed,
    the same tiles."""
    seen: Counter[str] = Counter()
    for seed in range(150):
        tiles_of = dealt(seed=seed, sections=ALL_NOMADS)
        counts = Counter(tiles_of.values())
        assert sum(counts.values()) == 6
        assert all(number <= NOMAD_TILES[kind] for kind, number in counts.items())
        seen.update(counts)
    assert set(seen) == set(NOMAD_TILES)
    assert seen["sword"] > seen["donation_grass"]
    assert dealt(seed=5, sections=ALL_NOMADS) == dealt(seed=5, sections=ALL_NOMADS)
    assert dealt(seed=5, sections=("farm", "barn", "tower", "oasis")) == {}


def test_nomad_tiles_by_hand() -> None:
    """R-SETUP-4: chosen ones lie where they were put, the others are dealt from what is left."""
    chosen = [[[5, 2], "sword"], [[5, 7], "sword"]]
    for seed in range(20):
        tiles_of = dealt(seed=seed, sections=ALL_NOMADS, chosen={"nomad_tiles": chosen})
        assert tiles_of[(5, 2)] == tiles_of[(5, 7)] == "sword"
        assert len(tiles_of) == 6
        assert Counter(tiles_of.values())["sword"] == 2
    for wrong, problem in (
        ([[[0, 0], "sword"]], "no nomad space"),
        ([[[5, 2], "spear"]], "no nomad tile"),
        ([[[5, 2], "donation_grass"], [[5, 7], "donation_grass"]], "2 of donation_grass, and there are only"),
    ):
        with pytest.raises(BadSetup, match=problem):
            dealt(sections=ALL_NOMADS, chosen={"nomad_tiles": wrong})


def test_variant_without_swords() -> None:
    """V-NOSWORD: swords stay in the box."""
    assert all(
        "sword" not in dealt(seed=seed, sections=ALL_NOMADS, variants=("nosword",)).values()
        for seed in range(60)
    )


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"nomad_tiles": [[[5, 6], "sword"]]}, "no nomad space"),
        ({"nomad_tiles": [[[5, 5], "sword"], [[5, 5], "outpost"]]}, "twice"),
        ({"nomad_tiles": [[[5, 5]]]}, "pair"),
        ({"me": nomad("treasure")}, "N-TREASURE-1"),
        ({"me": nomad("sword", "sword"), "them": nomad("sword")}, "R-COMP-2"),
        ({"me": nomad("spear")}, "no nomad tile"),
        ({"me": {"nomads": [{"kind": "sword", "used": True}]}}, "unknown key"),
        ({"own": [(5, 5)]}, "R-TERR-2"),
        ({"walls": [[1, 1]]}, "walls"),
        ({"walls": [[2, 2]], "own": [(2, 2)]}, "R-BUILD-1"),
    ],
)
def test_impossible_positions_are_refused(wrong: dict[str, Any], problem: str) -> None:
    """R-COMP-2, R-TERR-2: what cannot be, with its place."""
    with pytest.raises(BadSetup, match=problem):
        scenario(land={(5, 5): "N", (1, 1): "W"}, **wrong)


def test_position_without_nomad_tiles_has_none() -> None:
    """N-CLAIM-1: what a position leaves out is not there."""
    game = scenario(land={(5, 6): "N"}, own=[(5, 4)], card="grass")
    play(game, (5, 5))
    assert held(game) == []


def test_nomad_spaces_are_landmarks() -> None:
    """R-TERR-3, D-16: for Workers and Merchants, with and without a tile."""
    game = scenario(
        land={(5, 5): "N", (5, 7): "N"},
        own=[(5, 6)],
        cards=["workers", "merchants"],
        nomad_tiles=[[[5, 5], "sword"]],
    )
    assert (gold(game, "workers"), gold(game, "merchants")) == (1, 8)
