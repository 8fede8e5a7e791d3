"""The moments of a first game, what can be measured, and what can be pointed at."""

from __future__ import annotations

from typing import Any

import pytest
from scenario import play, scenario, tile

from kingdom.learn.library import shipped
from kingdom.learn.measures import read_measure
from kingdom.learn.moments import MOMENTS, idle_cards
from kingdom.learn.pointing import read_point
from kingdom.rules.events import TileGained
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT, PLACE_OF, hexes_of
from kingdom.rules.registry import BadSetup
from kingdom.text import Texts


def moments(game: Game, *happened: TileGained) -> set[str]:
    """All moments that it is."""
    return {name for name, moment in MOMENTS.items() if moment(game, happened)}


def test_nothing_is_worth_a_remark_at_first() -> None:
    assert moments(scenario(card="grass")) == set()


def test_a_tile_is_remarked_when_the_learner_takes_it_and_when_it_can_be_used() -> None:
    game = scenario(own=[(5, 5)], card="grass")
    assert moments(game, TileGained(0, "farm", HEX_AT[1, 1])) == {"tile"}
    assert moments(game, TileGained(1, "farm", HEX_AT[1, 1])) == set()
    assert "tile_ready" in moments(scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm")]}))
    assert "tile_ready" not in moments(
        scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm", used=True)]})
    )


def test_few_hexes_or_none_nearby() -> None:
    forest = {(5, 6): "F", (12, 12): "F", (13, 12): "F"}
    assert moments(scenario(land=forest, own=[(5, 5)], card="forest")) == {"forced"}
    assert moments(scenario(land=forest, own=[(1, 1)], card="forest")) == {"free"}
    assert moments(scenario(land=forest, own=[(5, 5)], card="grass")) == set()


def test_nobody_speaks_of_the_card_while_a_tile_is_used() -> None:
    """The two ends of a row are few, but no small patch, and the Tavern forces nobody."""
    game = scenario(
        own=[(5, 5), (5, 6), (5, 7)],
        card="forest",
        cards=["fishermen"],
        me={"tiles": [tile("tavern")]},
        turn={"round": 4},
    )
    play(game, "tavern")
    assert game.decision().cells.bit_count() == 2
    assert moments(game) == set()


def test_a_card_that_brings_nothing_is_idle_only_later() -> None:
    table: dict[str, Any] = {"own": [(5, 5)], "card": "grass", "cards": ["fishermen", "discoverers"]}
    assert idle_cards(scenario(**table)) == ["fishermen"]
    assert moments(scenario(turn={"round": 3}, **table)) == set()
    assert moments(scenario(turn={"round": 4}, **table)) == {"idle_card"}


def test_the_end_is_near() -> None:
    assert moments(scenario(own=[(5, 5)], card="grass", me={"supply": 10})) == set()
    assert moments(scenario(own=[(5, 5)], card="grass", me={"supply": 9})) == {"last_turns"}
    assert "last_round" in moments(scenario(own=[(5, 5)], card="grass", end=True))


def test_the_builds_are_done() -> None:
    game = scenario(own=[(5, 5)], card="grass")
    play(game, (5, 6), (5, 7))
    assert moments(game) == set()
    play(game, (5, 8))
    assert moments(game) == {"turn_done"}


def test_what_is_measured() -> None:
    game = scenario(
        land={(9, 9): "W"},
        own=[(9, 8)],
        other=[(3, 3), (9, 10)],
        card="grass",
        cards=["fishermen", "knights"],
    )
    for what, number in {
        "gold:fishermen": 1,
        "gold:knights": 2,
        "gold:total": 3,
        "cells": 5,
        "due": 3,
        "supply": 39,
    }.items():
        assert read_measure(what, "here").of_game(game) == number, what
    after = {"what": "gain:total", "after": [[8, 9]]}
    assert read_measure(after, "here").of_game(game) == 1
    assert read_measure({"what": "supply", "player": 1}, "here").of_game(game) == 38
    assert read_measure({"what": "cells", "after": [[8, 9]]}, "here").of_game(game) > 5
    with pytest.raises(BadSetup):
        read_measure("gold:lords", "here").of_game(game)


def test_the_first_game_tells_its_goals_before_it_begins() -> None:
    """Who reads only the screen knows what the stars are given for."""
    lesson = next(lesson for lesson in shipped().lessons if lesson.name == "first_game")
    hello = lesson.steps[0]
    numbers = lesson.numbers(hello.values, lesson.game())
    assert numbers == {"par": lesson.goal.par, "best": lesson.goal.best}
    said = Texts("en").say(lesson.key(hello.say), **numbers)
    assert str(lesson.goal.par) in said
    assert str(lesson.goal.best) in said
    with pytest.raises(BadSetup, match="goal:par, goal:best can be measured"):
        read_measure("goal:most", "here")


def test_hexes_that_are_pointed_at() -> None:
    game = scenario(
        land={(9, 9): "W", (1, 1): "S", (2, 5): "1"},
        locations={"1": "farm"},
        own=[(9, 8)],
        other=[(3, 3)],
        card="grass",
        cards=["fishermen"],
    )

    def pointed(word: object) -> set[object]:
        return {PLACE_OF[number] for number in hexes_of(read_point(word, "here").hexes(game))}

    assert pointed([4, 4]) == {(4, 4)}
    assert pointed("terrain:water") == {(9, 9)}
    assert pointed("landmark:castle") == {(1, 1)}
    assert pointed("location:farm") == {(2, 5)}
    assert pointed("pieces") == pointed("pieces:0") == pointed("earned:fishermen") == {(9, 8)}
    assert pointed("pieces:1") == {(3, 3)}
    assert len(pointed("cells")) == 5
    assert pointed("hand") == pointed("card:fishermen") == set()
