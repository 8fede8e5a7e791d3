"""Marshlands: swamp, palaces, temple, refuge, fountain and the bonus tiles (RULES.md sections 9.4 and 11)."""

from __future__ import annotations

from typing import Any

import pytest
from scenario import (
    asks,
    cells,
    gold,
    hex_at,
    kept,
    options,
    pieces,
    places,
    play,
    scenario,
    state,
    tile,
    tiles,
)

from kingdom.position import read_position
from kingdom.rules import events
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import NEXT_TO, Place
from kingdom.rules.registry import SECTIONS, BadSetup
from kingdom.rules.setup import Setup, new_game

DONE = {"mandatory": "done"}


def land(letter: str, *spots: tuple[int, int]) -> dict[tuple[int, int], str]:
    return dict.fromkeys(spots, letter)


def around(row: int, column: int) -> set[Place]:
    return places(NEXT_TO[hex_at(row, column)])


def holding(*kinds: str, **keys: Any) -> dict[str, Any]:
    """A player with tiles that are tied to no hex."""
    return {"tiles": [tile(kind) for kind in kinds], **keys}


def waiting(game: Game, player: int = 0) -> int:
    return int(kept(game)["waiting"][player])


def bonus(game: Game, player: int = 0) -> set[str]:
    return set(kept(game)["bonus"][player])


def finish_turn(game: Game) -> None:
    """Let the player on turn build anywhere and end the turn."""
    player, round_ = game.player, game.round
    while not game.over and (game.player, game.round) == (player, round_):
        play(game, "end_turn" if "end_turn" in options(game) else min(cells(game)))


def again(game: Game) -> Game:
    """The game written and read: it must wait for the same decision."""
    read = read_position(state(game))
    assert read.decision() == game.decision()
    return read


# --- swamp and the double cards

SWAMP = land("U", (5, 5), (5, 6), (5, 7), (15, 15))
DESERT = land("D", (8, 8), (8, 9), (8, 10), (8, 11), (12, 2))


def test_swamp_card_gives_two_or_three() -> None:
    """E-20, X-SWAMP-1: two builds on swamp or three on the other terrain."""
    for side, number in (("swamp", 2), ("desert", 3)):
        game = scenario(SWAMP | DESERT, card="swamp/desert")
        assert cells(game) == set(SWAMP) | set(DESERT)
        assert {"swamp", "desert"} <= options(game)
        play(game, side)
        for _ in range(number):
            assert cells(game) <= set(SWAMP if side == "swamp" else DESERT)
            assert "end_turn" not in options(game)
            play(game, min(cells(game)))
        assert not cells(game)
        assert options(game) == {"end_turn"}


def test_building_on_a_hex_chooses_the_side() -> None:
    """X-SWAMP-1, R-CARD-8: the first hex fixes the side; the rest follows on it."""
    game = scenario(SWAMP | DESERT, card="swamp/desert")
    play(game, (5, 6))
    assert cells(game) == {(5, 5), (5, 7)}
    assert game.terrain == "swamp"
    again(game)


def test_adjacency_inside_the_chosen_terrain() -> None:
    """X-SWAMP-1: touching swamp binds the swamp builds only."""
    game = scenario(SWAMP | DESERT, own=[(5, 4)], card="swamp/desert")
    assert cells(game) == {(5, 5)} | set(DESERT)


def test_oracle_fixes_the_side() -> None:
    """E-81, X-SWAMP-2, X-SWAMP-3, L-ORACLE-2: after Oracle on swamp the mandatory action is two builds on
    swamp."""
    game = scenario(SWAMP | DESERT, card="swamp/desert", me=holding("oracle"))
    play(game, "oracle")
    assert asks(game) == "terrain"
    assert options(game) == {"swamp", "desert"}
    play(game, "swamp", (5, 6))
    assert cells(game) == {(5, 5), (5, 7)}
    play(game, (5, 5), (5, 7))
    assert options(game) == {"end_turn"}


def test_barn_uses_the_side_of_the_mandatory_action() -> None:
    """X-SWAMP-3: Barn after a swamp turn goes to swamp only."""
    game = scenario(SWAMP | DESERT, own=[(0, 0)], card="swamp/desert", me=holding("barn"))
    play(game, (5, 5), (5, 6), "barn", (0, 0))
    assert cells(game) == {(5, 7)}


def test_without_swamp_a_plain_card() -> None:
    """X-SWAMP-2, R-SETUP-6: no swamp on the board, so the card is one of its other terrain."""
    game = scenario(DESERT, card="swamp/desert")
    assert cells(game) == set(DESERT)
    assert not options(game)
    play(game, (8, 8), (8, 9), (8, 10))
    assert options(game) == {"end_turn"}


