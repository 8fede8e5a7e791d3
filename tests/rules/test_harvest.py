"""Harvest: farmland, silos and the location tiles."""

from __future__ import annotations

import random
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

from kingdom.position import read_position, write_position
from kingdom.rules.events import Built, Cleared, Counted, Event, Moved, Placed, TileUsed
from kingdom.rules.frames import TURNS, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, NEXT_TO, hexes_of, nth
from kingdom.rules.registry import BOXES, TILES, BadSetup
from kingdom.rules.scoring import score
from kingdom.rules.sets import harvest, harvest_silos
from kingdom.rules.setup import Setup, new_game

AROUND_5_5 = {(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 6)}
"""The neighbours of (5, 5)."""


def refused(game: Game, *answers: Any) -> str:
    """The rule by which the last of these answers is refused."""
    play(game, *answers[:-1])
    with pytest.raises(IllegalAnswer) as caught:
        play(game, answers[-1])
    return caught.value.rule


def last_turn(**position: Any) -> Game:
    """A game of two whose last turn has just ended: the silo phase, if there is one, waits."""
    turn = {"player": 1, "mandatory": "done", **position.pop("turn", {})}
    game = scenario(turn=turn, end=True, **position)
    play(game, "end_turn")
    return game


def ready(*kinds: str) -> dict[str, Any]:
    """A player with these tiles."""
    return {"tiles": [tile(kind) for kind in kinds]}


# --- the sections


def test_sections() -> None:
    """R-COMP-4, R-TERR-2: four designs of our own; each has two different locations, one silo and farmland,
    and no castle."""
    box = BOXES["harvest"]
    assert box.own_design
    assert set(box.sections) == {"bazaar", "mountain_station", "cathedral", "university"}
    for name, grid in box.sections.items():
        letters = "".join(grid.rows)
        assert [len(row) for row in grid.rows] == [10] * 10
        assert [letters.count(letter) for letter in "12OS"] == [1, 1, 1, 0]
        assert letters.count("A") >= 9
        assert grid.tile("1") == name


def test_setup_without_the_pieces_in_play() -> None:
    """R-SETUP-7: nobody has number tiles and no scout stands on the board when a game starts."""
    game = new_game(
        Setup(
            players=3,
            boxes=("base", "harvest"),
            sections=("cathedral", "mountain_station", "bazaar", "university"),
            seed=3,
        )
    )
    written = write_position(game)
    assert [player["counters"] for player in written["players"]] == [0, 0, 0]
    assert written["scouts"] == []
    assert [player["marks"] for player in written["players"]] == [[], [], []]
    assert "harvest" in game.table.boxes


# --- farmland


FARM = {(5, 5): "A", (5, 6): "A", (9, 9): "A"}


def test_farmland_is_built_next_to_own_pieces_only() -> None:
    """X-FARM-1, R-BUILD-8: strict adjacency, without a tile, from supply."""
    game = scenario(land=FARM, own=[(5, 4)], card="grass")
    assert "farmland" in options(game)
    play(game, "farmland")
    assert (asks(game), cells(game), options(game)) == ("to", {(5, 5)}, set())
    happened = play(game, (5, 5))
    assert Built(0, "settlement", BIT[hex_at(5, 5)], "farmland") in happened
    assert game.supply[0] == 38
    assert game.mandatory == 0
    assert game.built == 0


def test_farmland_once_in_each_own_turn() -> None:
    """X-FARM-1, R-TURN-4: once per turn; open to every player; again in the next turn."""
    game = scenario(land={**FARM, (12, 12): "A"}, own=[(5, 4)], other=[(12, 11)], card="grass")
    assert refused(game, "farmland", (5, 5), "farmland") == "R-TURN-4"
    assert state(game)["turn"]["farmland_used"] is True
    play(game, *sorted(cells(game))[:1])
    play(game, *sorted(cells(game))[:1])
    play(game, *sorted(cells(game))[:1])
    assert "farmland" not in options(game)
    play(game, "end_turn")
    assert game.player == 1
    assert "farmland" in options(game)
    play(game, "farmland")
    assert cells(game) == {(12, 12)}


def test_farmland_before_or_after_but_not_between() -> None:
    """D-12, R-TURN-5, X-FARM-1: before or after the mandatory action, not between its builds."""
    game = scenario(land=FARM, own=[(5, 4)], card="grass")
    assert "farmland" in options(game)
    assert refused(game, (5, 3), "farmland") == "R-TURN-5"
    play(game, (5, 2), (5, 1))
    assert {"farmland", "end_turn"} <= options(game)


def test_farmland_needs_reach_and_supply() -> None:
    """X-FARM-1, R-BUILD-10: no adjacent free farmland or no supply: not available."""
    assert "farmland" not in options(scenario(land=FARM, own=[(1, 1)], card="grass"))
    assert refused(scenario(land=FARM, own=[(1, 1)], card="grass"), "farmland") == "X-FARM-1"
    assert "farmland" not in options(scenario(land=FARM, own=[(5, 4)], me={"supply": 0}))
    assert "farmland" not in options(scenario(land=FARM, own=[(5, 4)], other=[(5, 5)], card="grass"))
    assert "farmland" not in options(scenario(land=FARM, card="grass"))


def test_farmland_build_leads_to_the_palisade() -> None:
    """E-29, X-FARM-1, R-GAIN-1: the farmland piece counts for adjacency at once; the three builds then reach
    a location."""
    land = {(5, 5): "A", (5, 6): "D", (5, 7): "D", (5, 8): "D", (15, 15): "D", (5, 9): "1"}
    game = scenario(land=land, locations={"1": "palisade"}, own=[(5, 4)], card="desert")
    assert cells(game) == {(5, 6), (5, 7), (5, 8), (15, 15)}
    play(game, "farmland", (5, 5))
    assert cells(game) == {(5, 6)}
    play(game, (5, 6), (5, 7), (5, 8))
    assert tiles(game) == ["palisade"]


def test_farmland_is_suitable_land_that_no_card_shows() -> None:
    """X-FARM-2, R-TERR-1: actions on suitable land may use it, those on the played terrain never do."""
    land = {(0, 3): "A", (5, 7): "A", (5, 4): "A"}
    game = scenario(
        land=land, own=[(0, 4), (5, 5)], card="grass", me=ready("tower", "paddock", "oracle", "tavern")
    )
    assert not cells(game) & {(0, 3), (5, 7), (5, 4)}
    for kind, target, more in (("tower", (0, 3), ()), ("paddock", (5, 7), ((5, 5),))):
        trial = game.copy()
        play(trial, kind, *more)
        assert target in cells(trial)
    play(game, "oracle")
    assert not cells(game) & {(0, 3), (5, 7), (5, 4)}
    line = scenario(land=land, own=[(5, 5), (5, 6), (4, 5)], card="grass", me=ready("tavern"))
    assert "tavern" not in options(line)
    line = scenario(land={(5, 8): "A"}, own=[(5, 5), (5, 6), (5, 7)], card="grass", me=ready("tavern"))
    play(line, "tavern")
    assert (5, 8) in cells(line)


def test_played_terrain_is_never_farmland() -> None:
    """X-FARM-2: a turn is replaced card by card, farmland never helps."""
    game = scenario(land={(5, 5): "A"}, own=[(5, 4)], base="W", card="grass", deck=["desert", "forest"])
    assert game.hand[0] == ()  # all cards were useless (R-CARD-6)
    assert options(game) == {"farmland", "end_turn"}


