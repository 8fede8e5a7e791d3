"""Tests the capitol, the caves and the island (RULES.md sections 12 and 9.6)."""

from __future__ import annotations

import pytest
from support.scenario import cells, coords, gold, options, pieces, play, question, scenario, tile, tiles

from kingdom.rules import hexes
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansions import caves
from kingdom.rules.hexes import BIT, HEX_AT, Coord, iter_hexes, neighbors
from kingdom.rules.registry import EXPANSIONS, ISLANDS, SECTIONS
from kingdom.rules.scoring import score_breakdown
from kingdom.rules.setup import GameSetup, new_game

# --- Capitol


def test_capitols_are_placed_on_sections_with_two_castles() -> None:
    """Q-CAPITOL-1, R-SETUP-12: there is one capitol on a castle of the Oracle section and one on a castle of
    the Harbor section. Either castle can be chosen, and other sections have none."""
    seen = set()
    for seed in range(40):
        game = new_game(
            GameSetup(
                seed=seed,
                expansions=("base", "capitol"),
                sections=("oracle", "harbor turned", "farm", "oasis"),
            )
        )
        capitols = game.config.setup_values["capitols"]
        assert [(capitols & section).bit_count() for section in hexes.SECTION_MASKS] == [1, 1, 0, 0]
        seen.add(capitols)
    assert len(seen) == 4
    without_capitols = new_game(
        GameSetup(expansions=("base", "capitol"), sections=("barn", "tower", "farm", "oasis"))
    )
    assert not without_capitols.config.setup_values["capitols"]


def test_at_most_two_capitols() -> None:
    """Q-CAPITOL-1: there are at most two capitols, even if there are more castles."""
    castles = dict.fromkeys([(5, 5), (5, 7), (5, 9)], "S")
    assert scenario(land=castles, capitols=[(5, 5), (5, 9)]).config.setup_values["capitols"].bit_count() == 2
    with pytest.raises(ValidationError, match="only 2"):
        scenario(land=castles, capitols=list(castles))


def test_capitol_gold() -> None:
    """Q-CAPITOL-2, Q-CAPITOL-3, E-35: each piece at distance 1 or 2 scores 1 gold, and the castle still
    scores its 3 gold."""
    game = scenario(
        land={(5, 5): "S"}, capitols=[(5, 5)], own=[(5, 4), (5, 3), (4, 5), (7, 6), (5, 2)], cards=["workers"]
    )
    assert gold(game, "capitols") == 4
    assert gold(game, "castles") == 3
    assert gold(game, "workers") == 2
    near_both = scenario(land={(5, 5): "S", (5, 7): "S"}, capitols=[(5, 5), (5, 7)], own=[(5, 6)])
    assert gold(near_both, "capitols") == 2
    assert coords(score_breakdown(game, 0)["capitols"].hexes) == {(5, 4), (5, 3), (4, 5), (7, 6)}


def test_capitol_needs_a_castle() -> None:
    """Q-CAPITOL-1: a capitol chosen in the setup or given in a position must be on a castle."""
    with pytest.raises(ValidationError, match="not a castle"):
        scenario(capitols=[(5, 5)])
    with pytest.raises(ValidationError, match="not a castle"):
        new_game(GameSetup(expansions=("base", "capitol"), expansion_choices={"capitols": [[0, 0]]}))


# --- Caves


@pytest.mark.parametrize(
    ("section", "count"), [("oracle", 2), ("farm", 2), ("oasis", 0), ("harbor", 1), ("paddock", 13)]
)
def test_possible_cave_hexes(section: str, count: int) -> None:
    """Q-CAVE-1, D-9, E-36: caves can be on mountains at distance 3 or more from every landmark."""
    from kingdom.rules.board import TerrainGrid, assemble_grid, get_board

    water = TerrainGrid(("W" * 10,) * 10)
    board = get_board(assemble_grid([SECTIONS[section], water, water, water]), None)
    assert caves.cave_sites(board).bit_count() == count


