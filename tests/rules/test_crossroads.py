"""Crossroads: its pieces and location tiles (RULES.md sections 8 and 9.3), on land drawn for the purpose."""

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
from kingdom.rules.hexes import BIT, NEXT_TO, ROW_MASKS, SECTION_MASKS, Place
from kingdom.rules.registry import TILES, BadSetup

DONE = {"mandatory": "done"}


def around(row: int, column: int) -> set[tuple[int, int]]:
    """The neighbours of a hex of the main board."""
    return {(place[0], place[1]) for place in places(NEXT_TO[hex_at(row, column)]) if len(place) == 2}


def block(letter: str, rows: range, columns: range) -> dict[tuple[int, int], str]:
    """Land of one kind."""
    return {(row, column): letter for row in rows for column in columns}


def holding(*kinds: str, **keys: Any) -> dict[str, Any]:
    """A player with tiles that are tied to no hex."""
    return {"tiles": [tile(kind) for kind in kinds], **keys}


def warriors(game: Game, player: int = 0) -> set[Place]:
    return places(kept(game)["warriors"][player])


def wagon(game: Game, player: int = 0) -> set[Place]:
    return places(kept(game)["wagon"][player])


def ship(game: Game, player: int = 0) -> set[Place]:
    return places(kept(game)["ship"][player])


def loaded_again(game: Game) -> Game:
    """The same game, written and read."""
    return read_position(state(game))


def next_turn(game: Game) -> None:
    """End the turn, let the others build anywhere, and stop at player 0's next turn."""
    play(game, "end_turn")
    while game.player != 0:
        play(game, "end_turn" if "end_turn" in options(game) else min(cells(game)))


# --- forester's lodge and monastery


@pytest.mark.parametrize(("kind", "letter"), [("foresters_lodge", "F"), ("monastery", "C")])
def test_lodge_and_monastery_build_on_their_terrain(kind: str, letter: str) -> None:
    """L-FORESTER-1, L-MONASTERY-1: one settlement on forest or canyon, next to own pieces if possible,
    whatever the card."""
    game = scenario(
        {(5, 5): letter, (5, 6): letter, (9, 9): letter},
        own=[(5, 4)],
        card="grass",
        me=holding(kind),
        turn=DONE,
    )
    play(game, kind)
    assert (asks(game), cells(game)) == ("to", {(5, 5)})
    play(game, (5, 5))
    assert game.supply[0] == 38
    assert options(game) == {"end_turn"}
    far = scenario({(9, 9): letter, (15, 3): letter}, own=[(5, 4)], card="grass", me=holding(kind), turn=DONE)
    play(far, kind)
    assert cells(far) == {(9, 9), (15, 3)}
    none = scenario(own=[(5, 4)], card="grass", me=holding(kind), turn=DONE)
    assert kind not in options(none)


# --- barracks and warriors


def test_warrior_is_placed_next_to_own_pieces_if_possible() -> None:
    """L-BARRACKS-1, P-WARRIOR-1: suitable hexes only, adjacent if possible; it is a build that costs no
    supply (R-TERM-8, R-TERM-9)."""
    land = {(5, 5): "W", (5, 3): "M"}
    game = scenario(land, own=[(5, 4)], card="grass", me=holding("barracks"), turn=DONE)
    play(game, "barracks")
    assert (asks(game), options(game)) == ("option", {"place"})
    play(game, "place")
    assert cells(game) == around(5, 4) - {(5, 5), (5, 3)}
    happened = play(game, (4, 4))
    assert warriors(game) == {(4, 4)}
    assert game.supply[0] == 39
    assert events.Built(0, "warrior", BIT[hex_at(4, 4)], "barracks") in happened
    nobody = scenario(land, card="grass", me=holding("barracks"), turn=DONE)
    play(nobody, "barracks", "place")
    assert len(cells(nobody)) == 398


def test_warrior_bars_its_neighbours_for_everyone() -> None:
    """P-WARRIOR-3, R-TERM-4, R-TERM-5: nobody, not even the owner, may build next to a warrior."""
    for mine, theirs in (([[5, 5]], []), ([], [[5, 5]])):
        game = scenario(own=[(5, 7)], card="grass", me={"warriors": mine}, them={"warriors": theirs})
        assert not cells(game) & around(5, 5)
        assert cells(game) == around(5, 7) - around(5, 5)
        with pytest.raises(IllegalAnswer, match="R-TERM-5"):
            play(game, (5, 6))


def test_zone_hexes_neither_force_nor_satisfy_adjacency() -> None:
    """P-WARRIOR-5: with all neighbours in a zone, any hex of the terrain will do."""
    land = {(5, 5): "D", (5, 6): "D", (15, 15): "D"}
    game = scenario(land, own=[(5, 7)], card="desert", them={"warriors": [[4, 5]]})
    assert {(5, 5), (5, 6)} & around(4, 5) == {(5, 5)}
    assert cells(game) == {(5, 6)}
    shut = scenario({(5, 6): "D", (15, 15): "D"}, own=[(5, 7)], card="desert", them={"warriors": [[4, 6]]})
    assert cells(shut) == {(15, 15)}


