"""Tests the six Kingdom Builder cards of Marshlands and the setup of Scouts, compares target hexes and scores
with slow counting, and plays random games."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
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
    scenario,
)

from kingdom.position import read_position
from kingdom.rules.expansion import Expansion, Terrain, TerrainCard
from kingdom.rules.expansions.marshlands import EXPANSION, filter_terrain_cards
from kingdom.rules.expansions.marshlands_tiles import FOUNTAIN, LongJumpAction
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, HEX_AT, NEIGHBORS, Coord, distance, iter_hexes, nth_hex
from kingdom.rules.registry import EXPANSIONS, SECTIONS, STATE_FIELDS, temporary_expansion
from kingdom.rules.scoring import score_breakdown
from kingdom.rules.setup import GameSetup, all_terrain_cards, new_game


def terrain(letter: str, *coords: tuple[int, int]) -> dict[tuple[int, int], str]:
    return dict.fromkeys(coords, letter)


# --- Geologists


def test_geologists_count_linked_mountains() -> None:
    """E-28, K-GEOLOGISTS-1: each linked mountain scores two gold, and only once; a mountain that is not
    linked to another scores nothing."""
    board = terrain("M", (5, 5), (5, 8), (10, 2), (10, 3), (10, 5), (15, 15))
    own = [(5, 6), (5, 7), (10, 4), (15, 14)]
    game = scenario(board, own=own, cards=["geologists"])
    assert gold(game, "geologists") == 8
    assert coords(score_breakdown(game, 0)["geologists"].hexes) == {(5, 5), (5, 8), (10, 2), (10, 3), (10, 5)}
    longer_area = scenario(board, own=[*own, (4, 6), (4, 7), (4, 8)], cards=["geologists"])
    assert gold(longer_area, "geologists") == 8


def test_geologists_need_two_mountains() -> None:
    """K-GEOLOGISTS-1: two hexes of one mountain count as one mountain, and two areas that each touch one
    mountain link nothing."""
    game = scenario(terrain("M", (5, 5), (5, 6)), own=[(4, 5), (4, 6), (4, 7)], cards=["geologists"])
    assert gold(game, "geologists") == 0
    game = scenario(terrain("M", (5, 5), (5, 9)), own=[(5, 6), (5, 8)], cards=["geologists"])
    assert gold(game, "geologists") == 0


def test_geologists_on_a_mountain() -> None:
    """K-GEOLOGISTS-2: a piece on a mountain touches it."""
    game = scenario(terrain("M", (5, 5), (5, 7)), own=[(5, 5), (5, 6)], cards=["geologists"])
    assert gold(game, "geologists") == 4
    game = scenario(terrain("M", (5, 5), (5, 7)), own=[(5, 5)], cards=["geologists"])
    assert gold(game, "geologists") == 0


# --- Messengers


def test_messengers_measure_the_longest_distance() -> None:
    """E-26, K-MESSENGERS-1: a row of eight scores 16, and so does a bent area whose ends are seven hexes
    apart. Distances are measured within one area."""
    row = [(5, column) for column in range(3, 11)]
    game = scenario(own=[*row, (5, 15)], cards=["messengers"])
    assert gold(game, "messengers") == 16
    assert coords(score_breakdown(game, 0)["messengers"].hexes) == {(5, 3), (5, 10)}
    bent = [(5, 3), (4, 4), (3, 4), (3, 5), (3, 6), (4, 7), (5, 7), (5, 8), (5, 9), (5, 10)]
    assert gold(scenario(own=bent, cards=["messengers"]), "messengers") == 16


def test_messengers_score_the_best_area_only() -> None:
    """K-MESSENGERS-2: only the best area counts, single pieces score nothing, and the terrain in between does
    not matter."""
    assert gold(scenario(own=[(5, 5), (9, 9)], cards=["messengers"]), "messengers") == 0
    assert gold(scenario(cards=["messengers"]), "messengers") == 0
    game = scenario(
        terrain("W", (5, 6)), own=[(5, 5), (4, 6), (5, 7), (4, 7), (0, 0), (0, 1)], cards=["messengers"]
    )
    assert gold(game, "messengers") == 6


def test_messengers_on_the_island() -> None:
    """K-MESSENGERS-1, Q-ISLAND-5: areas on the island count like any others."""
    game = scenario(own=[("i", 2, 1), ("i", 2, 2), ("i", 2, 3)], island="tree_house", cards=["messengers"])
    assert gold(game, "messengers") == 6


# --- Noblewomen


def test_noblewomen() -> None:
    """E-27, K-NOBLEWOMEN-1: the players score 5, 5 and 15 gold from four landmarks, and the palace is not
    scored a second time."""
    board = (
        terrain("S", (3, 3))
        | terrain("1", (3, 10))
        | terrain("N", (12, 3))
        | terrain("O", (12, 10))
        | terrain("P", (17, 17))
    )
    game = scenario(
        board,
        own=[(3, 2), (3, 4), (17, 16)],
        other=[(3, 9), (12, 2), (12, 4)],
        more=[{"settlements": [[3, 11], [12, 9], [12, 11], [3, 1], [11, 2], [11, 3]]}],
        locations={"1": "farm"},
        cards=["noblewomen"],
        location_tiles=[[[3, 10], 0]],
    )
    # castle: player 0 (2 to 0); location and nomad space: players 1 and 2 tie; silo: player 2
    assert [gold(game, "noblewomen", player) for player in range(3)] == [5, 10, 15]
    assert [gold(game, "palaces", player) for player in range(3)] == [5, 0, 0]
    assert [gold(game, "castles", player) for player in range(3)] == [3, 0, 0]
    fewer = scenario(
        board,
        own=[(3, 2)],
        other=[(3, 9)],
        more=[{"settlements": [[3, 11], [12, 2], [12, 9]]}],
        locations={"1": "farm"},
        cards=["noblewomen"],
    )
    assert [gold(fewer, "noblewomen", player) for player in range(3)] == [5, 5, 15]


def test_noblewomen_with_a_capitol() -> None:
    """K-NOBLEWOMEN-1: a castle with a capitol is a single landmark hex, so it scores five gold only once; a
    player with no piece next to it gets nothing."""
    game = scenario(
        sections=["oracle", "farm", "tavern", "tower"], own=[(1, 2)], capitols=[[1, 3]], cards=["noblewomen"]
    )
    assert gold(game, "noblewomen") == 5
    assert gold(game, "noblewomen", 1) == 0


# --- Vassals, Captains, Scouts


def test_vassals() -> None:
    """E-58, K-VASSALS-1, R-GRID-8: each piece on an inner edge scores one gold; a piece in the center counts
    once."""
    own = [(9, 0), (10, 19), (0, 9), (19, 10), (9, 9), (10, 10), (8, 8), (11, 11), (0, 0)]
    assert gold(scenario(own=own, cards=["vassals"]), "vassals") == 6
    assert (
        gold(scenario(own=[("i", 0, 0), ("i", 2, 2)], island="tree_house", cards=["vassals"]), "vassals") == 0
    )


def test_captains() -> None:
    """E-58, K-CAPTAINS-1: each piece next to three or more of the player's own pieces scores one gold;
    opponents' pieces do not count."""
    center = (5, 5)
    ring = sorted(coords(NEIGHBORS[hex_id_at(*center)]), key=str)
    game = scenario(own=[center, *ring], cards=["captains"])
    assert gold(game, "captains") == 7
    assert gold(scenario(own=[center, *ring[:2]], other=ring[2:], cards=["captains"]), "captains") == 0
    assert gold(scenario(own=[center, (5, 4), (5, 6), (4, 5)], cards=["captains"]), "captains") == 1
    assert gold(scenario(own=[center, (5, 4), (4, 5), (6, 5)], cards=["captains"]), "captains") == 2


