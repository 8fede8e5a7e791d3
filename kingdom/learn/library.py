"""The lessons that came with the game. One that is broken is named and left out; the others are there."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kingdom.files import NotJson, parse_json, read_text, why
from kingdom.learn.lesson import COURSES, Lesson, read_lesson
from kingdom.paths import PACKAGE
from kingdom.rules.registry import BadSetup

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LessonLibrary:
    """The lessons in their order, and what is wrong with those that could not be read."""

    lessons: tuple[Lesson, ...]
    broken: dict[str, str]

    def named(self, name: str) -> Lesson | None:
        """A lesson by its name."""
        return next((lesson for lesson in self.lessons if lesson.name == name), None)

    def of_course(self, course: str) -> list[Lesson]:
        """The lessons of a course."""
        return [lesson for lesson in self.lessons if lesson.course == course]

    def after(self, lesson: Lesson) -> Lesson | None:
        """The lesson that follows."""
        place = self.lessons.index(lesson) + 1
        return self.lessons[place] if place < len(self.lessons) else None

    def for_box(self, box: str) -> Lesson | None:
        """The first lesson about a box."""
        return next(
            (lesson for lesson in self.lessons if lesson.course == "boxes" and box in lesson.boxes), None
        )


def read_library(folder: Path) -> LessonLibrary:
    """All lessons of a folder."""
    found, broken = [], {}
    for path in sorted(folder.glob("*.json")):
        try:
            found.append(read_lesson(path.stem, parse_json(read_text(path))))
        except (BadSetup, NotJson, OSError) as error:
            broken[path.name] = why(error)
        except Exception as error:  # one bad lesson costs its row, not the scene
            log.exception("%s", path)
            broken[path.name] = f"{type(error).__name__}: {why(error)}"
    for name, problem in broken.items():
        log.warning("lesson %s: %s", name, problem)
    found.sort(key=lambda lesson: (COURSES.index(lesson.course), lesson.order, lesson.name))
    return LessonLibrary(tuple(found), broken)


def lessons_folder() -> Path:
    """Where the shipped lessons are."""
    return PACKAGE / "learn" / "lessons"


@cache
def shipped() -> LessonLibrary:
    """The lessons that came with the game, read once."""
    return read_library(lessons_folder())
