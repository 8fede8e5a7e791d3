"""Tests the pieces and location tiles of Crossroads (RULES.md sections 8 and 9.3) on small custom boards."""

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
from kingdom.rules.hexes import BIT, NEIGHBORS, ROW_MASKS, SECTION_MASKS, Coord
from kingdom.rules.registry import TILES

AFTER_MANDATORY = {"mandatory": "done"}


def neighbors_of(row: int, column: int) -> set[tuple[int, int]]:
    """Returns the neighbors of a hex on the main board."""
    return {(coord[0], coord[1]) for coord in coords(NEIGHBORS[hex_id_at(row, column)]) if len(coord) == 2}


def block(letter: str, rows: range, columns: range) -> dict[tuple[int, int], str]:
    """Returns a rectangle of one terrain."""
    return {(row, column): letter for row in rows for column in columns}


def player_with_tiles(*tile_names: str, **keys: Any) -> dict[str, Any]:
    """Returns player data with tiles that are not tied to a location."""
    return {"tiles": [tile(tile_name) for tile_name in tile_names], **keys}


def warriors(game: Game, player: int = 0) -> set[Coord]:
    return coords(expansion_state(game)["warriors"][player])


def wagon(game: Game, player: int = 0) -> set[Coord]:
    return coords(expansion_state(game)["wagon"][player])


def ship(game: Game, player: int = 0) -> set[Coord]:
    return coords(expansion_state(game)["ship"][player])


def reload(game: Game) -> Game:
    """Writes the game as a position and reads it back."""
    return read_position(position_data(game))


def next_turn(game: Game) -> None:
    """Ends the turn, lets the opponents build anywhere, and stops at player 0's next turn."""
    play(game, "end_turn")
    while game.active_player != 0:
        play(game, "end_turn" if "end_turn" in options(game) else min(cells(game)))


# --- Forester's Lodge and Monastery


@pytest.mark.parametrize(("kind", "letter"), [("foresters_lodge", "F"), ("monastery", "C")])
def test_lodge_and_monastery_build_on_their_terrain(kind: str, letter: str) -> None:
    """L-FORESTER-1, L-MONASTERY-1: the tile builds one settlement on forest or canyon, next to the player's
    own pieces if possible, regardless of the card."""
    game = scenario(
        {(5, 5): letter, (5, 6): letter, (9, 9): letter},
        own=[(5, 4)],
        card="grass",
        me=player_with_tiles(kind),
        turn=AFTER_MANDATORY,
    )
    play(game, kind)
    assert (question(game), cells(game)) == ("to", {(5, 5)})
    play(game, (5, 5))
    assert game.supply[0] == 38
    assert options(game) == {"end_turn"}
    none_adjacent = scenario(
        {(9, 9): letter, (15, 3): letter},
        own=[(5, 4)],
        card="grass",
        me=player_with_tiles(kind),
        turn=AFTER_MANDATORY,
    )
    play(none_adjacent, kind)
    assert cells(none_adjacent) == {(9, 9), (15, 3)}
    no_terrain = scenario(own=[(5, 4)], card="grass", me=player_with_tiles(kind), turn=AFTER_MANDATORY)
    assert kind not in options(no_terrain)


# --- Barracks and warriors


def test_warrior_is_placed_next_to_own_pieces_if_possible() -> None:
    """L-BARRACKS-1, P-WARRIOR-1: a warrior is placed on a suitable hex, adjacent if possible. Placing a
    warrior is a build that takes nothing from the supply (R-TERM-8, R-TERM-9)."""
    terrain = {(5, 5): "W", (5, 3): "M"}
    game = scenario(
        terrain, own=[(5, 4)], card="grass", me=player_with_tiles("barracks"), turn=AFTER_MANDATORY
    )
    play(game, "barracks")
    assert (question(game), options(game)) == ("option", {"place"})
    play(game, "place")
    assert cells(game) == neighbors_of(5, 4) - {(5, 5), (5, 3)}
    emitted = play(game, (4, 4))
    assert warriors(game) == {(4, 4)}
    assert game.supply[0] == 39
    assert events.Built(0, "warrior", BIT[hex_id_at(4, 4)], "barracks") in emitted
    without_pieces = scenario(terrain, card="grass", me=player_with_tiles("barracks"), turn=AFTER_MANDATORY)
    play(without_pieces, "barracks", "place")
    assert len(cells(without_pieces)) == 398


def test_warrior_zone_blocks_every_player() -> None:
    """P-WARRIOR-3, R-TERM-4, R-TERM-5: no player, not even the owner, may build next to a warrior."""
    for own_warriors, opponent_warriors in (([[5, 5]], []), ([], [[5, 5]])):
        game = scenario(
            own=[(5, 7)], card="grass", me={"warriors": own_warriors}, them={"warriors": opponent_warriors}
        )
        assert not cells(game) & neighbors_of(5, 5)
        assert cells(game) == neighbors_of(5, 7) - neighbors_of(5, 5)
        with pytest.raises(IllegalAnswer, match="R-TERM-5"):
            play(game, (5, 6))


def test_zone_hexes_neither_force_nor_satisfy_adjacency() -> None:
    """P-WARRIOR-5: if all adjacent hexes are in a zone, any hex of the terrain is legal."""
    terrain = {(5, 5): "D", (5, 6): "D", (15, 15): "D"}
    game = scenario(terrain, own=[(5, 7)], card="desert", them={"warriors": [[4, 5]]})
    assert {(5, 5), (5, 6)} & neighbors_of(4, 5) == {(5, 5)}
    assert cells(game) == {(5, 6)}
    all_in_zone = scenario(
        {(5, 6): "D", (15, 15): "D"}, own=[(5, 7)], card="desert", them={"warriors": [[4, 6]]}
    )
    assert cells(all_in_zone) == {(15, 15)}


def test_pieces_next_to_a_warrior_still_score() -> None:
    """P-WARRIOR-2, R-TERM-1: a warrior may be placed next to other pieces. All of them still score, and the
    warrior itself counts as one piece."""
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