def test_scouts_score() -> None:
    """E-58, K-SCOUTS-2: pieces next to the removed terrain count, even if that hex is occupied; pieces on the
    removed terrain do not count."""
    board = terrain("F", (5, 5), (5, 6), (12, 12))
    game = scenario(
        board,
        own=[(5, 4), (5, 5), (5, 7), (12, 11), (0, 0)],
        other=[(12, 12)],
        removed_terrain="forest",
        cards=["scouts"],
    )
    assert gold(game, "scouts") == 3
    assert coords(score_breakdown(game, 0)["scouts"].hexes) == {(5, 4), (5, 7), (12, 11)}


@pytest.mark.parametrize(
    "expansions", [("base", "marshlands"), ("base", "nomads", "crossroads", "marshlands", "harvest", "caves")]
)
def test_scouts_remove_a_terrain_from_the_draw_pile(expansions: tuple[str, ...]) -> None:
    """E-59, K-SCOUTS-1, R-SETUP-8: the cards with the revealed terrain, including its double card, are
    removed before cards are dealt; 24 of 30 cards remain."""
    removed_terrains = set()
    for seed in range(12):
        game = new_game(
            GameSetup(
                expansions=expansions, seed=seed, scoring_cards=("scouts", "knights", "lords"), player_count=3
            )
        )
        removed_terrain = game.config.setup_values["removed_terrain"]
        removed_terrains.add(removed_terrain)
        cards = [*game.draw_pile, *(card for hand in game.hands for card in hand)]
        assert len(cards) == 24
        assert not [card for card in cards if removed_terrain in card]
        assert Counter(card for card in cards if "/" not in card) == {
            name: 5 for name in set(cards) if "/" not in name
        }
        loaded = read_position(position_data(game))
        assert position_data(loaded)["removed_terrain"] == removed_terrain
        assert position_data(loaded)["deck"] == position_data(game)["deck"]
    assert len(removed_terrains) > 2