def test_swamp_cards_are_in_the_deck() -> None:
    """R-SETUP-6, R-COMP-1: thirty cards with Marshlands, also without one of its sections; plain cards
    then."""
    sections = ("oracle", "farm", "tavern", "tower")
    game = new_game(
        Setup(boxes=("base", "marshlands"), sections=sections, cards=("knights", "lords", "farmers"))
    )
    deck = [*game.deck, *game.hand[0], *game.hand[1]]
    assert len(deck) == 30
    assert {card for card in deck if "/" in card} == {
        f"swamp/{other}" for other in ("grass", "canyon", "desert", "flower", "forest")
    }
    assert game.table.sides["swamp/grass"] == (("grass", 3),)
    game = new_game(Setup(boxes=("base", "marshlands"), sections=("oracle", "farm", "temple", "tower")))
    assert game.table.sides["swamp/grass"] == (("swamp", 2), ("grass", 3))
    assert kept(game)["bonus"] == ((), ())


def test_swamp_is_suitable_and_no_water() -> None:
    """X-SWAMP-4, R-TERR-1: Tower, Tavern, Paddock and Refuge take swamp; Harbor and Fishermen do not."""
    game = scenario(land("U", (0, 0)), base="W", me=holding("tower"), turn=DONE)
    assert "tower" in options(game)
    game = scenario(
        land("U", (5, 8)) | land("D", (5, 5), (5, 6), (5, 7)),
        own=[(5, 5), (5, 6), (5, 7)],
        base="W",
        me=holding("tavern", "paddock", "refuge", "harbor"),
        turn=DONE,
        cards=["fishermen"],
    )
    for used, answers in (("tavern", []), ("paddock", [(5, 6)]), ("refuge", [(5, 7)])):
        copy = game.copy()
        play(copy, used, *answers)
        assert cells(copy) == {(5, 8)}, used
    play(game, "harbor", (5, 5))
    assert (5, 8) not in cells(game)
    dry = scenario(land("U", (5, 5)), own=[(5, 4)], cards=["fishermen"])
    assert gold(dry, "fishermen") == 0


def test_a_side_without_free_hexes_cannot_be_chosen() -> None:
    """R-CARD-8: with all swamp taken only the other side is left; with both full the card is useless
    (R-CARD-4)."""
    game = scenario(land("U", (5, 5)) | DESERT, own=[(5, 5)], card="swamp/desert")
    assert cells(game) == set(DESERT)
    assert "swamp" not in options(game)
    game = scenario(
        land("U", (5, 5)) | land("D", (5, 6)),
        own=[(5, 5)],
        other=[(5, 6)],
        card="swamp/desert",
        deck=["grass"],
    )
    assert game.card == "grass"
    assert "swamp/desert" not in (*game.hand[0], *game.deck, *game.discard)


def test_a_swamp_turn_stays_at_two() -> None:
    """R-MAND-5, R-CARD-8, R-CARD-5: swamp runs out, the card leaves, one more build on the new terrain, none
    on the other side."""
    game = scenario(
        land("U", (5, 5)) | DESERT, card="swamp/desert", deck=["grass", "forest"], them={"hand": ["canyon"]}
    )
    happened = play(game, (5, 5))
    assert events.CardRemoved(0, "swamp/desert") in happened
    assert game.card == "grass"
    game = again(game)
    play(game, min(cells(game)))
    assert options(game) == {"end_turn"}


def test_a_normal_turn_stays_at_three() -> None:
    """R-MAND-5: a swamp card that comes in the middle is built on as often as the first card asked for, on
    the side chosen now."""
    game = scenario(
        land("F", (9, 9)) | SWAMP,
        card="forest",
        deck=["swamp/canyon", "swamp/grass", "grass"],
        them={"hand": ["grass"]},
    )
    play(game, (9, 9))
    assert game.card == "swamp/canyon"
    game = again(game)
    assert game.terrain is None or not cells(game) - set(SWAMP)
    play(game, (5, 5), (5, 6))
    assert options(game) == {"end_turn"}
    game = scenario(
        land("F", (9, 9)) | SWAMP, card="forest", deck=["swamp/grass", "grass"], them={"hand": ["grass"]}
    )
    play(game, (9, 9))
    game = again(game)
    assert {"swamp", "grass"} <= options(game)
    play(game, (5, 5), (5, 6))
    assert options(game) == {"end_turn"}


def test_full_double_card_is_kept_with_the_variant() -> None:
    """V-FULL: a double card whose two terrains are full is kept, and its builds go on any suitable hex."""
    game = scenario(
        land("U", (5, 5)) | land("D", (5, 6)),
        own=[(5, 5)],
        other=[(5, 6)],
        card="swamp/desert",
        deck=["grass"],
        variants=["full"],
    )
    assert game.card == "swamp/desert"
    play(game, "swamp")
    assert cells(game) == {place for place in around(5, 5) if place != (5, 6)}


