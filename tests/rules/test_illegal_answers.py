"""Tests the explanations of illegal answers: the rule ID, the translation key of the message shown to
players, and the values inserted into the message."""

from __future__ import annotations

from typing import Any

import pytest
from support.scenario import play, scenario, tile

from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import Coord

AFTER_MANDATORY = {"mandatory": "done"}
CAVE_POSITION: dict[str, Any] = {"land": {(5, 5): "M", (12, 12): "M"}, "caves": [[5, 5], [12, 12]]}


def rejection(game: Game, answer: Coord | str) -> tuple[str, str, dict[str, object]]:
    with pytest.raises(IllegalAnswer) as error_info:
        play(game, answer)
    error = error_info.value
    assert str(error) == f"{error.rule_id}: {error.reason}"
    return error.rule_id, error.text_key.removeprefix("reason."), error.text_values


def scenario_after(*answers: Coord | str, **position: Any) -> Game:
    """Returns a position after some answers."""
    game = scenario(**{"own": [(5, 4)], "card": "grass", **position})
    play(game, *answers)
    return game


@pytest.mark.parametrize(
    ("position", "answers", "answer", "expected"),
    [
        ({}, (), (5, 4), ("R-BUILD-1", "occupied", {})),
        ({}, (), ("i", 0, 0), ("R-GRID-1", "no_hex", {})),
        ({}, (), (12, 12), ("R-BUILD-3", "not_adjacent", {})),
        ({"land": {(5, 5): "S"}}, (), (5, 5), ("R-TERR-2", "landmark", {"land": "castle"})),
        (
            {"land": {(5, 5): "D"}},
            (),
            (5, 5),
            ("R-MAND-1", "wrong_terrain", {"land": "desert", "terrains": ("grass",)}),
        ),
        (
            {"land": {(5, 5): "D", (9, 9): "U"}, "card": "swamp/grass"},
            (),
            (5, 5),
            ("R-MAND-1", "wrong_terrain", {"land": "desert", "terrains": ("swamp", "grass")}),
        ),
        ({"them": {"warriors": [[5, 7]]}}, (), (5, 6), ("R-TERM-5", "zone", {})),
        ({"turn": AFTER_MANDATORY}, (), (5, 5), ("R-MAND-1", "mandatory_done", {})),
        ({"me": {"tiles": [tile("barn")]}}, ("barn",), (5, 5), ("L-BARN-1", "cannot_choose", {})),
        ({"me": {"tiles": [tile("barn")]}}, ("barn", (5, 4)), (5, 4), ("R-MOVE-3", "occupied", {})),
        (
            {"land": {(5, 5): "D"}, "me": {"tiles": [tile("barn")]}},
            ("barn", (5, 4)),
            (5, 5),
            ("L-BARN-1", "not_a_target", {"land": "desert"}),
        ),
        (
            {"me": {"tiles": [tile("cathedral")], "counters": 2}},
            ("cathedral",),
            (5, 5),
            ("L-CATHEDRAL-2", "choose_option", {}),
        ),
    ],
)
def test_illegal_hex_is_explained(
    position: dict[str, Any], answers: tuple[Any, ...], answer: Coord, expected: tuple[Any, ...]
) -> None:
    """R-BUILD-1, R-BUILD-3, R-TERR-2, R-TERM-5, R-MAND-1, R-MOVE-3: if several reasons apply, only the first
    one is reported."""
    assert rejection(scenario_after(*answers, **position), answer) == expected


