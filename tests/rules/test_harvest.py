"""Tests the farmland, silos and location tiles of Harvest."""

from __future__ import annotations

import random
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

from kingdom.position import read_position, write_position
from kingdom.rules.decision_frames import PHASE_TURNS
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.events import (
    Built,
    CounterChanged,
    Event,
    Moved,
    NeutralPiecePlaced,
    NeutralPiecesRemoved,
    TileUsed,
)
from kingdom.rules.expansions import harvest, harvest_tiles
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, NEIGHBORS, iter_hexes, nth_hex
from kingdom.rules.registry import EXPANSIONS, TILES
from kingdom.rules.scoring import score_breakdown
from kingdom.rules.setup import GameSetup, new_game

NEIGHBORS_OF_5_5 = {(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 6)}


def violated_rule_id(game: Game, *answers: Any) -> str:
    """Returns the ID of the rule that rejects the last of these answers."""
    play(game, *answers[:-1])
    with pytest.raises(IllegalAnswer) as raised:
        play(game, answers[-1])
    return raised.value.rule_id


def game_after_last_turn(**position_keys: Any) -> Game:
    """Returns a two-player game right after its last turn. If there is a silo phase, it has just started."""
    turn = {"player": 1, "mandatory": "done", **position_keys.pop("turn", {})}
    game = scenario(turn=turn, end=True, **position_keys)
    play(game, "end_turn")
    return game


def player_with_tiles(*tile_names: str) -> dict[str, Any]:
    """Returns player data with these tiles."""
    return {"tiles": [tile(tile_name) for tile_name in tile_names]}


# --- sections


def test_sections() -> None:
    """R-COMP-4, R-TERR-2: the four sections match the published ones. Each has two different locations, one
    silo and farmland, but no castle."""
    expansion = EXPANSIONS["harvest"]
    assert expansion.has_unofficial_sections
    assert set(expansion.sections) == {"bazaar", "mountain_station", "cathedral", "university"}
    for name, grid in expansion.sections.items():
        letters = "".join(grid.rows)
        assert [len(row) for row in grid.rows] == [10] * 10
        assert [letters.count(letter) for letter in "12OS"] == [1, 1, 1, 0]
        assert letters.count("A") >= 9
        assert grid.tile_name("1") == name


def test_new_game_starts_without_number_tiles_scouts_and_marks() -> None:
    """R-SETUP-7: at the start players have no number tiles, and no scout is on the board."""
    game = new_game(
        GameSetup(
            player_count=3,
            expansions=("base", "harvest"),
            sections=("cathedral", "mountain_station", "bazaar", "university"),
            seed=3,
        )
    )
    data = write_position(game)
    assert [player["counters"] for player in data["players"]] == [0, 0, 0]
    assert data["scouts"] == []
    assert [player["marks"] for player in data["players"]] == [[], [], []]
    assert "harvest" in game.config.expansions


# --- farmland


FARMLAND_TERRAIN = {(5, 5): "A", (5, 6): "A", (9, 9): "A"}


def test_farmland_is_built_next_to_own_pieces_only() -> None:
    """X-FARM-1, R-BUILD-8: a build on farmland must be next to one of the player's own pieces, needs no tile
    and uses a settlement from the supply."""
    game = scenario(land=FARMLAND_TERRAIN, own=[(5, 4)], card="grass")
    assert "farmland" in options(game)
    play(game, "farmland")
    assert (question(game), cells(game), options(game)) == ("to", {(5, 5)}, set())
    events = play(game, (5, 5))
    assert Built(0, "settlement", BIT[hex_id_at(5, 5)], "farmland") in events
    assert game.supply[0] == 38
    assert game.mandatory_state == 0
    assert game.mandatory_builds_made == 0


def test_farmland_can_be_used_once_per_turn() -> None:
    """X-FARM-1, R-TURN-4: every player can build on farmland once per turn, and again in the next turn."""
    game = scenario(land={**FARMLAND_TERRAIN, (12, 12): "A"}, own=[(5, 4)], other=[(12, 11)], card="grass")
    assert violated_rule_id(game, "farmland", (5, 5), "farmland") == "R-TURN-4"
    assert position_data(game)["turn"]["farmland_used"] is True
    play(game, *sorted(cells(game))[:1])
    play(game, *sorted(cells(game))[:1])
    play(game, *sorted(cells(game))[:1])
    assert "farmland" not in options(game)
    play(game, "end_turn")
    assert game.active_player == 1
    assert "farmland" in options(game)
    play(game, "farmland")
    assert cells(game) == {(12, 12)}


def test_farmland_before_or_after_the_mandatory_action() -> None:
    """D-12, R-TURN-5, X-FARM-1: the farmland action can be used before or after the mandatory action, but not
    between the mandatory builds."""
    game = scenario(land=FARMLAND_TERRAIN, own=[(5, 4)], card="grass")
    assert "farmland" in options(game)
    assert violated_rule_id(game, (5, 3), "farmland") == "R-TURN-5"
    play(game, (5, 2), (5, 1))
    assert {"farmland", "end_turn"} <= options(game)


def test_farmland_needs_adjacency_and_supply() -> None:
    """X-FARM-1, R-BUILD-10: the farmland action requires a settlement in the supply and a free farmland hex
    next to one of the player's own pieces."""
    assert "farmland" not in options(scenario(land=FARMLAND_TERRAIN, own=[(1, 1)], card="grass"))
    assert (
        violated_rule_id(scenario(land=FARMLAND_TERRAIN, own=[(1, 1)], card="grass"), "farmland")
        == "X-FARM-1"
    )
    assert "farmland" not in options(scenario(land=FARMLAND_TERRAIN, own=[(5, 4)], me={"supply": 0}))
    assert "farmland" not in options(
        scenario(land=FARMLAND_TERRAIN, own=[(5, 4)], other=[(5, 5)], card="grass")
    )
    assert "farmland" not in options(scenario(land=FARMLAND_TERRAIN, card="grass"))


def test_farmland_build_counts_for_adjacency() -> None:
    """E-29, X-FARM-1, R-GAIN-1: the settlement on farmland counts for adjacency immediately, so the three
    builds reach a location."""
    terrain = {(5, 5): "A", (5, 6): "D", (5, 7): "D", (5, 8): "D", (15, 15): "D", (5, 9): "1"}
    game = scenario(land=terrain, locations={"1": "palisade"}, own=[(5, 4)], card="desert")
    assert cells(game) == {(5, 6), (5, 7), (5, 8), (15, 15)}
    play(game, "farmland", (5, 5))
    assert cells(game) == {(5, 6)}
    play(game, (5, 6), (5, 7), (5, 8))
    assert tiles(game) == ["palisade"]


def test_farmland_is_suitable_terrain_without_a_card() -> None:
    """X-FARM-2, R-TERR-1: actions on suitable terrain can use farmland; actions on the played terrain never
    can."""
    terrain = {(0, 3): "A", (5, 7): "A", (5, 4): "A"}
    game = scenario(
        land=terrain,
        own=[(0, 4), (5, 5)],
        card="grass",
        me=player_with_tiles("tower", "paddock", "oracle", "tavern"),
    )
    assert not cells(game) & {(0, 3), (5, 7), (5, 4)}
    for kind, target, further_answers in (("tower", (0, 3), ()), ("paddock", (5, 7), ((5, 5),))):
        copied = game.copy()
        play(copied, kind, *further_answers)
        assert target in cells(copied)
    play(game, "oracle")
    assert not cells(game) & {(0, 3), (5, 7), (5, 4)}
    line = scenario(land=terrain, own=[(5, 5), (5, 6), (4, 5)], card="grass", me=player_with_tiles("tavern"))
    assert "tavern" not in options(line)
    line = scenario(
        land={(5, 8): "A"}, own=[(5, 5), (5, 6), (5, 7)], card="grass", me=player_with_tiles("tavern")
    )
    play(line, "tavern")
    assert (5, 8) in cells(line)