def test_two_hands_of_swamp() -> None:
    """R-CARD-7, X-SWAMP-2: with two cards in hand every side of both can be chosen; useless ones are no
    choice."""
    game = scenario(
        SWAMP | DESERT | land("F", (0, 0)),
        own=[(0, 0)],
        base="W",
        me={**holding("crossroads"), "hand": ["swamp/desert", "forest"]},
    )
    assert options(game) >= {"swamp", "desert"}
    assert "forest" not in options(game)
    play(game, "swamp", (5, 5), (5, 6))
    assert options(game) == {"end_turn"}
    assert game.card == "swamp/desert"


# --- palaces


def test_palace_majority() -> None:
    """E-21, X-PALACE-1: five gold for the most pieces beside a palace, five each in a tie, none for
    nobody."""
    board = land("P", (5, 5), (15, 15))
    game = scenario(board, own=[(5, 4), (5, 6)], other=[(4, 5)], more=[{"settlements": [[6, 5]]}])
    assert [gold(game, "palaces", player) for player in range(3)] == [5, 0, 0]
    game = scenario(board, own=[(5, 4), (5, 6)], other=[(4, 5), (4, 6)], more=[{"settlements": [[0, 0]]}])
    assert [gold(game, "palaces", player) for player in range(3)] == [5, 5, 0]
    game = scenario(board, own=[(5, 4), (15, 14)])
    assert gold(game, "palaces") == 10


def test_palace_is_a_landmark_and_no_castle() -> None:
    """X-PALACE-2, R-TERR-2, R-TERR-3: no three gold, nothing stands on it, Workers count it; no entry without
    a palace."""
    game = scenario(land("P", (5, 5)), own=[(5, 4)], card="grass", cards=["workers"])
    assert gold(game, "castles") == 0
    assert gold(game, "workers") == 1
    assert (5, 5) not in cells(game)
    with pytest.raises(BadSetup, match="R-TERR-2"):
        scenario(land("P", (5, 5)), own=[(5, 5)])
    from kingdom.rules.scoring import score

    assert "palaces" not in score(scenario(), 0)


def test_sections_have_what_the_box_says() -> None:
    """R-COMP-4, R-SETUP-2: two equal locations and one palace on each section, and swamp."""
    for name in ("temple", "refuge", "canoe", "fountain"):
        letters = "".join(SECTIONS[name].rows)
        assert letters.count("1") == 2
        assert letters.count("P") == 1
        assert letters.count("U") >= 12
        assert SECTIONS[name].locations == (("1", name),)


# --- temple


def test_temple_piece_waits_for_the_next_turn() -> None:
    """L-TEMPLE-1, L-TEMPLE-4, L-TEMPLE-3, R-MAND-4: lifted before the mandatory action, built in addition one
    turn later."""
    game = scenario(own=[(5, 5), (5, 6)], card="grass", me=holding("temple"), them={"hand": ["grass"]})
    play(game, "temple")
    assert asks(game) == "from"
    assert cells(game) == {(5, 5), (5, 6)}
    happened = play(game, (5, 6))
    assert happened == [
        events.Removed(0, "settlement", hex_at(5, 6), 0, "temple"),
        events.Counted(0, "waiting", 1),
    ]
    assert (waiting(game), game.supply[0]) == (1, 38)
    game = again(game)
    for number in range(3):
        assert "end_turn" not in options(game), number
        play(game, min(cells(game)))
    assert (waiting(game), game.supply[0]) == (1, 35)
    game = again(game)
    finish_turn(game)
    finish_turn(game)
    game = again(game)
    for _ in range(4):
        assert cells(game)
        play(game, min(cells(game)))
        game = again(game)
    assert options(game) >= {"end_turn"}
    assert (waiting(game), game.supply[0]) == (0, 32)


def test_two_temples_and_swamp() -> None:
    """L-TEMPLE-3, X-BONUS-1: two tiles are two pieces; on swamp 2 + 2 builds, all on swamp."""
    board = land("U", *[(5, column) for column in range(8)])
    game = scenario(
        board,
        own=[(9, 9), (9, 8)],
        card="swamp/grass",
        me=holding("temple", "temple"),
        turn=DONE | {"side": "swamp"},
        deck=["swamp/canyon"],
        them={"hand": ["grass"]},
    )
    play(game, "temple", (9, 9), "temple", (9, 8))
    assert waiting(game) == 2
    assert "temple" not in options(game)
    play(game, "end_turn")
    finish_turn(game)
    assert game.hand[0] == ("swamp/canyon",)
    for _ in range(4):
        assert cells(game) <= set(board)
        play(game, min(cells(game)))
    assert options(game) == {"temple", "end_turn"}


def test_temple_pieces_with_a_small_supply() -> None:
    """L-TEMPLE-3, R-MAND-3, R-BUILD-10: the total is what supply has, and the waiting pieces."""
    game = scenario(own=[(5, 5)], card="grass", me={"supply": 1, "waiting": 2})
    for number in range(3):
        assert cells(game), number
        assert not game.ending
        play(game, min(cells(game)))
        game = again(game)
    assert options(game) == {"end_turn"}
    assert game.ending


