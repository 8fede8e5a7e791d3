"""Each term of the long-term evaluation matches a slow calculation."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.sample_positions import sample_positions

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.fast_scoring import get_fast_scorer
from kingdom.ai.long_term_evaluation import LongTermEvaluation
from kingdom.ai.master import MasterPlayer
from kingdom.ai.weights import LONG_TERM_TERMS, load_weights
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    BIT,
    NEIGHBORS,
    ROW_MASKS,
    SECTION_MASKS,
    connected_areas,
    iter_hexes,
    neighbors,
)
from kingdom.rules.setup import GameSetup, new_game

ALL_CARDS = ("knights", "merchants", "citizens", "miners", "hermits", "discoverers", "farmers")


def game_with_pieces(*cards: str, seed: int = 3) -> Game:
    """Returns a game in which player 0 has a dozen pieces in one corner and player 1 has some pieces next to
    them."""
    game = new_game(GameSetup(2, scoring_cards=cards, seed=seed))
    for player, section, count in ((0, 0, 9), (0, 1, 3), (1, 0, 4)):
        free = list(iter_hexes(game.free_hexes & game.board.suitable_hexes & SECTION_MASKS[section]))
        game.settlement_hexes[player] |= sum(BIT[hex_id] for hex_id in free[:count])
        game.update_derived_hexes()
    return game


def long_term_value(game: Game, **term_weights: float) -> tuple[float, float]:
    """Returns the value of only these terms. Spaces in term names are written as underscores."""
    weight_by_term = {name.replace("_", " "): weight for name, weight in term_weights.items()}
    assert weight_by_term.keys() <= set(LONG_TERM_TERMS)
    evaluation = Evaluation(game, 0, {**load_weights(), **weight_by_term})
    assert evaluation.long_term is not None
    return evaluation.long_term.value(game)


def frontier(game: Game) -> set[int]:
    return set(iter_hexes(neighbors(game.piece_hexes[0]) & game.free_hexes & game.board.suitable_hexes))


def distance_rings(game: Game) -> list[set[int]]:
    """Returns the free hexes that can be reached with one, two and three builds."""
    free_suitable = set(iter_hexes(game.free_hexes & game.board.suitable_hexes))
    result, visited = [frontier(game)], set(frontier(game))
    for _ in range(2):
        further = {
            h for h in free_suitable - visited if any(NEIGHBORS[h] & BIT[inner] for inner in result[-1])
        }
        result.append(further)
        visited |= further
    return result


@pytest.mark.parametrize(
    ("pattern", "cards", "count_gold"),
    [
        ("flat", ("miners",), lambda own, game: (own & game.board.next_to_terrain["mountain"]).bit_count()),
        ("once", (), lambda own, game: 3 * sum(1 for around in game.board.castle_neighbors if around & own)),
        ("apart", ("hermits",), lambda own, game: len(connected_areas(own))),
        ("largest", ("citizens",), lambda own, game: max(map(int.bit_count, connected_areas(own))) // 2),
        ("best row", ("knights",), lambda own, game: 2 * max((own & row).bit_count() for row in ROW_MASKS)),
        ("rows", ("discoverers",), lambda own, game: sum(1 for row in ROW_MASKS if own & row)),
    ],
)
def test_gold_is_discounted_early(
    pattern: str, cards: tuple[str, ...], count_gold: Callable[[int, Game], int]
) -> None:
    game = game_with_pieces(*cards)
    expected = count_gold(game.piece_hexes[0], game)
    base_value, per_turn_value = long_term_value(game, **{f"early_{pattern}".replace(" ", "_"): 0.5})
    assert base_value == pytest.approx(-0.5 * expected)
    assert per_turn_value == 0


def test_links_and_balance_are_discounted_early() -> None:
    game = game_with_pieces("merchants", "farmers")
    new_pieces = hexes_between_two_landmarks(game)
    for section in (2, 3):
        new_pieces |= BIT[
            next(iter_hexes(game.free_hexes & game.board.suitable_hexes & SECTION_MASKS[section]))
        ]
    game.settlement_hexes[0] |= new_pieces
    game.update_derived_hexes()
    linked_count = get_fast_scorer(game).linked_landmarks(connected_areas(game.piece_hexes[0])).bit_count()
    assert linked_count > 1
    smallest_count = min((game.piece_hexes[0] & section).bit_count() for section in SECTION_MASKS)
    assert smallest_count
    assert long_term_value(game, early_linking=0.25)[0] == pytest.approx(-0.25 * 4 * linked_count)
    assert long_term_value(game, early_balanced=0.25)[0] == pytest.approx(-0.25 * 3 * smallest_count)


def hexes_between_two_landmarks(game: Game) -> int:
    """Returns the free hexes around two landmarks that are close together."""
    nearby_hexes = next(
        neighbor_hexes | neighbors(neighbor_hexes)
        for hex_id in iter_hexes(game.board.landmark_hexes)
        if neighbors((neighbor_hexes := NEIGHBORS[hex_id]) | neighbors(neighbor_hexes))
        & game.board.landmark_hexes
        & ~BIT[hex_id]
    )
    return nearby_hexes & game.free_hexes & game.board.suitable_hexes


def test_majorities_are_discounted_early() -> None:
    game = game_with_pieces("lords")
    plain = Evaluation(game, 0, load_weights())
    discounted = Evaluation(game, 0, {**load_weights(), "early races": 0.5})
    own_gold, opponent_gold = plain.fast_scorer.contested_gold(game)
    assert plain.turns_left(game) > 3
    assert discounted.value(game) == pytest.approx(
        plain.value(game) - 0.5 * (own_gold - load_weights()["rivals"] * opponent_gold)
    )


def test_castles_and_locations_by_distance() -> None:
    for seed in range(3, 9):
        game = game_with_pieces("miners", seed=seed)
        tile_values = Evaluation(game, 0).tile_values
        castles = [
            castle_neighbors
            for castle_neighbors in game.board.castle_neighbors
            if not castle_neighbors & game.piece_hexes[0]
        ]
        spaces = set(iter_hexes(game.stocked_locations & ~game.taken_locations[0]))
        for steps, ring in enumerate(distance_rings(game)):
            reached = [
                castle_neighbors
                for castle_neighbors in castles
                if any(castle_neighbors & BIT[h] for h in ring)
            ]
            castles = [castle_neighbors for castle_neighbors in castles if castle_neighbors not in reached]
            assert long_term_value(game, **{f"once_{steps}": 1.0}) == (3.0 * len(reached), 0.0)
            visited = {space for space in spaces if any(NEIGHBORS[space] & BIT[h] for h in ring)}
            spaces -= visited
            expected = sum(tile_values[game.board.location_at[space]] for space in visited)
            base_value, per_turn_value = long_term_value(game, **{f"near_{steps}": 1.0})
            assert base_value == 0
            assert per_turn_value == pytest.approx(expected)


def test_frontier_terms() -> None:
    game = game_with_pieces("miners", "workers")
    reach = frontier(game)
    assert long_term_value(game, front=0.5) == (0.5 * len(reach), 0)
    assert long_term_value(game, front_each_turn=-0.25) == (0, -0.25 * len(reach))
    touched = sum(any(BIT[h] & section for h in reach) for section in SECTION_MASKS)
    assert 0 < touched < 4
    assert long_term_value(game, sections=2.0) == (2.0 * touched, 0)
    next_to_mountain, next_to_landmark = (
        game.board.next_to_terrain["mountain"],
        neighbors(game.board.landmark_hexes),
    )
    gold_by_hex = [bool(next_to_mountain & BIT[h]) + bool(next_to_landmark & BIT[h]) for h in reach]
    expected = sum(amount * min(gold_by_hex.count(amount), 10) for amount in (1, 2))
    assert expected
    assert long_term_value(game, paying=1.0) == (expected, 0)


def test_space_in_the_best_row_and_around_the_largest_area() -> None:
    game = game_with_pieces("knights", "citizens")
    best = max(ROW_MASKS, key=lambda row: (game.piece_hexes[0] & row).bit_count())
    free = set(iter_hexes(game.free_hexes & game.board.suitable_hexes & best))
    assert long_term_value(game, row_room=1.0) == (2 * min(len(free), 12), 0)
    assert long_term_value(game, row_beside=1.0) == (2 * len(free & frontier(game)), 0)
    largest = max(connected_areas(game.piece_hexes[0]), key=int.bit_count)
    free_neighbors = neighbors(largest) & game.free_hexes & game.board.suitable_hexes
    terrains = {game.board.kind_at[h] for h in iter_hexes(free_neighbors)}
    assert len(terrains) > 1
    assert long_term_value(game, largest_lands=1.0)[0] == pytest.approx(len(terrains) / 2)


def test_long_term_value_fades_out_at_the_end() -> None:
    game = game_with_pieces(*ALL_CARDS)
    master_weights = MasterPlayer.level_weights()
    other_weights = {name: weight for name, weight in master_weights.items() if name not in LONG_TERM_TERMS}
    with_long_term, without_long_term = (
        Evaluation(game, 0, master_weights),
        Evaluation(game, 0, other_weights),
    )
    assert without_long_term.long_term is None
    assert with_long_term.long_term is not None
    base_value, per_turn_value = with_long_term.long_term.value(game)
    turns = with_long_term.turns_left(game)
    assert turns > 3
    assert with_long_term.value(game) == pytest.approx(
        without_long_term.value(game) + base_value + per_turn_value * turns
    )
    game.supply[0] = 6
    turns = with_long_term.turns_left(game)
    assert with_long_term.value(game) == pytest.approx(
        without_long_term.value(game) + base_value * turns / 3 + per_turn_value * turns
    )
    game.end_triggered = True
    assert with_long_term.value(game) == without_long_term.value(game)


def test_cached_values_equal_fresh_values() -> None:
    master_weights = MasterPlayer.level_weights()
    for game in sample_positions(16, seed=9):
        player = game.decision().player
        cached = Evaluation(game, player, master_weights).long_term
        assert isinstance(cached, LongTermEvaluation)
        first = cached.value(game)
        for hex_id in list(iter_hexes(game.free_hexes & game.board.suitable_hexes))[:2]:
            after = game.copy()
            after.put_settlement(player, hex_id)
            fresh = Evaluation(game, player, master_weights).long_term
            assert fresh is not None
            assert cached.value(after) == fresh.value(after)
        assert cached.value(game) == first


def test_tie_between_largest_areas_does_not_depend_on_cache_order() -> None:
    """The evaluation does not depend on the order of the cached areas. Otherwise, an AI player's earlier
    calculations could change its decision."""
    game = new_game(GameSetup(2, scoring_cards=("citizens",), seed=3))
    free_suitable = game.free_hexes & game.board.suitable_hexes
    terrain_masks = [
        terrain_mask
        for name, terrain_mask in game.board.hexes_by_terrain.items()
        if terrain_mask & game.board.suitable_hexes
    ]

    def terrain_count(hex_id: int) -> int:
        return sum(1 for terrain_mask in terrain_masks if NEIGHBORS[hex_id] & free_suitable & terrain_mask)

    hexes = sorted(iter_hexes(free_suitable), key=terrain_count)
    few_terrains_hex, many_terrains_hex = hexes[0], hexes[-1]
    assert terrain_count(few_terrains_hex) < terrain_count(many_terrains_hex)
    game.settlement_hexes[0] = own = BIT[few_terrains_hex] | BIT[many_terrains_hex]
    game.update_derived_hexes()
    results = []
    for order in (
        [BIT[few_terrains_hex], BIT[many_terrains_hex]],
        [BIT[many_terrains_hex], BIT[few_terrains_hex]],
    ):
        get_fast_scorer(game)._area_cache[own] = order, 1, 0
        results.append(long_term_value(game, largest_lands=1.0))
    assert results[0] == results[1]
