"""Harvest: the six Kingdom Builder cards, marks and the gold of Rovers."""

from __future__ import annotations

import random
from typing import Any

import pytest
from scenario import asks, cells, gold, hex_at, kept, options, play, scenario, state, tile, tiles

from kingdom.position import read_position
from kingdom.rules.events import Cleared, Counted, EndTriggered, GoldEarned, TileGained
from kingdom.rules.frames import DONE
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, NEXT_TO, SECTION_MASKS, hexes_of
from kingdom.rules.registry import BadSetup
from kingdom.rules.scoring import score


def marks(game: Game, player: int = 0) -> list[Any]:
    """The rows a player has marked, as a position says it."""
    written: list[Any] = state(game)["players"][player]["marks"]
    return written


def build_any(game: Game) -> None:
    """Make the mandatory builds somewhere."""
    while cells(game):
        play(game, min(cells(game), key=str))


# --- cards that score at the end


def test_rangers() -> None:
    """E-38, K-RANGERS-1: four rows with exactly one piece give 2 each; rows with more give nothing."""
    game = scenario(
        own=[(1, 1), (3, 9), (7, 0), (19, 19), (5, 5), (5, 12), (6, 1), (6, 2), (6, 3)], cards=["rangers"]
    )
    assert gold(game, "rangers") == 8
    assert score(game, 0)["rangers"].hexes == sum(
        BIT[hex_at(*place)] for place in [(1, 1), (3, 9), (7, 0), (19, 19)]
    )
    assert gold(game, "rangers", 1) == 0


def test_rangers_count_island_rows() -> None:
    """K-RANGERS-1, Q-ISLAND-6: the island's rows are rows of their own."""
    own: list[Any] = [(1, 1), ("i", 1, 1), ("i", 2, 1), ("i", 2, 2)]
    assert gold(scenario(own=own, cards=["rangers"], island="tree_house"), "rangers") == 4


def test_travellers() -> None:
    """E-60, K-TRAVELLERS-1, R-GRID-7: one for each piece on the edge of the board, corners once; seams and
    island are no edge."""
    edge: list[Any] = [(0, 0), (0, 7), (19, 3), (5, 0), (8, 19), (19, 19)]
    game = scenario(own=[*edge, (9, 9), (10, 5), ("i", 0, 1)], cards=["travellers"], island="rope_bridge")
    assert gold(game, "travellers") == 6
    assert score(game, 0)["travellers"].hexes == sum(BIT[hex_at(*place)] for place in edge)


def test_chainers() -> None:
    """E-60, K-CHAINERS-1: a ring of six gives 6; ends of a line have one neighbour, its inner pieces two, a
    crossing three."""
    ring = [(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 6)]
    assert gold(scenario(own=ring, cards=["chainers"]), "chainers") == 6
    assert gold(scenario(own=[*ring, (5, 5)], cards=["chainers"]), "chainers") == 0  # three neighbours each
    line = [(9, 3), (9, 4), (9, 5), (9, 6)]
    game = scenario(own=line, cards=["chainers"])
    assert score(game, 0)["chainers"].hexes == BIT[hex_at(9, 4)] | BIT[hex_at(9, 5)]
    assert (
        gold(scenario(own=line, other=[(8, 4), (8, 5)], cards=["chainers"]), "chainers") == 2
    )  # others' pieces do not count


def test_chainers_like_counting_by_hand() -> None:
    """K-CHAINERS-1: the same as counting the neighbours of each piece, also at the edges and on the
    island."""
    chance = random.Random(7)
    places: list[Any] = [(r, c) for r in range(20) for c in (0, 1, 18, 19)] + [
        ("i", r, c) for r in range(5) for c in range(5)
    ]
    for _ in range(60):
        own = chance.sample(places, 40)
        game = scenario(own=[], cards=["chainers"], island="rope_bridge")
        game.settlements[0] = sum(BIT[hex_at(*place)] for place in own)
        game.refresh()
        by_hand = [h for h in hexes_of(game.own[0]) if (NEXT_TO[h] & game.own[0]).bit_count() == 2]
        assert list(hexes_of(score(game, 0)["chainers"].hexes)) == by_hand
        assert gold(game, "chainers") == len(by_hand)


