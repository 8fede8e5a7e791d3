"""What was learned is kept, and a damaged file costs nothing but itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingdom.learn.library import shipped
from kingdom.learn.progress import FILE, Progress


def test_stars_are_kept_and_the_best_counts(tmp_path: Path) -> None:
    first, second, *_ = shipped().lessons
    progress = Progress.load(tmp_path / FILE)
    assert progress.next(shipped()) is first
    progress.ended(first, 2)
    progress.ended(first, 1)
    progress.newcomer = True
    assert progress.offer("nomads")
    progress.close()
    again = Progress.load(tmp_path / FILE)
    assert again.stars == {first.name: 2}
    assert again.done(first)
    assert again.next(shipped()) is second
    assert again.newcomer
    assert not again.offer("nomads")
    again.close()


@pytest.mark.parametrize(
    "text", ["[]", "{", '{"format": "x"}', '{"format": "kingdom-learning/1", "stars": 3}']
)
def test_a_damaged_file_is_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / FILE
    path.write_text(text, encoding="utf-8")
    progress = Progress.load(path)
    assert progress.problem
    assert progress.stars == {}
    assert (tmp_path / f"{FILE}.damaged").read_text(encoding="utf-8") == text


def test_a_disk_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    progress = Progress.load(tmp_path / "file" / FILE)
    progress.ended(shipped().lessons[0], 1)
    progress.close()
    assert progress.unsaved
