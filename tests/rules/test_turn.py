"""Turns, terrain cards, the mandatory action and the end of the game: RULES.md sections 4, 5 and 13."""

from __future__ import annotations

from typing import Any

import pytest
from scenario import asks, cells, options, pieces, play, scenario, tile, tiles

from kingdom.rules.board import Grid
from kingdom.rules.events import (
    CardDrawn,
    CardRemoved,
    CardRevealed,
    CardsRanOut,
    DeckShuffled,
    EndTriggered,
    GameEnded,
    TurnBegan,
)
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.registry import TILES
from kingdom.rules.scoring import total
from kingdom.rules.setup import Setup, new_game


def row(count: int, start: int = 0, line: int = 0) -> list[tuple[int, int]]:
    """Some hexes in a row."""
    return [(line + n // 20, n % 20) for n in range(start, start + count)]


# --- turns


def test_phases_of_a_turn() -> None:
    """R-TURN-1, R-TURN-2, R-TURN-3: tiles before or after the mandatory action, in any order; then the turn
    may end."""
    game = scenario(
        own=[(5, 5)], card="grass", me={"tiles": [tile("farm"), tile("paddock")]}, them={"hand": ["grass"]}
    )
    assert asks(game) == "act"
    play(game, "farm", (5, 6), (5, 7), (5, 8), (5, 9))
    assert options(game) == {"paddock", "end_turn"}
    happened = play(game, "paddock", (5, 5), (7, 4), "end_turn")
    assert TurnBegan(1, 1) in happened
    assert CardRevealed(1, "grass", "mandatory") in happened
    assert game.decision().player == 1


def test_nothing_between_the_mandatory_builds() -> None:
    """R-TURN-5: no tile of the active player in the middle of the mandatory action."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm")]})
    assert "farm" in options(game)
    play(game, (5, 6))
    assert options(game) == set()
    with pytest.raises(IllegalAnswer, match="R-TURN-5"):
        play(game, "farm")


def test_an_action_is_finished_before_the_next() -> None:
    """R-TURN-6: while a tile asks for its hex, no other action can start."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm"), tile("paddock")]})
    play(game, "paddock")
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(game, "farm")


def test_end_of_turn() -> None:
    """R-TURN-7, R-CARD-2, E-45: used tiles are ready again, the card is put away, one card is drawn."""
    game = scenario(
        own=[(5, 5)],
        card="grass",
        me={"tiles": [tile("farm", used=True)]},
        deck=["desert", "forest"],
        discard=["canyon"],
    )
    play(game, (5, 6), (5, 7), (5, 8), "end_turn")
    assert game.hand[0] == ("desert",)
    assert game.discard[:2] == ("canyon", "grass")
    assert [state for _, _, state in game.tiles[0]] == [0]


def test_last_settlement_does_not_end_the_turn() -> None:
    """R-TURN-8, R-MAND-3, R-END-1, E-67: two left, two builds, the end is triggered, a move is still
    possible, the round is finished."""
    game = scenario(
        own=[(5, 5)],
        card="grass",
        me={"supply": 2, "tiles": [tile("paddock"), tile("farm")]},
        them={"hand": ["grass"]},
        deck=["grass"],
    )
    happened = play(game, (5, 6), (5, 7))
    assert EndTriggered(0) in happened
    assert options(game) == {"paddock", "end_turn"}
    play(game, "paddock", (5, 7), (5, 9), "end_turn")
    assert not game.over
    happened = play(game, (12, 12), (12, 13), (12, 14), "end_turn")
    assert game.over
    assert asks(game) == "over"
    assert happened[-1] == GameEnded((total(game, 0), total(game, 1)))


def test_the_last_player_of_the_round_triggers() -> None:
    """R-END-2, E-68: the game ends with that turn; all have had equally many."""
    game = scenario(card="grass", them={"supply": 3, "hand": ["grass"]}, turn={"round": 8})
    play(game, (1, 1), (1, 2), (1, 3), "end_turn", (9, 9), (9, 10), (9, 11), "end_turn")
    assert game.over


def test_the_round_ends_with_the_player_right_of_the_start_player() -> None:
    """R-END-2, R-SETUP-10: player 1 starts, so player 0's turn is the last of a round."""
    game = scenario(
        card="grass", me={"supply": 3}, them={"hand": ["grass"]}, turn={"player": 1, "start_player": 1}
    )
    play(game, (9, 9), (9, 10), (9, 11), "end_turn", (1, 1), (1, 2), (1, 3), "end_turn")
    assert game.over


def test_the_trigger_stays() -> None:
    """R-END-3: the end was triggered earlier in the round; a refilled supply changes nothing."""
    game = scenario(card="grass", end=True, me={"supply": 5}, them={"hand": ["grass"]}, turn={"player": 1})
    play(game, (9, 9), (9, 10), (9, 11), "end_turn")
    assert game.over


def test_variant_sword_checks_the_supply_at_the_end_of_the_round() -> None:
    """V-SWORD: the end is decided by the supplies when a round ends."""
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


