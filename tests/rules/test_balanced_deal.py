"""Tests the balanced deal, which makes sure that every chosen expansion is represented in the game. Section 3
of RULES.md says only "random" and leaves the method open."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sample_games import FIRST_EXPANSIONS
from support.scenario import position_data

from kingdom.match.expansion_contents import expansion_contents
from kingdom.record import read_setup, write_setup
from kingdom.rules.balanced_deal import expansions_from_section, split_into_sections
from kingdom.rules.board import ROTATED_SUFFIX, TerrainGrid
from kingdom.rules.expansion import Expansion, ScoringCard
from kingdom.rules.registry import EXPANSIONS, SCORING_CARDS, SECTIONS, temporary_expansion
from kingdom.rules.setup import DEAL_BALANCED, GameSetup, assemble_sections, new_game

ALL_EXPANSIONS = tuple(EXPANSIONS)
expansion_choices = st.sets(st.sampled_from(ALL_EXPANSIONS[1:])).map(
    lambda more: tuple(name for name in ALL_EXPANSIONS if name in {"base", *more})
)


def missing_expansions(setup: GameSetup) -> set[str]:
    """Returns the chosen expansions that contribute nothing to the game."""
    game = new_game(setup)
    return {expansion for expansion in setup.expansions if not expansion_contents(game, expansion).is_present}


def test_all_expansions_fit_in_one_game() -> None:
    """R-SETUP-1, R-SETUP-3: a balanced deal always covers all expansions with its four sections and three
    cards; a mixed deal hardly ever does."""
    seeds = range(120)
    assert not any(
        missing_expansions(GameSetup(seed=seed, expansions=ALL_EXPANSIONS, deal_mode=DEAL_BALANCED))
        for seed in seeds
    )
    assert (
        sum(bool(missing_expansions(GameSetup(seed=seed, expansions=ALL_EXPANSIONS))) for seed in seeds) > 108
    )


def test_island_comes_from_the_expansion_that_has_nothing_else() -> None:
    """R-SETUP-1: a game has one island, so an expansion with both an island and a card is represented by its
    card."""
    card = ScoringCard("millers", "K-LORDS-1", SCORING_CARDS["lords"].scorer)
    islands = {"skerry": TerrainGrid(("G" * 5,) * 5)}
    with temporary_expansion(Expansion("isles", release_order=9, islands=islands, scoring_cards=(card,))):
        for seed in range(20):
            setup = GameSetup(seed=seed, expansions=("base", "island", "isles"), deal_mode=DEAL_BALANCED)
            config = new_game(setup).config
            assert config.setup_values["island"] in ("rope_bridge", "tree_house")
            assert "millers" in [dealt.name for dealt in config.scoring_cards]
        game = new_game(GameSetup(expansions=("base", "isles")))
        assert game.config.setup_values["island"] == "skerry"


@settings(max_examples=150, deadline=None)
@given(expansion_choices, st.integers(0, 2**63))
def test_every_chosen_expansion_is_present(expansions: tuple[str, ...], seed: int) -> None:
    """R-SETUP-1, R-SETUP-3: every chosen expansion is present. The four sections and three cards are all
    different and all come from the chosen expansions."""
    setup = GameSetup(seed=seed, expansions=expansions, deal_mode=DEAL_BALANCED)
    assert not missing_expansions(setup)
    config = new_game(setup).config
    sections = {name.removesuffix(ROTATED_SUFFIX) for name in config.board_source["sections"]}
    assert len(sections) == 4
    assert sections <= {name for expansion in expansions for name in EXPANSIONS[expansion].sections}
    assert (
        len(
            {card.name for card in config.scoring_cards}
            & {c.name for b in expansions for c in EXPANSIONS[b].scoring_cards}
        )
        == 3
    )


def test_each_expansion_is_left_out_equally_often() -> None:
    """R-SETUP-1: if all cards come from the base game, five expansions compete for four sections. Exactly one
    expansion is missing in each game, and each is missing equally often. Sections and cards are also
    distributed evenly."""
    missing_counts: Counter[str] = Counter()
    without_sections: Counter[str] = Counter()
    for seed in range(400):
        setup = GameSetup(
            seed=seed,
            expansions=FIRST_EXPANSIONS,
            deal_mode=DEAL_BALANCED,
            scoring_cards=("lords", "miners", "knights"),
        )
        left_out = missing_expansions(setup)
        assert len(left_out) == 1
        missing_counts.update(left_out)
        game = new_game(GameSetup(seed=seed, expansions=FIRST_EXPANSIONS, deal_mode=DEAL_BALANCED))
        without_sections.update(
            expansion
            for expansion in FIRST_EXPANSIONS
            if EXPANSIONS[expansion].scoring_cards and not expansion_contents(game, expansion).sections
        )
    assert set(missing_counts) == {"nomads", "crossroads", "marshlands", "harvest", "capitol"}
    assert all(60 < count < 100 for count in missing_counts.values()), missing_counts
    assert set(without_sections) == {"nomads", "marshlands", "harvest"}
    assert all(110 < count < 157 for count in without_sections.values()), without_sections


def test_deal_covers_the_maximum_number_of_expansions() -> None:
    """R-SETUP-1: no other four sections would cover more expansions than the dealt ones."""
    for cards in (("lords", "miners", "knights"), ("families", "lords", "miners")):
        present = {
            expansion
            for expansion in ALL_EXPANSIONS
            for card in EXPANSIONS[expansion].scoring_cards
            if card.name in cards
        } | {"island"}
        max_count = max(
            len(present.union(*(expansions_from_section(SECTIONS[name]) for name in four)))
            for four in combinations(SECTIONS, 4)
        )
        for seed in range(40):
            setup = GameSetup(
                seed=seed, expansions=ALL_EXPANSIONS, deal_mode=DEAL_BALANCED, scoring_cards=cards
            )
            assert len(ALL_EXPANSIONS) - len(missing_expansions(setup)) == max_count


def test_chosen_sections_and_maps_are_kept() -> None:
    """R-SETUP-1, R-SETUP-3: if the sections or a custom map are chosen, they are kept, and the cards cover as
    many of the missing expansions as possible."""
    sections = ("farm", "tavern", "oasis turned", "tower")
    for seed in range(30):
        setup = GameSetup(seed=seed, expansions=FIRST_EXPANSIONS, deal_mode=DEAL_BALANCED, sections=sections)
        assert tuple(new_game(setup).config.board_source["sections"]) == sections
        assert missing_expansions(setup) == {"crossroads", "capitol"}
        custom_map_setup = GameSetup(
            seed=seed, expansions=FIRST_EXPANSIONS, deal_mode=DEAL_BALANCED, grid=assemble_sections(sections)
        )
        assert missing_expansions(custom_map_setup) == {"crossroads", "capitol"}


@pytest.mark.parametrize("expansion", ["nomads", "marshlands", "harvest"])
def test_cards_cover_expansions_when_sections_are_chosen(expansion: str) -> None:
    """R-SETUP-3: if no section is dealt at random, a card must represent each expansion."""
    sections = ("farm", "tavern", "oasis turned", "tower")
    for seed in range(12):
        assert not missing_expansions(
            GameSetup(seed=seed, expansions=("base", expansion), deal_mode=DEAL_BALANCED, sections=sections)
        )


def test_balanced_deal_equals_random_deal_when_nothing_is_missing() -> None:
    """R-SETUP-1: if a mixed deal leaves out no expansion, both deal modes produce the same game. With the
    base game alone, this is always so."""
    for seed in range(60):
        assert position_data(new_game(GameSetup(seed=seed, deal_mode=DEAL_BALANCED))) == position_data(
            new_game(GameSetup(seed=seed))
        )
        if not missing_expansions(GameSetup(seed=seed, expansions=("base", "caves"))):
            balanced, mixed = (
                new_game(GameSetup(seed=seed, expansions=("base", "caves"), deal_mode=deal_mode))
                for deal_mode in (DEAL_BALANCED, "mixed")
            )
            assert position_data(balanced) == position_data(mixed)


def test_deal_mode_is_written_only_when_balanced() -> None:
    """R-SETUP-1: the key is written for balanced deals only, so older records without it keep their
    meaning."""
    assert "deal" not in write_setup(GameSetup(expansions=ALL_EXPANSIONS))
    setup = GameSetup(expansions=ALL_EXPANSIONS, deal_mode=DEAL_BALANCED)
    assert write_setup(setup)["deal"] == DEAL_BALANCED
    assert read_setup(write_setup(setup)) == setup


def test_balanced_deal_never_changes() -> None:
    """R-SETUP-1: the same seed deals the same game on every machine and in every version."""
    config = new_game(
        GameSetup(player_count=3, seed=204, expansions=FIRST_EXPANSIONS, deal_mode=DEAL_BALANCED)
    ).config
    assert (config.board_source["sections"], [card.name for card in config.scoring_cards]) == (
        ["lighthouse", "oracle turned", "fountain turned", "caravan"],
        ["farmers", "captains", "rangers"],
    )


def test_splitting_a_map_restores_its_sections() -> None:
    """R-GRID-6: splitting a map into four yields the sections it was assembled from."""
    names = ("farm", "quarry", "lighthouse", "bazaar")
    for section, name in zip(split_into_sections(assemble_sections(names)), names, strict=True):
        assert [section.tile_name(c) or c for row in section.rows for c in row] == [
            SECTIONS[name].tile_name(c) or c for row in SECTIONS[name].rows for c in row
        ]
        assert expansions_from_section(section) == expansions_from_section(SECTIONS[name])
