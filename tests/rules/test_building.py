"""Tests building, moving, and gaining and losing tiles (RULES.md sections 6 and 7), and the location tiles of
the base game (section 9.1)."""

from __future__ import annotations

import pytest
from support.scenario import (
    cells,
    coords,
    options,
    pieces,
    play,
    position_data,
    question,
    scenario,
    tile,
    tiles,
)

from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import TileGained, TileLost

NEIGHBORS_OF_5_5 = {(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 6)}
FARM_LOCATION = {"1": "farm"}


def targets_of(kind: str, **position_keys: object) -> set[tuple[int, int]]:
    """Returns the hexes that player 0 can choose when using a tile of this kind."""
    game = scenario(me={"tiles": [tile(kind)]}, **position_keys)  # type: ignore[arg-type]
    play(game, kind)
    return cells(game)  # type: ignore[return-value]


# --- building


def test_only_adjacent_hexes_are_legal() -> None:
    """R-BUILD-2, R-BUILD-3, R-BUILD-4, E-39: exactly the two adjacent hexes are legal; a distant hex is
    rejected with the ID of the adjacency rule."""
    game = scenario(land={(5, 5): "D", (4, 5): "D", (9, 9): "D"}, own=[(5, 4)], card="desert")
    assert cells(game) == {(5, 5), (4, 5)}
    with pytest.raises(IllegalAnswer, match="R-BUILD-3"):
        play(game, (9, 9))


def test_distant_tile_targets_violate_the_adjacency_rule() -> None:
    """R-BUILD-3: a rejected hex that meets the tile's own condition violates the adjacency rule, so the error
    cites that rule; for other hexes, the error cites the tile's rule."""
    position = {
        "base": "D",
        "land": {(5, 5): "G", (15, 15): "G", (4, 4): "W", (19, 19): "W"},
        "own": [(5, 4), (6, 6)],
        "card": "desert",
    }
    for answers, rule_id in (
        (("farm", (15, 15)), "R-BUILD-3"),
        (("farm", (1, 1)), "L-FARM-1"),
        (("harbor", (6, 6), (19, 19)), "R-BUILD-3"),
        (("harbor", (6, 6), (1, 1)), "L-HARBOR-1"),
    ):
        game = scenario(me={"tiles": [tile("farm"), tile("harbor")]}, **position)  # type: ignore[arg-type]
        play(game, *answers[:-1])
        with pytest.raises(IllegalAnswer, match=rule_id):
            play(game, answers[-1])


def test_any_hex_is_legal_if_none_is_adjacent() -> None:
    """R-BUILD-3, R-MAND-2, E-40: the first build may use any hex of the terrain; the next build must be next
    to the first."""
    game = scenario(land={(9, 9): "D", (9, 10): "D", (15, 15): "D"}, own=[(2, 2)], card="desert")
    assert cells(game) == {(9, 9), (9, 10), (15, 15)}
    play(game, (9, 9))
    assert cells(game) == {(9, 10)}


def test_only_own_pieces_count_for_adjacency() -> None:
    """R-BUILD-4: all of the player's own pieces count for adjacency, including a piece that was just built;
    opponents' pieces do not."""
    game = scenario(
        land={(5, 5): "D", (9, 9): "D", (9, 10): "D"}, own=[(0, 0), (9, 8)], other=[(5, 4)], card="desert"
    )
    assert cells(game) == {(9, 9)}
    play(game, (9, 9))
    assert cells(game) == {(9, 10)}


def test_first_turn_hint() -> None:
    """E-43, R-BUILD-4: if the first three builds are on flowers that touch only forest, the player can build
    anywhere on any other terrain next turn."""
    terrain = {(5, 5): "L", (5, 6): "L", (5, 7): "L", (15, 15): "D", (15, 16): "D"}
    game = scenario(base="F", land=terrain, own=[(5, 5), (5, 6), (5, 7)], card="desert")
    assert cells(game) == {(15, 15), (15, 16)}


