"""Tests Crossroads: hands of several cards, task cards, setup, the twins variant, and random games."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from typing import Any

import pytest
from support.scenario import (
    cells,
    coords,
    expansion_state,
    gold,
    hex_id_at,
    options,
    play,
    position_data,
    question,
    scenario,
    tile,
)

from kingdom.position import read_position, write_position
from kingdom.rules import events
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, EDGE_MASKS, NEIGHBORS, Coord, neighbors, nth_hex
from kingdom.rules.registry import EXPANSIONS, SECTIONS, TILES
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import final_scorers, score_breakdown
from kingdom.rules.setup import GameSetup, new_game

AFTER_MANDATORY = {"mandatory": "done"}
EXPANSION = EXPANSIONS["crossroads"]
TASK_CARDS = tuple(task.name for task in EXPANSION.task_cards)


def neighbors_of(row: Any, column: Any) -> list[tuple[int, int]]:
    """Returns the neighbors of a hex on the main board."""
    return sorted(
        (coord[0], coord[1]) for coord in coords(NEIGHBORS[hex_id_at(row, column)]) if len(coord) == 2
    )


def task_gold(
    name: str, own: Iterable[Coord], terrain: dict[tuple[int, int], str] | None = None, **position_keys: Any
) -> int:
    """Returns the gold for a task. Checks that scoring hexes are reported if and only if there is gold."""
    game = scenario(terrain, own=own, card="grass", tasks=[name], **position_keys)
    result = score_breakdown(game, 0)[name]
    assert bool(result.gold) == bool(result.hexes)
    return result.gold


# --- Crossroads tile


def game_with_hand(*cards: str, **position_keys: Any) -> Game:
    player_data = {"hand": list(cards), "tiles": [tile("crossroads"), *position_keys.pop("tiles", [])]}
    terrain = position_keys.pop("land", {(5, 5): "D", (5, 6): "F", (15, 15): "D"})
    return scenario(terrain, own=[(5, 4)], me=player_data, **position_keys)


def test_crossroads_draws_two_from_the_turn_it_is_gained() -> None:
    """E-55, L-CROSSROADS-1, L-CROSSROADS-2, R-TURN-7: a player who gains the tile draws two cards at the end
    of that turn and discards both after the next turn."""
    draw_pile = ["grass", "canyon", "grass", "forest", "flower"]
    game = scenario(
        {(5, 6): "1"},
        own=[(5, 4)],
        locations={"1": "crossroads"},
        card="grass",
        them={"hand": ["grass"]},
        deck=draw_pile,
    )
    play(game, (5, 5))
    assert [kind.name for kind, _, _ in game.held_tiles[0]] == ["crossroads"]
    while "end_turn" not in options(game):
        play(game, min(cells(game)))
    assert "crossroads" not in options(game), "the tile is passive and never an option"
    with pytest.raises(IllegalAnswer, match=r"L-CROSSROADS-1|R-GAIN-5"):
        play(game, "crossroads")
    play(game, "end_turn")
    assert (game.hands[0], game.discard_pile) == (("grass", "canyon"), ("grass",))
    while game.active_player != 0:
        play(game, "end_turn" if "end_turn" in options(game) else min(cells(game)))
    assert game.hands[1] == ("grass",)
    assert options(game) >= {"grass"}
    play(game, "grass")
    while "end_turn" not in options(game):
        play(game, min(cells(game)))
    before = len(game.discard_pile)
    play(game, "end_turn")
    assert game.discard_pile[before:] == ("grass", "canyon")
    assert game.hands[0] == ("forest", "flower")


def test_one_of_two_cards_is_chosen_for_the_whole_turn() -> None:
    """L-CROSSROADS-2, L-CROSSROADS-3, D-17: the card is chosen by a build or by name; adjacency is checked
    for each terrain separately."""
    game = game_with_hand("desert", "forest", tiles=[tile("oracle")])
    assert question(game) == "act"
    assert cells(game) == {(5, 5), (5, 6)}, (
        "the desert next to (5,4) but not the distant one, and the only forest although it is not adjacent"
    )
    assert options(game) == {"desert", "forest", "oracle"}
    play(game, "desert")
    assert cells(game) == {(5, 5)}
    assert options(game) == {"oracle"}


def test_first_build_fixes_the_card() -> None:
    """L-CROSSROADS-2, D-17: adjacency is checked for each terrain separately; a build on one terrain fixes
    its card."""
    terrain = {(5, 5): "D", (5, 3): "F", (15, 15): "D", (14, 14): "F", (4, 4): "F"}
    game = game_with_hand("desert", "forest", land=terrain, tiles=[tile("oracle")])
    assert cells(game) == {(5, 5), (5, 3), (4, 4)}
    emitted = play(game, (5, 3))
    assert events.TerrainChosen(0, "forest", "forest") in emitted
    assert (game.played_card, game.played_terrain) == ("forest", "forest")
    assert cells(game) == {(4, 4)}
    play(game, (4, 4), (14, 14))
    assert (5, 5) not in cells(game)


def test_extra_action_fixes_the_card_for_the_mandatory_action() -> None:
    """L-CROSSROADS-3, D-17: Oracle asks for the terrain first, and the mandatory action must then use it."""
    terrain = {(5, 5): "D", (5, 3): "F", (15, 15): "D", (4, 4): "F"}
    game = game_with_hand("desert", "forest", land=terrain, tiles=[tile("oracle")])
    play(game, "oracle")
    assert (question(game), options(game)) == ("terrain", {"desert", "forest"})
    play(game, "desert")
    assert cells(game) == {(5, 5)}
    play(game, (5, 5))
    assert cells(game) == {(15, 15)}
    assert not {"desert", "forest"} & options(game)


def test_actions_without_terrain_leave_the_card_open() -> None:
    """L-CROSSROADS-3: Paddock and Farm do not use the played terrain, so using them does not choose a
    card."""
    terrain = {(5, 5): "D", (5, 3): "F"}
    game = game_with_hand("desert", "forest", land=terrain, tiles=[tile("farm")])
    play(game, "farm", (4, 4) if (4, 4) in coords(NEIGHBORS[hex_id_at(5, 4)]) else (4, 5))
    assert game.played_card is None
    assert options(game) == {"desert", "forest"}
    reloaded = read_position(position_data(game))
    assert reloaded.decision() == game.decision()


def test_losing_the_tile_keeps_the_hand() -> None:
    """L-CROSSROADS-4, R-LOSE-8: a player who loses the tile keeps both cards in hand and chooses one of them
    as usual. From then on, the player draws only one card."""
    player_data = {"hand": ["desert", "grass"], "tiles": [tile("crossroads", (5, 5)), tile("paddock")]}
    game = scenario({(5, 5): "1", (9, 9): "D"}, own=[(5, 6)], locations={"1": "crossroads"}, me=player_data)
    play(game, "paddock", (5, 6), (5, 8))
    assert [kind.name for kind, _, _ in game.held_tiles[0]] == ["paddock"]
    assert game.hands[0] == ("desert", "grass")
    assert options(game) >= {"desert", "grass"}
    play(game, "grass")
    while "end_turn" not in options(game):
        play(game, min(cells(game)))
    play(game, "end_turn")
    assert len(game.hands[0]) == 1


def test_only_playable_cards_can_be_chosen() -> None:
    """R-CARD-7: if one of two cards is unplayable, only the other can be chosen."""
    game = game_with_hand("canyon", "desert")
    assert options(game) == {"desert"}
    with pytest.raises(IllegalAnswer, match="R-CARD-1"):
        play(game, "canyon")


def test_two_unplayable_cards() -> None:
    """R-CARD-7, R-CARD-4: if neither card is playable, the chosen card is removed and replaced from the draw
    pile; the other card is discarded later."""
    game = game_with_hand("canyon", "flower", deck=["forest", "grass", "grass"])
    assert (cells(game), options(game)) == (set(), {"canyon", "flower"})
    emitted = play(game, "flower")
    assert events.CardRemoved(0, "flower") in emitted
    assert (game.played_card, game.hands[0]) == ("forest", ("canyon", "forest"))
    assert cells(game) == {(5, 6)}


def test_chosen_card_becomes_unplayable() -> None:
    """R-CARD-7, R-MAND-5: the card is replaced from the draw pile, not by the second card in hand."""
    game = game_with_hand("forest", "desert", deck=["grass", "grass", "grass"])
    play(game, "forest", (5, 6))
    assert (game.played_card, game.hands[0]) == ("grass", ("grass", "desert"))
    assert (5, 5) not in cells(game)
    play(game, min(cells(game)))
    play(game, min(cells(game)))
    assert "end_turn" in options(game)


def test_unplayed_cards_are_hidden_from_opponents() -> None:
    """R-CARD-3, L-CROSSROADS-2: opponents never see the second card; the played card is face up."""
    game = game_with_hand("desert", "forest", land={(5, 5): "D", (5, 3): "F", (4, 4): "D"})
    play(game, "desert")
    hands = {game.observe(1, seed).hands[0] for seed in range(40)}
    assert all(hand[0] == "desert" for hand in hands)
    assert len(hands) > 1
    assert {game.observe(0, seed).hands[0] for seed in range(5)} == {("desert", "forest")}


def test_hand_of_three_cards() -> None:
    """L-BAZAAR-2: a player with three cards in hand chooses one of them, and all three are discarded."""
    terrain = {(5, 5): "D", (5, 3): "F", (9, 9): "C"}
    game = game_with_hand("desert", "forest", "canyon", land=terrain)
    assert options(game) == {"desert", "forest", "canyon"}
    play(game, "canyon", (9, 9))
    assert game.hands[0][:2] == ("desert", "forest")


def test_empty_supply_needs_no_card_choice() -> None:
    """R-MAND-3, L-CROSSROADS-3: if there is nothing to build, no card has to be chosen."""
    game = scenario(own=[(5, 4)], me={"hand": ["grass", "desert"], "supply": 0})
    assert options(game) == {"end_turn"}


# --- twins variant


def test_only_the_duplicate_cards_are_wild() -> None:
    """V-TWINS: of three cards, only the two equal ones stand for any terrain, regardless of their order in
    the hand."""
    for hand in itertools.permutations(("grass", "desert", "desert")):
        game = scenario(
            locations={"1": "crossroads", "2": "bazaar"}, me={"hand": list(hand)}, variants=["twins"]
        )
        wild_cards = {
            card for card, terrain, _ in game.playable_sides() if terrain not in ("grass", "desert")
        }
        assert wild_cards == {"desert"}


def test_twins_variant_allows_any_terrain() -> None:
    """V-TWINS: two equal cards let the player choose any terrain; the number of builds is printed on the
    card."""
    terrain = {(5, 5): "D", (5, 3): "F", (9, 9): "C", (10, 1): "L"}
    without_variant = game_with_hand("desert", "desert", land=terrain)
    assert options(without_variant) == {"desert"}
    game = game_with_hand("desert", "desert", land=terrain, variants=["twins"])
    assert options(game) == {"desert", "forest", "canyon", "flower", "grass"}
    play(game, "grass")
    assert (game.played_card, game.played_terrain) == ("desert", "grass")
    reloaded = read_position(position_data(game))
    assert (reloaded.played_terrain, reloaded.decision()) == ("grass", game.decision())
    for _ in range(3):
        assert "end_turn" not in options(game)
        play(game, min(cells(game)))
    assert "end_turn" in options(game)
    different = game_with_hand("desert", "forest", land=terrain, variants=["twins"])
    assert options(different) == {"desert", "forest"}
    assert "twins" in [variant.name for variant in EXPANSION.variants]


# --- task cards


def test_task_cards_score_once() -> None:
    """E-49, D-7, T-HOMECOUNTRY-1, T-FORTRESS-1, T-ROAD-1, T-REFUGE-1, T-ADVANCE-1, T-COMPASS-1: each task
    scores 5 to 10 gold. It scores only once, even if it is met several times."""
    assert task_gold("home_country", [(5, 5)], {(5, 5): "D"}) == 5
    assert task_gold("home_country", [(5, 5), (9, 9)], {(5, 5): "D", (9, 9): "D"}) == 5
    assert task_gold("fortress", [(5, 5), *neighbors_of(5, 5)]) == 6
    assert task_gold("fortress", [(5, 5), *neighbors_of(5, 5), (10, 10), *neighbors_of(10, 10)]) == 6
    assert task_gold("road", diagonal(7)) == 7
    assert task_gold("road", [*diagonal(7), *diagonal(7, 8)]) == 7
    assert task_gold("place_of_refuge", neighbors_of(5, 5), {(5, 5): "S"}) == 8
    assert (
        task_gold(
            "place_of_refuge", [*neighbors_of(5, 5), *neighbors_of(10, 10)], {(5, 5): "S", (10, 10): "S"}
        )
        == 8
    )
    assert task_gold("advance", [(0, column) for column in range(7)]) == 9
    assert task_gold("advance", [(row, column) for row in (0, 19) for column in range(7)]) == 9
    assert task_gold("compass_points", [(0, 5), (19, 5), (5, 0), (5, 19)]) == 10
    assert task_gold("compass_points", [(0, 0), (0, 19), (19, 0), (19, 19)]) == 10


def diagonal(length: int, column: int = 2) -> list[Coord]:
    """Returns a straight line of hexes down and to the right."""
    return [(row, column + row // 2) for row in range(4, 4 + length)]


def anti_diagonal(length: int) -> list[Coord]:
    """Returns a straight line of hexes down and to the left."""
    return [(row, 14 - (row + 1) // 2) for row in range(4, 4 + length)]


def test_diagonal_helpers_are_straight() -> None:
    """R-GRID-3: each helper returns hexes along a diagonal axis."""
    for line, axis in ((diagonal(7), 22), (anti_diagonal(7), 21)):
        hex_ids = [hex_id_at(*coord) for coord in line]
        assert [after - before for before, after in itertools.pairwise(hex_ids)] == [axis] * 6


def test_road() -> None:
    """E-50, T-ROAD-1, T-ROAD-2: seven pieces on either diagonal score, even across a seam. Seven in a
    horizontal row, six in a line, and seven with a gap do not score."""
    assert task_gold("road", diagonal(7)) == 7
    assert task_gold("road", anti_diagonal(7)) == 7
    assert task_gold("road", diagonal(9)) == 7
    assert diagonal(7)[0] == (4, 4)
    assert diagonal(7)[6] == (10, 7)
    assert task_gold("road", [(5, column) for column in range(3, 10)]) == 0
    assert task_gold("road", diagonal(6)) == 0
    assert task_gold("road", [coord for coord in diagonal(9) if coord[0] != 8]) == 0
    zigzag: list[Coord] = [(row, 5) for row in range(2, 12)]
    assert task_gold("road", zigzag) == 0
    game = scenario(own=[*diagonal(9), (1, 1)], card="grass", tasks=["road"])
    assert coords(score_breakdown(game, 0)["road"].hexes) == set(diagonal(9))


def test_home_country() -> None:
    """T-HOMECOUNTRY-1, T-HOMECOUNTRY-2, R-TERR-4: the player's own pieces must cover every hex of one terrain
    area, which may be water or mountain; an opponent's piece or an empty hex prevents scoring."""
    terrain = {(5, 5): "D", (5, 6): "D", (12, 12): "D"}
    assert task_gold("home_country", [(5, 5), (5, 6)], terrain) == 5
    assert task_gold("home_country", [(5, 5)], terrain) == 0
    assert task_gold("home_country", [(5, 5)], terrain, other=[(5, 6)]) == 0
    assert task_gold("home_country", [(5, 5)], {(5, 5): "M"}) == 5
    assert task_gold("home_country", [], {(5, 5): "W"}, me={"ship": [5, 5]}) == 5
    assert (
        task_gold(
            "home_country", [], dict.fromkeys([(5, 5), *neighbors_of(5, 5)], "D"), me={"city_hall": [5, 5]}
        )
        == 5
    )
    across = {(9, 5): "D", (10, 5): "D"}
    assert task_gold("home_country", [(9, 5)], across) == 0
    assert task_gold("home_country", [(9, 5), (10, 5)], across) == 5
    game = scenario(terrain, own=[(12, 12), (5, 5)], card="grass", tasks=["home_country"])
    assert coords(score_breakdown(game, 0)["home_country"].hexes) == {(12, 12)}