def test_homesteaders() -> None:
    """E-33, K-HOMESTEADERS-1: sections with 8, 11, 5 and 12 pieces give 12."""
    corners = [(0, 0), (0, 10), (10, 0), (10, 10)]
    counts = [8, 11, 5, 12]
    game = scenario(cards=["homesteaders"])
    game.settlements[0] = sum(
        BIT[hex_at(row + i // 10, column + i % 10)]
        for (row, column), count in zip(corners, counts, strict=True)
        for i in range(count)
    )
    game.refresh()
    assert gold(game, "homesteaders") == 12
    assert score(game, 0)["homesteaders"].hexes == game.own[0] & SECTION_MASKS[3]
    assert gold(game, "homesteaders", 1) == 0


def test_homesteaders_ignore_the_island() -> None:
    """Q-ISLAND-4, K-HOMESTEADERS-1: the island is no section."""
    own: list[Any] = [(1, 1), ("i", 1, 1), ("i", 2, 1), ("i", 2, 2)]
    assert gold(scenario(own=own, cards=["homesteaders"], island="tree_house"), "homesteaders") == 1


# --- Mayors


def test_mayors_mark_a_row_of_four() -> None:
    """E-34, K-MAYORS-1, K-MAYORS-2: three desert builds make four in the row; it is marked by itself, with
    one more from supply."""
    land = {(5, 5): "D", (5, 6): "D", (5, 7): "D"}
    game = scenario(land=land, own=[(5, 4)], card="desert", cards=["mayors"])
    play(game, (5, 5), (5, 6))
    assert marks(game) == []
    happened = play(game, (5, 7))
    assert Counted(0, "marks", 1) in happened
    assert marks(game) == [5]
    assert game.supply[0] == 39 - 3 - 1
    assert gold(game, "mayors") == 4
    assert game.own[0].bit_count() == 4  # the mark is not on the board


def test_mayors_final_gold() -> None:
    """E-34, K-MAYORS-3: final marks 2, 3 and 1 give 8, 12 and 4."""
    game = scenario(me={"marks": [0, 5]}, them={"marks": [1, 2, 19]}, more=[{"marks": [7]}], cards=["mayors"])
    assert [gold(game, "mayors", player) for player in range(3)] == [8, 12, 4]
    assert game.supply == [38, 37, 39]


def test_mayors_pieces_need_not_touch() -> None:
    """K-MAYORS-1: four anywhere in one row."""
    game = scenario(own=[(5, 0), (5, 8), (5, 19)], card="grass", cards=["mayors"])
    play(game, (5, 1))
    assert marks(game) == [5]


def test_mayors_first_come() -> None:
    """K-MAYORS-2: one mark a row; who comes second marks nothing and pays nothing."""
    game = scenario(own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], them={"marks": [5]})
    play(game, (5, 7))
    assert marks(game) == []
    assert game.supply[0] == 36
    mine = scenario(own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], me={"marks": [5]})
    play(mine, (5, 7), (5, 8))
    assert marks(mine) == [5]


def test_mayors_mark_after_moves() -> None:
    """K-MAYORS-1, R-MOVE-7: a move that makes four in a row marks too, though it is no build."""
    game = scenario(
        own=[(5, 4), (5, 5), (5, 6), (7, 6)], card="grass", cards=["mayors"], me={"tiles": [tile("paddock")]}
    )
    play(game, "paddock", (7, 6), (5, 7))
    assert marks(game) == [5]
    assert game.supply[0] == 35


def test_mayors_marks_stay() -> None:
    """K-MAYORS-3: when pieces leave the row the mark stays and scores."""
    me = {"tiles": [tile("paddock")], "marks": [5]}
    game = scenario(own=[(5, 4), (5, 5), (5, 6), (5, 7)], card="grass", cards=["mayors"], me=me)
    play(game, "paddock", (5, 7), (5, 9))
    play(game, *sorted(cells(game))[:1])
    assert 5 in marks(game)
    empty = scenario(own=[(9, 9)], cards=["mayors"], me={"marks": [5]})
    assert gold(empty, "mayors") == 4


def test_mayors_only_rows_that_were_touched() -> None:
    """K-MAYORS-2: a row of four that was there before is marked when a piece next comes to it, not before."""
    game = scenario(own=[(5, 4), (5, 5), (5, 6), (5, 7)], card="grass", cards=["mayors"])
    play(game, (4, 5))
    assert marks(game) == []
    play(game, (5, 8))
    assert marks(game) == [5]