def test_a_turn_without_supply() -> None:
    """R-END-4, R-MAND-3: an empty mandatory action counts as done; moves stay."""
    game = scenario(own=[(5, 5)], card="grass", end=True, me={"supply": 0, "tiles": [tile("paddock")]})
    assert cells(game) == set()
    assert options(game) == {"paddock", "end_turn"}


def test_scoring_follows_the_last_turn() -> None:
    """R-END-5: after the last turn nothing is asked any more, and answers are refused."""
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
    assert total(game, 1) == 1


# --- the mandatory action


def test_three_builds_one_after_another() -> None:
    """R-MAND-1, R-MAND-2: targets are worked out anew after each build; they need not touch each other."""
    land = {(5, 6): "D", (9, 9): "D", (9, 10): "D", (15, 15): "D"}
    game = scenario(land=land, own=[(5, 5), (9, 8)], card="desert")
    assert cells(game) == {(5, 6), (9, 9)}
    play(game, (5, 6))
    assert cells(game) == {(9, 9)}
    play(game, (9, 9))
    assert cells(game) == {(9, 10)}
    play(game, (9, 10))
    assert options(game) == {"end_turn"}
    assert pieces(game) == {(5, 5), (9, 8), (5, 6), (9, 9), (9, 10)}


@pytest.mark.parametrize("supply", [0, 1, 2, 3])
def test_small_supply(supply: int) -> None:
    """R-MAND-3: as many as there are."""
    game = scenario(own=[(5, 5)], card="grass", me={"supply": supply})
    built = 0
    while cells(game):
        play(game, min(cells(game)))
        built += 1
    assert built == supply
    assert options(game) == {"end_turn"}


def test_a_card_that_runs_out_is_replaced_in_the_middle() -> None:
    """R-MAND-5, R-CARD-4, R-CARD-5, E-80: one on desert, the card is removed, two on the new terrain."""
    game = scenario(
        base="F", land={(5, 6): "D"}, own=[(5, 5)], card="desert", deck=["desert", "forest", "grass"]
    )
    happened = play(game, (5, 6))
    assert [event.card for event in happened if isinstance(event, CardRemoved)] == ["desert", "desert"]
    assert game.terrain == "forest"
    play(game, (5, 7))
    assert options(game) == set()
    play(game, (5, 8))
    assert options(game) == {"end_turn"}
    play(game, "end_turn")
    assert "desert" not in game.discard


# --- terrain cards


def test_useless_card_at_the_start() -> None:
    """R-CARD-4, D-1, E-46: removed from the game, a new one drawn, repeated until one is usable."""
    game = scenario(
        base="F",
        land={(5, 5): "D"},
        own=[(5, 5)],
        card="desert",
        deck=["desert", "grass", "forest", "canyon"],
    )
    assert game.hand[0] == ("forest",)
    assert game.deck == ("canyon",)
    assert game.discard == ()


def test_useless_card_after_the_mandatory_action() -> None:
    """R-CARD-5: also after the mandatory action, so Oracle goes on with the new card."""
    land = {(5, c): "D" for c in (6, 7, 8)}
    game = scenario(
        base="F", land=land, own=[(5, 5)], card="desert", deck=["forest"], me={"tiles": [tile("oracle")]}
    )
    play(game, (5, 6), (5, 7), (5, 8), "oracle")
    assert (5, 9) in cells(game)


def test_no_card_left() -> None:
    """R-CARD-6: the mandatory action stops; without a card the mandatory builds are skipped."""
    game = scenario(
        base="F", land={(5, 6): "D"}, own=[(5, 5)], card="desert", them={"hand": []}, deck=[], discard=[]
    )
    game.deck = ()
    play(game, (5, 6))
    assert options(game) == {"end_turn"}
    assert game.hand[0] == ()
    play(game, "end_turn")
    assert game.decision().player == 1
    assert options(game) == {"end_turn"}


def test_without_a_card_no_tile_has_a_terrain() -> None:
    """R-CARD-6, L-ORACLE-1, L-BARN-1: not even the first hex of the board is one of it."""
    held = [tile("oracle"), tile("barn")]
    game = scenario(
        base="F",
        land={(5, 6): "D"},
        own=[(5, 5), (0, 1)],
        card="desert",
        me={"tiles": held},
        deck=[],
        discard=[],
    )
    play(game, (5, 6))
    assert game.hand[0] == ()
    assert options(game) == {"end_turn"}
    assert cells(game) == set()


def test_without_any_card_the_round_is_the_last() -> None:
    """R-END-6: all cards left the game, so the game ends with the round, also with an action that could go on
    for ever."""
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
    happened = play(game, "paddock", (5, 6), (5, 8), "end_turn")
    assert CardsRanOut() in happened
    assert isinstance(happened[-1], GameEnded)
    assert game.over


def test_a_card_anywhere_keeps_the_game_going() -> None:
    """R-END-6: one card in one hand is enough."""
    for pile in ({"them": {"hand": ["grass"]}}, {"them": {"hand": []}, "discard": ["grass"]}):
        game = scenario(own=[(5, 5)], me={"hand": []}, deck=[], turn={"start_player": 1}, **pile)
        play(game, "end_turn")
        assert (game.over, game.round) == (False, 2)