def test_fortress() -> None:
    """T-FORTRESS-1, T-FORTRESS-2, E-53: a piece scores if the player's own pieces occupy all six
    neighboring hexes. A piece at the edge never scores, and a city hall meets the condition by itself."""
    assert task_gold("fortress", [(5, 5), *neighbors_of(5, 5)[1:]]) == 0
    assert task_gold("fortress", neighbors_of(5, 5)) == 0
    assert task_gold("fortress", [(0, 5), *neighbors_of(0, 5)]) == 0
    assert task_gold("fortress", [(5, 0), *neighbors_of(5, 0)]) == 0
    assert task_gold("fortress", [(5, 19), *neighbors_of(5, 19), (6, 0), (4, 0), (5, 0)]) == 0
    assert task_gold("fortress", [], me={"city_hall": [5, 5]}) == 6
    mixed = scenario(
        own=neighbors_of(5, 5)[1:],
        card="grass",
        me={"wagon": list(neighbors_of(5, 5)[0]), "warriors": [[5, 5]]},
        tasks=["fortress"],
    )
    assert gold(mixed, "fortress") == 6


def test_place_of_refuge() -> None:
    """T-REFUGE-1, T-REFUGE-2, R-TERR-3: the task scores if the player's pieces occupy all hexes around a
    castle or location, including water and mountain hexes."""
    assert task_gold("place_of_refuge", neighbors_of(5, 5)[1:], {(5, 5): "S"}) == 0
    assert task_gold("place_of_refuge", neighbors_of(5, 5)) == 0
    assert task_gold("place_of_refuge", neighbors_of(5, 5), {(5, 5): "1"}, locations={"1": "farm"}) == 8
    with_water = {(5, 5): "S", (5, 6): "W", (5, 4): "M"}
    assert task_gold("place_of_refuge", set(neighbors_of(5, 5)) - {(5, 6)}, with_water) == 0
    assert task_gold("place_of_refuge", neighbors_of(5, 5), with_water) == 8
    assert task_gold("place_of_refuge", neighbors_of(0, 5), {(0, 5): "S"}) == 8
    assert len(neighbors_of(0, 0)) == 2
    assert task_gold("place_of_refuge", neighbors_of(0, 0), {(0, 0): "S"}) == 8
    assert (
        task_gold("place_of_refuge", set(neighbors_of(5, 5)) - {(5, 6)}, {(5, 5): "S"}, other=[(5, 6)]) == 0
    )
    game = scenario(
        {(5, 5): "S"}, own=[*neighbors_of(5, 5), (12, 1)], card="grass", tasks=["place_of_refuge"]
    )
    assert coords(score_breakdown(game, 0)["place_of_refuge"].hexes) == {(5, 5), *neighbors_of(5, 5)}


