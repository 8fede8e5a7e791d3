"""The clerk: a thread that keeps the chronicle and answers questions about it, so that nobody waits for the
disk or for another program.

Whoever asks gives a question (a function of the chronicle) and a name for it, and looks later whether the
answer is there.
"""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from kingdom.files import why
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.deeds import look_through_journal
from kingdom.profile.story import GameStory

Question = Callable[[Chronicle], Any]
LONGEST_GOODBYE = 5.0
"""Seconds that closing waits for what is being written: the chronicle can be made anew, a person's evening
cannot."""

log = logging.getLogger(__name__)


class Answer(NamedTuple):
    """What was found, or why nothing was."""

    found: Any = None
    problem: str | None = None


class Clerk:
    """Keeps one chronicle. All methods may be called from the window's thread; none of them waits but
    `settle` and `close`."""

    def __init__(self, path: Path, files: Callable[[], Iterable[Path]]) -> None:
        self._path = path
        self._files = files
        self._work: queue.SimpleQueue[tuple[str, Question] | threading.Event | None] = queue.SimpleQueue()
        self._answers: dict[str, Answer] = {}
        self._new: list[GameStory] = []
        self._wanted: dict[str, Question] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self.put_aside: Path | None = None
        """Where a damaged chronicle went, if there was one."""

    def look_through(self) -> None:
        """Take in what was played since: at the start, and whenever a game has ended or was reviewed."""
        self.ask("look through", self._look)

    def ask(self, name: str, question: Question) -> None:
        """Ask something; a question of the same name that waits is forgotten, and so is its answer."""
        with self._lock:
            self._answers.pop(name, None)
            self._wanted[name] = question
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="clerk", daemon=True)
                self._thread.start()
        self._work.put((name, question))

    def answer(self, name: str) -> Answer | None:
        """The answer to the last question of a name, told once; None as long as there is none."""
        with self._lock:
            return self._answers.pop(name, None)

    def new_games(self) -> list[GameStory]:
        """Games that were taken in since somebody asked last."""
        with self._lock:
            new, self._new = self._new, []
            return new

    def settle(self) -> None:
        """Wait until everything asked so far is answered."""
        if self._thread is not None:
            done = threading.Event()
            self._work.put(done)
            done.wait()

    def close(self) -> None:
        """Finish what is asked and let go of the file."""
        thread = self._thread
        if thread is not None:
            self._work.put(None)
            thread.join(LONGEST_GOODBYE)

    def _look(self, chronicle: Chronicle) -> None:
        look_through_journal(chronicle)
        for story in chronicle.look_through(self._files()):
            with self._lock:
                self._new.append(story)

    def _serve(self) -> None:
        chronicle: Chronicle | None = None
        while (work := self._work.get()) is not None:
            if isinstance(work, threading.Event):
                work.set()
                continue
            name, question = work
            if self._wanted.get(name) is not question:  # asked anew in the meantime
                continue
            try:
                chronicle = chronicle or self._opened()
                answer = Answer(question(chronicle))
            except (sqlite3.Error, OSError) as error:
                log.warning("chronicle, %s: %s", name, error)
                answer = Answer(problem=why(error))
                if chronicle is not None:
                    chronicle.close()
                    chronicle = None  # opened anew for the next question: damage is found then
            except Exception as error:
                log.exception("chronicle, %s", name)
                answer = Answer(problem=why(error))
            with self._lock:
                if self._wanted.get(name) is question:
                    del self._wanted[name]
                    self._answers[name] = answer
        if chronicle is not None:
            chronicle.close()

    def _opened(self) -> Chronicle:
        chronicle = Chronicle(self._path)
        if chronicle.put_aside is not None:
            self.put_aside = chronicle.put_aside
            self._look(chronicle)
        return chronicle