def test_tower_compares_edge_hexes_only() -> None:
    """R-BUILD-5, L-TOWER-1: Tower applies the adjacency rule to edge hexes only, regardless of their
    terrain."""
    adjacent_edge = targets_of(
        "tower", land={(0, 1): "D", (0, 5): "W", (19, 19): "S"}, own=[(1, 1)], card="grass"
    )
    assert adjacent_edge == {(0, 1), (0, 2), (1, 0)}
    whole_edge = targets_of("tower", land={(0, 5): "W", (19, 19): "S"}, own=[(9, 9)], card="grass")
    assert len(whole_edge) == 74
    assert (0, 5) not in whole_edge


def test_extra_action_without_target_is_not_available() -> None:
    """R-BUILD-6, L-FARM-1, L-OASIS-1: a tile without a free hex of its terrain offers no action, and the
    error names the rule."""
    game = scenario(base="G", own=[(5, 5)], card="grass", me={"tiles": [tile("oasis"), tile("farm")]})
    assert options(game) == {"farm"}
    with pytest.raises(IllegalAnswer, match="L-OASIS-1"):
        play(game, "oasis")


def test_mandatory_builds_are_required_and_extra_actions_optional() -> None:
    """R-BUILD-7, R-TURN-1, D-14: the turn cannot end before the mandatory action, but it can end with unused
    tiles."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm")]})
    with pytest.raises(IllegalAnswer, match="R-TURN-1"):
        play(game, "end_turn")
    play(game, (5, 6), (5, 7), (5, 8))
    assert options(game) == {"farm", "end_turn"}
    play(game, "end_turn")


def test_builds_need_supply() -> None:
    """R-BUILD-10, R-TURN-8, R-MOVE-8: with an empty supply, build actions are not available but moves are."""
    game = scenario(own=[(5, 5)], card="grass", me={"supply": 0, "tiles": [tile("farm"), tile("paddock")]})
    assert options(game) == {"paddock", "end_turn"}


def test_built_in_and_no_adjacency() -> None:
    """R-BUILD-8, R-BUILD-9: Tavern replaces the adjacency rule with its own condition; Paddock has no
    adjacency rule."""
    line = [(5, 5), (5, 6), (5, 7)]
    assert targets_of("tavern", own=line, card="grass") == {(5, 4), (5, 8)}
    game = scenario(own=[(5, 5), (0, 0)], card="grass", me={"tiles": [tile("paddock")]})
    play(game, "paddock", (0, 0))
    assert (0, 2) in cells(game)


# --- base game location tiles


def test_oracle() -> None:
    """L-ORACLE-1, R-CARD-1: Oracle builds on the played terrain, even after the mandatory action."""
    game = scenario(
        land={(5, 5): "D", (5, 6): "D", (5, 7): "D", (5, 8): "D"},
        own=[(5, 4)],
        card="desert",
        me={"tiles": [tile("oracle")]},
    )
    play(game, (5, 5), (5, 6), (5, 7), "oracle")
    assert question(game) == "to"
    assert cells(game) == {(5, 8)}


@pytest.mark.parametrize(("kind", "letter"), [("farm", "G"), ("oasis", "D")])
def test_farm_and_oasis(kind: str, letter: str) -> None:
    """L-FARM-1, L-OASIS-1: the tile builds one settlement on grass or desert, adjacent if possible."""
    terrain = {(5, 6): letter, (15, 15): letter}
    assert targets_of(kind, base="F", land=terrain, own=[(5, 5)], card="forest") == {(5, 6)}
    assert targets_of(kind, base="F", land=terrain, own=[(9, 9)], card="forest") == {(5, 6), (15, 15)}


def test_tavern() -> None:
    """L-TAVERN-1, L-TAVERN-2, L-TAVERN-3: Tavern can build at both ends of a straight line of three or more
    pieces in any direction, but never at the end of a bent chain."""
    assert targets_of("tavern", own=[(5, 5), (6, 6), (7, 6)], card="grass") == {(4, 5), (8, 7)}
    assert targets_of("tavern", own=[(5, 5), (6, 5), (7, 4)], card="grass") == {(4, 6), (8, 4)}
    assert targets_of("tavern", own=[(5, c) for c in range(3, 10)], card="grass") == {(5, 2), (5, 10)}
    assert targets_of("tavern", own=[(5, 0), (5, 1), (5, 2)], card="grass") == {(5, 3)}
    bent_chain = scenario(own=[(5, 5), (5, 6), (6, 6)], card="grass", me={"tiles": [tile("tavern")]})
    assert "tavern" not in options(bent_chain)
    assert targets_of(
        "tavern", land={(5, 4): "W"}, own=[(5, 5), (5, 6), (5, 7)], other=[(4, 4)], card="grass"
    ) == {(5, 8)}


def test_tavern_lines_do_not_wrap_around_the_board() -> None:
    """L-TAVERN-1, R-GRID-3: a line ends at the board edge; the end of one row and the start of the next are
    not connected."""
    game = scenario(own=[(5, 18), (5, 19), (6, 0), (6, 1)], card="grass", me={"tiles": [tile("tavern")]})
    assert "tavern" not in options(game)


def test_barn() -> None:
    """L-BARN-1, L-BARN-2, R-MOVE-8: Barn moves a settlement to the played terrain, adjacent to the player's
    other pieces if possible."""
    terrain = {(5, 6): "D", (15, 15): "D"}
    game = scenario(land=terrain, own=[(5, 5), (0, 0)], card="desert", me={"tiles": [tile("barn")]})
    play(game, "barn")
    assert question(game) == "from"
    assert cells(game) == {(5, 5), (0, 0)}
    play(game, (0, 0))
    assert cells(game) == {(5, 6)}
    play(game, (5, 6))
    assert pieces(game) == {(5, 5), (5, 6)}
    assert game.supply[0] == 38
    full_terrain = scenario(
        land={(5, 6): "D"},
        own=[(5, 5)],
        other=[(5, 6)],
        card="desert",
        deck=["grass"],
        me={"tiles": [tile("barn")]},
    )
    assert full_terrain.played_terrain == "grass"


def test_harbor() -> None:
    """L-HARBOR-1, L-HARBOR-2, L-HARBOR-3, R-MOVE-5: Harbor moves settlements onto water, including from water
    to water; no other action moves pieces onto water."""
    terrain = {(5, 6): "W", (5, 7): "W"}
    game = scenario(land=terrain, own=[(5, 5), (5, 6)], card="grass", me={"tiles": [tile("harbor")]})
    assert (5, 7) not in cells(game)
    play(game, "harbor")
    assert cells(game) == {(5, 5)}  # R-MOVE-2: moving (5,6) would vacate an adjacent water hex
    play(game, (5, 5), (5, 7))
    assert pieces(game) == {(5, 6), (5, 7)}
    on_water = scenario(
        land={**terrain, (0, 0): "W"}, own=[(0, 0), (5, 5)], card="grass", me={"tiles": [tile("harbor")]}
    )
    play(on_water, "harbor", (0, 0), (5, 6))
    assert (5, 6) in pieces(on_water)


def test_paddock() -> None:
    """L-PADDOCK-1, L-PADDOCK-2: Paddock moves a settlement exactly two hexes in a straight line. It may jump
    over anything but must land on suitable terrain."""
    terrain = {(5, 6): "M", (5, 3): "W", (4, 5): "1"}
    game = scenario(
        land=terrain,
        locations=FARM_LOCATION,
        own=[(5, 5)],
        other=[(6, 6)],
        card="grass",
        me={"tiles": [tile("paddock")]},
    )
    play(game, "paddock", (5, 5))
    assert cells(game) == {(5, 7), (3, 4), (3, 6), (7, 4), (7, 6)}


def test_paddock_at_the_edge() -> None:
    """L-PADDOCK-2: the jumped hex must exist; jumps do not wrap around the board."""
    game = scenario(own=[(0, 19)], card="grass", me={"tiles": [tile("paddock")]})
    play(game, "paddock", (0, 19))
    assert cells(game) == {(0, 17), (2, 18)}


# --- moving


def test_vacated_hex_counts_for_adjacency_but_is_no_destination() -> None:
    """R-MOVE-1, R-MOVE-2, R-MOVE-3, E-41, D-20: none of the three settlements may move far away, because each
    has an adjacent target. Barn therefore cannot be used."""
    grass_hexes = {(5, 5): "G", (5, 6): "G", (5, 7): "G", (15, 15): "G"}
    game = scenario(
        base="D", land=grass_hexes, own=[(5, 5), (5, 6), (5, 7)], card="grass", me={"tiles": [tile("barn")]}
    )
    assert "barn" not in options(game)


def test_lone_settlement_can_move_far() -> None:
    """R-MOVE-2, R-MOVE-3, E-63: the vacated hex touches no other piece, so the distant hex is legal; the
    vacated hex is not."""
    game = scenario(
        base="D",
        land={(5, 5): "G", (15, 15): "G"},
        own=[(5, 5), (0, 0)],
        card="grass",
        me={"tiles": [tile("barn")]},
    )
    play(game, "barn", (5, 5))
    assert cells(game) == {(15, 15)}
    with pytest.raises(IllegalAnswer, match="R-MOVE-3"):
        play(game, (5, 5))


def test_lifted_settlement_is_not_its_own_neighbor() -> None:
    """R-MOVE-1: a hex next to the lifted piece only does not count as adjacent."""
    game = scenario(
        base="D",
        land={(5, 6): "G", (15, 15): "G"},
        own=[(5, 5), (0, 0)],
        card="grass",
        me={"tiles": [tile("barn")]},
    )
    play(game, "barn", (5, 5))
    assert cells(game) == {(5, 6), (15, 15)}


def test_only_own_settlements_can_be_moved() -> None:
    """R-MOVE-4: only a player's own settlements can be moved."""
    game = scenario(own=[(5, 5)], other=[(9, 9)], card="grass", me={"tiles": [tile("paddock")]})
    play(game, "paddock")
    assert cells(game) == {(5, 5)}
    with pytest.raises(IllegalAnswer, match="L-PADDOCK-1"):
        play(game, (9, 9))