@pytest.mark.parametrize(
    "letter",
    sorted(
        {
            landmark.letter
            for expansion in EXPANSIONS.values()
            for landmark in expansion.landmarks
            if landmark.letter
        }
    ),
)
def test_every_landmark_counts_as_place_of_refuge(letter: str) -> None:
    """T-REFUGE-2, R-TERR-3: castles, nomad spaces, palaces and silos are landmarks."""
    assert task_gold("place_of_refuge", neighbors_of(5, 5), {(5, 5): letter}) == 8


def test_advance() -> None:
    """E-52, T-ADVANCE-1, T-ADVANCE-2: seven pieces on one edge score, even if they are not connected; a
    corner counts for both its edges."""
    assert task_gold("advance", [(0, column) for column in (0, 2, 4, 7, 9, 12, 15)]) == 9
    assert task_gold("advance", [(0, column) for column in (2, 4, 7, 9, 12, 15)]) == 0
    assert task_gold("advance", [(row, 19) for row in (1, 3, 5, 7, 9, 11)] + [(0, 19)]) == 9
    assert task_gold("advance", [(row, 0) for row in (1, 3, 5, 7)] + [(0, 2), (0, 4), (0, 6)]) == 0
    assert task_gold("advance", [(5, column) for column in range(9)]) == 0