def test_temple_needs_a_settlement_on_the_board() -> None:
    """L-TEMPLE-1: without one the tile is no option; a used one neither (R-TURN-3)."""
    assert "temple" not in options(scenario(me=holding("temple")))
    game = scenario(own=[(5, 5)], me={"tiles": [tile("temple", used=True)]})
    with pytest.raises(IllegalAnswer, match="R-TURN-3"):
        play(game, "temple")


def test_temple_may_take_its_own_supporter() -> None:
    """E-75, L-TEMPLE-5, R-LOSE-8, R-LOSE-2: the tile is lost at once, the piece is still due."""
    game = scenario(
        land("1", (5, 5)),
        own=[(5, 4)],
        locations={"1": "temple"},
        card="grass",
        me={"tiles": [tile("temple", (5, 5))]},
        them={"hand": ["grass"]},
    )
    happened = play(game, "temple", (5, 4))
    assert events.TileLost(0, "temple", hex_at(5, 5)) in happened
    assert not tiles(game)
    assert waiting(game) == 1
    finish_turn(game)
    finish_turn(game)
    for _ in range(4):
        play(game, min(cells(game)))
    assert waiting(game) == 0
    assert "end_turn" in options(game)


def test_waiting_pieces_hold_up_the_end() -> None:
    """L-TEMPLE-2, R-END-1, R-END-4: an empty supply does not end the game while a piece waits; building that
    piece does."""
    game = scenario(
        own=[(5, 5), (5, 6)],
        card="grass",
        me={**holding("temple"), "supply": 3},
        them={"hand": ["grass"]},
        deck=["grass"] * 3,
    )
    play(game, "temple", (5, 6))
    for _ in range(3):
        play(game, min(cells(game)))
    assert game.supply[0] == 0
    assert not game.ending
    play(game, "end_turn")
    finish_turn(game)
    assert game.round == 2
    happened = play(game, min(cells(game)))
    assert events.EndTriggered(0) in happened
    play(game, "end_turn")
    finish_turn(game)
    assert game.over


def test_a_piece_lifted_in_the_last_turn_counts_for_nothing() -> None:
    """L-TEMPLE-6, R-SCORE-5: no further turn comes, so the piece is off the board."""
    game = scenario(
        own=[(5, 5), (5, 6)],
        me=holding("temple"),
        turn={**DONE, "player": 0, "start_player": 1},
        end=True,
        cards=["discoverers", "knights"],
    )
    play(game, "temple", (5, 5), "end_turn")
    assert game.over
    assert waiting(game) == 1
    assert gold(game, "knights") == 2
    assert state(read_position(state(game)))["players"] == state(game)["players"]


def test_an_end_set_before_stays_set() -> None:
    """R-END-3, L-TEMPLE-2: lifting a piece after the last one was built does not take the end back."""
    game = scenario(
        own=[(5, 5)], card="grass", me={**holding("temple"), "supply": 1}, them={"hand": ["grass"]}
    )
    play(game, (5, 6))
    assert game.ending
    play(game, "temple", (5, 6), "end_turn")
    assert game.ending
    finish_turn(game)
    assert game.over


def test_without_a_usable_card_the_piece_returns() -> None:
    """L-TEMPLE-7, R-CARD-6: no card is left, so what waits goes back to supply at the end of the turn; what
    was lifted now stays."""
    game = scenario(
        own=[(5, 5), (5, 6)],
        me={**holding("temple"), "waiting": 2, "hand": []},
        them={"hand": ["forest"]},
        deck=[],
    )
    assert options(game) == {"temple", "end_turn"}
    play(game, "temple", (5, 5))
    assert (waiting(game), game.supply[0]) == (3, 36)
    happened = play(game, "end_turn")
    assert events.Counted(0, "waiting", 1) in happened
    assert (waiting(game), game.supply[0]) == (1, 38)


def test_card_runs_out_in_the_middle() -> None:
    """L-TEMPLE-7, R-CARD-6: the last card goes useless in the middle of the action; the rest of the waiting
    pieces return."""
    game = scenario(land("F", (5, 5)), card="forest", me={"waiting": 2}, them={"hand": ["grass"]}, deck=[])
    play(game, (5, 5))
    assert options(game) == {"end_turn"}
    play(game, "end_turn")
    assert (waiting(game), game.supply[0]) == (0, 39)