@pytest.mark.parametrize(
    ("position", "answers", "answer", "expected"),
    [
        ({}, (), "end_turn", ("R-TURN-1", "mandatory_first", {})),
        ({}, (), "nonsense", ("R-TURN-3", "no_option", {})),
        ({}, (), "desert", ("R-CARD-1", "terrain", {"terrain": "desert"})),
        ({}, (), "farm", ("R-TURN-3", "no_tile", {"action": "farm"})),
        ({"me": {"tiles": [tile("farm", used=True)]}}, (), "farm", ("R-TURN-3", "used", {"action": "farm"})),
        (
            {"me": {"tiles": [tile("farm", fresh=True)]}},
            (),
            "farm",
            ("R-GAIN-5", "fresh", {"action": "farm"}),
        ),
        (
            {"me": {"tiles": [tile("farm")]}},
            ((5, 5),),
            "farm",
            ("R-TURN-5", "wait_mandatory", {"action": "farm"}),
        ),
        ({"me": {"tiles": [tile("barn")]}}, ("barn",), "barn", ("R-TURN-6", "finish_first", {})),
        (
            {"me": {"tiles": [tile("canoe")]}},
            (),
            "canoe",
            ("L-CANOE-1", "not_in_own_turn", {"action": "canoe"}),
        ),
        (
            {"me": {"tiles": [tile("oasis")]}},
            (),
            "oasis",
            ("L-OASIS-1", "no_target", {"action": "oasis"}),
        ),
        (
            {"me": {"tiles": [tile("city_hall")], "city_hall": [12, 5]}},
            (),
            "city_hall",
            ("L-CITYHALL-6", "city_hall_stands", {}),
        ),
        (
            {"me": {"tiles": [tile("fort")], "supply": 0}, "turn": AFTER_MANDATORY},
            (),
            "fort",
            ("L-FORT-2", "fort_empty", {}),
        ),
        ({}, (), "cave", ("Q-CAVE-3", "no_target", {"action": "cave"})),
        (CAVE_POSITION, ("cave", (5, 4), (12, 11)), "cave", ("R-TURN-4", "used", {"action": "cave"})),
        (
            {**CAVE_POSITION, "own": [(9, 9)]},
            (),
            "cave",
            ("Q-CAVE-3", "no_target", {"action": "cave"}),
        ),
        (
            {"land": {(5, 5): "A", (5, 6): "A"}},
            ("farmland", (5, 5)),
            "farmland",
            ("R-TURN-4", "used", {"action": "farmland"}),
        ),
        (
            {"land": {(9, 9): "A"}},
            (),
            "farmland",
            ("X-FARM-1", "no_target", {"action": "farmland"}),
        ),
        (
            {"me": {"nomads": [{"kind": "sword", "fresh": True}]}},
            (),
            "sword",
            ("N-LIFE-1", "fresh_round", {"action": "sword"}),
        ),
        ({}, (), "sword", ("R-TURN-3", "no_tile", {"action": "sword"})),
        (
            {"me": {"tiles": [tile("refuge")]}},
            (),
            "refuge_bonus",
            ("X-BONUS-1", "needs_two", {"action": "refuge_bonus", "tile": "refuge"}),
        ),
        (
            {"me": {"tiles": [tile("refuge")] * 2, "bonus": ["refuge"], "bonus_fresh": ["refuge"]}},
            (),
            "refuge_bonus",
            ("X-BONUS-2", "fresh", {"action": "refuge_bonus"}),
        ),
        (
            {
                "me": {"tiles": [tile("refuge")] * 2, "bonus": ["refuge"]},
                "turn": {"bonus_used": ["refuge"]},
            },
            (),
            "refuge_bonus",
            ("X-BONUS-2", "used", {"action": "refuge_bonus"}),
        ),
    ],
)
def test_illegal_option_is_explained(
    position: dict[str, Any], answers: tuple[Any, ...], answer: str, expected: tuple[Any, ...]
) -> None:
    """R-TURN-1, R-TURN-3, R-TURN-4, R-TURN-5, R-TURN-6, R-GAIN-5, N-LIFE-1, X-BONUS-1, X-BONUS-2: the first
    reason that applies is reported. Checked in this order: whether the player has the tile, the tile's state,
    conditions specific to the tile, and whether there is a target."""
    assert rejection(scenario_after(*answers, **position), answer) == expected


def test_no_answer_is_legal_after_the_end() -> None:
    """R-END-5: after the end of the game, neither a hex nor an option is legal."""
    game = scenario_after("end_turn", turn=AFTER_MANDATORY, end=True, me={"supply": 0}, them={"supply": 0})
    for _ in range(8):
        if game.over:
            break
        play(game, "end_turn")
    assert game.over
    assert rejection(game, (5, 5)) == rejection(game, "end_turn") == ("R-END-5", "over", {})