def test_compass_points() -> None:
    """E-51, D-6, T-COMPASS-1, T-COMPASS-2: pieces in two opposite corners are enough, because they touch all
    four edges; three edges are not enough."""
    assert task_gold("compass_points", [(0, 0), (19, 19)]) == 10
    assert task_gold("compass_points", [(0, 19), (19, 0)]) == 10
    assert task_gold("compass_points", [(0, 0), (0, 19)]) == 0
    assert task_gold("compass_points", [(0, 5), (19, 5), (5, 0)]) == 0
    if EXPANSIONS["island"].islands:
        island = next(iter(EXPANSIONS["island"].islands))
        game = scenario(
            own=[(0, 5), (19, 5), (5, 0), ("i", 0, 4)], card="grass", tasks=["compass_points"], island=island
        )
        assert gold(game, "compass_points") == 0


def reference_tasks(game: Game, player: int) -> dict[str, bool]:
    """Returns the gold for all six tasks, computed hex by hex."""
    own = coords(game.piece_hexes[player])

    def has_line_of_seven(coord: Any, axis: int) -> bool:
        hex_id = hex_id_at(*coord)
        return all(game.piece_hexes[player] >> (hex_id + step * axis) & 1 for step in range(7))

    def owns_neighbors(row: int, column: int) -> bool:
        return all(coord in own for coord in neighbors_of(row, column))

    edges = [
        [coord for coord in own if len(coord) == 2 and BIT[hex_id_at(*coord)] & edge] for edge in EDGE_MASKS
    ]
    return {
        "home_country": any(
            coords(area) <= own
            for terrain in game.board.hexes_by_terrain
            for area in game.board.terrain_areas(terrain)
        ),
        "fortress": any(
            owns_neighbors(*coord) and len(neighbors_of(*coord)) == 6 for coord in own if len(coord) == 2
        ),
        "road": any(has_line_of_seven(coord, axis) for coord in own for axis in (21, 22)),
        "place_of_refuge": any(
            owns_neighbors(*coord) for coord in coords(game.board.landmark_hexes) if len(coord) == 2
        ),
        "advance": any(len(edge) >= 7 for edge in edges),
        "compass_points": all(edges),
    }


