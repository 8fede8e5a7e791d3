"""Crossroads: hands of several cards, task cards, set-up, the twins variant, and random games."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from typing import Any

import pytest
from scenario import asks, cells, gold, hex_at, kept, options, places, play, scenario, state, tile

from kingdom.position import read_position, write_position
from kingdom.rules import events
from kingdom.rules.board import Grid
from kingdom.rules.chance import Chance
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, EDGE_MASKS, NEXT_TO, Place, neighbours, nth
from kingdom.rules.registry import BOXES, SECTIONS, TASKS, TILES
from kingdom.rules.scoring import score, scorers
from kingdom.rules.setup import Setup, new_game

DONE = {"mandatory": "done"}
BOX = BOXES["crossroads"]


def around(row: Any, column: Any) -> list[tuple[int, int]]:
    """The neighbours of a hex of the main board."""
    return sorted((place[0], place[1]) for place in places(NEXT_TO[hex_at(row, column)]) if len(place) == 2)


def task(name: str, own: Iterable[Place], land: dict[tuple[int, int], str] | None = None, **more: Any) -> int:
    """The gold for a task, and a check that the hexes that earned it are told exactly if there is some."""
    game = scenario(land, own=own, card="grass", tasks=[name], **more)
    found = score(game, 0)[name]
    assert bool(found.gold) == bool(found.hexes)
    return found.gold


# --- the crossroads tile


def two_cards(*cards: str, **more: Any) -> Game:
    me = {"hand": list(cards), "tiles": [tile("crossroads"), *more.pop("tiles", [])]}
    land = more.pop("land", {(5, 5): "D", (5, 6): "F", (15, 15): "D"})
    return scenario(land, own=[(5, 4)], me=me, **more)


def test_crossroads_draws_two_at_the_end_of_the_turn_it_was_gained_in() -> None:
    """E-55, L-CROSSROADS-1, L-CROSSROADS-2, R-TURN-7: 2 cards at the end of this turn, both discarded after
    the next."""
    deck = ["grass", "canyon", "grass", "forest", "flower"]
    game = scenario(
        {(5, 6): "1"},
        own=[(5, 4)],
        locations={"1": "crossroads"},
        card="grass",
        them={"hand": ["grass"]},
        deck=deck,
    )
    play(game, (5, 5))
    assert [kind.name for kind, _, _ in game.tiles[0]] == ["crossroads"]
    while "end_turn" not in options(game):
        play(game, min(cells(game)))
    assert "crossroads" not in options(game), "passive: never an option"
    with pytest.raises(IllegalAnswer, match=r"L-CROSSROADS-1|R-GAIN-5"):
        play(game, "crossroads")
    play(game, "end_turn")
    assert (game.hand[0], game.discard) == (("grass", "canyon"), ("grass",))
    while game.player != 0:
        play(game, "end_turn" if "end_turn" in options(game) else min(cells(game)))
    assert game.hand[1] == ("grass",)
    assert options(game) >= {"grass"}
    play(game, "grass")
    while "end_turn" not in options(game):
        play(game, min(cells(game)))
    before = len(game.discard)
    play(game, "end_turn")
    assert game.discard[before:] == ("grass", "canyon")
    assert game.hand[0] == ("forest", "flower")


def test_one_of_two_cards_is_chosen_for_the_whole_turn() -> None:
    """L-CROSSROADS-2, L-CROSSROADS-3, D-17: by a build or by name; the adjacency rule looks at each terrain
    by itself."""
    game = two_cards("desert", "forest", tiles=[tile("oracle")])
    assert asks(game) == "act"
    assert cells(game) == {(5, 5), (5, 6)}, (
        "desert next to (5,4), not the far one; the only forest, though not adjacent"
    )
    assert options(game) == {"desert", "forest", "oracle"}
    play(game, "desert")
    assert cells(game) == {(5, 5)}
    assert options(game) == {"oracle"}


def test_the_build_fixes_the_card() -> None:
    """L-CROSSROADS-2, D-17: each card's terrain has its own adjacency; a build on one fixes that card."""
    land = {(5, 5): "D", (5, 3): "F", (15, 15): "D", (14, 14): "F", (4, 4): "F"}
    game = two_cards("desert", "forest", land=land, tiles=[tile("oracle")])
    assert cells(game) == {(5, 5), (5, 3), (4, 4)}
    happened = play(game, (5, 3))
    assert events.TerrainChosen(0, "forest", "forest") in happened
    assert (game.card, game.terrain) == ("forest", "forest")
    assert cells(game) == {(4, 4)}
    play(game, (4, 4), (14, 14))
    assert (5, 5) not in cells(game)


