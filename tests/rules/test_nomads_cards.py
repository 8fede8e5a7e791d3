"""The red cards of Nomads: gold during the game (RULES.md 14.2)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from nomad_scenes import nomad
from scenario import cells, play, scenario, state, tile

from kingdom.position import read_position
from kingdom.rules.events import GoldEarned
from kingdom.rules.game import Game
from kingdom.rules.hexes import Place
from kingdom.rules.scoring import score, total


def earned(game: Game, *answers: Place | str, player: int = 0) -> list[int]:
    """The gold that a player earns with each answer."""
    found = []
    for answer in answers:
        before = game.gold[player]
        play(game, answer)
        found.append(game.gold[player] - before)
    return found


# --- families

LINES = {
    "row": [(5, 5), (5, 6), (5, 7)],
    "one diagonal": [(5, 5), (6, 5), (7, 4)],
    "the other diagonal": [(5, 5), (6, 6), (7, 6)],
}
AROUND = [(4, 5), (4, 8), (6, 4), (6, 7), (8, 4), (8, 7), (7, 5)]
"""Own pieces so placed that every hex of the lines touches one."""


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_families_in_a_line(line: list[Place]) -> None:
    """K-FAMILIES-1, R-RES-2, E-14: 2 gold for three in a straight line on any axis, in any order, after the
    last build."""
    for order in permutations(line):
        game = scenario(own=AROUND, card="grass", cards=["families"])
        assert earned(game, *order) == [0, 0, 2]


@pytest.mark.parametrize(
    "builds", [[(5, 5), (6, 5), (7, 5)], [(5, 5), (5, 6), (5, 8)], [(5, 5), (5, 6), (6, 5)]]
)
def test_families_not_in_a_line(builds: list[Place]) -> None:
    """K-FAMILIES-1, E-14: bent, with a gap, or in a triangle: nothing, whatever stands there already."""
    own = [*(place for place in AROUND if place not in builds), (5, 9), (5, 4)]
    game = scenario(own=own, card="grass", cards=["families"])
    assert earned(game, *builds) == [0, 0, 0]


def test_families_only_counts_this_actions_builds() -> None:
    """K-FAMILIES-1, K-FAMILIES-2: older pieces do not complete a line, and too small a supply earns
    nothing."""
    old = scenario(own=[(5, 5), (9, 9)], card="grass", cards=["families"])
    assert earned(old, (5, 6), (5, 7), (9, 10)) == [0, 0, 0]
    few = scenario(own=[(5, 5)], card="grass", cards=["families"], me={"supply": 2})
    assert earned(few, (5, 6), (5, 7)) == [0, 0]
    assert few.mandatory == 2


def test_families_is_for_the_mandatory_action() -> None:
    """K-FAMILIES-1, K-RED-1: three in a line by a donation, or with one by a tile, earn nothing."""
    game = scenario(
        own=[(5, 5), (9, 9)],
        card="grass",
        cards=["families"],
        me={"tiles": [tile("farm")], **nomad("donation_grass")},
    )
    assert (
        earned(game, "donation_grass", (5, 6), (5, 7), (5, 8), "farm", (9, 10), (9, 11), (9, 12), (5, 9))
        == [0] * 9
    )


def test_families_after_a_redraw() -> None:
    """K-FAMILIES-2, R-MAND-5: different terrains are fine."""
    game = scenario(
        land={(5, 5): "D", (5, 6): "D"}, own=[(5, 4)], card="desert", deck=["grass"], cards=["families"]
    )
    assert earned(game, (5, 5), (5, 6), (5, 7)) == [0, 0, 2]


def test_families_with_swamp() -> None:
    """K-FAMILIES-2: two builds are too few, also with a waiting piece as the third."""
    swamp = {(5, column): "U" for column in range(5, 12)}
    two = scenario(
        land=swamp,
        own=[(5, 4)],
        card="swamp/grass",
        cards=["families"],
        turn={"card": "swamp/grass", "side": "swamp"},
    )
    assert earned(two, (5, 5), (5, 6)) == [0, 0]
    three = scenario(
        land=swamp,
        own=[(5, 4)],
        card="swamp/grass",
        cards=["families"],
        me={"waiting": 1},
        turn={"card": "swamp/grass", "side": "swamp"},
    )
    assert earned(three, (5, 5), (5, 6), (5, 7)) == [0, 0, 0]
    assert three.mandatory == 2


def test_families_with_waiting_pieces() -> None:
    """K-FAMILIES-2, L-TEMPLE-3, R-MAND-4: any three of the builds may form the line; at most 2 gold, after
    the last one."""
    game = scenario(own=[(5, 4), (9, 9)], card="grass", cards=["families"], me={"waiting": 1})
    assert earned(game, (9, 10), (5, 5), (5, 6), (5, 7)) == [0, 0, 0, 2]
    all_five = scenario(own=[(5, 4)], card="grass", cards=["families"], me={"waiting": 2})
    assert earned(all_five, *((5, column) for column in range(5, 10))) == [0, 0, 0, 0, 2]
    small = scenario(own=[(5, 4)], card="grass", cards=["families"], me={"waiting": 1, "supply": 2})
    assert earned(small, (5, 5), (5, 6), (5, 7)) == [0, 0, 0], "only two came from supply"


def test_families_in_a_position_read_in_the_middle() -> None:
    """K-FAMILIES-2, R-MAND-5: how many came from supply is kept with the position."""
    game = scenario(own=[(5, 4)], card="grass", cards=["families"], me={"waiting": 2, "supply": 2})
    play(game, (5, 5), (5, 6), (5, 7))
    again = read_position(state(game))
    assert state(again) == {**state(game), "seed": state(again)["seed"]}
    assert earned(again, (5, 8)) == earned(game, (5, 8)) == [0]


# --- shepherds

FLOWERS = {(4, 3): "L", (4, 4): "L", (4, 5): "L", (4, 6): "L"}


def test_shepherds_and_the_order_of_building() -> None:
    """K-SHEPHERDS-1, R-TERM-6, E-15: A, B, C earns 2 with C; C, B, A earns nothing, since D stays empty."""
    one = scenario(land=FLOWERS, card="flower", cards=["shepherds"])
    assert earned(one, (4, 4), (4, 5), (4, 6)) == [0, 0, 2]
    other = scenario(land=FLOWERS, card="flower", cards=["shepherds"])
    assert earned(other, (4, 6), (4, 5), (4, 4)) == [0, 0, 0]


def test_shepherds_judges_only_the_piece_just_built() -> None:
    """K-SHEPHERDS-1, K-RED-1: an older piece whose last neighbour is filled earns nothing more; a move earns
    nothing."""
    game = scenario(
        land={(4, 4): "L", (4, 5): "L", (9, 9): "L"}, own=[(4, 5)], card="flower", cards=["shepherds"]
    )
    assert earned(game, (4, 4)) == [2]
    move = scenario(
        land={(5, 7): "L"}, own=[(5, 5)], card="grass", cards=["shepherds"], me={"tiles": [tile("paddock")]}
    )
    assert earned(move, "paddock", (5, 5), (5, 7)) == [0, 0, 0]


def test_shepherds_with_a_wall() -> None:
    """K-SHEPHERDS-2, P-WALL-1, E-72: the last empty neighbour filled by a wall earlier in the turn."""
    land = {(4, 4): "L", (4, 5): "L", (15, 15): "L"}
    game = scenario(
        land=land, own=[(4, 3), (3, 5)], card="flower", cards=["shepherds"], me={"tiles": [tile("quarry")]}
    )
    assert earned(game, "quarry", (4, 5), "done", (4, 4)) == [0, 0, 0, 2]


@pytest.mark.parametrize(("kind", "letter"), [("water", "W"), ("mountain", "M")])
def test_shepherds_on_water_and_mountain(kind: str, letter: str) -> None:
    """K-SHEPHERDS-2: a hex without a neighbour of its terrain scores; so does water or mountain."""
    land = dict.fromkeys([(5, 5), (9, 9), (9, 10)], letter)
    game = scenario(land=land, own=[(5, 4)], card="grass", cards=["shepherds"], me=nomad(f"donation_{kind}"))
    assert earned(game, f"donation_{kind}", (5, 5), (9, 9), (9, 10)) == [0, 2, 0, 2]


@pytest.mark.parametrize(("action", "letter"), [("farmland", "A"), ("canoe_bonus", "U")])
def test_shepherds_on_the_lands_of_other_boxes(action: str, letter: str) -> None:
    """K-SHEPHERDS-2: swamp and farmland like any other."""
    me: dict[str, Any] = (
        {} if action == "farmland" else {"tiles": [tile("canoe"), tile("canoe")], "bonus": ["canoe"]}
    )
    game = scenario(land={(5, 5): letter}, own=[(5, 4)], card="grass", cards=["shepherds"], me=me)
    assert earned(game, action, (5, 5)) == [0, 2]


def test_shepherds_ignores_scouts_and_zones() -> None:
    """R-TERM-6, L-SCOUTCABIN-4: a scout does not fill a hex, and a hex in a zone is still empty."""
    pair = {(4, 4): "L", (4, 5): "L", (15, 15): "L"}
    scout = scenario(land=pair, own=[(4, 3)], card="flower", cards=["shepherds"], scouts=[[4, 5]])
    assert earned(scout, (4, 4)) == [0]
    zone = scenario(land=pair, own=[(4, 3)], card="flower", cards=["shepherds"], them={"warriors": [[4, 6]]})
    assert cells(zone) == {(4, 4)}
    assert earned(zone, (4, 4)) == [0]


def test_shepherds_for_a_canoe_build() -> None:
    """L-CANOE-7, K-RED-1: the builder earns, in another player's turn."""
    game = scenario(
        land={(5, 6): "N", (10, 10): "W"},
        own=[(5, 4)],
        other=[(10, 9)],
        card="grass",
        cards=["shepherds", "ambassadors"],
        nomad_tiles=[[[5, 6], "outpost"]],
        them={"tiles": [tile("canoe")]},
    )
    play(game, (5, 5))
    assert earned(game, (10, 10), player=1) == [2]