def test_warriors_never_force_adjacency() -> None:
    """R-TERM-1, P-WARRIOR-5: a warrior counts as one of its owner's pieces, but no player can build next to
    it, so it never restricts where its owner builds."""
    game = scenario(card="grass", me={"warriors": [[5, 5]]})
    assert len(cells(game)) == 400 - 7


def test_removing_a_warrior_frees_its_zone() -> None:
    """E-57, P-WARRIOR-3, L-BARRACKS-1: after a warrior is removed, the hexes around it are free again."""
    game = scenario(own=[(5, 7)], card="grass", me=player_with_tiles("barracks", warriors=[[5, 5], [9, 9]]))
    assert (5, 6) not in cells(game)
    play(game, "barracks")
    assert options(game) == {"remove"}
    play(game, "remove")
    assert (question(game), cells(game)) == ("from", {(5, 5), (9, 9)})
    emitted = play(game, (5, 5))
    assert events.Removed(0, "warrior", hex_id_at(5, 5), 0, "barracks") in emitted
    assert warriors(game) == {(9, 9)}
    assert (5, 6) in cells(game)
    assert "barracks" not in options(game)


def test_barracks_has_two_warriors_and_one_use_per_turn() -> None:
    """L-BARRACKS-1, L-BARRACKS-2, R-SETUP-5: each turn, Barracks either places or removes one warrior; a
    removed warrior can be placed again next turn."""
    game = scenario(
        own=[(5, 7)], card="grass", me=player_with_tiles("barracks", warriors=[[15, 5]]), turn=AFTER_MANDATORY
    )
    play(game, "barracks")
    assert options(game) == {"place", "remove"}
    play(game, "remove", (15, 5))
    assert options(game) == {"end_turn"}
    next_turn(game)
    assert "barracks" in options(game)
    play(game, "barracks")
    assert options(game) == {"place"}


def test_warrior_cannot_be_placed_in_a_zone() -> None:
    """P-WARRIOR-4: no player can place a warrior in a zone, not even the zone's owner."""
    game = scenario(
        own=[(5, 6), (10, 10)],
        card="grass",
        me=player_with_tiles("barracks", warriors=[[5, 5]]),
        turn=AFTER_MANDATORY,
    )
    play(game, "barracks", "place")
    assert cells(game) == (neighbors_of(5, 6) | neighbors_of(10, 10)) - neighbors_of(5, 5) - {(5, 5)}


def test_warrior_gains_holds_and_loses_tiles() -> None:
    """R-GAIN-7, R-LOSE-2: a warrior gains and keeps a location tile like a settlement, and removing it loses
    the tile."""
    game = scenario(
        {(5, 5): "1"},
        own=[(5, 7)],
        locations={"1": "farm"},
        card="grass",
        me=player_with_tiles("barracks"),
        turn=AFTER_MANDATORY,
    )
    play(game, "barracks", "place", (5, 6))
    assert tiles(game) == ["barracks", "farm"]
    player_data = {"tiles": [tile("barracks"), tile("farm", (5, 5))], "warriors": [[5, 6]]}
    game = scenario(
        {(5, 5): "1"},
        own=[(9, 7)],
        locations={"1": "farm"},
        card="grass",
        me=player_data,
        turn=AFTER_MANDATORY,
    )
    emitted = play(game, "barracks", "remove", (5, 6))
    assert tiles(game) == ["barracks"]
    assert events.TileLost(0, "farm", hex_id_at(5, 5)) in emitted


def test_losing_barracks_keeps_the_warriors() -> None:
    """R-LOSE-7: if the tile is lost, the warrior stays, keeps its zone and still scores, but it can no longer
    be removed."""
    player_data = {"tiles": [tile("barracks", (5, 5)), tile("paddock")], "warriors": [[12, 12]]}
    game = scenario(
        {(5, 5): "1"},
        own=[(5, 6)],
        locations={"1": "barracks"},
        card="grass",
        me=player_data,
        turn=AFTER_MANDATORY,
        cards=["hermits"],
    )
    play(game, "paddock", (5, 6), (5, 8))
    assert tiles(game) == ["paddock"]
    assert options(game) == {"end_turn"}
    assert warriors(game) == {(12, 12)}
    assert coords(game.zone_hexes) == neighbors_of(12, 12)
    assert gold(game, "hermits") == 2


def test_removing_the_warrior_that_supports_barracks() -> None:
    """R-LOSE-2, R-LOSE-4: if the only piece next to the Barracks location is a warrior, removing it loses the
    tile."""
    player_data = {"tiles": [tile("barracks", (5, 5))], "warriors": [[5, 6]]}
    game = scenario(
        {(5, 5): "1"}, locations={"1": "barracks"}, card="grass", me=player_data, turn=AFTER_MANDATORY
    )
    play(game, "barracks", "remove", (5, 6))
    assert tiles(game) == []
    assert warriors(game) == set()


def test_warriors_do_not_end_the_game() -> None:
    """R-TERM-9, R-END-1: placing a warrior takes nothing from the supply, so it never triggers the end of the
    game."""
    game = scenario(
        own=[(5, 7)], card="grass", me=player_with_tiles("barracks", supply=0), turn=AFTER_MANDATORY
    )
    play(game, "barracks", "place", (5, 6))
    assert not game.end_triggered
    assert game.supply[0] == 0


def test_move_tiles_move_only_settlements() -> None:
    """R-MOVE-4: Paddock, Barn and Harbor can move settlements only, never warriors, wagons, ships or city
    halls."""
    player_data = player_with_tiles(
        "paddock", "barn", "harbor", warriors=[[3, 15]], wagon=[8, 8], ship=[15, 5], city_hall=[15, 15]
    )
    game = scenario(
        {(15, 5): "W", (15, 6): "W"}, own=[(2, 2)], card="grass", me=player_data, turn=AFTER_MANDATORY
    )
    for kind in ("paddock", "barn", "harbor"):
        copied = game.copy()
        play(copied, kind)
        assert (question(copied), cells(copied)) == ("from", {(2, 2)})
    no_settlements = scenario(
        card="grass", me=player_data, land={(15, 5): "W", (15, 6): "W"}, turn=AFTER_MANDATORY
    )
    assert options(no_settlements) == {"end_turn"}


