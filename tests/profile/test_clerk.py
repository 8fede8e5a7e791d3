"""The clerk answers later, and nobody waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from test_chronicle import made_up

from kingdom.profile import pages
from kingdom.profile.chronicle import NAME, Chronicle
from kingdom.profile.clerk import Clerk
from kingdom.profile.finished_game import FinishedGame


def clerk_of(folder: Path) -> Clerk:
    return Clerk(folder / NAME, lambda: sorted(folder.glob("*.kingdom.json")))


def test_questions_are_answered_later(tmp_path: Path) -> None:
    clerk = clerk_of(tmp_path)
    gate = threading.Event()
    clerk.ask("slow", lambda _: gate.wait() and "done")
    clerk.ask("people", pages.people)
    assert clerk.answer("slow") is None
    assert clerk.answer("people") is None
    gate.set()
    clerk.settle()
    assert clerk.answer("slow") == ("done", None)
    assert clerk.answer("people") == ([], None)
    assert clerk.answer("people") is None, "told once"
    clerk.close()


def test_only_the_last_question_of_a_name_is_answered(tmp_path: Path) -> None:
    clerk, gate = clerk_of(tmp_path), threading.Event()
    asked: list[int] = []

    def question(number: int) -> Callable[[Chronicle], int]:
        return lambda _: asked.append(number) or number  # type: ignore[func-returns-value]

    clerk.ask("first", lambda _: gate.wait())
    for number in range(5):
        clerk.ask("page", question(number))
    gate.set()
    clerk.settle()
    assert asked == [4]
    assert clerk.answer("page") == (4, None)
    clerk.close()


def test_what_goes_wrong_is_told_and_the_next_question_answered(tmp_path: Path) -> None:
    clerk = clerk_of(tmp_path)
    clerk.ask("bad", lambda chronicle: chronicle.database.execute("SELECT nonsense"))
    clerk.ask("worse", lambda _: 1 // 0)
    clerk.ask("people", pages.people)
    clerk.settle()
    for name in ("bad", "worse"):
        answer = clerk.answer(name)
        assert answer is not None
        assert answer.problem
    assert clerk.answer("people") == ([], None)
    clerk.close()


def test_a_folder_that_cannot_be_written_is_a_problem_and_no_crash(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    clerk = clerk_of(tmp_path)
    clerk.look_through()
    clerk.settle()
    assert clerk.has_news
    assert [bool(told.problem) for told in clerk.news()] == [True]
    clerk.close()


def test_a_damaged_chronicle_is_told(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("no database")
    clerk = clerk_of(tmp_path)
    clerk.ask("people", pages.people)
    clerk.settle()
    assert [told.put_aside is not None for told in clerk.news()] == [True]
    assert clerk.news() == [], "told once"
    assert clerk.answer("people") == ([], None)
    clerk.close()


def test_another_program_that_writes_is_waited_for_in_the_thread(tmp_path: Path) -> None:
    with Chronicle(tmp_path / NAME) as other:
        clerk = clerk_of(tmp_path)
        other.database.execute("BEGIN IMMEDIATE")
        clerk.ask("add", lambda chronicle: chronicle.add(made_up(1, 60, 50), "2026-01-01"))
        assert clerk.answer("add") is None
        other.database.execute("COMMIT")
        clerk.settle()
        assert clerk.answer("add") == (True, None)
        clerk.close()


def test_how_strong_everybody_is_follows_the_games(tmp_path: Path) -> None:
    clerk = clerk_of(tmp_path)
    clerk.look_through()
    clerk.settle()
    assert clerk.strengths == {}
    seen = []
    for number, kind in enumerate(("hard", "hard/hermit", "near/1700", "near/x", "greedy")):
        with Chronicle(tmp_path / NAME) as chronicle:
            chronicle.add(made_up(number, 60, 40, kind), f"2026-11-0{number + 1}T10:00:00Z")
        clerk.look_through()
        clerk.settle()
        seen.append(clerk.strengths["ann"])
    clerk.close()
    assert 1500 < seen[0] < seen[1] < seen[2] == seen[3] == seen[4], "how strong are the last two?"


def test_no_question_waits_for_all_records(tmp_path: Path) -> None:
    """Also when every record is read again though all games are known."""
    for number in range(3):
        (tmp_path / f"{number}.kingdom.json").write_text("{", encoding="utf-8")
    clerk, order = clerk_of(tmp_path), list[str]()
    begun = threading.Event()
    take = Chronicle.take

    def noted(chronicle: Chronicle, path: Path) -> FinishedGame | None:
        order.append(path.name[0])
        begun.set()
        asked.wait()
        return take(chronicle, path)

    asked = threading.Event()
    with patch.object(Chronicle, "take", noted):
        clerk.look_through()
        begun.wait()
        clerk.ask("page", lambda _: order.append("page"))
        asked.set()
        clerk.settle()
    assert order == ["0", "page", "1", "2"]
    clerk.close()