def test_settlement_built_this_turn_can_be_moved() -> None:
    """R-MOVE-5, R-MOVE-7: a settlement built this turn may be moved by another action, and moves gain tiles
    like builds."""
    game = scenario(
        land={(5, 9): "1"},
        locations=FARM_LOCATION,
        own=[(5, 5)],
        card="grass",
        me={"tiles": [tile("paddock")]},
    )
    events = play(game, (5, 6), (6, 6), (6, 7), "paddock", (5, 6), (5, 8))
    assert [event for event in events if isinstance(event, TileGained)] == [
        TileGained(0, "farm", next(iter(game.board.location_at)))
    ]


# --- gaining tiles


def test_gaining_a_tile() -> None:
    """R-GAIN-1, R-GAIN-5, R-RES-1: a tile is taken immediately and is usable from the player's next turn."""
    game = scenario(
        land={(5, 7): "1"}, locations=FARM_LOCATION, own=[(5, 5)], card="grass", them={"hand": ["grass"]}
    )
    play(game, (5, 6))
    assert tiles(game) == ["farm"]
    play(game, (6, 6), (6, 7))
    assert options(game) == {"end_turn"}
    with pytest.raises(IllegalAnswer, match="R-GAIN-5"):
        play(game, "farm")
    play(game, "end_turn", (10, 10), (10, 11), (10, 12), "end_turn")
    assert "farm" in options(game)