def test_temple_bonus_frees_the_first_build() -> None:
    """L-TEMPLE-8, R-BUILD-9: the first mandatory build of each turn goes anywhere on the terrain, the next
    are bound again."""
    board = land("F", (5, 6), (5, 7), (12, 12), (12, 13))
    game = scenario(
        board, own=[(5, 5)], base="W", card="forest", me=holding("temple", "temple", bonus=["temple"])
    )
    assert cells(game) == set(board)
    play(game, (12, 12))
    assert cells(game) == {(5, 6), (12, 13)}
    bound = scenario(board, own=[(5, 5)], base="W", card="forest", me=holding("temple", "temple"))
    assert cells(bound) == {(5, 6)}
    fresh = scenario(
        board,
        own=[(5, 5)],
        base="W",
        card="forest",
        me=holding("temple", "temple", bonus=["temple"], bonus_fresh=["temple"]),
    )
    assert cells(fresh) == {(5, 6)}


def test_two_temples_and_their_bonus() -> None:
    """E-24, L-TEMPLE-3, L-TEMPLE-8: five builds, the first one far away takes the last Fountain tile, the
    four others are adjacent."""
    home, far = land("G", *[(5, c) for c in range(5, 12)]), land("G", (14, 10), (15, 10), (16, 10))
    game = scenario(
        home | far | land("1", (15, 11)),
        own=[(5, 4), (5, 3)],
        base="D",
        locations={"1": "fountain"},
        card="grass",
        location_tiles=[[[15, 11], 1]],
        me=holding("temple", "temple", bonus=["temple"], waiting=2),
    )
    assert cells(game) == set(home) | set(far)
    happened = play(game, (15, 10))
    assert events.TileGained(0, "fountain", hex_at(15, 11)) in happened
    assert not game.stocked
    for number in range(4):
        near = {place for place in set(home) | set(far) if around(*place) & pieces(game)} - pieces(game)
        assert cells(game) == near, number
        play(game, min(cells(game)))
    assert len(pieces(game)) == 7
    assert "end_turn" in options(game)


def test_families_with_a_waiting_piece() -> None:
    """K-FAMILIES-2, L-TEMPLE-3: with waiting pieces some three builds in a line are enough; with fewer than
    three from supply none."""
    for supply, builds, earned in (
        (30, [(5, 5), (6, 5), (5, 6), (5, 7)], 2),
        (30, [(5, 5), (6, 5), (5, 6), (6, 4)], 0),
        (2, [(5, 5), (5, 6), (5, 7)], 0),
    ):
        game = scenario(card="grass", me={"waiting": 1, "supply": supply}, cards=["families"])
        play(game, *builds[:-1])
        assert game.gold[0] == 0
        game = again(game)
        play(game, builds[-1])
        assert "end_turn" in options(game)
        assert game.gold[0] == earned


def test_sword_does_not_reach_the_temple() -> None:
    """N-SWORD-2: a piece on a temple tile is no target, and what waits stays due."""
    game = scenario(
        other=[(8, 8)], me={"nomads": [{"kind": "sword", "fresh": False}]}, them={"waiting": 2}, turn=DONE
    )
    play(game, "sword")
    assert cells(game) == {(8, 8)}
    play(game, (8, 8))
    assert (waiting(game, 1), game.supply[1]) == (2, 38)


# --- refuge


def test_refuge_moves_one_step() -> None:
    """L-REFUGE-1, R-BUILD-9, R-MOVE-8: to any adjacent free suitable hex, next to own pieces or not, without
    supply."""
    game = scenario(
        land("W", (5, 4)) | land("U", (5, 6)) | land("P", (4, 5)),
        own=[(5, 5), (4, 6)],
        other=[(6, 5)],
        turn=DONE,
        me=holding("refuge", supply=0),
    )
    play(game, "refuge", (5, 5))
    assert cells(game) == {(5, 6), (6, 6)}
    play(game, (6, 6))
    assert pieces(game) == {(6, 6), (4, 6)}
    assert "refuge" not in options(game)


def test_shut_in_settlements_cannot_use_refuge() -> None:
    """L-REFUGE-1: without a free suitable neighbour the tile is no option; from water land can be reached
    (R-MOVE-5)."""
    game = scenario(own=[(5, 5)], base="W", turn=DONE, me=holding("refuge"))
    assert options(game) == {"end_turn"}
    game = scenario(land("G", (5, 6)), own=[(5, 5)], base="W", turn=DONE, me=holding("refuge"))
    play(game, "refuge", (5, 5))
    assert cells(game) == {(5, 6)}


@pytest.mark.parametrize("target", [(0, 0), (4, 13), (9, 9), (19, 19)])
def test_refuge_bonus_is_for_those_who_can_jump(target: tuple[int, int]) -> None:
    """L-REFUGE-2: of settlements all over the board those in line with the one free hex may move, and no
    other one."""
    every = [(row, column) for row in range(20) for column in range(20) if (row, column) != target]
    stands = every[3::10]
    game = scenario(
        land("G", target), own=stands, base="W", turn=DONE, me=holding("refuge", bonus=["refuge"], supply=0)
    )
    row, column = target
    half = row % 2 + 2 * column  # in half hexes from the left
    in_line = {(y, x) for y, x in stands if y == row or abs(y - row) == abs(y % 2 + 2 * x - half)}
    play(game, "refuge_bonus")
    assert cells(game) == in_line


