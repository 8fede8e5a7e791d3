"""Tests Marshlands: swamp, palaces, Temple, Refuge, Fountain and the bonus tiles (RULES.md sections 9.4 and
11)."""

from __future__ import annotations

from typing import Any

import pytest
from support.scenario import (
    cells,
    coords,
    expansion_state,
    gold,
    hex_id_at,
    options,
    pieces,
    play,
    position_data,
    question,
    scenario,
    tile,
    tiles,
)

from kingdom.position import read_position
from kingdom.rules import events
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.game import Game
from kingdom.rules.hexes import NEIGHBORS, Coord
from kingdom.rules.registry import SECTIONS
from kingdom.rules.setup import GameSetup, new_game

AFTER_MANDATORY = {"mandatory": "done"}


def terrain(letter: str, *coords: tuple[int, int]) -> dict[tuple[int, int], str]:
    return dict.fromkeys(coords, letter)


def neighbor_coords(row: int, column: int) -> set[Coord]:
    return coords(NEIGHBORS[hex_id_at(row, column)])


def player_with_tiles(*tile_names: str, **keys: Any) -> dict[str, Any]:
    """Returns player data with tiles that are not tied to a location."""
    return {"tiles": [tile(tile_name) for tile_name in tile_names], **keys}


def waiting_pieces(game: Game, player: int = 0) -> int:
    return int(expansion_state(game)["waiting"][player])


def bonus_tiles(game: Game, player: int = 0) -> set[str]:
    return set(expansion_state(game)["bonus"][player])


def finish_turn(game: Game) -> None:
    """Builds anywhere for the active player, then ends the turn."""
    player, round_ = game.active_player, game.round
    while not game.over and (game.active_player, game.round) == (player, round_):
        play(game, "end_turn" if "end_turn" in options(game) else min(cells(game)))


def round_trip(game: Game) -> Game:
    """Writes the position, reads it back, and checks that the pending decision is the same."""
    loaded = read_position(position_data(game))
    assert loaded.decision() == game.decision()
    return loaded


# --- Swamp and the double cards

SWAMP = terrain("U", (5, 5), (5, 6), (5, 7), (15, 15))
DESERT = terrain("D", (8, 8), (8, 9), (8, 10), (8, 11), (12, 2))


def test_swamp_card_allows_two_or_three_builds() -> None:
    """E-20, X-SWAMP-1: the card allows two builds on swamp or three on the other terrain."""
    for side, builds in (("swamp", 2), ("desert", 3)):
        game = scenario(SWAMP | DESERT, card="swamp/desert")
        assert cells(game) == set(SWAMP) | set(DESERT)
        assert {"swamp", "desert"} <= options(game)
        play(game, side)
        for _ in range(builds):
            assert cells(game) <= set(SWAMP if side == "swamp" else DESERT)
            assert "end_turn" not in options(game)
            play(game, min(cells(game)))
        assert not cells(game)
        assert options(game) == {"end_turn"}


def test_building_on_a_hex_chooses_the_side() -> None:
    """X-SWAMP-1, R-CARD-8: the first build chooses the side; the other builds stay on it."""
    game = scenario(SWAMP | DESERT, card="swamp/desert")
    play(game, (5, 6))
    assert cells(game) == {(5, 5), (5, 7)}
    assert game.played_terrain == "swamp"
    round_trip(game)


def test_adjacency_applies_per_terrain() -> None:
    """X-SWAMP-1: being adjacent to swamp restricts only builds on swamp."""
    game = scenario(SWAMP | DESERT, own=[(5, 4)], card="swamp/desert")
    assert cells(game) == {(5, 5)} | set(DESERT)


def test_oracle_fixes_the_side() -> None:
    """E-81, X-SWAMP-2, X-SWAMP-3, L-ORACLE-2: if Oracle builds on swamp, the mandatory action must be two
    builds on swamp."""
    game = scenario(SWAMP | DESERT, card="swamp/desert", me=player_with_tiles("oracle"))
    play(game, "oracle")
    assert question(game) == "terrain"
    assert options(game) == {"swamp", "desert"}
    play(game, "swamp", (5, 6))
    assert cells(game) == {(5, 5), (5, 7)}
    play(game, (5, 5), (5, 7))
    assert options(game) == {"end_turn"}


def test_barn_uses_the_side_of_the_mandatory_action() -> None:
    """X-SWAMP-3: if the mandatory builds were on swamp, Barn can move a settlement only to swamp."""
    game = scenario(SWAMP | DESERT, own=[(0, 0)], card="swamp/desert", me=player_with_tiles("barn"))
    play(game, (5, 5), (5, 6), "barn", (0, 0))
    assert cells(game) == {(5, 7)}


def test_double_card_is_plain_without_swamp() -> None:
    """X-SWAMP-2, R-SETUP-6: without swamp on the board, the card counts as a plain card of its other
    terrain."""
    game = scenario(DESERT, card="swamp/desert")
    assert cells(game) == set(DESERT)
    assert not options(game)
    play(game, (8, 8), (8, 9), (8, 10))
    assert options(game) == {"end_turn"}