# --- silos


SILO_LAND = {(5, 5): "O", (5, 8): "S"}


def test_silo_moves_three_and_wins_a_castle() -> None:
    """E-30, X-SILO-1, X-SILO-2, R-SCORE-2, R-END-5: one piece at a silo, three settlements are moved, a
    castle adds 3 gold."""
    game = last_turn(land=SILO_LAND, own=[(5, 6), (12, 1), (12, 2), (12, 3)])
    before = gold(game, "castles")
    assert (game.decision().player, asks(game), options(game)) == (0, "option", {"build", "move", "decline"})
    play(game, "move")
    assert (asks(game), cells(game), options(game)) == ("from", {(5, 6), (12, 1), (12, 2), (12, 3)}, set())
    play(game, (12, 1), (5, 7))
    assert options(game) == {"done"}
    play(game, (12, 2), (4, 6), (12, 3), (4, 7))
    assert game.over
    assert pieces(game) == {(5, 6), (5, 7), (4, 6), (4, 7)}
    assert gold(game, "castles") == before + 3
    assert game.supply == [36, 40]


def test_silo_builds_up_to_three_from_supply() -> None:
    """X-SILO-1, D-13, X-SILO-2: up to three builds, adjacent to own pieces only, stopping early is allowed
    after the first."""
    game = last_turn(land=SILO_LAND, own=[(5, 6)])
    play(game, "build")
    assert cells(game) == {(5, 7), (4, 6), (4, 7), (6, 6), (6, 7)}
    assert options(game) == set()
    happened = play(game, (5, 7))
    assert happened == [Built(0, "settlement", BIT[hex_at(5, 7)], "silo")]
    assert options(game) == {"done"}
    assert (4, 8) in cells(game)  # next to the one just built
    stopped = game.copy()
    play(stopped, "done")
    assert stopped.over
    assert stopped.supply[0] == 38
    play(game, (4, 6), (4, 7))
    assert game.over
    assert game.supply[0] == 36


def test_silo_is_optional_and_never_mixed() -> None:
    """X-SILO-1: decline leaves all as it is; after a build only builds follow, after a move only moves."""
    game = last_turn(land=SILO_LAND, own=[(5, 6), (5, 7)])
    declined = game.copy()
    play(declined, "decline")
    assert declined.over
    assert pieces(declined) == {(5, 6), (5, 7)}
    built = game.copy()
    play(built, "build", (4, 6))
    assert (asks(built), options(built)) == ("to", {"done"})
    play(game, "move", (5, 6), (6, 8))
    assert (asks(game), options(game)) == ("from", {"done"})


def test_silo_needs_supply_to_build_and_a_neighbour_to_move() -> None:
    """X-SILO-1, X-SILO-2, R-BUILD-10: with an empty supply only moves; a piece lifted first does not support
    itself."""
    game = last_turn(land=SILO_LAND, own=[(5, 6), (5, 7)], me={"supply": 0})
    assert options(game) == {"move", "decline"}
    assert last_turn(land=SILO_LAND, own=[(5, 6)], me={"supply": 0}).over  # nothing to ask
    alone = last_turn(land=SILO_LAND, own=[(5, 6)])
    assert options(alone) == {"build", "decline"}
    play(game, "move", (5, 6))
    assert cells(game) == {(5, 6), (6, 7), (6, 8), (4, 7), (4, 8)} - {(5, 6)}


def test_silo_build_ends_with_the_supply() -> None:
    """X-SILO-1: no more than the supply holds."""
    game = last_turn(land=SILO_LAND, own=[(5, 6)], me={"supply": 2})
    play(game, "build", (5, 7), (4, 6))
    assert game.over
    assert game.supply[0] == 0


def test_silo_targets_are_free_and_suitable() -> None:
    """X-SILO-2, R-TERR-2: no water, no landmark, nothing occupied, nothing far."""
    land = {**SILO_LAND, (4, 6): "W", (4, 7): "M", (6, 6): "A"}
    game = last_turn(land=land, own=[(5, 6)], other=[(6, 7)])
    play(game, "build")
    assert cells(game) == {(5, 7), (6, 6)}
    assert refused(game, (5, 5)) == "R-TERR-2"


def test_silo_moves_different_settlements() -> None:
    """X-SILO-5: none is moved twice by one silo; the supporter of the silo may be moved too (X-SILO-2)."""
    game = last_turn(land=SILO_LAND, own=[(5, 6), (5, 7)])
    play(game, "move", (5, 6), (6, 7))
    assert cells(game) == {(5, 7)}
    play(game, (5, 7), (7, 6))
    assert game.over  # both have been moved
    assert pieces(game) == {(6, 7), (7, 6)}


def test_silo_hex_left_by_one_may_be_taken_by_another() -> None:
    """X-SILO-2, X-SILO-5: a hex that was left is free again; only the piece that left it is done."""
    game = last_turn(land=SILO_LAND, own=[(5, 6), (5, 7), (9, 9)])
    play(game, "move", (5, 6), (4, 7), (9, 9), (5, 6))
    assert cells(game) == {(5, 7)}


def test_silo_rights_are_counted_at_the_start() -> None:
    """X-SILO-3: becoming adjacent adds nothing, moving away takes nothing."""
    land = {(5, 5): "O", (9, 9): "O"}
    gained = last_turn(land=land, own=[(5, 6), (9, 11)])
    play(gained, "build", (9, 10), "done")  # now next to the second silo
    assert gained.over
    both = last_turn(land=land, own=[(5, 6), (9, 10), (15, 2), (15, 3)])
    play(both, "move", (5, 6), (15, 4), (9, 10), (15, 5), "done")  # beside no silo any more
    assert (both.decision().player, options(both)) == (0, {"build", "move", "decline"})
    play(both, "build", (15, 6), "done")
    assert both.over


def test_silo_pays_once_for_each_silo_not_for_each_piece() -> None:
    """X-SILO-1: one right for a silo however many pieces stand beside it; a piece beside two silos gives
    both."""
    one = last_turn(land={(5, 5): "O"}, own=[(5, 4), (5, 6), (4, 5)])
    play(one, "decline")
    assert one.over
    two = last_turn(land={(5, 5): "O", (5, 7): "O"}, own=[(5, 6)])
    play(two, "build", (4, 6), "done")
    assert not two.over
    play(two, "build", (4, 7), "done")
    assert two.over


def test_silo_players_act_in_turn_order_from_the_start_player() -> None:
    """X-SILO-4: each does all own silos before the next player does."""
    land = {(5, 5): "O", (9, 9): "O"}
    turn = {"player": 0, "start_player": 1}
    third = {"settlements": [[5, 4]]}
    game = last_turn(land=land, own=[(5, 6), (9, 10)], other=[(9, 8)], more=[third], turn=turn)
    order = []
    while not game.over:
        order.append(game.decision().player)
        play(game, "decline")
    assert order == [1, 2, 0, 0]


def test_silo_phase_comes_after_the_last_turn_only() -> None:
    """X-SILO-1, R-END-2, R-END-5: not at the end of a turn that is not the last."""
    game = scenario(land=SILO_LAND, own=[(5, 6)], end=True, turn={"player": 0, "mandatory": "done"})
    play(game, "end_turn")
    assert (game.player, asks(game)) == (1, "act")
    game = scenario(land=SILO_LAND, own=[(5, 6)], turn={"player": 1, "mandatory": "done"})
    play(game, "end_turn")
    assert (game.player, asks(game)) == (0, "act")


