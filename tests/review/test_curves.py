"""Gold over the turns, what brought it, and when the game is likely to end."""

from __future__ import annotations

import pytest
from games import EVERY_BOX, long_game, played
from scenario import scenario, tile

from kingdom.record import Record
from kingdom.review.curves import OTHERS, curves, lead
from kingdom.review.outlook import outlook
from kingdom.review.timeline import NOBODY, timeline
from kingdom.rules.events import Built, TileUsed
from kingdom.rules.scoring import score, total
from kingdom.rules.setup import Setup


def test_points_are_the_gold_after_each_turn() -> None:
    line = timeline(long_game())
    found = curves(line)
    assert len(found.points) == len(line.turns) + 1
    for point in found.points:
        game = line.at(point.moment)
        for seat in range(line.players):
            assert point.gold[seat] == total(game, seat)
            assert point.by[seat] == {name: part.gold for name, part in score(game, seat).items()}
        assert point.supply == tuple(game.supply)
    assert found.gold(2) == [point.gold[2] for point in found.points]
    source = found.sources()[0]
    assert found.gold(1, source)[-1] == found.points[-1].by[1][source]
    assert found.points[-1].expected == found.points[-1].gold


@pytest.mark.parametrize("seed", range(4))
def test_what_actions_brought_adds_up_to_the_gold(seed: int) -> None:
    line = timeline(played(Setup(players=2 + seed, boxes=EVERY_BOX, seed=seed)))
    found = curves(line)
    events = [event for step in line.steps for event in step.events]
    for seat, brought in enumerate(found.brought):
        gained = found.points[-1].gold[seat] - found.points[0].gold[seat]
        assert sum(entry.gold for entry in brought.values()) == gained
        assert sum(entry.builds for entry in brought.values()) == len(
            [event for event in events if isinstance(event, Built) and event.player == seat]
        )
        for tile_name in {event.tile for event in events if isinstance(event, TileUsed)}:
            uses = [event for event in events if event == TileUsed(seat, tile_name)]
            assert len(uses) == (brought[tile_name].uses if tile_name in brought else 0)


def test_gold_that_others_took_is_told_apart() -> None:
    found = curves(timeline(long_game()))
    assert any(brought[OTHERS].gold < 0 for brought in found.brought if OTHERS in brought)


def test_an_unfinished_game_has_curves_up_to_its_last_turn() -> None:
    whole = played(Setup(seed=4))
    assert len(curves(timeline(Record(whole.setup))).points) == 1
    line = timeline(Record(whole.setup, [], whole.answers[:40]))
    found = curves(line)
    assert found.points[-1].moment == line.turns[-1].first
    assert found.points[-1].turn == len(line.turns) - 1


def test_who_has_still_to_play_is_credited_with_a_turn() -> None:
    line = timeline(played(Setup(seed=11)))
    first = curves(line).points[1]
    mover = line.turns[0].player
    assert first.gold[1 - mover] == 0
    assert first.expected[1 - mover] == pytest.approx(first.expected[mover])


def test_lead_is_over_the_best_of_the_others() -> None:
    assert lead((5.0, 9.0, 7.5), 1) == 1.5
    assert lead((5.0, 9.0, 7.5), 0) == -4.0


def test_turns_left_and_who_ends_the_game() -> None:
    game = scenario(card="grass", me={"supply": 7}, them={"supply": 6}, cards=["hermits"])
    found = outlook(game)
    assert (found.turns, found.rounds, found.ender) == ((2, 2), 1, 1)
    more = scenario(
        card="grass", me={"supply": 4, "tiles": [tile("farm")]}, them={"supply": 6}, cards=["hermits"]
    )
    assert (outlook(more).turns, outlook(more).ender) == ((1, 1), 0)
    done = scenario(
        card="grass",
        me={"supply": 7},
        them={"supply": 3},
        cards=["hermits"],
        turn={"mandatory": "done", "built": 3},
    )
    assert (outlook(done).turns, outlook(done).ender) == ((0, 1), 1)


def test_the_last_round_is_known_once_the_end_is_triggered() -> None:
    line = timeline(long_game())
    seen_ending = False
    for turn in line.turns:
        if turn.player == NOBODY:
            continue
        game = line.at(turn.first)
        if game.ending:
            seen_ending = True
            found = outlook(game)
            assert (found.last_round, found.ender) == (line.turns[-1].round, None)
            assert found.turns[turn.player] == 1
    assert seen_ending
    assert outlook(line.at(line.last)).turns == (0,) * line.players