def test_one_cave_per_section_where_possible() -> None:
    """Q-CAVE-1, R-SETUP-12: each cave is on a random mountain of the assembled board that meets the
    conditions for caves."""
    seen = set()
    for seed in range(30):
        game = new_game(
            GameSetup(seed=seed, expansions=("base", "caves"), sections=("paddock", "oasis", "barn", "tower"))
        )
        cave_hexes = game.config.setup_values["caves"]
        assert [(cave_hexes & section).bit_count() for section in hexes.SECTION_MASKS] == [1, 0, 1, 1]
        assert not cave_hexes & ~caves.cave_sites(game.board)
        seen.add(cave_hexes)
    assert len(seen) > 20


def test_cave_move() -> None:
    """Q-CAVE-3, R-TURN-4, R-BUILD-9: once per turn, a piece next to a cave moves next to any cave, including
    the same one, regardless of adjacency."""
    game = scenario(
        land={(2, 2): "M", (15, 15): "M", (15, 16): "W"},
        caves=[(2, 2), (15, 15)],
        own=[(2, 1), (9, 9)],
        card="grass",
    )
    assert "cave" in options(game)
    play(game, "cave")
    assert question(game) == "from"
    assert cells(game) == {(2, 1)}
    play(game, (2, 1))
    cave_neighbors = coords(neighbors(BIT[HEX_AT[(2, 2)]] | BIT[HEX_AT[(15, 15)]]))
    assert cells(game) == cave_neighbors - {(2, 1), (15, 16)}
    play(game, (15, 14))
    assert pieces(game) == {(15, 14), (9, 9)}
    assert "cave" not in options(game)
    play(game, (9, 10), (9, 11), (9, 12))
    assert options(game) == {"end_turn"}


def test_piece_on_a_cave_is_not_adjacent_to_it() -> None:
    """Q-CAVE-2: a cave is a mountain, and a piece standing on it does not count as adjacent to it."""
    game = scenario(land={(2, 2): "M"}, caves=[(2, 2)], own=[(2, 2)], card="grass", cards=["miners"])
    assert "cave" not in options(game)
    assert gold(game, "miners") == 0
    adjacent = scenario(land={(2, 2): "M"}, caves=[(2, 2)], own=[(2, 1)], card="grass", cards=["miners"])
    assert gold(adjacent, "miners") == 1


def test_cave_is_usable_again_next_turn() -> None:
    """Q-CAVE-3: each player can use the cave once in each of their own turns."""
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


# --- Island


def test_island_is_a_separate_board() -> None:
    """Q-ISLAND-1, Q-ISLAND-2: either side of the island can come up. The island has 25 hexes, no neighbors on
    the main board, and one location with two tiles."""
    seen = set()
    for seed in range(20):
        game = new_game(GameSetup(seed=seed, expansions=("base", "island")))
        seen.add(game.config.setup_values["island"])
        assert (game.stocked_locations & hexes.ISLAND_MASK).bit_count() == 1
        assert not game.stocked_locations & hexes.ISLAND_MASK & ~game.full_locations
    assert seen == set(EXPANSIONS["island"].islands)
    assert not neighbors(hexes.ISLAND_MASK) & hexes.MAIN_BOARD_MASK
    assert not neighbors(hexes.MAIN_BOARD_MASK) & hexes.ISLAND_MASK
    assert (
        new_game(
            GameSetup(expansions=("base", "island"), expansion_choices={"island": "tree_house"})
        ).config.setup_values["island"]
        == "tree_house"
    )


def test_building_on_the_island() -> None:
    """Q-ISLAND-3, R-BUILD-3, E-37: no free desert hex is adjacent to the player's own pieces, so Oasis may
    build on the island. Farm must then build next to that settlement."""
    terrain = {(5, 5): "D", (5, 6): "D", (5, 7): "D", (0, 0): "G"}
    game = scenario(
        base="F",
        land=terrain,
        island="rope_bridge",
        card="desert",
        me={"tiles": [tile("oasis"), tile("farm")]},
    )
    play(game, (5, 5), (5, 6), (5, 7), "oasis")
    assert cells(game) == {("i", 0, 0), ("i", 0, 1), ("i", 0, 2), ("i", 1, 0)}
    play(game, ("i", 1, 0), "farm")
    assert cells(game) == {("i", 1, 1)}
    on_island = scenario(
        base="F",
        land=terrain,
        island="rope_bridge",
        own=[("i", 0, 2)],
        card="forest",
        me={"tiles": [tile("farm")]},
    )
    play(on_island, "farm")
    assert cells(on_island) == {("i", 1, 1), ("i", 1, 2)}