def test_silo_phase_gives_no_tiles_and_no_gold() -> None:
    """E-84, X-SILO-6: a build next to a location or an opponent brings neither; tiles without a supporter
    stay."""
    land = {(5, 5): "O", (5, 8): "1", (12, 12): "1"}
    held = {"tiles": [tile("farm", (12, 12))]}
    game = last_turn(
        land=land,
        locations={"1": "farm"},
        own=[(5, 6), (12, 13)],
        other=[(6, 8)],
        me=held,
        cards=["mayors", "ambassadors", "rovers"],
    )
    happened = play(game, "move", (12, 13), (5, 7))
    assert [type(event) for event in happened] == [Moved]
    play(game, "done")
    assert tiles(game) == ["farm"]
    assert game.over
    assert game.gold == [0, 0]
    row = last_turn(
        land=SILO_LAND,
        own=[(5, 6), (5, 1), (5, 2)],
        cards=["mayors", "ambassadors", "rovers"],
        other=[(4, 8)],
    )
    play(row, "build", (5, 7), "done")
    assert kept(row)["marks"] == (0, 0)
    assert row.gold == [0, 0]


def test_silo_emptying_a_supply_changes_nothing() -> None:
    """X-SILO-6, R-END-1: no further round, whatever happens to the supply."""
    game = last_turn(land=SILO_LAND, own=[(5, 6)], me={"supply": 1})
    play(game, "build", (5, 7))
    assert game.over


def test_silo_ignores_scouts() -> None:
    """X-SILO-1, L-SCOUTCABIN-3: scouts have left, so they support no silo and no build."""
    land = {(5, 5): "O", (9, 9): "O"}
    game = last_turn(land=land, other=[(5, 6), (9, 12)], scouts=[[9, 10], [9, 11]])
    assert game.decision().player == 1
    play(game, "build")
    assert not cells(game) & {(9, 10), (8, 10), (10, 10)}
    play(game, (5, 7), "done")
    assert game.over


def test_silo_phase_position_is_shown_as_pending() -> None:
    """R-END-5: in the middle of the phase the answers so far are pending, and the position is not loaded."""
    game = last_turn(land=SILO_LAND, own=[(5, 6), (5, 7)])
    play(game, "move", (5, 6))
    assert state(game)["turn"]["pending"][-2:] == ["move", [5, 6]]
    with pytest.raises(BadSetup):
        read_position(state(game))


def test_silo_is_a_landmark() -> None:
    """R-TERR-2, R-TERR-3: Workers and Merchants count it; nothing can stand on it."""
    game = scenario(
        land={(5, 5): "O", (5, 7): "S"}, own=[(5, 6)], cards=["workers", "merchants"], card="grass"
    )
    assert gold(game, "workers") == 1
    assert gold(game, "merchants") == 8
    assert refused(game, (5, 5)) == "R-TERR-2"
    with pytest.raises(BadSetup):
        scenario(land={(5, 5): "O"}, own=[(5, 5)])


# --- water mill, mountain station, watchtower, university


def test_water_mill() -> None:
    """L-WATERMILL-1, R-BUILD-5: suitable hexes next to water; the adjacency rule is applied among those
    only."""
    land = {(5, 5): "W", (15, 15): "W", (5, 6): "M", (15, 14): "A"}
    game = scenario(land=land, own=[(5, 3)], card="grass", me=ready("water_mill"))
    play(game, "water_mill")
    assert cells(game) == {(5, 4)}
    far = scenario(land=land, own=[(0, 0)], card="grass", me=ready("water_mill"))
    play(far, "water_mill")
    assert cells(far) == (AROUND_5_5 - {(5, 6)}) | {
        (15, 14),
        (15, 16),
        (14, 15),
        (14, 16),
        (16, 15),
        (16, 16),
    }


def test_water_mill_on_the_island() -> None:
    """L-WATERMILL-1, Q-ISLAND-5: every outer hex of the island is next to the sea."""
    game = scenario(own=[["i", 2, 2]], card="grass", me=ready("water_mill"), island="rope_bridge")  # type: ignore[list-item]
    play(game, "water_mill")
    found = cells(game)
    assert found
    assert all(place[0] == "i" for place in found)


def test_mountain_station() -> None:
    """L-MOUNTAINSTATION-1: suitable hexes next to a mountain, adjacent to own pieces if possible."""
    land = {(5, 5): "M", (9, 9): "M", (5, 6): "W", (5, 4): "L"}
    game = scenario(land=land, own=[(5, 3)], card="grass", me=ready("mountain_station"))
    play(game, "mountain_station")
    assert cells(game) == {(5, 4)}
    play(game, (5, 4))
    assert game.supply[0] == 38
    assert "mountain_station" not in options(game)
    assert "mountain_station" not in options(
        scenario(own=[(5, 3)], card="grass", me=ready("mountain_station"))
    )


def test_watchtower() -> None:
    """L-WATCHTOWER-1, R-BUILD-5: suitable hexes next to any other player's pieces; own pieces are no
    opponents."""
    third = {"settlements": [[15, 15]]}
    game = scenario(
        own=[(5, 3)], other=[(5, 5)], more=[third], land={(4, 5): "W"}, card="grass", me=ready("watchtower")
    )
    play(game, "watchtower")
    assert cells(game) == {(5, 4)}
    far = scenario(
        own=[(0, 0)], other=[(5, 5)], more=[third], land={(4, 5): "W"}, card="grass", me=ready("watchtower")
    )
    play(far, "watchtower")
    around_third = {(15, 14), (15, 16), (14, 15), (14, 16), (16, 15), (16, 16)}
    assert cells(far) == (AROUND_5_5 - {(4, 5)}) | around_third
    assert "watchtower" not in options(scenario(own=[(5, 3)], card="grass", me=ready("watchtower")))


def test_university() -> None:
    """L-UNIVERSITY-1, R-TERR-3: next to a location (also an empty one), castle or silo."""
    land = {(5, 5): "1", (9, 9): "O", (15, 15): "S"}
    game = scenario(
        land=land,
        locations={"1": "farm"},
        own=[(0, 0)],
        card="grass",
        me=ready("university"),
        location_tiles=[[[5, 5], 0]],
    )
    play(game, "university")
    around_silo = {(9, 8), (9, 10), (8, 9), (8, 10), (10, 9), (10, 10)}
    around_castle = {(15, 14), (15, 16), (14, 15), (14, 16), (16, 15), (16, 16)}
    assert cells(game) == AROUND_5_5 | around_silo | around_castle
    near = scenario(land=land, locations={"1": "farm"}, own=[(9, 7)], card="grass", me=ready("university"))
    play(near, "university")
    assert cells(near) == {(9, 8)}


def test_university_beside_nomad_spaces_and_palaces() -> None:
    """L-UNIVERSITY-1, R-TERR-3: nomad spaces and palaces are landmarks too."""
    game = scenario(
        land={(5, 5): "N", (5, 8): "P"}, own=[(0, 0)], base="G", card="grass", me=ready("university")
    )
    play(game, "university")
    assert {(5, 4), (5, 6), (5, 7), (5, 9)} <= cells(game)


