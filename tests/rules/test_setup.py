"""Set-up and components: RULES.md sections 2 and 3."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

import pytest
from scenario import state

from kingdom.position import read_position
from kingdom.rules.board import TURNED, is_turned, turned_around, unturned
from kingdom.rules.registry import BOXES, CARDS, SECTIONS, TERRAIN_CARDS, TILES, BadSetup
from kingdom.rules.setup import Setup, new_game

BASE_SECTIONS = set(BOXES["base"].sections)


def test_how_a_section_lies_is_part_of_its_name() -> None:
    """R-SETUP-1: either way around."""
    turned = turned_around("farm")
    assert (is_turned("farm"), is_turned(turned)) == (False, True)
    assert turned_around(turned) == unturned(turned) == unturned("farm") == "farm"


def test_four_different_sections_any_way_round() -> None:
    """R-SETUP-1: over many seeds every base section is used, in both orientations, never twice on one
    board."""
    seen: Counter[str] = Counter()
    for seed in range(200):
        names = new_game(Setup(seed=seed)).table.land["sections"]
        plain = [name.removesuffix(TURNED) for name in names]
        assert len(set(plain)) == 4
        seen.update(names)
    assert set(seen) == {name + turned for name in BASE_SECTIONS for turned in ("", TURNED)}
    assert min(seen.values()) > 20


def test_two_tiles_on_every_location() -> None:
    """R-SETUP-2, R-COMP-4: what is on the board comes from the board's data."""
    game = new_game(Setup(seed=3))
    assert game.stocked == game.doubled == game.board.locations
    counts = {
        name: sum(map(str.isdigit, "".join(section.rows))) for name, section in BOXES["base"].sections.items()
    }
    assert counts == {name: 1 if name in ("oracle", "harbor") else 2 for name in BASE_SECTIONS}
    castles = {name: "".join(section.rows).count("S") for name, section in BOXES["base"].sections.items()}
    assert castles == {name: 2 if name in ("oracle", "harbor") else 1 for name in BASE_SECTIONS}


def test_three_cards() -> None:
    """R-SETUP-3: three different ones of the ten base cards; all come up."""
    seen: set[str] = set()
    for seed in range(100):
        cards = [card.name for card in new_game(Setup(seed=seed)).table.cards]
        assert len(set(cards)) == 3
        seen.update(cards)
    assert seen == {card.name for card in BOXES["base"].cards}
    assert len(seen) == 10


def test_terrain_deck() -> None:
    """R-COMP-1, R-SETUP-9: 25 cards, 5 of each base terrain; every player draws one."""
    game = new_game(Setup(players=4, seed=8))
    everything = Counter((*game.deck, *(card for hand in game.hand for card in hand)))
    assert everything == dict.fromkeys(("grass", "canyon", "desert", "flower", "forest"), 5)
    assert [len(hand) for hand in game.hand] == [1, 1, 1, 1]
    assert TERRAIN_CARDS["grass"].sides == (("grass", 3),)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_players_and_supplies(players: int) -> None:
    """R-SETUP-10, R-SETUP-11, D-10, D-11: 2 to 5 players with 40 settlements and no gold; the start player is
    random or chosen."""
    game = new_game(Setup(players=players, seed=1))
    assert game.supply == [40] * players
    assert game.gold == [0] * players
    starts = {new_game(Setup(players=players, seed=seed)).start_player for seed in range(60)}
    assert starts == set(range(players))
    chosen = new_game(Setup(players=players, seed=1, start=players - 1))
    assert chosen.decision().player == chosen.start_player == players - 1


def test_suggested_first_game() -> None:
    """R-SETUP-13: Tavern, Paddock, Oasis, Farm, not turned; Fishermen, Knights, Merchants."""
    first = BOXES["base"].first_game
    game = new_game(Setup(players=3, sections=first["sections"], cards=first["cards"]))
    assert game.table.land["sections"] == ["tavern", "paddock", "oasis", "farm"]
    assert [card.name for card in game.table.cards] == ["fishermen", "knights", "merchants"]


def test_the_same_seed_gives_the_same_table() -> None:
    """R-SETUP-1, R-SETUP-9: same set-up, same game; another seed, another game. Queenies take part the same
    way."""
    boxes = tuple(BOXES)
    one, two, other = (new_game(Setup(players=3, seed=seed, boxes=boxes)) for seed in (5, 5, 6))
    assert state(one) == state(two) != state(other)


