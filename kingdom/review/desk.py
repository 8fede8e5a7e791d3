"""The analysis as the window has it: asks a process for one turn after another, hears what it found, and can
stop or end it at any time. Nothing here waits.

A process that dies or talks rubbish is followed by a new one with the same request; if that fails as well,
the analysis stops and says why.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingdom.heard import Failed, read_message
from kingdom.match.process import SPAWN, Gone, Process
from kingdom.position import write_answer
from kingdom.record import write_record
from kingdom.review import store
from kingdom.review.analysis import TurnReview, judged_turns
from kingdom.review.judge import serve
from kingdom.review.timeline import Timeline
from kingdom.rules.frames import Answer
from kingdom.rules.registry import BROUGHT, BadSetup

LONGEST_WHY = 200


@dataclass(frozen=True)
class Assignment:
    """What the process works at: a turn by its number, or answers that were tried from a moment on."""

    turn: int | None
    tried: tuple[int, tuple[Answer, ...]] | None = None


class Desk:
    """One process that judges the turns of one game; started when it is first needed."""

    def __init__(
        self,
        timeline: Timeline,
        file: Path | None = None,
        first: Iterable[int] = (),
        only: Iterable[int] | None = None,
        target: Callable[..., None] = serve,
    ) -> None:
        """`first` are the seats whose turns come first, `only` those that are judged at all."""
        self.timeline, self.file = timeline, file
        self.turns: dict[int, TurnReview] = {}
        """What is known, by the number of the turn."""
        self.problem: str | None = None
        """Why the analysis has stopped, if it failed."""
        self.unkept: str | None = None
        """Why what was found is not kept on disk."""
        self.running = False
        seats, whose = set(first), None if only is None else set(only)
        wanted = [turn for turn in judged_turns(timeline) if whose is None or turn.player in whose]
        self._order = sorted(wanted, key=lambda turn: (turn.player not in seats, turn.number))
        self._record = write_record(timeline.record)
        self.target = target
        self._process: Process | None = None
        self._work: Assignment | None = None
        self._again = False
        self._number = 0
        self._tried: Assignment | None = None
        """What was tried and waits to be judged."""
        self._verdict: float | None = None
        if file is not None:
            numbers = {turn.number for turn in wanted}
            self.turns = {turn.number: turn for turn in store.load(file, timeline) if turn.number in numbers}

    # --- the analysis

    @property
    def all(self) -> int:
        """How many turns there are to judge."""
        return len(self._order)

    @property
    def done(self) -> bool:
        """Whether all of them are."""
        return len(self.turns) >= self.all

    def start(self) -> None:
        """Judge on from where it stopped."""
        self.running, self.problem = not self.done, None
        self._send()

    def stop(self) -> None:
        """Judge no further; the turn in work is given up."""
        self.running = False
        if self._work is not None and self._work.turn is not None:
            self._end()
            self._send()

    # --- trying again

    def try_turn(self, moment: int, answers: Sequence[Answer]) -> None:
        """Ask how far these answers, from a moment on, are from the best turn. It is the next that is
        judged."""
        self._tried, self._verdict, self.problem = Assignment(None, (moment, tuple(answers))), None, None
        self._send()

    @property
    def trying(self) -> bool:
        """Whether a verdict about what was tried is still to come."""
        return self._tried is not None

    @property
    def verdict(self) -> float | None:
        """How much less than the best turn the last try is worth, in gold; None as long as nobody knows."""
        return self._verdict

    # --- talking

    def _next(self) -> Assignment | None:
        if self._tried is not None:
            return self._tried
        if not self.running:
            return None
        number = next((turn.number for turn in self._order if turn.number not in self.turns), None)
        return None if number is None else Assignment(number)

    def _send(self) -> None:
        work = self._next()
        if self._work is not None or work is None:
            return
        self._number += 1
        try:
            if self._process is None:
                self._process = Process(self.target, SPAWN.RawValue("q", 0))
        except (OSError, RuntimeError) as error:
            self._give_up(str(error))
            return
        self._work = work
        self._process.send(self._written(work))

    def _written(self, work: Assignment) -> bytes:
        tried = None
        if work.tried is not None:
            tried = [work.tried[0], [write_answer(answer) for answer in work.tried[1]]]
        file = None if self.file is None else str(self.file.absolute())
        request = {
            "number": self._number, "record": self._record, "file": file, "turn": work.turn, "tried": tried,
            "brought": list(BROUGHT),
        }  # fmt: skip
        return json.dumps(request).encode()

    def poll(self) -> bool:
        """Hear what has been said; whether there is anything new."""
        heard = self._process.heard() if self._process is not None else None
        if heard is None:
            return False
        work, self._work = self._work, None
        if isinstance(heard, Gone):
            self._process = None
        if work is None:
            return False
        try:
            if isinstance(heard, Gone):
                raise Failed(f"the process ended with code {heard.code}")
            self._take(read_message(heard), work)
        except Failed as failed:
            self._end()
            if self._again:
                self._give_up(str(failed))
                return True
            self._again = True
        else:
            self._again = False
        self._send()
        self.running = self.running and not self.done
        return True

    def _take(self, reply: dict[str, Any], work: Assignment) -> None:
        if "trouble" in reply:
            raise Failed(str(reply["trouble"]).strip().splitlines()[-1] if reply["trouble"] else "trouble")
        if reply.get("number") != self._number:
            raise Failed("a reply to something else")
        if work.turn is None:
            error = reply.get("error")
            if not isinstance(error, int | float) or not 0 <= error < 10_000:
                raise Failed("no verdict")
            if work is self._tried:
                self._tried, self._verdict = None, float(error)
            return
        try:
            found = store.read_turn(reply.get("turn"), "turn")
        except BadSetup as error:
            raise Failed(f"not a good turn: {error}") from error
        if found.number != work.turn:
            raise Failed("another turn")
        self.turns[found.number] = found
        unkept = reply.get("unkept")
        self.unkept = unkept[:LONGEST_WHY] if isinstance(unkept, str) else None

    def _give_up(self, why: str) -> None:
        self.running, self._tried, self._again = False, None, False
        self.problem = why[-LONGEST_WHY:]

    def close(self) -> None:
        """End the process; nobody waits for that."""
        self.running, self._tried = False, None
        self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._process = self._work = None
