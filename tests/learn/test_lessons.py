"""Checks the lessons shipped with the game: each can be played with its own solution, every wrong answer is
rejected, and all its text exists in every language."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kingdom.learn.content_checks import check_lesson
from kingdom.learn.lesson import (
    COURSES,
    FORMAT,
    Lesson,
    lessons_folder,
    load_lessons,
    read_lesson,
    shipped_lessons,
)
from kingdom.rules.errors import ValidationError
from kingdom.rules.hexes import neighbors
from kingdom.rules.registry import EXPANSIONS
from kingdom.text.translator import LANGUAGES, Translator

LESSONS = {lesson.name: lesson for lesson in shipped_lessons().lessons}


@pytest.mark.parametrize("name", LESSONS)
def test_lesson_passes_all_checks(name: str) -> None:
    assert check_lesson(LESSONS[name]) == []


def test_all_lesson_files_load() -> None:
    assert not shipped_lessons().errors
    assert len(LESSONS) == len(list(lessons_folder().glob("*.json")))


def test_every_lesson_text_is_used() -> None:
    expected = {key for lesson in LESSONS.values() for key in lesson.text_keys}
    for language in LANGUAGES:
        assert Translator(language).keys_with_prefix("lesson.") == expected


def test_lesson_order_is_unique_within_a_course() -> None:
    positions = [(lesson.course, lesson.order) for lesson in LESSONS.values()]
    assert len(set(positions)) == len(positions)


TAUGHT_WITH = {
    "garden": "farm",
    "foresters_lodge": "farm",
    "monastery": "farm",
    "tree_house": "rope_bridge",
}
"""Tiles that have no lesson. Each works like the tile it is mapped to, but on a different terrain."""
PASSIVE_TILE_LESSONS = {"crossroads": "two_cards", "canoe": "canoe_lesson"}
"""Tiles that are never chosen as an answer, mapped to the lessons that explain them."""


@pytest.mark.parametrize(
    "tile", [tile.name for box in EXPANSIONS.values() if box.name != "base" for tile in box.tiles]
)
def test_every_expansion_tile_is_used_in_a_lesson(tile: str) -> None:
    if tile in PASSIVE_TILE_LESSONS:
        assert tile in [
            held.name for held, _, _ in LESSONS[PASSIVE_TILE_LESSONS[tile]].initial_game().held_tiles[0]
        ]
        return
    solution_answers = [
        answer for lesson in LESSONS.values() for step in lesson.steps for answer in step.solution
    ]
    assert TAUGHT_WITH.get(tile, tile) in solution_answers


def test_every_marshlands_bonus_is_used_in_a_lesson() -> None:
    solution_answers = [
        answer for lesson in LESSONS.values() for step in lesson.steps for answer in step.solution
    ]
    assert {"canoe_bonus", "refuge_bonus"} <= set(solution_answers)
    game = LESSONS["fountain_bonus_lesson"].initial_game()
    mountain_step = LESSONS["fountain_bonus_lesson"].steps[2]
    assert {game.board.kind_at[hex_] for hex_ in mountain_step.answers or () if isinstance(hex_, int)} == {
        "mountain"
    }
    game, distant_step = (
        LESSONS["temple_bonus_lesson"].initial_game(),
        LESSONS["temple_bonus_lesson"].steps[1],
    )
    assert not any(
        neighbors(game.piece_hexes[0]) >> hex_ & 1
        for hex_ in distant_step.answers or ()
        if isinstance(hex_, int)
    )


@pytest.mark.parametrize("piece", ["barracks", "lighthouse", "wagon"])
def test_piece_is_moved_or_removed_in_a_lesson(piece: str) -> None:
    actions = set()
    for lesson in LESSONS.values():
        answers = [answer for step in lesson.steps for answer in step.solution]
        actions |= {after for before, after in pairwise(answers) if before == piece}
    assert actions & {"move", "remove"}


# --- finding mistakes in lesson files


def lesson_data(**changes: object) -> dict[str, object]:
    """Returns a small valid lesson with some keys replaced."""
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


def make_lesson(**changes: object) -> Lesson:
    return read_lesson("tried", json.loads(json.dumps(lesson_data(**changes))))


@pytest.mark.parametrize(
    ("changes", "message"),
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
def test_read_error_names_the_faulty_key(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError) as error:
        make_lesson(**changes)
    assert message in str(error.value)


BUILT_IN_TEXTS = {
    key: Translator("en").tr(key)
    for start in ("reason.", "ui.learn.")
    for key in Translator("en").keys_with_prefix(start)
}
"""English strings, by key. Lessons share these strings with the rules and the user interface."""


def check_with_texts(
    monkeypatch: pytest.MonkeyPatch, texts: dict[str, str] | None = None, **changes: Any
) -> str:
    """Checks a lesson, using the same strings for every language, and returns the problems."""
    checked_lesson = make_lesson(**changes)
    lesson_texts = dict.fromkeys(checked_lesson.text_keys, "Words") if texts is None else texts
    monkeypatch.setattr(
        "kingdom.text.translator.load_catalog", lambda language: {**BUILT_IN_TEXTS, **lesson_texts}
    )
    return "\n".join(check_lesson(checked_lesson))


def ask_step(**changes: object) -> list[dict[str, object]]:
    return [{"say": "first", "answers": [[3, 3]], **changes}]


def play_step(**changes: object) -> list[dict[str, object]]:
    return [{"say": "first", "play": "builds", "solution": [[1, 0], [3, 0], [5, 0]], **changes}]


def test_valid_lesson_has_no_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_with_texts(monkeypatch) == ""


POSITION_WITH_WATER = {
    "grid": ["G" * 20] * 10 + ["W" * 20] * 10,
    "cards": ["fishermen"],
    "players": [{"settlements": [[8, 8]], "hand": ["grass"]}, {"hand": ["grass"]}],
}


@pytest.mark.parametrize(
    ("problem", "changes"),
    [
        ("the rules forbid it", {"steps": ask_step(answers=[[3, 3], "barn"])}),
        ("its solution is refused", {"steps": ask_step(solution=["barn"])}),
        ("its solution is refused", {"steps": play_step(solution=[[1, 0], [1, 0], [1, 0]])}),
        ("comes to no end", {"steps": play_step(solution=[[1, 0]])}),
        ("is wanted and called wrong", {"steps": ask_step(wrong=[{"say": "x", "answers": [[3, 3]]}])}),
        ("the rules refuse it anyway", {"steps": ask_step(wrong=[{"say": "x", "answers": ["barn"]}])}),
        ("there are no such hexes", {"steps": ask_step(point=["terrain:swamp"])}),
        ("there is no card 'knights'", {"steps": ask_step(point=["card:knights"])}),
        ("there is no tile 'barn'", {"steps": ask_step(point=["tile:barn"])}),
        ("there is no player '4'", {"steps": ask_step(point=["player:4"])}),
        (
            "nothing that is wanted is allowed",
            {
                "steps": [
                    {"say": "a", "answers": "any", "solution": [[5, 5]]},
                    {"say": "b", "answers": [[5, 6]]},
                ]
            },
        ),
        ("not true any more after the first answer", {"steps": play_step(values={"count": "due"})}),
        ("only 0 of 1 answers", {"others": [[5, 5]], "steps": ask_step()}),
        ("boxes: nomads", {"boxes": ["nomads"]}),
        ("can come about", {"position": {"loose": True, "players": [{"hand": ["grass"]}, {}]}}),
        ("must be on turn", {"position": {"turn": {"player": 1}}}),
        (
            "scores no gold",
            {"goal": {"gold": "knights", "least": 0, "par": 1, "best": 2}, "steps": play_step()},
        ),
        (
            "best is 2, and 3 can be reached",
            {
                "position": POSITION_WITH_WATER,
                "goal": {"gold": "fishermen", "least": 0, "par": 1, "best": 2},
                "steps": play_step(solution=[[9, 8], [9, 7], [8, 7]]),
            },
        ),
        (
            "and its own solution has 2",
            {
                "position": POSITION_WITH_WATER,
                "goal": {"gold": "fishermen", "least": 0, "par": 1, "best": 3},
                "steps": play_step(solution=[[9, 8], [9, 7], [8, 7]]),
            },
        ),
        (
            "nobody can miss it",
            {
                "position": POSITION_WITH_WATER,
                "goal": {"gold": "fishermen", "least": 0, "par": 0, "best": 3},
                "steps": play_step(solution=[[9, 8], [9, 7], [9, 9]]),
            },
        ),
    ],
)
def test_check_reports_mistakes_in_a_lesson(
    monkeypatch: pytest.MonkeyPatch, problem: str, changes: dict[str, Any]
) -> None:
    assert problem in check_with_texts(monkeypatch, **changes)


def test_check_reports_bad_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = ask_step(values={"count": "cells"})
    valid_texts = {"lesson.tried": "T", "lesson.tried.about": "A", "lesson.tried.first": "So {count}."}
    assert check_with_texts(monkeypatch, valid_texts, steps=steps) == ""
    for text, problem in (
        ("So many.", "the step measures others"),
        ("So {much}.", "the step measures others"),
        ("{count} and 3 more", "a number that nobody measures"),
        ("{count}" + "long " * 80, "at most 330 fit"),
    ):
        assert problem in check_with_texts(
            monkeypatch, {**valid_texts, "lesson.tried.first": text}, steps=steps
        )
    del valid_texts["lesson.tried.about"]
    assert "lesson.tried.about: there is no text in de" in check_with_texts(
        monkeypatch, valid_texts, steps=steps
    )


def test_invalid_lesson_files_are_reported_and_skipped(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(json.dumps(lesson_data()), encoding="utf-8")
    (tmp_path / "bad.json").write_text(json.dumps(lesson_data(course="cooking")), encoding="utf-8")
    (tmp_path / "torn.json").write_text('{"format": ', encoding="utf-8")
    library = load_lessons(tmp_path)
    assert [loaded.name for loaded in library.lessons] == ["good"]
    assert library.errors.keys() == {"bad.json", "torn.json"}
    assert "course" in library.errors["bad.json"]
    assert "not JSON" in library.errors["torn.json"]


def test_library_order_and_lookup() -> None:
    library = shipped_lessons()
    assert [entry.course for entry in library.lessons] == sorted(
        (entry.course for entry in library.lessons), key=COURSES.index
    )
    first, second, *_ = library.lessons
    assert library.lesson_after(first) is second
    assert library.lesson_after(library.lessons[-1]) is None
    assert library.get(second.name) is second
    assert library.get("nothing") is None
    assert first in library.lessons_in_course("base")
    assert all(expansion in EXPANSIONS for entry in library.lessons for expansion in entry.expansions)