def test_the_card_chosen_by_an_extra_action_binds_the_mandatory_one() -> None:
    """L-CROSSROADS-3, D-17: oracle asks for the terrain first; the mandatory action must then use it."""
    land = {(5, 5): "D", (5, 3): "F", (15, 15): "D", (4, 4): "F"}
    game = two_cards("desert", "forest", land=land, tiles=[tile("oracle")])
    play(game, "oracle")
    assert (asks(game), options(game)) == ("terrain", {"desert", "forest"})
    play(game, "desert")
    assert cells(game) == {(5, 5)}
    play(game, (5, 5))
    assert cells(game) == {(15, 15)}
    assert not {"desert", "forest"} & options(game)


def test_actions_that_need_no_terrain_come_before_the_choice() -> None:
    """L-CROSSROADS-3: paddock and farm leave the choice open."""
    land = {(5, 5): "D", (5, 3): "F"}
    game = two_cards("desert", "forest", land=land, tiles=[tile("farm")])
    play(game, "farm", (4, 4) if (4, 4) in places(NEXT_TO[hex_at(5, 4)]) else (4, 5))
    assert game.card is None
    assert options(game) == {"desert", "forest"}
    again = read_position(state(game))
    assert again.decision() == game.decision()


def test_losing_the_tile_keeps_the_hand() -> None:
    """L-CROSSROADS-4, R-LOSE-8: both cards stay, one is chosen as usual, afterwards only 1 is drawn."""
    me = {"hand": ["desert", "grass"], "tiles": [tile("crossroads", (5, 5)), tile("paddock")]}
    game = scenario({(5, 5): "1", (9, 9): "D"}, own=[(5, 6)], locations={"1": "crossroads"}, me=me)
    play(game, "paddock", (5, 6), (5, 8))
    assert [kind.name for kind, _, _ in game.tiles[0]] == ["paddock"]
    assert game.hand[0] == ("desert", "grass")
    assert options(game) >= {"desert", "grass"}
    play(game, "grass")
    while "end_turn" not in options(game):
        play(game, min(cells(game)))
    play(game, "end_turn")
    assert len(game.hand[0]) == 1


def test_a_usable_card_must_be_chosen() -> None:
    """R-CARD-7: with one useless card of two, only the other may be chosen."""
    game = two_cards("canyon", "desert")
    assert options(game) == {"desert"}
    with pytest.raises(IllegalAnswer, match="R-CARD-1"):
        play(game, "canyon")


def test_two_useless_cards() -> None:
    """R-CARD-7, R-CARD-4: if none is usable, the chosen one is removed and replaced from the draw pile; the
    other is discarded later."""
    game = two_cards("canyon", "flower", deck=["forest", "grass", "grass"])
    assert (cells(game), options(game)) == (set(), {"canyon", "flower"})
    happened = play(game, "flower")
    assert events.CardRemoved(0, "flower") in happened
    assert (game.card, game.hand[0]) == ("forest", ("canyon", "forest"))
    assert cells(game) == {(5, 6)}


def test_a_chosen_card_that_runs_out() -> None:
    """R-CARD-7, R-MAND-5: replaced from the draw pile, not by the second hand card."""
    game = two_cards("forest", "desert", deck=["grass", "grass", "grass"])
    play(game, "forest", (5, 6))
    assert (game.card, game.hand[0]) == ("grass", ("grass", "desert"))
    assert (5, 5) not in cells(game)
    play(game, min(cells(game)))
    play(game, min(cells(game)))
    assert "end_turn" in options(game)