def test_one_tile_per_location_and_player() -> None:
    """R-GAIN-2, R-GAIN-3, E-64: a player never gains a second tile from the same location, not even after
    losing the first. For a third player, no tile is left."""
    game = scenario(
        land={(5, 7): "1"},
        locations=FARM_LOCATION,
        own=[(5, 6)],
        card="grass",
        me={"tiles": [tile("farm", (5, 7)), tile("paddock")]},
        location_tiles=[[[5, 7], 1]],
    )
    play(game, "paddock", (5, 6), (5, 4))
    assert tiles(game) == ["paddock"]
    play(game, (5, 5), (5, 6))
    assert tiles(game) == ["paddock"]
    empty = scenario(
        land={(5, 7): "1"}, locations=FARM_LOCATION, own=[(5, 5)], card="grass", location_tiles=[[[5, 7], 0]]
    )
    play(empty, (5, 6))
    assert tiles(empty) == []


def test_one_piece_gains_from_several_locations() -> None:
    """R-GAIN-4, R-GAIN-6: a piece gains one tile from each location hex, and two equal tiles from two equal
    hexes."""
    game = scenario(
        land={(5, 5): "1", (5, 7): "1", (4, 6): "2"},
        locations={"1": "farm", "2": "oasis"},
        own=[(7, 6)],
        card="grass",
    )
    play(game, (6, 6), (5, 6))
    assert sorted(tiles(game)) == ["farm", "farm", "oasis"]