def test_pieces_next_to_a_warrior_stay_and_count() -> None:
    """P-WARRIOR-2, R-TERM-1: a warrior may stand beside pieces; all of them go on counting, the warrior as
    one piece."""
    game = scenario(
        own=[(5, 4)],
        other=[(5, 6)],
        card="grass",
        me={"warriors": [[5, 5]]},
        cards=["knights", "citizens", "hermits"],
    )
    assert gold(game, "knights") == 4
    assert gold(game, "knights", 1) == 2
    assert gold(game, "citizens") == 1
    assert gold(game, "hermits") == 1


def test_adjacency_looks_at_warriors_too() -> None:
    """R-TERM-1, P-WARRIOR-5: a warrior is an own piece, but its neighbours are never candidates, so it binds
    nobody."""
    game = scenario(card="grass", me={"warriors": [[5, 5]]})
    assert len(cells(game)) == 400 - 7


def test_removed_warrior_opens_its_zone() -> None:
    """E-57, P-WARRIOR-3, L-BARRACKS-1: taken back, its neighbour hexes are free again."""
    game = scenario(own=[(5, 7)], card="grass", me=holding("barracks", warriors=[[5, 5], [9, 9]]))
    assert (5, 6) not in cells(game)
    play(game, "barracks")
    assert options(game) == {"remove"}
    play(game, "remove")
    assert (asks(game), cells(game)) == ("from", {(5, 5), (9, 9)})
    happened = play(game, (5, 5))
    assert events.Removed(0, "warrior", hex_at(5, 5), 0, "barracks") in happened
    assert warriors(game) == {(9, 9)}
    assert (5, 6) in cells(game)
    assert "barracks" not in options(game)


def test_barracks_has_two_warriors_and_one_use_a_turn() -> None:
    """L-BARRACKS-1, L-BARRACKS-2, R-SETUP-5: place or take back; one taken back may be placed again in the
    next turn."""
    one = scenario(own=[(5, 7)], card="grass", me=holding("barracks", warriors=[[15, 5]]), turn=DONE)
    play(one, "barracks")
    assert options(one) == {"place", "remove"}
    play(one, "remove", (15, 5))
    assert options(one) == {"end_turn"}
    next_turn(one)
    assert "barracks" in options(one)
    play(one, "barracks")
    assert options(one) == {"place"}


def test_a_warrior_may_not_stand_in_a_zone() -> None:
    """P-WARRIOR-4: the zone stops the next warrior, the owner's own one too."""
    game = scenario(
        own=[(5, 6), (10, 10)], card="grass", me=holding("barracks", warriors=[[5, 5]]), turn=DONE
    )
    play(game, "barracks", "place")
    assert cells(game) == (around(5, 6) | around(10, 10)) - around(5, 5) - {(5, 5)}


def test_warrior_gains_holds_and_loses_tiles() -> None:
    """R-GAIN-7, R-LOSE-2: a warrior takes a location tile like a settlement, keeps it, and its removal loses
    it."""
    game = scenario(
        {(5, 5): "1"}, own=[(5, 7)], locations={"1": "farm"}, card="grass", me=holding("barracks"), turn=DONE
    )
    play(game, "barracks", "place", (5, 6))
    assert tiles(game) == ["barracks", "farm"]
    held = {"tiles": [tile("barracks"), tile("farm", (5, 5))], "warriors": [[5, 6]]}
    game = scenario({(5, 5): "1"}, own=[(9, 7)], locations={"1": "farm"}, card="grass", me=held, turn=DONE)
    happened = play(game, "barracks", "remove", (5, 6))
    assert tiles(game) == ["barracks"]
    assert events.TileLost(0, "farm", hex_at(5, 5)) in happened


def test_losing_barracks_leaves_the_warriors() -> None:
    """R-LOSE-7: without the tile the warrior stays, bars and counts, but cannot be taken back."""
    me = {"tiles": [tile("barracks", (5, 5)), tile("paddock")], "warriors": [[12, 12]]}
    game = scenario(
        {(5, 5): "1"},
        own=[(5, 6)],
        locations={"1": "barracks"},
        card="grass",
        me=me,
        turn=DONE,
        cards=["hermits"],
    )
    play(game, "paddock", (5, 6), (5, 8))
    assert tiles(game) == ["paddock"]
    assert options(game) == {"end_turn"}
    assert warriors(game) == {(12, 12)}
    assert places(game.barred) == around(12, 12)
    assert gold(game, "hermits") == 2


def test_taking_back_the_only_supporter_of_barracks() -> None:
    """R-LOSE-2, R-LOSE-4: a warrior may be the one that holds the barracks tile; taken back, the tile is
    lost."""
    me = {"tiles": [tile("barracks", (5, 5))], "warriors": [[5, 6]]}
    game = scenario({(5, 5): "1"}, locations={"1": "barracks"}, card="grass", me=me, turn=DONE)
    play(game, "barracks", "remove", (5, 6))
    assert tiles(game) == []
    assert warriors(game) == set()


def test_warriors_do_not_end_the_game() -> None:
    """R-TERM-9, R-END-1: placing one takes nothing from the supply, so it never triggers the end."""
    game = scenario(own=[(5, 7)], card="grass", me=holding("barracks", supply=0), turn=DONE)
    play(game, "barracks", "place", (5, 6))
    assert not game.ending
    assert game.supply[0] == 0