def test_refuge_bonus_goes_to_the_first_free_hex() -> None:
    """L-REFUGE-2, E-78: a free neighbour is the only target in its direction; everything else is jumped."""
    board = land("W", (10, 11)) | land("M", (10, 12)) | land("P", (10, 13))
    game = scenario(
        board,
        own=[(10, 10), (10, 14)],
        other=[(10, 15)],
        turn=DONE,
        me=holding("refuge", "refuge", bonus=["refuge"]),
    )
    play(game, "refuge_bonus", (10, 10))
    assert cells(game) == {(10, 16), (10, 9), (9, 9), (9, 10), (11, 9), (11, 10)}
    play(game, (10, 16))
    assert (10, 16) in pieces(game)
    assert "refuge_bonus" not in options(game)
    assert "refuge" in options(game)
    with pytest.raises(IllegalAnswer, match="X-BONUS-2"):
        play(game, "refuge_bonus")
    game = again(game)
    assert "refuge_bonus" not in options(game)


def test_refuge_bonus_ends_at_the_edge() -> None:
    """L-REFUGE-2: a direction without a free suitable hex up to the edge has no target."""
    game = scenario(
        land("G", (10, 0), (0, 5)),
        own=[(10, 10)],
        base="W",
        turn=DONE,
        me=holding("refuge", bonus=["refuge"]),
    )
    play(game, "refuge_bonus", (10, 10))
    assert cells(game) == {(10, 0), (0, 5)}
    shut = scenario(land("G", (11, 0)), own=[(10, 10)], base="W", turn=DONE, me=holding(bonus=["refuge"]))
    assert options(shut) == {"end_turn"}


def test_refuge_bonus_reaches_a_second_temple() -> None:
    """E-25, L-REFUGE-2, R-GAIN-9, X-BONUS-2: over a location and another player's settlements to the second
    Temple and its bonus tile."""
    board = land("1", (10, 3)) | land("2", (2, 3), (10, 7))
    held = [tile("refuge"), tile("refuge"), tile("temple", (2, 3))]
    game = scenario(
        board,
        own=[(10, 2), (2, 2)],
        other=[(10, 4), (10, 5)],
        locations={"1": "refuge", "2": "temple"},
        card="grass",
        location_tiles=[[[10, 3], 0]],
        turn=DONE,
        me={"tiles": held, "bonus": ["refuge"]},
        them={"hand": ["grass"]},
    )
    happened = play(game, "refuge_bonus", (10, 2), (10, 6))
    assert events.TileGained(0, "temple", hex_at(10, 7)) in happened
    assert events.TileGained(0, "temple_bonus", hex_at(10, 7)) in happened
    assert bonus(game) == {"refuge", "temple"}
    assert tiles(game).count("temple") == 2
    game = again(game)
    play(game, "end_turn")
    finish_turn(game)
    assert cells(game) == places(game.free & game.field)


# --- fountain


def test_fountain_beside_exactly_one() -> None:
    """E-23, L-FOUNTAIN-1, R-BUILD-8: next to exactly one own piece and no other player's: one hex, which
    draws level at the palace."""
    board = land("P", (5, 7)) | land("W", (4, 4), (4, 5), (6, 4), (6, 5), (5, 3)) | land("M", (4, 6), (6, 6))
    game = scenario(board, own=[(5, 4), (5, 5)], other=[(5, 8)], turn=DONE, me=holding("fountain"))
    assert [gold(game, "palaces", player) for player in (0, 1)] == [0, 5]
    play(game, "fountain")
    assert cells(game) == {(5, 6)}
    play(game, (5, 6))
    assert [gold(game, "palaces", player) for player in (0, 1)] == [5, 5]


def test_fountain_not_beside_two_or_opponents() -> None:
    """L-FOUNTAIN-1: two own neighbours or an opponent's piece beside it rule a hex out; no piece, no
    target."""
    game = scenario(own=[(5, 5), (5, 7)], other=[(5, 10)], turn=DONE, me=holding("fountain"))
    play(game, "fountain")
    assert cells(game) == (around(5, 5) | around(5, 7)) - {(5, 6)}
    game = scenario(own=[(5, 5)], other=[(5, 7)], turn=DONE, me=holding("fountain"))
    play(game, "fountain")
    assert cells(game) == around(5, 5) - around(5, 7)
    assert "fountain" not in options(scenario(turn=DONE, me=holding("fountain")))
    assert "fountain" not in options(scenario(own=[(5, 5)], turn=DONE, me=holding("fountain", supply=0)))