def test_played_terrain_is_never_farmland() -> None:
    """X-FARM-2: cards are replaced one after another, because free farmland makes no card playable."""
    game = scenario(land={(5, 5): "A"}, own=[(5, 4)], base="W", card="grass", deck=["desert", "forest"])
    assert game.hands[0] == ()  # all cards were unplayable (R-CARD-6)
    assert options(game) == {"farmland", "end_turn"}


# --- silos


SILO_TERRAIN = {(5, 5): "O", (5, 8): "S"}


def test_silo_moves_three_settlements() -> None:
    """E-30, X-SILO-1, X-SILO-2, R-SCORE-2, R-END-5: a piece next to a silo allows three settlements to move,
    and the castle they reach adds 3 gold."""
    game = game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6), (12, 1), (12, 2), (12, 3)])
    before = gold(game, "castles")
    assert (game.decision().player, question(game), options(game)) == (
        0,
        "option",
        {"build", "move", "decline"},
    )
    play(game, "move")
    assert (question(game), cells(game), options(game)) == (
        "from",
        {(5, 6), (12, 1), (12, 2), (12, 3)},
        set(),
    )
    play(game, (12, 1), (5, 7))
    assert options(game) == {"done"}
    play(game, (12, 2), (4, 6), (12, 3), (4, 7))
    assert game.over
    assert pieces(game) == {(5, 6), (5, 7), (4, 6), (4, 7)}
    assert gold(game, "castles") == before + 3
    assert game.supply == [36, 40]


def test_silo_builds_up_to_three_from_supply() -> None:
    """X-SILO-1, D-13, X-SILO-2: a silo allows up to three builds next to the player's own pieces; the player
    may stop after the first."""
    game = game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6)])
    play(game, "build")
    assert cells(game) == {(5, 7), (4, 6), (4, 7), (6, 6), (6, 7)}
    assert options(game) == set()
    events = play(game, (5, 7))
    assert events == [Built(0, "settlement", BIT[hex_id_at(5, 7)], "silo")]
    assert options(game) == {"done"}
    assert (4, 8) in cells(game)  # next to the settlement just built
    stopped = game.copy()
    play(stopped, "done")
    assert stopped.over
    assert stopped.supply[0] == 38
    play(game, (4, 6), (4, 7))
    assert game.over
    assert game.supply[0] == 36


def test_silo_is_optional_and_never_mixed() -> None:
    """X-SILO-1: declining a silo changes nothing. After a build only builds can follow, and after a move only
    moves."""
    game = game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6), (5, 7)])
    declined = game.copy()
    play(declined, "decline")
    assert declined.over
    assert pieces(declined) == {(5, 6), (5, 7)}
    built = game.copy()
    play(built, "build", (4, 6))
    assert (question(built), options(built)) == ("to", {"done"})
    play(game, "move", (5, 6), (6, 8))
    assert (question(game), options(game)) == ("from", {"done"})


def test_silo_needs_supply_to_build_and_another_piece_to_move() -> None:
    """X-SILO-1, X-SILO-2, R-BUILD-10: with an empty supply, only moves are available; a lifted piece does not
    count as its own neighbor."""
    game = game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6), (5, 7)], me={"supply": 0})
    assert options(game) == {"move", "decline"}
    assert game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6)], me={"supply": 0}).over  # no legal choice
    single_piece = game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6)])
    assert options(single_piece) == {"build", "decline"}
    play(game, "move", (5, 6))
    assert cells(game) == {(5, 6), (6, 7), (6, 8), (4, 7), (4, 8)} - {(5, 6)}


def test_silo_build_ends_with_the_supply() -> None:
    """X-SILO-1: a silo allows no more builds than there are settlements in the supply."""
    game = game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6)], me={"supply": 2})
    play(game, "build", (5, 7), (4, 6))
    assert game.over
    assert game.supply[0] == 0


def test_silo_targets_are_free_and_suitable() -> None:
    """X-SILO-2, R-TERR-2: water, landmarks, occupied hexes and distant hexes are not legal."""
    terrain = {**SILO_TERRAIN, (4, 6): "W", (4, 7): "M", (6, 6): "A"}
    game = game_after_last_turn(land=terrain, own=[(5, 6)], other=[(6, 7)])
    play(game, "build")
    assert cells(game) == {(5, 7), (6, 6)}
    assert violated_rule_id(game, (5, 5)) == "R-TERR-2"


def test_silo_moves_different_settlements() -> None:
    """X-SILO-5: a silo moves no settlement twice, but it may move the settlement next to the silo
    (X-SILO-2)."""
    game = game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6), (5, 7)])
    play(game, "move", (5, 6), (6, 7))
    assert cells(game) == {(5, 7)}
    play(game, (5, 7), (7, 6))
    assert game.over  # both have already moved
    assert pieces(game) == {(6, 7), (7, 6)}


def test_silo_move_can_use_a_vacated_hex() -> None:
    """X-SILO-2, X-SILO-5: a vacated hex is free for other pieces; only the piece that left it cannot move
    again."""
    game = game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6), (5, 7), (9, 9)])
    play(game, "move", (5, 6), (4, 7), (9, 9), (5, 6))
    assert cells(game) == {(5, 7)}


def test_silo_rights_are_counted_at_the_start() -> None:
    """X-SILO-3: the number of silo actions does not change when a piece arrives at a silo or moves away."""
    terrain = {(5, 5): "O", (9, 9): "O"}
    gained = game_after_last_turn(land=terrain, own=[(5, 6), (9, 11)])
    play(gained, "build", (9, 10), "done")  # now next to the second silo
    assert gained.over
    moved_away = game_after_last_turn(land=terrain, own=[(5, 6), (9, 10), (15, 2), (15, 3)])
    play(moved_away, "move", (5, 6), (15, 4), (9, 10), (15, 5), "done")  # no longer next to a silo
    assert (moved_away.decision().player, options(moved_away)) == (0, {"build", "move", "decline"})
    play(moved_away, "build", (15, 6), "done")
    assert moved_away.over


def test_one_silo_action_per_silo() -> None:
    """X-SILO-1: each silo gives a player one action, regardless of how many pieces are next to it; a piece
    next to two silos gives its owner two actions."""
    one_silo = game_after_last_turn(land={(5, 5): "O"}, own=[(5, 4), (5, 6), (4, 5)])
    play(one_silo, "decline")
    assert one_silo.over
    two_silos = game_after_last_turn(land={(5, 5): "O", (5, 7): "O"}, own=[(5, 6)])
    play(two_silos, "build", (4, 6), "done")
    assert not two_silos.over
    play(two_silos, "build", (4, 7), "done")
    assert two_silos.over


def test_silo_players_act_in_turn_order_from_the_start_player() -> None:
    """X-SILO-4: each player uses all their silos before the next player begins."""
    terrain = {(5, 5): "O", (9, 9): "O"}
    turn = {"player": 0, "start_player": 1}
    third_player = {"settlements": [[5, 4]]}
    game = game_after_last_turn(
        land=terrain, own=[(5, 6), (9, 10)], other=[(9, 8)], more=[third_player], turn=turn
    )
    order = []
    while not game.over:
        order.append(game.decision().player)
        play(game, "decline")
    assert order == [1, 2, 0, 0]


def test_silo_phase_comes_after_the_last_turn_only() -> None:
    """X-SILO-1, R-END-2, R-END-5: the silo phase follows the last turn of the game and no other turn."""
    game = scenario(land=SILO_TERRAIN, own=[(5, 6)], end=True, turn={"player": 0, "mandatory": "done"})
    play(game, "end_turn")
    assert (game.active_player, question(game)) == (1, "act")
    game = scenario(land=SILO_TERRAIN, own=[(5, 6)], turn={"player": 1, "mandatory": "done"})
    play(game, "end_turn")
    assert (game.active_player, question(game)) == (0, "act")