def test_zone_can_be_left_but_not_entered() -> None:
    """R-MOVE-6, R-MOVE-2: a piece may leave a zone; the hex it vacates is still in the zone and does not
    count as an adjacent target."""
    terrain = {(5, 6): "D", (15, 15): "D"}
    game = scenario(
        terrain,
        own=[(5, 6), (5, 7)],
        card="desert",
        me=player_with_tiles("barn"),
        them={"warriors": [[5, 5]]},
        turn=AFTER_MANDATORY,
    )
    play(game, "barn", (5, 6))
    assert cells(game) == {(15, 15)}
    without_warrior = scenario(
        terrain, own=[(5, 6), (5, 7)], card="desert", me=player_with_tiles("barn"), turn=AFTER_MANDATORY
    )
    play(without_warrior, "barn")
    assert cells(without_warrior) == {(5, 7)}, (
        "without the warrior the vacated hex is a candidate, so (5,6) may not move far"
    )


def test_paddock_and_warriors() -> None:
    """E-71, L-PADDOCK-3, P-WARRIOR-6: Paddock never jumps over a warrior. It may jump over a zone hex if it
    lands outside the zone."""
    game = scenario(
        own=[(10, 9)],
        card="grass",
        me=player_with_tiles("paddock"),
        them={"warriors": [[10, 10]]},
        turn=AFTER_MANDATORY,
    )
    play(game, "paddock", (10, 9))
    assert (10, 11) not in cells(game)
    assert (10, 7) in cells(game)
    over_zone = scenario(
        own=[(9, 9)],
        card="grass",
        me=player_with_tiles("paddock"),
        them={"warriors": [[10, 10]]},
        turn=AFTER_MANDATORY,
    )
    assert (9, 10) in neighbors_of(10, 10)
    play(over_zone, "paddock", (9, 9))
    assert (9, 11) in cells(over_zone)
    from_outside = scenario(
        own=[(9, 8)],
        card="grass",
        me=player_with_tiles("paddock"),
        them={"warriors": [[10, 10]]},
        turn=AFTER_MANDATORY,
    )
    play(from_outside, "paddock", (9, 8))
    assert (9, 10) not in cells(from_outside)


def test_tavern_lines_with_special_pieces() -> None:
    """L-TAVERN-2: the end of a line is not a target if it is next to a warrior; wagons, ships, warriors and
    city hall hexes are part of a line."""
    game = scenario(
        own=[(5, 4), (5, 5), (5, 6)],
        card="grass",
        me=player_with_tiles("tavern"),
        them={"warriors": [[5, 8]]},
        turn=AFTER_MANDATORY,
    )
    play(game, "tavern")
    assert cells(game) == {(5, 3)}
    mixed_line = scenario(
        {(5, 6): "W"},
        own=[(5, 4)],
        card="grass",
        me=player_with_tiles("tavern", wagon=[5, 5], ship=[5, 6]),
        turn=AFTER_MANDATORY,
    )
    play(mixed_line, "tavern")
    assert cells(mixed_line) == {(5, 3), (5, 7)}
    city_hall = scenario(
        card="grass", me=player_with_tiles("tavern", city_hall=[10, 10]), turn=AFTER_MANDATORY
    )
    play(city_hall, "tavern")
    assert cells(city_hall) == {(10, 8), (10, 12), (8, 9), (8, 11), (12, 9), (12, 11)}


# --- wagon and ship


def test_wagon_is_placed_on_suitable_terrain_or_mountain() -> None:
    """L-WAGON-1, L-WAGON-3: the wagon is placed on a suitable hex or a mountain, adjacent if possible.
    Placing the wagon is a build that takes nothing from the supply."""
    terrain = {(5, 5): "M", (4, 4): "W", (4, 5): "S"}
    game = scenario(terrain, own=[(5, 4)], card="grass", me=player_with_tiles("wagon"), turn=AFTER_MANDATORY)
    play(game, "wagon")
    assert (question(game), options(game)) == ("option", {"place"})
    play(game, "place")
    assert cells(game) == neighbors_of(5, 4) - {(4, 4), (4, 5)}
    emitted = play(game, (5, 5))
    assert wagon(game) == {(5, 5)}
    assert game.supply[0] == 39
    assert events.Built(0, "wagon", BIT[hex_id_at(5, 5)], "wagon") in emitted
    only_mountain = block("W", range(20), range(20)) | {(5, 4): "G", (15, 15): "G", (5, 5): "M"}
    only_mountain_adjacent = scenario(
        only_mountain, own=[(5, 4)], card="grass", me=player_with_tiles("wagon"), turn=AFTER_MANDATORY
    )
    play(only_mountain_adjacent, "wagon", "place")
    assert cells(only_mountain_adjacent) == {(5, 5)}


def test_wagon_counts_for_adjacency() -> None:
    """P-WAGON-1, R-TERM-1: the wagon counts as one of its owner's pieces for adjacency."""
    game = scenario(card="grass", me={"wagon": [5, 5]})
    assert cells(game) == neighbors_of(5, 5)


def test_ship_counts_for_adjacency() -> None:
    """P-SHIP-1, R-TERM-1: the ship counts as one of its owner's pieces for adjacency."""
    game = scenario({(5, 5): "W"}, card="grass", me={"ship": [5, 5]})
    assert cells(game) == neighbors_of(5, 5)


def corridor(letter: str) -> dict[tuple[int, int], str]:
    """Returns a straight path of five hexes, surrounded by terrain that the piece cannot enter."""
    blocking_letter = "M" if letter == "W" else "W"
    return (
        block(blocking_letter, range(20), range(20))
        | {(5, column): letter for column in range(3, 8)}
        | {(19, 19): "G", (18, 18): "G"}
    )