def test_scouts_without_the_double_cards() -> None:
    """E-59, K-SCOUTS-1: without double cards, 20 of 25 cards remain; a revealed swamp card stands for its
    other terrain."""
    assert len(filter_terrain_cards({"removed_terrain": "flower"}, list(all_terrain_cards(("base",))))) == 20
    assert (
        len(
            filter_terrain_cards(
                {"removed_terrain": "flower"}, list(all_terrain_cards(("base", "marshlands")))
            )
        )
        == 24
    )
    assert len(filter_terrain_cards({}, list(all_terrain_cards(("base", "marshlands"))))) == 30
    double_cards_seen = set()
    for seed in range(60):
        setup = GameSetup(
            expansions=("base", "marshlands"),
            seed=seed,
            sections=("temple", "refuge", "farm", "tower"),
            scoring_cards=("scouts", "lords"),
        )
        from kingdom.rules.setup import Dealer

        dealer = Dealer(setup)
        first_card = dealer.draw_pile[0]
        assert EXPANSION.set_up
        EXPANSION.set_up(dealer)
        assert dealer.setup_values["removed_terrain"] == first_card.split("/")[-1]
        double_cards_seen.add("/" in first_card)
    assert double_cards_seen == {True, False}


def test_removed_terrain_can_be_chosen() -> None:
    """K-SCOUTS-1: the setup may choose the terrain; without Scouts nothing is removed."""
    game = new_game(
        GameSetup(
            expansions=("base", "marshlands"),
            scoring_cards=("scouts",),
            expansion_choices={"removed_terrain": "canyon"},
        )
    )
    assert game.config.setup_values["removed_terrain"] == "canyon"
    game = new_game(
        GameSetup(
            expansions=("base", "marshlands"),
            scoring_cards=("lords",),
            expansion_choices={"removed_terrain": "canyon"},
        )
    )
    assert "removed_terrain" not in game.config.setup_values
    assert len(game.draw_pile) == 28


def test_removed_terrain_is_usable_by_tiles() -> None:
    """K-SCOUTS-3: no card shows the removed terrain, but a tile may build there. If a position has no draw
    pile, no cards of this terrain are dealt."""
    game = scenario(
        terrain("F", (5, 6)),
        own=[(5, 5)],
        cards=["scouts"],
        removed_terrain="forest",
        turn={"mandatory": "done"},
        me={"tiles": [{"kind": "foresters_lodge"}], "hand": ["grass"]},
    )
    assert not [card for card in (*game.draw_pile, *game.hands[1]) if "forest" in card]
    assert "foresters_lodge" in options(game)
    play(game, "foresters_lodge")
    assert cells(game) == {(5, 6)}


