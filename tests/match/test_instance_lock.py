"""Instances that share a save folder get different slots."""

from __future__ import annotations

from pathlib import Path

from kingdom.match.instance_lock import MAX_INSTANCES, InstanceLock


def test_first_instance_gets_slot_one_and_released_slots_are_reused(tmp_path: Path) -> None:
    first = InstanceLock(tmp_path)
    assert (first.slot, first.is_only_instance, first.other_slots()) == (1, True, set())
    second = InstanceLock(tmp_path)
    assert (second.slot, second.is_only_instance, second.other_slots()) == (2, False, {1})
    assert first.other_slots() == {2}
    third = InstanceLock(tmp_path)
    assert (third.slot, third.other_slots()) == (3, {1, 2})
    second.release()
    assert first.other_slots() == {3}
    fourth = InstanceLock(tmp_path)
    assert (fourth.slot, fourth.is_only_instance, fourth.other_slots()) == (2, False, {1, 3})
    for lock in (first, third, fourth):
        lock.release()
    assert InstanceLock(tmp_path).is_only_instance


def test_twenty_instances_get_different_slots(tmp_path: Path) -> None:
    locks = [InstanceLock(tmp_path) for _ in range(MAX_INSTANCES)]
    assert [lock.slot for lock in locks] == list(range(1, 21))
    one_more = InstanceLock(tmp_path)
    assert not one_more.is_only_instance
    assert one_more.slot == 1, "the extra instance shares the files of slot 1"
    for lock in (*locks, one_more):
        lock.release()


def test_only_instance_if_the_folder_is_not_writable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert InstanceLock(tmp_path / "file" / "below").is_only_instance
