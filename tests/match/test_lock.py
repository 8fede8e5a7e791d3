"""Programs that share a folder are told apart by number."""

from __future__ import annotations

from pathlib import Path

from kingdom.match.lock import MOST, Lock


def test_the_first_is_number_one_and_a_number_comes_free_again(tmp_path: Path) -> None:
    first = Lock(tmp_path)
    assert (first.number, first.alone, first.others()) == (1, True, set())
    second = Lock(tmp_path)
    assert (second.number, second.alone, second.others()) == (2, False, {1})
    assert first.others() == {2}
    third = Lock(tmp_path)
    assert (third.number, third.others()) == (3, {1, 2})
    second.release()
    assert first.others() == {3}
    fourth = Lock(tmp_path)
    assert (fourth.number, fourth.alone, fourth.others()) == (2, False, {1, 3})
    for lock in (first, third, fourth):
        lock.release()
    assert Lock(tmp_path).alone


def test_twenty_are_told_apart(tmp_path: Path) -> None:
    held = [Lock(tmp_path) for _ in range(MOST)]
    assert [lock.number for lock in held] == list(range(1, 21))
    one_more = Lock(tmp_path)
    assert not one_more.alone
    assert one_more.number == 1, "it shares the first one's files"
    for lock in (*held, one_more):
        lock.release()


def test_where_nothing_can_be_written_everybody_is_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert Lock(tmp_path / "file" / "below").alone