def test_swamp_cards_are_in_the_draw_pile() -> None:
    """R-SETUP-6, R-COMP-1: with Marshlands there are thirty terrain cards; if the board has none of its
    sections, the double cards are plain cards."""
    sections = ("oracle", "farm", "tavern", "tower")
    game = new_game(
        GameSetup(
            expansions=("base", "marshlands"),
            sections=sections,
            scoring_cards=("knights", "lords", "farmers"),
        )
    )
    all_cards = [*game.draw_pile, *game.hands[0], *game.hands[1]]
    assert len(all_cards) == 30
    assert {card for card in all_cards if "/" in card} == {
        f"swamp/{other}" for other in ("grass", "canyon", "desert", "flower", "forest")
    }
    assert game.config.card_sides["swamp/grass"] == (("grass", 3),)
    game = new_game(
        GameSetup(expansions=("base", "marshlands"), sections=("oracle", "farm", "temple", "tower"))
    )
    assert game.config.card_sides["swamp/grass"] == (("swamp", 2), ("grass", 3))
    assert expansion_state(game)["bonus"] == ((), ())


def test_swamp_is_suitable_but_not_water() -> None:
    """X-SWAMP-4, R-TERR-1: Tower, Tavern, Paddock and Refuge can use swamp; Harbor and Fishermen do not treat
    swamp as water."""
    game = scenario(terrain("U", (0, 0)), base="W", me=player_with_tiles("tower"), turn=AFTER_MANDATORY)
    assert "tower" in options(game)
    game = scenario(
        terrain("U", (5, 8)) | terrain("D", (5, 5), (5, 6), (5, 7)),
        own=[(5, 5), (5, 6), (5, 7)],
        base="W",
        me=player_with_tiles("tavern", "paddock", "refuge", "harbor"),
        turn=AFTER_MANDATORY,
        cards=["fishermen"],
    )
    for tile_name, answers in (("tavern", []), ("paddock", [(5, 6)]), ("refuge", [(5, 7)])):
        copy = game.copy()
        play(copy, tile_name, *answers)
        assert cells(copy) == {(5, 8)}, tile_name
    play(game, "harbor", (5, 5))
    assert (5, 8) not in cells(game)
    without_water = scenario(terrain("U", (5, 5)), own=[(5, 4)], cards=["fishermen"])
    assert gold(without_water, "fishermen") == 0


def test_full_side_cannot_be_chosen() -> None:
    """R-CARD-8: if all swamp is occupied, only the other side can be chosen; if both sides are full, the card
    is unplayable (R-CARD-4)."""
    game = scenario(terrain("U", (5, 5)) | DESERT, own=[(5, 5)], card="swamp/desert")
    assert cells(game) == set(DESERT)
    assert "swamp" not in options(game)
    game = scenario(
        terrain("U", (5, 5)) | terrain("D", (5, 6)),
        own=[(5, 5)],
        other=[(5, 6)],
        card="swamp/desert",
        deck=["grass"],
    )
    assert game.played_card == "grass"
    assert "swamp/desert" not in (*game.hands[0], *game.draw_pile, *game.discard_pile)


def test_swamp_turn_keeps_two_builds() -> None:
    """R-MAND-5, R-CARD-8, R-CARD-5: when swamp runs out after the first build, the card is removed. Only one
    more build follows, on the new terrain rather than on the other side of the old card."""
    game = scenario(
        terrain("U", (5, 5)) | DESERT,
        card="swamp/desert",
        deck=["grass", "forest"],
        them={"hand": ["canyon"]},
    )
    new_events = play(game, (5, 5))
    assert events.CardRemoved(0, "swamp/desert") in new_events
    assert game.played_card == "grass"
    game = round_trip(game)
    play(game, min(cells(game)))
    assert options(game) == {"end_turn"}


def test_normal_turn_keeps_three_builds() -> None:
    """R-MAND-5: if a swamp card is drawn during the mandatory action, the first card still determines the
    number of builds, and the player then chooses a side."""
    game = scenario(
        terrain("F", (9, 9)) | SWAMP,
        card="forest",
        deck=["swamp/canyon", "swamp/grass", "grass"],
        them={"hand": ["grass"]},
    )
    play(game, (9, 9))
    assert game.played_card == "swamp/canyon"
    game = round_trip(game)
    assert game.played_terrain is None or not cells(game) - set(SWAMP)
    play(game, (5, 5), (5, 6))
    assert options(game) == {"end_turn"}
    game = scenario(
        terrain("F", (9, 9)) | SWAMP, card="forest", deck=["swamp/grass", "grass"], them={"hand": ["grass"]}
    )
    play(game, (9, 9))
    game = round_trip(game)
    assert {"swamp", "grass"} <= options(game)
    play(game, (5, 5), (5, 6))
    assert options(game) == {"end_turn"}


def test_variant_keeps_full_double_card() -> None:
    """V-FULL: a double card with two full terrains is kept, and its builds may use any suitable hex."""
    game = scenario(
        terrain("U", (5, 5)) | terrain("D", (5, 6)),
        own=[(5, 5)],
        other=[(5, 6)],
        card="swamp/desert",
        deck=["grass"],
        variants=["full"],
    )
    assert game.played_card == "swamp/desert"
    play(game, "swamp")
    assert cells(game) == {coord for coord in neighbor_coords(5, 5) if coord != (5, 6)}


def test_swamp_card_in_a_hand_of_two_cards() -> None:
    """R-CARD-7, X-SWAMP-2: with two cards in hand, the player can choose any playable side of either card."""
    game = scenario(
        SWAMP | DESERT | terrain("F", (0, 0)),
        own=[(0, 0)],
        base="W",
        me={**player_with_tiles("crossroads"), "hand": ["swamp/desert", "forest"]},
    )
    assert options(game) >= {"swamp", "desert"}
    assert "forest" not in options(game)
    play(game, "swamp", (5, 5), (5, 6))
    assert options(game) == {"end_turn"}
    assert game.played_card == "swamp/desert"


