"""The lessons that came with the game: each is played to its end by its own solution, every wrong click is
tried, and every text is there in every language."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kingdom.learn.check import check_lesson
from kingdom.learn.lesson import COURSES, FORMAT, Lesson, read_lesson
from kingdom.learn.library import lessons_folder, read_library, shipped
from kingdom.rules.hexes import neighbours
from kingdom.rules.registry import BOXES, BadSetup
from kingdom.text import LANGUAGES, Texts

LESSONS = {lesson.name: lesson for lesson in shipped().lessons}


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_good(name: str) -> None:
    assert check_lesson(LESSONS[name]) == []


def test_no_lesson_is_broken() -> None:
    assert not shipped().broken
    assert len(LESSONS) == len(list(lessons_folder().glob("*.json")))


def test_every_text_of_lessons_belongs_to_one() -> None:
    wanted = {key for lesson in LESSONS.values() for key in lesson.texts}
    for language in LANGUAGES:
        assert Texts(language).keys("lesson.") == wanted


def test_no_two_lessons_have_one_place() -> None:
    places = [(lesson.course, lesson.order) for lesson in LESSONS.values()]
    assert len(set(places)) == len(places)


LIKE_ANOTHER = {
    "garden": "farm",
    "foresters_lodge": "farm",
    "monastery": "farm",
    "tree_house": "rope_bridge",
}
"""Tiles that do what another does on another terrain: who has done one knows the other."""
NEVER_CLICKED = {"crossroads": "two_cards", "canoe": "canoe_lesson"}
"""Tiles that no answer uses, and the lesson in which they work."""


@pytest.mark.parametrize(
    "tile", [tile.name for box in BOXES.values() if box.name != "base" for tile in box.tiles]
)
def test_every_tile_of_a_box_is_used_once_by_the_learner(tile: str) -> None:
    if tile in NEVER_CLICKED:
        assert tile in [held.name for held, _, _ in LESSONS[NEVER_CLICKED[tile]].game().tiles[0]]
        return
    asked = [answer for lesson in LESSONS.values() for step in lesson.steps for answer in step.solution]
    assert LIKE_ANOTHER.get(tile, tile) in asked


def test_every_bonus_of_the_marshlands_is_done_once_by_the_learner() -> None:
    asked = [answer for lesson in LESSONS.values() for step in lesson.steps for answer in step.solution]
    assert {"canoe_bonus", "refuge_bonus"} <= set(asked)
    game = LESSONS["fountain_bonus_lesson"].game()
    on_mountain = LESSONS["fountain_bonus_lesson"].steps[2]
    assert {game.board.kind_at[hex_] for hex_ in on_mountain.answers or () if isinstance(hex_, int)} == {
        "mountain"
    }
    game, far = LESSONS["temple_bonus_lesson"].game(), LESSONS["temple_bonus_lesson"].steps[1]
    assert not any(neighbours(game.own[0]) >> hex_ & 1 for hex_ in far.answers or () if isinstance(hex_, int))


@pytest.mark.parametrize("piece", ["barracks", "lighthouse", "wagon"])
def test_a_piece_is_driven_or_taken_back(piece: str) -> None:
    done = set()
    for lesson in LESSONS.values():
        answers = [answer for step in lesson.steps for answer in step.solution]
        done |= {after for before, after in pairwise(answers) if before == piece}
    assert done & {"move", "remove"}


# --- what is wrong is found


def data(**changes: object) -> dict[str, object]:
    """A small good lesson, changed."""
    return {
        "format": FORMAT,
        "course": "base",
        "order": 1,
        "position": {"grid": ["G" * 20] * 20, "players": [{"hand": ["grass"]}, {"hand": ["grass"]}]},
        "steps": [
            {"say": "card", "point": ["hand"]},
            {"say": "first", "answers": [[3, 3]], "wrong": "far"},
        ],
        **changes,
    }


def lesson(**changes: object) -> Lesson:
    return read_lesson("tried", json.loads(json.dumps(data(**changes))))


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"format": "kingdom-lesson/9"}, "format"),
        ({"course": "cooking"}, "course"),
        ({"order": 0}, "order"),
        ({"colour": "red"}, "unknown key 'colour'"),
        ({"steps": []}, "steps"),
        ({"game": {"players": 2}}, "either a position or a game"),
        ({"boxes": ["attic"]}, "boxes[0]"),
        ({"steps": [{"say": "Two words"}]}, "steps[0].say"),
        ({"steps": [{"say": "a", "answers": []}]}, "steps[0].answers"),
        ({"steps": [{"say": "a", "answers": "any"}]}, "steps[0].solution"),
        ({"steps": [{"say": "a", "solution": [[1, 1]]}]}, "steps[0]"),
        ({"steps": [{"say": "a", "answers": [[1, 1]], "play": "turn"}]}, "steps[0]"),
        ({"steps": [{"say": "a", "answers": [[1, 1]], "times": 2}]}, "steps[0].times"),
        ({"steps": [{"say": "a", "point": ["moon"]}]}, "steps[0].point[0]"),
        ({"steps": [{"say": "a", "point": ["button:bell"]}]}, "steps[0].point[0]"),
        ({"steps": [{"say": "a", "point": [[20, 1]]}]}, "steps[0].point[0]"),
        ({"steps": [{"say": "a", "values": {"count": "weight"}}]}, "steps[0].values.count"),
        ({"steps": [{"say": "a", "play": "dusk"}]}, "steps[0].play"),
        ({"steps": [{"say": "a", "play": "turn", "forgiven": True}]}, "steps[0].forgiven"),
        ({"steps": [{"say": "a", "answers": [[1, 1]], "forgiven": 1}]}, "steps[0].forgiven"),
        ({"goal": {"gold": "total", "least": 3, "par": 2, "best": 4}}, "goal"),
        ({"goal": {"least": 3}}, "goal"),
        ({"remarks": [{"when": "noon", "say": "a"}]}, "remarks[0].when"),
        ({"position": {"grid": ["W" * 20] * 20, "players": [{"settlements": [[1, 1]]}, {}]}}, "R-TERR-2"),
    ],
)
def test_what_cannot_be_read_names_its_place(changes: dict[str, object], place: str) -> None:
    with pytest.raises(BadSetup) as caught:
        lesson(**changes)
    assert place in str(caught.value)


WORDS = {key: Texts("en").say(key) for start in ("reason.", "ui.learn.") for key in Texts("en").keys(start)}
"""What the rules and the window say themselves."""


def problems(monkeypatch: pytest.MonkeyPatch, texts: dict[str, str] | None = None, **changes: Any) -> str:
    """What the checker finds, with these texts in every language."""
    tried = lesson(**changes)
    said = dict.fromkeys(tried.texts, "Words") if texts is None else texts
    monkeypatch.setattr("kingdom.text.catalogue", lambda language: {**WORDS, **said})
    return "\n".join(check_lesson(tried))


def ask(**changes: object) -> list[dict[str, object]]:
    return [{"say": "first", "answers": [[3, 3]], **changes}]


def play(**changes: object) -> list[dict[str, object]]:
    return [{"say": "first", "play": "builds", "solution": [[1, 0], [3, 0], [5, 0]], **changes}]


def test_a_good_one_has_no_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    assert problems(monkeypatch) == ""


WATER = {
    "grid": ["G" * 20] * 10 + ["W" * 20] * 10,
    "cards": ["fishermen"],
    "players": [{"settlements": [[8, 8]], "hand": ["grass"]}, {"hand": ["grass"]}],
}


@pytest.mark.parametrize(
    ("found", "changes"),
    [
        ("the rules forbid it", {"steps": ask(answers=[[3, 3], "barn"])}),
        ("its solution is refused", {"steps": ask(solution=["barn"])}),
        ("its solution is refused", {"steps": play(solution=[[1, 0], [1, 0], [1, 0]])}),
        ("comes to no end", {"steps": play(solution=[[1, 0]])}),
        ("is wanted and called wrong", {"steps": ask(wrong=[{"say": "x", "answers": [[3, 3]]}])}),
        ("the rules refuse it anyway", {"steps": ask(wrong=[{"say": "x", "answers": ["barn"]}])}),
        ("there are no such hexes", {"steps": ask(point=["terrain:swamp"])}),
        ("there is no card 'knights'", {"steps": ask(point=["card:knights"])}),
        ("there is no tile 'barn'", {"steps": ask(point=["tile:barn"])}),
        ("there is no player '4'", {"steps": ask(point=["player:4"])}),
        (
            "nothing that is wanted is allowed",
            {
                "steps": [
                    {"say": "a", "answers": "any", "solution": [[5, 5]]},
                    {"say": "b", "answers": [[5, 6]]},
                ]
            },
        ),
        ("not true any more after the first answer", {"steps": play(values={"count": "due"})}),
        ("only 0 of 1 answers", {"others": [[5, 5]], "steps": ask()}),
        ("boxes: nomads", {"boxes": ["nomads"]}),
        ("can come about", {"position": {"loose": True, "players": [{"hand": ["grass"]}, {}]}}),
        ("must be on turn", {"position": {"turn": {"player": 1}}}),
        ("brings no gold", {"goal": {"gold": "knights", "least": 0, "par": 1, "best": 2}, "steps": play()}),
        (
            "best is 2, and 3 can be reached",
            {
                "position": WATER,
                "goal": {"gold": "fishermen", "least": 0, "par": 1, "best": 2},
                "steps": play(solution=[[9, 8], [9, 7], [8, 7]]),
            },
        ),
        (
            "and its own solution has 2",
            {
                "position": WATER,
                "goal": {"gold": "fishermen", "least": 0, "par": 1, "best": 3},
                "steps": play(solution=[[9, 8], [9, 7], [8, 7]]),
            },
        ),
        (
            "nobody can miss it",
            {
                "position": WATER,
                "goal": {"gold": "fishermen", "least": 0, "par": 0, "best": 3},
                "steps": play(solution=[[9, 8], [9, 7], [9, 9]]),
            },
        ),
    ],
)
def test_what_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch, found: str, changes: dict[str, Any]) -> None:
    assert found in problems(monkeypatch, **changes)


def test_texts_are_read_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = ask(values={"count": "cells"})
    good = {"lesson.tried": "T", "lesson.tried.about": "A", "lesson.tried.first": "So {count}."}
    assert problems(monkeypatch, good, steps=steps) == ""
    for text, found in (
        ("So many.", "the step measures others"),
        ("So {much}.", "the step measures others"),
        ("{count} and 3 more", "a number that nobody measures"),
        ("{count}" + "long " * 80, "letters"),
    ):
        assert found in problems(monkeypatch, {**good, "lesson.tried.first": text}, steps=steps)
    del good["lesson.tried.about"]
    assert "lesson.tried.about: there is no text in de" in problems(monkeypatch, good, steps=steps)


def test_a_broken_lesson_is_named_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(json.dumps(data()), encoding="utf-8")
    (tmp_path / "bad.json").write_text(json.dumps(data(course="cooking")), encoding="utf-8")
    (tmp_path / "torn.json").write_text('{"format": ', encoding="utf-8")
    library = read_library(tmp_path)
    assert [found.name for found in library.lessons] == ["good"]
    assert library.broken.keys() == {"bad.json", "torn.json"}
    assert "course" in library.broken["bad.json"]
    assert "not JSON" in library.broken["torn.json"]


def test_the_library_knows_its_order() -> None:
    library = shipped()
    assert [found.course for found in library.lessons] == sorted(
        (found.course for found in library.lessons), key=COURSES.index
    )
    first, second, *_ = library.lessons
    assert library.after(first) is second
    assert library.after(library.lessons[-1]) is None
    assert library.named(second.name) is second
    assert library.named("nothing") is None
    assert first in library.of_course("base")
    assert all(box in BOXES for found in library.lessons for box in found.boxes)