def test_settlement_moving_actions_leave_other_pieces_alone() -> None:
    """R-MOVE-4: paddock, barn and harbor offer settlements only, not warriors, wagon, ship or city hall."""
    me = holding(
        "paddock", "barn", "harbor", warriors=[[3, 15]], wagon=[8, 8], ship=[15, 5], city_hall=[15, 15]
    )
    game = scenario({(15, 5): "W", (15, 6): "W"}, own=[(2, 2)], card="grass", me=me, turn=DONE)
    for kind in ("paddock", "barn", "harbor"):
        again = game.copy()
        play(again, kind)
        assert (asks(again), cells(again)) == ("from", {(2, 2)})
    nothing = scenario(card="grass", me=me, land={(15, 5): "W", (15, 6): "W"}, turn=DONE)
    assert options(nothing) == {"end_turn"}


def test_leaving_a_zone_is_allowed_entering_is_not() -> None:
    """R-MOVE-6, R-MOVE-2: a piece in a zone may go, and the left zone hex does not count as an adjacent
    candidate."""
    land = {(5, 6): "D", (15, 15): "D"}
    game = scenario(
        land, own=[(5, 6), (5, 7)], card="desert", me=holding("barn"), them={"warriors": [[5, 5]]}, turn=DONE
    )
    play(game, "barn", (5, 6))
    assert cells(game) == {(15, 15)}
    open_land = scenario(land, own=[(5, 6), (5, 7)], card="desert", me=holding("barn"), turn=DONE)
    play(open_land, "barn")
    assert cells(open_land) == {(5, 7)}, (
        "without the warrior the left hex is a candidate, so (5,6) may not go far"
    )


def test_paddock_and_warriors() -> None:
    """E-71, L-PADDOCK-3, P-WARRIOR-6: never over the warrior itself; over a hex of its zone if the landing
    hex is not in the zone."""
    game = scenario(
        own=[(10, 9)], card="grass", me=holding("paddock"), them={"warriors": [[10, 10]]}, turn=DONE
    )
    play(game, "paddock", (10, 9))
    assert (10, 11) not in cells(game)
    assert (10, 7) in cells(game)
    over_zone = scenario(
        own=[(9, 9)], card="grass", me=holding("paddock"), them={"warriors": [[10, 10]]}, turn=DONE
    )
    assert (9, 10) in around(10, 10)
    play(over_zone, "paddock", (9, 9))
    assert (9, 11) in cells(over_zone)
    from_outside = scenario(
        own=[(9, 8)], card="grass", me=holding("paddock"), them={"warriors": [[10, 10]]}, turn=DONE
    )
    play(from_outside, "paddock", (9, 8))
    assert (9, 10) not in cells(from_outside)


def test_line_ends_next_to_a_warrior() -> None:
    """L-TAVERN-2: an end next to a warrior is in its zone; wagon, ship, warriors and city hall hexes are part
    of a line."""
    game = scenario(
        own=[(5, 4), (5, 5), (5, 6)],
        card="grass",
        me=holding("tavern"),
        them={"warriors": [[5, 8]]},
        turn=DONE,
    )
    play(game, "tavern")
    assert cells(game) == {(5, 3)}
    mixed = scenario(
        {(5, 6): "W"}, own=[(5, 4)], card="grass", me=holding("tavern", wagon=[5, 5], ship=[5, 6]), turn=DONE
    )
    play(mixed, "tavern")
    assert cells(mixed) == {(5, 3), (5, 7)}
    hall = scenario(card="grass", me=holding("tavern", city_hall=[10, 10]), turn=DONE)
    play(hall, "tavern")
    assert cells(hall) == {(10, 8), (10, 12), (8, 9), (8, 11), (12, 9), (12, 11)}


# --- wagon and ship


def test_wagon_is_placed_on_land_or_mountain() -> None:
    """L-WAGON-1, L-WAGON-3: suitable and mountain hexes are one set of candidates, adjacent if possible; a
    build for free."""
    land = {(5, 5): "M", (4, 4): "W", (4, 5): "S"}
    game = scenario(land, own=[(5, 4)], card="grass", me=holding("wagon"), turn=DONE)
    play(game, "wagon")
    assert (asks(game), options(game)) == ("option", {"place"})
    play(game, "place")
    assert cells(game) == around(5, 4) - {(4, 4), (4, 5)}
    happened = play(game, (5, 5))
    assert wagon(game) == {(5, 5)}
    assert game.supply[0] == 39
    assert events.Built(0, "wagon", BIT[hex_at(5, 5)], "wagon") in happened
    only_mountain = block("W", range(20), range(20)) | {(5, 4): "G", (15, 15): "G", (5, 5): "M"}
    bound = scenario(only_mountain, own=[(5, 4)], card="grass", me=holding("wagon"), turn=DONE)
    play(bound, "wagon", "place")
    assert cells(bound) == {(5, 5)}


def test_building_next_to_the_wagon_may_be_forced() -> None:
    """P-WAGON-1, R-TERM-1: the wagon is an own piece for adjacency."""
    game = scenario(card="grass", me={"wagon": [5, 5]})
    assert cells(game) == around(5, 5)


def test_building_next_to_the_ship_may_be_forced() -> None:
    """P-SHIP-1, R-TERM-1: the ship is an own piece for adjacency."""
    game = scenario({(5, 5): "W"}, card="grass", me={"ship": [5, 5]})
    assert cells(game) == around(5, 5)


def corridor(letter: str) -> dict[tuple[int, int], str]:
    """A straight way of five hexes in land that the piece cannot enter."""
    other = "M" if letter == "W" else "W"
    return (
        block(other, range(20), range(20))
        | {(5, column): letter for column in range(3, 8)}
        | {(19, 19): "G", (18, 18): "G"}
    )


