"""Tests the six Kingdom Builder cards of Harvest, including row marks and Rovers gold."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.scenario import (
    cells,
    expansion_state,
    gold,
    hex_id_at,
    options,
    play,
    position_data,
    question,
    scenario,
    tile,
    tiles,
)

from kingdom.position import read_position
from kingdom.rules.decision_frames import MANDATORY_DONE
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import CounterChanged, EndTriggered, GoldEarned, NeutralPiecesRemoved, TileGained
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, NEIGHBORS, SECTION_MASKS, iter_hexes
from kingdom.rules.scoring import score_breakdown


def marks(game: Game, player: int = 0) -> list[Any]:
    """Returns the rows a player has marked, as written in a position."""
    rows: list[Any] = position_data(game)["players"][player]["marks"]
    return rows


def finish_mandatory_builds(game: Game) -> None:
    """Makes the mandatory builds on arbitrary legal hexes."""
    while cells(game):
        play(game, min(cells(game), key=str))


# --- cards for final scoring


def test_rangers() -> None:
    """E-38, K-RANGERS-1: each row with exactly one of the player's own pieces scores 2 gold; rows with more
    pieces score nothing."""
    game = scenario(
        own=[(1, 1), (3, 9), (7, 0), (19, 19), (5, 5), (5, 12), (6, 1), (6, 2), (6, 3)], cards=["rangers"]
    )
    assert gold(game, "rangers") == 8
    assert score_breakdown(game, 0)["rangers"].hexes == sum(
        BIT[hex_id_at(*coord)] for coord in [(1, 1), (3, 9), (7, 0), (19, 19)]
    )
    assert gold(game, "rangers", 1) == 0


def test_rangers_count_island_rows() -> None:
    """K-RANGERS-1, Q-ISLAND-6: rows on the island are separate rows."""
    own: list[Any] = [(1, 1), ("i", 1, 1), ("i", 2, 1), ("i", 2, 2)]
    assert gold(scenario(own=own, cards=["rangers"], island="tree_house"), "rangers") == 4


def test_travellers() -> None:
    """E-60, K-TRAVELLERS-1, R-GRID-7: each piece on the edge of the board scores 1 gold, only once at
    corners; seams and the island do not count as edges."""
    edge: list[Any] = [(0, 0), (0, 7), (19, 3), (5, 0), (8, 19), (19, 19)]
    game = scenario(own=[*edge, (9, 9), (10, 5), ("i", 0, 1)], cards=["travellers"], island="rope_bridge")
    assert gold(game, "travellers") == 6
    assert score_breakdown(game, 0)["travellers"].hexes == sum(BIT[hex_id_at(*coord)] for coord in edge)


def test_chainers() -> None:
    """E-60, K-CHAINERS-1: each piece with exactly two neighbors of the same player scores. A ring of six
    scores 6. The ends of a line have only one own neighbor and score nothing."""
    ring = [(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 6)]
    assert gold(scenario(own=ring, cards=["chainers"]), "chainers") == 6
    assert gold(scenario(own=[*ring, (5, 5)], cards=["chainers"]), "chainers") == 0  # three neighbors each
    line = [(9, 3), (9, 4), (9, 5), (9, 6)]
    game = scenario(own=line, cards=["chainers"])
    assert score_breakdown(game, 0)["chainers"].hexes == BIT[hex_id_at(9, 4)] | BIT[hex_id_at(9, 5)]
    assert (
        gold(scenario(own=line, other=[(8, 4), (8, 5)], cards=["chainers"]), "chainers") == 2
    )  # opponents' pieces do not count


def test_chainers_match_a_direct_count() -> None:
    """K-CHAINERS-1: the gold equals a direct count of neighbors for each piece, including at the edges and on
    the island."""
    rng = random.Random(7)
    coords: list[Any] = [(r, c) for r in range(20) for c in (0, 1, 18, 19)] + [
        ("i", r, c) for r in range(5) for c in range(5)
    ]
    for _ in range(60):
        own = rng.sample(coords, 40)
        game = scenario(own=[], cards=["chainers"], island="rope_bridge")
        game.settlement_hexes[0] = sum(BIT[hex_id_at(*coord)] for coord in own)
        game.update_derived_hexes()
        expected = [
            h
            for h in iter_hexes(game.piece_hexes[0])
            if (NEIGHBORS[h] & game.piece_hexes[0]).bit_count() == 2
        ]
        assert list(iter_hexes(score_breakdown(game, 0)["chainers"].hexes)) == expected
        assert gold(game, "chainers") == len(expected)


def test_homesteaders() -> None:
    """E-33, K-HOMESTEADERS-1: sections with 8, 11, 5 and 12 pieces score 12."""
    corners = [(0, 0), (0, 10), (10, 0), (10, 10)]
    counts = [8, 11, 5, 12]
    game = scenario(cards=["homesteaders"])
    game.settlement_hexes[0] = sum(
        BIT[hex_id_at(row + i // 10, column + i % 10)]
        for (row, column), count in zip(corners, counts, strict=True)
        for i in range(count)
    )
    game.update_derived_hexes()
    assert gold(game, "homesteaders") == 12
    assert score_breakdown(game, 0)["homesteaders"].hexes == game.piece_hexes[0] & SECTION_MASKS[3]
    assert gold(game, "homesteaders", 1) == 0


def test_homesteaders_ignore_the_island() -> None:
    """Q-ISLAND-4, K-HOMESTEADERS-1: the island is not a section."""
    own: list[Any] = [(1, 1), ("i", 1, 1), ("i", 2, 1), ("i", 2, 2)]
    assert gold(scenario(own=own, cards=["homesteaders"], island="tree_house"), "homesteaders") == 1


# --- Mayors


def test_mayors_mark_a_row_with_four_pieces() -> None:
    """E-34, K-MAYORS-1, K-MAYORS-2: three builds on desert complete a row of four pieces, and the row is
    marked automatically with one more settlement from the supply."""
    terrain = {(5, 5): "D", (5, 6): "D", (5, 7): "D"}
    game = scenario(land=terrain, own=[(5, 4)], card="desert", cards=["mayors"])
    play(game, (5, 5), (5, 6))
    assert marks(game) == []
    events = play(game, (5, 7))
    assert CounterChanged(0, "marks", 1) in events
    assert marks(game) == [5]
    assert game.supply[0] == 39 - 3 - 1
    assert gold(game, "mayors") == 4
    assert game.piece_hexes[0].bit_count() == 4  # the mark is not on the board


def test_mayors_final_gold() -> None:
    """E-34, K-MAYORS-3: players with 2, 3 and 1 marks score 8, 12 and 4 gold."""
    game = scenario(me={"marks": [0, 5]}, them={"marks": [1, 2, 19]}, more=[{"marks": [7]}], cards=["mayors"])
    assert [gold(game, "mayors", player) for player in range(3)] == [8, 12, 4]
    assert game.supply == [38, 37, 39]


def test_mayors_pieces_need_not_be_adjacent() -> None:
    """K-MAYORS-1: any four pieces in the same row count."""
    game = scenario(own=[(5, 0), (5, 8), (5, 19)], card="grass", cards=["mayors"])
    play(game, (5, 1))
    assert marks(game) == [5]


def test_mayors_mark_each_row_only_once() -> None:
    """K-MAYORS-2: each row has at most one mark; if a second player reaches four pieces in the row, nothing
    is marked and no settlement is used."""
    game = scenario(own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], them={"marks": [5]})
    play(game, (5, 7))
    assert marks(game) == []
    assert game.supply[0] == 36
    marked_by_player = scenario(
        own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], me={"marks": [5]}
    )
    play(marked_by_player, (5, 7), (5, 8))
    assert marks(marked_by_player) == [5]


def test_moves_mark_mayors_rows() -> None:
    """K-MAYORS-1, R-MOVE-7: a move marks a row if it completes four pieces there, although it is not a
    build."""
    game = scenario(
        own=[(5, 4), (5, 5), (5, 6), (7, 6)], card="grass", cards=["mayors"], me={"tiles": [tile("paddock")]}
    )
    play(game, "paddock", (7, 6), (5, 7))
    assert marks(game) == [5]
    assert game.supply[0] == 35


def test_mayors_marks_are_permanent() -> None:
    """K-MAYORS-3: the mark stays and scores when pieces leave the row."""
    player_data = {"tiles": [tile("paddock")], "marks": [5]}
    game = scenario(own=[(5, 4), (5, 5), (5, 6), (5, 7)], card="grass", cards=["mayors"], me=player_data)
    play(game, "paddock", (5, 7), (5, 9))
    play(game, *sorted(cells(game))[:1])
    assert 5 in marks(game)
    empty = scenario(own=[(9, 9)], cards=["mayors"], me={"marks": [5]})
    assert gold(empty, "mayors") == 4


def test_mayors_mark_only_rows_that_receive_a_piece() -> None:
    """K-MAYORS-2: a row that already has four pieces is marked only when one more piece arrives in it."""
    game = scenario(own=[(5, 4), (5, 5), (5, 6), (5, 7)], card="grass", cards=["mayors"])
    play(game, (4, 5))
    assert marks(game) == []
    play(game, (5, 8))
    assert marks(game) == [5]


def test_mayors_need_supply() -> None:
    """K-MAYORS-2: a row is not marked if the supply is empty."""
    player_data = {"supply": 0, "tiles": [tile("paddock")]}
    game = scenario(own=[(5, 4), (5, 5), (5, 6), (7, 6)], cards=["mayors"], me=player_data)
    play(game, "paddock", (7, 6), (5, 7))
    assert marks(game) == []
    last_settlement = scenario(own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], me={"supply": 1})
    play(last_settlement, (5, 7))
    assert marks(last_settlement) == []
    assert last_settlement.supply[0] == 0


def test_mayors_mark_uses_the_last_settlement() -> None:
    """E-73, R-MAND-6, R-END-1: if a mark uses the last settlement, the remaining builds are skipped and the
    end of the game is triggered."""
    game = scenario(own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], me={"supply": 2})
    events = play(game, (5, 7))
    assert EndTriggered(0) in events
    assert game.end_triggered
    assert game.mandatory_state == MANDATORY_DONE
    assert game.mandatory_builds_made == 1
    assert options(game) == {"end_turn"}


def test_mayors_mark_reduces_the_mandatory_builds() -> None:
    """R-MAND-6: with three settlements in the supply, a mark leaves two builds."""
    game = scenario(own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], me={"supply": 3})
    play(game, (5, 7))
    assert not game.end_triggered
    play(game, (5, 8))
    assert game.mandatory_state == MANDATORY_DONE
    assert game.end_triggered


def test_mayors_mark_by_a_move_triggers_the_end() -> None:
    """R-END-1: a mark made after a move triggers the end if it uses the last settlement in the supply."""
    player_data = {"supply": 1, "tiles": [tile("paddock")]}
    game = scenario(own=[(5, 4), (5, 5), (5, 6), (7, 6)], cards=["mayors"], card="grass", me=player_data)
    events = play(game, "paddock", (7, 6), (5, 7))
    assert EndTriggered(0) in events
    assert options(game) == {"end_turn"}  # R-MAND-3


def test_mayors_marks_are_resolved_after_tiles() -> None:
    """R-RES-1: tiles are gained first, then the row is marked, then the end is triggered."""
    terrain = {(5, 8): "1"}
    game = scenario(
        land=terrain,
        locations={"1": "farm"},
        own=[(5, 4), (5, 5), (5, 6)],
        card="grass",
        cards=["mayors"],
        me={"supply": 2},
    )
    event_types = [type(event) for event in play(game, (5, 7))]
    assert event_types.index(TileGained) < event_types.index(CounterChanged) < event_types.index(EndTriggered)
    assert tiles(game) == ["farm"]


def test_mayors_on_the_island() -> None:
    """Q-ISLAND-6, K-MAYORS-1: rows on the island can be marked and are written as ["i", row]."""
    own: list[Any] = [("i", 0, 1), ("i", 0, 3), ("i", 0, 4)]
    game = scenario(own=own, cards=["mayors"], island="rope_bridge", card="desert")
    play(game, ("i", 0, 2))
    assert marks(game) == [["i", 0]]
    assert gold(game, "mayors") == 4
    assert expansion_state(read_position(position_data(game)))["marks"] == expansion_state(game)["marks"]


def test_mayors_and_canoe() -> None:
    """L-CANOE-7, K-MAYORS-1, K-ROVERS-2: a Canoe build in an opponent's turn marks a row for its builder but
    earns no Rovers gold."""
    terrain = {(9, 9): "1", (5, 7): "W"}
    game = scenario(
        land=terrain,
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
    while question(game) != "to" or not cells(game):
        play(game, "water")
    play(game, (5, 7))
    assert marks(game, 1) == [5]
    assert game.supply[1] == 40 - 3 - 1 - 1
    assert position_data(game)["turn"]["sections"] == [0]
    finish_mandatory_builds(game)
    play(game, "end_turn")
    assert game.earned_gold[1] == 0


def test_mayors_and_city_hall() -> None:
    """K-MAYORS-2, L-CITYHALL-4: a city hall covers three rows; each mark takes a settlement from the supply,
    starting with the top row."""
    own = [(4, 1), (4, 3), (5, 3), (6, 1), (6, 3)]
    player_data = {"tiles": [tile("city_hall")], "supply": 2}
    game = scenario(own=own, card="grass", cards=["mayors"], me=player_data)
    play(game, "city_hall", (5, 5))
    assert marks(game) == [4, 5]
    assert game.supply[0] == 0
    assert game.end_triggered


def test_mayors_count_every_step() -> None:
    """R-GAIN-10, K-MAYORS-1: a wagon that passes through a row marks it along the way."""
    player_data = {"tiles": [tile("wagon")], "wagon": [3, 6]}
    game = scenario(own=[(4, 1), (4, 2), (4, 3)], card="grass", cards=["mayors"], me=player_data)
    play(game, "wagon", "move", (4, 7), (5, 7), "done")
    assert marks(game) == [4]


def test_mayors_ignore_scouts() -> None:
    """L-SCOUTCABIN-4: scouts do not count toward the four pieces, and placing one marks nothing."""
    player_data = {"tiles": [tile("scout_cabin")]}
    game = scenario(own=[(5, 4), (5, 5)], card="grass", cards=["mayors"], me=player_data)
    play(game, "scout_cabin", (5, 6), (5, 7))
    play(game, (5, 3))
    assert marks(game) == []
    play(game, (5, 8))
    assert marks(game) == [5]


def test_sword_cannot_remove_marks() -> None:
    """N-SWORD-2: Sword cannot remove marks, and it skips a player who has nothing else on the board."""
    game = scenario(
        own=[(5, 4)],
        cards=["mayors"],
        card="grass",
        me={"nomads": [{"kind": "sword", "fresh": False}]},
        them={"marks": [5]},
    )
    assert "sword" not in options(game)
    assert marks(game, 1) == [5]


def test_mayors_and_temple() -> None:
    """R-MAND-4, R-MAND-6, K-MAYORS-2: a waiting Temple piece is still built after a mark has used the last
    settlement in the supply."""
    game = scenario(
        own=[(5, 4), (5, 5), (5, 6)], card="grass", cards=["mayors"], me={"supply": 2, "waiting": 1}
    )
    play(game, (5, 7))  # one settlement is built, one marks the row
    assert marks(game) == [5]
    assert game.supply[0] == 0
    assert not game.end_triggered
    assert question(game) == "act"
    assert cells(game)
    play(game, (5, 8))
    assert game.end_triggered
    assert options(game) == {"end_turn"}


@pytest.mark.parametrize(
    ("own_marks", "opponent_marks", "reason"),
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
def test_impossible_marks_are_rejected(own_marks: Any, opponent_marks: Any, reason: str) -> None:
    """K-MAYORS-2, R-TERM-9: each row has at most one mark, and the row must exist."""
    with pytest.raises(ValidationError, match=reason):
        scenario(me={"marks": own_marks}, them={"marks": opponent_marks}, cards=["mayors"])


def test_marks_are_taken_from_the_supply() -> None:
    """R-TERM-9, K-MAYORS-1: marks count toward the player's 40 settlements."""
    assert scenario(own=[(1, 1)], me={"marks": [1, 2]}).supply[0] == 37
    with pytest.raises(ValidationError):
        scenario(own=[(1, 1)], me={"marks": [1, 2], "supply": 38})


