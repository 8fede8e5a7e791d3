"""Tests playing a lesson: which answers are accepted or rejected, undo, tips and stars."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kingdom.learn.lesson import ASK, FORMAT, PLAY, TELL, WATCH, read_lesson, shipped_lessons
from kingdom.learn.lesson_session import (
    FINISHED,
    GOAL_MISSED,
    LessonSession,
    NotAllowedByLesson,
    start_lesson,
)
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState, Trigger
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.hexes import HEX_AT

POSITION: dict[str, Any] = {
    "grid": ["G" * 20] * 10 + ["W" * 20] * 10,
    "cards": ["fishermen"],
    "players": [{"settlements": [[8, 8]], "hand": ["grass"]}, {"settlements": [[2, 2]], "hand": ["grass"]}],
}
GOAL = {"gold": "fishermen", "least": 1, "par": 2, "best": 3}


def open_steps(*steps: dict[str, Any], **changes: Any) -> LessonSession:
    data = {"format": FORMAT, "course": "base", "order": 1, "position": POSITION, "steps": steps, **changes}
    return start_lesson(read_lesson("tried", json.loads(json.dumps(data))))


def build(session: LessonSession, *coords: tuple[int, int]) -> None:
    for coord in coords:
        session.match.submit(HEX_AT[coord])
        if session.match.state is MatchState.PLAYBACK:
            session.match.finish_playback()


def test_no_answer_is_accepted_while_a_text_is_shown() -> None:
    session = open_steps({"say": "a"}, {"say": "b", "answers": [[9, 8]]})
    with pytest.raises(NotAllowedByLesson):
        build(session, (9, 8))
    assert (session.stage, session.mistakes, session.text.key) == (TELL, 0, "lesson.tried.a")
    assert session.refusal is not None
    session.advance()
    assert (session.stage, session.text.key) == (ASK, "lesson.tried.b")
    assert session.refusal is None, "the text was dismissed"
    build(session, (9, 8))
    assert (session.stage, session.stars) == (FINISHED, 3)
    with pytest.raises(NotAllowedByLesson):
        build(session, (9, 7))
    assert not session.match.can(Trigger.UNDO)


def test_wrong_answers_get_their_own_reply_and_cost_stars() -> None:
    replies = [
        {"say": "dry", "answers": [[8, 7]], "values": {"count": "gold:fishermen"}},
        {"say": "else"},
    ]
    session = open_steps({"say": "a", "answers": [[9, 8]], "wrong": replies})
    with pytest.raises(NotAllowedByLesson) as error:
        build(session, (8, 7))
    assert (error.value.text_key, error.value.text_values) == ("lesson.tried.dry", {"count": 0})
    assert session.refusal is error.value
    with pytest.raises(NotAllowedByLesson) as error:
        build(session, (8, 9))
    assert error.value.text_key == "lesson.tried.else"
    with pytest.raises(IllegalAnswer) as illegal:
        build(session, (0, 0))
    assert illegal.value.text_key.startswith("reason."), "the rules should give their own reason"
    assert (session.mistakes, session.match.history) == (3, [])
    build(session, (9, 8))
    assert session.stars == 1


def test_third_star_needs_no_help_if_par_equals_best() -> None:
    goal = {"gold": "fishermen", "least": 1, "par": 3, "best": 3}
    step = {"say": "a", "play": "builds", "solution": [[9, 7], [9, 8], [9, 9]]}
    unaided, undone, hinted = (open_steps(step, goal=goal) for _ in range(3))
    build(undone, (7, 8))
    undone.match.undo()
    hinted.match.request_hint()
    for session, stars in ((unaided, 3), (undone, 2), (hinted, 2)):
        build(session, (9, 7), (9, 8), (9, 9))
        assert (session.stage, session.gold_reached, session.stars) == (FINISHED, 3, stars)


def test_undo_costs_nothing_if_par_is_below_best() -> None:
    session = open_steps({"say": "a", "play": "builds", "solution": [[9, 7], [9, 8], [9, 9]]}, goal=GOAL)
    build(session, (7, 8))
    session.match.undo()
    build(session, (9, 7), (9, 8), (9, 9))
    assert session.stars == 3


def test_every_lesson_can_give_one_two_or_three_stars() -> None:
    for lesson in shipped_lessons().lessons:
        goal = lesson.goal
        reached = range(goal.minimum, goal.best + 1) if goal.source else range(goal.par + 2)
        possible_stars = {goal.stars(score, help_used) for score in reached for help_used in (0, 1)}
        assert possible_stars == {1, 2, 3}, lesson.name


def test_one_mistake_still_gives_two_stars() -> None:
    session = open_steps({"say": "a", "answers": [[9, 8]]})
    with pytest.raises(NotAllowedByLesson) as error:
        build(session, (8, 7))
    assert error.value.text_key == "ui.learn.not_wanted"
    build(session, (9, 8))
    assert session.stars == 2


def test_step_with_several_answers() -> None:
    session = open_steps({"say": "a", "answers": [[9, 8], [9, 7], [8, 7]], "times": 2})
    build(session, (9, 7), (8, 7))
    assert session.stage == FINISHED


def test_measured_values_are_fixed_when_the_step_starts() -> None:
    measure = {"what": "gain:fishermen", "after": [[9, 8], [9, 7]]}
    session = open_steps({"say": "a", "play": "builds", "values": {"count": measure, "left": "due"}})
    assert session.text.values == {"count": 2, "left": 3}
    build(session, (9, 8))
    assert session.text.values == {"count": 2, "left": 3}


def test_undo_and_redo_also_move_the_lesson() -> None:
    session = open_steps({"say": "a", "answers": [[9, 8]]}, {"say": "b"}, {"say": "c", "answers": [[9, 7]]})
    build(session, (9, 8))
    session.advance()
    assert session.stage == ASK
    session.match.undo()
    assert (session.step_index, session.step_answers, session.stage) == (0, (), ASK)
    assert session.match.redo_answer is not None
    session.match.submit(session.match.redo_answer)
    session.match.finish_playback()
    assert session.step_index == 1
    session.advance()
    build(session, (9, 7))
    assert session.stage == FINISHED


def test_hint_is_the_solution_of_the_lesson() -> None:
    session = open_steps({"say": "a", "answers": [[9, 8]]})
    session.match.request_hint()
    session.match.poll()
    assert session.match.hint is not None
    assert session.match.hint.answers == [HEX_AT[9, 8]]
    assert (session.match.state, session.mistakes) == (MatchState.HUMAN_TURN, 1)


def test_no_hint_after_leaving_the_solution() -> None:
    session = open_steps({"say": "a", "play": "builds", "solution": [[9, 8], [9, 7], [9, 9]]})
    build(session, (8, 7))
    session.match.request_hint()
    session.match.poll()
    assert session.match.hint is None
    assert session.match.state is MatchState.HUMAN_TURN


@pytest.mark.parametrize(
    ("coords", "gold", "stars"),
    [
        ([(9, 8), (9, 7), (9, 9)], 3, 3),
        ([(9, 8), (9, 7), (8, 7)], 2, 2),
        ([(9, 8), (8, 7), (7, 7)], 1, 1),
    ],
)
def test_stars_depend_on_gold(coords: list[tuple[int, int]], gold: int, stars: int) -> None:
    session = open_steps({"say": "a", "play": "builds"}, {"say": "b"}, goal=GOAL)
    build(session, *coords)
    assert (session.stage, session.gold_reached, session.stars) == (TELL, gold, stars)
    session.advance()
    assert session.stage == FINISHED


def test_missed_goal_can_be_retried() -> None:
    session = open_steps({"say": "x"}, {"say": "a", "play": "builds"}, goal=GOAL)
    session.advance()
    build(session, (7, 7), (6, 7), (5, 7))
    assert (session.stage, session.gold_reached) == (GOAL_MISSED, 0)
    with pytest.raises(NotAllowedByLesson):
        session.match.submit("end_turn")
    session.retry()
    assert (session.stage, session.gold_reached, session.match.history) == (PLAY, None, [])
    assert session.match.game.settlement_hexes[0].bit_count() == 1
    build(session, (9, 8), (9, 7), (9, 9))
    assert (session.stage, session.stars) == (FINISHED, 3)


def test_goal_can_be_missed_before_the_opponents_move() -> None:
    session = open_steps({"say": "a", "play": "turn"}, goal=GOAL)
    build(session, (7, 7), (6, 7), (5, 7))
    session.match.submit("end_turn")
    assert session.stage == GOAL_MISSED
    session.retry()
    assert (session.stage, session.match.state) == (PLAY, MatchState.HUMAN_TURN)


def let_opponents_play(session: LessonSession) -> None:
    for _ in range(20):
        if session.match.state is MatchState.PLAYBACK:
            session.match.finish_playback()
        session.match.poll()


def test_opponents_follow_their_script_in_a_watch_step() -> None:
    session = open_steps(
        {"say": "a", "play": "turn"},
        {"say": "b"},
        {"say": "c", "watch": True},
        {"say": "d"},
        others=[[2, 3], [2, 4], [2, 5], "end_turn"],
    )
    build(session, (9, 8), (9, 7), (9, 9))
    session.match.submit("end_turn")
    let_opponents_play(session)
    assert session.match.game.settlement_hexes[1].bit_count() == 1, "a text is shown"
    session.advance()
    assert session.stage == WATCH
    with pytest.raises(NotAllowedByLesson):
        session.match.submit("end_turn")
    let_opponents_play(session)
    assert session.stage == TELL
    assert all(session.match.game.settlement_hexes[1] >> HEX_AT[2, column] & 1 for column in (2, 3, 4, 5))


def test_opponents_play_on_if_their_script_is_illegal() -> None:
    session = open_steps(
        {"say": "a", "play": "turn"}, {"say": "c", "watch": True}, {"say": "d"}, others=[[9, 8]]
    )
    build(session, (9, 8), (9, 7), (9, 9))
    session.match.submit("end_turn")
    let_opponents_play(session)
    assert session.stage == TELL
    assert session.match.game.settlement_hexes[1].bit_count() == 4


def test_tip_is_shown_once() -> None:
    tips = [{"when": "turn_done", "say": "r"}]
    session = open_steps({"say": "a", "play": "turn"}, remarks=tips)
    assert not session.check_tips()
    build(session, (9, 8), (9, 7), (9, 9))
    assert session.check_tips()
    assert (session.stage, session.text.key) == (TELL, "lesson.tried.r")
    assert session.match.state in HUMAN_MAY_ANSWER, "the learner may answer while a tip is shown"
    session.advance()
    assert not session.check_tips()
    assert session.stage == PLAY
    session.match.submit("end_turn")
    assert session.stage == FINISHED


def test_answering_dismisses_a_tip() -> None:
    session = open_steps({"say": "a", "play": "turn"}, remarks=[{"when": "turn_done", "say": "r"}])
    build(session, (9, 8), (9, 7), (9, 9))
    assert session.check_tips()
    session.match.submit("end_turn")
    assert (session.tip, session.stage) == (None, FINISHED)


def test_undo_removes_a_tip() -> None:
    session = open_steps({"say": "a", "play": "turn"}, remarks=[{"when": "turn_done", "say": "r"}])
    build(session, (9, 8), (9, 7), (9, 9))
    assert session.check_tips()
    session.match.undo()
    assert session.stage == PLAY


def test_forgiving_step_counts_no_mistakes() -> None:
    session = open_steps({"say": "a", "answers": [[9, 8]], "wrong": "w", "forgiven": True})
    for answer in (HEX_AT[9, 7], HEX_AT[15, 15], "end_turn"):
        with pytest.raises(IllegalAnswer):
            session.match.submit(answer)
    assert session.mistakes == 0
    build(session, (9, 8))
    assert session.stars == 3


def test_tutor_is_off_in_lessons() -> None:
    """A lesson starts from a position, so there is no record that the tutor could replay."""
    session = open_steps({"say": "a", "play": "turn"})
    session.match.tutor.min_loss_by_seat = {0: 2.0}
    build(session, (9, 8), (9, 7), (9, 9))
    session.match.submit("end_turn")
    assert session.match.state is MatchState.PLAYBACK
    assert not session.match.tutor.is_busy
