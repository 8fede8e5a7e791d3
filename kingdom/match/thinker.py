"""Lets programs think in another process, so that the window never waits for them: ask, look whether the
answer has come, take it.

The process works at one request at a time and is sent the next only once it has replied. Whatever it does
wrong (dying, hanging, talking rubbish, answering what is not allowed) is a failure. The first failure at a
request is met with a new process and the same request, and nobody notices; the second is told.

While nothing is waited for, the next program ponders what it would do if the turn ended now, or went on as is
likely. That is given up as soon as something else is wanted; if just that is wanted, it is brought to its end
instead. If there is no process yet, one is started as soon as somebody has thought for a moment: on a busy
machine that takes seconds, which nobody is to wait for later.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from kingdom.ai.hint import Hint
from kingdom.heard import Failed
from kingdom.match.messages import Request, Withdrawal, read_reply, write_request
from kingdom.match.mind import serve
from kingdom.match.process import SPAWN, Gone, Process
from kingdom.match.seats import BOT_NAMED, is_bot
from kingdom.record import Record
from kingdom.rules.frames import Answer

PATIENCE = 45.0
"""Seconds after which a program that has not answered is taken to hang, half of them for each try; the
slowest thinks for a few."""
MORE_PATIENCE = 2.0
"""By how much more that is with other programs: they are watched by what starts them."""

GRACE = 2.0
"""Seconds that a request which is not wanted any more has to come to its end before the process is."""

A_MOMENT = 0.5
"""Seconds of a person's first turn before a process is started to ponder."""

CRASH, HANG = "crash", "hang"


@dataclass(frozen=True)
class Trouble:
    """A program that crashed or hangs."""

    seat: int
    kind: str
    text: str


