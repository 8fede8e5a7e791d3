"""The lessons as `kingdom lessons --json` lists them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingdom.learn.lesson import Lesson
from kingdom.learn.library import LessonLibrary
from kingdom.text import FALLBACK, Texts


def report(library: LessonLibrary, problems: Sequence[str]) -> dict[str, Any]:
    """All lessons in their order, and what is wrong."""
    return {"lessons": [_row(lesson) for lesson in library.lessons], "problems": list(problems)}


def _row(lesson: Lesson) -> dict[str, Any]:
    goal = lesson.goal
    return {
        "id": lesson.name,
        "course": lesson.course,
        "title": Texts(FALLBACK).say(f"lesson.{lesson.name}"),
        "boxes": list(lesson.boxes),
        "steps": len(lesson.steps),
        "goal": goal.gold or "mistakes",
        "par": goal.par,
        "best": goal.best,
    }