# --- Comparison with slow counting

DIRECTIONS = {
    0: ((0, -1), (0, 1), (-1, -1), (-1, 0), (1, -1), (1, 0)),
    1: ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, 1)),
}


def step(coord: Any, direction: int) -> Coord | None:
    """Returns the next coordinate in a direction: W, E, NW, NE, SW or SE."""
    row_offset, column_offset = DIRECTIONS[coord[0] % 2][direction]
    target = (coord[0] + row_offset, coord[1] + column_offset)
    return target if target in HEX_AT else None


def random_position(seed: int) -> Game:
    rng = random.Random(seed)
    names = rng.sample(
        [name for expansion in ("base", "marshlands") for name in EXPANSIONS[expansion].sections], 4
    )
    rows = [
        left + right
        for first_section in (0, 2)
        for left, right in zip(
            SECTIONS[names[first_section]].rows, SECTIONS[names[first_section + 1]].rows, strict=True
        )
    ]
    buildable = [(r, c) for r in range(20) for c in range(20) if rows[r][c] in "GCDLFUWM"]
    start = rng.choice(buildable)
    nearby = sorted(buildable, key=lambda coord: distance(hex_id_at(*coord), hex_id_at(*start)))[
        : rng.choice((25, 60, 200))
    ]
    chosen = rng.sample(nearby, 24)
    return scenario(
        sections=names,
        own=chosen[:14],
        other=chosen[14:],
        turn={"mandatory": "done"},
        me={"bonus": ["fountain", "refuge"]},
        cards=["geologists", "messengers", "noblewomen", "vassals", "captains"],
    )


@pytest.mark.parametrize("seed", range(40))
def test_targets_and_scores_match_slow_counting(seed: int) -> None:
    """L-FOUNTAIN-1, L-FOUNTAIN-2, L-REFUGE-2, K-CAPTAINS-1, K-MESSENGERS-1, K-GEOLOGISTS-1, X-PALACE-1,
    K-NOBLEWOMEN-1: the results match a hex-by-hex count."""
    game = random_position(seed)
    own, other = coords(game.piece_hexes[0]), coords(game.piece_hexes[1])
    kind_at = {coord: game.board.kind_at[hex_id] for coord, hex_id in HEX_AT.items() if len(coord) == 2}
    suitable = {coord for coord in kind_at if BIT[hex_id_at(*coord)] & game.board.suitable_hexes}

    def neighbors_of(coord: Coord) -> list[Coord]:
        return [neighbor for direction in range(6) if (neighbor := step(coord, direction))]

    fountain = {
        coord
        for coord in kind_at
        if (coord in suitable or kind_at[coord] == "mountain")
        and coord not in own | other
        and sum(n in own for n in neighbors_of(coord)) == 1
        and not any(n in other for n in neighbors_of(coord))
    }
    assert coords(FOUNTAIN.targets(game, 0)) == fountain
    jump = LongJumpAction("refuge_bonus", "L-REFUGE-2")
    for coord in own:
        expected = set()
        for direction in range(6):
            target = step(coord, direction)
            while target and (target not in suitable or target in own | other):
                target = step(target, direction)
            expected |= {target} if target else set()
        assert coords(jump.destinations(game, 0, hex_id_at(*coord))) == expected
    assert jump.is_usable(game, 0) == bool(jump.origins(game, 0))
    assert gold(game, "captains") == sum(sum(n in own for n in neighbors_of(coord)) >= 3 for coord in own)
    areas = slow_areas(own, neighbors_of)
    longest = max(
        (distance(hex_id_at(*a), hex_id_at(*b)) for area in areas for a, b in combinations(area, 2)),
        default=0,
    )
    assert gold(game, "messengers") == (2 * (longest + 1) if longest else 0)
    mountains = slow_areas({coord for coord in kind_at if kind_at[coord] == "mountain"}, neighbors_of)
    linked = set()
    for area in areas:
        touched = [
            i
            for i, m in enumerate(mountains)
            if m & (area | {n for coord in area for n in neighbors_of(coord)})
        ]
        linked |= set(touched) if len(touched) > 1 else set()
    assert gold(game, "geologists") == 2 * len(linked)
    for name, is_counted in (
        ("palaces", lambda hex_kind: hex_kind == "palace"),
        ("noblewomen", lambda hex_kind: hex_kind in ("castle", "location")),
    ):
        spaces = [coord for coord in kind_at if is_counted(kind_at[coord])]
        counts = [
            (sum(n in own for n in neighbors_of(coord)), sum(n in other for n in neighbors_of(coord)))
            for coord in spaces
        ]
        assert score_breakdown(game, 0).get(name, (0,))[0] == 5 * sum(
            own_count >= other_count and own_count > 0 for own_count, other_count in counts
        )