class Thinker:
    """One process that thinks for all programs of a match; started when it is first needed. If it is `exact`,
    programs spend their evaluations whatever the clock says and cannot be hurried, so that they play the same
    on every machine."""

    def __init__(
        self,
        target: Callable[..., None] = serve,
        patience: float = PATIENCE,
        bots: Mapping[str, str] | None = None,
        exact: bool = False,
    ) -> None:
        self.patience, self.exact = patience, exact
        self.bots = bots or {}
        """How other programs are started, by their names."""
        self.target = target
        """What runs in the process."""
        self._process: Process | None = None
        self._hurried = SPAWN.RawValue("q", 0)
        """The process answers requests up to this number at once. No lock: a killed process could have held
        it."""
        self._number = 0
        self._work: Request | None = None
        """What the process works at, wanted or not."""
        self._wanted: Request | None = None
        """What is waited for: the request in work, or the one to follow it."""
        self._since = 0.0
        """When it was asked for, or asked for again."""
        self._again = False
        """Whether it is tried for the second time."""
        self._taken: Request | None = None
        """What the last answer or hint that was taken was the reply to."""
        self._answer: tuple[Request, Answer] | None = None
        self._hint: tuple[Request, Hint] | None = None
        self._told: tuple[Request, Withdrawal] | None = None
        self._crashed: str | None = None
        self._pondering: Request | None = None
        """What to ponder when there is nothing else to do."""
        self._ahead: tuple[Answer, ...] | None = None
        """The answers after which it was pondered last, since something else was wanted."""

    # --- what is going on

    @property
    def process(self) -> Process | None:
        """The process that thinks; None as long as nothing was asked."""
        return self._process

    @property
    def work(self) -> Request | None:
        """What the process works at, also if nobody waits for it any more."""
        return self._work

    def is_hurried(self, request: Request) -> bool:
        """Whether the process was told to come to an end with this."""
        return bool(request.number <= self._hurried.value)

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
        if not self._pondered(record, seat, level):
            self.hurry()
        self._ahead = None
        self._number += 1
        exact = self.exact and level is not None
        self._wanted = write_request(
            self._number, record, seat, level, self._command(level), exact, asked=time.monotonic()
        )
        if self._work is None:
            self._send()

    def ponder(self, record: Record, seat: int, level: str, ahead: Answer) -> None:
        """While nothing is asked, let the program of a seat think about what it would answer if the waiting
        decision were answered like this, or the turn went on as is likely."""
        answers = (*record.answers, ahead)
        if self._wanted is not None or is_bot(level) or self._ahead == answers:
            return
        self.hurry()
        self._ahead = answers
        self._number += 1
        self._pondering = write_request(self._number, record, seat, level, None, self.exact, ahead)
        if self._process is None:
            self._since = time.monotonic()
        elif self._work is None:
            self._send()

    def _pondered(self, record: Record, seat: int, level: str | None) -> bool:
        """Whether this is what the process ponders right now."""
        work = self._work
        return (
            work is not None
            and work.ahead == tuple(record.answers)
            and (work.seat, work.level) == (seat, level)
        )

    def _command(self, level: str | None) -> str | None:
        """How another program is started; one that nobody knows has no command, which it will tell."""
        return self.bots.get(level.removeprefix(BOT_NAMED), "") if level and is_bot(level) else None

    def _send(self) -> None:
        request, self._pondering = self._wanted or self._pondering, None
        if request is None:
            return
        if self._process is not None and not self._process.is_alive():  # it died while nobody needed it
            self._end()
        try:
            if self._process is None:
                self._process = self.start_process()
        except (OSError, RuntimeError) as error:  # no process to be had, or no thread
            self._fail(str(error))
        else:
            self._process.send(request.text)
            self._work = request
            if request.ahead is not None:
                self._since = time.monotonic()

    def warm_up(self) -> None:
        """Start the process before anything is asked: on a busy machine that alone takes seconds. If none can
        be had, that is told when it is needed."""
        if self._process is None:
            with suppress(OSError, RuntimeError):
                self._process = self.start_process()

    def start_process(self) -> Process:
        """A new process that takes requests."""
        return Process(self.target, self._hurried)

    @property
    def _each_try(self) -> float:
        level = self._wanted.level if self._wanted is not None else None
        return self.patience / 2 * (MORE_PATIENCE if level and is_bot(level) else 1.0)

    # --- hearing

    def poll(self) -> None:
        """Hear what has been said since, and see who has waited too long."""
        heard = self._process.heard() if self._process is not None else None
        if heard is not None:
            self._hear(heard)
        waited = time.monotonic() - self._since
        if self._work is not None and self._work is not self._wanted:
            if waited > (GRACE if self.is_hurried(self._work) else self._each_try):
                self._end()
                self._send()
        elif self._wanted is not None and waited > self._each_try and (not self._again or self.hinting):
            self._fail("no answer")
        elif self._process is None and self._pondering is not None and waited > A_MOMENT:
            self._send()

    def _hear(self, heard: bytes | Gone) -> None:
        work, self._work = self._work, None
        if isinstance(heard, Gone):
            self._process = None
        if work is None or work is not self._wanted:  # not wanted any more: on with what is
            self._send()
            return
        try:
            if isinstance(heard, Gone):
                raise Failed(f"the process of the programs ended with code {heard.code}")
            reply = read_reply(heard, work)
        except Failed as failed:
            self._fail(str(failed))
            return
        self._wanted = None
        if isinstance(reply, Withdrawal):
            self._told = work, reply
        elif isinstance(reply, Hint):
            self._hint = work, reply
        else:
            self._answer = work, reply

    def refuse(self, why: str) -> None:
        """What was taken last is not allowed: whoever said it is broken."""
        self._wanted = self._taken
        self._fail(why)

    def _fail(self, why: str) -> None:
        """What is wanted has failed: a new process tries again; if that fails too, it is trouble for a
        program, but a person just gets no hint."""
        self._end()
        self._since = time.monotonic()
        if not self._again:
            self._again = True
            self._send()
        elif self.hinting:
            self._wanted = None
        else:
            self._crashed = why

    @property
    def ready(self) -> Answer | None:
        """The answer that has come and was not taken yet."""
        return None if self._answer is None else self._answer[1]

    def take(self, given: int) -> Answer | None:
        """The answer to the decision after so many answers, if it has come."""
        if self._answer is None or self._answer[0].given != given:
            return None
        (self._taken, answer), self._answer = self._answer, None
        return answer

    def take_hint(self, given: int) -> Hint | None:
        """The hint for the decision after so many answers, if it has come."""
        if self._hint is None or self._hint[0].given != given:
            return None
        (self._taken, found), self._hint = self._hint, None
        return found

    def take_told(self, given: int) -> str | None:
        """Why the other program that was asked after so many answers cannot play on, if that is so."""
        if self._told is None or self._told[0].given != given:
            return None
        (self._taken, told), self._told = self._told, None
        return told.text

    def trouble(self) -> Trouble | None:
        """What is wrong with the program that is waited for, if something is."""
        if self._wanted is None or self.hinting:
            return None
        if self._crashed is not None:
            return Trouble(self._wanted.seat, CRASH, self._crashed)
        if self._again and time.monotonic() - self._since > self._each_try:
            return Trouble(self._wanted.seat, HANG, f"no answer for {round(self.patience)} seconds")
        return None

    # --- ending

    def hurry(self) -> None:
        """Ask for an answer at once."""
        self._hurried.value = self._number

    def forget(self) -> None:
        """What was asked is not wanted any more; the process need not think about it any longer. Pondering
        goes on: what it is about may be just what is asked next."""
        self._wanted = self._taken = self._answer = self._hint = self._told = self._crashed = None
        self._since, self._again, self._pondering = time.monotonic(), False, None
        if self._work is None or self._work.ahead is None:
            self.hurry()

    def drop(self) -> None:
        """End the process without waiting for it; asking again starts a new one."""
        self.forget()
        self._end()

    def close(self) -> None:
        """The same, and see that it has ended."""
        process = self._process
        self.drop()
        if process is not None:
            process.join(5)

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._process = self._work = None