# --- Palaces


def test_palace_majority() -> None:
    """E-21, X-PALACE-1: the player with the most pieces next to a palace scores five gold. Tied players score
    five each, and players without a piece there score nothing."""
    board = terrain("P", (5, 5), (15, 15))
    game = scenario(board, own=[(5, 4), (5, 6)], other=[(4, 5)], more=[{"settlements": [[6, 5]]}])
    assert [gold(game, "palaces", player) for player in range(3)] == [5, 0, 0]
    game = scenario(board, own=[(5, 4), (5, 6)], other=[(4, 5), (4, 6)], more=[{"settlements": [[0, 0]]}])
    assert [gold(game, "palaces", player) for player in range(3)] == [5, 5, 0]
    game = scenario(board, own=[(5, 4), (15, 14)])
    assert gold(game, "palaces") == 10


def test_palace_is_a_landmark_but_not_a_castle() -> None:
    """X-PALACE-2, R-TERR-2, R-TERR-3: a palace scores no castle gold, cannot be built on and counts for
    Workers; without a palace, the score has no entry for it."""
    game = scenario(terrain("P", (5, 5)), own=[(5, 4)], card="grass", cards=["workers"])
    assert gold(game, "castles") == 0
    assert gold(game, "workers") == 1
    assert (5, 5) not in cells(game)
    with pytest.raises(ValidationError, match="R-TERR-2"):
        scenario(terrain("P", (5, 5)), own=[(5, 5)])
    from kingdom.rules.scoring import score_breakdown

    assert "palaces" not in score_breakdown(scenario(), 0)


def test_section_contents_match_the_rules() -> None:
    """R-COMP-4, R-SETUP-2: each section has two equal locations, one palace and some swamp."""
    for name in ("temple", "refuge", "canoe", "fountain"):
        letters = "".join(SECTIONS[name].rows)
        assert letters.count("1") == 2
        assert letters.count("P") == 1
        assert letters.count("U") >= 12
        assert SECTIONS[name].locations == (("1", name),)


# --- Temple


def test_temple_piece_waits_for_the_next_turn() -> None:
    """L-TEMPLE-1, L-TEMPLE-4, L-TEMPLE-3, R-MAND-4: a piece lifted before the mandatory action is built in
    the next turn, in addition to its normal builds."""
    game = scenario(
        own=[(5, 5), (5, 6)], card="grass", me=player_with_tiles("temple"), them={"hand": ["grass"]}
    )
    play(game, "temple")
    assert question(game) == "from"
    assert cells(game) == {(5, 5), (5, 6)}
    new_events = play(game, (5, 6))
    assert new_events == [
        events.Removed(0, "settlement", hex_id_at(5, 6), 0, "temple"),
        events.CounterChanged(0, "waiting", 1),
    ]
    assert (waiting_pieces(game), game.supply[0]) == (1, 38)
    game = round_trip(game)
    for index in range(3):
        assert "end_turn" not in options(game), index
        play(game, min(cells(game)))
    assert (waiting_pieces(game), game.supply[0]) == (1, 35)
    game = round_trip(game)
    finish_turn(game)
    finish_turn(game)
    game = round_trip(game)
    for _ in range(4):
        assert cells(game)
        play(game, min(cells(game)))
        game = round_trip(game)
    assert options(game) >= {"end_turn"}
    assert (waiting_pieces(game), game.supply[0]) == (0, 32)


def test_two_temples_and_swamp() -> None:
    """L-TEMPLE-3, X-BONUS-1: two tiles lift two pieces; a swamp card then allows 2 + 2 builds, all on
    swamp."""
    board = terrain("U", *[(5, column) for column in range(8)])
    game = scenario(
        board,
        own=[(9, 9), (9, 8)],
        card="swamp/grass",
        me=player_with_tiles("temple", "temple"),
        turn=AFTER_MANDATORY | {"side": "swamp"},
        deck=["swamp/canyon"],
        them={"hand": ["grass"]},
    )
    play(game, "temple", (9, 9), "temple", (9, 8))
    assert waiting_pieces(game) == 2
    assert "temple" not in options(game)
    play(game, "end_turn")
    finish_turn(game)
    assert game.hands[0] == ("swamp/canyon",)
    for _ in range(4):
        assert cells(game) <= set(board)
        play(game, min(cells(game)))
    assert options(game) == {"temple", "end_turn"}


def test_temple_pieces_with_a_small_supply() -> None:
    """L-TEMPLE-3, R-MAND-3, R-BUILD-10: the number of builds is limited by the supply plus the waiting
    pieces."""
    game = scenario(own=[(5, 5)], card="grass", me={"supply": 1, "waiting": 2})
    for index in range(3):
        assert cells(game), index
        assert not game.end_triggered
        play(game, min(cells(game)))
        game = round_trip(game)
    assert options(game) == {"end_turn"}
    assert game.end_triggered


def test_temple_needs_a_settlement_on_the_board() -> None:
    """L-TEMPLE-1: the tile is not an option if its owner has no settlement on the board or has already used
    it this turn (R-TURN-3)."""
    assert "temple" not in options(scenario(me=player_with_tiles("temple")))
    game = scenario(own=[(5, 5)], me={"tiles": [tile("temple", used=True)]})
    with pytest.raises(IllegalAnswer, match="R-TURN-3"):
        play(game, "temple")