def test_both_cards_are_hidden_from_the_others() -> None:
    """R-CARD-3, L-CROSSROADS-2: nobody else learns the second card; the played one lies open."""
    game = two_cards("desert", "forest", land={(5, 5): "D", (5, 3): "F", (4, 4): "D"})
    play(game, "desert")
    hands = {game.observe(1, seed).hand[0] for seed in range(40)}
    assert all(hand[0] == "desert" for hand in hands)
    assert len(hands) > 1
    assert {game.observe(0, seed).hand[0] for seed in range(5)} == {("desert", "forest")}


def test_a_hand_of_three() -> None:
    """L-BAZAAR-2: with three cards one of three is chosen, all are discarded."""
    land = {(5, 5): "D", (5, 3): "F", (9, 9): "C"}
    game = two_cards("desert", "forest", "canyon", land=land)
    assert options(game) == {"desert", "forest", "canyon"}
    play(game, "canyon", (9, 9))
    assert game.hand[0][:2] == ("desert", "forest")


def test_an_empty_supply_needs_no_card() -> None:
    """R-MAND-3, L-CROSSROADS-3: with nothing to build the choice is not asked for."""
    game = scenario(own=[(5, 4)], me={"hand": ["grass", "desert"], "supply": 0})
    assert options(game) == {"end_turn"}


# --- the twins variant


def test_the_twin_is_the_card_that_is_there_twice() -> None:
    """V-TWINS: of three cards, the two equal ones stand for any terrain, wherever they are in the hand."""
    for hand in itertools.permutations(("grass", "desert", "desert")):
        game = scenario(
            locations={"1": "crossroads", "2": "bazaar"}, me={"hand": list(hand)}, variants=["twins"]
        )
        wild = {card for card, terrain, _ in game.sides() if terrain not in ("grass", "desert")}
        assert wild == {"desert"}


def test_twins_choose_any_terrain() -> None:
    """V-TWINS: two equal cards let their owner choose any terrain, with that card's number of builds."""
    land = {(5, 5): "D", (5, 3): "F", (9, 9): "C", (10, 1): "L"}
    plain = two_cards("desert", "desert", land=land)
    assert options(plain) == {"desert"}
    game = two_cards("desert", "desert", land=land, variants=["twins"])
    assert options(game) == {"desert", "forest", "canyon", "flower", "grass"}
    play(game, "grass")
    assert (game.card, game.terrain) == ("desert", "grass")
    again = read_position(state(game))
    assert (again.terrain, again.decision()) == ("grass", game.decision())
    for _ in range(3):
        assert "end_turn" not in options(game)
        play(game, min(cells(game)))
    assert "end_turn" in options(game)
    different = two_cards("desert", "forest", land=land, variants=["twins"])
    assert options(different) == {"desert", "forest"}
    assert "twins" in [variant.name for variant in BOX.variants]


# --- task cards


def test_task_cards_pay_once() -> None:
    """E-49, D-7, T-HOMECOUNTRY-1, T-FORTRESS-1, T-ROAD-1, T-REFUGE-1, T-ADVANCE-1, T-COMPASS-1: 5 to 10 gold,
    once however often met."""
    assert task("home_country", [(5, 5)], {(5, 5): "D"}) == 5
    assert task("home_country", [(5, 5), (9, 9)], {(5, 5): "D", (9, 9): "D"}) == 5
    assert task("fortress", [(5, 5), *around(5, 5)]) == 6
    assert task("fortress", [(5, 5), *around(5, 5), (10, 10), *around(10, 10)]) == 6
    assert task("road", diagonal(7)) == 7
    assert task("road", [*diagonal(7), *diagonal(7, 8)]) == 7
    assert task("place_of_refuge", around(5, 5), {(5, 5): "S"}) == 8
    assert task("place_of_refuge", [*around(5, 5), *around(10, 10)], {(5, 5): "S", (10, 10): "S"}) == 8
    assert task("advance", [(0, column) for column in range(7)]) == 9
    assert task("advance", [(row, column) for row in (0, 19) for column in range(7)]) == 9
    assert task("compass_points", [(0, 5), (19, 5), (5, 0), (5, 19)]) == 10
    assert task("compass_points", [(0, 0), (0, 19), (19, 0), (19, 19)]) == 10