def test_silo_phase_gives_no_tiles_and_no_gold() -> None:
    """E-84, X-SILO-6: a build next to a location or an opponent gains neither tiles nor gold; unsupported
    tiles are kept."""
    terrain = {(5, 5): "O", (5, 8): "1", (12, 12): "1"}
    player_data = {"tiles": [tile("farm", (12, 12))]}
    game = game_after_last_turn(
        land=terrain,
        locations={"1": "farm"},
        own=[(5, 6), (12, 13)],
        other=[(6, 8)],
        me=player_data,
        cards=["mayors", "ambassadors", "rovers"],
    )
    events = play(game, "move", (12, 13), (5, 7))
    assert [type(event) for event in events] == [Moved]
    play(game, "done")
    assert tiles(game) == ["farm"]
    assert game.over
    assert game.earned_gold == [0, 0]
    row = game_after_last_turn(
        land=SILO_TERRAIN,
        own=[(5, 6), (5, 1), (5, 2)],
        cards=["mayors", "ambassadors", "rovers"],
        other=[(4, 8)],
    )
    play(row, "build", (5, 7), "done")
    assert expansion_state(row)["marks"] == (0, 0)
    assert row.earned_gold == [0, 0]


def test_silo_build_can_empty_the_supply() -> None:
    """X-SILO-6, R-END-1: building the last settlement in the silo phase starts no further round."""
    game = game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6)], me={"supply": 1})
    play(game, "build", (5, 7))
    assert game.over


def test_silo_ignores_scouts() -> None:
    """X-SILO-1, L-SCOUTCABIN-3: scouts are removed before the silo phase, so they support neither a silo nor
    a build."""
    terrain = {(5, 5): "O", (9, 9): "O"}
    game = game_after_last_turn(land=terrain, other=[(5, 6), (9, 12)], scouts=[[9, 10], [9, 11]])
    assert game.decision().player == 1
    play(game, "build")
    assert not cells(game) & {(9, 10), (8, 10), (10, 10)}
    play(game, (5, 7), "done")
    assert game.over


def test_position_in_the_silo_phase_has_pending_answers() -> None:
    """R-END-5: during the silo phase, the position contains the answers given so far and cannot be loaded."""
    game = game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6), (5, 7)])
    play(game, "move", (5, 6))
    assert position_data(game)["turn"]["pending"][-2:] == ["move", [5, 6]]
    with pytest.raises(ValidationError):
        read_position(position_data(game))


def test_silo_is_a_landmark() -> None:
    """R-TERR-2, R-TERR-3: a silo counts for Workers and Merchants, and no piece can stand on it."""
    game = scenario(
        land={(5, 5): "O", (5, 7): "S"}, own=[(5, 6)], cards=["workers", "merchants"], card="grass"
    )
    assert gold(game, "workers") == 1
    assert gold(game, "merchants") == 8
    assert violated_rule_id(game, (5, 5)) == "R-TERR-2"
    with pytest.raises(ValidationError):
        scenario(land={(5, 5): "O"}, own=[(5, 5)])


# --- Water Mill, Mountain Station, Watchtower, University


def test_water_mill() -> None:
    """L-WATERMILL-1, R-BUILD-5: Water Mill builds on a suitable hex next to water; only such hexes count for
    the adjacency rule."""
    terrain = {(5, 5): "W", (15, 15): "W", (5, 6): "M", (15, 14): "A"}
    game = scenario(land=terrain, own=[(5, 3)], card="grass", me=player_with_tiles("water_mill"))
    play(game, "water_mill")
    assert cells(game) == {(5, 4)}
    none_adjacent = scenario(land=terrain, own=[(0, 0)], card="grass", me=player_with_tiles("water_mill"))
    play(none_adjacent, "water_mill")
    assert cells(none_adjacent) == (NEIGHBORS_OF_5_5 - {(5, 6)}) | {
        (15, 14),
        (15, 16),
        (14, 15),
        (14, 16),
        (16, 15),
        (16, 16),
    }


def test_water_mill_on_the_island() -> None:
    """L-WATERMILL-1, Q-ISLAND-5: every outer hex of the island is next to the sea."""
    game = scenario(own=[["i", 2, 2]], card="grass", me=player_with_tiles("water_mill"), island="rope_bridge")  # type: ignore[list-item]
    play(game, "water_mill")
    targets = cells(game)
    assert targets
    assert all(coord[0] == "i" for coord in targets)


def test_mountain_station() -> None:
    """L-MOUNTAINSTATION-1: Mountain Station builds on a suitable hex next to a mountain, adjacent to own
    pieces if possible."""
    terrain = {(5, 5): "M", (9, 9): "M", (5, 6): "W", (5, 4): "L"}
    game = scenario(land=terrain, own=[(5, 3)], card="grass", me=player_with_tiles("mountain_station"))
    play(game, "mountain_station")
    assert cells(game) == {(5, 4)}
    play(game, (5, 4))
    assert game.supply[0] == 38
    assert "mountain_station" not in options(game)
    assert "mountain_station" not in options(
        scenario(own=[(5, 3)], card="grass", me=player_with_tiles("mountain_station"))
    )


def test_watchtower() -> None:
    """L-WATCHTOWER-1, R-BUILD-5: Watchtower builds on a suitable hex next to any opponent's piece; the
    player's own pieces do not count."""
    third_player = {"settlements": [[15, 15]]}
    game = scenario(
        own=[(5, 3)],
        other=[(5, 5)],
        more=[third_player],
        land={(4, 5): "W"},
        card="grass",
        me=player_with_tiles("watchtower"),
    )
    play(game, "watchtower")
    assert cells(game) == {(5, 4)}
    none_adjacent = scenario(
        own=[(0, 0)],
        other=[(5, 5)],
        more=[third_player],
        land={(4, 5): "W"},
        card="grass",
        me=player_with_tiles("watchtower"),
    )
    play(none_adjacent, "watchtower")
    third_player_neighbors = {(15, 14), (15, 16), (14, 15), (14, 16), (16, 15), (16, 16)}
    assert cells(none_adjacent) == (NEIGHBORS_OF_5_5 - {(4, 5)}) | third_player_neighbors
    assert "watchtower" not in options(
        scenario(own=[(5, 3)], card="grass", me=player_with_tiles("watchtower"))
    )


def test_university() -> None:
    """L-UNIVERSITY-1, R-TERR-3: University builds next to a location (even without tiles), castle or silo."""
    terrain = {(5, 5): "1", (9, 9): "O", (15, 15): "S"}
    game = scenario(
        land=terrain,
        locations={"1": "farm"},
        own=[(0, 0)],
        card="grass",
        me=player_with_tiles("university"),
        location_tiles=[[[5, 5], 0]],
    )
    play(game, "university")
    silo_neighbors = {(9, 8), (9, 10), (8, 9), (8, 10), (10, 9), (10, 10)}
    castle_neighbors = {(15, 14), (15, 16), (14, 15), (14, 16), (16, 15), (16, 16)}
    assert cells(game) == NEIGHBORS_OF_5_5 | silo_neighbors | castle_neighbors
    one_adjacent = scenario(
        land=terrain, locations={"1": "farm"}, own=[(9, 7)], card="grass", me=player_with_tiles("university")
    )
    play(one_adjacent, "university")
    assert cells(one_adjacent) == {(9, 8)}


def test_university_next_to_nomad_spaces_and_palaces() -> None:
    """L-UNIVERSITY-1, R-TERR-3: nomad spaces and palaces are landmarks too."""
    game = scenario(
        land={(5, 5): "N", (5, 8): "P"},
        own=[(0, 0)],
        base="G",
        card="grass",
        me=player_with_tiles("university"),
    )
    play(game, "university")
    assert {(5, 4), (5, 6), (5, 7), (5, 9)} <= cells(game)


@pytest.mark.parametrize("kind", ["water_mill", "mountain_station", "watchtower", "university"])
def test_builds_need_supply(kind: str) -> None:
    """R-BUILD-10: build actions are not available with an empty supply."""
    terrain = {(5, 5): "W", (7, 5): "M", (9, 5): "S"}
    player_data = player_with_tiles(kind)
    assert kind in options(
        scenario(land=terrain, own=[(0, 0)], other=[(12, 12)], card="grass", me=player_data)
    )
    assert kind not in options(
        scenario(land=terrain, own=[(0, 0)], other=[(12, 12)], card="grass", me={**player_data, "supply": 0})
    )