def test_tasks_match_reference_implementation() -> None:
    """T-HOMECOUNTRY-1, T-FORTRESS-1, T-ROAD-1, T-REFUGE-1, T-ADVANCE-1, T-COMPASS-1: on crowded boards, the
    gold matches a simple reference implementation."""
    rng, seen_results = Rng(3), set()
    for seed in range(40):
        game = new_game(GameSetup(seed=seed, expansions=("base", "crossroads"), task_cards=TASK_CARDS))
        buildable = game.board.all_hexes & ~game.board.landmark_hexes
        empty = sum(
            BIT[nth_hex(buildable, rng.randrange(buildable.bit_count()))]
            for _ in {rng.randrange(1000) for _ in range(seed % 5 * 12)}
        )
        game.settlement_hexes[0] = buildable & ~empty if seed % 2 else neighbors(empty) & buildable
        game.update_derived_hexes()
        results = {
            name: bool(scorer(game, 0).gold)
            for name, scorer in final_scorers(game).items()
            if name in TASK_CARDS
        }
        assert results == reference_tasks(game, 0)
        seen_results |= set(results.items())
    assert len(seen_results) >= 10


# --- setup


def crossroads_sections(game: Game) -> int:
    return sum(
        name.removesuffix(" turned") in EXPANSION.sections for name in game.config.board_source["sections"]
    )