def test_mayors_need_supply() -> None:
    """K-MAYORS-2: no supply, no mark."""
    me = {"supply": 0, "tiles": [tile("paddock")]}
    game = scenario(own=[(5, 4), (5, 5), (5, 6), (7, 6)], cards=["mayors"], me=me)
    play(game, "paddock", (7, 6), (5, 7))
    assert marks(game) == []
    last = scenario(own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], me={"supply": 1})
    play(last, (5, 7))
    assert marks(last) == []
    assert last.supply[0] == 0


def test_mayors_mark_takes_the_last_settlement() -> None:
    """E-73, R-MAND-6, R-END-1: the builds that are left fall away, and the end is triggered."""
    game = scenario(own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], me={"supply": 2})
    happened = play(game, (5, 7))
    assert EndTriggered(0) in happened
    assert game.ending
    assert game.mandatory == DONE
    assert game.built == 1
    assert options(game) == {"end_turn"}


def test_mayors_mark_lowers_the_mandatory_builds() -> None:
    """R-MAND-6: with three in supply a mark leaves two builds."""
    game = scenario(own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], me={"supply": 3})
    play(game, (5, 7))
    assert not game.ending
    play(game, (5, 8))
    assert game.mandatory == DONE
    assert game.ending


def test_mayors_mark_by_a_move_triggers_the_end() -> None:
    """R-END-1: also when the last settlement leaves the supply after a move."""
    me = {"supply": 1, "tiles": [tile("paddock")]}
    game = scenario(own=[(5, 4), (5, 5), (5, 6), (7, 6)], cards=["mayors"], card="grass", me=me)
    happened = play(game, "paddock", (7, 6), (5, 7))
    assert EndTriggered(0) in happened
    assert options(game) == {"end_turn"}  # R-MAND-3


def test_mayors_come_after_tiles() -> None:
    """R-RES-1: tiles are gained first, then the mark, then the end of the game."""
    land = {(5, 8): "1"}
    game = scenario(
        land=land,
        locations={"1": "farm"},
        own=[(5, 4), (5, 5), (5, 6)],
        card="grass",
        cards=["mayors"],
        me={"supply": 2},
    )
    kinds = [type(event) for event in play(game, (5, 7))]
    assert kinds.index(TileGained) < kinds.index(Counted) < kinds.index(EndTriggered)
    assert tiles(game) == ["farm"]


def test_mayors_on_the_island() -> None:
    """Q-ISLAND-6, K-MAYORS-1: the island's rows can be marked; they are written as ["i", row]."""
    own: list[Any] = [("i", 0, 1), ("i", 0, 3), ("i", 0, 4)]
    game = scenario(own=own, cards=["mayors"], island="rope_bridge", card="desert")
    play(game, ("i", 0, 2))
    assert marks(game) == [["i", 0]]
    assert gold(game, "mayors") == 4
    assert kept(read_position(state(game)))["marks"] == kept(game)["marks"]


def test_mayors_and_the_canoe() -> None:
    """L-CANOE-7, K-MAYORS-1, K-ROVERS-2: a Canoe build in another's turn marks for its builder, and brings no
    Rovers gold."""
    land = {(9, 9): "1", (5, 7): "W"}
    game = scenario(
        land=land,
        locations={"1": "farm"},
        own=[(9, 7)],
        other=[(5, 4), (5, 5), (5, 6)],
        card="grass",
        cards=["mayors", "rovers"],
        them={"tiles": [tile("canoe")]},
        location_tiles=[[[9, 9], 1]],
    )
    play(game, (9, 8))  # takes the last tile
    assert game.decision().player == 1
    while asks(game) != "to" or not cells(game):
        play(game, "water")
    play(game, (5, 7))
    assert marks(game, 1) == [5]
    assert game.supply[1] == 40 - 3 - 1 - 1
    assert state(game)["turn"]["sections"] == [0]
    build_any(game)
    play(game, "end_turn")
    assert game.gold[1] == 0