def test_pictures_and_summaries_have_no_effect() -> None:
    """R-COMP-3: nothing of a game depends on flipping tiles or on summaries: a tile is its kind, its hex and
    whether it is ready."""
    game = new_game(Setup(seed=1))
    assert all(len(held) == 3 for player in game.tiles for held in player)
    assert set(game.board.location_at.values()) <= set(TILES)


def test_what_a_set_up_leaves_out() -> None:
    """R-SETUP-1: two players and the base box, always the same table."""
    assert new_game(Setup()).table.players == 2
    assert state(new_game(Setup())) == state(new_game(Setup(players=2, boxes=("base",), seed=1)))


@pytest.mark.parametrize(
    ("name", "switch"),
    [
        ("full", "keeps_full_cards"),
        ("return", "returns_tiles"),
        ("sword", "ends_by_supply"),
        ("twins", "twins_are_wild"),
    ],
)
def test_a_variant_switches_nothing_else(name: str, switch: str) -> None:
    """V-FULL, V-RETURN, V-SWORD, V-TWINS: one variant does not bring another."""
    switches = new_game(Setup(boxes=tuple(BOXES), variants=(name,))).table.switches
    assert [word for word, on in asdict(switches).items() if on] == [switch]


def test_variant_without_lords() -> None:
    """V-NOLORDS: the card stays in the box."""
    for seed in range(60):
        assert CARDS["lords"] not in new_game(Setup(seed=seed, variants=("nolords",))).table.cards


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (Setup(players=1), "2 to 5 players"),
        (Setup(players=6), "2 to 5 players"),
        (Setup(boxes=("nothing",)), "box 'nothing'"),
        (Setup(boxes=()), "base"),
        (Setup(cards=("farm",)), "card 'farm'"),
        (Setup(cards=("lords", "lords")), "twice"),
        (Setup(sections=("farm", "farm", "oasis", "barn")), "twice"),
        (Setup(sections=("farm", "oasis", "barn")), "4 sections"),
        (Setup(sections=("farm", "oasis", "barn", "atlantis")), "section 'atlantis'"),
        (Setup(variants=("chess",)), "variant 'chess'"),
        (Setup(start=2), "player 2"),
        (Setup(cards=("families", "lords", "miners")), "'families' belongs to the box 'nomads'"),
        (Setup(sections=("farm", "oasis", "barn", "temple")), "belongs to the box 'marshlands'"),
    ],
)
def test_what_cannot_be_is_refused(setup: Setup, reason: str) -> None:
    """R-SETUP-1, R-SETUP-10: each mistake says what it is."""
    with pytest.raises(BadSetup, match=reason):
        new_game(setup)


def test_all_sections_have_their_size() -> None:
    """R-GRID-6: every section of every box is 10x10 and every location in it is named."""
    for section in SECTIONS.values():
        assert [len(row) for row in section.rows] == [10] * 10
        assert {letter for letter in "".join(section.rows) if letter.isdigit()} == {
            digit for digit, _ in section.locations
        }


ASKED_ALL_THE_TIME = ("start_turn", "end_turn", "actions", "waiver", "roams", "reserve", "arrived", "helpers")


def test_boxes_are_asked_only_where_something_of_theirs_is() -> None:
    """On land and with cards of the base game no box is asked in vain, however many are in play."""
    dealt = {"sections": ("farm", "oasis", "tavern", "paddock"), "cards": ("lords", "knights", "miners")}
    plain = new_game(Setup(boxes=tuple(BOXES), chosen={"caves": []}, **dealt))  # type: ignore[arg-type]
    hooks = plain.table.hooks
    assert not any(getattr(hooks, name) for name in ASKED_ALL_THE_TIME)
    assert hooks.belongings, "what is shown needs no reason"
    caves = new_game(Setup(boxes=tuple(BOXES), **dealt))  # type: ignore[arg-type]
    assert caves.table.markers["caves"]
    assert [len(getattr(caves.table.hooks, name)) for name in ("start_turn", "actions", "end_turn")] == [
        1,
        1,
        0,
    ]
    rovers = new_game(
        Setup(boxes=tuple(BOXES), sections=dealt["sections"], cards=("lords", "miners", "rovers"))
    )
    assert rovers.table.hooks.end_turn


def test_a_loose_table_asks_every_box() -> None:
    """What a position holds against all rules is used up like anything else."""
    land = {
        "sections": ["farm", "oasis", "tavern", "paddock"],
        "players": [{"nomads": [{"kind": "outpost"}]}, {}],
    }
    assert read_position({**land, "loose": True}).table.hooks.waiver
    assert not read_position({"sections": land["sections"]}).table.hooks.waiver