def test_temple_may_lift_the_settlement_that_supports_it() -> None:
    """E-75, L-TEMPLE-5, R-LOSE-8, R-LOSE-2: lifting the settlement that supports the tile loses the tile
    immediately, but the lifted piece is still built next turn."""
    game = scenario(
        terrain("1", (5, 5)),
        own=[(5, 4)],
        locations={"1": "temple"},
        card="grass",
        me={"tiles": [tile("temple", (5, 5))]},
        them={"hand": ["grass"]},
    )
    new_events = play(game, "temple", (5, 4))
    assert events.TileLost(0, "temple", hex_id_at(5, 5)) in new_events
    assert not tiles(game)
    assert waiting_pieces(game) == 1
    finish_turn(game)
    finish_turn(game)
    for _ in range(4):
        play(game, min(cells(game)))
    assert waiting_pieces(game) == 0
    assert "end_turn" in options(game)


def test_waiting_pieces_delay_the_end() -> None:
    """L-TEMPLE-2, R-END-1, R-END-4: an empty supply does not end the game while a piece waits; building that
    piece does."""
    game = scenario(
        own=[(5, 5), (5, 6)],
        card="grass",
        me={**player_with_tiles("temple"), "supply": 3},
        them={"hand": ["grass"]},
        deck=["grass"] * 3,
    )
    play(game, "temple", (5, 6))
    for _ in range(3):
        play(game, min(cells(game)))
    assert game.supply[0] == 0
    assert not game.end_triggered
    play(game, "end_turn")
    finish_turn(game)
    assert game.round == 2
    new_events = play(game, min(cells(game)))
    assert events.EndTriggered(0) in new_events
    play(game, "end_turn")
    finish_turn(game)
    assert game.over


def test_piece_lifted_in_the_last_turn_does_not_score() -> None:
    """L-TEMPLE-6, R-SCORE-5: a lifted piece does not score after the last turn, because no turn follows in
    which it could be built."""
    game = scenario(
        own=[(5, 5), (5, 6)],
        me=player_with_tiles("temple"),
        turn={**AFTER_MANDATORY, "player": 0, "start_player": 1},
        end=True,
        cards=["discoverers", "knights"],
    )
    play(game, "temple", (5, 5), "end_turn")
    assert game.over
    assert waiting_pieces(game) == 1
    assert gold(game, "knights") == 2
    assert position_data(read_position(position_data(game)))["players"] == position_data(game)["players"]


def test_triggered_end_is_not_revoked() -> None:
    """R-END-3, L-TEMPLE-2: lifting a piece after the last settlement was built does not revoke the end."""
    game = scenario(
        own=[(5, 5)], card="grass", me={**player_with_tiles("temple"), "supply": 1}, them={"hand": ["grass"]}
    )
    play(game, (5, 6))
    assert game.end_triggered
    play(game, "temple", (5, 6), "end_turn")
    assert game.end_triggered
    finish_turn(game)
    assert game.over


def test_waiting_pieces_return_without_a_usable_card() -> None:
    """L-TEMPLE-7, R-CARD-6: if there is no terrain card, waiting pieces return to the supply at the end of
    the turn, except for a piece lifted in that turn."""
    game = scenario(
        own=[(5, 5), (5, 6)],
        me={**player_with_tiles("temple"), "waiting": 2, "hand": []},
        them={"hand": ["forest"]},
        deck=[],
    )
    assert options(game) == {"temple", "end_turn"}
    play(game, "temple", (5, 5))
    assert (waiting_pieces(game), game.supply[0]) == (3, 36)
    new_events = play(game, "end_turn")
    assert events.CounterChanged(0, "waiting", 1) in new_events
    assert (waiting_pieces(game), game.supply[0]) == (1, 38)


def test_card_runs_out_during_the_mandatory_action() -> None:
    """L-TEMPLE-7, R-CARD-6: if the last card becomes unplayable during the mandatory action, the remaining
    waiting pieces return to the supply."""
    game = scenario(terrain("F", (5, 5)), card="forest", me={"waiting": 2}, them={"hand": ["grass"]}, deck=[])
    play(game, (5, 5))
    assert options(game) == {"end_turn"}
    play(game, "end_turn")
    assert (waiting_pieces(game), game.supply[0]) == (0, 39)


def test_temple_bonus_frees_the_first_build() -> None:
    """L-TEMPLE-8, R-BUILD-9: the first mandatory build of each turn may use any hex of the terrain; adjacency
    applies to the other builds."""
    board = terrain("F", (5, 6), (5, 7), (12, 12), (12, 13))
    game = scenario(
        board,
        own=[(5, 5)],
        base="W",
        card="forest",
        me=player_with_tiles("temple", "temple", bonus=["temple"]),
    )
    assert cells(game) == set(board)
    play(game, (12, 12))
    assert cells(game) == {(5, 6), (12, 13)}
    bound = scenario(board, own=[(5, 5)], base="W", card="forest", me=player_with_tiles("temple", "temple"))
    assert cells(bound) == {(5, 6)}
    fresh = scenario(
        board,
        own=[(5, 5)],
        base="W",
        card="forest",
        me=player_with_tiles("temple", "temple", bonus=["temple"], bonus_fresh=["temple"]),
    )
    assert cells(fresh) == {(5, 6)}