@pytest.mark.parametrize("kind", ["water_mill", "mountain_station", "watchtower", "university"])
def test_builds_need_supply(kind: str) -> None:
    """R-BUILD-10: nothing to build with, nothing to use."""
    land = {(5, 5): "W", (7, 5): "M", (9, 5): "S"}
    me = ready(kind)
    assert kind in options(scenario(land=land, own=[(0, 0)], other=[(12, 12)], card="grass", me=me))
    assert kind not in options(
        scenario(land=land, own=[(0, 0)], other=[(12, 12)], card="grass", me={**me, "supply": 0})
    )


# --- palisade


def test_palisade_moves_along_the_own_area() -> None:
    """L-PALISADE-1: to a free suitable hex next to what remains of the area; other own areas do not count."""
    game = scenario(
        own=[(5, 4), (5, 5), (15, 15), (15, 16)],
        land={(4, 5): "W"},
        other=[(6, 5)],
        card="grass",
        me=ready("palisade"),
    )
    play(game, "palisade")
    assert asks(game) == "from"
    assert cells(game) == {(5, 4), (5, 5), (15, 15), (15, 16)}
    play(game, (5, 4))
    assert cells(game) == {(5, 6), (4, 6), (6, 6)}
    play(game, (5, 6))
    assert pieces(game) == {(5, 5), (5, 6), (15, 15), (15, 16)}


def test_palisade_counts_all_parts_of_a_split_area() -> None:
    """L-PALISADE-2: lifting the middle piece splits the area; both parts count."""
    game = scenario(own=[(5, 4), (5, 5), (5, 6)], card="grass", me=ready("palisade"))
    play(game, "palisade", (5, 5))
    assert {(5, 3), (5, 7)} <= cells(game)
    assert (5, 5) not in cells(game)  # R-MOVE-3


def test_palisade_not_for_a_lone_settlement() -> None:
    """E-77, L-PALISADE-2: a lone settlement cannot use it."""
    game = scenario(own=[(5, 5), (9, 9)], card="grass", me=ready("palisade"))
    assert "palisade" not in options(game)
    assert refused(game, "palisade") == "L-PALISADE-1"


def test_palisade_next_to_a_scout() -> None:
    """L-PALISADE-2, L-SCOUTCABIN-3: a scout is part of the area, but is never moved itself."""
    game = scenario(own=[(5, 5), (9, 9)], scouts=[[5, 6]], card="grass", me=ready("palisade"))
    play(game, "palisade")
    assert cells(game) == {(5, 5)}
    play(game, (5, 5))
    assert cells(game) == {(5, 7), (4, 6), (4, 7), (6, 6), (6, 7)}


def test_palisade_gains_and_loses_tiles() -> None:
    """L-PALISADE-1, R-LOSE-1, R-LOSE-4: a move like others; it may abandon its own location."""
    land = {(5, 3): "1", (5, 7): "2"}
    me = {"tiles": [tile("palisade", (5, 3))]}
    game = scenario(
        land=land, locations={"1": "palisade", "2": "farm"}, own=[(5, 4), (5, 5)], card="grass", me=me
    )
    play(game, "palisade", (5, 4), (5, 6))
    assert tiles(game) == ["farm"]


def test_palisade_and_silo_origins_are_exact() -> None:
    """L-PALISADE-1, X-SILO-2: what is offered to be moved is just what has somewhere to go, on many crowded
    boards."""
    palisade = TILES["palisade"]
    assert isinstance(palisade, harvest.Palisade)
    chance = random.Random(4)
    some_stuck = 0
    for _ in range(400):
        land = {(r, c): chance.choice("GGWMMM") for r in range(20) for c in range(20)}
        places_left = [place for place, letter in land.items() if letter == "G"]
        chance.shuffle(places_left)
        own = places_left[: chance.randrange(1, 12)]
        rest = [place for place in places_left if place not in own]
        others = chance.sample(rest, min(len(rest), 38))
        game = scenario(land=land, own=own, other=others)
        game.settlements[1] |= (
            chance.getrandbits(440) & game.free & game.board.suitable
        )  # many more than a player has
        game.refresh()
        slow = {h for h in hexes_of(game.settlements[0]) if palisade.destinations(game, 0, h)}
        assert set(hexes_of(palisade.origins(game, 0))) == slow
        assert palisade.usable(game, 0) == bool(slow)
        slow = {h for h in hexes_of(game.settlements[0]) if harvest_silos.silo_destinations(game, 0, h)}
        assert set(hexes_of(harvest_silos.silo_origins(game, 0, 0))) == slow
        some_stuck += 0 < len(slow) < len(own)
    assert some_stuck  # the hard case was among them


# --- scout cabin


def test_scouts_lead_to_the_castle() -> None:
    """E-31, L-SCOUTCABIN-1, L-SCOUTCABIN-2, L-SCOUTCABIN-3, R-TERM-2, P-SCOUT-1: builds next to scouts are
    legal; then they leave."""
    land = {(5, 5): "M", (5, 6): "M", (5, 7): "D", (5, 8): "D", (5, 9): "D", (5, 10): "S", (15, 15): "D"}
    game = scenario(land=land, own=[(5, 4)], card="desert", me=ready("scout_cabin"))
    assert cells(game) == {(5, 7), (5, 8), (5, 9), (15, 15)}
    play(game, "scout_cabin")
    assert (5, 5) in cells(game)
    assert (5, 6) not in cells(game)  # strict (R-BUILD-8)
    assert Placed(0, "scout", hex_at(5, 5)) in play(game, (5, 5))
    assert (5, 6) in cells(game)  # next to the first
    assert options(game) == {"done"}
    play(game, (5, 6))
    assert asks(game) == "act"
    assert cells(game) == {(5, 7)}
    play(game, (5, 7), (5, 8), (5, 9))
    assert gold(game, "castles") == 3
    assert Cleared("scout", BIT[hex_at(5, 5)] | BIT[hex_at(5, 6)]) in play(game, "end_turn")
    assert state(game)["scouts"] == []
    assert not places(game.occupied) & {(5, 5), (5, 6)}


def test_one_scout_is_enough() -> None:
    """L-SCOUTCABIN-1: one or two; `done` after the first; used once in the turn."""
    game = scenario(own=[(5, 4)], card="grass", me=ready("scout_cabin"))
    play(game, "scout_cabin")
    assert options(game) == set()
    play(game, (5, 5), "done")
    assert state(game)["scouts"] == [[5, 5]]
    assert refused(game, "scout_cabin") == "R-TURN-3"


def test_scouts_stand_on_suitable_land_water_and_mountains() -> None:
    """L-SCOUTCABIN-1, R-TERM-5, R-TERR-2: on free hexes of these, not on landmarks or other pieces."""
    land = {(5, 4): "W", (5, 6): "M", (4, 5): "A", (4, 6): "O", (6, 5): "S"}
    game = scenario(land=land, own=[(5, 5)], other=[(6, 6)], card="grass", me=ready("scout_cabin"))
    play(game, "scout_cabin")
    assert cells(game) == {(5, 4), (5, 6), (4, 5)}