def test_one_task_per_crossroads_section() -> None:
    """E-54, R-SETUP-5: a game has 0 to 4 tasks, one per Crossroads section; players start without pieces on
    the board."""
    task_counts = set()
    for seed in range(60):
        game = new_game(GameSetup(seed=seed, expansions=("base", "crossroads")))
        assert len(game.config.task_cards) == crossroads_sections(game)
        assert len({task.name for task in game.config.task_cards}) == len(game.config.task_cards)
        assert (
            expansion_state(game)["warriors"]
            == expansion_state(game)["wagon"]
            == expansion_state(game)["ship"]
            == expansion_state(game)["city_hall"]
            == (0, 0)
        )
        task_counts.add(len(game.config.task_cards))
    four_sections = new_game(
        GameSetup(
            expansions=("base", "crossroads"),
            sections=("lighthouse", "barracks turned", "city_hall", "monastery"),
        )
    )
    assert len(four_sections.config.task_cards) == 4
    assert task_counts | {4} == {0, 1, 2, 3, 4}


def test_tasks_are_random_or_chosen() -> None:
    """R-SETUP-5: any of the six tasks can be dealt, the same seed deals the same tasks, and chosen tasks are
    kept."""
    sections = ("lighthouse", "tavern", "oasis", "farm")
    setups = [
        GameSetup(seed=seed, expansions=("base", "crossroads"), sections=sections) for seed in range(60)
    ]
    drawn = [[task.name for task in new_game(setup).config.task_cards] for setup in setups]
    assert {name for names in drawn for name in names} == set(TASK_CARDS)
    assert drawn == [[task.name for task in new_game(setup).config.task_cards] for setup in setups]
    chosen = new_game(
        GameSetup(expansions=("base", "crossroads"), sections=sections, task_cards=("road", "advance"))
    )
    assert [task.name for task in chosen.config.task_cards] == ["road", "advance"]
    without_tasks = new_game(GameSetup(expansions=("base", "crossroads"), sections=sections, task_cards=()))
    assert without_tasks.config.task_cards == ()


