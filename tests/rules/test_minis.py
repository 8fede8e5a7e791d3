"""Capitol, caves and island: RULES.md section 12 and 9.6."""

from __future__ import annotations

import pytest
from scenario import asks, cells, gold, options, pieces, places, play, scenario, tile, tiles

from kingdom.rules import hexes
from kingdom.rules.hexes import BIT, HEX_AT, Place, hexes_of, neighbours
from kingdom.rules.registry import ISLANDS, SECTIONS, BadSetup
from kingdom.rules.scoring import score
from kingdom.rules.sets import caves
from kingdom.rules.setup import Setup, new_game

# --- capitol


def test_capitols_go_to_sections_with_two_castles() -> None:
    """Q-CAPITOL-1, R-SETUP-12: one on a castle of Oracle, one on a castle of Harbor, none without them; both
    castles come up."""
    seen = set()
    for seed in range(40):
        game = new_game(
            Setup(seed=seed, boxes=("base", "capitol"), sections=("oracle", "harbor turned", "farm", "oasis"))
        )
        capitols = game.table.markers["capitols"]
        assert [(capitols & section).bit_count() for section in hexes.SECTION_MASKS] == [1, 1, 0, 0]
        seen.add(capitols)
    assert len(seen) == 4
    none = new_game(Setup(boxes=("base", "capitol"), sections=("barn", "tower", "farm", "oasis")))
    assert not none.table.markers["capitols"]


def test_there_is_no_third_capitol() -> None:
    """Q-CAPITOL-1: two at the most, though there are more castles."""
    castles = dict.fromkeys([(5, 5), (5, 7), (5, 9)], "S")
    assert scenario(land=castles, capitols=[(5, 5), (5, 9)]).table.markers["capitols"].bit_count() == 2
    with pytest.raises(BadSetup, match="only 2"):
        scenario(land=castles, capitols=list(castles))


def test_capitol_gold() -> None:
    """Q-CAPITOL-2, Q-CAPITOL-3, E-35: 1 gold per piece at distance 1 or 2, and the castle's 3 gold stay."""
    game = scenario(
        land={(5, 5): "S"}, capitols=[(5, 5)], own=[(5, 4), (5, 3), (4, 5), (7, 6), (5, 2)], cards=["workers"]
    )
    assert gold(game, "capitols") == 4
    assert gold(game, "castles") == 3
    assert gold(game, "workers") == 2
    both = scenario(land={(5, 5): "S", (5, 7): "S"}, capitols=[(5, 5), (5, 7)], own=[(5, 6)])
    assert gold(both, "capitols") == 2
    assert places(score(game, 0)["capitols"].hexes) == {(5, 4), (5, 3), (4, 5), (7, 6)}


def test_a_capitol_needs_a_castle() -> None:
    """Q-CAPITOL-1: chosen by hand or in a position, it must stand on a castle."""
    with pytest.raises(BadSetup, match="no castle"):
        scenario(capitols=[(5, 5)])
    with pytest.raises(BadSetup, match="no castle"):
        new_game(Setup(boxes=("base", "capitol"), chosen={"capitols": [[0, 0]]}))


# --- caves


@pytest.mark.parametrize(
    ("section", "count"), [("oracle", 2), ("farm", 2), ("oasis", 0), ("harbor", 1), ("paddock", 13)]
)
def test_places_for_caves(section: str, count: int) -> None:
    """Q-CAVE-1, D-9, E-36: mountains at distance 3 or more from every landmark."""
    from kingdom.rules.board import Grid, assemble, board_of

    water = Grid(("W" * 10,) * 10)
    board = board_of(assemble([SECTIONS[section], water, water, water]), None)
    assert caves.places(board).bit_count() == count


def test_one_cave_on_each_section_that_has_a_place() -> None:
    """Q-CAVE-1, R-SETUP-12: at random among the legal ones of the assembled board."""
    seen = set()
    for seed in range(30):
        game = new_game(
            Setup(seed=seed, boxes=("base", "caves"), sections=("paddock", "oasis", "barn", "tower"))
        )
        laid = game.table.markers["caves"]
        assert [(laid & section).bit_count() for section in hexes.SECTION_MASKS] == [1, 0, 1, 1]
        assert not laid & ~caves.places(game.board)
        seen.add(laid)
    assert len(seen) > 20