@pytest.mark.parametrize(("kind", "letter"), [("wagon", "G"), ("wagon", "M"), ("lighthouse", "W")])
def test_moves_of_one_to_three_steps(kind: str, letter: str) -> None:
    """E-56, L-WAGON-1, L-LIGHTHOUSE-1: the piece moves one, two or three steps, but not four."""
    piece_key = "ship" if kind == "lighthouse" else "wagon"
    for steps in (1, 2, 3):
        game = scenario(
            corridor(letter),
            own=[(19, 19)],
            card="grass",
            me=player_with_tiles(kind, **{piece_key: [5, 3]}),
            turn=AFTER_MANDATORY,
        )
        play(game, kind)
        assert options(game) == {"move", "remove"}
        play(game, "move")
        assert options(game) == set(), "an end hex must differ from the start (R-MOVE-3)"
        for step in range(1, steps + 1):
            assert question(game) == "to"
            assert (5, 3 + step) in cells(game)
            play(game, (5, 3 + step))
        if steps < 3:
            assert options(game) == {"done"}
            play(game, "done")
        assert coords(expansion_state(game)[piece_key][0]) == {(5, 3 + steps)}
        assert options(game) == {"end_turn"}


@pytest.mark.parametrize(
    ("kind", "piece_key", "letter"), [("wagon", "wagon", "G"), ("lighthouse", "ship", "W")]
)
def test_moves_are_blocked_by_any_piece(kind: str, piece_key: str, letter: str) -> None:
    """E-56, L-WAGON-2, L-LIGHTHOUSE-2, R-MOVE-6: a piece cannot step onto an occupied hex or a zone hex;
    without a legal step there is no move."""
    terrain = corridor(letter)
    for opponent_data in ({"settlements": [[5, 4]]}, {piece_key: [5, 4]}):
        blocked = scenario(
            terrain,
            own=[(19, 19)],
            card="grass",
            me=player_with_tiles(kind, **{piece_key: [5, 3]}),
            them=opponent_data,
            turn=AFTER_MANDATORY,
        )
        play(blocked, kind)
        assert options(blocked) == {"remove"}
    partly_blocked = scenario(
        terrain,
        own=[(19, 19)],
        card="grass",
        me=player_with_tiles(kind, **{piece_key: [5, 3]}),
        them={"settlements": [[5, 5]]},
        turn=AFTER_MANDATORY,
    )
    play(partly_blocked, kind, "move")
    assert cells(partly_blocked) == {(5, 4)}
    play(partly_blocked, (5, 4))
    assert (cells(partly_blocked), options(partly_blocked)) == ({(5, 3)}, {"done"})
    with_zone = scenario(
        {**terrain, (6, 6): "G"},
        own=[(19, 19)],
        card="grass",
        me=player_with_tiles(kind, **{piece_key: [5, 3]}),
        them={"warriors": [[6, 6]]},
        turn=AFTER_MANDATORY,
    )
    assert (5, 5) in neighbors_of(6, 6)
    play(with_zone, kind, "move", (5, 4))
    assert cells(with_zone) == {(5, 3)}


def test_steps_can_change_direction_and_need_no_adjacency() -> None:
    """L-WAGON-2, R-BUILD-9: steps may change direction, and the piece need not stay next to the player's own
    pieces."""
    game = scenario(
        own=[(1, 1), (1, 2)], card="grass", me=player_with_tiles("wagon", wagon=[5, 5]), turn=AFTER_MANDATORY
    )
    play(game, "wagon", "move")
    assert cells(game) == neighbors_of(5, 5)
    play(game, (5, 6))
    assert cells(game) == neighbors_of(5, 6)
    play(game, (6, 7), (7, 6))
    assert wagon(game) == {(7, 6)}


def test_move_can_cross_its_start_but_not_end_there() -> None:
    """R-MOVE-3: a piece that is back on its start hex must keep moving, and its last step may not end
    there."""
    game = scenario(
        corridor("W"),
        own=[(19, 19)],
        card="grass",
        me=player_with_tiles("lighthouse", ship=[5, 3]),
        turn=AFTER_MANDATORY,
    )
    play(game, "lighthouse", "move", (5, 4))
    assert cells(game) == {(5, 3), (5, 5)}
    play(game, (5, 3))
    assert (cells(game), options(game)) == ({(5, 4)}, set())
    play(game, (5, 4))
    assert (ship(game), options(game)) == ({(5, 4)}, {"end_turn"})
    last_step = scenario(
        own=[(19, 19)], card="grass", me=player_with_tiles("wagon", wagon=[5, 3]), turn=AFTER_MANDATORY
    )
    play(last_step, "wagon", "move", (5, 4), (4, 4))
    assert (5, 3) in neighbors_of(4, 4)
    assert (5, 3) not in cells(last_step)


def test_start_in_a_zone_cannot_be_entered_again() -> None:
    """R-MOVE-6, P-WARRIOR-3: a wagon may leave a zone, but not step back into it."""
    game = scenario(
        own=[(19, 19)],
        card="grass",
        me=player_with_tiles("wagon", wagon=[5, 6]),
        them={"warriors": [[5, 5]]},
        turn=AFTER_MANDATORY,
    )
    play(game, "wagon", "move")
    assert cells(game) == neighbors_of(5, 6) - neighbors_of(5, 5) - {(5, 5)}
    play(game, (5, 7))
    assert (5, 6) not in cells(game)


def test_wagon_can_be_removed() -> None:
    """L-WAGON-1: the wagon on the board can be moved or removed, but not both in one turn."""
    game = scenario(
        own=[(1, 1)], card="grass", me=player_with_tiles("wagon", wagon=[5, 5]), turn=AFTER_MANDATORY
    )
    play(game, "wagon")
    assert options(game) == {"move", "remove"}
    emitted = play(game, "remove")
    assert events.Removed(0, "wagon", hex_id_at(5, 5), 0, "wagon") in emitted
    assert (wagon(game), options(game)) == (set(), {"end_turn"})


