"""Lets programs think in another process, so that the window never waits for them: ask, look whether the
answer has come, take it.

The process works at one request at a time and is sent the next only once it has replied, so that no pipe can
fill up and block the window.
"""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from kingdom.match.mind import serve
from kingdom.position import read_answer, write_answer
from kingdom.record import Record, write_setup
from kingdom.rules.frames import Answer

PATIENCE = 45.0
"""Seconds after which a program that has not answered is taken to hang; the slowest thinks for a few."""

GRACE = 2.0
"""Seconds that a request which is not wanted any more has to come to its end before the process is."""

CRASH, HANG = "crash", "hang"


@dataclass(frozen=True)
class Hint:
    """What the expert would do up to the end of the turn, what that earns on each card, and why: a word, and
    which card or tile."""

    answers: tuple[Answer, ...]
    gains: dict[str, int]
    reason: str
    subject: str = ""


@dataclass(frozen=True)
class Trouble:
    """A program that crashed or hangs."""

    seat: int
    kind: str
    text: str


@dataclass(frozen=True)
class Request:
    """A question to the process: what would this seat answer after so many answers? Without a level it is a
    hint."""

    number: int
    given: int
    seat: int
    level: str | None
    text: bytes


class Thinker:
    """One process that thinks for all programs of a match; started when it is first needed."""

    def __init__(self, target: Callable[..., None] = serve, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._target = target
        self._spawn = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None
        self._hurried = self._spawn.RawValue("q", 0)
        """The process answers requests up to this number at once. No lock: a killed process could have held
        it."""
        self._number = 0
        self._work: Request | None = None
        """What the process works at, wanted or not."""
        self._wanted: Request | None = None
        """What is waited for: the request in work, or the one to follow it."""
        self._since = 0.0
        self._answer: tuple[Request, Answer] | None = None
        self._hint: tuple[Request, Hint] | None = None
        self._crashed: str | None = None

    # --- asking

    def ask(self, record: Record, seat: int, level: str) -> None:
        """Let the program of a seat think about the waiting decision."""
        self._want(record, seat, level)

    def ask_hint(self, record: Record, seat: int) -> None:
        """Let the expert think about a person's decision."""
        self._want(record, seat, None)

    @property
    def hinting(self) -> bool:
        """Whether a hint is being thought of."""
        return self._wanted is not None and self._wanted.level is None

    def _want(self, record: Record, seat: int, level: str | None) -> None:
        given, wanted = len(record.answers), self._wanted
        if wanted is not None and (wanted.given, wanted.seat, wanted.level) == (given, seat, level):
            return
        self.forget()
        self._number += 1
        request = {
            "number": self._number, "setup": write_setup(record.setup),
            "answers": [write_answer(answer) for answer in record.answers], "seat": seat, "level": level,
        }  # fmt: skip
        self._wanted = Request(self._number, given, seat, level, json.dumps(request).encode())
        if self._work is None:
            self._send()

    def _send(self) -> None:
        if self._wanted is None:
            return
        if self._process is not None and not self._process.is_alive():  # it died while nobody needed it
            self._end()
        try:
            if self._process is None:
                self._start()
            assert self._pipe is not None
            self._pipe.send_bytes(self._wanted.text)
        except OSError as error:
            self._crashed = str(error)
        else:
            self._work = self._wanted

    def _start(self) -> None:
        self._pipe, there = self._spawn.Pipe()
        self._process = self._spawn.Process(target=self._target, args=(there, self._hurried), daemon=True)
        self._process.start()
        there.close()

    # --- hearing

    def poll(self) -> None:
        """Hear what has been said since."""
        try:
            while self._pipe is not None and self._pipe.poll():
                self._hear(json.loads(self._pipe.recv_bytes()))
        except (EOFError, OSError):
            self._lost()
        waited = time.monotonic() - self._since
        if self._work is not None and self._work is not self._wanted and waited > GRACE:
            self._end()
            self._send()
        if self.hinting and waited > self.patience:
            self._wanted = None
            self._end()

    def _lost(self) -> None:
        """The process is gone. That is trouble for a program, but a person just gets no hint."""
        self._process.join(1)
        code, work = self._process.exitcode, self._work
        self._end()
        if work is not self._wanted:
            self._send()
        elif self.hinting:
            self._wanted = None
        elif work is not None:
            self._crashed = f"the process of the programs ended with code {code}"

    def _hear(self, reply: dict[str, Any]) -> None:
        self._work = None
        wanted = self._wanted
        if wanted is None or reply["number"] != wanted.number:  # not wanted any more: on with what is
            self._send()
            return
        self._wanted = None
        if "hint" in reply:
            found = reply["hint"]
            answers = tuple(read_answer(answer, "hint") for answer in found["answers"])
            self._hint = wanted, Hint(answers, found["gains"], found["reason"], found["subject"])
        elif "answer" in reply:
            self._answer = wanted, read_answer(reply["answer"], "answer")
        elif wanted.level is not None:
            self._wanted, self._crashed = wanted, reply["trouble"]

    def take(self, given: int) -> Answer | None:
        """The answer to the decision after so many answers, if it has come."""
        if self._answer is None or self._answer[0].given != given:
            return None
        answer, self._answer = self._answer[1], None
        return answer

    def take_hint(self, given: int) -> Hint | None:
        """The hint for the decision after so many answers, if it has come."""
        if self._hint is None or self._hint[0].given != given:
            return None
        found, self._hint = self._hint[1], None
        return found

    def trouble(self) -> Trouble | None:
        """What is wrong with the program that is waited for, if something is."""
        if self._wanted is None or self.hinting:
            return None
        if self._crashed is not None:
            return Trouble(self._wanted.seat, CRASH, self._crashed)
        if time.monotonic() - self._since > self.patience:
            return Trouble(self._wanted.seat, HANG, f"no answer for {round(self.patience)} seconds")
        return None

    # --- ending

    def hurry(self) -> None:
        """Ask for an answer at once."""
        self._hurried.value = self._number

    def forget(self) -> None:
        """What was asked is not wanted any more; the process need not think about it any longer."""
        self._wanted = self._answer = self._hint = self._crashed = None
        self._since = time.monotonic()
        self.hurry()

    def close(self) -> None:
        """End the process at once; asking again starts a new one."""
        self.forget()
        self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(5)
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = self._work = None
