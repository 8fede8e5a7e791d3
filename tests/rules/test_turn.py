"""Tests turns, terrain cards, the mandatory action and the end of the game (RULES.md sections 4, 5 and
13)."""

from __future__ import annotations

from typing import Any

import pytest
from support.scenario import cells, options, pieces, play, question, scenario, tile, tiles

from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import (
    CardDrawn,
    CardRemoved,
    CardRevealed,
    CardsRanOut,
    DrawPileShuffled,
    EndTriggered,
    GameEnded,
    TurnBegan,
)
from kingdom.rules.registry import TILES
from kingdom.rules.scoring import total_gold
from kingdom.rules.setup import GameSetup, new_game


def row_coords(count: int, start: int = 0, first_row: int = 0) -> list[tuple[int, int]]:
    """Returns `count` coordinates, filling one row after another."""
    return [(first_row + n // 20, n % 20) for n in range(start, start + count)]


# --- Turns


def test_phases_of_a_turn() -> None:
    """R-TURN-1, R-TURN-2, R-TURN-3: tiles can be used before or after the mandatory action in any order; then
    the turn may end."""
    game = scenario(
        own=[(5, 5)], card="grass", me={"tiles": [tile("farm"), tile("paddock")]}, them={"hand": ["grass"]}
    )
    assert question(game) == "act"
    play(game, "farm", (5, 6), (5, 7), (5, 8), (5, 9))
    assert options(game) == {"paddock", "end_turn"}
    new_events = play(game, "paddock", (5, 5), (7, 4), "end_turn")
    assert TurnBegan(1, 1) in new_events
    assert CardRevealed(1, "grass", "mandatory") in new_events
    assert game.decision().player == 1


def test_no_tiles_between_mandatory_builds() -> None:
    """R-TURN-5: the active player cannot use a tile during the mandatory action."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm")]})
    assert "farm" in options(game)
    play(game, (5, 6))
    assert options(game) == set()
    with pytest.raises(IllegalAnswer, match="R-TURN-5"):
        play(game, "farm")


def test_action_must_be_finished_before_the_next() -> None:
    """R-TURN-6: no other action can start after a tile has been selected and before its hex is chosen."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm"), tile("paddock")]})
    play(game, "paddock")
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(game, "farm")


def test_end_of_turn() -> None:
    """R-TURN-7, R-CARD-2, E-45: at the end of a turn, used tiles become ready again, the card is discarded
    and one card is drawn."""
    game = scenario(
        own=[(5, 5)],
        card="grass",
        me={"tiles": [tile("farm", used=True)]},
        deck=["desert", "forest"],
        discard=["canyon"],
    )
    play(game, (5, 6), (5, 7), (5, 8), "end_turn")
    assert game.hands[0] == ("desert",)
    assert game.discard_pile[:2] == ("canyon", "grass")
    assert [state for _, _, state in game.held_tiles[0]] == [0]


def test_last_settlement_does_not_end_the_turn() -> None:
    """R-TURN-8, R-MAND-3, R-END-1, E-67: building the last two settlements triggers the end; a move is still
    possible, and the round is played to its end."""
    game = scenario(
        own=[(5, 5)],
        card="grass",
        me={"supply": 2, "tiles": [tile("paddock"), tile("farm")]},
        them={"hand": ["grass"]},
        deck=["grass"],
    )
    new_events = play(game, (5, 6), (5, 7))
    assert EndTriggered(0) in new_events
    assert options(game) == {"paddock", "end_turn"}
    play(game, "paddock", (5, 7), (5, 9), "end_turn")
    assert not game.over
    new_events = play(game, (12, 12), (12, 13), (12, 14), "end_turn")
    assert game.over
    assert question(game) == "over"
    assert new_events[-1] == GameEnded((total_gold(game, 0), total_gold(game, 1)))


def test_end_triggered_by_the_last_player_of_the_round() -> None:
    """R-END-2, E-68: if the last player of the round triggers the end, the game ends with that turn, and all
    players have had the same number of turns."""
    game = scenario(card="grass", them={"supply": 3, "hand": ["grass"]}, turn={"round": 8})
    play(game, (1, 1), (1, 2), (1, 3), "end_turn", (9, 9), (9, 10), (9, 11), "end_turn")
    assert game.over