def test_fountain_bonus_adds_mountains() -> None:
    """L-FOUNTAIN-2, X-BONUS-2: mountains that meet the condition, with both tiles; no build of its own."""
    board = land("M", *[(r, c) for r in (4, 5, 6) for c in range(3, 8) if (r, c) != (5, 5)])
    bare = scenario(board, own=[(5, 5)], turn=DONE, me=holding("fountain", "fountain"))
    assert "fountain" not in options(bare)
    fresh = scenario(
        board,
        own=[(5, 5)],
        turn=DONE,
        me=holding("fountain", "fountain", bonus=["fountain"], bonus_fresh=["fountain"]),
    )
    assert "fountain" not in options(fresh)
    game = scenario(board, own=[(5, 5)], turn=DONE, me=holding("fountain", "fountain", bonus=["fountain"]))
    assert options(game) == {"fountain", "end_turn"}
    play(game, "fountain")
    assert cells(game) == around(5, 5)
    play(game, (5, 6), "fountain")
    assert (5, 7) in cells(game)
    assert (4, 6) not in cells(game)


def test_fountain_counts_scouts() -> None:
    """L-FOUNTAIN-1, L-SCOUTCABIN-2: scouts are own pieces of the player on turn, both ways."""
    game = scenario(own=[(5, 5)], scouts=[[5, 7]], turn=DONE, me=holding("fountain", "scout_cabin"))
    play(game, "fountain")
    assert (5, 6) not in cells(game)
    assert (5, 8) in cells(game)


# --- bonus tiles


def test_second_tile_brings_the_bonus() -> None:
    """R-GAIN-9, X-BONUS-1, X-BONUS-2, R-GAIN-6: with the second tile comes the bonus, usable from the next
    turn on."""
    board = land("1", (5, 5), (12, 12)) | land("F", (12, 11), (12, 13), (3, 16))
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
    assert bonus(game) == {"refuge"}
    game = again(game)
    finish_turn(game)
    finish_turn(game)
    assert {"refuge_bonus", "refuge"} <= options(game)
    play(game, "refuge_bonus", (12, 11))
    assert (12, 10) in cells(game)


def test_bonus_is_not_usable_at_once() -> None:
    """X-BONUS-2: gained before the mandatory action, it waits for the next turn."""
    board = land("1", (5, 5), (12, 12))
    game = scenario(
        board,
        own=[(5, 4), (12, 9)],
        locations={"1": "refuge"},
        card="grass",
        turn=DONE,
        me={"tiles": [tile("refuge", (5, 5)), tile("paddock")]},
    )
    play(game, "paddock", (12, 9), (12, 11))
    assert bonus(game) == {"refuge"}
    assert "refuge_bonus" not in options(game)
    with pytest.raises(IllegalAnswer, match="X-BONUS-2"):
        play(game, "refuge_bonus")


def test_losing_one_of_two_loses_the_bonus() -> None:
    """R-LOSE-6: below two tiles the bonus leaves the game, used or not."""
    board = land("1", (5, 5), (12, 12))
    game = scenario(
        board,
        own=[(5, 4), (12, 11)],
        locations={"1": "refuge"},
        turn=DONE,
        me={"tiles": [tile("refuge", (5, 5)), tile("refuge", (12, 12))], "bonus": ["refuge"]},
    )
    assert "refuge_bonus" in options(game)
    happened = play(game, "refuge", (5, 4), (5, 3))
    assert events.TileLost(0, "refuge_bonus", None) in happened
    assert not bonus(game)
    assert options(game) == {"refuge", "end_turn"}  # the one that is left is the unused one (R-LOSE-5)
    with pytest.raises(IllegalAnswer, match="X-BONUS-1"):
        play(game, "refuge_bonus")


def test_losing_one_of_three_keeps_the_bonus() -> None:
    """R-LOSE-6: two are left."""
    game = scenario(
        land("1", (5, 5), (12, 12)),
        own=[(5, 4), (12, 11)],
        locations={"1": "refuge"},
        turn=DONE,
        me={
            "tiles": [tile("refuge", (5, 5)), tile("refuge", (12, 12)), tile("refuge")],
            "bonus": ["refuge"],
        },
    )
    play(game, "refuge", (5, 4), (5, 3))
    assert bonus(game) == {"refuge"}


def test_two_tiles_are_two_uses_besides_the_bonus() -> None:
    """X-BONUS-1, R-TURN-3: both tiles and the bonus, before and after the mandatory action."""
    game = scenario(own=[(5, 5)], card="grass", me=holding("refuge", "refuge", bonus=["refuge"]))
    play(game, "refuge", (5, 5), (5, 6), "refuge_bonus", (5, 6), (5, 7))
    for _ in range(3):
        assert "refuge" not in options(game) or game.mandatory == 0
        play(game, min(cells(game)))
    assert options(game) == {"refuge", "end_turn"}