def test_ship_is_placed_on_water() -> None:
    """L-LIGHTHOUSE-1, L-LIGHTHOUSE-2, L-LIGHTHOUSE-3: the ship is placed on free water, adjacent if possible;
    a hex with a piece on it is not free."""
    terrain = {(5, 5): "W", (4, 4): "W", (15, 15): "W"}
    game = scenario(
        terrain,
        own=[(5, 4)],
        other=[(4, 4)],
        card="grass",
        me=player_with_tiles("lighthouse"),
        turn=AFTER_MANDATORY,
    )
    play(game, "lighthouse", "place")
    assert cells(game) == {(5, 5)}
    play(game, (5, 5))
    assert (ship(game), game.supply[0]) == ({(5, 5)}, 39)
    none_adjacent = scenario(
        terrain, own=[(10, 4)], card="grass", me=player_with_tiles("lighthouse"), turn=AFTER_MANDATORY
    )
    play(none_adjacent, "lighthouse", "place")
    assert cells(none_adjacent) == {(5, 5), (4, 4), (15, 15)}
    no_water = scenario(own=[(10, 4)], card="grass", me=player_with_tiles("lighthouse"), turn=AFTER_MANDATORY)
    assert "lighthouse" not in options(no_water)
    with_ship = scenario(
        terrain,
        own=[(5, 4)],
        card="grass",
        me=player_with_tiles("lighthouse", ship=[5, 5]),
        turn=AFTER_MANDATORY,
    )
    play(with_ship, "lighthouse")
    assert options(with_ship) == {"remove"}
    play(with_ship, "remove")
    assert ship(with_ship) == set()


def test_wagon_gains_and_loses_tiles() -> None:
    """E-79, R-GAIN-7, R-LOSE-2: the wagon gains a tile by stopping next to a location and loses it by
    leaving."""
    terrain = {(5, 8): "1"}
    game = scenario(
        terrain,
        own=[(1, 1)],
        locations={"1": "farm"},
        card="grass",
        me=player_with_tiles("wagon", wagon=[5, 4]),
        turn=AFTER_MANDATORY,
    )
    play(game, "wagon", "move", (5, 5), (5, 6), (5, 7))
    assert tiles(game) == ["wagon", "farm"]
    next_turn(game)
    play(game, "wagon", "move", (5, 6))
    assert "farm" in tiles(game), "nothing is lost before the move is complete (R-LOSE-3)"
    play(game, "done")
    assert tiles(game) == ["wagon"]
    assert game.taken_locations[0] == BIT[hex_id_at(5, 8)]


def test_passing_a_location_gains_nothing() -> None:
    """R-GAIN-10: location tiles are gained and lost only where the piece ends its move."""
    terrain = {(4, 6): "1", (4, 3): "2"}
    player_data = {"tiles": [tile("wagon"), tile("oasis", (4, 3))], "wagon": [5, 3]}
    locations = {"1": "farm", "2": "oasis"}
    assert (5, 5) in neighbors_of(4, 6)
    game = scenario(
        terrain, own=[(19, 1)], locations=locations, card="grass", me=player_data, turn=AFTER_MANDATORY
    )
    assert (5, 3) in neighbors_of(4, 3)
    play(game, "wagon", "move", (5, 4), (5, 5))
    assert tiles(game) == ["wagon", "oasis"]
    stopped = game.copy()
    play(stopped, "done")
    assert tiles(stopped) == ["wagon", "farm"]
    play(game, (6, 5))
    assert tiles(game) == ["wagon"]
    assert game.stocked_locations & BIT[hex_id_at(4, 6)]
    assert not game.taken_locations[0] & BIT[hex_id_at(4, 6)]
    detour = scenario(
        terrain, own=[(19, 1)], locations=locations, card="grass", me=player_data, turn=AFTER_MANDATORY
    )
    assert {(5, 2), (3, 2)} & neighbors_of(4, 3) == {(5, 2), (3, 2)}
    play(detour, "wagon", "move", (6, 3), (5, 2), "done")
    assert tiles(detour) == ["wagon", "oasis"], (
        "the tile is kept if the piece is next to its location at the end (R-LOSE-3)"
    )


def test_ship_holds_tiles() -> None:
    """R-GAIN-7, R-LOSE-2: placing a ship gains tiles, and removing it loses them."""
    terrain = {(5, 5): "W", (5, 6): "1"}
    game = scenario(
        terrain,
        own=[(5, 3), (5, 4)],
        locations={"1": "farm"},
        card="grass",
        me=player_with_tiles("lighthouse"),
        turn=AFTER_MANDATORY,
    )
    play(game, "lighthouse", "place", (5, 5))
    assert tiles(game) == ["lighthouse", "farm"]
    player_data = {"tiles": [tile("lighthouse"), tile("farm", (5, 6))], "ship": [5, 5]}
    game = scenario(
        terrain, own=[(5, 4)], locations={"1": "farm"}, card="grass", me=player_data, turn=AFTER_MANDATORY
    )
    play(game, "lighthouse", "remove")
    assert tiles(game) == ["lighthouse"]


@pytest.mark.parametrize(
    ("kind", "piece_key", "coord"), [("wagon", "wagon", (12, 12)), ("lighthouse", "ship", (2, 2))]
)
def test_losing_the_tile_keeps_the_piece(kind: str, piece_key: str, coord: tuple[int, int]) -> None:
    """R-LOSE-7: if the tile is lost, the wagon or ship stays and still scores, but it can no longer be moved
    or removed."""
    player_data = {"tiles": [tile(kind, (5, 5)), tile("paddock")], piece_key: list(coord)}
    game = scenario(
        {(5, 5): "1", (2, 2): "W"},
        own=[(5, 6)],
        locations={"1": kind},
        card="grass",
        me=player_data,
        turn=AFTER_MANDATORY,
        cards=["hermits"],
    )
    play(game, "paddock", (5, 6), (5, 8))
    assert options(game) == {"end_turn"}
    assert coords(expansion_state(game)[piece_key][0]) == {coord}
    assert gold(game, "hermits") == 2