def test_round_ends_before_the_start_player() -> None:
    """R-END-2, R-SETUP-10: player 1 starts, so player 0's turn is the last of a round."""
    game = scenario(
        card="grass", me={"supply": 3}, them={"hand": ["grass"]}, turn={"player": 1, "start_player": 1}
    )
    play(game, (9, 9), (9, 10), (9, 11), "end_turn", (1, 1), (1, 2), (1, 3), "end_turn")
    assert game.over


def test_end_trigger_is_permanent() -> None:
    """R-END-3: the end stays triggered even if the supply is refilled later in the round."""
    game = scenario(card="grass", end=True, me={"supply": 5}, them={"hand": ["grass"]}, turn={"player": 1})
    play(game, (9, 9), (9, 10), (9, 11), "end_turn")
    assert game.over


def test_variant_sword_checks_the_supply_at_the_end_of_the_round() -> None:
    """V-SWORD: the supplies at the end of the round decide whether the game ends."""
    game = scenario(
        card="grass",
        end=True,
        me={"supply": 5},
        them={"hand": ["grass"]},
        turn={"player": 1},
        variants=["sword"],
    )
    play(game, (9, 9), (9, 10), (9, 11), "end_turn")
    assert not game.over
    assert game.round == 2


def test_turn_without_supply() -> None:
    """R-END-4, R-MAND-3: with an empty supply, the mandatory action counts as done, and moves are still
    possible."""
    game = scenario(own=[(5, 5)], card="grass", end=True, me={"supply": 0, "tiles": [tile("paddock")]})
    assert cells(game) == set()
    assert options(game) == {"paddock", "end_turn"}


def test_scoring_follows_the_last_turn() -> None:
    """R-END-5: after the last turn there are no decisions, and answers are rejected."""
    game = scenario(
        card="grass",
        end=True,
        me={"supply": 5},
        them={"hand": ["grass"]},
        turn={"player": 1},
        cards=["hermits"],
    )
    play(game, (9, 9), (9, 10), (9, 11), "end_turn")
    assert game.decision() == (-1, "over", 0, ())
    with pytest.raises(IllegalAnswer, match="R-END-5"):
        play(game, "end_turn")
    assert total_gold(game, 1) == 1


# --- The mandatory action


def test_targets_are_updated_after_each_build() -> None:
    """R-MAND-1, R-MAND-2: the legal hexes are recomputed after each build, and the builds need not be next to
    each other."""
    terrain = {(5, 6): "D", (9, 9): "D", (9, 10): "D", (15, 15): "D"}
    game = scenario(land=terrain, own=[(5, 5), (9, 8)], card="desert")
    assert cells(game) == {(5, 6), (9, 9)}
    play(game, (5, 6))
    assert cells(game) == {(9, 9)}
    play(game, (9, 9))
    assert cells(game) == {(9, 10)}
    play(game, (9, 10))
    assert options(game) == {"end_turn"}
    assert pieces(game) == {(5, 5), (9, 8), (5, 6), (9, 9), (9, 10)}


@pytest.mark.parametrize("supply", [0, 1, 2, 3])
def test_builds_are_limited_by_the_supply(supply: int) -> None:
    """R-MAND-3: there are only as many builds as settlements in the supply."""
    game = scenario(own=[(5, 5)], card="grass", me={"supply": supply})
    built = 0
    while cells(game):
        play(game, min(cells(game)))
        built += 1
    assert built == supply
    assert options(game) == {"end_turn"}


def test_card_is_replaced_during_the_mandatory_action() -> None:
    """R-MAND-5, R-CARD-4, R-CARD-5, E-80: after one build on desert, the card is removed, and two builds
    follow on the new terrain."""
    game = scenario(
        base="F", land={(5, 6): "D"}, own=[(5, 5)], card="desert", deck=["desert", "forest", "grass"]
    )
    new_events = play(game, (5, 6))
    assert [event.card for event in new_events if isinstance(event, CardRemoved)] == ["desert", "desert"]
    assert game.played_terrain == "forest"
    play(game, (5, 7))
    assert options(game) == set()
    play(game, (5, 8))
    assert options(game) == {"end_turn"}
    play(game, "end_turn")
    assert "desert" not in game.discard_pile


# --- Terrain cards


