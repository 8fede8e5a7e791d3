"""What cannot come about is refused with its place and its rule, unless a position says `loose`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from scenario import grid, scenario, state, tile

from kingdom.ai.player import random_answer
from kingdom.position import read_position, write_position
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES, VARIANTS, BadSetup
from kingdom.rules.setup import Setup, new_game

LAND = {(5, 5): "1", (2, 2): "M", (3, 3): "W"}
BESIDE = ((5, 4), (5, 6), (4, 4))
"""Three hexes beside the farm."""
HOLDER = {"tiles": [tile("farm", (5, 5))]}


def strict(**position: Any) -> dict[str, Any]:
    """A scene that must be one that can come about."""
    return {"land": LAND, "locations": {"1": "farm"}, "loose": False, **position}


def turn(mandatory: str, built: int, *places: tuple[int, int], **more: int) -> dict[str, Any]:
    """A turn with grass in which so many builds are made, at these places."""
    return {
        "card": "grass",
        "turn": {"mandatory": mandatory, "built": built, "built_hexes": [list(p) for p in places], **more},
    }


IMPOSSIBLE: dict[str, tuple[dict[str, Any], str]] = {
    "three holders": (
        {
            "own": [BESIDE[0]],
            "other": [BESIDE[1]],
            "me": HOLDER,
            "them": HOLDER,
            "more": [{"settlements": [list(BESIDE[2])], **HOLDER}],
        },
        "location_tiles: [5, 5]: 3 taken and 0 left, and there were only 2 (R-SETUP-2)",
    ),
    "one taken and two left": (
        {"own": [BESIDE[0]], "me": HOLDER, "location_tiles": [[[5, 5], 2]]},
        "location_tiles: [5, 5]: 1 taken and 2 left, and there were only 2 (R-SETUP-2)",
    ),
    "another kind": (
        {"own": [BESIDE[0]], "me": {"tiles": [tile("oasis", (5, 5))]}},
        "players[0].tiles[0].from: [5, 5] is no oasis (R-GAIN-1)",
    ),
    "no supporter": (
        {"own": [(9, 9)], "me": HOLDER},
        "players[0].tiles[0].from: [5, 5]: no piece of the player stands beside it (R-LOSE-1)",
    ),
    "another's supporter": ({"other": [BESIDE[0]], "me": HOLDER}, "(R-LOSE-1)"),
    "on a mountain": (
        {"own": [(2, 2)]},
        "players[0].settlements: [2, 2]: nothing on this table brings a settlement onto mountain (R-TERR-2)",
    ),
    "on water": ({"other": [(3, 3)]}, "players[1].settlements: [3, 3]:"),
    "on a mountain with a harbor": ({"own": [(2, 2)], "locations": {"1": "harbor"}}, "onto mountain"),
    "a full hand": (
        {"me": {"hand": ["grass", "grass", "desert"]}},
        "players[0].hand: 3 cards, and at most 1 can be held (R-CARD-1)",
    ),
    "three cards of the crossroads": (
        {"locations": {"1": "crossroads"}, "me": {"hand": ["grass", "grass", "desert"]}},
        "at most 2 can be held (R-CARD-1)",
    ),
    "a card of the removed terrain": (
        {"card": "grass", "cards": ["scouts"], "removed_terrain": "grass"},
        "players[0].hand: a card that set-up took out of the game (R-SETUP-8)",
    ),
    "too much due": (
        {"own": [(9, 9)], **turn("doing", 1, due=40)},
        "turn.due: 40 after 1 built, and a card asks for at most 3 (R-MAND-1)",
    ),
    "too much built": (
        {"own": [(9, 9)], **turn("done", 4)},
        "turn.built: 4, and a card asks for at most 3 (R-MAND-1)",
    ),
    "built and not there": (
        turn("doing", 1),
        "turn.built: 1, and the player has fewer settlements (R-MAND-1)",
    ),
    "waiting pieces": (
        {"own": [(9, 9)], **turn("doing", 1, added=1)},
        "turn.added: 1, and nothing on this table lets pieces wait (R-MAND-4)",
    ),
    "more hexes than builds": (
        {"own": [(9, 9), (9, 8)], **turn("doing", 1, (9, 9), (9, 8))},
        "turn.built_hexes: more than the 1 that were built (R-MAND-1)",
    ),
    **{
        f"{kind} in the corner beside {tile_there}": (
            {"own": [(0, 0)], "land": {**LAND, (0, 0): letter}, "locations": {"1": tile_there}},
            f"players[0].settlements: [0, 0]: nothing on this table brings a settlement onto {kind}",
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
        turn("done", 1, (2, 2)),
        "turn.built_hexes: [2, 2]: no card builds there (R-MAND-1)",
    ),
    "built where nothing stands": (
        {"own": [(9, 9)], **turn("doing", 1, (0, 0))},
        "turn.built_hexes: [0, 0]: no settlement of the player is there (R-MAND-1)",
    ),
    "built where nothing stands, and nothing moves": (
        {"own": [(9, 9)], **turn("done", 1, (0, 0))},
        "turn.built_hexes: [0, 0]: no settlement of the player is there (R-MAND-1)",
    ),
    "more due than a card asks for": (
        {"own": [(9, 9)], **turn("doing", 1, due=3)},
        "turn.due: 3 after 1 built, and a card asks for at most 3 (R-MAND-1)",
    ),
    "four cards with a bazaar that came from the board": (
        {
            "locations": {"1": "crossroads", "2": "bazaar"},
            "land": {**LAND, (8, 8): "2"},
            "own": [(8, 7)],
            "me": {"hand": ["grass", "desert", "desert", "forest"], "tiles": [tile("bazaar", (8, 8))]},
        },
        "players[0].hand: ",
    ),
    "a warrior without barracks": (
        {"me": {"warriors": [[9, 9]]}},
        "players[0].warriors: only barracks brings this, and there is none on this table (L-BARRACKS-1)",
    ),
    "a ship without a lighthouse": ({"them": {"ship": [3, 3]}}, "players[1].ship: only lighthouse brings"),
    "a wagon without its tile": ({"me": {"wagon": [9, 9]}}, "players[0].wagon: only wagon brings this"),
    "a city hall without its tile": ({"me": {"city_hall": [9, 9]}}, "(L-CITYHALL-1)"),
    "walls without a quarry": ({"walls": [[9, 9]]}, "walls: only quarry brings this"),
    "a nomad tile without nomads": (
        {"me": {"nomads": [{"kind": "sword", "fresh": False}]}},
        "players[0].nomads: only nomad brings this",
    ),
    "marks without the Mayors": ({"me": {"marks": [3]}}, "(K-MAYORS-1)"),
    "scouts without a cabin": ({"scouts": [[9, 9]]}, "scouts: only scout_cabin brings this"),
    "number tiles without a cathedral": ({"me": {"counters": 1}}, "players[0].counters: only cathedral"),
    "pieces that wait without a temple": ({"me": {"waiting": 1}}, "players[0].waiting: only temple brings"),
    "a bonus without any of its tiles": ({"me": {"bonus": ["canoe"]}}, "players[0].bonus: only "),
    "farmland used without any": (turn("done", 3) | {"turn": {"farmland_used": True}}, "turn.farmland_used:"),
}


@pytest.mark.parametrize(("position", "words"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_come_about_is_refused(position: dict[str, Any], words: str) -> None:
    """R-SETUP-2, R-GAIN-1, R-LOSE-1, R-TERR-2, R-CARD-1, R-SETUP-8, R-MAND-1, R-MAND-4: each with its place
    and its rule; a loose position may have it, and what is written of it may, too."""
    with pytest.raises(BadSetup) as refused:
        scenario(**strict(**position))
    assert words in str(refused.value)
    game = scenario(**strict(**position) | {"loose": True})
    assert state(game)["loose"] is True
    assert state(read_position(json.loads(json.dumps(state(game))))) == state(game)


POSSIBLE: dict[str, dict[str, Any]] = {
    "two holders": {"own": [BESIDE[0]], "other": [BESIDE[1]], "me": HOLDER, "them": HOLDER},
    "a tile tied to no hex": {"me": {"tiles": [tile("farm")]}},
    "water with a harbor": {"own": [(3, 3)], "locations": {"1": "harbor"}},
    "water with a harbor in hand": {"own": [(3, 3)], "me": {"tiles": [tile("harbor")]}},
    "water with a canoe": {"own": [(3, 3)], "locations": {"1": "canoe"}},
    "a mountain with a fountain": {"own": [(2, 2)], "locations": {"1": "fountain"}},
    "both with nomads": {"own": [(2, 2), (3, 3)], "land": {**LAND, (7, 7): "N"}},
    "a mountain with a donation": {
        "own": [(2, 2)],
        "land": {**LAND, (7, 7): "N"},
        "me": {"nomads": [{"kind": "donation_mountain", "fresh": False}]},
    },
    "two cards with the crossroads": {"locations": {"1": "crossroads"}, "me": {"hand": ["grass", "desert"]}},
    "three with the bazaar": {
        "locations": {"1": "crossroads", "2": "bazaar"},
        "land": {**LAND, (8, 8): "2"},
        "me": {"hand": ["grass", "desert", "desert"]},
    },
    "three with a bazaar in hand": {
        "locations": {"1": "crossroads"},
        "me": {"hand": ["grass", "desert", "desert"], "tiles": [tile("bazaar")]},
    },
    "a warrior with barracks": {"me": {"warriors": [[9, 9]]}, "locations": {"1": "barracks"}},
    "a warrior with barracks in hand": {"me": {"warriors": [[9, 9]], "tiles": [tile("barracks")]}},
    "marks with the Mayors": {"me": {"marks": [3]}, "cards": ["mayors"]},
    "in the middle": {"own": [(9, 9)], **turn("doing", 1, (9, 9), due=2)},
    "built and moved away": {
        "own": [BESIDE[0]],
        "me": HOLDER,
        **turn("done", 3, (0, 0), (0, 1), (0, 2)),
    },
}


@pytest.mark.parametrize("position", POSSIBLE.values(), ids=POSSIBLE)
def test_what_can_come_about_is_read(position: dict[str, Any]) -> None:
    """L-HARBOR-2, L-CANOE-2, L-FOUNTAIN-2, N-DONATION-1, L-CROSSROADS-1, L-BAZAAR-2: what lies on the table
    decides."""
    assert "loose" not in state(scenario(**strict(**position)))


def test_a_location_has_left_what_nobody_took() -> None:
    """R-SETUP-2: two tiles, less those that are out, where a position says nothing."""

    def left(**position: Any) -> Any:
        return state(scenario(**strict(**position)))["location_tiles"]

    assert left() == [[[5, 5], 2]]
    assert left(own=[BESIDE[0]], me=HOLDER) == [[[5, 5], 1]]
    assert left(me={"taken": [[5, 5]]}, them={"taken": [[5, 5]]}) == [[[5, 5], 0]]


@pytest.mark.parametrize(
    "broken",
    [
        {"players": [{"settlements": [[0, 0]]}, {"settlements": [[0, 0]]}]},
        {"players": [{"hand": ["grass"] * 6}, {}]},
        {"players": [{"supply": 41}, {}]},
        {"players": [{"tiles": [{"kind": "farm", "from": [0, 0]}]}, {}]},
        {"grid": grid("G", {(0, 0): "S"}), "players": [{"settlements": [[0, 0]]}, {}]},
    ],
)
def test_loose_lets_nothing_through_that_cannot_be(broken: Mapping[str, Any]) -> None:
    """R-BUILD-1, R-COMP-1, R-TERM-9, R-TERR-2: those would break the game itself."""
    with pytest.raises(BadSetup):
        read_position({"grid": grid(), "loose": True, **broken})


@example(seed=10**9, players=3, boxes=set(), variants=set(), every=True)  # silos moved a supporter away
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**9),
    players=st.integers(2, 5),
    boxes=st.sets(st.sampled_from(sorted(BOXES))),
    variants=st.sets(st.sampled_from(sorted(VARIANTS)), max_size=2),
    every=st.booleans(),
)
def test_every_game_that_is_played_can_come_about(
    seed: int, players: int, boxes: set[str], variants: set[str], every: bool
) -> None:
    """R-LOSE-1, X-SILO-6, R-MAND-1, R-CARD-1: whatever is played with whatever boxes, each position
    that waits for an action is read back as it is, without being loose."""
    chance = Chance(seed)
    chosen = tuple(BOXES) if every else ("base", *sorted(boxes - {"base"}))
    game = new_game(Setup(players, chosen, seed, variants=tuple(sorted(variants))))
    while not game.over:
        game.choose(random_answer(game, chance))
        if (game.in_turn and not game.pending and not chance.below(6)) or game.over:
            written = json.loads(json.dumps(write_position(game)))
            assert "loose" not in written
            assert write_position(read_position(written)) == written