def test_two_temples_and_their_bonus() -> None:
    """E-24, L-TEMPLE-3, L-TEMPLE-8: the player makes five builds. The first is far away and takes the last
    Fountain tile; the other four are adjacent."""
    home_hexes, far_hexes = (
        terrain("G", *[(5, c) for c in range(5, 12)]),
        terrain("G", (14, 10), (15, 10), (16, 10)),
    )
    game = scenario(
        home_hexes | far_hexes | terrain("1", (15, 11)),
        own=[(5, 4), (5, 3)],
        base="D",
        locations={"1": "fountain"},
        card="grass",
        location_tiles=[[[15, 11], 1]],
        me=player_with_tiles("temple", "temple", bonus=["temple"], waiting=2),
    )
    assert cells(game) == set(home_hexes) | set(far_hexes)
    new_events = play(game, (15, 10))
    assert events.TileGained(0, "fountain", hex_id_at(15, 11)) in new_events
    assert not game.stocked_locations
    for index in range(4):
        adjacent = {
            coord for coord in set(home_hexes) | set(far_hexes) if neighbor_coords(*coord) & pieces(game)
        } - pieces(game)
        assert cells(game) == adjacent, index
        play(game, min(cells(game)))
    assert len(pieces(game)) == 7
    assert "end_turn" in options(game)


def test_families_with_a_waiting_piece() -> None:
    """K-FAMILIES-2, L-TEMPLE-3: with waiting pieces, any three builds in a line count, but only if at least
    three builds come from the supply."""
    for supply, builds, expected_gold in (
        (30, [(5, 5), (6, 5), (5, 6), (5, 7)], 2),
        (30, [(5, 5), (6, 5), (5, 6), (6, 4)], 0),
        (2, [(5, 5), (5, 6), (5, 7)], 0),
    ):
        game = scenario(card="grass", me={"waiting": 1, "supply": supply}, cards=["families"])
        play(game, *builds[:-1])
        assert game.earned_gold[0] == 0
        game = round_trip(game)
        play(game, builds[-1])
        assert "end_turn" in options(game)
        assert game.earned_gold[0] == expected_gold


def test_sword_cannot_remove_temple_pieces() -> None:
    """N-SWORD-2: Sword cannot remove a piece waiting on a temple tile, and the piece must still be built."""
    game = scenario(
        other=[(8, 8)],
        me={"nomads": [{"kind": "sword", "fresh": False}]},
        them={"waiting": 2},
        turn=AFTER_MANDATORY,
    )
    play(game, "sword")
    assert cells(game) == {(8, 8)}
    play(game, (8, 8))
    assert (waiting_pieces(game, 1), game.supply[1]) == (2, 38)


# --- Refuge


def test_refuge_moves_one_step() -> None:
    """L-REFUGE-1, R-BUILD-9, R-MOVE-8: Refuge moves a settlement to any adjacent free suitable hex, with or
    without neighboring pieces of the player, even with an empty supply."""
    game = scenario(
        terrain("W", (5, 4)) | terrain("U", (5, 6)) | terrain("P", (4, 5)),
        own=[(5, 5), (4, 6)],
        other=[(6, 5)],
        turn=AFTER_MANDATORY,
        me=player_with_tiles("refuge", supply=0),
    )
    play(game, "refuge", (5, 5))
    assert cells(game) == {(5, 6), (6, 6)}
    play(game, (6, 6))
    assert pieces(game) == {(6, 6), (4, 6)}
    assert "refuge" not in options(game)


def test_enclosed_settlements_cannot_use_refuge() -> None:
    """L-REFUGE-1: the tile is not an option if no settlement has a free suitable neighbor hex; a settlement
    on water can move to land (R-MOVE-5)."""
    game = scenario(own=[(5, 5)], base="W", turn=AFTER_MANDATORY, me=player_with_tiles("refuge"))
    assert options(game) == {"end_turn"}
    game = scenario(
        terrain("G", (5, 6)), own=[(5, 5)], base="W", turn=AFTER_MANDATORY, me=player_with_tiles("refuge")
    )
    play(game, "refuge", (5, 5))
    assert cells(game) == {(5, 6)}


@pytest.mark.parametrize("target", [(0, 0), (4, 13), (9, 9), (19, 19)])
def test_refuge_bonus_offers_only_settlements_that_can_jump(target: tuple[int, int]) -> None:
    """L-REFUGE-2: only settlements in a straight line with the only free hex can move."""
    other_coords = [(row, column) for row in range(20) for column in range(20) if (row, column) != target]
    settlements = other_coords[3::10]
    game = scenario(
        terrain("G", target),
        own=settlements,
        base="W",
        turn=AFTER_MANDATORY,
        me=player_with_tiles("refuge", bonus=["refuge"], supply=0),
    )
    row, column = target
    target_x = row % 2 + 2 * column  # x coordinates are in half hexes from the left
    in_line = {(y, x) for y, x in settlements if y == row or abs(y - row) == abs(y % 2 + 2 * x - target_x)}
    play(game, "refuge_bonus")
    assert cells(game) == in_line