@pytest.mark.parametrize("players", [2, 5])
def test_a_game_on_water_only_ends(players: int) -> None:
    """R-END-6, R-CARD-4: every card leaves the game, and nobody ever builds."""
    game = new_game(Setup(players, ("base",), 3, grid=Grid(("W" * 20,) * 20)))
    answers = 0
    while not game.over:
        play(game, "end_turn")
        answers += 1
    assert (answers, game.round) == (players, 1)
    assert game.supply == [40] * players


def test_the_discard_pile_becomes_the_draw_pile() -> None:
    """R-CARD-2: shuffled when a card is needed and none is left; the card just played is among them."""
    game = scenario(
        own=[(5, 5)], card="grass", deck=[], discard=["canyon", "desert"], them={"hand": ["forest"]}
    )
    game.deck = ()
    happened = play(game, (5, 6), (5, 7), (5, 8), "end_turn")
    assert DeckShuffled(3) in happened
    drawn = [card for event in happened if isinstance(event, CardDrawn) for card in event.cards]
    assert len(drawn) == 1
    assert {*drawn, *game.deck} <= {"canyon", "desert", "grass"}


def test_others_do_not_see_the_hand() -> None:
    """R-CARD-3: what a player cannot see is dealt anew in observe; the own hand and the played card stay."""
    game = scenario(card="grass", them={"hand": ["desert"]})
    seen = [game.observe(0, seed) for seed in range(60)]
    assert {view.hand[0] for view in seen} == {("grass",)}
    assert len({view.hand[1] for view in seen}) == 5
    assert len({view.deck for view in seen}) > 50
    assert len({view.chance for view in seen}) == 60
    for view in seen:
        assert sorted((*view.deck, *view.hand[1])) == sorted((*game.deck, *game.hand[1]))
    assert {game.observe(1, seed).hand[0] for seed in range(60)} == {("grass",)}, "the played card lies open"


def test_a_view_does_not_depend_on_what_is_hidden() -> None:
    """R-CARD-3: two games that differ only in hidden things look the same to the player."""
    one = scenario(card="grass", them={"hand": ["desert"]}, seed=5)
    other = scenario(card="grass", them={"hand": ["forest"]}, seed=9)
    from scenario import state

    assert state(one.observe(0, 3)) == state(other.observe(0, 3))


def test_a_draw_pile_without_hands_is_dealt_from() -> None:
    """R-SETUP-9, R-CARD-2: hands that a position leaves out come from its draw pile; beside hands that are
    given, the pile stays whole."""
    dealt = scenario(deck=["desert", "forest", "grass", "canyon"], base="D")
    assert dealt.hand == [("desert",), ("forest",)]
    assert dealt.deck == ("grass", "canyon")
    kept = scenario(base="D", card="desert", deck=["forest", "grass"])
    assert kept.deck == ("forest", "grass")


def test_variant_full_keeps_the_card() -> None:
    """V-FULL: the card of a full terrain is kept, its builds go on any suitable free hex, adjacent if
    possible."""
    land = {(5, 6): "D", (5, 4): "W"}
    game = scenario(
        base="F", land=land, own=[(5, 5)], other=[(5, 6)], card="desert", deck=["grass"], variants=["full"]
    )
    assert game.hand[0] == ("desert",)
    assert cells(game) == {(4, 5), (4, 6), (6, 5), (6, 6)}


def test_first_turns_of_the_rule_book() -> None:
    """E-42, E-44, R-GAIN-1, R-GAIN-5, R-BUILD-3: the suggested board; any canyon hex is legal far from three
    forest-only flowers."""
    first: dict[str, Any] = {
        "sections": ["tavern", "paddock", "oasis", "farm"],
        "cards": ["fishermen", "knights", "merchants"],
    }
    game = scenario(card="flower", **first)
    from kingdom.rules.hexes import NEXT_TO, hexes_of

    reach = {}
    for terrain in ("flower", "grass", "canyon", "forest", "desert"):
        reach[terrain] = sum(
            bool(NEXT_TO[space] & game.board.terrain[terrain]) for space in hexes_of(game.board.locations)
        )
    assert reach == {"flower": 5, "grass": 5, "canyon": 5, "forest": 5, "desert": 3}
    assert len(cells(game)) == game.board.terrain["flower"].bit_count()
    later = scenario(card="canyon", own=[(10, 5), (10, 6), (11, 5)], **first)
    assert len(cells(later)) == later.board.terrain["canyon"].bit_count()
    play(later, (16, 6))
    assert tiles(later) == ["oasis"]
    assert [state for _, _, state in later.tiles[0]] == [2]


def test_what_works_by_itself_is_no_option() -> None:
    """R-TURN-3: tiles that work by being held, or in other players' turns, are never used in the own turn."""
    for kind in TILES.values():
        if kind.passive or kind.reaction:
            game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile(kind.name)]})
            assert kind.name not in options(game)
            assert not kind.usable(game, 0)