# --- Rovers


def test_rovers_earn_gold_per_section() -> None:
    """E-32, K-ROVERS-1: builds in two sections earn 2 gold at the end of the turn and score nothing in final
    scoring."""
    game = scenario(own=[(9, 8)], card="grass", cards=["rovers"])
    play(game, (9, 9), (9, 10), (9, 11))
    assert position_data(game)["turn"]["sections"] == [0, 1]
    assert game.earned_gold == [0, 0]
    events = play(game, "end_turn")
    assert [
        (event.player, event.gold, event.source) for event in events if isinstance(event, GoldEarned)
    ] == [(0, 2, "rovers")]
    assert game.earned_gold == [2, 0]
    assert position_data(game)["turn"]["sections"] == []
    assert "rovers" not in score_breakdown(game, 0)
    assert gold(game, "earned") == 2


def test_rovers_count_extra_builds_but_not_moves() -> None:
    """K-ROVERS-1, R-MOVE-7: builds with extra actions count; moves do not."""
    terrain = {(9, 10): "A"}
    game = scenario(
        land=terrain,
        own=[(9, 9), (12, 9)],
        card="grass",
        cards=["rovers"],
        me={"tiles": [tile("paddock")]},
        base="G",
    )
    play(game, "farmland", (9, 10), "paddock", (12, 9), (12, 11))
    assert position_data(game)["turn"]["sections"] == [1]


