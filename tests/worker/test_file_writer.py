"""Tests the background file writer: a write that hangs is reported and does not block other writes."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from kingdom.worker import file_writer
from kingdom.worker.file_writer import FileWriter, WriteResult


class HangingDisk:
    """A fake disk whose content is a dict. Writes to some names hang until `answer_now` is set."""

    def __init__(self) -> None:
        self.content: dict[str, str] = {}
        self.hanging_names: set[str] = set()
        self.answer_now = threading.Event()
        self.threads: list[threading.Thread] = []
        """Threads in which writes hang."""
        self.failure: OSError | None = None
        """If set, hanging writes raise this error once the disk answers."""

    def write(self, name: str, text: str) -> None:
        if name in self.hanging_names:
            self.threads.append(threading.current_thread())
            assert self.answer_now.wait(120)
            if self.failure is not None:
                raise self.failure
        self.content[name] = text

    def recover(self) -> None:
        """Lets all hanging writes return, and waits for their threads."""
        self.hanging_names.clear()
        self.answer_now.set()
        for thread in self.threads:
            thread.join(120)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[HangingDisk]:
    monkeypatch.setattr(file_writer, "WRITE_TIMEOUT_S", 0.2)
    monkeypatch.setattr(file_writer, "MAX_STUCK_WRITES", 2)
    disk = HangingDisk()
    yield disk
    disk.recover()


def save(writer: FileWriter, disk: HangingDisk, name: str, text: str, notify_as: str | None = None) -> None:
    writer.write_async(name, lambda: disk.write(name, text), notify_as)


def test_hanging_write_is_reported_and_blocks_no_other_write(disk: HangingDisk) -> None:
    writer = FileWriter()
    disk.hanging_names.add("stuck")
    save(writer, disk, "stuck", "1", notify_as="My game")
    save(writer, disk, "other", "2")
    writer.flush()
    assert disk.content == {"other": "2"}
    assert writer.last_error is not None
    assert "did not answer" in writer.last_error
    ((name, error),) = writer.take_results()
    assert name == "My game"
    assert error is not None
    assert not writer.has_pending, "nothing may wait for a write that hangs"
    save(writer, disk, "other", "3")
    writer.flush()
    assert disk.content == {"other": "3"}
    writer.close()
    assert len(disk.threads) == 1, "a write that hangs must not be started again"


def test_late_write_is_reported_as_done(disk: HangingDisk) -> None:
    writer = FileWriter()
    disk.hanging_names.add("stuck")
    save(writer, disk, "stuck", "1", notify_as="My game")
    writer.flush()
    writer.take_results()
    disk.recover()
    assert writer.last_error is None
    assert writer.take_results() == [WriteResult("My game")]
    assert disk.content == {"stuck": "1"}
    writer.close()


def test_late_failure_is_retried(disk: HangingDisk) -> None:
    writer = FileWriter()
    disk.hanging_names.add("stuck")
    disk.failure = OSError(5, "Input/output error")
    save(writer, disk, "stuck", "1")
    writer.flush()
    disk.recover()
    writer.flush()
    assert writer.last_error is None
    assert disk.content == {"stuck": "1"}
    writer.close()


def test_late_write_does_not_replace_newer_content(disk: HangingDisk) -> None:
    """A hanging write may finish after newer content has been written to the same file. The newer content
    must not be lost."""
    writer = FileWriter()
    disk.hanging_names.add("file")
    save(writer, disk, "file", "old")
    writer.flush()
    disk.hanging_names.clear()
    save(writer, disk, "file", "new")
    writer.flush()
    assert disk.content == {"file": "new"}
    assert writer.last_error is None
    disk.recover()
    writer.flush()
    assert disk.content == {"file": "new"}
    writer.close()


def test_dead_disk_gets_few_threads_and_recovers(disk: HangingDisk) -> None:
    writer = FileWriter()
    disk.hanging_names.add("file")
    for number in range(5):
        save(writer, disk, "file", str(number))
        writer.flush()
    assert len(disk.threads) == file_writer.MAX_STUCK_WRITES
    assert writer.last_error is not None
    disk.recover()
    writer.flush()
    assert disk.content == {"file": "4"}
    assert writer.last_error is None
    writer.close()


def test_flush_and_close_give_up_on_a_dead_disk(disk: HangingDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_writer, "WRITE_TIMEOUT_S", 1000.0)
    monkeypatch.setattr(file_writer, "FLUSH_TIMEOUT_S", 0.05)
    writer = FileWriter()
    disk.hanging_names.add("file")
    save(writer, disk, "file", "1")
    closing = threading.Thread(target=writer.close, daemon=True)
    closing.start()
    closing.join(60)
    assert not closing.is_alive(), "closing must not wait forever"
