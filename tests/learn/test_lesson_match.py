"""Tests playing a lesson: which answers are accepted or rejected, undo, tips and stars."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kingdom.learn.lesson import ASK, FORMAT, PLAY, TELL, WATCH, read_lesson, shipped_lessons
from kingdom.learn.lesson_match import FINISHED, GOAL_MISSED, LessonMatch, NotAllowedByLesson, start_lesson
from kingdom.match.state_machine import MatchState
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.hexes import HEX_AT

POSITION: dict[str, Any] = {
    "grid": ["G" * 20] * 10 + ["W" * 20] * 10,
    "cards": ["fishermen"],
    "players": [{"settlements": [[8, 8]], "hand": ["grass"]}, {"settlements": [[2, 2]], "hand": ["grass"]}],
}
GOAL = {"gold": "fishermen", "least": 1, "par": 2, "best": 3}


def open_steps(*steps: dict[str, Any], **changes: Any) -> LessonMatch:
    data = {"format": FORMAT, "course": "base", "order": 1, "position": POSITION, "steps": steps, **changes}
    return start_lesson(read_lesson("tried", json.loads(json.dumps(data))))


def build(match: LessonMatch, *coords: tuple[int, int]) -> None:
    for coord in coords:
        match.submit(HEX_AT[coord])
        if match.state is MatchState.PLAYBACK:
            match.finish_playback()


def test_no_answer_is_accepted_while_a_text_is_shown() -> None:
    match = open_steps({"say": "a"}, {"say": "b", "answers": [[9, 8]]})
    with pytest.raises(NotAllowedByLesson):
        build(match, (9, 8))
    assert (match.stage, match.mistakes, match.text.key) == (TELL, 0, "lesson.tried.a")
    assert match.refusal is not None
    match.advance()
    assert (match.stage, match.text.key) == (ASK, "lesson.tried.b")
    assert match.refusal is None, "the text was dismissed"
    build(match, (9, 8))
    assert (match.stage, match.stars) == (FINISHED, 3)
    with pytest.raises(NotAllowedByLesson):
        build(match, (9, 7))
    assert not match.can_undo


def test_wrong_answers_get_their_own_reply_and_cost_stars() -> None:
    replies = [
        {"say": "dry", "answers": [[8, 7]], "values": {"count": "gold:fishermen"}},
        {"say": "else"},
    ]
    match = open_steps({"say": "a", "answers": [[9, 8]], "wrong": replies})
    with pytest.raises(NotAllowedByLesson) as error:
        build(match, (8, 7))
    assert (error.value.text_key, error.value.text_values) == ("lesson.tried.dry", {"count": 0})
    assert match.refusal is error.value
    with pytest.raises(NotAllowedByLesson) as error:
        build(match, (8, 9))
    assert error.value.text_key == "lesson.tried.else"
    with pytest.raises(IllegalAnswer) as illegal:
        build(match, (0, 0))
    assert illegal.value.text_key.startswith("reason."), "the rules should give their own reason"
    assert (match.mistakes, match.history) == (3, [])
    build(match, (9, 8))
    assert match.stars == 1


def test_third_star_needs_no_help_if_par_equals_best() -> None:
    goal = {"gold": "fishermen", "least": 1, "par": 3, "best": 3}
    step = {"say": "a", "play": "builds", "solution": [[9, 7], [9, 8], [9, 9]]}
    unaided, undone, hinted = (open_steps(step, goal=goal) for _ in range(3))
    build(undone, (7, 8))
    undone.undo()
    hinted.request_hint()
    for match, stars in ((unaided, 3), (undone, 2), (hinted, 2)):
        build(match, (9, 7), (9, 8), (9, 9))
        assert (match.stage, match.gold_reached, match.stars) == (FINISHED, 3, stars)


def test_undo_costs_nothing_if_par_is_below_best() -> None:
    match = open_steps({"say": "a", "play": "builds", "solution": [[9, 7], [9, 8], [9, 9]]}, goal=GOAL)
    build(match, (7, 8))
    match.undo()
    build(match, (9, 7), (9, 8), (9, 9))
    assert match.stars == 3


def test_every_lesson_can_give_one_two_or_three_stars() -> None:
    for lesson in shipped_lessons().lessons:
        goal = lesson.goal
        reached = range(goal.minimum, goal.best + 1) if goal.source else range(goal.par + 2)
        possible_stars = {goal.stars(score, help_used) for score in reached for help_used in (0, 1)}
        assert possible_stars == {1, 2, 3}, lesson.name


def test_one_mistake_still_gives_two_stars() -> None:
    match = open_steps({"say": "a", "answers": [[9, 8]]})
    with pytest.raises(NotAllowedByLesson) as error:
        build(match, (8, 7))
    assert error.value.text_key == "ui.learn.not_wanted"
    build(match, (9, 8))
    assert match.stars == 2


def test_step_with_several_answers() -> None:
    match = open_steps({"say": "a", "answers": [[9, 8], [9, 7], [8, 7]], "times": 2})
    build(match, (9, 7), (8, 7))
    assert match.stage == FINISHED


def test_measured_values_are_fixed_when_the_step_starts() -> None:
    measure = {"what": "gain:fishermen", "after": [[9, 8], [9, 7]]}
    match = open_steps({"say": "a", "play": "builds", "values": {"count": measure, "left": "due"}})
    assert match.text.values == {"count": 2, "left": 3}
    build(match, (9, 8))
    assert match.text.values == {"count": 2, "left": 3}


def test_undo_also_rewinds_the_lesson() -> None:
    match = open_steps({"say": "a", "answers": [[9, 8]]}, {"say": "b"}, {"say": "c", "answers": [[9, 7]]})
    build(match, (9, 8))
    match.advance()
    assert match.stage == ASK
    match.undo()
    assert (match.step_index, match.step_answers, match.stage) == (0, (), ASK)
    build(match, (9, 8))
    match.advance()
    build(match, (9, 7))
    assert match.stage == FINISHED


def test_hint_is_the_solution_of_the_lesson() -> None:
    match = open_steps({"say": "a", "answers": [[9, 8]]})
    match.request_hint()
    match.poll()
    assert match.hint is not None
    assert match.hint.answers == [HEX_AT[9, 8]]
    assert (match.state, match.mistakes) == (MatchState.HUMAN_TURN, 1)


def test_no_hint_after_leaving_the_solution() -> None:
    match = open_steps({"say": "a", "play": "builds", "solution": [[9, 8], [9, 7], [9, 9]]})
    build(match, (8, 7))
    match.request_hint()
    match.poll()
    assert match.hint is None
    assert match.state is MatchState.HUMAN_TURN


@pytest.mark.parametrize(
    ("coords", "gold", "stars"),
    [
        ([(9, 8), (9, 7), (9, 9)], 3, 3),
        ([(9, 8), (9, 7), (8, 7)], 2, 2),
        ([(9, 8), (8, 7), (7, 7)], 1, 1),
    ],
)
def test_stars_depend_on_gold(coords: list[tuple[int, int]], gold: int, stars: int) -> None:
    match = open_steps({"say": "a", "play": "builds"}, {"say": "b"}, goal=GOAL)
    build(match, *coords)
    assert (match.stage, match.gold_reached, match.stars) == (TELL, gold, stars)
    match.advance()
    assert match.stage == FINISHED


def test_missed_goal_can_be_retried() -> None:
    match = open_steps({"say": "x"}, {"say": "a", "play": "builds"}, goal=GOAL)
    match.advance()
    build(match, (7, 7), (6, 7), (5, 7))
    assert (match.stage, match.gold_reached) == (GOAL_MISSED, 0)
    with pytest.raises(NotAllowedByLesson):
        match.submit("end_turn")
    match.retry()
    assert (match.stage, match.gold_reached, match.history) == (PLAY, None, [])
    assert match.game.settlement_hexes[0].bit_count() == 1
    build(match, (9, 8), (9, 7), (9, 9))
    assert (match.stage, match.stars) == (FINISHED, 3)


def test_goal_can_be_missed_before_the_opponents_move() -> None:
    match = open_steps({"say": "a", "play": "turn"}, goal=GOAL)
    build(match, (7, 7), (6, 7), (5, 7))
    match.submit("end_turn")
    assert match.stage == GOAL_MISSED
    match.retry()
    assert (match.stage, match.state) == (PLAY, MatchState.HUMAN_TURN)


def let_opponents_play(match: LessonMatch) -> None:
    for _ in range(20):
        if match.state is MatchState.PLAYBACK:
            match.finish_playback()
        match.poll()


def test_opponents_follow_their_script_in_a_watch_step() -> None:
    match = open_steps(
        {"say": "a", "play": "turn"},
        {"say": "b"},
        {"say": "c", "watch": True},
        {"say": "d"},
        others=[[2, 3], [2, 4], [2, 5], "end_turn"],
    )
    build(match, (9, 8), (9, 7), (9, 9))
    match.submit("end_turn")
    let_opponents_play(match)
    assert match.game.settlement_hexes[1].bit_count() == 1, "the opponent should wait while a text is shown"
    match.advance()
    assert match.stage == WATCH
    with pytest.raises(NotAllowedByLesson):
        match.submit("end_turn")
    let_opponents_play(match)
    assert match.stage == TELL
    assert all(match.game.settlement_hexes[1] >> HEX_AT[2, column] & 1 for column in (2, 3, 4, 5))


def test_opponents_play_on_if_their_script_is_illegal() -> None:
    match = open_steps(
        {"say": "a", "play": "turn"}, {"say": "c", "watch": True}, {"say": "d"}, others=[[9, 8]]
    )
    build(match, (9, 8), (9, 7), (9, 9))
    match.submit("end_turn")
    let_opponents_play(match)
    assert match.stage == TELL
    assert match.game.settlement_hexes[1].bit_count() == 4


def test_tip_is_shown_once() -> None:
    tips = [{"when": "turn_done", "say": "r"}]
    match = open_steps({"say": "a", "play": "turn"}, remarks=tips)
    assert not match.check_tips()
    build(match, (9, 8), (9, 7), (9, 9))
    assert match.check_tips()
    assert (match.stage, match.text.key) == (TELL, "lesson.tried.r")
    assert not match.must_read_first, "the learner may answer while a tip is shown"
    match.advance()
    assert not match.check_tips()
    assert match.stage == PLAY
    match.submit("end_turn")
    assert match.stage == FINISHED


def test_answering_dismisses_a_tip() -> None:
    match = open_steps({"say": "a", "play": "turn"}, remarks=[{"when": "turn_done", "say": "r"}])
    build(match, (9, 8), (9, 7), (9, 9))
    assert match.check_tips()
    match.submit("end_turn")
    assert (match.tip, match.stage) == (None, FINISHED)


def test_undo_removes_a_tip() -> None:
    match = open_steps({"say": "a", "play": "turn"}, remarks=[{"when": "turn_done", "say": "r"}])
    build(match, (9, 8), (9, 7), (9, 9))
    assert match.check_tips()
    match.undo()
    assert match.stage == PLAY


def test_forgiving_step_counts_no_mistakes() -> None:
    match = open_steps({"say": "a", "answers": [[9, 8]], "wrong": "w", "forgiven": True})
    for answer in (HEX_AT[9, 7], HEX_AT[15, 15], "end_turn"):
        with pytest.raises(IllegalAnswer):
            match.submit(answer)
    assert match.mistakes == 0
    build(match, (9, 8))
    assert match.stars == 3


def test_tutor_is_off_in_lessons() -> None:
    """A lesson starts from a position, so there is no record that the tutor could replay."""
    match = open_steps({"say": "a", "play": "turn"})
    match.tutor.min_loss_by_seat = {0: 2.0}
    build(match, (9, 8), (9, 7), (9, 9))
    assert not match.check_with_tutor("end_turn")
    assert not match.tutor.is_busy