def test_terrain_under_ship_and_wagon_in_scoring() -> None:
    """K-FISHERMEN-2, K-MINERS-2: a ship on water never scores for Fishermen, and a wagon on a mountain never
    scores for Miners; a ship can score for Miners and a wagon for Fishermen."""
    terrain = {(5, 5): "W", (5, 6): "W", (8, 5): "M", (8, 6): "M", (8, 4): "W", (5, 4): "M"}
    game = scenario(
        terrain, card="grass", me={"ship": [5, 5], "wagon": [8, 5]}, cards=["fishermen", "miners"]
    )
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


# --- Fort


def game_with_fort(card: str, terrain: dict[tuple[int, int], str], **position_keys: Any) -> Game:
    return scenario(
        terrain,
        own=[(5, 4)],
        card="grass",
        me=player_with_tiles("fort", **position_keys.pop("me", {})),
        deck=[card, "grass"],
        turn=AFTER_MANDATORY,
        **position_keys,
    )


def test_fort_draws_and_builds() -> None:
    """L-FORT-1, L-FORT-2: Fort draws and reveals a card, and the player must build one settlement on its
    terrain, adjacent if possible."""
    game = game_with_fort("desert", {(5, 5): "D", (9, 9): "D"})
    emitted = play(game, "fort")
    assert events.CardRevealed(0, "desert", "fort") in emitted
    assert (question(game), cells(game), options(game)) == ("to", {(5, 5)}, set())
    with pytest.raises(IllegalAnswer, match="R-TURN-6"):
        play(game, "end_turn")
    play(game, (5, 5))
    assert game.supply[0] == 38
    assert game.discard_pile == ("desert",)
    assert game.draw_pile == ("grass",)
    assert (game.played_card, game.played_terrain, game.hands[0]) == ("grass", "grass", ("grass",)), (
        "the played card stays (L-FORT-3)"
    )
    assert options(game) == {"end_turn"}


def test_fort_without_a_target() -> None:
    """L-FORT-2: if the drawn terrain has no free hex, Fort builds nothing and draws no second card, but the
    tile counts as used."""
    game = game_with_fort("desert", {})
    play(game, "fort")
    assert (game.supply[0], game.draw_pile, game.discard_pile) == (39, ("grass",), ("desert",))
    assert options(game) == {"end_turn"}


def test_fort_needs_supply_and_a_card() -> None:
    """L-FORT-2, R-BUILD-10: Fort is not available with an empty supply or without a card to draw. Cards in
    the discard pile can be drawn (R-CARD-2)."""
    assert "fort" not in options(game_with_fort("desert", {(5, 5): "D"}, me={"supply": 0}))
    no_cards = scenario(
        own=[(5, 4)], card="grass", me=player_with_tiles("fort"), deck=[], turn=AFTER_MANDATORY
    )
    assert "fort" not in options(no_cards)
    with pytest.raises(IllegalAnswer, match="L-FORT-2"):
        play(no_cards, "fort")
    discards_only = scenario(
        own=[(5, 4)],
        card="grass",
        me=player_with_tiles("fort"),
        deck=[],
        discard=["grass"],
        turn=AFTER_MANDATORY,
    )
    play(discards_only, "fort")
    assert cells(discards_only) == neighbors_of(5, 4)
    assert discards_only.discard_pile == ("grass",)


# --- City Hall


def test_city_hall_covers_seven_free_hexes_next_to_own_pieces() -> None:
    """L-CITYHALL-1, P-CITYHALL-1: the city hall needs seven free suitable hexes, and at least one of them
    must be next to one of the player's own pieces."""
    game = scenario(own=[(10, 10)], card="grass", me=player_with_tiles("city_hall"), turn=AFTER_MANDATORY)
    play(game, "city_hall")
    assert question(game) == "to"
    # All centers are at distance 2 from the settlement: a closer city hall would cover the settlement, and at
    # distance 3 it would not touch it.
    second_ring = (
        {coord for ring in neighbors_of(10, 10) for coord in neighbors_of(*ring)}
        - neighbors_of(10, 10)
        - {(10, 10)}
    )
    assert cells(game) == second_ring
    emitted = play(game, (10, 12))
    hexes = neighbors_of(10, 12) | {(10, 12)}
    assert coords(game.piece_hexes[0]) == hexes | {(10, 10)}
    assert any(isinstance(event, events.Built) and coords(event.hexes) == hexes for event in emitted)
    assert position_data(game)["players"][0]["city_hall"] == [10, 12]
    assert "city_hall" not in options(
        scenario(card="grass", me=player_with_tiles("city_hall"), turn=AFTER_MANDATORY)
    ), "a city hall needs an own piece next to it (R-BUILD-8)"


def test_city_hall_needs_seven_free_suitable_hexes() -> None:
    """L-CITYHALL-1, P-WARRIOR-4, R-TERR-2: the city hall cannot cover a piece, zone, water, mountain or
    landmark; it may lie across a seam."""
    mixed = {(9, 9): "D", (9, 8): "G", (9, 10): "C", (8, 9): "L", (8, 10): "F", (10, 9): "G", (10, 10): "G"}
    island = block("W", range(20), range(20)) | mixed
    assert neighbors_of(9, 9) == {(9, 8), (9, 10), (8, 9), (8, 10), (10, 9), (10, 10)}
    base_terrain = {**island, (9, 7): "G", (0, 0): "G"}
    game = scenario(
        base_terrain, own=[(9, 7)], card="grass", me=player_with_tiles("city_hall"), turn=AFTER_MANDATORY
    )
    play(game, "city_hall")
    assert cells(game) == {(9, 9)}
    for changed_hex in ({(8, 9): "W"}, {(8, 9): "M"}, {(8, 9): "S"}):
        assert "city_hall" not in options(
            scenario(
                {**base_terrain, **changed_hex},
                own=[(9, 7)],
                card="grass",
                me=player_with_tiles("city_hall"),
                turn=AFTER_MANDATORY,
            )
        )
    occupied = scenario(
        base_terrain,
        own=[(9, 7)],
        other=[(10, 10)],
        card="grass",
        me=player_with_tiles("city_hall"),
        turn=AFTER_MANDATORY,
    )
    assert "city_hall" not in options(occupied)
    in_zone = scenario(
        {**base_terrain, (9, 11): "G"},
        own=[(9, 7)],
        card="grass",
        me=player_with_tiles("city_hall"),
        them={"warriors": [[9, 11]]},
        turn=AFTER_MANDATORY,
    )
    assert "city_hall" not in options(in_zone)
    edge = scenario(own=[(0, 5)], card="grass", me=player_with_tiles("city_hall"), turn=AFTER_MANDATORY)
    play(edge, "city_hall")
    assert not {coord for coord in cells(edge) if coord[0] == 0 or coord[1] in (0, 19)}