def test_two_equal_tiles_give_two_uses() -> None:
    """R-TURN-3, R-GAIN-6: each tile can be used once per turn, so two equal tiles give two uses."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm"), tile("farm")]})
    play(game, "farm", (5, 6), "farm", (5, 7))
    with pytest.raises(IllegalAnswer, match="R-TURN-3"):
        play(game, "farm")


def test_moves_gain_tiles() -> None:
    """R-GAIN-1, R-MOVE-7, D-15: a move gains tiles like a build, and the tile used for the move stays used
    for this turn."""
    game = scenario(
        land={(5, 8): "1"},
        locations=FARM_LOCATION,
        own=[(5, 5)],
        card="grass",
        me={"tiles": [tile("paddock")]},
    )
    play(game, "paddock", (5, 5), (5, 7))
    assert tiles(game) == ["paddock", "farm"]
    assert "paddock" not in options(game)


# --- losing tiles


def test_losing_a_tile_by_moving_away() -> None:
    """R-LOSE-1, R-LOSE-2, R-LOSE-4, E-45, D-21: the tile leaves the game immediately, the number of tiles on
    the hex stays the same, and the action is finished."""
    game = scenario(
        land={(5, 7): "1"},
        locations={"1": "paddock"},
        own=[(5, 6)],
        card="grass",
        me={"tiles": [tile("paddock", (5, 7))]},
        location_tiles=[[[5, 7], 1]],
    )
    events = play(game, "paddock", (5, 6), (5, 4))
    assert tiles(game) == []
    assert pieces(game) == {(5, 4)}
    assert any(isinstance(event, TileLost) for event in events)
    assert coords(game.stocked_locations) == {(5, 7)}
    assert not game.full_locations


def test_moving_around_a_location_keeps_the_tile() -> None:
    """R-LOSE-3: a tile is lost only if the location is abandoned after the complete move."""
    game = scenario(
        land={(5, 7): "1"},
        locations=FARM_LOCATION,
        own=[(5, 6)],
        card="grass",
        me={"tiles": [tile("farm", (5, 7)), tile("paddock")]},
    )
    play(game, "paddock", (5, 6), (5, 8))
    assert tiles(game) == ["farm", "paddock"]


def test_losing_one_of_two_equal_tiles_keeps_the_usable_one() -> None:
    """R-LOSE-5, E-65: a player has two equal tiles. The tile from the abandoned location is unused, and the
    other tile is used. After the loss, the remaining tile is unused and belongs to the other hex."""
    game = scenario(
        land={(5, 7): "1", (15, 7): "1"},
        locations=FARM_LOCATION,
        own=[(5, 6), (15, 6)],
        card="grass",
        me={"tiles": [tile("farm", (15, 7), used=True), tile("farm", (5, 7)), tile("paddock")]},
    )
    play(game, "paddock", (5, 6), (5, 4))
    assert tiles(game) == ["farm", "paddock"]
    assert "farm" in options(game)
    space = game.held_tiles[0][0][1]
    assert space is not None
    assert coords(1 << space) == {(15, 7)}


def test_losing_the_used_one_of_two_equal_tiles_keeps_the_unused_one() -> None:
    """R-LOSE-5: if the abandoned location's tile was used, the unused tile remains."""
    game = scenario(
        land={(5, 7): "1", (15, 7): "1"},
        locations=FARM_LOCATION,
        own=[(5, 6), (15, 6)],
        card="grass",
        me={"tiles": [tile("farm", (15, 7)), tile("farm", (5, 7), used=True), tile("paddock")]},
    )
    play(game, "paddock", (5, 6), (5, 4))
    assert "farm" in options(game)


