"""Tests the ten base game cards and the castles (RULES.md 13 and 14.1), using the worked examples from the
rulebooks."""

from __future__ import annotations

from typing import Any

import pytest
from support.scenario import Coords, coords, gold, scenario

from kingdom.rules.scoring import displayed_totals, majority_scorers, score_breakdown, total_gold, winners

FARM_LOCATION = {"1": "farm"}


@pytest.mark.parametrize(
    ("own", "expected"),
    [([(5, 4), (5, 5)], 1), ([(5, 4)], 1), ([(5, 5)], 0), ([(9, 9)], 0), ([(5, 4), (4, 5), (6, 6)], 3)],
)
def test_fishermen(own: Coords, expected: int) -> None:
    """K-FISHERMEN-1, K-FISHERMEN-2, E-1: a piece next to water scores once, regardless of the number of water
    hexes; a piece on water never scores."""
    game = scenario(land={(5, 5): "W", (5, 6): "W"}, own=own, cards=["fishermen"])
    assert gold(game, "fishermen") == expected


def test_fishermen_on_a_mountain_and_miners_on_water() -> None:
    """K-FISHERMEN-2, K-MINERS-2, E-47: a piece on a mountain next to water scores for Fishermen, a piece on
    water next to a mountain for Miners."""
    game = scenario(
        land={(5, 5): "W", (5, 6): "M"}, own=[(5, 5)], other=[(5, 6)], cards=["fishermen", "miners"]
    )
    assert (gold(game, "fishermen", 0), gold(game, "miners", 0)) == (0, 1)
    assert (gold(game, "fishermen", 1), gold(game, "miners", 1)) == (1, 0)


def test_miners() -> None:
    """K-MINERS-1, E-2: each piece next to a mountain scores 1 gold."""
    game = scenario(land={(5, 5): "M"}, own=[(5, 4), (6, 6), (4, 4)], cards=["miners"])
    assert gold(game, "miners") == 2
    assert coords(score_breakdown(game, 0)["miners"].hexes) == {(5, 4), (6, 6)}


def test_workers() -> None:
    """K-WORKERS-1, K-WORKERS-2, E-4: each piece next to a landmark scores 1 gold, regardless of the number of
    landmarks."""
    game = scenario(
        land={(5, 5): "1", (5, 7): "S"},
        locations=FARM_LOCATION,
        own=[(5, 4), (5, 6), (4, 5), (4, 4)],
        cards=["workers"],
    )
    assert gold(game, "workers") == 3


def test_merchants_two_chains_and_a_lone_landmark() -> None:
    """K-MERCHANTS-1, K-MERCHANTS-2, E-3: two separate chains link two landmarks each, and the fifth landmark
    touches only a lone piece. The score is 16 gold."""
    terrain = {(2, 2): "1", (2, 5): "S", (10, 2): "1", (10, 5): "1", (15, 15): "S"}
    game = scenario(
        land=terrain,
        locations=FARM_LOCATION,
        own=[(2, 3), (2, 4), (10, 3), (10, 4), (15, 14)],
        cards=["merchants"],
    )
    assert gold(game, "merchants") == 16
    assert coords(score_breakdown(game, 0)["merchants"].hexes) == {(2, 2), (2, 5), (10, 2), (10, 5)}


