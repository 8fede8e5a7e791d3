"""Cases that random games hardly meet: each was found because nobody noticed a mistake there."""

from __future__ import annotations

from typing import Any

import ninth_box
import pytest
from scenario import cells, gold, hex_at, kept, places, play, scenario, state, tile

from kingdom.rules import events
from kingdom.rules.board import Grid
from kingdom.rules.game import Game
from kingdom.rules.registry import ISLANDS, BadSetup, Box, registered
from kingdom.rules.setup import Setup, in_order, new_game

DONE = {"mandatory": "done"}
FARM = {"1": "farm"}


def test_a_copy_has_all_of_a_game() -> None:
    """R-TURN-1: in the middle of a turn, too; and a copy of the copy."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("paddock")]})
    play(game, (5, 6))
    for copied in (game.copy(), game.copy().copy()):
        assert copied.state_key() == game.state_key()
        assert (copied.asked(), copied.pending, copied.log) == (game.asked(), game.pending, game.log)


def test_a_state_key_has_all_of_a_game() -> None:
    """R-TURN-1: `_asked`, `log` and `pending` do not belong to the state; all the rest does."""
    assert len(scenario().state_key()) == len(Game.__slots__) - 3


def test_a_cathedral_without_number_tiles_is_lost_without_a_word_of_them() -> None:
    """R-LOSE-8: and while another cathedral is there, the number tiles stay."""
    board = {(5, 5): "1", (12, 12): "1"}
    for counters, other, left in ((0, [], 0), (2, [], 0), (2, [tile("cathedral")], 2)):
        held = [tile("cathedral", (5, 5)), tile("paddock"), *other]
        game = scenario(
            board,
            own=[(5, 4), (12, 2)],
            locations={"1": "cathedral"},
            turn=DONE,
            me={"tiles": held, "counters": counters},
        )
        happened = play(game, "paddock", (5, 4), (5, 2))
        assert events.TileLost(0, "cathedral", hex_at(5, 5)) in happened
        assert kept(game)["counters"][0] == left
        told = [event for event in happened if isinstance(event, events.Counted)]
        assert told == ([events.Counted(0, "counters", 0)] if counters and not left else [])


def test_a_city_hall_marks_only_rows_it_reaches() -> None:
    """K-MAYORS-1: it stands in three rows with two, three and two pieces; a full row elsewhere, which was not
    marked when it became full, is not marked now."""
    far = [(15, column) for column in range(4)]
    game = scenario(
        own=[(10, 10), *far], card="grass", cards=["mayors"], turn=DONE, me={"tiles": [tile("city_hall")]}
    )
    play(game, "city_hall", (10, 12))
    assert kept(game)["marks"][0] == 1 << 10, "three and the one before are four"
    game = scenario(
        own=[(10, 10), *far], card="grass", cards=["mayors"], turn=DONE, me={"tiles": [tile("city_hall")]}
    )
    play(game, "city_hall", (8, 11))
    assert kept(game)["marks"][0] == 0


def test_without_a_removed_terrain_scouts_earn_nothing() -> None:
    """K-SCOUTS-2: not even in the corner."""
    game = scenario(own=[(0, 0), (5, 5)], cards=["scouts"])
    assert gold(game, "scouts") == 0


def test_a_claimed_nomad_tile_asks_a_canoe_once() -> None:
    """N-CLAIM-1, L-CANOE-6: one space was emptied, so there is one trigger."""
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
def test_a_piece_may_stand_in_the_corner(piece: str) -> None:
    """P-WARRIOR-1, P-WAGON-1: the first hex is like any other."""
    where = [[0, 0]] if piece == "warriors" else [0, 0]
    game = scenario(me={piece: where})
    assert state(game)["players"][0][piece] == where
    assert places(game.own[0]) == {(0, 0)}


def test_what_another_holds_besides_the_played_card_is_dealt_anew() -> None:
    """R-CARD-3: of two cards one lies open, the other is hidden; none is lost."""
    game = scenario(
        {(5, 5): "D", (5, 6): "D"},
        locations={"1": "crossroads"},
        me={"hand": ["grass", "desert"]},
        them={"hand": ["forest"]},
        deck=["canyon", "flower", "flower"],
        discard=[],
    )
    play(game, "desert")
    every = ["canyon", "desert", "flower", "flower", "forest", "grass"]
    second = set()
    for seed in range(20):
        seen = game.observe(1, seed)
        assert sorted([*seen.deck, *seen.hand[0], *seen.hand[1]]) == every
        assert "desert" in seen.hand[0]
        assert seen.hand[1] == ("forest",)
        second |= set(seen.hand[0])
    assert second == {"canyon", "desert", "flower", "grass"}


def test_the_last_cards_are_put_away_together() -> None:
    """R-CARD-6: where a useless card cannot be replaced, the rest of the hand goes onto the discard pile."""
    game = scenario(
        {(5, 5): "1"},
        base="W",
        locations={"1": "crossroads"},
        me={"hand": ["desert", "desert"], "tiles": [tile("crossroads")]},
        turn={"card": "desert"},
        deck=[],
        discard=[],
    )
    assert game.hand[0] == ()
    assert game.still_due() == 0
    assert game.discard == ("desert",)


@pytest.mark.parametrize(("kind", "letter"), [("barn", "G"), ("harbor", "W")])
def test_an_outpost_is_for_one_move(kind: str, letter: str) -> None:
    """N-OUTPOST-1: the piece after it is bound to its own again."""
    game = scenario(
        dict.fromkeys([(5, 6), (15, 15), (18, 18)], letter),
        own=[(5, 5), (5, 3), (5, 7)],
        base="F",
        card="grass",
        me={
            "tiles": [tile(kind)] * 2,
            "nomads": [{"kind": "outpost", "fresh": False}],
        },
    )
    play(game, kind, (5, 3), "outpost", (15, 15))
    assert not game.waived
    play(game, kind, (5, 5))
    assert cells(game) == {(5, 6)}


@pytest.mark.parametrize(("kinds", "tasks"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_half_as_many_tasks_as_kinds_of_location(kinds: int, tasks: int) -> None:
    """R-SETUP-5: rounded up, on a drawn map."""
    names = ("lighthouse", "foresters_lodge", "barracks", "crossroads", "city_hall")[:kinds]
    rows = ["GCDLF" * 4] * 20
    rows[5] = "".join(str(number + 1) for number in range(kinds)).ljust(20, "G")
    land = Grid(tuple(rows), tuple((str(number + 1), name) for number, name in enumerate(names)))
    game = new_game(Setup(boxes=("base", "crossroads"), grid=land, seed=3))
    assert len(game.table.tasks) == tasks


def test_one_used_twin_becomes_ready_and_no_more() -> None:
    """R-LOSE-5: of three equal tiles the unused one is lost: one of the others can be used for it."""
    used = {"used": True}
    game = scenario(
        {(5, 5): "1", (12, 12): "1"},
        own=[(5, 4), (12, 2)],
        locations=FARM,
        turn=DONE,
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
    assert [held.get("used", False) for held in state(game)["players"][0]["tiles"][:2]] == [False, True]


def test_a_resettled_piece_is_not_built() -> None:
    """K-ROVERS-1, N-RESETTLE-1: moving to another section is no build there."""
    game = scenario(
        own=[(5, 9), (3, 3)],
        card="grass",
        cards=["rovers"],
        turn=DONE,
        me={"nomads": [{"kind": "resettlement", "fresh": False}]},
    )
    play(game, "resettlement", (5, 9), (5, 10), "done")
    assert kept(game)["sections"] == 0


def test_steps_of_a_silo_count_down_while_one_is_lifted() -> None:
    """X-SILO-2: the question says how many moves are left, this one included, before and after lifting."""
    game = scenario(
        {(5, 5): "O"},
        own=[(5, 4), (5, 3), (9, 9), (9, 10)],
        turn={**DONE, "player": 0, "start_player": 1},
        end=True,
        card="grass",
    )
    play(game, "end_turn", "move")
    for left in (3, 2, 1):
        assert game.question().remaining == left
        play(game, min(cells(game)))
        assert game.question().remaining == left
        play(game, min(cells(game)))
    assert game.over


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_everybodys_pieces_stand_where_they_may(seat: int) -> None:
    """P-WARRIOR-2, R-BUILD-1: also those of who sits last."""
    players: list[dict[str, Any]] = [{}, {}, {}]
    players[seat] = {"warriors": [[5, 5]]}
    me, them, *more = players
    assert scenario(me=me, them=them, more=more)
    with pytest.raises(BadSetup, match=rf"players\[{seat}\].warriors: \[5, 5\]: no warrior can stand there"):
        scenario({(5, 5): "W"}, me=me, them=them, more=more)
    players[seat]["settlements"] = [[5, 5]]
    me, them, *more = players
    with pytest.raises(BadSetup, match=rf"players\[{seat}\]"):
        scenario(me=me, them=them, more=more)


def test_a_box_that_is_gone_is_forgotten() -> None:
    """R-COMP-1: nothing that was worked out with it is remembered."""
    boxes = ("base", ninth_box.BOX.name)
    assert [box.name for box in in_order(boxes)] == ["base"]
    with registered(ninth_box.BOX):
        assert [box.name for box in in_order(boxes)] == list(boxes)
    assert [box.name for box in in_order(boxes)] == ["base"]


def test_a_box_from_outside_may_bring_an_island() -> None:
    """Q-ISLAND-1: it can be chosen by hand where the box is in play, and nowhere else."""
    reef = Box(name="reef", order=9, islands={"coral": ISLANDS["tree_house"]})
    with registered(reef):
        chosen = {"island": "coral"}
        game = new_game(Setup(boxes=("base", "island", "reef"), chosen=chosen))
        assert game.table.markers["island"] == "coral"
        with pytest.raises(BadSetup, match="there is no island 'coral'"):
            new_game(Setup(boxes=("base", "island"), chosen=chosen))