def test_only_place_for_one_scout() -> None:
    """L-SCOUTCABIN-1: when no second place is left it ends after the first; without any place it cannot be
    used."""
    land = {(0, 0): "G", (0, 1): "G"}
    game = scenario(
        land=land,
        base="S",
        own=[(0, 0)],
        me={**ready("scout_cabin"), "hand": []},
        deck=[],
        turn={"mandatory": "done"},
    )
    play(game, "scout_cabin", (0, 1))
    assert asks(game) == "act"
    full = scenario(
        land=land,
        base="S",
        own=[(0, 0), (0, 1)],
        me={**ready("scout_cabin"), "hand": []},
        turn={"mandatory": "done"},
    )
    assert "scout_cabin" not in options(full)


def test_two_cabins_share_two_scouts() -> None:
    """P-SCOUT-1, R-TURN-3: a second tile places what is left of the two scouts, and nothing when both
    stand."""
    game = scenario(own=[(5, 4)], card="grass", me=ready("scout_cabin", "scout_cabin"))
    both = game.copy()
    play(both, "scout_cabin", (5, 5), (5, 6))
    assert "scout_cabin" not in options(both)
    play(game, "scout_cabin", (5, 5), "done", "scout_cabin", (5, 6))
    assert asks(game) == "act"
    assert state(game)["scouts"] == [[5, 5], [5, 6]]


def test_scouts_occupy_their_hexes() -> None:
    """R-TERM-3, L-SCOUTCABIN-2: nothing can be built where one stands, and a card can become useless by them
    (R-CARD-4)."""
    land = {(5, 5): "D", (5, 6): "D"}
    game = scenario(land=land, own=[(5, 4)], card="desert", me=ready("scout_cabin"), deck=["grass"] * 4)
    play(game, "scout_cabin", (5, 5))
    play(game, (5, 6))
    assert game.card == "grass"


def test_scouts_gain_and_hold_no_tiles() -> None:
    """L-SCOUTCABIN-3, R-GAIN-8: beside a location nothing is taken, and a tile is lost though a scout stands
    there."""
    land = {(5, 6): "1"}
    game = scenario(land=land, locations={"1": "farm"}, own=[(5, 4)], card="grass", me=ready("scout_cabin"))
    play(game, "scout_cabin", (5, 5), "done")
    assert tiles(game) == ["scout_cabin"]
    me = {"tiles": [tile("farm", (5, 6)), tile("paddock")]}
    game = scenario(land=land, locations={"1": "farm"}, own=[(5, 5)], scouts=[[4, 6]], card="grass", me=me)
    play(game, "paddock", (5, 5), (5, 3))
    assert tiles(game) == ["paddock"]


def test_scouts_are_not_moved() -> None:
    """L-SCOUTCABIN-3, R-MOVE-4, D-18: no moving action takes them."""
    game = scenario(
        own=[(5, 4)], scouts=[[5, 5], [5, 6]], card="grass", me=ready("paddock", "barn", "palisade")
    )
    for kind in ("paddock", "barn", "palisade"):
        trial = game.copy()
        play(trial, kind)
        assert cells(trial) == {(5, 4)}


def test_scouts_are_not_taken_by_the_temple() -> None:
    """L-SCOUTCABIN-3: Temple removes settlements only."""
    game = scenario(own=[(5, 4)], scouts=[[5, 5]], card="grass", me=ready("temple"))
    play(game, "temple")
    assert cells(game) == {(5, 4)}


def test_scouts_count_for_the_tavern() -> None:
    """L-SCOUTCABIN-2, L-TAVERN-2: a line of two settlements and a scout is a line of three."""
    game = scenario(own=[(5, 4), (5, 5)], scouts=[[5, 6]], card="desert", me=ready("tavern"))
    play(game, "tavern")
    assert cells(game) == {(5, 3), (5, 7)}


def test_scouts_count_for_the_village() -> None:
    """L-SCOUTCABIN-2, L-VILLAGE-1: they help to surround a hex."""
    game = scenario(own=[(5, 4)], scouts=[[4, 5], [4, 6]], card="grass", me=ready("village"))
    play(game, "village")
    assert cells(game) == {(5, 5)}


def test_scouts_count_for_the_fountain() -> None:
    """L-SCOUTCABIN-2, L-FOUNTAIN-1: a hex next to a settlement and a scout is next to two own pieces."""
    without = scenario(own=[(5, 4)], card="grass", me=ready("fountain"))
    play(without, "fountain")
    assert (5, 5) in cells(without)
    game = scenario(own=[(5, 4)], scouts=[[5, 6]], card="grass", me=ready("fountain"))
    play(game, "fountain")
    assert (5, 5) not in cells(game)
    assert (5, 7) in cells(game)  # next to the scout alone


def test_scouts_count_for_farmland_and_strict_actions() -> None:
    """R-TERM-2, X-FARM-1: own+ is used for the farmland action."""
    game = scenario(land={(5, 6): "A"}, own=[(5, 4)], scouts=[[5, 5]], card="grass")
    play(game, "farmland")
    assert cells(game) == {(5, 6)}


def test_scouts_help_only_the_active_player() -> None:
    """R-TERM-2, L-SCOUTCABIN-2: they are nobody's in scoring and nobody else's for adjacency."""
    game = scenario(own=[(5, 4)], other=[(9, 9)], scouts=[[5, 5]], cards=["knights", "hermits"])
    assert gold(game, "knights") == 2
    assert places(game.reach[0]) >= {(5, 6)}
    assert (5, 6) not in places(game.reach[1])
    assert hex_at(5, 5) not in list(hexes_of(game.own[0]))


def test_scouts_stay_out_of_a_zone() -> None:
    """P-WARRIOR-4: no scout next to a warrior, whoever owns it."""
    game = scenario(own=[(5, 4)], card="grass", me=ready("scout_cabin"), them={"warriors": [[5, 6]]})
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
def test_impossible_scouts_are_refused(scouts: list[list[int]], reason: str) -> None:
    """R-BUILD-1, R-TERR-2, P-SCOUT-1: two scouts in all, one piece a hex."""
    with pytest.raises(BadSetup, match=reason):
        scenario(own=[(5, 4)], land={(9, 9): "O"}, scouts=scouts)


# --- cathedral


def test_cathedral_comes_with_a_number_tile() -> None:
    """E-61, L-CATHEDRAL-1: a counter at once, and one more in a later turn."""
    game = scenario(land={(5, 6): "1"}, locations={"1": "cathedral"}, own=[(5, 4)], card="grass")
    happened = play(game, (5, 5))
    assert Counted(0, "counters", 1) in happened
    assert tiles(game) == ["cathedral"]
    assert state(game)["players"][0]["counters"] == 1
    assert "cathedral" not in options(game)  # R-GAIN-5


def test_cathedral_takes_one() -> None:
    """L-CATHEDRAL-2, E-61: one more, and nothing else in this turn; without counters nothing can be spent."""
    game = scenario(own=[(5, 4)], card="grass", me=ready("cathedral"))
    play(game, "cathedral")
    assert (asks(game), options(game)) == ("option", {"take"})
    play(game, "take")
    assert kept(game)["counters"] == (1, 0)
    assert refused(game, "cathedral") == "R-TURN-3"