def slow_areas(members: set[Coord], neighbors_of: Any) -> list[set[Coord]]:
    remaining, areas = set(members), []
    while remaining:
        area = {remaining.pop()}
        while added := {n for coord in area for n in neighbors_of(coord) if n in remaining}:
            area |= added
            remaining -= added
        areas.append(area)
    return areas


def test_scouts_can_remove_a_terrain_of_another_expansion() -> None:
    """K-SCOUTS-1: any terrain that has its own card can be removed."""
    tundra = Expansion(
        "tundra",
        release_order=9,
        terrains=(Terrain("tundra", "Z"),),
        terrain_cards=(TerrainCard("tundra", (("tundra", 3),), 5),),
    )
    with temporary_expansion(tundra):
        assert STATE_FIELDS["removed_terrain"].read("tundra", "here") == "tundra"


# --- Random games


def without_seed(game: Game) -> dict[str, Any]:
    return {key: value for key, value in position_data(game).items() if key != "seed"}


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("expansions", [("base", "marshlands"), tuple(EXPANSIONS)], ids=["marshlands", "all"])
def test_random_games_end_with_consistent_positions(seed: int, expansions: tuple[str, ...]) -> None:
    """R-END-2, R-END-1, L-TEMPLE-2, L-CANOE-6: games end, no piece gets lost, and positions can be read
    back."""
    rng = random.Random(seed)
    sections = None if seed % 2 else ("temple", "refuge turned", "canoe", "fountain turned")
    cards = (
        ("scouts", "messengers", "shepherds" if len(expansions) > 2 else "captains")
        if seed % 3 == 0
        else None
    )
    game = new_game(
        GameSetup(
            player_count=2 + seed % 4,
            expansions=expansions,
            seed=seed,
            sections=sections,
            scoring_cards=cards,
        )
    )
    counted_fields = [
        field
        for field in STATE_FIELDS.values()
        if field.settlements_used and field.name in expansion_state(game)
    ]
    for _ in range(6000):
        if game.over:
            break
        decision = game.decision()
        hex_count = decision.cells.bit_count()
        assert hex_count + len(decision.options)
        if decision.kind == "act" and not game.pending_answers and rng.random() < 0.1:
            loaded = read_position(position_data(game))
            assert without_seed(loaded) == without_seed(game)
            assert loaded.decision() == decision
        picked = rng.randrange(hex_count + len(decision.options))
        game.play(
            nth_hex(decision.cells, picked) if picked < hex_count else decision.options[picked - hex_count]
        )
        for player in range(game.config.player_count):
            settlements_used = sum(
                field.settlements_used(expansion_state(game)[field.name][player])
                for field in counted_fields
                if field.settlements_used
            )
            assert game.settlement_hexes[player].bit_count() + game.supply[player] + settlements_used == 40
            held_tiles = Counter(kind.name for kind, _, _ in game.held_tiles[player])
            for kind in expansion_state(game)["bonus"][player]:
                assert held_tiles[kind] == 2
    assert game.over
    assert game.end_triggered
    assert sum(1 for _ in iter_hexes(game.settlement_hexes[0])) <= 40