def test_city_hall_is_placed_once_without_supply() -> None:
    """L-CITYHALL-2, L-CITYHALL-4, L-CITYHALL-6, D-19: the city hall is placed once per game, takes nothing
    from the supply and does not trigger the end. Its action cannot be repeated, so the tile has no further
    use."""
    game = scenario(
        own=[(10, 10)],
        card="grass",
        me=player_with_tiles("city_hall", supply=0),
        them=player_with_tiles("city_hall"),
        other=[(2, 2)],
        turn=AFTER_MANDATORY,
    )
    play(game, "city_hall", (10, 12))
    assert (game.supply[0], game.end_triggered) == (0, False)
    assert options(game) == {"end_turn"}
    play(game, "end_turn")
    assert "city_hall" in options(game), "the second holder places their own city hall (L-CITYHALL-6)"
    assert not TILES["city_hall"].is_repeatable
    already_placed = scenario(
        own=[(10, 10)],
        card="grass",
        me=player_with_tiles("city_hall", city_hall=[10, 12]),
        turn=AFTER_MANDATORY,
    )
    assert options(already_placed) == {"end_turn"}
    with pytest.raises(IllegalAnswer, match="L-CITYHALL-6"):
        play(already_placed, "city_hall")
    assert not already_placed.config.hooks.attackable_hexes[0](already_placed, 0)


def test_city_hall_gains_and_keeps_tiles() -> None:
    """L-CITYHALL-3, L-CITYHALL-5, R-GAIN-4, R-GAIN-7: the city hall gains tiles from all adjacent locations
    and keeps them for the rest of the game."""
    terrain = {(10, 14): "1", (8, 11): "2"}
    assert (10, 13) in neighbors_of(10, 14)
    assert (9, 11) in neighbors_of(8, 11)
    locations = {"1": "farm", "2": "paddock"}
    game = scenario(
        terrain,
        own=[(10, 10)],
        locations=locations,
        card="grass",
        me=player_with_tiles("city_hall", "paddock"),
        turn=AFTER_MANDATORY,
    )
    play(game, "city_hall", (10, 12))
    assert sorted(tiles(game)) == ["city_hall", "farm", "paddock", "paddock"]
    play(game, "paddock", (10, 10), (10, 8))
    assert sorted(tiles(game)) == ["city_hall", "farm", "paddock", "paddock"]


def test_losing_the_city_hall_tile() -> None:
    """R-LOSE-7: if the tile is lost, a city hall on the board stays, but one that is not on the board yet can
    no longer be placed."""
    terrain = {(5, 5): "1"}
    player_data = {"tiles": [tile("city_hall", (5, 5)), tile("paddock")]}
    unplaced = scenario(
        terrain,
        own=[(5, 6)],
        locations={"1": "city_hall"},
        card="grass",
        me=player_data,
        turn=AFTER_MANDATORY,
    )
    play(unplaced, "paddock", (5, 6), (5, 8))
    assert options(unplaced) == {"end_turn"}
    placed = scenario(
        terrain,
        own=[(5, 6)],
        locations={"1": "city_hall"},
        card="grass",
        me={**player_data, "city_hall": [12, 12]},
        turn=AFTER_MANDATORY,
    )
    play(placed, "paddock", (5, 6), (5, 8))
    assert coords(placed.piece_hexes[0]) == neighbors_of(12, 12) | {(12, 12), (5, 8)}


def test_city_hall_counts_as_seven_pieces() -> None:
    """E-53, P-CITYHALL-2, T-FORTRESS-2: a city hall counts as seven pieces for Lords and as 2, 3 and 2 pieces
    in its rows for Knights. Each hex counts in its own row and section."""
    cards = ["lords", "knights", "discoverers", "citizens", "hermits"]
    opponent_settlements = [(15, column) for column in range(12, 18)]
    game = scenario(
        other=opponent_settlements, card="grass", me={"city_hall": [15, 5]}, cards=cards, tasks=["fortress"]
    )
    assert [(game.piece_hexes[0] & row).bit_count() for row in ROW_MASKS[14:17]] == [2, 3, 2]
    assert gold(game, "knights") == 6
    assert gold(game, "discoverers") == 3
    assert gold(game, "citizens") == 3
    assert gold(game, "hermits") == 1
    assert gold(game, "fortress") == 6
    # bottom left: 12 for seven pieces; both top sections: 12 each for a tie at zero; bottom right: 6 for
    # second place
    assert gold(game, "lords") == 12 + 24 + 6
    seam = scenario(card="grass", me={"city_hall": [10, 10]}, cards=["farmers"])
    assert sorted((seam.piece_hexes[0] & mask).bit_count() for mask in SECTION_MASKS) == [1, 1, 2, 3]
    assert gold(seam, "farmers") == 3


# --- zones and all tiles


