"""Building, moving, gaining and losing tiles: RULES.md sections 6 and 7, and the base location tiles of
9.1."""

from __future__ import annotations

import pytest
from scenario import asks, cells, options, pieces, places, play, scenario, state, tile, tiles

from kingdom.rules.events import TileGained, TileLost
from kingdom.rules.frames import IllegalAnswer

AROUND_5_5 = {(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 6)}
FARM = {"1": "farm"}


def used(kind: str, **scene: object) -> set[tuple[int, int]]:
    """The targets of a tile that player 0 holds."""
    game = scenario(me={"tiles": [tile(kind)]}, **scene)  # type: ignore[arg-type]
    play(game, kind)
    return cells(game)  # type: ignore[return-value]


# --- building


def test_two_building_options() -> None:
    """R-BUILD-2, R-BUILD-3, R-BUILD-4, E-39: exactly the two adjacent hexes; the far one is refused by
    name."""
    game = scenario(land={(5, 5): "D", (4, 5): "D", (9, 9): "D"}, own=[(5, 4)], card="desert")
    assert cells(game) == {(5, 5), (4, 5)}
    with pytest.raises(IllegalAnswer, match="R-BUILD-3"):
        play(game, (9, 9))


def test_far_hexes_of_tiles_are_refused_by_the_adjacency_rule() -> None:
    """R-BUILD-3: where terrain and position fit, it is the adjacency rule that forbids; otherwise it is the
    tile's own rule."""
    scene = {
        "base": "D",
        "land": {(5, 5): "G", (15, 15): "G", (4, 4): "W", (19, 19): "W"},
        "own": [(5, 4), (6, 6)],
        "card": "desert",
    }
    for answers, rule in (
        (("farm", (15, 15)), "R-BUILD-3"),
        (("farm", (1, 1)), "L-FARM-1"),
        (("harbor", (6, 6), (19, 19)), "R-BUILD-3"),
        (("harbor", (6, 6), (1, 1)), "L-HARBOR-1"),
    ):
        game = scenario(me={"tiles": [tile("farm"), tile("harbor")]}, **scene)  # type: ignore[arg-type]
        play(game, *answers[:-1])
        with pytest.raises(IllegalAnswer, match=rule):
            play(game, answers[-1])


def test_no_matching_hex_next_to_own() -> None:
    """R-BUILD-3, R-MAND-2, E-40: any hex of the terrain, and then next to it."""
    game = scenario(land={(9, 9): "D", (9, 10): "D", (15, 15): "D"}, own=[(2, 2)], card="desert")
    assert cells(game) == {(9, 9), (9, 10), (15, 15)}
    play(game, (9, 9))
    assert cells(game) == {(9, 10)}


def test_other_players_do_not_help() -> None:
    """R-BUILD-4: only own pieces, any of them and the latest too."""
    game = scenario(
        land={(5, 5): "D", (9, 9): "D", (9, 10): "D"}, own=[(0, 0), (9, 8)], other=[(5, 4)], card="desert"
    )
    assert cells(game) == {(9, 9)}
    play(game, (9, 9))
    assert cells(game) == {(9, 10)}


def test_hint_of_the_first_turn() -> None:
    """E-43, R-BUILD-4: three flower builds that touch only forest leave every other terrain free to choose
    next turn."""
    land = {(5, 5): "L", (5, 6): "L", (5, 7): "L", (15, 15): "D", (15, 16): "D"}
    game = scenario(base="F", land=land, own=[(5, 5), (5, 6), (5, 7)], card="desert")
    assert cells(game) == {(15, 15), (15, 16)}


def test_position_demand_comes_first() -> None:
    """R-BUILD-5, L-TOWER-1: Tower compares edge hexes only, whatever their terrain."""
    found = used("tower", land={(0, 1): "D", (0, 5): "W", (19, 19): "S"}, own=[(1, 1)], card="grass")
    assert found == {(0, 1), (0, 2), (1, 0)}
    everywhere = used("tower", land={(0, 5): "W", (19, 19): "S"}, own=[(9, 9)], card="grass")
    assert len(everywhere) == 74
    assert (0, 5) not in everywhere