@pytest.mark.parametrize(("kind", "letter"), [("wagon", "G"), ("wagon", "M"), ("lighthouse", "W")])
def test_moves_of_one_to_three_steps(kind: str, letter: str) -> None:
    """E-56, L-WAGON-1, L-LIGHTHOUSE-1: one, two or three steps, not four."""
    field = "ship" if kind == "lighthouse" else "wagon"
    for steps in (1, 2, 3):
        game = scenario(
            corridor(letter), own=[(19, 19)], card="grass", me=holding(kind, **{field: [5, 3]}), turn=DONE
        )
        play(game, kind)
        assert options(game) == {"move", "remove"}
        play(game, "move")
        assert options(game) == set(), "an end hex must differ from the start (R-MOVE-3)"
        for step in range(1, steps + 1):
            assert asks(game) == "to"
            assert (5, 3 + step) in cells(game)
            play(game, (5, 3 + step))
        if steps < 3:
            assert options(game) == {"done"}
            play(game, "done")
        assert places(kept(game)[field][0]) == {(5, 3 + steps)}
        assert options(game) == {"end_turn"}


@pytest.mark.parametrize(("kind", "field", "letter"), [("wagon", "wagon", "G"), ("lighthouse", "ship", "W")])
def test_moves_are_blocked_by_any_piece(kind: str, field: str, letter: str) -> None:
    """E-56, L-WAGON-2, L-LIGHTHOUSE-2, R-MOVE-6: no step onto any occupied or zone hex; without a step there
    is no move."""
    land = corridor(letter)
    for theirs in ({"settlements": [[5, 4]]}, {field: [5, 4]}):
        blocked = scenario(
            land, own=[(19, 19)], card="grass", me=holding(kind, **{field: [5, 3]}), them=theirs, turn=DONE
        )
        play(blocked, kind)
        assert options(blocked) == {"remove"}
    free = scenario(
        land,
        own=[(19, 19)],
        card="grass",
        me=holding(kind, **{field: [5, 3]}),
        them={"settlements": [[5, 5]]},
        turn=DONE,
    )
    play(free, kind, "move")
    assert cells(free) == {(5, 4)}
    play(free, (5, 4))
    assert (cells(free), options(free)) == ({(5, 3)}, {"done"})
    zone = scenario(
        {**land, (6, 6): "G"},
        own=[(19, 19)],
        card="grass",
        me=holding(kind, **{field: [5, 3]}),
        them={"warriors": [[6, 6]]},
        turn=DONE,
    )
    assert (5, 5) in around(6, 6)
    play(zone, kind, "move", (5, 4))
    assert cells(zone) == {(5, 3)}


def test_steps_may_turn_and_need_no_neighbour() -> None:
    """L-WAGON-2, R-BUILD-9: steps may turn, and nothing asks for own pieces nearby."""
    game = scenario(own=[(1, 1), (1, 2)], card="grass", me=holding("wagon", wagon=[5, 5]), turn=DONE)
    play(game, "wagon", "move")
    assert cells(game) == around(5, 5)
    play(game, (5, 6))
    assert cells(game) == around(5, 6)
    play(game, (6, 7), (7, 6))
    assert wagon(game) == {(7, 6)}


def test_a_move_may_cross_its_start_but_not_end_there() -> None:
    """R-MOVE-3: back on the start hex the piece must go on; the third step may not lead there."""
    game = scenario(
        corridor("W"), own=[(19, 19)], card="grass", me=holding("lighthouse", ship=[5, 3]), turn=DONE
    )
    play(game, "lighthouse", "move", (5, 4))
    assert cells(game) == {(5, 3), (5, 5)}
    play(game, (5, 3))
    assert (cells(game), options(game)) == ({(5, 4)}, set())
    play(game, (5, 4))
    assert (ship(game), options(game)) == ({(5, 4)}, {"end_turn"})
    last = scenario(own=[(19, 19)], card="grass", me=holding("wagon", wagon=[5, 3]), turn=DONE)
    play(last, "wagon", "move", (5, 4), (4, 4))
    assert (5, 3) in around(4, 4)
    assert (5, 3) not in cells(last)


def test_a_start_in_a_zone_is_not_crossed_again() -> None:
    """R-MOVE-6, P-WARRIOR-3: a wagon may leave a zone, but not step back into it."""
    game = scenario(
        own=[(19, 19)],
        card="grass",
        me=holding("wagon", wagon=[5, 6]),
        them={"warriors": [[5, 5]]},
        turn=DONE,
    )
    play(game, "wagon", "move")
    assert cells(game) == around(5, 6) - around(5, 5) - {(5, 5)}
    play(game, (5, 7))
    assert (5, 6) not in cells(game)


def test_wagon_taken_back_and_placed_again() -> None:
    """L-WAGON-1: take it back; placing is for a wagon off the board only; one use a turn."""
    game = scenario(own=[(1, 1)], card="grass", me=holding("wagon", wagon=[5, 5]), turn=DONE)
    play(game, "wagon")
    assert options(game) == {"move", "remove"}
    happened = play(game, "remove")
    assert events.Removed(0, "wagon", hex_at(5, 5), 0, "wagon") in happened
    assert (wagon(game), options(game)) == (set(), {"end_turn"})


