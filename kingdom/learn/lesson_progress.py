"""The stars earned in each lesson, stored as JSON in the user's data folder. The file is parsed strictly, and
an invalid file is quarantined. Writing never blocks."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from kingdom.files import JsonError, error_message, parse_json, quarantine, read_text, write_atomic
from kingdom.json_codec import from_json_file, to_json
from kingdom.learn.lesson import COURSES, Lesson, LessonLibrary
from kingdom.rules.errors import ValidationError
from kingdom.rules.json_values import int_reader
from kingdom.worker.file_writer import FileWriter

FORMAT = "kingdom-learning/1"
PROGRESS_FILE_NAME = "learning.json"
MAX_STARS = 3

log = logging.getLogger(__name__)


@dataclass
class _StoredProgress:
    """The content of the file."""

    stars: dict[str, Annotated[int, int_reader(0, MAX_STARS)]] = field(default_factory=dict)
    newcomer: bool = False
    offered: list[str] = field(default_factory=list)


@dataclass
class LessonProgress:
    """The lessons a player has finished, and the stars earned in each."""

    path: Path
    stars: dict[str, int] = field(default_factory=dict)
    """The most stars earned in each lesson."""
    is_newcomer: bool = False
    """True if the player chose the tutorial when first starting the game."""
    offered_expansions: list[str] = field(default_factory=list)
    """Expansions whose lesson has already been offered."""
    load_error: str | None = None
    """Reason why the file could not be read."""
    quarantined_file: Path | None = None
    """Path that a damaged file was moved to."""
    _writer: FileWriter = field(default_factory=FileWriter, repr=False, compare=False)

    @classmethod
    def load(cls, path: Path) -> LessonProgress:
        """Loads the file, or returns empty progress. Never raises."""
        progress = cls(path)
        try:
            stored = from_json_file(_StoredProgress, parse_json(read_text(path)), FORMAT)
            progress = cls(path, stored.stars, stored.newcomer, stored.offered)
        except FileNotFoundError:
            pass
        except (OSError, ValidationError, JsonError) as error:
            progress = cls(path, load_error=error_message(error))
            log.warning("%s: %s", path, progress.load_error)
            try:
                progress.quarantined_file = quarantine(path)
            except OSError as quarantine_error:
                log.warning("%s: %s", path, error_message(quarantine_error))
        return progress

    # --- results

    def is_lesson_done(self, lesson: Lesson) -> bool:
        """Returns True if the lesson has been finished at least once."""
        return self.stars.get(lesson.name, 0) > 0

    def record_result(self, lesson: Lesson, stars: int) -> None:
        """Records the stars of a finished lesson. Only the best result counts."""
        self.stars[lesson.name] = max(stars, self.stars.get(lesson.name, 0))
        self.save_async()

    def next_lesson(self, library: LessonLibrary) -> Lesson | None:
        return next((lesson for lesson in library.lessons if not self.is_lesson_done(lesson)), None)

    def should_suggest_tutorial(self, library: LessonLibrary) -> bool:
        """Returns True if the player is new and has not finished the first course."""
        return self.is_newcomer and not all(
            self.is_lesson_done(lesson) for lesson in library.lessons_in_course(COURSES[0])
        )

    def mark_offered(self, expansion: str) -> bool:
        """Marks the lesson about an expansion as offered. Returns True the first time."""
        if expansion in self.offered_expansions:
            return False
        self.offered_expansions.append(expansion)
        self.save_async()
        return True

    # --- saving

    @property
    def save_error(self) -> str | None:
        """Reason why the last save failed; None if it succeeded or is pending."""
        return self._writer.last_error

    def save_async(self) -> None:
        """Saves atomically in the background."""
        stored = _StoredProgress(self.stars, self.is_newcomer, self.offered_expansions)
        data = {"format": FORMAT, **to_json(stored)}
        text = json.dumps(data, indent=1, sort_keys=True) + "\n"
        path = self.path
        self._writer.write_async(PROGRESS_FILE_NAME, lambda: write_atomic(path, text))

    def close(self, timeout_s: float | None = None) -> None:
        """Waits for pending writes. Gives up on writes that fail."""
        self._writer.close(timeout_s)