# --- Palisade


def test_palisade_moves_within_one_area() -> None:
    """L-PALISADE-1: Palisade moves a settlement to a free suitable hex next to the rest of its area; the
    player's other areas do not count."""
    game = scenario(
        own=[(5, 4), (5, 5), (15, 15), (15, 16)],
        land={(4, 5): "W"},
        other=[(6, 5)],
        card="grass",
        me=player_with_tiles("palisade"),
    )
    play(game, "palisade")
    assert question(game) == "from"
    assert cells(game) == {(5, 4), (5, 5), (15, 15), (15, 16)}
    play(game, (5, 4))
    assert cells(game) == {(5, 6), (4, 6), (6, 6)}
    play(game, (5, 6))
    assert pieces(game) == {(5, 5), (5, 6), (15, 15), (15, 16)}


def test_palisade_counts_all_parts_of_a_split_area() -> None:
    """L-PALISADE-2: lifting the middle piece splits the area, and hexes next to either part are legal."""
    game = scenario(own=[(5, 4), (5, 5), (5, 6)], card="grass", me=player_with_tiles("palisade"))
    play(game, "palisade", (5, 5))
    assert {(5, 3), (5, 7)} <= cells(game)
    assert (5, 5) not in cells(game)  # R-MOVE-3


def test_palisade_cannot_move_a_lone_settlement() -> None:
    """E-77, L-PALISADE-2: a lone settlement cannot be moved, because its area has no other piece."""
    game = scenario(own=[(5, 5), (9, 9)], card="grass", me=player_with_tiles("palisade"))
    assert "palisade" not in options(game)
    assert violated_rule_id(game, "palisade") == "L-PALISADE-1"


def test_palisade_next_to_a_scout() -> None:
    """L-PALISADE-2, L-SCOUTCABIN-3: a scout is part of the area but is never moved."""
    game = scenario(own=[(5, 5), (9, 9)], scouts=[[5, 6]], card="grass", me=player_with_tiles("palisade"))
    play(game, "palisade")
    assert cells(game) == {(5, 5)}
    play(game, (5, 5))
    assert cells(game) == {(5, 7), (4, 6), (4, 7), (6, 6), (6, 7)}


def test_palisade_gains_and_loses_tiles() -> None:
    """L-PALISADE-1, R-LOSE-1, R-LOSE-4: a Palisade move gains and loses tiles like any other move, and may
    even abandon the Palisade location."""
    terrain = {(5, 3): "1", (5, 7): "2"}
    player_data = {"tiles": [tile("palisade", (5, 3))]}
    game = scenario(
        land=terrain,
        locations={"1": "palisade", "2": "farm"},
        own=[(5, 4), (5, 5)],
        card="grass",
        me=player_data,
    )
    play(game, "palisade", (5, 4), (5, 6))
    assert tiles(game) == ["farm"]


def test_palisade_and_silo_origins_are_exact() -> None:
    """L-PALISADE-1, X-SILO-2: on many crowded boards, exactly the settlements with a destination can be
    moved."""
    palisade = TILES["palisade"]
    assert isinstance(palisade, harvest_tiles.PalisadeTile)
    rng = random.Random(4)
    partly_stuck_count = 0
    for _ in range(400):
        terrain = {(r, c): rng.choice("GGWMMM") for r in range(20) for c in range(20)}
        grass_coords = [coord for coord, letter in terrain.items() if letter == "G"]
        rng.shuffle(grass_coords)
        own = grass_coords[: rng.randrange(1, 12)]
        remaining = [coord for coord in grass_coords if coord not in own]
        opponent_settlements = rng.sample(remaining, min(len(remaining), 38))
        game = scenario(land=terrain, own=own, other=opponent_settlements)
        game.settlement_hexes[1] |= (
            rng.getrandbits(440) & game.free_hexes & game.board.suitable_hexes
        )  # many more than a player really has
        game.update_derived_hexes()
        expected = {h for h in iter_hexes(game.settlement_hexes[0]) if palisade.destinations(game, 0, h)}
        assert set(iter_hexes(palisade.origins(game, 0))) == expected
        assert palisade.is_usable(game, 0) == bool(expected)
        expected = {h for h in iter_hexes(game.settlement_hexes[0]) if harvest.silo_destinations(game, 0, h)}
        assert set(iter_hexes(harvest.silo_origins(game, 0, 0))) == expected
        partly_stuck_count += 0 < len(expected) < len(own)
    assert partly_stuck_count  # make sure that the hard case occurred


# --- Scout Cabin


def test_scouts_count_for_adjacency() -> None:
    """E-31, L-SCOUTCABIN-1, L-SCOUTCABIN-2, L-SCOUTCABIN-3, R-TERM-2, P-SCOUT-1: builds next to scouts are
    legal, and the scouts are removed at the end of the turn."""
    terrain = {(5, 5): "M", (5, 6): "M", (5, 7): "D", (5, 8): "D", (5, 9): "D", (5, 10): "S", (15, 15): "D"}
    game = scenario(land=terrain, own=[(5, 4)], card="desert", me=player_with_tiles("scout_cabin"))
    assert cells(game) == {(5, 7), (5, 8), (5, 9), (15, 15)}
    play(game, "scout_cabin")
    assert (5, 5) in cells(game)
    assert (5, 6) not in cells(game)  # strict adjacency (R-BUILD-8)
    assert NeutralPiecePlaced(0, "scout", hex_id_at(5, 5)) in play(game, (5, 5))
    assert (5, 6) in cells(game)  # next to the first scout
    assert options(game) == {"done"}
    play(game, (5, 6))
    assert question(game) == "act"
    assert cells(game) == {(5, 7)}
    play(game, (5, 7), (5, 8), (5, 9))
    assert gold(game, "castles") == 3
    assert NeutralPiecesRemoved("scout", BIT[hex_id_at(5, 5)] | BIT[hex_id_at(5, 6)]) in play(
        game, "end_turn"
    )
    assert position_data(game)["scouts"] == []
    assert not coords(game.occupied_hexes) & {(5, 5), (5, 6)}


def test_one_scout_is_enough() -> None:
    """L-SCOUTCABIN-1: the player may place one or two scouts and can stop after the first; the tile can be
    used once per turn."""
    game = scenario(own=[(5, 4)], card="grass", me=player_with_tiles("scout_cabin"))
    play(game, "scout_cabin")
    assert options(game) == set()
    play(game, (5, 5), "done")
    assert position_data(game)["scouts"] == [[5, 5]]
    assert violated_rule_id(game, "scout_cabin") == "R-TURN-3"


def test_scout_targets() -> None:
    """L-SCOUTCABIN-1, R-TERM-5, R-TERR-2: a scout can be placed on any free hex of suitable terrain, water or
    mountain, but not on a landmark or an occupied hex."""
    terrain = {(5, 4): "W", (5, 6): "M", (4, 5): "A", (4, 6): "O", (6, 5): "S"}
    game = scenario(
        land=terrain, own=[(5, 5)], other=[(6, 6)], card="grass", me=player_with_tiles("scout_cabin")
    )
    play(game, "scout_cabin")
    assert cells(game) == {(5, 4), (5, 6), (4, 5)}


def test_only_one_scout_target() -> None:
    """L-SCOUTCABIN-1: without a target for the second scout, the action ends after the first; without any
    target, the action is not available."""
    terrain = {(0, 0): "G", (0, 1): "G"}
    game = scenario(
        land=terrain,
        base="S",
        own=[(0, 0)],
        me={**player_with_tiles("scout_cabin"), "hand": []},
        deck=[],
        turn={"mandatory": "done"},
    )
    play(game, "scout_cabin", (0, 1))
    assert question(game) == "act"
    no_target = scenario(
        land=terrain,
        base="S",
        own=[(0, 0), (0, 1)],
        me={**player_with_tiles("scout_cabin"), "hand": []},
        turn={"mandatory": "done"},
    )
    assert "scout_cabin" not in options(no_target)