def test_ship_is_placed_on_water() -> None:
    """L-LIGHTHOUSE-1, L-LIGHTHOUSE-2, L-LIGHTHOUSE-3: free water, adjacent if possible; any piece there
    blocks the hex."""
    land = {(5, 5): "W", (4, 4): "W", (15, 15): "W"}
    game = scenario(land, own=[(5, 4)], other=[(4, 4)], card="grass", me=holding("lighthouse"), turn=DONE)
    play(game, "lighthouse", "place")
    assert cells(game) == {(5, 5)}
    play(game, (5, 5))
    assert (ship(game), game.supply[0]) == ({(5, 5)}, 39)
    far = scenario(land, own=[(10, 4)], card="grass", me=holding("lighthouse"), turn=DONE)
    play(far, "lighthouse", "place")
    assert cells(far) == {(5, 5), (4, 4), (15, 15)}
    dry = scenario(own=[(10, 4)], card="grass", me=holding("lighthouse"), turn=DONE)
    assert "lighthouse" not in options(dry)
    gone = scenario(land, own=[(5, 4)], card="grass", me=holding("lighthouse", ship=[5, 5]), turn=DONE)
    play(gone, "lighthouse")
    assert options(gone) == {"remove"}
    play(gone, "remove")
    assert ship(gone) == set()


def test_wagon_gains_where_it_stops_and_loses_when_it_leaves() -> None:
    """E-79, R-GAIN-7, R-LOSE-2: the wagon stops next to a location, then leaves."""
    land = {(5, 8): "1"}
    game = scenario(
        land,
        own=[(1, 1)],
        locations={"1": "farm"},
        card="grass",
        me=holding("wagon", wagon=[5, 4]),
        turn=DONE,
    )
    play(game, "wagon", "move", (5, 5), (5, 6), (5, 7))
    assert tiles(game) == ["wagon", "farm"]
    next_turn(game)
    play(game, "wagon", "move", (5, 6))
    assert "farm" in tiles(game), "nothing is lost before the move is complete (R-LOSE-3)"
    play(game, "done")
    assert tiles(game) == ["wagon"]
    assert game.taken[0] == BIT[hex_at(5, 8)]


def test_passing_a_location_gains_nothing() -> None:
    """R-GAIN-10: location tiles are gained, and lost, only where the piece ends."""
    land = {(4, 6): "1", (4, 3): "2"}
    me = {"tiles": [tile("wagon"), tile("oasis", (4, 3))], "wagon": [5, 3]}
    names = {"1": "farm", "2": "oasis"}
    assert (5, 5) in around(4, 6)
    game = scenario(land, own=[(19, 1)], locations=names, card="grass", me=me, turn=DONE)
    assert (5, 3) in around(4, 3)
    play(game, "wagon", "move", (5, 4), (5, 5))
    assert tiles(game) == ["wagon", "oasis"]
    stopped = game.copy()
    play(stopped, "done")
    assert tiles(stopped) == ["wagon", "farm"]
    play(game, (6, 5))
    assert tiles(game) == ["wagon"]
    assert game.stocked & BIT[hex_at(4, 6)]
    assert not game.taken[0] & BIT[hex_at(4, 6)]
    around_it = scenario(land, own=[(19, 1)], locations=names, card="grass", me=me, turn=DONE)
    assert {(5, 2), (3, 2)} & around(4, 3) == {(5, 2), (3, 2)}
    play(around_it, "wagon", "move", (6, 3), (5, 2), "done")
    assert tiles(around_it) == ["wagon", "oasis"], "out of reach on the way, but not at the end (R-LOSE-3)"


def test_ship_holds_tiles() -> None:
    """R-GAIN-7, R-LOSE-2: a ship gains when placed, and taking it back loses."""
    land = {(5, 5): "W", (5, 6): "1"}
    game = scenario(
        land, own=[(5, 3), (5, 4)], locations={"1": "farm"}, card="grass", me=holding("lighthouse"), turn=DONE
    )
    play(game, "lighthouse", "place", (5, 5))
    assert tiles(game) == ["lighthouse", "farm"]
    held = {"tiles": [tile("lighthouse"), tile("farm", (5, 6))], "ship": [5, 5]}
    game = scenario(land, own=[(5, 4)], locations={"1": "farm"}, card="grass", me=held, turn=DONE)
    play(game, "lighthouse", "remove")
    assert tiles(game) == ["lighthouse"]


@pytest.mark.parametrize(
    ("kind", "field", "place"), [("wagon", "wagon", (12, 12)), ("lighthouse", "ship", (2, 2))]
)
def test_losing_the_tile_leaves_the_piece(kind: str, field: str, place: tuple[int, int]) -> None:
    """R-LOSE-7: wagon and ship stay and count, but can no longer be moved or taken back."""
    me = {"tiles": [tile(kind, (5, 5)), tile("paddock")], field: list(place)}
    game = scenario(
        {(5, 5): "1", (2, 2): "W"},
        own=[(5, 6)],
        locations={"1": kind},
        card="grass",
        me=me,
        turn=DONE,
        cards=["hermits"],
    )
    play(game, "paddock", (5, 6), (5, 8))
    assert options(game) == {"end_turn"}
    assert places(kept(game)[field][0]) == {place}
    assert gold(game, "hermits") == 2