def test_refuge_bonus_goes_to_the_first_free_hex() -> None:
    """L-REFUGE-2, E-78: if the neighbor hex is free, it is the only target in its direction; otherwise the
    settlement jumps over everything up to the first free hex."""
    board = terrain("W", (10, 11)) | terrain("M", (10, 12)) | terrain("P", (10, 13))
    game = scenario(
        board,
        own=[(10, 10), (10, 14)],
        other=[(10, 15)],
        turn=AFTER_MANDATORY,
        me=player_with_tiles("refuge", "refuge", bonus=["refuge"]),
    )
    play(game, "refuge_bonus", (10, 10))
    assert cells(game) == {(10, 16), (10, 9), (9, 9), (9, 10), (11, 9), (11, 10)}
    play(game, (10, 16))
    assert (10, 16) in pieces(game)
    assert "refuge_bonus" not in options(game)
    assert "refuge" in options(game)
    with pytest.raises(IllegalAnswer, match="X-BONUS-2"):
        play(game, "refuge_bonus")
    game = round_trip(game)
    assert "refuge_bonus" not in options(game)


def test_refuge_bonus_stops_at_the_edge() -> None:
    """L-REFUGE-2: a direction without a free suitable hex before the edge has no target."""
    game = scenario(
        terrain("G", (10, 0), (0, 5)),
        own=[(10, 10)],
        base="W",
        turn=AFTER_MANDATORY,
        me=player_with_tiles("refuge", bonus=["refuge"]),
    )
    play(game, "refuge_bonus", (10, 10))
    assert cells(game) == {(10, 0), (0, 5)}
    blocked = scenario(
        terrain("G", (11, 0)),
        own=[(10, 10)],
        base="W",
        turn=AFTER_MANDATORY,
        me=player_with_tiles(bonus=["refuge"]),
    )
    assert options(blocked) == {"end_turn"}


def test_refuge_bonus_reaches_a_second_temple() -> None:
    """E-25, L-REFUGE-2, R-GAIN-9, X-BONUS-2: a jump over a location and opponents' settlements gains a second
    Temple tile and with it the bonus tile."""
    board = terrain("1", (10, 3)) | terrain("2", (2, 3), (10, 7))
    held_tiles = [tile("refuge"), tile("refuge"), tile("temple", (2, 3))]
    game = scenario(
        board,
        own=[(10, 2), (2, 2)],
        other=[(10, 4), (10, 5)],
        locations={"1": "refuge", "2": "temple"},
        card="grass",
        location_tiles=[[[10, 3], 0]],
        turn=AFTER_MANDATORY,
        me={"tiles": held_tiles, "bonus": ["refuge"]},
        them={"hand": ["grass"]},
    )
    new_events = play(game, "refuge_bonus", (10, 2), (10, 6))
    assert events.TileGained(0, "temple", hex_id_at(10, 7)) in new_events
    assert events.TileGained(0, "temple_bonus", hex_id_at(10, 7)) in new_events
    assert bonus_tiles(game) == {"refuge", "temple"}
    assert tiles(game).count("temple") == 2
    game = round_trip(game)
    play(game, "end_turn")
    finish_turn(game)
    assert cells(game) == coords(game.free_hexes & game.played_terrain_hexes)


# --- Fountain


def test_fountain_needs_exactly_one_own_neighbor() -> None:
    """E-23, L-FOUNTAIN-1, R-BUILD-8: the only legal hex is next to exactly one of the player's own pieces and
    no opponent's piece; building there ties for the palace majority."""
    board = (
        terrain("P", (5, 7))
        | terrain("W", (4, 4), (4, 5), (6, 4), (6, 5), (5, 3))
        | terrain("M", (4, 6), (6, 6))
    )
    game = scenario(
        board, own=[(5, 4), (5, 5)], other=[(5, 8)], turn=AFTER_MANDATORY, me=player_with_tiles("fountain")
    )
    assert [gold(game, "palaces", player) for player in (0, 1)] == [0, 5]
    play(game, "fountain")
    assert cells(game) == {(5, 6)}
    play(game, (5, 6))
    assert [gold(game, "palaces", player) for player in (0, 1)] == [5, 5]


def test_fountain_excludes_two_own_neighbors_and_opponents() -> None:
    """L-FOUNTAIN-1: a hex with two neighbors of the same player or with an opponent's piece next to it is not
    legal; without pieces of the player, no hex is legal."""
    game = scenario(
        own=[(5, 5), (5, 7)], other=[(5, 10)], turn=AFTER_MANDATORY, me=player_with_tiles("fountain")
    )
    play(game, "fountain")
    assert cells(game) == (neighbor_coords(5, 5) | neighbor_coords(5, 7)) - {(5, 6)}
    game = scenario(own=[(5, 5)], other=[(5, 7)], turn=AFTER_MANDATORY, me=player_with_tiles("fountain"))
    play(game, "fountain")
    assert cells(game) == neighbor_coords(5, 5) - neighbor_coords(5, 7)
    assert "fountain" not in options(scenario(turn=AFTER_MANDATORY, me=player_with_tiles("fountain")))
    assert "fountain" not in options(
        scenario(own=[(5, 5)], turn=AFTER_MANDATORY, me=player_with_tiles("fountain", supply=0))
    )


def test_fountain_bonus_adds_mountains() -> None:
    """L-FOUNTAIN-2, X-BONUS-2: with the bonus, both Fountain tiles can also build on mountains that meet the
    condition; the bonus itself is not an extra build."""
    board = terrain("M", *[(r, c) for r in (4, 5, 6) for c in range(3, 8) if (r, c) != (5, 5)])
    without_bonus = scenario(
        board, own=[(5, 5)], turn=AFTER_MANDATORY, me=player_with_tiles("fountain", "fountain")
    )
    assert "fountain" not in options(without_bonus)
    fresh = scenario(
        board,
        own=[(5, 5)],
        turn=AFTER_MANDATORY,
        me=player_with_tiles("fountain", "fountain", bonus=["fountain"], bonus_fresh=["fountain"]),
    )
    assert "fountain" not in options(fresh)
    game = scenario(
        board,
        own=[(5, 5)],
        turn=AFTER_MANDATORY,
        me=player_with_tiles("fountain", "fountain", bonus=["fountain"]),
    )
    assert options(game) == {"fountain", "end_turn"}
    play(game, "fountain")
    assert cells(game) == neighbor_coords(5, 5)
    play(game, (5, 6), "fountain")
    assert (5, 7) in cells(game)
    assert (4, 6) not in cells(game)