def test_two_scout_cabins_share_two_scouts() -> None:
    """P-SCOUT-1, R-TURN-3: a second tile places the remaining scout and cannot be used if both scouts are on
    the board."""
    game = scenario(own=[(5, 4)], card="grass", me=player_with_tiles("scout_cabin", "scout_cabin"))
    both = game.copy()
    play(both, "scout_cabin", (5, 5), (5, 6))
    assert "scout_cabin" not in options(both)
    play(game, "scout_cabin", (5, 5), "done", "scout_cabin", (5, 6))
    assert question(game) == "act"
    assert position_data(game)["scouts"] == [[5, 5], [5, 6]]


def test_scouts_occupy_their_hexes() -> None:
    """R-TERM-3, L-SCOUTCABIN-2: nothing can be built on a hex with a scout, and scouts can make a card
    unplayable (R-CARD-4)."""
    terrain = {(5, 5): "D", (5, 6): "D"}
    game = scenario(
        land=terrain, own=[(5, 4)], card="desert", me=player_with_tiles("scout_cabin"), deck=["grass"] * 4
    )
    play(game, "scout_cabin", (5, 5))
    play(game, (5, 6))
    assert game.played_card == "grass"


def test_scouts_neither_gain_nor_support_tiles() -> None:
    """L-SCOUTCABIN-3, R-GAIN-8: a scout next to a location gains nothing and does not prevent the loss of a
    tile."""
    terrain = {(5, 6): "1"}
    game = scenario(
        land=terrain, locations={"1": "farm"}, own=[(5, 4)], card="grass", me=player_with_tiles("scout_cabin")
    )
    play(game, "scout_cabin", (5, 5), "done")
    assert tiles(game) == ["scout_cabin"]
    player_data = {"tiles": [tile("farm", (5, 6)), tile("paddock")]}
    game = scenario(
        land=terrain, locations={"1": "farm"}, own=[(5, 5)], scouts=[[4, 6]], card="grass", me=player_data
    )
    play(game, "paddock", (5, 5), (5, 3))
    assert tiles(game) == ["paddock"]


def test_scouts_cannot_be_moved() -> None:
    """L-SCOUTCABIN-3, R-MOVE-4, D-18: no move action can select a scout."""
    game = scenario(
        own=[(5, 4)],
        scouts=[[5, 5], [5, 6]],
        card="grass",
        me=player_with_tiles("paddock", "barn", "palisade"),
    )
    for kind in ("paddock", "barn", "palisade"):
        copied = game.copy()
        play(copied, kind)
        assert cells(copied) == {(5, 4)}


def test_temple_cannot_remove_scouts() -> None:
    """L-SCOUTCABIN-3: Temple removes settlements only."""
    game = scenario(own=[(5, 4)], scouts=[[5, 5]], card="grass", me=player_with_tiles("temple"))
    play(game, "temple")
    assert cells(game) == {(5, 4)}


def test_scouts_count_for_tavern() -> None:
    """L-SCOUTCABIN-2, L-TAVERN-2: two settlements and a scout form a line of three."""
    game = scenario(own=[(5, 4), (5, 5)], scouts=[[5, 6]], card="desert", me=player_with_tiles("tavern"))
    play(game, "tavern")
    assert cells(game) == {(5, 3), (5, 7)}


def test_scouts_count_for_village() -> None:
    """L-SCOUTCABIN-2, L-VILLAGE-1: scouts around a hex count as the player's own pieces."""
    game = scenario(own=[(5, 4)], scouts=[[4, 5], [4, 6]], card="grass", me=player_with_tiles("village"))
    play(game, "village")
    assert cells(game) == {(5, 5)}


def test_scouts_count_for_fountain() -> None:
    """L-SCOUTCABIN-2, L-FOUNTAIN-1: a hex next to a settlement and a scout is next to two of the player's own
    pieces."""
    without_scout = scenario(own=[(5, 4)], card="grass", me=player_with_tiles("fountain"))
    play(without_scout, "fountain")
    assert (5, 5) in cells(without_scout)
    game = scenario(own=[(5, 4)], scouts=[[5, 6]], card="grass", me=player_with_tiles("fountain"))
    play(game, "fountain")
    assert (5, 5) not in cells(game)
    assert (5, 7) in cells(game)  # next to the scout only


def test_scouts_count_for_farmland() -> None:
    """R-TERM-2, X-FARM-1: a scout next to a farmland hex satisfies strict adjacency."""
    game = scenario(land={(5, 6): "A"}, own=[(5, 4)], scouts=[[5, 5]], card="grass")
    play(game, "farmland")
    assert cells(game) == {(5, 6)}


def test_scouts_count_only_for_the_active_player() -> None:
    """R-TERM-2, L-SCOUTCABIN-2: scouts count for no player in scoring and never for an opponent's
    adjacency."""
    game = scenario(own=[(5, 4)], other=[(9, 9)], scouts=[[5, 5]], cards=["knights", "hermits"])
    assert gold(game, "knights") == 2
    assert coords(game.adjacent_hexes[0]) >= {(5, 6)}
    assert (5, 6) not in coords(game.adjacent_hexes[1])
    assert hex_id_at(5, 5) not in list(iter_hexes(game.piece_hexes[0]))


def test_scouts_cannot_be_placed_in_a_zone() -> None:
    """P-WARRIOR-4: a scout cannot be placed next to a warrior, regardless of the warrior's owner."""
    game = scenario(
        own=[(5, 4)], card="grass", me=player_with_tiles("scout_cabin"), them={"warriors": [[5, 6]]}
    )
    play(game, "scout_cabin")
    assert not cells(game) & {(5, 5), (4, 6), (6, 6)}


@pytest.mark.parametrize(
    ("scouts", "reason"),
    [
        ([[5, 4]], "two pieces on one hex"),
        ([[1, 1], [1, 2], [1, 3]], "there are only 2"),
        ([[9, 9]], "nothing can stand on a landmark"),
    ],
)
def test_impossible_scouts_are_rejected(scouts: list[list[int]], reason: str) -> None:
    """R-BUILD-1, R-TERR-2, P-SCOUT-1: a position may contain at most two scouts, and no scout may share a hex
    with a piece."""
    with pytest.raises(ValidationError, match=reason):
        scenario(own=[(5, 4)], land={(9, 9): "O"}, scouts=scouts)


# --- Cathedral


def test_cathedral_comes_with_a_number_tile() -> None:
    """E-61, L-CATHEDRAL-1: gaining a Cathedral tile also gains one number tile; the next one can be taken in
    a later turn."""
    game = scenario(land={(5, 6): "1"}, locations={"1": "cathedral"}, own=[(5, 4)], card="grass")
    events = play(game, (5, 5))
    assert CounterChanged(0, "counters", 1) in events
    assert tiles(game) == ["cathedral"]
    assert position_data(game)["players"][0]["counters"] == 1
    assert "cathedral" not in options(game)  # R-GAIN-5


def test_cathedral_takes_a_number_tile() -> None:
    """L-CATHEDRAL-2, E-61: taking a number tile uses the Cathedral for this turn; without number tiles there
    is nothing to spend."""
    game = scenario(own=[(5, 4)], card="grass", me=player_with_tiles("cathedral"))
    play(game, "cathedral")
    assert (question(game), options(game)) == ("option", {"take"})
    play(game, "take")
    assert expansion_state(game)["counters"] == (1, 0)
    assert violated_rule_id(game, "cathedral") == "R-TURN-3"


def test_cathedral_spends_number_tiles() -> None:
    """L-CATHEDRAL-2, D-5, R-TURN-6: n number tiles allow n builds on the played terrain, each adjacent if
    possible; `done` is available after the first."""
    terrain = {(5, 5): "D", (5, 6): "D", (5, 7): "D", (9, 9): "D"}
    game = scenario(
        land=terrain, own=[(5, 4)], card="desert", me={**player_with_tiles("cathedral"), "counters": 3}
    )
    play(game, "cathedral")
    assert options(game) == {"take", "spend"}
    play(game, "spend")
    assert (question(game), cells(game), options(game)) == ("to", {(5, 5)}, set())
    events = play(game, (5, 5))
    assert Built(0, "settlement", BIT[hex_id_at(5, 5)], "cathedral") in events
    assert (cells(game), options(game)) == ({(5, 6)}, {"done"})
    assert violated_rule_id(game, "end_turn") == "R-TURN-6"
    play(game, (5, 6), "done")
    assert question(game) == "act"
    assert expansion_state(game)["counters"] == (1, 0)
    assert game.supply[0] == 37
    assert game.mandatory_builds_made == 0


