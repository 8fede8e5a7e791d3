"""Lesson progress is saved, and a damaged file is quarantined."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingdom.learn.lesson import shipped_lessons
from kingdom.learn.lesson_progress import PROGRESS_FILE_NAME, LessonProgress


def test_best_stars_are_saved(tmp_path: Path) -> None:
    first, second, *_ = shipped_lessons().lessons
    progress = LessonProgress.load(tmp_path / PROGRESS_FILE_NAME)
    assert progress.next_lesson(shipped_lessons()) is first
    progress.record_result(first, 2)
    progress.record_result(first, 1)
    progress.is_newcomer = True
    assert progress.mark_offered("nomads")
    progress.close()
    reloaded = LessonProgress.load(tmp_path / PROGRESS_FILE_NAME)
    assert reloaded.stars == {first.name: 2}
    assert reloaded.is_lesson_done(first)
    assert reloaded.next_lesson(shipped_lessons()) is second
    assert reloaded.is_newcomer
    assert not reloaded.mark_offered("nomads")
    reloaded.close()


@pytest.mark.parametrize(
    "text", ["[]", "{", '{"format": "x"}', '{"format": "kingdom-learning/1", "stars": 3}']
)
def test_damaged_progress_file_is_quarantined(tmp_path: Path, text: str) -> None:
    path = tmp_path / PROGRESS_FILE_NAME
    path.write_text(text, encoding="utf-8")
    progress = LessonProgress.load(path)
    assert progress.load_error
    assert progress.stars == {}
    assert progress.quarantined_file == tmp_path / f"{PROGRESS_FILE_NAME}.damaged"
    assert progress.quarantined_file.read_text(encoding="utf-8") == text


def test_write_failure_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    progress = LessonProgress.load(tmp_path / "file" / PROGRESS_FILE_NAME)
    progress.record_result(shipped_lessons().lessons[0], 1)
    progress.close()
    assert progress.save_error
