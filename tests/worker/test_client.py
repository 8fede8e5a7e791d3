"""Tests WorkerClient with real child processes: results, sessions, progress, cancellation, every kind of
failure, and shutdown."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.bot_processes import is_running
from support.fake_workers import echo_worker, forgetful_worker, silent_worker

from kingdom.rules.errors import ValidationError
from kingdom.worker import client as client_module
from kingdom.worker.client import Job, Session, WorkerClient, wait_for_killed_processes
from kingdom.worker.future import set_wake_callback
from kingdom.worker.messages import ProcessError, ProcessTimeout

WAIT_S = 120.0
Reply = dict[str, Any]


def whole_reply(reply: Reply) -> Reply:
    return reply


@pytest.fixture
def client() -> Iterator[WorkerClient]:
    client = WorkerClient(echo_worker, timeout_s=WAIT_S, stop_grace_s=WAIT_S)
    yield client
    client.stop()


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_results_arrive_and_wake_the_ui(client: WorkerClient) -> None:
    woken = threading.Event()
    set_wake_callback(woken.set)
    try:
        jobs = [client.submit({"n": n}, lambda reply: reply["echo"]["n"]) for n in range(3)]
        assert jobs[2].wait(WAIT_S)
        assert [job.result for job in jobs] == [0, 1, 2]
        assert woken.wait(WAIT_S)
        assert [job.error for job in jobs] == [None] * 3
    finally:
        set_wake_callback(None)


def test_urgent_requests_go_first(client: WorkerClient) -> None:
    order: list[int] = []
    first = client.submit({"do": "until stopped"}, whole_reply)
    wait_until(lambda: first.progress == 0.5)
    later = client.submit({}, lambda reply: order.append(2))
    urgent = client.submit({}, lambda reply: order.append(1), urgent=True)
    first.finish_early()
    assert later.wait(WAIT_S)
    assert urgent.is_done
    assert order == [1, 2]
    assert first.result is not None


def test_only_changes_of_a_session_are_sent(client: WorkerClient, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []
    exchange = client_module.ChildProcess.exchange

    def record_message(child: client_module.ChildProcess, message: bytes) -> bytes:
        sent.append(message)
        return exchange(child, message)

    monkeypatch.setattr(client_module.ChildProcess, "exchange", record_message)
    data = {"setup": "s" * 2000}

    def echo(session: Session) -> Reply:
        job = client.submit({"a": 1}, whole_reply, session)
        assert job.wait(WAIT_S)
        assert job.result is not None
        echo: Reply = job.result["echo"]
        return echo

    many = tuple("end_turn" for _ in range(300))
    assert echo(Session(data, many)) == {**data, "answers": list(many), "a": 1}
    assert echo(Session(data, (*many, "x", "y")))["answers"] == [*many, "x", "y"]
    assert echo(Session(data, (*many[:10], "z")))["answers"] == [*many[:10], "z"], "after undo"
    assert len(sent[0]) > 4000
    assert max(map(len, sent[1:])) < 200
    assert echo(Session({"setup": "t"}, ("x",))) == {"setup": "t", "answers": ["x"], "a": 1}
    client.kill_process()
    assert echo(Session({"setup": "t"}, ("x",)))["answers"] == ["x"], "a new process gets everything"


@pytest.mark.parametrize("failure", ["raise", "exit", "garbage", "too long"])
def test_failures_are_repeated_once_and_then_reported(client: WorkerClient, failure: str) -> None:
    job = client.submit({"do": failure}, whole_reply)
    assert job.wait(WAIT_S)
    assert job.failures == 2
    assert isinstance(job.error, ProcessError)
    assert not isinstance(job.error, ProcessTimeout)
    expected = {"raise": "ValueError: no such turn", "exit": "the process ended with code 7"}
    assert job.error.summary == expected.get(failure, job.error.summary)
    next_job = client.submit({}, whole_reply)
    assert next_job.wait(WAIT_S)
    assert next_job.error is None, "the client must work again after a failure"


def test_reply_to_another_request_is_a_failure() -> None:
    client = WorkerClient(forgetful_worker, timeout_s=WAIT_S)
    job = client.submit({}, whole_reply)
    assert job.wait(WAIT_S)
    assert str(job.error) == "a reply to something else"
    client.stop()


def test_reply_that_cannot_be_parsed_is_a_failure(client: WorkerClient) -> None:
    def refuse(reply: Reply) -> None:
        raise ValidationError("not a good turn")

    job = client.submit({}, refuse)
    assert job.wait(WAIT_S)
    assert str(job.error) == "not a good turn"


@pytest.mark.parametrize("target", [echo_worker, silent_worker])
def test_hanging_process_times_out(target: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "CLEANUP_SECONDS", 0.2)
    client = WorkerClient(target, timeout_s=0.3, retries=1)
    started_at = time.monotonic()
    job: Job[Reply] = client.submit({"do": "hang", "x": "x" * 1_000_000}, whole_reply)
    assert job.wait(WAIT_S)
    assert isinstance(job.error, ProcessTimeout)
    assert job.failures == 2
    assert time.monotonic() - started_at < 60
    client.stop()


def test_progress_postpones_the_timeout() -> None:
    client = WorkerClient(echo_worker, timeout_s=WAIT_S, retries=0)
    assert client.submit({}, whole_reply).wait(WAIT_S), "the process should have started"
    client.timeout_s = 1.0
    job = client.submit({"do": "slow"}, whole_reply)
    assert job.wait(WAIT_S)
    assert job.error is None
    client.stop()


def test_late_reply_is_accepted() -> None:
    client = WorkerClient(echo_worker, timeout_s=0.2, retries=0)
    job = client.submit({"do": "until stopped"}, whole_reply, accepts_late_reply=True)
    wait_until(lambda: job.is_overdue)
    assert not job.is_done
    wait_until(lambda: job.progress == 0.5)
    job.finish_early()
    assert job.wait(WAIT_S)
    assert job.result is not None
    client.stop()


def test_process_that_cannot_start_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(client_module.ChildProcess, "__init__", fail)
    client = WorkerClient(echo_worker, timeout_s=WAIT_S)
    client.prewarm()
    job = client.submit({}, whole_reply)
    assert job.wait(WAIT_S)
    assert str(job.error) == "too many processes"


def test_rejected_result_is_requested_again(client: WorkerClient) -> None:
    job = client.submit({}, whole_reply)
    assert job.wait(WAIT_S)
    assert job.result is not None
    first_pid = job.result["pid"]
    job.reject("illegal")
    assert job.wait(WAIT_S)
    assert job.result is not None
    assert job.result["pid"] != first_pid
    job.reject("illegal again")
    assert job.is_done
    assert str(job.error) == "illegal again"


def test_cancelled_jobs_are_dropped(client: WorkerClient) -> None:
    running = client.submit({"do": "until stopped"}, whole_reply)
    queued = client.submit({}, whole_reply)
    last = client.submit({}, whole_reply)
    wait_until(lambda: running.progress == 0.5)
    assert client.child is not None
    pid = client.child.pid
    running.cancel()
    queued.cancel()
    assert last.wait(WAIT_S)
    assert not running.is_done
    assert not queued.is_done
    assert last.result is not None
    assert last.result["pid"] == pid, "a process that stops in time is kept"


@pytest.mark.parametrize("grace_s", [0.0, 0.1])
def test_process_that_ignores_cancellation_is_killed(grace_s: float) -> None:
    client = WorkerClient(echo_worker, timeout_s=WAIT_S, stop_grace_s=grace_s)
    hanging = client.submit({"do": "hang"}, whole_reply)
    wait_until(lambda: hanging.number > 0)
    hanging.cancel()
    job = client.submit({}, whole_reply)
    assert job.wait(WAIT_S)
    assert job.error is None
    assert not hanging.is_done
    client.stop()


def test_prewarm_and_start_delay(client: WorkerClient) -> None:
    delayed = client.submit({}, whole_reply, start_delay_s=600)
    assert not delayed.wait(0.05)
    assert client.child is None
    delayed.cancel()
    client.prewarm(delay_s=600)
    assert client.child is None
    client.stop()
    client.prewarm()
    wait_until(lambda: client.child is not None)
    delayed = client.submit({}, whole_reply, start_delay_s=600)
    assert delayed.wait(WAIT_S), "the delay applies only if there is no process"


def test_stop_ends_the_process_and_the_thread(client: WorkerClient) -> None:
    job = client.submit({"do": "hang"}, whole_reply)
    queued = client.submit({}, whole_reply)
    wait_until(lambda: job.number > 0)
    assert client.child is not None
    pid = client.child.pid
    started_at = time.monotonic()
    client.stop()
    assert time.monotonic() - started_at < 0.5, "stopping must not wait"
    assert client.child is None
    wait_for_killed_processes()
    assert not is_running(pid)
    assert not job.is_done
    assert not queued.is_done
    wait_until(lambda: client.current_job is None)
    job = client.submit({}, whole_reply)
    assert job.wait(WAIT_S), "a stopped client can be used again"