def test_cathedral_ends_without_number_tiles() -> None:
    """L-CATHEDRAL-2: the action ends automatically when all number tiles are spent."""
    game = scenario(own=[(5, 4)], card="grass", me={**player_with_tiles("cathedral"), "counters": 2})
    play(game, "cathedral", "spend", (5, 5), (5, 6))
    assert question(game) == "act"
    assert expansion_state(game)["counters"] == (0, 0)


def test_cathedral_is_limited_by_supply() -> None:
    """L-CATHEDRAL-4: the number of builds is limited by the supply, and with an empty supply number tiles can
    only be taken. Building the last settlement triggers the end (R-END-1)."""
    game = scenario(
        own=[(5, 4)], card="grass", me={**player_with_tiles("cathedral"), "counters": 3, "supply": 1}
    )
    play(game, "cathedral", "spend", (5, 5))
    assert question(game) == "act"
    assert expansion_state(game)["counters"] == (2, 0)
    assert game.end_triggered
    empty = scenario(
        own=[(5, 4)], card="grass", me={**player_with_tiles("cathedral"), "counters": 3, "supply": 0}
    )
    play(empty, "cathedral")
    assert options(empty) == {"take"}


def test_cathedral_stops_when_the_terrain_runs_out() -> None:
    """L-CATHEDRAL-4, R-CARD-5: when the terrain runs out, the card is replaced, the action ends and the
    number tiles are kept; the next use continues with the new card."""
    terrain = {(5, 5): "D", (5, 6): "D"}
    player_data = {**player_with_tiles("cathedral", "bazaar"), "counters": 4}
    game = scenario(land=terrain, own=[(5, 4)], card="desert", me=player_data, deck=["grass"] * 4)
    play(game, "cathedral", "spend", (5, 5), (5, 6))
    assert question(game) == "act"
    assert game.played_card == "grass"
    assert expansion_state(game)["counters"] == (2, 0)
    play(game, "bazaar", "cathedral", "spend")
    assert (5, 7) in cells(game)


def test_cathedral_stops_when_a_swamp_card_replaces_the_terrain() -> None:
    """L-CATHEDRAL-4, R-CARD-8: the player is not asked to choose a side of the new card during the action."""
    terrain = {(5, 5): "D", (9, 9): "U"}
    player_data = {**player_with_tiles("cathedral"), "counters": 4}
    game = scenario(land=terrain, own=[(5, 4)], card="desert", me=player_data, deck=["swamp/grass"])
    play(game, "cathedral", "spend", (5, 5))
    assert question(game) == "act"
    assert game.played_card == "swamp/grass"
    assert game.played_terrain is None
    assert expansion_state(game)["counters"] == (3, 0)


def test_cathedral_fixes_the_side_of_a_swamp_card() -> None:
    """L-CATHEDRAL-2, L-ORACLE-2, X-SWAMP-2: spending number tiles fixes the side because it uses the played
    terrain; taking a number tile does not."""
    player_data = {**player_with_tiles("cathedral"), "counters": 2}
    game = scenario(land={(9, 9): "U", (9, 10): "U"}, own=[(5, 4)], card="swamp/grass", me=player_data)
    taking = game.copy()
    play(taking, "cathedral", "take")
    assert taking.played_terrain is None
    play(game, "cathedral", "spend")
    assert (question(game), options(game)) == ("terrain", {"swamp", "grass"})
    play(game, "swamp")
    assert cells(game) == {(9, 9), (9, 10)}
    play(game, (9, 9), (9, 10))
    assert game.mandatory_builds_made == 0


def test_cathedral_stock() -> None:
    """L-CATHEDRAL-3, R-SCORE-5: there are 18 number tiles in total, none can be taken from an empty stock,
    and number tiles score nothing."""
    game = scenario(
        own=[(5, 4)],
        card="grass",
        me={**player_with_tiles("cathedral"), "counters": 10},
        them={"counters": 8},
    )
    play(game, "cathedral")
    assert options(game) == {"spend"}
    assert score_breakdown(game, 0)["castles"].gold == 0
    no_modes = scenario(own=[(5, 4)], card="grass", me=player_with_tiles("cathedral"), them={"counters": 18})
    assert "cathedral" not in options(no_modes)
    gained_late = scenario(
        land={(5, 6): "1"}, locations={"1": "cathedral"}, own=[(5, 4)], card="grass", them={"counters": 18}
    )
    play(gained_late, (5, 5))
    assert expansion_state(gained_late)["counters"] == (0, 18)
    with pytest.raises(ValidationError, match="L-CATHEDRAL-3"):
        scenario(own=[(5, 4)], me={"counters": 10}, them={"counters": 9})


def test_losing_the_cathedral() -> None:
    """R-LOSE-8: when the Cathedral tile is lost, its owner's number tiles return to the stock."""
    player_data = {"tiles": [tile("cathedral", (5, 6)), tile("paddock")], "counters": 7}
    game = scenario(
        land={(5, 6): "1"}, locations={"1": "cathedral"}, own=[(5, 5)], card="grass", me=player_data
    )
    events = play(game, "paddock", (5, 5), (5, 3))
    assert tiles(game) == ["paddock"]
    assert expansion_state(game)["counters"] == (0, 0)
    assert CounterChanged(0, "counters", 0) in events


def test_cathedral_with_outpost() -> None:
    """N-OUTPOST-1, N-OUTPOST-3, L-CATHEDRAL-2: an Outpost waives adjacency for one of the builds, and the hex
    for that build must be chosen next."""
    terrain = {(5, 5): "D", (5, 6): "D", (9, 9): "D"}
    player_data = {
        **player_with_tiles("cathedral"),
        "counters": 3,
        "nomads": [{"kind": "outpost", "fresh": False}],
    }
    game = scenario(land=terrain, own=[(5, 4)], card="desert", me=player_data)
    play(game, "cathedral", "spend", (5, 5))
    assert (cells(game), options(game)) == ({(5, 6)}, {"done", "outpost"})
    play(game, "outpost")
    assert (cells(game), options(game)) == ({(5, 6), (9, 9)}, set())
    play(game, (9, 9))
    assert "outpost" not in options(game)
    assert expansion_state(game)["counters"] == (1, 0)


def test_strict_actions_with_outpost() -> None:
    """N-OUTPOST-2, R-BUILD-8: Outpost does not affect farmland, Scout Cabin and Palisade, but it does affect
    Water Mill."""
    terrain = {(5, 5): "A", (9, 9): "A", (12, 12): "W", (5, 8): "W"}
    player_data = {
        **player_with_tiles("scout_cabin", "palisade", "water_mill"),
        "nomads": [{"kind": "outpost", "fresh": False}],
    }
    game = scenario(land=terrain, own=[(5, 4), (5, 7)], scouts=[[5, 3]], card="grass", me=player_data)
    for answers in (["farmland"], ["scout_cabin"], ["palisade", (5, 4)]):
        copied = game.copy()
        play(copied, *answers)
        assert "outpost" not in options(copied)
    play(game, "water_mill")
    assert options(game) == {"outpost"}


# --- Bazaar


def test_bazaar_repeats_only_used_tiles() -> None:
    """E-82, L-BAZAAR-1: Bazaar can repeat Oracle, which was used, but not Farm, which was not. Bazaar can be
    used once per turn."""
    game = scenario(own=[(5, 4)], card="grass", me=player_with_tiles("bazaar", "oracle", "farm"))
    assert "bazaar" not in options(game)
    assert violated_rule_id(game, "bazaar") == "L-BAZAAR-1"
    play(game, "oracle", (5, 5))
    play(game, "bazaar")
    assert (question(game), options(game)) == ("option", {"oracle"})
    events = play(game, "oracle", (5, 6))
    assert TileUsed(0, "oracle") in events
    assert pieces(game) == {(5, 4), (5, 5), (5, 6)}
    assert "oracle" not in options(game)
    assert "bazaar" not in options(game)
    assert "farm" in options(game)