def test_tasks_on_a_custom_map() -> None:
    """R-SETUP-5: a map not assembled from sections has one task for every two kinds of Crossroads
    location."""
    rows = ["G" * 20 for _ in range(20)]
    rows[5] = "GG1GG2GG3" + "G" * 11
    names = (("1", "fort"), ("2", "wagon"), ("3", "farm"))
    game = new_game(GameSetup(expansions=("base", "crossroads"), grid=TerrainGrid(tuple(rows), names)))
    assert len(game.config.task_cards) == 1
    no_locations = new_game(
        GameSetup(expansions=("base", "crossroads"), grid=TerrainGrid(tuple("G" * 20 for _ in range(20))))
    )
    assert no_locations.config.task_cards == ()


@pytest.mark.parametrize(
    ("name", "tile_names"),
    [
        ("lighthouse", {"lighthouse", "foresters_lodge"}),
        ("barracks", {"barracks", "crossroads"}),
        ("city_hall", {"city_hall", "fort"}),
        ("monastery", {"monastery", "wagon"}),
    ],
)
def test_sections(name: str, tile_names: set[str]) -> None:
    """R-SETUP-2, R-COMP-4: each section has one castle and two kinds of location, with one location of each
    kind and two tiles on each location."""
    grid = SECTIONS[name]
    letters = "".join(grid.rows)
    assert {grid.tile_name(digit) for digit in "12"} == tile_names
    assert (letters.count("1"), letters.count("2"), letters.count("S")) == (1, 1, 1)
    assert {len(row) for row in grid.rows} == {10}
    game = new_game(GameSetup(expansions=("base", "crossroads"), sections=(name, "tavern", "oasis", "farm")))
    locations = sum(
        BIT[space] for space, tile_name in game.board.location_at.items() if tile_name in tile_names
    )
    assert game.full_locations & locations == locations


def test_expansion_contents() -> None:
    """R-SETUP-5, T-HOMECOUNTRY-1: the expansion has four sections, eight tiles and six tasks, with the names
    used in positions."""
    assert list(EXPANSION.sections) == ["lighthouse", "barracks", "city_hall", "monastery"]
    assert {kind.name for kind in EXPANSION.tiles} == {
        "lighthouse",
        "foresters_lodge",
        "barracks",
        "crossroads",
        "city_hall",
        "fort",
        "monastery",
        "wagon",
    }
    assert [card.name for card in EXPANSION.task_cards] == [
        "home_country",
        "fortress",
        "road",
        "place_of_refuge",
        "advance",
        "compass_points",
    ]
    assert [
        TILES[kind].is_repeatable for kind in ("barracks", "wagon", "lighthouse", "fort", "city_hall")
    ] == [True] * 4 + [False]


