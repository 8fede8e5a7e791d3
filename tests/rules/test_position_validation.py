"""Tests that positions that cannot occur in a game are rejected with the JSON path and the rule, unless they
are marked `loose`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.scenario import grid, position_data, scenario, tile

from kingdom.position import read_position, write_position
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import random_answer
from kingdom.rules.registry import EXPANSIONS, VARIANTS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game

TERRAIN = {(5, 5): "1", (2, 2): "M", (3, 3): "W"}
NEXT_TO_FARM = ((5, 4), (5, 6), (4, 4))
"""Three hexes next to the farm."""
PLAYER_WITH_FARM = {"tiles": [tile("farm", (5, 5))]}


def strict_position(**keys: Any) -> dict[str, Any]:
    """Returns position data with `loose` off, so the position must be reachable in play."""
    return {"land": TERRAIN, "locations": {"1": "farm"}, "loose": False, **keys}


def grass_turn(mandatory: str, built: int, *coords: tuple[int, int], **keys: int) -> dict[str, Any]:
    """Returns the keys of a turn with a grass card, with `built` mandatory builds made so far and `coords` as
    the hexes built on."""
    return {
        "card": "grass",
        "turn": {"mandatory": mandatory, "built": built, "built_hexes": [list(p) for p in coords], **keys},
    }


INVALID_POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "three players holding the tile": (
        {
            "own": [NEXT_TO_FARM[0]],
            "other": [NEXT_TO_FARM[1]],
            "me": PLAYER_WITH_FARM,
            "them": PLAYER_WITH_FARM,
            "more": [{"settlements": [list(NEXT_TO_FARM[2])], **PLAYER_WITH_FARM}],
        },
        "location_tiles: [5, 5]: 3 taken and 0 left, but there were only 2 (R-SETUP-2)",
    ),
    "one taken and two left": (
        {"own": [NEXT_TO_FARM[0]], "me": PLAYER_WITH_FARM, "location_tiles": [[[5, 5], 2]]},
        "location_tiles: [5, 5]: 1 taken and 2 left, but there were only 2 (R-SETUP-2)",
    ),
    "a tile of another kind": (
        {"own": [NEXT_TO_FARM[0]], "me": {"tiles": [tile("oasis", (5, 5))]}},
        "players[0].tiles[0].from: [5, 5] has no oasis tiles (R-GAIN-1)",
    ),
    "no piece next to the location": (
        {"own": [(9, 9)], "me": PLAYER_WITH_FARM},
        "players[0].tiles[0].from: [5, 5]: none of the player's pieces is next to it (R-LOSE-1)",
    ),
    "twenty tiles from nowhere": (
        {"me": {"tiles": [tile("farm")] * 20}},
        "players[0].tiles: 20 of farm, but a player gets at most 2 (R-GAIN-6)",
    ),
    "more tiles from nowhere than there are": (
        {
            "me": {"tiles": [tile("farm")] * 2},
            "them": {"tiles": [tile("farm")] * 2},
            "more": [{"tiles": [tile("farm")]}],
        },
        "players[2].tiles: 5 of farm in all, but there are only 4 (R-SETUP-2)",
    ),
    "an empty supply with nothing built": (
        {"me": {"supply": 0}},
        "players[0].supply: 0, but 40 settlements are not built (R-TERM-9)",
    ),
    "a settlement missing from the supply": ({"other": [(9, 9)], "them": {"supply": 38}}, "(R-TERM-9)"),
    "a marker missing from the supply": (
        {"cards": ["mayors"], "me": {"marks": [3], "supply": 38}},
        "players[0].supply: 38, but 39 settlements are not built",
    ),
    "only an opponent next to the location": (
        {"other": [NEXT_TO_FARM[0]], "me": PLAYER_WITH_FARM},
        "(R-LOSE-1)",
    ),
    "on a mountain": (
        {"own": [(2, 2)]},
        "players[0].settlements: [2, 2]: nothing in this game allows a settlement on mountain (R-TERR-2)",
    ),
    "on water": ({"other": [(3, 3)]}, "players[1].settlements: [3, 3]:"),
    "on a mountain with a harbor": (
        {"own": [(2, 2)], "locations": {"1": "harbor"}},
        "allows a settlement on mountain",
    ),
    "too many cards": (
        {"me": {"hand": ["grass", "grass", "desert"]}},
        "players[0].hand: 3 cards, but at most 1 can be held (R-CARD-1)",
    ),
    "three cards with Crossroads": (
        {"locations": {"1": "crossroads"}, "me": {"hand": ["grass", "grass", "desert"]}},
        "at most 2 can be held (R-CARD-1)",
    ),
    "a card of the removed terrain": (
        {"card": "grass", "cards": ["scouts"], "removed_terrain": "grass"},
        "players[0].hand: a card that was removed during setup (R-SETUP-8)",
    ),
    "too many builds due": (
        {"own": [(9, 9)], **grass_turn("doing", 1, due=40)},
        "turn.due: 40 after 1 built, but a card requires at most 3 (R-MAND-1)",
    ),
    "too many builds made": (
        {"own": [(9, 9)], **grass_turn("done", 4)},
        "turn.built: 4, but a card requires at most 3 (R-MAND-1)",
    ),
    "fewer settlements than builds": (
        grass_turn("doing", 1),
        "turn.built: 1, but the player has fewer settlements (R-MAND-1)",
    ),
    "waiting pieces": (
        {"own": [(9, 9)], **grass_turn("doing", 1, added=1)},
        "turn.added: 1, but nothing in this game lets pieces wait (R-MAND-4)",
    ),
    "more hexes than builds": (
        {"own": [(9, 9), (9, 8)], **grass_turn("doing", 1, (9, 9), (9, 8))},
        "turn.built_hexes: more than the 1 that were built (R-MAND-1)",
    ),
    **{
        f"{kind} in the corner with {tile_there}": (
            {"own": [(0, 0)], "land": {**TERRAIN, (0, 0): letter}, "locations": {"1": tile_there}},
            f"players[0].settlements: [0, 0]: nothing in this game allows a settlement on {kind}",
        )
        for kind, letter, tile_there in (
            ("mountain", "M", "farm"),
            ("mountain", "M", "canoe"),
            ("mountain", "M", "harbor"),
            ("mountain", "M", "city_hall"),
            ("mountain", "M", "water_mill"),
            ("water", "W", "farm"),
            ("water", "W", "fountain"),
            ("water", "W", "oasis"),
        )
    },
    "built on a mountain": (
        grass_turn("done", 1, (2, 2)),
        "turn.built_hexes: [2, 2]: no card builds there (R-MAND-1)",
    ),
    "built on an empty hex": (
        {"own": [(9, 9)], **grass_turn("doing", 1, (0, 0))},
        "turn.built_hexes: [0, 0]: no settlement of the player is there (R-MAND-1)",
    ),
    "built on an empty hex without a move tile": (
        {"own": [(9, 9)], **grass_turn("done", 1, (0, 0))},
        "turn.built_hexes: [0, 0]: no settlement of the player is there (R-MAND-1)",
    ),
    "more builds due than the card allows": (
        {"own": [(9, 9)], **grass_turn("doing", 1, due=3)},
        "turn.due: 3 after 1 built, but a card requires at most 3 (R-MAND-1)",
    ),
    "four cards with a Bazaar gained from the board": (
        {
            "locations": {"1": "crossroads", "2": "bazaar"},
            "land": {**TERRAIN, (8, 8): "2"},
            "own": [(8, 7)],
            "me": {"hand": ["grass", "desert", "desert", "forest"], "tiles": [tile("bazaar", (8, 8))]},
        },
        "players[0].hand: ",
    ),
    "a warrior without barracks": (
        {"me": {"warriors": [[9, 9]]}},
        "players[0].warriors: requires barracks, which is not in this game (L-BARRACKS-1)",
    ),
    "a ship without a lighthouse": ({"them": {"ship": [3, 3]}}, "players[1].ship: requires lighthouse"),
    "a wagon without its tile": ({"me": {"wagon": [9, 9]}}, "players[0].wagon: requires wagon"),
    "a city hall without its tile": ({"me": {"city_hall": [9, 9]}}, "(L-CITYHALL-1)"),
    "walls without a quarry": ({"walls": [[9, 9]]}, "walls: requires quarry"),
    "a nomad tile without nomads": (
        {"me": {"nomads": [{"kind": "sword", "fresh": False}]}},
        "players[0].nomads: requires nomad",
    ),
    "marks without the Mayors": ({"me": {"marks": [3]}}, "(K-MAYORS-1)"),
    "scouts without a cabin": ({"scouts": [[9, 9]]}, "scouts: requires scout_cabin"),
    "number tiles without a cathedral": ({"me": {"counters": 1}}, "players[0].counters: requires cathedral"),
    "waiting pieces without a temple": ({"me": {"waiting": 1}}, "players[0].waiting: requires temple"),
    "a bonus without any of its tiles": ({"me": {"bonus": ["canoe"]}}, "players[0].bonus: requires "),
    "farmland used without farmland on the board": (
        grass_turn("done", 3) | {"turn": {"farmland_used": True}},
        "turn.farmland_used:",
    ),
}


@pytest.mark.parametrize(("position", "message"), INVALID_POSITIONS.values(), ids=INVALID_POSITIONS)
def test_unreachable_positions_are_rejected(position: dict[str, Any], message: str) -> None:
    """R-SETUP-2, R-GAIN-1, R-GAIN-6, R-LOSE-1, R-TERR-2, R-TERM-9, R-CARD-1, R-SETUP-8, R-MAND-1, R-MAND-4:
    the error names the JSON path and the rule; a loose position is accepted and can be written and read
    again."""
    with pytest.raises(ValidationError) as error_info:
        scenario(**strict_position(**position))
    assert message in str(error_info.value)
    game = scenario(**strict_position(**position) | {"loose": True})
    assert position_data(game)["loose"] is True
    assert position_data(read_position(json.loads(json.dumps(position_data(game))))) == position_data(game)


VALID_POSITIONS: dict[str, dict[str, Any]] = {
    "a tile tied to no hex": {"me": {"tiles": [tile("farm")]}},
    "three tiles from three farms": {
        "land": {**TERRAIN, (5, 7): "1", (5, 9): "1"},
        "me": {"tiles": [tile("farm")] * 3},
    },
    "two players holding the tile": {
        "own": [NEXT_TO_FARM[0]],
        "other": [NEXT_TO_FARM[1]],
        "me": PLAYER_WITH_FARM,
        "them": PLAYER_WITH_FARM,
    },
    "water with a harbor": {"own": [(3, 3)], "locations": {"1": "harbor"}},
    "water with a Harbor tile held": {"own": [(3, 3)], "me": {"tiles": [tile("harbor")]}},
    "water with a canoe": {"own": [(3, 3)], "locations": {"1": "canoe"}},
    "a mountain with a fountain": {"own": [(2, 2)], "locations": {"1": "fountain"}},
    "water and a mountain with nomads": {"own": [(2, 2), (3, 3)], "land": {**TERRAIN, (7, 7): "N"}},
    "a mountain with a donation": {
        "own": [(2, 2)],
        "land": {**TERRAIN, (7, 7): "N"},
        "me": {"nomads": [{"kind": "donation_mountain", "fresh": False}]},
    },
    "two cards with Crossroads": {"locations": {"1": "crossroads"}, "me": {"hand": ["grass", "desert"]}},
    "three cards with Bazaar": {
        "locations": {"1": "crossroads", "2": "bazaar"},
        "land": {**TERRAIN, (8, 8): "2"},
        "me": {"hand": ["grass", "desert", "desert"]},
    },
    "three cards with a Bazaar tile held": {
        "locations": {"1": "crossroads"},
        "me": {"hand": ["grass", "desert", "desert"], "tiles": [tile("bazaar")]},
    },
    "a warrior with barracks": {"me": {"warriors": [[9, 9]]}, "locations": {"1": "barracks"}},
    "a warrior with a Barracks tile held": {"me": {"warriors": [[9, 9]], "tiles": [tile("barracks")]}},
    "marks with the Mayors": {"me": {"marks": [3]}, "cards": ["mayors"]},
    "in the middle of the mandatory action": {"own": [(9, 9)], **grass_turn("doing", 1, (9, 9), due=2)},
    "built and moved away": {
        "own": [NEXT_TO_FARM[0]],
        "me": PLAYER_WITH_FARM,
        **grass_turn("done", 3, (0, 0), (0, 1), (0, 2)),
    },
}


@pytest.mark.parametrize("position", VALID_POSITIONS.values(), ids=VALID_POSITIONS)
def test_reachable_positions_are_accepted(position: dict[str, Any]) -> None:
    """L-HARBOR-2, L-CANOE-2, L-FOUNTAIN-2, N-DONATION-1, L-CROSSROADS-1, L-BAZAAR-2: positions that are
    possible only with specific tiles or cards are accepted if these are in the game."""
    assert "loose" not in position_data(scenario(**strict_position(**position)))


def test_remaining_location_tiles_are_derived() -> None:
    """R-SETUP-2: by default, each location has two tiles minus those already taken."""

    def remaining_tiles(**keys: Any) -> Any:
        return position_data(scenario(**strict_position(**keys)))["location_tiles"]

    assert remaining_tiles() == [[[5, 5], 2]]
    assert remaining_tiles(own=[NEXT_TO_FARM[0]], me=PLAYER_WITH_FARM) == [[[5, 5], 1]]
    assert remaining_tiles(me={"taken": [[5, 5]]}, them={"taken": [[5, 5]]}) == [[[5, 5], 0]]


@pytest.mark.parametrize(
    "invalid",
    [
        {"players": [{"settlements": [[0, 0]]}, {"settlements": [[0, 0]]}]},
        {"players": [{"hand": ["grass"] * 6}, {}]},
        {"players": [{"supply": 41}, {}]},
        {"players": [{"tiles": [{"kind": "farm", "from": [0, 0]}]}, {}]},
        {"grid": grid("G", {(0, 0): "S"}), "players": [{"settlements": [[0, 0]]}, {}]},
    ],
)
def test_loose_positions_are_still_validated(invalid: Mapping[str, Any]) -> None:
    """R-BUILD-1, R-COMP-1, R-TERM-9, R-TERR-2: an error that would break the game itself is rejected even in
    a loose position."""
    with pytest.raises(ValidationError):
        read_position({"grid": grid(), "loose": True, **invalid})


# the silo phase moved a settlement away from its location
@example(seed=10**9, players=3, expansions=set(), variants=set(), all_expansions=True)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**9),
    players=st.integers(2, 5),
    expansions=st.sets(st.sampled_from(sorted(EXPANSIONS))),
    variants=st.sets(st.sampled_from(sorted(VARIANTS)), max_size=2),
    all_expansions=st.booleans(),
)
def test_positions_of_played_games_are_accepted(
    seed: int, players: int, expansions: set[str], variants: set[str], all_expansions: bool
) -> None:
    """R-LOSE-1, X-SILO-6, R-MAND-1, R-CARD-1: with any expansions, every position in which an action is due
    can be read back without `loose`."""
    rng = Rng(seed)
    used_expansions = tuple(EXPANSIONS) if all_expansions else ("base", *sorted(expansions - {"base"}))
    game = new_game(GameSetup(players, used_expansions, seed, variants=tuple(sorted(variants))))
    while not game.over:
        game.play(random_answer(game, rng))
        if (game.at_turn_decision and not game.pending_answers and not rng.randrange(6)) or game.over:
            written = json.loads(json.dumps(write_position(game)))
            assert "loose" not in written
            assert write_position(read_position(written)) == written
