"""Tests the red cards of Nomads, which earn gold during the game (RULES.md 14.2)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from support.nomad_scenarios import nomad_tiles
from support.scenario import cells, play, position_data, scenario, tile

from kingdom.position import read_position
from kingdom.rules.events import GoldEarned
from kingdom.rules.game import Game
from kingdom.rules.hexes import Coord
from kingdom.rules.scoring import score_breakdown, total_gold


def gold_by_answer(game: Game, *answers: Coord | str, player: int = 0) -> list[int]:
    """Returns the gold that a player earns with each answer."""
    gains = []
    for answer in answers:
        before = game.earned_gold[player]
        play(game, answer)
        gains.append(game.earned_gold[player] - before)
    return gains


# --- Families

LINES = {
    "row": [(5, 5), (5, 6), (5, 7)],
    "one diagonal": [(5, 5), (6, 5), (7, 4)],
    "the other diagonal": [(5, 5), (6, 6), (7, 6)],
}
SUPPORTING_PIECES = [(4, 5), (4, 8), (6, 4), (6, 7), (8, 4), (8, 7), (7, 5)]
"""Own pieces placed so that every hex of the lines is next to one of them."""


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_families_in_a_line(line: list[Coord]) -> None:
    """K-FAMILIES-1, R-RES-2, E-14: three builds in a straight line on any axis, in any order, earn 2 gold
    after the last build."""
    for order in permutations(line):
        game = scenario(own=SUPPORTING_PIECES, card="grass", cards=["families"])
        assert gold_by_answer(game, *order) == [0, 0, 2]


@pytest.mark.parametrize(
    "builds", [[(5, 5), (6, 5), (7, 5)], [(5, 5), (5, 6), (5, 8)], [(5, 5), (5, 6), (6, 5)]]
)
def test_families_not_in_a_line(builds: list[Coord]) -> None:
    """K-FAMILIES-1, E-14: a bent line, a gap or a triangle earns nothing, regardless of older pieces."""
    own = [*(coord for coord in SUPPORTING_PIECES if coord not in builds), (5, 9), (5, 4)]
    game = scenario(own=own, card="grass", cards=["families"])
    assert gold_by_answer(game, *builds) == [0, 0, 0]


def test_families_counts_only_builds_of_this_action() -> None:
    """K-FAMILIES-1, K-FAMILIES-2: older pieces do not complete a line, and fewer than three builds earn
    nothing."""
    with_old_piece = scenario(own=[(5, 5), (9, 9)], card="grass", cards=["families"])
    assert gold_by_answer(with_old_piece, (5, 6), (5, 7), (9, 10)) == [0, 0, 0]
    small_supply = scenario(own=[(5, 5)], card="grass", cards=["families"], me={"supply": 2})
    assert gold_by_answer(small_supply, (5, 6), (5, 7)) == [0, 0]
    assert small_supply.mandatory_state == 2


def test_families_counts_only_the_mandatory_action() -> None:
    """K-FAMILIES-1, K-RED-1: a line of three earns nothing if it was built with a donation, or if one of its
    pieces was built with a tile."""
    game = scenario(
        own=[(5, 5), (9, 9)],
        card="grass",
        cards=["families"],
        me={"tiles": [tile("farm")], **nomad_tiles("donation_grass")},
    )
    assert (
        gold_by_answer(
            game, "donation_grass", (5, 6), (5, 7), (5, 8), "farm", (9, 10), (9, 11), (9, 12), (5, 9)
        )
        == [0] * 9
    )


def test_families_after_a_card_was_replaced() -> None:
    """K-FAMILIES-2, R-MAND-5: the three builds may be on different terrains."""
    game = scenario(
        land={(5, 5): "D", (5, 6): "D"}, own=[(5, 4)], card="desert", deck=["grass"], cards=["families"]
    )
    assert gold_by_answer(game, (5, 5), (5, 6), (5, 7)) == [0, 0, 2]


def test_families_with_swamp() -> None:
    """K-FAMILIES-2: two builds on swamp are too few, even if a waiting piece is built as the third."""
    swamp = {(5, column): "U" for column in range(5, 12)}
    two_builds = scenario(
        land=swamp,
        own=[(5, 4)],
        card="swamp/grass",
        cards=["families"],
        turn={"card": "swamp/grass", "side": "swamp"},
    )
    assert gold_by_answer(two_builds, (5, 5), (5, 6)) == [0, 0]
    three_builds = scenario(
        land=swamp,
        own=[(5, 4)],
        card="swamp/grass",
        cards=["families"],
        me={"waiting": 1},
        turn={"card": "swamp/grass", "side": "swamp"},
    )
    assert gold_by_answer(three_builds, (5, 5), (5, 6), (5, 7)) == [0, 0, 0]
    assert three_builds.mandatory_state == 2


def test_families_with_waiting_pieces() -> None:
    """K-FAMILIES-2, L-TEMPLE-3, R-MAND-4: any three of the builds may form the line. They earn at most 2
    gold, after the last build."""
    game = scenario(own=[(5, 4), (9, 9)], card="grass", cards=["families"], me={"waiting": 1})
    assert gold_by_answer(game, (9, 10), (5, 5), (5, 6), (5, 7)) == [0, 0, 0, 2]
    all_five = scenario(own=[(5, 4)], card="grass", cards=["families"], me={"waiting": 2})
    assert gold_by_answer(all_five, *((5, column) for column in range(5, 10))) == [0, 0, 0, 0, 2]
    small_supply = scenario(own=[(5, 4)], card="grass", cards=["families"], me={"waiting": 1, "supply": 2})
    assert gold_by_answer(small_supply, (5, 5), (5, 6), (5, 7)) == [0, 0, 0], "only two came from the supply"


def test_families_in_a_position_loaded_during_the_action() -> None:
    """K-FAMILIES-2, R-MAND-5: a position written during the action stores how many builds came from the
    supply."""
    game = scenario(own=[(5, 4)], card="grass", cards=["families"], me={"waiting": 2, "supply": 2})
    play(game, (5, 5), (5, 6), (5, 7))
    loaded = read_position(position_data(game))
    assert position_data(loaded) == {**position_data(game), "seed": position_data(loaded)["seed"]}
    assert gold_by_answer(loaded, (5, 8)) == gold_by_answer(game, (5, 8)) == [0]


# --- Shepherds

FLOWERS = {(4, 3): "L", (4, 4): "L", (4, 5): "L", (4, 6): "L"}


def test_shepherds_depends_on_the_build_order() -> None:
    """K-SHEPHERDS-1, R-TERM-6, E-15: building A, B, C earns 2 gold with C; building C, B, A earns nothing
    because D stays empty."""
    forward = scenario(land=FLOWERS, card="flower", cards=["shepherds"])
    assert gold_by_answer(forward, (4, 4), (4, 5), (4, 6)) == [0, 0, 2]
    backward = scenario(land=FLOWERS, card="flower", cards=["shepherds"])
    assert gold_by_answer(backward, (4, 6), (4, 5), (4, 4)) == [0, 0, 0]


def test_shepherds_checks_only_the_new_piece() -> None:
    """K-SHEPHERDS-1, K-RED-1: filling the last empty neighbor of an older piece earns nothing for that piece;
    a move earns nothing either."""
    game = scenario(
        land={(4, 4): "L", (4, 5): "L", (9, 9): "L"}, own=[(4, 5)], card="flower", cards=["shepherds"]
    )
    assert gold_by_answer(game, (4, 4)) == [2]
    move = scenario(
        land={(5, 7): "L"}, own=[(5, 5)], card="grass", cards=["shepherds"], me={"tiles": [tile("paddock")]}
    )
    assert gold_by_answer(move, "paddock", (5, 5), (5, 7)) == [0, 0, 0]


def test_shepherds_with_a_wall() -> None:
    """K-SHEPHERDS-2, P-WALL-1, E-72: a wall placed earlier in the turn can fill the last empty neighbor."""
    terrain = {(4, 4): "L", (4, 5): "L", (15, 15): "L"}
    game = scenario(
        land=terrain, own=[(4, 3), (3, 5)], card="flower", cards=["shepherds"], me={"tiles": [tile("quarry")]}
    )
    assert gold_by_answer(game, "quarry", (4, 5), "done", (4, 4)) == [0, 0, 0, 2]


@pytest.mark.parametrize(("terrain_name", "letter"), [("water", "W"), ("mountain", "M")])
def test_shepherds_on_water_and_mountain(terrain_name: str, letter: str) -> None:
    """K-SHEPHERDS-2: a build on a hex without a neighbor of the same terrain earns gold, even on water or a
    mountain."""
    terrain = dict.fromkeys([(5, 5), (9, 9), (9, 10)], letter)
    game = scenario(
        land=terrain,
        own=[(5, 4)],
        card="grass",
        cards=["shepherds"],
        me=nomad_tiles(f"donation_{terrain_name}"),
    )
    assert gold_by_answer(game, f"donation_{terrain_name}", (5, 5), (9, 9), (9, 10)) == [0, 2, 0, 2]


@pytest.mark.parametrize(("action", "letter"), [("farmland", "A"), ("canoe_bonus", "U")])
def test_shepherds_on_terrain_of_other_expansions(action: str, letter: str) -> None:
    """K-SHEPHERDS-2: swamp and farmland count like any other terrain."""
    me: dict[str, Any] = (
        {} if action == "farmland" else {"tiles": [tile("canoe"), tile("canoe")], "bonus": ["canoe"]}
    )
    game = scenario(land={(5, 5): letter}, own=[(5, 4)], card="grass", cards=["shepherds"], me=me)
    assert gold_by_answer(game, action, (5, 5)) == [0, 2]


def test_shepherds_ignores_scouts_and_zones() -> None:
    """R-TERM-6, L-SCOUTCABIN-4: a scout does not fill a hex, and a free hex in a zone still counts as
    empty."""
    pair = {(4, 4): "L", (4, 5): "L", (15, 15): "L"}
    scout = scenario(land=pair, own=[(4, 3)], card="flower", cards=["shepherds"], scouts=[[4, 5]])
    assert gold_by_answer(scout, (4, 4)) == [0]
    zone = scenario(land=pair, own=[(4, 3)], card="flower", cards=["shepherds"], them={"warriors": [[4, 6]]})
    assert cells(zone) == {(4, 4)}
    assert gold_by_answer(zone, (4, 4)) == [0]


def test_shepherds_pays_for_a_canoe_build() -> None:
    """L-CANOE-7, K-RED-1: the player who builds with Canoe earns the gold, although it is another player's
    turn."""
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
    assert gold_by_answer(game, (10, 10), player=1) == [2]


# --- Ambassadors


def test_ambassadors_pays_for_builds_next_to_opponents() -> None:
    """K-AMBASSADORS-1, K-RED-1, E-16: two of three builds are next to an opponent's piece, and each of the
    two earns gold."""
    game = scenario(
        own=[(4, 3)], other=[(5, 5)], card="grass", cards=["ambassadors"], me={"tiles": [tile("farm")]}
    )
    assert gold_by_answer(game, (4, 4), (5, 4), (4, 5)) == [0, 1, 1]
    assert gold_by_answer(game, "farm", (4, 6)) == [0, 1], "extra actions earn gold, too"


def test_ambassadors_pays_once_per_build() -> None:
    """K-AMBASSADORS-1: a build next to two opponents' pieces still earns only one gold; walls and scouts do
    not count."""
    game = scenario(
        own=[(5, 3)],
        other=[(5, 5), (4, 4)],
        card="grass",
        cards=["ambassadors"],
        more=[{"settlements": [[6, 4]]}],
    )
    assert gold_by_answer(game, (5, 4)) == [1]
    no_opponent = scenario(own=[(5, 3)], card="grass", cards=["ambassadors"], walls=[[5, 5]], scouts=[[4, 4]])
    assert gold_by_answer(no_opponent, (5, 4)) == [0]


@pytest.mark.parametrize("them", [{"wagon": [5, 5]}, {"city_hall": [5, 6]}])
def test_ambassadors_counts_all_kinds_of_pieces(them: dict[str, Any]) -> None:
    """K-AMBASSADORS-1, R-TERM-1: any piece of another player counts."""
    game = scenario(own=[(5, 3)], card="grass", cards=["ambassadors"], them=them)
    assert gold_by_answer(game, (5, 4)) == [1]


def test_city_hall_and_red_cards() -> None:
    """L-CITYHALL-3: all seven hexes are checked together. The center and a single desert hex count for
    Shepherds, and two hexes count for Ambassadors."""
    cards, me = ["shepherds", "ambassadors"], {"tiles": [tile("city_hall")]}
    game = scenario(land={(5, 4): "D"}, own=[(4, 5)], other=[(8, 5)], card="grass", cards=cards, me=me)
    new_events = play(game, "city_hall", (6, 5))
    gold_by_card = {event.source: event.gold for event in new_events if isinstance(event, GoldEarned)}
    assert gold_by_card == {"shepherds": 4, "ambassadors": 2}


def test_wagon_and_red_cards() -> None:
    """K-RED-1, K-AMBASSADORS-1, R-TERM-8: placing a wagon is a build; moving a wagon is not."""
    game = scenario(
        own=[(5, 3)], other=[(5, 5)], card="grass", cards=["ambassadors"], me={"tiles": [tile("wagon")]}
    )
    assert gold_by_answer(game, "wagon", "place", (5, 4)) == [0, 0, 1]
    move = scenario(
        own=[(5, 2)],
        other=[(5, 5)],
        card="grass",
        cards=["ambassadors"],
        me={"tiles": [tile("wagon")], "wagon": [5, 3]},
    )
    assert gold_by_answer(move, "wagon", "move", (5, 4), "done") == [0, 0, 0, 0]


def test_red_cards_do_not_score_at_the_end() -> None:
    """K-RED-1, R-SCORE-1: gold earned with red cards is listed once, under `earned`."""
    game = scenario(
        own=[(4, 3)], other=[(5, 5)], card="grass", cards=["ambassadors", "families", "shepherds"]
    )
    play(game, (4, 4), (5, 4), (4, 5))
    breakdown = score_breakdown(game, 0)
    assert {"ambassadors", "families", "shepherds"}.isdisjoint(breakdown)
    assert breakdown["earned"].gold == game.earned_gold[0] == total_gold(game, 0) == 2
