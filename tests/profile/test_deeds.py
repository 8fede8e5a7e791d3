"""What no record tells is kept in a journal, and the chronicle follows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingdom.profile.chronicle import NAME, Chronicle
from kingdom.profile.clerk import Clerk
from kingdom.profile.deeds import (
    JOURNAL,
    NEWCOMER,
    UNSURE,
    Attempt,
    Begun,
    Day,
    Deed,
    Marks,
    RushDeed,
    days,
    journal,
    look_through_journal,
    marks,
    note,
    note_begun,
    note_day,
    now,
    puzzle_rating,
    read_deed,
    standing,
    try_of,
    write_deed,
)
from kingdom.profile.export import report
from kingdom.profile.glicko import Rating


def attempt(
    puzzle: str, solved: bool = True, hints: int = 0, rush: bool = False, person: str = "Ann"
) -> Attempt:
    return Attempt(person, now(), puzzle, 1300, 5 if solved else 3, 5, solved, hints, rush)


EACH: tuple[Deed, ...] = (
    attempt("base-1"),
    RushDeed("Ann", now(), 7, 9),
    Begun("Ann", now(), "2026-11-16", "0123456789abcdef"),
    Day("Ann", now(), "2026-11-16", 74, 6, 1),
    Marks("2026-11-16", 50, 60, 70),
)


@pytest.mark.parametrize("deed", EACH, ids=lambda deed: type(deed).__name__)
def test_a_deed_is_read_as_it_was_written(deed: Deed) -> None:
    assert read_deed(write_deed(deed)) == deed
    assert "\n" not in write_deed(deed)


@pytest.mark.parametrize("line", ["{", "[]", '{"what":"feat"}', '{"what":"rush","person":"Ann"}'])
def test_what_is_no_deed_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"deed|line"):
        read_deed(line)


def test_the_first_try_at_a_puzzle_is_rated(tmp_path: Path) -> None:
    with Chronicle(tmp_path / NAME) as chronicle:
        assert standing(chronicle, "Ann").rating == NEWCOMER
        note(chronicle, attempt("base-1"))
        up = standing(chronicle, "Ann")
        assert up.rating.points > NEWCOMER.points
        assert up.change == up.rating.points - NEWCOMER.points
        assert puzzle_rating(chronicle, "base-1", 1300).points < 1300
        note(chronicle, attempt("base-1", solved=False))
        note(chronicle, attempt("base-3", solved=False, rush=True))
        assert standing(chronicle, "Ann").rating == up.rating
        note(chronicle, attempt("base-2", solved=False))
        assert standing(chronicle, "Ann").rating.points < up.rating.points
        assert standing(chronicle, "ann").solved == {"base-1"}
        assert standing(chronicle, "Ann").tried == {"base-1", "base-2", "base-3"}
        assert puzzle_rating(chronicle, "base-9", 1700) == Rating(1700, UNSURE)


def test_a_hint_costs_half(tmp_path: Path) -> None:
    with Chronicle(tmp_path / NAME) as chronicle:
        for person, hints in (("Ann", 0), ("Ben", 1)):
            note(chronicle, attempt(f"base-{person}", hints=hints, person=person))
        ann, ben = standing(chronicle, "Ann"), standing(chronicle, "Ben")
        assert ann.rating.points > ben.rating.points == pytest.approx(NEWCOMER.points)
        assert (ann.streak, ben.streak) == (1, 0)


def test_streaks_end_with_a_miss(tmp_path: Path) -> None:
    with Chronicle(tmp_path / NAME) as chronicle:
        for number, solved in enumerate((True, True, True, False, True)):
            note(chronicle, attempt(f"base-{number}", solved))
        found = standing(chronicle, "Ann")
        assert (found.streak, found.longest) == (1, 3)


def test_only_the_first_try_of_a_day_counts(tmp_path: Path) -> None:
    with Chronicle(tmp_path / NAME) as chronicle:
        note(chronicle, Day("Ann", now(), "2026-11-16", 74, 6, 1))
        note(chronicle, Day("Ann", now(), "2026-11-16", 99, 30, 1))
        assert [(line.gold, line.marks) for line in days(chronicle, "Ann")] == [(74, None)]
        note(chronicle, Marks("2026-11-16", 50, 60, 70))
        assert [line.marks for line in days(chronicle, "Ann")] == [(50, 60, 70)]
        assert marks(chronicle, "2026-11-16") == (50, 60, 70)
        assert marks(chronicle, "2026-11-17") is None
        assert days(chronicle, "Ben") == []


def test_only_the_game_that_was_begun_first_counts(tmp_path: Path) -> None:
    day = "2026-11-16"
    with Chronicle(tmp_path / NAME) as chronicle:
        for game in ("first", "second"):
            note_begun(chronicle, Begun("Ann", now(), day, game))
        note_day(chronicle, Day("Ann", now(), day, 99, 40, 1), "second")
        assert days(chronicle, "Ann") == []
        note_day(chronicle, Day("Ann", now(), day, 61, 3, 1), "first")
        note_day(chronicle, Day("Ann", now(), day, 62, 4, 1), "first")
        note_day(chronicle, Day("Ben", now(), day, 40, -9, 3), "of before this was written down")
        assert [line.gold for line in days(chronicle, "Ann")] == [61]
        assert [line.gold for line in days(chronicle, "Ben")] == [40]
    (tmp_path / NAME).unlink()
    with Chronicle(tmp_path / NAME) as chronicle:
        look_through_journal(chronicle)
        assert [line.gold for line in days(chronicle, "Ann")] == [61]
        assert try_of(chronicle, "Ann", day) == "first"


def test_a_chronicle_is_made_anew_from_the_journal(tmp_path: Path) -> None:
    with Chronicle(tmp_path / NAME) as chronicle:
        for deed in EACH:
            note(chronicle, deed)
        before = standing(chronicle, "Ann"), days(chronicle, "Ann")
    (tmp_path / NAME).write_bytes(b"nothing of use" * 1000)
    clerk = Clerk(tmp_path / NAME, list)
    clerk.look_through()
    clerk.ask("all", lambda chronicle: (standing(chronicle, "Ann"), days(chronicle, "Ann")))
    clerk.settle()
    answer = clerk.answer("all")
    clerk.close()
    assert answer is not None
    assert answer.found == before
    assert before[0].best_rush == 7


def test_everything_can_be_given_to_other_programs(tmp_path: Path) -> None:
    with Chronicle(tmp_path / NAME) as chronicle:
        for deed in EACH:
            note(chronicle, deed)
        told = report(chronicle)
    (puzzler,), (day,) = told["puzzles"], told["days"]
    assert (puzzler["name"], puzzler["solved"], puzzler["best_rush"]) == ("Ann", ["base-1"], 7)
    assert (day["name"], day["day"], day["gold"], day["marks"]) == ("Ann", "2026-11-16", 74, (50, 60, 70))


def test_a_halved_line_spoils_no_other(tmp_path: Path) -> None:
    with Chronicle(tmp_path / NAME) as chronicle:
        note(chronicle, EACH[1])
        path = tmp_path / JOURNAL
        path.write_bytes(path.read_bytes() + b'\n{"what":"rush","per')
        note(chronicle, EACH[3])
        assert journal(path)[0] == [EACH[1], EACH[3]]
        for _ in range(2):
            look_through_journal(chronicle)
        assert standing(chronicle, "Ann").best_rush == 7
        assert len(days(chronicle, "Ann")) == 1