def test_ship_and_wagon_and_their_terrain_in_scoring() -> None:
    """K-FISHERMEN-2, K-MINERS-2: a ship never scores Fishermen, a wagon on a mountain not Miners; crosswise
    they do."""
    land = {(5, 5): "W", (5, 6): "W", (8, 5): "M", (8, 6): "M", (8, 4): "W", (5, 4): "M"}
    game = scenario(land, card="grass", me={"ship": [5, 5], "wagon": [8, 5]}, cards=["fishermen", "miners"])
    assert gold(game, "fishermen") == 1
    assert gold(game, "miners") == 1
    plain = scenario(
        {(5, 6): "W", (8, 6): "M"},
        card="grass",
        me={"wagon": [5, 5]},
        cards=["fishermen", "miners", "knights"],
    )
    assert gold(plain, "fishermen") == 1
    assert gold(plain, "knights") == 2


# --- fort


def fort(card: str, land: dict[tuple[int, int], str], **more: Any) -> Game:
    return scenario(
        land,
        own=[(5, 4)],
        card="grass",
        me=holding("fort", **more.pop("me", {})),
        deck=[card, "grass"],
        turn=DONE,
        **more,
    )


def test_fort_draws_and_builds() -> None:
    """L-FORT-1, L-FORT-2: a card is drawn and shown, one settlement built on its terrain, adjacent if
    possible; it must be made."""
    game = fort("desert", {(5, 5): "D", (9, 9): "D"})
    happened = play(game, "fort")
    assert events.CardRevealed(0, "desert", "fort") in happened
    assert (asks(game), cells(game), options(game)) == ("to", {(5, 5)}, set())
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(game, "end_turn")
    play(game, (5, 5))
    assert game.supply[0] == 38
    assert game.discard == ("desert",)
    assert game.deck == ("grass",)
    assert (game.card, game.terrain, game.hand[0]) == ("grass", "grass", ("grass",)), (
        "the played card stays (L-FORT-3)"
    )
    assert options(game) == {"end_turn"}


def test_fort_without_a_hex() -> None:
    """L-FORT-2: no free hex of the drawn terrain: no build and no second draw; the tile is used."""
    game = fort("desert", {})
    play(game, "fort")
    assert (game.supply[0], game.deck, game.discard) == (39, ("grass",), ("desert",))
    assert options(game) == {"end_turn"}


def test_fort_needs_supply_and_a_card() -> None:
    """L-FORT-2, R-BUILD-10: not available with an empty supply; nor without any card to draw; the discard
    pile is one (R-CARD-2)."""
    assert "fort" not in options(fort("desert", {(5, 5): "D"}, me={"supply": 0}))
    none = scenario(own=[(5, 4)], card="grass", me=holding("fort"), deck=[], turn=DONE)
    assert "fort" not in options(none)
    with pytest.raises(IllegalAnswer, match="L-FORT-2"):
        play(none, "fort")
    pile = scenario(own=[(5, 4)], card="grass", me=holding("fort"), deck=[], discard=["grass"], turn=DONE)
    play(pile, "fort")
    assert cells(pile) == around(5, 4)
    assert pile.discard == ("grass",)


# --- city hall


def test_city_hall_covers_seven_free_hexes_next_to_own() -> None:
    """L-CITYHALL-1, P-CITYHALL-1: a flower of seven free suitable hexes, at least one of them next to an own
    piece, strictly."""
    game = scenario(own=[(10, 10)], card="grass", me=holding("city_hall"), turn=DONE)
    play(game, "city_hall")
    assert asks(game) == "to"
    # all centres at distance 2 from the settlement (a nearer one would cover it); at distance 3 only the rim
    # is next to nothing
    second = {place for ring in around(10, 10) for place in around(*ring)} - around(10, 10) - {(10, 10)}
    assert cells(game) == second
    happened = play(game, (10, 12))
    hexes = around(10, 12) | {(10, 12)}
    assert places(game.own[0]) == hexes | {(10, 10)}
    assert any(isinstance(event, events.Built) and places(event.hexes) == hexes for event in happened)
    assert state(game)["players"][0]["city_hall"] == [10, 12]
    assert "city_hall" not in options(scenario(card="grass", me=holding("city_hall"), turn=DONE)), (
        "no own piece, no city hall (R-BUILD-8)"
    )


def test_city_hall_needs_room() -> None:
    """L-CITYHALL-1, P-WARRIOR-4, R-TERR-2: no piece, no zone, no water, mountain or landmark under it; seams
    do not matter."""
    mixed = {(9, 9): "D", (9, 8): "G", (9, 10): "C", (8, 9): "L", (8, 10): "F", (10, 9): "G", (10, 10): "G"}
    island = block("W", range(20), range(20)) | mixed
    assert around(9, 9) == {(9, 8), (9, 10), (8, 9), (8, 10), (10, 9), (10, 10)}
    shore = {**island, (9, 7): "G", (0, 0): "G"}
    game = scenario(shore, own=[(9, 7)], card="grass", me=holding("city_hall"), turn=DONE)
    play(game, "city_hall")
    assert cells(game) == {(9, 9)}
    for spoiled in ({(8, 9): "W"}, {(8, 9): "M"}, {(8, 9): "S"}):
        assert "city_hall" not in options(
            scenario({**shore, **spoiled}, own=[(9, 7)], card="grass", me=holding("city_hall"), turn=DONE)
        )
    taken = scenario(shore, own=[(9, 7)], other=[(10, 10)], card="grass", me=holding("city_hall"), turn=DONE)
    assert "city_hall" not in options(taken)
    barred = scenario(
        {**shore, (9, 11): "G"},
        own=[(9, 7)],
        card="grass",
        me=holding("city_hall"),
        them={"warriors": [[9, 11]]},
        turn=DONE,
    )
    assert "city_hall" not in options(barred)
    edge = scenario(own=[(0, 5)], card="grass", me=holding("city_hall"), turn=DONE)
    play(edge, "city_hall")
    assert not {place for place in cells(edge) if place[0] == 0 or place[1] in (0, 19)}