def test_return_variant() -> None:
    """V-RETURN: a lost tile goes back to its hex and can be gained again."""
    game = scenario(
        land={(5, 7): "1"},
        locations=FARM_LOCATION,
        own=[(5, 6)],
        card="grass",
        variants=["return"],
        me={"tiles": [tile("farm", (5, 7)), tile("paddock")]},
        location_tiles=[[[5, 7], 1]],
    )
    play(game, "paddock", (5, 6), (5, 4))
    assert coords(game.full_locations) == {(5, 7)}
    play(game, (5, 5), (5, 6))
    assert "farm" in tiles(game)


def test_returned_tile_goes_back_to_its_own_hex_only() -> None:
    """V-RETURN: the lost tile goes back to the hex it came from, and other hexes are unchanged."""
    game = scenario(
        land={(5, 7): "1", (15, 7): "1"},
        locations=FARM_LOCATION,
        own=[(5, 6)],
        other=[(5, 8)],
        card="grass",
        variants=["return"],
        me={"tiles": [tile("farm", (5, 7)), tile("paddock")]},
        them={"tiles": [tile("farm", (5, 7))]},
        location_tiles=[[[5, 7], 0], [[15, 7], 1]],
    )
    play(game, "paddock", (5, 6), (5, 4))
    assert position_data(game)["location_tiles"] == [[[5, 7], 1], [[15, 7], 1]]


def test_wagon_gives_adjacency_but_cannot_be_moved() -> None:
    """R-MOVE-2, R-MOVE-4: the only free grass hex is next to the wagon. The settlement can move there, but
    the wagon itself cannot be moved."""
    game = scenario(
        base="D",
        land={(5, 6): "G", (5, 7): "G"},
        own=[(5, 5)],
        card="grass",
        me={"wagon": [5, 6], "tiles": [tile("barn")]},
    )
    play(game, "barn")
    assert cells(game) == {(5, 5)}


def test_illegal_answers_change_nothing() -> None:
    """R-BUILD-1, R-TERR-2, R-MAND-1, R-GRID-1: each rejected answer names its rule and leaves the game
    unchanged."""
    game = scenario(land={(5, 4): "S", (4, 5): "D"}, own=[(5, 5)], other=[(5, 6)], card="grass")
    before = position_data(game)
    for answer, rule_id in (
        ((5, 6), "R-BUILD-1"),
        ((5, 4), "R-TERR-2"),
        ((4, 5), "R-MAND-1"),
        ((12, 12), "R-BUILD-3"),
        ("farm", "R-TURN-3"),
        ("nonsense", "R-TURN-3"),
        (("i", 0, 0), "R-GRID-1"),
    ):
        with pytest.raises(IllegalAnswer, match=rule_id):
            play(game, answer)
    assert position_data(game) == before