def test_unplayable_card_at_the_start() -> None:
    """R-CARD-4, D-1, E-46: the card is removed from the game and replaced until one is playable."""
    game = scenario(
        base="F",
        land={(5, 5): "D"},
        own=[(5, 5)],
        card="desert",
        deck=["desert", "grass", "forest", "canyon"],
    )
    assert game.hands[0] == ("forest",)
    assert game.draw_pile == ("canyon",)
    assert game.discard_pile == ()


def test_unplayable_card_after_the_mandatory_action() -> None:
    """R-CARD-5: the card is also replaced after the mandatory action, so Oracle uses the new card."""
    terrain = {(5, c): "D" for c in (6, 7, 8)}
    game = scenario(
        base="F", land=terrain, own=[(5, 5)], card="desert", deck=["forest"], me={"tiles": [tile("oracle")]}
    )
    play(game, (5, 6), (5, 7), (5, 8), "oracle")
    assert (5, 9) in cells(game)


def test_no_terrain_card_left() -> None:
    """R-CARD-6: the mandatory action stops when no card is left, and a player without a card makes no
    mandatory builds."""
    game = scenario(
        base="F", land={(5, 6): "D"}, own=[(5, 5)], card="desert", them={"hand": []}, deck=[], discard=[]
    )
    game.draw_pile = ()
    play(game, (5, 6))
    assert options(game) == {"end_turn"}
    assert game.hands[0] == ()
    play(game, "end_turn")
    assert game.decision().player == 1
    assert options(game) == {"end_turn"}


def test_tiles_have_no_terrain_without_a_card() -> None:
    """R-CARD-6, L-ORACLE-1, L-BARN-1: without a card, Oracle and Barn have no terrain, and not even hex 0 is
    legal."""
    held_tiles = [tile("oracle"), tile("barn")]
    game = scenario(
        base="F",
        land={(5, 6): "D"},
        own=[(5, 5), (0, 1)],
        card="desert",
        me={"tiles": held_tiles},
        deck=[],
        discard=[],
    )
    play(game, (5, 6))
    assert game.hands[0] == ()
    assert options(game) == {"end_turn"}
    assert cells(game) == set()


def test_game_ends_when_all_cards_are_gone() -> None:
    """R-END-6: the game ends with the round after all cards have left the game, even if an action could be
    repeated forever."""
    game = scenario(
        base="W",
        land={(5, 6): "D", (5, 8): "D"},
        own=[(5, 6)],
        me={"hand": [], "tiles": [tile("paddock")]},
        them={"hand": []},
        deck=[],
        turn={"start_player": 1},
    )
    assert options(game) == {"paddock", "end_turn"}
    new_events = play(game, "paddock", (5, 6), (5, 8), "end_turn")
    assert CardsRanOut() in new_events
    assert isinstance(new_events[-1], GameEnded)
    assert game.over


def test_any_remaining_card_keeps_the_game_going() -> None:
    """R-END-6: the game continues as long as a single card is left in any hand or pile."""
    for keys in ({"them": {"hand": ["grass"]}}, {"them": {"hand": []}, "discard": ["grass"]}):
        game = scenario(own=[(5, 5)], me={"hand": []}, deck=[], turn={"start_player": 1}, **keys)
        play(game, "end_turn")
        assert (game.over, game.round) == (False, 2)


@pytest.mark.parametrize("player_count", [2, 5])
def test_game_on_water_only_ends(player_count: int) -> None:
    """R-END-6, R-CARD-4: the game ends because every card leaves it without a single build."""
    game = new_game(GameSetup(player_count, ("base",), 3, grid=TerrainGrid(("W" * 20,) * 20)))
    answers = 0
    while not game.over:
        play(game, "end_turn")
        answers += 1
    assert (answers, game.round) == (player_count, 1)
    assert game.supply == [40] * player_count


def test_discard_pile_is_shuffled_into_a_new_draw_pile() -> None:
    """R-CARD-2: the discard pile, including the card just played, is shuffled when a card is needed and the
    draw pile is empty."""
    game = scenario(
        own=[(5, 5)], card="grass", deck=[], discard=["canyon", "desert"], them={"hand": ["forest"]}
    )
    game.draw_pile = ()
    new_events = play(game, (5, 6), (5, 7), (5, 8), "end_turn")
    assert DrawPileShuffled(3) in new_events
    drawn = [card for event in new_events if isinstance(event, CardDrawn) for card in event.cards]
    assert len(drawn) == 1
    assert {*drawn, *game.draw_pile} <= {"canyon", "desert", "grass"}


