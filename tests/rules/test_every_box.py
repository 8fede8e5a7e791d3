"""Dealing so that every box takes part (RULES.md section 3 leaves the way of dealing open where it says
"random")."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenario import state

from kingdom.record import read_setup, write_setup
from kingdom.rules.board import TURNED
from kingdom.rules.every_box import brought_by, quarters, share_of
from kingdom.rules.registry import BOXES, SECTIONS
from kingdom.rules.setup import EVERY_BOX, Setup, assemble_sections, new_game

EVERY = tuple(BOXES)
some_boxes = st.sets(st.sampled_from(EVERY[1:])).map(
    lambda more: tuple(name for name in EVERY if name in {"base", *more})
)


def missing(setup: Setup) -> set[str]:
    """The ticked boxes of which the table has nothing."""
    game = new_game(setup)
    return {box for box in setup.boxes if not share_of(game, box).takes_part}


def test_all_boxes_fit_on_one_table() -> None:
    """R-SETUP-1, R-SETUP-3: with all boxes four sections and three cards are enough for every one, always;
    shuffled together they hardly ever are."""
    seeds = range(120)
    assert not any(missing(Setup(seed=seed, boxes=EVERY, deal=EVERY_BOX)) for seed in seeds)
    assert sum(bool(missing(Setup(seed=seed, boxes=EVERY))) for seed in seeds) > 108


@settings(max_examples=150, deadline=None)
@given(some_boxes, st.integers(0, 2**63))
def test_any_choice_of_boxes_takes_part_whole(boxes: tuple[str, ...], seed: int) -> None:
    """R-SETUP-1, R-SETUP-3: whatever is ticked is there; four different sections and three different cards
    of the ticked boxes."""
    setup = Setup(seed=seed, boxes=boxes, deal=EVERY_BOX)
    assert not missing(setup)
    table = new_game(setup).table
    sections = {name.removesuffix(TURNED) for name in table.land["sections"]}
    assert len(sections) == 4
    assert sections <= {name for box in boxes for name in BOXES[box].sections}
    assert len({card.name for card in table.cards} & {c.name for b in boxes for c in BOXES[b].cards}) == 3


def test_who_has_no_room_changes_by_turns() -> None:
    """R-SETUP-1: with the cards chosen from the base box, five boxes want four sections: exactly one is
    missing each time, each of them equally often; also land and a mere card go round fairly."""
    gone: Counter[str] = Counter()
    landless: Counter[str] = Counter()
    for seed in range(400):
        setup = Setup(seed=seed, boxes=EVERY, deal=EVERY_BOX, cards=("lords", "miners", "knights"))
        without = missing(setup)
        assert len(without) == 1
        gone.update(without)
        game = new_game(Setup(seed=seed, boxes=EVERY, deal=EVERY_BOX))
        landless.update(box for box in EVERY if BOXES[box].cards and not share_of(game, box).sections)
    assert set(gone) == {"nomads", "crossroads", "marshlands", "harvest", "capitol"}
    assert all(60 < number < 100 for number in gone.values()), gone
    assert set(landless) == {"nomads", "marshlands", "harvest"}
    assert all(110 < number < 157 for number in landless.values()), landless


def test_the_most_is_the_most() -> None:
    """R-SETUP-1: no four sections whatever would bring in more boxes than are dealt."""
    for cards in (("lords", "miners", "knights"), ("families", "lords", "miners")):
        there = {box for box in EVERY for card in BOXES[box].cards if card.name in cards} | {"island"}
        most = max(
            len(there.union(*(brought_by(SECTIONS[name]) for name in four)))
            for four in combinations(SECTIONS, 4)
        )
        for seed in range(40):
            setup = Setup(seed=seed, boxes=EVERY, deal=EVERY_BOX, cards=cards)
            assert len(EVERY) - len(missing(setup)) == most


def test_what_is_chosen_by_hand_stays() -> None:
    """R-SETUP-1, R-SETUP-3: on sections or a map chosen by hand the cards bring in whom they can."""
    sections = ("farm", "tavern", "oasis turned", "tower")
    for seed in range(30):
        setup = Setup(seed=seed, boxes=EVERY, deal=EVERY_BOX, sections=sections)
        assert tuple(new_game(setup).table.land["sections"]) == sections
        assert missing(setup) == {"crossroads", "capitol"}
        drawn = Setup(seed=seed, boxes=EVERY, deal=EVERY_BOX, grid=assemble_sections(sections))
        assert missing(drawn) == {"crossroads", "capitol"}


@pytest.mark.parametrize("box", ["nomads", "marshlands", "harvest"])
def test_land_chosen_by_hand_brings_no_more(box: str) -> None:
    """R-SETUP-3: where no section is left to chance, a card has to bring in the box."""
    sections = ("farm", "tavern", "oasis turned", "tower")
    for seed in range(12):
        assert not missing(Setup(seed=seed, boxes=("base", box), deal=EVERY_BOX, sections=sections))


def test_a_table_that_has_everything_is_dealt_as_the_rules_deal() -> None:
    """R-SETUP-1: nothing is passed over without need; with the base box alone the two ways are one."""
    for seed in range(60):
        assert state(new_game(Setup(seed=seed, deal=EVERY_BOX))) == state(new_game(Setup(seed=seed)))
        if not missing(Setup(seed=seed, boxes=("base", "caves"))):
            one, two = (
                new_game(Setup(seed=seed, boxes=("base", "caves"), deal=deal))
                for deal in (EVERY_BOX, "mixed")
            )
            assert state(one) == state(two)


def test_the_way_of_dealing_is_written_only_when_it_is_not_the_rules_own() -> None:
    """R-SETUP-1: old records have no such key and mean what they meant."""
    assert "deal" not in write_setup(Setup(boxes=EVERY))
    setup = Setup(boxes=EVERY, deal=EVERY_BOX)
    assert write_setup(setup)["deal"] == EVERY_BOX
    assert read_setup(write_setup(setup)) == setup


def test_a_table_dealt_for_every_box_never_changes() -> None:
    """R-SETUP-1: the same seed gives the same table on every machine and in every version."""
    table = new_game(Setup(players=3, seed=204, boxes=EVERY, deal=EVERY_BOX)).table
    assert (table.land["sections"], [card.name for card in table.cards]) == (
        ["lighthouse", "oracle turned", "fountain turned", "caravan"],
        ["farmers", "captains", "rangers"],
    )


def test_quarters_are_the_sections() -> None:
    """R-GRID-6: a map cut in four is what it was put together from."""
    names = ("farm", "quarry", "lighthouse", "bazaar")
    for quarter, name in zip(quarters(assemble_sections(names)), names, strict=True):
        assert [quarter.tile(c) or c for row in quarter.rows for c in row] == [
            SECTIONS[name].tile(c) or c for row in SECTIONS[name].rows for c in row
        ]
        assert brought_by(quarter) == brought_by(SECTIONS[name])
