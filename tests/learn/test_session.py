"""A lesson as a match: what it wants, what it refuses, how it goes back and how it ends."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kingdom.learn.lesson import ASK, FORMAT, PLAY, TELL, WATCH, read_lesson
from kingdom.learn.library import shipped
from kingdom.learn.session import ENDED, SHORT, LessonMatch, NotNow, open_lesson
from kingdom.match.machine import State
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.hexes import HEX_AT

POSITION: dict[str, Any] = {
    "grid": ["G" * 20] * 10 + ["W" * 20] * 10,
    "cards": ["fishermen"],
    "players": [{"settlements": [[8, 8]], "hand": ["grass"]}, {"settlements": [[2, 2]], "hand": ["grass"]}],
}
GOAL = {"gold": "fishermen", "least": 1, "par": 2, "best": 3}


def open_steps(*steps: dict[str, Any], **changes: Any) -> LessonMatch:
    data = {"format": FORMAT, "course": "base", "order": 1, "position": POSITION, "steps": steps, **changes}
    return open_lesson(read_lesson("tried", json.loads(json.dumps(data))))


def build(match: LessonMatch, *places: tuple[int, int]) -> None:
    for place in places:
        match.answer(HEX_AT[place])
        if match.state is State.PLAYBACK:
            match.played()


def test_while_it_tells_nothing_can_be_answered() -> None:
    match = open_steps({"say": "a"}, {"say": "b", "answers": [[9, 8]]})
    with pytest.raises(NotNow):
        build(match, (9, 8))
    assert (match.stage, match.mistakes, match.said.key) == (TELL, 0, "lesson.tried.a")
    assert match.refused is not None
    match.go_on()
    assert (match.stage, match.said.key) == (ASK, "lesson.tried.b")
    assert match.refused is None, "what was to be read was read"
    build(match, (9, 8))
    assert (match.stage, match.stars) == (ENDED, 3)
    with pytest.raises(NotNow):
        build(match, (9, 7))
    assert not match.can_undo


def test_a_wrong_answer_is_told_its_own_words_and_costs_stars() -> None:
    wrong = [
        {"say": "dry", "answers": [[8, 7]], "values": {"count": "gold:fishermen"}},
        {"say": "else"},
    ]
    match = open_steps({"say": "a", "answers": [[9, 8]], "wrong": wrong})
    with pytest.raises(NotNow) as caught:
        build(match, (8, 7))
    assert (caught.value.key, caught.value.values) == ("lesson.tried.dry", {"count": 0})
    assert match.refused is caught.value
    with pytest.raises(NotNow) as caught:
        build(match, (8, 9))
    assert caught.value.key == "lesson.tried.else"
    with pytest.raises(IllegalAnswer) as refused:
        build(match, (0, 0))
    assert refused.value.key.startswith("reason."), "the rules speak for themselves"
    assert (match.mistakes, match.history) == (3, [])
    build(match, (9, 8))
    assert match.stars == 1


def test_where_par_is_the_best_the_third_star_is_for_finding_it_straight_away() -> None:
    goal = {"gold": "fishermen", "least": 1, "par": 3, "best": 3}
    play = {"say": "a", "play": "builds", "solution": [[9, 7], [9, 8], [9, 9]]}
    straight, back, hinted = (open_steps(play, goal=goal) for _ in range(3))
    build(back, (7, 8))
    back.undo()
    hinted.ask_hint()
    for match, stars in ((straight, 3), (back, 2), (hinted, 2)):
        build(match, (9, 7), (9, 8), (9, 9))
        assert (match.stage, match.reached, match.stars) == (ENDED, 3, stars)


def test_a_step_back_costs_nothing_where_par_is_less_than_the_best() -> None:
    match = open_steps({"say": "a", "play": "builds", "solution": [[9, 7], [9, 8], [9, 9]]}, goal=GOAL)
    build(match, (7, 8))
    match.undo()
    build(match, (9, 7), (9, 8), (9, 9))
    assert match.stars == 3


def test_every_lesson_can_earn_one_two_and_three_stars() -> None:
    for lesson in shipped().lessons:
        goal = lesson.goal
        reached = range(goal.least, goal.best + 1) if goal.gold else range(goal.par + 2)
        found = {goal.stars(much, detours) for much in reached for detours in (0, 1)}
        assert found == {1, 2, 3}, lesson.name


def test_par_forgives_one_mistake() -> None:
    match = open_steps({"say": "a", "answers": [[9, 8]]})
    with pytest.raises(NotNow) as caught:
        build(match, (8, 7))
    assert caught.value.key == "ui.learn.not_wanted"
    build(match, (9, 8))
    assert match.stars == 2


def test_several_answers_are_wanted_once_each() -> None:
    match = open_steps({"say": "a", "answers": [[9, 8], [9, 7], [8, 7]], "times": 2})
    build(match, (9, 7), (8, 7))
    assert match.stage == ENDED


def test_numbers_are_those_of_the_step_s_beginning() -> None:
    what = {"what": "gain:fishermen", "after": [[9, 8], [9, 7]]}
    match = open_steps({"say": "a", "play": "builds", "values": {"count": what, "left": "due"}})
    assert match.said.values == {"count": 2, "left": 3}
    build(match, (9, 8))
    assert match.said.values == {"count": 2, "left": 3}


def test_going_back_takes_the_lesson_along() -> None:
    match = open_steps({"say": "a", "answers": [[9, 8]]}, {"say": "b"}, {"say": "c", "answers": [[9, 7]]})
    build(match, (9, 8))
    match.go_on()
    assert match.stage == ASK
    match.undo()
    assert (match.at, match.given, match.stage) == (0, (), ASK)
    build(match, (9, 8))
    match.go_on()
    build(match, (9, 7))
    assert match.stage == ENDED


def test_a_hint_is_the_lesson_s_solution() -> None:
    match = open_steps({"say": "a", "answers": [[9, 8]]})
    match.ask_hint()
    match.poll()
    assert match.hint is not None
    assert match.hint.answers == [HEX_AT[9, 8]]
    assert (match.state, match.mistakes) == (State.PERSONS_TURN, 1)


def test_off_its_way_there_is_no_hint() -> None:
    match = open_steps({"say": "a", "play": "builds", "solution": [[9, 8], [9, 7], [9, 9]]})
    build(match, (8, 7))
    match.ask_hint()
    match.poll()
    assert match.hint is None
    assert match.state is State.PERSONS_TURN


@pytest.mark.parametrize(
    ("places", "gold", "stars"),
    [
        ([(9, 8), (9, 7), (9, 9)], 3, 3),
        ([(9, 8), (9, 7), (8, 7)], 2, 2),
        ([(9, 8), (8, 7), (7, 7)], 1, 1),
    ],
)
def test_gold_makes_stars(places: list[tuple[int, int]], gold: int, stars: int) -> None:
    match = open_steps({"say": "a", "play": "builds"}, {"say": "b"}, goal=GOAL)
    build(match, *places)
    assert (match.stage, match.reached, match.stars) == (TELL, gold, stars)
    match.go_on()
    assert match.stage == ENDED


def test_who_is_short_of_the_goal_plays_again() -> None:
    match = open_steps({"say": "x"}, {"say": "a", "play": "builds"}, goal=GOAL)
    match.go_on()
    build(match, (7, 7), (6, 7), (5, 7))
    assert (match.stage, match.reached) == (SHORT, 0)
    with pytest.raises(NotNow):
        match.answer("end_turn")
    match.again()
    assert (match.stage, match.reached, match.history) == (PLAY, None, [])
    assert match.game.settlements[0].bit_count() == 1
    build(match, (9, 8), (9, 7), (9, 9))
    assert (match.stage, match.stars) == (ENDED, 3)


def test_a_play_can_be_short_while_others_are_due() -> None:
    match = open_steps({"say": "a", "play": "turn"}, goal=GOAL)
    build(match, (7, 7), (6, 7), (5, 7))
    match.answer("end_turn")
    assert match.stage == SHORT
    match.again()
    assert (match.stage, match.state) == (PLAY, State.PERSONS_TURN)


def others_play(match: LessonMatch) -> None:
    for _ in range(20):
        if match.state is State.PLAYBACK:
            match.played()
        match.poll()


def test_the_others_play_their_script_when_it_is_watched() -> None:
    match = open_steps(
        {"say": "a", "play": "turn"},
        {"say": "b"},
        {"say": "c", "watch": True},
        {"say": "d"},
        others=[[2, 3], [2, 4], [2, 5], "end_turn"],
    )
    build(match, (9, 8), (9, 7), (9, 9))
    match.answer("end_turn")
    others_play(match)
    assert match.game.settlements[1].bit_count() == 1, "it is told something first"
    match.go_on()
    assert match.stage == WATCH
    with pytest.raises(NotNow):
        match.answer("end_turn")
    others_play(match)
    assert match.stage == TELL
    assert all(match.game.settlements[1] >> HEX_AT[2, column] & 1 for column in (2, 3, 4, 5))


def test_a_script_that_cannot_be_followed_goes_on_somehow() -> None:
    match = open_steps(
        {"say": "a", "play": "turn"}, {"say": "c", "watch": True}, {"say": "d"}, others=[[9, 8]]
    )
    build(match, (9, 8), (9, 7), (9, 9))
    match.answer("end_turn")
    others_play(match)
    assert match.stage == TELL
    assert match.game.settlements[1].bit_count() == 4


def test_a_remark_is_made_once_and_who_acts_has_read_it() -> None:
    remarks = [{"when": "turn_done", "say": "r"}]
    match = open_steps({"say": "a", "play": "turn"}, remarks=remarks)
    assert not match.notice()
    build(match, (9, 8), (9, 7), (9, 9))
    assert match.notice()
    assert (match.stage, match.said.key) == (TELL, "lesson.tried.r")
    assert not match.listens, "what is remarked may be done at once"
    match.go_on()
    assert not match.notice()
    assert match.stage == PLAY
    match.answer("end_turn")
    assert match.stage == ENDED


def test_what_a_remark_points_at_may_be_done_at_once() -> None:
    match = open_steps({"say": "a", "play": "turn"}, remarks=[{"when": "turn_done", "say": "r"}])
    build(match, (9, 8), (9, 7), (9, 9))
    assert match.notice()
    match.answer("end_turn")
    assert (match.remark, match.stage) == (None, ENDED)


def test_a_remark_on_what_was_taken_back_is_gone() -> None:
    match = open_steps({"say": "a", "play": "turn"}, remarks=[{"when": "turn_done", "say": "r"}])
    build(match, (9, 8), (9, 7), (9, 9))
    assert match.notice()
    match.undo()
    assert match.stage == PLAY


def test_what_a_step_invites_is_no_mistake() -> None:
    match = open_steps({"say": "a", "answers": [[9, 8]], "wrong": "w", "forgiven": True})
    for answer in (HEX_AT[9, 7], HEX_AT[15, 15], "end_turn"):
        with pytest.raises(IllegalAnswer):
            match.answer(answer)
    assert match.mistakes == 0
    build(match, (9, 8))
    assert match.stars == 3


def test_the_tutor_is_silent_in_lessons() -> None:
    """It would look at another game: a position has no record."""
    match = open_steps({"say": "a", "play": "turn"})
    match.tutor.limits = {0: 2.0}
    build(match, (9, 8), (9, 7), (9, 9))
    assert not match.objects("end_turn")
    assert not match.tutor.busy