def test_merchants_one_group_of_four_and_no_double_count() -> None:
    """K-MERCHANTS-2, K-MERCHANTS-3: one area with four landmarks scores 16; a second area touching two of
    them adds nothing."""
    terrain = {(2, 2): "1", (2, 6): "S", (4, 2): "1", (4, 6): "S"}
    chain = [(2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (4, 4), (4, 3), (4, 5)]
    game = scenario(land=terrain, locations=FARM_LOCATION, own=chain, cards=["merchants"])
    assert gold(game, "merchants") == 16
    two_areas = scenario(
        land={(2, 2): "1", (2, 4): "S"},
        locations=FARM_LOCATION,
        own=[(2, 3), (1, 1), (1, 2), (1, 3), (0, 3)],
        cards=["merchants"],
    )
    assert gold(two_areas, "merchants") == 8


def test_merchants_adjacent_landmarks_need_a_piece() -> None:
    """K-MERCHANTS-3: being adjacent does not link two landmarks; a single piece that touches both links
    them."""
    terrain = {(5, 5): "1", (5, 6): "S"}
    assert gold(scenario(land=terrain, locations=FARM_LOCATION, cards=["merchants"]), "merchants") == 0
    assert (
        gold(scenario(land=terrain, locations=FARM_LOCATION, own=[(5, 4)], cards=["merchants"]), "merchants")
        == 0
    )
    assert (
        gold(scenario(land=terrain, locations=FARM_LOCATION, own=[(4, 6)], cards=["merchants"]), "merchants")
        == 8
    )


def test_discoverers() -> None:
    """K-DISCOVERERS-1, K-DISCOVERERS-2, E-5: each row with at least one of the player's own pieces scores 1
    gold."""
    assert gold(scenario(own=[(2, 3), (2, 9), (3, 3), (7, 15)], cards=["discoverers"]), "discoverers") == 3


def test_knights() -> None:
    """K-KNIGHTS-1, K-KNIGHTS-2, E-6: each piece in the fullest row scores 2 gold. Only one of several tied
    rows counts, and the pieces need not be adjacent."""
    game = scenario(own=[(4, 1), (4, 8), (4, 17), (6, 2), (6, 3), (9, 9)], cards=["knights"])
    assert gold(game, "knights") == 6
    assert coords(score_breakdown(game, 0)["knights"].hexes) == {(4, 1), (4, 8), (4, 17)}
    assert gold(scenario(own=[(4, 1), (4, 8), (6, 2), (6, 3)], cards=["knights"]), "knights") == 4


def test_hermits() -> None:
    """K-HERMITS-1, K-HERMITS-2, E-7: each settlement area scores 1 gold, regardless of its size."""
    assert gold(scenario(own=[(4, 4), (4, 5), (9, 9)], cards=["hermits"]), "hermits") == 2
    assert gold(scenario(cards=["hermits"]), "hermits") == 0


@pytest.mark.parametrize(("size", "expected"), [(0, 0), (1, 0), (2, 1), (6, 3), (7, 3)])
def test_citizens(size: int, expected: int) -> None:
    """K-CITIZENS-1, K-CITIZENS-2, E-9: the largest area scores half its size, rounded down; other areas score
    nothing."""
    game = scenario(own=[*((9, c) for c in range(size)), *([(15, 15)] if size else [])], cards=["citizens"])
    assert gold(game, "citizens") == expected


def hexes_in_section(section: int, count: int, first_row: int = 0) -> list[tuple[int, int]]:
    """Returns the first `count` hexes of a section, starting at row `first_row`."""
    top, left = 10 * (section // 2), 10 * (section % 2)
    return [(top + first_row + index // 10, left + index % 10) for index in range(count)]


def lords_gold(*counts: int, **position_keys: Any) -> list[int]:
    """Returns each player's gold for pieces in section 0. The 12 gold that every player gets for each of the
    three empty sections is subtracted."""
    settlements = [hexes_in_section(0, count, 2 * player) for player, count in enumerate(counts)]
    game = scenario(
        own=settlements[0],
        other=settlements[1],
        more=[{"settlements": hexes} for hexes in settlements[2:]],
        cards=["lords"],
        **position_keys,
    )
    return [
        gold(game, "lords", player) - (0 if "variants" in position_keys else 36)
        for player in range(len(counts))
    ]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((8, 8, 6, 2), [12, 12, 6, 0]),
        ((3, 0), [12, 6]),
        ((0, 0), [12, 12]),
        ((5, 4, 3), [12, 6, 0]),
        ((4, 4, 4), [12, 12, 12]),
    ],
)
def test_lords(counts: tuple[int, ...], expected: list[int]) -> None:
    """K-LORDS-1, K-LORDS-2, K-LORDS-3, E-8, E-69: the highest count in a section scores 12 gold. The
    second-highest count scores 6, even if it is zero. In an empty section, every player scores 12."""
    assert lords_gold(*counts) == expected


def test_lords_variant_ignores_zero_counts() -> None:
    """V-LORDS0: with this variant, a count of zero scores nothing."""
    assert lords_gold(3, 0, variants=["lords0"]) == [12, 0]


def test_displayed_gold_leaves_out_sections_without_pieces() -> None:
    """K-LORDS-3: the 12 gold per empty section is displayed only once the game is over."""
    for own, other, displayed in (
        ([], [], (0, 0)),
        ([(0, 0)], [], (12, 6)),
        ([(0, 0)], [(19, 19)], (18, 18)),
    ):
        game = scenario(own=own, other=other, cards=["lords"])
        assert displayed_totals(game) == displayed
        assert [gold(game, "lords", player) for player in (0, 1)] == [
            amount + 12 * (4 - len(own) - len(other)) for amount in displayed
        ]
        assert majority_scorers(game)["lords"].is_open(game) == (not own)
        game.over = True
        assert displayed_totals(game) == (total_gold(game, 0), total_gold(game, 1))


@pytest.mark.parametrize(
    ("counts", "expected"), [((10, 6, 6, 4), 12), ((4, 4, 5, 9), 12), ((10, 0, 6, 4), 0), ((1, 1, 1, 1), 3)]
)
def test_farmers(counts: tuple[int, ...], expected: int) -> None:
    """K-FARMERS-1, K-FARMERS-2, E-10: each piece in the section with the fewest of the player's own pieces
    scores 3 gold; other players' pieces do not matter."""
    own = [coord for section, count in enumerate(counts) for coord in hexes_in_section(section, count)]
    game = scenario(own=own, other=[(9, 9), (19, 19)], cards=["farmers"])
    assert gold(game, "farmers") == expected


def test_castles() -> None:
    """R-SCORE-2, E-11: each castle next to at least one of the player's own pieces scores 3 gold, regardless
    of how many touch it."""
    terrain = {(5, 5): "S", (12, 12): "S"}
    assert gold(scenario(land=terrain, own=[(5, 4), (5, 6), (4, 5)]), "castles") == 3
    assert gold(scenario(land=terrain, own=[(5, 4), (12, 11)]), "castles") == 6
    assert gold(scenario(land=terrain, own=[(0, 0)]), "castles") == 0


def test_final_gold_adds_up() -> None:
    """R-SCORE-1, R-SCORE-3, R-SCORE-5: the total is earned gold plus gold for cards and castles. Supply and
    tiles score nothing, and the order of scoring has no effect."""
    terrain = {(5, 5): "S", (5, 3): "W"}
    position: dict[str, Any] = {
        "own": [(5, 4)],
        "me": {"gold": 7, "tiles": [{"kind": "farm"}]},
        "land": terrain,
    }
    game = scenario(cards=["fishermen", "hermits"], **position)
    assert {name: part.gold for name, part in score_breakdown(game, 0).items()} == {
        "fishermen": 1,
        "hermits": 1,
        "castles": 3,
        "earned": 7,
    }
    assert total_gold(game, 0) == 12 == total_gold(scenario(cards=["hermits", "fishermen"], **position), 0)
    assert total_gold(game, 1) == 0


def test_most_gold_wins_and_ties_are_shared() -> None:
    """R-SCORE-4: players who tie for the most gold all win, because there is no tie-breaker."""
    assert winners(scenario(own=[(1, 1)], other=[(5, 5)], cards=["hermits"])) == (0, 1)
    assert winners(scenario(own=[(1, 1), (3, 3)], other=[(5, 5)], cards=["hermits"])) == (0,)