def test_mayors_and_the_city_hall() -> None:
    """K-MAYORS-2, L-CITYHALL-4: a city hall touches three rows; its marks are paid from supply, from the top
    row down."""
    own = [(4, 1), (4, 3), (5, 3), (6, 1), (6, 3)]
    me = {"tiles": [tile("city_hall")], "supply": 2}
    game = scenario(own=own, card="grass", cards=["mayors"], me=me)
    play(game, "city_hall", (5, 5))
    assert marks(game) == [4, 5]
    assert game.supply[0] == 0
    assert game.ending


def test_mayors_count_every_step() -> None:
    """R-GAIN-10, K-MAYORS-1: a wagon that passes through a row marks it on the way."""
    me = {"tiles": [tile("wagon")], "wagon": [3, 6]}
    game = scenario(own=[(4, 1), (4, 2), (4, 3)], card="grass", cards=["mayors"], me=me)
    play(game, "wagon", "move", (4, 7), (5, 7), "done")
    assert marks(game) == [4]


def test_mayors_ignore_scouts() -> None:
    """L-SCOUTCABIN-4: three pieces and a scout are no row of four; placing a scout marks nothing."""
    me = {"tiles": [tile("scout_cabin")]}
    game = scenario(own=[(5, 4), (5, 5)], card="grass", cards=["mayors"], me=me)
    play(game, "scout_cabin", (5, 6), (5, 7))
    play(game, (5, 3))
    assert marks(game) == []
    play(game, (5, 8))
    assert marks(game) == [5]


def test_sword_does_not_take_marks() -> None:
    """N-SWORD-2: marks are no targets; a player with nothing else is skipped."""
    game = scenario(
        own=[(5, 4)],
        cards=["mayors"],
        card="grass",
        me={"nomads": [{"kind": "sword", "fresh": False}]},
        them={"marks": [5]},
    )
    assert "sword" not in options(game)
    assert marks(game, 1) == [5]


def test_temple_piece_and_mayors() -> None:
    """R-MAND-4, R-MAND-6, K-MAYORS-2: a waiting piece is still built after a mark took the last of the
    supply."""
    game = scenario(
        own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], me={"supply": 2, "waiting": 1}
    )
    play(game, (5, 7))  # one built, one marks
    assert marks(game) == [5]
    assert game.supply[0] == 0
    assert not game.ending
    assert asks(game) == "act"
    assert cells(game)
    play(game, (5, 8))
    assert game.ending
    assert options(game) == {"end_turn"}


@pytest.mark.parametrize(
    ("me", "them", "reason"),
    [
        ([3, 3], [], "twice"),
        ([3], [3], "marked already"),
        ([20], [], "from 0 to 19"),
        ([["i", 5]], [], "from 0 to 4"),
        ([["i", 1]], [], "no island"),
        (3, [], "a list"),
        (["x"], [], "whole number"),
    ],
)
def test_impossible_marks_are_refused(me: Any, them: Any, reason: str) -> None:
    """K-MAYORS-2, R-TERM-9: one mark a row, on rows that are there."""
    with pytest.raises(BadSetup, match=reason):
        scenario(me={"marks": me}, them={"marks": them}, cards=["mayors"])


def test_marks_are_bound_settlements() -> None:
    """R-TERM-9, K-MAYORS-1: marks come out of the forty."""
    assert scenario(own=[(1, 1)], me={"marks": [1, 2]}).supply[0] == 37
    with pytest.raises(BadSetup):
        scenario(own=[(1, 1)], me={"marks": [1, 2], "supply": 38})


# --- Rovers


def test_rovers_pay_for_each_section() -> None:
    """E-32, K-ROVERS-1: builds in two sections, 2 gold at the end of the turn; nothing at the end of the
    game."""
    game = scenario(own=[(9, 8)], card="grass", cards=["rovers"])
    play(game, (9, 9), (9, 10), (9, 11))
    assert state(game)["turn"]["sections"] == [0, 1]
    assert game.gold == [0, 0]
    happened = play(game, "end_turn")
    assert [(event.player, event.gold, event.why) for event in happened if isinstance(event, GoldEarned)] == [
        (0, 2, "rovers")
    ]
    assert game.gold == [2, 0]
    assert state(game)["turn"]["sections"] == []
    assert "rovers" not in score(game, 0)
    assert gold(game, "earned") == 2


