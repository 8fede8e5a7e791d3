"""Tests cases that random games hardly ever reach and that no other test covers."""

from __future__ import annotations

from typing import Any

import pytest
from support import sample_expansion
from support.scenario import (
    cells,
    coords,
    expansion_state,
    gold,
    hex_id_at,
    play,
    position_data,
    scenario,
    tile,
)

from kingdom.rules import events
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import Expansion
from kingdom.rules.registry import ISLANDS, expansions_by_release, temporary_expansion
from kingdom.rules.setup import GameSetup, new_game
from kingdom.rules.state import GameState

AFTER_MANDATORY = {"mandatory": "done"}
FARM = {"1": "farm"}


def test_copy_is_complete() -> None:
    """R-TURN-1: a copy made in the middle of a turn is complete, and so is a copy of that copy."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("paddock")]})
    play(game, (5, 6))
    for copied in (game.copy(), game.copy().copy()):
        assert copied.state_key() == game.state_key()
        assert (copied.legal_answers(), copied.pending_answers, copied.event_log) == (
            game.legal_answers(),
            game.pending_answers,
            game.event_log,
        )


def test_state_key_is_complete() -> None:
    """R-TURN-1: every attribute except `_legal_answers_cache`, `event_log` and `pending_answers` is part of
    the state key."""
    assert len(scenario().state_key()) == len(GameState.__slots__) - 3


def test_losing_a_cathedral_with_and_without_number_tiles() -> None:
    """R-LOSE-8: an event reports lost number tiles only if there were any. A player who still has a second
    Cathedral keeps the number tiles."""
    board = {(5, 5): "1", (12, 12): "1"}
    for counters, other, remaining in ((0, [], 0), (2, [], 0), (2, [tile("cathedral")], 2)):
        held_tiles = [tile("cathedral", (5, 5)), tile("paddock"), *other]
        game = scenario(
            board,
            own=[(5, 4), (12, 2)],
            locations={"1": "cathedral"},
            turn=AFTER_MANDATORY,
            me={"tiles": held_tiles, "counters": counters},
        )
        new_events = play(game, "paddock", (5, 4), (5, 2))
        assert events.TileLost(0, "cathedral", hex_id_at(5, 5)) in new_events
        assert expansion_state(game)["counters"][0] == remaining
        counter_events = [event for event in new_events if isinstance(event, events.CounterChanged)]
        assert counter_events == (
            [events.CounterChanged(0, "counters", 0)] if counters and not remaining else []
        )


def test_city_hall_marks_only_its_own_rows() -> None:
    """K-MAYORS-1: a city hall marks only rows that it covers; a full, unmarked row elsewhere stays
    unmarked."""
    far = [(15, column) for column in range(4)]
    game = scenario(
        own=[(10, 10), *far],
        card="grass",
        cards=["mayors"],
        turn=AFTER_MANDATORY,
        me={"tiles": [tile("city_hall")]},
    )
    play(game, "city_hall", (10, 12))
    assert expansion_state(game)["marks"][0] == 1 << 10, (
        "three city hall hexes and the earlier piece make four"
    )
    game = scenario(
        own=[(10, 10), *far],
        card="grass",
        cards=["mayors"],
        turn=AFTER_MANDATORY,
        me={"tiles": [tile("city_hall")]},
    )
    play(game, "city_hall", (8, 11))
    assert expansion_state(game)["marks"][0] == 0


def test_scouts_score_nothing_without_a_removed_terrain() -> None:
    """K-SCOUTS-2: if no terrain was removed, no piece scores, not even one in the corner."""
    game = scenario(own=[(0, 0), (5, 5)], cards=["scouts"])
    assert gold(game, "scouts") == 0


def test_claimed_nomad_tile_triggers_canoes_once() -> None:
    """N-CLAIM-1, L-CANOE-6: claiming the tile empties one nomad space, so there is only one trigger."""
    game = scenario(
        {(5, 5): "N", (14, 10): "U", (14, 11): "U"},
        own=[(5, 3)],
        card="grass",
        nomad_tiles=[[[5, 5], "sword"]],
        them={"tiles": [tile("canoe")] * 2, "hand": ["grass"]},
    )
    play(game, (5, 4))
    assert game.decision().player == 1
    play(game, "decline")
    assert game.decision().player == 0


@pytest.mark.parametrize("piece", ["warriors", "wagon"])
def test_piece_in_the_corner(piece: str) -> None:
    """P-WARRIOR-1, P-WAGON-1: a piece on hex 0 works like a piece on any other hex."""
    position_value = [[0, 0]] if piece == "warriors" else [0, 0]
    game = scenario(me={piece: position_value})
    assert position_data(game)["players"][0][piece] == position_value
    assert coords(game.piece_hexes[0]) == {(0, 0)}


def test_observe_redeals_an_opponents_hidden_second_card() -> None:
    """R-CARD-3: `observe` keeps an opponent's face-up card and redeals the hidden one, and no card gets
    lost."""
    game = scenario(
        {(5, 5): "D", (5, 6): "D"},
        locations={"1": "crossroads"},
        me={"hand": ["grass", "desert"]},
        them={"hand": ["forest"]},
        deck=["canyon", "flower", "flower"],
        discard=[],
    )
    play(game, "desert")
    all_cards = ["canyon", "desert", "flower", "flower", "forest", "grass"]
    possible_cards = set()
    for seed in range(20):
        observed = game.observe(1, seed)
        assert sorted([*observed.draw_pile, *observed.hands[0], *observed.hands[1]]) == all_cards
        assert "desert" in observed.hands[0]
        assert observed.hands[1] == ("forest",)
        possible_cards |= set(observed.hands[0])
    assert possible_cards == {"canyon", "desert", "flower", "grass"}


def test_hand_is_discarded_when_a_card_cannot_be_replaced() -> None:
    """R-CARD-6: the rest of the hand is discarded if an unplayable card cannot be replaced."""
    game = scenario(
        {(5, 5): "1"},
        base="W",
        locations={"1": "crossroads"},
        me={"hand": ["desert", "desert"], "tiles": [tile("crossroads")]},
        turn={"card": "desert"},
        deck=[],
        discard=[],
    )
    assert game.hands[0] == ()
    assert game.mandatory_builds_left() == 0
    assert game.discard_pile == ("desert",)


@pytest.mark.parametrize(("tile_name", "letter"), [("barn", "G"), ("harbor", "W")])
def test_outpost_applies_to_one_move(tile_name: str, letter: str) -> None:
    """N-OUTPOST-1: an Outpost waives adjacency for one move only, so adjacency applies again to the next
    move."""
    game = scenario(
        dict.fromkeys([(5, 6), (15, 15), (18, 18)], letter),
        own=[(5, 5), (5, 3), (5, 7)],
        base="F",
        card="grass",
        me={
            "tiles": [tile(tile_name)] * 2,
            "nomads": [{"kind": "outpost", "fresh": False}],
        },
    )
    play(game, tile_name, (5, 3), "outpost", (15, 15))
    assert not game.adjacency_waived
    play(game, tile_name, (5, 5))
    assert cells(game) == {(5, 6)}


@pytest.mark.parametrize(("kinds", "tasks"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_one_task_per_two_kinds_of_location(kinds: int, tasks: int) -> None:
    """R-SETUP-5: on a custom map, there is one task for every two kinds of location, rounded up."""
    names = ("lighthouse", "foresters_lodge", "barracks", "crossroads", "city_hall")[:kinds]
    rows = ["GCDLF" * 4] * 20
    rows[5] = "".join(str(index + 1) for index in range(kinds)).ljust(20, "G")
    grid = TerrainGrid(tuple(rows), tuple((str(index + 1), name) for index, name in enumerate(names)))
    game = new_game(GameSetup(expansions=("base", "crossroads"), grid=grid, seed=3))
    assert len(game.config.task_cards) == tasks


def test_losing_an_unused_tile_readies_one_used_tile() -> None:
    """R-LOSE-5: if a player loses the only unused tile of three equal tiles, one of the two used tiles
    becomes usable."""
    used = {"used": True}
    game = scenario(
        {(5, 5): "1", (12, 12): "1"},
        own=[(5, 4), (12, 2)],
        locations=FARM,
        turn=AFTER_MANDATORY,
        me={
            "tiles": [
                {**tile("farm"), **used},
                tile("farm", (5, 5)),
                {**tile("farm"), **used},
                tile("paddock"),
            ]
        },
    )
    play(game, "paddock", (5, 4), (5, 2))
    assert [held_tile.get("used", False) for held_tile in position_data(game)["players"][0]["tiles"][:2]] == [
        False,
        True,
    ]


def test_resettled_piece_is_not_a_build() -> None:
    """K-ROVERS-1, N-RESETTLE-1: moving a settlement to a different section does not count as building
    there."""
    game = scenario(
        own=[(5, 9), (3, 3)],
        card="grass",
        cards=["rovers"],
        turn=AFTER_MANDATORY,
        me={"nomads": [{"kind": "resettlement", "fresh": False}]},
    )
    play(game, "resettlement", (5, 9), (5, 10), "done")
    assert expansion_state(game)["sections"] == 0


def test_prompt_counts_remaining_silo_moves() -> None:
    """X-SILO-2: the prompt shows how many moves remain, including the current one, before and after choosing
    the settlement."""
    game = scenario(
        {(5, 5): "O"},
        own=[(5, 4), (5, 3), (9, 9), (9, 10)],
        turn={**AFTER_MANDATORY, "player": 0, "start_player": 1},
        end=True,
        card="grass",
    )
    play(game, "end_turn", "move")
    for remaining in (3, 2, 1):
        assert game.prompt().remaining == remaining
        play(game, min(cells(game)))
        assert game.prompt().remaining == remaining
        play(game, min(cells(game)))
    assert game.over


@pytest.mark.parametrize("player", [0, 1, 2])
def test_pieces_of_every_player_are_validated(player: int) -> None:
    """P-WARRIOR-2, R-BUILD-1: validation includes the last player's pieces."""
    players: list[dict[str, Any]] = [{}, {}, {}]
    players[player] = {"warriors": [[5, 5]]}
    me, them, *more = players
    assert scenario(me=me, them=them, more=more)
    with pytest.raises(
        ValidationError, match=rf"players\[{player}\].warriors: \[5, 5\]: no warrior can stand there"
    ):
        scenario({(5, 5): "W"}, me=me, them=them, more=more)
    players[player]["settlements"] = [[5, 5]]
    me, them, *more = players
    with pytest.raises(ValidationError, match=rf"players\[{player}\]"):
        scenario(me=me, them=them, more=more)


def test_unregistered_expansion_is_dropped_from_caches() -> None:
    """R-COMP-1: when an expansion is unregistered, nothing computed with it stays cached."""
    names = ("base", sample_expansion.EXPANSION.name)
    assert [expansion.name for expansion in expansions_by_release(names)] == ["base"]
    with temporary_expansion(sample_expansion.EXPANSION):
        assert [expansion.name for expansion in expansions_by_release(names)] == list(names)
    assert [expansion.name for expansion in expansions_by_release(names)] == ["base"]


def test_third_party_expansion_can_add_an_island() -> None:
    """Q-ISLAND-1: the island can be chosen only if its expansion is in the game."""
    reef = Expansion(name="reef", release_order=9, islands={"coral": ISLANDS["tree_house"]})
    with temporary_expansion(reef):
        chosen = {"island": "coral"}
        game = new_game(GameSetup(expansions=("base", "island", "reef"), expansion_choices=chosen))
        assert game.config.setup_values["island"] == "coral"
        with pytest.raises(ValidationError, match="unknown island 'coral'"):
            new_game(GameSetup(expansions=("base", "island"), expansion_choices=chosen))