def test_fountain_counts_scouts() -> None:
    """L-FOUNTAIN-1, L-SCOUTCABIN-2: scouts count as the active player's own pieces. This can make a hex
    legal or illegal."""
    game = scenario(
        own=[(5, 5)], scouts=[[5, 7]], turn=AFTER_MANDATORY, me=player_with_tiles("fountain", "scout_cabin")
    )
    play(game, "fountain")
    assert (5, 6) not in cells(game)
    assert (5, 8) in cells(game)


# --- Bonus tiles


def test_second_tile_gives_the_bonus() -> None:
    """R-GAIN-9, X-BONUS-1, X-BONUS-2, R-GAIN-6: the second tile of a kind comes with the bonus tile, which is
    usable from the next turn on."""
    board = terrain("1", (5, 5), (12, 12)) | terrain("F", (12, 11), (12, 13), (3, 16))
    game = scenario(
        board,
        own=[(5, 4)],
        locations={"1": "refuge"},
        card="forest",
        me={"tiles": [tile("refuge", (5, 5))]},
        them={"hand": ["grass"]},
        deck=["grass", "grass"],
    )
    play(game, (12, 11))
    assert tiles(game) == ["refuge", "refuge"]
    assert bonus_tiles(game) == {"refuge"}
    game = round_trip(game)
    finish_turn(game)
    finish_turn(game)
    assert {"refuge_bonus", "refuge"} <= options(game)
    play(game, "refuge_bonus", (12, 11))
    assert (12, 10) in cells(game)


def test_bonus_is_not_usable_immediately() -> None:
    """X-BONUS-2: a bonus tile gained during a turn can be used from the next turn on."""
    board = terrain("1", (5, 5), (12, 12))
    game = scenario(
        board,
        own=[(5, 4), (12, 9)],
        locations={"1": "refuge"},
        card="grass",
        turn=AFTER_MANDATORY,
        me={"tiles": [tile("refuge", (5, 5)), tile("paddock")]},
    )
    play(game, "paddock", (12, 9), (12, 11))
    assert bonus_tiles(game) == {"refuge"}
    assert "refuge_bonus" not in options(game)
    with pytest.raises(IllegalAnswer, match="X-BONUS-2"):
        play(game, "refuge_bonus")


def test_losing_one_of_two_tiles_loses_the_bonus() -> None:
    """R-LOSE-6: a player with fewer than two tiles loses the bonus, used or not, and it leaves the game."""
    board = terrain("1", (5, 5), (12, 12))
    game = scenario(
        board,
        own=[(5, 4), (12, 11)],
        locations={"1": "refuge"},
        turn=AFTER_MANDATORY,
        me={"tiles": [tile("refuge", (5, 5)), tile("refuge", (12, 12))], "bonus": ["refuge"]},
    )
    assert "refuge_bonus" in options(game)
    new_events = play(game, "refuge", (5, 4), (5, 3))
    assert events.TileLost(0, "refuge_bonus", None) in new_events
    assert not bonus_tiles(game)
    assert options(game) == {"refuge", "end_turn"}  # the remaining tile is the unused one (R-LOSE-5)
    with pytest.raises(IllegalAnswer, match="X-BONUS-1"):
        play(game, "refuge_bonus")


def test_losing_one_of_three_tiles_keeps_the_bonus() -> None:
    """R-LOSE-6: a player who loses one of three equal tiles still has two, so the bonus is kept."""
    game = scenario(
        terrain("1", (5, 5), (12, 12)),
        own=[(5, 4), (12, 11)],
        locations={"1": "refuge"},
        turn=AFTER_MANDATORY,
        me={
            "tiles": [tile("refuge", (5, 5)), tile("refuge", (12, 12)), tile("refuge")],
            "bonus": ["refuge"],
        },
    )
    play(game, "refuge", (5, 4), (5, 3))
    assert bonus_tiles(game) == {"refuge"}


def test_two_tiles_and_the_bonus_are_three_uses() -> None:
    """X-BONUS-1, R-TURN-3: both tiles and the bonus can be used, before or after the mandatory action."""
    game = scenario(own=[(5, 5)], card="grass", me=player_with_tiles("refuge", "refuge", bonus=["refuge"]))
    play(game, "refuge", (5, 5), (5, 6), "refuge_bonus", (5, 6), (5, 7))
    for _ in range(3):
        assert "refuge" not in options(game) or game.mandatory_state == 0
        play(game, min(cells(game)))
    assert options(game) == {"refuge", "end_turn"}


