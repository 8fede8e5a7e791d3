"""Lets programs think in another process, so that the window never waits for them: ask, look whether the answer has come, take it."""

from __future__ import annotations

import json
import multiprocessing
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from kingdom.match.mind import serve
from kingdom.position import read_answer, write_answer
from kingdom.record import Record, write_setup
from kingdom.rules.frames import Answer

PATIENCE = 60.0
"""Seconds after which a program that has not answered is taken to hang."""

CRASH, HANG = "crash", "hang"


@dataclass(frozen=True)
class Hint:
    """What the expert would do, what that earns on each card, and why in a word (a key of the texts)."""

    answers: tuple[Answer, ...]
    gains: dict[str, int]
    reason: str


@dataclass(frozen=True)
class Trouble:
    """A program that crashed or hangs."""

    seat: int
    kind: str
    text: str


class Thinker:
    """One process that thinks for all programs of a match; started when it is first needed."""

    def __init__(self) -> None:
        self._spawn = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None
        self._hurry = self._spawn.Event()
        self._waiting: tuple[int, int] | None = None
        """For how many answers given, and for which seat, an answer was asked."""
        self._since = 0.0
        self._answer: tuple[int, Answer] | None = None
        self._hint: tuple[int, Hint] | None = None
        self._crashed: str | None = None

    # --- asking

    def ask(self, record: Record, seat: int, level: str) -> None:
        """Let the program of a seat think about the waiting decision."""
        given = len(record.answers)
        if self._waiting == (given, seat) or (self._answer and self._answer[0] == given):
            return
        self._send(record, seat, {"wants": "answer", "level": level})
        self._waiting, self._since = (given, seat), time.monotonic()

    def ask_hint(self, record: Record, seat: int) -> None:
        """Let the expert think about a person's decision."""
        self._send(record, seat, {"wants": "hint"})

    def _send(self, record: Record, seat: int, request: dict[str, Any]) -> None:
        self._start()
        assert self._pipe is not None
        answers = [write_answer(answer) for answer in record.answers]
        try:
            self._pipe.send_bytes(json.dumps({"setup": write_setup(record.setup), "answers": answers, "seat": seat, **request}).encode())
        except OSError as error:
            self._crashed = str(error)

    def _start(self) -> None:
        if self._process is None:
            self._pipe, there = self._spawn.Pipe()
            self._process = self._spawn.Process(target=serve, args=(there, self._hurry), daemon=True)
            self._process.start()
            there.close()

    # --- hearing

    def poll(self) -> None:
        """Hear what has been said since."""
        try:
            while self._pipe is not None and self._pipe.poll():
                self._hear(json.loads(self._pipe.recv_bytes()))
        except (EOFError, OSError):
            self._crashed = self._crashed or "the process of the programs ended"

    def _hear(self, reply: dict[str, Any]) -> None:
        given = reply["given"]
        if "trouble" in reply:
            self._crashed = reply["trouble"]
        elif "hint" in reply:
            found = reply["hint"]
            answers = tuple(read_answer(answer, "hint") for answer in found["answers"])
            self._hint = given, Hint(answers, found["gains"], found["reason"])
        elif self._waiting == (given, reply["seat"]):
            self._answer, self._waiting = (given, read_answer(reply["answer"], "answer")), None

    def take(self, given: int) -> Answer | None:
        """The answer to the decision after so many answers, if it has come."""
        if self._answer is None or self._answer[0] != given:
            return None
        answer, self._answer = self._answer[1], None
        return answer

    def take_hint(self, given: int) -> Hint | None:
        """The hint for the decision after so many answers, if it has come."""
        if self._hint is None or self._hint[0] != given:
            return None
        found, self._hint = self._hint[1], None
        return found

    def trouble(self, seat: int) -> Trouble | None:
        """What is wrong with the programs, if something is."""
        if self._crashed is None and self._process is not None and not self._process.is_alive():
            self._crashed = f"the process of the programs ended with code {self._process.exitcode}"
        if self._crashed is not None:
            return Trouble(seat, CRASH, self._crashed)
        if self._waiting is not None and time.monotonic() - self._since > PATIENCE:
            return Trouble(self._waiting[1], HANG, f"no answer for {round(PATIENCE)} seconds")
        return None

    # --- ending

    def hurry(self) -> None:
        """Ask for an answer at once."""
        if self._waiting is not None:
            self._hurry.set()

    def forget(self) -> None:
        """What was asked is not wanted any more (an answer was taken back)."""
        self._waiting = self._answer = self._hint = None

    def restart(self) -> None:
        """Begin anew with a fresh process."""
        self.close()
        self._crashed = None
        self._hurry = self._spawn.Event()

    def close(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()
            self._process.join(5)
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None
        self.forget()