def test_island_is_not_a_section_and_has_no_edge() -> None:
    """Q-ISLAND-4, K-LORDS-4, L-TOWER-1, E-62: Lords and Farmers ignore the island; Tower does not reach
    it."""
    own: list[Coord] = [("i", 0, 0), ("i", 0, 1), (0, 0), (0, 10), (10, 0), (10, 10)]
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


def test_island_is_surrounded_by_water() -> None:
    """Q-ISLAND-5: every outer hex of the island is adjacent to water, but nothing can be built on that
    water."""
    ring = [("i", r, c) for r in range(5) for c in range(5) if r in (0, 4) or c in (0, 4)]
    shore = [coord for coord in ring if ISLANDS["rope_bridge"].rows[coord[1]][coord[2]] != "W"]
    game = scenario(base="F", island="rope_bridge", own=shore, cards=["fishermen"])
    assert gold(game, "fishermen") == len(shore)
    assert (
        gold(scenario(base="F", island="tree_house", own=[("i", 2, 1)], cards=["fishermen"]), "fishermen")
        == 0
    )


def test_island_rows() -> None:
    """Q-ISLAND-6, E-62: the island has five separate rows for Discoverers, and any of them may be the best
    row for Knights."""
    own = [("i", r, 0) for r in range(5)] + [(3, 3)]
    game = scenario(base="F", island="tree_house", own=[*own, ("i", 0, 1)], cards=["discoverers", "knights"])
    assert gold(game, "discoverers") == 6
    assert gold(game, "knights") == 4


def test_straight_lines_do_not_cross_to_the_island() -> None:
    """Q-ISLAND-2: a line at the bottom of the main board does not continue on the island."""
    own = [(17, c) for c in (2, 3, 4)] + [(18, 5), (19, 5)]
    game = scenario(base="F", island="tree_house", own=own, card="forest", me={"tiles": [tile("tavern")]})
    play(game, "tavern")
    assert all(len(coord) == 2 for coord in cells(game))


@pytest.mark.parametrize(("tile_name", "letter"), [("rope_bridge", "C"), ("tree_house", "F")])
def test_island_tiles(tile_name: str, letter: str) -> None:
    """L-ROPEBRIDGE-1, L-TREEHOUSE-1, R-GAIN-1: the tile moves any settlement to canyon or forest, adjacent if
    possible, on either board."""
    game = scenario(
        island=tile_name,
        land={(5, 6): letter},
        own=[(5, 5), ("i", 2, 0)],
        card="grass",
        me={"tiles": [tile(tile_name)]},
    )
    play(game, tile_name)
    assert cells(game) == {(5, 5), ("i", 2, 0)}
    play(game, (5, 5))
    on_island = {("i", r, c) for r in range(5) for c in range(5) if ISLANDS[tile_name].rows[r][c] == letter}
    assert cells(game) <= on_island
    assert cells(game)


def test_moves_reach_the_island() -> None:
    """Q-ISLAND-3, L-HARBOR-1, L-BARN-1: move tiles work between both boards; Paddock stays on one board."""
    tile_holder = {"tiles": [tile("harbor"), tile("paddock")]}
    game = scenario(
        base="F",
        land={(9, 9): "G"},
        island="rope_bridge",
        own=[(9, 9), ("i", 1, 3)],
        card="forest",
        me=tile_holder,
    )
    play(game, "harbor", (9, 9))
    assert cells(game) == {("i", 2, 3), ("i", 2, 4)}
    play(game, ("i", 2, 3))
    assert "rope_bridge" not in tiles(game)
    play(game, "paddock", ("i", 1, 3))
    assert cells(game)
    assert all(coord[0] == "i" for coord in cells(game))


def test_island_location_gives_its_tile() -> None:
    """Q-ISLAND-1, R-GAIN-1: a piece next to the island's location takes one of its two tiles."""
    game = scenario(base="F", island="rope_bridge", card="canyon", deck=["canyon"])
    assert all(coord[0] == "i" for coord in cells(game))
    play(game, ("i", 2, 0))
    assert tiles(game) == ["rope_bridge"]
    assert len(list(iter_hexes(game.stocked_locations))) == 1
