"""The tutor: looks at a person's turn before it stands, and objects if it gives away too much gold.

It thinks in a process of its own while the person plays: first about the best turn, then, as soon as the turn
could end, about the one that was played. Whoever ends the turn earlier hears nothing, and so does everybody
if the process dies, hangs or talks rubbish. It knows what the seat may see, and nothing else.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from ctypes import c_longlong
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from kingdom.ai.appraisal import Appraiser, Prepared
from kingdom.ai.hint import Hint, gold_by, why
from kingdom.heard import Failed, read_message
from kingdom.match.messages import MOST_GOLD, read_hint, write_hint
from kingdom.match.mind import Mind, talk
from kingdom.match.process import SPAWN, Gone, Process
from kingdom.match.seats import Seat
from kingdom.position import read_answer, write_answer
from kingdom.record import Record, read_setup, write_setup
from kingdom.rules.chance import seeded
from kingdom.rules.frames import Answer
from kingdom.rules.registry import BROUGHT, BadSetup

OFF, GENTLE, STRICT = TUTORS = ("off", "gentle", "strict")
LIMITS = {GENTLE: 4.0, STRICT: 2.0}
"""From how much gold given away on it objects; docs/REVIEW.md says why."""
PATIENCE = 30.0
"""Seconds after which the process is taken to hang."""
BORNE = 2
"""Failures after which it is silent for the rest of the game."""


class Objection(NamedTuple):
    """A turn gives away gold."""

    error: float
    better: Hint
    """The better turn from where this one began, and what speaks for it."""


def limits_of(seats: Sequence[Seat], tutors: Mapping[str, str]) -> dict[int, float]:
    """The limits of people by their seats, from what each of them has chosen."""
    return {
        number: LIMITS[tutors[seat.name]]
        for number, seat in enumerate(seats)
        if seat.is_person and tutors.get(seat.name, OFF) in LIMITS
    }


# --- the process


def serve(pipe: Connection, hurried: c_longlong) -> None:
    """Where the process begins."""
    talk(pipe, hurried, TutorMind)


class TutorMind(Mind):
    """Keeps what it found out about the position at the beginning of the turn."""

    def __init__(self, stopped: Callable[[], bool]) -> None:
        super().__init__(stopped)
        self._known: tuple[object, Prepared] | None = None

    def reply(self, request: dict[str, Any]) -> dict[str, Any]:
        """What a turn gives away, or, before it is known, that the position was thought about."""
        self.number = request["number"]
        seat, key = request["seat"], (request["setup"], request["answers"])
        game = self.follow(request["setup"], list(request["answers"]))
        seed = read_setup(request["setup"]).seed
        view = game.observe(seat, seeded(seed * 1_000_003 + len(request["answers"])) >> 1)
        appraiser = Appraiser(seeded(seed) >> 1, self.budget)
        if self._known is None or self._known[0] != key:
            ready = appraiser.prepare(view)
            if ready is None:
                return {"said": None}
            self._known = key, ready
        if request["played"] is None:
            return {"said": None}
        played = [read_answer(answer, "played") for answer in request["played"]]
        found = appraiser.compare(self._known[1], played)
        if found is None:
            return {"said": None}
        now, then = gold_by(view, seat), gold_by(found.better, seat)
        reason = why(found.played, found.better, seat, gold_by(found.played, seat), then)
        better = Hint(list(found.best), now, then, *reason)
        return {"said": {"error": round(found.error, 2), "better": write_hint(better)}}


# --- as the match has it


@dataclass(frozen=True)
class _Question:
    """What the process works at: a turn from where it began; without answers, only the position there."""

    number: int
    start: int
    played: tuple[Answer, ...] | None
    since: float


class Tutor:
    """Follows the turns of people who want it. Nothing here waits."""

    def __init__(self, target: Callable[..., None] = serve, patience: float = PATIENCE) -> None:
        self.limits: dict[int, float] = {}
        """From how much gold on it objects, by seat; no seat, no tutor."""
        self.patience = patience
        self._target = target
        self._process: Process | None = None
        self._hurried = SPAWN.RawValue("q", 0)
        self._number = self._failures = 0
        self._work: _Question | None = None
        self._start = -1
        self._ready = False
        """Whether the position at the beginning was thought about."""
        self._said: dict[tuple[Answer, ...], Objection | None] = {}
        """What it thinks of turns that began there."""

    def wants(self, seat: int) -> bool:
        """Whether it looks at the turns of a seat."""
        return seat in self.limits and self._failures < BORNE

    def follow(self, record: Record, seat: int, start: int, ends: Sequence[Answer]) -> None:
        """To be told again and again while a person is on turn: where the turn began, and with which answers
        it could end now."""
        self._hear()
        if not self.wants(seat):
            return
        if start != self._start:
            self._start, self._ready = start, False
            self._said.clear()
        played = tuple(record.answers[start:])
        open_turns = [(*played, end) for end in ends if (*played, end) not in self._said]
        wanted = [None] if not self._ready else open_turns
        if self._work is None:
            if wanted:
                self._ask(record, seat, start, wanted[0])
        elif self._work.start != start or (self._work.played is not None and self._work.played not in wanted):
            self._hurried.value = self._work.number  # on with what is wanted
            if time.monotonic() - self._work.since > self.patience:
                self._fail()
        elif time.monotonic() - self._work.since > self.patience:
            self._fail()

    @property
    def busy(self) -> bool:
        """Whether something is being thought about."""
        return self._work is not None

    def rest(self) -> None:
        """Nothing is wanted for now."""
        if self._work is not None:
            self._hurried.value = self._work.number

    def objection(self, seat: int, start: int, turn: Sequence[Answer]) -> Objection | None:
        """What there is to say against a turn, if it gives away too much, and that is known by now."""
        self._hear()
        found = self._said.get(tuple(turn)) if start == self._start else None
        if found is None or not self.wants(seat) or found.error < self.limits[seat]:
            return None
        return found

    def close(self) -> None:
        """End the process."""
        process = self._process
        self._end()
        if process is not None:
            process.join(5)

    # --- talking

    def _ask(self, record: Record, seat: int, start: int, played: tuple[Answer, ...] | None) -> None:
        try:
            if self._process is None:
                self._process = Process(self._target, self._hurried)
        except (OSError, RuntimeError):  # no process to be had, or no thread
            self._fail()
            return
        self._number += 1
        self._work = _Question(self._number, start, played, time.monotonic())
        request = {
            "number": self._number, "setup": write_setup(record.setup), "seat": seat,
            "answers": [write_answer(answer) for answer in record.answers[:start]],
            "played": None if played is None else [write_answer(answer) for answer in played],
            "brought": list(BROUGHT),
        }  # fmt: skip
        self._process.send(json.dumps(request).encode())

    def _hear(self) -> None:
        heard = self._process.heard() if self._process is not None else None
        if heard is None:
            return
        work, self._work = self._work, None
        if isinstance(heard, Gone) or work is None:
            self._fail()
            return
        try:
            said = _read(heard, work.number)
        except (Failed, BadSetup):
            self._fail()
            return
        if work.start != self._start or work.number <= self._hurried.value:
            return  # about another turn, or it was told to stop
        if work.played is None:
            self._ready = True
        else:
            self._said[work.played] = said

    def _fail(self) -> None:
        self._failures += 1
        self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._process = self._work = None
        self._ready = False


def _read(raw: bytes, number: int) -> Objection | None:
    """What the process said, read strictly."""
    reply = read_message(raw)
    if reply.get("number") != number or "said" not in reply:
        raise Failed("not a reply to what was asked")
    said = reply["said"]
    if said is None:
        return None
    if not isinstance(said, dict) or set(said) != {"error", "better"}:
        raise Failed("error and better are needed")
    error = said["error"]
    if type(error) not in (int, float) or not 0 <= error <= MOST_GOLD:
        raise Failed("error: gold is needed")
    return Objection(float(error), read_hint(said["better"]))