def test_cathedral_spends_any_number() -> None:
    """L-CATHEDRAL-2, D-5, R-TURN-6: n builds on the played terrain one by one, adjacent if possible, `done`
    after the first."""
    land = {(5, 5): "D", (5, 6): "D", (5, 7): "D", (9, 9): "D"}
    game = scenario(land=land, own=[(5, 4)], card="desert", me={**ready("cathedral"), "counters": 3})
    play(game, "cathedral")
    assert options(game) == {"take", "spend"}
    play(game, "spend")
    assert (asks(game), cells(game), options(game)) == ("to", {(5, 5)}, set())
    happened = play(game, (5, 5))
    assert Built(0, "settlement", BIT[hex_at(5, 5)], "cathedral") in happened
    assert (cells(game), options(game)) == ({(5, 6)}, {"done"})
    assert refused(game, "end_turn") == "R-TURN-6"
    play(game, (5, 6), "done")
    assert asks(game) == "act"
    assert kept(game)["counters"] == (1, 0)
    assert game.supply[0] == 37
    assert game.built == 0


def test_cathedral_ends_with_its_counters() -> None:
    """L-CATHEDRAL-2: with all given back the action is over by itself."""
    game = scenario(own=[(5, 4)], card="grass", me={**ready("cathedral"), "counters": 2})
    play(game, "cathedral", "spend", (5, 5), (5, 6))
    assert asks(game) == "act"
    assert kept(game)["counters"] == (0, 0)


def test_cathedral_is_limited_by_supply() -> None:
    """L-CATHEDRAL-4: n is limited by supply; with none left only taking is possible; the last one triggers
    the end (R-END-1)."""
    game = scenario(own=[(5, 4)], card="grass", me={**ready("cathedral"), "counters": 3, "supply": 1})
    play(game, "cathedral", "spend", (5, 5))
    assert asks(game) == "act"
    assert kept(game)["counters"] == (2, 0)
    assert game.ending
    empty = scenario(own=[(5, 4)], card="grass", me={**ready("cathedral"), "counters": 3, "supply": 0})
    play(empty, "cathedral")
    assert options(empty) == {"take"}


def test_cathedral_stops_when_the_terrain_runs_out() -> None:
    """L-CATHEDRAL-4, R-CARD-5: the card is replaced, the action is over, the counters are kept; the next use
    goes on with the new card."""
    land = {(5, 5): "D", (5, 6): "D"}
    me = {**ready("cathedral", "bazaar"), "counters": 4}
    game = scenario(land=land, own=[(5, 4)], card="desert", me=me, deck=["grass"] * 4)
    play(game, "cathedral", "spend", (5, 5), (5, 6))
    assert asks(game) == "act"
    assert game.card == "grass"
    assert kept(game)["counters"] == (2, 0)
    play(game, "bazaar", "cathedral", "spend")
    assert (5, 7) in cells(game)


def test_cathedral_stops_when_a_double_card_replaces_the_terrain() -> None:
    """L-CATHEDRAL-4, R-CARD-8: no side of the new card is asked for in the middle of the action."""
    land = {(5, 5): "D", (9, 9): "U"}
    me = {**ready("cathedral"), "counters": 4}
    game = scenario(land=land, own=[(5, 4)], card="desert", me=me, deck=["swamp/grass"])
    play(game, "cathedral", "spend", (5, 5))
    assert asks(game) == "act"
    assert game.card == "swamp/grass"
    assert game.terrain is None
    assert kept(game)["counters"] == (3, 0)


def test_cathedral_fixes_the_side_of_a_double_card() -> None:
    """L-CATHEDRAL-2, L-ORACLE-2, X-SWAMP-2: spending uses the played terrain; taking does not."""
    me = {**ready("cathedral"), "counters": 2}
    game = scenario(land={(9, 9): "U", (9, 10): "U"}, own=[(5, 4)], card="swamp/grass", me=me)
    taking = game.copy()
    play(taking, "cathedral", "take")
    assert taking.terrain is None
    play(game, "cathedral", "spend")
    assert (asks(game), options(game)) == ("terrain", {"swamp", "grass"})
    play(game, "swamp")
    assert cells(game) == {(9, 9), (9, 10)}
    play(game, (9, 9), (9, 10))
    assert game.built == 0


def test_cathedral_stock() -> None:
    """L-CATHEDRAL-3, R-SCORE-5: 18 in all; an empty stock gives none; counters score nothing."""
    game = scenario(
        own=[(5, 4)], card="grass", me={**ready("cathedral"), "counters": 10}, them={"counters": 8}
    )
    play(game, "cathedral")
    assert options(game) == {"spend"}
    assert score(game, 0)["castles"].gold == 0
    stuck = scenario(own=[(5, 4)], card="grass", me=ready("cathedral"), them={"counters": 18})
    assert "cathedral" not in options(stuck)
    late = scenario(
        land={(5, 6): "1"}, locations={"1": "cathedral"}, own=[(5, 4)], card="grass", them={"counters": 18}
    )
    play(late, (5, 5))
    assert kept(late)["counters"] == (0, 18)
    with pytest.raises(BadSetup, match="L-CATHEDRAL-3"):
        scenario(own=[(5, 4)], me={"counters": 10}, them={"counters": 9})


def test_cathedral_lost() -> None:
    """R-LOSE-8: the number tiles go back to the stock with the tile."""
    me = {"tiles": [tile("cathedral", (5, 6)), tile("paddock")], "counters": 7}
    game = scenario(land={(5, 6): "1"}, locations={"1": "cathedral"}, own=[(5, 5)], card="grass", me=me)
    happened = play(game, "paddock", (5, 5), (5, 3))
    assert tiles(game) == ["paddock"]
    assert kept(game)["counters"] == (0, 0)
    assert Counted(0, "counters", 0) in happened


def test_cathedral_with_outpost() -> None:
    """N-OUTPOST-1, N-OUTPOST-3, L-CATHEDRAL-2: one of the builds may ignore adjacency; the choice is followed
    by its hex."""
    land = {(5, 5): "D", (5, 6): "D", (9, 9): "D"}
    me = {**ready("cathedral"), "counters": 3, "nomads": [{"kind": "outpost", "fresh": False}]}
    game = scenario(land=land, own=[(5, 4)], card="desert", me=me)
    play(game, "cathedral", "spend", (5, 5))
    assert (cells(game), options(game)) == ({(5, 6)}, {"done", "outpost"})
    play(game, "outpost")
    assert (cells(game), options(game)) == ({(5, 6), (9, 9)}, set())
    play(game, (9, 9))
    assert "outpost" not in options(game)
    assert kept(game)["counters"] == (1, 0)


def test_strict_actions_with_outpost() -> None:
    """N-OUTPOST-2, R-BUILD-8: farmland, scouts and palisade are not freed by Outpost; water mill is."""
    land = {(5, 5): "A", (9, 9): "A", (12, 12): "W", (5, 8): "W"}
    me = {**ready("scout_cabin", "palisade", "water_mill"), "nomads": [{"kind": "outpost", "fresh": False}]}
    game = scenario(land=land, own=[(5, 4), (5, 7)], scouts=[[5, 3]], card="grass", me=me)
    for answers in (["farmland"], ["scout_cabin"], ["palisade", (5, 4)]):
        trial = game.copy()
        play(trial, *answers)
        assert "outpost" not in options(trial)
    play(game, "water_mill")
    assert options(game) == {"outpost"}


# --- bazaar