def test_city_hall_takes_no_supply_and_stays() -> None:
    """L-CITYHALL-2, L-CITYHALL-4, L-CITYHALL-6, D-19: once a game; no supply; no end; not repeatable; the
    tile has no further use."""
    game = scenario(
        own=[(10, 10)],
        card="grass",
        me=holding("city_hall", supply=0),
        them=holding("city_hall"),
        other=[(2, 2)],
        turn=DONE,
    )
    play(game, "city_hall", (10, 12))
    assert (game.supply[0], game.ending) == (0, False)
    assert options(game) == {"end_turn"}
    play(game, "end_turn")
    assert "city_hall" in options(game), "the second holder places an own one (L-CITYHALL-6)"
    assert not TILES["city_hall"].repeatable
    mine = scenario(own=[(10, 10)], card="grass", me=holding("city_hall", city_hall=[10, 12]), turn=DONE)
    assert options(mine) == {"end_turn"}
    with pytest.raises(IllegalAnswer, match="L-CITYHALL-6"):
        play(mine, "city_hall")
    assert not mine.table.hooks.exposed[0](mine, 0)


def test_city_hall_gains_and_keeps_tiles() -> None:
    """L-CITYHALL-3, L-CITYHALL-5, R-GAIN-4, R-GAIN-7: tiles of all adjacent locations, safe for the rest of
    the game."""
    land = {(10, 14): "1", (8, 11): "2"}
    assert (10, 13) in around(10, 14)
    assert (9, 11) in around(8, 11)
    names = {"1": "farm", "2": "paddock"}
    game = scenario(
        land, own=[(10, 10)], locations=names, card="grass", me=holding("city_hall", "paddock"), turn=DONE
    )
    play(game, "city_hall", (10, 12))
    assert sorted(tiles(game)) == ["city_hall", "farm", "paddock", "paddock"]
    play(game, "paddock", (10, 10), (10, 8))
    assert sorted(tiles(game)) == ["city_hall", "farm", "paddock", "paddock"]


def test_losing_the_city_hall_tile() -> None:
    """R-LOSE-7: the city hall stays; before it was placed, it can no longer be."""
    land = {(5, 5): "1"}
    me = {"tiles": [tile("city_hall", (5, 5)), tile("paddock")]}
    unplaced = scenario(land, own=[(5, 6)], locations={"1": "city_hall"}, card="grass", me=me, turn=DONE)
    play(unplaced, "paddock", (5, 6), (5, 8))
    assert options(unplaced) == {"end_turn"}
    placed = scenario(
        land,
        own=[(5, 6)],
        locations={"1": "city_hall"},
        card="grass",
        me={**me, "city_hall": [12, 12]},
        turn=DONE,
    )
    play(placed, "paddock", (5, 6), (5, 8))
    assert places(placed.own[0]) == around(12, 12) | {(12, 12), (5, 8)}


def test_city_hall_counts_as_seven() -> None:
    """E-53, P-CITYHALL-2, T-FORTRESS-2: Lords +7 in its section, Knights sees 2, 3, 2, each hex by its own
    row and place."""
    cards = ["lords", "knights", "discoverers", "citizens", "hermits"]
    others = [(15, column) for column in range(12, 18)]
    game = scenario(other=others, card="grass", me={"city_hall": [15, 5]}, cards=cards, tasks=["fortress"])
    assert [(game.own[0] & row).bit_count() for row in ROW_MASKS[14:17]] == [2, 3, 2]
    assert gold(game, "knights") == 6
    assert gold(game, "discoverers") == 3
    assert gold(game, "citizens") == 3
    assert gold(game, "hermits") == 1
    assert gold(game, "fortress") == 6
    # bottom left 12 with seven; the top ones shared at none, 12 each; bottom right 6 for the second place
    assert gold(game, "lords") == 12 + 24 + 6
    seam = scenario(card="grass", me={"city_hall": [10, 10]}, cards=["farmers"])
    assert sorted((seam.own[0] & mask).bit_count() for mask in SECTION_MASKS) == [1, 1, 2, 3]
    assert gold(seam, "farmers") == 3


# --- zones against every action


def test_zone_stops_the_mandatory_build_and_its_card() -> None:
    """P-WARRIOR-3, R-CARD-4: a terrain whose last free hexes lie in a zone makes the card useless."""
    land = {(5, 6): "D", (9, 9): "F"}
    game = scenario(land, own=[(5, 8)], card="desert", them={"warriors": [[5, 5]]}, deck=["forest"])
    assert (game.card, cells(game)) == ("forest", {(9, 9)})