# --- ambassadors


def test_ambassadors() -> None:
    """K-AMBASSADORS-1, K-RED-1, E-16: two of three builds touch another player."""
    game = scenario(
        own=[(4, 3)], other=[(5, 5)], card="grass", cards=["ambassadors"], me={"tiles": [tile("farm")]}
    )
    assert earned(game, (4, 4), (5, 4), (4, 5)) == [0, 1, 1]
    assert earned(game, "farm", (4, 6)) == [0, 1], "extra actions earn too"


def test_ambassadors_once_for_each_build() -> None:
    """K-AMBASSADORS-1: two neighbours, one gold; walls and scouts are nobody."""
    game = scenario(
        own=[(5, 3)],
        other=[(5, 5), (4, 4)],
        card="grass",
        cards=["ambassadors"],
        more=[{"settlements": [[6, 4]]}],
    )
    assert earned(game, (5, 4)) == [1]
    nobody = scenario(own=[(5, 3)], card="grass", cards=["ambassadors"], walls=[[5, 5]], scouts=[[4, 4]])
    assert earned(nobody, (5, 4)) == [0]


@pytest.mark.parametrize("them", [{"wagon": [5, 5]}, {"city_hall": [5, 6]}])
def test_ambassadors_and_other_pieces(them: dict[str, Any]) -> None:
    """K-AMBASSADORS-1, R-TERM-1: any piece of another player."""
    game = scenario(own=[(5, 3)], card="grass", cards=["ambassadors"], them=them)
    assert earned(game, (5, 4)) == [1]


