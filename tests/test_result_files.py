"""Tests that the developer tools can resume a result file after an interrupted write."""

from __future__ import annotations

import multiprocessing
import sys
from pathlib import Path
from typing import Any

import pytest
from tools import review_loss, review_soundness
from tools.json_lines import append_json_lines, read_json_lines


class InlinePool:
    """Replaces a process pool and runs each task immediately in this process."""

    def __enter__(self) -> InlinePool:
        return self

    def __exit__(self, *args: object) -> None:
        pass

    def imap(self, function: Any, tasks: Any) -> Any:
        return map(function, tasks)


@pytest.fixture(autouse=True)
def run_inline(monkeypatch: pytest.MonkeyPatch) -> None:
    class Context:
        Pool = staticmethod(lambda jobs: InlinePool())

    monkeypatch.setattr(multiprocessing, "get_context", lambda method: Context)


def test_truncated_last_line_is_skipped_and_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    assert read_json_lines(path) == []
    append_json_lines(path, [{"game": 1}, {"game": 2}])
    path.write_bytes(path.read_bytes()[:-4])
    assert read_json_lines(path) == [{"game": 1}]
    append_json_lines(path, [{"game": 3}])
    assert read_json_lines(path) == [{"game": 1}, {"game": 3}]


def test_loss_samples_are_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, games_played = tmp_path / "samples.jsonl", []
    reports: list[Any] = []

    def analyze(task: tuple[int, Any, int]) -> list[dict[str, Any]]:
        games_played.append(task[0])
        return [{"game": task[0]}]

    monkeypatch.setattr(review_loss, "analyze_game", analyze)
    monkeypatch.setattr(review_loss, "print_report", reports.append)
    path.write_text('{"game": 0}\n{"game": 1}\n{"ga')
    monkeypatch.setattr(sys, "argv", ["review_loss", "--games", "4", "--samples", str(path)])
    review_loss.main()
    assert games_played == [2, 3]
    assert reports == [[{"game": number} for number in range(4)]] == [read_json_lines(path)]


def test_luck_samples_are_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_text("[[50, 1.5], [40, -1.5]]\n[[50, 1.")
    monkeypatch.setattr(review_soundness, "play_for_luck", lambda spec: [(1, 2.0)])
    monkeypatch.setattr(review_soundness, "print_luck", lambda games: None)
    monkeypatch.setattr(sys, "argv", ["review_soundness", "--games", "3", "--samples", str(path)])
    review_soundness.main()
    assert read_json_lines(path) == [[[50, 1.5], [40, -1.5]], [[1, 2.0]], [[1, 2.0]]]