def test_bonus_is_ready_again_each_turn() -> None:
    """X-BONUS-2, R-TURN-7: used in one turn, usable in the next; a first tile brings none (R-GAIN-9)."""
    game = scenario(
        land("1", (12, 12)),
        own=[(5, 5), (12, 9)],
        turn=DONE,
        locations={"1": "temple"},
        them={"hand": ["grass"]},
        me=holding("refuge", "refuge", "paddock", bonus=["refuge"]),
        deck=["grass", "grass"],
    )
    play(game, "refuge_bonus", (5, 5), (5, 6), "paddock", (12, 9), (12, 11))
    assert bonus(game) == {"refuge"}
    assert "refuge_bonus" not in options(game)
    play(game, "end_turn")
    finish_turn(game)
    assert "refuge_bonus" in options(game)


def test_bonus_actions_without_the_box() -> None:
    """X-BONUS-1: in a game without Marshlands the refusal still names a rule."""
    with pytest.raises(IllegalAnswer, match="X-BONUS-1"):
        play(scenario(), "canoe_bonus")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"me": {"bonus": ["refuge", "refuge"]}}, "twice"),
        ({"me": {"bonus": ["farm"]}}, "no bonus tile 'farm'"),
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
def test_impossible_positions_are_refused(keys: dict[str, Any], message: str) -> None:
    """R-SETUP-6, R-LOSE-6: what cannot be is refused with its place."""
    with pytest.raises(BadSetup, match=message):
        scenario(**keys)


# --- with other boxes


def test_zones_stop_steps_and_are_jumped() -> None:
    """P-WARRIOR-6, L-REFUGE-1, L-REFUGE-2, L-FOUNTAIN-1: no step and no build into a zone; the long jump
    passes over it."""
    game = scenario(
        own=[(10, 10)],
        them={"warriors": [[10, 12]]},
        turn=DONE,
        me=holding("refuge", "refuge", "fountain", bonus=["refuge"]),
    )
    zone = around(10, 12)
    copy = game.copy()
    play(copy, "refuge", (10, 10))
    assert cells(copy) == around(10, 10) - zone
    copy = game.copy()
    play(copy, "fountain")
    assert cells(copy) == around(10, 10) - zone
    play(game, "refuge_bonus", (10, 10))
    assert (10, 14) in cells(game)
    assert not cells(game) & (zone | {(10, 12)})


def test_walls_are_jumped() -> None:
    """P-WALL-2, L-REFUGE-2: a wall is no target, and no obstacle for the long jump."""
    game = scenario(
        own=[(10, 10)],
        walls=[[10, 11], [10, 12]],
        turn=DONE,
        me=holding("refuge", "refuge", bonus=["refuge"]),
    )
    play(game, "refuge_bonus", (10, 10))
    assert (10, 13) in cells(game)


def test_moves_on_the_island() -> None:
    """Q-ISLAND-2, L-REFUGE-1, L-REFUGE-2: steps and lines stay on their board."""
    game = scenario(
        own=[(19, 3), ("i", 0, 0)],
        island="tree_house",
        turn=DONE,
        me=holding("refuge", "refuge", bonus=["refuge"]),
    )
    for used in ("refuge", "refuge_bonus"):
        copy = game.copy()
        play(copy, used, (19, 3))
        assert all(len(place) == 2 for place in cells(copy))
        copy = game.copy()
        play(copy, used, ("i", 0, 0))
        assert cells(copy)
        assert all(len(place) == 3 for place in cells(copy))


def test_bazaar_repeats_the_temple_but_no_bonus() -> None:
    """L-BAZAAR-2, L-TEMPLE-1: Temple can be repeated, a second piece waits; Canoe and bonus actions
    cannot."""
    game = scenario(
        own=[(5, 5), (5, 6), (8, 8)],
        turn=DONE,
        me=holding("temple", "bazaar", "refuge", "canoe", bonus=["refuge", "canoe"]),
    )
    play(game, "refuge_bonus", (8, 8), (8, 9), "temple", (5, 6), "bazaar")
    assert options(game) == {"temple"}
    play(game, "temple", (5, 5))
    assert waiting(game) == 2


def test_returned_tiles_bring_the_bonus_again() -> None:
    """V-RETURN, R-LOSE-6, R-GAIN-9: the tile gained again is a second one again, so its bonus comes back with
    it."""
    board = land("1", (5, 5), (12, 12))
    game = scenario(
        board,
        own=[(5, 4), (12, 11)],
        locations={"1": "refuge"},
        turn=DONE,
        variants=["return"],
        me={"tiles": [tile("refuge", (5, 5)), tile("refuge", (12, 12))], "bonus": ["refuge"]},
    )
    play(game, "refuge", (5, 4), (5, 3))
    assert not bonus(game)
    play(game, "refuge", (5, 3), (5, 4))
    assert bonus(game) == {"refuge"}