def test_city_hall_and_red_cards() -> None:
    """L-CITYHALL-3: seven builds judged together: the centre and a lone desert for Shepherds, two hexes for
    Ambassadors."""
    cards, me = ["shepherds", "ambassadors"], {"tiles": [tile("city_hall")]}
    game = scenario(land={(5, 4): "D"}, own=[(4, 5)], other=[(8, 5)], card="grass", cards=cards, me=me)
    happened = play(game, "city_hall", (6, 5))
    gold = {event.why: event.gold for event in happened if isinstance(event, GoldEarned)}
    assert gold == {"shepherds": 4, "ambassadors": 2}


def test_wagon_and_red_cards() -> None:
    """K-RED-1, K-AMBASSADORS-1, R-TERM-8: placing a wagon is a build, moving it is not."""
    game = scenario(
        own=[(5, 3)], other=[(5, 5)], card="grass", cards=["ambassadors"], me={"tiles": [tile("wagon")]}
    )
    assert earned(game, "wagon", "place", (5, 4)) == [0, 0, 1]
    move = scenario(
        own=[(5, 2)],
        other=[(5, 5)],
        card="grass",
        cards=["ambassadors"],
        me={"tiles": [tile("wagon")], "wagon": [5, 3]},
    )
    assert earned(move, "wagon", "move", (5, 4), "done") == [0, 0, 0, 0]


def test_red_cards_pay_nothing_at_the_end() -> None:
    """K-RED-1, R-SCORE-1: what they earned stands under `earned`, once."""
    game = scenario(
        own=[(4, 3)], other=[(5, 5)], card="grass", cards=["ambassadors", "families", "shepherds"]
    )
    play(game, (4, 4), (5, 4), (4, 5))
    by = score(game, 0)
    assert {"ambassadors", "families", "shepherds"}.isdisjoint(by)
    assert by["earned"].gold == game.gold[0] == total(game, 0) == 2
