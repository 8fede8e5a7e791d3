"""What somebody has learned: stars by lesson, kept between starts in the user's data folder as strict JSON.

A file that cannot be understood is set aside beside itself. Nobody waits for the disk.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kingdom.files import NotJson, parse_json, put_aside, read_text, why, write_safely
from kingdom.learn.lesson import COURSES, Lesson
from kingdom.learn.library import LessonLibrary
from kingdom.match.writer import Writer
from kingdom.rules.json_values import number_from, read_dict, read_flag, read_list
from kingdom.rules.registry import BadSetup

FORMAT = "kingdom-learning/1"
FILE = "learning.json"
MOST_STARS = 3

log = logging.getLogger(__name__)


@dataclass
class Progress:
    """Which lessons were done, and how well."""

    path: Path
    stars: dict[str, int] = field(default_factory=dict)
    """The best so far."""
    newcomer: bool = False
    """Whether the player said so at the first start."""
    offered: list[str] = field(default_factory=list)
    """Boxes whose lesson was offered once."""
    problem: str | None = None
    """Why the file could not be read."""
    _writer: Writer = field(default_factory=Writer, repr=False, compare=False)

    @classmethod
    def load(cls, path: Path) -> Progress:
        """What is kept, or nothing. Never raises."""
        found = cls(path)
        try:
            found._read(parse_json(read_text(path)))
        except FileNotFoundError:
            pass
        except (OSError, BadSetup, NotJson) as error:
            found = cls(path, problem=why(error))
            log.warning("%s: %s", path, found.problem)
            try:
                put_aside(path)
            except OSError as again:
                log.warning("%s: %s", path, why(again))
        return found

    def _read(self, data: Any) -> None:
        data = read_dict(data, "learning", ("format", "stars", "newcomer", "offered"))
        if data.get("format") != FORMAT:
            raise BadSetup(f"format: {data.get('format')!r} is not {FORMAT!r}")
        stars = data.get("stars", {})
        if not isinstance(stars, dict):
            raise BadSetup(f"stars: an object is needed, not {stars!r}")
        self.stars = {name: number_from(0, MOST_STARS)(many, f"stars.{name}") for name, many in stars.items()}
        self.newcomer = read_flag(data.get("newcomer", False), "newcomer")
        self.offered = [str(box) for box in read_list(data.get("offered", []), "offered")]

    # --- what was learned

    def done(self, lesson: Lesson) -> bool:
        """Whether a lesson came to its end once."""
        return self.stars.get(lesson.name, 0) > 0

    def ended(self, lesson: Lesson, stars: int) -> None:
        """A lesson came to its end; the best counts."""
        self.stars[lesson.name] = max(stars, self.stars.get(lesson.name, 0))
        self.save_soon()

    def next(self, library: LessonLibrary) -> Lesson | None:
        """The first lesson that was not done."""
        return next((lesson for lesson in library.lessons if not self.done(lesson)), None)

    def learns(self, library: LessonLibrary) -> bool:
        """Whether a newcomer has not done the first course yet: learning comes first."""
        return self.newcomer and not all(self.done(lesson) for lesson in library.of_course(COURSES[0]))

    def offer(self, box: str) -> bool:
        """Whether the lesson of a box is to be offered: once."""
        if box in self.offered:
            return False
        self.offered.append(box)
        self.save_soon()
        return True

    # --- keeping

    @property
    def unsaved(self) -> str | None:
        """Why it is not on disk; None when it is, or is on its way."""
        return self._writer.problem

    def save_soon(self) -> None:
        """Write beside and rename, without waiting for the disk."""
        data = {"format": FORMAT, "stars": self.stars, "newcomer": self.newcomer, "offered": self.offered}
        text = json.dumps(data, indent=1, sort_keys=True) + "\n"
        path = self.path
        self._writer.put(FILE, lambda: write_safely(path, text))

    def close(self) -> None:
        """Wait for what is on its way, and give up what cannot be written."""
        self._writer.close()