def test_hidden_cards_are_not_observable() -> None:
    """R-CARD-3: `observe` redeals all hidden cards, but not the player's own hand or the played card."""
    game = scenario(card="grass", them={"hand": ["desert"]})
    observed_games = [game.observe(0, seed) for seed in range(60)]
    assert {observed.hands[0] for observed in observed_games} == {("grass",)}
    assert len({observed.hands[1] for observed in observed_games}) == 5
    assert len({observed.draw_pile for observed in observed_games}) > 50
    assert len({observed.rng_state for observed in observed_games}) == 60
    for observed in observed_games:
        assert sorted((*observed.draw_pile, *observed.hands[1])) == sorted((*game.draw_pile, *game.hands[1]))
    assert {game.observe(1, seed).hands[0] for seed in range(60)} == {("grass",)}, (
        "the played card is face up"
    )


def test_observation_does_not_depend_on_hidden_cards() -> None:
    """R-CARD-3: two games that differ only in hidden cards look the same to the player."""
    first = scenario(card="grass", them={"hand": ["desert"]}, seed=5)
    second = scenario(card="grass", them={"hand": ["forest"]}, seed=9)
    from support.scenario import position_data

    assert position_data(first.observe(0, 3)) == position_data(second.observe(0, 3))


def test_missing_hands_are_dealt_from_the_draw_pile() -> None:
    """R-SETUP-9, R-CARD-2: hands missing in a position are dealt from its draw pile; if hands are given, the
    draw pile is unchanged."""
    without_hands = scenario(deck=["desert", "forest", "grass", "canyon"], base="D")
    assert without_hands.hands == [("desert",), ("forest",)]
    assert without_hands.draw_pile == ("grass", "canyon")
    with_hand = scenario(base="D", card="desert", deck=["forest", "grass"])
    assert with_hand.draw_pile == ("forest", "grass")


def test_variant_full_keeps_the_card() -> None:
    """V-FULL: the card of a full terrain is kept, and its builds may use any suitable free hex, adjacent if
    possible."""
    terrain = {(5, 6): "D", (5, 4): "W"}
    game = scenario(
        base="F", land=terrain, own=[(5, 5)], other=[(5, 6)], card="desert", deck=["grass"], variants=["full"]
    )
    assert game.hands[0] == ("desert",)
    assert cells(game) == {(4, 5), (4, 6), (6, 5), (6, 6)}


def test_first_turns_of_the_rulebook() -> None:
    """E-42, E-44, R-GAIN-1, R-GAIN-5, R-BUILD-3: on the suggested board, any canyon hex is legal if no free
    canyon hex is adjacent to one of the player's settlements."""
    first_game: dict[str, Any] = {
        "sections": ["tavern", "paddock", "oasis", "farm"],
        "cards": ["fishermen", "knights", "merchants"],
    }
    game = scenario(card="flower", **first_game)
    from kingdom.rules.hexes import NEIGHBORS, iter_hexes

    location_counts = {}
    for terrain in ("flower", "grass", "canyon", "forest", "desert"):
        location_counts[terrain] = sum(
            bool(NEIGHBORS[space] & game.board.hexes_by_terrain[terrain])
            for space in iter_hexes(game.board.location_hexes)
        )
    assert location_counts == {"flower": 5, "grass": 5, "canyon": 5, "forest": 5, "desert": 3}
    assert len(cells(game)) == game.board.hexes_by_terrain["flower"].bit_count()
    later = scenario(card="canyon", own=[(10, 5), (10, 6), (11, 5)], **first_game)
    assert len(cells(later)) == later.board.hexes_by_terrain["canyon"].bit_count()
    play(later, (16, 6))
    assert tiles(later) == ["oasis"]
    assert [state for _, _, state in later.held_tiles[0]] == [2]


def test_passive_and_reaction_tiles_are_not_options() -> None:
    """R-TURN-3: tiles that are passive or react to other players' turns are never options."""
    for tile_type in TILES.values():
        if tile_type.is_passive or tile_type.is_reaction:
            game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile(tile_type.name)]})
            assert tile_type.name not in options(game)
            assert not tile_type.is_usable(game, 0)
