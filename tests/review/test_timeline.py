"""`Timeline` provides quick access to every position in a record and reveals only what may be shown."""

from __future__ import annotations

import pytest
from support.sample_games import ALL_EXPANSIONS, long_record, random_record

from kingdom.position import write_position
from kingdom.record import Record, position_hash, replay_steps
from kingdom.review.timeline import MAX_ANSWERS, NO_PLAYER, SNAPSHOT_INTERVAL, build_timeline
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import Event, TurnEnded
from kingdom.rules.game import Game
from kingdom.rules.setup import GameSetup, new_game


def test_every_position_equals_the_replayed_game() -> None:
    record = long_record()
    game_timeline = build_timeline(record)
    assert position_hash(game_timeline.game_at(0)) == position_hash(new_game(record.setup))
    game = new_game(record.setup)
    for answer_count, _ in enumerate(replay_steps(record, game), 1):
        assert position_hash(game_timeline.game_at(answer_count)) == position_hash(game)
    assert game_timeline.is_over
    assert game_timeline.game_at(game_timeline.total_answers + 5).over
    assert position_hash(game_timeline.game_at(-1)) == position_hash(game_timeline.game_at(0))


def test_game_at_returns_a_copy() -> None:
    game_timeline = build_timeline(long_record())
    game = game_timeline.game_at(20)
    before = write_position(game_timeline.game_at(20))
    game.push(record_answer := game_timeline.steps[20].answer)
    assert write_position(game_timeline.game_at(20)) == before
    assert record_answer == game_timeline.steps[20].answer


def test_at_most_one_snapshot_interval_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeking is fast, because at most the answers between two snapshots are replayed."""
    game_timeline = build_timeline(long_record())
    assert game_timeline.total_answers > 10 * SNAPSHOT_INTERVAL
    replayed: list[Answer] = []
    original_play = Game.play

    def counting_play(game: Game, answer: Answer) -> tuple[Event, ...]:
        replayed.append(answer)
        return original_play(game, answer)

    monkeypatch.setattr(Game, "play", counting_play)
    for answer_count in range(game_timeline.total_answers + 1):
        replayed.clear()
        game_timeline.game_at(answer_count)
        assert len(replayed) == answer_count % SNAPSHOT_INTERVAL


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_turns_have_no_gaps(players: int) -> None:
    game_timeline = build_timeline(
        random_record(GameSetup(player_count=players, expansions=ALL_EXPANSIONS, seed=players))
    )
    assert game_timeline.turns[0].start == 0
    assert game_timeline.turns[-1].end == game_timeline.total_answers
    for turn, next_turn in zip(game_timeline.turns, game_timeline.turns[1:], strict=False):
        assert turn.end == next_turn.start
    for turn in game_timeline.turns:
        assert turn.is_complete
        if turn.player == NO_PLAYER:
            assert turn is game_timeline.turns[-1]
            continue
        assert game_timeline.game_at(turn.start).active_player == turn.player
        assert game_timeline.game_at(turn.start).round == turn.round
        assert game_timeline.game_at(turn.end - 1).played_card == turn.card
        steps = game_timeline.steps[turn.start : turn.end]
        ended = [event for step in steps for event in step.events if isinstance(event, TurnEnded)]
        assert ended == [TurnEnded(turn.player)]


def test_seeking_by_turn_and_round() -> None:
    game_timeline = build_timeline(random_record(GameSetup(player_count=3, seed=5)))
    second, third = game_timeline.turns[1], game_timeline.turns[2]
    assert game_timeline.turn_at(second.start + 1) is second
    assert game_timeline.turn_at(second.start) is second
    assert game_timeline.next_turn_start(second.start) == third.start
    assert game_timeline.previous_turn_start(second.start + 1) == second.start
    assert game_timeline.previous_turn_start(second.start) == 0
    assert game_timeline.round_starts()[1] == game_timeline.turns[3].start
    assert game_timeline.next_round_start(1) == game_timeline.round_starts()[1]
    assert game_timeline.previous_round_start(game_timeline.round_starts()[1]) == 0
    assert (
        game_timeline.next_round_start(game_timeline.total_answers)
        == game_timeline.next_turn_start(game_timeline.total_answers)
        == game_timeline.total_answers
    )


def test_unfinished_game_ends_in_an_incomplete_turn() -> None:
    finished = random_record(GameSetup(seed=6))
    game_timeline = build_timeline(Record(finished.setup, [], finished.answers[:30]))
    assert not game_timeline.is_over
    assert game_timeline.turns[-1].end == game_timeline.total_answers == 30
    assert not game_timeline.turns[-1].is_complete
    empty = build_timeline(Record(finished.setup))
    assert (empty.total_answers, len(empty.turns), empty.turn_at(0).player) == (
        0,
        1,
        empty.game_at(0).active_player,
    )


def test_hands_are_hidden_in_unfinished_games() -> None:
    finished = random_record(GameSetup(player_count=3, seed=7))
    finished_timeline = build_timeline(finished)
    for answer_count in range(0, finished_timeline.total_answers, 5):
        assert write_position(finished_timeline.view_at(answer_count, None)) == write_position(
            finished_timeline.game_at(answer_count)
        )
    game_timeline = build_timeline(Record(finished.setup, [], finished.answers[:60]))
    hidden_count = 0
    for answer_count in range(game_timeline.total_answers + 1):
        full_game = game_timeline.game_at(answer_count)
        for viewer in range(3):
            view = game_timeline.view_at(answer_count, viewer)
            assert view.hands[viewer] == full_game.hands[viewer]
            hidden_count += view.draw_pile != full_game.draw_pile
        for seat, hand in enumerate(game_timeline.view_at(answer_count, None).hands):
            assert hand == (
                ()
                if seat != full_game.active_player or full_game.played_card is None
                else (full_game.played_card,)
            )
    assert hidden_count > 100


def test_impossible_records_are_rejected() -> None:
    finished = random_record(GameSetup(seed=9))
    with pytest.raises(ValidationError, match=r"answers\[7\]"):
        build_timeline(Record(finished.setup, [], [*finished.answers[:7], "decline"]))
    with pytest.raises(ValidationError, match="not over"):
        build_timeline(Record(finished.setup, [], finished.answers[:-1], finished.result))
    with pytest.raises(ValidationError, match="more than a game can have"):
        build_timeline(
            Record(finished.setup, [], finished.answers * (MAX_ANSWERS // len(finished.answers) + 1))
        )