def test_rovers_all_four_sections() -> None:
    """K-ROVERS-1: a turn earns at most 4 gold, because each section counts once regardless of the number of
    builds."""
    game = scenario(own=[(9, 9)], card="grass", cards=["rovers"], turn={"sections": [0, 1, 2]})
    play(game, (10, 10), (9, 10), (10, 9), "end_turn")
    assert game.earned_gold[0] == 4


def test_rovers_gold_comes_before_scouts_are_removed() -> None:
    """R-TURN-7, L-SCOUTCABIN-4, K-ROVERS-1: Rovers gold is earned before the scouts are removed, but the
    scouts themselves earn nothing."""
    player_data = {"tiles": [tile("scout_cabin")]}
    game = scenario(own=[(9, 8)], card="grass", cards=["rovers"], me=player_data)
    play(game, "scout_cabin", (10, 8), "done")
    assert position_data(game)["turn"]["sections"] == []
    play(game, (8, 8), (8, 7), (8, 6))
    event_types = [type(event) for event in play(game, "end_turn")]
    assert event_types.index(GoldEarned) < event_types.index(NeutralPiecesRemoved)
    assert game.earned_gold[0] == 1


def test_rovers_and_city_hall() -> None:
    """K-ROVERS-2: a city hall counts for each section it covers."""
    game = scenario(own=[(9, 8)], card="grass", cards=["rovers"], me={"tiles": [tile("city_hall")]})
    play(game, "city_hall", (9, 10))
    assert position_data(game)["turn"]["sections"] == [0, 1, 3]


