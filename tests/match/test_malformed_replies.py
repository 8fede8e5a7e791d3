"""Tests AI processes that misbehave. The first time a request fails, a new process is started; the second
failure is reported. The game itself never changes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from support.in_process_client import SyncWorkerClient
from support.malformed_replies import BAD_HINTS, BAD_MESSAGES, BAD_PROCESSES, HINT, reply, run_bad_process
from support.matches import SilentAIClient, make_seats, new_match

from kingdom.match.ai_client import CRASH, HANG, AIClient
from kingdom.match.ai_worker import MAX_HINT_ANSWERS, read_hint, worker_main
from kingdom.match.controller import Match
from kingdom.match.state_machine import MatchState
from kingdom.record import position_hash
from kingdom.rules.errors import ValidationError
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.json_values import write_answer
from kingdom.rules.setup import GameSetup, new_game
from kingdom.worker.client import ChildProcess, WorkerClient, wait_for_killed_processes
from kingdom.worker.messages import ProcessError


class ScriptedAIClient(AIClient):
    """Starts processes. Each new process sends the next of the scripted replies."""

    def __init__(self, *replies: Callable[[int], bytes]) -> None:
        super().__init__()
        self.replies = list(replies)
        self.worker_client = self.sync_client = SyncWorkerClient(self.reply_to)

    def reply_to(self, request: dict[str, Any]) -> bytes:
        return self.replies[min(self.start_count, len(self.replies)) - 1](request["number"])

    @property
    def start_count(self) -> int:
        return len(self.sync_client.children)


def match_with_ai_turn(ai_client: AIClient) -> Match:
    """Returns a match that is waiting for an AI player."""
    return Match.new(GameSetup(2, seed=2), make_seats("easy", "easy"), None, ai_client)


def poll_a_few_times(match: Match) -> None:
    for _ in range(4):
        match.poll()


def valid_reply() -> Callable[[int], bytes]:
    """Returns a valid reply for the first decision of the match."""
    hex_id = next(iter_hexes(new_game(GameSetup(2, seed=2)).decision().cells))
    return lambda number: reply(number, answer=write_answer(hex_id))


def exited(number: int) -> bytes:
    raise ProcessError("the process ended with code 7")


BAD_REPLIES: dict[str, Callable[[int], bytes]] = {**BAD_MESSAGES, "an exit": exited}


@pytest.mark.parametrize("kind", BAD_REPLIES)
def test_repeated_bad_reply_is_reported(kind: str) -> None:
    ai_client = ScriptedAIClient(BAD_REPLIES[kind])
    match = match_with_ai_turn(ai_client)
    before = position_hash(match.game)
    poll_a_few_times(match)
    assert match.state is MatchState.AI_FAILED
    assert match.ai_failure is not None
    assert (match.ai_failure.seat, match.ai_failure.kind) == (match.deciding_seat, CRASH)
    assert len(match.ai_failure.details) < 5000
    assert (ai_client.start_count, position_hash(match.game), match.history) == (2, before, [])
    match.reassign_seat(match.deciding_seat, "person")
    match.submit(next(iter_hexes(match.decision().cells)))


@pytest.mark.parametrize("kind", BAD_REPLIES)
def test_single_bad_reply_goes_unnoticed(kind: str) -> None:
    ai_client = ScriptedAIClient(BAD_REPLIES[kind], valid_reply())
    match = match_with_ai_turn(ai_client)
    poll_a_few_times(match)
    assert (match.state, match.ai_failure) == (MatchState.PLAYBACK, None)
    assert (ai_client.start_count, len(match.history)) == (2, 1)
    match.finish_playback()
    poll_a_few_times(match)  # the next request has two attempts again
    assert ai_client.start_count <= 4


@pytest.mark.parametrize("kind", BAD_HINTS)
def test_bad_hint_is_dropped(kind: str) -> None:
    ai_client = ScriptedAIClient(lambda number: reply(number, hint=BAD_HINTS[kind]))
    match = Match.new(GameSetup(2, seed=2), make_seats("person", "person"), None, ai_client)
    match.confirm_handoff()
    match.request_hint()
    poll_a_few_times(match)
    assert (match.state, match.hint, match.ai_failure) == (MatchState.HUMAN_TURN, None, None)
    assert ai_client.start_count == 2
    hex_id = next(iter_hexes(match.decision().cells))
    valid_hint = {**HINT, "answers": [write_answer(hex_id)], "after": {"knights": 2}}
    ai_client.replies = [lambda number: reply(number, hint=valid_hint)]
    match.request_hint()
    poll_a_few_times(match)
    assert match.hint is not None
    assert match.hint.answers == [hex_id]
    assert match.hint.gains == {"knights": 2}


@pytest.mark.parametrize("kind", [kind for kind in BAD_HINTS if kind != "an illegal answer"])
def test_bad_hint_is_rejected(kind: str) -> None:
    assert read_hint(HINT).reason == HINT["reason"]
    with pytest.raises(ValidationError):
        read_hint(BAD_HINTS[kind])


def test_number_of_hint_answers_is_limited() -> None:
    longest_hint = {**HINT, "answers": ["end_turn"] * MAX_HINT_ANSWERS}
    assert len(read_hint(longest_hint).answers) == MAX_HINT_ANSWERS
    with pytest.raises(ValidationError):
        read_hint({**longest_hint, "answers": [*longest_hint["answers"], "end_turn"]})


# --- tests with processes that can't start or never reply


def test_failed_process_start_is_reported() -> None:
    def fail(request: object) -> bytes:
        raise OSError("too many processes")

    ai_client = AIClient()
    ai_client.worker_client = SyncWorkerClient(fail)
    match = match_with_ai_turn(ai_client)
    poll_a_few_times(match)
    assert match.ai_failure is not None
    assert (match.ai_failure.kind, match.ai_failure.details) == (CRASH, "too many processes")


def test_canceled_hint_is_no_longer_pending() -> None:
    ai_client = SilentAIClient()
    match = Match.new(GameSetup(2, seed=2), make_seats("person", "person"), None, ai_client)
    match.confirm_handoff()
    match.request_hint()
    assert ai_client.is_hint_pending
    ai_client.cancel()
    assert not ai_client.is_hint_pending


# --- tests with real processes


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="writes to the pipe's file descriptor")
@pytest.mark.parametrize("kind", BAD_PROCESSES)
def test_failures_below_the_message_level(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No process failure blocks a frame, and every failure is reported in a dialog."""
    processes: list[ChildProcess] = []

    class LoggingClient(WorkerClient):
        def _start_child(self) -> ChildProcess:
            processes.append(super()._start_child())
            return processes[-1]

    hangs = kind in ("never reads", "hangs after reading") or kind.endswith("then nothing")
    monkeypatch.setattr("kingdom.match.ai_client.WorkerClient", LoggingClient)
    match = match_with_ai_turn(AIClient(partial(run_bad_process, kind), timeout_s=1.0 if hangs else 600.0))
    deadline = time.monotonic() + 600
    while match.state is MatchState.AI_TURN:
        assert time.monotonic() < deadline
        match.poll()
        time.sleep(0.005)
    assert match.ai_failure is not None
    assert match.ai_failure.kind == (HANG if hangs else CRASH)
    assert (len(processes), match.history) == (2, [])
    match.close()
    wait_for_killed_processes(120)
    while any(process._process.is_alive() for process in processes):
        # the thread that collected the exit code may not have stored it yet
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.slow
def test_real_process_that_fails_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real AI process that fails once is restarted without a report."""

    started = []

    class FailsOnceClient(WorkerClient):
        def _start_child(self) -> ChildProcess:
            started.append(super()._start_child())
            self.target = worker_main
            return started[-1]

    monkeypatch.setattr("kingdom.match.ai_client.WorkerClient", FailsOnceClient)
    ai_client = AIClient(partial(run_bad_process, "half a message, then exit"))
    match = new_match("random", "random", ai_client=ai_client)
    deadline = time.monotonic() + 600
    while match.state is MatchState.AI_TURN:
        assert time.monotonic() < deadline
        match.poll()
        time.sleep(0.005)
    assert (match.ai_failure, len(started), len(match.history)) == (None, 2, 1)
    match.close()