def test_bazaar_repeats_only_what_was_used() -> None:
    """E-82, L-BAZAAR-1: after Oracle and before Farm was used it may repeat Oracle, not Farm; once per
    turn."""
    game = scenario(own=[(5, 4)], card="grass", me=ready("bazaar", "oracle", "farm"))
    assert "bazaar" not in options(game)
    assert refused(game, "bazaar") == "L-BAZAAR-1"
    play(game, "oracle", (5, 5))
    play(game, "bazaar")
    assert (asks(game), options(game)) == ("option", {"oracle"})
    happened = play(game, "oracle", (5, 6))
    assert TileUsed(0, "oracle") in happened
    assert pieces(game) == {(5, 4), (5, 5), (5, 6)}
    assert "oracle" not in options(game)
    assert "bazaar" not in options(game)
    assert "farm" in options(game)


def test_bazaar_obeys_the_limits_of_the_action() -> None:
    """L-BAZAAR-3: with the board as it is now; an action without a target is not offered."""
    land = {(5, 5): "D"}
    game = scenario(land=land, own=[(5, 4)], card="grass", me=ready("bazaar", "oasis"))
    play(game, "oasis", (5, 5))
    assert "bazaar" not in options(game)
    two = scenario(
        land={**land, (5, 6): "D", (9, 9): "D"}, own=[(5, 4)], card="grass", me=ready("bazaar", "oasis")
    )
    play(two, "oasis", (5, 5), "bazaar", "oasis")
    assert cells(two) == {(5, 6)}  # adjacent if possible, again


def test_bazaar_repeats_scouts_only_where_one_can_stand() -> None:
    """L-BAZAAR-4, L-SCOUTCABIN-1: all land beside is taken, so scouts can be placed neither again nor anew;
    where only the scouts themselves stand, they can."""
    me = {"tiles": [tile("bazaar"), tile("scout_cabin", used=True)]}
    beside = [(4, 4), (4, 5), (5, 3), (5, 5), (6, 4), (6, 5)]
    shut_in = scenario(own=[(5, 4)], other=beside, card="grass", me=me, turn={"mandatory": "done"})
    assert "bazaar" not in options(shut_in)
    own_scouts = scenario(
        own=[(5, 4)], other=beside[1:], scouts=[[4, 4]], card="grass", me=me, turn={"mandatory": "done"}
    )
    play(own_scouts, "bazaar", "scout_cabin")
    assert cells(own_scouts) == {(4, 4)}


def test_bazaar_needs_the_tile_still_owned() -> None:
    """L-BAZAAR-3: a tile lost after its use cannot be repeated."""
    me = {"tiles": [tile("paddock", (5, 6)), tile("bazaar")]}
    game = scenario(land={(5, 6): "1"}, locations={"1": "paddock"}, own=[(5, 5)], card="grass", me=me)
    play(game, "paddock", (5, 5), (5, 3))
    assert "bazaar" not in options(game)


def test_bazaar_does_not_repeat_itself_or_farmland() -> None:
    """L-BAZAAR-2: farmland is no location tile action; two Bazaars cannot repeat each other."""
    game = scenario(land=FARM, own=[(5, 4)], card="grass", me=ready("bazaar"))
    play(game, "farmland", (5, 5))
    assert "bazaar" not in options(game)
    both = scenario(own=[(5, 4)], card="grass", me=ready("bazaar", "bazaar", "farm"))
    play(both, "farm", (5, 5), "bazaar", "farm", (5, 6), "bazaar")
    assert options(both) == {"farm"}


def test_bazaar_used_between_turns_is_ready_again() -> None:
    """R-TURN-7, L-BAZAAR-1: what was used in an earlier turn does not count."""
    game = scenario(own=[(5, 4)], card="grass", me=ready("bazaar", "farm"), turn={"mandatory": "done"})
    play(game, "farm", (5, 5), "end_turn")
    play(game, *sorted(cells(game))[:1])
    play(game, *sorted(cells(game))[:1])
    play(game, *sorted(cells(game))[:1])
    play(game, "end_turn")
    assert game.player == 0
    assert "farm" in options(game)
    assert "bazaar" not in options(game)


def test_bazaar_repeats_the_cathedral() -> None:
    """L-BAZAAR-1, L-CATHEDRAL-2: take one, then spend; or take two."""
    game = scenario(own=[(5, 4)], card="grass", me=ready("bazaar", "cathedral"))
    play(game, "cathedral", "take", "bazaar", "cathedral")
    assert options(game) == {"take", "spend"}
    play(game, "take")
    assert kept(game)["counters"] == (2, 0)


def test_bazaar_places_the_scouts_anew() -> None:
    """L-BAZAAR-4, D-18: both scouts are taken up and placed again; there are no more than two."""
    land = {
        (r, c): "W" for r in range(20) for c in range(20) if (r, c) not in {(5, 4), (5, 5), (5, 6), (9, 9)}
    }
    game = scenario(
        land=land,
        own=[(5, 4), (9, 9)],
        me={**ready("bazaar", "scout_cabin"), "hand": []},
        turn={"mandatory": "done"},
    )
    play(game, "scout_cabin", (5, 5), (5, 6), "bazaar")
    assert options(game) == {"scout_cabin"}
    happened = play(game, "scout_cabin")
    assert Cleared("scout", BIT[hex_at(5, 5)] | BIT[hex_at(5, 6)]) in happened
    assert state(game)["scouts"] == []
    assert (5, 5) in cells(game)
    assert (5, 6) not in cells(game)
    play(game, (9, 10), (9, 11))
    assert state(game)["scouts"] == [[9, 10], [9, 11]]
    assert asks(game) == "act"
    assert places(game.reach[0]) >= {(9, 12)}
    assert (5, 7) not in places(game.reach[0])


def test_bazaar_places_scouts_where_nothing_else_is_free() -> None:
    """L-BAZAAR-3, L-BAZAAR-4: the hexes the scouts leave count as free for the repeat."""
    land = {(0, 0): "G", (0, 1): "G"}
    me = {**ready("bazaar", "scout_cabin"), "hand": []}
    game = scenario(land=land, base="S", own=[(0, 0)], me=me, deck=[], turn={"mandatory": "done"})
    play(game, "scout_cabin", (0, 1), "bazaar", "scout_cabin")
    assert cells(game) == {(0, 1)}


def test_bazaar_with_barracks() -> None:
    """L-BAZAAR-4, L-BARRACKS-2: take back and place in one turn, or place the second warrior; never a
    third."""
    game = scenario(own=[(5, 4)], card="grass", me={**ready("bazaar", "barracks"), "warriors": [[9, 9]]})
    play(game, "barracks", "remove", (9, 9), "bazaar", "barracks", "place")
    play(game, *sorted(cells(game))[:1])
    assert len(state(game)["players"][0]["warriors"]) == 1
    game = scenario(own=[(5, 4)], card="grass", me=ready("bazaar", "barracks"))
    play(game, "barracks", "place", (5, 5), "bazaar", "barracks", "place")
    play(game, *sorted(cells(game))[:1])
    assert len(state(game)["players"][0]["warriors"]) == 2
    game = scenario(own=[(5, 4)], card="grass", me={**ready("bazaar", "barracks"), "warriors": [[9, 9]]})
    play(game, "barracks", "place", (5, 5), "bazaar", "barracks")
    assert options(game) == {"remove"}


