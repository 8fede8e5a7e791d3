"""The thinking process may do what it wants: the first failure at a decision is met with another process, the
second is told, and the game is never touched."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from functools import partial

import pytest
from at_the_table import Spoken, seats, table
from rubbish import BAD_HINTS, DONE, HINT, SAID, reply, speak

from kingdom.match.machine import State
from kingdom.match.match import Match
from kingdom.match.messages import MOST_ANSWERS, read_hint
from kingdom.match.mind import serve
from kingdom.match.process import Gone, Process
from kingdom.match.thinker import CRASH, HANG, Thinker
from kingdom.position import write_answer
from kingdom.record import digest
from kingdom.rules.hexes import hexes_of
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import Setup


class Scripted(Thinker):
    """Each new process says the next thing."""

    def __init__(self, *says: Callable[[int], bytes | Gone]) -> None:
        super().__init__()
        self.says = list(says)
        self.started = 0

    def start_process(self) -> Process:
        self.started += 1
        says = self.says[min(self.started, len(self.says)) - 1]
        return Spoken(lambda request: says(json.loads(request)["number"]))


def programs(thinker: Thinker) -> Match:
    """A match in which a program is to answer."""
    return Match.start(Setup(2, seed=2), seats("easy", "easy"), None, thinker)


def look(match: Match) -> None:
    """A few frames."""
    for _ in range(4):
        match.poll()


def good(match: Match) -> Callable[[int], bytes]:
    """A reply that is as it should be."""
    cell = next(hexes_of(match.decision().cells))
    return lambda number: reply(number, answer=write_answer(cell))


def gone(number: int) -> Gone:
    return Gone(7)


KINDS: dict[str, Callable[[int], bytes | Gone]] = {**SAID, "the end": gone}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_twice_is_told(kind: str) -> None:
    thinker = Scripted(KINDS[kind])
    match = programs(thinker)
    before = digest(match.game)
    look(match)
    assert match.state is State.TROUBLE
    assert match.trouble is not None
    assert (match.trouble.seat, match.trouble.kind) == (match.decider, CRASH)
    assert len(match.trouble.text) < 5000
    assert (thinker.started, digest(match.game), match.history) == (2, before, [])
    match.hand_over(match.decider, "person")
    match.answer(next(hexes_of(match.decision().cells)))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_once_is_never_noticed(kind: str) -> None:
    thinker = Scripted(KINDS[kind])
    match = programs(thinker)
    thinker.says.append(good(match))
    look(match)
    assert (match.state, match.trouble) == (State.PLAYBACK, None)
    assert (thinker.started, len(match.history)) == (2, 1)
    match.played()
    look(match)  # the next decision has two tries of its own
    assert thinker.started <= 4


@pytest.mark.parametrize("kind", BAD_HINTS)
def test_a_bad_hint_is_none(kind: str) -> None:
    thinker = Scripted(lambda number: reply(number, hint=BAD_HINTS[kind]))
    match = Match.start(Setup(2, seed=2), seats("person", "person"), None, thinker)
    match.ready()
    match.ask_hint()
    look(match)
    assert (match.state, match.hint, match.trouble) == (State.PERSONS_TURN, None, None)
    assert thinker.started == 2
    cell = next(hexes_of(match.decision().cells))
    fine = {**HINT, "answers": [write_answer(cell)], "after": {"knights": 2}}
    thinker.says = [lambda number: reply(number, hint=fine)]
    match.ask_hint()
    look(match)
    assert match.hint is not None
    assert match.hint.answers == [cell]
    assert match.hint.gains == {"knights": 2}


@pytest.mark.parametrize("kind", [kind for kind in BAD_HINTS if kind != "what is not allowed"])
def test_a_bad_hint_is_not_read(kind: str) -> None:
    assert read_hint(HINT).reason == HINT["reason"]
    with pytest.raises(BadSetup):
        read_hint(BAD_HINTS[kind])


def test_a_hint_may_have_so_many_answers_and_no_more() -> None:
    many = {**HINT, "answers": ["end_turn"] * MOST_ANSWERS}
    assert len(read_hint(many).answers) == MOST_ANSWERS
    with pytest.raises(BadSetup):
        read_hint({**many, "answers": [*many["answers"], "end_turn"]})


# --- no process, and one that says nothing


class Mute(Thinker):
    """Its processes never say anything; some cannot be started at all."""

    def __init__(self, why: str = "") -> None:
        super().__init__()
        self.why = why
        self.started = 0

    def start_process(self) -> Process:
        if self.why:
            raise OSError(self.why)
        self.started += 1
        return Spoken(lambda request: None)


def test_no_process_to_be_had_is_told() -> None:
    match = programs(Mute("too many processes"))
    look(match)
    assert match.trouble is not None
    assert (match.trouble.kind, match.trouble.text) == (CRASH, "too many processes")


def test_what_is_forgotten_is_waited_for_no_longer() -> None:
    thinker = Mute()
    match = Match.start(Setup(2, seed=2), seats("person", "person"), None, thinker)
    match.ready()
    match.ask_hint()
    assert thinker.hinting
    thinker.forget()
    assert not thinker.hinting


def test_what_nobody_waits_for_has_little_time_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.match.thinker.GRACE", 600.0)
    thinker = Mute()
    match = programs(thinker)
    thinker.forget()
    thinker.ask(match.record, 1, "easy")
    thinker.poll()
    assert thinker.started == 1, "it has a while"
    monkeypatch.setattr("kingdom.match.thinker.GRACE", 0.0)
    thinker.poll()
    assert thinker.started == 2


# --- real processes


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="writes bytes in the POSIX way")
@pytest.mark.parametrize("kind", DONE)
def test_what_goes_wrong_below_the_messages(kind: str) -> None:
    """Nothing the process does holds up a frame, and all of it comes to the dialog."""
    started = []

    class Counted(Thinker):
        def start_process(self) -> Process:
            started.append(super().start_process())
            return started[-1]

    hangs = kind in ("never reads", "hangs after it has read") or kind.endswith("then nothing")
    match = programs(Counted(partial(speak, kind), patience=1.0 if hangs else 600.0))
    until = time.monotonic() + 600
    while match.state is State.PROGRAMS_TURN:
        assert time.monotonic() < until
        match.poll()
        time.sleep(0.005)
    assert match.trouble is not None
    assert match.trouble.kind == (HANG if hangs else CRASH)
    assert (len(started), match.history) == (2, [])
    match.close()
    for process in started:
        process.join(120)
        assert not process.is_alive()


@pytest.mark.slow
def test_a_real_process_that_fails_once() -> None:
    """The silent restart with a real program behind it."""

    class Once(Thinker):
        started = 0

        def start_process(self) -> Process:
            self.started += 1
            process = super().start_process()
            self.target = serve
            return process

    thinker = Once(partial(speak, "half a message, then the end"))
    match = table("random", "random", thinker=thinker)
    until = time.monotonic() + 600
    while match.state is State.PROGRAMS_TURN:
        assert time.monotonic() < until
        match.poll()
        time.sleep(0.005)
    assert (match.trouble, thinker.started, len(match.history)) == (None, 2, 1)
    match.close()