def test_extra_action_without_target_is_not_available() -> None:
    """R-BUILD-6, L-FARM-1, L-OASIS-1: no free hex of the terrain, no action; the reason is named."""
    game = scenario(base="G", own=[(5, 5)], card="grass", me={"tiles": [tile("oasis"), tile("farm")]})
    assert options(game) == {"farm"}
    with pytest.raises(IllegalAnswer, match="L-OASIS-1"):
        play(game, "oasis")


def test_mandatory_builds_must_be_made_extra_actions_need_not() -> None:
    """R-BUILD-7, R-TURN-1, D-14: the turn cannot end before the mandatory action, but with tiles left."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm")]})
    with pytest.raises(IllegalAnswer, match="R-TURN-1"):
        play(game, "end_turn")
    play(game, (5, 6), (5, 7), (5, 8))
    assert options(game) == {"farm", "end_turn"}
    play(game, "end_turn")


def test_builds_need_supply() -> None:
    """R-BUILD-10, R-TURN-8, R-MOVE-8: without supply no build action, but moves."""
    game = scenario(own=[(5, 5)], card="grass", me={"supply": 0, "tiles": [tile("farm"), tile("paddock")]})
    assert options(game) == {"paddock", "end_turn"}


def test_strict_and_free_adjacency() -> None:
    """R-BUILD-8, R-BUILD-9: Tavern has its own adjacency, Paddock none."""
    line = [(5, 5), (5, 6), (5, 7)]
    assert used("tavern", own=line, card="grass") == {(5, 4), (5, 8)}
    game = scenario(own=[(5, 5), (0, 0)], card="grass", me={"tiles": [tile("paddock")]})
    play(game, "paddock", (0, 0))
    assert (0, 2) in cells(game)


# --- base location tiles


def test_oracle() -> None:
    """L-ORACLE-1, R-CARD-1: builds on the played terrain, also after the mandatory action."""
    game = scenario(
        land={(5, 5): "D", (5, 6): "D", (5, 7): "D", (5, 8): "D"},
        own=[(5, 4)],
        card="desert",
        me={"tiles": [tile("oracle")]},
    )
    play(game, (5, 5), (5, 6), (5, 7), "oracle")
    assert asks(game) == "to"
    assert cells(game) == {(5, 8)}


@pytest.mark.parametrize(("kind", "letter"), [("farm", "G"), ("oasis", "D")])
def test_farm_and_oasis(kind: str, letter: str) -> None:
    """L-FARM-1, L-OASIS-1: one settlement on grass or desert, adjacent if possible."""
    land = {(5, 6): letter, (15, 15): letter}
    assert used(kind, base="F", land=land, own=[(5, 5)], card="forest") == {(5, 6)}
    assert used(kind, base="F", land=land, own=[(9, 9)], card="forest") == {(5, 6), (15, 15)}


def test_tavern() -> None:
    """L-TAVERN-1, L-TAVERN-2, L-TAVERN-3: both ends of straight lines of three or more on every axis, never
    of bent chains."""
    assert used("tavern", own=[(5, 5), (6, 6), (7, 6)], card="grass") == {(4, 5), (8, 7)}
    assert used("tavern", own=[(5, 5), (6, 5), (7, 4)], card="grass") == {(4, 6), (8, 4)}
    assert used("tavern", own=[(5, c) for c in range(3, 10)], card="grass") == {(5, 2), (5, 10)}
    assert used("tavern", own=[(5, 0), (5, 1), (5, 2)], card="grass") == {(5, 3)}
    bent = scenario(own=[(5, 5), (5, 6), (6, 6)], card="grass", me={"tiles": [tile("tavern")]})
    assert "tavern" not in options(bent)
    assert used("tavern", land={(5, 4): "W"}, own=[(5, 5), (5, 6), (5, 7)], other=[(4, 4)], card="grass") == {
        (5, 8)
    }


def test_tavern_does_not_wrap_around_the_board() -> None:
    """L-TAVERN-1, R-GRID-3: a line ends at the board edge; hexes at the end of one row and the start of the
    next are no line."""
    game = scenario(own=[(5, 18), (5, 19), (6, 0), (6, 1)], card="grass", me={"tiles": [tile("tavern")]})
    assert "tavern" not in options(game)


def test_barn() -> None:
    """L-BARN-1, L-BARN-2, R-MOVE-8: moves a settlement to the played terrain, adjacent to the others if
    possible."""
    land = {(5, 6): "D", (15, 15): "D"}
    game = scenario(land=land, own=[(5, 5), (0, 0)], card="desert", me={"tiles": [tile("barn")]})
    play(game, "barn")
    assert asks(game) == "from"
    assert cells(game) == {(5, 5), (0, 0)}
    play(game, (0, 0))
    assert cells(game) == {(5, 6)}
    play(game, (5, 6))
    assert pieces(game) == {(5, 5), (5, 6)}
    assert game.supply[0] == 38
    full = scenario(
        land={(5, 6): "D"},
        own=[(5, 5)],
        other=[(5, 6)],
        card="desert",
        deck=["grass"],
        me={"tiles": [tile("barn")]},
    )
    assert full.terrain == "grass"


def test_harbor() -> None:
    """L-HARBOR-1, L-HARBOR-2, L-HARBOR-3, R-MOVE-5: the only way onto water; from water to other water
    too."""
    land = {(5, 6): "W", (5, 7): "W"}
    game = scenario(land=land, own=[(5, 5), (5, 6)], card="grass", me={"tiles": [tile("harbor")]})
    assert (5, 7) not in cells(game)
    play(game, "harbor")
    assert cells(game) == {(5, 5)}  # (5,6) would leave an adjacent water hex: R-MOVE-2
    play(game, (5, 5), (5, 7))
    assert pieces(game) == {(5, 6), (5, 7)}
    on_water = scenario(
        land={**land, (0, 0): "W"}, own=[(0, 0), (5, 5)], card="grass", me={"tiles": [tile("harbor")]}
    )
    play(on_water, "harbor", (0, 0), (5, 6))
    assert (5, 6) in pieces(on_water)


def test_paddock() -> None:
    """L-PADDOCK-1, L-PADDOCK-2: exactly two steps in a straight line, over anything, onto suitable land
    only."""
    land = {(5, 6): "M", (5, 3): "W", (4, 5): "1"}
    game = scenario(
        land=land, locations=FARM, own=[(5, 5)], other=[(6, 6)], card="grass", me={"tiles": [tile("paddock")]}
    )
    play(game, "paddock", (5, 5))
    assert cells(game) == {(5, 7), (3, 4), (3, 6), (7, 4), (7, 6)}


def test_paddock_at_the_edge() -> None:
    """L-PADDOCK-2: the jumped hex must exist; nothing jumps around the board."""
    game = scenario(own=[(0, 19)], card="grass", me={"tiles": [tile("paddock")]})
    play(game, "paddock", (0, 19))
    assert cells(game) == {(0, 17), (2, 18)}


# --- moving


def test_the_left_hex_binds_but_is_no_destination() -> None:
    """R-MOVE-1, R-MOVE-2, R-MOVE-3, E-41, D-20: none of the three may go far, because each could stay
    adjacent: Barn is not usable."""
    grass = {(5, 5): "G", (5, 6): "G", (5, 7): "G", (15, 15): "G"}
    game = scenario(
        base="D", land=grass, own=[(5, 5), (5, 6), (5, 7)], card="grass", me={"tiles": [tile("barn")]}
    )
    assert "barn" not in options(game)


def test_a_lone_settlement_on_its_terrain_may_go_far() -> None:
    """R-MOVE-2, R-MOVE-3, E-63: the left hex touches no other piece, so the far hex is legal, the left one is
    not."""
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


def test_a_lifted_settlement_is_not_its_own_neighbour() -> None:
    """R-MOVE-1: the only hex next to the lifted piece itself does not count as adjacent."""
    game = scenario(
        base="D",
        land={(5, 6): "G", (15, 15): "G"},
        own=[(5, 5), (0, 0)],
        card="grass",
        me={"tiles": [tile("barn")]},
    )
    play(game, "barn", (5, 5))
    assert cells(game) == {(5, 6), (15, 15)}


def test_only_settlements_are_moved() -> None:
    """R-MOVE-4: the hexes to move from are own settlements, nothing else."""
    game = scenario(own=[(5, 5)], other=[(9, 9)], card="grass", me={"tiles": [tile("paddock")]})
    play(game, "paddock")
    assert cells(game) == {(5, 5)}
    with pytest.raises(IllegalAnswer, match="L-PADDOCK-1"):
        play(game, (9, 9))


def test_a_settlement_built_this_turn_may_be_moved() -> None:
    """R-MOVE-5, R-MOVE-7: moved again by another action; a move gains tiles like a build."""
    game = scenario(
        land={(5, 9): "1"}, locations=FARM, own=[(5, 5)], card="grass", me={"tiles": [tile("paddock")]}
    )
    happened = play(game, (5, 6), (6, 6), (6, 7), "paddock", (5, 6), (5, 8))
    assert [event for event in happened if isinstance(event, TileGained)] == [
        TileGained(0, "farm", next(iter(game.board.location_at)))
    ]


# --- gaining


def test_gaining_a_tile() -> None:
    """R-GAIN-1, R-GAIN-5, R-RES-1: taken at once, usable in the own next turn."""
    game = scenario(land={(5, 7): "1"}, locations=FARM, own=[(5, 5)], card="grass", them={"hand": ["grass"]})
    play(game, (5, 6))
    assert tiles(game) == ["farm"]
    play(game, (6, 6), (6, 7))
    assert options(game) == {"end_turn"}
    with pytest.raises(IllegalAnswer, match="R-GAIN-5"):
        play(game, "farm")
    play(game, "end_turn", (10, 10), (10, 11), (10, 12), "end_turn")
    assert "farm" in options(game)


def test_one_tile_per_location_and_player() -> None:
    """R-GAIN-2, R-GAIN-3, E-64: a second piece gains nothing, nor does a return after the loss; the third
    player comes too late."""
    game = scenario(
        land={(5, 7): "1"},
        locations=FARM,
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
        land={(5, 7): "1"}, locations=FARM, own=[(5, 5)], card="grass", location_tiles=[[[5, 7], 0]]
    )
    play(empty, (5, 6))
    assert tiles(empty) == []


def test_one_piece_gains_from_several_locations() -> None:
    """R-GAIN-4, R-GAIN-6: one from each location hex; two equal tiles from the two equal hexes."""
    game = scenario(
        land={(5, 5): "1", (5, 7): "1", (4, 6): "2"},
        locations={"1": "farm", "2": "oasis"},
        own=[(7, 6)],
        card="grass",
    )
    play(game, (6, 6), (5, 6))
    assert sorted(tiles(game)) == ["farm", "farm", "oasis"]


def test_two_equal_tiles_give_two_uses() -> None:
    """R-TURN-3, R-GAIN-6: each tile once per turn, two equal ones twice."""
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("farm"), tile("farm")]})
    play(game, "farm", (5, 6), "farm", (5, 7))
    with pytest.raises(IllegalAnswer, match="R-TURN-3"):
        play(game, "farm")


def test_moves_gain_tiles() -> None:
    """R-GAIN-1, R-MOVE-7, D-15: moves count like builds; the tile used is used for this turn."""
    game = scenario(
        land={(5, 8): "1"}, locations=FARM, own=[(5, 5)], card="grass", me={"tiles": [tile("paddock")]}
    )
    play(game, "paddock", (5, 5), (5, 7))
    assert tiles(game) == ["paddock", "farm"]
    assert "paddock" not in options(game)


# --- losing


def test_losing_a_tile_by_moving_away() -> None:
    """R-LOSE-1, R-LOSE-2, R-LOSE-4, E-45, D-21: gone from the game at once, the hex keeps its number; the
    action is finished."""
    game = scenario(
        land={(5, 7): "1"},
        locations={"1": "paddock"},
        own=[(5, 6)],
        card="grass",
        me={"tiles": [tile("paddock", (5, 7))]},
        location_tiles=[[[5, 7], 1]],
    )
    happened = play(game, "paddock", (5, 6), (5, 4))
    assert tiles(game) == []
    assert pieces(game) == {(5, 4)}
    assert any(isinstance(event, TileLost) for event in happened)
    assert places(game.stocked) == {(5, 7)}
    assert not game.doubled


def test_moving_around_a_location_keeps_the_tile() -> None:
    """R-LOSE-3: checked after the move is complete."""
    game = scenario(
        land={(5, 7): "1"},
        locations=FARM,
        own=[(5, 6)],
        card="grass",
        me={"tiles": [tile("farm", (5, 7)), tile("paddock")]},
    )
    play(game, "paddock", (5, 6), (5, 8))
    assert tiles(game) == ["farm", "paddock"]


def test_losing_one_of_two_equal_tiles_keeps_the_usable_one() -> None:
    """R-LOSE-5, E-65: the abandoned location's tile was unused, the other used: one unused tile remains, tied
    to the other hex."""
    game = scenario(
        land={(5, 7): "1", (15, 7): "1"},
        locations=FARM,
        own=[(5, 6), (15, 6)],
        card="grass",
        me={"tiles": [tile("farm", (15, 7), used=True), tile("farm", (5, 7)), tile("paddock")]},
    )
    play(game, "paddock", (5, 6), (5, 4))
    assert tiles(game) == ["farm", "paddock"]
    assert "farm" in options(game)
    space = game.tiles[0][0][1]
    assert space is not None
    assert places(1 << space) == {(15, 7)}


def test_losing_the_used_one_of_two_leaves_the_unused() -> None:
    """R-LOSE-5: the other way round."""
    game = scenario(
        land={(5, 7): "1", (15, 7): "1"},
        locations=FARM,
        own=[(5, 6), (15, 6)],
        card="grass",
        me={"tiles": [tile("farm", (15, 7)), tile("farm", (5, 7), used=True), tile("paddock")]},
    )
    play(game, "paddock", (5, 6), (5, 4))
    assert "farm" in options(game)


def test_variant_return() -> None:
    """V-RETURN: a lost tile goes back to its hex and can be gained again."""
    game = scenario(
        land={(5, 7): "1"},
        locations=FARM,
        own=[(5, 6)],
        card="grass",
        variants=["return"],
        me={"tiles": [tile("farm", (5, 7)), tile("paddock")]},
        location_tiles=[[[5, 7], 1]],
    )
    play(game, "paddock", (5, 6), (5, 4))
    assert places(game.doubled) == {(5, 7)}
    play(game, (5, 5), (5, 6))
    assert "farm" in tiles(game)


def test_a_returned_tile_is_one_more_and_only_there() -> None:
    """V-RETURN: on a hex that had none left there is one again, and other hexes keep what they had."""
    game = scenario(
        land={(5, 7): "1", (15, 7): "1"},
        locations=FARM,
        own=[(5, 6)],
        other=[(5, 8)],
        card="grass",
        variants=["return"],
        me={"tiles": [tile("farm", (5, 7)), tile("paddock")]},
        them={"tiles": [tile("farm", (5, 7))]},
        location_tiles=[[[5, 7], 0], [[15, 7], 1]],
    )
    play(game, "paddock", (5, 6), (5, 4))
    assert state(game)["location_tiles"] == [[[5, 7], 1], [[15, 7], 1]]


def test_only_settlements_are_moved_though_another_piece_holds_the_way_open() -> None:
    """R-MOVE-2, R-MOVE-4: the one hex to go to is next to a wagon alone, which stands where it could stay."""
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
    """R-BUILD-1, R-TERR-2, R-MAND-1, R-GRID-1: each refused answer names its rule and leaves the game as it
    was."""
    game = scenario(land={(5, 4): "S", (4, 5): "D"}, own=[(5, 5)], other=[(5, 6)], card="grass")
    before = state(game)
    for answer, rule in (
        ((5, 6), "R-BUILD-1"),
        ((5, 4), "R-TERR-2"),
        ((4, 5), "R-MAND-1"),
        ((12, 12), "R-BUILD-3"),
        ("farm", "R-TURN-3"),
        ("nonsense", "R-TURN-3"),
        (("i", 0, 0), "R-GRID-1"),
    ):
        with pytest.raises(IllegalAnswer, match=rule):
            play(game, answer)
    assert state(game) == before