def diagonal(length: int, column: int = 2) -> list[Place]:
    """A straight line down to the right."""
    return [(row, column + row // 2) for row in range(4, 4 + length)]


def anti_diagonal(length: int) -> list[Place]:
    """A straight line down to the left."""
    return [(row, 14 - (row + 1) // 2) for row in range(4, 4 + length)]


def test_lines_of_this_file_are_straight() -> None:
    """R-GRID-3: both helpers really follow a diagonal axis."""
    for line, axis in ((diagonal(7), 22), (anti_diagonal(7), 21)):
        numbers = [hex_at(*place) for place in line]
        assert [after - before for before, after in itertools.pairwise(numbers)] == [axis] * 6


def test_road() -> None:
    """E-50, T-ROAD-1, T-ROAD-2: 7 in either diagonal yes, also across a seam; 7 in a row no; 6 no; broken
    no."""
    assert task("road", diagonal(7)) == 7
    assert task("road", anti_diagonal(7)) == 7
    assert task("road", diagonal(9)) == 7
    assert diagonal(7)[0] == (4, 4)
    assert diagonal(7)[6] == (10, 7)
    assert task("road", [(5, column) for column in range(3, 10)]) == 0
    assert task("road", diagonal(6)) == 0
    assert task("road", [place for place in diagonal(9) if place[0] != 8]) == 0
    zigzag: list[Place] = [(row, 5) for row in range(2, 12)]
    assert task("road", zigzag) == 0
    game = scenario(own=[*diagonal(9), (1, 1)], card="grass", tasks=["road"])
    assert places(score(game, 0)["road"].hexes) == set(diagonal(9))


def test_home_country() -> None:
    """T-HOMECOUNTRY-1, T-HOMECOUNTRY-2, R-TERR-4: every hex of an area, of water and mountain too; an
    opponent or a hole spoils it."""
    land = {(5, 5): "D", (5, 6): "D", (12, 12): "D"}
    assert task("home_country", [(5, 5), (5, 6)], land) == 5
    assert task("home_country", [(5, 5)], land) == 0
    assert task("home_country", [(5, 5)], land, other=[(5, 6)]) == 0
    assert task("home_country", [(5, 5)], {(5, 5): "M"}) == 5
    assert task("home_country", [], {(5, 5): "W"}, me={"ship": [5, 5]}) == 5
    assert (
        task("home_country", [], dict.fromkeys([(5, 5), *around(5, 5)], "D"), me={"city_hall": [5, 5]}) == 5
    )
    across = {(9, 5): "D", (10, 5): "D"}
    assert task("home_country", [(9, 5)], across) == 0
    assert task("home_country", [(9, 5), (10, 5)], across) == 5
    game = scenario(land, own=[(12, 12), (5, 5)], card="grass", tasks=["home_country"])
    assert places(score(game, 0)["home_country"].hexes) == {(12, 12)}


def test_fortress() -> None:
    """T-FORTRESS-1, T-FORTRESS-2, E-53: six neighbours of one's own; at the edge impossible; a city hall
    alone does it."""
    assert task("fortress", [(5, 5), *around(5, 5)[1:]]) == 0
    assert task("fortress", around(5, 5)) == 0
    assert task("fortress", [(0, 5), *around(0, 5)]) == 0
    assert task("fortress", [(5, 0), *around(5, 0)]) == 0
    assert task("fortress", [(5, 19), *around(5, 19), (6, 0), (4, 0), (5, 0)]) == 0
    assert task("fortress", [], me={"city_hall": [5, 5]}) == 6
    mixed = scenario(
        own=around(5, 5)[1:],
        card="grass",
        me={"wagon": list(around(5, 5)[0]), "warriors": [[5, 5]]},
        tasks=["fortress"],
    )
    assert gold(mixed, "fortress") == 6


def test_place_of_refuge() -> None:
    """T-REFUGE-1, T-REFUGE-2, R-TERR-3: all neighbour hexes that exist, water and mountain too; castle or
    location alike."""
    assert task("place_of_refuge", around(5, 5)[1:], {(5, 5): "S"}) == 0
    assert task("place_of_refuge", around(5, 5)) == 0
    assert task("place_of_refuge", around(5, 5), {(5, 5): "1"}, locations={"1": "farm"}) == 8
    wet = {(5, 5): "S", (5, 6): "W", (5, 4): "M"}
    assert task("place_of_refuge", set(around(5, 5)) - {(5, 6)}, wet) == 0
    assert task("place_of_refuge", around(5, 5), wet) == 8
    assert task("place_of_refuge", around(0, 5), {(0, 5): "S"}) == 8
    assert len(around(0, 0)) == 2
    assert task("place_of_refuge", around(0, 0), {(0, 0): "S"}) == 8
    assert task("place_of_refuge", set(around(5, 5)) - {(5, 6)}, {(5, 5): "S"}, other=[(5, 6)]) == 0
    game = scenario({(5, 5): "S"}, own=[*around(5, 5), (12, 1)], card="grass", tasks=["place_of_refuge"])
    assert places(score(game, 0)["place_of_refuge"].hexes) == {(5, 5), *around(5, 5)}


@pytest.mark.parametrize(
    "letter",
    sorted({landmark.letter for box in BOXES.values() for landmark in box.landmarks if landmark.letter}),
)
def test_every_landmark_is_a_refuge(letter: str) -> None:
    """T-REFUGE-2, R-TERR-3: castles, nomad spaces, palaces and silos are landmarks."""
    assert task("place_of_refuge", around(5, 5), {(5, 5): letter}) == 8


def test_advance() -> None:
    """E-52, T-ADVANCE-1, T-ADVANCE-2: 7 on one edge, apart from each other, a corner counts for both its
    edges."""
    assert task("advance", [(0, column) for column in (0, 2, 4, 7, 9, 12, 15)]) == 9
    assert task("advance", [(0, column) for column in (2, 4, 7, 9, 12, 15)]) == 0
    assert task("advance", [(row, 19) for row in (1, 3, 5, 7, 9, 11)] + [(0, 19)]) == 9
    assert task("advance", [(row, 0) for row in (1, 3, 5, 7)] + [(0, 2), (0, 4), (0, 6)]) == 0
    assert task("advance", [(5, column) for column in range(9)]) == 0


def test_compass_points() -> None:
    """E-51, D-6, T-COMPASS-1, T-COMPASS-2: two opposite corners are enough; three edges are not."""
    assert task("compass_points", [(0, 0), (19, 19)]) == 10
    assert task("compass_points", [(0, 19), (19, 0)]) == 10
    assert task("compass_points", [(0, 0), (0, 19)]) == 0
    assert task("compass_points", [(0, 5), (19, 5), (5, 0)]) == 0
    if BOXES["island"].islands:
        side = next(iter(BOXES["island"].islands))
        game = scenario(
            own=[(0, 5), (19, 5), (5, 0), ("i", 0, 4)], card="grass", tasks=["compass_points"], island=side
        )
        assert gold(game, "compass_points") == 0


def slow_tasks(game: Game, player: int) -> dict[str, bool]:
    """All six tasks once more, hex by hex, as the rules say them."""
    own = places(game.own[player])

    def line(place: Any, axis: int) -> bool:
        number = hex_at(*place)
        return all(game.own[player] >> (number + step * axis) & 1 for step in range(7))

    def held(row: int, column: int) -> bool:
        return all(place in own for place in around(row, column))

    edges = [
        [place for place in own if len(place) == 2 and BIT[hex_at(*place)] & edge] for edge in EDGE_MASKS
    ]
    return {
        "home_country": any(
            places(area) <= own for terrain in game.board.terrain for area in game.board.areas(terrain)
        ),
        "fortress": any(held(*place) and len(around(*place)) == 6 for place in own if len(place) == 2),
        "road": any(line(place, axis) for place in own for axis in (21, 22)),
        "place_of_refuge": any(held(*place) for place in places(game.board.landmarks) if len(place) == 2),
        "advance": any(len(edge) >= 7 for edge in edges),
        "compass_points": all(edges),
    }


def test_tasks_against_a_slow_oracle() -> None:
    """T-HOMECOUNTRY-1, T-FORTRESS-1, T-ROAD-1, T-REFUGE-1, T-ADVANCE-1, T-COMPASS-1 on crowded boards,
    against plain words."""
    chance, seen = Chance(3), set()
    for seed in range(40):
        game = new_game(Setup(seed=seed, boxes=("base", "crossroads"), tasks=tuple(TASKS)))
        standing = game.board.cells & ~game.board.landmarks
        empty = sum(
            BIT[nth(standing, chance.below(standing.bit_count()))]
            for _ in {chance.below(1000) for _ in range(seed % 5 * 12)}
        )
        game.settlements[0] = standing & ~empty if seed % 2 else neighbours(empty) & standing
        game.refresh()
        told = {name: bool(scorer(game, 0).gold) for name, scorer in scorers(game).items() if name in TASKS}
        assert told == slow_tasks(game, 0)
        seen |= set(told.items())
    assert len(seen) >= 10


# --- set-up


def crossroads_sections(game: Game) -> int:
    return sum(name.removesuffix(" turned") in BOX.sections for name in game.table.land["sections"])


def test_as_many_tasks_as_sections() -> None:
    """E-54, R-SETUP-5: 0 to 4 tasks, as many as Crossroads sections; nobody starts with a piece on the
    board."""
    numbers = set()
    for seed in range(60):
        game = new_game(Setup(seed=seed, boxes=("base", "crossroads")))
        assert len(game.table.tasks) == crossroads_sections(game)
        assert len({task.name for task in game.table.tasks}) == len(game.table.tasks)
        assert (
            kept(game)["warriors"]
            == kept(game)["wagon"]
            == kept(game)["ship"]
            == kept(game)["city_hall"]
            == (0, 0)
        )
        numbers.add(len(game.table.tasks))
    four = new_game(
        Setup(
            boxes=("base", "crossroads"), sections=("lighthouse", "barracks turned", "city_hall", "monastery")
        )
    )
    assert len(four.table.tasks) == 4
    assert numbers | {4} == {0, 1, 2, 3, 4}


def test_tasks_are_drawn_by_chance_or_chosen() -> None:
    """R-SETUP-5: any of the six; the same seed gives the same table; tasks chosen by hand stay."""
    sections = ("lighthouse", "tavern", "oasis", "farm")
    setups = [Setup(seed=seed, boxes=("base", "crossroads"), sections=sections) for seed in range(60)]
    drawn = [[task.name for task in new_game(setup).table.tasks] for setup in setups]
    assert {name for names in drawn for name in names} == set(TASKS)
    assert drawn == [[task.name for task in new_game(setup).table.tasks] for setup in setups]
    chosen = new_game(Setup(boxes=("base", "crossroads"), sections=sections, tasks=("road", "advance")))
    assert [task.name for task in chosen.table.tasks] == ["road", "advance"]
    none = new_game(Setup(boxes=("base", "crossroads"), sections=sections, tasks=()))
    assert none.table.tasks == ()


def test_tasks_on_a_drawn_map() -> None:
    """R-SETUP-5: a map that is not made of sections has a task for every two kinds of Crossroads location."""
    rows = ["G" * 20 for _ in range(20)]
    rows[5] = "GG1GG2GG3" + "G" * 11
    names = (("1", "fort"), ("2", "wagon"), ("3", "farm"))
    game = new_game(Setup(boxes=("base", "crossroads"), grid=Grid(tuple(rows), names)))
    assert len(game.table.tasks) == 1
    plain = new_game(Setup(boxes=("base", "crossroads"), grid=Grid(tuple("G" * 20 for _ in range(20)))))
    assert plain.table.tasks == ()


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("lighthouse", {"lighthouse", "foresters_lodge"}),
        ("barracks", {"barracks", "crossroads"}),
        ("city_hall", {"city_hall", "fort"}),
        ("monastery", {"monastery", "wagon"}),
    ],
)
def test_sections(name: str, kinds: set[str]) -> None:
    """R-SETUP-2, R-COMP-4: each section has one location of each of two kinds with two tiles, and one
    castle."""
    grid = SECTIONS[name]
    letters = "".join(grid.rows)
    assert {grid.tile(digit) for digit in "12"} == kinds
    assert (letters.count("1"), letters.count("2"), letters.count("S")) == (1, 1, 1)
    assert {len(row) for row in grid.rows} == {10}
    game = new_game(Setup(boxes=("base", "crossroads"), sections=(name, "tavern", "oasis", "farm")))
    ours = sum(BIT[space] for space, kind in game.board.location_at.items() if kind in kinds)
    assert game.doubled & ours == ours


def test_what_the_box_brings() -> None:
    """R-SETUP-5, T-HOMECOUNTRY-1: four sections, eight tiles, six tasks, all under the names that
    positions use."""
    assert list(BOX.sections) == ["lighthouse", "barracks", "city_hall", "monastery"]
    assert {kind.name for kind in BOX.tiles} == {
        "lighthouse",
        "foresters_lodge",
        "barracks",
        "crossroads",
        "city_hall",
        "fort",
        "monastery",
        "wagon",
    }
    assert [card.name for card in BOX.tasks] == [
        "home_country",
        "fortress",
        "road",
        "place_of_refuge",
        "advance",
        "compass_points",
    ]
    assert [TILES[kind].repeatable for kind in ("barracks", "wagon", "lighthouse", "fort", "city_hall")] == [
        True
    ] * 4 + [False]


# --- random games


def check_pieces(game: Game) -> None:
    """What always holds: every piece on land it may stand on, one a hex; zones are free for nobody."""
    seen = 0
    for player in range(game.table.players):
        box = kept(game)
        flower = box["city_hall"][player] and box["city_hall"][player] | neighbours(box["city_hall"][player])
        for piece in (
            game.settlements[player],
            box["warriors"][player],
            box["wagon"][player],
            box["ship"][player],
            flower,
        ):
            assert not piece & seen
            seen |= piece
        assert not box["ship"][player] & ~game.board.terrain["water"]
        assert not flower & ~game.board.suitable
        assert flower.bit_count() in (0, 7)
        assert game.settlements[player].bit_count() + game.supply[player] <= 40
    assert not game.free & seen
    for warriors in kept(game)["warriors"]:
        assert not neighbours(warriors) & game.free


def play_out(setup: Setup, strict: bool = True) -> tuple[Game, set[str]]:
    """A whole game with chance answers through the checked path."""
    game, chance = new_game(setup), random.Random(setup.seed)
    said: set[str] = set()
    for number in range(5000):
        if game.over:
            break
        waiting = game.decision()
        some = waiting.cells.bit_count()
        assert some + len(waiting.options)
        pick = chance.randrange(some + len(waiting.options))
        answer = nth(waiting.cells, pick) if pick < some else waiting.options[pick - some]
        if isinstance(answer, str):
            said.add(answer)
        game.choose(answer)
        if number % 7 == 0 and not game.over and not game.pending:
            check_pieces(game)
            written = write_position(game)
            again = read_position(written)
            assert again.decision() == game.decision()
            assert (again.own, again.reach, again.free) == (game.own, game.reach, game.free)
            rewritten = write_position(again)
            assert {**rewritten, "seed": 0} == {**written, "seed": 0}
    assert game.over
    return game, said


@pytest.mark.parametrize("seed", range(12))
def test_random_games_with_the_base_box(seed: int) -> None:
    """R-TURN-1, R-END-2, P-WARRIOR-3: 2 to 5 players, to the end, every position read back the same."""
    variants = ("twins",) if seed % 3 == 0 else ()
    sections = ("lighthouse", "barracks turned", "city_hall turned", "monastery") if seed % 2 else None
    play_out(
        Setup(
            players=2 + seed % 4,
            boxes=("base", "crossroads"),
            seed=seed,
            sections=sections,
            variants=variants,
        )
    )


@pytest.mark.parametrize("seed", range(8))
def test_random_games_with_all_boxes(seed: int) -> None:
    """R-TURN-1, R-END-2: all boxes there are, 2 to 5 players."""
    play_out(Setup(players=2 + seed % 4, boxes=tuple(BOXES), seed=seed))


def test_random_games_reach_every_tile() -> None:
    """L-BARRACKS-1, L-WAGON-1, L-LIGHTHOUSE-1, L-FORT-1, L-CITYHALL-1: chance uses all that the box
    brings."""
    said: set[str] = set()
    for seed in range(20):
        setup = Setup(
            players=3,
            boxes=("base", "crossroads"),
            seed=seed,
            sections=("lighthouse", "barracks", "city_hall", "monastery"),
        )
        said |= play_out(setup)[1]
    assert said >= {kind.name for kind in BOX.tiles} - {"crossroads"} | {"place", "move", "remove", "done"}