def test_rovers_count_extra_builds_and_not_moves() -> None:
    """K-ROVERS-1, R-MOVE-7: extra actions count; moves do not."""
    land = {(9, 10): "A"}
    game = scenario(
        land=land,
        own=[(9, 9), (12, 9)],
        card="grass",
        cards=["rovers"],
        me={"tiles": [tile("paddock")]},
        base="G",
    )
    play(game, "farmland", (9, 10), "paddock", (12, 9), (12, 11))
    assert state(game)["turn"]["sections"] == [1]


def test_rovers_all_four_sections() -> None:
    """K-ROVERS-1: 4 at most, a section once however many pieces were built there."""
    game = scenario(own=[(9, 9)], card="grass", cards=["rovers"], turn={"sections": [0, 1, 2]})
    play(game, (10, 10), (9, 10), (10, 9), "end_turn")
    assert game.gold[0] == 4


def test_rovers_are_paid_before_the_scouts_leave() -> None:
    """R-TURN-7, L-SCOUTCABIN-4, K-ROVERS-1: Rovers gold, then the scouts; where a scout stands earns
    nothing."""
    me = {"tiles": [tile("scout_cabin")]}
    game = scenario(own=[(9, 8)], card="grass", cards=["rovers"], me=me)
    play(game, "scout_cabin", (10, 8), "done")
    assert state(game)["turn"]["sections"] == []
    play(game, (8, 8), (8, 7), (8, 6))
    kinds = [type(event) for event in play(game, "end_turn")]
    assert kinds.index(GoldEarned) < kinds.index(Cleared)
    assert game.gold[0] == 1


def test_rovers_and_the_city_hall() -> None:
    """K-ROVERS-2: it counts for each section it covers."""
    game = scenario(own=[(9, 8)], card="grass", cards=["rovers"], me={"tiles": [tile("city_hall")]})
    play(game, "city_hall", (9, 10))
    assert state(game)["turn"]["sections"] == [0, 1, 3]


def test_rovers_ignore_the_island() -> None:
    """Q-ISLAND-4: a build on the island is in no section."""
    game = scenario(island="rope_bridge", card="grass", cards=["rovers"], land={}, base="W")
    assert all(place[0] == "i" for place in cells(game))
    play(game, min(cells(game), key=str))
    assert state(game)["turn"]["sections"] == []


def test_rovers_gold_only_with_the_card() -> None:
    """K-ROVERS-1: without the card nothing is noted or paid."""
    game = scenario(
        own=[(9, 8)], card="grass", me={"tiles": [tile("scout_cabin")]}, turn={"sections": [0, 1]}
    )
    build_any(game)
    play(game, "end_turn")
    assert game.gold == [0, 0]


def test_rovers_gold_also_on_the_last_turn() -> None:
    """K-ROVERS-1, R-TURN-7: at the end of each own turn, the last one included, before silos."""
    game = scenario(
        land={(5, 5): "O"},
        other=[(5, 6)],
        cards=["rovers"],
        end=True,
        turn={"player": 1, "mandatory": "done", "sections": [0, 3]},
    )
    play(game, "end_turn")
    assert game.gold == [0, 2]
    play(game, "build", (5, 7), "done")
    assert game.over
    assert game.gold == [0, 2]


# --- scouts and the cards of other boxes


def test_shepherds_ignore_scouts() -> None:
    """L-SCOUTCABIN-4, R-TERM-6: a hex with a scout is still empty for Shepherds."""
    land = {(5, 5): "D", (5, 6): "D"}
    game = scenario(land=land, own=[(5, 4)], scouts=[[5, 6]], card="desert", cards=["shepherds"])
    play(game, (5, 5))
    assert game.gold[0] == 0


def test_ambassadors_ignore_scouts() -> None:
    """L-SCOUTCABIN-4: neither does a scout stand for its user, nor is it another player's piece."""
    me = {"tiles": [tile("scout_cabin")]}
    game = scenario(own=[(5, 4)], other=[(5, 6)], card="grass", cards=["ambassadors"], me=me)
    play(game, "scout_cabin", (5, 5), "done")
    assert game.gold == [0, 0]
    play(game, (5, 3))
    assert game.gold == [0, 0]


def test_families_ignore_scouts() -> None:
    """L-SCOUTCABIN-4: a scout does not complete a line."""
    game = scenario(own=[(5, 4)], scouts=[[5, 6]], card="grass", cards=["families"])
    play(game, (5, 5), (5, 7), (5, 8))
    assert game.gold[0] == 0
