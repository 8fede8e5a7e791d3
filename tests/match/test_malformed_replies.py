"""Tests AI processes that misbehave. When a request fails for the first time, a new process is started; the
second failure is reported. The game itself never changes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from functools import partial

import pytest
from support.malformed_replies import BAD_HINTS, BAD_MESSAGES, BAD_PROCESSES, HINT, reply, run_bad_process
from support.matches import ScriptedProcess, make_seats, new_match

from kingdom.match.ai_client import CRASH, HANG, AIClient
from kingdom.match.ai_worker import MAX_HINT_ANSWERS, read_hint, worker_main
from kingdom.match.controller import Match
from kingdom.match.state_machine import MatchState
from kingdom.record import position_hash
from kingdom.rules.errors import ValidationError
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.json_values import write_answer
from kingdom.rules.setup import GameSetup
from kingdom.worker.worker_process import ProcessExit, WorkerProcess


class ScriptedAIClient(AIClient):
    """Starts processes. Each new process sends the next of the scripted replies."""

    def __init__(self, *replies: Callable[[int], bytes | ProcessExit]) -> None:
        super().__init__()
        self.replies = list(replies)
        self.start_count = 0

    def start_process(self) -> WorkerProcess:
        self.start_count += 1
        make_reply = self.replies[min(self.start_count, len(self.replies)) - 1]
        return ScriptedProcess(lambda request: make_reply(json.loads(request)["number"]))


def match_with_ai_turn(ai_client: AIClient) -> Match:
    """Returns a match that is waiting for an AI player."""
    return Match.new(GameSetup(2, seed=2), make_seats("easy", "easy"), None, ai_client)


def poll_a_few_times(match: Match) -> None:
    for _ in range(4):
        match.poll()


def valid_reply(match: Match) -> Callable[[int], bytes]:
    """Returns a valid reply for the current decision."""
    hex_id = next(iter_hexes(match.decision().cells))
    return lambda number: reply(number, answer=write_answer(hex_id))


def exited(number: int) -> ProcessExit:
    return ProcessExit(7)


BAD_REPLIES: dict[str, Callable[[int], bytes | ProcessExit]] = {**BAD_MESSAGES, "an exit": exited}


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
    ai_client = ScriptedAIClient(BAD_REPLIES[kind])
    match = match_with_ai_turn(ai_client)
    ai_client.replies.append(valid_reply(match))
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


class SilentAIClient(AIClient):
    """Starts processes that never reply, or fails to start any."""

    def __init__(self, start_error: str = "") -> None:
        super().__init__()
        self.start_error = start_error
        self.start_count = 0

    def start_process(self) -> WorkerProcess:
        if self.start_error:
            raise OSError(self.start_error)
        self.start_count += 1
        return ScriptedProcess(lambda request: None)


def test_failed_process_start_is_reported() -> None:
    match = match_with_ai_turn(SilentAIClient("too many processes"))
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


def test_canceled_request_has_a_short_grace_period(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.match.ai_client.STOP_GRACE_S", 600.0)
    ai_client = SilentAIClient()
    match = match_with_ai_turn(ai_client)
    ai_client.cancel()
    ai_client.request_answer(match.record, 1, "easy")
    ai_client.poll()
    assert ai_client.start_count == 1, "the canceled request still has time"
    monkeypatch.setattr("kingdom.match.ai_client.STOP_GRACE_S", 0.0)
    ai_client.poll()
    assert ai_client.start_count == 2


# --- tests with real processes


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="writes to the pipe's file descriptor")
@pytest.mark.parametrize("kind", BAD_PROCESSES)
def test_failures_below_the_message_level(kind: str) -> None:
    """No process failure blocks a frame, and every failure is reported in a dialog."""
    processes = []

    class LoggingAIClient(AIClient):
        def start_process(self) -> WorkerProcess:
            processes.append(super().start_process())
            return processes[-1]

    hangs = kind in ("never reads", "hangs after reading") or kind.endswith("then nothing")
    match = match_with_ai_turn(
        LoggingAIClient(partial(run_bad_process, kind), timeout_s=1.0 if hangs else 600.0)
    )
    deadline = time.monotonic() + 600
    while match.state is MatchState.AI_TURN:
        assert time.monotonic() < deadline
        match.poll()
        time.sleep(0.005)
    assert match.ai_failure is not None
    assert match.ai_failure.kind == (HANG if hangs else CRASH)
    assert (len(processes), match.history) == (2, [])
    match.close()
    for process in processes:
        process.join(120)
        assert not process.is_alive()


@pytest.mark.slow
def test_real_process_that_fails_once() -> None:
    """A real AI process that fails once is restarted without a report."""

    class FailsOnceAIClient(AIClient):
        started = 0

        def start_process(self) -> WorkerProcess:
            self.started += 1
            process = super().start_process()
            self.target = worker_main
            return process

    ai_client = FailsOnceAIClient(partial(run_bad_process, "half a message, then exit"))
    match = new_match("random", "random", ai_client=ai_client)
    deadline = time.monotonic() + 600
    while match.state is MatchState.AI_TURN:
        assert time.monotonic() < deadline
        match.poll()
        time.sleep(0.005)
    assert (match.ai_failure, ai_client.started, len(match.history)) == (None, 2, 1)
    match.close()