def test_bonus_is_ready_again_each_turn() -> None:
    """X-BONUS-2, R-TURN-7: a used bonus is usable again in the next turn; a single tile comes with no bonus
    (R-GAIN-9)."""
    game = scenario(
        terrain("1", (12, 12)),
        own=[(5, 5), (12, 9)],
        turn=AFTER_MANDATORY,
        locations={"1": "temple"},
        them={"hand": ["grass"]},
        me=player_with_tiles("refuge", "refuge", "paddock", bonus=["refuge"]),
        deck=["grass", "grass"],
    )
    play(game, "refuge_bonus", (5, 5), (5, 6), "paddock", (12, 9), (12, 11))
    assert bonus_tiles(game) == {"refuge"}
    assert "refuge_bonus" not in options(game)
    play(game, "end_turn")
    finish_turn(game)
    assert "refuge_bonus" in options(game)


def test_bonus_action_without_marshlands_is_illegal() -> None:
    """X-BONUS-1: the error names a rule even in a game without Marshlands."""
    with pytest.raises(IllegalAnswer, match="X-BONUS-1"):
        play(scenario(), "canoe_bonus")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"me": {"bonus": ["refuge", "refuge"]}}, "twice"),
        ({"me": {"bonus": ["farm"]}}, "unknown bonus tile 'farm'"),
        ({"me": {"bonus_fresh": ["refuge"]}}, "not held"),
        (
            {"me": {"bonus": ["refuge"]}, "them": {"bonus": ["refuge"]}, "more": [{"bonus": ["refuge"]}]},
            "only two refuge",
        ),
        ({"me": {"waiting": 41}}, "waiting"),
        ({"me": {"waiting": 40, "settlements": [[1, 1]]}}, "41 settlements"),
        ({"me": {"waiting": 1}, "turn": {"lifted": 2}}, "lifted"),
        ({"removed_terrain": "swamp"}, "removed_terrain"),
    ],
)
def test_impossible_positions_are_rejected(keys: dict[str, Any], message: str) -> None:
    """R-SETUP-6, R-LOSE-6: the error message names what is impossible."""
    with pytest.raises(ValidationError, match=message):
        scenario(**keys)


# --- With other expansions


def test_zones_block_steps_but_not_long_jumps() -> None:
    """P-WARRIOR-6, L-REFUGE-1, L-REFUGE-2, L-FOUNTAIN-1: no step or build can use a zone hex, but a long jump
    can pass over one."""
    game = scenario(
        own=[(10, 10)],
        them={"warriors": [[10, 12]]},
        turn=AFTER_MANDATORY,
        me=player_with_tiles("refuge", "refuge", "fountain", bonus=["refuge"]),
    )
    zone = neighbor_coords(10, 12)
    copy = game.copy()
    play(copy, "refuge", (10, 10))
    assert cells(copy) == neighbor_coords(10, 10) - zone
    copy = game.copy()
    play(copy, "fountain")
    assert cells(copy) == neighbor_coords(10, 10) - zone
    play(game, "refuge_bonus", (10, 10))
    assert (10, 14) in cells(game)
    assert not cells(game) & (zone | {(10, 12)})


def test_long_jump_passes_walls() -> None:
    """P-WALL-2, L-REFUGE-2: a long jump cannot end on a wall, but it can pass over one."""
    game = scenario(
        own=[(10, 10)],
        walls=[[10, 11], [10, 12]],
        turn=AFTER_MANDATORY,
        me=player_with_tiles("refuge", "refuge", bonus=["refuge"]),
    )
    play(game, "refuge_bonus", (10, 10))
    assert (10, 13) in cells(game)


def test_refuge_moves_stay_on_their_board() -> None:
    """Q-ISLAND-2, L-REFUGE-1, L-REFUGE-2: neither a step nor a long jump leaves its board."""
    game = scenario(
        own=[(19, 3), ("i", 0, 0)],
        island="tree_house",
        turn=AFTER_MANDATORY,
        me=player_with_tiles("refuge", "refuge", bonus=["refuge"]),
    )
    for action in ("refuge", "refuge_bonus"):
        copy = game.copy()
        play(copy, action, (19, 3))
        assert all(len(coord) == 2 for coord in cells(copy))
        copy = game.copy()
        play(copy, action, ("i", 0, 0))
        assert cells(copy)
        assert all(len(coord) == 3 for coord in cells(copy))


def test_bazaar_repeats_temple_but_not_bonus_actions() -> None:
    """L-BAZAAR-2, L-TEMPLE-1: Bazaar can repeat Temple, which lifts a second piece, but not Canoe or bonus
    actions."""
    game = scenario(
        own=[(5, 5), (5, 6), (8, 8)],
        turn=AFTER_MANDATORY,
        me=player_with_tiles("temple", "bazaar", "refuge", "canoe", bonus=["refuge", "canoe"]),
    )
    play(game, "refuge_bonus", (8, 8), (8, 9), "temple", (5, 6), "bazaar")
    assert options(game) == {"temple"}
    play(game, "temple", (5, 5))
    assert waiting_pieces(game) == 2


def test_regained_tile_restores_the_bonus() -> None:
    """V-RETURN, R-LOSE-6, R-GAIN-9: regaining the second tile also restores the bonus."""
    board = terrain("1", (5, 5), (12, 12))
    game = scenario(
        board,
        own=[(5, 4), (12, 11)],
        locations={"1": "refuge"},
        turn=AFTER_MANDATORY,
        variants=["return"],
        me={"tiles": [tile("refuge", (5, 5)), tile("refuge", (12, 12))], "bonus": ["refuge"]},
    )
    play(game, "refuge", (5, 4), (5, 3))
    assert not bonus_tiles(game)
    play(game, "refuge", (5, 3), (5, 4))
    assert bonus_tiles(game) == {"refuge"}