def test_cave_move() -> None:
    """Q-CAVE-3, R-TURN-4, R-BUILD-9: once per turn from a cave's side to any cave's side, the same one
    included, no adjacency demand."""
    game = scenario(
        land={(2, 2): "M", (15, 15): "M", (15, 16): "W"},
        caves=[(2, 2), (15, 15)],
        own=[(2, 1), (9, 9)],
        card="grass",
    )
    assert "cave" in options(game)
    play(game, "cave")
    assert asks(game) == "from"
    assert cells(game) == {(2, 1)}
    play(game, (2, 1))
    around = places(neighbours(BIT[HEX_AT[(2, 2)]] | BIT[HEX_AT[(15, 15)]]))
    assert cells(game) == around - {(2, 1), (15, 16)}
    play(game, (15, 14))
    assert pieces(game) == {(15, 14), (9, 9)}
    assert "cave" not in options(game)
    play(game, (9, 10), (9, 11), (9, 12))
    assert options(game) == {"end_turn"}


def test_a_piece_on_a_cave_is_not_beside_it() -> None:
    """Q-CAVE-2: a cave is a mountain; who stands on it is not adjacent to it."""
    game = scenario(land={(2, 2): "M"}, caves=[(2, 2)], own=[(2, 2)], card="grass", cards=["miners"])
    assert "cave" not in options(game)
    assert gold(game, "miners") == 0
    beside = scenario(land={(2, 2): "M"}, caves=[(2, 2)], own=[(2, 1)], card="grass", cards=["miners"])
    assert gold(beside, "miners") == 1


def test_the_cave_is_there_again_next_turn() -> None:
    """Q-CAVE-3: once per own turn."""
    game = scenario(
        land={(2, 2): "M"},
        caves=[(2, 2)],
        own=[(2, 1)],
        other=[(2, 3)],
        card="grass",
        them={"hand": ["grass"]},
        turn={"cave_used": True},
    )
    assert "cave" not in options(game)
    play(game, *sorted(cells(game))[:1])
    play(game, *sorted(cells(game))[:1])
    play(game, *sorted(cells(game))[:1])
    play(game, "end_turn")
    assert "cave" in options(game)


# --- island


def test_the_island_is_a_board_of_its_own() -> None:
    """Q-ISLAND-1, Q-ISLAND-2: both sides come up; 25 hexes, no neighbour on the main board, one location with
    two tiles."""
    seen = set()
    for seed in range(20):
        game = new_game(Setup(seed=seed, boxes=("base", "island")))
        seen.add(game.table.markers["island"])
        assert (game.stocked & hexes.ISLAND).bit_count() == 1
        assert not game.stocked & hexes.ISLAND & ~game.doubled
    assert seen == set(ISLANDS)
    assert not neighbours(hexes.ISLAND) & hexes.MAIN
    assert not neighbours(hexes.MAIN) & hexes.ISLAND
    assert (
        new_game(Setup(boxes=("base", "island"), chosen={"island": "tree_house"})).table.markers["island"]
        == "tree_house"
    )


def test_building_on_the_island() -> None:
    """Q-ISLAND-3, R-BUILD-3, E-37: no free desert touches him, so Oasis may go to the island; Farm must then
    go next to it."""
    land = {(5, 5): "D", (5, 6): "D", (5, 7): "D", (0, 0): "G"}
    game = scenario(
        base="F", land=land, island="rope_bridge", card="desert", me={"tiles": [tile("oasis"), tile("farm")]}
    )
    play(game, (5, 5), (5, 6), (5, 7), "oasis")
    assert cells(game) == {("i", 0, 0), ("i", 0, 1), ("i", 0, 2), ("i", 1, 0)}
    play(game, ("i", 1, 0), "farm")
    assert cells(game) == {("i", 1, 1)}
    other = scenario(
        base="F",
        land=land,
        island="rope_bridge",
        own=[("i", 0, 2)],
        card="forest",
        me={"tiles": [tile("farm")]},
    )
    play(other, "farm")
    assert cells(other) == {("i", 1, 1), ("i", 1, 2)}


