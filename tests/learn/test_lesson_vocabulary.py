"""Tests the vocabulary of lesson files: tip conditions, measures and highlight targets."""

from __future__ import annotations

from typing import Any

import pytest
from support.scenario import play, scenario, tile

from kingdom.learn.lesson import shipped_lessons
from kingdom.learn.lesson_vocabulary import (
    TIP_CONDITIONS,
    cards_without_gold,
    read_highlight_target,
    read_measure,
)
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import TileGained
from kingdom.rules.game import Game
from kingdom.rules.hexes import COORD_OF, HEX_AT, iter_hexes
from kingdom.text.translator import Translator


def active_tips(game: Game, *events: TileGained) -> set[str]:
    """Returns the names of all tip conditions that are met."""
    return {name for name, condition in TIP_CONDITIONS.items() if condition(game, events)}


def test_no_tip_at_the_start() -> None:
    assert active_tips(scenario(card="grass")) == set()


def test_tips_when_the_learner_gains_a_tile_and_when_it_can_be_used() -> None:
    game = scenario(own=[(5, 5)], card="grass")
    assert active_tips(game, TileGained(0, "farm", HEX_AT[1, 1])) == {"tile"}
    assert active_tips(game, TileGained(1, "farm", HEX_AT[1, 1])) == set()
    assert "tile_ready" in active_tips(scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm")]}))
    assert "tile_ready" not in active_tips(
        scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm", used=True)]})
    )


def test_tips_for_few_or_no_adjacent_hexes() -> None:
    forest = {(5, 6): "F", (12, 12): "F", (13, 12): "F"}
    assert active_tips(scenario(land=forest, own=[(5, 5)], card="forest")) == {"forced"}
    assert active_tips(scenario(land=forest, own=[(1, 1)], card="forest")) == {"free"}
    assert active_tips(scenario(land=forest, own=[(5, 5)], card="grass")) == set()


def test_no_terrain_card_tip_while_a_tile_is_used() -> None:
    """The Tavern allows only the two hexes at the ends of a row. No tip appears, because using a tile is
    optional."""
    game = scenario(
        own=[(5, 5), (5, 6), (5, 7)],
        card="forest",
        cards=["fishermen"],
        me={"tiles": [tile("tavern")]},
        turn={"round": 4},
    )
    play(game, "tavern")
    assert game.decision().cells.bit_count() == 2
    assert active_tips(game) == set()


def test_card_without_gold_is_mentioned_only_in_late_rounds() -> None:
    keys: dict[str, Any] = {"own": [(5, 5)], "card": "grass", "cards": ["fishermen", "discoverers"]}
    assert cards_without_gold(scenario(**keys)) == ["fishermen"]
    assert active_tips(scenario(turn={"round": 3}, **keys)) == set()
    assert active_tips(scenario(turn={"round": 4}, **keys)) == {"idle_card"}


def test_tips_near_the_end_of_the_game() -> None:
    assert active_tips(scenario(own=[(5, 5)], card="grass", me={"supply": 10})) == set()
    assert active_tips(scenario(own=[(5, 5)], card="grass", me={"supply": 9})) == {"last_turns"}
    assert "last_round" in active_tips(scenario(own=[(5, 5)], card="grass", end=True))


def test_tip_after_the_last_build() -> None:
    game = scenario(own=[(5, 5)], card="grass")
    play(game, (5, 6), (5, 7))
    assert active_tips(game) == set()
    play(game, (5, 8))
    assert active_tips(game) == {"turn_done"}


def test_measures() -> None:
    game = scenario(
        land={(9, 9): "W"},
        own=[(9, 8)],
        other=[(3, 3), (9, 10)],
        card="grass",
        cards=["fishermen", "knights"],
    )
    for quantity, expected in {
        "gold:fishermen": 1,
        "gold:knights": 2,
        "gold:total": 3,
        "cells": 5,
        "due": 3,
        "supply": 39,
    }.items():
        assert read_measure(quantity, "here").evaluate(game) == expected, quantity
    after_build = {"what": "gain:total", "after": [[8, 9]]}
    assert read_measure(after_build, "here").evaluate(game) == 1
    assert read_measure({"what": "supply", "player": 1}, "here").evaluate(game) == 38
    assert read_measure({"what": "cells", "after": [[8, 9]]}, "here").evaluate(game) > 5
    with pytest.raises(ValidationError):
        read_measure("gold:lords", "here").evaluate(game)


def test_first_game_states_its_goal_at_the_start() -> None:
    """The text of the first step states how much gold each star requires."""
    lesson = next(lesson for lesson in shipped_lessons().lessons if lesson.name == "first_game")
    first_step = lesson.steps[0]
    values = lesson.measure(first_step.measures, lesson.initial_game())
    assert values == {"par": lesson.goal.par, "best": lesson.goal.best}
    text = Translator("en").tr(lesson.text_key(first_step.text_name), **values)
    assert str(lesson.goal.par) in text
    assert str(lesson.goal.best) in text
    with pytest.raises(ValidationError, match="goal:par, goal:best can be measured"):
        read_measure("goal:most", "here")


def test_highlighted_hexes() -> None:
    game = scenario(
        land={(9, 9): "W", (1, 1): "S", (2, 5): "1"},
        locations={"1": "farm"},
        own=[(9, 8)],
        other=[(3, 3)],
        card="grass",
        cards=["fishermen"],
    )

    def highlighted(target: object) -> set[object]:
        return {COORD_OF[hex_id] for hex_id in iter_hexes(read_highlight_target(target, "here").hexes(game))}

    assert highlighted([4, 4]) == {(4, 4)}
    assert highlighted("terrain:water") == {(9, 9)}
    assert highlighted("landmark:castle") == {(1, 1)}
    assert highlighted("location:farm") == {(2, 5)}
    assert highlighted("pieces") == highlighted("pieces:0") == highlighted("earned:fishermen") == {(9, 8)}
    assert highlighted("pieces:1") == {(3, 3)}
    assert len(highlighted("cells")) == 5
    assert highlighted("hand") == highlighted("card:fishermen") == set()
