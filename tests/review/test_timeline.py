"""Any moment of any record is there at once, and shows what may be shown."""

from __future__ import annotations

import pytest
from games import EVERY_BOX, long_game, played

from kingdom.position import write_position
from kingdom.record import Record, digest, steps
from kingdom.review.timeline import MOST_ANSWERS, NOBODY, SNAPSHOT_EVERY, timeline
from kingdom.rules.events import CardDrawn, Event, TurnEnded
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import Setup, new_game


def test_every_moment_is_the_game_as_it_was() -> None:
    record = long_game()
    line = timeline(record)
    assert digest(line.at(0)) == digest(new_game(record.setup))
    for number, (_, _, _, game) in enumerate(steps(record), 1):
        assert digest(line.at(number)) == digest(game)
    assert line.over
    assert line.at(line.last + 5).over
    assert digest(line.at(-1)) == digest(line.at(0))


def test_a_moment_is_a_copy_of_its_own() -> None:
    line = timeline(long_game())
    game = line.at(20)
    before = write_position(line.at(20))
    game.push(record_answer := line.steps[20].answer)
    assert write_position(line.at(20)) == before
    assert record_answer == line.steps[20].answer


def test_no_moment_is_far_from_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    """What makes seeking fast: never more answers to play than lie between two snapshots."""
    line = timeline(long_game())
    assert line.last > 10 * SNAPSHOT_EVERY
    given: list[Answer] = []
    choose = Game.choose

    def counted(game: Game, answer: Answer) -> tuple[Event, ...]:
        given.append(answer)
        return choose(game, answer)

    monkeypatch.setattr(Game, "choose", counted)
    for moment in range(line.last + 1):
        given.clear()
        line.at(moment)
        assert len(given) == moment % SNAPSHOT_EVERY


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_turns_follow_each_other_without_a_gap(players: int) -> None:
    line = timeline(played(Setup(players=players, boxes=EVERY_BOX, seed=players)))
    assert line.turns[0].first == 0
    assert line.turns[-1].end == line.last
    for turn, after in zip(line.turns, line.turns[1:], strict=False):
        assert turn.end == after.first
    for turn in line.turns:
        assert turn.over
        if turn.player == NOBODY:
            assert turn is line.turns[-1]
            continue
        assert line.at(turn.first).player == turn.player
        assert line.at(turn.first).round == turn.round
        assert line.at(turn.end - 1).card == turn.card
        ended = [event for event in line.events(turn) if isinstance(event, TurnEnded)]
        assert ended == [TurnEnded(turn.player)]


def test_ways_through_time() -> None:
    line = timeline(played(Setup(players=3, seed=5)))
    second, third = line.turns[1], line.turns[2]
    assert line.turn_at(second.first + 1) is second
    assert line.turn_at(second.first) is second
    assert line.next_turn(second.first) == third.first
    assert line.turn_before(second.first + 1) == second.first
    assert line.turn_before(second.first) == 0
    assert line.rounds()[1] == line.turns[3].first
    assert line.next_round(1) == line.rounds()[1]
    assert line.round_before(line.rounds()[1]) == 0
    assert line.next_round(line.last) == line.next_turn(line.last) == line.last


def test_a_game_going_on_ends_in_an_unfinished_turn() -> None:
    whole = played(Setup(seed=6))
    line = timeline(Record(whole.setup, [], whole.answers[:30]))
    assert not line.over
    assert line.turns[-1].end == line.last == 30
    assert not line.turns[-1].over
    empty = timeline(Record(whole.setup))
    assert (empty.last, len(empty.turns), empty.turn_at(0).player) == (0, 1, empty.at(0).player)


def test_hands_are_hidden_while_the_game_goes_on() -> None:
    whole = played(Setup(players=3, seed=7))
    open_line = timeline(whole)
    for moment in range(0, open_line.last, 5):
        assert write_position(open_line.seen(moment, None)) == write_position(open_line.at(moment))
    line = timeline(Record(whole.setup, [], whole.answers[:60]))
    hidden = 0
    for moment in range(line.last + 1):
        real = line.at(moment)
        for viewer in range(3):
            seen = line.seen(moment, viewer)
            assert seen.hand[viewer] == real.hand[viewer]
            hidden += seen.deck != real.deck
        for seat, hand in enumerate(line.seen(moment, None).hand):
            assert hand == (() if seat != real.player or real.card is None else (real.card,))
    assert hidden > 100


def test_a_drawn_card_is_told_to_who_drew_it() -> None:
    whole = played(Setup(seed=8))
    event = CardDrawn(1, ("grass",))
    going_on = timeline(Record(whole.setup, [], whole.answers[:20]))
    assert going_on.knows(1)(event)
    assert not going_on.knows(0)(event)
    assert not going_on.knows(None)(event)
    assert timeline(whole).knows(0)(event)


def test_what_cannot_have_been_played_is_named() -> None:
    whole = played(Setup(seed=9))
    with pytest.raises(BadSetup, match=r"answers\[7\]"):
        timeline(Record(whole.setup, [], [*whole.answers[:7], "decline"]))
    with pytest.raises(BadSetup, match="not over"):
        timeline(Record(whole.setup, [], whole.answers[:-1], whole.result))
    with pytest.raises(BadSetup, match="more than a game can have"):
        timeline(Record(whole.setup, [], whole.answers * (MOST_ANSWERS // len(whole.answers) + 1)))