def test_the_island_is_no_section_and_has_no_edge() -> None:
    """Q-ISLAND-4, K-LORDS-4, L-TOWER-1, E-62: Lords and Farmers ignore it; Tower does not reach it."""
    own: list[Place] = [("i", 0, 0), ("i", 0, 1), (0, 0), (0, 10), (10, 0), (10, 10)]
    game = scenario(
        base="F",
        island="rope_bridge",
        own=own,
        other=[(1, 0), (1, 10), (11, 0), (11, 10)],
        cards=["lords", "farmers"],
    )
    assert gold(game, "lords") == 48
    assert gold(game, "farmers") == 3
    alone = scenario(
        base="F", island="rope_bridge", own=[("i", 0, 0)], card="forest", me={"tiles": [tile("tower")]}
    )
    play(alone, "tower")
    assert len(cells(alone)) == 76


def test_the_sea_around_the_island() -> None:
    """Q-ISLAND-5: every outer hex is adjacent to water; nothing can stand in that sea."""
    ring = [("i", r, c) for r in range(5) for c in range(5) if r in (0, 4) or c in (0, 4)]
    land = [place for place in ring if ISLANDS["rope_bridge"].rows[place[1]][place[2]] != "W"]
    game = scenario(base="F", island="rope_bridge", own=land, cards=["fishermen"])
    assert gold(game, "fishermen") == len(land)
    assert (
        gold(scenario(base="F", island="tree_house", own=[("i", 2, 1)], cards=["fishermen"]), "fishermen")
        == 0
    )


def test_island_rows() -> None:
    """Q-ISLAND-6, E-62: five lines of its own for Discoverers, and one may be the Knights line."""
    own = [("i", r, 0) for r in range(5)] + [(3, 3)]
    game = scenario(base="F", island="tree_house", own=[*own, ("i", 0, 1)], cards=["discoverers", "knights"])
    assert gold(game, "discoverers") == 6
    assert gold(game, "knights") == 4


def test_straight_lines_do_not_cross_to_the_island() -> None:
    """Q-ISLAND-2: a line along the bottom of the main board does not go on there."""
    own = [(17, c) for c in (2, 3, 4)] + [(18, 5), (19, 5)]
    game = scenario(base="F", island="tree_house", own=own, card="forest", me={"tiles": [tile("tavern")]})
    play(game, "tavern")
    assert all(len(place) == 2 for place in cells(game))


@pytest.mark.parametrize(("kind", "letter"), [("rope_bridge", "C"), ("tree_house", "F")])
def test_island_tiles(kind: str, letter: str) -> None:
    """L-ROPEBRIDGE-1, L-TREEHOUSE-1, R-GAIN-1: moves one settlement to canyon or forest, adjacent if
    possible, from and to anywhere."""
    game = scenario(
        island=kind,
        land={(5, 6): letter},
        own=[(5, 5), ("i", 2, 0)],
        card="grass",
        me={"tiles": [tile(kind)]},
    )
    play(game, kind)
    assert cells(game) == {(5, 5), ("i", 2, 0)}
    play(game, (5, 5))
    on_island = {("i", r, c) for r in range(5) for c in range(5) if ISLANDS[kind].rows[r][c] == letter}
    assert cells(game) <= on_island
    assert cells(game)


def test_moves_reach_the_island() -> None:
    """Q-ISLAND-3, L-HARBOR-1, L-BARN-1: move tiles go from and to both boards; Paddock stays on its own."""
    held = {"tiles": [tile("harbor"), tile("paddock")]}
    game = scenario(
        base="F", land={(9, 9): "G"}, island="rope_bridge", own=[(9, 9), ("i", 1, 3)], card="forest", me=held
    )
    play(game, "harbor", (9, 9))
    assert cells(game) == {("i", 2, 3), ("i", 2, 4)}
    play(game, ("i", 2, 3))
    assert "rope_bridge" not in tiles(game)
    play(game, "paddock", ("i", 1, 3))
    assert cells(game)
    assert all(place[0] == "i" for place in cells(game))


def test_island_location_gives_its_tile() -> None:
    """Q-ISLAND-1, R-GAIN-1: a piece next to the island's location takes one of its two tiles."""
    game = scenario(base="F", island="rope_bridge", card="canyon", deck=["canyon"])
    assert all(place[0] == "i" for place in cells(game))
    play(game, ("i", 2, 0))
    assert tiles(game) == ["rope_bridge"]
    assert len(list(hexes_of(game.stocked))) == 1