def test_rovers_ignore_the_island() -> None:
    """Q-ISLAND-4: a build on the island belongs to no section."""
    game = scenario(island="rope_bridge", card="grass", cards=["rovers"], land={}, base="W")
    assert all(coord[0] == "i" for coord in cells(game))
    play(game, min(cells(game), key=str))
    assert position_data(game)["turn"]["sections"] == []


def test_rovers_gold_only_with_the_card() -> None:
    """K-ROVERS-1: without the card, nothing is tracked or earned."""
    game = scenario(
        own=[(9, 8)], card="grass", me={"tiles": [tile("scout_cabin")]}, turn={"sections": [0, 1]}
    )
    finish_mandatory_builds(game)
    play(game, "end_turn")
    assert game.earned_gold == [0, 0]


def test_rovers_gold_on_the_last_turn() -> None:
    """K-ROVERS-1, R-TURN-7: gold is earned at the end of every turn; in the last turn, this happens before
    the silo phase."""
    game = scenario(
        land={(5, 5): "O"},
        other=[(5, 6)],
        cards=["rovers"],
        end=True,
        turn={"player": 1, "mandatory": "done", "sections": [0, 3]},
    )
    play(game, "end_turn")
    assert game.earned_gold == [0, 2]
    play(game, "build", (5, 7), "done")
    assert game.over
    assert game.earned_gold == [0, 2]