def test_a_warrior_can_make_the_own_card_useless() -> None:
    """R-CARD-5, P-WARRIOR-3: the test is made after every change, also after placing a warrior."""
    land = {(5, 6): "D", (9, 9): "F"}
    game = scenario(land, own=[(5, 4)], card="desert", me=holding("barracks"), deck=["forest"])
    happened = play(game, "barracks", "place", (5, 5))
    assert events.CardRemoved(0, "desert") in happened
    assert cells(game) == {(9, 9)}


def landings(game: Game, action: str) -> set[Place]:
    """All hexes that some way of doing an action leads to (its first landing)."""
    game = game.copy()
    play(game, action)
    found: set[Place] = set()

    def follow(at: Game) -> None:
        if asks(at) == "to":
            found.update(cells(at))
        elif asks(at) != "act":
            for answer in (*cells(at), *options(at)):
                further = at.copy()
                play(further, answer)
                follow(further)

    follow(game)
    return found


WITHOUT_TARGETS = {"crossroads", "temple", "bazaar", "canoe", "city_hall", "tower", "university", "fountain"}
"""No landing of their own, or with a test of their own."""
LETTERS = {
    "harbor": "W",
    "lighthouse": "W",
    "oasis": "D",
    "garden": "L",
    "foresters_lodge": "F",
    "tree_house": "F",
    "monastery": "C",
    "rope_bridge": "C",
}


@pytest.mark.parametrize("kind", sorted(set(TILES) - WITHOUT_TARGETS))
def test_zone_against_every_tile(kind: str) -> None:
    """P-WARRIOR-3, P-WARRIOR-4, P-WARRIOR-6, E-70, R-MOVE-6: no tile of any box places or moves a piece onto
    a zone hex."""
    land = dict.fromkeys(around(10, 10), LETTERS.get(kind, "G"))
    land |= {(8, 9): "W", (12, 9): "M"}
    own = [(10, 12), (10, 13), (10, 14), (9, 11), (11, 11)]
    me = holding(kind)
    if kind == "cathedral":
        me["counters"] = 2
    found = {}
    for piece in ("settlements", "warriors"):
        game = scenario(
            land, own=own, card="grass", me=me, them={piece: [[10, 10]]}, deck=["grass", "grass"], turn=DONE
        )
        found[piece] = landings(game, kind) if kind in options(game) else set()
    assert found["settlements"] & around(10, 10), "without a warrior the hexes are targets"
    assert not found["warriors"] & around(10, 10)


def test_zone_against_tower() -> None:
    """P-WARRIOR-3: the edge next to a warrior is closed, also for the tower."""
    game = scenario(own=[(0, 7)], card="grass", me=holding("tower"), them={"warriors": [[0, 5]]}, turn=DONE)
    play(game, "tower")
    assert cells(game) == {(0, 8)}


# --- positions


def test_positions_with_all_pieces_are_read_and_written() -> None:
    """R-SETUP-5, R-TERM-1: warriors, wagon, ship and city hall in a position."""
    me = {"warriors": [[2, 2], [2, 8]], "wagon": [5, 5], "ship": [8, 8], "city_hall": [12, 12]}
    game = scenario({(8, 8): "W"}, card="grass", me=me)
    assert places(game.own[0]) == {(2, 2), (2, 8), (5, 5), (8, 8), (12, 12)} | around(12, 12)
    again = loaded_again(game)
    assert state(again)["players"] == state(game)["players"]
    assert {key: state(game)["players"][0][key] for key in me} == me
    assert again.free == game.free
    assert state(game)["players"][1]["wagon"] is None


@pytest.mark.parametrize(
    ("me", "problem"),
    [
        ({"warriors": [[2, 2], [3, 3], [4, 4]]}, "only 2"),
        ({"warriors": [[8, 8]]}, "no warrior"),
        ({"wagon": [8, 8]}, "no wagon"),
        ({"ship": [2, 2]}, "no ship"),
        ({"city_hall": [0, 5]}, "six hexes"),
        ({"city_hall": [8, 7]}, "no city_hall"),
        ({"city_hall": [1, 0]}, "not six hexes"),
        ({"wagon": [2, 2], "warriors": [[2, 2]]}, "two pieces"),
        ({"wagon": [2, 2], "settlements": [[2, 2]]}, "two pieces"),
        ({"wagon": [9, 99]}, "not a hex"),
    ],
)
def test_impossible_pieces_are_refused(me: dict[str, Any], problem: str) -> None:
    """R-BUILD-1, R-TERR-2, P-CITYHALL-1: a position that cannot be says where and why."""
    with pytest.raises(BadSetup, match=problem):
        scenario({(8, 8): "W"}, card="grass", me=me)


def test_pieces_of_two_players_do_not_share_a_hex() -> None:
    """R-BUILD-1: one piece a hex, whoever owns it."""
    with pytest.raises(BadSetup, match="two pieces"):
        scenario(card="grass", me={"wagon": [2, 2]}, them={"warriors": [[2, 2]]})


def test_a_copy_does_not_change_with_its_origin() -> None:
    """Copies are independent, also in the middle of a move."""
    game = scenario(own=[(1, 1)], card="grass", me=holding("wagon", wagon=[5, 5]), turn=DONE)
    play(game, "wagon", "move", (5, 6))
    before = state(game)
    other = game.copy()
    play(other, (5, 7), (5, 8))
    assert state(game) == before
    assert wagon(game) == {(5, 6)}
    assert wagon(other) == {(5, 8)}
    assert pieces(other) == {(1, 1)}