def test_bazaar_repeats_only_usable_actions() -> None:
    """L-BAZAAR-3: Bazaar offers only actions that have a target on the current board."""
    terrain = {(5, 5): "D"}
    game = scenario(land=terrain, own=[(5, 4)], card="grass", me=player_with_tiles("bazaar", "oasis"))
    play(game, "oasis", (5, 5))
    assert "bazaar" not in options(game)
    more_targets = scenario(
        land={**terrain, (5, 6): "D", (9, 9): "D"},
        own=[(5, 4)],
        card="grass",
        me=player_with_tiles("bazaar", "oasis"),
    )
    play(more_targets, "oasis", (5, 5), "bazaar", "oasis")
    assert cells(more_targets) == {(5, 6)}  # the adjacency rule applies again


def test_bazaar_repeats_scouts_only_with_a_free_target() -> None:
    """L-BAZAAR-4, L-SCOUTCABIN-1: scouts cannot be placed again if other pieces occupy all adjacent hexes.
    Hexes occupied by the scouts themselves are available."""
    player_data = {"tiles": [tile("bazaar"), tile("scout_cabin", used=True)]}
    neighbors = [(4, 4), (4, 5), (5, 3), (5, 5), (6, 4), (6, 5)]
    surrounded = scenario(
        own=[(5, 4)], other=neighbors, card="grass", me=player_data, turn={"mandatory": "done"}
    )
    assert "bazaar" not in options(surrounded)
    own_scouts = scenario(
        own=[(5, 4)],
        other=neighbors[1:],
        scouts=[[4, 4]],
        card="grass",
        me=player_data,
        turn={"mandatory": "done"},
    )
    play(own_scouts, "bazaar", "scout_cabin")
    assert cells(own_scouts) == {(4, 4)}


def test_bazaar_cannot_repeat_a_lost_tile() -> None:
    """L-BAZAAR-3: a tile that was used and then lost cannot be repeated."""
    player_data = {"tiles": [tile("paddock", (5, 6)), tile("bazaar")]}
    game = scenario(
        land={(5, 6): "1"}, locations={"1": "paddock"}, own=[(5, 5)], card="grass", me=player_data
    )
    play(game, "paddock", (5, 5), (5, 3))
    assert "bazaar" not in options(game)


def test_bazaar_does_not_repeat_itself_or_farmland() -> None:
    """L-BAZAAR-2: Bazaar cannot repeat the farmland action, which does not belong to a location tile. Two
    Bazaars cannot repeat each other."""
    game = scenario(land=FARMLAND_TERRAIN, own=[(5, 4)], card="grass", me=player_with_tiles("bazaar"))
    play(game, "farmland", (5, 5))
    assert "bazaar" not in options(game)
    two_bazaars = scenario(own=[(5, 4)], card="grass", me=player_with_tiles("bazaar", "bazaar", "farm"))
    play(two_bazaars, "farm", (5, 5), "bazaar", "farm", (5, 6), "bazaar")
    assert options(two_bazaars) == {"farm"}


def test_bazaar_does_not_repeat_tiles_used_in_earlier_turns() -> None:
    """R-TURN-7, L-BAZAAR-1: Bazaar can repeat only tiles used in the current turn."""
    game = scenario(
        own=[(5, 4)], card="grass", me=player_with_tiles("bazaar", "farm"), turn={"mandatory": "done"}
    )
    play(game, "farm", (5, 5), "end_turn")
    play(game, *sorted(cells(game))[:1])
    play(game, *sorted(cells(game))[:1])
    play(game, *sorted(cells(game))[:1])
    play(game, "end_turn")
    assert game.active_player == 0
    assert "farm" in options(game)
    assert "bazaar" not in options(game)


def test_bazaar_repeats_the_cathedral() -> None:
    """L-BAZAAR-1, L-CATHEDRAL-2: with Bazaar, a player can take one number tile and then spend, or take
    two."""
    game = scenario(own=[(5, 4)], card="grass", me=player_with_tiles("bazaar", "cathedral"))
    play(game, "cathedral", "take", "bazaar", "cathedral")
    assert options(game) == {"take", "spend"}
    play(game, "take")
    assert expansion_state(game)["counters"] == (2, 0)


def test_bazaar_places_the_scouts_again() -> None:
    """L-BAZAAR-4, D-18: both scouts are removed and placed again; there are never more than two."""
    terrain = {
        (r, c): "W" for r in range(20) for c in range(20) if (r, c) not in {(5, 4), (5, 5), (5, 6), (9, 9)}
    }
    game = scenario(
        land=terrain,
        own=[(5, 4), (9, 9)],
        me={**player_with_tiles("bazaar", "scout_cabin"), "hand": []},
        turn={"mandatory": "done"},
    )
    play(game, "scout_cabin", (5, 5), (5, 6), "bazaar")
    assert options(game) == {"scout_cabin"}
    events = play(game, "scout_cabin")
    assert NeutralPiecesRemoved("scout", BIT[hex_id_at(5, 5)] | BIT[hex_id_at(5, 6)]) in events
    assert position_data(game)["scouts"] == []
    assert (5, 5) in cells(game)
    assert (5, 6) not in cells(game)
    play(game, (9, 10), (9, 11))
    assert position_data(game)["scouts"] == [[9, 10], [9, 11]]
    assert question(game) == "act"
    assert coords(game.adjacent_hexes[0]) >= {(9, 12)}
    assert (5, 7) not in coords(game.adjacent_hexes[0])


def test_bazaar_can_place_scouts_on_their_old_hexes() -> None:
    """L-BAZAAR-3, L-BAZAAR-4: the hexes the scouts vacate count as free for the repeated action."""
    terrain = {(0, 0): "G", (0, 1): "G"}
    player_data = {**player_with_tiles("bazaar", "scout_cabin"), "hand": []}
    game = scenario(land=terrain, base="S", own=[(0, 0)], me=player_data, deck=[], turn={"mandatory": "done"})
    play(game, "scout_cabin", (0, 1), "bazaar", "scout_cabin")
    assert cells(game) == {(0, 1)}


def test_bazaar_with_barracks() -> None:
    """L-BAZAAR-4, L-BARRACKS-2: Bazaar lets a player remove a warrior and place it again in the same turn, or
    place a second warrior, but never a third."""
    game = scenario(
        own=[(5, 4)], card="grass", me={**player_with_tiles("bazaar", "barracks"), "warriors": [[9, 9]]}
    )
    play(game, "barracks", "remove", (9, 9), "bazaar", "barracks", "place")
    play(game, *sorted(cells(game))[:1])
    assert len(position_data(game)["players"][0]["warriors"]) == 1
    game = scenario(own=[(5, 4)], card="grass", me=player_with_tiles("bazaar", "barracks"))
    play(game, "barracks", "place", (5, 5), "bazaar", "barracks", "place")
    play(game, *sorted(cells(game))[:1])
    assert len(position_data(game)["players"][0]["warriors"]) == 2
    game = scenario(
        own=[(5, 4)], card="grass", me={**player_with_tiles("bazaar", "barracks"), "warriors": [[9, 9]]}
    )
    play(game, "barracks", "place", (5, 5), "bazaar", "barracks")
    assert options(game) == {"remove"}