def test_zone_can_make_the_card_unplayable() -> None:
    """P-WARRIOR-3, R-CARD-4: a card is unplayable if all remaining free hexes of its terrain are in a
    zone."""
    terrain = {(5, 6): "D", (9, 9): "F"}
    game = scenario(terrain, own=[(5, 8)], card="desert", them={"warriors": [[5, 5]]}, deck=["forest"])
    assert (game.played_card, cells(game)) == ("forest", {(9, 9)})


def test_own_warrior_can_make_the_card_unplayable() -> None:
    """R-CARD-5, P-WARRIOR-3: the card is checked after every change, including placing a warrior."""
    terrain = {(5, 6): "D", (9, 9): "F"}
    game = scenario(terrain, own=[(5, 4)], card="desert", me=player_with_tiles("barracks"), deck=["forest"])
    emitted = play(game, "barracks", "place", (5, 5))
    assert events.CardRemoved(0, "desert") in emitted
    assert cells(game) == {(9, 9)}


def landings(game: Game, action: str) -> set[Coord]:
    """Returns all hexes that an action can reach with its first placement or move."""
    game = game.copy()
    play(game, action)
    targets: set[Coord] = set()

    def explore(current: Game) -> None:
        if question(current) == "to":
            targets.update(cells(current))
        elif question(current) != "act":
            for answer in (*cells(current), *options(current)):
                next_game = current.copy()
                play(next_game, answer)
                explore(next_game)

    explore(game)
    return targets


WITHOUT_TARGETS = {"crossroads", "temple", "bazaar", "canoe", "city_hall", "tower", "university", "fountain"}
"""Tiles that have no targets or are covered by separate tests."""
TARGET_LETTERS = {
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
def test_no_tile_targets_a_zone(kind: str) -> None:
    """P-WARRIOR-3, P-WARRIOR-4, P-WARRIOR-6, E-70, R-MOVE-6: no tile of any expansion places or moves a piece
    onto a zone hex."""
    terrain = dict.fromkeys(neighbors_of(10, 10), TARGET_LETTERS.get(kind, "G"))
    terrain |= {(8, 9): "W", (12, 9): "M"}
    own = [(10, 12), (10, 13), (10, 14), (9, 11), (11, 11)]
    player_data = player_with_tiles(kind)
    if kind == "cathedral":
        player_data["counters"] = 2
    targets = {}
    for piece in ("settlements", "warriors"):
        game = scenario(
            terrain,
            own=own,
            card="grass",
            me=player_data,
            them={piece: [[10, 10]]},
            deck=["grass", "grass"],
            turn=AFTER_MANDATORY,
        )
        targets[piece] = landings(game, kind) if kind in options(game) else set()
    assert targets["settlements"] & neighbors_of(10, 10), "without a warrior the hexes are targets"
    assert not targets["warriors"] & neighbors_of(10, 10)


def test_tower_cannot_target_a_zone() -> None:
    """P-WARRIOR-3: Tower cannot build on edge hexes next to a warrior."""
    game = scenario(
        own=[(0, 7)],
        card="grass",
        me=player_with_tiles("tower"),
        them={"warriors": [[0, 5]]},
        turn=AFTER_MANDATORY,
    )
    play(game, "tower")
    assert cells(game) == {(0, 8)}


# --- positions


def test_position_round_trip_with_all_pieces() -> None:
    """R-SETUP-5, R-TERM-1: a position with warriors, wagon, ship and city hall can be written and read
    back."""
    player_data = {"warriors": [[2, 2], [2, 8]], "wagon": [5, 5], "ship": [8, 8], "city_hall": [12, 12]}
    game = scenario({(8, 8): "W"}, card="grass", me=player_data)
    assert coords(game.piece_hexes[0]) == {(2, 2), (2, 8), (5, 5), (8, 8), (12, 12)} | neighbors_of(12, 12)
    reloaded = reload(game)
    assert position_data(reloaded)["players"] == position_data(game)["players"]
    assert {key: position_data(game)["players"][0][key] for key in player_data} == player_data
    assert reloaded.free_hexes == game.free_hexes
    assert position_data(game)["players"][1]["wagon"] is None


@pytest.mark.parametrize(
    ("player_data", "problem"),
    [
        ({"warriors": [[2, 2], [3, 3], [4, 4]]}, "only 2"),
        ({"warriors": [[8, 8]]}, "no warrior"),
        ({"wagon": [8, 8]}, "no wagon"),
        ({"ship": [2, 2]}, "no ship"),
        ({"city_hall": [0, 5]}, "six hexes"),
        ({"city_hall": [8, 7]}, "no city_hall"),
        ({"city_hall": [1, 0]}, "not surrounded by six hexes"),
        ({"wagon": [2, 2], "warriors": [[2, 2]]}, "two pieces"),
        ({"wagon": [2, 2], "settlements": [[2, 2]]}, "two pieces"),
        ({"wagon": [9, 99]}, "not a hex"),
    ],
)
def test_impossible_pieces_are_rejected(player_data: dict[str, Any], problem: str) -> None:
    """R-BUILD-1, R-TERR-2, P-CITYHALL-1: an impossible position is rejected with the JSON path and the
    reason."""
    with pytest.raises(ValidationError, match=problem):
        scenario({(8, 8): "W"}, card="grass", me=player_data)


def test_two_players_cannot_share_a_hex() -> None:
    """R-BUILD-1: a hex holds at most one piece, regardless of the owner."""
    with pytest.raises(ValidationError, match="two pieces"):
        scenario(card="grass", me={"wagon": [2, 2]}, them={"warriors": [[2, 2]]})


def test_copies_are_independent_during_a_move() -> None:
    game = scenario(
        own=[(1, 1)], card="grass", me=player_with_tiles("wagon", wagon=[5, 5]), turn=AFTER_MANDATORY
    )
    play(game, "wagon", "move", (5, 6))
    before = position_data(game)
    other = game.copy()
    play(other, (5, 7), (5, 8))
    assert position_data(game) == before
    assert wagon(game) == {(5, 6)}
    assert wagon(other) == {(5, 8)}
    assert pieces(other) == {(1, 1)}