# --- scouts and the cards of other expansions


def test_shepherds_ignore_scouts() -> None:
    """L-SCOUTCABIN-4, R-TERM-6: for Shepherds, a hex with a scout still counts as empty."""
    terrain = {(5, 5): "D", (5, 6): "D"}
    game = scenario(land=terrain, own=[(5, 4)], scouts=[[5, 6]], card="desert", cards=["shepherds"])
    play(game, (5, 5))
    assert game.earned_gold[0] == 0


def test_ambassadors_ignore_scouts() -> None:
    """L-SCOUTCABIN-4: a scout does not count as its owner's piece or as an opponent's."""
    player_data = {"tiles": [tile("scout_cabin")]}
    game = scenario(own=[(5, 4)], other=[(5, 6)], card="grass", cards=["ambassadors"], me=player_data)
    play(game, "scout_cabin", (5, 5), "done")
    assert game.earned_gold == [0, 0]
    play(game, (5, 3))
    assert game.earned_gold == [0, 0]


def test_families_ignore_scouts() -> None:
    """L-SCOUTCABIN-4: a scout does not complete a line."""
    game = scenario(own=[(5, 4)], scouts=[[5, 6]], card="grass", cards=["families"])
    play(game, (5, 5), (5, 7), (5, 8))
    assert game.earned_gold[0] == 0