@pytest.mark.parametrize(("kind", "piece", "land"), [("wagon", "wagon", "G"), ("lighthouse", "ship", "W")])
def test_bazaar_with_wagon_and_ship(kind: str, piece: str, land: str) -> None:
    """L-BAZAAR-4: move again, or take back and place."""
    row = {(9, c): land for c in range(20)}
    me = {**ready("bazaar", kind), piece: [9, 3]}
    game = scenario(land=row, own=[(5, 4)], card="grass", me=me)
    play(game, kind, "move", (9, 4), (9, 5), (9, 6), "bazaar", kind)
    assert options(game) == {"move", "remove"}
    play(game, "move", (9, 7), "done")
    assert state(game)["players"][0][piece] == [9, 7]
    again = scenario(land=row, own=[(5, 4)], card="grass", me=me)
    play(again, kind, "remove", "bazaar", kind, "place")
    assert (9, 12) in cells(again) or land == "G"


def test_bazaar_with_crossroads() -> None:
    """L-BAZAAR-2: one more card, a third, at the end of this turn; all three are discarded after the next."""
    game = scenario(own=[(5, 4)], card="grass", me=ready("bazaar", "crossroads"), turn={"mandatory": "done"})
    play(game, "bazaar", "crossroads")
    assert asks(game) == "act"
    play(game, "end_turn")
    assert len(game.hand[0]) == 3


def test_bazaar_does_not_repeat_the_city_hall() -> None:
    """L-BAZAAR-2, L-CITYHALL-2, D-19: it stays where it is."""
    game = scenario(own=[(5, 4)], card="grass", me=ready("bazaar", "city_hall"))
    play(game, "city_hall", (5, 6))
    assert "bazaar" not in options(game)


def test_bazaar_does_not_repeat_the_canoe_or_a_bonus() -> None:
    """L-BAZAAR-2: Canoe is a reaction; bonus actions are no location tiles."""
    me = {
        "tiles": [tile("bazaar"), tile("canoe", used=True), tile("refuge"), tile("refuge")],
        "bonus": ["refuge"],
    }
    game = scenario(land={(9, 9): "W"}, own=[(5, 4)], card="grass", me=me)
    assert "bazaar" not in options(game)
    play(game, "refuge_bonus", (5, 4), (5, 5))
    assert "bazaar" not in options(game)
    play(game, "refuge", (5, 5), (5, 6), "bazaar")
    assert options(game) == {"refuge"}


def test_bazaar_does_not_repeat_nomad_tiles() -> None:
    """L-BAZAAR-2, N-LIFE-4: a nomad tile is used up."""
    me = {**ready("bazaar"), "nomads": [{"kind": "donation_desert", "fresh": False}]}
    game = scenario(
        land={(5, 5): "D", (5, 6): "D", (5, 7): "D", (5, 8): "D"}, own=[(5, 4)], card="grass", me=me
    )
    play(game, "donation_desert", (5, 5), (5, 6), (5, 7))
    assert "bazaar" not in options(game)


def test_bazaar_does_not_repeat_the_cave_move() -> None:
    """L-BAZAAR-2, R-TURN-4: the cave move is no tile."""
    game = scenario(land={(5, 5): "M"}, caves=[[5, 5]], own=[(5, 4)], card="grass", me=ready("bazaar"))
    play(game, "cave", (5, 4), (5, 6))
    assert "bazaar" not in options(game)


# --- what a window shows


def test_what_a_window_shows() -> None:
    """P-SCOUT-1, L-CATHEDRAL-3, K-MAYORS-1: scouts, number tiles and marks are told to whoever draws the
    table."""
    game = scenario(
        own=[(5, 4)], scouts=[[5, 5]], card="grass", me={"counters": 2, "marks": [3]}, them={"marks": [1]}
    )
    hooks = game.table.hooks
    assert ("scout", None, BIT[hex_at(5, 5)]) in [piece for hook in hooks.pieces for piece in hook(game)]
    assert [mark for hook in hooks.row_marks for mark in hook(game)] == [(3, 0), (1, 1)]
    assert [(thing.word, thing.number) for hook in hooks.belongings for thing in hook(game, 0)] == [
        ("counters", 2)
    ]
    assert [thing for hook in hooks.belongings for thing in hook(game, 1)] == []


def topic(game: Game) -> tuple[str, int | None]:
    """What the waiting question is about, and how many steps are left."""
    question = game.question()
    return question.topic, question.remaining


def test_what_a_question_is_about() -> None:
    """L-BAZAAR-1, X-SILO-1, L-SCOUTCABIN-1, L-CATHEDRAL-2: each question says its action, and the steps left
    of it."""
    game = scenario(
        own=[(5, 4)], card="grass", me={**ready("bazaar", "cathedral", "scout_cabin"), "counters": 5}
    )
    play(game, "cathedral", "spend")
    assert topic(game) == ("cathedral", 5)
    play(game, (5, 5), "done", "scout_cabin", (5, 6))
    assert topic(game) == ("scout_cabin", 1)
    play(game, "done", "bazaar")
    assert topic(game) == ("bazaar", None)
    play(game, "cathedral")
    assert topic(game) == ("cathedral", None)
    silo = last_turn(land=SILO_LAND, own=[(5, 6), (5, 7)])
    assert topic(silo) == ("silo", None)
    built = silo.copy()
    play(built, "build", (4, 6))
    assert topic(built) == ("silo", 2)
    play(silo, "move", (5, 6))
    assert topic(silo) == ("silo", 3)
    play(silo, (6, 7))
    assert topic(silo) == ("silo", 2)


# --- whole games


MIXES = [("base", "harvest"), tuple(BOXES)]


@pytest.mark.parametrize("boxes", MIXES, ids=["harvest", "all"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games(boxes: tuple[str, ...], players: int) -> None:
    """R-END-5, R-TERM-9: random games end; no settlement is lost or doubled; positions at every third
    decision are read back alike."""
    for seed in range(6):
        game = new_game(Setup(players=players, boxes=boxes, seed=seed))
        chance, count = random.Random(seed), 0
        while not game.over:
            decision = game.decision()
            assert decision.cells or decision.options
            if game.in_turn and not game.pending and count % 3 == 0:
                written = write_position(game)
                again = read_position(written)
                assert {**write_position(again), "seed": 0} == {**written, "seed": 0}
                assert again.decision() == decision
            number = chance.randrange(decision.cells.bit_count() + len(decision.options))
            hexes = decision.cells.bit_count()
            happened = game.choose(
                nth(decision.cells, number) if number < hexes else decision.options[number - hexes]
            )
            assert_sound(game, happened)
            count += 1
            assert count < 3000


def assert_sound(game: Game, happened: tuple[Event, ...]) -> None:
    """What holds at every moment of a game with Harvest."""
    assert sum(kept(game)["counters"]) <= 18
    assert all(counters >= 0 for counters in kept(game)["counters"])
    assert game.helpers == kept(game)["scouts"]
    assert kept(game)["scouts"].bit_count() <= 2
    marks = kept(game)["marks"]
    for player in range(game.table.players):
        waiting = game.waiting(player)
        assert (
            game.settlements[player].bit_count() + game.supply[player] + marks[player].bit_count() + waiting
            == 40
        )
        for kind, space, _ in game.tiles[player]:
            assert space is None or game.phase != TURNS or NEXT_TO[space] & game.own[player], kind
    assert sum(mark.bit_count() for mark in marks) == len({row for mark in marks for row in hexes_of(mark)})