# --- random games


def check_pieces(game: Game) -> None:
    """Checks that every piece stands on allowed terrain, that no hex holds two pieces and that no zone hex is
    free."""
    occupied = 0
    for player in range(game.config.player_count):
        values = expansion_state(game)
        city_hall = values["city_hall"][player] and values["city_hall"][player] | neighbors(
            values["city_hall"][player]
        )
        for piece in (
            game.settlement_hexes[player],
            values["warriors"][player],
            values["wagon"][player],
            values["ship"][player],
            city_hall,
        ):
            assert not piece & occupied
            occupied |= piece
        assert not values["ship"][player] & ~game.board.hexes_by_terrain["water"]
        assert not city_hall & ~game.board.suitable_hexes
        assert city_hall.bit_count() in (0, 7)
        assert game.settlement_hexes[player].bit_count() + game.supply[player] <= 40
    assert not game.free_hexes & occupied
    for warriors in expansion_state(game)["warriors"]:
        assert not neighbors(warriors) & game.free_hexes


def play_random_game(setup: GameSetup, strict: bool = True) -> tuple[Game, set[str]]:
    """Plays a complete game with random legal answers, checking the position regularly."""
    game, rng = new_game(setup), random.Random(setup.seed)
    used_options: set[str] = set()
    for step in range(5000):
        if game.over:
            break
        decision = game.decision()
        cell_count = decision.cells.bit_count()
        assert cell_count + len(decision.options)
        choice = rng.randrange(cell_count + len(decision.options))
        answer = (
            nth_hex(decision.cells, choice) if choice < cell_count else decision.options[choice - cell_count]
        )
        if isinstance(answer, str):
            used_options.add(answer)
        game.play(answer)
        if step % 7 == 0 and not game.over and not game.pending_answers:
            check_pieces(game)
            written = write_position(game)
            reloaded = read_position(written)
            assert reloaded.decision() == game.decision()
            assert (reloaded.piece_hexes, reloaded.adjacent_hexes, reloaded.free_hexes) == (
                game.piece_hexes,
                game.adjacent_hexes,
                game.free_hexes,
            )
            rewritten = write_position(reloaded)
            assert {**rewritten, "seed": 0} == {**written, "seed": 0}
    assert game.over
    return game, used_options


@pytest.mark.parametrize("seed", range(12))
def test_random_games_with_base_game(seed: int) -> None:
    """R-TURN-1, R-END-2, P-WARRIOR-3: games of 2 to 5 players end, and every checked position survives a
    round trip."""
    variants = ("twins",) if seed % 3 == 0 else ()
    sections = ("lighthouse", "barracks turned", "city_hall turned", "monastery") if seed % 2 else None
    play_random_game(
        GameSetup(
            player_count=2 + seed % 4,
            expansions=("base", "crossroads"),
            seed=seed,
            sections=sections,
            variants=variants,
        )
    )


@pytest.mark.parametrize("seed", range(8))
def test_random_games_with_all_expansions(seed: int) -> None:
    """R-TURN-1, R-END-2: games of 2 to 5 players with all expansions end."""
    play_random_game(GameSetup(player_count=2 + seed % 4, expansions=tuple(EXPANSIONS), seed=seed))


def test_random_games_use_every_tile() -> None:
    """L-BARRACKS-1, L-WAGON-1, L-LIGHTHOUSE-1, L-FORT-1, L-CITYHALL-1: random games use every tile of the
    expansion."""
    used_options: set[str] = set()
    for seed in range(20):
        setup = GameSetup(
            player_count=3,
            expansions=("base", "crossroads"),
            seed=seed,
            sections=("lighthouse", "barracks", "city_hall", "monastery"),
        )
        used_options |= play_random_game(setup)[1]
    assert used_options >= {kind.name for kind in EXPANSION.tiles} - {"crossroads"} | {
        "place",
        "move",
        "remove",
        "done",
    }
