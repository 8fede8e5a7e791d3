"""Tests the setup and the components (RULES.md sections 2 and 3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, replace

import pytest
from support.scenario import position_data

from kingdom.position import read_position
from kingdom.rules.board import ROTATED_SUFFIX, is_rotated, strip_rotation, toggle_rotation
from kingdom.rules.errors import ValidationError
from kingdom.rules.registry import EXPANSIONS, SCORING_CARDS, SECTIONS, TERRAIN_CARDS, TILES
from kingdom.rules.setup import GameSetup, new_game

BASE_SECTIONS = set(EXPANSIONS["base"].sections)


def test_section_name_includes_its_rotation() -> None:
    """R-SETUP-1: a section can be placed in two orientations."""
    rotated = toggle_rotation("farm")
    assert (is_rotated("farm"), is_rotated(rotated)) == (False, True)
    assert toggle_rotation(rotated) == strip_rotation(rotated) == strip_rotation("farm") == "farm"


def test_four_different_sections_in_both_rotations() -> None:
    """R-SETUP-1: over many seeds, every base section appears in both orientations, but never twice on one
    board."""
    seen: Counter[str] = Counter()
    for seed in range(200):
        names = new_game(GameSetup(seed=seed)).config.board_source["sections"]
        unrotated = [name.removesuffix(ROTATED_SUFFIX) for name in names]
        assert len(set(unrotated)) == 4
        seen.update(names)
    assert set(seen) == {name + suffix for name in BASE_SECTIONS for suffix in ("", ROTATED_SUFFIX)}
    assert min(seen.values()) > 20


def test_two_tiles_on_every_location() -> None:
    """R-SETUP-2, R-COMP-4: every location starts with two tiles; the section data determine the locations and
    castles."""
    game = new_game(GameSetup(seed=3))
    assert game.stocked_locations == game.full_locations == game.board.location_hexes
    counts = {
        name: sum(map(str.isdigit, "".join(section.rows)))
        for name, section in EXPANSIONS["base"].sections.items()
    }
    assert counts == {name: 1 if name in ("oracle", "harbor") else 2 for name in BASE_SECTIONS}
    castles = {
        name: "".join(section.rows).count("S") for name, section in EXPANSIONS["base"].sections.items()
    }
    assert castles == {name: 2 if name in ("oracle", "harbor") else 1 for name in BASE_SECTIONS}


def test_three_scoring_cards() -> None:
    """R-SETUP-3: three different cards are dealt from the ten base cards, and each of the ten can be
    dealt."""
    seen: set[str] = set()
    for seed in range(100):
        cards = [card.name for card in new_game(GameSetup(seed=seed)).config.scoring_cards]
        assert len(set(cards)) == 3
        seen.update(cards)
    assert seen == {card.name for card in EXPANSIONS["base"].scoring_cards}
    assert len(seen) == 10


def test_terrain_cards_are_dealt() -> None:
    """R-COMP-1, R-SETUP-9: there are 25 cards, 5 for each base terrain, and each player draws one."""
    game = new_game(GameSetup(player_count=4, seed=8))
    all_cards = Counter((*game.draw_pile, *(card for hand in game.hands for card in hand)))
    assert all_cards == dict.fromkeys(("grass", "canyon", "desert", "flower", "forest"), 5)
    assert [len(hand) for hand in game.hands] == [1, 1, 1, 1]
    assert TERRAIN_CARDS["grass"].sides == (("grass", 3),)


@pytest.mark.parametrize("player_count", [2, 3, 4, 5])
def test_players_and_supplies(player_count: int) -> None:
    """R-SETUP-10, R-SETUP-11, D-10, D-11: 2 to 5 players start with 40 settlements and no gold, and the start
    player is random or chosen."""
    game = new_game(GameSetup(player_count=player_count, seed=1))
    assert game.supply == [40] * player_count
    assert game.earned_gold == [0] * player_count
    start_players = {
        new_game(GameSetup(player_count=player_count, seed=seed)).start_player for seed in range(60)
    }
    assert start_players == set(range(player_count))
    chosen = new_game(GameSetup(player_count=player_count, seed=1, start_player=player_count - 1))
    assert chosen.decision().player == chosen.start_player == player_count - 1


def test_suggested_first_game() -> None:
    """R-SETUP-13: the sections are Tavern, Paddock, Oasis and Farm, not rotated; the cards are Fishermen,
    Knights and Merchants."""
    first = EXPANSIONS["base"].first_game
    game = new_game(GameSetup(player_count=3, sections=first["sections"], scoring_cards=first["cards"]))
    assert game.config.board_source["sections"] == ["tavern", "paddock", "oasis", "farm"]
    assert [card.name for card in game.config.scoring_cards] == ["fishermen", "knights", "merchants"]


def test_same_seed_gives_same_game() -> None:
    """R-SETUP-1, R-SETUP-9: the same setup always produces the same game, and a different seed produces a
    different game. All expansions are in play, including Queenies."""
    expansions = tuple(EXPANSIONS)
    first, second, other = (
        new_game(GameSetup(player_count=3, seed=seed, expansions=expansions)) for seed in (5, 5, 6)
    )
    assert position_data(first) == position_data(second) != position_data(other)


def test_tile_sides_and_summary_cards_have_no_effect() -> None:
    """R-COMP-3: a tile consists only of its kind, hex and state; its flipped side and the summary cards have
    no effect."""
    game = new_game(GameSetup(seed=1))
    assert all(len(held) == 3 for player in game.held_tiles for held in player)
    assert set(game.board.location_at.values()) <= set(TILES)


def test_setup_defaults() -> None:
    """R-SETUP-1: by default there are two players, only the base game, and always the same seed."""
    assert new_game(GameSetup()).config.player_count == 2
    assert position_data(new_game(GameSetup())) == position_data(
        new_game(GameSetup(player_count=2, expansions=("base",), seed=1))
    )


@pytest.mark.parametrize(
    ("name", "flag"),
    [
        ("full", "keep_unplayable_cards"),
        ("return", "return_lost_tiles"),
        ("sword", "end_needs_empty_supply"),
        ("twins", "pairs_are_wild"),
    ],
)
def test_variant_sets_only_its_own_flag(name: str, flag: str) -> None:
    """V-FULL, V-RETURN, V-SWORD, V-TWINS: a variant sets only its own flag."""
    flags = new_game(GameSetup(expansions=tuple(EXPANSIONS), variants=(name,))).config.rule_flags
    assert [flag_name for flag_name, is_set in asdict(flags).items() if is_set] == [flag]


def test_variant_without_lords() -> None:
    """V-NOLORDS: Lords is never dealt."""
    for seed in range(60):
        assert (
            SCORING_CARDS["lords"]
            not in new_game(GameSetup(seed=seed, variants=("nolords",))).config.scoring_cards
        )


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (GameSetup(player_count=1), "2 to 5 players"),
        (GameSetup(player_count=6), "2 to 5 players"),
        (GameSetup(expansions=("nothing",)), "box 'nothing'"),
        (GameSetup(expansions=()), "base"),
        (GameSetup(scoring_cards=("farm",)), "card 'farm'"),
        (GameSetup(scoring_cards=("lords", "lords")), "twice"),
        (GameSetup(sections=("farm", "farm", "oasis", "barn")), "twice"),
        (GameSetup(sections=("farm", "oasis", "barn")), "4 sections"),
        (GameSetup(sections=("farm", "oasis", "barn", "atlantis")), "section 'atlantis'"),
        (GameSetup(variants=("chess",)), "variant 'chess'"),
        (GameSetup(start_player=2), "player 2"),
        (
            GameSetup(scoring_cards=("families", "lords", "miners")),
            "'families' belongs to the expansion 'nomads'",
        ),
        (GameSetup(sections=("farm", "oasis", "barn", "temple")), "belongs to the expansion 'marshlands'"),
    ],
)
def test_invalid_setups_are_rejected(setup: GameSetup, reason: str) -> None:
    """R-SETUP-1, R-SETUP-10: the error message names the mistake."""
    with pytest.raises(ValidationError, match=reason):
        new_game(setup)


def test_all_sections_are_complete() -> None:
    """R-GRID-6: every section of every expansion is 10x10, and each of its locations has a tile."""
    for section in SECTIONS.values():
        assert [len(row) for row in section.rows] == [10] * 10
        assert {letter for letter in "".join(section.rows) if letter.isdigit()} == {
            digit for digit, _ in section.locations
        }


FREQUENT_HOOKS = (
    "on_turn_start",
    "on_turn_end",
    "extra_actions",
    "adjacency_waivers",
    "ignores_adjacency",
    "additional_builds_due",
    "claim_tiles",
    "helper_hexes",
)


def test_hooks_are_active_only_where_needed() -> None:
    """On a board of base sections with base cards, no expansion adds frequently called hooks, even if all
    expansions are in the game."""
    base = GameSetup(
        expansions=tuple(EXPANSIONS),
        sections=("farm", "oasis", "tavern", "paddock"),
        scoring_cards=("lords", "knights", "miners"),
    )
    base_only = new_game(replace(base, expansion_choices={"caves": []}))
    hooks = base_only.config.hooks
    assert not any(getattr(hooks, name) for name in FREQUENT_HOOKS)
    assert hooks.player_items, "hooks for display are always active"
    with_caves = new_game(base)
    assert with_caves.config.setup_values["caves"]
    caves_hooks = with_caves.config.hooks
    assert [
        len(getattr(caves_hooks, name)) for name in ("on_turn_start", "extra_actions", "on_turn_end")
    ] == [1, 1, 0]
    with_rovers = new_game(replace(base, scoring_cards=("lords", "miners", "rovers")))
    assert with_rovers.config.hooks.on_turn_end


def test_loose_position_activates_all_hooks() -> None:
    """Tiles in a loose position work even if they cannot occur in play."""
    position = {
        "sections": ["farm", "oasis", "tavern", "paddock"],
        "players": [{"nomads": [{"kind": "outpost"}]}, {}],
    }
    assert read_position({**position, "loose": True}).config.hooks.adjacency_waivers
    assert not read_position({"sections": position["sections"]}).config.hooks.adjacency_waivers
