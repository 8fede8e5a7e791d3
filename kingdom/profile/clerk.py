"""The clerk: a thread that keeps the chronicle and answers questions about it, so that nobody waits for the
disk or for another program.

Whoever asks gives a question (a function of the chronicle) and a name for it, and looks later whether the
answer is there. The records are looked through in between, one game at a time, so that no question waits for
more than one of them.
"""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kingdom.ai.roster import NEAR, parts_of
from kingdom.files import why
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.deeds import look_through_journal
from kingdom.profile.finished_game import FinishedGame
from kingdom.profile.pages import strengths

Question = Callable[[Chronicle], Any]
LONGEST_GOODBYE = 5.0
"""Seconds that closing waits for what is being written: the chronicle can be made anew, a person's evening
cannot."""
LOOKING = "look through"
"""The name of what the clerk does without being asked."""
REST = 0.01
"""Seconds between two games that are read: the window wants the processor as well."""

log = logging.getLogger(__name__)


class Finding(NamedTuple):
    """What was found, or why nothing was."""

    found: Any = None
    problem: str | None = None


class ChronicleNews(NamedTuple):
    """What the player has to know of the chronicle: a damaged one was put aside, it cannot be kept, somebody
    has earned something for the first time, or a program follows somebody's strength."""

    put_aside: Path | None = None
    problem: str | None = None
    earned: tuple[tuple[str, str], ...] = ()
    """Names of people, each with an achievement."""
    follows: tuple[str, int] | None = None
    """Who played against a program about as strong, and how strong that makes them."""


class Clerk:
    """Keeps one chronicle. All methods may be called from the window's thread; none of them waits but
    `settle` and `close`. `files` and `lessons` are asked in the clerk's own thread."""

    def __init__(
        self,
        path: Path,
        files: Callable[[], Iterable[Path]],
        lessons: Callable[[], Mapping[str, int]] = dict,
    ) -> None:
        self._path, self._files, self._lessons = path, files, lessons
        self._work: queue.SimpleQueue[tuple[str, Question] | threading.Event | _Order] = queue.SimpleQueue()
        self._answers: dict[str, Finding] = {}
        self._news: list[ChronicleNews] = []
        self._wanted: dict[str, Question] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._looking: Iterator[FinishedGame | None] | None = None
        self._settling: list[threading.Event] = []
        """Who waits until the records are looked through."""
        self._chronicle: Chronicle | None = None
        self._followed: str | None = None
        """Who played last against a program about as strong."""
        self.strengths: dict[str, int] = {}
        """How strong everybody is, by name in small letters; always a whole new one, so that any thread may
        read it."""

    def look_through(self) -> None:
        """Take in what was played since: at the start, and whenever a game or a lesson has ended or a game
        was reviewed."""
        self._put(_LOOK)

    def ask(self, name: str, question: Question) -> None:
        """Ask something; a question of the same name that waits is forgotten, and so is its answer."""
        with self._lock:
            self._answers.pop(name, None)
            self._wanted[name] = question
        self._put((name, question))

    def _put(self, work: tuple[str, Question] | _Order) -> None:
        with self._lock:
            if self._thread is None and not self._closing:
                self._thread = threading.Thread(target=self._serve, name="clerk", daemon=True)
                self._thread.start()
        self._work.put(work)

    def answer(self, name: str) -> Finding | None:
        """The answer to the last question of a name, told once; None as long as there is none."""
        with self._lock:
            return self._answers.pop(name, None)

    @property
    def has_news(self) -> bool:
        """Whether there is something to tell. Never waits."""
        return bool(self._news)

    def news(self) -> list[ChronicleNews]:
        """What the player has to know, each told once."""
        with self._lock:
            news, self._news = self._news, []
            return news

    def settle(self) -> None:
        """Wait until everything asked so far is answered, and the records are looked through."""
        if self._thread is not None:
            done = threading.Event()
            self._work.put(done)
            done.wait()

    def close(self) -> None:
        """Finish what is asked and let go of the file; what was not looked through yet can wait."""
        self._closing = True
        thread = self._thread
        if thread is not None:
            self._work.put(_CLOSE)
            thread.join(LONGEST_GOODBYE)

    # --- in the thread

    def _serve(self) -> None:
        while True:
            try:
                work = self._work.get(block=self._looking is None)
            except queue.Empty:
                self._guarded(LOOKING, self._look_on)
                continue
            if work is _CLOSE:
                break
            if work is _LOOK:
                self._guarded(LOOKING, self._begin_to_look)
            elif isinstance(work, threading.Event):
                self._settling.append(work)
            elif isinstance(work, tuple):
                self._answer(*work)
            self._release()
        if self._chronicle is not None:
            self._chronicle.close()
        self._looking = None
        self._release()

    def _release(self) -> None:
        if self._looking is None:
            for waiting in self._settling:
                waiting.set()
            self._settling.clear()

    def _answer(self, name: str, question: Question) -> None:
        if self._wanted.get(name) is not question:  # asked anew in the meantime
            return
        answer = self._guarded(name, question)
        with self._lock:
            if self._wanted.get(name) is question:
                del self._wanted[name]
                self._answers[name] = answer

    def _guarded(self, name: str, question: Question) -> Finding:
        """Ask the chronicle, which is opened when it is first needed; whatever goes wrong is told."""
        try:
            return Finding(question(self._opened()))
        except (sqlite3.Error, OSError) as error:
            log.warning("chronicle, %s: %s", name, error)
            if self._chronicle is not None:
                self._chronicle.close()
                self._chronicle = None  # opened anew for the next question: damage is found then
            problem = why(error)
        except Exception as error:
            log.exception("chronicle, %s", name)
            problem = why(error)
        if name == LOOKING:
            self._looking = None
            self._release()
            with self._lock:
                self._news.append(ChronicleNews(problem=problem))
        return Finding(problem=problem)

    def _opened(self) -> Chronicle:
        if self._chronicle is None:
            self._chronicle = Chronicle(self._path)
            aside = self._chronicle.put_aside
            if aside is not None:
                with self._lock:
                    self._news.append(ChronicleNews(put_aside=aside))
                self._begin_to_look(self._chronicle)
        return self._chronicle

    def _begin_to_look(self, chronicle: Chronicle) -> None:
        look_through_journal(chronicle)
        chronicle.note_lessons(self._lessons())
        self._looking = chronicle.look_through(self._files())

    def _look_on(self, chronicle: Chronicle) -> None:
        """Read one file more. What was earned is told when all are in it."""
        assert self._looking is not None
        try:
            finished = next(self._looking)
        except StopIteration:
            self._tell_strengths(chronicle)
            self._looking = None
            if chronicle.new:
                with self._lock:
                    self._news.append(ChronicleNews(earned=tuple(chronicle.new)))
                chronicle.new.clear()
            self._release()
            return
        if finished is not None and any(parts_of(seat.kind)[0] == NEAR for seat in finished.seats):
            self._followed = next((seat.name for seat in finished.seats if seat.is_person), None)
        time.sleep(REST)

    def _tell_strengths(self, chronicle: Chronicle) -> None:
        self.strengths = strengths(chronicle)
        name, self._followed = self._followed, None
        if name is not None and name.casefold() in self.strengths:
            with self._lock:
                self._news.append(ChronicleNews(follows=(name, self.strengths[name.casefold()])))


class _Order:
    """Something to do that is no question."""


_LOOK, _CLOSE = _Order(), _Order()