@pytest.mark.parametrize(("kind", "piece", "letter"), [("wagon", "wagon", "G"), ("lighthouse", "ship", "W")])
def test_bazaar_with_wagon_and_ship(kind: str, piece: str, letter: str) -> None:
    """L-BAZAAR-4: with Bazaar, a wagon or ship can be moved twice in one turn, or removed and then placed
    again."""
    row_terrain = {(9, c): letter for c in range(20)}
    player_data = {**player_with_tiles("bazaar", kind), piece: [9, 3]}
    game = scenario(land=row_terrain, own=[(5, 4)], card="grass", me=player_data)
    play(game, kind, "move", (9, 4), (9, 5), (9, 6), "bazaar", kind)
    assert options(game) == {"move", "remove"}
    play(game, "move", (9, 7), "done")
    assert position_data(game)["players"][0][piece] == [9, 7]
    removed = scenario(land=row_terrain, own=[(5, 4)], card="grass", me=player_data)
    play(removed, kind, "remove", "bazaar", kind, "place")
    assert (9, 12) in cells(removed) or letter == "G"


def test_bazaar_with_crossroads() -> None:
    """L-BAZAAR-2: repeating Crossroads draws a third card at the end of this turn; all three are discarded
    after the next turn."""
    game = scenario(
        own=[(5, 4)], card="grass", me=player_with_tiles("bazaar", "crossroads"), turn={"mandatory": "done"}
    )
    play(game, "bazaar", "crossroads")
    assert question(game) == "act"
    play(game, "end_turn")
    assert len(game.hands[0]) == 3


def test_bazaar_does_not_repeat_the_city_hall() -> None:
    """L-BAZAAR-2, L-CITYHALL-2, D-19: Bazaar cannot repeat City Hall, because a placed city hall stays where
    it is."""
    game = scenario(own=[(5, 4)], card="grass", me=player_with_tiles("bazaar", "city_hall"))
    play(game, "city_hall", (5, 6))
    assert "bazaar" not in options(game)


def test_bazaar_does_not_repeat_the_canoe_or_a_bonus() -> None:
    """L-BAZAAR-2: Bazaar cannot repeat Canoe, which is a reaction, or a bonus action, which does not belong
    to a location tile."""
    player_data = {
        "tiles": [tile("bazaar"), tile("canoe", used=True), tile("refuge"), tile("refuge")],
        "bonus": ["refuge"],
    }
    game = scenario(land={(9, 9): "W"}, own=[(5, 4)], card="grass", me=player_data)
    assert "bazaar" not in options(game)
    play(game, "refuge_bonus", (5, 4), (5, 5))
    assert "bazaar" not in options(game)
    play(game, "refuge", (5, 5), (5, 6), "bazaar")
    assert options(game) == {"refuge"}


def test_bazaar_does_not_repeat_nomad_tiles() -> None:
    """L-BAZAAR-2, N-LIFE-4: Bazaar cannot repeat a nomad tile, because the tile is gone after use."""
    player_data = {**player_with_tiles("bazaar"), "nomads": [{"kind": "donation_desert", "fresh": False}]}
    game = scenario(
        land={(5, 5): "D", (5, 6): "D", (5, 7): "D", (5, 8): "D"}, own=[(5, 4)], card="grass", me=player_data
    )
    play(game, "donation_desert", (5, 5), (5, 6), (5, 7))
    assert "bazaar" not in options(game)


def test_bazaar_does_not_repeat_the_cave_move() -> None:
    """L-BAZAAR-2, R-TURN-4: Bazaar cannot repeat the cave move, because it does not belong to a tile."""
    game = scenario(
        land={(5, 5): "M"}, caves=[[5, 5]], own=[(5, 4)], card="grass", me=player_with_tiles("bazaar")
    )
    play(game, "cave", (5, 4), (5, 6))
    assert "bazaar" not in options(game)


# --- information for the UI


def test_hooks_report_pieces_marks_and_items() -> None:
    """P-SCOUT-1, L-CATHEDRAL-3, K-MAYORS-1: scouts, number tiles and row marks are available to the UI."""
    game = scenario(
        own=[(5, 4)], scouts=[[5, 5]], card="grass", me={"counters": 2, "marks": [3]}, them={"marks": [1]}
    )
    hooks = game.config.hooks
    assert ("scout", None, BIT[hex_id_at(5, 5)]) in [
        piece for hook in hooks.visible_pieces for piece in hook(game)
    ]
    assert [mark for hook in hooks.row_markers for mark in hook(game)] == [(3, 0), (1, 1)]
    assert [(item.name, item.quantity) for hook in hooks.player_items for item in hook(game, 0)] == [
        ("counters", 2)
    ]
    assert [item for hook in hooks.player_items for item in hook(game, 1)] == []


def prompt_topic(game: Game) -> tuple[str, int | None]:
    """Returns the topic of the pending prompt and the number of remaining steps."""
    prompt = game.prompt()
    return prompt.topic, prompt.remaining


def test_prompt_topics_and_remaining_steps() -> None:
    """L-BAZAAR-1, X-SILO-1, L-SCOUTCABIN-1, L-CATHEDRAL-2: each prompt states its action and the number of
    remaining steps."""
    game = scenario(
        own=[(5, 4)],
        card="grass",
        me={**player_with_tiles("bazaar", "cathedral", "scout_cabin"), "counters": 5},
    )
    play(game, "cathedral", "spend")
    assert prompt_topic(game) == ("cathedral", 5)
    play(game, (5, 5), "done", "scout_cabin", (5, 6))
    assert prompt_topic(game) == ("scout_cabin", 1)
    play(game, "done", "bazaar")
    assert prompt_topic(game) == ("bazaar", None)
    play(game, "cathedral")
    assert prompt_topic(game) == ("cathedral", None)
    silo = game_after_last_turn(land=SILO_TERRAIN, own=[(5, 6), (5, 7)])
    assert prompt_topic(silo) == ("silo", None)
    built = silo.copy()
    play(built, "build", (4, 6))
    assert prompt_topic(built) == ("silo", 2)
    play(silo, "move", (5, 6))
    assert prompt_topic(silo) == ("silo", 3)
    play(silo, (6, 7))
    assert prompt_topic(silo) == ("silo", 2)


# --- complete games


EXPANSION_MIXES = [("base", "harvest"), tuple(EXPANSIONS)]


@pytest.mark.parametrize("expansions", EXPANSION_MIXES, ids=["harvest", "all"])
@pytest.mark.parametrize("player_count", [2, 3, 4, 5])
def test_random_games(expansions: tuple[str, ...], player_count: int) -> None:
    """R-END-5, R-TERM-9: random games end, no settlement is lost or duplicated, and every third position
    survives a round trip."""
    for seed in range(6):
        game = new_game(GameSetup(player_count=player_count, expansions=expansions, seed=seed))
        rng, count = random.Random(seed), 0
        while not game.over:
            decision = game.decision()
            assert decision.cells or decision.options
            if game.at_turn_decision and not game.pending_answers and count % 3 == 0:
                data = write_position(game)
                reloaded = read_position(data)
                assert {**write_position(reloaded), "seed": 0} == {**data, "seed": 0}
                assert reloaded.decision() == decision
            choice = rng.randrange(decision.cells.bit_count() + len(decision.options))
            cell_count = decision.cells.bit_count()
            events = game.play(
                nth_hex(decision.cells, choice)
                if choice < cell_count
                else decision.options[choice - cell_count]
            )
            assert_invariants(game, events)
            count += 1
            assert count < 3000


def assert_invariants(game: Game, events: tuple[Event, ...]) -> None:
    """Checks the invariants of any game with Harvest."""
    assert sum(expansion_state(game)["counters"]) <= 18
    assert all(counters >= 0 for counters in expansion_state(game)["counters"])
    assert game.helper_hexes == expansion_state(game)["scouts"]
    assert expansion_state(game)["scouts"].bit_count() <= 2
    marks = expansion_state(game)["marks"]
    for player in range(game.config.player_count):
        set_aside = game.settlements_set_aside(player)
        assert (
            game.settlement_hexes[player].bit_count()
            + game.supply[player]
            + marks[player].bit_count()
            + set_aside
            == 40
        )
        for held_tile, space, _ in game.held_tiles[player]:
            assert (
                space is None or game.phase != PHASE_TURNS or NEIGHBORS[space] & game.piece_hexes[player]
            ), held_tile
    assert sum(mark.bit_count() for mark in marks) == len({row for mark in marks for row in iter_hexes(mark)})
